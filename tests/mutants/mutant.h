/* What the build with mutants and each mutant's shared object agree on. */
#ifndef ADJUDGE_TESTS_MUTANT_H
#define ADJUDGE_TESTS_MUTANT_H

#define MUTANT_INACTIVE 126
#define MUTANT_PRELOADED "ADJUDGE_MUTANT_PRELOADED"

enum { LIBRARY_ANSWER = 1, MUTANT_ANSWER = 2 };

/* main of the program, renamed when it was compiled. */
int program_main(int count, char **words);

/* In the library (probe.c) it answers LIBRARY_ANSWER, in each mutant MUTANT_ANSWER.  Asked through the library,
 * by a function that stands beside it, it tells which of the two the library's own calls reach. */
int mutant_probe(void);
int mutant_probe_through_library(void);

#endif
