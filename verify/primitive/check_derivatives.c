/* The rules against the certain value and Jacobian, point by point. */
#include "verify/primitive/check.h"

#include "verify/enumerate/space.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BITS 192

/* ------------------------------------------------------- seeds, answers -- */

static bool seeds_make(Seeds *seeds, const Campaign *c, uint32_t size, uint64_t stream) {
  uint32_t basis = size < BASIS_MOST ? size : BASIS_MOST;
  *seeds = (Seeds){SEEDS_BASIS + basis, size, NULL};
  seeds->seed = calloc((size_t)seeds->count * size + 1, sizeof(double));
  if (seeds->seed == NULL) return false;
  for (uint32_t i = 0; i < size; i++) {
    /* few digits, so that sums of them are exact */
    double a = (double)(int64_t)(random_word(c->options->seed, stream, i) % 4001) / 1000.0 - 2.0;
    double b = (double)(int64_t)(random_word(c->options->seed, stream + 1, i) % 65) / 16.0 - 2.0;
    seeds->seed[SEEDS_ONES * size + i] = 1;
    seeds->seed[SEEDS_A * size + i] = a;
    seeds->seed[SEEDS_TWICE_A * size + i] = 2 * a;
    seeds->seed[SEEDS_B * size + i] = b;
    if (i < basis) seeds->seed[(size_t)(SEEDS_BASIS + i) * size + i] = 1;
  }
  return true;
}

bool answers_take(Answers *answers, Campaign *c, RuleCall what, const Seeds *seeds) {
  const Primitive *p = c->primitive;
  uint32_t per_point = seeds == NULL ? 1 : seeds->count, from = rule_seed_size(p, what);
  uint32_t count = c->count * per_point;
  *answers = (Answers){.what = what, .seeds = per_point, .size = rule_answer_size(p, what)};
  answers->out = calloc((size_t)count * answers->size + 1, sizeof(double));
  answers->answer = calloc((size_t)count + 1, sizeof *answers->answer);
  double *x = calloc((size_t)count * p->inputs + 1, sizeof *x), *s = calloc((size_t)count * from + 1, sizeof *s);
  bool good = answers->out != NULL && answers->answer != NULL && x != NULL && s != NULL;
  for (uint32_t k = 0; good && k < count; k++) {
    for (uint32_t i = 0; i < p->inputs; i++) x[(size_t)k * p->inputs + i] = chunk_point(c, k / per_point)[i];
    for (uint32_t i = 0; seeds != NULL && i < from; i++)
      s[(size_t)k * from + i] = seeds->seed[(size_t)(k % per_point) * from + i];
  }
  if (good) good = campaign_call(c, what, count, x, s, answers->out, answers->answer);
  if (good) c->report->calls += count;
  free(x);
  free(s);
  return good;
}

void answers_free(Answers *answers) {
  free(answers->out);
  free(answers->answer);
  *answers = (Answers){0};
}

/* sum_j J[row][j] v[j] to c->sum, and the sum of the absolute values to c->scale; by
 * columns and cotangents with `transposed`. */
static void certain_product(Campaign *c, const Certain *certain, bool transposed, uint32_t row, const double *v) {
  uint32_t length = transposed ? certain->cotangents : certain->tangents;
  arb_zero(c->sum), arb_zero(c->scale);
  for (uint32_t j = 0; j < length; j++) {
    arb_srcptr entry =
        certain->jacobian + (transposed ? (size_t)j * certain->tangents + row : (size_t)row * certain->tangents + j);
    if (v[j] == 0) continue;
    arb_set_d(c->term, v[j]);
    arb_mul(c->term, c->term, entry, BITS);
    arb_add(c->sum, c->sum, c->term, BITS);
    arb_abs(c->term, c->term);
    arb_add(c->scale, c->scale, c->term, BITS);
  }
}

/* ------------------------------------------------------------- properties -- */

static bool within_domain(const Campaign *c, uint32_t k) { return c->claimed[k] == 1 && !c->kink[k]; }

/* An answer that is none: where the truth is there a failure of its own, or wrong. */
static bool answered(Campaign *c, PropertyId property, const Answers *answers, uint32_t k, uint32_t s,
                     const double *seed) {
  RuleAnswer answer = answers->answer[(size_t)k * answers->seeds + s];
  Occasion occasion = {k, seed, rule_seed_size(c->primitive, answers->what), "the call", -1};
  if (answer == RULE_UNKNOWN) return false;
  if (answer == RULE_COMPUTED) return true;
  if (answer == RULE_UNDECIDED) {
    count_finding(c, property, JUDGED_UNDECIDED, &occasion, "differentiable here", "an answer that is not known");
    return false;
  }
  if (answer == RULE_ANSWERED) {
    if (c->tolerance.rounds) c->report->result[PROPERTY_RAISES].count[JUDGED_HOLDS]++;
    return true;
  }
  if (answer == RULE_FAILED) {
    count_failure(c, answers->what, &occasion);
    return false;
  }
  count_undefined(c, property, answers->what, &occasion);
  return false;
}

/* The value, or what jvp computes for it along seed s. */
static void check_value(Campaign *c, const Answers *answers, uint32_t k, uint32_t s, const double *seed) {
  const Certain *certain = &c->certain[k];
  if (!answered(c, PROPERTY_VALUE, answers, k, s, seed)) return;
  sizer_at(c->sizer, RULE_VALUE, chunk_point(c, k), NULL);
  for (uint32_t o = 0; o < certain->outputs; o++) {
    Occasion occasion = {k, seed, seed == NULL ? 0 : c->primitive->tangents,
                         seed == NULL ? "value" : "the value that jvp computes", (int)o};
    double off, found = answer_at(answers, k, s)[o];
    Judgement judged = judge_answer(c->sizer, o, certain->value + o, found, c->tolerance, &off);
    (void)count_judgement(c, PROPERTY_VALUE, judged, off, &occasion, certain->value + o, found);
  }
}

#define NO_ANSWER JUDGEMENTS /* in the place of a class */

static Judgement worse(Judgement a, Judgement b) {
  if (a == JUDGED_WRONG || b == JUDGED_WRONG) return JUDGED_WRONG;
  return a > b ? a : b;
}

/* Of numbers by doubles where the code has no value among the reals: they round, and only what rounding cannot explain
 * is wrong. */
static Judgement judge_computed(Campaign *c, uint32_t component, double found, double *off) {
  Tolerance rounding = {PRIMITIVE_ULPS, true, c->tolerance.format, 0};
  Judgement judged = judge_answer(c->sizer, component, c->sum, found, rounding, off);
  return judged == JUDGED_WRONG || judged == JUDGED_HOLDS ? judged : JUDGED_UNDECIDED;
}

/* Each seed's answer at the point; of its components the worst class to worst[s]. */
static void check_product(Campaign *c, const Answers *answers, const Seeds *seeds, uint32_t k, Judgement *worst) {
  bool transposed = answers->what == RULE_VJP;
  PropertyId property = transposed ? PROPERTY_VJP : PROPERTY_JVP;
  for (uint32_t s = 0; s < seeds->count; s++) {
    const double *seed = seeds->seed + (size_t)s * seeds->size;
    worst[s] = NO_ANSWER;
    if (!answered(c, property, answers, k, s, seed)) continue;
    bool computed = answers->answer[(size_t)k * answers->seeds + s] == RULE_COMPUTED;
    if (!computed) worst[s] = JUDGED_HOLDS;
    sizer_at(c->sizer, answers->what, chunk_point(c, k), seed);
    for (uint32_t i = 0; i < answers->size; i++) {
      Occasion occasion = {k, seed, seeds->size, transposed ? "cotangent" : "tangent", (int)i};
      double off, found = answer_at(answers, k, s)[i];
      certain_product(c, &c->certain[k], transposed, i, seed);
      Judgement judged =
          computed ? judge_computed(c, i, found, &off) : judge_answer(c->sizer, i, c->sum, found, c->tolerance, &off);
      judged = count_judgement(c, property, judged, off, &occasion, c->sum, found);
      if (!computed) worst[s] = worse(worst[s], judged);
    }
  }
}

/* What two answers say that do not agree: neither is wrong unless one of them is. */
static Judgement blame(Judgement judged, Judgement first, Judgement second) {
  return judged == JUDGED_WRONG ? worse(first, second) : judged;
}

/* f(0) = 0 and f(2a) = 2 f(a): scaling by 2 rounds nothing. */
static void check_linear(Campaign *c, const Answers *answers, const Seeds *seeds, uint32_t k, const Judgement *worst) {
  if (worst[SEEDS_ZERO] == NO_ANSWER || worst[SEEDS_A] == NO_ANSWER || worst[SEEDS_TWICE_A] == NO_ANSWER)
    return; /* counted by PRIM-JVP or PRIM-VJP, or PRIM-RAISES */
  for (uint32_t i = 0; i < answers->size; i++) {
    Occasion zero = {k, seeds->seed, seeds->size, answers->what == RULE_VJP ? "vjp at 0" : "jvp at 0", (int)i};
    double found = answer_at(answers, k, SEEDS_ZERO)[i], a = answer_at(answers, k, SEEDS_A)[i];
    arb_zero(c->term);
    (void)count_judgement(c, PROPERTY_LINEAR, found == 0 ? JUDGED_HOLDS : worst[SEEDS_ZERO], 0, &zero, c->term, found);
    if (!isfinite(a) || fabs(a) > c->tolerance.format->largest / 4 || fabs(a) < c->tolerance.format->least * 0x1p60)
      continue;
    Occasion scaled = {k, seeds->seed + (size_t)SEEDS_TWICE_A * seeds->size, seeds->size, "f(2a) = 2 f(a)", (int)i};
    double off;
    found = answer_at(answers, k, SEEDS_TWICE_A)[i];
    certain_product(c, &c->certain[k], answers->what == RULE_VJP, i, scaled.seed);
    arb_set_d(c->term, 2 * a);
    Judgement judged = judge_sum(c->term, c->scale, found, c->tolerance, &off);
    judged = blame(judged, worst[SEEDS_A], worst[SEEDS_TWICE_A]);
    (void)count_judgement(c, PROPERTY_LINEAR, judged, off, &scaled, c->term, found);
  }
}

/* Adds left[i] right[i] to the sum and |left[i] right[i]| to c->scale; false for numbers too large. */
static bool add_products(Campaign *c, arb_t sum, uint32_t count, const double *left, const double *right) {
  arb_t product;
  bool small = true;
  arb_init(product);
  for (uint32_t i = 0; i < count; i++) {
    small = small && isfinite(left[i]) && fabs(left[i]) < 0x1p500;
    arb_set_d(product, left[i]), arb_set_d(c->term, right[i]);
    arb_mul(product, product, c->term, BITS);
    arb_add(sum, sum, product, BITS);
    arb_abs(product, product), arb_add(c->scale, c->scale, product, BITS);
  }
  arb_clear(product);
  return small;
}

/* The answers of both rules at one point, with what was said of them. */
typedef struct BothRules {
  const Answers *jvp, *vjp;
  const Seeds *v, *w;
  const Judgement *jvp_worst, *vjp_worst;
} BothRules;

/* <jvp a, w> = <a, vjp w>, both sides summed exactly. */
static void check_dot(Campaign *c, const BothRules *both, uint32_t k) {
  static const uint32_t pairs[][2] = {{SEEDS_A, SEEDS_A}, {SEEDS_B, SEEDS_ONES}, {SEEDS_ONES, SEEDS_B}};
  for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++) {
    uint32_t s = pairs[n][0], t = pairs[n][1];
    const double *tangent = both->v->seed + (size_t)s * both->v->size;
    const double *cotangent = both->w->seed + (size_t)t * both->w->size;
    if (both->jvp_worst[s] == NO_ANSWER || both->vjp_worst[t] == NO_ANSWER) continue;
    arb_t other;
    arb_init(other), arb_zero(c->sum), arb_zero(c->scale);
    bool small = add_products(c, c->sum, both->w->size, answer_at(both->jvp, k, s), cotangent);
    if (add_products(c, other, both->v->size, answer_at(both->vjp, k, t), tangent) && small) {
      double off, found = arf_get_d(arb_midref(other), ARF_RND_NEAR);
      Occasion occasion = {k, tangent, both->v->size, "<jvp v, w> against <v, vjp w>", -1};
      Judgement judged = judge_sum(c->sum, c->scale, found, c->tolerance, &off);
      judged = blame(judged, both->jvp_worst[s], both->vjp_worst[t]);
      (void)count_judgement(c, PROPERTY_DOT, judged, off, &occasion, c->sum, found);
    }
    arb_clear(other);
  }
}

/* "jvp 0, 1; vjp 0, 1": what the rules give at a point, in the directions of the axes. */
static void print_given(const Answers *jvp, const Answers *vjp, uint32_t k, char *out, size_t size) {
  const Answers *const rules[] = {jvp, vjp};
  size_t used = (size_t)snprintf(out, size, "the rule gives");
  for (int r = 0; r < 2; r++) {
    if (rules[r]->out == NULL) continue;
    char text[160];
    print_doubles(rules[r]->size, answer_at(rules[r], k, SEEDS_BASIS), text, sizeof text);
    if (used < size) used += (size_t)snprintf(out + used, size - used, " %s %s", r == 0 ? "jvp" : "vjp", text);
  }
  if (used < size) (void)snprintf(out + used, size - used, " along the first axis: declare it by `kink`");
}

/* Claimed against found. */
static void check_domain(Campaign *c, const Answers *jvp, const Answers *vjp, uint32_t k) {
  PropertyResult *result = &c->report->result[PROPERTY_DOMAIN];
  const Certain *certain = &c->certain[k];
  Occasion occasion = {k, NULL, 0, "the declared domain", -1};
  char given[FINDING_TEXT];
  if (certain->state == ORACLE_UNDECIDED || certain->state == ORACLE_OPEN || c->claimed[k] < 0) {
    count_finding(c, PROPERTY_DOMAIN, JUDGED_UNDECIDED, &occasion, "not decided whether it is differentiable here", "");
  } else if (within_domain(c, k) && certain->state == ORACLE_VALUE) {
    print_given(jvp, vjp, k, given, sizeof given);
    count_finding(c, PROPERTY_DOMAIN, JUDGED_UNDECLARED, &occasion, "not differentiable here", given);
  } else if (within_domain(c, k) && certain->state == ORACLE_UNDEFINED) {
    count_wrong(c, PROPERTY_DOMAIN, &occasion, "undefined here", "claims to be differentiable");
  } else {
    result->count[JUDGED_HOLDS]++;
    if (c->claimed[k] == 0 && certain->state == ORACLE_DEFINED && result->reason[0] == '\0') {
      char point[160];
      print_doubles(c->primitive->inputs, chunk_point(c, k), point, sizeof point);
      (void)snprintf(result->reason, sizeof result->reason,
                     "the domain leaves out points such as %s, where the function is differentiable", point);
    }
  }
}

/* A failure where nothing is claimed is a note. */
static void note_failures(Campaign *c, const Answers *answers, const Seeds *seeds, uint32_t k) {
  for (uint32_t s = 0; answers->out != NULL && s < answers->seeds; s++) {
    const double *seed = seeds == NULL ? NULL : seeds->seed + (size_t)s * seeds->size;
    Occasion occasion = {k, seed, seeds == NULL ? 0 : seeds->size, "the call", -1};
    if (answers->answer[(size_t)k * answers->seeds + s] == RULE_FAILED) count_failure(c, answers->what, &occasion);
  }
}

/* How far off the rule's value is there, of the result that is furthest; 0 where it gives none. */
static long double off_by_value(const Campaign *c, const Answers *value, uint32_t k) {
  const Certain *certain = &c->certain[k];
  long double most = 0;
  if (value->out == NULL || value->answer[k] != RULE_ANSWERED) return 0;
  for (uint32_t o = 0; o < certain->outputs; o++)
    most = fmaxl(most, relative_error(certain->value + o, answer_at(value, k, 0)[o]));
  return most;
}

/* The rules at a point that is regular. */
static void check_regular(Campaign *c, ChunkAnswers *a, uint32_t k) {
  for (uint32_t s = 0; a->primal.out != NULL && s < a->primal.seeds; s++)
    check_value(c, &a->primal, k, s, a->v.seed + (size_t)s * a->v.size);
  c->tolerance.of_value = off_by_value(c, &a->value, k);
  if (a->jvp.out != NULL) {
    check_product(c, &a->jvp, &a->v, k, a->jvp_worst);
    check_linear(c, &a->jvp, &a->v, k, a->jvp_worst);
  }
  if (a->vjp.out != NULL) {
    check_product(c, &a->vjp, &a->w, k, a->vjp_worst);
    check_linear(c, &a->vjp, &a->w, k, a->vjp_worst);
  }
  c->tolerance.of_value = 0;
  BothRules both = {&a->jvp, &a->vjp, &a->v, &a->w, a->jvp_worst, a->vjp_worst};
  if (a->jvp.out != NULL && a->vjp.out != NULL) check_dot(c, &both, k);
}

static void check_one(Campaign *c, ChunkAnswers *a, uint32_t k) {
  if (chunk_kind(c, k) == POINT_INFINITE) {
    if (c->tolerance.rounds) check_infinite(c, a, k);
    return;
  }
  check_domain(c, &a->jvp, &a->vjp, k);
  bool valued = c->certain[k].state == ORACLE_DEFINED || c->certain[k].state == ORACLE_OPEN;
  if (a->value.out != NULL && valued && c->claimed[k] != 0) check_value(c, &a->value, k, 0, NULL);
  if (chunk_regular(c, k))
    check_regular(c, a, k);
  else
    note_failures(c, &a->jvp, &a->v, k), note_failures(c, &a->vjp, &a->w, k);
}

bool check_chunk(Campaign *c) {
  const Primitive *p = c->primitive;
  const bool *offers = c->rule->offers;
  ChunkAnswers a = {.value = {0}};
  bool good = seeds_make(&a.v, c, p->tangents, 31);
  good = seeds_make(&a.w, c, p->cotangents, 37) && good;
  if (good && offers[RULE_VALUE]) good = answers_take(&a.value, c, RULE_VALUE, NULL);
  Seeds few = {SEEDS_A + 1, a.v.size, a.v.seed};
  if (good && offers[RULE_PRIMAL]) good = answers_take(&a.primal, c, RULE_PRIMAL, &few);
  if (good && offers[RULE_JVP]) good = answers_take(&a.jvp, c, RULE_JVP, &a.v);
  if (good && offers[RULE_VJP]) good = answers_take(&a.vjp, c, RULE_VJP, &a.w);
  for (uint32_t k = 0; good && k < c->count; k++) check_one(c, &a, k);
  if (good && a.jvp.out != NULL) good = check_same(c, &a.jvp, &a.v);
  if (good && a.vjp.out != NULL) good = check_same(c, &a.vjp, &a.w);
  answers_free(&a.value), answers_free(&a.primal), answers_free(&a.jvp), answers_free(&a.vjp);
  free(a.v.seed);
  free(a.w.seed);
  return good;
}
