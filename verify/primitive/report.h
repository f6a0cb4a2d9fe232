/* The report of campaigns on primitives: a table with the counterexamples, and JSON. */
#ifndef ADJUDGE_VERIFY_PRIMITIVE_REPORT_H
#define ADJUDGE_VERIFY_PRIMITIVE_REPORT_H

#include "verify/primitive/campaign.h"

#include <jansson.h>

void primitive_report_print(const Primitive *primitive, const Rule *rule, const PrimitiveReport *report, FILE *out);
/* A new reference, NULL without memory. */
json_t *primitive_report_json(const Primitive *primitive, const Rule *rule, const PrimitiveReport *report);

#endif
