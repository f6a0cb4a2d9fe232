/* Which text of somebody else's is taken for `adjudge certify --c`. */
#ifndef ADJUDGE_CLI_CERTIFY_TAKEN_H
#define ADJUDGE_CLI_CERTIFY_TAKEN_H

#include "verify/cli/options.h"

/* Whether a compiler, the reader of C and Frama-C see the same in it; else writes what they may not. */
bool certify_is_taken(const Arguments *arguments, const char *text);

#endif
