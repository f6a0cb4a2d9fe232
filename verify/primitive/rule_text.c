/* The rules of a specification, over balls: its terms mean real numbers, so the
 * answer is the double nearest to the exact result, and what is wrong is the rule and
 * not a rounding. */
#include "verify/primitive/rule.h"

#include "semantics/rings/rings.h"
#include "verify/primitive/oracle.h"
#include "verify/primitive/ring_machine.h"
#include "verify/primitive/rule_germs.h"
#include "verify/truth/ring_ball.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>

#define FIRST_PRECISION 160
#define LAST_PRECISION 2560
#define ENOUGH_BITS 64
/* How often exact numbers may be of no use before they are asked no more. */
#define EXACT_FAILURES 8
/* Below the smallest subnormal by far. */
#define NEGLIGIBLE_EXPONENT (-1200)

#define VALUES_LIMIT ((size_t)256 << 20)

typedef struct TextRule {
  Rule rule;
  const Primitive *primitive;
  Ring *ring;
  Ring *machine; /* of what is read from C; else NULL */
  Arena arena;
  Scalar *input, *seed, *primal, *image;
  uint32_t exact_failures;
} TextRule;

const char *rule_call_name(RuleCall what) {
  static const char *const names[RULE_CALLS] = {"value", "jvp", "vjp", "jvp2", "jvp3", "primal", "enclosure"};
  return names[what];
}

uint32_t rule_seed_size(const Primitive *primitive, RuleCall what) {
  switch (what) {
  case RULE_JVP:
  case RULE_PRIMAL: return primitive->tangents;
  case RULE_VJP: return primitive->cotangents;
  case RULE_JVP2: return 2 * primitive->tangents;
  case RULE_JVP3: return 3 * primitive->tangents;
  case RULE_ENCLOSURE: return primitive->inputs;
  case RULE_VALUE:
  case RULE_CALLS: return 0;
  }
  return 0;
}

uint32_t rule_answer_size(const Primitive *primitive, RuleCall what) {
  switch (what) {
  case RULE_VALUE:
  case RULE_PRIMAL: return primitive->outputs;
  case RULE_JVP:
  case RULE_JVP2:
  case RULE_JVP3: return primitive->cotangents;
  case RULE_VJP: return primitive->tangents;
  case RULE_ENCLOSURE: return 2 * primitive->outputs;
  case RULE_CALLS: return 0;
  }
  return 0;
}

static Scalar number_in(const TextRule *self, Ring *ring, double x) {
  return ring == self->machine ? scalar_from_double(x) : ball_make_double(ring, x);
}

static void set_input(TextRule *self, Ring *ring, const double *x) {
  const Primitive *p = self->primitive;
  for (uint32_t i = 0; i < p->inputs; i++)
    self->input[i] = p->is_real[i] ? number_in(self, ring, x[i]) : scalar_from_int((int64_t)x[i]);
}

/* Whether the double nearest to the ball's midpoint is the answer to within an ulp. */
static bool take_number(arb_srcptr ball, double *out) {
  *out = arf_get_d(arb_midref(ball), ARF_RND_NEAR);
  if (arb_rel_accuracy_bits(ball) >= ENOUGH_BITS) return true;
  return arb_contains_zero(ball) && mag_cmp_2exp_si(arb_radref(ball), NEGLIGIBLE_EXPONENT) < 0;
}

static bool take_ball(const TextRule *self, Scalar a, double *out) { return take_number(ball_get(self->ring, a), out); }

/* The answer of a call for a jvp or a vjp, the only ones that are offered. */
static Status evaluate(TextRule *self, Ring *ring, RuleCall what, const double *x, const double *seed) {
  const Primitive *p = self->primitive;
  ArenaMark mark = arena_mark(&self->arena);
  Machine machine = machine_make(p->store, ring, &self->arena);
  set_input(self, ring, x);
  for (uint32_t i = 0; i < rule_seed_size(p, what); i++) self->seed[i] = number_in(self, ring, seed[i]);
  Status status = operational_evaluator.eval_linear(&machine, primitive_rule(p, what == RULE_VJP), self->input, 1,
                                                    self->seed, self->primal, self->image);
  arena_release(&self->arena, mark);
  Status left = ring_take_status(ring);
  return status != STATUS_OK ? status : left;
}

/* In exact numbers, where no precision was enough: a test of two that are equal, or a sum that is 0. */
static Status run_exactly(TextRule *self, RuleCall what, const double *x, const double *seed, double *out) {
  const Primitive *p = self->primitive;
  uint32_t answers = rule_answer_size(p, what);
  if (self->exact_failures == EXACT_FAILURES) return STATUS_LIMIT;
  mpq_t *point = rationals_new(p->inputs);
  arb_ptr answer = _arb_vec_init((slong)answers);
  Status status = STATUS_LIMIT;
  if (point != NULL && exact_numbers(p->inputs, x, point))
    status = rule_exactly(p, &self->arena, what == RULE_VJP, (const mpq_t *)point, seed, answer);
  for (uint32_t i = 0; status == STATUS_OK && i < answers; i++)
    if (!take_number(answer + i, &out[i])) status = STATUS_LIMIT;
  if (status != STATUS_OK && status != STATUS_DOMAIN) self->exact_failures++;
  _arb_vec_clear(answer, (slong)answers);
  rationals_free(point, p->inputs);
  return status;
}

/* Raises the precision until the answer is known to the last digit of a double; that it was too low to the last is a
 * limit: 1 - tanh 1000 is not 0, and has no digit at any of them; unless exact numbers know it. */
static Status run_one(TextRule *self, RuleCall what, const double *x, const double *seed, double *out) {
  for (slong precision = FIRST_PRECISION; precision <= LAST_PRECISION; precision *= 4) {
    size_t mark = ring_mark(self->ring);
    bool narrow = true;
    ball_set_precision(self->ring, precision);
    (void)ball_take_imprecise(self->ring);
    Status status = evaluate(self, self->ring, what, x, seed);
    bool imprecise = ball_take_imprecise(self->ring);
    for (uint32_t i = 0; status == STATUS_OK && i < rule_answer_size(self->primitive, what); i++)
      narrow = take_ball(self, self->image[i], &out[i]) && narrow;
    ring_release(self->ring, mark);
    if (status == STATUS_OK ? narrow : !imprecise) return status;
  }
  return run_exactly(self, what, x, seed, out);
}

/* Of what has no value among the reals: what C computes, to `out`; a number that is none is no answer, unless numbers
 * were too large or too small for doubles on the way. */
static RuleAnswer run_doubles(TextRule *self, RuleCall what, const double *x, const double *seed, double *out) {
  (void)feclearexcept(FE_ALL_EXCEPT);
  Status status = evaluate(self, self->machine, what, x, seed);
  bool finite = true;
  if (fetestexcept(FE_OVERFLOW | FE_UNDERFLOW) != 0) return RULE_UNDECIDED;
  for (uint32_t i = 0; status == STATUS_OK && i < rule_answer_size(self->primitive, what); i++) {
    out[i] = scalar_to_double(self->image[i]);
    finite = finite && isfinite(out[i]);
  }
  return status != STATUS_OK ? RULE_UNDECIDED : finite ? RULE_COMPUTED : RULE_UNDEFINED;
}

/* A test that balls do not decide, and a limit, say nothing of the rule. */
static RuleAnswer answer_of(Status status) {
  switch (status) {
  case STATUS_OK: return RULE_ANSWERED;
  case STATUS_DOMAIN: return RULE_UNDEFINED;
  case STATUS_UNABLE:
  case STATUS_LIMIT: return RULE_UNDECIDED;
  case STATUS_STUCK:
  case STATUS_ILL_TYPED: break;
  }
  return RULE_FAILED;
}

static bool call(Rule *rule, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
                 RuleAnswer *answers) {
  TextRule *self = (TextRule *)rule;
  const Primitive *p = self->primitive;
  uint32_t from = rule_seed_size(p, what), to = rule_answer_size(p, what);
  for (uint32_t k = 0; k < count; k++) {
    const double *point = x + (size_t)k * p->inputs, *own_seed = seed + (size_t)k * from;
    double *own = out + (size_t)k * to;
    Status status = run_one(self, what, point, own_seed, own);
    answers[k] = answer_of(status);
    if (answers[k] == RULE_UNDEFINED && self->machine != NULL)
      answers[k] = run_doubles(self, what, point, own_seed, own);
    bool numbers = answers[k] == RULE_ANSWERED || answers[k] == RULE_COMPUTED;
    for (uint32_t i = 0; !numbers && i < to; i++) own[i] = NAN;
    if (answers[k] == RULE_FAILED) (void)snprintf(rule->message, sizeof rule->message, "%s", status_name(status));
  }
  return true;
}

static void free_rule(Rule *rule) {
  TextRule *self = (TextRule *)rule;
  if (self->ring != NULL) ring_destroy(self->ring);
  if (self->machine != NULL) ring_destroy(self->machine);
  arena_free(&self->arena);
  free(self->input);
  free(self);
}

Rule *rule_of_text(const Primitive *primitive) {
  TextRule *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  uint32_t seeds = primitive->tangents > primitive->cotangents ? primitive->tangents : primitive->cotangents;
  arena_init(&self->arena, VALUES_LIMIT);
  self->primitive = primitive;
  self->rule = (Rule){.kind = "text", .call = call, .free = free_rule};
  self->rule.offers[RULE_JVP] = primitive->has_jvp;
  self->rule.offers[RULE_VJP] = primitive->has_vjp;
  self->ring = ring_ball_new(FIRST_PRECISION);
  self->input = calloc((size_t)primitive->inputs + primitive->outputs + 2 * (size_t)seeds + 1, sizeof *self->input);
  if (self->ring == NULL || self->input == NULL) {
    free_rule(&self->rule);
    return NULL;
  }
  self->seed = self->input + primitive->inputs;
  self->image = self->seed + seeds;
  self->primal = self->image + seeds;
  return &self->rule;
}

Rule *rule_of_code(const Primitive *primitive) {
  Rule *rule = rule_of_text(primitive);
  if (rule == NULL) return NULL;
  ((TextRule *)rule)->machine = ring_machine_new();
  rule->code = true;
  if (((TextRule *)rule)->machine != NULL) return rule;
  rule->free(rule);
  return NULL;
}
