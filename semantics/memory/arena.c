#include "semantics/memory/arena.h"

#include <stdlib.h>

#define FIRST_CHUNK ((size_t)1 << 16)

/* Goes on in the last of `used` chunks (0: before the first) with `left` bytes free. */
/*@ requires sound: arena_sound(arena);
    requires used: used <= arena->count;
    requires left: left % 16 == 0 && (used == 0 ? left == 0 : left <= arena->chunks[used - 1].size);
    assigns arena->next, arena->left, arena->used;
    ensures sound: arena_sound(arena);
    ensures position: arena->used == used && arena->left == left; */
static void arena_fill(Arena *arena, uint32_t used, size_t left) {
  arena->next = used == 0 ? NULL : arena->chunks[used - 1].bytes + (arena->chunks[used - 1].size - left);
  arena->left = left;
  arena->used = used;
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
  /*@ assert position: arena_position(arena); */
}

/* Memory for a chunk; NULL if the system has none. */
/*@ requires sound: arena_sound(arena);
    requires size: 0 < size;
    assigns \nothing;
    ensures block: \result != \null ==> \valid(\result + (0 .. size - 1)) &&
      \separated(arena, \result + (0 .. size - 1));
    ensures apart: \result != \null ==> arena_new(arena, \result, size); */
static char *arena_room(size_t size) /*@ ghost (const Arena *arena) */
{
  return malloc(size);
}

/*@ assigns \nothing; */
static void arena_room_free(char *bytes) { free(bytes); }

void arena_init(Arena *arena, size_t limit) {
  arena->next = NULL;
  arena->left = 0;
  arena->allocated = 0;
  arena->held = 0;
  arena->limit = limit;
  arena->used = 0;
  arena->count = 0;
}

void arena_free(Arena *arena) {
  /*@ loop invariant range: 0 <= i <= arena->count;
      loop assigns i;
      loop variant arena->count - i; */
  for (uint32_t i = 0; i < arena->count; i++) arena_room_free(arena->chunks[i].bytes);
  arena_init(arena, arena->limit);
}

/* The first chunk not in use that has `size` bytes; all of them if there is none. */
/*@ requires sound: arena_sound(arena);
    assigns \nothing;
    ensures range: arena->used <= \result <= arena->count;
    ensures found: \result < arena->count ==> size <= arena->chunks[\result].size;
    ensures none: \result == arena->count ==>
      \forall integer i; arena->used <= i < arena->count ==> arena->chunks[i].size < size; */
static uint32_t arena_unused(const Arena *arena, size_t size) {
  uint32_t i = arena->used;
  /*@ loop invariant range: arena->used <= i <= arena->count;
      loop invariant less: \forall integer j; arena->used <= j < i ==> arena->chunks[j].size < size;
      loop assigns i;
      loop variant arena->count - i; */
  while (i < arena->count && arena->chunks[i].size < size) i++;
  return i;
}

/* How large the next chunk is to be so that `size` bytes have room; 0 at the limit. */
/*@ requires arena: \valid_read(arena) && arena->held <= arena->limit && arena->held % 16 == 0;
    requires size: 0 < size && size % 16 == 0;
    assigns \nothing;
    ensures want: \result == 0 || size <= \result;
    ensures limit: \result <= arena->limit - arena->held && \result % 16 == 0; */
static size_t arena_want(const Arena *arena, size_t size) {
  size_t most = (arena->limit - arena->held) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
  size_t want = arena->held < FIRST_CHUNK ? FIRST_CHUNK : arena->held;
  if (want < size) want = size;
  if (want > most) want = most;
  return want < size ? 0 : want;
}

/* Adds a chunk after all others. */
/*@ requires sound: arena_sound(arena) && arena->count < ARENA_CHUNKS;
    requires size: 0 < size <= arena->limit - arena->held && size % 16 == 0;
    requires block: \valid(bytes + (0 .. size - 1)) && \separated(arena, bytes + (0 .. size - 1));
    requires apart: arena_new(arena, bytes, size);
    assigns arena->held, arena->count, arena->chunks[0 .. ARENA_CHUNKS - 1];
    ensures sound: arena_sound(arena);
    ensures more: arena->count == \old(arena->count) + 1 && arena->chunks[\old(arena->count)].size == size;
    ensures kept: arena_chunks{Pre, Here}(arena, \old(arena->count)); */
static void arena_add(Arena *arena, char *bytes, size_t size) {
  arena->chunks[arena->count].bytes = bytes;
  arena->chunks[arena->count].size = size;
  arena->count++;
  arena->held += size;
  /*@ ghost
    /@ loop invariant range: 0 <= q < arena->count;
       loop invariant sum: arena_sum(&arena->chunks[0], q) == arena_sum{Pre}(&arena->chunks[0], q);
       loop assigns q;
       loop variant arena->count - q; @/
    for (uint32_t q = 0; q + 1 < arena->count; q++) {
    }
  */
  /*@ assert chunks: arena_chunks{Pre, Here}(arena, arena->count - 1); */
  /*@ assert new: arena_chunk(arena, arena->count - 1); */
  /*@ assert last: 0 < arena->used ==>
        arena->chunks[arena->used - 1].bytes == \at(arena->chunks[arena->used - 1].bytes, Pre) &&
        arena->chunks[arena->used - 1].size == \at(arena->chunks[arena->used - 1].size, Pre); */
  /*@ assert still: arena->next == \at(arena->next, Pre) && arena->left == \at(arena->left, Pre) &&
        arena->used == \at(arena->used, Pre) && arena_position{Pre}(arena); */
  /*@ assert position: arena_position(arena); */
  /*@ assert each: \forall integer i; 0 <= i < arena->count ==> arena_chunk(arena, i); */
  /*@ assert old: arena_pairs(arena, arena->count - 1); */
  /*@ assert with_new: \forall integer k; 0 <= k < arena->count - 1 ==>
        arena_two(arena, arena->count - 1, k) && arena_two(arena, k, arena->count - 1); */
  /*@ assert pairs: arena_pairs(arena, arena->count); */
  /*@ assert table: arena_table(arena); */
  /*@ assert total: arena_total(arena); */
}

/* One more chunk, of at least `size` bytes, after all others; false at the limit. */
/*@ requires sound: arena_sound(arena);
    requires size: 0 < size && size % 16 == 0;
    assigns arena->held, arena->count, arena->chunks[0 .. ARENA_CHUNKS - 1];
    ensures sound: arena_sound(arena);
    ensures none: !\result ==> arena->count == \old(arena->count) && arena->held == \old(arena->held);
    ensures more: \result ==> arena->count == \old(arena->count) + 1 &&
      size <= arena->chunks[\old(arena->count)].size;
    ensures kept: arena_chunks{Pre, Here}(arena, \old(arena->count)); */
static bool arena_append(Arena *arena, size_t size) {
  size_t want = arena_want(arena, size);
  if (want == 0 || arena->count == ARENA_CHUNKS) return false;
  char *bytes = arena_room(want) /*@ ghost (arena) */;
  if (bytes == NULL) return false;
  arena_add(arena, bytes, want);
  return true;
}

/* Exchanges two chunks that are not in use. */
/*@ requires sound: arena_sound(arena);
    requires range: arena->used <= i <= j < arena->count;
    assigns arena->chunks[i], arena->chunks[j];
    ensures sound: arena_sound(arena);
    ensures moved: arena->chunks[i].size == \old(arena->chunks[j].size) && arena->chunks[i].size % 16 == 0;
    ensures kept: arena_chunks{Pre, Here}(arena, i); */
static void arena_exchange(Arena *arena, uint32_t i, uint32_t j) {
  ArenaChunk first = arena->chunks[i], second = arena->chunks[j];
  arena->chunks[i].bytes = second.bytes;
  arena->chunks[i].size = second.size;
  arena->chunks[j].bytes = first.bytes;
  arena->chunks[j].size = first.size;
  /*@ ghost
    /@ loop invariant range: 0 <= q <= arena->count;
       loop invariant sum: arena_sum(&arena->chunks[0], q) == arena_sum{Pre}(&arena->chunks[0], q) +
         (i < q <= j ? second.size - first.size : 0);
       loop assigns q;
       loop variant arena->count - q; @/
    for (uint32_t q = 0; q < arena->count; q++) {
    }
  */
  /*@ assert before: arena_chunks{Pre, Here}(arena, i); */
  /*@ assert first: arena->chunks[i].bytes == second.bytes && arena->chunks[i].size == second.size; */
  /*@ assert second: arena->chunks[j].bytes == first.bytes && arena->chunks[j].size == first.size; */
  /*@ assert others: \forall integer k; 0 <= k < arena->count && k != i && k != j ==>
        arena->chunks[k].bytes == \at(arena->chunks[k].bytes, Pre) &&
        arena->chunks[k].size == \at(arena->chunks[k].size, Pre); */
  /*@ assert each_i: arena_chunk(arena, i); */
  /*@ assert each_j: arena_chunk(arena, j); */
  /*@ assert each: \forall integer k; 0 <= k < arena->count ==> arena_chunk(arena, k); */
  /*@ assert two: i != j ==> arena_two(arena, i, j) && arena_two(arena, j, i); */
  /*@ assert pairs_before: \forall integer k; 0 <= k < arena->count ==>
        (k != i ==> arena_two{Pre}(arena, i, k) && arena_two{Pre}(arena, k, i)) &&
        (k != j ==> arena_two{Pre}(arena, j, k) && arena_two{Pre}(arena, k, j)); */
  /*@ assert pairs_i: \forall integer k; 0 <= k < arena->count && k != i && k != j ==>
        arena_two(arena, i, k) && arena_two(arena, k, i); */
  /*@ assert pairs_j: \forall integer k; 0 <= k < arena->count && k != i && k != j ==>
        arena_two(arena, j, k) && arena_two(arena, k, j); */
  /*@ assert pairs_others: \forall integer k, m; 0 <= k < arena->count && 0 <= m < arena->count && k != m &&
        k != i && k != j && m != i && m != j ==> arena_two(arena, m, k); */
  /*@ assert pairs: arena_pairs(arena, arena->count); */
  /*@ assert table: arena_table(arena); */
  /*@ assert total: arena_total(arena); */
  /*@ assert position: arena_position(arena); */
}

/* Goes on in a chunk that is not in use. */
/*@ requires sound: arena_sound(arena);
    requires range: arena->used <= found < arena->count;
    assigns arena->next, arena->left, arena->used, arena->chunks[0 .. ARENA_CHUNKS - 1];
    ensures sound: arena_sound(arena);
    ensures next: arena->used == \old(arena->used) + 1 && arena->left == arena->chunks[arena->used - 1].size &&
      arena->left == \old(arena->chunks[found].size) && arena->held == \old(arena->held);
    ensures kept: arena_chunks{Pre, Here}(arena, \old(arena->used)); */
static void arena_enter(Arena *arena, uint32_t found) {
  arena_exchange(arena, arena->used, found);
  arena_fill(arena, arena->used + 1, arena->chunks[arena->used].size);
}

/* Moves on to a chunk with room for `size` bytes; false at the limit. */
/*@ requires sound: arena_sound(arena);
    requires size: 0 < size && size % 16 == 0;
    assigns arena->next, arena->left, arena->held, arena->used, arena->count, arena->chunks[0 .. ARENA_CHUNKS - 1];
    ensures sound: arena_sound(arena);
    ensures keeps: arena_keeps{Pre, Here}(arena);
    ensures none: !\result ==> arena_same{Pre, Here}(arena);
    ensures next: \result ==> arena->used == \old(arena->used) + 1 &&
      arena->left == arena->chunks[arena->used - 1].size && size <= arena->left;
    ensures again: (\exists integer i; \old(arena->used) <= i < \old(arena->count) &&
      size <= \old(arena->chunks[i].size)) ==> \result && arena->held == \old(arena->held); */
static bool arena_grow(Arena *arena, size_t size) {
  uint32_t found = arena_unused(arena, size);
  /*@ assert some: \forall integer i; arena->used <= i < arena->count && size <= arena->chunks[i].size ==>
        found < arena->count; */
  bool room = found < arena->count;
  if (!room) room = arena_append(arena, size);
  /*@ assert kept: arena_chunks{Pre, Here}(arena, arena->used) && arena->left == \at(arena->left, Pre); */
  if (room) arena_enter(arena, found);
  /*@ assert held: found < \at(arena->count, Pre) ==> room && arena->held == \at(arena->held, Pre); */
  return room;
}

void *arena_alloc_elsewhere(Arena *arena, size_t size) {
  if (size > SIZE_MAX / 2) return NULL;
  size_t units = size == 0 ? 1 : (size + (ARENA_ALIGNMENT - 1)) / ARENA_ALIGNMENT;
  if (arena->left < units * ARENA_ALIGNMENT) {
    bool grown = arena_grow(arena, units * ARENA_ALIGNMENT);
    if (!grown) return NULL;
  }
  /*@ assert units: units * 16 == arena_rounded(size); */
  return arena_take(arena, units);
}

void arena_release(Arena *arena, ArenaMark mark) { arena_fill(arena, mark.used, mark.left); }
