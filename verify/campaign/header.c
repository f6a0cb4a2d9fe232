#include "verify/campaign/header.h"

#include "semantics/text/json_text.h"
#include "verify/campaign/version.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const depths[] = {"thorough", "quick", "proofs", "merging"};
#define DEPTHS (int)(sizeof depths / sizeof *depths)
const char *const engine_choice_names[ENGINE_CHOICES] = {"all", "chad"};

json_t *header_json(const Report *report) {
  json_t *header = json_object(), *laws = json_array(), *asked = json_array(), *depth = json_array();
  json_t *spaces = json_array();
  char seed[32];
  const BatteryOptions *options = &report->options;
  (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)report->seed);
  json_set_text(header, "version", ADJUDGE_VERSION);
  json_set_text(header, "source", adjudge_source());
  json_set_text(header, "command", report->command);
  json_set_text(header, "seed", seed);
  for (int law = 0; law < LAW_COUNT; law++) {
    if (options->laws.on[law]) (void)json_array_append_new(laws, json_string(law_info((LawId)law)->name));
  }
  for (uint32_t k = 0; k < report->asked_count; k++) (void)json_array_append_new(asked, json_text(report->asked[k]));
  const bool flags[] = {options->thorough, options->quick, options->proofs, options->merging > 0};
  for (int i = 0; i < DEPTHS; i++) {
    if (flags[i]) (void)json_array_append_new(depth, json_string(depths[i]));
  }
  for (uint32_t i = 0; i < report->count; i++)
    (void)json_array_append_new(spaces, json_text(report->scopes[i].scope.name));
  (void)json_object_set_new(header, "laws", laws);
  (void)json_object_set_new(header, "asked", asked);
  (void)json_object_set_new(header, "depth", depth);
  json_set_text(header, "engines", engine_choice_names[options->engines]);
  (void)json_object_set_new(header, "spaces", spaces);
  return header;
}

char *header_line(const Report *report) {
  json_t *header = header_json(report), *scopes = json_array();
  for (uint32_t i = 0; i < report->count; i++) {
    const Scope *scope = &report->scopes[i].scope;
    char first[48], count[48], source[32];
    (void)rank_print(scope->first, first, sizeof first);
    (void)rank_print(scope->count, count, sizeof count);
    (void)snprintf(source, sizeof source, "%016llx", (unsigned long long)scope->source);
    (void)json_array_append_new(scopes, json_pack("[o, s, s, s]", json_text(scope->space), first, count, source));
  }
  (void)json_object_set_new(header, "scopes", scopes);
  /* not of a report, but of what is done with each program: certificates that were written are in that folder */
  struct stat folder;
  bool there = report->options.certificates != NULL && stat(report->options.certificates, &folder) == 0;
  json_set_text(header, "certificates", report->options.certificates);
  (void)json_object_set_new(header, "folder", json_integer(there ? (json_int_t)folder.st_ino : 0));
  (void)json_object_set_new(header, "merging", json_integer((json_int_t)report->options.merging));
  char *line = json_dumps(header, JSON_COMPACT | JSON_SORT_KEYS);
  json_decref(header);
  return line;
}

static bool same_text(const json_t *a, const char *text) {
  const char *own = json_string_value(a);
  return own != NULL && strcmp(own, text) == 0;
}

static bool read_laws(const json_t *laws, LawSet *set) {
  size_t i;
  const json_t *name;
  json_array_foreach(laws, i, name) {
    LawId law = law_find(json_string_value(name));
    if (law == LAW_COUNT || set->on[law]) return false;
    set->on[law] = true;
  }
  return true;
}

static bool read_depth(const json_t *depth, BatteryOptions *options) {
  bool merging = false;
  bool *const flags[] = {&options->thorough, &options->quick, &options->proofs, &merging};
  for (size_t k = 0; k < json_array_size(depth); k++) {
    int i = 0;
    while (i < DEPTHS && !same_text(json_array_get(depth, k), depths[i])) i++;
    if (i == DEPTHS || *flags[i]) return false;
    *flags[i] = true;
  }
  options->merging = merging; /* of which spaces is told by their counts */
  return true;
}

static bool read_asked(const json_t *asked, Report *report) {
  size_t count = json_array_size(asked);
  const char **names = calloc(count + 1, sizeof *names);
  if (names == NULL) return false;
  for (size_t k = 0; k < count; k++) names[k] = json_string_value(json_array_get(asked, k));
  report->asked = names;
  report->asked_count = (uint32_t)count;
  return true;
}

bool header_read(const json_t *header, Report *report, const char **unknown) {
  int engine = 0;
  *unknown = "version";
  if (!same_text(json_object_get(header, *unknown), ADJUDGE_VERSION)) return false;
  *unknown = "source";
  if (!same_text(json_object_get(header, *unknown), adjudge_source())) return false;
  report->command = json_string_value(json_object_get(header, "command"));
  report->seed = strtoull(json_string_value(json_object_get(header, "seed")), NULL, 10);
  report->options.seed = report->seed;
  *unknown = "laws";
  if (!read_laws(json_object_get(header, *unknown), &report->options.laws)) return false;
  *unknown = "depth";
  if (!read_depth(json_object_get(header, *unknown), &report->options)) return false;
  *unknown = "engines";
  while (engine < ENGINE_CHOICES && !same_text(json_object_get(header, *unknown), engine_choice_names[engine]))
    engine++;
  report->options.engines = (EngineChoice)engine;
  if (engine == ENGINE_CHOICES) return false;
  *unknown = "asked";
  return read_asked(json_object_get(header, *unknown), report);
}

const char *header_difference(const json_t *a, const json_t *b) {
  static const char *const keys[] = {"version", "source", "command", "seed", "laws", "asked", "depth", "engines"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (!json_equal(json_object_get(a, keys[i]), json_object_get(b, keys[i]))) return keys[i];
  }
  return NULL;
}
