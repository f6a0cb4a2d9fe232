/* Rewriting by the equations of Figs. 4 and 6: golden instances and their
 * places, random programs whose rewriting keeps type and meaning, and wrong
 * contracta that the same comparison refutes. */
#include "semantics/chad/linear/typing.h"
#include "semantics/rings/rings.h"
#include "semantics/source/typing.h"
#include "tests/unit/loop_forms.h"
#include "tests/unit/rewrite_once.h"
#include "verify/rewrite/observe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct Session {
  Store *store;
  Ring *ring;
  Arena arena;
  uint64_t random;
  TypeId real, unit, lreal, lunit;
} Session;

static int set_up(void **state) {
  static Session session;
  session.store = store_new((uint32_t)1 << 22);
  session.ring = ring_field_new();
  if (session.store == NULL || session.ring == NULL) return -1;
  arena_init(&session.arena, (size_t)1 << 26);
  TypeTable *types = &session.store->types;
  session.real = type_real(types, 1);
  session.unit = type_unit(types);
  session.lreal = type_linear_real(types, 1);
  session.lunit = type_linear_unit(types);
  session.random = 1;
  *state = &session;
  return 0;
}

static int tear_down(void **state) {
  Session *s = *state;
  arena_free(&s->arena);
  ring_destroy(s->ring);
  store_free(s->store);
  return 0;
}

static uint32_t below(Session *s, uint32_t n) {
  s->random = s->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((s->random >> 33) % n);
}

static TermId var(Session *s, uint32_t index) { return term_var(s->store, index); }
static TermId lvar(Session *s) { return term_lvar(s->store); }
static TermId pair(Session *s, TermId t, TermId r) { return term_pair(s->store, t, r); }
static TermId let(Session *s, TermId t, TermId r) { return term_let(s->store, NAME_NONE, t, r); }
static TermId lam(Session *s, TermId t) { return term_lam(s->store, NAME_NONE, s->real, t); }
static TermId app(Session *s, TermId t, TermId r) { return term_app(s->store, t, r); }
static TermId zero(Session *s) { return term_zero(s->store, s->lreal); }
static TermId plus(Session *s, TermId t, TermId r) { return term_plus(s->store, t, r); }
static TermId copower(Session *s, TermId t, TermId r) { return term_copower(s->store, t, r); }
static TermId fold(Session *s, TypeId type, TermId t, TermId r) { return term_case(s->store, NAME_NONE, type, t, r); }
static TermId op2(Session *s, OpCode code, TermId x, TermId y) {
  return term_op(s->store, op_make(&s->store->ops, &s->store->types, code, 1, 0), x, y);
}
static TermId mul(Session *s, TermId x, TermId y) { return op2(s, OP_MUL, x, y); }
static TermId add(Session *s, TermId x, TermId y) { return op2(s, OP_ADD, x, y); }
static TermId scale(Session *s, TermId x, TermId t) {
  return term_lop(s->store, lop_make(&s->store->ops, &s->store->types, LOP_SCALE, 1, 0), x, TERM_NONE_ID, t);
}

/* ------------------------------------------------------ golden instances -- */

/* Two reals in context: x = 1, y = 0. */
static Program in_context(Session *s, TermId t) {
  static TypeId context[2];
  context[0] = context[1] = s->real;
  Program program = {t, context, 2, {0}};
  assert_int_equal(linear_infer_cartesian(s->store, context, 2, t, &program.type), STATUS_OK);
  return program;
}

static TermId rewritten(Session *s, const Program *program, EquationId equation, uint32_t place) {
  TermId result;
  TypeId type;
  assert_int_equal(rewrite_at(s->store, program, true, equation, place, &result), STATUS_OK);
  if (result.id == 0) return result;
  assert_int_equal(linear_infer_cartesian(s->store, program->context, program->length, result, &type), STATUS_OK);
  assert_true(type_equal(type, program->type));
  return result;
}

/* The equation has this one place in t, and rewrites there to `wanted`. */
static void only(Session *s, EquationId equation, TermId t, TermId wanted) {
  Program program = in_context(s, t);
  uint32_t count;
  assert_int_equal(rewrite_places(s->store, &program, true, equation, &count), STATUS_OK);
  assert_int_equal(count, 1);
  TermId result = rewritten(s, &program, equation, 0);
  assert_true(term_equal(s->store, result, wanted));
  assert_int_equal(rewritten(s, &program, equation, 1).id, 0);
}

static uint32_t places(Session *s, EquationId equation, TermId t) {
  Program program = in_context(s, t);
  uint32_t count;
  assert_int_equal(rewrite_places(s->store, &program, true, equation, &count), STATUS_OK);
  return count;
}

static TermId llam(Session *s, TypeId type, TermId t) { return term_llam(s->store, type, t); }

static void figure_4(void **state) {
  Session *s = *state;
  TermId x = var(s, 1), y = var(s, 0);
  only(s, EQUATION_LET_BETA, let(s, mul(s, x, y), add(s, var(s, 0), var(s, 2))), add(s, mul(s, x, y), x));
  /* under a binder the term put in is moved: let z = y in \w. z w */
  only(s, EQUATION_LET_BETA, let(s, y, lam(s, mul(s, var(s, 1), var(s, 0)))), lam(s, mul(s, var(s, 1), var(s, 0))));
  only(s, EQUATION_FUN_BETA, app(s, lam(s, mul(s, var(s, 0), var(s, 1))), x), mul(s, x, y));
  only(s, EQUATION_FUN_ETA, app(s, lam(s, mul(s, var(s, 0), var(s, 1))), x),
       app(s, lam(s, app(s, lam(s, mul(s, var(s, 0), var(s, 2))), var(s, 0))), x));
  only(s, EQUATION_FST_BETA, term_fst(s->store, pair(s, x, y)), x);
  only(s, EQUATION_SND_BETA, term_snd(s->store, pair(s, x, y)), y);
  only(s, EQUATION_PAIR_ETA, pair(s, x, y),
       pair(s, term_fst(s->store, pair(s, x, y)), term_snd(s->store, pair(s, x, y))));
  TermId discarded = term_snd(s->store, pair(s, x, term_unit(s->store)));
  only(s, EQUATION_UNIT_ETA, discarded, term_unit(s->store));
  TermId bound = term_lam(s->store, NAME_NONE, s->unit, pair(s, var(s, 0), var(s, 1)));
  only(s, EQUATION_UNIT_ETA, bound, term_lam(s->store, NAME_NONE, s->unit, pair(s, term_unit(s->store), var(s, 1))));
  TermId used = term_lam(s->store, NAME_NONE, s->unit, term_unit(s->store));
  only(s, EQUATION_UNIT_ETA, used, term_lam(s->store, NAME_NONE, s->unit, var(s, 0)));
}

/* Fig. 4 holds for linear products and powers too. */
static void figure_4_in_the_linear_judgement(void **state) {
  Session *s = *state;
  Store *store = s->store;
  TermId v = lvar(s), both = pair(s, v, scale(s, var(s, 0), v));
  only(s, EQUATION_PAIR_ETA, llam(s, s->lreal, both),
       llam(s, s->lreal, pair(s, term_fst(store, both), term_snd(store, both))));
  only(s, EQUATION_FST_BETA, llam(s, s->lreal, term_fst(store, both)), llam(s, s->lreal, v));
  TermId power = lam(s, scale(s, var(s, 0), v));
  only(s, EQUATION_FUN_ETA, llam(s, s->lreal, power), llam(s, s->lreal, lam(s, app(s, power, var(s, 0)))));
  only(s, EQUATION_FUN_BETA, llam(s, s->lreal, app(s, power, var(s, 1))), llam(s, s->lreal, scale(s, var(s, 1), v)));
  only(s, EQUATION_LET_BETA, llam(s, s->lreal, let(s, var(s, 1), scale(s, var(s, 0), v))),
       llam(s, s->lreal, scale(s, var(s, 1), v)));
  only(s, EQUATION_UNIT_ETA, llam(s, s->lreal, term_unit(store)), llam(s, s->lreal, term_zero(store, s->lunit)));
  only(s, EQUATION_UNIT_ETA, llam(s, s->lunit, term_unit(store)), llam(s, s->lunit, v));
  only(s, EQUATION_UNIT_ETA, llam(s, s->lunit, v), llam(s, s->lunit, term_unit(store)));
}

static void figure_6_linear_functions(void **state) {
  Session *s = *state;
  Store *store = s->store;
  TypeId real = s->lreal;
  TermId v = lvar(s), twice = llam(s, real, plus(s, v, v)), x = var(s, 1), y = var(s, 0);
  only(s, EQUATION_LETV_BETA, llam(s, real, term_letv(store, scale(s, x, v), plus(s, v, v))),
       llam(s, real, plus(s, scale(s, x, v), scale(s, x, v))));
  /* the body of an inner let v keeps its own v */
  only(s, EQUATION_LETV_BETA, llam(s, real, lam(s, term_letv(store, v, scale(s, var(s, 0), v)))),
       llam(s, real, lam(s, scale(s, var(s, 0), v))));
  only(s, EQUATION_LFUN_BETA, llam(s, real, term_lapp(store, twice, scale(s, y, v))),
       llam(s, real, plus(s, scale(s, y, v), scale(s, y, v))));
  only(s, EQUATION_LFUN_ETA, twice, llam(s, real, term_lapp(store, twice, v)));
}

static void figure_6_copowers(void **state) {
  Session *s = *state;
  TypeId real = s->lreal, family = type_copower(&s->store->types, s->real, real);
  TermId v = lvar(s), x = var(s, 1), y = var(s, 0), self = copower(s, var(s, 0), v);
  /* the family's linear part is moved under the key's binder, the key put in */
  TermId redex = fold(s, real, copower(s, x, scale(s, y, v)), scale(s, mul(s, var(s, 0), var(s, 1)), v));
  only(s, EQUATION_COPOWER_BETA, llam(s, real, redex), llam(s, real, scale(s, mul(s, x, y), scale(s, y, v))));
  /* (1) */
  TermId single = copower(s, x, v);
  only(s, EQUATION_COPOWER_ETA, llam(s, real, single), llam(s, real, fold(s, family, single, self)));
  /* (2), (3) and (1) at \v. case v of !z >< v -> z v */
  TermId each = fold(s, real, v, scale(s, var(s, 0), v));
  Program program = in_context(s, llam(s, family, each));
  assert_int_equal(places(s, EQUATION_COPOWER_ETA, program.term), 3);
  TermId inner = fold(s, real, self, scale(s, var(s, 0), v));
  assert_true(
      term_equal(s->store, rewritten(s, &program, EQUATION_COPOWER_ETA, 0), llam(s, family, fold(s, real, v, inner))));
  assert_true(
      term_equal(s->store, rewritten(s, &program, EQUATION_COPOWER_ETA, 1), llam(s, family, fold(s, real, v, inner))));
  assert_true(term_equal(s->store, rewritten(s, &program, EQUATION_COPOWER_ETA, 2),
                         llam(s, family, fold(s, real, fold(s, family, v, self), scale(s, var(s, 0), v)))));
  /* (3) moves what the body takes from the context: \\v. case v of !z >< v -> x v */
  program = in_context(s, llam(s, family, fold(s, real, v, scale(s, var(s, 2), v))));
  TermId moved = fold(s, real, v, fold(s, real, self, scale(s, var(s, 3), v)));
  assert_true(term_equal(s->store, rewritten(s, &program, EQUATION_COPOWER_ETA, 0), llam(s, family, moved)));
}

/* The operand that types v in the others comes first: u, then t, then r. */
static void map_derivatives_are_entered(void **state) {
  Session *s = *state;
  Store *store = s->store;
  TermId v = lvar(s), each = term_build(store, NAME_NONE, 2, v), array = term_build(store, NAME_NONE, 2, var(s, 2));
  TermId t = scale(s, var(s, 0), term_snd(store, v)), back = pair(s, v, scale(s, var(s, 1), v));
  Program forward = in_context(s, llam(s, s->lreal, term_dmap(store, NAME_NONE, t, array, each, v)));
  assert_int_equal(places(s, EQUATION_PLUS_ZERO, forward.term), 7);
  TermId wanted = term_dmap(store, NAME_NONE, t, array, each, plus(s, v, zero(s)));
  assert_true(term_equal(store, rewritten(s, &forward, EQUATION_PLUS_ZERO, 1), llam(s, s->lreal, wanted)));
  TypeId vector = type_linear_real(&store->types, 2);
  TermId reverse = term_dmapt(store, NAME_NONE, back, array, term_lsum(store, v), v);
  Program transposed = in_context(s, llam(s, vector, reverse));
  assert_int_equal(places(s, EQUATION_PLUS_ZERO, transposed.term), 8);
  assert_int_equal(rewritten(s, &transposed, EQUATION_PLUS_ZERO, 8).id, 0);
}

static void figure_6_sums(void **state) {
  Session *s = *state;
  Store *store = s->store;
  TypeId real = s->lreal;
  TermId v = lvar(s), x = var(s, 1), y = var(s, 0), a = scale(s, x, v), b = scale(s, y, v);
  only(s, EQUATION_PLUS_COMM, llam(s, real, plus(s, a, b)), llam(s, real, plus(s, b, a)));
  only(s, EQUATION_PLUS_ASSOC, llam(s, real, plus(s, plus(s, a, b), v)), llam(s, real, plus(s, a, plus(s, b, v))));
  only(s, EQUATION_PLUS_ASSOC, llam(s, real, plus(s, a, plus(s, b, v))), llam(s, real, plus(s, plus(s, a, b), v)));
  only(s, EQUATION_PLUS_ZERO, llam(s, real, v), llam(s, real, plus(s, v, zero(s))));
  only(s, EQUATION_ZERO_PLUS, llam(s, real, v), llam(s, real, plus(s, zero(s), v)));
  Program program = in_context(s, llam(s, real, plus(s, v, zero(s))));
  assert_int_equal(places(s, EQUATION_PLUS_ZERO, program.term), 4);
  assert_true(term_equal(store, rewritten(s, &program, EQUATION_PLUS_ZERO, 0), llam(s, real, v)));
  assert_int_equal(places(s, EQUATION_ZERO_PLUS, program.term), 3);
  only(s, EQUATION_LINEAR_ZERO, llam(s, real, a), llam(s, real, plus(s, a, scale(s, x, zero(s)))));
  program = in_context(s, llam(s, real, scale(s, x, zero(s))));
  assert_int_equal(places(s, EQUATION_LINEAR_ZERO, program.term), 2);
  assert_true(term_equal(store, rewritten(s, &program, EQUATION_LINEAR_ZERO, 1), llam(s, real, zero(s))));
  /* a pair with one part 0_ is not 0_ */
  only(s, EQUATION_LINEAR_ZERO, llam(s, real, pair(s, zero(s), v)),
       llam(s, real, plus(s, pair(s, zero(s), v), pair(s, zero(s), zero(s)))));
  only(s, EQUATION_LINEAR_PLUS, llam(s, real, a),
       llam(s, real, plus(s, term_letv(store, v, a), term_letv(store, zero(s), a))));
  program = in_context(s, llam(s, real, scale(s, x, plus(s, a, b))));
  assert_int_equal(places(s, EQUATION_LINEAR_PLUS, program.term), 2);
  assert_true(term_equal(store, rewritten(s, &program, EQUATION_LINEAR_PLUS, 1),
                         llam(s, real, plus(s, scale(s, x, a), scale(s, x, b)))));
  TypeId product = type_linear_prod(&store->types, real, real);
  only(s, EQUATION_LINEAR_PLUS, llam(s, product, term_fst(store, v)),
       llam(s, product,
            plus(s, term_fst(store, pair(s, term_fst(store, v), zero(s))),
                 term_fst(store, pair(s, zero(s), term_snd(store, v))))));
}

/* The equations of Fig. 6 are none of the source language's. */
static void the_source_has_figure_4_only(void **state) {
  Session *s = *state;
  Program program = in_context(s, let(s, var(s, 0), pair(s, var(s, 0), var(s, 1))));
  TermId result;
  for (int e = 0; e < EQUATION_COUNT; e++) {
    uint32_t count;
    assert_int_equal(rewrite_places(s->store, &program, false, (EquationId)e, &count), STATUS_OK);
    assert_true(count == 0 || !equation_info((EquationId)e)->target);
  }
  Program target = in_context(s, llam(s, s->lreal, lvar(s)));
  assert_int_equal(rewrite_at(s->store, &target, false, EQUATION_LET_BETA, 0, &result), STATUS_ILL_TYPED);
}

static void bad_programs_are_refused(void **state) {
  Session *s = *state;
  Program program = in_context(s, var(s, 0)), wrong = program;
  TermId result;
  wrong.type = s->unit;
  assert_int_equal(rewrite_at(s->store, &wrong, true, EQUATION_LET_BETA, 0, &result), STATUS_ILL_TYPED);
  wrong = program;
  wrong.term = var(s, 7);
  assert_int_equal(rewrite_at(s->store, &wrong, true, EQUATION_LET_BETA, 0, &result), STATUS_ILL_TYPED);
  wrong.term = app(s, var(s, 0), var(s, 0));
  assert_int_equal(rewrite_at(s->store, &wrong, true, EQUATION_LET_BETA, 0, &result), STATUS_ILL_TYPED);
  wrong.term = plus(s, lvar(s), lvar(s));
  assert_int_equal(rewrite_at(s->store, &wrong, true, EQUATION_PLUS_COMM, 0, &result), STATUS_ILL_TYPED);
  TermId deep = var(s, 0);
  for (int i = 0; i < 30000; i++) deep = term_fst(s->store, deep);
  wrong.term = deep;
  assert_int_equal(rewrite_at(s->store, &wrong, true, EQUATION_LET_BETA, 0, &result), STATUS_LIMIT);
  assert_int_equal(result.id, 0);
  /* long, but not deep: beyond what is held without allocation */
  TermId wide = var(s, 0);
  for (int i = 0; i < 12; i++) wide = add(s, wide, wide);
  Program large = in_context(s, let(s, wide, var(s, 0)));
  assert_true(term_equal(s->store, rewritten(s, &large, EQUATION_LET_BETA, 0), wide));
}

/* -------------------------------------------------------- random programs -- */

#define CONTEXT_ROOM 32

typedef struct Generator {
  Session *session;
  TypeId context[CONTEXT_ROOM];
  uint32_t length;
} Generator;

static TermId cartesian(Generator *g, TypeId type, uint32_t size);

static TypeId random_type(Session *s, uint32_t size) {
  TypeTable *types = &s->store->types;
  uint32_t choice = below(s, size == 0 ? 2 : 6);
  if (choice < 2 || choice == 5) return choice == 1 ? s->unit : s->real;
  TypeId a = random_type(s, size - 1), b = random_type(s, size - 1);
  return choice == 2 ? type_fun(types, a, b) : type_prod(types, a, b);
}

static TermId under(Generator *g, TypeId bound, TypeId type, uint32_t size) {
  g->context[g->length++] = bound;
  TermId t = cartesian(g, type, size);
  g->length--;
  return t;
}

/* An identifier of that type; id 0 if there is none. */
static TermId some_variable(Generator *g, TypeId type) {
  uint32_t start = g->length == 0 ? 0 : below(g->session, g->length);
  for (uint32_t i = 0; i < g->length; i++) {
    uint32_t index = (start + i) % g->length;
    if (type_equal(g->context[g->length - 1 - index], type)) return var(g->session, index);
  }
  return TERM_NONE_ID;
}

static TermId introduction(Generator *g, TypeId type, uint32_t size) {
  Session *s = g->session;
  const TypeNode node = *type_node(&s->store->types, type);
  uint32_t less = size == 0 ? 0 : size - 1;
  if (node.kind == TYPE_UNIT) return term_unit(s->store);
  if (node.kind == TYPE_FUN) return term_lam(s->store, NAME_NONE, node.a, under(g, node.a, node.b, less));
  if (node.kind == TYPE_PROD) {
    TermId first = cartesian(g, node.a, less);
    return pair(s, first, cartesian(g, node.b, less));
  }
  if (size == 0) return observe_inhabitant(s->store, type, below(s, 20));
  TermId left = cartesian(g, type, less), right = cartesian(g, type, less);
  return below(s, 2) == 0 ? add(s, left, right) : mul(s, left, right);
}

static TermId cartesian(Generator *g, TypeId type, uint32_t size) {
  Session *s = g->session;
  Store *store = s->store;
  uint32_t choice = below(s, size == 0 ? 2 : 9);
  if (choice <= 1) {
    TermId x = some_variable(g, type);
    return x.id != 0 ? x : introduction(g, type, size);
  }
  if (choice <= 3 || g->length + 4 >= CONTEXT_ROOM) return introduction(g, type, size);
  TypeId other = random_type(s, 1);
  if (choice == 4) return term_fst(store, cartesian(g, type_prod(&store->types, type, other), size - 1));
  if (choice == 5) return term_snd(store, cartesian(g, type_prod(&store->types, other, type), size - 1));
  TermId argument = cartesian(g, other, size - 1);
  if (choice == 8) {
    TypeId sum = type_sum(&store->types, other, other);
    TermId r = below(s, 2) == 0 ? term_inl(store, sum, argument) : term_inr(store, sum, argument);
    TermId left = under(g, other, type, size - 1), right = under(g, other, type, size - 1);
    return term_match(store, NAME_NONE, NAME_NONE, r, left, right);
  }
  if (choice == 6) return let(s, argument, under(g, other, type, size - 1));
  return app(s, cartesian(g, type_fun(&store->types, other, type), size - 1), argument);
}

/* x, y : real |- t : a random type of the source. */
static Program random_source(Session *s, TypeId *context) {
  Generator g = {.session = s, .length = 2};
  TypeId type = random_type(s, 2);
  g.context[0] = g.context[1] = context[0] = context[1] = s->real;
  TermId t = cartesian(&g, type, 4);
  if (below(s, 2) == 0) t = let(s, loop_forms(s->store), term_shift(s->store, t, 0, 1));
  if (below(s, 2) == 0) t = let(s, array_forms(s->store), term_shift(s->store, t, 0, 1));
  if (below(s, 2) == 0) t = let(s, data_forms(s->store), term_shift(s->store, t, 0, 1));
  return (Program){t, context, 2, type};
}

/* The value of an observation of the program at a random point; false where
 * it has none. */
static bool value_at(Session *s, const Program *program, uint64_t seed, Scalar *output, uint32_t *dim) {
  Program seen;
  bool linear;
  assert_int_equal(observe_program(s->store, program, seed, &seen, &linear), STATUS_OK);
  assert_false(linear);
  Machine machine = machine_make(s->store, s->ring, &s->arena);
  ArenaMark mark = arena_mark(&s->arena);
  const Scalar input[2] = {{seed * 1000003 + 17}, {seed * 7919 + 5}};
  *dim = type_node(&s->store->types, seen.type)->dim;
  assert_true(*dim <= 64);
  Status status = source_evaluator.eval(&machine, &seen, input, output);
  arena_release(&s->arena, mark);
  return status == STATUS_OK;
}

static bool same_meaning(Session *s, const Program *left, TermId right) {
  Program other = *left;
  other.term = right;
  for (uint64_t seed = 0; seed < 2; seed++) {
    Scalar a[64], b[64];
    uint32_t m, n;
    assert_true(value_at(s, left, seed, a, &m));
    assert_true(value_at(s, &other, seed, b, &n));
    assert_int_equal(m, n);
    for (uint32_t i = 0; i < m; i++) {
      if (a[i].word != b[i].word) return false;
    }
  }
  return true;
}

static void source_programs_keep_type_and_meaning(void **state) {
  Session *s = *state;
  uint32_t met[EQUATION_COUNT] = {0};
  TypeId context[2], type;
  for (int i = 0; i < 300; i++) {
    uint32_t mark = store_mark(s->store);
    Program program = random_source(s, context);
    assert_int_equal(source_infer(s->store, context, 2, program.term, &type), STATUS_OK);
    assert_true(type_equal(type, program.type));
    for (int e = 0; e < EQUATION_LETV_BETA; e++) {
      for (uint32_t place = 0;; place++) {
        TermId result;
        assert_int_equal(rewrite_at(s->store, &program, false, (EquationId)e, place, &result), STATUS_OK);
        if (result.id == 0) break;
        met[e]++;
        assert_int_equal(source_infer(s->store, context, 2, result, &type), STATUS_OK);
        assert_true(type_equal(type, program.type));
        assert_true(same_meaning(s, &program, result));
      }
    }
    store_release(s->store, mark);
  }
  for (int e = 0; e < EQUATION_LETV_BETA; e++) assert_true(met[e] > 100);
}

/* A contractum of beta with its argument not moved under the binder, and one
 * with the identifiers above not moved down, differ in meaning or type. */
static void wrong_contracta_are_refuted(void **state) {
  Session *s = *state;
  TermId x = var(s, 1), y = var(s, 0);
  TermId redex = let(s, y, lam(s, add(s, mul(s, var(s, 0), var(s, 0)), var(s, 1))));
  Program program = in_context(s, redex);
  TermId right = lam(s, add(s, mul(s, var(s, 0), var(s, 0)), var(s, 1)));
  TermId unmoved = lam(s, add(s, mul(s, var(s, 0), var(s, 0)), var(s, 0)));
  TermId too_high = lam(s, add(s, mul(s, var(s, 0), var(s, 0)), var(s, 2)));
  assert_true(same_meaning(s, &program, right));
  assert_false(same_meaning(s, &program, unmoved));
  assert_false(same_meaning(s, &program, too_high));
  Program expanded = in_context(s, app(s, lam(s, mul(s, var(s, 0), var(s, 1))), x));
  assert_true(same_meaning(s, &expanded, mul(s, x, y)));
  assert_false(same_meaning(s, &expanded, mul(s, x, x)));
}

/* ------------------------------------------------------- target programs -- */

static TypeId random_linear_type(Session *s, uint32_t size) {
  TypeTable *types = &s->store->types;
  uint32_t choice = below(s, size == 0 ? 3 : 8);
  if (choice <= 1) return s->lreal;
  if (choice == 2) return below(s, 2) == 0 ? s->lunit : type_linear_real(types, 2);
  TypeId b = random_linear_type(s, size - 1);
  if (choice == 3) return type_linear_array(types, b, 2);
  if (choice <= 5) return type_linear_prod(types, random_linear_type(s, size - 1), b);
  TypeId key = below(s, 2) == 0 ? s->real : type_prod(types, s->real, s->unit);
  return choice == 6 ? type_power(types, key, b) : type_copower(types, key, b);
}

/* x, y : real |- \v. let v = t1 in (\v. t2) @ t3, all random; or a random
 * function with a derivative. */
static Program random_target(Session *s, TypeId *context) {
  Store *store = s->store;
  TypeTable *types = &store->types;
  TypeId a = random_linear_type(s, 2), b = random_linear_type(s, 2), c = random_linear_type(s, 2);
  uint64_t seed = s->random;
  context[0] = context[1] = s->real;
  if (below(s, 3) == 0) {
    TypeId type = type_fun(types, s->real, type_prod(types, s->real, type_lfun(types, a, b)));
    return (Program){observe_inhabitant(store, type, seed), context, 2, type};
  }
  TermId first = observe_linear_inhabitant(store, a, b, seed),
         second = observe_linear_inhabitant(store, b, c, seed + 1);
  TermId third = observe_linear_inhabitant(store, b, b, seed + 2);
  TermId body = term_letv(store, first, term_lapp(store, term_llam(store, b, second), third));
  TermId r = term_inl(store, type_sum(types, s->real, s->unit), var(s, 0)), inner = term_shift(store, body, 0, 1);
  body = term_match(store, NAME_NONE, NAME_NONE, r, inner, inner);
  TermId map = term_llam(store, a, body);
  if (below(s, 2) == 0) map = let(s, loop_forms(store), term_shift(store, map, 0, 1));
  if (below(s, 2) == 0) map = let(s, array_forms(store), term_shift(store, map, 0, 1));
  if (below(s, 2) == 0) map = let(s, data_forms(store), term_shift(store, map, 0, 1));
  return (Program){map, context, 2, type_lfun(types, a, c)};
}

/* A walk: each step rewrites by a random equation at a random place. */
static void target_programs_keep_their_type(void **state) {
  Session *s = *state;
  uint32_t met[EQUATION_COUNT] = {0};
  TypeId context[2], type;
  for (int i = 0; i < 300; i++) {
    uint32_t mark = store_mark(s->store);
    Program program = random_target(s, context);
    assert_int_equal(store_take_status(s->store), STATUS_OK);
    for (int step = 0; step < 20; step++) {
      EquationId equation = (EquationId)below(s, EQUATION_COUNT);
      uint32_t count;
      TermId result;
      assert_int_equal(rewrite_places(s->store, &program, true, equation, &count), STATUS_OK);
      if (count == 0 || term_size(s->store, program.term) > 20000) continue;
      met[equation]++;
      assert_int_equal(rewrite_at(s->store, &program, true, equation, below(s, count), &result), STATUS_OK);
      assert_int_equal(linear_infer_cartesian(s->store, context, 2, result, &type), STATUS_OK);
      assert_true(type_equal(type, program.type));
      program.term = result;
    }
    store_release(s->store, mark);
  }
  for (int e = 0; e < EQUATION_COUNT; e++)
    if (met[e] <= 5) fail_msg("%s was met %u times", equation_info((EquationId)e)->law, met[e]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figure_4),
      cmocka_unit_test(figure_4_in_the_linear_judgement),
      cmocka_unit_test(figure_6_linear_functions),
      cmocka_unit_test(figure_6_copowers),
      cmocka_unit_test(map_derivatives_are_entered),
      cmocka_unit_test(figure_6_sums),
      cmocka_unit_test(the_source_has_figure_4_only),
      cmocka_unit_test(bad_programs_are_refused),
      cmocka_unit_test(source_programs_keep_type_and_meaning),
      cmocka_unit_test(wrong_contracta_are_refuted),
      cmocka_unit_test(target_programs_keep_their_type),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
