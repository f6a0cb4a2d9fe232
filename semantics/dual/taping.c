/* The taping interpreter: E |- t => w, where the scalars of w know their nodes.
 *
 * All constructs but primitive operations pass notes along as they are: that is
 * what makes dual numbers homomorphic.  The last premise of let and of
 * application is evaluated in the same C frame. */
#include "semantics/dual/taping.h"

#include "semantics/core/rules.h"

static Status note_of(Taping *taping, TermId t, const NoteEnvironment *env, Note *out);

/* E, x=w with w still to come; NULL at the arena's limit. */
static NoteEnvironment *extend(Taping *taping, const NoteEnvironment *env) {
  NoteEnvironment *inner = arena_alloc(taping->machine->arena, sizeof *inner);
  if (inner != NULL) inner->outer = env;
  return inner;
}

/* ------------------------------------------------------------------ arrays -- */

static bool is_sequence(const Note *note, uint32_t *n) {
  *n = note->kind == NOTE_REAL ? 1 : note->n;
  return note->kind == NOTE_REAL || note->kind == NOTE_VECTOR || note->kind == NOTE_ARRAY;
}

static Note element(const Note *sequence, uint32_t k) {
  if (sequence->kind == NOTE_ARRAY) return note_parts(sequence)[k];
  if (sequence->kind == NOTE_REAL) return *sequence;
  const NoteVector *vector = sequence->data;
  return note_real(vector->values[k], vector->ids == NULL ? TAPE_CONSTANT : vector->ids[k]);
}

/* A sequence being made: a VECTOR if its first element is real, else an ARRAY. */
typedef struct Sequence {
  uint32_t n;
  Scalar *values;
  uint32_t *ids;
  Note *notes;
  Note result;
} Sequence;

static Status open_sequence(Taping *taping, Sequence *sequence, const Note *first) {
  uint32_t n = sequence->n;
  if (first->kind == NOTE_REAL) {
    bool recorded = taping->tape != NULL;
    return tape_vector(taping, n, &sequence->values, recorded ? &sequence->ids : NULL, &sequence->result);
  }
  sequence->notes = arena_array(taping->machine->arena, n, sizeof *sequence->notes);
  sequence->result = (Note){NOTE_ARRAY, n, {0}, sequence->notes};
  return sequence->notes == NULL ? STATUS_LIMIT : STATUS_OK;
}

static Status put(Taping *taping, Sequence *sequence, uint32_t k, const Note *note) {
  if (sequence->n == 1 && note->kind == NOTE_REAL) { /* real^1 */
    sequence->result = *note;
    return STATUS_OK;
  }
  Status status = k == 0 ? open_sequence(taping, sequence, note) : STATUS_OK;
  if (status != STATUS_OK) return status;
  if ((note->kind == NOTE_REAL) != (sequence->notes == NULL)) return STATUS_STUCK;
  if (sequence->notes != NULL)
    sequence->notes[k] = *note;
  else {
    sequence->values[k] = note->scalar;
    if (sequence->ids != NULL) sequence->ids[k] = note->n;
  }
  return STATUS_OK;
}

/* Elements 0..n-1 of the body under what is bound: b's element innermost, then a's;
 * without a, the index. */
static Status sequence_of(Taping *taping, uint32_t n, const Note *a, const Note *b, TermId body,
                          const NoteEnvironment *env, Note *out) {
  Sequence sequence = {.n = n, .result = {NOTE_VECTOR, 0, {0}, NULL}};
  for (uint32_t k = 0; k < n; k++) {
    NoteEnvironment *inner = extend(taping, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->note = a == NULL ? (Note){NOTE_INT, 0, scalar_from_int(k), NULL} : element(a, k);
    if (b != NULL) {
      inner = extend(taping, inner);
      if (inner == NULL) return STATUS_LIMIT;
      inner->note = element(b, k);
    }
    Status status = note_of(taping, body, inner, out);
    if (status == STATUS_OK) status = put(taping, &sequence, k, out);
    if (status != STATUS_OK) return status;
  }
  if (n == 0) return tape_vector(taping, 0, &sequence.values, NULL, out);
  *out = sequence.result;
  return STATUS_OK;
}

static Status note_map(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  bool zip = t->kind == TERM_ZIPWITH;
  Note a, b;
  uint32_t n, m;
  Status status = note_of(taping, t->kid[0], env, &a);
  if (status == STATUS_OK && !is_sequence(&a, &n)) status = STATUS_STUCK;
  if (status == STATUS_OK && zip) status = note_of(taping, t->kid[1], env, &b);
  if (status == STATUS_OK && zip && (!is_sequence(&b, &m) || m != n)) status = STATUS_STUCK;
  if (status != STATUS_OK) return status;
  return sequence_of(taping, n, &a, zip ? &b : NULL, t->kid[zip ? 2 : 1], env, out);
}

static Status note_index(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Note i, sequence;
  uint32_t n;
  Status status = note_of(taping, t->kid[0], env, &i);
  if (status == STATUS_OK) status = note_of(taping, t->kid[1], env, &sequence);
  if (status != STATUS_OK) return status;
  if (i.kind != NOTE_INT || !is_sequence(&sequence, &n)) return STATUS_STUCK;
  int64_t k = scalar_to_int(i.scalar);
  if (k < 0 || k >= n) return STATUS_DOMAIN;
  *out = element(&sequence, (uint32_t)k);
  return STATUS_OK;
}

/* ------------------------------------------------------------------- rules -- */

static Status note_operation(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  OpId op = term_op_payload(t);
  uint32_t arity = op_node(&taping->machine->store->ops, op)->arity;
  Note kid[OP_MAX_ARITY];
  for (uint32_t k = 0; k < arity; k++) {
    Status status = note_of(taping, t->kid[k], env, &kid[k]);
    if (status != STATUS_OK) return status;
  }
  return tape_operation(taping, op, kid, out);
}

static Status note_pair(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out) {
  Note *parts = arena_alloc(taping->machine->arena, 2 * sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  Status status = note_of(taping, t->kid[0], env, &parts[0]);
  if (status == STATUS_OK) status = note_of(taping, t->kid[1], env, &parts[1]);
  *out = (Note){NOTE_PAIR, 0, {0}, parts};
  return status;
}

static Status note_component(Taping *taping, TermId t, int k, const NoteEnvironment *env, Note *out) {
  Status status = note_of(taping, t, env, out);
  if (status != STATUS_OK) return status;
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
  Status status = note_of(taping, t->kid[0], *env, &function);
  if (status != STATUS_OK) return status;
  if (function.kind != NOTE_CLOSURE) return STATUS_STUCK;
  NoteEnvironment *inner = extend(taping, function.data);
  if (inner == NULL) return STATUS_LIMIT;
  status = note_of(taping, t->kid[1], *env, &inner->note);
  *env = inner;
  *body = (TermId){function.n};
  return status;
}

/* E |- t => w   leaves E, x=w and s for the caller. */
static Status note_let(Taping *taping, const Term *t, const NoteEnvironment **env, TermId *body) {
  NoteEnvironment *inner = extend(taping, *env);
  if (inner == NULL) return STATUS_LIMIT;
  Status status = note_of(taping, t->kid[0], *env, &inner->note);
  *env = inner;
  *body = t->kid[1];
  return status;
}

static Status note_rule(Taping *taping, TermId id, const NoteEnvironment *env, Note *out) {
  Machine *machine = taping->machine;
  for (;;) {
    if (machine->fuel == 0) return STATUS_LIMIT;
    machine->fuel--;
    const Term *t = term(machine->store, id);
    Status status;
    switch (t->kind) {
    /* E |- x => E(x)                                    pairs, projections, */
    case TERM_VAR: RULE(TAPE_HOM); return note_variable(env, t->payload, out);
    /* functions, let and arrays: as the source language is evaluated        */
    case TERM_LET:
      status = note_let(taping, t, &env, &id);
      if (status != STATUS_OK) return status;
      continue;
    case TERM_APP:
      status = note_application(taping, t, &env, &id);
      if (status != STATUS_OK) return status;
      continue;
    case TERM_OP: return note_operation(taping, t, env, out);
    case TERM_UNIT: *out = (Note){NOTE_UNIT, 0, {0}, NULL}; return STATUS_OK;
    case TERM_PAIR: return note_pair(taping, t, env, out);
    case TERM_FST: return note_component(taping, t->kid[0], 0, env, out);
    case TERM_SND: return note_component(taping, t->kid[0], 1, env, out);
    case TERM_LAM: *out = (Note){NOTE_CLOSURE, t->kid[0].id, {0}, env}; return STATUS_OK;
    case TERM_MAP:
    case TERM_ZIPWITH: return note_map(taping, t, env, out);
    case TERM_BUILD: return sequence_of(taping, t->payload, NULL, NULL, t->kid[0], env, out);
    case TERM_INDEX: return note_index(taping, t, env, out);
    case TERM_INL:
    case TERM_INR:
    case TERM_MATCH:
    case TERM_ITERATE:
    case TERM_WHILE:
    case TERM_FOLD:
    case TERM_SCAN:
    case TERM_TOTAL:
    case TERM_GATHER:
    case TERM_SCATTER:
    case TERM_LETREC: return STATUS_UNABLE;
    case TERM_BIGSUM:
    case TERM_LITER:
    case TERM_LVAR:
    case TERM_LETV:
    case TERM_LOP:
    case TERM_COPOWER:
    case TERM_CASE:
    case TERM_LLAM:
    case TERM_LAPP:
    case TERM_ZERO:
    case TERM_PLUS:
    case TERM_LSUM:
    case TERM_ONEHOT:
    case TERM_DMAP:
    case TERM_DMAPT:
    case TERM_NONE:
    case TERM_KIND_COUNT: return STATUS_STUCK;
    }
    return STATUS_STUCK;
  }
}

static Status note_of(Taping *taping, TermId t, const NoteEnvironment *env, Note *out) {
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
    NoteEnvironment *inner = extend(&taping, env);
    if (inner == NULL) return STATUS_LIMIT;
    Status status = tape_read(&taping, program->context[k], &input, &inner->note);
    if (status != STATUS_OK) return status;
    env = inner;
  }
  Note note;
  Status status = note_of(&taping, program->term, env, &note);
  return status == STATUS_OK ? tape_write(&taping, program->type, &note, &output, &ids) : status;
}
