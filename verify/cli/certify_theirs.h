/* What somebody else's gradient computes, as the reader of C says: what has no meaning in C has none here either. */
#ifndef ADJUDGE_CLI_CERTIFY_THEIRS_H
#define ADJUDGE_CLI_CERTIFY_THEIRS_H

#include "verify/certify/contract.h"
#include "verify/cli/session.h"

/* Sets contract->theirs, in *tape, and contract->given, of --c and --function.  False, having written the error, where
 * the function is not read, or certified C has no rule for what it does. */
bool certify_theirs(Session *session, Tape *tape, Contract *contract);

#endif
