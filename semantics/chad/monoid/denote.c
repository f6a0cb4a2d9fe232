/* The denotation of derivations, CHAD section 5.3: a Cartesian derivation is a
 * function of its environment, a linear one gives at each environment a
 * homomorphism.  [[t]] at an environment e is written [[t]]e, and f ; g is g
 * after f. */
#include "semantics/chad/monoid/hom.h"
#include "semantics/tables/cases.h"

Status environment_extend(Machine *machine, const Environment *outer, const MonoidElement *element,
                          const Environment **out) {
  Environment *environment = arena_alloc(machine->arena, sizeof *environment);
  if (environment == NULL) return STATUS_LIMIT;
  *environment = (Environment){element, outer};
  *out = environment;
  return STATUS_OK;
}

Status family_element(Machine *machine, const Family *family, const MonoidElement *key, const MonoidElement **out) {
  const Environment *environment;
  TRY(environment_extend(machine, family->environment, key, &environment));
  return denote_cartesian(machine, family->body, environment, out);
}

Status family_hom(Machine *machine, const Family *family, const MonoidElement *key, const Hom **out) {
  const Environment *environment;
  TRY(environment_extend(machine, family->environment, key, &environment));
  return denote_linear(machine, family->body, environment, out);
}

/* --------------------------------------------- the Cartesian judgement -- */

static OWN_FRAME Status denote_var(const Environment *e, uint32_t index, const MonoidElement **out) {
  for (; index > 0 && e != NULL; index--) e = e->outer;
  if (e == NULL) return STATUS_STUCK;
  *out = e->element;
  return STATUS_OK;
}

static OWN_FRAME Status denote_op(Machine *machine, const Derivation *d, const Environment *e,
                                  const MonoidElement **out) {
  const Scalar *operand[OP_MAX_ARITY] = {NULL, NULL};
  Store *store = machine->store;
  OpId op = {d->payload};
  Scalar *result;
  for (uint32_t i = 0; i < op_node(&store->ops, op)->arity; i++) {
    const MonoidElement *x;
    TRY(denote_cartesian(machine, d->kid[i], e, &x));
    operand[i] = x->scalars;
  }
  if (op_is_test(op_node(&store->ops, op))) {
    Scalar holds;
    TRY(denote_operation(machine, op, operand[0], operand[1], &holds));
    return element_truth(machine, scalar_to_int(holds) != 0, out);
  }
  const TypeNode *type = type_node(&store->types, d->type);
  TRY(element_vector(machine, type->dim, &result, out));
  TRY(denote_operation(machine, op, operand[0], operand[1], result));
  return type->kind == TYPE_INT ? element_int(machine, scalar_to_int(result[0]), out) : STATUS_OK;
}

static OWN_FRAME Status denote_pair(Machine *machine, const Derivation *d, const Environment *e,
                                    const MonoidElement **out) {
  const MonoidElement *a, *b;
  TRY(denote_cartesian(machine, d->kid[0], e, &a));
  TRY(denote_cartesian(machine, d->kid[1], e, &b));
  return element_pair(machine, a, b, out);
}

static OWN_FRAME Status denote_projection(Machine *machine, const Derivation *d, const Environment *e,
                                          const MonoidElement **out) {
  const MonoidElement *pair;
  TRY(denote_cartesian(machine, d->kid[0], e, &pair));
  if (pair->kind != ELEMENT_PAIR) return STATUS_STUCK;
  *out = pair->parts[d->kind == TERM_FST ? 0 : 1];
  return STATUS_OK;
}

static OWN_FRAME Status denote_app(Machine *machine, const Derivation *d, const Environment *e,
                                   const MonoidElement **out) {
  const MonoidElement *function, *argument;
  TRY(denote_cartesian(machine, d->kid[0], e, &function));
  TRY(denote_cartesian(machine, d->kid[1], e, &argument));
  return element_at(machine, function, argument, out);
}

/* map, zipWith and build: the body at the entries, or at the index.  Two Vec of
 * different lengths are outside the domain. */
static OWN_FRAME Status denote_array(Machine *machine, const Derivation *d, const Environment *e,
                                     const MonoidElement **out) {
  uint32_t n = type_node(&machine->store->types, d->type)->n;
  uint32_t arrays = d->kind == TERM_BUILD ? 0 : d->kind == TERM_MAP ? 1 : 2;
  const MonoidElement **parts, *array[2] = {NULL, NULL}, *bound;
  for (uint32_t a = 0; a < arrays; a++) TRY(denote_cartesian(machine, d->kid[a], e, &array[a]));
  if (arrays > 0 && n == TYPE_DYNAMIC) n = array[0]->count;
  if (arrays == 2 && array[1]->count != n) return STATUS_DOMAIN;
  TRY(element_parts(machine, n, &parts));
  for (uint32_t i = 0; i < n; i++) {
    const Environment *inner = e;
    if (arrays == 0) {
      TRY(element_int(machine, i, &bound));
      TRY(environment_extend(machine, inner, bound, &inner));
    }
    for (uint32_t a = 0; a < arrays; a++) {
      TRY(element_entry(machine, array[a], i, &bound));
      TRY(environment_extend(machine, inner, bound, &inner));
    }
    TRY(denote_cartesian(machine, d->kid[arrays], inner, &parts[i]));
  }
  return element_array(machine, d->type, n, parts, out);
}

static OWN_FRAME Status denote_index(Machine *machine, const Derivation *d, const Environment *e,
                                     const MonoidElement **out) {
  const MonoidElement *index, *array;
  TRY(denote_cartesian(machine, d->kid[0], e, &index));
  TRY(denote_cartesian(machine, d->kid[1], e, &array));
  return element_entry(machine, array, scalar_to_int(index->scalars[0]), out);
}

static OWN_FRAME Status denote_let(Machine *machine, const Derivation *d, const Environment *e,
                                   const MonoidElement **out) {
  const MonoidElement *bound;
  TRY(denote_cartesian(machine, d->kid[0], e, &bound));
  TRY(environment_extend(machine, e, bound, &e));
  return denote_cartesian(machine, d->kid[1], e, out);
}

/* Where the homomorphism is not defined the element still is: it has no value
 * at any argument. */
static OWN_FRAME Status denote_llam(Machine *machine, const Derivation *d, const Environment *e,
                                    const MonoidElement **out) {
  const Hom *hom;
  uint32_t depth = machine->depth;
  Status status = denote_linear(machine, d->kid[0], e, &hom);
  machine->depth = depth;
  if (status == STATUS_DOMAIN || status == STATUS_UNABLE)
    status = hom_new(machine, (Hom){.kind = HOM_UNDEFINED, .status = status}, &hom);
  if (status != STATUS_OK) return status;
  return element_function(machine, (FunctionElement){.element = {.kind = ELEMENT_HOM}, .hom = hom}, out);
}

static Status cartesian_node(Machine *machine, const Derivation *d, const Environment *e, const MonoidElement **out) {
  switch (d->kind) {
  /* [[x]]e = e(x) */
  case TERM_VAR: RULE(MON_VAR); return denote_var(e, d->payload, out);
  /* [[let x = t in s]]e = [[s]](e, [[t]]e) */
  case TERM_LET: RULE(MON_LET); return denote_let(machine, d, e, out);
  /* [[op(t)]]e = [[op]]([[t]]e) */
  case TERM_OP: RULE(MON_OP); return denote_op(machine, d, e, out);
  /* [[()]]e = ();  [[(t, s)]]e = ([[t]]e, [[s]]e);  [[fst t]]e and [[snd t]]e are its components */
  case TERM_UNIT: RULE(MON_PRODUCT); return element_new(machine, (MonoidElement){.kind = ELEMENT_UNIT}, out);
  case TERM_PAIR: return denote_pair(machine, d, e, out);
  case TERM_FST:
  case TERM_SND: return denote_projection(machine, d, e, out);
  /* [[\x. t]]e = x |-> [[t]](e, x);  [[t s]]e = [[t]]e([[s]]e) */
  case TERM_LAM:
    RULE(MON_FUNCTION);
    return element_function(machine, (FunctionElement){{.kind = ELEMENT_FUNCTION}, NULL, {d->kid[0], e}}, out);
  case TERM_APP: return denote_app(machine, d, e, out);
  /* [[build n (i. t)]]e = ([[t]](e, 0), ...), map and zipWith alike; [[index i t]]e = ([[t]]e)_i */
  case TERM_MAP:
  case TERM_ZIPWITH:
  case TERM_BUILD: RULE(MON_ARRAY); return denote_array(machine, d, e, out);
  case TERM_INDEX: return denote_index(machine, d, e, out);
  /* [[\v. t]]e = [[t]]e, a homomorphism */
  case TERM_LLAM: RULE(MON_LLAM); return denote_llam(machine, d, e, out);
  /* Finite sequences: see denote_vec.c */
  case TERM_ANY_VEC: return denote_vec(machine, d, e, out);
  /* Disjoint unions of Set, iteration, folds and sums: see denote_control.c */
  case TERM_ANY_CONTROL: return denote_control(machine, d, e, out);
  /* [[mu a. T]] is the least set with [[mu a. T]] = [[T[mu a. T/a]]]: [[roll t]]e = [[unroll t]]e = [[t]]e */
  case TERM_ROLL:
  case TERM_UNROLL: RULE(MON_ROLL); return denote_cartesian(machine, d->kid[0], e, out);
  case TERM_ANY_LINEAR: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status denote_cartesian(Machine *machine, const Derivation *d, const Environment *environment,
                        const MonoidElement **out) {
  TRY(machine_enter(machine));
  Status status = cartesian_node(machine, d, environment, out);
  machine_leave(machine);
  return status;
}
