/* A program under examination: at a point, with its truth and its derivatives.
 * Private to verify/laws. */
#ifndef ADJUDGE_VERIFY_SUBJECT_H
#define ADJUDGE_VERIFY_SUBJECT_H

#include "ad/chad/chad.h"
#include "verify/battery/battery.h"
#include "verify/kernel/gate.h"
#include "verify/rewrite/positions.h"
#include "verify/truth/kronecker.h"
#include "verify/truth/ring_ball.h"
#include "verify/truth/smt.h"
#include "verify/truth/truth.h"
#include "verify/truth/truth_certified.h"
#include "verify/truth/truth_symbolic.h"

/* CHAD's forward and reverse stand first: the laws about terms of the linear
 * target language look at these two.  Systems with a language of their own follow. */
#define SUBJECT_ENGINES 2
#define SUBJECT_DERIVED 32

/* Places of the seeds in a seed table; the basis follows. */
enum { SEED_ZERO, SEED_A, SEED_B, SEED_SUM, SEED_SCALED, SEED_ONES, SEED_BASIS };
#define SEED_SCALE 7 /* SEED_SCALED is this many times SEED_A */

struct Battery {
  Store *store;
  Arena values;  /* of evaluators: released after each evaluation */
  Arena scratch; /* of one subject */
  Truth *truth;
  Kronecker *kronecker;
  Smt *smt;
  Ring *symbolic, *symbolic_large; /* for few variables and atoms, and for more */
  Ring *frechet;                   /* for FR-* */
  Rewriter *rewriter;
  Positions positions; /* of SUM-FIBRE */
  Ring *field, *enclosure, *rational;
  Ring *field_dual, *enclosure_dual; /* over the first two */
  Ring *straight;                    /* records straight-line code */
  struct Emitter *emitter;           /* of certificates; NULL until one is asked for */
  struct Recordings *recordings;     /* and what was found of programs and derivatives by their recordings */
  Certified *certified;
  Ring *balls;
  uint64_t same_work;     /* products of terms left for same_for_all on this program, when thorough */
  ProgramVerdict verdict; /* on the last program */
  uint64_t checked;       /* programs so far, and the last of them on which each law had an instance */
  uint64_t looked[LAW_COUNT][LAW_ENGINES];
  Tally *spoiled; /* what SPOILED counts apart, and its witnesses, which are shown to nobody */
  Witness *spoiled_witnesses;
  double widest; /* enclosure accepted since SPOILED forgot it, as a part of the largest number of the run */
};

/* The run of one derivative in one evaluator. */
typedef struct Run {
  Status status;
  Scalar *primal;      /* flat result of the source's type */
  Scalar *image;       /* of each seed */
  uint64_t operations; /* of the ring: at all seeds, or at one that was recorded */
  bool recorded;
} Run;

/* How a derivative is changed, for SPOILED: so that it is no derivative, not linear, of another value, or without one:
 * stuck, or outside its domain. */
typedef enum Spoil { SPOIL_NONE, SPOIL_LINEAR, SPOIL_AFFINE, SPOIL_PRIMAL, SPOIL_STUCK, SPOIL_OUTSIDE } Spoil;

/* A run of it at variables, in the battery's recordings; see replay.h. */
typedef struct Recorded {
  bool tried;
  uint32_t number;
  uint64_t operations;
} Recorded;

typedef struct Derived {
  const Engine *engine;
  int slot; /* of the tally: 1 + its place in engines[] */
  Status status;
  bool typed;                /* it has the type that it should have */
  Program program;           /* of the linear target language, */
  const void *own;           /* or a derivative in the engine's own */
  const Program *source;     /* what is differentiated: the subject's program, or what stands in for it */
  int runs;                  /* ways to run it: the target evaluators, or the engine's own */
  uint32_t domain, codomain; /* flat dimensions of the linear part */
  uint32_t seeds;
  Scalar *seed;
  Run run[TARGET_EVALUATORS];
  ProofToken proof[TARGET_EVALUATORS];  /* that value and derivative are the program's, see certificates.h */
  Recorded recorded[TARGET_EVALUATORS]; /* by derived_record */
  Spoil spoil;
} Derived;

/* Who is told what became of each region of a program with tests on signs; see
 * verify/laws/boundary/kinks.h. */
typedef struct RegionSink RegionSink;

struct Subject {
  Battery *battery;
  const Program *given[SUBJECT_ENGINES]; /* derivatives in place of CHAD's forward and reverse; NULL: CHAD's */
  const Program *with[SUBJECT_ENGINES];  /* what engines differentiate in place of the program; NULL: itself */
  const GivenRules *rules; /* of somebody, that are looked at: no engine but CHAD without `with`; or NULL */
  const BatteryOptions *options;
  const Program *program;
  Rank index;
  uint64_t seed;
  Tally *tally;
  Witness *witnesses;
  Ring *ring;
  uint32_t inputs, outputs;           /* flat dimensions, Ints included */
  uint32_t tangents, cotangents;      /* of them, real */
  uint32_t *input_slot, *output_slot; /* flat place of each real one */
  Scalar *point, *value;              /* input and source value */
  const double *near;                 /* flat inputs about which points are drawn, or NULL */
  Scalar *passed;                     /* the first point that was drawn outside the domain, or NULL, */
  Ring *passed_over;                  /* and over which ring */
  Scalar *direction, *truth;          /* tangent (real places) and D[[t]](point) . direction */
  Derived derived[SUBJECT_DERIVED];
  int derivations; /* entries of derived[] in use */
  bool for_all;    /* both sides are one normal form: what holds at the point is decided for all inputs */
  /* What a witness shows as (co)tangent; NULL: the direction, and none. */
  const Scalar *shown_tangent, *shown_cotangent;
  RegionSink *sink; /* NULL: nobody */
};

/* Whether derivatives are looked at that somebody brings: they claim that there is one. */
static inline bool subject_has_claims(const Subject *subject) {
  return subject->given[0] != NULL || subject->given[1] != NULL;
}

/* ---- subject.c: making a subject */

/* The flat dimensions, and the places of what is real among them. */
MUST_CHECK Status subject_measure(Subject *subject);
/* Finds a point of the domain and its truth; not OK (and counted by the caller)
 * when none is found. */
Status subject_locate(Subject *subject);
/* The point over enclosures, as the exact numbers that it is: one for each flat input. */
void subject_exact_point(const Subject *subject, mpq_t *x);
/* Value and truth at another point, along the direction at hand. */
MUST_CHECK Status subject_move(Subject *subject, const Scalar *point);
/* Chooses a ring for a program that has no point (it takes functions); false
 * without memory. */
bool subject_ring(Subject *subject, Ring *ring);
/* Transforms and runs the derivatives; counts TYP-PRES and COST-SIZE. */
void subject_derive(Subject *subject);
/* Runs the derivatives that there are at another point, or over another ring. */
void subject_run_again(Subject *subject);
/* Whether laws can look at it. */
static inline bool derived_usable(const Derived *derived) { return derived->typed && derived->status == STATUS_OK; }
/* The derivative that shares a system with this one, in the other mode, and was
 * made by the same run: else CHAD's of that mode. */
const Derived *derived_partner(const Subject *subject, const Derived *derived);
/* The name of the k-th way of running it, and a run that way. */
const char *derived_evaluator(const Derived *derived, int k);
MUST_CHECK Status derived_eval(const Derived *derived, int k, Machine *machine, const Scalar *input, uint32_t seeds,
                               const Scalar *seed, Scalar *primal, Scalar *image);
/* Seeds for a linear part of the dimensions set in *derived. */
Status subject_seed(Subject *subject, Derived *derived);
/* The place of an engine in tallies. */
int engine_slot(const Engine *engine);
/* D(T)1 * (D(G)2 -o D(T)2), or in reverse D(T)2 -o D(G)2. */
TypeId derivative_type(Store *store, const Engine *engine, const Program *source);
/* Runs a derivative-shaped program on the first `seeds` seeds of `derived`. */
Run subject_run(Subject *subject, const Evaluator *evaluator, const Program *program, const Derived *derived,
                uint32_t seeds);
/* The same in the k-th target evaluator, by a recording where there can be one: see replay.h. */
Run subject_run_recorded(Subject *subject, int k, const Program *program, Derived *derived, uint32_t seeds);
/* Scratch memory; NULL at its limit, and then the program is not judged to the end. */
void *subject_room(const Subject *subject, size_t count, size_t size);
Scalar *subject_scalars(Subject *subject, uint32_t count);
Scalar subject_random(Subject *subject, uint64_t stream, uint64_t index);
/* Working terms, scratch memory and scalars taken from the mark on are given back
 * on release: laws that look at many places of one program do so at each. */
typedef struct Workspace {
  uint32_t terms;
  ArenaMark scratch;
  size_t scalars;
} Workspace;
Workspace subject_mark(const Subject *subject);
void subject_release(Subject *subject, Workspace mark);
bool type_is_flat(const Store *store, TypeId type);
bool program_is_flat(const Store *store, const Program *program);

/* ---- judge.c: comparing and counting */

/* What is compared, in words and up to two numbers: put together only for a
 * witness, since nearly all comparisons agree. */
typedef struct What {
  const char *text;
  const char *name[2]; /* of the numbers, as they follow the text; NULL for none */
  uint32_t number[2];
} What;

static inline What what(const char *text) { return (What){.text = text}; }

static inline bool law_on(const Subject *subject, LawId law) { return subject->options->laws.on[law]; }
void judge_count(Subject *subject, LawId law, int slot, Outcome outcome);
/* Compares two flat vectors and counts the outcome; true if it holds. */
bool judge_equal(Subject *subject, LawId law, int slot, const char *evaluator, What about, uint32_t length,
                 const Scalar *expected, const Scalar *found);
/* The same for two flat results of the program's type, Ints by their words. */
bool judge_outputs(Subject *subject, LawId law, int slot, const char *evaluator, What about, const Scalar *expected,
                   const Scalar *found);
/* The same where equality at the point is equality for all inputs: PROVED if there is a token for it. */
bool judge_decided(Subject *subject, LawId law, int slot, const char *evaluator, What about, uint32_t length,
                   const Scalar *expected, const Scalar *found, ProofToken token);
bool judge_scalar(Subject *subject, LawId law, int slot, const char *evaluator, What about, Scalar expected,
                  Scalar found);
/* Counts a failure to run: skips for DOMAIN, UNABLE, LIMIT, else a refutation. */
void judge_status(Subject *subject, LawId law, int slot, const char *evaluator, What about, Status status);
/* A difference from the derivative of the function, with its two sides in words; `point`
 * is where, NULL for the subject's point. */
void judge_differs(Subject *subject, LawId law, int slot, const char *evaluator, What about, const char *point,
                   const char *expected, const char *found);
/* A refutation with its two sides in words. */
void judge_refute(Subject *subject, LawId law, int slot, const char *evaluator, What about, const char *expected,
                  const char *found);

/* ---- same.c */

/* One side of a comparison: a program in an evaluator. */
typedef struct Side {
  const Evaluator *evaluator;
  const Program *program;
} Side;

/* Whether both have one normal form: as programs of the source's context and type, or
 * as derivatives of the dimensions of `derived`.  In rotation, and within a limit of
 * work; false says nothing. */
bool same_for_all(Subject *subject, Side one, Side other, const Derived *derived);

/* ---- derivative.c */

/* Counts under `law` the comparison of a run with the truth tier. */
void judge_against_truth(Subject *subject, LawId law, const Derived *derived, const Run *run, const char *evaluator);

/* ---- certificates.c */

/* The token for a law of derivatives of the engine with this slot, run the k-th way; none for other laws. */
ProofToken derived_proof(const Subject *subject, LawId law, int slot, int k);

/* ---- defined.c */

/* Counts under DOM-ADEQ what became of the source term at the subject's point in the source evaluator and another. */
void judge_defined(Subject *subject, const Evaluator *evaluator, Status source, Status found);

/* ---- spoiled.c */

bool spoiled_open(Battery *battery);
void spoiled_close(Battery *battery);
/* Changes a run as derived->spoil says: the primal at a flat place, or the last component of each image, by so much, or
 * its status. */
Status spoil(Ring *ring, const Derived *derived, Scalar by, uint32_t place, uint32_t seeds, const Scalar *seed,
             Scalar *primal, Scalar *image);

/* ---- certified.c */

/* AGREE: to 25 digits, or as far as the largest number that was met lets a difference
 * that cancels have any; DISAGREE for certain. */
typedef enum Agreement { AGREE, DISAGREE, UNCLEAR } Agreement;
Agreement balls_agree(const arb_t truth, const arb_t found, const arb_t largest);
/* Makes `largest` no less than any number of the ball. */
void ball_widen(arb_t largest, const arb_t ball);

/* ---- equations.c */

/* Of the equation's places in the program that the battery's rewriter has open,
 * those to check: all when thorough (but PLACES_MOST), else one in turn. */
#define PLACES_MOST 64u
typedef struct PlaceRange {
  uint32_t first, end;
} PlaceRange;
PlaceRange places_to_check(const Subject *subject, EquationId equation);

/* <a, b> */
static inline Scalar inner_product(Ring *ring, uint32_t n, const Scalar *a, const Scalar *b) {
  Scalar sum = ring_integer(ring, 0);
  for (uint32_t i = 0; i < n; i++) sum = ring_add(ring, sum, ring_mul(ring, a[i], b[i]));
  return sum;
}

/* ---- the laws */

#define RUN(name, needs) void laws_##name(Subject *subject);
#include "verify/battery/runs.def"
#undef RUN
void laws_quick(Subject *subject);   /* AD-* in one evaluator */
void laws_defined(Subject *subject); /* DOM-ADEQ, at a point that was passed over */
void laws_higher(Subject *subject);  /* AD-HIGH, FUN-* on function inputs */
/* The constants k of COST-FWD and COST-REV by stage; 0: none is claimed. */
extern const uint64_t dualnum_cost_constants[];
/* Makes a certificate of each derivative, in each evaluator that is asked, and has it checked: Derived.proof.
 * Of programs of sums, products, quotients and smooth functions with rational constants; one certificate for
 * derivatives that are recorded alike.  With a folder in the options each is written there:
 * ENGINE-EVALUATOR-DIGEST.cert, and beside it the program and who differentiated it, as text; a file that cannot be
 * written leaves the program unfinished. */
void laws_certificates(Subject *subject);
/* Counts the derivatives with a certificate and those without, of a program that a tier decided; whether there is one,
 * and none is without. */
bool count_certificates(Subject *subject);
bool laws_for_all(Subject *subject); /* AD-*, HOM-* of polynomial programs, for all inputs: whether decided */
/* The same of rational and analytic programs, and TIERS; `again`: proofs are not
 * counted. */
ForAll laws_symbolic(Subject *subject, bool again);
/* As subject_locate; where no point of the domain was drawn, about those that the solver finds.  *nowhere: there is
 * none, and it is shown that there cannot be. */
Status laws_locate(Subject *subject, bool *nowhere);
/* The AD laws at a point, by certified enclosures; whether all held. */
bool laws_certified(Subject *subject);

#endif
