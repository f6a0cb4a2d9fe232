/* Labels of constructors that many switches treat alike: see semantics/tables/cases.h. */
#ifndef ADJUDGE_HILBERT_CASES_H
#define ADJUDGE_HILBERT_CASES_H

/* clang-format off */

/* Unitary operators. */
#define HILMAP_ANY_UNITARY HILMAP_UNIT_L: case HILMAP_UNIT_R: case HILMAP_TRANSPOSE: case HILMAP_ASSOC: \
  case HILMAP_ASSOC_INV: case HILMAP_DISTRIB: case HILMAP_DISTRIB_INV: case HILMAP_ZIP: case HILMAP_UNZIP: \
  case HILMAP_CURRY: case HILMAP_UNCURRY

#endif
