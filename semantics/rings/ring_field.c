#include "semantics/rings/ring_pool.h"
#include "semantics/rings/rings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static Scalar field_ring_integer(Ring *ring, int64_t n) {
  (void)ring;
  return residue_integer(n);
}

/* A rational whose denominator p divides is no residue. */
static Scalar field_ring_constant(Ring *ring, const Constant *constant, uint32_t index) {
  if (!constant->has_residue) ring_fail(ring, STATUS_UNABLE);
  return (Scalar){constant->residue[index]};
}

static Scalar field_ring_add(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return residue_add(a, b);
}

static Scalar field_ring_sub(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return residue_sub(a, b);
}

static Scalar field_ring_mul(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return residue_mul(a, b);
}

static Scalar field_ring_neg(Ring *ring, Scalar a) {
  (void)ring;
  return residue_neg(a);
}

static Scalar field_ring_div(Ring *ring, Scalar a, Scalar b) {
  if (b.word == 0) ring_fail(ring, STATUS_DOMAIN);
  return (Scalar){field_mul(a.word, field_inverse(b.word))};
}

static int field_ring_compare(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return (a.word > b.word) - (a.word < b.word);
}

static int field_ring_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  (void)ring;
  return snprintf(buffer, size, "%" PRIu64, a.word);
}

static void field_ring_destroy(Ring *ring) { free(ring); }

Ring *ring_field_new(void) {
  static const RingOps ops = {
      .name = "F_p", .traits = RING_EXACT | RING_FIELD, RING_ARITHMETIC(field_ring_), RING_NO_FUNCTIONS, RING_NO_STACK};
  Ring *ring = calloc(1, sizeof *ring);
  if (ring == NULL) return NULL;
  ring->ops = &ops;
  ring->is_field_p = true;
  return ring;
}
