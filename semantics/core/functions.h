/* The library of functions (functions.def): what they are called, their arity and their
 * slopes.  Their meaning: function_values.h.
 *
 * As an operation, function f has the code op_of_function(f), above OP_CODE_COUNT: no
 * switch over the operations of ops.def has a case for it, and each asks op_is_function
 * before. */
#ifndef ADJUDGE_CORE_FUNCTIONS_H
#define ADJUDGE_CORE_FUNCTIONS_H

#include "semantics/core/op_nodes.h"

#include <stddef.h>

typedef enum FunctionCode {
#define FUNCTION(code, name, parameters, operands, by_x, by_y, domain, edges) FUNCTION_##code,
#include "semantics/core/functions.def"
#undef FUNCTION
  FUNCTION_COUNT
} FunctionCode;

#define FUNCTION_MAX_PARAMETERS 2

typedef struct FunctionInfo {
  const char *name;
  uint32_t parameters, operands;
  const char *slope[OP_MAX_ARITY]; /* terms in x and y; see functions.def */
  const char *domain, *edges;
} FunctionInfo;

/* Its value as a formula (formula.h); NULL for a function whose meaning is function_values.c. */
const char *function_meaning(FunctionCode code);

const FunctionInfo *function_info(FunctionCode code);

/* The function of that name; FUNCTION_COUNT if there is none. */
FunctionCode function_find(const char *name, size_t length);

/* What is wrong with the parameters, or NULL. */
const char *function_parameters_refused(FunctionCode code, const mpq_t *parameters);

static inline OpCode op_of_function(FunctionCode code) { return (OpCode)(OP_CODE_COUNT + 1 + (int)code); }
static inline bool op_is_function(OpCode code) { return code > OP_CODE_COUNT; }
static inline FunctionCode op_function(OpCode code) { return (FunctionCode)((int)code - OP_CODE_COUNT - 1); }
/* How many constants stand before the operands. */
static inline uint32_t op_parameters(OpCode code) {
  return op_is_function(code) ? function_info(op_function(code))->parameters : 0;
}

#endif
