/* Where and when each value of a nest is computed.
 *
 * The loops in a block are run in rounds: what needs a sum over all steps of a loop, or another step's entry of an
 * array, stands in a later round than that loop.  The rounds in each block from the first to the innermost say which
 * block a node stands in, its home.  Where it is used in another block it is computed again if that is cheap, and else
 * stored. */
#ifndef ADJUDGE_AD_CODE_NEST_PLAN_H
#define ADJUDGE_AD_CODE_NEST_PLAN_H

#include "ad/code/nest.h"

typedef uint8_t PlanRounds[NEST_LOOPS]; /* in the blocks of each beginning of a path */

#define PLAN_EFFECT_ROW(e) (TAPE_MOST + (e))
#define PLAN_ROWS (TAPE_MOST + NEST_MOST)

/* The user is in no earlier round, in the block of each beginning, than what it uses, and in a later one where that
 * loop has to end. */
typedef struct PlanEdge {
  uint32_t user, used;   /* rows */
  uint64_t ends, shares; /* sets of beginnings */
} PlanEdge;
#define PLAN_EDGES ((uint32_t)1 << 16)

/* The last round that users allow, if there are any, and whether it is that of one in the same loop. */
typedef struct PlanLatest {
  bool any, shared;
  uint8_t round;
} PlanLatest;

typedef enum PlanState { PLAN_WAITING, PLAN_BEGUN, PLAN_WRITTEN } PlanState;

typedef struct PlanBlock {
  uint32_t parent, loop, depth; /* of the first, which is no loop: NEST_NONE and 0 */
  uint8_t round;                /* of the block around it */
  NestPath path;
  PlanState state;
} PlanBlock;

typedef enum PlanKind {
  PLAN_NODE,       /* computes node `subject` */
  PLAN_FETCH,      /* reads it from where it was stored */
  PLAN_STORE,      /* stores it */
  PLAN_ZERO,       /* makes the sum `subject` 0 */
  PLAN_ACCUMULATE, /* adds a step's value to the sum */
  PLAN_CLEAR,      /* makes array `subject` 0 */
  PLAN_EFFECT      /* effect `subject` */
} PlanKind;

typedef struct PlanItem {
  PlanKind kind;
  uint32_t subject, block;
  PlanState state;
  uint32_t part; /* of the block: of what writes something */
} PlanItem;

/* What memory a node or an array has, if it has any. */
typedef struct PlanStorage {
  bool used;
  uint32_t block;           /* that it is declared in */
  uint64_t entries, offset; /* offset in the work space, or PLAN_LOCAL */
} PlanStorage;
#define PLAN_LOCAL UINT64_MAX
#define PLAN_ITEMS (4 * NEST_MOST)

typedef struct Plan {
  Nest *nest;
  NestPath beginning[NEST_LOOPS];
  uint32_t beginnings;
  PlanRounds rounds[PLAN_ROWS]; /* of nodes, and behind them of effects */
  bool needed[PLAN_ROWS];
  PlanEdge edge[PLAN_EDGES];
  uint32_t edges;
  PlanLatest latest[PLAN_ROWS][NEST_LOOPS];
  uint8_t chain[TAPE_MOST];                      /* of operations that wait for each other, from what is in memory */
  uint8_t forward[NEST_LOOPS], back[NEST_LOOPS]; /* the rounds of what sequential loops carry */
  uint32_t seen[TAPE_MOST], turn;                /* by what walks through values */
  PlanBlock block[NEST_MOST];
  PlanItem item[PLAN_ITEMS];
  uint32_t blocks, items;
  PlanStorage of_node[TAPE_MOST], of_array[NEST_MOST];
  bool once[NEST_MOST]; /* each entry of the array is added to exactly once: it is set instead */
  bool failed;
} Plan;

/* rounds.c: the rounds of all nodes and effects. */
void plan_rounds(Plan *plan);
/* Which beginning the path is; NEST_NONE if none. */
uint32_t plan_beginning(const Plan *plan, NestPath path);
bool plan_is_cheap(const TapeNode *node);
/* Whether it is computed again where it is used in another block. */
bool plan_is_again(const Plan *plan, uint32_t node);
/* Whether the loops that a sum is over are inside all others of its path: it is a scalar. */
bool plan_is_scalar_sum(const Plan *plan, uint32_t sum);

/* once.c: which arrays have each entry added to exactly once. */
void plan_once(Plan *plan);

/* lanes.c: the sum that the block, a loop, adds up in lanes; NEST_NONE if it does not. */
#define PLAN_LANES 4u
uint32_t plan_lanes(const Plan *plan, uint32_t block);
/* Whether the block is a loop without loops or memory in it, of which each step is apart and computes what is cheap. */
bool plan_is_plain(const Plan *plan, uint32_t block);

/* parts.c: in how many parts, loops of their own, the block is written; finds the parts of its items. */
uint32_t plan_parts(Plan *plan, uint32_t block);
/* Whether the item adds to a sum, or is an effect. */
bool plan_writes(const PlanItem *item);

/* place.c: blocks, items and storage. */
MUST_CHECK Status plan_place(Plan *plan);
/* The item that has the value of the node where it is used in the block; NEST_NONE of numbers. */
uint32_t plan_value(const Plan *plan, uint32_t node, uint32_t block);
uint32_t plan_find(const Plan *plan, PlanKind kind, uint32_t subject, uint32_t block);
/* The loops of a path that are inside the block. */
NestPath plan_inside(const Plan *plan, NestPath path, uint32_t block);

#endif
