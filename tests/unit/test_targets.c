/* SEM-ADEQ: the three evaluators of the target language agree, on the figures
 * of the paper and on the derivatives of random programs of every space. */
#include "ad/engine.h"
#include "semantics/chad/applied/applied.h"
#include "semantics/rings/rings.h"
#include "tests/unit/points.h"
#include "verify/enumerate/space.h"
#include "verify/rewrite/observe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#define FLAT_MAX 256
#define CONTEXT_MAX 64
#define EVALUATORS 3

static const Evaluator *const evaluators[EVALUATORS] = {&operational_evaluator, &applied_evaluator, &monoid_evaluator};

typedef struct Session {
  Store *s;
  Ring *field, *enclosure;
  Arena arena;
  uint32_t decided, undefined, partial, higher;
} Session;

static Session session;

static int setup(void **state) {
  memset(&session, 0, sizeof session);
  session.s = store_new(1u << 22);
  session.field = ring_field_new();
  session.enclosure = ring_enclosure_new();
  arena_init(&session.arena, (size_t)1 << 28);
  *state = &session;
  return session.s == NULL || session.field == NULL || session.enclosure == NULL;
}

static int teardown(void **state) {
  (void)state;
  store_free(session.s);
  ring_destroy(session.field);
  ring_destroy(session.enclosure);
  arena_free(&session.arena);
  return 0;
}

/* ------------------------------------------------- figures by hand (Fig. 1) -- */

#define VAR(i) term_var(s, i)

static TermId op1(Store *s, OpCode code, TermId x) {
  return term_op(s, op_make(&s->ops, &s->types, code, 1, 0), x, TERM_NONE_ID);
}
static TermId op2(Store *s, OpCode code, TermId x, TermId y) {
  return term_op(s, op_make(&s->ops, &s->types, code, 1, 0), x, y);
}
static TermId number(Store *s, int64_t c) {
  OpId op = op_make_constant(&s->ops, &s->types, 1, constant_from_ratio(&s->constants, c, 1));
  return term_op(s, op, TERM_NONE_ID, TERM_NONE_ID);
}
static TermId let(Store *s, TermId t, TermId body) { return term_let(s, NAME_NONE, t, body); }
static TermId times(Store *s, TermId x, TermId t) {
  return term_lop(s, lop_make(&s->ops, &s->types, LOP_SCALE, 1, 0), x, TERM_NONE_ID, t);
}

/* Fig. 1a by hand, x : real |- ((y, z), w) with v : real_ as x':
 *   y' = 2*x', z' = x'*y + x*y', w' = -sin z * z' */
static Program figure_1a(Store *s, TypeId *context) {
  TypeId r = type_real(&s->types, 1), lr = type_linear_real(&s->types, 1);
  TypeId three = type_prod(&s->types, type_prod(&s->types, r, r), r);
  TypeId tangent = type_linear_prod(&s->types, type_linear_prod(&s->types, lr, lr), lr);
  TermId v = term_lvar(s), dy = times(s, number(s, 2), v);
  /* x, y, z, w are 3, 2, 1, 0 under the three lets. */
  TermId dz = term_plus(s, times(s, VAR(2), v), times(s, VAR(3), dy));
  TermId dw = times(s, op1(s, OP_NEG, op1(s, OP_SIN, VAR(1))), dz);
  TermId linear = term_llam(s, lr, term_pair(s, term_pair(s, dy, dz), dw));
  TermId result = term_pair(s, term_pair(s, term_pair(s, VAR(2), VAR(1)), VAR(0)), linear);
  TermId w = let(s, op1(s, OP_COS, VAR(0)), result);
  TermId z = let(s, op2(s, OP_MUL, VAR(1), VAR(0)), w);
  context[0] = r;
  return (Program){let(s, op2(s, OP_MUL, number(s, 2), VAR(0)), z), context, 1,
                   type_prod(&s->types, three, type_lfun(&s->types, lr, tangent))};
}

/* Fig. 1b by hand, x1..x4 |- sin w with v : real_ as v':
 *   w' = cos w * v', y' = x3*w', (x1', x2', x3', x4') = (y'*x4, 2*y', y*w', x1*y' + w') */
static Program figure_1b(Store *s, TypeId *context) {
  TypeId r = type_real(&s->types, 1), lr = type_linear_real(&s->types, 1), four = lr;
  for (int i = 0; i < 3; i++) four = type_linear_prod(&s->types, four, lr);
  /* x1..x4, y, z, w are 6..0; of the letv, fst v = y' and snd v = w'. */
  TermId v = term_lvar(s), dy = term_fst(s, v), dw = term_snd(s, v);
  TermId first = term_pair(s, times(s, VAR(3), dy), times(s, number(s, 2), dy));
  TermId all = term_pair(s, term_pair(s, first, times(s, VAR(2), dw)), term_plus(s, times(s, VAR(6), dy), dw));
  TermId inner = term_letv(s, term_pair(s, times(s, VAR(4), v), v), all);
  TermId linear = term_llam(s, lr, term_letv(s, times(s, op1(s, OP_COS, VAR(0)), v), inner));
  TermId w = let(s, op2(s, OP_ADD, VAR(0), VAR(2)), term_pair(s, op1(s, OP_SIN, VAR(0)), linear));
  TermId z = let(s, op2(s, OP_MUL, VAR(0), VAR(2)), w);
  TermId y = op2(s, OP_ADD, op2(s, OP_MUL, VAR(3), VAR(0)), op2(s, OP_MUL, number(s, 2), VAR(2)));
  for (int i = 0; i < 4; i++) context[i] = r;
  return (Program){let(s, y, z), context, 4, type_prod(&s->types, r, type_lfun(&s->types, lr, four))};
}

/* The enclosures hold the numbers, computed here by the formulas. */
static void holds(const Scalar *scalars, const double *expected, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    double error = fabs(enclosure_value(session.enclosure, scalars[i]) - expected[i]);
    assert_true(error <= enclosure_bound(session.enclosure, scalars[i]) + 8 * fabs(expected[i]) * 0x1p-52);
    assert_true(enclosure_bound(session.enclosure, scalars[i]) < 1e-12);
  }
}

static void figures(void **state) {
  Session *me = *state;
  Store *s = me->s;
  TypeId context[4];
  Ring *ring = me->enclosure;
  const double x[4] = {0.75, -1.25, 0.5, 2.0}, seed = 1.5;
  Program a = figure_1a(s, context);
  assert_int_equal(store_take_status(s), STATUS_OK);
  double y = 2 * x[0], z = x[0] * y, dy = 2 * seed, dz = seed * y + x[0] * dy;
  const double primal_a[3] = {y, z, cos(z)}, image_a[3] = {dy, dz, -sin(z) * dz};
  for (int e = 0; e < EVALUATORS; e++) {
    Machine machine = machine_make(s, ring, &me->arena);
    Scalar input = enclosure_make(ring, x[0], 0), v = enclosure_make(ring, seed, 0), primal[3], image[4];
    assert_int_equal(evaluators[e]->eval_linear(&machine, &a, &input, 1, &v, primal, image), STATUS_OK);
    holds(primal, primal_a, 3);
    holds(image, image_a, 3);
  }
  Program b = figure_1b(s, context);
  y = x[0] * x[3] + 2 * x[1];
  double w = y * x[2] + x[3], dw = cos(w) * seed;
  dy = x[2] * dw;
  const double primal_b[1] = {sin(w)}, image_b[4] = {dy * x[3], 2 * dy, y * dw, x[0] * dy + dw};
  for (int e = 0; e < EVALUATORS; e++) {
    Machine machine = machine_make(s, ring, &me->arena);
    Scalar input[4], v = enclosure_make(ring, seed, 0), primal[3], image[4];
    for (int i = 0; i < 4; i++) input[i] = enclosure_make(ring, x[i], 0);
    assert_int_equal(evaluators[e]->eval_linear(&machine, &b, input, 1, &v, primal, image), STATUS_OK);
    holds(primal, primal_b, 1);
    holds(image, image_b, 4);
  }
}

/* ---------------------------------------------------- random derivatives -- */

/* Flat words of a context or type: reals of the ring, Ints small. */
static void fill(Session *me, Ring *ring, TypeId type, uint64_t seed, uint64_t stream, Scalar **out, Scalar *end) {
  TypeNode node = *type_node(&me->s->types, type);
  for (uint32_t i = 0; i < node.n && (node.kind == TYPE_ARRAY || node.kind == TYPE_LARRAY); i++)
    fill(me, ring, node.a, seed, stream, out, end);
  if (node.kind == TYPE_PROD || node.kind == TYPE_LPROD) {
    fill(me, ring, node.a, seed, stream, out, end);
    fill(me, ring, node.b, seed, stream, out, end);
  }
  if (node.kind == TYPE_INT) *(*out)++ = scalar_from_int(0);
  if (node.kind != TYPE_REAL && node.kind != TYPE_LREAL) return;
  assert_true(end - *out >= (ptrdiff_t)node.n);
  uint64_t place = stream << 32 | (uint64_t)(end - *out);
  if (ring == me->field) {
    points_field(seed, place, node.n, *out);
  } else {
    double values[FLAT_MAX];
    points_double(seed, place, node.n, values);
    for (uint32_t i = 0; i < node.n; i++) (*out)[i] = enclosure_make(ring, values[i], 0);
  }
  *out += node.n;
}

static bool agrees(Ring *ring, Scalar a, Scalar b) {
  if (ring->is_field_p) return a.word == b.word;
  double gap = fabs(enclosure_value(ring, a) - enclosure_value(ring, b));
  return gap <= enclosure_bound(ring, a) + enclosure_bound(ring, b);
}

typedef struct Outcome {
  Status status;
  Scalar primal[FLAT_MAX], image[2 * FLAT_MAX];
  uint32_t primal_dim, image_dim;
} Outcome;

static void run(Session *me, const Evaluator *evaluator, Ring *ring, const Program *program, bool linear, uint64_t seed,
                Outcome *outcome) {
  const TypeTable *types = &me->s->types;
  Scalar input[FLAT_MAX], seeds[2 * FLAT_MAX], *at = input;
  for (uint32_t i = 0; i < program->length; i++) fill(me, ring, program->context[i], seed, i, &at, input + FLAT_MAX);
  Machine machine = machine_make(me->s, ring, &me->arena);
  ArenaMark mark = arena_mark(&me->arena);
  outcome->image_dim = 0;
  if (!linear) {
    outcome->primal_dim = type_node(types, program->type)->dim;
    assert_true(outcome->primal_dim <= FLAT_MAX);
    outcome->status = evaluator->eval(&machine, program, input, outcome->primal);
  } else {
    const TypeNode *pair = type_node(types, program->type), *map = type_node(types, pair->b);
    outcome->primal_dim = type_node(types, pair->a)->dim;
    outcome->image_dim = 2 * type_node(types, map->b)->dim;
    assert_true(outcome->primal_dim <= FLAT_MAX && outcome->image_dim <= 2 * FLAT_MAX);
    at = seeds;
    fill(me, ring, map->a, seed, 1000, &at, seeds + FLAT_MAX);
    fill(me, ring, map->a, seed, 1001, &at, seeds + 2 * FLAT_MAX);
    outcome->status = evaluator->eval_linear(&machine, program, input, 2, seeds, outcome->primal, outcome->image);
  }
  assert_int_equal(machine.depth, MACHINE_DEPTH);
  arena_release(&me->arena, mark);
}

/* The three evaluators on one observation. */
static void compare(Session *me, const char *space, uint64_t k, Ring *ring, const Program *program, bool linear) {
  Outcome outcomes[EVALUATORS];
  bool domain = false, ok = false;
  for (int e = 0; e < EVALUATORS; e++) {
    run(me, evaluators[e], ring, program, linear, k, &outcomes[e]);
    Status status = outcomes[e].status;
    if (status == STATUS_DOMAIN || status == STATUS_UNABLE)
      domain = true;
    else if (status != STATUS_OK)
      fail_msg("%s %lu: %s: %s", space, k, evaluators[e]->name, status_name(status));
    else
      ok = true;
  }
  if (domain) {
    /* A copower without zeros has fewer keys: the denotation may be defined where the others are not. */
    me->undefined++;
    me->partial += ok;
    if (ok && (outcomes[2].status != STATUS_OK || outcomes[0].status == STATUS_OK || outcomes[1].status == STATUS_OK))
      fail_msg("%s %lu: one evaluator is undefined, another is not", space, k);
    return;
  }
  for (int e = 1; e < EVALUATORS; e++) {
    for (uint32_t i = 0; i < outcomes[0].primal_dim; i++) {
      if (!agrees(ring, outcomes[0].primal[i], outcomes[e].primal[i]))
        fail_msg("%s %lu: %s has another primal", space, k, evaluators[e]->name);
    }
    for (uint32_t i = 0; i < outcomes[0].image_dim; i++) {
      if (!agrees(ring, outcomes[0].image[i], outcomes[e].image[i]))
        fail_msg("%s %lu: %s has another image", space, k, evaluators[e]->name);
    }
  }
  me->decided++;
}

static void check_derivative(Session *me, const char *space, uint64_t k, Ring *ring, const Program *derivative) {
  Program seen, closed;
  TypeId context[CONTEXT_MAX];
  bool linear;
  Machine machine = machine_make(me->s, ring, &me->arena);
  ArenaMark mark = arena_mark(&me->arena);
  Status status = applied_check(&machine, derivative);
  if (status != STATUS_OK) fail_msg("%s %lu: the translation is %s", space, k, status_name(status));
  arena_release(&me->arena, mark);
  assert_int_equal(observe_program(me->s, derivative, k, &seen, &linear), STATUS_OK);
  assert_int_equal(observe_close(me->s, &seen, k, context, &closed), STATUS_OK);
  compare(me, space, k, ring, &closed, linear);
}

static void check_space(Session *me, const char *description, Ring *ring, uint64_t count) {
  char error[256];
  Space *space = space_open(me->s, description, error, sizeof error);
  assert_non_null(space);
  me->decided = me->undefined = me->partial = me->higher = 0;
  for (uint64_t k = 0; k < count; k++) {
    uint32_t mark = store_mark(me->s);
    size_t scalars = ring_mark(ring);
    SpaceCase source;
    TypeId context[CONTEXT_MAX];
    Program derivative;
    assert_int_equal(space_unrank(space, space_random(space, 7, k), &source), STATUS_OK);
    me->higher += type_node(&me->s->types, source.program.type)->dim == TYPE_NOT_FLAT;
    assert_int_equal(chad_forward.transform(me->s, &source.program, context, &derivative), STATUS_OK);
    check_derivative(me, description, k, ring, &derivative);
    assert_int_equal(chad_reverse.transform(me->s, &source.program, context, &derivative), STATUS_OK);
    check_derivative(me, description, k, ring, &derivative);
    ring_release(ring, scalars);
    store_release(me->s, mark);
  }
  space_close(space);
  print_message("%s: %u agree, %u undefined (%u in part), %u of higher type\n", description, me->decided, me->undefined,
                me->partial, me->higher);
}

static void polynomials(void **state) {
  Session *me = *state;
  check_space(me, "poly", me->field, 400);
  assert_int_equal(me->decided, 800);
}

static void array_forms(void **state) {
  Session *me = *state;
  check_space(me, "array", me->field, 400);
  assert_in_range(me->decided, 700, 800);
}

static void functions(void **state) {
  Session *me = *state;
  check_space(me, "higher", me->field, 400);
  assert_int_equal(me->decided, 800);
  assert_in_range(me->higher, 100, 400);
}

static void fractions(void **state) {
  Session *me = *state;
  check_space(me, "division", me->field, 400);
  assert_in_range(me->decided, 600, 800);
}

static void everything(void **state) {
  Session *me = *state;
  check_space(me, "mixed", me->enclosure, 300);
  assert_in_range(me->decided, 250, 600);
}

/* build 2 (i. fst (v ! i)) takes the entries one by one, and build 2 (i. fst (v ! j)) one of them twice; snd likewise.
 */
static void parts_of_entries(void **state) {
  Session *me = *state;
  Store *s = me->s;
  TypeTable *types = &s->types;
  TypeId real = type_linear_real(types, 1), integer = type_int(types);
  TypeId pairs = type_linear_array(types, type_linear_prod(types, real, real), 2);
  TypeId type = type_prod(types, type_unit(types), type_lfun(types, pairs, type_linear_real(types, 2)));
  static const int64_t expected[4][2] = {{10, 30}, {20, 40}, {30, 30}, {40, 40}};
  Scalar j = scalar_from_int(1), seed[4], image[2];
  for (int i = 0; i < 4; i++) seed[i] = ring_integer(me->field, 10 * (i + 1));
  for (int k = 0; k < 4; k++) {
    TermId entry = term_index(s, VAR(k < 2 ? 0 : 1), term_lvar(s));
    TermId part = k % 2 == 0 ? term_fst(s, entry) : term_snd(s, entry);
    TermId map = term_llam(s, pairs, term_build(s, NAME_NONE, 2, part));
    Program program = {term_pair(s, term_unit(s), map), &integer, 1, type};
    for (int e = 0; e < EVALUATORS; e++) {
      Machine machine = machine_make(s, me->field, &me->arena);
      assert_int_equal(evaluators[e]->eval_linear(&machine, &program, &j, 1, seed, image, image), STATUS_OK);
      for (int i = 0; i < 2; i++) assert_true(ring_equal(me->field, image[i], ring_integer(me->field, expected[k][i])));
    }
  }
}

/* With memory that each entry of any array gives back. */
static void scratch_memory(void **state) {
  Session *me = *state;
  applied_scratch_from = 0;
  check_space(me, "array", me->field, 800);
  check_space(me, "control", me->field, 300);
  check_space(me, "loops", me->field, 300);
  check_space(me, "vectors", me->field, 300);
  check_space(me, "higher", me->field, 300);
  check_space(me, "mixed", me->enclosure, 300);
  applied_scratch_from = APPLIED_SCRATCH_FROM;
}

/* () and the \v : S_. 0_ of type 1_, or the \v : 1_. 0_ of type S_. */
static Status run_at(Session *me, const Evaluator *evaluator, TypeId s, bool result) {
  Store *store = me->s;
  TypeId unit = type_linear_unit(&store->types);
  TermId map = result ? term_llam(store, unit, term_zero(store, s)) : term_llam(store, s, term_zero(store, unit));
  TypeId arrow = result ? type_lfun(&store->types, unit, s) : type_lfun(&store->types, s, unit);
  Program program = {term_pair(store, term_unit(store), map), NULL, 0,
                     type_prod(&store->types, type_unit(&store->types), arrow)};
  Machine machine = machine_make(store, me->field, &me->arena);
  Scalar none = {0};
  return evaluator->eval_linear(&machine, &program, &none, 1, &none, &none, &none);
}

/* What is too long to be given, and what never is. */
static void long_types(void **state) {
  Session *me = *state;
  TypeTable *types = &me->s->types;
  TypeId real = type_linear_real(types, 1), row = type_linear_real(types, 1u << 14);
  TypeId none = type_linear_array(types, type_linear_unit(types), 1u << 14);
  TypeId matrix = type_linear_array(types, row, 1u << 14), power = type_power(types, type_real(types, 1), real);
  for (int k = 0; k < EVALUATORS; k++) {
    for (int result = 0; result < 2; result++) {
      ArenaMark mark = arena_mark(&me->arena);
      assert_int_equal(run_at(me, evaluators[k], none, result == 1), STATUS_OK);
      assert_int_equal(run_at(me, evaluators[k], matrix, result == 1), STATUS_LIMIT);
      assert_int_equal(run_at(me, evaluators[k], power, result == 1), STATUS_ILL_TYPED);
      arena_release(&me->arena, mark);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figures),    cmocka_unit_test(polynomials),      cmocka_unit_test(array_forms),
      cmocka_unit_test(functions),  cmocka_unit_test(fractions),        cmocka_unit_test(everything),
      cmocka_unit_test(long_types), cmocka_unit_test(parts_of_entries), cmocka_unit_test(scratch_memory),
  };
  return cmocka_run_group_tests_name("targets", tests, setup, teardown);
}
