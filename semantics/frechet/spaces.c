/* The tables of index sets and spaces. */
#include "semantics/frechet/spaces.h"

#include <string.h>

#define FIRST 16u

static const HilIndex no_index = {0};
static const HilSpace no_space = {0};

Status hil_spaces_init(HilSpaces *spaces, Arena *arena) {
  *spaces = (HilSpaces){.arena = arena, .index_count = 1, .count = 1};
  spaces->index_capacity = spaces->capacity = spaces->member_capacity = FIRST;
  spaces->indexes = arena_array(arena, FIRST, sizeof *spaces->indexes);
  spaces->nodes = arena_array(arena, FIRST, sizeof *spaces->nodes);
  spaces->members = arena_array(arena, FIRST, sizeof *spaces->members);
  if (spaces->indexes == NULL || spaces->nodes == NULL || spaces->members == NULL) return STATUS_LIMIT;
  memset(&spaces->indexes[0], 0, sizeof spaces->indexes[0]);
  memset(&spaces->nodes[0], 0, sizeof spaces->nodes[0]);
  return STATUS_OK;
}

Status hil_spaces_copy(const HilSpaces *from, Arena *arena, HilSpaces *to) {
  *to = *from;
  to->arena = arena;
  to->indexes = arena_array(arena, to->index_capacity, sizeof *to->indexes);
  to->nodes = arena_array(arena, to->capacity, sizeof *to->nodes);
  to->members = arena_array(arena, to->member_capacity, sizeof *to->members);
  if (to->indexes == NULL || to->nodes == NULL || to->members == NULL) return STATUS_LIMIT;
  memcpy(to->indexes, from->indexes, from->index_count * sizeof *to->indexes);
  memcpy(to->nodes, from->nodes, from->count * sizeof *to->nodes);
  memcpy(to->members, from->members, from->member_count * sizeof *to->members);
  return STATUS_OK;
}

static void fail(HilSpaces *spaces, Status status) {
  if (spaces->status == STATUS_OK) spaces->status = status;
}

void *hil_grown(Arena *arena, void *array, uint32_t count, uint32_t *capacity, uint32_t more, size_t size) {
  if (more <= *capacity - count) return array;
  uint64_t wanted = 2 * (uint64_t)*capacity;
  while (wanted < (uint64_t)count + more) wanted *= 2;
  void *larger = wanted > HIL_MAX_NODES ? NULL : arena_array(arena, (size_t)wanted, size);
  if (larger == NULL) return NULL;
  memcpy(larger, array, count * size);
  *capacity = (uint32_t)wanted;
  return larger;
}

/* ------------------------------------------------------------- index sets -- */

static HilIndex index_make(HilSpaces *spaces, HilIndexKind kind, HilIndex a, HilIndex b, uint64_t size) {
  if (size > HIL_MAX_INDEX) fail(spaces, STATUS_LIMIT);
  bool leaf = kind == HIL_INDEX_NUMBER || kind == HIL_INDEX_NATURALS;
  if (!leaf && (a.id == 0 || b.id == 0)) fail(spaces, STATUS_ILL_TYPED);
  if (spaces->status != STATUS_OK) return no_index;
  for (uint32_t i = 1; i < spaces->index_count; i++) {
    const HilIndexNode *node = &spaces->indexes[i];
    if (node->kind == kind && node->size == size && node->a.id == a.id && node->b.id == b.id) return (HilIndex){i};
  }
  HilIndexNode *nodes =
      hil_grown(spaces->arena, spaces->indexes, spaces->index_count, &spaces->index_capacity, 1, sizeof *nodes);
  if (nodes == NULL) {
    fail(spaces, STATUS_LIMIT);
    return no_index;
  }
  spaces->indexes = nodes;
  bool endless = kind == HIL_INDEX_NATURALS || nodes[a.id].endless || nodes[b.id].endless;
  nodes[spaces->index_count] = (HilIndexNode){kind, a, b, (uint32_t)size, endless};
  return (HilIndex){spaces->index_count++};
}

HilIndex hil_index_number(HilSpaces *spaces, uint32_t n) {
  return index_make(spaces, HIL_INDEX_NUMBER, no_index, no_index, n);
}

HilIndex hil_index_naturals(HilSpaces *spaces, uint32_t bound) {
  return index_make(spaces, HIL_INDEX_NATURALS, no_index, no_index, bound);
}

HilIndex hil_index_times(HilSpaces *spaces, HilIndex x, HilIndex y) {
  return index_make(spaces, HIL_INDEX_TIMES, x, y, (uint64_t)hil_index(spaces, x)->size * hil_index(spaces, y)->size);
}

HilIndex hil_index_plus(HilSpaces *spaces, HilIndex x, HilIndex y) {
  return index_make(spaces, HIL_INDEX_PLUS, x, y, (uint64_t)hil_index(spaces, x)->size + hil_index(spaces, y)->size);
}

/* ----------------------------------------------------------------- spaces -- */

static uint64_t times(uint64_t a, uint64_t b) { return b != 0 && a > HIL_MAX_DIM / b ? HIL_MAX_DIM : a * b; }
static uint64_t plus(uint64_t a, uint64_t b) { return a > HIL_MAX_DIM - b ? HIL_MAX_DIM : a + b; }

HilSpace hil_part(const HilSpaces *spaces, HilSpace v, uint32_t x) {
  const HilSpaceNode *node = hil_space(spaces, v);
  return node->uniform ? node->a : spaces->members[node->members + x];
}

bool hil_is_power(const HilSpaces *spaces, HilSpace space, HilSpace v) {
  const HilSpaceNode *node = hil_space(spaces, space);
  if (node->kind != HIL_SPACE_DIRECT || !node->uniform) return false;
  return hil_width(spaces, space) == 0 || hil_same(node->a, v);
}

static bool same_node(const HilSpaces *spaces, const HilSpaceNode *a, const HilSpaceNode *b, const HilSpace *parts) {
  if (a->kind != b->kind || a->index.id != b->index.id || a->uniform != b->uniform) return false;
  if (a->a.id != b->a.id || a->b.id != b->b.id) return false;
  if (a->kind != HIL_SPACE_DIRECT || a->uniform) return true;
  return memcmp(spaces->members + a->members, parts, hil_index(spaces, a->index)->size * sizeof *parts) == 0;
}

/* The space, interned; `parts` of a direct sum that is not uniform. */
static HilSpace space_make(HilSpaces *spaces, HilSpaceNode node, const HilSpace *parts) {
  if (node.nesting > HIL_NESTING || node.size > HIL_SPACE_SIZE) fail(spaces, STATUS_LIMIT);
  if (spaces->status != STATUS_OK) return no_space;
  for (uint32_t i = 1; i < spaces->count; i++) {
    if (same_node(spaces, &spaces->nodes[i], &node, parts)) return (HilSpace){i};
  }
  uint32_t n = parts == NULL ? 0 : hil_index(spaces, node.index)->size;
  HilSpaceNode *nodes = hil_grown(spaces->arena, spaces->nodes, spaces->count, &spaces->capacity, 1, sizeof *nodes);
  if (nodes != NULL) spaces->nodes = nodes;
  HilSpace *members =
      hil_grown(spaces->arena, spaces->members, spaces->member_count, &spaces->member_capacity, n, sizeof *members);
  if (members != NULL) spaces->members = members;
  if (nodes == NULL || members == NULL) {
    fail(spaces, STATUS_LIMIT);
    return no_space;
  }
  if (n != 0) memcpy(members + spaces->member_count, parts, n * sizeof *parts);
  node.members = spaces->member_count;
  spaces->member_count += n;
  nodes[spaces->count] = node;
  return (HilSpace){spaces->count++};
}

HilSpace hil_space_zero(HilSpaces *spaces) {
  return space_make(spaces, (HilSpaceNode){.kind = HIL_SPACE_ZERO, .dense = true}, NULL);
}

HilSpace hil_space_real(HilSpaces *spaces) {
  return space_make(spaces, (HilSpaceNode){.kind = HIL_SPACE_REAL, .dense = true, .dim = 1}, NULL);
}

HilSpace hil_space_power(HilSpaces *spaces, HilIndex x, HilSpace v) {
  if (x.id == 0 || v.id == 0) fail(spaces, STATUS_ILL_TYPED);
  if (spaces->status != STATUS_OK) return no_space;
  const HilSpaceNode *part = hil_space(spaces, v);
  uint32_t n = hil_index(spaces, x)->size;
  return space_make(spaces,
                    (HilSpaceNode){.kind = HIL_SPACE_DIRECT,
                                   .index = x,
                                   .uniform = true,
                                   .dense = n == 0 || part->dense,
                                   .a = n == 0 ? no_space : v,
                                   .nesting = part->nesting + 1,
                                   .size = part->size + 1,
                                   .dim = times(n, part->dim)},
                    NULL);
}

/* |X| = n */
static HilSpace direct(HilSpaces *spaces, HilIndex x, uint32_t n, const HilSpace *parts) {
  HilSpaceNode node = {.kind = HIL_SPACE_DIRECT, .index = x, .uniform = true, .dense = true};
  for (uint32_t i = 0; i < n; i++) {
    const HilSpaceNode *part = hil_space(spaces, parts[i]);
    if (parts[i].id == 0) fail(spaces, STATUS_ILL_TYPED);
    node.uniform = node.uniform && hil_same(parts[i], parts[0]);
    node.dense = node.dense && part->dense;
    if (part->nesting >= node.nesting) node.nesting = part->nesting + 1;
    node.size += part->size + 1;
    node.dim = plus(node.dim, part->dim);
  }
  if (x.id == 0) fail(spaces, STATUS_ILL_TYPED);
  if (spaces->status != STATUS_OK) return no_space;
  if (node.uniform && n != 0) node.a = parts[0];
  if (node.uniform) node.size = hil_space(spaces, node.a)->size + 1;
  return space_make(spaces, node, node.uniform ? NULL : parts);
}

HilSpace hil_space_direct(HilSpaces *spaces, HilIndex x, const HilSpace *parts) {
  return direct(spaces, x, hil_index(spaces, x)->size, parts);
}

HilSpace hil_space_pair(HilSpaces *spaces, HilSpace v, HilSpace w) {
  const HilSpace parts[2] = {v, w};
  return direct(spaces, hil_index_number(spaces, 2), 2, parts);
}

HilSpace hil_space_tensor(HilSpaces *spaces, HilSpace v, HilSpace w) {
  if (v.id == 0 || w.id == 0) fail(spaces, STATUS_ILL_TYPED);
  if (spaces->status != STATUS_OK) return no_space;
  const HilSpaceNode *a = hil_space(spaces, v), *b = hil_space(spaces, w);
  return space_make(spaces,
                    (HilSpaceNode){.kind = HIL_SPACE_TENSOR,
                                   .a = v,
                                   .b = w,
                                   .nesting = (a->nesting > b->nesting ? a->nesting : b->nesting) + 1,
                                   .size = a->size + b->size + 1,
                                   .dim = times(a->dim, b->dim)},
                    NULL);
}
