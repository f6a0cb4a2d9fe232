/* Campaigns on primitives as SARIF. */
#ifndef ADJUDGE_CLI_CAMPAIGN_SARIF_H
#define ADJUDGE_CLI_CAMPAIGN_SARIF_H

#include "verify/campaign/account.h"

#include <jansson.h>

/* Of the reports of the campaigns, an array: a property refuted is an error, undecided a
 * warning.  errno is ENOMEM without memory. */
void campaign_write_sarif(const json_t *campaigns, const Account *account, FILE *out);

#endif
