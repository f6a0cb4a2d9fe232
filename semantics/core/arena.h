/* Arena: bump allocation with mark and release.
 *
 * Values of the evaluators live in an arena for the length of one evaluation.
 * An arena has a byte limit; reaching it is answered with NULL, which callers
 * report as STATUS_LIMIT. */
#ifndef ADJUDGE_CORE_ARENA_H
#define ADJUDGE_CORE_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct ArenaChunk ArenaChunk;

/* Every allocation is a positive multiple of this. */
#define ARENA_ALIGNMENT ((size_t)16)

typedef struct Arena {
  ArenaChunk *first;   /* all chunks, in order of use */
  ArenaChunk *current; /* the chunk being filled */
  unsigned char *next; /* the first free byte in it */
  size_t left;         /* the free bytes in it */
  size_t held;         /* bytes obtained from the system in all chunks */
  size_t limit;        /* the most that `held` may become */
  uint64_t allocated;  /* alignment units handed out since arena_init: a cost, never lowered */
} Arena;

typedef struct ArenaMark {
  ArenaChunk *chunk;
  size_t left;
} ArenaMark;

/* Makes an empty arena that will hold at most `limit` bytes. */
void arena_init(Arena *arena, size_t limit);
/* Gives all memory back to the system. */
void arena_free(Arena *arena);
/* arena_alloc where the current chunk has no room. */
void *arena_alloc_elsewhere(Arena *arena, size_t size);

/* `size` bytes aligned for any type, uninitialised; NULL at the limit. */
static inline void *arena_alloc(Arena *arena, size_t size) {
  if (size == 0 || size > arena->left) return arena_alloc_elsewhere(arena, size);
  size_t rounded = (size + ARENA_ALIGNMENT - 1) & ~(ARENA_ALIGNMENT - 1);
  void *result = arena->next;
  arena->next += rounded;
  arena->left -= rounded;
  arena->allocated += rounded / ARENA_ALIGNMENT;
  return result;
}

/* `count` elements of `size` bytes; NULL at the limit or on overflow. */
static inline void *arena_array(Arena *arena, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / 2 / size) return NULL;
  return arena_alloc(arena, count * size);
}

/* The present position; arena_release returns to it and keeps the chunks. */
static inline ArenaMark arena_mark(const Arena *arena) { return (ArenaMark){arena->current, arena->left}; }
void arena_release(Arena *arena, ArenaMark mark);

#endif
