/* Findings for code hosts: SARIF 2.1.0, one run of one tool. */
#ifndef ADJUDGE_VERIFY_SARIF_H
#define ADJUDGE_VERIFY_SARIF_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct SarifFinding {
  const char *rule, *statement; /* the law or property, and what it says */
  const char *level;            /* "error", "warning" or "note" */
  const char *message;          /* one or more lines */
  const char *file;             /* NULL: of no file */
  uint32_t line, column;        /* in it, from 1 */
  const char *name;             /* of the program or primitive */
} SarifFinding;

/* A log without findings; NULL without memory. */
json_t *sarif_new(void);
/* Adds one, and its rule if it is the first of it; false without memory. */
bool sarif_add(json_t *log, const SarifFinding *finding);
/* Writes it with a line end, and frees it; false without memory or when it cannot be written. */
bool sarif_write(json_t *log, FILE *out);

#endif
