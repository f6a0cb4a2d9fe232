/* Numbers as text, exactly: decimals and ratios to scalars of a ring, and back. */
#ifndef ADJUDGE_CLI_NUMBERS_H
#define ADJUDGE_CLI_NUMBERS_H

#include "semantics/rings/rings.h"

#include <stdio.h>

typedef enum RingChoice {
  RING_CHOICE_DOUBLE,
  RING_CHOICE_RATIONAL,
  RING_CHOICE_FIELD,
  RING_CHOICE_ENCLOSURE,
  RING_CHOICE_SEMIRING /* of a file; not one of --ring */
} RingChoice;

/* The words of --ring, in the order of RingChoice. */
#define RING_CHOICES "double|rational|field|enclosure"
RingChoice ring_choice(const char *word);
/* A new ring of that kind; NULL without memory, and for a semiring. */
Ring *ring_choice_new(RingChoice choice);

typedef enum NumberFault {
  NUMBER_FINE,
  NUMBER_MALFORMED,  /* not a number */
  NUMBER_TOO_LONG,   /* more than NUMBER_MAX_DIGITS digits, or such an exponent */
  NUMBER_NOT_IN_RING /* no such scalar: 1/0, infinity in an exact ring, overflow */
} NumberFault;

#define NUMBER_MAX_DIGITS 100000

/* sign? digits (. digits)? (e sign? digits)?  or  sign? digits / digits, read
 * exactly and rounded to the ring once; over double also inf and nan; of a semiring the name of an element. */
NumberFault number_read(ConstantTable *constants, Ring *ring, RingChoice choice, const char *text, Scalar *out);
/* sign? digits, an Int. */
NumberFault number_read_int(const char *text, int64_t *out);

typedef enum OutputFormat { OUTPUT_TEXT, OUTPUT_JSON } OutputFormat;

/* Doubles: with 17 significant digits in JSON, as few as give the number back
 * in text; what JSON has no number for, and exact scalars, are JSON strings. */
void number_write(FILE *out, Ring *ring, RingChoice choice, Scalar value, OutputFormat format);

#endif
