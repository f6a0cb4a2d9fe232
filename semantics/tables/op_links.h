/* The index of an array of operations: entries whose hashes leave the same remainder are chained from the
 * last one down, so that a search meets smaller and smaller ids and ends.  A link is kept for each entry;
 * link r also says where the chain of remainder r begins. */
#ifndef ADJUDGE_TABLES_OP_LINKS_H
#define ADJUDGE_TABLES_OP_LINKS_H

#include "semantics/tables/op_nodes.h"

/* An index of no entries. */
/*@ requires links: 0 < capacity && \valid(links + (0 .. capacity - 1));
    assigns links[0 .. capacity - 1];
    ensures sound: links_sound(links, 1, capacity); */
static inline void links_clear(OpLink *links, uint32_t capacity) {
  /*@ loop invariant none: 0 <= r <= capacity && \forall integer q; 0 <= q < r ==> links[q].first == 0;
      loop assigns r, links[0 .. capacity - 1];
      loop variant capacity - r; */
  for (uint32_t r = 0; r < capacity; r++) links[r].first = 0;
}

/* Puts the next entry into the index. */
/*@ requires links: 0 < id < capacity && \valid(links + (0 .. capacity - 1)) && links_sound(links, id, capacity);
    assigns links[0 .. capacity - 1];
    ensures sound: links_sound(links, id + 1, capacity);
    ensures kept: links[id].hash == hash && links_kept{Pre, Here}(links, id); */
static inline void link_put(OpLink *links, uint32_t capacity, uint32_t id, uint32_t hash) {
  uint32_t remainder = hash % capacity;
  links[id].hash = hash;
  links[id].next = links[remainder].first;
  links[remainder].first = id;
  /*@ assert remainder: remainder == hash % capacity && remainder < capacity; */
  /*@ assert kept: links_kept{Pre, Here}(links, id); */
  /*@ assert chain: \forall integer i; 0 < i < id ==>
        link_last(links, capacity, links[i].hash % capacity, i, links[i].next); */
  /*@ assert new: link_last(links, capacity, remainder, id, links[id].next); */
  /*@ assert others: \forall integer r; 0 <= r < capacity && r != remainder ==>
        link_last(links, capacity, r, id + 1, links[r].first); */
  /*@ assert this: link_last(links, capacity, remainder, id + 1, links[remainder].first); */
}

/* Takes the last entry out. */
/*@ requires links: 0 < id < capacity && \valid(links + (0 .. capacity - 1)) && links_sound(links, id + 1, capacity);
    assigns links[0 .. capacity - 1];
    ensures sound: links_sound(links, id, capacity);
    ensures kept: links_kept{Pre, Here}(links, id); */
static inline void link_drop(OpLink *links, uint32_t capacity, uint32_t id) {
  uint64_t remainder = links[id].hash % capacity;
  links[remainder].first = links[id].next;
  /*@ assert kept: links_kept{Pre, Here}(links, id); */
  /*@ assert chain: \forall integer i; 0 < i < id ==>
        link_last(links, capacity, links[i].hash % capacity, i, links[i].next); */
  /*@ assert first: \forall integer r; 0 <= r < capacity ==> link_last(links, capacity, r, id, links[r].first); */
}

/* Takes the entries from `count` on out of an index of `from`. */
/*@ requires links: 0 < count <= from <= capacity && \valid(links + (0 .. capacity - 1)) &&
      links_sound(links, from, capacity);
    assigns links[0 .. capacity - 1];
    ensures sound: links_sound(links, count, capacity);
    ensures kept: links_kept{Pre, Here}(links, count); */
static inline void links_drop(OpLink *links, uint32_t capacity, uint32_t from, uint32_t count) {
  /*@ loop invariant sound: count <= n <= from && links_sound(links, n, capacity) &&
        links_kept{Pre, Here}(links, n);
      loop assigns n, links[0 .. capacity - 1];
      loop variant n; */
  for (uint32_t n = from; n > count; n--) link_drop(links, capacity, n - 1);
}

#endif
