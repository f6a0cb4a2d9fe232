/* The taping interpreter: E |- t => w, where the scalars of w know their nodes.
 *
 * All constructs but primitive operations pass notes along as they are: that is
 * what makes dual numbers homomorphic.  The last premise of let and of
 * application is evaluated in the same C frame. */
#include "semantics/dualnum/taping.h"

#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/rules.h"

/* E, x=w with w still to come; NULL at the arena's limit. */
NoteEnvironment *tape_extend(Taping *taping, const NoteEnvironment *env) {
  NoteEnvironment *inner = arena_alloc(taping->machine->arena, sizeof *inner);
  if (inner != NULL) inner->outer = env;
  return inner;
}

/* ------------------------------------------------------------------ arrays -- */

bool note_is_sequence(const Note *note, uint32_t *n) {
  *n = note->kind == NOTE_REAL ? 1 : note->n;
  return note->kind == NOTE_REAL || note->kind == NOTE_VECTOR || note->kind == NOTE_ARRAY || note->kind == NOTE_VEC;
}

Note note_element(const Note *sequence, uint32_t k) {
  if (sequence->kind == NOTE_ARRAY || sequence->kind == NOTE_VEC) return note_parts(sequence)[k];
  if (sequence->kind == NOTE_REAL) return *sequence;
  const NoteVector *vector = sequence->data;
  return note_real(vector->values[k], vector->ids == NULL ? TAPE_CONSTANT : vector->ids[k]);
}

static Status open_sequence(Taping *taping, NoteSequence *sequence, const Note *first) {
  uint32_t n = sequence->n;
  if (first->kind == NOTE_REAL && !sequence->dynamic) {
    bool recorded = taping->tape != NULL;
    return tape_vector(taping, n, &sequence->values, recorded ? &sequence->ids : NULL, &sequence->result);
  }
  sequence->notes = arena_array(taping->machine->arena, n, sizeof *sequence->notes);
  sequence->result = (Note){sequence->dynamic ? NOTE_VEC : NOTE_ARRAY, n, {0}, sequence->notes};
  return sequence->notes == NULL ? STATUS_LIMIT : STATUS_OK;
}

Status note_put(Taping *taping, NoteSequence *sequence, uint32_t k, const Note *note) {
  bool real = note->kind == NOTE_REAL && !sequence->dynamic;
  if (sequence->n == 1 && real) { /* real^1 */
    sequence->result = *note;
    return STATUS_OK;
  }
  TRY(k == 0 ? open_sequence(taping, sequence, note) : STATUS_OK);
  if (real != (sequence->notes == NULL)) return STATUS_STUCK;
  if (sequence->notes != NULL)
    sequence->notes[k] = *note;
  else {
    sequence->values[k] = note->scalar;
    if (sequence->ids != NULL) sequence->ids[k] = note->n;
  }
  return STATUS_OK;
}

Status note_finish(Taping *taping, NoteSequence *sequence, Note *out) {
  *out = sequence->result;
  if (sequence->n > 0) return STATUS_OK;
  *out = (Note){NOTE_VEC, 0, {0}, NULL};
  return sequence->dynamic ? STATUS_OK : tape_vector(taping, 0, &sequence->values, NULL, out);
}

Status note_each(Taping *taping, NoteSequence *sequence, const Note *a, const Note *b, TermId body,
                 const NoteEnvironment *env, Note *out) {
  for (uint32_t k = 0; k < sequence->n; k++) {
    NoteEnvironment *inner = tape_extend(taping, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->note = a == NULL ? (Note){NOTE_INT, 0, scalar_from_int(k), NULL} : note_element(a, k);
    if (b != NULL) {
      inner = tape_extend(taping, inner);
      if (inner == NULL) return STATUS_LIMIT;
      inner->note = note_element(b, k);
    }
    TRY(tape_note(taping, body, inner, out));
    TRY(note_put(taping, sequence, k, out));
  }
  return note_finish(taping, sequence, out);
}

static Status note_map(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  bool zip = t->kind == TERM_ZIPWITH;
  Note a = {.kind = NOTE_UNIT}, b = a;
  uint32_t n, m;
  Status status = tape_note(taping, t->kid[0], env, &a);
  if (status == STATUS_OK && !note_is_sequence(&a, &n)) status = STATUS_STUCK;
  if (status == STATUS_OK && zip) status = tape_note(taping, t->kid[1], env, &b);
  bool dynamic = a.kind == NOTE_VEC;
  if (status == STATUS_OK && zip && !note_is_sequence(&b, &m)) status = STATUS_STUCK;
  if (status == STATUS_OK && zip && m != n) status = dynamic ? STATUS_DOMAIN : STATUS_STUCK;
  if (status != STATUS_OK) return status;
  NoteSequence sequence = {.n = n, .dynamic = dynamic};
  return note_each(taping, &sequence, &a, zip ? &b : NULL, t->kid[zip ? 2 : 1], env, out);
}

static Status note_index(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Note i, sequence;
  uint32_t n;
  TRY(tape_note(taping, t->kid[0], env, &i));
  TRY(tape_note(taping, t->kid[1], env, &sequence));
  if (i.kind != NOTE_INT || !note_is_sequence(&sequence, &n)) return STATUS_STUCK;
  int64_t k = scalar_to_int(i.scalar);
  if (k < 0 || k >= n) return STATUS_DOMAIN;
  *out = note_element(&sequence, (uint32_t)k);
  return STATUS_OK;
}

/* ------------------------------------------------------------------- rules -- */

static Status note_operation(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  OpId op = term_op_payload(t);
  uint32_t arity = op_node(&taping->machine->store->ops, op)->arity;
  Note kid[OP_MAX_ARITY];
  for (uint32_t k = 0; k < arity; k++) {
    TRY(tape_note(taping, t->kid[k], env, &kid[k]));
  }
  return tape_operation(taping, op, kid, out);
}

static Status note_pair(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Note *parts = arena_alloc(taping->machine->arena, 2 * sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  Status status = tape_note(taping, t->kid[0], env, &parts[0]);
  if (status == STATUS_OK) status = tape_note(taping, t->kid[1], env, &parts[1]);
  *out = (Note){NOTE_PAIR, 0, {0}, parts};
  return status;
}

static Status note_component(Taping *taping, TermId t, int k, const NoteEnvironment *env, Note *out) {
  TRY(tape_note(taping, t, env, out));
  if (out->kind != NOTE_PAIR) return STATUS_STUCK;
  *out = note_parts(out)[k];
  return STATUS_OK;
}

static Status note_variable(const NoteEnvironment *env, uint32_t index, Note *out) {
  while (env != NULL && index-- > 0) env = env->outer;
  if (env == NULL) return STATUS_STUCK;
  *out = env->note;
  return STATUS_OK;
}

/* E |- t => (E', x. r)   E |- s => w: leaves E', x=w and r for the caller. */
static Status note_application(Taping *taping, const Term *t, const NoteEnvironment **env, TermId *body) {
  Note function;
  TRY(tape_note(taping, t->kid[0], *env, &function));
  if (function.kind != NOTE_CLOSURE) return STATUS_STUCK;
  NoteEnvironment *inner = tape_extend(taping, function.data);
  if (inner == NULL) return STATUS_LIMIT;
  Status status = tape_note(taping, t->kid[1], *env, &inner->note);
  *env = inner;
  *body = (TermId){function.n};
  return status;
}

/* E |- t => w   leaves E, x=w and s for the caller. */
static Status note_let(Taping *taping, const Term *t, const NoteEnvironment **env, TermId *body) {
  NoteEnvironment *inner = tape_extend(taping, *env);
  if (inner == NULL) return STATUS_LIMIT;
  Status status = tape_note(taping, t->kid[0], *env, &inner->note);
  *env = inner;
  *body = t->kid[1];
  return status;
}

/* E |- r => inl w: E, x=w and the branch for the caller; the same for inr. */
static Status note_match(Taping *taping, const Term *t, const NoteEnvironment **env, TermId *body) {
  Note scrutinee;
  TRY(tape_note(taping, t->kid[0], *env, &scrutinee));
  if (scrutinee.kind != NOTE_INL && scrutinee.kind != NOTE_INR) return STATUS_STUCK;
  NoteEnvironment *inner = tape_extend(taping, *env);
  if (inner == NULL) return STATUS_LIMIT;
  inner->note = note_parts(&scrutinee)[0];
  *env = inner;
  *body = t->kid[scrutinee.kind == NOTE_INL ? 1 : 2];
  return STATUS_OK;
}

/* E' = E, f=(E', x. s): E' and t for the caller. */
static Status note_recursive(Taping *taping, const Term *t, const NoteEnvironment **env, TermId *body) {
  NoteEnvironment *inner = tape_extend(taping, *env);
  if (inner == NULL) return STATUS_LIMIT;
  inner->note = (Note){NOTE_CLOSURE, t->kid[0].id, {0}, inner};
  *env = inner;
  *body = t->kid[1];
  return STATUS_OK;
}

static Status note_rule(Taping *taping, TermId id, const NoteEnvironment *env, Note *out) {
  Machine *machine = taping->machine;
  for (;;) {
    if (machine->fuel == 0) return STATUS_LIMIT;
    machine->fuel--;
    const Term *t = term(machine->store, id);
    switch (t->kind) {
    /* E |- x => E(x)                                    pairs, projections, */
    case TERM_VAR: RULE(TAPE_HOM); return note_variable(env, t->payload, out);
    /* functions, let, arrays, sums, iteration and recursion: as the source   */
    case TERM_LET: TRY(note_let(taping, t, &env, &id)); continue;
    case TERM_APP: TRY(note_application(taping, t, &env, &id)); continue;
    case TERM_OP: return note_operation(taping, t, env, out);
    case TERM_UNIT: *out = (Note){NOTE_UNIT, 0, {0}, NULL}; return STATUS_OK;
    case TERM_PAIR: return note_pair(taping, t, env, out);
    case TERM_FST: return note_component(taping, t->kid[0], 0, env, out);
    case TERM_SND: return note_component(taping, t->kid[0], 1, env, out);
    case TERM_LAM: *out = (Note){NOTE_CLOSURE, t->kid[0].id, {0}, env}; return STATUS_OK;
    case TERM_MAP:
    case TERM_ZIPWITH: return note_map(taping, t, env, out);
    case TERM_BUILD: {
      NoteSequence sequence = {.n = t->payload};
      return note_each(taping, &sequence, NULL, NULL, t->kid[0], env, out);
    }
    case TERM_INDEX: return note_index(taping, t, env, out);
    case TERM_INL:
    case TERM_INR: return note_inject(taping, t, env, out);
    case TERM_MATCH: TRY(note_match(taping, t, &env, &id)); continue;
    case TERM_VBUILD:
    case TERM_LENGTH:
    case TERM_FILTER:
    case TERM_APPEND: return note_vec(taping, t, env, out);
    case TERM_VSCATTER: return note_vscatter(taping, t, env, out);
    /* a value and its roll are one */
    case TERM_ROLL:
    case TERM_UNROLL: id = t->kid[0]; continue;
    case TERM_LETREC: TRY(note_recursive(taping, t, &env, &id)); continue;
    case TERM_ITERATE: return note_iterate(taping, t, env, out);
    case TERM_WHILE: return note_while(taping, t, env, out);
    case TERM_FOLD:
    case TERM_SCAN: return note_fold(taping, t, env, out);
    case TERM_TOTAL: return note_total(taping, t, env, out);
    case TERM_GATHER: return note_gather(taping, t, env, out);
    case TERM_SCATTER: return note_scatter(taping, t, env, out);
    case TERM_ANY_LINEAR:
    case TERM_LLAM: return STATUS_STUCK;
    }
    return STATUS_STUCK;
  }
}

Status tape_note(Taping *taping, TermId t, const NoteEnvironment *env, Note *out) {
  if (taping->machine->depth == 0) return STATUS_LIMIT;
  taping->machine->depth--;
  Status status = note_rule(taping, t, env, out);
  taping->machine->depth++;
  return status;
}

Status tape_eval(Machine *machine, const Program *program, const Scalar *input, Tape *tape, Scalar *output,
                 uint32_t *ids) {
  Taping taping = {machine, tape};
  const NoteEnvironment *env = NULL;
  for (uint32_t k = 0; k < program->length; k++) {
    NoteEnvironment *inner = tape_extend(&taping, env);
    if (inner == NULL) return STATUS_LIMIT;
    TRY(tape_read(&taping, program->context[k], &input, &inner->note));
    env = inner;
  }
  Note note;
  TRY(tape_note(&taping, program->term, env, &note));
  return tape_write(&taping, program->type, &note, &output, &ids);
}
