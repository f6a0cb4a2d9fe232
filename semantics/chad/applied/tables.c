/* Tables of types and terms of the applied language, in the caller's arena. */
#include "semantics/chad/applied/applied.h"
#include "semantics/memory/growing.h"
#include "semantics/tables/rules.h"

#include <string.h>

#define FIRST_TERMS 128u
#define FIRST_TYPES 32u
#define FIRST_SLOTS 64u
#define MAX_ENTRIES ((uint32_t)1 << 30)
#define TYPE_DEPTH 20000u

static bool slots_init(AppliedSlots *slots, Arena *arena, uint32_t capacity) {
  slots->count = 0;
  slots->capacity = capacity;
  slots->keys = arena_array(arena, capacity, sizeof *slots->keys);
  slots->values = arena_array(arena, capacity, sizeof *slots->values);
  if (slots->keys == NULL || slots->values == NULL) return false;
  memset(slots->keys, 0, capacity * sizeof *slots->keys);
  return true;
}

static uint32_t mix(uint32_t h, uint32_t x) {
  h = (h ^ x) * 0x9E3779B1u;
  return h ^ (h >> 15);
}

/* The first slot at or after the key's place that is free or holds the key;
 * the caller goes on from it when equal keys may differ. */
static uint32_t slot_find(const AppliedSlots *slots, uint32_t key, uint32_t from) {
  uint32_t s = from & (slots->capacity - 1);
  while (slots->keys[s] != 0 && slots->keys[s] != key) s = (s + 1) & (slots->capacity - 1);
  return s;
}

static bool slots_add(AppliedSlots *slots, Arena *arena, uint32_t key, uint32_t value) {
  if (slots->count >= slots->capacity / 2) {
    AppliedSlots larger;
    if (slots->capacity >= MAX_ENTRIES || !slots_init(&larger, arena, slots->capacity * 2)) return false;
    for (uint32_t i = 0; i < slots->capacity; i++) {
      if (slots->keys[i] != 0 && !slots_add(&larger, arena, slots->keys[i], slots->values[i])) return false;
    }
    *slots = larger;
  }
  uint32_t s = key & (slots->capacity - 1);
  while (slots->keys[s] != 0) s = (s + 1) & (slots->capacity - 1);
  slots->keys[s] = key;
  slots->values[s] = value;
  slots->count++;
  return true;
}

Status applied_tables_init(AppliedTables *tables, Arena *arena) {
  memset(tables, 0, sizeof *tables);
  tables->arena = arena;
  tables->term_capacity = FIRST_TERMS;
  tables->type_capacity = FIRST_TYPES;
  tables->terms = arena_array(arena, FIRST_TERMS, sizeof *tables->terms);
  tables->types = arena_array(arena, FIRST_TYPES, sizeof *tables->types);
  if (tables->terms == NULL || tables->types == NULL) return STATUS_LIMIT;
  if (!slots_init(&tables->interned, arena, FIRST_SLOTS)) return STATUS_LIMIT;
  if (!slots_init(&tables->translated, arena, FIRST_SLOTS)) return STATUS_LIMIT;
  memset(&tables->terms[0], 0, sizeof tables->terms[0]);
  memset(&tables->types[0], 0, sizeof tables->types[0]);
  tables->term_count = tables->type_count = 1;
  return STATUS_OK;
}

/* --------------------------------------------------------------- types -- */

static bool kind_has_two_parts(AppliedTypeKind kind) {
  return kind == APPLIED_TYPE_PROD || kind == APPLIED_TYPE_SUM || kind == APPLIED_TYPE_FUN ||
         kind == APPLIED_TYPE_LFUN || kind == APPLIED_TYPE_COPOWER;
}

AppliedTypeId applied_type_make(AppliedTables *tables, AppliedTypeKind kind, AppliedTypeId a, AppliedTypeId b,
                                uint32_t n) {
  const AppliedTypeId none = {0};
  if (kind_has_two_parts(kind) && (a.id == 0 || b.id == 0)) return none;
  if (kind == APPLIED_TYPE_ARRAY) {
    const AppliedType *element = applied_type(tables, a);
    if (a.id == 0) return none;
    if (element->kind == APPLIED_TYPE_REAL && element->n == 1 && n != TYPE_DYNAMIC) {
      kind = APPLIED_TYPE_REAL;
      a = none;
    }
  }
  uint32_t key = mix(mix(mix(mix(1, (uint32_t)kind), a.id), b.id), n) | 1;
  uint32_t s = slot_find(&tables->interned, key, key);
  while (tables->interned.keys[s] == key) {
    const AppliedType *type = &tables->types[tables->interned.values[s]];
    if (type->kind == kind && type->a.id == a.id && type->b.id == b.id && type->n == n)
      return (AppliedTypeId){tables->interned.values[s]};
    s = slot_find(&tables->interned, key, s + 1);
  }
  if (tables->type_count == tables->type_capacity) {
    AppliedType *types =
        arena_doubled(tables->arena, tables->types, &tables->type_capacity, MAX_ENTRIES, sizeof *types);
    if (types == NULL) return none;
    tables->types = types;
  }
  if (!slots_add(&tables->interned, tables->arena, key, tables->type_count)) return none;
  tables->types[tables->type_count] = (AppliedType){kind, a, b, n, NULL};
  return (AppliedTypeId){tables->type_count++};
}

AppliedTypeId applied_type_lfun(AppliedTables *tables, AppliedTypeId a, AppliedTypeId b) {
  return applied_type_make(tables, APPLIED_TYPE_LFUN, a, b, 0);
}

AppliedTypeId applied_type_element(AppliedTables *tables, AppliedTypeId array) {
  const AppliedType *type = applied_type(tables, array);
  if (type->kind == APPLIED_TYPE_ARRAY) return type->a;
  if (type->kind != APPLIED_TYPE_REAL) return (AppliedTypeId){0};
  return applied_type_make(tables, APPLIED_TYPE_REAL, (AppliedTypeId){0}, (AppliedTypeId){0}, 1);
}

static AppliedTypeId translate_at(AppliedTables *tables, const Store *store, TypeId type, uint32_t depth);

/* The translation of types: linear types become Cartesian ones. */
static AppliedTypeId translate_node(AppliedTables *tables, const Store *store, TypeId type, uint32_t depth) {
  const TypeNode *node = type_node(&store->types, type);
  const AppliedTypeId none = {0};
  bool named = node->kind == TYPE_MU; /* looked into when it is unrolled */
  AppliedTypeId a = named ? none : translate_at(tables, store, node->a, depth);
  AppliedTypeId b = translate_at(tables, store, node->b, depth);
  switch (node->kind) {
  case TYPE_NONE: return none;
  case TYPE_REAL: return applied_type_make(tables, APPLIED_TYPE_REAL, none, none, node->n);
  case TYPE_UNIT: return applied_type_make(tables, APPLIED_TYPE_UNIT, none, none, 0);
  case TYPE_PROD: return applied_type_make(tables, APPLIED_TYPE_PROD, a, b, 0);
  case TYPE_SUM: return applied_type_make(tables, APPLIED_TYPE_SUM, a, b, 0);
  case TYPE_FUN: return applied_type_make(tables, APPLIED_TYPE_FUN, a, b, 0);
  case TYPE_INT: return applied_type_make(tables, APPLIED_TYPE_INT, none, none, 0);
  case TYPE_VEC:
  case TYPE_ARRAY: return applied_type_make(tables, APPLIED_TYPE_ARRAY, a, none, node->n);
  /* (mu a. T)^T is a type of its own, whose unrolling is (T[mu a. T/a])^T */
  case TYPE_MU: return node->free > 0 ? none : applied_type_make(tables, APPLIED_TYPE_MU, none, none, type.id);
  case TYPE_SELF: return none;
  /* (T_ -o S_)^T = LFun(T_^T, S_^T) */
  case TYPE_LFUN: RULE(APPT_TYPE_LFUN); return applied_type_lfun(tables, a, b);
  /* (real_^n)^T = real^n */
  case TYPE_LREAL: RULE(APPT_TYPE_REAL); return applied_type_make(tables, APPLIED_TYPE_REAL, none, none, node->n);
  /* (1_)^T = 1, (T_ * S_)^T = T_^T * S_^T, (T -> S_)^T = T^T -> S_^T, (T_^n)^T = (T_^T)^n */
  case TYPE_LUNIT: RULE(APPT_TYPE_UNIT); return applied_type_make(tables, APPLIED_TYPE_UNIT, none, none, 0);
  case TYPE_LPROD: RULE(APPT_TYPE_PROD); return applied_type_make(tables, APPLIED_TYPE_PROD, a, b, 0);
  case TYPE_POWER: RULE(APPT_TYPE_POWER); return applied_type_make(tables, APPLIED_TYPE_FUN, a, b, 0);
  case TYPE_LARRAY: RULE(APPT_TYPE_ARRAY); return applied_type_make(tables, APPLIED_TYPE_ARRAY, a, none, node->n);
  /* (!T (x) S_)^T = Copower(T^T, S_^T) */
  case TYPE_COPOWER: RULE(APPT_TYPE_COPOWER); return applied_type_make(tables, APPLIED_TYPE_COPOWER, a, b, 0);
  }
  return none;
}

static AppliedTypeId translate_at(AppliedTables *tables, const Store *store, TypeId type, uint32_t depth) {
  if (type.id == 0 || depth == 0) return (AppliedTypeId){0};
  uint32_t s = slot_find(&tables->translated, type.id, type.id);
  if (tables->translated.keys[s] == type.id) return (AppliedTypeId){tables->translated.values[s]};
  AppliedTypeId result = translate_node(tables, store, type, depth - 1);
  if (result.id == 0 || !slots_add(&tables->translated, tables->arena, type.id, result.id)) return (AppliedTypeId){0};
  return result;
}

AppliedTypeId applied_translate_type(AppliedTables *tables, const Store *store, TypeId type) {
  return translate_at(tables, store, type, TYPE_DEPTH);
}

/* --------------------------------------------------------------- terms -- */

AppliedTermId applied_term_make(AppliedTables *tables, AppliedTerm term) {
  if (tables->term_count == tables->term_capacity) {
    AppliedTerm *terms =
        arena_doubled(tables->arena, tables->terms, &tables->term_capacity, MAX_ENTRIES, sizeof *terms);
    if (terms == NULL) return (AppliedTermId){0};
    tables->terms = terms;
  }
  tables->terms[tables->term_count] = term;
  return (AppliedTermId){tables->term_count++};
}
