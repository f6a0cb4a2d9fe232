/* The memory of names and of their tables: what these functions promise is assumed
 * in proofs, as the model of memory has no allocation. */
#ifndef ADJUDGE_TABLES_NAME_MEMORY_H
#define ADJUDGE_TABLES_NAME_MEMORY_H

#include "semantics/tables/names.h"

#include <stdlib.h>

/* Gives the memory of a name back. */
/*@ assigns \nothing; */
static inline void name_room_free(char *text) { free(text); }

/* Memory for a name of that many bytes and a 0; NULL if there is none. */
/*@ requires table: name_sound(table);
    assigns \nothing;
    ensures text: \result != \null ==> \valid(\result + (0 .. length)) &&
      \separated(text + (0 .. length - 1), \result + (0 .. length)) &&
      name_apart(table->entries, table->count, \result, length); */
static inline char *name_room(size_t length) /*@ ghost (const NameTable *table, const char *text) */
{
  return length == SIZE_MAX ? NULL : malloc(length + 1);
}

typedef struct NameRoom {
  Name *entries;
  uint32_t *slots;
} NameRoom;

/*@ assigns \nothing; */
static inline void name_table_room_free(NameRoom room) {
  free(room.entries);
  free(room.slots);
}

/* Memory for that many names and twice as many slots; entries is NULL if there is none. */
/*@ requires table: \valid_read(table);
    assigns \nothing;
    ensures room: \result.entries != \null ==> \valid(\result.entries + (0 .. capacity - 1)) &&
      \valid(\result.slots + (0 .. 2 * capacity - 1)) &&
      \separated(table, \result.entries + (0 .. capacity - 1), \result.slots + (0 .. 2 * capacity - 1)) &&
      \separated(table->entries + (0 .. table->capacity - 1), \result.entries + (0 .. capacity - 1)); */
static inline NameRoom name_table_room(size_t capacity) /*@ ghost (const NameTable *table) */
{
  NameRoom room = {calloc(capacity, sizeof *room.entries), calloc(2 * capacity, sizeof *room.slots)};
  if (room.entries == NULL || room.slots == NULL) {
    name_table_room_free(room);
    room.entries = NULL;
  }
  return room;
}

#endif
