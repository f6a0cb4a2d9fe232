/* What the symbolic ring has computed is found again: 25 engines, each in a run of its own, do the same operations on
 * the same normal forms, and most of the time of a proof went into doing them anew.
 *
 * A scalar has a stamp that no other had before it, so that what is kept of operands or of a result that was released
 * is not found.  What an operation took off the work left it takes off each time: a limit is where it was. */
#include "verify/truth/symbolic_internal.h"

#include <stdlib.h>

/* Powers of 2; a later result takes the place of an earlier one. Most rings end before they have many. */
#define ONCE_FIRST 64u
#define ONCE_MOST 4096u
#define ONCE_FACTORED 32u

struct OnceResult {
  SymbolicOperation operation; /* 0: none */
  uint64_t a, b;
  Scalar result;
  uint64_t stamp, work;
};

struct OnceFactored {
  bool kept, found;
  fmpz_mpoly_t of;
  fmpz_mpoly_factor_t factors;
};

bool symbolic_once_init(SymbolicRing *self) {
  self->once = calloc(ONCE_FIRST, sizeof *self->once);
  self->places = ONCE_FIRST;
  self->factored = calloc(ONCE_FACTORED, sizeof *self->factored);
  return self->once != NULL && self->factored != NULL;
}

void symbolic_once_free(SymbolicRing *self) {
  for (uint32_t i = 0; self->factored != NULL && i < ONCE_FACTORED; i++) {
    if (!self->factored[i].kept) continue;
    fmpz_mpoly_clear(self->factored[i].of, self->context);
    fmpz_mpoly_factor_clear(self->factored[i].factors, self->context);
  }
  free(self->once);
  free(self->factored);
  free(self->stamp);
}

bool symbolic_stamp(SymbolicRing *self, Scalar scalar) {
  if (scalar.word >= self->stamps) {
    uint64_t *stamp = realloc(self->stamp, self->pool.capacity * sizeof *stamp);
    if (stamp == NULL) return false;
    self->stamp = stamp;
    self->stamps = self->pool.capacity;
  }
  self->stamp[scalar.word] = ++self->stamped;
  return true;
}

/* ---------------------------------------------------------------- results -- */

static struct OnceResult *place_of(const SymbolicRing *self, SymbolicOperation operation, uint64_t a, uint64_t b) {
  uint64_t hash = ((a * 0x9E3779B97F4A7C15u) ^ b) * 0xD6E8FEB86659FD93u + operation * 0x9E3779B97F4A7C15u;
  return &self->once[(hash >> 32) & (self->places - 1)];
}

/* Four times as many places, once as many results were kept as there are. */
static void grow(SymbolicRing *self) {
  struct OnceResult *old = self->once, *grown = calloc((size_t)4 * self->places, sizeof *grown);
  uint32_t count = self->places;
  if (grown == NULL) return;
  self->once = grown;
  self->places = 4 * count;
  for (uint32_t i = 0; i < count; i++)
    if (old[i].operation != ONCE_NONE) *place_of(self, old[i].operation, old[i].a, old[i].b) = old[i];
  free(old);
}

bool symbolic_find(Ring *ring, SymbolicOperation operation, uint64_t a, uint64_t b, Scalar *result) {
  SymbolicRing *self = symbolic_self(ring);
  const struct OnceResult *place = place_of(self, operation, a, b);
  if (place->operation != operation || place->a != a || place->b != b) return false;
  bool there = place->result.word < self->pool.count && self->stamp[place->result.word] == place->stamp;
  if (!there || place->work > self->work) return false;
  self->work -= place->work;
  *result = place->result;
  return true;
}

Scalar symbolic_keep(Ring *ring, SymbolicOperation operation, uint64_t a, uint64_t b, uint64_t work, Scalar result) {
  SymbolicRing *self = symbolic_self(ring);
  if (ring->status != STATUS_OK) return result;
  if (++self->kept > self->places && self->places < ONCE_MOST) grow(self);
  *place_of(self, operation, a, b) =
      (struct OnceResult){operation, a, b, result, self->stamp[result.word], work - self->work};
  return result;
}

Scalar symbolic_once(Ring *ring, SymbolicOperation operation, Scalar (*compute)(Ring *, Scalar, Scalar), Scalar a,
                     Scalar b) {
  const SymbolicRing *self = symbolic_self(ring);
  uint64_t first = self->stamp[a.word], second = self->stamp[b.word], work = self->work;
  bool turned = first > second && (operation == ONCE_SUM || operation == ONCE_PRODUCT); /* found in either order */
  uint64_t x = turned ? second : first, y = turned ? first : second;
  Scalar result;
  if (symbolic_find(ring, operation, x, y, &result)) return result;
  return symbolic_keep(ring, operation, x, y, work, compute(ring, a, b));
}

/* ---------------------------------------------------------------- factors -- */

const fmpz_mpoly_factor_struct *symbolic_squarefree(Ring *ring, const fmpz_mpoly_struct *p) {
  SymbolicRing *self = symbolic_self(ring);
  for (uint32_t i = 0; i < ONCE_FACTORED && self->factored[i].kept; i++) {
    const struct OnceFactored *kept = &self->factored[i];
    if (fmpz_mpoly_equal(kept->of, p, self->context)) return kept->found ? kept->factors : NULL;
  }
  struct OnceFactored *made = &self->factored[self->next_factored++ % ONCE_FACTORED];
  if (!made->kept) {
    fmpz_mpoly_init(made->of, self->context);
    fmpz_mpoly_factor_init(made->factors, self->context);
  }
  fmpz_mpoly_set(made->of, p, self->context);
  made->found = fmpz_mpoly_factor_squarefree(made->factors, p, self->context) != 0;
  made->kept = true;
  return made->found ? made->factors : NULL;
}
