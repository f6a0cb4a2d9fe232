/* PRIM-SPECIAL: what rules answer at infinities and at NaN.  Both must tell the same; and where the specification
 * says `limits`, the value and the slopes are the limits there, as far as these are certain. */
#include "verify/primitive/check.h"

#include <math.h>
#include <stdio.h>

#define DIGITS 20
#define FEW_BITS 0x1p-8 /* an answer with less of what is there is none */

/* ------------------------------------------------------------------ limits -- */

static void print_limit(const Limits *limits, uint32_t result, char *out, size_t size) {
  int infinite = limits_infinite(limits, result);
  if (infinite != 0)
    (void)snprintf(out, size, "%sinf", infinite < 0 ? "-" : "");
  else
    (void)ball_print(limits_number(limits, result), DIGITS, out, size);
}

/* The sizes that rounding is measured by at x: the limit's, and those of the inputs that are finite, or 1. */
static double scale_at(const Campaign *c, uint32_t k, double limit) {
  double scale = fmax(1, fabs(limit));
  for (uint32_t i = 0; i < c->primitive->inputs; i++) {
    double x = fabs(chunk_point(c, k)[i]);
    if (isfinite(x)) scale = fmax(scale, x);
  }
  return scale;
}

static Judgement judge_limit(const Campaign *c, uint32_t k, uint32_t result, double found) {
  int infinite = limits_infinite(c->limits, result);
  if (infinite != 0) return isinf(found) && (found > 0) == (infinite > 0) ? JUDGED_HOLDS : JUDGED_WRONG;
  if (!isfinite(found)) return JUDGED_WRONG;
  arb_srcptr limit = limits_number(c->limits, result);
  double nearest = arf_get_d(arb_midref(limit), ARF_RND_NEAR), scale = scale_at(c, k, nearest);
  if (!isfinite(nearest) || mag_get_d(arb_radref(limit)) > scale * c->tolerance.format->unit) return JUDGED_UNDECIDED;
  double error = fabs(found - nearest), few = c->tolerance.ulps * c->tolerance.format->unit;
  if (error <= few * fabs(nearest)) return JUDGED_HOLDS;
  if (error <= few * scale) return JUDGED_UNDECIDED; /* rounding may do that, where terms cancel */
  return error <= FEW_BITS * scale ? JUDGED_LOSES : JUDGED_WRONG;
}

static void count_limit(Campaign *c, const Occasion *occasion, uint32_t result, double found) {
  char certain[FINDING_TEXT], answer[40];
  Judgement judged = judge_limit(c, occasion->k, result, found);
  if (judged == JUDGED_HOLDS) {
    c->report->result[PROPERTY_SPECIAL].count[JUDGED_HOLDS]++;
    return;
  }
  print_limit(c->limits, result, certain, sizeof certain);
  print_doubles(1, &found, answer, sizeof answer);
  count_finding(c, PROPERTY_SPECIAL, judged, occasion, certain, answer);
}

/* A value that is not its limit, where no limits are declared. */
static void note_limit(Campaign *c, uint32_t k, uint32_t result, double found) {
  PropertyResult *special = &c->report->result[PROPERTY_SPECIAL];
  char point[120], certain[80], answer[40];
  if (special->reason[0] != '\0' || judge_limit(c, k, result, found) != JUDGED_WRONG) return;
  print_doubles(c->primitive->inputs, chunk_point(c, k), point, sizeof point);
  print_limit(c->limits, result, certain, sizeof certain);
  print_doubles(1, &found, answer, sizeof answer);
  (void)snprintf(special->reason, sizeof special->reason,
                 "at %s the value tends to %s, and is %s: `limits` has that judged", point, certain, answer);
}

static void check_value_limit(Campaign *c, const Answers *value, uint32_t k) {
  const Primitive *p = c->primitive;
  if (value->out == NULL || value->answer[k] != RULE_ANSWERED || !limits_value(c->limits, chunk_point(c, k))) return;
  for (uint32_t o = 0; o < p->cotangents; o++) {
    uint32_t result = p->output_place[o];
    Occasion occasion = {k, NULL, 0, "value, against its limit", (int)result};
    if (p->limits)
      count_limit(c, &occasion, result, answer_at(value, k, 0)[result]);
    else
      note_limit(c, k, result, answer_at(value, k, 0)[result]);
  }
}

/* Column i of the Jacobian, by a rule. */
static void check_slope_limit(Campaign *c, const Answers *rule, const Seeds *seeds, uint32_t k, uint32_t i) {
  bool transposed = rule->what == RULE_VJP;
  for (uint32_t o = 0; rule->out != NULL && o < c->primitive->cotangents && o < BASIS_MOST; o++) {
    uint32_t s = SEEDS_BASIS + (transposed ? o : i), component = transposed ? i : o;
    if (rule->answer[(size_t)k * rule->seeds + s] != RULE_ANSWERED) continue;
    Occasion occasion = {k, seeds->seed + (size_t)s * seeds->size, seeds->size,
                         transposed ? "vjp, against its limit" : "jvp, against its limit", (int)component};
    count_limit(c, &occasion, o, answer_at(rule, k, s)[component]);
  }
}

static void check_limits(Campaign *c, const ChunkAnswers *a, uint32_t k) {
  const Primitive *p = c->primitive;
  const double *x = chunk_point(c, k);
  if (!limits_claimed(c->limits, x)) return;
  check_value_limit(c, &a->value, k);
  for (uint32_t i = 0; p->limits && i < p->tangents && i < BASIS_MOST; i++) {
    if (limits_slope(c->limits, x, i)) check_slope_limit(c, &a->jvp, &a->v, k, i);
    if (limits_slope(c->limits, x, i)) check_slope_limit(c, &a->vjp, &a->w, k, i);
  }
}

/* ---------------------------------------------------------- jvp and vjp -- */

/* One entry of the Jacobian at infinities, by both rules. */
static void compare_infinite(Campaign *c, const Occasion *occasion, bool nan_in, double left, double right) {
  PropertyResult *result = &c->report->result[PROPERTY_SPECIAL];
  double slack = 2 * c->tolerance.ulps * c->tolerance.format->unit * fmax(fabs(left), fabs(right));
  char text[2][40];
  if (left == right || fabs(left - right) <= slack || (nan_in && isnan(left) && isnan(right))) {
    result->count[JUDGED_HOLDS]++;
    return;
  }
  print_doubles(1, &left, text[0], sizeof text[0]);
  print_doubles(1, &right, text[1], sizeof text[1]);
  /* inf * 0 may be the cause of a NaN, and no rule is wrong for that: seen, and no pass */
  bool unknown = isnan(left) || isnan(right);
  count_finding(c, PROPERTY_SPECIAL, unknown ? JUDGED_UNDECIDED : JUDGED_WRONG, occasion, text[0], text[1]);
}

/* No mathematics at infinities: but both rules must tell the same, and NaN is not lost. */
void check_infinite(Campaign *c, const ChunkAnswers *a, uint32_t k) {
  PropertyResult *result = &c->report->result[PROPERTY_SPECIAL];
  const Answers *value = &a->value, *jvp = &a->jvp, *vjp = &a->vjp;
  bool nan_in = false, nan_out = value->out == NULL;
  for (uint32_t i = 0; i < c->primitive->inputs; i++) nan_in = nan_in || isnan(chunk_point(c, k)[i]);
  for (uint32_t o = 0; value->out != NULL && o < value->size; o++)
    nan_out = nan_out || isnan(answer_at(value, k, 0)[o]) || value->answer[k] != RULE_ANSWERED;
  if (nan_in && !nan_out) result->count[JUDGED_UNDECIDED]++; /* fmax does so by convention */
  if (!nan_in) check_limits(c, a, k);
  for (uint32_t i = 0; jvp->out != NULL && vjp->out != NULL && i < a->v.count - SEEDS_BASIS; i++) {
    for (uint32_t o = 0; o < a->w.count - SEEDS_BASIS; o++) {
      RuleAnswer said[2] = {jvp->answer[(size_t)k * jvp->seeds + SEEDS_BASIS + i],
                            vjp->answer[(size_t)k * vjp->seeds + SEEDS_BASIS + o]};
      if (said[0] != RULE_ANSWERED || said[1] != RULE_ANSWERED) { /* to both say nothing is not to agree */
        result->count[JUDGED_UNDECIDED] += said[0] != said[1] || said[0] == RULE_FAILED;
        continue;
      }
      Occasion occasion = {k, a->v.seed + (size_t)(SEEDS_BASIS + i) * a->v.size, a->v.size, "jvp against vjp", (int)o};
      compare_infinite(c, &occasion, nan_in, answer_at(jvp, k, SEEDS_BASIS + i)[o],
                       answer_at(vjp, k, SEEDS_BASIS + o)[i]);
    }
  }
}
