/* From a witness to a refutation worth reading: shrinking and printing. */
#include "ad/engine.h"
#include "semantics/tables/rules.h"
#include "semantics/text/characters.h"
#include "verify/campaign/apart.h"
#include "verify/campaign/certify.h"
#include "verify/campaign/programs.h"
#include "verify/campaign/report.h"
#include "verify/campaign/reproduce.h"
#include "verify/enumerate/shrink.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHRINK_BUDGET 20000u
#define SHRINK_CONTEXT 256u
#define SHRINK_SECONDS 600u     /* of processor time: ten times what the budget has been seen to take */
#define PROGRAM_TEXT (1u << 16) /* longer programs are not shown shrunk */

/* What is found of a refutation by the process that shrinks it; the last program shown is in slot `last` - 1. */
typedef struct Shown {
  Witness witness; /* present: of the program */
  uint64_t size;
  char truth[sizeof((Refutation *)NULL)->certified], rules[sizeof((Refutation *)NULL)->rules];
  char program[PROGRAM_TEXT];
  char again[REPRODUCTIONS][REPRODUCTION_TEXT]; /* "": none, or a longer one */
} Shown;

typedef struct Found {
  _Atomic uint32_t last; /* 0: none */
  Shown slot[2];
} Found;

/* A candidate fails when the battery, with this law alone, finds the same outcome of it. */
typedef struct Check {
  Store *store;
  Battery *battery;
  BatteryOptions options;
  LawId law;
  Outcome outcome;
  Rank index;
  const Program *program; /* as found, with its witness */
  const Witness *found;
  Found *shared;
  Tally tally;
  Witness witness[LAW_COUNT];
} Check;

/* The rules that the engine of a refutation applies to the program shown: the one at
 * fault is among them, if it is not one of the evaluator's. */
static void list_rules(Store *store, const Program *program, const Witness *witness, char *out, size_t size) {
  const Engine *engine = witness->engine > 0 ? engines[witness->engine - 1] : NULL;
  TypeId *context = calloc((size_t)program->length + 1, sizeof *context);
  uint64_t *before = malloc(sizeof rule_hits);
  out[0] = '\0';
  if (engine != NULL && engine->transform != NULL && context != NULL && before != NULL) {
    Program derivative;
    memcpy(before, rule_hits, sizeof rule_hits);
    Status status = engine->transform(store, program, context, &derivative);
    size_t used = 0;
    for (int rule = 0; status == STATUS_OK && rule < RULE_COUNT && used < size; rule++) {
      if (rule_hits[rule] == before[rule]) continue;
      const RuleInfo *info = rule_info((RuleId)rule);
      int wrote = snprintf(out + used, size - used, "%s%s (%s)", used == 0 ? "" : ", ", info->id, info->figure);
      if (wrote > 0) used += (size_t)wrote;
    }
    memcpy(rule_hits, before, sizeof rule_hits);
  }
  free(before);
  free(context);
}

/* -------------------------------------------------- in a process of its own -- */

/* Code and picture, of those that fit. */
static void keep_reproductions(const Check *check, const Program *program, Shown *shown) {
  Reproduction again = {{NULL}};
  reproduce(check->store, program, &shown->witness, shown->program, &again);
  for (int i = 0; i < REPRODUCTIONS; i++) {
    if (again.text[i] != NULL && strlen(again.text[i]) < REPRODUCTION_TEXT)
      memcpy(shown->again[i], again.text[i], strlen(again.text[i]) + 1);
  }
  reproduction_free(&again);
}

/* Keeps the program with its witness: what was kept before counts until it is whole. */
static void keep(Check *check, const Program *program, const Witness *witness, bool explained) {
  Found *shared = check->shared;
  uint32_t next = shared->last == 1 ? 2 : 1;
  Shown *shown = &shared->slot[next - 1];
  char *text = program_print(check->store, program);
  if (text != NULL && strlen(text) < sizeof shown->program) {
    *shown = (Shown){.witness = *witness, .size = term_size(check->store, program->term)};
    memcpy(shown->program, text, strlen(text) + 1);
    if (explained) {
      certify_witness(check->store, program, &shown->witness, shown->truth, sizeof shown->truth);
      list_rules(check->store, program, &shown->witness, shown->rules, sizeof shown->rules);
      keep_reproductions(check, program, shown);
    }
    shared->last = next;
  }
  free(text);
}

static bool still_fails(void *state, const Program *candidate) {
  Check *check = state;
  memset(&check->tally, 0, sizeof check->tally);
  memset(check->witness, 0, sizeof check->witness);
  battery_check(check->battery, candidate, check->index, &check->options, &check->tally, check->witness);
  const Witness *found = &check->witness[check->law];
  bool fails = found->present && found->outcome == check->outcome;
  if (fails) keep(check, candidate, found, false);
  return fails;
}

/* Shrinks one refutation with its own law only. */
static void shrink(void *state) {
  Check *check = state;
  TypeId *context = calloc(SHRINK_CONTEXT, sizeof *context);
  ShrinkResult shrunk;
  check->battery = battery_new(check->store);
  if (context == NULL || check->battery == NULL || check->program->length > SHRINK_CONTEXT) _exit(1);
  Status status = shrink_program(check->store, check->program, still_fails, check, SHRINK_BUDGET, context, &shrunk);
  if (status == STATUS_OK && still_fails(check, &shrunk.program))
    keep(check, &shrunk.program, &check->witness[check->law], true);
  battery_free(check->battery);
  free(context);
}

/* What there is to say where nothing smaller was found. */
static void show_as_found(void *state) {
  Check *check = state;
  keep(check, check->program, check->found, true);
}

/* ------------------------------------------------------------------ the report -- */

static const char *end_text(ApartEnd end) {
  switch (end) {
  case APART_DONE: return "";
  case APART_DIED: return "its process died";
  case APART_LIMIT: return "its process met the limit of processor time";
  case APART_STOPPED: return "the run was interrupted";
  case APART_NONE: return "no process could be started";
  }
  return "";
}

/* The smallest so far stands, whatever became of the process. */
static void tell_end(ApartEnd end, LawId law) {
  if (end != APART_DONE)
    (void)fprintf(stderr, "adjudge: a refutation of %s is not shrunk further: %s\n", law_info(law)->name,
                  end_text(end));
}

static void take_reproductions(const Shown *shown, Refutation *refutation) {
  for (int i = 0; i < REPRODUCTIONS; i++) {
    if (shown->again[i][0] != '\0') refutation->again.text[i] = strdup(shown->again[i]);
  }
}

static void take_found(const Found *shared, Refutation *refutation) {
  if (shared->last == 0) return;
  const Shown *shown = &shared->slot[shared->last - 1];
  refutation->shrunk = shown->witness;
  refutation->shrunk_size = shown->size;
  refutation->shrunk_program = strdup(shown->program);
  memcpy(refutation->certified, shown->truth, sizeof refutation->certified);
  memcpy(refutation->rules, shown->rules, sizeof refutation->rules);
  take_reproductions(shown, refutation);
}

/* False where an interruption ends it. */
static bool shrink_refutation(Store *store, const Scope *scope, const Program *program, Refutation *refutation) {
  Check *check = calloc(1, sizeof *check);
  Found *shared = apart_memory(sizeof *shared);
  ApartEnd end = APART_NONE;
  if (check != NULL && shared != NULL) {
    const Witness *witness = &refutation->witness;
    *check = (Check){.store = store,
                     .program = program,
                     .found = witness,
                     .law = witness->law,
                     .outcome = witness->outcome,
                     .index = witness->index,
                     .options = scope->options,
                     .shared = shared};
    check->options.thorough = true;
    memset(&check->options.laws, 0, sizeof check->options.laws);
    check->options.laws.on[check->law] = true;
    end = apart_run(shrink, check, SHRINK_SECONDS);
    tell_end(end, check->law);
    take_found(shared, refutation);
    if (!refutation->shrunk.present && end != APART_STOPPED &&
        (end = apart_run(show_as_found, check, SHRINK_SECONDS)) == APART_DONE && shared->last != 0) {
      memcpy(refutation->certified, shared->slot[shared->last - 1].truth, sizeof refutation->certified);
      memcpy(refutation->rules, shared->slot[shared->last - 1].rules, sizeof refutation->rules);
      take_reproductions(&shared->slot[shared->last - 1], refutation);
    }
  }
  apart_memory_free(shared, sizeof *shared);
  free(check);
  return end != APART_STOPPED;
}

static void describe_replay(const Scope *scope, const Witness *witness, char *replay, size_t size) {
  char index[48];
  (void)rank_print(witness->index, index, sizeof index);
  if (scope->space[0] != '\0') {
    (void)snprintf(replay, size, "replay '%s:%s' --law %s --seed %llu", scope->space, index,
                   law_info(witness->law)->name, (unsigned long long)witness->seed);
  } else {
    char file[REPLAY_TEXT];
    const char *label = scope->label == NULL ? "" : scope->label(scope->state, witness->index);
    bool fits = characters_quote(label, file, sizeof file) &&
                snprintf(replay, size, "verify %s --law %s --seed %llu", file, law_info(witness->law)->name,
                         (unsigned long long)witness->seed) < (int)size;
    if (!fits) replay[0] = '\0';
  }
}

bool report_refutations(Store *store, ReportScope *scope) {
  scope->refutations = calloc(LAW_COUNT, sizeof *scope->refutations);
  if (scope->refutations == NULL) return false;
  for (int law = 0; law < LAW_COUNT; law++) {
    const Witness *witness = &scope->result.witness[law];
    if (!witness->present) continue;
    Refutation *refutation = &scope->refutations[scope->refutation_count++];
    SpaceCase program;
    uint32_t mark = store_mark(store);
    refutation->witness = *witness;
    describe_replay(&scope->scope, witness, refutation->replay, sizeof refutation->replay);
    if (scope->scope.make(scope->scope.state, witness->index, &program) == STATUS_OK) {
      refutation->program = program_print(store, &program.program);
      scope->as_found += !shrink_refutation(store, &scope->scope, &program.program, refutation);
    }
    store_release(store, mark);
  }
  return true;
}
