/* Terms that observe values of higher type at first-order types, and terms
 * that inhabit any type: what laws compare where values cannot be compared.
 *
 * All choices are a function of `seed`.  Coefficients are rationals of a small
 * fixed set, and array literals are builds, so that the tables of constants and
 * operations stay bounded over a campaign.  On failure (no such type, or a
 * limit) functions that give a term answer id 0, and store_take_status says
 * why; the others answer that status. */
#ifndef ADJUDGE_VERIFY_OBSERVE_H
#define ADJUDGE_VERIFY_OBSERVE_H

#include "semantics/evaluator.h"

/* How deep types may be nested. */
#define OBSERVE_DEPTH 2000u
/* How many elements of an array of higher type are observed. */
#define OBSERVE_ELEMENTS 3u

/* A closed term of any Cartesian type.  Functions are polynomials in the reals
 * of their argument, nowhere constant where the type allows it; values of type
 * S_ -o R_ are as observe_linear_inhabitant gives them, and at types such as
 * D(T)1 -> D(R)1 * (D(T)2 -o D(R)2) have nothing to do with the value beside
 * them.  A source type gives a source term. */
TermId observe_inhabitant(Store *store, TypeId type, uint64_t seed);

/* A closed linear term v : domain |- t : codomain. */
TermId observe_linear_inhabitant(Store *store, TypeId domain, TypeId codomain, uint64_t seed);

/* From G |- t : T to G0 |- t0 : T, where G0 are the first-order types of G:
 * the other identifiers become inhabitants that depend on the reals of G0.
 * `contexts` has room for program->length types and becomes G0. */
MUST_CHECK Status observe_close(Store *store, const Program *program, uint64_t seed, TypeId *contexts, Program *closed);

/* An observation of G |- t : T, in the same context and of one of the types
 *   A                 (*linear false)
 *   A * (S_ -o R_)    (*linear true)     A, S_, R_ first-order:
 * functions are applied to inhabitants that depend on the reals of G; products
 * and arrays are observed by components; a value f of type S'_ -o R'_ becomes
 * \v. c(f @ p(v)) where p maps first-order S_ into powers and copowers, and c
 * evaluates powers at two keys and folds copowers against a random consumer.
 * Equal values have equal observations, in every context and for every seed. */
MUST_CHECK Status observe_program(Store *store, const Program *program, uint64_t seed, Program *observation,
                                  bool *linear);

#endif
