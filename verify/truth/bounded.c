/* Operations on polynomials whose cost has a bound. */
#include "verify/truth/bounded.h"

#define FACTOR_LENGTH 256      /* terms of what is factored */
#define RESULTANT_DEGREE 16    /* rows of Sylvester's matrix */
#define RESULTANT_TERMS 2000.0 /* of its determinant, were it dense */

/* The value at a point of small primes that `turn` chooses; false where it is too large. */
static bool value_at(fmpz_t value, const fmpz_mpoly_struct *p, ulong turn, const fmpz_mpoly_ctx_struct *context) {
  static const ulong primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
  slong n = fmpz_mpoly_ctx_nvars(context);
  fmpz *at = _fmpz_vec_init(n);
  fmpz **point = flint_malloc((size_t)n * sizeof *point);
  for (slong i = 0; i < n; i++) {
    fmpz_set_ui(&at[i], primes[((ulong)i * (turn + 1) + turn) % 11]);
    point[i] = &at[i];
  }
  bool good = fmpz_mpoly_evaluate_all_fmpz(value, p, point, context) != 0;
  flint_free(point);
  _fmpz_vec_clear(at, n);
  return good;
}

/* Whether q may divide p: where it does, its degrees are no larger, and its value divides p's wherever both are taken.
 */
static bool may_divide(const fmpz_mpoly_struct *p, const fmpz_mpoly_struct *q, const fmpz_mpoly_ctx_struct *context) {
  if (p->length < 4 || q->length < 2) return true; /* the division is as short */
  for (slong i = 0; i < fmpz_mpoly_ctx_nvars(context); i++) {
    if (fmpz_mpoly_degree_si(q, i, context) > fmpz_mpoly_degree_si(p, i, context)) return false;
  }
  bool may = true;
  fmpz_t whole, part;
  fmpz_init(whole);
  fmpz_init(part);
  for (ulong turn = 0; turn < 2 && may; turn++) {
    if (!value_at(whole, p, turn, context) || !value_at(part, q, turn, context)) continue;
    may = fmpz_divisible(whole, part) != 0;
  }
  fmpz_clear(whole);
  fmpz_clear(part);
  return may;
}

bool bounded_divides(fmpz_mpoly_struct *quotient, const fmpz_mpoly_struct *p, const fmpz_mpoly_struct *q,
                     const fmpz_mpoly_ctx_struct *context) {
  return may_divide(p, q, context) && fmpz_mpoly_divides(quotient, p, q, context) != 0;
}

bool bounded_resultant(fmpz_mpoly_struct *out, const fmpz_mpoly_struct *p, const fmpz_mpoly_struct *q, slong generator,
                       const fmpz_mpoly_ctx_struct *context) {
  slong m = fmpz_mpoly_degree_si(p, generator, context), n = fmpz_mpoly_degree_si(q, generator, context);
  if (m + n > RESULTANT_DEGREE) return false;
  double terms = 1;
  for (slong i = 0; i < fmpz_mpoly_ctx_nvars(context); i++) {
    if (i == generator) continue;
    slong of_p = fmpz_mpoly_degree_si(p, i, context), of_q = fmpz_mpoly_degree_si(q, i, context);
    terms *= (double)(n * (of_p < 0 ? 0 : of_p) + m * (of_q < 0 ? 0 : of_q) + 1);
  }
  return terms <= RESULTANT_TERMS && fmpz_mpoly_resultant(out, p, q, generator, context) != 0;
}

bool bounded_factor(fmpz_mpoly_factor_struct *factors, const fmpz_mpoly_struct *p,
                    const fmpz_mpoly_ctx_struct *context) {
  return p->length <= FACTOR_LENGTH && fmpz_mpoly_factor(factors, p, context) != 0;
}
