/* Programs with sums, conditionals, iteration, recursion and array combinators,
 * with their values by hand: each judgement and each evaluator is run on them. */
#ifndef ADJUDGE_TESTS_CONTROL_PROGRAMS_H
#define ADJUDGE_TESTS_CONTROL_PROGRAMS_H

#include "semantics/evaluator.h"
#include "semantics/rings/rings.h"
#include "semantics/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#ifndef UNUSED_OK
#define UNUSED_OK __attribute__((unused))
#endif

typedef struct ControlProgram {
  const char *text;
  uint32_t inputs, outputs;
  double in[4], out[6];
  bool data; /* has data types */
} ControlProgram;

static const ControlProgram control_programs[] = {
    {"def f (x : real) = if x < 0 then -x else x * x", 1, 1, {-3}, {3}, false},
    {"def f (x : real) = if x < 0 then -x else x * x", 1, 1, {0}, {0}, false},
    {"def f (x : real) = if x < 0 then -x else x * x", 1, 1, {3}, {9}, false},
    {"def f (x : real) = if x <= 0 then 1 else 2", 1, 1, {0}, {1}, false},
    {"def f (x : real) (y : real) = if x == y then 1 else 2", 2, 1, {2, 2}, {1}, false},
    {"def f (x : real) (y : real) = if x == y then 1 else 2", 2, 1, {2, 3}, {2}, false},
    {"def f (x : real) = toReal (if 2 < 1 then 1 else if 1 <= 1 then if 1 == 2 then 3 else 4 else 5)",
     1,
     1,
     {0},
     {4},
     false},
    {"def f (x : real) = case (inl x : real + 1) of {inl y -> y * y; inr u -> 7}", 1, 1, {5}, {25}, false},
    {"def f (x : real) = case (inr () : real + 1) of {inl y -> y * y; inr u -> 7}", 1, 1, {5}, {7}, false},
    {"def f (x : real) = let s = if x < 1 then (inl (x, x) : real * real + real) else inr 2 in\n"
     "  case s of {inl p -> fst p + 10 * snd p; inr y -> x * y}",
     1,
     1,
     {0.5},
     {5.5},
     false},
    {"def f (x : real) = case (inr (inl x) : 1 + (real + 1)) of {inl u -> 0; inr s ->\n"
     "  case s of {inl y -> 2 * y; inr u -> 1}}",
     1,
     1,
     {4},
     {8},
     false},
    {"def f (x : real) = case (inl (\\(y : real). x * y) : (real -> real) + 1) of {inl g -> g 3; inr u -> 0}",
     1,
     1,
     {2},
     {6},
     false},
    {"def f (x : real) = (if x < 2 then \\(y : real). x * y else \\(y : real). y) 5", 1, 1, {2}, {5}, false},
    {"def f (x : real) = if true then x else 0", 1, 1, {2}, {2}, false},
    {"def f (x : real) = if false then x else 1", 1, 1, {2}, {1}, false},
    {"def f (x : real) (y : real) = if x > y then 1 else if x >= y then 2 else 3", 2, 1, {2, 1}, {1}, false},
    {"def f (x : real) (y : real) = if x > y then 1 else if x >= y then 2 else 3", 2, 1, {2, 2}, {2}, false},
    {"def f (x : real) (y : real) = if x > y then 1 else if x >= y then 2 else 3", 2, 1, {2, 3}, {3}, false},
    {"def f (x : real) (y : real) = if x /= y then x else 0", 2, 1, {2, 3}, {2}, false},
    {"def f (x : real) (y : real) = if x /= y then x else 0", 2, 1, {2, 2}, {0}, false},
    {"def f (x : real) = if x > 0 and x < 2 or x == 5 then 1 else 0", 1, 1, {1}, {1}, false},
    {"def f (x : real) = if x > 0 and x < 2 or x == 5 then 1 else 0", 1, 1, {2}, {0}, false},
    {"def f (x : real) = if x > 0 and x < 2 or x == 5 then 1 else 0", 1, 1, {5}, {1}, false},
    {"def f (x : real) = if x > 0 and (x < 2 or x == 5) then 1 else 0", 1, 1, {-1}, {0}, false},
    {"def f (x : real) = if not (x > 0 and x < 2) then 1 else 0", 1, 1, {1}, {0}, false},
    {"def f (x : real) = if not x > 0 and not x == -1 then 1 else 0", 1, 1, {-1}, {0}, false},
    {"def f (x : real) = let b = x > 0 and not (x >= 2) in (if b then 1 else 0, if b or x == 2 then 1 else 0)",
     1,
     2,
     {2},
     {0, 1},
     false},
    {"def f (x : real) = (toReal (mod 7 3), toReal (mod (-7) 3), toReal (mod 7 (-3)))", 1, 3, {0}, {1, 2, -2}, false},
    {"def f (x : real) = iterate 3 (y. y * y + x) x", 1, 1, {1}, {26}, false},
    {"def f (x : real) = iterate 0 (y. y * y) x", 1, 1, {3}, {3}, false},
    {"def f (x : real) = iterate (-2) (y. y * y) x", 1, 1, {3}, {3}, false},
    {"def f (x : real) = iterate 2 (p. (snd p, fst p + snd p)) (x, 1)", 1, 2, {5}, {6, 7}, false},
    {"def f (x : real) = while (y. y < 100) (y. 2 * y) x", 1, 1, {3}, {192}, false},
    {"def f (x : real) = while (y. y < 100) (y. 2 * y) x", 1, 1, {200}, {200}, false},
    {"def f (xs : real^3) = fold (a x. 2 * a + x) 1 xs", 3, 1, {1, 2, 3}, {19}, false},
    {"def f (x : real) = fold (a y. 2 * a + y) x (build 0 (i. x))", 1, 1, {5}, {5}, false},
    {"def f (xs : real^3) = scan (a x. 2 * a + x) 1 xs", 3, 4, {1, 2, 3}, {1, 3, 8, 19}, false},
    {"def f (x : real) = scan (a y. 2 * a + y) x (build 0 (i. x))", 1, 1, {5}, {5}, false},
    {"def f (x : real) = scan (p y. (snd p, fst p * y)) (x, 2) (build 2 (i. 1 + toReal i))",
     1,
     6,
     {3},
     {3, 2, 2, 3, 3, 4},
     false},
    {"def f (x : real) = total (build 3 (i. (x, toReal i)))", 1, 2, {5}, {15, 3}, false},
    {"def f (x : real) = total (build 2 (i. build 2 (k. (x * toReal k, ()))))", 1, 2, {5}, {0, 10}, false},
    {"def f (x : real) = total (build 0 (i. (x, build 2 (k. x))))", 1, 3, {5}, {0, 0, 0}, false},
    {"def f (xs : real^3) = total (build 2 (i. xs))", 3, 3, {1, 2, 3}, {2, 4, 6}, false},
    {"def f (xs : real^3) = gather (build 4 (i. 2 - i * (i - 2))) xs", 3, 4, {1, 2, 3}, {3}, false}, /* out of range */
    {"def f (xs : real^3) = gather (build 4 (i. if i == 3 then 0 else 2)) xs", 3, 4, {1, 2, 3}, {3, 3, 3, 1}, false},
    {"def f (xs : real^3) = gather (build 0 (i. i)) xs", 3, 0, {1, 2, 3}, {0}, false},
    {"def f (xs : real^3) = scatter 2 (build 3 (i. if i == 1 then 0 else 1)) xs", 3, 2, {1, 2, 3}, {2, 4}, false},
    {"def f (xs : real^3) = scatter 3 (build 3 (i. 1)) xs", 3, 3, {1, 2, 3}, {0, 6, 0}, false},
    {"def f (x : real) = scatter 1 (build 2 (i. 0)) (build 2 (i. (x, toReal i)))", 1, 2, {3}, {6, 1}, false},
    {"def f (x : real) = scatter 2 (build 0 (i. 0)) (build 0 (i. x))", 1, 2, {3}, {0, 0}, false},
    {"def f (x : real) = (vbuild 3 (i. x + toReal i)) ! 2", 1, 1, {5}, {7}, false},
    {"def f (x : real) = toReal (length (vbuild (-2) (i. x))) + 10 * toReal (length (vbuild 4 (i. x)))",
     1,
     1,
     {5},
     {40},
     false},
    {"def f (x : real) = let xs = vbuild 4 (i. x - toReal i) in let ys = filter (y. 0 < y) xs in\n"
     "  (toReal (length ys), build 2 (i. ys ! i))",
     1,
     3,
     {2},
     {2, 2, 1},
     false},
    {"def f (x : real) = toReal (length (filter (y. y < 0) (vbuild 3 (i. x)))) + total (filter (y. y < 0)\n"
     "  (vbuild 3 (i. x)))",
     1,
     1,
     {2},
     {0},
     false},
    {"def f (x : real) = let xs = append (vbuild 2 (i. x)) (vbuild 1 (i. 3 * x)) in build 3 (i. xs ! i)",
     1,
     3,
     {2},
     {2, 2, 6},
     false},
    {"def f (x : real) = let no = vbuild 0 (i. x) in let xs = append (append no no) (append (vbuild 1 (i. x)) no) in\n"
     "  (total xs, toReal (length (append no no)))",
     1,
     2,
     {2},
     {2, 0},
     false},
    {"def f (x : real) = let xs = vscatter 3 (vbuild 4 (i. if i == 1 then 0 else 2)) (vbuild 4 (i. x + toReal i)) in\n"
     "  build 3 (i. xs ! i)",
     1,
     3,
     {1},
     {2, 0, 8},
     false},
    {"def f (x : real) = toReal (length (vscatter (-1) (vbuild 0 (i. i)) (vbuild 0 (i. (x, x)))))",
     1,
     1,
     {1},
     {0},
     false},
    {"def f (x : real) = let xs = map (y. (y, y * y)) (vbuild 3 (i. x + toReal i)) in total xs",
     1,
     2,
     {1},
     {6, 14},
     false},
    {"def f (x : real) = total (zipWith (y i. y * toReal i) (vbuild 3 (i. x)) (vbuild 3 (i. i)))",
     1,
     1,
     {5},
     {15},
     false},
    {"def f (x : real) = total (map (y. y * y) (vbuild 0 (i. x)))", 1, 1, {5}, {0}, false},
    {"def f (x : real) = fold (a y. 2 * a + y) 1 (vbuild 3 (i. x + toReal i))", 1, 1, {1}, {19}, false},
    {"def f (x : real) = let ys = scan (a y. 2 * a + y) 1 (vbuild 3 (i. x + toReal i)) in\n"
     "  (toReal (length ys), build 4 (i. ys ! i))",
     1,
     5,
     {1},
     {4, 1, 3, 8, 19},
     false},
    {"def f (x : real) = let ys = gather (vbuild 4 (i. if i == 3 then 0 else 2)) (vbuild 3 (i. x + toReal i)) in\n"
     "  build 4 (i. ys ! i)",
     1,
     4,
     {1},
     {3, 3, 3, 1},
     false},
    {"def f (x : real) = total (gather (vbuild 0 (i. i)) (vbuild 3 (i. x)))", 1, 1, {1}, {0}, false},
    {"def f (x : real) = let rows = vbuild 3 (i. vbuild i (k. x)) in fold (a r. a + total r) 0 rows",
     1,
     1,
     {2},
     {6},
     false},
    {"def f (x : real) = letrec g (n : Int) : real = if n <= 0 then x else toReal n * g (n - 1) in g 5",
     1,
     1,
     {2},
     {240},
     false},
    {"def f (x : real) = letrec g (y : real) : real = if y < 1 then y else g (y / 2) in g x + g 3",
     1,
     1,
     {4},
     {1.25},
     false},
    {"def f (x : real) (y : real) = letrec g (n : Int) : real = if n <= 0 then x else y * g (n - 1) + x * g (n - 2) "
     "in\n"
     "  letrec h (u : real) : real = if u < 1 then u * x else h (u / 2) * g 1 in h y",
     2,
     1,
     {2, 3},
     {150},
     false},
    {"def f (x : real) (y : real) =\n"
     "  letrec g (l : mu a. 1 + real * a) : real = case unroll l of {inl u -> 0; inr p -> fst p * fst p + g (snd p)} "
     "in\n"
     "  g (roll (inr (x, roll (inr (y, roll (inl ()))))))",
     2,
     1,
     {3, 4},
     {25},
     true},
    {"def f (x : real) =\n"
     "  letrec g (t : mu a. real + a * a) : real = case unroll t of {inl y -> y; inr p -> g (fst p) * g (snd p) + x} "
     "in\n"
     "  g (iterate 2 (t. roll (inr (t, t))) (roll (inl x)))",
     1,
     1,
     {2},
     {38},
     true},
    {"def f (x : real) = case unroll (roll (inl x) : mu a. real + a * a) of {inl y -> 2 * y; inr p -> 0}",
     1,
     1,
     {5},
     {10},
     true},
};

#define CONTROL_PROGRAMS (sizeof control_programs / sizeof *control_programs)
/* The one whose value is a domain error. */
#define CONTROL_OUT_OF_RANGE 43u

/* Reads program k; the module is the caller's to free. */
static UNUSED_OK Program read_control_program(Store *store, uint32_t k, Module *module) {
  TextError error = {.line = 0};
  const char *text = control_programs[k].text;
  Status status = text_read_module(store, "control", text, strlen(text), NULL, 0, module, &error);
  if (status != STATUS_OK) fail_msg("%s\n%s", text, error.message);
  return module->definitions[module->count - 1].program;
}

/* The values of all programs in the evaluator, over doubles. */
static UNUSED_OK void check_control_programs(Store *store, const Evaluator *evaluator) {
  Ring *ring = ring_double_new();
  Arena arena;
  arena_init(&arena, (size_t)1 << 26);
  for (uint32_t k = 0; k < CONTROL_PROGRAMS; k++) {
    const ControlProgram *c = &control_programs[k];
    Module module;
    Program program = read_control_program(store, k, &module);
    Machine machine = machine_make(store, ring, &arena);
    Scalar in[4], out[6] = {{0}};
    for (uint32_t i = 0; i < 4; i++) in[i] = scalar_from_double(c->in[i]);
    assert_true(k == CONTROL_OUT_OF_RANGE || type_node(&store->types, program.type)->dim == c->outputs);
    Status status = evaluator->eval(&machine, &program, in, out);
    if (status != (k == CONTROL_OUT_OF_RANGE ? STATUS_DOMAIN : STATUS_OK))
      fail_msg("%s: %s: %s", evaluator->name, c->text, status_name(status));
    for (uint32_t i = 0; i < c->outputs && k != CONTROL_OUT_OF_RANGE; i++) {
      if (scalar_to_double(out[i]) != c->out[i])
        fail_msg("%s: %s: %g for %g", evaluator->name, c->text, scalar_to_double(out[i]), c->out[i]);
    }
    assert_int_equal(machine.depth, MACHINE_DEPTH);
    text_free_module(&module);
  }
  arena_free(&arena);
  ring_destroy(ring);
}

/* At x = 3 and v = 2, 5: the branch, the sums and the steps of linear terms. */
static const struct {
  const char *text;
  double image[2];
} linear_controls[] = {
    {"if x < 4 then scale(x; v) else 0_", {6, 15}},
    {"if 4 < x then scale(x; v) else 0_", {0, 0}},
    {"case (inl x : real + 1) of {inl y -> scale(2 * y; v); inr u -> 0_}", {12, 30}},
    {"case (inr x : 1 + real) of {inl u -> v; inr y -> scale(y; v)}", {6, 15}},
    {"bigsum 4 (i. scale(toReal i; v))", {12, 30}},
    {"bigsum 0 (i. v)", {0, 0}},
    {"bigsum (-1) (i. v)", {0, 0}},
    {"liter 3 (i. scale(x; v)) v", {54, 135}},
    {"liter 3 (i. scale(toReal i; v)) v", {0, 0}},
    {"liter 0 (i. scale(x; v)) v", {2, 5}},
    {"liter (-1) (i. scale(x; v)) v", {2, 5}},
    {"fst (liter 3 (i. (fst v + snd v, snd v)) (0_, v))", {6, 15}},
};

static UNUSED_OK void check_linear_controls(Store *store, const Evaluator *evaluator) {
  TypeTable *types = &store->types;
  TypeId real[] = {type_real(types, 1)}, real_ = type_linear_real(types, 1), type;
  NameId x = name_make(store, "x", 1);
  Ring *ring = ring_double_new();
  Arena arena;
  arena_init(&arena, (size_t)1 << 26);
  for (size_t k = 0; k < sizeof linear_controls / sizeof *linear_controls; k++) {
    const char *text = linear_controls[k].text;
    TextError error = {.line = 0};
    TermText source = {.text = text,
                       .length = strlen(text),
                       .origin = "control",
                       .context = real,
                       .names = &x,
                       .context_length = 1,
                       .target = true,
                       .domain = real_,
                       .expected = real_};
    TermId t;
    if (text_read_term(store, &source, &t, &type, &error) != STATUS_OK) fail_msg("%s\n%s", text, error.message);
    TypeId whole = type_prod(types, type_unit(types), type_lfun(types, real_, real_));
    Program program = {term_pair(store, term_unit(store), term_llam(store, real_, t)), real, 1, whole};
    Machine machine = machine_make(store, ring, &arena);
    Scalar in = scalar_from_double(3), seeds[2] = {scalar_from_double(2), scalar_from_double(5)}, image[2];
    Status status = evaluator->eval_linear(&machine, &program, &in, 2, seeds, NULL, image);
    if (status != STATUS_OK) fail_msg("%s: %s: %s", evaluator->name, text, status_name(status));
    for (int i = 0; i < 2; i++) {
      if (scalar_to_double(image[i]) != linear_controls[k].image[i])
        fail_msg("%s: %s: %g", evaluator->name, text, scalar_to_double(image[i]));
    }
  }
  arena_free(&arena);
  ring_destroy(ring);
}

#endif
