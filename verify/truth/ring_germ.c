#include "semantics/rings/ring_pool.h"
#include "verify/truth/germ_internal.h"

#include "verify/truth/symbolic_internal.h"
#include "verify/truth/thin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------- forms -- */

bool germ_has_forms(const Ring *ring, Scalar a, Scalar b) {
  const GermRing *self = germ_self(ring);
  return self->forms != NULL && !self->plain && germ_head(ring, a)->form.word != UINT64_MAX &&
         germ_head(ring, b)->form.word != UINT64_MAX;
}

Scalar germ_keep_form(Ring *ring, Scalar a, Scalar form) {
  GermRing *self = germ_self(ring);
  if (ring->status != STATUS_OK || ring_take_status(self->forms) != STATUS_OK) return a;
  if (ring_equal(self->forms, form, RING_POOL_ZERO)) return RING_POOL_ZERO;
  if (a.word > 1) germ_head(ring, a)->form = form;
  return a;
}

static Scalar form_of(const Ring *ring, Scalar a) { return germ_head(ring, a)->form; }

/* --------------------------------------------------------- the ring's -- */

static Scalar integer(Ring *ring, int64_t n) {
  GermRing *self = germ_self(ring);
  Scalar scalar;
  if (n == 0 || n == 1) return (Scalar){(uint64_t)n};
  ca_ptr c = germ_fresh(ring, &scalar);
  if (c == NULL) return scalar;
  ca_set_si(c, n, self->exact->context);
  return self->forms == NULL || self->plain ? scalar : germ_keep_form(ring, scalar, ring_integer(self->forms, n));
}

static Scalar constant(Ring *ring, const Constant *value, uint32_t index) {
  GermRing *self = germ_self(ring);
  Scalar scalar;
  ca_ptr c = germ_fresh(ring, &scalar);
  if (c == NULL) return scalar;
  exact_set_rational(self->exact, c, value->exact[index]);
  scalar = germ_settle(ring, scalar);
  if (self->forms == NULL || self->plain) return scalar;
  return germ_keep_form(ring, scalar, ring_constant(self->forms, value, index));
}

static Scalar add(Ring *ring, Scalar a, Scalar b) {
  if (germ_is_zero(a)) return b;
  Scalar sum = germ_sum(ring, a, b, false);
  if (!germ_has_forms(ring, a, b)) return sum;
  return germ_keep_form(ring, sum, ring_add(germ_self(ring)->forms, form_of(ring, a), form_of(ring, b)));
}

static Scalar sub(Ring *ring, Scalar a, Scalar b) {
  if (a.word == b.word) return RING_POOL_ZERO;
  if (germ_is_zero(b)) return a;
  Scalar difference = germ_sum(ring, a, b, true);
  if (!germ_has_forms(ring, a, b)) return difference;
  return germ_keep_form(ring, difference, ring_sub(germ_self(ring)->forms, form_of(ring, a), form_of(ring, b)));
}

static Scalar neg(Ring *ring, Scalar a) { return germ_is_zero(a) ? a : sub(ring, RING_POOL_ZERO, a); }

static Scalar mul(Ring *ring, Scalar a, Scalar b) {
  if (a.word == 1) return b;
  if (b.word == 1) return a;
  Scalar product = germ_times(ring, a, b);
  if (!germ_has_forms(ring, a, b)) return product;
  return germ_keep_form(ring, product, ring_mul(germ_self(ring)->forms, form_of(ring, a), form_of(ring, b)));
}

static Scalar divide(Ring *ring, Scalar a, Scalar b) {
  Scalar quotient = germ_quotient(ring, a, b);
  if (ring->status != STATUS_OK || !germ_has_forms(ring, a, b)) return quotient;
  return germ_keep_form(ring, quotient, ring_div(germ_self(ring)->forms, form_of(ring, a), form_of(ring, b)));
}

/* Whether what is 0 as far as it is known is 0 wherever it is defined, by its form. */
static bool vanishes(Ring *ring, Scalar a) {
  const GermRing *self = germ_self(ring);
  if (!germ_has_forms(ring, a, a) || !symbolic_has_atoms(self->forms, form_of(ring, a))) return false;
  return thin_zeros(self->forms, form_of(ring, a)) == THIN_VANISHES;
}

int germ_sign(Ring *ring, Scalar a) {
  GermRing *self = germ_self(ring);
  if (germ_is_zero(a) || ring->status != STATUS_OK) return 0;
  if (germ_head(ring, a)->error <= 0 && self->shape.dimension > 1) (void)germ_unable(ring);
  int sign = exact_sign(self->exact, germ_at(ring, a));
  if (sign == EXACT_SIGN_UNKNOWN) (void)germ_unable(ring);
  if (sign != 0 || self->shape.dimension == 0) return sign;
  if (germ_lowest(ring, a) == germ_head(ring, a)->error && vanishes(ring, a)) return 0;
  if (self->shape.dimension == 1) self->want.terms = true;
  if (self->shape.dimension == 1 || self->ask == NULL || self->plain) {
    (void)germ_unable(ring);
    return 0;
  }
  return self->ask(self->state, ring, a);
}

static Scalar larger(Ring *ring, Scalar a, Scalar b) { return germ_sign(ring, sub(ring, a, b)) >= 0 ? a : b; }
static Scalar smaller(Ring *ring, Scalar a, Scalar b) { return germ_sign(ring, sub(ring, a, b)) <= 0 ? a : b; }

static bool test(Ring *ring, RingTest question, Scalar a, Scalar b) {
  return ring_test_order(question, germ_sign(ring, sub(ring, a, b)));
}

static size_t mark_of(const Ring *ring) { return germ_self(ring)->pool.count; }
static void release(Ring *ring, size_t mark) { ring_pool_release(&germ_self(ring)->pool, mark); }

static int print(Ring *ring, Scalar a, char *buffer, size_t size) {
  arb_t value;
  arb_init(value);
  exact_enclose(germ_self(ring)->exact, value, germ_at(ring, a), 53);
  int length = snprintf(buffer, size, "%g r^%d + ... + O(%d)", arf_get_d(arb_midref(value), ARF_RND_NEAR),
                        germ_head(ring, a)->shift, germ_head(ring, a)->error);
  arb_clear(value);
  return length;
}

static void destroy(Ring *ring) {
  GermRing *self = germ_self(ring);
  for (size_t i = 0; i < self->initialised; i++) {
    for (uint32_t k = 0; k < self->terms; k++) ca_clear(germ_at(ring, (Scalar){i}) + k, self->exact->context);
  }
  ring_pool_free(&self->pool);
  free(self->exponents);
  free(self->degrees);
  free(self->products);
  free(self);
}

/* ----------------------------------------------------------- monomials -- */

/* C(d + degree, degree), or one more than is allowed. */
static uint32_t count_monomials(uint32_t d, uint32_t degree) {
  uint64_t count = 1;
  for (uint32_t k = 1; k <= degree && count <= GERM_MOST_TERMS; k++) count = count * (d + k) / k;
  return count > GERM_MOST_TERMS ? GERM_MOST_TERMS + 1 : (uint32_t)count;
}

/* All monomials by degree: those of the next are z_v m, v at or after the last variable of m. */
static void list_monomials(GermRing *self) {
  uint32_t d = self->shape.dimension, next = 1;
  for (uint32_t i = 0; next < self->terms; i++) {
    uint32_t last = 0;
    for (uint32_t v = 0; v < d; v++) {
      if (self->exponents[(size_t)i * d + v] > 0) last = v;
    }
    for (uint32_t v = last; v < d && next < self->terms; v++, next++) {
      memcpy(self->exponents + (size_t)next * d, self->exponents + (size_t)i * d, d);
      self->exponents[(size_t)next * d + v]++;
      self->degrees[next] = (uint8_t)(self->degrees[i] + 1);
    }
  }
}

static uint32_t find_product(const GermRing *self, uint32_t i, uint32_t j) {
  uint32_t d = self->shape.dimension;
  uint8_t sum[GERM_MOST_VARIABLES];
  if (self->degrees[i] + self->degrees[j] > (int)self->shape.degree) return self->terms;
  for (uint32_t v = 0; v < d; v++)
    sum[v] = (uint8_t)(self->exponents[(size_t)i * d + v] + self->exponents[(size_t)j * d + v]);
  uint32_t k = i;
  while (memcmp(self->exponents + (size_t)k * d, sum, d) != 0) k++;
  return k;
}

static bool make_monomials(GermRing *self) {
  uint32_t d = self->shape.dimension;
  self->exponents = calloc((size_t)self->terms * (d + 1), 1);
  self->degrees = calloc(self->terms, 1);
  self->products = calloc((size_t)self->terms * self->terms, sizeof *self->products);
  if (self->exponents == NULL || self->degrees == NULL || self->products == NULL) return false;
  if (d < 2) return true;
  list_monomials(self);
  for (uint32_t i = 0; i < self->terms; i++) {
    for (uint32_t j = 0; j < self->terms; j++)
      self->products[(size_t)i * self->terms + j] = (uint16_t)find_product(self, i, j);
  }
  return true;
}

Ring *ring_germ_new(Exact *exact, Ring *forms, GermShape shape) {
  static const RingOps ops = {
      .name = "germs",
      .traits = RING_EXACT | RING_ORDERED | RING_FIELD | RING_ANALYTIC,
      .integer = integer,
      .constant = constant,
      .add = add,
      .sub = sub,
      .mul = mul,
      .neg = neg,
      .div = divide,
      .function = germ_function,
      .power = germ_power,
      .call = germ_call,
      .max = larger,
      .min = smaller,
      .test = test,
      .compare = ring_compare_words,
      .mark = mark_of,
      .release = release,
      .print = print,
      .destroy = destroy,
  };
  uint32_t terms = shape.dimension == 0   ? 1
                   : shape.dimension == 1 ? shape.degree
                                          : count_monomials(shape.dimension, shape.degree);
  if (shape.dimension > GERM_MOST_VARIABLES || terms == 0 || terms > GERM_MOST_TERMS) return NULL;
  GermRing *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->ring.ops = &ops;
  self->exact = exact;
  self->forms = forms;
  self->shape = shape;
  self->terms = terms;
  self->limit = shape.dimension == 1 ? terms : shape.degree + 1;
  if (!ring_pool_init(&self->pool, sizeof(GermHead) + terms * sizeof(ca_struct)) || !make_monomials(self)) {
    destroy(&self->ring);
    return NULL;
  }
  Scalar zero, one;
  ca_ptr unit = germ_fresh(&self->ring, &zero) == NULL ? NULL : germ_fresh(&self->ring, &one);
  if (unit == NULL) { /* there is no room for two */
    destroy(&self->ring);
    return NULL;
  }
  ca_one(unit, exact->context);
  for (uint64_t k = 0; forms != NULL && k < 2; k++) germ_head(&self->ring, (Scalar){k})->form = (Scalar){k};
  return &self->ring;
}

/* -------------------------------------------------------------- making -- */

void germ_set_ask(Ring *ring, GermAsk ask, void *state) {
  germ_self(ring)->ask = ask;
  germ_self(ring)->state = state;
}

Scalar germ_rational_form(Ring *forms, const mpq_t value) {
  mpq_t exact;
  mpq_init(exact);
  mpq_set(exact, value);
  double nearest = 0;
  uint64_t residue = 0;
  Constant c = {.length = 1, .exact = &exact, .nearest = &nearest, .residue = &residue};
  Scalar form = ring_constant(forms, &c, 0);
  mpq_clear(exact);
  return form;
}

/* The variable of the germ's i-th coefficient in its form: z_i, or s^(i+1). */
static Scalar form_of_variable(const GermRing *self, uint32_t i) {
  if (self->shape.dimension != 1) return symbolic_variable(self->forms, i);
  return ring_integer_power(self->forms, symbolic_variable(self->forms, 0), (int64_t)(i + 1) * self->shape.grid);
}

/* The germ without a form. */
static Scalar make_plain(Ring *ring, const mpq_t c, uint32_t count, const mpq_t *a) {
  GermRing *self = germ_self(ring);
  Scalar scalar;
  ca_ptr out = germ_fresh(ring, &scalar);
  if (out == NULL) return scalar;
  exact_set_rational(self->exact, out, c);
  for (uint32_t i = 0; i < count && self->shape.dimension > 0; i++) {
    uint32_t place = (i + 1) * (self->shape.dimension == 1 ? self->shape.grid : 1);
    if (mpq_sgn(a[i]) == 0) continue;
    if (place < self->terms)
      exact_set_rational(self->exact, out + place, a[i]);
    else
      germ_head(ring, scalar)->error = germ_cut(self, 0);
  }
  return germ_settle(ring, scalar);
}

Scalar germ_make(Ring *ring, const mpq_t c, uint32_t count, const mpq_t *a) {
  GermRing *self = germ_self(ring);
  Scalar scalar = make_plain(ring, c, count, a);
  if (self->forms == NULL) return scalar;
  Scalar form = germ_rational_form(self->forms, c);
  for (uint32_t i = 0; i < count && self->shape.dimension > 0; i++) {
    if (mpq_sgn(a[i]) == 0) continue;
    Scalar term = ring_mul(self->forms, germ_rational_form(self->forms, a[i]), form_of_variable(self, i));
    form = ring_add(self->forms, form, term);
  }
  return germ_keep_form(ring, scalar, form);
}

Scalar germ_make_variable(Ring *ring, const mpq_t c, const mpq_t a) {
  GermRing *self = germ_self(ring);
  mpq_t slope[1];
  mpq_init(slope[0]);
  mpq_set(slope[0], a);
  self->variable = make_plain(ring, c, 1, (const mpq_t *)slope);
  mpq_clear(slope[0]);
  return germ_keep_form(ring, self->variable, symbolic_variable(self->forms, 0));
}

Scalar germ_of_form(Ring *ring, Scalar form) {
  GermRing *self = germ_self(ring);
  Scalar point[GERM_MOST_VARIABLES];
  bool plain = self->plain;
  self->plain = true;
  for (uint32_t i = 0; i < self->shape.dimension; i++) {
    ca_ptr c = germ_fresh(ring, &point[i]);
    if (c == NULL) break;
    if (self->terms > i + 1) ca_one(c + i + 1, self->exact->context);
    point[i] = germ_settle(ring, point[i]);
  }
  if (!germ_is_zero(self->variable)) point[0] = self->variable;
  Scalar value = RING_POOL_ZERO;
  if (ring->status == STATUS_OK) value = symbolic_evaluate(self->forms, form, ring, self->shape.dimension, point);
  self->plain = plain;
  return value;
}

Scalar germ_form(const Ring *ring, Scalar a) { return form_of(ring, a); }
int32_t germ_error(const Ring *ring, Scalar a) { return germ_head(ring, a)->error; }
int32_t germ_shift(const Ring *ring, Scalar a) { return germ_head(ring, a)->shift; }
ca_srcptr germ_coefficients(const Ring *ring, Scalar a) { return germ_at(ring, a); }
uint32_t germ_terms(const Ring *ring) { return germ_self(ring)->terms; }
uint32_t germ_degree_of(const Ring *ring, uint32_t i) { return germ_self(ring)->degrees[i]; }
const uint8_t *germ_exponents(const Ring *ring, uint32_t i) {
  return germ_self(ring)->exponents + (size_t)i * germ_self(ring)->shape.dimension;
}

GermWant germ_take_want(Ring *ring) {
  GermWant want = germ_self(ring)->want;
  germ_self(ring)->want = (GermWant){0};
  return want;
}
