/* Random inputs: in their ranges, replayable, and spread. */
#include "tests/unit/points.h"

#include "semantics/rings/field.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define N 4096u

/* A longer draw begins with a shorter one, so position i depends on nothing else. */
static void test_field(void **state) {
  (void)state;
  static Scalar a[N], b[N], c[N];
  uint32_t eighths[8] = {0};
  points_field(1, 2, N, a);
  points_field(1, 2, N / 2, b);
  points_field(1, 3, N, c);
  assert_memory_equal(a, b, sizeof b / 2);
  uint32_t equal = 0;
  for (uint32_t i = 0; i < N; i++) {
    assert_true(a[i].word < FIELD_P);
    eighths[a[i].word >> 58]++;
    equal += a[i].word == c[i].word;
  }
  assert_int_equal(equal, 0);
  /* each eighth holds N/8 = 512 with standard deviation 21: within five of them */
  for (int i = 0; i < 8; i++) assert_in_range(eighths[i], 512 - 106, 512 + 106);
}

static void test_rational(void **state) {
  (void)state;
  static Scalar a[N];
  Ring *ring = ring_rational_new(4096);
  assert_non_null(ring);
  points_rational(ring, 5, 0, N, 6, a);
  mpq_t value;
  mpq_init(value);
  uint32_t negative = 0, whole = 0, extreme = 0;
  for (uint32_t i = 0; i < N; i++) {
    rational_get(ring, a[i], value);
    assert_true(mpz_cmpabs_ui(mpq_numref(value), 6) <= 0 && mpz_cmp_ui(mpq_denref(value), 6) <= 0);
    negative += mpq_sgn(value) < 0;
    whole += mpz_cmp_ui(mpq_denref(value), 1) == 0;
    extreme += mpq_cmp_si(value, -6, 1) == 0;
  }
  assert_in_range(negative, N / 3, N / 2);
  assert_in_range(whole, N / 6, N / 2);
  assert_true(extreme > 0);
  mpq_clear(value);
  ring_destroy(ring);
}

static void test_double(void **state) {
  (void)state;
  static double a[N];
  uint32_t negative = 0, large = 0;
  points_double(9, 9, N, a);
  for (uint32_t i = 0; i < N; i++) {
    assert_true(fabs(a[i]) >= 0.1 && fabs(a[i]) < 2);
    negative += a[i] < 0;
    large += fabs(a[i]) > 1.05;
  }
  assert_in_range(negative, N / 2 - 160, N / 2 + 160);
  assert_in_range(large, N / 2 - 160, N / 2 + 160);
}

/* Every finite special value is drawn, in the first place as in the last. */
static void test_special(void **state) {
  (void)state;
  bool seen[2][POINT_FINITE_SPECIALS] = {{false}};
  uint32_t ties = 0, generic = 0;
  for (uint64_t stream = 0; stream < N; stream++) {
    double x[3];
    points_special(3, stream, 3, x);
    for (uint32_t i = 0; i < POINT_FINITE_SPECIALS; i++) {
      double special = point_special(i);
      assert_true(isfinite(special));
      if (memcmp(&x[0], &special, sizeof special) == 0) seen[0][i] = true;
      if (memcmp(&x[2], &special, sizeof special) == 0) seen[1][i] = true;
    }
    ties += memcmp(&x[0], &x[1], sizeof x[0]) == 0;
    generic += fabs(x[2]) > 0.1 && fabs(x[2]) < 2 && fabs(x[2]) != 0.5 && fabs(fabs(x[2]) - 1) > DBL_EPSILON;
  }
  for (uint32_t i = 0; i < POINT_FINITE_SPECIALS; i++) assert_true(seen[0][i] && seen[1][i]);
  assert_in_range(ties, N / 2 - 160, N / 2 + 400);
  assert_in_range(generic, N / 2 - 160, N / 2 + 160);
  assert_true(isinf(point_special(POINT_FINITE_SPECIALS)) && isnan(point_special(POINT_SPECIALS - 1)));
  assert_true(signbit(point_special(1)) && point_special(1) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_field), cmocka_unit_test(test_rational),
                                     cmocka_unit_test(test_double), cmocka_unit_test(test_special)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
