#include "semantics/tables/type_table.h"

#include <stdlib.h>

#define FIRST_CAPACITY 128u

/*@ assigns \nothing;
    ensures hashed: \result == type_hashed(kind, a.id, b.id, n); */
static uint32_t type_hash(TypeKind kind, TypeId a, TypeId b, uint32_t n) {
  uint32_t h = (uint32_t)kind * 0x9E3779B1u;
  h = (h ^ a.id) * 0x85EBCA6Bu;
  /*@ assert h1: h == type_hash_1(kind, a.id); */
  h = (h ^ (h >> 15) ^ b.id) * 0xC2B2AE35u;
  /*@ assert h2: h == type_hash_2(type_hash_1(kind, a.id), b.id); */
  h = (h ^ (h >> 13) ^ n) * 0x27D4EB2Fu;
  /*@ assert h3: h == type_hash_3(type_hash_2(type_hash_1(kind, a.id), b.id), n); */
  return h ^ (h >> 16);
}

/*@ requires node: \valid_read(node);
    assigns \nothing;
    ensures same: \result <==>
      node->kind == kind && node->a.id == a.id && node->b.id == b.id && node->n == n; */
static bool node_is(const TypeNode *node, TypeKind kind, TypeId a, TypeId b, uint32_t n) {
  return node->kind == kind && node->a.id == a.id && node->b.id == b.id && node->n == n;
}

/* The slot of this node if it is known; else the free one where it belongs. */
/*@ requires table: type_sound(table);
    assigns \nothing;
    ensures range: \result < table->slot_count;
    ensures found: table->slots[\result] != 0 ==> type_at(table, table->slots[\result], kind, a.id, b.id, n);
    ensures passed: type_passed(table, type_start(kind, a.id, b.id, n, table->slot_count), \result);
    ensures absent: table->slots[\result] == 0 ==> type_absent(table, kind, a.id, b.id, n); */
static uint32_t type_slot(const TypeTable *table, TypeKind kind, TypeId a, TypeId b, uint32_t n) {
  uint32_t s = type_hash(kind, a, b, n) % table->slot_count;
  //@ ghost uint32_t start = s, k = 0;
  /*@ assert start: start == type_start(kind, a.id, b.id, n, table->slot_count) && start < table->slot_count; */
  /*@ loop invariant range: 0 <= s < table->slot_count && 0 <= k < table->slot_count;
      loop invariant steps: s == (start + k < table->slot_count ? start + k : start + k - table->slot_count);
      loop invariant passed: \forall integer t;
        0 <= t < table->slot_count && type_steps(start, t, table->slot_count) < k ==>
        table->slots[t] != 0 && !type_at(table, table->slots[t], kind, a.id, b.id, n);
      loop assigns s, k;
      loop variant table->slot_count - k; */
  while (table->slots[s] != 0) {
    bool same = node_is(&table->nodes[table->slots[s]], kind, a, b, n);
    if (same) return s;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= table->slot_count;
         loop invariant full: k + 1 == table->slot_count ==> type_occupied(table->slots, q) == q;
         loop assigns q;
         loop variant table->slot_count - q; @/
      for (uint32_t q = 0; q < table->slot_count; q++) {
        /@ assert taken: k + 1 == table->slot_count ==> table->slots[q] != 0; @/
      }
      k++;
    */
    s = s + 1 == table->slot_count ? 0 : s + 1;
  }
  /*@ assert past: \forall integer i; 0 < i < table->count ==> type_named(table, i) ==>
        !type_at(table, i, kind, a.id, b.id, n); */
  return s;
}

/* The steps of type_write on their own, each with no more around it for the provers than it needs. */
/*@ requires nodes: \valid(nodes + (0 .. id));
    assigns nodes[id];
    ensures same: nodes[id].kind == node.kind && nodes[id].a.id == node.a.id && nodes[id].b.id == node.b.id &&
      nodes[id].n == node.n;
    ensures kind: \forall integer i; 0 <= i < id ==> nodes[i].kind == \at(nodes[i].kind, Pre);
    ensures a: \forall integer i; 0 <= i < id ==> nodes[i].a.id == \at(nodes[i].a.id, Pre);
    ensures b: \forall integer i; 0 <= i < id ==> nodes[i].b.id == \at(nodes[i].b.id, Pre);
    ensures n: \forall integer i; 0 <= i < id ==> nodes[i].n == \at(nodes[i].n, Pre); */
static void node_write(TypeNode *nodes, uint32_t id, TypeNode node) { nodes[id] = node; }

/*@ requires space: type_space(table);
    requires room: table->count < table->capacity;
    requires slot: slot < table->slot_count;
    assigns table->count, table->slots[slot];
    ensures count: table->count == \old(table->count) + 1;
    ensures slot: table->slots[slot] == \old(table->count);
    ensures others: \forall integer t; 0 <= t < table->slot_count && t != slot ==>
      table->slots[t] == \at(table->slots[t], Pre);
    ensures kind: \forall integer i; 0 <= i < table->count ==>
      table->nodes[i].kind == \at(table->nodes[i].kind, Pre);
    ensures a: \forall integer i; 0 <= i < table->count ==> table->nodes[i].a.id == \at(table->nodes[i].a.id, Pre);
    ensures b: \forall integer i; 0 <= i < table->count ==> table->nodes[i].b.id == \at(table->nodes[i].b.id, Pre);
    ensures n: \forall integer i; 0 <= i < table->count ==> table->nodes[i].n == \at(table->nodes[i].n, Pre); */
static void slot_take(TypeTable *table, uint32_t slot) {
  table->slots[slot] = table->count;
  table->count++;
}

/*@ requires space: type_space(table);
    requires room: table->count < table->capacity;
    requires slot: slot < table->slot_count;
    assigns table->count, table->nodes[table->count], table->slots[slot];
    ensures count: table->count == \old(table->count) + 1;
    ensures asked: type_at(table, \old(table->count), node.kind, node.a.id, node.b.id, node.n);
    ensures slot: table->slots[slot] == \old(table->count);
    ensures others: \forall integer t; 0 <= t < table->slot_count && t != slot ==>
      table->slots[t] == \at(table->slots[t], Pre);
    ensures kind: \forall integer i; 0 <= i < table->count - 1 ==>
      table->nodes[i].kind == \at(table->nodes[i].kind, Pre);
    ensures a: \forall integer i; 0 <= i < table->count - 1 ==>
      table->nodes[i].a.id == \at(table->nodes[i].a.id, Pre);
    ensures b: \forall integer i; 0 <= i < table->count - 1 ==>
      table->nodes[i].b.id == \at(table->nodes[i].b.id, Pre);
    ensures n: \forall integer i; 0 <= i < table->count - 1 ==> table->nodes[i].n == \at(table->nodes[i].n, Pre); */
static void table_put(TypeTable *table, uint32_t slot, TypeNode node) {
  node_write(table->nodes, table->count, node);
  slot_take(table, slot);
}

/* Writes a node at a slot: the nodes before it and the other slots stay as they are, and its parts are below it. */
/*@ requires table: type_slots(table) && type_parts(table);
    requires space: type_space(table);
    requires room: table->count < table->capacity;
    requires slot: slot < table->slot_count && table->slots[slot] == 0;
    requires parts: node.a.id < table->count && node.b.id < table->count;
    assigns table->count, table->nodes[table->count], table->slots[slot];
    ensures next: \result.id == \old(table->count) && table->count == \old(table->count) + 1;
    ensures fields: table->capacity == \old(table->capacity) && table->slot_count == \old(table->slot_count) &&
      table->nodes == \old(table->nodes) && table->slots == \old(table->slots);
    ensures asked: type_at(table, \result.id, node.kind, node.a.id, node.b.id, node.n);
    ensures kept: type_kept{Pre, Here}(table, \old(table->count));
    ensures slots: type_slots(table);
    ensures space: type_space(table);
    ensures occupied: type_occupied(table->slots, table->slot_count) ==
      type_occupied{Pre}(table->slots, table->slot_count) + 1;
    ensures parts: type_parts(table);
    ensures named: table->slots[slot] == \old(table->count);
    ensures others: \forall integer t; 0 <= t < table->slot_count && t != slot ==>
      table->slots[t] == \at(table->slots[t], Pre); */
static TypeId type_write(TypeTable *table, uint32_t slot, TypeNode node) {
  uint32_t id = table->count;
  table_put(table, slot, node);
  /*@ assert fields: table->slots == \at(table->slots, Pre) && table->slot_count == \at(table->slot_count, Pre); */
  /*@ assert below: \forall integer t; 0 <= t < table->slot_count ==> table->slots[t] <= id; */
  /*@ assert part_a: \forall integer i; 0 < i < id ==> table->nodes[i].a.id < i; */
  /*@ assert part_b: \forall integer i; 0 < i < id ==> table->nodes[i].b.id < i; */
  /*@ ghost
    /@ loop invariant range: 0 <= q <= table->slot_count;
       loop invariant occupied: type_occupied(table->slots, q) ==
         type_occupied{Pre}(table->slots, q) + (q > slot ? 1 : 0);
       loop assigns q;
       loop variant table->slot_count - q; @/
    for (uint32_t q = 0; q < table->slot_count; q++) {
      /@ assert next: type_occupied(table->slots, q + 1) ==
           type_occupied(table->slots, q) + (table->slots[q] == 0 ? 0 : 1); @/
      /@ assert next_pre: type_occupied{Pre}(table->slots, q + 1) == type_occupied{Pre}(table->slots, q) +
           (\at(table->slots[\at(q, Here)], Pre) == 0 ? 0 : 1); @/
    }
  */
  return (TypeId){id};
}

/* Adds a node that the table does not have at the free slot where a search for it ends: no node stands twice. */
/*@ requires space: type_space(table);
    requires table: type_slots(table) && type_parts(table);
    requires index: type_indexed(table);
    requires once: type_once(table);
    requires room: table->count < table->capacity;
    requires slot: slot < table->slot_count && table->slots[slot] == 0;
    requires passed: type_passed(table, type_start(node.kind, node.a.id, node.b.id, node.n, table->slot_count), slot);
    requires absent: type_absent(table, node.kind, node.a.id, node.b.id, node.n);
    requires parts: node.a.id < table->count && node.b.id < table->count;
    assigns table->count, table->nodes[table->count], table->slots[slot];
    ensures next: \result.id == \old(table->count) && table->count == \old(table->count) + 1;
    ensures fields: table->capacity == \old(table->capacity) && table->slot_count == \old(table->slot_count) &&
      table->nodes == \old(table->nodes) && table->slots == \old(table->slots);
    ensures asked: type_at(table, \result.id, node.kind, node.a.id, node.b.id, node.n);
    ensures kept: type_kept{Pre, Here}(table, \old(table->count));
    ensures space: type_space(table);
    ensures table: type_slots(table) && type_parts(table);
    ensures index: type_indexed(table);
    ensures once: type_once(table);
    ensures occupied: type_occupied(table->slots, table->slot_count) ==
      type_occupied{Pre}(table->slots, table->slot_count) + 1; */
static TypeId type_append(TypeTable *table, uint32_t slot, TypeNode node) {
  TypeId id = type_write(table, slot, node);
  /*@ assert at: \forall integer i, k, a, b, n; 0 < i < id.id ==>
        (type_at(table, i, k, a, b, n) <==> type_at{Pre}(table, i, k, a, b, n)); */
  /*@ assert once_new: \forall integer i; 0 < i < id.id ==>
        !type_at(table, i, node.kind, node.a.id, node.b.id, node.n); */
  /*@ assert once_new_at: \forall integer i; 0 < i < id.id ==> !type_at(table, i, table->nodes[id.id].kind,
        table->nodes[id.id].a.id, table->nodes[id.id].b.id, table->nodes[id.id].n); */
  /*@ assert once_before: \forall integer i, j; 0 < i < j < id.id ==> !type_at(table, i, table->nodes[j].kind,
        table->nodes[j].a.id, table->nodes[j].b.id, table->nodes[j].n); */
  /*@ assert once_all: type_once(table); */
  /*@ assert named_before: \forall integer i; 0 < i < id.id ==> type_named{Pre}(table, i); */
  /*@ assert named_kept: \forall integer i; 0 < i < id.id && type_named{Pre}(table, i) ==> type_named(table, i); */
  /*@ assert named_new: type_named(table, id.id); */
  /*@ assert starts: \forall integer i; 0 < i < id.id ==> type_start_at(table, i) == type_start_at{Pre}(table, i); */
  /*@ assert start: type_start_at(table, id.id) ==
        type_start(node.kind, node.a.id, node.b.id, node.n, table->slot_count); */
  /*@ assert passed: \forall integer start, s; type_passed{Pre}(table, start, s) ==> type_passed(table, start, s); */
  /*@ assert passed_kept: \forall integer s; 0 <= s < table->slot_count && s != slot && table->slots[s] != 0 ==>
        type_passed(table, type_start_at(table, table->slots[s]), s); */
  /*@ assert passed_new: type_passed(table, type_start_at(table, table->slots[slot]), slot); */
  /*@ assert named: \forall integer i; 0 < i < table->count ==> type_named(table, i); */
  /*@ assert index: type_indexed(table); */
  return id;
}

/* Adds a node that the table does not have. */
/*@ requires table: type_sound(table);
    requires room: table->count < table->capacity;
    requires absent: type_absent(table, node.kind, node.a.id, node.b.id, node.n);
    requires parts: node.a.id < table->count && node.b.id < table->count;
    assigns table->count, table->nodes[table->count], table->slots[0 .. table->slot_count - 1];
    ensures next: \result.id == \old(table->count) && table->count == \old(table->count) + 1;
    ensures fields: table->capacity == \old(table->capacity) && table->slot_count == \old(table->slot_count) &&
      table->nodes == \old(table->nodes) && table->slots == \old(table->slots);
    ensures asked: type_at(table, \result.id, node.kind, node.a.id, node.b.id, node.n);
    ensures kept: type_kept{Pre, Here}(table, \old(table->count));
    ensures table: type_sound(table); */
static TypeId type_add(TypeTable *table, TypeNode node) {
  uint32_t s = type_slot(table, node.kind, node.a, node.b, node.n);
  TypeId id = type_append(table, s, node);
  return id;
}

/* type_add, and nodes of another table stay what they are. */
/*@ requires table: type_sound(table);
    requires room: table->count < table->capacity;
    requires absent: type_absent(table, node.kind, node.a.id, node.b.id, node.n);
    requires parts: node.a.id < table->count && node.b.id < table->count;
    requires apart: type_apart(table, nodes, count);
    assigns table->count, table->nodes[table->count], table->slots[0 .. table->slot_count - 1];
    ensures next: table->count == \old(table->count) + 1;
    ensures fields: table->capacity == \old(table->capacity) && table->slot_count == \old(table->slot_count) &&
      table->nodes == \old(table->nodes) && table->slots == \old(table->slots);
    ensures asked: type_at(table, \old(table->count), node.kind, node.a.id, node.b.id, node.n);
    ensures kept: type_kept{Pre, Here}(table, \old(table->count));
    ensures table: type_sound(table);
    ensures old: type_nodes_kept{Pre, Here}(nodes, nodes, count); */
static void type_add_apart(TypeTable *table, TypeNode node) /*@ ghost (const TypeNode *nodes, uint32_t count) */
{
  type_add(table, node);
  /*@ assert kinds: \forall integer i; 0 < i < count ==> nodes[i].kind == \at(nodes[i].kind, Pre); */
  /*@ assert parts: \forall integer i; 0 < i < count ==>
        nodes[i].a.id == \at(nodes[i].a.id, Pre) && nodes[i].b.id == \at(nodes[i].b.id, Pre); */
}

typedef struct TypeRoom {
  TypeNode *nodes;
  uint32_t *slots;
} TypeRoom;

/*@ assigns \nothing; */
static void type_room_free(TypeRoom room) {
  free(room.nodes);
  free(room.slots);
}

/* Memory for that many nodes and twice as many slots; nodes is NULL if there is none. */
/*@ requires table: \valid_read(table);
    assigns \nothing;
    ensures nodes: \result.nodes != \null ==> \valid(\result.nodes + (0 .. capacity - 1));
    ensures slots: \result.nodes != \null ==> \valid(\result.slots + (0 .. 2 * capacity - 1));
    ensures apart: \result.nodes != \null ==>
      \separated(table, \result.nodes + (0 .. capacity - 1), \result.slots + (0 .. 2 * capacity - 1));
    ensures apart_nodes: \result.nodes != \null ==>
      \separated(table->nodes + (0 .. table->capacity - 1), \result.nodes + (0 .. capacity - 1)) &&
      \separated(table->nodes + (0 .. table->capacity - 1), \result.slots + (0 .. 2 * capacity - 1)); */
static TypeRoom type_room(uint32_t capacity) /*@ ghost (const TypeTable *table) */
{
  TypeRoom room = {malloc(capacity * sizeof *room.nodes), malloc(2 * (size_t)capacity * sizeof *room.slots)};
  if (room.nodes == NULL || room.slots == NULL) {
    type_room_free(room);
    room = (TypeRoom){NULL, NULL};
  }
  return room;
}

/* Frees all slots; nodes of another table stay what they are. */
/*@ requires slots: \valid(slots + (0 .. slot_count - 1));
    requires apart: \separated(nodes + (0 .. count - 1), slots + (0 .. slot_count - 1));
    assigns slots[0 .. slot_count - 1];
    ensures zero: \forall integer t; 0 <= t < slot_count ==> slots[t] == 0;
    ensures old: type_nodes_kept{Pre, Here}(nodes, nodes, count); */
static void slots_clear(uint32_t *slots, uint32_t slot_count)
/*@ ghost (const TypeNode *nodes, uint32_t count) */
{
  /*@ loop invariant range: 0 <= s <= slot_count;
      loop invariant zero: \forall integer t; 0 <= t < s ==> slots[t] == 0;
      loop assigns s, slots[0 .. slot_count - 1];
      loop variant slot_count - s; */
  for (uint32_t s = 0; s < slot_count; s++) slots[s] = 0;
}

/* Makes a node TYPE_NONE; nodes of another table stay what they are. */
/*@ requires at: \valid(at);
    requires apart: \separated(nodes + (0 .. count - 1), at);
    assigns *at;
    ensures old: type_nodes_kept{Pre, Here}(nodes, nodes, count); */
static void node_clear(TypeNode *at)
/*@ ghost (const TypeNode *nodes, uint32_t count) */
{
  const TypeNode none = {.kind = TYPE_NONE};
  *at = none;
}

/* Fills in the fields of a table without types; nodes of another table stay what they are. */
/*@ requires count: 0 < capacity <= TYPE_TABLE_LIMIT;
    requires table: \valid(table);
    requires apart: \separated(nodes + (0 .. count - 1), table);
    assigns table->nodes, table->slots, table->slot_count, table->capacity, table->count;
    ensures fields: table->nodes == room.nodes && table->slots == room.slots && table->capacity == capacity &&
      table->slot_count == 2 * capacity && table->count == 1;
    ensures old: type_nodes_kept{Pre, Here}(nodes, nodes, count); */
static void table_place(TypeTable *table, TypeRoom room, uint32_t capacity)
/*@ ghost (const TypeNode *nodes, uint32_t count) */
{
  table->nodes = room.nodes;
  table->slots = room.slots;
  table->slot_count = 2 * capacity;
  table->capacity = capacity;
  table->count = 1; /* node 0 is TYPE_NONE */
}

/* A table without types. */
/*@ requires count: 0 < capacity <= TYPE_TABLE_LIMIT;
    requires table: \valid(table);
    requires nodes: \valid(room.nodes + (0 .. capacity - 1));
    requires slots: \valid(room.slots + (0 .. 2 * capacity - 1));
    requires apart: \separated(table, room.nodes + (0 .. capacity - 1), room.slots + (0 .. 2 * capacity - 1));
    requires old: \separated(nodes + (0 .. count - 1), table) &&
      \separated(nodes + (0 .. count - 1), room.nodes + (0 .. capacity - 1)) &&
      \separated(nodes + (0 .. count - 1), room.slots + (0 .. 2 * capacity - 1));
    assigns table->nodes, table->slots, table->slot_count, table->capacity, table->count, room.nodes[0],
      room.slots[0 .. 2 * capacity - 1];
    ensures table: type_sound(table);
    ensures fields: table->nodes == room.nodes && table->slots == room.slots && table->capacity == capacity;
    ensures empty: table->count == 1;
    ensures old: type_nodes_kept{Pre, Here}(nodes, nodes, count); */
static void type_start_table(TypeTable *table, TypeRoom room, uint32_t capacity)
/*@ ghost (const TypeNode *nodes, uint32_t count) */
{
  uint32_t slot_count = 2 * capacity;
  table_place(table, room, capacity) /*@ ghost (nodes, count) */;
  node_clear(room.nodes) /*@ ghost (nodes, count) */;
  slots_clear(room.slots, slot_count) /*@ ghost (nodes, count) */;
  /*@ assert pointers: table->nodes == room.nodes && table->slots == room.slots; */
  /*@ assert fields: table->capacity == capacity && table->slot_count == slot_count && table->count == 1; */
  /*@ ghost
    /@ loop invariant range: 0 <= q <= slot_count;
       loop invariant occupied: type_occupied(table->slots, q) == 0;
       loop assigns q;
       loop variant slot_count - q; @/
    for (uint32_t q = 0; q < slot_count; q++) {
    }
  */
  /*@ assert zero: \forall integer t; 0 <= t < slot_count ==> table->slots[t] == 0; */
  /*@ assert index: type_indexed(table); */
  /*@ assert space: type_space(table); */
  /*@ assert slots: type_slots(table); */
}

/*@ requires table: \valid(table);
    ensures table: \result ==> type_sound(table) && table->count == 1; */
bool type_table_init(TypeTable *table) {
  *table = (TypeTable){.nodes = NULL, .slots = NULL};
  TypeRoom room = type_room(FIRST_CAPACITY) /*@ ghost (table) */;
  if (room.nodes == NULL) return false;
  type_start_table(table, room, FIRST_CAPACITY) /*@ ghost (room.nodes, 0) */;
  return true;
}

void type_table_free(TypeTable *table) {
  type_room_free((TypeRoom){table->nodes, table->slots});
  table->nodes = NULL;
  table->slots = NULL;
}

/* Adds `count` nodes of another table to a table that has none, in their order, so that they keep their ids. */
/*@ requires table: type_sound(table) && table->count == 1 && table->capacity > count;
    requires nodes: 0 < count && \valid_read(nodes + (0 .. count - 1));
    requires parts: type_nodes_parts(nodes, count);
    requires once: type_nodes_once(nodes, count);
    requires apart: type_apart(table, nodes, count);
    ensures table: type_sound(table) && table->count == count && table->capacity == \old(table->capacity);
    ensures copied: type_nodes_kept{Pre, Here}(nodes, table->nodes, count); */
static void type_table_copy(TypeTable *table, const TypeNode *nodes, uint32_t count) {
  /*@ loop invariant range: 0 < i <= count && table->count == i;
      loop invariant fields: table->capacity == \at(table->capacity, Pre) &&
        table->slot_count == \at(table->slot_count, Pre) && table->nodes == \at(table->nodes, Pre) &&
        table->slots == \at(table->slots, Pre);
      loop invariant table: type_sound(table);
      loop invariant old: type_nodes_kept{Pre, Here}(nodes, nodes, count);
      loop invariant copied: type_nodes_kept{Pre, Here}(nodes, table->nodes, i);
      loop assigns i, table->count, table->nodes[0 .. table->capacity - 1],
        table->slots[0 .. table->slot_count - 1];
      loop variant count - i; */
  for (uint32_t i = 1; i < count; i++) {
    TypeNode node = nodes[i];
    /*@ assert node: node.kind == \at(nodes[\at(i, Here)].kind, Pre) && node.a.id == \at(nodes[\at(i, Here)].a.id, Pre)
       && node.b.id == \at(nodes[\at(i, Here)].b.id, Pre) && node.n == \at(nodes[\at(i, Here)].n, Pre); */
    /*@ assert parts: node.a.id < i && node.b.id < i; */
    /*@ assert new: type_node_new{Pre}(nodes, i); */
    /*@ assert once: \forall integer j; 0 < j < i ==>
          \at(nodes[j].kind, Pre) != \at(nodes[\at(i, Here)].kind, Pre) ||
          \at(nodes[j].a.id, Pre) != \at(nodes[\at(i, Here)].a.id, Pre) ||
          \at(nodes[j].b.id, Pre) != \at(nodes[\at(i, Here)].b.id, Pre) ||
          \at(nodes[j].n, Pre) != \at(nodes[\at(i, Here)].n, Pre); */
    /*@ assert others: \forall integer j; 0 < j < i ==> \at(nodes[j].kind, Pre) != node.kind ||
          \at(nodes[j].a.id, Pre) != node.a.id || \at(nodes[j].b.id, Pre) != node.b.id ||
          \at(nodes[j].n, Pre) != node.n; */
    /*@ ghost
      /@ loop invariant range: 1 <= q <= i;
         loop invariant absent: \forall integer j; 0 < j < q ==>
           !type_at(table, j, node.kind, node.a.id, node.b.id, node.n);
         loop assigns q;
         loop variant i - q; @/
      for (uint32_t q = 1; q < i; q++) {
        /@ assert other: \at(nodes[\at(q, Here)].kind, Pre) != node.kind ||
             \at(nodes[\at(q, Here)].a.id, Pre) != node.a.id || \at(nodes[\at(q, Here)].b.id, Pre) != node.b.id ||
             \at(nodes[\at(q, Here)].n, Pre) != node.n; @/
        /@ assert one: !type_at(table, q, node.kind, node.a.id, node.b.id, node.n); @/
        /@ assert up_to: \forall integer j; 0 < j <= q ==>
             !type_at(table, j, node.kind, node.a.id, node.b.id, node.n); @/
      }
    */
    /*@ assert absent: type_absent(table, node.kind, node.a.id, node.b.id, node.n); */
    type_add_apart(table, node) /*@ ghost (nodes, count) */;
  }
}

/* Moves the types to memory for twice as many. */
/*@ requires table: type_sound(table);
    ensures table: type_sound(table) && table->count == \old(table->count);
    ensures room: \result ==> table->count < table->capacity;
    ensures kept: type_kept{Pre, Here}(table, \old(table->count)); */
static bool type_table_grow(TypeTable *table) {
  if (table->capacity > TYPE_TABLE_LIMIT / 2) return false;
  const uint32_t capacity = 2 * table->capacity, count = table->count;
  const TypeRoom old = {table->nodes, table->slots};
  TypeRoom room = type_room(capacity) /*@ ghost (table) */;
  if (room.nodes == NULL) return false;
  /*@ assert parts_before: type_nodes_parts(old.nodes, count); */
  /*@ ghost
    /@ loop invariant range: 1 <= j <= count;
       loop invariant once: type_nodes_once(old.nodes, j);
       loop assigns j;
       loop variant count - j; @/
    for (uint32_t j = 1; j < count; j++) {
      /@ loop invariant range: 1 <= i <= j;
         loop invariant once: \forall integer k; 0 < k < i ==> old.nodes[k].kind != old.nodes[j].kind ||
           old.nodes[k].a.id != old.nodes[j].a.id || old.nodes[k].b.id != old.nodes[j].b.id ||
           old.nodes[k].n != old.nodes[j].n;
         loop assigns i;
         loop variant j - i; @/
      for (uint32_t i = 1; i < j; i++) {
        /@ assert here: !type_at(table, i, table->nodes[j].kind, table->nodes[j].a.id, table->nodes[j].b.id,
             table->nodes[j].n); @/
      }
      /@ assert new: type_node_new(old.nodes, j); @/
    }
  */
  //@ ghost Before: ;
  type_start_table(table, room, capacity) /*@ ghost (old.nodes, count) */;
  /*@ assert parts: type_nodes_parts(old.nodes, count); */
  /*@ ghost
    /@ loop invariant range: 1 <= j <= count;
       loop invariant once: type_nodes_once(old.nodes, j);
       loop assigns j;
       loop variant count - j; @/
    for (uint32_t j = 1; j < count; j++) {
      /@ assert before: type_node_new{Before}(old.nodes, j); @/
      /@ assert new: type_node_new(old.nodes, j); @/
    }
  */
  type_table_copy(table, old.nodes, count);
  type_room_free(old);
  /*@ assert kept: type_kept{Pre, Here}(table, count); */
  return true;
}

/* Makes room for one more node. */
/*@ requires table: type_sound(table);
    ensures table: type_sound(table) && table->count == \old(table->count);
    ensures room: \result ==> table->count < table->capacity;
    ensures kept: type_kept{Pre, Here}(table, \old(table->count)); */
static bool type_table_reserve(TypeTable *table) {
  if (table->count < table->capacity) return true;
  bool grown = type_table_grow(table);
  return grown;
}

TypeId type_intern(TypeTable *table, TypeKind kind, TypeId a, TypeId b, uint32_t n) {
  const TypeId none = {0};
  uint32_t s = type_slot(table, kind, a, b, n);
  if (table->slots[s] != 0) return (TypeId){table->slots[s]};
  TypeNode asked = {.kind = kind, .a = a, .b = b, .n = n};
  TypeNode node = type_measure(table, asked);
  bool room = node.kind != TYPE_NONE && type_table_reserve(table);
  if (!room) {
    table->exhausted = true;
    /*@ assert refused: type_kept{Pre, Here}(table, table->count); */
    return none;
  }
  /*@ assert kept: type_kept{Pre, Here}(table, table->count); */
  /*@ assert at: \forall integer i; 0 < i < table->count ==>
        (type_at(table, i, kind, a.id, b.id, n) <==> type_at{Pre}(table, i, kind, a.id, b.id, n)); */
  TypeId id = type_add(table, node);
  /*@ assert kind: \forall integer i; 0 < i < \at(table->count, Pre) ==>
        table->nodes[i].kind == \at(table->nodes[i].kind, Pre); */
  /*@ assert a: \forall integer i; 0 < i < \at(table->count, Pre) ==>
        table->nodes[i].a.id == \at(table->nodes[i].a.id, Pre); */
  /*@ assert b: \forall integer i; 0 < i < \at(table->count, Pre) ==>
        table->nodes[i].b.id == \at(table->nodes[i].b.id, Pre); */
  /*@ assert n: \forall integer i; 0 < i < \at(table->count, Pre) ==>
        table->nodes[i].n == \at(table->nodes[i].n, Pre); */
  /*@ assert still: type_kept{Pre, Here}(table, \at(table->count, Pre)); */
  return id;
}
