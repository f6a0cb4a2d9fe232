/* Inside the translation of the linear target language to the source language. */
#ifndef ADJUDGE_AD_TWICE_FORM_H
#define ADJUDGE_AD_TWICE_FORM_H

#include "ad/twice/source_form.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

/* How deep terms and types may nest; deeper is STATUS_LIMIT. */
#define FORM_DEPTH 2000u

/* One translation under way.  Identifiers of the source term are named by level,
 * the outermost being 0: a level stays when more binders are opened. */
typedef struct Form {
  Store *store;
  uint32_t depth;   /* identifiers in scope in the source term */
  uint32_t nesting; /* nested calls left */
} Form;

/* An identifier of the target term: its type there, its level in the source term. */
typedef struct Scope {
  const struct Scope *outer;
  TypeId type;
  uint32_t level;
} Scope;

/* A translated term, and the type of the original. */
typedef struct Formed {
  TermId term;
  TypeId type;
} Formed;

/* G |- t : out->type */
MUST_CHECK Status form_cartesian(Form *form, const Scope *scope, TermId t, Formed *out);
/* G; v |- t : out->type, where v has a level and a type too */
MUST_CHECK Status form_linear(Form *form, const Scope *scope, const Scope *v, TermId t, Formed *out);
/* The source type of a target type; UNABLE for copowers. */
MUST_CHECK Status form_type(Form *form, TypeId type, TypeId *out);

/* t under one more identifier of that type. */
MUST_CHECK Status form_under(Form *form, const Scope *scope, TypeId type, TermId t, Formed *out);

/* ---- form_control.c: sums, iteration, combinators; UNABLE for recursion */
MUST_CHECK Status form_control(Form *form, const Scope *scope, const Term *t, Formed *out);
MUST_CHECK Status form_linear_match(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out);
MUST_CHECK Status form_linear_iterate(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out);
MUST_CHECK Status form_linear_bigsum(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out);

static inline uint32_t form_open(Form *form) { return form->depth++; }
static inline void form_close(Form *form, uint32_t count) { form->depth -= count; }
static inline TermId form_var(const Form *form, uint32_t level) {
  return term_var(form->store, form->depth - 1 - level);
}

/* ---- form_algebra.c: 0, + and sums by the type, on parts of identifiers */

/* A part of the value of an identifier, named so that it can be written down under
 * more binders. */
typedef enum PathStep { PATH_ROOT, PATH_FST, PATH_SND, PATH_INDEX, PATH_APPLY } PathStep;
typedef struct Path {
  const struct Path *base; /* NULL at the root */
  PathStep step;
  uint32_t level; /* of the root, the index or the argument */
} Path;

MUST_CHECK Status form_zero(Form *form, TypeId type, TermId *out);
/* a + b at a linear type. */
MUST_CHECK Status form_plus(Form *form, TypeId type, const Path *a, const Path *b, TermId *out);
/* The sum over i of parts of array ! i: `part` is a path whose root step is the
 * index `at`, which is given its level here. */
MUST_CHECK Status form_sum(Form *form, TypeId type, uint32_t n, Path *at, const Path *part, TermId *out);
/* r a, for the real at `level`. */
MUST_CHECK Status form_scaled(Form *form, TypeId type, uint32_t level, const Path *a, TermId *out);

/* ---- form_lop.c: lop(t1,...,tk; s) from the translated operands and argument,
 * which are levels of identifiers */
MUST_CHECK Status form_lop(Form *form, LopId lop, const uint32_t *operand, uint32_t argument, TermId *out);

/* An operation of the source language on terms. */
TermId form_op(Form *form, OpCode code, uint32_t n, uint32_t m, TermId x, TermId y);
TermId form_int(Form *form, int64_t value);

#endif
