#include "semantics/core/types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 256u
#define MAX_TYPES ((uint32_t)1 << 22)

bool type_table_init(TypeTable *table) {
  table->capacity = FIRST_SLOTS / 2;
  table->nodes = calloc(table->capacity, sizeof *table->nodes);
  table->slot_count = FIRST_SLOTS;
  table->slots = calloc(table->slot_count, sizeof *table->slots);
  table->count = 1; /* node 0 is TYPE_NONE */
  return table->nodes != NULL && table->slots != NULL;
}

void type_table_free(TypeTable *table) {
  free(table->nodes);
  free(table->slots);
  table->nodes = NULL;
  table->slots = NULL;
}

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

/* Doubles the table and rebuilds the index. */
static bool type_table_grow(TypeTable *table) {
  uint32_t slot_count = table->slot_count * 2;
  if (slot_count / 2 > MAX_TYPES) return false;
  TypeNode *nodes = realloc(table->nodes, (slot_count / 2) * sizeof *nodes);
  if (nodes == NULL) return false;
  table->nodes = nodes;
  uint32_t *slots = calloc(slot_count, sizeof *slots);
  if (slots == NULL) return false;
  for (uint32_t i = 1; i < table->count; i++) {
    uint32_t s = type_hash(nodes[i].kind, nodes[i].a, nodes[i].b, nodes[i].n) & (slot_count - 1);
    while (slots[s] != 0) s = (s + 1) & (slot_count - 1);
    slots[s] = i;
  }
  free(table->slots);
  table->slots = slots;
  table->slot_count = slot_count;
  table->capacity = slot_count / 2;
  return true;
}

/* The sum or product of flat dimensions, or TYPE_NOT_FLAT; *fits says whether
 * it is within TYPE_MAX_LENGTH. */
static uint32_t dim_plus(uint32_t a, uint32_t b, bool *fits) {
  if (a == TYPE_NOT_FLAT || b == TYPE_NOT_FLAT) return TYPE_NOT_FLAT;
  uint64_t sum = (uint64_t)a + b;
  *fits = *fits && sum <= TYPE_MAX_LENGTH;
  return (uint32_t)sum;
}

static uint32_t dim_times(uint32_t a, uint32_t n, bool *fits) {
  if (a == TYPE_NOT_FLAT) return TYPE_NOT_FLAT;
  uint64_t product = (uint64_t)a * n;
  *fits = *fits && product <= TYPE_MAX_LENGTH;
  return (uint32_t)product;
}

static uint32_t max_u32(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* Fills in size and nesting; false if they are beyond their limits.  The parts
 * of a leaf are TYPE_NONE, of size 0. */
static bool type_extent(const TypeNode *a, const TypeNode *b, TypeNode *node) {
  bool array = node->kind == TYPE_ARRAY || node->kind == TYPE_LARRAY;
  uint64_t size = 1 + (uint64_t)a->size * (array ? max_u32(node->n, 1) : 1) + b->size;
  node->nesting = 1 + max_u32(a->nesting, b->nesting);
  node->size = (uint32_t)size;
  return size <= TYPE_MAX_SIZE && node->nesting <= TYPE_MAX_NESTING;
}

/* Fills in the rest; false if the type is too large. */
static bool type_measure(const TypeTable *table, TypeNode *node) {
  const TypeNode *a = &table->nodes[node->a.id], *b = &table->nodes[node->b.id];
  bool length = node->n <= TYPE_MAX_LENGTH || node->kind == TYPE_VEC;
  bool fits = length && type_extent(a, b, node);
  node->linear = node->pure = false;
  node->free = max_u32(a->free, b->free);
  node->order = max_u32(a->order, b->order);
  node->dim = 0;
  switch (node->kind) {
  case TYPE_NONE: return false;
  case TYPE_LREAL:
    node->linear = true;
    node->dim = node->n;
    break;
  case TYPE_REAL:
    node->pure = true;
    node->dim = node->n;
    break;
  case TYPE_LUNIT: node->linear = true; break;
  case TYPE_UNIT: node->pure = true; break;
  case TYPE_INT:
    node->pure = true;
    node->dim = 1;
    break;
  case TYPE_LPROD:
    node->linear = true;
    node->dim = dim_plus(a->dim, b->dim, &fits);
    break;
  case TYPE_PROD:
    node->pure = a->pure && b->pure;
    node->dim = dim_plus(a->dim, b->dim, &fits);
    break;
  case TYPE_SUM:
    node->pure = a->pure && b->pure;
    node->dim = TYPE_NOT_FLAT;
    break;
  case TYPE_MU:
    node->pure = a->pure;
    node->free = a->free > 0 ? a->free - 1 : 0;
    node->dim = TYPE_NOT_FLAT;
    break;
  case TYPE_SELF:
    node->pure = true;
    node->free = node->n + 1;
    node->dim = TYPE_NOT_FLAT;
    break;
  case TYPE_LARRAY:
    node->linear = true;
    node->dim = dim_times(a->dim, node->n, &fits);
    break;
  case TYPE_ARRAY:
    node->pure = a->pure;
    node->dim = dim_times(a->dim, node->n, &fits);
    break;
  case TYPE_VEC:
    node->pure = a->pure;
    node->dim = TYPE_NOT_FLAT;
    break;
  case TYPE_POWER:
  case TYPE_COPOWER:
    node->linear = true;
    node->dim = TYPE_NOT_FLAT;
    node->order = max_u32(a->order + 1, b->order);
    break;
  case TYPE_FUN:
  case TYPE_LFUN:
    node->pure = node->kind == TYPE_FUN && a->pure && b->pure;
    node->dim = TYPE_NOT_FLAT;
    node->order = max_u32(a->order + 1, b->order);
    break;
  }
  node->source = node->pure && node->free == 0;
  return fits;
}

/* The slot of this node if it is known; else a free one, where it belongs.  slot_count if there is neither, which
 * does not happen while the slots are more than the nodes. */
/*@ requires table: type_slots(table) && type_indexed(table);
    assigns \nothing;
    ensures range: \result <= table->slot_count;
    ensures found: \result < table->slot_count && table->slots[\result] != 0 ==>
      type_at(table, table->slots[\result], kind, a.id, b.id, n);
    ensures passed: \result < table->slot_count ==>
      type_passed(table, type_start(kind, a.id, b.id, n, table->slot_count), \result);
    ensures absent: \result == table->slot_count || table->slots[\result] == 0 ==>
      type_absent(table, kind, a.id, b.id, n); */
static uint32_t type_slot(const TypeTable *table, TypeKind kind, TypeId a, TypeId b, uint32_t n) {
  uint32_t s = type_hash(kind, a, b, n) % table->slot_count;
  /*@ ghost uint32_t start = s; */
  /*@ assert start: start == type_start(kind, a.id, b.id, n, table->slot_count) && start < table->slot_count; */
  /*@ loop invariant range: 0 <= s < table->slot_count && 0 <= k <= table->slot_count;
      loop invariant steps: s == (start + k < table->slot_count ? start + k : start + k - table->slot_count);
      loop invariant passed: \forall integer t;
        0 <= t < table->slot_count && type_steps(start, t, table->slot_count) < k ==>
        table->slots[t] != 0 && !type_at(table, table->slots[t], kind, a.id, b.id, n);
      loop assigns s, k;
      loop variant table->slot_count - k; */
  for (uint32_t k = 0; k < table->slot_count; k++) {
    uint32_t known = table->slots[s];
    /*@ assert past: known == 0 ==> \forall integer i; 0 < i < table->count ==> type_named(table, i) ==>
          !type_at(table, i, kind, a.id, b.id, n); */
    if (known == 0) return s;
    bool same = node_is(&table->nodes[known], kind, a, b, n);
    if (same) return s;
    s = s + 1 == table->slot_count ? 0 : s + 1;
  }
  /*@ assert all: \forall integer i; 0 < i < table->count ==> type_named(table, i) ==>
        !type_at(table, i, kind, a.id, b.id, n); */
  return table->slot_count;
}

/* Writes a node at a slot: the nodes before it and the other slots stay as they are, and its parts are below it. */
/*@ requires table: type_slots(table) && type_parts(table);
    requires room: table->count < table->capacity;
    requires slot: slot < table->slot_count;
    requires write: \valid(table) && \valid(table->nodes + table->count) && \valid(table->slots + slot);
    requires apart: \separated(table, table->nodes + (0 .. table->count), table->slots + (0 .. table->slot_count - 1));
    requires parts: node.a.id < table->count && node.b.id < table->count;
    assigns table->count, table->nodes[table->count], table->slots[slot];
    ensures next: \result.id == \old(table->count) && table->count == \old(table->count) + 1;
    ensures asked: type_at(table, \result.id, node.kind, node.a.id, node.b.id, node.n);
    ensures kept: \forall integer i; 0 <= i < \old(table->count) ==> type_kept{Pre, Here}(table, i);
    ensures slots: type_slots(table);
    ensures parts: type_parts(table);
    ensures named: table->slots[slot] == \old(table->count);
    ensures others: \forall integer t; 0 <= t < table->slot_count && t != slot ==>
      table->slots[t] == \at(table->slots[t], Pre); */
static TypeId type_write(TypeTable *table, uint32_t slot, TypeNode node) {
  uint32_t id = table->count;
  table->nodes[id] = node;
  table->slots[slot] = id;
  table->count = id + 1;
  /*@ assert table: table->nodes == \at(table->nodes, Pre); */
  /*@ assert kind: \forall integer i; 0 <= i < id ==> table->nodes[i].kind == \at(table->nodes[i].kind, Pre); */
  /*@ assert first: \forall integer i; 0 <= i < id ==> table->nodes[i].a.id == \at(table->nodes[i].a.id, Pre); */
  /*@ assert second: \forall integer i; 0 <= i < id ==> table->nodes[i].b.id == \at(table->nodes[i].b.id, Pre); */
  /*@ assert length: \forall integer i; 0 <= i < id ==> table->nodes[i].n == \at(table->nodes[i].n, Pre); */
  return (TypeId){id};
}

/* Adds a node that the table does not have at the free slot where a search for it ends: no node stands twice. */
/*@ requires table: type_slots(table) && type_parts(table);
    requires index: type_indexed(table);
    requires once: type_once(table);
    requires room: table->count < table->capacity;
    requires slot: slot < table->slot_count && table->slots[slot] == 0;
    requires passed: type_passed(table, type_start(node.kind, node.a.id, node.b.id, node.n, table->slot_count), slot);
    requires absent: type_absent(table, node.kind, node.a.id, node.b.id, node.n);
    requires write: \valid(table) && \valid(table->nodes + table->count) && \valid(table->slots + slot);
    requires apart: \separated(table, table->nodes + (0 .. table->count), table->slots + (0 .. table->slot_count - 1));
    requires parts: node.a.id < table->count && node.b.id < table->count;
    assigns table->count, table->nodes[table->count], table->slots[slot];
    ensures next: \result.id == \old(table->count) && table->count == \old(table->count) + 1;
    ensures asked: type_at(table, \result.id, node.kind, node.a.id, node.b.id, node.n);
    ensures kept: \forall integer i; 0 <= i < \old(table->count) ==> type_kept{Pre, Here}(table, i);
    ensures table: type_slots(table) && type_parts(table);
    ensures index: type_indexed(table);
    ensures once: type_once(table); */
static TypeId type_append(TypeTable *table, uint32_t slot, TypeNode node) {
  TypeId id = type_write(table, slot, node);
  /*@ assert at: \forall integer i, k, a, b, n; 0 < i < id.id ==>
        (type_at(table, i, k, a, b, n) <==> type_at{Pre}(table, i, k, a, b, n)); */
  /*@ assert once_new: \forall integer i; 0 < i < id.id ==>
        !type_at(table, i, node.kind, node.a.id, node.b.id, node.n); */
  /*@ assert once_new_at: \forall integer i; 0 < i < id.id ==> !type_at(table, i, table->nodes[id.id].kind,
        table->nodes[id.id].a.id, table->nodes[id.id].b.id, table->nodes[id.id].n); */
  /*@ assert symmetric: \forall integer i, j;
        type_at(table, i, table->nodes[j].kind, table->nodes[j].a.id, table->nodes[j].b.id, table->nodes[j].n) ==>
        type_at(table, j, table->nodes[i].kind, table->nodes[i].a.id, table->nodes[i].b.id, table->nodes[i].n); */
  /*@ assert once_at_new: \forall integer j; 0 < j < id.id ==> !type_at(table, id.id, table->nodes[j].kind,
        table->nodes[j].a.id, table->nodes[j].b.id, table->nodes[j].n); */
  /*@ assert once_before: \forall integer i, j; 0 < i < id.id && 0 < j < id.id &&
        type_at(table, i, table->nodes[j].kind, table->nodes[j].a.id, table->nodes[j].b.id, table->nodes[j].n) ==>
        i == j; */
  /*@ assert once_all: type_once(table); */
  /*@ assert named_before: \forall integer i; 0 < i < id.id ==> type_named{Pre}(table, i); */
  /*@ assert named_kept: \forall integer i; 0 < i < id.id && type_named{Pre}(table, i) ==> type_named(table, i); */
  /*@ assert named_new: type_named(table, id.id); */
  /*@ assert starts: \forall integer i; 0 <= i < id.id ==> type_start_at(table, i) == type_start_at{Pre}(table, i); */
  /*@ assert start: type_start_at(table, id.id) ==
        type_start(node.kind, node.a.id, node.b.id, node.n, table->slot_count); */
  /*@ assert passed: \forall integer start, s; type_passed{Pre}(table, start, s) ==> type_passed(table, start, s); */
  /*@ assert passed_kept: \forall integer s; 0 <= s < table->slot_count && s != slot && table->slots[s] != 0 ==>
        type_passed(table, type_start_at(table, table->slots[s]), s); */
  return id;
}

static TypeId type_intern(TypeTable *table, TypeKind kind, TypeId a, TypeId b, uint32_t n) {
  const TypeId none = {0};
  uint32_t s = type_slot(table, kind, a, b, n);
  if (s < table->slot_count && table->slots[s] != 0) return (TypeId){table->slots[s]};
  TypeNode node = {.kind = kind, .a = a, .b = b, .n = n};
  if (!type_measure(table, &node)) return table->exhausted = true, none;
  if (table->count == table->capacity) {
    if (!type_table_grow(table)) return table->exhausted = true, none;
    return type_intern(table, kind, a, b, n);
  }
  return type_append(table, s, node);
}

/* Whether `type` is a type, and of the sort (linear or Cartesian) asked for. */
static bool has_sort(const TypeTable *table, TypeId type, bool linear) {
  return type.id != 0 && table->nodes[type.id].linear == linear;
}

static TypeId type_intern_pair(TypeTable *table, TypeKind kind, TypeId a, bool a_linear, TypeId b, bool b_linear) {
  if (!has_sort(table, a, a_linear) || !has_sort(table, b, b_linear)) return (TypeId){0};
  bool open = table->nodes[a.id].free > 0 || table->nodes[b.id].free > 0;
  if (open && (b_linear || a_linear)) return (TypeId){0}; /* data are Cartesian: no mu is around a linear type */
  return type_intern(table, kind, a, b, 0);
}

static const TypeId no_part = {0};

TypeId type_real(TypeTable *table, uint32_t n) { return type_intern(table, TYPE_REAL, no_part, no_part, n); }
TypeId type_unit(TypeTable *table) { return type_intern(table, TYPE_UNIT, no_part, no_part, 0); }
TypeId type_int(TypeTable *table) { return type_intern(table, TYPE_INT, no_part, no_part, 0); }
TypeId type_linear_real(TypeTable *table, uint32_t n) { return type_intern(table, TYPE_LREAL, no_part, no_part, n); }
TypeId type_linear_unit(TypeTable *table) { return type_intern(table, TYPE_LUNIT, no_part, no_part, 0); }

TypeId type_prod(TypeTable *table, TypeId a, TypeId b) {
  return type_intern_pair(table, TYPE_PROD, a, false, b, false);
}
TypeId type_fun(TypeTable *table, TypeId a, TypeId b) { return type_intern_pair(table, TYPE_FUN, a, false, b, false); }
TypeId type_sum(TypeTable *table, TypeId a, TypeId b) { return type_intern_pair(table, TYPE_SUM, a, false, b, false); }
TypeId type_bool(TypeTable *table) { return type_sum(table, type_unit(table), type_unit(table)); }
TypeId type_mu(TypeTable *table, TypeId body) {
  if (!has_sort(table, body, false)) return no_part;
  TypeId inner = body;
  uint32_t mus = 0;
  for (; type_kind(table, inner) == TYPE_MU; mus++) inner = type_node(table, inner)->a;
  if (type_kind(table, inner) == TYPE_SELF && type_node(table, inner)->n <= mus) return no_part;
  return type_intern(table, TYPE_MU, body, no_part, 0);
}

TypeId type_self(TypeTable *table, uint32_t index) {
  if (index >= TYPE_MAX_NESTING) return no_part;
  return type_intern(table, TYPE_SELF, no_part, no_part, index);
}

/* type[by/index] for a closed `by`.  Types nest to a checked depth; what is closed is shared. */
static TypeId type_put(TypeTable *table, TypeId type, uint32_t index, TypeId by) {
  TypeNode node = *type_node(table, type);
  if (node.free <= index) return type;
  if (node.kind == TYPE_SELF) return by; /* the largest free index is this one */
  TypeId a = type_is_none(node.a) ? no_part : type_put(table, node.a, index + (node.kind == TYPE_MU ? 1 : 0), by);
  TypeId b = type_is_none(node.b) ? no_part : type_put(table, node.b, index, by);
  if (type_is_none(a) || type_is_none(b) != type_is_none(node.b)) return no_part;
  if (node.kind == TYPE_ARRAY) return type_array(table, a, node.n); /* perhaps of reals now */
  return type_intern(table, node.kind, a, b, node.n);
}

TypeId type_unroll(TypeTable *table, TypeId mu) {
  TypeNode node = *type_node(table, mu);
  if (node.kind != TYPE_MU || node.free > 0) return no_part;
  return type_put(table, node.a, 0, mu);
}

TypeId type_lfun(TypeTable *table, TypeId a, TypeId b) { return type_intern_pair(table, TYPE_LFUN, a, true, b, true); }
TypeId type_linear_prod(TypeTable *table, TypeId a, TypeId b) {
  return type_intern_pair(table, TYPE_LPROD, a, true, b, true);
}
TypeId type_power(TypeTable *table, TypeId a, TypeId b) {
  return type_intern_pair(table, TYPE_POWER, a, false, b, true);
}
TypeId type_copower(TypeTable *table, TypeId a, TypeId b) {
  return type_intern_pair(table, TYPE_COPOWER, a, false, b, true);
}

static bool is_scalar(const TypeTable *table, TypeId type, TypeKind kind) {
  const TypeNode *node = type_node(table, type);
  return node->kind == kind && node->n == 1;
}

TypeId type_array(TypeTable *table, TypeId element, uint32_t n) {
  if (!has_sort(table, element, false)) return no_part;
  if (n == TYPE_DYNAMIC) return type_intern(table, TYPE_VEC, element, no_part, n);
  if (is_scalar(table, element, TYPE_REAL)) return type_real(table, n);
  return type_intern(table, TYPE_ARRAY, element, no_part, n);
}

TypeId type_vec(TypeTable *table, TypeId element) { return type_array(table, element, TYPE_DYNAMIC); }

TypeId type_linear_array(TypeTable *table, TypeId element, uint32_t n) {
  if (!has_sort(table, element, true)) return no_part;
  if (is_scalar(table, element, TYPE_LREAL)) return type_linear_real(table, n);
  return type_intern(table, TYPE_LARRAY, element, no_part, n);
}

TypeId type_element(TypeTable *table, TypeId array) {
  const TypeNode *node = type_node(table, array);
  if (node->kind == TYPE_REAL) return type_real(table, 1);
  if (node->kind == TYPE_LREAL) return type_linear_real(table, 1);
  if (node->kind == TYPE_ARRAY || node->kind == TYPE_LARRAY || node->kind == TYPE_VEC) return node->a;
  return no_part;
}

/* Types nest to a checked depth. */
bool type_is_additive(const TypeTable *table, TypeId type) {
  const TypeNode *node = type_node(table, type);
  while (node->kind == TYPE_ARRAY || (node->kind == TYPE_PROD && type_is_additive(table, node->b)))
    node = type_node(table, node->a);
  return node->kind == TYPE_REAL || node->kind == TYPE_UNIT;
}

/* ------------------------------------------------------------ printing -- */

typedef struct Out {
  char *buffer;
  int size, length;
  uint32_t mus; /* around what is printed */
} Out;

static void put(Out *out, const char *text) {
  for (; *text != '\0'; text++) {
    if (out->length + 1 < out->size) out->buffer[out->length] = *text;
    out->length++;
  }
}

/* The variable of the mu that `outer` others are around: a, b, ..., z, a26, ... */
static void put_variable(uint32_t outer, Out *out) {
  char name[16];
  (void)snprintf(name, sizeof name, outer < 26 ? "%c" : "a%u", outer < 26 ? 'a' + outer : outer);
  put(out, name);
}

static void put_type(const TypeTable *table, TypeId type, int precedence, Out *out);

/* A mu reaches as far as it can. */
static void put_mu(const TypeTable *table, TypeId body, bool bracket, Out *out) {
  put(out, bracket ? "(mu " : "mu ");
  put_variable(out->mus++, out);
  put(out, ". ");
  put_type(table, body, 0, out);
  out->mus--;
  put(out, bracket ? ")" : "");
}

/* Precedences: 0 arrow, 1 sum, 2 product, 3 array exponent and atoms. */
static void put_type(const TypeTable *table, TypeId type, int precedence, Out *out) {
  const TypeNode *node = type_node(table, type);
  char number[16];
  int own = 3;
  const char *infix = NULL, *prefix = "";
  (void)snprintf(number, sizeof number, "%u", node->n);
  switch (node->kind) {
  case TYPE_NONE: put(out, "?"); return;
  case TYPE_UNIT: put(out, "1"); return;
  case TYPE_LUNIT: put(out, "1_"); return;
  case TYPE_INT: put(out, "Int"); return;
  case TYPE_MU: put_mu(table, node->a, precedence > 0, out); return;
  case TYPE_SELF: node->n < out->mus ? put_variable(out->mus - 1 - node->n, out) : put(out, "?"); return;
  case TYPE_REAL:
  case TYPE_LREAL:
    put(out, node->kind == TYPE_REAL ? "real" : "real_");
    if (node->n != 1) put(out, "^"), put(out, number);
    return;
  case TYPE_ARRAY:
  case TYPE_LARRAY:
    put(out, "(");
    put_type(table, node->a, 0, out);
    put(out, ")^");
    put(out, number);
    return;
  case TYPE_VEC:
    put(out, "Vec ");
    put_type(table, node->a, 3, out);
    return;
  case TYPE_PROD:
  case TYPE_LPROD:
    own = 2;
    infix = " * ";
    break;
  case TYPE_SUM:
    own = 1;
    infix = " + ";
    break;
  case TYPE_FUN:
  case TYPE_POWER:
    own = 0;
    infix = " -> ";
    break;
  case TYPE_LFUN:
    own = 0;
    infix = " -o ";
    break;
  case TYPE_COPOWER:
    own = 2;
    infix = " >< ";
    prefix = "!";
    break;
  }
  bool bracket = precedence > own;
  if (bracket) put(out, "(");
  put(out, prefix);
  /* products and sums nest to the left, arrows to the right; copowers do not nest */
  bool left = own > 0 && prefix[0] == '\0';
  put_type(table, node->a, left ? own : own + 1, out);
  put(out, infix);
  put_type(table, node->b, own == 0 ? 0 : own + 1, out);
  if (bracket) put(out, ")");
}

int type_print(const TypeTable *table, TypeId type, char *buffer, int size) {
  Out out = {buffer, size, 0, 0};
  put_type(table, type, 0, &out);
  if (size > 0) buffer[out.length < size ? out.length : size - 1] = '\0';
  return out.length;
}
