/* Index sets and spaces (rules/frechet): X ::= n | N_n | X x Y | X + Y and
 * V ::= 0 | R | (+)_{x in X} V_x | V (x) W, interned: equality is id equality.
 *
 * An element of X is a number below |X|: of X x Y the pair (x, y) is x|Y| + y, of
 * X + Y the left x is x and the right y is |X| + y.  V^X is the direct sum of one
 * space at each index; over an empty index set there is one direct sum.
 *
 * N_n is the natural numbers from 1, infinitely many, with a bound n that is stated: an element of V^(N_n) is a
 * function with finite support from the naturals to V that is 0 beyond n, of which the coordinates up to n are kept.
 * What would not be 0 beyond the bound of a result is refused as LIMIT (hil_relation), so that no value is cut: a
 * function between such spaces is the restriction of one between all functions with finite support.  An adjoint has the
 * coordinates that its argument has, each of them whole: f* w is that of all such functions, projected on them. */
#ifndef ADJUDGE_HILBERT_SPACES_H
#define ADJUDGE_HILBERT_SPACES_H

#include "semantics/memory/arena.h"
#include "semantics/memory/status.h"

#include <stdbool.h>
#include <stdio.h>

typedef enum HilIndexKind { HIL_INDEX_NUMBER, HIL_INDEX_NATURALS, HIL_INDEX_TIMES, HIL_INDEX_PLUS } HilIndexKind;
typedef enum HilSpaceKind {
  HIL_SPACE_NONE,
  HIL_SPACE_ZERO,
  HIL_SPACE_REAL,
  HIL_SPACE_DIRECT,
  HIL_SPACE_TENSOR
} HilSpaceKind;

typedef struct HilIndex {
  uint32_t id; /* 0 is none */
} HilIndex;
typedef struct HilSpace {
  uint32_t id; /* 0 is none */
} HilSpace;

typedef struct HilIndexNode {
  HilIndexKind kind;
  HilIndex a, b;
  uint32_t size; /* |X|, of the naturals the bound */
  bool endless;  /* the naturals are in it */
} HilIndexNode;

typedef struct HilSpaceNode {
  HilSpaceKind kind;
  HilIndex index;   /* DIRECT */
  bool uniform;     /* DIRECT: V^X, whose V is `a` (none for an empty X) */
  bool dense;       /* no tensor in it */
  HilSpace a, b;    /* TENSOR: V, W */
  uint32_t members; /* DIRECT, not uniform: the first of its members */
  uint32_t nesting;
  uint64_t size; /* its parts, counted at each place: what is shared is written as often */
  uint64_t dim;  /* saturating */
} HilSpaceNode;

typedef struct HilSpaces {
  Arena *arena;
  HilIndexNode *indexes; /* entry 0 is none; parts stand below the whole */
  uint32_t index_count, index_capacity;
  HilSpaceNode *nodes; /* entry 0 is none */
  uint32_t count, capacity;
  HilSpace *members;
  uint32_t member_count, member_capacity;
  Status status; /* the first failure of building: LIMIT, or ILL_TYPED for parts that are none */
} HilSpaces;

#define HIL_MAX_INDEX ((uint32_t)1 << 26) /* the largest |X| */
#define HIL_NESTING 2000u                 /* of spaces */
#define HIL_SPACE_SIZE ((uint64_t)1 << 16)
/* As many dimensions or more are not counted. */
#define HIL_MAX_DIM ((uint64_t)1 << 62)

MUST_CHECK Status hil_spaces_init(HilSpaces *spaces, Arena *arena);
/* A copy to be added to, with storage in `arena`. */
MUST_CHECK Status hil_spaces_copy(const HilSpaces *from, Arena *arena, HilSpaces *to);

static inline const HilIndexNode *hil_index(const HilSpaces *spaces, HilIndex x) { return &spaces->indexes[x.id]; }
static inline const HilSpaceNode *hil_space(const HilSpaces *spaces, HilSpace v) { return &spaces->nodes[v.id]; }
static inline bool hil_same(HilSpace v, HilSpace w) { return v.id == w.id; }
/* |X| of a direct sum over X. */
static inline uint32_t hil_width(const HilSpaces *spaces, HilSpace v) {
  return hil_index(spaces, hil_space(spaces, v)->index)->size;
}
static inline bool hil_is_direct(const HilSpaces *spaces, HilSpace v) {
  return hil_space(spaces, v)->kind == HIL_SPACE_DIRECT;
}
/* V_x of a direct sum, x < |X|. */
HilSpace hil_part(const HilSpaces *spaces, HilSpace v, uint32_t x);
/* Whether it is V^X for this V: any direct sum over an empty set is. */
bool hil_is_power(const HilSpaces *spaces, HilSpace space, HilSpace v);

HilIndex hil_index_number(HilSpaces *spaces, uint32_t n);
HilIndex hil_index_naturals(HilSpaces *spaces, uint32_t bound);
HilIndex hil_index_times(HilSpaces *spaces, HilIndex x, HilIndex y);
HilIndex hil_index_plus(HilSpaces *spaces, HilIndex x, HilIndex y);

HilSpace hil_space_zero(HilSpaces *spaces);
HilSpace hil_space_real(HilSpaces *spaces);
/* V^X */
HilSpace hil_space_power(HilSpaces *spaces, HilIndex x, HilSpace v);
/* (+)_x V_x of |X| spaces */
HilSpace hil_space_direct(HilSpaces *spaces, HilIndex x, const HilSpace *parts);
HilSpace hil_space_pair(HilSpaces *spaces, HilSpace v, HilSpace w); /* V x W, over 2 */
HilSpace hil_space_tensor(HilSpaces *spaces, HilSpace v, HilSpace w);

/* The most nodes that a table of spaces, or of terms, may have. */
#define HIL_MAX_NODES ((uint32_t)1 << 24)
/* `array` of `count` elements of `size` bytes with room for `more`; NULL at a limit. */
void *hil_grown(Arena *arena, void *array, uint32_t count, uint32_t *capacity, uint32_t more, size_t size);

#endif
