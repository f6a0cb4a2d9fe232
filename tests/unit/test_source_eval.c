/* The source interpreter: a program a rule, the figures of the CHAD paper, and
 * what it must refuse. */
#include "tests/unit/control_programs.h"
#include "tests/unit/running.h"

#include <math.h>

static Status run(Ring *ring, const Program *program, const Scalar *input, Scalar *output) {
  ArenaMark mark = arena_mark(&arena);
  Machine machine = machine_make(S, ring, &arena);
  Status status = source_evaluator.eval(&machine, program, input, output);
  assert_int_equal(machine.depth, MACHINE_DEPTH);
  arena_release(&arena, mark);
  return status;
}

/* Over F_p: input and output as small integers.  An Int in the input is given
 * as it is, one in the output by its index `int_from`. */
static void gives(int line, const TypeId *context, uint32_t length, TermId t, TypeId type, const int64_t *in,
                  uint32_t in_count, const int64_t *out, uint32_t out_count) {
  Scalar input[16], output[16];
  for (uint32_t i = 0; i < in_count; i++) input[i] = ring_integer(field, in[i]);
  Program program = program_of(t, context, length, type);
  if (type_node(&S->types, type)->dim != out_count) fail_msg("line %d: the type has another size", line);
  Status status = run(field, &program, input, output);
  if (status != STATUS_OK) fail_msg("line %d: %s", line, status_name(status));
  for (uint32_t i = 0; i < out_count; i++) {
    if (output[i].word != field_from_int(out[i])) fail_msg("line %d: scalar %u is wrong", line, i);
  }
}

static void fails(int line, Status expected, const TypeId *context, uint32_t length, TermId t, TypeId type) {
  Scalar input[16] = {{0}}, output[16];
  Program program = program_of(t, context, length, type);
  Status status = run(field, &program, input, output);
  if (status != expected) fail_msg("line %d: %s, expected %s", line, status_name(status), status_name(expected));
}

#define GIVES(context, t, type, in, out) gives(__LINE__, context, t, type, in, out)
#define NOTHING NULL, 0
#define FAILS(status, context, t, type) fails(__LINE__, status, context, t, type)

static void identifiers_and_let(void **state) {
  (void)state;
  GIVES(GAMMA(R(1), R(1)), var(0), R(1), LIST(5, 7), LIST(7));
  GIVES(GAMMA(R(1), R(1)), var(1), R(1), LIST(5, 7), LIST(5));
  GIVES(GAMMA(R(1)), let(mul(var(0), var(0)), add(var(0), var(1))), R(1), LIST(5), LIST(30));
  GIVES(GAMMA(R(1)), let(number(1, 1), let(number(2, 1), pair(var(0), pair(var(1), var(2))))),
        prod(R(1), prod(R(1), R(1))), LIST(5), LIST(2, 1, 5));
}

static void operations(void **state) {
  (void)state;
  GIVES(EMPTY, number(-3, 1), R(1), NOTHING, LIST(-3));
  GIVES(EMPTY, number(4, 3), R(3), NOTHING, LIST(4, 4, 4));
  GIVES(GAMMA(R(2), R(2)), op2(OP_SUB, 2, var(1), var(0)), R(2), LIST(10, 20, 1, 2), LIST(9, 18));
  GIVES(GAMMA(R(3)), op1(OP_SUM, 3, var(0)), R(1), LIST(1, 2, 3), LIST(6));
  GIVES(EMPTY, op1(OP_SUM, 0, build(0, number(1, 1))), R(1), NOTHING, LIST(0));
  GIVES(GAMMA(R(6), R(3)), term_op(S, the_op(OP_MATVEC, 3, 2), var(1), var(0)), R(2),
        LIST(1, 2, 3, 4, 5, 6, 1, 10, 100), LIST(321, 654));
  GIVES(EMPTY, op1(OP_TOREAL, 0, op2(OP_IMUL, 0, literal(-6), literal(7))), R(1), NOTHING, LIST(-42));
  FAILS(STATUS_DOMAIN, EMPTY, op2(OP_DIV, 1, number(1, 1), number(0, 1)), R(1));
  FAILS(STATUS_UNABLE, EMPTY, op1(OP_SIN, 1, number(1, 1)), R(1));
  FAILS(STATUS_DOMAIN, EMPTY, op1(OP_TOREAL, 0, op2(OP_IADD, 0, literal(INT64_MAX), literal(1))), R(1));
}

static void products(void **state) {
  (void)state;
  TypeId nest = prod(prod(R(1), one()), R(2));
  GIVES(EMPTY, unit(), one(), NOTHING, NOTHING);
  GIVES(GAMMA(nest), pair(snd(var(0)), fst(var(0))), prod(R(2), prod(R(1), one())), LIST(1, 2, 3), LIST(2, 3, 1));
  GIVES(GAMMA(R(1), R(1)), fst(pair(var(1), var(0))), R(1), LIST(5, 7), LIST(5));
  GIVES(GAMMA(R(1), R(1)), snd(pair(var(1), var(0))), R(1), LIST(5, 7), LIST(7));
}

static void functions(void **state) {
  (void)state;
  /* let a = 10 in let f = \z. z + a in let a = 1000 in f 1: static scope */
  TermId f = lam(R(1), add(var(0), var(1)));
  GIVES(EMPTY, let(number(10, 1), let(f, let(number(1000, 1), app(var(1), number(1, 1))))), R(1), NOTHING, LIST(11));
  /* the argument stands in the context of the application, the body in the closure's */
  TermId curried = lam(R(1), lam(R(1), op2(OP_SUB, 1, var(1), var(0))));
  GIVES(GAMMA(R(1), R(1)), app(app(curried, var(1)), var(0)), R(1), LIST(9, 4), LIST(5));
  TermId twice = lam(fun(R(1), R(1)), lam(R(1), app(var(1), app(var(1), var(0)))));
  GIVES(GAMMA(R(1)), app(app(twice, lam(R(1), mul(var(0), var(1)))), var(0)), R(1), LIST(3), LIST(27));
}

static void arrays(void **state) {
  (void)state;
  TypeId pairs = array(prod(R(1), R(2)), 2);
  GIVES(GAMMA(R(3)), map(mul(var(0), var(0)), var(0)), R(3), LIST(1, 2, 3), LIST(1, 4, 9));
  GIVES(GAMMA(R(1)), map(pair(var(0), var(1)), var(0)), array(prod(R(1), R(1)), 1), LIST(4), LIST(4, 4));
  GIVES(GAMMA(pairs), map(fst(var(0)), var(0)), R(2), LIST(1, 2, 3, 4, 5, 6), LIST(1, 4));
  GIVES(GAMMA(pairs), map(snd(var(0)), var(0)), array(R(2), 2), LIST(1, 2, 3, 4, 5, 6), LIST(2, 3, 5, 6));
  GIVES(GAMMA(R(2), R(2)), zipwith(op2(OP_SUB, 1, var(1), var(0)), var(1), var(0)), R(2), LIST(10, 20, 1, 2),
        LIST(9, 18));
  GIVES(GAMMA(R(1)), build(3, mul(var(1), op1(OP_TOREAL, 0, var(0)))), R(3), LIST(7), LIST(0, 7, 14));
  GIVES(EMPTY, build(1, number(5, 1)), R(1), NOTHING, LIST(5));
  GIVES(EMPTY, build(3, build(1, number(5, 1))), R(3), NOTHING, LIST(5, 5, 5)); /* real^1 is real */
  GIVES(GAMMA(R(2)), build(2, build(2, at(var(0), var(2)))), array(R(2), 2), LIST(1, 2), LIST(1, 2, 1, 2));
  GIVES(EMPTY, build(0, pair(number(1, 1), unit())), array(prod(R(1), one()), 0), NOTHING, NOTHING);
  GIVES(EMPTY, map(number(1, 1), build(0, unit())), R(0), NOTHING, NOTHING);
  GIVES(GAMMA(R(3)), at(literal(2), var(0)), R(1), LIST(1, 2, 3), LIST(3));
  GIVES(GAMMA(R(1)), at(literal(0), var(0)), R(1), LIST(8), LIST(8));
  GIVES(GAMMA(pairs), at(literal(1), var(0)), prod(R(1), R(2)), LIST(1, 2, 3, 4, 5, 6), LIST(4, 5, 6));
  /* functions live in arrays too */
  TermId adders = map(lam(R(1), add(var(0), var(1))), var(0));
  GIVES(GAMMA(R(2)), map(app(var(0), number(100, 1)), adders), R(2), LIST(1, 2), LIST(101, 102));
  FAILS(STATUS_DOMAIN, GAMMA(R(3)), at(literal(3), var(0)), R(1));
  FAILS(STATUS_DOMAIN, GAMMA(R(3)), at(literal(-1), var(0)), R(1));
  FAILS(STATUS_DOMAIN, EMPTY, at(literal(0), build(0, unit())), one());
}

static void integers_cross_as_words(void **state) {
  (void)state;
  TypeId context[] = {integer(), R(3)};
  Program program = program_of(pair(at(var(1), var(0)), var(1)), context, 2, prod(R(1), integer()));
  Scalar input[] = {scalar_from_int(2), {11}, {12}, {13}}, output[2];
  assert_int_equal(run(field, &program, input, output), STATUS_OK);
  assert_int_equal(output[0].word, 13);
  assert_int_equal(scalar_to_int(output[1]), 2);
  input[0] = scalar_from_int(-1);
  assert_int_equal(run(field, &program, input, output), STATUS_DOMAIN);
}

/* Fig. 1a: let y = 2*x in let z = x*y in let w = cos z in (y, z, w). */
static void figure_1a(void **state) {
  (void)state;
  TermId tuple = pair(pair(var(2), var(1)), var(0));
  TermId t = let(mul(number(2, 1), var(0)), let(mul(var(1), var(0)), let(op1(OP_COS, 1, var(0)), tuple)));
  TypeId context = R(1);
  Program program = program_of(t, &context, 1, prod(prod(R(1), R(1)), R(1)));
  Scalar input = scalar_from_double(0.5), output[3];
  assert_int_equal(run(doubles, &program, &input, output), STATUS_OK);
  assert_true(scalar_to_double(output[0]) == 1.0);
  assert_true(scalar_to_double(output[1]) == 0.5);
  assert_true(scalar_to_double(output[2]) == cos(0.5));
}

/* Fig. 1b without its sine: y = x1*x4 + 2*x2, z = y*x3, w = z + x4; and Fig. 2b:
 * let f = \x2i. x1*x2i in let ys = map f x2 in sum ys. */
static void figures_1b_2b(void **state) {
  (void)state;
  TermId y = add(mul(var(3), var(0)), mul(number(2, 1), var(2)));
  TermId t = let(y, let(mul(var(0), var(2)), add(var(0), var(2))));
  GIVES(GAMMA(R(1), R(1), R(1), R(1)), t, R(1), LIST(1, 2, 3, 4), LIST(28));
  TermId f = lam(R(1), mul(var(2), var(0)));
  TermId sum = let(f, let(map(app(var(1), var(0)), var(1)), op1(OP_SUM, 3, var(0))));
  GIVES(GAMMA(R(1), R(3)), sum, R(1), LIST(10, 1, 2, 3), LIST(60));
}

/* An ill-typed term is refused, never run into the ground. */
static void ill_typed_terms_are_stuck(void **state) {
  (void)state;
  FAILS(STATUS_STUCK, EMPTY, var(0), R(1));
  FAILS(STATUS_STUCK, GAMMA(R(1)), fst(var(0)), R(1));
  FAILS(STATUS_STUCK, GAMMA(R(1)), snd(var(0)), R(1));
  FAILS(STATUS_STUCK, GAMMA(R(1)), app(var(0), var(0)), R(1));
  FAILS(STATUS_STUCK, GAMMA(R(2)), add(var(0), var(0)), R(1));
  FAILS(STATUS_STUCK, GAMMA(R(1)), op1(OP_TOREAL, 0, var(0)), R(1));
  FAILS(STATUS_STUCK, EMPTY, add(literal(1), literal(2)), R(1));
  FAILS(STATUS_STUCK, EMPTY, map(var(0), unit()), R(1));
  FAILS(STATUS_STUCK, GAMMA(R(2), R(3)), zipwith(var(0), var(0), var(1)), R(2));
  FAILS(STATUS_STUCK, GAMMA(R(2), R(3)), zipwith(var(0), var(1), var(0)), R(2));
  FAILS(STATUS_STUCK, GAMMA(R(2)), at(number(0, 1), var(0)), R(1));
  FAILS(STATUS_STUCK, EMPTY, build(2, number(1, 2)), array(R(2), 1));
  FAILS(STATUS_STUCK, EMPTY, at(literal(0), unit()), R(1));
  FAILS(STATUS_STUCK, EMPTY, term_gather(S, build(2, var(0)), unit()), R(2));
  FAILS(STATUS_STUCK, GAMMA(R(2)), term_gather(S, var(0), var(0)), R(2));
  FAILS(STATUS_STUCK, EMPTY, term_gather(S, literal(0), number(1, 2)), R(2));
  FAILS(STATUS_STUCK, EMPTY, unit(), R(1));
  FAILS(STATUS_STUCK, EMPTY, number(1, 1), prod(R(1), R(1)));
  FAILS(STATUS_STUCK, EMPTY, number(1, 2), R(1));
  FAILS(STATUS_STUCK, EMPTY, v(), R(1));
  FAILS(STATUS_STUCK, EMPTY, llam(L(1), v()), one());
  FAILS(STATUS_STUCK, EMPTY, TERM_NONE_ID, R(1));
  FAILS(STATUS_ILL_TYPED, EMPTY, lam(R(1), var(0)), fun(R(1), R(1)));
  FAILS(STATUS_ILL_TYPED, GAMMA(fun(R(1), R(1))), unit(), one());
  FAILS(STATUS_ILL_TYPED, GAMMA(prod(R(1), fun(R(1), R(1)))), unit(), one());
  FAILS(STATUS_ILL_TYPED, GAMMA(L(1)), unit(), one());
}

/* Terms that no constructor makes: each is refused before it is run, and so is every other program of the store. */
static void store_is_looked_at(void **state) {
  (void)state;
  const Scalar input = ring_integer(field, 1);
  Scalar output[2];
  TermId x = term_var(S, 0), pair = term_pair(S, x, x), root = op1(OP_SIN, 1, x);
  Term *nodes = S->terms.working.terms;
  Program sound = program_of(x, GAMMA(R(1)), R(1));
  const Term was[2] = {nodes[pair.id], nodes[root.id]};
  assert_int_equal(run(field, &sound, &input, output), STATUS_OK);
  for (int k = 0; k < 4; k++) {
    if (k == 0) nodes[pair.id].kid[1] = pair;                      /* a kid that is the term itself */
    if (k == 1) nodes[pair.id].kid[0] = TERM_NONE_ID;              /* a kid that is missing */
    if (k == 2) nodes[pair.id].kid[0].id = S->terms.working.count; /* a kid that is no term */
    if (k == 3) nodes[root.id].payload = S->ops.op_count;          /* no operation */
    S->formed_working = 1;
    assert_int_equal(run(field, &sound, &input, output), STATUS_STUCK);
    nodes[pair.id] = was[0];
    nodes[root.id] = was[1];
    assert_int_equal(run(field, &sound, &input, output), STATUS_OK);
  }
}

static void limits(void **state) {
  (void)state;
  Scalar output[1];
  TermId loop = lam(R(1), add(var(0), var(0))), deep = number(1, 1);
  for (int i = 0; i < 30000; i++) deep = op1(OP_NEG, 1, deep);
  Program program = program_of(deep, NULL, 0, R(1));
  assert_int_equal(run(field, &program, NULL, output), STATUS_LIMIT);
  TermId chain = number(1, 1);
  for (int i = 0; i < 100000; i++) chain = let(unit(), chain); /* lets do not nest calls */
  program = program_of(chain, NULL, 0, R(1));
  assert_int_equal(run(field, &program, NULL, output), STATUS_OK);
  program = program_of(app(loop, number(1, 1)), NULL, 0, R(1));
  Machine machine = machine_make(S, field, &arena);
  for (uint64_t fuel = 0; fuel < 6; fuel++) {
    machine.fuel = fuel;
    assert_int_equal(source_evaluator.eval(&machine, &program, NULL, output), STATUS_LIMIT);
  }
  machine.fuel = 6; /* application, lambda, constant, sum, and its two identifiers */
  assert_int_equal(source_evaluator.eval(&machine, &program, NULL, output), STATUS_OK);
  assert_int_equal(machine.fuel, 0);
  Arena small;
  arena_init(&small, 4096);
  machine = machine_make(S, field, &small);
  program = program_of(build(1000000, var(0)), NULL, 0, array(integer(), 1000000));
  assert_int_equal(source_evaluator.eval(&machine, &program, NULL, NULL), STATUS_LIMIT);
  arena_free(&small);
}

static void sums_iteration_and_combinators(void **state) {
  (void)state;
  check_control_programs(S, &source_evaluator);
}

/* A million steps neither nest nor fill the memory; without an end they do. */
static void long_iteration(void **state) {
  (void)state;
  Arena large;
  arena_init(&large, (size_t)1 << 29);
  Machine machine = machine_make(S, doubles, &large);
  machine.depth = 10;
  Scalar in = scalar_from_double(0), out;
  const TypeId real[] = {R(1)};
  TermId step = add(var(0), number(1, 1));
  Program loop = program_of(term_iterate(S, NAME_NONE, literal(1000000), step, var(0)), real, 1, R(1));
  assert_int_equal(source_evaluator.eval(&machine, &loop, &in, &out), STATUS_OK);
  assert_true(scalar_to_double(out) == 1e6);
  arena_free(&large);
  arena_init(&large, (size_t)1 << 20);
  machine = machine_make(S, doubles, &large);
  TermId yes = term_inl(S, type_bool(&S->types), unit());
  Program endless = program_of(term_while(S, NAME_NONE, yes, step, var(0)), real, 1, R(1));
  assert_int_equal(source_evaluator.eval(&machine, &endless, &in, &out), STATUS_LIMIT);
  arena_free(&large);
}

static void every_rule_was_used(void **state) {
  (void)state;
  assert_rules_used("SRCE_");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(identifiers_and_let),
      cmocka_unit_test(operations),
      cmocka_unit_test(products),
      cmocka_unit_test(functions),
      cmocka_unit_test(arrays),
      cmocka_unit_test(integers_cross_as_words),
      cmocka_unit_test(figure_1a),
      cmocka_unit_test(figures_1b_2b),
      cmocka_unit_test(ill_typed_terms_are_stuck),
      cmocka_unit_test(store_is_looked_at),
      cmocka_unit_test(limits),
      cmocka_unit_test(sums_iteration_and_combinators),
      cmocka_unit_test(long_iteration),
      cmocka_unit_test(every_rule_was_used),
  };
  return cmocka_run_group_tests_name("source_eval", tests, set_up, tear_down);
}
