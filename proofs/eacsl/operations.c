/* T-ARENA, run: tables of operations, new or with few entries, filled with both kinds out of few fields, many of which
 * come again, and released to a mark. */
// clang-format off
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "semantics/tables/op_nodes.h"
#include "proofs/eacsl/operations.acsl"
#include "proofs/laws/operations.c"
#include "proofs/eacsl/campaign.h"
// clang-format on

#define MOST 4 /* the capacity to begin with */

static OpNode draw_op(uint32_t seed) {
  OpNode op;
  memset(&op, 0, sizeof op);
  op.code = (OpCode)(seed & 1);
  op.n = seed >> 1 & 1;
  op.constant.id = seed >> 2 & 1;
  op.integer = (seed >> 3 & 1) == 0 ? 0 : (seed >> 4 & 1) == 0 ? -1 : (int64_t)1 << 40;
  op.arity = seed >> 5 & 1;
  op.operand[1].id = seed >> 6 & 1;
  op.result.id = seed >> 7 & 1;
  return op;
}

static LopNode draw_lop(uint32_t seed) {
  LopNode lop;
  memset(&lop, 0, sizeof lop);
  lop.code = (LopCode)(seed & 1);
  lop.m = seed >> 1 & 1;
  lop.op.id = seed >> 2 & 3;
  lop.arity = seed >> 4 & 1;
  lop.operand[0].id = seed >> 5 & 1;
  lop.cdom.id = seed >> 6 & 1;
  return lop;
}

/* A table of which the memory is its own, to grow from less than a new one has. */
static OpTable new_table(uint32_t capacity) {
  OpTable table;
  memset(&table, 0, sizeof table);
  table.op_count = table.lop_count = 1;
  OpRoom room = op_room(capacity, &table);
  if (room.ops == NULL) abort();
  table_move(&table, room, capacity);
  return table;
}

static void free_table(const OpTable *table) {
  op_room_free((OpRoom){table->ops, table->lops, table->op_links, table->lop_links});
}

/* Asks for one of both kinds, and asks again: the answers are the same. */
static void ask(OpTable *table, uint32_t seed) {
  OpNode op = draw_op(seed);
  LopNode lop = draw_lop(seed >> 8);
  OpId id = op_intern(table, op);
  LopId linear = {0};
  if (seed >> 16 & 1) linear = lop_intern(table, lop);
  if (id.id == 0 || op_find(table, op).id != id.id || (linear.id != 0 && lop_find(table, lop).id != linear.id)) {
    (void)printf("an operation is not found again\n");
    abort();
  }
}

static void fill(uint32_t capacity, uint32_t operations, uint32_t seed) {
  OpTable table = new_table(capacity);
  for (uint32_t i = 0; i < operations; i++) {
    seed = seed * 1103515245u + 12345u;
    ask(&table, seed >> 8);
    if (i % 4 == 3)
      op_table_release(&table, 1 + (seed >> 28) % (table.op_count + 1), 1 + (seed >> 26) % (table.lop_count + 1));
  }
  free_table(&table);
}

/* A new table. */
static void begin(void) {
  OpTable table;
  memset(&table, 0, sizeof table);
  if (!op_table_init(&table)) abort();
  for (uint32_t seed = 1; seed < 5; seed++) ask(&table, seed * 2654435761u >> 8);
  op_table_release(&table, 2, 1);
  free_table(&table);
}

static void forbidden(void) {
  OpTable table = new_table(4);
  (void)op_add(&table, draw_op(5));
  (void)op_add(&table, draw_op(5)); /* it is there */
}

int main(int arguments, char **argument) {
  (void)argument;
  if (arguments > 1) forbidden();
  begin();
  for (uint32_t capacity = 2; capacity <= MOST; capacity++) {
    for (uint32_t seed = 0; seed < 6; seed++) fill(capacity, 10, seed);
  }
  campaign_report();
  return 0;
}
