/* What elaborating functions and linear functions shares. */
#ifndef ADJUDGE_HILBERT_ELABORATE_H
#define ADJUDGE_HILBERT_ELABORATE_H

#include "semantics/frechet/reading.h"

static inline HilSpaces *spaces_of(HilReading *reading) { return &reading->terms->spaces; }
static inline const HilTree *tree_second(const HilTree *tree) { return tree->first->next; }
static inline HilIndex hil_upto(HilReading *reading, uint32_t n) {
  return hil_index_number(&reading->terms->spaces, n);
}
/* Why rep_X, sums over X and others are refused for an infinite X. */
extern const char hil_no_finite_support[];
/* id, transpose, ... */
bool hil_is_map_word(const Sexpr *word);
/* V x W in the space; false, refused, for others. */
bool hil_expect_pair(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace *v, HilSpace *w);
/* A direct sum over so many; false, refused, for others. */
bool hil_expect_width(HilReading *reading, const HilTree *tree, HilSpace dom, uint32_t n);
/* Whether it is what is expected, of which none is anything; else refused, as what leads there. */
bool hil_expect_space(HilReading *reading, const HilTree *tree, HilSpace found, HilSpace expected);

#endif
