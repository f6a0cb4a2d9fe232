/* Names of identifiers, interned: hints for the printer. */
#ifndef ADJUDGE_CORE_NAMES_H
#define ADJUDGE_CORE_NAMES_H

#include <stddef.h>

#include "semantics/core/terms.h"

#define NAME_NONE ((NameId){0})

typedef struct NameTable {
  char **names; /* names[0] is none */
  uint32_t count, capacity;
  uint32_t *slots; /* open-addressing index, twice the capacity; 0 is free */
} NameTable;

bool name_table_init(NameTable *table);
void name_table_free(NameTable *table);
/* The one id of the name; none without memory or beyond a limit. */
NameId name_intern(NameTable *table, const char *text, size_t length);

#endif
