/* The rules for all inputs: where value and rules are terms, the laws of derivatives
 * and their tiers decide them as they decide an engine's. */
#include "verify/laws/battery.h"
#include "verify/primitive/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOT_FORWARD 1
#define SLOT_REVERSE 2

typedef struct Proof {
  Tally tally;
  Witness witness[LAW_COUNT];
} Proof;

/* What the laws say of one rule becomes what the campaign says of a property. */
static void take(Campaign *c, const Proof *proof, PropertyId property, LawId law, int slot) {
  PropertyResult *result = &c->report->result[property];
  const uint64_t *count = proof->tally.count[law][slot];
  const Witness *witness = &proof->witness[law];
  result->holds += count[OUTCOME_HOLDS];
  result->undecided += count[OUTCOME_UNDECIDED];
  if (count[OUTCOME_REFUTED] == 0) {
    result->proved = count[OUTCOME_PROVED] > 0;
    return;
  }
  result->refuted += count[OUTCOME_REFUTED];
  if (result->finding.present || !witness->present) return;
  Finding *finding = &result->finding; /* gives way to a point of doubles, if one is found */
  *finding = (Finding){.present = true, .cost = 1e9};
  (void)snprintf(finding->where, sizeof finding->where, "a law of derivatives");
  (void)snprintf(finding->input, sizeof finding->input, "%.390s", witness->input);
  (void)snprintf(finding->what, sizeof finding->what, "%.200s", witness->what);
  (void)snprintf(finding->certain, sizeof finding->certain, "%.390s", witness->expected);
  (void)snprintf(finding->found, sizeof finding->found, "%.390s", witness->found);
}

/* Linear in the seed: all three laws, for each rule that is given. */
static void take_linear(Campaign *c, const Proof *proof) {
  static const LawId laws[] = {LAW_HOM_ZERO, LAW_HOM_ADD, LAW_HOM_SCALE};
  PropertyResult *result = &c->report->result[PROPERTY_LINEAR];
  bool all = true;
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
    for (int slot = SLOT_FORWARD; slot <= SLOT_REVERSE; slot++) {
      bool given = slot == SLOT_FORWARD ? c->primitive->has_jvp : c->primitive->has_vjp;
      if (!given) continue;
      result->proved = false;
      take(c, proof, PROPERTY_LINEAR, laws[l], slot);
      all = all && result->proved;
    }
  }
  result->proved = all;
}

bool prove_rules(Campaign *c) {
  const Primitive *p = c->primitive;
  if (strcmp(c->rule->kind, "text") != 0 || p->library != NULL || (!p->has_jvp && !p->has_vjp)) return true;
  Battery *battery = battery_new(p->store);
  Proof *proof = calloc(1, sizeof *proof);
  if (battery != NULL && proof != NULL) {
    const GivenRules rules = {.forward = p->has_jvp ? &p->forward : NULL, .reverse = p->has_vjp ? &p->reverse : NULL};
    battery_check_rules(battery, &p->definition->program, &rules, c->options->seed, &proof->tally, proof->witness);
    if (p->has_jvp) take(c, proof, PROPERTY_JVP, LAW_AD_FWD, SLOT_FORWARD);
    if (p->has_vjp) take(c, proof, PROPERTY_VJP, LAW_AD_REV, SLOT_REVERSE);
    if (p->has_jvp && p->has_vjp) take(c, proof, PROPERTY_DOT, LAW_AD_DOT, SLOT_REVERSE);
    take_linear(c, proof);
  }
  bool good = battery != NULL && proof != NULL;
  battery_free(battery);
  free(proof);
  return good;
}
