/* Two pictures over the programs of a report: what a gradient costs beside its program, by size, and which constructs
 * were tried inside which. */
#ifndef ADJUDGE_VERIFY_PLOTS_H
#define ADJUDGE_VERIFY_PLOTS_H

#include "verify/campaign/report.h"

/* HTML, malloc'ed, of programs drawn evenly from each scope, in a process of its own; NULL when that did not end well.
 */
char *plots_make(Store *store, const ReportScope *scopes, uint32_t count);

#endif
