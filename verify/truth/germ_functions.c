/* Functions and powers of germs: a Taylor series at the value, and roots of what is 0 there. */
#include "verify/truth/germ_internal.h"

#include "verify/truth/symbolic_internal.h"

#define MOST_GRID 24u

/* ------------------------------------------------------------- Taylor -- */

Scalar germ_compose(Ring *ring, ca_srcptr c, uint32_t length, Scalar h) {
  Scalar sum = germ_number(ring, c + length - 1);
  for (uint32_t k = length - 1; k-- > 0;)
    sum = germ_sum(ring, germ_number(ring, c + k), germ_times(ring, sum, h), false);
  int64_t rest = (int64_t)length * germ_lowest(ring, h);
  if (germ_is_zero(h) || ring->status != STATUS_OK || germ_head(ring, sum)->error <= rest) return sum;
  Scalar kept; /* what is exact so far is not */
  if (germ_fresh(ring, &kept) == NULL) return kept;
  *germ_head(ring, kept) = (GermHead){(int32_t)(rest / GERM_UNIT), (int32_t)rest, GERM_NO_FORM};
  return germ_sum(ring, sum, kept, false);
}

/* a = c + h with h 0 at the point; false for a pole and when the value is not known. */
static bool split(Ring *ring, Scalar a, ca_t c, Scalar *h) {
  GermRing *self = germ_self(ring);
  if (germ_lowest(ring, a) < 0 || germ_head(ring, a)->error <= 0) return false;
  ca_zero(c, self->exact->context);
  if (germ_head(ring, a)->shift == 0) ca_set(c, germ_at(ring, a), self->exact->context);
  *h = germ_sum(ring, a, germ_number(ring, c), true);
  return ring->status == STATUS_OK;
}

/* Terms of a series in h that count. */
static uint32_t length_for(const Ring *ring, Scalar h) {
  int64_t most = (int64_t)GERM_UNIT * germ_self(ring)->limit, lowest = germ_lowest(ring, h);
  if (germ_is_zero(h)) return 1;
  if (germ_head(ring, h)->error < most) most = germ_head(ring, h)->error;
  int64_t length = (most + lowest - 1) / lowest;
  return length < 1 ? 1 : length > GERM_MOST_TERMS ? GERM_MOST_TERMS : (uint32_t)length;
}

Scalar germ_analytic(Ring *ring, GermSeries of, const void *f, Scalar a) {
  Exact *exact = germ_self(ring)->exact;
  Scalar h = RING_POOL_ZERO, result = RING_POOL_ZERO;
  ca_t c;
  ca_init(c, exact->context);
  if (!split(ring, a, c, &h))
    (void)germ_unable(ring);
  else {
    uint32_t length = length_for(ring, h);
    ca_ptr series = _ca_vec_init((slong)length, exact->context);
    result = of(exact, f, c, series, length) ? germ_compose(ring, series, length, h) : germ_unable(ring);
    _ca_vec_clear(series, (slong)length, exact->context);
  }
  ca_clear(c, exact->context);
  return result;
}

static bool series_of_function(Exact *exact, const void *f, const ca_t c, ca_ptr out, uint32_t length) {
  return exact_series(exact, *(const RingFunction *)f, c, out, length);
}

static bool series_of_power(Exact *exact, const void *p, const ca_t c, ca_ptr out, uint32_t length) {
  return exact_power_series(exact, (mpq_srcptr)p, c, out, length);
}

static Scalar analytic(Ring *ring, RingFunction f, Scalar a) { return germ_analytic(ring, series_of_function, &f, a); }

Scalar germ_unit_power(Ring *ring, Scalar a, const mpq_t p) { return germ_analytic(ring, series_of_power, p, a); }

/* --------------------------------------------------------------- roots -- */

/* The germ with its first exponent moved. */
static Scalar moved(Ring *ring, Scalar a, int32_t by) {
  GermRing *self = germ_self(ring);
  Scalar scalar;
  ca_ptr c = germ_fresh(ring, &scalar);
  if (c == NULL || germ_is_zero(a)) return RING_POOL_ZERO;
  GermHead *to = germ_head(ring, scalar), *from = germ_head(ring, a);
  to->shift = from->shift + by;
  to->error = germ_add_errors(from->error, GERM_UNIT * by);
  for (uint32_t i = 0; i < self->terms; i++) ca_set(c + i, germ_at(ring, a) + i, self->exact->context);
  return scalar;
}

/* d = 1: (r^k (c + h))^p = r^(kp) (c + h)^p, on a grid on which kp is whole. */
static Scalar puiseux_power(Ring *ring, Scalar a, const mpq_t p) {
  GermRing *self = germ_self(ring);
  int32_t k = germ_head(ring, a)->shift;
  mpz_t exponent;
  mpz_init_set(exponent, mpq_numref(p));
  mpz_mul_si(exponent, exponent, k);
  bool whole = mpz_divisible_p(exponent, mpq_denref(p)) != 0 && mpz_fits_sint_p(exponent);
  if (whole) mpz_divexact(exponent, exponent, mpq_denref(p));
  int32_t by = whole ? (int32_t)mpz_get_si(exponent) : 0;
  mpz_clear(exponent);
  if (whole) return moved(ring, germ_unit_power(ring, moved(ring, a, -k), p), by);
  if (mpz_cmp_ui(mpq_denref(p), MOST_GRID) <= 0)
    self->want.grid = self->shape.grid * (uint32_t)mpz_get_ui(mpq_denref(p));
  if (self->want.grid > MOST_GRID) self->want.grid = 0;
  return germ_unable(ring);
}

/* d > 1 and a > 0 here, but 0 at the point: O(|z|^(p e)) of what is O(|z|^e). */
static Scalar vanishing_power(Ring *ring, Scalar a, const mpq_t p) {
  Scalar scalar;
  double exponent = (double)germ_lowest(ring, a) * mpq_get_d(p) * (1 - 1e-9); /* down: a weaker claim */
  if (mpq_sgn(p) < 0 || !(exponent >= 1)) return germ_unable(ring);
  if (germ_fresh(ring, &scalar) == NULL) return scalar;
  germ_head(ring, scalar)->error = exponent < GERM_EXACT / 2 ? (int32_t)exponent : GERM_EXACT / 2;
  return scalar;
}

Scalar germ_fraction_power(Ring *ring, Scalar a, const mpq_t p) {
  int sign = germ_sign(ring, a);
  if (ring->status != STATUS_OK) return RING_POOL_ZERO;
  if (sign < 0 || (sign == 0 && mpq_sgn(p) < 0)) return germ_undefined(ring);
  if (sign == 0) return RING_POOL_ZERO;
  if (germ_self(ring)->shape.dimension == 1) return puiseux_power(ring, a, p);
  bool vanishes = ca_is_qq_elem_zero(germ_at(ring, a), germ_self(ring)->exact->context) != 0;
  return vanishes ? vanishing_power(ring, a, p) : germ_unit_power(ring, a, p);
}

/* --------------------------------------------------------------- squares -- */

/* The product of p^(e/2) over the factors p^e of the polynomial; whether it is not constant. */
static bool root_of_square_part(const SymbolicRing *forms, const fmpz_mpoly_struct *p, fmpz_mpoly_struct *root) {
  fmpz_mpoly_factor_t factors;
  fmpz_mpoly_t power;
  fmpz_mpoly_factor_init(factors, forms->context);
  fmpz_mpoly_init(power, forms->context);
  fmpz_mpoly_one(root, forms->context);
  if (fmpz_mpoly_factor_squarefree(factors, p, forms->context)) {
    for (slong i = 0; i < factors->num; i++) {
      (void)fmpz_mpoly_pow_ui(power, &factors->poly[i], fmpz_get_ui(&factors->exp[i]) / 2, forms->context);
      fmpz_mpoly_mul(root, root, power, forms->context);
    }
  }
  fmpz_mpoly_clear(power, forms->context);
  fmpz_mpoly_factor_clear(factors, forms->context);
  return !fmpz_mpoly_is_fmpz(root, forms->context);
}

/* Forms s and w with s^2 w = a, s not constant; false when there are none. */
static bool square_part(Ring *ring, Scalar a, Scalar *s, Scalar *w) {
  Ring *forms = germ_self(ring)->forms;
  SymbolicRing *self = symbolic_self(forms);
  if (fmpz_mpoly_is_fmpz(&symbolic_at(forms, a)->num, self->context)) return false;
  fmpz_mpoly_q_struct *root = symbolic_fresh(forms, s);
  if (root == NULL) return false;
  bool found = root_of_square_part(self, &symbolic_at(forms, a)->num, &root->num);
  if (!found) fmpz_mpoly_one(&root->num, self->context);
  found = root_of_square_part(self, &symbolic_at(forms, a)->den, &root->den) || found;
  *s = symbolic_settle(forms, *s);
  if (found) *w = symbolic_quotient(forms, a, ring_mul(forms, *s, *s));
  return ring_take_status(forms) == STATUS_OK && found;
}

/* The germ of a form, which is kept with it. */
static Scalar germ_with_form(Ring *ring, Scalar form) {
  Scalar value = germ_of_form(ring, form);
  if (ring->status != STATUS_OK || value.word <= 1) return value;
  germ_head(ring, value)->form = form;
  return value;
}

/* sqrt (s^2 w) = |s| sqrt w; false, as if nothing had been tried, when a has no such form. */
static bool square_root_by_form(Ring *ring, Scalar a, Scalar *out) {
  Scalar form = germ_head(ring, a)->form, s, w;
  if (!germ_has_forms(ring, a, a) || !square_part(ring, form, &s, &w)) return false;
  Scalar outside = germ_with_form(ring, s), inside = germ_with_form(ring, w);
  if (ring_take_status(ring) != STATUS_OK) return false;
  outside = germ_function(ring, RING_ABS, outside);
  if (germ_is_zero(outside) || ring->status != STATUS_OK)
    *out = outside;
  else
    *out = ring_mul(ring, outside, germ_function(ring, RING_SQRT, inside));
  return true;
}

static Scalar square_root(Ring *ring, Scalar a) {
  Scalar root;
  if (square_root_by_form(ring, a, &root)) return root;
  mpq_t half;
  mpq_init(half);
  mpq_set_ui(half, 1, 2);
  root = germ_fraction_power(ring, a, half);
  mpq_clear(half);
  if (ring->status != STATUS_OK || germ_is_zero(root) || !germ_has_forms(ring, a, a)) return root;
  return germ_keep_form(ring, root, ring_function(germ_self(ring)->forms, RING_SQRT, germ_head(ring, a)->form));
}

/* ------------------------------------------------------------- functions -- */

/* Near 0 the logarithm has no such series. */
static Scalar logarithm(Ring *ring, Scalar a) {
  int sign = germ_sign(ring, a);
  if (ring->status != STATUS_OK) return RING_POOL_ZERO;
  if (sign <= 0) return germ_undefined(ring);
  return germ_lowest(ring, a) != 0 ? germ_unable(ring) : analytic(ring, RING_LOG, a);
}

static Scalar absolute(Ring *ring, Scalar a) {
  int sign = germ_sign(ring, a);
  return sign > 0 ? a : sign < 0 ? ring_neg(ring, a) : RING_POOL_ZERO;
}

Scalar germ_function(Ring *ring, RingFunction f, Scalar a) {
  Scalar result = RING_POOL_ZERO;
  switch (f) {
  case RING_ABS: return absolute(ring, a);
  case RING_SIGN: return ring_integer(ring, germ_sign(ring, a));
  case RING_SQRT: return square_root(ring, a);
  case RING_LOG: result = logarithm(ring, a); break;
  case RING_SIN:
  case RING_COS:
  case RING_TAN:
  case RING_EXP:
  case RING_TANH:
  case RING_SIGMOID: result = analytic(ring, f, a); break;
  }
  if (ring->status != STATUS_OK || !germ_has_forms(ring, a, a)) return result;
  return germ_keep_form(ring, result, ring_function(germ_self(ring)->forms, f, germ_head(ring, a)->form));
}

Scalar germ_power(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t n = 0;
  switch (ring_exponent(exponent, &n)) {
  case EXPONENT_INTEGER: return ring_integer_power(ring, a, n);
  case EXPONENT_TOO_LARGE: ring_fail(ring, STATUS_LIMIT); return RING_POOL_ZERO;
  case EXPONENT_FRACTION: break;
  }
  Scalar result = germ_fraction_power(ring, a, exponent->exact[0]);
  if (ring->status != STATUS_OK || germ_is_zero(result) || !germ_has_forms(ring, a, a)) return result;
  return germ_keep_form(ring, result, ring_power(germ_self(ring)->forms, germ_head(ring, a)->form, exponent));
}
