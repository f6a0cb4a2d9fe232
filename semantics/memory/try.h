/* The one way to go on only where a step succeeded: its failure is the answer. */
#ifndef ADJUDGE_MEMORY_TRY_H
#define ADJUDGE_MEMORY_TRY_H

#include "semantics/memory/status.h"

#define TRY(expression)                                                                                                \
  do {                                                                                                                 \
    Status try_status = (expression);                                                                                  \
    if (try_status != STATUS_OK) return try_status;                                                                    \
  } while (0)

#endif
