/* The table of linear maps, and its constructors. */
#include "semantics/combinatory/maps.h"
#include "semantics/memory/growing.h"

#include <string.h>

#define FIRST_MAPS 64u
#define FIRST_MEMBERS 16u
#define MAX_MAPS ((uint32_t)1 << 22)

static const PfMapId no_map = {0};

Status pfmap_table_init(PfMapTable *table, Store *store, Arena *arena) {
  *table = (PfMapTable){.store = store, .arena = arena, .count = 1};
  table->capacity = FIRST_MAPS;
  table->member_capacity = FIRST_MEMBERS;
  table->maps = arena_array(arena, table->capacity, sizeof *table->maps);
  table->members = arena_array(arena, table->member_capacity, sizeof *table->members);
  if (table->maps == NULL || table->members == NULL) return STATUS_LIMIT;
  memset(&table->maps[0], 0, sizeof table->maps[0]);
  return STATUS_OK;
}

static PfMapId fail(PfMapTable *table, Status status) {
  if (table->status == STATUS_OK) table->status = status;
  return no_map;
}

static PfMapId make(PfMapTable *table, PfMap map) {
  if (table->status != STATUS_OK) return no_map;
  if (type_is_none(map.dom) || type_is_none(map.cod)) return fail(table, store_judged(table->store, STATUS_ILL_TYPED));
  if (table->count == table->capacity) {
    PfMap *maps = arena_doubled(table->arena, table->maps, &table->capacity, MAX_MAPS, sizeof *maps);
    if (maps == NULL) return fail(table, STATUS_LIMIT);
    table->maps = maps;
  }
  table->maps[table->count] = map;
  return (PfMapId){table->count++};
}

static TypeTable *types_of(PfMapTable *table) { return &table->store->types; }

PfMapId pfmap_zero(PfMapTable *table, TypeId v, TypeId w) {
  return make(table, (PfMap){.kind = PFMAP_ZERO, .dom = v, .cod = w});
}

PfMapId pfmap_identity(PfMapTable *table, TypeId v) {
  return make(table, (PfMap){.kind = PFMAP_ID, .dom = v, .cod = v});
}

PfMapId pfmap_dup(PfMapTable *table, TypeId v) {
  return make(table, (PfMap){.kind = PFMAP_DUP, .dom = v, .cod = type_prod(types_of(table), v, v)});
}

PfMapId pfmap_add(PfMapTable *table, TypeId v) {
  return make(table, (PfMap){.kind = PFMAP_ADD, .dom = type_prod(types_of(table), v, v), .cod = v});
}

PfMapId pfmap_neg(PfMapTable *table, TypeId v) { return make(table, (PfMap){.kind = PFMAP_NEG, .dom = v, .cod = v}); }

PfMapId pfmap_fst(PfMapTable *table, TypeId a, TypeId b) {
  return make(table, (PfMap){.kind = PFMAP_FST, .dom = type_prod(types_of(table), a, b), .cod = a});
}

PfMapId pfmap_snd(PfMapTable *table, TypeId a, TypeId b) {
  return make(table, (PfMap){.kind = PFMAP_SND, .dom = type_prod(types_of(table), a, b), .cod = b});
}

PfMapId pfmap_par(PfMapTable *table, PfMapId m1, PfMapId m2) {
  if (m1.id == 0 || m2.id == 0) return fail(table, STATUS_ILL_TYPED);
  PfMap a = *pfmap_get(table, m1), b = *pfmap_get(table, m2);
  return make(table, (PfMap){.kind = PFMAP_PAR,
                             .dom = type_prod(types_of(table), a.dom, b.dom),
                             .cod = type_prod(types_of(table), a.cod, b.cod),
                             .a = m1,
                             .b = m2});
}

PfMapId pfmap_comp(PfMapTable *table, PfMapId m1, PfMapId m2) {
  if (m1.id == 0 || m2.id == 0) return fail(table, STATUS_ILL_TYPED);
  TypeId dom = pfmap_get(table, m2)->dom, cod = pfmap_get(table, m1)->cod;
  return make(table, (PfMap){.kind = PFMAP_COMP, .dom = dom, .cod = cod, .a = m1, .b = m2});
}

static PfMapId section(PfMapTable *table, PfMap map, const PfValue *e) {
  PfBilinearType type = pf_bilinear_type(types_of(table), map.bilinear, map.n, map.m);
  map.dom = map.kind == PFMAP_LEFT ? type.right : type.left;
  map.cod = type.result;
  map.value = *e;
  return make(table, map);
}

PfMapId pfmap_left(PfMapTable *table, PfBilinear bilinear, uint32_t n, uint32_t m, const PfValue *e) {
  return section(table, (PfMap){.kind = PFMAP_LEFT, .bilinear = bilinear, .n = n, .m = m}, e);
}

PfMapId pfmap_right(PfMapTable *table, PfBilinear bilinear, uint32_t n, uint32_t m, const PfValue *e) {
  return section(table, (PfMap){.kind = PFMAP_RIGHT, .bilinear = bilinear, .n = n, .m = m}, e);
}

PfMapId pfmap_if(PfMapTable *table, Scalar condition, const uint32_t block[2], PfMapId m1, PfMapId m2) {
  if (m1.id == 0 || m2.id == 0) return fail(table, STATUS_ILL_TYPED);
  TypeId dom = pfmap_get(table, m1)->dom, cod = pfmap_get(table, m1)->cod;
  return make(table, (PfMap){.kind = PFMAP_IF,
                             .dom = dom,
                             .cod = cod,
                             .a = m1,
                             .b = m2,
                             .condition = condition,
                             .block = {block[0], block[1]}});
}

static bool put_members(PfMapTable *table, uint32_t n, const PfMapId *members, uint32_t *first) {
  while (table->member_capacity - table->member_count < n) {
    PfMapId *larger = arena_doubled(table->arena, table->members, &table->member_capacity, MAX_MAPS, sizeof *larger);
    if (larger == NULL) return false;
    table->members = larger;
  }
  if (n != 0) memcpy(table->members + table->member_count, members, n * sizeof *members);
  *first = table->member_count;
  table->member_count += n;
  return true;
}

PfMapId pfmap_family(PfMapTable *table, TypeId v, TypeId w, uint32_t n, const PfMapId *members) {
  uint32_t first;
  for (uint32_t i = 0; i < n; i++) {
    if (members[i].id == 0) return fail(table, STATUS_ILL_TYPED);
  }
  if (!put_members(table, n, members, &first)) return fail(table, STATUS_LIMIT);
  return make(table, (PfMap){.kind = PFMAP_FAMILY,
                             .dom = type_array(types_of(table), v, n),
                             .cod = type_array(types_of(table), w, n),
                             .n = n,
                             .k = first});
}

PfMapId pfmap_repl(PfMapTable *table, uint32_t n, TypeId v) {
  return make(table, (PfMap){.kind = PFMAP_REPL, .dom = v, .cod = type_array(types_of(table), v, n), .n = n});
}

PfMapId pfmap_sum(PfMapTable *table, uint32_t n, TypeId v) {
  return make(table, (PfMap){.kind = PFMAP_SUM, .dom = type_array(types_of(table), v, n), .cod = v, .n = n});
}

static PfMap zipping(PfMapTable *table, PfMapKind kind, uint32_t n, TypeId v, TypeId w) {
  TypeTable *types = types_of(table);
  TypeId arrays = type_prod(types, type_array(types, v, n), type_array(types, w, n));
  TypeId pairs = type_array(types, type_prod(types, v, w), n);
  bool zip = kind == PFMAP_ZIP;
  return (PfMap){.kind = kind, .dom = zip ? arrays : pairs, .cod = zip ? pairs : arrays, .n = n};
}

PfMapId pfmap_zip(PfMapTable *table, uint32_t n, TypeId v, TypeId w) {
  return make(table, zipping(table, PFMAP_ZIP, n, v, w));
}

PfMapId pfmap_unzip(PfMapTable *table, uint32_t n, TypeId v, TypeId w) {
  return make(table, zipping(table, PFMAP_UNZIP, n, v, w));
}

PfMapId pfmap_at(PfMapTable *table, uint32_t n, uint32_t k, TypeId v) {
  return make(table, (PfMap){.kind = PFMAP_AT, .dom = type_array(types_of(table), v, n), .cod = v, .n = n, .k = k});
}

PfMapId pfmap_put(PfMapTable *table, uint32_t n, uint32_t k, TypeId v) {
  return make(table, (PfMap){.kind = PFMAP_PUT, .dom = v, .cod = type_array(types_of(table), v, n), .n = n, .k = k});
}

/* proj_x and coproj_x: chains of projections, and of what Adj makes of them. */
static bool is_coprojection(const PfMapTable *table, const PfMap *m) {
  if (m->kind != PFMAP_COMP || pfmap_get(table, m->b)->kind != PFMAP_DUP) return false;
  const PfMap *pair = pfmap_get(table, m->a);
  if (pair->kind != PFMAP_PAR) return false;
  PfMapKind first = pfmap_get(table, pair->a)->kind, second = pfmap_get(table, pair->b)->kind;
  return (first == PFMAP_ID && second == PFMAP_ZERO) || (first == PFMAP_ZERO && second == PFMAP_ID);
}

uint64_t pfmap_size(const PfMapTable *table, PfMapId m) {
  uint64_t *sizes = arena_array(table->arena, (size_t)m.id + 1, sizeof *sizes);
  bool *chain = arena_array(table->arena, (size_t)m.id + 1, sizeof *chain);
  if (sizes == NULL || chain == NULL) return UINT32_MAX;
  sizes[0] = 0;
  for (uint32_t i = 1; i <= m.id; i++) {
    const PfMap *map = &table->maps[i];
    bool chained = map->kind == PFMAP_COMP && chain[map->a.id] && chain[map->b.id];
    chain[i] = chained || map->kind == PFMAP_FST || map->kind == PFMAP_SND || map->kind == PFMAP_AT ||
               map->kind == PFMAP_PUT || is_coprojection(table, map);
    sizes[i] = chain[i] ? 1 : 1 + sizes[map->a.id] + sizes[map->b.id];
    if (map->kind == PFMAP_FAMILY && map->n > 0) sizes[i] += sizes[pfmap_member(table, map, 0).id];
    if (sizes[i] > UINT32_MAX) sizes[i] = UINT32_MAX;
  }
  return sizes[m.id];
}
