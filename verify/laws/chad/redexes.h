/* Closed linear terms that have a place for each equation of CHAD Figs. 4 and 6
 * and for each simplification: derivatives as CHAD makes them name most of their
 * parts by lets, so that many equations find no place in them.
 * Private to verify/laws. */
#ifndef ADJUDGE_VERIFY_REDEXES_H
#define ADJUDGE_VERIFY_REDEXES_H

#include "semantics/tables/store.h"

typedef enum RedexForm {
  REDEX_SUMS,    /* sums, let v and \v: Fig. 6 at the type itself */
  REDEX_COPOWER, /* case of copowers over the type */
  REDEX_POWER,   /* powers into the type, applied */
  REDEX_PAIRS,   /* pairs, projections, sums of pairs */
  REDEX_ZEROS,   /* 0_ everywhere, and constants 0 and 1 */
  REDEX_LETS,    /* lets of the Cartesian judgement inside the linear one */
  REDEX_ARRAYS,  /* arrays of the type */
  REDEX_COUNT
} RedexForm;

/* " on sums, variant": a name of the variant, for witnesses. */
const char *redex_name(RedexForm form);
/* In how many variants the form comes. */
uint32_t redex_variants(RedexForm form);

/* ·; v : real_ |- t : real_, made of random linear terms of and from `type`.
 * Id 0 when the type has none; store_take_status says why. */
TermId redex_make(Store *store, RedexForm form, uint32_t variant, TypeId type, uint64_t seed);

#endif
