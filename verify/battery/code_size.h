/* How much code there is: the meter of COST-SIZE, which no engine has a part in. */
#ifndef ADJUDGE_VERIFY_CODE_SIZE_H
#define ADJUDGE_VERIFY_CODE_SIZE_H

#include "semantics/tables/store.h"

/* Nodes of a target term, with each proj_i, coproj_i and 0_ counted as one: the
 * measure in which Cor. 7.2 holds (term_size counts them unfolded).  A chain of
 * projections is one proj, a chain of pairs with a 0_ on one side one coproj.
 * CODE_SIZE_MAX where it is that or more, or too deep. */
uint64_t code_nodes(const Store *store, TermId t);

/* Words of a text: names, numbers and signs, without brackets and what separates. */
uint64_t code_words(const char *text);

#endif
