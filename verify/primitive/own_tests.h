/* The tests in a primitive's own texts, its value and its rules: where they tie its formula changes, whether or not a
 * line `branch` says so. */
#ifndef ADJUDGE_VERIFY_OWN_TESTS_H
#define ADJUDGE_VERIFY_OWN_TESTS_H

#include "verify/primitive/primitive.h"

/* The equations, in the context of the arguments, at which comparisons, max, min, abs and sign of reals tie: at most so
 * many, each once, and none that a line declares; those of the value first.  Of arrays these are the first three
 * elements, of loops the first three turns, the first of all before the second of any.  Terms are built in the
 * primitive's store, and stay. */
uint32_t own_tests(const Primitive *primitive, Condition *out, uint32_t most);

#endif
