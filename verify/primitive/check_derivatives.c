/* The rules against the certain value and Jacobian, point by point. */
#include "verify/primitive/check.h"

#include "verify/enumerate/space.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS 192

/* ------------------------------------------------------- seeds, answers -- */

bool seeds_make(Seeds *seeds, const Campaign *c, uint32_t size, uint64_t stream) {
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

void certain_product(Campaign *c, const Certain *certain, bool transposed, uint32_t row, const double *v) {
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

/* -------------------------------------------------------------- findings -- */

static Finding *open_finding(Campaign *c, PropertyId property, const Occasion *o) {
  const Primitive *p = c->primitive;
  Finding *finding = &c->report->result[property].finding;
  const double *x = chunk_point(c, o->k);
  double cost = point_cost(p->inputs, x) + (o->seed == NULL ? 0 : point_cost(o->seed_size, o->seed) / 64);
  if (finding->present && finding->cost <= cost) return NULL;
  *finding = (Finding){.present = true, .cost = cost};
  finding->kind = chunk_kind(c, o->k);
  if (p->inputs <= FINDING_INPUTS) {
    finding->inputs = p->inputs;
    memcpy(finding->x, x, p->inputs * sizeof *x);
  }
  (void)snprintf(finding->where, sizeof finding->where, "%s%s", point_kind_name(finding->kind),
                 c->shrinking ? ", made simpler" : "");
  print_doubles(p->inputs, x, finding->input, sizeof finding->input);
  print_hexadecimal(p->inputs, x, finding->hexadecimal, sizeof finding->hexadecimal);
  if (o->seed != NULL) print_doubles(o->seed_size, o->seed, finding->seed, sizeof finding->seed);
  if (o->component >= 0)
    (void)snprintf(finding->what, sizeof finding->what, "%s, component %d", o->what, o->component);
  else
    (void)snprintf(finding->what, sizeof finding->what, "%s", o->what);
  return finding;
}

void count_wrong(Campaign *c, PropertyId property, const Occasion *occasion, const char *certain, const char *found) {
  c->report->result[property].refuted++;
  Finding *finding = open_finding(c, property, occasion);
  if (finding == NULL) return;
  (void)snprintf(finding->certain, sizeof finding->certain, "%s", certain);
  (void)snprintf(finding->found, sizeof finding->found, "%s", found);
}

void count_judgement(Campaign *c, PropertyId property, Judgement judgement, double off, const Occasion *occasion,
                     arb_srcptr certain, double found) {
  PropertyResult *result = &c->report->result[property];
  switch (judgement) {
  case JUDGED_EQUAL:
    result->holds++;
    if (off > result->worst) result->worst = off;
    return;
  case JUDGED_UNDECIDED: result->undecided++; return;
  case JUDGED_WRONG: break;
  }
  result->refuted++;
  Finding *finding = open_finding(c, property, occasion);
  if (finding == NULL) return;
  (void)ball_print(certain, 20, finding->certain, sizeof finding->certain);
  print_doubles(1, &found, finding->found, sizeof finding->found);
  print_digits_lost(certain, found, finding->error, sizeof finding->error);
}

/* An answer that is none: wrong where the truth is there. */
static bool answered(Campaign *c, PropertyId property, const Answers *answers, uint32_t k, uint32_t s,
                     const double *seed) {
  RuleAnswer answer = answers->answer[(size_t)k * answers->seeds + s];
  if (answer == RULE_ANSWERED) return true;
  Occasion occasion = {k, seed, rule_seed_size(c->primitive, answers->what), "the call", -1};
  count_wrong(c, property, &occasion, "differentiable here",
              answer == RULE_UNDEFINED ? "says that it is undefined" : c->rule->message);
  return false;
}

/* Whether some of the numbers are beyond all doubles: a black box cannot compute with
 * them, and inf * 0 is nobody's error. */
static bool any_overflows(const Campaign *c, arb_srcptr numbers, size_t count) {
  for (size_t i = 0; i < count && c->tolerance.rounds; i++) {
    if (certain_overflows(numbers + i)) return true;
  }
  return false;
}

/* ------------------------------------------------------------- properties -- */

static void check_value(Campaign *c, const Answers *answers, uint32_t k) {
  const Certain *certain = &c->certain[k];
  if (answers->answer[k] == RULE_UNDEFINED && any_overflows(c, certain->value, certain->outputs)) {
    c->report->result[PROPERTY_VALUE].undecided++;
    return;
  }
  if (!answered(c, PROPERTY_VALUE, answers, k, 0, NULL)) return;
  for (uint32_t o = 0; o < certain->outputs; o++) {
    Occasion occasion = {k, NULL, 0, "value", (int)o};
    double off, found = answer_at(answers, k, 0)[o];
    Judgement judged = judge_double(certain->value + o, NULL, found, c->tolerance, &off);
    count_judgement(c, PROPERTY_VALUE, judged, off, &occasion, certain->value + o, found);
  }
}

static void check_product(Campaign *c, const Answers *answers, const Seeds *seeds, uint32_t k) {
  bool transposed = answers->what == RULE_VJP;
  PropertyId property = transposed ? PROPERTY_VJP : PROPERTY_JVP;
  if (any_overflows(c, c->certain[k].jacobian, (size_t)c->primitive->cotangents * c->primitive->tangents)) {
    c->report->result[property].undecided++;
    return;
  }
  for (uint32_t s = 0; s < seeds->count; s++) {
    const double *seed = seeds->seed + (size_t)s * seeds->size;
    if (!answered(c, property, answers, k, s, seed)) return;
    for (uint32_t i = 0; i < answers->size; i++) {
      Occasion occasion = {k, seed, seeds->size, transposed ? "cotangent" : "tangent", (int)i};
      double off, found = answer_at(answers, k, s)[i];
      certain_product(c, &c->certain[k], transposed, i, seed);
      Judgement judged = judge_double(c->sum, c->scale, found, c->tolerance, &off);
      count_judgement(c, property, judged, off, &occasion, c->sum, found);
    }
  }
}

/* f(0) = 0 and f(2a) = 2 f(a): scaling by 2 rounds nothing. */
static void check_linear(Campaign *c, const Answers *answers, const Seeds *seeds, uint32_t k) {
  if (any_overflows(c, c->certain[k].jacobian, (size_t)c->primitive->cotangents * c->primitive->tangents)) return;
  if (answers->answer[(size_t)k * answers->seeds + SEEDS_ZERO] != RULE_ANSWERED ||
      answers->answer[(size_t)k * answers->seeds + SEEDS_A] != RULE_ANSWERED ||
      answers->answer[(size_t)k * answers->seeds + SEEDS_TWICE_A] != RULE_ANSWERED)
    return; /* counted by PRIM-JVP or PRIM-VJP */
  for (uint32_t i = 0; i < answers->size; i++) {
    Occasion zero = {k, seeds->seed, seeds->size, answers->what == RULE_VJP ? "vjp at 0" : "jvp at 0", (int)i};
    double found = answer_at(answers, k, SEEDS_ZERO)[i], a = answer_at(answers, k, SEEDS_A)[i];
    arb_zero(c->term);
    count_judgement(c, PROPERTY_LINEAR, found == 0 ? JUDGED_EQUAL : JUDGED_WRONG, 0, &zero, c->term, found);
    if (!isfinite(a) || fabs(a) > 0x1p1000 || fabs(a) < 0x1p-1000) continue;
    Occasion scaled = {k, seeds->seed + (size_t)SEEDS_TWICE_A * seeds->size, seeds->size, "f(2a) = 2 f(a)", (int)i};
    double off;
    found = answer_at(answers, k, SEEDS_TWICE_A)[i];
    certain_product(c, &c->certain[k], answers->what == RULE_VJP, i, scaled.seed);
    arb_set_d(c->term, 2 * a);
    Judgement judged = judge_double(c->term, c->scale, found, c->tolerance, &off);
    count_judgement(c, PROPERTY_LINEAR, judged, off, &scaled, c->term, found);
  }
}

/* <jvp a, w> = <a, vjp w>, both sides summed exactly. */
static void check_dot(Campaign *c, const Answers *jvp, const Seeds *v, const Answers *vjp, const Seeds *w, uint32_t k) {
  static const uint32_t pairs[][2] = {{SEEDS_A, SEEDS_A}, {SEEDS_B, SEEDS_ONES}, {SEEDS_ONES, SEEDS_B}};
  for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++) {
    uint32_t s = pairs[n][0], t = pairs[n][1];
    const double *left = answer_at(jvp, k, s), *right = answer_at(vjp, k, t);
    const double *tangent = v->seed + (size_t)s * v->size, *cotangent = w->seed + (size_t)t * w->size;
    bool finite = true;
    arb_t other, product;
    arb_init(other), arb_init(product);
    arb_zero(c->sum), arb_zero(c->scale);
    for (uint32_t o = 0; o < w->size; o++) {
      finite = finite && isfinite(left[o]) && fabs(left[o]) < 0x1p500;
      arb_set_d(product, left[o]), arb_set_d(c->term, cotangent[o]);
      arb_mul(product, product, c->term, BITS);
      arb_add(c->sum, c->sum, product, BITS);
      arb_abs(product, product), arb_add(c->scale, c->scale, product, BITS);
    }
    for (uint32_t i = 0; i < v->size; i++) {
      finite = finite && isfinite(right[i]) && fabs(right[i]) < 0x1p500;
      arb_set_d(product, right[i]), arb_set_d(c->term, tangent[i]);
      arb_mul(product, product, c->term, BITS);
      arb_add(other, other, product, BITS);
      arb_abs(product, product), arb_add(c->scale, c->scale, product, BITS);
    }
    if (finite) {
      double off, found = arf_get_d(arb_midref(other), ARF_RND_NEAR);
      Occasion occasion = {k, tangent, v->size, "<jvp v, w> against <v, vjp w>", -1};
      Judgement judged = judge_double(c->sum, c->scale, found, c->tolerance, &off);
      count_judgement(c, PROPERTY_DOT, judged, off, &occasion, c->sum, found);
    }
    arb_clear(other), arb_clear(product);
  }
}

/* Claimed against found. */
static void check_domain(Campaign *c, uint32_t k) {
  PropertyResult *result = &c->report->result[PROPERTY_DOMAIN];
  const Certain *certain = &c->certain[k];
  Occasion occasion = {k, NULL, 0, "the declared domain", -1};
  if (certain->state == ORACLE_UNDECIDED || c->claimed[k] < 0) {
    result->undecided++;
  } else if (c->claimed[k] == 1 && certain->state != ORACLE_DEFINED && !c->kink[k]) {
    count_wrong(c, PROPERTY_DOMAIN, &occasion,
                certain->state == ORACLE_VALUE ? "not differentiable here" : "undefined here",
                "claims to be differentiable");
  } else {
    result->holds++;
    if (c->claimed[k] == 0 && certain->state == ORACLE_DEFINED && result->reason[0] == '\0') {
      char point[160];
      print_doubles(c->primitive->inputs, chunk_point(c, k), point, sizeof point);
      (void)snprintf(result->reason, sizeof result->reason,
                     "the domain leaves out points such as %s, where the "
                     "function is differentiable",
                     point);
    }
  }
}

/* No mathematics at infinities: but both rules must tell the same, and NaN is not lost. */
static void check_infinite(Campaign *c, const Answers *value, const Answers *jvp, const Seeds *v, const Answers *vjp,
                           const Seeds *w, uint32_t k) {
  PropertyResult *result = &c->report->result[PROPERTY_SPECIAL];
  bool nan_in = false, nan_out = value->out == NULL;
  for (uint32_t i = 0; i < c->primitive->inputs; i++) nan_in = nan_in || isnan(chunk_point(c, k)[i]);
  for (uint32_t o = 0; value->out != NULL && o < value->size; o++)
    nan_out = nan_out || isnan(answer_at(value, k, 0)[o]) || value->answer[k] != RULE_ANSWERED;
  if (nan_in && !nan_out) result->undecided++; /* fmax does so by convention */
  for (uint32_t i = 0; jvp->out != NULL && vjp->out != NULL && i < v->count - SEEDS_BASIS; i++) {
    for (uint32_t o = 0; o < w->count - SEEDS_BASIS; o++) {
      double left = answer_at(jvp, k, SEEDS_BASIS + i)[o], right = answer_at(vjp, k, SEEDS_BASIS + o)[i];
      bool same = (isnan(left) && isnan(right)) || left == right ||
                  fabs(left - right) <= c->tolerance.ulps * 0x1p-52 * fmax(fabs(left), fabs(right));
      if (same || isnan(left) || isnan(right)) {
        /* of a NaN in one of them inf * 0 may be the cause: no rule is wrong for that */
        *(same ? &result->holds : &result->undecided) += 1;
        continue;
      }
      char text[2][40];
      Occasion occasion = {k, v->seed + (size_t)(SEEDS_BASIS + i) * v->size, v->size, "jvp against vjp", (int)o};
      print_doubles(1, &left, text[0], sizeof text[0]);
      print_doubles(1, &right, text[1], sizeof text[1]);
      count_wrong(c, PROPERTY_SPECIAL, &occasion, text[0], text[1]);
    }
  }
}

bool check_chunk(Campaign *c) {
  const Primitive *p = c->primitive;
  const bool *offers = c->rule->offers;
  Seeds v, w;
  Answers value = {0}, jvp = {0}, vjp = {0};
  bool good = seeds_make(&v, c, p->tangents, 31);
  good = seeds_make(&w, c, p->cotangents, 37) && good;
  if (good && offers[RULE_VALUE]) good = answers_take(&value, c, RULE_VALUE, NULL);
  if (good && offers[RULE_JVP]) good = answers_take(&jvp, c, RULE_JVP, &v);
  if (good && offers[RULE_VJP]) good = answers_take(&vjp, c, RULE_VJP, &w);
  for (uint32_t k = 0; good && k < c->count; k++) {
    if (chunk_kind(c, k) == POINT_INFINITE) {
      if (c->tolerance.rounds) check_infinite(c, &value, &jvp, &v, &vjp, &w, k);
      continue;
    }
    check_domain(c, k);
    if (value.out != NULL && c->certain[k].state == ORACLE_DEFINED && c->claimed[k] != 0) check_value(c, &value, k);
    if (!chunk_regular(c, k)) continue;
    if (jvp.out != NULL) check_product(c, &jvp, &v, k), check_linear(c, &jvp, &v, k);
    if (vjp.out != NULL) check_product(c, &vjp, &w, k), check_linear(c, &vjp, &w, k);
    if (jvp.out != NULL && vjp.out != NULL) check_dot(c, &jvp, &v, &vjp, &w, k);
  }
  answers_free(&value), answers_free(&jvp), answers_free(&vjp);
  free(v.seed);
  free(w.seed);
  return good;
}
