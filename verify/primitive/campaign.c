#include "verify/primitive/campaign.h"

#include "verify/primitive/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *property_name(PropertyId property) {
  static const char *const names[PROPERTY_COUNT] = {
#define PROPERTY(id, name, statement) [PROPERTY_##id] = (name),
#include "verify/primitive/properties.def"
#undef PROPERTY
  };
  return names[property];
}

const char *property_statement(PropertyId property) {
  static const char *const statements[PROPERTY_COUNT] = {
#define PROPERTY(id, name, statement) [PROPERTY_##id] = (statement),
#include "verify/primitive/properties.def"
#undef PROPERTY
  };
  return statements[property];
}

const char *verdict_name(PropertyVerdict verdict) {
  static const char *const names[] = {"PROVED", "HOLDS", "REFUTED", "UNDECIDED", "-"};
  return names[verdict];
}

PropertyVerdict property_verdict(const PropertyResult *result) {
  if (result->refuted > 0) return VERDICT_REFUTED;
  if (result->proved) return VERDICT_PROVED;
  if (result->holds > 0) return VERDICT_HOLDS;
  return result->undecided > 0 ? VERDICT_UNDECIDED : VERDICT_NOT_ASKED;
}

int primitive_report_exit(const PrimitiveReport *report) {
  bool decided = false, undecided = report->interrupted;
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    PropertyVerdict verdict = property_verdict(&report->result[i]);
    if (verdict == VERDICT_REFUTED) return 1;
    undecided = undecided || verdict == VERDICT_UNDECIDED;
    bool about_rules = i == PROPERTY_JVP || i == PROPERTY_VJP;
    decided = decided || (about_rules && (verdict == VERDICT_PROVED || verdict == VERDICT_HOLDS));
  }
  return decided && !undecided ? 0 : 3;
}

/* ----------------------------------------------------------------- chunks -- */

static bool is_finite_point(const Campaign *c, uint32_t k) { return chunk_kind(c, k) != POINT_INFINITE; }

static bool on_kink(Campaign *c, uint32_t k) {
  for (uint32_t i = 0; i < c->primitive->kink_count; i++) {
    if (oracle_satisfies(c->oracle, &c->primitive->kink[i].where, 1, chunk_point(c, k)) == 1) return true;
  }
  return false;
}

static void ask_oracle(Campaign *c) {
  PrimitiveReport *report = c->report;
  for (uint32_t k = 0; k < c->count; k++) {
    report->points[chunk_kind(c, k)]++;
    c->certain[k].state = ORACLE_UNDECIDED;
    c->claimed[k] = 0;
    c->kink[k] = false;
    if (!is_finite_point(c, k)) continue;
    c->claimed[k] = oracle_satisfies(c->oracle, c->primitive->domain, c->primitive->domain_count, chunk_point(c, k));
    c->kink[k] = on_kink(c, k);
    oracle_at(c->oracle, chunk_point(c, k), &c->certain[k]);
    switch (c->certain[k].state) {
    case ORACLE_DEFINED:
    case ORACLE_VALUE: report->defined++; break;
    case ORACLE_UNDEFINED: report->undefined++; break;
    case ORACLE_UNDECIDED: report->undecided++; break;
    }
  }
}

bool check_points(Campaign *c) {
  ask_oracle(c);
  return check_chunk(c) && check_enclosure(c) && check_kinks(c) && check_twice(c);
}

static bool check_all_points(Campaign *c) {
  bool good = true;
  for (c->first = 0; good && c->first < c->points.count && !campaign_stopped(c); c->first += c->count) {
    uint32_t left = c->points.count - c->first;
    c->count = left < CHUNK ? left : CHUNK;
    good = check_points(c);
    if (c->options->progress != NULL)
      c->options->progress(c->options->state, "points", c->first + c->count, c->points.count);
  }
  return good;
}

static void note(Campaign *c, PropertyId property, const char *reason) {
  PropertyResult *result = &c->report->result[property];
  if (result->reason[0] == '\0') (void)snprintf(result->reason, sizeof result->reason, "%s", reason);
}

/* Why what was not asked was not. */
static void explain(Campaign *c) {
  const Primitive *p = c->primitive;
  const bool *offers = c->rule->offers, is_text = strcmp(c->rule->kind, "text") == 0;
  if (!offers[RULE_JVP]) note(c, PROPERTY_JVP, "no jvp is given"), note(c, PROPERTY_TWICE, "no jvp is given");
  if (!offers[RULE_VJP]) note(c, PROPERTY_VJP, "no vjp is given");
  if (!offers[RULE_JVP] || !offers[RULE_VJP]) note(c, PROPERTY_DOT, "needs both jvp and vjp");
  if ((!offers[RULE_VALUE] && !offers[RULE_ENCLOSURE]) || is_text)
    note(c, PROPERTY_VALUE, "the value is the specification itself");
  if (!is_text && !offers[RULE_JVP2])
    note(c, PROPERTY_TWICE, "a black box has no derivative of its own rules: it may offer jvp2");
  if (is_text) note(c, PROPERTY_SPECIAL, "terms mean real numbers: they say nothing at infinities");
  if (p->kink_count == 0) note(c, PROPERTY_KINK, "no kink is declared");
  if (!p->linear && !p->bilinear) note(c, PROPERTY_CLAIM, "no claim is made");
  if (!offers[RULE_JVP] || !offers[RULE_VJP]) note(c, PROPERTY_SPECIAL, "needs both jvp and vjp");
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    if (property_verdict(&c->report->result[i]) != VERDICT_NOT_ASKED) continue;
    if (c->report->interrupted) note(c, (PropertyId)i, "interrupted before it was asked");
    if (c->report->result[PROPERTY_TYPE].refuted > 0) note(c, (PropertyId)i, "the rule stopped answering before");
  }
}

static Status run(Campaign *c) {
  const Primitive *p = c->primitive;
  const CampaignOptions *options = c->options;
  bool text = strcmp(c->rule->kind, "text") == 0;
  /* a term's answer is the nearest double; what is wrong with it is the term, except
   * where constants stand for those of a library function */
  c->tolerance = (Tolerance){text && p->library == NULL ? 2 : p->ulps, !text};
  if (!points_make(&c->points, p, c->oracle, options->seed, options->samples)) return STATUS_LIMIT;
  c->report->points_full = c->points.full;
  PropertyResult *typed = &c->report->result[PROPERTY_TYPE];
  if (text && (p->has_jvp || p->has_vjp))
    typed->proved = true; /* by the judgement of the linear language, when it was read */
  else if (!text)
    typed->holds++; /* the answers have the shape asked for, or the call fails */
  bool good = prove_rules(c) && check_all_points(c) && check_claims(c) && check_programs(c);
  if (good) shrink_findings(c);
  c->report->interrupted = campaign_stopped(c);
  explain(c);
  /* a rule that no longer answers is a finding (calls.c); what was established stays */
  bool reported = c->report->interrupted || c->report->result[PROPERTY_TYPE].finding.present;
  return good || reported ? STATUS_OK : STATUS_LIMIT;
}

Status campaign_primitive(const Primitive *primitive, Rule *rule, const CampaignOptions *options,
                          PrimitiveReport *report) {
  Campaign *c = calloc(1, sizeof *c);
  memset(report, 0, sizeof *report);
  if (c == NULL) return STATUS_LIMIT;
  c->primitive = primitive;
  c->rule = rule;
  rule->stopped = options->stopped;
  c->options = options;
  c->report = report;
  c->oracle = oracle_new(primitive);
  arb_init(c->sum), arb_init(c->scale), arb_init(c->term);
  bool good = c->oracle != NULL;
  for (uint32_t k = 0; k < CHUNK; k++) good = certain_init(&c->certain[k], primitive) && good;
  Status status = good ? run(c) : STATUS_LIMIT;
  for (uint32_t k = 0; k < CHUNK; k++) certain_clear(&c->certain[k]);
  arb_clear(c->sum), arb_clear(c->scale), arb_clear(c->term);
  points_free(&c->points);
  oracle_free(c->oracle);
  free(c);
  return status;
}
