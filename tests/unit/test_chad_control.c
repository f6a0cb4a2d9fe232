/* CHAD on sums, conditionals, iteration and array combinators: D(t) is typed, and
 * in both modes and all three evaluators it is the derivative that dual numbers
 * over exact rationals give, run by the source interpreter alone. */
#include "ad/chad/chad.h"
#include "ad/engine.h"
#include "semantics/chad/linear/typing.h"
#include "semantics/tables/rules.h"
#include "tests/unit/control_programs.h"
#include "tests/unit/programs.h"

#include <cmocka.h>

#define ROOM 16

static Store *store;
static Ring *rationals, *duals;
static Arena arena;
static const Evaluator *const evaluators[] = {&operational_evaluator, &applied_evaluator, &monoid_evaluator};

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 22);
  rationals = ring_rational_new(1u << 16);
  duals = ring_dual_new(rationals);
  arena_init(&arena, (size_t)1 << 28);
  return store == NULL || rationals == NULL || duals == NULL ? -1 : 0;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(&arena);
  ring_destroy(duals);
  ring_destroy(rationals);
  store_free(store);
  return 0;
}

/* Programs beyond those whose values are known by hand: derivatives that have all
 * their terms.  Inputs are (7, 14, 21, ...)/16. */
static const char *const programs[] = {
    "def f (x : real) (y : real) =\n"
    "  let s = if x < y then (inl (x * y, x + 1) : real * real + real) else inr (x - y) in\n"
    "  case s of {inl p -> fst p * snd p * x; inr z -> z * x * y}",
    "def f (x : real) (y : real) =\n"
    "  let s = if y < x then (inl (x * y, x + 1) : real * real + real) else inr (x - y) in\n"
    "  case s of {inl p -> fst p * snd p * x; inr z -> z * x * y}",
    "def f (x : real) (cs : real^4) = fold (a c. a * x + c) (x * x) cs",
    "def f (x : real) (ys : real^3) = scan (a y. a * x * y + y) (x * x) ys",
    "def f (r : real) (x : real) = iterate 3 (y. r * y * (1 - y) + x) (r * x)",
    "def f (x : real) (k : real) = while (y. y < 100) (y. (k + 1) * y * y + x) (x * k + 1)",
    "def f (x : real) (a : real^3) = total (build 3 (i. (x * a!i, (a!i * a!i, ()))))",
    "def f (x : real) (a : real^3) = let b = gather (build 4 (i. if i == 3 then 0 else 2)) (x .* a) in dot b b",
    "def f (x : real) (a : real^4) = let b = scatter 2 (build 4 (i. if i == 3 then 0 else 1)) (x .* a) in dot b b",
    "def f (x : real) = (if x < 1 then \\(y : real). x * y else \\(y : real). y * y * x) x",
    "def f (x : real) = (if 1 < x then \\(y : real). x * y else \\(y : real). y * y * x) x",
    "def f (a : (real^2)^3) = fold (s r. s + (scan (p q. p * q + 1) s r)!2) 1 a",
    "def f (x : real) (a : real^3) = scan (p y. (snd p * x, fst p * y)) (x, 2) a",
    "def f (x : real) (a : real^2) = fold (g y. \\(z : real). g (x * z * y)) (\\(z : real). z * x) a 3",
    "def f (x : real) (a : real^3) = fold (s y. if y < 1 then s * y else s + x * y) x a",
    "def f (x : real) = letrec g (n : Int) : real = if n <= 0 then 1 else x * g (n - 1) in g 5",
    "def f (x : real) (y : real) =\n"
    "  letrec g (n : Int) : real = if n <= 0 then x else y * g (n - 1) + x * g (n - 2) in g 4 * g 2",
    "def f (x : real) (y : real) = letrec g (u : real) : real = if u < 1 then u * x else y * g (u / 2) in g (3 * x) + "
    "g y",
    /* a function that calls another, which captures what the first one binds */
    "def f (x : real) (y : real) =\n"
    "  letrec g (p : real * Int) : real =\n"
    "    letrec h (k : Int) : real = if k <= 0 then fst p * y else x * h (k - 1) in\n"
    "    if snd p <= 0 then h 1 else g (fst p * h 2, snd p - 1) + x in\n"
    "  g (x * y, 2)",
    /* as a value: handed to another function, and to itself */
    "def f (x : real) (y : real) =\n"
    "  let twice = \\(h : real -> real) (z : real). h (h z) in\n"
    "  letrec g (u : real) : real = if u < 1 then u * x else twice (\\z. y * z) (g (u / 2)) in twice g (x + y)",
    "def f (x : real) = letrec g (p : (real -> real) * Int) : real =\n"
    "  if snd p <= 0 then fst p x else g (\\y. fst p (y * x) + y, snd p - 1) in g (\\y. y * x * y, 3)",
    "def f (x : real) (a : real^3) = letrec g (k : Int) : real = if 3 <= k then x else a!k * g (k + 1) + sum a in g 0",
    "def f (x : real) = letrec g (k : Int) : real -> real = if k <= 0 then \\y. x * y else \\y. g (k - 1) (y * x) + y "
    "in g 3 x",
    "def f (x : real) =\n"
    "  case iterate 4 (s. case s of {inl y -> inr (y * x, y); inr p -> inl (fst p + snd p)}) (inl x : real + real * "
    "real)\n"
    "  of {inl y -> y; inr p -> fst p}",
};

/* Data: each place of nodes with none, one, two and five, at a path that goes through all of them; cotangents of
 * functions and of arrays in nodes; data in data. */
static const char *const data_programs[] = {
    "data box = box real\n"
    "def f (x : real) (y : real) = match box (x * y) with box z -> z * z * x",
    "data list a = nil | cons a (list a)\n"
    "def f (x : real) (y : real) = letrec value (l : list real) : real = match l with nil -> y | cons z r -> z + x * "
    "value r in\n"
    "  value (cons x (cons (x * y) (cons (y * y) (cons 3 (cons x nil)))))",
    "data tree = leaf real | node real tree tree\n"
    "def f (x : real) (y : real) = letrec value (t : tree) : real = match t with leaf z -> z\n"
    "    | node k l r -> let a = value l in k * a * a + value r + k in\n"
    "  value (node x (node y (leaf (x * y)) (node 2 (leaf x) (leaf y))) (node 3 (leaf y) (node x (leaf y) (leaf 5))))",
    "data expression = variable | constant real | plus expression expression | times expression expression | square "
    "expression\n"
    "def f (x : real) (y : real) = letrec value (e : expression) : real = match e with variable -> x | constant c -> "
    "c\n"
    "    | plus l r -> value l + value r | times l r -> value l * value r | square t -> let a = value t in a * a in\n"
    "  value (plus (times (square (constant y)) (plus variable (constant (x * y)))) (square (times (constant x) (plus "
    "(constant y) variable))))",
    "data list a = nil | cons a (list a)\n"
    "def f (x : real) (y : real) =\n"
    "  letrec apply (p : list (real -> real) * real) : real = match fst p with nil -> snd p | cons g r -> apply (r, g "
    "(snd p)) in\n"
    "  apply (cons (\\z. z * x) (cons (\\z. z * z) (cons (\\z. z + y * z) nil)), y)",
    "data list a = nil | cons a (list a)\ndata tree a = leaf a | node (tree a) (tree a)\n"
    "def f (x : real) (y : real) =\n"
    "  letrec product (t : tree (list (real^2))) : real = match t with leaf l ->\n"
    "      (letrec all (l : list (real^2)) : real = match l with nil -> 1 | cons a r -> a!0 * a!1 * x + all r in all "
    "l)\n"
    "    | node l r -> product l * product r in\n"
    "  product (node (leaf (cons [x, y] (cons [y, x * y] nil))) (node (leaf nil) (leaf (cons [x, x] nil))))",
};

static Scalar input_of(uint32_t i) {
  return ring_div(rationals, ring_integer(rationals, 7 * ((int64_t)i + 1)), ring_integer(rationals, 16));
}

/* The partial derivatives of all outputs by input k. */
static Status truth(const Program *program, const Scalar *input, uint32_t inputs, uint32_t k, uint32_t outputs,
                    Scalar *derivative) {
  Scalar in[ROOM], out[ROOM];
  for (uint32_t i = 0; i < inputs; i++) in[i] = dual_make(duals, input[i], ring_integer(rationals, i == k));
  Machine machine = machine_make(store, duals, &arena);
  Status status = source_evaluator.eval(&machine, program, in, out);
  for (uint32_t j = 0; j < outputs && status == STATUS_OK; j++) derivative[j] = dual_epsilon(duals, out[j]);
  return status;
}

/* Row k is the derivative by input k; the seed of mode and evaluator gives it or
 * its column.  Returns the number of entries compared, 0 at a guard's boundary. */
static uint32_t compare(const char *text, const Program *source, const Scalar *input) {
  const TypeTable *types = &store->types;
  uint32_t inputs = 0, outputs = type_node(types, source->type)->dim, compared = 0;
  for (uint32_t i = 0; i < source->length; i++) inputs += type_node(types, source->context[i])->dim;
  Scalar jacobian[ROOM][ROOM], primal[ROOM], image[ROOM], seed[ROOM];
  assert_true(inputs <= ROOM && outputs <= ROOM);
  for (uint32_t k = 0; k < inputs; k++) {
    Status status = truth(source, input, inputs, k, outputs, jacobian[k]);
    if (status == STATUS_DOMAIN) return 0;
    if (status != STATUS_OK) fail_msg("%s: truth: %s", text, status_name(status));
  }
  for (int mode = 0; mode < 2; mode++) {
    TypeId context[ROOM], type;
    Program derivative;
    const Engine *engine = mode == 0 ? &chad_forward : &chad_reverse;
    assert_int_equal(engine->transform(store, source, context, &derivative), STATUS_OK);
    Status typed = linear_infer_cartesian(store, context, derivative.length, derivative.term, &type);
    if (typed != STATUS_OK || !type_equal(type, derivative.type)) fail_msg("%s: %s is ill typed", text, engine->name);
    uint32_t from = mode == 0 ? inputs : outputs, to = mode == 0 ? outputs : inputs;
    for (uint32_t n = 0; n < 3 * from; n++) {
      uint32_t k = n / 3;
      for (uint32_t i = 0; i < from; i++) seed[i] = ring_integer(rationals, i == k);
      Machine machine = machine_make(store, rationals, &arena);
      Status status = evaluators[n % 3]->eval_linear(&machine, &derivative, input, 1, seed, primal, image);
      if (status != STATUS_OK)
        fail_msg("%s: %s, %s: %s", text, engine->name, evaluators[n % 3]->name, status_name(status));
      for (uint32_t j = 0; j < to; j++, compared++) {
        Scalar expected = mode == 0 ? jacobian[k][j] : jacobian[j][k];
        if (!ring_equal(rationals, image[j], expected))
          fail_msg("%s: %s, %s: entry %u of %u is wrong", text, engine->name, evaluators[n % 3]->name, j, k);
      }
    }
  }
  return compared;
}

static void values_known_by_hand(void **state) {
  (void)state;
  uint32_t compared = 0, boundaries = 0;
  for (uint32_t k = 0; k < CONTROL_PROGRAMS; k++) {
    const ControlProgram *c = &control_programs[k];
    Scalar input[4];
    if (k == CONTROL_OUT_OF_RANGE) continue;
    for (uint32_t i = 0; i < c->inputs; i++) {
      Scalar two = ring_integer(rationals, 2);
      input[i] = ring_div(rationals, ring_integer(rationals, (int64_t)(2 * c->in[i])), two);
    }
    Module module;
    Program program = read_control_program(store, k, &module);
    uint32_t found = compare(c->text, &program, input);
    boundaries += found == 0 && c->outputs > 0;
    compared += found;
    text_free_module(&module);
  }
  assert_true(compared > 300);
  /* x = 0 in x < 0 and x <= 0; x = y = 2 in ==, > and /=; x = 2 in x < 2 (twice) and in x >= 2; x = 5 in x == 5;
   * x = -1 in x == -1; 2 - i = 0 in a filter; y = 1 in y < 1 */
  assert_int_equal(boundaries, 12);
}

static void derivatives_are_those_of_duals(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof programs / sizeof *programs; k++) {
    Module module = module_read(store, programs[k]);
    Scalar input[ROOM];
    for (uint32_t i = 0; i < ROOM; i++) input[i] = input_of(i);
    assert_true(compare(programs[k], &module.definitions[0].program, input) > 0);
    text_free_module(&module);
  }
}

/* The fibre of T + S at a value: the component of the branch not taken is 0_.
 * Forward the tangent is in it, on either side of the guard; in reverse the other
 * component of a cotangent is not looked at. */
static void tangents_are_in_the_fibre(void **state) {
  (void)state;
  static const char text[] =
      "def f (x : real) : real + real * real = if x < 1 then inl (x * x) else inr (x * x * x, x)";
  static const int64_t forward[2][3] = {{1, 0, 0}, {0, 12, 1}}, reverse[2] = {1, 13};
  Module module = module_read(store, text);
  const Program *source = &module.definitions[0].program;
  for (int n = 0; n < 12; n++) {
    bool backwards = n % 2 == 1;
    int at = n / 2 % 2; /* x = 1/2 is on the left, x = 2 on the right */
    TypeId context[1];
    Program d;
    const Engine *engine = backwards ? &chad_reverse : &chad_forward;
    assert_int_equal(engine->transform(store, source, context, &d), STATUS_OK);
    d.term = term_pair(store, term_unit(store), term_snd(store, d.term));
    d.type = type_prod(&store->types, type_unit(&store->types), type_node(&store->types, d.type)->b);
    Machine machine = machine_make(store, rationals, &arena);
    Scalar two = ring_integer(rationals, 2), image[3], seed[3];
    Scalar input = at == 0 ? ring_div(rationals, ring_integer(rationals, 1), two) : two;
    for (int i = 0; i < 3; i++) seed[i] = ring_integer(rationals, 1);
    assert_int_equal(evaluators[n / 4]->eval_linear(&machine, &d, &input, 1, seed, NULL, image), STATUS_OK);
    for (int i = 0; i < (backwards ? 1 : 3); i++) {
      int64_t expected = backwards ? reverse[at] : forward[at][i];
      assert_true(ring_equal(rationals, image[i], ring_integer(rationals, expected)));
    }
  }
  text_free_module(&module);
}

/* Data whose variable stands under data, an array or a function are refused, not mistaken. */
static void nested_data_are_refused(void **state) {
  (void)state;
  static const char *const texts[] = {
      "def f (x : real) = fst (unroll (roll (x, roll (inl ())) : mu a. real * (mu b. 1 + a * b)))",
      "def f (x : real) = case unroll (roll (inl x) : mu a. real + a^2) of {inl y -> y * y; inr p -> x}",
      "def f (x : real) = case unroll (roll (inl x) : mu a. real + (real -> a)) of {inl y -> y * y; inr p -> x}",
  };
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    TypeId context[4];
    Program derivative;
    Module module = module_read(store, texts[k]);
    const Program *program = &module.definitions[0].program;
    assert_int_equal(chad_forward.transform(store, program, context, &derivative), STATUS_UNABLE);
    assert_int_equal(chad_reverse.transform(store, program, context, &derivative), STATUS_UNABLE);
    text_free_module(&module);
  }
}

/* The paths: a node for every place of every kind of node. */
static void paths_to_nodes(void **state) {
  (void)state;
  uint64_t from = rule_hits[RULE_REV_UNROLL];
  Scalar input[2] = {input_of(0), input_of(1)};
  for (size_t k = 0; k < sizeof data_programs / sizeof *data_programs; k++) {
    Module module = module_read(store, data_programs[k]);
    assert_true(compare(data_programs[k], &module.definitions[0].program, input) > 0);
    text_free_module(&module);
  }
  assert_true(rule_hits[RULE_REV_UNROLL] > from);
}

static void every_rule_was_used(void **state) {
  (void)state;
  static const char *const ids[] = {"INL",   "INR",    "MATCH",   "ITERATE", "WHILE", "FOLD",  "SCAN",
                                    "TOTAL", "GATHER", "SCATTER", "LETREC",  "ROLL",  "UNROLL"};
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    const char *id = rule_info((RuleId)rule)->id;
    if (strncmp(id, "FWD_", 4) != 0 && strncmp(id, "REV_", 4) != 0) continue;
    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++) {
      if (strcmp(id + 4, ids[k]) == 0 && rule_hits[rule] == 0) fail_msg("no test uses rule %s", id);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_known_by_hand),
      cmocka_unit_test(derivatives_are_those_of_duals),
      cmocka_unit_test(tangents_are_in_the_fibre),
      cmocka_unit_test(nested_data_are_refused),
      cmocka_unit_test(paths_to_nodes),

      cmocka_unit_test(every_rule_was_used),
  };
  return cmocka_run_group_tests_name("chad_control", tests, set_up, tear_down);
}
