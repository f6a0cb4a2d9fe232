/* T-ARENA, run: the table of types with few slots, filled one type after another, and asked for all small types. */
// clang-format off
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/types.c"
#include "proofs/eacsl/campaign.h"
// clang-format on

#define MOST 4 /* the capacity to begin with */

/* Looks for every type of one of three kinds with small parts; the slot of the last that is not there. */
static void look(const TypeTable *table, uint32_t parts) {
  for (uint32_t i = 0; i < 3 * parts * parts; i++) {
    TypeId a = {i / 3 % parts}, b = {i / 3 / parts};
    (void)type_slot(table, i % 3 == 0 ? TYPE_PROD : i % 3 == 1 ? TYPE_FUN : TYPE_REAL, a, b, i % 2);
  }
}

/* A table of which the memory is its own, to grow. */
static TypeTable new_table(uint32_t capacity) {
  TypeTable table = {
      malloc(capacity * sizeof(TypeNode)), 1, capacity, malloc(2 * capacity * sizeof(uint32_t)), 2 * capacity, false};
  if (table.nodes == NULL || table.slots == NULL) abort();
  memset(table.nodes, 0, capacity * sizeof *table.nodes);
  memset(table.slots, 0, 2 * capacity * sizeof *table.slots);
  return table;
}

/* Asks for a type.  That the others are kept is looked at here too: the contract, run, reads what they were through the
 * table's pointers, and growth changes these. */
static void ask(TypeTable *table, TypeNode node) {
  TypeNode before[2 * MOST + 8];
  uint32_t count = table->count;
  memcpy(before, table->nodes, count * sizeof *before);
  (void)type_intern(table, node.kind, node.a, node.b, node.n);
  for (uint32_t i = 1; i < count; i++) {
    if (!node_is(&table->nodes[i], before[i].kind, before[i].a, before[i].b, before[i].n)) {
      (void)printf("type %u is not kept\n", i);
      abort();
    }
  }
}

/* Fills a table with types, put where they belong or asked for. */
static void fill(uint32_t capacity, uint32_t seed) {
  TypeTable table = new_table(capacity);
  for (uint32_t i = 0; i < 6; i++) {
    seed = seed * 1103515245u + 12345u;
    TypeNode node;
    memset(&node, 0, sizeof node);
    node.kind = seed >> 16 & 1 ? TYPE_PROD : TYPE_REAL;
    node.a.id = (seed >> 18) % table.count;
    node.b.id = (seed >> 21) % table.count;
    node.n = seed >> 25 & 1;
    uint32_t s = type_slot(&table, node.kind, node.a, node.b, node.n);
    if (i % 2 == 0 && table.slots[s] == 0 && table.count < table.capacity)
      (void)type_append(&table, s, node);
    else
      ask(&table, node);
    look(&table, 2);
  }
  type_table_free(&table);
}

static void forbidden(void) {
  TypeNode nodes[2];
  uint32_t slot[4] = {0, 0, 0, 0};
  TypeTable table = {nodes, 1, 2, slot, 4, false};
  memset(nodes, 0, sizeof nodes);
  TypeNode node = nodes[0];
  node.kind = TYPE_PROD;
  node.a.id = 1; /* a part that is not below its whole */
  (void)type_append(&table, type_slot(&table, node.kind, node.a, node.b, node.n), node);
}

int main(int arguments, char **argument) {
  (void)argument;
  if (arguments > 1) forbidden();
  for (uint32_t capacity = 1; capacity <= MOST; capacity++) {
    for (uint32_t seed = 0; seed < 8; seed++) fill(capacity, seed);
  }
  campaign_report();
  return 0;
}
