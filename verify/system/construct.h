/* What a residual program is made of, and what it is called. */
#ifndef ADJUDGE_VERIFY_CONSTRUCT_H
#define ADJUDGE_VERIFY_CONSTRUCT_H

#include "semantics/rings/functions.h"
#include "semantics/rings/ring.h"

/* The constructs of constructs.def, and above them the library of functions. */
typedef enum Construct {
#define CONSTRUCT(code, name, operands) CONSTRUCT_##code,
#include "verify/system/constructs.def"
#undef CONSTRUCT
  CONSTRUCT_COUNT
} Construct;

#define CONSTRUCT_CALL(f) ((Construct)(CONSTRUCT_COUNT + 1 + (int)(f))) /* of a FunctionCode */
#define CONSTRUCT_ALL (CONSTRUCT_COUNT + 1 + FUNCTION_COUNT)            /* their numbers are below that */

const char *construct_name(Construct construct);
uint32_t construct_operands(Construct construct);
Construct construct_of_function(RingFunction f);
Construct construct_of_test(RingTest test);
static inline bool construct_is_test(Construct c) { return c >= CONSTRUCT_LESS && c <= CONSTRUCT_EQUAL; }

#endif
