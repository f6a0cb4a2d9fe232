/* T-ARENA, the table of terms, run: tables with room for few terms, filled with working terms and definitions up to
 * the limit, released, and asked for terms of kids that there are not. */
// clang-format off
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
// clang-format on

/* Memory that always moves, with only as many nodes as are asked to move, and that there is not each time. */
static uint32_t moves;
static void *campaign_move(void *from, size_t kept, size_t size) {
  char *to = ++moves % 17 == 0 ? NULL : malloc(size);
  if (to == NULL) return NULL;
  memset(to, 0x5a, size);
  if (from != NULL) memcpy(to, from, kept);
  free(from);
  return to;
}
#define realloc(nodes, size) campaign_move(nodes, count * sizeof *(nodes), size)

// clang-format off
#include "proofs/laws/terms.c"
#include "proofs/eacsl/campaign.h"
// clang-format on

#define MOST 9 /* the largest limit */

static uint32_t draw(uint32_t *seed) {
  *seed = *seed * 1103515245u + 12345u;
  return *seed >> 16;
}

/* A region of so little room that it has to grow, of the node that is no term. */
static TermRegion small_region(uint32_t capacity) {
  TermRegion region = {malloc(capacity * sizeof(Term)), 1, capacity};
  if (region.terms == NULL) abort();
  memset(region.terms, 0, capacity * sizeof(Term));
  return region;
}

/* Mostly the id of a node, often the one after the last, at times no id at all. */
static TermId some_id(const TermTable *table, uint32_t *seed) {
  uint32_t digits = draw(seed);
  TermId id = {digits / 16 % (table->working.count + (digits % 16 == 0))};
  if (digits % 4 == 1) id.id = TERM_DEFINITION_BIT + digits / 16 % (table->definitions.count + (digits % 16 == 1));
  if (table->defining && digits % 4 >= 2) id.id = 0;
  if (id.id == TERM_DEFINITION_BIT && digits / 1024 % 4 != 0) id.id = 0;
  return id;
}

static Term some_node(const TermTable *table, uint32_t *seed) {
  Term node;
  memset(&node, 0, sizeof node);
  node.kind = 1 + draw(seed) % (TERM_KIND_COUNT - 1);
  uint32_t kids = draw(seed) % (TERM_KIDS + 1);
  for (uint32_t i = 0; i < kids; i++) node.kid[i] = some_id(table, seed);
  node.payload = draw(seed);
  node.name.id = draw(seed) % 5;
  return node;
}

/* Adds a node; that the others are kept is looked at here too, as growth may give back the memory that they were in. */
static void add(TermTable *table, uint32_t *seed) {
  Term working[2 * MOST], definitions[2 * MOST];
  uint32_t n = table->working.count, m = table->definitions.count;
  memcpy(working, table->working.terms, n * sizeof(Term));
  memcpy(definitions, table->definitions.terms, m * sizeof(Term));
  Term node = some_node(table, seed);
  if (draw(seed) % 2 == 0)
    (void)term_add(table, node);
  else
    (void)added_term(table, node);
  if (memcmp(working, table->working.terms, n * sizeof(Term)) != 0 ||
      memcmp(definitions, table->definitions.terms, m * sizeof(Term)) != 0) {
    (void)printf("a term is not kept\n");
    abort();
  }
}

static void fill(TermTable *table, uint32_t seed) {
  for (uint32_t i = 0; i < 3 * MOST; i++) {
    uint32_t digits = draw(&seed);
    if (digits % 4 == 0) term_table_define(table, digits / 4 % 2 == 0);
    if (digits % 9 == 8) term_table_release(table, digits / 16 % (table->working.count + 2));
    add(table, &seed);
  }
}

/* A new table, which has more room than the others, and the limit. */
static void first(uint32_t seed) {
  TermTable table;
  memset(&table, 0, sizeof table);
  if (!term_table_init(&table, UINT32_MAX)) return;
  for (uint32_t i = 0; i < 2; i++) add(&table, &seed);
  term_table_release(&table, 2);
  term_table_define(&table, true);
  for (uint32_t i = 0; i < 2; i++) add(&table, &seed);
  term_table_free(&table);
}

static void forbidden(void) {
  TermTable table = {small_region(2), small_region(2), false, 4};
  Term node = {.kind = TERM_NONE + 1, .kid = {{1}}};
  (void)working_add(&table, node); /* a kid that the table has not */
}

int main(int arguments, char **argument) {
  (void)argument;
  if (arguments > 1) forbidden();
  for (uint32_t limit = 1; limit <= MOST; limit++) {
    for (uint32_t seed = 0; seed < 8; seed++) {
      TermTable table = {small_region(1), small_region(1 + seed % 3), false, limit};
      fill(&table, 100 * limit + seed);
      term_table_free(&table);
    }
  }
  moves = 0;
  first(1);
  campaign_report();
  return 0;
}
