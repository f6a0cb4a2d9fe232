/* Labels of constructors that many switches treat alike: see semantics/tables/cases.h. */
#ifndef ADJUDGE_LINMAP_CASES_H
#define ADJUDGE_LINMAP_CASES_H

/* clang-format off */

/* Linear maps. */
#define LM_ANY_MAP LM_ZERO: case LM_ONE: case LM_SCALE: case LM_DIAG: case LM_COMPOSE: case LM_PLUS: \
  case LM_VCAT: case LM_HCAT: case LM_VCATV: case LM_HCATV: case LM_LAMBDA: case LM_TLAMBDA: case LM_TRANSPOSE: \
  case LM_PICK: case LM_OUTER: case LM_LMFOLD

/* Terms that are no map in themselves, as a let or an if may be. */
#define LM_ANY_PLAIN LM_APPLY: case LM_BUILD: case LM_CALL: case LM_FFOLD: case LM_FOLD: case LM_NAT: \
  case LM_NULL: case LM_PRIM: case LM_RAPPLY: case LM_REAL: case LM_RFOLD: case LM_TUPLE: case LM_VAR: \
  case LM_KIND_COUNT

/* Maps applied, and what is no constructor. */
#define LM_ANY_APPLIED LM_APPLY: case LM_RAPPLY: case LM_FFOLD: case LM_RFOLD: case LM_KIND_COUNT

/* Functions of one real. */
#define LM_PRIM_ANY_FUNCTION LM_PRIM_SIN: case LM_PRIM_COS: case LM_PRIM_TAN: case LM_PRIM_EXP: case LM_PRIM_LOG: \
  case LM_PRIM_SQRT: case LM_PRIM_POW: case LM_PRIM_TANH: case LM_PRIM_SIGMOID

/* Arithmetic of natural numbers. */
#define LM_PRIM_ANY_NAT LM_PRIM_NADD: case LM_PRIM_NSUB: case LM_PRIM_NMUL: case LM_PRIM_NDIV: case LM_PRIM_NMOD: \
  case LM_PRIM_NMIN: case LM_PRIM_NMAX

/* Tests. */
#define LM_PRIM_ANY_TEST LM_PRIM_EQ: case LM_PRIM_LT: case LM_PRIM_LE

/* Functions of two reals. */
#define LM_PRIM_ANY_OF_TWO LM_PRIM_ADD: case LM_PRIM_SUB: case LM_PRIM_MUL: case LM_PRIM_DIV: case LM_PRIM_MAX: \
  case LM_PRIM_MIN

/* What is not of reals, entry by entry, and what is no primitive. */
#define LM_PRIM_ANY_SHAPED LM_PRIM_PI: case LM_PRIM_IX: case LM_PRIM_SUM: case LM_PRIM_SZ: case LM_PRIM_TOREAL: \
  case LM_PRIM_TIMES: case LM_PRIM_DELTA: case LM_PRIM_GIVEN: case LM_PRIM_COUNT

/* All but the functions of one real. */
#define LM_PRIM_ANY_NO_FUNCTION LM_PRIM_ANY_OF_TWO: case LM_PRIM_ANY_NAT: case LM_PRIM_ANY_TEST: case LM_PRIM_NEG: \
  case LM_PRIM_SIGN: case LM_PRIM_ANY_SHAPED

/* Of one operand, or shaped, and what is no primitive. */
#define LM_PRIM_ANY_OF_ONE LM_PRIM_ANY_FUNCTION: case LM_PRIM_NEG: case LM_PRIM_SIGN: case LM_PRIM_PI: \
  case LM_PRIM_SUM: case LM_PRIM_SZ: case LM_PRIM_TOREAL: case LM_PRIM_GIVEN: case LM_PRIM_COUNT

#endif
