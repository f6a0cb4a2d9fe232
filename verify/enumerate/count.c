/* The counting recurrence, with tables.
 *
 * |G, T, n| = [n = 1] * #{x : T in G}
 *           + sum over productions T ::= head(G,B1 |- T1, ..., G,Bk |- Tk) of
 *             sum over n1 + ... + nk = n - 1 of |G,B1, T1, n1| * ... * |G,Bk, Tk, nk|  */
#include "verify/enumerate/grammar.h"

#include <stdlib.h>
#include <string.h>

#define TABLE_BYTES ((size_t)128 << 20)
#define FIRST_CONTEXTS 64u
#define MAX_CONTEXTS ((uint32_t)1 << 18)

static const Rank zero_row[1] = {0};

bool count_table_init(CountTable *table, const Grammar *grammar, uint32_t size, uint32_t binders) {
  memset(table, 0, sizeof *table);
  table->grammar = grammar;
  table->size = size;
  table->binders = binders;
  arena_init(&table->arena, TABLE_BYTES);
  table->context_capacity = FIRST_CONTEXTS;
  table->contexts = calloc(table->context_capacity, sizeof *table->contexts);
  table->slot_count = 2 * FIRST_CONTEXTS;
  table->slots = calloc(table->slot_count, sizeof *table->slots);
  table->context_count = 1;
  return table->contexts != NULL && table->slots != NULL;
}

void count_table_free(CountTable *table) {
  free(table->contexts);
  free(table->slots);
  table->contexts = NULL;
  table->slots = NULL;
  arena_free(&table->arena);
}

/* ------------------------------------------------------------ contexts -- */

static uint32_t context_hash(const ContextNode *node) {
  uint32_t h = node->binders_left * 0x9E3779B1u + 1;
  for (uint32_t i = 0; i < SPACE_MAX_TYPES; i++) h = (h ^ node->has[i]) * 0x01000193u + (h >> 15);
  return h ^ (h >> 16);
}

static bool context_same(const ContextNode *a, const ContextNode *b) {
  return a->binders_left == b->binders_left && memcmp(a->has, b->has, sizeof a->has) == 0;
}

static bool contexts_grow(CountTable *table) {
  uint32_t capacity = table->context_capacity * 2;
  if (capacity > MAX_CONTEXTS) return false;
  ContextNode *contexts = realloc(table->contexts, capacity * sizeof *contexts);
  if (contexts == NULL) return false;
  table->contexts = contexts;
  uint32_t *slots = calloc(2 * (size_t)capacity, sizeof *slots);
  if (slots == NULL) return false;
  for (uint32_t i = 1; i < table->context_count; i++) {
    uint32_t s = context_hash(&contexts[i]) & (2 * capacity - 1);
    while (slots[s] != 0) s = (s + 1) & (2 * capacity - 1);
    slots[s] = i;
  }
  free(table->slots);
  table->slots = slots;
  table->slot_count = 2 * capacity;
  table->context_capacity = capacity;
  return true;
}

static uint32_t context_intern(CountTable *table, ContextNode *node) {
  if (table->context_count == table->context_capacity && !contexts_grow(table)) {
    table->memory = true;
    return 0;
  }
  uint32_t s = context_hash(node) & (table->slot_count - 1);
  while (table->slots[s] != 0) {
    if (context_same(&table->contexts[table->slots[s]], node)) return table->slots[s];
    s = (s + 1) & (table->slot_count - 1);
  }
  size_t cells = (size_t)table->grammar->type_count * (table->size + 1);
  node->rows = arena_array(&table->arena, cells, sizeof *node->rows);
  if (node->rows == NULL) {
    table->memory = true;
    return 0;
  }
  for (size_t i = 0; i < cells; i++) node->rows[i] = NULL;
  memset(node->next, 0, sizeof node->next);
  table->contexts[table->context_count] = *node;
  table->slots[s] = table->context_count;
  return table->context_count++;
}

uint32_t count_start(CountTable *table, const uint32_t *types, uint32_t length) {
  ContextNode node = {.binders_left = table->binders};
  for (uint32_t i = 0; i < length; i++) node.has[types[i]]++;
  return context_intern(table, &node);
}

static uint32_t context_extend(CountTable *table, uint32_t context, uint32_t type) {
  uint32_t known = table->contexts[context].next[type];
  if (known != 0) return known;
  ContextNode node = table->contexts[context];
  if (node.binders_left == 0) return 0;
  if (node.binders_left != UINT32_MAX) node.binders_left--;
  node.has[type]++;
  known = context_intern(table, &node);
  table->contexts[context].next[type] = known;
  return known;
}

uint32_t count_kid_context(CountTable *table, uint32_t context, const Kid *kid) {
  for (uint32_t i = 0; i < kid->binders && context != 0; i++) context = context_extend(table, context, kid->bound[i]);
  return context;
}

/* -------------------------------------------------------------- counts -- */

static Rank plus(CountTable *table, Rank a, Rank b) {
  Rank sum = a + b;
  if (sum < a) table->overflow = true;
  return sum;
}

static Rank times(CountTable *table, Rank a, Rank b) {
  Rank product = 0;
  if (__builtin_mul_overflow(a, b, &product)) table->overflow = true;
  return product;
}

Rank count_kids(CountTable *table, uint32_t context, const Shape *shape, uint32_t kid, uint32_t size) {
  if (kid == shape->arity) return size == 0;
  uint32_t rest = shape->arity - kid - 1;
  if (size < rest + 1) return 0;
  const Kid *first = &shape->kid[kid];
  uint32_t below = count_kid_context(table, context, first);
  if (below == 0) return 0;
  if (rest == 0) return count_row(table, below, first->type, size)[0];
  Rank total = 0;
  for (uint32_t n = 1; n + rest <= size; n++) {
    Rank here = count_row(table, below, first->type, n)[0];
    if (here == 0) continue;
    total = plus(table, total, times(table, here, count_kids(table, context, shape, kid + 1, size - n)));
  }
  return total;
}

/* Fills a row in `through`, which has room for it. */
static void count_shapes(CountTable *table, uint32_t context, uint32_t type, uint32_t size, Rank *through) {
  const Grammar *grammar = table->grammar;
  uint32_t first = grammar->first[type], end = grammar->first[type + 1];
  Rank total = size == 1 ? table->contexts[context].has[type] : 0;
  through[1] = total;
  for (uint32_t g = first; g < end; g++) {
    const Shape *shape = &grammar->shapes[g];
    Rank kids = count_kids(table, context, shape, 0, size - 1);
    total = plus(table, total, times(table, kids, shape->head_count));
    through[2 + g - first] = total;
  }
  through[0] = total;
}

/* The recursion ends because sizes fall; it is at most SPACE_MAX_SIZE deep
 * (times the kids of a shape), and size is checked when a space is opened. */
const Rank *count_row(CountTable *table, uint32_t context, uint32_t type, uint32_t size) {
  size_t cell = (size_t)type * (table->size + 1) + size;
  const Rank *known = table->contexts[context].rows[cell];
  if (known != NULL) return known;
  if (table->overflow || table->memory) return zero_row;
  uint32_t length = 2 + table->grammar->first[type + 1] - table->grammar->first[type];
  /* Rows of zeros are common and are not kept, so the row is not taken from the
   * arena before it is known: rows counted meanwhile would lie above it. */
  Rank *row = malloc(length * sizeof *row);
  if (row == NULL) {
    table->memory = true;
    return zero_row;
  }
  count_shapes(table, context, type, size, row);
  known = zero_row;
  if (row[0] != 0) {
    Rank *kept = arena_array(&table->arena, length, sizeof *kept);
    if (kept == NULL) table->memory = true;
    if (kept != NULL) known = memcpy(kept, row, length * sizeof *kept);
  }
  free(row);
  table->contexts[context].rows[cell] = known;
  return known;
}
