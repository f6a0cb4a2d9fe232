/* What names a run: version, sources, laws, depth, engines, seed, spaces. */
#ifndef ADJUDGE_VERIFY_HEADER_H
#define ADJUDGE_VERIFY_HEADER_H

#include "verify/campaign/report.h"

#include <jansson.h>

/* How engines are chosen (EngineChoice), as reports and the command line name it. */
extern const char *const engine_choice_names[ENGINE_CHOICES];

/* The header of a report.json, a new reference; NULL without memory. */
json_t *header_json(const Report *report);
/* The same in one line, malloc'ed, with where each scope begins and ends: the name of a
 * run for its journal. */
char *header_line(const Report *report);
/* Reads a header that is valid by the schema into a report without scopes; its texts
 * live as long as the header.  False with the first thing that this build has not. */
bool header_read(const json_t *header, Report *report, const char **unknown);
/* The first key in which two headers differ, spaces left out; NULL for none. */
const char *header_difference(const json_t *a, const json_t *b);

#endif
