/* What a primitive's value and derivatives are, for certain: from its source term
 * by the certified tier, or from a library function. */
#ifndef ADJUDGE_VERIFY_ORACLE_H
#define ADJUDGE_VERIFY_ORACLE_H

#include "verify/primitive/primitive.h"
#include "verify/truth/germ.h"

#define ORACLE_DIGITS 24
#define ORACLE_BITS 2048

/* So many zeros, and one at least; NULL without memory. */
mpq_t *rationals_new(uint32_t count);
void rationals_free(mpq_t *all, uint32_t count);

typedef struct Oracle Oracle;
/* With a certified tier of its own, or over `shared`, which has the primitive's store and outlives it; NULL without
 * memory. */
Oracle *oracle_new(const Primitive *primitive, Certified *shared);
void oracle_free(Oracle *oracle);

/* D^k f(x)[v, ..., v], k = 0..order, at an exact point; v is ignored at Ints.
 * DOMAIN where f has no such derivatives for certain, by germs at ties of its tests, LIMIT
 * where that is not decided, or with fewer digits (out->precision > 0) when the limit was met. */
MUST_CHECK Status oracle_line(Oracle *oracle, const mpq_t *x, const mpq_t *v, uint32_t order, Enclosures *out);

/* D^k f(x)[v, ..., v], k = 0..2, at doubles, v = e_i + e_j, or e_i where i = j; NULL where it is not certain.  With
 * `smooth` only where no test is tied, by jets alone.  The enclosures stay until the next call. */
const Enclosures *oracle_second(Oracle *oracle, const double *x, uint32_t i, uint32_t j, bool smooth);

/* Value and Jacobian at one point. */
typedef enum OracleState {
  ORACLE_DEFINED,   /* value and Jacobian are there */
  ORACLE_VALUE,     /* the value alone: no derivative, for certain */
  ORACLE_OPEN,      /* the value alone: whether there is a derivative is not decided */
  ORACLE_UNDEFINED, /* for certain */
  ORACLE_UNDECIDED
} OracleState;

typedef struct Certain {
  OracleState state;
  uint32_t outputs, cotangents, tangents;
  arb_ptr value;    /* outputs, Ints too */
  arb_ptr jacobian; /* [cotangent * tangents + tangent] */
} Certain;

bool certain_init(Certain *certain, const Primitive *primitive);
void certain_clear(Certain *certain);
/* Exactly; false when one is infinite or NaN, which is no number. */
bool exact_numbers(uint32_t count, const double *x, mpq_t *out);
/* At doubles, Ints among them; UNDEFINED where one is not finite. */
void oracle_at(Oracle *oracle, const double *x, Certain *certain);
/* The same at rationals. */
void oracle_at_exact(Oracle *oracle, const mpq_t *x, Certain *certain);
/* Whether a seed is 0 there, and with others there is no derivative, for all that is certain. */
bool oracle_seeds_hide(Oracle *oracle, const mpq_t *x);

/* Whether every condition holds at the point: 1, 0, or -1 when balls do not decide. */
int oracle_satisfies(Oracle *oracle, const Condition *conditions, uint32_t count, const double *x);
/* Whether the two sides of an equation are equal at some index: likewise. */
int oracle_touches(Oracle *oracle, const Condition *condition, const double *x);
/* Whether a `removable` line is about the point. */
bool oracle_is_removable(Oracle *oracle, const double *x);
/* left - right of a condition at its first index, to nearest; NaN where undefined. */
double oracle_difference(Oracle *oracle, const Condition *condition, const double *x);
/* The flat value of a term of reals at the point, to nearest; false where undefined. */
bool oracle_term(Oracle *oracle, const Program *program, const double *x, double *value);

#endif
