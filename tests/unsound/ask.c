#include "tests/unsound/ask.h"

#include "verify/primitive/declared.h"
#include "verify/truth/germ.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TERMS ((uint32_t)1 << 20)
#define INPUTS 8u
#define SAMPLES 40u
#define BITS 848

/* ---------------------------------------------------------------- verdicts -- */

static void take_tally(Asked *asked, const Tally *tally, const Witness *witnesses) {
  const ProgramVerdict *verdict = battery_verdict(asked->battery);
  asked->refuted = tally_total(tally, OUTCOME_REFUTED) > 0;
  for (int law = 0; law < LAW_COUNT && asked->why[0] == '\0'; law++) {
    const Witness *w = &witnesses[law];
    if (w->present)
      (void)snprintf(asked->why, sizeof asked->why, "%s at %.60s: %.60s, not %.60s", law_info((LawId)law)->name,
                     w->input, w->found, w->expected);
  }
  asked->proved = verdict->tried && for_all_decided(verdict->found);
  asked->outside = verdict->tried && verdict->found == FOR_ALL_ALMOST;
  bool engines = asked->primitive.store == NULL; /* else what is not given is CHAD's, and right */
  asked->proved = asked->proved ||
                  ((engines || asked->primitive.has_jvp) && outcomes_for_all(tally->count[LAW_AD_FWD][1]) > 0) ||
                  ((engines || asked->primitive.has_vjp) && outcomes_for_all(tally->count[LAW_AD_REV][2]) > 0);
}

static void ask_rules(Asked *asked) {
  const Primitive *p = &asked->primitive;
  Declared *declared = declared_new(p);
  const GivenRules rules = {.forward = p->has_jvp ? &p->forward : NULL,
                            .reverse = p->has_vjp ? &p->reverse : NULL,
                            .exempt = declared_at,
                            .state = declared};
  Tally *tally = calloc(1, sizeof *tally);
  Witness *witnesses = calloc(LAW_COUNT, sizeof *witnesses);
  asked->proved = asked->outside = asked->refuted = false;
  if (tally == NULL || witnesses == NULL || declared == NULL) abort();
  battery_check_rules(asked->battery, &p->definition->program, &rules, 1, tally, witnesses);
  take_tally(asked, tally, witnesses);
  declared_free(declared);
  free(tally);
  free(witnesses);
}

static void ask_engines(Asked *asked) {
  BatteryOptions options = {.laws = law_set_all(), .thorough = true, .seed = 1};
  Tally *tally = calloc(1, sizeof *tally);
  Witness *witnesses = calloc(LAW_COUNT, sizeof *witnesses);
  if (tally == NULL || witnesses == NULL) abort();
  for (int law = 0; law < LAW_COUNT; law++) {
    options.laws.on[law] = law == LAW_AD_FWD || law == LAW_AD_REV || law == LAW_AD_DOT || law == LAW_AD_PRIMAL ||
                           law == LAW_TIERS || law == LAW_KINK || law == LAW_XENG || law == LAW_SMOOTH ||
                           law == LAW_AD_DEFINED;
  }
  battery_check(asked->battery, &text_find(asked->store, &asked->module, NULL)->program, 0, &options, tally, witnesses);
  take_tally(asked, tally, witnesses);
  free(tally);
  free(witnesses);
}

static bool points_done;
static bool stop_after_points(void) { return points_done; }
static void note_points(void *state, const char *phase, uint64_t done, uint64_t of) {
  (void)state, (void)phase;
  points_done = done >= of;
}

void ask_points(Asked *asked) {
  CampaignOptions options = {.seed = 1, .samples = SAMPLES, .stopped = stop_after_points, .progress = note_points};
  if (asked->pointwise || asked->refuted || asked->primitive.store == NULL) return;
  asked->pointwise = true;
  points_done = false;
  Rule *rule = rule_of_text(&asked->primitive);
  PrimitiveReport *report = calloc(1, sizeof *report);
  if (rule == NULL || report == NULL) abort();
  if (campaign_primitive(&asked->primitive, rule, &options, report) != STATUS_OK) abort();
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    const Finding *found = &report->result[i].finding[JUDGED_WRONG];
    if (report->result[i].count[JUDGED_WRONG] == 0) continue;
    asked->refuted = true;
    (void)snprintf(asked->why, sizeof asked->why, "%s at %.60s: %.60s, not %.60s", property_name((PropertyId)i),
                   found->input, found->found, found->certain);
  }
  rule->free(rule);
  free(report);
}

bool ask_open(Asked *asked) {
  *asked = (Asked){.store = store_new(TERMS)};
  asked->battery = asked->store == NULL ? NULL : battery_new(asked->store);
  return asked->battery != NULL;
}

static void forget(Asked *asked) {
  if (asked->primitive.store != NULL) primitive_free(&asked->primitive);
  text_free_module(&asked->module);
  asked->primitive = (Primitive){0};
  asked->module = (Module){0};
  asked->pointwise = false;
  asked->why[0] = asked->error[0] = '\0';
}

bool ask_read(Asked *asked, const char *path, const char *text, size_t length) {
  TextError error = {.message = "no memory"};
  bool is_primitive = strlen(path) > 5 && strcmp(path + strlen(path) - 5, ".prim") == 0;
  forget(asked);
  Status status = is_primitive ? primitive_read(asked->store, path, text, length, NULL, 0, &asked->primitive, &error)
                               : text_read_module(asked->store, path, text, length, NULL, 0, &asked->module, &error);
  if (status != STATUS_OK) {
    (void)snprintf(asked->error, sizeof asked->error, "%.500s", error.message);
    return false;
  }
  if (is_primitive)
    ask_rules(asked);
  else
    ask_engines(asked);
  return true;
}

void ask_close(Asked *asked) {
  if (asked->store == NULL) return;
  forget(asked);
  battery_free(asked->battery);
  store_free(asked->store);
  asked->store = NULL;
}

/* ------------------------------------------------------------------- truth -- */

static const char *next_number(const char *at) {
  while (*at == ' ') at++;
  while (*at != '\0' && *at != ' ' && *at != ',') at++;
  return *at == ',' ? at + 1 : NULL;
}

/* "1, 1/2, -0.25" up to another word or the end: how many. */
static uint32_t read_rationals(const char *text, mpq_t *out) {
  uint32_t count = 0;
  for (const char *at = text; at != NULL && count < INPUTS; at = next_number(at)) {
    char word[64], digits[64];
    if (sscanf(at, " %63[^, \n]", word) != 1) break;
    char *point = strchr(word, '.');
    size_t decimals = point == NULL ? 0 : strlen(point + 1);
    (void)snprintf(digits, sizeof digits, "%.*s%s", point == NULL ? 63 : (int)(point - word), word,
                   point == NULL ? "" : point + 1);
    mpz_t scale;
    mpz_init(scale);
    mpz_ui_pow_ui(scale, 10, decimals);
    if (mpq_set_str(out[count], digits, 10) != 0) abort();
    if (decimals > 0) mpz_set(mpq_denref(out[count]), scale);
    mpq_canonicalize(out[count]);
    mpz_clear(scale);
    count++;
  }
  return count;
}

/* Whether the ball may be the number, which is exact or has 14 decimals. */
static bool may_be(const arb_t ball, const mpq_t number, bool exact) {
  arb_t expected;
  arb_init(expected);
  ball_set_rational(expected, number, BITS);
  if (!exact) arb_add_error_2exp_si(expected, -46);
  bool result = arb_overlaps(ball, expected) != 0;
  arb_clear(expected);
  return result;
}

/* ------------------------------------------------------------ at one point -- */

typedef enum Certainty { NOT_CERTIFIED, DERIVATIVE, NO_DERIVATIVE, NO_VALUE } Certainty;

static Certainty certainty_of(const Germ *germ, uint32_t order) {
  if (germ->verdict == GERM_CERTIFIED || germ->certified >= (int)order) return DERIVATIVE;
  if (germ->verdict == GERM_UNDEFINED) return NO_VALUE;
  return germ->verdict == GERM_UNDECIDED ? NOT_CERTIFIED : NO_DERIVATIVE;
}

/* Along each axis; `balls` has room for one number each. */
static Certainty look(Asked *asked, const Program *program, uint32_t inputs, const mpq_t *x, uint32_t order,
                      arb_ptr balls) {
  CertifiedOptions options = {.order = order, .digits = CERTIFIED_DIGITS, .limit = BITS};
  Truth *truth = truth_new(asked->store);
  Certified *certified = truth == NULL ? NULL : certified_new(truth);
  Germ germ;
  mpq_t v[INPUTS];
  Certainty certainty = DERIVATIVE;
  germ_init(&germ);
  if (certified == NULL) abort();
  for (uint32_t i = 0; i < inputs; i++) mpq_init(v[i]);
  for (uint32_t i = 0; i < inputs && certainty == DERIVATIVE; i++) {
    for (uint32_t j = 0; j < inputs; j++) mpq_set_ui(v[j], i == j, 1);
    Status status = truth_germ(certified, program, x, (const mpq_t *)v, &options, &germ);
    bool said = status == STATUS_OK || (status == STATUS_LIMIT && germ.verdict == GERM_CERTIFIED);
    certainty = said ? certainty_of(&germ, order) : NOT_CERTIFIED;
    if (certainty == DERIVATIVE) arb_set(balls + i, enclosure_of(&germ.numbers, 0, order));
  }
  for (uint32_t i = 0; i < inputs; i++) mpq_clear(v[i]);
  germ_clear(&germ);
  certified_free(certified);
  truth_free(truth);
  return certainty;
}

static const char *compare(const AskedTruth *expected, Certainty certainty, uint32_t inputs, arb_srcptr balls,
                           const mpq_t *numbers) {
  static const Certainty kinds[] = {DERIVATIVE, NO_DERIVATIVE, NO_VALUE};
  if (certainty == NOT_CERTIFIED) return expected->certified ? "not certified" : NULL;
  if (certainty != kinds[expected->kind]) {
    static const char *const names[] = {"", "certified a derivative", "certified that there is none",
                                        "certified that there is no value"};
    return names[certainty];
  }
  bool exact = strchr(expected->numbers, '.') == NULL;
  for (uint32_t i = 0; i < inputs && certainty == DERIVATIVE; i++) {
    if (!may_be(balls + i, numbers[i], exact)) return "certified another number";
  }
  return NULL;
}

const char *ask_truth(Asked *asked, const AskedTruth *expected) {
  const Program *program = &text_find(asked->store, &asked->module, NULL)->program;
  mpq_t x[INPUTS], numbers[INPUTS];
  for (uint32_t i = 0; i < INPUTS; i++) mpq_init(x[i]), mpq_init(numbers[i]);
  uint32_t inputs = read_rationals(expected->at, x);
  uint32_t given = expected->kind == ASK_DERIVATIVE ? read_rationals(expected->numbers, numbers) : inputs;
  const char *wrong = "as many inputs as the program has, and numbers, are expected";
  if (given == inputs && inputs == program->length) {
    arb_ptr balls = _arb_vec_init(INPUTS);
    Certainty certainty = look(asked, program, inputs, (const mpq_t *)x, expected->order, balls);
    wrong = compare(expected, certainty, inputs, balls, (const mpq_t *)numbers);
    _arb_vec_clear(balls, INPUTS);
  }
  for (uint32_t i = 0; i < INPUTS; i++) mpq_clear(x[i]), mpq_clear(numbers[i]);
  return wrong;
}
