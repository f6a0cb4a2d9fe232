/* The shrinker on planted faults: a program "fails" when it holds a pattern, and
 * the smallest program with the pattern is known. */
#include "semantics/source/typing.h"
#include "tests/unit/programs.h"
#include "verify/enumerate/shrink.h"
#include "verify/enumerate/space.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define TERM_LIMIT ((uint32_t)1 << 22)
#define BUDGET ((uint64_t)100000)

typedef bool (*Pattern)(const Store *store, const Term *node);

/* The state of a test: what it looks for, and what it has seen. */
typedef struct Planted {
  Store *store;
  Pattern pattern;
  uint64_t calls;
} Planted;

static bool holds(const Store *store, TermId t, Pattern pattern) {
  if (t.id == 0) return false;
  const Term *node = term(store, t);
  if (pattern(store, node)) return true;
  for (int i = 0; i < TERM_KIDS; i++) {
    if (holds(store, node->kid[i], pattern)) return true;
  }
  return false;
}

/* Every candidate must be a well-typed program of the type it says. */
static bool planted(void *state, const Program *candidate) {
  Planted *p = state;
  TypeId type;
  assert_int_equal(source_infer(p->store, candidate->context, candidate->length, candidate->term, &type), STATUS_OK);
  assert_true(type_equal(type, candidate->type));
  p->calls++;
  return holds(p->store, candidate->term, p->pattern);
}

static const OpNode *op_of(const Store *store, const Term *node) {
  static const OpNode none = {.code = OP_CODE_COUNT};
  return node->kind == TERM_OP ? op_node(&store->ops, term_op_payload(node)) : &none;
}

static bool is_cos(const Store *store, const Term *node) { return op_of(store, node)->code == OP_COS; }
static bool is_redex(const Store *store, const Term *node) {
  return node->kind == TERM_APP && term(store, node->kid[0])->kind == TERM_LAM;
}
static bool is_two_variables(const Store *store, const Term *node) {
  if (op_of(store, node)->code != OP_MUL) return false;
  const Term *x = term(store, node->kid[0]), *y = term(store, node->kid[1]);
  return x->kind == TERM_VAR && y->kind == TERM_VAR && x->payload != y->payload;
}
static bool is_projection_of_variable(const Store *store, const Term *node) {
  return node->kind == TERM_SND && term(store, node->kid[0])->kind == TERM_VAR;
}
static bool is_map(const Store *store, const Term *node) {
  (void)store;
  return node->kind == TERM_MAP;
}
static bool is_build_in_sum(const Store *store, const Term *node) {
  return op_of(store, node)->code == OP_SUM && term(store, node->kid[0])->kind == TERM_BUILD;
}
static bool is_fraction(const Store *store, const Term *node) {
  const OpNode *op = op_of(store, node);
  return op->code == OP_CONST && constant_get(&store->constants, op->constant)->nearest[0] == 0.5;
}
static bool is_let_of_shared(const Store *store, const Term *node) {
  return node->kind == TERM_LET && term_occurrences(store, node->kid[1], 0) >= 2 &&
         term(store, node->kid[0])->kind == TERM_OP;
}

static const struct {
  const char *name;
  Pattern pattern;
  uint64_t nodes;
  uint32_t context;
} patterns[] = {{"cos", is_cos, 2, 0},
                {"a lambda applied", is_redex, 4, 0},
                {"x * y", is_two_variables, 3, 2},
                {"snd x", is_projection_of_variable, 2, 1},
                {"map", is_map, 3, 0},
                {"sum of build", is_build_in_sum, 3, 0},
                {"1/2", is_fraction, 1, 0},
                {"let of an operation used twice", is_let_of_shared, 5, 0}};
#define PATTERNS (sizeof patterns / sizeof patterns[0])

static const char *const big_space =
    "size=40;binders=3;contexts=real,real,real^3;types=real,real*real,real->real,real^3,Int;results=real,real*real;"
    "terms=let,pair,fst,snd,lam,app,map,build,index;ops=+,*,cos,2@1,1/2@1,sum,#0";

static Space *open_space(Store *store, const char *description) {
  char error[1024];
  Space *space = space_open(store, description, error, sizeof error);
  if (space == NULL) fail_msg("%s: %s", description, error);
  return space;
}

static uint64_t shrink_checked(Store *store, const Program *program, size_t k) {
  TypeId context[SPACE_MAX_CONTEXT];
  ShrinkResult result;
  Planted state = {store, patterns[k].pattern, 0};
  assert_int_equal(shrink_program(store, program, planted, &state, BUDGET, context, &result), STATUS_OK);
  assert_false(result.exhausted);
  assert_int_equal(result.tried, state.calls);
  assert_true(planted(&state, &result.program));
  if (term_size(store, result.program.term) != patterns[k].nodes || result.program.length != patterns[k].context) {
    fail_msg("%s: %u nodes, %u in context", patterns[k].name, (unsigned)term_size(store, result.program.term),
             result.program.length);
  }
  return result.tried;
}

/* Random programs of up to 40 nodes that hold a pattern end at the least one
 * with it, within a few thousand tests. */
static void test_known_minima(void **state) {
  (void)state;
  Store *store = store_new(TERM_LIMIT);
  Space *space = open_space(store, big_space);
  uint32_t mark = store_mark(store);
  for (size_t k = 0; k < PATTERNS; k++) {
    uint64_t found = 0, most = 0;
    for (uint64_t i = 0; found < 25 && i < 20000; i++) {
      SpaceCase c;
      assert_int_equal(space_unrank(space, space_random(space, k, i), &c), STATUS_OK);
      if (holds(store, c.program.term, patterns[k].pattern)) {
        uint64_t tried = shrink_checked(store, &c.program, k);
        most = tried > most ? tried : most;
        found++;
      }
      store_release(store, mark);
    }
    assert_int_equal(found, 25);
    print_message("%s: at most %u tests\n", patterns[k].name, (unsigned)most);
    assert_true(most <= 3000);
  }
  space_close(space);
  store_free(store);
}

/* The end is a local minimum: shrinking it again takes no step; and the same
 * program shrinks to the same end. */
static void test_deterministic(void **state) {
  (void)state;
  Store *store = store_new(TERM_LIMIT);
  Space *space = open_space(store, big_space);
  for (uint64_t i = 0; i < 40; i++) {
    SpaceCase c;
    TypeId first_context[SPACE_MAX_CONTEXT], second_context[SPACE_MAX_CONTEXT];
    ShrinkResult first, second;
    uint32_t mark = store_mark(store);
    assert_int_equal(space_unrank(space, space_random(space, 3, i), &c), STATUS_OK);
    Planted p = {store, is_two_variables, 0};
    if (holds(store, c.program.term, p.pattern)) {
      assert_int_equal(shrink_program(store, &c.program, planted, &p, BUDGET, first_context, &first), STATUS_OK);
      assert_int_equal(shrink_program(store, &c.program, planted, &p, BUDGET, second_context, &second), STATUS_OK);
      assert_true(term_equal(store, first.program.term, second.program.term));
      assert_int_equal(first.tried, second.tried);
      assert_int_equal(shrink_program(store, &first.program, planted, &p, BUDGET, second_context, &second), STATUS_OK);
      assert_true(term_equal(store, first.program.term, second.program.term));
      assert_int_equal(first.program.length, second.program.length);
    }
    store_release(store, mark);
  }
  space_close(space);
  store_free(store);
}

/* --------------------------------------------------- one edit at a time -- */

static uint32_t count_ops(const Store *store, TermId t, OpCode code) {
  if (t.id == 0) return 0;
  const Term *node = term(store, t);
  uint32_t count = op_of(store, node)->code == code;
  for (int i = 0; i < TERM_KIDS; i++) count += count_ops(store, node->kid[i], code);
  return count;
}

static bool has_sine_and_cosine(void *state, const Program *candidate) {
  const Store *store = state;
  return count_ops(store, candidate->term, OP_SIN) > 0 && count_ops(store, candidate->term, OP_COS) > 0;
}

static bool is_fst(const Store *store, const Term *node) {
  (void)store;
  return node->kind == TERM_FST;
}
static bool is_pair(const Store *store, const Term *node) {
  (void)store;
  return node->kind == TERM_PAIR;
}
static bool has_fst_without_pair(void *state, const Program *candidate) {
  const Store *store = state;
  return holds(store, candidate->term, is_fst) && !holds(store, candidate->term, is_pair);
}

static bool has_cosine(void *state, const Program *candidate) {
  const Store *store = state;
  return count_ops(store, candidate->term, OP_COS) > 0;
}

static void check_end(Store *store, TermId t, const TypeId *context, uint32_t length, ShrinkTest test, uint64_t nodes,
                      uint32_t left) {
  TypeId out[4], type;
  ShrinkResult result;
  assert_int_equal(source_infer(store, context, length, t, &type), STATUS_OK);
  Program program = {t, context, length, type};
  assert_true(test(store, &program));
  assert_int_equal(shrink_program(store, &program, test, store, BUDGET, out, &result), STATUS_OK);
  assert_true(test(store, &result.program));
  assert_int_equal(term_size(store, result.program.term), nodes);
  assert_int_equal(result.program.length, left);
}

static bool has_quotient_as_real(void *state, const Program *candidate) {
  const Store *store = state;
  return count_ops(store, candidate->term, OP_IDIV) > 0 && count_ops(store, candidate->term, OP_TOREAL) > 0;
}

/* Programs that reach their minimum by one kind of edit only. */
static void test_each_edit(void **state) {
  (void)state;
  Store *store = store_new(TERM_LIMIT);
  OpTable *ops = &store->ops;
  TypeTable *t = &store->types;
  TypeId real = type_real(t, 1), pair = type_prod(t, real, real);
  OpId sine = op_make(ops, t, OP_SIN, 1, 0), cosine = op_make(ops, t, OP_COS, 1, 0), e = op_make(ops, t, OP_EXP, 1, 0);
  ConstantId two = constant_from_ratio(&store->constants, 2, 1);
  TermId number = term_op(store, op_make_constant(ops, t, 1, two), TERM_NONE_ID, TERM_NONE_ID);
  TermId x = term_var(store, 0), c = term_op(store, cosine, number, TERM_NONE_ID);
  /* a constant: cos (toReal 5) to cos 0 */
  TermId five = term_op(store, op_make_int(ops, t, 5), TERM_NONE_ID, TERM_NONE_ID);
  TermId converted = term_op(store, op_make(ops, t, OP_TOREAL, 0, 0), five, TERM_NONE_ID);
  check_end(store, term_op(store, cosine, converted, TERM_NONE_ID), NULL, 0, has_cosine, 2, 0);
  /* contraction: let x = cos 2 in sin x, and (\x. sin x) (cos 2), to sin (cos 0) */
  TermId sin_x = term_op(store, sine, x, TERM_NONE_ID);
  check_end(store, term_let(store, NAME_NONE, c, sin_x), NULL, 0, has_sine_and_cosine, 3, 0);
  TermId redex = term_app(store, term_lam(store, NAME_NONE, real, sin_x), c);
  check_end(store, redex, NULL, 0, has_sine_and_cosine, 3, 0);
  /* what is read of an array: (build 7 (i. toReal i)) ! (5 div 5), and of a vbuild, to toReal (0 div 0) */
  TermId quotient = term_op(store, op_make(ops, t, OP_IDIV, 0, 0), five, five);
  TermId i_real = term_op(store, op_make(ops, t, OP_TOREAL, 0, 0), x, TERM_NONE_ID);
  check_end(store, term_index(store, quotient, term_build(store, NAME_NONE, 7, i_real)), NULL, 0, has_quotient_as_real,
            4, 0);
  check_end(store, term_index(store, quotient, term_vbuild(store, NAME_NONE, five, i_real)), NULL, 0,
            has_quotient_as_real, 4, 0);
  /* a descendant: sin (exp (cos 2)) to sin (cos 0) */
  TermId tower = term_op(store, sine, term_op(store, e, c, TERM_NONE_ID), TERM_NONE_ID);
  check_end(store, tower, NULL, 0, has_sine_and_cosine, 3, 0);
  /* a new identifier: f : real -> real * real |- fst (f 2) to z : real * real |- fst z */
  TypeId context[] = {type_fun(t, real, pair)};
  check_end(store, term_fst(store, term_app(store, x, number)), context, 1, has_fst_without_pair, 2, 1);
  store_free(store);
}

/* A program under each binder, whose identifiers are of other types than what stands beside. */
static const struct {
  TermKind kind;
  const char *text;
} binders[] = {{TERM_MATCH, "case s of {inl a -> cos a; inr p -> cos (fst p)}"},
               {TERM_ITERATE, "fst (iterate 3 (p. (cos (fst (snd p)), snd p)) (x, y))"},
               {TERM_WHILE, "fst (while (p. fst p < 9) (p. (cos (fst (snd p)), snd p)) (x, y))"},
               {TERM_FOLD, "fold (a c. cos a + fst c) x (build 3 (i. y))"},
               {TERM_SCAN, "sum (scan (a c. cos a + fst c) x (build 2 (i. y)))"},
               {TERM_MAP, "sum (map (p. cos (fst p)) (build 2 (i. y)))"},
               {TERM_ZIPWITH, "sum (zipWith (a b. cos a + fst b) (build 2 (i. x)) (build 2 (i. y)))"},
               {TERM_FILTER, "toReal (length (filter (p. fst p < cos (snd p)) (vbuild 2 (i. y))))"},
               {TERM_LETREC, "letrec g (p : real * real) : real = if fst p < 1 then cos (snd p) else g p in g y"},
               {TERM_LET, "let p = (y, x) in cos (fst (fst p))"},
               {TERM_LAM, "(\\(p : real * real). cos (fst p)) y"}};
#define BINDERS (sizeof binders / sizeof *binders)

static Module under_binder(Store *store, size_t k) {
  char text[240];
  (void)snprintf(text, sizeof text,
                 "def f (x : real) (y : real * real) (s : real + real * real) (v : real^8) : real = %s",
                 binders[k].text);
  return module_read(store, text);
}

/* Down to cos 0. */
static void test_each_binder(void **state) {
  (void)state;
  for (size_t k = 0; k < BINDERS; k++) {
    Store *store = store_new(TERM_LIMIT);
    Module module = under_binder(store, k);
    const Program *program = &module.definitions[0].program;
    check_end(store, program->term, program->context, program->length, has_cosine, 2, 0);
    text_free_module(&module);
    store_free(store);
  }
}

/* A test of the context, not of the term: some vector of 3 numbers or more. */
static bool has_vector(void *state, const Program *candidate) {
  const Store *store = state;
  for (uint32_t i = 0; i < candidate->length; i++) {
    const TypeNode *node = type_node(&store->types, candidate->context[i]);
    if (node->kind == TYPE_REAL && node->n >= 3) return true;
  }
  return false;
}

static void check_vector(Store *store, const Program *program) {
  TypeId out[2];
  ShrinkResult result;
  assert_int_equal(shrink_program(store, program, has_vector, store, BUDGET, out, &result), STATUS_OK);
  assert_int_equal(result.program.length, 1);
  assert_int_equal(term_size(store, result.program.term), 1);
  assert_true(type_equal(out[0], type_real(&store->types, 3)));
}

typedef struct Bound {
  Store *store;
  TermKind kind;
} Bound;

static bool has_kind(const Store *store, TermId t, TermKind kind) {
  if (t.id == 0) return false;
  const Term *node = term(store, t);
  bool has = node->kind == kind;
  for (int i = 0; i < TERM_KIDS && !has; i++) has = has_kind(store, node->kid[i], kind);
  return has;
}

static bool has_vector_and_binder(void *state, const Program *candidate) {
  const Bound *bound = state;
  return has_vector(bound->store, candidate) && has_kind(bound->store, candidate->term, bound->kind);
}

/* Lengths in terms of every binder: v : real^8 becomes v : real^3. */
static void test_lengths_under_binders(void **state) {
  (void)state;
  for (size_t k = 0; k < BINDERS; k++) {
    Store *store = store_new(TERM_LIMIT);
    Module module = under_binder(store, k);
    Bound bound = {store, binders[k].kind};
    TypeId out[4];
    ShrinkResult result;
    assert_int_equal(
        shrink_program(store, &module.definitions[0].program, has_vector_and_binder, &bound, BUDGET, out, &result),
        STATUS_OK);
    assert_true(has_vector_and_binder(&bound, &result.program));
    for (uint32_t i = 0; i < result.program.length; i++) {
      const TypeNode *node = type_node(&store->types, out[i]);
      if (node->kind == TYPE_REAL && node->n > 3) fail_msg("%s: real^%u", binders[k].text, node->n);
    }
    text_free_module(&module);
    store_free(store);
  }
}

/* Lengths: where some x : real^n with n >= 3 is needed, the end is x : real^3. */
static void test_lengths(void **state) {
  (void)state;
  Store *store = store_new(TERM_LIMIT);
  TypeTable *t = &store->types;
  TypeId one[] = {type_real(t, 8)}, two[] = {type_real(t, 48), type_real(t, 8)};
  OpId dot = op_make(&store->ops, t, OP_DOT, 8, 0), matvec = op_make(&store->ops, t, OP_MATVEC, 8, 6);
  TermId x = term_var(store, 0), y = term_var(store, 1);
  check_vector(store, &(Program){term_op(store, dot, x, x), one, 1, type_real(t, 1)});
  check_vector(store, &(Program){term_op(store, matvec, y, x), two, 2, type_real(t, 6)});
  store_free(store);
}

static bool is_matvec(const Store *store, const Term *node) { return op_of(store, node)->code == OP_MATVEC; }
static bool is_big_number(const Store *store, const Term *node) {
  const OpNode *op = op_of(store, node);
  return op->code == OP_CONST && constant_get(&store->constants, op->constant)->nearest[0] >= 3;
}

static void test_matrix_and_numbers(void **state) {
  (void)state;
  Store *store = store_new(TERM_LIMIT);
  TypeTable *t = &store->types;
  TypeId context[] = {type_real(t, 48), type_real(t, 8)}, out[2];
  OpId matvec = op_make(&store->ops, t, OP_MATVEC, 8, 6);
  TermId product = term_op(store, matvec, term_var(store, 1), term_var(store, 0));
  ShrinkResult result;
  Planted p = {store, is_matvec, 0};
  assert_int_equal(
      shrink_program(store, &(Program){product, context, 2, type_real(t, 6)}, planted, &p, BUDGET, out, &result),
      STATUS_OK);
  const OpNode *op = op_node(&store->ops, term_op_payload(term(store, result.program.term)));
  assert_int_equal(op->n, 1);
  assert_int_equal(op->m, 1);
  assert_int_equal(result.program.length, 0);
  /* 7/2 >= 3 becomes 3, and not 0, 1 or 2 */
  OpId ratio = op_make_constant(&store->ops, t, 1, constant_from_ratio(&store->constants, 7, 2));
  TermId number = term_op(store, ratio, TERM_NONE_ID, TERM_NONE_ID);
  p.pattern = is_big_number;
  assert_int_equal(
      shrink_program(store, &(Program){number, NULL, 0, type_real(t, 1)}, planted, &p, BUDGET, out, &result),
      STATUS_OK);
  op = op_node(&store->ops, term_op_payload(term(store, result.program.term)));
  assert_int_equal((int)(constant_get(&store->constants, op->constant)->nearest[0] * 3), 9);
  store_free(store);
}

/* The budget is kept, and says so; ill-typed programs are refused. */
static void test_limits(void **state) {
  (void)state;
  Store *store = store_new(TERM_LIMIT);
  TypeTable *t = &store->types;
  TypeId real = type_real(t, 1), context[] = {real}, out[1];
  OpId plus = op_make(&store->ops, t, OP_ADD, 1, 0), cosine = op_make(&store->ops, t, OP_COS, 1, 0);
  TermId x = term_var(store, 0), big = term_op(store, cosine, x, TERM_NONE_ID);
  for (int i = 0; i < 10; i++) big = term_op(store, plus, x, big);
  ShrinkResult result;
  Planted p = {store, is_cos, 0};
  assert_int_equal(shrink_program(store, &(Program){big, context, 1, real}, planted, &p, 3, out, &result), STATUS_OK);
  assert_true(result.exhausted);
  assert_int_equal(result.tried, 3);
  assert_true(planted(&p, &result.program));
  TermId wrong = term_fst(store, x);
  assert_int_equal(shrink_program(store, &(Program){wrong, context, 1, real}, planted, &p, 9, out, &result),
                   STATUS_ILL_TYPED);
  /* a term whose tree is too large is refused, not unfolded */
  TermId shared = x;
  for (int i = 0; i < 20; i++) shared = term_op(store, plus, shared, shared);
  assert_int_equal(shrink_program(store, &(Program){shared, context, 1, real}, planted, &p, 9, out, &result),
                   STATUS_LIMIT);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_known_minima),
                                     cmocka_unit_test(test_deterministic),
                                     cmocka_unit_test(test_each_edit),
                                     cmocka_unit_test(test_each_binder),
                                     cmocka_unit_test(test_lengths),
                                     cmocka_unit_test(test_lengths_under_binders),
                                     cmocka_unit_test(test_matrix_and_numbers),
                                     cmocka_unit_test(test_limits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
