#include "semantics/rings/ring_pool.h"

#include <stdlib.h>

#define FIRST_ITEMS ((size_t)32) /* of many rings no more is ever used */

bool ring_pool_init(RingPool *pool, size_t item_size) {
  pool->item_size = item_size;
  pool->count = 0;
  pool->capacity = FIRST_ITEMS;
  pool->items = calloc(pool->capacity, item_size);
  return pool->items != NULL;
}

void ring_pool_free(RingPool *pool) {
  free(pool->items);
  pool->items = NULL;
}

bool ring_pool_grow(RingPool *pool, Ring *ring) {
  unsigned char *items = NULL;
  if (pool->capacity <= RING_POOL_LIMIT / 2) items = realloc(pool->items, 2 * pool->capacity * pool->item_size);
  if (items == NULL) {
    ring_fail(ring, STATUS_LIMIT);
    return false;
  }
  pool->items = items;
  pool->capacity *= 2;
  return true;
}

/* -------------------------------------------------------------- powers -- */

RingExponent ring_exponent(const Constant *exponent, int64_t *n) {
  mpq_srcptr c = exponent->exact[0];
  if (mpz_cmp_ui(mpq_denref(c), 1) != 0) return EXPONENT_FRACTION;
  if (!mpz_fits_slong_p(mpq_numref(c))) return EXPONENT_TOO_LARGE;
  *n = mpz_get_si(mpq_numref(c));
  return EXPONENT_INTEGER;
}

Scalar ring_integer_power(Ring *ring, Scalar a, int64_t n) {
  const RingOps *ops = ring->ops;
  Scalar one = ops->integer(ring, 1), result = one, square = a;
  uint64_t rest = n < 0 ? (uint64_t)0 - (uint64_t)n : (uint64_t)n;
  bool started = false;
  while (rest != 0) {
    if ((rest & 1) != 0) {
      result = started ? ops->mul(ring, result, square) : square;
      started = true;
    }
    rest >>= 1;
    if (rest != 0) square = ops->mul(ring, square, square);
  }
  return n < 0 ? ops->div(ring, one, result) : result;
}

Scalar ring_power_or_unable(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t n = 0;
  switch (ring_exponent(exponent, &n)) {
  case EXPONENT_INTEGER: return ring_integer_power(ring, a, n);
  case EXPONENT_FRACTION: ring_fail(ring, STATUS_UNABLE); break;
  case EXPONENT_TOO_LARGE: ring_fail(ring, STATUS_LIMIT); break;
  }
  return a;
}

/* ----------------------------------------------- what a ring may not have -- */

Scalar ring_function_unable(Ring *ring, RingFunction function, Scalar a) {
  (void)function;
  ring_fail(ring, STATUS_UNABLE);
  return a;
}

Scalar ring_order_unable(Ring *ring, Scalar a, Scalar b) {
  (void)b;
  ring_fail(ring, STATUS_UNABLE);
  return a;
}

bool ring_test_unable(Ring *ring, RingTest test, Scalar a, Scalar b) {
  (void)test;
  (void)a;
  (void)b;
  ring_fail(ring, STATUS_UNABLE);
  return false;
}

int ring_compare_words(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return (a.word > b.word) - (a.word < b.word);
}

size_t ring_mark_nothing(const Ring *ring) {
  (void)ring;
  return 0;
}

void ring_release_nothing(Ring *ring, size_t mark) {
  (void)ring;
  (void)mark;
}
