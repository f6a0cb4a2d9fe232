#include "verify/certificates/assumed.h"
#include "verify/certificates/vanishing.h"
#include "verify/kernel/derive.h"

#include <stdbool.h>
#include <stdlib.h>

#define NOWHERE UINT32_MAX
/* The most nodes that are looked at of a slope: those of calculus have a few dozen. */
#define SLOPE_MOST 2000u

/* What the hypothesis about an input's derivative says: of which source node it is the function, and the node that is
 * its slope; NOWHERE for that of a quotient. */
typedef struct Slope {
  uint32_t of, by;
  bool given;
} Slope;

typedef struct Reading {
  const Certificate *c;
  Slope *slope;         /* of each input */
  uint32_t *inverse_of; /* of each input: 1 + the source node that it is the inverse of; 0: none */
  uint32_t *newest;     /* of each source node: 1 + the last input that it uses; 0: none */
} Reading;

/* The source node of which this is the value, or the derivative. */
static uint32_t source_of(const Certificate *c, uint32_t node, bool slope) {
  uint32_t inputs = c->inputs, above = node - 2 * inputs;
  if (node < 2 * inputs) return slope != (node >= inputs) ? NOWHERE : slope ? node - inputs : node;
  return node < value_node(inputs, c->nodes) && above % 4 == (slope ? 3 : 0) ? inputs + above / 4 : NOWHERE;
}

static bool is_one(const Certificate *c, uint32_t node) {
  return c->code[node].code == STRAIGHT_CONSTANT && c->number[c->code[node].a] == 1;
}

/* b q = 1 */
static bool read_product(Reading *r, Given given) {
  const Certificate *c = r->c;
  StraightNode product = c->code[given.left];
  uint32_t of = product.code == STRAIGHT_MUL ? source_of(c, product.a, false) : NOWHERE;
  if (of == NOWHERE || product.b >= c->inputs || !is_one(c, given.right)) return false;
  if (r->inverse_of[product.b] != 0) return false;
  r->inverse_of[product.b] = of + 1;
  return true;
}

/* Of an input or its derivative: dy = s db, or dq = - ((q q) db) */
static bool read_slope(Reading *r, Given given) {
  const Certificate *c = r->c;
  uint32_t y = given.left - c->inputs;
  StraightNode right = c->code[given.right];
  if (given.left < c->inputs || r->slope[y].given) return false;
  bool quotient = right.code == STRAIGHT_NEG;
  if (quotient) right = c->code[right.a];
  if (right.code != STRAIGHT_MUL) return false;
  StraightNode square = c->code[right.a];
  bool squared = square.code == STRAIGHT_MUL && square.a == y && square.b == y;
  uint32_t by = quotient ? NOWHERE : source_of(c, right.a, false);
  if (quotient ? !squared : by == NOWHERE) return false;
  r->slope[y] = (Slope){source_of(c, right.b, true), by, true};
  return r->slope[y].of != NOWHERE;
}

static void find_newest(Reading *r) {
  for (uint32_t k = 0; k < r->c->nodes; k++) {
    StraightNode node = r->c->source[k];
    if (node.code == STRAIGHT_INPUT) r->newest[k] = k + 1;
    if (node.code == STRAIGHT_INPUT || node.code == STRAIGHT_CONSTANT) continue;
    uint32_t a = r->newest[node.a], b = node.code == STRAIGHT_NEG ? 0 : r->newest[node.b];
    r->newest[k] = a > b ? a : b;
  }
}

/* Of something that comes before it: a symbol of its own would be any.  A quotient has the slope of one. */
static bool is_of_older(const Reading *r, uint32_t y) {
  const Slope *s = &r->slope[y];
  uint32_t inverse_of = r->inverse_of[y];
  if (!s->given) return inverse_of == 0;
  return inverse_of == (s->by == NOWHERE ? s->of + 1 : 0) && r->newest[s->of] <= y;
}

/* Whether the node is made of y and of what y is a function of, by numbers, quotients and functions: no function has
 * a slope that is free. */
static bool is_made(const Reading *r, uint32_t node, uint32_t y, uint32_t *looks) {
  StraightNode code = r->c->source[node];
  if (++*looks > SLOPE_MOST) return false;
  if (node == y || node == r->slope[y].of || code.code == STRAIGHT_CONSTANT) return true;
  if (code.code == STRAIGHT_INPUT) return r->slope[node].given && is_made(r, r->slope[node].of, y, looks);
  return is_made(r, code.a, y, looks) && (code.code == STRAIGHT_NEG || is_made(r, code.b, y, looks));
}

static bool is_function(const Reading *r, uint32_t y) {
  uint32_t looks = 0;
  return !r->slope[y].given || r->slope[y].by == NOWHERE || is_made(r, r->slope[y].by, y, &looks);
}

static const char *read_all(Reading *r) {
  find_newest(r);
  for (uint32_t i = 0; i < r->c->givens; i++) {
    Given given = r->c->given[i];
    if (given.left >= r->c->total || given.right >= r->c->total) return "a hypothesis is about no node";
    if (!(given.left < 2 * r->c->inputs ? read_slope(r, given) : read_product(r, given)))
      return "a hypothesis does not say what an input is";
  }
  for (uint32_t y = 0; y < r->c->inputs; y++) {
    if (!is_of_older(r, y)) return "a hypothesis says what an input is in terms of itself, or by half";
  }
  for (uint32_t y = 0; y < r->c->inputs; y++) {
    if (!is_function(r, y)) return "a hypothesis gives a function the slope of something else";
  }
  return vanishing_wrong(r->c, r->inverse_of, r->newest);
}

const char *assumed_wrong(const Certificate *c) {
  if (c->givens == 0) return NULL;
  size_t inputs = (size_t)c->inputs + 1, nodes = (size_t)c->nodes + 1;
  Reading r = {c, calloc(inputs, sizeof *r.slope), calloc(inputs, sizeof *r.inverse_of),
               calloc(nodes, sizeof *r.newest)};
  bool memory = r.slope != NULL && r.inverse_of != NULL && r.newest != NULL;
  const char *wrong = memory ? read_all(&r) : "no memory";
  free(r.slope);
  free(r.inverse_of);
  free(r.newest);
  return wrong;
}
