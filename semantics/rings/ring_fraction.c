#include "semantics/rings/ring_pool.h"
#include "semantics/rings/rings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Fraction {
  uint64_t numerator, denominator;
} Fraction;

typedef struct FractionRing {
  Ring ring;
  RingPool pool; /* of Fraction */
  bool formal;   /* denominators may be 0 */
} FractionRing;

static FractionRing *self(const Ring *ring) { return (FractionRing *)ring; }

static Fraction at(const Ring *ring, Scalar a) {
  const Fraction *item = ring_pool_item(&self(ring)->pool, a);
  return *item;
}

Scalar fraction_make(Ring *ring, uint64_t numerator, uint64_t denominator) {
  FractionRing *fractions = self(ring);
  if (denominator == 0 && !fractions->formal) ring_fail(ring, STATUS_DOMAIN);
  Scalar scalar;
  Fraction *item = ring_pool_push(&fractions->pool, ring, &scalar);
  if (item != NULL) *item = (Fraction){numerator, denominator};
  return scalar;
}

uint64_t fraction_numerator(const Ring *ring, Scalar a) { return at(ring, a).numerator; }
uint64_t fraction_denominator(const Ring *ring, Scalar a) { return at(ring, a).denominator; }
void fraction_set_formal(Ring *ring, bool formal) { self(ring)->formal = formal; }

static Scalar fraction_integer(Ring *ring, int64_t n) {
  if (n == 0 || n == 1) return (Scalar){(uint64_t)n};
  return fraction_make(ring, field_from_int(n), 1);
}

static Scalar fraction_constant(Ring *ring, const Constant *constant, uint32_t index) {
  if (!constant->has_residue) ring_fail(ring, STATUS_UNABLE);
  return fraction_make(ring, constant->residue[index], 1);
}

/* a/b + c/d = (a d + c b) / (b d); the shortcut for b = d = 1 is the same. */
static Scalar fraction_add(Ring *ring, Scalar a, Scalar b) {
  Fraction x = at(ring, a), y = at(ring, b);
  if (x.denominator == 1 && y.denominator == 1) return fraction_make(ring, field_add(x.numerator, y.numerator), 1);
  uint64_t numerator = field_add(field_mul(x.numerator, y.denominator), field_mul(y.numerator, x.denominator));
  return fraction_make(ring, numerator, field_mul(x.denominator, y.denominator));
}

static Scalar fraction_neg(Ring *ring, Scalar a) {
  Fraction x = at(ring, a);
  return fraction_make(ring, field_neg(x.numerator), x.denominator);
}

static Scalar fraction_sub(Ring *ring, Scalar a, Scalar b) {
  Fraction x = at(ring, a), y = at(ring, b);
  if (x.denominator == 1 && y.denominator == 1) return fraction_make(ring, field_sub(x.numerator, y.numerator), 1);
  uint64_t numerator = field_sub(field_mul(x.numerator, y.denominator), field_mul(y.numerator, x.denominator));
  return fraction_make(ring, numerator, field_mul(x.denominator, y.denominator));
}

static Scalar fraction_mul(Ring *ring, Scalar a, Scalar b) {
  Fraction x = at(ring, a), y = at(ring, b);
  return fraction_make(ring, field_mul(x.numerator, y.numerator), field_mul(x.denominator, y.denominator));
}

/* (a/b) / (c/d) = (a d) / (b c) */
static Scalar fraction_div(Ring *ring, Scalar a, Scalar b) {
  Fraction x = at(ring, a), y = at(ring, b);
  return fraction_make(ring, field_mul(x.numerator, y.denominator), field_mul(x.denominator, y.numerator));
}

/* By the quotients, where there are two; a zero denominator comes last. */
static int fraction_compare(Ring *ring, Scalar a, Scalar b) {
  Fraction x = at(ring, a), y = at(ring, b);
  if (x.denominator == 0 || y.denominator == 0) return (x.denominator == 0) - (y.denominator == 0);
  uint64_t p = field_mul(x.numerator, field_inverse(x.denominator));
  uint64_t q = field_mul(y.numerator, field_inverse(y.denominator));
  return (p > q) - (p < q);
}

static size_t fraction_mark(const Ring *ring) { return self(ring)->pool.count; }
static void fraction_release(Ring *ring, size_t mark) { ring_pool_release(&self(ring)->pool, mark); }

static int fraction_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  Fraction x = at(ring, a);
  return snprintf(buffer, size, "%" PRIu64 "/%" PRIu64, x.numerator, x.denominator);
}

static void fraction_destroy(Ring *ring) {
  ring_pool_free(&self(ring)->pool);
  free(self(ring));
}

Ring *ring_fraction_new(void) {
  static const RingOps ops = {.name = "fractions over F_p",
                              .traits = RING_EXACT | RING_FIELD,
                              RING_ARITHMETIC(fraction_),
                              RING_STACK(fraction_),
                              RING_NO_FUNCTIONS};
  FractionRing *fractions = calloc(1, sizeof *fractions);
  if (fractions == NULL) return NULL;
  fractions->ring.ops = &ops;
  if (!ring_pool_init(&fractions->pool, sizeof(Fraction))) {
    free(fractions);
    return NULL;
  }
  (void)fraction_make(&fractions->ring, 0, 1);
  (void)fraction_make(&fractions->ring, 1, 1);
  return &fractions->ring;
}
