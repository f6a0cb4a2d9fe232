#include "semantics/tables/op_table.h"

#include "semantics/tables/op_links.h"

#include <stdlib.h>

#define FIRST_CAPACITY 64u

/* --------------------------------------------------------------- nodes -- */

/*@ assigns \nothing;
    ensures mixed: \result == op_mixed(h, x); */
static uint32_t op_mix(uint32_t h, uint32_t x) {
  h = (h + x) * 0x9E3779B1u;
  return h ^ (h >> 15);
}

/*@ assigns \nothing;
    ensures hashed: \result == op_hashed(op.code, op.n, op.m, op.constant.id, op.integer); */
static uint32_t op_hash(OpNode op) {
  uint32_t h = op_mix(1, (uint32_t)op.code);
  h = op_mix(h, op.n);
  h = op_mix(h, op.m);
  h = op_mix(h, op.constant.id);
  h = op_mix(h, (uint32_t)op.integer);
  h = op_mix(h, (uint32_t)((uint64_t)op.integer >> 32));
  return h;
}

/*@ assigns \nothing;
    ensures hashed: \result == lop_hashed(lop.code, lop.n, lop.m, lop.op.id); */
static uint32_t lop_hash(LopNode lop) {
  uint32_t h = op_mix(2, (uint32_t)lop.code);
  h = op_mix(h, lop.n);
  h = op_mix(h, lop.m);
  h = op_mix(h, lop.op.id);
  return h;
}

/*@ requires ops: \valid_read(ops + id);
    assigns \nothing;
    ensures same: \result <==> op_at(ops, id, op.code, op.n, op.m, op.constant.id, op.integer); */
static bool op_is(const OpNode *ops, uint64_t id, OpNode op) {
  const OpNode at = ops[id];
  return at.code == op.code && at.n == op.n && at.m == op.m && at.constant.id == op.constant.id &&
         at.integer == op.integer;
}

/*@ requires lops: \valid_read(lops + id);
    assigns \nothing;
    ensures same: \result <==> lop_at(lops, id, lop.code, lop.n, lop.m, lop.op.id); */
static bool lop_is(const LopNode *lops, uint64_t id, LopNode lop) {
  const LopNode at = lops[id];
  return at.code == lop.code && at.n == lop.n && at.m == lop.m && at.op.id == lop.op.id;
}

/* -------------------------------------------------------------- search -- */

OpId op_find(const OpTable *table, OpNode op) {
  const OpTable in = *table;
  const uint32_t hash = op_hash(op);
  uint64_t id = in.op_links[hash % in.capacity].first;
  /*@ loop invariant chain: 0 <= id < in.op_count &&
        (id != 0 ==> in.op_links[id].hash % in.capacity == hash % in.capacity) &&
        \forall integer i; id < i < in.op_count ==> !op_at(in.ops, i, op.code, op.n, op.m, op.constant.id, op.integer);
      loop assigns id;
      loop variant id; */
  while (id != 0) {
    bool same = op_is(in.ops, id, op);
    if (same) return (OpId){(uint32_t)id};
    id = in.op_links[id].next;
  }
  return (OpId){0};
}

LopId lop_find(const OpTable *table, LopNode lop) {
  const OpTable in = *table;
  const uint32_t hash = lop_hash(lop);
  uint64_t id = in.lop_links[hash % in.capacity].first;
  /*@ loop invariant chain: 0 <= id < in.lop_count &&
        (id != 0 ==> in.lop_links[id].hash % in.capacity == hash % in.capacity) &&
        \forall integer i; id < i < in.lop_count ==> !lop_at(in.lops, i, lop.code, lop.n, lop.m, lop.op.id);
      loop assigns id;
      loop variant id; */
  while (id != 0) {
    bool same = lop_is(in.lops, id, lop);
    if (same) return (LopId){(uint32_t)id};
    id = in.lop_links[id].next;
  }
  return (LopId){0};
}

/* --------------------------------------------------------------- arrays -- */

/*@ requires apart: \valid(ops + (0 .. id)) && ops_apart(ops, id, from, count, lops, n);
    assigns ops[id];
    ensures written: op_at(ops, id, op.code, op.n, op.m, op.constant.id, op.integer) &&
      op_types(ops, id, op.arity, op.operand[0].id, op.operand[1].id, op.result.id);
    ensures from: ops_kept{Pre, Here}(from, from, count);
    ensures others: lops_kept{Pre, Here}(lops, lops, n);
    ensures kept: ops_kept{Pre, Here}(ops, ops, id); */
static void op_write(OpNode *ops, uint32_t id, OpNode op)
/*@ ghost (const OpNode *from, uint32_t count, const LopNode *lops, uint32_t n) */
{
  ops[id] = op;
}

/* Puts an operation that is not there behind the others, and into the index. */
/*@ requires absent: 0 < id < capacity && \valid(ops + (0 .. capacity - 1)) && \valid(links + (0 .. capacity - 1)) &&
      \separated(ops + (0 .. capacity - 1), links + (0 .. capacity - 1)) &&
      ops_apart(ops, id, from, count, lops, n) &&
      ops_sound(ops, links, id, capacity) &&
      op_absent(ops, id, op.code, op.n, op.m, op.constant.id, op.integer);
    assigns ops[id], links[0 .. capacity - 1];
    ensures sound: ops_sound(ops, links, id + 1, capacity);
    ensures asked: op_at(ops, id, op.code, op.n, op.m, op.constant.id, op.integer) &&
      op_types(ops, id, op.arity, op.operand[0].id, op.operand[1].id, op.result.id);
    ensures kept: ops_kept{Pre, Here}(from, from, count) && lops_kept{Pre, Here}(lops, lops, n) &&
      ops_kept{Pre, Here}(ops, ops, id); */
static void op_put(OpNode *ops, OpLink *links, uint32_t capacity, uint32_t id, OpNode op)
/*@ ghost (const OpNode *from, uint32_t count, const LopNode *lops, uint32_t n) */
{
  uint32_t hash = op_hash(op);
  op_write(ops, id, op) /*@ ghost (from, count, lops, n) */;
  link_put(links, capacity, id, hash);
  /*@ assert hashes: \forall integer i; 0 < i <= id ==> links[i].hash ==
        op_hashed(ops[i].code, ops[i].n, ops[i].m, ops[i].constant.id, ops[i].integer); */
  /*@ assert absent: op_absent(ops, id, op.code, op.n, op.m, op.constant.id, op.integer); */
}

/*@ requires apart: \valid(lops + (0 .. id)) && lops_apart(lops, id, from, count, ops, n);
    assigns lops[id];
    ensures written: lop_at(lops, id, lop.code, lop.n, lop.m, lop.op.id) &&
      lop_types(lops, id, lop.arity, lop.operand[0].id, lop.operand[1].id, lop.ldom.id, lop.cdom.id);
    ensures from: lops_kept{Pre, Here}(from, from, count);
    ensures others: ops_kept{Pre, Here}(ops, ops, n);
    ensures kept: lops_kept{Pre, Here}(lops, lops, id); */
static void lop_write(LopNode *lops, uint32_t id, LopNode lop)
/*@ ghost (const LopNode *from, uint32_t count, const OpNode *ops, uint32_t n) */
{
  lops[id] = lop;
}

/*@ requires absent: 0 < id < capacity && \valid(lops + (0 .. capacity - 1)) && \valid(links + (0 .. capacity - 1)) &&
      \separated(lops + (0 .. capacity - 1), links + (0 .. capacity - 1)) &&
      lops_apart(lops, id, from, count, ops, n) &&
      lops_sound(lops, links, id, capacity) && lop_absent(lops, id, lop.code, lop.n, lop.m, lop.op.id);
    assigns lops[id], links[0 .. capacity - 1];
    ensures sound: lops_sound(lops, links, id + 1, capacity);
    ensures asked: lop_at(lops, id, lop.code, lop.n, lop.m, lop.op.id) &&
      lop_types(lops, id, lop.arity, lop.operand[0].id, lop.operand[1].id, lop.ldom.id, lop.cdom.id);
    ensures kept: lops_kept{Pre, Here}(from, from, count) && ops_kept{Pre, Here}(ops, ops, n) &&
      lops_kept{Pre, Here}(lops, lops, id); */
static void lop_put(LopNode *lops, OpLink *links, uint32_t capacity, uint32_t id, LopNode lop)
/*@ ghost (const LopNode *from, uint32_t count, const OpNode *ops, uint32_t n) */
{
  uint32_t hash = lop_hash(lop);
  lop_write(lops, id, lop) /*@ ghost (from, count, ops, n) */;
  link_put(links, capacity, id, hash);
  /*@ assert hashes: \forall integer i; 0 < i <= id ==> links[i].hash ==
        lop_hashed(lops[i].code, lops[i].n, lops[i].m, lops[i].op.id); */
  /*@ assert absent: lop_absent(lops, id, lop.code, lop.n, lop.m, lop.op.id); */
}

/* Puts operations, each of which is there once, into new memory. */
/*@ requires apart: 0 < count < capacity && \valid(to + (0 .. capacity - 1)) && \valid(links + (0 .. capacity - 1)) &&
      \valid_read(ops + (1 .. count - 1)) && ops_once(ops, count) &&
      \separated(to + (0 .. capacity - 1), links + (0 .. capacity - 1), ops + (1 .. count - 1));
    assigns to[0 .. capacity - 1], links[0 .. capacity - 1];
    ensures sound: ops_sound(to, links, count, capacity);
    ensures kept: ops_kept{Pre, Here}(ops, to, count); */
static void ops_move(OpNode *to, OpLink *links, uint32_t capacity, const OpNode *ops, uint32_t count) {
  op_write(to, 0, (OpNode){.n = 0}) /*@ ghost (ops, count, NULL, 0) */;
  links_clear(links, capacity);
  /*@ loop invariant sound: 0 < i <= count && ops_sound(to, links, i, capacity);
      loop invariant kept: ops_kept{Pre, Here}(ops, ops, count) && ops_kept{Pre, Here}(ops, to, i);
      loop assigns i, to[0 .. capacity - 1], links[0 .. capacity - 1];
      loop variant count - i; */
  for (uint32_t i = 1; i < count; i++) {
    OpNode op = ops[i];
    op_put(to, links, capacity, i, op) /*@ ghost (ops, count, NULL, 0) */;
    /*@ assert kept: ops_kept{Pre, Here}(ops, to, i); */
  }
}

/*@ requires apart: 0 < count < capacity && \valid(to + (0 .. capacity - 1)) && \valid(links + (0 .. capacity - 1)) &&
      \valid_read(lops + (1 .. count - 1)) && lops_once(lops, count) &&
      \separated(to + (0 .. capacity - 1), links + (0 .. capacity - 1), lops + (1 .. count - 1));
    assigns to[0 .. capacity - 1], links[0 .. capacity - 1];
    ensures sound: lops_sound(to, links, count, capacity);
    ensures kept: lops_kept{Pre, Here}(lops, to, count); */
static void lops_move(LopNode *to, OpLink *links, uint32_t capacity, const LopNode *lops, uint32_t count) {
  lop_write(to, 0, (LopNode){.n = 0}) /*@ ghost (lops, count, NULL, 0) */;
  links_clear(links, capacity);
  /*@ loop invariant sound: 0 < i <= count && lops_sound(to, links, i, capacity);
      loop invariant kept: lops_kept{Pre, Here}(lops, lops, count) && lops_kept{Pre, Here}(lops, to, i);
      loop assigns i, to[0 .. capacity - 1], links[0 .. capacity - 1];
      loop variant count - i; */
  for (uint32_t i = 1; i < count; i++) {
    LopNode lop = lops[i];
    lop_put(to, links, capacity, i, lop) /*@ ghost (lops, count, NULL, 0) */;
    /*@ assert kept: lops_kept{Pre, Here}(lops, to, i); */
  }
}

/* -------------------------------------------------------------- growth -- */

typedef struct OpRoom {
  OpNode *ops;
  LopNode *lops;
  OpLink *op_links, *lop_links;
} OpRoom;

/*@ assigns \nothing; */
static void op_room_free(OpRoom room) {
  free(room.ops);
  free(room.lops);
  free(room.op_links);
  free(room.lop_links);
}

/* Memory for that many of both kinds, apart from a table and its memory; ops is NULL if there is none.  That links are
 * zero is asked for the static analyser alone, which does not follow links_clear to its end. */
/*@ requires table: \valid_read(table);
    assigns \nothing;
    ensures room: \result.ops != \null ==> operations_room(table, \result.ops, \result.lops, \result.op_links,
      \result.lop_links, capacity); */
static OpRoom op_room(uint32_t capacity) /*@ ghost (const OpTable *table) */
{
  OpRoom room = {malloc(capacity * sizeof *room.ops), malloc(capacity * sizeof *room.lops),
                 calloc(capacity, sizeof *room.op_links), calloc(capacity, sizeof *room.lop_links)};
  if (room.ops == NULL || room.lops == NULL || room.op_links == NULL || room.lop_links == NULL) {
    op_room_free(room);
    room.ops = NULL;
  }
  return room;
}

/* Makes a table what it shall be, where its memory holds that already. */
/*@ requires to: operations_space(table, to.ops, to.lops, to.op_links, to.lop_links, to.capacity, to.op_count,
        to.lop_count) && ops_sound(to.ops, to.op_links, to.op_count, to.capacity) &&
      lops_sound(to.lops, to.lop_links, to.lop_count, to.capacity);
    assigns *table;
    ensures table: operations_sound(table);
    ensures fields: table->capacity == to.capacity && table->op_count == to.op_count &&
      table->lop_count == to.lop_count && table->ops == to.ops && table->lops == to.lops;
    ensures kept: ops_kept{Pre, Here}(to.ops, to.ops, to.op_count) &&
      lops_kept{Pre, Here}(to.lops, to.lops, to.lop_count); */
static void table_set(OpTable *table, OpTable to) {
  *table = to;
  /*@ assert ops: links_same{Pre, Here}(to.op_links, to.capacity) && ops_kept{Pre, Here}(to.ops, to.ops, to.op_count);
   */
  /*@ assert lops: links_same{Pre, Here}(to.lop_links, to.capacity) &&
        lops_kept{Pre, Here}(to.lops, to.lops, to.lop_count); */
}

/* Moves the operations of a table to other memory. */
/*@ requires table: operations_movable(table) && table->op_count < capacity && table->lop_count < capacity &&
      capacity <= OP_TABLE_LIMIT &&
      operations_room(table, room.ops, room.lops, room.op_links, room.lop_links, capacity);
    ensures table: operations_sound(table) && table->capacity == capacity &&
      table->op_count == \old(table->op_count) && table->lop_count == \old(table->lop_count);
    ensures kept: operations_kept{Pre, Here}(table, table->op_count, table->lop_count); */
static void table_move(OpTable *table, OpRoom room, uint32_t capacity) {
  const OpTable old = *table;
  ops_move(room.ops, room.op_links, capacity, old.ops, old.op_count);
  /*@ assert lops: lops_kept{Pre, Here}(old.lops, old.lops, old.lop_count); */
  //@ ghost Moved: ;
  lops_move(room.lops, room.lop_links, capacity, old.lops, old.lop_count);
  /*@ assert links: links_same{Moved, Here}(room.op_links, capacity); */
  /*@ assert ops: ops_kept{Moved, Here}(room.ops, room.ops, old.op_count); */
  const OpTable to = {.ops = room.ops,
                      .op_count = old.op_count,
                      .lops = room.lops,
                      .lop_count = old.lop_count,
                      .capacity = capacity,
                      .op_links = room.op_links,
                      .lop_links = room.lop_links,
                      .given = old.given,
                      .given_count = old.given_count};
  table_set(table, to);
}

/* Makes room for one more of both kinds: moves both arrays to memory for twice as many if need be. */
/*@ requires table: operations_sound(table);
    ensures table: operations_sound(table) && table->op_count == \old(table->op_count) &&
      table->lop_count == \old(table->lop_count) &&
      (\result ==> table->op_count < table->capacity && table->lop_count < table->capacity);
    ensures kept: operations_kept{Pre, Here}(table, table->op_count, table->lop_count); */
static bool op_table_reserve(OpTable *table) {
  const OpTable in = *table;
  if (in.op_count < in.capacity && in.lop_count < in.capacity) return true;
  if (in.capacity > OP_TABLE_LIMIT / 2) return false;
  OpRoom room = op_room(2 * in.capacity) /*@ ghost (table) */;
  if (room.ops == NULL) return false;
  // read from the table: pointers copied twice the static analyser takes for those that the table has afterwards
  const OpRoom old = {table->ops, table->lops, table->op_links, table->lop_links};
  table_move(table, room, 2 * in.capacity);
  op_room_free(old);
  return true;
}

/*@ requires table: \valid(table);
    ensures table: \result ==> operations_sound(table) && table->op_count == 1 && table->lop_count == 1; */
bool op_table_init(OpTable *table) {
  *table = (OpTable){.op_count = 1, .lop_count = 1};
  OpRoom room = op_room(FIRST_CAPACITY) /*@ ghost (table) */;
  if (room.ops == NULL) return false;
  table_move(table, room, FIRST_CAPACITY);
  return true;
}

/* ----------------------------------------------------------- interning -- */

/* Adds an operation that the table does not have. */
/*@ requires absent: operations_sound(table) && table->op_count < table->capacity &&
      op_absent(table->ops, table->op_count, op.code, op.n, op.m, op.constant.id, op.integer);
    ensures table: operations_sound(table) && table->op_count == \old(table->op_count) + 1 &&
      table->lop_count == \old(table->lop_count);
    ensures asked: \result.id == \old(table->op_count) &&
      op_at(table->ops, \result.id, op.code, op.n, op.m, op.constant.id, op.integer) &&
      op_types(table->ops, \result.id, op.arity, op.operand[0].id, op.operand[1].id, op.result.id);
    ensures kept: operations_kept{Pre, Here}(table, \old(table->op_count), table->lop_count); */
static OpId op_add(OpTable *table, OpNode op) {
  OpTable to = *table;
  const uint32_t id = to.op_count;
  op_put(to.ops, to.op_links, to.capacity, id, op) /*@ ghost (NULL, 0, to.lops, to.lop_count) */;
  /*@ assert lops: links_same{Pre, Here}(to.lop_links, to.capacity); */
  to.op_count = id + 1;
  table_set(table, to);
  return (OpId){id};
}

/*@ requires absent: operations_sound(table) && table->lop_count < table->capacity &&
      lop_absent(table->lops, table->lop_count, lop.code, lop.n, lop.m, lop.op.id);
    ensures table: operations_sound(table) && table->lop_count == \old(table->lop_count) + 1 &&
      table->op_count == \old(table->op_count);
    ensures asked: \result.id == \old(table->lop_count) &&
      lop_at(table->lops, \result.id, lop.code, lop.n, lop.m, lop.op.id) &&
      lop_types(table->lops, \result.id, lop.arity, lop.operand[0].id, lop.operand[1].id, lop.ldom.id, lop.cdom.id);
    ensures kept: operations_kept{Pre, Here}(table, table->op_count, \old(table->lop_count)); */
static LopId lop_add(OpTable *table, LopNode lop) {
  OpTable to = *table;
  const uint32_t id = to.lop_count;
  lop_put(to.lops, to.lop_links, to.capacity, id, lop) /*@ ghost (NULL, 0, to.ops, to.op_count) */;
  /*@ assert ops: links_same{Pre, Here}(to.op_links, to.capacity); */
  to.lop_count = id + 1;
  table_set(table, to);
  return (LopId){id};
}

OpId op_intern(OpTable *table, OpNode op) {
  OpId known = op_find(table, op);
  if (known.id != 0) return known;
  bool room = op_table_reserve(table);
  if (!room) return known;
  OpId id = op_add(table, op);
  return id;
}

LopId lop_intern(OpTable *table, LopNode lop) {
  LopId known = lop_find(table, lop);
  if (known.id != 0) return known;
  bool room = op_table_reserve(table);
  if (!room) return known;
  LopId id = lop_add(table, lop);
  return id;
}

/* ------------------------------------------------------------- release -- */

/*@ requires count: operations_sound(table) && 0 < ops <= table->op_count;
    ensures table: operations_sound(table) && table->op_count == ops && table->lop_count == \old(table->lop_count);
    ensures kept: operations_kept{Pre, Here}(table, ops, table->lop_count); */
static void ops_release(OpTable *table, uint32_t ops) {
  OpTable to = *table;
  links_drop(to.op_links, to.capacity, to.op_count, ops);
  /*@ assert links: links_same{Pre, Here}(to.lop_links, to.capacity); */
  to.op_count = ops;
  table_set(table, to);
}

/*@ requires count: operations_sound(table) && 0 < lops <= table->lop_count;
    ensures table: operations_sound(table) && table->lop_count == lops && table->op_count == \old(table->op_count);
    ensures kept: operations_kept{Pre, Here}(table, table->op_count, lops); */
static void lops_release(OpTable *table, uint32_t lops) {
  OpTable to = *table;
  links_drop(to.lop_links, to.capacity, to.lop_count, lops);
  /*@ assert links: links_same{Pre, Here}(to.op_links, to.capacity); */
  to.lop_count = lops;
  table_set(table, to);
}

/*@ requires table: operations_sound(table) && 0 < ops && 0 < lops;
    ensures table: operations_sound(table) &&
      table->op_count == (ops < \old(table->op_count) ? ops : \old(table->op_count)) &&
      table->lop_count == (lops < \old(table->lop_count) ? lops : \old(table->lop_count));
    ensures kept: operations_kept{Pre, Here}(table, table->op_count, table->lop_count); */
void op_table_release(OpTable *table, uint32_t ops, uint32_t lops) {
  if (ops < table->op_count) ops_release(table, ops);
  if (lops < table->lop_count) lops_release(table, lops);
}
