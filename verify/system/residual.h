/* What is left of a program for a system that knows real numbers alone: operations on reals, and tests of them.
 *
 * The source interpreter runs over a ring that writes down what it is asked to compute; a test of two reals is answered
 * yes, and in another run no, so that what is left is a tree.  Let-bound values are shared, values that nothing needs
 * are kept, pairs, functions, arrays, Ints and loops are gone.  (Partial evaluation, online: Jones, Gomard, Sestoft,
 * Partial Evaluation and Automatic Program Generation, 1993, chapter 4.) */
#ifndef ADJUDGE_VERIFY_RESIDUAL_H
#define ADJUDGE_VERIFY_RESIDUAL_H

#include "semantics/evaluator.h"
#include "verify/system/construct.h"

/* A statement makes the next register; the inputs are the first ones.  A test makes none: what is done where it holds
 * comes next, up to a RETURN, and what is done elsewhere at `otherwise`. */
typedef struct Statement {
  Construct construct;
  uint32_t to, a, b;  /* registers */
  double number;      /* NUMBER, and the exponent of POWER */
  uint32_t otherwise; /* of a test: a statement */
  uint32_t result;    /* of RETURN: where its registers begin */
} Statement;

#define RESIDUAL_STATEMENTS 20000u
#define RESIDUAL_TESTS 12u /* on one path */

typedef struct Residual {
  uint32_t inputs, outputs, count, capacity;
  Statement *statement;
  uint32_t *result; /* registers: outputs of them for each RETURN */
  uint32_t returns;
} Residual;

/* Whether inputs and results are reals, in pairs and arrays; their numbers. */
bool program_is_real(const TypeTable *types, const Program *program, uint32_t *inputs, uint32_t *outputs);

/* UNABLE where inputs or results are not reals, or no double is near a constant; LIMIT where too much is left; else the
 * status of a run.  `residual` is zero or was used before; to be freed in any case. */
MUST_CHECK Status residual_make(Store *store, Arena *arena, const Program *program, Residual *residual);
void residual_free(Residual *residual);

#endif
