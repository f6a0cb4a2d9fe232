/* The taping interpreter: source programs over scalars that know their place
 * on the tape.  Private to semantics/dualnum. */
#ifndef ADJUDGE_DUAL_TAPING_H
#define ADJUDGE_DUAL_TAPING_H

#include "semantics/dualnum/tape_run.h"

typedef enum NoteKind {
  NOTE_UNIT,
  NOTE_INT,
  NOTE_REAL,
  NOTE_VECTOR,
  NOTE_PAIR,
  NOTE_ARRAY,
  NOTE_VEC,
  NOTE_INL,
  NOTE_INR,
  NOTE_CLOSURE
} NoteKind;

/* A value.  A real^1 is a REAL, any other real^n a VECTOR; a Vec of any elements is a VEC. */
typedef struct Note {
  NoteKind kind;
  uint32_t n;    /* REAL: the id; VECTOR, ARRAY, VEC: the length; CLOSURE: the body's TermId */
  Scalar scalar; /* INT, REAL */
  const void
      *data; /* VECTOR: a NoteVector; PAIR: 2 Notes; ARRAY, VEC: n Notes; INL, INR: 1; CLOSURE: its environment */
} Note;

/* ids NULL: all constants. */
typedef struct NoteVector {
  const uint32_t *ids;
  const Scalar *values;
} NoteVector;

typedef struct NoteEnvironment {
  Note note;
  const struct NoteEnvironment *outer;
} NoteEnvironment;

typedef struct Taping {
  Machine *machine;
  Tape *tape; /* NULL: nothing is recorded, all are constants */
} Taping;

/* The scalars of an operand; ids NULL for constants. */
typedef struct Operand {
  const Scalar *values;
  const uint32_t *ids;
} Operand;

static inline uint32_t operand_id(const Operand *operand, uint32_t k) {
  return operand->ids == NULL ? TAPE_CONSTANT : operand->ids[k];
}

/* [[op]] at the operands with its partial derivatives on the tape; `kid` holds the
 * operation's arity of notes. */
MUST_CHECK Status tape_operation(Taping *taping, OpId op, const Note *kid, Note *out);
/* A VECTOR with room for n scalars, and for their ids when `ids` is not NULL. */
MUST_CHECK Status tape_vector(Taping *taping, uint32_t n, Scalar **values, uint32_t **ids, Note *out);

/* ---- taping.c */
MUST_CHECK Status tape_note(Taping *taping, TermId t, const NoteEnvironment *env, Note *out);
/* E, x=w with w still to come; NULL at the arena's limit. */
NoteEnvironment *tape_extend(Taping *taping, const NoteEnvironment *env);
bool note_is_sequence(const Note *note, uint32_t *n);
Note note_element(const Note *sequence, uint32_t k);
/* A sequence being made: a VEC, a VECTOR if its first element is real, else an ARRAY. */
typedef struct NoteSequence {
  uint32_t n;
  bool dynamic;
  Scalar *values;
  uint32_t *ids;
  Note *notes;
  Note result; /* when all n > 0 are put, in order */
} NoteSequence;
MUST_CHECK Status note_put(Taping *taping, NoteSequence *sequence, uint32_t k, const Note *note);
/* What was put, or the empty sequence. */
MUST_CHECK Status note_finish(Taping *taping, NoteSequence *sequence, Note *out);
/* Elements 0..n-1 of the body under what is bound: b's element innermost, then a's;
 * without a, the index. */
MUST_CHECK Status note_each(Taping *taping, NoteSequence *sequence, const Note *a, const Note *b, TermId body,
                            const NoteEnvironment *env, Note *out);

/* ---- tape_ops.c: a + b of n reals as new nodes */
MUST_CHECK Status tape_add(Taping *taping, uint32_t n, const Note *a, const Note *b, Note *out);

/* ---- taping_extensions.c: the extensions of the source language */
MUST_CHECK Status note_inject(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out);
MUST_CHECK Status note_iterate(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out);
MUST_CHECK Status note_while(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out);
MUST_CHECK Status note_fold(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out);
MUST_CHECK Status note_total(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out);
MUST_CHECK Status note_gather(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out);
MUST_CHECK Status note_scatter(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out);

MUST_CHECK Status note_vscatter(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out);
/* taping_vec.c: vbuild, length, filter and append. */
MUST_CHECK Status note_vec(Taping *taping, const Term *t, const NoteEnvironment *env, Note *out);

/* tape_flat.c: the next value of the type from flat scalars, its reals new inputs
 * of the tape; and a value to flat scalars, and the ids of its reals. */
MUST_CHECK Status tape_read(Taping *taping, TypeId type, const Scalar **input, Note *out);
MUST_CHECK Status tape_write(Taping *taping, TypeId type, const Note *note, Scalar **output, uint32_t **ids);

static inline Note note_real(Scalar scalar, uint32_t id) { return (Note){NOTE_REAL, id, scalar, NULL}; }
static inline const Note *note_parts(const Note *note) { return note->data; }

#endif
