/* Engines by constructs: what each has, what it refuses. */
#ifndef ADJUDGE_CLI_MATRIX_H
#define ADJUDGE_CLI_MATRIX_H

#include "ad/engine.h"
#include "verify/battery/battery.h"

/* What became of the smallest program with a construct in an engine. */
typedef enum Support {
  SUPPORT_PROVED,  /* its derivative is right for all inputs, by a certificate */
  SUPPORT_DECIDED, /* the same, by a tier */
  SUPPORT_HOLDS,   /* it is right where it was tried */
  SUPPORT_WRONG,   /* it is refuted */
  SUPPORT_REFUSED, /* the engine says that it has no rule */
  SUPPORT_UNKNOWN  /* nothing was decided */
} Support;

typedef struct Construct {
  const char *name, *program;
} Construct;

/* NULL-name-terminated; the rows of the table. */
extern const Construct constructs[];

/* Fills in one for each engine in their order; false when the program is not read,
 * with the error. */
bool construct_support(const Construct *construct, Support *support, char *error, size_t size);

#endif
