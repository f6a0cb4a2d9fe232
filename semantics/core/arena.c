#include "semantics/core/arena.h"

#include <stdlib.h>

#define FIRST_CHUNK ((size_t)1 << 16)

struct ArenaChunk {
  ArenaChunk *next;
  size_t size; /* a multiple of the alignment */
};

/* The payload begins one alignment unit after the header. */
static unsigned char *chunk_bytes(ArenaChunk *chunk) { return (unsigned char *)chunk + ARENA_ALIGNMENT; }

/* Goes on in `chunk` (NULL: before the first) with `left` bytes free. */
static void fill(Arena *arena, ArenaChunk *chunk, size_t left) {
  arena->current = chunk;
  arena->next = chunk == NULL ? NULL : chunk_bytes(chunk) + (chunk->size - left);
  arena->left = left;
}

void arena_init(Arena *arena, size_t limit) {
  arena->first = NULL;
  arena->held = 0;
  arena->limit = limit;
  arena->allocated = 0;
  fill(arena, NULL, 0);
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
    fill(arena, next, next->size);
    return 1;
  }
  size_t want = arena->held < FIRST_CHUNK ? FIRST_CHUNK : arena->held;
  if (want < size) want = size;
  if (want > arena->limit - arena->held) want = (arena->limit - arena->held) & ~(ARENA_ALIGNMENT - 1);
  if (want < size) return 0;
  ArenaChunk *chunk = malloc(ARENA_ALIGNMENT + want);
  if (chunk == NULL) return 0;
  chunk->size = want;
  chunk->next = next;
  if (arena->current == NULL)
    arena->first = chunk;
  else
    arena->current->next = chunk;
  arena->held += want;
  fill(arena, chunk, want);
  return 1;
}

void *arena_alloc_elsewhere(Arena *arena, size_t size) {
  if (size > SIZE_MAX / 2) return NULL;
  size_t rounded = (size + ARENA_ALIGNMENT - 1) & ~(ARENA_ALIGNMENT - 1);
  if (rounded == 0) rounded = ARENA_ALIGNMENT;
  if (arena->left < rounded && !arena_grow(arena, rounded)) return NULL;
  return arena_alloc(arena, rounded);
}

void arena_release(Arena *arena, ArenaMark mark) { fill(arena, mark.chunk, mark.left); }
