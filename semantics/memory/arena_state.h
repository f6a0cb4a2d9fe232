/* What an arena is; arena.h has what it does. */
#ifndef ADJUDGE_MEMORY_ARENA_STATE_H
#define ADJUDGE_MEMORY_ARENA_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Every block begins at a multiple of this in its chunk. */
#define ARENA_ALIGNMENT ((size_t)16)
/* The first chunk has 2^16 bytes and each one more doubles what is held, but for one that comes up to the limit: there
 * are never more than 50. */
#define ARENA_CHUNKS 64u

typedef struct ArenaChunk {
  char *bytes;
  size_t size; /* a multiple of the alignment */
} ArenaChunk;

/* The chunks in use are filled one after the other; the last of them has its first `left` free bytes at `next`. */
typedef struct Arena {
  char *next; /* NULL if no chunk is in use */
  size_t left;
  uint64_t allocated;   /* alignment units handed out since arena_init: a cost, never lowered */
  size_t held;          /* bytes obtained from the system in all chunks */
  size_t limit;         /* the most that `held` may become */
  uint32_t used, count; /* chunks in use, before those that are kept for later; all chunks */
  ArenaChunk chunks[ARENA_CHUNKS];
} Arena;

typedef struct ArenaMark {
  uint32_t used;
  size_t left;
} ArenaMark;

#endif
