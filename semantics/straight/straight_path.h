/* Tests in straight-line programs: a recording goes along one path, on which the sign of each difference that is
 * asked for is chosen, or is that of the same difference in another recording. */
#ifndef ADJUDGE_STRAIGHT_STRAIGHT_PATH_H
#define ADJUDGE_STRAIGHT_STRAIGHT_PATH_H

#include "semantics/straight/ring_straight.h"

/* The most signs on a path. */
#define STRAIGHT_SIGNS 6u

typedef struct StraightSign {
  uint32_t node;
  bool negative;
  uint32_t is;      /* along another path: which of its signs */
  uint64_t residue; /* of the node: never 0, so that the node is not 0 everywhere */
} StraightSign;

typedef struct StraightPath {
  uint32_t chosen,
      choices; /* the first `choices` signs, the first one the highest bit, 1: positive; others: negative */
  const struct StraightPath *like; /* NULL, or whose signs they are */
  StraightSign sign[STRAIGHT_SIGNS];
  uint32_t signs;
} StraightPath;

/* From the next straight_begin_symbols on abs, sign, max, min and tests are answered along the path, which is
 * written; NULL: they are UNABLE, as is a difference that may be 0 everywhere, one with a function in it, or one that
 * the other path has not.  More signs than there may be are LIMIT. */
void straight_follow(Ring *straight, StraightPath *path);

/* The sign of a node on the path; the status says why there is none. */
MUST_CHECK Status path_sign(StraightPath *path, uint32_t node, uint64_t residue, int *sign);

#endif
