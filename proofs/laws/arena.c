/* T-ARENA, for the arena: blocks that are handed out and not released never overlap, a release returns to the
 * mark and keeps what was handed out before it, and memory that was released is used again. */
// clang-format off
#include "proofs/logic/realize.h"
#include "semantics/memory/arena_state.h"
#include "proofs/logic/arena.acsl"
#include "proofs/logic/arena_kept.acsl"
#include "semantics/memory/arena.c"
// clang-format on

/* A new block is handed out, and overlaps no block that was handed out before, which all stay so: hence, step by
 * step, no two blocks overlap. */
/*@ requires sound: arena_sound(arena);
    requires block: arena_holds(arena, block, n);
    ensures sound: arena_sound(arena);
    ensures kept: arena_holds(arena, block, n);
    ensures made: \result != \null ==> arena_holds(arena, \result, size);
    ensures apart: \result != \null ==> \separated(\result + (0 .. size - 1), block + (0 .. n - 1)); */
static char *law_block_kept(Arena *arena, size_t size, const char *block, size_t n) {
  char *made = arena_alloc(arena, size);
  /*@ assert made: made != \null ==> size <= arena_rounded(size); */
  return made;
}

typedef struct TwoBlocks {
  char *first, *second;
} TwoBlocks;

/*@ requires sound: arena_sound(arena);
    ensures apart: \result.first != \null && \result.second != \null ==>
      \separated(\result.first + (0 .. a - 1), \result.second + (0 .. b - 1)); */
static TwoBlocks law_blocks_apart(Arena *arena, size_t a, size_t b) {
  char *first = arena_alloc(arena, a);
  if (first == NULL) return (TwoBlocks){NULL, NULL};
  /*@ assert made: a <= arena_rounded(a); */
  char *second = law_block_kept(arena, b, first, a);
  return (TwoBlocks){first, second};
}

/* A mark stays good while blocks are made. */
/*@ requires sound: arena_sound(arena);
    requires mark: arena_marked(arena, mark.used, mark.left);
    ensures sound: arena_sound(arena);
    ensures mark: arena_marked(arena, mark.used, mark.left); */
static void law_mark_stays(Arena *arena, size_t size, ArenaMark mark) { arena_alloc(arena, size); }

/* Releasing to a mark keeps what was handed out before it. */
/*@ requires sound: arena_sound(arena);
    requires block: arena_holds(arena, block, n);
    ensures sound: arena_sound(arena);
    ensures position: arena->used == \old(arena->used) && arena->left == \old(arena->left);
    ensures kept: arena_holds(arena, block, n); */
static void law_release(Arena *arena, size_t size, const char *block, size_t n) {
  ArenaMark mark = arena_mark(arena);
  /*@ assert mark: arena_marked(arena, mark.used, mark.left); */
  arena_alloc(arena, size);
  /*@ assert before: arena_chunks{Pre, Here}(arena, mark.used); */
  arena_release(arena, mark);
  /*@ assert after: arena_chunks{Pre, Here}(arena, mark.used); */
  /*@ assert keeps: arena_keeps{Pre, Here}(arena); */
}

/* What was released is used again: the same request then gets a block, and no more memory is asked for. */
/*@ requires sound: arena_sound(arena);
    requires size: size <= SIZE_MAX / 2; */
static void law_used_again(Arena *arena, size_t size) {
  ArenaMark mark = arena_mark(arena);
  void *first = arena_alloc(arena, size);
  if (first == NULL) return;
  size_t held = arena->held;
  arena_release(arena, mark);
  /*@ assert fits: arena_fits(arena, size); */
  void *second = arena_alloc(arena, size);
  /*@ assert again: second != \null && arena->held == held; */
}
