/* Dynamic arrays of the applied language: arrays with as many items as they have. */
#include "semantics/chad/applied/value.h"

static OWN_FRAME Status eval_count(Interpreter *in, AppliedTermId t, const Env *env, uint32_t *n) {
  const Value *count;
  TRY(applied_eval_term(in, t, env, &count));
  if (count->kind != VALUE_INT) return STATUS_STUCK;
  int64_t k = scalar_to_int(value_scalars(count)[0]);
  if (k > TYPE_MAX_LENGTH) return STATUS_LIMIT;
  *n = k < 0 ? 0 : (uint32_t)k;
  return STATUS_OK;
}

static OWN_FRAME Status eval_items(Interpreter *in, AppliedTermId t, const Env *env, const Value **out) {
  TRY(applied_eval_term(in, t, env, out));
  return (*out)->kind == VALUE_ARRAY ? STATUS_OK : STATUS_STUCK;
}

static OWN_FRAME Status eval_vbuild(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *index, **items;
  const Env *inner;
  uint32_t n;
  TRY(eval_count(in, t->kid[0], env, &n));
  items = arena_array(in->machine->arena, n, sizeof *items);
  if (items == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n; i++) {
    TRY(value_int(in, i, &index));
    TRY(env_bind(in, index, env, &inner));
    TRY(applied_eval_term(in, t->kid[1], inner, &items[i]));
  }
  return value_array(in, t->type, n, items, out);
}

static OWN_FRAME Status eval_filter(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *all, *holds, **kept;
  const Env *inner;
  uint32_t count = 0;
  TRY(eval_items(in, t->kid[0], env, &all));
  kept = arena_array(in->machine->arena, all->count, sizeof *kept);
  if (kept == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < all->count; i++) {
    TRY(env_bind(in, value_items(all)[i], env, &inner));
    TRY(applied_eval_term(in, t->kid[1], inner, &holds));
    if (holds->kind != VALUE_INL && holds->kind != VALUE_INR) return STATUS_STUCK;
    if (holds->kind == VALUE_INL) kept[count++] = value_items(all)[i];
  }
  return value_array(in, t->type, count, kept, out);
}

static OWN_FRAME Status eval_append(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *a, *b, **items;
  TRY(eval_items(in, t->kid[0], env, &a));
  TRY(eval_items(in, t->kid[1], env, &b));
  if (a->count > TYPE_MAX_LENGTH - b->count) return STATUS_LIMIT;
  items = arena_array(in->machine->arena, (size_t)a->count + b->count, sizeof *items);
  if (items == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < a->count; i++) items[i] = value_items(a)[i];
  for (uint32_t i = 0; i < b->count; i++) items[a->count + i] = value_items(b)[i];
  return value_array(in, t->type, a->count + b->count, items, out);
}

static OWN_FRAME Status eval_vscatter(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *indices, *array, **items;
  uint32_t n;
  TRY(eval_count(in, t->kid[0], env, &n));
  TRY(applied_eval_indexed(in, t->kid[1], t->kid[2], env, &indices, &array));
  if (indices->count != array->count) return STATUS_DOMAIN;
  TRY(applied_scatter(in, applied_type_element(in->tables, t->type), n, indices, array, &items));
  return value_array(in, t->type, n, items, out);
}

Status applied_eval_vec(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  RULE(APPE_VEC);
  const Value *all;
  switch ((int)t->kind) {
  case APPLIED_VBUILD: return eval_vbuild(in, t, env, out);
  case APPLIED_FILTER: return eval_filter(in, t, env, out);
  case APPLIED_APPEND: return eval_append(in, t, env, out);
  case APPLIED_VSCATTER: return eval_vscatter(in, t, env, out);
  default: TRY(eval_items(in, t->kid[0], env, &all)); return value_int(in, all->count, out);
  }
}
