/* What happens when the system has no memory left: the process ends, and says so.
 *
 * Limits of ours (arenas, tables, depth, degree) are the same on every machine, are
 * answered as LIMIT, and are counted.  The system's are not: what a program would have
 * given is then unknown, so that no verdict, number or row may come of it.  Libraries
 * cannot do without memory at all.  So no allocation of the process answers NULL: the
 * first that fails ends it with a message and EXIT_USAGE; a worker that ends so is told
 * by its parent as one that died. */
#ifndef ADJUDGE_CLI_MEMORY_H
#define ADJUDGE_CLI_MEMORY_H

#include <stddef.h>

/* For GMP, FLINT (with Arb, MPFR and calcium) and Jansson.  Our own calls go the same way
 * by the linker's --wrap (Makefile). */
void memory_guard(void);

/* Writes "adjudge: limit: WHAT" to standard error and ends the process with EXIT_USAGE; in
 * a handler of signals too. */
_Noreturn void process_limit(const char *what);

/* Where it is not NULL it is set before a process ends so: in memory that is shared, for the process that made it. */
extern int *process_limit_note;

#endif
