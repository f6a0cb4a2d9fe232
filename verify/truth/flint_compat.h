/* FLINT 2.9, where quotients of polynomials stand in calcium, and FLINT 3. */
#ifndef ADJUDGE_VERIFY_FLINT_COMPAT_H
#define ADJUDGE_VERIFY_FLINT_COMPAT_H

#include <gmp.h> /* first: FLINT declares its functions on mpq_t only then */

#include <flint/flint.h>

#include <flint/fmpq.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>
#if __FLINT_RELEASE >= 30000
#include <flint/fmpz_mpoly_q.h>
#else
#include <calcium/fmpz_mpoly_q.h>
#endif

#endif
