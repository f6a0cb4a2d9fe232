/* The tests in a primitive's own texts, its value and its rules: where they tie its formula changes, whether or not a
 * line `branch` says so. */
#ifndef ADJUDGE_VERIFY_OWN_TESTS_H
#define ADJUDGE_VERIFY_OWN_TESTS_H

#include "verify/primitive/primitive.h"

/* The equations, in the context of the arguments, at which comparisons, max, min, abs and sign of reals tie, of arrays
 * of them not: at most so many, each once, and none that a line declares; those of the value first.  Tests under `let`
 * and in branches are among them, those of the bodies of maps, folds and loops are not.  Terms are built in the
 * primitive's store, and stay. */
uint32_t own_tests(const Primitive *primitive, Condition *out, uint32_t most);

#endif
