/* Commutative semirings that a user names (CHAD section 11.3): those of finitely many
 * elements by their tables, and those of analysis.h by their elements' names. */
#ifndef ADJUDGE_MONOID_SEMIRING_H
#define ADJUDGE_MONOID_SEMIRING_H

#include "semantics/chad/monoid/analysis.h"

#define SEMIRING_ELEMENTS 64u
#define SEMIRING_NAME 32u

typedef struct SemiringTables {
  char name[SEMIRING_NAME];
  uint32_t count, zero, one;
  char element[SEMIRING_ELEMENTS][SEMIRING_NAME];
  uint8_t sum[SEMIRING_ELEMENTS][SEMIRING_ELEMENTS], product[SEMIRING_ELEMENTS][SEMIRING_ELEMENTS];
} SemiringTables;

/* The tables are copied; a scalar's word is an element's number.  What has an opposite has it as `neg`, else that is
 * UNABLE, as are quotients, functions and order.  NULL without memory. */
Ring *ring_finite_new(const SemiringTables *tables);

/* The element that ring_print writes so, of a ring made here or of N, max-plus, min-plus; false for none. */
bool semiring_element(Ring *ring, const char *text, Scalar *element);

/* An equation that does not hold of some elements. */
typedef struct SemiringFault {
  const char *law;    /* "(a + b) + c = a + (b + c)" */
  bool product;       /* it is one of products alone, else of sums (and products) */
  uint32_t letters;   /* how many of a, b and c stand in it */
  Scalar a, b, c;     /* of which it does not hold: */
  Scalar left, right; /* what its sides are */
} SemiringFault;

/* Whether the equations of commutative semirings hold of all triples of these elements; else the first that does not.
 */
bool semiring_laws(Ring *ring, const Scalar *elements, uint32_t count, SemiringFault *fault);

#endif
