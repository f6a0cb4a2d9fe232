/* From a witness to a refutation worth reading: shrinking and printing. */
#include "ad/engine.h"
#include "semantics/core/rules.h"
#include "semantics/text/text.h"
#include "verify/campaign/certify.h"
#include "verify/campaign/report.h"
#include "verify/enumerate/shrink.h"

#include <stdlib.h>
#include <string.h>

#define SHRINK_BUDGET 20000u
#define SHRINK_CONTEXT 256u

/* A candidate fails when the battery, with this law alone, finds the same outcome of it. */
typedef struct Check {
  Battery *battery;
  BatteryOptions options;
  LawId law;
  Outcome outcome;
  Rank index;
  Tally tally;
  Witness witness[LAW_COUNT];
} Check;

static bool still_fails(void *state, const Program *candidate) {
  Check *check = state;
  memset(&check->tally, 0, sizeof check->tally);
  memset(check->witness, 0, sizeof check->witness);
  battery_check(check->battery, candidate, check->index, &check->options, &check->tally, check->witness);
  const Witness *found = &check->witness[check->law];
  return found->present && found->outcome == check->outcome;
}

/* x, y, z, then x4, x5, ... */
static NameId argument_name(Store *store, uint32_t i) {
  char text[16];
  int length = i < 3 ? snprintf(text, sizeof text, "%c", (int)('x' + i)) : snprintf(text, sizeof text, "x%u", i + 1);
  return name_make(store, text, (size_t)length);
}

static char *print_program(Store *store, const Program *program) {
  PrintStyle style = {.unicode = false, .width = 0};
  Definition definition = {.name = name_make(store, "program", 7), .program = *program};
  definition.arguments = calloc(program->length == 0 ? 1 : program->length, sizeof *definition.arguments);
  if (definition.arguments == NULL) return NULL;
  for (uint32_t i = 0; i < program->length; i++) definition.arguments[i] = argument_name(store, i);
  char *text = text_print_definition(store, &definition, style);
  free(definition.arguments);
  return text;
}

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

/* Shrinks one refutation with its own law only. */
static void shrink_refutation(Store *store, const Scope *scope, const Program *program, Refutation *refutation) {
  Check *check = calloc(1, sizeof *check);
  TypeId *context = calloc(SHRINK_CONTEXT, sizeof *context);
  if (check != NULL) check->battery = battery_new(store);
  if (check != NULL && context != NULL && check->battery != NULL && program->length <= SHRINK_CONTEXT) {
    ShrinkResult shrunk;
    check->law = refutation->witness.law;
    check->outcome = refutation->witness.outcome;
    check->index = refutation->witness.index;
    check->options = scope->options;
    check->options.thorough = true;
    memset(&check->options.laws, 0, sizeof check->options.laws);
    check->options.laws.on[check->law] = true;
    Status status = shrink_program(store, program, still_fails, check, SHRINK_BUDGET, context, &shrunk);
    if (status == STATUS_OK && still_fails(check, &shrunk.program)) {
      refutation->shrunk = check->witness[check->law];
      refutation->shrunk_size = term_size(store, shrunk.program.term);
      refutation->shrunk_program = print_program(store, &shrunk.program);
      certify_witness(store, &shrunk.program, &refutation->shrunk, refutation->certified, sizeof refutation->certified);
      list_rules(store, &shrunk.program, &refutation->shrunk, refutation->rules, sizeof refutation->rules);
    }
  }
  if (check != NULL) battery_free(check->battery);
  free(check);
  free(context);
}

static void describe_replay(const Scope *scope, const Witness *witness, char *replay, size_t size) {
  char index[48];
  (void)rank_print(witness->index, index, sizeof index);
  if (scope->space[0] != '\0') {
    (void)snprintf(replay, size, "replay '%s:%s' --law %s --seed %llu", scope->space, index,
                   law_info(witness->law)->name, (unsigned long long)witness->seed);
  } else {
    const char *label = scope->label == NULL ? "" : scope->label(scope->state, witness->index);
    (void)snprintf(replay, size, "verify %s --law %s --seed %llu", label, law_info(witness->law)->name,
                   (unsigned long long)witness->seed);
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
      refutation->program = print_program(store, &program.program);
      shrink_refutation(store, &scope->scope, &program.program, refutation);
      if (!refutation->shrunk.present) {
        certify_witness(store, &program.program, witness, refutation->certified, sizeof refutation->certified);
        list_rules(store, &program.program, witness, refutation->rules, sizeof refutation->rules);
      }
    }
    store_release(store, mark);
  }
  return true;
}
