/* The stack that commands run on: of a known size, whatever the limit (ulimit -s) of the
 * process that starts them, since depth limits are made for it. */
#ifndef ADJUDGE_CLI_STACK_H
#define ADJUDGE_CLI_STACK_H

#include <stddef.h>

/* Runs `function` on a stack of its own: of 256 MB, or of an eighth of the memory that the
 * process may have (ulimit -v), but at least 16 MB.  Where the stack ends all the same the
 * process ends with "limit: ..." and EXIT_USAGE.  In builds with sanitizers, which know one
 * stack, it is the process's, its limit raised. */
void stack_run(void (*function)(void *), void *state);

/* Bytes of the stack in use: that of stack_run, else the process's. */
size_t stack_bytes(void);

#endif
