/* The simplifier, rule by rule: where each applies and where it must not; meaning
 * kept and counted scalar operations not raised; its budget and its limits. */
#include "ad/simplify/rewriter.h" /* before the store `s` of all tests, which its parameters hide */

#include "tests/unit/simplify_check.h"

#include "ad/simplify/equation.h"
#include "tests/unit/simplify_once.h"

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
    {SIMPLIFY_MAP_PAIR_SPLIT,
     LIN("let v = build 3 (i. (v, neg(; v))) in neg(; fst (v ! 0)) + (let v = scale(x; snd (v ! 1)) in v + v)"),
     LIN("let v = (build 3 (i. v), build 3 (i. neg(; v))) in "
         "neg(; (fst v) ! 0) + (let v = scale(x; (snd v) ! 1) in v + v)")},
    {SIMPLIFY_MAP_PAIR_SPLIT,
     "let ys = map (z. (z * x, z + x)) xs in "
     "fold (a z. if a < snd (ys ! 1) then fst (ys ! 2) * z else a) (fst (ys ! 0)) xs",
     "let a = xs in let b = map (z. z * x) a in let c = map (z. z + x) a in "
     "fold (a z. if a < c ! 1 then b ! 2 * z else a) (b ! 0) xs"},
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

/* What is a normal form is not looked at again, in a term whose parts are shared at each of 60 levels. */
static void normal_forms_are_known(void **state) {
  (void)state;
  Program program = read_term("x"), result = program;
  for (uint32_t i = 0; i < 60; i++)
    program.term = term_op(s, op_make(&s->ops, &s->types, OP_MUL, 1, 0), program.term, program.term);
  assert_int_equal(simplify(s, &program, SIMPLIFY_ALL, STEPS, &result.term, NULL), STATUS_OK);
  assert_int_equal(result.term.id, program.term.id);
}

/* Where no more nodes may be looked at all is used, repeatedly, and the whole is a LIMIT. */
static void looks_are_limited(void **state) {
  (void)state;
  TermId sum = term_op(s, op_make(&s->ops, &s->types, OP_ADD, 1, 0), term_var(s, 1), term_var(s, 0));
  for (uint64_t looks = 0; looks < 6; looks++) {
    Simplifier simplifier = {.store = s, .looks = looks};
    Usage usage = usage_of(&simplifier, sum, 0);
    assert_int_equal(simplifier.status, looks < 3 ? STATUS_LIMIT : STATUS_OK);
    assert_int_equal(simplifier.looks, looks < 3 ? 0 : looks - 3);
    assert_int_equal(usage.count, looks < 3 ? USAGE_MOST : 1);
    assert_int_equal(usage.repeated, looks < 3);
  }
  Simplifier failed = {.store = s, .status = STATUS_ILL_TYPED};
  (void)usage_of(&failed, sum, 0);
  assert_int_equal(failed.status, STATUS_ILL_TYPED); /* what was first is told */
}

/* What is not read would never be applied. */
static void formulas_are_read(void **state) {
  (void)state;
  if (equations_fault() != NULL) fail_msg("%s", equations_fault());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formulas_are_read),
      cmocka_unit_test_setup_teardown(rules_apply_where_they_should, setup, teardown),
      cmocka_unit_test_setup_teardown(zeros_find_their_types, setup, teardown),
      cmocka_unit_test_setup_teardown(every_rule_is_tested, setup, teardown),
      cmocka_unit_test_setup_teardown(budget_and_switches, setup, teardown),
      cmocka_unit_test_setup_teardown(depth_is_limited, setup, teardown),
      cmocka_unit_test_setup_teardown(looks_are_limited, setup, teardown),
      cmocka_unit_test_setup_teardown(normal_forms_are_known, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
