/* What differentiating a program statement by statement gives at a point, under every convention at ties: the
 * derivative of the path.  It judges nothing by itself: an answer that is not the derivative is one of these, and
 * differs, or is none, and is wrong. */
#ifndef ADJUDGE_VERIFY_ALONG_H
#define ADJUDGE_VERIFY_ALONG_H

#include "verify/system/residual.h"

typedef struct Along {
  bool tied;      /* abs at 0, a tie of max or min, or of a test */
  bool undefined; /* some statement has no derivative, or no value */
  double low,
      high; /* sum_o w_o (J v)_o lies between these: |x|' at 0 from -1 to 1, at ties of max and min any mixture */
} Along;

/* False without memory, and where too much is tied. */
bool along_path(const Residual *residual, const double *x, const double *v, const double *w, Along *along);

#endif
