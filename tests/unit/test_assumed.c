/* What a certificate may take for granted: that an input is a quotient, or a function, of what comes before it, said
 * once and whole, and nothing else. */
#include "verify/certificates/assumed.h"
#include "verify/kernel/derive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define NUM STRAIGHT_CONSTANT
#define ADD STRAIGHT_ADD
#define SUB STRAIGHT_SUB
#define MUL STRAIGHT_MUL
#define NEG STRAIGHT_NEG

static const int64_t numbers[] = {0, 1, 2};
static const char none[] = "a hypothesis is about no node";
static const char other[] = "a hypothesis does not say what an input is";
static const char another[] = "a hypothesis gives a function the slope of something else";
static const char zero[] = "a hypothesis is about the inverse of what is 0 everywhere";
static const char half[] = "a hypothesis says what an input is in terms of itself, or by half";

/* Of two inputs and one node the certificate's begin at 8: x and y are nodes 0 and 1, dx and dy 2 and 3, of the node p
 * of the program the value is 4, dp 7; 5 and 6 are what dp is the sum of. */
enum { X, Y, DX, DY, P, P_LEFT, P_RIGHT, DP, FIRST };
enum { ABOVE = 5, GIVENS = 3 };

typedef struct Case {
  StraightNode program, above[ABOVE];
  Given given[GIVENS];
  uint32_t givens;
  const char *wrong; /* or NULL */
} Case;

#define SQUARE                                                                                                         \
  { MUL, X, X }
/* Of y = 1 / x: 1, x y, y y, (y y) dx and - ((y y) dx); the same of y = 1 / p */
enum { ONE = FIRST, PRODUCT, YY, SLOPE, OPPOSITE, END };
#define INVERSE(x, dx)                                                                                                 \
  {                                                                                                                    \
    {NUM, 1, 0}, {MUL, x, Y}, {MUL, Y, Y}, {MUL, YY, dx}, { NEG, SLOPE, 0 }                                            \
  }
#define WHOLE                                                                                                          \
  {                                                                                                                    \
    {PRODUCT, ONE}, { DY, OPPOSITE }                                                                                   \
  }
/* y = f(x) where dy is that node, the certificate's first */
#define FUNCTION(...) {__VA_ARGS__}, {{DY, FIRST}}, 1

/* What is said of a certificate of so many inputs, a program of so many nodes above them, and five nodes of its own. */
static const char *wrong_of(uint32_t inputs, uint32_t nodes, const StraightNode *program, const Case *row) {
  enum { MOST = 8 };
  StraightNode source[MOST], code[2 * MOST + 4 * MOST + ABOVE];
  for (uint32_t i = 0; i < inputs; i++) source[i] = (StraightNode){STRAIGHT_INPUT, i, 0};
  memcpy(source + inputs, program, nodes * sizeof *program);
  nodes += inputs;
  derive(source, inputs, nodes, 0, code);
  uint32_t below = value_node(inputs, nodes);
  memcpy(code + below, row->above, sizeof row->above);
  const Certificate c = {.source = source,
                         .inputs = inputs,
                         .nodes = nodes,
                         .number = numbers,
                         .constants = sizeof numbers / sizeof *numbers,
                         .given = row->given,
                         .givens = row->givens,
                         .code = code,
                         .total = below + ABOVE};
  return assumed_wrong(&c);
}

static void assert_said(size_t row, const char *found, const char *expected) {
  if (found == expected || (found != NULL && expected != NULL && strcmp(found, expected) == 0)) return;
  fail_msg("row %zu: %s", row, found == NULL ? "it is taken" : found);
}

/* Each as it is, and each with one thing that is another. */
static void one_symbol(void **state) {
  (void)state;
  static const Case table[] = {
      {SQUARE, INVERSE(X, DX), WHOLE, 0, NULL}, /* none is looked at */
      {SQUARE, INVERSE(X, DX), WHOLE, 2, NULL},
      {SQUARE, INVERSE(P, DP), WHOLE, 2, NULL},
      {SQUARE, FUNCTION({MUL, Y, DX}), NULL},
      {SQUARE, FUNCTION({MUL, P, DX}), NULL},
      {SQUARE, FUNCTION({MUL, Y, DP}), NULL},
      {{NUM, 2, 0}, {{MUL, X, DP}}, {{DX, FIRST}}, 1, NULL},              /* of a number, with nothing before it */
      {{MUL, X, Y}, INVERSE(X, DX), {{P, ONE}, {DY, OPPOSITE}}, 2, NULL}, /* the program's own x y */

      {SQUARE, INVERSE(X, DX), {{END, ONE}}, 1, none},
      {SQUARE, INVERSE(X, DX), {{PRODUCT, END}}, 1, none},

      {SQUARE, INVERSE(X, DX), {{PRODUCT, ONE}}, 1, half}, /* any dy */
      {SQUARE, INVERSE(X, DP), WHOLE, 2, half},            /* of another one's derivative */
      {SQUARE, INVERSE(X, DX), {{DY, OPPOSITE}}, 1, half},
      {SQUARE, INVERSE(X, DX), {{DY, OPPOSITE}, {PRODUCT, ONE}}, 2, NULL},
      {SQUARE, INVERSE(X, DX), {{PRODUCT, ONE}, {PRODUCT, ONE}, {DY, OPPOSITE}}, 3, other},
      {SQUARE, INVERSE(X, DX), {{PRODUCT, ONE}, {DY, OPPOSITE}, {DY, OPPOSITE}}, 3, other},
      /* x y = 1 with another derivative, whichever is said first */
      {SQUARE, {{NUM, 1, 0}, {MUL, X, Y}, {MUL, X, DX}}, {{PRODUCT, ONE}, {DY, YY}}, 2, half},
      {SQUARE, {{NUM, 1, 0}, {MUL, X, Y}, {MUL, X, DX}}, {{DY, YY}, {PRODUCT, ONE}}, 2, half},

      {SQUARE, {{NUM, 2, 0}, {MUL, X, Y}, {MUL, Y, Y}, {MUL, YY, DX}, {NEG, SLOPE, 0}}, WHOLE, 2, other},
      {SQUARE, {{MUL, Y, Y}, {MUL, X, Y}, {MUL, Y, Y}, {MUL, YY, DX}, {NEG, SLOPE, 0}}, WHOLE, 2, other},
      {SQUARE, {{NUM, 1, 0}, {ADD, X, Y}, {MUL, Y, Y}, {MUL, YY, DX}, {NEG, SLOPE, 0}}, WHOLE, 2, other},
      {SQUARE, {{NUM, 1, 0}, {MUL, X, DX}}, {{PRODUCT, ONE}}, 1, other},
      {SQUARE, INVERSE(DX, DX), WHOLE, 2, other},
      {SQUARE, INVERSE(P_LEFT, DX), WHOLE, 2, other},
      {SQUARE, INVERSE(P_RIGHT, DX), WHOLE, 2, other},
      {SQUARE, INVERSE(DP, DX), WHOLE, 2, other},
      {SQUARE, INVERSE(FIRST, DX), WHOLE, 2, other}, /* of a node of no program */
      {SQUARE, INVERSE(X, X), WHOLE, 2, other},
      {SQUARE, INVERSE(X, P), WHOLE, 2, other},
      {SQUARE, {{NUM, 1, 0}, {MUL, X, Y}, {MUL, X, Y}, {MUL, YY, DX}, {NEG, SLOPE, 0}}, WHOLE, 2, other},
      {SQUARE, {{NUM, 1, 0}, {MUL, X, Y}, {MUL, Y, X}, {MUL, YY, DX}, {NEG, SLOPE, 0}}, WHOLE, 2, other},
      {SQUARE, {{NUM, 1, 0}, {MUL, X, Y}, {ADD, Y, Y}, {MUL, YY, DX}, {NEG, SLOPE, 0}}, WHOLE, 2, other},
      {SQUARE, {{NUM, 1, 0}, {MUL, X, Y}, {MUL, Y, Y}, {ADD, YY, DX}, {NEG, SLOPE, 0}}, WHOLE, 2, other},

      {SQUARE, {{MUL, Y, DX}}, {{Y, FIRST}}, 1, other}, /* the value, not the derivative */
      {SQUARE, {{MUL, Y, DX}}, {{P, FIRST}}, 1, other},
      {SQUARE, FUNCTION({ADD, Y, DX}), other},
      {SQUARE, FUNCTION({MUL, DX, DX}), other},
      {SQUARE, FUNCTION({MUL, Y, X}), other},
      {SQUARE, FUNCTION({MUL, Y, P_RIGHT}), other},
      {SQUARE, FUNCTION({MUL, 9, DX}, {MUL, Y, Y}), other}, /* y y is no node of the program */
      {SQUARE, {{MUL, Y, DX}}, {{DY, FIRST}, {DY, FIRST}}, 2, other},

      {SQUARE, FUNCTION({MUL, Y, DY}), half},
      {SQUARE, {{MUL, X, DX}}, {{DX, FIRST}}, 1, half},
      {{MUL, X, Y}, FUNCTION({MUL, Y, DP}), half},
      {{ADD, Y, X}, FUNCTION({MUL, Y, DP}), half},
      {{NEG, Y, 0}, FUNCTION({MUL, Y, DP}), half},
      {SQUARE, {{MUL, Y, DY}}, {{DX, FIRST}}, 1, half}, /* of what comes after it */
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    assert_said(k, wrong_of(2, 1, &table[k].program, &table[k]), table[k].wrong);
}

/* Of three inputs x, y, z: 3, 4 and 5 are their derivatives, and 6 is the first node that is no input. */
static void several_symbols(void **state) {
  (void)state;
  static const struct {
    Case row;
    StraightNode program[3];
    uint32_t nodes;
  } table[] = {
      /* y = exp x, z = exp y; but not y of z, and z of y */
      {{.above = {{MUL, 1, 3}, {MUL, 2, 4}}, .given = {{4, 6}, {5, 7}}, .givens = 2}, {{0}}, 0},
      {{.above = {{MUL, 1, 5}, {MUL, 2, 4}}, .given = {{4, 6}, {5, 7}}, .givens = 2, .wrong = half}, {{0}}, 0},
      /* y = sin x, z = cos x, the program is -y */
      {{.above = {{MUL, 2, 3}, {MUL, 6, 3}}, .given = {{4, 10}, {5, 11}}, .givens = 2}, {{NEG, 1, 0}}, 1},
      /* z = exp (-y), whatever is beside y in that node */
      {{.above = {{MUL, 2, 9}}, .given = {{5, 10}}, .givens = 1}, {{NEG, 1, 2}}, 1},
      /* dy = z dx, of any z; and where z = exp y */
      {{.above = {{MUL, 2, 3}}, .given = {{4, 6}}, .givens = 1, .wrong = another}, {{0}}, 0},
      {{.above = {{MUL, 2, 3}, {MUL, 2, 4}}, .given = {{4, 6}, {5, 7}}, .givens = 2}, {{0}}, 0},
      /* dy = (1 + x x) dx, and (1 + x z) dx */
      {{.above = {{MUL, 14, 3}}, .given = {{4, 18}}, .givens = 1}, {{NUM, 1, 0}, {MUL, 0, 0}, {ADD, 3, 4}}, 3},
      {{.above = {{MUL, 14, 3}}, .given = {{4, 18}}, .givens = 1, .wrong = another},
       {{NUM, 1, 0}, {MUL, 0, 2}, {ADD, 3, 4}},
       3},
      {{.above = {{MUL, 14, 3}}, .given = {{4, 18}}, .givens = 1, .wrong = another},
       {{NUM, 1, 0}, {MUL, 2, 0}, {SUB, 4, 3}},
       3},
      /* dy = -z dx */
      {{.above = {{MUL, 6, 3}}, .given = {{4, 10}}, .givens = 1, .wrong = another}, {{NEG, 2, 0}}, 1},
      /* y = 1 / (x - x), but z = 1 / (x - y) */
      {{.above = {{NUM, 1, 0}, {MUL, 6, 1}, {MUL, 1, 1}, {MUL, 12, 9}, {NEG, 13, 0}},
        .given = {{11, 10}, {4, 14}},
        .givens = 2,
        .wrong = zero},
       {{SUB, 0, 0}},
       1},
      {{.above = {{NUM, 1, 0}, {MUL, 6, 2}, {MUL, 2, 2}, {MUL, 12, 9}, {NEG, 13, 0}},
        .given = {{11, 10}, {5, 14}},
        .givens = 2},
       {{SUB, 0, 1}},
       1},
      /* x = exp (-2), with nothing before it */
      {{.above = {{MUL, 0, 13}}, .given = {{3, 14}}, .givens = 1}, {{NUM, 2, 0}, {NEG, 3, 0}}, 2},
      /* y = 1 / (x x), where that is the last of three nodes */
      {{.above = {{NUM, 1, 0}, {MUL, 14, 1}, {MUL, 1, 1}, {MUL, 20, 17}, {NEG, 21, 0}},
        .given = {{19, 18}, {4, 22}},
        .givens = 2},
       {{MUL, 2, 2}, {MUL, 2, 2}, {MUL, 0, 0}},
       3},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    assert_said(k, wrong_of(3, table[k].nodes, table[k].program, &table[k].row), table[k].row.wrong);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_symbol), cmocka_unit_test(several_symbols)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
