/* Arena: bump allocation with mark and release.  Proved: T-ARENA (proofs/laws/arena.c).
 *
 * Values of the evaluators live in an arena for the length of one evaluation.
 * An arena has a byte limit; reaching it is answered with NULL, which callers
 * report as STATUS_LIMIT. */
#ifndef ADJUDGE_MEMORY_ARENA_H
#define ADJUDGE_MEMORY_ARENA_H

#include "semantics/memory/arena_state.h"

/* Makes an empty arena that will hold at most `limit` bytes. */
/*@ requires arena: \valid(arena);
    assigns arena->next, arena->left, arena->allocated, arena->held, arena->limit, arena->used, arena->count;
    ensures sound: arena_sound(arena);
    ensures empty: arena->used == 0 && arena->count == 0 && arena->held == 0 && arena->limit == limit; */
void arena_init(Arena *arena, size_t limit);

/* Gives all memory back to the system. */
/*@ requires sound: arena_sound(arena);
    assigns arena->next, arena->left, arena->allocated, arena->held, arena->limit, arena->used, arena->count;
    ensures sound: arena_sound(arena);
    ensures empty: arena->used == 0 && arena->count == 0 && arena->held == 0 && arena->limit == \old(arena->limit); */
void arena_free(Arena *arena);

/* Hands out so many alignment units of the present chunk. */
/*@ requires sound: arena_sound(arena);
    requires room: 0 < units && units * 16 <= arena->left;
    assigns arena->next, arena->left, arena->allocated;
    ensures sound: arena_sound(arena);
    ensures left: arena->left == \old(arena->left) - units * 16;
    ensures keeps: arena_keeps{Pre, Here}(arena);
    ensures some: \result != \null;
    ensures block: arena_last(arena, \result, units * 16);
    ensures apart: arena_apart{Pre}(arena, \result, units * 16); */
static inline char *arena_take(Arena *arena, size_t units) {
  /*@ assert chunk: 0 < arena->used && arena_chunk(arena, arena->used - 1); */
  /*@ assert others: \forall integer i; 0 <= i < arena->used - 1 ==> arena_two(arena, arena->used - 1, i); */
  char *block = arena->next;
  /*@ assert block: block == arena->chunks[arena->used - 1].bytes + (arena->chunks[arena->used - 1].size - arena->left);
   */
  /*@ assert some: block != \null; */
  /*@ assert apart_others: \forall integer i; 0 <= i < arena->used - 1 ==>
        \separated(block + (0 .. units * 16 - 1), arena->chunks[i].bytes + (0 .. arena->chunks[i].size - 1)); */
  /*@ assert apart: arena_apart(arena, block, units * 16); */
  arena->next += units * ARENA_ALIGNMENT;
  arena->left -= units * ARENA_ALIGNMENT;
  arena->allocated += units;
  /*@ ghost
    /@ loop invariant range: 0 <= q <= arena->count;
       loop invariant sum: arena_sum(&arena->chunks[0], q) == arena_sum{Pre}(&arena->chunks[0], q);
       loop assigns q;
       loop variant arena->count - q; @/
    for (uint32_t q = 0; q < arena->count; q++) {
    }
  */
  /*@ assert before: \forall integer i; 0 <= i < arena->count ==> arena_chunk{Pre}(arena, i); */
  /*@ assert chunks: arena_chunks{Pre, Here}(arena, arena->count); */
  /*@ assert each: \forall integer i; 0 <= i < arena->count ==> arena_chunk(arena, i); */
  /*@ assert pairs: arena_pairs(arena, arena->count); */
  /*@ assert table: arena_table(arena); */
  /*@ assert total: arena_total(arena); */
  /*@ assert moved: arena->left == \at(arena->left, Pre) - units * 16 &&
        arena->next == \at(arena->next, Pre) + units * 16; */
  /*@ assert position: arena_position(arena); */
  return block;
}

/* arena_alloc where the present chunk has no room. */
/*@ requires sound: arena_sound(arena);
    assigns arena->next, arena->left, arena->allocated, arena->held, arena->used, arena->count,
      arena->chunks[0 .. ARENA_CHUNKS - 1];
    ensures sound: arena_sound(arena);
    ensures keeps: arena_keeps{Pre, Here}(arena);
    ensures none: \result == \null ==> arena_same{Pre, Here}(arena);
    ensures block: \result != \null ==> arena_last(arena, (char *)\result, arena_rounded(size));
    ensures apart: \result != \null ==> arena_apart{Pre}(arena, (char *)\result, arena_rounded(size));
    ensures bound: \result != \null && arena->used == \old(arena->used) ==>
      arena->left == \old(arena->left) - arena_rounded(size);
    ensures again: arena_fits{Pre}(arena, size) ==> \result != \null && arena->held == \old(arena->held); */
void *arena_alloc_elsewhere(Arena *arena, size_t size);

/* `size` bytes aligned for any type, uninitialised; NULL at the limit. */
/*@ requires sound: arena_sound(arena);
    assigns arena->next, arena->left, arena->allocated, arena->held, arena->used, arena->count,
      arena->chunks[0 .. ARENA_CHUNKS - 1];
    ensures sound: arena_sound(arena);
    ensures keeps: arena_keeps{Pre, Here}(arena);
    ensures none: \result == \null ==> arena_same{Pre, Here}(arena);
    ensures block: \result != \null ==> arena_last(arena, (char *)\result, arena_rounded(size));
    ensures apart: \result != \null ==> arena_apart{Pre}(arena, (char *)\result, arena_rounded(size));
    ensures bound: \result != \null && arena->used == \old(arena->used) ==>
      arena->left == \old(arena->left) - arena_rounded(size);
    ensures again: arena_fits{Pre}(arena, size) ==> \result != \null && arena->held == \old(arena->held); */
static inline void *arena_alloc(Arena *arena, size_t size) {
  if (size == 0 || size > arena->left) return arena_alloc_elsewhere(arena, size);
  size_t units = (size + (ARENA_ALIGNMENT - 1)) / ARENA_ALIGNMENT;
  /*@ assert units: units * 16 == arena_rounded(size) && units * 16 <= arena->left; */
  return arena_take(arena, units);
}

/* Whether so many elements of so many bytes can be counted in bytes. */
/*@ assigns \nothing;
    ensures product: \result ==> 0 <= count * size <= SIZE_MAX; */
static inline bool arena_countable(size_t count, size_t size) {
  if (size == 0) return true;
  size_t most = SIZE_MAX / 2 / size;
  /*@ assert most: most * size <= SIZE_MAX / 2; */
  if (count > most) return false;
  /*@ assert rest: 0 <= (most - count) * size; */
  return true;
}

/* `count` elements of `size` bytes; NULL at the limit or on overflow. */
/*@ requires sound: arena_sound(arena);
    assigns arena->next, arena->left, arena->allocated, arena->held, arena->used, arena->count,
      arena->chunks[0 .. ARENA_CHUNKS - 1];
    ensures sound: arena_sound(arena);
    ensures keeps: arena_keeps{Pre, Here}(arena);
    ensures none: \result == \null ==> arena_same{Pre, Here}(arena);
    ensures block: \result != \null ==> arena_last(arena, (char *)\result, arena_rounded(count * size));
    ensures apart: \result != \null ==> arena_apart{Pre}(arena, (char *)\result, arena_rounded(count * size));
    ensures bound: \result != \null && arena->used == \old(arena->used) ==>
      arena->left == \old(arena->left) - arena_rounded(count * size); */
static inline void *arena_array(Arena *arena, size_t count, size_t size) {
  bool countable = arena_countable(count, size);
  if (!countable) return NULL;
  return arena_alloc(arena, count * size);
}

/* The present position; arena_release returns to it and keeps the chunks. */
/*@ requires sound: arena_sound(arena);
    assigns \nothing;
    ensures mark: \result.used == arena->used && \result.left == arena->left; */
static inline ArenaMark arena_mark(const Arena *arena) { return (ArenaMark){arena->used, arena->left}; }

/*@ requires sound: arena_sound(arena);
    requires mark: arena_marked(arena, mark.used, mark.left);
    assigns arena->next, arena->left, arena->used;
    ensures sound: arena_sound(arena);
    ensures mark: arena->used == mark.used && arena->left == mark.left; */
void arena_release(Arena *arena, ArenaMark mark);

#endif
