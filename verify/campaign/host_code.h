/* A program at a point as a program in Python or C, for people who do not want to believe: it computes the value and
 * the derivative from the function alone, by difference quotients of binary64 or, modulo 2^61 - 1, by dual numbers. */
#ifndef ADJUDGE_VERIFY_HOST_CODE_H
#define ADJUDGE_VERIFY_HOST_CODE_H

#include "semantics/evaluator.h"

#include <stdio.h>

typedef enum HostLanguage { HOST_PYTHON, HOST_C } HostLanguage;

/* The point, a direction and weights of the results, each as numbers between commas; NULL or "" where there is none.
 * Rationals, or, if `modular`, residues.  `comment`, lines for the head of the code. */
typedef struct HostPoint {
  const char *x, *v, *w, *comment;
  bool modular;
} HostPoint;

/* malloc'ed; NULL where there is none: Ints or functions among inputs and results, functions that the language's
 * library does not have, runs that are too long or undefined at the point. */
char *host_code(Store *store, Arena *arena, const Program *program, const HostPoint *point, HostLanguage language);

#endif
