/* Calls of a rule, a batch at a time.  A batch that a rule of another process does not survive is cut in halves until
 * one call is left that ends it alone. */
#include "verify/campaign/clock.h"
#include "verify/primitive/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* While halves are tried a hang is waited for less long: this part of the time, a second at least. */
#define TRY_PART 16.0
#define TRY_LEAST 1.0
#define REVIVALS_MOST 12u
#define SLOW_PART 0.5 /* of the time for an answer, which calls that were late together take */
#define NOWHERE UINT32_MAX

typedef struct Batch {
  Campaign *c;
  RuleCall what;
  uint32_t from, to; /* scalars of a seed, of an answer */
  const double *x, *seed;
  double *out;
  RuleAnswer *answers;
} Batch;

static bool call_part(const Batch *b, uint32_t first, uint32_t count) {
  Rule *rule = b->c->rule;
  const double *seed = b->seed == NULL ? NULL : b->seed + (size_t)first * b->from;
  return rule->call(rule, b->what, count, b->x + (size_t)first * b->c->primitive->inputs, seed,
                    b->out + (size_t)first * b->to, b->answers + first);
}

/* The same, whose answers count. */
static bool take_part(const Batch *b, uint32_t first, uint32_t count) {
  double began = clock_seconds();
  if (!call_part(b, first, count)) return false;
  b->c->unexplained -= clock_seconds() - began;
  for (uint32_t k = first; k < first + count; k++) b->c->usable += b->answers[k] == RULE_ANSWERED;
  return true;
}

/* Whether these calls end a rule that has just been started; `whole`: however long they take. */
static bool ends_rule(const Batch *b, uint32_t first, uint32_t count, bool whole) {
  Rule *rule = b->c->rule;
  double part = fmax(TRY_LEAST, rule->timeout / TRY_PART);
  if (campaign_stopped(b->c) || !rule->restart(rule)) return false;
  double timeout = rule->timeout;
  if (!whole) rule->timeout = fmin(timeout, part);
  bool ended = !call_part(b, first, count);
  rule->timeout = timeout;
  return ended;
}

/* The call from `first` on that ends the rule alone: its place in the batch, or `count`. */
static uint32_t find_culprit(const Batch *b, uint32_t first, uint32_t count) {
  uint32_t length = count - first;
  while (length > 1) {
    uint32_t half = length / 2;
    if (ends_rule(b, first, half, false)) {
      length = half;
    } else { /* the other half, then; whether it is so is asked at the end */
      first += half;
      length -= half;
    }
  }
  return ends_rule(b, first, 1, true) ? first : count;
}

/* What is left cannot be asked, and no call is to blame: the campaign is incomplete. */
static uint32_t give_up(const Batch *b, const char *how) {
  PrimitiveReport *report = b->c->report;
  if (campaign_stopped(b->c)) return NOWHERE;
  (void)snprintf(report->broken, sizeof report->broken, "%s: %.390s", how, b->c->rule->message);
  return NOWHERE;
}

/* The rule no longer answers: a finding of its own, and the campaign's end. */
static uint32_t report_end(const Batch *b, const char *how) {
  Campaign *c = b->c;
  if (c->rule->refuses) return give_up(b, "the rule could not be asked");
  PropertyResult *result = &c->report->result[PROPERTY_RAISES];
  Finding *finding = &result->finding[JUDGED_WRONG];
  result->count[JUDGED_WRONG]++;
  if (finding->present) return NOWHERE;
  finding->present = true;
  (void)snprintf(finding->found, sizeof finding->found, "%.390s", c->rule->message);
  (void)snprintf(finding->certain, sizeof finding->certain, "an answer to every call");
  (void)snprintf(finding->what, sizeof finding->what, "%s: the rule stopped answering %s", rule_call_name(b->what),
                 how);
  return NOWHERE;
}

static const double *point_of(const Batch *b, uint32_t k) { return b->x + (size_t)k * b->c->primitive->inputs; }

static bool same_point(const Batch *b, uint32_t j, uint32_t k) {
  return memcmp(point_of(b, j), point_of(b, k), b->c->primitive->inputs * sizeof(double)) == 0;
}

static void set_answer(const Batch *b, uint32_t k, RuleAnswer answer) {
  b->answers[k] = answer;
  for (uint32_t i = 0; i < b->to; i++) b->out[(size_t)k * b->to + i] = NAN;
}

/* Whether the point is outside the declared domain. */
static bool is_outside(const Batch *b, uint32_t k) {
  const Primitive *p = b->c->primitive;
  for (uint32_t i = 0; i < p->inputs; i++) {
    if (!isfinite(point_of(b, k)[i])) return true;
  }
  return oracle_satisfies(b->c->oracle, p->domain, p->domain_count, point_of(b, k)) != 1;
}

static void note_unrepeated(Campaign *c, const char *message) {
  if (c->report->unrepeated++ == 0)
    (void)snprintf(c->report->unrepeated_example, sizeof c->report->unrepeated_example, "%s", message);
}

/* No call alone is late: a slow rule.  From now on half as many are asked together, from the same on. */
static uint32_t ask_fewer(const Batch *b, uint32_t first, uint32_t count) {
  Campaign *c = b->c;
  c->together = (count - first) / 2;
  c->unexplained = c->rule->timeout * SLOW_PART;
  return c->rule->restart(c->rule) ? first : give_up(b, "the rule could not be started again");
}

/* No call alone ends the rule.  All together are asked once more: those that end it again are a finding, and else it
 * broke down for what is not seen here, which is no finding about a rule, and no pass. */
static uint32_t ask_again(const Batch *b, uint32_t first, uint32_t count, const char *message) {
  Campaign *c = b->c;
  c->revived++;
  if (!c->rule->restart(c->rule)) return give_up(b, "the rule could not be started again");
  if (take_part(b, first, count - first)) {
    note_unrepeated(c, message);
    return count;
  }
  return campaign_stopped(c) ? NOWHERE : report_end(b, "in a batch; no call alone does it");
}

/* The calls from `first` on ended the rule.  One of them does so alone: it has failed, and so have those after it at
 * the same point; outside the domain the rule is asked no more.  Gives where to go on, NOWHERE when that is not
 * possible. */
static uint32_t bury(const Batch *b, uint32_t first, uint32_t count) {
  Campaign *c = b->c;
  char message[RULE_MESSAGE];
  bool late = c->rule->late;
  if (campaign_stopped(c) || c->rule->message[0] == '\0') return NOWHERE;
  (void)snprintf(message, sizeof message, "%s", c->rule->message);
  if (c->rule->restart == NULL || c->revived == REVIVALS_MOST) {
    if (c->report->unrepeated > 0) return give_up(b, "the rule ended once more, and is not started again");
    return report_end(b, "once more");
  }
  uint32_t culprit = c->rule->refuses ? count : find_culprit(b, first, count);
  if (campaign_stopped(c)) return NOWHERE;
  if (culprit == count && late && count - first > 1) return ask_fewer(b, first, count);
  if (culprit == count) return ask_again(b, first, count, message);
  if (c->rule->refuses) return report_end(b, "alone");
  c->revived++;
  c->inside_only = c->inside_only || is_outside(b, culprit);
  (void)snprintf(message, sizeof message, "%s", c->rule->message);
  if (!c->rule->restart(c->rule)) return give_up(b, "the rule could not be started again");
  if (culprit > first && !take_part(b, first, culprit - first)) return report_end(b, "again at the same calls");
  (void)snprintf(c->rule->message, sizeof c->rule->message, "%s", message);
  uint32_t next = culprit;
  for (; next < count && same_point(b, culprit, next); next++) set_answer(b, next, RULE_FAILED);
  return next;
}

/* How many calls from `first` on are asked together: those of one side of the domain's edge. */
static uint32_t run_length(const Batch *b, uint32_t first, uint32_t count, bool *outside) {
  uint32_t next = first + 1, together = b->c->together;
  if (together > 0 && together < count - first) count = first + together;
  if (!b->c->inside_only) {
    *outside = false;
    return count - first;
  }
  *outside = is_outside(b, first);
  while (next < count && (same_point(b, next, next - 1) || is_outside(b, next) == *outside)) next++;
  return next - first;
}

bool campaign_call(Campaign *c, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
                   RuleAnswer *answers) {
  Batch batch = {c,   what,   rule_seed_size(c->primitive, what), rule_answer_size(c->primitive, what), x, seed,
                 out, answers};
  c->unexplained = 0;
  for (uint32_t first = 0; first < count;) {
    bool outside;
    uint32_t length = run_length(&batch, first, count, &outside);
    for (uint32_t k = first; outside && k < first + length; k++) set_answer(&batch, k, RULE_UNDEFINED);
    if (outside || take_part(&batch, first, length)) {
      first += length;
      continue;
    }
    first = bury(&batch, first, first + length);
    if (first == NOWHERE) return false;
  }
  if (c->unexplained > 0) note_unrepeated(c, "its calls were late together, and are quick in smaller batches");
  return true;
}
