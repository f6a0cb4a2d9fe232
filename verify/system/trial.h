/* One program before a system: what it is asked, at which points, and what its answers are worth. */
#ifndef ADJUDGE_VERIFY_TRIAL_H
#define ADJUDGE_VERIFY_TRIAL_H

#include "verify/primitive/judge.h"
#include "verify/system/point_truth.h"
#include "verify/system/system.h"

#define TRIAL_POINTS 6u /* two ordinary ones, 0, all equal, and two of special values */
#define TRIAL_SHOWN 16u /* numbers of a point or a seed that are kept */

typedef enum Fate {
  FATE_HOLDS,     /* to within rounding, by judge.h */
  FATE_DIFFERS,   /* from the derivative, but it is one of the path by some convention, or the path has none */
  FATE_WRONG,     /* neither: REFUTED */
  FATE_FAILS,     /* an error, or no answer of that shape, where the function has a value or a derivative */
  FATE_UNSTABLE,  /* digits are gone, as the formula loses them */
  FATE_UNDECIDED, /* ill-conditioned, near the ends of the range, or the truth is not decided */
  FATE_OUTSIDE,   /* no value, or no derivative, there for certain: nothing is asked of the system */
  FATES
} Fate;
static inline bool fate_is_finding(Fate fate) { return fate == FATE_WRONG || fate == FATE_FAILS; }
const char *fate_name(Fate fate);

/* The first answer of a program that has that fate. */
typedef struct Failure {
  bool present;
  Fate fate;
  uint32_t inputs, seeds;
  double x[TRIAL_SHOWN], seed[TRIAL_SHOWN];
  int component;   /* -1: all of the answer */
  uint32_t output; /* hessian */
  char certain[80], found[40], error[SYSTEM_TEXT];
} Failure;

typedef struct Trial {
  Residual residual;
  const Format *format; /* of the system's numbers: double, until it is said otherwise */
  Primitive primitive;
  Oracle *oracle;
  Sizer *sizer;
  double *x, *v, *w; /* points; tangents and cotangents: one of all kinds of numbers, then the units */
  double *vv;        /* of each component of second derivatives the two tangents */
  bool stands;       /* the sizer does, at this call, */
  RuleCall call;
  const double *at, *along;
  PointTruth truth[TRIAL_POINTS];
  uint32_t same[TRIAL_POINTS];  /* of each point the first that is the same: what is certain there is asked for once */
  bool bad_value[TRIAL_POINTS]; /* the value was judged, and does not hold: derivatives there are not judged */
  uint64_t count[MODE_COUNT][FATES];
  Failure failure[MODE_COUNT], differs[MODE_COUNT];
} Trial;

/* Of a program whose residual is made, and is the trial's then; the program's terms stay until it is closed, and
 * `certified`, if it is not NULL, whose processes it uses.  False without memory; to be closed in either case. */
bool trial_open(Trial *trial, Store *store, Certified *certified, const Program *program, Residual *residual,
                uint64_t seed);
void trial_close(Trial *trial);
/* Whether second derivatives will be asked for: what is certain of them is then computed with the first. */
void trial_expect(Trial *trial, bool second);

/* What it asks in that mode, as the loaded program of that number; how many, and with `queries` NULL no more. */
uint32_t trial_queries(const Trial *trial, Mode mode, uint32_t program, Query *queries);
/* Judges the answers to all of these. */
void trial_judge(Trial *trial, Mode mode, uint32_t count, const Query *queries);

#endif
