/* Of the library of the build with mutants alone: see mutant.h. */
#include "tests/mutants/mutant.h"

int mutant_probe(void) { return LIBRARY_ANSWER; }
int mutant_probe_through_library(void) { return mutant_probe(); }
