/* Text inside XML and HTML. */
#ifndef ADJUDGE_VERIFY_MARKUP_H
#define ADJUDGE_VERIFY_MARKUP_H

#include <stdio.h>

/* Writes text with &, <, > and quotes as entities, and a question mark for each
 * control character that XML does not allow. */
void markup_text(FILE *out, const char *text);

#endif
