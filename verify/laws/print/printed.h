/* C that an engine prints (Engine.emit, "c"), read back and run over a ring: what people are shown, not what was run.
 */
#ifndef ADJUDGE_VERIFY_PRINTED_H
#define ADJUDGE_VERIFY_PRINTED_H

#include "verify/battery/subject.h"

/* The numbers of a function "void f(const double *x, const double *w, double *y, double *z)". */
typedef struct Printed {
  const Scalar *x, *w;
  Scalar *y, *z;
  uint32_t inputs, seeds, outputs, images;
} Printed;

/* Runs the text on x and w, and writes y and z.  ILL_TYPED for what is no such function, that is, not printed well;
 * UNABLE where it calls what the ring, or this reader, has not, or holds a number that was rounded. */
MUST_CHECK Status printed_run(const char *text, Ring *ring, Arena *arena, const Printed *numbers);

#define PRINTED_POWER_MOST 64 /* of whole exponents */
/* base^exponent, by products. */
Scalar printed_power(Ring *ring, Scalar base, int exponent);
/* The ring's function of that name in C; false if it has none. */
bool printed_function(const char *name, RingFunction *function);

#endif
