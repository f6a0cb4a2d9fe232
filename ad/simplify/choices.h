/* What the laws of a ring make of an operation on two operands of which it is
 * known whether they are 0 or 1: proved to keep the denotation in every
 * commutative ring (T-SIMP, proofs/laws/choices.c). */
#ifndef ADJUDGE_SIMPLIFY_CHOICES_H
#define ADJUDGE_SIMPLIFY_CHOICES_H

#include <stdbool.h>

/* x op y is */
typedef enum Choice {
  CHOICE_NONE,     /* left as it stands */
  CHOICE_LEFT,     /* x */
  CHOICE_RIGHT,    /* y */
  CHOICE_NEG_RIGHT /* neg y */
} Choice;

/* What is known of an operand. */
typedef struct Known {
  bool zero, one;
} Known;

/* 0 + x ⇝ x   x + 0 ⇝ x */
/*@ assigns \nothing;
    ensures sum: \forall ELEMENT a, b; known(x.zero, x.one, a) && known(y.zero, y.one, b) ==>
      chosen(\result, a, b, radd(a, b)); */
static inline Choice choice_sum(Known x, Known y) {
  if (x.zero) return CHOICE_RIGHT;
  return y.zero ? CHOICE_LEFT : CHOICE_NONE;
}

/* x - 0 ⇝ x   0 - x ⇝ neg x */
/*@ assigns \nothing;
    ensures difference: \forall ELEMENT a, b; known(x.zero, x.one, a) && known(y.zero, y.one, b) ==>
      chosen(\result, a, b, radd(a, rneg(b))); */
static inline Choice choice_difference(Known x, Known y) {
  if (y.zero) return CHOICE_LEFT;
  return x.zero ? CHOICE_NEG_RIGHT : CHOICE_NONE;
}

/* 0 * x ⇝ 0   x * 0 ⇝ 0   1 * x ⇝ x   x * 1 ⇝ x */
/*@ assigns \nothing;
    ensures product: \forall ELEMENT a, b; known(x.zero, x.one, a) && known(y.zero, y.one, b) ==>
      chosen(\result, a, b, rmul(a, b)); */
static inline Choice choice_product(Known x, Known y) {
  if (x.zero || y.one) return CHOICE_LEFT;
  return y.zero || x.one ? CHOICE_RIGHT : CHOICE_NONE;
}

#endif
