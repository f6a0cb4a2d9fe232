/* Memory of one entry of a long array.  What it takes beyond its value is given back before the next one: a map of a
 * million entries then needs no more than their values, and what is written stays in the processor's cache.
 *
 * An entry is made in scratch memory, and its value copied to where the array is made, if it is small and first-order.
 * Entries within entries take turns with two arenas, so that a value is never copied to memory that is given back. What
 * is kept beyond the entry is made in the machine's own arena: zeros, constants, and what values from elsewhere are. */
#include "semantics/chad/applied/value.h"

uint32_t applied_scratch_from = APPLIED_SCRATCH_FROM;

/* Nodes and scalars that a value may have to be copied: an array of more is made where it stays, for it may be one that
 * entries share. */
#define COPY_MOST 64u

static void move_to(Interpreter *in, Elsewhere *back, Arena *arena, uint32_t depth, uint64_t entry) {
  *back = (Elsewhere){in->machine->arena, in->spare, in->scratch.depth, in->scratch.entry, {0, 0}};
  in->machine->arena = arena;
  in->scratch.depth = depth;
  in->scratch.entry = entry;
}

static void move_back(Interpreter *in, const Elsewhere *back) {
  in->machine->arena = back->arena;
  in->spare = back->spare;
  in->scratch.depth = back->depth;
  in->scratch.entry = back->entry;
}

void scratch_keep(Interpreter *in, Elsewhere *back) { move_to(in, back, in->tables->arena, 0, 0); }
void scratch_kept(Interpreter *in, const Elsewhere *back) { move_back(in, back); }

void scratch_open(Interpreter *in) {
  in->scratch.ready = false;
  in->scratch.depth = 0;
  in->scratch.entry = in->scratch.entries = 0;
}

void scratch_close(Interpreter *in) {
  if (!in->scratch.ready) return;
  for (int k = 0; k < 2; k++) arena_free(&in->scratch.arena[k]);
}

static void begin(Interpreter *in, Elsewhere *back) {
  Scratch *scratch = &in->scratch;
  if (!scratch->ready) {
    for (int k = 0; k < 2; k++) arena_init(&scratch->arena[k], in->machine->arena->limit / 2);
    scratch->ready = true;
  }
  Arena *own = &scratch->arena[scratch->depth % 2];
  move_to(in, back, own, scratch->depth + 1, ++scratch->entries);
  back->mark = arena_mark(own);
  in->spare = NULL; /* frames are given back too */
}

/* ------------------------------------------------------------- copies -- */

static bool take(uint32_t *left, uint32_t count) {
  if (count >= *left) return false;
  *left -= count;
  return true;
}

static const Value *as_it_is(const Value *value) {
  return value_is_spread(value) && *value_forced(value) != NULL ? *value_forced(value) : value;
}

/* Whether a copy has no more nodes and scalars than are left.  0 of its type is not copied. */
static bool is_small(const Interpreter *in, AppliedTypeId type, const Value *value, uint32_t *left) {
  const AppliedType *node = applied_type(in->tables, type);
  value = as_it_is(value);
  if (node->zero == value) return true;
  if (!take(left, 1)) return false;
  if (value->kind == VALUE_UNIT || value->kind == VALUE_INT) return true;
  if (value->kind == VALUE_REAL) return take(left, value->count);
  if (value->kind == VALUE_PAIR)
    return node->kind == APPLIED_TYPE_PROD && is_small(in, node->a, value->a, left) &&
           is_small(in, node->b, value->b, left);
  if (value->kind == VALUE_SUM) return is_small(in, type, value->a, left) && is_small(in, type, value->b, left);
  return value->kind == VALUE_ONEHOT && is_small(in, node->kind == APPLIED_TYPE_ARRAY ? node->a : type, value->b, left);
}

static Status copy(Interpreter *in, AppliedTypeId type, const Value *value, const Value **out);

static Status copy_scalars(Interpreter *in, const Value *value, const Value **out) {
  Scalar *scalars;
  if (value->kind == VALUE_INT) return value_int(in, scalar_to_int(value_scalars(value)[0]), out);
  TRY(value_real(in, value->count, &scalars, out));
  for (uint32_t i = 0; i < value->count; i++) scalars[i] = value_scalars(value)[i];
  return STATUS_OK;
}

static Status copy_spread(Interpreter *in, AppliedTypeId type, const Value *value, const Value **out) {
  Value made = *value;
  const Value *a, *b;
  const AppliedType *node = applied_type(in->tables, type);
  bool sum = value->kind == VALUE_SUM;
  AppliedTypeId element = node->kind == APPLIED_TYPE_ARRAY ? node->a : type;
  if (sum) {
    TRY(copy(in, type, value->a, &a));
  } else {
    TRY(copy_scalars(in, value->a, &a));
  }
  TRY(copy(in, sum ? type : element, value->b, &b));
  made.a = a;
  made.b = b;
  return value_forceable(in, made, out);
}

/* Of a small value. */
static Status copy(Interpreter *in, AppliedTypeId type, const Value *value, const Value **out) {
  const AppliedType node = *applied_type(in->tables, type);
  const Value *a, *b;
  value = as_it_is(value);
  *out = value;
  if (node.zero == value) return STATUS_OK;
  if (value->kind == VALUE_UNIT) return value_make(in, *value, out);
  if (value->kind == VALUE_INT || value->kind == VALUE_REAL) return copy_scalars(in, value, out);
  if (value->kind != VALUE_PAIR) return copy_spread(in, type, value, out);
  TRY(copy(in, node.a, value->a, &a));
  TRY(copy(in, node.b, value->b, &b));
  return value_make(in, (Value){.kind = VALUE_PAIR, .type = value->type, .a = a, .b = b}, out);
}

/* An entry's value where the array is made: copied, and the memory given back, if it is small. */
static Status end(Interpreter *in, Making *making, const Value *value, const Value **item) {
  Arena *own = in->machine->arena;
  uint32_t left = COPY_MOST;
  *item = value;
  if (!making->scratch) return STATUS_OK;
  move_back(in, &making->back);
  making->scratch = is_small(in, making->element, value, &left);
  if (!making->scratch) return STATUS_OK;
  TRY(copy(in, making->element, value, item));
  arena_release(own, making->back.mark);
  return STATUS_OK;
}

/* ------------------------------------------------------------- arrays -- */

Status making_begin(Interpreter *in, AppliedTypeId type, uint32_t n, Making *making) {
  *making = (Making){.type = type, .n = n, .element = applied_type_element(in->tables, type)};
  making->scratch = n >= applied_scratch_from;
  if (applied_type(in->tables, type)->kind == APPLIED_TYPE_REAL)
    return value_real(in, n, &making->scalars, &making->reals);
  making->items = arena_array(in->machine->arena, n, sizeof *making->items);
  return making->items == NULL ? STATUS_LIMIT : STATUS_OK;
}

void making_entry(Interpreter *in, Making *making) {
  if (making->scratch) begin(in, &making->back);
}

Status making_put(Interpreter *in, Making *making, uint32_t k, const Value *value) {
  Arena *own = in->machine->arena;
  if (making->items != NULL) return end(in, making, value, &making->items[k]);
  if (value->kind != VALUE_REAL || value->count != 1) return STATUS_STUCK;
  making->scalars[k] = value_scalars(value)[0];
  if (!making->scratch) return STATUS_OK;
  move_back(in, &making->back);
  arena_release(own, making->back.mark);
  return STATUS_OK;
}

Status making_end(Interpreter *in, const Making *making, const Value **out) {
  *out = making->reals;
  return making->items == NULL ? STATUS_OK : value_array(in, making->type, making->n, making->items, out);
}
