/* The taping interpreter on dynamic arrays: dual numbers pass through vbuild,
 * filter and append as they are. */
#include "semantics/dualnum/taping.h"
#include "semantics/memory/try.h"

static Status note_vbuild(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Note count;
  TRY(tape_note(taping, t->kid[0], env, &count));
  if (count.kind != NOTE_INT) return STATUS_STUCK;
  int64_t k = scalar_to_int(count.scalar);
  if (k > TYPE_MAX_LENGTH) return STATUS_LIMIT;
  NoteSequence sequence = {.n = k < 0 ? 0 : (uint32_t)k, .dynamic = true};
  return note_each(taping, &sequence, NULL, NULL, t->kid[1], env, out);
}

/* Which elements of the Vec are kept. */
static Status note_filter(Taping *taping, const Term *t, const Note *all, const NoteEnvironment *env, Note *out) {
  Note *kept = arena_array(taping->machine->arena, all->n, sizeof *kept), holds;
  uint32_t count = 0;
  if (kept == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < all->n; k++) {
    NoteEnvironment *inner = tape_extend(taping, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->note = note_parts(all)[k];
    TRY(tape_note(taping, t->kid[1], inner, &holds));
    if (holds.kind != NOTE_INL && holds.kind != NOTE_INR) return STATUS_STUCK;
    if (holds.kind == NOTE_INL) kept[count++] = note_parts(all)[k];
  }
  *out = (Note){NOTE_VEC, count, {0}, kept};
  return STATUS_OK;
}

static Status note_append(Taping *taping, const Note *a, const Note *b, Note *out) {
  if (b->kind != NOTE_VEC) return STATUS_STUCK;
  if (a->n > TYPE_MAX_LENGTH - b->n) return STATUS_LIMIT;
  Note *both = arena_array(taping->machine->arena, (size_t)a->n + b->n, sizeof *both);
  if (both == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < a->n; k++) both[k] = note_parts(a)[k];
  for (uint32_t k = 0; k < b->n; k++) both[a->n + k] = note_parts(b)[k];
  *out = (Note){NOTE_VEC, a->n + b->n, {0}, both};
  return STATUS_OK;
}

Status note_vec(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Note first, second;
  if (t->kind == TERM_VBUILD) return note_vbuild(taping, t, env, out);
  TRY(tape_note(taping, t->kid[0], env, &first));
  if (first.kind != NOTE_VEC) return STATUS_STUCK;
  if (t->kind == TERM_FILTER) return note_filter(taping, t, &first, env, out);
  *out = (Note){NOTE_INT, 0, scalar_from_int(first.n), NULL};
  if (t->kind == TERM_LENGTH) return STATUS_OK;
  TRY(tape_note(taping, t->kid[1], env, &second));
  return note_append(taping, &first, &second, out);
}
