/* A rule under test, as a black box over binary64: the terms of a specification, a
 * shared object, or another program. */
#ifndef ADJUDGE_VERIFY_RULE_H
#define ADJUDGE_VERIFY_RULE_H

#include "verify/primitive/primitive.h"

typedef enum RuleCall {
  RULE_VALUE,
  RULE_JVP,
  RULE_VJP,
  RULE_JVP2,      /* D^2 f(x)[v, u]: the seed is v and then u */
  RULE_JVP3,      /* D^3 f(x)[v, u, t]: the seed is these three */
  RULE_PRIMAL,    /* the value that jvp computes beside its answer: its seed */
  RULE_ENCLOSURE, /* of f on the box from x to the seed: the answer is the lower ends and then the upper ones */
  RULE_CALLS
} RuleCall;

/* What became of one call. */
typedef enum RuleAnswer {
  RULE_ANSWERED,
  RULE_UNDEFINED, /* it says that it is undefined there */
  RULE_COMPUTED,  /* it has no value among the reals, and these numbers by doubles, which round */
  RULE_UNDECIDED, /* what it answers is not known: a test is not decided, or a limit was hit */
  RULE_UNKNOWN,   /* it has no answer to this call, which is not asked then: recorded answers are few */
  RULE_FAILED     /* it crashed, hung or answered nonsense: see the rule's message */
} RuleAnswer;

#define RULE_MESSAGE 512

typedef struct Rule Rule;
struct Rule {
  const char *kind;           /* "text", "shared object", "program" */
  bool offers[RULE_CALLS];    /* which calls it has */
  char message[RULE_MESSAGE]; /* of the last failure */
  bool refuses;               /* it was that no answer can be given now: no fault of the rule */
  bool late;                  /* it was that there was no answer in time */
  /* `count` calls: x + k * inputs is the k-th point (Ints as doubles), seed + k *
   * rule_seed_size its seed, out + k * rule_answer_size where its answer goes.  False when
   * no further call makes sense. */
  bool (*call)(Rule *rule, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
               RuleAnswer *answers);
  void (*free)(Rule *rule);
  /* Starts it anew after a failure: false when it cannot.  NULL where nothing can end it. */
  bool (*restart)(Rule *rule);
  double timeout; /* seconds for one answer */
  double *points; /* the only ones at which it can be asked: its own; NULL: anywhere */
  uint32_t point_count;
  bool code;             /* read from C: where it has no value it is asked what doubles give */
  bool (*stopped)(void); /* true: wait no longer for an answer; may be NULL */
};

/* "jvp", as programs are asked. */
const char *rule_call_name(RuleCall what);
uint32_t rule_seed_size(const Primitive *primitive, RuleCall what);
uint32_t rule_answer_size(const Primitive *primitive, RuleCall what);

/* The rules that the specification itself has, and its value: exact results to
 * nearest.  NULL without memory. */
Rule *rule_of_text(const Primitive *primitive);
/* The same of rules that were read from C: where they have no value among the reals, and C by doubles computes numbers
 * all the same (copysign by 0, say), these are COMPUTED. */
Rule *rule_of_code(const Primitive *primitive);

/* The rules that another program answers for, by JSON Lines (rule_process.c), given
 * `timeout` seconds for each answer, unless `stopped` (may be NULL) says to wait no
 * longer; words[0] is the program, NULL the last.  Its
 * `message` is set when the program does not describe itself.  NULL without memory. */
Rule *rule_of_process(const Primitive *primitive, const char *kind, const char *const *words, double timeout,
                      bool (*stopped)(void));

#endif
