/* adjudge derive --emit loops. */
#ifndef ADJUDGE_CLI_DERIVE_LOOPS_H
#define ADJUDGE_CLI_DERIVE_LOOPS_H

#include "verify/cli/session.h"

/* Writes the definition's value and gradient as C whose length is the same whatever the sizes. */
ExitCode derive_loops(Session *session);

#endif
