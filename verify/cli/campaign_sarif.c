#include "verify/cli/campaign_sarif.h"

#include "verify/campaign/sarif.h"
#include "verify/primitive/campaign.h"

#include <errno.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text == NULL ? "" : text;
}

static uint32_t number_of(const json_t *object, const char *key) {
  return (uint32_t)json_integer_value(json_object_get(object, key));
}

static bool add_property(json_t *log, const json_t *campaign, const json_t *property) {
  char message[2000];
  const char *verdict = text_of(property, "verdict"), *name = text_of(property, "property");
  const json_t *example = json_object_get(property, "counterexample");
  bool refuted = strcmp(verdict, "REFUTED") == 0 || strcmp(verdict, "UNSTABLE") == 0; /* findings both: exit code 1 */
  if (!refuted && strcmp(verdict, "UNDECIDED") != 0) return true;
  (void)snprintf(message, sizeof message, "%s %s: input %s, (co)tangent %s, certified %s, found %s",
                 text_of(campaign, "primitive"), verdict, text_of(example, "input"), text_of(example, "seed"),
                 text_of(example, "certified"), text_of(example, "found"));
  return sarif_add(log, &(SarifFinding){.rule = name,
                                        .statement = property_statement_of(name),
                                        .level = refuted ? "error" : "warning",
                                        .message = message,
                                        .file = text_of(campaign, "file"),
                                        .line = number_of(property, "line"),
                                        .column = number_of(property, "column"),
                                        .name = text_of(campaign, "primitive")});
}

void campaign_write_sarif(const json_t *campaigns, const Account *account, FILE *out) {
  json_t *log = sarif_new(), *campaign, *property;
  size_t i, k;
  bool good = log != NULL;
  if (good && account->missing > 0)
    good = sarif_add(log, &(SarifFinding){.rule = "incomplete",
                                          .statement = "every campaign is done",
                                          .level = "warning",
                                          .message = account->missing_text,
                                          .name = "campaign"});
  json_array_foreach((json_t *)campaigns, i, campaign) {
    json_array_foreach(json_object_get(campaign, "properties"), k, property) {
      good = good && add_property(log, campaign, property);
    }
  }
  if (good && sarif_write(log, out)) return;
  if (!good) json_decref(log);
  errno = ENOMEM;
}
