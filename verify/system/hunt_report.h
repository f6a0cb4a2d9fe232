/* What a system was found to do: for people, and as JSON. */
#ifndef ADJUDGE_VERIFY_HUNT_REPORT_H
#define ADJUDGE_VERIFY_HUNT_REPORT_H

#include "verify/system/hunt.h"

void hunt_print(const System *system, const HuntReport *report, const char *scope, FILE *out);
/* NULL without memory. */
json_t *hunt_json(const System *system, const HuntReport *report, const char *scope, uint64_t seed);

#endif
