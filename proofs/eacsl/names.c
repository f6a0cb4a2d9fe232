/* T-ARENA, run: tables of names, new or with few slots, filled with texts of a few bytes out of two letters, 0 among
 * them, many of which come again. */
// clang-format off
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "semantics/tables/names.h"
#include "proofs/eacsl/names.acsl"
#include "proofs/laws/names.c"
#include "proofs/eacsl/campaign.h"
// clang-format on

#define MOST 3    /* the capacity to begin with */
#define LETTERS 4 /* in a text, at most */

/* A table of which the memory is its own, to grow from less than a new one has. */
static NameTable new_table(uint32_t capacity) {
  NameTable table = {NULL, 0, 0, NULL};
  NameRoom room = name_table_room(capacity, &table);
  if (room.entries == NULL) abort();
  slots_clear(room.slots, 2 * capacity);
  table = (NameTable){room.entries, 1, capacity, room.slots};
  return table;
}

static size_t draw(char *text, uint32_t seed) {
  size_t length = seed % (LETTERS + 1);
  for (size_t k = 0; k < LETTERS; k++) text[k] = (char)((seed >> (8 + k)) % 2 == 0 ? 'a' : seed >> 20 & 1 ? 0 : -1);
  return length;
}

/* Asks for a name, and asks again: the answer is the same, and its text is a copy. */
static void ask(NameTable *table, uint32_t seed) {
  char text[LETTERS];
  size_t length = draw(text, seed);
  NameId id = name_intern(table, text, length);
  const uint64_t hash = name_hash(text, length);
  NameId again = {name_find(table, hash, text, length)};
  if (id.id == 0 || id.id != again.id || name_get(table, id) == text) {
    (void)printf("a name is not found again\n");
    abort();
  }
}

static void fill(uint32_t capacity, uint32_t names, uint32_t seed) {
  NameTable table = new_table(capacity);
  for (uint32_t i = 0; i < names; i++) {
    seed = seed * 1103515245u + 12345u;
    ask(&table, seed >> 8);
  }
  name_table_free(&table);
}

/* A table that has been freed already has nothing, and a new one. */
static void begin(void) {
  NameTable table;
  memset(&table, 0, sizeof table);
  name_table_free(&table);
  if (!name_table_init(&table)) abort();
  for (uint32_t seed = 1; seed < 6; seed++) ask(&table, seed * 2654435761u);
  name_table_free(&table);
}

static void forbidden(void) {
  NameTable table = new_table(2);
  const char text[2] = {'a', 'b'};
  Name name = {name_room(1, &table, text), 1, 0}; /* a hash that is not the text's */
  if (name.text == NULL) abort();
  name_copy(name.text, text, 1, &table);
  (void)name_add(&table, name);
}

int main(int arguments, char **argument) {
  (void)argument;
  if (arguments > 1) forbidden();
  begin();
  for (uint32_t capacity = 1; capacity <= MOST; capacity++) {
    for (uint32_t seed = 0; seed < 6; seed++) fill(capacity, 9, seed);
  }
  campaign_report();
  return 0;
}
