#include "semantics/core/ring_pool.h"
#include "semantics/core/rings.h"

#include <stdlib.h>

typedef struct RationalRing {
  Ring ring;
  RingPool pool;      /* of mpq_t */
  size_t initialised; /* items below this index are initialised, and reused */
  size_t limit_bits;
} RationalRing;

static RationalRing *self(const Ring *ring) { return (RationalRing *)ring; }
static mpq_ptr at(const Ring *ring, Scalar a) { return ring_pool_item(&self(ring)->pool, a); }

/* A rational to write to, NULL at the limit.  It moves the pool: operands are
 * looked up afterwards. */
static mpq_ptr fresh(Ring *ring, Scalar *scalar) {
  RationalRing *rationals = self(ring);
  mpq_ptr item = ring_pool_push(&rationals->pool, ring, scalar);
  if (item == NULL) return NULL;
  if (scalar->word >= rationals->initialised) {
    mpq_init(item);
    rationals->initialised = scalar->word + 1;
  }
  return item;
}

/* The scalar, or 0 with LIMIT when it is too long, so that nothing grows on. */
static Scalar within_limit(Ring *ring, Scalar scalar) {
  mpq_srcptr item = at(ring, scalar);
  size_t bits = mpz_sizeinbase(mpq_numref(item), 2) + mpz_sizeinbase(mpq_denref(item), 2);
  if (bits <= self(ring)->limit_bits) return scalar;
  ring_fail(ring, STATUS_LIMIT);
  return RING_POOL_ZERO;
}

static Scalar rational_integer(Ring *ring, int64_t n) {
  Scalar scalar;
  if (n == 0 || n == 1) return (Scalar){(uint64_t)n};
  mpq_ptr item = fresh(ring, &scalar);
  if (item != NULL) mpq_set_si(item, n, 1);
  return within_limit(ring, scalar);
}

Scalar rational_make(Ring *ring, const mpq_t value) {
  Scalar scalar;
  mpq_ptr item = fresh(ring, &scalar);
  if (item != NULL) mpq_set(item, value);
  return within_limit(ring, scalar);
}

void rational_get(const Ring *ring, Scalar a, mpq_t out) { mpq_set(out, at(ring, a)); }

static Scalar rational_constant(Ring *ring, const Constant *constant, uint32_t index) {
  return rational_make(ring, constant->exact[index]);
}

static Scalar rational_add(Ring *ring, Scalar a, Scalar b) {
  Scalar scalar;
  mpq_ptr item = fresh(ring, &scalar);
  if (item != NULL) mpq_add(item, at(ring, a), at(ring, b));
  return within_limit(ring, scalar);
}

static Scalar rational_sub(Ring *ring, Scalar a, Scalar b) {
  Scalar scalar;
  mpq_ptr item = fresh(ring, &scalar);
  if (item != NULL) mpq_sub(item, at(ring, a), at(ring, b));
  return within_limit(ring, scalar);
}

static Scalar rational_mul(Ring *ring, Scalar a, Scalar b) {
  Scalar scalar;
  mpq_ptr item = fresh(ring, &scalar);
  if (item != NULL) mpq_mul(item, at(ring, a), at(ring, b));
  return within_limit(ring, scalar);
}

static Scalar rational_neg(Ring *ring, Scalar a) {
  Scalar scalar;
  mpq_ptr item = fresh(ring, &scalar);
  if (item != NULL) mpq_neg(item, at(ring, a));
  return scalar;
}

static Scalar rational_div(Ring *ring, Scalar a, Scalar b) {
  if (mpq_sgn(at(ring, b)) == 0) {
    ring_fail(ring, STATUS_DOMAIN);
    return RING_POOL_ZERO;
  }
  Scalar scalar;
  mpq_ptr item = fresh(ring, &scalar);
  if (item != NULL) mpq_div(item, at(ring, a), at(ring, b));
  return within_limit(ring, scalar);
}

static Scalar rational_function(Ring *ring, RingFunction function, Scalar a) {
  int sign = mpq_sgn(at(ring, a));
  switch (function) {
  case RING_ABS: return sign < 0 ? rational_neg(ring, a) : a;
  case RING_SIGN: return rational_integer(ring, sign);
  case RING_SIN:
  case RING_COS:
  case RING_TAN:
  case RING_EXP:
  case RING_LOG:
  case RING_SQRT:
  case RING_TANH:
  case RING_SIGMOID: break;
  }
  return ring_function_unable(ring, function, a);
}

static int rational_compare(Ring *ring, Scalar a, Scalar b) {
  int order = a.word == b.word ? 0 : mpq_cmp(at(ring, a), at(ring, b));
  return (order > 0) - (order < 0);
}

static Scalar rational_max(Ring *ring, Scalar a, Scalar b) { return rational_compare(ring, a, b) >= 0 ? a : b; }
static Scalar rational_min(Ring *ring, Scalar a, Scalar b) { return rational_compare(ring, a, b) <= 0 ? a : b; }

static bool rational_test(Ring *ring, RingTest test, Scalar a, Scalar b) {
  return ring_test_order(test, rational_compare(ring, a, b));
}

static size_t rational_mark(const Ring *ring) { return self(ring)->pool.count; }
static void rational_release(Ring *ring, size_t mark) { ring_pool_release(&self(ring)->pool, mark); }

static int rational_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  return gmp_snprintf(buffer, size, "%Qd", at(ring, a));
}

static void rational_destroy(Ring *ring) {
  RationalRing *rationals = self(ring);
  for (size_t i = 0; i < rationals->initialised; i++) mpq_clear(at(ring, (Scalar){i}));
  ring_pool_free(&rationals->pool);
  free(rationals);
}

Ring *ring_rational_new(size_t limit_bits) {
  static const RingOps ops = {
      .name = "Q",
      .traits = RING_EXACT | RING_ORDERED | RING_FIELD,
      .integer = rational_integer,
      .constant = rational_constant,
      .add = rational_add,
      .sub = rational_sub,
      .mul = rational_mul,
      .neg = rational_neg,
      .div = rational_div,
      .function = rational_function,
      .power = ring_power_or_unable,
      .max = rational_max,
      .min = rational_min,
      .test = rational_test,
      .compare = rational_compare,
      .mark = rational_mark,
      .release = rational_release,
      .print = rational_print,
      .destroy = rational_destroy,
  };
  RationalRing *rationals = calloc(1, sizeof *rationals);
  if (rationals == NULL) return NULL;
  rationals->ring.ops = &ops;
  rationals->limit_bits = limit_bits;
  if (!ring_pool_init(&rationals->pool, sizeof(mpq_t))) {
    rational_destroy(&rationals->ring);
    return NULL;
  }
  Scalar zero, one;
  mpq_set_ui(fresh(&rationals->ring, &zero), 0, 1);
  mpq_set_ui(fresh(&rationals->ring, &one), 1, 1);
  return &rationals->ring;
}
