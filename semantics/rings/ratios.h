/* Numbers known exactly beside an enclosure: ratios of whole numbers of 64 bits.  What does not fit is not known. */
#ifndef ADJUDGE_RINGS_RATIOS_H
#define ADJUDGE_RINGS_RATIOS_H

#include "semantics/rings/ring.h"

#include <gmp.h>

typedef struct Ratio {
  int64_t over, under; /* in lowest terms, under > 0 */
} Ratio;

/* False where the number is none of 64 bits. */
bool ratio_of_double(double x, Ratio *ratio);
bool ratio_of_rational(const mpq_t x, Ratio *ratio);
bool ratio_add(Ratio a, Ratio b, Ratio *sum);
bool ratio_mul(Ratio a, Ratio b, Ratio *product);
bool ratio_div(Ratio a, Ratio b, Ratio *quotient); /* false for b = 0 too */
Ratio ratio_neg(Ratio a);
/* Whether the number is a double: *x. */
bool ratio_is_double(Ratio a, double *x);
/* The sign of a - b; false where it is not known. */
bool ratio_order(Ratio a, Ratio b, int *order);

/* Which items of a pool are known, by rising index. */
typedef struct KnownRatio {
  uint64_t word;
  Ratio ratio;
} KnownRatio;

typedef struct RatioTable {
  KnownRatio *known;
  size_t count;
  uint32_t capacity;
} RatioTable;

/* The item is beyond all that are known; LIMIT in the ring without memory. */
void ratios_push(RatioTable *table, Ring *ring, Scalar item, Ratio ratio);
bool ratios_find(const RatioTable *table, Scalar item, Ratio *ratio);
/* Forgets the items from `mark` on. */
void ratios_release(RatioTable *table, size_t mark);
void ratios_free(RatioTable *table);

#endif
