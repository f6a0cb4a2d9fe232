/* The rules for all inputs: where value and rules are terms, the laws of derivatives
 * and their tiers decide them as they decide an engine's. */
#include "verify/battery/battery.h"
#include "verify/primitive/check.h"
#include "verify/primitive/declared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOT_FORWARD 1
#define SLOT_REVERSE 2

/* What the laws say of the rules. */
typedef struct Said {
  Tally tally;
  Witness witness[LAW_COUNT];
} Said;

/* Rules claim nothing outside of the domain: what is refuted they are asked again of a value that is undefined there.
 */
typedef struct Proof {
  Said everywhere, within;
  bool asked_within;
} Proof;

/* What the laws say of one rule becomes what the campaign says of a property. What is decided of the domain alone is
 * not decided for all inputs. */
static void take(Campaign *c, const Proof *all, PropertyId property, LawId law, int slot) {
  PropertyResult *result = &c->report->result[property];
  bool within = all->asked_within && all->everywhere.tally.count[law][slot][OUTCOME_REFUTED] > 0;
  const Said *proof = within ? &all->within : &all->everywhere;
  const uint64_t *count = proof->tally.count[law][slot];
  const Witness *witness = &proof->witness[law];
  result->count[JUDGED_HOLDS] += count[OUTCOME_HOLDS];
  result->count[JUDGED_DIFFERS] += count[OUTCOME_DIFFERS];
  result->count[JUDGED_UNDECIDED] += count[OUTCOME_UNDECIDED];
  if (count[OUTCOME_REFUTED] == 0) {
    result->decided = outcomes_for_all(count) > 0 && !within;
    result->proved = result->decided && count[OUTCOME_DECIDED] == 0;
    return;
  }
  result->count[JUDGED_WRONG] += count[OUTCOME_REFUTED];
  Finding *finding = &result->finding[JUDGED_WRONG];
  if (finding->present || !witness->present || witness->outcome != OUTCOME_REFUTED) return;
  /* gives way to a point of doubles, if one is found */
  *finding = (Finding){.present = true, .cost = 1e9, .component = -1};
  (void)snprintf(finding->where, sizeof finding->where, "a law of derivatives");
  (void)snprintf(finding->input, sizeof finding->input, "%s", witness->input);
  (void)snprintf(finding->what, sizeof finding->what, "%.200s", witness->what);
  (void)snprintf(finding->certain, sizeof finding->certain, "%s", witness->expected);
  (void)snprintf(finding->found, sizeof finding->found, "%s", witness->found);
}

/* Linear in the seed: all three laws, for each rule that is given. */
static void take_linear(Campaign *c, const Proof *proof) {
  static const LawId laws[] = {LAW_HOM_ZERO, LAW_HOM_ADD, LAW_HOM_SCALE};
  PropertyResult *result = &c->report->result[PROPERTY_LINEAR];
  bool all = true, certain = true;
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
    for (int slot = SLOT_FORWARD; slot <= SLOT_REVERSE; slot++) {
      bool given = slot == SLOT_FORWARD ? c->primitive->has_jvp : c->primitive->has_vjp;
      if (!given) continue;
      result->decided = result->proved = false;
      take(c, proof, PROPERTY_LINEAR, laws[l], slot);
      all = all && result->decided;
      certain = certain && result->proved;
    }
  }
  result->decided = all;
  result->proved = certain;
}

/* Points where there is no derivative, and none is declared. */
static void take_claim(Campaign *c, const Proof *proof) {
  PropertyResult *result = &c->report->result[PROPERTY_DOMAIN];
  bool decided = result->decided, proved = result->proved;
  take(c, proof, PROPERTY_DOMAIN, LAW_AD_DEFINED, 0);
  result->decided = decided;
  result->proved = proved;
}

static bool any_inactive(const Primitive *p) {
  for (uint32_t k = 0; k < p->definition->program.length; k++) {
    if (p->inactive[k]) return true;
  }
  return false;
}

typedef struct Exempt {
  Campaign *campaign;
  Declared *declared;
} Exempt;

static bool exempt_at(void *state, const mpq_t *x) {
  const Exempt *exempt = state;
  return declared_at(exempt->declared, x) || oracle_seeds_hide(exempt->campaign->oracle, x);
}

/* Of rules that were read from C: whether one computes numbers at the nearest doubles, or may. */
static bool computes_at(void *state, const mpq_t *x) {
  Campaign *c = ((const Exempt *)state)->campaign;
  const Primitive *p = c->primitive;
  RuleCall what = p->has_vjp ? RULE_VJP : RULE_JVP;
  uint32_t seeds = rule_seed_size(p, what), answers = rule_answer_size(p, what);
  double *point = calloc((size_t)p->inputs + seeds + answers + 1, sizeof *point);
  RuleAnswer answer = RULE_UNDECIDED; /* nothing is said without memory */
  for (uint32_t i = 0; point != NULL && i < p->inputs; i++) point[i] = mpq_get_d(x[i]);
  for (uint32_t i = 0; point != NULL && i < seeds; i++) point[p->inputs + i] = 1;
  bool asked =
      point != NULL && c->rule->call(c->rule, what, 1, point, point + p->inputs, point + p->inputs + seeds, &answer);
  free(point);
  return !asked || answer == RULE_UNDECIDED || answer == RULE_COMPUTED || answer == RULE_ANSWERED;
}

static void ask(Campaign *c, Battery *battery, const Program *value, const GivenRules *rules, Said *said) {
  battery_check_rules(battery, value, rules, c->options->seed, &said->tally, said->witness);
}

/* Where something is refuted, and a domain is declared. */
static bool ask_within(Campaign *c, Battery *battery, const GivenRules *rules, Proof *proof) {
  Program within = c->primitive->definition->program;
  if (tally_total(&proof->everywhere.tally, OUTCOME_REFUTED) == 0) return true;
  within.term = declared_value(c->primitive);
  if (within.term.id == 0) return store_take_status(c->primitive->store) == STATUS_OK;
  ask(c, battery, &within, rules, &proof->within);
  proof->asked_within = true;
  return true;
}

bool prove_rules(Campaign *c) {
  const Primitive *p = c->primitive;
  if (any_inactive(p)) return true; /* engines differentiate by every real argument */
  if (strcmp(c->rule->kind, "text") != 0 || p->library != NULL || (!p->has_jvp && !p->has_vjp)) return true;
  Battery *battery = battery_new(p->store);
  Proof *proof = calloc(1, sizeof *proof);
  Declared *declared = declared_new(p);
  bool good = battery != NULL && proof != NULL && declared != NULL;
  Exempt exempt = {c, declared};
  if (good) {
    battery_stop_when(battery, c->options->stopped);
    const GivenRules rules = {.forward = p->has_jvp ? &p->forward : NULL,
                              .reverse = p->has_vjp ? &p->reverse : NULL,
                              .exempt = exempt_at,
                              .computes = c->rule->code ? computes_at : NULL,
                              .state = &exempt};
    ask(c, battery, &p->definition->program, &rules, &proof->everywhere);
    good = ask_within(c, battery, &rules, proof);
    if (p->has_jvp) take(c, proof, PROPERTY_JVP, LAW_AD_FWD, SLOT_FORWARD);
    if (p->has_vjp) take(c, proof, PROPERTY_VJP, LAW_AD_REV, SLOT_REVERSE);
    if (p->has_jvp && p->has_vjp) take(c, proof, PROPERTY_DOT, LAW_AD_DOT, SLOT_REVERSE);
    take_linear(c, proof);
    take_claim(c, proof);
  }
  good = good && !battery_lost(battery);
  declared_free(declared);
  battery_free(battery);
  free(proof);
  return good;
}
