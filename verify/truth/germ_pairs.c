/* Several inputs, order k > 1: the derivatives near x.
 *
 * Where all combinations agree at x to degree k, f is k times differentiable there when any two of them differ by what
 * is in the ideal of the equalities of both and the k-th powers of the tests on which they differ: then
 * they and their derivatives below the k-th are one wherever their closures meet. */
#include "verify/truth/germ_tests.h"

#include "verify/truth/germ_internal.h"
#include "verify/truth/symbolic_internal.h"

#include <flint/fmpq_mat.h>

#include <stdlib.h>

#define MOST_PAIRED 96u /* combinations that are compared in pairs */
#define MOST_ORDER 4u
#define FORM_ATOMS 24u
#define FORM_LENGTH 200u
#define FORM_WORK 200000u

/* ----------------------------------------------------------- divisibility -- */

/* How often the polynomial of a test divides p, which becomes the quotient; at most k times. */
static uint32_t divide_out(const Combinations *c, uint32_t test, fmpz_mpoly_struct *p, uint32_t k) {
  const SymbolicRing *forms = symbolic_self(c->forms);
  fmpz_mpoly_t quotient;
  uint32_t times = 0;
  fmpz_mpoly_init(quotient, forms->context);
  while (times < k && bounded_divides(quotient, p, &symbolic_at(c->forms, c->test[test].form)->num, forms->context)) {
    fmpz_mpoly_swap(p, quotient, forms->context);
    times++;
  }
  fmpz_mpoly_clear(quotient, forms->context);
  return times;
}

static bool differ_on(const Combination *a, const Combination *b, uint32_t t) {
  return a->outcome[t] != OUTCOME_NONE && b->outcome[t] != OUTCOME_NONE && a->outcome[t] != b->outcome[t];
}

/* The difference of two outputs, d = p/q with q not 0 at x: whether a test that is 0 on one of them divides
 * p, or k of those on which they differ. */
static bool difference_is_small(Combinations *c, const Combination *a, const Combination *b, Scalar d, uint32_t k) {
  const SymbolicRing *forms = symbolic_self(c->forms);
  fmpz_mpoly_t p;
  fmpz_mpoly_init(p, forms->context);
  fmpz_mpoly_set(p, &symbolic_at(c->forms, d)->num, forms->context);
  uint32_t times = fmpz_mpoly_is_zero(p, forms->context) ? k : 0;
  for (uint32_t t = 0; t < c->tests && times < k; t++) {
    if (c->test[t].form.word == GERM_NO_FORM.word) continue;
    bool zero = a->outcome[t] == 0 || b->outcome[t] == 0;
    if (zero && divide_out(c, t, p, 1) == 1) times = k;
    if (!zero && differ_on(a, b, t)) times += divide_out(c, t, p, k - times);
  }
  fmpz_mpoly_clear(p, forms->context);
  return times >= k;
}

/* ------------------------------------------------------------- subspaces -- */

/* The linear tests that are 0 on a or b and, if `differ`, those on which they differ, as rows in echelon form. */
static void collect_rows(const Combinations *c, const Combination *a, const Combination *b, bool differ,
                         fmpq_mat_t rows) {
  slong count = 0;
  fmpq_mat_zero(rows);
  for (uint32_t t = 0; t < c->tests; t++) {
    bool zero = a->outcome[t] == 0 || b->outcome[t] == 0;
    if (c->test[t].row == NULL || !(zero || (differ && differ_on(a, b, t)))) continue;
    for (uint32_t i = 0; i < c->question->dimension; i++) fmpq_set(fmpq_mat_entry(rows, count, i), c->test[t].row + i);
    count++;
  }
  (void)fmpq_mat_rref(rows, rows);
}

static Scalar rational_form(Ring *forms, const fmpq_t value) {
  mpq_t exact;
  mpq_init(exact);
  fmpq_get_mpq(exact, value);
  Scalar form = germ_rational_form(forms, exact);
  mpq_clear(exact);
  return form;
}

/* The normal form where the rows are 0: each one's first variable is what the others make it. */
static Scalar restrict_to(const fmpq_mat_t rows, const Ring *from, Scalar a, Ring *into, uint32_t n) {
  Scalar point[GERM_MOST_VARIABLES];
  for (uint32_t i = 0; i < n; i++) point[i] = symbolic_variable(into, i);
  for (slong r = 0; r < fmpq_mat_nrows(rows); r++) {
    uint32_t pivot = 0;
    while (pivot < n && fmpq_is_zero(fmpq_mat_entry(rows, r, pivot))) pivot++;
    if (pivot == n) break;
    point[pivot] = RING_POOL_ZERO;
    for (uint32_t j = pivot + 1; j < n; j++) { /* in echelon form: no later pivot has a coefficient */
      if (fmpq_is_zero(fmpq_mat_entry(rows, r, j))) continue;
      Scalar term = ring_mul(into, rational_form(into, fmpq_mat_entry(rows, r, j)), symbolic_variable(into, j));
      point[pivot] = ring_sub(into, point[pivot], term);
    }
  }
  return symbolic_evaluate(from, a, into, n, point);
}

/* Whether a and its partial derivatives of fewer than k orders are 0 where the rows are. */
static bool vanishes(const fmpq_mat_t rows, Ring *from, Scalar a, Ring *into, uint32_t n, uint32_t k) {
  Scalar unit[GERM_MOST_VARIABLES], slope;
  bool zero = ring_equal(into, restrict_to(rows, from, a, into, n), RING_POOL_ZERO);
  zero = ring_take_status(into) == STATUS_OK && zero;
  for (uint32_t i = 0; i < n && zero && k > 1; i++) {
    for (uint32_t j = 0; j < n; j++) unit[j] = i == j ? RING_POOL_ONE : RING_POOL_ZERO;
    symbolic_derivatives(from, 1, &a, n, unit, &slope);
    zero = ring_take_status(from) == STATUS_OK && vanishes(rows, from, slope, into, n, k - 1);
  }
  return zero;
}

/* The same as difference_is_small by linear tests alone, whatever functions d is made of: it vanishes to order k
 * where they are 0, within the subspace of the equalities. */
static bool difference_vanishes(Combinations *c, const Combination *a, const Combination *b, Scalar d, uint32_t k) {
  uint32_t n = c->question->dimension;
  Ring *within = ring_symbolic_new(n, FORM_ATOMS, FORM_LENGTH), *into = ring_symbolic_new(n, FORM_ATOMS, FORM_LENGTH);
  fmpq_mat_t equal, both;
  fmpq_mat_init(equal, c->tests, n);
  fmpq_mat_init(both, c->tests, n);
  bool small = within != NULL && into != NULL && k <= MOST_ORDER;
  if (small) {
    symbolic_set_work(within, FORM_WORK);
    symbolic_set_work(into, FORM_WORK);
    collect_rows(c, a, b, false, equal);
    collect_rows(c, a, b, true, both);
    Scalar restricted = restrict_to(equal, c->forms, d, within, n);
    small = ring_take_status(within) == STATUS_OK && vanishes(both, within, restricted, into, n, k);
  }
  fmpq_mat_clear(equal);
  fmpq_mat_clear(both);
  if (within != NULL) ring_destroy(within);
  if (into != NULL) ring_destroy(into);
  return small;
}

/* ----------------------------------------------------------- one variable -- */

/* The linear test t with a row in proportion to a, of a and b; MOST_TESTS when there is none. */
static uint32_t find_row(const Combinations *c, const mpq_t *a, uint32_t place) {
  fmpq_t entry, expected;
  uint32_t found = MOST_TESTS;
  fmpq_init(entry);
  fmpq_init(expected);
  for (uint32_t t = 0; t < c->tests && found == MOST_TESTS; t++) {
    bool same = c->test[t].row != NULL && !fmpq_is_zero(c->test[t].row + place);
    for (uint32_t j = 0; j < c->question->dimension && same; j++) {
      fmpq_set_mpq(entry, a[j]);
      fmpq_mul(expected, entry, c->test[t].row + place);
      same = fmpq_equal(expected, c->test[t].row + j) != 0;
    }
    if (same) found = t;
  }
  fmpq_clear(entry);
  fmpq_clear(expected);
  return found;
}

/* The same where d is a function of one linear test, by its Taylor polynomial, that of the outputs' difference:
 * d is analytic on the sides of a and b, also where a divisor is 0 with what it divides. */
static bool difference_of_one_variable(Combinations *c, const Combination *a, const Combination *b, uint32_t output,
                                       Scalar d, uint32_t k) {
  mpq_t row[GERM_MOST_VARIABLES];
  uint32_t n = c->question->dimension, place;
  for (uint32_t j = 0; j < n; j++) mpq_init(row[j]);
  uint32_t t = germ_find_linear_form(c->forms, d, n, row, &place) ? find_row(c, (const mpq_t *)row, place) : MOST_TESTS;
  for (uint32_t j = 0; j < n; j++) mpq_clear(row[j]);
  if (t == MOST_TESTS) return false;
  bool zero = a->outcome[t] == 0 || b->outcome[t] == 0;
  if (!zero && !differ_on(a, b, t)) return false;
  Scalar difference = germ_sum(c->ring, a->output[output], b->output[output], true);
  return ring_take_status(c->ring) == STATUS_OK &&
         germ_lowest(c->ring, difference) >= GERM_UNIT * (int32_t)(zero ? 1 : k);
}

/* ----------------------------------------------------------------- pairs -- */

static bool is_smooth(const Combinations *c, Scalar germ) {
  return germ_form(c->ring, germ).word != GERM_NO_FORM.word &&
         germ_error(c->ring, germ) >= GERM_UNIT * ((int32_t)c->degree + 1);
}

/* Whether the form is that of a function analytic at x, with a divisor that is not 0 there. */
static bool is_analytic(Combinations *c, Scalar form) {
  Scalar germ = germ_of_form(c->ring, form);
  return ring_take_status(c->ring) == STATUS_OK && germ_error(c->ring, germ) >= GERM_UNIT * ((int32_t)c->degree + 1);
}

static bool pair_is_close(Combinations *c, const Combination *a, const Combination *b, uint32_t k) {
  for (uint32_t o = 0; o < c->question->layout.outputs; o++) {
    if (c->question->layout.output_is_int[o]) continue;
    if (!is_smooth(c, a->output[o]) || !is_smooth(c, b->output[o])) return false;
    Scalar d = ring_sub(c->forms, germ_form(c->ring, a->output[o]), germ_form(c->ring, b->output[o]));
    if (ring_take_status(c->forms) != STATUS_OK) return false;
    bool small = is_analytic(c, d) && (difference_is_small(c, a, b, d, k) || difference_vanishes(c, a, b, d, k));
    if (!small && !difference_of_one_variable(c, a, b, o, d, k)) return false;
  }
  return true;
}

/* Whether a and m differ only where a and b do. */
static bool lies_between(const Combinations *c, const Combination *a, const Combination *m, const Combination *b) {
  for (uint32_t t = 0; t < c->tests; t++) {
    if (differ_on(a, m, t) && !differ_on(a, b, t)) return false;
  }
  return true;
}

/* Chains of open combinations in between: their differences are of the same ideals. */
static void close_chains(const Combinations *c, bool *close) {
  for (uint32_t m = 0; m < c->count; m++) {
    if (c->all[m].thin) continue;
    for (uint32_t a = 0; a < c->count; a++) {
      for (uint32_t b = 0; b < c->count; b++) {
        bool chain = close[a * c->count + m] && close[m * c->count + b];
        if (chain && lies_between(c, &c->all[a], &c->all[m], &c->all[b]) &&
            lies_between(c, &c->all[b], &c->all[m], &c->all[a]))
          close[a * c->count + b] = true;
      }
    }
  }
}

bool combinations_meet(Combinations *c, uint32_t k) {
  if (c->count > MOST_PAIRED) return false;
  bool all = true, *close = calloc((size_t)c->count * c->count, sizeof *close);
  if (close == NULL) return false;
  for (uint32_t a = 0; a < c->count; a++) {
    for (uint32_t b = 0; b <= a; b++) {
      bool here = a == b || c->all[a].point || c->all[b].point || pair_is_close(c, &c->all[a], &c->all[b], k);
      close[a * c->count + b] = close[b * c->count + a] = here;
    }
  }
  for (int round = 0; round < 3; round++) close_chains(c, close);
  for (uint32_t i = 0; i < c->count * c->count; i++) all = all && close[i];
  free(close);
  return all;
}
