/* The page that a person reads first: what was looked at, laws by systems, what was
 * refuted, differs, is undecided, was not looked at. */
#ifndef ADJUDGE_VERIFY_PAGE_H
#define ADJUDGE_VERIFY_PAGE_H

#include "verify/campaign/report.h"

/* `total`: the sum over the scopes.  With `full` every program of files and every
 * difference. */
void page_print(const Report *report, const Tally *total, FILE *out, bool full);

#endif
