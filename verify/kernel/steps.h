/* The steps of which proofs of equality are made; see equation.h. */
#ifndef ADJUDGE_KERNEL_STEPS_H
#define ADJUDGE_KERNEL_STEPS_H

#include "semantics/straight/straight_code.h"

/* The rules: left = right. */
typedef enum StepRule {
  STEP_SAME,           /* a = a, and nodes made alike */
  STEP_SYMMETRY,       /* a = b by step p: b = a */
  STEP_TRANSITIVITY,   /* a = b by step p, b = c by step q */
  STEP_ADD,            /* a + b = c + d by step p, a = c, and step q, b = d */
  STEP_MUL,            /* a b = c d likewise */
  STEP_NEG,            /* - a = - b by step p, a = b */
  STEP_SUB,            /* a - b = a + (- b) */
  STEP_ADD_COMMUTES,   /* a + b = b + a */
  STEP_MUL_COMMUTES,   /* a b = b a */
  STEP_ADD_ASSOCIATES, /* (a + b) + c = a + (b + c) */
  STEP_MUL_ASSOCIATES, /* (a b) c = a (b c) */
  STEP_DISTRIBUTES,    /* (a + b) c = a c + b c */
  STEP_ADD_ZERO,       /* a + 0 = a */
  STEP_ADD_OPPOSITE,   /* a + (- a) = 0 */
  STEP_MUL_ONE,        /* 1 a = a */
  STEP_MUL_ZERO,       /* 0 a = 0 */
  STEP_NEG_SCALES,     /* - a = (-1) a */
  STEP_NUMBERS_ADD,    /* 2 + 3 = 5 */
  STEP_NUMBERS_MUL,    /* 2 3 = 6 */
  STEP_GIVEN,          /* hypothesis p */
  STEP_COUNT
} StepRule;

typedef struct Step {
  StepRule rule;
  uint32_t left, right; /* nodes */
  uint32_t p, q;        /* earlier steps, where the rule has them */
} Step;

/* A hypothesis: two nodes are equal.  That b q = 1, say, of an input q that stands for 1 / b. */
typedef struct Given {
  uint32_t left, right;
} Given;

/* A straight-line program whose constants are integers, and hypotheses about its nodes. */
typedef struct NumberedProgram {
  const StraightNode *code;
  const int64_t *number; /* of each constant */
  const Given *given;
  uint32_t nodes, constants, givens;
} NumberedProgram;

#endif
