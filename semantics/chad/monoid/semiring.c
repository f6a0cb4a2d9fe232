#include "semantics/chad/monoid/semiring.h"

#include "semantics/rings/ring_pool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct FiniteRing {
  Ring ring;
  RingOps ops; /* its own: the name is the user's */
  SemiringTables tables;
} FiniteRing;

static const SemiringTables *tables_of(const Ring *ring) { return &((const FiniteRing *)ring)->tables; }

static Scalar finite_add(Ring *ring, Scalar a, Scalar b) { return (Scalar){tables_of(ring)->sum[a.word][b.word]}; }
static Scalar finite_mul(Ring *ring, Scalar a, Scalar b) { return (Scalar){tables_of(ring)->product[a.word][b.word]}; }

/* The b with a + b = 0, where there is one. */
static Scalar finite_neg(Ring *ring, Scalar a) {
  const SemiringTables *tables = tables_of(ring);
  for (uint32_t b = 0; b < tables->count; b++)
    if (tables->sum[a.word][b] == tables->zero) return (Scalar){b};
  ring_fail(ring, STATUS_UNABLE);
  return a;
}
static Scalar finite_sub(Ring *ring, Scalar a, Scalar b) { return finite_add(ring, a, finite_neg(ring, b)); }
static Scalar finite_div(Ring *ring, Scalar a, Scalar b) { return ring_order_unable(ring, a, b); }

/* 1 + ... + 1, by doubling. */
static Scalar finite_integer(Ring *ring, int64_t n) {
  uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
  Scalar sum = {tables_of(ring)->zero}, power = {tables_of(ring)->one};
  for (; left != 0; left >>= 1) {
    if ((left & 1) != 0) sum = finite_add(ring, sum, power);
    power = finite_add(ring, power, power);
  }
  return n < 0 ? finite_neg(ring, sum) : sum;
}
static Scalar finite_constant(Ring *ring, const Constant *constant, uint32_t index) {
  mpq_srcptr exact = constant->exact[index];
  if (mpz_cmp_ui(mpq_denref(exact), 1) == 0 && mpz_fits_slong_p(mpq_numref(exact)) != 0)
    return finite_integer(ring, mpz_get_si(mpq_numref(exact)));
  ring_fail(ring, STATUS_UNABLE);
  return (Scalar){tables_of(ring)->zero};
}
static int finite_compare(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return (a.word > b.word) - (a.word < b.word);
}
static int finite_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  return snprintf(buffer, size, "%s", tables_of(ring)->element[a.word]);
}
static void finite_destroy(Ring *ring) { free(ring); }

Ring *ring_finite_new(const SemiringTables *tables) {
  static const RingOps ops = {.traits = RING_EXACT, RING_ARITHMETIC(finite_), RING_NO_FUNCTIONS, RING_NO_STACK};
  FiniteRing *finite = calloc(1, sizeof *finite);
  if (finite == NULL) return NULL;
  finite->tables = *tables;
  finite->ops = ops;
  finite->ops.name = finite->tables.name;
  finite->ring.ops = &finite->ops;
  return &finite->ring;
}

/* -------------------------------------------------------------- elements -- */

static bool whole_number(const char *text, int64_t *n) {
  char *end;
  errno = 0;
  *n = strtoll(text, &end, 10);
  return end != text && *end == '\0' && errno == 0 && *n >= -TROPICAL_MOST && *n <= TROPICAL_MOST;
}

bool semiring_element(Ring *ring, const char *text, Scalar *element) {
  bool most = strcmp(ring->ops->name, "max-plus") == 0, least = strcmp(ring->ops->name, "min-plus") == 0;
  int64_t n = 0;
  if (ring->ops->add == finite_add) {
    const SemiringTables *tables = tables_of(ring);
    for (uint32_t k = 0; k < tables->count; k++)
      if (strcmp(tables->element[k], text) == 0) return element->word = k, true;
    return false;
  }
  if (strcmp(text, most ? "-inf" : "inf") == 0 && (most || least)) return *element = ring_integer(ring, 0), true;
  if (!whole_number(text, &n)) return false;
  if (!most && !least && n < 0) return false;
  *element = most ? tropical_make(n) : least ? tropical_make(-n) : ring_integer(ring, n);
  return true;
}

/* ------------------------------------------------------------------ laws -- */

/* The equations at a, b and c: the sides of equation k, false beyond the last. */
static bool equation_at(Ring *ring, uint32_t k, SemiringFault *at) {
  static const struct {
    const char *law;
    bool product;
    uint32_t letters;
  } equations[] = {{"a + 0 = a", false, 1},
                   {"a + b = b + a", false, 2},
                   {"(a + b) + c = a + (b + c)", false, 3},
                   {"a 1 = a", true, 1},
                   {"a b = b a", true, 2},
                   {"(a b) c = a (b c)", true, 3},
                   {"a 0 = 0", true, 1},
                   {"a (b + c) = a b + a c", true, 3}};
  if (k == sizeof equations / sizeof equations[0]) return false;
  Scalar a = at->a, b = at->b, c = at->c, zero = ring_integer(ring, 0), one = ring_integer(ring, 1);
  at->law = equations[k].law;
  at->product = equations[k].product;
  at->letters = equations[k].letters;
  at->right = a;
  switch (k) {
  case 0: at->left = ring_add(ring, a, zero); break;
  case 1: at->left = ring_add(ring, a, b), at->right = ring_add(ring, b, a); break;
  case 2:
    at->left = ring_add(ring, ring_add(ring, a, b), c);
    at->right = ring_add(ring, a, ring_add(ring, b, c));
    break;
  case 3: at->left = ring_mul(ring, a, one); break;
  case 4: at->left = ring_mul(ring, a, b), at->right = ring_mul(ring, b, a); break;
  case 5:
    at->left = ring_mul(ring, ring_mul(ring, a, b), c);
    at->right = ring_mul(ring, a, ring_mul(ring, b, c));
    break;
  case 6: at->left = ring_mul(ring, a, zero), at->right = zero; break;
  default:
    at->left = ring_mul(ring, a, ring_add(ring, b, c));
    at->right = ring_add(ring, ring_mul(ring, a, b), ring_mul(ring, a, c));
    break;
  }
  return true;
}

bool semiring_laws(Ring *ring, const Scalar *elements, uint32_t count, SemiringFault *fault) {
  for (uint32_t k = 0; equation_at(ring, k, &(SemiringFault){.a = elements[0], .b = elements[0], .c = elements[0]});
       k++) {
    for (uint32_t i = 0; i < count * count * count; i++) {
      *fault =
          (SemiringFault){.a = elements[i / count / count], .b = elements[i / count % count], .c = elements[i % count]};
      (void)equation_at(ring, k, fault);
      if (!ring_equal(ring, fault->left, fault->right)) return false;
    }
  }
  return true;
}
