/* adjudge truth --regions: the regions, boundaries and kinks of a program. */
#ifndef ADJUDGE_CLI_REGIONS_H
#define ADJUDGE_CLI_REGIONS_H

#include "verify/cli/commands.h"

/* Exit code 0: every region is proved and every boundary decided; 1: a law is
 * refuted; 3: something is open. */
ExitCode run_regions(const Arguments *arguments);

#endif
