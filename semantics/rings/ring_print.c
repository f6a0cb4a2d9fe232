/* Scalars as text in a buffer of some size: what is cut says so. */
#include <stdio.h> /* before gmp.h, which then has gmp_snprintf */

#include "semantics/rings/rings.h"

#include <string.h>

#define CUT "..."
#define NEAR_DIGITS 20 /* of a number that is too long for its place */

int ring_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  int length = ring->ops->print(ring, a, buffer, size);
  bool cut = length >= 0 && (size_t)length >= size && size >= sizeof CUT;
  if (cut && strlen(buffer) + 1 == size) memcpy(buffer + size - sizeof CUT, CUT, sizeof CUT);
  return length;
}

int rational_text(const mpq_t a, char *buffer, size_t size) {
  int length = gmp_snprintf(buffer, size, "%Qd", a);
  if (length < 0 || (size_t)length < size) return length;
  mpf_t near;
  mpf_init2(near, 128);
  mpf_set_q(near, a);
  int wrote = gmp_snprintf(buffer, size, "about %.*Fe", NEAR_DIGITS, near);
  if (wrote < 0 || (size_t)wrote >= size) (void)snprintf(buffer, size, CUT);
  mpf_clear(near);
  return length;
}
