/* The taping interpreter on sums, iteration and array combinators: dual numbers
 * pass through them as through the rest of the language, and total and scatter
 * add them. */
#include "semantics/dualnum/taping.h"
#include "semantics/memory/try.h"

Status note_inject(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Note *component = arena_alloc(taping->machine->arena, sizeof *component);
  if (component == NULL) return STATUS_LIMIT;
  *out = (Note){t->kind == TERM_INL ? NOTE_INL : NOTE_INR, 0, {0}, component};
  return tape_note(taping, t->kid[0], env, component);
}

/* E, a=*first, x=*second |- t => *out; without second a alone. */
static Status under(Taping *taping, TermId t, const Note *first, const Note *second, const NoteEnvironment *env,
                    Note *out) {
  NoteEnvironment *inner = tape_extend(taping, env);
  if (inner == NULL) return STATUS_LIMIT;
  inner->note = *first;
  if (second != NULL) {
    inner = tape_extend(taping, inner);
    if (inner == NULL) return STATUS_LIMIT;
    inner->note = *second;
  }
  return tape_note(taping, t, inner, out);
}

Status note_iterate(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Note count;
  Status status = tape_note(taping, t->kid[0], env, &count);
  if (status == STATUS_OK) status = tape_note(taping, t->kid[1], env, out);
  if (status != STATUS_OK || count.kind != NOTE_INT) return status != STATUS_OK ? status : STATUS_STUCK;
  for (int64_t k = scalar_to_int(count.scalar); k > 0 && status == STATUS_OK; k--) {
    Note state = *out;
    status = under(taping, t->kid[2], &state, NULL, env, out);
  }
  return status;
}

Status note_while(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Status status = tape_note(taping, t->kid[0], env, out);
  while (status == STATUS_OK) {
    Note state = *out, guard;
    TRY(under(taping, t->kid[1], &state, NULL, env, &guard));
    if (guard.kind != NOTE_INL) return guard.kind == NOTE_INR ? STATUS_OK : STATUS_STUCK;
    status = under(taping, t->kid[2], &state, NULL, env, out);
  }
  return status;
}

/* fold, and scan, which keeps all states. */
Status note_fold(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Note array;
  uint32_t n;
  Status status = tape_note(taping, t->kid[0], env, out);
  if (status == STATUS_OK) status = tape_note(taping, t->kid[1], env, &array);
  if (status != STATUS_OK) return status;
  if (!note_is_sequence(&array, &n)) return STATUS_STUCK;
  NoteSequence states = {.n = n + 1, .dynamic = array.kind == NOTE_VEC};
  bool scan = t->kind == TERM_SCAN;
  if (scan) status = note_put(taping, &states, 0, out);
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    Note state = *out, element = note_element(&array, k);
    status = under(taping, t->kid[2], &state, &element, env, out);
    if (status == STATUS_OK && scan) status = note_put(taping, &states, k + 1, out);
  }
  if (status == STATUS_OK && scan) *out = states.result;
  return status;
}

/* --------------------------------------------------------------------- sums -- */

static Status add(Taping *taping, TypeId type, const Note *a, const Note *b, Note *out);

/* Components of a pair, or entries of an array; b NULL: zeros. */
static Status add_parts(Taping *taping, const TypeNode *type, const Note *a, const Note *b, Note *out) {
  bool pair = type->kind == TYPE_PROD;
  uint32_t n = pair ? 2 : type->n;
  Note *parts = arena_array(taping->machine->arena, n, sizeof *parts);
  if (parts == NULL || taping->machine->depth == 0) return STATUS_LIMIT;
  if (a != NULL && (a->kind != b->kind || a->kind != (pair ? NOTE_PAIR : NOTE_ARRAY))) return STATUS_STUCK;
  taping->machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    const Note *left = a == NULL ? NULL : &note_parts(a)[k], *right = a == NULL ? NULL : &note_parts(b)[k];
    status = add(taping, pair && k == 1 ? type->b : type->a, left, right, &parts[k]);
  }
  taping->machine->depth++;
  *out = (Note){pair ? NOTE_PAIR : NOTE_ARRAY, pair ? 0 : n, {0}, parts};
  return status;
}

static Status zero_reals(Taping *taping, uint32_t n, Note *out) {
  Scalar zero = ring_integer(taping->machine->ring, 0), *values;
  if (n == 1) {
    *out = note_real(zero, TAPE_CONSTANT);
    return STATUS_OK;
  }
  Status status = tape_vector(taping, n, &values, NULL, out);
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) values[k] = zero;
  return status;
}

/* a + b at a type that can be added, and 0 of it when a and b are NULL. */
static Status add(Taping *taping, TypeId type, const Note *a, const Note *b, Note *out) {
  const TypeNode node = *type_node(&taping->machine->store->types, type);
  if (node.kind == TYPE_REAL) return a == NULL ? zero_reals(taping, node.n, out) : tape_add(taping, node.n, a, b, out);
  if (node.kind == TYPE_PROD || node.kind == TYPE_ARRAY) return add_parts(taping, &node, a, b, out);
  *out = (Note){NOTE_UNIT, 0, {0}, NULL};
  return node.kind == TYPE_UNIT ? STATUS_OK : STATUS_STUCK;
}

Status note_total(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Note array;
  uint32_t n;
  Status status = tape_note(taping, t->kid[0], env, &array);
  if (status != STATUS_OK) return status;
  if (!note_is_sequence(&array, &n)) return STATUS_STUCK;
  if (n == 0) return add(taping, term_type_payload(t), NULL, NULL, out);
  *out = note_element(&array, 0);
  for (uint32_t k = 1; k < n && status == STATUS_OK; k++) {
    Note sum = *out, element = note_element(&array, k);
    status = add(taping, term_type_payload(t), &sum, &element, out);
  }
  return status;
}

/* -------------------------------------------------------- gather and scatter -- */

/* Indices is and an array as; how many of each. */
typedef struct Indexed {
  Note indices, array;
  uint32_t m, n;
} Indexed;

static Status open_indexed(Taping *taping, TermId is, TermId as, const NoteEnvironment *env, Indexed *indexed) {
  TRY(tape_note(taping, is, env, &indexed->indices));
  TRY(tape_note(taping, as, env, &indexed->array));
  bool sequences = note_is_sequence(&indexed->indices, &indexed->m) && note_is_sequence(&indexed->array, &indexed->n);
  return sequences ? STATUS_OK : STATUS_STUCK;
}

/* The k-th index, if it is one below n. */
static Status index_at(const Indexed *indexed, uint32_t k, uint32_t n, uint32_t *at) {
  Note index = note_element(&indexed->indices, k);
  if (index.kind != NOTE_INT) return STATUS_STUCK;
  int64_t i = scalar_to_int(index.scalar);
  *at = (uint32_t)i;
  return i < 0 || i >= n ? STATUS_DOMAIN : STATUS_OK;
}

Status note_gather(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Indexed indexed;
  Status status = open_indexed(taping, t->kid[0], t->kid[1], env, &indexed);
  if (status != STATUS_OK) return status;
  NoteSequence gathered = {.n = indexed.m, .dynamic = indexed.indices.kind == NOTE_VEC};
  for (uint32_t k = 0; k < indexed.m && status == STATUS_OK; k++) {
    uint32_t at;
    status = index_at(&indexed, k, indexed.n, &at);
    if (status != STATUS_OK) return status;
    Note element = note_element(&indexed.array, at);
    status = note_put(taping, &gathered, k, &element);
  }
  return status == STATUS_OK ? note_finish(taping, &gathered, out) : status;
}

/* The n sums of the entries by their indices. */
static Status scatter(Taping *taping, TypeId element, uint32_t n, const Indexed *indexed, NoteSequence *scattered) {
  Note *sums = arena_array(taping->machine->arena, n, sizeof *sums);
  if (sums == NULL) return STATUS_LIMIT;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) status = add(taping, element, NULL, NULL, &sums[k]);
  for (uint32_t k = 0; k < indexed->m && status == STATUS_OK; k++) {
    uint32_t at;
    TRY(index_at(indexed, k, n, &at));
    Note sum = sums[at], next = note_element(&indexed->array, k);
    status = add(taping, element, &sum, &next, &sums[at]);
  }
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) status = note_put(taping, scattered, k, &sums[k]);
  return status;
}

Status note_scatter(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Indexed indexed;
  TypeTable *types = &taping->machine->store->types;
  TypeId element = type_element(types, term_type_payload(t));
  NoteSequence scattered = {.n = type_node(types, term_type_payload(t))->n};
  Status status = open_indexed(taping, t->kid[0], t->kid[1], env, &indexed);
  if (status == STATUS_OK && indexed.m != indexed.n) status = STATUS_STUCK;
  if (status == STATUS_OK) status = scatter(taping, element, scattered.n, &indexed, &scattered);
  return status == STATUS_OK ? note_finish(taping, &scattered, out) : status;
}

Status note_vscatter(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Indexed indexed;
  Note count;
  TRY(tape_note(taping, t->kid[0], env, &count));
  TRY(open_indexed(taping, t->kid[1], t->kid[2], env, &indexed));
  if (count.kind != NOTE_INT) return STATUS_STUCK;
  if (indexed.m != indexed.n) return STATUS_DOMAIN;
  int64_t k = scalar_to_int(count.scalar);
  if (k > TYPE_MAX_LENGTH) return STATUS_LIMIT;
  NoteSequence scattered = {.n = k < 0 ? 0 : (uint32_t)k, .dynamic = true};
  TRY(scatter(taping, term_type_payload(t), scattered.n, &indexed, &scattered));
  return note_finish(taping, &scattered, out);
}
