/* Indices grouped by where they point, and what is done to each number of a type. */
#include "semantics/dualnum/value.h"
#include "semantics/memory/try.h"

/* The Vec whose entry q has the places of q among the indices, which lie below k. */
static Status group(DualRun *run, uint32_t k, uint32_t m, const DualValue *indices, DualValue *out) {
  DualValue *groups, **entries = arena_array(run->machine->arena, k, sizeof *entries);
  uint32_t *count = arena_array(run->machine->arena, k, sizeof *count);
  Status status = entries == NULL || count == NULL ? STATUS_LIMIT : dual_vec_room(run, k, &groups, out);
  for (uint32_t q = 0; q < k && status == STATUS_OK; q++) count[q] = 0;
  for (uint32_t j = 0; j < m && status == STATUS_OK; j++) {
    int64_t q = scalar_to_int(indices[j].scalar);
    status = q < 0 || q >= k ? STATUS_DOMAIN : dual_step(run);
    if (status == STATUS_OK) count[q]++;
  }
  for (uint32_t q = 0; q < k && status == STATUS_OK; q++) {
    status = dual_vec_room(run, count[q], &entries[q], &groups[q]);
    if (status == STATUS_OK) status = dual_step(run);
  }
  for (uint32_t j = 0; j < m && status == STATUS_OK; j++) {
    *entries[scalar_to_int(indices[j].scalar)]++ = dual_int_value(j);
  }
  return status;
}

/* As many indices as entries that they are for, else outside the domain. */
Status dual_group(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out) {
  int64_t k = 0, m = 0;
  DualValue indices;
  TRY(dual_integer(run, t->kid[0], env, &k));
  TRY(dual_value(run, t->kid[1], env, NULL, &indices));
  TRY(dual_integer(run, t->kid[2], env, &m));
  if (indices.kind != DUAL_VALUE_ARRAY) return STATUS_STUCK;
  if (m != indices.n) return STATUS_DOMAIN;
  if (k > TYPE_MAX_LENGTH) return STATUS_LIMIT;
  return group(run, k < 0 ? 0 : (uint32_t)k, indices.n, dual_parts(&indices), out);
}

/* ---------------------------------------------------------------- pointwise -- */

/* An open pointwise: the body at each number, the Int going from one to the next. */
typedef struct Pointwise {
  const DualTerm *term;
  const DualEnvironment *env;
  bool threaded;
  DualValue id;
} Pointwise;

/* E, ys=numbers, i=id |- t => (out, id) */
static Status at_number(DualRun *run, Pointwise *pointwise, const DualValue *numbers, DualValue *out) {
  DualEnvironment *ys = dual_extend(run, pointwise->env), *i = ys;
  if (ys != NULL && pointwise->threaded) i = dual_extend(run, ys);
  if (i == NULL) return STATUS_LIMIT;
  ys->value = *numbers;
  if (pointwise->threaded) i->value = pointwise->id;
  Status status = dual_value(run, pointwise->term->kid[1], i, NULL, out);
  if (status != STATUS_OK || !pointwise->threaded) return status;
  if (out->kind != DUAL_VALUE_PAIR) return STATUS_STUCK;
  pointwise->id = dual_parts(out)[1];
  *out = dual_parts(out)[0];
  return STATUS_OK;
}

static Status at_type(DualRun *run, Pointwise *pointwise, DualTypeId type, const DualValue *all, DualValue *out);

/* Component k, of the type, of all; and what becomes of it. */
static Status at_component(DualRun *run, Pointwise *pointwise, DualValueKind kind, DualTypeId type,
                           const DualValue *all, uint32_t k, DualValue *out) {
  DualValue *entries, components;
  Status status = dual_vec_room(run, all->n, &entries, &components);
  for (uint32_t j = 0; j < all->n && status == STATUS_OK; j++) {
    const DualValue *whole = &dual_parts(all)[j];
    status = whole->kind == kind ? dual_step(run) : STATUS_STUCK;
    if (status == STATUS_OK) entries[j] = dual_parts(whole)[k];
  }
  return status == STATUS_OK ? at_type(run, pointwise, type, &components, out) : status;
}

/* all : Vec T */
static Status at_type(DualRun *run, Pointwise *pointwise, DualTypeId type, const DualValue *all, DualValue *out) {
  const DualTypeNode *node = dual_type_node(&run->program->table, type);
  if (type.id == pointwise->term->type.id) return at_number(run, pointwise, all, out);
  *out = dual_boxed(DUAL_VALUE_UNIT, NULL);
  if (node->kind == DUAL_UNIT) return STATUS_OK;
  if (node->kind != DUAL_PROD && node->kind != DUAL_ARRAY) return STATUS_STUCK;
  if (run->machine->depth == 0) return STATUS_LIMIT;
  bool pair = node->kind == DUAL_PROD;
  DualValueKind kind = pair ? DUAL_VALUE_PAIR : DUAL_VALUE_ARRAY;
  uint32_t n = pair ? 2 : node->n;
  DualValue *parts = arena_array(run->machine->arena, n, sizeof *parts);
  Status status = parts == NULL ? STATUS_LIMIT : STATUS_OK;
  run->machine->depth--;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    status = at_component(run, pointwise, kind, pair && k == 1 ? node->b : node->a, all, k, &parts[k]);
  }
  run->machine->depth++;
  *out = (DualValue){kind, pair ? 0 : n, {0}, parts};
  return status;
}

/* A static array as a Vec: one number is its own array. */
static Status as_vec(DualRun *run, const DualValue *array, DualValue *out) {
  uint32_t n = array->kind == DUAL_VALUE_ARRAY ? array->n : 1;
  DualValue *entries;
  Status status = dual_vec_room(run, n, &entries, out);
  for (uint32_t j = 0; j < n && status == STATUS_OK; j++) {
    entries[j] = *dual_entry(array, j);
    status = dual_step(run);
  }
  return status;
}

Status dual_pointwise(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out) {
  Pointwise pointwise = {.term = t, .env = env, .threaded = t->kid[2].id != 0};
  DualValue array, all, result;
  Status status = dual_value(run, t->kid[0], env, NULL, &array);
  if (status == STATUS_OK && pointwise.threaded) status = dual_value(run, t->kid[2], env, NULL, &pointwise.id);
  if (status == STATUS_OK) status = as_vec(run, &array, &all);
  if (status == STATUS_OK) status = at_type(run, &pointwise, (DualTypeId){t->payload}, &all, &result);
  if (status != STATUS_OK) return status;
  *out = result;
  return pointwise.threaded ? dual_pair(run, &result, &pointwise.id, out) : STATUS_OK;
}
