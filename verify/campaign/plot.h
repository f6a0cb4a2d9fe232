/* Pictures of a campaign, drawn by gnuplot: programs and verdicts by size. */
#ifndef ADJUDGE_VERIFY_PLOT_H
#define ADJUDGE_VERIFY_PLOT_H

#include "verify/laws/laws.h"

typedef enum PlotStatus {
  PLOT_DRAWN,
  PLOT_NOTHING,    /* there are no programs */
  PLOT_NO_GNUPLOT, /* not installed */
  PLOT_FAILED      /* gnuplot failed, or the file cannot be written */
} PlotStatus;

/* Draws programs by size, and their verdicts in percent, as SVG to `path`.  `name`
 * (letters and digits) keeps identifiers of several pictures in one page apart. */
PlotStatus plot_sizes(const Tally *tally, const char *name, const char *path);

/* Why there is no picture, a sentence for people; "" for PLOT_DRAWN and PLOT_NOTHING. */
const char *plot_status_text(PlotStatus status);

#endif
