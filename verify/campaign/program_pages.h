/* The parts of the report's page that are about one program of a file each: source, derivative, regions, and a picture
 * of the function with its kinks and its derivative. */
#ifndef ADJUDGE_VERIFY_PROGRAM_PAGES_H
#define ADJUDGE_VERIFY_PROGRAM_PAGES_H

#include "verify/campaign/report.h"

/* Makes them for a scope of files; nothing for others.  False without memory. */
bool program_pages_make(Store *store, ReportScope *scope);
void program_pages_free(ReportScope *scope);

#endif
