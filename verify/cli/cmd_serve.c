/* adjudge serve: the rules of a shared object over JSON Lines, in a process of their
 * own, so that what they do there is seen and survived: each batch is answered in a
 * fork, and what ends it loses one answer.  `campaign --library` starts it. */
#include "verify/cli/commands.h"
#include "verify/cli/forked.h"
#include "verify/cli/memory.h"
#include "verify/primitive/adjudge.h"
#include "verify/primitive/wire.h"

#include <dlfcn.h>
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

/* What a query gives to a call: its fields in the order of the rule's operands. */
#define FIELDS 3
static const char *const call_fields[CALLS][FIELDS] = {
    {"args"}, {"args", "seed"}, {"args", "seed"}, {"args", "seed", "along"}, {"args", "high"}};

/* Scalars on each side of an answer that are looked at afterwards. */
#define FENCE 64

/* More scalars of an answer than any line has room for. */
#define SIZE_MOST ((json_int_t)1 << 24)

typedef struct Server {
  const adjudge_rule *rules, *rule; /* the table, and the one that was described */
  size_t size[CALLS];               /* scalars of an answer */
  bool sized[CALLS];                /* `sizes` had it */
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

static int call_rule(const adjudge_rule *rule, int call, double *const *given, double *out, size_t outputs) {
  switch (call) {
  case CALL_VALUE: return rule->value(given[0], out);
  case CALL_JVP: return rule->jvp(given[0], given[1], out);
  case CALL_VJP: return rule->vjp(given[0], given[1], out);
  case CALL_JVP2: return rule->jvp2(given[0], given[1], given[2], out);
  default: return rule->enclosure(given[0], given[1], out, out + outputs / 2);
  }
}

/* Whether a rule was described that has the call. */
static bool offers(const Server *server, int call) {
  const adjudge_rule *r = server->rule;
  if (r == NULL || !server->sized[call]) return false;
  const bool there[CALLS] = {r->value != NULL, r->jvp != NULL, r->vjp != NULL, r->jvp2 != NULL, r->enclosure != NULL};
  return there[call];
}

static json_t *error_of(const char *what, const char *detail) { return json_pack("{s:s+}", "error", what, detail); }

static json_t *answer_of_code(int code, const double *out, size_t outputs) {
  if (code == ADJUDGE_UNDEFINED) return json_null();
  if (code != ADJUDGE_OK) return error_of("unknown answer of the rule", "");
  json_t *list = json_array();
  for (size_t i = 0; i < outputs; i++) (void)json_array_append_new(list, wire_number(out[i]));
  return json_pack("{s:o}", "flat", list);
}

/* The scalars of a call: what is given, a fence, the answer, a fence.  All are NaN at first but what is given: an
 * answer is set, and not added to what is there. */
typedef struct Operands {
  double *all, *before; /* and what they were before the call */
  size_t given, outputs;
} Operands;

static size_t operands_size(const Operands *o) { return o->given + FENCE + o->outputs + FENCE; }
static double *answer_of(const Operands *o) { return o->all + o->given + FENCE; }

static bool operands_new(Operands *o, size_t given, size_t outputs) {
  *o = (Operands){.given = given, .outputs = outputs};
  o->all = calloc(2 * operands_size(o), sizeof *o->all);
  if (o->all == NULL) return false;
  o->before = o->all + operands_size(o);
  for (size_t i = 0; i < operands_size(o); i++) o->all[i] = NAN;
  return true;
}

/* By bits: they may be NaN. */
static bool same_bits(const void *a, const void *b, size_t count) { return memcmp(a, b, count * sizeof(double)) == 0; }

/* Whether the rule has written where its answer is, and nowhere else. */
static bool is_kept(const Operands *o) {
  size_t head = o->given + FENCE, end = head + o->outputs;
  return same_bits(o->all, o->before, head) && same_bits(o->all + end, o->before + end, FENCE);
}

static json_t *call_one(const Server *server, int call, const json_t *query) {
  if (!offers(server, call)) return error_of("no rule that was described offers the call", "");
  size_t count[FIELDS] = {0}, total = 0;
  for (int k = 0; k < FIELDS && call_fields[call][k] != NULL; k++) {
    const json_t *field = json_object_get(query, call_fields[call][k]);
    if (field == NULL) return error_of("the query has no ", call_fields[call][k]);
    if (!are_numbers(field)) return error_of("an argument that is no number: ", call_fields[call][k]);
    total += count[k] = flatten(field, NULL);
  }
  if (call == CALL_ENCLOSURE && count[0] != count[1]) return error_of("not as many numbers as in args: ", "high");
  Operands o;
  if (!operands_new(&o, total, server->size[call])) process_limit("out of memory");
  double *given[FIELDS], *next = o.all;
  for (int k = 0; k < FIELDS; k++) {
    given[k] = next;
    if (call_fields[call][k] != NULL) next += flatten(json_object_get(query, call_fields[call][k]), next);
  }
  memcpy(o.before, o.all, operands_size(&o) * sizeof *o.all);
  int code = call_rule(server->rule, call, given, answer_of(&o), o.outputs);
  json_t *answer = is_kept(&o) ? answer_of_code(code, answer_of(&o), o.outputs)
                               : error_of("it writes to its arguments, or beyond its answer", "");
  free(o.all);
  return answer;
}

/* How many scalars each call answers with; a call that has none there is not offered.  False where one is no such
 * number. */
static bool read_sizes(Server *server, const json_t *sizes) {
  bool good = json_is_object(sizes);
  for (int k = 0; k < CALLS; k++) {
    const json_t *size = json_object_get(sizes, call_names[k]);
    json_int_t number = json_integer_value(size);
    server->sized[k] = size != NULL;
    good = good && (size == NULL || (json_is_integer(size) && number >= 0 && number <= SIZE_MOST));
    server->size[k] = good ? (size_t)number : 0;
  }
  return good;
}

static json_t *describe(Server *server, const json_t *request) {
  const char *name = json_string_value(json_object_get(request, "name"));
  server->rule = NULL;
  if (name == NULL) return error_of("describe: no name", "");
  if (!read_sizes(server, json_object_get(request, "sizes")))
    return error_of("describe: `sizes` has what is no number of scalars, or too large a one", "");
  json_t *list = json_array();
  server->rule = server->rules;
  while (server->rule->name != NULL && strcmp(server->rule->name, name) != 0) server->rule++;
  if (server->rule->name == NULL) server->rule = NULL;
  for (int k = 0; k < CALLS; k++) {
    if (offers(server, k)) (void)json_array_append_new(list, json_string(call_names[k]));
  }
  return json_pack("{s:o, s:b}", "offers", list, "again", 1);
}

/* How a process ended, as the answer to the call that ended it. */
static json_t *answer_of_end(int status) {
  char text[48];
  if (WIFSIGNALED(status))
    (void)snprintf(text, sizeof text, "killed by signal %d", WTERMSIG(status));
  else
    (void)snprintf(text, sizeof text, "exit code %d", WEXITSTATUS(status));
  return error_of(text, "");
}

/* Calls of a batch that are left to be answered. */
typedef struct Rest {
  const Server *server;
  int call;
  const json_t *batch;
  size_t first;
} Rest;

/* In a process of its own: the answers, a line each. */
static void answer_rest(const void *state, FILE *out) {
  const Rest *rest = state;
  for (size_t i = rest->first; i < json_array_size(rest->batch); i++) {
    json_t *one = call_one(rest->server, rest->call, json_array_get(rest->batch, i));
    if (json_dumpf(one, out, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) != 0) break; /* nobody reads */
    (void)fputc('\n', out);
    (void)fflush(out);
    json_decref(one);
  }
}

/* The answers that a fork gives before it ends; a call that ends it is answered by how.  False where there is no
 * process, file or memory for one, which is no fault of the rule. */
static bool take_forked(const Server *server, int call, const json_t *batch, json_t *answers) {
  Rest rest = {server, call, batch, json_array_size(answers)};
  Forked forked;
  if (!forked_start(&forked, answer_rest, &rest)) return false;
  json_t *one = NULL;
  /* no further than to the last: what a rule has started may keep the pipe open */
  while (json_array_size(answers) < json_array_size(batch) && (one = forked_next(&forked)) != NULL)
    (void)json_array_append_new(answers, one);
  int status = forked_end(&forked);
  if (*process_limit_note != 0) return false; /* and the fork has said so */
  if (json_array_size(answers) < json_array_size(batch)) (void)json_array_append_new(answers, answer_of_end(status));
  return true;
}

static json_t *answer(Server *server, const json_t *request) {
  const char *name = json_string_value(json_object_get(request, "call"));
  const json_t *batch = json_object_get(request, "batch");
  int call = 0;
  if (name == NULL) return error_of("the request has no call", "");
  if (strcmp(name, "describe") == 0) return describe(server, request);
  while (call < CALLS && strcmp(name, call_names[call]) != 0) call++;
  if (call == CALLS) return error_of("there is no such call: ", name);
  if (!json_is_array(batch)) return error_of("`batch` is no list", "");
  json_t *answers = json_array();
  *process_limit_note = 0;
  while (json_array_size(answers) < json_array_size(batch)) {
    if (take_forked(server, call, batch, answers)) continue;
    json_decref(answers);
    return error_of("no process for it, or no memory", "");
  }
  return json_pack("{s:o}", "answers", answers);
}

/* The answer to one line, by its id if it has one. */
static json_t *answer_line(Server *server, const char *line, size_t length) {
  json_error_t error;
  json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
  json_t *id = json_object_get(request, "id"), *said;
  if (request == NULL)
    said = error_of("no line of JSON: ", error.text);
  else
    said = id == NULL ? error_of("the request has no id", "") : answer(server, request);
  (void)json_object_set(said, "id", id == NULL ? json_null() : id);
  json_decref(request);
  return said;
}

static ExitCode serve(const Arguments *arguments, Server *server) {
  char *line = NULL;
  size_t room = 0, count = 0;
  ssize_t length;
  ExitCode code = EXIT_HELD;
  while (ferror(arguments->out) == 0 && (length = getline(&line, &room, stdin)) > 0) {
    json_t *said = answer_line(server, line, (size_t)length);
    const char *error = json_string_value(json_object_get(said, "error"));
    count++;
    if (error != NULL) {
      cli_error(arguments, "line %zu is not answered: %s", count, error);
      code = EXIT_USAGE;
    }
    (void)json_dumpf(said, arguments->out, JSON_COMPACT | JSON_REAL_PRECISION(17));
    (void)fputc('\n', arguments->out);
    (void)fflush(arguments->out);
    json_decref(said);
  }
  bool read = feof(stdin) != 0 || ferror(arguments->out) != 0; /* else it failed, or there was no memory for the line */
  free(line);
  if (!read) cli_error(arguments, "the requests cannot be read to their end");
  return read ? code : EXIT_USAGE;
}

/* The table of a library, or why it has none; what it prints when it is opened is no answer. */
static const adjudge_rule *open_rules(const char *file, const char **why) {
  RuleTable table = NULL;
  const adjudge_rule *rules = NULL;
  int answers = dup(STDOUT_FILENO);
  (void)dup2(STDERR_FILENO, STDOUT_FILENO);
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL), *symbol = NULL;
  *why = library == NULL ? dlerror() : NULL;
  if (library != NULL) symbol = dlsym(library, "adjudge_rules");
  memcpy(&table, &symbol, sizeof table); /* POSIX: an object pointer holds it */
  if (table != NULL) rules = table(ADJUDGE_VERSION_RULES);
  (void)fflush(stdout);
  if (answers >= 0) (void)dup2(answers, STDOUT_FILENO);
  if (answers >= 0) (void)close(answers);
  return rules;
}

static ExitCode run_serve(const Arguments *arguments) {
  Server server = {0};
  const char *why;
  process_limit_note =
      mmap(NULL, sizeof *process_limit_note, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (process_limit_note == MAP_FAILED) {
    process_limit_note = NULL;
    process_limit("out of memory");
  }
  server.rules = open_rules(arguments->operands[0], &why);
  if (server.rules != NULL) return serve(arguments, &server);
  if (why != NULL)
    cli_error(arguments, "%s", why);
  else
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
    .options = serve_options,
    .examples = serve_examples,
    .run = run_serve,
};
