/* T-SPARSE: sums of finite maps in normal form, and the laws that follow for the arrays. */
// clang-format off
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/memory/arena_state.h"
#include "proofs/logic/arena.acsl"
#include "semantics/chad/monoid/monoid.h"
#include "proofs/logic/maps.acsl"
#include "semantics/chad/monoid/merge.c"
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

/* merge_maps, and that it leaves the maps p, q and r as they were, which its image does not overlap. */
/*@ requires size: na + nb <= 4294967295;
    requires read: \valid_read(a + (0 .. 2 * na - 1)) && \valid_read(b + (0 .. 2 * nb - 1));
    requires write: \valid(c + (0 .. 2 * (na + nb) - 1)) && \valid(count);
    requires apart: \separated(c + (0 .. 2 * (na + nb) - 1), a + (0 .. 2 * na - 1)) &&
      \separated(c + (0 .. 2 * (na + nb) - 1), b + (0 .. 2 * nb - 1));
    requires normal: normal(a, na, type.id) && normal(b, nb, type.id);
    requires others: \separated(c + (0 .. 2 * (na + nb) - 1), p + (0 .. 2 * np - 1)) &&
      \separated(c + (0 .. 2 * (na + nb) - 1), q + (0 .. 2 * nq - 1)) &&
      \separated(c + (0 .. 2 * (na + nb) - 1), r + (0 .. 2 * nr - 1));
    assigns c[0 .. 2 * (na + nb) - 1], *count, monoid_state;
    ensures normal: \result == STATUS_OK ==> 0 <= *count <= na + nb && normal(c, *count, type.id);
    ensures sum: \result == STATUS_OK ==>
      \forall real g; denoted(c, *count, g) == madd(denoted{Pre}(a, na, g), denoted{Pre}(b, nb, g));
    ensures kept: map_kept{Pre, Here}(p, np) && map_kept{Pre, Here}(q, nq) && map_kept{Pre, Here}(r, nr); */
static Status merge_beside(Machine *machine, TypeId type, Entries a, uint32_t na, Entries b, uint32_t nb,
                           const MonoidElement **c, uint32_t *count, Entries p, uint32_t np, Entries q, uint32_t nq,
                           Entries r, uint32_t nr) {
  Status status = merge_maps(machine, type, a, na, b, nb, c, count);
  /*@ assert entries: entries_kept{Pre, Here}(p, np) && entries_kept{Pre, Here}(q, nq) &&
        entries_kept{Pre, Here}(r, nr); */
  /*@ loop invariant range: 0 <= i;
      loop invariant map: \forall real g; (i <= np ==> denoted(p, i, g) == denoted{Pre}(p, i, g)) &&
        (i <= nq ==> denoted(q, i, g) == denoted{Pre}(q, i, g)) &&
        (i <= nr ==> denoted(r, i, g) == denoted{Pre}(r, i, g));
      loop invariant whole: (np <= i ==> map_kept{Pre, Here}(p, np)) && (nq <= i ==> map_kept{Pre, Here}(q, nq)) &&
        (nr <= i ==> map_kept{Pre, Here}(r, nr));
      loop assigns i;
      loop variant (np > nq ? np > nr ? np : nr : nq > nr ? nq : nr) - i; */
  for (uint32_t i = 0; i < np || i < nq || i < nr; i++) {
    /*@ assert here: \forall real g;
          (i < np ==> denoted(p, i + 1, g) == madd(denoted(p, i, g), single(key(p, i), g, part(p, i)))) &&
          (i < nq ==> denoted(q, i + 1, g) == madd(denoted(q, i, g), single(key(q, i), g, part(q, i)))) &&
          (i < nr ==> denoted(r, i + 1, g) == madd(denoted(r, i, g), single(key(r, i), g, part(r, i)))); */
    /*@ assert there: \forall real g;
          (i < np ==> denoted{Pre}(p, i + 1, g) ==
             madd(denoted{Pre}(p, i, g), single(key{Pre}(p, i), g, part{Pre}(p, i)))) &&
          (i < nq ==> denoted{Pre}(q, i + 1, g) ==
             madd(denoted{Pre}(q, i, g), single(key{Pre}(q, i), g, part{Pre}(q, i)))) &&
          (i < nr ==> denoted{Pre}(r, i + 1, g) ==
             madd(denoted{Pre}(r, i, g), single(key{Pre}(r, i), g, part{Pre}(r, i)))); */
  }
  return status;
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
    requires normal: normal(a, na, type.id) && normal(b, nb, type.id);
    requires decided: decided(type.id);
    ensures count: \result == STATUS_OK ==> *nc == *nd;
    ensures entries: \result == STATUS_OK ==>
      \forall integer i; 0 <= i < *nc ==> key(c, i) == key(d, i) && part(c, i) == part(d, i); */
static Status law_commutative(Machine *machine, TypeId type, Entries a, uint32_t na, Entries b, uint32_t nb,
                              const MonoidElement **c, uint32_t *nc, const MonoidElement **d, uint32_t *nd) {
  Status status = merge_beside(machine, type, a, na, b, nb, c, nc, a, na, b, nb, a, na);
  if (status != STATUS_OK) return status;
  status = merge_beside(machine, type, b, nb, a, na, d, nd, c, *nc, a, na, a, na);
  if (status != STATUS_OK) return status;
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
    requires normal: normal(a, na, type.id) && normal(b, nb, type.id) && normal(c, nc, type.id);
    requires decided: decided(type.id);
    ensures count: \result == STATUS_OK ==> *nl == *nr;
    ensures entries: \result == STATUS_OK ==>
      \forall integer i; 0 <= i < *nl ==> key(l, i) == key(r, i) && part(l, i) == part(r, i); */
static Status law_associative(Machine *machine, TypeId type, Entries a, uint32_t na, Entries b, uint32_t nb, Entries c,
                              uint32_t nc, const MonoidElement **s, const MonoidElement **l, uint32_t *nl,
                              const MonoidElement **t, const MonoidElement **r, uint32_t *nr) {
  uint32_t ns, nt;
  Status status = merge_beside(machine, type, a, na, b, nb, s, &ns, a, na, b, nb, c, nc);
  if (status != STATUS_OK) return status;
  status = merge_beside(machine, type, s, ns, c, nc, l, nl, a, na, b, nb, c, nc);
  if (status != STATUS_OK) return status;
  status = merge_beside(machine, type, b, nb, c, nc, t, &nt, a, na, l, *nl, a, na);
  if (status != STATUS_OK) return status;
  status = merge_beside(machine, type, a, na, t, nt, r, nr, l, *nl, a, na, a, na);
  if (status != STATUS_OK) return status;
  /*@ assert same: \forall real g; denoted(l, *nl, g) == denoted(r, *nr, g); */
  law_unique(l, *nl, r, *nr);
  return STATUS_OK;
}
