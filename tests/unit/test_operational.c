/* The operational meaning of the linear target language: each rule of CHAD
 * Fig. 7 on a term built by hand, the figures' derivatives, and limits. */
#include "ad/chad/chad.h"
#include "semantics/text/text.h"
#include "tests/unit/control_programs.h"
#include "tests/unit/operational_run.h"

/* ----------------------------------------------------------- Cartesian terms -- */

static void cartesian_rules(void **state) {
  (void)state;
  GIVES(GAMMA(R(1), R(1)), var(1), R(1), LIST(5, 7), LIST(5));
  GIVES(GAMMA(R(1)), let(mul(var(0), var(0)), add(var(0), var(1))), R(1), LIST(5), LIST(30));
  GIVES(EMPTY, unit(), one(), NOTHING, NOTHING);
  GIVES(GAMMA(R(1), R(2)), snd(fst(pair(pair(var(1), var(0)), unit()))), R(2), LIST(1, 2, 3), LIST(2, 3));
  TermId subtract = lam(R(1), lam(R(1), op2(OP_SUB, 1, var(1), var(0))));
  GIVES(GAMMA(R(1), R(1)), app(app(subtract, var(1)), var(0)), R(1), LIST(9, 4), LIST(5));
  /* static scope: f's a is 10 */
  TermId f = lam(R(1), add(var(0), var(1)));
  GIVES(EMPTY, let(number(10, 1), let(f, let(number(1000, 1), app(var(1), number(1, 1))))), R(1), NOTHING, LIST(11));
}

static void cartesian_arrays(void **state) {
  (void)state;
  TypeId pairs = array(prod(R(1), R(2)), 2);
  GIVES(GAMMA(R(3)), map(mul(var(0), var(0)), var(0)), R(3), LIST(1, 2, 3), LIST(1, 4, 9));
  GIVES(GAMMA(pairs), map(snd(var(0)), var(0)), array(R(2), 2), LIST(1, 2, 3, 4, 5, 6), LIST(2, 3, 5, 6));
  GIVES(GAMMA(R(2), R(2)), zipwith(op2(OP_SUB, 1, var(1), var(0)), var(1), var(0)), R(2), LIST(10, 20, 1, 2),
        LIST(9, 18));
  GIVES(GAMMA(R(1)), build(3, mul(var(1), op1(OP_TOREAL, 0, var(0)))), R(3), LIST(7), LIST(0, 7, 14));
  GIVES(GAMMA(R(1)), build(2, pair(var(1), unit())), array(prod(R(1), one()), 2), LIST(7), LIST(7, 7));
  GIVES(GAMMA(pairs), at(literal(1), var(0)), prod(R(1), R(2)), LIST(1, 2, 3, 4, 5, 6), LIST(4, 5, 6));
  GIVES(EMPTY, op1(OP_SUM, 0, map(number(1, 1), build(0, unit()))), R(1), NOTHING, LIST(0));
  GIVES(EMPTY, zipwith(pair(var(1), var(0)), build(0, number(1, 1)), build(0, unit())), array(prod(R(1), one()), 0),
        NOTHING, NOTHING);
  /* linear functions live in arrays: only their primal halves are read here */
  TermId duals = map(pair(var(0), llam(L(1), v())), var(0));
  GIVES(GAMMA(R(2)), map(fst(var(0)), duals), R(2), LIST(4, 5), LIST(4, 5));
  FAILS(STATUS_DOMAIN, at(literal(2), number(1, 2)), R(1));
  FAILS(STATUS_DOMAIN, at(literal(-1), number(1, 2)), R(1));
  FAILS(STATUS_DOMAIN, op2(OP_DIV, 1, number(1, 1), number(0, 1)), R(1));
}

/* -------------------------------------------------------------- linear terms -- */

static void identifier_and_substitution(void **state) {
  (void)state;
  TypeId both = prod_(L(1), L(2));
  LINEAR(EMPTY, NOTHING, both, v(), both, LIST(1, 2, 3), LIST(1, 2, 3));
  LINEAR(EMPTY, NOTHING, both, pair(snd(v()), fst(v())), prod_(L(2), L(1)), LIST(1, 2, 3), LIST(2, 3, 1));
  LINEAR(EMPTY, NOTHING, L(1), unit(), one_(), LIST(1), NOTHING);
  LINEAR(EMPTY, NOTHING, one_(), zero(L(2)), L(2), NOTHING, LIST(0, 0));
  LINEAR(GAMMA(R(1)), LIST(3), L(1), let(mul(var(0), var(0)), lop1(LOP_SCALE, 1, 0, var(0), v())), L(1), LIST(2),
         LIST(18));
  /* [w/v] enters t, and the body of let v has the new v */
  LINEAR(EMPTY, NOTHING, L(1), letv(plus(v(), v()), plus(v(), v())), L(1), LIST(3), LIST(12));
  LINEAR(EMPTY, NOTHING, both, plus(fst(v()), letv(snd(v()), at(literal(1), v()))), L(1), LIST(1, 20, 300), LIST(301));
  /* t @ s: the body of \v has its own v, and the environment of its closure */
  TermId scale = lam(R(1), llam(L(1), lop1(LOP_SCALE, 1, 0, var(0), v())));
  LINEAR(EMPTY, NOTHING, L(1), plus(v(), lapp(let(scale, app(var(0), number(5, 1))), lop0(LOP_NEG, 1, 0, v()))), L(1),
         LIST(2), LIST(-8));
}

/* let x1 = 1 in ... let xn = n in xk is k: each is found, however many are inside it. */
static void every_identifier_is_found(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 40; n++) {
    for (uint32_t k = 1; k <= n; k++) {
      TermId t = var(n - k);
      for (uint32_t i = n; i > 0; i--) t = let(number((int64_t)i, 1), t);
      GIVES(EMPTY, t, R(1), NOTHING, LIST(k));
    }
  }
}

static void linear_operations(void **state) {
  (void)state;
  LINEAR(EMPTY, NOTHING, L(2), lop0(LOP_NEG, 2, 0, v()), L(2), LIST(1, 2), LIST(-1, -2));
  LINEAR(GAMMA(R(2)), LIST(3, 4), L(2), lop1(LOP_SCALE, 2, 0, var(0), v()), L(2), LIST(1, 2), LIST(3, 8));
  LINEAR(GAMMA(R(1)), LIST(3), L(2), lop1(LOP_SCALAR, 2, 0, var(0), v()), L(2), LIST(1, 2), LIST(3, 6));
  LINEAR(GAMMA(R(2)), LIST(3, 4), L(1), lop1(LOP_ALONG, 2, 0, var(0), v()), L(2), LIST(2), LIST(6, 8));
  LINEAR(GAMMA(R(2)), LIST(3, 4), L(2), lop1(LOP_DOT, 2, 0, var(0), v()), L(1), LIST(1, 2), LIST(11));
  /* the matrix (1 2 3; 4 5 6) is row-major, m = 2 rows and n = 3 columns */
  LINEAR(GAMMA(R(6)), LIST(1, 2, 3, 4, 5, 6), L(3), lop1(LOP_MATVEC, 3, 2, var(0), v()), L(2), LIST(1, 10, 100),
         LIST(321, 654));
  LINEAR(GAMMA(R(6)), LIST(1, 2, 3, 4, 5, 6), L(2), lop1(LOP_MATVEC_T, 3, 2, var(0), v()), L(3), LIST(1, 10),
         LIST(41, 52, 63));
  LINEAR(GAMMA(R(3)), LIST(1, 10, 100), L(6), lop1(LOP_APPLY, 3, 2, var(0), v()), L(2), LIST(1, 2, 3, 4, 5, 6),
         LIST(321, 654));
  LINEAR(GAMMA(R(3)), LIST(1, 2, 3), L(2), lop1(LOP_OUTER, 3, 2, var(0), v()), L(6), LIST(10, 100),
         LIST(10, 20, 30, 100, 200, 300));
  LINEAR(EMPTY, NOTHING, L(1), lop1(LOP_DOT, 0, 0, number(1, 0), zero(L(0))), L(1), LIST(1), LIST(0));
}

/* Dop and Dop^t unfold to the terms of ops.def. */
static void derived_operations(void **state) {
  (void)state;
  LopId forward = lop_derivative(&S->ops, &S->types, the_op(OP_MUL, 1, 0));
  LopId reverse = lop_transpose(&S->ops, &S->types, the_op(OP_MUL, 1, 0));
  LINEAR(GAMMA(R(1), R(1)), LIST(3, 5), prod_(L(1), L(1)), term_lop(S, forward, var(1), var(0), v()), L(1),
         LIST(10, 100), LIST(350));
  LINEAR(GAMMA(R(1), R(1)), LIST(3, 5), L(1), term_lop(S, reverse, var(1), var(0), v()), prod_(L(1), L(1)), LIST(10),
         LIST(50, 30));
  /* the body's v is the argument of the lop, and its x and y nothing of ours */
  TermId argument = pair(snd(v()), fst(v()));
  LINEAR(GAMMA(R(1), R(1)), LIST(3, 5), prod_(L(1), L(1)), term_lop(S, forward, var(0), var(1), argument), L(1),
         LIST(10, 100), LIST(350));
  LopId sum = lop_transpose(&S->ops, &S->types, the_op(OP_SUM, 3, 0));
  LINEAR(GAMMA(R(3)), LIST(1, 2, 3), L(1), term_lop(S, sum, var(0), TERM_NONE_ID, v()), L(3), LIST(7), LIST(7, 7, 7));
}

static void zeros_and_sums(void **state) {
  (void)state;
  TypeId both = prod_(L(1), prod_(one_(), L(2))), rows = array_(prod_(L(1), L(1)), 2);
  LINEAR(EMPTY, NOTHING, L(1), zero(both), both, LIST(4), LIST(0, 0, 0));
  LINEAR(EMPTY, NOTHING, L(1), zero(rows), rows, LIST(4), LIST(0, 0, 0, 0));
  LINEAR(EMPTY, NOTHING, both, plus(v(), plus(v(), zero(both))), both, LIST(1, 2, 3), LIST(2, 4, 6));
  LINEAR(EMPTY, NOTHING, rows, plus(v(), v()), rows, LIST(1, 2, 3, 4), LIST(2, 4, 6, 8));
  LINEAR(EMPTY, NOTHING, array_(L(2), 0), plus(v(), v()), array_(L(2), 0), NOTHING, NOTHING);
}

static void powers(void **state) {
  (void)state;
  TermId scaled = lam(R(1), lop1(LOP_SCALE, 1, 0, var(0), v())), kept = lam(R(1), v());
  TypeId scaling = power(R(1), L(1));
  LINEAR(EMPTY, NOTHING, L(1), app(scaled, number(5, 1)), L(1), LIST(2), LIST(10));
  /* \y. t keeps the v of its own place: v is rebound before the application */
  LINEAR(EMPTY, NOTHING, L(1), letv(pair(scaled, plus(v(), v())), plus(app(fst(v()), number(5, 1)), snd(v()))), L(1),
         LIST(2), LIST(14));
  LINEAR(EMPTY, NOTHING, L(1), app(zero(scaling), number(5, 1)), L(1), LIST(2), LIST(0));
  LINEAR(EMPTY, NOTHING, L(1), app(plus(scaled, plus(kept, zero(scaling))), number(5, 1)), L(1), LIST(2), LIST(12));
  TermId two = lam(R(1), lam(R(1), lop1(LOP_SCALE, 1, 0, op2(OP_SUB, 1, var(1), var(0)), v())));
  LINEAR(EMPTY, NOTHING, L(1), app(app(two, number(7, 1)), number(4, 1)), L(1), LIST(2), LIST(6));
}

static void copowers(void **state) {
  (void)state;
  TypeId keyed = copow(R(1), L(1));
  TermId body = lop1(LOP_SCALE, 1, 0, var(0), v());
  TermId a = copower(number(3, 1), v()), b = copower(number(5, 1), plus(v(), v())), none = zero(keyed);
  LINEAR(EMPTY, NOTHING, L(1), fold(L(1), none, body), L(1), LIST(2), LIST(0));
  LINEAR(EMPTY, NOTHING, L(1), fold(L(1), a, body), L(1), LIST(2), LIST(6));
  LINEAR(EMPTY, NOTHING, L(1), fold(L(1), b, body), L(1), LIST(2), LIST(20));
  LINEAR(EMPTY, NOTHING, L(1), fold(L(1), plus(a, b), body), L(1), LIST(2), LIST(26));
  LINEAR(EMPTY, NOTHING, L(1), fold(L(1), plus(plus(none, b), plus(a, plus(none, a))), body), L(1), LIST(2), LIST(32));
  /* the body of case sees the environment, but not the outer v */
  TermId pairs = fold(prod_(L(1), L(1)), plus(a, b), pair(v(), lop1(LOP_SCALE, 1, 0, var(1), v())));
  LINEAR(GAMMA(R(1)), LIST(10), L(1), pairs, prod_(L(1), L(1)), LIST(2), LIST(6, 60));
  TermId again = fold(keyed, plus(a, b), plus(copower(var(0), v()), copower(mul(var(0), var(0)), v())));
  LINEAR(EMPTY, NOTHING, L(1), fold(L(1), again, body), L(1), LIST(1), LIST(3 + 9 + 10 + 50));
}

static void linear_arrays(void **state) {
  (void)state;
  TypeId rows = array_(prod_(L(1), L(2)), 2), wide = array_(L(2), 2);
  LINEAR(EMPTY, NOTHING, L(3), build(3, at(op2(OP_ISUB, 0, literal(2), var(0)), v())), L(3), LIST(1, 2, 3),
         LIST(3, 2, 1));
  LINEAR(EMPTY, NOTHING, L(2), build(2, v()), wide, LIST(1, 2), LIST(1, 2, 1, 2));
  LINEAR(EMPTY, NOTHING, L(1), build(1, v()), L(1), LIST(5), LIST(5));
  LINEAR(EMPTY, NOTHING, L(1), build(3, build(1, v())), L(3), LIST(5), LIST(5, 5, 5));
  LINEAR(EMPTY, NOTHING, L(1), build(0, pair(v(), v())), array_(prod_(L(1), L(1)), 0), LIST(5), NOTHING);
  LINEAR(EMPTY, NOTHING, rows, at(literal(1), v()), prod_(L(1), L(2)), LIST(1, 2, 3, 4, 5, 6), LIST(4, 5, 6));
  LINEAR(EMPTY, NOTHING, L(3), lsum(v()), L(1), LIST(1, 2, 3), LIST(6));
  LINEAR(EMPTY, NOTHING, rows, lsum(v()), prod_(L(1), L(2)), LIST(1, 2, 3, 4, 5, 6), LIST(5, 7, 9));
  LINEAR(EMPTY, NOTHING, L(1), lsum(build(0, v())), L(1), LIST(5), LIST(0));
  LINEAR(EMPTY, NOTHING, L(2), lsum(build(0, pair(v(), v()))), prod_(L(2), L(2)), LIST(5, 6), LIST(0, 0, 0, 0));
  LINEAR(EMPTY, NOTHING, L(1), onehot(3, literal(1), v()), L(3), LIST(5), LIST(0, 5, 0));
  LINEAR(EMPTY, NOTHING, L(2), onehot(2, literal(0), v()), wide, LIST(5, 6), LIST(5, 6, 0, 0));
  LINEAR(EMPTY, NOTHING, L(1), onehot(3, literal(3), v()), L(3), LIST(5), LIST(0, 0, 0));
  LINEAR(EMPTY, NOTHING, L(1), onehot(3, literal(-1), v()), L(3), LIST(5), LIST(0, 0, 0));
  LINEAR(EMPTY, NOTHING, L(1), onehot(0, literal(0), pair(v(), v())), array_(prod_(L(1), L(1)), 0), LIST(5), NOTHING);
  LINEAR_FAILS(STATUS_DOMAIN, L(3), at(literal(3), v()), L(1));
  LINEAR_FAILS(STATUS_DOMAIN, L(3), at(literal(-1), v()), L(1));
  /* arrays of functions: entries that are not hit are \x. 0_ */
  TermId functions = onehot(2, literal(0), lam(R(1), lop1(LOP_SCALE, 1, 0, var(0), v())));
  TermId sum = app(lsum(plus(functions, functions)), number(3, 1));
  LINEAR(EMPTY, NOTHING, L(1), sum, L(1), LIST(5), LIST(30));
  TermId none = lsum(build(0, lam(R(1), v())));
  LINEAR(EMPTY, NOTHING, L(1), app(none, number(3, 1)), L(1), LIST(5), LIST(0));
}

/* Dmap: entry i is t[s_i/x] at (u, r(u)_i); here t = s_i * snd v + fst v, r = -v
 * spread, u = v.  Dmap^t is its transpose. */
static void derivatives_of_map(void **state) {
  (void)state;
  TermId t = plus(lop1(LOP_SCALE, 1, 0, var(0), snd(v())), fst(v()));
  TermId r = build(3, lop0(LOP_NEG, 1, 0, v())), u = plus(v(), v());
  LINEAR(GAMMA(R(3)), LIST(2, 3, 4), L(1), term_dmap(S, NAME_NONE, t, var(0), r, u), L(3), LIST(5),
         LIST(-10, -20, -30));
  TermId back = pair(v(), lop1(LOP_SCALE, 1, 0, var(0), v())), sum = lop0(LOP_NEG, 1, 0, lsum(v()));
  LINEAR(GAMMA(R(3)), LIST(2, 3, 4), L(3), term_dmapt(S, NAME_NONE, back, var(0), sum, v()), L(1), LIST(1, 10, 100),
         LIST(111 - 432));
  LINEAR(GAMMA(R(0)), NOTHING, L(1), term_dmap(S, NAME_NONE, t, var(0), zero(L(0)), v()), L(0), LIST(5), NOTHING);
  LINEAR(GAMMA(R(0)), NOTHING, L(0), term_dmapt(S, NAME_NONE, back, var(0), sum, v()), L(1), NOTHING, LIST(0));
}

/* ---------------------------------------------------------- whole derivatives -- */

static TermId read_target(const char *text, const TypeId *context, const NameId *names, uint32_t length) {
  TermText source = {.text = text,
                     .length = strlen(text),
                     .origin = "test",
                     .context = context,
                     .names = names,
                     .context_length = length,
                     .target = true};
  TermId t = {0};
  TypeId type;
  TextError error = {.message = ""};
  Status status = text_read_term(S, &source, &t, &type, &error);
  if (status != STATUS_OK) fail_msg("%s", error.message);
  return t;
}

/* Fig. 1a forward: y' = 2*x', z' = x'*y + x*y'. */
static void figure_1a_forward(void **state) {
  (void)state;
  TypeId context = R(1), type = prod(R(1), lfun(L(1), L(1)));
  NameId name = name_make(S, "x", 1);
  TermId t = read_target("let y = 2 * x in let y' = \\v : real_. scale(2; v) in"
                         " let z = x * y in let z' = \\v : real_. scale(y; v) + scale(x; y' @ v) in (z, z')",
                         &context, &name, 1);
  Program program = program_of(t, &context, 1, type);
  Scalar input = {3}, seeds[2] = {{1}, {10}}, primal, image[2];
  assert_int_equal(run_linear(&program, &input, 2, seeds, &primal, image), STATUS_OK);
  assert_int_equal(primal.word, 18);
  assert_int_equal(image[0].word, 12);
  assert_int_equal(image[1].word, 120);
}

/* Fig. 1b without its sine, by hand: y = x1*x4 + 2*x2, z = y*x3, w = z + x4;
 * z' = w', y' = x3*z', x1' = y'*x4, x2' = 2*y', x3' = y*z', x4' = x1*y' + w'. */
static void figure_1b_reverse(void **state) {
  (void)state;
  TypeId context[4] = {R(1), R(1), R(1), R(1)};
  NameId names[4] = {name_make(S, "x1", 2), name_make(S, "x2", 2), name_make(S, "x3", 2), name_make(S, "x4", 2)};
  TermId t = read_target("let y = x1 * x4 + 2 * x2 in (y * x3 + x4, \\v : real_."
                         " (((scale(x4; scale(x3; v)), scale(2; scale(x3; v))), scale(y; v)),"
                         " scale(x1; scale(x3; v)) + v))",
                         context, names, 4);
  TypeId cotangent = prod_(prod_(prod_(L(1), L(1)), L(1)), L(1));
  Program program = program_of(t, context, 4, prod(R(1), lfun(L(1), cotangent)));
  Scalar input[4] = {{1}, {2}, {3}, {4}}, seed = {1}, primal, image[4];
  assert_int_equal(run_linear(&program, input, 1, &seed, &primal, image), STATUS_OK);
  assert_int_equal(primal.word, 28);
  const uint64_t expected[4] = {12, 6, 8, 4};
  for (int i = 0; i < 4; i++) assert_int_equal(image[i].word, expected[i]);
}

/* CHAD's own output, for a program with a function and an array:
 * x1 : real, x2 : real^3 |- let f = \z. x1*z in sum (map f x2) (Fig. 2b). */
static void figure_2b_by_chad(void **state) {
  (void)state;
  TermId f = lam(R(1), mul(var(2), var(0)));
  TermId t = let(f, let(map(app(var(1), var(0)), var(1)), op1(OP_SUM, 3, var(0))));
  TypeId context[2] = {R(1), R(3)}, derived[2];
  Program source = program_of(t, context, 2, R(1)), program;
  Scalar input[4] = {{10}, {1}, {2}, {3}}, primal, image[8];
  assert_int_equal(chad_reverse.transform(S, &source, derived, &program), STATUS_OK);
  assert_int_equal(run_linear(&program, input, 2, (Scalar[]){{1}, {2}}, &primal, image), STATUS_OK);
  const uint64_t gradient[8] = {6, 10, 10, 10, 12, 20, 20, 20};
  assert_int_equal(primal.word, 60);
  for (int i = 0; i < 8; i++) assert_int_equal(image[i].word, gradient[i]);
  assert_int_equal(chad_forward.transform(S, &source, derived, &program), STATUS_OK);
  assert_int_equal(run_linear(&program, input, 1, (Scalar[]){{1}, {0}, {1}, {0}}, &primal, image), STATUS_OK);
  assert_int_equal(image[0].word, 16);
  bool canonical = false;
  Machine machine = machine_make(S, field, &arena);
  assert_int_equal(operational_check_subject(&machine, &program, input, &canonical), STATUS_OK);
  assert_true(canonical);
}

/* ------------------------------------------------------- ill-typed, and limits -- */

static void ill_typed_terms_are_stuck(void **state) {
  (void)state;
  FAILS(STATUS_STUCK, var(0), R(1));
  FAILS(STATUS_STUCK, fst(unit()), R(1));
  FAILS(STATUS_STUCK, app(unit(), unit()), R(1));
  FAILS(STATUS_STUCK, add(literal(1), literal(2)), R(1));
  FAILS(STATUS_STUCK, add(number(1, 2), number(1, 2)), R(1));
  FAILS(STATUS_STUCK, add(number(1, 1), unit()), R(1));
  FAILS(STATUS_STUCK, map(var(0), unit()), R(1));
  FAILS(STATUS_STUCK, zipwith(var(0), number(1, 2), number(1, 3)), R(2));
  FAILS(STATUS_STUCK, at(unit(), number(1, 2)), R(1));
  FAILS(STATUS_STUCK, v(), R(1));
  FAILS(STATUS_STUCK, number(1, 2), R(1));
  FAILS(STATUS_STUCK, TERM_NONE_ID, R(1));
  FAILS(STATUS_ILL_TYPED, llam(L(1), v()), lfun(L(1), L(1)));
  LINEAR_FAILS(STATUS_STUCK, L(1), fst(v()), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(1), app(v(), unit()), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(1), plus(v(), zero(L(2))), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(1), plus(unit(), v()), one_());
  LINEAR_FAILS(STATUS_STUCK, L(1), plus(zero(copow(R(1), L(1))), v()), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(1), plus(zero(power(R(1), L(1))), v()), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(1), plus(zero(array_(L(2), 2)), zero(array_(L(2), 3))), array_(L(2), 2));
  LINEAR_FAILS(STATUS_STUCK, L(1), fold(L(1), v(), v()), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(1), lapp(unit(), v()), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(1), lop1(LOP_DOT, 2, 0, number(1, 2), v()), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(2), lop1(LOP_DOT, 2, 0, unit(), v()), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(1), lsum(unit()), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(1), at(literal(0), unit()), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(1), onehot(2, unit(), v()), L(2));
  LINEAR_FAILS(STATUS_STUCK, L(1), var(0), L(1));
  LINEAR_FAILS(STATUS_STUCK, L(1), v(), L(2));
  LINEAR_FAILS(STATUS_ILL_TYPED, power(R(1), L(1)), zero(L(1)), L(1));
}

static void limits(void **state) {
  (void)state;
  Scalar seed = {1}, image;
  TermId deep = v(), chain = v();
  for (int i = 0; i < 30000; i++) deep = plus(deep, v());
  for (int i = 0; i < 30000; i++) chain = letv(v(), chain);
  Program program = program_of(pair(unit(), llam(L(1), deep)), NULL, 0, prod(one(), lfun(L(1), L(1))));
  assert_int_equal(run_linear(&program, NULL, 1, &seed, NULL, &image), STATUS_LIMIT);
  program.term = pair(unit(), llam(L(1), chain));
  assert_int_equal(run_linear(&program, NULL, 1, &seed, NULL, &image), STATUS_OK);
  TermId nested = number(1, 2);
  for (int i = 0; i < 30000; i++) nested = map(at(literal(0), nested), nested);
  program = program_of(nested, NULL, 0, R(2));
  assert_int_equal(run_cartesian(&program, NULL, &image), STATUS_LIMIT);
  Machine machine = machine_make(S, field, &arena);
  program = program_of(pair(unit(), llam(L(1), plus(v(), v()))), NULL, 0, prod(one(), lfun(L(1), L(1))));
  uint64_t used = machine.fuel;
  assert_int_equal(operational_evaluator.eval_linear(&machine, &program, NULL, 1, &seed, NULL, &image), STATUS_OK);
  used -= machine.fuel;
  for (uint64_t fuel = 0; fuel < used; fuel++) {
    machine.fuel = fuel;
    assert_int_equal(operational_evaluator.eval_linear(&machine, &program, NULL, 1, &seed, NULL, &image), STATUS_LIMIT);
  }
  Arena small;
  arena_init(&small, 4096);
  machine = machine_make(S, field, &small);
  program = program_of(pair(unit(), llam(L(100), v())), NULL, 0, prod(one(), lfun(L(100), L(100))));
  assert_int_equal(operational_evaluator.eval_linear(&machine, &program, NULL, 1, NULL, NULL, NULL), STATUS_LIMIT);
  arena_free(&small);
}

static void sums_iteration_and_combinators(void **state) {
  (void)state;
  check_control_programs(S, &operational_evaluator);
  check_linear_controls(S, &operational_evaluator);
}

static void every_rule_was_used(void **state) {
  (void)state;
  assert_rules_used("OPER_");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cartesian_rules),
      cmocka_unit_test(cartesian_arrays),
      cmocka_unit_test(identifier_and_substitution),
      cmocka_unit_test(every_identifier_is_found),
      cmocka_unit_test(linear_operations),
      cmocka_unit_test(derived_operations),
      cmocka_unit_test(zeros_and_sums),
      cmocka_unit_test(powers),
      cmocka_unit_test(copowers),
      cmocka_unit_test(linear_arrays),
      cmocka_unit_test(derivatives_of_map),
      cmocka_unit_test(figure_1a_forward),
      cmocka_unit_test(figure_1b_reverse),
      cmocka_unit_test(figure_2b_by_chad),
      cmocka_unit_test(ill_typed_terms_are_stuck),
      cmocka_unit_test(limits),
      cmocka_unit_test(sums_iteration_and_combinators),
      cmocka_unit_test(every_rule_was_used),
  };
  return cmocka_run_group_tests_name("operational", tests, set_up, tear_down);
}
