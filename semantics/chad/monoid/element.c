/* The commutative monoids of linear types, CHAD section 5.2: 0 and + at each. */
#include "semantics/chad/monoid/element.h"
#include "semantics/chad/monoid/analysis.h"
#include "semantics/tables/cases.h"

Status element_new(Machine *machine, MonoidElement element, const MonoidElement **out) {
  static const MonoidElement unit = {.kind = ELEMENT_UNIT};
  if (element.kind == ELEMENT_UNIT) return *out = &unit, STATUS_OK;
  MonoidElement *made = arena_alloc(machine->arena, sizeof *made);
  if (made == NULL) return STATUS_LIMIT;
  *made = element;
  *out = made;
  return STATUS_OK;
}

Status element_function(Machine *machine, FunctionElement function, const MonoidElement **out) {
  FunctionElement *made = arena_alloc(machine->arena, sizeof *made);
  if (made == NULL) return STATUS_LIMIT;
  *made = function;
  *out = &made->element;
  return STATUS_OK;
}

/* The scalars stand where parts would, which no element of scalars has, and which is
 * therefore not written to as such. */
static Status with_scalars(Machine *machine, ElementKind kind, uint32_t n, Scalar **scalars,
                           const MonoidElement **out) {
  size_t before = offsetof(MonoidElement, parts);
  MonoidElement *made = arena_alloc(machine->arena, before + (n == 0 ? 1 : n) * sizeof **scalars);
  if (made == NULL) return STATUS_LIMIT;
  *scalars = (Scalar *)(void *)((unsigned char *)made + before);
  made->kind = kind;
  made->count = n;
  made->type = (TypeId){0};
  made->scalars = *scalars;
  *out = made;
  return STATUS_OK;
}

Status element_vector(Machine *machine, uint32_t n, Scalar **scalars, const MonoidElement **out) {
  return with_scalars(machine, ELEMENT_VECTOR, n, scalars, out);
}

Status element_int(Machine *machine, int64_t n, const MonoidElement **out) {
  Scalar *scalar;
  TRY(with_scalars(machine, ELEMENT_INT, 1, &scalar, out));
  *scalar = scalar_from_int(n);
  return STATUS_OK;
}

Status element_parts(Machine *machine, size_t count, const MonoidElement ***parts) {
  *parts = arena_array(machine->arena, count, sizeof **parts);
  return *parts == NULL ? STATUS_LIMIT : STATUS_OK;
}

Status element_pair(Machine *machine, const MonoidElement *a, const MonoidElement *b, const MonoidElement **out) {
  MonoidElement *made = arena_alloc(machine->arena, sizeof *made + 2 * sizeof a);
  if (made == NULL) return STATUS_LIMIT;
  const MonoidElement **parts = (const MonoidElement **)(void *)(made + 1);
  parts[0] = a;
  parts[1] = b;
  *made = (MonoidElement){.kind = ELEMENT_PAIR, .count = 2, .parts = parts};
  *out = made;
  return STATUS_OK;
}

Status element_array(Machine *machine, TypeId type, uint32_t count, const MonoidElement **parts,
                     const MonoidElement **out) {
  const TypeNode *node = type_node(&machine->store->types, type);
  uint32_t n = node->kind == TYPE_VEC ? count : node->n;
  Scalar *scalars;
  if (count != n) return STATUS_STUCK;
  if (node->kind == TYPE_ARRAY || node->kind == TYPE_LARRAY || node->kind == TYPE_VEC)
    return element_new(machine, (MonoidElement){.kind = ELEMENT_ARRAY, .count = n, .parts = parts}, out);
  TRY(element_vector(machine, n, &scalars, out));
  for (uint32_t i = 0; i < n; i++) {
    if (parts[i]->kind != ELEMENT_VECTOR || parts[i]->count != 1) return STATUS_STUCK;
    scalars[i] = parts[i]->scalars[0];
  }
  return STATUS_OK;
}

Status element_entry(Machine *machine, const MonoidElement *array, int64_t i, const MonoidElement **out) {
  if (array->kind != ELEMENT_ARRAY && array->kind != ELEMENT_VECTOR) return STATUS_STUCK;
  if (i < 0 || (uint64_t)i >= array->count) return STATUS_DOMAIN;
  if (array->kind == ELEMENT_VECTOR)
    return element_new(machine, (MonoidElement){.kind = ELEMENT_VECTOR, .count = 1, .scalars = array->scalars + i},
                       out);
  *out = array->parts[i];
  return STATUS_OK;
}

/* ---------------------------------------------------------------- zero -- */

static OWN_FRAME Status vector_zero(Machine *machine, uint32_t n, const MonoidElement **out) {
  Ring *ring = analysis_ring(machine);
  Scalar *scalars, zero = ring_integer(ring, 0);
  TRY(element_vector(machine, n, &scalars, out));
  for (uint32_t i = 0; i < n; i++) scalars[i] = zero;
  return ring_take_status(ring);
}

static OWN_FRAME Status parts_zero(Machine *machine, TypeNode type, const MonoidElement **out) {
  bool is_pair = type.kind == TYPE_LPROD;
  const MonoidElement **parts, *zero;
  uint32_t count = is_pair ? 2 : type.n;
  TRY(element_parts(machine, count, &parts));
  TRY(monoid_zero(machine, type.a, &zero));
  for (uint32_t i = 0; i < count; i++) parts[i] = zero;
  if (is_pair) TRY(monoid_zero(machine, type.b, &parts[1]));
  ElementKind kind = is_pair ? ELEMENT_PAIR : ELEMENT_ARRAY;
  return element_new(machine, (MonoidElement){.kind = kind, .count = count, .parts = parts}, out);
}

static Status zero_at(Machine *machine, TypeId type, const MonoidElement **out) {
  TypeNode node = *type_node(&machine->store->types, type);
  switch (node.kind) {
  /* 0 of R^n is the zero vector; of 1_, (); of products and arrays, componentwise */
  case TYPE_LREAL: RULE(MON_ZERO); return vector_zero(machine, node.n, out);
  case TYPE_LUNIT: return element_new(machine, (MonoidElement){.kind = ELEMENT_UNIT}, out);
  case TYPE_LPROD:
  case TYPE_LARRAY: return parts_zero(machine, node, out);
  /* 0 of T -> S_ is k |-> 0 */
  case TYPE_POWER:
    RULE(MON_ZERO_POWER);
    return element_new(machine, (MonoidElement){.kind = ELEMENT_POWER_ZERO, .type = node.b}, out);
  /* 0 of !T (x) S_ is the empty sum */
  case TYPE_COPOWER: RULE(MON_ZERO_COPOWER); return map_zero(machine, type, out);
  case TYPE_ANY_CARTESIAN: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status monoid_zero(Machine *machine, TypeId type, const MonoidElement **out) {
  TRY(machine_enter(machine));
  Status status = zero_at(machine, type, out);
  machine_leave(machine);
  return status;
}

/* ---------------------------------------------------------------- plus -- */

static OWN_FRAME Status vector_plus(Machine *machine, const MonoidElement *a, const MonoidElement *b,
                                    const MonoidElement **out) {
  Ring *ring = analysis_ring(machine);
  Scalar *scalars;
  if (a->kind != ELEMENT_VECTOR || b->kind != ELEMENT_VECTOR || a->count != b->count) return STATUS_STUCK;
  TRY(element_vector(machine, a->count, &scalars, out));
  for (uint32_t i = 0; i < a->count; i++) scalars[i] = ring_add(ring, a->scalars[i], b->scalars[i]);
  return ring_take_status(ring);
}

static OWN_FRAME Status parts_plus(Machine *machine, TypeNode type, const MonoidElement *a, const MonoidElement *b,
                                   const MonoidElement **out) {
  ElementKind kind = type.kind == TYPE_LPROD ? ELEMENT_PAIR : ELEMENT_ARRAY;
  const MonoidElement **parts;
  if (a->kind != kind || b->kind != kind || a->count != b->count) return STATUS_STUCK;
  TRY(element_parts(machine, a->count, &parts));
  for (uint32_t i = 0; i < a->count; i++) {
    TypeId component = kind == ELEMENT_PAIR && i == 1 ? type.b : type.a;
    TRY(monoid_plus(machine, component, a->parts[i], b->parts[i], &parts[i]));
  }
  return element_new(machine, (MonoidElement){.kind = kind, .count = a->count, .parts = parts}, out);
}

static bool is_power(const MonoidElement *element) {
  return element->kind == ELEMENT_POWER_ZERO || element->kind == ELEMENT_POWER_PLUS ||
         element->kind == ELEMENT_POWER_IMAGE;
}

static OWN_FRAME Status power_plus(Machine *machine, TypeId value, const MonoidElement *a, const MonoidElement *b,
                                   const MonoidElement **out) {
  if (!is_power(a) || !is_power(b)) return STATUS_STUCK;
  const MonoidElement **parts;
  TRY(element_parts(machine, 2, &parts));
  parts[0] = a;
  parts[1] = b;
  return element_new(machine, (MonoidElement){.kind = ELEMENT_POWER_PLUS, .type = value, .count = 2, .parts = parts},
                     out);
}

static Status plus_at(Machine *machine, TypeId type, const MonoidElement *a, const MonoidElement *b,
                      const MonoidElement **out) {
  TypeNode node = *type_node(&machine->store->types, type);
  switch (node.kind) {
  /* + of R^n, 1_, products and arrays is componentwise */
  case TYPE_LREAL: RULE(MON_PLUS); return vector_plus(machine, a, b, out);
  case TYPE_LUNIT: *out = a; return STATUS_OK;
  case TYPE_LPROD:
  case TYPE_LARRAY: return parts_plus(machine, node, a, b, out);
  /* (f + g)(k) = f(k) + g(k) */
  case TYPE_POWER: RULE(MON_PLUS_POWER); return power_plus(machine, node.b, a, b, out);
  /* + of copowers joins the sums: !k (x) y + !k (x) y' = !k (x) (y + y') */
  case TYPE_COPOWER: RULE(MON_PLUS_COPOWER); return map_plus(machine, type, a, b, out);
  case TYPE_ANY_CARTESIAN: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status monoid_plus(Machine *machine, TypeId type, const MonoidElement *a, const MonoidElement *b,
                   const MonoidElement **out) {
  TRY(machine_enter(machine));
  Status status = plus_at(machine, type, a, b, out);
  machine_leave(machine);
  return status;
}

/* ----------------------------------------------------------- functions -- */

static OWN_FRAME Status power_sum_at(Machine *machine, const MonoidElement *power, const MonoidElement *key,
                                     const MonoidElement **out) {
  const MonoidElement *a, *b;
  TRY(element_at(machine, power->parts[0], key, &a));
  TRY(element_at(machine, power->parts[1], key, &b));
  return monoid_plus(machine, power->type, a, b, out);
}

static Status at_node(Machine *machine, const MonoidElement *function, const MonoidElement *key,
                      const MonoidElement **out) {
  const Hom *hom;
  switch (function->kind) {
  case ELEMENT_FUNCTION: return family_element(machine, &element_as_function(function)->family, key, out);
  case ELEMENT_POWER_ZERO: return monoid_zero(machine, function->type, out);
  case ELEMENT_POWER_PLUS: return power_sum_at(machine, function, key, out);
  case ELEMENT_POWER_IMAGE:
    TRY(family_hom(machine, &element_as_function(function)->family, key, &hom));
    return hom_apply(machine, hom, function->parts[0], out);
  case ELEMENT_VECTOR:
  case ELEMENT_UNIT:
  case ELEMENT_INT:
  case ELEMENT_PAIR:
  case ELEMENT_ARRAY:
  case ELEMENT_INL:
  case ELEMENT_INR:
  case ELEMENT_HOM:
  case ELEMENT_FINITE_MAP:
  case ELEMENT_FORMAL_SUM: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status element_at(Machine *machine, const MonoidElement *function, const MonoidElement *key,
                  const MonoidElement **out) {
  TRY(machine_enter(machine));
  Status status = at_node(machine, function, key, out);
  machine_leave(machine);
  return status;
}
