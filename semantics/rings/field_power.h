/* Powers and inverses modulo p = 2^61 - 1: part of field.h.  The contracts are
 * proved: proofs/laws/power.c. */
#ifndef ADJUDGE_RINGS_FIELD_POWER_H
#define ADJUDGE_RINGS_FIELD_POWER_H

#include "semantics/rings/field.h"

#include <stdbool.h>

/* (b b)^n = b^(2 n) */
/*@ ghost
  /@ requires small: n <= 9223372036854775807;
     assigns \nothing;
     ensures square: power(times(b, b), n) == power(b, 2 * n); @/
  void power_square(uint64_t b, uint64_t n) {
    /@ loop invariant range: 0 <= i <= n;
       loop invariant square: power(times(b, b), i) == power(b, 2 * i);
       loop assigns i;
       loop variant n - i; @/
    for (uint64_t i = 0; i < n; i++) {
      /@ assert right: power(b, 2 * i + 2) == times(b, power(b, 2 * i + 1)); @/
      /@ assert once: power(b, 2 * i + 1) == times(b, power(b, 2 * i)); @/
      /@ assert left: power(times(b, b), i + 1) == times(times(b, b), power(times(b, b), i)); @/
      /@ assert spread: times(times(b, b), power(b, 2 * i)) == times(b, times(b, power(b, 2 * i))); @/
      /@ assert both: power(times(b, b), i + 1) == power(b, 2 * i + 2); @/
    }
  }
*/

/* Powers of what is congruent are congruent. */
/*@ ghost
  /@ requires base: congruent(c, times(b, b));
     assigns \nothing;
     ensures powers: congruent(power(c, n), power(times(b, b), n)); @/
  void power_congruent(uint64_t c, uint64_t b, uint64_t n) {
    /@ assert multiples: multiple(0) == 0; @/
    /@ loop invariant range: 0 <= i <= n;
       loop invariant powers: congruent(power(c, i), power(times(b, b), i));
       loop assigns i;
       loop variant n - i; @/
    for (uint64_t i = 0; i < n; i++) {
      /@ assert left: power(c, i + 1) == times(c, power(c, i)); @/
      /@ assert right: power(times(b, b), i + 1) == times(times(b, b), power(times(b, b), i)); @/
      /@ assert first: congruent(times(power(c, i), c), times(power(times(b, b), i), c)); @/
      /@ assert second: congruent(times(c, power(times(b, b), i)), times(times(b, b), power(times(b, b), i))); @/
    }
  }
*/

/*@ requires canonical: canonical(a);
    assigns \nothing;
    ensures power: residue(\result, power(a, exponent)); */
static inline uint64_t field_power(uint64_t a, uint64_t exponent) {
  uint64_t result = 1;
  /*@ assert multiples: multiple(0) == 0; */
  /*@ loop invariant canonical: canonical(a) && canonical(result);
      loop invariant power: congruent(times(result, power(a, exponent)), power(\at(a, Pre), \at(exponent, Pre)));
      loop assigns a, exponent, result;
      loop variant exponent; */
  while (exponent != 0) {
    uint64_t half = exponent / 2, square = field_mul(a, a);
    //@ ghost uint64_t before = result;
    /*@ assert square: congruent(square, times(a, a)); */
    //@ ghost power_square(a, half);
    //@ ghost power_congruent(square, a, half);
    /*@ assert even: exponent == 2 * half ==> power(a, exponent) == power(times(a, a), half); */
    /*@ assert one: exponent == 2 * half + 1 ==> power(a, exponent) == times(a, power(a, 2 * half)); */
    /*@ assert odd: exponent == 2 * half + 1 ==> power(a, exponent) == times(a, power(times(a, a), half)); */
    if (exponent % 2 != 0) {
      result = field_mul(result, a);
      /*@ assert product: congruent(result, times(before, a)); */
      /*@ assert times: congruent(times(result, power(square, half)), times(times(before, a), power(square, half))); */
      /*@ assert turned: congruent(times(power(square, half), times(before, a)),
            times(power(times(a, a), half), times(before, a))); */
      /*@ assert whole: times(power(times(a, a), half), times(before, a)) ==
            times(before, times(a, power(times(a, a), half))); */
    }
    /*@ assert same: exponent == 2 * half ==>
          congruent(times(power(square, half), result), times(power(times(a, a), half), result)); */
    /*@ assert step: congruent(times(result, power(square, half)), times(before, power(a, exponent))); */
    a = square;
    exponent = half;
  }
  return result;
}

/* By Euclid's algorithm on (p, a), half the time of Fermat's a^(p-2).  Modulo p,
 * s = u a and r = -t a, or both with the other sign if `negative`, and
 * s t + r u = p bounds t and u.  Since p is prime it ends with s = 1.  The
 * inverse of 0 is 0, which callers test for first. */
/*@ requires canonical: canonical(a);
    assigns \nothing;
    ensures zero: a == 0 ==> \result == 0;
    ensures canonical: canonical(\result);
    ensures inverse: \result != 0 ==> residue(1, \result * a);
    ensures every: prime(FIELD_P) && a != 0 ==> \result != 0; */
static inline uint64_t field_inverse(uint64_t a) {
  uint64_t r = FIELD_P, s = a, t = 0, u = 1;
  bool negative = false;
  /*@ assert multiples: multiple(0) == 0 && multiple(-1) == -2305843009213693951; */
  /*@ assert start: times(s, 0) == 0 && times(r, 1) == r && times(1, a) == a && times(0, a) == 0; */
  /*@ assert zero_of_p: congruent(2305843009213693951, 0); */
  /*@ loop invariant range: 0 <= s < r <= 2305843009213693951 && 0 <= t && 1 <= u;
      loop invariant whole: times(s, t) + times(r, u) == 2305843009213693951;
      loop invariant bound: u <= 2305843009213693951 && t <= 2305843009213693951;
      loop invariant above: !negative ==> congruent(s, times(u, a)) && congruent(r, -times(t, a));
      loop invariant below: negative ==> congruent(s, -times(u, a)) && congruent(r, times(t, a));
      loop invariant proper: a != 0 ==> r > 1 && (s == 0 ==> r < 2305843009213693951);
      loop invariant none: a == 0 ==> s == 0;
      loop assigns r, s, t, u, negative;
      loop variant s; */
  while (s > 1) {
    uint64_t quotient = r / s, rest = r % s;
    /*@ assert rest: 0 <= rest < s && 1 <= quotient; */
    /*@ assert division: r == times(quotient, s) + rest; */
    /*@ assert in_r: times(r, u) == times(times(quotient, s), u) + times(rest, u); */
    /*@ assert in_s: times(s, t + times(quotient, u)) == times(s, t) + times(s, times(quotient, u)); */
    /*@ assert both: times(s, times(quotient, u)) == times(times(quotient, s), u); */
    /*@ assert sum: times(rest, u) + times(s, t + times(quotient, u)) == 2305843009213693951; */
    /*@ assert positive: 0 <= times(rest, u) && u <= times(quotient, u); */
    /*@ assert more: t + times(quotient, u) <= times(s, t + times(quotient, u)); */
    uint64_t next = t + quotient * u;
    /*@ assert next: next == t + times(quotient, u); */
    /*@ assert shared: times(next, a) == times(t, a) + times(times(quotient, u), a); */
    /*@ assert turn: times(times(quotient, u), a) == times(times(u, a), quotient); */
    /*@ assert grown: times(next, a) == times(t, a) + times(times(u, a), quotient); */
    /*@ assert scaled: r - times(s, quotient) == rest; */
    /*@ assert turned: times(-times(u, a), quotient) == -times(times(u, a), quotient); */
    /*@ assert times_above: !negative ==> congruent(times(s, quotient), times(times(u, a), quotient)); */
    /*@ assert times_below: negative ==> congruent(times(s, quotient), times(-times(u, a), quotient)); */
    /*@ assert less_above: !negative ==>
          congruent(r - times(s, quotient), -times(t, a) - times(times(u, a), quotient)); */
    /*@ assert less_below: negative ==>
          congruent(r - times(s, quotient), times(t, a) - times(-times(u, a), quotient)); */
    /*@ assert rest_above: !negative ==> congruent(rest, -times(t, a) - times(times(u, a), quotient)); */
    /*@ assert rest_below: negative ==> congruent(rest, times(t, a) - times(-times(u, a), quotient)); */
    r = s;
    s = rest;
    t = u;
    u = next;
    negative = !negative;
  }
  /*@ assert none: times(0, t) == 0 && times(r, 1) == r; */
  /*@ assert no_divisor: prime(FIELD_P) && a != 0 ==> s != 0; */
  if (s == 0) return 0;
  /*@ assert once_less: times(r, u) == times(r - 1, u) + times(1, u); */
  /*@ assert small: 2 * u <= times(r, u) && 0 <= times(s, t); */
  uint64_t answer = negative ? FIELD_P - u : u;
  /*@ assert opposite: negative ==> times(answer, a) == -times(u, a) + multiple(a); */
  /*@ assert last_above: !negative ==> congruent(1, times(answer, a)); */
  /*@ assert last_below: negative ==> congruent(1, -times(u, a) + multiple(a)); */
  /*@ assert last: congruent(1, times(answer, a)); */
  return answer;
}

#endif
