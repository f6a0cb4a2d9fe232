/* The headers of Arb: a library of its own beside FLINT 2.9 (Debian 12), a part
 * of FLINT from 3 on. */
#ifndef ADJUDGE_RINGS_ARB_COMPAT_H
#define ADJUDGE_RINGS_ARB_COMPAT_H

#include <gmp.h> /* first: FLINT declares its functions on mpz_t and mpq_t only then */
#include <stdio.h>

#if __has_include(<flint/arb.h>)
#include <flint/acb.h>
#include <flint/acb_hypgeom.h>
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#include <flint/arb_poly.h>
#include <flint/fmpq.h>
#else
#include <acb.h>
#include <acb_hypgeom.h>
#include <arb.h>
#include <arb_hypgeom.h>
#include <arb_poly.h>
#include <flint/fmpq.h>
#endif

#endif
