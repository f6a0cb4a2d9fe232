/* Which programs of a space follow from others of the same meaning.
 *
 * A term is a constructor with the classes of its parts: two terms of one judgement with one constructor and parts of
 * the same classes are one composite.  The first program of a composite is made of the smallest programs of its parts'
 * classes, and has the composite's least index: it is what the oracle is asked about.  A composite whose meaning is
 * decided is of the class of that meaning; any other is a class of its own.
 *
 * The first program of a class stands for itself, and below the largest size that of each composite; other programs
 * follow from these.
 *
 * That terms of one composite have one meaning, derivatives included, is what is assumed (that meanings and D are
 * compositional), and what a run audits: see verify/campaign/merging.h. */
#ifndef ADJUDGE_VERIFY_CLASSES_H
#define ADJUDGE_VERIFY_CLASSES_H

#include "verify/enumerate/space.h"

/* What decides meanings. */
typedef struct ClassOracle {
  void *state;
  /* The program's meaning as bytes, valid until the next call, and a mark that those of one meaning share; false: it is
   * not decided. */
  bool (*meaning)(void *state, const Program *program, const void **key, size_t *length, uint32_t *mark);
  uint32_t jobs; /* processes that it may be asked in at once; 0 and 1: in this one */
} ClassOracle;

/* What is kept of a class by meaning. */
typedef struct ClassFact {
  uint32_t mark;
  uint64_t digest; /* of the meaning's bytes */
} ClassFact;
uint64_t class_digest(const void *key, size_t length);

typedef struct Classes {
  uint32_t *follows; /* of each program: 0, it stands for itself; else its class has that fact */
  Rank count;
  ClassFact *fact; /* from 1 on */
  uint32_t facts;
  uint64_t composites, asked; /* terms looked at, and those of them given to the oracle */
} Classes;

/* How many Ints, from 0, are those that can be in scope: 0, not known. */
uint32_t space_indices(const Space *space);
/* In the time of a walk over all its programs, and the oracle's.  False, nobody follows anybody, without memory or
 * where the space has too many programs; the space's working terms are released. */
bool classes_make(Space *space, const ClassOracle *oracle, Classes *out);
void classes_free(Classes *classes);

#endif
