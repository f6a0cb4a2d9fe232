/* The ring of germs: what a program computes close to a point, exactly.
 *
 * A scalar is a function of d variables close to 0, known as a sum of monomials with exact
 * coefficients (exact.h) and an error O(|z|^e).  With d = 1 the variable r is positive,
 * and exponents may be negative: a germ on one side, or along a curve; s = r^grid gives
 * Puiseux series.  With d = 0 a scalar is a number.  Beside it stands a normal form of
 * the symbolic ring (or none), which is equal to the function wherever that is defined:
 * what is 0 to finite order is 0 for certain only by it.
 *
 * What asks for the sign of a germ is answered by its leading coefficient (d = 1) or its
 * value; when the value is 0 and d > 1, by `ask`: a tie.  DOMAIN: undefined, on all of the
 * germ; UNABLE: not decided here. */
#ifndef ADJUDGE_VERIFY_RING_GERM_H
#define ADJUDGE_VERIFY_RING_GERM_H

#include "verify/truth/exact.h"

#define GERM_UNIT 12 /* exponents of errors are so many times as large */
#define GERM_EXACT INT32_MAX
#define GERM_MOST_TERMS 256u
#define GERM_MOST_VARIABLES 32u
#define GERM_NO_FORM ((Scalar){UINT64_MAX})

typedef struct GermShape {
  uint32_t dimension; /* d <= GERM_MOST_VARIABLES */
  uint32_t degree;    /* d > 1: of the monomials kept; d = 1: how many are kept from the lowest on */
  uint32_t grid;      /* d = 1: s = r^grid */
} GermShape;

/* The sign of a scalar whose value is 0 at the point; a failure is the ring's. */
typedef int (*GermAsk)(void *state, Ring *ring, Scalar a);

/* `forms`, a symbolic ring, or NULL: no normal forms.  Neither it nor `exact` is owned.  NULL without
 * memory, and above GERM_MOST_TERMS. */
Ring *ring_germ_new(Exact *exact, Ring *forms, GermShape shape);
void germ_set_ask(Ring *ring, GermAsk ask, void *state);

/* The germ c + sum_i a_i z_i (d > 1), or c + a_0 s + a_1 s^2 (d = 1), with rational coefficients. */
Scalar germ_make(Ring *ring, const mpq_t c, uint32_t count, const mpq_t *a);

/* d = 1: c + a s as the variable of the forms: they are functions of it, whose constants are the program's. */
Scalar germ_make_variable(Ring *ring, const mpq_t c, const mpq_t a);

/* The sign of a germ as programs see it; failures are the ring's. */
int germ_sign(Ring *ring, Scalar a);
Scalar germ_form(const Ring *ring, Scalar a);
/* The error's exponent in units; GERM_EXACT when there is none. */
int32_t germ_error(const Ring *ring, Scalar a);
/* The exponent of the lowest monomial, in units, the error's if there is none. */
int32_t germ_lowest(const Ring *ring, Scalar a);
/* d = 1: the exponent of the first coefficient. */
int32_t germ_shift(const Ring *ring, Scalar a);
/* The coefficients, one a monomial (or exponent, from the shift on): valid until the next operation. */
ca_srcptr germ_coefficients(const Ring *ring, Scalar a);
uint32_t germ_terms(const Ring *ring);
/* d > 1: degree and exponents of monomial i, which are in order of degrees; 1 + i is z_i; the product's
 * number, or germ_terms when its degree is too high. */
uint32_t germ_degree_of(const Ring *ring, uint32_t i);
const uint8_t *germ_exponents(const Ring *ring, uint32_t i);
uint32_t germ_product(const Ring *ring, uint32_t i, uint32_t j);

/* Why the ring was UNABLE, since the last call; resets. */
typedef struct GermWant {
  uint32_t grid; /* a finer grid; 0: no */
  bool terms;    /* more terms */
} GermWant;
GermWant germ_take_want(Ring *ring);

/* The value of a normal form of the ring's `forms` with z_i as its variables, without a form
 * of its own; UNABLE when that asks for the sign of a tie. */
Scalar germ_of_form(Ring *ring, Scalar form);

#endif
