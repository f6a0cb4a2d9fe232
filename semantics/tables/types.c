#include "semantics/tables/types.h"

#include "semantics/tables/type_table.h"

#include <stdio.h>

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

/* Powers and copowers, of which no other linear type is not flat, have an order. */
bool type_is_long(const TypeTable *table, TypeId type) {
  const TypeNode *node = type_node(table, type);
  return node->linear && node->dim == TYPE_NOT_FLAT && node->order == 0;
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
