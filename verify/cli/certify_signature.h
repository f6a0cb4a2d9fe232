/* Which parameter of a function in C is what of a program: read from its declaration, by the names. */
#ifndef ADJUDGE_CLI_CERTIFY_SIGNATURE_H
#define ADJUDGE_CLI_CERTIFY_SIGNATURE_H

#include "verify/certify/contract.h"
#include "verify/cli/session.h"

/* The definition of `function` in the text.  A parameter that is called as an argument of the program is that; one that
 * is called as the gradient by it (xb, dx, ...) is its gradient; of others, those that are read only are seeds, or x,
 * all inputs; y and value are the values; g, grad and gradient all of the gradient.  False, having written the error.
 */
bool certify_signature(const Session *session, const Tape *tape, const char *function, const char *text,
                       Signature *signature);

#endif
