/* Rules that are terms: what they answer is the double nearest to what the term means, at whatever precision that
 * takes, and in exact numbers where none is enough. */
#include "tests/unit/specification.h"
#include "verify/primitive/rule.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Held {
  Store *store;
  Primitive primitive;
  Rule *rule;
} Held;

static void open_rule(Held *held, const char *specification) {
  held->store = store_new(1u << 20);
  specification_read(held->store, &held->primitive, "%s", specification);
  held->rule = rule_of_text(&held->primitive);
  assert_non_null(held->rule);
}

static void close_rule(Held *held) {
  held->rule->free(held->rule);
  primitive_free(&held->primitive);
  store_free(held->store);
}

/* Of three reals and an Int among them: what goes in and comes out of each call. */
static void sizes_of_calls(void **state) {
  (void)state;
  static const struct {
    RuleCall what;
    uint32_t seeds, answers;
  } table[] = {{RULE_VALUE, 0, 3}, {RULE_PRIMAL, 3, 3}, {RULE_JVP, 3, 2},       {RULE_VJP, 2, 3},
               {RULE_JVP2, 6, 2},  {RULE_JVP3, 9, 2},   {RULE_ENCLOSURE, 4, 6}, {RULE_CALLS, 0, 0}};
  Held held;
  open_rule(&held, "primitive f (x : real) (n : Int) (y : real^2) : real * (Int * real)\nvalue = (x, (n, y ! 0))\n");
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    assert_int_equal(rule_seed_size(&held.primitive, table[k].what), table[k].seeds);
    assert_int_equal(rule_answer_size(&held.primitive, table[k].what), table[k].answers);
  }
  close_rule(&held);
}

/* Several points at once, each with its own direction: of x x y, 2 x y dx + x x dy, and back. */
static void several_points(void **state) {
  (void)state;
  static const double x[] = {1, 2, 3, -1, 0.5, 0}, v[] = {1, 1, 2, -1, 1, 3}, slopes[] = {5, -21, 0.75};
  static const double w[] = {2, 3, -1}, pulled[] = {8, 2, -18, 27, 0, -0.25};
  Held held;
  double out[6];
  RuleAnswer answers[3];
  open_rule(&held, "primitive f (x : real) (y : real) : real\nvalue = x * x * y\n"
                   "jvp = scale(2 * x * y; fst v) + scale(x * x; snd v)\n"
                   "vjp = (scale(2 * x * y; v), scale(x * x; v))\n");
  for (int what = RULE_JVP; what <= RULE_VJP; what++) {
    const double *expected = what == RULE_JVP ? slopes : pulled;
    assert_true(held.rule->offers[what] && !held.rule->offers[RULE_VALUE]);
    assert_true(held.rule->call(held.rule, (RuleCall)what, 3, x, what == RULE_JVP ? v : w, out, answers));
    for (int k = 0; k < 3; k++) assert_int_equal(answers[k], RULE_ANSWERED);
    for (int i = 0; i < (what == RULE_JVP ? 3 : 6); i++) assert_true(out[i] == expected[i]);
  }
  close_rule(&held);
}

/* A slope whose digits cancel, or tests that only exact numbers decide; and what none of these knows. */
static void as_precise_as_it_takes(void **state) {
  (void)state;
  static const struct {
    const char *slope;
    double x;
    RuleAnswer answer;
    double number;
  } table[] = {
      {"2 * x", 3, RULE_ANSWERED, 6},
      {"sqrt x", 2, RULE_ANSWERED, 0x1.6a09e667f3bcdp+0},
      {"exp x - exp x + 5", 1, RULE_ANSWERED, 5},
      {"x * 1000000000000000000000000000000000000000000000000000000000000 + x"
       " - x * 1000000000000000000000000000000000000000000000000000000000000",
       3, RULE_ANSWERED, 3},
      {"(exp x + 7) - exp x", 200, RULE_ANSWERED, 7},
      {"(lgamma x + 1000000000000000000000000000000000000000000000000000000000000)"
       " - 1000000000000000000000000000000000000000000000000000000000000",
       3, RULE_ANSWERED, 0x1.62e42fefa39efp-1}, /* log 2 */
      {"exp x - exp x", 1, RULE_ANSWERED, 0},
      {"if sqrt x * sqrt x == x then 4 else 5", 2, RULE_ANSWERED, 4},
      {"if sqrt x * sqrt x < x then 4 else 5", 2, RULE_ANSWERED, 5},
      {"1 / (sqrt x * sqrt x - x)", 2, RULE_UNDEFINED, NAN},
      {"log x", -1, RULE_UNDEFINED, NAN},
      {"1 / x", 0, RULE_UNDEFINED, NAN},
      {"if lgamma x + x - x == lgamma (x + 0 * x) then 4 else 5", 0.3, RULE_UNDECIDED, NAN},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    char text[400];
    Held held;
    double one = 1, out = 17;
    RuleAnswer answer;
    (void)snprintf(text, sizeof text, "primitive f (x : real) : real\nvalue = x\njvp = scale((%s); v)\n",
                   table[k].slope);
    open_rule(&held, text);
    assert_true(held.rule->call(held.rule, RULE_JVP, 1, &table[k].x, &one, &out, &answer));
    if (answer != table[k].answer) print_message("%s\n", table[k].slope);
    assert_int_equal(answer, table[k].answer);
    assert_true(isnan(table[k].number) ? isnan(out) : out == table[k].number);
    close_rule(&held);
  }
}

/* Exact numbers that were of no use eight times are asked no more. */
static void exact_numbers_of_no_use(void **state) {
  (void)state;
  enum { MOST = 8 };
  for (uint32_t failures = MOST - 1; failures <= MOST; failures++) {
    Held held;
    double x[MOST + 1], v[MOST + 1], out[MOST + 1];
    RuleAnswer answers[MOST + 1];
    open_rule(&held,
              "primitive f (x : real) : real\nvalue = x\njvp = scale(if x == 2 then (if sqrt x * sqrt x == x then "
              "4 else 5) else (if lgamma x + x - x == lgamma x then 4 else 5); v)\n");
    for (uint32_t k = 0; k <= failures; k++) x[k] = k < failures ? 0.3 : 2, v[k] = 1;
    assert_true(held.rule->call(held.rule, RULE_JVP, failures + 1, x, v, out, answers));
    for (uint32_t k = 0; k < failures; k++) assert_int_equal(answers[k], RULE_UNDECIDED);
    assert_int_equal(answers[failures], failures < MOST ? RULE_ANSWERED : RULE_UNDECIDED);
    close_rule(&held);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sizes_of_calls), cmocka_unit_test(several_points),
                                     cmocka_unit_test(as_precise_as_it_takes),
                                     cmocka_unit_test(exact_numbers_of_no_use)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
