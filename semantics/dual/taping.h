/* The taping interpreter: source programs over scalars that know their place
 * on the tape.  Private to semantics/dual. */
#ifndef ADJUDGE_DUAL_TAPING_H
#define ADJUDGE_DUAL_TAPING_H

#include "semantics/dual/tape_run.h"

typedef enum NoteKind { NOTE_UNIT, NOTE_INT, NOTE_REAL, NOTE_VECTOR, NOTE_PAIR, NOTE_ARRAY, NOTE_CLOSURE } NoteKind;

/* A value.  A real^1 is a REAL, any other real^n a VECTOR. */
typedef struct Note {
  NoteKind kind;
  uint32_t n;       /* REAL: the id; VECTOR, ARRAY: the length; CLOSURE: the body's TermId */
  Scalar scalar;    /* INT, REAL */
  const void *data; /* VECTOR: a NoteVector; PAIR: 2 Notes; ARRAY: n Notes; CLOSURE: its environment */
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

/* tape_flat.c: the next value of the type from flat scalars, its reals new inputs
 * of the tape; and a value to flat scalars, and the ids of its reals. */
MUST_CHECK Status tape_read(Taping *taping, TypeId type, const Scalar **input, Note *out);
MUST_CHECK Status tape_write(Taping *taping, TypeId type, const Note *note, Scalar **output, uint32_t **ids);

static inline Note note_real(Scalar scalar, uint32_t id) { return (Note){NOTE_REAL, id, scalar, NULL}; }
static inline const Note *note_parts(const Note *note) { return note->data; }

#endif
