/* Terms at which the equations of sums, iteration and array combinators have
 * places: in the context x : real, of type real. */
#ifndef ADJUDGE_TESTS_LOOP_FORMS_H
#define ADJUDGE_TESTS_LOOP_FORMS_H

#include "semantics/text/text.h"

#include <string.h>

#define LOOP_FORMS                                                                                                     \
  "iterate 2 (y. y * x) x + fold (a y. a * y + x) x (build 2 (i. x)) + (scan (a y. a * y) x (build 2 (i. x)))!2 + "    \
  "total (build 3 (i. x * x)) + (gather (build 2 (i. 1 - i)) (build 2 (i. x)))!0 + "                                   \
  "(scatter 2 (build 3 (i. 1)) (build 3 (i. x)))!1 + (case (inl x : real + 1) of {inl y -> y; inr u -> x}) + "         \
  "total (filter (y. length (vbuild 2 (i. y)) < 3) (append (vbuild 1 (i. x)) (vscatter 2 (vbuild 3 (i. 1)) (vbuild 3 " \
  "(i. x))))) + "                                                                                                      \
  "(letrec g (n : Int) : real = if n <= 0 then x else x * g (n - 1) in g 2)"

/* The same for arrays entry by entry, and while. */
#define ARRAY_FORMS                                                                                                    \
  "sum (zipWith (y z. y * z) (map (y. y * x) (build 2 (i. x))) (build 2 (i. toReal i))) + "                            \
  "fst (while (p. snd p < 2) (p. (fst p * x, snd p + 1)) (x, (0 : Int)))"

/* The same for data. */
#define DATA_FORMS "case unroll (roll (inl (x * x)) : mu a. real + a * a) of {inl y -> y * x; inr p -> x}"

/* Id 0 if the text is not read. */
static __attribute__((unused)) TermId read_forms(Store *store, const char *text) {
  TypeId real[] = {type_real(&store->types, 1)}, type;
  NameId x = name_make(store, "x", 1);
  TextError error;
  TermId t;
  TermText source = {.text = text,
                     .length = strlen(text),
                     .origin = "forms",
                     .context = real,
                     .names = &x,
                     .context_length = 1,
                     .expected = real[0]};
  return text_read_term(store, &source, &t, &type, &error) == STATUS_OK ? t : TERM_NONE_ID;
}

static __attribute__((unused)) TermId loop_forms(Store *store) { return read_forms(store, LOOP_FORMS); }
static __attribute__((unused)) TermId array_forms(Store *store) { return read_forms(store, ARRAY_FORMS); }
static __attribute__((unused)) TermId data_forms(Store *store) { return read_forms(store, DATA_FORMS); }

#endif
