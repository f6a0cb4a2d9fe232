/* The table of right and wrong rules, judged in process: textbook formulas in double and in
 * single precision, which are right; the same with slopes off by 1e-10 and by 1e-12, with
 * answers rounded to single precision, and formulas that libraries had wrong.  No right one
 * may be refuted, and each wrong one must be.
 *
 *   judging [--list] [PART PARTS]      of PARTS of the table one; --list: each line of it */
#include "verify/primitive/campaign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

#define SAMPLES 12u
#define SIZE_MOST 24

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#define K(c) ((REAL)(c))
#define REAL double
#define SUFFIX wide
#define WITH_WRONG
#include "tests/judging/formulas.h"
#undef REAL
#undef SUFFIX
#undef WITH_WRONG
#define REAL float
#define SUFFIX narrow
#include "tests/judging/formulas.h"
#undef REAL
#undef SUFFIX
#pragma GCC diagnostic pop

typedef struct Formula {
  const char *name;
  uint32_t inputs, outputs;
  const char *header, *term, *lines;
  void (*value)(const double *, double *), (*jacobian)(const double *, double *);
  void (*value_narrow)(const float *, float *), (*jacobian_narrow)(const float *, float *);
  bool wrong;
} Formula;

#define TYPE_(n) "real^" #n
static const Formula formulas[] = {
#define UNARY(name, term, lines, value, slope)                                                                         \
  {#name, 1, 1, "(x : real) : real", term, lines, name##_value_wide, name##_jacobian_wide, NARROW(name), WRONG},
#define BINARY(name, term, lines, value, dx, dy)                                                                       \
  {#name,        2,    1, "(x : real) (y : real) : real", term, lines, name##_value_wide, name##_jacobian_wide,        \
   NARROW(name), WRONG},
#define ARRAY(name, n, m, term, type, lines, value, ...)                                                               \
  {#name,        n,    m, "(x : " TYPE_(n) ") : " type, term, lines, name##_value_wide, name##_jacobian_wide,          \
   NARROW(name), WRONG},
#define NARROW(name) name##_value_narrow, name##_jacobian_narrow
#define WRONG false
#include "tests/judging/formulas.def"
#undef NARROW
#undef WRONG
#define NARROW(name) NULL, NULL
#define WRONG true
#include "tests/judging/wrong.def"
};
#define FORMULAS (sizeof formulas / sizeof *formulas)

/* What is done to the answers of a formula. */
typedef enum Change { AS_IT_IS, IN_SINGLE, FACTOR_10, FACTOR_12, ROUNDED, CHANGES } Change;
static const char *const change_names[CHANGES] = {"", " in single precision", " * (1 + 1e-10)", " * (1 + 1e-12)",
                                                  " rounded to single precision"};

/* Wrong versions that no answer shows. */
static const struct {
  const char *name, *reason;
} exempt[] = {{"constant", "its derivative is 0, whatever it is multiplied by"}};

typedef struct TableRule {
  Rule rule;
  const Formula *formula;
  Change change;
} TableRule;

static void product(const double *j, const double *seed, const Formula *f, bool transposed, double *out) {
  for (uint32_t i = 0; i < (transposed ? f->inputs : f->outputs); i++) {
    out[i] = 0;
    for (uint32_t k = 0; k < (transposed ? f->outputs : f->inputs); k++)
      out[i] += (transposed ? j[k * f->inputs + i] : j[i * f->inputs + k]) * seed[k];
  }
}

static void product_narrow(const float *j, const double *seed, const Formula *f, bool transposed, double *out) {
  for (uint32_t i = 0; i < (transposed ? f->inputs : f->outputs); i++) {
    float sum = 0;
    for (uint32_t k = 0; k < (transposed ? f->outputs : f->inputs); k++)
      sum += (transposed ? j[k * f->inputs + i] : j[i * f->inputs + k]) * (float)seed[k];
    out[i] = (double)sum;
  }
}

static void answer_narrow(const Formula *f, RuleCall what, const double *x, const double *seed, double *out) {
  float point[SIZE_MOST], value[SIZE_MOST], j[SIZE_MOST * SIZE_MOST];
  for (uint32_t i = 0; i < f->inputs; i++) point[i] = (float)x[i];
  if (what == RULE_VALUE) {
    f->value_narrow(point, value);
    for (uint32_t o = 0; o < f->outputs; o++) out[o] = (double)value[o];
  } else {
    f->jacobian_narrow(point, j);
    product_narrow(j, seed, f, what == RULE_VJP, out);
  }
}

static void answer_wide(const Formula *f, Change change, RuleCall what, const double *x, const double *seed,
                        double *out) {
  double j[SIZE_MOST * SIZE_MOST];
  uint32_t size = what == RULE_VJP ? f->inputs : f->outputs;
  if (what == RULE_VALUE) {
    f->value(x, out);
    return;
  }
  f->jacobian(x, j);
  product(j, seed, f, what == RULE_VJP, out);
  for (uint32_t i = 0; i < size; i++) {
    if (change == FACTOR_10) out[i] *= 1 + 1e-10;
    if (change == FACTOR_12) out[i] *= 1 + 1e-12;
    if (change == ROUNDED) out[i] = (double)(float)out[i];
  }
}

static bool call_table(Rule *rule, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
                       RuleAnswer *answers) {
  const TableRule *self = (const TableRule *)rule;
  const Formula *f = self->formula;
  uint32_t from = what == RULE_VALUE ? 0 : what == RULE_JVP ? f->inputs : f->outputs;
  uint32_t to = what == RULE_VJP ? f->inputs : f->outputs;
  for (uint32_t k = 0; k < count; k++) {
    const double *point = x + (size_t)k * f->inputs, *own = from == 0 ? NULL : seed + (size_t)k * from;
    if (self->change == IN_SINGLE)
      answer_narrow(f, what, point, own, out + (size_t)k * to);
    else
      answer_wide(f, self->change, what, point, own, out + (size_t)k * to);
    answers[k] = RULE_ANSWERED;
  }
  return true;
}

static void free_table(Rule *rule) { (void)rule; }

static void print_worst(const PrimitiveReport *report) {
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    const Finding *f = &report->result[i].finding[JUDGED_WRONG];
    if (f->present)
      printf("      %s at %s, seed %s: certified %s, found %s; %s; %s\n", property_name((PropertyId)i), f->input,
             f->seed, f->certain, f->found, f->error, f->what);
  }
}

static bool run(const Formula *f, Change change, PrimitiveReport *report) {
  char text[2048];
  TextError error;
  Primitive primitive;
  Store *store = store_new(1u << 20);
  (void)snprintf(text, sizeof text, "primitive %s %s\nvalue = %s\n%s%s", f->name, f->header, f->term, f->lines,
                 change == IN_SINGLE ? "precision = single\n" : "");
  Status status = primitive_read(store, f->name, text, strlen(text), NULL, 0, &primitive, &error);
  if (status == STATUS_OK) {
    TableRule rule = {.formula = f, .change = change};
    rule.rule = (Rule){.kind = "test", .call = call_table, .free = free_table};
    rule.rule.offers[RULE_VALUE] = rule.rule.offers[RULE_JVP] = rule.rule.offers[RULE_VJP] = true;
    CampaignOptions options = {.seed = 1, .samples = SAMPLES};
    status = campaign_primitive(&primitive, &rule.rule, &options, report);
  } else {
    printf("%s\n", error.message);
  }
  primitive_free(&primitive);
  store_free(store);
  return status == STATUS_OK;
}

static bool is_exempt(const Formula *f, bool wrong) {
  for (size_t i = 0; i < sizeof exempt / sizeof *exempt; i++) {
    if (wrong && strcmp(exempt[i].name, f->name) == 0) return true;
  }
  return false;
}

/* Whether the judge says of it what it should. */
static bool check(const Formula *f, Change change, PrimitiveReport *report, bool list) {
  bool wrong = f->wrong || change > IN_SINGLE, refuted = false, unstable = false, good = run(f, change, report);
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    refuted = refuted || property_verdict(&report->result[i]) == VERDICT_REFUTED;
    unstable = unstable || property_verdict(&report->result[i]) == VERDICT_UNSTABLE;
  }
  bool right = good && (is_exempt(f, wrong) || (wrong ? refuted : !refuted));
  if (list || !right)
    printf("  %s%s is %s: %s\n", f->name, change_names[change], wrong ? "wrong" : "right",
           !good      ? "not judged"
           : refuted  ? "refuted"
           : unstable ? "unstable"
                      : "not refuted");
  if (!right || (list && refuted)) print_worst(report);
  return right;
}

int main(int count, char **arguments) {
  bool list = count > 1 && strcmp(arguments[1], "--list") == 0;
  int at = list ? 2 : 1;
  unsigned long part = 0, parts = 1, passed = 0, failed = 0, right = 0, index = 0;
  if (count >= at + 2) part = strtoul(arguments[at], NULL, 10), parts = strtoul(arguments[at + 1], NULL, 10);
  PrimitiveReport *report = malloc(sizeof *report);
  for (size_t i = 0; report != NULL && i < FORMULAS; i++) {
    for (int change = 0; change < CHANGES; change++) {
      if (formulas[i].wrong && change != AS_IT_IS) continue;
      if (change > IN_SINGLE && (size_t)change != FACTOR_10 + i % 3) continue; /* of the wrong versions one each */
      if (index++ % parts != part) continue;
      bool good = check(&formulas[i], (Change)change, report, list);
      right += !formulas[i].wrong && change <= IN_SINGLE;
      *(good ? &passed : &failed) += 1;
    }
  }
  free(report);
  printf("%lu right rules and %lu wrong ones\n%lu passed, %lu failed\n", right, passed + failed - right, passed,
         failed);
  return failed != 0 || passed == 0;
}
