/* Dual numbers a + b eps, eps^2 = 0, over any ring: the arithmetic that the ring of
 * duals and the forward run of straight-line programs share; proved (T-DUAL,
 * proofs/laws/straight.c). */
#ifndef ADJUDGE_RINGS_DUAL_NUMBER_H
#define ADJUDGE_RINGS_DUAL_NUMBER_H

#include "semantics/rings/ring.h"

typedef struct Dual {
  Scalar real, epsilon; /* of the base */
} Dual;

/* (x + x' e) + (y + y' e) = (x + y) + (x' + y') e */
/*@ requires words: member(x.real.word) && member(x.epsilon.word) && member(y.real.word) &&
      member(y.epsilon.word);
    assigns ring_state;
    ensures words: member(\result.real.word) && member(\result.epsilon.word);
    ensures real: value(\result.real.word) == radd(value(x.real.word), value(y.real.word));
    ensures epsilon: value(\result.epsilon.word) == radd(value(x.epsilon.word), value(y.epsilon.word)); */
static inline Dual dual_number_add(Ring *base, Dual x, Dual y) {
  Scalar real = ring_add(base, x.real, y.real);
  Scalar epsilon = ring_add(base, x.epsilon, y.epsilon);
  return (Dual){real, epsilon};
}

/* (x + x' e) - (y + y' e) = (x - y) + (x' - y') e */
/*@ requires words: member(x.real.word) && member(x.epsilon.word) && member(y.real.word) &&
      member(y.epsilon.word);
    assigns ring_state;
    ensures words: member(\result.real.word) && member(\result.epsilon.word);
    ensures real: value(\result.real.word) == radd(value(x.real.word), rneg(value(y.real.word)));
    ensures epsilon: value(\result.epsilon.word) == radd(value(x.epsilon.word), rneg(value(y.epsilon.word))); */
static inline Dual dual_number_sub(Ring *base, Dual x, Dual y) {
  Scalar real = ring_sub(base, x.real, y.real);
  Scalar epsilon = ring_sub(base, x.epsilon, y.epsilon);
  return (Dual){real, epsilon};
}

/* (x + x' e)(y + y' e) = x y + (x' y + x y') e */
/*@ requires words: member(x.real.word) && member(x.epsilon.word) && member(y.real.word) &&
      member(y.epsilon.word);
    assigns ring_state;
    ensures words: member(\result.real.word) && member(\result.epsilon.word);
    ensures real: value(\result.real.word) == rmul(value(x.real.word), value(y.real.word));
    ensures epsilon: value(\result.epsilon.word) == radd(rmul(value(x.epsilon.word), value(y.real.word)),
                                                         rmul(value(x.real.word), value(y.epsilon.word))); */
static inline Dual dual_number_mul(Ring *base, Dual x, Dual y) {
  Scalar left = ring_mul(base, x.epsilon, y.real);
  Scalar right = ring_mul(base, x.real, y.epsilon);
  Scalar real = ring_mul(base, x.real, y.real);
  Scalar epsilon = ring_add(base, left, right);
  return (Dual){real, epsilon};
}

/* -(x + x' e) = -x + (-x') e */
/*@ requires words: member(x.real.word) && member(x.epsilon.word);
    assigns ring_state;
    ensures words: member(\result.real.word) && member(\result.epsilon.word);
    ensures real: value(\result.real.word) == rneg(value(x.real.word));
    ensures epsilon: value(\result.epsilon.word) == rneg(value(x.epsilon.word)); */
static inline Dual dual_number_neg(Ring *base, Dual x) {
  Scalar real = ring_neg(base, x.real);
  Scalar epsilon = ring_neg(base, x.epsilon);
  return (Dual){real, epsilon};
}

#endif
