/* Sums, data and iteration, in both judgements. */
#include "semantics/chad/linear/arrays.h"
#include "semantics/chad/linear/cartesian.h"
#include "semantics/memory/try.h"

/* -------------------------------------------------------------------- sums -- */

static Status inject(Run *run, ValueKind kind, TypeId sum, Value **component, Value *out) {
  *component = arena_alloc(run->machine->arena, sizeof **component);
  *out = (Value){kind, 0, {sum.id}, *component};
  return *component == NULL ? STATUS_LIMIT : STATUS_OK;
}

Status cartesian_truth(Run *run, bool holds, TypeId truth, Value *out) {
  Value *component;
  Status status = inject(run, holds ? VALUE_INL : VALUE_INR, truth, &component, out);
  if (status == STATUS_OK) *component = (Value){VALUE_UNIT, 0, {0}, NULL};
  return status;
}

Status cartesian_injection(Run *run, const Term *t, Environment *env, Value *out) {
  Value *component;
  ValueKind kind = t->kind == TERM_INL ? VALUE_INL : VALUE_INR;
  TRY(inject(run, kind, term_type_payload(t), &component, out));
  return operational_cartesian(run, t->kid[0], env, component);
}

Status cartesian_branch(Run *run, const Term *t, Environment *env, Environment **inner, TermId *branch, Value *sum) {
  TRY(operational_cartesian(run, t->kid[0], env, sum));
  if (sum->kind != VALUE_INL && sum->kind != VALUE_INR) return STATUS_STUCK;
  *inner = substitute(run, env);
  if (*inner == NULL) return STATUS_LIMIT;
  (*inner)->value = value_parts(sum)[0];
  *branch = t->kid[sum->kind == VALUE_INL ? 1 : 2];
  return STATUS_OK;
}

/* -------------------------------------------------------------------- data -- */

Status cartesian_roll(Run *run, const Term *t, Environment *env, Value *out) {
  Value *component;
  TRY(inject(run, VALUE_ROLL, term_type_payload(t), &component, out));
  return operational_cartesian(run, t->kid[0], env, component);
}

Status cartesian_unroll(Run *run, const Term *t, Environment *env, Value *out) {
  Status status = operational_cartesian(run, t->kid[0], env, out);
  if (status == STATUS_OK && out->kind != VALUE_ROLL) return STATUS_STUCK;
  if (status == STATUS_OK) *out = value_parts(out)[0];
  return status;
}

/* --------------------------------------------------------------- iteration -- */

/* *out := w with t[*out/x] => w */
static Status step(Run *run, TermId t, Environment *env, Value *out) {
  Environment *inner = substitute(run, env);
  if (inner == NULL) return STATUS_LIMIT;
  inner->value = *out;
  return run_entry(run, t, inner, out);
}

Status cartesian_iterate(Run *run, const Term *t, Environment *env, Value *out) {
  Value count;
  Status status = run_entry(run, t->kid[0], env, &count);
  if (status == STATUS_OK && count.kind != VALUE_INT) return STATUS_STUCK;
  if (status == STATUS_OK) status = run_entry(run, t->kid[1], env, out);
  if (status != STATUS_OK) return status;
  TermId body = t->kid[2];
  int64_t n = scalar_to_int(count.scalar);
  for (int64_t i = 0; i < n && status == STATUS_OK; i++) status = step(run, body, env, out);
  return status;
}

Status cartesian_while(Run *run, const Term *t, Environment *env, Value *out) {
  TermId guard = t->kid[1], body = t->kid[2];
  Status status = run_entry(run, t->kid[0], env, out);
  while (status == STATUS_OK) {
    Value truth = *out;
    TRY(step(run, guard, env, &truth));
    if (truth.kind != VALUE_INL) return truth.kind == VALUE_INR ? STATUS_OK : STATUS_STUCK;
    status = step(run, body, env, out);
  }
  return status;
}

/* -------------------------------------------------------- linear iteration -- */

/* t[i/x] with v as given; the frame is large and counts twice. */
static Status at_index(const LinearArrays *at, TermId t, int64_t i, Linear *v, Value *out) {
  Machine *machine = at->run->machine;
  Environment *env = substitute(at->run, at->env);
  if (env == NULL || machine->depth == 0) return STATUS_LIMIT;
  env->value = (Value){VALUE_INT, 0, scalar_from_int(i), NULL};
  machine->depth--;
  Status status = operational_linear(at->run, t, env, v, out);
  machine->depth++;
  return status;
}

static Status count_of(const LinearArrays *at, TermId k, int64_t *count) {
  Value value;
  Status status = operational_cartesian(at->run, k, at->env, &value);
  if (status == STATUS_OK && value.kind != VALUE_INT) return STATUS_STUCK;
  if (status == STATUS_OK) *count = scalar_to_int(value.scalar);
  return status;
}

Status linear_bigsum(const LinearArrays *at, const Term *t, Value *out) {
  int64_t count = 0;
  Status status = count_of(at, t->kid[0], &count);
  if (status == STATUS_OK && count <= 0) return canonical_zero(at->run, term_type_payload(t), out);
  if (status == STATUS_OK) status = at_index(at, t->kid[1], 0, at->v, out);
  for (int64_t i = 1; i < count && status == STATUS_OK; i++) {
    Value so_far = *out, next;
    status = at_index(at, t->kid[1], i, at->v, &next);
    if (status == STATUS_OK) status = canonical_plus(at->run, &so_far, &next, out);
  }
  return status;
}

Status linear_liter(const LinearArrays *at, const Term *t, Value *out) {
  int64_t count = 0;
  Status status = count_of(at, t->kid[0], &count);
  if (status == STATUS_OK) status = operational_linear(at->run, t->kid[1], at->env, at->v, out);
  for (int64_t i = 0; i < count && status == STATUS_OK; i++) {
    Linear *v = arena_alloc(at->run->machine->arena, sizeof *v);
    if (v == NULL) return STATUS_LIMIT;
    *v = (Linear){*out, {0}, {0}};
    status = at_index(at, t->kid[2], i, v, out);
  }
  return status;
}
