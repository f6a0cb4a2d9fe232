/* From an index to its program. */
#include "verify/enumerate/grammar.h"

typedef struct Unranking {
  Space *space;
  Scope scope;
} Unranking;

static TermId unrank_term(Unranking *u, uint32_t context, uint32_t type, uint32_t size, Rank index);

/* The identifier of that type with `index` others of it further in. */
static TermId unrank_variable(Unranking *u, uint32_t type, Rank index) {
  for (uint32_t i = u->scope.length; i-- > 0;) {
    if (u->scope.types[i] != type) continue;
    if (index == 0) return term_var(u->space->store, u->scope.length - 1 - i);
    index--;
  }
  return TERM_NONE_ID;
}

/* How many nodes the kid has, in lists of kids numbered by the size of the
 * first, then its index, then the rest; splits the index accordingly. */
static uint32_t unrank_split(Unranking *u, uint32_t context, uint32_t below, const Shape *shape, uint32_t kid,
                             uint32_t size, Rank *index, Rank *kid_index) {
  CountTable *table = &u->space->counts;
  *kid_index = *index;
  if (kid + 1 == shape->arity) return size;
  for (uint32_t n = 1; n < size; n++) {
    Rank here = count_row(table, below, shape->kid[kid].type, n)[0];
    if (here == 0) continue;
    Rank rest = count_kids(table, context, shape, kid + 1, size - n);
    if (*index < here * rest) {
      *kid_index = *index / rest;
      *index = *index % rest;
      return n;
    }
    *index -= here * rest;
  }
  return 0;
}

TermId production_term(Store *store, Head head, const TermId *kids) {
  if (head.kind == TERM_LETREC) return recursion_make(store, (TypeId){head.payload}, kids);
  return term_make(store, head.kind, head.payload, NAME_NONE, kids[0], kids[1], kids[2], TERM_NONE_ID);
}

static TermId unrank_shape(Unranking *u, uint32_t context, const Shape *shape, Head head, uint32_t size, Rank index) {
  TermId kids[SHAPE_KIDS] = {{0}, {0}, {0}};
  for (uint32_t i = 0; i < shape->arity; i++) {
    const Kid *kid = &shape->kid[i];
    uint32_t below = count_kid_context(&u->space->counts, context, kid);
    Rank kid_index;
    uint32_t n = unrank_split(u, context, below, shape, i, size, &index, &kid_index);
    if (n == 0 || !scope_push(&u->scope, kid)) return TERM_NONE_ID;
    kids[i] = unrank_term(u, below, kid->type, n, kid_index);
    u->scope.length -= kid->binders;
    if (kids[i].id == 0) return TERM_NONE_ID;
    size -= n;
  }
  return production_term(u->space->store, head, kids);
}

/* At most `size` deep: SPACE_MAX_SIZE. */
static TermId unrank_term(Unranking *u, uint32_t context, uint32_t type, uint32_t size, Rank index) {
  const Grammar *grammar = &u->space->grammar;
  const Rank *through = count_row(&u->space->counts, context, type, size) + 1;
  if (index < through[0]) return unrank_variable(u, type, index);
  uint32_t g = 0;
  while (index >= through[g + 1]) g++;
  const Shape *shape = &grammar->shapes[grammar->first[type] + g];
  index -= through[g];
  uint32_t head = shape->head;
  if (shape->head_count > 1) {
    Rank each = (through[g + 1] - through[g]) / shape->head_count;
    head += (uint32_t)(index / each);
    index %= each;
  }
  return unrank_shape(u, context, shape, grammar->heads[head], size - 1, index);
}

/* The last block that begins at or before the index. */
static const Block *find_block(const Space *space, Rank index) {
  uint32_t low = 0, high = space->block_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (space->blocks[middle].first <= index)
      low = middle;
    else
      high = middle;
  }
  return &space->blocks[low];
}

uint32_t space_size(const Space *space, Rank index) { return find_block(space, index)->size; }

Status space_unrank(Space *space, Rank index, SpaceCase *out) {
  if (index >= space->count) return STATUS_LIMIT;
  const Block *block = find_block(space, index);
  const SpaceSpec *spec = &space->spec;
  Unranking u;
  u.space = space;
  u.scope.length = spec->starts[block->start].length;
  for (uint32_t i = 0; i < u.scope.length; i++) {
    out->context[i] = spec->starts[block->start].types[i];
    u.scope.types[i] = (uint8_t)grammar_type(&space->grammar, out->context[i]);
  }
  out->program.context = out->context;
  out->program.length = u.scope.length;
  out->program.type = space->grammar.types[block->type];
  out->program.term =
      unrank_term(&u, space->start_context[block->start], block->type, block->size, index - block->first);
  Status status = store_take_status(space->store);
  if (status == STATUS_OK && out->program.term.id == 0) status = STATUS_STUCK;
  return status;
}
