/* What is counted, and of each class the witness that comes first. */
#include "verify/primitive/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static Finding *open_finding(Campaign *c, PropertyId property, Judgement judgement, const Occasion *o) {
  const Primitive *p = c->primitive;
  Finding *finding = &c->report->result[property].finding[judgement];
  const double *x = chunk_point(c, o->k);
  if (isnan(c->cost[o->k])) c->cost[o->k] = point_cost(p->inputs, x);
  double cost = c->cost[o->k] + (o->seed == NULL ? 0 : seed_cost(o->seed_size, o->seed) / 1024);
  if (finding->present && finding->cost <= cost) return NULL;
  *finding = (Finding){.present = true, .cost = cost, .component = o->component};
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

void count_finding(Campaign *c, PropertyId property, Judgement judgement, const Occasion *occasion, const char *certain,
                   const char *found) {
  c->report->result[property].count[judgement]++;
  Finding *finding = open_finding(c, property, judgement, occasion);
  if (finding == NULL) return;
  (void)snprintf(finding->certain, sizeof finding->certain, "%s", certain);
  (void)snprintf(finding->found, sizeof finding->found, "%s", found);
}

/* Where all real inputs are 0, or of a size that the specification promises. */
static bool in_range(const Campaign *c, uint32_t k) {
  const Primitive *p = c->primitive;
  if (p->range[1] == 0) return false;
  for (uint32_t i = 0; i < p->inputs; i++) {
    double size = fabs(chunk_point(c, k)[i]);
    if (p->is_real[i] && size != 0 && !(p->range[0] <= size && size <= p->range[1])) return false;
  }
  return true;
}

Judgement count_judgement(Campaign *c, PropertyId property, Judgement judgement, double off, const Occasion *occasion,
                          arb_srcptr certain, double found) {
  PropertyResult *result = &c->report->result[property];
  const char *missed = "";
  if (judgement == JUDGED_HOLDS) {
    result->count[JUDGED_HOLDS]++;
    result->worst = fmax(result->worst, off);
    return judgement;
  }
  double digits = digits_kept(certain, found);
  if (judgement == JUDGED_RANGE && in_range(c, occasion->k)) {
    judgement = JUDGED_WRONG;
    missed = "inside the declared range";
  } else if (judgement == JUDGED_LOSES && digits < c->primitive->accuracy) {
    judgement = JUDGED_WRONG;
    missed = "fewer digits than the declared accuracy";
  } else if (judgement == JUDGED_UNSTABLE) {
    missed = "formula right, digits gone";
  }
  if (judgement == JUDGED_LOSES) {
    bool first = result->count[JUDGED_LOSES] == 0;
    result->digits = first ? digits : fmin(result->digits, digits);
  }
  result->count[judgement]++;
  if (judgement == JUDGED_WRONG && occasion->component >= 0 && occasion->component < 64)
    result->wrong |= (uint64_t)1 << occasion->component;
  Finding *finding = open_finding(c, property, judgement, occasion);
  if (finding == NULL) return judgement;
  char text[160];
  (void)ball_print(certain, 20, finding->certain, sizeof finding->certain);
  print_doubles(1, &found, finding->found, sizeof finding->found);
  print_digits_lost(certain, found, c->tolerance.format, text, sizeof text);
  (void)snprintf(finding->error, sizeof finding->error, "%s%s%s", text,
                 text[0] != '\0' && missed[0] != '\0' ? "; " : "", missed);
  return judgement;
}

/* Whether the value there, or an entry of the Jacobian, is beyond the largest number. */
static bool overflows(const Campaign *c, uint32_t k) {
  const Certain *certain = &c->certain[k];
  for (uint32_t o = 0; o < certain->outputs; o++) {
    if (certain_overflows(certain->value + o, c->tolerance.format)) return true;
  }
  for (size_t i = 0; i < (size_t)certain->cotangents * certain->tangents; i++) {
    if (certain_overflows(certain->jacobian + i, c->tolerance.format)) return true;
  }
  return false;
}

/* Whether numbers that the formula computes at the sizer's point come so near the ends of the format that no answer is
 * expected. */
static bool sizes_leave_range(const Campaign *c) {
  return 4 * sizer_exponent(c->sizer) >= c->tolerance.format->exponent;
}

static bool leaves_range(Campaign *c, uint32_t k) {
  sizer_at(c->sizer, RULE_VALUE, chunk_point(c, k), NULL);
  return sizes_leave_range(c);
}

/* Whether the inputs do not say the answer: a matrix, say, that is singular to within their last digits.  The sizes of
 * a call are those of its value where it is asked for no derivative; the sizer is at this call then. */
static bool is_ill_conditioned(Campaign *c, RuleCall what, const Occasion *occasion) {
  RuleCall sized = what == RULE_PRIMAL || what == RULE_ENCLOSURE ? RULE_VALUE : what;
  sizer_at(c->sizer, sized, chunk_point(c, occasion->k), sized == RULE_VALUE ? NULL : occasion->seed);
  return answer_is_ill(c->sizer, rule_answer_size(c->primitive, sized), c->tolerance);
}

/* As a NaN in each component would be classed: what rounds may round onto an edge of the domain, and some languages
 * then raise where others compute. */
static Judgement class_of_undefined(Campaign *c, RuleCall what, const Occasion *occasion) {
  if (!c->tolerance.rounds) return JUDGED_WRONG;
  if (is_ill_conditioned(c, what, occasion)) return JUDGED_ILL;
  return sizes_leave_range(c) && !in_range(c, occasion->k) ? JUDGED_RANGE : JUDGED_WRONG;
}

void count_undefined(Campaign *c, PropertyId property, RuleCall what, const Occasion *occasion) {
  count_finding(c, property, class_of_undefined(c, what, occasion), occasion, "differentiable here",
                "says that it is undefined");
}

void count_failure(Campaign *c, RuleCall what, const Occasion *occasion) {
  PrimitiveReport *report = c->report;
  if (chunk_regular(c, occasion->k) && !in_range(c, occasion->k)) {
    const char *why = overflows(c, occasion->k)      ? "beyond the largest number"
                      : leaves_range(c, occasion->k) ? "differentiable here, by numbers near the largest or the least"
                                                     : NULL;
    if (why != NULL) {
      count_finding(c, PROPERTY_RAISES, JUDGED_RANGE, occasion, why, c->rule->message);
      return;
    }
  }
  if (chunk_regular(c, occasion->k) &&
      (is_ill_conditioned(c, RULE_VALUE, occasion) || is_ill_conditioned(c, what, occasion))) {
    count_finding(c, PROPERTY_RAISES, JUDGED_ILL, occasion, "differentiable here", c->rule->message);
    return;
  }
  if (chunk_regular(c, occasion->k) && c->claimed[occasion->k] == 1) {
    count_wrong(c, PROPERTY_RAISES, occasion, "differentiable here", c->rule->message);
    return;
  }
  if (report->outside++ > 0) return;
  char point[160];
  print_doubles(c->primitive->inputs, chunk_point(c, occasion->k), point, sizeof point);
  (void)snprintf(report->outside_example, sizeof report->outside_example, "at %s: %.200s", point, c->rule->message);
}
