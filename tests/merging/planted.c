/* adjudge with one engine that is wrong in a way that no table of meanings can see: what it answers for a term depends
 * on more than the meanings of the term's parts.  PLANTED says on what: names, order or counter; without it the engine
 * is what it is. */
#include "ad/engine.h"

#include <stdlib.h>
#include <string.h>

#define MOST 2u /* identifiers bound, or operations, that are too many for it */
#define TURNS 11u

static uint32_t count_kind(const Store *store, TermId t, bool bound) {
  const Term *node = term(store, t);
  bool counts =
      bound ? node->kind == TERM_LET || node->kind == TERM_LAM || node->kind == TERM_MAP || node->kind == TERM_BUILD
            : node->kind == TERM_OP;
  uint32_t sum = counts;
  for (int k = 0; k < TERM_KIDS; k++) {
    if (node->kid[k].id != 0) sum += count_kind(store, node->kid[k], bound);
  }
  return sum;
}

static bool goes_wrong(const Store *store, const Program *program) {
  static uint64_t turns;
  const char *planted = getenv("PLANTED");
  if (planted == NULL) return false;
  /* it names what is bound by numbers, and runs out of names */
  if (strcmp(planted, "names") == 0) return count_kind(store, program->term, true) >= MOST;
  /* it evaluates operations in an order, and forgets the first after so many */
  if (strcmp(planted, "order") == 0) return count_kind(store, program->term, false) >= MOST;
  return ++turns % TURNS == 0;
}

static Status run(Machine *machine, const Program *source, const void *derivative, const Scalar *input, uint32_t seeds,
                  const Scalar *seed, Scalar *primal, Scalar *image) {
  Status status = linmap_canonical_forward.run(machine, source, derivative, input, seeds, seed, primal, image);
  uint32_t results = type_node(&machine->store->types, source->type)->dim;
  if (status != STATUS_OK || results == 0 || seeds == 0 || !goes_wrong(machine->store, source)) return status;
  /* the last image, twice: still linear */
  Scalar *last = &image[(size_t)seeds * results - 1];
  *last = ring_add(machine->ring, *last, *last);
  return STATUS_OK;
}

/* It stands in linmap-canonical's place in the table (ad/engines.c, compiled with its name). */
Engine planted;

__attribute__((constructor)) static void plant(void) {
  planted = linmap_canonical_forward;
  planted.run = run;
}
