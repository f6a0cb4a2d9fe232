/* Shared parts of the rings whose scalars are indices, and integer powers.
 *
 * A pool is a growing array of items of one size; a scalar's word is an index
 * into it.  Items 0 and 1 hold the ring's 0 and 1 and are never released. */
#ifndef ADJUDGE_RINGS_RING_POOL_H
#define ADJUDGE_RINGS_RING_POOL_H

#include "semantics/rings/ring.h"

/* The most scalars that one ring holds at a time; more is LIMIT. */
#define RING_POOL_LIMIT ((size_t)1 << 26)

#define RING_POOL_ZERO ((Scalar){0})
#define RING_POOL_ONE ((Scalar){1})

typedef struct RingPool {
  unsigned char *items;
  size_t item_size, count, capacity;
} RingPool;

bool ring_pool_init(RingPool *pool, size_t item_size);
void ring_pool_free(RingPool *pool);
/* More capacity; false, and LIMIT in the ring, without memory. */
bool ring_pool_grow(RingPool *pool, Ring *ring);

/* The item of a scalar: valid until the next push. */
static inline void *ring_pool_item(const RingPool *pool, Scalar a) { return pool->items + a.word * pool->item_size; }

/* Room for one more item, whose scalar is *scalar; NULL with LIMIT in the ring,
 * and the scalar 0, without memory. */
static inline void *ring_pool_push(RingPool *pool, Ring *ring, Scalar *scalar) {
  *scalar = RING_POOL_ZERO;
  if (pool->count == pool->capacity && !ring_pool_grow(pool, ring)) return NULL;
  scalar->word = pool->count++;
  return ring_pool_item(pool, *scalar);
}

/* Forgets what was pushed since the mark, a former `count`. */
static inline void ring_pool_release(RingPool *pool, size_t mark) {
  if (mark < pool->count) pool->count = mark;
}

typedef enum RingExponent {
  EXPONENT_INTEGER, /* and in range of int64_t */
  EXPONENT_FRACTION,
  EXPONENT_TOO_LARGE
} RingExponent;

/* What kind of exponent the constant is; *n is set for EXPONENT_INTEGER. */
RingExponent ring_exponent(const Constant *exponent, int64_t *n);
/* a^n by repeated multiplication in the ring; a^0 = 1; a negative power is the
 * reciprocal of the positive one. */
Scalar ring_integer_power(Ring *ring, Scalar a, int64_t n);
/* The `power` of a ring without roots: by repeated multiplication, UNABLE when
 * the exponent is no integer, LIMIT when it is beyond int64_t. */
Scalar ring_power_or_unable(Ring *ring, Scalar a, const Constant *exponent);

/* The `function`, `max`, `min` and `test` of rings without them: UNABLE. */
Scalar ring_function_unable(Ring *ring, RingFunction function, Scalar a);
Scalar ring_order_unable(Ring *ring, Scalar a, Scalar b);
bool ring_test_unable(Ring *ring, RingTest test, Scalar a, Scalar b);
/* The `compare` of rings whose scalars are words in their order. */
int ring_compare_words(Ring *ring, Scalar a, Scalar b);
/* The `mark` and `release` of rings whose scalars are not indices. */
size_t ring_mark_nothing(const Ring *ring);
void ring_release_nothing(Ring *ring, size_t mark);

/* Tables of operations by the names of their functions, <prefix>_add and so on. */
#define RING_ARITHMETIC(prefix)                                                                                        \
  .integer = prefix##integer, .constant = prefix##constant, .add = prefix##add, .sub = prefix##sub,                    \
  .mul = prefix##mul, .neg = prefix##neg, .div = prefix##div, .compare = prefix##compare, .print = prefix##print,      \
  .destroy = prefix##destroy
#define RING_FUNCTIONS(prefix)                                                                                         \
  .function = prefix##function, .power = prefix##power, .call = prefix##call, .max = prefix##max, .min = prefix##min,  \
  .test = prefix##test
#define RING_STACK(prefix) .mark = prefix##mark, .release = prefix##release
#define RING_NO_FUNCTIONS                                                                                              \
  .function = ring_function_unable, .power = ring_power_or_unable, .max = ring_order_unable, .min = ring_order_unable, \
  .test = ring_test_unable
#define RING_NO_STACK .mark = ring_mark_nothing, .release = ring_release_nothing
/* The same in a file of one ring, whose functions have no prefix (C's own div, max and min have their names). */
#define RING_OPERATIONS_HERE                                                                                           \
  .integer = integer, .constant = constant, .add = add, .sub = sub, .mul = mul, .neg = neg, .div = divide,             \
  .function = function, .power = power, .call = call, .max = larger, .min = smaller, .test = test, .compare = compare, \
  .mark = mark_of, .release = release, .print = print, .destroy = destroy

#endif
