#include <stdlib.h>

#include "semantics/tables/terms.h"

#define FIRST_TERMS 4096u

/* Memory for that many nodes, to which the first `count` of those given move; NULL, and they stay, without memory. */
/*@ requires nodes: count == 0 || \valid(nodes + (0 .. count - 1));
    requires room: 0 < capacity && count <= capacity;
    assigns \nothing;
    ensures valid: \result != \null ==> \valid(\result + (0 .. capacity - 1));
    ensures apart_table: \result != \null ==> \separated(table, \result + (0 .. capacity - 1)) &&
      \separated(region, \result + (0 .. capacity - 1)) && \separated(other, \result + (0 .. capacity - 1));
    ensures apart_other: \result != \null ==>
      \separated(\result + (0 .. capacity - 1), other->terms + (0 .. other->capacity - 1));
    ensures kept: \result != \null ==> nodes_kept{Pre, Here}(nodes, \result, count); */
static Term *region_room(Term *nodes, uint32_t count, uint32_t capacity)
/*@ ghost (const TermTable *table, const TermRegion *region, const TermRegion *other) */
{
  (void)count;
  return realloc(nodes, capacity * sizeof *nodes);
}

/*@ requires nodes: \valid(nodes + (0 .. id));
    requires apart: \separated(nodes + (0 .. id), others + (0 .. count - 1));
    assigns nodes[id];
    ensures is: term_is(nodes + id, node);
    ensures kept: nodes_kept{Pre, Here}(nodes, nodes, id);
    ensures others: nodes_kept{Pre, Here}(others, others, count); */
static void node_write(Term *nodes, uint32_t id, Term node) /*@ ghost (const Term *others, uint32_t count) */
{
  nodes[id] = node;
}

/*@ requires region: \valid(region) && \valid_read(other);
    requires apart: \separated(region, other);
    assigns *region;
    ensures space: \result ==> region_space(region) && region->count == 1 && region->capacity == FIRST_TERMS;
    ensures apart: \result ==> \separated(table, region->terms + (0 .. region->capacity - 1)) &&
      \separated(region->terms + (0 .. region->capacity - 1), other) &&
      \separated(region->terms + (0 .. region->capacity - 1), other->terms + (0 .. other->capacity - 1)); */
static bool region_init(TermRegion *region)
/*@ ghost (const TermTable *table, const TermRegion *other) */
{
  region->terms = region_room(NULL, 0, FIRST_TERMS) /*@ ghost (table, region, other) */;
  region->count = 1; /* node 0 is no term */
  region->capacity = FIRST_TERMS;
  return region->terms != NULL;
}

/*@ requires table: \valid(table);
    ensures sound: \result ==> terms_sound(table) && table->working.count == 1 && table->definitions.count == 1; */
bool term_table_init(TermTable *table, uint32_t limit) {
  const Term none = {.kind = TERM_NONE};
  *table = (TermTable){.defining = false, .limit = limit < TERM_DEFINITION_BIT ? limit : TERM_DEFINITION_BIT - 1};
  bool working = region_init(&table->working) /*@ ghost (table, &table->definitions) */;
  if (!working) return false;
  bool definitions = region_init(&table->definitions) /*@ ghost (table, &table->working) */;
  if (!definitions) return false;
  /*@ assert space: terms_space(table); */
  node_write(table->working.terms, 0, none) /*@ ghost (table->working.terms, 0) */;
  node_write(table->definitions.terms, 0, none) /*@ ghost (table->working.terms, 0) */;
  /*@ assert working: table->working.count == 1 && table->working.capacity == FIRST_TERMS; */
  /*@ assert definitions: table->definitions.count == 1 && table->definitions.capacity == FIRST_TERMS; */
  /*@ assert limit: table->limit < TERM_DEFINITION_BIT; */
  /*@ assert formed: working_formed(table) && definitions_formed(table); */
  /*@ assert apart: region_apart(&table->working, &table->definitions); */
  /*@ assert still: terms_space(table); */
  return true;
}

/* Makes room for one more node. */
/*@ requires limit: limit < TERM_DEFINITION_BIT;
    requires space: region_space(region);
    requires apart: \separated(table, region->terms + (0 .. region->capacity - 1)) && region_apart(region, other);
    assigns region->terms, region->capacity;
    ensures space: region_space(region);
    ensures apart: \separated(table, region->terms + (0 .. region->capacity - 1)) && region_apart(region, other);
    ensures room: \result ==> region->count < region->capacity;
    ensures kept: region_kept{Pre, Here}(region, region->count); */
static bool region_reserve(TermRegion *region, uint32_t limit)
/*@ ghost (const TermTable *table, const TermRegion *other) */
{
  if (region->count < region->capacity) return true;
  if (region->capacity >= limit) return false;
  uint32_t capacity = region->capacity > limit / 2 ? limit : region->capacity * 2;
  Term *terms = region_room(region->terms, region->count, capacity) /*@ ghost (table, region, other) */;
  if (terms == NULL) return false;
  region->terms = terms;
  region->capacity = capacity;
  return true;
}

/*@ requires space: region_space(region);
    requires room: region->count < region->capacity;
    requires apart: region_apart(region, other) && other->count <= other->capacity && \valid_read(other);
    assigns region->count, region->terms[region->count];
    ensures next: \result == \old(region->count) && region->count == \old(region->count) + 1;
    ensures same: region->terms == \old(region->terms) && region->capacity == \old(region->capacity);
    ensures space: region_space(region);
    ensures is: term_is(region->terms + \result, node);
    ensures kept: region_kept{Pre, Here}(region, \old(region->count));
    ensures others: region_kept{Pre, Here}(other, other->count); */
static uint32_t region_add(TermRegion *region, Term node) /*@ ghost (const TermRegion *other) */
{
  uint32_t id = region->count;
  node_write(region->terms, id, node) /*@ ghost (other->terms, other->count) */;
  region->count = id + 1;
  return id;
}

/*@ assigns \nothing;
    ensures below: \result <==> term_below(kid.id, working, definitions); */
static inline bool kid_below(TermId kid, uint32_t working, uint32_t definitions) {
  return kid.id < working || (kid.id > TERM_DEFINITION_BIT && kid.id - TERM_DEFINITION_BIT < definitions);
}

/*@ requires space: terms_space(table);
    assigns \nothing;
    ensures known: \result <==> terms_known(table, node); */
bool term_kids_known(const TermTable *table, Term node) {
  uint32_t working = table->defining ? 1 : table->working.count, definitions = table->definitions.count;
  bool first = kid_below(node.kid[0], working, definitions), second = kid_below(node.kid[1], working, definitions);
  bool third = kid_below(node.kid[2], working, definitions), fourth = kid_below(node.kid[3], working, definitions);
  return first && second && third && fourth;
}

/*@ requires sound: terms_sound(table) && !table->defining;
    requires known: terms_known(table, node);
    ensures sound: terms_sound(table) && table->defining == \old(table->defining);
    ensures next: \result != 0 ==> \result == \old(table->working.count) &&
      table->working.count == \old(table->working.count) + 1;
    ensures none: \result == 0 ==> table->working.count == \old(table->working.count);
    ensures definitions: table->definitions.count == \old(table->definitions.count);
    ensures is: \result != 0 ==> term_is(table->working.terms + \result, node);
    ensures kept: terms_kept{Pre, Here}(table, \old(table->working.count), \old(table->definitions.count)); */
static uint32_t working_add(TermTable *table, Term node) {
  bool room = region_reserve(&table->working, table->limit) /*@ ghost (table, &table->definitions) */;
  /*@ assert kept_working: region_kept{Pre, Here}(&table->working, table->working.count); */
  /*@ assert kept_definitions: region_kept{Pre, Here}(&table->definitions, table->definitions.count); */
  /*@ assert formed: working_formed(table) && definitions_formed(table); */
  if (!room) return 0;
  uint32_t id = region_add(&table->working, node) /*@ ghost (&table->definitions) */;
  /*@ assert still_working: region_kept{Pre, Here}(&table->working, \at(table->working.count, Pre)); */
  /*@ assert working: working_formed(table); */
  /*@ assert definitions: definitions_formed(table); */
  /*@ assert space: terms_space(table); */
  return id;
}

/*@ requires sound: terms_sound(table) && table->defining;
    requires known: terms_known(table, node);
    ensures sound: terms_sound(table) && table->defining == \old(table->defining);
    ensures next: \result != 0 ==> \result == \old(table->definitions.count) &&
      table->definitions.count == \old(table->definitions.count) + 1;
    ensures none: \result == 0 ==> table->definitions.count == \old(table->definitions.count);
    ensures working: table->working.count == \old(table->working.count);
    ensures is: \result != 0 ==> term_is(table->definitions.terms + \result, node);
    ensures kept: terms_kept{Pre, Here}(table, \old(table->working.count), \old(table->definitions.count)); */
static uint32_t definition_add(TermTable *table, Term node) {
  bool room = region_reserve(&table->definitions, table->limit) /*@ ghost (table, &table->working) */;
  /*@ assert kept_definitions: region_kept{Pre, Here}(&table->definitions, table->definitions.count); */
  /*@ assert kept_working: region_kept{Pre, Here}(&table->working, table->working.count); */
  /*@ assert formed: working_formed(table) && definitions_formed(table); */
  /*@ assert reserved: terms_space(table); */
  if (!room) return 0;
  uint32_t id = region_add(&table->definitions, node) /*@ ghost (&table->working) */;
  /*@ assert still_definitions: region_kept{Pre, Here}(&table->definitions, \at(table->definitions.count, Pre)); */
  /*@ assert still_working: region_kept{Pre, Here}(&table->working, table->working.count); */
  /*@ assert definitions: definitions_formed(table); */
  /*@ assert wider: \forall integer kid, working; term_below(kid, working, id) ==>
        term_below(kid, working, table->definitions.count); */
  /*@ assert more: \forall integer i; 0 < i < table->working.count ==>
        term_formed(table->working.terms + i, i, id); */
  /*@ assert working: working_formed(table); */
  /*@ assert space: terms_space(table); */
  return id;
}

/*@ requires sound: terms_sound(table);
    ensures sound: terms_sound(table) && table->defining == \old(table->defining);
    ensures asked: \result.id != 0 ==> term_named_is(table, \result.id, node);
    ensures region: \result.id != 0 ==>
      (table->defining ? \result.id == TERM_DEFINITION_BIT + \old(table->definitions.count) :
        \result.id == \old(table->working.count));
    ensures counts: table->working.count == \old(table->working.count) +
        (\result.id != 0 && !table->defining ? 1 : 0) &&
      table->definitions.count == \old(table->definitions.count) + (\result.id != 0 && table->defining ? 1 : 0);
    ensures refused: !terms_known{Pre}(table, node) ==> \result.id == 0;
    ensures kept: terms_kept{Pre, Here}(table, \old(table->working.count), \old(table->definitions.count)); */
TermId term_add(TermTable *table, Term node) {
  uint32_t id = 0;
  bool known = term_kids_known(table, node);
  if (!known) return TERM_NONE_ID;
  if (!table->defining) {
    id = working_add(table, node);
    return (TermId){id};
  }
  id = definition_add(table, node);
  return (TermId){id == 0 ? 0 : id + TERM_DEFINITION_BIT};
}

/*@ requires sound: terms_sound(table);
    assigns table->working.count;
    ensures sound: terms_sound(table);
    ensures count: table->working.count == (0 < mark < \old(table->working.count) ? mark :
      \old(table->working.count));
    ensures kept: terms_kept{Pre, Here}(table, table->working.count, table->definitions.count); */
void term_table_release(TermTable *table, uint32_t mark) {
  if (0 < mark && mark < table->working.count) table->working.count = mark;
}

/*@ requires sound: terms_sound(table);
    assigns table->defining;
    ensures sound: terms_sound(table) && table->defining == defining;
    ensures kept: terms_kept{Pre, Here}(table, table->working.count, table->definitions.count); */
void term_table_define(TermTable *table, bool defining) { table->defining = defining; }

void term_table_free(TermTable *table) {
  free(table->working.terms);
  free(table->definitions.terms);
  table->working.terms = NULL;
  table->definitions.terms = NULL;
}
