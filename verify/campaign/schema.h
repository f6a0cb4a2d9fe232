/* The form of report.json, report.schema.json, and whether a text has it. */
#ifndef ADJUDGE_VERIFY_SCHEMA_H
#define ADJUDGE_VERIFY_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* False with a message of one line, which names the place. */
bool schema_accepts(const json_t *report, char *error, size_t size);

#endif
