/* Recorded programs and derivatives, each kept once, and what was found of them.
 *
 * Programs of a space come down to few straight-line programs: what is found of a program and a derivative from their
 * recordings alone, a certificate of the derivative, is found once and looked up by
 * the recordings, which are compared node by node.  A derivative is recorded anew on each program by running its
 * engine and its evaluator: nothing here is known by the program.
 * Entries are forgotten when there are too many: what is found does not depend on what was kept. */
#ifndef ADJUDGE_VERIFY_RECORDINGS_H
#define ADJUDGE_VERIFY_RECORDINGS_H

#include "verify/certificates/asked.h"

typedef struct Recordings Recordings;

/* NULL without memory. */
Recordings *recordings_new(void);
void recordings_free(Recordings *recordings);
/* Before a program: forgets all if there is much; numbers given earlier mean nothing any more. */
void recordings_trim(Recordings *recordings);

/* What the ring that records holds, which has begun with that many inputs and STRAIGHT_SYMBOLS more; the nodes of
 * results are to be filled in. */
Recording straight_recording(const Ring *straight, uint32_t inputs, uint32_t outputs);

/* No number. */
#define RECORDING_NONE 0u
/* The number of the recording: the same for two that are node by node one, constants by their values.  RECORDING_NONE
 * for one with a constant that is no integer of 64 bits, and without memory. */
uint32_t recordings_keep(Recordings *recordings, const Recording *recording);
/* The recording of a number, constants as integers; what it points to stays until it is forgotten. */
Recording recordings_get(const Recordings *recordings, uint32_t number);

/* What was found of a program and a derivative of it. */
typedef struct RecordedFacts {
  bool asked;       /* for a certificate, */
  ProofToken token; /* and this came of it */
} RecordedFacts;

/* Of the pair, all false at first; valid until the next call.  NULL without memory. */
RecordedFacts *recordings_facts(Recordings *recordings, uint32_t source, uint32_t derivative, bool reverse);

#endif
