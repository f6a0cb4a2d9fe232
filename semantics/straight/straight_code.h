/* The nodes of straight-line programs; see straight.h. */
#ifndef ADJUDGE_STRAIGHT_STRAIGHT_CODE_H
#define ADJUDGE_STRAIGHT_STRAIGHT_CODE_H

#include "semantics/rings/dual_number.h"

typedef enum StraightCode {
  STRAIGHT_INPUT,    /* x[a] */
  STRAIGHT_CONSTANT, /* constant[a] */
  STRAIGHT_ADD,      /* a + b */
  STRAIGHT_SUB,      /* a - b */
  STRAIGHT_MUL,      /* a b */
  STRAIGHT_NEG       /* - a */
} StraightCode;

typedef struct StraightNode {
  StraightCode code;
  uint32_t a, b;
} StraightNode;

/* A constant of the language, or an integer if it is NULL. */
typedef struct StraightConstant {
  const Constant *constant;
  uint32_t index; /* of its scalars */
  int64_t integer;
} StraightConstant;

typedef struct StraightProgram {
  const StraightNode *code;
  uint32_t nodes;
  const StraightConstant *constant;
  uint32_t constants;
} StraightProgram;

#endif
