#include "semantics/dualnum/dual.h"
#include "semantics/memory/growing.h"
#include "semantics/tables/cases.h"

#define FIRST_TERMS 64u
#define TYPES_MOST ((uint32_t)1 << 12)
#define TERMS_MOST ((uint32_t)1 << 24)

const DualTermInfo *dual_term_info(DualTermKind kind) {
  static const DualTermInfo infos[DUAL_TERM_COUNT] = {
#define DUAL_TERM(kind, name, cartesian, linear, formula) [DUAL_TERM_##kind] = {name, cartesian, linear},
#include "semantics/dualnum/terms.def"
#undef DUAL_TERM
  };
  return &infos[kind];
}

bool dual_table_init(DualTable *table, Arena *arena, const Store *store) {
  *table = (DualTable){.arena = arena, .store = store, .type_count = 1, .term_count = 1};
  table->type_capacity = table->term_capacity = FIRST_TERMS;
  table->types = arena_array(arena, table->type_capacity, sizeof *table->types);
  table->terms = arena_array(arena, table->term_capacity, sizeof *table->terms);
  if (table->types == NULL || table->terms == NULL) return false;
  table->types[0] = (DualTypeNode){.kind = DUAL_NO_TYPE};
  table->terms[0] = (DualTerm){.kind = DUAL_TERM_NONE};
  return true;
}

/* ------------------------------------------------------------------- types -- */

/* How many of a and b the kind has. */
static int type_parts(DualTypeKind kind) {
  switch (kind) {
  case DUAL_PROD:
  case DUAL_FUN:
  case DUAL_SUM:
  case DUAL_LFUN:
  case DUAL_RFUN: return 2;
  case DUAL_ARRAY:
  case DUAL_MU:
  case DUAL_STAGED_T:
  case DUAL_ENDO: return 1;
  case DUAL_NO_TYPE:
  case DUAL_REAL:
  case DUAL_UNIT:
  case DUAL_INT:
  case DUAL_SELF:
  case DUAL_COLLECT:
  case DUAL_CONTRIB: return 0;
  }
  return 0;
}

/* How many enclosing mus the variables of a type with these parts need. */
static uint32_t free_in(const DualTable *table, DualTypeKind kind, DualTypeId a, DualTypeId b, uint32_t n) {
  uint32_t left = table->types[a.id].free, right = table->types[b.id].free;
  if (kind == DUAL_SELF) return n + 1;
  if (kind == DUAL_MU) return left > 0 ? left - 1 : 0;
  return left > right ? left : right;
}

static bool types_grow(DualTable *table) {
  DualTypeNode *types = arena_doubled(table->arena, table->types, &table->type_capacity, TYPES_MOST, sizeof *types);
  if (types != NULL) table->types = types;
  return types != NULL;
}

static bool is_type(const DualTypeNode *node, DualTypeKind kind, DualTypeId a, DualTypeId b, uint32_t n) {
  return node->kind == kind && node->a.id == a.id && node->b.id == b.id && node->n == n;
}

DualTypeId dual_type(DualTable *table, DualTypeKind kind, DualTypeId a, DualTypeId b, uint32_t n) {
  int parts = type_parts(kind);
  if ((parts > 0 && a.id == 0) || (parts > 1 && b.id == 0)) return (DualTypeId){0};
  uint32_t *recent = &table->recent[((uint32_t)kind + 7 * a.id + 29 * b.id + 13 * n) % DUAL_RECENT];
  if (is_type(&table->types[*recent], kind, a, b, n)) return (DualTypeId){*recent};
  for (uint32_t i = 1; i < table->type_count; i++) {
    if (is_type(&table->types[i], kind, a, b, n)) return (DualTypeId){*recent = i};
  }
  if (table->type_count == table->type_capacity && !types_grow(table)) {
    table->full = true;
    return (DualTypeId){0};
  }
  table->types[table->type_count] = (DualTypeNode){kind, a, b, n, free_in(table, kind, a, b, n)};
  return (DualTypeId){table->type_count++};
}

/* A real, or a pair whose first component is one: a dual number. */
static bool is_number(const DualTable *table, DualTypeId type) {
  const DualTypeNode *node = dual_type_node(table, type);
  return node->kind == DUAL_REAL || (node->kind == DUAL_PROD && dual_type_node(table, node->a)->kind == DUAL_REAL);
}

DualTypeId dual_type_array(DualTable *table, DualTypeId element, uint32_t n) {
  if (n == 1 && is_number(table, element)) return element;
  return dual_type(table, DUAL_ARRAY, element, (DualTypeId){0}, n);
}

/* type[by/x] for the variable of index `index`; what is closed is shared. */
static DualTypeId put_type(DualTable *table, DualTypeId type, uint32_t index, DualTypeId by, uint32_t depth) {
  const DualTypeNode node = *dual_type_node(table, type);
  if (node.free <= index) return type;
  if (node.kind == DUAL_SELF) return by;
  if (depth == 0) return table->full = true, (DualTypeId){0};
  DualTypeId a = put_type(table, node.a, index + (node.kind == DUAL_MU ? 1 : 0), by, depth - 1), b = node.b;
  if (b.id != 0) b = put_type(table, b, index, by, depth - 1);
  return node.kind == DUAL_ARRAY ? dual_type_array(table, a, node.n) : dual_type(table, node.kind, a, b, node.n);
}

DualTypeId dual_type_unroll(DualTable *table, DualTypeId mu) {
  const DualTypeNode node = *dual_type_node(table, mu);
  if (node.kind != DUAL_MU || node.free > 0) return (DualTypeId){0};
  return put_type(table, node.a, 0, mu, DUAL_DEPTH);
}

/* The source's type with Int as `integer`. */
static DualTypeId translate(DualTable *table, TypeId source, DualTypeId integer, uint32_t depth) {
  const TypeNode *node = type_node(&table->store->types, source);
  if (depth == 0) table->full = true;
  if (depth == 0) return (DualTypeId){0};
  switch (node->kind) {
  case TYPE_REAL: return dual_type_array(table, dual_type_real(table), node->n);
  case TYPE_UNIT: return dual_type_unit(table);
  case TYPE_INT: return integer;
  case TYPE_PROD: {
    DualTypeId a = translate(table, node->a, integer, depth - 1);
    return dual_type_prod(table, a, translate(table, node->b, integer, depth - 1));
  }
  case TYPE_SUM: {
    DualTypeId a = translate(table, node->a, integer, depth - 1);
    return dual_type(table, DUAL_SUM, a, translate(table, node->b, integer, depth - 1), 0);
  }
  case TYPE_ARRAY: return dual_type_array(table, translate(table, node->a, integer, depth - 1), node->n);
  case TYPE_ANY_LINEAR:
  case TYPE_MU:
  case TYPE_SELF:
  case TYPE_NONE:
  case TYPE_VEC:
  case TYPE_FUN:
  case TYPE_LFUN: return (DualTypeId){0};
  }
  return (DualTypeId){0};
}

DualTypeId dual_plain(DualTable *table, TypeId source) {
  return translate(table, source, dual_type_int(table), DUAL_DEPTH);
}
uint32_t dual_reals(const DualTable *table, DualTypeId type) {
  const DualTypeNode *node = dual_type_node(table, type);
  if (node->kind == DUAL_PROD) return dual_reals(table, node->a) + dual_reals(table, node->b);
  if (node->kind == DUAL_ARRAY) return node->n * dual_reals(table, node->a);
  return node->kind == DUAL_REAL;
}

DualTypeId dual_cotangent(DualTable *table, TypeId source) {
  return translate(table, source, dual_type_unit(table), DUAL_DEPTH);
}

/* ------------------------------------------------------------------- terms -- */

static bool terms_grow(DualTable *table) {
  DualTerm *terms = arena_doubled(table->arena, table->terms, &table->term_capacity, TERMS_MOST, sizeof *terms);
  if (terms != NULL) table->terms = terms;
  return terms != NULL;
}

DualTermId dual_term(DualTable *table, DualTermKind kind, uint32_t payload, DualTypeId type, DualTermId a, DualTermId b,
                     DualTermId c) {
  if (table->term_count == table->term_capacity && !terms_grow(table)) {
    table->full = true;
    return (DualTermId){0};
  }
  table->terms[table->term_count] = (DualTerm){kind, {a, b, c}, payload, type};
  return (DualTermId){table->term_count++};
}

static uint64_t size_of(const DualTable *table, DualTermId t, uint32_t depth) {
  if (t.id == 0) return 0;
  if (depth == 0) return TERM_SIZE_MAX;
  uint64_t size = 1;
  for (int k = 0; k < 3; k++) size += size_of(table, dual_get(table, t)->kid[k], depth - 1);
  return size < TERM_SIZE_MAX ? size : TERM_SIZE_MAX;
}

uint64_t dual_size(const DualTable *table, DualTermId t) { return size_of(table, t, 4 * DUAL_DEPTH); }
