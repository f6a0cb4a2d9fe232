/* Combinatory AD: the examples of caddie, D and Adj on every construct in both value
 * domains, and what is refused. */
#include "tests/unit/combinatory_run.h"
#include "tests/unit/given.h"

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

/* A declared primitive: by D on code, by the engines, and by the meaning of point-free terms; in code, calls. */
static void test_declared_primitives(void **state) {
  (void)state;
  check_given(S, &arena, &combinatory_forward);
  check_given(S, &arena, &combinatory_reverse);
  TypeId context[2], dom, cod;
  const Program program = given_program(S, context);
  PfTable table;
  PfId p;
  const char *missing;
  assert_int_equal(pf_table_init(&table, S, &arena), STATUS_OK);
  assert_int_equal(pf_translate(&table, &program, &p, &missing), STATUS_OK);
  assert_int_equal(pf_check(&table, p, &dom, &cod), STATUS_OK);
  Ring *ring = ring_double_new();
  Machine machine = machine_make(S, ring, &arena);
  const Scalar input[] = {scalar_from_double(2), scalar_from_double(3), scalar_from_double(5)}, *flat = input;
  PfValue x, y;
  assert_int_equal(pf_read_flat(&arena, &S->types, dom, &flat, &x), STATUS_OK);
  assert_int_equal(pf_eval(&machine, &table, p, &x, &y), STATUS_OK);
  assert_true(scalar_to_double(y.scalars[0]) == 10 && scalar_to_double(y.scalars[1]) == 3);
  ring_destroy(ring);
  const void *derivative;
  char text[4096] = "";
  assert_int_equal(combinatory_reverse.derive(S, &arena, &program, &derivative, &missing), STATUS_OK);
  FILE *out = fmemopen(text, sizeof text, "w");
  assert_non_null(out);
  assert_int_equal(combinatory_reverse.emit(derivative, "c", "g", out), STATUS_OK);
  (void)fclose(out);
  assert_non_null(strstr(text, "swirl(0, x[0], x[1], x[2])"));
  assert_non_null(strstr(text, "swirl_slope(0, x[0], x[1], x[2])"));
}

static void test_every_rule_is_used(void **state) {
  (void)state;
  assert_rules_used("PFT_");
  assert_rules_used("PFE_");
  assert_rules_used("PFX_");
  assert_rules_used("COMB_");
}

/* Arithmetic on Int is done by the translation: each index is that of a number, and one that has no value is named. */
static void test_static_integers(void **state) {
  (void)state;
  static const struct {
    const char *index;
    int at;
  } table[] = {
      {"mod 7 1", 0},        {"mod 7 3", 1},        {"mod (-7) 3", 2},    {"mod 6 (-3)", 0},
      {"mod 7 (-3) + 3", 1}, {"mod 6 (-1)", 0},     {"mod 0 5", 0},       {"div 7 2", 3},
      {"div (-7) 2 + 4", 0}, {"div 7 (-2) + 4", 0}, {"div (-6) (-2)", 3}, {"div (-6) 2 + 4", 1},
      {"imin 2 3", 2},       {"imax 2 3", 3},       {"2 * 3 - 4", 2},     {"mod (-9223372036854775807 - 1) (-1)", 0}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char text[128];
    (void)snprintf(text, sizeof text, "def f (x : real^5) = x ! (%s)", table[i].index);
    check_point(text, &combinatory_forward, (double[]){10, 11, 12, 13, 14}, (double[]){20, 21, 22, 23, 24},
                10 + table[i].at, 1, (double[]){20 + table[i].at});
  }
  static const char *const none[] = {"mod 7 0",
                                     "div 7 0",
                                     "div (-9223372036854775807 - 1) (-1)",
                                     "9223372036854775807 + 1",
                                     "-9223372036854775807 - 2",
                                     "4611686018427387904 * 2"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    char text[128];
    (void)snprintf(text, sizeof text, "def f (x : real^5) = x ! (%s)", none[i]);
    check_missing(text, "an Int that has no value");
  }
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
      cmocka_unit_test(test_static_integers),
      cmocka_unit_test(test_functions_are_inlined),
      cmocka_unit_test(test_domains_agree),
      cmocka_unit_test(test_declared_primitives),
      cmocka_unit_test(test_every_rule_is_used),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
