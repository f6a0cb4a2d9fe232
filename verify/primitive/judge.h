/* Comparing a rule's answer with what is certain, in units of the last place. */
#ifndef ADJUDGE_VERIFY_PRIMITIVE_JUDGE_H
#define ADJUDGE_VERIFY_PRIMITIVE_JUDGE_H

#include "verify/primitive/campaign.h"

typedef enum Judgement { JUDGED_EQUAL, JUDGED_WRONG, JUDGED_UNDECIDED } Judgement;

/* How far off an answer may be: `ulps` of `scale`, the sum of the absolute values of
 * the terms that the result is the sum of (the result's own, if NULL).  Rules given as
 * terms answer to nearest: what is further off is wrong.  Black boxes round: between
 * that and 2^-20 of the scale an answer has lost digits, which decides nothing about
 * the rule. */
typedef struct Tolerance {
  double ulps;
  bool rounds;
} Tolerance;

/* The error in ulps, an upper bound, goes to *off (may be NULL). */
Judgement judge_double(const arb_t certain, arb_srcptr scale, double found, Tolerance tolerance, double *off);

/* Whether no double is as large. */
bool certain_overflows(const arb_t certain);

/* ---- writing findings */
void print_doubles(uint32_t count, const double *x, char *out, size_t size);
void print_hexadecimal(uint32_t count, const double *x, char *out, size_t size);
/* What it costs to say the numbers: few digits and small exponents are cheap. */
double point_cost(uint32_t count, const double *x);
/* "3 digits agree, off by 1.2e12 ulps" */
void print_digits_lost(const arb_t certain, double found, char *out, size_t size);

#endif
