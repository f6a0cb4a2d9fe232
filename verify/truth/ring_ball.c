#include "verify/truth/ring_ball.h"
#include "semantics/rings/function_values.h"

#include "semantics/rings/ring_pool.h"

#include <math.h>
#include <stdlib.h>

typedef struct BallRing {
  Ring ring;
  RingPool pool;      /* of arb_struct */
  size_t initialised; /* items below this index are initialised, and reused */
  slong precision;
  bool imprecise;
} BallRing;

/* ---------------------------------------------------------- single balls -- */

int ball_sign(const arb_t ball) {
  if (arb_is_positive(ball)) return 1;
  if (arb_is_negative(ball)) return -1;
  return arb_is_zero(ball) ? 0 : BALL_SIGN_UNKNOWN;
}

int ball_order(const arb_t a, const arb_t b) {
  if (arb_gt(a, b)) return 1;
  if (arb_lt(a, b)) return -1;
  return arb_is_exact(a) && arb_is_exact(b) && arb_equal(a, b) ? 0 : BALL_SIGN_UNKNOWN;
}

int ball_compare(const arb_t a, const arb_t b) {
  int order = arf_cmp(arb_midref(a), arb_midref(b));
  if (order == 0) order = mag_cmp(arb_radref(a), arb_radref(b));
  return (order > 0) - (order < 0);
}

/* A power of two divides exactly; another denominator is rounded once. */
void ball_set_rational(arb_t ball, const mpq_t value, slong precision) {
  fmpz_t part;
  fmpz_init(part);
  fmpz_set_mpz(part, mpq_numref(value));
  arb_set_fmpz(ball, part);
  mp_bitcnt_t twos = mpz_scan1(mpq_denref(value), 0);
  if (mpz_sizeinbase(mpq_denref(value), 2) == twos + 1) {
    arb_mul_2exp_si(ball, ball, -(slong)twos);
  } else {
    fmpz_set_mpz(part, mpq_denref(value));
    arb_div_fmpz(ball, ball, part, precision);
  }
  fmpz_clear(part);
}

int ball_print(const arb_t ball, slong digits, char *buffer, size_t size) {
  char *text = arb_get_str(ball, digits < 1 ? 1 : digits, 0);
  int length = snprintf(buffer, size, "%s", text);
  flint_free(text);
  return length;
}

/* ---------------------------------------------------------------- the ring -- */

static BallRing *self(const Ring *ring) { return (BallRing *)ring; }
static arb_ptr at(const Ring *ring, Scalar a) { return ring_pool_item(&self(ring)->pool, a); }
static slong precision_of(const Ring *ring) { return self(ring)->precision; }

/* A ball to write to, NULL at the limit.  It moves the pool: operands are looked
 * up afterwards. */
static arb_ptr fresh(Ring *ring, Scalar *scalar) {
  BallRing *balls = self(ring);
  arb_ptr item = ring_pool_push(&balls->pool, ring, scalar);
  if (item == NULL) return NULL;
  if (scalar->word >= balls->initialised) {
    arb_init(item);
    balls->initialised = scalar->word + 1;
  }
  return item;
}

static Scalar fail(Ring *ring, Status status, bool imprecise) {
  if (ring->status == STATUS_OK) self(ring)->imprecise = imprecise;
  ring_fail(ring, status);
  return RING_POOL_ZERO;
}

/* Outside the domain, for certain unless the deciding sign is unknown. */
static Scalar outside(Ring *ring, int sign) { return fail(ring, STATUS_DOMAIN, sign == BALL_SIGN_UNKNOWN); }

static Scalar bounded(Ring *ring, Scalar scalar) {
  return arb_is_finite(at(ring, scalar)) ? scalar : fail(ring, STATUS_LIMIT, true);
}

void ball_set_precision(Ring *ring, slong precision) { self(ring)->precision = precision < 2 ? 2 : precision; }
slong ball_precision(const Ring *ring) { return precision_of(ring); }

bool ball_take_imprecise(Ring *ring) {
  bool imprecise = self(ring)->imprecise;
  self(ring)->imprecise = false;
  return imprecise;
}

Scalar ball_make(Ring *ring, const arb_t ball) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) arb_set(item, ball);
  return bounded(ring, scalar);
}

Scalar ball_make_double(Ring *ring, double value) {
  Scalar scalar;
  if (!isfinite(value)) return outside(ring, 1);
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) arb_set_d(item, value);
  return scalar;
}

Scalar ball_make_rational(Ring *ring, const mpq_t value) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) ball_set_rational(item, value, precision_of(ring));
  return scalar;
}

arb_srcptr ball_get(const Ring *ring, Scalar a) { return at(ring, a); }
double ball_midpoint(const Ring *ring, Scalar a) { return arf_get_d(arb_midref(at(ring, a)), ARF_RND_NEAR); }
bool ball_overlaps(const Ring *ring, Scalar a, Scalar b) { return arb_overlaps(at(ring, a), at(ring, b)) != 0; }

/* ---------------------------------------------------------- arithmetic -- */

static Scalar integer(Ring *ring, int64_t n) {
  Scalar scalar;
  if (n == 0 || n == 1) return (Scalar){(uint64_t)n};
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) arb_set_si(item, n);
  return scalar;
}

static Scalar constant(Ring *ring, const Constant *c, uint32_t index) {
  return ball_make_rational(ring, c->exact[index]);
}

static Scalar add(Ring *ring, Scalar a, Scalar b) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) arb_add(item, at(ring, a), at(ring, b), precision_of(ring));
  return scalar;
}

static Scalar sub(Ring *ring, Scalar a, Scalar b) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) arb_sub(item, at(ring, a), at(ring, b), precision_of(ring));
  return scalar;
}

static Scalar mul(Ring *ring, Scalar a, Scalar b) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) arb_mul(item, at(ring, a), at(ring, b), precision_of(ring));
  return bounded(ring, scalar);
}

static Scalar neg(Ring *ring, Scalar a) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) arb_neg(item, at(ring, a));
  return scalar;
}

static Scalar divide(Ring *ring, Scalar a, Scalar b) {
  int sign = ball_sign(at(ring, b));
  if (sign == 0 || sign == BALL_SIGN_UNKNOWN) return outside(ring, sign);
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) arb_div(item, at(ring, a), at(ring, b), precision_of(ring));
  return bounded(ring, scalar);
}

/* ----------------------------------------------------------- functions -- */

/* Whether tan is continuous on the ball. */
static bool has_tangent(const Ring *ring, Scalar a) {
  arb_t cosine;
  arb_init(cosine);
  arb_cos(cosine, at(ring, a), precision_of(ring));
  bool has = !arb_contains_zero(cosine);
  arb_clear(cosine);
  return has;
}

/* The functions that are analytic on the whole ball, by Arb. */
static Scalar analytic(Ring *ring, RingFunction function, Scalar a) {
  Scalar scalar;
  slong precision = precision_of(ring);
  arb_ptr y = fresh(ring, &scalar);
  if (y == NULL) return scalar;
  arb_srcptr x = at(ring, a);
  switch (function) {
  case RING_SIN: arb_sin(y, x, precision); break;
  case RING_COS: arb_cos(y, x, precision); break;
  case RING_TAN: arb_tan(y, x, precision); break;
  case RING_EXP: arb_exp(y, x, precision); break;
  case RING_LOG: arb_log(y, x, precision); break;
  case RING_SQRT: arb_sqrt(y, x, precision); break;
  case RING_TANH: arb_tanh(y, x, precision); break;
  case RING_SIGMOID: /* 1 / (1 + e^-x) */
    arb_neg(y, x);
    arb_exp(y, y, precision);
    arb_add_ui(y, y, 1, precision);
    arb_inv(y, y, precision);
    break;
  case RING_ABS:
  case RING_SIGN: break;
  }
  return bounded(ring, scalar);
}

static Scalar function(Ring *ring, RingFunction f, Scalar a) {
  int sign = ball_sign(at(ring, a));
  switch (f) {
  case RING_ABS:
    if (sign == BALL_SIGN_UNKNOWN) return outside(ring, sign);
    return sign >= 0 ? a : neg(ring, a);
  case RING_SIGN: return sign == BALL_SIGN_UNKNOWN ? outside(ring, sign) : integer(ring, sign);
  case RING_LOG:
    if (sign != 1) return outside(ring, sign);
    break;
  case RING_SQRT:
    if (sign == 0) return RING_POOL_ZERO;
    if (sign != 1) return outside(ring, sign);
    break;
  case RING_TAN:
    if (!has_tangent(ring, a)) return outside(ring, BALL_SIGN_UNKNOWN);
    break;
  case RING_SIN:
  case RING_COS:
  case RING_EXP:
  case RING_TANH:
  case RING_SIGMOID: break;
  }
  return analytic(ring, f, a);
}

static Scalar call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  FunctionPlace place = function_place(f, at(ring, a), at(ring, b), precision_of(ring));
  if (place == PLACE_OUTSIDE || place == PLACE_UNKNOWN)
    return outside(ring, place == PLACE_UNKNOWN ? BALL_SIGN_UNKNOWN : 0);
  Scalar scalar;
  arb_ptr y = fresh(ring, &scalar);
  if (y != NULL) function_enclose(f, y, at(ring, a), at(ring, b), precision_of(ring));
  return bounded(ring, scalar);
}

static Scalar integer_power(Ring *ring, Scalar a, int64_t n) {
  ulong magnitude = n < 0 ? 0 - (ulong)n : (ulong)n;
  int sign = ball_sign(at(ring, a));
  if (n == 0) return RING_POOL_ONE;
  if (n < 0 && (sign == 0 || sign == BALL_SIGN_UNKNOWN)) return outside(ring, sign);
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item == NULL) return scalar;
  arb_pow_ui(item, at(ring, a), magnitude, precision_of(ring));
  if (n < 0) arb_inv(item, item, precision_of(ring));
  return bounded(ring, scalar);
}

static Scalar power(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t n = 0;
  switch (ring_exponent(exponent, &n)) {
  case EXPONENT_INTEGER: return integer_power(ring, a, n);
  case EXPONENT_FRACTION: break;
  case EXPONENT_TOO_LARGE: return fail(ring, STATUS_LIMIT, false);
  }
  int sign = ball_sign(at(ring, a));
  if (sign == 0 && mpq_sgn(exponent->exact[0]) > 0) return RING_POOL_ZERO;
  if (sign != 1) return outside(ring, sign);
  Scalar c = ball_make_rational(ring, exponent->exact[0]), scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) arb_pow(item, at(ring, a), at(ring, c), precision_of(ring));
  return bounded(ring, scalar);
}

/* --------------------------------------------------------------- order -- */

/* One scalar stands for one number, however wide its ball. */
static int order_of(const Ring *ring, Scalar a, Scalar b) {
  return a.word == b.word ? 0 : ball_order(at(ring, a), at(ring, b));
}

static Scalar larger(Ring *ring, Scalar a, Scalar b) {
  int order = order_of(ring, a, b);
  if (order == BALL_SIGN_UNKNOWN) return outside(ring, order);
  return order >= 0 ? a : b;
}

static Scalar smaller(Ring *ring, Scalar a, Scalar b) {
  int order = order_of(ring, a, b);
  if (order == BALL_SIGN_UNKNOWN) return outside(ring, order);
  return order <= 0 ? a : b;
}

static bool test(Ring *ring, RingTest question, Scalar a, Scalar b) {
  int order = order_of(ring, a, b);
  if (order == BALL_SIGN_UNKNOWN) (void)fail(ring, STATUS_UNABLE, true);
  return order != BALL_SIGN_UNKNOWN && ring_test_order(question, order);
}

static int compare(Ring *ring, Scalar a, Scalar b) { return ball_compare(at(ring, a), at(ring, b)); }

/* -------------------------------------------------------------- upkeep -- */

static size_t mark_of(const Ring *ring) { return self(ring)->pool.count; }
static void release(Ring *ring, size_t mark) { ring_pool_release(&self(ring)->pool, mark); }

static int print(Ring *ring, Scalar a, char *buffer, size_t size) {
  return ball_print(at(ring, a), (slong)((double)precision_of(ring) * 0.30103) + 1, buffer, size);
}

static void destroy(Ring *ring) {
  BallRing *balls = self(ring);
  for (size_t i = 0; i < balls->initialised; i++) arb_clear(at(ring, (Scalar){i}));
  ring_pool_free(&balls->pool);
  free(balls);
}

Ring *ring_ball_new(slong precision) {
  static const RingOps ops = {
      .name = "balls", .traits = RING_ORDERED | RING_FIELD | RING_ANALYTIC, RING_OPERATIONS_HERE};
  BallRing *balls = calloc(1, sizeof *balls);
  if (balls == NULL) return NULL;
  balls->ring.ops = &ops;
  ball_set_precision(&balls->ring, precision);
  if (!ring_pool_init(&balls->pool, sizeof(arb_struct))) {
    free(balls);
    return NULL;
  }
  Scalar zero, one;
  arb_zero(fresh(&balls->ring, &zero));
  arb_one(fresh(&balls->ring, &one));
  return &balls->ring;
}
