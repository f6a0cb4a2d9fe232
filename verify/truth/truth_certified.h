/* Truth tier T3: certified values of source programs, and derivatives of the paths that they run.
 *
 * At a tie of a test the derivative of the path is what AD computes, by the declared conventions, and
 * not the function's: whatever is called truth there comes from germ.h.
 *
 * The program is run over jets of balls (ring_jet.h) at x + s v, at 53, 106, 212,
 * ... bits, until every enclosure has the digits asked for.  What is enclosed is
 * exact, so that disjoint balls refute for certain. */
#ifndef ADJUDGE_VERIFY_TRUTH_CERTIFIED_H
#define ADJUDGE_VERIFY_TRUTH_CERTIFIED_H

#include "verify/truth/ring_jet.h"
#include "verify/truth/truth.h"

/* What this tier needs between calls; the truth must outlive it. */
typedef struct Certified Certified;
Certified *certified_new(Truth *truth);
void certified_free(Certified *certified);
/* Questions to the solver that were lost. */
uint64_t certified_lost(const Certified *certified);
/* From when `stopped` says so on its solver is not waited for (smt_stop_when). */
void certified_stop_when(Certified *certified, bool (*stopped)(void));

/* D^k f(x)[v, ..., v] for every flat output and k = 0..order. */
typedef struct Enclosures {
  uint32_t outputs, order;
  arb_ptr balls;   /* see enclosure_of */
  bool *is_int;    /* of each output: exact, and its derivatives are 0 */
  slong precision; /* of the run that gave them, in bits; 0: none did */
  bool tied;       /* a convention decided at an exact tie: the derivatives are those of the path */
  bool straddles;  /* the last run failed for want of precision, at the edge of a domain or a kink */
} Enclosures;

void enclosures_init(Enclosures *enclosures);
void enclosures_clear(Enclosures *enclosures);
static inline arb_srcptr enclosure_of(const Enclosures *e, uint32_t output, uint32_t k) {
  return e->balls + (size_t)output * (e->order + 1) + k;
}

#define CERTIFIED_FIRST_PRECISION 53
#define CERTIFIED_LIMIT 4096
#define CERTIFIED_MOST_BITS 1000000
#define CERTIFIED_DIGITS 15

typedef struct CertifiedOptions {
  uint32_t order; /* of derivatives, at most JET_MAX_ORDER */
  slong digits;   /* decimal, of each enclosure relative to itself; 0: any finite ones */
  slong limit;    /* of the precision, in bits; 0: CERTIFIED_LIMIT */
} CertifiedOptions;

/* x and v are the flat input and direction, canonical rationals; v is ignored at
 * Int inputs, an Int output is exact with derivatives 0.  `out` was initialised, and
 * may have been used.
 *
 * DOMAIN where the program is undefined for certain; LIMIT when the limit of the
 * precision is met: then `out` holds the enclosures of the last run, if any run gave
 * some.  A result that is 0 by cancelling has no digits of its own and ends so. */
MUST_CHECK Status truth_certified(Certified *certified, const Program *program, const mpq_t *x, const mpq_t *v,
                                  const CertifiedOptions *options, Enclosures *out);

/* Whether each scalar of the flat input is an Int. */
MUST_CHECK Status certified_input_ints(Certified *certified, const Program *program, bool *is_int);

typedef enum CertifiedVerdict {
  CERTIFIED_DISJOINT, /* refuted for certain */
  CERTIFIED_AGREES,   /* to `digits` digits */
  CERTIFIED_UNDECIDED /* they overlap, with fewer digits than asked for */
} CertifiedVerdict;

/* Relative to itself; an exact number has all. */
bool certified_has_digits(const arb_t ball, slong digits);

#define CERTIFIED_EXACT WORD_MAX /* digits of two equal numbers known exactly */

typedef struct CertifiedComparison {
  CertifiedVerdict verdict;
  slong digits; /* decimal, that any two numbers of the two balls have in common; 0 when disjoint */
} CertifiedComparison;

CertifiedComparison certified_compare(const arb_t truth, const arb_t candidate, slong digits);

#endif
