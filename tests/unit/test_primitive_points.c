/* The points at which a campaign on a primitive looks. */
#include "tests/unit/digest.h"
#include "tests/unit/specification.h"
#include "verify/primitive/judge.h"
#include "verify/primitive/oracle.h"
#include "verify/primitive/own_tests.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* A primitive and its points. */
typedef struct Looked {
  Store *store;
  Primitive primitive;
  Oracle *oracle;
  PointSet points;
} Looked;

static void look(Looked *l, const char *text, uint32_t samples) {
  l->store = store_new(1u << 20);
  assert_non_null(l->store);
  specification_read(l->store, &l->primitive, "%s", text);
  l->oracle = oracle_new(&l->primitive, NULL);
  assert_true(points_make(&l->points, &l->primitive, l->oracle, 1, samples));
}

static void look_away(Looked *l) {
  points_free(&l->points);
  oracle_free(l->oracle);
  primitive_free(&l->primitive);
  store_free(l->store);
}

static bool has_point(const PointSet *points, PointKind kind, double x) {
  for (uint32_t k = 0; k < points->count; k++) {
    double own = points->x[(size_t)k * points->inputs];
    if (points->kind[k] == kind && own == x && signbit(own) == signbit(x)) return true;
  }
  return false;
}

/* Edges, kinks and branches are found to the last bit, and looked at from both sides. */
static void points_that_matter(void **state) {
  (void)state;
  static const char text[] = "primitive f (x : real) : real\nvalue = abs (x - 1/2) + log x\nvjp = scale(x; v)\n"
                             "domain = x > 0\ndomain = x * x < 2\nkink = x = 1/2 : 2\nbranch = x = 3/10\n"
                             "domain = x < 123456789\ndomain = x < 123456790\n";
  Looked l;
  PointSet again;
  look(&l, text, 50);
  assert_true(has_point(&l.points, POINT_KINK, 0.5));
  assert_true(has_point(&l.points, POINT_NEAR_KINK, nextafter(0.5, 1)));
  assert_true(has_point(&l.points, POINT_NEAR_KINK, nextafter(0.5, 0)));
  assert_true(has_point(&l.points, POINT_BOUNDARY, 0x1p-1074));
  assert_true(has_point(&l.points, POINT_BOUNDARY, sqrt(2)) &&
              has_point(&l.points, POINT_BOUNDARY, nextafter(sqrt(2), 1)));
  assert_true(has_point(&l.points, POINT_BRANCH, 0.3) && has_point(&l.points, POINT_BRANCH, nextafter(0.3, 1)));
  assert_true(has_point(&l.points, POINT_BRANCH, 0.3 * (1 + 0x1p-20)) && has_point(&l.points, POINT_BRANCH, 1.3));
  assert_true(has_point(&l.points, POINT_CONSTANT, 123456789) && has_point(&l.points, POINT_CONSTANT, 123456789.5));
  assert_true(has_point(&l.points, POINT_CONSTANT, 123456790.0 / 123456789.0));
  assert_true(has_point(&l.points, POINT_LADDER, 38) && has_point(&l.points, POINT_LADDER, -0x1p-24));
  assert_true(has_point(&l.points, POINT_LADDER, 5) && has_point(&l.points, POINT_LADDER, 1 + 0x1p-30));
  assert_true(l.points.kind[0] == POINT_ORDINARY && l.points.x[0] == 1.5);
  assert_true(has_point(&l.points, POINT_SPECIAL, 0.0) && has_point(&l.points, POINT_SPECIAL, -0.0));
  assert_true(has_point(&l.points, POINT_SPECIAL, DBL_MAX) && has_point(&l.points, POINT_SPECIAL, 0x1p-1074));
  assert_true(points_make(&again, &l.primitive, l.oracle, 1, 50));
  assert_int_equal(l.points.count, again.count);
  for (uint32_t k = 0; k < l.points.count; k++) assert_memory_equal(&l.points.x[k], &again.x[k], sizeof(double));
  points_free(&again);
  look_away(&l);
}

/* Two rows of a matrix that are the same, and a third that is not, are among the points. */
static void repeated_blocks(void **state) {
  (void)state;
  Looked l;
  bool found = false;
  look(&l, "primitive f (m : real^9) : real\nvalue = sum m\n", 0);
  for (uint32_t k = 0; k < l.points.count; k++) {
    const double *x = l.points.x + 9 * (size_t)k;
    bool same = x[0] == x[3] && x[1] == x[4] && x[2] == x[5], other = x[0] != x[1] && x[1] != x[2] && x[6] != x[0];
    found = found || (l.points.kind[k] == POINT_SPECIAL && same && other && x[7] != x[1] && x[8] != x[2]);
  }
  assert_true(found);
  look_away(&l);
}

/* Numbers that add up to 0, and two of which one is the other's opposite, among others that are not. */
static void numbers_that_cancel(void **state) {
  (void)state;
  Looked l;
  bool all = false, first = false, both = false;
  look(&l, "primitive f (x : real^4) : real\nvalue = sum x\n", 0);
  for (uint32_t k = 0; k < l.points.count; k++) {
    const double *x = l.points.x + 4 * (size_t)k;
    bool apart = l.points.kind[k] == POINT_SPECIAL && x[0] != 0 && fabs(x[0]) != fabs(x[1]);
    first = first || (l.points.kind[k] == POINT_SPECIAL && x[1] == -x[0] && x[0] != 0 && x[2] != -x[3]);
    both = both || (apart && x[2] == -x[0] && x[3] == -x[1]);
    all = all || (apart && x[0] + x[1] + x[2] + x[3] == 0 && x[2] != -x[0] && x[3] != -x[0]);
  }
  assert_true(all && first && both);
  look_away(&l);
}

/* Each number is special alone, among others that are not. */
static void each_is_special_alone(void **state) {
  (void)state;
  static const double values[] = {1e15, 1e-8, 100, -40};
  Looked l;
  look(&l, "primitive f (x : real^5) : real\nvalue = sum x\n", 0);
  for (uint32_t v = 0; v < sizeof values / sizeof *values; v++) {
    for (uint32_t i = 0; i < 5; i++) {
      bool found = false;
      for (uint32_t k = 0; k < l.points.count && !found; k++) {
        const double *x = l.points.x + 5 * (size_t)k;
        found = l.points.kind[k] == POINT_SPECIAL && x[i] == values[v];
        for (uint32_t j = 0; j < 5; j++) found = found && (j == i || (x[j] != values[v] && x[j] != trunc(x[j])));
      }
      if (!found) fail_msg("%g is at no point the number %u alone", values[v], i);
    }
  }
  look_away(&l);
}

/* Beside points of which one number is large there are those of which all are, and none like another. */
static void far_together(void **state) {
  (void)state;
  Looked l;
  uint32_t large = 0, small = 0;
  look(&l, "primitive f (x : real^3) : real\nvalue = sum x\n", 0);
  for (uint32_t k = 0; k < l.points.count; k++) {
    const double *x = l.points.x + 3 * (size_t)k;
    bool together = x[0] != x[1] && x[1] != x[2] && x[0] != x[2] && fabs(x[0] / x[1]) < 8 && fabs(x[1] / x[2]) < 8;
    large += together && fabs(x[0]) > 1e9 && fabs(x[0]) < 1e15;
    small += together && fabs(x[0]) < 1e-9 && fabs(x[0]) > 1e-15;
  }
  assert_true(large >= 9 && small >= 9);
  look_away(&l);
}

static void inactive_arguments_are_special_too(void **state) {
  (void)state;
  Looked l;
  look(&l, "primitive f (x : real) (y : real) : real\nvalue = x * y\ninactive = x\n", 0);
  assert_true(has_point(&l.points, POINT_SPECIAL, 0.0) && has_point(&l.points, POINT_SPECIAL, 0x1p-1074));
  look_away(&l);
}

/* Whether among the points of a kind there is one on the curve, and one to each side of it. */
static void assert_looked_at(const Looked *l, PointKind kind, double (*curve)(const double *x)) {
  bool on = false, before = false, behind = false;
  for (uint32_t k = 0; k < l->points.count; k++) {
    if (l->points.kind[k] != kind) continue;
    double at = curve(l->points.x + (size_t)k * l->points.inputs);
    on = on || at == 0;
    before = before || (at < 0 && at > -1e-12);
    behind = behind || (at > 0 && at < 1e-12);
  }
  assert_true(on && before && behind);
}

static double beyond_three(const double *x) { return x[0] * x[0] + 3 * x[1] - 7.75; }
static double apart(const double *x) { return x[0] - x[1]; }
static double twice_apart(const double *x) { return x[0] - 2 * x[1]; }
static double thrice_apart(const double *x) { return x[0] - 3 * x[1]; }
static double squares_apart(const double *x) { return x[0] * x[0] - x[2]; }
static double further_apart(const double *x) { return x[0] - 7 * x[1]; }
static double far_apart(const double *x) { return x[0] - 5 * x[1]; }

/* No line says `branch`: where the tests of the value and of the rules tie is looked at, under `let` and in branches
 * too. */
static void tests_of_its_texts(void **state) {
  (void)state;
  Looked l;
  look(&l,
       "primitive f (x : real) (y : real) : real\n"
       "value = let q = x * x + 3 * y in if q < 7.75 then 0 else if x <= y then q else max x (2 * y)\n"
       "jvp = scale(if x == 3 * y then 1 else 2; fst v)\n"
       "vjp = (if x < 5 * y then scale(x; if x == 7 * y then v else 0_) else 0_, v)\n",
       0);
  assert_looked_at(&l, POINT_BRANCH, beyond_three);
  assert_looked_at(&l, POINT_BRANCH, apart);
  assert_looked_at(&l, POINT_BRANCH, twice_apart);
  assert_looked_at(&l, POINT_BRANCH, thrice_apart);
  assert_looked_at(&l, POINT_BRANCH, far_apart);
  assert_looked_at(&l, POINT_BRANCH, further_apart);
  look_away(&l);
}

/* Of arrays the first element is looked at, of loops the first turn: each test is of x[0] and the z that it ties
 * with. */
static void tests_of_arrays_and_loops(void **state) {
  (void)state;
  static const char *const values[] = {
      "sum (map (y. max (y * y) z) x)",
      "sum (max (x * x) [z, z])",
      "sum (abs (x * x - [z, 1]))",
      "sum (map (y. abs (y * y - z)) x)",
      "sum (zipWith (y u. if y * x ! 0 < u then y else u) x [z, z])",
      "sum (build 2 (i. max (x ! i * x ! 0) z))",
      "fold (a y. if a * y < z then a else y) (x ! 0) x",
      "fold (a y. if a * y * y < z then a + y else y) 1 x",
      "fold (a y. if a * a < y then a + y else y) (x ! 0) [z, 1]",
      "(scan (a y. max (a + y * y) z) 0 x) ! 1",
      "iterate 2 (y. if y * y < z then y + 1 else y) (x ! 0)",
      "while (y. y * y < z) (y. y + 1) (x ! 0)",
  };
  for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
    char text[200];
    Looked l;
    (void)snprintf(text, sizeof text, "primitive f (x : real^2) (z : real) : real\nvalue = %s\njvp = snd v\n",
                   values[k]);
    look(&l, text, 0);
    assert_looked_at(&l, POINT_BRANCH, squares_apart);
    look_away(&l);
  }
}

static double second_squared(const double *x) { return x[1] * x[1] - x[2]; }
static double second_negative(const double *x) { return -x[1] - x[2]; }
static double second_doubled(const double *x) { return (2 * x[0] < x[2] ? 2 : x[0]) * x[1] - x[2]; }
static double first_and_one(const double *x) { return x[0] + 1 - x[2]; }
static double third_doubled(const double *x) { return 4 * x[0] - x[2]; }

/* A later element or turn is another test where what is tested depends on it; the first three are looked at, and of
 * shorter arrays the last. */
static void tests_of_later_turns(void **state) {
  (void)state;
  static const struct {
    const char *value;
    double (*curve)(const double *x);
  } tests[] = {
      {"sum (map (y. max (y * y) z) x)", second_squared},
      {"sum (max (x * x) [z, z])", second_squared},
      {"sum (zipWith (y u. if y * y < u then y else u) x [z, z])", second_squared},
      {"sum (build 2 (i. if i == 1 then max (x ! i * x ! i) z else 0))", second_squared},
      {"sum (build 2 (i. if i == 1 then max (neg (x ! i)) z else 0))", second_negative},
      {"fold (a y. if a * y < z then a else y) 2 x", second_doubled},
      {"(scan (a y. if a * y < z then a else y) 2 x) ! 1", second_doubled},
      {"iterate 2 (y. if y < z then y + 1 else y + 2) (x ! 0)", first_and_one},
      {"iterate 3 (y. if y < z then 2 * y else 2 * y + 1) (x ! 0)", third_doubled},
      {"while (y. y < z) (y. 2 * y) (x ! 0)", third_doubled},
  };
  for (size_t k = 0; k < sizeof tests / sizeof *tests; k++) {
    char text[200];
    Looked l;
    (void)snprintf(text, sizeof text, "primitive f (x : real^2) (z : real) : real\nvalue = %s\njvp = snd v\n",
                   tests[k].value);
    look(&l, text, 0);
    assert_looked_at(&l, POINT_BRANCH, tests[k].curve);
    look_away(&l);
  }
}

/* What is declared is not looked at again, nor what ties everywhere; and tests of Ints are none. */
static void tests_that_are_declared(void **state) {
  (void)state;
  static const char *const texts[] = {
      "primitive f (x : real) : real\nvalue = abs x\nkink = 0 = x : any\n",
      "primitive f (x : real) (y : real) : real\nvalue = if x < y then x else y\nbranch = y = x\n",
      "primitive f (x : real^2) : real\nvalue = sum (max x x)\n",
      "primitive f (n : Int) (x : real) : real\nvalue = if n < 3 then x else 2 * x\n",
      "primitive f (x : real) : real\nvalue = case (inl x : (real + real)) of {inl y -> abs y; inr z -> z}\n"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    Condition found[4];
    Primitive primitive;
    Store *store = store_new(1u << 16);
    assert_non_null(store);
    specification_read(store, &primitive, "%s", texts[k]);
    if (own_tests(&primitive, found, 4) != 0) fail_msg("%s", texts[k]);
    primitive_free(&primitive);
    store_free(store);
  }
}

/* No more than are asked for. */
static void tests_that_are_many(void **state) {
  (void)state;
  Condition found[4] = {{.relation = RELATION_LESS},
                        {.relation = RELATION_LESS},
                        {.relation = RELATION_LESS},
                        {.relation = RELATION_LESS}};
  Primitive primitive;
  Store *store = store_new(1u << 16);
  assert_non_null(store);
  specification_read(
      store, &primitive, "%s",
      "primitive f (x : real) (y : real) : real\nvalue = max x (2 * y) + max x (3 * y) + max x (4 * y) + "
      "max x (5 * y) + max x (6 * y)\n");
  assert_int_equal(own_tests(&primitive, found, 3), 3);
  assert_int_equal(found[2].relation, RELATION_EQUAL);
  assert_int_equal(found[3].relation, RELATION_LESS);
  primitive_free(&primitive);
  store_free(store);
}

/* An argument without a tangent is a threshold: x is looked at on it, and on its opposite. */
static void ties_with_inactive_arguments(void **state) {
  (void)state;
  Looked l;
  uint32_t tied[2] = {0};
  look(&l, "primitive f (x : real) (d : real) : real\nvalue = x * d\ninactive = d\n", 0);
  for (uint32_t k = 0; k < l.points.count; k++) {
    const double *x = l.points.x + 2 * (size_t)k;
    if (x[1] == trunc(x[1])) continue; /* a special value, at which both are by chance */
    tied[0] += x[0] == x[1];
    tied[1] += x[0] == -x[1];
  }
  assert_true(tied[0] > 0 && tied[1] > 0);
  look_away(&l);
}

/* A third of the random points are of positive numbers, but for those without a derivative. */
static void random_points_of_both_signs(void **state) {
  (void)state;
  Looked l;
  uint32_t random = 0, negative[3][2] = {{0}};
  look(&l, "primitive f (x : real) (y : real) : real\nvalue = x * y\ninactive = y\n", 300);
  for (uint32_t k = 0; k < l.points.count; k++) {
    if (l.points.kind[k] != POINT_RANDOM) continue;
    for (uint32_t i = 0; i < 2; i++) negative[random % 3][i] += l.points.x[2 * (size_t)k + i] < 0;
    random++;
  }
  assert_int_equal(random, 300);
  assert_int_equal(negative[2][0], 0);
  assert_true(negative[0][0] > 20 && negative[1][0] > 20 && negative[2][1] > 20);
  look_away(&l);
}

/* Ints of either sign, at constants, at the edge of a domain; and reals without a derivative at theirs. */
static void ints_are_looked_at(void **state) {
  (void)state;
  Looked l;
  look(&l,
       "primitive f (n : Int) (m : Int) (k : real) (x : real) : real\ninactive = k\n"
       "value = if n == m + 57 then x else k * x\ndomain = toReal n > -20\ndomain = k > 7/10\n",
       0);
  assert_true(has_point(&l.points, POINT_SPECIAL, -3) && has_point(&l.points, POINT_SPECIAL, 100));
  assert_true(has_point(&l.points, POINT_CONSTANT, 57) && has_point(&l.points, POINT_CONSTANT, -58));
  assert_true(has_point(&l.points, POINT_BOUNDARY, -20) && has_point(&l.points, POINT_BOUNDARY, -19));
  bool pair = false, edge = false, constant = false;
  for (uint32_t i = 0; i < l.points.count; i++) {
    const double *x = l.points.x + 4 * (size_t)i;
    assert_true(primitive_takes(&l.primitive, x));
    pair = pair || (fabs(x[0] - x[1]) == 57 && x[0] > 1 && x[1] > 1); /* not a constant, nor beside it */
    edge = edge || (l.points.kind[i] == POINT_BOUNDARY && x[2] == nextafter(0.7, 1));
    constant = constant || (l.points.kind[i] == POINT_CONSTANT && x[2] == -57);
  }
  assert_true(pair && edge && constant);
  look_away(&l);
}

/* Points at which primitives of every kind are looked at: how many, and a digest of their kinds and numbers to the last
 * bit. It says nothing of what is right: a change of what is looked at is seen, and said here on purpose. */
typedef struct Drawn {
  const char *text;
  uint32_t samples, count;
  uint64_t digest;
} Drawn;

static uint64_t digest_of(const PointSet *points) {
  uint64_t hash = DIGEST_EMPTY;
  for (uint32_t k = 0; k < points->count; k++) {
    const unsigned char kind = (unsigned char)points->kind[k];
    hash = digest_bytes(hash, &kind, 1);
    for (uint32_t i = 0; i < points->inputs; i++) {
      double x = points->x[(size_t)k * points->inputs + i];
      uint64_t bits = 0x7FF8000000000000u; /* of every NaN */
      if (!isnan(x)) memcpy(&bits, &x, sizeof bits);
      hash = digest_bytes(hash, &bits, sizeof bits);
    }
  }
  return hash;
}

static const Drawn drawn[] = {
#include "tests/unit/points_drawn.def"
};

static void points_are_those_of_before(void **state) {
  (void)state;
  uint32_t others = 0;
  for (size_t k = 0; k < sizeof drawn / sizeof *drawn; k++) {
    Looked l;
    look(&l, drawn[k].text, drawn[k].samples);
    uint64_t digest = digest_of(&l.points);
    if (l.points.count != drawn[k].count || digest != drawn[k].digest) {
      print_error("row %zu: now %u, 0x%016llXu\n", k + 1, l.points.count, (unsigned long long)digest);
      others++;
    }
    look_away(&l);
  }
  assert_int_equal(others, 0);
}

/* Without arguments, and samples, there is one point, which is enough. */
static void one_point_is_enough(void **state) {
  (void)state;
  Looked l;
  look(&l, "primitive f : real\nvalue = 3\n", 0);
  assert_int_equal(l.points.count, 1);
  look_away(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_are_those_of_before),
      cmocka_unit_test(points_that_matter),
      cmocka_unit_test(repeated_blocks),
      cmocka_unit_test(numbers_that_cancel),
      cmocka_unit_test(each_is_special_alone),
      cmocka_unit_test(far_together),
      cmocka_unit_test(inactive_arguments_are_special_too),
      cmocka_unit_test(tests_of_its_texts),
      cmocka_unit_test(tests_of_arrays_and_loops),
      cmocka_unit_test(tests_of_later_turns),
      cmocka_unit_test(tests_that_are_declared),
      cmocka_unit_test(tests_that_are_many),
      cmocka_unit_test(ties_with_inactive_arguments),
      cmocka_unit_test(random_points_of_both_signs),
      cmocka_unit_test(ints_are_looked_at),
      cmocka_unit_test(one_point_is_enough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
