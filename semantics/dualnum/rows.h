/* Rows of a tape: entries that are not written out as edges. */
#ifndef ADJUDGE_DUAL_ROWS_H
#define ADJUDGE_DUAL_ROWS_H

#include "semantics/rings/ring.h"

/* The id of a scalar that depends on no input: it has no node, since what would
 * be added to it is never read. */
#define TAPE_CONSTANT UINT32_MAX

/* The entry of `node`: for i < n (x[i], b[i]) and, if there is a y, (y[i], a[i]);
 * b NULL: (x[i], 1).  An inner product's entry is its operands, and these outlive
 * the tape.  Ids NULL: that operand is constant. */
typedef struct TapeRow {
  uint32_t node, n;
  const uint32_t *x, *y;
  const Scalar *a, *b;
} TapeRow;

#endif
