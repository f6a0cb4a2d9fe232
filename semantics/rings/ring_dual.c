#include "semantics/rings/dual_number.h"
#include "semantics/rings/function_slopes.h"
#include "semantics/rings/ring_pool.h"
#include "semantics/rings/rings.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct DualItem {
  Dual number;
  size_t base_mark; /* the base's mark before the operation that made this */
} DualItem;

typedef struct DualRing {
  Ring ring;
  RingOps ops; /* its own: the traits are the base's */
  char name[64];
  Ring *base;
  RingPool pool; /* of DualItem */
  bool path;     /* tests are those of the path at the point */
} DualRing;

static DualRing *self(const Ring *ring) { return (DualRing *)ring; }

static Dual at(const Ring *ring, Scalar a) {
  const DualItem *item = ring_pool_item(&self(ring)->pool, a);
  return item->number;
}

/* The result of an operation that began at `base_mark`; takes over the base's
 * failure. */
static Scalar put(Ring *ring, size_t base_mark, Dual number) {
  Status status = ring_take_status(self(ring)->base);
  if (status != STATUS_OK) ring_fail(ring, status);
  Scalar scalar;
  DualItem *item = ring_pool_push(&self(ring)->pool, ring, &scalar);
  if (item != NULL) *item = (DualItem){number, base_mark};
  return scalar;
}

static Scalar make(Ring *ring, size_t base_mark, Scalar real, Scalar epsilon) {
  return put(ring, base_mark, (Dual){real, epsilon});
}

Scalar dual_make(Ring *ring, Scalar real, Scalar epsilon) {
  return make(ring, ring_mark(self(ring)->base), real, epsilon);
}

Scalar dual_real(const Ring *ring, Scalar a) { return at(ring, a).real; }
Scalar dual_epsilon(const Ring *ring, Scalar a) { return at(ring, a).epsilon; }

static Scalar dual_integer(Ring *ring, int64_t n) {
  if (n == 0 || n == 1) return (Scalar){(uint64_t)n};
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  return make(ring, mark, ring_integer(base, n), ring_integer(base, 0));
}

static Scalar dual_constant(Ring *ring, const Constant *constant, uint32_t index) {
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  return make(ring, mark, ring_constant(base, constant, index), ring_integer(base, 0));
}

static Scalar dual_add(Ring *ring, Scalar a, Scalar b) {
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  return put(ring, mark, dual_number_add(base, at(ring, a), at(ring, b)));
}

static Scalar dual_sub(Ring *ring, Scalar a, Scalar b) {
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  return put(ring, mark, dual_number_sub(base, at(ring, a), at(ring, b)));
}

static Scalar dual_mul(Ring *ring, Scalar a, Scalar b) {
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  return put(ring, mark, dual_number_mul(base, at(ring, a), at(ring, b)));
}

static Scalar dual_neg(Ring *ring, Scalar a) {
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  return put(ring, mark, dual_number_neg(base, at(ring, a)));
}

/* q = x/y means q y = x, so q' y + q y' = x'. */
static Scalar dual_div(Ring *ring, Scalar a, Scalar b) {
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  Dual x = at(ring, a), y = at(ring, b);
  Scalar quotient = ring_div(base, x.real, y.real);
  Scalar rest = ring_sub(base, x.epsilon, ring_mul(base, quotient, y.epsilon));
  return make(ring, mark, quotient, ring_div(base, rest, y.real));
}

/* ----------------------------------------------------------- functions -- */

/* sigmoid(u)(1 - sigmoid(u)), and 1 - sigmoid(u) = sigmoid(-u). */
static Scalar logistic_density(Ring *base, Scalar u) {
  Scalar right = ring_function(base, RING_SIGMOID, ring_neg(base, u));
  return ring_mul(base, ring_function(base, RING_SIGMOID, u), right);
}

/* f'(x) y for the functions that multiply the increment; `value` is f(x). */
static Scalar increment(Ring *base, RingFunction function, Scalar x, Scalar value, Scalar y) {
  switch (function) {
  case RING_SIN: return ring_mul(base, ring_function(base, RING_COS, x), y);
  case RING_COS: return ring_neg(base, ring_mul(base, ring_function(base, RING_SIN, x), y));
  case RING_TAN: { /* (sin/cos)' = 1/cos^2 */
    Scalar cosine = ring_function(base, RING_COS, x);
    return ring_div(base, ring_div(base, y, cosine), cosine);
  }
  case RING_EXP: return ring_mul(base, value, y);
  case RING_LOG: return ring_div(base, y, x);
  case RING_SQRT: /* r^2 = x, so 2 r r' = x' */ return ring_div(base, y, ring_add(base, value, value));
  case RING_TANH: { /* tanh x = 2 sigmoid(2x) - 1 */
    Scalar slope = ring_mul(base, ring_integer(base, 4), logistic_density(base, ring_add(base, x, x)));
    return ring_mul(base, slope, y);
  }
  case RING_SIGMOID: return ring_mul(base, logistic_density(base, x), y);
  case RING_ABS: /* at 0 by convention 0 */ return ring_mul(base, ring_function(base, RING_SIGN, x), y);
  case RING_SIGN: /* at 0 by convention 0 */ break;
  }
  return ring_integer(base, 0);
}

static Scalar dual_function(Ring *ring, RingFunction function, Scalar a) {
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  Dual x = at(ring, a);
  Scalar value = ring_function(base, function, x.real);
  return make(ring, mark, value, increment(base, function, x.real, value, x.epsilon));
}

/* d f x' + d f y', each from function_slopes.c */
static Scalar dual_call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  Dual x = at(ring, a), y = at(ring, b);
  Scalar value = ring_call(base, f, x.real, y.real);
  Scalar moved = ring_mul(base, function_slope(base, f, 0, x.real, y.real, value), x.epsilon);
  if (function_info(f->function)->operands == 2)
    moved = ring_add(base, moved, ring_mul(base, function_slope(base, f, 1, x.real, y.real, value), y.epsilon));
  return make(ring, mark, value, moved);
}

/* Integer powers are products, so that x^0 = 1 and x^1 = x at 0 too.  Others
 * by (x^c)' = c x^c x'/x, which has no value at 0. */
static Scalar dual_power(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t n = 0;
  switch (ring_exponent(exponent, &n)) {
  case EXPONENT_INTEGER: return ring_integer_power(ring, a, n);
  case EXPONENT_FRACTION: break;
  case EXPONENT_TOO_LARGE: ring_fail(ring, STATUS_LIMIT); return a;
  }
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  Dual x = at(ring, a);
  Scalar value = ring_power(base, x.real, exponent);
  Scalar slope = ring_mul(base, ring_constant(base, exponent, 0), ring_div(base, value, x.real));
  return make(ring, mark, value, ring_mul(base, slope, x.epsilon));
}

/* The increment of max (of min, when `ahead` is y - x): that of the operand
 * ahead, and half of each at a tie.  A choice, not a product with 0 or 1, so
 * that an infinite increment of the other operand does no harm. */
static Scalar follow(Ring *base, Scalar ahead, Scalar x, Scalar y) {
  Scalar sign = ring_function(base, RING_SIGN, ahead);
  if (ring_equal(base, sign, ring_integer(base, 1))) return x;
  if (!ring_equal(base, sign, ring_integer(base, 0))) return y;
  return ring_div(base, ring_add(base, x, y), ring_integer(base, 2));
}

static Scalar dual_max(Ring *ring, Scalar a, Scalar b) {
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  Dual x = at(ring, a), y = at(ring, b);
  Scalar value = ring_max(base, x.real, y.real), ahead = ring_sub(base, x.real, y.real);
  return make(ring, mark, value, follow(base, ahead, x.epsilon, y.epsilon));
}

static Scalar dual_min(Ring *ring, Scalar a, Scalar b) {
  Ring *base = self(ring)->base;
  size_t mark = ring_mark(base);
  Dual x = at(ring, a), y = at(ring, b);
  Scalar value = ring_min(base, x.real, y.real), ahead = ring_sub(base, y.real, x.real);
  return make(ring, mark, value, follow(base, ahead, x.epsilon, y.epsilon));
}

/* By the real parts.  At a tie of numbers that move apart the point is on the
 * guard's boundary, where this ring gives no derivative. */
static bool dual_test(Ring *ring, RingTest test, Scalar a, Scalar b) {
  Ring *base = self(ring)->base;
  Dual x = at(ring, a), y = at(ring, b);
  if (a.word == b.word) return ring_test_order(test, 0);
  bool holds = ring_test(base, test, x.real, y.real);
  bool boundary = !self(ring)->path && ring_test(base, RING_EQUAL, x.real, y.real) &&
                  !ring_test(base, RING_EQUAL, x.epsilon, y.epsilon);
  Status status = ring_take_status(base);
  if (status != STATUS_OK) ring_fail(ring, status);
  if (boundary) ring_fail(ring, STATUS_DOMAIN);
  return holds;
}

/* --------------------------------------------------------------- upkeep -- */

static int dual_compare(Ring *ring, Scalar a, Scalar b) {
  Ring *base = self(ring)->base;
  Dual x = at(ring, a), y = at(ring, b);
  int order = ring_compare(base, x.real, y.real);
  return order != 0 ? order : ring_compare(base, x.epsilon, y.epsilon);
}

static size_t dual_mark(const Ring *ring) { return self(ring)->pool.count; }

/* The base goes back to where it was before the first operation forgotten. */
static void dual_release(Ring *ring, size_t mark) {
  DualRing *duals = self(ring);
  if (mark >= duals->pool.count) return;
  const DualItem *first = ring_pool_item(&duals->pool, (Scalar){mark});
  ring_release(duals->base, first->base_mark);
  ring_pool_release(&duals->pool, mark);
}

static int dual_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  char real[1024], epsilon[1024];
  (void)ring_print(self(ring)->base, dual_real(ring, a), real, sizeof real);
  (void)ring_print(self(ring)->base, dual_epsilon(ring, a), epsilon, sizeof epsilon);
  return snprintf(buffer, size, "(%s) + (%s) eps", real, epsilon);
}

static void dual_destroy(Ring *ring) {
  ring_pool_free(&self(ring)->pool);
  free(self(ring));
}

static const RingOps dual_ops = {RING_ARITHMETIC(dual_), RING_FUNCTIONS(dual_), RING_STACK(dual_)};

Ring *ring_dual_new(Ring *base) {
  DualRing *duals = calloc(1, sizeof *duals);
  if (duals == NULL) return NULL;
  (void)snprintf(duals->name, sizeof duals->name, "duals over %s", base->ops->name);
  duals->ops = dual_ops;
  duals->ops.name = duals->name;
  duals->ops.traits = base->ops->traits;
  duals->ring.ops = &duals->ops;
  duals->base = base;
  if (!ring_pool_init(&duals->pool, sizeof(DualItem))) {
    free(duals);
    return NULL;
  }
  (void)dual_make(&duals->ring, ring_integer(base, 0), ring_integer(base, 0));
  (void)dual_make(&duals->ring, ring_integer(base, 1), ring_integer(base, 0));
  return &duals->ring;
}

Ring *ring_dual_path_new(Ring *base) {
  Ring *ring = ring_dual_new(base);
  if (ring != NULL) self(ring)->path = true;
  return ring;
}
