/* PRIM-TWICE: the derivative of the rules themselves.
 *
 * The jvp term is run over jets at x + s u: its coefficient of s is the derivative of
 * jvp(x; v) along u, which is D^2 f(x)[u, v] =
 * (D^2 f(x)[u+v, u+v] - D^2 f(x)[u-v, u-v]) / 4.  So is <w, D^2 f(x)[u, v]> the
 * derivative of <vjp(x; w), v>.  Where a test of the rule is tied jets follow conventions,
 * and germs on both sides say what its derivative is (rule_germs.h): a rule that is right
 * and whose text AD differentiates to something else there *differs*.
 *
 * A black box has no jets: what it offers as jvp2(x; v, u) is compared instead. */
#include "verify/primitive/check.h"

#include "verify/enumerate/space.h"
#include "verify/primitive/rule_germs.h"
#include "verify/truth/ring_jet.h"

#include <stdlib.h>
#include <string.h>

#define BITS 320
#define LAST_BITS 5120   /* where the rule's digits cancel, it is run again with four times as many, up to these */
#define ACCURATE_BITS 64 /* enough to be told from what is wrong */
#define VALUES_LIMIT ((size_t)64 << 20)
#define PAIRS 3u
#define DIAGONAL_MOST 3u /* inputs: of so many each is asked by itself too */

typedef struct Twice {
  Campaign *c;
  Ring *jets;
  Arena arena;
  mpq_t *x, *u, *v, *sum, *difference; /* inputs each */
  double *du, *dv, *dw;                /* reals of the directions and of the cotangent */
  arb_ptr second;                      /* D^2 f(x)[u, v], outputs */
  arb_ptr slope;                       /* of what the rule answers, along u */
  arb_ptr path;                        /* the same by its text and the conventions, at a tie */
  bool differs;                        /* there is such a one */
  Enclosures line;
  Scalar *input, *seed, *primal, *image;
} Twice;

static uint32_t most_seeds(const Primitive *p) { return p->tangents > p->cotangents ? p->tangents : p->cotangents; }

static bool twice_open(Twice *t, Campaign *c) {
  const Primitive *p = c->primitive;
  uint32_t most = most_seeds(p);
  *t = (Twice){.c = c, .jets = ring_jet_new(1, BITS)};
  arena_init(&t->arena, VALUES_LIMIT);
  enclosures_init(&t->line);
  t->x = rationals_new(p->inputs), t->u = rationals_new(p->inputs), t->v = rationals_new(p->inputs);
  t->sum = rationals_new(p->inputs), t->difference = rationals_new(p->inputs);
  t->du = calloc(2 * (size_t)p->tangents + p->cotangents + 1, sizeof(double));
  t->second = _arb_vec_init((slong)p->outputs + 1);
  t->slope = _arb_vec_init((slong)most + 1);
  t->path = _arb_vec_init((slong)most + 1);
  t->input = calloc((size_t)p->inputs + p->outputs + 2 * (size_t)most + 1, sizeof(Scalar));
  if (t->jets == NULL || t->x == NULL || t->u == NULL || t->v == NULL || t->sum == NULL || t->difference == NULL ||
      t->du == NULL || t->input == NULL)
    return false;
  t->dv = t->du + p->tangents;
  t->dw = t->dv + p->tangents;
  t->seed = t->input + p->inputs;
  t->image = t->seed + most;
  t->primal = t->image + most;
  return true;
}

static void twice_close(Twice *t) {
  uint32_t inputs = t->c->primitive->inputs;
  if (t->jets != NULL) ring_destroy(t->jets);
  arena_free(&t->arena);
  enclosures_clear(&t->line);
  rationals_free(t->x, inputs), rationals_free(t->u, inputs), rationals_free(t->v, inputs);
  rationals_free(t->sum, inputs), rationals_free(t->difference, inputs);
  free(t->du);
  free(t->input);
  if (t->second != NULL) _arb_vec_clear(t->second, (slong)t->c->primitive->outputs + 1);
  if (t->slope != NULL) _arb_vec_clear(t->slope, (slong)most_seeds(t->c->primitive) + 1);
  if (t->path != NULL) _arb_vec_clear(t->path, (slong)most_seeds(t->c->primitive) + 1);
}

/* So many pairs of directions are asked at a point. */
static uint32_t pairs_asked(const Primitive *p) {
  return PAIRS + (p->tangents > 1 && p->tangents <= DIAGONAL_MOST ? p->tangents : 0);
}

/* Both directions are that input's. */
static void choose_diagonal(Twice *t, uint32_t input) {
  for (uint32_t i = 0; i < t->c->primitive->tangents; i++) t->du[i] = t->dv[i] = i == input;
}

/* Basis directions first, then random ones; then each input by itself: what is wrong by it alone may be nothing beside
 * what the others give. */
static void choose(Twice *t, uint32_t k, uint32_t pair) {
  const Primitive *p = t->c->primitive;
  uint64_t seed = t->c->options->seed, at = (uint64_t)(t->c->first + k) * PAIRS + pair;
  for (uint32_t i = 0; i < p->tangents && pair < PAIRS; i++) {
    bool basis = pair + 1 < PAIRS;
    t->du[i] = basis ? i == random_word(seed, 201, at) % p->tangents
                     : (double)(random_word(seed, 202, at * 64 + i) % 17) / 4 - 2;
    t->dv[i] = basis ? i == random_word(seed, 203, at) % p->tangents
                     : (double)(random_word(seed, 204, at * 64 + i) % 17) / 4 - 2;
  }
  if (pair >= PAIRS) choose_diagonal(t, pair - PAIRS);
  for (uint32_t o = 0; o < p->cotangents; o++) t->dw[o] = (double)(random_word(seed, 205, at * 64 + o) % 17) / 4 - 2;
  (void)exact_numbers(p->inputs, chunk_point(t->c, k), t->x); /* of a regular point: finite */
  for (uint32_t i = 0; i < p->inputs; i++) {
    mpq_set_ui(t->u[i], 0, 1), mpq_set_ui(t->v[i], 0, 1);
  }
  for (uint32_t i = 0; i < p->tangents; i++) {
    mpq_set_d(t->u[p->input_place[i]], t->du[i]);
    mpq_set_d(t->v[p->input_place[i]], t->dv[i]);
  }
  for (uint32_t i = 0; i < p->inputs; i++) {
    mpq_add(t->sum[i], t->u[i], t->v[i]);
    mpq_sub(t->difference[i], t->u[i], t->v[i]);
  }
}

static bool certain_line(Twice *t, const mpq_t *along) {
  Status status = oracle_line(t->c->oracle, (const mpq_t *)t->x, along, 2, &t->line);
  return (status == STATUS_OK || status == STATUS_LIMIT) && t->line.precision > 0;
}

static bool all_zero(const double *direction, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (direction[i] != 0) return false;
  }
  return true;
}

/* D^2 f(x)[u, v] by polarisation; where u or v is 0 it is 0, and not what is left of two balls about one number. */
static bool certain_second(Twice *t) {
  uint32_t outputs = t->c->primitive->outputs, n = t->c->primitive->tangents;
  if (!certain_line(t, (const mpq_t *)t->sum)) return false;
  if (all_zero(t->du, n) || all_zero(t->dv, n)) {
    _arb_vec_zero(t->second, (slong)outputs);
    return true;
  }
  for (uint32_t o = 0; o < outputs; o++) arb_set(t->second + o, enclosure_of(&t->line, o, 2));
  if (!certain_line(t, (const mpq_t *)t->difference)) return false;
  for (uint32_t o = 0; o < outputs; o++) {
    arb_sub(t->second + o, t->second + o, enclosure_of(&t->line, o, 2), BITS);
    arb_mul_2exp_si(t->second + o, t->second + o, -2);
  }
  return true;
}

/* The rule over jets of so many bits at x + s u with a constant seed; *tied: a convention may have decided. */
static bool run_jets_at(Twice *t, slong bits, bool reverse, const double *seed, bool *tied) {
  const Primitive *p = t->c->primitive;
  uint32_t from = reverse ? p->cotangents : p->tangents, to = reverse ? p->tangents : p->cotangents;
  mpq_t number, zero;
  mpq_init(number), mpq_init(zero);
  jet_set_precision(t->jets, bits);
  for (uint32_t i = 0; i < p->inputs; i++) {
    t->input[i] = p->is_real[i] ? jet_make_line(t->jets, t->x[i], t->u[i])
                                : scalar_from_int((int64_t)mpz_get_si(mpq_numref(t->x[i])));
  }
  for (uint32_t i = 0; i < from; i++) {
    mpq_set_d(number, seed[i]);
    t->seed[i] = jet_make_line(t->jets, number, zero);
  }
  mpq_clear(number), mpq_clear(zero);
  (void)jet_take_tied(t->jets);
  Machine machine = machine_make(p->store, t->jets, &t->arena);
  ArenaMark mark = arena_mark(&t->arena);
  Status status = operational_evaluator.eval_linear(&machine, reverse ? &p->reverse : &p->forward, t->input, 1, t->seed,
                                                    t->primal, t->image);
  arena_release(&t->arena, mark);
  Status left = ring_take_status(t->jets);
  *tied = jet_take_tied(t->jets);
  bool good = status == STATUS_OK && left == STATUS_OK;
  for (uint32_t i = 0; good && i < to; i++) arb_set(t->slope + i, jet_coefficient(t->jets, t->image[i], 1));
  return good;
}

static bool accurate(const Twice *t, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!arb_is_exact(t->slope + i) && arb_rel_accuracy_bits(t->slope + i) < ACCURATE_BITS) return false;
  }
  return true;
}

static bool run_jets(Twice *t, bool reverse, const double *seed, bool *tied) {
  uint32_t count = reverse ? t->c->primitive->tangents : t->c->primitive->cotangents;
  if (!run_jets_at(t, BITS, reverse, seed, tied)) return false;
  for (slong bits = 4 * BITS; bits <= LAST_BITS && !accurate(t, count); bits *= 4) {
    bool again; /* without an answer the one before stands */
    if (!run_jets_at(t, bits, reverse, seed, &again)) break;
  }
  return true;
}

/* The rule's derivative along u; where a test of it is tied, by germs. */
static bool run_rule(Twice *t, bool reverse, const double *seed) {
  bool tied = false, good = run_jets(t, reverse, seed, &tied);
  t->differs = good && tied;
  if (!tied) return good;
  if (good) _arb_vec_set(t->path, t->slope, (slong)most_seeds(t->c->primitive));
  return rule_germs(t->c->primitive, &t->arena, reverse, (const mpq_t *)t->x, (const mpq_t *)t->u, seed, t->slope);
}

/* Two balls: equal within the tolerance, wrong, or neither. */
static Judgement judge_balls(Twice *t, const arb_t certain, const arb_t found, double *off) {
  double nearest = arf_get_d(arb_midref(found), ARF_RND_NEAR);
  Judgement judged = judge_sum(certain, certain, nearest, t->c->tolerance, off);
  return judged == JUDGED_WRONG && arb_overlaps(certain, found) ? JUDGED_UNDECIDED : judged;
}

/* What the rule's derivative is, and at a tie also what AD makes of the rule's text. */
static void compare(Twice *t, uint32_t k, const arb_t certain, const arb_t found, const arb_t path, bool reverse,
                    int component) {
  Campaign *c = t->c;
  Occasion occasion = {
      k, t->du, c->primitive->tangents,
      reverse ? "derivative of <vjp, v> along this direction" : "derivative of jvp along this direction", component};
  double off, path_off;
  arb_srcptr shown = found;
  Judgement judged = judge_balls(t, certain, found, &off);
  if (judged == JUDGED_HOLDS && t->differs && judge_balls(t, certain, path, &path_off) == JUDGED_WRONG) {
    judged = JUDGED_DIFFERS;
    shown = path;
  }
  (void)count_judgement(c, PROPERTY_TWICE, judged, off, &occasion, certain, arf_get_d(arb_midref(shown), ARF_RND_NEAR));
}

static void check_jvp(Twice *t, uint32_t k) {
  const Primitive *p = t->c->primitive;
  if (!run_rule(t, false, t->dv)) {
    t->c->report->result[PROPERTY_TWICE].count[JUDGED_UNDECIDED]++;
    return;
  }
  for (uint32_t o = 0; o < p->cotangents; o++)
    compare(t, k, t->second + p->output_place[o], t->slope + o, t->path + o, false, (int)o);
}

static void check_vjp(Twice *t, uint32_t k) {
  const Primitive *p = t->c->primitive;
  arb_t certain, found, path, factor;
  if (!run_rule(t, true, t->dw)) {
    t->c->report->result[PROPERTY_TWICE].count[JUDGED_UNDECIDED]++;
    return;
  }
  arb_init(certain), arb_init(found), arb_init(path), arb_init(factor);
  for (uint32_t o = 0; o < p->cotangents; o++) {
    arb_set_d(factor, t->dw[o]);
    arb_addmul(certain, t->second + p->output_place[o], factor, BITS);
  }
  for (uint32_t i = 0; i < p->tangents; i++) {
    arb_set_d(factor, t->dv[i]);
    arb_addmul(found, t->slope + i, factor, BITS);
    arb_addmul(path, t->path + i, factor, BITS);
  }
  compare(t, k, certain, found, path, true, -1);
  arb_clear(certain), arb_clear(found), arb_clear(path), arb_clear(factor);
}

/* jvp2 of a black box at (v, u); an answer that is none is wrong, for the truth is there. */
static void judge_jvp2(Twice *t, uint32_t k, const double *seed, const double *answer, RuleAnswer said) {
  Campaign *c = t->c;
  const Primitive *p = c->primitive;
  double off;
  Occasion occasion = {k, seed, 2 * p->tangents, "jvp2, at two tangents", -1};
  if (said == RULE_FAILED) count_failure(c, RULE_JVP2, &occasion);
  if (said == RULE_UNDEFINED) count_undefined(c, PROPERTY_TWICE, RULE_JVP2, &occasion);
  sizer_at(c->sizer, RULE_JVP2, chunk_point(c, k), seed);
  for (uint32_t o = 0; said == RULE_ANSWERED && o < p->cotangents; o++) {
    occasion.component = (int)o;
    arb_srcptr certain = t->second + p->output_place[o];
    Judgement judged = judge_answer(c->sizer, o, certain, answer[o], c->tolerance, &off);
    (void)count_judgement(c, PROPERTY_TWICE, judged, off, &occasion, certain, answer[o]);
  }
}

static void check_terms(Twice *t) {
  const Primitive *p = t->c->primitive;
  for (uint32_t k = 0; k < t->c->count; k++) {
    for (uint32_t pair = 0; pair < pairs_asked(p) && chunk_inner(t->c, k); pair++) {
      size_t mark = ring_mark(t->jets);
      choose(t, k, pair);
      bool certain = certain_second(t);
      if (certain && p->has_jvp) check_jvp(t, k);
      if (certain && p->has_vjp) check_vjp(t, k);
      ring_release(t->jets, mark);
    }
  }
}

/* All pairs of the chunk in one batch. */
static bool check_box(Twice *t) {
  Campaign *c = t->c;
  const Primitive *p = c->primitive;
  uint32_t n = p->tangents, count = 0;
  size_t most = (size_t)c->count * pairs_asked(p) + 1;
  double *x = calloc(most * p->inputs + 1, sizeof *x), *seed = calloc(most * 2 * n + 1, sizeof *seed);
  double *out = calloc(most * p->cotangents + 1, sizeof *out);
  RuleAnswer *said = calloc(most, sizeof *said);
  bool good = x != NULL && seed != NULL && out != NULL && said != NULL;
  for (uint32_t k = 0; good && k < c->count; k++) {
    for (uint32_t pair = 0; pair < pairs_asked(p) && chunk_inner(c, k); pair++, count++) {
      choose(t, k, pair);
      memcpy(x + (size_t)count * p->inputs, chunk_point(c, k), p->inputs * sizeof *x);
      memcpy(seed + (size_t)count * 2 * n, t->dv, n * sizeof *seed);
      memcpy(seed + (size_t)count * 2 * n + n, t->du, n * sizeof *seed);
    }
  }
  good = good && campaign_call(c, RULE_JVP2, count, x, seed, out, said);
  for (uint32_t k = 0, at = 0; good && k < c->count; k++) {
    for (uint32_t pair = 0; pair < pairs_asked(p) && chunk_inner(c, k); pair++, at++) {
      choose(t, k, pair);
      if (certain_second(t)) judge_jvp2(t, k, seed + (size_t)at * 2 * n, out + (size_t)at * p->cotangents, said[at]);
    }
  }
  if (good) c->report->calls += count;
  free(x), free(seed), free(out), free(said);
  return good;
}

bool check_twice(Campaign *c) {
  const Primitive *p = c->primitive;
  Twice t;
  bool text = strcmp(c->rule->kind, "text") == 0;
  if ((text ? !p->has_jvp && !p->has_vjp : !c->rule->offers[RULE_JVP2]) || p->tangents == 0) return true;
  bool good = twice_open(&t, c);
  if (good && text) check_terms(&t);
  if (good && !text) good = check_box(&t);
  twice_close(&t);
  return good;
}
