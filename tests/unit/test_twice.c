/* Derivatives as source programs, and derivatives of derivatives (AD-TWICE). */
#include "ad/chad/chad.h"
#include "ad/twice/source_form.h"
#include "semantics/source/typing.h"
#include "tests/unit/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static Fixture *fixture_new(const char *text) {
  Fixture *f = fixture_make(text, (BatteryOptions){.thorough = true, .seed = 1});
  f->options.laws.on[LAW_AD_TWICE] = true;
  return f;
}

static uint64_t count(const Fixture *f, Outcome outcome) { return fixture_count(f, LAW_AD_TWICE, outcome); }

/* ---------------------------------------------------------- source forms -- */

/* The image of `seed` at x under the derivative of a text, by the source
 * interpreter on the source form, over exact rationals. */
static void image_of(const Engine *engine, const char *text, const int64_t *input, uint32_t inputs, int64_t *image,
                     uint32_t outputs) {
  Fixture *f = fixture_new(text);
  TypeId contexts[8], form_context[9], type;
  Program derivative, form;
  assert_int_equal(engine->transform(f->store, fixture_program(f, 0), contexts, &derivative), STATUS_OK);
  assert_int_equal(source_form(f->store, &derivative, form_context, &form), STATUS_OK);
  assert_int_equal(source_infer(f->store, form.context, form.length, form.term, &type), STATUS_OK);
  assert_true(type_equal(type, form.type));
  Ring *ring = ring_rational_new(1 << 16);
  Arena arena;
  arena_init(&arena, (size_t)64 << 20);
  Scalar in[16], out[16];
  for (uint32_t i = 0; i < inputs; i++) in[i] = ring_integer(ring, input[i]);
  Machine machine = machine_make(f->store, ring, &arena);
  assert_int_equal(source_evaluator.eval(&machine, &form, in, out), STATUS_OK);
  for (uint32_t i = 0; i < outputs; i++) assert_true(ring_equal(ring, out[i], ring_integer(ring, image[i])));
  arena_free(&arena);
  ring_destroy(ring);
  fixture_free(f);
}

#define IMAGE(engine, text, input, image)                                                                              \
  image_of(engine, text, input, sizeof(input) / sizeof *(input), image, sizeof(image) / sizeof *(image))

/* f(x, y) = x^2 y at (3, 5): Df(a, b) = 30 a + 9 b. */
static void images_are_source_programs(void **state) {
  (void)state;
  const char *text = "def f (x : real) (y : real) = x * x * y";
  int64_t forward[] = {3, 5, 2, 7}, reverse[] = {3, 5, 4};
  int64_t along[] = {123}, back[] = {120, 36};
  IMAGE(&chad_forward, text, forward, along);
  IMAGE(&chad_reverse, text, reverse, back);
}

/* Functions become functions; the powers of a forward derivative too. */
static void functions_are_kept(void **state) {
  (void)state;
  const char *text = "def f (x : real) (y : real) = let g = (\\(z : real). z * x) in g (g y)";
  int64_t forward[] = {3, 5, 2, 7}, along[] = {2 * 3 * 5 * 2 + 9 * 7}; /* x^2 y */
  IMAGE(&chad_forward, text, forward, along);
}

/* Matrices: both transposed products, and arrays with indices. */
static void matrices_and_arrays(void **state) {
  (void)state;
  const char *product = "def f (a : real^6) (x : real^3) : real^2 = matvec a x";
  int64_t at[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100};
  /* w x^t by rows, then A^t w */
  int64_t back[] = {70, 80, 90, 700, 800, 900, 410, 520, 630};
  IMAGE(&chad_reverse, product, at, back);
  const char *pick = "def f (x : real^3) : real^2 = build 2 (i. x ! (i + 1) * x ! 0)";
  int64_t place[] = {2, 3, 5, 10, 100}, gradient[] = {530, 20, 200};
  IMAGE(&chad_reverse, pick, place, gradient);
  const char *map = "def f (x : real^2) (y : real) : real^2 = map (z. z * z * y) x";
  int64_t mapped[] = {2, 3, 5, 10, 100}, slopes[] = {200, 3000, 940};
  IMAGE(&chad_reverse, map, mapped, slopes);
}

/* Branches, loops and folds: in reverse they run backwards over what they met. */
static void branches_and_loops(void **state) {
  (void)state;
  int64_t below[] = {-2, 3, 10}, under[] = {30, -20}, above[] = {2, 3, 10}, over[] = {120, 40};
  const char *branch = "def f (x : real) (y : real) = if x < 0 then x * y else x * x * y";
  IMAGE(&chad_reverse, branch, below, under);
  IMAGE(&chad_reverse, branch, above, over);
  /* x^3 y + x^2 y + x y + y, then Horner's rule */
  int64_t at[] = {2, 3, 1}, slopes[] = {3 * (12 + 4 + 1), 15}, along[] = {2, 3, 1, 10}, image[] = {51 + 150};
  const char *loop = "def f (x : real) (y : real) = iterate 3 (z. z * x + y) y";
  IMAGE(&chad_reverse, loop, at, slopes);
  IMAGE(&chad_forward, loop, along, image);
  int64_t point[] = {3, 4, 5, 2, 1}, gradient[] = {4, 2, 1, 16};
  IMAGE(&chad_reverse, "def f (c : real^3) (x : real) = fold (a k. a * x + k) 0 c", point, gradient);
}

/* A reverse derivative at a function type keeps copowers, which are lists. */
static void copowers_are_refused(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) = (\\(y : real). y * x) x");
  TypeId contexts[2], form_context[3];
  Program derivative, form;
  assert_int_equal(chad_reverse.transform(f->store, fixture_program(f, 0), contexts, &derivative), STATUS_OK);
  assert_int_equal(source_form(f->store, &derivative, form_context, &form), STATUS_UNABLE);
  assert_int_equal(chad_forward.transform(f->store, fixture_program(f, 0), contexts, &derivative), STATUS_OK);
  assert_int_equal(source_form(f->store, &derivative, form_context, &form), STATUS_OK);
  fixture_free(f);
}

static void what_is_no_derivative_is_ill_typed(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) = x");
  TypeId form_context[3];
  Program form;
  assert_int_equal(source_form(f->store, fixture_program(f, 0), form_context, &form), STATUS_ILL_TYPED);
  fixture_free(f);
}

/* ------------------------------------------------------------------ truth -- */

/* Both routes: quotients, and polynomials in a direction that moves two inputs. */
static void second_derivatives_on_a_line(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) = x ^ 3 / (x + 1)");
  Scalar x = {1}, v = {1}, value, slope, second;
  assert_int_equal(truth_field_second(f->battery->truth, fixture_program(f, 0), &x, &v, &value, &slope, &second),
                   STATUS_OK);
  /* x^3/(x+1) = x^2 - x + 1 - 1/(x+1): 2 - 2/(x+1)^3 = 7/4 at 1 */
  assert_int_equal(second.word, field_mul(7, field_inverse(4)));
  assert_int_equal(slope.word, field_mul(5, field_inverse(4)));
  fixture_free(f);
  f = fixture_new("def f (x : real) (y : real) = x * x * y");
  Scalar at[] = {{3}, {5}}, along[] = {{1}, {1}};
  assert_int_equal(truth_field_second(f->battery->truth, fixture_program(f, 0), at, along, &value, &slope, &second),
                   STATUS_OK);
  assert_int_equal(second.word, 2 * 5 + 2 * 2 * 3); /* f_xx + 2 f_xy */
  fixture_free(f);
}

/* -------------------------------------------------------------------- law -- */

static void check(Fixture *f) {
  fixture_check(f);
  assert_int_equal(count(f, OUTCOME_REFUTED), 0);
  assert_int_equal(count(f, OUTCOME_LIMIT) + count(f, OUTCOME_UNDECIDED), 0);
}

/* Four compositions in three evaluators, each proved for all inputs; at the point
 * they, the symmetric Hessian, and the dual numbers of both modes. */
static void smooth_programs_are_proved(void **state) {
  (void)state;
  const char *const programs[] = {"def f (x : real) (y : real) = iterate 3 (z. z * x + y) y",
                                  "def f (c : real^3) (x : real) = fold (a k. a * x + k) 0 c",
                                  "def f (x : real) (y : real) = sin (x * y) * exp x / (1 + x * x)",
                                  "def f (x : real) (y : real) = (x / y, x * y * y)",
                                  "def f (x : real) (y : real) = let g = (\\(z : real). z * x) in g (g y)",
                                  "def f (x : real^2) (y : real) = sum (map (z. z * z * y) x)"};
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    Fixture *f = fixture_new(programs[i]);
    check(f);
    assert_int_equal(count(f, OUTCOME_DECIDED), 12);
    assert_true(count(f, OUTCOME_HOLDS) >= 3 * (2 + 2 + 2 + 2) + 3 + 6);
    assert_int_equal(count(f, OUTCOME_REFUSED), 0);
    fixture_free(f);
  }
}

/* The point, two directions and a cotangent are variables, of which the larger ring has 40: 3 * 13 + 1 are proved with,
 * one more is not asked for. */
static void proved_up_to_the_variables(void **state) {
  (void)state;
  const char *const programs[] = {"def f (x : real^13) = x ! 0 * x ! 12",
                                  "def f (x : real^13) = (x ! 0 * x ! 12, x ! 1)"};
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    Fixture *f = fixture_new(programs[i]);
    check(f);
    assert_int_equal(count(f, OUTCOME_DECIDED), i == 0 ? 12 : 0);
    assert_true(count(f, OUTCOME_HOLDS) > 20);
    fixture_free(f);
  }
}

/* |x| has second derivative 0 beside its kink; nothing is proved, which no tier can. */
static void kinks_hold_at_points(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) (y : real) = abs (x * y) * max x y");
  check(f);
  assert_int_equal(count(f, OUTCOME_DECIDED), 0);
  assert_true(count(f, OUTCOME_HOLDS) > 20);
  fixture_free(f);
}

/* The law sees a wrong second derivative behind a right program: the derivatives of
 * one program taken for those of another. */
static void another_program_is_refuted(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) = x * x * x  def g (x : real) = x * x");
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  subject_derive(&subject);
  subject.program = fixture_program(f, 1);
  laws_twice(&subject);
  assert_true(count(f, OUTCOME_REFUTED) > 20);
  assert_int_equal(count(f, OUTCOME_DECIDED), 0);
  fixture_free(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(images_are_source_programs),   cmocka_unit_test(functions_are_kept),
      cmocka_unit_test(matrices_and_arrays),          cmocka_unit_test(branches_and_loops),
      cmocka_unit_test(copowers_are_refused),         cmocka_unit_test(what_is_no_derivative_is_ill_typed),
      cmocka_unit_test(second_derivatives_on_a_line), cmocka_unit_test(smooth_programs_are_proved),
      cmocka_unit_test(proved_up_to_the_variables),   cmocka_unit_test(kinks_hold_at_points),
      cmocka_unit_test(another_program_is_refuted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
