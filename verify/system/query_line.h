/* Questions about programs as a line of JSON. */
#ifndef ADJUDGE_VERIFY_QUERY_LINE_H
#define ADJUDGE_VERIFY_QUERY_LINE_H

#include "verify/system/system.h"

/* {"id": 3, "call": "vjp", "batch": [{"program": 0, "at": [1.5, 2.0], "seed": [1.0]}, ...]}, with the end of the line;
 * the caller frees it.  NULL without memory. */
char *query_line(json_int_t id, Mode mode, uint32_t count, const Query *queries);

#endif
