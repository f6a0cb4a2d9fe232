/* PRIM-CLAIM: linear, f(x + y) = f(x) + f(y) and f(3x) = 3 f(x); bilinear, the same in
 * each of two arguments, the other fixed.  Sides are balls at exact points. */
#include "verify/primitive/check.h"

#include "verify/enumerate/space.h"

#include <stdlib.h>

#define BITS 256
#define TRIALS 64u
#define FACTOR 3

typedef struct Trial {
  Campaign *c;
  mpq_t *point[4]; /* x, y, x + y, 3 x in the argument that moves */
  Certain value[4];
} Trial;

/* The reals from first to last move, the others stay. */
static void choose(Trial *t, uint32_t trial, uint32_t first, uint32_t last) {
  const Primitive *p = t->c->primitive;
  for (uint32_t i = 0; i < p->inputs; i++) {
    for (int k = 0; k < 4; k++) mpq_set_si(t->point[k][i], (long)(random_word(t->c->options->seed, 301, i) % 2), 1);
  }
  for (uint32_t i = 0; i < p->tangents; i++) {
    uint32_t place = p->input_place[i];
    long x = (long)(random_word(t->c->options->seed, 302, trial * 64 + i) % 65) - 32;
    long y = (long)(random_word(t->c->options->seed, 303, trial * 64 + i) % 65) - 32;
    bool moves = i >= first && i < last;
    mpq_set_si(t->point[0][place], x, 8);
    mpq_set_si(t->point[1][place], moves ? y : x, 8);
    mpq_set_si(t->point[2][place], moves ? x + y : x, 8);
    mpq_set_si(t->point[3][place], moves ? FACTOR * x : x, 8);
    for (int k = 0; k < 4; k++) mpq_canonicalize(t->point[k][place]);
  }
}

static void judge(Trial *t, const char *what) {
  const Primitive *p = t->c->primitive;
  PropertyResult *result = &t->c->report->result[PROPERTY_CLAIM];
  arb_t sum, scaled;
  for (int k = 0; k < 4; k++) {
    oracle_at_exact(t->c->oracle, (const mpq_t *)t->point[k], &t->value[k]);
    if (t->value[k].state != ORACLE_DEFINED && t->value[k].state != ORACLE_VALUE) return;
  }
  arb_init(sum), arb_init(scaled);
  bool holds = true;
  for (uint32_t o = 0; o < p->outputs && holds; o++) {
    arb_add(sum, t->value[0].value + o, t->value[1].value + o, BITS);
    arb_mul_si(scaled, t->value[0].value + o, FACTOR, BITS);
    holds = arb_overlaps(sum, t->value[2].value + o) && arb_overlaps(scaled, t->value[3].value + o);
  }
  if (holds) {
    result->count[JUDGED_HOLDS]++;
  } else {
    double *x = calloc((size_t)p->inputs + 1, sizeof *x);
    result->count[JUDGED_WRONG]++;
    if (x != NULL && !result->finding[JUDGED_WRONG].present) {
      Finding *finding = &result->finding[JUDGED_WRONG];
      *finding = (Finding){.present = true};
      for (uint32_t i = 0; i < p->inputs; i++) x[i] = mpq_get_d(t->point[0][i]);
      print_doubles(p->inputs, x, finding->input, sizeof finding->input);
      print_hexadecimal(p->inputs, x, finding->hexadecimal, sizeof finding->hexadecimal);
      for (uint32_t i = 0; i < p->inputs; i++) x[i] = mpq_get_d(t->point[1][i]);
      print_doubles(p->inputs, x, finding->seed, sizeof finding->seed);
      (void)snprintf(finding->what, sizeof finding->what, "%s", what);
      (void)snprintf(finding->certain, sizeof finding->certain, "f(x + y) = f(x) + f(y) and f(3x) = 3 f(x)");
      (void)snprintf(finding->found, sizeof finding->found, "they differ, y being the second point");
    }
    free(x);
  }
  arb_clear(sum), arb_clear(scaled);
}

/* Where the reals of each of two arguments begin and end. */
static uint32_t first_argument_reals(const Primitive *p) {
  uint32_t dim = type_node(&p->store->types, p->definition->program.context[0])->dim, count = 0;
  while (count < p->tangents && p->input_place[count] < dim) count++;
  return count;
}

bool check_claims(Campaign *c) {
  const Primitive *p = c->primitive;
  PropertyResult *result = &c->report->result[PROPERTY_CLAIM];
  if (!p->linear && !p->bilinear) return true;
  if (p->bilinear && p->definition->program.length != 2) {
    result->count[JUDGED_WRONG]++;
    Finding *finding = &result->finding[JUDGED_WRONG];
    *finding = (Finding){.present = true};
    (void)snprintf(finding->what, sizeof finding->what, "bilinear is said of two arguments");
    return true;
  }
  Trial t = {.c = c};
  bool good = true;
  for (int k = 0; k < 4; k++) {
    t.point[k] = rationals_new(p->inputs);
    good = certain_init(&t.value[k], p) && t.point[k] != NULL && good;
  }
  for (uint32_t trial = 0; good && trial < TRIALS; trial++) {
    uint32_t split = p->bilinear ? first_argument_reals(p) : p->tangents;
    choose(&t, trial, 0, split);
    judge(&t, p->bilinear ? "in the first argument" : "linear");
    if (!p->bilinear) continue;
    choose(&t, trial, split, p->tangents);
    judge(&t, "in the second argument");
  }
  for (int k = 0; k < 4; k++) {
    rationals_free(t.point[k], p->inputs);
    certain_clear(&t.value[k]);
  }
  return good;
}
