/* Reads programs as nests: arrays are what they have at an index, until they are used at another. */
#include "ad/code/nest.h"

#include "semantics/memory/try.h"
#include "semantics/tables/ops.h"

#include <math.h>

typedef enum ThingKind {
  THING_UNIT,
  THING_REAL,      /* `node` */
  THING_INT,       /* `node`, an Int */
  THING_PAIR,      /* two parts */
  THING_PARTS,     /* an array of n parts */
  THING_MEMORY,    /* an array in memory */
  THING_EACH,      /* map and zipWith: `term` of entries of the parts */
  THING_BUILD,     /* `term` of the index */
  THING_OPERATION, /* an operation of the parts */
  THING_FUNCTION   /* \x. `term` */
} ThingKind;

typedef struct Thing {
  ThingKind kind;
  uint32_t n; /* of arrays the length; EACH: `arity` of them are mapped over */
  uint32_t node, arity;
  TermId term;
  OpId op;
  const struct Scope *scope; /* of the term */
  const struct Thing *part;
  /* MEMORY: of the type at these indices, its components in arrays from `array` on */
  TypeId type;
  uint32_t array, indices, index[NEST_DIMENSIONS];
} Thing;

typedef struct Scope {
  Thing thing;
  const struct Scope *outer;
} Scope;

static Status evaluate(Nest *nest, TermId t, const Scope *scope, Thing *out);
static Status at(Nest *nest, const Thing *array, uint32_t index, Thing *out);

static Status refuse(Nest *nest, const char *missing) {
  (void)record_refuse(&nest->record.ring, missing);
  return STATUS_UNABLE;
}

static Thing real(uint32_t node) { return (Thing){.kind = THING_REAL, .n = 1, .node = node}; }
static Status give(const Nest *nest, Thing thing, Thing *out) {
  *out = thing;
  return nest->record.ring.status;
}

static const Thing *keep(Nest *nest, const Thing *things, uint32_t n) {
  Thing *kept = arena_array(nest->arena, n, sizeof *kept);
  for (uint32_t k = 0; kept != NULL && k < n; k++) kept[k] = things[k];
  return kept;
}

static const Scope *bind(Nest *nest, const Scope *outer, Thing thing) {
  Scope *inner = arena_alloc(nest->arena, sizeof *inner);
  if (inner != NULL) *inner = (Scope){thing, outer};
  return inner;
}

/* ------------------------------------------------------------------ memory -- */

static const TypeNode *type_of(const Nest *nest, TypeId type) { return type_node(&nest->store->types, type); }

/* In how many arrays the values of a type are; NEST_NONE for types that are in none. */
static uint32_t components(Nest *nest, TypeId type) {
  const TypeNode *node = type_of(nest, type);
  if (node->kind == TYPE_UNIT) return 0;
  if (node->kind == TYPE_REAL) return node->n > 0 && node->n <= NEST_SMALL ? node->n : node->n == 0 ? NEST_NONE : 1;
  if (node->kind != TYPE_PROD && (node->kind != TYPE_ARRAY || node->n == 0)) return NEST_NONE;
  uint32_t a = components(nest, node->a), b = node->kind == TYPE_PROD ? components(nest, node->b) : 0;
  if (a == NEST_NONE || b == NEST_NONE) return NEST_NONE;
  return node->kind == TYPE_ARRAY && node->n <= NEST_SMALL ? node->n * a : a + b;
}

static Status view(Nest *nest, const Thing *memory, Thing *out);

/* The entries of a small array, or of a pair: of the types, in the arrays that follow. */
static Status view_parts(Nest *nest, const Thing *memory, ThingKind kind, const TypeId *type, uint32_t n, Thing *out) {
  Thing *part = arena_array(nest->arena, n, sizeof *part), inner = *memory;
  if (part == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n; k++) {
    inner.type = type[kind == THING_PAIR ? k : 0];
    TRY(view(nest, &inner, &part[k]));
    inner.array += components(nest, inner.type);
  }
  *out = (Thing){.kind = kind, .n = n, .part = part};
  return STATUS_OK;
}

/* What is in memory at the indices. */
static Status view(Nest *nest, const Thing *memory, Thing *out) {
  const TypeNode node = *type_of(nest, memory->type);
  const TypeId both[2] = {node.a, node.b}, element = type_element(&nest->store->types, memory->type);
  switch ((int)node.kind) {
  case TYPE_UNIT: *out = (Thing){.kind = THING_UNIT}; return STATUS_OK;
  case TYPE_PROD: return view_parts(nest, memory, THING_PAIR, both, 2, out);
  case TYPE_REAL:
    if (node.n == 1) return give(nest, real(nest_entry(nest, memory->array, memory->index)), out);
    break;
  default: break;
  }
  if (node.n <= NEST_SMALL) return view_parts(nest, memory, THING_PARTS, &element, node.n, out);
  *out = *memory;
  out->n = node.n;
  return STATUS_OK;
}

/* Arrays of a type: `prefix` has the dimensions around it.  In memory outside they are where the flat value has them,
 * from *offset on. */
static Status declare(Nest *nest, TypeId type, NestArray prefix, uint32_t *offset) {
  const TypeNode node = *type_of(nest, type);
  const TypeId both[2] = {node.a, node.b}, element = type_element(&nest->store->types, type);
  if (node.kind == TYPE_UNIT) return STATUS_OK;
  if (node.kind == TYPE_PROD) {
    TRY(declare(nest, both[0], prefix, offset));
    return declare(nest, both[1], prefix, offset);
  }
  if (components(nest, type) == NEST_NONE) return refuse(nest, "arguments, results or states that are none of reals");
  if (node.kind == TYPE_REAL && node.n == 1) {
    prefix.offset = (*offset)++;
    (void)nest_array(nest, &prefix);
    return nest->record.ring.status;
  }
  if (node.n <= NEST_SMALL) {
    for (uint32_t k = 0; k < node.n; k++) TRY(declare(nest, element, prefix, offset));
    return STATUS_OK;
  }
  if (prefix.dimensions == NEST_DIMENSIONS) return refuse(nest, "arrays in more than six arrays");
  uint32_t dim = node.dim / node.n, end = *offset + node.dim;
  prefix.size[prefix.dimensions] = node.n;
  prefix.stride[prefix.dimensions++] = dim;
  TRY(declare(nest, element, prefix, offset));
  *offset = end;
  return STATUS_OK;
}

/* ------------------------------------------------------- arrays into memory -- */

/* Of what is walked over: the loops that were opened, and arrays of what it has at their indices. */
#define COMPONENTS_MOST 32u
typedef struct Walk {
  uint32_t loops, loop[NEST_DIMENSIONS], count;
  NestArray array[COMPONENTS_MOST]; /* not yet the nest's: what is walked over makes others meanwhile */
} Walk;

/* What node has at each index of the loops. */
static Status put_stored(Nest *nest, Walk *walk, uint32_t node) {
  if (walk->count == COMPONENTS_MOST) return refuse(nest, "arrays of more than 32 components");
  NestArray array = {.memory = NEST_STORED, .body = node, .dimensions = walk->loops, .steps = NEST_NONE};
  array.path = nest_path(nest, node);
  for (uint32_t k = 0; k < walk->loops; k++) {
    array.loop[k] = walk->loop[k];
    array.size[k] = nest->loop[walk->loop[k]].size;
    array.path &= ~nest_bit(walk->loop[k]);
  }
  walk->array[walk->count++] = array;
  return nest->record.ring.status;
}

/* *type is that of the thing. */
static Status walk(Nest *nest, const Thing *thing, Walk *w, TypeId *type) {
  TypeTable *types = &nest->store->types;
  TypeId a = {0}, b = {0};
  Thing entry;
  switch (thing->kind) {
  case THING_UNIT: *type = type_unit(types); return STATUS_OK;
  case THING_REAL: *type = type_real(types, 1); return put_stored(nest, w, thing->node);
  case THING_PAIR:
    TRY(walk(nest, &thing->part[0], w, &a));
    TRY(walk(nest, &thing->part[1], w, &b));
    *type = type_prod(types, a, b);
    return STATUS_OK;
  case THING_INT:
  case THING_FUNCTION: return refuse(nest, "an array of Ints or functions");
  case THING_PARTS:
  case THING_MEMORY:
  case THING_EACH:
  case THING_BUILD:
  case THING_OPERATION: break;
  }
  if (thing->n == 0) return refuse(nest, "an array of length 0");
  bool small = thing->n <= NEST_SMALL;
  if (!small && w->loops == NEST_DIMENSIONS) return refuse(nest, "arrays in more than six arrays");
  if (!small) w->loop[w->loops++] = nest_open(nest, thing->n, false);
  for (uint32_t k = 0; k < (small ? thing->n : 1); k++) {
    TRY(at(nest, thing, small ? nest_integer(nest, k) : nest_index(nest, w->loop[w->loops - 1]), &entry));
    TRY(walk(nest, &entry, w, &a));
  }
  *type = type_array(types, a, thing->n);
  if (small) return STATUS_OK;
  nest_close(nest);
  w->loops--;
  return STATUS_OK;
}

static bool is_delayed(const Thing *thing) {
  return thing->kind == THING_EACH || thing->kind == THING_BUILD || thing->kind == THING_OPERATION ||
         thing->kind == THING_PARTS;
}

static Status settle_large(Nest *nest, const Thing *thing, Thing *out) {
  Walk w = {0};
  TypeId type;
  TRY(walk(nest, thing, &w, &type));
  *out = (Thing){.kind = THING_MEMORY, .n = thing->n, .type = type, .array = nest->arrays};
  for (uint32_t k = 0; k < w.count; k++) (void)nest_array(nest, &w.array[k]);
  return nest->record.ring.status;
}

/* The same with arrays whose entries are computed once. */
static Status settle(Nest *nest, const Thing *thing, Thing *out) {
  *out = *thing;
  bool parts = thing->kind == THING_PAIR || (is_delayed(thing) && thing->n <= NEST_SMALL);
  if (parts) {
    uint32_t n = thing->kind == THING_PAIR ? 2 : thing->n;
    if (n == 0) return refuse(nest, "an array of length 0");
    Thing *part = arena_array(nest->arena, n, sizeof *part), entry;
    if (part == NULL) return STATUS_LIMIT;
    for (uint32_t k = 0; k < n; k++) {
      entry = thing->kind == THING_PAIR ? thing->part[k] : (Thing){0};
      if (thing->kind != THING_PAIR) TRY(at(nest, thing, nest_integer(nest, k), &entry));
      TRY(settle(nest, &entry, &part[k]));
    }
    *out = n == 1 && part[0].kind == THING_REAL
               ? part[0]
               : (Thing){.kind = thing->kind == THING_PAIR ? THING_PAIR : THING_PARTS, .n = n, .part = part};
    return STATUS_OK;
  }
  if (!is_delayed(thing)) return STATUS_OK;
  return settle_large(nest, thing, out);
}

/* ------------------------------------------------------------------ arrays -- */

static Status real_at(Nest *nest, const Thing *array, uint32_t index, Scalar *out) {
  Thing entry;
  TRY(at(nest, array, index, &entry));
  if (entry.kind != THING_REAL) return STATUS_STUCK;
  *out = nest_scalar(entry.node);
  return STATUS_OK;
}

/* One entry of matvec or of dot is a sum of products: x from `start` on times y. */
static Status total(Nest *nest, const Thing *x, uint32_t start, const Thing *y, uint32_t n, Thing *out) {
  bool small = n <= NEST_SMALL;
  uint32_t sum = (uint32_t)ring_integer(&nest->record.ring, 0).word, loop = small ? 0 : nest_open(nest, n, false);
  for (uint32_t k = 0; k < (small ? n : 1); k++) {
    uint32_t index = small ? nest_integer(nest, k) : nest_index(nest, loop);
    Scalar a, b;
    TRY(real_at(nest, x, nest_arithmetic(nest, NEST_PLUS, start, index), &a));
    if (y != NULL) {
      TRY(real_at(nest, y, index, &b));
      a = ring_mul(&nest->record.ring, a, b);
    }
    sum = small ? nest_add(nest, sum, (uint32_t)a.word) : nest_sum_in_order(nest, loop, (uint32_t)a.word);
  }
  if (!small) nest_close(nest);
  return give(nest, real(sum), out);
}

static Status constant_at(Nest *nest, const OpNode *op, uint32_t index, Thing *out) {
  const Constant *c = constant_get(&nest->store->constants, op->constant);
  if (c->length == 1) return give(nest, real((uint32_t)ring_constant(&nest->record.ring, c, 0).word), out);
  NestArray table = {.memory = NEST_TABLE, .dimensions = 1, .size = {c->length}, .stride = {1}, .steps = NEST_NONE};
  table.constant = op->constant;
  uint32_t k = 0;
  while (k < nest->arrays && (nest->array[k].memory != NEST_TABLE || nest->array[k].constant.id != op->constant.id))
    k++;
  if (k == nest->arrays) k = nest_array(nest, &table);
  return give(nest, real(nest_entry(nest, k, &index)), out);
}

static Status operation_at(Nest *nest, const Thing *array, uint32_t index, Thing *out) {
  const OpNode op = *op_node(&nest->store->ops, array->op);
  OpShape shape = op_info(op.code)->shape;
  Scalar x[2] = {{0}, {0}};
  if (shape == SHAPE_CONST) return constant_at(nest, &op, index, out);
  if (shape == SHAPE_MATVEC) {
    uint32_t start = nest_arithmetic(nest, NEST_TIMES, index, nest_integer(nest, array->part[1].n));
    return total(nest, &array->part[0], start, &array->part[1], array->part[1].n, out);
  }
  bool scalar = shape == SHAPE_SCALE || shape == SHAPE_REPLICATE;
  for (uint32_t k = 0; k < op.arity; k++)
    TRY(real_at(nest, &array->part[k], scalar && k == 0 ? nest_integer(nest, 0) : index, &x[k]));
  if (shape == SHAPE_REPLICATE) return give(nest, real((uint32_t)x[0].word), out);
  if (shape == SHAPE_SCALE) return give(nest, real(nest_multiply(nest, (uint32_t)x[0].word, (uint32_t)x[1].word)), out);
  OpId one = op_make_each(&nest->store->ops, &nest->store->types, op.code, 1, op.constant);
  Scalar made;
  if (one.id == 0) return STATUS_LIMIT;
  TRY(op_value(&nest->store->ops, &nest->store->constants, &nest->record.ring, one, &x[0], &x[1], &made));
  return give(nest, real((uint32_t)made.word), out);
}

static Status each_at(Nest *nest, const Thing *array, uint32_t index, Thing *out) {
  const Scope *scope = array->scope;
  for (uint32_t k = 0; k < array->arity; k++) {
    Thing entry;
    TRY(at(nest, &array->part[k], index, &entry));
    scope = bind(nest, scope, entry);
    if (scope == NULL) return STATUS_LIMIT;
  }
  return evaluate(nest, array->term, scope, out);
}

static Status at(Nest *nest, const Thing *array, uint32_t index, Thing *out) {
  const NestInt *i = &nest->integer[index];
  Thing inner = *array;
  if (nest_failed(nest)) return nest->record.ring.status;
  switch (array->kind) {
  case THING_REAL: /* of real^1 */
    if (i->op != NEST_NUMBER || i->low != 0) return refuse(nest, "an index outside its array");
    *out = *array;
    return STATUS_OK;
  case THING_PARTS:
    if (i->op != NEST_NUMBER) return refuse(nest, "a small array at an index that is not known");
    if (i->low < 0 || i->low >= array->n) return refuse(nest, "an index outside its array");
    *out = array->part[i->low];
    return STATUS_OK;
  case THING_MEMORY:
    if (inner.indices == NEST_DIMENSIONS) return refuse(nest, "arrays in more than six arrays");
    inner.type = type_element(&nest->store->types, array->type);
    inner.index[inner.indices++] = index;
    return view(nest, &inner, out);
  case THING_EACH: return each_at(nest, array, index, out);
  case THING_BUILD: {
    const Scope *scope = bind(nest, array->scope, (Thing){.kind = THING_INT, .node = index});
    return scope == NULL ? STATUS_LIMIT : evaluate(nest, array->term, scope, out);
  }
  case THING_OPERATION: return operation_at(nest, array, index, out);
  case THING_UNIT:
  case THING_INT:
  case THING_PAIR:
  case THING_FUNCTION: break;
  }
  return STATUS_STUCK;
}

/* -------------------------------------------------------------- operations -- */

static Status int_operation(Nest *nest, const OpNode *op, const Thing *x, Thing *out) {
  uint32_t a = x[0].node, b = x[1].node, made = 0;
  switch ((int)op->code) {
  case OP_IADD: made = nest_arithmetic(nest, NEST_PLUS, a, b); break;
  case OP_ISUB: made = nest_arithmetic(nest, NEST_MINUS, a, b); break;
  case OP_IMUL: made = nest_arithmetic(nest, NEST_TIMES, a, b); break;
  case OP_IDIV: made = nest_arithmetic(nest, NEST_DIV, a, b); break;
  case OP_IMIN: made = nest_arithmetic(nest, NEST_MIN, a, b); break;
  case OP_IMAX: made = nest_arithmetic(nest, NEST_MAX, a, b); break;
  default: /* IMOD */
    made = nest_arithmetic(nest, NEST_TIMES, b, nest_arithmetic(nest, NEST_DIV, a, b));
    made = nest_arithmetic(nest, NEST_MINUS, a, made);
  }
  return give(nest, (Thing){.kind = THING_INT, .node = made}, out);
}

static Status to_real(Nest *nest, uint32_t k, Thing *out) {
  const NestInt *i = &nest->integer[k];
  if (i->op == NEST_NUMBER) return give(nest, real((uint32_t)ring_integer(&nest->record.ring, i->low).word), out);
  return give(nest, real(nest_put(nest, TAPE_ACCUMULATOR, k, 0)), out);
}

static Status operation(Nest *nest, const Term *t, const Scope *scope, Thing *out) {
  const OpNode op = *op_node(&nest->store->ops, (OpId){t->payload});
  OpShape shape = op_info(op.code)->shape;
  Thing x[2] = {{0}, {0}};
  for (uint32_t k = 0; k < op.arity; k++) TRY(evaluate(nest, t->kid[k], scope, &x[k]));
  switch (shape) {
  case SHAPE_SUM: return total(nest, &x[0], nest_integer(nest, 0), NULL, op.n, out);
  case SHAPE_DOT: return total(nest, &x[0], nest_integer(nest, 0), &x[1], op.n, out);
  case SHAPE_INT: return give(nest, (Thing){.kind = THING_INT, .node = nest_integer(nest, op.integer)}, out);
  case SHAPE_INT2: return int_operation(nest, &op, x, out);
  case SHAPE_TOREAL: return to_real(nest, x[0].node, out);
  case SHAPE_MATVEC: {
    Thing y = x[1];
    TRY(settle(nest, &y, &x[1])); /* each row reads it */
    x[1].n = op.n;
    break;
  }
  case SHAPE_CONST:
  case SHAPE_EACH:
  case SHAPE_EACH2:
  case SHAPE_SCALE:
  case SHAPE_REPLICATE: break;
  case SHAPE_TEST:
  case SHAPE_INTTEST:
  case SHAPE_GIVEN:
  case SHAPE_SLOPE: return refuse(nest, op_name(&nest->store->ops, &op));
  }
  Thing made = {
      .kind = THING_OPERATION, .n = type_of(nest, op.result)->n, .op = {t->payload}, .part = keep(nest, x, 2)};
  if (made.part == NULL) return STATUS_LIMIT;
  if (made.n == 1) return at(nest, &made, nest_integer(nest, 0), out);
  *out = made;
  return STATUS_OK;
}

/* --------------------------------------------------------------- sequences -- */

/* The arrays from *array on have, at the indices, what the value has: each real of it. */
static Status store_all(Nest *nest, const Thing *value, uint32_t *array, uint32_t *at_index, uint32_t n) {
  Thing from;
  if (value->kind == THING_REAL) {
    uint32_t subscript = nest_subscript(nest, at_index, n);
    NestPath path = nest_path(nest, value->node) | nest_subscript_path(nest, subscript) | nest->array[*array].path;
    nest_effect(nest, &(NestEffect){(*array)++, subscript, value->node, path, false});
    return nest->record.ring.status;
  }
  if (value->kind == THING_UNIT) return STATUS_OK;
  if (value->kind == THING_INT || value->kind == THING_FUNCTION) return refuse(nest, "a state of Ints or functions");
  bool pair = value->kind == THING_PAIR, small = pair || value->n <= NEST_SMALL;
  if (!pair && value->n == 0) return refuse(nest, "an array of length 0");
  uint32_t loop = small ? 0 : nest_open(nest, value->n, false), count = pair ? 2 : value->n;
  if (!small) at_index[n] = nest_index(nest, loop);
  for (uint32_t k = 0; k < (small ? count : 1); k++) {
    uint32_t index = small ? nest_integer(nest, k) : at_index[n];
    from = pair ? value->part[k] : (Thing){0};
    if (!pair) TRY(at(nest, value, index, &from));
    TRY(store_all(nest, &from, array, at_index, small ? n : n + 1));
  }
  if (!small) nest_close(nest);
  return STATUS_OK;
}

/* Of a settled thing its type. */
static Status type_of_thing(Nest *nest, const Thing *thing, TypeId *type) {
  TypeTable *types = &nest->store->types;
  TypeId a, b;
  if (thing->kind == THING_MEMORY) {
    *type = thing->type;
    return STATUS_OK;
  }
  if (thing->kind == THING_UNIT || thing->kind == THING_REAL) {
    *type = thing->kind == THING_UNIT ? type_unit(types) : type_real(types, 1);
    return STATUS_OK;
  }
  if (thing->kind != THING_PAIR && thing->kind != THING_PARTS) return refuse(nest, "a state of Ints or functions");
  TRY(type_of_thing(nest, &thing->part[0], &a));
  if (thing->kind == THING_PAIR) TRY(type_of_thing(nest, &thing->part[1], &b));
  *type = thing->kind == THING_PAIR ? type_prod(types, a, b) : type_array(types, a, thing->n);
  return type_is_none(*type) ? STATUS_LIMIT : STATUS_OK;
}

/* A state of entries 0 to `steps`, of the type; there is one at each index of the loops that are open. */
static Status declare_state(Nest *nest, TypeId type, uint32_t loop, uint32_t steps, Thing *state) {
  NestArray array = {.memory = NEST_STATE, .dimensions = 1, .size = {steps + 1}, .steps = loop};
  uint32_t offset = 0;
  for (uint32_t k = 0; k < nest->depth; k++) array.path |= nest_bit(nest->open[k]);
  array.path &= ~nest_bit(loop);
  *state = (Thing){.kind = THING_MEMORY, .type = type, .array = nest->arrays, .indices = 1};
  return declare(nest, type, array, &offset);
}

/* The body, of what is so far and, of a fold, an entry. */
static Status step(Nest *nest, TermId body, const Thing *so_far, const Thing *array, uint32_t index, const Scope *scope,
                   Thing *out) {
  Thing entry, made;
  scope = bind(nest, scope, *so_far);
  if (scope != NULL && array != NULL) {
    TRY(at(nest, array, index, &entry));
    scope = bind(nest, scope, entry);
  }
  if (scope == NULL) return STATUS_LIMIT;
  TRY(evaluate(nest, body, scope, &made));
  return settle(nest, &made, out);
}

static Status sequence(Nest *nest, TermId body, const Thing *start, const Thing *array, uint32_t steps,
                       const Scope *scope, Thing *out) {
  Thing so_far, made, state;
  TypeId type;
  TRY(settle(nest, start, &so_far));
  for (uint32_t k = 0; steps <= NEST_SMALL && k < steps; k++) {
    TRY(step(nest, body, &so_far, array, nest_integer(nest, k), scope, &made));
    so_far = made;
  }
  *out = so_far;
  if (steps <= NEST_SMALL) return STATUS_OK;
  TRY(type_of_thing(nest, &so_far, &type));
  uint32_t loop = nest_open(nest, steps, true), first, at_index[NEST_DIMENSIONS] = {nest_integer(nest, 0)};
  TRY(declare_state(nest, type, loop, steps, &state));
  nest_close(nest);
  first = state.array;
  TRY(store_all(nest, &so_far, &first, at_index, 1));
  nest->open[nest->depth++] = loop;
  state.index[0] = nest_index(nest, loop);
  TRY(view(nest, &state, &so_far));
  TRY(step(nest, body, &so_far, array, state.index[0], scope, &made));
  first = state.array;
  at_index[0] = nest_arithmetic(nest, NEST_PLUS, state.index[0], nest_integer(nest, 1));
  TRY(store_all(nest, &made, &first, at_index, 1));
  nest_close(nest);
  state.index[0] = nest_integer(nest, steps);
  return view(nest, &state, out);
}

static Status iterate(Nest *nest, const Term *t, const Scope *scope, Thing *out) {
  Thing count, start;
  TRY(evaluate(nest, t->kid[0], scope, &count));
  TRY(evaluate(nest, t->kid[1], scope, &start));
  const NestInt *n = &nest->integer[count.node];
  if (n->op != NEST_NUMBER || n->low > TYPE_MAX_LENGTH) return refuse(nest, "a number of steps that is not known");
  return sequence(nest, t->kid[2], &start, NULL, n->low < 0 ? 0 : (uint32_t)n->low, scope, out);
}

static Status fold(Nest *nest, const Term *t, const Scope *scope, Thing *out) {
  Thing start, array, kept;
  TRY(evaluate(nest, t->kid[0], scope, &start));
  TRY(evaluate(nest, t->kid[1], scope, &array));
  TRY(settle(nest, &array, &kept));
  return sequence(nest, t->kid[2], &start, &kept, kept.n, scope, out);
}

/* ------------------------------------------------------------------- terms -- */

static Status delayed(Nest *nest, const Term *t, const Scope *scope, Thing *out) {
  Thing x[2] = {{0}, {0}};
  bool build = t->kind == TERM_BUILD;
  uint32_t n = build ? 0 : t->kind == TERM_MAP ? 1 : 2;
  for (uint32_t k = 0; k < n; k++) TRY(evaluate(nest, t->kid[k], scope, &x[k]));
  Thing made = {.kind = build ? THING_BUILD : THING_EACH, .n = build ? t->payload : x[0].n, .arity = n};
  made.term = t->kid[n];
  made.scope = scope;
  made.part = keep(nest, x, 2);
  if (made.part == NULL) return STATUS_LIMIT;
  if (made.n != 1) return give(nest, made, out);
  Thing entry; /* an array of one real is that real */
  TRY(at(nest, &made, nest_integer(nest, 0), &entry));
  return give(nest, entry.kind == THING_REAL ? entry : made, out);
}

static Status variable(uint32_t index, const Scope *scope, Thing *out) {
  for (; index > 0 && scope != NULL; index--) scope = scope->outer;
  if (scope == NULL) return STATUS_STUCK;
  *out = scope->thing;
  return STATUS_OK;
}

static Status bound(Nest *nest, TermId value, TermId body, const Scope *scope, const Scope *outer, Thing *out) {
  Thing x, kept;
  TRY(evaluate(nest, value, scope, &x));
  TRY(settle(nest, &x, &kept));
  const Scope *inner = bind(nest, outer, kept);
  return inner == NULL ? STATUS_LIMIT : evaluate(nest, body, inner, out);
}

static Status evaluate(Nest *nest, TermId id, const Scope *scope, Thing *out) {
  const Term t = *term(nest->store, id);
  Thing x[2];
  if (nest_failed(nest)) return nest->record.ring.status;
  switch ((int)t.kind) {
  case TERM_VAR: return variable(t.payload, scope, out);
  case TERM_LET: return bound(nest, t.kid[0], t.kid[1], scope, scope, out);
  case TERM_OP: return operation(nest, &t, scope, out);
  case TERM_UNIT: *out = (Thing){.kind = THING_UNIT}; return STATUS_OK;
  case TERM_PAIR:
    TRY(evaluate(nest, t.kid[0], scope, &x[0]));
    TRY(evaluate(nest, t.kid[1], scope, &x[1]));
    *out = (Thing){.kind = THING_PAIR, .part = keep(nest, x, 2)};
    return out->part == NULL ? STATUS_LIMIT : STATUS_OK;
  case TERM_FST:
  case TERM_SND:
    TRY(evaluate(nest, t.kid[0], scope, &x[0]));
    if (x[0].kind != THING_PAIR) return STATUS_STUCK;
    *out = x[0].part[t.kind == TERM_SND];
    return STATUS_OK;
  case TERM_LAM: *out = (Thing){.kind = THING_FUNCTION, .term = t.kid[0], .scope = scope}; return STATUS_OK;
  case TERM_APP:
    TRY(evaluate(nest, t.kid[0], scope, &x[0]));
    if (x[0].kind != THING_FUNCTION) return STATUS_STUCK;
    return bound(nest, t.kid[1], x[0].term, scope, x[0].scope, out);
  case TERM_MAP:
  case TERM_ZIPWITH:
  case TERM_BUILD: return delayed(nest, &t, scope, out);
  case TERM_INDEX:
    TRY(evaluate(nest, t.kid[0], scope, &x[0]));
    TRY(evaluate(nest, t.kid[1], scope, &x[1]));
    return at(nest, &x[1], x[0].node, out);
  case TERM_ITERATE: return iterate(nest, &t, scope, out);
  case TERM_FOLD: return fold(nest, &t, scope, out);
  default: return refuse(nest, term_info(t.kind)->name);
  }
}

/* ---------------------------------------------------------------- programs -- */

/* Numbers as doubles are: a power of 2 divides them. */
static Scalar rounded(Ring *ring, const Constant *c, uint32_t index) {
  double nearest = c->nearest[c->length == 1 ? 0 : index];
  mpq_t q;
  mpq_init(q);
  mpq_set(q, c->exact[c->length == 1 ? 0 : index]);
  bool held = isfinite(nearest) && (nearest != 0 || mpq_sgn(q) == 0);
  bool exact = mpz_sizeinbase(mpq_numref(q), 2) <= 53 && mpz_sizeinbase(mpq_denref(q), 2) <= 53;
  if (!exact && held) mpq_set_d(q, nearest);
  bool fits = held && mpz_fits_slong_p(mpq_numref(q)) && mpz_fits_slong_p(mpq_denref(q));
  TapeNode node = {.op = TAPE_NUMBER, .numerator = mpz_get_si(mpq_numref(q)), .denominator = mpz_get_si(mpq_denref(q))};
  mpq_clear(q);
  return fits ? record_put(ring, node) : record_refuse(ring, "a number this large or small");
}

static Status arguments(Nest *nest, const Scope **scope) {
  for (uint32_t k = 0; k < nest->program->length; k++) {
    NestArray array = {.memory = NEST_ARGUMENT, .argument = k, .steps = NEST_NONE};
    Thing memory = {.kind = THING_MEMORY, .type = nest->program->context[k], .array = nest->arrays}, thing;
    uint32_t offset = 0;
    TRY(declare(nest, memory.type, array, &offset));
    TRY(view(nest, &memory, &thing));
    *scope = bind(nest, *scope, thing);
    if (*scope == NULL) return STATUS_LIMIT;
  }
  return STATUS_OK;
}

Status nest_read(Nest *nest, const char **missing) {
  const Scope *scope = NULL;
  Thing made, result;
  uint32_t offset = 0, at_index[NEST_DIMENSIONS];
  nest->ops = record_ops;
  nest->ops.constant = rounded;
  nest->record = (RecordRing){.ring = {.ops = &nest->ops}};
  nest->record.nodes = arena_array(nest->arena, TAPE_MOST, sizeof *nest->record.nodes);
  if (nest->record.nodes == NULL) return STATUS_LIMIT;
  Status status = arguments(nest, &scope);
  if (status == STATUS_OK) status = evaluate(nest, nest->program->term, scope, &made);
  if (status == STATUS_OK) status = settle(nest, &made, &result);
  uint32_t array = nest->arrays;
  NestArray results = {.memory = NEST_RESULT, .steps = NEST_NONE};
  if (status == STATUS_OK) status = declare(nest, nest->program->type, results, &offset);
  if (status == STATUS_OK) status = store_all(nest, &result, &array, at_index, 0);
  if (status == STATUS_OK) status = nest->record.ring.status;
  *missing = nest->record.missing == NULL ? "this construct" : nest->record.missing;
  return status;
}
