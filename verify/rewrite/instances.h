/* Instances of the equations at one position: internal to verify/rewrite. */
#ifndef ADJUDGE_VERIFY_INSTANCES_H
#define ADJUDGE_VERIFY_INSTANCES_H

#include "verify/rewrite/positions.h"
#include "verify/rewrite/rewrite.h"

/* A position with what is known of it.  `place` counts down the places still
 * to be passed by; `found` says that the place sought was this one. */
typedef struct Site {
  Store *store;
  TermId t;
  Term node;
  TypeId type, domain;   /* domain: of v; none in the Cartesian judgement */
  const TypeId *kids;    /* types of the children */
  const TypeId *context; /* context[length-1] is index 0 */
  uint32_t length, place;
  bool found;
} Site;

typedef uint64_t EquationSet; /* bit e: equation e */
_Static_assert(EQUATION_COUNT <= 64, "an EquationSet holds every equation");
#define EQUATION_BIT(equation) ((EquationSet)1 << (equation))

/* All equations that have a place at the site, and perhaps others: those of its
 * judgement, of its constructor and of its type. */
EquationSet instance_equations(const Site *site);

/* The right side of the equation at the site if the place sought is one of its
 * places there (site->found is set; id 0 then means that building failed, and
 * the store knows why).  Otherwise passes by the site's places. */
TermId instance_at(Site *site, EquationId equation);

/* Parts of right sides. */
static inline TermId integer(const Site *site, int64_t k) {
  Store *s = site->store;
  return term_op(s, op_make_int(&s->ops, &s->types, k), TERM_NONE_ID, TERM_NONE_ID);
}

static inline TermId let_in(const Site *site, TermId t, TermId body) {
  return term_let(site->store, NAME_NONE, t, body);
}
/* Of the array that the child is. */
static inline uint32_t length_of(const Site *site, int kid) {
  return type_node(&site->store->types, site->kids[kid])->n;
}

/* instances.c: whether the place sought is this one; otherwise it is passed by. */
bool instance_here(Site *site);
/* 0 of real^n. */
TermId instance_zero(const Site *site, uint32_t n);
/* if t == k then a else b, t and k Ints. */
TermId instance_if_index(const Site *site, TermId t, TermId k, TermId a, TermId b);
/* The longest array that is written out entry by entry. */
#define UNROLL_MAX 4u
/* instances_vec.c: the equations of dynamic arrays, and of map, zipWith, build and index on both kinds. */
TermId instance_array(Site *site, EquationId equation);

#endif
