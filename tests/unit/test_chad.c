/* CHAD, forward and reverse: the type table, typing of D(t), code size. */
#include "ad/chad/chad.h"
#include "semantics/chad/linear/typing.h"
#include "semantics/rings/rings.h"
#include "semantics/source/typing.h"
#include "verify/battery/code_size.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_CONTEXT 16

static Store *s;

static int setup(void **state) {
  (void)state;
  s = store_new(1u << 22);
  return s == NULL;
}

static int teardown(void **state) {
  (void)state;
  store_free(s);
  return 0;
}

/* ---------------------------------------------------- source by hand -- */

static TypeId real_n(uint32_t n) { return type_real(&s->types, n); }
static TypeId real(void) { return real_n(1); }
static TermId var(uint32_t i) { return term_var(s, i); }
static TermId let(const char *x, TermId t, TermId body) { return term_let(s, name_make(s, x, strlen(x)), t, body); }
static TermId op1(OpCode code, uint32_t n, TermId x) {
  return term_op(s, op_make(&s->ops, &s->types, code, n, 0), x, TERM_NONE_ID);
}
static TermId op2(OpCode code, uint32_t n, TermId x, TermId y) {
  return term_op(s, op_make(&s->ops, &s->types, code, n, 0), x, y);
}
static TermId mul(TermId x, TermId y) { return op2(OP_MUL, 1, x, y); }
static TermId add(TermId x, TermId y) { return op2(OP_ADD, 1, x, y); }
static TermId number(int64_t c) {
  ConstantId id = constant_from_ratio(&s->constants, c, 1);
  return term_op(s, op_make_constant(&s->ops, &s->types, 1, id), TERM_NONE_ID, TERM_NONE_ID);
}
static TermId integer(int64_t i) { return term_op(s, op_make_int(&s->ops, &s->types, i), TERM_NONE_ID, TERM_NONE_ID); }
static TermId lam(TypeId type, TermId body) { return term_lam(s, NAME_NONE, type, body); }

typedef struct Case {
  const char *name;
  Program program;
  TypeId context[MAX_CONTEXT];
} Case;

/* Fig. 1a: x |- let y = 2*x in let z = x*y in let w = cos z in ((y,z),w) */
static TermId figure_1a(void) {
  TermId result = term_pair(s, term_pair(s, var(2), var(1)), var(0));
  TermId w = let("w", op1(OP_COS, 1, var(0)), result);
  TermId z = let("z", mul(var(1), var(0)), w);
  return let("y", mul(number(2), var(0)), z);
}

/* Fig. 1b: x1..x4 |- let y = x1*x4 + 2*x2 in let z = y*x3 in let w = z + x4 in sin w */
static TermId figure_1b(void) {
  TermId w = let("w", add(var(0), var(2)), op1(OP_SIN, 1, var(0)));
  TermId z = let("z", mul(var(0), var(2)), w);
  return let("y", add(mul(var(3), var(0)), mul(number(2), var(2))), z);
}

#define SIZE 3

/* Fig. 2a: x |- let f = \z. x*z + 1 in let zs = replicate x in map f zs */
static TermId figure_2a(void) {
  TermId map = term_map(s, NAME_NONE, term_app(s, var(2), var(0)), var(0));
  TermId zs = let("zs", op1(OP_REPLICATE, SIZE, var(1)), map);
  return let("f", lam(real(), add(mul(var(1), var(0)), number(1))), zs);
}

/* Fig. 2b: x1, x2 : real^n |- let f = \x2i. x1*x2i in let ys = map f x2 in sum ys */
static TermId figure_2b(void) {
  TermId map = term_map(s, NAME_NONE, term_app(s, var(1), var(0)), var(1));
  TermId ys = let("ys", map, op1(OP_SUM, SIZE, var(0)));
  return let("f", lam(real(), mul(var(2), var(0))), ys);
}

/* x |- let f = \g. \y. g (g y) in (f (\z. x*z)) x */
static TermId higher_order(void) {
  TypeId function = type_fun(&s->types, real(), real());
  TermId twice = lam(function, lam(real(), term_app(s, var(1), term_app(s, var(1), var(0)))));
  TermId apply = term_app(s, term_app(s, var(0), lam(real(), mul(var(2), var(0)))), var(1));
  return let("f", twice, apply);
}

/* x, xs |- arrays of other elements than reals:
 * let ps = zipWith (a b. (a*a*b, x)) xs (replicate x) in let qs = map (p. fst p * snd p + x) ps
 * in build n (i. index i qs * x + toReal i) */
static TermId array_program(void) {
  TermId pair = term_pair(s, mul(mul(var(1), var(1)), var(0)), var(3));
  TermId ps = term_zipwith(s, NAME_NONE, NAME_NONE, pair, var(0), op1(OP_REPLICATE, SIZE, var(1)));
  TermId element = add(mul(term_fst(s, var(0)), term_snd(s, var(0))), var(3));
  TermId qs = term_map(s, NAME_NONE, element, var(0));
  OpId to_real = op_make(&s->ops, &s->types, OP_TOREAL, 0, 0);
  element = mul(term_index(s, var(0), var(1)), var(4));
  TermId build = term_build(s, NAME_NONE, SIZE, add(element, term_op(s, to_real, var(0), TERM_NONE_ID)));
  return let("ps", ps, let("qs", qs, build));
}

/* xs |- map (x. (x, \y. x*y)) xs applied at entry 1 to entry 2 */
static TermId array_of_functions(void) {
  TermId map = term_map(s, NAME_NONE, term_pair(s, var(0), lam(real(), mul(var(1), var(0)))), var(0));
  TermId entry = term_index(s, integer(1), var(0));
  return let("fs", map, term_app(s, term_snd(s, entry), term_index(s, integer(2), var(1))));
}

#define CASES 8

static uint32_t cases(Case *all) {
  const TypeId r = real(), rn = real_n(SIZE);
  Case list[CASES] = {
      {"Fig. 1a", {.term = figure_1a(), .length = 1}, {r}},
      {"Fig. 1b", {.term = figure_1b(), .length = 4}, {r, r, r, r}},
      {"Fig. 2a", {.term = figure_2a(), .length = 1}, {r}},
      {"Fig. 2b", {.term = figure_2b(), .length = 2}, {r, rn}},
      {"twice", {.term = higher_order(), .length = 1}, {r}},
      {"arrays", {.term = array_program(), .length = 2}, {r, rn}},
      {"functions in arrays", {.term = array_of_functions(), .length = 1}, {rn}},
      {"unit", {.term = term_snd(s, term_pair(s, number(3), term_unit(s))), .length = 0}, {{0}}},
  };
  memcpy(all, list, sizeof list);
  for (uint32_t i = 0; i < CASES; i++) {
    Program *p = &all[i].program;
    p->context = all[i].context;
    Status status = source_infer(s, p->context, p->length, p->term, &p->type);
    if (status != STATUS_OK) fail_msg("%s has no type: %s", all[i].name, status_name(status));
  }
  return CASES;
}

/* --------------------------------------------------------------- types -- */

static void shows(TypeId type, const char *expected) {
  char buffer[256];
  (void)type_print(&s->types, type, buffer, sizeof buffer);
  assert_string_equal(buffer, expected);
}

static void type_table(void **state) {
  (void)state;
  TypeTable *types = &s->types;
  TypeId pair = type_prod(types, real_n(2), type_unit(types)), function = type_fun(types, pair, real());
  TypeId array = type_array(types, pair, 4);
  for (ChadMode mode = CHAD_FORWARD; mode <= CHAD_REVERSE; mode++) {
    shows(chad_primal(s, mode, pair), "real^2 * 1");
    shows(chad_tangent(s, mode, pair), "real_^2 * 1_");
    shows(chad_primal(s, mode, type_int(types)), "Int");
    shows(chad_tangent(s, mode, type_int(types)), "1_");
    shows(chad_primal(s, mode, array), "(real^2 * 1)^4");
    shows(chad_tangent(s, mode, array), "(real_^2 * 1_)^4");
    assert_true(type_is_none(chad_primal(s, mode, chad_tangent(s, mode, pair))));
  }
  shows(chad_primal(s, CHAD_FORWARD, function), "real^2 * 1 -> real * (real_^2 * 1_ -o real_)");
  shows(chad_tangent(s, CHAD_FORWARD, function), "real^2 * 1 -> real_");
  shows(chad_primal(s, CHAD_REVERSE, function), "real^2 * 1 -> real * (real_ -o real_^2 * 1_)");
  shows(chad_tangent(s, CHAD_REVERSE, function), "!(real^2 * 1) >< real_");
  TypeId context[] = {real(), pair};
  shows(chad_context_tangent(s, CHAD_FORWARD, context, 0), "1_");
  shows(chad_context_tangent(s, CHAD_REVERSE, context, 2), "1_ * real_ * (real_^2 * 1_)");
}

/* D(G)1 |- D(t) : D(T)1 * (D(G)2 -o D(T)2) */
static void derivatives_are_typed(void **state) {
  (void)state;
  Case all[CASES];
  uint32_t count = cases(all);
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t e = 0; engines[e] != NULL && e < 2; e++) {
      TypeId contexts[MAX_CONTEXT], type = {0};
      Program derivative;
      assert_int_equal(engines[e]->transform(s, &all[i].program, contexts, &derivative), STATUS_OK);
      Status status = linear_infer_cartesian(s, derivative.context, derivative.length, derivative.term, &type);
      if (status != STATUS_OK) fail_msg("%s of %s: %s", engines[e]->name, all[i].name, status_name(status));
      assert_int_equal(type.id, derivative.type.id);
    }
  }
}

/* ----------------------------------------------------- known derivatives -- */

#define MAX_DIM 16

static const Evaluator *const evaluators[] = {&operational_evaluator, &applied_evaluator, &monoid_evaluator};
#define EVALUATORS (sizeof evaluators / sizeof *evaluators)

typedef struct Jacobian {
  uint32_t rows, columns;
  Scalar entry[MAX_DIM][MAX_DIM];
} Jacobian;

static uint32_t flat(const TypeId *types, uint32_t count) {
  uint32_t dim = 0;
  for (uint32_t i = 0; i < count; i++) dim += type_node(&s->types, types[i])->dim;
  return dim;
}

/* The whole Jacobian: by columns forward, by rows in reverse. */
static void differentiate(const Evaluator *evaluator, const Engine *engine, const Case *c, Ring *ring,
                          const Scalar *input, Scalar *primal, Jacobian *jacobian) {
  TypeId contexts[MAX_CONTEXT];
  Program derivative;
  assert_int_equal(engine->transform(s, &c->program, contexts, &derivative), STATUS_OK);
  uint32_t columns = flat(c->program.context, c->program.length), rows = flat(&c->program.type, 1);
  uint32_t seeds = engine->reverse ? rows : columns, images = engine->reverse ? columns : rows;
  Scalar seed[MAX_DIM * MAX_DIM], image[MAX_DIM * MAX_DIM];
  for (uint32_t i = 0; i < seeds * seeds; i++) seed[i] = ring_integer(ring, i % (seeds + 1) == 0);
  Arena arena;
  arena_init(&arena, (size_t)1 << 26);
  Machine machine = machine_make(s, ring, &arena);
  Status status = evaluator->eval_linear(&machine, &derivative, input, seeds, seed, primal, image);
  arena_free(&arena);
  if (status != STATUS_OK) fail_msg("%s, %s of %s: %s", evaluator->name, engine->name, c->name, status_name(status));
  *jacobian = (Jacobian){.rows = rows, .columns = columns};
  for (uint32_t k = 0; k < seeds; k++) {
    for (uint32_t i = 0; i < images; i++) {
      Scalar *entry = engine->reverse ? &jacobian->entry[k][i] : &jacobian->entry[i][k];
      *entry = image[k * images + i];
    }
  }
}

/* What the polynomial cases are, by hand: value and Jacobian at integers. */
typedef void (*Known)(const int64_t *x, int64_t *value, int64_t jacobian[MAX_DIM][MAX_DIM]);

/* replicate x mapped by z -> x*z + 1 */
static void known_2a(const int64_t *x, int64_t *value, int64_t j[MAX_DIM][MAX_DIM]) {
  for (int i = 0; i < SIZE; i++) value[i] = x[0] * x[0] + 1, j[i][0] = 2 * x[0];
}

/* sum (x1 * x2) */
static void known_2b(const int64_t *x, int64_t *value, int64_t j[MAX_DIM][MAX_DIM]) {
  value[0] = 0;
  for (int i = 0; i < SIZE; i++) value[0] += x[0] * x[1 + i], j[0][0] += x[1 + i], j[0][1 + i] = x[0];
}

/* x * (x * x) */
static void known_twice(const int64_t *x, int64_t *value, int64_t j[MAX_DIM][MAX_DIM]) {
  value[0] = x[0] * x[0] * x[0];
  j[0][0] = 3 * x[0] * x[0];
}

/* entry i: xs_i^2 x^3 + x^2 + i */
static void known_arrays(const int64_t *x, int64_t *value, int64_t j[MAX_DIM][MAX_DIM]) {
  for (int i = 0; i < SIZE; i++) {
    int64_t xi = x[1 + i];
    value[i] = xi * xi * x[0] * x[0] * x[0] + x[0] * x[0] + i;
    j[i][0] = 3 * xi * xi * x[0] * x[0] + 2 * x[0];
    j[i][1 + i] = 2 * xi * x[0] * x[0] * x[0];
  }
}

/* xs_1 * xs_2 */
static void known_functions(const int64_t *x, int64_t *value, int64_t j[MAX_DIM][MAX_DIM]) {
  value[0] = x[1] * x[2];
  j[0][1] = x[2];
  j[0][2] = x[1];
}

/* Over F_p, exactly. */
static void polynomial_derivatives(void **state) {
  (void)state;
  static const Known known[CASES] = {NULL, NULL, known_2a, known_2b, known_twice, known_arrays, known_functions, NULL};
  static const int64_t points[][4] = {{3, 5, -7, 11}, {0, 0, 0, 0}, {-1, 2, 0, 4}};
  Ring *ring = ring_field_new();
  Case all[CASES];
  cases(all);
  for (uint32_t k = 0; k < CASES * 3 * EVALUATORS * 2; k++) {
    uint32_t which = k % CASES, point = k / CASES % 3, evaluator = k / CASES / 3 % EVALUATORS;
    if (known[which] == NULL) continue;
    const Engine *engine = engines[k / CASES / 3 / EVALUATORS];
    int64_t value[MAX_DIM] = {0}, expected[MAX_DIM][MAX_DIM] = {{0}};
    Scalar input[MAX_DIM], primal[MAX_DIM];
    Jacobian jacobian;
    known[which](points[point], value, expected);
    for (uint32_t i = 0; i < 4; i++) input[i] = ring_integer(ring, points[point][i]);
    differentiate(evaluators[evaluator], engine, &all[which], ring, input, primal, &jacobian);
    for (uint32_t i = 0; i < jacobian.rows; i++) {
      assert_true(ring_equal(ring, primal[i], ring_integer(ring, value[i])));
      for (uint32_t j = 0; j < jacobian.columns; j++) {
        assert_true(ring_equal(ring, jacobian.entry[i][j], ring_integer(ring, expected[i][j])));
      }
    }
  }
  ring_destroy(ring);
}

/* Equal up to a few units in the last place: the order of operations differs. */
static void nearly(Scalar computed, double expected) {
  double x = scalar_to_double(computed), unit = nextafter(fabs(expected), INFINITY) - fabs(expected);
  if (!(fabs(x - expected) <= 8 * unit)) fail_msg("%.17g is not %.17g", x, expected);
}

/* Figs. 1a and 1b over doubles: the code printed in Figs. 1c and 1d. */
static void figures_1a_and_1b(void **state) {
  (void)state;
  Ring *ring = ring_double_new();
  Case all[CASES];
  cases(all);
  const double x[] = {0.7, -1.25, 0.5, 2.0};
  Scalar input[4], primal[MAX_DIM];
  for (int i = 0; i < 4; i++) input[i] = scalar_from_double(x[i]);
  for (uint32_t k = 0; k < 2 * EVALUATORS; k++) {
    Jacobian j;
    differentiate(evaluators[k / 2], engines[k % 2], &all[0], ring, input, primal, &j);
    double y = 2 * x[0], z = x[0] * y, dy = 2, dz = y + x[0] * dy;
    nearly(primal[2], cos(z));
    nearly(j.entry[0][0], dy);
    nearly(j.entry[1][0], dz);
    nearly(j.entry[2][0], -sin(z) * dz);
    differentiate(evaluators[k / 2], engines[k % 2], &all[1], ring, input, primal, &j);
    y = x[0] * x[3] + 2 * x[1], z = y * x[2];
    double w = z + x[3], dw = cos(w), to_y = x[2] * dw;
    nearly(primal[0], sin(w));
    nearly(j.entry[0][0], to_y * x[3]);
    nearly(j.entry[0][1], 2 * to_y);
    nearly(j.entry[0][2], y * dw);
    nearly(j.entry[0][3], x[0] * to_y + dw);
  }
  ring_destroy(ring);
}

/* ------------------------------------------------------------- code size -- */

/* x |- let y = sin x in let y = sin y in ... : `lets` of them. */
static TermId chain(uint32_t lets) {
  TermId t = var(0);
  for (uint32_t i = 0; i < lets; i++) t = let("y", op1(OP_SIN, 1, var(0)), t);
  return t;
}

static TermId derivative_of_chain(const Engine *engine, uint32_t lets, uint64_t *source_size) {
  const TypeId context[] = {real()};
  Program source = {chain(lets), context, 1, real()}, derivative;
  TypeId contexts[1];
  *source_size = term_size(s, source.term);
  assert_int_equal(engine->transform(s, &source, contexts, &derivative), STATUS_OK);
  return derivative.term;
}

/* A chain of projections is one node, and one of coprojections, whichever sides are 0_; a pair of two terms is one
 * more. */
static void chains_are_one_node(void **state) {
  (void)state;
  TermId t = op1(OP_SIN, 1, var(0)), zero = term_zero(s, real());
  assert_int_equal(code_nodes(s, t), 2);
  assert_int_equal(code_nodes(s, term_fst(s, term_snd(s, term_fst(s, t)))), 3);
  assert_int_equal(code_nodes(s, term_pair(s, t, zero)), 3);
  assert_int_equal(code_nodes(s, term_pair(s, zero, t)), 3);
  assert_int_equal(code_nodes(s, term_pair(s, zero, term_pair(s, term_pair(s, zero, t), zero))), 3);
  assert_int_equal(code_nodes(s, term_pair(s, t, t)), 5);
}

/* Cor. 7.2: code size is linear when proj, coproj and 0_ are one node each; it
 * is exactly affine on a chain.  Unfolded, the identifier used is always the
 * last one, so proj stays short, and 0_ is one node here in any case. */
static void code_size_is_linear(void **state) {
  (void)state;
  for (uint32_t e = 0; e < 2; e++) {
    uint64_t source = 0, slope = 0, before = 0;
    for (uint32_t lets = 100; lets <= 500; lets += 100) {
      uint64_t size = code_nodes(s, derivative_of_chain(engines[e], lets, &source));
      if (lets > 200) assert_int_equal(size - before, slope);
      slope = lets > 100 ? size - before : 0;
      before = size;
    }
    /* 3 source nodes a let: 15 and 17 target nodes for each */
    assert_int_equal(slope, (e == 0 ? 15 : 17) * 300);
  }
}

/* The same chain ending in the sum of all its identifiers: unfolded projections
 * make the code quadratic, and the count with proj as one node does not see it. */
static void unfolded_projections_are_quadratic(void **state) {
  (void)state;
  for (uint32_t e = 0; e < 2; e++) {
    uint64_t folded[3], unfolded[3];
    for (uint32_t k = 0; k < 3; k++) {
      uint32_t lets = 50u << k;
      TermId sum = var(0);
      for (uint32_t i = 1; i <= lets; i++) sum = add(sum, var(i));
      for (uint32_t i = 0; i < lets; i++) sum = let("y", op1(OP_SIN, 1, var(0)), sum);
      const TypeId context[] = {real()};
      Program source = {sum, context, 1, real()}, derivative;
      TypeId contexts[1];
      assert_int_equal(engines[e]->transform(s, &source, contexts, &derivative), STATUS_OK);
      folded[k] = code_nodes(s, derivative.term);
      unfolded[k] = term_size(s, derivative.term);
    }
    assert_int_equal(folded[2] - folded[1], 2 * (folded[1] - folded[0]));
    uint64_t small = unfolded[1] - folded[1], large = unfolded[2] - folded[2];
    assert_true(10 * large > 39 * small && 10 * large < 41 * small);
  }
}

/* -------------------------------------------------------------- refusals -- */

static Status transform_status(const Engine *engine, TermId t, TypeId type) {
  const TypeId context[] = {real()};
  Program source = {t, context, 1, type}, derivative;
  TypeId contexts[1];
  uint32_t mark = store_mark(s);
  Status status = engine->transform(s, &source, contexts, &derivative);
  if (status != STATUS_OK) {
    assert_int_equal(store_mark(s), mark);
    assert_int_equal(derivative.term.id, 0);
  }
  return status;
}

static void bad_input_is_refused(void **state) {
  (void)state;
  for (uint32_t e = 0; e < 2; e++) {
    const Engine *engine = engines[e];
    assert_int_equal(transform_status(engine, TERM_NONE_ID, real()), STATUS_ILL_TYPED);
    assert_int_equal(transform_status(engine, var(1), real()), STATUS_ILL_TYPED);
    assert_int_equal(transform_status(engine, term_lvar(s), real()), STATUS_ILL_TYPED);
    assert_int_equal(transform_status(engine, term_fst(s, var(0)), real()), STATUS_ILL_TYPED);
    assert_int_equal(transform_status(engine, term_app(s, var(0), var(0)), real()), STATUS_ILL_TYPED);
    assert_int_equal(transform_status(engine, term_map(s, NAME_NONE, var(0), term_unit(s)), real()), STATUS_ILL_TYPED);
    assert_int_equal(transform_status(engine, var(0), real_n(2)), STATUS_ILL_TYPED);
    assert_int_equal(transform_status(engine, chain(CHAD_DEPTH - 2), real()), STATUS_OK);
    assert_int_equal(transform_status(engine, chain(CHAD_DEPTH + 1), real()), STATUS_LIMIT);
  }
}

/* One more layer around t : real in a context whose last type is real. */
static TermId layer(uint32_t kind, TermId t) {
  TermId moved = term_shift(s, var(0), 0, 1);
  switch (kind) {
  case 0: return op1(OP_SIN, 1, t);
  case 1: return mul(t, var(0));
  case 2: return term_fst(s, term_pair(s, t, var(0)));
  case 3: return term_snd(s, term_pair(s, var(0), t));
  case 4: return term_app(s, lam(real(), moved), t);
  case 5: return term_app(s, lam(real(), t), var(0));
  case 6: return term_index(s, integer(0), term_build(s, NAME_NONE, 1, let("y", number(1), t)));
  case 7: return term_map(s, NAME_NONE, t, var(0));
  case 8: return term_map(s, NAME_NONE, var(0), t);
  case 9: return term_zipwith(s, NAME_NONE, NAME_NONE, t, var(0), var(0));
  default: return term_zipwith(s, NAME_NONE, NAME_NONE, var(0), var(0), t);
  }
}

/* real^1 is real, so that arrays nest too.  Deep terms are a LIMIT, whatever
 * they are made of, and never an overflow of the stack. */
static void depth_is_limited(void **state) {
  (void)state;
  for (uint32_t kind = 0; kind <= 10; kind++) {
    TermId shallow = var(0);
    for (uint32_t i = 0; i < 10; i++) shallow = layer(kind, shallow);
    TermId deep = shallow;
    for (uint32_t i = 0; i < CHAD_DEPTH; i++) deep = layer(kind, deep);
    for (uint32_t e = 0; e < 2; e++) {
      assert_int_equal(transform_status(engines[e], shallow, real()), STATUS_OK);
      assert_int_equal(transform_status(engines[e], deep, real()), STATUS_LIMIT);
    }
  }
}

/* A type of one more level, by each constructor and part. */
static TypeId level(uint32_t kind, TypeId t) {
  TypeTable *types = &s->types;
  switch (kind) {
  case 0: return type_prod(types, t, real());
  case 1: return type_prod(types, real(), t);
  case 2: return type_sum(types, t, real());
  case 3: return type_sum(types, real(), t);
  case 4: return type_fun(types, t, real());
  case 5: return type_fun(types, real(), t);
  case 6: return type_array(types, t, 1);
  case 7: return type_vec(types, t);
  default: return type_mu(types, t);
  }
}

static void depth_of_types_is_limited(void **state) {
  (void)state;
  TypeId t = real();
  for (uint32_t i = 3; i < CHAD_DEPTH; i++) t = level(0, t);
  for (uint32_t kind = 0; kind <= 8; kind++) {
    for (int mode = CHAD_FORWARD; mode <= CHAD_REVERSE; mode++) {
      TypeId most = level(kind, level(kind, t)), more = level(kind, level(kind, level(kind, t)));
      assert_int_equal(type_node(&s->types, most)->nesting, CHAD_DEPTH);
      assert_false(type_is_none(chad_primal(s, (ChadMode)mode, most)));
      assert_false(type_is_none(chad_tangent(s, (ChadMode)mode, most)));
      assert_true(type_is_none(chad_primal(s, (ChadMode)mode, more)));
      assert_true(type_is_none(chad_tangent(s, (ChadMode)mode, more)));
    }
  }
}

static void engines_are_found_by_name(void **state) {
  (void)state;
  assert_ptr_equal(engine_find("chad-forward"), &chad_forward);
  assert_ptr_equal(engine_find("chad-reverse"), &chad_reverse);
  assert_null(engine_find("chad"));
  assert_false(chad_forward.reverse);
  assert_true(chad_reverse.reverse);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(type_table, setup, teardown),
      cmocka_unit_test_setup_teardown(derivatives_are_typed, setup, teardown),
      cmocka_unit_test_setup_teardown(polynomial_derivatives, setup, teardown),
      cmocka_unit_test_setup_teardown(figures_1a_and_1b, setup, teardown),
      cmocka_unit_test_setup_teardown(chains_are_one_node, setup, teardown),
      cmocka_unit_test_setup_teardown(code_size_is_linear, setup, teardown),
      cmocka_unit_test_setup_teardown(unfolded_projections_are_quadratic, setup, teardown),
      cmocka_unit_test_setup_teardown(bad_input_is_refused, setup, teardown),
      cmocka_unit_test_setup_teardown(depth_is_limited, setup, teardown),
      cmocka_unit_test_setup_teardown(depth_of_types_is_limited, setup, teardown),
      cmocka_unit_test_setup_teardown(engines_are_found_by_name, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
