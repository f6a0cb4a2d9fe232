/* The library of functions (functions.def): what they are called, their arity and their
 * slopes.  Their meaning: function_values.h.  As operations: tables/ops.h. */
#ifndef ADJUDGE_RINGS_FUNCTIONS_H
#define ADJUDGE_RINGS_FUNCTIONS_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum FunctionCode {
#define FUNCTION(code, name, parameters, operands, by_x, by_y, domain, edges) FUNCTION_##code,
#include "semantics/rings/functions.def"
#undef FUNCTION
  FUNCTION_COUNT
} FunctionCode;

#define FUNCTION_MAX_PARAMETERS 2
#define FUNCTION_MAX_OPERANDS 2

typedef struct FunctionInfo {
  const char *name;
  uint32_t parameters, operands;
  const char *slope[FUNCTION_MAX_OPERANDS]; /* terms in x and y; see functions.def */
  const char *domain, *edges;
} FunctionInfo;

/* Its value as a formula (formula.h); NULL for a function whose meaning is function_values.c. */
const char *function_meaning(FunctionCode code);

const FunctionInfo *function_info(FunctionCode code);

/* The function of that name; FUNCTION_COUNT if there is none. */
FunctionCode function_find(const char *name, size_t length);

/* What is wrong with the parameters, or NULL. */
const char *function_parameters_refused(FunctionCode code, const mpq_t *parameters);

#endif
