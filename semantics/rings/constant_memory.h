/* The memory of constants and of their tables: what these functions promise is assumed
 * in proofs, as the model of memory has no allocation. */
#ifndef ADJUDGE_RINGS_CONSTANT_MEMORY_H
#define ADJUDGE_RINGS_CONSTANT_MEMORY_H

#include "semantics/rings/constants.h"

#include <stdlib.h>

/* Gives the memory of a constant back. */
/*@ assigns \nothing; */
static inline void constant_room_free(Constant constant) {
  free(constant.exact);
  free(constant.nearest);
  free(constant.residue);
}

/* Memory for a constant of that many rationals; exact is NULL if there is none. */
/*@ requires table: constant_sound(table);
    requires length: 0 < length;
    assigns \nothing;
    ensures length: \result.length == length;
    ensures exact: \result.exact != \null ==> \valid(\result.exact + (0 .. length - 1));
    ensures nearest: \result.exact != \null ==> \valid(\result.nearest + (0 .. length - 1));
    ensures residue: \result.exact != \null ==> \valid(\result.residue + (0 .. length - 1));
    ensures apart: \result.exact != \null ==> \separated(values + (0 .. length - 1), \result.exact + (0 .. length - 1));
    ensures apart_entries: \result.exact != \null ==>
      constant_apart(table->entries, table->count, \result.exact, length); */
static inline Constant constant_room(uint32_t length) /*@ ghost (const ConstantTable *table, const mpq_t *values) */
{
  Constant constant = {.length = length,
                       .exact = calloc(length, sizeof *constant.exact),
                       .nearest = calloc(length, sizeof *constant.nearest),
                       .residue = calloc(length, sizeof *constant.residue)};
  if (constant.exact == NULL || constant.nearest == NULL || constant.residue == NULL) {
    constant_room_free(constant);
    constant.exact = NULL;
  }
  return constant;
}

typedef struct ConstantRoom {
  Constant *entries;
  uint32_t *slots;
} ConstantRoom;

/*@ assigns \nothing; */
static inline void table_room_free(ConstantRoom room) {
  free(room.entries);
  free(room.slots);
}

/* Memory for that many entries and twice as many slots; entries is NULL if there is none. */
/*@ requires table: \valid_read(table);
    assigns \nothing;
    ensures entries: \result.entries != \null ==> \valid(\result.entries + (0 .. capacity - 1));
    ensures slots: \result.entries != \null ==> \valid(\result.slots + (0 .. 2 * capacity - 1));
    ensures apart: \result.entries != \null ==>
      \separated(table, \result.entries + (0 .. capacity - 1), \result.slots + (0 .. 2 * capacity - 1));
    ensures apart_entries: \result.entries != \null ==>
      \separated(table->entries + (0 .. table->capacity - 1), \result.entries + (0 .. capacity - 1)) &&
      \separated(table->entries + (0 .. table->capacity - 1), \result.slots + (0 .. 2 * capacity - 1)); */
static inline ConstantRoom table_room(uint32_t capacity) /*@ ghost (const ConstantTable *table) */
{
  ConstantRoom room = {malloc(capacity * sizeof *room.entries), malloc(2 * (size_t)capacity * sizeof *room.slots)};
  if (room.entries == NULL || room.slots == NULL) {
    table_room_free(room);
    room = (ConstantRoom){NULL, NULL};
  }
  return room;
}

#endif
