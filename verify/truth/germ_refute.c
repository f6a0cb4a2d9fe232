/* Several inputs: lines and curves that show that there is no derivative.
 *
 * Along a curve g from x, s > 0, f is a Puiseux series, its tests being decided there.  If f had
 * a derivative it would tend to f(x), have no exponent below 1, and its slopes would be one
 * linear function of g'(0); if it had k of them, the terms of lines would be forms of degree k in the direction. */
#include "verify/truth/germ_tests.h"

#include <stdlib.h>

#define MOST_CURVES 96u
#define MOST_DIRECTIONS 24u /* of combinations */
#define RANDOM_DIRECTIONS 8u

typedef struct Refutation {
  Combinations *c;
  Germ *germ;
  uint32_t tried;
  Echelon *slopes; /* of each output and order: rows of monomials of the direction, and the coefficient */
  ca_ptr row;
} Refutation;

static uint32_t columns_of(const Refutation *r, uint32_t k, uint32_t *first) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < germ_terms(r->c->ring); i++) {
    if (germ_degree_of(r->c->ring, i) == k && count++ == 0) *first = i;
  }
  return count;
}

static void conclude(Refutation *r, GermVerdict verdict, uint32_t output, uint32_t missing, const char *why) {
  r->germ->verdict = verdict;
  r->germ->missing = missing;
  r->germ->output = output;
  r->germ->why = why;
}

/* The monomials of degree k at d, then the coefficient along it: inconsistent with those before when what is left
 * is the last alone. */
static bool refutes_form(Refutation *r, const Curve *curve, const mpq_t *d, uint32_t output, uint32_t k) {
  GermQuestion *question = r->c->question;
  ca_ctx_struct *context = question->exact.context;
  uint32_t first = 0, columns = columns_of(r, k, &first);
  Echelon *rows = &r->slopes[(size_t)output * question->order + k - 1];
  if (!curve_coefficient(question, curve, output, k, r->row + columns)) return false;
  ca_t step;
  ca_init(step, context);
  for (uint32_t i = 0; i < columns; i++) {
    ca_one(r->row + i, context);
    for (uint32_t z = 0; z < question->dimension; z++) {
      exact_set_rational(&question->exact, step, d[z]);
      for (uint32_t e = germ_exponents(r->c->ring, first + i)[z]; e > 0; e--)
        ca_mul(r->row + i, r->row + i, step, context);
    }
  }
  ca_clear(step, context);
  if (rows->rank == rows->capacity || echelon_add(rows, r->row) != 0) return false;
  return rows->pivot[rows->rank - 1] == columns;
}

/* Whether the limit along the curve is not f(x). */
static bool refutes_value(Refutation *r, const Curve *curve, uint32_t output) {
  GermQuestion *question = r->c->question;
  if (curve_between(question, curve, output, 0)) return true;
  bool other = false;
  ca_t limit;
  ca_init(limit, question->exact.context);
  if (curve_coefficient(question, curve, output, 0, limit)) {
    ca_sub(limit, limit, question->value + output, question->exact.context);
    int sign = exact_fits(&question->exact, limit) ? exact_sign(&question->exact, limit) : EXACT_SIGN_UNKNOWN;
    other = sign == 1 || sign == -1;
  }
  ca_clear(limit, question->exact.context);
  return other;
}

/* A curve that bends says nothing of the orders above the first. */
static bool refutes_output(Refutation *r, const Curve *curve, const mpq_t *d, bool bends, uint32_t output) {
  GermQuestion *question = r->c->question;
  if (question->layout.output_is_int[output]) {
    if (curve->output[output].word == question->word[output].word) return false;
    conclude(r, GERM_NOT_DIFFERENTIABLE, output, 1, "the value jumps along a line");
    r->germ->jump = true;
    return true;
  }
  if (refutes_value(r, curve, output)) {
    conclude(r, GERM_NOT_DIFFERENTIABLE, output, 1, "the value jumps along a curve");
    r->germ->jump = true;
    return true;
  }
  for (uint32_t k = 1; k <= (bends ? 1 : question->order); k++) {
    if (!curve_between(question, curve, output, k) && !refutes_form(r, curve, d, output, k)) continue;
    conclude(r, GERM_NOT_DIFFERENTIABLE, output, k,
             k == 1 ? "slopes along lines are not linear in the direction"
                    : "terms along lines are not those of a Taylor polynomial");
    return true;
  }
  return false;
}

/* Whether the curve x + s d + s^2 e settles it: where f has been found not to be differentiable, that x is not
 * inside its domain says more. */
static bool try_curve(Refutation *r, const mpq_t *d, const mpq_t *e) {
  Curve curve;
  bool settled = r->tried++ >= MOST_CURVES, refuted = r->germ->verdict == GERM_NOT_DIFFERENTIABLE;
  if (settled) return true;
  curve_open(r->c->question, d, e, &curve);
  if (curve.status == STATUS_DOMAIN) {
    conclude(r, GERM_EDGE, 0, 0, "undefined along a curve from it");
    r->germ->jump = false;
    settled = true;
  }
  for (uint32_t o = 0; o < r->c->question->layout.outputs && curve.status == STATUS_OK && !refuted; o++)
    refuted = refutes_output(r, &curve, d, e != NULL, o);
  curve_close(&curve);
  return settled;
}

/* ----------------------------------------------------------- directions -- */

static bool try_both(Refutation *r, mpq_t *d) {
  if (try_curve(r, (const mpq_t *)d, NULL)) return true;
  for (uint32_t i = 0; i < r->c->question->dimension; i++) mpq_neg(d[i], d[i]);
  return try_curve(r, (const mpq_t *)d, NULL);
}

static bool try_axes(Refutation *r, mpq_t *d) {
  uint32_t n = r->c->question->dimension;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j < n; j++) mpq_set_ui(d[j], i == j, 1);
    if (try_both(r, d)) return true;
  }
  for (uint32_t k = 0; k + 1 < n * n && k < RANDOM_DIRECTIONS; k++) {
    for (uint32_t j = 0; j < n; j++) mpq_set_si(d[j], (int)((7 * k * k + 5 * j * j + 3 * k * j + j + 2) % 11) - 5, 1);
    if (try_both(r, d)) return true;
  }
  return false;
}

/* A direction in which the combination holds, and those round it that do not leave it, if it is open. */
static bool try_combination(Refutation *r, const Combination *one, mpq_t *d) {
  uint32_t n = r->c->question->dimension;
  fmpq *z = flint_calloc(n, sizeof *z);
  bool settled = false, any = combination_direction(r->c, one, z);
  for (uint32_t i = 0; i <= n && any && !settled && !(i > 0 && one->thin); i++) {
    for (uint32_t j = 0; j < n; j++) {
      fmpq_get_mpq(d[j], z + j);
      mpq_t nudge;
      mpq_init(nudge);
      mpq_set_ui(nudge, i == j + 1, 1024);
      mpq_canonicalize(nudge);
      mpq_add(d[j], d[j], nudge);
      mpq_clear(nudge);
    }
    settled = try_curve(r, (const mpq_t *)d, NULL) || r->germ->verdict == GERM_NOT_DIFFERENTIABLE;
  }
  for (uint32_t i = 0; i < n; i++) fmpq_clear(z + i);
  flint_free(z);
  return settled;
}

/* out = factor * a */
static void scale(mpq_t *out, const fmpq *a, const fmpq_t factor, uint32_t n) {
  fmpq_t product;
  fmpq_init(product);
  for (uint32_t j = 0; j < n; j++) {
    fmpq_mul(product, a + j, factor);
    fmpq_get_mpq(out[j], product);
  }
  fmpq_clear(product);
}

/* The factor by which a curve along d must bend towards the gradient a to stay where the test is 0, to
 * second order: -q(d) / (a a). */
static bool find_bend(const Refutation *r, Scalar test, const mpq_t *d, const fmpq *a, fmpq_t bend) {
  Ring *ring = r->c->ring;
  fmpq_t term, step, square;
  bool rational = true;
  fmpq_init(term);
  fmpq_init(step);
  fmpq_init(square);
  fmpq_zero(bend);
  for (uint32_t i = 0; i < germ_terms(ring) && rational; i++) {
    if (germ_degree_of(ring, i) != 2) continue;
    rational = ca_get_fmpq(term, germ_coefficients(ring, test) + i, r->c->question->exact.context) != 0;
    for (uint32_t z = 0; z < r->c->question->dimension; z++) {
      fmpq_set_mpq(step, d[z]);
      for (uint32_t e = germ_exponents(ring, i)[z]; e > 0; e--) fmpq_mul(term, term, step);
    }
    fmpq_sub(bend, bend, term);
  }
  for (uint32_t z = 0; z < r->c->question->dimension; z++) fmpq_addmul(square, a + z, a + z);
  fmpq_div(bend, bend, square);
  fmpq_clear(term);
  fmpq_clear(step);
  fmpq_clear(square);
  return rational;
}

/* Curves along d that bend as the test's zeros do, and on both sides of that. */
static bool try_bends(Refutation *r, Scalar test, mpq_t *d, const fmpq *a, mpq_t *e) {
  static const int shift[] = {0, 1, -1, 3, -3};
  uint32_t n = r->c->question->dimension;
  fmpq_t bend, factor;
  fmpq_init(bend);
  fmpq_init(factor);
  bool settled = false, rational = find_bend(r, test, (const mpq_t *)d, a, bend);
  for (size_t k = 0; k < sizeof shift / sizeof *shift && rational && !settled; k++) {
    fmpq_set_si(factor, shift[k], 2);
    fmpq_add(factor, factor, bend);
    scale(e, a, factor, n);
    settled = try_curve(r, (const mpq_t *)d, (const mpq_t *)e) || r->germ->verdict == GERM_NOT_DIFFERENTIABLE;
  }
  fmpq_clear(bend);
  fmpq_clear(factor);
  return settled;
}

/* The directions in which a test with a rational gradient is 0 to first order, and curves that bend. */
static bool try_tangents(Refutation *r, const TiedTest *test, mpq_t *d, mpq_t *e) {
  GermQuestion *question = r->c->question;
  uint32_t n = question->dimension;
  fmpq *a = flint_calloc(n, sizeof *a);
  bool settled = false, rational = true, zero = true;
  for (uint32_t i = 0; i < n; i++) {
    rational =
        rational && ca_get_fmpq(a + i, germ_coefficients(r->c->ring, test->germ) + 1 + i, question->exact.context);
    zero = zero && fmpq_is_zero(a + i);
  }
  for (uint32_t i = 0; i + 1 < n && rational && !zero && !settled; i++) {
    for (uint32_t j = 0; j < n; j++) mpq_set_ui(d[j], 0, 1);
    fmpq_get_mpq(d[i], a + i + 1);
    fmpq_get_mpq(d[i + 1], a + i);
    mpq_neg(d[i + 1], d[i + 1]);
    settled = try_both(r, d) || try_bends(r, test->germ, d, a, e);
  }
  for (uint32_t i = 0; i < n; i++) fmpq_clear(a + i);
  flint_free(a);
  return settled;
}

static void try_all(Refutation *r, const mpq_t *v, mpq_t *d, mpq_t *e) {
  GermQuestion *question = r->c->question;
  for (uint32_t i = 0; i < question->dimension; i++) mpq_set(d[i], v[question->real[i]]);
  if (try_both(r, d) || try_axes(r, d) || r->germ->verdict == GERM_NOT_DIFFERENTIABLE) return;
  for (uint32_t k = 0; k < r->c->count && k < MOST_DIRECTIONS; k++) {
    if (try_combination(r, &r->c->all[k], d)) return;
  }
  for (uint32_t t = 0; t < r->c->tests; t++) {
    if (try_tangents(r, &r->c->test[t], d, e)) return;
  }
}

void germ_refute(Combinations *c, const mpq_t *v, Germ *germ) {
  GermQuestion *question = c->question;
  uint32_t n = question->dimension, systems = (uint32_t)question->layout.outputs * question->order;
  Refutation r = {.c = c, .germ = germ};
  if (c->ring == NULL) return;
  mpq_t *d = calloc(n, sizeof *d), *e = calloc(n, sizeof *e);
  r.slopes = calloc(systems == 0 ? 1 : systems, sizeof *r.slopes);
  r.row = _ca_vec_init((slong)germ_terms(c->ring) + 1, question->exact.context);
  bool good = d != NULL && e != NULL && r.slopes != NULL;
  for (uint32_t i = 0; i < n && d != NULL && e != NULL; i++) mpq_inits(d[i], e[i], NULL);
  for (uint32_t i = 0; i < systems && r.slopes != NULL; i++) {
    uint32_t first;
    good = echelon_init(&r.slopes[i], &question->exact, columns_of(&r, i % question->order + 1, &first) + 1) && good;
  }
  if (good) try_all(&r, v, d, e);
  for (uint32_t i = 0; i < systems && r.slopes != NULL; i++) echelon_clear(&r.slopes[i]);
  for (uint32_t i = 0; i < n && d != NULL && e != NULL; i++) mpq_clears(d[i], e[i], NULL);
  _ca_vec_clear(r.row, (slong)germ_terms(c->ring) + 1, question->exact.context);
  free(r.slopes);
  free(d);
  free(e);
}
