/* Patterns of Jacobians: computing, checking, showing them.  Private to `adjudge
 * sparsity` and `adjudge analyse`. */
#ifndef ADJUDGE_CLI_SPARSITY_H
#define ADJUDGE_CLI_SPARSITY_H

#include "verify/cli/session.h"
#include "verify/truth/varied.h"

/* Which entries of a Jacobian may be other than 0. */
typedef struct Pattern {
  uint32_t inputs, outputs;         /* flat: */
  uint32_t rows, columns;           /* the real ones among them */
  uint32_t *row_slot, *column_slot; /* flat places of the real scalars of result and arguments */
  bool by_rows;                     /* 64 rows a word, else 64 columns */
  uint64_t *words;                  /* lane k % 64 of word (k / 64) * others + other */
  bool tests;                       /* what is run depends on the inputs: */
  bool all;                         /* and the pattern is that of all branches together */
} Pattern;

static inline bool pattern_has(const Pattern *pattern, uint32_t row, uint32_t column) {
  uint32_t lane = pattern->by_rows ? row : column, other = pattern->by_rows ? column : row;
  size_t others = pattern->by_rows ? pattern->columns : pattern->rows;
  return (pattern->words[lane / 64 * others + other] >> lane % 64 & 1) != 0;
}

/* The first column from `column` on that is set (or not) in the row; `columns` if none. */
uint32_t pattern_next(const Pattern *pattern, uint32_t row, uint32_t column, bool set);

typedef struct PatternCheck {
  uint32_t columns;     /* that were compared */
  uint32_t undefined;   /* in which the program has no derivative at the point, or numbers have none */
  uint64_t nonzero;     /* entries of the Jacobian there that are not 0 */
  bool outside;         /* one of them is outside the pattern: */
  uint32_t row, column; /* here */
} PatternCheck;

/* The rows and columns of the definition's Jacobian alone; false without memory. */
bool pattern_slots(Session *session, Pattern *pattern);
/* Its columns by the program itself, over dual numbers `ring`, their base being `variation`. */
Varied pattern_varied(const Pattern *pattern, Ring *ring, Ring *variation);
/* The values of the arguments as given; of programs none of whose are, numbers from 1/2 to 3/2, Ints 0.  NULL, having
 * written the error. */
const Scalar *pattern_point(Session *session);
/* By CHAD over Booleans, many rows or columns in one walk; static, that is of every branch
 * of tests on reals together, or at the point alone. */
MUST_CHECK Status pattern_make(Session *session, const Scalar *input, bool reverse, bool pointwise, Pattern *pattern);
/* Against `columns` columns, evenly spread, of the Jacobian by dual numbers through the
 * source program. */
MUST_CHECK Status pattern_check(Session *session, const Scalar *input, const Pattern *pattern, uint32_t columns,
                                PatternCheck *check);
uint64_t pattern_entries(const Pattern *pattern);

/* The columns of one argument: from `first` up to `end`. */
typedef struct PatternGroup {
  const char *name;
  uint32_t first, end;
} PatternGroup;
/* The next group that has columns, of the arguments from *k on; false when there is none. */
bool pattern_group(const Session *session, const Pattern *pattern, uint32_t *k, PatternGroup *group);

/* sparsity_svg.c: a spy plot with axes, the groups' names and how many entries there are. */
void pattern_svg(const Session *session, const Pattern *pattern, FILE *out);

#endif
