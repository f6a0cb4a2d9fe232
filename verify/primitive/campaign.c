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

const char *property_statement_of(const char *name) {
  for (int k = 0; k < PROPERTY_COUNT; k++)
    if (strcmp(property_name((PropertyId)k), name) == 0) return property_statement((PropertyId)k);
  return "";
}

const char *verdict_name(PropertyVerdict verdict) {
  static const char *const names[] = {"PROVED", "DECIDED", "HOLDS", "REFUTED", "UNSTABLE", "DIFFERS", "UNDECIDED", "-"};
  return names[verdict];
}

const char *judgement_name(Judgement judgement) {
  static const char *const names[JUDGEMENTS] = {"holds",   "loses digits",    "ill-conditioned", "range",    "unstable",
                                                "refuted", "undeclared kink", "differs",         "undecided"};
  return names[judgement];
}

uint64_t property_total(const PropertyResult *result) {
  uint64_t total = 0;
  for (int j = 0; j < JUDGEMENTS; j++) total += result->count[j];
  return total;
}

PropertyVerdict property_verdict(const PropertyResult *result) {
  const uint64_t *count = result->count;
  if (count[JUDGED_WRONG] > 0) return VERDICT_REFUTED;
  if (count[JUDGED_UNSTABLE] > 0) return VERDICT_UNSTABLE;
  if (count[JUDGED_DIFFERS] > 0) return VERDICT_DIFFERS;
  if (count[JUDGED_UNDECLARED] > 0) return VERDICT_UNDECIDED;
  if (result->decided) return result->proved ? VERDICT_PROVED : VERDICT_DECIDED;
  if (count[JUDGED_HOLDS] + count[JUDGED_LOSES] > 0) return VERDICT_HOLDS;
  return property_total(result) > 0 ? VERDICT_UNDECIDED : VERDICT_NOT_ASKED;
}

/* "softplus, n = 3" */
static void print_subject(const Primitive *p, char *out, size_t size) {
  size_t used = (size_t)snprintf(out, size, "%.80s", p->name == NULL ? "" : p->name);
  for (uint32_t k = 0; k < p->size_count && used < size; k++)
    used += (size_t)snprintf(out + used, size - used, ", %.40s = %u", p->size[k].name, p->size[k].value);
}

static void account_property(Account *account, const char *subject, PropertyId property, const PropertyResult *result) {
  PropertyVerdict verdict = property_verdict(result);
  account->refuted = account->refuted || verdict == VERDICT_REFUTED || verdict == VERDICT_UNSTABLE;
  account->differs = account->differs || result->count[JUDGED_DIFFERS] > 0;
  if (result->count[JUDGED_UNDECLARED] > 0)
    account_undecided(account, "%s: %s: a kink is not declared", subject, property_name(property));
  else if (verdict == VERDICT_UNDECIDED)
    account_undecided(account, "%s: %s: no instance was decided", subject, property_name(property));
}

Account primitive_report_account(const Primitive *primitive, const PrimitiveReport *report) {
  Account account = {.refuted = false};
  char subject[200];
  bool decided = false;
  print_subject(primitive, subject, sizeof subject);
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    PropertyVerdict verdict = property_verdict(&report->result[i]);
    bool about_rules = i == PROPERTY_JVP || i == PROPERTY_VJP;
    decided = decided || (about_rules && verdict != VERDICT_UNDECIDED && verdict != VERDICT_NOT_ASKED);
    account_property(&account, subject, (PropertyId)i, &report->result[i]);
  }
  if (report->interrupted) account_missing(&account, "%s: the campaign was interrupted", subject);
  if (report->broken[0] != '\0') account_missing(&account, "%s: %.200s", subject, report->broken);
  if (report->unrepeated > 0)
    account_undecided(&account, "%s: the rule ended, and not when the same calls were asked again: %.120s", subject,
                      report->unrepeated_example);
  if (report->points_full) account_missing(&account, "%s: limit: points were left out", subject);
  /* what is refuted is decided: nothing more is missing then */
  if (!decided && !account.refuted) account_undecided(&account, "%s: nothing was decided of jvp or vjp", subject);
  return account;
}

/* ----------------------------------------------------------------- chunks -- */

static bool is_finite_point(const Campaign *c, uint32_t k) { return chunk_kind(c, k) != POINT_INFINITE; }

static bool on_kink(Campaign *c, uint32_t k) {
  for (uint32_t i = 0; i < c->primitive->kink_count; i++) {
    if (oracle_touches(c->oracle, &c->primitive->kink[i].where, chunk_point(c, k)) == 1) return true;
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
    c->cost[k] = NAN;
    if (!is_finite_point(c, k)) continue;
    c->claimed[k] = oracle_satisfies(c->oracle, c->primitive->domain, c->primitive->domain_count, chunk_point(c, k));
    c->kink[k] = on_kink(c, k);
    oracle_at(c->oracle, chunk_point(c, k), &c->certain[k]);
    switch (c->certain[k].state) {
    case ORACLE_DEFINED:
    case ORACLE_OPEN:
    case ORACLE_VALUE: report->defined++; break;
    case ORACLE_UNDEFINED: report->undefined++; break;
    case ORACLE_UNDECIDED: report->undecided++; break;
    }
  }
}

bool check_points(Campaign *c) {
  ask_oracle(c);
  bool good = check_chunk(c) && check_enclosure(c) && check_kinks(c);
  return good && (c->options->first_only || (check_twice(c) && check_thrice(c)));
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
  if (!offers[RULE_JVP]) note(c, PROPERTY_JVP, "no jvp is given");
  if (!offers[RULE_VJP]) note(c, PROPERTY_VJP, "no vjp is given");
  if (!offers[RULE_JVP] || !offers[RULE_VJP]) note(c, PROPERTY_DOT, "needs both jvp and vjp");
  if ((!offers[RULE_VALUE] && !offers[RULE_ENCLOSURE]) || is_text)
    note(c, PROPERTY_VALUE, "the value is the specification itself");
  if (!is_text && !offers[RULE_JVP2])
    note(c, PROPERTY_TWICE, "a black box has no derivative of its own rules: it may offer jvp2");
  if (!offers[RULE_JVP3]) note(c, PROPERTY_THRICE, "no jvp3 is given");
  if (is_text) note(c, PROPERTY_SAME, "a term has no memory"), note(c, PROPERTY_RAISES, "a term always answers");
  if (is_text) note(c, PROPERTY_SPECIAL, "terms mean real numbers: they say nothing at infinities");
  if (p->kink_count == 0) note(c, PROPERTY_KINK, "no kink is declared");
  if (!p->linear && !p->bilinear) note(c, PROPERTY_CLAIM, "no claim is made");
  bool both = offers[RULE_JVP] && offers[RULE_VJP];
  if (!both && !p->limits) note(c, PROPERTY_SPECIAL, "needs both jvp and vjp, or `limits`");
  if (c->usable == 0 && !is_text) note(c, PROPERTY_TYPE, "no answer was usable");
  if (property_verdict(&c->report->result[PROPERTY_SPECIAL]) == VERDICT_NOT_ASKED)
    note(c, PROPERTY_SPECIAL, "no answer at infinities or NaN was usable");
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    if (property_verdict(&c->report->result[i]) != VERDICT_NOT_ASKED) continue;
    if (c->report->interrupted) note(c, (PropertyId)i, "interrupted before it was asked");
    if (c->report->broken[0] != '\0') note(c, (PropertyId)i, "the rule broke down before");
    if (c->report->result[PROPERTY_RAISES].count[JUDGED_WRONG] > 0)
      note(c, (PropertyId)i, "the rule stopped answering before");
  }
}

/* Where inputs are not too large or too small to judge: of each rule in whose answers the range was left. */
static void measure_box(Campaign *c) {
  static const struct {
    RuleCall call;
    PropertyId property;
  } asked[] = {{RULE_VALUE, PROPERTY_VALUE}, {RULE_JVP, PROPERTY_JVP}, {RULE_VJP, PROPERTY_VJP}};
  for (int i = 0; i < RULE_CALLS; i++) c->report->box[i] = -1;
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    if (c->report->result[asked[i].property].count[JUDGED_RANGE] > 0)
      c->report->box[asked[i].call] = sizer_box(c->sizer, asked[i].call, c->tolerance.format->exponent / 2.0L);
  }
}

static Status run(Campaign *c) {
  const Primitive *p = c->primitive;
  const CampaignOptions *options = c->options;
  bool text = strcmp(c->rule->kind, "text") == 0;
  /* a term's answer is the nearest double; what is wrong with it is the term, except
   * where constants stand for those of a library function */
  c->tolerance = (Tolerance){text && p->library == NULL ? 2 : p->ulps, !text, text ? &format_double : p->format, 0};
  bool placed = c->rule->points != NULL ? points_given(&c->points, p, c->rule->points, c->rule->point_count)
                                        : points_make(&c->points, p, c->oracle, options->seed, options->samples);
  if (!placed) return STATUS_LIMIT;
  c->report->points_full = c->points.full;
  PropertyResult *typed = &c->report->result[PROPERTY_TYPE];
  if (text && (p->has_jvp || p->has_vjp))
    typed->decided = true; /* by the judgement of the linear language, when it was read */
  bool good = prove_rules(c) && check_all_points(c);
  if (!options->first_only) good = good && check_claims(c) && check_programs(c);
  /* answers have the shape asked for, or the call fails */
  if (!text) typed->count[c->usable > 0 ? JUDGED_HOLDS : JUDGED_UNDECIDED]++;
  if (good) shrink_findings(c);
  measure_box(c);
  c->report->interrupted = campaign_stopped(c);
  explain(c);
  /* a rule that no longer answers is a finding, or breaks down (calls.c); what was established stays */
  bool reported = c->report->interrupted || c->report->broken[0] != '\0' ||
                  c->report->result[PROPERTY_RAISES].finding[JUDGED_WRONG].present;
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
  c->oracle = oracle_new(primitive, NULL);
  c->sizer = c->oracle == NULL ? NULL : sizer_new(primitive, c->oracle);
  c->limits = limits_new(primitive);
  arb_init(c->sum), arb_init(c->scale), arb_init(c->term);
  bool good = c->oracle != NULL && c->sizer != NULL && c->limits != NULL;
  for (uint32_t k = 0; k < CHUNK; k++) good = certain_init(&c->certain[k], primitive) && good;
  Status status = good ? run(c) : STATUS_LIMIT;
  for (uint32_t k = 0; k < CHUNK; k++) certain_clear(&c->certain[k]);
  arb_clear(c->sum), arb_clear(c->scale), arb_clear(c->term);
  points_free(&c->points);
  oracle_free(c->oracle);
  sizer_free(c->sizer);
  limits_free(c->limits);
  free(c);
  return status;
}
