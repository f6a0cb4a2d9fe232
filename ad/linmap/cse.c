/* Common subexpressions: a block is numbered by value, and what stands in it twice is
 * computed once.  Bodies under binders and branches are blocks of their own. */
#include "ad/linmap/optimise.h"

typedef struct Number {
  LmTerm shape;          /* its kids are not used */
  const LmTerm *kids[6]; /* blocks of their own, and else the term of the number */
  uint32_t number[6];    /* NONE for a block */
  uint32_t uses;
  bool inside; /* an inner block calls it by its name */
  LmSymbol name;
} Number;

#define NONE UINT32_MAX
#define NUMBERS_MOST 4096u

typedef struct Scope {
  const struct Scope *outer;
  LmSymbol x;
  uint32_t number;
} Scope;

typedef struct Block {
  LmBuilder *b;
  Number *numbers;
  uint32_t count;
} Block;

static bool is_block(const LmTerm *t, uint32_t k) {
  return linmap_binds_x(t, k) || linmap_binds_y(t, k) || (t->kind == LM_IF && k > 0);
}

static bool is_atom(const LmTerm *t) {
  return t->kind == LM_VAR || t->kind == LM_REAL || t->kind == LM_NAT || t->kind == LM_NULL;
}

/* In a block of its own what was bound outside is a variable: its number is named. */
static const LmTerm *close_block(Block *block, const Scope *scope, const LmTerm *t) {
  for (; scope != NULL && t != NULL; scope = scope->outer) {
    if (!linmap_occurs(t, scope->x)) continue;
    Number *n = &block->numbers[scope->number];
    bool atom = is_atom(&n->shape);
    if (!atom) n->inside = true;
    const LmTerm *use =
        atom ? lm_make(block->b, &n->shape, NULL, 0, n->shape.type) : lm_var(block->b, n->name, n->shape.type);
    t = linmap_substitute(block->b, t, scope->x, use);
  }
  return t == NULL ? NULL : linmap_cse(block->b, t);
}

static bool same(const Number *a, const Number *b) {
  const LmTerm *s = &a->shape, *t = &b->shape;
  if (s->kind != t->kind || s->prim != t->prim || s->n != t->n || s->integer != t->integer ||
      s->constant.id != t->constant.id || s->count != t->count || !linmap_type_equal(s->type, t->type))
    return false;
  if (s->kind == LM_VAR && s->x != t->x) return false;
  for (uint32_t k = 0; k < s->count; k++) {
    if (a->number[k] != b->number[k]) return false;
    if (a->number[k] == NONE && (s->x != t->x || s->y != t->y || !linmap_equal(a->kids[k], b->kids[k]))) return false;
  }
  return true;
}

static uint32_t number_of(Block *block, const Scope *scope, const LmTerm *t);

/* The children of a node; tuples of more than six parts are left as they are. */
static bool fill(Block *block, const Scope *scope, const LmTerm *t, Number *n) {
  *n = (Number){.shape = *t};
  if (t->count > 6) return false;
  for (uint32_t k = 0; k < t->count; k++) {
    n->number[k] = NONE;
    if (is_block(t, k))
      n->kids[k] = close_block(block, scope, t->kid[k]);
    else
      n->number[k] = number_of(block, scope, t->kid[k]);
    if (block->b->status != STATUS_OK) return false;
  }
  return true;
}

/* A tuple has no name: used again, its parts are. */
static void add_use(Block *block, uint32_t k) {
  Number *n = &block->numbers[k];
  n->uses++;
  for (uint32_t j = 0; n->shape.kind == LM_TUPLE && n->uses > 1 && j < n->shape.count; j++)
    if (n->number[j] != NONE) add_use(block, n->number[j]);
}

/* pi_k of a tuple, and a sum with 0, are numbers that there are; else NONE. */
static uint32_t known(const Block *block, const Number *n) {
  if (n->shape.kind != LM_PRIM || n->number[0] == NONE) return NONE;
  const Number *operand = &block->numbers[n->number[0]];
  if (operand->shape.kind != LM_TUPLE) return NONE;
  if (n->shape.prim == LM_PRIM_PI) return operand->number[n->shape.n];
  if (n->shape.prim != LM_PRIM_ADD) return NONE;
  uint32_t x = operand->number[0], y = operand->number[1];
  if (x == NONE || y == NONE) return NONE;
  if (block->numbers[x].shape.kind == LM_NULL) return y;
  return block->numbers[y].shape.kind == LM_NULL ? x : NONE;
}

static uint32_t number_of(Block *block, const Scope *scope, const LmTerm *t) {
  if (block->b->status != STATUS_OK) return 0;
  if (t->kind == LM_LET) {
    Scope inner = {scope, t->x, number_of(block, scope, t->kid[0])};
    return number_of(block, &inner, t->kid[1]);
  }
  if (t->kind == LM_VAR)
    for (const Scope *s = scope; s != NULL; s = s->outer)
      if (s->x == t->x) return s->number;
  Number n;
  if (!fill(block, scope, t, &n) || block->count == NUMBERS_MOST) {
    if (block->b->status == STATUS_OK) block->b->status = STATUS_LIMIT;
    return 0;
  }
  uint32_t found = known(block, &n);
  if (found != NONE) return found;
  for (uint32_t k = 0; k < block->count; k++)
    if (same(&block->numbers[k], &n)) return k;
  n.name = lm_fresh(block->b);
  for (uint32_t k = 0; k < t->count; k++)
    if (n.number[k] != NONE) add_use(block, n.number[k]);
  block->numbers[block->count] = n;
  return block->count++;
}

static bool named(const Number *n) {
  if (is_atom(&n->shape)) return false;
  return n->inside || (n->uses > 1 && n->shape.kind != LM_TUPLE);
}

/* The term of a number, with names for what is used more than once. */
static const LmTerm *emit(Block *block, uint32_t k, bool whole) {
  const Number *n = &block->numbers[k];
  const LmTerm *kids[6] = {NULL};
  if (!whole && named(n)) return lm_var(block->b, n->name, n->shape.type);
  for (uint32_t j = 0; j < n->shape.count; j++)
    kids[j] = n->number[j] == NONE ? n->kids[j] : emit(block, n->number[j], false);
  return lm_make(block->b, &n->shape, kids, n->shape.count, n->shape.type);
}

const LmTerm *linmap_cse(LmBuilder *b, const LmTerm *t) {
  Block block = {.b = b};
  if (t == NULL || b->status != STATUS_OK) return NULL;
  uint32_t most = t->size < NUMBERS_MOST ? (uint32_t)t->size : NUMBERS_MOST;
  block.numbers = arena_array(b->arena, (size_t)most + 1, sizeof *block.numbers);
  if (block.numbers == NULL || t->size > NUMBERS_MOST) {
    b->status = STATUS_LIMIT;
    return NULL;
  }
  uint32_t root = number_of(&block, NULL, t);
  if (b->status != STATUS_OK) return NULL;
  uint32_t names = 0;
  for (uint32_t k = 0; k < block.count; k++) {
    char text[16];
    if (!named(&block.numbers[k])) continue;
    int length = snprintf(text, sizeof text, "t%u", ++names);
    b->names[block.numbers[k].name / 4] = name_make(b->store, text, (size_t)length);
  }
  const LmTerm *result = emit(&block, root, false);
  for (uint32_t k = block.count; k-- > 0;)
    if (named(&block.numbers[k])) result = lm_let(b, block.numbers[k].name, emit(&block, k, true), result);
  return result;
}
