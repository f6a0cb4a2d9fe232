/* The certified truth beside a refutation. */
#ifndef ADJUDGE_VERIFY_CERTIFY_H
#define ADJUDGE_VERIFY_CERTIFY_H

#include "verify/battery/battery.h"

/* Writes f(x), D f(x) v and, where the witness has a cotangent w, <D f(x) v, w>, in
 * digits that are certain, for a refutation of an AD law at an exact real point:
 * "f(x) = [0.84 +/- 2e-3], D f(x) v = ...".  Writes "" where there is none: other laws,
 * points of F_p, points too long to be kept, and what no precision decides. */
void certify_witness(Store *store, const Program *program, const Witness *witness, char *out, size_t size);

#endif
