#include "verify/campaign/block.h"

#include "ad/engine.h"

#include <stddef.h>
#include <string.h>

void block_clear(BlockResult *result) {
  memset(result, 0, offsetof(BlockResult, witness));
  memset(&result->program, 0, sizeof result->program);
  for (int law = 0; law < LAW_COUNT; law++) {
    if (result->witness[law].present) memset(&result->witness[law], 0, sizeof result->witness[law]);
  }
}

void block_copy(BlockResult *to, const BlockResult *from) {
  memcpy(to, from, offsetof(BlockResult, witness));
  to->program = from->program;
  for (int law = 0; law < LAW_COUNT; law++) {
    if (from->witness[law].present || to->witness[law].present) to->witness[law] = from->witness[law];
  }
}

static bool ends(const char *text, size_t room) { return memchr(text, '\0', room) != NULL; }

static bool witness_is_sound(const Witness *w, LawId law, int engine_slots) {
  if (!w->present) return true;
  bool texts = ends(w->evaluator, sizeof w->evaluator) && ends(w->what, sizeof w->what);
  const char *const values[] = {w->input, w->tangent,     w->cotangent,     w->expected,
                                w->found, w->exact_input, w->exact_tangent, w->exact_cotangent};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) texts = texts && ends(values[i], WITNESS_TEXT);
  return texts && w->law == law && w->engine >= 0 && w->engine <= engine_slots &&
         (w->outcome == OUTCOME_REFUTED || w->outcome == OUTCOME_DIFFERS);
}

bool block_is_sound(const BlockResult *result) {
  int engine_slots = 0;
  while (engines[engine_slots] != NULL) engine_slots++;
  const ProgramVerdict *program = &result->program;
  bool good = (unsigned)program->found < FOR_ALL_COUNT && ends(program->lost, sizeof program->lost);
  for (int law = 0; law < LAW_COUNT && good; law++) {
    good = witness_is_sound(&result->witness[law], (LawId)law, engine_slots);
    for (int slot = engine_slots + 1; slot < LAW_ENGINES; slot++)
      good = good && outcomes_none(result->tally.count[law][slot]) && result->tally.looked[law][slot] == 0;
  }
  return good;
}
