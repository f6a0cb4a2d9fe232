/* Rules that are functions in C, and what a campaign on one counted. */
#ifndef ADJUDGE_TESTS_PLAIN_RULE_H
#define ADJUDGE_TESTS_PLAIN_RULE_H

#include "tests/unit/digest.h"
#include "verify/primitive/report.h"

#include <stdio.h>
#include <string.h>

typedef void (*Function)(const double *x, const double *seed, double *out);

typedef struct PlainRule {
  Rule rule;
  const Primitive *primitive;
  Function function[RULE_CALLS];
  uint64_t asked; /* a digest of all calls */
} PlainRule;

static inline bool call_plain(Rule *rule, RuleCall what, uint32_t count, const double *x, const double *seed,
                              double *out, RuleAnswer *answers) {
  PlainRule *self = (PlainRule *)rule;
  uint32_t from = rule_seed_size(self->primitive, what), to = rule_answer_size(self->primitive, what);
  self->asked = digest_bytes(self->asked + what, x, (size_t)count * self->primitive->inputs * sizeof *x);
  if (seed != NULL) self->asked = digest_bytes(self->asked, seed, (size_t)count * from * sizeof *seed);
  for (uint32_t k = 0; k < count; k++) {
    self->function[what](x + (size_t)k * self->primitive->inputs, seed == NULL ? NULL : seed + (size_t)k * from,
                         out + (size_t)k * to);
    answers[k] = RULE_ANSWERED;
  }
  return true;
}

static inline void free_plain(Rule *rule) { (void)rule; }

/* Points by what the value is there, then how many instances of each property were of which class. */
static inline void print_counts(const PrimitiveReport *report, char *out, size_t room) {
  size_t used = (size_t)snprintf(out, room, "%d %d %d %d", (int)report->defined, (int)report->undefined,
                                 (int)report->undecided, (int)report->outside);
  for (int property = 0; property < PROPERTY_COUNT; property++) {
    const PropertyResult *result = &report->result[property];
    if (property_total(result) == 0) continue;
    used += (size_t)snprintf(out + used, room - used, "; %s", property_name((PropertyId)property) + strlen("PRIM-"));
    for (int judged = 0; judged < JUDGEMENTS; judged++) {
      if (result->count[judged] > 0)
        used += (size_t)snprintf(out + used, room - used, " %s %d", judgement_name((Judgement)judged),
                                 (int)result->count[judged]);
    }
  }
}

#endif
