/* The ring that records: scalars are nodes of a tape. */
#ifndef ADJUDGE_AD_CODE_RECORD_H
#define ADJUDGE_AD_CODE_RECORD_H

#include "ad/code/tape.h"

typedef struct RecordRing {
  Ring ring;
  TapeNode *nodes; /* TAPE_MOST */
  uint32_t count;
  const char *missing; /* what was refused */
} RecordRing;

extern const RingOps record_ops;

/* The node that there is, or a new one. */
Scalar record_put(Ring *ring, TapeNode node);
/* Says that the construct has no rule. */
Scalar record_refuse(Ring *ring, const char *missing);
/* Which nodes are used and active, and how deep they stand in loops, of those of the tape and its outputs. */
void record_mark(Tape *tape);

#endif
