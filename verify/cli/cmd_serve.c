/* adjudge serve: the rules of a shared object over JSON Lines, in a process of their
 * own, so that what they do there is seen and survived: each batch is answered in a
 * fork, and what ends it loses one answer.  `campaign --library` starts it. */
#include "verify/cli/commands.h"
#include "verify/cli/memory.h"
#include "verify/primitive/adjudge.h"
#include "verify/primitive/wire.h"

#include <dlfcn.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef const adjudge_rule *(*RuleTable)(int version);

enum { CALL_VALUE, CALL_JVP, CALL_VJP, CALL_JVP2, CALL_ENCLOSURE, CALLS };
static const char *const call_names[CALLS] = {"value", "jvp", "vjp", "jvp2", "enclosure"};

/* More scalars of an answer than any line has room for. */
#define SIZE_MOST ((json_int_t)1 << 24)

typedef struct Server {
  const adjudge_rule *rules, *rule; /* the table, and the one that was described */
  size_t size[CALLS];               /* scalars of an answer */
} Server;

/* A number, or one that JSON has not: "nan", "inf", "-inf". */
static bool is_number(const json_t *json) {
  const char *text = json_string_value(json);
  char *end = NULL;
  if (text != NULL) (void)strtod(text, &end);
  return json_is_number(json) || (end != text && *end == '\0');
}

static bool are_numbers(const json_t *json) {
  bool good = json_is_array(json) || is_number(json);
  for (size_t i = 0; i < json_array_size(json); i++) good = good && are_numbers(json_array_get(json, i));
  return good;
}

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

/* Whether a rule was described that has the call. */
static bool offers(const Server *server, int call) {
  const adjudge_rule *r = server->rule;
  if (r == NULL) return false;
  const bool there[CALLS] = {r->value != NULL, r->jvp != NULL, r->vjp != NULL, r->jvp2 != NULL, r->enclosure != NULL};
  return there[call];
}

static json_t *call_one(const Server *server, int call, const json_t *query) {
  if (!offers(server, call)) return json_pack("{s:s}", "error", "no rule that was described offers the call");
  const json_t *args = json_object_get(query, "args"), *given = json_object_get(query, "seed");
  const json_t *second = json_object_get(query, call == CALL_JVP2 ? "along" : "high");
  if (!are_numbers(args) || (given != NULL && !are_numbers(given)) || (second != NULL && !are_numbers(second)))
    return json_pack("{s:s}", "error", "an argument that is no number");
  size_t inputs = flatten(args, NULL), seeds = given == NULL ? 0 : flatten(given, NULL), outputs = server->size[call];
  size_t others = second == NULL ? 0 : flatten(second, NULL);
  double *x = calloc(inputs + seeds + others + outputs + 1, sizeof *x);
  if (x == NULL) return json_pack("{s:s}", "error", "limit: out of memory");
  double *seed = x + inputs, *more = seed + seeds, *out = more + others;
  (void)flatten(args, x);
  if (given != NULL) (void)flatten(given, seed);
  if (second != NULL) (void)flatten(second, more);
  int code = call_rule(server->rule, call, x, seed, more, out, outputs);
  json_t *answer;
  if (code == ADJUDGE_OK) {
    json_t *list = json_array();
    for (size_t i = 0; i < outputs; i++) (void)json_array_append_new(list, wire_number(out[i]));
    answer = json_pack("{s:o}", "flat", list);
  } else {
    answer = code == ADJUDGE_UNDEFINED ? json_null() : json_pack("{s:s}", "error", "unknown answer of the rule");
  }
  free(x);
  return answer;
}

/* How many scalars each call answers with; false where that is no such number. */
static bool read_sizes(Server *server, const json_t *sizes) {
  bool good = true;
  for (int k = 0; k < CALLS; k++) {
    json_int_t size = json_integer_value(json_object_get(sizes, call_names[k]));
    good = good && size >= 0 && size <= SIZE_MOST;
    server->size[k] = good ? (size_t)size : 0;
  }
  return good;
}

static json_t *describe(Server *server, const json_t *request) {
  const char *name = json_string_value(json_object_get(request, "name"));
  json_t *list = json_array();
  server->rule = server->rules;
  while (server->rule->name != NULL && (name == NULL || strcmp(server->rule->name, name) != 0)) server->rule++;
  if (!read_sizes(server, json_object_get(request, "sizes")) || server->rule->name == NULL) server->rule = NULL;
  for (int k = 0; k < CALLS; k++) {
    if (offers(server, k)) (void)json_array_append_new(list, json_string(call_names[k]));
  }
  return json_pack("{s:O, s:o, s:b}", "id", json_object_get(request, "id"), "offers", list, "again", 1);
}

/* How a process ended, as the answer to the call that ended it. */
static json_t *answer_of_end(int status) {
  char text[48];
  if (WIFSIGNALED(status))
    (void)snprintf(text, sizeof text, "killed by signal %d", WTERMSIG(status));
  else
    (void)snprintf(text, sizeof text, "exit code %d", WEXITSTATUS(status));
  return json_pack("{s:s}", "error", text);
}

/* In a process of its own: the answers from `first` on, a line each. */
static _Noreturn void answer_forked(const Server *server, int call, const json_t *batch, size_t first, int to) {
  FILE *out = fdopen(to, "w");
  if (out == NULL) process_limit("out of memory");
  for (size_t i = first; i < json_array_size(batch); i++) {
    json_t *one = call_one(server, call, json_array_get(batch, i));
    if (json_dumpf(one, out, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) != 0) break; /* nobody reads */
    (void)fputc('\n', out);
    (void)fflush(out);
    json_decref(one);
  }
  _exit(0);
}

/* The answers that a fork gives before it ends; a call that ends it is answered by how. */
static void take_forked(const Server *server, int call, const json_t *batch, json_t *answers) {
  int ends[2], status = 0;
  pid_t pid = pipe(ends) == 0 ? fork() : -1;
  if (pid == 0) answer_forked(server, call, batch, json_array_size(answers), ends[1]);
  FILE *lines = NULL;
  if (pid > 0) {
    (void)close(ends[1]);
    lines = fdopen(ends[0], "r");
    if (lines == NULL) process_limit("out of memory");
  }
  char *line = NULL;
  size_t room = 0;
  json_t *one = NULL;
  while (lines != NULL && getline(&line, &room, lines) > 0 && (one = json_loads(line, JSON_DECODE_ANY, NULL)) != NULL)
    (void)json_array_append_new(answers, one);
  free(line);
  if (lines != NULL) (void)fclose(lines);
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (*process_limit_note != 0)
    _exit(EXIT_USAGE); /* memory of this program, which the fork has said, and no fault of the rule */
  if (json_array_size(answers) < json_array_size(batch))
    (void)json_array_append_new(answers, pid < 0 ? json_pack("{s:s}", "error", "no process") : answer_of_end(status));
}

static json_t *answer(Server *server, const json_t *request) {
  const char *name = json_string_value(json_object_get(request, "call"));
  if (name != NULL && strcmp(name, "describe") == 0) return describe(server, request);
  int call = 0;
  while (call < CALLS && (name == NULL || strcmp(name, call_names[call]) != 0)) call++;
  const json_t *batch = json_object_get(request, "batch");
  json_t *answers = json_array();
  while (json_array_size(answers) < json_array_size(batch) && call < CALLS) take_forked(server, call, batch, answers);
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
  bool read = feof(stdin) != 0; /* else it failed, or there was no memory for the line */
  free(line);
  if (!read) cli_error(arguments, "the requests cannot be read to their end");
  return read ? EXIT_HELD : EXIT_USAGE;
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
  process_limit_note =
      mmap(NULL, sizeof *process_limit_note, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (process_limit_note == MAP_FAILED) {
    process_limit_note = NULL;
    process_limit("out of memory");
  }
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
