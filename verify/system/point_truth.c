#include "verify/system/point_truth.h"

#include <stdlib.h>

#define BITS 192
enum { LINE_NEW, LINE_CERTAIN, LINE_NONE };

static size_t pairs(const PointTruth *t) { return (size_t)t->inputs * (t->inputs + 1) / 2; }

bool point_truth_open(PointTruth *t, Oracle *oracle, const Primitive *primitive, const double *x) {
  *t = (PointTruth){.oracle = oracle, .x = x, .inputs = primitive->inputs, .outputs = primitive->outputs};
  return certain_init(&t->first, primitive);
}

void point_truth_clear(PointTruth *t) {
  certain_clear(&t->first);
  if (t->second != NULL) _arb_vec_clear(t->second, (slong)(pairs(t) * t->outputs));
  free(t->asked);
  t->second = NULL;
  t->asked = NULL;
}

/* That of a pair, i <= j. */
static size_t pair_of(uint32_t i, uint32_t j) { return (size_t)j * (j + 1) / 2 + i; }

static bool make_room(PointTruth *t) {
  if (t->asked == NULL) {
    t->asked = calloc(pairs(t) + 1, 1);
    t->second = _arb_vec_init((slong)(pairs(t) * t->outputs));
  }
  return t->asked != NULL && t->second != NULL;
}

/* The second derivatives of all outputs along e_i + e_j, or e_i, into their place. */
static const Enclosures *ask_line(PointTruth *t, uint32_t i, uint32_t j, bool smooth) {
  const Enclosures *line = oracle_second(t->oracle, t->x, i, j, smooth);
  size_t pair = pair_of(i, j);
  for (uint32_t o = 0; line != NULL && o < t->outputs; o++)
    arb_set(t->second + pair * t->outputs + o, enclosure_of(line, o, 2));
  t->asked[pair] = line != NULL ? LINE_CERTAIN : smooth ? LINE_NEW : LINE_NONE;
  return line;
}

/* Where nothing is tied, value and Jacobian come with the second derivatives along each input. */
static bool first_with_second(PointTruth *t) {
  if (!t->twice || t->inputs == 0 || !make_room(t)) return false;
  for (uint32_t i = 0; i < t->inputs; i++) {
    const Enclosures *line = ask_line(t, i, i, true);
    if (line == NULL) return false;
    for (uint32_t o = 0; o < t->outputs; o++) {
      arb_set(t->first.value + o, enclosure_of(line, o, 0));
      arb_set(t->first.jacobian + (size_t)o * t->inputs + i, enclosure_of(line, o, 1));
    }
  }
  t->first.state = ORACLE_DEFINED;
  return true;
}

const Certain *point_truth_first(PointTruth *t) {
  if (!t->known && !first_with_second(t)) oracle_at(t->oracle, t->x, &t->first);
  t->known = true;
  return &t->first;
}

/* That of one output, i <= j; NULL where it is not certain. */
static arb_srcptr along(PointTruth *t, uint32_t output, uint32_t i, uint32_t j) {
  size_t pair = pair_of(i, j);
  if (!make_room(t)) return NULL;
  if (t->asked[pair] == LINE_NEW) (void)ask_line(t, i, j, false);
  return t->asked[pair] == LINE_CERTAIN ? t->second + pair * t->outputs + output : NULL;
}

/* The mixed one: half of D^2[e_i + e_j]^2 - D^2[e_i]^2 - D^2[e_j]^2. */
bool point_truth_second(PointTruth *t, uint32_t output, uint32_t i, uint32_t j, arb_t out) {
  arb_srcptr both = along(t, output, i < j ? i : j, i < j ? j : i);
  if (both != NULL) arb_set(out, both);
  if (both == NULL || i == j) return both != NULL;
  arb_srcptr one = along(t, output, i, i), other = one == NULL ? NULL : along(t, output, j, j);
  if (other == NULL) return false;
  arb_sub(out, out, one, BITS);
  arb_sub(out, out, other, BITS);
  arb_mul_2exp_si(out, out, -1);
  return true;
}
