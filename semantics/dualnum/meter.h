/* The cost meter: what a run took, the same on every machine. */
#ifndef ADJUDGE_DUAL_METER_H
#define ADJUDGE_DUAL_METER_H

#include "semantics/evaluator.h"

typedef struct CostMeter {
  uint64_t steps;      /* rules applied, and work on maps, arrays and the tape */
  uint64_t operations; /* of the ring */
  uint64_t words;      /* of 16 bytes allocated in the arena, and on the tape */
  uint64_t calls;      /* of backpropagators, or entries resolved */
  uint64_t most_calls; /* of one backpropagator in one gradient call */
} CostMeter;

/* The unit of the cost laws: all the work counted. */
static inline uint64_t cost_total(const CostMeter *meter) { return meter->steps + meter->operations + meter->words; }

/* The counters of a machine before a run; meter_stop gives the differences. */
typedef struct MeterStart {
  uint64_t fuel, operations, words;
} MeterStart;

static inline MeterStart meter_start(const Machine *machine) {
  return (MeterStart){machine->fuel, machine->ring->operations, machine->arena->allocated};
}
static inline void meter_stop(const Machine *machine, MeterStart start, CostMeter *meter) {
  meter->steps += start.fuel - machine->fuel;
  meter->operations += machine->ring->operations - start.operations;
  meter->words += machine->arena->allocated - start.words;
}

#endif
