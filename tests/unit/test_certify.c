/* The certified truth beside a refutation. */
#include "build.h"
#include "verify/campaign/certify.h"

#include <stdio.h>
#include <string.h>

static int set_up(void **state) {
  (void)state;
  S = store_new(1u << 16);
  return S == NULL;
}

static int tear_down(void **state) {
  (void)state;
  store_free(S);
  return 0;
}

static Witness witness_of(LawId law, const char *input, const char *tangent, const char *cotangent) {
  Witness w;
  memset(&w, 0, sizeof w);
  w.present = true;
  w.law = law;
  (void)snprintf(w.exact_input, sizeof w.exact_input, "%s", input);
  (void)snprintf(w.exact_tangent, sizeof w.exact_tangent, "%s", tangent);
  (void)snprintf(w.exact_cotangent, sizeof w.exact_cotangent, "%s", cotangent);
  return w;
}

static void expect(const Program *p, Witness w, const char *expected) {
  char text[1024];
  certify_witness(S, p, &w, text, sizeof text);
  assert_string_equal(text, expected);
}

static void certified_at_exact_points(void **state) {
  (void)state;
  TypeId context[3] = {R(1), integer(), R(1)};
  /* x, k, y |- (x y, (k, y / x)) */
  TermId t = pair(mul(var(2), var(0)), pair(var(1), op2(OP_DIV, 1, var(0), var(2))));
  Program p = program_of(t, context, 3, prod(R(1), prod(integer(), R(1))));
  expect(&p, witness_of(LAW_AD_FWD, "2, -7, 3", "1, 1/2", ""),
         "f(x) = (6.0000000000000000000, -7.0000000000000000000, 1.5000000000000000000), "
         "D f(x) v = (4.0000000000000000000, 0, -0.50000000000000000000)");
  expect(&p, witness_of(LAW_AD_REV, "2, -7, 3", "1, 1/2", "1/4, 8"),
         "f(x) = (6.0000000000000000000, -7.0000000000000000000, 1.5000000000000000000), "
         "D f(x) v = (4.0000000000000000000, 0, -0.50000000000000000000), <D f(x) v, w> = -3.0000000000000000000");
  Program sine = program_of(op1(OP_SIN, 1, var(0)), context, 1, R(1));
  expect(&sine, witness_of(LAW_AD_DOT, "1", "-1", ""),
         "f(x) = [0.84147098480789650665 +/- 2.51e-21], D f(x) v = [-0.54030230586813971740 +/- 9.37e-22]");
  /* a value, and no derivative, for certain */
  Program absolute = program_of(op1(OP_ABS, 1, var(0)), context, 1, R(1));
  expect(&absolute, witness_of(LAW_AD_FWD, "0", "1", ""),
         "f(x) = 0, D f(x): not differentiable: the sides have no slope in common");
  /* another law, no exact point, a point of another length, outside the domain */
  expect(&sine, witness_of(LAW_BE_LET_BETA, "1", "-1", ""), "");
  expect(&sine, witness_of(LAW_AD_FWD, "", "", ""), "");
  expect(&sine, witness_of(LAW_AD_FWD, "1, 2", "-1", ""), "");
  expect(&sine, witness_of(LAW_AD_FWD, "1", "", ""), "");
  expect(&p, witness_of(LAW_AD_FWD, "0, -7, 3", "1, 1/2", ""), "");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(certified_at_exact_points)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
