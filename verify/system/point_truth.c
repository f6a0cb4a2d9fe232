#include "verify/system/point_truth.h"

#include <stdlib.h>
#include <string.h>

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

const Certain *point_truth_first(PointTruth *t) {
  if (!t->known) oracle_at(t->oracle, t->x, &t->first);
  t->known = true;
  return &t->first;
}

/* The second derivatives of all outputs along e_i + e_j, or e_i. */
static bool ask_line(PointTruth *t, uint32_t i, uint32_t j, arb_ptr out) {
  mpq_t *at = calloc(2 * (size_t)t->inputs + 1, sizeof *at);
  Enclosures line;
  if (at == NULL) return false;
  mpq_t *v = at + t->inputs;
  enclosures_init(&line);
  for (uint32_t k = 0; k < t->inputs; k++) {
    mpq_inits(at[k], v[k], NULL);
    mpq_set_d(at[k], t->x[k]);
    mpq_set_ui(v[k], k == i || k == j ? 1 : 0, 1);
  }
  Status status = oracle_line(t->oracle, (const mpq_t *)at, (const mpq_t *)v, 2, &line);
  bool good = status == STATUS_OK || (status == STATUS_LIMIT && line.precision > 0);
  for (uint32_t o = 0; good && o < t->outputs; o++) arb_set(out + o, enclosure_of(&line, o, 2));
  for (uint32_t k = 0; k < t->inputs; k++) mpq_clears(at[k], v[k], NULL);
  free(at);
  enclosures_clear(&line);
  return good;
}

/* That of one output, i <= j; NULL where it is not certain. */
static arb_srcptr along(PointTruth *t, uint32_t output, uint32_t i, uint32_t j) {
  size_t pair = (size_t)j * (j + 1) / 2 + i;
  if (t->asked == NULL) {
    t->asked = calloc(pairs(t) + 1, 1);
    t->second = _arb_vec_init((slong)(pairs(t) * t->outputs));
  }
  if (t->asked == NULL || t->second == NULL) return NULL;
  arb_ptr all = t->second + pair * t->outputs;
  if (t->asked[pair] == LINE_NEW) t->asked[pair] = ask_line(t, i, j, all) ? LINE_CERTAIN : LINE_NONE;
  return t->asked[pair] == LINE_CERTAIN ? all + output : NULL;
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
