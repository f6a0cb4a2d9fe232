/* A primitive as an operation of its store, so that every engine can differentiate
 * programs that it stands in: with its jvp for engines of forward mode, with its vjp
 * for those of reverse mode, and with nothing else known of its derivative. */
#ifndef ADJUDGE_VERIFY_OPERATION_H
#define ADJUDGE_VERIFY_OPERATION_H

#include "verify/primitive/primitive.h"

typedef struct PrimitiveOperation {
  const Primitive *primitive;
  bool reverse;
  Arena arena;
  OpId op; /* none: see `reason` */
  const char *reason;
} PrimitiveOperation;

/* Declares it with the rule of that mode, which the primitive has.  Its state must
 * outlive what is done with programs that it stands in.  A primitive whose arguments
 * are not one or two real^n, or whose result is none, is refused with a reason. */
void primitive_operation_open(PrimitiveOperation *operation, const Primitive *primitive, bool reverse);
void primitive_operation_close(PrimitiveOperation *operation);

/* The operation at the arguments of the primitive, which are identifiers as in its
 * value: the last is 0. */
TermId primitive_operation_term(const PrimitiveOperation *operation);

#endif
