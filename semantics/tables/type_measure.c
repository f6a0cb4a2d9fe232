/* What follows for a type from its parts: size, nesting, order, flat dimension, sort. */
#include "semantics/tables/type_table.h"

/* A flat dimension; what is beyond the limit is all the same. */
/*@ assigns \nothing; */
static uint32_t dim_within(uint64_t dim) { return dim <= TYPE_MAX_LENGTH ? (uint32_t)dim : TYPE_MAX_LENGTH + 1; }

/* The sum or product of flat dimensions, or TYPE_NOT_FLAT. */
/*@ assigns \nothing; */
static uint32_t dim_plus(uint32_t a, uint32_t b) {
  return a == TYPE_NOT_FLAT || b == TYPE_NOT_FLAT ? TYPE_NOT_FLAT : dim_within((uint64_t)a + b);
}

/*@ assigns \nothing; */
static uint32_t dim_times(uint32_t a, uint32_t n) {
  return a == TYPE_NOT_FLAT ? TYPE_NOT_FLAT : dim_within((uint64_t)a * n);
}

/*@ assigns \nothing; */
static uint32_t max_u32(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* Nodes written out without sharing, a Cartesian array at each index.  The parts of a leaf are TYPE_NONE, of size 0. */
/*@ assigns \nothing; */
static uint64_t type_extent(TypeNode node, TypeNode a, TypeNode b) {
  bool array = node.kind == TYPE_ARRAY;
  return 1 + (uint64_t)a.size * (array ? max_u32(node.n, 1) : 1) + b.size;
}

/* The node with its sort, order, free variables and flat dimension, from its parts. */
/*@ assigns \nothing;
    ensures same: \result.kind == node.kind && \result.a.id == node.a.id && \result.b.id == node.b.id &&
      \result.n == node.n; */
static TypeNode type_measured(TypeNode node, TypeNode a, TypeNode b) {
  node.linear = node.pure = false;
  node.free = max_u32(a.free, b.free);
  node.order = max_u32(a.order, b.order);
  node.dim = 0;
  switch (node.kind) {
  case TYPE_NONE: break;
  case TYPE_LREAL:
    node.linear = true;
    node.dim = node.n;
    break;
  case TYPE_REAL:
    node.pure = true;
    node.dim = node.n;
    break;
  case TYPE_LUNIT: node.linear = true; break;
  case TYPE_UNIT: node.pure = true; break;
  case TYPE_INT:
    node.pure = true;
    node.dim = 1;
    break;
  case TYPE_LPROD:
    node.linear = true;
    node.dim = dim_plus(a.dim, b.dim);
    break;
  case TYPE_PROD:
    node.pure = a.pure && b.pure;
    node.dim = dim_plus(a.dim, b.dim);
    break;
  case TYPE_SUM:
    node.pure = a.pure && b.pure;
    node.dim = TYPE_NOT_FLAT;
    break;
  case TYPE_MU:
    node.pure = a.pure;
    node.free = a.free > 0 ? a.free - 1 : 0;
    node.dim = TYPE_NOT_FLAT;
    break;
  case TYPE_SELF:
    node.pure = true;
    node.free = node.n + 1;
    node.dim = TYPE_NOT_FLAT;
    break;
  case TYPE_LARRAY:
    node.linear = true;
    node.dim = dim_times(a.dim, node.n);
    break;
  case TYPE_ARRAY:
    node.pure = a.pure;
    node.dim = dim_times(a.dim, node.n);
    break;
  case TYPE_VEC:
    node.pure = a.pure;
    node.dim = TYPE_NOT_FLAT;
    break;
  case TYPE_POWER:
  case TYPE_COPOWER:
    node.linear = true;
    node.dim = TYPE_NOT_FLAT;
    node.order = max_u32(a.order + 1, b.order);
    break;
  case TYPE_FUN:
  case TYPE_LFUN:
    node.pure = node.kind == TYPE_FUN && a.pure && b.pure;
    node.dim = TYPE_NOT_FLAT;
    node.order = max_u32(a.order + 1, b.order);
    break;
  }
  if (node.linear && node.dim > TYPE_MAX_LENGTH) node.dim = TYPE_NOT_FLAT; /* n cotangents of n scalars, 0 but for n */
  node.source = node.pure && node.free == 0;
  return node;
}

TypeNode type_measure(const TypeTable *table, TypeNode node) {
  const TypeNode a = table->nodes[node.a.id], b = table->nodes[node.b.id];
  bool length = node.n <= TYPE_MAX_LENGTH || node.kind == TYPE_VEC;
  uint64_t size = type_extent(node, a, b);
  TypeNode measured = type_measured(node, a, b);
  measured.nesting = 1 + max_u32(a.nesting, b.nesting);
  measured.size = (uint32_t)size;
  bool fits = measured.dim <= TYPE_MAX_LENGTH || measured.dim == TYPE_NOT_FLAT;
  if (!length || !fits || size > TYPE_MAX_SIZE || measured.nesting > TYPE_MAX_NESTING) measured.kind = TYPE_NONE;
  return measured;
}
