/* Normal forms for the beta-eta+ equations: golden forms, the equations of Figs.
 * 4 and 6 decided one by one, pairs that are not equal, and random programs and
 * derivatives whose normal form rewriting leaves alone. */
#include "ad/engine.h"
#include "semantics/chad/linear/typing.h"
#include "semantics/source/typing.h"
#include "semantics/text/text.h"
#include "verify/enumerate/space.h"
#include "verify/normal/normal.h"
#include "verify/rewrite/rewrite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Session {
  Store *store;
  Arena arena;
  uint64_t random;
} Session;

static int set_up(void **state) {
  static Session session;
  session.store = store_new((uint32_t)1 << 22);
  if (session.store == NULL) return -1;
  arena_init(&session.arena, (size_t)1 << 27);
  session.random = 1;
  *state = &session;
  return 0;
}

static int tear_down(void **state) {
  Session *s = *state;
  arena_free(&s->arena);
  store_free(s->store);
  return 0;
}

static uint32_t below(Session *s, uint32_t n) {
  s->random = s->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((s->random >> 33) % n);
}

/* A context of types, separated by ";". */
static uint32_t read_context(Session *s, const char *text, TypeId *context) {
  uint32_t count = 0;
  TextError error;
  while (*text != '\0') {
    size_t length = strcspn(text, ";");
    assert_int_equal(text_read_type(s->store, text, length, &context[count++], &error), STATUS_OK);
    text += length + (text[length] == ';');
  }
  return count;
}

static Program read_program(Session *s, TypeId *context, const char *types, const char *text, const char *type) {
  TextError error;
  Program program = {.context = context, .length = read_context(s, types, context)};
  TypeId expected = {0};
  if (type[0] != '\0') assert_int_equal(text_read_type(s->store, type, strlen(type), &expected, &error), STATUS_OK);
  TermText source = {.text = text,
                     .length = strlen(text),
                     .origin = "test",
                     .context = context,
                     .context_length = program.length,
                     .target = true,
                     .expected = expected};
  Status status = text_read_term(s->store, &source, &program.term, &program.type, &error);
  if (status != STATUS_OK) print_error("%s\n%s", text, error.message);
  assert_int_equal(status, STATUS_OK);
  return program;
}

/* The normal form printed, malloc'ed; it has the type of the program and is its own normal form. */
static TermId normalise(Session *s, const Program *program) {
  TermId normal = {0}, again = {0};
  TypeId type = {0};
  assert_int_equal(normal_form(s->store, &s->arena, NORMAL_STEPS, program, &normal), STATUS_OK);
  assert_int_equal(linear_infer_cartesian(s->store, program->context, program->length, normal, &type), STATUS_OK);
  assert_true(type_equal(type, program->type));
  Program form = *program;
  form.term = normal;
  assert_int_equal(normal_form(s->store, &s->arena, NORMAL_STEPS, &form, &again), STATUS_OK);
  assert_true(term_equal(s->store, normal, again));
  assert_int_equal(normal_compare(s->store, normal, again), 0);
  return normal;
}

/* ----------------------------------------------------- equations by hand -- */

#define SAME true
#define OTHER false

typedef struct Pair {
  const char *context, *type, *left, *right;
  bool same;
} Pair;

/* x1, x2, ... are the identifiers of the context. */
static const Pair pairs[] = {
    /* Fig. 4 */
    {"real", "real", "let x = x1 + 1 in x * x", "(x1 + 1) * (x1 + 1)", SAME},
    {"1", "1", "x1", "()", SAME},
    {"1 -> real;1", "real", "x1 x2", "x1 ()", SAME},
    {"real -> 1", "real -> 1", "x1", "\\x. ()", SAME},
    {"real;real", "real", "fst (x1, x2)", "x1", SAME},
    {"real;real", "real", "snd (x1, x2)", "x2", SAME},
    {"real;real", "real", "fst (x1, x2)", "x2", OTHER},
    {"real * (real * 1)", "real * (real * 1)", "x1", "(fst x1, (fst (snd x1), ()))", SAME},
    {"real", "real", "(\\x. x * x) x1", "x1 * x1", SAME},
    {"real -> real", "real -> real", "x1", "\\y. x1 y", SAME},
    {"(real -> real) -> real", "(real -> real) -> real", "x1", "\\f. x1 (\\y. f y)", SAME},
    {"real;real", "real -> real", "let x = x1 in \\y. x * y", "\\z. x1 * z", SAME},
    {"real;real", "real -> real", "\\y. x1 * y", "\\y. x2 * y", OTHER},
    {"real", "real -> real -> real", "\\x y. x", "\\x y. y", OTHER},
    {"real * real -> real", "real * real -> real", "x1", "\\p. x1 (snd p, fst p)", OTHER},
    /* operations are not interpreted; see the header */
    {"real;real", "real", "x1 + x2", "x2 + x1", OTHER},
    {"real", "real", "x1 + 0", "x1", OTHER},
    /* arrays are not interpreted, but have normal parts and eta */
    {"real^3", "real^3", "map (x. let y = x in y * y) x1", "map (z. z * z) x1", SAME},
    {"(real * real)^2", "real * real", "x1 ! 0", "(fst (x1 ! 0), snd (x1 ! 0))", SAME},
    {"real", "real^3", "build 3 (i. fst (x1 * toReal i, x1))", "build 3 (j. x1 * toReal j)", SAME},
    {"real^3;real^3", "real^3", "zipWith (x y. x * y) x1 x2", "zipWith (x y. y * x) x1 x2", OTHER},
    {"real^3;real^3", "real^3", "zipWith (x y. x * y) x1 x2", "zipWith (a b. (\\c. c * b) a) x1 x2", SAME},
    /* Fig. 6: sums */
    {"", "real_ -o real_", "\\v : real_. v + 0_", "\\v : real_. v", SAME},
    {"", "real_ -o real_", "\\v : real_. v + v", "\\v : real_. v", OTHER},
    {"real", "real_ * real_ -o real_", "\\v : real_ * real_. fst v + snd v",
     "\\v : real_ * real_. snd v + (0_ + fst v)", SAME},
    {"real", "real_ * real_ * real_ -o real_", "\\v : real_ * real_ * real_. (fst (fst v) + snd (fst v)) + snd v",
     "\\v : real_ * real_ * real_. (snd v + snd (fst v)) + fst (fst v)", SAME},
    {"", "1_ -o 1_", "\\v : 1_. v", "\\v : 1_. 0_", SAME},
    {"", "1_ -o real_", "\\v : 1_. 0_", "\\v : 1_. 0_ + 0_", SAME},
    {"1_ -o real_", "1_ -o real_", "x1", "\\v : 1_. 0_", SAME},
    {"real", "real_ * real_ -o real_", "\\v : real_ * real_. scale(x1; fst v + snd v)",
     "\\v : real_ * real_. scale(x1; snd v) + scale(x1; fst v)", SAME},
    {"real;real", "real_ -o real_", "\\v : real_. scale(x1; v) + scale(x2; v)",
     "\\v : real_. scale(x2; v) + scale(x1; v)", SAME},
    {"real;real", "real_ -o real_", "\\v : real_. scale(x1; v)", "\\v : real_. scale(x2; v)", OTHER},
    {"real;real", "real_ -o real_ * real_", "\\v : real_. D*^t(x1, x2; v)",
     "\\v : real_. (fst (D*^t(x1, x2; v)), snd (D*^t(x1, x2; v)))", SAME},
    {"real;real", "real_ * real_ -o real_", "\\v : real_ * real_. D*(x1, x2; v)",
     "\\v : real_ * real_. D*(x1, x2; (0_, snd v)) + D*(x1, x2; (fst v, 0_))", SAME},
    /* linear functions */
    {"real_ -o real_", "real_ -o real_", "x1", "\\v : real_. x1 @ v", SAME},
    {"real_ * 1_ -o real_", "real_ * 1_ -o real_", "x1", "\\v : real_ * 1_. x1 @ (fst v, 0_)", SAME},
    {"real_ * real_ -o real_", "real_ * real_ -o real_", "x1", "\\v : real_ * real_. x1 @ (fst v, 0_)", OTHER},
    {"real_ * real_ -o real_", "real_ * real_ -o real_", "x1", "\\v : real_ * real_. x1 @ (0_, snd v)", OTHER},
    {"real_ -o real_;real_ -o real_", "real_ -o real_", "\\v : real_. x1 @ (v + x2 @ v)",
     "\\v : real_. x1 @ (x2 @ v) + x1 @ v", SAME},
    {"real_ -o real_;real_ -o real_", "real_ -o real_", "\\v : real_. x1 @ (x2 @ v)", "\\v : real_. x2 @ (x1 @ v)",
     OTHER},
    {"real", "real_ -o real_", "\\v : real_. (\\v : real_. scale(x1; v)) @ (v + v)",
     "\\v : real_. let v = v + v in scale(x1; v)", SAME},
    /* powers */
    {"", "(real -> real_) -o (real -> real_)", "\\v : real -> real_. v", "\\v : real -> real_. \\(y : real). v y",
     SAME},
    {"", "(real -> real_) -o (real -> real_)", "\\v : real -> real_. v + 0_",
     "\\v : real -> real_. \\(y : real). 0_ + v y", SAME},
    {"real;(real -> real_) -o real_", "(real -> real_) -o real_", "x2", "\\v : real -> real_. x2 @ (\\(y : real). v y)",
     SAME},
    /* copowers */
    {"real", "real_ -o real_", "\\v : real_. case !x1 >< v of !y >< v -> scale(y; v)", "\\v : real_. scale(x1; v)",
     SAME},
    {"", "(!real >< real_) -o (!real >< real_)", "\\v : !real >< real_. v",
     "\\v : !real >< real_. case v of !y >< v -> !y >< v", SAME},
    {"(!real >< real_) -o real_", "(!real >< real_) -o real_", "x1",
     "\\v : !real >< real_. case v of !y >< v -> x1 @ (!y >< v)", SAME},
    {"real;real", "(!real >< real_) -o real_", "\\v : !real >< real_. scale(x1; case v of !y >< v -> scale(y; v))",
     "\\v : !real >< real_. case v of !y >< v -> scale(x1; scale(y; v))", SAME},
    {"real", "real_ * real_ -o !real >< real_", "\\v : real_ * real_. !x1 >< (fst v + snd v)",
     "\\v : real_ * real_. (!x1 >< snd v) + (!x1 >< fst v)", SAME},
    {"real", "real_ -o !real >< 1_", "\\v : real_. !x1 >< 0_", "\\v : real_. 0_", SAME},
    {"real", "(!real >< 1_) -o !real >< 1_", "\\v : !real >< 1_. v", "\\v : !real >< 1_. 0_", SAME},
    {"real;real", "real_ -o !real >< real_", "\\v : real_. !x1 >< v", "\\v : real_. !x2 >< v", OTHER},
    {"", "(!real >< real_) -o real_", "\\v : !real >< real_. case v of !y >< v -> (case !y >< v of !z >< v -> v + v)",
     "\\v : !real >< real_. (case v of !y >< v -> v) + (case v of !z >< v -> v)", SAME},
    /* a case inside a power stands outside it, unless it mentions what is bound there */
    {"(real -> real_) -o real_", "(!real >< real_) -o real_",
     "\\v : !real >< real_. x1 @ (\\(z : real). case v of !y >< v -> scale(z; v))",
     "\\v : !real >< real_. case v of !y >< v -> x1 @ (\\(z : real). scale(z; v))", SAME},
    {"(real -> real_) -o real_", "(real -> !real >< real_) -o real_",
     "\\v : real -> !real >< real_. x1 @ (\\(z : real). case v z of !y >< v -> scale(y; v))",
     "\\v : real -> !real >< real_. x1 @ (\\(z : real). case v z of !y >< v -> scale(z; v))", OTHER},
    {"(real -> real_) -o real_", "(real -> !real >< real_) -o real_",
     "\\v : real -> !real >< real_. x1 @ (\\(z : real). case v z of !y >< v -> scale(y; v + v))",
     "\\v : real -> !real >< real_. let v = x1 @ (\\(w : real). case v w of !y >< v -> scale(y; v)) in v + v", SAME},
    /* whatever else its scrutinee mentions */
    {"(real -> real_) -o real_;real_ -o !real >< real_", "real_ -o real_",
     "\\v : real_. x1 @ (\\(z : real). case x2 @ v of !y >< v -> scale(z; v))",
     "\\v : real_. case x2 @ v of !y >< v -> x1 @ (\\(z : real). scale(z; v))", SAME},
    {"real_ -o !real >< real_", "real_ -o real_^3",
     "\\v : real_. build 3 (i. case x1 @ v of !y >< v -> scale(toReal i * y; v))",
     "\\v : real_. case x1 @ v of !y >< v -> build 3 (i. scale(toReal i * y; v))", SAME},
    /* and wherever in it what is bound stands */
    {"(real -> real_) -o real_;(real_ -o real_) -> (real_ -o !real >< real_)", "real_ -o real_",
     "\\v : real_. x1 @ (\\(z : real). case (x2 (\\v : real_. scale(z; v))) @ v of !y >< v -> scale(y; v))",
     "\\v : real_. x1 @ (\\(z : real). case (x2 (\\v : real_. 0_ + scale(z; v))) @ v of !y >< v -> scale(y; v))", SAME},
    {"(real -> real_) -o real_;(real_ -o real_) -> (real_ -o !real >< real_);real -> (real_ -o !real >< real_)",
     "real_ -o real_",
     "\\v : real_. x1 @ (\\(z : real). case (x2 (\\v : real_. case (x3 z) @ v of !w >< v -> v)) @ v of !y >< v -> v)",
     "\\v : real_. x1 @ (\\(z : real). case (x2 (\\v : real_. 0_ + (case (x3 z) @ v of !w >< v -> v))) @ v of "
     "!y >< v -> v)",
     SAME},
    /* cases in cases */
    {"", "(!real >< (!real >< real_)) -o real_",
     "\\v : !real >< (!real >< real_). case v of !y >< v -> case v of !z >< v -> scale(y * z; v)",
     "\\v : !real >< (!real >< real_). case (case v of !y >< v -> case v of !z >< v -> !(y * z) >< v) of !y >< v -> "
     "scale(y; v)",
     SAME},
    {"", "(!real >< (!real >< real_)) -o real_",
     "\\v : !real >< (!real >< real_). case v of !y >< v -> case v of !z >< v -> scale(y * z; v)",
     "\\v : !real >< (!real >< real_). case v of !y >< v -> case v of !z >< v -> scale(z * y; v)", OTHER},
    {"", "(!real >< (!real >< real_)) -o !real >< (!real >< real_)", "\\v : !real >< (!real >< real_). v",
     "\\v : !real >< (!real >< real_). case v of !y >< v -> !y >< (case v of !z >< v -> !z >< v)", SAME},
    {"(real -> real_) -o real_", "(!real >< (!real >< (!real >< real_))) -o real_",
     "\\v : !real >< (!real >< (!real >< real_)). x1 @ (\\(z : real). case v of !a >< v -> case v of !b >< v -> case v "
     "of "
     "!c >< v -> scale(a * (b * (c * z)); v))",
     "\\v : !real >< (!real >< (!real >< real_)). case v of !a >< v -> case v of !b >< v -> case v of !c >< v -> x1 @ "
     "(\\(z : real). scale(a * (b * (c * z)); v))",
     SAME},
    /* linear arrays: additive */
    {"real", "real_^3 -o real_^3", "\\v : real_^3. build 3 (i. (v ! i) + (v ! 0))",
     "\\v : real_^3. build 3 (i. v ! 0) + build 3 (j. v ! j)", SAME},
    {"Int", "real_ -o real_^3", "\\v : real_. onehot 3 x1 (v + v)", "\\v : real_. onehot 3 x1 v + onehot 3 x1 v", SAME},
    {"real", "(real_ * real_)^2 -o real_", "\\v : (real_ * real_)^2. fst (sum v)",
     "\\v : (real_ * real_)^2. snd (sum v)", OTHER},
    /* parts are of the types that what is bound has */
    {"real^3;((!real >< real_) * real_)^2 -o real_", "real_ -o real_^3",
     "\\v : real_. Dmap(x. x2 @ (onehot 2 0 (!x >< snd v, fst v)), x1, v. build 3 (i. v); v)",
     "\\v : real_. Dmap(x. x2 @ (onehot 2 0 (0_, fst v)) + x2 @ (onehot 2 0 (!x >< snd v, 0_)), x1, v. build 3 (i. v); "
     "v)",
     SAME},
    {"((!Int >< real_) * real_)^2 -o real_", "real_ -o real_^3",
     "\\v : real_. build 3 (i. x1 @ (onehot 2 0 (!i >< v, v)))",
     "\\v : real_. build 3 (i. x1 @ (onehot 2 0 (0_, v)) + x1 @ (onehot 2 0 (!i >< v, 0_)))", SAME},
};

static void test_pairs(void **state) {
  Session *s = *state;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    TypeId context[4], again[4];
    uint32_t mark = store_mark(s->store);
    Program left = read_program(s, context, pairs[i].context, pairs[i].left, pairs[i].type);
    Program right = read_program(s, again, pairs[i].context, pairs[i].right, pairs[i].type);
    assert_true(type_equal(left.type, right.type));
    TermId a = normalise(s, &left), b = normalise(s, &right);
    bool same = term_equal(s->store, a, b);
    if (same != pairs[i].same) print_error("pair %zu: %s  /  %s\n", i, pairs[i].left, pairs[i].right);
    assert_int_equal(same, pairs[i].same);
    assert_int_equal(normal_compare(s->store, a, b) == 0, same);
    assert_int_equal(normal_compare(s->store, a, b), -normal_compare(s->store, b, a));
    store_release(s->store, mark);
  }
}

/* ------------------------------------------------------------- rewriting -- */

/* Some steps of rewriting at random places; the last term. */
static TermId walk(Session *s, Rewriter *rewriter, const Program *program, bool target, int steps) {
  Program at = *program;
  for (int k = 0; k < steps; k++) {
    assert_int_equal(rewriter_open(rewriter, s->store, &at, target), STATUS_OK);
    for (int tries = 0; tries < 40; tries++) {
      EquationId equation = (EquationId)below(s, EQUATION_COUNT);
      bool looked_at = equation_info(equation)->theory && (target || !equation_info(equation)->target);
      uint32_t places = looked_at ? rewriter_places(rewriter, equation) : 0;
      if (places == 0) continue;
      TermId next = {0};
      assert_int_equal(rewriter_at(rewriter, equation, below(s, places), &next), STATUS_OK);
      at.term = next;
      break;
    }
  }
  return at.term;
}

static char *print(Session *s, const Program *program, TermId t) {
  Program p = *program;
  p.term = t;
  return text_print_term(s->store, &p, NULL, (TypeId){0}, (PrintStyle){.width = 100});
}

static void same_normal_form(Session *s, const Program *program, TermId rewritten) {
  Program other = *program;
  other.term = rewritten;
  TermId a = normalise(s, program), b = normalise(s, &other);
  if (!term_equal(s->store, a, b)) {
    char *texts[4] = {print(s, program, program->term), print(s, program, rewritten), print(s, program, a),
                      print(s, program, b)};
    print_error("%s\n\n~>\n%s\n\nnormal forms\n%s\n\n%s\n", texts[0], texts[1], texts[2], texts[3]);
    for (int i = 0; i < 4; i++) free(texts[i]);
  }
  assert_true(term_equal(s->store, a, b));
}

/* Programs of a space and what CHAD makes of them, rewritten. */
static void rewrite_space(Session *s, const char *description, uint64_t programs, bool functorial) {
  char error[SPACE_ID_SIZE];
  Space *space = space_open(s->store, description, error, sizeof error);
  Rewriter *rewriter = rewriter_new();
  assert_non_null(space);
  assert_non_null(rewriter);
  for (uint64_t k = 0; k < programs; k++) {
    SpaceCase at;
    TypeId context[SPACE_MAX_CONTEXT], other_context[SPACE_MAX_CONTEXT];
    Program derivative, other;
    uint32_t mark = store_mark(s->store);
    assert_int_equal(space_unrank(space, space_random(space, 3, k), &at), STATUS_OK);
    Program rewritten = at.program;
    rewritten.term = walk(s, rewriter, &at.program, false, 3);
    same_normal_form(s, &at.program, rewritten.term);
    const Engine *engine = k % 2 == 0 ? &chad_forward : &chad_reverse;
    assert_int_equal(engine->transform(s->store, &at.program, context, &derivative), STATUS_OK);
    same_normal_form(s, &derivative, walk(s, rewriter, &derivative, true, 3));
    assert_int_equal(engine->transform(s->store, &rewritten, other_context, &other), STATUS_OK);
    if (functorial) same_normal_form(s, &derivative, other.term);
    store_release(s->store, mark);
  }
  rewriter_free(rewriter);
  space_close(space);
}

static void test_polynomials(void **state) {
  rewrite_space(*state, "poly;size=7;terms=let,pair,fst,snd,lam,app;ops=+,*,neg@1,2@1,sum,dot", 1500, true);
}
static void test_arrays(void **state) { rewrite_space(*state, "array,size=7", 800, false); }
static void test_functions(void **state) { rewrite_space(*state, "higher,size=8", 1000, true); }
static void test_mixed(void **state) { rewrite_space(*state, "mixed,size=12", 800, false); }

/* ---------------------------------------------------------------- limits -- */

static void test_limits(void **state) {
  Session *s = *state;
  TypeId context[4];
  TermId normal = {0};
  Program program =
      read_program(s, context, "real", "let x = x1 * x1 in let y = x * x in let z = y * y in z * z", "real");
  assert_int_equal(normal_form(s->store, &s->arena, 4, &program, &normal), STATUS_LIMIT);
  assert_int_equal(normal.id, 0);
  /* doubled 40 times: too large to write out, and said so */
  TermId t = term_var(s->store, 40);
  OpId product = op_make(&s->store->ops, &s->store->types, OP_MUL, 1, 0);
  t = term_op(s->store, product, term_var(s->store, 0), term_var(s->store, 0));
  for (int i = 0; i < 39; i++) {
    TermId square = term_op(s->store, product, term_var(s->store, 0), term_var(s->store, 0));
    t = term_let(s->store, NAME_NONE, square, t);
  }
  program.term = t;
  Status status = normal_form(s->store, &s->arena, 1u << 16, &program, &normal);
  assert_int_equal(status, STATUS_LIMIT);
  /* as deep as it may nest, and deeper */
  for (int i = 0; i < 20000; i++) t = term_fst(s->store, term_pair(s->store, t, term_unit(s->store)));
  program.term = t;
  assert_int_equal(normal_form(s->store, &s->arena, NORMAL_STEPS, &program, &normal), STATUS_LIMIT);
}

/* Ill-typed terms have no normal form; none crashes. */
static void test_ill_typed(void **state) {
  Session *s = *state;
  TypeId context[4];
  TermId normal = {0};
  Program program = read_program(s, context, "real", "x1", "real");
  TermId wrong[] = {term_fst(s->store, program.term), term_app(s->store, program.term, program.term),
                    term_lvar(s->store), term_var(s->store, 7), term_plus(s->store, program.term, program.term)};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    program.term = wrong[i];
    assert_int_equal(normal_form(s->store, &s->arena, NORMAL_STEPS, &program, &normal), STATUS_ILL_TYPED);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_pairs, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_polynomials, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_arrays, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_functions, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_mixed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_limits, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_ill_typed, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
