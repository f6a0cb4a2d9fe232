/* An enclosure that the rules offer, on boxes whose corners are points of the campaign:
 * at both corners it must hold the certain value.  One that is infinite or NaN says
 * nothing there, and decides nothing. */
#include "verify/primitive/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Whether value o at point k lies in [low, high], for certain. */
static Judgement inside(const Certain *certain, uint32_t o, double low, double high) {
  arb_t end;
  arb_init(end);
  Judgement judged = JUDGED_UNDECIDED;
  if (isfinite(low) && isfinite(high)) {
    arb_set_d(end, low);
    bool above = arb_ge(certain->value + o, end), below_low = arb_lt(certain->value + o, end);
    arb_set_d(end, high);
    bool below = arb_le(certain->value + o, end), above_high = arb_gt(certain->value + o, end);
    judged = above && below ? JUDGED_HOLDS : below_low || above_high ? JUDGED_WRONG : JUDGED_UNDECIDED;
  }
  arb_clear(end);
  return judged;
}

static void judge_corner(Campaign *c, uint32_t k, const double *box, const double *answer) {
  const Primitive *p = c->primitive;
  for (uint32_t o = 0; o < p->outputs; o++) {
    char certain[FINDING_TEXT], found[FINDING_TEXT];
    double low = answer[o], high = answer[p->outputs + o];
    Judgement judged = inside(&c->certain[k], o, low, high);
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
