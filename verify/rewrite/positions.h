/* The positions of a program: its subterms in preorder, each with its type.
 *
 * Rewriting by an equation needs the type of every subterm and the context it
 * stands in.  One pass over the tree gives each position its type; a second
 * walk in the same order meets the positions again with their types known.  A
 * subterm that is shared is a position at each place where it stands. */
#ifndef ADJUDGE_VERIFY_POSITIONS_H
#define ADJUDGE_VERIFY_POSITIONS_H

#include "semantics/evaluator.h"

/* How deep a program may be nested, and how many positions it may have. */
#define POSITIONS_DEPTH 10000u
#define POSITIONS_MAX ((uint32_t)1 << 20)

typedef struct Position {
  TypeId type;
  uint32_t end;  /* the position after the subterm */
  uint32_t note; /* the visitor's */
} Position;

typedef struct Positions Positions;

/* Called with each position once it and its children are typed, the walk
 * standing in its context; false when memory is exhausted. */
typedef bool PositionVisit(void *visitor, Positions *positions, uint32_t position, TermId t, TypeId domain,
                           const TypeId *kids);

/* Used for one program after another: memory is kept. */
struct Positions {
  Store *store;
  bool target; /* constructors of the target language are allowed */
  PositionVisit *visit;
  void *visitor;
  Position *at;
  uint32_t count, capacity;
  TypeId *context; /* context[length-1] is index 0; the state of a walk */
  uint32_t length, room;
  uint32_t depth; /* nested calls left */
  Status status;
};

/* The context and the judgement that a subterm is entered with: the identifiers
 * bound there (the last is index 0) and the type of the linear identifier, none
 * in the Cartesian judgement. */
typedef struct Entry {
  TypeId bound[2];
  uint32_t binders;
  TypeId domain;
} Entry;

/* No positions yet; `visit` may be NULL. */
static inline Positions positions_make(PositionVisit *visit, void *visitor) {
  return (Positions){.visit = visit, .visitor = visitor};
}
void positions_free(Positions *positions);
/* Types every position of a well-typed Cartesian program, and visits it.
 * ILL_TYPED when the program has not the type that it says (not every ill-typed
 * program is found out: see the typing judgements); LIMIT by depth, size or
 * memory. */
MUST_CHECK Status positions_type(Positions *positions, Store *store, const Program *program, bool target);

/* The order in which the children of a term are visited: an operand that types
 * another one's binder comes first. */
const unsigned char *positions_order(TermKind kind);
/* How child `kid` of `node` is entered from the judgement `domain`, given the
 * types of the children visited before it. */
Entry positions_enter(const Positions *positions, const Term *node, TypeId domain, int kid, const TypeId *types);
/* Pushes the identifiers bound by an entry; false at a limit. */
bool positions_push(Positions *positions, const Entry *entry);
static inline void positions_pop(Positions *positions, const Entry *entry) { positions->length -= entry->binders; }

#endif
