#include "verify/truth/ring_counted.h"

#include "semantics/rings/formula.h"

#include "semantics/rings/ring_pool.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Counted {
  Scalar value, count;
} Counted;

typedef struct CountedRing {
  Ring ring;
  RingOps ops;
  RingPool pool;
  Ring *base, *counts;
  Scalar weight[COUNTED_OPERATIONS];
} CountedRing;

static CountedRing *self(Ring *ring) { return (CountedRing *)ring; }
static Counted at(const Ring *ring, Scalar a) {
  return *(const Counted *)ring_pool_item(&((const CountedRing *)ring)->pool, a);
}

Scalar counted_make(Ring *ring, Scalar value, Scalar count) {
  CountedRing *counted = self(ring);
  Scalar scalar;
  Status base = ring_take_status(counted->base), counts = ring_take_status(counted->counts);
  if (base != STATUS_OK || counts != STATUS_OK) ring_fail(ring, base != STATUS_OK ? base : counts);
  Counted *made = ring_pool_push(&counted->pool, ring, &scalar);
  if (made != NULL) *made = (Counted){value, count};
  return scalar;
}

Scalar counted_count(const Ring *ring, Scalar a) { return at(ring, a).count; }

static Scalar uncounted(Ring *ring, Scalar value) {
  return counted_make(ring, value, ring_integer(self(ring)->counts, 0));
}
static Scalar joined(Ring *ring, Scalar value, Scalar a, Scalar b) {
  return counted_make(ring, value, ring_add(self(ring)->counts, at(ring, a).count, at(ring, b).count));
}
static Scalar weighed(Ring *ring, CountedOperation operation, Scalar a) {
  return ring_mul(self(ring)->counts, self(ring)->weight[operation], at(ring, a).count);
}
static Scalar weighed_join(Ring *ring, CountedOperation operation, Scalar value, Scalar a, Scalar b) {
  Scalar sum = ring_add(self(ring)->counts, weighed(ring, operation, a), weighed(ring, operation, b));
  return counted_make(ring, value, sum);
}

static Scalar counted_integer(Ring *ring, int64_t n) { return uncounted(ring, ring_integer(self(ring)->base, n)); }
static Scalar counted_constant(Ring *ring, const Constant *c, uint32_t i) {
  return uncounted(ring, ring_constant(self(ring)->base, c, i));
}
static Scalar counted_add(Ring *ring, Scalar a, Scalar b) {
  return joined(ring, ring_add(self(ring)->base, at(ring, a).value, at(ring, b).value), a, b);
}
static Scalar counted_sub(Ring *ring, Scalar a, Scalar b) {
  return joined(ring, ring_sub(self(ring)->base, at(ring, a).value, at(ring, b).value), a, b);
}
static Scalar counted_neg(Ring *ring, Scalar a) {
  return counted_make(ring, ring_neg(self(ring)->base, at(ring, a).value), at(ring, a).count);
}
static Scalar counted_mul(Ring *ring, Scalar a, Scalar b) {
  return weighed_join(ring, COUNTED_MUL, ring_mul(self(ring)->base, at(ring, a).value, at(ring, b).value), a, b);
}
static Scalar counted_div(Ring *ring, Scalar a, Scalar b) {
  return weighed_join(ring, COUNTED_DIV, ring_div(self(ring)->base, at(ring, a).value, at(ring, b).value), a, b);
}
static Scalar counted_function(Ring *ring, RingFunction function, Scalar a) {
  Scalar value = ring_function(self(ring)->base, function, at(ring, a).value);
  return counted_make(ring, value, weighed(ring, (CountedOperation)(COUNTED_FUNCTION + function), a));
}
static Scalar counted_power(Ring *ring, Scalar a, const Constant *exponent) {
  Scalar value = ring_power(self(ring)->base, at(ring, a).value, exponent);
  return counted_make(ring, value, weighed(ring, COUNTED_POWER, a));
}
static Scalar counted_call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  Scalar value = function_value(self(ring)->base, f, at(ring, a).value, at(ring, b).value);
  return function_info((FunctionCode)f->function)->operands == 1
             ? counted_make(ring, value, weighed(ring, COUNTED_CALL, a))
             : weighed_join(ring, COUNTED_CALL, value, a, b);
}
static Scalar counted_max(Ring *ring, Scalar a, Scalar b) {
  return weighed_join(ring, COUNTED_MAX, ring_max(self(ring)->base, at(ring, a).value, at(ring, b).value), a, b);
}
static Scalar counted_min(Ring *ring, Scalar a, Scalar b) {
  return weighed_join(ring, COUNTED_MIN, ring_min(self(ring)->base, at(ring, a).value, at(ring, b).value), a, b);
}
static bool counted_test(Ring *ring, RingTest test, Scalar a, Scalar b) {
  Ring *base = self(ring)->base;
  bool holds = ring_test(base, test, at(ring, a).value, at(ring, b).value);
  Status status = ring_take_status(base);
  if (status != STATUS_OK) ring_fail(ring, status);
  return holds;
}

static int counted_compare(Ring *ring, Scalar a, Scalar b) {
  int order = ring_compare(self(ring)->base, at(ring, a).value, at(ring, b).value);
  return order != 0 ? order : ring_compare(self(ring)->counts, at(ring, a).count, at(ring, b).count);
}
static int counted_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  char value[256], count[256];
  (void)ring_print(self(ring)->base, at(ring, a).value, value, sizeof value);
  (void)ring_print(self(ring)->counts, at(ring, a).count, count, sizeof count);
  return snprintf(buffer, size, "%s counted %s", value, count);
}
static size_t counted_mark(const Ring *ring) { return ((const CountedRing *)ring)->pool.count; }
static void counted_release(Ring *ring, size_t mark) { ring_pool_release(&self(ring)->pool, mark); }
static void counted_destroy(Ring *ring) {
  ring_pool_free(&self(ring)->pool);
  free(ring);
}

void counted_weigh(Ring *ring, CountedOperation operation, Scalar weight) { self(ring)->weight[operation] = weight; }

Ring *ring_counted_new(Ring *base, Ring *counts, Scalar weight) {
  static const RingOps ops = {
      .name = "counted", RING_ARITHMETIC(counted_), RING_FUNCTIONS(counted_), RING_STACK(counted_)};
  CountedRing *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->ops = ops;
  made->ops.traits = base->ops->traits | RING_WHOLE_FUNCTIONS;
  made->ring.ops = &made->ops;
  made->base = base;
  made->counts = counts;
  for (uint32_t k = 0; k < COUNTED_OPERATIONS; k++) made->weight[k] = weight;
  if (!ring_pool_init(&made->pool, sizeof(Counted))) {
    free(made);
    return NULL;
  }
  (void)counted_make(&made->ring, ring_integer(base, 0), ring_integer(counts, 0));
  (void)counted_make(&made->ring, ring_integer(base, 1), ring_integer(counts, 0));
  return &made->ring;
}
