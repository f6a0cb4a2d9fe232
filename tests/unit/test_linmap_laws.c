/* The equations of linear maps (Figs. 4 and 5, those added, section 2.2), proved for
 * all maps and vectors at all triples of six spaces, in the three representations. */
#include "tests/unit/build.h"
#include "verify/laws/linmap/equations.h"
#include "verify/truth/ring_symbolic.h"

#include <stdio.h>

#ifndef STRIDE
#define STRIDE 3 /* a third of the instances, another for each equation */
#endif

typedef struct Proofs {
  uint64_t proved, other, limits;
} Proofs;

static Status decide(Arena *arena, Ring *ring, const LmRep *rep, LmEquation equation, uint64_t k, LmOutcome *outcome) {
  ArenaMark mark = arena_mark(arena);
  size_t scalars = ring_mark(ring);
  LmBuilder b = {.store = S, .arena = arena};
  Machine machine = machine_make(S, ring, arena);
  LmSides sides;
  Status status = linmap_equation_sides(&b, equation, k, &sides);
  if (status == STATUS_OK) status = linmap_equation_decide(&b, &machine, rep, &sides, outcome);
  ring_release(ring, scalars);
  arena_release(arena, mark);
  return status;
}

/* Every instance whose number is first modulo `stride`. */
static Proofs prove(LmEquation equation, uint64_t first, uint64_t stride) {
  Proofs proofs = {0, 0, 0};
  Arena arena;
  arena_init(&arena, (size_t)64 << 20);
  Ring *ring = ring_symbolic_new(48, 1, 60);
  uint64_t instances = linmap_equation_instances(equation);
  for (uint64_t k = first; k < instances; k += stride) {
    for (int r = 0; r < LM_REPRESENTATIONS; r++) {
      LmOutcome outcome = LM_UNKNOWN;
      Status status = decide(&arena, ring, linmap_representations[r], equation, k, &outcome);
      if (status == STATUS_LIMIT)
        proofs.limits++;
      else if (status == STATUS_OK && outcome == LM_EQUAL)
        proofs.proved++;
      else
        proofs.other++;
      if (status != STATUS_LIMIT && (status != STATUS_OK || outcome != LM_EQUAL))
        fail_msg("%s, instance %llu, %s: %s", linmap_equation_law(equation), (unsigned long long)k,
                 linmap_representations[r]->name, status == STATUS_OK ? "different" : status_name(status));
    }
  }
  ring_destroy(ring);
  arena_free(&arena);
  return proofs;
}

static void test_every_equation_is_proved(void **state) {
  (void)state;
  uint64_t proved = 0, limits = 0;
  S = store_new(1u << 16);
  for (int e = 0; e < LM_EQUATION_COUNT; e++) {
    Proofs proofs = prove((LmEquation)e, (uint64_t)e % STRIDE, STRIDE);
    assert_true(proofs.proved > 0);
    proved += proofs.proved;
    limits += proofs.limits;
  }
  print_message("%llu instances proved, %llu too large\n", (unsigned long long)proved, (unsigned long long)limits);
  assert_true(limits * 20 < proved);
  store_free(S);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_equation_is_proved)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
