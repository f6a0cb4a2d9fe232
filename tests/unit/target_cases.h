/* Programs of the linear target language with results known by hand, one or
 * more for each construct: what each evaluator of the target language must
 * give.  Each is a linear body in the context
 *   x : real, y : real, i : Int, a : real^3     at   2, 5, 1, (10, 20, 30)
 * under \v : domain, run at one seed. */
#ifndef ADJUDGE_TEST_TARGET_CASES_H
#define ADJUDGE_TEST_TARGET_CASES_H

#include "semantics/evaluator.h"
#include "semantics/rings/rings.h"
#include "semantics/tables/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

static Store *s; /* each test binary's own */

/* ------------------------------------------------------ terms by hand -- */

static TypeId real_n(uint32_t n) { return type_real(&s->types, n); }
static TypeId lreal_n(uint32_t n) { return type_linear_real(&s->types, n); }
static TypeId lpair(TypeId a, TypeId b) { return type_linear_prod(&s->types, a, b); }
static TypeId copower(TypeId a, TypeId b) { return type_copower(&s->types, a, b); }
static TypeId real_to_real(void) { return type_fun(&s->types, real_n(1), real_n(1)); }
static TermId var(uint32_t i) { return term_var(s, i); }
static TermId v(void) { return term_lvar(s); }
static TermId op1(OpCode code, uint32_t n, TermId x) {
  return term_op(s, op_make(&s->ops, &s->types, code, n, 0), x, TERM_NONE_ID);
}
static TermId op2(OpCode code, uint32_t n, TermId x, TermId y) {
  return term_op(s, op_make(&s->ops, &s->types, code, n, 0), x, y);
}
static TermId mul(TermId x, TermId y) { return op2(OP_MUL, 1, x, y); }
static TermId number(int64_t c) {
  OpId op = op_make_constant(&s->ops, &s->types, 1, constant_from_ratio(&s->constants, c, 1));
  return term_op(s, op, TERM_NONE_ID, TERM_NONE_ID);
}
static TermId integer(int64_t i) { return term_op(s, op_make_int(&s->ops, &s->types, i), TERM_NONE_ID, TERM_NONE_ID); }
static TermId to_real(TermId i) { return term_op(s, op_make(&s->ops, &s->types, OP_TOREAL, 0, 0), i, TERM_NONE_ID); }
static TermId build(uint32_t n, TermId t) { return term_build(s, NAME_NONE, n, t); }
static TermId lop(LopCode code, uint32_t n, uint32_t m, TermId x, TermId t) {
  return term_lop(s, lop_make(&s->ops, &s->types, code, n, m), x, TERM_NONE_ID, t);
}
/* x v, for x : real and v of real_ */
static TermId times(TermId x, TermId t) { return lop(LOP_SCALAR, 1, 0, x, t); }
static TermId plus(TermId t, TermId u) { return term_plus(s, t, u); }
static TermId pair(TermId t, TermId u) { return term_pair(s, t, u); }
static TermId fold(TypeId result, TermId t, TermId u) { return term_case(s, NAME_NONE, result, t, u); }
static TermId entry(TermId k, TermId t) { return term_copower(s, k, t); }
static TermId lam(TypeId type, TermId t) { return term_lam(s, NAME_NONE, type, t); }
/* build 6 (i. toReal i): the matrix ((0,1,2), (3,4,5)) */
static TermId matrix(void) { return build(6, to_real(var(0))); }

/* ------------------------------------------------------------ the table -- */

#define X var(3)
#define Y var(2)
#define I var(1)
#define A var(0)
#define CASE_MAX 8
#define INPUT_DIM 6

typedef struct TargetCase {
  const char *name;
  TypeId domain, codomain;
  TermId body;
  int64_t seed[CASE_MAX], image[CASE_MAX];
} TargetCase;

/* Under one more identifier. */
#define X1 var(4)
#define Y1 var(3)
#define A1 var(1)

static const int64_t case_input[INPUT_DIM] = {2, 5, 1, 10, 20, 30};

static uint32_t basic_cases(TargetCase *out) {
  TypeId r = lreal_n(1), r2 = lreal_n(2), r3 = lreal_n(3), r6 = lreal_n(6), one = type_linear_unit(&s->types);
  TypeId rr = lpair(r, r);
  const TargetCase cases[] = {
      {"v", r2, r2, v(), {3, 4}, {3, 4}},
      {"let v = (v, v) in fst v + snd v",
       r,
       r,
       term_letv(s, pair(v(), v()), plus(term_fst(s, v()), term_snd(s, v()))),
       {3},
       {6}},
      {"let z = x * y in z v", r, r, term_let(s, NAME_NONE, mul(X, Y), times(var(0), v())), {3}, {30}},
      {"neg", r2, r2, lop(LOP_NEG, 2, 0, TERM_NONE_ID, v()), {3, 4}, {-3, -4}},
      {"scale", r3, r3, lop(LOP_SCALE, 3, 0, A, v()), {1, 2, 3}, {10, 40, 90}},
      {"scalar", r3, r3, lop(LOP_SCALAR, 3, 0, X, v()), {1, 2, 3}, {2, 4, 6}},
      {"along", r, r3, lop(LOP_ALONG, 3, 0, A, v()), {7}, {70, 140, 210}},
      {"dot", r3, r, lop(LOP_DOT, 3, 0, A, v()), {1, 2, 3}, {140}},
      {"matvec", r3, r2, lop(LOP_MATVEC, 3, 2, matrix(), v()), {1, 2, 3}, {8, 26}},
      {"matvec^t", r2, r3, lop(LOP_MATVEC_T, 3, 2, matrix(), v()), {1, 2}, {6, 9, 12}},
      {"apply", r6, r2, lop(LOP_APPLY, 3, 2, A, v()), {1, 2, 3, 4, 5, 6}, {140, 320}},
      {"outer", r2, r6, lop(LOP_OUTER, 3, 2, A, v()), {1, 2}, {10, 20, 30, 20, 40, 60}},
      {"(v, ())", r, lpair(r, one), pair(v(), term_unit(s)), {3}, {3}},
      {"(snd v, fst v)", lpair(r, r2), lpair(r2, r), pair(term_snd(s, v()), term_fst(s, v())), {1, 2, 3}, {2, 3, 1}},
      {"0_ + v", r2, r2, plus(term_zero(s, r2), v()), {3, 4}, {3, 4}},
      {"0_ at a product", r, lpair(rr, r3), term_zero(s, lpair(rr, r3)), {9}, {0, 0, 0, 0, 0}},
      {"(\\v. x v) . (v + v)", r, r, term_lapp(s, term_llam(s, r, times(X, v())), plus(v(), v())), {3}, {12}},
      {"(\\v. along(a; v)) . dot(a; v)",
       r3,
       r3,
       term_lapp(s, term_llam(s, r, lop(LOP_ALONG, 3, 0, A, v())), lop(LOP_DOT, 3, 0, A, v())),
       {1, 2, 3},
       {1400, 2800, 4200}},
      {"(\\k. k v) x", r, r, term_app(s, lam(real_n(1), times(var(0), v())), X), {3}, {6}},
      {"(\\f. f y v) (\\z. z x)",
       r,
       r,
       term_app(s, lam(real_to_real(), times(term_app(s, var(0), Y1), v())), lam(real_n(1), mul(var(0), X1))),
       {3},
       {30}},
      {"0_ at a power", r, r, term_app(s, term_zero(s, type_power(&s->types, real_n(1), r)), X), {3}, {0}},
      {"(\\k. k v + \\k. x v) y",
       r,
       r,
       term_app(s, plus(lam(real_n(1), times(var(0), v())), lam(real_n(1), times(X1, v()))), Y),
       {3},
       {21}},
  };
  uint32_t count = sizeof cases / sizeof *cases;
  for (uint32_t k = 0; k < count; k++) out[k] = cases[k];
  return count;
}

static uint32_t copower_cases(TargetCase *out) {
  TypeId r = lreal_n(1), k1 = real_n(1), c = copower(k1, r);
  TermId both = plus(entry(X, v()), entry(Y, times(X, v())));
  const TargetCase cases[] = {
      {"case !x >< v of !k >< v -> k v", r, r, fold(r, entry(X, v()), times(var(0), v())), {3}, {6}},
      {"case !x >< v + !y >< x v of !k >< v -> k v", r, r, fold(r, both, times(var(0), v())), {3}, {36}},
      {"case 0_ of !k >< v -> k v", r, r, fold(r, term_zero(s, c), times(var(0), v())), {3}, {0}},
      {"rekeyed: case (case t of !k >< v -> !(k k) >< v) of !k >< v -> k v",
       r,
       r,
       fold(r, fold(c, both, entry(mul(var(0), var(0)), v())), times(var(0), v())),
       {3},
       {3 * (4 + 50)}},
      {"a function as key",
       r,
       r,
       fold(r, entry(lam(k1, mul(var(0), var(0))), v()), times(term_app(s, var(0), Y1), v())),
       {3},
       {75}},
      {"nested: !x >< !y >< v",
       r,
       r,
       fold(r, entry(X, entry(Y, v())), fold(r, v(), times(mul(var(0), var(1)), v()))),
       {3},
       {30}},
      {"a pair of copowers",
       r,
       r,
       term_letv(s, pair(entry(X, v()), both), fold(r, plus(term_fst(s, v()), term_snd(s, v())), times(var(0), v()))),
       {3},
       {42}},
      {"a power of copowers",
       r,
       r,
       fold(r, term_app(s, lam(k1, entry(var(0), v())), Y), times(var(0), v())),
       {3},
       {15}},
  };
  uint32_t count = sizeof cases / sizeof *cases;
  for (uint32_t k = 0; k < count; k++) out[k] = cases[k];
  return count;
}

static uint32_t array_cases(TargetCase *out) {
  TypeTable *types = &s->types;
  TypeId r = lreal_n(1), r3 = lreal_n(3), rr = lpair(r, r), pairs = type_linear_array(types, rr, 2);
  TermId twins = build(2, pair(v(), times(to_real(var(0)), v())));
  TermId stored = build(3, term_llam(s, r, times(term_index(s, var(0), A1), v())));
  TermId dmap = term_dmap(s, NAME_NONE, times(var(0), plus(term_fst(s, v()), term_snd(s, v()))), A, build(3, v()), v());
  TermId dmapt = term_dmapt(s, NAME_NONE, pair(times(var(0), v()), v()), A, term_lsum(s, v()), v());
  /* The same with identifiers of the context in each part; b = map (z. z * y) a = (50, 100, 150). */
  TermId b = term_map(s, NAME_NONE, mul(var(0), Y1), A);
  TermId body = times(mul(var(0), X1), plus(term_fst(s, v()), term_snd(s, v())));
  TermId open = term_dmap(s, NAME_NONE, body, b, build(3, times(Y1, v())), v());
  TermId dual = pair(times(mul(var(0), X1), v()), times(Y1, v()));
  TermId opent = term_dmapt(s, NAME_NONE, dual, b, term_lsum(s, lop(LOP_SCALE, 3, 0, A, v())), v());
  const TargetCase cases[] = {
      {"build 3 (j. a_j v)", r, r3, build(3, times(term_index(s, var(0), A1), v())), {2}, {20, 40, 60}},
      {"index i v", r3, r, term_index(s, I, v()), {7, 8, 9}, {8}},
      {"sum v", r3, r, term_lsum(s, v()), {7, 8, 9}, {24}},
      {"onehot 3 i v", r, r3, term_onehot(s, 3, I, v()), {7}, {0, 7, 0}},
      {"onehot 3 5 v", r, r3, term_onehot(s, 3, integer(5), v()), {7}, {0, 0, 0}},
      {"onehot 3 (-1) v", r, r3, term_onehot(s, 3, integer(-1), v()), {7}, {0, 0, 0}},
      {"build 2 (j. (v, j v))", r, pairs, twins, {3}, {3, 0, 3, 3}},
      {"sum (build 2 (j. (v, j v)))", r, rr, term_lsum(s, twins), {3}, {6, 3}},
      {"onehot 2 0 (v, v) + build",
       r,
       pairs,
       plus(term_onehot(s, 2, integer(0), pair(v(), v())), twins),
       {3},
       {6, 3, 3, 3}},
      {"index 1 of an array of pairs", pairs, rr, term_index(s, integer(1), v()), {1, 2, 3, 4}, {3, 4}},
      {"sum (build 0 (j. v))", r3, r3, term_lsum(s, build(0, v())), {1, 2, 3}, {0, 0, 0}},
      {"sum of no reals", r, r, term_lsum(s, build(0, v())), {1}, {0}},
      {"an array of linear functions", r, r, term_lapp(s, term_index(s, I, stored), v()), {3}, {60}},
      {"Dmap(x. x (fst v + snd v), a, v. build 3 (j. v); v)", r, r3, dmap, {1}, {20, 40, 60}},
      {"Dmap^t(x. (x v, v), a, v. sum v; v)", r3, r, dmapt, {1, 2, 3}, {146}},
      {"Dmap(z. z x (fst v + snd v), b, v. build 3 (j. y v); v)", r, r3, open, {1}, {600, 1200, 1800}},
      {"Dmap^t(z. (z x v, y v), b, v. sum (scale(a; v)); v)", r3, r, opent, {1, 2, 3}, {2100}},
  };
  uint32_t count = sizeof cases / sizeof *cases;
  for (uint32_t k = 0; k < count; k++) out[k] = cases[k];
  return count;
}

/* Dop and Dop^t, whose bodies come from the table of operations. */
static uint32_t derivative_cases(TargetCase *out) {
  TypeId r = lreal_n(1), r3 = lreal_n(3), rr = lpair(r, r);
  OpId product = op_make(&s->ops, &s->types, OP_MUL, 1, 0), sum = op_make(&s->ops, &s->types, OP_SUM, 3, 0);
  OpId scale = op_make(&s->ops, &s->types, OP_SCALE, 3, 0);
  const TargetCase cases[] = {
      {"D* (x, y; v)", rr, r, term_lop(s, lop_derivative(&s->ops, &s->types, product), X, Y, v()), {3, 4}, {23}},
      {"D*^t (x, y; v)", r, rr, term_lop(s, lop_transpose(&s->ops, &s->types, product), X, Y, v()), {3}, {15, 6}},
      {"Dsum (a; v)",
       r3,
       r,
       term_lop(s, lop_derivative(&s->ops, &s->types, sum), A, TERM_NONE_ID, v()),
       {1, 2, 3},
       {6}},
      {"Dsum^t (a; v)",
       r,
       r3,
       term_lop(s, lop_transpose(&s->ops, &s->types, sum), A, TERM_NONE_ID, v()),
       {4},
       {4, 4, 4}},
      {"D.* (x, a; v)",
       lpair(r, r3),
       r3,
       term_lop(s, lop_derivative(&s->ops, &s->types, scale), X, A, v()),
       {1, 1, 2, 3},
       {12, 24, 36}},
      {"D.*^t (x, a; v)",
       r3,
       lpair(r, r3),
       term_lop(s, lop_transpose(&s->ops, &s->types, scale), X, A, v()),
       {1, 2, 3},
       {140, 2, 4, 6}},
  };
  uint32_t count = sizeof cases / sizeof *cases;
  for (uint32_t k = 0; k < count; k++) out[k] = cases[k];
  return count;
}

/* ------------------------------------------------------------- running -- */

static Arena arena;

static void case_context(TypeId *context) {
  context[0] = context[1] = real_n(1);
  context[2] = type_int(&s->types);
  context[3] = real_n(3);
}

static void case_flat(Ring *ring, Scalar *input) {
  for (uint32_t k = 0; k < INPUT_DIM; k++)
    input[k] = k == 2 ? scalar_from_int(case_input[k]) : ring_integer(ring, case_input[k]);
}

/* The program (x, \v. body) : real * (domain -o codomain). */
static Program case_program(const TargetCase *c, TypeId *context) {
  case_context(context);
  TypeId linear = type_lfun(&s->types, c->domain, c->codomain);
  return (Program){pair(X, term_llam(s, c->domain, c->body)), context, 4, type_prod(&s->types, real_n(1), linear)};
}

static Status case_run(const Evaluator *evaluator, Ring *ring, const TargetCase *c, Scalar *primal, Scalar *image) {
  TypeId context[4];
  Scalar input[INPUT_DIM], seed[2 * CASE_MAX], images[2 * CASE_MAX];
  uint32_t domain = type_node(&s->types, c->domain)->dim, codomain = type_node(&s->types, c->codomain)->dim;
  Program program = case_program(c, context);
  Machine machine = machine_make(s, ring, &arena);
  ArenaMark mark = arena_mark(&arena);
  case_flat(ring, input);
  /* Two seeds, of which the second counts: 0 and that of the case. */
  for (uint32_t k = 0; k < domain; k++) {
    seed[k] = ring_integer(ring, 0);
    seed[domain + k] = ring_integer(ring, c->seed[k]);
  }
  Status status = evaluator->eval_linear(&machine, &program, input, 2, seed, primal, images);
  for (uint32_t k = 0; k < codomain && status == STATUS_OK; k++) image[k] = images[codomain + k];
  assert_int_equal(machine.depth, MACHINE_DEPTH);
  arena_release(&arena, mark);
  return status;
}

static void case_check(const Evaluator *evaluator, Ring *ring, const TargetCase *c) {
  Scalar primal[1], image[CASE_MAX];
  Status status = case_run(evaluator, ring, c, primal, image);
  if (status != STATUS_OK) fail_msg("%s: %s", c->name, status_name(status));
  assert_true(ring_equal(ring, primal[0], ring_integer(ring, 2)));
  for (uint32_t k = 0; k < type_node(&s->types, c->codomain)->dim; k++) {
    if (!ring_equal(ring, image[k], ring_integer(ring, c->image[k]))) fail_msg("%s: entry %u differs", c->name, k);
  }
}

typedef uint32_t (*CaseTable)(TargetCase *out);

static void cases_check(const Evaluator *evaluator, CaseTable table) {
  TargetCase cases[32];
  uint32_t count = table(cases);
  Ring *rings[3] = {ring_field_new(), ring_rational_new(1u << 16), ring_double_new()};
  assert_int_equal(store_take_status(s), STATUS_OK);
  for (uint32_t r = 0; r < 3; r++) {
    for (uint32_t k = 0; k < count; k++) case_check(evaluator, rings[r], &cases[k]);
    ring_destroy(rings[r]);
  }
}

/* A Cartesian term of type real in the same context. */
static Status real_run(const Evaluator *evaluator, Ring *ring, TermId t, Scalar *output) {
  TypeId context[4];
  Scalar input[INPUT_DIM];
  case_context(context);
  case_flat(ring, input);
  Program program = {t, context, 4, real_n(1)};
  Machine machine = machine_make(s, ring, &arena);
  ArenaMark mark = arena_mark(&arena);
  Status status = evaluator->eval(&machine, &program, input, output);
  arena_release(&arena, mark);
  return status;
}

/* Cartesian constructs, with their values. */
static void cartesian_check(const Evaluator *evaluator) {
  const struct {
    const char *name;
    TermId t;
    int64_t value;
  } cases[] = {
      {"let z = x * y in z * z", term_let(s, NAME_NONE, mul(X, Y), mul(var(0), var(0))), 100},
      {"fst ((), x) is shadowed: snd", term_snd(s, pair(term_unit(s), X)), 2},
      {"fst (fst ((x, y), x))", term_fst(s, term_fst(s, pair(pair(X, Y), X))), 2},
      {"(\\f. f (f y)) (\\z. x * z)",
       term_app(s, lam(real_to_real(), term_app(s, var(0), term_app(s, var(0), Y1))), lam(real_n(1), mul(X1, var(0)))),
       20},
      {"sum (map (z. z * x) a)", op1(OP_SUM, 3, term_map(s, NAME_NONE, mul(var(0), X1), A)), 120},
      {"sum (zipWith (p q. p - q) a (map (z. x) a))",
       op1(OP_SUM, 3,
           term_zipwith(s, NAME_NONE, NAME_NONE, op2(OP_SUB, 1, var(1), var(0)), A, term_map(s, NAME_NONE, X1, A))),
       54},
      {"index i (build 3 (j. (toReal j, \\z. z))): its function at y",
       term_app(s, term_snd(s, term_index(s, I, build(3, pair(to_real(var(0)), lam(real_n(1), var(0)))))), Y), 5},
      {"toReal (i + 3 * i)", to_real(op2(OP_IADD, 0, I, op2(OP_IMUL, 0, integer(3), I))), 4},
  };
  Ring *ring = ring_field_new();
  for (uint32_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Scalar value;
    Status status = real_run(evaluator, ring, cases[k].t, &value);
    if (status != STATUS_OK) fail_msg("%s: %s", cases[k].name, status_name(status));
    if (!ring_equal(ring, value, ring_integer(ring, cases[k].value))) fail_msg("%s: another value", cases[k].name);
  }
  ring_destroy(ring);
}

/* Terms nested too deep for the stack are a limit, not a crash. */
static void deep_check(const Evaluator *evaluator, Ring *ring) {
  TypeId r = lreal_n(1), power = type_power(&s->types, real_n(1), r);
  TermId sum = v(), cases = v(), product = v(), powers = lam(real_n(1), v()), cartesian = X;
  for (int k = 0; k < 30000; k++) {
    sum = k % 2 == 0 ? plus(sum, v()) : plus(v(), sum);
    cases = fold(r, entry(X, cases), times(var(0), v()));
    product = term_dmap(s, NAME_NONE, plus(term_fst(s, v()), term_snd(s, v())), build(1, X1), v(), product);
    powers = plus(powers, term_zero(s, power));
    cartesian = op1(OP_NEG, 1, term_fst(s, pair(cartesian, term_unit(s))));
  }
  const TermId bodies[] = {sum, cases, product, term_app(s, powers, X)};
  Scalar out[CASE_MAX], primal[1];
  for (uint32_t k = 0; k < 4; k++) {
    TargetCase c = {"deep", r, r, bodies[k], {1}, {0}};
    assert_int_equal(case_run(evaluator, ring, &c, primal, out), STATUS_LIMIT);
  }
  assert_int_equal(real_run(evaluator, ring, cartesian, out), STATUS_LIMIT);
}

/* What has no value says so, each in its own way. */
static void refusals_check(const Evaluator *evaluator) {
  Ring *field = ring_field_new();
  Scalar out[CASE_MAX], primal[1];
  TypeId r = lreal_n(1), r3 = lreal_n(3);
  TermId undefined = op2(OP_DIV, 1, X, number(0)), sine = op1(OP_SIN, 1, X);
  TargetCase cases[] = {
      {"an index out of range", r3, r, term_index(s, integer(3), v()), {1}, {0}},
      {"1 / 0 in a linear function", r, r, times(undefined, v()), {1}, {0}},
      {"no sine in F_p", r, r, times(sine, v()), {1}, {0}},
  };
  const Status expected[] = {STATUS_DOMAIN, STATUS_DOMAIN, STATUS_UNABLE};
  for (uint32_t k = 0; k < 3; k++) assert_int_equal(case_run(evaluator, field, &cases[k], primal, out), expected[k]);
  assert_int_equal(real_run(evaluator, field, term_index(s, integer(-1), A), out), STATUS_DOMAIN);
  assert_int_equal(real_run(evaluator, field, undefined, out), STATUS_DOMAIN);
  /* A linear function that is undefined, but not applied, does no harm. */
  TermId unused = term_fst(s, pair(X, term_llam(s, r, times(undefined, v()))));
  assert_int_equal(real_run(evaluator, field, unused, out), STATUS_OK);
  /* Ill-typed terms are no programs. */
  assert_int_equal(real_run(evaluator, field, term_fst(s, X), out), STATUS_ILL_TYPED);
  assert_int_equal(real_run(evaluator, field, var(9), out), STATUS_ILL_TYPED);
  assert_int_equal(real_run(evaluator, field, v(), out), STATUS_ILL_TYPED);
  assert_int_equal(real_run(evaluator, field, op2(OP_ADD, 3, A, op1(OP_REPLICATE, 2, X)), out), STATUS_ILL_TYPED);
  /* Nothing adds functions up; and a total is of the type of the elements. */
  TermId functions = term_build(s, NAME_NONE, 2, lam(real_n(1), var(0)));
  TermId added = term_app(s, term_total(s, real_to_real(), functions), X);
  assert_int_equal(real_run(evaluator, field, added, out), STATUS_ILL_TYPED);
  assert_int_equal(real_run(evaluator, field, term_total(s, real_n(2), A), out), STATUS_ILL_TYPED);
  assert_int_equal(real_run(evaluator, field, term_total(s, real_n(1), A), out), STATUS_OK);
  /* Fuel, depth and memory. */
  TypeId context[4];
  case_context(context);
  Scalar input[INPUT_DIM];
  case_flat(field, input);
  TermId deep = X;
  for (int k = 0; k < 3000; k++) deep = mul(deep, number(1));
  Program program = {deep, context, 4, real_n(1)};
  Machine starved = machine_make(s, field, &arena), shallow = starved, whole = starved, small = starved;
  Arena little;
  arena_init(&little, 1u << 14);
  starved.fuel = 100;
  shallow.depth = 1000;
  small.arena = &little;
  assert_int_equal(evaluator->eval(&starved, &program, input, out), STATUS_LIMIT);
  assert_int_equal(evaluator->eval(&shallow, &program, input, out), STATUS_LIMIT);
  assert_int_equal(shallow.depth, 1000);
  assert_int_equal(evaluator->eval(&small, &program, input, out), STATUS_LIMIT);
  assert_int_equal(evaluator->eval(&whole, &program, input, out), STATUS_OK);
  arena_free(&little);
  deep_check(evaluator, field);
  ring_destroy(field);
}

/* Every rule whose name begins so was applied by the tests before. */
static void rules_exercised(const char *prefix) {
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    const char *id = rule_info((RuleId)rule)->id;
    if (strncmp(id, prefix, strlen(prefix)) == 0 && rule_hits[rule] == 0) fail_msg("%s was never applied", id);
  }
}

static int cases_setup(void **state) {
  (void)state;
  s = store_new(1u << 22);
  arena_init(&arena, (size_t)1 << 30);
  return s == NULL;
}

static int cases_teardown(void **state) {
  (void)state;
  store_free(s);
  arena_free(&arena);
  return 0;
}

#endif
