/* What writing functions of Frechet's language in the source language shares.  Private to semantics/frechet.
 *
 * The meaning is said once more here, for numbers at places: a vector of V ⊗ W is its dim V · dim W numbers, a direct
 * sum an array where its parts are alike, else a pair; nothing of the evaluators is used. */
#ifndef ADJUDGE_HILBERT_TO_SOURCE_H
#define ADJUDGE_HILBERT_TO_SOURCE_H

#include "semantics/frechet/terms.h"
#include "semantics/sexpr/importer.h"

/* A term of the source language: a name or a part of one, or its parts, which are put together where they are needed.
 */
typedef struct HilTerm HilTerm;
struct HilTerm {
  const char *text;     /* NULL: */
  const HilTerm *parts; /* of a direct sum, or the numbers of a tensor */
};

typedef struct HilWriting {
  Importer *importer;
  const HilTerms *terms;
  const Store *store;
  FILE *out;      /* lets, of the scope at hand */
  uint32_t names; /* so far */
  Span at;        /* of the definition's name, where a limit is told */
} HilWriting;

/* ---- to_source.c */

/* A name for it. */
HilTerm hil_named(HilWriting *to, const char *text);
HilTerm hil_write_fun(HilWriting *to, HilFunId f, HilTerm x);
/* The body of a binder, with lets of its own. */
const char *hil_write_scope(HilWriting *to, HilSpace cod, HilTerm (*body)(HilWriting *, uint32_t, HilTerm), uint32_t id,
                            const char *x);

/* ---- to_source_maps.c */

HilTerm hil_write_map(HilWriting *to, HilMapId m, HilTerm x);
/* w ∗ x, of spaces W ⊗ V and V ⊗ U */
HilTerm hil_write_product(HilWriting *to, HilSpace w_space, HilSpace x_space, HilTerm w, HilTerm x);

/* ---- to_source_values.c */

#define HIL_NUMBERS_MOST ((uint64_t)1 << 20)
/* The number itself; 0, with LIMIT, of more than are written. */
uint32_t hil_few(const HilWriting *to, uint64_t numbers);
uint32_t hil_dim(const HilWriting *to, HilSpace v);
const char *hil_type_text(HilWriting *to, HilSpace v);
/* Room for so many, "" each. */
HilTerm *hil_terms_room(HilWriting *to, uint32_t count);
HilTerm hil_term_part(HilWriting *to, HilSpace v, HilTerm x, uint32_t k);
/* One text. */
const char *hil_term_text(HilWriting *to, HilSpace v, HilTerm x);
/* Its numbers, of which there are dim V. */
HilTerm *hil_numbers(HilWriting *to, HilSpace v, HilTerm x);
/* The vector with these. */
HilTerm hil_of_numbers(HilWriting *to, HilSpace v, const HilTerm *numbers);
HilTerm hil_term_zero(HilWriting *to, HilSpace v);
HilTerm hil_term_sum(HilWriting *to, HilSpace v, HilTerm x, HilTerm y);
/* The numbers of a literal, as texts; "0" where they are none. */
HilTerm *hil_literal_numbers(HilWriting *to, HilSpace v, const HilVector *w);

#endif
