/* A power modulo p, by GMP: the contract asks for congruence only. */
extern unsigned long __gmpz_get_ui(const __e_acsl_mpz_struct *x);
extern void __gmpz_init_set_ui(__e_acsl_mpz_struct *x, unsigned long n);
extern void __gmpz_powm(__e_acsl_mpz_struct *x, const __e_acsl_mpz_struct *a, const __e_acsl_mpz_struct *n, const __e_acsl_mpz_struct *p);
static int64_t logic_power(int64_t a, int64_t n) {
  __e_acsl_mpz_struct base[1], exponent[1], modulus[1];
  __gmpz_init_set_ui(base, (unsigned long)a);
  __gmpz_init_set_ui(exponent, (unsigned long)n);
  __gmpz_init_set_ui(modulus, 2305843009213693951ul);
  __gmpz_powm(base, base, exponent, modulus);
  int64_t result = (int64_t)__gmpz_get_ui(base);
  __gmpz_clear(base);
  __gmpz_clear(exponent);
  __gmpz_clear(modulus);
  return result;
}
