/* What the rules of the simplifier share.
 *
 * A rule looks at one node and answers what it becomes, or id 0 where it does
 * not apply.  Rules never repeat work: a term is copied only when it is cheap,
 * or when what it costs is counted elsewhere. */
#ifndef ADJUDGE_AD_SIMPLIFY_REWRITER_H
#define ADJUDGE_AD_SIMPLIFY_REWRITER_H

#include "ad/simplify/simplify.h"

/* How deep terms may nest. */
#define SIMPLIFY_DEPTH 10000u
/* Nodes looked at in all: a step looks at the whole body of its let. */
#define SIMPLIFY_LOOKS ((uint64_t)1 << 27)

/* How the type of an identifier in scope is found, when it is asked for. */
typedef enum ScopeOrigin {
  ORIGIN_KNOWN,
  ORIGIN_TERM,    /* the type of a Cartesian term */
  ORIGIN_ELEMENT, /* the element type of one */
  ORIGIN_LEFT,    /* T of one of type T + S */
  ORIGIN_RIGHT,   /* S of it */
  ORIGIN_LINEAR,  /* the type of a linear term */
  ORIGIN_KEY,     /* T of a linear term of type !T >< S_ */
  ORIGIN_VALUE,   /* S_ of one */
  ORIGIN_PAIRED   /* S_ * real_ of a linear term of type S_ */
} ScopeOrigin;

typedef struct ScopeEntry {
  ScopeOrigin origin;
  TypeId type; /* none until it is found */
  bool tried;
  TermId from;
  uint32_t length, domains; /* the scope `from` stands in */
} ScopeEntry;

/* The Cartesian identifiers in scope, and the linear ones, innermost last. */
typedef struct SimplifyScope {
  ScopeEntry *entries;
  TypeId *types; /* of the entries, for the typing judgements */
  uint32_t count, capacity;
  ScopeEntry *domains;
  uint32_t domain_count, domain_capacity;
} SimplifyScope;

typedef struct Simplifier {
  Store *store;
  SimplifySet rules;
  uint64_t steps_left;
  uint64_t looks; /* nodes that may still be looked at for their use of identifiers */
  uint64_t *applied;
  Status status; /* once not OK, nothing more is rewritten */
  uint32_t nesting;
  SimplifyScope scope;
  const struct Equations *equations[SIMPLIFY_COUNT]; /* of rules that are text: equation.h */
  SimplifySet fit[TERM_KIND_COUNT];                  /* the rules that may apply at a node of the kind */
  uint8_t *normal;                                   /* a bit for each working term known to be a normal form */
  size_t normal_bytes;
} Simplifier;

/* -------------------------------------------------------------- scope.c -- */
bool scope_start(Simplifier *s, const Program *program);
void scope_end(Simplifier *s);
typedef struct ScopeMark {
  uint32_t count, domain_count;
} ScopeMark;
/* Enters the given child of a node; scope_leave goes back. */
ScopeMark scope_enter(Simplifier *s, const Term *t, int kid);
void scope_leave(Simplifier *s, ScopeMark mark);
/* The type of a linear term that stands in the present scope; none if it cannot
 * be found. */
TypeId scope_linear_type(Simplifier *s, TermId t);

/* -------------------------------------------------------------- usage.c -- */
/* Evaluating it costs no scalar operation, and its code is a path: copies cost
 * nothing. */
bool usage_is_cheap(const Store *store, TermId t);
/* Evaluating it costs no scalar operation: abstractions too. */
bool usage_is_value(const Store *store, TermId t);
#define USAGE_MOST 2u /* more are as many */
typedef struct Usage {
  uint32_t count; /* occurrences, at most USAGE_MOST */
  bool repeated;  /* one of them may be evaluated more than once */
} Usage;
/* Of the Cartesian identifier `index` in t. */
Usage usage_of(Simplifier *s, TermId t, uint32_t index);
/* Whether t[b/v] evaluates no part of b more often than `let v = b in t`. */
bool usage_linear_once(Simplifier *s, TermId bound, TermId t);

/* ---------------------------------------------------------------- rules -- */
static inline TermKind kind_of(const Simplifier *s, TermId t) { return term(s->store, t)->kind; }
static inline TermId shift1(Simplifier *s, TermId t) { return term_shift(s->store, t, 0, 1); }
/* The name x' for x. */
NameId name_prime(Simplifier *s, NameId x);

typedef TermId RuleFunction(Simplifier *s, const Term *t);
RuleFunction rule_let_pair_split, rule_let_inline, rule_let_lam_pair_split, rule_algebra;
RuleFunction rule_map_pair_split, rule_map_zero, rule_sum_zero, rule_letv_inline, rule_zero_linear, rule_lop_unfold;

#endif
