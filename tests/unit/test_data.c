/* Data types: declarations, constructors and match in text; the types and terms
 * they become; their values in every evaluator; and what is refused, by its name. */
#include "ad/engine.h"
#include "semantics/source/typing.h"
#include "tests/unit/build.h"
#include "tests/unit/programs.h"

#include <stdlib.h>

static const Evaluator *const evaluators[] = {&source_evaluator, &operational_evaluator, &applied_evaluator,
                                              &monoid_evaluator};
static Ring *doubles;

static int set_up(void **state) {
  (void)state;
  S = store_new(1u << 22);
  doubles = ring_double_new();
  return S == NULL || doubles == NULL ? -1 : 0;
}

static int tear_down(void **state) {
  (void)state;
  ring_destroy(doubles);
  store_free(S);
  return 0;
}

#define LISTS "data list a = nil | cons a (list a)\n"
#define TREES "data tree a = leaf a | node (tree a) (tree a)\n"
#define ROSES LISTS "data rose a = branch a (list (rose a))\n"

static const struct {
  const char *text;
  double in[2], out;
} programs[] = {
    {LISTS "def f (x : real) (y : real) =\n"
           "  letrec norm (l : list real) : real = match l with nil -> 0 | cons z r -> z * z + norm r in\n"
           "  norm (cons x (cons y nil))",
     {3, 4},
     25},
    {LISTS
     "def f (x : real) (y : real) =\n"
     "  letrec dots (l : list (real * real)) : real = match l with | cons p r -> fst p * snd p + dots r | nil -> 1 in\n"
     "  dots (cons (x, y) (cons (y, y) nil))",
     {3, 4},
     29},
    {TREES "def f (x : real) (y : real) =\n"
           "  letrec prod (t : tree real) : real = match t with leaf y -> y | node l r -> prod l * prod r in\n"
           "  prod (iterate 3 (t. node t (leaf x)) (leaf y))",
     {2, 3},
     24},
    /* data in data, each under the other's mu */
    {ROSES "def f (x : real) (y : real) =\n"
           "  letrec size (t : rose real) : real = match t with branch z ts ->\n"
           "    (letrec all (l : list (rose real)) : real = match l with nil -> 0 | cons t r -> size t + all r in\n"
           "     z * x + all ts) in\n"
           "  size (branch y (cons (branch (2 * x) nil) (cons (branch 3 nil) nil)))",
     {2, 5},
     24},
    /* functions that call one another: two, and three of which one takes two arguments; names that hide others */
    {"def f (x : real) (y : real) =\n"
     "  letrec even (n : Int) : real = if n <= 0 then y else x * odd (n - 1)\n"
     "  with odd (n : Int) : real = if n <= 0 then x else 2 * even (n - 1) + x * x in even 5",
     {3, 1},
     513},
    {"def f (x : real) (y : real) =\n"
     "  letrec a (n : Int) : real = if n <= 0 then x else b (x * y, n - 1)\n"
     "  with b (p : real * Int) : real = let (z, n) = p in if n <= 0 then z else z + c n (z + y)\n"
     "  with c (n : Int) : real -> real = \\z. if n <= 1 then z * a (n - 1) else b (z, n - 2) in a 3",
     {2, 3},
     15},
    {"def f (x : real) (y : real) = let b = 7 in\n"
     "  letrec a (x : real) : real = if x < 1 then y else b (x - 1) with b (y : real) : real = 10 * a y in a x + b x",
     {2, 3},
     3300},
    /* four alternatives, in any order, with none, one and more fields */
    {"data d = one | two real | many real Int (real * real) | flag bool\n"
     "def f (x : real) (y : real) =\n"
     "  let g = \\(t : d). (match t with one -> x | flag b -> (if 1 < 2 then case b of {inl u -> 5; inr u -> 6} else "
     "0)\n"
     "    | many a i p -> a * toReal i * snd p | two b -> b * y) in\n"
     "  g one + 10 * g (two x) + 100 * g (many x 3 (y, x)) + 10000 * g (flag false)",
     {2, 3},
     61262},
    /* constructors are functions; lists of functions */
    {LISTS
     "def f (x : real) (y : real) =\n"
     "  letrec at (l : list (real -> real)) : list real = match l with nil -> nil | cons g r -> cons (g x) (at r) in\n"
     "  letrec sums (l : list real) : real = match l with nil -> 0 | cons z r -> z + sums r in\n"
     "  let c = cons in sums (at (c (\\z. z * y) (cons (\\z. z + 1) nil)))",
     {2, 3},
     9},
    /* a field's name hides; two fields of one product; `_` twice */
    {"data two = pair real real\ndef f (x : real) (y : real) = match pair (x * y) y with pair y x -> y - (match pair x "
     "7 with pair _ _ -> x)",
     {3, 4},
     8},
    /* an argument that is a data type, and one that is an array */
    {LISTS "def f (x : real) (y : real) =\n"
           "  letrec n (l : list (list (real^2))) : real = match l with nil -> 0 | cons a r ->\n"
           "    (match a with nil -> 100 | cons v s -> sum v) + n r in\n"
           "  n (cons (cons ([x, y]) nil) (cons nil nil))",
     {3, 4},
     107},
    /* definitions for any type: of values, of functions, of data, called by one another, and partly */
    {LISTS
     "def twice {a : type} (f : a -> a) (x : a) : a = f (f x)\n"
     "def swap {a : type, b : type} (p : a * b) : b * a = (snd p, fst p)\n"
     "def to {a : type, b : type} (f : a -> b) (l : list a) : list b =\n"
     "  letrec go (m : list a) : list b = match m with nil -> nil | cons x r -> cons (f x) (go r) in go l\n"
     "def both {a : type, n = 2} (v : a^n) (f : a -> real) : real = f (v ! 0) + f (v ! (n - 1))\n"
     "def f (x : real) (y : real) =\n"
     "  letrec sums (l : list real) : real = match l with nil -> 0 | cons z r -> z + sums r in\n"
     "  let n = twice (\\k. k + 1) (2 : Int) in\n"
     "  sums (to (\\p. fst (swap p) * x) (cons (x, y) (cons (y, x) nil))) + toReal n + twice (twice (\\z. z + y)) x\n"
     "  + both (build 3 (i. (x, i))) (\\p. fst p * toReal (snd p))",
     {2, 3},
     32},
    /* the type by itself, and the size of it */
    {"def first {n = 4, a : type = real^n} (v : a^2) : a = v ! 0\n"
     "def f (x : real) (y : real) = sum (first (build 2 (i. [x, y, x]))) + first [x, y]",
     {2, 3},
     9},
    /* data types that use one another: two, and three of which each uses all */
    {"data tree a = node a (forest a) with forest b = none | more (tree b) (forest b)\n"
     "def f (x : real) (y : real) =\n"
     "  letrec go (t : tree real) : real = match t with node z u -> z + all u\n"
     "  with all (u : forest real) : real = match u with none -> 1 | more t r -> go t * all r in\n"
     "  go (node x (more (node y none) (more (node (x * y) none) none)))",
     {2, 3},
     30},
    {"data p = p0 real | p1 q r with q = q0 p r with r = r0 | r1 p q r\n"
     "def f (x : real) (y : real) =\n"
     "  letrec a (t : p) : real = match t with p0 z -> z | p1 u v -> b u + c v\n"
     "  with b (t : q) : real = match t with q0 u v -> a u * (1 + c v)\n"
     "  with c (t : r) : real = match t with r0 -> 2 | r1 u v w -> a u + b v * c w in\n"
     "  a (p1 (q0 (p0 x) (r1 (p0 y) (q0 (p0 2) r0) r0)) (r1 (p1 (q0 (p0 y) r0) r0) (q0 (p0 x) r0) r0))",
     {2, 3},
     55},
    /* records */
    {"data point = point {px : real, py : real * Int, pz : real}\n"
     "def norm (p : point) : real = px p * px p + fst (py p) - pz p\n"
     "def f (x : real) (y : real) = let g = px in norm (point (x * y) (y, 2) x) + 100 * g (point y (x, 1) 1)",
     {2, 3},
     337},
    {"data box a = box {open : a, times : Int}\n"
     "def f (x : real) (y : real) = open (open (box (box (\\z. z * y) 2) 1)) x + toReal (times (box x 3))",
     {2, 3},
     9},
};

static Status run(const Evaluator *evaluator, const Program *program, const double *in, double *out, uint64_t room) {
  Arena arena;
  Scalar input[2] = {scalar_from_double(in[0]), scalar_from_double(in[1])}, output;
  arena_init(&arena, room);
  Machine machine = machine_make(S, doubles, &arena);
  Status status = evaluator->eval(&machine, program, input, &output);
  if (status == STATUS_OK) *out = scalar_to_double(output);
  arena_free(&arena);
  return status;
}

static Program read(const char *text, Module *module) {
  *module = module_read(S, text);
  return module->definitions[module->count - 1].program;
}

static void values(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof programs / sizeof *programs; k++) {
    Module module;
    Program program = read(programs[k].text, &module);
    TypeId type;
    assert_int_equal(source_infer(S, program.context, program.length, program.term, &type), STATUS_OK);
    assert_true(type_equal(type, program.type));
    for (size_t e = 0; e < sizeof evaluators / sizeof *evaluators; e++) {
      double out = 0;
      Status status = run(evaluators[e], &program, programs[k].in, &out, (size_t)1 << 26);
      if (status != STATUS_OK || out != programs[k].out)
        fail_msg("%s: %s: %s, %g", evaluators[e]->name, programs[k].text, status_name(status), out);
    }
    text_free_module(&module);
  }
}

/* What is printed knows no data types, and is read back to the same term. */
static void read_back(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof programs / sizeof *programs; k++) {
    Module module, again;
    Program program = read(programs[k].text, &module);
    char *text = text_print_definition(S, &module.definitions[module.count - 1],
                                       (PrintStyle){.unicode = k % 2 == 0, .width = 80});
    assert_non_null(text);
    Program same = read(text, &again);
    if (!term_equal(S, program.term, same.term)) fail_msg("%s\nis not read back from\n%s", programs[k].text, text);
    free(text);
    text_free_module(&again);
    text_free_module(&module);
  }
}

/* mu a. T is equal to itself under any name, and unrolls by substitution. */
static void types(void **state) {
  (void)state;
  static const char *const same[][2] = {{"mu a. 1 + real * a", "mu b. 1 + real * b"},
                                        {"mu a. mu b. 1 + a * b", "mu b. mu a. 1 + b * a"},
                                        {"1 + (mu a. a * a)", "1 + mu c. c * c"}};
  static const char *const other[] = {"mu a. mu b. 1 + b * a", "mu a. 1 + a", "mu a. real + real * a"};
  TypeId first, second;
  TextError error;
  for (size_t k = 0; k < 3; k++) {
    assert_int_equal(text_read_type(S, same[k][0], strlen(same[k][0]), &first, &error), STATUS_OK);
    assert_int_equal(text_read_type(S, same[k][1], strlen(same[k][1]), &second, &error), STATUS_OK);
    assert_true(type_equal(first, second));
    assert_int_equal(text_read_type(S, other[k], strlen(other[k]), &second, &error), STATUS_OK);
    assert_false(type_equal(first, second));
  }
  char text[128];
  static const char rose[] = "mu a. real * (mu b. 1 + a * b)";
  assert_int_equal(text_read_type(S, rose, strlen(rose), &first, &error), STATUS_OK);
  (void)type_print(&S->types, first, text, sizeof text);
  assert_string_equal(text, rose);
  (void)type_print(&S->types, type_unroll(&S->types, first), text, sizeof text);
  assert_string_equal(text, "real * (mu a. 1 + (mu b. real * (mu c. 1 + b * c)) * a)");
  /* neither closed nor guarded */
  TypeTable *t = &S->types;
  TypeId self = type_self(t, 0), open = prod(R(1), self);
  assert_true(type_is_none(type_mu(t, self)));
  assert_true(type_is_none(type_mu(t, type_mu(t, type_self(t, 1)))));
  assert_false(type_is_none(type_mu(t, type_mu(t, prod(type_self(t, 1), self)))));
  assert_false(type_node(t, open)->source);
  assert_true(type_node(t, type_mu(t, open))->source);
  assert_true(type_is_none(type_unroll(t, open)));
  assert_true(type_is_none(type_unroll(t, R(1))));
  assert_true(type_is_none(type_power(t, self, L(1))));
  /* real^1 and real are one also where the variable stood */
  assert_true(type_equal(type_unroll(t, type_mu(t, prod(array(self, 2), R(1)))),
                         prod(array(type_mu(t, prod(array(self, 2), R(1))), 2), R(1))));
}

static const struct {
  const char *text, *message;
} wrong[] = {
    {LISTS "def f (x : real) = match nil with nil -> x", "the case of 'cons' is missing"},
    {LISTS "def f (x : real) = match nil with nil -> x | nil -> x | cons y r -> y", "is there twice"},
    {LISTS "def f (x : real) = match nil with nil -> x | cons y -> y", "'cons' has 2 fields, but 1 are named here"},
    {LISTS TREES "def f (x : real) = match nil with nil -> x | leaf y -> y", "'leaf' is no constructor of 'list'"},
    {LISTS "def f (x : real) = match nil with non -> x", "there is no constructor 'non'"},
    {LISTS "def f (x : real) = match cons x x with nil -> x | cons y r -> y", "but mu a."},
    {LISTS "def f (x : real) = match cons x (cons 1 nil) with nil -> () | cons y r -> y", "is expected here"},
    {LISTS "def f (x : real) = let g = \\(t : mu r. 1 + r * r). (match t with nil -> 0 | cons y s -> 1) in x",
     "is expected here"}, /* the element is no list of itself */
    {LISTS "def f (x : list) = 1", "the data type 'list' has 1 arguments"},
    {LISTS "def f (x : list real real) = 1", "the data type 'list' has 1 arguments"},
    {"data t a = c (t real)\ndef f (x : real) = x", "other arguments than in its own declaration"},
    {"data t a = c (t a)\ndef f (x : real) = x", "it is nothing but itself"},
    {"data t a = c (t real)\ndef f (x : t real) = 1", "other arguments than in its own declaration"},
    {"data t = c u\ndata u = d\ndef f (x : t) = 1", "there is no type 'u'"},
    {"data t a = c (a real)\ndef f (x : t real) = 1", "'a' takes no arguments"},
    {"data t = c t t\ndef c (x : real) = x", "'c' is defined twice"},
    {"data t = c | c\ndef f (x : real) = x", "'c' is defined twice"},
    {"data t = c\ndata t = d\ndef f (x : real) = x", "'t' is defined twice"},
    {"data t a a = c\ndef f (x : real) = x", "two arguments have the name 'a'"},
    {"data t = t1\ndef f (data : real) = data", "'data' is a reserved word"},
    {"data = c\ndef f (x : real) = x", "expected a name before '='"},
    {LISTS "def f (x : real) = nil", "cannot infer the type"},
    {"def f (x : real) = unroll x", "but data mu a. T are needed here"},
    {"def f (x : real) = (roll x : real)", "but data mu a. T are needed here"},
    {"def f (x : real) = roll x", "the data type is not known here"},
    /* of any type: nothing is known of it */
    {"def g {a : type} (x : a) : a = sin x\ndef f (x : real) = g x",
     "f:1:32: error: this is real^n, but a is expected here"},
    {"def g {a : type} (x : a) = x + x\ndef f (x : real) = g x", "f:1:28: error: "},
    {"def g {a : type, b : type} (x : a) : b = x\ndef f (x : real) = g x",
     "f:1:42: error: this is a, but b is expected here"},
    {"def g {a : type} (x : a) (y : a) = x\ndef f (x : real) = g x (1, 2)", "f:2:24: error: "},
    {"def g {a : type} (x : a) = x\ndef f (x : a) = x", "there is no type 'a'"},
    {"def g {a : type} (x : a^2) = x ! 0\ndef f (x : real) = g (x, x)", "f:2:22: error: "},
    {"def g {a : type, a : type} (x : a) = x", "two types have the name 'a'"},
    {"def g {a : real} (x : a) = x", "expected 'type' before 'real'"},
    {"data t = c u with v = d\ndef f (x : t) = 1", "there is no type 'u'"},
    {"data t a = c (u a) with u = d\ndef f (x : real) = 1", "'u' has 0 arguments, but 't', beside which it stands, 1"},
    {"data t a = c (u real) with u a = d (t a)\ndef f (x : real) = 1", "other arguments than in its own declaration"},
    {"data t a = c a with u b = d a\ndef f (x : real) = 1", "there is no type 'a'"},
    {"data t u = c u with u a = d (t a)\ndef f (x : real) = 1", "has the name of a data type beside it"},
    {"data t = c u with u = d t\ndef f (x : real) = 1", "it is nothing but itself"},
    {"data t = c u\ndata u = d t with v = e\ndef f (x : real) = 1", "there is no type 'u'"},
    {"data p = p {x : real, x : real}\ndef f (y : real) = y", "'x' is defined twice"},
    {"data p = p {x : real} | q\ndef f (y : real) = y", "where the data type has one constructor"},
    {"data p = p {px : real, py : Int}\ndef f (y : real) = px y", "f:2:23: error: "},
    {"data p = p {px : real, py : Int}\ndef f (y : real) = py (p y 2) + y", "Int"},
    {"def f (x : mu a. a) = 1", "no data are of this type"},
    {"def f (x : mu a. mu b. a) = 1", "no data are of this type"},
};

static void rejected(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    Module module;
    TextError error = {.line = 0};
    Status status = text_read_module(S, "f", wrong[k].text, strlen(wrong[k].text), NULL, 0, &module, &error);
    if (status != STATUS_ILL_TYPED || strstr(error.message, wrong[k].message) == NULL)
      fail_msg("%s\n%s\n%s", wrong[k].text, status_name(status), error.message);
    text_free_module(&module);
  }
}

/* A list of 10^5 elements by iteration, added up by a loop, nests nothing; by
 * recursion it is a LIMIT, and no crash. */
static void long_lists(void **state) {
  (void)state;
  static const char by_loop[] = LISTS "def f (x : real) (y : real) =\n"
                                      "  fst (while (p. match snd p with nil -> false | cons z r -> true)\n"
                                      "    (p. match snd p with nil -> p | cons z r -> (fst p + z, r))\n"
                                      "    (y, iterate 100000 (l. cons x l) nil))";
  static const char by_recursion[] =
      LISTS "def f (x : real) (y : real) =\n"
            "  letrec sums (l : list real) : real = match l with nil -> y | cons z r -> z + sums r in\n"
            "  sums (iterate 100000 (l. cons x l) nil)";
  const double in[] = {2, 3};
  Module module;
  for (size_t e = 0; e < sizeof evaluators / sizeof *evaluators; e++) {
    double out = 0;
    Program program = read(by_loop, &module);
    assert_int_equal(run(evaluators[e], &program, in, &out, (size_t)1 << 29), STATUS_OK);
    assert_true(out == 200003);
    text_free_module(&module);
    program = read(by_recursion, &module);
    assert_int_equal(run(evaluators[e], &program, in, &out, (size_t)1 << 29), STATUS_LIMIT);
    text_free_module(&module);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),   cmocka_unit_test(read_back),  cmocka_unit_test(types),
      cmocka_unit_test(rejected), cmocka_unit_test(long_lists),
  };
  return cmocka_run_group_tests_name("data", tests, set_up, tear_down);
}
