/* Campaigns on small inputs, over F_p and then over doubles. */
#ifndef ADJUDGE_PROOFS_EACSL_RING_CAMPAIGN_H
#define ADJUDGE_PROOFS_EACSL_RING_CAMPAIGN_H

#include "proofs/eacsl/campaign.h"
#include "semantics/rings/ring.h"

/* Of rings.h, which has contracts of other units. */
extern Ring *ring_field_new(void);
extern Ring *ring_double_new(void);

/* The entries of arrays: small integers, on which doubles are exact. */
#define CAMPAIGN_ENTRIES 4
#define CAMPAIGN_MOST 1024

/* The arrays of n entries, by number; of large n, the first. */
static uint64_t campaign_count(uint32_t n) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < n && count < CAMPAIGN_MOST; i++) count *= CAMPAIGN_ENTRIES;
  return count < CAMPAIGN_MOST ? count : CAMPAIGN_MOST;
}

/* Fills n of `room` entries by the digits of `code`, the others with something else; the digits that are left. */
static uint64_t campaign_draw(Ring *ring, Scalar *out, uint32_t room, uint32_t n, uint64_t code) {
  for (uint32_t i = 0; i < room; i++) {
    out[i] = ring_integer(ring, i < n ? (int64_t)(code % CAMPAIGN_ENTRIES) - 1 : 7);
    if (i < n) code /= CAMPAIGN_ENTRIES;
  }
  return code;
}

static int campaign_run(void (*run)(Ring *ring)) {
  Ring *field = ring_field_new(), *doubles = ring_double_new();
  if (field == NULL || doubles == NULL) return 1;
  run(field);
  campaign_over_doubles(1);
  run(doubles);
  ring_destroy(field);
  ring_destroy(doubles);
  campaign_report();
  return 0;
}

#endif
