/* The translation |e|d under way.  Private to semantics/combinatory.
 *
 * The input of a term under k lets and maps is Bk * (Bk-1 * ... * (B1 * A)), A
 * the context's type.  So d need not be composed with pi2 at each binder, as the
 * rules write it: an identifier that stands at depth j is pi1 o pi2^(k-j). */
#ifndef ADJUDGE_POINTFREE_TRANSLATE_H
#define ADJUDGE_POINTFREE_TRANSLATE_H

#include "semantics/combinatory/pointfree.h"

/* The input type at a depth: head * rest; at depth 0 it is `rest`. */
typedef struct PfLevel {
  const struct PfLevel *outer;
  TypeId head, rest, whole;
  uint32_t depth;
} PfLevel;

typedef enum PfBoundKind {
  PF_BOUND_CONTEXT,  /* an argument of the program: `place` */
  PF_BOUND_VALUE,    /* pi1 at its depth, of that side if it is half of a pair (1, 2) */
  PF_BOUND_INT,      /* a static integer */
  PF_BOUND_FUNCTION, /* a lambda with its environment */
  PF_BOUND_UNIT,     /* () */
  PF_BOUND_TEST,     /* a comparison: whether p < 0 at its depth; `turned`: whether not */
  PF_BOUND_INJECTION /* inl or inr (side 1, 2) of a term with its environment */
} PfBoundKind;

typedef struct PfBinding {
  const struct PfBinding *outer;
  PfBoundKind kind;
  uint32_t depth, side, place;
  int64_t integer;
  TermId function;                     /* or the term injected */
  const struct PfBinding *environment; /* of the function, or that term */
  PfId test;
  bool turned;
} PfBinding;

/* Arguments that the term is applied to, the first on top. */
typedef struct PfArguments {
  const struct PfArguments *rest;
  TermId term;
  const PfBinding *environment;
} PfArguments;

/* Where a term stands. */
typedef struct PfScope {
  const PfBinding *bindings;
  const PfLevel *level;
  const PfArguments *arguments;
} PfScope;

/* What a source term means: a point-free term, or something static. */
typedef struct PfMeaning {
  PfBoundKind kind; /* not CONTEXT; the other fields as in a binding */
  PfId p;           /* VALUE; TEST: at the present depth */
  int64_t integer;
  TermId function;
  const PfBinding *environment;
  uint32_t side;
  bool turned;
} PfMeaning;

typedef struct PfTranslation {
  PfTable *table;
  const Program *source;
  const char *missing;
  uint32_t depth; /* nested calls left */
  uint32_t steps; /* calls left: inlining may be long */
  uint32_t idle;  /* inside so many arrays of length 0, whose elements are never made */
} PfTranslation;

MUST_CHECK Status pf_translate_term(PfTranslation *to, const PfScope *scope, TermId t, PfMeaning *out);
/* The same where a value is needed. */
MUST_CHECK Status pf_translate_value(PfTranslation *to, const PfScope *scope, TermId t, PfId *p);
/* The same where an Int is needed. */
MUST_CHECK Status pf_translate_int(PfTranslation *to, const PfScope *scope, TermId t, int64_t *value);

static inline Status pf_missing(PfTranslation *to, const char *construct) {
  to->missing = construct;
  return STATUS_UNABLE;
}
static inline TypeId pf_input(const PfScope *scope) { return scope->level->whole; }
static inline TypeId pf_result(const PfTranslation *to, PfId p) { return pf_term(to->table, p)->cod; }
/* The level below, where a value of type `head` stands before the input. */
PfLevel pf_below(PfTranslation *to, const PfScope *scope, TypeId head);

/* Translates `body` with the identifier meaning `bound`, on top of `outer`. */
MUST_CHECK Status pf_translate_bound(PfTranslation *to, const PfScope *scope, const PfBinding *outer,
                                     const PfMeaning *bound, TermId body, PfMeaning *out);

/* The rules for conditionals, operations and arrays. */
MUST_CHECK Status pf_translate_test(PfTranslation *to, const PfScope *scope, const Term *t, const OpNode *op,
                                    PfMeaning *out);
MUST_CHECK Status pf_translate_match(PfTranslation *to, const PfScope *scope, const Term *t, PfMeaning *out);
MUST_CHECK Status pf_translate_total(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p);
MUST_CHECK Status pf_translate_op(PfTranslation *to, const PfScope *scope, const Term *t, PfMeaning *out);
MUST_CHECK Status pf_translate_map(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p);
MUST_CHECK Status pf_translate_zipwith(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p);
MUST_CHECK Status pf_translate_build(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p);
MUST_CHECK Status pf_translate_index(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p);

#endif
