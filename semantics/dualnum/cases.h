/* Labels of constructors that many switches treat alike: see semantics/tables/cases.h. */
#ifndef ADJUDGE_DUALNUM_CASES_H
#define ADJUDGE_DUALNUM_CASES_H

/* clang-format off */

/* Types without a sum, and what is none. */
#define DUAL_ANY_NO_MONOID DUAL_NO_TYPE: case DUAL_INT: case DUAL_FUN: case DUAL_SUM: case DUAL_MU: case DUAL_SELF: \
  case DUAL_LFUN: case DUAL_COLLECT: case DUAL_RFUN

/* Types whose values are not given or taken as numbers, and what is none. */
#define DUAL_ANY_NO_NUMBERS DUAL_NO_TYPE: case DUAL_FUN: case DUAL_SUM: case DUAL_MU: case DUAL_SELF: case DUAL_LFUN: \
  case DUAL_STAGED_T: case DUAL_COLLECT: case DUAL_ENDO: case DUAL_CONTRIB: case DUAL_RFUN

/* The interfaces of Staged, of endofunctions and of Contrib that take one value, and an index. */
#define DUAL_TERM_ANY_INTERFACE DUAL_TERM_SCOTAN: case DUAL_TERM_SRESOLVE: case DUAL_TERM_ADDER: \
  case DUAL_TERM_ENDO_FST: case DUAL_TERM_ENDO_SND: case DUAL_TERM_ENDO_AT: case DUAL_TERM_SONEHOT: \
  case DUAL_TERM_GATHER_MAP: case DUAL_TERM_GATHER_ARRAY: case DUAL_TERM_SWEEP

/* All others, and what is no constructor. */
#define DUAL_TERM_ANY_OTHER DUAL_TERM_VAR: case DUAL_TERM_LET: case DUAL_TERM_OP: case DUAL_TERM_UNIT: \
  case DUAL_TERM_PAIR: case DUAL_TERM_FST: case DUAL_TERM_SND: case DUAL_TERM_LAM: case DUAL_TERM_APP: \
  case DUAL_TERM_INDEX: case DUAL_TERM_BUILD: case DUAL_TERM_THREAD: case DUAL_TERM_INL: case DUAL_TERM_INR: \
  case DUAL_TERM_CASE: case DUAL_TERM_ROLL: case DUAL_TERM_UNROLL: case DUAL_TERM_VNIL: case DUAL_TERM_SNOC: \
  case DUAL_TERM_LENGTH: case DUAL_TERM_GROUP: case DUAL_TERM_POINTWISE: case DUAL_TERM_ITERATE: \
  case DUAL_TERM_WHILE: case DUAL_TERM_LETREC: case DUAL_TERM_LLAM: case DUAL_TERM_Z: case DUAL_TERM_LAPP: \
  case DUAL_TERM_PARTIAL: case DUAL_TERM_ZERO: case DUAL_TERM_PLUS: case DUAL_TERM_SUM: case DUAL_TERM_ONEHOT: \
  case DUAL_TERM_SCALL: case DUAL_TERM_ENTRY: case DUAL_TERM_RLAM: case DUAL_TERM_RES: case DUAL_TERM_RAPP: \
  case DUAL_TERM_RITERATE: case DUAL_TERM_SFREEZE: case DUAL_TERM_SALLOC: case DUAL_TERM_NONE: case DUAL_TERM_COUNT

#endif
