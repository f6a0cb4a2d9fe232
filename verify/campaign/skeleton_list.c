/* The first skeletons of a type: of lists those of 0, 1, 2, ... entries. */
#include "verify/campaign/skeleton.h"

#include "semantics/tables/cases.h"

#define FOUND_MOST 32u
#define WORK_MOST 5u /* nodes of data, and entries of Vecs, in one skeleton */

typedef struct Found {
  const Skeleton *skeleton;
  uint32_t work;
} Found;

typedef struct Search {
  Arena *arena;
  Store *store;
} Search;

static uint32_t search(Search *s, TypeId type, uint32_t most, Found *out);

static void add(Found *out, uint32_t *count, const Skeleton *skeleton, uint32_t work, uint32_t most) {
  if (skeleton != NULL && work <= most && *count < FOUND_MOST) out[(*count)++] = (Found){skeleton, work};
}

static uint32_t search_pairs(Search *s, TypeNode node, uint32_t most, Found *out) {
  Found a[FOUND_MOST], b[FOUND_MOST];
  uint32_t count = 0, as = search(s, node.a, most, a), bs = as == 0 ? 0 : search(s, node.b, most, b);
  for (uint32_t i = 0; i < as; i++)
    for (uint32_t k = 0; k < bs && a[i].work + b[k].work <= most; k++)
      add(out, &count, skeleton_pair(s->arena, s->store, a[i].skeleton, b[k].skeleton), a[i].work + b[k].work, most);
  return count;
}

/* One more layer round those of the part. */
static void wrap(Search *s, SkeletonKind kind, TypeId type, TypeId part, uint32_t work, uint32_t most, Found *out,
                 uint32_t *count) {
  Found inner[FOUND_MOST];
  uint32_t n = most < work ? 0 : search(s, part, most - work, inner);
  for (uint32_t i = 0; i < n; i++)
    add(out, count, skeleton_of(s->arena, s->store, kind, type, 0, inner[i].skeleton), work + inner[i].work, most);
}

/* n entries, all of one skeleton. */
static void repeat(Search *s, SkeletonKind kind, TypeId type, uint32_t n, uint32_t most, Found *out, uint32_t *count) {
  Found inner[FOUND_MOST];
  uint32_t entries = search(s, type_element(&s->store->types, type), most, inner), own = kind == SKELETON_VEC ? n : 0;
  for (uint32_t i = 0; i < entries && n > 0; i++)
    add(out, count, skeleton_of(s->arena, s->store, kind, type, n, inner[i].skeleton), own + n * inner[i].work, most);
}

static void sort(Found *found, uint32_t count) {
  for (uint32_t i = 1; i < count; i++)
    for (uint32_t k = i; k > 0 && found[k].work < found[k - 1].work; k--) {
      Found other = found[k];
      found[k] = found[k - 1];
      found[k - 1] = other;
    }
}

/* Those of at most so much work, the least first. */
static uint32_t search(Search *s, TypeId type, uint32_t most, Found *out) {
  TypeNode node = *type_node(&s->store->types, type);
  uint32_t count = 0;
  if (node.dim != TYPE_NOT_FLAT) {
    add(out, &count, skeleton_flat(s->arena, s->store, type), 0, most);
    return count;
  }
  switch (node.kind) {
  case TYPE_PROD: count = search_pairs(s, node, most, out); break;
  case TYPE_SUM:
    wrap(s, SKELETON_INL, type, node.a, 0, most, out, &count);
    wrap(s, SKELETON_INR, type, node.b, 0, most, out, &count);
    break;
  case TYPE_MU: wrap(s, SKELETON_ROLL, type, type_unroll(&s->store->types, type), 1, most, out, &count); break;
  case TYPE_ARRAY: repeat(s, SKELETON_ARRAY, type, node.n, most, out, &count); break;
  case TYPE_VEC:
    for (uint32_t n = 1; n <= most; n++) repeat(s, SKELETON_VEC, type, n, most, out, &count);
    break;
  case TYPE_FUN:
  case TYPE_SELF:
  case TYPE_LFUN:
  case TYPE_NONE:
  case TYPE_REAL:
  case TYPE_UNIT:
  case TYPE_INT:
  case TYPE_ANY_LINEAR: break;
  }
  sort(out, count);
  return count;
}

uint32_t skeletons_of(Arena *arena, Store *store, TypeId type, const Skeleton **out, uint32_t room) {
  Search s = {arena, store};
  Found found[FOUND_MOST] = {{0}};
  uint32_t count = 0;
  for (uint32_t most = 0; most <= WORK_MOST && count < room; most++) count = search(&s, type, most, found);
  if (count > room) count = room;
  for (uint32_t i = 0; i < count; i++) out[i] = found[i].skeleton;
  return count;
}
