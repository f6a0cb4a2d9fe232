/* T-SPARSE, run: sums of all small finite maps, and the laws of proofs/laws/maps.c, in two monoids: residues modulo 3,
 * where sums are often 0, and a set with union, where none is. */
// clang-format off
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/maps.c"
#include "proofs/eacsl/campaign.h"
// clang-format on

#define KEYS 3
#define MOST 6

struct MonoidElement {
  int64_t rank;
  uint64_t meaning;
};

static MonoidElement keys[KEYS] = {{0, 0}, {1, 0}, {2, 0}};
static MonoidElement items[4] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}};
static bool unions;

int64_t campaign_rank(const MonoidElement *key) { return key->rank; }
uint64_t campaign_meaning(const MonoidElement *item) { return item->meaning; }
uint64_t campaign_sum(uint64_t a, uint64_t b) { return unions ? a | b : (a + b) % 3; }

Status element_compare(Machine *machine, const MonoidElement *a, const MonoidElement *b, int *order) {
  (void)machine;
  *order = a->rank < b->rank ? -1 : a->rank > b->rank ? 1 : 0;
  return STATUS_OK;
}

Status element_sum(Machine *machine, TypeId type, const MonoidElement *a, const MonoidElement *b,
                   const MonoidElement **sum, bool *zero) {
  (void)machine, (void)type;
  *sum = &items[campaign_sum(a->meaning, b->meaning)];
  *zero = (*sum)->meaning == 0;
  return STATUS_OK;
}

/* The map of this number: at each key nothing, 1, or 2 (or, of sets, {1}, or {2}). */
static uint32_t map(const MonoidElement **p, uint32_t number) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < KEYS; k++, number /= 3) {
    if (number % 3 == 0) continue;
    p[2 * n] = &keys[k];
    p[2 * n + 1] = &items[number % 3];
    n++;
  }
  return n;
}

static void sums(uint32_t first, uint32_t second, uint32_t third) {
  const MonoidElement *a[2 * KEYS], *b[2 * KEYS], *c[2 * KEYS];
  const MonoidElement *s[4 * KEYS], *l[6 * KEYS], *t[4 * KEYS], *r[6 * KEYS];
  const TypeId type = {1};
  uint32_t na = map(a, first), nb = map(b, second), nc = map(c, third), nl, nr;
  (void)law_commutative(NULL, type, a, na, b, nb, s, &nl, t, &nr);
  (void)law_associative(NULL, type, a, na, b, nb, c, nc, s, l, &nl, t, r, &nr);
}

static void forbidden(void) {
  const MonoidElement *a[4] = {&keys[1], &items[1], &keys[0], &items[1]}, *c[4];
  const TypeId type = {1};
  uint32_t n;
  (void)merge_maps(NULL, type, a, 2, a, 0, c, &n); /* keys that are not sorted */
}

int main(int arguments, char **argument) {
  (void)argument;
  if (arguments > 1) forbidden();
  for (int set = 0; set < 2; set++) {
    unions = set == 1;
    for (uint32_t i = 0; i < 27; i++) {
      for (uint32_t j = 0; j < 27; j++) sums(i, j, (i * 5 + j * 11) % 27);
    }
  }
  campaign_report();
  return 0;
}
