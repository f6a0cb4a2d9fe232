#include "verify/truth/germ_tests.h"

#include "verify/truth/cone.h"
#include "verify/truth/germ_internal.h"
#include "verify/truth/smt_query.h"
#include "verify/truth/symbolic_internal.h"

#include <stdlib.h>
#include <string.h>

#define FORM_ATOMS 24u
#define FORM_LENGTH 200u
#define FORM_WORK 1000000u
#define FACTOR_LENGTH 60 /* terms of what is factored */
#define BOX 8            /* the solver is asked for |z_i| < 1/BOX */

/* ------------------------------------------------------ what is known of tests -- */

static fmpq *linear_row(const Combinations *c, Scalar form) {
  const SymbolicRing *forms = symbolic_self(c->forms);
  const fmpz_mpoly_struct *p = &symbolic_at(c->forms, form)->num;
  uint32_t n = c->question->dimension;
  if (symbolic_has_atoms(c->forms, form)) return NULL;
  if (fmpz_mpoly_total_degree_si(p, forms->context) != 1) return NULL;
  fmpq *row = calloc(n, sizeof *row);
  fmpz_mpoly_t variable;
  fmpz_mpoly_init(variable, forms->context);
  for (uint32_t i = 0; i < n && row != NULL; i++) {
    fmpq_init(row + i);
    fmpz_mpoly_gen(variable, symbolic_variable_generator(forms, i), forms->context);
    fmpz_mpoly_get_coeff_fmpz_monomial(fmpq_numref(row + i), p, variable, forms->context);
  }
  fmpz_mpoly_clear(variable, forms->context);
  return row;
}

/* The place of z_i z_j among the monomials. */
static uint32_t square_place(const Combinations *c, uint32_t i, uint32_t j) {
  return germ_product(c->ring, 1 + i, 1 + j);
}

/* Row i of the quadratic form's matrix, twice. */
static void quadratic_row(const Combinations *c, Scalar germ, uint32_t i, ca_ptr row) {
  ca_ctx_struct *context = c->question->exact.context;
  for (uint32_t j = 0; j < c->question->dimension; j++) {
    ca_set(row + j, germ_coefficients(c->ring, germ) + square_place(c, i, j), context);
    if (i == j) ca_mul_ui(row + j, row + j, 2, context);
  }
}

/* The sign of the lowest form when it is quadratic and definite: all pivots have it. */
static int definite_sign(Combinations *c, Scalar germ) {
  Exact *exact = &c->question->exact;
  uint32_t n = c->question->dimension;
  Echelon echelon;
  if (c->degree < 2 || germ_lowest(c->ring, germ) != 2 * GERM_UNIT || germ_error(c->ring, germ) <= 2 * GERM_UNIT)
    return 0;
  int sign = 0;
  ca_ptr row = _ca_vec_init((slong)n, exact->context);
  bool good = echelon_init(&echelon, exact, n);
  for (uint32_t i = 0; i < n && good; i++) {
    quadratic_row(c, germ, i, row);
    good = echelon_reduce(&echelon, row) == 0;
    int here = good ? exact_sign(exact, row + i) : 0;
    good = good && (here == 1 || here == -1) && (i == 0 || here == sign);
    sign = here;
    if (good) good = echelon_add(&echelon, row) == 0 && echelon.pivot[i] == i;
  }
  echelon_clear(&echelon);
  _ca_vec_clear(row, (slong)n, exact->context);
  return good ? sign : 0;
}

/* A sign that the polynomial has nowhere, by the ranges of its parts. */
static int impossible_sign(const Combinations *c, Scalar form) {
  switch (symbolic_bounds(c->forms, &symbolic_at(c->forms, form)->num)) {
  case BOUNDS_POSITIVE:
  case BOUNDS_NOT_NEGATIVE: return -1;
  case BOUNDS_NEGATIVE:
  case BOUNDS_NOT_POSITIVE: return 1;
  case BOUNDS_NONE: break;
  }
  return 0;
}

/* MOST_TESTS when there is no room. */
static uint32_t add_test(Combinations *c, Scalar form, Scalar germ) {
  if (c->tests == MOST_TESTS) {
    ring_fail(c->ring, STATUS_LIMIT);
    return MOST_TESTS;
  }
  TiedTest *test = &c->test[c->tests];
  *test = (TiedTest){.form = form, .germ = germ};
  if (form.word != GERM_NO_FORM.word) {
    test->row = linear_row(c, form);
    test->never = impossible_sign(c, form);
  }
  test->definite = definite_sign(c, germ);
  return c->tests++;
}

/* ------------------------------------------------------------ feasibility -- */

/* Whether the signs of the linear tests among the steps hold together somewhere; a place where, if wanted. */
static bool linear_tests_hold(const Combinations *c, uint32_t steps, const uint *step, const int *outcome, fmpq *z) {
  uint32_t n = c->question->dimension, count = 0;
  int sign[MOST_TESTS];
  fmpq_mat_t forms;
  for (uint32_t k = 0; k < steps; k++) count += c->test[step[k]].row != NULL;
  if (count == 0 && z == NULL) return true;
  fmpq_mat_init(forms, count, n);
  count = 0;
  for (uint32_t k = 0; k < steps; k++) {
    const TiedTest *test = &c->test[step[k]];
    if (test->row == NULL) continue;
    for (uint32_t i = 0; i < n; i++) fmpq_set(fmpq_mat_entry(forms, count, i), test->row + i);
    sign[count++] = outcome[k];
  }
  bool hold = cone_direction(forms, sign, z);
  fmpq_mat_clear(forms);
  return hold;
}

/* Whether the steps hold at the point alone: a definite test is 0, or tests that are 0 have n
 * independent gradients. */
static bool steps_are_point(Combinations *c) {
  Exact *exact = &c->question->exact;
  uint32_t n = c->question->dimension, zeros = 0;
  for (uint32_t k = 0; k < c->steps; k++) {
    if (c->outcome[k] == 0 && c->test[c->step[k]].definite != 0) return true;
    zeros += c->outcome[k] == 0;
  }
  if (zeros < n) return false;
  Echelon echelon;
  ca_ptr row = _ca_vec_init((slong)n, exact->context);
  bool good = echelon_init(&echelon, exact, n);
  for (uint32_t k = 0; k < c->steps && good; k++) {
    const TiedTest *test = &c->test[c->step[k]];
    if (c->outcome[k] != 0 || germ_error(c->ring, test->germ) <= GERM_UNIT) continue;
    for (uint32_t i = 0; i < n; i++) ca_set(row + i, germ_coefficients(c->ring, test->germ) + 1 + i, exact->context);
    good = echelon_add(&echelon, row) != EXACT_SIGN_UNKNOWN;
  }
  bool point = good && echelon.rank == n;
  echelon_clear(&echelon);
  _ca_vec_clear(row, (slong)n, exact->context);
  return point;
}

/* Whether the last step's outcome is not shown infeasible with those before. */
static bool feasible(Combinations *c) {
  const TiedTest *last = &c->test[c->step[c->steps - 1]];
  int outcome = c->outcome[c->steps - 1];
  if (outcome != 0 && (outcome == last->never || outcome == -last->definite)) return false;
  if (!linear_tests_hold(c, c->steps, c->step, c->outcome, NULL)) return false;
  bool all_zero = true;
  for (uint32_t k = 0; k < c->steps; k++) all_zero = all_zero && c->outcome[k] == 0;
  return all_zero || !steps_are_point(c); /* at the point itself every tied test is 0 */
}

/* The first feasible outcome of the last step from this one on. */
static bool settle_last(Combinations *c, int outcome) {
  for (; outcome <= 1; outcome++) {
    c->outcome[c->steps - 1] = outcome;
    if (feasible(c)) return true;
  }
  return false;
}

/* ---------------------------------------------------------------- asking -- */

/* The outcome of a test in the run at hand. */
static int choose(Combinations *c, uint32_t test) {
  if (test == MOST_TESTS) return 0;
  for (uint32_t k = 0; k < c->taken; k++) {
    if (c->step[k] == test) return c->outcome[k];
  }
  if (c->taken < c->steps) {
    if (c->step[c->taken] == test) return c->outcome[c->taken++];
    (void)germ_unable(c->ring); /* a run that is not repeated */
    return 0;
  }
  c->step[c->steps++] = (uint)test;
  c->taken++;
  if (settle_last(c, -1)) return c->outcome[c->steps - 1];
  c->contradiction = true;
  (void)germ_unable(c->ring);
  return 0;
}

/* A test that is known by its germ alone; met again by its place in the run. */
static int choose_raw(Combinations *c, Scalar germ) {
  if (c->taken < c->steps) return choose(c, c->step[c->taken]);
  return choose(c, add_test(c, GERM_NO_FORM, germ));
}

static int sign_of_form(Combinations *c, Scalar form);

/* A factor that is one atom, tanh u or sin u with u = 0 at the point, or log u: the sign of u, or u - 1. */
static bool inner_form(Combinations *c, Scalar factor, Scalar *inner) {
  const SymbolicRing *forms = symbolic_self(c->forms);
  const fmpz_mpoly_struct *p = &symbolic_at(c->forms, factor)->num;
  for (uint32_t k = 0; k < forms->atom_count; k++) {
    if (!fmpz_mpoly_is_gen(p, symbolic_atom_generator(forms, k), forms->context)) continue;
    const Atom *atom = &forms->atoms[k];
    *inner = atom->argument;
    if (atom->kind == ATOM_LOG) *inner = ring_sub(c->forms, atom->argument, RING_POOL_ONE);
    bool known = atom->kind == ATOM_TANH || atom->kind == ATOM_SIN || atom->kind == ATOM_LOG;
    Scalar germ = known ? germ_of_form(c->ring, *inner) : RING_POOL_ZERO;
    return ring_take_status(c->ring) == STATUS_OK && ring_take_status(c->forms) == STATUS_OK && known &&
           (germ_is_zero(germ) || ca_is_qq_elem_zero(germ_coefficients(c->ring, germ), c->question->exact.context));
  }
  return false;
}

/* The sign of an irreducible polynomial; UNABLE when it has no germ. */
static int sign_of_factor(Combinations *c, Scalar factor) {
  const SymbolicRing *forms = symbolic_self(c->forms);
  Scalar inner;
  for (uint32_t k = 0; k < c->tests; k++) {
    if (c->test[k].form.word == GERM_NO_FORM.word) continue;
    if (fmpz_mpoly_equal(&symbolic_at(c->forms, c->test[k].form)->num, &symbolic_at(c->forms, factor)->num,
                         forms->context))
      return choose(c, k);
  }
  Scalar germ = germ_of_form(c->ring, factor);
  if (c->ring->status != STATUS_OK || germ_is_zero(germ) || germ_error(c->ring, germ) <= 0) {
    (void)germ_unable(c->ring);
    return 0;
  }
  int sign = exact_sign(&c->question->exact, germ_coefficients(c->ring, germ));
  if (sign == EXACT_SIGN_UNKNOWN) (void)germ_unable(c->ring);
  if (sign != 0) return sign;
  if (inner_form(c, factor, &inner)) return sign_of_form(c, inner);
  return choose(c, add_test(c, factor, germ));
}

/* The sign of a polynomial: the product of its factors', whose powers that are even do not count but for 0. */
static int sign_of_polynomial(Combinations *c, const fmpz_mpoly_struct *p) {
  const SymbolicRing *forms = symbolic_self(c->forms);
  fmpz_mpoly_factor_t factors;
  fmpz_mpoly_factor_init(factors, forms->context);
  int sign = 0;
  if (p->length > FACTOR_LENGTH || !bounded_factor(factors, p, forms->context))
    (void)germ_unable(c->ring);
  else
    sign = fmpz_sgn(factors->constant);
  for (slong i = 0; i < factors->num && sign != 0 && c->ring->status == STATUS_OK; i++) {
    Scalar factor;
    fmpz_mpoly_q_struct *item = symbolic_fresh(c->forms, &factor);
    if (item == NULL) break;
    fmpz_mpoly_set(&item->num, &factors->poly[i], forms->context);
    fmpz_mpoly_one(&item->den, forms->context);
    int taken = symbolic_make_primitive(c->forms, &item->num), here = taken * sign_of_factor(c, factor);
    sign *= fmpz_is_even(&factors->exp[i]) ? here * here : here;
  }
  fmpz_mpoly_factor_clear(factors, forms->context);
  return sign;
}

static int sign_of_form(Combinations *c, Scalar form) {
  const SymbolicRing *forms = symbolic_self(c->forms);
  fmpz_mpoly_t below, above;
  fmpz_mpoly_init(above, forms->context);
  fmpz_mpoly_init(below, forms->context);
  fmpz_mpoly_set(above, &symbolic_at(c->forms, form)->num, forms->context); /* the pool moves */
  fmpz_mpoly_set(below, &symbolic_at(c->forms, form)->den, forms->context);
  int sign = sign_of_polynomial(c, above);
  if (sign != 0 && !fmpz_mpoly_is_fmpz(below, forms->context)) sign *= sign_of_polynomial(c, below);
  fmpz_mpoly_clear(above, forms->context);
  fmpz_mpoly_clear(below, forms->context);
  return sign;
}

/* The ring asks for the sign of a tie. */
static int ask(void *state, Ring *ring, Scalar a) {
  Combinations *c = state;
  Scalar form = germ_form(ring, a);
  uint32_t steps = c->steps, taken = c->taken;
  if (form.word == GERM_NO_FORM.word) return choose_raw(c, a);
  int sign = sign_of_form(c, form);
  if (ring->status != STATUS_UNABLE || c->contradiction) return sign;
  if (c->steps != steps) return 0; /* steps that were made do not come back */
  (void)ring_take_status(ring);
  c->taken = taken;
  return choose_raw(c, a);
}

/* ---------------------------------------------------------- combinations -- */

static void keep_run(Combinations *c, Status status) {
  Combination *one = &c->all[c->count];
  const Layout *layout = &c->question->layout;
  *one = (Combination){.status = status, .point = c->steps > 0 && steps_are_point(c)};
  for (uint32_t t = 0; t < MOST_TESTS; t++) one->outcome[t] = OUTCOME_NONE;
  for (uint32_t k = 0; k < c->steps; k++) {
    one->outcome[c->step[k]] = c->outcome[k];
    one->thin = one->thin || c->outcome[k] == 0;
  }
  one->output = arena_array(&c->question->truth->arena, layout->outputs, sizeof *one->output);
  if (one->output == NULL) return;
  memcpy(one->output, layout->output, layout->outputs * sizeof *one->output);
  c->count++;
}

/* Turns to the next combination; false when there is none. */
static bool next_run(Combinations *c) {
  for (; c->steps > 0; c->steps--) {
    if (settle_last(c, c->outcome[c->steps - 1] + 1)) return true;
  }
  return false;
}

static void run_all(Combinations *c) {
  bool more = true;
  while (more && c->count < MOST_COMBINATIONS) {
    c->taken = 0;
    c->contradiction = false;
    Status status = germ_run(c->question, c->ring, NULL, NULL);
    (void)germ_take_want(c->ring);
    if (status == STATUS_LIMIT) return;
    if (!c->contradiction && c->taken != c->steps) return; /* not the run that was meant */
    if (!c->contradiction) keep_run(c, status);
    more = next_run(c);
  }
  c->complete = !more;
}

/* Three degrees help to see signs, where they are cheap. */
static Ring *open_ring(Combinations *c) {
  GermQuestion *question = c->question;
  uint32_t n = question->dimension, degree = n <= 2 ? 3 : n <= 8 ? 2 : 1;
  c->degree = question->order > degree ? question->order : degree;
  return ring_germ_new(&question->exact, c->forms, (GermShape){n, c->degree, 1});
}

void combinations_open(GermQuestion *question, Combinations *c) {
  *c = (Combinations){.question = question};
  if (question->dimension > GERM_MOST_VARIABLES) return;
  c->forms = ring_symbolic_new(question->dimension, FORM_ATOMS, FORM_LENGTH);
  c->ring = c->forms == NULL ? NULL : open_ring(c);
  c->all = calloc(MOST_COMBINATIONS, sizeof *c->all);
  if (c->ring == NULL || c->all == NULL) return;
  symbolic_set_work(c->forms, FORM_WORK);
  germ_set_ask(c->ring, ask, c);
  run_all(c);
}

void combinations_close(Combinations *c) {
  for (uint32_t k = 0; k < c->tests; k++) {
    for (uint32_t i = 0; i < c->question->dimension && c->test[k].row != NULL; i++) fmpq_clear(c->test[k].row + i);
    free(c->test[k].row);
  }
  free(c->all);
  if (c->ring != NULL) ring_destroy(c->ring);
  if (c->forms != NULL) ring_destroy(c->forms);
}

bool combination_direction(const Combinations *c, const Combination *one, fmpq *z) {
  uint step[MOST_TESTS];
  int outcome[MOST_TESTS];
  uint32_t steps = 0;
  for (uint32_t k = 0; k < c->tests; k++) {
    if (one->outcome[k] == OUTCOME_NONE) continue;
    step[steps] = (uint)k;
    outcome[steps++] = one->outcome[k];
  }
  return linear_tests_hold(c, steps, step, outcome, z);
}

/* ---------------------------------------------------------------- solver -- */

/* Whether linear forms decide the combination: then it was found feasible. */
static bool all_linear(const Combinations *c, const Combination *one) {
  for (uint32_t k = 0; k < c->tests; k++) {
    if (one->outcome[k] != OUTCOME_NONE && c->test[k].row == NULL) return false;
  }
  return true;
}

/* |z_i| < 1/BOX, and z is not 0. */
static void assert_box(const Combinations *c, SmtQuery *query) {
  Scalar squares = RING_POOL_ZERO, box = ring_integer(c->forms, BOX);
  for (uint32_t i = 0; i < c->question->dimension; i++) {
    Scalar z = symbolic_variable(c->forms, i), scaled = ring_mul(c->forms, box, z);
    smt_query_assert(query, ring_sub(c->forms, scaled, RING_POOL_ONE), SMT_NEGATIVE);
    smt_query_assert(query, ring_add(c->forms, scaled, RING_POOL_ONE), SMT_POSITIVE);
    squares = ring_add(c->forms, squares, ring_mul(c->forms, z, z));
  }
  smt_query_assert(query, squares, SMT_POSITIVE);
}

bool combination_is_point(Combinations *c, const Combination *one) {
  uint32_t n = c->question->dimension;
  Smt *smt = all_linear(c, one) ? NULL : c->question->smt(c->question->state);
  SmtQuery query;
  if (smt == NULL) return false;
  SmtValue *values = calloc(n, sizeof *values);
  if (values == NULL) return false;
  for (uint32_t i = 0; i < n; i++) mpq_inits(values[i].low, values[i].high, NULL);
  smt_query_open(&query, c->forms);
  for (uint32_t k = 0; k < c->tests; k++) {
    int outcome = one->outcome[k];
    if (outcome == OUTCOME_NONE || c->test[k].form.word == GERM_NO_FORM.word) continue;
    smt_query_assert(&query, c->test[k].form, outcome < 0 ? SMT_NEGATIVE : outcome > 0 ? SMT_POSITIVE : SMT_ZERO);
  }
  assert_box(c, &query);
  bool good = ring_take_status(c->forms) == STATUS_OK;
  bool point = good && smt_query_check(&query, smt, values) == SMT_UNSAT;
  smt_query_close(&query);
  for (uint32_t i = 0; i < n; i++) mpq_clears(values[i].low, values[i].high, NULL);
  free(values);
  return point;
}
