/* What a scalar of ring_limit.h is, for its two files.  Private to them. */
#ifndef ADJUDGE_VERIFY_LIMIT_ITEM_H
#define ADJUDGE_VERIFY_LIMIT_ITEM_H

#include "semantics/rings/ring.h"

#define SIDE_UNKNOWN 2

typedef struct Limit {
  int infinite; /* -1 or 1; 0: the number follows */
  Scalar ball;  /* of the ring of balls below */
  int side;     /* 1 above it, -1 below it, 0 equal to it everywhere */
} Limit;

/* What the ring's own files make limits with. */
Ring *limit_balls(const Ring *ring);
Limit limit_get(const Ring *ring, Scalar a);
Scalar limit_put(Ring *ring, Limit limit);
Scalar limit_undecided(Ring *ring); /* UNABLE */
/* The sign near the end: 0 for what is 0 everywhere, SIDE_UNKNOWN where it is not known. */
int limit_sign(const Ring *ring, Limit a);

/* limit_call.c: a function of the library. */
Scalar limit_call(Ring *ring, const RingCall *f, Scalar a, Scalar b);

#endif
