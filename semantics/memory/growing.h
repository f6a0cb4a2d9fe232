/* Arrays in an arena that grow: what is kept for as long as the arena is. */
#ifndef ADJUDGE_MEMORY_GROWING_H
#define ADJUDGE_MEMORY_GROWING_H

#include "semantics/memory/arena.h"

#include <string.h>

/* An array of twice the capacity, in elements of `size` bytes, with the old contents; NULL, and the capacity as it
 * was, without memory or where the capacity is `most` or more. */
static inline void *arena_doubled(Arena *arena, const void *old, uint32_t *capacity, uint32_t most, size_t size) {
  void *larger = *capacity >= most ? NULL : arena_array(arena, 2 * (size_t)*capacity, size);
  if (larger == NULL) return NULL;
  memcpy(larger, old, *capacity * size);
  *capacity *= 2;
  return larger;
}

#endif
