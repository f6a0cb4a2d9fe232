/* Sums, iteration and array combinators of the applied language. */
#include "semantics/chad/applied/value.h"

/* -------------------------------------------------------------------- sums -- */

Status value_truth(Interpreter *in, bool holds, const Value **out) {
  const Value *unit;
  TRY(value_make(in, (Value){.kind = VALUE_UNIT}, &unit));
  return value_make(in, (Value){.kind = holds ? VALUE_INL : VALUE_INR, .a = unit}, out);
}

static OWN_FRAME Status eval_injection(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *component;
  ValueKind kind = t->kind == APPLIED_INL ? VALUE_INL : VALUE_INR;
  TRY(applied_eval_term(in, t->kid[0], env, &component));
  return value_make(in, (Value){.kind = kind, .a = component}, out);
}

static OWN_FRAME Status eval_match(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *sum;
  TRY(applied_eval_term(in, t->kid[0], env, &sum));
  if (sum->kind != VALUE_INL && sum->kind != VALUE_INR) return STATUS_STUCK;
  TRY(env_bind(in, sum->a, env, &env));
  return applied_eval_term(in, t->kid[sum->kind == VALUE_INL ? 1 : 2], env, out);
}

/* --------------------------------------------------- iteration and recursion -- */

/* t at *value, which becomes the result. */
static OWN_FRAME Status step(Interpreter *in, AppliedTermId t, const Env *env, const Value **value) {
  TRY(env_bind(in, *value, env, &env));
  return applied_eval_term(in, t, env, value);
}

static OWN_FRAME Status eval_iterate(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *count;
  TRY(applied_eval_term(in, t->kid[0], env, &count));
  TRY(applied_eval_term(in, t->kid[1], env, out));
  if (count->kind != VALUE_INT) return STATUS_STUCK;
  for (int64_t i = 0; i < scalar_to_int(value_scalars(count)[0]); i++) TRY(step(in, t->kid[2], env, out));
  return STATUS_OK;
}

static OWN_FRAME Status eval_while(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  TRY(applied_eval_term(in, t->kid[0], env, out));
  for (;;) {
    const Value *guard = *out;
    TRY(step(in, t->kid[1], env, &guard));
    if (guard->kind != VALUE_INL) return guard->kind == VALUE_INR ? STATUS_OK : STATUS_STUCK;
    TRY(step(in, t->kid[2], env, out));
  }
}

/* f is bound to a closure whose environment has f itself. */
static OWN_FRAME Status eval_letrec(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  Env *inner = arena_alloc(in->machine->arena, sizeof *inner);
  if (inner == NULL) return STATUS_LIMIT;
  inner->outer = env;
  TRY(value_make(in, (Value){.kind = VALUE_CLOSURE, .id = t->kid[0].id, .a = inner}, &inner->value));
  return applied_eval_term(in, t->kid[1], inner, out);
}

/* ---------------------------------------------------------- array combinators -- */

static bool is_array(const Value *value) { return value->kind == VALUE_REAL || value->kind == VALUE_ARRAY; }

static OWN_FRAME Status fold_step(Interpreter *in, AppliedTermId t, const Value *array, uint32_t k, const Env *env,
                                  const Value **value) {
  const Value *entry;
  TRY(value_index(in, array, k, &entry));
  TRY(env_bind(in, *value, env, &env));
  TRY(env_bind(in, entry, env, &env));
  return applied_eval_term(in, t, env, value);
}

static OWN_FRAME Status eval_fold(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *array, **prefixes = NULL;
  TRY(applied_eval_term(in, t->kid[0], env, out));
  TRY(applied_eval_term(in, t->kid[1], env, &array));
  if (!is_array(array)) return STATUS_STUCK;
  if (t->kind == APPLIED_SCAN) {
    prefixes = arena_array(in->machine->arena, (size_t)array->count + 1, sizeof *prefixes);
    if (prefixes == NULL) return STATUS_LIMIT;
    prefixes[0] = *out;
  }
  for (uint32_t k = 0; k < array->count; k++) {
    TRY(fold_step(in, t->kid[2], array, k, env, out));
    if (prefixes != NULL) prefixes[k + 1] = *out;
  }
  return prefixes == NULL ? STATUS_OK : value_array(in, t->type, array->count + 1, prefixes, out);
}

static OWN_FRAME Status eval_total(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *array, *entry;
  TRY(applied_eval_term(in, t->kid[0], env, &array));
  if (!is_array(array)) return STATUS_STUCK;
  if (array->count == 0) return value_zero(in, t->type, out);
  TRY(value_index(in, array, 0, out));
  for (uint32_t k = 1; k < array->count; k++) {
    TRY(value_index(in, array, k, &entry));
    TRY(value_plus(in, t->type, *out, entry, out));
  }
  return STATUS_OK;
}

Status applied_eval_indexed(Interpreter *in, AppliedTermId is, AppliedTermId as, const Env *env, const Value **indices,
                            const Value **array) {
  TRY(applied_eval_term(in, is, env, indices));
  TRY(applied_eval_term(in, as, env, array));
  if ((*indices)->kind != VALUE_ARRAY || !is_array(*array)) return STATUS_STUCK;
  for (uint32_t k = 0; k < (*indices)->count; k++) {
    if (value_items(*indices)[k]->kind != VALUE_INT) return STATUS_STUCK;
  }
  return STATUS_OK;
}

static OWN_FRAME Status eval_gather(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *indices, *array, **items;
  TRY(applied_eval_indexed(in, t->kid[0], t->kid[1], env, &indices, &array));
  items = arena_array(in->machine->arena, indices->count, sizeof *items);
  if (items == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < indices->count; k++)
    TRY(value_index(in, array, scalar_to_int(value_scalars(value_items(indices)[k])[0]), &items[k]));
  return value_array(in, t->type, indices->count, items, out);
}

Status applied_scatter(Interpreter *in, AppliedTypeId element, uint32_t n, const Value *indices, const Value *array,
                       const Value ***items) {
  const Value *entry, *zero;
  *items = arena_array(in->machine->arena, n, sizeof **items);
  if (*items == NULL) return STATUS_LIMIT;
  TRY(value_zero(in, element, &zero));
  for (uint32_t i = 0; i < n; i++) (*items)[i] = zero;
  for (uint32_t k = 0; k < indices->count; k++) {
    int64_t i = scalar_to_int(value_scalars(value_items(indices)[k])[0]);
    if (i < 0 || i >= n) return STATUS_DOMAIN;
    TRY(value_index(in, array, k, &entry));
    TRY(value_plus(in, element, (*items)[i], entry, *items + i));
  }
  return STATUS_OK;
}

static OWN_FRAME Status eval_scatter(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *indices, *array, **items;
  uint32_t n = applied_type(in->tables, t->type)->n;
  TRY(applied_eval_indexed(in, t->kid[0], t->kid[1], env, &indices, &array));
  TRY(applied_scatter(in, applied_type_element(in->tables, t->type), n, indices, array, &items));
  return value_array(in, t->type, n, items, out);
}

Status applied_eval_control(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  RULE(APPE_CONTROL);
  switch ((int)t->kind) {
  case APPLIED_INL:
  case APPLIED_INR: return eval_injection(in, t, env, out);
  case APPLIED_MATCH: return eval_match(in, t, env, out);
  case APPLIED_ITERATE: return eval_iterate(in, t, env, out);
  case APPLIED_WHILE: return eval_while(in, t, env, out);
  case APPLIED_FOLD:
  case APPLIED_SCAN: return eval_fold(in, t, env, out);
  case APPLIED_TOTAL: return eval_total(in, t, env, out);
  case APPLIED_GATHER: return eval_gather(in, t, env, out);
  case APPLIED_SCATTER: return eval_scatter(in, t, env, out);
  default: return eval_letrec(in, t, env, out);
  }
}
