/* Arrays that grow, in an arena, where what they were is kept for as long as the arena is, and on the heap. */
#ifndef ADJUDGE_MEMORY_GROWING_H
#define ADJUDGE_MEMORY_GROWING_H

#include "semantics/memory/arena.h"

#include <stdlib.h>
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

/* Room for one more element in an array of `count`, in elements of `size` bytes: the array, as it was or moved to twice
 * the capacity, and to `first` where it had none; NULL, and all as it was, without memory. */
static inline void *heap_room(void *array, size_t count, uint32_t *capacity, uint32_t first, size_t size) {
  if (count < *capacity) return array;
  uint32_t more = *capacity == 0 ? first : 2 * *capacity;
  void *larger = more == 0 ? NULL : realloc(array, more * size);
  if (larger != NULL) *capacity = more;
  return larger;
}

/* The same in an arena. */
static inline void *arena_room(Arena *arena, void *array, size_t count, uint32_t *capacity, uint32_t first,
                               size_t size) {
  if (count < *capacity) return array;
  uint32_t more = *capacity == 0 ? first : 2 * *capacity;
  void *larger = more == 0 ? NULL : arena_array(arena, more, size);
  if (larger == NULL) return NULL;
  if (count != 0) memcpy(larger, array, count * size);
  *capacity = more;
  return larger;
}

#endif
