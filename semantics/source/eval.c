/* The source interpreter: environments and closures, over any ring.  Its first-order
 * core is core.c; here are the rules of the other constructors, of operations other
 * than those of a ring on reals, and flat values.
 *
 * E |- t => w reads: in the environment E the term t has the value w.  There is
 * one rule a constructor, each in one `case`.  The last premise of application is
 * evaluated in the same C frame: the rule answers with it. */
#include "semantics/memory/try.h"
#include "semantics/source/formed.h"
#include "semantics/source/interpreter.h"
#include "semantics/tables/cases.h"

#include <string.h>

/* --------------------------------------------------------------- operations -- */

/* The flat scalars of an operand (any pointer when there are none), NULL if it is not of the type that op takes. */
static const Scalar *operand(const Machine *machine, TypeId type, const Value *value) {
  const TypeNode *node = type_node(&machine->store->types, type);
  if (node->kind == TYPE_INT) return value->kind == VALUE_INT ? &value->scalar : NULL;
  if (value->n != node->n) return NULL;
  if (value->kind == VALUE_REAL || value->n == 0) return &value->scalar;
  return value->kind == VALUE_VECTOR ? vector(value) : NULL;
}

/* Makes *out a value of the type with scalars to be filled in; NULL at a limit. */
static Scalar *result(Machine *machine, TypeId type, Value *out) {
  const TypeNode *node = type_node(&machine->store->types, type);
  out->n = node->n;
  out->parts = NULL;
  out->kind = node->kind == TYPE_INT ? VALUE_INT : VALUE_REAL;
  if (node->kind == TYPE_INT || node->n == 1) return &out->scalar;
  Scalar *scalars = arena_array(machine->arena, node->n, sizeof *scalars);
  out->kind = VALUE_VECTOR;
  out->parts = (const void *)scalars;
  return scalars;
}

/* inl () where the test holds, else inr (). */
static Status evaluate_test(Machine *machine, OpId op, const Scalar *const *operands, Value *out) {
  static const Value unit = {VALUE_UNIT, 0, {0}, NULL};
  const Store *store = machine->store;
  Scalar holds;
  Status status = op_value(&store->ops, &store->constants, machine->ring, op, operands[0], operands[1], &holds);
  *out = (Value){scalar_to_int(holds) != 0 ? VALUE_INL : VALUE_INR, 0, {0}, &unit};
  return status;
}

static Status evaluate_op(Machine *machine, const Term *t, const Environment *env, Value *out) {
  const Store *store = machine->store;
  const OpNode *op = op_node(&store->ops, term_op_payload(t));
  const Scalar *scalars[OP_MAX_ARITY] = {NULL, NULL};
  Value values[OP_MAX_ARITY];
  for (uint32_t i = 0; i < op->arity; i++) {
    TRY(source_evaluate(machine, t->kid[i], env, &values[i]));
    scalars[i] = operand(machine, op->operand[i], &values[i]);
    if (scalars[i] == NULL) return STATUS_STUCK;
  }
  if (op_is_test(op)) return evaluate_test(machine, term_op_payload(t), scalars, out);
  Scalar *image = result(machine, op->result, out);
  if (image == NULL) return STATUS_LIMIT;
  return op_value(&store->ops, &store->constants, machine->ring, term_op_payload(t), scalars[0], scalars[1], image);
}

/* -------------------------------------------------------------------- rules -- */

static Status inject(Machine *machine, const Term *t, ValueKind kind, const Environment *env, Value *out) {
  Value *component = arena_alloc(machine->arena, sizeof *component);
  if (component == NULL) return STATUS_LIMIT;
  *out = (Value){kind, 0, {0}, component};
  return source_evaluate(machine, t->kid[0], env, component);
}

/* E, f=(E', x. s) with E' the environment that is made: f is in its own scope. */
static Status bind_recursive(Machine *machine, const Term *t, const Environment *env, const Environment **out) {
  Environment *inner = bind(machine, env);
  if (inner == NULL) return STATUS_LIMIT;
  inner->value = (Value){VALUE_CLOSURE, t->kid[0].id, {0}, (const void *)inner};
  *out = inner;
  return STATUS_OK;
}

/* The last premise, with which the core goes on. */
static Status go_on(Status status, TermId t, const Environment *env, Step *step) {
  step->last = t;
  step->env = env;
  return status;
}

static Status evaluate_other(Machine *machine, const Term *t, const Environment *env, Step *step) {
  Value *out = &step->result.value;
  Environment *inner;
  Status status;
  switch (t->kind) {
  case TERM_OP: return evaluate_op(machine, t, env, out);
  /* ----------------------
   * E |- \x. t => (E, x. t)                                              */
  case TERM_LAM:
    RULE(SRCE_LAM);
    *out = (Value){VALUE_CLOSURE, t->kid[0].id, {0}, (const void *)env};
    return STATUS_OK;
  /* E |- t => (E', x. r)   E |- s => w   E', x=w |- r => u
   * ------------------------------------------------------
   * E |- t s => u                                                        */
  case TERM_APP:
    RULE(SRCE_APP);
    TRY(source_evaluate(machine, t->kid[0], env, out));
    if (out->kind != VALUE_CLOSURE) return STATUS_STUCK;
    inner = bind(machine, closed(out));
    if (inner == NULL) return STATUS_LIMIT;
    status = source_evaluate(machine, t->kid[1], env, &inner->value);
    return go_on(status, (TermId){out->n}, inner, step);
  /* E |- s => [ak]   E, x=ak |- t => wk
   * -----------------------------------
   * E |- map(x. t, s) => [wk]                                            */
  case TERM_MAP: RULE(SRCE_MAP); return evaluate_map(machine, t, env, out);
  /* E |- a => [ak]   E |- b => [bk]   E, x=ak, y=bk |- t => wk
   * ----------------------------------------------------------
   * E |- zipWith(x y. t, a, b) => [wk]                                   */
  case TERM_ZIPWITH: RULE(SRCE_ZIPWITH); return evaluate_zipwith(machine, t, env, out);
  /* E, i=k |- t => wk, k = 0..n-1
   * -----------------------------
   * E |- build n (i. t) => [wk]                                          */
  case TERM_BUILD: RULE(SRCE_BUILD); return evaluate_build(machine, t, env, out);
  /* E |- i => k   E |- t => [wj]
   * ----------------------------  k < n; else outside the domain
   * E |- index i t => wk                                                 */
  case TERM_INDEX: RULE(SRCE_INDEX); return evaluate_index(machine, t, env, out);
  /* E |- t => w                 E |- t => w
   * -------------------         -------------------
   * E |- inl t => inl w         E |- inr t => inr w                      */
  case TERM_INL: RULE(SRCE_INL); return inject(machine, t, VALUE_INL, env, out);
  case TERM_INR: RULE(SRCE_INR); return inject(machine, t, VALUE_INR, env, out);
  /* E |- r => inl w   E, x=w |- t => u
   * -------------------------------------------  and for inr w with E, y=w |- s => u
   * E |- case r of {inl x -> t; inr y -> s} => u                         */
  case TERM_MATCH:
    RULE(SRCE_MATCH);
    TRY(source_evaluate(machine, t->kid[0], env, out));
    if (out->kind != VALUE_INL && out->kind != VALUE_INR) return STATUS_STUCK;
    inner = bind(machine, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = parts(out)[0];
    return go_on(STATUS_OK, t->kid[out->kind == VALUE_INL ? 1 : 2], inner, step);
  /* E |- k => n   E |- s => w0   E, x=wi |- t => w(i+1)
   * ---------------------------------------------------  w0 for n <= 0
   * E |- iterate k (x. t) s => wn                                        */
  case TERM_ITERATE: RULE(SRCE_ITERATE); return evaluate_iterate(machine, t, env, out);
  /* E |- s => w0   E, x=wi |- b => inl () for i < n, inr () for n   E, x=wi |- t => w(i+1)
   * -------------------------------------------------------------------------------------
   * E |- while (x. b) (x. t) s => wn                                     */
  case TERM_WHILE: RULE(SRCE_WHILE); return evaluate_while(machine, t, env, out);
  /* E |- s => w0   E |- as => [ai]   E, a=wi, x=ai |- t => w(i+1)
   * -------------------------------------------------------------
   * E |- fold (a x. t) s as => wn,   scan (a x. t) s as => [w0,...,wn]   */
  case TERM_FOLD: RULE(SRCE_FOLD); return evaluate_fold(machine, t, env, out);
  case TERM_SCAN: RULE(SRCE_SCAN); return evaluate_scan(machine, t, env, out);
  /* E |- t => [wi]
   * ---------------------------------
   * E |- total t => w0 + ... + w(n-1)                                    */
  case TERM_TOTAL: RULE(SRCE_TOTAL); return evaluate_total(machine, t, env, out);
  /* E |- is => [kj]   E |- as => [wi]            E |- is => [ki]   E |- as => [wi]
   * ---------------------------------  kj < n    -------------------------------------------
   * E |- gather is as => [w(kj)]                 E |- scatter n is as => [sum of wi, ki = j] */
  case TERM_GATHER: RULE(SRCE_GATHER); return evaluate_gather(machine, t, env, out);
  case TERM_SCATTER: RULE(SRCE_SCATTER); return evaluate_scatter(machine, t, env, out);
  /* E |- k => n   E, i=k |- t => wk, k = 0..n-1
   * -------------------------------------------  [] for n <= 0
   * E |- vbuild k (i. t) => [wk]                                         */
  case TERM_VBUILD: RULE(SRCE_VBUILD); return evaluate_vbuild(machine, t, env, out);
  /* E |- t => [w0,...,w(n-1)]
   * -------------------------
   * E |- length t => n                                                   */
  case TERM_LENGTH: RULE(SRCE_LENGTH); return evaluate_length(machine, t, env, out);
  /* E |- t => [wk]   E, x=wk |- b => inl () for the k = k0 < ... < km alone
   * -----------------------------------------------------------------------
   * E |- filter (x. b) t => [w(k0),...,w(km)]                            */
  case TERM_FILTER: RULE(SRCE_FILTER); return evaluate_filter(machine, t, env, out);
  /* E |- t => [w0,...]   E |- s => [u0,...]
   * ---------------------------------------
   * E |- append t s => [w0,...,u0,...]                                   */
  case TERM_APPEND: RULE(SRCE_APPEND); return evaluate_append(machine, t, env, out);
  /* E |- k => n   E |- is => [ki]   E |- as => [wi]
   * -----------------------------------------------  ki < n
   * E |- vscatter k is as => [sum of wi, ki = j], j = 0..n-1             */
  case TERM_VSCATTER: RULE(SRCE_VSCATTER); return evaluate_vscatter(machine, t, env, out);
  /* E' = E, f=(E', x. s)   E' |- t => w
   * -----------------------------------
   * E |- letrec f = \x. s in t => w                                      */
  case TERM_LETREC:
    RULE(SRCE_LETREC);
    status = bind_recursive(machine, t, env, &env);
    return go_on(status, t->kid[1], env, step);
  /* E |- t => w             E |- t => w
   * ----------------        ------------------  a value and its roll are one
   * E |- roll t => w        E |- unroll t => w                           */
  case TERM_ROLL:
  case TERM_UNROLL: RULE(SRCE_ROLL); return go_on(STATUS_OK, t->kid[0], env, step);
  /* of the core, and of the target language */
  case TERM_ANY_LINEAR:
  case TERM_VAR:
  case TERM_LET:
  case TERM_UNIT:
  case TERM_PAIR:
  case TERM_FST:
  case TERM_SND:
  case TERM_LLAM: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Step source_step(Machine *machine, const Term *t, const Environment *env) {
  Step step;
  step.last.id = 0;
  step.result.status = evaluate_other(machine, t, env, &step);
  if (step.result.status != STATUS_OK) step.last.id = 0;
  return step;
}

/* -------------------------------------------------------------- flat values -- */

/* Flat forms are in evaluator.h.  Both functions move the pointer past what they
 * read or wrote. */
static Status read_flat(Machine *machine, TypeId type, const Scalar **input, Value *out);

static Status read_parts(Machine *machine, const TypeId *types, uint32_t n, const Scalar **input, Value *out) {
  Value *read = arena_array(machine->arena, n, sizeof *read);
  if (read == NULL || machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    status = read_flat(machine, out->kind == VALUE_PAIR ? types[k] : types[0], input, &read[k]);
  }
  machine->depth++;
  out->parts = read;
  return status;
}

/* The value of a first-order type whose scalars come next in the input. */
static Status read_flat(Machine *machine, TypeId type, const Scalar **input, Value *out) {
  const TypeNode *node = type_node(&machine->store->types, type);
  const TypeId types[2] = {node->a, node->b};
  switch (node->kind) {
  case TYPE_UNIT: *out = (Value){VALUE_UNIT, 0, {0}, NULL}; return STATUS_OK;
  case TYPE_INT: *out = (Value){VALUE_INT, 0, *(*input)++, NULL}; return STATUS_OK;
  case TYPE_REAL:
    *out = node->n == 1 ? real_value(**input) : (Value){VALUE_VECTOR, node->n, {0}, (const void *)*input};
    *input += node->n;
    return STATUS_OK;
  case TYPE_PROD: out->kind = VALUE_PAIR; return read_parts(machine, types, 2, input, out);
  case TYPE_ARRAY:
    *out = (Value){node->n == 0 ? VALUE_VECTOR : VALUE_ARRAY, node->n, {0}, NULL};
    return read_parts(machine, types, node->n, input, out);
  case TYPE_ANY_UNSIZED:
  case TYPE_ANY_LINEAR: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

/* Writes a value of the first-order type. */
static Status write_flat(Machine *machine, TypeId type, const Value *value, Scalar **output) {
  const TypeNode *node = type_node(&machine->store->types, type);
  if (node->dim == 0) return STATUS_OK;
  if (node->kind == TYPE_REAL || node->kind == TYPE_INT) {
    const Scalar *scalars = operand(machine, type, value);
    if (scalars == NULL) return STATUS_STUCK;
    memcpy(*output, scalars, node->dim * sizeof **output);
    *output += node->dim;
    return STATUS_OK;
  }
  bool pair = node->kind == TYPE_PROD;
  if (value->kind != (pair ? VALUE_PAIR : VALUE_ARRAY) || (!pair && value->n != node->n)) return STATUS_STUCK;
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < (pair ? 2 : node->n) && status == STATUS_OK; k++) {
    status = write_flat(machine, pair && k == 1 ? node->b : node->a, &parts(value)[k], output);
  }
  machine->depth++;
  return status;
}

/* Whether all terms are as the core's proof asks for; those that were looked at before are not looked at again. */
static bool known_formed(Store *store) {
  if (!store_formed_beyond(store, store->formed_working, store->formed_definitions)) return false;
  store->formed_working = store->terms.working.count;
  store->formed_definitions = store->terms.definitions.count;
  return true;
}

static Status source_eval(Machine *machine, const Program *program, const Scalar *input, Scalar *output) {
  if (!known_formed(machine->store)) return STATUS_STUCK;
  const TypeNode *type = type_node(&machine->store->types, program->type);
  if (!type->source || type->dim == TYPE_NOT_FLAT) return STATUS_ILL_TYPED;
  const Environment *env = NULL;
  for (uint32_t i = 0; i < program->length; i++) {
    Environment *inner = bind(machine, env);
    if (inner == NULL) return STATUS_LIMIT;
    TRY(read_flat(machine, program->context[i], &input, &inner->value));
    env = inner;
  }
  Value value;
  TRY(source_evaluate(machine, program->term, env, &value));
  return write_flat(machine, program->type, &value, &output);
}

const Evaluator source_evaluator = {"source", false, source_eval, NULL};
