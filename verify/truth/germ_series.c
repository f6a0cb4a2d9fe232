/* Germs without their normal forms: sums of monomials with an error, and their arithmetic. */
#include "verify/truth/germ_internal.h"

/* ------------------------------------------------------------- scalars -- */

ca_ptr germ_fresh(Ring *ring, Scalar *scalar) {
  GermRing *self = germ_self(ring);
  *scalar = RING_POOL_ZERO;
  if (self->exact->work < self->terms) {
    ring_fail(ring, STATUS_LIMIT);
    return NULL;
  }
  self->exact->work -= self->terms; /* memory counts as work */
  GermHead *head = ring_pool_push(&self->pool, ring, scalar);
  if (head == NULL) return NULL;
  *head = (GermHead){0, GERM_EXACT, GERM_NO_FORM};
  ca_ptr c = (ca_ptr)(head + 1);
  if (scalar->word >= self->initialised) {
    for (uint32_t i = 0; i < self->terms; i++) ca_init(c + i, self->exact->context);
    self->initialised = scalar->word + 1;
  } else {
    for (uint32_t i = 0; i < self->terms; i++) ca_zero(c + i, self->exact->context);
  }
  return c;
}

Scalar germ_unable(Ring *ring) {
  ring_fail(ring, STATUS_UNABLE);
  return RING_POOL_ZERO;
}

Scalar germ_undefined(Ring *ring) {
  ring_fail(ring, STATUS_DOMAIN);
  return RING_POOL_ZERO;
}

int32_t germ_add_errors(int32_t a, int32_t b) {
  if (a == GERM_EXACT || b == GERM_EXACT) return GERM_EXACT;
  int64_t sum = (int64_t)a + b;
  return sum > GERM_EXACT / 2 ? GERM_EXACT / 2 : sum < -GERM_EXACT / 2 ? -GERM_EXACT / 2 : (int32_t)sum;
}

static int32_t smaller_error(int32_t a, int32_t b) { return a < b ? a : b; }

/* The exponent of monomial i, in units. */
static int32_t exponent_of(const Ring *ring, Scalar a, uint32_t i) {
  const GermRing *self = germ_self(ring);
  return GERM_UNIT * (self->shape.dimension == 1 ? germ_head(ring, a)->shift + (int32_t)i : (int32_t)self->degrees[i]);
}

int32_t germ_lowest(const Ring *ring, Scalar a) {
  ca_srcptr c = germ_at(ring, a);
  for (uint32_t i = 0; i < germ_self(ring)->terms; i++) {
    if (!germ_number_is_zero(ring, c + i)) return exponent_of(ring, a, i);
  }
  return germ_head(ring, a)->error;
}

/* Moves the coefficients so that the first is not 0. */
static void lower_shift(Ring *ring, Scalar a) {
  GermRing *self = germ_self(ring);
  ca_ptr c = germ_at(ring, a);
  uint32_t first = 0;
  while (first < self->terms && germ_number_is_zero(ring, c + first)) first++;
  if (first == 0 || first == self->terms) return;
  for (uint32_t i = 0; i + first < self->terms; i++) ca_swap(c + i, c + i + first, self->exact->context);
  germ_head(ring, a)->shift += (int32_t)first;
}

Scalar germ_settle(Ring *ring, Scalar a) {
  GermRing *self = germ_self(ring);
  GermHead *head = germ_head(ring, a);
  ca_ptr c = germ_at(ring, a);
  bool zero = true;
  if (ring->status != STATUS_OK) return RING_POOL_ZERO;
  for (uint32_t i = 0; i < self->terms; i++) {
    if (germ_number_is_zero(ring, c + i)) continue;
    int sign = head->error <= exponent_of(ring, a, i) ? 0
               : exact_fits(self->exact, c + i)       ? exact_sign(self->exact, c + i)
                                                      : EXACT_SIGN_UNKNOWN;
    if (sign == EXACT_SIGN_UNKNOWN) {
      if (self->exact->work < GERM_MOST_TERMS) ring_fail(ring, STATUS_LIMIT);
      return germ_unable(ring);
    }
    if (sign == 0) ca_zero(c + i, self->exact->context);
    zero = zero && sign == 0;
  }
  if (zero && head->error == GERM_EXACT) return RING_POOL_ZERO;
  if (self->shape.dimension == 1) {
    if (zero)
      head->shift = head->error / GERM_UNIT;
    else
      lower_shift(ring, a);
  }
  return a;
}

/* ---------------------------------------------------------- arithmetic -- */

Scalar germ_number(Ring *ring, const ca_t value) {
  Scalar scalar;
  ca_ptr c = germ_fresh(ring, &scalar);
  if (c != NULL) ca_set(c, value, germ_self(ring)->exact->context);
  return germ_settle(ring, scalar);
}

/* out += or -= a, moved to out's shift. */
static void accumulate(Ring *ring, Scalar out, Scalar a, bool subtract) {
  GermRing *self = germ_self(ring);
  GermHead *to = germ_head(ring, out);
  uint32_t ahead = (uint32_t)(germ_head(ring, a)->shift - to->shift);
  ca_ptr sum = germ_at(ring, out), c = germ_at(ring, a);
  to->error = smaller_error(to->error, germ_head(ring, a)->error);
  for (uint32_t i = 0; i < self->terms; i++) {
    if (germ_number_is_zero(ring, c + i)) continue;
    if (i + (uint64_t)ahead >= self->terms)
      to->error = smaller_error(to->error, germ_cut(self, to->shift));
    else if (subtract)
      ca_sub(sum + i + ahead, sum + i + ahead, c + i, self->exact->context);
    else
      ca_add(sum + i + ahead, sum + i + ahead, c + i, self->exact->context);
  }
}

Scalar germ_sum(Ring *ring, Scalar a, Scalar b, bool subtract) {
  Scalar scalar;
  if (germ_is_zero(b)) return a;
  if (germ_fresh(ring, &scalar) == NULL) return scalar;
  int32_t first = germ_head(ring, a)->shift, second = germ_head(ring, b)->shift;
  germ_head(ring, scalar)->shift = germ_is_zero(a) || second < first ? second : first;
  if (!germ_is_zero(a)) accumulate(ring, scalar, a, false);
  accumulate(ring, scalar, b, subtract);
  return germ_settle(ring, scalar);
}

uint32_t germ_product(const Ring *ring, uint32_t i, uint32_t j) {
  const GermRing *self = germ_self(ring);
  if (self->shape.dimension <= 1) return i + j < self->terms ? i + j : self->terms;
  return self->products[(size_t)i * self->terms + j];
}

/* The places before which all others are 0. */
static uint32_t length_of(const Ring *ring, ca_srcptr c) {
  uint32_t length = germ_self(ring)->terms;
  while (length > 0 && germ_number_is_zero(ring, c + length - 1)) length--;
  return length;
}

/* d <= 1; whether all of the product was kept. */
static bool multiply_series(Ring *ring, ca_ptr out, ca_srcptr x, ca_srcptr y) {
  const GermRing *self = germ_self(ring);
  uint32_t m = length_of(ring, x), n = length_of(ring, y);
  if (m == 0 || n == 0) return true;
  uint32_t all = m + n - 1, kept = all < self->terms ? all : self->terms;
  if (m >= n)
    _ca_poly_mullow(out, x, (slong)m, y, (slong)n, (slong)kept, self->exact->context);
  else
    _ca_poly_mullow(out, y, (slong)n, x, (slong)m, (slong)kept, self->exact->context);
  return kept == all;
}

static bool multiply_monomials(Ring *ring, ca_ptr out, ca_srcptr x, ca_srcptr y) {
  const GermRing *self = germ_self(ring);
  bool whole = true;
  ca_t product;
  ca_init(product, self->exact->context);
  for (uint32_t i = 0; i < self->terms; i++) {
    for (uint32_t j = 0; j < self->terms && !germ_number_is_zero(ring, x + i); j++) {
      uint32_t k = germ_product(ring, i, j);
      if (germ_number_is_zero(ring, y + j)) continue;
      whole = whole && k < self->terms;
      if (k == self->terms) continue;
      ca_mul(product, x + i, y + j, self->exact->context);
      ca_add(out + k, out + k, product, self->exact->context);
    }
  }
  ca_clear(product, self->exact->context);
  return whole;
}

Scalar germ_times(Ring *ring, Scalar a, Scalar b) {
  GermRing *self = germ_self(ring);
  Scalar scalar;
  if (germ_is_zero(a) || germ_is_zero(b)) return RING_POOL_ZERO;
  if (germ_fresh(ring, &scalar) == NULL) return scalar;
  GermHead *head = germ_head(ring, scalar);
  head->shift = germ_head(ring, a)->shift + germ_head(ring, b)->shift;
  head->error = smaller_error(germ_add_errors(germ_head(ring, a)->error, germ_lowest(ring, b)),
                              germ_add_errors(germ_head(ring, b)->error, germ_lowest(ring, a)));
  ca_ptr product = germ_at(ring, scalar), x = germ_at(ring, a), y = germ_at(ring, b);
  bool whole =
      self->shape.dimension <= 1 ? multiply_series(ring, product, x, y) : multiply_monomials(ring, product, x, y);
  if (!whole) head->error = smaller_error(head->error, germ_cut(self, head->shift));
  return germ_settle(ring, scalar);
}

/* c_k = (a_k - sum_{i > 0} b_i c_{k-i}) / b_0, where b_0 is not 0. */
static void divide_series(Ring *ring, ca_ptr out, ca_srcptr a, ca_srcptr b) {
  const GermRing *self = germ_self(ring);
  ca_ctx_struct *context = self->exact->context;
  ca_t product;
  ca_init(product, context);
  for (uint32_t k = 0; k < self->terms; k++) {
    ca_set(out + k, a + k, context);
    for (uint32_t i = 1; i <= k; i++) {
      if (germ_number_is_zero(ring, b + i) || germ_number_is_zero(ring, out + k - i)) continue;
      ca_mul(product, b + i, out + k - i, context);
      ca_sub(out + k, out + k, product, context);
    }
    ca_div(out + k, out + k, b, context);
    if (!exact_fits(self->exact, out + k)) ring_fail((Ring *)ring, STATUS_UNABLE);
  }
  ca_clear(product, context);
}

static bool is_monomial(const Ring *ring, Scalar a) {
  ca_srcptr c = germ_at(ring, a);
  for (uint32_t i = 1; i < germ_self(ring)->terms; i++) {
    if (!germ_number_is_zero(ring, c + i)) return false;
  }
  return germ_head(ring, a)->error == GERM_EXACT;
}

/* b's first coefficient is its lowest. */
static Scalar divide_laurent(Ring *ring, Scalar a, Scalar b) {
  Scalar scalar;
  if (germ_fresh(ring, &scalar) == NULL) return scalar;
  GermHead *head = germ_head(ring, scalar);
  int32_t by = germ_lowest(ring, b), lowest = germ_lowest(ring, a);
  head->shift = germ_head(ring, a)->shift - germ_head(ring, b)->shift;
  head->error = smaller_error(germ_add_errors(germ_head(ring, a)->error, -by),
                              germ_add_errors(germ_head(ring, b)->error, lowest - 2 * by));
  if (!is_monomial(ring, b)) head->error = smaller_error(head->error, germ_cut(germ_self(ring), head->shift));
  divide_series(ring, germ_at(ring, scalar), germ_at(ring, a), germ_at(ring, b));
  return germ_settle(ring, scalar);
}

Scalar germ_quotient(Ring *ring, Scalar a, Scalar b) {
  GermRing *self = germ_self(ring);
  if (germ_is_zero(b)) return germ_undefined(ring);
  if (germ_is_zero(a) && self->shape.dimension <= 1) return RING_POOL_ZERO;
  if (self->shape.dimension == 1) {
    if (!germ_number_is_zero(ring, germ_at(ring, b))) return divide_laurent(ring, a, b);
    self->want.terms = true;
    return germ_unable(ring);
  }
  if (germ_number_is_zero(ring, germ_at(ring, b))) return germ_removable(ring, a, b);
  mpq_t minus;
  mpq_init(minus);
  mpq_set_si(minus, -1, 1);
  Scalar inverse = germ_unit_power(ring, b, minus);
  mpq_clear(minus);
  return germ_times(ring, a, inverse);
}
