/* Names of identifiers, interned: hints for the printer.
 *
 * The table is proved to keep each name once (T-ARENA, proofs/laws/names.c).  It
 * keeps lengths, so that a name may have any bytes. */
#ifndef ADJUDGE_TABLES_NAMES_H
#define ADJUDGE_TABLES_NAMES_H

#include <stddef.h>

#include "semantics/tables/terms.h"

#define NAME_NONE ((NameId){0})
/* The most names that a table keeps. */
#define NAME_TABLE_LIMIT ((size_t)1 << 20)

typedef struct Name {
  char *text; /* ends with a 0, which is not counted */
  size_t length;
  uint64_t hash;
} Name;

typedef struct NameTable {
  Name *entries; /* entries[0] is none */
  size_t count, capacity;
  uint32_t *slots; /* twice the capacity */
} NameTable;

bool name_table_init(NameTable *table);
void name_table_free(NameTable *table);
/* The one id of the name; none without memory or beyond a limit. */
NameId name_intern(NameTable *table, const char *text, size_t length);
/* "" for none. */
static inline const char *name_get(const NameTable *table, NameId name) {
  return name.id == 0 ? "" : table->entries[name.id].text;
}

#endif
