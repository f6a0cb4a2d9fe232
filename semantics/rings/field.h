/* Arithmetic modulo the Mersenne prime p = 2^61 - 1, in 64-bit words.
 *
 * Residues are canonical: 0 <= a < p.  No 128-bit type is used, and quotients and
 * remainders by powers of two stand for shifts and masks (compilers make them
 * so), so that the verifier of C reads the code as it stands.  The contracts are
 * proved: proofs/laws/field.c. */
#ifndef ADJUDGE_RINGS_FIELD_H
#define ADJUDGE_RINGS_FIELD_H

#include <stdint.h>

#define FIELD_P (((uint64_t)1 << 61) - 1)
#define FIELD_2_30 ((uint64_t)1 << 30)
#define FIELD_2_31 ((uint64_t)1 << 31)
#define FIELD_2_61 ((uint64_t)1 << 61)

/* a < 2^64 to its residue: 2^61 = 1 modulo p. */
/*@ assigns \nothing;
    ensures residue: residue(\result, a); */
static inline uint64_t field_reduce(uint64_t a) {
  uint64_t high = a / FIELD_2_61, folded = a % FIELD_2_61 + high;
  /*@ assert once: a == folded + multiple(high); */
  /*@ assert again: a == folded - 2305843009213693951 + multiple(high + 1); */
  return folded >= FIELD_P ? folded - FIELD_P : folded;
}

/*@ requires canonical: canonical(a) && canonical(b);
    assigns \nothing;
    ensures sum: residue(\result, a + b); */
static inline uint64_t field_add(uint64_t a, uint64_t b) {
  uint64_t sum = a + b;
  /*@ assert multiples: multiple(0) == 0 && multiple(1) == 2305843009213693951; */
  return sum >= FIELD_P ? sum - FIELD_P : sum;
}

/*@ requires canonical: canonical(a) && canonical(b);
    assigns \nothing;
    ensures difference: residue(\result, a - b); */
static inline uint64_t field_sub(uint64_t a, uint64_t b) {
  /*@ assert multiples: multiple(0) == 0 && multiple(-1) == -2305843009213693951; */
  return a >= b ? a - b : a + FIELD_P - b;
}

/*@ requires canonical: canonical(a);
    assigns \nothing;
    ensures negative: residue(\result, -a); */
static inline uint64_t field_neg(uint64_t a) {
  /*@ assert multiples: multiple(0) == 0 && multiple(-1) == -2305843009213693951; */
  return a == 0 ? 0 : FIELD_P - a;
}

/* With a = ah 2^31 + al, b alike: ab = 2 ah bh + (ah bl + al bh) 2^31 + al bl
 * modulo p, and each summand below stays within 64 bits:
 * 2^61 + 2^32 + 2^61 + 2^62 < 2^64. */
/*@ requires canonical: canonical(a) && canonical(b);
    assigns \nothing;
    ensures product: residue(\result, a * b); */
static inline uint64_t field_mul(uint64_t a, uint64_t b) {
  uint64_t ah = a / FIELD_2_31, al = a % FIELD_2_31, bh = b / FIELD_2_31, bl = b % FIELD_2_31;
  /*@ assert a_parts: 0 <= ah < 1073741824 && 0 <= al < 2147483648; */
  /*@ assert b_parts: 0 <= bh < 1073741824 && 0 <= bl < 2147483648; */
  uint64_t high = ah * bh, cross = ah * bl, crossed = al * bh, low = al * bl;
  /*@ assert high_bound: 0 <= high <= (1073741824 - 1) * (1073741824 - 1); */
  /*@ assert cross_bound: 0 <= cross <= (1073741824 - 1) * (2147483648 - 1); */
  /*@ assert crossed_bound: 0 <= crossed <= (1073741824 - 1) * (2147483648 - 1); */
  /*@ assert low_bound: 0 <= low <= (2147483648 - 1) * (2147483648 - 1); */
  uint64_t middle = cross + crossed, above = middle / FIELD_2_30, below = middle % FIELD_2_30;
  uint64_t sum = 2 * high + above + below * FIELD_2_31 + low;
  /*@ assert whole: a * b == high * 2147483648 * 2147483648 + middle * 2147483648 + low; */
  /*@ assert folded: a * b == sum + multiple(2 * high + above); */
  return field_reduce(sum);
}

/*@ assigns \nothing;
    ensures residue: residue(\result, n); */
static inline uint64_t field_from_int(int64_t n) {
  /*@ assert multiples: multiple(0) == 0; */
  uint64_t magnitude = n < 0 ? (uint64_t)(-(n + 1)) + 1 : (uint64_t)n;
  uint64_t residue = field_reduce(magnitude);
  /*@ assert magnitude: magnitude == (n >= 0 ? n : -n); */
  /*@ assert opposite: n < 0 ==> congruent(-residue, n); */
  return n < 0 ? field_neg(residue) : residue;
}

#endif
