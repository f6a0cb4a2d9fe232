/* Labels of constructors that many switches treat alike: see semantics/tables/cases.h. */
#ifndef ADJUDGE_LINEAR_CASES_H
#define ADJUDGE_LINEAR_CASES_H

/* clang-format off */

/* Values of Cartesian types. */
#define VALUE_ANY_CARTESIAN VALUE_UNIT: case VALUE_INT: case VALUE_REALS: case VALUE_PAIR: case VALUE_ARRAY: \
  case VALUE_VEC: case VALUE_INL: case VALUE_INR: case VALUE_ROLL: case VALUE_FUNCTION: case VALUE_LINEAR_FUNCTION

/* Values of linear types. */
#define VALUE_ANY_LINEAR VALUE_MATRIX: case VALUE_LINEAR_UNIT: case VALUE_LINEAR_PAIR: case VALUE_LINEAR_ARRAY: \
  case VALUE_POWER: case VALUE_POWER_ZERO: case VALUE_POWER_SUM: case VALUE_COPOWER

#endif
