/* A term at which each equation of sums, iteration and array combinators has a
 * place: in the context x : real, of type real. */
#ifndef ADJUDGE_TESTS_LOOP_FORMS_H
#define ADJUDGE_TESTS_LOOP_FORMS_H

#include "semantics/text/text.h"

#include <string.h>

#define LOOP_FORMS                                                                                                     \
  "iterate 2 (y. y * x) x + fold (a y. a * y + x) x (build 2 (i. x)) + (scan (a y. a * y) x (build 2 (i. x)))!2 + "    \
  "total (build 3 (i. x * x)) + (gather (build 2 (i. 1 - i)) (build 2 (i. x)))!0 + "                                   \
  "(scatter 2 (build 3 (i. 1)) (build 3 (i. x)))!1 + (case (inl x : real + 1) of {inl y -> y; inr u -> x}) + "         \
  "total (filter (y. length (vbuild 2 (i. y)) < 3) (append (vbuild 1 (i. x)) (vscatter 2 (vbuild 3 (i. 1)) (vbuild 3 " \
  "(i. x)))))"

/* Id 0 if the text is not read. */
static __attribute__((unused)) TermId loop_forms(Store *store) {
  TypeId real[] = {type_real(&store->types, 1)}, type;
  NameId x = name_make(store, "x", 1);
  TextError error;
  TermId t;
  TermText source = {.text = LOOP_FORMS,
                     .length = strlen(LOOP_FORMS),
                     .origin = "forms",
                     .context = real,
                     .names = &x,
                     .context_length = 1,
                     .expected = real[0]};
  return text_read_term(store, &source, &t, &type, &error) == STATUS_OK ? t : TERM_NONE_ID;
}

#endif
