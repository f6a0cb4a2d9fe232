/* The denotation of sums, iteration, recursion and array combinators.
 *
 * [[T + S]] is the disjoint union of sets.  A linear branch is one of two
 * homomorphisms, as the environment says. */
#include "semantics/chad/monoid/hom.h"

/* -------------------------------------------------------------------- sums -- */

static Status element_injection(Machine *machine, bool left, const MonoidElement *component,
                                const MonoidElement **out) {
  const MonoidElement **parts;
  TRY(element_parts(machine, 1, &parts));
  parts[0] = component;
  ElementKind kind = left ? ELEMENT_INL : ELEMENT_INR;
  return element_new(machine, (MonoidElement){.kind = kind, .count = 1, .parts = parts}, out);
}

Status element_truth(Machine *machine, bool holds, const MonoidElement **out) {
  const MonoidElement *unit;
  TRY(element_new(machine, (MonoidElement){.kind = ELEMENT_UNIT}, &unit));
  return element_injection(machine, holds, unit, out);
}

static OWN_FRAME Status denote_injection(Machine *machine, const Derivation *d, const Environment *e,
                                         const MonoidElement **out) {
  const MonoidElement *component;
  TRY(denote_cartesian(machine, d->kid[0], e, &component));
  return element_injection(machine, d->kind == TERM_INL, component, out);
}

/* The family of the branch taken, and the component it is taken at. */
static OWN_FRAME Status branch_taken(Machine *machine, const Derivation *d, const Environment *e, Family *branch,
                                     const MonoidElement **component) {
  const MonoidElement *sum;
  TRY(denote_cartesian(machine, d->kid[0], e, &sum));
  if (sum->kind != ELEMENT_INL && sum->kind != ELEMENT_INR) return STATUS_STUCK;
  *branch = (Family){d->kid[sum->kind == ELEMENT_INL ? 1 : 2], e};
  *component = sum->parts[0];
  return STATUS_OK;
}

static OWN_FRAME Status denote_match(Machine *machine, const Derivation *d, const Environment *e,
                                     const MonoidElement **out) {
  Family branch;
  const MonoidElement *component;
  TRY(branch_taken(machine, d, e, &branch, &component));
  return family_element(machine, &branch, component, out);
}

/* --------------------------------------------------- iteration and recursion -- */

static OWN_FRAME Status denote_iterate(Machine *machine, const Derivation *d, const Environment *e,
                                       const MonoidElement **out) {
  const MonoidElement *count;
  Family step = {d->kid[2], e};
  TRY(denote_cartesian(machine, d->kid[0], e, &count));
  TRY(denote_cartesian(machine, d->kid[1], e, out));
  for (int64_t i = 0; i < scalar_to_int(count->scalars[0]); i++) TRY(family_element(machine, &step, *out, out));
  return STATUS_OK;
}

static OWN_FRAME Status denote_while(Machine *machine, const Derivation *d, const Environment *e,
                                     const MonoidElement **out) {
  const MonoidElement *holds;
  Family guard = {d->kid[1], e}, step = {d->kid[2], e};
  TRY(denote_cartesian(machine, d->kid[0], e, out));
  for (;;) {
    TRY(family_element(machine, &guard, *out, &holds));
    if (holds->kind != ELEMENT_INL) return holds->kind == ELEMENT_INR ? STATUS_OK : STATUS_STUCK;
    TRY(family_element(machine, &step, *out, out));
  }
}

/* e' = e, f with f = x |-> [[s]](e', x) */
static OWN_FRAME Status denote_letrec(Machine *machine, const Derivation *d, const Environment *e,
                                      const MonoidElement **out) {
  Environment *inner = arena_alloc(machine->arena, sizeof *inner);
  if (inner == NULL) return STATUS_LIMIT;
  FunctionElement function = {{.kind = ELEMENT_FUNCTION}, NULL, {d->kid[0], inner}};
  inner->outer = e;
  TRY(element_function(machine, function, &inner->element));
  return denote_cartesian(machine, d->kid[1], inner, out);
}

/* ---------------------------------------------------------- array combinators -- */

static OWN_FRAME Status denote_fold(Machine *machine, const Derivation *d, const Environment *e,
                                    const MonoidElement **out) {
  const MonoidElement *array, *entry, **prefixes = NULL;
  TRY(denote_cartesian(machine, d->kid[0], e, out));
  TRY(denote_cartesian(machine, d->kid[1], e, &array));
  if (d->kind == TERM_SCAN) TRY(element_parts(machine, (size_t)array->count + 1, &prefixes));
  if (prefixes != NULL) prefixes[0] = *out;
  for (uint32_t i = 0; i < array->count; i++) {
    Family step = {d->kid[2], e};
    TRY(element_entry(machine, array, i, &entry));
    TRY(environment_extend(machine, e, *out, &step.environment));
    TRY(family_element(machine, &step, entry, out));
    if (prefixes != NULL) prefixes[i + 1] = *out;
  }
  return prefixes == NULL ? STATUS_OK : element_array(machine, d->type, array->count + 1, prefixes, out);
}

static Status set_plus(Machine *machine, TypeId type, const MonoidElement *a, const MonoidElement *b,
                       const MonoidElement **out);

static OWN_FRAME Status vector_sum(Machine *machine, uint32_t n, const MonoidElement *a, const MonoidElement *b,
                                   const MonoidElement **out) {
  Scalar *scalars;
  TRY(element_vector(machine, n, &scalars, out));
  for (uint32_t i = 0; i < n; i++) {
    scalars[i] = a == NULL ? ring_integer(machine->ring, 0) : ring_add(machine->ring, a->scalars[i], b->scalars[i]);
  }
  return ring_take_status(machine->ring);
}

static OWN_FRAME Status parts_sum(Machine *machine, TypeNode node, const MonoidElement *a, const MonoidElement *b,
                                  const MonoidElement **out) {
  bool pair = node.kind == TYPE_PROD;
  uint32_t count = pair ? 2 : node.n;
  const MonoidElement **parts;
  TRY(element_parts(machine, count, &parts));
  for (uint32_t i = 0; i < count; i++) {
    TypeId type = pair && i == 1 ? node.b : node.a;
    TRY(set_plus(machine, type, a == NULL ? NULL : a->parts[i], a == NULL ? NULL : b->parts[i], &parts[i]));
  }
  ElementKind kind = pair ? ELEMENT_PAIR : ELEMENT_ARRAY;
  return element_new(machine, (MonoidElement){.kind = kind, .count = count, .parts = parts}, out);
}

/* a + b at the Cartesian type, componentwise; its 0 where both are NULL. */
static Status set_plus(Machine *machine, TypeId type, const MonoidElement *a, const MonoidElement *b,
                       const MonoidElement **out) {
  TypeNode node = *type_node(&machine->store->types, type);
  if (node.kind == TYPE_REAL) return vector_sum(machine, node.n, a, b, out);
  if (node.kind == TYPE_UNIT) return element_new(machine, (MonoidElement){.kind = ELEMENT_UNIT}, out);
  TRY(machine_enter(machine));
  Status status = parts_sum(machine, node, a, b, out);
  machine_leave(machine);
  return status;
}

static OWN_FRAME Status denote_total(Machine *machine, const Derivation *d, const Environment *e,
                                     const MonoidElement **out) {
  const MonoidElement *array, *entry;
  TRY(denote_cartesian(machine, d->kid[0], e, &array));
  if (array->count == 0) return set_plus(machine, d->type, NULL, NULL, out);
  TRY(element_entry(machine, array, 0, out));
  for (uint32_t i = 1; i < array->count; i++) {
    TRY(element_entry(machine, array, i, &entry));
    TRY(set_plus(machine, d->type, *out, entry, out));
  }
  return STATUS_OK;
}

static OWN_FRAME Status denote_gather(Machine *machine, const Derivation *d, const Environment *e,
                                      const MonoidElement **out) {
  const MonoidElement *indices, *array, **parts;
  TRY(denote_cartesian(machine, d->kid[0], e, &indices));
  TRY(denote_cartesian(machine, d->kid[1], e, &array));
  TRY(element_parts(machine, indices->count, &parts));
  for (uint32_t k = 0; k < indices->count; k++)
    TRY(element_entry(machine, array, scalar_to_int(indices->parts[k]->scalars[0]), &parts[k]));
  return element_array(machine, d->type, indices->count, parts, out);
}

Status denote_scattered(Machine *machine, TypeId element, uint32_t n, const MonoidElement *indices,
                        const MonoidElement *array, const MonoidElement ***sums) {
  const MonoidElement *entry;
  TRY(element_parts(machine, n, sums));
  for (uint32_t i = 0; i < n; i++) TRY(set_plus(machine, element, NULL, NULL, *sums + i));
  for (uint32_t k = 0; k < indices->count; k++) {
    int64_t i = scalar_to_int(indices->parts[k]->scalars[0]);
    if (i < 0 || i >= n) return STATUS_DOMAIN;
    TRY(element_entry(machine, array, k, &entry));
    TRY(set_plus(machine, element, (*sums)[i], entry, *sums + i));
  }
  return STATUS_OK;
}

static OWN_FRAME Status denote_scatter(Machine *machine, const Derivation *d, const Environment *e,
                                       const MonoidElement **out) {
  const MonoidElement *indices, *array, **sums;
  uint32_t n = type_node(&machine->store->types, d->type)->n;
  TRY(denote_cartesian(machine, d->kid[0], e, &indices));
  TRY(denote_cartesian(machine, d->kid[1], e, &array));
  TRY(denote_scattered(machine, type_element(&machine->store->types, d->type), n, indices, array, &sums));
  return element_array(machine, d->type, n, sums, out);
}

Status denote_control(Machine *machine, const Derivation *d, const Environment *e, const MonoidElement **out) {
  switch ((int)d->kind) {
  /* [[inl t]]e = inl [[t]]e, inr alike */
  case TERM_INL:
  case TERM_INR: RULE(MON_INJECTION); return denote_injection(machine, d, e, out);
  /* [[case r of {inl x -> t; inr y -> s}]]e = [[t]](e, w) for [[r]]e = inl w, [[s]](e, w) for inr w */
  case TERM_MATCH: RULE(MON_MATCH); return denote_match(machine, d, e, out);
  /* [[iterate k (x. t) s]]e = [[t]](e, -)^k([[s]]e) */
  case TERM_ITERATE: RULE(MON_ITERATE); return denote_iterate(machine, d, e, out);
  /* [[while (x. b) (x. t) s]]e = [[t]](e, -)^n([[s]]e), n the least with [[b]] = inr () there */
  case TERM_WHILE: RULE(MON_WHILE); return denote_while(machine, d, e, out);
  /* [[fold (a x. t) s as]]e = [[t]](e, ...[[t]](e, [[s]]e, a_0)..., a_(n-1)), scan all prefixes */
  case TERM_FOLD:
  case TERM_SCAN: RULE(MON_FOLD); return denote_fold(machine, d, e, out);
  /* [[total t]]e = sum_i ([[t]]e)_i */
  case TERM_TOTAL: RULE(MON_TOTAL); return denote_total(machine, d, e, out);
  /* [[gather is as]]e = (as_(is_k))_k;  [[scatter n is as]]e = (sum over is_k = i of as_k)_i */
  case TERM_GATHER: RULE(MON_GATHER); return denote_gather(machine, d, e, out);
  case TERM_SCATTER: RULE(MON_SCATTER); return denote_scatter(machine, d, e, out);
  /* [[letrec f = \x. s in t]]e = [[t]](e, f), f = x |-> [[s]](e, f, x) */
  default: RULE(MON_LETREC); return denote_letrec(machine, d, e, out);
  }
}

/* -------------------------------------------------------- linear judgement -- */

/* The homomorphisms [[t]](e, i), i < count. */
static OWN_FRAME Status tuple_of(Machine *machine, const Derivation *t, const Environment *e, int64_t count, Hom *hom) {
  Family body = {t, e};
  if (count > (int64_t)TYPE_MAX_LENGTH) return STATUS_LIMIT;
  hom->number = count > 0 ? (uint32_t)count : 0;
  const Hom **tuple = arena_array(machine->arena, hom->number, sizeof *tuple);
  if (tuple == NULL) return STATUS_LIMIT;
  hom->a = tuple;
  for (uint32_t i = 0; i < hom->number; i++) {
    const MonoidElement *index;
    TRY(element_int(machine, i, &index));
    TRY(family_hom(machine, &body, index, &tuple[i]));
  }
  return STATUS_OK;
}

Status denote_linear_control(Machine *machine, const Derivation *d, const Environment *e, const Hom **out) {
  const MonoidElement *at;
  const Hom *start, *steps;
  Hom hom = {.codomain = d->type};
  if (d->kind == TERM_MATCH) {
    /* [[case r of ...]]e is the homomorphism of the branch that [[r]]e says */
    RULE(MON_LMATCH);
    Family branch;
    TRY(branch_taken(machine, d, e, &branch, &at));
    return family_hom(machine, &branch, at, out);
  }
  TRY(denote_cartesian(machine, d->kid[0], e, &at));
  if (d->kind == TERM_BIGSUM) {
    /* [[bigsum k (i. t)]]e = sum over i < k of [[t]](e, i) */
    RULE(MON_BIGSUM);
    hom.kind = HOM_BIG_SUM;
    TRY(tuple_of(machine, d->kid[1], e, scalar_to_int(at->scalars[0]), &hom));
    return hom_new(machine, hom, out);
  }
  /* [[liter k (i. t) s]]e = [[s]]e ; [[t]](e, 0) ; ... ; [[t]](e, k-1) */
  RULE(MON_LITER);
  hom.kind = HOM_CHAIN;
  TRY(denote_linear(machine, d->kid[1], e, &start));
  TRY(tuple_of(machine, d->kid[2], e, scalar_to_int(at->scalars[0]), &hom));
  TRY(hom_new(machine, hom, &steps));
  return hom_compose(machine, start, steps, out);
}
