/* What the files of the optimiser share.  Each constructor takes parts in normal form and
 * answers a normal form; id 0 after a failure, which is in `status` or the terms. */
#ifndef ADJUDGE_AD_FRECHET_OPTIMISER_H
#define ADJUDGE_AD_FRECHET_OPTIMISER_H

#include "ad/frechet/optimise.h"

typedef struct Optimising {
  Machine machine; /* its arena is that of the terms */
  HilTerms *terms;
  FrechetRules rules;
  uint64_t *applied;
  uint64_t fuel; /* uses of rules; beyond, LIMIT */
  uint32_t depth;
  Status status;
} Optimising;

#define FRECHET_FEW 16u /* parts that a tupling made of injections has at most */

/* Whether the rule is on, counting a use. */
bool frechet_may(Optimising *o, FrechetRule rule);
/* False, setting LIMIT, at the limit of nesting; `frechet_leave` after it. */
bool frechet_enter(Optimising *o);
static inline HilMapId frechet_leave(Optimising *o, HilMapId m) {
  o->depth++;
  return m;
}
HilMapId frechet_fail(Optimising *o, Status status);

static inline HilMap frechet_at(const Optimising *o, HilMapId m) { return *hil_map(o->terms, m); }
static inline bool frechet_is(const Optimising *o, HilMapId m, HilMapKind kind) {
  return hil_map(o->terms, m)->kind == kind;
}
/* Pi, Delta and maps; the function at index x of one of them. */
bool frechet_is_parallel(HilMapKind kind);
HilMapId frechet_member(const Optimising *o, const HilMap *m, uint32_t x);
static inline HilIndex frechet_index(const Optimising *o, HilSpace sum) {
  return hil_space(&o->terms->spaces, sum)->index;
}
static inline uint32_t frechet_width(const Optimising *o, HilSpace sum) { return hil_width(&o->terms->spaces, sum); }
HilMapId *frechet_members_new(Optimising *o, uint32_t n);
/* Whether they are one term. */
bool frechet_same(const Optimising *o, HilMapId f, HilMapId g, uint32_t depth);

/* optimise_compose.c */
HilMapId frechet_compose(Optimising *o, HilMapId g, HilMapId f);
/* optimise_sums.c */
HilMapId frechet_plus(Optimising *o, HilMapId f, HilMapId g);
/* optimise_tuples.c */
HilMapId frechet_parallel(Optimising *o, HilMapKind kind, HilSpace dom, HilSpace cod, const HilMapId *members);
HilMapId frechet_map(Optimising *o, HilSpace dom, HilMapId f);
HilMapId frechet_tuple(Optimising *o, HilSpace dom, HilSpace cod, const HilMapId *members);
HilMapId frechet_cotuple(Optimising *o, HilSpace dom, HilSpace cod, const HilMapId *members);
/* optimise_uses.c: whether f . h with parts of h put into f computes no part twice. */
bool frechet_once(const Optimising *o, HilMapId f, HilMapId h);
/* optimise_relations.c */
HilMapId frechet_red(Optimising *o, HilMapId m);
HilMapId frechet_compose_red(Optimising *o, HilMapId g, HilMapId f);

/* optimise_sections.c.  An atom is (k·), or |w*|: a composition that stands as one factor. */
bool frechet_is_atom(const Optimising *o, HilMapId m);
/* (k·) or |w*| for |_| . section . unit, with its laws; none if it is no such thing. */
HilMapId frechet_atom(Optimising *o, HilMapId out, HilMapId section, HilMapId in);
HilMapId frechet_section(Optimising *o, HilMapId m);
HilMapId frechet_compose_sections(Optimising *o, HilMapId g, HilMapId f);
HilMapId frechet_plus_sections(Optimising *o, HilMapId f, HilMapId g);

#endif
