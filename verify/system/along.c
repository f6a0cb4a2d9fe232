#include "verify/system/along.h"

#include "semantics/rings/formula.h"
#include "semantics/rings/rings.h"

#include <math.h>
#include <stdlib.h>

#define TIES_MOST 10u

/* One run over dual numbers along the path.  The derivative is linear in what each tie contributes, so that its range
 * is that of the runs in which each tied operation takes one of its two ends. */
typedef struct Walk {
  const Residual *residual;
  Ring *duals;
  Scalar *value; /* of registers */
  uint32_t ends; /* by bits: which end the tied operations take */
  uint32_t ties;
  bool tied;
} Walk;

static double real_of(const Walk *w, Scalar a) { return scalar_to_double(dual_real(w->duals, a)); }

/* A tied operation: one of two operands. */
static Scalar choose(Walk *w, Scalar a, Scalar b) {
  uint32_t k = w->ties++;
  w->tied = true;
  return k < TIES_MOST && (w->ends >> k & 1) != 0 ? b : a;
}

static Scalar power(Walk *w, Scalar a, double exponent) {
  mpq_t exact;
  mpq_init(exact);
  mpq_set_d(exact, exponent);
  Constant c = {.length = 1, .exact = &exact, .nearest = &exponent};
  Scalar result = ring_power(w->duals, a, &c);
  mpq_clear(exact);
  return result;
}

static Scalar number(Walk *w, double value) {
  return dual_make(w->duals, scalar_from_double(value), scalar_from_double(0));
}

static Scalar function(Walk *w, RingFunction f, Scalar a) {
  if (f == RING_ABS && real_of(w, a) == 0) return choose(w, a, ring_neg(w->duals, a));
  if (f == RING_SIGN && real_of(w, a) == 0) w->tied = true;
  return ring_function(w->duals, f, a);
}

static Scalar run_statement(Walk *w, const Statement *s) {
  Ring *ring = w->duals;
  Scalar a = w->value[s->a], b = w->value[s->b];
  if (s->construct > CONSTRUCT_COUNT) {
    RingCall call = {(uint32_t)s->construct - CONSTRUCT_COUNT - 1, NULL};
    return function_value(ring, &call, a, b);
  }
  switch (s->construct) {
  case CONSTRUCT_NUMBER: return number(w, s->number);
  case CONSTRUCT_ADD: return ring_add(ring, a, b);
  case CONSTRUCT_SUB: return ring_sub(ring, a, b);
  case CONSTRUCT_MUL: return ring_mul(ring, a, b);
  case CONSTRUCT_DIV: return ring_div(ring, a, b);
  case CONSTRUCT_NEG: return ring_neg(ring, a);
  case CONSTRUCT_POWER: return power(w, a, s->number);
  case CONSTRUCT_MAX: return real_of(w, a) == real_of(w, b) ? choose(w, a, b) : ring_max(ring, a, b);
  case CONSTRUCT_MIN: return real_of(w, a) == real_of(w, b) ? choose(w, a, b) : ring_min(ring, a, b);
  case CONSTRUCT_SIN: return function(w, RING_SIN, a);
  case CONSTRUCT_COS: return function(w, RING_COS, a);
  case CONSTRUCT_TAN: return function(w, RING_TAN, a);
  case CONSTRUCT_EXP: return function(w, RING_EXP, a);
  case CONSTRUCT_LOG: return function(w, RING_LOG, a);
  case CONSTRUCT_SQRT: return function(w, RING_SQRT, a);
  case CONSTRUCT_TANH: return function(w, RING_TANH, a);
  case CONSTRUCT_SIGMOID: return function(w, RING_SIGMOID, a);
  case CONSTRUCT_ABS: return function(w, RING_ABS, a);
  case CONSTRUCT_SIGN: return function(w, RING_SIGN, a);
  case CONSTRUCT_LESS:
  case CONSTRUCT_LESS_EQUAL:
  case CONSTRUCT_EQUAL:
  case CONSTRUCT_RETURN:
  case CONSTRUCT_COUNT: break;
  }
  return a;
}

static bool holds(Walk *w, const Statement *s) {
  double a = real_of(w, w->value[s->a]), b = real_of(w, w->value[s->b]);
  if (a == b) w->tied = true;
  return s->construct == CONSTRUCT_LESS ? a < b : s->construct == CONSTRUCT_LESS_EQUAL ? a <= b : a == b;
}

/* sum_o w_o (J v)_o; NaN where it is undefined. */
static double run(Walk *w, const double *x, const double *v, const double *weight) {
  const Residual *r = w->residual;
  size_t mark = ring_mark(w->duals);
  w->ties = 0;
  for (uint32_t i = 0; i < r->inputs; i++)
    w->value[i] = dual_make(w->duals, scalar_from_double(x[i]), scalar_from_double(v[i]));
  uint32_t at = 0;
  for (; r->statement[at].construct != CONSTRUCT_RETURN;) {
    const Statement *s = &r->statement[at];
    if (construct_is_test(s->construct)) {
      at = holds(w, s) ? at + 1 : s->otherwise;
      continue;
    }
    w->value[s->to] = run_statement(w, s);
    at++;
  }
  double sum = 0;
  for (uint32_t o = 0; o < r->outputs; o++) {
    Scalar result = w->value[r->result[r->statement[at].result + o]];
    if (weight[o] != 0) sum += weight[o] * scalar_to_double(dual_epsilon(w->duals, result));
  }
  bool defined = ring_take_status(w->duals) == STATUS_OK;
  ring_release(w->duals, mark);
  return defined ? sum : (double)NAN;
}

static void run_all(Walk *w, const double *x, const double *v, const double *weight, Along *along) {
  *along = (Along){.low = INFINITY, .high = -INFINITY};
  for (w->ends = 0; w->ends < (uint32_t)1 << (w->ties < TIES_MOST ? w->ties : TIES_MOST); w->ends++) {
    double one = run(w, x, v, weight);
    along->undefined = along->undefined || !isfinite(one);
    along->low = fmin(along->low, one);
    along->high = fmax(along->high, one);
  }
  along->tied = w->tied;
}

bool along_path(const Residual *residual, const double *x, const double *v, const double *weight, Along *along) {
  Walk w = {.residual = residual};
  Ring *doubles = ring_double_new();
  w.duals = doubles == NULL ? NULL : ring_dual_path_new(doubles);
  w.value = calloc((size_t)residual->inputs + residual->count + 1, sizeof *w.value);
  bool good = w.duals != NULL && w.value != NULL;
  if (good) {
    (void)run(&w, x, v, weight); /* how many ties there are, whichever ends are taken */
    run_all(&w, x, v, weight, along);
    good = w.ties <= TIES_MOST;
  }
  free(w.value);
  if (w.duals != NULL) ring_destroy(w.duals);
  if (doubles != NULL) ring_destroy(doubles);
  return good;
}
