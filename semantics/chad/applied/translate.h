/* Inside the translation to the applied language: what its two judgements,
 * Cartesian (translate.c) and linear (translate_linear.c), share. */
#ifndef ADJUDGE_APPLIED_TRANSLATE_H
#define ADJUDGE_APPLIED_TRANSLATE_H

#include "semantics/chad/applied/applied.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

/* An identifier of the translated term: its type there, and how many binders
 * of the translation are outside its own. */
typedef struct Binding {
  TypeId type;
  uint32_t level;
} Binding;

/* The bodies of Dop and Dop^t already translated. */
typedef struct LopBody {
  LopId lop;
  AppliedTermId term;
  struct LopBody *next;
} LopBody;

typedef struct Translator {
  Machine *machine;
  Store *store;
  AppliedTables *tables;
  Binding *context; /* context[length-1] is index 0 */
  uint32_t length, capacity;
  uint32_t level; /* binders in scope in the translation */
  LopBody *bodies;
} Translator;

/* A translated term with the type of the original. */
typedef struct Judged {
  AppliedTermId term;
  TypeId type;
} Judged;

/* G |- t : out->type */
MUST_CHECK Status applied_cartesian(Translator *tr, TermId t, Judged *out);
/* G; v:domain |- t : out->type */
MUST_CHECK Status applied_linear(Translator *tr, TypeId domain, TermId t, Judged *out);

/* translate_control.c: sums, iteration and array combinators. */
MUST_CHECK Status applied_control(Translator *tr, const Term *t, Judged *out);

/* One level of recursion and one step of fuel, and the way back. */
MUST_CHECK Status applied_enter(Translator *tr);
void applied_leave(Translator *tr);
MUST_CHECK Status applied_push(Translator *tr, TypeId type);
void applied_pop(Translator *tr);

MUST_CHECK Status applied_give(Translator *tr, AppliedTerm term, TypeId type, Judged *out);
MUST_CHECK Status applied_make(Translator *tr, AppliedTerm term, AppliedTermId *out);
MUST_CHECK Status applied_make_typed(Translator *tr, AppliedKind kind, AppliedTermId kid, TypeId type,
                                     AppliedTermId *out);
MUST_CHECK Status applied_make_seq(Translator *tr, AppliedTermId t, AppliedTermId s, AppliedTermId *out);
MUST_CHECK Status applied_expect(const Translator *tr, TypeId type, TypeKind kind, TypeId *a, TypeId *b);
MUST_CHECK Status applied_expect_array(Translator *tr, TypeId type, TypeId *element, uint32_t *n);

#endif
