/* The algebra of linear maps and its forms of differentiation: the notes' examples,
 * cumulative sums, folds short and very long, several functions, shadowed names. */
#include "ad/linmap/linmap.h"
#include "ad/linmap/optimise.h"
#include "semantics/source/typing.h"
#include "tests/unit/build.h"
#include "tests/unit/linmap_to_source.h"
#include "tests/unit/programs.h"

#include <stdlib.h>
#include <time.h>

static Arena arena;
static LmBuilder builder, *B = &builder;

#define ARENA_BYTES ((size_t)1 << 30)

static int open_all(void **state) {
  (void)state;
  S = store_new(1u << 20);
  return S == NULL;
}
static int close_all(void **state) {
  (void)state;
  store_free(S);
  return 0;
}
static int open_case(void **state) {
  (void)state;
  arena_init(&arena, ARENA_BYTES);
  builder = (LmBuilder){.store = S, .arena = &arena};
  return 0;
}
static int close_case(void **state) {
  (void)state;
  arena_free(&arena);
  return 0;
}

/* ----------------------------------------------------- short names for terms -- */

static const LmTerm *num(int64_t k) { return lm_number(B, k); }
static const LmTerm *nat(int64_t k) { return lm_natural(B, k); }
static const LmTerm *plus2(const LmTerm *x, const LmTerm *y) { return lm_prim2(B, LM_PRIM_ADD, x, y); }
static const LmTerm *times2(const LmTerm *x, const LmTerm *y) { return lm_prim2(B, LM_PRIM_MUL, x, y); }
static const LmTerm *entry(const LmTerm *v, const LmTerm *i) { return lm_prim2(B, LM_PRIM_IX, i, v); }

/* f(x) = body, alone. */
static LmProgram one_function(LmSymbol x, const LmType *from, const LmTerm *body) {
  LmProgram program = {0};
  assert_int_not_equal(lm_define(B, &program, NAME_NONE, x, from, body), UINT32_MAX);
  return program;
}

/* ------------------------------------------------------------ running a form -- */

typedef struct Way {
  LinmapForm form;
  const LmRep *rep;
} Way;

static const Way ways[] = {
    {LINMAP_THREADED, &linmap_trees},    {LINMAP_THREADED, &linmap_closures},    {LINMAP_THREADED, &linmap_matrices},
    {LINMAP_CANONICAL, &linmap_trees},   {LINMAP_CANONICAL, &linmap_closures},   {LINMAP_CANONICAL, &linmap_matrices},
    {LINMAP_TUPLED, &linmap_trees},      {LINMAP_TUPLED, &linmap_closures},      {LINMAP_TUPLED, &linmap_matrices},
    {LINMAP_POLYMORPHIC, &linmap_trees}, {LINMAP_POLYMORPHIC, &linmap_closures}, {LINMAP_POLYMORPHIC, &linmap_matrices},
};
#define WAYS (sizeof ways / sizeof *ways)

/* Value and one image at an input of doubles. */
static Status run_once(const LmProgram *program, Way way, bool reverse, const double *input, const double *seed,
                       double *value, double *image) {
  Ring *ring = ring_double_new();
  LinmapDerivative d = {.form = way.form, .rep = way.rep, .reverse = reverse, .builder = *B};
  Status status = linmap_differentiate(&d, program);
  B->fresh = d.builder.fresh;
  B->status = STATUS_OK;
  if (status != STATUS_OK) {
    ring_destroy(ring);
    return status;
  }
  size_t inputs = linmap_slots(d.from), outputs = linmap_slots(d.to);
  uint32_t from = reverse ? d.to->dim : d.from->dim, to = reverse ? d.from->dim : d.to->dim;
  Scalar *flat = calloc(inputs + outputs + from + to + 1, sizeof *flat);
  Scalar *seeds = flat + inputs, *primal = seeds + from, *images = primal + outputs;
  for (size_t k = 0; k < inputs; k++) flat[k] = scalar_from_double(input[k]);
  for (size_t k = 0; k < from; k++) seeds[k] = scalar_from_double(seed[k]);
  Machine machine = machine_make(S, ring, &arena);
  status = linmap_derivative_run(&machine, &d, flat, 1, seeds, primal, images);
  for (size_t k = 0; status == STATUS_OK && k < outputs; k++) value[k] = scalar_to_double(primal[k]);
  for (size_t k = 0; status == STATUS_OK && k < to; k++) image[k] = scalar_to_double(images[k]);
  free(flat);
  ring_destroy(ring);
  return status;
}

/* ------------------------------------------------------------------- the tests -- */

/* Section 9: f2(x) = x^3 + x^4, so that f2'(1) = 7; the notes print 4x^2 + 4x^3. */
static void test_f2_has_its_true_derivative(void **state) {
  (void)state;
  LmSymbol x = lm_fresh(B), y = lm_fresh(B), z = lm_fresh(B);
  const LmTerm *vx = lm_var(B, x, lm_real(B)), *vy = lm_var(B, y, lm_real(B)), *vz = lm_var(B, z, lm_real(B));
  const LmTerm *body = lm_let(B, y, times2(vx, vx), lm_let(B, z, plus2(vx, vy), times2(vy, vz)));
  LmProgram f2 = one_function(x, lm_real(B), body);
  for (size_t w = 0; w < WAYS; w++) {
    for (int reverse = 0; reverse <= 1; reverse++) {
      double at = 3, seed = 2, value = 0, image = 0;
      assert_int_equal(run_once(&f2, ways[w], reverse, &at, &seed, &value, &image), STATUS_OK);
      assert_true(value == 27 + 81);
      assert_true(image == 2 * (3 * 9 + 4 * 27)); /* not 2 * (4 * 9 + 4 * 27) */
    }
  }
}

/* let x = x * x in x * (let x = x + 1 in x): a transform that binds x before D[e1]
 * takes the new x for the old one (defect 37). */
static void test_shadowed_names(void **state) {
  (void)state;
  LmSymbol x = lm_fresh(B);
  const LmTerm *v = lm_var(B, x, lm_real(B));
  const LmTerm *inner = lm_let(B, x, plus2(v, num(1)), v);
  LmProgram f = one_function(x, lm_real(B), lm_let(B, x, times2(v, v), times2(v, inner)));
  for (size_t w = 0; w < WAYS; w++) {
    for (int reverse = 0; reverse <= 1; reverse++) {
      double at = 3, seed = 1, value = 0, image = 0;
      assert_int_equal(run_once(&f, ways[w], reverse, &at, &seed, &value, &image), STATUS_OK);
      assert_true(value == 81 + 9 && image == 4 * 27 + 2 * 3);
    }
  }
}

/* build(10, \i. sum(build(10, \j. if j <= i then v[j] else 0))) */
static LmProgram cumulative_sums(uint32_t n) {
  LmSymbol v = lm_fresh(B), i = lm_fresh(B), j = lm_fresh(B);
  const LmType *vector = lm_vec_type(B, lm_real(B), n);
  const LmTerm *vv = lm_var(B, v, vector), *vi = lm_var(B, i, lm_nat(B)), *vj = lm_var(B, j, lm_nat(B));
  const LmTerm *part = lm_if(B, lm_prim2(B, LM_PRIM_LE, vj, vi), entry(vv, vj), num(0));
  const LmTerm *sum = lm_prim(B, LM_PRIM_SUM, lm_build(B, j, lm_prim(B, LM_PRIM_SZ, vv), n, part));
  return one_function(v, vector, lm_build(B, i, nat(n), n, sum));
}

static void test_cumulative_sums_are_the_triangular_numbers(void **state) {
  (void)state;
  LmProgram f = cumulative_sums(10);
  double at[10], seed[10], value[10], image[10];
  for (int k = 0; k < 10; k++) {
    at[k] = k + 1;
    seed[k] = k == 3 ? 1 : 0;
  }
  for (size_t w = 0; w < WAYS; w++) {
    for (int reverse = 0; reverse <= 1; reverse++) {
      assert_int_equal(run_once(&f, ways[w], reverse, at, seed, value, image), STATUS_OK);
      for (int k = 0; k < 10; k++) {
        assert_true(value[k] == (k + 1) * (k + 2) / 2);
        assert_true(image[k] == (reverse ? k <= 3 : k >= 3));
      }
    }
  }
}

/* fold (\t. pi1 t * x + pi2 t) 0 v, by Horner: a running polynomial in x. */
static LmProgram horner(uint32_t n) {
  LmSymbol p = lm_fresh(B), x = lm_fresh(B), t = lm_fresh(B);
  const LmType *vector = lm_vec_type(B, lm_real(B), n), *both = lm_pair_type(B, lm_real(B), vector);
  const LmTerm *vp = lm_var(B, p, both), *vx = lm_var(B, x, lm_real(B));
  const LmTerm *vt = lm_var(B, t, lm_pair_type(B, lm_real(B), lm_real(B)));
  const LmTerm *step = plus2(times2(lm_pi(B, 0, vt), vx), lm_pi(B, 1, vt));
  const LmTerm *fold = lm_fold(B, t, step, num(0), lm_pi(B, 1, vp));
  return one_function(p, both, lm_let(B, x, lm_pi(B, 0, vp), fold));
}

static void test_fold_of_a_running_polynomial(void **state) {
  (void)state;
  LmProgram f = horner(4);
  double at[5] = {2, 1, -3, 5, 7}; /* x^3 - 3x^2 + 5x + 7 at 2 */
  double forward[5] = {1, 0, 10, 0, 0}, one = 1, value, image[5];
  for (size_t w = 0; w < WAYS; w++) {
    assert_int_equal(run_once(&f, ways[w], false, at, forward, &value, image), STATUS_OK);
    assert_true(value == 8 - 12 + 10 + 7);
    assert_true(image[0] == (12 - 12 + 5) + 10 * 4);
    assert_int_equal(run_once(&f, ways[w], true, at, &one, &value, image), STATUS_OK);
    assert_true(image[0] == 5 && image[1] == 8 && image[2] == 4 && image[3] == 2 && image[4] == 1);
  }
}

/* g(x) = x * x + 1; f(x) = g(g(x)) * x: the derivative of g is made once. */
static void test_functions_are_differentiated_on_their_own(void **state) {
  (void)state;
  LmProgram program = {0};
  LmSymbol x = lm_fresh(B);
  const LmTerm *v = lm_var(B, x, lm_real(B));
  uint32_t g = lm_define(B, &program, NAME_NONE, x, lm_real(B), plus2(times2(v, v), num(1)));
  const LmTerm *gg = lm_call(B, g, lm_real(B), lm_call(B, g, lm_real(B), v));
  (void)lm_define(B, &program, NAME_NONE, x, lm_real(B), times2(gg, v));
  for (size_t w = 0; w < WAYS; w++) {
    for (int reverse = 0; reverse <= 1; reverse++) {
      double at = 2, seed = 1, value, image;
      assert_int_equal(run_once(&program, ways[w], reverse, &at, &seed, &value, &image), STATUS_OK);
      assert_true(value == 26 * 2);
      assert_true(image == 2 * 5 * 2 * 2 * 2 + 26);
    }
  }
}

/* There and back: source to the language, and to the source again, mean the same. */
static void test_translation_there_and_back(void **state) {
  (void)state;
  static const char text[] =
      "def a (x : real) : real = let x = x * x in (\\(z : real). z * x + sin z) (x - 1)\n"
      "def b (v : real^3) : real = fold (s x. s * x + 2) 1 v + sum (build 3 (i. v ! i * toReal i))\n"
      "def c (p : real * real) : real * real = if fst p < snd p then (snd p, fst p) else (fst p / 2, max (snd p) 3)\n"
      "def d (v : real^2) : real^2 = build 2 (i. (v ! i)^3 + dot v v)\n";
  Module module = module_read(S, text);
  Ring *ring = ring_double_new();
  for (uint32_t k = 0; k < module.count; k++) {
    LmProgram program;
    Program again;
    TypeId context[1], type;
    const char *missing;
    const Program *given = &module.definitions[k].program;
    assert_int_equal(linmap_from_source(B, given, &program, &missing), STATUS_OK);
    assert_int_equal(linmap_check(B, &program), STATUS_OK);
    assert_int_equal(linmap_to_source(B, &program, context, &again, &missing), STATUS_OK);
    assert_int_equal(source_infer(S, again.context, again.length, again.term, &type), STATUS_OK);
    assert_true(type_equal(type, given->type) && type_equal(again.type, given->type));
    Scalar input[3], first[2], second[2];
    for (int i = 0; i < 3; i++) input[i] = scalar_from_double(0.5 + 1.25 * i);
    Machine machine = machine_make(S, ring, &arena);
    assert_int_equal(source_evaluator.eval(&machine, given, input, first), STATUS_OK);
    assert_int_equal(source_evaluator.eval(&machine, &again, input, second), STATUS_OK);
    for (uint32_t i = 0; i < type_node(&S->types, type)->dim; i++)
      assert_true(scalar_to_double(first[i]) == scalar_to_double(second[i]));
  }
  ring_destroy(ring);
  text_free_module(&module);
}

/* What the language lacks is refused by name. */
static void test_constructs_outside_are_named(void **state) {
  (void)state;
  static const char *const refused[][2] = {
      {"def f (x : real) : real = let g = \\(y : real). x * y in g (g x)\n", "functions as values"},
      {"def f (v : real^2) : real = sum (scan (a x. a * x) 1 v)\n", "scan"},
      {"def f (x : real) : real = while (y. y < 9) (y. y * y + 1) x\n", "while"},
  };
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
    LmProgram program;
    const char *missing = "";
    Module module = module_read(S, refused[k][0]);
    assert_int_equal(linmap_from_source(B, &module.definitions[0].program, &program, &missing), STATUS_UNABLE);
    assert_string_equal(missing, refused[k][1]);
    B->status = STATUS_OK;
    text_free_module(&module);
  }
}

/* Of this process's work, however busy the machine is. */
static double seconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* fold (\t. pi1 t * pi2 t) 1 v with v = (1,1,...): forward and reverse, time in
 * proportion to the length and the C stack that of one step. */
static double time_long_fold(uint32_t n) {
  LmSymbol v = lm_fresh(B), t = lm_fresh(B);
  const LmType *vector = lm_vec_type(B, lm_real(B), n);
  const LmTerm *vt = lm_var(B, t, lm_pair_type(B, lm_real(B), lm_real(B)));
  const LmTerm *product = times2(lm_pi(B, 0, vt), lm_pi(B, 1, vt));
  LmProgram f = one_function(v, vector, lm_fold(B, t, product, num(1), lm_var(B, v, vector)));
  double *at = calloc((size_t)3 * n, sizeof *at), *seed = at + n, *image = seed + n, value = 0;
  for (uint32_t k = 0; k < n; k++) at[k] = seed[k] = 1;
  double start = seconds();
  assert_int_equal(run_once(&f, ways[0], false, at, seed, &value, image), STATUS_OK);
  assert_true(value == 1 && image[0] == n);
  assert_int_equal(run_once(&f, ways[0], true, at, seed, &value, image), STATUS_OK);
  for (uint32_t k = 0; k < n; k++) assert_true(image[k] == 1);
  double taken = seconds() - start;
  free(at);
  return taken;
}

static void test_long_folds_take_linear_time(void **state) {
  (void)state;
  double part = time_long_fold(1000), whole = time_long_fold(100000);
  assert_true(whole < 1000 * part + 0.1); /* a hundred times as long, not ten thousand times */
}

/* What the checker refuses: a context of the wrong size, a branch of another type,
 * a call of a later definition, an operation on what it is not for. */
static void test_ill_typed_programs_are_refused(void **state) {
  (void)state;
  LmSymbol x = lm_fresh(B);
  const LmTerm *v = lm_var(B, x, lm_real(B)), *two = lm_build(B, lm_fresh(B), lm_natural(B, 2), 2, v);
  OpId angle = op_make(&B->store->ops, &B->store->types, op_of_function(FUNCTION_ATAN2), 1, 0);
  const LmTerm *bad[] = {
      lm_given(B, angle, two), /* a vector for a pair */
      lm_given(B, angle, v),
      lm_given(B, angle, lm_pair(B, v, lm_natural(B, 1))),
      lm_var(B, x + 4, lm_real(B)),
      lm_var(B, x, lm_nat(B)),
      plus2(v, lm_natural(B, 1)),
      lm_if(B, lm_prim2(B, LM_PRIM_LT, v, v), v, lm_natural(B, 0)),
      lm_if(B, v, v, v),
      lm_call(B, 0, lm_real(B), v),
      lm_apply(B, lm_one(B, lm_real(B)), lm_pair(B, v, v)),
      lm_apply(B, lm_compose(B, lm_zero(B, lm_real(B), lm_nat(B)), lm_zero(B, lm_real(B), lm_bool(B))), v),
  };
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    LmProgram program = one_function(x, lm_real(B), bad[k]);
    assert_int_equal(linmap_check(B, &program), STATUS_ILL_TYPED);
    B->status = STATUS_OK;
  }
}

static uint32_t count_prim(const LmTerm *t, LmPrim prim) {
  uint32_t count = t->kind == LM_PRIM && t->prim == prim;
  for (uint32_t k = 0; k < t->count; k++) count += count_prim(t->kid[k], prim);
  return count;
}

/* What is computed in any case is computed once: in a sum, and in the test of a conditional, which is run in any case;
 * not in its branches, of which one is. */
static void test_common_subterms(void **state) {
  (void)state;
  LmSymbol x = lm_fresh(B), y = lm_fresh(B);
  const LmTerm *vx = lm_var(B, x, lm_real(B)), *vy = lm_var(B, y, lm_real(B)), *product = times2(vx, vy);
  const LmTerm *test = lm_prim2(B, LM_PRIM_LT, product, num(0));
  assert_int_equal(count_prim(linmap_cse(B, plus2(product, product)), LM_PRIM_MUL), 1);
  assert_int_equal(count_prim(linmap_cse(B, plus2(product, lm_if(B, test, vx, vy))), LM_PRIM_MUL), 1);
  assert_int_equal(count_prim(linmap_cse(B, lm_if(B, test, plus2(product, product), vy)), LM_PRIM_MUL), 2);
  assert_int_equal(B->status, STATUS_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_f2_has_its_true_derivative, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_shadowed_names, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_common_subterms, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_cumulative_sums_are_the_triangular_numbers, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_fold_of_a_running_polynomial, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_functions_are_differentiated_on_their_own, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_translation_there_and_back, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_constructs_outside_are_named, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_long_folds_take_linear_time, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_ill_typed_programs_are_refused, open_case, close_case),
  };
  return cmocka_run_group_tests(tests, open_all, close_all);
}
