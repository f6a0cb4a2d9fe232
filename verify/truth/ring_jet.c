#include "verify/truth/ring_jet.h"

#include "semantics/rings/ring_pool.h"
#include "verify/truth/function_series.h"

#include <stdlib.h>

typedef struct JetRing {
  Ring ring;
  RingPool pool;      /* of `length` balls each */
  size_t initialised; /* items below this index are initialised, and reused */
  slong length;       /* order + 1 */
  slong precision;
  bool imprecise, tied;
  arb_ptr scratch; /* `length` balls */
} JetRing;

static JetRing *self(const Ring *ring) { return (JetRing *)ring; }
static arb_ptr at(const Ring *ring, Scalar a) { return ring_pool_item(&self(ring)->pool, a); }
static slong length_of(const Ring *ring) { return self(ring)->length; }
static slong precision_of(const Ring *ring) { return self(ring)->precision; }

/* A jet to write to, NULL at the limit.  It moves the pool: operands are looked
 * up afterwards. */
static arb_ptr fresh(Ring *ring, Scalar *scalar) {
  JetRing *jets = self(ring);
  arb_ptr item = ring_pool_push(&jets->pool, ring, scalar);
  if (item == NULL) return NULL;
  if (scalar->word >= jets->initialised) {
    for (slong k = 0; k < jets->length; k++) arb_init(item + k);
    jets->initialised = scalar->word + 1;
  }
  return item;
}

static Scalar fail(Ring *ring, Status status, bool imprecise) {
  if (ring->status == STATUS_OK) self(ring)->imprecise = imprecise;
  ring_fail(ring, status);
  return RING_POOL_ZERO;
}

static Scalar outside(Ring *ring, int sign) { return fail(ring, STATUS_DOMAIN, sign == BALL_SIGN_UNKNOWN); }

static Scalar bounded(Ring *ring, Scalar scalar) {
  arb_srcptr item = at(ring, scalar);
  for (slong k = 0; k < length_of(ring); k++) {
    if (!arb_is_finite(item + k)) return fail(ring, STATUS_LIMIT, true);
  }
  return scalar;
}

uint32_t jet_order(const Ring *ring) { return (uint32_t)(length_of(ring) - 1); }
void jet_set_precision(Ring *ring, slong precision) { self(ring)->precision = precision < 2 ? 2 : precision; }

bool jet_take_imprecise(Ring *ring) {
  bool imprecise = self(ring)->imprecise;
  self(ring)->imprecise = false;
  return imprecise;
}

bool jet_take_tied(Ring *ring) {
  bool tied = self(ring)->tied;
  self(ring)->tied = false;
  return tied;
}

Scalar jet_make(Ring *ring, arb_srcptr coefficients) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) _arb_vec_set(item, coefficients, length_of(ring));
  return bounded(ring, scalar);
}

Scalar jet_make_line(Ring *ring, const mpq_t x, const mpq_t v) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item == NULL) return scalar;
  _arb_vec_zero(item, length_of(ring));
  ball_set_rational(item, x, precision_of(ring));
  if (length_of(ring) > 1) ball_set_rational(item + 1, v, precision_of(ring));
  return scalar;
}

arb_srcptr jet_coefficient(const Ring *ring, Scalar a, uint32_t k) { return at(ring, a) + k; }

/* ---------------------------------------------------------- arithmetic -- */

static Scalar integer(Ring *ring, int64_t n) {
  Scalar scalar;
  if (n == 0 || n == 1) return (Scalar){(uint64_t)n};
  arb_ptr item = fresh(ring, &scalar);
  if (item == NULL) return scalar;
  _arb_vec_zero(item, length_of(ring));
  arb_set_si(item, n);
  return scalar;
}

static Scalar constant(Ring *ring, const Constant *c, uint32_t index) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item == NULL) return scalar;
  _arb_vec_zero(item, length_of(ring));
  ball_set_rational(item, c->exact[index], precision_of(ring));
  return scalar;
}

static Scalar add(Ring *ring, Scalar a, Scalar b) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) _arb_vec_add(item, at(ring, a), at(ring, b), length_of(ring), precision_of(ring));
  return scalar;
}

static Scalar sub(Ring *ring, Scalar a, Scalar b) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) _arb_vec_sub(item, at(ring, a), at(ring, b), length_of(ring), precision_of(ring));
  return scalar;
}

static Scalar neg(Ring *ring, Scalar a) {
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) _arb_vec_neg(item, at(ring, a), length_of(ring));
  return scalar;
}

/* c_k = sum over i + j = k of a_i b_j */
static Scalar mul(Ring *ring, Scalar a, Scalar b) {
  Scalar scalar;
  slong n = length_of(ring);
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) _arb_poly_mullow(item, at(ring, a), n, at(ring, b), n, n, precision_of(ring));
  return bounded(ring, scalar);
}

static Scalar divide(Ring *ring, Scalar a, Scalar b) {
  int sign = ball_sign(at(ring, b));
  if (sign == 0 || sign == BALL_SIGN_UNKNOWN) return outside(ring, sign);
  Scalar scalar;
  slong n = length_of(ring);
  arb_ptr item = fresh(ring, &scalar);
  if (item != NULL) _arb_poly_div_series(item, at(ring, a), n, at(ring, b), n, n, precision_of(ring));
  return bounded(ring, scalar);
}

/* ----------------------------------------------------------- functions -- */

/* 1 / (1 + e^(-c x)), c = 1 or 2: no cancellation in any coefficient but of order
 * two and higher. */
static void sigmoid_series(Ring *ring, arb_ptr y, arb_srcptr x, ulong c) {
  slong n = length_of(ring), precision = precision_of(ring);
  arb_ptr scratch = self(ring)->scratch;
  _arb_vec_neg(y, x, n);
  if (c == 2) _arb_vec_scalar_mul_2exp_si(y, y, n, 1);
  _arb_poly_exp_series(scratch, y, n, n, precision);
  arb_add_ui(scratch, scratch, 1, precision);
  _arb_poly_inv_series(y, scratch, n, n, precision);
}

/* tanh x = 2 sigmoid(2 x) - 1; the constant term by Arb, which keeps the digits of
 * a small one. */
static void tanh_series(Ring *ring, arb_ptr y, arb_srcptr x) {
  sigmoid_series(ring, y, x, 2);
  _arb_vec_scalar_mul_2exp_si(y, y, length_of(ring), 1);
  arb_tanh(y, x, precision_of(ring));
}

static bool has_tangent(const Ring *ring, Scalar a) {
  arb_ptr cosine = self(ring)->scratch;
  arb_cos(cosine, at(ring, a), precision_of(ring));
  return !arb_contains_zero(cosine);
}

static Scalar analytic(Ring *ring, RingFunction f, Scalar a) {
  Scalar scalar;
  slong n = length_of(ring), precision = precision_of(ring);
  arb_ptr y = fresh(ring, &scalar);
  if (y == NULL) return scalar;
  arb_srcptr x = at(ring, a);
  switch (f) {
  case RING_SIN: _arb_poly_sin_series(y, x, n, n, precision); break;
  case RING_COS: _arb_poly_cos_series(y, x, n, n, precision); break;
  case RING_TAN: _arb_poly_tan_series(y, x, n, n, precision); break;
  case RING_EXP: _arb_poly_exp_series(y, x, n, n, precision); break;
  case RING_LOG: _arb_poly_log_series(y, x, n, n, precision); break;
  case RING_SQRT: _arb_poly_sqrt_series(y, x, n, n, precision); break;
  case RING_TANH: tanh_series(ring, y, x); break;
  case RING_SIGMOID: sigmoid_series(ring, y, x, 1); break;
  case RING_ABS:
  case RING_SIGN: break;
  }
  return bounded(ring, scalar);
}

/* A convention decides at the exact zero of what may move away from it. */
static void note_tie(Ring *ring, int sign, Scalar a) {
  if (sign == 0 && a.word > 1) self(ring)->tied = true;
}

/* The constant term decides what has no series at 0. */
static Scalar function(Ring *ring, RingFunction f, Scalar a) {
  int sign = ball_sign(at(ring, a));
  if (f == RING_ABS || f == RING_SIGN || f == RING_SQRT) note_tie(ring, sign, a);
  switch (f) {
  case RING_ABS:
    if (sign == BALL_SIGN_UNKNOWN) return outside(ring, sign);
    return sign == 1 ? a : sign == -1 ? neg(ring, a) : RING_POOL_ZERO;
  case RING_SIGN: return sign == BALL_SIGN_UNKNOWN ? outside(ring, sign) : integer(ring, sign);
  case RING_LOG:
    if (sign != 1) return outside(ring, sign);
    break;
  case RING_SQRT:
    if (sign == 0 && length_of(ring) == 1) return RING_POOL_ZERO;
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

static void read_jet(const Ring *ring, Scalar a, arb_poly_t out) {
  for (slong k = 0; k < length_of(ring); k++) arb_poly_set_coeff_arb(out, k, at(ring, a) + k);
}

/* At the edges there is a value and no series. */
static Scalar call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  slong n = length_of(ring), precision = precision_of(ring);
  FunctionPlace place = function_place(f, at(ring, a), at(ring, b), precision);
  if (place == PLACE_UNKNOWN || place == PLACE_OUTSIDE || (place == PLACE_EDGE && n > 1))
    return outside(ring, place == PLACE_UNKNOWN ? BALL_SIGN_UNKNOWN : 0);
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item == NULL) return scalar;
  if (n == 1) {
    function_enclose(f, item, at(ring, a), at(ring, b), precision);
    return bounded(ring, scalar);
  }
  arb_poly_t x, y, value;
  arb_poly_init(x), arb_poly_init(y), arb_poly_init(value);
  read_jet(ring, a, x), read_jet(ring, b, y);
  function_series(f, value, x, y, n, precision);
  for (slong k = 0; k < n; k++) arb_poly_get_coeff_arb(at(ring, scalar) + k, value, k);
  arb_poly_clear(x), arb_poly_clear(y), arb_poly_clear(value);
  return bounded(ring, scalar);
}

/* By repeated squaring, so that x^0 = 1 and x^n has a series at 0 too. */
static Scalar integer_power(Ring *ring, Scalar a, int64_t n) {
  slong length = length_of(ring), precision = precision_of(ring);
  ulong magnitude = n < 0 ? 0 - (ulong)n : (ulong)n;
  int sign = ball_sign(at(ring, a));
  if (n == 0) return RING_POOL_ONE;
  if (n < 0 && (sign == 0 || sign == BALL_SIGN_UNKNOWN)) return outside(ring, sign);
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar);
  if (item == NULL) return scalar;
  _arb_poly_pow_ui_trunc_binexp(item, at(ring, a), length, magnitude, length, precision);
  if (n > 0) return bounded(ring, scalar);
  _arb_vec_set(self(ring)->scratch, item, length);
  _arb_poly_inv_series(item, self(ring)->scratch, length, length, precision);
  return bounded(ring, scalar);
}

static Scalar power(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t n = 0;
  switch (ring_exponent(exponent, &n)) {
  case EXPONENT_INTEGER: return integer_power(ring, a, n);
  case EXPONENT_FRACTION: break;
  case EXPONENT_TOO_LARGE: return fail(ring, STATUS_LIMIT, false);
  }
  slong length = length_of(ring);
  int sign = ball_sign(at(ring, a));
  note_tie(ring, sign, a);
  if (sign == 0 && length == 1 && mpq_sgn(exponent->exact[0]) > 0) return RING_POOL_ZERO;
  if (sign != 1) return outside(ring, sign);
  Scalar scalar;
  arb_ptr item = fresh(ring, &scalar), c = self(ring)->scratch;
  if (item == NULL) return scalar;
  ball_set_rational(c, exponent->exact[0], precision_of(ring));
  _arb_poly_pow_arb_series(item, at(ring, a), length, c, length, precision_of(ring));
  return bounded(ring, scalar);
}

/* --------------------------------------------------------------- order -- */

/* The first operand when order > 0, the second when < 0, half of each at a tie:
 * the convention. */
static Scalar follow(Ring *ring, int order, Scalar a, Scalar b) {
  if (order == BALL_SIGN_UNKNOWN) return outside(ring, order);
  if (order != 0) return order > 0 ? a : b;
  self(ring)->tied = true;
  Scalar mean = add(ring, a, b);
  _arb_vec_scalar_mul_2exp_si(at(ring, mean), at(ring, mean), length_of(ring), -1);
  return mean;
}

static Scalar larger(Ring *ring, Scalar a, Scalar b) {
  return a.word == b.word ? a : follow(ring, ball_order(at(ring, a), at(ring, b)), a, b);
}

static Scalar smaller(Ring *ring, Scalar a, Scalar b) {
  return a.word == b.word ? a : follow(ring, ball_order(at(ring, b), at(ring, a)), a, b);
}

/* By the first coefficients; at a tie of jets that move apart, the boundary of a
 * guard, there is no jet. */
static bool test(Ring *ring, RingTest question, Scalar a, Scalar b) {
  if (a.word == b.word) return ring_test_order(question, 0);
  int order = ball_order(at(ring, a), at(ring, b));
  if (order == BALL_SIGN_UNKNOWN) (void)fail(ring, STATUS_UNABLE, true);
  if (order == 0) self(ring)->tied = true;
  for (slong k = 1; k < length_of(ring) && order == 0; k++) {
    int next = ball_order(at(ring, a) + k, at(ring, b) + k);
    if (next != 0) (void)fail(ring, STATUS_DOMAIN, next == BALL_SIGN_UNKNOWN);
  }
  return order != BALL_SIGN_UNKNOWN && ring_test_order(question, order);
}

static int compare(Ring *ring, Scalar a, Scalar b) {
  int order = 0;
  for (slong k = 0; k < length_of(ring) && order == 0; k++) order = ball_compare(at(ring, a) + k, at(ring, b) + k);
  return order;
}

/* -------------------------------------------------------------- upkeep -- */

static size_t mark_of(const Ring *ring) { return self(ring)->pool.count; }
static void release(Ring *ring, size_t mark) { ring_pool_release(&self(ring)->pool, mark); }

static int print(Ring *ring, Scalar a, char *buffer, size_t size) {
  slong digits = (slong)((double)precision_of(ring) * 0.30103) + 1;
  int length = ball_print(at(ring, a), digits, buffer, size);
  for (slong k = 1; k < length_of(ring); k++) {
    char text[256];
    size_t used = (size_t)length < size ? (size_t)length : size;
    (void)ball_print(at(ring, a) + k, digits, text, sizeof text);
    length += snprintf(buffer + used, size - used, " + %s s^%ld", text, (long)k);
  }
  return length;
}

static void destroy(Ring *ring) {
  JetRing *jets = self(ring);
  for (size_t i = 0; i < jets->initialised; i++) {
    for (slong k = 0; k < jets->length; k++) arb_clear(at(ring, (Scalar){i}) + k);
  }
  ring_pool_free(&jets->pool);
  _arb_vec_clear(jets->scratch, jets->length);
  free(jets);
}

Ring *ring_jet_new(uint32_t order, slong precision) {
  static const RingOps ops = {
      .name = "jets", .traits = RING_ORDERED | RING_FIELD | RING_ANALYTIC, RING_OPERATIONS_HERE};
  JetRing *jets = order > JET_MAX_ORDER ? NULL : calloc(1, sizeof *jets);
  if (jets == NULL) return NULL;
  jets->ring.ops = &ops;
  jets->length = (slong)order + 1;
  jet_set_precision(&jets->ring, precision);
  if (!ring_pool_init(&jets->pool, (size_t)jets->length * sizeof(arb_struct))) {
    free(jets);
    return NULL;
  }
  jets->scratch = _arb_vec_init(jets->length);
  Scalar zero, one;
  (void)fresh(&jets->ring, &zero);
  arb_one(fresh(&jets->ring, &one));
  return &jets->ring;
}
