/* Running error bounds.
 *
 * Values are computed in round-to-nearest; the bound of a result is what its
 * operands' bounds contribute, by the mean value theorem, plus the rounding
 * error of the operation itself.  For + - * / and sqrt that error is computed
 * exactly (Knuth's two-sum; fma for the others), so that exact operations keep
 * the bound 0 and ties are seen.  For libm functions it is taken as 4 ulp.
 * A literal that is no double, a quotient of short numbers, and what sums, products
 * and quotients make of these with doubles, is known exactly besides while it is a
 * ratio of 64 bits (ratios.h): 1 - 199 * 0.005 is 0.005.
 * Bounds are computed in binary64 too and pushed up by `up`. */
#include "semantics/rings/function_values.h"
#include "semantics/rings/ratios.h"
#include "semantics/rings/ring_pool.h"
#include "semantics/rings/rings.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Enclosure {
  double value, bound;
} Enclosure;

typedef struct EnclosureRing {
  Ring ring;
  RingPool pool;    /* of Enclosure */
  RatioTable known; /* of those with a bound */
  double magnitude;
  mpq_t exact; /* scratch */
} EnclosureRing;

#define TINY DBL_TRUE_MIN
/* Below this the error of a product or quotient may not be a double. */
#define SMALL 0x1p-900

static EnclosureRing *self(const Ring *ring) { return (EnclosureRing *)ring; }

static Enclosure at(const Ring *ring, Scalar a) {
  const Enclosure *item = ring_pool_item(&self(ring)->pool, a);
  return *item;
}

Scalar enclosure_make(Ring *ring, double value, double bound) {
  EnclosureRing *enclosures = self(ring);
  Scalar scalar;
  Enclosure *item = ring_pool_push(&enclosures->pool, ring, &scalar);
  if (item == NULL) return scalar;
  bool known = fabs(value) <= DBL_MAX && bound <= DBL_MAX;
  *item = known ? (Enclosure){value, bound} : (Enclosure){0, INFINITY};
  if (known && fabs(value) > enclosures->magnitude) enclosures->magnitude = fabs(value);
  return scalar;
}

static bool is_exactly(Enclosure a, double number) { return a.value == number && a.bound == 0; }

/* What an operation leaves as it is: most of what is computed are sums with 0 and products with 0 and 1, of seeds. */
static Scalar same(Ring *ring, Scalar a) {
  EnclosureRing *enclosures = self(ring);
  enclosures->magnitude = fmax(enclosures->magnitude, fabs(at(ring, a).value));
  return a;
}

double enclosure_value(const Ring *ring, Scalar a) { return at(ring, a).value; }
double enclosure_bound(const Ring *ring, Scalar a) { return at(ring, a).bound; }
double enclosure_magnitude(const Ring *ring) { return self(ring)->magnitude; }
void enclosure_reset_magnitude(Ring *ring) { self(ring)->magnitude = 0; }

static Scalar outside(Ring *ring) {
  ring_fail(ring, STATUS_DOMAIN);
  return RING_POOL_ZERO;
}

static bool known_ratio(const Ring *ring, Scalar a, Ratio *ratio) {
  Enclosure x = at(ring, a);
  return x.bound == 0 ? ratio_of_double(x.value, ratio) : ratios_find(&self(ring)->known, a, ratio);
}

/* The result, new in the pool, is the ratio: exact, where that is a double. */
static Scalar know(Ring *ring, Scalar result, Ratio ratio) {
  EnclosureRing *enclosures = self(ring);
  Enclosure *item = ring_pool_item(&enclosures->pool, result);
  double exact;
  if (item->bound == 0 || ring->status != STATUS_OK) return result;
  if (ratio_is_double(ratio, &exact))
    *item = (Enclosure){exact, 0};
  else
    ratios_push(&enclosures->known, ring, result, ratio);
  return result;
}

/* Doubles such as are written in programs; few that are drawn are. */
static bool is_literal(Ratio a) { return llabs(a.over) < (1 << 20) && a.under <= 16; }

/* The result of an operation, known where both operands are and one is no double; of a quotient also where both are
 * doubles as in programs. */
static Scalar known_by(Ring *ring, bool (*operation)(Ratio, Ratio, Ratio *), Scalar a, Scalar b, Scalar result) {
  Ratio x, y, z;
  bool doubles = at(ring, a).bound == 0 && at(ring, b).bound == 0;
  if (doubles ? operation != ratio_div : self(ring)->known.count == 0) return result;
  if (!known_ratio(ring, a, &x) || !known_ratio(ring, b, &y) || !operation(x, y, &z)) return result;
  return doubles && !(is_literal(x) && is_literal(y)) ? result : know(ring, result, z);
}

/* At least the number of which `bound` is the result of up to a dozen rounded
 * operations without cancellation; these do not underflow, so 0 is 0. */
static double up(double bound) { return bound == 0 ? 0 : bound * (1 + 0x1p-48) + TINY; }

/* At least x y and x / y, for x >= 0 and y >= 0 (y > 0), also where they
 * underflow; 0 * inf = 0. */
static double product_up(double x, double y) { return x == 0 || y == 0 ? 0 : x * y * (1 + 0x1p-48) + TINY; }
static double quotient_up(double x, double y) { return x == 0 ? 0 : x / y * (1 + 0x1p-48) + TINY; }

/* At least `count` units in the last place of x. */
static double ulps(double count, double x) { return up(count * (fabs(x) * 0x1p-52 + TINY)); }

/* ---------------------------------------------------------- arithmetic -- */

static Scalar enclosure_integer(Ring *ring, int64_t n) {
  if (n == 0 || n == 1) return (Scalar){(uint64_t)n};
  bool exact = n >= -((int64_t)1 << 53) && n <= (int64_t)1 << 53;
  return enclosure_make(ring, (double)n, exact ? 0 : ulps(0.5, (double)n));
}

/* The nearest double, and whether it is the number itself. */
static Enclosure constant_enclosure(Ring *ring, const Constant *constant, uint32_t index) {
  double nearest = constant->nearest[index];
  if (!(fabs(nearest) <= DBL_MAX)) return (Enclosure){0, INFINITY};
  mpq_ptr exact = self(ring)->exact;
  mpq_set_d(exact, nearest);
  bool same = mpq_equal(exact, constant->exact[index]) != 0;
  return (Enclosure){nearest, same ? 0 : ulps(0.5, nearest)};
}

static Scalar enclosure_constant(Ring *ring, const Constant *constant, uint32_t index) {
  Enclosure c = constant_enclosure(ring, constant, index);
  Scalar result = enclosure_make(ring, c.value, c.bound);
  Ratio ratio;
  return ratio_of_rational(constant->exact[index], &ratio) ? know(ring, result, ratio) : result;
}

/* The error of a rounded sum is a double: two-sum (Knuth, TAOCP 2, 4.2.2). */
static Scalar sum(Ring *ring, Enclosure a, Enclosure b) {
  double total = a.value + b.value;
  double b_part = total - a.value, a_part = total - b_part;
  double error = (a.value - a_part) + (b.value - b_part);
  return enclosure_make(ring, total, up(a.bound + b.bound + fabs(error)));
}

static Scalar enclosure_add(Ring *ring, Scalar a, Scalar b) {
  Enclosure x = at(ring, a), y = at(ring, b);
  if (is_exactly(x, 0)) return same(ring, b);
  return is_exactly(y, 0) ? same(ring, a) : known_by(ring, ratio_add, a, b, sum(ring, x, y));
}

static bool ratio_sub(Ratio a, Ratio b, Ratio *difference) { return ratio_add(a, ratio_neg(b), difference); }

static Scalar enclosure_sub(Ring *ring, Scalar a, Scalar b) {
  Enclosure y = at(ring, b);
  if (is_exactly(y, 0)) return same(ring, a);
  return known_by(ring, ratio_sub, a, b, sum(ring, at(ring, a), (Enclosure){-y.value, y.bound}));
}

static Scalar enclosure_neg(Ring *ring, Scalar a) {
  Enclosure x = at(ring, a);
  Scalar result = enclosure_make(ring, -x.value, x.bound);
  Ratio ratio;
  return x.bound != 0 && known_ratio(ring, a, &ratio) ? know(ring, result, ratio_neg(ratio)) : result;
}

/* |ab - xy| <= |x| db + |y| da + da db */
static Scalar enclosure_mul(Ring *ring, Scalar a, Scalar b) {
  Enclosure x = at(ring, a), y = at(ring, b);
  if (is_exactly(x, 0) || is_exactly(y, 0)) return RING_POOL_ZERO;
  if (is_exactly(x, 1)) return same(ring, b);
  if (is_exactly(y, 1)) return same(ring, a);
  double product = x.value * y.value, error = fabs(fma(x.value, y.value, -product));
  if (x.value != 0 && y.value != 0 && fabs(product) < SMALL) error += TINY;
  double left = product_up(fabs(x.value), y.bound), right = product_up(fabs(y.value), x.bound);
  Scalar result = enclosure_make(ring, product, up(left + right + product_up(x.bound, y.bound) + error));
  return known_by(ring, ratio_mul, a, b, result);
}

/* |a/b - q| = |a - q b| / |b| <= (|x - q y| + da + |q| db) / (|y| - db) */
static Scalar enclosure_div(Ring *ring, Scalar a, Scalar b) {
  Enclosure x = at(ring, a), y = at(ring, b);
  double smallest = (fabs(y.value) - y.bound) * (1 - 0x1p-48);
  if (!(smallest > 0)) return outside(ring);
  double quotient = x.value / y.value, rest = fabs(fma(-quotient, y.value, x.value));
  if (x.value != 0 && fabs(x.value) < SMALL) rest += TINY;
  double above = up(rest + x.bound + product_up(fabs(quotient), y.bound));
  return known_by(ring, ratio_div, a, b, enclosure_make(ring, quotient, quotient_up(above, smallest)));
}

/* ----------------------------------------------------------- functions -- */

/* The point of the enclosure nearest to 0, in magnitude. */
static double nearest_to_zero(Enclosure a) {
  double least = (fabs(a.value) - a.bound) * (1 - 0x1p-48);
  return least > 0 ? least : 0;
}

/* A bound for the change of exp(x) = value over |d| <= width. */
static double exp_change(double value, double width) {
  return width == 0 ? 0 : product_up(value + ulps(4, value), up(expm1(width) * (1 + 0x1p-48)));
}

static Scalar tan_enclosure(Ring *ring, Enclosure a) {
  double cosine = cos(a.value); /* 1-Lipschitz */
  double least = (fabs(cosine) - up(a.bound + ulps(4, cosine))) * (1 - 0x1p-48);
  if (!(least > 0)) return outside(ring);
  double value = tan(a.value);
  return enclosure_make(ring, value, up(quotient_up(quotient_up(a.bound, least), least) + ulps(4, value)));
}

static Scalar log_enclosure(Ring *ring, Enclosure a) {
  double least = (a.value - a.bound) * (1 - 0x1p-48);
  if (!(least > 0)) return outside(ring);
  double value = log(a.value);
  return enclosure_make(ring, value, up(quotient_up(a.bound, least) + ulps(4, value)));
}

/* |sqrt a - s| = |a - s^2| / (sqrt a + s) <= (|x - s^2| + da) / s */
static Scalar sqrt_enclosure(Ring *ring, Enclosure a) {
  if (a.value == 0 && a.bound == 0) return RING_POOL_ZERO;
  if (!(a.value - a.bound > 0)) return outside(ring);
  double value = sqrt(a.value), rest = fabs(fma(-value, value, a.value));
  if (a.value < SMALL) rest += TINY;
  return enclosure_make(ring, value, quotient_up(up(rest + a.bound), value));
}

/* tanh' = 1/cosh^2, largest at the point nearest to 0. */
static Scalar tanh_enclosure(Ring *ring, Enclosure a) {
  double value = tanh(a.value), c = cosh(nearest_to_zero(a)) * (1 - 0x1p-48);
  double change = c <= 1 ? a.bound : quotient_up(quotient_up(a.bound, c), c);
  return enclosure_make(ring, value, fmin(up(change + ulps(4, value)), 1 + fabs(value)));
}

/* sigmoid' = e^-|x| / (1 + e^-|x|)^2 <= min(1/4, e^-|x|). */
static Scalar sigmoid_enclosure(Ring *ring, Enclosure a) {
  double e = exp(-fabs(a.value)), value = a.value >= 0 ? 1 / (1 + e) : e / (1 + e);
  double slope = fmin(0.25, up(exp(-nearest_to_zero(a)) + TINY));
  double bound = up(product_up(slope, a.bound) + ulps(8, value));
  return enclosure_make(ring, value, a.value == 0 && a.bound == 0 ? 0 : fmin(bound, 1));
}

/* sin and cos: 1-Lipschitz, and within [-1, 1]. */
static Scalar circular(Ring *ring, Enclosure a, double value) {
  return enclosure_make(ring, value, fmin(up(a.bound + ulps(4, value)), 1 + fabs(value)));
}

/* -1, 0 or 1, and 2 when the enclosure straddles 0. */
static int sign_of(Enclosure a) {
  if (fabs(a.value) > a.bound) return a.value > 0 ? 1 : -1;
  return a.value == 0 && a.bound == 0 ? 0 : 2;
}

/* Where f(x) is a double by mathematics: f(0), and log 1. */
static bool exact_point(RingFunction function, Enclosure a) {
  return a.bound == 0 && a.value == (function == RING_LOG ? 1 : 0);
}

static Scalar exact_value(RingFunction function) {
  return function == RING_COS || function == RING_EXP ? RING_POOL_ONE : RING_POOL_ZERO;
}

static Scalar enclosure_function(Ring *ring, RingFunction function, Scalar scalar) {
  Enclosure a = at(ring, scalar);
  int sign = sign_of(a);
  if (exact_point(function, a) && function != RING_SIGMOID) return exact_value(function);
  switch (function) {
  case RING_SIN: return circular(ring, a, sin(a.value));
  case RING_COS: return circular(ring, a, cos(a.value));
  case RING_TAN: return tan_enclosure(ring, a);
  case RING_EXP: {
    double value = exp(a.value);
    return enclosure_make(ring, value, up(exp_change(value, a.bound) + ulps(4, value)));
  }
  case RING_LOG: return log_enclosure(ring, a);
  case RING_SQRT: return sqrt_enclosure(ring, a);
  case RING_TANH: return tanh_enclosure(ring, a);
  case RING_SIGMOID: return sigmoid_enclosure(ring, a);
  case RING_ABS:
    if (sign == 2) return outside(ring);
    return sign >= 0 ? scalar : enclosure_neg(ring, scalar);
  case RING_SIGN: return sign == 2 ? outside(ring) : enclosure_integer(ring, sign);
  }
  return outside(ring);
}

static Scalar enclosure_call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  Enclosure x = at(ring, a), y = at(ring, b);
  const double first[2] = {x.value, x.bound}, second[2] = {y.value, y.bound};
  double value[2] = {0, 0};
  Status status = function_of_enclosures(f, first, second, value);
  if (status != STATUS_OK) return outside(ring);
  return enclosure_make(ring, value[0], up(value[1]));
}

/* a^c = e^(c log a), a = x + d, c = n + e: the exponent changes by at most
 * |n| |d|/(x - |d|) + |e| (|log x| + |d|/(x - |d|)). */
static Scalar fraction_power(Ring *ring, Enclosure a, Enclosure c) {
  if (a.value == 0 && a.bound == 0 && c.value > c.bound) return RING_POOL_ZERO;
  double least = (a.value - a.bound) * (1 - 0x1p-48);
  if (!(least > 0)) return outside(ring);
  double value = pow(a.value, c.value), log_change = quotient_up(a.bound, least);
  double log_size = up(fabs(log(a.value)) * (1 + 0x1p-48) + log_change);
  double change = up(product_up(fabs(c.value), log_change) + product_up(c.bound, log_size));
  return enclosure_make(ring, value, up(exp_change(value, change) + ulps(4, value)));
}

static Scalar enclosure_power(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t n = 0;
  switch (ring_exponent(exponent, &n)) {
  case EXPONENT_INTEGER: return ring_integer_power(ring, a, n);
  case EXPONENT_FRACTION: break;
  case EXPONENT_TOO_LARGE: ring_fail(ring, STATUS_LIMIT); return a;
  }
  return fraction_power(ring, at(ring, a), constant_enclosure(ring, exponent, 0));
}

/* --------------------------------------------------------------- order -- */

/* -1, 0 (equal for certain) or 1; 2 when the enclosures overlap. */
static int order_of(Enclosure a, Enclosure b) {
  if (a.bound == 0 && b.bound == 0) return (a.value > b.value) - (a.value < b.value);
  double distance = fabs(a.value - b.value) * (1 - 0x1p-52);
  if (!(distance > up(a.bound + b.bound))) return 2;
  return a.value > b.value ? 1 : -1;
}

/* The same of two scalars, by what is known of them besides. */
static int order_of_known(const Ring *ring, Scalar a, Scalar b) {
  int order = order_of(at(ring, a), at(ring, b));
  Ratio x, y;
  if (order == 2 && known_ratio(ring, a, &x) && known_ratio(ring, b, &y)) (void)ratio_order(x, y, &order);
  return order;
}

static Scalar enclosure_max(Ring *ring, Scalar a, Scalar b) {
  int order = order_of_known(ring, a, b);
  if (order == 2) return outside(ring);
  return order >= 0 ? a : b;
}

static Scalar enclosure_min(Ring *ring, Scalar a, Scalar b) {
  int order = order_of_known(ring, a, b);
  if (order == 2) return outside(ring);
  return order <= 0 ? a : b;
}

/* Undecided where the enclosures overlap and the answer hangs on it. */
static bool enclosure_test(Ring *ring, RingTest test, Scalar a, Scalar b) {
  int order = a.word == b.word ? 0 : order_of_known(ring, a, b);
  if (order == 2) ring_fail(ring, STATUS_UNABLE);
  return ring_test_order(test, order);
}

static int enclosure_compare(Ring *ring, Scalar a, Scalar b) {
  Enclosure x = at(ring, a), y = at(ring, b);
  if (x.value != y.value) return x.value > y.value ? 1 : -1;
  return (x.bound > y.bound) - (x.bound < y.bound);
}

/* -------------------------------------------------------------- upkeep -- */

static size_t enclosure_mark(const Ring *ring) { return self(ring)->pool.count; }
static void enclosure_release(Ring *ring, size_t mark) {
  ring_pool_release(&self(ring)->pool, mark);
  ratios_release(&self(ring)->known, mark);
}

/* The number that a decimal of printf is. */
static void decimal_number(const char *decimal, mpq_t out) {
  char digits[64];
  size_t count = 0;
  long exponent = 0;
  bool fraction = false;
  for (; *decimal != '\0' && *decimal != 'e' && count + 1 < sizeof digits; decimal++) {
    if (*decimal != '.') digits[count++] = *decimal;
    if (fraction) exponent--;
    fraction = fraction || *decimal == '.';
  }
  digits[count] = '\0';
  if (*decimal == 'e') exponent += strtol(decimal + 1, NULL, 10);
  mpz_set_str(mpq_numref(out), digits, 10);
  mpz_ui_pow_ui(mpq_denref(out), 10, (unsigned long)labs(exponent));
  if (exponent > 0) {
    mpz_mul(mpq_numref(out), mpq_numref(out), mpq_denref(out));
    mpz_set_ui(mpq_denref(out), 1);
  }
  mpq_canonicalize(out);
}

double decimal_excess(const char *decimal, double value) {
  if (!isfinite(value)) return 0;
  mpq_t written, exact;
  mpq_inits(written, exact, NULL);
  decimal_number(decimal, written);
  mpq_set_d(exact, value);
  mpq_sub(written, written, exact);
  int sign = mpq_sgn(written);
  double excess = sign == 0 ? 0 : nextafter(rational_to_double(written), sign * (double)INFINITY);
  mpq_clears(written, exact, NULL);
  return excess;
}

static int enclosure_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  Enclosure x = at(ring, a);
  char value[32], bound[32];
  /* 17 digits are the name of a double, which an input of a witness is */
  if (x.bound == 0) return snprintf(buffer, size, "%.17g +/- 0", x.value);
  snprintf(value, sizeof value, "%.17g", x.value);
  double about = up(x.bound + fabs(decimal_excess(value, x.value)));
  snprintf(bound, sizeof bound, "%.3g", about);
  /* a unit of the third digit is at most a hundredth */
  if (decimal_excess(bound, about) < 0) snprintf(bound, sizeof bound, "%.3g", about * 1.01);
  return snprintf(buffer, size, "%s +/- %s", value, bound);
}

static void enclosure_destroy(Ring *ring) {
  mpq_clear(self(ring)->exact);
  ring_pool_free(&self(ring)->pool);
  ratios_free(&self(ring)->known);
  free(self(ring));
}

Ring *ring_enclosure_new(void) {
  static const RingOps ops = {.name = "enclosures",
                              .traits = RING_ORDERED | RING_FIELD | RING_ANALYTIC,
                              RING_ARITHMETIC(enclosure_),
                              RING_FUNCTIONS(enclosure_),
                              RING_STACK(enclosure_)};
  EnclosureRing *enclosures = calloc(1, sizeof *enclosures);
  if (enclosures == NULL) return NULL;
  enclosures->ring.ops = &ops;
  if (!ring_pool_init(&enclosures->pool, sizeof(Enclosure))) {
    free(enclosures);
    return NULL;
  }
  mpq_init(enclosures->exact);
  (void)enclosure_make(&enclosures->ring, 0, 0);
  (void)enclosure_make(&enclosures->ring, 1, 0);
  enclosures->magnitude = 0;
  return &enclosures->ring;
}
