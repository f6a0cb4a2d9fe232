#include "verify/battery/laws.h"

#include <string.h>

const LawInfo *law_info(LawId law) {
  static const LawInfo infos[LAW_COUNT] = {
#define LAW(id, name, statement, source, sides) [LAW_##id] = {name, statement, source, sides},
#include "verify/battery/laws.def"
#undef LAW
  };
  return &infos[law];
}

LawId law_find(const char *name) {
  LawId law = 0;
  while (law < LAW_COUNT && strcmp(law_info(law)->name, name) != 0) law++;
  return law;
}

bool law_named(LawId law, const char *pattern) {
  size_t length = strlen(pattern);
  const char *name = law_info(law)->name;
  if (length > 0 && pattern[length - 1] == '*') return strncmp(name, pattern, length - 1) == 0;
  return strcmp(name, pattern) == 0;
}

/* The laws BE-* and SIMP-* stand in the order of the tables they come from. */
LawId law_of_equation(EquationId equation) { return (LawId)((int)LAW_BE_LET_BETA + (int)equation); }
LawId law_of_simplification(SimplifyRule rule) { return (LawId)((int)LAW_SIMP_LAM_APP_LET + (int)rule); }

LawSet law_set_all(void) {
  LawSet set;
  for (int i = 0; i < LAW_COUNT; i++) set.on[i] = true;
  return set;
}

bool for_all_decided(ForAll found) {
  switch (found) {
  case FOR_ALL_DECIDED:
  case FOR_ALL_SYMBOLIC:
  case FOR_ALL_PATHS: return true;
  case FOR_ALL_ALMOST:
  case FOR_ALL_OPEN:
  case FOR_ALL_NOWHERE:
  case FOR_ALL_GUARD:
  case FOR_ALL_OUTSIDE:
  case FOR_ALL_COUNT: break;
  }
  return false;
}

uint64_t tally_decided(const Tally *tally) {
  return tally->for_all[FOR_ALL_DECIDED] + tally->for_all[FOR_ALL_SYMBOLIC] + tally->for_all[FOR_ALL_PATHS];
}

uint64_t tally_proved(const Tally *tally) {
  uint64_t total = 0;
  for (uint32_t row = 0; row < TALLY_SIZES; row++) total += tally->by_size[row][SIZE_PROVED];
  return total;
}

uint64_t tally_skipped(const Tally *tally) {
  return tally_total(tally, OUTCOME_DOMAIN) + tally_total(tally, OUTCOME_UNABLE) + tally_total(tally, OUTCOME_LIMIT) +
         tally_total(tally, OUTCOME_REFUSED);
}

const char *outcome_name(Outcome outcome) {
  static const char *const names[OUTCOME_COUNT] = {"proved",  "decided", "holds",  "refuted", "undecided",
                                                   "differs", "domain",  "unable", "limit",   "refused"};
  return names[outcome];
}

bool outcomes_none(const uint64_t counts[OUTCOME_COUNT]) {
  for (int o = 0; o < OUTCOME_COUNT; o++) {
    if (counts[o] != 0) return false;
  }
  return true;
}

uint64_t outcomes_for_all(const uint64_t counts[OUTCOME_COUNT]) {
  return counts[OUTCOME_PROVED] + counts[OUTCOME_DECIDED];
}

uint64_t outcomes_passed(const uint64_t counts[OUTCOME_COUNT]) {
  return outcomes_for_all(counts) + counts[OUTCOME_HOLDS];
}

void tally_add(Tally *into, const Tally *from) {
  into->programs += from->programs;
  into->merged += from->merged;
  into->audited += from->audited;
  into->apart += from->apart;
  into->source_size_sum += from->source_size_sum;
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int engine = 0; engine < LAW_ENGINES; engine++) {
      into->looked[law][engine] += from->looked[law][engine];
      into->follows[law][engine] += from->follows[law][engine];
      for (int o = 0; o < OUTCOME_COUNT; o++) into->count[law][engine][o] += from->count[law][engine][o];
    }
  }
  for (int o = 0; o < OUTCOME_COUNT; o++) into->instances[o] += from->instances[o];
  for (uint32_t row = 0; row < TALLY_SIZES; row++) {
    for (int v = 0; v < SIZE_VERDICTS; v++) into->by_size[row][v] += from->by_size[row][v];
  }
  for (int i = 0; i < FOR_ALL_COUNT; i++) into->for_all[i] += from->for_all[i];
  into->certified += from->certified;
  for (int i = 0; i < 2; i++) into->certificates[i] += from->certificates[i];
  for (int i = 0; i < 4; i++) into->regions[i] += from->regions[i];
  for (int i = 0; i < 5; i++) into->boundaries[i] += from->boundaries[i];
  for (int i = 0; i < 4; i++) into->solver[i] += from->solver[i];
  for (int i = 0; i < 16; i++) into->degree[i] += from->degree[i];
  for (int i = 0; i < TERM_KIND_COUNT; i++) into->inside[i] |= from->inside[i];
  for (int i = 0; i < LAW_ENGINES; i++) {
    into->size_sum[i] += from->size_sum[i];
    if (from->worst_slope[i] > into->worst_slope[i]) into->worst_slope[i] = from->worst_slope[i];
    if (from->worst_cost[i] > into->worst_cost[i]) into->worst_cost[i] = from->worst_cost[i];
  }
  if (from->widest > into->widest) into->widest = from->widest;
}

uint32_t tally_size_row(uint64_t size) {
  uint32_t row = TALLY_EXACT;
  if (size < TALLY_EXACT) return (uint32_t)size;
  for (uint64_t least = TALLY_EXACT; row + 1 < TALLY_SIZES && size >= 2 * least; least *= 2) row++;
  return row;
}

uint64_t tally_row_size(uint32_t row) { return row < TALLY_EXACT ? row : (uint64_t)TALLY_EXACT << (row - TALLY_EXACT); }

uint64_t tally_row_total(const Tally *tally, uint32_t row) {
  uint64_t total = 0;
  for (int v = 0; v < SIZE_VERDICTS; v++) total += tally->by_size[row][v];
  return total;
}

uint64_t tally_total(const Tally *tally, Outcome outcome) {
  uint64_t total = 0;
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int engine = 0; engine < LAW_ENGINES; engine++) total += tally->count[law][engine][outcome];
  }
  return total;
}
