/* Whether two functions on Hilbert spaces, each of terms of its own, are one: node by node, with their spaces. */
#ifndef ADJUDGE_VERIFY_FRECHET_SAME_H
#define ADJUDGE_VERIFY_FRECHET_SAME_H

#include "semantics/frechet/terms.h"

typedef struct FrechetPair {
  const Store *store; /* of their constants */
  const HilTerms *one, *other;
} FrechetPair;

bool hil_fun_same(const FrechetPair *pair, HilFunId f, HilFunId g);

#endif
