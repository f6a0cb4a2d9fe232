/* Numbers as people read them. */
#ifndef ADJUDGE_VERIFY_FIGURES_H
#define ADJUDGE_VERIFY_FIGURES_H

#include "verify/enumerate/space.h"

#define FIGURE_SIZE 64

/* 1234567 as 1,234,567, written to `out`, which is answered. */
const char *figure(Rank number, char out[FIGURE_SIZE]);

#endif
