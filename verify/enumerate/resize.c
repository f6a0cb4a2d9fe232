/* Edits of the shrinker on numbers: lengths of arrays, constants, and which
 * operation of a kind. */
#include "verify/enumerate/shrinker.h"

#include <math.h>

/* -------------------------------------------------------------- lengths -- */

#define MAX_LENGTHS 32u
#define TYPE_DEPTH 64u

/* Old lengths and new ones: the length being changed, and the areas m*n of the
 * matrices with it as a side. */
typedef struct Resizing {
  uint32_t from[MAX_LENGTHS], to[MAX_LENGTHS], count;
} Resizing;

static void resizing_add(Resizing *r, uint32_t from, uint32_t to) {
  for (uint32_t i = 0; i < r->count; i++) {
    if (r->from[i] == from) return;
  }
  if (r->count == MAX_LENGTHS) return;
  r->from[r->count] = from;
  r->to[r->count++] = to;
}

static uint32_t resized(const Resizing *r, uint32_t n) {
  for (uint32_t i = 0; i < r->count; i++) {
    if (r->from[i] == n) return r->to[i];
  }
  return n;
}

static uint32_t side(const Resizing *r, uint32_t n) { return n == r->from[0] ? r->to[0] : n; }

static TypeId resize_type(TypeTable *types, const Resizing *r, TypeId type, uint32_t depth) {
  const TypeNode node = *type_node(types, type);
  if (depth == 0 || type.id == 0) return (TypeId){0};
  if (node.kind == TYPE_REAL) return type_real(types, resized(r, node.n));
  if (node.a.id == 0) return type;
  TypeId a = resize_type(types, r, node.a, depth - 1);
  if (node.kind == TYPE_ARRAY) return type_array(types, a, resized(r, node.n));
  if (node.kind == TYPE_VEC) return type_vec(types, a);
  TypeId b = resize_type(types, r, node.b, depth - 1);
  if (node.kind == TYPE_PROD) return type_prod(types, a, b);
  if (node.kind == TYPE_SUM) return type_sum(types, a, b);
  if (node.kind == TYPE_FUN) return type_fun(types, a, b);
  return type; /* where that cannot be, the term has no type */
}

static OpId resize_op(Store *store, const Resizing *r, OpId id) {
  const OpNode op = *op_node(&store->ops, id);
  uint32_t n = side(r, op.n), m = op.code == OP_MATVEC ? side(r, op.m) : op.m;
  if (op.code != OP_MATVEC) n = resized(r, op.n);
  if (n == op.n && m == op.m) return id;
  if (op.constant.id == 0) return op_make(&store->ops, &store->types, op.code, n, m);
  ConstantId constant = op.constant;
  const Constant *c = constant_get(&store->constants, constant);
  if (op.code == OP_CONST && c->length > 1 && n < c->length && n > 0) {
    /* interning copies the numbers before the table can move */
    constant = constant_intern(&store->constants, (const mpq_t *)c->exact, n);
  }
  if (op.code != OP_CONST) return op_make_each(&store->ops, &store->types, op.code, n, constant);
  return op_make_constant(&store->ops, &store->types, n, constant);
}

/* The program's term with its lengths changed, from the leaves up. */
static TermId resize_term(Shrinker *s, const Resizing *r) {
  for (uint32_t i = s->site_count; i-- > 0;) {
    Term node = *term(s->store, s->sites[i].t);
    uint32_t below = i + 1;
    for (uint32_t k = 0; k < TERM_KIDS && node.kid[k].id != 0; k++) {
      node.kid[k] = s->image[below];
      below = s->sites[below].end;
      if (node.kid[k].id == 0) return TERM_NONE_ID;
    }
    if (node.kind == TERM_OP) node.payload = resize_op(s->store, r, term_op_payload(&node)).id;
    if (node.kind == TERM_BUILD) node.payload = resized(r, node.payload);
    bool typed = term_has_type_payload(node.kind);
    if (typed) node.payload = resize_type(&s->store->types, r, term_type_payload(&node), TYPE_DEPTH).id;
    if (node.payload == 0 && (node.kind == TERM_OP || typed)) return TERM_NONE_ID;
    s->image[i] =
        term_make(s->store, node.kind, node.payload, node.name, node.kid[0], node.kid[1], node.kid[2], node.kid[3]);
  }
  return s->image[0];
}

static void add_type_lengths(const TypeTable *types, Resizing *lengths, TypeId type, uint32_t depth) {
  const TypeNode *node = type_node(types, type);
  if (depth == 0 || type.id == 0) return;
  if (node->n > 1 && node->n != TYPE_DYNAMIC) resizing_add(lengths, node->n, 0);
  add_type_lengths(types, lengths, node->a, depth - 1);
  add_type_lengths(types, lengths, node->b, depth - 1);
}

/* The lengths above 1 in the program: those of an operation are of its result or of what it takes. */
static void collect_lengths(Shrinker *s, Resizing *lengths) {
  lengths->count = 0;
  for (uint32_t i = 0; i < s->site_count; i++)
    add_type_lengths(&s->store->types, lengths, s->sites[i].type, TYPE_DEPTH);
  for (uint32_t i = 0; i < s->length; i++) add_type_lengths(&s->store->types, lengths, s->context[i], TYPE_DEPTH);
}

static bool attempt_length(Shrinker *s, uint32_t from, uint32_t to) {
  Resizing r = {.count = 0};
  resizing_add(&r, from, to);
  for (uint32_t i = 0; i < s->site_count; i++) {
    const Term *node = term(s->store, s->sites[i].t);
    if (node->kind != TERM_OP) continue;
    const OpNode *op = op_node(&s->store->ops, term_op_payload(node));
    if (op->code == OP_MATVEC) resizing_add(&r, op->m * op->n, side(&r, op->m) * side(&r, op->n));
  }
  uint32_t mark = store_mark(s->store);
  for (uint32_t i = 0; i < s->length; i++) {
    s->scope[i] = resize_type(&s->store->types, &r, s->context[i], TYPE_DEPTH);
    if (s->scope[i].id == 0) return false;
  }
  return shrink_attempt(s, mark, resize_term(s, &r), s->scope, s->length);
}

bool shrink_lengths(Shrinker *s) {
  Resizing lengths;
  collect_lengths(s, &lengths);
  for (uint32_t i = 0; i < lengths.count; i++) {
    uint32_t n = lengths.from[i];
    const uint32_t smaller[] = {1, 2, n / 2, n - 1};
    for (uint32_t k = 0; k < 4; k++) {
      if (smaller[k] < n && attempt_length(s, n, smaller[k])) return true;
    }
  }
  return false;
}

/* ---------------------------------------------------------------- heads -- */

static bool attempt_op(Shrinker *s, uint32_t i, OpId op) {
  uint32_t mark = store_mark(s->store);
  const Term node = *term(s->store, s->sites[i].t);
  if (op.id == 0) return false;
  TermId t = term_op(s->store, op, node.kid[0], node.kid[1]);
  return shrink_attempt(s, mark, t.id == 0 ? t : shrink_replace(s, i, t), s->context, s->length);
}

/* The same operation with another number as its constant. */
static bool attempt_number(Shrinker *s, uint32_t i, const OpNode *op, int64_t k) {
  Store *store = s->store;
  if (op->code == OP_INT) return attempt_op(s, i, op_make_int(&store->ops, &store->types, k));
  ConstantId constant = constant_from_ratio(&store->constants, k, 1);
  if (op->code == OP_POW) return attempt_op(s, i, op_make_power(&store->ops, &store->types, op->n, constant));
  return attempt_op(s, i, op_make_constant(&store->ops, &store->types, op->n, constant));
}

/* 0, 1, 2, and the number without its fraction. */
static bool simplify_number(Shrinker *s, uint32_t i, const OpNode *op) {
  for (int64_t k = 0; k <= 2; k++) {
    if (attempt_number(s, i, op, k)) return true;
  }
  if (op->constant.id == 0) return false;
  double first = trunc(constant_get(&s->store->constants, op->constant)->nearest[0]);
  return fabs(first) < 0x1p53 && attempt_number(s, i, op, (int64_t)first);
}

/* Another constant, or the plainest operation of the same shape. */
bool shrink_head(Shrinker *s, uint32_t i) {
  const Term *node = term(s->store, s->sites[i].t);
  if (node->kind != TERM_OP) return false;
  const OpNode op = *op_node(&s->store->ops, term_op_payload(node));
  OpTable *ops = &s->store->ops;
  TypeTable *types = &s->store->types;
  switch (op_info(op.code)->shape) {
  case SHAPE_CONST:
  case SHAPE_INT: return simplify_number(s, i, &op);
  case SHAPE_EACH:
    if (op.code == OP_POW && simplify_number(s, i, &op)) return true;
    return op.code != OP_POW && attempt_op(s, i, op_make(ops, types, OP_NEG, op.n, 0));
  case SHAPE_EACH2:
    return attempt_op(s, i, op_make(ops, types, OP_ADD, op.n, 0)) ||
           attempt_op(s, i, op_make(ops, types, OP_MUL, op.n, 0));
  case SHAPE_INT2: return attempt_op(s, i, op_make(ops, types, OP_IADD, 0, 0));
  case SHAPE_TEST: return attempt_op(s, i, op_make(ops, types, OP_LESS, 0, 0));
  case SHAPE_INTTEST: return attempt_op(s, i, op_make(ops, types, OP_ILESS, 0, 0));
  case SHAPE_SUM:
  case SHAPE_DOT:
  case SHAPE_SCALE:
  case SHAPE_MATVEC:
  case SHAPE_REPLICATE:
  case SHAPE_GIVEN:
  case SHAPE_SLOPE:
  case SHAPE_TOREAL: return false;
  }
  return false;
}
