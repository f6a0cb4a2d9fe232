#include "semantics/chad/monoid/merge.h"

/* Writes an entry after the first n, and answers n + 1. */
/*@ requires write: \valid(p + (0 .. 2 * n + 1));
    requires size: n < 4294967295;
    requires last: below(p, n, rank(key));
    requires sorted: ascending(p, n);
    assigns p[2 * n .. 2 * n + 1];
    ensures next: \result == n + 1;
    ensures kept: entries_kept{Pre, Here}(p, n);
    ensures entry: key(p, n) == rank(key) && part(p, n) == meaning(item);
    ensures sorted: ascending(p, n + 1);
    ensures sum: \forall real g;
      denoted(p, n + 1, g) == madd(denoted{Pre}(p, n, g), single(rank(key), g, meaning(item))); */
static inline uint32_t merge_entry(const MonoidElement **p, uint32_t n, const MonoidElement *key,
                                   const MonoidElement *item) {
  size_t place = 2 * (size_t)n;
  p[place] = key;
  p[place + 1] = item;
  /*@ assert keys: \forall integer i; 0 <= i < n ==> key{Pre}(p, i) == key(p, i); */
  /*@ assert items: \forall integer i; 0 <= i < n ==> part{Pre}(p, i) == part(p, i); */
  /*@ ghost
    /@ loop invariant range: 0 <= q <= n;
       loop invariant same: \forall real g; denoted(p, q, g) == denoted{Pre}(p, q, g);
       loop assigns q;
       loop variant n - q; @/
    for (uint32_t q = 0; q < n; q++) {
      /@ assert key: key(p, q) == key{Pre}(p, q) && part(p, q) == part{Pre}(p, q); @/
      /@ assert here: \forall real g; denoted(p, q + 1, g) ==
           madd(denoted(p, q, g), single(key(p, q), g, part(p, q))); @/
      /@ assert there: \forall real g; denoted{Pre}(p, q + 1, g) ==
           madd(denoted{Pre}(p, q, g), single(key(p, q), g, part(p, q))); @/
    }
  */
  return n + 1;
}

/* Which map has the lower key: a (-1), both (0) or b (1); a map that is spent has none. */
/*@ requires left: \valid_read(a + (0 .. 2 * na - 1));
    requires right: \valid_read(b + (0 .. 2 * nb - 1));
    requires range: 0 <= i <= na && 0 <= j <= nb && (i < na || j < nb);
    requires write: \valid(order);
    assigns *order, monoid_state;
    ensures from_a: \result == STATUS_OK && *order <= 0 ==> i < na;
    ensures from_b: \result == STATUS_OK && *order >= 0 ==> j < nb;
    ensures above_a: \result == STATUS_OK && *order < 0 && j < nb ==> key(a, i) < key(b, j);
    ensures above_b: \result == STATUS_OK && *order > 0 && i < na ==> key(b, j) < key(a, i);
    ensures equal: \result == STATUS_OK && *order == 0 ==> key(a, i) == key(b, j); */
static inline Status merge_order(Machine *machine, const MonoidElement *const *a, uint32_t na, uint32_t i,
                                 const MonoidElement *const *b, uint32_t nb, uint32_t j, int *order) {
  *order = i < na ? -1 : 1;
  if (i == na || j == nb) return STATUS_OK;
  return element_compare(machine, a[2 * (size_t)i], b[2 * (size_t)j], order);
}

/* The element at the lower key, or the sum of both. */
/*@ requires left: order <= 0 ==> \valid_read(a + (2 * i .. 2 * i + 1));
    requires right: order >= 0 ==> \valid_read(b + (2 * j .. 2 * j + 1));
    requires write: \valid(item) && \valid(zero) && \separated(item, zero);
    requires apart: \separated(item, a + (2 * i .. 2 * i + 1)) && \separated(item, b + (2 * j .. 2 * j + 1));
    requires no_zero: decided(type.id) ==>
      (order <= 0 ==> part(a, i) != mzero) && (order >= 0 ==> part(b, j) != mzero);
    assigns *item, *zero, monoid_state;
    ensures left: \result == STATUS_OK && order < 0 ==> meaning(*item) == part{Pre}(a, i);
    ensures right: \result == STATUS_OK && order > 0 ==> meaning(*item) == part{Pre}(b, j);
    ensures sum: \result == STATUS_OK && order == 0 ==> meaning(*item) == madd(part{Pre}(a, i), part{Pre}(b, j));
    ensures zero: \result == STATUS_OK && *zero ==> meaning(*item) == mzero;
    ensures no_zero: \result == STATUS_OK && !*zero && decided(type.id) ==> meaning(*item) != mzero; */
static inline Status merge_item(Machine *machine, TypeId type, int order, const MonoidElement *const *a, uint32_t i,
                                const MonoidElement *const *b, uint32_t j, const MonoidElement **item, bool *zero) {
  *zero = false;
  if (order == 0) return element_sum(machine, type, a[2 * (size_t)i + 1], b[2 * (size_t)j + 1], item, zero);
  *item = order < 0 ? a[2 * (size_t)i + 1] : b[2 * (size_t)j + 1];
  return STATUS_OK;
}

Status merge_maps(Machine *machine, TypeId type, const MonoidElement *const *a, uint32_t na,
                  const MonoidElement *const *b, uint32_t nb, const MonoidElement **c, uint32_t *count) {
  uint32_t i = 0, j = 0, n = 0;
  /*@ loop invariant range: 0 <= i <= na && 0 <= j <= nb && 0 <= n <= i + j;
      loop invariant sorted: ascending(c, n);
      loop invariant no_zero: decided(type.id) ==> without_zero(c, n);
      loop invariant below: (i < na ==> below(c, n, key{Pre}(a, i))) && (j < nb ==> below(c, n, key{Pre}(b, j)));
      loop invariant kept: kept{Pre, Here}(a, 2 * na) && kept{Pre, Here}(b, 2 * nb);
      loop invariant sum: \forall real g; denoted(c, n, g) == madd(denoted{Pre}(a, i, g), denoted{Pre}(b, j, g));
      loop assigns i, j, n, c[0 .. 2 * (na + nb) - 1], monoid_state;
      loop variant na + nb - i - j; */
  while (i < na || j < nb) {
    int order;
    Status status = merge_order(machine, a, na, i, b, nb, j, &order);
    if (status != STATUS_OK) return status;
    /*@ assert lower: (order <= 0 ==> key(a, i) == key{Pre}(a, i) && part(a, i) == part{Pre}(a, i)) &&
          (order >= 0 ==> key(b, j) == key{Pre}(b, j) && part(b, j) == part{Pre}(b, j)); */
    const MonoidElement *key = order <= 0 ? a[2 * (size_t)i] : b[2 * (size_t)j];
    /*@ assert key: (order <= 0 ==> rank(key) == key{Pre}(a, i)) && (order >= 0 ==> rank(key) == key{Pre}(b, j)); */
    /*@ assert last: below(c, n, rank(key)); */
    bool zero;
    const MonoidElement *item;
    status = merge_item(machine, type, order, a, i, b, j, &item, &zero);
    if (status != STATUS_OK) return status;
    /*@ assert next: \forall real g;
          (i < na ==> denoted{Pre}(a, i + 1, g) ==
             madd(denoted{Pre}(a, i, g), single(key{Pre}(a, i), g, part{Pre}(a, i)))) &&
          (j < nb ==> denoted{Pre}(b, j + 1, g) ==
             madd(denoted{Pre}(b, j, g), single(key{Pre}(b, j), g, part{Pre}(b, j)))); */
    if (order <= 0) i++;
    if (order >= 0) j++;
    /*@ assert sum: \forall real g; madd(denoted(c, n, g), single(rank(key), g, meaning(item))) ==
          madd(denoted{Pre}(a, i, g), denoted{Pre}(b, j, g)); */
    /*@ assert above: (i < na ==> rank(key) < key{Pre}(a, i)) && (j < nb ==> rank(key) < key{Pre}(b, j)); */
    if (!zero) n = merge_entry(c, n, key, item);
    /*@ assert dropped: zero ==> \forall real g; single(rank(key), g, meaning(item)) == mzero; */
  }
  *count = n;
  return STATUS_OK;
}
