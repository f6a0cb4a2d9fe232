#include "verify/truth/ring_limit.h"

#include "semantics/rings/ring_pool.h"
#include "verify/truth/limit_item.h"
#include "verify/truth/ring_ball.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct LimitItem {
  Limit limit;
  size_t base_mark; /* of the balls, when this was made */
} LimitItem;

typedef struct LimitRing {
  Ring ring;
  RingPool pool; /* of LimitItem */
  Ring *balls;
} LimitRing;

static LimitRing *self(const Ring *ring) { return (LimitRing *)ring; }
Ring *limit_balls(const Ring *ring) { return self(ring)->balls; }

Limit limit_get(const Ring *ring, Scalar a) {
  const LimitItem *item = ring_pool_item(&self(ring)->pool, a);
  return item->limit;
}

/* Takes over what failed among the balls; one that is not decided there is not decided here. */
Scalar limit_put(Ring *ring, Limit limit) {
  LimitRing *limits = self(ring);
  Scalar scalar;
  Status status = ring_take_status(limits->balls);
  if (status != STATUS_OK) ring_fail(ring, ball_take_imprecise(limits->balls) ? STATUS_UNABLE : status);
  LimitItem *item = ring_pool_push(&limits->pool, ring, &scalar);
  if (item != NULL) *item = (LimitItem){limit, ring_mark(limits->balls)};
  return scalar;
}

Scalar limit_undecided(Ring *ring) {
  ring_fail(ring, STATUS_UNABLE);
  return RING_POOL_ZERO;
}

static Scalar outside(Ring *ring) {
  ring_fail(ring, STATUS_DOMAIN);
  return RING_POOL_ZERO;
}

static Scalar infinity(Ring *ring, int sign) { return limit_put(ring, (Limit){sign, RING_POOL_ZERO, 0}); }
static Scalar number(Ring *ring, Scalar ball, int side) { return limit_put(ring, (Limit){0, ball, side}); }
static Scalar zero(Ring *ring, int side) { return number(ring, RING_POOL_ZERO, side); }

int limit_infinite(const Ring *ring, Scalar a) { return limit_get(ring, a).infinite; }
arb_srcptr limit_ball(const Ring *ring, Scalar a) { return ball_get(limit_balls(ring), limit_get(ring, a).ball); }

Scalar limit_make(Ring *ring, double x) {
  if (isnan(x)) return outside(ring);
  return isinf(x) ? infinity(ring, x > 0 ? 1 : -1) : number(ring, ball_make_double(limit_balls(ring), x), 0);
}

/* --------------------------------------------------------------- signs -- */

static int times(int a, int b) {
  return a == 0 || b == 0 ? 0 : a == SIDE_UNKNOWN || b == SIDE_UNKNOWN ? SIDE_UNKNOWN : a * b;
}
static int opposite(int a) { return a == SIDE_UNKNOWN ? a : -a; }
/* Of a sum, by those of its terms. */
static int together(int a, int b) { return a == 0 ? b : b == 0 || a == b ? a : SIDE_UNKNOWN; }

/* Of the number that it tends to. */
static int sign_of_number(const Ring *ring, Limit a) {
  int sign = ball_sign(ball_get(limit_balls(ring), a.ball));
  return sign == BALL_SIGN_UNKNOWN ? SIDE_UNKNOWN : sign;
}

int limit_sign(const Ring *ring, Limit a) {
  if (a.infinite != 0) return a.infinite;
  int sign = sign_of_number(ring, a);
  return sign == 0 ? a.side : sign;
}

/* ---------------------------------------------------------- arithmetic -- */

static Scalar integer(Ring *ring, int64_t n) {
  if (n == 0 || n == 1) return (Scalar){(uint64_t)n};
  return number(ring, ring_integer(limit_balls(ring), n), 0);
}

static Scalar constant(Ring *ring, const Constant *c, uint32_t index) {
  return number(ring, ring_constant(limit_balls(ring), c, index), 0);
}

static Scalar add(Ring *ring, Scalar a, Scalar b) {
  Limit x = limit_get(ring, a), y = limit_get(ring, b);
  if (x.infinite != 0 && y.infinite != 0 && x.infinite != y.infinite) return limit_undecided(ring);
  if (x.infinite != 0 || y.infinite != 0) return infinity(ring, x.infinite != 0 ? x.infinite : y.infinite);
  return number(ring, ring_add(limit_balls(ring), x.ball, y.ball), together(x.side, y.side));
}

static Scalar neg(Ring *ring, Scalar a) {
  Limit x = limit_get(ring, a);
  if (x.infinite != 0) return infinity(ring, -x.infinite);
  return number(ring, ring_neg(limit_balls(ring), x.ball), opposite(x.side));
}

static Scalar sub(Ring *ring, Scalar a, Scalar b) {
  return a.word == b.word ? RING_POOL_ZERO : add(ring, a, neg(ring, b));
}

/* An infinity times a number: what is 0 everywhere gives 0, and what only tends to it anything. */
static Scalar times_infinity(Ring *ring, int sign, Limit y) {
  if (y.infinite != 0) return infinity(ring, sign * y.infinite);
  int other = sign_of_number(ring, y);
  if (other == 0 && y.side == 0) return RING_POOL_ZERO;
  return other == 0 || other == SIDE_UNKNOWN ? limit_undecided(ring) : infinity(ring, sign * other);
}

static Scalar mul(Ring *ring, Scalar a, Scalar b) {
  Limit x = limit_get(ring, a), y = limit_get(ring, b);
  if (x.infinite != 0) return times_infinity(ring, x.infinite, y);
  if (y.infinite != 0) return times_infinity(ring, y.infinite, x);
  int first = sign_of_number(ring, x), second = sign_of_number(ring, y);
  /* (A + a)(B + b) - A B = a (B + b) + A b */
  int side = first == 0 || second == 0 ? times(limit_sign(ring, x), limit_sign(ring, y))
                                       : together(times(x.side, limit_sign(ring, y)), times(first, y.side));
  return number(ring, ring_mul(limit_balls(ring), x.ball, y.ball), side);
}

static Scalar divide(Ring *ring, Scalar a, Scalar b) {
  Limit x = limit_get(ring, a), y = limit_get(ring, b);
  int over = limit_sign(ring, x), under = limit_sign(ring, y);
  if (y.infinite != 0) return x.infinite != 0 ? limit_undecided(ring) : zero(ring, times(over, under));
  int limit = sign_of_number(ring, y);
  if (under == 0) return outside(ring);
  if (under == SIDE_UNKNOWN) return limit_undecided(ring);
  if (x.infinite != 0) return infinity(ring, x.infinite * under);
  int first = sign_of_number(ring, x);
  if (limit == 0 && x.side == 0 && first == 0) return RING_POOL_ZERO;
  if (limit == 0) return first == 0 || first == SIDE_UNKNOWN ? limit_undecided(ring) : infinity(ring, first * under);
  /* a/b - A/B has the sign of (a B - A b) / (b B), and b has that of B */
  int side = first == 0 ? times(over, under) : together(times(x.side, limit), opposite(times(first, y.side)));
  return number(ring, ring_div(limit_balls(ring), x.ball, y.ball), side);
}

/* ----------------------------------------------------------- functions -- */

static Scalar at_infinity(Ring *ring, RingFunction f, int sign) {
  switch (f) {
  case RING_EXP: return sign > 0 ? infinity(ring, 1) : zero(ring, 1);
  case RING_LOG:
  case RING_SQRT: return sign > 0 ? infinity(ring, 1) : outside(ring);
  case RING_TANH: return number(ring, ring_integer(limit_balls(ring), sign), -sign);
  case RING_SIGMOID: return sign > 0 ? number(ring, RING_POOL_ONE, -1) : zero(ring, 1);
  case RING_ABS: return infinity(ring, 1);
  case RING_SIGN: return integer(ring, sign);
  case RING_SIN:
  case RING_COS:
  case RING_TAN: break;
  }
  return limit_undecided(ring);
}

/* log and sqrt of what tends to 0; abs of what is below. */
static Scalar by_side(Ring *ring, RingFunction f, Limit x) {
  int near = limit_sign(ring, x);
  if (near == SIDE_UNKNOWN) return limit_undecided(ring);
  if (f == RING_SIGN) return integer(ring, near);
  if (f == RING_ABS)
    return near >= 0 ? number(ring, x.ball, x.side)
                     : number(ring, ring_neg(limit_balls(ring), x.ball), opposite(x.side));
  if (near < 0 || (near == 0 && f == RING_LOG)) return outside(ring);
  return f == RING_LOG ? infinity(ring, -1) : zero(ring, near);
}

static Scalar function(Ring *ring, RingFunction f, Scalar a) {
  Limit x = limit_get(ring, a);
  if (x.infinite != 0) return at_infinity(ring, f, x.infinite);
  bool rises = f == RING_EXP || f == RING_LOG || f == RING_SQRT || f == RING_TANH || f == RING_SIGMOID;
  bool root = f == RING_LOG || f == RING_SQRT;
  if (f == RING_ABS || f == RING_SIGN || (root && sign_of_number(ring, x) == 0)) return by_side(ring, f, x);
  return number(ring, ring_function(limit_balls(ring), f, x.ball), rises || x.side == 0 ? x.side : SIDE_UNKNOWN);
}

static Scalar power(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t n = 0;
  Limit x = limit_get(ring, a);
  RingExponent kind = ring_exponent(exponent, &n);
  if (kind == EXPONENT_INTEGER) return ring_integer_power(ring, a, n);
  int sign = mpq_sgn(exponent->exact[0]), near = limit_sign(ring, x);
  bool ends = x.infinite != 0 || sign_of_number(ring, x) == 0;
  if (kind == EXPONENT_TOO_LARGE || near == SIDE_UNKNOWN) return limit_undecided(ring);
  if (near < 0 || (near == 0 && sign < 0)) return outside(ring);
  if (near == 0) return RING_POOL_ZERO;
  if (ends) return (x.infinite != 0) == (sign > 0) ? infinity(ring, 1) : zero(ring, 1);
  return number(ring, ring_power(limit_balls(ring), x.ball, exponent), times(sign, x.side));
}

/* --------------------------------------------------------------- order -- */

/* The sign of a - b near the end; SIDE_UNKNOWN where their limits do not tell. */
static int order_of(const Ring *ring, Scalar a, Scalar b) {
  Limit x = limit_get(ring, a), y = limit_get(ring, b);
  if (a.word == b.word) return 0;
  if (x.infinite != y.infinite) return x.infinite > y.infinite ? 1 : -1;
  if (x.infinite != 0) return SIDE_UNKNOWN;
  int order = ball_order(ball_get(limit_balls(ring), x.ball), ball_get(limit_balls(ring), y.ball));
  if (order == BALL_SIGN_UNKNOWN) return SIDE_UNKNOWN;
  return order != 0 ? order : together(x.side, opposite(y.side));
}

/* The one that is ahead; of two that tend to one limit that limit. */
static Scalar ahead(Ring *ring, Scalar a, Scalar b, int way) {
  Limit x = limit_get(ring, a), y = limit_get(ring, b);
  int order = order_of(ring, a, b);
  if (order != SIDE_UNKNOWN) return order * way >= 0 ? a : b;
  if (x.infinite != 0) return a;
  bool same = ball_order(ball_get(limit_balls(ring), x.ball), ball_get(limit_balls(ring), y.ball)) == 0;
  return same ? number(ring, x.ball, SIDE_UNKNOWN) : limit_undecided(ring);
}

static Scalar larger(Ring *ring, Scalar a, Scalar b) { return ahead(ring, a, b, 1); }
static Scalar smaller(Ring *ring, Scalar a, Scalar b) { return ahead(ring, a, b, -1); }

static bool test(Ring *ring, RingTest question, Scalar a, Scalar b) {
  int order = order_of(ring, a, b);
  if (order == SIDE_UNKNOWN) (void)limit_undecided(ring);
  return order != SIDE_UNKNOWN && ring_test_order(question, order);
}

static int compare(Ring *ring, Scalar a, Scalar b) {
  Limit x = limit_get(ring, a), y = limit_get(ring, b);
  if (x.infinite != y.infinite) return x.infinite > y.infinite ? 1 : -1;
  int order = ring_compare(limit_balls(ring), x.ball, y.ball);
  return order != 0 ? order : (x.side > y.side) - (x.side < y.side);
}

/* -------------------------------------------------------------- upkeep -- */

static size_t mark_of(const Ring *ring) { return self(ring)->pool.count; }

/* The balls made after that of the last limit that stays are forgotten too. */
static void release(Ring *ring, size_t mark) {
  LimitRing *limits = self(ring);
  if (mark >= limits->pool.count) return;
  const LimitItem *last = ring_pool_item(&limits->pool, (Scalar){mark - 1});
  ring_release(limits->balls, last->base_mark);
  ring_pool_release(&limits->pool, mark);
}

static int print(Ring *ring, Scalar a, char *buffer, size_t size) {
  Limit x = limit_get(ring, a);
  if (x.infinite != 0) return snprintf(buffer, size, "%sinf", x.infinite < 0 ? "-" : "");
  return ring_print(limit_balls(ring), x.ball, buffer, size);
}

static void destroy(Ring *ring) {
  if (limit_balls(ring) != NULL) ring_destroy(limit_balls(ring));
  ring_pool_free(&self(ring)->pool);
  free(self(ring));
}

static const RingOps limit_ops = {
    .name = "limits",
    .traits = RING_ORDERED | RING_FIELD | RING_ANALYTIC,
    .integer = integer,
    .constant = constant,
    .add = add,
    .sub = sub,
    .mul = mul,
    .neg = neg,
    .div = divide,
    .function = function,
    .power = power,
    .call = limit_call,
    .max = larger,
    .min = smaller,
    .test = test,
    .compare = compare,
    .mark = mark_of,
    .release = release,
    .print = print,
    .destroy = destroy,
};

Ring *ring_limit_new(slong precision) {
  LimitRing *limits = calloc(1, sizeof *limits);
  if (limits == NULL) return NULL;
  limits->ring.ops = &limit_ops;
  limits->balls = ring_ball_new(precision);
  if (limits->balls == NULL || !ring_pool_init(&limits->pool, sizeof(LimitItem))) {
    if (limits->balls != NULL) ring_destroy(limits->balls);
    free(limits);
    return NULL;
  }
  (void)number(&limits->ring, RING_POOL_ZERO, 0);
  (void)number(&limits->ring, RING_POOL_ONE, 0);
  return &limits->ring;
}
