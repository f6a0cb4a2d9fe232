/* The report of campaigns on primitives: a table with the counterexamples, JSON, and pages made of that. */
#ifndef ADJUDGE_VERIFY_PRIMITIVE_REPORT_H
#define ADJUDGE_VERIFY_PRIMITIVE_REPORT_H

#include "verify/primitive/campaign.h"

#include <jansson.h>

void primitive_report_print(const Primitive *primitive, const Rule *rule, const PrimitiveReport *report, FILE *out);
/* A new reference, NULL without memory. */
json_t *primitive_report_json(const Primitive *primitive, const Rule *rule, const PrimitiveReport *report);
/* An array of such objects as JUnit XML, a suite for each, for CI systems, and as one HTML page; what the account says
 * to be missing is an error there. */
void primitive_write_junit(const json_t *campaigns, const Account *account, FILE *out);
void primitive_write_html(const json_t *campaigns, const Account *account, FILE *out);

#endif
