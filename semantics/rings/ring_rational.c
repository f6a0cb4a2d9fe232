#include "semantics/rings/functions.h"
#include "semantics/rings/ring_pool.h"
#include "semantics/rings/rings.h"

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

typedef void (*Rounding)(mpz_t, const mpz_t, const mpz_t);

static void whole_part(mpz_t out, const mpq_t x, Rounding round) { round(out, mpq_numref(x), mpq_denref(x)); }

/* To the nearest; of two, away from 0, or with `even` the even one. */
static void nearest(mpz_t out, const mpq_t x, bool even) {
  mpz_t twice, rest;
  mpz_inits(twice, rest, NULL);
  mpz_mul_2exp(twice, mpq_numref(x), 1);
  mpz_add(twice, twice, mpq_denref(x));
  mpz_mul_2exp(rest, mpq_denref(x), 1);
  bool tie = mpz_divisible_p(twice, rest) != 0;
  mpz_fdiv_q(out, twice, rest); /* floor (x + 1/2) */
  if (tie && (even ? mpz_odd_p(out) : mpq_sgn(x) < 0)) mpz_sub_ui(out, out, 1);
  mpz_clears(twice, rest, NULL);
}

/* Functions that take rationals to rationals: the whole number, that of x/y, or |x| with the sign of y. */
static bool rational_rounding(FunctionCode f, mpz_t out, const mpq_t x) {
  if (f == FUNCTION_FLOOR) whole_part(out, x, mpz_fdiv_q);
  if (f == FUNCTION_CEIL) whole_part(out, x, mpz_cdiv_q);
  if (f == FUNCTION_TRUNC || f == FUNCTION_FMOD) whole_part(out, x, mpz_tdiv_q);
  if (f == FUNCTION_ROUND || f == FUNCTION_REMAINDER) nearest(out, x, f == FUNCTION_REMAINDER);
  return f == FUNCTION_FLOOR || f == FUNCTION_CEIL || f == FUNCTION_TRUNC || f == FUNCTION_FMOD ||
         f == FUNCTION_ROUND || f == FUNCTION_REMAINDER;
}

static Scalar rational_whole(Ring *ring, FunctionCode f, Scalar a) {
  mpz_t whole;
  mpz_init(whole);
  Scalar scalar = RING_POOL_ZERO;
  if (rational_rounding(f, whole, at(ring, a))) {
    mpq_ptr item = fresh(ring, &scalar);
    if (item != NULL) mpq_set_z(item, whole);
  } else {
    ring_fail(ring, STATUS_UNABLE);
  }
  mpz_clear(whole);
  return within_limit(ring, scalar);
}

static Scalar rational_call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  if (function_info(f->function)->operands == 1) return rational_whole(ring, f->function, a);
  bool divides = f->function == FUNCTION_FMOD || f->function == FUNCTION_REMAINDER;
  int sign = mpq_sgn(at(ring, b));
  if (!divides && f->function != FUNCTION_COPYSIGN) {
    ring_fail(ring, STATUS_UNABLE);
    return RING_POOL_ZERO;
  }
  if (sign == 0) {
    ring_fail(ring, STATUS_DOMAIN);
    return RING_POOL_ZERO;
  }
  if (!divides) return (mpq_sgn(at(ring, a)) < 0) == (sign < 0) ? a : rational_neg(ring, a);
  Scalar times = rational_whole(ring, f->function, rational_div(ring, a, b));
  return rational_sub(ring, a, rational_mul(ring, times, b));
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
  return rational_text(at(ring, a), buffer, size);
}

static void rational_destroy(Ring *ring) {
  RationalRing *rationals = self(ring);
  for (size_t i = 0; i < rationals->initialised; i++) mpq_clear(at(ring, (Scalar){i}));
  ring_pool_free(&rationals->pool);
  free(rationals);
}

Ring *ring_rational_new(size_t limit_bits) {
  static const RingOps ops = {.name = "Q",
                              .traits = RING_EXACT | RING_ORDERED | RING_FIELD,
                              .function = rational_function,
                              .power = ring_power_or_unable,
                              .call = rational_call,
                              .max = rational_max,
                              .min = rational_min,
                              .test = rational_test,
                              RING_ARITHMETIC(rational_),
                              RING_STACK(rational_)};
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
