/* Bool^n: n analyses over (Bool, or, and) at once, one a lane.
 *
 * A scalar is an index into a pool of sets of lanes: 0 is the empty set and 1 all lanes.
 * A sum or product that is one of its operands is that operand, so that a set is made
 * only where two different ones meet. */
#include "semantics/chad/monoid/analysis.h"
#include "semantics/rings/ring_pool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the sets of one ring may take. */
#define BITS_MEMORY ((size_t)1 << 30)

typedef struct BitsRing {
  Ring ring;
  RingPool pool;
  uint32_t lanes, words;
} BitsRing;

static BitsRing *self(Ring *ring) { return (BitsRing *)ring; }

static uint64_t *set_of(const Ring *ring, Scalar a) { return ring_pool_item(&((const BitsRing *)ring)->pool, a); }

/* A new empty set; NULL with LIMIT in the ring. */
static uint64_t *push(Ring *ring, Scalar *scalar) {
  BitsRing *bits = self(ring);
  *scalar = RING_POOL_ZERO;
  if ((bits->pool.count + 1) * bits->pool.item_size > BITS_MEMORY) return ring_fail(ring, STATUS_LIMIT), NULL;
  uint64_t *set = ring_pool_push(&bits->pool, ring, scalar);
  if (set != NULL) memset(set, 0, bits->pool.item_size);
  return set;
}

static Scalar bits_integer(Ring *ring, int64_t n) {
  if (n < 0) ring_fail(ring, STATUS_UNABLE);
  return n <= 0 ? RING_POOL_ZERO : RING_POOL_ONE;
}

/* The set just pushed, or the one of the operands that it equals. */
static Scalar settled(Ring *ring, Scalar made, Scalar a, Scalar b) {
  RingPool *pool = &self(ring)->pool;
  bool is_a = memcmp(set_of(ring, made), set_of(ring, a), pool->item_size) == 0;
  if (!is_a && memcmp(set_of(ring, made), set_of(ring, b), pool->item_size) != 0) return made;
  ring_pool_release(pool, made.word);
  return is_a ? a : b;
}

static Scalar bits_add(Ring *ring, Scalar a, Scalar b) {
  Scalar sum;
  if (a.word == b.word || b.word == RING_POOL_ZERO.word) return a;
  if (a.word == RING_POOL_ZERO.word) return b;
  uint64_t *set = push(ring, &sum);
  if (set == NULL) return sum;
  for (uint32_t i = 0; i < self(ring)->words; i++) set[i] = set_of(ring, a)[i] | set_of(ring, b)[i];
  return settled(ring, sum, a, b);
}

static Scalar bits_mul(Ring *ring, Scalar a, Scalar b) {
  Scalar product;
  if (a.word == b.word || b.word == RING_POOL_ONE.word) return a;
  if (a.word == RING_POOL_ONE.word) return b;
  if (a.word == RING_POOL_ZERO.word || b.word == RING_POOL_ZERO.word) return RING_POOL_ZERO;
  uint64_t *set = push(ring, &product);
  if (set == NULL) return product;
  for (uint32_t i = 0; i < self(ring)->words; i++) set[i] = set_of(ring, a)[i] & set_of(ring, b)[i];
  return settled(ring, product, a, b);
}

static Scalar no_operation(Ring *ring, Scalar a, Scalar b) {
  (void)a, (void)b;
  ring_fail(ring, STATUS_UNABLE);
  return RING_POOL_ZERO;
}
static Scalar no_neg(Ring *ring, Scalar a) { return no_operation(ring, a, a); }
static Scalar no_constant(Ring *ring, const Constant *constant, uint32_t index) {
  return (void)constant, (void)index, no_neg(ring, RING_POOL_ZERO);
}
static Scalar no_power(Ring *ring, Scalar a, const Constant *exponent) { return (void)exponent, no_neg(ring, a); }

static int bits_compare(Ring *ring, Scalar a, Scalar b) {
  if (a.word == b.word) return 0;
  return memcmp(set_of(ring, a), set_of(ring, b), self(ring)->pool.item_size);
}

static size_t bits_mark(const Ring *ring) { return ((const BitsRing *)ring)->pool.count; }
static void bits_release(Ring *ring, size_t mark) { ring_pool_release(&self(ring)->pool, mark); }

/* The first lanes in the lowest bits, the first word last. */
static int bits_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  uint32_t last = self(ring)->words - 1;
  const uint64_t *set = set_of(ring, a);
  while (last > 0 && set[last] == 0) last--;
  int length = snprintf(buffer, size, "0x%" PRIx64, set[last]);
  while (last > 0 && length >= 0 && (size_t)length < size)
    length += snprintf(buffer + length, size - (size_t)length, "%016" PRIx64, set[--last]);
  return length;
}

static void bits_destroy(Ring *ring) {
  ring_pool_free(&self(ring)->pool);
  free(ring);
}

uint64_t bits_word(const Ring *ring, Scalar a, uint32_t k) { return set_of(ring, a)[k]; }

Scalar bits_lane(Ring *ring, uint32_t lane) {
  Scalar scalar;
  uint64_t *set = push(ring, &scalar);
  if (set != NULL && lane < self(ring)->lanes) set[lane / 64] = (uint64_t)1 << lane % 64;
  return scalar;
}

Ring *ring_bits_new(uint32_t lanes) {
  static const RingOps ops = {.name = "Bool^n",
                              .traits = RING_EXACT,
                              .integer = bits_integer,
                              .constant = no_constant,
                              .add = bits_add,
                              .sub = no_operation,
                              .mul = bits_mul,
                              .neg = no_neg,
                              .div = no_operation,
                              .function = ring_function_unable,
                              .power = no_power,
                              .max = ring_order_unable,
                              .min = ring_order_unable,
                              .test = ring_test_unable,
                              .compare = bits_compare,
                              .print = bits_print,
                              .destroy = bits_destroy,
                              RING_STACK(bits_)};
  BitsRing *bits = calloc(1, sizeof *bits);
  if (bits == NULL) return NULL;
  *bits = (BitsRing){.ring = {.ops = &ops}, .lanes = lanes, .words = lanes == 0 ? 1 : (lanes - 1) / 64 + 1};
  Scalar zero, one;
  uint64_t *ones = NULL;
  if (ring_pool_init(&bits->pool, bits->words * sizeof *ones) && push(&bits->ring, &zero) != NULL)
    ones = push(&bits->ring, &one);
  if (ones == NULL) return bits_destroy(&bits->ring), NULL;
  for (uint32_t lane = 0; lane < lanes; lane++) ones[lane / 64] |= (uint64_t)1 << lane % 64;
  return &bits->ring;
}
