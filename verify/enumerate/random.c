/* Random words as a function of (seed, stream, index): the output function of
 * splitmix64 (Steele, Lea, Flood, OOPSLA 2014), once for each of the three. */
#include "verify/enumerate/space.h"

uint64_t random_word(uint64_t seed, uint64_t stream, uint64_t index) {
  uint64_t x = seed;
  const uint64_t parts[3] = {0, stream, index};
  for (int i = 0; i < 3; i++) {
    x += 0x9E3779B97F4A7C15u + parts[i] * 0xD1342543DE82EF95u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    x ^= x >> 31;
  }
  return x;
}
