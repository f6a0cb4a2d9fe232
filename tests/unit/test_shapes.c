/* Lists and Vecs as arguments and results: the program of arrays has the list's value, entry by entry in its order. */
#include "rationals.h"
#include "verify/cli/shapes.h"
#include "verify/cli/values.h"

static json_t *value(const char *text) {
  char error[200];
  json_t *json = value_parse(text, strlen(text), error, sizeof error);
  if (json == NULL) fail_msg("%s: %s", text, error);
  return json;
}

/* What f gives where argument k is the list, at inputs 2, 3, 5, 7, ... in their order. */
static Status value_at(const char *text, uint32_t k, const char *list, Scalar *out) {
  static const int64_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  Module module = module_read(store, text);
  const Definition *f = text_find(store, &module, "f");
  Program program = f->program;
  TypeId context[4];
  Scalar input[8];
  json_t *json = value(list);
  for (uint32_t i = 0; i < program.length; i++) context[i] = program.context[i];
  context[k] = shape_of(store, program.context[k], json);
  json_decref(json);
  assert_false(type_is_none(context[k]));
  program.term = shape_argument(store, &program, k, f->arguments[k], context[k]);
  program.context = context;
  for (size_t i = 0; i < 8; i++) input[i] = ring_integer(rationals, primes[i]);
  Machine machine = machine_make(store, rationals, &arena);
  Status status = source_evaluator.eval(&machine, &program, input, out);
  text_free_module(&module);
  return status;
}

static void expect(const char *text, uint32_t k, const char *list, int64_t expected) {
  Scalar out;
  assert_int_equal(value_at(text, k, list, &out), STATUS_OK);
  if (!ring_equal(rationals, out, ring_integer(rationals, expected))) fail_msg("%s at %s", text, list);
}

/* x + 10 (y + 10 (..)), and the arguments beside it */
static void lists_in_their_order(void **state) {
  (void)state;
  static const char text[] =
      "data list a = nil | cons a (list a)\n"
      "def f (u : real) (l : list real) (w : real) : real =\n"
      "  letrec s (l : list real) : real = match l with nil -> 0 | cons z r -> z + 10 * s r in 1000 * u + s l - w";
  expect(text, 1, "[]", 2000 - 3);
  expect(text, 1, "[0]", 2000 + 3 - 5);
  expect(text, 1, "[0, 0]", 2000 + 53 - 7);
  expect(text, 1, "[0, 0, 0]", 2000 + 753 - 11);
}

static void lists_of_lists(void **state) {
  (void)state;
  static const char text[] =
      "data list a = nil | cons a (list a)\n"
      "def f (l : list (list (real * real))) : real =\n"
      "  letrec s (l : list (real * real)) : real = match l with nil -> 0 | cons z r -> fst z - snd z + 10 * s r in\n"
      "  letrec all (l : list (list (real * real))) : real = match l with nil -> 0 | cons z r -> s z + 1000 * all r "
      "in\n"
      "  all l";
  expect(text, 0, "[[[0, 0], [0, 0]], [[0, 0], [0, 0]]]", -1 - 20 - 2000 - 20000);
  expect(text, 0, "[[], []]", 0);
}

static void vectors(void **state) {
  (void)state;
  static const char text[] =
      "def f (v : Vec (real * real)) : real = toReal (100 * length v) + fst (v ! 0) + 10 * snd (v ! 1)";
  Scalar out;
  expect(text, 0, "[[0, 0], [0, 0]]", 200 + 2 + 70);
  assert_int_equal(value_at(text, 0, "[[0, 0]]", &out), STATUS_DOMAIN);
}

/* No lengths: elements of several, no array, an empty Vec, a tree, a function. */
static void what_has_no_shape(void **state) {
  (void)state;
  static const char *const types[][2] = {{"mu a. 1 + (mu b. 1 + real * b) * a", "[[1, 2], [3]]"},
                                         {"mu a. 1 + real * a", "1"},
                                         {"Vec real", "[]"},
                                         {"mu a. real + a * a", "[1]"},
                                         {"real -> real", "[1]"},
                                         {"mu a. 1 + a * a", "[]"}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    char text[200];
    (void)snprintf(text, sizeof text, "def f (l : %s) : real = 1", types[i][0]);
    Module module = module_read(store, text);
    json_t *json = value(types[i][1]);
    if (!type_is_none(shape_of(store, module.definitions[0].program.context[0], json))) fail_msg("%s", types[i][0]);
    json_decref(json);
    text_free_module(&module);
  }
}

/* Of f, at one input, its result's shape. */
static bool shaped(const char *text, int64_t input, Program *program, Module *module) {
  *module = module_read(store, text);
  *program = text_find(store, module, "f")->program;
  Scalar x = ring_integer(rationals, input);
  Machine machine = machine_make(store, rationals, &arena);
  const Skeleton *skeleton = skeleton_of_result(&machine, &arena, program, &x);
  return skeleton != NULL && shape_result(store, program, skeleton);
}

static void gives(const char *text, uint32_t n, const int64_t *expected) {
  Program program;
  Module module;
  Scalar x = ring_integer(rationals, 3), out[8];
  assert_true(shaped(text, 3, &program, &module));
  assert_int_equal(type_node(&store->types, program.type)->dim, n);
  Machine machine = machine_make(store, rationals, &arena);
  assert_int_equal(source_evaluator.eval(&machine, &program, &x, out), STATUS_OK);
  for (uint32_t i = 0; i < n; i++)
    if (!ring_equal(rationals, out[i], ring_integer(rationals, expected[i]))) fail_msg("%s: %u", text, (unsigned)i);
  text_free_module(&module);
}

#define LIST "data list a = nil | cons a (list a)\n"
#define NUMBERS(...) ((const int64_t[]){__VA_ARGS__})

static void results_in_their_order(void **state) {
  (void)state;
  gives(LIST "def f (x : real) : list real = cons x (cons 1 (cons (x * x) nil))", 3, NUMBERS(3, 1, 9));
  gives(LIST "def f (x : real) : list (real * real) = cons (x, 2) (cons (5, x * x) nil)", 4, NUMBERS(3, 2, 5, 9));
  gives(LIST "def f (x : real) : list (list real) = cons (cons x (cons 2 nil)) (cons (cons 5 (cons 7 nil)) nil)", 4,
        NUMBERS(3, 2, 5, 7));
  gives(LIST "def f (x : real) : list real * real = (cons x (cons 2 nil), 7)", 3, NUMBERS(3, 2, 7));
  gives("def f (x : real) : Vec real = vbuild 3 (i. x * toReal i)", 3, NUMBERS(0, 3, 6));
  gives(LIST "def f (x : real) : list real = nil", 0, NUMBERS(0));
}

/* Elements of several lengths, other data; nothing where the program has no value. */
static void results_without_shape(void **state) {
  static const char *const texts[] = {
      LIST "def f (x : real) : list (list real) = cons (cons x nil) (cons nil nil)",
      "data tree a = leaf a | node (tree a) (tree a)\ndef f (x : real) : tree real = leaf x",
      "def f (x : real) : 1 + real = inr x",
      LIST "def f (x : real) : list real = if 1 / (x - x) < 1 then nil else nil"};
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Program program;
    Module module;
    if (shaped(texts[i], 3, &program, &module)) fail_msg("%s", texts[i]);
    text_free_module(&module);
  }
}

/* At another input the result may be of another length: then it has no value. */
static void another_length(void **state) {
  (void)state;
  Program program;
  Module module;
  Scalar x = ring_integer(rationals, -1), out[4];
  assert_true(shaped(LIST "def f (x : real) : list real = if x < 0 then nil else cons x nil", 3, &program, &module));
  Machine machine = machine_make(store, rationals, &arena);
  assert_int_equal(source_evaluator.eval(&machine, &program, &x, out), STATUS_DOMAIN);
  text_free_module(&module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_in_their_order),
      cmocka_unit_test(lists_of_lists),
      cmocka_unit_test(vectors),
      cmocka_unit_test(what_has_no_shape),
      cmocka_unit_test(results_in_their_order),
      cmocka_unit_test(results_without_shape),
      cmocka_unit_test(another_length),
  };
  return cmocka_run_group_tests_name("shapes", tests, set_up, tear_down);
}
