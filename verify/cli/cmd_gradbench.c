/* adjudge gradbench: a tool of GradBench (github.com/gradbench/gradbench), by its protocol: a message a line, and to
 * each a response. */
#include "semantics/memory/text_stream.h"
#include "verify/cli/commands.h"
#include "verify/cli/derivative.h"
#include "verify/cli/forked.h"
#include "verify/cli/gradbench.h"
#include "verify/cli/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const char *word_of(const json_t *message, const char *field) {
  const char *word = json_string_value(json_object_get(message, field));
  return word == NULL ? "" : word;
}

static json_t *failure(const char *error, size_t length) {
  while (length > 0 && error[length - 1] == '\n') length--;
  return json_pack("{s:b, s:o}", "success", 0, "error", json_stringn(error, length));
}

static json_t *define(const json_t *message) {
  static const char unknown[] = "no module of that name: hello, llsq, lse, ode, kmeans, gmm, lstm or ba";
  if (gradbench_find(word_of(message, "module"), NULL) == NULL) return failure(unknown, strlen(unknown));
  return json_pack("{s:b}", "success", 1);
}

typedef struct Evaluation {
  const Arguments *arguments;
  const GradbenchFunction *function;
  const json_t *input;
} Evaluation;

/* What the call writes as errors is the response's error. */
static json_t *respond_to_call(const Evaluation *evaluation) {
  char *error = NULL;
  size_t length = 0;
  Arguments inner = *evaluation->arguments;
  inner.err = text_stream_open(&error, &length);
  if (inner.err == NULL) process_limit("out of memory");
  json_t *timings = json_array();
  json_t *output = gradbench_call(&inner, evaluation->function, evaluation->input, timings);
  if (fclose(inner.err) != 0 || error == NULL) process_limit("out of memory");
  json_t *response = output != NULL ? json_pack("{s:b, s:o, s:O}", "success", 1, "output", output, "timings", timings)
                                    : failure(error, length);
  json_decref(timings);
  free(error);
  return response;
}

static void write_call(const void *state, FILE *out) {
  json_t *response = respond_to_call(state);
  (void)json_dumpf(response, out, JSON_COMPACT | JSON_REAL_PRECISION(17));
  (void)fputc('\n', out);
  json_decref(response);
}

/* Memory may end the process: that is one of its own, and the next message is answered. */
static json_t *evaluate(const Arguments *arguments, const json_t *message) {
  static const char unknown[] = "no function of that module and name", none[] = "limit: no process";
  Evaluation evaluation = {arguments, gradbench_find(word_of(message, "module"), word_of(message, "function")),
                           json_object_get(message, "input")};
  Forked forked;
  if (evaluation.function == NULL) return failure(unknown, strlen(unknown));
  if (!forked_start(&forked, write_call, &evaluation)) return failure(none, strlen(none));
  json_t *response = forked_next(&forked);
  int status = forked_end(&forked);
  if (response != NULL) return response;
  char how[64] = "limit: memory or the stack was exhausted";
  if (WIFSIGNALED(status)) (void)snprintf(how, sizeof how, "the process ended by signal %d", WTERMSIG(status));
  return failure(how, strlen(how));
}

static json_t *respond(const Arguments *arguments, const json_t *message) {
  const char *kind = word_of(message, "kind");
  if (strcmp(kind, "start") == 0) return json_pack("{s:s}", "tool", "adjudge");
  if (strcmp(kind, "define") == 0) return define(message);
  if (strcmp(kind, "evaluate") == 0) return evaluate(arguments, message);
  return json_object();
}

/* Whether the response was written, and says that what was asked was done. */
static bool write_response(const Arguments *arguments, const json_t *message, json_t *response) {
  bool done = !json_is_false(json_object_get(response, "success"));
  if (response == NULL || json_object_set(response, "id", json_object_get(message, "id")) != 0 ||
      json_dumpf(response, arguments->out, JSON_COMPACT | JSON_REAL_PRECISION(17)) != 0)
    process_limit("out of memory, or the answer cannot be written");
  (void)fputc('\n', arguments->out);
  if (fflush(arguments->out) != 0) process_limit("the answer cannot be written");
  json_decref(response);
  return done;
}

static ExitCode answer_all(const Arguments *arguments) {
  char *line = NULL;
  size_t room = 0, count = 0;
  ssize_t length;
  ExitCode code = EXIT_HELD;
  while ((length = getline(&line, &room, stdin)) > 0) {
    json_error_t error;
    json_t *message = json_loadb(line, (size_t)length, JSON_REJECT_DUPLICATES, &error);
    count++;
    if (!json_is_object(message) || json_object_get(message, "id") == NULL) {
      cli_error(arguments, "line %zu is no message of GradBench: %s", count,
                message == NULL ? error.text : "it is no object with an id");
      code = EXIT_USAGE;
    } else if (!write_response(arguments, message, respond(arguments, message)) && code == EXIT_HELD) {
      code = EXIT_INCOMPLETE;
    }
    json_decref(message);
  }
  bool read = feof(stdin) != 0; /* else it failed, or there was no memory for the line */
  free(line);
  if (!read) cli_error(arguments, "the messages cannot be read to their end");
  return read ? code : EXIT_USAGE;
}

static ExitCode run_gradbench(const Arguments *arguments) {
  const char *name = options_text(arguments, "engine", NULL);
  const Engine *engine = name == NULL ? NULL : engine_find(name);
  if (engine != NULL && engine->derive != NULL &&
      options_idle(arguments, "simplify", "it rewrites the derivatives of chad-forward and chad-reverse"))
    return EXIT_USAGE;
  if (name == NULL || engine != NULL) return answer_all(arguments);
  cli_error(arguments, "option --engine: no engine is called '%s'; 'adjudge engines' lists them", name);
  return EXIT_USAGE;
}

static const Option gradbench_options[] = {
    OPTION_ENGINE("chad-reverse"),
    OPTION_SIMPLIFY,
    {.name = NULL},
};
static const char *const gradbench_examples[] = {"gradbench < tests/gradbench/hello.jsonl",
                                                 "gradbench --engine dual-tape-reverse", NULL};
const Command command_gradbench = {
    .name = "gradbench",
    .summary = "a tool of GradBench: benchmarks of AD, by its JSON Lines",
    .operands = "",
    .options = gradbench_options,
    .examples = gradbench_examples,
    .details =
        "Reads the messages of an eval and answers each: modules hello, llsq, lse, ode, kmeans, gmm, lstm and ba, as\n"
        "the programs of verify/cli/gradbench.adj, whose derivatives are by the engine. In GradBench:\n"
        "  gradbench run --eval 'gradbench eval lse' --tool 'adjudge gradbench'\n"
        "Exit code 4 where an answer was no success.",
    .run = run_gradbench,
};
