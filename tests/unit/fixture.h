/* A battery of a test's own: what it is given, and what it counted. */
#ifndef ADJUDGE_TESTS_FIXTURE_H
#define ADJUDGE_TESTS_FIXTURE_H

#include "tests/unit/programs.h"
#include "verify/battery/subject.h"

#include <stdlib.h>

typedef struct Fixture {
  Store *store;
  Battery *battery;
  BatteryOptions options;
  Tally tally;
  Witness witnesses[LAW_COUNT];
  Module module;
} Fixture;

/* With the definitions of a text; NULL: with none. */
static inline Fixture *fixture_make(const char *text, BatteryOptions options) {
  Fixture *f = calloc(1, sizeof *f);
  assert_non_null(f);
  f->store = store_new(1u << 22);
  f->battery = battery_new(f->store);
  assert_non_null(f->battery);
  f->options = options;
  if (text != NULL) f->module = module_read(f->store, text);
  return f;
}

static inline void fixture_free(Fixture *f) {
  text_free_module(&f->module);
  battery_free(f->battery);
  store_free(f->store);
  free(f);
}

/* One of its definitions. */
static inline const Program *fixture_program(const Fixture *f, uint32_t k) { return &f->module.definitions[k].program; }

/* Judges its first definition. */
static inline void fixture_check(Fixture *f) {
  battery_check(f->battery, fixture_program(f, 0), 0, &f->options, &f->tally, f->witnesses);
}

/* Of a law, whatever the engine. */
static inline uint64_t fixture_count(const Fixture *f, LawId law, Outcome outcome) {
  uint64_t sum = 0;
  for (int slot = 0; slot < LAW_ENGINES; slot++) sum += f->tally.count[law][slot][outcome];
  return sum;
}

/* A program at a point where it has a value, without its derivatives. */
static inline Subject fixture_subject(Fixture *f, const Program *program) {
  Subject subject = {.battery = f->battery,
                     .options = &f->options,
                     .program = program,
                     .seed = 3,
                     .tally = &f->tally,
                     .witnesses = f->witnesses};
  assert_int_equal(subject_locate(&subject), STATUS_OK);
  return subject;
}

/* By the tiers that decide for all inputs: the derivatives of `impostor` taken for those of `source`. */
static inline ForAll fixture_judge(Fixture *f, const char *source, const char *impostor) {
  Module modules[2] = {module_read(f->store, source), module_read(f->store, impostor)};
  Subject subjects[2];
  for (int k = 0; k < 2; k++) {
    subjects[k] = fixture_subject(f, &modules[k].definitions[0].program);
    subject_derive(&subjects[k]);
  }
  for (int e = 0; e < SUBJECT_ENGINES; e++) subjects[0].derived[e] = subjects[1].derived[e];
  ForAll found = laws_symbolic(&subjects[0], false);
  for (int k = 0; k < 2; k++) text_free_module(&modules[k]);
  return found;
}

#endif
