#include "verify/truth/exact.h"
#include "verify/truth/calcium_roots.h"

#include <stdlib.h>

#define MOST_BITS 4096 /* of a rational, or of coefficients */
#define MOST_TERMS 100 /* of a number in a field of several generators */
#define FIRST_BITS 64  /* of an enclosure, for a sign */
#define LAST_BITS 4096
#define ALGEBRAIC_DEGREE 24

void exact_init(Exact *exact, uint64_t work) {
  ca_ctx_init(exact->context);
  ca_ctx_set_option(exact->context, CA_OPT_PREC_LIMIT, 1024);
  ca_ctx_set_option(exact->context, CA_OPT_QQBAR_DEG_LIMIT, ALGEBRAIC_DEGREE);
  exact->work = work;
}

void exact_clear(Exact *exact) { ca_ctx_clear(exact->context); }

void exact_set_rational(Exact *exact, ca_t out, const mpq_t value) {
  fmpq_t q;
  fmpq_init(q);
  fmpq_set_mpq(q, value);
  ca_set_fmpq(out, q, exact->context);
  fmpq_clear(q);
}

/* ---------------------------------------------------------------- size -- */

/* A number as its field has it: so many terms, of coefficients of so many bits. */
typedef struct Size {
  uint64_t terms, bits;
} Size;

static uint64_t bits_of(const fmpz *coefficients, slong count) {
  slong bits = _fmpz_vec_max_bits(coefficients, count);
  return (uint64_t)(bits < 0 ? -bits : bits);
}

static Size size_of_algebraic(const nf_t field, const nf_elem_t a) {
  if (field->flag & NF_LINEAR) return (Size){1, bits_of(LNF_ELEM_NUMREF(a), 1) + fmpz_bits(LNF_ELEM_DENREF(a))};
  if (field->flag & NF_QUADRATIC) return (Size){1, bits_of(QNF_ELEM_NUMREF(a), 2) + fmpz_bits(QNF_ELEM_DENREF(a))};
  return (Size){1, bits_of(NF_ELEM_NUMREF(a), NF_ELEM(a)->length) + fmpz_bits(NF_ELEM_DENREF(a))};
}

static Size size_of(Exact *exact, const ca_t a) {
  ca_field_srcptr field = CA_FIELD(a, exact->context);
  if (CA_IS_QQ(a, exact->context)) return (Size){1, fmpz_bits(CA_FMPQ_NUMREF(a)) + fmpz_bits(CA_FMPQ_DENREF(a))};
  if (CA_FIELD_IS_NF(field)) return size_of_algebraic(CA_FIELD_NF(field), CA_NF_ELEM(a));
  const fmpz_mpoly_struct *above = fmpz_mpoly_q_numref(CA_MPOLY_Q(a)), *below = fmpz_mpoly_q_denref(CA_MPOLY_Q(a));
  return (Size){(uint64_t)(above->length + below->length),
                bits_of(above->coeffs, above->length) + bits_of(below->coeffs, below->length)};
}

bool exact_fits(Exact *exact, const ca_t a) {
  if (CA_IS_SPECIAL(a)) return false;
  Size size = size_of(exact, a);
  uint64_t words = 1 + size.bits / 64;
  uint64_t cost = CA_IS_QQ(a, exact->context) ? words : (64 + size.terms * size.terms) * words;
  if (size.terms > MOST_TERMS || size.bits > MOST_BITS || cost > exact->work) return false;
  exact->work -= cost;
  return true;
}

/* --------------------------------------------------------------- signs -- */

static int sign_by_ball(Exact *exact, const ca_t a, slong bits) {
  acb_t ball;
  acb_init(ball);
  ca_get_acb(ball, a, bits, exact->context);
  int sign = EXACT_SIGN_UNKNOWN;
  if (arb_is_positive(acb_realref(ball))) sign = 1;
  if (arb_is_negative(acb_realref(ball))) sign = -1;
  acb_clear(ball);
  return sign;
}

int exact_sign(Exact *exact, const ca_t a) {
  if (CA_IS_SPECIAL(a)) return EXACT_SIGN_UNKNOWN;
  if (CA_IS_QQ(a, exact->context)) return fmpq_sgn(CA_FMPQ(a));
  int sign = sign_by_ball(exact, a, FIRST_BITS);
  if (sign != EXACT_SIGN_UNKNOWN) return sign;
  if (ca_check_is_zero(a, exact->context) == T_TRUE) return 0;
  for (slong bits = 4 * FIRST_BITS; bits <= LAST_BITS && sign == EXACT_SIGN_UNKNOWN; bits *= 4) {
    sign = sign_by_ball(exact, a, bits);
  }
  return sign;
}

void exact_enclose(Exact *exact, arb_t out, const ca_t a, slong bits) {
  acb_t ball;
  acb_init(ball);
  ca_get_acb_accurate_parts(ball, a, bits, exact->context);
  arb_set(out, acb_realref(ball));
  acb_clear(ball);
}

/* -------------------------------------------------------------- series -- */

static bool all_fit(Exact *exact, ca_ptr out, uint32_t length) {
  for (uint32_t k = 0; k < length; k++) {
    if (!exact_fits(exact, out + k)) return false;
  }
  return true;
}

/* The derivatives repeat after two with this sign: sine and cosine. */
static void circular_series(Exact *exact, RingFunction f, const ca_t c, ca_ptr out, uint32_t length) {
  ca_t sine, cosine;
  ca_init(sine, exact->context);
  ca_init(cosine, exact->context);
  ca_sin_cos(sine, cosine, c, exact->context);
  ca_set(out, f == RING_SIN ? sine : cosine, exact->context);
  if (length > 1) ca_set(out + 1, f == RING_SIN ? cosine : sine, exact->context);
  if (length > 1 && f == RING_COS) ca_neg(out + 1, out + 1, exact->context);
  for (uint32_t k = 2; k < length; k++) {
    ca_div_si(out + k, out + k - 2, -(slong)k * (slong)(k - 1), exact->context);
  }
  ca_clear(sine, exact->context);
  ca_clear(cosine, exact->context);
}

static void exponential_series(Exact *exact, const ca_t c, ca_ptr out, uint32_t length) {
  ca_exp(out, c, exact->context);
  for (uint32_t k = 1; k < length; k++) ca_div_ui(out + k, out + k - 1, k, exact->context);
}

static void logarithm_series(Exact *exact, const ca_t c, ca_ptr out, uint32_t length) {
  ca_t power;
  ca_init(power, exact->context);
  ca_neg_one(power, exact->context);
  ca_log(out, c, exact->context);
  for (uint32_t k = 1; k < length; k++) { /* (-1)^(k+1) / (k c^k) */
    ca_div(power, power, c, exact->context);
    ca_neg(power, power, exact->context);
    ca_div_ui(out + k, power, k, exact->context);
  }
  ca_clear(power, exact->context);
}

/* y' = y0 + y1 y + y2 y^2, solved from y(c) in out[0]. */
static void riccati_series(Exact *exact, const int *y, ca_ptr out, uint32_t length) {
  ca_t sum, product;
  ca_init(sum, exact->context);
  ca_init(product, exact->context);
  for (uint32_t k = 0; k + 1 < length; k++) {
    ca_set_si(sum, k == 0 ? y[0] : 0, exact->context);
    ca_mul_si(product, out + k, y[1], exact->context);
    ca_add(sum, sum, product, exact->context);
    for (uint32_t i = 0; i <= k; i++) {
      ca_mul(product, out + i, out + k - i, exact->context);
      ca_mul_si(product, product, y[2], exact->context);
      ca_add(sum, sum, product, exact->context);
    }
    ca_div_ui(out + k + 1, sum, k + 1, exact->context);
  }
  ca_clear(sum, exact->context);
  ca_clear(product, exact->context);
}

/* 1 / (1 + e^(-m c)), m = 1 or 2 */
static void sigmoid_value(Exact *exact, const ca_t c, slong m, ca_t out) {
  ca_mul_si(out, c, -m, exact->context);
  ca_exp(out, out, exact->context);
  ca_add_ui(out, out, 1, exact->context);
  ca_inv(out, out, exact->context);
}

bool exact_series(Exact *exact, RingFunction f, const ca_t c, ca_ptr out, uint32_t length) {
  static const int tangent[] = {1, 0, 1}, hyperbolic[] = {1, 0, -1}, logistic[] = {0, 1, -1};
  mpq_t half;
  bool good = true;
  switch (f) {
  case RING_SIN:
  case RING_COS: circular_series(exact, f, c, out, length); break;
  case RING_EXP: exponential_series(exact, c, out, length); break;
  case RING_LOG: logarithm_series(exact, c, out, length); break;
  case RING_TAN:
    ca_tan(out, c, exact->context);
    if (exact_fits(exact, out)) riccati_series(exact, tangent, out, length);
    break;
  case RING_TANH: /* 2 sigmoid(2 c) - 1 */
    sigmoid_value(exact, c, 2, out);
    ca_mul_ui(out, out, 2, exact->context);
    ca_sub_ui(out, out, 1, exact->context);
    riccati_series(exact, hyperbolic, out, length);
    break;
  case RING_SIGMOID:
    sigmoid_value(exact, c, 1, out);
    riccati_series(exact, logistic, out, length);
    break;
  case RING_SQRT:
    mpq_init(half);
    mpq_set_ui(half, 1, 2);
    good = exact_power_series(exact, half, c, out, length);
    mpq_clear(half);
    return good;
  case RING_ABS:
  case RING_SIGN: return false;
  }
  return all_fit(exact, out, length);
}

/* c^p (p over k) c^-k */
bool exact_power_series(Exact *exact, const mpq_t p, const ca_t c, ca_ptr out, uint32_t length) {
  fmpq_t exponent, factor;
  fmpq_init(exponent);
  fmpq_init(factor);
  fmpq_set_mpq(exponent, p);
  calcium_power(out, c, exponent, exact->context);
  for (uint32_t k = 1; k < length; k++) {
    fmpq_sub_si(factor, exponent, (slong)k - 1);
    ca_mul_fmpq(out + k, out + k - 1, factor, exact->context);
    ca_div(out + k, out + k, c, exact->context);
    ca_div_ui(out + k, out + k, k, exact->context);
  }
  fmpq_clear(exponent);
  fmpq_clear(factor);
  return all_fit(exact, out, length);
}

/* A function of which the derivative y is given at c: (1 + p x^2) y' = q x y. */
static bool solved_series(Exact *exact, int p, int q, const ca_t c, ca_ptr out, uint32_t length) {
  ca_t leading, product;
  ca_init(leading, exact->context);
  ca_init(product, exact->context);
  ca_mul(leading, c, c, exact->context);
  ca_mul_si(leading, leading, p, exact->context);
  ca_add_ui(leading, leading, 1, exact->context);
  bool good = exact_fits(exact, leading) && all_fit(exact, out, length < 2 ? length : 2);
  for (uint32_t k = 0; k + 2 < length && good; k++) { /* out[k + 1] is the coefficient of y at t^k, where x = c + t */
    ca_mul(product, out + k + 1, c, exact->context);
    ca_mul_si(out + k + 2, product, q - 2 * p * (slong)k, exact->context);
    if (k > 0) ca_mul_si(product, out + k, q - p * ((slong)k - 1), exact->context);
    if (k > 0) ca_add(out + k + 2, out + k + 2, product, exact->context);
    ca_div(out + k + 2, out + k + 2, leading, exact->context);
    ca_div_ui(out + k + 2, out + k + 2, k + 1, exact->context);
    good = exact_fits(exact, out + k + 2);
  }
  for (uint32_t k = 2; k < length && good; k++) ca_div_ui(out + k, out + k, k, exact->context);
  ca_clear(leading, exact->context);
  ca_clear(product, exact->context);
  return good;
}

/* 1 / (1 + c^2), 1 / sqrt(1 - c^2), or 2 / sqrt(pi) e^(-c^2). */
static void first_slope(Exact *exact, FunctionCode f, const ca_t c, ca_t out) {
  ca_t square, half_root;
  ca_init(square, exact->context);
  ca_init(half_root, exact->context);
  ca_mul(square, c, c, exact->context);
  if (f != FUNCTION_ATAN) ca_neg(square, square, exact->context);
  if (f == FUNCTION_ERF) {
    ca_exp(out, square, exact->context);
    ca_pi(half_root, exact->context);
    ca_sqrt(half_root, half_root, exact->context);
    ca_div_ui(half_root, half_root, 2, exact->context);
    ca_div(out, out, half_root, exact->context);
  } else {
    ca_add_ui(out, square, 1, exact->context);
    if (f == FUNCTION_ASIN) calcium_root(out, out, exact->context);
    ca_inv(out, out, exact->context);
  }
  ca_clear(square, exact->context);
  ca_clear(half_root, exact->context);
}

bool exact_call_series(Exact *exact, FunctionCode f, const ca_t c, ca_ptr out, uint32_t length) {
  int p = f == FUNCTION_ATAN ? 1 : f == FUNCTION_ASIN ? -1 : 0;
  if (f == FUNCTION_ATAN)
    ca_atan(out, c, exact->context);
  else if (f == FUNCTION_ASIN)
    ca_asin(out, c, exact->context);
  else
    ca_erf(out, c, exact->context);
  if (length > 1) first_slope(exact, f, c, out + 1);
  return solved_series(exact, p, f == FUNCTION_ASIN ? 1 : -2, c, out, length);
}

/* ------------------------------------------------------ linear equations -- */

bool echelon_init(Echelon *echelon, Exact *exact, uint32_t columns) {
  *echelon = (Echelon){.exact = exact, .columns = columns, .capacity = columns};
  echelon->pivot = calloc((size_t)columns + 1, sizeof *echelon->pivot);
  echelon->rows = _ca_vec_init((slong)columns * columns, exact->context);
  return echelon->pivot != NULL;
}

void echelon_clear(Echelon *echelon) {
  free(echelon->pivot);
  _ca_vec_clear(echelon->rows, (slong)echelon->columns * echelon->columns, echelon->exact->context);
}

/* Whether the row is 0. */
static int row_is_zero(const Echelon *echelon, ca_ptr row, uint32_t *pivot) {
  for (uint32_t j = 0; j < echelon->columns; j++) {
    int sign = exact_fits(echelon->exact, row + j) ? exact_sign(echelon->exact, row + j) : EXACT_SIGN_UNKNOWN;
    if (sign == EXACT_SIGN_UNKNOWN) return sign;
    *pivot = j;
    if (sign != 0) return 0;
    ca_zero(row + j, echelon->exact->context);
  }
  return 1;
}

int echelon_reduce(const Echelon *echelon, ca_ptr row) {
  uint32_t pivot = 0;
  ca_t factor, product;
  ca_init(factor, echelon->exact->context);
  ca_init(product, echelon->exact->context);
  for (uint32_t r = 0; r < echelon->rank; r++) {
    ca_ptr by = echelon->rows + (size_t)r * echelon->columns;
    ca_set(factor, row + echelon->pivot[r], echelon->exact->context);
    for (uint32_t j = 0; j < echelon->columns; j++) {
      ca_mul(product, factor, by + j, echelon->exact->context);
      ca_sub(row + j, row + j, product, echelon->exact->context);
    }
  }
  ca_clear(factor, echelon->exact->context);
  ca_clear(product, echelon->exact->context);
  return row_is_zero(echelon, row, &pivot);
}

int echelon_add(Echelon *echelon, ca_ptr row) {
  uint32_t pivot = 0;
  int zero = echelon_reduce(echelon, row);
  if (zero != 0 || echelon->rank == echelon->capacity) return zero;
  (void)row_is_zero(echelon, row, &pivot);
  ca_ptr kept = echelon->rows + (size_t)echelon->rank * echelon->columns;
  for (uint32_t j = 0; j < echelon->columns; j++) {
    ca_div(kept + j, row + j, row + pivot, echelon->exact->context);
  }
  echelon->pivot[echelon->rank++] = pivot;
  return 0;
}
