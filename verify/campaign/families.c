#include "verify/campaign/families.h"

#include "ad/engine.h"

#include <string.h>

static const Family families[] = {
#define FAMILY(title, laws) {title, laws},
#include "verify/campaign/families.def"
#undef FAMILY
};
#define FAMILY_COUNT (sizeof families / sizeof *families)

const Family *family_at(uint32_t k) { return k < FAMILY_COUNT ? &families[k] : NULL; }

static bool names(const Family *family, LawId law) {
  char pattern[64];
  for (const char *at = family->laws; *at != '\0';) {
    size_t length = strcspn(at, " ");
    if (length >= sizeof pattern) return false;
    memcpy(pattern, at, length);
    pattern[length] = '\0';
    if (law_named(law, pattern)) return true;
    at += length + strspn(at + length, " ");
  }
  return false;
}

uint32_t family_of(LawId law) {
  uint32_t k = 0;
  while (k < FAMILY_COUNT && !names(&families[k], law)) k++;
  return k;
}

/* ------------------------------------------------------------- systems -- */

static bool same_system(const char *a, const char *b) {
  size_t length = strcspn(a, "-");
  return length == strcspn(b, "-") && memcmp(a, b, length) == 0;
}

/* Engines of a system stand together. */
static bool is_first(int engine) {
  return engine == 0 || !same_system(engines[engine - 1]->name, engines[engine]->name);
}

uint32_t system_of(int slot) {
  uint32_t system = 0;
  for (int engine = 0; engine < slot; engine++) system += is_first(engine);
  return system;
}

uint32_t system_count(void) {
  int count = 0;
  while (engines[count] != NULL) count++;
  return system_of(count);
}

const char *system_name(uint32_t system, int *length) {
  int slot = 1;
  *length = 9;
  if (system == 0) return "no engine";
  while (engines[slot - 1] != NULL && system_of(slot) < system) slot++;
  const char *name = engines[slot - 1] == NULL ? "" : engines[slot - 1]->name;
  *length = (int)strcspn(name, "-");
  return name;
}

/* --------------------------------------------------------------- marks -- */

Mark mark_of(const uint64_t n[OUTCOME_COUNT]) {
  uint64_t decided = outcomes_passed(n);
  uint64_t open = n[OUTCOME_UNDECIDED] + n[OUTCOME_LIMIT] + n[OUTCOME_UNABLE];
  if (outcomes_none(n)) return MARK_NONE;
  if (n[OUTCOME_REFUTED] > 0) return MARK_REFUTED;
  if (n[OUTCOME_DIFFERS] > 0) return MARK_DIFFERS;
  if (decided == 0) return open > 0 ? MARK_OPEN : MARK_SKIPPED;
  if (open > 0) return MARK_PART;
  if (n[OUTCOME_HOLDS] > 0) return outcomes_for_all(n) == 0 ? MARK_HOLDS : MARK_MIXED;
  return n[OUTCOME_DECIDED] == 0 ? MARK_PROVED : MARK_DECIDED;
}

const MarkInfo *mark_info(Mark mark) {
  static const MarkInfo info[MARK_COUNT] = {
      [MARK_NONE] = {' ', "none", "no instance"},
      [MARK_SKIPPED] = {'-', "skipped", "only skips"},
      [MARK_OPEN] = {'?', "undecided", "nothing decided"},
      [MARK_PART] = {'u', "part", "the same, but for some that are undecided"},
      [MARK_HOLDS] = {'h', "holds", "holds where tried"},
      [MARK_MIXED] = {'d', "mixed", "decided for all inputs, or holds where tried"},
      [MARK_DECIDED] = {'D', "decided", "all decided for all inputs, some by no certificate"},
      [MARK_PROVED] = {'P', "proved", "all proved, by certificates"},
      [MARK_DIFFERS] = {'~', "differs", "AD differs from the derivative"},
      [MARK_REFUTED] = {'X', "refuted", "refuted"},
  };
  return &info[mark];
}
