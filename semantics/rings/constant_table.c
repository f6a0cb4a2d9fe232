#include "semantics/memory/slots.h"
#include "semantics/rings/constant_memory.h"
#include "semantics/rings/rationals.h"

#define FIRST_CAPACITY 32u

/*@ requires memory: constant_memory(constant);
    requires values: \valid_read(values + (0 .. length - 1));
    assigns \nothing;
    ensures same: \result <==> constant->length == length && constant_same(constant->exact, values, length); */
static bool constant_is(const Constant *constant, const mpq_t *values, uint32_t length) {
  if (constant->length != length) return false;
  bool same = rationals_equal((const mpq_t *)constant->exact, values, length);
  return same;
}

/* The constant with these rationals, of this hash; 0 if the table does not have it. */
/*@ requires table: constant_sound(table);
    requires values: \valid_read(values + (0 .. length - 1));
    requires hash: hash == constant_hashed(values, length);
    assigns \nothing;
    ensures range: \result < table->count;
    ensures found: \result != 0 ==> constant_at(table->entries, \result, values, length);
    ensures absent: \result == 0 ==> constant_absent(table->entries, table->count, values, length); */
static uint32_t constant_find(const ConstantTable *table, uint32_t hash, const mpq_t *values, uint32_t length) {
  uint32_t s = hash % table->slot_count;
  //@ ghost uint32_t start = s, k = 0, last = slots_some_free(table->slots, table->slot_count);
  /*@ loop invariant range: 0 <= s < table->slot_count && 0 <= k <= slots_steps(start, last, table->slot_count);
      loop invariant steps: s == (start + k < table->slot_count ? start + k : start + k - table->slot_count);
      loop invariant passed: \forall integer t;
        0 <= t < table->slot_count && slots_steps(start, t, table->slot_count) < k ==>
        table->slots[t] != 0 && !constant_at(table->entries, table->slots[t], values, length);
      loop assigns s, k;
      loop variant slots_steps(start, last, table->slot_count) - k; */
  while (table->slots[s] != 0) {
    bool same = constant_is(&table->entries[table->slots[s]], values, length);
    if (same) return table->slots[s];
    //@ ghost k++;
    s = slots_next(s, table->slot_count);
  }
  /*@ assert past: \forall integer t; 0 <= t < table->slot_count && table->slots[t] != 0 &&
        table->entries[table->slots[t]].hash == hash ==>
        !constant_at(table->entries, table->slots[t], values, length); */
  /*@ ghost
    /@ loop invariant range: 0 < i <= table->count;
       loop invariant absent: constant_absent(table->entries, i, values, length);
       loop assigns i;
       loop variant table->count - i; @/
    for (uint32_t i = 1; i < table->count; i++) {
      if (table->entries[i].length == length) rationals_hash_same(table->entries[i].exact, values, length);
      /@ assert named: slots_named(table->slots, table->slot_count, i); @/
      /@ assert hash: constant_at(table->entries, i, values, length) ==> table->entries[i].hash == hash; @/
      /@ assert new: !constant_at(table->entries, i, values, length); @/
    }
  */
  return 0;
}

/*@ requires memory: constant_memory(constant);
    assigns \nothing; */
static void constant_clear(const Constant *constant) {
  /*@ loop invariant range: 0 <= i <= constant->length;
      loop assigns i;
      loop variant constant->length - i; */
  for (uint32_t i = 0; i < constant->length; i++) mpq_clear(constant->exact[i]);
  constant_room_free(*constant);
}

/* Fills in new memory; the entries of a table stay what they are. */
/*@ requires table: constant_sound(table);
    requires length: 0 < constant.length;
    requires exact: \valid(constant.exact + (0 .. constant.length - 1));
    requires nearest: \valid(constant.nearest + (0 .. constant.length - 1));
    requires residue: \valid(constant.residue + (0 .. constant.length - 1));
    requires values: \valid_read(values + (0 .. constant.length - 1));
    requires apart: \separated(values + (0 .. constant.length - 1), constant.exact + (0 .. constant.length - 1));
    requires apart_entries: constant_apart(table->entries, table->count, constant.exact, constant.length);
    assigns constant.exact[0 .. constant.length - 1][0], constant.nearest[0 .. constant.length - 1],
      constant.residue[0 .. constant.length - 1];
    ensures same: constant_same(constant.exact, values, constant.length);
    ensures values: \forall integer k; 0 <= k < constant.length ==>
      values[k][0].value == \at(values[k][0].value, Pre);
    ensures hashed: constant_hashed(constant.exact, constant.length) == constant_hashed{Pre}(values, constant.length);
    ensures kept: constant_still{Pre, Here}(table, table->count);
    ensures table: constant_sound(table); */
static bool constant_fill(Constant constant, const mpq_t *values) /*@ ghost (const ConstantTable *table) */
{
  rationals_copy(constant.exact, values, constant.length);
  /*@ assert numbers: constant_numbers{Pre, Here}(table->entries, table->entries, table->count); */
  /*@ ghost
    /@ loop invariant range: 0 < i <= table->count;
       loop invariant hashes: constant_hashes(table->entries, i);
       loop assigns i;
       loop variant table->count - i; @/
    for (uint32_t i = 1; i < table->count; i++) {
      const Constant *c = &table->entries[i];
      /@ loop invariant range: 0 <= k <= c->length;
         loop invariant mixed: constant_mixed(c->exact, k, c->length) == constant_mixed{Pre}(c->exact, k, c->length);
         loop assigns k;
         loop variant c->length - k; @/
      for (uint32_t k = 0; k < c->length; k++) {
      }
    }
  */
  /*@ assert same: \forall integer i, j; 0 < i < j < table->count ==>
        constant_at(table->entries, i, table->entries[j].exact, table->entries[j].length) ==>
        constant_at{Pre}(table->entries, i, table->entries[j].exact, table->entries[j].length); */
  /*@ assert once: constant_once(table->entries, table->count); */
  bool all = rationals_forms(constant.nearest, constant.residue, values, constant.length);
  return all;
}

/* Names an entry at the free slot at which a search for it ends. */
/*@ requires entries: \valid_read(entries + (0 .. id));
    requires slots: \valid(slots + (0 .. slot_count - 1));
    requires apart: \separated(entries + (0 .. id), slots + (0 .. slot_count - 1));
    requires room: 0 < id < slot_count;
    requires index: constant_indexed(entries, id, slots, slot_count);
    assigns slots[0 .. slot_count - 1];
    ensures index: constant_indexed(entries, id + 1, slots, slot_count);
    ensures kept: constant_kept{Pre, Here}(entries, entries, id + 1); */
static void index_add(const Constant *entries, uint32_t id, uint32_t *slots, uint32_t slot_count) {
  uint32_t s = slots_end(slots, slot_count, entries[id].hash % slot_count);
  slots_take(slots, s, id) /*@ ghost (slot_count) */;
  /*@ assert passed: \forall integer start, t; slots_passed{Pre}(slots, slot_count, start, t) ==>
        slots_passed(slots, slot_count, start, t); */
  /*@ assert named: \forall integer i; slots_named{Pre}(slots, slot_count, i) && i != 0 ==>
        slots_named(slots, slot_count, i); */
  /*@ assert new: slots_named(slots, slot_count, id); */
}

/* Makes the index anew. */
/*@ requires entries: 0 < count <= slot_count && \valid_read(entries + (0 .. count - 1));
    requires slots: \valid(slots + (0 .. slot_count - 1));
    requires apart: \separated(entries + (0 .. count - 1), slots + (0 .. slot_count - 1));
    assigns slots[0 .. slot_count - 1];
    ensures index: constant_indexed(entries, count, slots, slot_count);
    ensures kept: constant_kept{Pre, Here}(entries, entries, count); */
static void index_entries(const Constant *entries, uint32_t count, uint32_t *slots, uint32_t slot_count) {
  slots_clear(slots, slot_count);
  /*@ loop invariant range: 0 < i <= count;
      loop invariant index: constant_indexed(entries, i, slots, slot_count);
      loop invariant kept: constant_kept{Pre, Here}(entries, entries, count);
      loop assigns i, slots[0 .. slot_count - 1];
      loop variant count - i; */
  for (uint32_t i = 1; i < count; i++) index_add(entries, i, slots, slot_count);
}

/* Writes an entry; those before it stay what they are. */
/*@ requires entries: \valid(entries + (0 .. id));
    assigns entries[id];
    ensures written: entries[id].length == constant.length && entries[id].hash == constant.hash &&
      entries[id].exact == constant.exact && entries[id].nearest == constant.nearest &&
      entries[id].residue == constant.residue && entries[id].has_residue == constant.has_residue;
    ensures kept: constant_kept{Pre, Here}(entries, entries, id); */
static void entry_write(Constant *entries, uint32_t id, Constant constant) {
  entries[id] = constant;
  /*@ assert fields: constant_fields{Pre, Here}(entries, entries, id); */
}

/* The steps of constant_add on their own, each with no more around it for the provers than it needs. */
/*@ requires space: constant_space(table);
    requires room: table->count < table->capacity;
    assigns table->count, table->entries[table->count];
    ensures next: table->count == \old(table->count) + 1;
    ensures fields: table->capacity == \old(table->capacity) && table->slot_count == \old(table->slot_count) &&
      table->entries == \old(table->entries) && table->slots == \old(table->slots);
    ensures written: table->entries[table->count - 1].length == constant.length &&
      table->entries[table->count - 1].hash == constant.hash &&
      table->entries[table->count - 1].exact == constant.exact &&
      table->entries[table->count - 1].nearest == constant.nearest &&
      table->entries[table->count - 1].residue == constant.residue;
    ensures slots: \forall integer s; 0 <= s < table->slot_count ==> table->slots[s] == \at(table->slots[s], Pre);
    ensures occupied: slots_occupied(table->slots, table->slot_count) ==
      slots_occupied{Pre}(table->slots, table->slot_count);
    ensures kept: constant_still{Pre, Here}(table, \old(table->count)); */
static void entry_append(ConstantTable *table, Constant constant) {
  entry_write(table->entries, table->count, constant);
  table->count++;
  /*@ assert slots: \forall integer s; 0 <= s < table->slot_count ==>
        table->slots[s] == \at(table->slots[s], Pre); */
  /*@ assert length: \forall integer i; 0 < i < \at(table->count, Pre) ==>
        table->entries[i].length == \at(table->entries[i].length, Pre); */
  /*@ assert hash: \forall integer i; 0 < i < \at(table->count, Pre) ==>
        table->entries[i].hash == \at(table->entries[i].hash, Pre); */
  /*@ ghost
    /@ loop invariant range: 0 <= q <= table->slot_count;
       loop invariant occupied: slots_occupied(table->slots, q) == slots_occupied{Pre}(table->slots, q);
       loop assigns q;
       loop variant table->slot_count - q; @/
    for (uint32_t q = 0; q < table->slot_count; q++) {
    }
  */
}

/*@ requires space: constant_space(table);
    requires room: table->count < table->capacity;
    requires index: constant_indexed(table->entries, table->count, table->slots, table->slot_count);
    assigns table->count, table->entries[table->count], table->slots[0 .. table->slot_count - 1];
    ensures next: table->count == \old(table->count) + 1;
    ensures fields: table->capacity == \old(table->capacity) && table->slot_count == \old(table->slot_count) &&
      table->entries == \old(table->entries) && table->slots == \old(table->slots);
    ensures space: constant_space(table);
    ensures index: constant_indexed(table->entries, table->count, table->slots, table->slot_count);
    ensures written: table->entries[table->count - 1].length == constant.length &&
      table->entries[table->count - 1].hash == constant.hash &&
      table->entries[table->count - 1].exact == constant.exact &&
      table->entries[table->count - 1].nearest == constant.nearest &&
      table->entries[table->count - 1].residue == constant.residue;
    ensures kept: constant_still{Pre, Here}(table, \old(table->count)); */
static void table_append(ConstantTable *table, Constant constant) {
  uint32_t id = table->count;
  entry_append(table, constant);
  /*@ assert space: constant_space(table); */
  /*@ assert passed: \forall integer start, t; slots_passed{Pre}(table->slots, table->slot_count, start, t) ==>
        slots_passed(table->slots, table->slot_count, start, t); */
  /*@ assert named: \forall integer i; slots_named{Pre}(table->slots, table->slot_count, i) ==>
        slots_named(table->slots, table->slot_count, i); */
  /*@ assert start: \forall integer s; 0 <= s < table->slot_count ==>
        table->entries[table->slots[s]].hash == \at(table->entries[table->slots[s]].hash, Pre); */
  /*@ assert index: constant_indexed(table->entries, id, table->slots, table->slot_count); */
  //@ ghost Between: ;
  index_add(table->entries, id, table->slots, table->slot_count);
  /*@ assert after: constant_still{Between, Here}(table, id); */
}

/* Adds a constant that the table does not have. */
/*@ requires space: constant_space(table);
    requires formed: constant_formed(table->entries, table->count);
    requires hashes: constant_hashes(table->entries, table->count);
    requires once: constant_once(table->entries, table->count);
    requires index: constant_indexed(table->entries, table->count, table->slots, table->slot_count);
    requires room: table->count < table->capacity;
    requires length: 0 < constant.length;
    requires exact: \valid(constant.exact + (0 .. constant.length - 1));
    requires nearest: \valid(constant.nearest + (0 .. constant.length - 1));
    requires residue: \valid(constant.residue + (0 .. constant.length - 1));
    requires hash: constant.hash == constant_hashed(constant.exact, constant.length);
    requires absent: constant_absent(table->entries, table->count, constant.exact, constant.length);
    assigns table->count, table->entries[table->count], table->slots[0 .. table->slot_count - 1];
    ensures next: \result.id == \old(table->count) && table->count == \old(table->count) + 1;
    ensures fields: table->capacity == \old(table->capacity) && table->slot_count == \old(table->slot_count) &&
      table->entries == \old(table->entries) && table->slots == \old(table->slots);
    ensures asked: table->entries[\result.id].exact == constant.exact &&
      table->entries[\result.id].length == constant.length;
    ensures kept: constant_still{Pre, Here}(table, \old(table->count));
    ensures table: constant_sound(table); */
static ConstantId constant_add(ConstantTable *table, Constant constant) {
  uint32_t id = table->count;
  table_append(table, constant);
  /*@ assert memory: constant_memory(&table->entries[id]); */
  /*@ assert formed: constant_formed(table->entries, table->count); */
  /*@ assert hash: table->entries[id].hash == constant_hashed(table->entries[id].exact, table->entries[id].length); */
  /*@ assert hashes: constant_hashes(table->entries, table->count); */
  /*@ assert at: \forall integer i, length; \forall mpq_t *values; 0 < i < id ==>
        constant_at(table->entries, i, values, length) ==> constant_at{Pre}(table->entries, i, values, length); */
  /*@ assert old: \forall integer i, j; 0 < i < j < id ==> !constant_at{Pre}(table->entries, i,
        \at(table->entries[j].exact, Pre), \at(table->entries[j].length, Pre)); */
  /*@ assert before: constant_once(table->entries, id); */
  /*@ assert new: constant_absent(table->entries, id, table->entries[id].exact, table->entries[id].length); */
  /*@ assert once: constant_once(table->entries, table->count); */
  return (ConstantId){id};
}

/*@ requires table: \valid(table);
    requires capacity: capacity <= CONSTANT_TABLE_LIMIT;
    requires apart: \separated(table, entries + (0 .. n - 1));
    assigns *table;
    ensures kept: constant_kept{Pre, Here}(entries, entries, n);
    ensures fields: table->entries == room.entries && table->slots == room.slots && table->capacity == capacity &&
      table->slot_count == 2 * capacity && table->count == count; */
static void table_place(ConstantTable *table, ConstantRoom room, uint32_t capacity, uint32_t count)
/*@ ghost (const Constant *entries, uint32_t n) */
{
  table->entries = room.entries;
  table->slots = room.slots;
  table->slot_count = 2 * capacity;
  table->capacity = capacity;
  table->count = count;
}

/*@ requires table: \valid(table);
    ensures table: \result ==> constant_sound(table) && table->count == 1;
    ensures none: !\result ==> table->count == 0; */
bool constant_table_init(ConstantTable *table) {
  const Constant none = {.length = 0};
  table_place(table, (ConstantRoom){NULL, NULL}, 0, 0) /*@ ghost (NULL, 0) */;
  ConstantRoom room = table_room(FIRST_CAPACITY) /*@ ghost (table) */;
  if (room.entries == NULL) return false;
  entry_write(room.entries, 0, none);
  table_place(table, room, FIRST_CAPACITY, 1) /*@ ghost (room.entries, 1) */;
  index_entries(table->entries, 1, table->slots, 2 * FIRST_CAPACITY);
  /*@ assert space: constant_space(table); */
  return true;
}

/*@ requires table: \valid(table) && (constant_sound(table) || table->count == 0); */
void constant_table_free(ConstantTable *table) {
  /*@ loop invariant range: 1 <= i && (i <= table->count || i == 1);
      loop assigns i;
      loop variant table->count - i; */
  for (uint32_t i = 1; i < table->count; i++) constant_clear(&table->entries[i]);
  table_room_free((ConstantRoom){table->entries, table->slots});
  table->entries = NULL;
  table->slots = NULL;
}

/* Copies entries to new memory. */
/*@ requires to: \valid(to + (0 .. count - 1));
    requires entries: \valid_read(entries + (0 .. count - 1));
    requires apart: \separated(to + (0 .. count - 1), entries + (0 .. count - 1));
    assigns to[0 .. count - 1];
    ensures kept: constant_kept{Pre, Here}(entries, to, count); */
static void entries_copy(Constant *to, const Constant *entries, uint32_t count) {
  /*@ loop invariant range: 0 <= i <= count;
      loop invariant length: \forall integer j; 0 < j < i ==> to[j].length == \at(entries[j].length, Pre);
      loop invariant hash: \forall integer j; 0 < j < i ==> to[j].hash == \at(entries[j].hash, Pre);
      loop invariant exact: \forall integer j; 0 < j < i ==> to[j].exact == \at(entries[j].exact, Pre);
      loop invariant nearest: \forall integer j; 0 < j < i ==> to[j].nearest == \at(entries[j].nearest, Pre);
      loop invariant residue: \forall integer j; 0 < j < i ==> to[j].residue == \at(entries[j].residue, Pre);
      loop invariant has_residue: \forall integer j; 0 < j < i ==>
        to[j].has_residue == \at(entries[j].has_residue, Pre);
      loop assigns i, to[0 .. count - 1];
      loop variant count - i; */
  for (uint32_t i = 0; i < count; i++) entry_write(to, i, entries[i]);
}

/* Makes room for one more constant: where there is none, moves all to memory for twice as many. */
/*@ requires table: constant_sound(table);
    requires values: \valid_read(values + (0 .. length - 1));
    ensures table: constant_sound(table) && table->count == \old(table->count);
    ensures room: \result ==> table->count < table->capacity;
    ensures kept: constant_still{Pre, Here}(table, \old(table->count));
    ensures values: \forall integer k; 0 <= k < length ==> values[k][0].value == \at(values[k][0].value, Pre);
    ensures readable: \valid_read(values + (0 .. length - 1)); */
static bool constant_table_reserve(ConstantTable *table) /*@ ghost (const mpq_t *values, uint32_t length) */
{
  if (table->count < table->capacity) return true;
  if (table->capacity > CONSTANT_TABLE_LIMIT / 2) return false;
  const uint32_t capacity = 2 * table->capacity, count = table->count;
  const ConstantRoom old = {table->entries, table->slots};
  ConstantRoom room = table_room(capacity) /*@ ghost (table) */;
  if (room.entries == NULL) return false;
  entries_copy(room.entries, old.entries, count);
  table_place(table, room, capacity, count) /*@ ghost (room.entries, count) */;
  /*@ assert placed: constant_kept{Pre, Here}(old.entries, room.entries, count); */
  index_entries(room.entries, count, room.slots, 2 * capacity);
  /*@ assert pointers: table->entries == room.entries && table->slots == room.slots; */
  /*@ assert moved: constant_kept{Pre, Here}(old.entries, room.entries, count); */
  /*@ assert kept: constant_still{Pre, Here}(table, count); */
  /*@ assert formed: constant_formed(table->entries, count); */
  /*@ assert hashes: constant_hashes(table->entries, count); */
  /*@ assert old: \forall integer i, j; 0 < i < j < count ==> !constant_at{Pre}(\at(table->entries, Pre), i,
        \at(table->entries[j].exact, Pre), \at(table->entries[j].length, Pre)); */
  /*@ assert at: \forall integer i, length; \forall mpq_t *values; 0 < i < count ==>
        constant_at(table->entries, i, values, length) ==>
        constant_at{Pre}(\at(table->entries, Pre), i, values, length); */
  /*@ assert once: constant_once(table->entries, count); */
  table_room_free(old);
  return true;
}

/* Makes a constant that the table does not have; id 0, and nothing changed, without memory. */
/*@ requires table: constant_sound(table);
    requires room: table->count < table->capacity;
    requires length: 0 < length;
    requires values: \valid_read(values + (0 .. length - 1));
    requires hash: hash == constant_hashed(values, length);
    requires absent: constant_absent(table->entries, table->count, values, length);
    ensures table: constant_sound(table);
    ensures asked: \result.id != 0 ==> \result.id < table->count &&
      constant_at(table->entries, \result.id, values, length);
    ensures values: \forall integer k; 0 <= k < length ==> values[k][0].value == \at(values[k][0].value, Pre);
    ensures count: \result.id == 0 ? table->count == \old(table->count) :
      \result.id == \old(table->count) && table->count == \old(table->count) + 1;
    ensures kept: constant_still{Pre, Here}(table, \old(table->count)); */
static ConstantId constant_make(ConstantTable *table, uint32_t hash, const mpq_t *values, uint32_t length) {
  Constant constant = constant_room(length) /*@ ghost (table, values) */;
  if (constant.exact == NULL) return (ConstantId){0};
  constant.hash = hash;
  constant.has_residue = constant_fill(constant, values) /*@ ghost (table) */;
  /*@ assert still: \forall integer i; 0 < i < table->count ==>
        constant_at(table->entries, i, values, length) ==> constant_at{Pre}(table->entries, i, values, length); */
  /*@ assert at: \forall integer i; 0 < i < table->count ==>
        constant_at(table->entries, i, constant.exact, length) ==> constant_at(table->entries, i, values, length); */
  //@ ghost Filled: ;
  ConstantId id = constant_add(table, constant);
  /*@ assert pointer: table->entries == \at(table->entries, Pre); */
  /*@ assert added: constant_kept{Filled, Here}(\at(table->entries, Pre), \at(table->entries, Pre), id.id); */
  /*@ assert kept: constant_kept{Pre, Here}(\at(table->entries, Pre), \at(table->entries, Pre), id.id); */
  return id;
}

/*@ requires table: constant_sound(table);
    requires values: \valid_read(values + (0 .. length - 1));
    ensures table: constant_sound(table);
    ensures asked: \result.id != 0 ==> \result.id < table->count &&
      constant_at(table->entries, \result.id, values, length);
    ensures values: \forall integer k; 0 <= k < length ==> values[k][0].value == \at(values[k][0].value, Pre);
    ensures count: table->count == \old(table->count) ||
      \result.id == \old(table->count) && table->count == \old(table->count) + 1;
    ensures kept: constant_still{Pre, Here}(table, \old(table->count)); */
ConstantId constant_intern(ConstantTable *table, const mpq_t *values, uint32_t length) {
  const ConstantId none = {0};
  if (length == 0) return none;
  bool room = constant_table_reserve(table) /*@ ghost (values, length) */;
  uint32_t hash = rationals_hash(values, length);
  uint32_t known = constant_find(table, hash, values, length);
  if (known != 0) return (ConstantId){known};
  if (!room) return none;
  ConstantId id = constant_make(table, hash, values, length);
  return id;
}

/*@ requires table: constant_sound(table);
    requires count: 0 < count;
    assigns table->count, table->slots[0 .. table->slot_count - 1];
    ensures count: table->count == (count < \old(table->count) ? count : \old(table->count));
    ensures kept: constant_still{Pre, Here}(table, table->count);
    ensures table: constant_sound(table); */
void constant_table_release(ConstantTable *table, uint32_t count) {
  if (count >= table->count) return;
  /*@ loop invariant range: count <= i <= table->count;
      loop assigns i;
      loop variant table->count - i; */
  for (uint32_t i = count; i < table->count; i++) constant_clear(&table->entries[i]);
  table->count = count;
  index_entries(table->entries, count, table->slots, table->slot_count);
  /*@ assert kept: constant_still{Pre, Here}(table, count); */
  /*@ assert formed: constant_formed(table->entries, count); */
  /*@ assert hashes: constant_hashes(table->entries, count); */
  /*@ assert old: \forall integer i, j; 0 < i < j < count ==> !constant_at{Pre}(\at(table->entries, Pre), i,
        \at(table->entries[j].exact, Pre), \at(table->entries[j].length, Pre)); */
  /*@ assert at: \forall integer i, length; \forall mpq_t *values; 0 < i < count ==>
        constant_at(table->entries, i, values, length) ==>
        constant_at{Pre}(\at(table->entries, Pre), i, values, length); */
  /*@ assert once: constant_once(table->entries, count); */
}
