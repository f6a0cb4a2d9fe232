/* The parts of the report's page that are about one program of a file each: source, derivative, regions, and a picture
 * of the function with its kinks and its derivative. */
#ifndef ADJUDGE_VERIFY_PROGRAM_PAGES_H
#define ADJUDGE_VERIFY_PROGRAM_PAGES_H

#include "verify/campaign/report.h"

/* Makes them for a scope of files, in a process of its own, which a program may take with it; nothing for other scopes.
 * False when they are not all there. */
bool program_pages_make(Store *store, ReportScope *scope);
void program_pages_free(ReportScope *scope);

#endif
