/* Combinatory AD: the examples of caddie, D and Adj on every construct, in both
 * value domains and as compiled C, what is refused, and size. */
#include "ad/combinatory/combinatory.h"
#include "semantics/core/rings.h"
#include "semantics/text/text.h"
#include "tests/unit/build.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define ARENA_LIMIT ((size_t)256 << 20)
#define MOST 128u

static Ring *doubles;
static Arena arena;

static int setup(void **state) {
  (void)state;
  S = store_new(1u << 22);
  doubles = ring_double_new();
  arena_init(&arena, ARENA_LIMIT);
  return S == NULL || doubles == NULL;
}

static int teardown(void **state) {
  (void)state;
  arena_free(&arena);
  ring_destroy(doubles);
  store_free(S);
  return 0;
}

static Module read_module(const char *text) {
  Module module;
  TextError error;
  if (text_read_module(S, "test", text, strlen(text), NULL, 0, &module, &error) != STATUS_OK) {
    fail_msg("%s", error.message);
  }
  return module;
}

static CombinatoryDerivative make(const char *text, bool reverse, CombinatoryBinding binding) {
  Module module = read_module(text);
  CombinatoryDerivative derivative;
  const char *missing = "";
  Status status = combinatory_make(S, &arena, &module.definitions[module.count - 1].program, reverse, binding,
                                   &derivative, &missing);
  if (status != STATUS_OK) fail_msg("%s %s: %s", status_name(status), missing, text);
  text_free_module(&module);
  return derivative;
}

/* ------------------------------------------------------------- at points -- */

static void run_program(const char *text, const Engine *engine, const double *x, const double *seed, double *value,
                        double *image) {
  Module module = read_module(text);
  const Program *program = &module.definitions[module.count - 1].program;
  const void *derivative;
  const char *missing = "";
  Status status = engine->derive(S, &arena, program, &derivative, &missing);
  if (status != STATUS_OK) fail_msg("%s %s: %s", status_name(status), missing, text);
  const CombinatoryDerivative *d = derivative;
  Scalar input[MOST], seeds[MOST], primal[MOST], images[MOST];
  for (uint32_t i = 0; i < d->inputs; i++) input[i] = scalar_from_double(x[i]);
  for (uint32_t i = 0; i < (d->reverse ? d->outputs : d->inputs); i++) seeds[i] = scalar_from_double(seed[i]);
  Machine machine = machine_make(S, doubles, &arena);
  assert_int_equal(engine->run(&machine, program, derivative, input, 1, seeds, primal, images), STATUS_OK);
  for (uint32_t i = 0; i < d->outputs; i++) value[i] = scalar_to_double(primal[i]);
  for (uint32_t i = 0; i < (d->reverse ? d->inputs : d->outputs); i++) image[i] = scalar_to_double(images[i]);
  text_free_module(&module);
}

static void assert_near(double found, double expected, double relative) {
  if (!(fabs(found - expected) <= relative * fabs(expected))) fail_msg("%.15g, not %.15g", found, expected);
}

static void check_point(const char *text, const Engine *engine, const double *x, const double *seed, double value,
                        uint32_t images, const double *expected) {
  double found_value[MOST], image[MOST];
  run_program(text, engine, x, seed, found_value, image);
  assert_near(found_value[0], value, 1e-11);
  for (uint32_t i = 0; i < images; i++) assert_near(image[i], expected[i], 1e-11);
}

/* The outputs that caddie's repository records. */
static void test_published_values(void **state) {
  (void)state;
  const double one[] = {1, 0};
  check_point("def f (x : real) = log (sin x)", &combinatory_forward, (double[]){3}, one, -1.95814462961, 1,
              (double[]){-7.01525255143});
  check_point("def f (x : real) (y : real) = x * y", &combinatory_reverse, (double[]){3, 1}, one, 3, 2,
              (double[]){1, 3});
  check_point("def f (x : real) (y : real) = log x + x * y - sin y", &combinatory_reverse, (double[]){3, 1}, one,
              3.25714130386, 2, (double[]){1.33333333333, 2.45969769413});
  check_point("def f (x : real) (y : real) = sqrt (x * x + y * y)", &combinatory_forward, (double[]){3, 4}, one, 5, 1,
              (double[]){0.6});
  check_point("def f (x : real^2) = sqrt (dot x x)", &combinatory_forward, (double[]){3, 4}, one, 5, 1,
              (double[]){0.6});
  /* defect 42: not an outer product */
  check_point("def f (x : real^3) = map (y. y * y) x", &combinatory_forward, (double[]){1, 2, 3}, (double[]){4, 5, 6},
              1, 3, (double[]){8, 20, 36});
  /* defect 39: x^2 + y^2 is not bilinear; 16 at (8, 9) along (1, 0), and linear in the direction */
  check_point("def f (x : real) (y : real) = x * x + y * y", &combinatory_forward, (double[]){8, 9}, one, 145, 1,
              (double[]){16});
  check_point("def f (x : real) (y : real) = x * x + y * y", &combinatory_forward, (double[]){8, 9}, (double[]){0, 0},
              145, 1, (double[]){0});
}

/* -------------------------------------------------------- the golden text -- */

static void assert_text(const char *expected, void (*print)(const CombinatoryDerivative *, FILE *),
                        const CombinatoryDerivative *derivative) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  print(derivative, out);
  fclose(out);
  assert_string_equal(text, expected);
  free(text);
}

static void print_point_free(const CombinatoryDerivative *d, FILE *out) { pf_print(&d->terms, d->p, out); }

static void print_x(const void *state, uint32_t k, FILE *out) {
  (void)state;
  fprintf(out, "x%u", k + 1);
}

static void print_residual(void *state, Scalar a, bool atom, FILE *out) {
  const ResidualNames names = {NULL, print_x, print_x};
  residual_print(state, &names, a, atom ? RESIDUAL_OPERAND : RESIDUAL_ALONE, out);
}

/* let v9 = cos x2 in (ln(x1*v9), map) */
static void print_d(const CombinatoryDerivative *d, FILE *out) {
  const ResidualNames names = {NULL, print_x, print_x};
  PfScalarPrinter printer = {(void *)(uintptr_t)&d->residual, print_residual, NULL};
  residual_print_lets(&d->residual, &names, 1, 1, 0, out);
  fputs("in (", out);
  residual_print(&d->residual, &names, d->value[0], RESIDUAL_ALONE, out);
  fputs(", ", out);
  pfmap_print(&d->maps, d->map, &printer, out);
  fputc(')', out);
}

/* The map at the cotangent 1. */
static void print_at_one(const CombinatoryDerivative *d, FILE *out) {
  const ResidualNames names = {NULL, print_x, print_x};
  Residual code;
  Scalar *image, one_scalar = {d->residual.one};
  assert_int_equal(combinatory_apply(d, &arena, &one_scalar, &code, &image), STATUS_OK);
  residual_print_lets(&code, &names, 1, 1, 0, out);
  fputs("in (", out);
  residual_print(&code, &names, image[0], RESIDUAL_ALONE, out);
  fputs(", ", out);
  residual_print(&code, &names, image[1], RESIDUAL_ALONE, out);
  fputc(')', out);
}

#define README "def f (x1 : real) (x2 : real) = log (x1 * cos x2)"

/* Names begin at v1 here, at v9 in the paper. */
static void test_the_introductory_example(void **state) {
  (void)state;
  CombinatoryDerivative forward = make(README, false, COMBINATORY_CADDIE);
  CombinatoryDerivative reverse = make(README, true, COMBINATORY_CADDIE);
  assert_text("ln ○ ((*) ○ ((π1 × (cos ○ π2)) ○ Δ))", print_point_free, &forward);
  assert_text("let v1 = cos x2\n"
              "in (ln(x1*v1), (pow(~1)(x1*v1)*) • (+) • ((*v1) ⊕ (x1*)) • (π1 ⊕ (~(sin x2)*) • π2) • Δ)",
              print_d, &forward);
  assert_text("let v1 = cos x2\n"
              "in (ln(x1*v1), (+) • ((Id ⊕ 0) • Δ ⊕ (0 ⊕ Id) • Δ • (~(sin x2)*)) • ((*v1) ⊕ (x1*)) • Δ • "
              "(pow(~1)(x1*v1)*))",
              print_d, &reverse);
  assert_text("let v1 = cos x2\n"
              "let v2 = pow(~1)(x1*v1)\n"
              "let v3 = v2*v1\n"
              "let v4 = ~(sin x2) * (x1*v2)\n"
              "in (v3, v4)",
              print_at_one, &reverse);
}

/* ---------------------------------------------- terms that the source lacks -- */

/* D p at x by numbers: y = p x, z = m v, and the adjoint of m at w. */
static void derive_numbers(PfTable *terms, PfId p, const double *x, const double *v, double *y, double *z,
                           const double *w, double *back) {
  PfMapTable maps;
  PfMapId m, adjoint;
  PfNumbers numbers = pf_numbers(S, doubles, NULL);
  TypeId dom, cod, from, to;
  Scalar in[MOST], out[MOST], *end = out;
  PfValue value, result, evaluated;
  assert_int_equal(pf_check(terms, p, &dom, &cod), STATUS_OK);
  uint32_t n = type_node(&S->types, dom)->dim, outputs = type_node(&S->types, cod)->dim;
  assert_int_equal(pfmap_table_init(&maps, S, &arena), STATUS_OK);
  Combinatory d = {&numbers.domain, &arena, terms, &maps, COMBINATORY_FULL, PF_DEPTH};
  for (uint32_t i = 0; i < n; i++) in[i] = scalar_from_double(x[i]);
  const Scalar *flat = in;
  assert_int_equal(pf_read_flat(&arena, &S->types, dom, &flat, &value), STATUS_OK);
  Machine machine = machine_make(S, doubles, &arena);
  assert_int_equal(pf_eval(&machine, terms, p, &value, &evaluated), STATUS_OK);
  assert_int_equal(combinatory_derive(&d, p, &value, &result, &m), STATUS_OK);
  assert_int_equal(pfmap_check(&maps, m, &from, &to), STATUS_OK);
  assert_true(type_equal(from, dom) && type_equal(to, cod));
  assert_int_equal(combinatory_adjoint(&maps, m, &adjoint), STATUS_OK);
  assert_int_equal(pfmap_check(&maps, adjoint, &from, &to), STATUS_OK);
  assert_true(type_equal(from, cod) && type_equal(to, dom));
  assert_int_equal(pf_write_flat(&S->types, cod, &result, &end), STATUS_OK);
  for (uint32_t i = 0; i < outputs; i++) y[i] = scalar_to_double(out[i]);
  end = out;
  assert_int_equal(pf_write_flat(&S->types, cod, &evaluated, &end), STATUS_OK);
  for (uint32_t i = 0; i < outputs; i++) assert_true(y[i] == scalar_to_double(out[i]));
  Scalar direction[MOST], cotangent[MOST];
  for (uint32_t i = 0; i < n; i++) direction[i] = scalar_from_double(v[i]);
  for (uint32_t i = 0; i < outputs; i++) cotangent[i] = scalar_from_double(w[i]);
  flat = direction;
  assert_int_equal(pf_read_flat(&arena, &S->types, dom, &flat, &value), STATUS_OK);
  assert_int_equal(pfmap_apply(&numbers.domain, &arena, &maps, m, &value, PF_DEPTH, &result), STATUS_OK);
  end = out;
  assert_int_equal(pf_write_flat(&S->types, cod, &result, &end), STATUS_OK);
  for (uint32_t i = 0; i < outputs; i++) z[i] = scalar_to_double(out[i]);
  flat = cotangent;
  assert_int_equal(pf_read_flat(&arena, &S->types, cod, &flat, &value), STATUS_OK);
  assert_int_equal(pfmap_apply(&numbers.domain, &arena, &maps, adjoint, &value, PF_DEPTH, &result), STATUS_OK);
  end = out;
  assert_int_equal(pf_write_flat(&S->types, dom, &result, &end), STATUS_OK);
  for (uint32_t i = 0; i < n; i++) back[i] = scalar_to_double(out[i]);
}

static PfTable new_table(void) {
  PfTable table;
  assert_int_equal(pf_table_init(&table, S, &arena), STATUS_OK);
  return table;
}

/* (1,2,3) x (4,5,6) = (-3,6,-3); its derivative along (u, v) is u x y + x x v. */
static void test_cross_product(void **state) {
  (void)state;
  PfTable table = new_table();
  const double x[] = {1, 2, 3, 4, 5, 6}, v[] = {1, 0, 0, 0, 1, 0}, w[] = {1, 10, 100};
  double y[3], z[3], back[6];
  derive_numbers(&table, pf_binary(&table, BILINEAR_CROSS, 3, 0), x, v, y, z, w, back);
  const double value[] = {-3, 6, -3}, image[] = {-3, -6, 6};
  const double cotangent[] = {440, -394, 35, -170, 97, -8};
  for (int i = 0; i < 3; i++) assert_true(y[i] == value[i] && z[i] == image[i]);
  /* defect 41: Adj (e x) = (x e), Adj (x e) = (e x): y x w and w x x */
  for (int i = 0; i < 6; i++) assert_true(back[i] == cotangent[i]);
}

/* M = ((1,2),(3,4),(5,6)), x = (7,8): the sections of a matrix-vector product. */
static void test_matrix_vector_product(void **state) {
  (void)state;
  PfTable table = new_table();
  const double at[] = {1, 2, 3, 4, 5, 6, 7, 8}, v[] = {1, 0, 0, 0, 0, 2, 1, -1}, w[] = {1, 10, 100};
  double y[3], z[3], back[8];
  derive_numbers(&table, pf_binary(&table, BILINEAR_MATVEC, 2, 3), at, v, y, z, w, back);
  const double value[] = {23, 53, 83}, image[] = {6, -1, 15};
  const double cotangent[] = {7, 8, 70, 80, 700, 800, 531, 642};
  for (int i = 0; i < 3; i++) assert_true(y[i] == value[i] && z[i] == image[i]);
  for (int i = 0; i < 8; i++) assert_true(back[i] == cotangent[i]);
}

/* if x1 - x2 < 0 then x1 * x2 else sin x1, and an if inside one */
static PfId conditional(PfTable *table) {
  TypeId r = R(1), pair_type = prod(r, r);
  PfId product = pf_binary(table, BILINEAR_TIMES, 1, 0);
  PfId sine = pf_comp(table, pf_unary(table, OP_SIN, 1, (ConstantId){0}), pf_fst(table, r, r));
  PfId inner = pf_if(table, pf_snd(table, r, r), pf_comp(table, pf_neg(table, 1), product), sine);
  return pf_if(table, pf_sub(table, r), product, pf_comp(table, inner, pf_identity(table, pair_type)));
}

static void test_conditionals(void **state) {
  (void)state;
  PfTable table = new_table();
  PfId p = conditional(&table);
  const double v[] = {1, 10}, w[] = {3};
  double y[1], z[1], back[2];
  derive_numbers(&table, p, (double[]){1, 2}, v, y, z, w, back);
  assert_true(y[0] == 2 && z[0] == 12 && back[0] == 6 && back[1] == 3);
  derive_numbers(&table, p, (double[]){2, -1}, v, y, z, w, back);
  assert_true(y[0] == 2 && z[0] == -19 && back[0] == 3 && back[1] == -6);
  derive_numbers(&table, p, (double[]){2, 1}, v, y, z, w, back);
  assert_true(y[0] == sin(2) && z[0] == cos(2) && back[0] == 3 * cos(2) && back[1] == 0);
  /* 0 is not negative: the second branch */
  derive_numbers(&table, p, (double[]){1, 1}, v, y, z, w, back);
  assert_true(y[0] == sin(1));
}

/* The code of a conditional: both branches, each under its own bindings. */
static void test_code_of_conditionals(void **state) {
  (void)state;
  const double points[][2] = {{1, 2}, {2, -1}, {2, 1}, {1, 1}}, v[] = {1, 10}, w[] = {3};
  for (int reverse = 0; reverse < 2; reverse++) {
    CombinatoryDerivative d = {.terms = new_table()};
    PfId p = conditional(&d.terms);
    assert_int_equal(combinatory_make_term(&d, &arena, p, reverse != 0, COMBINATORY_FULL), STATUS_OK);
    for (int i = 0; i < 4; i++) {
      double y[1], z[1], back[2];
      Scalar input[2], seed[2], primal[1], image[2];
      derive_numbers(&d.terms, p, points[i], v, y, z, w, back);
      for (int k = 0; k < 2; k++) input[k] = scalar_from_double(points[i][k]);
      for (int k = 0; k < 2; k++) seed[k] = scalar_from_double(reverse ? w[0] : v[k]);
      Machine machine = machine_make(S, doubles, &arena);
      assert_int_equal(combinatory_forward.run(&machine, NULL, &d, input, 1, seed, primal, image), STATUS_OK);
      assert_true(scalar_to_double(primal[0]) == y[0]);
      for (int k = 0; k < (reverse ? 2 : 1); k++) assert_true(scalar_to_double(image[k]) == (reverse ? back : z)[k]);
    }
  }
}

#define BRANCHES                                                                                                       \
  "void f(const double *x, const double *w, double *y, double *z) {\n"                                                 \
  "  (void)x, (void)w, (void)y, (void)z;\n"                                                                            \
  "  const double v1 = (x[0] - x[1]);\n"                                                                               \
  "  double v2;\n"                                                                                                     \
  "  if (v1 < 0) {\n"                                                                                                  \
  "    v2 = (x[0] * x[1]);\n"                                                                                          \
  "  } else {\n"                                                                                                       \
  "    v2 = sin(x[0]);\n"                                                                                              \
  "  }\n"                                                                                                              \
  "  double v3;\n"                                                                                                     \
  "  if (v1 < 0) {\n"                                                                                                  \
  "    v3 = ((w[0] * x[1]) + (x[0] * w[1]));\n"                                                                        \
  "  } else {\n"                                                                                                       \
  "    v3 = (cos(x[0]) * w[0]);\n"                                                                                     \
  "  }\n"                                                                                                              \
  "  y[0] = v2;\n"                                                                                                     \
  "  z[0] = v3;\n"                                                                                                     \
  "}\n"

static void test_c_of_conditionals(void **state) {
  (void)state;
  CombinatoryDerivative d = {.terms = new_table()};
  TypeId r = R(1);
  PfId sine = pf_comp(&d.terms, pf_unary(&d.terms, OP_SIN, 1, (ConstantId){0}), pf_fst(&d.terms, r, r));
  PfId p = pf_if(&d.terms, pf_sub(&d.terms, r), pf_binary(&d.terms, BILINEAR_TIMES, 1, 0), sine);
  assert_int_equal(combinatory_make_term(&d, &arena, p, false, COMBINATORY_FULL), STATUS_OK);
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_int_equal(combinatory_write(&d, COMBINATORY_C, "f", out), STATUS_OK);
  fclose(out);
  const char *code = strstr(text, "void f");
  assert_non_null(code);
  assert_string_equal(code, BRANCHES);
  free(text);
}

/* ----------------------------------------------------------- judgements -- */

static Status check_map(PfMapTable *maps, PfMapId m) {
  TypeId dom, cod;
  return maps->status == STATUS_OK ? pfmap_check(maps, m, &dom, &cod) : maps->status;
}

static PfMapTable new_maps(void) {
  PfMapTable maps;
  assert_int_equal(pfmap_table_init(&maps, S, &arena), STATUS_OK);
  return maps;
}

/* What the print states, and the judgement refuses. */
static void test_maps_that_do_not_type(void **state) {
  (void)state;
  const Scalar zeros[9] = {{0}};
  PfValue vector = pf_vector(3, zeros), number_value = pf_vector(1, zeros);
  PfMapTable maps = new_maps();
  /* Adj (e·) = (*e): the product with a vector of R^n is no map of R to R^n */
  PfMapId wrong = pfmap_comp(&maps, pfmap_right(&maps, BILINEAR_TIMES, 1, 0, &vector),
                             pfmap_left(&maps, BILINEAR_DOT, 3, 0, &vector));
  assert_int_equal(check_map(&maps, wrong), STATUS_ILL_TYPED);
  maps = new_maps();
  /* Adj (x e) : R^n |-> R is (·e), and not (e x) */
  wrong = pfmap_comp(&maps, pfmap_left(&maps, BILINEAR_SCALE, 3, 0, &number_value),
                     pfmap_left(&maps, BILINEAR_DOT, 3, 0, &vector));
  assert_int_equal(check_map(&maps, wrong), STATUS_ILL_TYPED);
  maps = new_maps();
  /* Adj (Adj pi1) as printed: (+) . (Id (+) 0) at A*B with A /= B */
  wrong = pfmap_comp(&maps, pfmap_add(&maps, R(1)),
                     pfmap_par(&maps, pfmap_identity(&maps, R(1)), pfmap_zero(&maps, R(2), R(2))));
  assert_int_equal(check_map(&maps, wrong), STATUS_ILL_TYPED);
  maps = new_maps();
  assert_int_equal(check_map(&maps, pfmap_left(&maps, BILINEAR_CROSS, 4, 0, &vector)), STATUS_ILL_TYPED);
  maps = new_maps();
  assert_int_equal(check_map(&maps, pfmap_left(&maps, BILINEAR_OUTER, 3, 3, &vector)), STATUS_ILL_TYPED);
  maps = new_maps();
  assert_int_equal(check_map(&maps, pfmap_at(&maps, 3, 3, R(1))), STATUS_ILL_TYPED);
  maps = new_maps();
  PfMapId members[2] = {pfmap_identity(&maps, R(1)), pfmap_identity(&maps, R(2))};
  assert_int_equal(check_map(&maps, pfmap_family(&maps, R(1), R(1), 2, members)), STATUS_ILL_TYPED);
  maps = new_maps();
  const uint32_t blocks[2] = {0, 0};
  wrong = pfmap_if(&maps, zeros[0], blocks, pfmap_identity(&maps, R(1)), pfmap_neg(&maps, R(2)));
  assert_int_equal(check_map(&maps, wrong), STATUS_ILL_TYPED);
}

/* map (|e1|) o (|e2| x Id) o Delta, the printed translation of map */
static void test_the_printed_map_does_not_type(void **state) {
  (void)state;
  PfTable table = new_table();
  TypeId dom, cod, input = prod(R(1), R(3));
  PfId body = pf_binary(&table, BILINEAR_TIMES, 1, 0);
  PfId environment = pf_tuple(&table, pf_snd(&table, R(1), R(3)), pf_identity(&table, input));
  PfId printed = pf_comp(&table, pf_map(&table, 3, body), environment);
  assert_int_equal(table.status, STATUS_OK);
  assert_int_equal(pf_check(&table, printed, &dom, &cod), STATUS_ILL_TYPED);
  PfId outer = pf_binary(&table, BILINEAR_OUTER, 2, 2);
  assert_int_equal(pf_check(&table, outer, &dom, &cod), STATUS_ILL_TYPED);
  PfId branches = pf_if(&table, pf_identity(&table, R(2)), pf_identity(&table, R(2)), pf_identity(&table, R(2)));
  assert_int_equal(pf_check(&table, branches, &dom, &cod), STATUS_ILL_TYPED);
}

static void check_missing(const char *text, const char *expected) {
  Module module = read_module(text);
  const void *derivative;
  const char *missing = "";
  Status status =
      combinatory_forward.derive(S, &arena, &module.definitions[module.count - 1].program, &derivative, &missing);
  assert_int_equal(status, STATUS_UNABLE);
  assert_string_equal(missing, expected);
  text_free_module(&module);
}

static void test_what_is_missing_is_named(void **state) {
  (void)state;
  check_missing("def f (i : Int) (x : real^3) = x ! i", "an Int, a sum or a function in the context or the result");
  check_missing("def f (g : real -> real) (x : real) = g x",
                "an Int, a sum or a function in the context or the result");
  check_missing("def f (x : real) = let p = (x, 2) in let q = (x, \\y. x * y) in (snd q) x",
                "a function as a part of a value");
  check_missing("def f (x : real^3) = sum (map (i. x ! i) (build 3 (i. i)))", "Int as a part of a value");
}

/* Functions are inlined, so that what is first-order at the outside has a derivative. */
static void test_functions_are_inlined(void **state) {
  (void)state;
  check_point("def f (x : real) (y : real) = let g = \\(a : real) (b : real). a * b * x in g (g x y) y",
              &combinatory_reverse, (double[]){2, 3}, (double[]){1}, 72, 2, (double[]){108, 48});
  check_point("def f (x : real) = (\\(h : real -> real). h (h x)) (\\(y : real). y * x)", &combinatory_forward,
              (double[]){3}, (double[]){1}, 27, 1, (double[]){27});
}

/* ------------------------------------------------------ both value domains -- */

static const char *const programs[] = {
    README,
    "def f (x : real) (y : real) = let z = x * y in let w = sin z + z in (w * w, exp (neg w) / y)",
    "def f (x : real) (v : real^3) = sum (map (y. y * x + sin y) v)",
    "def f (m : real^6) (v : real^2) = matvec m v",
    "def f (x : real) (v : real^3) (w : real^3) = (x .* v - w, dot v w, zipWith (a b. a * b ^ 3 + x) v w)",
    "def f (v : real^4) = build 3 (i. v ! i * v ! (i + 1) + toReal i)",
    "def f (x : real) = tan x + tanh x + sigmoid x + abs x + sqrt (x * x + 1) + max x 0.25 + min x (x * x)",
    "def f (x : real) = (x ^ 3 + x ^ 0 + sign x, replicate {3} (x ^ -2))",
    "def f (p : (real * real)^2) = sum (map (q. fst q * snd q) p)",
    "def f (x : real) (y : real) = let z = x * y in if x < y then z * z else if y <= 0.5 then sin z else (z ^ 3)",
    "def f (x : real) (y : real) = let b = x <= y in let w = x * y in (if b then w else 2 * w, if b then sin w else y)",
    "def f (x : real) = sum (build 3 (i. if i < 1 then x else if x < toReal i then x * x else exp x))",
    "def f (x : real) = let s = (inl x : real + 1) in case s of {inl y -> y * y; inr u -> 3}",
    "def f (v : (real^2)^3) = total v",
    "def f (v : real^3) (w : real^3) = zipWith (a b. let c = b in let d = a in c * c * d) v w",
    "def f (x : real) = (build 0 (i. x), ((), 2 * x))",
};

static double point_of(uint32_t i) { return 0.375 + 0.25 * (double)(i % 7); }

typedef void (*Compiled)(const double *x, const double *w, double *y, double *z);

/* One library with the derivatives of all programs. */
static void *compile(const char *folder) {
  char path[256], command[600];
  (void)snprintf(path, sizeof path, "%s/code.c", folder);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    for (int reverse = 0; reverse < 2; reverse++) {
      char name[32];
      (void)snprintf(name, sizeof name, "f%zu_%d", i, reverse);
      CombinatoryDerivative d = make(programs[i], reverse != 0, COMBINATORY_FULL);
      /* the helper functions of each stand in one file under names of their own */
      char *text = NULL;
      size_t length = 0;
      FILE *memory = open_memstream(&text, &length);
      assert_int_equal(combinatory_write(&d, COMBINATORY_C, name, memory), STATUS_OK);
      fclose(memory);
      fprintf(out, "#define sign sign%zu_%d\n#define sigmoid sigmoid%zu_%d\n%s#undef sign\n#undef sigmoid\n", i,
              reverse, i, reverse, text);
      free(text);
    }
  }
  fclose(out);
  (void)snprintf(
      command, sizeof command,
      "cc -O1 -Wall -Werror -Wno-unused -Wno-unused-but-set-variable -shared -fPIC -o %s/code.so %s/code.c -lm", folder,
      folder);
  assert_int_equal(system(command), 0);
  (void)snprintf(path, sizeof path, "%s/code.so", folder);
  void *library = dlopen(path, RTLD_NOW);
  assert_non_null(library);
  return library;
}

/* The compiled C, the residual terms over doubles, and D over doubles agree. */
static void test_compiled_code(void **state) {
  (void)state;
  char folder[] = "/tmp/adjudge-test-XXXXXX", command[64];
  assert_non_null(mkdtemp(folder));
  void *library = compile(folder);
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    for (int reverse = 0; reverse < 2; reverse++) {
      char name[32];
      double x[MOST], w[MOST], value[MOST], image[MOST], y[MOST], z[MOST];
      (void)snprintf(name, sizeof name, "f%zu_%d", i, reverse);
      for (uint32_t k = 0; k < MOST; k++) x[k] = point_of(k), w[k] = 1.5 - 0.5 * (double)(k % 4);
      run_program(programs[i], reverse ? &combinatory_reverse : &combinatory_forward, x, w, value, image);
      void *symbol = dlsym(library, name);
      assert_non_null(symbol);
      Compiled compiled;
      memcpy(&compiled, &symbol, sizeof compiled);
      compiled(x, w, y, z);
      CombinatoryDerivative d = make(programs[i], reverse != 0, COMBINATORY_FULL);
      for (uint32_t k = 0; k < d.outputs; k++) assert_near(y[k], value[k], 1e-14);
      for (uint32_t k = 0; k < (reverse ? d.inputs : d.outputs); k++) assert_near(z[k], image[k], 1e-13);
    }
  }
  dlclose(library);
  (void)snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

/* D over numbers gives what residual terms give. */
static void test_domains_agree(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    double x[MOST], v[MOST], w[MOST], value[MOST], image[MOST], y[MOST], z[MOST], back[MOST], gradient[MOST];
    for (uint32_t k = 0; k < MOST; k++) {
      x[k] = point_of(k);
      v[k] = 1.5 - 0.5 * (double)(k % 4);
      w[k] = 0.25 + (double)(k % 3);
    }
    run_program(programs[i], &combinatory_forward, x, v, value, image);
    run_program(programs[i], &combinatory_reverse, x, w, value, gradient);
    CombinatoryDerivative d = make(programs[i], false, COMBINATORY_FULL);
    derive_numbers(&d.terms, d.p, x, v, y, z, w, back);
    for (uint32_t k = 0; k < d.outputs; k++) assert_true(y[k] == value[k] && z[k] == image[k]);
    for (uint32_t k = 0; k < d.inputs; k++) assert_true(back[k] == gradient[k]);
  }
}

/* ------------------------------------------------------------------ size -- */

/* The let code of sin (sin (... x)), in characters. */
static size_t written_size(uint32_t tower, CombinatoryBinding binding) {
  char text[4096] = "def f (x : real) = ", *code = NULL;
  size_t length = 0;
  for (uint32_t i = 0; i < tower; i++) strcat(text, "sin (");
  strcat(text, "x");
  for (uint32_t i = 0; i < tower; i++) strcat(text, ")");
  CombinatoryDerivative d = make(text, true, binding);
  FILE *out = open_memstream(&code, &length);
  assert_int_equal(combinatory_write(&d, COMBINATORY_LET, "f", out), STATUS_OK);
  fclose(out);
  free(code);
  return length;
}

static void test_size_of_code(void **state) {
  (void)state;
  /* each result named once: linear; by the paper's policy a unary tower is quadratic */
  assert_true(written_size(64, COMBINATORY_FULL) < 5 * written_size(16, COMBINATORY_FULL));
  assert_true(written_size(64, COMBINATORY_CADDIE) > 9 * written_size(16, COMBINATORY_CADDIE));
  /* a chain of lets, each used twice: exponential without names */
  char text[4096] = "def f (x : real) = ";
  for (int i = 0; i < 20; i++) {
    char let_text[64];
    (void)snprintf(let_text, sizeof let_text, "let y%d = %s%.0d * %s%.0d in ", i + 1, i == 0 ? "x" : "y", i,
                   i == 0 ? "x" : "y", i);
    strcat(text, let_text);
  }
  strcat(text, "y20");
  CombinatoryDerivative d = make(text, true, COMBINATORY_FULL);
  assert_true(combinatory_reverse.size(S, &d) < 20 * 60);
}

static void test_every_rule_is_used(void **state) {
  (void)state;
  assert_rules_used("PFT_");
  assert_rules_used("PFE_");
  assert_rules_used("PFX_");
  assert_rules_used("COMB_");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_published_values),
      cmocka_unit_test(test_the_introductory_example),
      cmocka_unit_test(test_cross_product),
      cmocka_unit_test(test_matrix_vector_product),
      cmocka_unit_test(test_conditionals),
      cmocka_unit_test(test_code_of_conditionals),
      cmocka_unit_test(test_c_of_conditionals),
      cmocka_unit_test(test_maps_that_do_not_type),
      cmocka_unit_test(test_the_printed_map_does_not_type),
      cmocka_unit_test(test_what_is_missing_is_named),
      cmocka_unit_test(test_functions_are_inlined),
      cmocka_unit_test(test_domains_agree),
      cmocka_unit_test(test_compiled_code),
      cmocka_unit_test(test_size_of_code),
      cmocka_unit_test(test_every_rule_is_used),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
