/* Values of the operational meaning: they have their types and are canonical
 * (SEM-SUBJ), one rule gives each (SEM-DET), and read back as terms they mean the
 * same (SEM-SOUND); CHAD Lemmas 5.7 and 5.9. */
#include "ad/chad/chad.h"
#include "semantics/chad/linear/values.h"
#include "tests/unit/operational_run.h"

#include <math.h>

/* ------------------------------------------------------------------ SEM-SUBJ -- */

static bool is_canonical(TermId t, const TypeId *context, uint32_t length, TypeId type) {
  Scalar input[8] = {{2}, {3}, {5}, {7}, {11}, {13}, {17}, {19}};
  Program program = program_of(t, context, length, type);
  Machine machine = machine_make(S, field, &arena);
  bool canonical = false;
  assert_int_equal(operational_check_subject(&machine, &program, input, &canonical), STATUS_OK);
  assert_int_equal(machine.depth, MACHINE_DEPTH);
  return canonical;
}

static void values_have_their_types(void **state) {
  (void)state;
  /* closures are typed with what they captured: functions, linear functions, pairs */
  TermId f = lam(R(1), mul(var(0), var(1))), g = lam(R(1), app(var(1), pair(var(0), unit())));
  TermId nested = let(lam(prod(R(1), one()), fst(var(0))), let(g, lam(R(1), app(var(1), var(0)))));
  assert_true(is_canonical(f, GAMMA(R(1)), fun(R(1), R(1))));
  assert_true(is_canonical(nested, EMPTY, fun(R(1), R(1))));
  assert_true(is_canonical(build(0, lam(R(1), var(0))), EMPTY, array(fun(R(1), R(1)), 0)));
  assert_true(is_canonical(map(lam(R(1), var(0)), build(0, unit())), EMPTY, array(fun(R(1), R(1)), 0)));
  TypeId scaling = power(R(1), L(1)), keyed = copow(fun(R(1), R(1)), scaling);
  TermId kept = lam(R(1), lop1(LOP_SCALE, 1, 0, var(0), v()));
  TermId key = lam(R(1), mul(var(0), var(1)));
  assert_true(is_canonical(llam(L(1), plus(kept, zero(scaling))), EMPTY, lfun(L(1), scaling)));
  TermId entries = plus(copower(key, kept), plus(zero(keyed), copower(key, plus(kept, kept))));
  assert_true(is_canonical(llam(L(1), entries), GAMMA(R(1)), lfun(L(1), keyed)));
  assert_true(is_canonical(llam(L(1), plus(zero(keyed), zero(keyed))), EMPTY, lfun(L(1), keyed)));
  TermId late = llam(L(1), letv(pair(kept, v()), lam(R(1), app(fst(v()), var(0)))));
  assert_true(is_canonical(late, EMPTY, lfun(L(1), scaling)));
  /* a wrong claim is seen */
  assert_false(is_canonical(f, GAMMA(R(1)), fun(R(1), R(2))));
  assert_false(is_canonical(unit(), EMPTY, R(1)));
  assert_false(is_canonical(number(1, 2), EMPTY, R(1)));
}

static Value value(ValueKind kind, uint32_t n, uint64_t word, void *data) { return (Value){kind, n, {word}, data}; }

/* What looks like a value of the type and is not in canonical form. */
static void values_that_are_not_canonical(void **state) {
  (void)state;
  Scalar entries[4] = {{1}, {2}, {3}, {4}};
  Machine machine = machine_make(S, field, &arena);
  Run run = {&machine, 2};
  TypeId type;
  Value matrix = value(VALUE_MATRIX, 1, 2, entries), real = value(VALUE_REALS, 1, 0, entries);
  assert_int_equal(canonical_type(&run, &matrix, &type), STATUS_OK);
  Value wrong_columns = value(VALUE_MATRIX, 1, 3, entries);
  assert_int_equal(canonical_type(&run, &wrong_columns, &type), STATUS_ILL_TYPED);
  Value rows[2] = {matrix, matrix}, reals[2] = {real, real}, mixed[2] = {matrix, real};
  Value unstacked = value(VALUE_LINEAR_ARRAY, 2, 0, rows), loose = value(VALUE_ARRAY, 2, 0, reals);
  assert_int_equal(canonical_type(&run, &unstacked, &type), STATUS_ILL_TYPED);
  assert_int_equal(canonical_type(&run, &loose, &type), STATUS_ILL_TYPED);
  Value pair_of_sorts = value(VALUE_PAIR, 0, 0, mixed), linear_pair_of_sorts = value(VALUE_LINEAR_PAIR, 0, 0, mixed);
  assert_int_equal(canonical_type(&run, &pair_of_sorts, &type), STATUS_ILL_TYPED);
  assert_int_equal(canonical_type(&run, &linear_pair_of_sorts, &type), STATUS_ILL_TYPED);
  Value wide = value(VALUE_MATRIX, 2, 2, entries), uneven[2] = {wide, value(VALUE_LINEAR_UNIT, 0, 0, NULL)};
  Value array_of_two = value(VALUE_LINEAR_ARRAY, 2, 0, uneven), untyped = value(VALUE_COPOWER, 0, 0, NULL);
  assert_int_equal(canonical_type(&run, &array_of_two, &type), STATUS_ILL_TYPED);
  assert_int_equal(canonical_type(&run, &untyped, &type), STATUS_ILL_TYPED);
  Cell cell = {real, matrix, NULL}, other = {real, wide, &cell};
  Value list = value(VALUE_COPOWER, 1, 0, &cell), short_list = value(VALUE_COPOWER, 2, 0, &cell);
  Value uneven_list = value(VALUE_COPOWER, 2, 0, &other);
  assert_int_equal(canonical_type(&run, &list, &type), STATUS_OK);
  assert_int_equal(canonical_type(&run, &short_list, &type), STATUS_ILL_TYPED);
  assert_int_equal(canonical_type(&run, &uneven_list, &type), STATUS_ILL_TYPED);
  /* a closure whose environment is too short, and a sum of two powers of different types */
  Value open = value(VALUE_FUNCTION, lam(R(1), var(1)).id, 0, NULL);
  assert_int_equal(canonical_type(&run, &open, &type), STATUS_ILL_TYPED);
  Value powers[2] = {value(VALUE_POWER_ZERO, power(R(1), L(1)).id, 0, NULL),
                     value(VALUE_POWER_ZERO, power(R(1), L(2)).id, 0, NULL)};
  Value uneven_sum = value(VALUE_POWER_SUM, 0, 0, powers);
  assert_int_equal(canonical_type(&run, &uneven_sum, &type), STATUS_ILL_TYPED);
}

/* ------------------------------------------------------------------- SEM-DET -- */

static bool is_deterministic(TermId t) {
  Program program = program_of(t, NULL, 0, one());
  bool deterministic = false;
  assert_int_equal(operational_check_determinism(S, &program, &deterministic), STATUS_OK);
  return deterministic;
}

/* The rules that the table has for the nodes of t, over all forms. */
static void rules_of(TermId t, bool linear, bool *may) {
  const Term node = *term(S, t);
  for (unsigned form = 0; form < FORM_COUNT; form++) {
    RuleId rule;
    if (operational_rules_matching(S, t, linear, (CanonicalForm)form, &rule) == 1) may[rule] = true;
  }
  const char *modes = term_info(node.kind)->modes;
  for (int i = 0; i < TERM_KIDS; i++) {
    if (node.kid[i].id != 0) rules_of(node.kid[i], modes[i] == 's' ? linear : modes[i] != 'c', may);
  }
}

/* The rules that the evaluator uses on r are among those that the table gives for
 * its nodes, and each of `rules` is used. */
static void uses(int line, TypeId domain, TermId r, TypeId codomain, const RuleId *rules, size_t count) {
  static uint64_t before[RULE_COUNT];
  bool may[RULE_COUNT] = {false};
  Scalar seed[16] = {{0}}, image[16];
  Program program = program_of(pair(unit(), llam(domain, r)), NULL, 0, prod(one(), lfun(domain, codomain)));
  rules_of(program.term, false, may);
  may[RULE_OPER_PLUS] = true; /* the premises of +, before it looks at their values */
  memcpy(before, rule_hits, sizeof before);
  assert_int_equal(run_linear(&program, NULL, 1, seed, NULL, image), STATUS_OK);
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    if (rule_hits[rule] == before[rule] || may[rule] || strncmp(rule_info((RuleId)rule)->id, "OPER_", 5) != 0) continue;
    fail_msg("line %d: %s is used, and matches nowhere", line, rule_info((RuleId)rule)->id);
  }
  for (size_t i = 0; i < count; i++) {
    if (rule_hits[rules[i]] == before[rules[i]]) fail_msg("line %d: %s not used", line, rule_info(rules[i])->id);
    if (!may[rules[i]]) fail_msg("line %d: %s not in the table", line, rule_info(rules[i])->id);
  }
  assert_true(is_deterministic(program.term));
}

#define RULES(...) (RuleId[]){__VA_ARGS__}, sizeof((RuleId[]){__VA_ARGS__}) / sizeof(RuleId)
#define USES(domain, r, codomain, ...) uses(__LINE__, domain, r, codomain, RULES(__VA_ARGS__))

static void at_most_one_rule_matches(void **state) {
  (void)state;
  TypeId keyed = copow(R(1), L(1)), scaling = power(R(1), L(1));
  TermId a = copower(number(3, 1), v()), kept = lam(R(1), v());
  TermId empty = fold(L(1), zero(keyed), v()), single = fold(L(1), a, v()), twice = fold(L(1), plus(a, a), v());
  USES(L(1), v(), L(1), RULE_OPER_V, RULE_OPER_LLAM, RULE_OPER_PAIR, RULE_OPER_UNIT);
  USES(L(1), plus(empty, zero(L(1))), L(1), RULE_OPER_CASE_NONE, RULE_OPER_ZERO_COPOWER);
  USES(L(1), single, L(1), RULE_OPER_CASE_ONE, RULE_OPER_COPOWER);
  USES(L(1), twice, L(1), RULE_OPER_CASE_MORE, RULE_OPER_PLUS_COPOWER);
  USES(L(1), plus(app(plus(kept, zero(scaling)), number(1, 1)), zero(L(1))), L(1), RULE_OPER_PLUS_POWER,
       RULE_OPER_LINEAR_APP, RULE_OPER_ZERO_POWER, RULE_OPER_LINEAR_LAM);
  USES(L(1), plus(unit(), zero(one_())), one_(), RULE_OPER_PLUS_UNIT, RULE_OPER_ZERO_UNIT);
  USES(L(1), letv(let(number(1, 1), v()), lapp(llam(L(1), v()), fst(pair(v(), v())))), L(1), RULE_OPER_LETV,
       RULE_OPER_LINEAR_LET, RULE_OPER_LAPP, RULE_OPER_LINEAR_FST, RULE_OPER_LINEAR_PAIR);
  TermId hot = onehot(2, var(0), at(var(0), build(3, zero(L(1)))));
  USES(L(2), plus(v(), lsum(build(3, hot))), L(2), RULE_OPER_LSUM, RULE_OPER_LINEAR_BUILD, RULE_OPER_ONEHOT,
       RULE_OPER_LINEAR_INDEX, RULE_OPER_ZERO_REAL);
  OpId minus = op_make(&S->ops, &S->types, OP_NEG, 1, 0);
  LopId derived[2] = {lop_derivative(&S->ops, &S->types, minus), lop_transpose(&S->ops, &S->types, minus)};
  TermId scaled = lop1(LOP_SCALE, 1, 0, number(2, 1), v());
  USES(L(1), scaled, L(1), RULE_OPER_LOP);
  for (int k = 0; k < 2; k++) {
    TermId image = term_lop(S, derived[k], number(2, 1), TERM_NONE_ID, v());
    USES(L(1), plus(image, scaled), L(1), RULE_OPER_LOP_DERIVED, RULE_OPER_LOP); /* the one by the other */
  }
  /* a term of no rule: v outside a linear judgement, a source operation inside one */
  assert_false(is_deterministic(v()));
  assert_false(is_deterministic(llam(L(1), number(1, 1))));
  assert_false(is_deterministic(llam(L(1), llam(L(1), v()))));
  assert_int_equal(operational_rules_matching(S, a, true, FORM_MATRIX, NULL), 1);
  assert_int_equal(operational_rules_matching(S, twice, true, FORM_MATRIX, NULL), 0);
  assert_int_equal(operational_rules_matching(S, zero(L(1)), false, FORM_MATRIX, NULL), 0);
}

/* ------------------------------------------------------------------ SEM-SOUND -- */

/* The value read back is a closed term of the same type, and another evaluator
 * gives it and the program one meaning. */
static void reads_back(int line, const TypeId *context, uint32_t length, TermId t, TypeId type) {
  Scalar input[8] = {{2}, {3}, {5}, {7}, {11}, {13}, {17}, {19}}, seed[8] = {{1}, {5}, {3}, {8}, {2}, {9}, {4}, {6}};
  Scalar primal[2][16], image[2][16];
  Program program = program_of(t, context, length, type), read = program_of(TERM_NONE_ID, NULL, 0, type);
  const TypeNode both = *type_node(&S->types, type), arrow = *type_node(&S->types, both.b);
  Machine machine = machine_make(S, field, &arena);
  Status status = operational_readback(&machine, &program, input, &read.term);
  if (status != STATUS_OK) fail_msg("line %d: %s", line, status_name(status));
  TypeId found = {0};
  status = linear_infer_cartesian(S, NULL, 0, read.term, &found);
  if (status != STATUS_OK || !type_equal(found, type)) fail_msg("line %d: read back ill-typed", line);
  const Evaluator *other = &applied_evaluator;
  machine = machine_make(S, field, &arena);
  assert_int_equal(other->eval_linear(&machine, &program, input, 1, seed, primal[0], image[0]), STATUS_OK);
  assert_int_equal(other->eval_linear(&machine, &read, NULL, 1, seed, primal[1], image[1]), STATUS_OK);
  uint32_t first = type_node(&S->types, both.a)->dim, second = type_node(&S->types, arrow.b)->dim;
  if (memcmp(primal[0], primal[1], first * sizeof(Scalar)) != 0) fail_msg("line %d: another primal", line);
  if (memcmp(image[0], image[1], second * sizeof(Scalar)) != 0) fail_msg("line %d: another image", line);
}

#define READS_BACK(context, t, type) reads_back(__LINE__, context, t, type)

static void values_read_back(void **state) {
  (void)state;
  TypeId both = prod_(prod_(L(1), one_()), array_(L(2), 2));
  TermId mixed =
      plus(lop0(LOP_NEG, 2, 0, at(literal(1), snd(v()))), lop1(LOP_ALONG, 2, 0, number(3, 2), fst(fst(v()))));
  READS_BACK(EMPTY, pair(unit(), llam(both, pair(mixed, v()))), prod(one(), lfun(both, prod_(L(2), both))));
  READS_BACK(GAMMA(R(3)), pair(pair(var(0), literal(-4)), llam(L(3), lop1(LOP_DOT, 3, 0, var(0), v()))),
             prod(prod(R(3), integer()), lfun(L(3), L(1))));
  READS_BACK(EMPTY, pair(unit(), llam(one_(), zero(L(2)))), prod(one(), lfun(one_(), L(2))));
  READS_BACK(EMPTY, pair(unit(), llam(L(1), build(0, pair(v(), v())))),
             prod(one(), lfun(L(1), array_(prod_(L(1), L(1)), 0))));
  /* arrays of products and arrays are listed by build and index of a constant */
  TermId row = build(2, mul(at(var(0), var(2)), op1(OP_TOREAL, 0, var(1)))); /* (i*x0, i*x1) */
  TermId rows = build(2, pair(row, build(2, at(op2(OP_ISUB, 0, literal(1), var(0)), var(2)))));
  READS_BACK(GAMMA(R(2)), pair(rows, llam(L(1), v())), prod(array(prod(R(2), R(2)), 2), lfun(L(1), L(1))));
  TypeId context[2] = {R(1), R(3)}, derived[2];
  TermId f = lam(R(1), mul(var(2), var(0)));
  TermId t = let(f, let(map(app(var(1), var(0)), var(1)), op1(OP_SUM, 3, var(0))));
  Program source = program_of(t, context, 2, R(1)), program;
  assert_int_equal(chad_reverse.transform(S, &source, derived, &program), STATUS_OK);
  reads_back(__LINE__, derived, 2, program.term, program.type);
}

/* Values of higher type: the term read back gives, applied, what it gave before. */
static void higher_order_values_read_back(void **state) {
  (void)state;
  TypeId scaling = power(R(1), L(1)), keyed = copow(R(1), scaling);
  TermId kept = lam(R(1), lop1(LOP_SCALE, 1, 0, mul(var(0), var(1)), v()));
  TermId entries = letv(plus(v(), v()), plus(copower(var(0), plus(kept, zero(scaling))),
                                             plus(zero(keyed), copower(number(3, 1), plus(kept, kept)))));
  TypeId context = R(1), type = lfun(L(1), keyed);
  Program program = program_of(llam(L(1), entries), &context, 1, type);
  Scalar input = {7}, seed = {1}, image[2];
  Machine machine = machine_make(S, field, &arena);
  TermId read;
  assert_int_equal(operational_readback(&machine, &program, &input, &read), STATUS_OK);
  TypeId found = {0};
  assert_int_equal(linear_infer_cartesian(S, NULL, 0, read, &found), STATUS_OK);
  assert_true(type_equal(found, type));
  assert_int_equal(term_occurrences(S, read, 0), 0);
  for (int i = 0; i < 2; i++) {
    /* sum of y * (w y) over the entries !y >< w */
    TermId consume = lop1(LOP_SCALE, 1, 0, var(0), app(v(), var(0)));
    TermId consumer = llam(L(1), fold(L(1), lapp(i == 0 ? program.term : read, v()), consume));
    Program observed = program_of(pair(unit(), consumer), &context, 1, prod(one(), lfun(L(1), L(1))));
    assert_int_equal(run_linear(&observed, &input, 1, &seed, NULL, &image[i]), STATUS_OK);
  }
  assert_int_equal(image[0].word, 7 * (7 * 7 * 2) + 3 * 2 * (3 * 7 * 2));
  assert_int_equal(image[1].word, image[0].word);
  /* no entry at all: 0_ */
  program = program_of(llam(L(1), plus(zero(keyed), zero(keyed))), NULL, 0, type);
  assert_int_equal(operational_readback(&machine, &program, NULL, &read), STATUS_OK);
  assert_int_equal(linear_infer_cartesian(S, NULL, 0, read, &found), STATUS_OK);
  assert_true(type_equal(found, program.type));
  /* closures: what they captured is put in its place, and is closed */
  TermId closure = let(mul(var(0), var(0)), lam(R(1), pair(add(var(0), var(1)), llam(L(1), v()))));
  program = program_of(closure, &context, 1, fun(R(1), prod(R(1), lfun(L(1), L(1)))));
  assert_int_equal(operational_readback(&machine, &program, &input, &read), STATUS_OK);
  Program applied = program_of(fst(app(read, number(2, 1))), NULL, 0, R(1));
  assert_int_equal(run_cartesian(&applied, NULL, image), STATUS_OK);
  assert_int_equal(image[0].word, 51);
  program = program_of(build(2, lam(R(1), add(var(0), op1(OP_TOREAL, 0, var(1))))), NULL, 0, array(fun(R(1), R(1)), 2));
  assert_int_equal(operational_readback(&machine, &program, NULL, &read), STATUS_UNABLE);
}

static void doubles_read_back_exactly(void **state) {
  (void)state;
  TypeId context = R(2);
  Program program = program_of(var(0), &context, 1, R(2));
  Scalar input[2] = {scalar_from_double(0.1), scalar_from_double(-1e300)}, output[2];
  Machine machine = machine_make(S, doubles, &arena);
  TermId read;
  assert_int_equal(operational_readback(&machine, &program, input, &read), STATUS_OK);
  Program again = program_of(read, NULL, 0, R(2));
  assert_int_equal(operational_evaluator.eval(&machine, &again, NULL, output), STATUS_OK);
  assert_memory_equal(output, input, sizeof output);
  input[0] = scalar_from_double(INFINITY);
  assert_int_equal(operational_readback(&machine, &program, input, &read), STATUS_UNABLE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_have_their_types),       cmocka_unit_test(values_that_are_not_canonical),
      cmocka_unit_test(at_most_one_rule_matches),      cmocka_unit_test(values_read_back),
      cmocka_unit_test(higher_order_values_read_back), cmocka_unit_test(doubles_read_back_exactly),
  };
  return cmocka_run_group_tests_name("operational values", tests, set_up, tear_down);
}
