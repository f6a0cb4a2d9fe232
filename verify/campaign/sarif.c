#include "verify/campaign/sarif.h"

#include "semantics/text/json_text.h"
#include "verify/campaign/version.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

json_t *sarif_new(void) {
  return json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:s, s:[]}}, s:s, s:[]}]}", "$schema",
                   "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", "tool", "driver",
                   "name", "adjudge", "version", ADJUDGE_VERSION, "rules", "columnKind", "utf16CodeUnits", "results");
}

static json_t *run_of(const json_t *log) { return json_array_get(json_object_get(log, "runs"), 0); }

static bool add_rule(json_t *rules, const SarifFinding *finding) {
  size_t i;
  json_t *rule;
  json_array_foreach(rules, i, rule) {
    if (strcmp(json_string_value(json_object_get(rule, "id")), finding->rule) == 0) return true;
  }
  return json_array_append_new(rules, json_pack("{s:s, s:{s:s}}", "id", finding->rule, "shortDescription", "text",
                                                finding->statement)) == 0;
}

/* A path as a URI, or as a reference to one where it is relative (RFC 3986): the rest of its bytes as %XX. */
static json_t *uri_of(const char *path) {
  static const char scheme[] = "file://";
  char *uri = malloc(sizeof scheme + 3 * strlen(path)), *end = uri;
  if (uri == NULL) return NULL;
  if (path[0] == '/') end += sprintf(end, "%s", scheme);
  for (const char *c = path; *c != '\0'; c++) {
    bool plain = isascii((unsigned char)*c) && (isalnum((unsigned char)*c) || strchr("-._~/", *c) != NULL);
    end += sprintf(end, plain ? "%c" : "%%%02X", (unsigned char)*c);
  }
  json_t *made = json_stringn(uri, (size_t)(end - uri));
  free(uri);
  return made;
}

/* Whether a reader of the log finds it: what was piped in, or is the program itself (=TEXT), stands nowhere. */
static bool is_file(const char *path) { return path != NULL && path[0] != '=' && strcmp(path, "-") != 0; }

static json_t *location_of(const SarifFinding *finding) {
  json_t *location =
      json_pack("{s:[{s:o, s:s}]}", "logicalLocations", "name", json_text(finding->name), "kind", "function");
  if (location == NULL || !is_file(finding->file)) return location;
  json_t *place = json_pack("{s:{s:o}}", "artifactLocation", "uri", uri_of(finding->file));
  if (finding->line > 0)
    (void)json_object_set_new(
        place, "region", json_pack("{s:i, s:i}", "startLine", (int)finding->line, "startColumn", (int)finding->column));
  if (json_object_set_new(location, "physicalLocation", place) == 0) return location;
  json_decref(location);
  return NULL;
}

bool sarif_add(json_t *log, const SarifFinding *finding) {
  json_t *run = run_of(log);
  json_t *rules = json_object_get(json_object_get(json_object_get(run, "tool"), "driver"), "rules");
  if (!add_rule(rules, finding)) return false;
  json_t *result = json_pack("{s:s, s:s, s:{s:o}, s:[o]}", "ruleId", finding->rule, "level", finding->level, "message",
                             "text", json_text(finding->message), "locations", location_of(finding));
  return json_array_append_new(json_object_get(run, "results"), result) == 0;
}

bool sarif_write(json_t *log, FILE *out) {
  bool good = log != NULL && json_dumpf(log, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
  json_decref(log);
  return good;
}
