#include "verify/campaign/merging.h"

#include "ad/engine.h"

#include <stdlib.h>

#define STREAM_AUDIT 512 /* of random words */

struct Merging {
  Space *space;
  Classes classes;
  uint64_t seed;
};

bool merging_meaning(void *state, const Program *program, const void **key, size_t *length, uint32_t *mark) {
  MeaningOracle *oracle = state;
  Meaning meaning;
  uint32_t terms = store_mark(oracle->store);
  bool decided = meaning_decide(oracle->meanings, program, &meaning);
  store_release(oracle->store, terms);
  *key = meaning.key;
  *length = meaning.length;
  *mark = meaning.engines;
  return decided;
}

Merging *merging_new(Store *store, Space *space, uint64_t seed, uint32_t jobs) {
  Merging *merging = calloc(1, sizeof *merging);
  Battery *battery = battery_new(store);
  MeaningOracle oracle = {store, battery == NULL ? NULL : meanings_new(battery, space_indices(space))};
  ClassOracle decides = {&oracle, merging_meaning, jobs};
  bool made = merging != NULL && oracle.meanings != NULL && classes_make(space, &decides, &merging->classes);
  meanings_free(oracle.meanings);
  battery_free(battery);
  if (!made) {
    free(merging);
    return NULL;
  }
  merging->space = space;
  merging->seed = seed;
  return merging;
}

void merging_free(Merging *merging) {
  if (merging == NULL) return;
  classes_free(&merging->classes);
  free(merging);
}

bool merging_follows(const Merging *merging, Rank index) {
  return merging != NULL && merging->classes.follows[index] != 0;
}

bool merging_audits(const Merging *merging, Rank index) {
  return random_word(merging->seed, STREAM_AUDIT, (uint64_t)index) % MERGING_AUDIT == 0;
}

static const ClassFact *fact_of(const Merging *merging, Rank index) {
  return &merging->classes.fact[merging->classes.follows[index]];
}

void merging_count(const Merging *merging, Rank index, const LawSet *laws, Tally *tally) {
  uint32_t mark = fact_of(merging, index)->mark;
  tally->programs++;
  tally->merged++;
  tally->by_size[tally_size_row(space_size(merging->space, index))][SIZE_MERGED]++;
  for (int law = 0; law < LAW_COUNT; law++) {
    if (!laws->on[law] || !meaning_gives_any((LawId)law)) continue;
    for (int slot = 0; slot == 0 || engines[slot - 1] != NULL; slot++)
      tally->follows[law][slot] += meaning_gives((LawId)law, slot, mark);
  }
}

Meanings *merging_auditor(const Merging *merging, Battery *battery) {
  return meanings_new(battery, space_indices(merging->space));
}

bool merging_bears_out(const Merging *merging, Meanings *auditor, Rank index, const Program *program) {
  const ClassFact *fact = fact_of(merging, index);
  Meaning meaning;
  return meaning_decide(auditor, program, &meaning) && meaning.engines == fact->mark &&
         class_digest(meaning.key, meaning.length) == fact->digest;
}
