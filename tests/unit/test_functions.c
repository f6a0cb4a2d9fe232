/* The library of functions: values and derivatives against figures of mpmath
 * (tests/golden/functions.py), its edges, the two tables of slopes against series that have
 * none, and every function in every engine. */
#include "semantics/chad/linear/derivatives.h"
#include "semantics/evaluator.h"
#include "semantics/rings/function_slopes.h"
#include "semantics/rings/rings.h"
#include "tests/unit/programs.h"
#include "verify/cli/matrix.h"
#include "verify/truth/function_series.h"
#include "verify/truth/ring_ball.h"
#include "verify/truth/ring_jet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS 256
#define ROUGH_BITS 64
#define EDGE_BITS 2048  /* a quotient of 1000 bits is exact in them */
#define FIGURE_BITS 120 /* 40 digits are good for so many */

typedef struct Figure {
  const char *name, *parameters, *x, *y, *value, *by_x, *by_y, *twice;
} Figure;

static const Figure figures[] = {
#define FIGURE(name, parameters, x, y, value, by_x, by_y, twice) {name, parameters, x, y, value, by_x, by_y, twice},
#include "tests/unit/function_figures.def"
#undef FIGURE
};
#define FIGURES (sizeof figures / sizeof *figures)

/* The operation of a row at one component. */
static OpId operation(Store *store, const Figure *f) {
  mpq_t parameter[FUNCTION_MAX_PARAMETERS];
  FunctionCode code = function_find(f->name, strlen(f->name));
  uint32_t count = 0;
  ConstantId constant = {0};
  char text[32];
  assert_int_not_equal(code, FUNCTION_COUNT);
  for (uint32_t k = 0; k < FUNCTION_MAX_PARAMETERS; k++) mpq_init(parameter[k]);
  (void)snprintf(text, sizeof text, "%s", f->parameters);
  for (char *at = strtok(text, " "); at != NULL; at = strtok(NULL, " "))
    assert_int_equal(mpq_set_str(parameter[count++], at, 10), 0);
  assert_int_equal(count, function_info(code)->parameters);
  if (count > 0) constant = constant_intern(&store->constants, (const mpq_t *)parameter, count);
  for (uint32_t k = 0; k < FUNCTION_MAX_PARAMETERS; k++) mpq_clear(parameter[k]);
  return op_make_each(&store->ops, &store->types, op_of_function(code), 1, constant);
}

static RingCall call_of(const Store *store, OpId op) {
  const OpNode *node = op_node(&store->ops, op);
  return (RingCall){op_function(node->code), (const mpq_t *)constant_get(&store->constants, node->constant)->exact};
}

static void rational_of(mpq_t out, const char *text) {
  mpq_set_d(out, strtod(text, NULL)); /* the arguments are binary fractions */
}

/* A figure, to 2^-120 of its size. */
static void read_figure(arb_t out, const char *text) {
  assert_int_equal(arb_set_str(out, text, BITS), 0);
  mag_t error;
  mag_init(error);
  arb_get_mag(error, out);
  mag_mul_2exp_si(error, error, -FIGURE_BITS);
  arb_add_error_mag(out, error);
  mag_clear(error);
}

static void assert_figure(const Figure *f, const char *what, arb_srcptr found, const char *figure) {
  arb_t wanted;
  arb_init(wanted);
  read_figure(wanted, figure);
  if (!arb_overlaps(wanted, found) || (!arb_is_zero(found) && arb_rel_accuracy_bits(found) < 90)) {
    char *text = arb_get_str(found, 40, 0);
    fail_msg("%s %s at %s, %s: %s is %s, found %s", f->name, f->parameters, f->x, f->y, what, figure, text);
  }
  arb_clear(wanted);
}

/* ---------------------------------------------------------------- values -- */

static void values_are_those_of_mpmath(void **state) {
  (void)state;
  Store *store = store_new(1u << 14);
  Ring *doubles = ring_double_new(), *balls = ring_ball_new(BITS), *enclosures = ring_enclosure_new();
  bool seen[FUNCTION_COUNT] = {false};
  for (size_t i = 0; i < FIGURES; i++) {
    const Figure *f = &figures[i];
    OpId op = operation(store, f);
    double x = strtod(f->x, NULL), y = strtod(f->y, NULL), value = strtod(f->value, NULL);
    seen[op_function(op_node(&store->ops, op)->code)] = true;
    Scalar a = scalar_from_double(x), b = scalar_from_double(y), out;
    assert_int_equal(op_value(&store->ops, &store->constants, doubles, op, &a, &b, &out), STATUS_OK);
    if (scalar_to_double(out) != value)
      fail_msg("%s %s at %s, %s: %.17g, not %.17g", f->name, f->parameters, f->x, f->y, scalar_to_double(out), value);
    a = ball_make_double(balls, x), b = ball_make_double(balls, y);
    assert_int_equal(op_value(&store->ops, &store->constants, balls, op, &a, &b, &out), STATUS_OK);
    assert_figure(f, "the value", ball_get(balls, out), f->value);
    a = enclosure_make(enclosures, x, 0x1p-50), b = enclosure_make(enclosures, y, 0);
    assert_int_equal(op_value(&store->ops, &store->constants, enclosures, op, &a, &b, &out), STATUS_OK);
    double off = fabs(enclosure_value(enclosures, out) - value), bound = enclosure_bound(enclosures, out);
    assert_true(off <= bound + fabs(value) * 0x1p-52);
    if (bound > (1 + fabs(strtod(f->by_x, NULL))) * 0x1p-22 + fabs(value) * 0x1p-50)
      fail_msg("%s %s at %s, %s: a bound of %g", f->name, f->parameters, f->x, f->y, bound);
  }
  for (FunctionCode code = 0; code < FUNCTION_COUNT; code++) {
    if (!seen[code] && function_meaning(code) == NULL) fail_msg("no figure of %s", function_info(code)->name);
  }
  ring_destroy(doubles), ring_destroy(balls), ring_destroy(enclosures);
  store_free(store);
}

/* Where there is no value, and where there is one without a derivative. */
static const struct {
  const char *name, *parameters, *x, *y;
  Status value, derivative;
  double is;
} edges[] = {
    {"asin", "", "1", "0", STATUS_OK, STATUS_DOMAIN, 1.5707963267948966},
    {"asin", "", "1.0000000000000002", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"acos", "", "-1", "0", STATUS_OK, STATUS_DOMAIN, 3.141592653589793},
    {"acosh", "", "1", "0", STATUS_OK, STATUS_DOMAIN, 0},
    {"acosh", "", "0.5", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"atanh", "", "1", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"atan2", "", "0", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"atan2", "", "0", "-1", STATUS_OK, STATUS_DOMAIN, 3.141592653589793},
    {"log1p", "", "-1", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"log2", "", "0", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"log10", "", "-1", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"cbrt", "", "0", "0", STATUS_OK, STATUS_DOMAIN, 0},
    {"hypot", "", "0", "0", STATUS_OK, STATUS_DOMAIN, 0},
    {"pow", "", "0", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"pow", "", "0", "2", STATUS_OK, STATUS_DOMAIN, 0},
    {"pow", "", "0", "-1", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"pow", "", "-2", "3", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"floor", "", "3", "0", STATUS_OK, STATUS_DOMAIN, 3},
    {"ceil", "", "-3", "0", STATUS_OK, STATUS_DOMAIN, -3},
    {"trunc", "", "0", "0", STATUS_OK, STATUS_OK, 0},
    {"trunc", "", "-1", "0", STATUS_OK, STATUS_DOMAIN, -1},
    {"round", "", "2.5", "0", STATUS_OK, STATUS_DOMAIN, 3},
    {"round", "", "-0.5", "0", STATUS_OK, STATUS_DOMAIN, -1},
    {"round", "", "2", "0", STATUS_OK, STATUS_OK, 2},
    {"fmod", "", "6", "2", STATUS_OK, STATUS_DOMAIN, 0},
    {"fmod", "", "0", "2", STATUS_OK, STATUS_OK, 0},
    {"fmod", "", "1e300", "3.5", STATUS_OK, STATUS_OK, 1.0},
    {"fmod", "", "1", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"remainder", "", "3", "2", STATUS_OK, STATUS_DOMAIN, -1},
    {"remainder", "", "1", "2", STATUS_OK, STATUS_DOMAIN, 1},
    {"remainder", "", "4", "2", STATUS_OK, STATUS_OK, 0},
    {"copysign", "", "0", "1", STATUS_OK, STATUS_DOMAIN, 0},
    {"copysign", "", "1", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"erfinv", "", "-1", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"lgamma", "", "-2", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"tgamma", "", "0", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"digamma", "", "-1", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"beta", "", "1", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"gammainc", "2", "0", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"betainc", "2 3", "1", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"y0", "", "0", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"yn", "2", "-1", "0", STATUS_DOMAIN, STATUS_DOMAIN, 0},
    {"j0", "", "0", "0", STATUS_OK, STATUS_OK, 1},
    {"jn", "3", "0", "0", STATUS_OK, STATUS_OK, 0},
    {"besseli", "-3", "0", "0", STATUS_OK, STATUS_OK, 0},
};

/* The jet at x + s, y + s over the first-order truth tiers: jets, and dual numbers over enclosures. */
static Status derivative_status(const Store *store, const RingCall *call, double x, double y, bool jets) {
  Ring *enclosures = ring_enclosure_new(), *ring = jets ? ring_jet_new(1, EDGE_BITS) : ring_dual_new(enclosures);
  Scalar a, b;
  (void)store;
  if (jets) {
    mpq_t at, one;
    mpq_init(at), mpq_init(one);
    mpq_set_ui(one, 1, 1);
    mpq_set_d(at, x), a = jet_make_line(ring, at, one);
    mpq_set_d(at, y), b = jet_make_line(ring, at, one);
    mpq_clear(at), mpq_clear(one);
  } else {
    Scalar one = ring_integer(enclosures, 1);
    a = dual_make(ring, enclosure_make(enclosures, x, 0), one);
    b = dual_make(ring, enclosure_make(enclosures, y, 0), one);
  }
  (void)ring_call(ring, call, a, b);
  Status status = ring_take_status(ring);
  ring_destroy(ring);
  ring_destroy(enclosures);
  return status;
}

static void edges_are_what_the_table_says(void **state) {
  (void)state;
  Store *store = store_new(1u << 14);
  Ring *doubles = ring_double_new();
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
    const Figure f = {.name = edges[i].name, .parameters = edges[i].parameters, .x = edges[i].x, .y = edges[i].y};
    OpId op = operation(store, &f);
    double x = strtod(f.x, NULL), y = strtod(f.y, NULL);
    Scalar a = scalar_from_double(x), b = scalar_from_double(y), out;
    Status status = op_value(&store->ops, &store->constants, doubles, op, &a, &b, &out);
    if (status != edges[i].value) fail_msg("%s at %s, %s: %s", f.name, f.x, f.y, status_name(status));
    if (status == STATUS_OK && scalar_to_double(out) != edges[i].is)
      fail_msg("%s at %s, %s: %.17g", f.name, f.x, f.y, scalar_to_double(out));
    const RingCall call = call_of(store, op);
    for (int jets = 0; jets < 2; jets++) {
      status = derivative_status(store, &call, x, y, jets == 1);
      if (status != edges[i].derivative)
        fail_msg("%s' at %s, %s by %s: %s", f.name, f.x, f.y, jets == 1 ? "jets" : "dual numbers", status_name(status));
    }
  }
  ring_destroy(doubles);
  store_free(store);
}

/* Rationals: exact where the function is. */
static void rounding_is_exact_on_rationals(void **state) {
  (void)state;
  static const struct {
    FunctionCode f;
    int64_t x, x_under, y, y_under, is, is_under;
    Status status;
  } cases[] = {
      {FUNCTION_FLOOR, -7, 3, 0, 1, -3, 1, STATUS_OK},      {FUNCTION_CEIL, -7, 3, 0, 1, -2, 1, STATUS_OK},
      {FUNCTION_TRUNC, -7, 3, 0, 1, -2, 1, STATUS_OK},      {FUNCTION_ROUND, -5, 2, 0, 1, -3, 1, STATUS_OK},
      {FUNCTION_ROUND, 5, 2, 0, 1, 3, 1, STATUS_OK},        {FUNCTION_ROUND, 7, 3, 0, 1, 2, 1, STATUS_OK},
      {FUNCTION_FMOD, -7, 1, 2, 3, -1, 3, STATUS_OK},       {FUNCTION_FMOD, 7, 1, 0, 1, 0, 1, STATUS_DOMAIN},
      {FUNCTION_REMAINDER, 3, 1, 2, 1, -1, 1, STATUS_OK},   {FUNCTION_REMAINDER, 5, 1, 2, 1, 1, 1, STATUS_OK},
      {FUNCTION_COPYSIGN, 7, 3, -1, 2, -7, 3, STATUS_OK},   {FUNCTION_COPYSIGN, -7, 3, -1, 2, -7, 3, STATUS_OK},
      {FUNCTION_COPYSIGN, 1, 1, 0, 1, 0, 1, STATUS_DOMAIN}, {FUNCTION_ASIN, 0, 1, 0, 1, 0, 1, STATUS_UNABLE},
      {FUNCTION_HYPOT, 3, 1, 4, 1, 0, 1, STATUS_UNABLE},
  };
  Ring *q = ring_rational_new(1000);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Scalar x = ring_div(q, ring_integer(q, cases[i].x), ring_integer(q, cases[i].x_under));
    Scalar y = ring_div(q, ring_integer(q, cases[i].y), ring_integer(q, cases[i].y_under));
    Scalar out = function_at(q, cases[i].f, x, y);
    assert_int_equal(ring_take_status(q), cases[i].status);
    Scalar is = ring_div(q, ring_integer(q, cases[i].is), ring_integer(q, cases[i].is_under));
    if (cases[i].status == STATUS_OK) assert_true(ring_equal(q, out, is));
  }
  Ring *field = ring_field_new();
  (void)function_at(field, FUNCTION_FLOOR, ring_integer(field, 1), ring_integer(field, 1));
  assert_int_equal(ring_take_status(field), STATUS_UNABLE);
  ring_destroy(q), ring_destroy(field);
}

/* ----------------------------------------------------------- derivatives -- */

/* Coefficients of t -> f(x + u t, y + v t) by series; `out` holds three. */
static void taylor(const Figure *f, const RingCall *call, int u, int v, arb_ptr out) {
  Ring *jets = ring_jet_new(2, BITS);
  mpq_t at, along;
  mpq_init(at), mpq_init(along);
  rational_of(at, f->x), mpq_set_si(along, u, 1);
  Scalar x = jet_make_line(jets, at, along);
  rational_of(at, f->y), mpq_set_si(along, v, 1);
  Scalar y = jet_make_line(jets, at, along), value = ring_call(jets, call, x, y);
  Status status = ring_take_status(jets);
  if (status != STATUS_OK) fail_msg("%s at %s, %s: no series: %s", f->name, f->x, f->y, status_name(status));
  for (uint32_t k = 0; k < 3; k++) arb_set(out + k, jet_coefficient(jets, value, k));
  mpq_clear(at), mpq_clear(along);
  ring_destroy(jets);
}

static void series_have_the_derivatives_of_mpmath(void **state) {
  (void)state;
  Store *store = store_new(1u << 14);
  arb_ptr c = _arb_vec_init(3);
  for (size_t i = 0; i < FIGURES; i++) {
    const Figure *f = &figures[i];
    const RingCall call = call_of(store, operation(store, f));
    taylor(f, &call, 1, 0, c);
    assert_figure(f, "d/dx", c + 1, f->by_x);
    arb_mul_2exp_si(c + 2, c + 2, 1);
    assert_figure(f, "(d/dx)^2", c + 2, f->twice);
    if (function_info(call.function)->operands == 1) continue;
    taylor(f, &call, 0, 1, c);
    assert_figure(f, "d/dy", c + 1, f->by_y);
  }
  _arb_vec_clear(c, 3);
  store_free(store);
}

/* head + slope t + bend t^2 + t^3 - t^4 + t^5: more terms than are asked for. */
static void curve_from(arb_poly_t out, const char *head, int slope, int bend) {
  mpq_t number;
  fmpq_t at;
  arb_t start;
  mpq_init(number), fmpq_init(at), arb_init(start);
  rational_of(number, head);
  fmpq_set_mpq(at, number);
  arb_set_fmpq(start, at, BITS);
  arb_poly_set_coeff_arb(out, 0, start);
  arb_poly_set_coeff_si(out, 1, slope), arb_poly_set_coeff_si(out, 2, bend);
  for (slong k = 3; k < 6; k++) arb_poly_set_coeff_si(out, k, k % 2 == 1 ? 1 : -1);
  mpq_clear(number), fmpq_clear(at), arb_clear(start);
}

/* What the series along lines say of f(x + 2 t + 3 t^2, y - t + 2 t^2): by the first derivatives and the second. */
static void by_lines(const Figure *f, const RingCall *call, arb_ptr expected) {
  arb_ptr x = _arb_vec_init(3), y = _arb_vec_init(3), both = _arb_vec_init(3);
  taylor(f, call, 1, 0, x);
  taylor(f, call, 0, 1, y);
  taylor(f, call, 1, 1, both);
  arb_set(expected, x);
  arb_mul_si(expected + 1, x + 1, 2, BITS), arb_sub(expected + 1, expected + 1, y + 1, BITS);
  arb_sub(both + 2, both + 2, x + 2, BITS), arb_sub(both + 2, both + 2, y + 2, BITS);
  arb_mul_si(expected + 2, x + 1, 3, BITS);
  arb_addmul_si(expected + 2, y + 1, 2, BITS);
  arb_addmul_si(expected + 2, x + 2, 4, BITS);
  arb_addmul_si(expected + 2, y + 2, 1, BITS);
  arb_addmul_si(expected + 2, both + 2, -2, BITS);
  _arb_vec_clear(x, 3), _arb_vec_clear(y, 3), _arb_vec_clear(both, 3);
}

/* Along curves, as many terms as are asked for, which do not hang on how many these are. */
static void series_along_curves(void **state) {
  (void)state;
  Store *store = store_new(1u << 14);
  arb_ptr expected = _arb_vec_init(3);
  arb_t found;
  arb_init(found);
  for (size_t i = 0; i < FIGURES; i++) {
    const Figure *f = &figures[i];
    const RingCall call = call_of(store, operation(store, f));
    by_lines(f, &call, expected);
    for (slong n = 1; n <= 4; n *= 2) {
      arb_poly_t x, y, out;
      arb_poly_init(x), arb_poly_init(y), arb_poly_init(out);
      curve_from(x, f->x, 2, 3), curve_from(y, f->y, -1, 2);
      function_series(&call, out, x, y, n, BITS);
      assert_true(arb_poly_length(out) <= n);
      for (slong k = 0; k < n && k < 3; k++) {
        arb_poly_get_coeff_arb(found, out, k);
        if (!arb_overlaps(found, expected + k) || mag_cmp_2exp_si(arb_radref(found), -90) > 0)
          fail_msg("%s %s at %s, %s: term %ld of %ld", f->name, f->parameters, f->x, f->y, k, n);
      }
      arb_poly_clear(x), arb_poly_clear(y), arb_poly_clear(out);
    }
  }
  _arb_vec_clear(expected, 3), arb_clear(found);
  store_free(store);
}

/* The value at x = y = 2^-300 is that, to its own digits. */
static void series_of_small_values(void **state) {
  (void)state;
  static const FunctionCode like_x[] = {FUNCTION_ASIN,  FUNCTION_ATAN,  FUNCTION_SINH, FUNCTION_ASINH,
                                        FUNCTION_ATANH, FUNCTION_EXPM1, FUNCTION_LOG1P};
  arb_poly_t x, out;
  arb_t found, wanted;
  arb_poly_init(x), arb_poly_init(out), arb_init(found), arb_init(wanted);
  arb_one(wanted), arb_mul_2exp_si(wanted, wanted, -300);
  arb_poly_set_coeff_arb(x, 0, wanted);
  arb_poly_set_coeff_si(x, 1, 1);
  mag_set_ui_2exp_si(arb_radref(wanted), 1, -599); /* x^2, and more */
  for (size_t k = 0; k < sizeof like_x / sizeof *like_x; k++) {
    const RingCall call = {like_x[k], NULL};
    function_series(&call, out, x, x, 2, BITS);
    arb_poly_get_coeff_arb(found, out, 0);
    if (!arb_overlaps(found, wanted) || arb_rel_accuracy_bits(found) < 200)
      fail_msg("%s of 2^-300", function_info(like_x[k])->name);
  }
  arb_poly_clear(x), arb_poly_clear(out), arb_clear(found), arb_clear(wanted);
}

/* log |gamma| at -3/2, where gamma is 4 sqrt(pi) / 3 > 0, and at -1/2, where it is -2 sqrt(pi) < 0: its slope there is
 * digamma(1/2) = -euler - 2 log 2 and what the recurrence adds. */
static void series_of_lgamma_below_0(void **state) {
  (void)state;
  const RingCall call = {FUNCTION_LGAMMA, NULL};
  arb_poly_t x, out;
  arb_t value, slope, found;
  arb_poly_init(x), arb_poly_init(out), arb_init(value), arb_init(slope), arb_init(found);
  for (int k = 0; k < 2; k++) {
    curve_from(x, k == 0 ? "-1.5" : "-0.5", 1, 0);
    function_series(&call, out, x, x, 2, BITS);
    arb_const_sqrt_pi(value, BITS);
    if (k == 0) arb_mul_si(value, value, 4, BITS), arb_div_si(value, value, 3, BITS);
    if (k == 1) arb_mul_si(value, value, 2, BITS);
    arb_log(value, value, BITS);
    arb_const_log2(slope, BITS), arb_mul_si(slope, slope, -2, BITS);
    arb_const_euler(found, BITS), arb_sub(slope, slope, found, BITS);
    arb_set_si(found, k == 0 ? 8 : 6), arb_div_si(found, found, 3, BITS), arb_add(slope, slope, found, BITS);
    arb_poly_get_coeff_arb(found, out, 0);
    assert_true(arb_overlaps(found, value) && arb_rel_accuracy_bits(found) > 200);
    arb_poly_get_coeff_arb(found, out, 1);
    assert_true(arb_overlaps(found, slope) && arb_rel_accuracy_bits(found) > 200);
  }
  arb_poly_clear(x), arb_poly_clear(out), arb_clear(value), arb_clear(slope), arb_clear(found);
}

/* An argument that is known roughly: what comes out holds what each of its numbers gives, or is not finite. */
static void series_of_rough_arguments(void **state) {
  (void)state;
  Store *store = store_new(1u << 14);
  arb_t head, found, exact;
  arb_init(head), arb_init(found), arb_init(exact);
  for (size_t i = 0; i < FIGURES; i++) {
    const Figure *f = &figures[i];
    const RingCall call = call_of(store, operation(store, f));
    arb_poly_t x, y, sharp, rough;
    arb_poly_init(x), arb_poly_init(y), arb_poly_init(sharp), arb_poly_init(rough);
    curve_from(x, f->x, 2, 3), curve_from(y, f->y, -1, 2);
    function_series(&call, sharp, x, y, 3, ROUGH_BITS);
    for (int exponent = -20; exponent <= 4; exponent += 12) {
      arb_poly_t wide_x, wide_y;
      arb_poly_init(wide_x), arb_poly_init(wide_y);
      arb_poly_set(wide_x, x), arb_poly_set(wide_y, y);
      arb_poly_get_coeff_arb(head, x, 0), mag_set_ui_2exp_si(arb_radref(head), 1, exponent);
      arb_poly_set_coeff_arb(wide_x, 0, head);
      arb_poly_get_coeff_arb(head, y, 0), mag_set_ui_2exp_si(arb_radref(head), 1, exponent);
      arb_poly_set_coeff_arb(wide_y, 0, head);
      arb_poly_get_coeff_arb(found, wide_x, 0);
      bool inside = function_place(&call, found, head, ROUGH_BITS) == PLACE_INSIDE;
      if (inside) function_series(&call, rough, wide_x, wide_y, 3, ROUGH_BITS);
      for (slong k = 0; k < 3 && inside; k++) {
        arb_poly_get_coeff_arb(found, rough, k), arb_poly_get_coeff_arb(exact, sharp, k);
        if (arb_is_finite(found) && !arb_overlaps(found, exact))
          fail_msg("%s %s at %s, %s: term %ld, known to 2^%d", f->name, f->parameters, f->x, f->y, k, exponent);
      }
      arb_poly_clear(wide_x), arb_poly_clear(wide_y);
    }
    arb_poly_clear(x), arb_poly_clear(y), arb_poly_clear(sharp), arb_poly_clear(rough);
  }
  arb_clear(head), arb_clear(found), arb_clear(exact);
  store_free(store);
}

/* The incomplete gamma function of x from 2 to 3, and from 0 to 1: as narrow as it can be, between its ends, and the
 * slope x^(a - 1) exp (-x) / gamma a holds that at each number. */
static void gammainc_of_wide_arguments(void **state) {
  (void)state;
  mpq_t a[FUNCTION_MAX_PARAMETERS];
  for (uint32_t k = 0; k < FUNCTION_MAX_PARAMETERS; k++) mpq_init(a[k]);
  mpq_set_ui(a[0], 3, 1);
  const RingCall call = {FUNCTION_GAMMAINC, (const mpq_t *)a};
  arb_poly_t x, out;
  arb_t end[2], found, at, slope;
  arb_poly_init(x), arb_poly_init(out);
  arb_init(end[0]), arb_init(end[1]), arb_init(found), arb_init(at), arb_init(slope);
  for (int first = 0; first <= 2; first += 2) {
    for (int k = 0; k < 2; k++) { /* 1 - exp (-x) (1 + x + x^2 / 2) */
      arb_set_si(at, first + k), arb_neg(slope, at), arb_exp(slope, slope, BITS);
      arb_set_si(end[k], 2 + 2 * (first + k) + (first + k) * (first + k)), arb_mul_2exp_si(end[k], end[k], -1);
      arb_mul(end[k], end[k], slope, BITS), arb_sub_ui(end[k], end[k], 1, BITS), arb_neg(end[k], end[k]);
    }
    arb_poly_zero(x);
    arb_set_si(at, 2 * first + 1), arb_mul_2exp_si(at, at, -1);
    mag_set_ui_2exp_si(arb_radref(at), 1, -1);
    arb_poly_set_coeff_arb(x, 0, at), arb_poly_set_coeff_si(x, 1, 1);
    function_series(&call, out, x, x, 2, BITS);
    arb_poly_get_coeff_arb(found, out, 0);
    assert_true(arb_overlaps(found, end[0]) && arb_overlaps(found, end[1]));
    arb_union(end[0], end[0], end[1], BITS);
    mag_mul_2exp_si(arb_radref(end[0]), arb_radref(end[0]), 1);
    assert_true(arb_contains(end[0], found)); /* hardly wider */
    arb_poly_get_coeff_arb(found, out, 1);
    for (int k = 0; k <= 4; k++) {
      arb_set_si(at, 4 * first + k), arb_mul_2exp_si(at, at, -2);
      arb_neg(slope, at), arb_exp(slope, slope, BITS), arb_mul(slope, slope, at, BITS), arb_mul(slope, slope, at, BITS);
      arb_mul_2exp_si(slope, slope, -1);
      assert_true(arb_overlaps(found, slope) && arb_is_finite(found));
    }
  }
  arb_poly_clear(x), arb_poly_clear(out);
  arb_clear(end[0]), arb_clear(end[1]), arb_clear(found), arb_clear(at), arb_clear(slope);
  for (uint32_t k = 0; k < FUNCTION_MAX_PARAMETERS; k++) mpq_clear(a[k]);
}

/* The slope by operand k over a ring: that of functions.def, or that of the truth tiers. */
static Scalar slope_by(Store *store, Ring *ring, OpId op, bool of_engines, uint32_t k, Scalar x, Scalar y) {
  Scalar out = x;
  if (of_engines) {
    assert_int_equal(op_slope_value(store, ring, op, k, x, y, &out), STATUS_OK);
    return out;
  }
  const RingCall call = call_of(store, op);
  return function_slope(ring, &call, k, x, y, ring_call(ring, &call, x, y));
}

/* Both tables against the series, at first order and, by dual numbers through the slopes' own terms, at second. */
static void both_tables_of_slopes_are_right(void **state) {
  (void)state;
  Store *store = store_new(1u << 16);
  Ring *balls = ring_ball_new(BITS), *duals = ring_dual_new(balls);
  arb_ptr c = _arb_vec_init(3);
  for (size_t i = 0; i < FIGURES; i++) {
    const Figure *f = &figures[i];
    OpId op = operation(store, f);
    const RingCall call = call_of(store, op);
    Scalar x = ball_make_double(balls, strtod(f->x, NULL)), y = ball_make_double(balls, strtod(f->y, NULL));
    Scalar zero = ring_integer(balls, 0), one = ring_integer(balls, 1);
    for (int table = 0; table < 2; table++) {
      for (uint32_t k = 0; k < function_info(call.function)->operands; k++) {
        Scalar slope = slope_by(store, balls, op, table == 1, k, x, y);
        assert_int_equal(ring_take_status(balls), STATUS_OK);
        assert_figure(f, table == 1 ? "the engines' slope" : "the tiers' slope", ball_get(balls, slope),
                      k == 0 ? f->by_x : f->by_y);
        if (k == 1) continue;
        Scalar a = dual_make(duals, x, one), b = dual_make(duals, y, zero);
        Scalar twice = dual_epsilon(duals, slope_by(store, duals, op, table == 1, 0, a, b));
        assert_int_equal(ring_take_status(duals), STATUS_OK);
        taylor(f, &call, 1, 0, c);
        arb_mul_2exp_si(c + 2, c + 2, 1);
        if (!arb_overlaps(c + 2, ball_get(balls, twice)))
          fail_msg("%s at %s, %s: the second derivative", f->name, f->x, f->y);
      }
    }
  }
  _arb_vec_clear(c, 3);
  ring_destroy(duals), ring_destroy(balls);
  store_free(store);
}

/* ------------------------------------------------------- planted errors -- */

/* Reads the text as a term of reals x and y, and gives its value. */
static Status value_of_text(Store *store, Ring *ring, const char *text, Scalar x, Scalar y, Scalar *out) {
  const NameId names[] = {name_make(store, "x", 1), name_make(store, "y", 1)};
  const TypeId real = type_real(&store->types, 1), context[] = {real, real};
  const TermText source = {.text = text,
                           .length = strlen(text),
                           .origin = "slope",
                           .context = context,
                           .names = names,
                           .context_length = 2,
                           .expected = real};
  TermId t;
  TypeId type;
  TextError error;
  Arena arena;
  Status status = text_read_term(store, &source, &t, &type, &error);
  if (status != STATUS_OK) fail_msg("%s", error.message);
  arena_init(&arena, 1u << 20);
  Machine machine = machine_make(store, ring, &arena);
  const Program program = {.context = context, .length = 2, .term = t, .type = real};
  const Scalar input[] = {x, y};
  status = source_evaluator.eval(&machine, &program, input, out);
  arena_free(&arena);
  return status;
}

/* The slope's text with the parameters in it. */
static void slope_text(const Store *store, OpId op, uint32_t k, char *out, size_t size) {
  const OpNode *node = op_node(&store->ops, op);
  const Constant *parameter = constant_get(&store->constants, node->constant);
  size_t at = 0;
  for (const char *c = function_info(op_function(node->code))->slope[k]; *c != '\0' && at + 40 < size; c++) {
    if (*c == '$')
      at += (size_t)gmp_snprintf(out + at, size - at, "(%Qd)", parameter->exact[*++c - '1']);
    else
      out[at++] = *c;
  }
  out[at] = '\0';
}

/* Each slope with its sign turned, a factor 2, a part in 10^12 more, or 1 more is seen by the certified series. */
static void wrong_slopes_are_refuted(void **state) {
  (void)state;
  static const char *const errors[] = {"-(%s)", "2 * (%s)", "1.000000000001 * (%s)", "(%s) + 1", "(%s) * x"};
  Store *store = store_new(1u << 16);
  Ring *balls = ring_ball_new(BITS);
  arb_ptr c = _arb_vec_init(3);
  bool caught[FUNCTION_COUNT][OP_MAX_ARITY][5] = {{{false}}};
  for (size_t i = 0; i < FIGURES; i++) {
    const Figure *f = &figures[i];
    OpId op = operation(store, f);
    const RingCall call = call_of(store, op);
    Scalar x = ball_make_double(balls, strtod(f->x, NULL)), y = ball_make_double(balls, strtod(f->y, NULL)), out;
    for (uint32_t k = 0; k < function_info(call.function)->operands; k++) {
      char slope[256], wrong[300];
      slope_text(store, op, k, slope, sizeof slope);
      taylor(f, &call, k == 0, k == 1, c);
      assert_int_equal(value_of_text(store, balls, slope, x, y, &out), STATUS_OK);
      assert_true(arb_overlaps(c + 1, ball_get(balls, out)));
      for (size_t e = 0; e < sizeof errors / sizeof *errors; e++) {
        (void)snprintf(wrong, sizeof wrong, errors[e], slope);
        assert_int_equal(value_of_text(store, balls, wrong, x, y, &out), STATUS_OK);
        if (!arb_overlaps(c + 1, ball_get(balls, out))) caught[call.function][k][e] = true;
      }
    }
  }
  for (FunctionCode code = 0; code < FUNCTION_COUNT; code++) {
    const FunctionInfo *info = function_info(code);
    for (uint32_t k = 0; k < info->operands && function_meaning(code) == NULL; k++) {
      bool zero = strcmp(info->slope[k], "0") == 0; /* of which a multiple is no error */
      for (size_t e = 0; e < sizeof errors / sizeof *errors; e++)
        if (!caught[code][k][e] && !(zero && e != 3))
          fail_msg("%s by operand %u: %s is not seen", info->name, k, errors[e]);
    }
  }
  _arb_vec_clear(c, 3);
  ring_destroy(balls);
  store_free(store);
}

/* ------------------------------------------------------ every engine, texts -- */

/* An operand that keeps the function within its domain. */
static const char *operand(FunctionCode f) {
  switch ((int)f) {
  case FUNCTION_ASIN:
  case FUNCTION_ACOS:
  case FUNCTION_ATANH:
  case FUNCTION_ERFINV: return "(x / (1 + x * x))";
  case FUNCTION_BETAINC: return "(1 / (2 + x * x))";
  case FUNCTION_ACOSH: return "(2 + x * x)";
  case FUNCTION_LOG1P:
  case FUNCTION_LOG2:
  case FUNCTION_LOG10:
  case FUNCTION_POW:
  case FUNCTION_BETA:
  case FUNCTION_GAMMAINC:
  case FUNCTION_LGAMMA:
  case FUNCTION_TGAMMA:
  case FUNCTION_DIGAMMA:
  case FUNCTION_POLYGAMMA:
  case FUNCTION_Y0:
  case FUNCTION_Y1:
  case FUNCTION_YN: return "(1 + x * x)";
  default: return "x";
  }
}

/* A program with the function, of reals or of real^3. */
static void program_of(FunctionCode f, bool array, char *out, size_t size) {
  const FunctionInfo *info = function_info(f);
  const char *type = array ? "real^3" : "real", *parameters = info->parameters == 0   ? ""
                                                              : info->parameters == 1 ? "2"
                                                                                      : "2 3";
  const char *other = info->operands == 1 ? ""
                      : f == FUNCTION_BETA || f == FUNCTION_COPYSIGN || f == FUNCTION_ATAN2 || f == FUNCTION_HYPOT
                          ? "(1 + y * y)"
                          : "y";
  (void)snprintf(out, size, "def f (x : %s) (y : %s) : %s = %s %s %s %s * y", type, type, type, info->name, parameters,
                 operand(f), other);
}

/* Jumps, roots that are 0 inside the domain, and functions with parameters that are no whole
 * numbers. */
static bool has_no_normal_form(FunctionCode f) {
  return f == FUNCTION_CBRT || f == FUNCTION_GAMMAINC || f == FUNCTION_BETAINC ||
         (f >= FUNCTION_FLOOR && f <= FUNCTION_REMAINDER);
}

/* Every engine has every function, at reals, and a third of them elementwise too: right for all inputs where there is a
 * normal form, and where it was tried for the others. */
static void every_engine_has_every_function(void **state) {
  (void)state;
  for (FunctionCode f = 0; f < FUNCTION_COUNT; f++) {
    for (int array = 0; array < (f % 3 == 0 ? 2 : 1); array++) {
      char text[300], error[512];
      program_of(f, array == 1, text, sizeof text);
      const Construct construct = {function_info(f)->name, text};
      Support support[LAW_ENGINES];
      if (!construct_support(&construct, support, error, sizeof error)) fail_msg("%s: %s", text, error);
      for (int e = 0; engines[e] != NULL; e++) {
        Support wanted = has_no_normal_form(f) ? SUPPORT_HOLDS : SUPPORT_DECIDED;
        bool proved = wanted == SUPPORT_DECIDED && support[e] == SUPPORT_PROVED;
        bool good = support[e] == wanted || proved ||
                    (array == 1 && support[e] == SUPPORT_HOLDS); /* normal forms may be too long */
        if (!good) fail_msg("%s: %s: %d, not %d", text, engines[e]->name, (int)support[e], (int)wanted);
      }
    }
  }
}

static void texts_read_back(void **state) {
  (void)state;
  for (FunctionCode f = 0; f < FUNCTION_COUNT; f++) {
    Store *store = store_new(1u << 14);
    char text[300];
    program_of(f, true, text, sizeof text);
    Module module = module_read(store, text);
    const Definition *definition = text_find(store, &module, NULL);
    const Program *program = &definition->program;
    char *printed = text_print_definition(store, definition, (PrintStyle){.width = 0});
    assert_non_null(printed);
    Module again;
    again = module_read(store, printed);
    assert_true(term_equal(store, program->term, text_find(store, &again, NULL)->program.term));
    free(printed);
    text_free_module(&module), text_free_module(&again);
    store_free(store);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_those_of_mpmath),
      cmocka_unit_test(edges_are_what_the_table_says),
      cmocka_unit_test(rounding_is_exact_on_rationals),
      cmocka_unit_test(series_have_the_derivatives_of_mpmath),
      cmocka_unit_test(series_along_curves),
      cmocka_unit_test(series_of_small_values),
      cmocka_unit_test(series_of_lgamma_below_0),
      cmocka_unit_test(series_of_rough_arguments),
      cmocka_unit_test(gammainc_of_wide_arguments),
      cmocka_unit_test(both_tables_of_slopes_are_right),
      cmocka_unit_test(wrong_slopes_are_refuted),
      cmocka_unit_test(texts_read_back),
      cmocka_unit_test(every_engine_has_every_function),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
