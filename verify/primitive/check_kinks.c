/* Kinks: the declared convention, the derivatives on each side, and kinks that are
 * not declared. */
#include "verify/enumerate/space.h"
#include "verify/primitive/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* How near to the kink the sides are looked at: nearer than any double, and nearer by
 * as much again, since what jumps there does so however near one looks. */
#define SIDE_EXPONENT 300
#define SIDE_EXPONENT_AT_0 1300
#define DIRECTIONS_MOST 64u
#define SLACK 1e-9 /* of the derivatives' size: they are taken beside the kink */

typedef struct Sides {
  uint32_t count, tangents;
  double *direction; /* tangents each */
  double *slope;     /* cotangents * tangents each: the Jacobian a little that way */
} Sides;

/* Each axis both ways, then random signs. */
static double direction_entry(const Campaign *c, uint32_t d, uint32_t i) {
  uint32_t tangents = c->primitive->tangents;
  if (d < 2 * tangents) return d / 2 == i ? (d % 2 == 0 ? 1 : -1) : 0;
  return (double)(random_word(c->options->seed, 171, (uint64_t)d * 64 + i) % 17) - 8;
}

static uint32_t direction_count(const Campaign *c) {
  uint32_t count = 2 * c->primitive->tangents + 8;
  return count < DIRECTIONS_MOST ? count : DIRECTIONS_MOST;
}

/* x + 2^-e min(|x|, 1) d, or 2^-e' d where x is 0; exactly. */
static void step_aside(const Campaign *c, const double *x, const double *d, unsigned nearer, mpq_t *out) {
  const Primitive *p = c->primitive;
  mpq_t step, factor;
  mpq_init(step), mpq_init(factor);
  for (uint32_t i = 0; i < p->inputs; i++) mpq_set_d(out[i], x[i]);
  for (uint32_t i = 0; i < p->tangents; i++) {
    double at = x[p->input_place[i]];
    mpq_set_d(step, at == 0 ? 1 : fmin(fabs(at), 1));
    mpq_set_d(factor, d[i]);
    mpq_mul(step, step, factor);
    mpq_div_2exp(step, step, (at == 0 ? SIDE_EXPONENT_AT_0 : SIDE_EXPONENT) + nearer);
    mpq_add(out[p->input_place[i]], out[p->input_place[i]], step);
  }
  mpq_clear(step), mpq_clear(factor);
}

/* The Jacobians around a point; false where one is not there. */
static bool look_aside(Campaign *c, uint32_t k, unsigned nearer, Sides *sides) {
  const Primitive *p = c->primitive;
  size_t size = (size_t)p->cotangents * p->tangents;
  Certain certain;
  mpq_t *x = calloc((size_t)p->inputs + 1, sizeof *x);
  *sides = (Sides){direction_count(c), p->tangents, NULL, NULL};
  sides->direction = calloc((size_t)sides->count * p->tangents + 1, sizeof(double));
  sides->slope = calloc((size_t)sides->count * size + 1, sizeof(double));
  bool good = certain_init(&certain, p) && x != NULL && sides->direction != NULL && sides->slope != NULL;
  for (uint32_t i = 0; x != NULL && i < p->inputs; i++) mpq_init(x[i]);
  for (uint32_t d = 0; good && d < sides->count; d++) {
    double *direction = sides->direction + (size_t)d * p->tangents;
    for (uint32_t i = 0; i < p->tangents; i++) direction[i] = direction_entry(c, d, i);
    step_aside(c, chunk_point(c, k), direction, nearer, x);
    oracle_at_exact(c->oracle, (const mpq_t *)x, &certain);
    good = certain.state == ORACLE_DEFINED;
    for (size_t n = 0; good && n < size; n++)
      sides->slope[d * size + n] = arf_get_d(arb_midref(certain.jacobian + n), ARF_RND_NEAR);
  }
  for (uint32_t i = 0; x != NULL && i < p->inputs; i++) mpq_clear(x[i]);
  free(x);
  certain_clear(&certain);
  return good;
}

static void sides_free(Sides *sides) {
  free(sides->direction);
  free(sides->slope);
}

static double dot(uint32_t n, const double *a, const double *b) {
  double sum = 0;
  for (uint32_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* How much entry n of the Jacobian varies around the point, and its size. */
static double spread(const Campaign *c, const Sides *sides, size_t n, double *size) {
  size_t step = (size_t)c->primitive->cotangents * c->primitive->tangents;
  double least = INFINITY, most = -INFINITY;
  for (uint32_t d = 0; d < sides->count; d++) {
    least = fmin(least, sides->slope[d * step + n]);
    most = fmax(most, sides->slope[d * step + n]);
  }
  *size = fmax(fabs(least), fabs(most));
  return most - least;
}

/* Whether entry n has a limit along each direction: it is there the same much nearer. */
static bool has_limits(const Campaign *c, const Sides *near, const Sides *nearer, size_t n) {
  size_t step = (size_t)c->primitive->cotangents * c->primitive->tangents;
  for (uint32_t d = 0; d < near->count; d++) {
    double first = near->slope[d * step + n], second = nearer->slope[d * step + n];
    if (fabs(first - second) > SLACK * fmax(1, fmax(fabs(first), fabs(second)))) return false;
  }
  return true;
}

/* Whether an entry of the Jacobian jumps: its limits differ.  What is only steep, or
 * oscillates at this scale, has none yet. */
static bool jumps(const Campaign *c, const Sides *near, const Sides *nearer) {
  size_t entries = (size_t)c->primitive->cotangents * c->primitive->tangents;
  for (size_t n = 0; n < entries; n++) {
    double size;
    if (spread(c, near, n, &size) > SLACK * fmax(1, size) && has_limits(c, near, nearer, n)) return true;
  }
  return false;
}

/* Whether g is outside the convex hull of the gradients around the point (of the first
 * result): along some direction it is beyond all of them.  That direction, or NULL. */
static const double *outside_hull(const Campaign *c, const Sides *sides, const double *g) {
  uint32_t n = c->primitive->tangents;
  size_t size = (size_t)c->primitive->cotangents * n;
  for (uint32_t d = 0; d < sides->count; d++) {
    const double *direction = sides->direction + (size_t)d * n;
    double least = INFINITY, most = -INFINITY, own = dot(n, g, direction);
    for (uint32_t s = 0; s < sides->count; s++) {
      double slope = dot(n, sides->slope + s * size, direction);
      least = fmin(least, slope);
      most = fmax(most, slope);
    }
    double slack = SLACK * fmax(1, fmax(fabs(least), fabs(most)));
    if (own < least - slack || own > most + slack) return direction;
  }
  return NULL;
}

/* The rules at a kink against the declared gradient. */
static bool check_convention(Campaign *c, uint32_t k, const double *g) {
  const Primitive *p = c->primitive;
  double one = 1;
  for (uint32_t i = 0; i < p->tangents && c->rule->offers[RULE_JVP] && p->cotangents == 1; i++) {
    double *seed = calloc((size_t)p->tangents + 1, sizeof *seed), found = NAN;
    RuleAnswer answer = RULE_FAILED;
    if (seed == NULL) return false;
    seed[i] = 1;
    bool called = campaign_call(c, RULE_JVP, 1, chunk_point(c, k), seed, &found, &answer);
    Occasion occasion = {k, seed, p->tangents, "jvp against the declared convention", (int)i};
    arb_set_d(c->term, g[i]);
    double off = 0;
    Judgement judged = answer == RULE_ANSWERED ? judge_double(c->term, NULL, found, c->tolerance, &off) : JUDGED_WRONG;
    if (called) count_judgement(c, PROPERTY_KINK, judged, off, &occasion, c->term, found);
    free(seed);
    if (!called) return false;
  }
  if (!c->rule->offers[RULE_VJP] || p->cotangents != 1) return true;
  double *found = calloc((size_t)p->tangents + 1, sizeof *found);
  RuleAnswer answer = RULE_FAILED;
  bool called = found != NULL && campaign_call(c, RULE_VJP, 1, chunk_point(c, k), &one, found, &answer);
  for (uint32_t i = 0; called && i < p->tangents; i++) {
    Occasion occasion = {k, &one, 1, "vjp against the declared convention", (int)i};
    double off = 0;
    arb_set_d(c->term, g[i]);
    Judgement judged =
        answer == RULE_ANSWERED ? judge_double(c->term, NULL, found[i], c->tolerance, &off) : JUDGED_WRONG;
    count_judgement(c, PROPERTY_KINK, judged, off, &occasion, c->term, found[i]);
  }
  free(found);
  return called;
}

static bool check_declared(Campaign *c, uint32_t k, const Kink *kink) {
  const Primitive *p = c->primitive;
  Sides sides;
  bool good = true;
  double *g = calloc((size_t)p->tangents + 1, sizeof *g);
  if (g == NULL) return false;
  Occasion occasion = {k, NULL, 0, "the declared convention against the derivatives around", -1};
  if (!oracle_term(c->oracle, &kink->gradient, chunk_point(c, k), g)) {
    count_wrong(c, PROPERTY_KINK, &occasion, "a gradient", "the convention is undefined here");
  } else {
    if (look_aside(c, k, 0, &sides) && p->cotangents == 1) {
      const double *direction = outside_hull(c, &sides, g);
      if (direction != NULL) {
        char text[2][FINDING_TEXT];
        print_doubles(p->tangents, direction, text[0], sizeof text[0]);
        print_doubles(p->tangents, g, text[1], sizeof text[1]);
        occasion.seed = direction;
        occasion.seed_size = p->tangents;
        count_wrong(c, PROPERTY_KINK, &occasion, "a gradient between those around the kink", text[1]);
      } else {
        c->report->result[PROPERTY_KINK].holds++;
      }
    } else {
      c->report->result[PROPERTY_KINK].undecided++;
    }
    sides_free(&sides);
    good = check_convention(c, k, g);
  }
  free(g);
  return good;
}

/* A function may have a kink that nobody declared: where its derivative jumps. */
static void check_undeclared(Campaign *c, uint32_t k) {
  Sides near, nearer;
  bool both = look_aside(c, k, 0, &near);
  both = look_aside(c, k, SIDE_EXPONENT, &nearer) && both;
  if (both && jumps(c, &near, &nearer)) {
    Occasion occasion = {k, NULL, 0, "a kink that is not declared", -1};
    count_wrong(c, PROPERTY_DOMAIN, &occasion, "the derivative jumps here", "no kink is declared");
  }
  sides_free(&near);
  sides_free(&nearer);
}

bool check_kinks(Campaign *c) {
  bool good = true;
  for (uint32_t k = 0; good && k < c->count; k++) {
    PointKind kind = chunk_kind(c, k);
    for (uint32_t i = 0; good && c->kink[k] && kind == POINT_KINK && i < c->primitive->kink_count; i++) {
      const Kink *kink = &c->primitive->kink[i];
      if (oracle_satisfies(c->oracle, &kink->where, 1, chunk_point(c, k)) == 1) good = check_declared(c, k, kink);
    }
    bool likely = kind == POINT_SPECIAL || kind == POINT_BRANCH;
    if (likely && chunk_regular(c, k) && c->claimed[k] == 1 && c->primitive->tangents <= 4) check_undeclared(c, k);
  }
  return good;
}
