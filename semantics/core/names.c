#include "semantics/core/names.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_NAMES 64u
#define MAX_NAMES ((uint32_t)1 << 20)

bool name_table_init(NameTable *table) {
  table->capacity = FIRST_NAMES;
  table->count = 1;
  table->names = calloc(FIRST_NAMES, sizeof *table->names);
  table->slots = calloc(2 * (size_t)FIRST_NAMES, sizeof *table->slots);
  return table->names != NULL && table->slots != NULL;
}

void name_table_free(NameTable *table) {
  for (uint32_t i = 1; table->names != NULL && i < table->count; i++) free(table->names[i]);
  free(table->names);
  free(table->slots);
}

/* The slot of the name, or the free one where it would stand. */
static uint32_t *name_slot(const NameTable *table, const char *text, size_t length) {
  uint32_t mask = 2 * table->capacity - 1, h = 2166136261u; /* FNV-1a */
  for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)text[i]) * 16777619u;
  uint32_t s = (h ^ (h >> 15)) & mask;
  for (; table->slots[s] != 0; s = (s + 1) & mask) {
    const char *known = table->names[table->slots[s]];
    if (strlen(known) == length && memcmp(known, text, length) == 0) break;
  }
  return &table->slots[s];
}

static bool name_table_grow(NameTable *table) {
  if (table->capacity >= MAX_NAMES) return false;
  char **names = realloc(table->names, 2 * (size_t)table->capacity * sizeof *names);
  if (names == NULL) return false;
  table->names = names;
  uint32_t *slots = calloc(4 * (size_t)table->capacity, sizeof *slots);
  if (slots == NULL) return false;
  free(table->slots);
  table->slots = slots;
  table->capacity *= 2;
  for (uint32_t i = 1; i < table->count; i++) *name_slot(table, names[i], strlen(names[i])) = i;
  return true;
}

NameId name_intern(NameTable *table, const char *text, size_t length) {
  uint32_t known = *name_slot(table, text, length);
  if (known != 0) return (NameId){known};
  if (table->count == table->capacity && !name_table_grow(table)) return NAME_NONE;
  char *copy = malloc(length + 1);
  if (copy == NULL) return NAME_NONE;
  memcpy(copy, text, length);
  copy[length] = '\0';
  *name_slot(table, text, length) = table->count;
  table->names[table->count] = copy;
  return (NameId){table->count++};
}
