/* In place of GMP's header, for the verifier of C: numbers are opaque, and no
 * proved function touches one. */
#ifndef ADJUDGE_PROOFS_GMP_H
#define ADJUDGE_PROOFS_GMP_H
typedef struct {
  int opaque;
} mpq_t[1];
typedef struct {
  int opaque;
} mpz_t[1];
#endif
