/* What a program means, with all of its derivatives, decided for all inputs: what programs are merged by.
 *
 * The source term is run in every evaluator, and what each engine derives of it in every evaluator of the engine, over
 * variables for inputs and for the tangent or cotangent.  Where each value is the source evaluator's polynomial, in
 * inverses of inputs too, each image that polynomial's derivative, and each run divides by the same inputs, the
 * polynomials, those inputs and the engines that have the program say all of it: two
 * programs of one judgement with one key are told apart by no evaluator and by no engine.  Anything else, a defect of
 * an engine too, is not decided, and such a program is judged for itself. */
#ifndef ADJUDGE_VERIFY_MEANING_H
#define ADJUDGE_VERIFY_MEANING_H

#include "verify/battery/battery.h"

typedef struct Meanings Meanings;

/* Evaluates in the battery's memory; `indices`: Ints in scope are 0..indices-1, or 0: they may be any.  NULL without
 * memory. */
Meanings *meanings_new(Battery *battery, uint32_t indices);
void meanings_free(Meanings *meanings);

typedef struct Meaning {
  const void *key; /* equal bytes: one meaning; valid until the next */
  size_t length;
  uint32_t engines; /* those that derive it, bit k for engines[k]; the others have not its language */
} Meaning;

/* False: it is not decided. */
bool meaning_decide(Meanings *meanings, const Program *program, Meaning *out);

/* Whether a law is about meanings at all, so that it can follow; and whether it follows for a program from another one
 * of the same meaning, of that place of the tally. */
bool meaning_gives_any(LawId law);
bool meaning_gives(LawId law, int slot, uint32_t engines);

#endif
