#include "verify/primitive/judge.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define BITS 128
#define LOST_DIGITS 0x1p-20

/* The unit in the last place of a double of this size; that of subnormals at least. */
static void unit_in_last_place(arb_t ulp, const arb_t size) {
  arf_t top;
  arf_init(top);
  arb_get_abs_ubound_arf(top, size, BITS);
  fmpz_t exponent;
  fmpz_init(exponent);
  if (!arf_is_zero(top) && arf_is_finite(top)) fmpz_set(exponent, ARF_EXPREF(top));
  fmpz_sub_ui(exponent, exponent, 53);
  if (arf_is_zero(top) || fmpz_cmp_si(exponent, -1074) < 0) fmpz_set_si(exponent, -1074);
  arb_one(ulp);
  arb_mul_2exp_fmpz(ulp, ulp, exponent);
  fmpz_clear(exponent);
  arf_clear(top);
}

/* Beyond the largest double: the infinity of that sign is what rounding gives. */
static Judgement judge_overflow(const arb_t certain, double found) {
  if (isinf(found) && (found > 0) == (arb_is_positive(certain) != 0)) return JUDGED_EQUAL;
  return isinf(found) || isnan(found) ? JUDGED_WRONG : JUDGED_UNDECIDED;
}

/* 1 beyond the largest double for certain, -1 for certain not, 0 a ball around it. */
static int beyond_largest(const arb_t certain) {
  arb_t largest, size;
  arb_init(largest), arb_init(size);
  arb_set_d(largest, DBL_MAX);
  arb_abs(size, certain);
  int beyond = arb_gt(size, largest) ? 1 : arb_le(size, largest) ? -1 : 0;
  arb_clear(largest), arb_clear(size);
  return beyond;
}

bool certain_overflows(const arb_t certain) { return beyond_largest(certain) == 1; }

static Judgement judge_distance(const arb_t certain, arb_srcptr scale, double found, Tolerance tolerance, double *off) {
  arb_t distance, ulp, ratio;
  arf_t bound;
  arb_init(distance), arb_init(ulp), arb_init(ratio), arf_init(bound);
  arb_set_d(distance, found);
  arb_sub(distance, certain, distance, BITS);
  unit_in_last_place(ulp, scale == NULL ? certain : scale);
  arb_div(ratio, distance, ulp, BITS);
  arb_get_abs_ubound_arf(bound, ratio, BITS);
  double most = arf_get_d(bound, ARF_RND_UP);
  arb_get_abs_lbound_arf(bound, ratio, BITS);
  double least = arf_get_d(bound, ARF_RND_DOWN);
  Judgement judged = JUDGED_UNDECIDED;
  if (most <= tolerance.ulps)
    judged = JUDGED_EQUAL;
  else if (least > tolerance.ulps && (!tolerance.rounds || least > LOST_DIGITS * 0x1p53))
    judged = JUDGED_WRONG;
  if (off != NULL) *off = most;
  arb_clear(distance), arb_clear(ulp), arb_clear(ratio), arf_clear(bound);
  return judged;
}

Judgement judge_double(const arb_t certain, arb_srcptr scale, double found, Tolerance tolerance, double *off) {
  if (off != NULL) *off = 0;
  if (!arb_is_finite(certain)) return JUDGED_UNDECIDED;
  if (certain_overflows(certain)) return judge_overflow(certain, found);
  if (isinf(found) && beyond_largest(certain) == 0) return JUDGED_UNDECIDED;
  if (!isfinite(found)) return JUDGED_WRONG;
  return judge_distance(certain, scale, found, tolerance, off);
}

/* ---------------------------------------------------------------- writing -- */

/* The shortest decimal that reads back as x. */
static int print_shortest(double x, char *out, size_t size) {
  int wrote = 0;
  if (fabs(x) < 1e6 && x == trunc(x)) return snprintf(out, size, "%.0f", x);
  for (int digits = 1; digits <= 17; digits++) {
    wrote = snprintf(out, size, "%.*g", digits, x);
    double back = 0;
    if (isnan(x) || (sscanf(out, "%lf", &back) == 1 && back == x)) break;
  }
  return wrote;
}

static void print_list(uint32_t count, const double *x, bool hexadecimal, char *out, size_t size) {
  size_t used = 0;
  out[0] = '\0';
  for (uint32_t i = 0; i < count; i++) {
    char number[40];
    if (hexadecimal)
      (void)snprintf(number, sizeof number, "%a", x[i]);
    else
      (void)print_shortest(x[i], number, sizeof number);
    if (used + strlen(number) + 8 >= size) {
      (void)snprintf(out + used, size - used, ", ...");
      return;
    }
    used += (size_t)snprintf(out + used, size - used, "%s%s", i == 0 ? "" : ", ", number);
  }
}

void print_doubles(uint32_t count, const double *x, char *out, size_t size) { print_list(count, x, false, out, size); }
void print_hexadecimal(uint32_t count, const double *x, char *out, size_t size) {
  print_list(count, x, true, out, size);
}

/* Nothing is simpler than 0, and 1 is next. */
static double number_cost(double x) {
  char text[40];
  if (x == 0) return signbit(x) ? 0.75 : 0.25;
  return print_shortest(x, text, sizeof text) + (signbit(x) ? 0.5 : 0) + (x == 1 ? -0.25 : 0) +
         fmin(fabs(log2(fabs(x))), 1100) / 64;
}

double point_cost(uint32_t count, const double *x) {
  double cost = 0;
  for (uint32_t i = 0; i < count; i++) cost += number_cost(x[i]);
  return cost;
}

void print_digits_lost(const arb_t certain, double found, char *out, size_t size) {
  double off = 0;
  out[0] = '\0';
  if (!isfinite(found) || !arb_is_finite(certain)) return;
  (void)judge_double(certain, NULL, found, (Tolerance){0, false}, &off);
  double digits = off > 0 ? (53 - log2(off)) * 0.30103 : 16;
  (void)snprintf(out, size, "%d digits agree, off by %.3g ulps", digits < 0 ? 0 : digits > 16 ? 16 : (int)digits, off);
}
