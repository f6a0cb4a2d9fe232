/* The denotation in Set x CMon, CHAD sections 5.2-5.3.
 *
 * A Cartesian type denotes a set, a linear type a commutative monoid: vectors
 * for real_^n, functions for powers, and for copowers the finite maps from keys
 * to elements other than 0, which are the formal sums up to their laws
 *   !t (x) s + !t (x) s' = !t (x) (s + s')    !t (x) 0 = 0.
 * Keys are sorted, so equal elements are equal structures.  At keys that hold
 * functions, where equality is undecidable, formal sums stay as they are; so
 * they do over rings that are not exact, where equal scalars need not be equal
 * numbers.
 *
 * Elements live in the machine's arena. */
#ifndef ADJUDGE_MONOID_MONOID_H
#define ADJUDGE_MONOID_MONOID_H

#include "semantics/evaluator.h"

typedef struct MonoidElement MonoidElement;

/* 0 and + of the monoid that a linear type denotes.  STUCK if the elements are
 * not of that type. */
MUST_CHECK Status monoid_zero(Machine *machine, TypeId type, const MonoidElement **out);
MUST_CHECK Status monoid_plus(Machine *machine, TypeId type, const MonoidElement *a, const MonoidElement *b,
                              const MonoidElement **out);

/* Elements of first-order types from and to flat scalars, of both sorts. */
MUST_CHECK Status monoid_from_flat(Machine *machine, TypeId type, const Scalar *flat, const MonoidElement **out);

/* The denotation of a Cartesian program at a flat first-order environment. */
MUST_CHECK Status monoid_evaluate(Machine *machine, const Program *program, const Scalar *input,
                                  const MonoidElement **out);
/* The value of a homomorphism (an element of T_ -o S_) at an element. */
MUST_CHECK Status monoid_apply(Machine *machine, const MonoidElement *homomorphism, const MonoidElement *element,
                               const MonoidElement **out);

#endif
