/* Rewriting in the target language: derivatives of enumerated programs, and
 * random linear terms, keep type and meaning under every equation; linear
 * inhabitants are linear; wrong contracta are refuted. */
#include "ad/chad/chad.h"
#include "semantics/chad/linear/typing.h"
#include "tests/unit/build.h"
#include "tests/unit/loop_forms.h"
#include "tests/unit/rewrite_once.h"
#include "verify/enumerate/space.h"
#include "verify/rewrite/observe.h"

#define SCALARS 512

static const Evaluator *const evaluators[] = {&operational_evaluator, &applied_evaluator, &monoid_evaluator};
#define EVALUATORS (sizeof evaluators / sizeof evaluators[0])

static Ring *ring;
static Arena arena;

static int set_up(void **state) {
  (void)state;
  S = store_new((uint32_t)1 << 22);
  ring = ring_field_new();
  arena_init(&arena, (size_t)1 << 28);
  return S == NULL || ring == NULL ? -1 : 0;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(&arena);
  ring_destroy(ring);
  store_free(S);
  return 0;
}

/* What an evaluator makes of an observation of a closed-up program, at the
 * point and the seeds that `seed` gives: all in one list. */
typedef struct Meaning {
  Status status;
  uint32_t count;
  Scalar scalar[SCALARS];
} Meaning;

static uint32_t dim(TypeId type) { return type_node(&S->types, type)->dim; }

static void random_scalars(uint64_t seed, uint64_t stream, Scalar *out, uint32_t count) {
  assert_true(count <= SCALARS);
  for (uint32_t i = 0; i < count; i++) out[i] = (Scalar){random_word(seed, stream, i) % FIELD_P};
}

/* `seeds` directions when the observation has a linear part. */
static Meaning meaning_on(const Evaluator *evaluator, const Program *program, uint64_t seed, uint32_t seeds,
                          const Scalar *directions) {
  TypeId context[SPACE_MAX_CONTEXT];
  Program closed, seen;
  bool linear;
  Scalar input[SCALARS];
  Meaning meaning = {.count = 0};
  assert_int_equal(observe_close(S, program, seed, context, &closed), STATUS_OK);
  assert_int_equal(observe_program(S, &closed, seed, &seen, &linear), STATUS_OK);
  uint32_t inputs = 0;
  for (uint32_t i = 0; i < seen.length; i++) inputs += dim(seen.context[i]);
  random_scalars(seed, 1, input, inputs);
  Machine machine = machine_make(S, ring, &arena);
  ArenaMark mark = arena_mark(&arena);
  if (linear) {
    const TypeNode *type = type_node(&S->types, seen.type), *map = type_node(&S->types, type->b);
    uint32_t primal = dim(type->a), from = dim(map->a), to = dim(map->b);
    Scalar random[SCALARS];
    meaning.count = primal + seeds * to;
    assert_true(meaning.count <= SCALARS);
    random_scalars(seed, 2, random, seeds * from);
    meaning.status = evaluator->eval_linear(&machine, &seen, input, seeds, directions != NULL ? directions : random,
                                            meaning.scalar, meaning.scalar + primal);
  } else {
    meaning.count = dim(seen.type);
    assert_true(meaning.count <= SCALARS);
    meaning.status = evaluator->eval(&machine, &seen, input, meaning.scalar);
  }
  arena_release(&arena, mark);
  return meaning;
}

static bool same(const Meaning *a, const Meaning *b) {
  assert_int_equal(a->status, STATUS_OK);
  assert_int_equal(b->status, STATUS_OK);
  assert_int_equal(a->count, b->count);
  for (uint32_t i = 0; i < a->count; i++) {
    if (a->scalar[i].word != b->scalar[i].word) return false;
  }
  return true;
}

/* The meaning that all evaluators give to the program. */
static Meaning meaning_of(const Program *program, uint64_t seed) {
  Meaning first = meaning_on(evaluators[0], program, seed, 2, NULL);
  for (size_t k = 1; k < EVALUATORS; k++) {
    Meaning other = meaning_on(evaluators[k], program, seed, 2, NULL);
    assert_true(same(&first, &other));
  }
  return first;
}

/* How many evaluators give that meaning to the program with another term. */
static size_t agreeing(const Program *program, TermId t, uint64_t seed, const Meaning *wanted) {
  Program other = *program;
  size_t count = 0;
  other.term = t;
  for (size_t k = 0; k < EVALUATORS; k++) {
    Meaning meaning = meaning_on(evaluators[k], &other, seed, 2, NULL);
    count += same(wanted, &meaning);
  }
  return count;
}

/* Rewrites at a few places by every equation; where it has none, at what comes
 * up by a few beta steps. */
static void check_everywhere(const Program *given, uint64_t seed, uint32_t *met) {
  Meaning wanted = meaning_of(given, seed);
  for (int e = 0; e < EQUATION_COUNT; e++) {
    uint32_t count, tried = 0;
    Program exposed = *given;
    const Program *program = &exposed;
    assert_int_equal(rewrite_expose(S, given, true, (EquationId)e, 40, &exposed.term), STATUS_OK);
    if (exposed.term.id == 0) continue;
    if (exposed.term.id != given->term.id) {
      assert_int_equal(agreeing(given, exposed.term, seed, &wanted), EVALUATORS);
    }
    assert_int_equal(rewrite_places(S, program, true, (EquationId)e, &count), STATUS_OK);
    for (uint32_t place = 0; place < count && tried < 4; place += 1 + count / 4, tried++) {
      uint32_t mark = store_mark(S);
      TermId result;
      TypeId type;
      assert_int_equal(rewrite_at(S, program, true, (EquationId)e, place, &result), STATUS_OK);
      assert_int_equal(linear_infer_cartesian(S, program->context, program->length, result, &type), STATUS_OK);
      assert_true(type_equal(type, program->type));
      if (agreeing(program, result, seed, &wanted) != EVALUATORS)
        fail_msg("%s at place %u", equation_info((EquationId)e)->formula, place);
      met[e]++;
      store_release(S, mark);
    }
  }
}

static void derivatives_of(const char *description, uint32_t samples, uint32_t *met) {
  char error[256];
  Space *space = space_open(S, description, error, sizeof error);
  assert_non_null(space);
  for (uint32_t k = 0; k < samples; k++) {
    uint32_t mark = store_mark(S);
    SpaceCase found;
    TypeId context[SPACE_MAX_CONTEXT];
    Program derivative;
    const Engine *engine = k % 2 == 0 ? &chad_forward : &chad_reverse;
    assert_int_equal(space_unrank(space, space_random(space, 5, k), &found), STATUS_OK);
    assert_int_equal(engine->transform(S, &found.program, context, &derivative), STATUS_OK);
    check_everywhere(&derivative, k, met);
    store_release(S, mark);
  }
  space_close(space);
}

static void derivatives_keep_type_and_meaning(void **state) {
  (void)state;
  uint32_t met[EQUATION_COUNT] = {0};
  derivatives_of("poly", 8, met);
  /* (\y. y * x) x, whose reverse derivative folds over a family of one */
  TypeId context[1] = {R(1)}, cotangents[1];
  Program source = {app(lam(R(1), mul(var(0), var(1))), var(0)), context, 1, R(1)}, derivative;
  assert_int_equal(chad_reverse.transform(S, &source, cotangents, &derivative), STATUS_OK);
  check_everywhere(&derivative, 1, met);
  derivatives_of("array,ops=+,*,sum,dot,.*,replicate,toReal,#0,#1", 6, met);
  derivatives_of("higher", 12, met);
  derivatives_of("sums,ops=+,*,2", 20, met);
  Program loops = {loop_forms(S), context, 1, R(1)};
  assert_int_equal(chad_reverse.transform(S, &loops, cotangents, &derivative), STATUS_OK);
  check_everywhere(&derivative, 1, met);
  loops.term = array_forms(S);
  assert_int_equal(chad_reverse.transform(S, &loops, cotangents, &derivative), STATUS_OK);
  check_everywhere(&derivative, 1, met);
  for (int e = 0; e < EQUATION_COUNT; e++) {
    if (e == EQUATION_FOLD) continue;                                /* a derivative has scan in its place */
    if (e == EQUATION_ROLL_BETA || e == EQUATION_ROLL_ETA) continue; /* CHAD has no data */
    if (met[e] == 0) fail_msg("%s was not met", equation_info((EquationId)e)->law);
  }
}

static uint64_t state_word;

static uint32_t below(uint32_t n) { return (uint32_t)(random_word(3, 3, state_word++) % n); }

static TypeId random_linear_type(uint32_t size) {
  uint32_t choice = below(size == 0 ? 3 : 8);
  if (choice <= 1) return L(1);
  if (choice == 2) return below(2) == 0 ? one_() : L(2);
  TypeId b = random_linear_type(size - 1);
  if (choice == 3) return array_(b, 2);
  if (choice <= 5) return prod_(random_linear_type(size - 1), b);
  TypeId key = below(2) == 0 ? R(1) : prod(R(1), one());
  return choice == 6 ? power(key, b) : copow(key, b);
}

/* x : real |- \v. let v = t1 in (\v. t2) @ (snd (f x) @ v) */
static Program random_map(uint64_t seed, TypeId *context) {
  TypeId a = random_linear_type(2), b = random_linear_type(2), c = random_linear_type(2);
  TermId first = observe_linear_inhabitant(S, a, b, seed), second = observe_linear_inhabitant(S, b, c, seed + 1);
  TermId f = observe_inhabitant(S, fun(R(1), prod(R(1), lfun(b, b))), seed + 2);
  TermId body = letv(first, lapp(llam(b, second), lapp(snd(app(f, var(0))), v())));
  TermId r = term_inr(S, type_sum(&S->types, one(), R(1)), var(0)), inner = term_shift(S, body, 0, 1);
  if (seed % 3 == 1) body = term_case(S, NAME_NONE, c, term_copower(S, var(0), body), v());
  if (seed % 3 == 0) body = term_match(S, NAME_NONE, NAME_NONE, r, zero(c), inner);
  context[0] = R(1);
  TermId map = llam(a, body);
  if (seed % 4 == 2) map = let(loop_forms(S), term_shift(S, map, 0, 1));
  if (seed % 4 == 1) map = let(array_forms(S), term_shift(S, map, 0, 1));
  if (seed % 4 == 3) map = let(data_forms(S), term_shift(S, map, 0, 1));
  return (Program){map, context, 1, lfun(a, c)};
}

static void linear_terms_keep_type_and_meaning(void **state) {
  (void)state;
  uint32_t met[EQUATION_COUNT] = {0};
  for (uint64_t seed = 0; seed < 24; seed++) {
    uint32_t mark = store_mark(S);
    TypeId context[1];
    Program program = random_map(seed, context);
    for (int step = 0; step < 3 && term_size(S, program.term) < 3000; step++) {
      EquationId equation = (EquationId)below(EQUATION_COUNT);
      uint32_t count;
      check_everywhere(&program, seed, met);
      assert_int_equal(rewrite_places(S, &program, true, equation, &count), STATUS_OK);
      if (count == 0) continue;
      assert_int_equal(rewrite_at(S, &program, true, equation, below(count), &program.term), STATUS_OK);
    }
    store_release(S, mark);
  }
  for (int e = 0; e < EQUATION_COUNT; e++) {
    if (met[e] == 0) fail_msg("%s was not met", equation_info((EquationId)e)->law);
  }
}

/* f(a + b) = f(a) + f(b) and f(0) = 0 for observed linear inhabitants of all
 * kinds of type; and f is 0 on few. */
static void linear_inhabitants_are_linear(void **state) {
  (void)state;
  uint32_t zeros = 0;
  for (uint64_t seed = 0; seed < 200; seed++) {
    uint32_t mark = store_mark(S);
    TypeId a = random_linear_type(2), b = random_linear_type(2);
    Program f = {llam(a, observe_linear_inhabitant(S, a, b, seed)), NULL, 0, lfun(a, b)}, seen;
    bool linear;
    assert_int_equal(observe_program(S, &f, seed, &seen, &linear), STATUS_OK);
    const TypeNode *map = type_node(&S->types, type_node(&S->types, seen.type)->b);
    uint32_t from = dim(map->a), to = dim(map->b);
    Scalar directions[SCALARS];
    random_scalars(seed, 4, directions, 2 * from);
    for (uint32_t i = 0; i < from; i++) {
      directions[2 * from + i] = (Scalar){field_add(directions[i].word, directions[from + i].word)};
      directions[3 * from + i] = (Scalar){0};
    }
    for (size_t k = 0; k < EVALUATORS; k++) {
      Meaning m = meaning_on(evaluators[k], &f, seed, 4, directions);
      assert_int_equal(m.status, STATUS_OK);
      bool all_zero = true;
      for (uint32_t i = 0; i < to; i++) {
        assert_true(m.scalar[2 * to + i].word == field_add(m.scalar[i].word, m.scalar[to + i].word));
        assert_true(m.scalar[3 * to + i].word == 0);
        all_zero = all_zero && m.scalar[i].word == 0;
      }
      zeros += all_zero;
    }
    store_release(S, mark);
  }
  assert_true(zeros < 200 * EVALUATORS / 4);
}

/* Every evaluator finds the right term equal and the wrong one not. */
static void expect(const Program *program, TermId right, TermId wrong) {
  Meaning wanted = meaning_of(program, 1);
  assert_int_equal(agreeing(program, right, 1, &wanted), EVALUATORS);
  assert_int_equal(agreeing(program, wrong, 1, &wanted), 0);
}

/* Mistakes that a rewriting of Fig. 6 could make, each seen by the comparison. */
static void wrong_contracta_are_refuted(void **state) {
  (void)state;
  TypeId context[1] = {R(1)}, family = copow(R(1), L(1)), keyed = power(R(1), L(1));
  TermId each = lop1(LOP_SCALE, 1, 0, var(0), v());
  Program copowers = {llam(family, fold(L(1), v(), each)), context, 1, lfun(family, L(1))};
  expect(&copowers, copowers.term, llam(family, fold(L(1), v(), plus(each, each))));
  expect(&copowers, copowers.term, llam(family, fold(L(1), v(), lop1(LOP_SCALE, 1, 0, var(1), v()))));
  /* the same made of families: keys and multiplicities count */
  TermId one_of = copower(var(0), v()), with_nothing = llam(L(1), plus(one_of, zero(family)));
  Program made = {llam(L(1), one_of), context, 1, lfun(L(1), family)};
  expect(&made, with_nothing, llam(L(1), copower(mul(var(0), var(0)), v())));
  expect(&made, with_nothing, llam(L(1), plus(one_of, one_of)));
  /* powers: a key used for another */
  Program powers = {llam(keyed, lam(R(1), app(v(), var(0)))), context, 1, lfun(keyed, keyed)};
  expect(&powers, llam(keyed, v()), llam(keyed, lam(R(1), app(v(), var(1)))));
  expect(&powers, llam(keyed, v()), llam(keyed, zero(keyed)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_keep_type_and_meaning),
      cmocka_unit_test(linear_terms_keep_type_and_meaning),
      cmocka_unit_test(linear_inhabitants_are_linear),
      cmocka_unit_test(wrong_contracta_are_refuted),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
