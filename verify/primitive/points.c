#include "verify/primitive/points.h"

#include "verify/enumerate/space.h"
#include "verify/primitive/own_tests.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BASES 3u     /* random points from which axes start */
#define TAIL_STEP 48 /* binary orders between points of a tail */
#define AXES_MOST 12u
#define INTS_SCANNED 40
#define TESTS_MOST 12u
#define TIED_MOST 4u

const char *point_kind_name(PointKind kind) {
  static const char *const names[POINT_KINDS] = {[POINT_ORDINARY] = "ordinary",
                                                 [POINT_SPECIAL] = "special value",
                                                 [POINT_LADDER] = "ladder",
                                                 [POINT_TAIL] = "tail",
                                                 [POINT_BOUNDARY] = "edge of the domain",
                                                 [POINT_BRANCH] = "branch point",
                                                 [POINT_CONSTANT] = "constant",
                                                 [POINT_KINK] = "kink",
                                                 [POINT_NEAR_KINK] = "next to a kink",
                                                 [POINT_RANDOM] = "random",
                                                 [POINT_INFINITE] = "infinity or NaN"};
  return names[kind];
}

static const double specials[] = {0.0,  -0.0,  1.0,         -1.0,         2.0,  -2.0,  0.5,  -0.5,  3.0,
                                  -3.0, 10.0,  -10.0,       0.25,         1e-3, -1e-3, 20.0, -20.0, 100.0,
                                  40.0, -40.0, DBL_EPSILON, -DBL_EPSILON, 1e-8, -1e-8, 1e5,  -1e5,  1e15};
static const double extremes[] = {DBL_MIN,  -DBL_MIN,  0x1p-1074, -0x1p-1074, DBL_MAX, -DBL_MAX,
                                  0x1p-537, -0x1p-537, 0x1p512,   -0x1p512,   0x1p60,  0x1p-60};
static const double simple[] = {1.5, -0.75, 2.25, 0.625, -3, 1.25, 0.375, -1.75, 3.5, -2.5, 0.875, -0.3125, 2.75};
#define SIMPLE ((uint32_t)(sizeof simple / sizeof *simple))
#define SPECIALS (sizeof specials / sizeof *specials)
#define EXTREMES (sizeof extremes / sizeof *extremes)

typedef struct Maker {
  PointSet *points;
  const Primitive *primitive;
  Oracle *oracle;
  uint64_t seed;
  double *base;
} Maker;

/* A number of the primitive's format: beyond its ends infinite. */
static double rounded(const Maker *m, double x) {
  return m->primitive->format == &format_single ? (double)(float)x : x;
}

static void add(Maker *m, PointKind kind, double *x) {
  PointSet *points = m->points;
  for (uint32_t i = 0; i < points->inputs; i++) {
    x[i] = rounded(m, x[i]);
    if (kind != POINT_INFINITE && !isfinite(x[i])) return;
  }
  if (!primitive_takes(m->primitive, x)) return;
  if (points->count == POINTS_MOST) {
    points->full = true;
    return;
  }
  if (points->count == points->capacity) {
    uint32_t capacity = points->capacity == 0 ? 1024 : 2 * points->capacity;
    double *grown = realloc(points->x, (size_t)capacity * points->inputs * sizeof *grown + 1);
    if (grown != NULL) points->x = grown;
    PointKind *kinds = realloc(points->kind, capacity * sizeof *kinds);
    if (kinds != NULL) points->kind = kinds;
    if (grown == NULL || kinds == NULL) {
      points->full = true;
      return;
    }
    points->capacity = capacity;
  }
  if (points->inputs > 0) memcpy(points->x + (size_t)points->count * points->inputs, x, points->inputs * sizeof *x);
  points->kind[points->count++] = kind;
}

static void add_both_signs(Maker *m, PointKind kind, uint32_t place, double size) {
  m->base[place] = size;
  add(m, kind, m->base);
  m->base[place] = -size;
  add(m, kind, m->base);
}

/* ------------------------------------------------------------------ random -- */

static double unit(Maker *m, uint64_t stream, uint64_t index) {
  return (double)(int64_t)(random_word(m->seed, stream, index) >> 11) * 0x1p-53;
}

/* A number of few digits or of many, of either sign, near 1 or not. */
static double draw(Maker *m, uint64_t stream, uint64_t index) {
  uint64_t shape = random_word(m->seed, stream + 1, index) % 8;
  double u = unit(m, stream, index), sign = random_word(m->seed, stream + 2, index) % 2 == 0 ? 1 : -1;
  if (shape < 2) return sign * floor(u * 64) / 16;
  if (shape < 6) return sign * u * 4;
  return sign * ldexp(0.5 + u, (int)(random_word(m->seed, stream + 3, index) % 24) - 12);
}

static void draw_point(Maker *m, uint64_t k, double *x) {
  const Primitive *p = m->primitive;
  for (uint32_t i = 0; i < p->inputs; i++)
    x[i] = p->is_real[i] ? draw(m, 8 * k + 1028, i) : (double)(int64_t)(random_word(m->seed, 4 * k + 4, i) % 4);
  for (uint32_t i = 0; i < p->tangents; i++) x[p->input_place[i]] = draw(m, 8 * k + 1024, i);
}

static void add_random(Maker *m, uint32_t samples) {
  const Primitive *p = m->primitive;
  for (uint32_t k = 0; k < samples; k++) {
    draw_point(m, k, m->base);
    /* domains are often of positive numbers */
    for (uint32_t i = 0; i < p->tangents && k % 3 == 2; i++)
      m->base[p->input_place[i]] = fabs(m->base[p->input_place[i]]);
    add(m, POINT_RANDOM, m->base);
  }
}

/* ---------------------------------------------------------------- specials -- */

static double special(uint32_t k) { return k < SPECIALS ? specials[k] : extremes[k - SPECIALS]; }

static void add_one_argument(Maker *m) {
  uint32_t place = m->primitive->input_place[0];
  for (uint32_t k = 0; k < SPECIALS + EXTREMES; k++) {
    m->base[place] = special(k);
    add(m, POINT_SPECIAL, m->base);
  }
}

static void add_two_arguments(Maker *m) {
  const uint32_t *place = m->primitive->input_place;
  for (uint32_t k = 0; k < SPECIALS + EXTREMES; k++) {
    for (uint32_t l = 0; l < SPECIALS + EXTREMES; l++) {
      if (k >= 12 && l >= 12 && k != l) continue;
      m->base[place[0]] = special(k);
      m->base[place[1]] = special(l);
      add(m, POINT_SPECIAL, m->base);
    }
  }
}

/* All equal; then one, and then two, special among random ones. */
static void add_many_arguments(Maker *m) {
  const Primitive *p = m->primitive;
  for (uint32_t k = 0; k < SPECIALS + EXTREMES; k++) {
    draw_point(m, k, m->base);
    for (uint32_t i = 0; i < p->tangents; i++) m->base[p->input_place[i]] = special(k);
    add(m, POINT_SPECIAL, m->base);
  }
  for (uint32_t k = 0; k < SPECIALS; k++) {
    for (uint32_t i = 0; i < p->tangents && i < AXES_MOST; i++) {
      uint32_t j = (uint32_t)(random_word(m->seed, 77, k * 64 + i) % p->tangents);
      draw_point(m, k * 16 + i, m->base);
      m->base[p->input_place[i]] = special(k);
      add(m, POINT_SPECIAL, m->base);
      m->base[p->input_place[j]] = special(k);
      add(m, POINT_SPECIAL, m->base);
    }
  }
}

/* The k-th of them, all different. */
static double simple_number(uint32_t k) {
  uint32_t turn = (uint32_t)(k / SIMPLE);
  return simple[k % SIMPLE] + turn / 8.0;
}

static bool is_active(const Primitive *p, uint32_t place) {
  for (uint32_t i = 0; i < p->tangents; i++) {
    if (p->input_place[i] == place) return true;
  }
  return false;
}

/* Places of reals, at most `most` of those with a tangent, and then of those without. */
static uint32_t find_reals(const Primitive *p, uint32_t most, uint32_t *place) {
  uint32_t count = 0;
  for (; count < p->tangents && count < most; count++) place[count] = p->input_place[count];
  for (uint32_t i = 0, asked = 0; i < p->inputs && asked < most; i++) {
    if (!p->is_real[i] || is_active(p, i)) continue;
    asked++;
    place[count++] = i;
  }
  return count;
}

/* Places of Ints. */
static uint32_t find_ints(const Primitive *p, uint32_t *place) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->inputs && count < AXES_MOST; i++) {
    if (!p->is_real[i]) place[count++] = i;
  }
  return count;
}

/* A random point whose reals are not negative. */
static void draw_positive(Maker *m, uint64_t k) {
  const Primitive *p = m->primitive;
  draw_point(m, k, m->base);
  for (uint32_t i = 0; i < p->inputs; i++) {
    if (p->is_real[i]) m->base[i] = fabs(m->base[i]);
  }
}

/* Reals without a tangent have special values too. */
static void add_inactive(Maker *m) {
  uint32_t place[2 * AXES_MOST], active = m->primitive->tangents < AXES_MOST ? m->primitive->tangents : AXES_MOST;
  uint32_t count = find_reals(m->primitive, AXES_MOST, place);
  for (uint32_t i = active; i < count; i++) {
    for (uint32_t k = 0; k < SPECIALS + EXTREMES; k++) {
      draw_positive(m, 470 + k);
      m->base[place[i]] = special(k);
      add(m, POINT_SPECIAL, m->base);
    }
  }
}

/* Where an argument without a tangent and another are equal, or opposite: a threshold is such an argument. */
static void add_ties(Maker *m) {
  uint32_t place[2 * TIED_MOST], active = m->primitive->tangents < TIED_MOST ? m->primitive->tangents : TIED_MOST;
  uint32_t count = find_reals(m->primitive, TIED_MOST, place);
  for (uint32_t i = active; i < count; i++) {
    for (uint32_t k = 0; k < i * BASES; k++) {
      draw_positive(m, 1500 + k);
      add_both_signs(m, POINT_SPECIAL, place[k % i], m->base[place[i]]);
    }
  }
}

/* Of the Int at `place`, at reals of any sign and at none below 0. */
static void add_int(Maker *m, PointKind kind, uint64_t k, uint32_t place, double value) {
  draw_positive(m, k);
  m->base[place] = value;
  add(m, kind, m->base);
  draw_point(m, k + 1, m->base);
  m->base[place] = value;
  add(m, kind, m->base);
}

/* Random points have Ints from 0 to 3, as indices are. */
static void add_ints(Maker *m) {
  static const double ints[] = {-1, -2, -3, 4, 5, 6, 7, 8, 10, -10, 16, 33, 64, -64, 100, -100, 1000, -1000};
  uint32_t place[AXES_MOST], count = find_ints(m->primitive, place);
  for (uint32_t i = 0; i < count; i++) {
    for (size_t k = 0; k < sizeof ints / sizeof *ints; k++) add_int(m, POINT_SPECIAL, 800 + 2 * k, place[i], ints[k]);
  }
}

/* Numbers that are easily said, no two alike in one point. */
static void add_ordinary(Maker *m) {
  const uint32_t count = SIMPLE;
  const Primitive *p = m->primitive;
  for (uint32_t k = 0; k < 2 * count; k++) {
    draw_point(m, 400 + k, m->base);
    for (uint32_t i = 0; i < p->tangents; i++) {
      uint32_t turn = i / count;
      double x = simple[(k + i * (1 + k / count)) % count] + turn / 8.0;
      m->base[p->input_place[i]] = k < count ? fabs(x) : x;
    }
    add(m, POINT_ORDINARY, m->base);
  }
}

/* Blocks that occur twice, and then numbers that are all different: two rows of a matrix, or two arguments. */
static void add_repeated(Maker *m) {
  const Primitive *p = m->primitive;
  for (uint32_t block = 1; 2 * block <= p->tangents && block <= AXES_MOST; block++) {
    draw_point(m, 450 + block, m->base);
    for (uint32_t i = 0; i < p->tangents; i++) {
      uint32_t k = i < 2 * block ? i % block : i;
      m->base[p->input_place[i]] = simple_number(k);
    }
    add(m, POINT_SPECIAL, m->base);
    for (uint32_t i = 0; i < p->tangents; i++) m->base[p->input_place[i]] = fabs(m->base[p->input_place[i]]);
    add(m, POINT_SPECIAL, m->base);
  }
}

/* Numbers that are all different and add up to 0; and blocks followed by what is opposite to them. */
static void add_cancelling(Maker *m) {
  const Primitive *p = m->primitive;
  if (p->tangents < 2) return;
  double sum = 0;
  draw_point(m, 480, m->base);
  for (uint32_t i = 0; i < p->tangents; i++) {
    double x = i + 1 < p->tangents ? simple_number(i) : -sum;
    m->base[p->input_place[i]] = x;
    sum += x;
  }
  add(m, POINT_SPECIAL, m->base);
  for (uint32_t block = 1; 2 * block <= p->tangents && block <= AXES_MOST; block++) {
    draw_point(m, 480 + block, m->base);
    for (uint32_t i = 0; i < p->tangents; i++) {
      bool opposite = i >= block && i < 2 * block;
      m->base[p->input_place[i]] = opposite ? -simple_number(i - block) : simple_number(i);
    }
    add(m, POINT_SPECIAL, m->base);
  }
}

/* 6, 10, 12, 18, 24, ...: the binary orders of the ladder. */
#define LADDER_FIRST 6
#define LADDER_LAST 60
#define DIAGONAL_FIRST 12
static int next_order(int e) { return e + (e == 6 ? 4 : e == 10 ? 2 : 6); }

static void add_ladder(Maker *m) {
  static const double beside_one[] = {0x1p-52, 0x1p-40, 0x1p-30, 0x1p-20, 0x1p-10};
  const Primitive *p = m->primitive;
  for (uint32_t i = 0; i < p->tangents && i < AXES_MOST; i++) {
    draw_point(m, 600 + i, m->base);
    uint32_t place = p->input_place[i];
    for (int e = LADDER_FIRST; e <= LADDER_LAST; e = next_order(e)) {
      add_both_signs(m, POINT_LADDER, place, ldexp(1, e));
      add_both_signs(m, POINT_LADDER, place, ldexp(1, -e));
    }
    for (int size = 4; size <= 40; size++) add_both_signs(m, POINT_LADDER, place, size);
    for (size_t k = 0; k < sizeof beside_one / sizeof *beside_one; k++) {
      add_both_signs(m, POINT_LADDER, place, 1 + beside_one[k]);
      add_both_signs(m, POINT_LADDER, place, 1 - beside_one[k]);
    }
  }
}

/* All of about this size, none alike: what is wrong there by one of them is no less than what the others give. */
static void add_of_size(Maker *m, int e) {
  const Primitive *p = m->primitive;
  draw_point(m, 670, m->base);
  for (uint32_t i = 0; i < p->tangents; i++) m->base[p->input_place[i]] = ldexp(fabs(simple_number(i)), e);
  add(m, POINT_LADDER, m->base);
  for (uint32_t i = 0; i < p->tangents; i++) m->base[p->input_place[i]] *= -1;
  add(m, POINT_LADDER, m->base);
  for (uint32_t i = 0; i < p->tangents; i += 2) m->base[p->input_place[i]] *= -1;
  add(m, POINT_LADDER, m->base);
}

static void add_diagonal_ladder(Maker *m) {
  for (int e = DIAGONAL_FIRST; m->primitive->tangents > 1 && e <= LADDER_LAST; e = next_order(e)) {
    add_of_size(m, e);
    add_of_size(m, -e);
  }
}

static void add_tails(Maker *m) {
  const Primitive *p = m->primitive;
  for (uint32_t i = 0; i < p->tangents && i < AXES_MOST; i++) {
    draw_point(m, 500 + i, m->base);
    for (int e = -1074; e < 1024; e += TAIL_STEP) {
      add_both_signs(m, POINT_TAIL, p->input_place[i], ldexp(1, e));
    }
  }
}

static void add_infinite(Maker *m) {
  static const double values[] = {INFINITY, -INFINITY, NAN};
  const Primitive *p = m->primitive;
  draw_point(m, 990, m->base);
  for (uint32_t i = 0; i < p->tangents; i++) m->base[p->input_place[i]] = simple_number(i);
  for (uint32_t i = 0; i < p->tangents && i < AXES_MOST; i++) {
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
      m->base[p->input_place[i]] = values[k];
      add(m, POINT_INFINITE, m->base);
    }
    m->base[p->input_place[i]] = simple_number(i);
  }
  for (size_t k = 0; p->tangents > 1 && k < sizeof values / sizeof *values; k++) {
    for (uint32_t i = 0; i < p->tangents; i++) m->base[p->input_place[i]] = values[k];
    add(m, POINT_INFINITE, m->base);
  }
}

/* ------------------------------------------------------ edges and kinks -- */

/* The side of a condition on which a point lies: of a comparison whether it holds,
 * of an equation the sign of the difference. */
static int side(Maker *m, const Condition *condition, uint32_t place, double t) {
  m->base[place] = t;
  if (condition->relation != RELATION_EQUAL && condition->relation != RELATION_NOT_EQUAL)
    return oracle_satisfies(m->oracle, condition, 1, m->base) == 1;
  double difference = oracle_difference(m->oracle, condition, m->base);
  return isnan(difference) ? 2 : difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

static void add_at(Maker *m, PointKind kind, uint32_t place, double t) {
  m->base[place] = t;
  add(m, kind, m->base);
}

static double neighbour(const Maker *m, double t, double way) {
  return m->primitive->format == &format_single ? (double)nextafterf((float)t, (float)way) : nextafter(t, way);
}

/* t, and an ulp to each side of it. */
static void add_around(Maker *m, PointKind on, PointKind beside, uint32_t place, double t) {
  add_at(m, beside, place, neighbour(m, t, -INFINITY));
  add_at(m, on, place, t);
  add_at(m, beside, place, neighbour(m, t, INFINITY));
  if (beside != POINT_BRANCH && beside != POINT_CONSTANT) return;
  for (int side = -1; side <= 1; side += 2) {
    add_at(m, beside, place, t * (1 + side * 0x1p-20));
    add_at(m, beside, place, t + side);
    add_at(m, beside, place, t + side * 0.5);
  }
}

/* Doubles in order, as integers: neighbours differ by 1. */
static int64_t ordinal(double t) {
  int64_t bits;
  memcpy(&bits, &t, sizeof bits);
  return bits < 0 ? INT64_MIN - bits : bits;
}
static double of_ordinal(int64_t n) {
  int64_t bits = n < 0 ? INT64_MIN - n : n;
  double t;
  memcpy(&t, &bits, sizeof t);
  return t;
}

/* Between a and b the side changes: narrows to two neighbours, or to a zero. */
static void bisect(Maker *m, const Condition *condition, PointKind on, PointKind beside, uint32_t place, double a,
                   double b) {
  int from = side(m, condition, place, a);
  int64_t low = ordinal(a), high = ordinal(b);
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    int here = side(m, condition, place, of_ordinal(middle));
    if (here == 0 && condition->relation == RELATION_EQUAL) {
      add_around(m, on, beside, place, of_ordinal(middle));
      return;
    }
    if (here == from)
      low = middle;
    else
      high = middle;
  }
  add_around(m, beside, beside, place, of_ordinal(low));
  add_at(m, beside, place, of_ordinal(high));
  add_at(m, beside, place, of_ordinal(high + 1));
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Along one axis through the present base: the grid's neighbours that lie on
 * different sides, and grid points that lie on it. */
static void scan_axis(Maker *m, const Condition *condition, PointKind on, PointKind beside, uint32_t place) {
  const Primitive *p = m->primitive;
  double grid[SPECIALS + EXTREMES + AXES_MOST];
  size_t count = 0;
  for (uint32_t k = 0; k < SPECIALS + EXTREMES; k++) grid[count++] = special(k);
  for (uint32_t i = 0; i < p->tangents && i < AXES_MOST; i++) { /* ties */
    if (p->input_place[i] != place) grid[count++] = m->base[p->input_place[i]];
  }
  qsort(grid, count, sizeof *grid, by_value);
  int before = side(m, condition, place, grid[0]);
  bool equation = condition->relation == RELATION_EQUAL || condition->relation == RELATION_NOT_EQUAL;
  for (size_t k = 1; k < count; k++) {
    int here = side(m, condition, place, grid[k]);
    if (equation && here == 0)
      add_around(m, on, beside, place, grid[k]);
    else if (here != before && !(equation && before == 0) && here != 2 && before != 2)
      bisect(m, condition, on, beside, place, grid[k - 1], grid[k]);
    before = here;
  }
}

/* The Ints near 0 that lie on it, and those next to each other between which the side changes. */
static void scan_ints(Maker *m, const Condition *condition, PointKind on, PointKind beside, uint32_t place) {
  bool equation = condition->relation == RELATION_EQUAL || condition->relation == RELATION_NOT_EQUAL;
  int before = side(m, condition, place, -INTS_SCANNED);
  for (int t = 1 - INTS_SCANNED; t <= INTS_SCANNED; t++) {
    int here = side(m, condition, place, t);
    bool hit = equation && here == 0;
    if (hit || here != before) add_at(m, beside, place, t - 1);
    if (hit || here != before) add_at(m, hit ? on : beside, place, t);
    if (hit) add_at(m, beside, place, t + 1);
    before = here;
  }
}

static void add_condition(Maker *m, const Condition *condition, PointKind on, PointKind beside) {
  uint32_t place[2 * AXES_MOST], count = find_reals(m->primitive, AXES_MOST, place);
  for (uint32_t i = 0; i < BASES * count; i++) {
    draw_point(m, 2000 + 16 * (uint64_t)(i / BASES) + i % BASES, m->base);
    scan_axis(m, condition, on, beside, place[i / BASES]);
  }
  for (uint32_t i = 0; i < count; i++) { /* what solves an equation has few digits where the others have */
    for (uint32_t k = 0; k < count; k++) m->base[place[k]] = simple_number(k + i);
    scan_axis(m, condition, on, beside, place[i]);
  }
  count = find_ints(m->primitive, place);
  for (uint32_t i = 0; i < BASES * count; i++) {
    draw_point(m, 3000 + 16 * (uint64_t)(i / BASES) + i % BASES, m->base);
    scan_ints(m, condition, on, beside, place[i / BASES]);
  }
}

static void add_own_tests(Maker *m) {
  Condition test[TESTS_MOST];
  uint32_t count = own_tests(m->primitive, test, TESTS_MOST);
  for (uint32_t k = 0; k < count; k++) add_condition(m, &test[k], POINT_BRANCH, POINT_BRANCH);
}

/* ---------------------------------------------------- constants of the text -- */

#define CONSTANTS_MOST 12u
#define QUOTIENTS_MOST 6u
#define CONSTANT_AXES 4u

static bool is_listed(const double *list, uint32_t count, double x) {
  for (uint32_t i = 0; i < count; i++) {
    if (list[i] == x) return true;
  }
  return false;
}

/* The sizes of those that are not in the list. */
static uint32_t find_constants(const Primitive *p, const double *list, uint32_t length, double *out) {
  const ConstantTable *table = &p->store->constants;
  uint32_t count = 0;
  for (uint32_t k = 1; k < table->count; k++) {
    for (uint32_t i = 0; i < table->entries[k].length && count < CONSTANTS_MOST; i++) {
      double size = fabs(table->entries[k].nearest[i]);
      if (isfinite(size) && !is_listed(list, length, size) && !is_listed(out, count, size)) out[count++] = size;
    }
  }
  return count;
}

static void add_constants(Maker *m) {
  const Primitive *p = m->primitive;
  double constant[CONSTANTS_MOST];
  uint32_t count = find_constants(p, specials, SPECIALS, constant);
  uint32_t place[2 * CONSTANT_AXES], reals = find_reals(p, CONSTANT_AXES, place);
  for (uint32_t i = 0; i < reals; i++) {
    draw_point(m, 700 + i, m->base);
    for (uint32_t k = 0; k < count; k++) {
      add_around(m, POINT_CONSTANT, POINT_CONSTANT, place[i], constant[k]);
      add_around(m, POINT_CONSTANT, POINT_CONSTANT, place[i], -constant[k]);
      for (uint32_t l = 0; l < count && k < QUOTIENTS_MOST && l < QUOTIENTS_MOST; l++) {
        if (k != l) add_both_signs(m, POINT_CONSTANT, place[i], constant[k] / constant[l]);
      }
    }
  }
}

/* The Int at `place` that far above and below another, and what is left of it. */
static void add_int_pairs(Maker *m, uint32_t other, uint32_t place, double c) {
  for (uint64_t k = 0; k < 2; k++) {
    draw_positive(m, 902 + k);
    double ints[] = {m->base[other] + c, m->base[other] - c, c - m->base[other]};
    for (size_t l = 0; l < sizeof ints / sizeof *ints; l++) add_at(m, POINT_CONSTANT, place, ints[l]);
  }
}

/* Ints at a constant and beside it, of either sign. */
static void add_int_constants(Maker *m) {
  double constant[CONSTANTS_MOST];
  uint32_t constants = find_constants(m->primitive, NULL, 0, constant);
  uint32_t place[AXES_MOST], count = find_ints(m->primitive, place);
  for (uint32_t n = 0; n < count * constants; n++) {
    uint32_t i = n / constants;
    double c = constant[n % constants];
    for (int beside = -1; beside <= 1; beside++) {
      add_int(m, POINT_CONSTANT, 900, place[i], c + beside);
      add_int(m, POINT_CONSTANT, 900, place[i], -c + beside);
    }
    if (i > 0) add_int_pairs(m, place[i - 1], place[i], c);
    if (i > 0) add_int_pairs(m, place[i], place[i - 1], c);
  }
}

bool points_make(PointSet *points, const Primitive *primitive, Oracle *oracle, uint64_t seed, uint32_t samples) {
  *points = (PointSet){.inputs = primitive->inputs};
  double *base = calloc((size_t)primitive->inputs + 1, sizeof *base);
  if (base == NULL) return false;
  Maker m = {points, primitive, oracle, seed, base};
  if (primitive->tangents > 0) add_ordinary(&m);
  draw_point(&m, 0, base);
  for (uint32_t k = 0; k < primitive->kink_count; k++)
    add_condition(&m, &primitive->kink[k].where, POINT_KINK, POINT_NEAR_KINK);
  for (uint32_t k = 0; k < primitive->domain_count; k++)
    add_condition(&m, &primitive->domain[k], POINT_BOUNDARY, POINT_BOUNDARY);
  for (uint32_t k = 0; k < primitive->removable_count; k++)
    add_condition(&m, &primitive->removable[k], POINT_BRANCH, POINT_BRANCH);
  for (uint32_t k = 0; k < primitive->branch_count; k++)
    add_condition(&m, &primitive->branch[k], POINT_BRANCH, POINT_BRANCH);
  if (primitive->tangents == 0) add(&m, POINT_SPECIAL, base);
  if (primitive->tangents == 1) add_one_argument(&m);
  if (primitive->tangents == 2) add_two_arguments(&m);
  if (primitive->tangents > 2) add_many_arguments(&m);
  add_inactive(&m);
  add_ties(&m);
  add_ints(&m);
  add_repeated(&m);
  add_cancelling(&m);
  add_constants(&m);
  add_int_constants(&m);
  add_own_tests(&m);
  add_random(&m, samples);
  add_ladder(&m);
  add_diagonal_ladder(&m);
  add_tails(&m);
  add_infinite(&m);
  free(base);
  return points->count > 0;
}

bool points_given(PointSet *points, const Primitive *primitive, const double *x, uint32_t count) {
  size_t size = (size_t)count * primitive->inputs;
  *points = (PointSet){.inputs = primitive->inputs, .count = count, .capacity = count};
  points->x = calloc(size + 1, sizeof *points->x);
  points->kind = calloc((size_t)count + 1, sizeof *points->kind);
  if (points->x == NULL || points->kind == NULL) return false;
  memcpy(points->x, x, size * sizeof *x);
  for (uint32_t k = 0; k < count; k++) {
    points->kind[k] = primitive->kink_count > 0 ? POINT_KINK : POINT_SPECIAL;
    for (uint32_t i = 0; i < primitive->inputs; i++) {
      if (!isfinite(x[(size_t)k * primitive->inputs + i])) points->kind[k] = POINT_INFINITE;
    }
  }
  return count > 0;
}

void points_free(PointSet *points) {
  free(points->x);
  free(points->kind);
  *points = (PointSet){0};
}
