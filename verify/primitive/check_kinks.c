/* Kinks: the declared convention, and the derivatives on each side. */
#include "verify/enumerate/space.h"
#include "verify/primitive/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How near to the kink the sides are looked at: nearer than any double. */
#define SIDE_EXPONENT 300
#define SIDE_EXPONENT_AT_0 1300
#define DIRECTIONS_MOST 64u
#define DIRECTIONS_RANDOM 24u
#define DIRECTIONS_LEAST 8u /* with fewer nothing is said */
#define SLACK 1e-9          /* of the derivatives' size: they are taken beside the kink */
#define SEEDS_BESIDE 2u     /* beside those of the axes */
#define NO_SLOPE 0x1p-90    /* so near a kink a slope of less may be on its way to 0, as that of x^(4/3) is */

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
  uint32_t count = 2 * c->primitive->tangents + DIRECTIONS_RANDOM;
  return count < DIRECTIONS_MOST ? count : DIRECTIONS_MOST;
}

/* x + 2^-e min(|x|, 1) d, or 2^-e' d where x is 0; exactly. */
static void step_aside(const Campaign *c, const double *x, const double *d, mpq_t *out) {
  const Primitive *p = c->primitive;
  mpq_t step, factor;
  mpq_init(step), mpq_init(factor);
  (void)exact_numbers(p->inputs, x, out); /* of a kink: finite */
  for (uint32_t i = 0; i < p->tangents; i++) {
    double at = x[p->input_place[i]];
    mpq_set_d(step, at == 0 ? 1 : fmin(fabs(at), 1));
    mpq_set_d(factor, d[i]);
    mpq_mul(step, step, factor);
    mpq_div_2exp(step, step, at == 0 ? SIDE_EXPONENT_AT_0 : SIDE_EXPONENT);
    mpq_add(out[p->input_place[i]], out[p->input_place[i]], step);
  }
  mpq_clear(step), mpq_clear(factor);
}

/* The Jacobians around a point, along the directions in which it is there: some stay on the kink.  False where
 * there are too few. */
static bool look_aside(Campaign *c, uint32_t k, Sides *sides) {
  const Primitive *p = c->primitive;
  size_t size = (size_t)p->cotangents * p->tangents;
  Certain certain;
  mpq_t *x = rationals_new(p->inputs);
  uint32_t most = direction_count(c);
  *sides = (Sides){0, p->tangents, NULL, NULL};
  sides->direction = calloc((size_t)most * p->tangents + 1, sizeof(double));
  sides->slope = calloc((size_t)most * size + 1, sizeof(double));
  bool good = certain_init(&certain, p) && x != NULL && sides->direction != NULL && sides->slope != NULL;
  for (uint32_t d = 0; good && d < most; d++) {
    double *direction = sides->direction + (size_t)sides->count * p->tangents;
    for (uint32_t i = 0; i < p->tangents; i++) direction[i] = direction_entry(c, d, i);
    step_aside(c, chunk_point(c, k), direction, x);
    oracle_at_exact(c->oracle, (const mpq_t *)x, &certain);
    if (certain.state != ORACLE_DEFINED) continue;
    for (size_t n = 0; n < size; n++)
      sides->slope[sides->count * size + n] = arf_get_d(arb_midref(certain.jacobian + n), ARF_RND_NEAR);
    sides->count++;
  }
  rationals_free(x, p->inputs);
  certain_clear(&certain);
  return good && sides->count >= DIRECTIONS_LEAST;
}

static void sides_free(Sides *sides) {
  free(sides->direction);
  free(sides->slope);
}

/* Their product; `size` becomes the sum of what is added without signs, if that is more. */
static double dot(uint32_t n, const double *a, const double *b, double *size) {
  double sum = 0, all = 0;
  for (uint32_t i = 0; i < n; i++) {
    sum += a[i] * b[i];
    all += fabs(a[i] * b[i]);
  }
  *size = fmax(*size, all);
  return sum;
}

/* By how much two numbers that rules computed of terms of that size may differ. */
static double slack_of(const Campaign *c, double size) {
  return (SLACK + c->tolerance.ulps * c->tolerance.format->unit) * size + NO_SLOPE;
}

/* Whether g is outside the convex hull of the gradients of result `row` around the point:
 * along some direction it is beyond all of them.  That direction, or NULL. */
static const double *outside_hull(const Campaign *c, const Sides *sides, uint32_t row, const double *g) {
  uint32_t n = c->primitive->tangents;
  size_t size = (size_t)c->primitive->cotangents * n;
  for (uint32_t d = 0; d < sides->count; d++) {
    const double *direction = sides->direction + (size_t)d * n;
    double least = INFINITY, most = -INFINITY, scale = 0, own = dot(n, g, direction, &scale);
    for (uint32_t s = 0; s < sides->count; s++) {
      double slope = dot(n, sides->slope + s * size + (size_t)row * n, direction, &scale);
      least = fmin(least, slope);
      most = fmax(most, slope);
    }
    double slack = slack_of(c, scale);
    if (!(own >= least - slack && own <= most + slack)) return direction;
  }
  return NULL;
}

/* The Jacobian that a rule gives at a point, row by row; `answered` false where it gives none. */
static bool ask_jacobian(Campaign *c, RuleCall what, uint32_t k, double *jacobian, bool *answered) {
  const Primitive *p = c->primitive;
  uint32_t from = rule_seed_size(p, what), to = rule_answer_size(p, what);
  double *x = calloc((size_t)from * p->inputs + 1, sizeof *x), *seed = calloc((size_t)from * from + 1, sizeof *seed);
  double *out = calloc((size_t)from * to + 1, sizeof *out);
  RuleAnswer *answers = calloc((size_t)from + 1, sizeof *answers);
  bool good = x != NULL && seed != NULL && out != NULL && answers != NULL;
  for (uint32_t s = 0; good && s < from; s++) {
    memcpy(x + (size_t)s * p->inputs, chunk_point(c, k), p->inputs * sizeof *x);
    seed[(size_t)s * from + s] = 1;
  }
  good = good && campaign_call(c, what, from, x, seed, out, answers);
  *answered = good;
  for (uint32_t s = 0; good && s < from; s++) {
    *answered = *answered && answers[s] == RULE_ANSWERED;
    for (uint32_t i = 0; i < to; i++)
      jacobian[what == RULE_VJP ? s * to + i : i * p->tangents + s] = out[(size_t)s * to + i];
  }
  free(x), free(seed), free(out), free(answers);
  return good;
}

/* Another seed than those of the axes: all -1, or a random one. */
static double seed_entry(const Campaign *c, uint32_t s, uint32_t i) {
  return s == 0 ? -1 : direction_entry(c, 2 * c->primitive->tangents + s, i) + 0.5;
}

/* At a kink, too, a rule is linear: along other seeds it answers its own Jacobian times them. */
static bool check_own(Campaign *c, RuleCall what, uint32_t k, const double *jacobian) {
  const Primitive *p = c->primitive;
  uint32_t from = rule_seed_size(p, what), to = rule_answer_size(p, what);
  double *seed = calloc((size_t)from + 1, sizeof *seed);
  double *row = calloc((size_t)from + 1, sizeof *row), *out = calloc((size_t)to + 1, sizeof *out);
  bool good = seed != NULL && row != NULL && out != NULL;
  for (uint32_t s = 0; good && s < SEEDS_BESIDE; s++) {
    RuleAnswer answer = RULE_FAILED;
    for (uint32_t i = 0; i < from; i++) seed[i] = seed_entry(c, s, i);
    good = campaign_call(c, what, 1, chunk_point(c, k), seed, out, &answer);
    if (answer == RULE_UNKNOWN || answer == RULE_UNDECIDED || answer == RULE_COMPUTED) continue;
    for (uint32_t i = 0; good && i < to; i++) {
      char text[2][FINDING_TEXT] = {"", "no answer"};
      Occasion occasion = {k, seed, from, what == RULE_VJP ? "vjp against its own" : "jvp against its own", (int)i};
      double size = 0;
      for (uint32_t n = 0; n < from; n++) row[n] = jacobian[what == RULE_VJP ? n * to + i : i * p->tangents + n];
      double sum = dot(from, row, seed, &size);
      if (answer == RULE_ANSWERED && fabs(sum - out[i]) <= slack_of(c, size)) continue;
      print_doubles(1, &sum, text[0], sizeof text[0]);
      if (answer == RULE_ANSWERED) print_doubles(1, out + i, text[1], sizeof text[1]);
      count_wrong(c, PROPERTY_KINK, &occasion, text[0], text[1]);
    }
  }
  free(seed), free(row), free(out);
  return good;
}

/* The rules at a kink against themselves, and against one another. */
static bool check_rules(Campaign *c, uint32_t k) {
  const Primitive *p = c->primitive;
  static const RuleCall calls[] = {RULE_JVP, RULE_VJP};
  size_t size = (size_t)p->cotangents * p->tangents;
  double *found[2] = {calloc(size + 1, sizeof(double)), calloc(size + 1, sizeof(double))};
  bool good = found[0] != NULL && found[1] != NULL, known[2] = {false, false};
  for (int r = 0; r < 2 && good; r++) {
    if (!c->rule->offers[calls[r]]) continue;
    good = ask_jacobian(c, calls[r], k, found[r], &known[r]);
    for (size_t n = 0; n < size; n++) known[r] = known[r] && isfinite(found[r][n]);
    if (good && known[r]) good = check_own(c, calls[r], k, found[r]);
  }
  for (size_t n = 0; good && known[0] && known[1] && n < size; n++) {
    char text[2][FINDING_TEXT];
    Occasion occasion = {k, NULL, 0, "jvp against vjp at a kink, as gradients", -1};
    if (fabs(found[0][n] - found[1][n]) <= slack_of(c, fabs(found[0][n]))) continue;
    print_doubles(p->tangents, found[0] + n / p->tangents * p->tangents, text[0], sizeof text[0]);
    print_doubles(p->tangents, found[1] + n / p->tangents * p->tangents, text[1], sizeof text[1]);
    count_wrong(c, PROPERTY_DOT, &occasion, text[0], text[1]);
    break;
  }
  free(found[0]), free(found[1]);
  return good;
}

/* What may stand at a kink. */
typedef struct Convention {
  const Kink *kink;
  const Sides *sides; /* NULL: not known */
  double *listed;     /* kink->gradients of them */
} Convention;

static Judgement judge_gradient(Campaign *c, const Convention *v, uint32_t row, const double *found) {
  uint32_t n = c->primitive->tangents;
  if (v->kink->any)
    return v->sides == NULL                                ? JUDGED_UNDECIDED
           : outside_hull(c, v->sides, row, found) == NULL ? JUDGED_HOLDS
                                                           : JUDGED_WRONG;
  for (uint32_t g = 0; g < v->kink->gradients; g++) {
    bool same = true;
    for (uint32_t i = 0; i < n && same; i++) {
      double listed = v->listed[(size_t)g * n + i];
      same = fabs(found[i] - listed) <= 2 * c->tolerance.ulps * c->tolerance.format->unit * fabs(listed);
    }
    if (same) return JUDGED_HOLDS;
  }
  return JUDGED_WRONG;
}

/* The rules at a kink against the convention. */
static bool check_convention(Campaign *c, uint32_t k, const Convention *v) {
  const Primitive *p = c->primitive;
  static const RuleCall calls[] = {RULE_JVP, RULE_VJP};
  double *found = calloc((size_t)p->cotangents * p->tangents + 1, sizeof *found);
  bool good = found != NULL;
  for (int r = 0; r < 2 && good; r++) {
    bool answered;
    if (!c->rule->offers[calls[r]]) continue;
    good = ask_jacobian(c, calls[r], k, found, &answered);
    for (uint32_t row = 0; good && row < p->cotangents; row++) {
      char text[2][FINDING_TEXT] = {"any gradient between those around the kink", "no answer"};
      Occasion occasion = {k, NULL, 0, r == 0 ? "jvp, as a gradient" : "vjp", p->cotangents > 1 ? (int)row : -1};
      if (!v->kink->any) print_doubles(p->tangents, v->listed, text[0], sizeof text[0]);
      if (answered) print_doubles(p->tangents, found + (size_t)row * p->tangents, text[1], sizeof text[1]);
      Judgement judged = answered ? judge_gradient(c, v, row, found + (size_t)row * p->tangents) : JUDGED_WRONG;
      if (judged == JUDGED_HOLDS)
        c->report->result[PROPERTY_KINK].count[JUDGED_HOLDS]++;
      else
        count_finding(c, PROPERTY_KINK, judged, &occasion, text[0], text[1]);
    }
  }
  free(found);
  return good;
}

/* Each gradient that is listed against those around. */
static void check_listed(Campaign *c, uint32_t k, const Convention *v) {
  uint32_t n = c->primitive->tangents;
  for (uint32_t g = 0; g < v->kink->gradients; g++) {
    const double *listed = v->listed + (size_t)g * n,
                 *direction = v->sides == NULL ? NULL : outside_hull(c, v->sides, 0, listed);
    Occasion occasion = {k, direction, n, "the declared convention against the derivatives around", -1};
    if (direction == NULL) {
      c->report->result[PROPERTY_KINK].count[v->sides == NULL ? JUDGED_UNDECIDED : JUDGED_HOLDS]++;
      continue;
    }
    char text[FINDING_TEXT];
    print_doubles(n, listed, text, sizeof text);
    count_wrong(c, PROPERTY_KINK, &occasion, "a gradient between those around the kink", text);
  }
}

static bool check_declared(Campaign *c, uint32_t k, const Kink *kink) {
  const Primitive *p = c->primitive;
  Sides sides;
  bool good = true, around = look_aside(c, k, &sides), listed = kink->any || p->cotangents == 1;
  Convention v = {kink, around ? &sides : NULL, calloc((size_t)kink->gradients * p->tangents + 1, sizeof(double))};
  for (uint32_t g = 0; v.listed != NULL && listed && g < kink->gradients; g++)
    listed = oracle_term(c->oracle, &kink->gradient[g], chunk_point(c, k), v.listed + (size_t)g * p->tangents);
  if (v.listed == NULL) {
    good = false;
  } else if (listed) {
    check_listed(c, k, &v);
    good = check_convention(c, k, &v);
  } else if (p->cotangents == 1) {
    Occasion occasion = {k, NULL, 0, "the declared convention", -1};
    count_wrong(c, PROPERTY_KINK, &occasion, "a gradient", "the convention is undefined here");
  } else {
    c->report->result[PROPERTY_KINK].count[JUDGED_UNDECIDED]++;
  }
  sides_free(&sides);
  free(v.listed);
  return good;
}

bool check_kinks(Campaign *c) {
  bool good = true;
  for (uint32_t k = 0; good && k < c->count; k++) {
    bool any = false;
    for (uint32_t i = 0; good && c->kink[k] && chunk_kind(c, k) == POINT_KINK && i < c->primitive->kink_count; i++) {
      const Kink *kink = &c->primitive->kink[i];
      bool claimed = c->claimed[k] == 1 && oracle_touches(c->oracle, &kink->where, chunk_point(c, k)) == 1;
      if (claimed) good = check_declared(c, k, kink);
      any = any || claimed;
    }
    if (good && any) good = check_rules(c, k);
  }
  return good;
}
