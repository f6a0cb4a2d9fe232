/* Certified functions by name: power series of balls on Arb, for the values of
 * primitives that the source language does not have. */
#ifndef ADJUDGE_VERIFY_LIBRARY_H
#define ADJUDGE_VERIFY_LIBRARY_H

#include "verify/truth/arb_compat.h"

#include <stdint.h>

#define LIBRARY_ARGUMENTS 2u

/* The first `length` coefficients of f composed with the series of its arguments;
 * balls that are not finite where f is not analytic, or that is not decided. */
typedef struct LibraryFunction {
  const char *name;
  uint32_t arguments;
  const char *formula; /* for the list */
  void (*series)(arb_poly_struct *result, const arb_poly_struct *argument, slong length, slong precision);
} LibraryFunction;

/* NULL-name-terminated. */
extern const LibraryFunction library_functions[];
const LibraryFunction *library_find(const char *name, size_t length);

#endif
