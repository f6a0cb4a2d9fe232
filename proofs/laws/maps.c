/* T-SPARSE: sums of finite maps in normal form, and the laws that follow for the arrays. */
// clang-format off
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/core/arena_state.h"
#include "proofs/logic/arena.acsl"
#include "semantics/monoid/monoid.h"
#include "proofs/logic/maps.acsl"
#include "semantics/monoid/merge.c"
// clang-format on

typedef const MonoidElement *const *Entries;

/* A map has no value beyond its last key. */
/*@ assigns \nothing;
    ensures absent: \forall integer i, real g; 0 <= i <= n && below(p, i, g) ==> denoted(p, i, g) == mzero; */
static void absent(Entries p, uint32_t n) {
  /*@ loop invariant range: 0 <= q <= n;
      loop invariant absent: \forall integer i, real g; 0 <= i <= q && below(p, i, g) ==> denoted(p, i, g) == mzero;
      loop assigns q;
      loop variant n - q; */
  for (uint32_t q = 0; q < n; q++) {
    /*@ assert fewer: \forall real g; below(p, q + 1, g) ==> below(p, q, g) && key(p, q) != g; */
    /*@ assert next: \forall real g; below(p, q + 1, g) ==> denoted(p, q + 1, g) == mzero; */
  }
}

/* Uniqueness: maps in normal form that denote the same are the same array. */
/*@ requires sorted: ascending(p, n) && ascending(q, m);
    requires no_zero: without_zero(p, n) && without_zero(q, m);
    requires same: \forall real g; denoted(p, n, g) == denoted(q, m, g);
    assigns \nothing;
    ensures count: n == m;
    ensures entries: \forall integer i; 0 <= i < n ==> key(p, i) == key(q, i) && part(p, i) == part(q, i); */
static void law_unique(Entries p, uint32_t n, Entries q, uint32_t m) {
  uint32_t i = n, j = m;
  absent(p, n);
  absent(q, m);
  /*@ loop invariant range: 0 <= i <= n && 0 <= j <= m && n - i == m - j;
      loop invariant same: \forall real g; denoted(p, i, g) == denoted(q, j, g);
      loop invariant keys: \forall integer h; i <= h < n ==> key(p, h) == key(q, h + m - n);
      loop invariant parts: \forall integer h; i <= h < n ==> part(p, h) == part(q, h + m - n);
      loop assigns i, j;
      loop variant i; */
  while (i > 0 && j > 0) {
    i--;
    j--;
    /*@ assert p_next: \forall real g;
          denoted(p, i + 1, g) == madd(denoted(p, i, g), single(key(p, i), g, part(p, i))); */
    /*@ assert q_next: \forall real g;
          denoted(q, j + 1, g) == madd(denoted(q, j, g), single(key(q, j), g, part(q, j))); */
    /*@ assert p_last: below(p, i, key(p, i)) && denoted(p, i + 1, key(p, i)) == part(p, i); */
    /*@ assert q_last: below(q, j, key(q, j)) && denoted(q, j + 1, key(q, j)) == part(q, j); */
    /*@ assert not_above: key(p, i) > key(q, j) ==> below(q, j + 1, key(p, i)); */
    /*@ assert not_below: key(p, i) < key(q, j) ==> below(p, i + 1, key(q, j)); */
    /*@ assert key: key(p, i) == key(q, j); */
    /*@ assert part: part(p, i) == part(q, j); */
    /*@ assert at_key: denoted(p, i, key(p, i)) == denoted(q, j, key(p, i)); */
    /*@ assert elsewhere: \forall real g; g != key(p, i) ==> denoted(p, i, g) == denoted(q, j, g); */
  }
  /*@ assert rest_p: i > 0 ==> denoted(p, i, key(p, i - 1)) == part(p, i - 1); */
  /*@ assert rest_q: j > 0 ==> denoted(q, j, key(q, j - 1)) == part(q, j - 1); */
}

/* a + b and b + a are one array. */
/*@ requires size: na + nb <= 4294967295;
    requires read: \valid_read(a + (0 .. 2 * na - 1)) && \valid_read(b + (0 .. 2 * nb - 1));
    requires write: \valid(c + (0 .. 2 * (na + nb) - 1)) && \valid(d + (0 .. 2 * (na + nb) - 1));
    requires counts: \valid(nc) && \valid(nd) && \separated(nc, nd);
    requires apart: \separated(c + (0 .. 2 * (na + nb) - 1), d + (0 .. 2 * (na + nb) - 1));
    requires apart_a: \separated(c + (0 .. 2 * (na + nb) - 1), a + (0 .. 2 * na - 1)) &&
      \separated(d + (0 .. 2 * (na + nb) - 1), a + (0 .. 2 * na - 1));
    requires apart_b: \separated(c + (0 .. 2 * (na + nb) - 1), b + (0 .. 2 * nb - 1)) &&
      \separated(d + (0 .. 2 * (na + nb) - 1), b + (0 .. 2 * nb - 1));
    requires normal_a: ascending(a, na) && without_zero(a, na);
    requires normal_b: ascending(b, nb) && without_zero(b, nb);
    requires decided: decided(type.id);
    ensures count: \result == STATUS_OK ==> *nc == *nd;
    ensures entries: \result == STATUS_OK ==>
      \forall integer i; 0 <= i < *nc ==> key(c, i) == key(d, i) && part(c, i) == part(d, i); */
static Status law_commutative(Machine *machine, TypeId type, Entries a, uint32_t na, Entries b, uint32_t nb,
                              const MonoidElement **c, uint32_t *nc, const MonoidElement **d, uint32_t *nd) {
  Status status = merge_maps(machine, type, a, na, b, nb, c, nc);
  if (status != STATUS_OK) return status;
  //@ ghost First: ;
  /*@ assert kept_a: entries_kept{Pre, Here}(a, na); */
  /*@ assert kept_b: entries_kept{Pre, Here}(b, nb); */
  /*@ loop invariant range: 0 <= q <= na;
      loop invariant map: \forall real g; denoted(a, q, g) == denoted{Pre}(a, q, g);
      loop assigns q;
      loop variant na - q; */
  for (uint32_t q = 0; q < na; q++) {
    /*@ assert entry: key(a, q) == key{Pre}(a, q) && part(a, q) == part{Pre}(a, q); */
    /*@ assert here: \forall real g; denoted(a, q + 1, g) ==
          madd(denoted(a, q, g), single(key(a, q), g, part(a, q))); */
    /*@ assert there: \forall real g; denoted{Pre}(a, q + 1, g) ==
          madd(denoted{Pre}(a, q, g), single(key(a, q), g, part(a, q))); */
  }
  /*@ loop invariant range: 0 <= q <= nb;
      loop invariant map: \forall real g; denoted(b, q, g) == denoted{Pre}(b, q, g);
      loop assigns q;
      loop variant nb - q; */
  for (uint32_t q = 0; q < nb; q++) {
    /*@ assert entry: key(b, q) == key{Pre}(b, q) && part(b, q) == part{Pre}(b, q); */
    /*@ assert here: \forall real g; denoted(b, q + 1, g) ==
          madd(denoted(b, q, g), single(key(b, q), g, part(b, q))); */
    /*@ assert there: \forall real g; denoted{Pre}(b, q + 1, g) ==
          madd(denoted{Pre}(b, q, g), single(key(b, q), g, part(b, q))); */
  }
  status = merge_maps(machine, type, b, nb, a, na, d, nd);
  if (status != STATUS_OK) return status;
  /*@ assert count: *nc == \at(*nc, First); */
  /*@ assert kept_c: entries_kept{First, Here}(c, *nc); */
  /*@ loop invariant range: 0 <= q <= *nc;
      loop invariant map: \forall real g; denoted(c, q, g) == denoted{First}(c, q, g);
      loop assigns q;
      loop variant *nc - q; */
  for (uint32_t q = 0; q < *nc; q++) {
    /*@ assert entry: key(c, q) == key{First}(c, q) && part(c, q) == part{First}(c, q); */
    /*@ assert here: \forall real g; denoted(c, q + 1, g) ==
          madd(denoted(c, q, g), single(key(c, q), g, part(c, q))); */
    /*@ assert there: \forall real g; denoted{First}(c, q + 1, g) ==
          madd(denoted{First}(c, q, g), single(key(c, q), g, part(c, q))); */
  }
  /*@ assert same: \forall real g; denoted(c, *nc, g) == denoted(d, *nd, g); */
  law_unique(c, *nc, d, *nd);
  return STATUS_OK;
}

/* (a + b) + c and a + (b + c) are one array. */
/*@ requires size: na + nb + nc <= 4294967295;
    requires read: \valid_read(a + (0 .. 2 * na - 1)) && \valid_read(b + (0 .. 2 * nb - 1)) &&
      \valid_read(c + (0 .. 2 * nc - 1));
    requires write: \valid(s + (0 .. 2 * (na + nb) - 1)) && \valid(l + (0 .. 2 * (na + nb + nc) - 1)) &&
      \valid(t + (0 .. 2 * (nb + nc) - 1)) && \valid(r + (0 .. 2 * (na + nb + nc) - 1));
    requires counts: \valid(nl) && \valid(nr) && \separated(nl, nr);
    requires apart: \separated(s + (0 .. 2 * (na + nb) - 1), l + (0 .. 2 * (na + nb + nc) - 1),
      t + (0 .. 2 * (nb + nc) - 1), r + (0 .. 2 * (na + nb + nc) - 1));
    requires apart_a: \separated(s + (0 .. 2 * (na + nb) - 1), a + (0 .. 2 * na - 1)) &&
      \separated(l + (0 .. 2 * (na + nb + nc) - 1), a + (0 .. 2 * na - 1)) &&
      \separated(t + (0 .. 2 * (nb + nc) - 1), a + (0 .. 2 * na - 1)) &&
      \separated(r + (0 .. 2 * (na + nb + nc) - 1), a + (0 .. 2 * na - 1));
    requires apart_b: \separated(s + (0 .. 2 * (na + nb) - 1), b + (0 .. 2 * nb - 1)) &&
      \separated(l + (0 .. 2 * (na + nb + nc) - 1), b + (0 .. 2 * nb - 1)) &&
      \separated(t + (0 .. 2 * (nb + nc) - 1), b + (0 .. 2 * nb - 1));
    requires apart_c: \separated(s + (0 .. 2 * (na + nb) - 1), c + (0 .. 2 * nc - 1)) &&
      \separated(l + (0 .. 2 * (na + nb + nc) - 1), c + (0 .. 2 * nc - 1)) &&
      \separated(t + (0 .. 2 * (nb + nc) - 1), c + (0 .. 2 * nc - 1));
    requires normal_a: ascending(a, na) && without_zero(a, na);
    requires normal_b: ascending(b, nb) && without_zero(b, nb);
    requires normal_c: ascending(c, nc) && without_zero(c, nc);
    requires decided: decided(type.id);
    ensures count: \result == STATUS_OK ==> *nl == *nr;
    ensures entries: \result == STATUS_OK ==>
      \forall integer i; 0 <= i < *nl ==> key(l, i) == key(r, i) && part(l, i) == part(r, i); */
static Status law_associative(Machine *machine, TypeId type, Entries a, uint32_t na, Entries b, uint32_t nb, Entries c,
                              uint32_t nc, const MonoidElement **s, const MonoidElement **l, uint32_t *nl,
                              const MonoidElement **t, const MonoidElement **r, uint32_t *nr) {
  uint32_t ns, nt;
  Status status = merge_maps(machine, type, a, na, b, nb, s, &ns);
  if (status != STATUS_OK) return status;
  /*@ assert kept_c: entries_kept{Pre, Here}(c, nc); */
  /*@ loop invariant range: 0 <= q <= nc;
      loop invariant map: \forall real g; denoted(c, q, g) == denoted{Pre}(c, q, g);
      loop assigns q;
      loop variant nc - q; */
  for (uint32_t q = 0; q < nc; q++) {
    /*@ assert entry: key(c, q) == key{Pre}(c, q) && part(c, q) == part{Pre}(c, q); */
    /*@ assert here: \forall real g; denoted(c, q + 1, g) ==
          madd(denoted(c, q, g), single(key(c, q), g, part(c, q))); */
    /*@ assert there: \forall real g; denoted{Pre}(c, q + 1, g) ==
          madd(denoted{Pre}(c, q, g), single(key(c, q), g, part(c, q))); */
  }
  status = merge_maps(machine, type, s, ns, c, nc, l, nl);
  if (status != STATUS_OK) return status;
  //@ ghost Left: ;
  /*@ assert left: \forall real g; denoted(l, *nl, g) ==
        madd(madd(denoted{Pre}(a, na, g), denoted{Pre}(b, nb, g)), denoted{Pre}(c, nc, g)); */
  /*@ assert kept_b: entries_kept{Pre, Here}(b, nb); */
  /*@ loop invariant range: 0 <= q <= nb;
      loop invariant map: \forall real g; denoted(b, q, g) == denoted{Pre}(b, q, g);
      loop assigns q;
      loop variant nb - q; */
  for (uint32_t q = 0; q < nb; q++) {
    /*@ assert entry: key(b, q) == key{Pre}(b, q) && part(b, q) == part{Pre}(b, q); */
    /*@ assert here: \forall real g; denoted(b, q + 1, g) ==
          madd(denoted(b, q, g), single(key(b, q), g, part(b, q))); */
    /*@ assert there: \forall real g; denoted{Pre}(b, q + 1, g) ==
          madd(denoted{Pre}(b, q, g), single(key(b, q), g, part(b, q))); */
  }
  /*@ assert kept_c_again: entries_kept{Pre, Here}(c, nc); */
  /*@ loop invariant range: 0 <= q <= nc;
      loop invariant map: \forall real g; denoted(c, q, g) == denoted{Pre}(c, q, g);
      loop assigns q;
      loop variant nc - q; */
  for (uint32_t q = 0; q < nc; q++) {
    /*@ assert entry: key(c, q) == key{Pre}(c, q) && part(c, q) == part{Pre}(c, q); */
    /*@ assert here: \forall real g; denoted(c, q + 1, g) ==
          madd(denoted(c, q, g), single(key(c, q), g, part(c, q))); */
    /*@ assert there: \forall real g; denoted{Pre}(c, q + 1, g) ==
          madd(denoted{Pre}(c, q, g), single(key(c, q), g, part(c, q))); */
  }
  status = merge_maps(machine, type, b, nb, c, nc, t, &nt);
  if (status != STATUS_OK) return status;
  /*@ assert kept_a: entries_kept{Pre, Here}(a, na); */
  /*@ loop invariant range: 0 <= q <= na;
      loop invariant map: \forall real g; denoted(a, q, g) == denoted{Pre}(a, q, g);
      loop assigns q;
      loop variant na - q; */
  for (uint32_t q = 0; q < na; q++) {
    /*@ assert entry: key(a, q) == key{Pre}(a, q) && part(a, q) == part{Pre}(a, q); */
    /*@ assert here: \forall real g; denoted(a, q + 1, g) ==
          madd(denoted(a, q, g), single(key(a, q), g, part(a, q))); */
    /*@ assert there: \forall real g; denoted{Pre}(a, q + 1, g) ==
          madd(denoted{Pre}(a, q, g), single(key(a, q), g, part(a, q))); */
  }
  status = merge_maps(machine, type, a, na, t, nt, r, nr);
  if (status != STATUS_OK) return status;
  /*@ assert right: \forall real g; denoted(r, *nr, g) ==
        madd(denoted{Pre}(a, na, g), madd(denoted{Pre}(b, nb, g), denoted{Pre}(c, nc, g))); */
  /*@ assert count: *nl == \at(*nl, Left); */
  /*@ assert kept_l: entries_kept{Left, Here}(l, *nl); */
  /*@ loop invariant range: 0 <= q <= *nl;
      loop invariant map: \forall real g; denoted(l, q, g) == denoted{Left}(l, q, g);
      loop assigns q;
      loop variant *nl - q; */
  for (uint32_t q = 0; q < *nl; q++) {
    /*@ assert entry: key(l, q) == key{Left}(l, q) && part(l, q) == part{Left}(l, q); */
    /*@ assert here: \forall real g; denoted(l, q + 1, g) ==
          madd(denoted(l, q, g), single(key(l, q), g, part(l, q))); */
    /*@ assert there: \forall real g; denoted{Left}(l, q + 1, g) ==
          madd(denoted{Left}(l, q, g), single(key(l, q), g, part(l, q))); */
  }
  /*@ assert same: \forall real g; denoted(l, *nl, g) == denoted(r, *nr, g); */
  law_unique(l, *nl, r, *nr);
  return STATUS_OK;
}
