/* What a refutation shows besides its numbers: a picture, and code in other languages that computes them again. */
#ifndef ADJUDGE_VERIFY_REPRODUCE_H
#define ADJUDGE_VERIFY_REPRODUCE_H

#include "verify/campaign/report.h"

#define REPRODUCTION_TEXT (1u << 14) /* longer ones are not kept */

/* Makes them for a program, printed as `text`, where the law is about its derivative. */
void reproduce(Store *store, const Program *program, const Witness *witness, const char *text, Reproduction *again);
void reproduction_free(Reproduction *again);

#endif
