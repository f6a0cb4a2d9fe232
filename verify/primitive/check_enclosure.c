/* An enclosure that the rules offer, on boxes whose corners are points of the campaign:
 * at both corners, and at what other points of the chunk are in the box, it must hold the certain value.  An end that
 * is NaN, or the infinity on its own side, says nothing there, and decides nothing; the other end does. */
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

/* At point k; what is no corner is counted where it refutes alone: boxes have more or fewer of these by chance. */
static void judge_point(Campaign *c, uint32_t k, bool corner, const double *box, const double *answer) {
  const Primitive *p = c->primitive;
  for (uint32_t o = 0; o < p->outputs; o++) {
    char certain[FINDING_TEXT], found[FINDING_TEXT];
    double low = answer[o], high = answer[p->outputs + o];
    Judgement judged = inside(c, c->certain[k].value + o, low, high);
    Occasion occasion = {k, box, 2 * p->inputs, "enclosure of the box from these numbers to those after them", (int)o};
    if (judged != JUDGED_WRONG && !corner) continue;
    if (judged != JUDGED_WRONG) {
      (void)count_judgement(c, PROPERTY_VALUE, judged, 0, &occasion, c->certain[k].value + o, low);
      continue;
    }
    (void)ball_print(c->certain[k].value + o, 20, certain, sizeof certain);
    (void)snprintf(found, sizeof found, "[%.17g, %.17g]", low, high);
    count_wrong(c, PROPERTY_VALUE, &occasion, certain, found);
  }
}

/* The boxes of a chunk, asked for at once: the least with points `from` and `to` in it. */
typedef struct Boxes {
  double *low, *high, *answer; /* of each box: inputs, inputs, and twice the outputs */
  double *box;                 /* low and high of one, to be told */
  uint32_t *from, *to;
  RuleAnswer *said;
  uint32_t count;
} Boxes;

static bool boxes_open(Boxes *boxes, const Primitive *p, uint32_t most) {
  size_t n = most == 0 ? 1 : most;
  *boxes = (Boxes){.low = calloc(n * p->inputs + 1, sizeof *boxes->low),
                   .high = calloc(n * p->inputs + 1, sizeof *boxes->high),
                   .answer = calloc(n * 2 * p->outputs + 1, sizeof *boxes->answer),
                   .box = calloc(2 * (size_t)p->inputs + 1, sizeof *boxes->box),
                   .from = calloc(n, sizeof *boxes->from),
                   .to = calloc(n, sizeof *boxes->to),
                   .said = calloc(n, sizeof *boxes->said)};
  return boxes->low != NULL && boxes->high != NULL && boxes->answer != NULL && boxes->box != NULL &&
         boxes->from != NULL && boxes->to != NULL && boxes->said != NULL;
}

static void boxes_close(Boxes *boxes) {
  free(boxes->low);
  free(boxes->high);
  free(boxes->answer);
  free(boxes->box);
  free(boxes->from);
  free(boxes->to);
  free(boxes->said);
}

static void add_box(const Campaign *c, Boxes *boxes, uint32_t from, uint32_t to) {
  uint32_t inputs = c->primitive->inputs, n = boxes->count++;
  for (uint32_t i = 0; i < inputs; i++) {
    double a = chunk_point(c, from)[i], b = chunk_point(c, to)[i];
    boxes->low[(size_t)n * inputs + i] = a < b ? a : b;
    boxes->high[(size_t)n * inputs + i] = a < b ? b : a;
  }
  boxes->from[n] = from, boxes->to[n] = to;
}

static bool is_in_box(const Primitive *p, const double *box, const double *x) {
  bool in = true;
  for (uint32_t i = 0; i < p->inputs; i++) in = in && box[i] <= x[i] && x[i] <= box[p->inputs + i];
  return in;
}

static void judge_box(Campaign *c, const Boxes *boxes, uint32_t n) {
  const Primitive *p = c->primitive;
  uint32_t from = boxes->from[n], to = boxes->to[n];
  const double *answer = boxes->answer + (size_t)n * 2 * p->outputs;
  for (uint32_t i = 0; i < p->inputs; i++) {
    boxes->box[i] = boxes->low[(size_t)n * p->inputs + i];
    boxes->box[p->inputs + i] = boxes->high[(size_t)n * p->inputs + i];
  }
  c->report->calls++;
  if (boxes->said[n] == RULE_FAILED) {
    Occasion occasion = {to, boxes->box, 2 * p->inputs, "enclosure", -1};
    count_failure(c, RULE_ENCLOSURE, &occasion);
  }
  if (boxes->said[n] != RULE_ANSWERED) return;
  judge_point(c, to, true, boxes->box, answer);
  if (from == to) return;
  judge_point(c, from, true, boxes->box, answer);
  for (uint32_t k = 0; k < c->count; k++) {
    if (k != from && k != to && chunk_regular(c, k) && is_in_box(p, boxes->box, chunk_point(c, k)))
      judge_point(c, k, false, boxes->box, answer);
  }
}

/* Each regular point, and each with the one before it. */
bool check_enclosure(Campaign *c) {
  if (!c->rule->offers[RULE_ENCLOSURE]) return true;
  Boxes boxes;
  bool good = boxes_open(&boxes, c->primitive, 2 * c->count);
  uint32_t last = UINT32_MAX;
  for (uint32_t k = 0; good && k < c->count; k++) {
    if (!chunk_regular(c, k)) continue;
    add_box(c, &boxes, k, k);
    if (last != UINT32_MAX) add_box(c, &boxes, last, k);
    last = k;
  }
  good = good && campaign_call(c, RULE_ENCLOSURE, boxes.count, boxes.low, boxes.high, boxes.answer, boxes.said);
  for (uint32_t n = 0; good && n < boxes.count; n++) judge_box(c, &boxes, n);
  boxes_close(&boxes);
  return good;
}
