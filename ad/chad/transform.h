/* One run of ->D or <-D.
 *
 * Target terms are built from the leaves, while the rules bind from the outside
 * in.  So the parts of a rule are derived at the depth at which its right side has
 * them, with identifiers named by LEVEL (the outermost is 0), which does not change
 * when more binders are opened; chad_var turns it into an index. */
#ifndef ADJUDGE_AD_CHAD_TRANSFORM_H
#define ADJUDGE_AD_CHAD_TRANSFORM_H

#include "ad/chad/scheme.h"

/* One transformation under way. */
typedef struct Chad {
  Store *store;
  ChadMode mode;
  const Program *source;
  const Schemes *schemes;
  NameId hint[SCHEMES_HINTS]; /* the names in the rules that were asked for */
  TermId v;                   /* the linear identifier */
  uint32_t depth;             /* Cartesian identifiers of the target in scope */
  uint32_t nesting;           /* nested calls left */
  Status status;              /* the first failure */
} Chad;

/* An identifier of the source that a subterm is under. */
typedef struct Scope {
  const struct Scope *outer;
  TypeId type;
  uint32_t level; /* of its primal in the target */
  bool closed;    /* a recursive function that captures nothing real: its (co)tangent is 0_ */
} Scope;

/* G: the program's context, extended by `scope`; its i-th identifier is at
 * level i of the target. */
typedef struct Gamma {
  const Scope *scope;
  TypeId tangent; /* D(G)2 */
} Gamma;

/* D(t), and the source type of t. */
typedef struct Dual {
  TermId term;
  TypeId type;
} Dual;

static inline TermId chad_var(const Chad *chad, uint32_t level) {
  return term_var(chad->store, chad->depth - 1 - level);
}

/* G, x:T, with x at that level; the scope is storage of the caller. */
Gamma chad_extend(Chad *chad, const Gamma *gamma, Scope *scope, TypeId type, uint32_t level);
/* The source identifier of that index; false when there is none. */
bool chad_lookup(Chad *chad, const Gamma *gamma, uint32_t index, Scope *found);
/* proj_x(t) and coproj_x(t) for the source identifier of that index. */
TermId chad_proj(Chad *chad, uint32_t index, TermId t);
TermId chad_coproj(Chad *chad, TypeId context_tangent, uint32_t index, TermId t);

/* D(T)1 and D(T)2 in the mode at hand; the transformation is UNABLE to where T holds data. */
TypeId chad_type1(Chad *chad, TypeId type);
TypeId chad_type2(Chad *chad, TypeId type);

/* A name in the rules. */
NameId chad_hint(Chad *chad, uint32_t hint);
/* The name x', for x. */
NameId chad_prime(Chad *chad, NameId x, NameId otherwise);
static inline NameId chad_name(NameId x, NameId otherwise) { return x.id != 0 ? x : otherwise; }

/* Failure of the transformation. */
Dual chad_fail(Chad *chad, Status status);

/* let ⟨u,u'⟩ = t in s, t : T1 * (S_ -o R_), is let d = t in let u = fst d in let u' = snd d in s: u and u' • t in s. */
TermId chad_let_dual(Chad *chad, Dual bound, TermId body);
static inline TermId chad_primal_of(const Chad *chad) { return term_var(chad->store, 1); }
static inline TermId chad_linear_of(const Chad *chad, TermId t) {
  return term_lapp(chad->store, term_var(chad->store, 0), t);
}
/* let ⟨u,u'⟩ = t in ⟨primal, λ_v. linear⟩, which is D of a term of that type. */
Dual chad_conclude(Chad *chad, const Gamma *gamma, Dual bound, TermId primal, TermId linear, TypeId type);

/* D(t), and its source type. */
Dual chad_term(Chad *chad, const Gamma *gamma, TermId t);
/* letrec: recursion.c.  Both modes are one rule but for the linear halves. */
Dual chad_letrec(Chad *chad, const Gamma *gamma, const Term *t);
/* roll and unroll: data.c. */
Dual chad_roll(Chad *chad, const Gamma *gamma, const Term *t);

#endif
