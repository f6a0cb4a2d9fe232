/* Parts of the report's page.  It is one file: style, script and pictures are in it. */
#ifndef ADJUDGE_VERIFY_HTML_H
#define ADJUDGE_VERIFY_HTML_H

#include "verify/campaign/report.h"

/* Whose colours follow the reader's preference, light or dark; and the search. */
extern const char html_style[], html_script[];

/* The map of laws by engines: laws of the same systems in one table, so that no cell is
 * empty for want of a system. */
void html_map(FILE *out, const Tally *total);
/* Each law with an instance: statement, source, sides, figures. */
void html_laws(FILE *out, const Tally *total);
/* A scope: what it holds, its programs by size in a picture, and, of files, each program. */
void html_scope(FILE *out, const ReportScope *scope, uint32_t k);

#endif
