/* Programs of data as programs of numbers: one for each of the first skeletons of their arguments, and of the result
 * there. */
#ifndef ADJUDGE_VERIFY_SHAPED_H
#define ADJUDGE_VERIFY_SHAPED_H

#include "verify/campaign/scopes.h"

/* Puts in the place of each definition of the corpus that takes or gives lists, trees, sums or Vecs, and no functions,
 * those of numbers, with titles that say of which skeletons.  They are made in the arena and the store.  False without
 * memory. */
bool corpus_shape(Corpus *corpus, Store *store, Arena *arena);

#endif
