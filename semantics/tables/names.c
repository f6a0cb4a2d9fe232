#include "semantics/memory/slots.h"
#include "semantics/tables/name_memory.h"

#define FIRST_NAMES 64u

/* FNV-1a, folded so that the low bits depend on all. */
/*@ requires text: \valid_read(text + (0 .. length - 1));
    assigns \nothing;
    ensures hashed: \result == name_hashed(text, length); */
static uint64_t name_hash(const char *text, size_t length) {
  uint64_t h = 14695981039346656037u;
  /*@ loop invariant mixed: 0 <= k <= length && h == name_mixed(text, k);
      loop assigns k, h;
      loop variant length - k; */
  for (size_t k = 0; k < length; k++) h = (h ^ (uint8_t)text[k]) * 1099511628211u;
  return h ^ (h >> 32);
}

/*@ requires name: \valid_read(name->text + (0 .. name->length));
    requires text: \valid_read(name) && \valid_read(text + (0 .. length - 1));
    assigns \nothing;
    ensures same: \result <==> name->length == length && name_same(name->text, text, length); */
static bool name_is(const Name *name, const char *text, size_t length) {
  if (name->length != length) return false;
  /*@ loop invariant same: 0 <= k <= length && name_same(name->text, text, k);
      loop assigns k;
      loop variant length - k; */
  for (size_t k = 0; k < length; k++) {
    if (name->text[k] != text[k]) return false;
  }
  return true;
}

/* The slot at which a search for a name of this hash begins. */
/*@ requires count: 0 < count;
    assigns \nothing;
    ensures start: \result == hash % count; */
static uint32_t name_start(uint64_t hash, uint32_t count) { return (uint32_t)(hash % count); }

/* The name with this text, of this hash; 0 if the table does not have it. */
/*@ requires table: name_sound(table);
    requires text: \valid_read(text + (0 .. length - 1));
    requires hash: hash == name_hashed(text, length);
    assigns \nothing;
    ensures found: \result != 0 ==> \result < table->count && name_at(table->entries, \result, text, length);
    ensures absent: \result == 0 ==> name_absent(table->entries, table->count, text, length); */
static uint32_t name_find(const NameTable *table, uint64_t hash, const char *text, size_t length) {
  const Name *entries = table->entries;
  const uint32_t *slots = table->slots, count = (uint32_t)(2 * table->capacity);
  uint32_t s = name_start(hash, count);
  //@ ghost uint32_t start = s, k = 0, last = slots_some_free(slots, count);
  /*@ loop invariant range: 0 <= s < count && 0 <= k <= slots_steps(start, last, count) &&
        s == (start + k < count ? start + k : start + k - count);
      loop invariant passed: \forall integer t; 0 <= t < count && slots_steps(start, t, count) < k ==>
        slots[t] != 0 && !name_at(entries, slots[t], text, length);
      loop assigns s, k;
      loop variant slots_steps(start, last, count) - k; */
  for (; slots[s] != 0; s = slots_next(s, count)) {
    bool same = name_is(&entries[slots[s]], text, length);
    if (same) return slots[s];
    //@ ghost k++;
  }
  /*@ assert past: \forall integer t; 0 <= t < count && slots[t] != 0 && entries[slots[t]].hash == hash ==>
        !name_at(entries, slots[t], text, length); */
  /*@ ghost
    /@ loop invariant mixed: 0 <= n <= length && \forall integer i;
         0 < i < table->count && entries[i].length == length && name_same(entries[i].text, text, n) ==>
         name_mixed(entries[i].text, n) == name_mixed(text, n);
       loop assigns n;
       loop variant length - n; @/
    for (size_t n = 0; n < length; n++) {
    }
  */
  /*@ assert new: \forall integer i; 0 < i < table->count && name_at(entries, i, text, length) ==>
        entries[i].hash == hash && slots_named(slots, count, i); */
  return 0;
}

/* Copies a text to new memory; the names of a table stay what they are. */
/*@ requires table: name_sound(table);
    requires text: \valid_read(text + (0 .. length - 1));
    requires to: \valid(to + (0 .. length)) && \separated(text + (0 .. length - 1), to + (0 .. length)) &&
      name_apart(table->entries, table->count, to, length);
    assigns to[0 .. length];
    ensures same: name_same(to, text, length) && to[length] == 0;
    ensures hashed: name_hashed(to, length) == name_hashed{Pre}(text, length);
    ensures kept: name_bytes{Pre, Here}(table->entries, table->count);
    ensures entries: name_entries(table->entries, table->count); */
static void name_copy(char *to, const char *text, size_t length) /*@ ghost (const NameTable *table) */
{
  /*@ loop invariant same: 0 <= k <= length && name_same(to, text, k);
      loop assigns k, to[0 .. length - 1];
      loop variant length - k; */
  for (size_t k = 0; k < length; k++) to[k] = text[k];
  to[length] = '\0';
  /*@ assert text: \forall integer k; 0 <= k < length ==> text[k] == \at(text[k], Pre); */
  /*@ ghost
    /@ loop invariant mixed: \forall integer i, j;
         0 < i < table->count && 0 <= j <= k && j <= table->entries[i].length ==>
         name_mixed(table->entries[i].text, j) == name_mixed{Pre}(table->entries[i].text, j);
       loop invariant copied: \forall integer j; 0 <= j <= k && j <= length ==>
         name_mixed(to, j) == name_mixed{Pre}(text, j);
       loop assigns k;
       loop variant SIZE_MAX - k; @/
    for (size_t k = 0; k < SIZE_MAX; k++) {
    }
  */
  /*@ assert same: \forall integer i, j; 0 < i < j < table->count ==>
        name_at(table->entries, i, table->entries[j].text, table->entries[j].length) ==>
        name_at{Pre}(table->entries, i, table->entries[j].text, table->entries[j].length); */
}

/* Names an entry at the free slot at which a search for it ends. */
/*@ requires entries: \valid_read(entries + (0 .. id));
    requires slots: \valid(slots + (0 .. count - 1));
    requires room: 0 < id < count;
    requires index: name_indexed(entries, id, slots, count);
    assigns slots[0 .. count - 1];
    ensures index: name_indexed(entries, id + 1, slots, count); */
static void name_index_add(const Name *entries, uint32_t id, uint32_t *slots, uint32_t count) {
  uint32_t start = name_start(entries[id].hash, count);
  uint32_t s = slots_end(slots, count, start);
  slots_take(slots, s, id) /*@ ghost (count) */;
  /*@ assert named: \forall integer i; slots_named{Pre}(slots, count, i) && i != 0 ==>
        slots_named(slots, count, i); */
}

/* Adds a name that the table does not have. */
/*@ requires table: name_sound(table);
    requires name: table->count < table->capacity && name_formed(name.text, name.length, name.hash);
    requires absent: name_absent(table->entries, table->count, name.text, name.length);
    assigns table->count, table->entries[table->count], table->slots[0 .. 2 * table->capacity - 1];
    ensures next: \result.id == \old(table->count) && table->count == \old(table->count) + 1 &&
      table->entries[\result.id].text == name.text && table->entries[\result.id].length == name.length;
    ensures kept: name_fields{Pre, Here}(table->entries, table->entries, \result.id);
    ensures table: name_sound(table); */
static NameId name_add(NameTable *table, Name name) {
  Name *entries = table->entries;
  uint32_t *slots = table->slots;
  uint32_t id = (uint32_t)table->count;
  entries[id] = name;
  table->count++;
  name_index_add(entries, id, slots, (uint32_t)(2 * table->capacity));
  /*@ assert space: name_space(table) && table->entries == entries && table->slots == slots; */
  /*@ assert at: \forall integer i, length; \forall char *text; 0 < i < id ==>
        name_at(entries, i, text, length) ==> name_at{Pre}(entries, i, text, length); */
  /*@ assert before: name_once(entries, id); */
  /*@ assert new: name_absent(entries, id, name.text, name.length); */
  /*@ assert formed: \forall integer i; 0 < i <= id ==>
        name_formed(entries[i].text, entries[i].length, entries[i].hash); */
  return (NameId){id};
}

/*@ requires table: \valid(table);
    ensures table: \result ==> name_sound(table) && table->count == 1;
    ensures none: !\result ==> table->count == 0; */
bool name_table_init(NameTable *table) {
  *table = (NameTable){.count = 0};
  NameRoom room = name_table_room(FIRST_NAMES) /*@ ghost (table) */;
  if (room.entries == NULL) return false;
  slots_clear(room.slots, 2 * FIRST_NAMES);
  *table = (NameTable){room.entries, 1, FIRST_NAMES, room.slots};
  return true;
}

/*@ requires table: \valid(table) && (name_sound(table) || table->count == 0); */
void name_table_free(NameTable *table) {
  const NameRoom old = {table->entries, table->slots};
  const size_t count = table->count;
  /*@ loop invariant range: 1 <= i && (i <= count || i == 1);
      loop assigns i;
      loop variant count - i; */
  for (size_t i = 1; i < count; i++) name_room_free(old.entries[i].text);
  name_table_room_free(old);
}

/* Moves the names to memory for more. */
/*@ requires table: name_sound(table);
    requires capacity: table->count < capacity <= NAME_TABLE_LIMIT;
    requires room: \valid(room.entries + (0 .. capacity - 1)) && \valid(room.slots + (0 .. 2 * capacity - 1)) &&
      \separated(table, room.entries + (0 .. capacity - 1), room.slots + (0 .. 2 * capacity - 1)) &&
      \separated(table->entries + (0 .. table->capacity - 1), room.entries + (0 .. capacity - 1));
    assigns *table, room.entries[0 .. capacity - 1], room.slots[0 .. 2 * capacity - 1];
    ensures table: name_sound(table);
    ensures fields: table->count == \old(table->count) && table->capacity == capacity;
    ensures kept: name_still{Pre, Here}(table, table->count); */
static void name_table_move(NameTable *table, NameRoom room, uint32_t capacity) {
  const NameRoom old = {table->entries, table->slots};
  const size_t count = table->count;
  table->entries = room.entries;
  table->capacity = capacity;
  table->slots = room.slots;
  slots_clear(room.slots, 2 * capacity);
  /*@ loop invariant range: 0 < i <= count;
      loop invariant moved: name_fields{Pre, Here}(old.entries, room.entries, i) &&
        name_indexed(room.entries, i, room.slots, 2 * capacity);
      loop assigns i, room.entries[0 .. capacity - 1], room.slots[0 .. 2 * capacity - 1];
      loop variant count - i; */
  for (uint32_t i = 1; i < count; i++) {
    room.entries[i] = old.entries[i];
    name_index_add(room.entries, i, room.slots, 2 * capacity);
  }
  /*@ assert same: \forall integer i, j; 0 < i < j < count ==>
        name_at(room.entries, i, room.entries[j].text, room.entries[j].length) ==>
        name_at{Pre}(old.entries, i, \at(table->entries[j].text, Pre), \at(table->entries[j].length, Pre)); */
  /*@ assert formed: \forall integer i; 0 < i < count ==>
        name_formed(room.entries[i].text, room.entries[i].length, room.entries[i].hash); */
  /*@ assert once: name_once(room.entries, count); */
  name_table_room_free(old);
}

/*@ requires table: name_sound(table);
    requires text: \valid_read(text + (0 .. length - 1));
    ensures table: name_sound(table);
    ensures text: \forall integer k; 0 <= k < length ==> text[k] == \at(text[k], Pre);
    ensures asked: \result.id != 0 ==> \result.id < table->count && name_at(table->entries, \result.id, text, length);
    ensures none: \result.id == 0 ==> name_absent{Pre}(\old(table->entries), \old(table->count), text, length);
    ensures count: table->count == \old(table->count) ||
      \result.id == \old(table->count) && table->count == \old(table->count) + 1;
    ensures kept: name_still{Pre, Here}(table, \old(table->count)); */
NameId name_intern(NameTable *table, const char *text, size_t length) {
  uint64_t hash = name_hash(text, length);
  uint32_t known = name_find(table, hash, text, length);
  if (known != 0) return (NameId){known};
  if (table->count == table->capacity) {
    if (table->capacity > NAME_TABLE_LIMIT / 2) return NAME_NONE;
    const uint32_t capacity = 2 * (uint32_t)table->capacity;
    NameRoom more = name_table_room(capacity) /*@ ghost (table) */;
    if (more.entries == NULL) return NAME_NONE;
    name_table_move(table, more, capacity);
  }
  /*@ assert moved: name_still{Pre, Here}(table, table->count); */
  char *room = name_room(length) /*@ ghost (table, text) */;
  if (room == NULL) return NAME_NONE;
  name_copy(room, text, length) /*@ ghost (table) */;
  /*@ assert text: \forall integer k; 0 <= k < length ==> text[k] == \at(text[k], Pre); */
  /*@ assert kept: name_still{Pre, Here}(table, \at(table->count, Pre)); */
  /*@ assert other: \forall integer i; 0 < i < table->count ==> name_at(table->entries, i, room, length) ==>
        name_at{Pre}(\at(table->entries, Pre), i, text, length); */
  NameId id = name_add(table, (Name){room, length, hash});
  /*@ assert fields: name_fields{Pre, Here}(\at(table->entries, Pre), table->entries, \at(table->count, Pre)); */
  return id;
}
