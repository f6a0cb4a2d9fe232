/* adjudge derive --engine frechet-* --simplify: the optimised derivative as a term. */
#ifndef ADJUDGE_CLI_DERIVE_FRECHET_H
#define ADJUDGE_CLI_DERIVE_FRECHET_H

#include "ad/engine.h"
#include "verify/cli/session.h"

/* The linear part of f^[1](x), or of f^[1r](x) for the engine in reverse, at a point of
 * variables named as the arguments are, by the optimiser's rules that --simplify names. */
ExitCode derive_frechet(Session *session, const Engine *engine);

#endif
