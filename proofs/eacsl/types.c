/* T-ARENA, run: the table of types with few slots, filled one type after another, and asked for all small types. */
// clang-format off
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/types.c"
#include "proofs/eacsl/campaign.h"
// clang-format on

#define SLOTS 7
#define ROOM 5

/* Looks for every type of one of three kinds with small parts; the slot of the last that is not there. */
static void look(const TypeTable *table, uint32_t parts) {
  for (uint32_t i = 0; i < 3 * parts * parts; i++) {
    TypeId a = {i / 3 % parts}, b = {i / 3 / parts};
    (void)type_slot(table, i % 3 == 0 ? TYPE_PROD : i % 3 == 1 ? TYPE_FUN : TYPE_REAL, a, b, i % 2);
  }
}

static void fill(uint32_t slots, uint32_t seed) {
  TypeNode nodes[ROOM];
  uint32_t slot[SLOTS];
  TypeTable table = {nodes, 1, ROOM, slot, slots, false};
  memset(nodes, 0, sizeof nodes);
  memset(slot, 0, sizeof slot);
  for (uint32_t i = 0; i < ROOM + 2; i++) {
    seed = seed * 1103515245u + 12345u;
    TypeNode node;
    memset(&node, 0, sizeof node);
    node.kind = seed >> 16 & 1 ? TYPE_PROD : TYPE_REAL;
    node.a.id = (seed >> 18) % table.count;
    node.b.id = (seed >> 21) % table.count;
    node.n = seed >> 25 & 1;
    uint32_t s = type_slot(&table, node.kind, node.a, node.b, node.n);
    if (s < slots && slot[s] == 0 && table.count < table.capacity) (void)type_append(&table, s, node);
    look(&table, 2);
  }
}

static void forbidden(void) {
  TypeNode nodes[2];
  uint32_t slot[3] = {0, 0, 0};
  TypeTable table = {nodes, 1, 2, slot, 3, false};
  memset(nodes, 0, sizeof nodes);
  TypeNode node = nodes[0];
  node.kind = TYPE_PROD;
  node.a.id = 1; /* a part that is not below its whole */
  (void)type_append(&table, type_slot(&table, node.kind, node.a, node.b, node.n), node);
}

int main(int arguments, char **argument) {
  (void)argument;
  if (arguments > 1) forbidden();
  for (uint32_t slots = 3; slots <= SLOTS; slots++) {
    for (uint32_t seed = 0; seed < 12; seed++) fill(slots, seed);
  }
  campaign_report();
  return 0;
}
