/* T-CHECK, run: all pairs of short vectors, as residues and as doubles, with all sets of places that are reals. */
// clang-format off
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/verdict.c"
#include "proofs/eacsl/ring_campaign.h"
// clang-format on

#define LENGTH 3

struct Subject {
  int number; /* every so many comparisons of reals are undecided */
};

/* Two reals agree if they are equal or next to one another; of some pairs that is not decided. */
Outcome verdict_scalars(Subject *subject, Scalar a, Scalar b) {
  (void)subject;
  if ((a.word + 2 * b.word) % 5 == 4) return OUTCOME_UNDECIDED;
  return a.word == b.word || a.word + 1 == b.word ? OUTCOME_HOLDS : OUTCOME_REFUTED;
}

static void compare(Ring *ring, uint32_t length, uint64_t code) {
  Scalar expected[LENGTH], found[LENGTH];
  uint32_t real[LENGTH] = {0, 0, 0};
  Subject subject = {(int)(code % 7)};
  uint64_t rest = campaign_draw(ring, expected, LENGTH, length, code);
  (void)campaign_draw(ring, found, LENGTH, length, rest + code % 3);
  (void)verdict_decided(ring, length, expected, found);
  Places all = {NULL, 0};
  (void)verdict_holds(&subject, length, all, expected, found);
  for (uint32_t places = 0; places < 1u << length; places++) {
    Places some = {real, 0};
    for (uint32_t i = 0; i < length; i++) {
      if (places >> i & 1) real[some.reals++] = i;
    }
    (void)verdict_holds(&subject, length, some, expected, found);
  }
}

static void forbidden(Ring *ring) {
  Scalar short_one[1] = {{0}}, found[2] = {{0}, {0}};
  (void)verdict_decided(ring, 2, short_one, found);
}

static void campaign(Ring *ring) {
  for (uint32_t length = 0; length <= LENGTH; length++) {
    for (uint64_t code = 0; code < campaign_count(2 * length); code++) compare(ring, length, code);
  }
}

int main(int arguments, char **argument) {
  (void)argument;
  return campaign_run(arguments > 1 ? forbidden : campaign);
}
