#include <stdlib.h>

#include "semantics/core/terms.h"

#define FIRST_TERMS 4096u

static bool region_init(TermRegion *region) {
  region->capacity = FIRST_TERMS;
  region->terms = calloc(region->capacity, sizeof *region->terms);
  region->count = 1;
  return region->terms != NULL;
}

bool term_table_init(TermTable *table, uint32_t limit) {
  table->defining = false;
  table->limit = limit < TERM_DEFINITION_BIT ? limit : TERM_DEFINITION_BIT - 1;
  bool working = region_init(&table->working), definitions = region_init(&table->definitions);
  return working && definitions;
}

void term_table_free(TermTable *table) {
  free(table->working.terms);
  free(table->definitions.terms);
  table->working.terms = NULL;
  table->definitions.terms = NULL;
}

static bool region_grow(TermRegion *region, uint32_t limit) {
  if (region->capacity >= limit) return false;
  uint32_t capacity = region->capacity > limit / 2 ? limit : region->capacity * 2;
  Term *terms = realloc(region->terms, (size_t)capacity * sizeof *terms);
  if (terms == NULL) return false;
  region->terms = terms;
  region->capacity = capacity;
  return true;
}

TermId term_add(TermTable *table, Term node) {
  TermRegion *region = table->defining ? &table->definitions : &table->working;
  if (region->count >= region->capacity && !region_grow(region, table->limit)) return TERM_NONE_ID;
  region->terms[region->count] = node;
  return (TermId){region->count++ | (table->defining ? TERM_DEFINITION_BIT : 0)};
}
