/* The simplifier on whole derivatives: the figures of appendix B, and derivatives of
 * random programs, whose meaning is kept and whose counted cost is not raised. */
#include "ad/engine.h"
#include "tests/unit/simplify_check.h"
#include "tests/unit/simplify_once.h"
#include "verify/enumerate/space.h"

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
    /* ys' = replicate w'; x1' = sum over the list of pairs of x2 and ys', the copower; x2' = zipWith
     * (\x2i. \y'. x1 y') x2 ys': in ours Dmap^t makes the copower, which the case sums, and x2' */
    {"Fig. 12",
     1,
     2,
     {"x1", "x2"},
     {"real", "real^3"},
     "let f = \\(x2i : real). x1 * x2i in let ys = map (x2i. f x2i) x2 in sum ys",
     "let df = \\(x2i : real). \\v : real_. ((((0_ : 1_), scale(x2i; v)), (0_ : real_^3)), scale(x1; v)) in "
     "let g = \\(x2i : real). let d = df x2i in (x1 * x2i, "
     "\\v : real_. (((0_ : 1_ * real_ * real_^3), !x2i >< v), snd (d @ v))) in "
     "(sum (map (x2i. fst (g x2i)) x2), \\v : real_. "
     "let v = Dmap^t(x2i. snd (g x2i) @ v, x2, v. (((0_ : 1_ * real_), v), (0_ : !real >< real_)); build 3 (i. v)) in "
     "fst v + (case snd v of !x2i >< v -> fst (df x2i @ v)))"},
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
      cmocka_unit_test_setup_teardown(simplified_figures, setup, teardown),
      cmocka_unit_test_setup_teardown(random_derivatives, setup, teardown),
      cmocka_unit_test_setup_teardown(single_steps, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
