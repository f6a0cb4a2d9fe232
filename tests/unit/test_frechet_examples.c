/* The examples of the paper, by number, with their optimised derivatives printed at a
 * point of variables: B.1, B.2, A.2, Griewank's of section 8, the network of 7.1. */
#include "ad/frechet/frechet.h"
#include "ad/frechet/optimise.h"
#include "semantics/rings/rings.h"
#include "tests/unit/build.h"
#include "tests/unit/programs.h"
#include "verify/truth/ring_symbolic.h"

#include <stdio.h>
#include <stdlib.h>

#define ARENA_LIMIT ((size_t)1 << 30)
#define VARIABLES 64u

static Ring *symbols;
static Arena arena;

static int setup(void **state) {
  (void)state;
  S = store_new(1u << 22);
  symbols = ring_symbolic_new(VARIABLES, 24, 400);
  arena_init(&arena, ARENA_LIMIT);
  return S == NULL || symbols == NULL;
}

static int teardown(void **state) {
  (void)state;
  arena_free(&arena);
  ring_destroy(symbols);
  store_free(S);
  return 0;
}

/* The optimised derivative of a definition at variables, named in order. */
typedef struct Example {
  HilTerms terms;
  Machine machine;
  HilMapId plain, optimised;
} Example;

static void derive(const char *text, const Engine *engine, const char *const *names, Example *out) {
  const void *derivative;
  const char *missing = "";
  HilVector x, fx;
  Scalar *input = arena_array(&arena, VARIABLES, sizeof *input);
  const Scalar *next = input;
  Module module = module_read(S, text);
  const Program *program = &module.definitions[module.count - 1].program;
  assert_non_null(input);
  assert_int_equal(engine->derive(S, &arena, program, &derivative, &missing), STATUS_OK);
  const Frechet *d = derivative;
  out->machine = machine_make(S, symbols, &arena);
  assert_int_equal(hil_terms_copy(&d->terms, &arena, &out->terms), STATUS_OK);
  for (uint32_t i = 0; i < d->inputs; i++) {
    if (names != NULL) symbolic_name_variable(symbols, i, names[i]);
    input[i] = symbolic_variable(symbols, i);
  }
  HilSpace dom = hil_fun(&out->terms, d->f)->dom;
  assert_int_equal(hil_read(&out->machine, &out->terms.spaces, dom, &next, &x), STATUS_OK);
  Status status = d->reverse ? frechet_affine_adjoint(&out->machine, &out->terms, d->f, &x, &fx, &out->plain)
                             : frechet_affine(&out->machine, &out->terms, d->f, &x, &fx, &out->plain);
  assert_int_equal(status, STATUS_OK);
  assert_int_equal(frechet_optimise(&out->machine, &out->terms, FRECHET_RULES_ALL, out->plain, &out->optimised, NULL),
                   STATUS_OK);
  assert_int_equal(hil_map_check(&out->terms, out->optimised), STATUS_OK);
  text_free_module(&module);
}

/* The term as text. */
static char *shown(const HilTerms *terms, Machine *machine, HilMapId m) {
  char *printed;
  size_t size;
  FILE *out = open_memstream(&printed, &size);
  assert_non_null(out);
  hil_map_print(terms, machine, S, m, out);
  fclose(out);
  return printed;
}

static void check(const char *text, const Engine *engine, const char *const *names, const char *expected) {
  Example example;
  derive(text, engine, names, &example);
  char *printed = shown(&example.terms, &example.machine, example.optimised);
  assert_string_equal(printed, expected);
  free(printed);
}

/* B.1: (cos x / sin x ·), its own adjoint.  B.2: (1/x1 + x2, x1 - cos x2). */
static void test_scalars(void **state) {
  (void)state;
  const char *b1 = "def f (x : real) = log (sin x)";
  const char *b2 = "def f (x1 : real) (x2 : real) = log x1 + x1 * x2 - sin x2";
  const char *names[] = {"x1", "x2"};
  check(b1, &frechet_forward, names, "((cos[x1])/(sin[x1])·)");
  check(b1, &frechet_reverse, names, "((cos[x1])/(sin[x1])·)");
  check(b2, &frechet_forward, names, "[((x2*x1+1)/(x1)·), (-cos[x2]+x1·)]");
  check(b2, &frechet_reverse, names, "⟨((x2*x1+1)/(x1)·), (-cos[x2]+x1·)⟩");
}

/* Section 8: b sin(a.x) has the tensor c·(b(x)a), c = cos(a.x). */
static void test_griewank(void **state) {
  (void)state;
  const char *griewank = "def f (x : real^2) = sin (dot [2.0, 3.0] x) .* [11.0, 13.0, 17.0]";
  const char *names[] = {"x1", "x2"};
  check(griewank, &frechet_forward, names, "(|_| • (cos[3*x2+2*x1]·((11, 13, 17)⊗(2, 3))∗) • (⊗1))");
  check(griewank, &frechet_reverse, names, "(|_| • (cos[3*x2+2*x1]·((2, 3)⊗(11, 13, 17))∗) • (⊗1))");
}

/* f (x1, x2, x3) = (x1 + x2, x1 x3) : R^3 -> R^2 */
static HilFunId jacobi(HilTerms *terms) {
  HilSpace real = hil_space_real(&terms->spaces),
           v = hil_space_power(&terms->spaces, hil_index_number(&terms->spaces, 3), real);
  HilFunId pi[3];
  for (uint32_t x = 0; x < 3; x++) pi[x] = hilfun_linear(terms, hilmap_proj(terms, v, x));
  HilIndex two = hil_index_number(&terms->spaces, 2);
  HilFunId plus = hilfun_linear(terms, hilmap_sum(terms, two, real));
  HilFunId times = hilfun_bilinear(terms, hil_bilinear_multiple(terms, real));
  return hilfun_tuple2(terms, hilfun_comp(terms, plus, hilfun_tuple2(terms, pi[0], pi[1])),
                       hilfun_comp(terms, times, hilfun_tuple2(terms, pi[0], pi[2])));
}

static HilMapId jacobi_at(HilTerms *terms, HilFunId f, const Scalar *x, bool reverse) {
  Machine machine = machine_make(S, symbols, &arena);
  HilVector point = hil_reals(3, x), fx;
  HilMapId plain, optimised;
  assert_int_equal(reverse ? frechet_affine_adjoint(&machine, terms, f, &point, &fx, &plain)
                           : frechet_affine(&machine, terms, f, &point, &fx, &plain),
                   STATUS_OK);
  assert_int_equal(frechet_optimise(&machine, terms, FRECHET_RULES_ALL, plain, &optimised, NULL), STATUS_OK);
  return optimised;
}

/* A.2: the Jacobi derivative (1 1 0; x3 0 x1), at (4, 0, -2) the matrix (1 1 0; -2 0 4).  The
 * entry in row j and column i is the partial derivative of output j by input i: the text
 * has the names of rows and columns the other way round. */
static void test_jacobi(void **state) {
  (void)state;
  static const int64_t at[3] = {4, 0, -2}, matrix[2][3] = {{1, 1, 0}, {-2, 0, 4}};
  HilTerms terms;
  Scalar x[3], point[3];
  Machine machine = machine_make(S, symbols, &arena);
  assert_int_equal(hil_terms_init(&terms, &arena), STATUS_OK);
  HilFunId f = jacobi(&terms);
  for (uint32_t i = 0; i < 3; i++) {
    x[i] = symbolic_variable(symbols, i);
    point[i] = ring_integer(symbols, at[i]);
  }
  symbolic_name_variable(symbols, 0, "x1");
  symbolic_name_variable(symbols, 2, "x3");
  char *forward = shown(&terms, &machine, jacobi_at(&terms, f, x, false));
  char *reverse = shown(&terms, &machine, jacobi_at(&terms, f, x, true));
  assert_string_equal(forward, "⟨[id, id, 0], [(x3·), 0, (x1·)]⟩");
  assert_string_equal(reverse, "[⟨id, id, 0⟩, ⟨(x3·), 0, (x1·)⟩]");
  free(forward);
  free(reverse);
  HilMapId m = jacobi_at(&terms, f, point, false);
  for (uint32_t i = 0; i < 3; i++) {
    Scalar e[3], column[2];
    for (uint32_t j = 0; j < 3; j++) e[j] = ring_integer(symbols, i == j);
    HilVector unit = hil_reals(3, e), image;
    assert_int_equal(hil_apply(&machine, &terms, m, &unit, &image), STATUS_OK);
    assert_int_equal(hil_write(&machine, &terms.spaces, hil_map(&terms, m)->cod, &image, column), STATUS_OK);
    for (uint32_t j = 0; j < 2; j++)
      assert_int_equal(symbolic_equal(symbols, column[j], ring_integer(symbols, matrix[j][i])), SYMBOLIC_EQUAL);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scalars),
      cmocka_unit_test(test_griewank),
      cmocka_unit_test(test_jacobi),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
