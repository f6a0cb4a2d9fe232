/* The evaluator: E |- e => w, E by symbols with the innermost binding first.
 *
 * Linear maps are made and applied by the representation at hand.  The bodies of
 * let, calls and branches are evaluated in the same C frame, and folds are loops:
 * C recursion is bounded by the nesting of terms. */
#include "semantics/linmap/cases.h"
#include "semantics/linmap/meaning.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

const LmRep *const linmap_representations[LM_REPRESENTATIONS] = {&linmap_matrices, &linmap_closures, &linmap_trees};

typedef LmEnvironment Env;

static Env *bind(LmEval *eval, const Env *outer, LmSymbol x) {
  Env *env = arena_alloc(eval->machine->arena, sizeof *env);
  if (env != NULL) *env = (Env){.outer = outer, .x = x};
  return env;
}

/* E, x=w |- t */
static Status evaluate_under(LmEval *eval, const LmTerm *t, const Env *outer, LmSymbol x, const LmValue *w,
                             LmValue *out) {
  Env env = {outer, x, *w};
  return linmap_eval(eval, t, &env, out);
}

static Status evaluate_tuple(LmEval *eval, const LmTerm *t, const Env *env, LmValue *out) {
  LmValue tuple;
  Status status = lm_value_parts(eval, LM_VALUE_TUPLE, t->count, &tuple);
  for (uint32_t k = 0; k < t->count && status == STATUS_OK; k++)
    status = linmap_eval(eval, t->kid[k], env, &tuple.part[k]);
  *out = tuple;
  return status;
}

static LmValue natural(uint32_t k) { return (LmValue){.kind = LM_VALUE_NAT, .scalar = scalar_from_int(k)}; }

/* The entries may be maps that keep their environment: it is not on the C stack. */
static Status evaluate_build(LmEval *eval, const LmTerm *t, const Env *env, LmValue *out) {
  LmValue size = {0}, vector;
  TRY(linmap_eval(eval, t->kid[0], env, &size));
  if (scalar_to_int(size.scalar) != t->n) return STATUS_STUCK;
  Status status = lm_value_parts(eval, LM_VALUE_VEC, t->n, &vector);
  for (uint32_t k = 0; k < t->n && status == STATUS_OK; k++) {
    Env *inner = bind(eval, env, t->x);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = natural(k);
    status = linmap_eval(eval, t->kid[1], inner, &vector.part[k]);
  }
  *out = vector;
  return status;
}

/* ------------------------------------------------------------------- folds -- */

/* acc, v and room to settle an accumulator without maps in. */
typedef struct Folding {
  LmValue acc, v;
  const LmType *type; /* of acc; NULL when it has maps and cannot be settled */
  Scalar *buffer;
} Folding;

static Status open_fold(LmEval *eval, const LmTerm *acc, const LmTerm *v, const Env *env, Folding *f) {
  TRY(linmap_eval(eval, acc, env, &f->acc));
  TRY(linmap_eval(eval, v, env, &f->v));
  if (f->v.kind != LM_VALUE_VEC) return STATUS_STUCK;
  f->type = linmap_type_plain(acc->type) ? acc->type : NULL;
  f->buffer = f->type == NULL ? NULL : arena_array(eval->machine->arena, linmap_slots(f->type) + 1, sizeof(Scalar));
  return f->type != NULL && f->buffer == NULL ? STATUS_LIMIT : STATUS_OK;
}

static Status evaluate_fold(LmEval *eval, const LmTerm *t, const Env *env, LmValue *out) {
  Folding f;
  Status status = open_fold(eval, t->kid[1], t->kid[2], env, &f);
  for (uint32_t k = 0; status == STATUS_OK && k < f.v.n; k++) {
    ArenaMark mark = arena_mark(eval->machine->arena);
    Env *inner = bind(eval, env, t->x);
    if (inner == NULL) return STATUS_LIMIT;
    status = lm_value_pair(eval, &f.acc, &f.v.part[k], &inner->value);
    if (status == STATUS_OK) status = linmap_eval(eval, t->kid[0], inner, &f.acc);
    if (status == STATUS_OK && f.type != NULL) status = lm_value_settle(eval, mark, f.type, f.buffer, &f.acc);
  }
  *out = f.acc;
  return status;
}

/* Copies two tangent vectors or values to before the mark, which is released. */
static Status settle_two(LmEval *eval, ArenaMark mark, const LmType *const types[2], Scalar *buffer, LmValue *first,
                         LmValue *second) {
  Scalar *end = buffer;
  const Scalar *read = buffer;
  lm_value_write(first, &end);
  lm_value_write(second, &end);
  arena_release(eval->machine->arena, mark);
  TRY(lm_value_read(eval, types[0], &read, first));
  return lm_value_read(eval, types[1], &read, second);
}

/* acc and dacc go along together. */
static Status ffold_step(LmEval *eval, const LmTerm *t, const Env *env, Folding *f, const LmValue *dv, uint32_t k,
                         LmValue *dacc) {
  LmValue step = {0}, tangents, both;
  TRY(lm_value_pair(eval, &f->acc, &f->v.part[k], &step));
  TRY(lm_value_pair(eval, dacc, &dv->part[k], &tangents));
  TRY(lm_value_pair(eval, &step, &tangents, &both));
  TRY(evaluate_under(eval, t->kid[1], env, t->y, &both, dacc));
  return evaluate_under(eval, t->kid[0], env, t->x, &step, &f->acc);
}

static Status evaluate_ffold(LmEval *eval, const LmTerm *t, const Env *env, LmValue *out) {
  Folding f;
  LmValue dv = {0}, dacc = {0};
  const LmType *const types[2] = {t->kid[2]->type, t->type};
  Status status = open_fold(eval, t->kid[2], t->kid[3], env, &f);
  if (status == STATUS_OK) status = linmap_eval(eval, t->kid[4], env, &dacc);
  if (status == STATUS_OK) status = linmap_eval(eval, t->kid[5], env, &dv);
  Scalar *buffer =
      arena_array(eval->machine->arena, linmap_slots(types[0]) + linmap_slots(types[1]) + 1, sizeof *buffer);
  if (buffer == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; status == STATUS_OK && k < f.v.n; k++) {
    ArenaMark mark = arena_mark(eval->machine->arena);
    status = ffold_step(eval, t, env, &f, &dv, k, &dacc);
    if (status == STATUS_OK) status = settle_two(eval, mark, types, buffer, &f.acc, &dacc);
  }
  *out = dacc;
  return status;
}

/* All (acc, v[k]) on the way. */
static Status record_steps(LmEval *eval, const LmTerm *t, const Env *env, Folding *f, LmValue *steps) {
  Status status = lm_value_parts(eval, LM_VALUE_VEC, f->v.n, steps);
  for (uint32_t k = 0; status == STATUS_OK && k < f->v.n; k++) {
    status = lm_value_pair(eval, &f->acc, &f->v.part[k], &steps->part[k]);
    ArenaMark mark = arena_mark(eval->machine->arena);
    if (status == STATUS_OK) status = evaluate_under(eval, t->kid[0], env, t->x, &steps->part[k], &f->acc);
    if (status == STATUS_OK) status = lm_value_settle(eval, mark, f->type, f->buffer, &f->acc);
  }
  return status;
}

/* Forward, keeping every accumulator; then backward.  ds starts as the zero of
 * the type that e_dr gives first. */
static Status evaluate_rfold(LmEval *eval, const LmTerm *t, const Env *env, LmValue *out) {
  Folding f;
  LmValue steps = {0}, da = {0}, dvs = {0}, ds, both, d;
  const LmType *parts = t->type->part[1];
  const LmType *const types[2] = {parts->part[0], parts->part[1]->part[0]};
  Status status = open_fold(eval, t->kid[2], t->kid[3], env, &f);
  if (status == STATUS_OK) status = linmap_eval(eval, t->kid[4], env, &da);
  if (status == STATUS_OK) status = record_steps(eval, t, env, &f, &steps);
  if (status == STATUS_OK) status = lm_value_parts(eval, LM_VALUE_VEC, f.v.n, &dvs);
  if (status == STATUS_OK) status = lm_value_zero(eval, t->type->part[0], &ds);
  Scalar *buffer =
      arena_array(eval->machine->arena, linmap_slots(types[0]) + linmap_slots(types[1]) + 1, sizeof *buffer);
  if (buffer == NULL) return STATUS_LIMIT;
  for (uint32_t k = status == STATUS_OK ? f.v.n : 0; status == STATUS_OK && k-- > 0;) {
    ArenaMark mark = arena_mark(eval->machine->arena);
    status = lm_value_pair(eval, &steps.part[k], &da, &both);
    if (status == STATUS_OK) status = evaluate_under(eval, t->kid[1], env, t->y, &both, &d);
    if (status == STATUS_OK) status = lm_value_accumulate(eval, &ds, &d.part[0]);
    if (status != STATUS_OK) break;
    da = d.part[1].part[0];
    dvs.part[k] = d.part[1].part[1];
    status = settle_two(eval, mark, types, buffer, &da, &dvs.part[k]);
  }
  if (status == STATUS_OK) status = lm_value_pair(eval, &da, &dvs, &both);
  return status == STATUS_OK ? lm_value_pair(eval, &ds, &both, out) : status;
}

/* ------------------------------------------------------------- linear maps -- */

static Status family_at(LmEval *eval, const LmFamily *family, uint32_t i, LmValue *map) {
  Env *env = bind(eval, family->environment, family->term->x);
  if (env == NULL) return STATUS_LIMIT;
  env->value = natural(i);
  return linmap_eval(eval, family->term->kid[0], env, map);
}

static Status steps_body(LmEval *eval, const LmSteps *steps, uint32_t kid, const LmValue *t, LmValue *out) {
  Env *env = bind(eval, steps->environment, steps->term->x);
  if (env == NULL) return STATUS_LIMIT;
  env->value = *t;
  return linmap_eval(eval, steps->term->kid[kid], env, out);
}
static Status steps_primal(LmEval *eval, const LmSteps *steps, const LmValue *t, LmValue *acc) {
  return steps_body(eval, steps, 0, t, acc);
}
static Status steps_derivative(LmEval *eval, const LmSteps *steps, const LmValue *t, LmValue *map) {
  return steps_body(eval, steps, 1, t, map);
}

static Status make_map(LmEval *eval, const LmSpec *spec, LmValue *out) {
  *out = (LmValue){.kind = LM_VALUE_MAP};
  return eval->rep->make(eval, spec, &out->map);
}

static Status evaluate_lmfold(LmEval *eval, LmSpec *spec, const LmTerm *t, const Env *env, LmValue *out) {
  LmSteps *steps = arena_alloc(eval->machine->arena, sizeof *steps);
  if (steps == NULL) return STATUS_LIMIT;
  *steps = (LmSteps){.primal = steps_primal, .derivative = steps_derivative, .term = t, .environment = env};
  Status status = linmap_eval(eval, t->kid[2], env, &steps->acc);
  if (status == STATUS_OK) status = linmap_eval(eval, t->kid[3], env, &steps->v);
  spec->steps = steps;
  return status == STATUS_OK ? make_map(eval, spec, out) : status;
}

static Status evaluate_family(LmEval *eval, LmSpec *spec, const LmTerm *t, const Env *env, LmValue *out) {
  LmFamily *family = arena_alloc(eval->machine->arena, sizeof *family);
  if (family == NULL) return STATUS_LIMIT;
  *family = (LmFamily){family_at, t, env};
  spec->family = family;
  spec->n = t->n;
  return make_map(eval, spec, out);
}

/* The operands, then the operator itself. */
static Status evaluate_map(LmEval *eval, const LmTerm *t, const Env *env, LmValue *out) {
  LmSpec spec = {.kind = t->kind, .from = t->type->part[0], .to = t->type->part[1], .n = t->n};
  if (t->kind == LM_LMFOLD) return evaluate_lmfold(eval, &spec, t, env, out);
  if (t->kind == LM_LAMBDA || t->kind == LM_TLAMBDA) return evaluate_family(eval, &spec, t, env, out);
  if (t->count == 0 && t->kind != LM_VCAT && t->kind != LM_HCAT) return make_map(eval, &spec, out);
  LmValue maps;
  Status status = lm_value_parts(eval, LM_VALUE_TUPLE, t->count, &maps);
  for (uint32_t k = 0; k < t->count && status == STATUS_OK; k++)
    status = linmap_eval(eval, t->kid[k], env, &maps.part[k]);
  if (status != STATUS_OK) return status;
  if (t->kind == LM_SCALE || t->kind == LM_DIAG) spec.k = maps.part[0];
  if (t->kind == LM_PICK) {
    spec.index = scalar_to_int(maps.part[0].scalar);
    spec.n = spec.from->n;
    if (spec.index < 0 || spec.index >= spec.n) return STATUS_DOMAIN;
    return make_map(eval, &spec, out);
  }
  bool vector = t->kind == LM_VCATV || t->kind == LM_HCATV;
  spec.maps = vector ? maps.part[0].part : maps.part;
  spec.n = vector ? maps.part[0].n : maps.n;
  return make_map(eval, &spec, out);
}

static Status evaluate_apply(LmEval *eval, const LmTerm *t, const Env *env, LmValue *out) {
  LmValue first = {0}, second = {0};
  TRY(linmap_eval(eval, t->kid[0], env, &first));
  TRY(linmap_eval(eval, t->kid[1], env, &second));
  if (t->kind == LM_APPLY) return eval->rep->apply(eval, first.map, &second, out);
  return eval->rep->reverse(eval, &first, second.map, out);
}

/* ------------------------------------------------------------------- rules -- */

static Status lookup(const Env *env, LmSymbol x, LmValue *out) {
  for (; env != NULL; env = env->outer) {
    if (env->x != x) continue;
    *out = env->value;
    return STATUS_OK;
  }
  return STATUS_STUCK;
}

static Status evaluate_constant(LmEval *eval, const LmTerm *t, LmValue *out) {
  Ring *ring = eval->machine->ring;
  const Constant *constant = constant_get(&eval->machine->store->constants, t->constant);
  *out = (LmValue){.kind = LM_VALUE_REAL, .scalar = ring_constant(ring, constant, 0)};
  return ring_take_status(ring);
}

/* What is evaluated next in the same frame; NULL when *out or the status is final. */
typedef struct Next {
  const LmTerm *t;
  const Env *env;
} Next;

static Status step_let(LmEval *eval, const LmTerm *t, const Env *env, Next *next) {
  Env *inner = bind(eval, env, t->x);
  if (inner == NULL) return STATUS_LIMIT;
  *next = (Next){t->kid[1], inner};
  return linmap_eval(eval, t->kid[0], env, &inner->value);
}

static Status step_call(LmEval *eval, const LmTerm *t, const Env *env, Next *next) {
  const LmDefinition *f = &eval->program->definitions[t->n];
  Env *inner = bind(eval, NULL, f->x);
  if (inner == NULL) return STATUS_LIMIT;
  *next = (Next){f->body, inner};
  return linmap_eval(eval, t->kid[0], env, &inner->value);
}

static Status step_if(LmEval *eval, const LmTerm *t, const Env *env, Next *next) {
  LmValue test = {0};
  TRY(linmap_eval(eval, t->kid[0], env, &test));
  *next = (Next){t->kid[test.scalar.word != 0 ? 1 : 2], env};
  return STATUS_OK;
}

static Status evaluate_rule(LmEval *eval, const LmTerm *t, const Env *env, LmValue *out, Next *next) {
  LmValue operand;
  switch (t->kind) {
  /* E |- x => E(x)                                                          */
  case LM_VAR: RULE(LME_VAR); return lookup(env, t->x, out);
  /* E |- k => k                                                             */
  case LM_REAL: RULE(LME_CONSTANT); return evaluate_constant(eval, t, out);
  case LM_NAT:
    RULE(LME_NATURAL);
    *out = (LmValue){.kind = LM_VALUE_NAT, .scalar = scalar_from_int(t->integer)};
    return STATUS_OK;
  /* E |- e => w   x=w |- body of f => u
   * -----------------------------------
   * E |- f(e) => u                                                          */
  case LM_CALL: RULE(LME_CALL); return step_call(eval, t, env, next);
  /* E |- e => w gives E |- p(e) => p(w)                                     */
  case LM_PRIM:
    RULE(LME_PRIM);
    TRY(linmap_eval(eval, t->kid[0], env, &operand));
    return linmap_prim_value(eval, t, &operand, out);
  case LM_TUPLE: RULE(LME_TUPLE); return evaluate_tuple(eval, t, env, out);
  /* E |- e1 => w   E, x=w |- e2 => u
   * --------------------------------
   * E |- let x = e1 in e2 => u                                              */
  case LM_LET: RULE(LME_LET); return step_let(eval, t, env, next);
  case LM_IF: RULE(LME_IF); return step_if(eval, t, env, next);
  /* E |- e1 => n   E, i=k |- e2 => wk, k < n
   * ----------------------------------------
   * E |- build(e1, \i. e2) => [wk]                                          */
  case LM_BUILD: RULE(LME_BUILD); return evaluate_build(eval, t, env, out);
  /* E |- acc => w0   E |- v => [bk]   E, t=(wk,bk) |- e => w(k+1)
   * -------------------------------------------------------------
   * E |- fold (\t. e) acc v => wn                                           */
  case LM_FOLD: RULE(LME_FOLD); return evaluate_fold(eval, t, env, out);
  case LM_NULL: RULE(LME_NULL); return lm_value_zero(eval, t->type, out);
  case LM_APPLY: RULE(LME_APPLY); return evaluate_apply(eval, t, env, out);
  case LM_RAPPLY: RULE(LME_RAPPLY); return evaluate_apply(eval, t, env, out);
  /* Fig. 14, as a loop                                                      */
  case LM_FFOLD: RULE(LME_FFOLD); return evaluate_ffold(eval, t, env, out);
  /* Fig. 15, as two loops; its s is ds                                      */
  case LM_RFOLD: RULE(LME_RFOLD); return evaluate_rfold(eval, t, env, out);
  case LM_ANY_MAP: RULE(LME_MAP); return evaluate_map(eval, t, env, out);
  case LM_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status linmap_eval(LmEval *eval, const LmTerm *t, const LmEnvironment *environment, LmValue *out) {
  Machine *machine = eval->machine;
  Next next = {t, environment};
  Status status = STATUS_OK;
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  while (status == STATUS_OK && next.t != NULL) {
    Next here = next;
    next = (Next){NULL, NULL};
    if (machine->fuel == 0) {
      status = STATUS_LIMIT;
      break;
    }
    machine->fuel--; /* before: what is within takes of it too */
    status = evaluate_rule(eval, here.t, here.env, out, &next);
  }
  machine->depth++;
  return status;
}

Status linmap_run(LmEval *eval, uint32_t definition, const LmValue *argument, LmValue *out) {
  const LmDefinition *f = &eval->program->definitions[definition];
  LmEnvironment *env = bind(eval, NULL, f->x);
  if (env == NULL) return STATUS_LIMIT;
  env->value = *argument;
  return linmap_eval(eval, f->body, env, out);
}
