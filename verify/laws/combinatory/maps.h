/* The linear maps of combinatory AD, every one up to a size: COMB-ADJ and
 * COMB-INV proved by normal forms (tier T2).
 *
 * Each section holds variables of its own, the arguments are variables, and a
 * condition is taken either way, so that equal normal forms are a proof for all
 * values of sections and arguments. */
#ifndef ADJUDGE_VERIFY_COMBINATORY_MAPS_H
#define ADJUDGE_VERIFY_COMBINATORY_MAPS_H

#include "semantics/tables/store.h"

#include <stdio.h>

#define COMBINATORY_MAPS_WITNESS 512

typedef struct CombinatoryMaps {
  uint64_t maps;
  uint64_t proved[2], refuted[2]; /* COMB-ADJ, COMB-INV */
  uint64_t undecided;
  uint64_t branches[2];                   /* how often the first branch of a condition was applied, and the second */
  char witness[COMBINATORY_MAPS_WITNESS]; /* the first refuted map; "" for none */
} CombinatoryMaps;

/* All maps of exactly `size` nodes between types of the space; adds to *out. */
MUST_CHECK Status combinatory_maps_check(Store *store, uint32_t size, CombinatoryMaps *out);

#define COMBINATORY_MAPS_SIZE 7u /* the largest size */

#endif
