/* Exact real numbers, by calcium: rationals, and what functions make of them.
 *
 * A number is an element of a field that is built as needed; numbers with one normal
 * form are equal, and whether a number is 0 is decided, or said to be unknown
 * (Johansson, Calcium: computing in exact real and complex fields, ISSAC 2021).
 * A context lives as long as one question: answers do not depend on those before. */
#ifndef ADJUDGE_VERIFY_EXACT_H
#define ADJUDGE_VERIFY_EXACT_H

#include "semantics/rings/functions.h"
#include "semantics/rings/ring.h"
#include "verify/truth/arb_compat.h"

#if __has_include(<flint/ca.h>)
#include <flint/ca.h>
#include <flint/ca_poly.h>
#include <flint/ca_vec.h>
#else
#include <calcium/ca.h>
#include <calcium/ca_poly.h>
#include <calcium/ca_vec.h>
#endif

typedef struct Exact {
  ca_ctx_t context;
  uint64_t work; /* what is left, in products of terms */
} Exact;

/* `work` allowed in all. */
void exact_init(Exact *exact, uint64_t work);
void exact_clear(Exact *exact);

void exact_set_rational(Exact *exact, ca_t out, const mpq_t value);

/* -1, 0 for the normal form 0, 1; EXACT_SIGN_UNKNOWN when it is not decided. */
#define EXACT_SIGN_UNKNOWN 2
int exact_sign(Exact *exact, const ca_t a);
/* Whether the number is small enough to go on with; takes its size off the work. */
bool exact_fits(Exact *exact, const ca_t a);
/* An enclosure with so many bits that are right, if they are found. */
void exact_enclose(Exact *exact, arb_t out, const ca_t a, slong bits);

/* The coefficients f^(k)(c)/k! for k < length of a function, or of the power c^p, at a
 * number inside its domain; false when they are not found. */
bool exact_series(Exact *exact, RingFunction f, const ca_t c, ca_ptr out, uint32_t length);
bool exact_power_series(Exact *exact, const mpq_t p, const ca_t c, ca_ptr out, uint32_t length);
/* Of asin, atan or erf. */
bool exact_call_series(Exact *exact, FunctionCode f, const ca_t c, ca_ptr out, uint32_t length);

/* One row of a system of linear equations, reduced by those before it: rows x columns, row-major, `rank` of
 * them in echelon form with their pivots.  The row is changed. */
typedef struct Echelon {
  Exact *exact;
  uint32_t columns, rank, capacity;
  ca_ptr rows;
  uint32_t *pivot;
} Echelon;

bool echelon_init(Echelon *echelon, Exact *exact, uint32_t columns);
void echelon_clear(Echelon *echelon);
/* Subtracts multiples of the rows.  1: what is left is 0, 0: it is not, EXACT_SIGN_UNKNOWN: not decided. */
int echelon_reduce(const Echelon *echelon, ca_ptr row);
/* Reduces, and keeps a row that is not 0; answers as echelon_reduce. */
int echelon_add(Echelon *echelon, ca_ptr row);

#endif
