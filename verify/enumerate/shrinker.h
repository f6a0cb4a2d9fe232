/* The inside of the shrinker: a program taken apart into sites, and the edits
 * that are tried on it. */
#ifndef ADJUDGE_VERIFY_SHRINKER_H
#define ADJUDGE_VERIFY_SHRINKER_H

#include "verify/enumerate/shrink.h"

#include <string.h>

#define SHRINK_MAX_SITES ((uint32_t)1 << 14)
#define SHRINK_SCOPE (2 * SHRINK_MAX_SITES)

/* An occurrence of a subterm.  Sites are in preorder: the subterm at site i has
 * the sites i .. end-1, and its first kid, if any, is at site i+1. */
typedef struct Site {
  TermId t;
  TypeId type;
  uint32_t parent, kid; /* whose kid it is, and which */
  uint32_t end;
  uint32_t bound; /* identifiers bound around it by the program's term */
  uint32_t first; /* where in `Shrinker.bound` their types begin */
} Site;

/* What every step makes smaller, in lexicographic order: nodes; identifiers of
 * the context; lengths and types; constants; kinds of operations; how far in the
 * identifiers used are bound, so that lets lose their uses.  The order is
 * well-founded, so that shrinking ends. */
enum { MEASURE_PARTS = 6 };
typedef struct Measure {
  uint64_t part[MEASURE_PARTS];
} Measure;

typedef struct Shrinker {
  Store *store;
  ShrinkTest test;
  void *state;
  uint64_t budget, tried;
  bool exhausted;
  Status status; /* LIMIT stops the run */
  /* The smallest failing program so far. */
  TermId term;
  TypeId *context; /* room for `room` types */
  uint32_t length, room;
  TypeId type;
  Measure measure;
  /* Its sites, and scratch memory. */
  Site *sites;
  uint32_t site_count;
  TypeId *bound; /* types of bound identifiers: a site's are consecutive */
  uint32_t bound_count, bound_capacity;
  TypeId *scope; /* SHRINK_SCOPE types: the context of a candidate, or of a site */
  TermId *image; /* a term for each site, for rebuilding */
} Shrinker;

/* Copies types, which may overlap; of no types, either pointer may be NULL. */
static inline void shrink_copy(TypeId *to, const TypeId *from, size_t count) {
  if (count > 0) memmove(to, from, count * sizeof *to);
}

/* Tests a candidate made of terms above `mark`; `context` may be s->scope.  If
 * it is smaller, well typed and fails, it becomes the current program; if not,
 * its terms are released. */
bool shrink_attempt(Shrinker *s, uint32_t mark, TermId t, const TypeId *context, uint32_t length);
/* The program's term with `t` at the site. */
TermId shrink_replace(Shrinker *s, uint32_t site, TermId t);

/* The edits.  Each goes through its candidates in a fixed order and answers
 * whether one was taken (and the sites are new). */
bool shrink_hoist(Shrinker *s, uint32_t site);
bool shrink_at_site(Shrinker *s, uint32_t site);
bool shrink_head(Shrinker *s, uint32_t site);
bool shrink_context(Shrinker *s);
bool shrink_lengths(Shrinker *s);

#endif
