/* The battery: every law that applies, on one program.
 *
 * A program whose context and type are first-order is run over F_p against the
 * finite-field truth tier; where it uses functions that F_p lacks, over doubles
 * with running error bounds.  A program with functions in its context or type
 * is checked on related arguments (AD-HIGH). */
#ifndef ADJUDGE_VERIFY_BATTERY_H
#define ADJUDGE_VERIFY_BATTERY_H

#include "verify/battery/laws.h"
#include "verify/enumerate/space.h"

/* Those of the linear target language, which take programs of the source language too, as source_evaluator does. */
#define TARGET_EVALUATORS 3
extern const Evaluator *const target_evaluators[TARGET_EVALUATORS];

#define WITNESS_TEXT 512

/* A refutation, or a difference, that a third party can recompute.  Plain data. */
typedef struct Witness {
  bool present;
  Outcome outcome; /* REFUTED or DIFFERS */
  Rank index;      /* of the program in its scope */
  LawId law;
  int engine;
  uint64_t seed; /* of the points and (co)tangents */
  char evaluator[24];
  char what[128]; /* which equation place, which seed, which component */
  char input[WITNESS_TEXT], tangent[WITNESS_TEXT], cotangent[WITNESS_TEXT];
  char expected[WITNESS_TEXT], found[WITNESS_TEXT];
  /* The three as exact rationals; "" over F_p, where an enclosure is no point, and
   * when they are too long. */
  char exact_input[WITNESS_TEXT], exact_tangent[WITNESS_TEXT], exact_cotangent[WITNESS_TEXT];
} Witness;

/* Which systems besides CHAD, that is those with a language of their own, a
 * program goes through: all, or none. */
typedef enum EngineChoice { ENGINES_ALL, ENGINES_CHAD } EngineChoice;
#define ENGINE_CHOICES 2

/* Whether of two witnesses of one law the first is kept: a refutation before a
 * difference, then the lower index. */
bool witness_before(const Witness *a, const Witness *b);

typedef struct BatteryOptions {
  LawSet laws;
  EngineChoice engines;
  /* Every place of every equation, in every evaluator, at several points; else
   * each equation and rule at one place and in one evaluator, in rotation by
   * the program's index, and MON-*, which are about types, on small programs and
   * a few others, and AD-TWICE on small programs and one in sixteen of the larger.
   * The other AD, HOM and SEM-ADEQ laws are never rotated. */
  bool thorough;
  /* Only AD-FWD, AD-REV, AD-DOT and AD-PRIMAL, of CHAD in one evaluator at one point,
   * on first-order programs: for very large samples. */
  bool quick;
  bool proofs; /* only what the tiers that decide for all inputs say of the same laws */
  /* Campaigns: of the programs of a space of at least so many that have one meaning one is looked at, see
   * verify/campaign/merging.h; 0: no space is merged. */
  uint64_t merging;
  uint64_t seed;
  /* A folder for the certificates of derivatives that are decided for all inputs, see
   * laws_certificates; NULL: none are made. */
  const char *certificates;
} BatteryOptions;

typedef struct Battery Battery;

/* Rings, arenas and truth tiers over the store; NULL without memory. */
Battery *battery_new(Store *store);
/* From when `stopped` says so on the solver is not waited for: programs checked then are no longer decided. */
void battery_stop_when(Battery *battery, bool (*stopped)(void));
void battery_free(Battery *battery);

/* Checks the laws in options on a well-typed source program, counting into
 * `tally`; of refutations and differences the one that witness_before puts first goes
 * to witnesses[law].  Working terms made are released. */
void battery_check(Battery *battery, const Program *program, Rank index, const BatteryOptions *options, Tally *tally,
                   Witness *witnesses);

/* What became of one program, for people who look at single programs. */
#define VERDICT_TEXT 192
typedef struct ProgramVerdict {
  bool tried;              /* in the tiers that decide for all inputs */
  bool proved;             /* there, and a certificate of each derivative that was looked at was checked */
  ForAll found;            /* there */
  bool certified;          /* where they did not decide: held at a point, by certified enclosures */
  uint32_t regions;        /* in which it is decided or open; 0 without tests on signs */
  uint32_t kinks, jumps;   /* on their boundaries */
  uint32_t edges, unknown; /* of these boundaries: where a side ends, and what nothing is known of */
  bool unread;             /* there may be boundaries that were not looked at */
  bool unfinished;    /* scratch memory, or the solver, was missing: there are fewer instances than there could be */
  bool refuted;       /* some law was, for campaigns to fill in */
  const char *reason; /* why it was not tried, or was outside; a literal, NULL for none */
  /* Conditions under which the program is defined and its normal form is too without
   * them: "x0 /= 0" of x/x, x0 being the first flat input; "" for none. */
  char lost[VERDICT_TEXT];
  char undefined[VERDICT_TEXT]; /* regions of inputs on which it is defined nowhere; "" for none */
  char outside[VERDICT_TEXT];   /* where `found` is ALMOST: the set left out, "7*x0 - 22 = 0" */
} ProgramVerdict;

/* Whether the solver was asked in vain since battery_new: another time there might be more
 * verdicts, so that those there are not what can be said. */
bool battery_lost(const Battery *battery);

/* On the program last checked; conditions that are lost only when thorough. */
const ProgramVerdict *battery_verdict(const Battery *battery);

/* The laws of derivatives alone, thoroughly, on rules that somebody gives for a
 * first-order source program.
 *   forward, reverse  derivatives in the place of CHAD's, well typed: T * (S -o T') and
 *                     T * (T' -o S), where S has the flat reals of the context and T' those
 *                     of T.  Counted as chad-forward and chad-reverse.
 *   with_forward, with_reverse  the program with an operation in it that claims the rules
 *                     (OpGiven): what every engine of that mode differentiates.
 * What is given in the place of CHAD's claims to be the derivative: where it is another
 * number, or is undefined, at a point where there is a derivative, ties of tests too, it is
 * refuted; so is the claim (AD-DEFINED) at one where there is none.
 * Where both are NULL CHAD differentiates the source itself, and no other engine does. */
typedef struct GivenRules {
  const Program *forward, *reverse;
  const Program *with_forward, *with_reverse;
  /* Whether they claim no derivative at a rational point; NULL: they claim it wherever there is one. */
  bool (*exempt)(void *state, const mpq_t *x);
  /* Whether rules that have no value at the point may compute numbers all the same, as code does; may be NULL. */
  bool (*computes)(void *state, const mpq_t *x);
  void *state;
} GivenRules;
void battery_check_rules(Battery *battery, const Program *source, const GivenRules *rules, uint64_t seed, Tally *tally,
                         Witness *witnesses);

/* The largest ratio of transformed to source nodes that COST-SIZE accepts,
 * proj, coproj and 0_ counted as one node: the largest rule has this many. */
#define COST_SIZE_SLOPE 60.0
/* The same of a system with a language of its own, which spells operations out:
 * dot as a fold of a zipped vector has the largest derivative, 123 nodes a source
 * node in the tupled form.  A build is written out in some: a larger ratio is held against
 * the source with its builds written out. */
#define COST_SIZE_SLOPE_OWN 200.0
/* The same in words of what it prints, a node of the program with its builds written out or a scalar of its types. */
#define COST_SIZE_WORDS 200.0

#endif
