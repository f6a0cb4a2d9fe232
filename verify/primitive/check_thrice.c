/* PRIM-THRICE: jvp3(x; v, u, t) of a black box against D^3 f(x)[v, u, t], by polarisation: with C(w) = D^3 f(x)[w, w,
 * w] it is (C(v + u + t) - C(v + u - t) - C(v - u + t) - C(u + t - v)) / 24. */
#include "verify/primitive/check.h"

#include "verify/enumerate/space.h"

#include <stdlib.h>
#include <string.h>

#define BITS 320
#define TRIPLES 2u
#define TERMS 4u

typedef struct Thrice {
  Campaign *c;
  mpq_t *x, *w; /* inputs each */
  arb_ptr third;
  Enclosures line;
} Thrice;

/* Of the first the axes, of the second random. */
static void choose(const Campaign *c, uint32_t k, uint32_t triple, double *seed) {
  uint32_t n = c->primitive->tangents;
  uint64_t at = (uint64_t)(c->first + k) * TRIPLES + triple;
  for (uint32_t i = 0; i < 3 * n; i++)
    seed[i] = triple == 0 ? (double)(i % n == random_word(c->options->seed, 211 + i / n, at) % n)
                          : (double)(random_word(c->options->seed, 221, at * 64 + i) % 17) / 4 - 2;
}

/* w = +-v +- u +- t, the minus of `term` at one of them, or at none. */
static void combine(Thrice *t, const double *seed, uint32_t term) {
  const Primitive *p = t->c->primitive;
  mpq_t part;
  mpq_init(part);
  for (uint32_t i = 0; i < p->inputs; i++) mpq_set_ui(t->w[i], 0, 1);
  for (uint32_t i = 0; i < p->tangents; i++) {
    for (uint32_t s = 0; s < 3; s++) {
      mpq_set_d(part, s + 1 == term ? -seed[s * p->tangents + i] : seed[s * p->tangents + i]);
      mpq_add(t->w[p->input_place[i]], t->w[p->input_place[i]], part);
    }
  }
  mpq_clear(part);
}

static bool certain_third(Thrice *t, uint32_t k, const double *seed) {
  const Primitive *p = t->c->primitive;
  if (!exact_numbers(p->inputs, chunk_point(t->c, k), t->x)) return false;
  _arb_vec_zero(t->third, (slong)p->outputs);
  for (uint32_t term = 0; term < TERMS; term++) {
    combine(t, seed, term);
    Status status = oracle_line(t->c->oracle, (const mpq_t *)t->x, (const mpq_t *)t->w, 3, &t->line);
    if ((status != STATUS_OK && status != STATUS_LIMIT) || t->line.precision <= 0) return false;
    for (uint32_t o = 0; o < p->outputs; o++) {
      arb_ptr sum = t->third + o;
      (term == 0 ? arb_add : arb_sub)(sum, sum, enclosure_of(&t->line, o, 3), BITS);
    }
  }
  for (uint32_t o = 0; o < p->outputs; o++) arb_div_ui(t->third + o, t->third + o, 24, BITS);
  return true;
}

static void judge(Thrice *t, uint32_t k, const double *seed, const double *answer, RuleAnswer said) {
  Campaign *c = t->c;
  const Primitive *p = c->primitive;
  Occasion occasion = {k, seed, 3 * p->tangents, "jvp3, at three tangents", -1};
  if (said == RULE_FAILED) count_failure(c, RULE_JVP3, &occasion);
  if (said == RULE_UNDEFINED) count_undefined(c, PROPERTY_THRICE, RULE_JVP3, &occasion);
  sizer_at(c->sizer, RULE_JVP3, chunk_point(c, k), seed);
  for (uint32_t o = 0; said == RULE_ANSWERED && o < p->cotangents; o++) {
    double off;
    occasion.component = (int)o;
    arb_srcptr certain = t->third + p->output_place[o];
    Judgement judged = judge_answer(c->sizer, o, certain, answer[o], c->tolerance, &off);
    (void)count_judgement(c, PROPERTY_THRICE, judged, off, &occasion, certain, answer[o]);
  }
}

/* All triples of the chunk in one batch. */
static bool ask(Thrice *t) {
  Campaign *c = t->c;
  const Primitive *p = c->primitive;
  uint32_t n = 3 * p->tangents, count = 0, at = 0;
  size_t most = (size_t)c->count * TRIPLES + 1;
  double *x = calloc(most * p->inputs + 1, sizeof *x), *seed = calloc(most * n + 1, sizeof *seed);
  double *out = calloc(most * p->cotangents + 1, sizeof *out);
  RuleAnswer *said = calloc(most, sizeof *said);
  bool good = x != NULL && seed != NULL && out != NULL && said != NULL;
  for (uint32_t k = 0; good && k < c->count; k++) {
    for (uint32_t triple = 0; triple < TRIPLES && chunk_inner(c, k); triple++, count++) {
      choose(c, k, triple, seed + (size_t)count * n);
      memcpy(x + (size_t)count * p->inputs, chunk_point(c, k), p->inputs * sizeof *x);
    }
  }
  good = good && campaign_call(c, RULE_JVP3, count, x, seed, out, said);
  for (uint32_t k = 0; good && k < c->count; k++) {
    for (uint32_t triple = 0; triple < TRIPLES && chunk_inner(c, k); triple++, at++) {
      const double *own = seed + (size_t)at * n;
      if (certain_third(t, k, own)) judge(t, k, own, out + (size_t)at * p->cotangents, said[at]);
    }
  }
  if (good) c->report->calls += count;
  free(x), free(seed), free(out), free(said);
  return good;
}

bool check_thrice(Campaign *c) {
  const Primitive *p = c->primitive;
  if (!c->rule->offers[RULE_JVP3] || p->tangents == 0) return true;
  Thrice t = {.c = c, .third = _arb_vec_init((slong)p->outputs + 1)};
  t.x = rationals_new(2 * p->inputs);
  enclosures_init(&t.line);
  t.w = t.x == NULL ? NULL : t.x + p->inputs;
  bool good = t.x != NULL && ask(&t);
  rationals_free(t.x, 2 * p->inputs);
  enclosures_clear(&t.line);
  _arb_vec_clear(t.third, (slong)p->outputs + 1);
  return good;
}
