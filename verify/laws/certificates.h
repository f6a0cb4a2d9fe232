/* Certificates of the derivatives of programs, on each path of those with tests: verify/kernel checks them. */
#ifndef ADJUDGE_VERIFY_CERTIFICATES_H
#define ADJUDGE_VERIFY_CERTIFICATES_H

#include "verify/laws/subject.h"

/* Makes a certificate of each derivative, in each evaluator that is asked, and has it checked: Derived.proof.
 * Of programs of sums, products, quotients and smooth functions with rational constants; one certificate for
 * derivatives that are recorded alike.  With a folder in the options each is written there:
 * ENGINE-EVALUATOR-DIGEST.cert, and beside it the program and who differentiated it, as text; a file that cannot be
 * written leaves the program unfinished. */
void laws_certificates(Subject *subject);

/* Counts the derivatives with a certificate and those without, of a program that a tier decided; whether
 * there is one, and none is without. */
bool count_certificates(Subject *subject);

#endif
