/* Arena: bump allocation with mark and release.
 *
 * Values of the evaluators live in an arena for the length of one evaluation.
 * An arena has a byte limit; reaching it is answered with NULL, which callers
 * report as STATUS_LIMIT. */
#ifndef ADJUDGE_CORE_ARENA_H
#define ADJUDGE_CORE_ARENA_H

#include <stddef.h>

typedef struct ArenaChunk ArenaChunk;

typedef struct Arena {
  ArenaChunk *first;   /* all chunks, in order of use */
  ArenaChunk *current; /* the chunk being filled */
  size_t used;         /* bytes used in `current` */
  size_t held;         /* bytes obtained from the system in all chunks */
  size_t limit;        /* the most that `held` may become */
} Arena;

typedef struct ArenaMark {
  ArenaChunk *chunk;
  size_t used;
} ArenaMark;

/* Makes an empty arena that will hold at most `limit` bytes. */
void arena_init(Arena *arena, size_t limit);
/* Gives all memory back to the system. */
void arena_free(Arena *arena);
/* `size` bytes aligned for any type, uninitialised; NULL at the limit. */
void *arena_alloc(Arena *arena, size_t size);
/* `count` elements of `size` bytes; NULL at the limit or on overflow. */
void *arena_array(Arena *arena, size_t count, size_t size);
/* The present position; arena_release returns to it and keeps the chunks. */
ArenaMark arena_mark(const Arena *arena);
void arena_release(Arena *arena, ArenaMark mark);

#endif
