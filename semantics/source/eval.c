/* The source interpreter: environments and closures, over any ring.
 *
 * E |- t => w reads: in the environment E the term t has the value w.  There is
 * one rule a constructor, each in one `case`.  The last premise of let and of
 * application is evaluated in the same C frame, by going round the loop. */
#include "semantics/core/evaluator.h"
#include "semantics/core/rules.h"

#include <string.h>

/* Values.  A real^1 is a REAL with its scalar inline, any other real^n a VECTOR;
 * an array of length 0 is a VECTOR of length 0 whatever its elements. */
typedef enum ValueKind {
  VALUE_UNIT,
  VALUE_INT,
  VALUE_REAL,
  VALUE_VECTOR,
  VALUE_PAIR,
  VALUE_ARRAY,
  VALUE_CLOSURE
} ValueKind;

typedef struct Value {
  ValueKind kind;
  uint32_t n;       /* VECTOR, ARRAY: the length; CLOSURE: the body's TermId */
  Scalar scalar;    /* INT, REAL */
  const void *data; /* VECTOR: n Scalars; PAIR: 2 Values; ARRAY: n Values; CLOSURE: its Environment */
} Value;

/* E, x=w: the innermost identifier first. */
typedef struct Environment {
  Value value;
  const struct Environment *outer;
} Environment;

static const Value *parts(const Value *value) { return value->data; }

static Status evaluate(Machine *machine, TermId t, const Environment *env, Value *out);

/* E, x=w with the value still to be filled in; NULL at the arena's limit. */
static Environment *bind(Machine *machine, const Environment *outer) {
  Environment *env = arena_alloc(machine->arena, sizeof *env);
  if (env != NULL) env->outer = outer;
  return env;
}

/* --------------------------------------------------------------- operations -- */

/* The flat scalars of an operand (any pointer when there are none), NULL if it is not of the type that op takes. */
static const Scalar *operand(const Machine *machine, TypeId type, const Value *value) {
  const TypeNode *node = type_node(&machine->store->types, type);
  if (node->kind == TYPE_INT) return value->kind == VALUE_INT ? &value->scalar : NULL;
  if (value->n != node->n) return NULL;
  if (value->kind == VALUE_REAL || value->n == 0) return &value->scalar;
  return value->kind == VALUE_VECTOR ? value->data : NULL;
}

/* Makes *out a value of the type with scalars to be filled in; NULL at a limit. */
static Scalar *result(Machine *machine, TypeId type, Value *out) {
  const TypeNode *node = type_node(&machine->store->types, type);
  out->n = node->n;
  out->data = NULL;
  out->kind = node->kind == TYPE_INT ? VALUE_INT : VALUE_REAL;
  if (node->kind == TYPE_INT || node->n == 1) return &out->scalar;
  Scalar *scalars = arena_array(machine->arena, node->n, sizeof *scalars);
  out->kind = VALUE_VECTOR;
  out->data = scalars;
  return scalars;
}

static Status evaluate_op(Machine *machine, const Term *t, const Environment *env, Value *out) {
  const Store *store = machine->store;
  const OpNode *op = op_node(&store->ops, term_op_payload(t));
  const Scalar *scalars[OP_MAX_ARITY] = {NULL, NULL};
  Value values[OP_MAX_ARITY];
  for (uint32_t i = 0; i < op->arity; i++) {
    Status status = evaluate(machine, t->kid[i], env, &values[i]);
    if (status != STATUS_OK) return status;
    scalars[i] = operand(machine, op->operand[i], &values[i]);
    if (scalars[i] == NULL) return STATUS_STUCK;
  }
  Scalar *image = result(machine, op->result, out);
  if (image == NULL) return STATUS_LIMIT;
  return op_value(&store->ops, &store->constants, machine->ring, term_op_payload(t), scalars[0], scalars[1], image);
}

/* ------------------------------------------------------------------- arrays -- */

static bool is_array(const Value *value) {
  return value->kind == VALUE_REAL || value->kind == VALUE_VECTOR || value->kind == VALUE_ARRAY;
}

static Value real_value(Scalar scalar) { return (Value){VALUE_REAL, 1, scalar, NULL}; }
static Value int_value(uint32_t k) { return (Value){VALUE_INT, 0, scalar_from_int(k), NULL}; }

/* Entry k < n of an array. */
static Value entry(const Value *array, uint32_t k) {
  if (array->kind == VALUE_ARRAY) return parts(array)[k];
  return real_value(array->kind == VALUE_REAL ? array->scalar : ((const Scalar *)array->data)[k]);
}

/* The entries of a new array, put in order; the first says whether the array is
 * a real^n or one of other values. */
typedef struct Entries {
  uint32_t n;
  Scalar *scalars;
  Value *values;
} Entries;

static Status put_entry(Machine *machine, Entries *entries, uint32_t k, const Value *value) {
  bool real = value->kind == VALUE_REAL;
  if (k == 0 && real) entries->scalars = arena_array(machine->arena, entries->n, sizeof(Scalar));
  if (k == 0 && !real) entries->values = arena_array(machine->arena, entries->n, sizeof(Value));
  if (entries->scalars == NULL && entries->values == NULL) return STATUS_LIMIT;
  if (real != (entries->scalars != NULL)) return STATUS_STUCK;
  if (real)
    entries->scalars[k] = value->scalar;
  else
    entries->values[k] = *value;
  return STATUS_OK;
}

static Value array_of(const Entries *entries) {
  if (entries->values != NULL) return (Value){VALUE_ARRAY, entries->n, {0}, entries->values};
  if (entries->n == 1) return real_value(entries->scalars[0]);
  return (Value){VALUE_VECTOR, entries->n, {0}, entries->scalars};
}

/* [w0,...] with E, x=ak, y=bk |- t => wk: map when b is NULL (no y), zipWith else. */
static Status evaluate_each(Machine *machine, const Value *a, const Value *b, TermId t, const Environment *env,
                            Value *out) {
  if (!is_array(a) || (b != NULL && (!is_array(b) || a->n != b->n))) return STATUS_STUCK;
  Entries entries = {a->n, NULL, NULL};
  for (uint32_t k = 0; k < a->n; k++) {
    Environment *inner = bind(machine, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = entry(a, k);
    if (b != NULL) {
      inner = bind(machine, inner);
      if (inner == NULL) return STATUS_LIMIT;
      inner->value = entry(b, k);
    }
    Status status = evaluate(machine, t, inner, out);
    if (status == STATUS_OK) status = put_entry(machine, &entries, k, out);
    if (status != STATUS_OK) return status;
  }
  *out = array_of(&entries);
  return STATUS_OK;
}

static Status evaluate_map(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value array;
  Status status = evaluate(machine, t->kid[0], env, &array);
  return status == STATUS_OK ? evaluate_each(machine, &array, NULL, t->kid[1], env, out) : status;
}

static Status evaluate_zipwith(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value a, b;
  Status status = evaluate(machine, t->kid[0], env, &a);
  if (status == STATUS_OK) status = evaluate(machine, t->kid[1], env, &b);
  return status == STATUS_OK ? evaluate_each(machine, &a, &b, t->kid[2], env, out) : status;
}

static Status evaluate_build(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Entries entries = {t->payload, NULL, NULL};
  for (uint32_t k = 0; k < entries.n; k++) {
    Environment *inner = bind(machine, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = int_value(k);
    Status status = evaluate(machine, t->kid[0], inner, out);
    if (status == STATUS_OK) status = put_entry(machine, &entries, k, out);
    if (status != STATUS_OK) return status;
  }
  *out = array_of(&entries);
  return STATUS_OK;
}

static Status evaluate_index(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value i, array;
  Status status = evaluate(machine, t->kid[0], env, &i);
  if (status == STATUS_OK) status = evaluate(machine, t->kid[1], env, &array);
  if (status != STATUS_OK) return status;
  if (i.kind != VALUE_INT || !is_array(&array)) return STATUS_STUCK;
  int64_t k = scalar_to_int(i.scalar);
  if (k < 0 || k >= array.n) return STATUS_DOMAIN;
  *out = entry(&array, (uint32_t)k);
  return STATUS_OK;
}

/* -------------------------------------------------------------------- rules -- */

static Status evaluate_pair(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value *pair = arena_alloc(machine->arena, 2 * sizeof *pair);
  if (pair == NULL) return STATUS_LIMIT;
  *out = (Value){VALUE_PAIR, 0, {0}, pair};
  Status status = evaluate(machine, t->kid[0], env, &pair[0]);
  return status == STATUS_OK ? evaluate(machine, t->kid[1], env, &pair[1]) : status;
}

/* Component k of the pair that t evaluates to. */
static Status project(Machine *machine, TermId t, int k, const Environment *env, Value *out) {
  Status status = evaluate(machine, t, env, out);
  if (status != STATUS_OK) return status;
  if (out->kind != VALUE_PAIR) return STATUS_STUCK;
  *out = parts(out)[k];
  return STATUS_OK;
}

static Status lookup(const Environment *env, uint32_t index, Value *out) {
  for (; env != NULL && index > 0; index--) env = env->outer;
  if (env == NULL) return STATUS_STUCK;
  *out = env->value;
  return STATUS_OK;
}

static Status evaluate_rule(Machine *machine, TermId id, const Environment *env, Value *out) {
  for (;;) {
    if (machine->fuel == 0) return STATUS_LIMIT;
    machine->fuel--;
    const Term *t = term(machine->store, id);
    Environment *inner;
    Status status;
    switch (t->kind) {
    /* --------------
     * E |- x => E(x)                                                       */
    case TERM_VAR: RULE(SRCE_VAR); return lookup(env, t->payload, out);
    /* E |- t => w   E, x=w |- s => u
     * ------------------------------
     * E |- let x = t in s => u                                             */
    case TERM_LET:
      RULE(SRCE_LET);
      inner = bind(machine, env);
      if (inner == NULL) return STATUS_LIMIT;
      status = evaluate(machine, t->kid[0], env, &inner->value);
      if (status != STATUS_OK) return status;
      id = t->kid[1];
      env = inner;
      continue;
    /* E |- ti => ci
     * --------------------------------------
     * E |- op(t1,...,tk) => [[op]](c1,...,ck)                              */
    case TERM_OP: RULE(SRCE_OP); return evaluate_op(machine, t, env, out);
    /* ------------
     * E |- () => ()                                                        */
    case TERM_UNIT:
      RULE(SRCE_UNIT);
      *out = (Value){VALUE_UNIT, 0, {0}, NULL};
      return STATUS_OK;
    /* E |- t => w   E |- s => u
     * -------------------------
     * E |- (t, s) => (w, u)                                                */
    case TERM_PAIR: RULE(SRCE_PAIR); return evaluate_pair(machine, t, env, out);
    /* E |- t => (w, u)
     * ----------------
     * E |- fst t => w                                                      */
    case TERM_FST: RULE(SRCE_FST); return project(machine, t->kid[0], 0, env, out);
    /* E |- t => (w, u)
     * ----------------
     * E |- snd t => u                                                      */
    case TERM_SND: RULE(SRCE_SND); return project(machine, t->kid[0], 1, env, out);
    /* ----------------------
     * E |- \x. t => (E, x. t)                                              */
    case TERM_LAM:
      RULE(SRCE_LAM);
      *out = (Value){VALUE_CLOSURE, t->kid[0].id, {0}, env};
      return STATUS_OK;
    /* E |- t => (E', x. r)   E |- s => w   E', x=w |- r => u
     * ------------------------------------------------------
     * E |- t s => u                                                        */
    case TERM_APP:
      RULE(SRCE_APP);
      status = evaluate(machine, t->kid[0], env, out);
      if (status != STATUS_OK) return status;
      if (out->kind != VALUE_CLOSURE) return STATUS_STUCK;
      inner = bind(machine, out->data);
      if (inner == NULL) return STATUS_LIMIT;
      status = evaluate(machine, t->kid[1], env, &inner->value);
      if (status != STATUS_OK) return status;
      id = (TermId){out->n};
      env = inner;
      continue;
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
    case TERM_LVAR:
    case TERM_LETV:
    case TERM_LOP:
    case TERM_COPOWER:
    case TERM_CASE:
    case TERM_LLAM:
    case TERM_LAPP:
    case TERM_ZERO:
    case TERM_PLUS:
    case TERM_LSUM:
    case TERM_ONEHOT:
    case TERM_DMAP:
    case TERM_DMAPT:
    case TERM_NONE:
    case TERM_KIND_COUNT: return STATUS_STUCK;
    }
    return STATUS_STUCK;
  }
}

static Status evaluate(Machine *machine, TermId t, const Environment *env, Value *out) {
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = evaluate_rule(machine, t, env, out);
  machine->depth++;
  return status;
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
  out->data = read;
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
    *out = node->n == 1 ? real_value(**input) : (Value){VALUE_VECTOR, node->n, {0}, *input};
    *input += node->n;
    return STATUS_OK;
  case TYPE_PROD: out->kind = VALUE_PAIR; return read_parts(machine, types, 2, input, out);
  case TYPE_ARRAY:
    *out = (Value){node->n == 0 ? VALUE_VECTOR : VALUE_ARRAY, node->n, {0}, NULL};
    return read_parts(machine, types, node->n, input, out);
  case TYPE_NONE:
  case TYPE_FUN:
  case TYPE_LFUN:
  case TYPE_LREAL:
  case TYPE_LUNIT:
  case TYPE_LPROD:
  case TYPE_POWER:
  case TYPE_COPOWER:
  case TYPE_LARRAY: return STATUS_ILL_TYPED;
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

static Status source_eval(Machine *machine, const Program *program, const Scalar *input, Scalar *output) {
  const TypeNode *type = type_node(&machine->store->types, program->type);
  if (!type->source || type->dim == TYPE_NOT_FLAT) return STATUS_ILL_TYPED;
  const Environment *env = NULL;
  for (uint32_t i = 0; i < program->length; i++) {
    Environment *inner = bind(machine, env);
    if (inner == NULL) return STATUS_LIMIT;
    Status status = read_flat(machine, program->context[i], &input, &inner->value);
    if (status != STATUS_OK) return status;
    env = inner;
  }
  Value value;
  Status status = evaluate(machine, program->term, env, &value);
  return status == STATUS_OK ? write_flat(machine, program->type, &value, &output) : status;
}

const Evaluator source_evaluator = {"source", false, source_eval, NULL};
