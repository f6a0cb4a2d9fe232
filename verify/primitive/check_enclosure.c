/* An enclosure that the rules offer, on boxes whose corners are points of the campaign:
 * at both corners it must hold the certain value.  An end that is NaN, or the infinity on its own side, says nothing
 * there, and decides nothing; the other end does. */
#include "verify/primitive/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Whether the value is below `low`, or above it by `above`, for certain.  An infinity is beyond every number, and only
 * where the value is beyond the format's own it is not refuted by that: it rounds so. */
static bool is_past(const Campaign *c, const arb_t value, double end, bool above) {
  arb_t limit;
  arb_init(limit);
  arb_set_d(limit, end);
  bool past = above ? arb_gt(value, limit) : arb_lt(value, limit);
  if (past && isinf(end)) {
    arb_set_d(limit, end > 0 ? c->tolerance.format->largest : -c->tolerance.format->largest);
    past = above ? arb_ge(value, limit) : arb_le(value, limit);
  }
  arb_clear(limit);
  return past;
}

/* Whether the value lies in [low, high], for certain. */
static Judgement inside(const Campaign *c, const arb_t value, double low, double high) {
  arb_t end;
  if (is_past(c, value, low, false) || is_past(c, value, high, true)) return JUDGED_WRONG;
  if (!isfinite(low) || !isfinite(high)) return JUDGED_UNDECIDED;
  arb_init(end);
  arb_set_d(end, low);
  bool held = arb_ge(value, end);
  arb_set_d(end, high);
  held = held && arb_le(value, end);
  arb_clear(end);
  return held ? JUDGED_HOLDS : JUDGED_UNDECIDED;
}

static void judge_corner(Campaign *c, uint32_t k, const double *box, const double *answer) {
  const Primitive *p = c->primitive;
  for (uint32_t o = 0; o < p->outputs; o++) {
    char certain[FINDING_TEXT], found[FINDING_TEXT];
    double low = answer[o], high = answer[p->outputs + o];
    Judgement judged = inside(c, c->certain[k].value + o, low, high);
    Occasion occasion = {k, box, 2 * p->inputs, "enclosure of the box from these numbers to those after them", (int)o};
    if (judged != JUDGED_WRONG) {
      (void)count_judgement(c, PROPERTY_VALUE, judged, 0, &occasion, c->certain[k].value + o, low);
      continue;
    }
    (void)ball_print(c->certain[k].value + o, 20, certain, sizeof certain);
    (void)snprintf(found, sizeof found, "[%.17g, %.17g]", low, high);
    count_wrong(c, PROPERTY_VALUE, &occasion, certain, found);
  }
}

/* The least box with points j and k in it. */
static bool check_box(Campaign *c, uint32_t j, uint32_t k, double *box, double *answer) {
  const Primitive *p = c->primitive;
  RuleAnswer said;
  for (uint32_t i = 0; i < p->inputs; i++) {
    double a = chunk_point(c, j)[i], b = chunk_point(c, k)[i];
    box[i] = a < b ? a : b;
    box[p->inputs + i] = a < b ? b : a;
  }
  if (!campaign_call(c, RULE_ENCLOSURE, 1, box, box + p->inputs, answer, &said)) return false;
  c->report->calls++;
  if (said == RULE_FAILED) {
    Occasion occasion = {k, box, 2 * p->inputs, "enclosure", -1};
    count_failure(c, &occasion);
  }
  if (said != RULE_ANSWERED) return true;
  judge_corner(c, k, box, answer);
  if (j != k) judge_corner(c, j, box, answer);
  return true;
}

bool check_enclosure(Campaign *c) {
  const Primitive *p = c->primitive;
  if (!c->rule->offers[RULE_ENCLOSURE]) return true;
  double *box = calloc(2 * ((size_t)p->inputs + p->outputs) + 1, sizeof *box);
  bool good = box != NULL;
  uint32_t last = UINT32_MAX;
  for (uint32_t k = 0; good && k < c->count; k++) {
    if (!chunk_regular(c, k)) continue;
    good = check_box(c, k, k, box, box + 2 * (size_t)p->inputs);
    if (good && last != UINT32_MAX) good = check_box(c, last, k, box, box + 2 * (size_t)p->inputs);
    last = k;
  }
  free(box);
  return good;
}
