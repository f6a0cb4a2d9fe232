#include "verify/certificates/assumed.h"
#include "verify/kernel/derive.h"

#include <stdbool.h>
#include <stdlib.h>

#define NOWHERE UINT32_MAX

/* An input that is a quotient or a function: of which source node, and by which hypotheses. */
typedef struct Symbol {
  uint32_t of, of_slope;
  bool product, slope;
} Symbol;

typedef struct Reading {
  const Certificate *c;
  Symbol *symbol;
  uint32_t *newest; /* of each source node: 1 + the last input that it uses; 0: none */
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
  Symbol *q = &r->symbol[product.b];
  if (q->product) return false;
  q->product = true;
  q->of = of;
  return true;
}

/* dy = s db, or dq = - ((q q) db) */
static bool read_slope(Reading *r, Given given) {
  const Certificate *c = r->c;
  uint32_t y = given.left - c->inputs;
  StraightNode right = c->code[given.right];
  if (given.left < c->inputs || given.left >= 2 * c->inputs || r->symbol[y].slope) return false;
  bool quotient = right.code == STRAIGHT_NEG;
  if (quotient) right = c->code[right.a];
  if (right.code != STRAIGHT_MUL) return false;
  StraightNode square = c->code[right.a];
  bool squared = square.code == STRAIGHT_MUL && square.a == y && square.b == y;
  if (quotient ? !squared : source_of(c, right.a, false) == NOWHERE) return false;
  r->symbol[y].slope = true;
  r->symbol[y].of_slope = source_of(c, right.b, true);
  return r->symbol[y].of_slope != NOWHERE && (!quotient || r->symbol[y].product);
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

/* Of something that comes before it: a symbol of its own would be any. */
static bool is_of_older(const Reading *r, uint32_t y) {
  const Symbol *s = &r->symbol[y];
  if (!s->slope) return !s->product;
  return (!s->product || s->of == s->of_slope) && r->newest[s->of_slope] <= y;
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
  return NULL;
}

const char *assumed_wrong(const Certificate *c) {
  if (c->givens == 0) return NULL;
  Reading r = {c, calloc((size_t)c->inputs + 1, sizeof *r.symbol), calloc((size_t)c->nodes + 1, sizeof *r.newest)};
  const char *wrong = r.symbol == NULL || r.newest == NULL ? "no memory" : read_all(&r);
  free(r.symbol);
  free(r.newest);
  return wrong;
}
