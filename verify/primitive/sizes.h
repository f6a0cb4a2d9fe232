/* How large numbers are around an answer, and how far off rounding may put it: from the
 * specification alone, by its own derivative as straight-line code (ring_tape.h).  These
 * are the sizes that the classes of judge.h are made of. */
#ifndef ADJUDGE_VERIFY_SIZES_H
#define ADJUDGE_VERIFY_SIZES_H

#include "verify/primitive/oracle.h"
#include "verify/primitive/rule.h"

typedef struct Sizer Sizer;
/* The oracle says where a singularity is removable; it is not owned.  NULL without memory. */
Sizer *sizer_new(const Primitive *primitive, Oracle *oracle);
void sizer_free(Sizer *sizer);

/* One call, by its number and its operands, which stay where they are until the next.
 * Nothing is computed before it is asked for. */
void sizer_at(Sizer *sizer, RuleCall call, const double *x, const double *seed);

/* Of one component T of the answer. */
typedef struct Sizes {
  long double value, size;  /* T, |T| */
  long double conditioning; /* C, the sum of |dT/dz| |z| over inputs and seeds z */
  long double running;      /* E, the same over constants and intermediate results too */
  long double normwise;     /* N, the sum of |dT/dz| |a| over inputs and seeds z, a the largest of z's array */
} Sizes;

/* NULL where the code has no derivative. */
const Sizes *sizer_here(Sizer *sizer, uint32_t component);
/* The largest of both at four points that differ from x by up to `reach` times its coordinates; NULL where the code has
 * no derivative at any of them. */
const Sizes *sizer_beside(Sizer *sizer, uint32_t component, double reach);
/* X: the largest |log2| of a number that the code computes. */
long double sizer_exponent(Sizer *sizer);
/* ||T||: the largest component of the same array. */
long double sizer_norm(Sizer *sizer, uint32_t component);
/* How near, relatively, a test of the formula came to a tie without being one: numbers that are computed may be
 * rounded across it. */
long double sizer_nearest_tie(Sizer *sizer);
/* Of a second derivative what it costs to take it from quotients by the inputs, or by the value; else 0. */
long double sizer_quotients(Sizer *sizer, uint32_t component);
/* Of a derivative the running errors of the value by its size, of the result of which they are the largest: what it
 * costs to make it of the value; else 0. */
long double sizer_of_value(Sizer *sizer);
/* M: the largest |T| with each input and seed times a factor between 1/2 and 2, a zero
 * input moved by up to the largest input, or 1. */
long double sizer_near(Sizer *sizer, uint32_t component);
/* H: the largest |T| on the geometric path from x to where all |x_i| are 1; of a second derivative also that of
 * what a quotient by the inputs would have been made of. */
long double sizer_path(Sizer *sizer, uint32_t component);
/* G and V: the largest conditioning, and |T|, of a component of the same array, for two seeds that are generic in each
 * argument in which the call's is not 0, or, of one that is 0, in all. */
Sizes sizer_generic(Sizer *sizer, uint32_t component);

/* The largest box around ordinary inputs in which no number of the code has an |log2|
 * above this: of all |x_i| from 2^-k to 2^k the largest k, or -1. */
int sizer_box(Sizer *sizer, RuleCall call, long double exponent);

#endif
