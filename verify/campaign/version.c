#include "verify/campaign/version.h"

#ifndef ADJUDGE_SOURCE /* the Makefile knows it */
#define ADJUDGE_SOURCE "0000000000000000"
#endif

const char *adjudge_source(void) { return ADJUDGE_SOURCE; }
