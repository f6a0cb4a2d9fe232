/* Arrays, in both judgements: entries, builds, sums and one-hot arrays. */
#include "semantics/dualnum/value.h"
#include "semantics/memory/try.h"

Status dual_index_entry(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z,
                        DualValue *out) {
  int64_t k = 0;
  uint32_t n;
  DualValue array;
  TRY(dual_integer(run, t->kid[0], env, &k));
  TRY(dual_value(run, t->kid[1], env, z, &array));
  if (!dual_is_array(&array, &n)) return STATUS_STUCK;
  if (k < 0 || k >= n) return STATUS_DOMAIN;
  *out = *dual_entry(&array, (uint32_t)k);
  return STATUS_OK;
}

/* E, j=k; z=w |- t => out */
static Status under_index(DualRun *run, DualTermId t, uint32_t k, const DualEnvironment *env, const DualValue *z,
                          DualValue *out) {
  DualEnvironment *inner = dual_extend(run, env);
  if (inner == NULL) return STATUS_LIMIT;
  inner->value = dual_int_value(k);
  return dual_value(run, t, inner, z, out);
}

/* How much room there is behind the entries of a Vec, and how much of it is taken:
 * kept before the first. */
static DualValue *header(const DualValue *vec) { return vec->n == 0 ? NULL : (DualValue *)vec->data - 1; }

Status dual_vec_room(DualRun *run, uint32_t n, DualValue **entries, DualValue *out) {
  DualValue *room = arena_array(run->machine->arena, (size_t)n + 1, sizeof *room);
  if (room == NULL) return STATUS_LIMIT;
  room->n = n;
  room->scalar.word = n;
  *entries = room + 1;
  *out = (DualValue){DUAL_VALUE_ARRAY, n, {0}, room + 1};
  return STATUS_OK;
}

#define FIRST_ROOM 4u

/* The Vec with an entry after its last: in place where that place was never taken,
 * which an older Vec of fewer entries does not see; so n of them take time n. */
static Status snoc(DualRun *run, const DualValue *vec, const DualValue *entry, DualValue *out) {
  DualValue *room = header(vec);
  if (room == NULL || room->n != vec->n || room->n == room->scalar.word) {
    uint32_t capacity = vec->n < FIRST_ROOM ? FIRST_ROOM : 2 * vec->n;
    DualValue *larger = arena_array(run->machine->arena, (size_t)capacity + 1, sizeof *larger);
    if (larger == NULL || vec->n >= TYPE_MAX_LENGTH) return STATUS_LIMIT;
    for (uint32_t k = 0; k < vec->n; k++) larger[k + 1] = dual_parts(vec)[k];
    room = larger;
    room->scalar.word = capacity;
  }
  room[vec->n + 1] = *entry;
  room->n = vec->n + 1;
  *out = (DualValue){DUAL_VALUE_ARRAY, vec->n + 1, {0}, room + 1};
  return STATUS_OK;
}

/* A Vec if kid1 says how many. */
Status dual_build(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  DualValue *entries = NULL;
  int64_t n = t->payload;
  bool dynamic = t->kid[1].id != 0;
  Status status = dynamic ? dual_integer(run, t->kid[1], env, &n) : STATUS_OK;
  if (status != STATUS_OK) return status;
  if (n > TYPE_MAX_LENGTH) return STATUS_LIMIT;
  uint32_t length = n < 0 ? 0 : (uint32_t)n;
  if (dynamic)
    status = dual_vec_room(run, length, &entries, out);
  else
    entries = arena_array(run->machine->arena, length, sizeof *entries);
  if (entries == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < length && status == STATUS_OK; k++) {
    status = under_index(run, t->kid[0], k, env, z, &entries[k]);
  }
  if (status == STATUS_OK && !dynamic) *out = dual_array_value(length, entries);
  return status;
}

Status dual_vec(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out) {
  DualValue vec, entry;
  *out = (DualValue){DUAL_VALUE_ARRAY, 0, {0}, NULL};
  if (t->kind == DUAL_TERM_VNIL) return STATUS_OK;
  Status status = dual_value(run, t->kid[0], env, NULL, &vec);
  if (status == STATUS_OK && vec.kind != DUAL_VALUE_ARRAY) status = STATUS_STUCK;
  if (status != STATUS_OK) return status;
  *out = dual_int_value(vec.n);
  if (t->kind == DUAL_TERM_LENGTH) return STATUS_OK;
  status = dual_value(run, t->kid[1], env, NULL, &entry);
  return status == STATUS_OK ? snoc(run, &vec, &entry, out) : status;
}

/* i_0 = i; E, j=k, i=i_k |- t => (w_k, i_(k+1)); the result is ([w_k], i_n) */
Status dual_thread(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out) {
  DualValue id, result, *entries = arena_array(run->machine->arena, t->payload, sizeof *entries);
  Status status = entries == NULL ? STATUS_LIMIT : dual_value(run, t->kid[1], env, NULL, &id);
  for (uint32_t k = 0; k < t->payload && status == STATUS_OK; k++) {
    DualEnvironment *j = dual_extend(run, env), *i = j == NULL ? NULL : dual_extend(run, j);
    if (i == NULL) return STATUS_LIMIT;
    j->value = dual_int_value(k);
    i->value = id;
    status = dual_value(run, t->kid[0], i, NULL, &result);
    if (status == STATUS_OK && result.kind != DUAL_VALUE_PAIR) status = STATUS_STUCK;
    if (status != STATUS_OK) return status;
    entries[k] = dual_parts(&result)[0];
    id = dual_parts(&result)[1];
  }
  if (status != STATUS_OK) return status;
  DualValue array = dual_array_value(t->payload, entries);
  return dual_pair(run, &array, &id, out);
}

Status dual_sum(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  int64_t n = t->payload;
  TRY(t->kid[1].id == 0 ? STATUS_OK : dual_integer(run, t->kid[1], env, &n));
  if (n > TYPE_MAX_LENGTH) return STATUS_LIMIT;
  if (n <= 0) return dual_zero(run, t->type, out);
  Status status = under_index(run, t->kid[0], 0, env, z, out);
  for (uint32_t k = 1; k < n && status == STATUS_OK; k++) {
    DualValue next;
    status = under_index(run, t->kid[0], k, env, z, &next);
    if (status == STATUS_OK) status = dual_plus(run, out, &next, out);
  }
  return status;
}

/* Zero at each entry but i; everywhere, if there is no entry i. */
Status dual_onehot(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  int64_t at = 0;
  DualValue value, zero;
  Status status = dual_integer(run, t->kid[0], env, &at);
  if (status == STATUS_OK) status = dual_value(run, t->kid[1], env, z, &value);
  if (status == STATUS_OK) status = dual_zero(run, t->type, &zero);
  DualValue *entries = arena_array(run->machine->arena, t->payload, sizeof *entries);
  if (status != STATUS_OK || entries == NULL) return status != STATUS_OK ? status : STATUS_LIMIT;
  for (uint32_t k = 0; k < t->payload; k++) entries[k] = k == at ? value : zero;
  *out = dual_array_value(t->payload, entries);
  return STATUS_OK;
}
