/* GMP's numbers as machine numbers, for the analysis of programs on short texts:
 * what the parser asks of GMP, for numbers of a few digits. */
#ifndef ADJUDGE_PROOFS_EVA_GMP_H
#define ADJUDGE_PROOFS_EVA_GMP_H
#include <stddef.h>

typedef unsigned long mp_bitcnt_t;

typedef struct {
  long value;
} mpz_t[1];
struct mpq_model {
  mpz_t num, den;
};
typedef struct mpq_model mpq_t[1];
typedef const struct mpq_model *mpq_srcptr;

#define mpq_numref(q) ((q)->num)
#define mpq_denref(q) ((q)->den)
#define mpz_sgn(z) ((z)->value < 0 ? -1 : (z)->value > 0)
#define mpq_sgn(q) mpz_sgn((q)->num)
#define mpz_cmp_ui(z, n) ((z)->value < (long)(n) ? -1 : (z)->value > (long)(n))

static inline void mpz_init(mpz_t z) { z->value = 0; }
static inline void mpz_clear(mpz_t z) { z->value = 0; }
#define mpz_inits(...) ((void)0)
#define mpz_clears(...) ((void)0)
static inline void mpz_init_set_ui(mpz_t z, unsigned long n) { z->value = (long)n; }
static inline void mpz_set(mpz_t z, const mpz_t a) { z->value = a->value; }
static inline void mpz_abs(mpz_t z, const mpz_t a) { z->value = a->value < 0 ? -a->value : a->value; }
static inline void mpz_mul(mpz_t z, const mpz_t a, const mpz_t b) { z->value = a->value * b->value; }
static inline void mpz_mul_ui(mpz_t z, const mpz_t a, unsigned long b) { z->value = a->value * (long)b; }
static inline void mpz_mul_2exp(mpz_t z, const mpz_t a, unsigned long n) { z->value = a->value << n; }
static inline void mpz_mod(mpz_t z, const mpz_t a, const mpz_t b) { z->value = a->value % b->value; }
static inline void mpz_divexact(mpz_t z, const mpz_t a, const mpz_t b) { z->value = a->value / b->value; }
static inline void mpz_tdiv_qr(mpz_t q, mpz_t r, const mpz_t a, const mpz_t b) {
  q->value = a->value / b->value;
  r->value = a->value % b->value;
}
static inline unsigned long mpz_fdiv_ui(const mpz_t z, unsigned long n) {
  long rest = z->value % (long)n;
  return (unsigned long)(rest < 0 ? rest + (long)n : rest);
}
static inline unsigned long mpz_get_ui(const mpz_t z) { return (unsigned long)(z->value < 0 ? -z->value : z->value); }
static inline long mpz_get_si(const mpz_t z) { return z->value; }
static inline int mpz_fits_slong_p(const mpz_t z) {
  (void)z;
  return 1;
}
static inline size_t mpz_sizeinbase(const mpz_t z, int base) {
  size_t digits = 1;
  for (long rest = z->value < 0 ? -z->value : z->value; rest >= base; rest /= base) digits++;
  return digits;
}
static inline int mpz_set_str(mpz_t z, const char *digits, int base) {
  z->value = 0;
  for (; *digits >= '0' && *digits <= '9'; digits++) z->value = z->value * base + (*digits - '0');
  return *digits == 0 ? 0 : -1;
}
static inline void mpz_ui_pow_ui(mpz_t z, unsigned long base, unsigned long n) {
  z->value = 1;
  for (; n > 0; n--) z->value *= (long)base;
}

static inline void mpq_init(mpq_t q) { q->num->value = 0, q->den->value = 1; }
static inline void mpq_clear(mpq_t q) { mpq_init(q); }
static inline void mpq_set(mpq_t q, const mpq_t a) { *q = *a; }
static inline void mpq_set_si(mpq_t q, long n, unsigned long d) { q->num->value = n, q->den->value = (long)d; }
static inline void mpq_set_ui(mpq_t q, unsigned long n, unsigned long d) { mpq_set_si(q, (long)n, d); }
static inline int mpq_equal(const mpq_t a, const mpq_t b) {
  return a->num->value == b->num->value && a->den->value == b->den->value;
}
static inline void mpq_canonicalize(mpq_t q) {
  long a = q->num->value < 0 ? -q->num->value : q->num->value, b = q->den->value;
  while (b != 0) {
    long rest = a % b;
    a = b;
    b = rest;
  }
  if (a > 1) q->num->value /= a, q->den->value /= a;
}
static inline void mpq_neg(mpq_t q, const mpq_t a) {
  *q = *a;
  q->num->value = -q->num->value;
}
static inline void mpq_mul(mpq_t q, const mpq_t a, const mpq_t b) {
  mpq_set_si(q, a->num->value * b->num->value, (unsigned long)(a->den->value * b->den->value));
  mpq_canonicalize(q);
}
static inline void mpq_div(mpq_t q, const mpq_t a, const mpq_t b) {
  long n = a->num->value * b->den->value, d = a->den->value * b->num->value;
  mpq_set_si(q, d < 0 ? -n : n, (unsigned long)(d < 0 ? -d : d));
  mpq_canonicalize(q);
}
static inline void mpq_add(mpq_t q, const mpq_t a, const mpq_t b) {
  long n = a->num->value * b->den->value + b->num->value * a->den->value;
  mpq_set_si(q, n, (unsigned long)(a->den->value * b->den->value));
  mpq_canonicalize(q);
}
static inline void mpq_sub(mpq_t q, const mpq_t a, const mpq_t b) {
  mpq_t minus;
  mpq_neg(minus, b);
  mpq_add(q, a, minus);
}
#endif
