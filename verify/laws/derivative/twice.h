/* A derivative differentiated again: what the laws on second derivatives share.
 * Private to verify/laws. */
#ifndef ADJUDGE_VERIFY_TWICE_H
#define ADJUDGE_VERIFY_TWICE_H

#include "verify/battery/subject.h"

/* D2(D1(t) applied to a seed), as a program of the target language.  Its inputs are
 * those of t and the seed of D1: tangents when D1 is forward, cotangents when it is
 * in reverse; its results are the image under D1. */
typedef struct Composition {
  const Derived *first;
  const Engine *second;
  Program program;
  uint32_t seed, image;      /* dimensions of the seed of D1 and of the image under it */
  uint32_t domain, codomain; /* of the linear part of D2 */
} Composition;

/* "forward over reverse" is D2 forward, D1 in reverse. */
const char *composition_name(const Composition *composition);
/* Runs D2 at (x, seed of D1) on `seeds` seeds; the primal is the image under D1. */
MUST_CHECK Status composition_run(Subject *subject, const Composition *composition, int k, const Scalar *input,
                                  uint32_t seeds, const Scalar *seed, Scalar *primal, Scalar *image);

/* AD-TWICE for all inputs, by normal forms, in one evaluator. */
void twice_prove(Subject *subject, const Composition *composition, int k);

#endif
