#include "verify/cli/matrix.h"

#include "semantics/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TERM_LIMIT ((uint32_t)1 << 20)

const Construct constructs[] = {
#define CONSTRUCT(name, program) {name, program},
#include "verify/cli/constructs.def"
#undef CONSTRUCT
    {NULL, NULL},
};

/* By the laws AD-FWD and AD-REV of that engine, and by TYP-PRES what it refused. */
static Support support_of(const Tally *tally, int slot, bool reverse) {
  const uint64_t *typed = tally->count[LAW_TYP_PRES][slot],
                 *law = tally->count[reverse ? LAW_AD_REV : LAW_AD_FWD][slot];
  if (law[OUTCOME_REFUTED] > 0 || typed[OUTCOME_REFUTED] > 0) return SUPPORT_WRONG;
  if (typed[OUTCOME_REFUSED] + typed[OUTCOME_UNABLE] > 0) return SUPPORT_REFUSED;
  if (law[OUTCOME_PROVED] > 0) return SUPPORT_PROVED;
  if (law[OUTCOME_DECIDED] > 0) return SUPPORT_DECIDED;
  return law[OUTCOME_HOLDS] > 0 ? SUPPORT_HOLDS : SUPPORT_UNKNOWN;
}

static bool run(Store *store, const Program *program, Support *support) {
  BatteryOptions options = {.engines = ENGINES_ALL, .thorough = true, .seed = 1};
  options.laws.on[LAW_TYP_PRES] = options.laws.on[LAW_AD_FWD] = options.laws.on[LAW_AD_REV] = true;
  Battery *battery = battery_new(store);
  Tally *tally = calloc(1, sizeof *tally);
  Witness *witnesses = calloc(LAW_COUNT, sizeof *witnesses);
  bool good = battery != NULL && tally != NULL && witnesses != NULL;
  if (good) battery_check(battery, program, 0, &options, tally, witnesses);
  for (int e = 0; good && engines[e] != NULL; e++) support[e] = support_of(tally, e + 1, engines[e]->reverse);
  good = good && !battery_lost(battery);
  battery_free(battery);
  free(tally);
  free(witnesses);
  return good;
}

bool construct_support(const Construct *construct, Support *support, char *error, size_t size) {
  Store *store = store_new(TERM_LIMIT);
  Module module = {0};
  TextError text = {.message = "limit: out of memory"};
  bool good = store != NULL && text_read_module(store, construct->name, construct->program, strlen(construct->program),
                                                NULL, 0, &module, &text) == STATUS_OK;
  if (good) good = run(store, &text_find(store, &module, NULL)->program, support);
  if (!good) (void)snprintf(error, size, "%s", text.message);
  text_free_module(&module);
  if (store != NULL) store_free(store);
  return good;
}
