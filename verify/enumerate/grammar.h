/* The inside of a space: its grammar, and the tables of counts over it.
 *
 * The grammar has one nonterminal for each judgement G |- _ : T, T a type of
 * the space.  Types are numbered 0.. inside a space.  Productions that differ
 * in their head only (x + y and x * y) are one shape: they have equally many
 * programs below them, which are counted once. */
#ifndef ADJUDGE_VERIFY_GRAMMAR_H
#define ADJUDGE_VERIFY_GRAMMAR_H

#include "verify/enumerate/space.h"

#define SPACE_MAX_TYPES 32u
#define SPACE_MAX_SIZE 100u
#define SPACE_MAX_STARTS 16u
#define SHAPE_KIDS 3u
#define SHAPE_BINDERS 2u

/* The term constructors that a space may leave out (VAR and OP it may not). */
typedef enum TermChoice {
  CHOICE_LET = 1,
  CHOICE_UNIT = 2,
  CHOICE_PAIR = 4,
  CHOICE_FST = 8,
  CHOICE_SND = 16,
  CHOICE_LAM = 32,
  CHOICE_APP = 64,
  CHOICE_MAP = 128,
  CHOICE_ZIPWITH = 256,
  CHOICE_BUILD = 512,
  CHOICE_INDEX = 1 << 10,
  CHOICE_INL = 1 << 11,
  CHOICE_INR = 1 << 12,
  CHOICE_CASE = 1 << 13,
  CHOICE_ITERATE = 1 << 14,
  CHOICE_WHILE = 1 << 15,
  CHOICE_FOLD = 1 << 16,
  CHOICE_SCAN = 1 << 17,
  CHOICE_TOTAL = 1 << 18,
  CHOICE_GATHER = 1 << 19,
  CHOICE_SCATTER = 1 << 20,
  CHOICE_VBUILD = 1 << 21,
  CHOICE_LENGTH = 1 << 22,
  CHOICE_FILTER = 1 << 23,
  CHOICE_APPEND = 1 << 24,
  CHOICE_VSCATTER = 1 << 25,
  CHOICE_LETREC = 1 << 26,
  CHOICE_ROLL = 1 << 27,
  CHOICE_UNROLL = 1 << 28
} TermChoice;

/* What a description says, read and checked. */
typedef struct SpaceSpec {
  uint32_t size;    /* programs of 1..size nodes */
  uint32_t binders; /* the most identifiers that terms bind around a subterm; UINT32_MAX: any number */
  struct {
    uint32_t length;
    TypeId types[SPACE_MAX_CONTEXT];
  } starts[SPACE_MAX_STARTS]; /* the contexts of programs */
  uint32_t start_count;
  TypeId types[SPACE_MAX_TYPES]; /* closed under components */
  uint32_t type_count;
  TypeId results[SPACE_MAX_TYPES];
  uint32_t result_count;
  unsigned terms; /* TermChoice bits */
  OpId *ops;      /* owned */
  uint32_t op_count, op_capacity;
  char op_words[SPACE_ID_SIZE]; /* the operations as written */
  char id[SPACE_ID_SIZE];       /* the canonical description */
} SpaceSpec;

/* Reads a description (see space_open).  On failure writes one line to `error`,
 * answers false, and owns nothing. */
bool spec_read(Store *store, const char *description, SpaceSpec *spec, char *error, size_t error_size);
void spec_free(SpaceSpec *spec);
/* Lines on what the space is made of, like snprintf. */
int spec_describe(const Store *store, const SpaceSpec *spec, char *buffer, size_t size);

typedef struct Head {
  TermKind kind;
  uint32_t payload;
} Head;

typedef struct Kid {
  uint32_t type;
  uint32_t binders;
  uint32_t bound[SHAPE_BINDERS]; /* types bound, outermost first */
} Kid;

typedef struct Shape {
  uint32_t arity;
  Kid kid[SHAPE_KIDS]; /* in the order of the term's children */
  uint32_t head, head_count;
} Shape;

typedef struct Grammar {
  TypeId types[SPACE_MAX_TYPES];
  uint32_t type_count;
  uint32_t first[SPACE_MAX_TYPES + 1]; /* shapes of type t: first[t] .. first[t+1]-1 */
  Shape *shapes;
  Head *heads;
} Grammar;

/* Builds the productions; false without memory. */
bool grammar_make(Store *store, const SpaceSpec *spec, Grammar *grammar);
void grammar_free(Grammar *grammar);
/* The number of a type, or SPACE_MAX_TYPES when it is not of the space. */
uint32_t grammar_type(const Grammar *grammar, TypeId type);

/* unrank.c: the term of a production of that head. */
TermId production_term(Store *store, Head head, const TermId *kids);

/* recursion.c: the term of the production of recursion, at the type Int -> T of its
 * function. */
TermId recursion_make(Store *store, TypeId function, const TermId *kids);

/* Counts depend on a context only through how many identifiers it has of each
 * type, so contexts are kept as multisets.  Id 0 is no context. */
typedef struct ContextNode {
  uint32_t binders_left;
  uint8_t has[SPACE_MAX_TYPES];
  uint32_t next[SPACE_MAX_TYPES]; /* with one more identifier; 0 not known yet */
  /* By type * (size limit + 1) + size: NULL not counted yet, else the row
   *   row[0]     programs in all
   *   row[1]     of them variables
   *   row[2+g]   of them variables or of shapes 0..g of the type. */
  const Rank **rows;
} ContextNode;

typedef struct CountTable {
  const Grammar *grammar;
  uint32_t size, binders;
  ContextNode *contexts;
  uint32_t context_count, context_capacity;
  uint32_t *slots;
  uint32_t slot_count;
  Arena arena;
  bool overflow; /* a count does not fit 128 bits */
  bool memory;   /* the tables do not fit their limit */
} CountTable;

bool count_table_init(CountTable *table, const Grammar *grammar, uint32_t size, uint32_t binders);
void count_table_free(CountTable *table);
/* The node of a context of programs. */
uint32_t count_start(CountTable *table, const uint32_t *types, uint32_t length);
/* The context of a shape's kid, from the shape's own; 0 beyond the binders. */
uint32_t count_kid_context(CountTable *table, uint32_t context, const Kid *kid);
/* The row of (context, type, size), counted now if it was not; size >= 1. */
const Rank *count_row(CountTable *table, uint32_t context, uint32_t type, uint32_t size);
/* Lists of terms for the kids `kid`.. of a shape, with `size` nodes in all. */
Rank count_kids(CountTable *table, uint32_t context, const Shape *shape, uint32_t kid, uint32_t size);

typedef struct Block {
  Rank first; /* index of its first program */
  uint32_t size, start, type;
} Block;

struct Space {
  Store *store;
  SpaceSpec spec;
  Grammar grammar;
  CountTable counts;
  uint32_t start_context[SPACE_MAX_STARTS];
  Block *blocks; /* by size, then context, then result type; empty ones left out */
  uint32_t block_count;
  Rank count;
  Rank by_size[SPACE_MAX_SIZE + 1];
};

/* The identifiers in scope, as type numbers, the innermost last. */
#define SCOPE_MAX (SPACE_MAX_CONTEXT + SHAPE_BINDERS * SPACE_MAX_SIZE)

typedef struct Scope {
  uint32_t length;
  uint8_t types[SCOPE_MAX];
} Scope;

static inline bool scope_push(Scope *scope, const Kid *kid) {
  if (scope->length + kid->binders > SCOPE_MAX) return false;
  for (uint32_t i = 0; i < kid->binders; i++) scope->types[scope->length++] = (uint8_t)kid->bound[i];
  return true;
}

#endif
