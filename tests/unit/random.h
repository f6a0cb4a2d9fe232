/* Random words of tests: splitmix64 from the state that a test sets. */
#ifndef ADJUDGE_TESTS_RANDOM_H
#define ADJUDGE_TESTS_RANDOM_H

#include <stdint.h>

static uint64_t random_state = 1;

static inline uint64_t random_next(void) {
  uint64_t z = random_state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static inline int64_t random_between(int64_t low, int64_t high) {
  return low + (int64_t)(random_next() % (uint64_t)(high - low + 1));
}

#endif
