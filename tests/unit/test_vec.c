/* Dynamic arrays: each combinator on Vec is what it is on static arrays of the same
 * length, in value and in both derivatives; filter and append; what is outside the
 * domain; and what the text refuses. */
#include "ad/engine.h"
#include "tests/unit/build.h"
#include "tests/unit/programs.h"

#include "ad/chad/chad.h"
#include "ad/dualnum/dualnum.h"
#include "semantics/chad/linear/operational.h"

#include <stdio.h>

#define ROOM 8
#define TEXT 1024

static Ring *rationals;
static Arena arena;
static const Evaluator *const evaluators[] = {&operational_evaluator, &applied_evaluator, &monoid_evaluator};

static int set_up(void **state) {
  (void)state;
  S = store_new(1u << 22);
  rationals = ring_rational_new(1u << 16);
  arena_init(&arena, (size_t)1 << 28);
  return S == NULL || rationals == NULL ? -1 : 0;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(&arena);
  ring_destroy(rationals);
  store_free(S);
  return 0;
}

/* What a program of two reals has at (7/4, -3/2): the source's value, and the
 * images of basis seeds under both derivatives in each of the evaluators. */
typedef struct Outcome {
  Status status;
  uint32_t count;
  Scalar scalars[ROOM * ROOM];
} Outcome;

static void note(Outcome *o, uint32_t n, const Scalar *scalars) {
  assert_true(o->count + n <= ROOM * ROOM);
  for (uint32_t i = 0; i < n; i++) o->scalars[o->count++] = scalars[i];
}

static void differentiate(const Program *source, const Scalar *input, const Engine *engine, Outcome *o) {
  TypeId context[ROOM];
  Program derivative;
  uint32_t outputs = type_node(&S->types, source->type)->dim, seeds = engine->reverse ? outputs : 2;
  Scalar seed[ROOM * ROOM], primal[ROOM], image[ROOM * ROOM];
  assert_int_equal(engine->transform(S, source, context, &derivative), STATUS_OK);
  for (uint32_t i = 0; i < seeds * seeds; i++) seed[i] = ring_integer(rationals, i / seeds == i % seeds);
  for (size_t e = 0; e < sizeof evaluators / sizeof *evaluators; e++) {
    Machine machine = machine_make(S, rationals, &arena);
    Status status = evaluators[e]->eval_linear(&machine, &derivative, input, seeds, seed, primal, image);
    if (status != o->status) fail_msg("%s in %s: %s", engine->name, evaluators[e]->name, status_name(status));
    if (status != STATUS_OK) continue;
    note(o, outputs, primal);
    note(o, outputs * 2, image);
  }
}

static Program read_program(const char *text, Module *module) {
  *module = module_read(S, text);
  return module->definitions[module->count - 1].program;
}

static Outcome outcome_of(const char *text) {
  Module module;
  Outcome o = {.count = 0};
  Program program = read_program(text, &module);
  Scalar input[2] = {ring_div(rationals, ring_integer(rationals, 7), ring_integer(rationals, 4)),
                     ring_div(rationals, ring_integer(rationals, -3), ring_integer(rationals, 2))};
  Scalar output[ROOM];
  Machine machine = machine_make(S, rationals, &arena);
  o.status = source_evaluator.eval(&machine, &program, input, output);
  if (o.status == STATUS_OK) note(&o, type_node(&S->types, program.type)->dim, output);
  differentiate(&program, input, &chad_forward, &o);
  differentiate(&program, input, &chad_reverse, &o);
  text_free_module(&module);
  return o;
}

static void assert_alike(const char *a, const char *b) {
  Outcome first = outcome_of(a), second = outcome_of(b);
  if (first.status != second.status || first.count != second.count)
    fail_msg("%s\n%s\n%s, but %s", a, b, status_name(first.status), status_name(second.status));
  for (uint32_t i = 0; i < first.count; i++) {
    if (!ring_equal(rationals, first.scalars[i], second.scalars[i])) fail_msg("%s\n%s\nnumber %u", a, b, i);
  }
}

/* ------------------------------------------------- against static arrays -- */

#define GIVEN "def f (x : real) (y : real) = let xs = %s %u (i. x * toReal i + y) in "
#define BOTH GIVEN "let zs = %s %u (i. x - y * toReal i) in "

static void as_static_arrays(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "total (map (z. z * z * x) xs)",
      "total (zipWith (a b. a * b + x) xs zs)",
      "total (zipWith (a b. (a, b * x)) xs zs)",
      "fold (a z. a * z + y) x xs",
      "total (scan (a z. a * z + y) x xs)",
      "fold (a z. a + z * x) y (scan (a p. a * fst p + snd p) x (map (z. (z, y)) xs))",
      "total (map (p. fst p * snd p) (map (z. (z, z * x)) xs))",
      "total xs",
      "total (map (g. g y) (map (z. \\(w : real). w * z) xs))",
      "total (map (z. if z < x then z * z else z) zs)",
  };
  for (uint32_t n = 0; n <= 4; n++) {
    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
      char fixed[TEXT], dynamic[TEXT];
      (void)snprintf(fixed, sizeof fixed, BOTH "%s", "build", n, "build", n, bodies[k]);
      (void)snprintf(dynamic, sizeof dynamic, BOTH "%s", "vbuild", n, "vbuild", n, bodies[k]);
      assert_alike(fixed, dynamic);
    }
  }
}

/* Each index, each but one twice, and three sums of every third. */
static void indices_as_static_arrays(void **state) {
  (void)state;
  char fixed[TEXT], dynamic[TEXT];
  for (uint32_t n = 0; n <= 4; n++) {
    for (uint32_t i = 0; i < n; i++) {
      (void)snprintf(fixed, sizeof fixed, GIVEN "xs ! %u", "build", n, i);
      (void)snprintf(dynamic, sizeof dynamic, GIVEN "xs ! %u", "vbuild", n, i);
      assert_alike(fixed, dynamic);
    }
    static const char gather[] = GIVEN "fold (a z. a * x + z) y (gather (%s %u (i. div i 2)) xs)";
    (void)snprintf(fixed, sizeof fixed, gather, "build", n, "build", n);
    (void)snprintf(dynamic, sizeof dynamic, gather, "vbuild", n, "vbuild", n);
    assert_alike(fixed, dynamic);
    static const char scatter[] = GIVEN "fold (a z. a * x + z) y (%s 3 (%s %u (i. i - 3 * div i 3)) xs)";
    (void)snprintf(fixed, sizeof fixed, scatter, "build", n, "scatter", "build", n);
    (void)snprintf(dynamic, sizeof dynamic, scatter, "vbuild", n, "vscatter", "vbuild", n);
    assert_alike(fixed, dynamic);
  }
}

/* ---------------------------------------------------- filter and append -- */

/* x = 7/4, y = -3/2: x * i + y is -3/2, 1/4, 2, 15/4. */
static void filters(void **state) {
  (void)state;
  static const char *const alike[][2] = {
      {"filter (z. true) xs", "xs"},
      {"filter (z. false) xs", "vbuild 0 (i. x)"},
      {"filter (z. 0 < z) xs", "vbuild 3 (i. xs ! (i + 1))"},
      {"filter (z. z < 0) xs", "vbuild 1 (i. xs ! 0)"},
      {"filter (z. z < x) xs", "vbuild 2 (i. xs ! i)"},
      {"filter (z. 4 < z) xs", "vbuild (-3) (i. y)"},
      {"filter (z. z < 3) (filter (z. 0 < z) xs)", "vbuild 2 (i. xs ! (i + 1))"},
      {"map (p. fst p) (filter (p. snd p < 1) (map (z. (z * x, z)) xs))", "vbuild 2 (i. xs ! i * x)"},
      {"append xs (vbuild 0 (i. x))", "xs"},
      {"append (vbuild 0 (i. x)) xs", "xs"},
      {"append (append (vbuild 0 (i. y)) (filter (z. 9 < z) xs)) (vbuild 0 (i. x))", "vbuild 0 (i. y)"},
      {"append xs (map (z. z * y) xs)", "vbuild 8 (i. if i < 4 then xs ! i else xs ! (i - 4) * y)"},
      {"append (filter (z. 0 < z) xs) (filter (z. z < 0) xs)", "gather (vbuild 4 (i. if i == 3 then 0 else i + 1)) xs"},
      {"vscatter 4 (vbuild 4 (i. 3 - i)) xs", "gather (vbuild 4 (i. 3 - i)) xs"},
      {"vscatter 2 (vbuild 0 (i. i)) (vbuild 0 (i. x))", "vbuild 2 (i. 0)"},
      {"map (z. z * x) (vscatter 0 (vbuild 0 (i. i)) (vbuild 0 (i. x)))", "vbuild 0 (i. y)"},
      {"scan (a z. a * z) x (vscatter (-1) (vbuild 0 (i. i)) (vbuild 0 (i. x)))", "vbuild 1 (i. x)"},
  };
  for (size_t k = 0; k < sizeof alike / sizeof *alike; k++) {
    char text[2][TEXT];
    for (int side = 0; side < 2; side++)
      (void)snprintf(text[side], TEXT, GIVEN "let zs = %s in (fold (a z. a * x + z * z) y zs, toReal (length zs))",
                     "vbuild", 4u, alike[k][side]);
    assert_alike(text[0], text[1]);
  }
}

/* ----------------------------------------------------- outside the domain -- */

static void outside_the_domain(void **state) {
  (void)state;
  static const char *const wrong[] = {
      "xs ! 3",
      "xs ! (-1)",
      "(vbuild 0 (i. x)) ! 0",
      "(filter (z. 9 < z) xs) ! 0",
      "total (zipWith (a b. a * b) xs (vbuild 2 (i. x)))",
      "total (zipWith (a b. a * b) xs (vbuild 4 (i. x)))",
      "total (zipWith (a b. a * b) xs (filter (z. 0 < z) xs))",
      "total (gather (vbuild 1 (i. 3)) xs)",
      "total (gather (vbuild 1 (i. -1)) xs)",
      "total (vscatter 2 (vbuild 3 (i. i)) xs)",
      "total (vscatter 2 (vbuild 3 (i. i - 1)) xs)",
      "total (vscatter 0 (vbuild 3 (i. 0)) xs)",
      "total (vscatter 5 (vbuild 2 (i. i)) xs)",
  };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    char text[TEXT];
    (void)snprintf(text, sizeof text, GIVEN "%s", "vbuild", 3u, wrong[k]);
    if (outcome_of(text).status != STATUS_DOMAIN) fail_msg("%s has a value", text);
  }
}

/* A length beyond the limit on arrays, and one that fuel does not last for. */
static void lengths_have_limits(void **state) {
  (void)state;
  static const char *const long_ones[] = {"def f (x : real) (y : real) = total (vbuild 100000000 (i. x))",
                                          "def f (x : real) (y : real) = total (vscatter 100000000 (vbuild 0 (i. i)) "
                                          "(vbuild 0 (i. x)))"};
  for (size_t k = 0; k < sizeof long_ones / sizeof *long_ones; k++) {
    Module module;
    Program program = read_program(long_ones[k], &module);
    Scalar input[2] = {ring_integer(rationals, 1), ring_integer(rationals, 2)}, output;
    Machine machine = machine_make(S, rationals, &arena);
    assert_int_equal(source_evaluator.eval(&machine, &program, input, &output), STATUS_LIMIT);
    for (size_t e = 0; e < sizeof evaluators / sizeof *evaluators; e++) {
      machine = machine_make(S, rationals, &arena);
      assert_int_equal(evaluators[e]->eval(&machine, &program, input, &output), STATUS_LIMIT);
    }
    text_free_module(&module);
  }
}

/* ------------------------------------------------------------ dual numbers -- */

/* All stages, against reverse CHAD in the denotation: the gradient at seed 1. */
static void stages_of_dual_numbers(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "fold (a z. a * x + z) y (filter (z. 0 < z) (append xs xs))",
      "fold (a z. a * x + z) y (zipWith (a b. a * b) xs (map (z. z * y) xs))",
      "fold (a z. a * x + z) y (gather (vbuild 5 (i. div i 2)) xs) * toReal (length xs)",
      /* two Vec that grew from one */
      ("let zs = vbuild 3 (i. x) in let a = append zs (vbuild 1 (i. x)) in "
       "let b = append zs (vbuild 1 (i. y)) in (a ! 3 + 2 * b ! 3) * a ! 3"),
      "fold (a z. a * x + z) y (zipWith (a b. a * b) xs (vbuild 3 (i. y)))",
      "fold (a z. a * x + z) y (zipWith (a b. a * b) (vbuild 3 (i. y)) xs)",
      "(filter (z. 9 < z) xs) ! 0",
  };
  Arena tables;
  arena_init(&tables, (size_t)1 << 26);
  Scalar input[2] = {ring_div(rationals, ring_integer(rationals, 7), ring_integer(rationals, 4)),
                     ring_div(rationals, ring_integer(rationals, -3), ring_integer(rationals, 2))};
  Scalar one = ring_integer(rationals, 1), primal[2], image[2][2];
  for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
    char text[TEXT];
    Module module;
    TypeId context[ROOM];
    (void)snprintf(text, sizeof text, GIVEN "%s", "vbuild", 4u, bodies[k]);
    Program program = read_program(text, &module), derivative;
    assert_int_equal(chad_reverse.transform(S, &program, context, &derivative), STATUS_OK);
    Machine machine = machine_make(S, rationals, &arena);
    Status expected = monoid_evaluator.eval_linear(&machine, &derivative, input, 1, &one, &primal[0], image[0]);
    for (DualStage stage = DUAL_NAIVE; stage <= DUAL_TAPE; stage++) {
      const DualProgram *dual = NULL;
      const char *missing = NULL;
      CostMeter meter = {.steps = 0};
      assert_int_equal(dualnum_derive(S, &tables, stage, &program, &dual, &missing), STATUS_OK);
      machine = machine_make(S, rationals, &arena);
      Status status = dualnum_run(&machine, &program, dual, input, 1, &one, &primal[1], image[1], &meter);
      bool same = status == expected;
      for (int i = 0; i < 2 && same && status == STATUS_OK; i++)
        same = ring_equal(rationals, primal[0], primal[1]) && ring_equal(rationals, image[0][i], image[1][i]);
      if (!same) fail_msg("%s\nstage %d: %s, but %s", text, (int)stage, status_name(status), status_name(expected));
    }
    text_free_module(&module);
  }
  arena_free(&tables);
}

/* -------------------------------------------------------------- read back -- */

/* Functions that captured a Vec, with entries and without, read back as closed terms. */
static void vectors_read_back(void **state) {
  (void)state;
  static const char *const texts[] = {
      "def f (x : real) (y : real) : real -> real = let xs = vbuild 3 (i. x + toReal i) in \\z. total xs * z",
      "def f (x : real) (y : real) : real -> real = let xs = filter (z. z < 0) (vbuild 3 (i. x)) in\n"
      "  \\z. total xs + toReal (length xs) + z",
      "def f (x : real) (y : real) : real -> real = let xs = filter (p. fst p < 0) (vbuild 1 (i. (x, \\(w : real). "
      "w)))\n"
      "  in \\z. fold (a p. snd p a) z xs"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    Module module;
    Program program = read_program(texts[k], &module);
    Scalar input[2] = {ring_integer(rationals, 1), ring_integer(rationals, 2)}, output[2];
    TermId closed, body[2];
    Machine machine = machine_make(S, rationals, &arena);
    assert_int_equal(operational_readback(&machine, &program, input, &closed), STATUS_OK);
    body[0] = app(closed, number(5, 1));
    body[1] = app(program.term, number(5, 1));
    for (int side = 0; side < 2; side++) {
      Program applied = program_of(body[side], side == 0 ? NULL : program.context, side == 0 ? 0 : 2, R(1));
      machine = machine_make(S, rationals, &arena);
      assert_int_equal(source_evaluator.eval(&machine, &applied, input, &output[side]), STATUS_OK);
    }
    assert_true(ring_equal(rationals, output[0], output[1]));
    text_free_module(&module);
  }
}

/* -------------------------------------------------------------------- text -- */

static void refused_texts(void **state) {
  (void)state;
  static const char *const wrong[][2] = {
      {"xs + xs", "not of Vec"},
      {"2 * xs", "not of Vec"},
      {"length x", "a Vec is expected"},
      {"length (build 2 (i. x))", "a Vec is expected"},
      {"total (gather (build 1 (i. 0)) xs)", "in two Vec"},
      {"total (gather (vbuild 1 (i. 0)) (build 2 (i. x)))", "in two Vec"},
      {"total (zipWith (a b. a) xs (build 3 (i. x)))", "a Vec is expected"},
      {"scatter 2 (vbuild 3 (i. 0)) xs", "static length"},
      {"append xs (vbuild 1 (i. i))", "this is Int"},
      {"filter (z. z) xs", "1 + 1"},
      {"vbuild x (i. x)", "Int"},
      {"sum xs", "static length"},
  };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    char text[TEXT];
    Module module;
    TextError error = {.line = 0};
    (void)snprintf(text, sizeof text, GIVEN "%s", "vbuild", 3u, wrong[k][0]);
    Status status = text_read_module(S, "vec", text, strlen(text), NULL, 0, &module, &error);
    if (status != STATUS_ILL_TYPED || strstr(error.message, wrong[k][1]) == NULL) {
      if (status == STATUS_OK) text_free_module(&module);
      fail_msg("%s\n%s: %s", text, status_name(status), error.message);
    }
  }
}

static void types_in_text(void **state) {
  (void)state;
  static const char *const texts[] = {"Vec real",     "Vec (real * real)", "Vec real^3",
                                      "(Vec real)^3", "Vec Vec Int",       "Vec (real -> Vec real)"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    TextError error;
    TypeId type;
    char printed[64];
    assert_int_equal(text_read_type(S, texts[k], strlen(texts[k]), &type, &error), STATUS_OK);
    (void)type_print(&S->types, type, printed, sizeof printed);
    assert_string_equal(printed, texts[k]);
    assert_int_equal(type_node(&S->types, type)->dim, TYPE_NOT_FLAT);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_static_arrays),
      cmocka_unit_test(indices_as_static_arrays),
      cmocka_unit_test(filters),
      cmocka_unit_test(outside_the_domain),
      cmocka_unit_test(lengths_have_limits),
      cmocka_unit_test(vectors_read_back),
      cmocka_unit_test(stages_of_dual_numbers),
      cmocka_unit_test(refused_texts),
      cmocka_unit_test(types_in_text),
  };
  return cmocka_run_group_tests_name("vec", tests, set_up, tear_down);
}
