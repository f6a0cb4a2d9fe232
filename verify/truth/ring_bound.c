#include "semantics/rings/ring_pool.h"
#include "verify/truth/kronecker.h"

#include <stdio.h>
#include <stdlib.h>

/* Bounds beyond these are LIMIT: no check of such a size would be run.  They are
 * packed 16 : 16 : 32. */
#define MOST_DEGREE ((uint32_t)1 << 14)
#define MOST_BITS ((uint32_t)1 << 28)

Scalar bound_make(Bound bound) {
  return (Scalar){(uint64_t)bound.degree << 48 | (uint64_t)bound.seeds << 32 | bound.bits};
}

Bound bound_get(Scalar a) {
  return (Bound){(uint32_t)(a.word >> 48), (uint32_t)(a.word >> 32) & 0xffff, (uint32_t)a.word};
}

static Scalar within(Ring *ring, Bound bound) {
  if (bound.degree <= MOST_DEGREE && bound.seeds <= MOST_DEGREE && bound.bits <= MOST_BITS) return bound_make(bound);
  ring_fail(ring, STATUS_LIMIT);
  return bound_make((Bound){0, 0, 0});
}

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* |n| <= 2^bits */
static Scalar bound_integer(Ring *ring, int64_t n) {
  uint64_t magnitude = n < 0 ? (uint64_t)0 - (uint64_t)n : (uint64_t)n;
  uint32_t bits = 0;
  while (bits < 64 && magnitude > (uint64_t)1 << bits) bits++;
  return within(ring, (Bound){0, 0, bits});
}

static Scalar bound_constant(Ring *ring, const Constant *constant, uint32_t index) {
  mpq_srcptr value = constant->exact[index];
  if (mpz_cmp_ui(mpq_denref(value), 1) != 0) {
    ring_fail(ring, STATUS_UNABLE);
    return bound_make((Bound){0, 0, 0});
  }
  return within(ring, (Bound){0, 0, (uint32_t)mpz_sizeinbase(mpq_numref(value), 2)});
}

/* The sum of absolute values is subadditive: at most twice the larger. */
static Scalar bound_add(Ring *ring, Scalar a, Scalar b) {
  Bound x = bound_get(a), y = bound_get(b);
  return within(ring, (Bound){larger(x.degree, y.degree), larger(x.seeds, y.seeds), larger(x.bits, y.bits) + 1});
}

/* and submultiplicative. */
static Scalar bound_mul(Ring *ring, Scalar a, Scalar b) {
  Bound x = bound_get(a), y = bound_get(b);
  return within(ring, (Bound){x.degree + y.degree, x.seeds + y.seeds, x.bits + y.bits});
}

static Scalar bound_neg(Ring *ring, Scalar a) {
  (void)ring;
  return a;
}

static Scalar bound_div(Ring *ring, Scalar a, Scalar b) {
  (void)b;
  ring_fail(ring, STATUS_UNABLE);
  return a;
}

static int bound_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  (void)ring;
  Bound bound = bound_get(a);
  return snprintf(buffer, size, "degree %u, %u in seeds, 2^%u", bound.degree, bound.seeds, bound.bits);
}

static void bound_destroy(Ring *ring) { free(ring); }

Ring *ring_bound_new(void) {
  static const RingOps ops = {.name = "bounds",
                              .traits = 0,
                              .integer = bound_integer,
                              .constant = bound_constant,
                              .add = bound_add,
                              .sub = bound_add,
                              .mul = bound_mul,
                              .neg = bound_neg,
                              .div = bound_div,
                              .compare = ring_compare_words,
                              .print = bound_print,
                              .destroy = bound_destroy,
                              RING_NO_FUNCTIONS,
                              RING_NO_STACK};
  Ring *ring = calloc(1, sizeof *ring);
  if (ring != NULL) ring->ops = &ops;
  return ring;
}
