/* What became of each program of files, for people: decided for all inputs and by
 * which tier, or why not. */
#ifndef ADJUDGE_VERIFY_PROGRAMS_H
#define ADJUDGE_VERIFY_PROGRAMS_H

#include "verify/campaign/report.h"

#include <jansson.h>
#include <stdio.h>

/* The name that a program without names is printed with at its i-th argument: x, y, z, x4, ... */
NameId program_argument(Store *store, uint32_t i);
/* It as a definition, on one line, to be freed by the caller; NULL without memory. */
char *program_print(Store *store, const Program *program);

/* "PROVED" (certificates were checked), "DECIDED" (by a tier), "DECIDED OUTSIDE" (a thin set, which the explanation
 * names), "REFUTED", "empty domain", "certified" (holds at a point, by enclosures), or "not decided". */
const char *program_word(const ProgramVerdict *verdict);
bool program_is_decided(const ProgramVerdict *verdict); /* for all inputs */
/* By which tier, or why not, and what its normal form has lost: one line, for which this is room. */
#define PROGRAM_EXPLANATION 2048
void program_explain(const Scope *scope, Rank index, const ProgramVerdict *verdict, char *out, size_t size);

/* The list of a finished scope; nothing for spaces. */
json_t *programs_json(const ReportScope *scope);

#endif
