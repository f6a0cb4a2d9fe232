/* Which constructs stood in which, over all programs that were judged. */
#include "verify/battery/laws.h"

#include "semantics/tables/store.h"

_Static_assert(TERM_KIND_COUNT <= 64, "a bit for each construct");

/* Terms share subterms: what a walk of so many steps does not reach is not noted. */
#define STEPS_MOST 20000u

static void note(const Store *store, TermId t, Tally *tally, uint32_t *steps) {
  const Term *term = term_get(&store->terms, t);
  for (int k = 0; k<TERM_KIDS && * steps> 0; k++) {
    if (term->kid[k].id == 0) continue;
    --*steps;
    tally->inside[term->kind] |= (uint64_t)1 << term_get(&store->terms, term->kid[k])->kind;
    note(store, term->kid[k], tally, steps);
  }
}

void tally_inside(Tally *tally, const Store *store, TermId t) {
  uint32_t steps = STEPS_MOST;
  note(store, t, tally, &steps);
}
