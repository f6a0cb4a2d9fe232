/* Quotients of germs whose divisor is 0 at the point: cancelled, or a function of one linear form. */
#include "verify/truth/germ_internal.h"

#include "verify/truth/symbolic_internal.h"

#define SIDE_TERMS 16u

/* The rational that a form is; false when it is none. */
static bool rational_of_form(const Ring *forms, Scalar a, mpq_t out) {
  const SymbolicRing *self = symbolic_self(forms);
  const fmpz_mpoly_q_struct *item = symbolic_at(forms, a);
  if (symbolic_constant_sign(forms, a) == 2) return false;
  fmpz_t part;
  fmpz_init(part);
  fmpz_mpoly_get_fmpz(part, &item->num, self->context);
  fmpz_get_mpz(mpq_numref(out), part);
  fmpz_mpoly_get_fmpz(part, &item->den, self->context);
  fmpz_get_mpz(mpq_denref(out), part);
  fmpz_clear(part);
  mpq_canonicalize(out);
  return true;
}

bool germ_find_linear_form(Ring *forms, Scalar q, uint32_t count, mpq_t *a, uint32_t *place) {
  Scalar unit[GERM_MOST_VARIABLES], slope[GERM_MOST_VARIABLES];
  *place = count;
  for (uint32_t j = 0; j < count; j++) {
    for (uint32_t k = 0; k < count; k++) unit[k] = k == j ? RING_POOL_ONE : RING_POOL_ZERO;
    symbolic_derivatives(forms, 1, &q, count, unit, &slope[j]);
    if (*place == count && !ring_equal(forms, slope[j], RING_POOL_ZERO)) *place = j;
  }
  bool found = *place < count;
  for (uint32_t j = 0; j < count && found; j++) {
    found = rational_of_form(forms, symbolic_quotient(forms, slope[j], slope[*place]), a[j]);
  }
  return ring_take_status(forms) == STATUS_OK && found;
}

/* phi(sign r) for q(z) = phi(z_i) on that axis: whole powers of r; RING_POOL_ZERO in *out when it is 0. */
static Ring *germ_on_axis(Ring *ring, Scalar q, uint32_t i, int sign, Scalar *out) {
  GermRing *self = germ_self(ring);
  Ring *side = ring_germ_new(self->exact, NULL, (GermShape){1, SIDE_TERMS, 1});
  Scalar point[GERM_MOST_VARIABLES];
  mpq_t zero, slope[1];
  if (side == NULL) return NULL;
  mpq_init(zero);
  mpq_init(slope[0]);
  for (uint32_t k = 0; k < self->shape.dimension; k++) {
    mpq_set_si(slope[0], k == i ? sign : 0, 1);
    point[k] = germ_make(side, zero, 1, (const mpq_t *)slope);
  }
  mpq_clear(zero);
  mpq_clear(slope[0]);
  *out = symbolic_evaluate(self->forms, q, side, self->shape.dimension, point);
  if (side->status == STATUS_OK && germ_shift(side, *out) >= 0 && germ_error(side, *out) > 0) return side;
  ring_destroy(side);
  return NULL;
}

/* phi(u) from phi(sign r), where u has that sign: c_k (sign u)^k. */
static Scalar compose_side(Ring *ring, const Ring *side, Scalar phi, int sign, Scalar u) {
  Exact *exact = germ_self(ring)->exact;
  int32_t shift = germ_shift(side, phi), known = germ_error(side, phi) / GERM_UNIT;
  if (germ_is_zero(phi)) return phi;
  uint32_t length = germ_error(side, phi) == GERM_EXACT ? (uint32_t)shift + SIDE_TERMS : (uint32_t)known;
  ca_ptr c = _ca_vec_init((slong)length, exact->context);
  for (uint32_t k = (uint32_t)shift; k < length && k - (uint32_t)shift < SIDE_TERMS; k++) {
    ca_set(c + k, germ_coefficients(side, phi) + k - shift, exact->context);
    if (sign < 0 && k % 2 == 1) ca_neg(c + k, c + k, exact->context);
  }
  Scalar result = germ_compose(ring, c, length, u);
  _ca_vec_clear(c, (slong)length, exact->context);
  return result;
}

/* q, a quotient of what is analytic at the point, when it is a function of one linear form u: by its
 * germ on the side where the run is.  Where the derivatives of q across u are 0 by normal form q
 * does not change on the level sets of u, which are cut by zeros of the divisor in single points. */
static Scalar quotient_of_one_variable(Ring *ring, Scalar q) {
  GermRing *self = germ_self(ring);
  uint32_t count = self->shape.dimension, place;
  mpq_t zero, a[GERM_MOST_VARIABLES];
  Scalar result = RING_POOL_ZERO, phi;
  mpq_init(zero);
  for (uint32_t j = 0; j < count; j++) mpq_init(a[j]);
  bool found = germ_find_linear_form(self->forms, q, count, a, &place);
  Scalar u = found ? germ_make(ring, zero, count, (const mpq_t *)a) : RING_POOL_ZERO;
  int sign = found ? germ_sign(ring, u) : 0;
  Ring *side = sign != 0 && ring->status == STATUS_OK ? germ_on_axis(ring, q, place, sign, &phi) : NULL;
  result = side != NULL ? compose_side(ring, side, phi, sign, u) : germ_unable(ring);
  if (side != NULL) ring_destroy(side);
  mpq_clear(zero);
  for (uint32_t j = 0; j < count; j++) mpq_clear(a[j]);
  return result;
}

static bool is_analytic(const Ring *ring, Scalar a) {
  return germ_error(ring, a) >= GERM_UNIT * (int32_t)germ_self(ring)->limit;
}

Scalar germ_removable(Ring *ring, Scalar a, Scalar b) {
  GermRing *self = germ_self(ring);
  if (self->plain || self->shape.dimension == 0) return germ_unable(ring);
  int sign = germ_sign(ring, b);
  if (ring->status != STATUS_OK) return RING_POOL_ZERO;
  if (sign == 0) return germ_undefined(ring);
  if (germ_is_zero(a)) return a;
  if (!germ_has_forms(ring, a, b)) return germ_unable(ring);
  Scalar q = symbolic_quotient(self->forms, germ_head(ring, a)->form, germ_head(ring, b)->form);
  if (ring_take_status(self->forms) != STATUS_OK) return germ_unable(ring);
  Scalar cancelled = germ_of_form(ring, q);
  if (ring_take_status(ring) == STATUS_OK) return cancelled;
  return is_analytic(ring, a) && is_analytic(ring, b) ? quotient_of_one_variable(ring, q) : germ_unable(ring);
}
