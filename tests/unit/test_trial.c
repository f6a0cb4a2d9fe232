/* What answers of a system are worth, given by hand: right and wrong ones, at ordinary points and at ties, where what
 * some convention gives differs and what none gives is wrong; none at all where AD has none, and where it has one. */
#include "tests/unit/programs.h"
#include "verify/system/inquiry.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define AT_ZERO 2u /* the point where all inputs are 0 */
#define AT_ONES 3u /* where all are 1 */
#define QUERIES 64u

typedef struct Court {
  Store *store;
  Arena arena;
  Module module;
  Trial trial;
} Court;

static void court_open(Court *court, const char *text) {
  Residual residual = {0};
  court->store = store_new((uint32_t)1 << 20);
  arena_init(&court->arena, (size_t)1 << 26);
  court->module = module_read(court->store, text);
  const Program *program = &text_find(court->store, &court->module, NULL)->program;
  assert_int_equal(residual_make(court->store, &court->arena, program, &residual), STATUS_OK);
  assert_true(trial_open(&court->trial, court->store, NULL, program, &residual, 1));
}

static void court_close(Court *court) {
  trial_close(&court->trial);
  text_free_module(&court->module);
  arena_free(&court->arena);
  store_free(court->store);
}

/* The fate of an answer to the query of that number at that point; components beyond the first are 0. */
static Fate fate_of(Court *court, Mode mode, uint32_t point, uint32_t number, Answer given, const double *answer) {
  Query queries[QUERIES];
  double out[16] = {0};
  uint32_t all = trial_queries(&court->trial, mode, 0, NULL);
  assert_true(all <= QUERIES && all % TRIAL_POINTS == 0);
  assert_int_equal(trial_queries(&court->trial, mode, 0, queries), all);
  Query *q = &queries[point * (all / TRIAL_POINTS) + number];
  assert_int_equal(q->point, point);
  for (uint32_t i = 0; answer != NULL && i < q->size; i++) out[i] = answer[i];
  q->out = out;
  q->answer = given;
  q->error[0] = '\0';
  uint64_t before[FATES];
  for (int f = 0; f < FATES; f++) before[f] = court->trial.count[mode][f];
  trial_judge(&court->trial, mode, 1, q);
  Fate worst = FATES;
  for (int f = 0; f < FATES; f++) {
    bool more = court->trial.count[mode][f] > before[f];
    if (more && (worst == FATES || worst == FATE_HOLDS)) worst = (Fate)f;
  }
  return worst;
}

static void judged(const char *text, Mode mode, uint32_t point, uint32_t number, const double *answer, Fate expected) {
  Court court;
  court_open(&court, text);
  assert_string_equal(fate_name(fate_of(&court, mode, point, number, ANSWER_GIVEN, answer)), fate_name(expected));
  court_close(&court);
}
#define ANSWER(...) ((const double[]){__VA_ARGS__})

/* The seeds are (1.5, -0.75, ...), and then the units. */
static void ordinary(void **state) {
  (void)state;
  static const char f[] = "def f (x : real) (y : real) = (x * y * 2, x / y)"; /* at (1, 1): (2, 2; 1, -1) */
  judged(f, MODE_VALUE, AT_ONES, 0, ANSWER(2, 1), FATE_HOLDS);
  judged(f, MODE_VALUE, AT_ONES, 0, ANSWER(2, 1.000001), FATE_WRONG);
  judged(f, MODE_JVP, AT_ONES, 0, ANSWER(1.5, 2.25), FATE_HOLDS);
  judged(f, MODE_JVP, AT_ONES, 0, ANSWER(2.25, 3.75), FATE_WRONG);
  judged(f, MODE_JVP, AT_ONES, 2, ANSWER(2, -1), FATE_HOLDS);
  judged(f, MODE_VJP, AT_ONES, 0, ANSWER(2.25, 3.75), FATE_HOLDS);
  judged(f, MODE_VJP, AT_ONES, 2, ANSWER(1, -1), FATE_HOLDS);
  judged(f, MODE_VJP, AT_ONES, 2, ANSWER(1, 1), FATE_WRONG);
  judged(f, MODE_HESSIAN, AT_ONES, 0, ANSWER(0, 2, 2, 0), FATE_HOLDS);
  judged(f, MODE_HESSIAN, AT_ONES, 1, ANSWER(0, -1, -1, 2), FATE_HOLDS);
  judged(f, MODE_HESSIAN, AT_ONES, 1, ANSWER(0, -1, 0, 2), FATE_WRONG);
  judged(f, MODE_JVP, AT_ZERO, 0, ANSWER(0, 0), FATE_OUTSIDE); /* 0 / 0 */
}

/* What every computation of the formula loses is no error of the system; anything else is. */
static void lost_formulas(void **state) {
  (void)state;
  static const char f[] = "def f (x : real) = acos (erf (8 * x))", g[] = "def g (x : real) = 1 / log (tanh (20 * x))";
  judged(f, MODE_VALUE, AT_ONES, 0, ANSWER(0), FATE_UNSTABLE); /* acos 1 */
  judged(f, MODE_VALUE, AT_ONES, 0, ANSWER(1), FATE_WRONG);
  judged(g, MODE_VALUE, AT_ONES, 0, ANSWER(-INFINITY), FATE_UNSTABLE); /* 1 / 0 */
  /* where longer numbers by luck lose a third of it, and doubles all */
  judged("def h (x : real) = atanh (erf (expm1 (2 * x)))", MODE_VALUE, AT_ONES, 0, ANSWER(INFINITY), FATE_UNSTABLE);
  judged("def h (x : real) = atanh (erf (expm1 (2 * x)))", MODE_VALUE, AT_ONES, 0, ANSWER(1e6), FATE_WRONG);
  judged("def h (x : real) = atanh (erf (8 * x))", MODE_VALUE, AT_ONES, 0, ANSWER(INFINITY),
         FATE_UNSTABLE); /* atanh 1 */
  judged("def h (x : real) = atanh (erf (8 * x))", MODE_VALUE, AT_ONES, 0, ANSWER(NAN), FATE_WRONG);
  judged("def h (x : real) = x + x", MODE_VALUE, AT_ONES, 0, ANSWER(INFINITY), FATE_WRONG);
  judged("def h (x : real) = x - x", MODE_VALUE, AT_ONES, 0, ANSWER(INFINITY), FATE_WRONG);
}

/* Of second derivatives that are 0 a product of two roundings is no answer to judge; a number that is more is. */
static void roundings_squared(void **state) {
  (void)state;
  static const char f[] = "def f (x : real) (y : real) = 1 / (x / x + y / y)";
  judged(f, MODE_HESSIAN, AT_ONES, 0, ANSWER(0, 1e-33, 1e-33, 0), FATE_UNDECIDED);
  judged(f, MODE_HESSIAN, AT_ONES, 0, ANSWER(0, 1e-20, 0, 0), FATE_WRONG);
}

/* relu (relu x) - relu x is 0; by conventions its path has any number from -1/4, at halves, to 0. */
static void ties(void **state) {
  (void)state;
  static const char f[] = "def f (x : real) = let r = max x 0 in max r 0 - r";
  judged(f, MODE_JVP, AT_ZERO, 1, ANSWER(0), FATE_HOLDS);
  judged(f, MODE_JVP, AT_ZERO, 1, ANSWER(-0.25), FATE_DIFFERS);
  judged(f, MODE_JVP, AT_ZERO, 1, ANSWER(-1), FATE_DIFFERS);
  judged(f, MODE_JVP, AT_ZERO, 1, ANSWER(0.25), FATE_WRONG);
  judged(f, MODE_VJP, AT_ZERO, 0, ANSWER(-0.375), FATE_DIFFERS);
  judged(f, MODE_VJP, AT_ZERO, 0, ANSWER(3), FATE_WRONG);
  judged(f, MODE_HESSIAN, AT_ZERO, 0, ANSWER(3), FATE_UNDECIDED);
  /* the path at 0 has the derivative 0, the function 1: no other number is excused */
  static const char g[] = "def g (x : real) = if x == 0 then 0 else x";
  judged(g, MODE_JVP, AT_ZERO, 1, ANSWER(0), FATE_DIFFERS);
  judged(g, MODE_JVP, AT_ZERO, 1, ANSWER(2), FATE_WRONG);
  /* a tie excuses nothing where all conventions agree */
  judged("def h (x : real) = max x x", MODE_VJP, AT_ONES, 1, ANSWER(2), FATE_WRONG);
  judged("def h (x : real) = abs x", MODE_VJP, AT_ZERO, 1, ANSWER(5), FATE_OUTSIDE); /* no derivative */
}

static void none(void **state) {
  (void)state;
  Court court;
  court_open(&court, "def f (x : real) = sqrt (x * x * x * x)"); /* x^2; AD divides by 0 at 0 */
  assert_int_equal(fate_of(&court, MODE_VJP, AT_ZERO, 0, ANSWER_GIVEN, ANSWER(NAN)), FATE_DIFFERS);
  assert_int_equal(fate_of(&court, MODE_VJP, AT_ZERO, 0, ANSWER_NULL, NULL), FATE_DIFFERS);
  assert_int_equal(fate_of(&court, MODE_VJP, AT_ONES, 0, ANSWER_NULL, NULL), FATE_FAILS);
  assert_int_equal(fate_of(&court, MODE_VJP, AT_ONES, 0, ANSWER_GIVEN, ANSWER(NAN)), FATE_WRONG);
  assert_int_equal(fate_of(&court, MODE_VALUE, AT_ZERO, 0, ANSWER_SHAPE, NULL), FATE_FAILS);
  court_close(&court);
  court_open(&court, "def f (x : real) = exp (exp (x * 50))"); /* too large at 1, but for a machine that has it */
  assert_int_equal(fate_of(&court, MODE_VALUE, AT_ONES, 0, ANSWER_NULL, NULL), FATE_UNDECIDED);
  court_close(&court);
}

/* Where the value is wrong no derivative is judged. */
static void values_first(void **state) {
  (void)state;
  Court court;
  court_open(&court, "def f (x : real) = x * x");
  assert_int_equal(fate_of(&court, MODE_VALUE, AT_ONES, 0, ANSWER_GIVEN, ANSWER(3)), FATE_WRONG);
  assert_int_equal(fate_of(&court, MODE_JVP, AT_ONES, 1, ANSWER_GIVEN, ANSWER(3)), FATE_OUTSIDE);
  assert_int_equal(fate_of(&court, MODE_JVP, 0, 1, ANSWER_GIVEN, ANSWER(3)), FATE_HOLDS);
  court_close(&court);
}

/* Each point is judged by what is certain there, though some are the same. */
static void each_point(void **state) {
  (void)state;
  Court court;
  court_open(&court, "def f (x : real) = x * x + 3");
  for (uint32_t p = 0; p < TRIAL_POINTS; p++) {
    double x = court.trial.x[p];
    assert_int_equal(fate_of(&court, MODE_VALUE, p, 0, ANSWER_GIVEN, ANSWER(x * x + 3)), FATE_HOLDS);
    assert_int_equal(fate_of(&court, MODE_JVP, p, 1, ANSWER_GIVEN, ANSWER(2 * x)), FATE_HOLDS);
    assert_int_equal(fate_of(&court, MODE_VJP, p, 1, ANSWER_GIVEN, ANSWER(2 * x + 1)), FATE_WRONG);
  }
  court_close(&court);
  court_open(&court, "def f = log 2"); /* of no inputs, whose second derivatives are none */
  trial_expect(&court.trial, true);
  assert_int_equal(fate_of(&court, MODE_VALUE, AT_ONES, 0, ANSWER_GIVEN, ANSWER(0.6931471805599453)), FATE_HOLDS);
  assert_int_equal(fate_of(&court, MODE_VALUE, AT_ONES, 0, ANSWER_GIVEN, ANSWER(0)), FATE_WRONG);
  court_close(&court);
}

/* Of the first answer that is wrong is kept what was asked, and which number of it is. */
static void first_kept(void **state) {
  (void)state;
  Court court;
  court_open(&court, "def f (x : real) (y : real) = (x * y * 2, x / y)");
  const Failure *hessian = &court.trial.failure[MODE_HESSIAN], *reverse = &court.trial.failure[MODE_VJP];
  fate_of(&court, MODE_HESSIAN, AT_ONES, 1, ANSWER_GIVEN, ANSWER(0, -1, -1, 5));
  fate_of(&court, MODE_HESSIAN, AT_ONES, 0, ANSWER_GIVEN, ANSWER(1, 2, 2, 0));
  assert_true(hessian->present && hessian->fate == FATE_WRONG);
  assert_int_equal(hessian->output, 1);
  assert_int_equal(hessian->component, 3);
  assert_int_equal(hessian->inputs, 2);
  assert_int_equal(hessian->seeds, 0);
  assert_true(hessian->x[0] == 1 && hessian->x[1] == 1);
  assert_string_equal(hessian->found, "5");
  fate_of(&court, MODE_VJP, AT_ONES, 2, ANSWER_GIVEN, ANSWER(1, 1));
  assert_int_equal(reverse->component, 1);
  assert_int_equal(reverse->seeds, 2);
  assert_true(reverse->seed[0] == 0 && reverse->seed[1] == 1);
  court_close(&court);
}

/* Of a program at which the system ended all of the answer is wrong, at the first point. */
static void ended_kept(void **state) {
  (void)state;
  Court court;
  court_open(&court, "def f (x : real) (y : real) = x * y");
  const Case c = {.trial = court.trial, .ended = "exit code 3"};
  const Failure failure = case_end(&c);
  assert_true(failure.present && failure.fate == FATE_FAILS);
  assert_int_equal(failure.component, -1);
  assert_int_equal(failure.inputs, 2);
  assert_memory_equal(failure.x, court.trial.x, 2 * sizeof(double));
  assert_string_equal(failure.error, "exit code 3");
  court_close(&court);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ordinary),   cmocka_unit_test(lost_formulas), cmocka_unit_test(roundings_squared),
      cmocka_unit_test(ties),       cmocka_unit_test(none),          cmocka_unit_test(values_first),
      cmocka_unit_test(each_point), cmocka_unit_test(first_kept),    cmocka_unit_test(ended_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
