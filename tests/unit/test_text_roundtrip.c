/* Printing and reading back: what text_print_term writes, text_read_term reads
 * as the same term, over random well-typed terms of every constructor. */
#include "tests/unit/random_terms.h"

static void fail_round_trip(Store *store, const char *text, const TextError *error, uint64_t seed) {
  (void)store;
  print_error("seed %llu: %s\n%s\n", (unsigned long long)seed, error->message, text);
  fail();
}

/* Prints, reads and compares. */
static void check_round_trip(Store *store, const Program *program, const NameId *names, TypeId domain, PrintStyle style,
                             uint64_t seed) {
  TextError error = {.line = 0};
  TermId again;
  TypeId again_type;
  char *text = text_print_term(store, program, names, domain, style);
  assert_non_null(text);
  const TermText source = {.text = text,
                           .length = strlen(text),
                           .origin = "printed",
                           .context = program->context,
                           .names = names,
                           .context_length = program->length,
                           .target = true,
                           .domain = domain};
  Status status = text_read_term(store, &source, &again, &again_type, &error);
  bool same = status == STATUS_OK && term_equal(store, again, program->term) && type_equal(again_type, program->type);
  if (!same) fail_round_trip(store, text, &error, seed);
  free(text);
}

static void random_terms_read_back(void **state) {
  (void)state;
  uint64_t seen[TERM_KIND_COUNT] = {0};
  Store *store = store_new(1u << 22);
  assert_non_null(store);
  for (uint64_t seed = 0; seed < 12000; seed++) {
    Generator g = {.store = store, .state = seed};
    uint32_t mark = store_mark(store), count = below(&g, 3);
    NameId names[4];
    static const char *const words[] = {"x", "y", "x1"};
    for (uint32_t i = 0; i < count; i++) {
      bind(&g, type(&g, 2));
      names[i] = name_make(store, words[i], strlen(words[i]));
    }
    bool linear = below(&g, 2) == 0;
    TypeId domain = linear ? linear_type(&g, 2) : (TypeId){0}, found;
    TypeId wanted = linear ? linear_type(&g, 2) : type(&g, 2);
    TermId t = linear ? lin(&g, domain, wanted, 5) : cart(&g, wanted, 5);
    assert_int_equal(store_take_status(store), STATUS_OK);
    for (uint32_t i = mark; i < store_mark(store); i++) seen[store->terms.working.terms[i].kind]++;
    Program program = {t, g.scope, count, wanted};
    Status status = linear ? linear_infer_linear(store, g.scope, count, domain, t, &found)
                           : linear_infer_cartesian(store, g.scope, count, t, &found);
    assert_int_equal(status, STATUS_OK);
    assert_true(type_equal(found, wanted));
    PrintStyle style = {.unicode = seed % 3 == 0, .width = seed % 4 == 0 ? 0 : 20 + (uint32_t)(seed % 90)};
    check_round_trip(store, &program, names, domain, style, seed);
    store_release(store, mark);
  }
  for (int kind = 1; kind < TERM_KIND_COUNT; kind++) assert_true(seen[kind] > 100);
  store_free(store);
}

/* let x = x in ... and x + x + ...: long, and deep as terms. */
static void long_terms_read_back(void **state) {
  (void)state;
  Store *store = store_new(1u << 20);
  TypeId real = type_real(&store->types, 1);
  NameId x = name_make(store, "x", 1);
  OpId add = op_make(&store->ops, &store->types, OP_ADD, 1, 0);
  TermId lets = term_var(store, 0), sum = lets, lambdas = lets;
  TypeId function = real;
  for (uint32_t i = 0; i < 3000; i++) {
    lets = term_let(store, x, term_op(store, add, term_var(store, 0), term_var(store, 0)), lets);
    sum = term_op(store, add, sum, term_var(store, 0));
  }
  for (uint32_t i = 0; i < 200; i++) {
    lambdas = term_lam(store, x, real, lambdas);
    function = type_fun(&store->types, real, function);
  }
  const Program programs[] = {{lets, &real, 1, real}, {sum, &real, 1, real}, {lambdas, &real, 1, function}};
  for (uint32_t i = 0; i < 3; i++) {
    check_round_trip(store, &programs[i], &x, (TypeId){0}, (PrintStyle){.width = 0}, i);
    check_round_trip(store, &programs[i], &x, (TypeId){0}, (PrintStyle){.unicode = true, .width = 80}, i);
  }
  store_free(store);
}

/* Parameters of functions, in [], are a part of the operation. */
static void parameters_read_back(void **state) {
  (void)state;
  static const char *const texts[] = {"Djn[2](x; v)", "Dbetainc[(3/2), 1](x; v)", "Dgammainc[(1/2)]^t(x; v)"};
  Store *store = store_new(1u << 16);
  TypeId real = type_real(&store->types, 1), linear = type_linear_real(&store->types, 1), type;
  NameId x = name_make(store, "x", 1);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const TermText source = {.text = texts[i],
                             .length = strlen(texts[i]),
                             .origin = "t",
                             .context = &real,
                             .names = &x,
                             .context_length = 1,
                             .target = true,
                             .domain = linear};
    Program program = {.context = &real, .length = 1, .type = linear};
    TextError error;
    assert_int_equal(text_read_term(store, &source, &program.term, &type, &error), STATUS_OK);
    char *text = text_print_term(store, &program, &x, linear, (PrintStyle){.width = 0});
    assert_string_equal(text, texts[i]);
    free(text);
  }
  store_free(store);
}

/* What cannot be written is refused: identifiers that cannot be named, terms
 * that are too large as trees, constants of another length. */
static void what_has_no_text_is_refused(void **state) {
  (void)state;
  Store *store = store_new(1u << 20);
  TypeTable *types = &store->types;
  TypeId real = type_real(types, 1), context[] = {real, real};
  NameId x = name_make(store, "x", 1), names[] = {x, x};
  Program program = {term_var(store, 1), context, 2, real};
  PrintStyle style = {.width = 0};
  assert_null(text_print_term(store, &program, names, (TypeId){0}, style)); /* x is shadowed by x */
  program.term = term_var(store, 2);
  assert_null(text_print_term(store, &program, names, (TypeId){0}, style));
  program.term = term_var(store, 0);
  char *text = text_print_term(store, &program, names, (TypeId){0}, style);
  assert_string_equal(text, "x");
  free(text);
  program.term = term_unit(store);
  for (int i = 0; i < 40; i++) program.term = term_pair(store, program.term, program.term);
  assert_null(text_print_term(store, &program, names, (TypeId){0}, style));
  mpq_t values[2];
  mpq_inits(values[0], values[1], NULL);
  ConstantId two = constant_intern(&store->constants, (const mpq_t *)values, 2);
  mpq_clears(values[0], values[1], NULL);
  program.term = term_op(store, op_make_constant(&store->ops, types, 3, two), TERM_NONE_ID, TERM_NONE_ID);
  assert_null(text_print_term(store, &program, names, (TypeId){0}, style));
  store_free(store);
}

/* The layout: one let to a line, bodies under their binders. */
static void long_lines_are_broken(void **state) {
  (void)state;
  const char *source = "def f (x : real) = let y = sin (x * x) in let z = \\w. (cos (y + w), x) in (z y, z (y * y))";
  const char *expected = "def f (x : real) : real * real * (real * real) =\n"
                         "  let y = sin (x * x) in\n"
                         "  let z = \\(w : real). (cos (y + w), x) in\n"
                         "  (z y, z (y * y))";
  const char *narrow = "def f (x : real) : real * real * (real * real) =\n"
                       "  let y = sin (x * x) in\n"
                       "  let z =\n"
                       "    \\(w : real).\n"
                       "      (cos (y + w), x)\n"
                       "  in\n"
                       "  (z y, z (y * y))";
  Store *store = store_new(1u << 10);
  Module module;
  TextError error;
  assert_int_equal(text_read_module(store, "f", source, strlen(source), NULL, 0, &module, &error), STATUS_OK);
  char *wide_text = text_print_definition(store, &module.definitions[0], (PrintStyle){.width = 60});
  char *narrow_text = text_print_definition(store, &module.definitions[0], (PrintStyle){.width = 30});
  assert_string_equal(wide_text, expected);
  assert_string_equal(narrow_text, narrow);
  free(wide_text);
  free(narrow_text);
  text_free_module(&module);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_terms_read_back), cmocka_unit_test(long_terms_read_back),
                                     cmocka_unit_test(parameters_read_back),
                                     cmocka_unit_test(what_has_no_text_is_refused),
                                     cmocka_unit_test(long_lines_are_broken)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
