/* The simplifier: each rule where it applies and where it must not; meaning
 * kept and counted scalar operations not raised; the figures of appendix B. */
#include "ad/engine.h"
#include "ad/simplify/simplify.h"
#include "semantics/core/rings.h"
#include "semantics/linear/typing.h"
#include "semantics/text/text.h"
#include "verify/enumerate/space.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DIM 64
#define STEPS 1000000

static Store *s;
static Ring *ring;

static int setup(void **state) {
  (void)state;
  s = store_new(1u << 24);
  ring = ring_field_new();
  return s == NULL || ring == NULL;
}

static int teardown(void **state) {
  (void)state;
  store_free(s);
  ring_destroy(ring);
  return 0;
}

/* ------------------------------------------------------------ reading -- */

#define CONTEXT 4
static const char *const context_names[CONTEXT] = {"x", "y", "p", "xs"};
static const char *const context_types[CONTEXT] = {"real", "real", "real * real", "real^3"};
static TypeId context[CONTEXT];

static TypeId read_type(const char *text) {
  TypeId type = {0};
  TextError error;
  if (text_read_type(s, text, strlen(text), &type, &error) != STATUS_OK) fail_msg("%s: %s", text, error.message);
  return type;
}

static Program read_in(const char *text, const TypeId *types, const char *const *names, uint32_t length) {
  NameId ids[CONTEXT];
  for (uint32_t i = 0; i < length; i++) ids[i] = name_make(s, names[i], strlen(names[i]));
  TermText source = {.text = text, .length = strlen(text), .origin = "test", .context = types, .names = ids};
  source.context_length = length;
  source.target = true;
  Program program = {.context = types, .length = length};
  TextError error;
  Status status = text_read_term(s, &source, &program.term, &program.type, &error);
  if (status != STATUS_OK) fail_msg("%s", error.message);
  return program;
}

/* A target term in the context x, y : real, p : real * real, xs : real^3. */
static Program read_term(const char *text) {
  for (uint32_t i = 0; i < CONTEXT; i++) context[i] = read_type(context_types[i]);
  return read_in(text, context, context_names, CONTEXT);
}

static void print_difference(const Program *program, TermId expected) {
  Program wanted = *program;
  wanted.term = expected;
  PrintStyle style = {.unicode = false, .width = 100};
  TypeId none = {0};
  char *is = text_print_term(s, program, NULL, none, style), *should = text_print_term(s, &wanted, NULL, none, style);
  print_message("is:\n%s\nshould be:\n%s\n", is == NULL ? "?" : is, should == NULL ? "?" : should);
  free(is);
  free(should);
}

/* --------------------------------------------------------- evaluating -- */

/* The flat result of a first-order program, or of a T * (S_ -o R_) at one seed
 * for each basis element; and the scalar operations it took. */
typedef struct Outcome {
  Status status;
  uint32_t count;
  Scalar value[MAX_DIM * 2];
  uint64_t operations;
} Outcome;

static uint32_t dim(TypeId type) { return type_node(&s->types, type)->dim; }

static const Evaluator *const evaluators[] = {&applied_evaluator, &operational_evaluator, &monoid_evaluator};
#define EVALUATORS (sizeof evaluators / sizeof *evaluators)

static void evaluate_linear(const Evaluator *evaluator, Machine *machine, const Program *program, const Scalar *input,
                            Outcome *outcome) {
  const TypeNode pair = *type_node(&s->types, program->type), map = *type_node(&s->types, pair.b);
  uint32_t seeds = dim(map.a), images = dim(map.b);
  Scalar seed[MAX_DIM];
  assert_true(seeds * images + dim(pair.a) <= MAX_DIM * 2 && seeds * seeds <= MAX_DIM);
  for (uint32_t i = 0; i < seeds * seeds; i++) seed[i] = ring_integer(ring, i % (seeds + 1) == 0);
  outcome->count = dim(pair.a) + seeds * images;
  outcome->status =
      evaluator->eval_linear(machine, program, input, seeds, seed, outcome->value, outcome->value + dim(pair.a));
}

static Outcome evaluate(const Evaluator *evaluator, const Program *program) {
  Outcome outcome = {.status = STATUS_OK};
  Scalar input[MAX_DIM];
  for (uint32_t i = 0; i < MAX_DIM; i++) input[i] = ring_integer(ring, (int64_t)(3 + 7 * i + i * i));
  Arena arena;
  arena_init(&arena, (size_t)1 << 26);
  Machine machine = machine_make(s, ring, &arena);
  uint64_t before = ring->operations;
  if (dim(program->type) == TYPE_NOT_FLAT) {
    evaluate_linear(evaluator, &machine, program, input, &outcome);
  } else {
    outcome.count = dim(program->type);
    outcome.status = evaluator->eval(&machine, program, input, outcome.value);
  }
  outcome.operations = ring->operations - before;
  arena_free(&arena);
  return outcome;
}

/* Pairs of programs that every evaluator decided. */
static uint64_t decided;

static void check_evaluated(const char *what, const Program *before, const Program *after, const Evaluator *evaluator) {
  Outcome old = evaluate(evaluator, before), new = evaluate(evaluator, after);
  if (old.status != STATUS_OK || new.status != STATUS_OK) {
    if (old.status == STATUS_DOMAIN || old.status == STATUS_UNABLE) return;
    fail_msg("%s: %s before, %s after", what, status_name(old.status), status_name(new.status));
  }
  decided++;
  for (uint32_t i = 0; i < old.count; i++) {
    if (ring_equal(ring, old.value[i], new.value[i])) continue;
    print_difference(after, before->term);
    fail_msg("%s, %s: scalar %u differs", evaluator->name, what, i);
  }
  if (new.operations > old.operations) {
    print_difference(after, before->term);
    fail_msg("%s, %s: %llu operations became %llu", evaluator->name, what, (unsigned long long)old.operations,
             (unsigned long long)new.operations);
  }
}

/* Same type, same meaning, no more scalar operations. */
static void check_same(const char *what, const Program *before, const Program *after) {
  TypeId type = {0};
  Status status = linear_infer_cartesian(s, after->context, after->length, after->term, &type);
  if (status != STATUS_OK || !type_equal(type, before->type)) {
    print_difference(after, before->term);
    fail_msg("%s: the result has another type", what);
  }
  for (size_t e = 0; e < EVALUATORS; e++) check_evaluated(what, before, after, evaluators[e]);
}

/* ----------------------------------------------------- rule by rule -- */

typedef struct Row {
  SimplifyRule rule;
  const char *before, *after; /* after NULL: the rule must not apply */
} Row;

/* A linear term is put in a pair, so that it has a place to stand. */
#define LIN(term) "((), \\v : real_. " term ")"
#define LIN2(term) "((), \\v : real_ * real_. " term ")"

static const Row rows[] = {
    {SIMPLIFY_LAM_APP_LET, "(\\(z : real). z * z) (x + y)", "let z = x + y in z * z"},
    {SIMPLIFY_LAM_APP_LET, "(let w = x + y in \\(z : real). z * w) y", "let w = x + y in (\\(z : real). z * w) y"},
    {SIMPLIFY_LAM_APP_LET, LIN("(\\(z : real). scale(z; v)) (x + y)"), LIN("let z = x + y in scale(z; v)")},
    {SIMPLIFY_LAM_APP_LET, "let f = \\(z : real). z in f x", NULL},

    {SIMPLIFY_LET_ROTATE, "let a = (let b = x * y in b + x) in a * y", "let b = x * y in let a = b + x in a * y"},
    {SIMPLIFY_LET_ROTATE, LIN("let v = (let b = x * y in scale(b; v)) in scale(y; v)"),
     LIN("let b = x * y in let v = scale(b; v) in scale(y; v)")},
    {SIMPLIFY_LET_ROTATE, LIN("let v = (let v = neg(; v) in scale(x; v)) in v + v"),
     LIN("let v = neg(; v) in let v = scale(x; v) in v + v")},
    {SIMPLIFY_LET_ROTATE, "let a = x * y in let b = a + a in b", NULL},

    {SIMPLIFY_LET_PAIR_SPLIT, "let q = (x * y, x + y) in fst q * snd q + y",
     "let a = x * y in let b = x + y in fst (a, b) * snd (a, b) + y"},
    {SIMPLIFY_LET_PAIR_SPLIT, "let q = p in fst q", NULL},

    {SIMPLIFY_LET_INLINE, "let a = x in a * a", "x * x"},
    {SIMPLIFY_LET_INLINE, "let a = fst p in a * a", "fst p * fst p"},
    {SIMPLIFY_LET_INLINE, "let a = 2 in a * a + (x : real)", "2 * 2 + (x : real)"},
    {SIMPLIFY_LET_INLINE, "let a = x * y in a + x", "x * y + x"},
    {SIMPLIFY_LET_INLINE, "let a = x * y in x", "x"},
    {SIMPLIFY_LET_INLINE, "let f = \\(z : real). z * z in map (w. f w) xs", "map (w. (\\(z : real). z * z) w) xs"},
    {SIMPLIFY_LET_INLINE, LIN("let a = x * y in scale(a; v)"), LIN("scale(x * y; v)")},
    {SIMPLIFY_LET_INLINE, "let a = x * y in a * a", NULL},
    {SIMPLIFY_LET_INLINE, "let f = \\(z : real). z * z in f x + f y", NULL},
    {SIMPLIFY_LET_INLINE, "let a = x * y in map (z. a * z) xs", NULL},
    {SIMPLIFY_LET_INLINE, "let a = x * y in zipWith (z w. a) xs xs", NULL},
    {SIMPLIFY_LET_INLINE, "let a = x * y in build 3 (i. a)", NULL},
    {SIMPLIFY_LET_INLINE, "let a = x * y in (x, \\v : real_. scale(a; v))", NULL},
    {SIMPLIFY_LET_INLINE, LIN("let a = x * y in case !x >< v of !k >< v -> scale(a; v)"), NULL},

    {SIMPLIFY_LET_INLINE, "let a = () in (a, a)", "((), ())"},
    {SIMPLIFY_LET_INLINE, "let q = (\\(z : real). z, x * y) in map (z. (\\(r : (real -> real) * real). snd r) q) xs",
     NULL},
    {SIMPLIFY_LET_INLINE, "let q = (x * y, \\(z : real). z) in map (z. (\\(r : real * (real -> real)). fst r) q) xs",
     NULL},
    {SIMPLIFY_LET_INLINE, LIN("let a = x * y in Dmap(z. scale(a; snd v), xs, v. build 3 (i. v); v)"), NULL},
    {SIMPLIFY_LET_INLINE, LIN("let a = x * y in Dmap(z. snd v, xs, v. along(replicate{3} a; v); v)"), NULL},
    {SIMPLIFY_LET_INLINE, LIN("let a = x * y in Dmap(z. snd v, xs, v. build 3 (i. v); scale(a; v))"),
     LIN("Dmap(z. snd v, xs, v. build 3 (i. v); scale(x * y; v))")},

    {SIMPLIFY_PAIR_PROJ1, "fst (x * y, x + y)", "x * y"},
    {SIMPLIFY_PAIR_PROJ1, "snd (x * y, x + y)", NULL},
    {SIMPLIFY_PAIR_PROJ2, "snd (x * y, x + y)", "x + y"},
    {SIMPLIFY_PAIR_PROJ2, LIN("snd (v, neg(; v))"), LIN("neg(; v)")},
    {SIMPLIFY_PAIR_PROJ2, "snd p", NULL},
    {SIMPLIFY_PAIR_ETA, "(fst p, snd p)", "p"},
    {SIMPLIFY_PAIR_ETA, LIN2("(fst v, snd v)"), LIN2("v")},
    {SIMPLIFY_PAIR_ETA, "(snd p, fst p)", NULL},
    {SIMPLIFY_PAIR_ETA, "(fst p, snd (x, y))", NULL},
    {SIMPLIFY_LET_PROJ1, "fst (let a = x * y in (a, a + a))", "let a = x * y in fst (a, a + a)"},
    {SIMPLIFY_LET_PROJ1, LIN("fst (let v = neg(; v) in (v, v))"), LIN("let v = neg(; v) in fst (v, v)")},
    {SIMPLIFY_LET_PROJ1, "snd (let a = x * y in (a, a + a))", NULL},
    {SIMPLIFY_LET_PROJ2, "snd (let a = x * y in (a, a + a))", "let a = x * y in snd (a, a + a)"},
    {SIMPLIFY_LET_PROJ2, "fst (let a = x * y in (a, a + a))", NULL},

    {SIMPLIFY_PLUS_ZERO1, LIN("(0_ : real_) + v"), LIN("v")},
    {SIMPLIFY_PLUS_ZERO1, LIN("v + (0_ : real_)"), NULL},
    {SIMPLIFY_PLUS_ZERO2, LIN("v + (0_ : real_)"), LIN("v")},
    {SIMPLIFY_PLUS_ZERO2, LIN("(0_ : real_) + v"), NULL},
    {SIMPLIFY_PLUS_PAIR, LIN("(v, neg(; v)) + (scale(x; v), v)"), LIN("(v + scale(x; v), neg(; v) + v)")},
    {SIMPLIFY_PLUS_PAIR, LIN2("v + (fst v, snd v)"), NULL},
    {SIMPLIFY_PLUS_LET1, LIN("(let a = x * y in scale(a; v)) + scale(x; v)"),
     LIN("let a = x * y in scale(a; v) + scale(x; v)")},
    {SIMPLIFY_PLUS_LET1, LIN("(let v = scale(x; v) in v + v) + scale(y; v)"),
     LIN("let v = (scale(x; v), v) in (fst v + fst v) + scale(y; snd v)")},
    {SIMPLIFY_PLUS_LET1, LIN("scale(x; v) + (let a = x * y in scale(a; v))"), NULL},
    {SIMPLIFY_PLUS_LET2, LIN("scale(x; v) + (let a = x * y in scale(a; v))"),
     LIN("let a = x * y in scale(x; v) + scale(a; v)")},
    {SIMPLIFY_PLUS_LET2, LIN("scale(y; v) + (let v = scale(x; v) in v + v)"),
     LIN("let v = (v, scale(x; v)) in scale(y; fst v) + (snd v + snd v)")},
    {SIMPLIFY_PLUS_LET2, LIN("(let a = x * y in scale(a; v)) + v"), NULL},

    {SIMPLIFY_ALGEBRA, "0 * x", "(0 : real)"},
    {SIMPLIFY_ALGEBRA, "x * 0", "(0 : real)"},
    {SIMPLIFY_ALGEBRA, "1 * x", "x"},
    {SIMPLIFY_ALGEBRA, "x * 1", "x"},
    {SIMPLIFY_ALGEBRA, "0 + x", "x"},
    {SIMPLIFY_ALGEBRA, "x + 0", "x"},
    {SIMPLIFY_ALGEBRA, "x - 0", "x"},
    {SIMPLIFY_ALGEBRA, "0 - x", "-x"},
    {SIMPLIFY_ALGEBRA, "-(-x)", "x"},
    {SIMPLIFY_ALGEBRA, "x / 1", "x"},
    {SIMPLIFY_ALGEBRA, "x ^ 1", "x"},
    {SIMPLIFY_ALGEBRA, "x ^ 0", "(1 : real)"},
    {SIMPLIFY_ALGEBRA, "1 .* xs", "xs"},
    {SIMPLIFY_ALGEBRA, "0 .* xs", "(0 : real^3)"},
    {SIMPLIFY_ALGEBRA, LIN("scale(1; v)"), LIN("v")},
    {SIMPLIFY_ALGEBRA, LIN("scale(0; v)"), LIN("(0_ : real_)")},
    {SIMPLIFY_ALGEBRA, LIN("neg(; neg(; v))"), LIN("v")},
    {SIMPLIFY_ALGEBRA, "dot (0 : real^3) xs", "(0 : real)"},
    {SIMPLIFY_ALGEBRA, "dot xs (0 : real^3)", "(0 : real)"},
    {SIMPLIFY_ALGEBRA, LIN("along((0 : real^3); v)"), LIN("(0_ : real_^3)")},
    {SIMPLIFY_ALGEBRA, "dot xs xs", NULL},
    {SIMPLIFY_ALGEBRA, LIN("along(xs; v)"), NULL},
    {SIMPLIFY_ALGEBRA, "2 * x", NULL},
    {SIMPLIFY_ALGEBRA, "1 + x", NULL},
    {SIMPLIFY_ALGEBRA, "0 / x", NULL},
    {SIMPLIFY_ALGEBRA, "x - 1", NULL},
    {SIMPLIFY_ALGEBRA, "x ^ 2", NULL},
    {SIMPLIFY_ALGEBRA, LIN("scale(2; v)"), NULL},

    {SIMPLIFY_LET_LAM_PAIR_SPLIT, "let f = \\(z : real). (z * x, z + x) in fst (f x) * snd (f y)",
     "let g = \\(z : real). z * x in let h = \\(z : real). z + x in "
     "fst ((\\(z : real). (g z, h z)) x) * snd ((\\(z : real). (g z, h z)) y)"},
    {SIMPLIFY_LET_LAM_PAIR_SPLIT, "let f = \\(z : real). z * x in f x * f y", NULL},

    {SIMPLIFY_MAP_PAIR_SPLIT, "let ys = map (z. (z * x, z + x)) xs in fst (ys ! 0) + snd (ys ! 1) + x",
     "let a = xs in let b = map (z. z * x) a in let c = map (z. z + x) a in b ! 0 + c ! 1 + x"},
    {SIMPLIFY_MAP_PAIR_SPLIT, "let ys = zipWith (z w. (z * w, z + x)) xs xs in fst (ys ! 0) + snd (ys ! 1)",
     "let a = xs in let b = xs in let c = zipWith (z w. z * w) a b in let d = zipWith (z w. z + x) a b in "
     "c ! 0 + d ! 1"},
    {SIMPLIFY_MAP_PAIR_SPLIT, "let ys = build 3 (i. (x * y, toReal i + y)) in build 3 (j. fst (ys ! j) + snd (ys ! j))",
     "let b = build 3 (i. x * y) in let c = build 3 (i. toReal i + y) in build 3 (j. b ! j + c ! j)"},
    {SIMPLIFY_MAP_PAIR_SPLIT, LIN("let v = build 3 (i. (v, neg(; v))) in fst (v ! 0) + snd (v ! 1)"),
     LIN("let v = (build 3 (i. v), build 3 (i. neg(; v))) in (fst v) ! 0 + (snd v) ! 1")},
    {SIMPLIFY_MAP_PAIR_SPLIT, "let ys = map (z. (z * x, z + x)) xs in let q = ys ! 0 in fst q", NULL},
    {SIMPLIFY_MAP_PAIR_SPLIT, "let ys = map (z. z * x) xs in ys ! 0", NULL},
    {SIMPLIFY_MAP_ZERO, LIN("build 3 (i. (0_ : real_))"), LIN("(0_ : real_^3)")},
    {SIMPLIFY_MAP_ZERO, LIN("build 3 (i. v)"), NULL},
    {SIMPLIFY_SUM_ZIP, LIN("sum (build 3 (i. (v, neg(; v))))"),
     LIN("(sum (build 3 (i. v)), sum (build 3 (i. neg(; v))))")},
    {SIMPLIFY_SUM_ZIP, LIN("sum (build 3 (i. v))"), NULL},
    {SIMPLIFY_SUM_ZERO, LIN("sum (0_ : real_^3)"), LIN("(0_ : real_)")},
    {SIMPLIFY_SUM_ZERO, LIN("sum (build 3 (i. v))"), NULL},
    {SIMPLIFY_SUM_SINGLETON, LIN("case (case !x >< v of !k >< v -> !k >< v) of !k >< v -> scale(k; v)"),
     LIN("case !x >< v of !k >< v -> scale(k; v)")},
    {SIMPLIFY_SUM_SINGLETON, LIN("case (case !x >< v of !k >< v -> !y >< v) of !k >< v -> scale(k; v)"), NULL},

    {SIMPLIFY_SUM_SINGLETON, LIN("case !x >< v of !k >< v -> scale(k; v)"), NULL},
    {SIMPLIFY_SUM_SINGLETON, LIN("case (case !x >< v of !k >< v -> !k >< neg(; v)) of !k >< v -> scale(k; v)"), NULL},

    {SIMPLIFY_LAPP_LLAM, LIN("(\\v : real_. v + v) @ neg(; v)"), LIN("let v = neg(; v) in v + v")},
    {SIMPLIFY_LAPP_LLAM, LIN("(let a = x * y in \\v : real_. scale(a; v)) @ scale(y; v)"),
     LIN("let a = x * y in (\\v : real_. scale(a; v)) @ scale(y; v)")},
    {SIMPLIFY_LETV_INLINE, LIN("let v = scale(x; v) in neg(; v)"), LIN("neg(; scale(x; v))")},
    {SIMPLIFY_LETV_INLINE, LIN("let v = v in v + v"), LIN("v + v")},
    {SIMPLIFY_LETV_INLINE, LIN("let v = (scale(x; v), v) in fst v + (snd v + snd v)"), LIN("scale(x; v) + (v + v)")},
    {SIMPLIFY_LETV_INLINE, LIN("let v = (0_ : real_) in v + v"), LIN("(0_ : real_) + (0_ : real_)")},
    {SIMPLIFY_LETV_INLINE, LIN("let v = scale(x; v) in let q = x * y in scale(q; v)"),
     LIN("let q = x * y in scale(q; scale(x; v))")},
    {SIMPLIFY_LETV_INLINE, LIN("let v = build 3 (i. (v, v)) in fst (v ! 1)"), LIN("fst ((build 3 (i. (v, v))) ! 1)")},
    {SIMPLIFY_LETV_INLINE, LIN("let v = scale(x; v) in (v, v)"), NULL},
    {SIMPLIFY_LETV_INLINE, LIN("let v = (v, scale(x; v)) in fst v + (snd v + snd v)"), NULL},
    {SIMPLIFY_LETV_INLINE, LIN("let v = scale(x; v) in build 3 (i. v)"), NULL},
    {SIMPLIFY_ZERO_LINEAR, LIN("fst (0_ : real_ * 1_)"), LIN("(0_ : real_)")},
    {SIMPLIFY_ZERO_LINEAR, LIN("snd (0_ : real_ * 1_)"), LIN("(0_ : 1_)")},
    {SIMPLIFY_ZERO_LINEAR, LIN("scale(x; (0_ : real_))"), LIN("(0_ : real_)")},
    {SIMPLIFY_ZERO_LINEAR, LIN("((0_ : real_), (0_ : 1_))"), LIN("(0_ : real_ * 1_)")},
    {SIMPLIFY_ZERO_LINEAR, LIN("(0_ : real_^3) ! 1"), LIN("(0_ : real_)")},
    {SIMPLIFY_ZERO_LINEAR, LIN("onehot 3 1 (0_ : real_)"), LIN("(0_ : real_^3)")},
    {SIMPLIFY_ZERO_LINEAR, LIN("case !x >< (0_ : real_) of !k >< v -> scale(k; v)"),
     LIN("case (0_ : !real >< real_) of !k >< v -> scale(k; v)")},
    {SIMPLIFY_ZERO_LINEAR, LIN("case (0_ : !real >< real_) of !k >< v -> scale(k; v)"), LIN("(0_ : real_)")},
    {SIMPLIFY_ZERO_LINEAR,
     "let f = \\(z : real). \\v : real_. (v, scale(z; v)) in ((), \\v : real_. f x @ (0_ : real_))",
     "let f = \\(z : real). \\v : real_. (v, scale(z; v)) in ((), \\v : real_. (0_ : real_ * real_))"},
    {SIMPLIFY_ZERO_LINEAR, LIN("(0_ : real -> real_) x"), LIN("(0_ : real_)")},
    {SIMPLIFY_ZERO_LINEAR, LIN("(\\(z : real). (0_ : real_)) x"), LIN("(0_ : real -> real_) x")},
    {SIMPLIFY_ZERO_LINEAR, LIN("case !x >< v of !k >< v -> (0_ : real_)"), LIN("(0_ : real_)")},
    {SIMPLIFY_ZERO_LINEAR, LIN("((0_ : real_), v)"), NULL},
    {SIMPLIFY_ZERO_LINEAR, LIN("(v, (0_ : real_))"), NULL},
    {SIMPLIFY_ZERO_LINEAR, LIN("(\\(z : real). scale(z; v)) x"), NULL},
    {SIMPLIFY_ZERO_LINEAR, LIN("scale(x; v)"), NULL},
    {SIMPLIFY_LOP_UNFOLD, LIN("Dsin(x; v)"), LIN("let z = x in let v = v in scale(cos z; v)")},
    {SIMPLIFY_LOP_UNFOLD, LIN2("D*(x, y; v)"),
     LIN2("let a = x in let b = y in let v = v in scale(b; fst v) + scale(a; snd v)")},
    {SIMPLIFY_LOP_UNFOLD, LIN("D*^t(x, y; v)"),
     LIN("let a = x in let b = y in let v = v in (scale(b; v), scale(a; v))")},
    {SIMPLIFY_LOP_UNFOLD, LIN("scale(x; v)"), NULL},
};

/* t @ 0_ is 0_ at a type that depends on identifiers bound in each way.  F and
 * FS are there for t: a linear function, and an array of them. */
#define F(term) "let f = \\v : real_. scale(x; v) in ((), \\v : real_. " term ")"
#define FS(term) "let fs = map (z. \\v : real_. scale(z; v)) xs in let gs = " term " in ((), \\v : real_. gs ! 0 @ v)"
#define FROM "f @ (0_ : real_)"
#define K "k @ (0_ : real_)"
#define TO "(0_ : real_)"

static const char *const scoped_rows[][2] = {
    {FS("map (k. \\v : real_. " K ") fs"), FS("map (k. \\v : real_. " TO ") fs")},
    {FS("zipWith (z k. \\v : real_. " K ") xs fs"), FS("zipWith (z k. \\v : real_. " TO ") xs fs")},
    {FS("zipWith (k z. \\v : real_. " K ") fs xs"), FS("zipWith (k z. \\v : real_. " TO ") fs xs")},
    {FS("build 3 (i. \\v : real_. fs ! i @ (0_ : real_))"), FS("build 3 (i. \\v : real_. " TO ")")},
    {F("case !f >< v of !k >< v -> " K), F("case !f >< v of !k >< v -> " TO)},
    {F("let v = !f >< v in case v of !k >< v -> " K), F("let v = !f >< v in case v of !k >< v -> " TO)},
    {F("case !x >< (!f >< v) of !j >< v -> case v of !k >< v -> " K),
     F("case !x >< (!f >< v) of !j >< v -> case v of !k >< v -> " TO)},
    {F("Dmap(z. (case fst v of !k >< v -> " K ") + snd v, xs, v. build 3 (i. case v of !k >< v -> v); !f >< v)"),
     F("Dmap(z. (case fst v of !k >< v -> " TO ") + snd v, xs, v. build 3 (i. case v of !k >< v -> v); !f >< v)")},
    {F("Dmap(z. snd v, xs, v. build 3 (i. case v of !k >< v -> " K "); !f >< v)"),
     F("Dmap(z. snd v, xs, v. build 3 (i. case v of !k >< v -> " TO "); !f >< v)")},
    {F("Dmap^t(z. (v, case !f >< scale(z; v) of !k >< v -> " K "), xs, v. sum v; build 3 (i. v))"),
     F("Dmap^t(z. (v, case !f >< scale(z; v) of !k >< v -> " TO "), xs, v. sum v; build 3 (i. v))")},
    {F("Dmap^t(z. (v, v), xs, v. case !f >< (v ! 1) of !k >< v -> " K "; build 3 (i. v))"),
     F("Dmap^t(z. (v, v), xs, v. case !f >< (v ! 1) of !k >< v -> " TO "; build 3 (i. v))")},
    {F("Dmap(z. snd v, xs, v. build 3 (i. v); " FROM ")"), F("Dmap(z. snd v, xs, v. build 3 (i. v); " TO ")")},
    {F("Dmap(z. snd v, xs, v. build 3 (i. v); " TO ")"), F("(0_ : real_^3)")},
    {F("Dmap^t(z. (v, v), xs, v. sum v; (0_ : real_^3))"), F(TO)},
};

#define ROWS (sizeof rows / sizeof *rows)

static bool needs_transcendental(const char *text) { return strstr(text, "sin") != NULL; }

static void rules_apply_where_they_should(void **state) {
  (void)state;
  for (size_t i = 0; i < ROWS; i++) {
    const Row *row = &rows[i];
    Program before = read_term(row->before), after = before;
    Status status = simplify_once(s, &before, row->rule, &after.term);
    if (status != STATUS_OK) fail_msg("%s: %s", row->before, status_name(status));
    if (row->after == NULL) {
      if (after.term.id != 0) fail_msg("%s applies to %s", simplify_name(row->rule), row->before);
      continue;
    }
    if (after.term.id == 0) fail_msg("%s does not apply to %s", simplify_name(row->rule), row->before);
    Program expected = read_term(row->after);
    if (!term_equal(s, after.term, expected.term)) {
      print_difference(&after, expected.term);
      fail_msg("%s of %s", simplify_name(row->rule), row->before);
    }
    if (!needs_transcendental(row->before)) check_same(row->before, &before, &after);
  }
}

static void zeros_find_their_types(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof scoped_rows / sizeof *scoped_rows; i++) {
    Program before = read_term(scoped_rows[i][0]), after = before, expected = read_term(scoped_rows[i][1]);
    assert_int_equal(simplify_once(s, &before, SIMPLIFY_ZERO_LINEAR, &after.term), STATUS_OK);
    if (after.term.id == 0) fail_msg("zeroLinear does not apply to %s", scoped_rows[i][0]);
    if (!term_equal(s, after.term, expected.term)) {
      print_difference(&after, expected.term);
      fail_msg("%s", scoped_rows[i][0]);
    }
    check_same(scoped_rows[i][0], &before, &after);
  }
}

/* Each rule stands in the table both ways, but for those that apply to every
 * term of their form. */
static void every_rule_is_tested(void **state) {
  (void)state;
  for (SimplifyRule rule = 0; rule < SIMPLIFY_COUNT; rule++) {
    uint32_t yes = 0, no = 0;
    for (size_t i = 0; i < ROWS; i++) {
      if (rows[i].rule != rule) continue;
      if (rows[i].after != NULL)
        yes++;
      else
        no++;
    }
    assert_true(yes > 0);
    assert_true(no > 0 || rule == SIMPLIFY_LAPP_LLAM);
    assert_int_equal(simplify_find(simplify_name(rule)), rule);
  }
  assert_int_equal(simplify_find("letinline"), SIMPLIFY_COUNT);
}

/* ---------------------------------------------------------- the figures -- */

typedef struct Figure {
  const char *name;
  uint32_t engine; /* 0 forward, 1 reverse */
  uint32_t length;
  const char *names[CONTEXT], *types[CONTEXT];
  const char *source, *simplified;
} Figure;

static const Figure figures[] = {
    /* let y = 2 x; z = x y in (((y, z), cos z), \x'. let y' = 2 (snd x'); z' = x y' + y (snd x') in
     * ((y', z'), -(sin z) z')) */
    {"Fig. 9a",
     0,
     1,
     {"x"},
     {"real"},
     "let y = 2 * x in let z = x * y in let w = cos z in ((y, z), w)",
     "let y = 2 * x in let z = x * y in (((y, z), cos z), \\v : 1_ * real_. "
     "let v = (v, scale(2; snd v)) in let v = (v, scale(y; snd (fst v)) + scale(x; snd v)) in "
     "((snd (fst v), snd v), scale(-(sin z); snd v)))"},
    /* let y = x1 x4 + 2 x2; w = y x3 + x4 in (sin w, \v'. let w' = cos w v'; y' = x3 w' in
     * ((((0, x4 y'), 2 y'), y w'), w' + x1 y')) */
    {"Fig. 9b",
     1,
     4,
     {"x1", "x2", "x3", "x4"},
     {"real", "real", "real", "real"},
     "let y = x1 * x4 + 2 * x2 in let z = y * x3 in let w = z + x4 in sin w",
     "let y = x1 * x4 + 2 * x2 in let w = y * x3 + x4 in (sin w, \\v : real_. "
     "let v = scale(cos w; v) in let v = (v, scale(x3; v)) in "
     "(((((0_ : 1_), scale(x4; snd v)), scale(2; snd v)), scale(y; fst v)), fst v + scale(x1; snd v)))"},
    /* let f' = \z. \d. x (snd d) + z (snd (fst d)); zs = replicate x; g = \z. let dfun = f' z in
     * (x z + 1, \d. (snd (fst (fst d))) z + dfun (0, snd d)) in (map (\z. fst (g z)) zs, ...) */
    {"Fig. 10",
     0,
     1,
     {"x"},
     {"real"},
     "let f = \\(z : real). x * z + 1 in let zs = replicate{3} x in map (z. f z) zs",
     "let df = \\(z : real). \\v : (1_ * real_) * real_. scale(z; snd (fst v)) + scale(x; snd v) in "
     "let zs = replicate{3} x in "
     "let g = \\(z : real). let d = df z in (x * z + 1, "
     "\\v : (((1_ * real_) * (real -> real_)) * real_^3) * real_. "
     "(snd (fst (fst v))) z + d @ ((0_ : 1_ * real_), snd v)) in "
     "(map (z. fst (g z)) zs, \\v : 1_ * real_. Dmap(z. snd (g z) @ v, zs, v. snd v; "
     "((v, \\(z : real). df z @ (v, (0_ : real_))), build 3 (i. snd v))))"},
};

static Program figure_source(const Figure *figure, TypeId *types) {
  for (uint32_t i = 0; i < figure->length; i++) types[i] = read_type(figure->types[i]);
  return read_in(figure->source, types, figure->names, figure->length);
}

static void simplified_figures(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
    const Figure *figure = &figures[i];
    TypeId types[CONTEXT], contexts[CONTEXT];
    Program source = figure_source(figure, types), derivative;
    assert_int_equal(engines[figure->engine]->transform(s, &source, contexts, &derivative), STATUS_OK);
    Program simple = derivative;
    assert_int_equal(simplify(s, &derivative, SIMPLIFY_ALL, STEPS, &simple.term, NULL), STATUS_OK);
    Program expected = read_in(figure->simplified, contexts, figure->names, figure->length);
    if (!term_equal(s, simple.term, expected.term)) {
      print_difference(&simple, expected.term);
      fail_msg("%s", figure->name);
    }
  }
}

/* ---------------------------------------------------------- the driver -- */

static void budget_and_switches(void **state) {
  (void)state;
  Program program = read_term("let a = (let b = x * y in b + 0) in a * (fst (y, x))"), result = program;
  uint64_t applied[SIMPLIFY_COUNT];
  for (uint64_t steps = 0; steps < 8; steps++) {
    Status status = simplify(s, &program, SIMPLIFY_ALL, steps, &result.term, applied);
    uint64_t total = 0;
    for (uint32_t rule = 0; rule < SIMPLIFY_COUNT; rule++) total += applied[rule];
    assert_true(total <= steps);
    assert_int_equal(status, total < steps || total == 4 ? STATUS_OK : STATUS_LIMIT);
    check_same("within a budget", &program, &result);
  }
  assert_true(term_equal(s, result.term, read_term("x * y * y").term));
  assert_int_equal(applied[SIMPLIFY_ALGEBRA], 1);
  assert_int_equal(simplify(s, &program, 0, STEPS, &result.term, applied), STATUS_OK);
  assert_int_equal(result.term.id, program.term.id);
  SimplifySet only = (SimplifySet)1 << SIMPLIFY_ALGEBRA;
  assert_int_equal(simplify(s, &program, only, STEPS, &result.term, applied), STATUS_OK);
  assert_true(term_equal(s, result.term, read_term("let a = (let b = x * y in b) in a * (fst (y, x))").term));
}

/* Too deep a term is a LIMIT and stays as it is. */
static void depth_is_limited(void **state) {
  (void)state;
  Program program = read_term("x"), result = program;
  for (uint32_t i = 0; i < 50000; i++) {
    TermId sum = term_op(s, op_make(&s->ops, &s->types, OP_ADD, 1, 0), program.term, term_var(s, 0));
    program.term = i % 2 == 0 ? sum : term_let(s, NAME_NONE, term_var(s, 3), program.term);
  }
  assert_int_equal(simplify(s, &program, SIMPLIFY_ALL, STEPS, &result.term, NULL), STATUS_LIMIT);
  assert_int_not_equal(result.term.id, 0);
  assert_int_equal(simplify_once(s, &program, SIMPLIFY_SUM_ZERO, &result.term), STATUS_LIMIT);
  assert_int_equal(result.term.id, 0);
}

/* ------------------------------------------------------ random programs -- */

static const char *const spaces[] = {
    "poly",
    "array",
    "mixed,ops=+,-,*,2,sum,dot,.*,replicate,toReal,#0,#1",
};

typedef void (*DerivativeCheck)(const Program *derivative);

/* Calls the check on derivatives of first-order programs. */
static void on_random_derivatives(uint64_t seed, uint64_t count, DerivativeCheck check) {
  decided = 0;
  for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++) {
    char message[256];
    Space *space = space_open(s, spaces[k], message, sizeof message);
    if (space == NULL) fail_msg("%s", message);
    for (uint64_t i = 0; i < count; i++) {
      uint32_t mark = store_mark(s);
      SpaceCase c;
      assert_int_equal(space_unrank(space, space_random(space, seed, i), &c), STATUS_OK);
      for (uint32_t e = 0; e < 2; e++) {
        TypeId contexts[SPACE_MAX_CONTEXT];
        Program derivative;
        assert_int_equal(engines[e]->transform(s, &c.program, contexts, &derivative), STATUS_OK);
        check(&derivative);
      }
      store_release(s, mark);
    }
    space_close(space);
  }
  /* what is not decided has an index out of range */
  assert_true(10 * decided > 9 * count);
}

static void check_simplified(const Program *derivative) {
  Program simple = *derivative;
  assert_int_equal(simplify(s, derivative, SIMPLIFY_ALL, STEPS, &simple.term, NULL), STATUS_OK);
  check_same("simplify", derivative, &simple);
  Program again = simple;
  assert_int_equal(simplify(s, &simple, SIMPLIFY_ALL, STEPS, &again.term, NULL), STATUS_OK);
  assert_int_equal(again.term.id, simple.term.id);
}

static void random_derivatives(void **state) {
  (void)state;
  on_random_derivatives(1, 100, check_simplified);
}

/* One use of each rule, on the way to the normal form. */
static uint64_t uses[SIMPLIFY_COUNT];

static void check_single_steps(const Program *derivative) {
  for (uint64_t steps = 0; steps < 60; steps += 12) {
    Program halfway = *derivative;
    Status status = simplify(s, derivative, SIMPLIFY_ALL, steps, &halfway.term, NULL);
    for (SimplifyRule rule = 0; rule < SIMPLIFY_COUNT; rule++) {
      Program after = halfway;
      assert_int_equal(simplify_once(s, &halfway, rule, &after.term), STATUS_OK);
      if (after.term.id == 0) continue;
      uses[rule]++;
      check_same(simplify_name(rule), &halfway, &after);
    }
    if (status == STATUS_OK) return;
  }
}

static void single_steps(void **state) {
  (void)state;
  memset(uses, 0, sizeof uses);
  on_random_derivatives(2, 12, check_single_steps);
  assert_true(uses[SIMPLIFY_LET_INLINE] > 0 && uses[SIMPLIFY_LETV_INLINE] > 0 && uses[SIMPLIFY_LET_PAIR_SPLIT] > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(rules_apply_where_they_should, setup, teardown),
      cmocka_unit_test_setup_teardown(zeros_find_their_types, setup, teardown),
      cmocka_unit_test_setup_teardown(every_rule_is_tested, setup, teardown),
      cmocka_unit_test_setup_teardown(simplified_figures, setup, teardown),
      cmocka_unit_test_setup_teardown(budget_and_switches, setup, teardown),
      cmocka_unit_test_setup_teardown(depth_is_limited, setup, teardown),
      cmocka_unit_test_setup_teardown(random_derivatives, setup, teardown),
      cmocka_unit_test_setup_teardown(single_steps, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
