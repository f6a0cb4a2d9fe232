#include "semantics/rings/ring_pool.h"
#include "semantics/rings/rings.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct DegreeRing {
  Ring ring;
  bool polynomial; /* every divisor so far was of degree 0 over 0 */
} DegreeRing;

static DegreeRing *self(const Ring *ring) { return (DegreeRing *)ring; }

Scalar degree_make(uint32_t numerator, uint32_t denominator) {
  return (Scalar){(uint64_t)numerator << 32 | denominator};
}

uint32_t degree_numerator(Scalar a) { return (uint32_t)(a.word >> 32); }
uint32_t degree_denominator(Scalar a) { return (uint32_t)a.word; }

bool degree_is_polynomial(const Ring *ring) { return self(ring)->polynomial; }
void degree_reset(Ring *ring) { self(ring)->polynomial = true; }

/* Saturating: an unbounded degree stays the largest. */
static uint32_t plus(uint32_t a, uint32_t b) { return a > UINT32_MAX - b ? UINT32_MAX : a + b; }

static Scalar degree_integer(Ring *ring, int64_t n) {
  (void)ring;
  (void)n;
  return degree_make(0, 0);
}

static Scalar degree_constant(Ring *ring, const Constant *constant, uint32_t index) {
  (void)ring;
  (void)constant;
  (void)index;
  return degree_make(0, 0);
}

/* a/b + c/d = (a d + c b) / (b d) */
static Scalar degree_add(Ring *ring, Scalar x, Scalar y) {
  (void)ring;
  uint32_t b = degree_denominator(x), d = degree_denominator(y);
  uint32_t left = plus(degree_numerator(x), d), right = plus(degree_numerator(y), b);
  return degree_make(left > right ? left : right, plus(b, d));
}

static Scalar degree_mul(Ring *ring, Scalar x, Scalar y) {
  (void)ring;
  return degree_make(plus(degree_numerator(x), degree_numerator(y)),
                     plus(degree_denominator(x), degree_denominator(y)));
}

static Scalar degree_neg(Ring *ring, Scalar x) {
  (void)ring;
  return x;
}

/* (a/b) / (c/d) = (a d) / (b c) */
static Scalar degree_div(Ring *ring, Scalar x, Scalar y) {
  if (y.word != 0) self(ring)->polynomial = false;
  return degree_mul(ring, x, degree_make(degree_denominator(y), degree_numerator(y)));
}

static int degree_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  (void)ring;
  return snprintf(buffer, size, "%u/%u", degree_numerator(a), degree_denominator(a));
}

static void degree_destroy(Ring *ring) { free(self(ring)); }

Ring *ring_degree_new(void) {
  static const RingOps ops = {.name = "degrees",
                              .traits = 0,
                              .integer = degree_integer,
                              .constant = degree_constant,
                              .add = degree_add,
                              .sub = degree_add,
                              .mul = degree_mul,
                              .neg = degree_neg,
                              .div = degree_div,
                              .compare = ring_compare_words,
                              .print = degree_print,
                              .destroy = degree_destroy,
                              RING_NO_FUNCTIONS,
                              RING_NO_STACK};
  DegreeRing *degrees = calloc(1, sizeof *degrees);
  if (degrees == NULL) return NULL;
  degrees->ring.ops = &ops;
  degrees->polynomial = true;
  return &degrees->ring;
}
