/* Skeletons of data: numbers to the value and back, which a type has, and what a program gives. */
#include "rationals.h"
#include "semantics/source/typing.h"
#include "verify/campaign/shaped.h"
#include "verify/campaign/skeleton.h"

#define DATA "data list a = nil | cons a (list a)\ndata tree a = leaf a | node (tree a) (tree a)\n"

/* Freed at the end: definitions of them are looked at. */
static Module modules[64];
static size_t module_count;

static const Definition *definition(const char *text) {
  assert_true(module_count < sizeof modules / sizeof *modules);
  modules[module_count++] = module_read(store, text);
  return text_find(store, &modules[module_count - 1], "f");
}

/* The type of the argument of f, and the first skeletons that it has. */
static void has_skeletons(const char *type, const char *expected) {
  char text[300], all[1000] = "";
  const Skeleton *found[6];
  (void)snprintf(text, sizeof text, DATA "def f (x : %s) : real = 1", type);
  uint32_t count = skeletons_of(&arena, store, definition(text)->program.context[0], found, 6);
  for (uint32_t k = 0; k < count; k++) {
    char one[200];
    skeleton_print(store, found[k], one, sizeof one);
    (void)snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", k == 0 ? "" : "; ", one);
  }
  assert_string_equal(all, expected);
}

static void the_first_of_a_type(void **state) {
  (void)state;
  has_skeletons("real^3", "_");
  has_skeletons("real + real * real", "inl _; inr _");
  has_skeletons("list real", "[]; [_]; [_, _]; [_, _, _]; [_, _, _, _]");
  has_skeletons("Vec real", "[_]; [_, _]; [_, _, _]; [_, _, _, _]; [_, _, _, _, _]");
  has_skeletons("tree real",
                "inl _; inr (inl _, inl _); inr (inl _, inr (inl _, inl _)); inr (inr (inl _, inl _), inl _)");
  has_skeletons("list (real + 1)", "[]; [inl _]; [inr ()]; [inl _, inl _]; [inl _, inr ()]; [inr (), inl _]");
  has_skeletons("real * list real", "(_, []); (_, [_]); (_, [_, _]); (_, [_, _, _]); (_, [_, _, _, _])");
  has_skeletons("(real + 1)^2", "[inl _, inl _]; [inr (), inr ()]");
  has_skeletons("list (real -> real)", "[]");
  has_skeletons("real -> real", "");
}

static void evaluate(const Program *program, Scalar *out) {
  Scalar input[16];
  TypeId type;
  for (int i = 0; i < 16; i++) input[i] = ring_integer(rationals, 3 * i + 2);
  assert_int_equal(source_infer(store, program->context, program->length, program->term, &type), STATUS_OK);
  assert_true(type_equal(type, program->type));
  Machine machine = machine_make(store, rationals, &arena);
  assert_int_equal(source_evaluator.eval(&machine, program, input, out), STATUS_OK);
}

/* Numbers to a value and back are the numbers. */
static void there_and_back(void **state) {
  (void)state;
  static const char *const types[] = {"list real",    "tree real",       "Vec (real * real)", "list (list real)",
                                      "real + real",  "list (real + 1)", "real * list real",  "list real * real",
                                      "(real + 1)^2", "Vec (list real)", "list (real * Int)", "1 + list (Vec real)"};
  uint32_t tried = 0;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    char text[300];
    const Skeleton *found[20];
    (void)snprintf(text, sizeof text, DATA "def f (x : %s) : real = 1", types[i]);
    uint32_t count = skeletons_of(&arena, store, definition(text)->program.context[0], found, 20);
    assert_true(count > 1);
    for (uint32_t k = 0; k < count; k++) {
      TypeId context[1] = {found[k]->flat};
      uint32_t dim = type_node(&store->types, context[0])->dim;
      Scalar out[16];
      TermId value = skeleton_value(store, found[k], term_var(store, 0));
      TermId back = term_let(store, (NameId){0}, value, skeleton_numbers(store, found[k], term_var(store, 0)));
      Program program = {back, context, 1, context[0]};
      evaluate(&program, out);
      for (uint32_t j = 0; j < dim && strstr(types[i], "Int") == NULL; j++)
        if (!ring_equal(rationals, out[j], ring_integer(rationals, 3 * (int)j + 2))) fail_msg("%s, %u", types[i], k);
      tried += dim > 0;
    }
  }
  assert_true(tried > 40);
}

/* What f gives at 2, 5, ..., and that there is no value of it in another skeleton. */
static void gives(const char *body, const char *type, const char *expected) {
  char text[500], found[200];
  Scalar input[2] = {ring_integer(rationals, 2), ring_integer(rationals, 5)}, out[16];
  (void)snprintf(text, sizeof text, DATA "def f (x : real) (y : real) : %s = %s", type, body);
  const Definition *f = definition(text);
  Machine machine = machine_make(store, rationals, &arena);
  const Skeleton *skeleton = skeleton_of_result(&machine, &arena, &f->program, input), *others[6];
  assert_non_null(skeleton);
  skeleton_print(store, skeleton, found, sizeof found);
  assert_string_equal(found, expected);
  uint32_t count = skeletons_of(&arena, store, f->program.type, others, 6), without = 0;
  for (uint32_t k = 0; k < count; k++) {
    char other[200];
    skeleton_print(store, others[k], other, sizeof other);
    TermId numbers = skeleton_numbers(store, others[k], term_var(store, 0));
    Program program = {term_let(store, (NameId){0}, f->program.term, numbers), f->program.context, 2, others[k]->flat};
    bool same = strcmp(other, expected) == 0;
    assert_int_equal(source_evaluator.eval(&machine, &program, input, out), same ? STATUS_OK : STATUS_DOMAIN);
    without += !same;
  }
  assert_true(without > 0);
}

static void what_programs_give(void **state) {
  (void)state;
  gives("cons x (cons (x * y) nil)", "list real", "[_, _]");
  gives("if x < y then nil else cons x nil", "list real", "[]");
  gives("node (leaf x) (node (leaf y) (leaf 1))", "tree real", "inr (inl _, inr (inl _, inl _))");
  gives("vbuild 3 (i. x + toReal i)", "Vec real", "[_, _, _]");
  gives("inr (x, y)", "real + real * real", "inr _");
  gives("(x, cons y nil)", "real * list real", "(_, [_])");
  gives("cons nil (cons (cons x nil) nil)", "list (list real)", "[[], [_]]");
  gives("build 2 (i. inr ())", "(real + 1)^2", "[inr (), inr ()]");
  gives("build 2 (i. (x, inl y))", "(real * (real + 1))^2", "[(_, inl _), (_, inl _)]");
  gives("vbuild 2 (i. cons (toReal i) nil)", "Vec (list real)", "[[_], [_]]");
}

/* Entries of several skeletons, functions, and what has no value at the point. */
static void what_has_no_skeleton(void **state) {
  (void)state;
  static const char *const results[][2] = {
      {"(real + 1)^2", "build 2 (i. if i == 0 then inl x else inr ())"},
      {"Vec (list real)", "vbuild 2 (i. if i == 0 then nil else cons x nil)"},
      {"Vec (list real)", "vbuild 3 (i. if i < 2 then cons x nil else nil)"},
      {"(real * (real + 1))^2", "build 2 (i. (x, if i < 1 then inl x else inr ()))"},
      {"((real + 1) * real)^2", "build 2 (i. (if i < 1 then inl x else inr (), x))"},
      {"Vec (Vec (1 + real))", "vbuild 2 (i. vbuild (i + 1) (j. inr x))"},
      {"1 + (real -> real)", "inr (\\y. x * y)"},
      {"list real", "cons (x / 0) nil"}};
  for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
    char text[300];
    Scalar input = ring_integer(rationals, 2);
    (void)snprintf(text, sizeof text, DATA "def f (x : real) : %s = %s", results[i][0], results[i][1]);
    Machine machine = machine_make(store, rationals, &arena);
    assert_null(skeleton_of_result(&machine, &arena, &definition(text)->program, &input));
  }
}

/* The corpus has a program for each skeleton, of the value that the definition has there. */
static void definitions_by_their_skeletons(void **state) {
  (void)state;
  Module module = module_read(store, DATA "def f (l : list real) (x : real) (t : tree real) : tree real =\n"
                                          "  match l with nil -> node t (leaf x) | cons z r -> leaf (z - 10 * x)\n"
                                          "def g (x : real) : real = x\n"
                                          "def h (k : real -> real) : real = k 1");
  Corpus corpus = {0};
  uint32_t nil = 0, cons = 0;
  assert_true(corpus_add(&corpus, store, "file", &module, NULL));
  assert_true(corpus_shape(&corpus, store, &arena));
  for (uint32_t i = 0; i + 2 < corpus.count; i++) {
    const CorpusEntry *entry = &corpus.entries[i];
    Scalar out[16];
    evaluate(&entry->definition->program, out);
    if (strcmp(entry->title, "f, l = [], t = inl _, gives inr (inl _, inl _)") == 0) {
      assert_true(ring_equal(rationals, out[0], ring_integer(rationals, 5)));
      assert_true(ring_equal(rationals, out[1], ring_integer(rationals, 2)));
      nil++;
    }
    if (strcmp(entry->title, "f, l = [_], t = inl _, gives inl _") == 0) {
      assert_true(ring_equal(rationals, out[0], ring_integer(rationals, 2 - 50)));
      cons++;
    }
  }
  assert_int_equal(nil, 1);
  assert_int_equal(cons, 1);
  assert_int_equal(corpus.count, 6 + 2);
  assert_string_equal(corpus.entries[6].title, "g");
  assert_ptr_equal(corpus.entries[7].definition, &module.definitions[2]);
  corpus_free(&corpus);
  text_free_module(&module);
}

static int free_all(void **state) {
  while (module_count > 0) text_free_module(&modules[--module_count]);
  return tear_down(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_first_of_a_type),
      cmocka_unit_test(there_and_back),
      cmocka_unit_test(what_programs_give),
      cmocka_unit_test(what_has_no_skeleton),
      cmocka_unit_test(definitions_by_their_skeletons),
  };
  return cmocka_run_group_tests_name("skeletons", tests, set_up, free_all);
}
