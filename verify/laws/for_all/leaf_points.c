#include "verify/laws/for_all/leaf_points.h"

#include "verify/laws/boundary/boundary.h"

#include <stdlib.h>

static void free_point(mpq_t *x, uint32_t inputs) {
  for (uint32_t i = 0; x != NULL && i < inputs; i++) mpq_clear(x[i]);
  free(x);
}

void leaf_points_free(LeafPoints *points) {
  for (uint32_t k = 0; k < points->count; k++) free_point(points->x[k], points->inputs);
  points->count = 0;
}

static bool is_kept(const LeafPoints *points, const mpq_t *x) {
  for (uint32_t k = 0; k < points->count; k++) {
    bool same = true;
    for (uint32_t i = 0; i < points->inputs && same; i++) same = mpq_equal(points->x[k][i], x[i]) != 0;
    if (same) return true;
  }
  return false;
}

static mpq_t *new_point(uint32_t inputs) {
  mpq_t *x = calloc(inputs, sizeof *x);
  for (uint32_t i = 0; x != NULL && i < inputs; i++) mpq_init(x[i]);
  return x;
}

/* Takes x, of as many inputs as the others. */
static void keep(LeafPoints *points, uint32_t inputs, mpq_t *x) {
  points->inputs = inputs;
  if (points->count == LEAF_POINTS || is_kept(points, (const mpq_t *)x))
    free_point(x, inputs);
  else
    points->x[points->count++] = x;
}

void leaf_points_keep(LeafPoints *points, uint32_t inputs, const SmtValue *value) {
  mpq_t *x = new_point(inputs);
  bool rational = x != NULL;
  for (uint32_t i = 0; rational && i < inputs; i++) {
    mpq_set(x[i], value[i].low);
    rational = mpq_equal(value[i].low, value[i].high) != 0;
  }
  if (rational)
    keep(points, inputs, x);
  else
    free_point(x, inputs);
}

/* Whether the guards may all hold at the point of exact rationals; what those lack is not asked. */
static bool may_be_inside(Subject *subject, const Path *leaf, const Scalar *point) {
  Ring *rational = subject->battery->rational;
  for (uint32_t k = 0; k < leaf->length; k++) {
    Scalar value = symbolic_evaluate(subject->ring, leaf->step[k].guard, rational, subject->inputs, point);
    int sign = ring_compare(rational, value, ring_integer(rational, 0));
    if (ring_take_status(rational) != STATUS_OK) continue;
    if ((leaf->step[k].signs & (sign < 0 ? SIGNS_MINUS : sign > 0 ? SIGNS_PLUS : SIGNS_ZERO)) == 0) return false;
  }
  return true;
}

/* The inputs that the equalities replace, from those that they leave. */
static bool replace(Subject *subject, const Path *leaf, Scalar *point) {
  Ring *rational = subject->battery->rational;
  for (uint32_t k = 0; k < leaf->replacements; k++) {
    const PathReplaced *replaced = &leaf->replaced[k];
    point[replaced->variable] = symbolic_evaluate(subject->ring, replaced->by, rational, subject->inputs, point);
  }
  return ring_take_status(rational) == STATUS_OK;
}

static const long numbers[][2] = {{1, 1}, {2, 1}, {-1, 1}, {1, 3}, {0, 1}, {-5, 2}, {1, 100}, {100, 1}};
#define ATTEMPTS ((uint32_t)(sizeof numbers / sizeof *numbers))

static bool try_point(Subject *subject, const Path *leaf, uint32_t attempt, mpq_t *x) {
  Ring *rational = subject->battery->rational;
  Scalar *point = subject_scalars(subject, subject->inputs);
  if (point == NULL) return false;
  for (uint32_t i = 0; i < subject->inputs; i++) {
    const long *number = numbers[(attempt + 3 * i) % ATTEMPTS];
    mpq_set_si(x[i], number[0], (unsigned long)number[1]);
    point[i] = rational_make(rational, x[i]);
  }
  if (!replace(subject, leaf, point) || !may_be_inside(subject, leaf, point)) return false;
  for (uint32_t i = 0; i < subject->inputs; i++) rational_get(rational, point[i], x[i]);
  return true;
}

static uint32_t count_equalities(const Path *leaf) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < leaf->length; k++) count += leaf->step[k].signs == SIGNS_ZERO;
  return count;
}

bool leaf_points_find(LeafPoints *points, Subject *subject, const Path *leaf) {
  Battery *battery = subject->battery;
  ArenaMark scratch = arena_mark(&battery->scratch);
  size_t mark = ring_mark(battery->rational);
  Status before = ring_take_status(subject->ring);
  mpq_t *x = leaf->replacements == count_equalities(leaf) ? new_point(subject->inputs) : NULL;
  bool found = false;
  for (uint32_t attempt = 0; x != NULL && attempt < ATTEMPTS && !found; attempt++)
    found = try_point(subject, leaf, attempt, x);
  if (found)
    keep(points, subject->inputs, x);
  else
    free_point(x, subject->inputs);
  subject->ring->status = before;
  ring_release(battery->rational, mark);
  arena_release(&battery->scratch, scratch);
  return found;
}

void leaf_points_judge(const LeafPoints *points, Subject *located) {
  Convention told;
  for (uint32_t k = 0; k < points->count; k++) {
    const mpq_t *x = (const mpq_t *)points->x[k];
    if (located->options->proofs || !laws_is_small_point(points->inputs, x))
      (void)laws_at(located, x, UINT32_MAX, &told);
  }
}
