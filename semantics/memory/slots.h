/* The index of a table: slots that name its entries, 0 for none.  A search begins
 * where the entry's hash says and goes on, around the end, to the first free slot. */
#ifndef ADJUDGE_MEMORY_SLOTS_H
#define ADJUDGE_MEMORY_SLOTS_H

#include <stdint.h>

/* A free slot, for proofs: there is one if not all are taken. */
/*@ ghost
  /@ requires slots: \valid_read(slots + (0 .. count - 1));
     requires free: slots_occupied(slots, count) < count;
     assigns \nothing;
     ensures range: \result < count;
     ensures free: slots[\result] == 0; @/
  static uint32_t slots_some_free(const uint32_t *slots, uint32_t count) {
    uint32_t q = 0;
    /@ loop invariant range: 0 <= q <= count;
       loop invariant full: slots_occupied(slots, q) == q;
       loop assigns q;
       loop variant count - q; @/
    while (q < count && slots[q] != 0) q++;
    return q;
  }
*/

/* The slot after s. */
/*@ requires range: s < count;
    assigns \nothing;
    ensures range: \result < count;
    ensures next: \result == (s + 1 == count ? 0 : s + 1); */
static inline uint32_t slots_next(uint32_t s, uint32_t count) { return s + 1 == count ? 0 : s + 1; }

/* Frees all slots. */
/*@ requires slots: \valid(slots + (0 .. count - 1));
    assigns slots[0 .. count - 1];
    ensures zero: \forall integer t; 0 <= t < count ==> slots[t] == 0;
    ensures occupied: slots_occupied(slots, count) == 0; */
static inline void slots_clear(uint32_t *slots, uint32_t count) {
  /*@ loop invariant range: 0 <= s <= count;
      loop invariant zero: \forall integer t; 0 <= t < s ==> slots[t] == 0;
      loop assigns s, slots[0 .. count - 1];
      loop variant count - s; */
  for (uint32_t s = 0; s < count; s++) slots[s] = 0;
  /*@ ghost
    /@ loop invariant range: 0 <= q <= count;
       loop invariant occupied: slots_occupied(slots, q) == 0;
       loop assigns q;
       loop variant count - q; @/
    for (uint32_t q = 0; q < count; q++) {
    }
  */
}

/* The free slot at which a search from `start` ends. */
/*@ requires slots: \valid_read(slots + (0 .. count - 1));
    requires start: start < count;
    requires free: slots_occupied(slots, count) < count;
    assigns \nothing;
    ensures range: \result < count;
    ensures free: slots[\result] == 0;
    ensures passed: slots_passed(slots, count, start, \result); */
static inline uint32_t slots_end(const uint32_t *slots, uint32_t count, uint32_t start) {
  uint32_t s = start;
  //@ ghost uint32_t k = 0, last = slots_some_free(slots, count);
  /*@ loop invariant range: 0 <= s < count && 0 <= k <= slots_steps(start, last, count);
      loop invariant steps: s == (start + k < count ? start + k : start + k - count);
      loop invariant passed: slots_passed(slots, count, start, s);
      loop assigns s, k;
      loop variant slots_steps(start, last, count) - k; */
  while (slots[s] != 0) {
    //@ ghost k++;
    s = slots_next(s, count);
  }
  return s;
}

/* Names an entry at a free slot. */
/*@ requires slots: \valid(slots + (0 .. count - 1));
    requires free: s < count && slots[s] == 0;
    requires id: id != 0;
    assigns slots[s];
    ensures named: slots[s] == id;
    ensures others: \forall integer t; 0 <= t < count && t != s ==> slots[t] == \at(slots[t], Pre);
    ensures occupied: slots_occupied(slots, count) == slots_occupied{Pre}(slots, count) + 1; */
static inline void slots_take(uint32_t *slots, uint32_t s, uint32_t id) /*@ ghost (uint32_t count) */
{
  slots[s] = id;
  /*@ ghost
    /@ loop invariant range: 0 <= q <= count;
       loop invariant occupied: slots_occupied(slots, q) == slots_occupied{Pre}(slots, q) + (q > s ? 1 : 0);
       loop assigns q;
       loop variant count - q; @/
    for (uint32_t q = 0; q < count; q++) {
      /@ assert next_pre: slots_occupied{Pre}(slots, q + 1) == slots_occupied{Pre}(slots, q) +
           (\at(slots[\at(q, Here)], Pre) == 0 ? 0 : 1); @/
    }
  */
}

#endif
