/* The symbolic ring: quotients of polynomials in variables and atoms.
 *
 * A scalar is a quotient of two polynomials with integer coefficients (FLINT),
 * in variables and in atoms: sin u and cos u as a pair with s^2 = 1 - c^2, sqrt u
 * with r^2 = u, and exp u, log u, tanh u, sigmoid u and u^f (0 < f < 1), which
 * have no relation.  An atom is found again by zero-testing its argument against
 * those present.  EXACT, FIELD, ANALYTIC; abs, sign, max, min and atan2, of its cut,
 * ask a path for signs (path.h), and without one are UNABLE.
 *
 * Why a normal form of zero proves an identity.  Each step replaces a quotient
 * by one that has the same value wherever the operands have one: FLINT cancels
 * common factors, and squares are replaced by what they equal.  By induction no
 * denominator vanishes where every division, log and root performed was defined.
 * So two scalars with one normal form are equal at every such input.  The
 * converse fails, since atoms may depend on one another (exp 2x and exp x):
 * different normal forms mean nothing, unless there is no atom at all.
 *
 * Where the divisions, logs and roots are defined is kept beside the scalars as
 * obligations, since cancelling loses it.
 *
 * No operation runs long: products of lengths above max_length^2, and results
 * with more terms than max_length, or with larger degrees or coefficients than
 * below, are LIMIT; and so is every operation once the work allowed is done. */
#ifndef ADJUDGE_VERIFY_RING_SYMBOLIC_H
#define ADJUDGE_VERIFY_RING_SYMBOLIC_H

#include "semantics/rings/ring.h"

#define SYMBOLIC_MAX_DEGREE 127 /* in each variable and atom */
#define SYMBOLIC_MAX_BITS 1024  /* of a coefficient */

/* At most `variables` >= 1 variables and `atoms` atoms at a time (a pair is two);
 * fewer are faster.  More atoms are LIMIT.  NULL without memory. */
Ring *ring_symbolic_new(uint32_t variables, uint32_t atoms, uint32_t max_length);

/* The work allowed from now on, in products of terms (a million take about a
 * second); without a limit at first. */
void symbolic_set_work(Ring *ring, uint64_t work);
uint64_t symbolic_work_left(const Ring *ring);

uint32_t symbolic_variable_count(const Ring *ring);
/* Variable i < variables. */
Scalar symbolic_variable(Ring *ring, uint32_t i);
/* The name by which variable i is printed, at first x0, x1, ...; cut to length. */
#define SYMBOLIC_NAME 48
void symbolic_name_variable(Ring *ring, uint32_t i, const char *name);
/* A name for that, of a component of an argument: the argument's and what tells the component ("", "[3]"). A long one
 * is cut and numbered, so that no two arguments are called the same: "position_of_the_first~2". */
void symbolic_component_name(const char *argument, uint32_t number, const char *component, char name[SYMBOLIC_NAME]);
/* Whether the scalar is a variable, and which. */
bool symbolic_is_variable(const Ring *ring, Scalar a, uint32_t *i);
/* Whether the scalar is a rational number. */
bool symbolic_is_rational(const Ring *ring, Scalar a);
/* Whether any atom occurs. */
bool symbolic_has_atoms(const Ring *ring, Scalar a);

typedef enum SymbolicVerdict {
  SYMBOLIC_EQUAL,     /* at all inputs where both are defined */
  SYMBOLIC_DIFFERENT, /* rational functions that differ: at almost all inputs */
  SYMBOLIC_UNKNOWN    /* atoms occur and the normal forms differ, or a limit */
} SymbolicVerdict;

/* Never EQUAL while a failure of the ring has not been taken. */
SymbolicVerdict symbolic_equal(Ring *ring, Scalar a, Scalar b);

/* ---- obligations: where what was computed since the mark is defined */

/* Of a value, and of the normal form that stands for it: where the two differ there is a value at an edge,
 * and the normal form says nothing of its derivative. */
typedef enum SymbolicCondition {
  SYMBOLIC_NONZERO,  /* argument /= 0: it was a divisor */
  SYMBOLIC_POSITIVE, /* argument > 0: of log */
  SYMBOLIC_ROOT,     /* argument > 0, and at 0 there is a value: of a root, a power that is no integer, asin */
  SYMBOLIC_CUBIC,    /* argument /= 0, and at 0 there is a value: of cbrt */
  SYMBOLIC_GAMMA     /* argument no whole number <= 0 */
} SymbolicCondition;

typedef struct SymbolicObligation {
  SymbolicCondition condition;
  Scalar argument; /* of NONZERO: a primitive polynomial */
  uint32_t asked;  /* so many guards of the ring's path were asked before */
} SymbolicObligation;

/* Each is listed once, in order of the operations; conditions on constants that
 * hold are left out. */
uint32_t symbolic_obligation_count(const Ring *ring);
SymbolicObligation symbolic_obligation(const Ring *ring, uint32_t k);
/* Whether it fails everywhere, its argument being a number: sqrt (cos 2). */
bool symbolic_obligation_fails(const Ring *ring, uint32_t k);
/* Keeps the first `count`: what the others asked is asked no more. */
void symbolic_forget_obligations(Ring *ring, uint32_t count);
/* Asks that a is defined, and continuous, by its normal form: what it and its atoms divide by is not 0, and
 * what they take to be positive is. */
void symbolic_require_normal(Ring *ring, Scalar a);
/* Whether the obligations from `first` on follow from those before, and from the guards of
 * the ring's path: then what
 * was computed since is defined wherever what was computed before is.  An
 * answer of false means that no proof was found. */
bool symbolic_obligations_follow(Ring *ring, uint32_t first);

/* Whether the results, as normal forms, may be defined where obligation k fails: it
 * was lost by cancelling, as x /= 0 is from x/x = 1.  Nothing is where the guards of the path say it. */
bool symbolic_obligation_lost(Ring *ring, uint32_t k, uint32_t count, const Scalar *results);

/* What a condition says where its argument is a number of that sign (2: not known): OK, DOMAIN where there is no
 * value, UNABLE where there may be one and no normal form stands for it. */
MUST_CHECK Status symbolic_condition_at(const Ring *ring, SymbolicObligation what, int sign);

/* ---- other readings of a normal form */

/* Directional derivatives: out[k] = sum_i v[i] d a[k] / d x_i over the ring's
 * variables i < count, by formal differentiation of the normal forms and the
 * chain rule over atoms.  Other variables are constants.  Failures are the
 * ring's.  Divisions here add no obligation: a normal form is differentiable
 * where its obligations hold. */
void symbolic_derivatives(Ring *ring, uint32_t outputs, const Scalar *a, uint32_t count, const Scalar *v, Scalar *out);

/* Whether the normal form is linear in the variables first..first+count-1: each
 * term of the numerator has one of them once, and neither the denominator nor an
 * atom has any.  Then it is linear wherever it is defined. */
bool symbolic_is_linear(const Ring *ring, Scalar a, uint32_t first, uint32_t count);

/* The value of the normal form over another ring with x_i = point[i], and 0 from
 * i = count on; atoms by that ring's functions.  The other ring's status says whether there is one. */
Scalar symbolic_evaluate(const Ring *ring, Scalar a, Ring *into, uint32_t count, const Scalar *point);

#endif
