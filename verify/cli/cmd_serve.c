/* adjudge serve: the rules of a shared object over JSON Lines, in a process of their
 * own, so that what they do there is seen and survived.  `campaign --library` starts
 * it. */
#include "verify/cli/commands.h"
#include "verify/primitive/adjudge.h"

#include <dlfcn.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef const adjudge_rule *(*RuleTable)(int version);

enum { CALL_VALUE, CALL_JVP, CALL_VJP, CALL_JVP2, CALL_ENCLOSURE, CALLS };
static const char *const call_names[CALLS] = {"value", "jvp", "vjp", "jvp2", "enclosure"};

typedef struct Server {
  const adjudge_rule *rules, *rule; /* the table, and the one that was described */
  size_t size[CALLS];               /* scalars of an answer */
} Server;

/* Numbers of a nested value, in order; with out = NULL they are counted. */
static size_t flatten(const json_t *json, double *out) {
  if (!json_is_array(json)) {
    if (out != NULL) {
      const char *text = json_string_value(json);
      *out = text == NULL ? json_number_value(json) : strtod(text, NULL);
    }
    return 1;
  }
  size_t count = 0;
  for (size_t i = 0; i < json_array_size(json); i++)
    count += flatten(json_array_get(json, i), out == NULL ? NULL : out + count);
  return count;
}

static json_t *json_of_double(double x) {
  if (isfinite(x)) return json_real(x);
  return json_string(isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
}

static int call_rule(const adjudge_rule *rule, int call, const double *x, const double *seed, const double *more,
                     double *out, size_t outputs) {
  switch (call) {
  case CALL_VALUE: return rule->value(x, out);
  case CALL_JVP: return rule->jvp(x, seed, out);
  case CALL_VJP: return rule->vjp(x, seed, out);
  case CALL_JVP2: return rule->jvp2(x, seed, more, out);
  default: return rule->enclosure(x, more, out, out + outputs / 2);
  }
}

static json_t *call_one(const Server *server, int call, const json_t *query) {
  const json_t *args = json_object_get(query, "args"), *given = json_object_get(query, "seed");
  const json_t *second = json_object_get(query, call == CALL_JVP2 ? "along" : "high");
  size_t inputs = flatten(args, NULL), seeds = given == NULL ? 0 : flatten(given, NULL), outputs = server->size[call];
  size_t others = second == NULL ? 0 : flatten(second, NULL);
  double *x = calloc(inputs + seeds + others + outputs + 1, sizeof *x);
  if (x == NULL) return json_pack("{s:s}", "error", "out of memory");
  double *seed = x + inputs, *more = seed + seeds, *out = more + others;
  (void)flatten(args, x);
  if (given != NULL) (void)flatten(given, seed);
  if (second != NULL) (void)flatten(second, more);
  int code = call_rule(server->rule, call, x, seed, more, out, outputs);
  json_t *answer;
  if (code == ADJUDGE_OK) {
    json_t *list = json_array();
    for (size_t i = 0; i < outputs; i++) (void)json_array_append_new(list, json_of_double(out[i]));
    answer = json_pack("{s:o}", "flat", list);
  } else {
    answer = code == ADJUDGE_UNDEFINED ? json_null() : json_pack("{s:s}", "error", "unknown answer of the rule");
  }
  free(x);
  return answer;
}

static bool offers(const Server *server, int call) {
  const adjudge_rule *r = server->rule;
  const bool there[CALLS] = {r->value != NULL, r->jvp != NULL, r->vjp != NULL, r->jvp2 != NULL, r->enclosure != NULL};
  return there[call];
}

static json_t *describe(Server *server, const json_t *request) {
  const char *name = json_string_value(json_object_get(request, "name"));
  json_t *list = json_array();
  server->rule = server->rules;
  while (server->rule->name != NULL && (name == NULL || strcmp(server->rule->name, name) != 0)) server->rule++;
  for (int k = 0; k < CALLS; k++) {
    server->size[k] = (size_t)json_integer_value(json_object_get(json_object_get(request, "sizes"), call_names[k]));
    if (server->rule->name != NULL && offers(server, k)) (void)json_array_append_new(list, json_string(call_names[k]));
  }
  return json_pack("{s:O, s:o}", "id", json_object_get(request, "id"), "offers", list);
}

static json_t *answer(Server *server, const json_t *request) {
  const char *name = json_string_value(json_object_get(request, "call"));
  if (name != NULL && strcmp(name, "describe") == 0) return describe(server, request);
  int call = 0;
  while (call < CALLS && (name == NULL || strcmp(name, call_names[call]) != 0)) call++;
  const json_t *batch = json_object_get(request, "batch");
  json_t *answers = json_array();
  for (size_t i = 0; i < json_array_size(batch) && call < CALLS && server->rule != NULL; i++)
    (void)json_array_append_new(answers, call_one(server, call, json_array_get(batch, i)));
  return json_pack("{s:O, s:o}", "id", json_object_get(request, "id"), "answers", answers);
}

static ExitCode serve(const Arguments *arguments, Server *server) {
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, stdin) > 0) {
    json_t *request = json_loads(line, 0, NULL), *said = request == NULL ? NULL : answer(server, request);
    if (said != NULL) (void)json_dumpf(said, arguments->out, JSON_COMPACT | JSON_REAL_PRECISION(17));
    (void)fputc('\n', arguments->out);
    (void)fflush(arguments->out);
    json_decref(request);
    json_decref(said);
  }
  free(line);
  return EXIT_HELD;
}

static ExitCode run_serve(const Arguments *arguments) {
  void *library = dlopen(arguments->operands[0], RTLD_NOW | RTLD_LOCAL);
  RuleTable table = NULL;
  Server server = {0};
  if (library == NULL) {
    cli_error(arguments, "%s", dlerror());
    return EXIT_USAGE;
  }
  void *symbol = dlsym(library, "adjudge_rules");
  memcpy(&table, &symbol, sizeof table); /* POSIX: an object pointer holds it */
  if (table != NULL) server.rules = table(ADJUDGE_VERSION_RULES);
  if (server.rules != NULL) return serve(arguments, &server);
  cli_error(arguments, "%s: no table of rules for version %d of adjudge.h: does it define adjudge_rules?",
            arguments->operands[0], ADJUDGE_VERSION_RULES);
  return EXIT_USAGE;
}

static const Option serve_options[] = {{.name = NULL}};
static const char *const serve_examples[] = {"serve ./rules.so", NULL};
const Command command_serve = {
    .name = "serve",
    .summary = "answer for the rules of a shared object, by JSON Lines",
    .operands = "FILE.so",
    .least_operands = 1,
    .most_operands = 1,
    .options = serve_options,
    .examples = serve_examples,
    .run = run_serve,
};
