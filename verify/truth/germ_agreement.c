/* Several inputs: what all combinations agree on.
 *
 * Where a combination without equalities has the Taylor polynomial P of degree k at x, another one
 * agrees when its own is P, but for multiples of the tests that are 0 on it: there both are
 * the same up to o(|y-x|^k).  When all agree |f(y) - P(y)| is at most the largest of these: P is f's (Peano).
 * For k = 1 it is the derivative; for k > 1 see germ_pairs.c. */
#include "verify/truth/germ_tests.h"

/* Monomials of degree up to k: the first ones. */
static uint32_t monomials_to(const Combinations *c, uint32_t k) {
  uint32_t count = 0;
  while (count < germ_terms(c->ring) && germ_degree_of(c->ring, count) <= k) count++;
  return count;
}

static bool known_to(const Combinations *c, Scalar germ, uint32_t k) {
  return germ_error(c->ring, germ) > (int64_t)GERM_UNIT * k;
}

/* ---------------------------------------------------------- agreement -- */

/* The multiples of the tests that are 0, up to degree k, as rows. */
static bool add_multiples(Combinations *c, const Combination *one, uint32_t k, Echelon *rows) {
  ca_ptr row = _ca_vec_init((slong)rows->columns, rows->exact->context);
  bool good = true;
  for (uint32_t t = 0; t < c->tests && good; t++) {
    if (one->outcome[t] != 0) continue;
    Scalar germ = c->test[t].germ;
    for (uint32_t m = 0; germ_degree_of(c->ring, m) < k && good; m++) {
      if (germ_error(c->ring, germ) + GERM_UNIT * (int64_t)germ_degree_of(c->ring, m) <= (int64_t)GERM_UNIT * k)
        continue;
      for (uint32_t i = 0; i < rows->columns; i++) ca_zero(row + i, rows->exact->context);
      for (uint32_t i = 0; i < rows->columns; i++) {
        uint32_t place = germ_product(c->ring, i, m);
        if (place < rows->columns) ca_set(row + place, germ_coefficients(c->ring, germ) + i, rows->exact->context);
      }
      good = echelon_add(rows, row) != EXACT_SIGN_UNKNOWN;
    }
  }
  _ca_vec_clear(row, (slong)rows->columns, rows->exact->context);
  return good;
}

/* Whether the combination's Taylor polynomials are the base's, as above; 1, 0, or not known. */
static int agrees(Combinations *c, const Combination *base, const Combination *one, uint32_t k) {
  Exact *exact = &c->question->exact;
  Echelon rows;
  uint32_t columns = monomials_to(c, k);
  ca_ptr row = _ca_vec_init((slong)columns, exact->context);
  int found = echelon_init(&rows, exact, columns) && add_multiples(c, one, k, &rows) ? 1 : EXACT_SIGN_UNKNOWN;
  for (uint32_t o = 0; o < c->question->layout.outputs && found == 1; o++) {
    if (c->question->layout.output_is_int[o]) continue;
    if (!known_to(c, one->output[o], k)) found = EXACT_SIGN_UNKNOWN;
    for (uint32_t i = 0; i < columns; i++) {
      ca_sub(row + i, germ_coefficients(c->ring, one->output[o]) + i, germ_coefficients(c->ring, base->output[o]) + i,
             exact->context);
    }
    if (found == 1) found = echelon_reduce(&rows, row);
  }
  echelon_clear(&rows);
  _ca_vec_clear(row, (slong)columns, exact->context);
  return found;
}

/* Whether the combination has f(x) for its value. */
static bool has_value(Combinations *c, const Combination *one) {
  GermQuestion *question = c->question;
  bool same = one->status == STATUS_OK;
  ca_t difference;
  ca_init(difference, question->exact.context);
  for (uint32_t o = 0; o < question->layout.outputs && same; o++) {
    if (question->layout.output_is_int[o]) {
      same = one->output[o].word == question->word[o].word;
      continue;
    }
    ca_sub(difference, germ_coefficients(c->ring, one->output[o]), question->value + o, question->exact.context);
    same = known_to(c, one->output[o], 0) && exact_fits(&question->exact, difference) &&
           exact_sign(&question->exact, difference) == 0;
  }
  ca_clear(difference, question->exact.context);
  return same;
}

/* One that stands for f close to x: it has no equality, and what it gives is known. */
static const Combination *find_base(const Combinations *c, uint32_t k) {
  for (uint32_t i = 0; i < c->count; i++) {
    const Combination *one = &c->all[i];
    bool good = !one->thin && one->status == STATUS_OK;
    for (uint32_t o = 0; o < c->question->layout.outputs && good; o++)
      good = c->question->layout.output_is_int[o] || known_to(c, one->output[o], k);
    if (good) return one;
  }
  return NULL;
}

/* What the combination asks for: its value alone where it holds at the point alone. */
static bool fits(Combinations *c, const Combination *base, Combination *one, uint32_t k) {
  if (one->point) return !one->thin || has_value(c, one);
  if (has_value(c, one) && agrees(c, base, one, k) == 1) return true;
  if (!combination_is_point(c, one)) return false;
  one->point = true;
  return !one->thin || has_value(c, one);
}

/* ------------------------------------------------------------- the answer -- */

/* The coefficients of f(x + s v): sums over the monomials of each degree. */
static void follow(Combinations *c, const Combination *base, const mpq_t *v, ca_ptr taylor) {
  GermQuestion *question = c->question;
  ca_ctx_struct *context = question->exact.context;
  ca_t term, step;
  ca_init(term, context);
  ca_init(step, context);
  for (uint32_t o = 0; o < question->layout.outputs; o++) {
    for (uint32_t i = 0; i < monomials_to(c, question->order) && !question->layout.output_is_int[o]; i++) {
      ca_set(term, germ_coefficients(c->ring, base->output[o]) + i, context);
      for (uint32_t z = 0; z < question->dimension; z++) {
        exact_set_rational(&question->exact, step, v[question->real[z]]);
        for (uint32_t e = germ_exponents(c->ring, i)[z]; e > 0; e--) ca_mul(term, term, step, context);
      }
      ca_ptr sum = taylor + (size_t)o * (question->order + 1) + germ_degree_of(c->ring, i);
      ca_add(sum, sum, term, context);
    }
  }
  ca_clear(term, context);
  ca_clear(step, context);
}

static const char *failure(const Combination *one) {
  switch (one->status) {
  case STATUS_DOMAIN: return "a combination of outcomes is undefined";
  case STATUS_UNABLE: return "a combination of outcomes has no Taylor polynomial that is found";
  case STATUS_OK:
  case STATUS_LIMIT:
  case STATUS_STUCK:
  case STATUS_ILL_TYPED: break;
  }
  return "combinations of outcomes do not agree";
}

/* Whether all combinations agree to degree k. */
static bool all_fit(Combinations *c, const Combination *base, uint32_t k, Germ *germ) {
  for (uint32_t i = 0; i < c->count; i++) {
    if (fits(c, base, &c->all[i], k)) continue;
    germ->why = failure(&c->all[i]);
    return false;
  }
  return true;
}

void germ_agreement(Combinations *c, const mpq_t *v, Germ *germ, ca_ptr taylor) {
  const Combination *base = c->complete ? find_base(c, 1) : NULL, *given = base;
  uint32_t agreed = 0;
  germ->why = c->complete ? "no combination of outcomes has a Taylor polynomial that is found"
                          : "too many combinations of outcomes";
  for (uint32_t k = 1; k <= c->question->order && base != NULL; k++) {
    base = find_base(c, k);
    if (base == NULL || !all_fit(c, base, k, germ)) break;
    agreed = k;
    given = base;
    if ((uint32_t)germ->certified + 1 == k && (k == 1 || combinations_meet(c, k))) germ->certified = (int)k;
  }
  if (agreed > 0) follow(c, given, v, taylor);
  if (agreed == c->question->order) {
    germ->verdict = (uint32_t)germ->certified == agreed ? GERM_CERTIFIED : GERM_UNDECIDED;
    germ->peano = germ->verdict == GERM_UNDECIDED;
    if (germ->peano) germ->why = "the derivatives near it are not shown to be differentiable";
  }
}
