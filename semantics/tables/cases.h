/* Labels of constructors that many switches treat alike, for their last cases:
 *
 *   case TERM_ANY_LINEAR: return STATUS_ILL_TYPED;
 *
 * A switch that has them lists the others, so that a new constructor, which belongs to
 * none, still stops the build at each switch. */
#ifndef ADJUDGE_TABLES_CASES_H
#define ADJUDGE_TABLES_CASES_H

/* clang-format off */

/* Constructors that CHAD's source language (Fig. 3) has not, besides map, zipWith, build, index and case. */
#define TERM_ANY_EXTENSION TERM_INL: case TERM_INR: case TERM_ROLL: case TERM_UNROLL: case TERM_LETREC: \
  case TERM_ITERATE: case TERM_WHILE: case TERM_FOLD: case TERM_SCAN: case TERM_TOTAL: case TERM_GATHER: \
  case TERM_SCATTER: case TERM_VBUILD: case TERM_LENGTH: case TERM_FILTER: case TERM_APPEND: case TERM_VSCATTER

/* Constructors of the linear judgement alone, and what is no constructor. */
#define TERM_ANY_LINEAR TERM_LVAR: case TERM_LETV: case TERM_LOP: case TERM_COPOWER: case TERM_CASE: \
  case TERM_LAPP: case TERM_ZERO: case TERM_PLUS: case TERM_LSUM: case TERM_ONEHOT: case TERM_DMAP: \
  case TERM_DMAPT: case TERM_LITER: case TERM_BIGSUM: case TERM_NONE: case TERM_KIND_COUNT

/* Constructors that bind no Cartesian identifier in a part. */
#define TERM_ANY_UNBINDING TERM_APP: case TERM_APPEND: case TERM_COPOWER: case TERM_FST: case TERM_GATHER: \
  case TERM_INDEX: case TERM_INL: case TERM_INR: case TERM_KIND_COUNT: case TERM_LAPP: case TERM_LENGTH: \
  case TERM_LETV: case TERM_LOP: case TERM_LSUM: case TERM_LVAR: case TERM_NONE: case TERM_ONEHOT: case TERM_OP: \
  case TERM_PAIR: case TERM_PLUS: case TERM_ROLL: case TERM_SCATTER: case TERM_SND: case TERM_TOTAL: \
  case TERM_UNIT: case TERM_UNROLL: case TERM_VAR: case TERM_VSCATTER: case TERM_ZERO

/* Types of which no number of scalars is known, or that are none. */
#define TYPE_ANY_UNSIZED TYPE_FUN: case TYPE_LFUN: case TYPE_MU: case TYPE_SELF: case TYPE_SUM: case TYPE_VEC: \
  case TYPE_NONE

/* Linear types. */
#define TYPE_ANY_LINEAR TYPE_LREAL: case TYPE_LUNIT: case TYPE_LPROD: case TYPE_LARRAY: case TYPE_POWER: \
  case TYPE_COPOWER

/* Operations that are not a real function taken elementwise. */
#define OP_ANY_NO_FUNCTION OP_CODE_COUNT: case OP_CONST: case OP_DOT: case OP_EQUAL: case OP_GIVEN: case OP_IADD: \
  case OP_IDIV: case OP_IEQUAL: case OP_ILESS: case OP_ILESSEQ: case OP_IMAX: case OP_IMIN: case OP_IMOD: \
  case OP_IMUL: case OP_INT: case OP_ISUB: case OP_LESS: case OP_LESSEQ: case OP_MATVEC: case OP_REPLICATE: \
  case OP_SCALE: case OP_SLOPE: case OP_SUM: case OP_TOREAL

/* Constructors that the linear judgement has not, and what is no constructor. */
#define TERM_ANY_CARTESIAN TERM_ANY_EXTENSION: case TERM_VAR: case TERM_OP: case TERM_MAP: case TERM_ZIPWITH: \
  case TERM_LLAM: case TERM_NONE: case TERM_KIND_COUNT

/* Types that are not linear, and what is none. */
#define TYPE_ANY_CARTESIAN TYPE_REAL: case TYPE_UNIT: case TYPE_PROD: case TYPE_INT: case TYPE_ARRAY: \
  case TYPE_ANY_UNSIZED

/* Real functions of one operand that have no parameter. */
#define OP_ANY_FUNCTION OP_SIN: case OP_COS: case OP_TAN: case OP_EXP: case OP_LOG: case OP_TANH: \
  case OP_SIGMOID: case OP_ABS: case OP_SIGN

/* Of dynamic arrays. */
#define TERM_ANY_VEC TERM_VBUILD: case TERM_LENGTH: case TERM_FILTER: case TERM_APPEND: case TERM_VSCATTER

/* Sums of types, iteration, folds and recursion. */
#define TERM_ANY_CONTROL TERM_INL: case TERM_INR: case TERM_MATCH: case TERM_ITERATE: case TERM_WHILE: \
  case TERM_FOLD: case TERM_SCAN: case TERM_TOTAL: case TERM_GATHER: case TERM_SCATTER: case TERM_LETREC

/* Real functions taken elementwise that have a rule of their own everywhere. */
#define OP_ANY_ARITHMETIC OP_ADD: case OP_SUB: case OP_MUL: case OP_NEG: case OP_DIV: case OP_SQRT: case OP_MAX: \
  case OP_MIN

/* Arithmetic of Ints. */
#define OP_ANY_OF_INTS OP_IADD: case OP_ISUB: case OP_IMUL: case OP_IDIV: case OP_IMOD: case OP_IMIN: case OP_IMAX

/* Tests. */
#define OP_ANY_TEST OP_LESS: case OP_LESSEQ: case OP_EQUAL: case OP_ILESS: case OP_ILESSEQ: case OP_IEQUAL

/* With an Int among operands or result. */
#define SHAPE_ANY_OF_INTS SHAPE_INT: case SHAPE_INT2: case SHAPE_TOREAL: case SHAPE_TEST: case SHAPE_INTTEST

#endif
