#include "verify/laws/for_all/leaf_points.h"

#include "verify/laws/boundary/boundary.h"

#include <float.h>
#include <math.h>
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

/* A point that is looked at: exactly, and by enclosures; without these, of what rationals lack all is possible. */
typedef struct Place {
  mpq_t *x;
  Scalar *exact, *near;
} Place;

/* Whether the guard may have one of the signs at the place; of what is asked there but no ring has, all is possible. */
static bool may_have(Subject *subject, Scalar guard, Signs signs, const Place *place) {
  Ring *rational = subject->battery->rational, *enclosure = subject->battery->enclosure, *ring = subject->ring;
  Scalar value = symbolic_evaluate(ring, guard, rational, subject->inputs, place->exact);
  int sign = ring_compare(rational, value, ring_integer(rational, 0));
  if (ring_take_status(rational) != STATUS_OK) {
    if (place->near == NULL) return true;
    (void)symbolic_evaluate(ring, guard, enclosure, subject->inputs, place->near);
    if (ring_take_status(enclosure) == STATUS_DOMAIN) return false;
    sign = path_sign_at(ring, guard, enclosure, subject->inputs, place->near);
    if (sign == 0) return true;
  }
  return (signs & (sign < 0 ? SIGNS_MINUS : sign > 0 ? SIGNS_PLUS : SIGNS_ZERO)) != 0;
}

static bool may_be_inside(Subject *subject, const Path *leaf, const Place *place) {
  for (uint32_t k = 0; k < leaf->length; k++) {
    if (!may_have(subject, leaf->step[k].guard, leaf->step[k].signs, place)) return false;
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

/* Whether the place is one of the leaf, if the inputs that are left are as its x says; x says then where it is. */
static bool is_found(Subject *subject, const Path *leaf, const Place *place) {
  Ring *rational = subject->battery->rational, *enclosure = subject->battery->enclosure;
  size_t marks[2] = {ring_mark(rational), ring_mark(enclosure)};
  for (uint32_t i = 0; i < subject->inputs; i++) place->exact[i] = rational_make(rational, place->x[i]);
  bool found = replace(subject, leaf, place->exact);
  for (uint32_t i = 0; found && i < subject->inputs; i++) {
    rational_get(rational, place->exact[i], place->x[i]);
    if (place->near == NULL) continue;
    double nearest = mpq_get_d(place->x[i]);
    place->near[i] = enclosure_make(enclosure, nearest, fabs(nearest) * DBL_EPSILON);
  }
  found = found && may_be_inside(subject, leaf, place);
  ring_release(rational, marks[0]);
  ring_release(enclosure, marks[1]);
  return found;
}

static const long numbers[][2] = {{1, 1}, {2, 1}, {-1, 1}, {1, 3}, {0, 1}, {-5, 2}, {1, 100}, {100, 1}};
#define ATTEMPTS ((uint32_t)(sizeof numbers / sizeof *numbers))

static void draw_place(uint32_t inputs, uint32_t attempt, mpq_t *x) {
  for (uint32_t i = 0; i < inputs; i++) {
    const long *number = numbers[(attempt + 3 * i) % ATTEMPTS];
    mpq_set_si(x[i], number[0], (unsigned long)number[1]);
  }
}

/* Whether some equality of the leaf that replaces no input asks for the input. */
static bool is_asked(Subject *subject, const Path *leaf, uint32_t input) {
  Ring *ring = subject->ring;
  Scalar *unit = subject_scalars(subject, subject->inputs), slope;
  for (uint32_t i = 0; unit != NULL && i < subject->inputs; i++) unit[i] = ring_integer(ring, i == input);
  for (uint32_t k = 0; unit != NULL && k < leaf->length; k++) {
    if (leaf->step[k].signs != SIGNS_ZERO) continue;
    Scalar guard = path_restrict(ring, leaf, leaf->step[k].guard);
    symbolic_derivatives(ring, 1, &guard, subject->inputs, unit, &slope);
    if (!ring_equal(ring, slope, ring_integer(ring, 0)) && ring_take_status(ring) == STATUS_OK) return true;
  }
  return false;
}

/* Of curves such as x^2 + y^2 = 25: whole numbers close to 0 for up to three inputs, the others being as they are. */
#define GRID_INPUTS 3u
static bool is_on_grid(Subject *subject, const Path *leaf, const Place *place) {
  static const int32_t most[GRID_INPUTS + 1] = {0, 100, 13, 5};
  uint32_t asked[GRID_INPUTS], count = 0;
  for (uint32_t i = 0; i < subject->inputs; i++) {
    if (!is_asked(subject, leaf, i)) continue;
    if (count == GRID_INPUTS) return false;
    asked[count++] = i;
  }
  int32_t at[GRID_INPUTS], end = most[count];
  for (uint32_t k = 0; k < count; k++) at[k] = -end;
  while (count > 0 && at[0] <= end) {
    draw_place(subject->inputs, 0, place->x);
    for (uint32_t k = 0; k < count; k++) mpq_set_si(place->x[asked[k]], at[k], 1);
    if (is_found(subject, leaf, place)) return true;
    for (uint32_t k = count; k-- > 0 && ++at[k] > end && k > 0;) at[k] = -end;
  }
  return false;
}

static bool is_drawn(Subject *subject, const Path *leaf, const Place *place) {
  bool found = false;
  for (uint32_t attempt = 0; attempt < ATTEMPTS && !found; attempt++) {
    draw_place(subject->inputs, attempt, place->x);
    found = is_found(subject, leaf, place);
  }
  return found;
}

static uint32_t count_equalities(const Path *leaf) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < leaf->length; k++) count += leaf->step[k].signs == SIGNS_ZERO;
  return count;
}

bool leaf_points_find(LeafPoints *points, Subject *subject, const Path *leaf) {
  Battery *battery = subject->battery;
  ArenaMark scratch = arena_mark(&battery->scratch);
  Status before = ring_take_status(subject->ring);
  bool all = leaf->replacements == count_equalities(leaf), found = false;
  Place place = {NULL, subject_scalars(subject, subject->inputs),
                 all ? NULL : subject_scalars(subject, subject->inputs)};
  if (place.exact != NULL && (all || place.near != NULL)) place.x = new_point(subject->inputs);
  if (place.x != NULL) found = all ? is_drawn(subject, leaf, &place) : is_on_grid(subject, leaf, &place);
  if (found)
    keep(points, subject->inputs, place.x);
  else
    free_point(place.x, subject->inputs);
  subject->ring->status = before;
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
