/* Signs of linear forms: whether some direction z has them all. */
#ifndef ADJUDGE_VERIFY_CONE_H
#define ADJUDGE_VERIFY_CONE_H

#include "verify/truth/arb_compat.h"

#include <flint/fmpq_mat.h>

#include <stdbool.h>
#include <stdint.h>

/* Of `count` forms a_k in n variables, rows of a matrix, with signs -1, 0 or 1: whether sign(a_k z) = sign_k
 * for some z, which is given (n places; NULL: not wanted).  False only by a proof: what is left when multiples
 * of the forms, with weights of the right signs, add up to 0 (Farkas). */
bool cone_direction(const fmpq_mat_t forms, const int *sign, fmpq *z);

#endif
