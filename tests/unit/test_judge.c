/* The judge of one answer (rules/judging): its classes in their order, and what the oracle is certain of. */
#include "tests/unit/specification.h"
#include "verify/primitive/judge.h"
#include "verify/primitive/oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A specification with what judges answers of it. */
typedef struct Court {
  Store *store;
  Primitive primitive;
  Oracle *oracle;
  Sizer *sizer;
  Certain certain;
} Court;

static void open_court(Court *court, const char *specification) {
  court->store = store_new(1u << 16);
  assert_non_null(court->store);
  specification_read(court->store, &court->primitive, "%s", specification);
  court->oracle = oracle_new(&court->primitive, NULL);
  assert_non_null(court->oracle);
  court->sizer = sizer_new(&court->primitive, court->oracle);
  assert_non_null(court->sizer);
  assert_true(certain_init(&court->certain, &court->primitive));
}

static void close_court(Court *court) {
  certain_clear(&court->certain);
  sizer_free(court->sizer);
  oracle_free(court->oracle);
  primitive_free(&court->primitive);
  store_free(court->store);
}

/* The same of a function of one real, and what is certain of it at x. */
static void open_at(Court *court, const char *value, double x) {
  char text[256];
  (void)snprintf(text, sizeof text, "primitive f (x : real) : real\nvalue = %s\n", value);
  open_court(court, text);
  oracle_at(court->oracle, &x, &court->certain);
}

/* What a slope is called that a rule gives of a function of x at a point, along 1. */
static Judgement judge_slope(const char *value, double x, double found, double ulps) {
  static const double one = 1;
  Court court;
  double off;
  open_at(&court, value, x);
  assert_int_equal(court.certain.state, ORACLE_DEFINED);
  sizer_at(court.sizer, RULE_JVP, &x, &one);
  Judgement judged =
      judge_answer(court.sizer, 0, court.certain.jacobian, found, (Tolerance){ulps, true, &format_double, 0}, &off);
  close_court(&court);
  return judged;
}

/* One answer of each class, and those beside it. */
static void classes_in_order(void **state) {
  (void)state;
  static const struct {
    const char *value;
    double x, found;
    Judgement judged;
  } table[] = {
      {"x * x", 1, 2, JUDGED_HOLDS},
      {"sin x / x\nremovable = x = 0", 0, 0, JUDGED_HOLDS}, /* by the limit */
      {"sin x / x\nremovable = x = 0", 0, 1, JUDGED_WRONG},
      {"sin (pi * x) / (pi * x)", 1e-8, -2.1e-8, JUDGED_UNSTABLE}, /* pi x as a library's function has it */
      {"x * x", 1, 2 * (1 + 30 * DBL_EPSILON), JUDGED_HOLDS},
      {"x * x", 1, 2 * (1 + 1e-13), JUDGED_WRONG}, /* 900 ulps */
      {"x * x", 1, 2 * (1 - 1e-13), JUDGED_WRONG},
      {"x * x", 1, NAN, JUDGED_WRONG},
      {"x * x", 1, -2, JUDGED_WRONG},
      {"x * x", 0, 0x1p-1070, JUDGED_HOLDS},
      {"x * x", 0, 1e-300, JUDGED_LOSES}, /* near 0 the slope is of the size of 1 */
      {"x * x", 0, 1e-13, JUDGED_WRONG},
      {"x * x", 1e-250, 0, JUDGED_RANGE}, /* x * x underflows, whatever it is made for */
      {"exp x", 300, 1.9424263952412558e130 * (1 + 1e-12), JUDGED_HOLDS}, /* the input's last digit is worth 300 */
      {"exp x", 3, 20.085536923187668 * (1 + 1e-12), JUDGED_WRONG},
      {"sin x", 1e17, 0.5, JUDGED_HOLDS}, /* as good as any other */
      {"sin x", 1e17, 1e6, JUDGED_ILL},
      {"sin x", 1e3, 0.5, JUDGED_WRONG},
      {"(x - 1) * (x - 1)", 1, 1e-13, JUDGED_ILL}, /* x - 1 is known to no digit */
      {"(x - 1) * (x - 1)", 1, 5, JUDGED_WRONG},   /* but for its size */
      {"(x - 1) * (x - 1)", 1, NAN, JUDGED_WRONG},
      {"1 / (x - 1)", 1 + DBL_EPSILON, -INFINITY, JUDGED_ILL},
      {"1 / (x - 1)", 1 + DBL_EPSILON, NAN, JUDGED_ILL},
      {"sqrt (x * x * x * x)", 0, 5, JUDGED_WRONG}, /* where the root's slope is infinite */
      {"(x * x - 2 * x) + (x * x + 2 * x) - x * x - x * x + x", 1000, 1 + 1e-12,
       JUDGED_LOSES},                     /* what cancels is of the size of 1000 */
      {"sigmoid x", 40, 0, JUDGED_LOSES}, /* s (1 - s) is 0 in doubles */
      {"sigmoid x", 40, 1e-10, JUDGED_WRONG},
      {"sin x / x", 1e-8, 0, JUDGED_UNSTABLE}, /* (x cos x - sin x) / (x * x) */
      {"sin x / x", 0.5, 0, JUDGED_WRONG},
      {"sqrt (x * x + 1)", 1e200, INFINITY, JUDGED_RANGE},
      {"sqrt (x * x + 1)", 1e3, INFINITY, JUDGED_WRONG},
      {"exp x", 710, INFINITY, JUDGED_HOLDS}, /* beyond all doubles */
      {"exp x", 710, -INFINITY, JUDGED_RANGE},
      {"exp x", 710, DBL_MAX, JUDGED_RANGE},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Judgement judged = judge_slope(table[i].value, table[i].x, table[i].found, 64);
    if (judged != table[i].judged) fail_msg("row %zu: %s", i, judgement_name(judged));
  }
  assert_int_equal(judge_slope("x * x", 1, 2 * (1 + 1e-13), 1000), JUDGED_HOLDS); /* `ulps` */
}

static OracleState state_at(const char *value, double x) {
  Court court;
  open_at(&court, value, x);
  OracleState state = court.certain.state;
  close_court(&court);
  return state;
}

/* What is certain of a function at a point: where nothing is decided, nothing of another point is taken for it. */
static void the_oracle_knows_what_it_knows(void **state) {
  (void)state;
  assert_int_equal(state_at("x * x", 2), ORACLE_DEFINED);
  assert_int_equal(state_at("abs x * x", 0), ORACLE_DEFINED);
  assert_int_equal(state_at("sqrt x", 0), ORACLE_VALUE);
  assert_int_equal(state_at("abs x", 0), ORACLE_VALUE);
  assert_int_equal(state_at("log x", 0), ORACLE_UNDEFINED);
  assert_int_equal(state_at("if exp (exp x) * exp (exp x) == exp (2 * exp x) then x else 1", 0.25), ORACLE_UNDECIDED);
}

/* One answer of a function of arrays, whose truth is given. */
static Judgement judge_array(const char *specification, RuleCall call, const double *x, const double *seed,
                             double truth, double found) {
  Court court;
  double off;
  arb_t certain;
  open_court(&court, specification);
  arb_init(certain), arb_set_d(certain, truth);
  sizer_at(court.sizer, call, x, seed);
  Judgement judged = judge_answer(court.sizer, 0, certain, found, (Tolerance){64, true, &format_double, 0}, &off);
  arb_clear(certain);
  close_court(&court);
  return judged;
}

/* Programs work on whole matrices, and take second derivatives by inverses: their digits are fewer where rows are of
 * different sizes, and no formula is wrong for that.  The answers are those of LAPACK by PyTorch. */
static void digits_of_matrices(void **state) {
  (void)state;
  static const char det3[] = "primitive f (m : real^9) : real\n"
                             "value = m ! 0 * (m ! 4 * m ! 8 - m ! 5 * m ! 7) - m ! 1 * (m ! 3 * m ! 8 - m ! 5 * m ! 6)"
                             " + m ! 2 * (m ! 3 * m ! 7 - m ! 4 * m ! 6)\n";
  static const char det2[] = "primitive f (a : real^4) : real\nvalue = a ! 0 * a ! 3 - a ! 1 * a ! 2\n";
  static const double steep[] = {4, -1, 3, 1e5, -2, 10, 1e5, 1, 2}, even[] = {4, -1, 3, 1, -2, 10, 1, 1, 2};
  static const double thin[] = {0.0032, 0.0057, -3.4, -6}, whole[] = {2, 3, 5, 4};
  static const double along[] = {-0.75, -1.25, -0.25, -2, 0.5, -1.75, -0.75, 0.25};
  assert_int_equal(judge_array(det3, RULE_VALUE, steep, NULL, 99944, 99943.99999959263), JUDGED_LOSES);
  assert_int_equal(judge_array(det3, RULE_VALUE, steep, NULL, 99944, 99943.99), JUDGED_WRONG);
  assert_int_equal(judge_array(det3, RULE_VALUE, even, NULL, -55, -55 * (1 + 1e-12)), JUDGED_WRONG);
  assert_int_equal(judge_array(det2, RULE_JVP2, thin, along, -2.5625, -2.5624999999424833), JUDGED_LOSES);
  assert_int_equal(judge_array(det2, RULE_JVP2, thin, along, -2.5625, -2.56), JUDGED_WRONG);
  assert_int_equal(judge_array(det2, RULE_JVP2, whole, along, -2.5625, -2.5624999999424833), JUDGED_WRONG);
}

/* What a second derivative may lose is of the size of the first one, which may be small. */
static void seconds_by_the_first(void **state) {
  (void)state;
  static const char small[] = "primitive f (x : real) : real\nvalue = 1/100000000000000000000 * x\n";
  static const char one[] = "primitive f (x : real) : real\nvalue = 1 * x\n";
  static const double x[] = {0.5}, along[] = {1, 1};
  assert_int_equal(judge_array(small, RULE_JVP2, x, along, 0, 1e-25), JUDGED_WRONG);
  assert_int_equal(judge_array(small, RULE_JVP2, x, along, 0, 1e-36), JUDGED_LOSES);
  assert_int_equal(judge_array(one, RULE_JVP2, x, along, 0, 1e-16), JUDGED_LOSES);
}

static Judgement judge_number(const char *certain, double scale, double found, bool rounds) {
  arb_t ball, size;
  double off;
  arb_init(ball), arb_init(size);
  (void)arb_set_str(ball, certain, 64);
  arb_set_d(size, scale);
  Judgement judged = judge_sum(ball, size, found, (Tolerance){4, rounds, &format_double, 0}, &off);
  arb_clear(ball), arb_clear(size);
  return judged;
}

static void judging_sums_and_balls(void **state) {
  (void)state;
  assert_int_equal(judge_number("1", 1, 1 + DBL_EPSILON, true), JUDGED_HOLDS);
  assert_int_equal(judge_number("1", 1, 1 + 100 * DBL_EPSILON, true), JUDGED_WRONG);
  assert_int_equal(judge_number("1", 1000, 1 + 100 * DBL_EPSILON, true), JUDGED_HOLDS);
  assert_int_equal(judge_number("0", 0, 0x1p-1074, true), JUDGED_HOLDS);
  assert_int_equal(judge_number("0", 0, 1e-300, true), JUDGED_WRONG);
  assert_int_equal(judge_number("1", 1, NAN, true), JUDGED_WRONG);
  assert_int_equal(judge_number("1 +/- 1e-5", 1, 1, false), JUDGED_UNDECIDED); /* a ball too wide to tell */
  assert_int_equal(judge_number("1 +/- 1e-5", 1, 2, false), JUDGED_WRONG);
  assert_int_equal(judge_number("0 +/- 1e400", 1, INFINITY, false), JUDGED_UNDECIDED);
  assert_int_equal(judge_number("nan", 1, 1, true), JUDGED_UNDECIDED);
}

static long double error_of(const char *certain, double found) {
  arb_t ball;
  arb_init(ball);
  (void)arb_set_str(ball, certain, 64);
  long double error = relative_error(ball, found);
  arb_clear(ball);
  return error;
}

/* By what is certain; and 0 of what is no number, of 0, and where what is certain may be 0 or is not known. */
static void errors_by_size(void **state) {
  (void)state;
  assert_true(fabsl(error_of("2", 3) - 0.5L) < 1e-18L && fabsl(error_of("-0.5", -0.25) - 0.5L) < 1e-18L);
  assert_true(error_of("2", 2) == 0 && error_of("1", 1) == 0);
  assert_true(error_of("2", INFINITY) == 0 && error_of("2", NAN) == 0 && error_of("2", 0) == 0);
  assert_true(error_of("0", 3) == 0 && error_of("1 +/- 2", 3) == 0 && error_of("nan", 3) == 0);
}

static bool overflows(const char *certain, const Format *format) {
  arb_t ball;
  arb_init(ball);
  (void)arb_set_str(ball, certain, 256);
  bool beyond = certain_overflows(ball, format);
  arb_clear(ball);
  return beyond;
}

/* From half a unit above the largest number on, for certain. */
static void beyond_the_largest(void **state) {
  (void)state;
  static const char *const within[] = {"1",
                                       "1.7976931348623157e308",
                                       "-1.797693134862315807e308",
                                       "1e308 +/- 1e309",
                                       "0 +/- 1e309",
                                       "1.8e308 +/- 1e306"},
                           *const beyond[] = {"1.797693134862315808e308", "-1.797693134862315808e308", "1e309",
                                              "1.8e308 +/- 1e304"};
  for (size_t k = 0; k < sizeof within / sizeof *within; k++) assert_false(overflows(within[k], &format_double));
  for (size_t k = 0; k < sizeof beyond / sizeof *beyond; k++) assert_true(overflows(beyond[k], &format_double));
  assert_true(!overflows("3.40282356e38", &format_single) && overflows("3.40282358e38", &format_single));
}

/* Whether the answer to a call cannot be known from its inputs, of so many components. */
static bool is_ill(const char *specification, RuleCall call, uint32_t components, const double *x, const double *seed) {
  Court court;
  open_court(&court, specification);
  sizer_at(court.sizer, call, x, seed);
  bool ill = answer_is_ill(court.sizer, components, (Tolerance){64, true, &format_double, 0});
  close_court(&court);
  return ill;
}

/* One component is enough, and so is one along seeds that are not 0; half of what is there is what inputs may cost. */
static void answers_that_are_ill(void **state) {
  (void)state;
  static const char both[] = "primitive f (x : real) (y : real) : real^3\nvalue = [x + y, x - y, x * y]\n";
  static const char squared[] = "primitive f (x : real) (y : real) : real\nvalue = (x - y) * (x - y)\n";
  static const char root[] = "primitive f (x : real) (y : real) : real\nvalue = sqrt x + y\n";
  static const double near[] = {1, 1 + 0x1p-47}, far[] = {1, 1 + 0x1p-44}, edge[] = {0, 1}, still[] = {0, 0},
                      along[] = {1, 0};
  assert_true(is_ill(both, RULE_VALUE, 3, near, NULL) && is_ill(both, RULE_VALUE, 2, near, NULL));
  assert_false(is_ill(both, RULE_VALUE, 1, near, NULL) || is_ill(both, RULE_VALUE, 3, far, NULL));
  assert_true(is_ill(squared, RULE_JVP, 1, near, still) && is_ill(squared, RULE_JVP, 1, near, along));
  assert_false(is_ill(squared, RULE_JVP, 1, far, still) || is_ill(root, RULE_JVP, 1, edge, along));
  assert_true(is_ill("primitive f (x : real) (y : real) : real\nvalue = x - y\n", RULE_VALUE, 1, near, NULL));
}

/* Of what holds by what its formula is worth: how much of that it is off. */
static void units_of_what_is_allowed(void **state) {
  (void)state;
  static const double x[] = {1000, 1000.5};
  Court court;
  double off = 0;
  open_court(&court, "primitive f (x : real) (y : real) : real\nvalue = x * x - y * y\n");
  oracle_at(court.oracle, x, &court.certain);
  sizer_at(court.sizer, RULE_VALUE, x, NULL);
  double certain = -1000.25, inputs = 0x1p-53 * (1000.25 + 2 * 1000 * 1000 + 2 * 1000.5 * 1000.5);
  const Tolerance tolerance = {64, true, &format_double, 0};
  assert_int_equal(judge_answer(court.sizer, 0, court.certain.value, certain + 8 * inputs, tolerance, &off),
                   JUDGED_HOLDS);
  assert_true(off > 7.99 && off < 8.01);
  close_court(&court);
}

/* The slope of a triangle's area along one side, by Heron's formula, which others make of the area: where that is a few
 * digits short by its own rounding they are so too, though the sizes of the slope do not tell of it; where it is off by
 * a tenth they may be, if the rule's own value is. */
static void slopes_made_of_the_value(void **state) {
  (void)state;
  static const struct {
    double x[3], off;
    long double of_value;
    Judgement judged;
  } asked[] = {{{1e5, 5.9, 1e5}, 0x1p-40, 0, JUDGED_LOSES},        {{1e5, 5.9, 1e5}, 0x1p-20, 0, JUDGED_WRONG},
               {{1e5, 5.9, 1e5}, 0x1p-20, 0x1p-20L, JUDGED_LOSES}, {{1e5, 5.9, 1e5}, 0x1p-20, 0x1p-24L, JUDGED_WRONG},
               {{1e15, 1.9, 1e15}, 0.1, 0, JUDGED_WRONG},          {{1e15, 1.9, 1e15}, 0.1, 0.05L, JUDGED_ILL},
               {{1e15, 1.9, 1e15}, 0.1, 0.0125L, JUDGED_WRONG}};
  const double one = 1;
  for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
    Court court;
    open_court(&court, "primitive f (a : real) (b : real) (c : real) : real\n"
                       "value = let p = (a + b + c) / 2 in sqrt (p * (p - a) * (p - b) * (p - c))\n");
    oracle_at(court.oracle, asked[k].x, &court.certain);
    assert_int_equal(court.certain.state, ORACLE_DEFINED);
    sizer_at(court.sizer, RULE_VJP, asked[k].x, &one);
    const arb_srcptr certain = court.certain.jacobian + 1;
    double found = arf_get_d(arb_midref(certain), ARF_RND_NEAR) * (1 + asked[k].off);
    Judgement judged =
        judge_answer(court.sizer, 1, certain, found, (Tolerance){64, true, &format_double, asked[k].of_value}, NULL);
    if (judged != asked[k].judged) fail_msg("%zu: %s", k, judgement_name(judged));
    close_court(&court);
  }
}

/* All sizes of a component of one answer, as text: T, |T|, C, E, N; X, ||T||, the nearest tie, what quotients cost, M,
 * H; G and V; the largest box (sizes.h). */
typedef struct Sized {
  const char *specification;
  RuleCall call;
  uint32_t component;
  double x[6], seed[8];
  const char *sizes, *classes;
} Sized;

static void call_of(const Court *court, const Sized *asked) {
  sizer_at(court->sizer, asked->call, asked->x, asked->call == RULE_VALUE ? NULL : asked->seed);
}

static void print_sizes(const Court *court, const Sized *asked, char *out, size_t room) {
  Sizer *sizer = court->sizer;
  call_of(court, asked);
  const Sizes *here = sizer_here(sizer, asked->component), none = {0};
  const Sizes own = here == NULL ? none : *here;
  int length = snprintf(out, room, "%s%.4Lg %.4Lg %.4Lg %.4Lg %.4Lg; %.4Lg %.4Lg %.4Lg", here == NULL ? "none " : "",
                        own.value, own.size, own.conditioning, own.running, own.normwise, sizer_exponent(sizer),
                        sizer_norm(sizer, asked->component), sizer_nearest_tie(sizer));
  length +=
      snprintf(out + length, room - (size_t)length, " %.4Lg %.4Lg %.4Lg", sizer_quotients(sizer, asked->component),
               sizer_near(sizer, asked->component), sizer_path(sizer, asked->component));
  const Sizes generic = sizer_generic(sizer, asked->component);
  (void)snprintf(out + length, room - (size_t)length, "; %.4Lg %.4Lg; %d", generic.conditioning, generic.size,
                 sizer_box(sizer, asked->call, 900));
}

/* Beyond what error an answer is of the next class, in quarters of binary orders, from 2^-90 to 2^50; then what an
 * infinity, 0 and NaN are. */
static void print_classes(const Court *court, const Sized *asked, double ulps, bool rounds, char *out, size_t room) {
  call_of(court, asked);
  const Sizes *here = sizer_here(court->sizer, asked->component);
  long double value = here == NULL ? 1 : here->value;
  const double high = (double)value, others[] = {INFINITY, -INFINITY, 0, NAN};
  Tolerance tolerance = {ulps, rounds, court->primitive.format, 0};
  Judgement last = JUDGEMENTS;
  arb_t certain, low;
  size_t used = 0;
  arb_init(certain), arb_init(low);
  arb_set_d(certain, high), arb_set_d(low, (double)(value - high));
  arb_add(certain, certain, low, 128);
  for (int k = -360; k <= 200; k++) {
    Judgement judged = judge_answer(court->sizer, asked->component, certain, high + exp2(k / 4.0), tolerance, NULL);
    if (judged == last) continue;
    used += (size_t)snprintf(out + used, room - used, "%s%d: %s", k == -360 ? "" : ", ", k, judgement_name(judged));
    last = judged;
  }
  for (size_t k = 0; k < 4; k++) {
    Judgement judged = judge_answer(court->sizer, asked->component, certain, others[k], tolerance, NULL);
    used += (size_t)snprintf(out + used, room - used, "%s %s", k == 0 ? ";" : ",", judgement_name(judged));
  }
  arb_clear(certain), arb_clear(low);
}

static const Sized sized[] = {
#include "tests/unit/sizes.def"
};

static uint32_t differs(size_t row, const char *what, const char *now, const char *before) {
  if (strcmp(now, before) == 0) return 0;
  print_error("row %zu, %s: now %s\n", row, what, now);
  return 1;
}

/* The sizes from which the classes are made, and these, are those of before, at calls of each kind: of every third by 3
 * ulps, and of every fifth to nearest. */
static void judged_as_before(void **state) {
  (void)state;
  uint32_t others = 0;
  for (size_t k = 0; k < sizeof sized / sizeof *sized; k++) {
    const Sized *asked = &sized[k];
    char text[512];
    Court court;
    open_court(&court, asked->specification);
    print_sizes(&court, asked, text, sizeof text);
    others += differs(k + 1, "sizes", text, asked->sizes);
    print_classes(&court, asked, k % 3 == 2 ? 3 : 64, k % 5 != 4, text, sizeof text);
    others += differs(k + 1, "classes", text, asked->classes);
    close_court(&court);
  }
  assert_int_equal(others, 0);
}

/* The calls of one specification by one sizer, each after one at another point: what it keeps is not taken for
 * another call's. */
static uint32_t differ_on_the_way(size_t first, bool backwards) {
  const size_t count = sizeof sized / sizeof *sized;
  uint32_t others = 0;
  Court court;
  open_court(&court, sized[first].specification);
  for (size_t n = 0; n < count; n++) {
    const Sized *asked = &sized[backwards ? count - 1 - n : n];
    if (strcmp(asked->specification, sized[first].specification) != 0) continue;
    Sized beside = *asked;
    char text[512];
    for (size_t i = 0; i < sizeof beside.x / sizeof *beside.x; i++) beside.x[i] *= 1.25;
    print_sizes(&court, &beside, text, sizeof text);
    print_sizes(&court, asked, text, sizeof text);
    others += differs((size_t)(asked - sized) + 1, "sizes on the way", text, asked->sizes);
    print_sizes(&court, asked, text, sizeof text);
    others += differs((size_t)(asked - sized) + 1, "sizes once more", text, asked->sizes);
  }
  close_court(&court);
  return others;
}

static void a_sizer_that_goes_on(void **state) {
  (void)state;
  uint32_t others = 0;
  for (size_t k = 0; k < sizeof sized / sizeof *sized; k++) {
    size_t before = 0;
    while (strcmp(sized[before].specification, sized[k].specification) != 0) before++;
    if (before == k) others += differ_on_the_way(k, false) + differ_on_the_way(k, true);
  }
  assert_int_equal(others, 0);
}

/* Inputs as they are written, and what it costs to say them: whole numbers and few digits before others, then zeros and
 * ties, then tails. */
static void numbers_as_they_are_said(void **state) {
  (void)state;
  static const struct {
    uint32_t count;
    double x[4];
    const char *said, *hexadecimal, *costs; /* of a point and of a seed */
  } table[] = {
      {1, {0}, "0", "0x0p+0", "100.2 0"},
      {1, {-0.0}, "-0", "-0x0p+0", "100.8 0"},
      {1, {1}, "1", "0x1p+0", "0.75 1"},
      {1, {-1}, "-1", "-0x1p+0", "2.5 2"},
      {1, {0.1}, "0.1", "0x1.999999999999ap-4", "3.052 3"},
      {1, {999999}, "999999", "0x1.e847ep+19", "1.001e+04 2"},
      {1, {1e6}, "1e+06", "0x1.e848p+19", "1.001e+04 2"},
      {1, {1023}, "1023", "0x1.ff8p+9", "4.156 2"},
      {1, {1024}, "1024", "0x1p+10", "4.156 2"},
      {1, {1025}, "1025", "0x1.004p+10", "1e+04 2"},
      {1, {1.0 / 3}, "0.3333333333333333", "0x1.5555555555555p-2", "18.02 3"},
      {1, {0x1p-1074}, "5e-324", "0x0.0000000000001p-1022", "1.002e+04 3"},
      {1, {NAN}, "nan", "nan", "1.002e+04 3"},
      {1, {-INFINITY}, "-inf", "-inf", "1.002e+04 2"},
      {2, {2, 2}, "2, 2", "0x1p+1, 0x1p+1", "102 4"},
      {3, {2, 3, 2}, "2, 3, 2", "0x1p+1, 0x1.8p+1, 0x1p+1", "103.1 6"},
      {4, {1, 0, 0.5, 0}, "1, 0, 0.5, 0", "0x1p+0, 0x0p+0, 0x1p-1, 0x0p+0", "204.3 4"},
      {0, {0}, "", "", "0 0"},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    char text[200];
    print_doubles(table[k].count, table[k].x, text, sizeof text);
    assert_string_equal(text, table[k].said);
    print_hexadecimal(table[k].count, table[k].x, text, sizeof text);
    if (!isnan(table[k].x[0])) assert_string_equal(text, table[k].hexadecimal);
    double cost = point_cost(table[k].count, table[k].x);
    (void)snprintf(text, sizeof text, "%.4g %.4g", cost, seed_cost(table[k].count, table[k].x));
    if (strcmp(text, table[k].costs) != 0) print_error("row %zu: %s\n", k, text);
    assert_string_equal(text, table[k].costs);
  }
  char short_text[20];
  print_doubles(4, (const double[]){10, 20, 30, 40}, short_text, sizeof short_text);
  assert_string_equal(short_text, "10, 20, 30, ...");
}

/* How many digits of an answer agree. */
static void digits_that_agree(void **state) {
  (void)state;
  static const struct {
    const char *certain;
    double found;
    const Format *format;
    const char *said;
  } table[] = {
      {"1", 1, &format_double, "16 16 digits agree, off by 0 ulps"},
      {"1", 1 + DBL_EPSILON, &format_double, "15.65 15 digits agree, off by 1 ulps"},
      {"1", 1.001, &format_double, "3 3 digits agree, off by 4.5e+12 ulps"},
      {"1", 1.001, &format_single, "3 3 digits agree, off by 8.39e+03 ulps"},
      {"-3", 5, &format_double, "0 0 digits agree, off by 1.8e+16 ulps"},
      {"0", 1, &format_double, "0 0 digits agree, off by inf ulps"},
      {"1", INFINITY, &format_double, "0 "},
      {"nan", 1, &format_double, "0 "},
      {"1e400", 1, &format_double, "0 0 digits agree, off by 7.69e+15 ulps"},
      {"2 +/- 1e-3", 2, &format_double, "3.301 3 digits agree, off by 2.25e+12 ulps"},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    char text[100], kept[200];
    arb_t certain;
    arb_init(certain);
    (void)arb_set_str(certain, table[k].certain, 200);
    print_digits_lost(certain, table[k].found, table[k].format, text, sizeof text);
    (void)snprintf(kept, sizeof kept, "%.4g %s", digits_kept(certain, table[k].found), text);
    if (strcmp(kept, table[k].said) != 0) print_error("row %zu: %s\n", k, kept);
    assert_string_equal(kept, table[k].said);
    arb_clear(certain);
  }
}

static bool is_near(const arb_t certain, double expected) {
  return fabs(arf_get_d(arb_midref(certain), ARF_RND_NEAR) - expected) <= 1e-15 * (1 + fabs(expected));
}

/* Every function that `library` names, and its slopes, against mpmath. */
static void library_by_mpmath(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int arguments;
    double x[2], value, slope[2];
  } table[] = {
      {"erf", 1, {0.25, 0}, 0.27632639016823693, {1.0600141293761142, 0}},
      {"erf", 1, {2.5, 0}, 0.99959304798255504, {0.0021782842303527097, 0}},
      {"erfc", 1, {0.25, 0}, 0.72367360983176307, {-1.0600141293761142, 0}},
      {"erfc", 1, {2.5, 0}, 0.00040695201744495894, {-0.0021782842303527097, 0}},
      {"erfi", 1, {0.25, 0}, 0.28808361979497198, {1.2011533709315226, 0}},
      {"erfi", 1, {2.5, 0}, 130.39575501324693, {584.51487964405756, 0}},
      {"gamma", 1, {0.25, 0}, 3.6256099082219083, {-15.327097417156704, 0}},
      {"gamma", 1, {2.5, 0}, 1.329340388179137, {0.93473452162608553, 0}},
      {"lgamma", 1, {0.25, 0}, 1.2880225246980775, {-4.2274535333762654, 0}},
      {"lgamma", 1, {2.5, 0}, 0.28468287047291916, {0.70315664064524319, 0}},
      {"digamma", 1, {0.25, 0}, -4.2274535333762654, {17.197329154507111, 0}},
      {"digamma", 1, {2.5, 0}, 0.70315664064524319, {0.49035775610023486, 0}},
      {"lambertw", 1, {0.25, 0}, 0.20388835470224016, {0.67743276660456852, 0}},
      {"lambertw", 1, {-0.25, 0}, -0.3574029561813889, {2.2247407430170172, 0}},
      {"airy", 1, {0.25, 0}, 0.29116395434854521, {-0.24906211200489714, 0}},
      {"airy", 1, {2.5, 0}, 0.01572592338047049, {-0.02625088103590323, 0}},
      {"airy_bi", 1, {0.25, 0}, 0.72874690393621501, {0.46986119376795936, 0}},
      {"airy_bi", 1, {2.5, 0}, 6.4816607384605786, {9.4214233173343018, 0}},
      {"zeta", 1, {0.25, 0}, -0.81327840526189166, {-1.698445150389634, 0}},
      {"zeta", 1, {2.5, 0}, 1.3414872572509172, {-0.38734195032620997, 0}},
      {"si", 1, {0.25, 0}, 0.24913357031975716, {0.98961583701809172, 0}},
      {"si", 1, {2.5, 0}, 1.7785201734438266, {0.2393888576415826, 0}},
      {"ei", 1, {0.25, 0}, -0.54254326466191373, {5.1361016667509659, 0}},
      {"ei", 1, {2.5, 0}, 7.0737658945786007, {4.8729975842813894, 0}},
      {"asin", 1, {0.25, 0}, 0.25268025514207865, {1.0327955589886445, 0}},
      {"asin", 1, {-0.25, 0}, -0.25268025514207865, {1.0327955589886445, 0}},
      {"acos", 1, {0.25, 0}, 1.318116071652818, {-1.0327955589886445, 0}},
      {"acos", 1, {-0.25, 0}, 1.8234765819369753, {-1.0327955589886445, 0}},
      {"atan", 1, {0.25, 0}, 0.24497866312686415, {0.94117647058823529, 0}},
      {"atan", 1, {2.5, 0}, 1.1902899496825317, {0.13793103448275862, 0}},
      {"sinh", 1, {0.25, 0}, 0.25261231680816831, {1.0314130998795732, 0}},
      {"sinh", 1, {2.5, 0}, 6.0502044810397873, {6.1322894796636861, 0}},
      {"cosh", 1, {0.25, 0}, 1.0314130998795732, {0.25261231680816831, 0}},
      {"cosh", 1, {2.5, 0}, 6.1322894796636861, {6.0502044810397873, 0}},
      {"asinh", 1, {0.25, 0}, 0.24746646154726345, {0.97014250014533189, 0}},
      {"asinh", 1, {2.5, 0}, 1.6472311463710957, {0.37139067635410373, 0}},
      {"atan2", 2, {0.5, -2.0}, 2.8966139904629291, {-0.47058823529411765, -0.11764705882352941}},
      {"atan2", 2, {-3.25, 1.5}, -1.1383885512243588, {0.11707317073170732, 0.25365853658536585}},
      {"hypot", 2, {0.5, -2.0}, 2.0615528128088303, {0.24253562503633297, -0.97014250014533189}},
      {"hypot", 2, {-3.25, 1.5}, 3.5794552658190883, {-0.90795938450045166, 0.41905817746174692}},
      {"fmod", 2, {0.5, -2.0}, 0.5, {1.0, 0.0}},
      {"fmod", 2, {-3.25, 1.5}, -0.25, {1.0, 2.0}},
  };
  for (const LibraryFunction *f = library_functions; f->name != NULL; f++) {
    uint32_t rows = 0;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) rows += strcmp(table[k].name, f->name) == 0;
    if (rows < 2) fail_msg("%s is not looked at", f->name);
  }
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    char text[200];
    Court court;
    (void)snprintf(text, sizeof text, "primitive f (x : real)%s : real\nvalue = library %s\n",
                   table[k].arguments == 2 ? " (y : real)" : "", table[k].name);
    open_court(&court, text);
    oracle_at(court.oracle, table[k].x, &court.certain);
    assert_int_equal(court.certain.state, ORACLE_DEFINED);
    bool right = is_near(court.certain.value, table[k].value);
    for (int i = 0; i < table[k].arguments; i++)
      right = right && is_near(court.certain.jacobian + i, table[k].slope[i]);
    if (!right) fail_msg("%s at %g", table[k].name, table[k].x[0]);
    close_court(&court);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(library_by_mpmath),
      cmocka_unit_test(errors_by_size),
      cmocka_unit_test(beyond_the_largest),
      cmocka_unit_test(answers_that_are_ill),
      cmocka_unit_test(units_of_what_is_allowed),
      cmocka_unit_test(slopes_made_of_the_value),
      cmocka_unit_test(judged_as_before),
      cmocka_unit_test(a_sizer_that_goes_on),
      cmocka_unit_test(numbers_as_they_are_said),
      cmocka_unit_test(digits_that_agree),
      cmocka_unit_test(classes_in_order),
      cmocka_unit_test(digits_of_matrices),
      cmocka_unit_test(seconds_by_the_first),
      cmocka_unit_test(judging_sums_and_balls),
      cmocka_unit_test(the_oracle_knows_what_it_knows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
