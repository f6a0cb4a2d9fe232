/* Calls of a rule, a batch at a time.  A batch that a rule of another process does not survive is cut in halves until
 * one call is left that ends it alone. */
#include "verify/primitive/check.h"

#include <math.h>
#include <stdio.h>

/* While halves are tried a hang is waited for less long: this part of the time, a second at least. */
#define TRY_PART 16.0
#define TRY_LEAST 1.0

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

/* The call that ends the rule alone: its place in the batch, or `count`. */
static uint32_t find_culprit(const Batch *b, uint32_t count) {
  uint32_t first = 0, length = count;
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

/* The batch ended the rule, which says why in its message. */
static void report_end(const Batch *b, uint32_t count) {
  static const char *const names[RULE_CALLS] = {"value", "jvp", "vjp", "jvp2", "enclosure"};
  Campaign *c = b->c;
  PropertyResult *result = &c->report->result[PROPERTY_TYPE];
  Finding finding = {.present = true};
  (void)snprintf(finding.found, sizeof finding.found, "%.390s", c->rule->message);
  (void)snprintf(finding.certain, sizeof finding.certain, "an answer to every call");
  uint32_t culprit = c->rule->restart == NULL ? count : find_culprit(b, count);
  if (campaign_stopped(c)) return;
  if (culprit < count) {
    const double *x = b->x + (size_t)culprit * c->primitive->inputs;
    (void)snprintf(finding.what, sizeof finding.what, "%s: the rule stopped answering at this one input",
                   names[b->what]);
    print_doubles(c->primitive->inputs, x, finding.input, sizeof finding.input);
    print_hexadecimal(c->primitive->inputs, x, finding.hexadecimal, sizeof finding.hexadecimal);
    if (b->from > 0 && b->seed != NULL)
      print_doubles(b->from, b->seed + (size_t)culprit * b->from, finding.seed, sizeof finding.seed);
  } else {
    (void)snprintf(finding.what, sizeof finding.what,
                   "%s: the rule stopped answering in a batch of %u calls; no call alone does it", names[b->what],
                   count);
  }
  result->refuted++;
  result->finding = finding;
}

bool campaign_call(Campaign *c, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
                   RuleAnswer *answers) {
  Batch batch = {c,   what,   rule_seed_size(c->primitive, what), rule_answer_size(c->primitive, what), x, seed,
                 out, answers};
  if (count == 0 || call_part(&batch, 0, count)) return true;
  if (!c->shrinking && !campaign_stopped(c) && c->rule->message[0] != '\0') report_end(&batch, count);
  return false;
}
