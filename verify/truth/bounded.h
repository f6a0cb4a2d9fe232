/* Operations on polynomials whose cost has a bound: what is too large is not tried. */
#ifndef ADJUDGE_VERIFY_BOUNDED_H
#define ADJUDGE_VERIFY_BOUNDED_H

#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>
#include <stdbool.h>

/* p / q where q divides p; false where it does not.  Whether it does is asked of their
 * values first: a long division that is not exact may have millions of terms. */
bool bounded_divides(fmpz_mpoly_struct *quotient, const fmpz_mpoly_struct *p, const fmpz_mpoly_struct *q,
                     const fmpz_mpoly_ctx_struct *context);
/* The resultant in a generator; false where it could be too large. */
bool bounded_resultant(fmpz_mpoly_struct *out, const fmpz_mpoly_struct *p, const fmpz_mpoly_struct *q, slong generator,
                       const fmpz_mpoly_ctx_struct *context);
/* The irreducible factors; false where p is too large. */
bool bounded_factor(fmpz_mpoly_factor_struct *factors, const fmpz_mpoly_struct *p,
                    const fmpz_mpoly_ctx_struct *context);

#endif
