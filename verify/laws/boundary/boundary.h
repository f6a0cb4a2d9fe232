/* What is true at one rational point, ties and edges of domains included, and what
 * engines give there.  Private to verify/laws. */
#ifndef ADJUDGE_VERIFY_BOUNDARY_H
#define ADJUDGE_VERIFY_BOUNDARY_H

#include "verify/battery/subject.h"
#include "verify/laws/boundary/kinks.h"
#include "verify/truth/germ.h"

typedef struct SiteTruth {
  Germ germ;       /* its verdict, and whether some test is tied; its numbers are of one column */
  size_t entries;  /* inputs * outputs, all of them real */
  arb_ptr columns; /* where it is CERTIFIED d output o / d x_i: columns[i * outputs + o] */
} SiteTruth;

/* Sets the ring, the rationals or the balls, and the point; false without memory. */
bool site_place(Subject *at, const mpq_t *x, Ring *ring);
/* The Jacobian at the subject's point by one derivative in one evaluator, in the order of
 * its images: of each basis seed. */
MUST_CHECK Status site_run(Subject *at, const Derived *derived, int k, Scalar *image);

/* SMOOTH and AD-DEFINED where f has a derivative at x, KINK where it has none; nothing
 * where it has no value near x, and an undecided SMOOTH where that is not known.  Of the
 * derivative at `entry`, as of columns, is told what engines give. */
GermVerdict laws_at(Subject *subject, const mpq_t *x, uint32_t entry, Convention *told);

/* kinks.c: whether laws_boundaries looks at the point of every program. */
bool laws_is_small_point(uint32_t inputs, const mpq_t *x);
/* kinks.c: KINK at a point where f has no derivative; the subject's ring and point are its own to change. */
void laws_kink(Subject *at, const mpq_t *x, uint32_t entry, Convention *told);

#endif
