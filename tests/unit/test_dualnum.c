/* Dual-numbers AD: the paper's figures, every stage against the truth and
 * against one another, and what is refused. */
#include "tests/unit/dualnum_cases.h"
#include "tests/unit/given.h"

#include "ad/dualnum/transform.h"
#include "semantics/dualnum/value.h"

#include <math.h>

/* ------------------------------------------------------------------ Fig. 1 -- */

static const char figure_1[] = "def f (x : real) (y : real) : real = let z = x + y in x * z";

/* f(x, y) = x (x + y): gradient (2x + y, x) */
static void test_figure_1(void **state) {
  (void)state;
  const Program *program = read_program(figure_1);
  const Scalar input[] = {in_field(3), in_field(5)}, seed[] = {in_field(1), in_field(0)};
  for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) {
    Ran ran = run_stage(field, (DualStage)stage, program, input, seed);
    assert_int_equal(ran.status, STATUS_OK);
    assert_int_equal(ran.primal[0].word, 24);
    assert_int_equal(ran.image[0].word, 11);
    if (stage != DUAL_FORWARD) assert_int_equal(ran.image[1].word, 3);
  }
}

/* The text of D[t], for the context's two numbers at levels 0 and 1. */
static void body_text(DualStage stage, const char *source, char *text, size_t size) {
  const Program *program = read_program(source);
  DualTable table;
  ArenaMark mark = arena_mark(&arena);
  assert_true(dual_table_init(&table, &arena, store));
  DualTypeId c = dual_type_prod(&table, dual_type_real(&table), dual_type_real(&table));
  Dualnum d = {.store = store, .table = &table, .stage = stage, .context = c, .depth = 2, .nesting = DUAL_DEPTH};
  DualScope x = {NULL, type_real(&store->types, 1), 0}, y = {&x, type_real(&store->types, 1), 1};
  TypeId type;
  DualTermId body = dual_transform(&d, &y, program->term, &type);
  assert_int_equal(d.status, STATUS_OK);
  DualTypeId number = dualnum_type(&table, stage, c, type), context[2] = {number, number}, inferred;
  assert_int_equal(dual_infer(&table, context, 2, body, &inferred), STATUS_OK);
  assert_int_equal(inferred.id, number.id);
  FILE *out = fmemopen(text, size, "w");
  assert_non_null(out);
  dual_print_at(&table, body, 2, out);
  (void)fclose(out);
  arena_release(&arena, mark);
}

/* Fig. 1(b) and 1(c), with the lets of D[op]. */
static void test_figure_1_terms(void **state) {
  (void)state;
  char text[1024];
  body_text(DUAL_FORWARD, "def f (x : real) (y : real) : real = x * y", text, sizeof text);
  assert_string_equal(text, "let x2 = x0 in let x3 = x1 in (*(fst(x2), fst(x3)), "
                            "plus(d1*(fst(x2), fst(x3), snd(x2)), d2*(fst(x2), fst(x3), snd(x3))))\n");
  body_text(DUAL_NAIVE, "def f (x : real) (y : real) : real = x * y", text, sizeof text);
  assert_string_equal(text,
                      "let x2 = x0 in let x3 = x1 in (*(fst(x2), fst(x3)), \\_z : real. "
                      "plus(lapp(snd(x2), d1*(fst(x2), fst(x3), z)), lapp(snd(x3), d2*(fst(x2), fst(x3), z))))\n");
}

/* A loop is a loop, and a sum is one operation at each number of its type. */
static void test_loop_terms(void **state) {
  (void)state;
  char text[2048];
  body_text(DUAL_FORWARD, "def f (x : real) (y : real) : real = while (u. u < y) (u. u) x", text, sizeof text);
  assert_string_equal(text, "let x2 = x0 in while (x3. let x4 = x3 in let x5 = x4 in let x6 = x1 in <(fst(x5), "
                            "fst(x6))) (x3. let x4 = x3 in x4) (x2)\n");
  body_text(DUAL_NAIVE, "def f (x : real) (y : real) : real = total (build 2 (i. x))", text, sizeof text);
  assert_string_equal(text, "let x2 = build 2 (x2. x0) in pointwise (x3. let x4 = length(x3) in (bsum x4 (x5. "
                            "fst(index(x5, x3))), \\_z : real. bsum x4 (x5. lapp(snd(index(x5, x3)), z)))) (x2)\n");
  body_text(DUAL_FORWARD, "def f (x : real) (y : real) : real = (scatter 2 (build 2 (i. 0)) (build 2 (i. x))) ! 0",
            text, sizeof text);
  assert_string_equal(text, "let x2 = 0 in let x3 = let x3 = build 2 (x3. 0) in let x4 = build 2 (x4. x0) in let "
                            "x5 = group(2, x3, 2) in build 2 (x6. let x7 = index(x6, x5) in pointwise (x8. let x9 "
                            "= length(x8) in (bsum x9 (x10. fst(index(x10, x8))), bsum x9 (x10. snd(index(x10, "
                            "x8))))) (build length(x7) (x8. index(index(x8, x7), x4)))) in index(x2, x3)\n");
}

/* ------------------------------------------------------------------ Fig. 2 -- */

/* x_{k+1} = x_k + x_k, n times */
static const Program *doubling_chain(uint32_t n) {
  static char text[1 << 16];
  size_t used = (size_t)snprintf(text, sizeof text, "def f (x0 : real) : real = ");
  for (uint32_t k = 0; k < n; k++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "let x%u = x%u + x%u in ", k + 1, k, k);
  }
  (void)snprintf(text + used, sizeof text - used, "x%u", n);
  return read_program(text);
}

static void test_figure_2(void **state) {
  (void)state;
  const Scalar input[] = {in_field(3)}, seed[] = {in_field(1)};
  for (uint32_t n = 1; n <= 20; n += n < 8 ? 1 : 6) {
    const Program *program = doubling_chain(n);
    for (int stage = DUAL_NAIVE; stage < DUAL_STAGE_COUNT; stage++) {
      Ran ran = run_stage(field, (DualStage)stage, program, input, seed);
      assert_int_equal(ran.status, STATUS_OK);
      assert_int_equal(ran.image[0].word, (uint64_t)1 << n);
      /* naive: x_n once, each x_{k-1} twice as often as x_k */
      if (stage == DUAL_NAIVE) assert_int_equal(ran.meter.calls, ((uint64_t)2 << n) - 1);
      if (stage == DUAL_NAIVE) assert_int_equal(ran.meter.most_calls, (uint64_t)1 << n);
      if (stage > DUAL_NAIVE && stage != DUAL_VECTORISED) assert_in_range(ran.meter.calls, n, n + 4);
      bool calls = (stage > DUAL_NAIVE && stage < DUAL_DEFUNCTIONALISED) || stage == DUAL_RESOURCE;
      if (calls) assert_int_equal(ran.meter.most_calls, 1);
    }
  }
}

/* From D2 on linear: a chain of 2n costs twice one of n, within what the tree of
 * the maps adds. */
static void test_figure_2_is_linear(void **state) {
  (void)state;
  const Scalar input[] = {in_field(3)}, seed[] = {in_field(1)};
  for (int stage = DUAL_STAGED; stage < DUAL_STAGE_COUNT; stage++) {
    uint64_t cost[3];
    for (uint32_t k = 0; k < 3; k++) {
      Ran ran = run_stage(field, (DualStage)stage, doubling_chain(100u << k), input, seed);
      assert_int_equal(ran.status, STATUS_OK);
      cost[k] = cost_total(&ran.meter);
    }
    int64_t bend = (int64_t)(cost[2] - cost[1]) - 2 * (int64_t)(cost[1] - cost[0]);
    assert_in_range(bend + 8, 0, 16);
  }
}

/* 2^20 doublings on the tape, by functions that apply one another twice. */
static void test_million_doublings(void **state) {
  (void)state;
  static char text[4096];
  size_t used = (size_t)snprintf(text, sizeof text, "def f (x : real) : real = let f0 = \\(u : real). u + u in ");
  for (int k = 0; k < 20; k++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "let f%d = \\(u : real). f%d (f%d u) in ", k + 1, k, k);
  }
  (void)snprintf(text + used, sizeof text - used, "f20 x");
  const Scalar input[] = {in_field(1)}, seed[] = {in_field(1)};
  Ran ran = run_stage(field, DUAL_TAPE, read_program(text), input, seed);
  assert_int_equal(ran.status, STATUS_OK);
  assert_int_equal(ran.meter.calls, (1 << 20) + 1);
  assert_int_equal(ran.image[0].word, ran.primal[0].word); /* 2^(2^20) x at x = 1 */
  assert_in_range(ran.meter.operations, 5u << 20, (5u << 20) + 1);
}

/* --------------------------------------------------------------- section 4 -- */

/* f1 = \z. inject z; f2 = \z. f1(2z) + f1(3z); f3 = \z. f2(4z) + f1(5z); f4 = \z. f2 z + f3(2z) */
typedef struct Four {
  DualTable *table;
  DualStage stage;
  OpId times;
} Four;

static DualTermId make(const Four *four, DualTermKind kind, uint32_t payload, DualTypeId type, DualTermId a,
                       DualTermId b) {
  return dual_term(four->table, kind, payload, type, a, b, (DualTermId){0});
}

static DualTermId constant(const Four *four, int64_t n) {
  OpId op = op_make_constant(&store->ops, &store->types, 1, constant_from_ratio(&store->constants, n, 1));
  return make(four, DUAL_TERM_OP, op.id, (DualTypeId){0}, (DualTermId){0}, (DualTermId){0});
}

/* f_k (n z), f_k at level k; with IDs SCall f_k (n z) */
static DualTermId call(const Four *four, uint32_t k, int64_t n) {
  DualTypeId real = dual_type_real(four->table), none = {0};
  DualTermId f = make(four, DUAL_TERM_VAR, k, none, (DualTermId){0}, (DualTermId){0});
  DualTermId z = make(four, DUAL_TERM_Z, 0, none, (DualTermId){0}, (DualTermId){0});
  DualTermId scaled = dual_term(four->table, DUAL_TERM_PARTIAL, four->times.id, (DualTypeId){0}, constant(four, n),
                                constant(four, n), z);
  if (four->stage == DUAL_NAIVE) return make(four, DUAL_TERM_LAPP, 0, none, f, scaled);
  return make(four, DUAL_TERM_SCALL, 0, dual_type(four->table, DUAL_STAGED_T, real, none, 0), f, scaled);
}

/* let f_k = \z. body in rest, with IDs (k, \z. body) */
static DualTermId function(const Four *four, uint32_t k, DualTermId body, DualTermId rest) {
  DualTermId f = make(four, DUAL_TERM_LLAM, 0, dual_type_real(four->table), body, (DualTermId){0});
  OpId id = op_make_int(&store->ops, &store->types, k);
  DualTermId number = make(four, DUAL_TERM_OP, id.id, (DualTypeId){0}, (DualTermId){0}, (DualTermId){0});
  if (four->stage != DUAL_NAIVE) f = make(four, DUAL_TERM_PAIR, 0, (DualTypeId){0}, number, f);
  return make(four, DUAL_TERM_LET, 0, (DualTypeId){0}, f, rest);
}

static DualTermId plus(const Four *four, DualTermId a, DualTermId b) {
  return make(four, DUAL_TERM_PLUS, 0, (DualTypeId){0}, a, b);
}

static Ran run_four(DualStage stage) {
  DualProgram program = {.stage = stage};
  DualTable *table = &program.table;
  Ran ran = {.meter = {.steps = 0}};
  assert_true(dual_table_init(table, &arena, store));
  Four four = {table, stage, op_make(&store->ops, &store->types, OP_MUL, 1, 0)};
  DualTypeId real = dual_type_real(table), none = {0};
  program.input = program.input_linear = program.output = program.output_linear = real;
  DualTermId x = make(&four, DUAL_TERM_VAR, 0, none, (DualTermId){0}, (DualTermId){0});
  DualTermId inject = make(&four, DUAL_TERM_Z, 0, none, (DualTermId){0}, (DualTermId){0});
  if (stage != DUAL_NAIVE) inject = make(&four, DUAL_TERM_SCOTAN, 0, none, inject, (DualTermId){0});
  DualTermId last = call(&four, 4, 1);
  if (stage != DUAL_NAIVE) last = make(&four, DUAL_TERM_SRESOLVE, 0, real, last, (DualTermId){0});
  DualTermId body =
      make(&four, DUAL_TERM_PAIR, 0, none, x, make(&four, DUAL_TERM_LLAM, 0, real, last, (DualTermId){0}));
  body = function(&four, 4, plus(&four, call(&four, 2, 1), call(&four, 3, 2)), body);
  body = function(&four, 3, plus(&four, call(&four, 2, 4), call(&four, 1, 5)), body);
  body = function(&four, 2, plus(&four, call(&four, 1, 2), call(&four, 1, 3)), body);
  program.wrap = function(&four, 1, inject, body);
  assert_int_equal(dual_check(&program), STATUS_OK);
  const Scalar zero = in_field(0), seed = in_field(1);
  Machine machine = machine_make(store, field, &values);
  ran.status = dual_run(&machine, &program, &zero, 1, &seed, ran.primal, ran.image, &ran.meter);
  return ran;
}

static void test_section_4(void **state) {
  (void)state;
  Ran naive = run_four(DUAL_NAIVE), staged = run_four(DUAL_STAGED);
  assert_int_equal(naive.status, STATUS_OK);
  assert_int_equal(staged.status, STATUS_OK);
  /* f1 five times, f2 twice, f3, f4, and the \z around */
  assert_int_equal(naive.image[0].word, 55);
  assert_int_equal(naive.meter.calls, 5 + 2 + 1 + 1 + 1);
  assert_int_equal(naive.meter.most_calls, 5);
  /* each once: had a lower ID come before a higher one, it would have been called again */
  assert_int_equal(staged.image[0].word, 55);
  assert_int_equal(staged.meter.calls, 4 + 1);
  assert_int_equal(staged.meter.most_calls, 1);
}

/* ----------------------------------------------------------------- Fig. 10 -- */

/* let y = x * x in y * y: both entries of the result are one value in memory, as both
 * calls were to one backpropagator. */
static void test_figure_10(void **state) {
  (void)state;
  const Program *program = read_program("def f (x : real) : real = let y = x * x in y * y");
  DualTable table;
  assert_true(dual_table_init(&table, &arena, store));
  Dualnum d = {.store = store,
               .table = &table,
               .stage = DUAL_DEFUNCTIONALISED,
               .context = dual_type_real(&table),
               .depth = 2,
               .id = 1,
               .nesting = DUAL_DEPTH};
  DualScope x = {NULL, type_real(&store->types, 1), 0};
  TypeId type;
  DualTermId body = dual_transform(&d, &x, program->term, &type);
  DualProgram whole = {.stage = DUAL_DEFUNCTIONALISED, .table = table, .wrap = body};
  CostMeter meter = {.steps = 0};
  Machine machine = machine_make(store, field, &values);
  DualRun run = {.machine = &machine, .program = &whole, .meter = &meter};
  DualValue parts[2] = {dual_int_value(0), dual_boxed(DUAL_VALUE_CONTRIB, NULL)}, result;
  DualValue number[2] = {dual_real_value(in_field(3)), dual_boxed(DUAL_VALUE_PAIR, parts)};
  DualEnvironment outer = {dual_boxed(DUAL_VALUE_PAIR, number), NULL, 0}, id = {dual_int_value(1), &outer, 1};
  assert_int_equal(dual_value(&run, body, &id, NULL, &result), STATUS_OK);
  assert_int_equal(dual_parts(&result)[1].scalar.word, 3); /* the next ID */
  const DualValue *second = &dual_parts(&dual_parts(&result)[0])[1];
  assert_int_equal(dual_parts(second)[0].scalar.word, 2);
  const DualContrib *list = dual_parts(second)[1].data;
  assert_non_null(list->first);
  assert_int_equal(list->first->id, 1);
  assert_int_equal(list->second->id, 1);
  assert_non_null(list->first->entry);
  assert_ptr_equal(list->first->entry, list->second->entry);
  assert_int_equal(list->first->partial.word, 9);
}

/* ------------------------------------------------------- against the truth -- */

static const char *const programs[] = {
    "def f (x : real) : real = x * x",
    "def f (x : real) (y : real) : real * real = (x * y - x, y * y * 3)",
    "def f (x : real) : real * real = (x, x)", /* an output that is itself an input */
    "def f (x : real) (n : Int) : real * Int = (x * toReal n, n + 1)",
    "def f (x : real) (y : real) : real = let g = \\(u : real). u * y + x in g (g x)",
    "def f (x : real) (y : real) : real = (\\(h : real -> real). h (h y)) (\\(u : real). x * u)",
    "def f {n = 3} (x : real^n) (y : real^n) : real = dot x (x * y + y)",
    "def f {n = 4} (x : real^n) : real^n = map (u. u * u * sum x) x",
    "def f {m = 2, n = 3} (a : real^(m*n)) (x : real^n) : real = sum (matvec a x)",
    "def f {m = 2, n = 3} (a : real^(m*n)) (x : real^n) (s : real) : real^m = s .* matvec a x",
    "def f {n = 3} (x : real^n) (s : real) : real^n = zipWith (u v. u * v - s) x (replicate s)",
    "def f {n = 2} (x : (real * real)^n) : real = sum (map (p. fst p * snd p) x)",
    "def f (x : real^1) : real^1 = map (u. u * u) x",
    "def f (x : (real * real)^1) : (real * real)^1 = map (p. (snd p, fst p * fst p)) x",
    "def f (x : (real^2)^3) (i : Int) : real = sum (x ! 1) * (x ! 2 ! 0)",
    "def f (x : real) : real^3 = build 3 (i. x * toReal i)",
    "def f (x : real) (y : real) : real = x / (y * y + 1)",
    "def f (x : real) (u : 1) : (1 * 1) * real = ((u, ()), x ^ 3 - x ^ 0 + x ^ -1)",
    "def f (x : real^0) : real = sum x",
    "def f : real = 3",
    "def f (x : real * (real * real)) : (real * real) * real = ((fst (snd x), fst x), snd (snd x) * fst x)",
};
#define PROGRAMS (sizeof programs / sizeof programs[0])

/* Two calls with arguments of their own: the IDs of each must be new. */
static const char recursive_twice[] = "def f (x : real) : real = letrec g (p : real * Int) : real = let (u, k) = p in "
                                      "if k < 1 then u * u else g (u * x, k - 1) * g (u + x, k - 1) in g (x, 2)";

/* The extensions. */
static const char *const extended[] = {
    "def f (x : real) (y : real) : real = iterate 5 (u. u * x + y) y",
    "def f (x : real^4) (y : real) : real = fold (a u. a * u + y) y x",
    "def f (x : real^3) (y : real) : real^4 = scan (a u. a * u + y) y x",
    "def f (x : (real * real)^3) : real * real = total x",
    "def f (x : (real^2)^3) : real^2 = total x",
    "def f (x : real^4) (n : Int) : real^3 = gather (build 3 (i. i + n)) x * gather (build 3 (i. n)) x",
    "def f (x : real^3) : real^2 = scatter 2 (build 3 (i. imin i 1)) (x * x)",
    "def f (x : real) (n : Int) : real = case (if n < 2 then inl x else inr n) of {inl u -> u * u; inr k -> toReal k}",
    "def f (x : real) (n : Int) : real = fst (while (p. snd p <= n + 3) (p. (fst p * x, snd p + 1)) (x, n))",
    "def f (x : real) : real = letrec g (k : Int) : real = if k < 1 then x else x * g (k - 1) in g 4",
    "def f (x : real) (n : Int) : real^3 = let ys = append (vbuild 2 (i. x * x)) (map (y. y * x) (vbuild n (i. x))) "
    "in\n"
    "  build 3 (i. ys ! i * toReal (length ys))",
    "def f (x : real) (y : real) : real = fold (a u. a * u + y) y (zipWith (u k. u * toReal k) (vbuild 5 (i. x)) "
    "(vbuild 5 (i. i)))",
    "def f (x : real) (n : Int) : real = fold (a p. a * fst p + x) x (filter (p. snd p <= n) (vbuild 4 (i. (x * x, "
    "i))))",
    "def f (x : real) (n : Int) : real = fold (a u. a * u) x (gather (vbuild 3 (i. n)) (vbuild 2 (i. x + toReal i)))",
    "def f (x : real) (n : Int) : real = (scan (a u. a * u + x) x (vbuild (n + 2) (i. x))) ! 3",
    "def f (x : real) (n : Int) : real * real = total (vscatter 2 (vbuild 3 (i. n)) (vbuild 3 (i. (x, x * x))))",
    recursive_twice,
    "def f (x : real) (y : real) : real = letrec even (n : Int) : real = if n <= 0 then y else x * odd (n - 1)\n"
    "  with odd (n : Int) : real = if n <= 0 then x * y else 2 * even (n - 1) + x * x in even 5",
    "def f (x : real) (y : real) : real = letrec a (n : Int) : real = if n <= 0 then x else b (x * y, n - 1)\n"
    "  with b (p : real * Int) : real = let (z, n) = p in if n <= 0 then z else z + c n (z + y)\n"
    "  with c (n : Int) : real -> real = \\z. if n <= 1 then z * a (n - 1) else b (z, n - 2) in a 3 * b (y, 2)",
    "data list a = nil | cons a (list a)\n"
    "def f (x : real) (y : real) : real = letrec g (l : list (real * real)) : real = match l with nil -> y | cons p r "
    "->\n"
    "  fst p * g r + snd p * x in g (cons (x, y) (cons (y * y, 2) (cons (x, x) nil)))",
    "data tree a = leaf a | node (tree a) (tree a)\n"
    "def f (x : real) (y : real) : real = letrec g (t : tree (real -> real)) : real -> real = match t with leaf h -> "
    "h\n"
    "  | node l r -> \\z. g l (g r z) * z in g (iterate 2 (t. node t (leaf (\\z. z * y))) (leaf (\\z. z + x))) y",
};

static void test_truth(void **state) {
  (void)state;
  Truth *truth = truth_new(store);
  assert_non_null(truth);
  for (size_t i = 0; i < PROGRAMS; i++) {
    print_message("%s\n", programs[i]);
    check_program(truth, read_program(programs[i]));
  }
  for (size_t i = 0; i < sizeof extended / sizeof extended[0]; i++) {
    print_message("%s\n", extended[i]);
    check_program(truth, read_program(extended[i]));
  }
  truth_free(truth);
}

/* Each function's partial derivative against a symmetric difference that is
 * extrapolated: here a convention or a sign is looked at; the digits are the laws'. */
static void test_functions(void **state) {
  (void)state;
  static const char *const functions[] = {"sin x",     "cos x",     "tan x", "exp x",  "log x",         "sqrt x",
                                          "tanh x",    "sigmoid x", "abs x", "x ^ 2",  "x ^ -2",        "x ^ (1/2)",
                                          "max x 0.5", "min x 0.5", "1 / x", "sign x", "max 0.5 x * x", "-x"};
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    char text[256];
    (void)snprintf(text, sizeof text, "def f (x : real) : real = %s", functions[i]);
    const Program *program = read_program(text);
    const Scalar seed = scalar_from_double(1);
    const double h = 1e-5, x = 0.75;
    double at[2];
    for (int k = 0; k < 2; k++) {
      Scalar input = scalar_from_double(k == 0 ? x - h : x + h);
      at[k] = scalar_to_double(run_stage(doubles, DUAL_FORWARD, program, &input, &seed).primal[0]);
    }
    Scalar input = scalar_from_double(x);
    for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) {
      Ran ran = run_stage(doubles, (DualStage)stage, program, &input, &seed);
      assert_int_equal(ran.status, STATUS_OK);
      assert_true(fabs(scalar_to_double(ran.image[0]) - (at[1] - at[0]) / (2 * h)) < 1e-6);
    }
  }
}

/* Half each at a tie, 0 for |x| at 0. */
static void test_kinks(void **state) {
  (void)state;
  const Scalar input[] = {scalar_from_double(0), scalar_from_double(0)}, seed = scalar_from_double(1);
  const Program *program = read_program("def f (x : real) (y : real) : real = max x y + abs x + 4 * min y x");
  for (int stage = DUAL_NAIVE; stage < DUAL_STAGE_COUNT; stage++) {
    Ran ran = run_stage(doubles, (DualStage)stage, program, input, &seed);
    assert_int_equal(ran.status, STATUS_OK);
    assert_true(scalar_to_double(ran.image[0]) == 2.5);
    assert_true(scalar_to_double(ran.image[1]) == 2.5);
  }
}

/* ----------------------------------------------------------------- refused -- */

/* What the target's judgement must not accept. */
static void test_ill_typed(void **state) {
  (void)state;
  DualTable table;
  assert_true(dual_table_init(&table, &arena, store));
  DualTypeId none = {0}, real = dual_type_real(&table), type;
  DualTermId nothing = {0}, z = dual_term(&table, DUAL_TERM_Z, 0, none, nothing, nothing, nothing);
  DualTermId x = dual_term(&table, DUAL_TERM_VAR, 0, none, nothing, nothing, nothing);
  DualTermId pair = dual_term(&table, DUAL_TERM_PAIR, 0, none, x, x, nothing);
  DualTermId outside = dual_term(&table, DUAL_TERM_VAR, 1, none, nothing, nothing, nothing);
  const DualTermId wrong[] = {
      z,                                                               /* no linear identifier in scope */
      dual_term(&table, DUAL_TERM_LLAM, 0, real, x, nothing, nothing), /* not linear in z */
      dual_term(&table, DUAL_TERM_LLAM, 0, dual_type_int(&table), z, nothing, nothing), /* Int is no monoid */
      dual_term(&table, DUAL_TERM_FST, 0, none, x, nothing, nothing),
      dual_term(&table, DUAL_TERM_INDEX, 0, none, x, x, nothing), /* the index is real */
      dual_term(&table, DUAL_TERM_APP, 0, none, x, x, nothing),
      dual_term(&table, DUAL_TERM_PLUS, 0, none, x, pair, nothing),
      dual_term(&table, DUAL_TERM_ENTRY, 0, none, pair, x, nothing),
      dual_term(&table, DUAL_TERM_ZERO, 0, dual_type_int(&table), nothing, nothing, nothing),
      dual_term(&table, DUAL_TERM_THREAD, 2, none, x, x, nothing),
      dual_term(&table, DUAL_TERM_SWEEP, 2, none, x, x, nothing), /* stands in linear bodies */
      outside,
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_int_equal(dual_infer(&table, &real, 1, wrong[i], &type), STATUS_ILL_TYPED);
  }
  assert_int_equal(dual_infer(&table, &real, 1, pair, &type), STATUS_OK);
}

/* Wrap is not defined at function types. */
static void test_unable(void **state) {
  (void)state;
  const Program *program = read_program("def f (g : real -> real) (x : real) : real = g x");
  const DualProgram *derivative;
  const char *missing;
  for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) {
    assert_int_equal(dualnum_derive(store, &arena, (DualStage)stage, program, &derivative, &missing), STATUS_UNABLE);
    assert_string_equal(missing, "functions or sums in context or type");
  }
}

/* A derivative at a point outside the domain, a naive one that never ends, no memory. */
static void test_limits(void **state) {
  (void)state;
  const Scalar zero = scalar_from_double(0), one = scalar_from_double(1);
  Ran ran = run_stage(doubles, DUAL_TAPE, read_program("def f (x : real) : real = sqrt x"), &zero, &one);
  assert_int_equal(ran.status, STATUS_DOMAIN);
  const Program *program = doubling_chain(60);
  const DualProgram *derivative;
  const char *missing;
  assert_int_equal(dualnum_derive(store, &arena, DUAL_NAIVE, program, &derivative, &missing), STATUS_OK);
  Machine machine = machine_make(store, doubles, &values);
  machine.fuel = 100000;
  CostMeter meter = {.steps = 0};
  Scalar primal, image;
  assert_int_equal(dualnum_run(&machine, program, derivative, &one, 1, &one, &primal, &image, &meter), STATUS_LIMIT);
  assert_int_equal(machine.depth, MACHINE_DEPTH);
  Arena small;
  arena_init(&small, 4096);
  assert_int_equal(dualnum_derive(store, &small, DUAL_STAGED, program, &derivative, &missing), STATUS_LIMIT);
  arena_free(&small);
}

static void test_declared_primitives(void **state) {
  (void)state;
  for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) check_given(store, &arena, dual_engines[stage]);
}

static void test_rules_used(void **state) {
  (void)state;
  static const char *const prefixes[] = {"DN_", "DUAL_", "DUALE_", "DUALT_", "TAPE_"};
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    const char *id = rule_info((RuleId)rule)->id;
    for (int k = 0; k < 5; k++) {
      if (strncmp(id, prefixes[k], strlen(prefixes[k])) == 0 && rule_hits[rule] == 0) fail_msg("no test uses %s", id);
    }
  }
  (void)read_program(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_figure_1),
      cmocka_unit_test(test_figure_1_terms),
      cmocka_unit_test(test_loop_terms),
      cmocka_unit_test(test_figure_2),
      cmocka_unit_test(test_figure_2_is_linear),
      cmocka_unit_test(test_million_doublings),
      cmocka_unit_test(test_section_4),
      cmocka_unit_test(test_figure_10),
      cmocka_unit_test(test_truth),
      cmocka_unit_test(test_functions),
      cmocka_unit_test(test_kinks),
      cmocka_unit_test(test_unable),
      cmocka_unit_test(test_ill_typed),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_declared_primitives),
      cmocka_unit_test(test_rules_used),
  };
  return cmocka_run_group_tests(tests, dualnum_setup, dualnum_teardown);
}
