/* What an answer is: how far it is from what is certain, against the sizes that the
 * specification alone says rounding may reach (sizes.h), and of a derivative the error of the rule's own value. */
#ifndef ADJUDGE_VERIFY_PRIMITIVE_JUDGE_H
#define ADJUDGE_VERIFY_PRIMITIVE_JUDGE_H

#include "verify/primitive/campaign.h"
#include "verify/primitive/sizes.h"

/* How far off an answer may be: `ulps` units of `format`.  Rules given as terms answer to
 * nearest, and what is further off is wrong; black boxes round. */
typedef struct Tolerance {
  double ulps;
  bool rounds;
  const Format *format;
  long double of_value; /* how far off the rule's own value is there, by its size: what is made of it is so too */
} Tolerance;

/* The class of one component of an answer, in the order of campaign.h.  The sizer stands at
 * the call; NULL for a number of no call, which is the given size away from what it is
 * made of.  The error, an upper bound, goes to *off, unless it is NULL: in ulps of what is certain, or of the
 * sizes by which it holds. */
Judgement judge_answer(Sizer *sizer, uint32_t component, const arb_t certain, double found, Tolerance tolerance,
                       double *off);
/* Whether one component or more of the answer to the call at which the sizer stands cannot be known from these inputs:
 * none at all is as good as any number there. */
bool answer_is_ill(Sizer *sizer, uint32_t components, Tolerance tolerance);
/* Of a sum: equal within `ulps` units of `scale`, the sum of the absolute values of its
 * terms; or wrong; or not decided. */
Judgement judge_sum(const arb_t certain, const arb_t scale, double found, Tolerance tolerance, double *off);

/* Whether no number of the format is as large. */
bool certain_overflows(const arb_t certain, const Format *format);

/* ---- writing findings */
void print_doubles(uint32_t count, const double *x, char *out, size_t size);
void print_hexadecimal(uint32_t count, const double *x, char *out, size_t size);
/* What it costs to say an input: few digits and small exponents are cheap, zeros and ties
 * dearer than any of them, and tails dearer still. */
double point_cost(uint32_t count, const double *x);
double seed_cost(uint32_t count, const double *seed);
/* "3 digits agree, off by 1.2e12 ulps" */
void print_digits_lost(const arb_t certain, double found, const Format *format, char *out, size_t size);
/* Decimal digits that agree, 0 to 16. */
double digits_kept(const arb_t certain, double found);
/* How far off a number is that is not 0, by what is certain; 0 where that may be 0. */
long double relative_error(const arb_t certain, double found);

#endif
