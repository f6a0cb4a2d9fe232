/* Limits at infinities: what the ring of limits decides is what the function tends to, by the certified value
 * far out, and what it does not decide it leaves open. */
#include "tests/unit/specification.h"
#include "verify/primitive/infinities.h"
#include "verify/primitive/oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FAR 0x1p40   /* an infinity's stand-in: what tends to something is near it there */
#define NEAR 0x1p-12 /* so near, at the least: as 1 / sqrt x */
#define INFINITE 8   /* and beyond this: log x grows slowly */
#define OPEN NAN     /* not decided */
static const double inf = INFINITY;

/* Of one argument: the limits of the value at -inf and inf, and of the slope. */
static const struct {
  const char *term;
  double value[2], slope[2];
} one[] = {
    {"x", {-INFINITY, INFINITY}, {1, 1}},
    {"1 / x", {0, 0}, {0, 0}},
    {"exp x", {0, INFINITY}, {0, INFINITY}},
    {"log (1 + exp x)", {0, INFINITY}, {0, OPEN}},
    {"log (exp x)", {-INFINITY, INFINITY}, {OPEN, OPEN}},
    {"sigmoid x", {0, 1}, {0, 0}},
    {"tanh x", {-1, 1}, {0, 0}},
    {"max x 0", {0, INFINITY}, {0, 1}},
    {"min x 2", {-INFINITY, 2}, {1, 0}},
    {"abs x", {INFINITY, INFINITY}, {-1, 1}},
    {"sign x", {-1, 1}, {0, 0}},
    {"sign (1 / x)", {-1, 1}, {0, 0}},
    {"sqrt (x * x)", {INFINITY, INFINITY}, {OPEN, OPEN}},
    {"sqrt (exp x)", {0, INFINITY}, {OPEN, OPEN}},
    {"1 / sqrt (exp x)", {INFINITY, 0}, {OPEN, OPEN}},
    {"(exp x) ^ (1/2)", {0, INFINITY}, {OPEN, OPEN}},
    {"1 / neg (exp x)", {-INFINITY, 0}, {OPEN, OPEN}},
    {"if x < 2 * x then 1 else 2", {OPEN, OPEN}, {OPEN, OPEN}},
    {"x ^ 3", {-INFINITY, INFINITY}, {INFINITY, INFINITY}},
    {"x ^ (-2)", {0, 0}, {OPEN, OPEN}},
    {"x - x", {0, 0}, {0, 0}},
    {"x * 0", {0, 0}, {0, 0}},
    {"x * exp x", {OPEN, INFINITY}, {OPEN, INFINITY}},
    {"x / (1 + x)", {OPEN, OPEN}, {OPEN, OPEN}},
    {"sin x", {OPEN, OPEN}, {OPEN, OPEN}},
    {"if x < 3 then 1 else x", {1, INFINITY}, {0, 1}},
    {"if 1 / x < 0 then 1 else 2", {1, 2}, {0, 0}},
    {"if exp x <= 0 then 1 else 2", {2, 2}, {0, 0}},
    {"if sin x < 2 then 1 else 2", {OPEN, OPEN}, {OPEN, OPEN}},
    {"atan x", {-1.5707963267948966, 1.5707963267948966}, {0, 0}},
    {"erf x", {-1, 1}, {0, 0}},
    {"erfc x", {2, 0}, {0, 0}},
    {"log (erfc x)", {0.69314718055994531, -INFINITY}, {0, OPEN}},
    {"normcdf x", {0, 1}, {0, 0}},
    {"asinh x", {-INFINITY, INFINITY}, {0, 0}},
    {"cbrt x", {-INFINITY, INFINITY}, {0, 0}},
    {"expm1 x", {-1, INFINITY}, {0, INFINITY}},
    {"1 / (1 + expm1 x)", {INFINITY, 0}, {OPEN, OPEN}},
    {"copysign 3 x", {-3, 3}, {0, 0}},
    {"atan2 1 x", {3.1415926535897932, 0}, {OPEN, OPEN}},
    {"atan2 x 1", {-1.5707963267948966, 1.5707963267948966}, {OPEN, OPEN}},
    {"hypot x 1", {INFINITY, INFINITY}, {OPEN, OPEN}},
    {"fmod 3 x", {3, 3}, {0, 0}},
    {"pow 2 x", {0, INFINITY}, {OPEN, INFINITY}},
};

/* Of real^3 at the ends: the value's limit. */
static const struct {
  const char *term;
  double x[3], value;
} three[] = {
    {"log (sum (exp x))", {-INFINITY, -INFINITY, -INFINITY}, -INFINITY},
    {"log (sum (exp x))", {-INFINITY, -INFINITY, 2}, 2},
    {"log (sum (exp x))", {INFINITY, -INFINITY, 2}, INFINITY},
    {"exp (x ! 0) / sum (exp x)", {-INFINITY, 1, 2}, 0},
    {"exp (x ! 1) / sum (exp x)", {-INFINITY, 1, 1}, 0.5},
    {"exp (x ! 0) / sum (exp x)", {INFINITY, 1, 2}, OPEN},
    {"x ! 0 - x ! 1", {INFINITY, INFINITY, 1}, OPEN},
    {"x ! 0 + x ! 1", {INFINITY, INFINITY, 1}, INFINITY},
    {"x ! 0 * x ! 1", {INFINITY, 0, 1}, 0},
    {"x ! 0 * x ! 1", {INFINITY, -2, 1}, -INFINITY},
    {"x ! 2 / x ! 0", {-INFINITY, 0, 1}, 0},
    {"max (x ! 0) (x ! 1)", {INFINITY, 3, 1}, INFINITY},
    {"max (x ! 0) (x ! 1)", {-INFINITY, 3, 1}, 3},
    {"x ! 1 / exp (x ! 0)", {-INFINITY, -3, 1}, -INFINITY},
};

typedef struct Reader {
  Store *store;
  Primitive primitive;
  Limits *limits;
  Oracle *oracle;
  Certain certain;
} Reader;

static void open_reader(Reader *r, const char *type, const char *term) {
  r->store = store_new(1u << 16);
  assert_non_null(r->store);
  specification_read(r->store, &r->primitive, "primitive f (x : %s) : real\nvalue = %s\n", type, term);
  r->limits = limits_new(&r->primitive);
  r->oracle = oracle_new(&r->primitive, NULL);
  assert_non_null(r->limits), assert_non_null(r->oracle);
  assert_true(certain_init(&r->certain, &r->primitive));
}

static void close_reader(Reader *r) {
  certain_clear(&r->certain);
  oracle_free(r->oracle);
  limits_free(r->limits);
  primitive_free(&r->primitive);
  store_free(r->store);
}

static double last(const Reader *r) {
  int infinite = limits_infinite(r->limits, 0);
  return infinite != 0 ? infinite * inf : arf_get_d(arb_midref(limits_number(r->limits, 0)), ARF_RND_NEAR);
}

/* Whether the certified number, far out, is on its way to the limit. */
static void check_far(const char *term, const arb_t far, double limit) {
  double x = arf_get_d(arb_midref(far), ARF_RND_NEAR);
  bool near =
      isinf(limit) ? (limit > 0 ? x > INFINITE : x < -INFINITE) : fabs(x - limit) <= NEAR * fmax(1, fabs(limit));
  if (!near) fail_msg("%s: the limit is %g, and far out it is %g", term, limit, x);
}

static void expect(const char *term, bool decided, double found, double limit) {
  if (decided != !isnan(limit)) fail_msg("%s: %s decided", term, decided ? "is" : "is not");
  if (decided && found != limit) fail_msg("%s: %.17g, not %.17g", term, found, limit);
}

static void limits_of_one_argument(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof one / sizeof *one; k++) {
    Reader r;
    open_reader(&r, "real", one[k].term);
    for (int end = 0; end < 2; end++) {
      double x = end == 0 ? -inf : inf, far = end == 0 ? -FAR : FAR;
      oracle_at(r.oracle, &far, &r.certain);
      bool decided = limits_value(r.limits, &x);
      expect(one[k].term, decided, decided ? last(&r) : 0, one[k].value[end]);
      if (decided && r.certain.state == ORACLE_DEFINED) check_far(one[k].term, r.certain.value, last(&r));
      decided = limits_slope(r.limits, &x, 0);
      expect(one[k].term, decided, decided ? last(&r) : 0, one[k].slope[end]);
      if (decided && r.certain.state == ORACLE_DEFINED) check_far(one[k].term, r.certain.jacobian, last(&r));
    }
    close_reader(&r);
  }
}

static void limits_of_three_arguments(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof three / sizeof *three; k++) {
    Reader r;
    double far[3];
    open_reader(&r, "real^3", three[k].term);
    for (int i = 0; i < 3; i++) far[i] = isinf(three[k].x[i]) ? copysign(FAR, three[k].x[i]) : three[k].x[i];
    oracle_at(r.oracle, far, &r.certain);
    bool decided = limits_value(r.limits, three[k].x);
    expect(three[k].term, decided, decided ? last(&r) : 0, three[k].value);
    if (decided && r.certain.state == ORACLE_DEFINED) check_far(three[k].term, r.certain.value, last(&r));
    close_reader(&r);
  }
}

static void claims_end_at_domains_and_kinks(void **state) {
  (void)state;
  static const char text[] = "primitive f (x : real) (y : real) : real\nvalue = max (log x) y\n"
                             "domain = x > 1\nkink = x = y : any\n";
  Store *store;
  Primitive p;
  store = store_new(1u << 16);
  assert_non_null(store);
  specification_read(store, &p, "%s", text);
  Limits *limits = limits_new(&p);
  assert_non_null(limits);
  assert_true(limits_claimed(limits, (const double[]){INFINITY, 2}));
  assert_true(limits_claimed(limits, (const double[]){3, -INFINITY}));
  assert_false(limits_claimed(limits, (const double[]){-INFINITY, 2}));
  assert_false(limits_claimed(limits, (const double[]){0.5, INFINITY}));
  assert_false(limits_claimed(limits, (const double[]){INFINITY, INFINITY})); /* perhaps a tie */
  limits_free(limits);
  primitive_free(&p);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(limits_of_one_argument),
      cmocka_unit_test(limits_of_three_arguments),
      cmocka_unit_test(claims_end_at_domains_and_kinks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
