#include "verify/certificates/vanishing.h"

#include "semantics/rings/field.h"
#include "semantics/rings/field_power.h"

#include <stdlib.h>

#define NONE UINT32_MAX

/* The source at one point, a node when the inputs that it uses are known. */
typedef struct Point {
  const Certificate *c;
  uint64_t *value; /* of each node */
  uint32_t *first; /* of each input and of none: the first node that waits for it alone */
  uint32_t *next;  /* of each node: the next one that waits for the same */
} Point;

static void line_up(Point *p, const uint32_t *newest) {
  for (uint32_t y = 0; y <= p->c->inputs; y++) p->first[y] = NONE;
  for (uint32_t k = p->c->nodes; k-- > 0;) {
    p->next[k] = p->first[newest[k]];
    p->first[newest[k]] = k;
  }
}

static uint64_t value_of(const Point *p, StraightNode node) {
  const uint64_t *value = p->value;
  switch (node.code) {
  case STRAIGHT_CONSTANT: return field_from_int(p->c->number[node.a]);
  case STRAIGHT_ADD: return field_add(value[node.a], value[node.b]);
  case STRAIGHT_SUB: return field_sub(value[node.a], value[node.b]);
  case STRAIGHT_MUL: return field_mul(value[node.a], value[node.b]);
  case STRAIGHT_NEG: return field_neg(value[node.a]);
  case STRAIGHT_INPUT: break;
  }
  return value[node.a];
}

static void go_on(Point *p, uint32_t waiting) {
  for (uint32_t k = p->first[waiting]; k != NONE; k = p->next[k]) p->value[k] = value_of(p, p->c->source[k]);
}

static bool divides_by_zero(Point *p, const uint32_t *inverse_of) {
  go_on(p, 0);
  for (uint32_t y = 0; y < p->c->inputs; y++) {
    uint64_t denominator =
        inverse_of[y] == 0 ? field_power(3, 1000003u + 7919u * (uint64_t)y) : p->value[inverse_of[y] - 1];
    if (denominator == 0) return true;
    p->value[y] = field_inverse(denominator);
    go_on(p, y + 1);
  }
  return false;
}

const char *vanishing_wrong(const Certificate *c, const uint32_t *inverse_of, const uint32_t *newest) {
  size_t nodes = (size_t)c->nodes + 1, inputs = (size_t)c->inputs + 1;
  Point p = {c, calloc(nodes, sizeof *p.value), calloc(inputs, sizeof *p.first), calloc(nodes, sizeof *p.next)};
  const char *wrong = "no memory";
  if (p.value != NULL && p.first != NULL && p.next != NULL) {
    line_up(&p, newest);
    wrong = divides_by_zero(&p, inverse_of) ? "a hypothesis is about the inverse of what is 0 everywhere" : NULL;
  }
  free(p.value);
  free(p.first);
  free(p.next);
  return wrong;
}
