/* The small semirings of analyses: N, max-plus, Z/2. */
#include "semantics/chad/monoid/analysis.h"
#include "semantics/rings/ring_pool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* -------------------------------------------------- what a semiring lacks -- */

static Scalar unable(Ring *ring) {
  ring_fail(ring, STATUS_UNABLE);
  return (Scalar){0};
}
static Scalar no_sub(Ring *ring, Scalar a, Scalar b) { return (void)a, (void)b, unable(ring); }
static Scalar no_neg(Ring *ring, Scalar a) { return (void)a, unable(ring); }
static Scalar no_constant(Ring *ring, const Constant *constant, uint32_t index) {
  return (void)constant, (void)index, unable(ring);
}
static Scalar no_power(Ring *ring, Scalar a, const Constant *exponent) { return (void)a, (void)exponent, unable(ring); }

static int print_word(Ring *ring, Scalar a, char *buffer, size_t size) {
  (void)ring;
  return snprintf(buffer, size, "%" PRIu64, a.word);
}
static void destroy(Ring *ring) { free(ring); }

static Ring *new_ring(const RingOps *ops) {
  Ring *ring = calloc(1, sizeof *ring);
  if (ring != NULL) ring->ops = ops;
  return ring;
}

#define SEMIRING                                                                                                       \
  .traits = RING_EXACT, .constant = no_constant, .sub = no_sub, .neg = no_neg, .div = no_sub,                          \
  .function = ring_function_unable, .power = no_power, .max = ring_order_unable, .min = ring_order_unable,             \
  .test = ring_test_unable, .compare = ring_compare_words, .mark = ring_mark_nothing, .release = ring_release_nothing, \
  .destroy = destroy

/* ----------------------------------------------------------------- naturals -- */

static Scalar natural_integer(Ring *ring, int64_t n) {
  if (n < 0) return unable(ring);
  return (Scalar){(uint64_t)n};
}
static Scalar natural_add(Ring *ring, Scalar a, Scalar b) {
  uint64_t sum;
  (void)ring;
  return (Scalar){__builtin_add_overflow(a.word, b.word, &sum) ? UINT64_MAX : sum};
}
static Scalar natural_mul(Ring *ring, Scalar a, Scalar b) {
  uint64_t product;
  (void)ring;
  return (Scalar){__builtin_mul_overflow(a.word, b.word, &product) ? UINT64_MAX : product};
}

Ring *ring_natural_new(void) {
  static const RingOps ops = {
      .name = "N", .integer = natural_integer, .add = natural_add, .mul = natural_mul, .print = print_word, SEMIRING};
  return new_ring(&ops);
}

/* What came to the end of them may be any number beyond. */
static Scalar counting(Ring *ring, Scalar a) {
  if (a.word == UINT64_MAX) ring_fail(ring, STATUS_LIMIT);
  return a;
}
static Scalar counting_add(Ring *ring, Scalar a, Scalar b) { return counting(ring, natural_add(ring, a, b)); }
static Scalar counting_mul(Ring *ring, Scalar a, Scalar b) { return counting(ring, natural_mul(ring, a, b)); }

Ring *ring_counting_new(void) {
  static const RingOps ops = {
      .name = "N", .integer = natural_integer, .add = counting_add, .mul = counting_mul, .print = print_word, SEMIRING};
  return new_ring(&ops);
}

/* ------------------------------------------------------ max-plus, min-plus -- */

/* n is the word n + TROPICAL_NONE; -infinity is the word 0. */
#define TROPICAL_NONE ((uint64_t)1 << 63)
Scalar tropical_make(int64_t n) { return (Scalar){(uint64_t)n + TROPICAL_NONE}; }
static int64_t tropical_number(Scalar a) { return (int64_t)(a.word - TROPICAL_NONE); }

static Scalar tropical_integer(Ring *ring, int64_t n) {
  if (n < 0) return unable(ring);
  if (n == 0) return (Scalar){0};
  return tropical_make(0);
}
static Scalar tropical_add(Ring *ring, Scalar a, Scalar b) { return (void)ring, a.word > b.word ? a : b; }
static Scalar tropical_mul(Ring *ring, Scalar a, Scalar b) {
  if (a.word == 0 || b.word == 0) return (Scalar){0};
  int64_t sum;
  if (__builtin_add_overflow(tropical_number(a), tropical_number(b), &sum) || sum > TROPICAL_MOST ||
      sum < -TROPICAL_MOST) {
    ring_fail(ring, STATUS_LIMIT);
    return a;
  }
  return tropical_make(sum);
}
static int tropical_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  (void)ring;
  return a.word == 0 ? snprintf(buffer, size, "-inf") : snprintf(buffer, size, "%" PRId64, tropical_number(a));
}
static int cheapest_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  (void)ring;
  return a.word == 0 ? snprintf(buffer, size, "inf") : snprintf(buffer, size, "%" PRId64, -tropical_number(a));
}

#define TROPICAL .integer = tropical_integer, .add = tropical_add, .mul = tropical_mul

Ring *ring_tropical_new(void) {
  static const RingOps ops = {.name = "max-plus", TROPICAL, .print = tropical_print, SEMIRING};
  return new_ring(&ops);
}

Ring *ring_cheapest_new(void) {
  static const RingOps ops = {.name = "min-plus", TROPICAL, .print = cheapest_print, SEMIRING};
  return new_ring(&ops);
}

/* ---------------------------------------------------------------------- Z/2 -- */

static Scalar parity_integer(Ring *ring, int64_t n) { return (void)ring, (Scalar){(uint64_t)n & 1}; }
/* A rational is a residue when its denominator is odd. */
static Scalar parity_constant(Ring *ring, const Constant *constant, uint32_t index) {
  mpq_srcptr exact = constant->exact[index];
  if (mpz_even_p(mpq_denref(exact))) return unable(ring);
  return (Scalar){mpz_odd_p(mpq_numref(exact)) ? 1 : 0};
}
static Scalar parity_add(Ring *ring, Scalar a, Scalar b) { return (void)ring, (Scalar){a.word ^ b.word}; }
static Scalar parity_neg(Ring *ring, Scalar a) { return (void)ring, a; }
static Scalar parity_mul(Ring *ring, Scalar a, Scalar b) { return (void)ring, (Scalar){a.word & b.word}; }
static Scalar parity_div(Ring *ring, Scalar a, Scalar b) {
  if (b.word == 0) ring_fail(ring, STATUS_DOMAIN);
  return a;
}

Ring *ring_parity_new(void) {
  static const RingOps ops = {.name = "Z/2",
                              .traits = RING_EXACT | RING_FIELD,
                              .integer = parity_integer,
                              .constant = parity_constant,
                              .add = parity_add,
                              .sub = parity_add,
                              .mul = parity_mul,
                              .neg = parity_neg,
                              .div = parity_div,
                              .compare = ring_compare_words,
                              .print = print_word,
                              .destroy = destroy,
                              RING_NO_FUNCTIONS,
                              RING_NO_STACK};
  return new_ring(&ops);
}
