/* E; z=w |- t => u: the clear interpreter of the dual-numbers languages.
 *
 * Constructors that stand in both judgements have one rule: z is passed to the
 * subterms of the same judgement, and is absent in Cartesian ones.  The last
 * premise of let, application and linear application is evaluated in the same C
 * frame. */
#include "semantics/dualnum/cases.h"
#include "semantics/dualnum/partial.h"
#include "semantics/dualnum/value.h"
#include "semantics/memory/try.h"

DualEnvironment *dual_extend(DualRun *run, const DualEnvironment *env) {
  DualEnvironment *inner = arena_alloc(run->machine->arena, sizeof *inner);
  if (inner == NULL) return NULL;
  inner->outer = env;
  inner->level = env == NULL ? 0 : env->level + 1;
  return inner;
}

static const DualTerm *get(const DualRun *run, DualTermId t) { return dual_get(&run->program->table, t); }

/* ------------------------------------------------------------- Cartesian -- */

static Status variable(const DualEnvironment *env, uint32_t level, DualValue *out) {
  while (env != NULL && env->level > level) env = env->outer;
  if (env == NULL || env->level != level) return STATUS_STUCK;
  *out = env->value;
  return STATUS_OK;
}

/* The scalars of a plain operand in one row. */
static Status operand(DualRun *run, const DualValue *value, Scalar *room, const Scalar **scalars) {
  *scalars = room;
  if (value->kind == DUAL_VALUE_REAL || value->kind == DUAL_VALUE_INT) {
    room[0] = value->scalar;
    return STATUS_OK;
  }
  if (value->kind != DUAL_VALUE_ARRAY) return STATUS_STUCK;
  Scalar *row = arena_array(run->machine->arena, value->n, sizeof *row);
  if (row == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < value->n; k++) row[k] = dual_parts(value)[k].scalar;
  *scalars = row;
  return STATUS_OK;
}

/* inl () where the test holds, else inr (). */
static Status test(DualRun *run, OpId id, const Scalar *const *scalars, DualValue *out) {
  static const DualValue nothing = {DUAL_VALUE_UNIT, 0, {0}, NULL};
  Machine *machine = run->machine;
  Scalar holds;
  Status status =
      op_value(&machine->store->ops, &machine->store->constants, machine->ring, id, scalars[0], scalars[1], &holds);
  if (status == STATUS_OK) *out = dual_boxed(scalar_to_int(holds) != 0 ? DUAL_VALUE_INL : DUAL_VALUE_INR, &nothing);
  return status;
}

static Status operation(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out) {
  Machine *machine = run->machine;
  OpId id = {t->payload};
  const OpNode *op = op_node(&machine->store->ops, id);
  Scalar room[OP_MAX_ARITY];
  const Scalar *scalars[OP_MAX_ARITY] = {NULL, NULL};
  for (uint32_t k = 0; k < op->arity; k++) {
    DualValue value;
    Status status = dual_value(run, t->kid[k], env, NULL, &value);
    if (status == STATUS_OK) status = operand(run, &value, &room[k], &scalars[k]);
    if (status != STATUS_OK) return status;
  }
  if (op_is_test(op)) return test(run, id, scalars, out);
  const TypeNode *result = type_node(&machine->store->types, op->result);
  uint32_t n = result->kind == TYPE_REAL ? result->n : 1;
  Scalar *row = arena_array(machine->arena, n, sizeof *row);
  DualValue *entries = arena_array(machine->arena, n, sizeof *entries);
  if (row == NULL || entries == NULL) return STATUS_LIMIT;
  Status status =
      op_value(&machine->store->ops, &machine->store->constants, machine->ring, id, scalars[0], scalars[1], row);
  if (status != STATUS_OK) return status;
  for (uint32_t k = 0; k < n; k++) entries[k] = dual_real_value(row[k]);
  *out = result->kind == TYPE_INT ? dual_int_value(scalar_to_int(row[0])) : dual_array_value(n, entries);
  return STATUS_OK;
}

static Status pair(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  DualValue a, b;
  TRY(dual_value(run, t->kid[0], env, z, &a));
  TRY(dual_value(run, t->kid[1], env, z, &b));
  return dual_pair(run, &a, &b, out);
}

static Status project(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  TRY(dual_value(run, t->kid[0], env, z, out));
  if (out->kind != DUAL_VALUE_PAIR) return STATUS_STUCK;
  *out = dual_parts(out)[t->kind == DUAL_TERM_SND];
  return STATUS_OK;
}

static Status linear_function(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out) {
  DualLinear *function = arena_alloc(run->machine->arena, sizeof *function);
  if (function == NULL) return STATUS_LIMIT;
  *function = (DualLinear){.env = env, .body = t->kid[0]};
  *out = dual_boxed(DUAL_VALUE_LINEAR, function);
  if (dual_type_node(&run->program->table, t->type)->kind != DUAL_REAL) return STATUS_OK;
  function->count = arena_alloc(run->machine->arena, sizeof *function->count);
  if (function->count == NULL) return STATUS_LIMIT;
  *function->count = (DualCalls){.gradient = 0};
  return STATUS_OK;
}

/* An Int by its term. */
Status dual_integer(DualRun *run, DualTermId t, const DualEnvironment *env, int64_t *n) {
  DualValue value;
  TRY(dual_value(run, t, env, NULL, &value));
  *n = scalar_to_int(value.scalar);
  return value.kind == DUAL_VALUE_INT ? STATUS_OK : STATUS_STUCK;
}

/* ---------------------------------------------------------------- linear -- */

/* The function of d b, for the caller to call: counted. */
static Status count_call(DualRun *run, const DualLinear *function) {
  DualCalls *count = function->count;
  if (count == NULL) return dual_step(run);
  if (count->gradient != run->gradient) count->calls = 0;
  count->gradient = run->gradient;
  count->calls++;
  run->meter->calls++;
  if (count->calls > run->meter->most_calls) run->meter->most_calls = count->calls;
  return dual_step(run);
}

Status dual_call(DualRun *run, const DualLinear *function, const DualValue *argument, DualValue *out) {
  TRY(count_call(run, function));
  return dual_value(run, function->body, function->env, argument, out);
}

/* E |- d => (E', z. r)   E; z=w |- b => u: leaves E', u and r for the caller. */
static Status linear_application(DualRun *run, const DualTerm *t, const DualEnvironment **env, const DualValue **z,
                                 DualTermId *body) {
  DualValue function, *argument = arena_alloc(run->machine->arena, sizeof *argument);
  if (argument == NULL) return STATUS_LIMIT;
  TRY(dual_value(run, t->kid[0], *env, NULL, &function));
  TRY(dual_value(run, t->kid[1], *env, *z, argument));
  if (function.kind != DUAL_VALUE_LINEAR) return STATUS_STUCK;
  const DualLinear *linear = function.data;
  *env = linear->env;
  *z = argument;
  *body = linear->body;
  return count_call(run, linear);
}

/* d_k op(x, y)(b) = b (d op / d x_k)(x, y) */
static Status partial(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  Ring *ring = run->machine->ring;
  const OpNode op = *op_node(&run->machine->store->ops, (OpId){t->payload});
  DualValue x, y, b;
  Status status = dual_value(run, t->kid[0], env, NULL, &x);
  y = x;
  if (status == STATUS_OK && op.arity == 2) status = dual_value(run, t->kid[1], env, NULL, &y);
  if (status == STATUS_OK) status = dual_value(run, t->kid[2], env, z, &b);
  if (status != STATUS_OK) return status;
  if (x.kind != DUAL_VALUE_REAL || y.kind != DUAL_VALUE_REAL || b.kind != DUAL_VALUE_REAL) return STATUS_STUCK;
  Scalar d = dual_partial(run->machine->store, ring, &op, t->type.id, x.scalar, y.scalar, NULL);
  *out = dual_real_value(ring_mul(ring, b.scalar, d));
  return ring_take_status(ring);
}

/* SCall d b, at the type that is staged. */
static Status staged_call(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z,
                          DualValue *out) {
  DualValue d, b;
  TRY(dual_value(run, t->kid[0], env, NULL, &d));
  TRY(dual_value(run, t->kid[1], env, z, &b));
  if (d.kind != DUAL_VALUE_PAIR || dual_parts(&d)[1].kind != DUAL_VALUE_LINEAR) return STATUS_STUCK;
  int64_t id = scalar_to_int(dual_parts(&d)[0].scalar);
  const DualLinear *function = dual_parts(&d)[1].data;
  const DualTypeNode *type = dual_type_node(&run->program->table, t->type);
  if (type->kind == DUAL_STAGED_T) return dual_staged_call(run, type->a, id, function, b.scalar, out);
  return dual_endo_make(run, &(DualEndo){.kind = ENDO_CALL, .id = id, .function = function, .value = b}, out);
}

/* SCotan c = (c, {}), and of an endofunction: acting on the cotangent. */
static Status cotangent(DualRun *run, const DualValue *b, DualValue *out) {
  RULE(DUAL_SCOTAN_STAGED);
  if (b->kind == DUAL_VALUE_ENDO) {
    return dual_endo_make(run, &(DualEndo){.kind = ENDO_COTANGENT, .first = b->data}, out);
  }
  DualStagedValue *staged = arena_alloc(run->machine->arena, sizeof *staged);
  if (staged == NULL) return STATUS_LIMIT;
  *staged = (DualStagedValue){*b, NULL};
  *out = dual_boxed(DUAL_VALUE_STAGED, staged);
  return STATUS_OK;
}

/* Constructors of linear bodies with one linear subterm, and at most one Int. */
static Status unary(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  int64_t i = 0;
  bool placed = t->kid[1].id != 0;
  DualValue b;
  TRY(placed ? dual_integer(run, t->kid[0], env, &i) : STATUS_OK);
  TRY(dual_value(run, t->kid[placed ? 1 : 0], env, z, &b));
  const void *inner = b.data;
  switch (t->kind) {
  case DUAL_TERM_SCOTAN: return cotangent(run, &b, out);
  case DUAL_TERM_SRESOLVE:
    return b.kind == DUAL_VALUE_STAGED ? dual_resolve(run, &b, out) : dual_resolve_endo(run, inner, t->type, out);
  case DUAL_TERM_ADDER: return dual_endo_make(run, &(DualEndo){.kind = ENDO_ADD, .value = b}, out);
  case DUAL_TERM_ENDO_FST: return dual_endo_make(run, &(DualEndo){.kind = ENDO_IN_FST, .first = inner}, out);
  case DUAL_TERM_ENDO_SND: return dual_endo_make(run, &(DualEndo){.kind = ENDO_IN_SND, .first = inner}, out);
  case DUAL_TERM_ENDO_AT: return dual_endo_make(run, &(DualEndo){.kind = ENDO_IN_ENTRY, .id = i, .first = inner}, out);
  case DUAL_TERM_SONEHOT: return dual_endo_make(run, &(DualEndo){.kind = ENDO_ONEHOT, .id = i, .value = b}, out);
  case DUAL_TERM_GATHER_MAP: return dual_gather_map(run, inner, t->payload, out);
  case DUAL_TERM_GATHER_ARRAY: return dual_gather_array(run, inner, t->payload, i, out);
  case DUAL_TERM_SWEEP: return dual_sweep(run, inner, t->payload, i, out);
  case DUAL_TERM_ANY_OTHER: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status entry(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  DualValue d, b;
  TRY(dual_value(run, t->kid[0], env, NULL, &d));
  TRY(dual_value(run, t->kid[1], env, z, &b));
  return dual_contrib_entry(run, &d, b.scalar, out);
}

static Status plus(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  DualValue a, b;
  TRY(dual_value(run, t->kid[0], env, z, &a));
  TRY(dual_value(run, t->kid[1], env, z, &b));
  return dual_plus(run, &a, &b, out);
}

/* ----------------------------------------------------------------- rules -- */

/* E |- t => w: E, x=w and s for the caller. */
static Status let(DualRun *run, const DualTerm *t, const DualEnvironment **env, DualTermId *body) {
  DualEnvironment *inner = dual_extend(run, *env);
  if (inner == NULL) return STATUS_LIMIT;
  Status status = dual_value(run, t->kid[0], *env, NULL, &inner->value);
  *env = inner;
  *body = t->kid[1];
  return status;
}

/* E |- t => (E', x. r)   E |- s => w: E', x=w and r for the caller. */
static Status application(DualRun *run, const DualTerm *t, const DualEnvironment **env, DualTermId *body) {
  DualValue function;
  TRY(dual_value(run, t->kid[0], *env, NULL, &function));
  if (function.kind != DUAL_VALUE_CLOSURE) return STATUS_STUCK;
  DualEnvironment *inner = dual_extend(run, function.data);
  if (inner == NULL) return STATUS_LIMIT;
  Status status = dual_value(run, t->kid[1], *env, NULL, &inner->value);
  *env = inner;
  *body = (DualTermId){function.n};
  return status;
}

static Status inject(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out) {
  DualValue *component = arena_alloc(run->machine->arena, sizeof *component);
  if (component == NULL) return STATUS_LIMIT;
  *out = dual_boxed(t->kind == DUAL_TERM_INL ? DUAL_VALUE_INL : DUAL_VALUE_INR, component);
  return dual_value(run, t->kid[0], env, NULL, component);
}

/* E |- r => inl w: E, x=w and the branch for the caller; the same for inr. */
static Status branch(DualRun *run, const DualTerm *t, const DualEnvironment **env, DualTermId *body) {
  DualValue scrutinee;
  TRY(dual_value(run, t->kid[0], *env, NULL, &scrutinee));
  if (scrutinee.kind != DUAL_VALUE_INL && scrutinee.kind != DUAL_VALUE_INR) return STATUS_STUCK;
  DualEnvironment *inner = dual_extend(run, *env);
  if (inner == NULL) return STATUS_LIMIT;
  inner->value = dual_parts(&scrutinee)[0];
  *env = inner;
  *body = t->kid[scrutinee.kind == DUAL_VALUE_INL ? 1 : 2];
  return STATUS_OK;
}

static Status iterate(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out) {
  int64_t n = 0;
  Status status = dual_integer(run, t->kid[0], env, &n);
  if (status == STATUS_OK) status = dual_value(run, t->kid[1], env, NULL, out);
  for (; n > 0 && status == STATUS_OK; n--) {
    DualEnvironment *inner = dual_extend(run, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = *out;
    status = dual_value(run, t->kid[2], inner, NULL, out);
  }
  return status;
}

static Status repeat(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out) {
  Status status = dual_value(run, t->kid[0], env, NULL, out);
  while (status == STATUS_OK) {
    DualValue holds;
    DualEnvironment *inner = dual_extend(run, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = *out;
    TRY(dual_value(run, t->kid[1], inner, NULL, &holds));
    if (holds.kind != DUAL_VALUE_INL) return holds.kind == DUAL_VALUE_INR ? STATUS_OK : STATUS_STUCK;
    status = dual_value(run, t->kid[2], inner, NULL, out);
  }
  return status;
}

/* E' = E, f=(E', x. s): E' and t for the caller. */
static Status recursive(DualRun *run, const DualTerm *t, const DualEnvironment **env, DualTermId *body) {
  DualEnvironment *inner = dual_extend(run, *env);
  if (inner == NULL) return STATUS_LIMIT;
  inner->value = (DualValue){DUAL_VALUE_CLOSURE, t->kid[0].id, {0}, inner};
  *env = inner;
  *body = t->kid[1];
  return STATUS_OK;
}

static Status rule(DualRun *run, DualTermId id, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  for (;;) {
    const DualTerm *t = get(run, id);
    TRY(dual_step(run));
    switch (t->kind) {
    /* the source language, and pairs and arrays in linear bodies            */
    case DUAL_TERM_VAR: RULE(DUALE_SOURCE); return variable(env, t->payload, out);
    case DUAL_TERM_OP: return operation(run, t, env, out);
    case DUAL_TERM_UNIT: *out = dual_boxed(DUAL_VALUE_UNIT, NULL); return STATUS_OK;
    case DUAL_TERM_PAIR: return pair(run, t, env, z, out);
    case DUAL_TERM_FST:
    case DUAL_TERM_SND: return project(run, t, env, z, out);
    case DUAL_TERM_LAM: *out = (DualValue){DUAL_VALUE_CLOSURE, t->kid[0].id, {0}, env}; return STATUS_OK;
    case DUAL_TERM_INDEX: return dual_index_entry(run, t, env, z, out);
    case DUAL_TERM_BUILD: return dual_build(run, t, env, z, out);
    case DUAL_TERM_INL:
    case DUAL_TERM_INR: return inject(run, t, env, out);
    /* data are what they are made of                                        */
    case DUAL_TERM_ROLL:
    case DUAL_TERM_UNROLL: id = t->kid[0]; continue;
    case DUAL_TERM_VNIL:
    case DUAL_TERM_SNOC:
    case DUAL_TERM_LENGTH: RULE(DUALE_VEC); return dual_vec(run, t, env, out);
    /* E |- is => [i_0, .., i_(m-1)], each i_j below k
     * -----------------------------------------------------------
     * E |- group k is m => [[j | i_j = 0], .., [j | i_j = k-1]]             */
    case DUAL_TERM_GROUP: RULE(DUALE_GROUP); return dual_group(run, t, env, out);
    /* E, ys=[w_j], i=i_0 |- t => (w, i_1)
     * ----------------------------------------------- w_j numbers; else by
     * E |- pointwise (ys i. t) [w_j] i_0 => (w, i_1)  component             */
    case DUAL_TERM_POINTWISE: RULE(DUALE_POINTWISE); return dual_pointwise(run, t, env, out);
    case DUAL_TERM_ITERATE: return iterate(run, t, env, out);
    case DUAL_TERM_WHILE: return repeat(run, t, env, out);
    case DUAL_TERM_CASE: TRY(branch(run, t, &env, &id)); continue;
    case DUAL_TERM_LETREC: TRY(recursive(run, t, &env, &id)); continue;
    case DUAL_TERM_LET: TRY(let(run, t, &env, &id)); continue;
    case DUAL_TERM_APP: TRY(application(run, t, &env, &id)); continue;
    /* E, j=k, i=i_k |- t => (w_k, i_(k+1))
     * ------------------------------------
     * E |- thread n (j i. t) i_0 => ([w_k], i_n)                            */
    case DUAL_TERM_THREAD: RULE(DUALE_THREAD); return dual_thread(run, t, env, out);
    /* --------------------------
     * E |- \_z. b => (E, z. b)                                              */
    case DUAL_TERM_LLAM: RULE(DUALE_LLAM); return linear_function(run, t, env, out);
    /* -----------------
     * E; z=w |- z => w                                                      */
    case DUAL_TERM_Z:
      RULE(DUALE_Z);
      if (z == NULL) return STATUS_STUCK;
      *out = *z;
      return STATUS_OK;
    /* E |- d => (E', z. r)   E; z=w |- b => u   E'; z=u |- r => u'
     * ------------------------------------------------------------
     * E; z=w |- d b => u'                                                   */
    case DUAL_TERM_LAPP:
      RULE(DUALE_LAPP);
      TRY(linear_application(run, t, &env, &z, &id));
      continue;
    /* E |- x => a   E |- y => c   E; z=w |- b => u
     * -----------------------------------------------------
     * E; z=w |- d_k op(x, y)(b) => u (d op / d x_k)(a, c)                   */
    case DUAL_TERM_PARTIAL: RULE(DUALE_PARTIAL); return partial(run, t, env, z, out);
    /* the monoid of the type: 0, b + c, sum of b_j, zero but at i           */
    case DUAL_TERM_ZERO: RULE(DUALE_MONOID); return dual_zero(run, t->type, out);
    case DUAL_TERM_PLUS: return plus(run, t, env, z, out);
    case DUAL_TERM_SUM: return dual_sum(run, t, env, z, out);
    case DUAL_TERM_ONEHOT: return dual_onehot(run, t, env, z, out);
    /* the interfaces of Staged, of endofunctions and of Contrib, by type    */
    case DUAL_TERM_SCALL: return staged_call(run, t, env, z, out);
    case DUAL_TERM_ENTRY: return entry(run, t, env, z, out);
    case DUAL_TERM_ANY_INTERFACE: return unary(run, t, env, z, out);
    /* functions of the two arrays, which are changed in place               */
    case DUAL_TERM_RLAM: return dual_resource_function(run, t, env, z, out);
    case DUAL_TERM_SALLOC: return dual_alloc(run, t, env, z, out);
    case DUAL_TERM_RES:
    case DUAL_TERM_RAPP:
    case DUAL_TERM_RITERATE:
    case DUAL_TERM_SFREEZE:
    case DUAL_TERM_NONE:
    case DUAL_TERM_COUNT: return STATUS_STUCK;
    }
    return STATUS_STUCK;
  }
}

Status dual_value(DualRun *run, DualTermId t, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  if (run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  Status status = rule(run, t, env, z, out);
  run->machine->depth++;
  return status;
}
