#include "semantics/core/arena.h"

#include <stdint.h>
#include <stdlib.h>

#define ALIGNMENT ((size_t)16)
#define FIRST_CHUNK ((size_t)1 << 16)

struct ArenaChunk {
  ArenaChunk *next;
  size_t size;
};

/* The payload begins one alignment unit after the header. */
static unsigned char *chunk_bytes(ArenaChunk *chunk) { return (unsigned char *)chunk + ALIGNMENT; }

void arena_init(Arena *arena, size_t limit) {
  arena->first = NULL;
  arena->current = NULL;
  arena->used = 0;
  arena->held = 0;
  arena->limit = limit;
}

void arena_free(Arena *arena) {
  ArenaChunk *chunk = arena->first;
  while (chunk != NULL) {
    ArenaChunk *next = chunk->next;
    free(chunk);
    chunk = next;
  }
  arena_init(arena, arena->limit);
}

/* Moves to a chunk with room for `size` bytes; false at the limit. */
static int arena_grow(Arena *arena, size_t size) {
  ArenaChunk *next = arena->current == NULL ? arena->first : arena->current->next;
  if (next != NULL && next->size >= size) {
    arena->current = next;
    arena->used = 0;
    return 1;
  }
  size_t want = arena->held < FIRST_CHUNK ? FIRST_CHUNK : arena->held;
  if (want < size) want = size;
  if (want > arena->limit - arena->held) want = arena->limit - arena->held;
  if (want < size) return 0;
  ArenaChunk *chunk = malloc(ALIGNMENT + want);
  if (chunk == NULL) return 0;
  chunk->size = want;
  chunk->next = next;
  if (arena->current == NULL)
    arena->first = chunk;
  else
    arena->current->next = chunk;
  arena->current = chunk;
  arena->used = 0;
  arena->held += want;
  return 1;
}

void *arena_alloc(Arena *arena, size_t size) {
  if (size > SIZE_MAX / 2) return NULL;
  size_t rounded = (size + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
  if (rounded == 0) rounded = ALIGNMENT;
  if (arena->current == NULL || arena->current->size - arena->used < rounded) {
    if (!arena_grow(arena, rounded)) return NULL;
  }
  void *result = chunk_bytes(arena->current) + arena->used;
  arena->used += rounded;
  return result;
}

void *arena_array(Arena *arena, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / 2 / size) return NULL;
  return arena_alloc(arena, count * size);
}

ArenaMark arena_mark(const Arena *arena) {
  ArenaMark mark = {arena->current, arena->used};
  return mark;
}

void arena_release(Arena *arena, ArenaMark mark) {
  arena->current = mark.chunk;
  arena->used = mark.used;
}
