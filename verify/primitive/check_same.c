/* PRIM-SAME: the same call gives the same bits, when it is asked again and when it is asked alone: a rule has no
 * memory.  Asked of the first points and of some that follow. */
#include "verify/primitive/check.h"

#include <stdlib.h>
#include <string.h>

#define EVERY 8u /* chunks */
#define ALONE 4u /* points of such a chunk that are asked alone */

/* Any NaN is the same as any other. */
static bool same_bits(uint32_t count, const double *a, const double *b) {
  for (uint32_t i = 0; i < count; i++) {
    uint64_t x, y;
    memcpy(&x, &a[i], sizeof x), memcpy(&y, &b[i], sizeof y);
    if (x != y && (a[i] == a[i] || b[i] == b[i])) return false;
  }
  return true;
}

static void compare(Campaign *c, const Answers *first, const Seeds *seeds, uint32_t k, uint32_t s, const double *again,
                    RuleAnswer answer, const char *what) {
  size_t call = (size_t)k * first->seeds + s;
  if (first->answer[call] == RULE_FAILED || answer == RULE_FAILED || !chunk_regular(c, k)) return;
  Occasion occasion = {k, seeds->seed + (size_t)s * seeds->size, seeds->size, what, -1};
  if (first->answer[call] == answer && same_bits(first->size, answer_at(first, k, s), again)) {
    c->report->result[PROPERTY_SAME].count[JUDGED_HOLDS]++;
    return;
  }
  char text[2][FINDING_TEXT];
  print_doubles(first->size, answer_at(first, k, s), text[0], sizeof text[0]);
  print_doubles(first->size, again, text[1], sizeof text[1]);
  count_wrong(c, PROPERTY_SAME, &occasion, text[0], text[1]);
}

static bool ask_alone(Campaign *c, const Answers *first, const Seeds *seeds) {
  double *again = calloc((size_t)first->size + 1, sizeof *again);
  bool good = again != NULL;
  for (uint32_t n = 0; good && n < ALONE && n < c->count; n++) {
    uint32_t k = n * (c->count / ALONE) % c->count;
    const double *seed = seeds->seed + (size_t)SEEDS_A * seeds->size;
    RuleAnswer answer = RULE_FAILED;
    if (!chunk_regular(c, k)) continue;
    good = campaign_call(c, first->what, 1, chunk_point(c, k), seed, again, &answer);
    if (good) compare(c, first, seeds, k, SEEDS_A, again, answer, "asked alone and in a batch");
  }
  free(again);
  return good;
}

bool check_same(Campaign *c, const Answers *first, const Seeds *seeds) {
  bool text = !c->tolerance.rounds; /* a term has no memory */
  if (text || c->shrinking || c->first / CHUNK % EVERY != 0) return true;
  Answers again = {0};
  bool good = answers_take(&again, c, first->what, seeds);
  for (uint32_t k = 0; good && k < c->count; k++) {
    for (uint32_t s = 0; s < seeds->count; s++)
      compare(c, first, seeds, k, s, answer_at(&again, k, s), again.answer[(size_t)k * again.seeds + s], "asked twice");
  }
  answers_free(&again);
  return good && ask_alone(c, first, seeds);
}
