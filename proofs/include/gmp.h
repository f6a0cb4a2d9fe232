/* In place of GMP's header, for the verifier of C: a rational is its value, which
 * the functions below alone look at and write.  A value is a number that stands
 * for the rational (those of one run, say, in the order in which they come up);
 * its C type is used for nothing else, so that no other memory is part of it. */
#ifndef ADJUDGE_PROOFS_GMP_H
#define ADJUDGE_PROOFS_GMP_H
typedef struct {
  long value;
} mpq_t[1];
typedef struct {
  int opaque;
} mpz_t[1];

/* No campaign of E-ACSL runs these. */
#ifndef ADJUDGE_EACSL
/*@ requires q: \valid(q);
    assigns q->value; */
void mpq_init(mpq_t q);

/*@ requires q: \valid(q) && \valid_read(a);
    assigns q->value;
    ensures set: q->value == \old(a->value); */
void mpq_set(mpq_t q, const mpq_t a);

/*@ requires q: \valid_read(a) && \valid_read(b);
    assigns \nothing;
    ensures equal: \result != 0 <==> a->value == b->value; */
int mpq_equal(const mpq_t a, const mpq_t b);

/* Gives memory back, as free does: a number that is used no more. */
/*@ requires q: \valid(q);
    assigns \nothing; */
void mpq_clear(mpq_t q);
#endif
#endif
