#include "verify/system/trial.h"

#include "verify/enumerate/space.h"
#include "verify/primitive/ring_tape.h"
#include "verify/system/along.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BITS 192
#define SQUARED_MOST 16.0L /* log2 of how large numbers beside a product of two roundings may be */
#define RANGE_UNITS 0x1p13 /* of its size: what is so near a derivative of the path is one */

const char *fate_name(Fate fate) {
  static const char *const names[] = {"holds", "differs", "wrong", "fails", "unstable", "undecided", "outside"};
  return names[fate];
}

/* ------------------------------------------------------------------ points -- */

static const double simple[] = {1.5, 0.75, 2.25, 0.625, 3, 1.25, 0.375, 1.75, 3.5, 2.5, 0.875, 0.3125};
static const double special[] = {0, 1, -1, 2, -2, 0.5, -0.5, 3, 0.25, 1.5};
#define SIMPLE (sizeof simple / sizeof *simple)
#define SPECIAL (sizeof special / sizeof *special)

static double coordinate(uint64_t seed, uint32_t point, uint32_t i) {
  uint32_t turn = (uint32_t)(i / SIMPLE);
  double ordinary = simple[i % SIMPLE] + turn / 8.0;
  switch (point) {
  case 0: return ordinary;
  case 1: return i % 2 == 0 ? -simple[(i + 1) % SIMPLE] : ordinary;
  case 2: return 0;
  case 3: return 1;
  default: return special[random_word(seed, point, i) % SPECIAL];
  }
}

static double generic(uint32_t i) {
  uint32_t pair = i / 2;
  return (i % 2 == 0 ? 1.5 : -0.75) + pair / 8.0;
}

/* One of generic numbers, and then the units. */
static double *make_seeds(uint32_t size) {
  double *seeds = calloc((size_t)(size + 1) * size + 1, sizeof *seeds);
  for (uint32_t i = 0; seeds != NULL && i < size; i++) {
    seeds[i] = generic(i);
    seeds[(size_t)(i + 1) * size + i] = 1;
  }
  return seeds;
}

/* Those of second derivatives: two units for each component. */
static double *make_pairs(uint32_t n) {
  double *pairs = calloc((size_t)2 * n * n * n + 1, sizeof *pairs);
  for (uint32_t k = 0; pairs != NULL && k < n * n; k++) {
    pairs[(size_t)2 * n * k + k / n] = 1;
    pairs[(size_t)2 * n * k + n + k % n] = 1;
  }
  return pairs;
}

/* What is certain at a point. */
static PointTruth *truth_at(Trial *t, uint32_t point) { return &t->truth[t->same[point]]; }

static void find_same(Trial *t) {
  size_t n = t->residual.inputs;
  for (uint32_t p = 0; p < TRIAL_POINTS; p++) {
    for (t->same[p] = 0; t->same[p] < p; t->same[p]++) {
      if (memcmp(t->x + t->same[p] * n, t->x + p * n, n * sizeof *t->x) == 0) break;
    }
  }
}

bool trial_open(Trial *t, Store *store, Certified *certified, const Program *program, Residual *residual,
                uint64_t seed) {
  memset(t, 0, sizeof *t);
  t->residual = *residual;
  t->format = &format_double;
  *residual = (Residual){0};
  uint32_t n = t->residual.inputs;
  bool good = primitive_of_program(store, program, n, &t->primitive);
  t->oracle = good ? oracle_new(&t->primitive, certified) : NULL;
  t->sizer = t->oracle == NULL ? NULL : sizer_new(&t->primitive, t->oracle);
  t->x = calloc((size_t)TRIAL_POINTS * n + 1, sizeof *t->x);
  t->v = make_seeds(n);
  t->w = make_seeds(t->residual.outputs);
  t->vv = make_pairs(n);
  good = t->sizer != NULL && t->x != NULL && t->v != NULL && t->w != NULL && t->vv != NULL;
  for (uint32_t p = 0; good && p < TRIAL_POINTS; p++) {
    good = point_truth_open(&t->truth[p], t->oracle, &t->primitive, t->x + (size_t)p * n);
    for (uint32_t i = 0; i < n; i++) t->x[(size_t)p * n + i] = coordinate(seed, p, i);
  }
  if (good) find_same(t);
  return good;
}

void trial_expect(Trial *t, bool second) {
  for (uint32_t p = 0; p < TRIAL_POINTS; p++) t->truth[p].twice = second;
}

void trial_close(Trial *t) {
  for (uint32_t p = 0; p < TRIAL_POINTS; p++) point_truth_clear(&t->truth[p]);
  sizer_free(t->sizer);
  oracle_free(t->oracle);
  primitive_free(&t->primitive);
  residual_free(&t->residual);
  free(t->x);
  free(t->v);
  free(t->w);
  free(t->vv);
}

/* ----------------------------------------------------------------- queries -- */

static Query query_at(const Trial *t, uint32_t program, uint32_t point) {
  uint32_t n = t->residual.inputs;
  return (Query){.program = program, .point = point, .inputs = n, .x = t->x + (size_t)point * n};
}

/* How many questions there are at each point. */
static uint32_t per_point(const Trial *t, Mode mode) {
  uint32_t n = t->residual.inputs, m = t->residual.outputs;
  if (mode != MODE_VALUE && (n == 0 || m == 0)) return 0;
  return mode == MODE_VALUE ? 1 : mode == MODE_JVP ? n + 1 : mode == MODE_VJP ? m + 1 : m;
}

uint32_t trial_queries(const Trial *t, Mode mode, uint32_t program, Query *queries) {
  uint32_t n = t->residual.inputs, m = t->residual.outputs, each = per_point(t, mode);
  for (uint32_t k = 0; queries != NULL && k < each * TRIAL_POINTS; k++) {
    Query *q = &queries[k];
    uint32_t s = k % each;
    *q = query_at(t, program, k / each);
    q->size = mode == MODE_VJP ? n : mode == MODE_HESSIAN ? n * n : m;
    q->seeds = mode == MODE_JVP ? n : mode == MODE_VJP ? m : 0;
    q->seed = mode == MODE_JVP ? t->v + (size_t)s * n : mode == MODE_VJP ? t->w + (size_t)s * m : NULL;
    q->output = s;
  }
  return each * TRIAL_POINTS;
}

/* ------------------------------------------------------------------- truth -- */

/* sum_j J[row][j] seed[j]; of the transposed Jacobian with `transposed`. */
static void product(const Certain *c, bool transposed, uint32_t row, const double *seed, arb_t out) {
  uint32_t length = transposed ? c->cotangents : c->tangents;
  arb_t term;
  arb_init(term);
  arb_zero(out);
  for (uint32_t j = 0; j < length; j++) {
    arb_srcptr entry = c->jacobian + (transposed ? (size_t)j * c->tangents + row : (size_t)row * c->tangents + j);
    if (seed[j] == 0) continue;
    arb_set_d(term, seed[j]);
    arb_addmul(out, term, entry, BITS);
  }
  arb_clear(term);
}

/* The certain component of an answer; false where there is none that is decided. */
static bool truth_of(Trial *t, Mode mode, const Query *q, uint32_t component, arb_t out) {
  PointTruth *certain = truth_at(t, q->point);
  const Certain *c = point_truth_first(certain);
  uint32_t n = t->residual.inputs;
  switch (mode) {
  case MODE_VALUE: arb_set(out, c->value + component); return true;
  case MODE_JVP: product(c, false, component, q->seed, out); return true;
  case MODE_VJP: product(c, true, component, q->seed, out); return true;
  case MODE_HESSIAN: return point_truth_second(certain, q->output, component / n, component % n, out);
  case MODE_COUNT: break;
  }
  return false;
}

/* ---------------------------------------------------------------- judging -- */

/* What the path gives for a component of a first derivative. */
static bool along_component(const Trial *t, Mode mode, const Query *q, uint32_t component, Along *along) {
  uint32_t n = t->residual.inputs, m = t->residual.outputs;
  const double *v = mode == MODE_JVP ? q->seed : t->v + (size_t)(component % n + 1) * n;
  const double *w =
      mode == MODE_VJP ? q->seed : t->w + (size_t)((mode == MODE_JVP ? component : q->output) % m + 1) * m;
  return along_path(&t->residual, q->x, v, w, along);
}

static bool is_within(const Trial *t, const Along *along, double found) {
  double slack = RANGE_UNITS * t->format->unit * fmax(fmax(fabs(along->low), fabs(along->high)), fabs(found));
  return found >= along->low - slack && found <= along->high + slack;
}

/* Of an answer that is not the derivative, or none. */
static Fate fate_beside(const Trial *t, Mode mode, const Query *q, uint32_t component, Fate otherwise) {
  Along along;
  if (mode == MODE_VALUE) return otherwise;
  if (!along_component(t, mode, q, component, &along)) return FATE_UNDECIDED;
  if (mode == MODE_HESSIAN) return along.tied || along.undefined ? FATE_UNDECIDED : otherwise;
  if (along.undefined) return FATE_DIFFERS;
  if (!along.tied) return otherwise;
  return q->answer == ANSWER_GIVEN && is_within(t, &along, q->out[component]) ? FATE_DIFFERS : otherwise;
}

/* The sizer at a call, unless it stands there: what it found of one component is good for the others. */
static void stand_at(Trial *t, RuleCall call, const double *x, const double *seed) {
  if (t->stands && t->call == call && t->at == x && t->along == seed) return;
  sizer_at(t->sizer, call, x, seed);
  t->stands = true;
  t->call = call;
  t->at = x;
  t->along = seed;
}

/* Whether numbers of the program come near the ends of the format: then an answer may be none. */
static bool leaves_range(Trial *t, const Query *q) {
  stand_at(t, RULE_VALUE, q->x, NULL);
  return 4 * sizer_exponent(t->sizer) >= t->format->exponent;
}

/* Whether what the formula gives may be no derivative, by a tie. */
static bool is_tied(const Trial *t, Mode mode, const Query *q, uint32_t component) {
  Along along;
  return mode != MODE_VALUE && (!along_component(t, mode, q, component, &along) || along.tied || along.undefined);
}

/* Whether the formula itself gives as little in these numbers, by what it loses in longer ones: acos (erf 8) is acos 1,
 * and 1 / log (tanh 20) is 1 / 0. */
static bool formula_is_lost(Trial *t, uint32_t component, const arb_t truth, double found) {
  const Sizes *here = sizer_here(t->sizer, component);
  long double certain = extended_of_ball(truth);
  if (here == NULL) return false;
  long double lost = fabsl(here->value - certain) * (long double)t->format->unit / (LDBL_EPSILON / 2);
  long double off = isfinite(found) ? fabsl((long double)found - certain) : fabsl(certain);
  return off > 0 && off <= PRIMITIVE_ULPS * lost;
}

/* Whether longer numbers have none either: atanh (erf 8) is atanh 1. */
static bool is_infinite_in_all(Trial *t, Mode mode, uint32_t component, double found) {
  return mode == MODE_VALUE && isinf(found) && sizer_here(t->sizer, component) == NULL;
}

/* Whether it is a product of two numbers that are roundings alone, of which bounds of first order know nothing: 2 s_x
 * s_y of 1 / s, where s_x = 1 / x - x / x^2. */
static bool is_rounding_squared(Trial *t, Mode mode, const arb_t truth, double found) {
  double one = PRIMITIVE_ULPS * t->format->unit, most = (double)fminl(sizer_exponent(t->sizer), SQUARED_MOST);
  return mode == MODE_HESSIAN && arb_is_zero(truth) && fabs(found) <= ldexp(one * one, (int)most);
}

static Fate judge_component(Trial *t, Mode mode, const Query *q, uint32_t component, const arb_t truth) {
  static const RuleCall calls[] = {RULE_VALUE, RULE_JVP, RULE_VJP, RULE_JVP2};
  const Tolerance tolerance = {PRIMITIVE_ULPS, true, t->format, 0};
  uint32_t n = t->residual.inputs, at = component;
  const double *seed = q->seed;
  if (mode == MODE_HESSIAN) {
    if (n > TRIAL_SHOWN) return FATE_UNDECIDED;
    seed = t->vv + (size_t)component * 2 * n;
    at = q->output;
  }
  stand_at(t, calls[mode], q->x, seed);
  switch (judge_answer(t->sizer, at, truth, q->out[component], tolerance, NULL)) {
  case JUDGED_HOLDS:
  case JUDGED_LOSES: return FATE_HOLDS;
  case JUDGED_UNSTABLE: return FATE_UNSTABLE;
  case JUDGED_WRONG:
    if (is_rounding_squared(t, mode, truth, q->out[component])) return FATE_UNDECIDED;
    if (is_infinite_in_all(t, mode, at, q->out[component])) return FATE_UNSTABLE;
    if (!is_tied(t, mode, q, component) && formula_is_lost(t, at, truth, q->out[component])) return FATE_UNSTABLE;
    return fate_beside(t, mode, q, component, FATE_WRONG);
  case JUDGED_RANGE: /* or the path's slopes are infinite */
    return leaves_range(t, q) ? FATE_UNDECIDED : fate_beside(t, mode, q, component, FATE_UNDECIDED);
  case JUDGED_ILL:
  case JUDGED_UNDECLARED:
  case JUDGED_DIFFERS:
  case JUDGED_UNDECIDED:
  case JUDGEMENTS: break;
  }
  return FATE_UNDECIDED;
}

static void keep(Failure *failure, const Query *q, Fate fate, int component, const arb_t truth) {
  if (failure->present) return;
  *failure = (Failure){.present = true, .fate = fate, .component = component};
  failure->output = q->output;
  failure->inputs = q->inputs < TRIAL_SHOWN ? q->inputs : TRIAL_SHOWN;
  failure->seeds = q->seeds < TRIAL_SHOWN ? q->seeds : TRIAL_SHOWN;
  memcpy(failure->x, q->x, failure->inputs * sizeof(double));
  if (q->seed != NULL) memcpy(failure->seed, q->seed, failure->seeds * sizeof(double));
  if (component >= 0) {
    (void)ball_print(truth, 17, failure->certain, sizeof failure->certain);
    (void)snprintf(failure->found, sizeof failure->found, "%.17g", q->out[component]);
  }
  memcpy(failure->error, q->error, sizeof failure->error);
  if (q->answer == ANSWER_NULL) (void)snprintf(failure->error, sizeof failure->error, "it says: undefined");
}

static void count_fate(Trial *t, Mode mode, const Query *q, Fate fate, int component, const arb_t truth) {
  t->count[mode][fate]++;
  if (fate_is_finding(fate)) keep(&t->failure[mode], q, fate, component, truth);
  if (fate == FATE_DIFFERS) keep(&t->differs[mode], q, fate, component, truth);
  if (mode == MODE_VALUE && fate != FATE_HOLDS) t->bad_value[q->point] = true;
}

/* Whether truth is there: HOLDS, or why not. */
static Fate place_of(Trial *t, Mode mode, uint32_t point) {
  OracleState state = point_truth_first(truth_at(t, point))->state;
  if (state == ORACLE_DEFINED) return FATE_HOLDS;
  if (mode == MODE_VALUE && (state == ORACLE_VALUE || state == ORACLE_OPEN)) return FATE_HOLDS;
  return state == ORACLE_OPEN || state == ORACLE_UNDECIDED ? FATE_UNDECIDED : FATE_OUTSIDE;
}

static void judge_query(Trial *t, Mode mode, const Query *q, arb_t truth) {
  Fate place = place_of(t, mode, q->point);
  arb_zero(truth);
  if (mode != MODE_VALUE && t->bad_value[q->point]) place = FATE_OUTSIDE;
  if (place != FATE_HOLDS) {
    t->count[mode][place]++;
  } else if (q->answer != ANSWER_GIVEN) {
    Fate fate = fate_beside(t, mode, q, 0, FATE_FAILS);
    count_fate(t, mode, q, fate == FATE_FAILS && leaves_range(t, q) ? FATE_UNDECIDED : fate, -1, truth);
  } else {
    for (uint32_t i = 0; i < q->size; i++) {
      bool there = truth_of(t, mode, q, i, truth);
      count_fate(t, mode, q, there ? judge_component(t, mode, q, i, truth) : FATE_UNDECIDED, (int)i, truth);
    }
  }
}

void trial_judge(Trial *t, Mode mode, uint32_t count, const Query *queries) {
  arb_t truth;
  arb_init(truth);
  for (uint32_t k = 0; k < count; k++) judge_query(t, mode, &queries[k], truth);
  arb_clear(truth);
}
