/* Derivatives as recorded: an evaluator is run once, over the ring that records, and what it did is done again at
 * every seed and point over any exact ring, an operation of the ring for each that it did. */
#ifndef ADJUDGE_VERIFY_REPLAY_H
#define ADJUDGE_VERIFY_REPLAY_H

#include "verify/laws/recordings.h"
#include "verify/laws/subject.h"

/* Whether the program has reals alone as inputs and results, over F_p: what can be recorded. */
bool subject_records(const Subject *subject);

/* The k-th way of running the derivative, recorded at a point and a seed of variables the first time that it is asked:
 * its number in the battery's recordings, or RECORDING_NONE. */
uint32_t derived_record(Subject *subject, Derived *derived, int k);

/* Does it again at `input` and each of the seeds; DOMAIN where a divisor is 0. */
MUST_CHECK Status replay(Subject *subject, Ring *ring, const Recording *recording, const Scalar *input, uint32_t seeds,
                         const Scalar *seed, Scalar *primal, Scalar *image);

#endif
