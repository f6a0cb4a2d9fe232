/* Pictures, drawn by gnuplot in a process of its own. */
#ifndef ADJUDGE_CLI_GNUPLOT_H
#define ADJUDGE_CLI_GNUPLOT_H

#include <stdio.h>

typedef enum PlotStatus {
  PLOT_DRAWN,
  PLOT_NO_GNUPLOT, /* not installed */
  PLOT_NO_ROOM,    /* the script is not whole */
  PLOT_FAILED,     /* gnuplot did */
  PLOT_UNWRITTEN   /* the file cannot be opened, or a disk is full: errno says why */
} PlotStatus;

/* Runs gnuplot on a script that was written to a temporary file, from its beginning, its
 * answer going to the file at `path`; what was there stays when it fails. */
PlotStatus gnuplot_run(FILE *script, const char *path);

/* Why there is no picture, for people, right after gnuplot_run; "" for PLOT_DRAWN. */
const char *plot_status_text(PlotStatus status);

#endif
