/* Doubles as C computes with them: of what has no value among real numbers, an infinity or NaN, which may be gone again
 * in the end (1 / x, whose angle is taken), and the values of math.h where the language has none (copysign by 0, atan2
 * at the origin, 0 to the 0).  UNABLE where it is not certain what C does: what compares NaN, and what is no function
 * of C's. */
#ifndef ADJUDGE_VERIFY_RING_MACHINE_H
#define ADJUDGE_VERIFY_RING_MACHINE_H

#include "semantics/rings/ring.h"

/* NULL without memory. */
Ring *ring_machine_new(void);

#endif
