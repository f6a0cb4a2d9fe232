/* Certificates of the derivatives of polynomial programs: verify/kernel checks them. */
#ifndef ADJUDGE_VERIFY_CERTIFICATES_H
#define ADJUDGE_VERIFY_CERTIFICATES_H

#include "verify/laws/subject.h"

/* Makes a certificate of each derivative, in each evaluator that is asked, has it checked, and writes
 * it to the folder of the options: ENGINE-EVALUATOR-DIGEST.cert, and beside it the program and
 * who differentiated it, as text.  Counts the derivatives with a certificate and those without
 * (no polynomial with integer coefficients, or too long); a file that cannot be written leaves the
 * program unfinished. */
void laws_certificates(Subject *subject);

#endif
