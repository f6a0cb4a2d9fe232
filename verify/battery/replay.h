/* Derivatives as recorded: an evaluator is run once, over the ring that records, and what it did is done again at
 * every seed and point over any exact ring, an operation of the ring for each that it did. */
#ifndef ADJUDGE_VERIFY_REPLAY_H
#define ADJUDGE_VERIFY_REPLAY_H

#include "verify/battery/recordings.h"
#include "verify/battery/subject.h"

/* Whether evaluators are to be run on the program at each seed and point all the same: where it cannot be recorded, on
 * one program in so many, and when thorough. */
bool subject_evaluates(const Subject *subject);

/* What the k-th way of running the derivative does at a point and a direction, or cotangent, of variables; it stands
 * until the next recording. */
MUST_CHECK Status derivative_recording(Subject *subject, const Derived *derived, int k, Recording *out);

/* The k-th way of running the derivative, recorded at a point and a seed of variables the first time that it is asked:
 * its number in the battery's recordings, or RECORDING_NONE. */
uint32_t derived_record(Subject *subject, Derived *derived, int k);

/* A run of a program of the derivative's type, or if it is NULL of the derivative itself, in the k-th way, recorded and
 * done again at the first `seeds` seeds; its operations are those of the recording.  False, and nothing is done, where
 * it could not be recorded, or subject_evaluates. */
bool subject_replayed(Subject *subject, Derived *derived, int k, const Program *program, uint32_t seeds, Run *run);

/* Does it again at `input` and each of the seeds; DOMAIN where a divisor is 0. */
MUST_CHECK Status replay(Subject *subject, Ring *ring, const Recording *recording, const Scalar *input, uint32_t seeds,
                         const Scalar *seed, Scalar *primal, Scalar *image);

#endif
