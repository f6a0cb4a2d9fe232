/* Questions about normal forms, as assertions over the reals.
 *
 * Variables stay variables; an atom becomes a real of its own with what is known
 * of it (exp u > 0 and exp u >= 1 + u, s^2 + c^2 = 1, r >= 0 and r^2 = p, its
 * value at 0, that it increases).  Denominators are not 0.  So UNSAT is a proof
 * that no input satisfies the assertions; SAT is one of an input only when no
 * atom occurs, and otherwise a suggestion. */
#ifndef ADJUDGE_VERIFY_SMT_QUERY_H
#define ADJUDGE_VERIFY_SMT_QUERY_H

#include "verify/truth/path.h"
#include "verify/truth/smt.h"

#include <stdio.h>

typedef enum SmtRelation {
  SMT_NEGATIVE,
  SMT_ZERO,
  SMT_POSITIVE,
  SMT_NONZERO,
  SMT_NOT_NEGATIVE,
  SMT_NOT_POSITIVE
} SmtRelation;

typedef struct SmtQuery {
  Ring *ring;
  FILE *out; /* the assertions */
  char *text;
  size_t size;
  bool *atoms; /* those that occur, in arguments too */
  bool failed; /* no memory */
} SmtQuery;

void smt_query_open(SmtQuery *query, Ring *ring);
void smt_query_close(SmtQuery *query);
/* a < 0, a = 0, a > 0, a /= 0, a >= 0 or a <= 0. */
void smt_query_assert(SmtQuery *query, Scalar a, SmtRelation relation);
/* The guards of the path, from `first` on to before `end`; x > 0 in the place of x >= 0 when `inner`. */
void smt_query_path(SmtQuery *query, const Path *path, uint32_t first, uint32_t end, bool inner);
/* Where the ring's obligations, to before `end`, give a value; and where normal forms stand for it when `inner`. */
void smt_query_obligations(SmtQuery *query, uint32_t end, bool inner);
/* The same in the closure of where those from `first` on give a value. */
void smt_query_closure(SmtQuery *query, uint32_t first, uint32_t end);
/* Each of the first `inputs` variables is 0 or 1: where values of atoms are known. */
void smt_query_pin(SmtQuery *query, uint32_t inputs);
/* Whether an atom occurs in what was asserted. */
bool smt_query_has_atoms(const SmtQuery *query);
/* Asks; `value` has room for the ring's variables. */
SmtAnswer smt_query_check(SmtQuery *query, Smt *smt, SmtValue *value);

#endif
