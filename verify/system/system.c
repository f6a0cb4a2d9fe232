#include "verify/system/system.h"

#include "semantics/memory/text_stream.h"
#include "semantics/text/characters.h"
#include "verify/campaign/clock.h"
#include "verify/system/language.h"
#include "verify/system/program_json.h"
#include "verify/system/query_line.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *mode_name(Mode mode) {
  static const char *const names[] = {"value", "jvp", "vjp", "hessian"};
  return names[mode];
}

static bool complain(System *system, const char *what, const char *detail) {
  (void)snprintf(system->child.message, sizeof system->child.message, "%s%.100s", what, detail);
  return false;
}

/* ---------------------------------------------------------------- describe -- */

static void read_modes(System *system) {
  const json_t *modes = json_object_get(system->description, "modes");
  memset(system->offers, 0, sizeof system->offers);
  for (size_t i = 0; i < json_array_size(modes); i++) {
    const char *name = json_string_value(json_array_get(modes, i));
    for (int m = 0; m < MODE_COUNT; m++)
      system->offers[m] = system->offers[m] || (name != NULL && strcmp(name, mode_name((Mode)m)) == 0);
  }
}

static bool is_listed(const json_t *list, const char *name) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *word = json_string_value(json_array_get(list, i));
    if (word != NULL && strcmp(word, name) == 0) return true;
  }
  return false;
}

static void read_constructs(System *system) {
  const json_t *list = json_object_get(system->description, "constructs");
  for (uint32_t c = 0; c < CONSTRUCT_ALL; c++) {
    if (c == CONSTRUCT_COUNT || c == CONSTRUCT_RETURN || c == CONSTRUCT_NUMBER) continue;
    system->lacks[c] = system->without[c] || !is_listed(list, construct_name((Construct)c));
  }
}

/* What it offers, which stays as it was said first: answers are counted by that. */
static bool read_offers(System *system) {
  bool offers[MODE_COUNT], lacks[CONSTRUCT_ALL];
  memcpy(offers, system->offers, sizeof offers);
  memcpy(lacks, system->lacks, sizeof lacks);
  read_modes(system);
  read_constructs(system);
  bool same = memcmp(offers, system->offers, sizeof offers) == 0 && memcmp(lacks, system->lacks, sizeof lacks) == 0;
  if (system->described && !same)
    return complain(system, "describe: other `modes` or `constructs` than when it was started before", "");
  return true;
}

static bool describe(System *system) {
  json_t *request = json_pack("{s:I, s:s}", "id", ++system->id, "call", "describe");
  json_t *answer = wire_ask(&system->child, request, system->timeout, system->stopped);
  json_decref(request);
  if (answer == NULL) return false;
  json_decref(system->description);
  system->description = answer;
  if (!read_offers(system)) return false;
  const char *name = json_string_value(json_object_get(answer, "system"));
  if (name == NULL || !characters_shown(name)) return complain(system, "describe: `system` is no name", "");
  system->described = system->offers[MODE_VALUE];
  return system->described || complain(system, "describe: `modes` has no value", "");
}

System system_like(const System *system, bool (*stopped)(void)) {
  System other = {.command = system->command,
                  .timeout = system->timeout,
                  .memory = system->memory,
                  .cpu = system->cpu,
                  .described = system->described,
                  .stopped = stopped};
  memcpy(other.offers, system->offers, sizeof other.offers);
  memcpy(other.lacks, system->lacks, sizeof other.lacks);
  memcpy(other.without, system->without, sizeof other.without);
  return other;
}

bool system_start(System *system) {
  char limited[96], memory[32] = "unlimited", cpu[32] = "unlimited";
  if (system->memory > 0) (void)snprintf(memory, sizeof memory, "%llu", (unsigned long long)system->memory << 10);
  if (system->cpu > 0) (void)snprintf(cpu, sizeof cpu, "%llu", (unsigned long long)system->cpu);
  (void)snprintf(limited, sizeof limited, "ulimit -v %s; ulimit -t %s; eval \"$1\"", memory, cpu);
  const char *const words[] = {"/bin/sh", "-c", limited, "sh", system->command, NULL};
  double begun = clock_seconds();
  child_stop(&system->child);
  (void)signal(SIGPIPE, SIG_IGN);
  if (!child_start(&system->child, words)) return complain(system, "the adapter cannot be started: ", strerror(errno));
  bool good = describe(system);
  system->start = clock_seconds() - begun;
  return good;
}

void system_stop(System *system) {
  child_stop(&system->child);
  free(system->child.buffer);
  system->child.buffer = NULL;
  json_decref(system->description);
  system->description = NULL;
}

const char *system_title(const System *system) {
  const char *name = json_string_value(json_object_get(system->description, "system"));
  return name == NULL ? "?" : name;
}

const char *system_refuses(const System *system, const Residual *residual) {
  for (uint32_t i = 0; i < residual->count; i++) {
    if (system->lacks[residual->statement[i].construct]) return construct_name(residual->statement[i].construct);
  }
  return NULL;
}

/* ------------------------------------------------------------------- load -- */

/* The answer's list of that name and length; NULL with a message. */
static json_t *take_list(System *system, json_t *answer, const char *name, size_t count, const json_t **list) {
  *list = json_object_get(answer, name);
  if (answer == NULL || (json_is_array(*list) && json_array_size(*list) == count)) return answer;
  (void)complain(system, "the answer has no list with one for each that was asked: ", name);
  json_decref(answer);
  return NULL;
}

static void take_error(const json_t *json, char text[SYSTEM_TEXT]) {
  const char *error = json_string_value(json_object_get(json, "error"));
  (void)snprintf(text, SYSTEM_TEXT, "%s", error == NULL || *error == '\0' ? "?" : error);
  characters_show(text);
}

Variant system_variant(const System *system) {
  const json_t *wanted = json_object_get(system->description, "source");
  if (wanted == NULL) wanted = json_object_get(system->description, "variant");
  return (Variant){.literals = json_is_true(json_object_get(wanted, "literals")),
                   .nested = json_is_true(json_object_get(wanted, "nested")),
                   .assigned = json_is_true(json_object_get(wanted, "assigned")),
                   .conditional = json_is_true(json_object_get(wanted, "conditional"))};
}

const Format *system_format(const System *system) {
  const char *precision = json_string_value(json_object_get(system->description, "precision"));
  return precision != NULL && strcmp(precision, "single") == 0 ? &format_single : &format_double;
}

/* The program in the language that the system compiles, if it does, as the function of that number. */
static void add_source(const System *system, const Residual *residual, uint32_t number, json_t *program) {
  const json_t *wanted = json_object_get(system->description, "source");
  const char *name = json_string_value(json_object_get(wanted, "language"));
  const Language *language = name == NULL ? NULL : language_find(name);
  char *text = NULL, function[24];
  size_t size;
  FILE *out = language == NULL || language_lacks(language, residual) != NULL ? NULL : text_stream_open(&text, &size);
  if (out == NULL) return;
  (void)snprintf(function, sizeof function, "f%u", number);
  bool good = language_write(language, residual, function, system_variant(system), out);
  if (fclose(out) == 0 && good) (void)json_object_set_new(program, "source", json_string(text));
  free(text);
}

bool system_load(System *system, uint32_t count, const Residual *const *programs, char (*loaded)[SYSTEM_TEXT]) {
  json_t *list = json_array();
  const json_t *answers;
  for (uint32_t k = 0; k < count; k++) {
    json_t *program = program_json(programs[k]);
    if (program != NULL) add_source(system, programs[k], k, program);
    (void)json_array_append_new(list, program);
  }
  json_t *request = json_pack("{s:I, s:s, s:o}", "id", ++system->id, "call", "load", "programs", list);
  json_t *answer = wire_ask(&system->child, request, system->timeout, system->stopped);
  json_decref(request);
  answer = take_list(system, answer, "loaded", count, &answers);
  for (uint32_t k = 0; answer != NULL && k < count; k++) {
    const json_t *one = json_array_get(answers, k);
    loaded[k][0] = '\0';
    if (!json_is_true(one)) take_error(one, loaded[k]);
  }
  json_decref(answer);
  return answer != NULL;
}

/* -------------------------------------------------------------------- ask -- */

/* Numbers of a list, or of a list of lists, *at moving on; false where there are not so many. */
static bool read_numbers(const json_t *json, uint32_t size, uint32_t *at, double *out) {
  if (!json_is_array(json)) return *at < size && wire_read_number(json, &out[(*at)++]);
  for (size_t i = 0; i < json_array_size(json); i++) {
    if (!read_numbers(json_array_get(json, i), size, at, out)) return false;
  }
  return true;
}

static void take_answer(const json_t *json, Query *q) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < q->size; i++) q->out[i] = NAN;
  q->error[0] = '\0';
  if (json_is_null(json)) {
    q->answer = ANSWER_NULL;
    return;
  }
  if (json_is_object(json)) {
    q->answer = ANSWER_ERROR;
    take_error(json, q->error);
    return;
  }
  bool good = json_is_array(json) && read_numbers(json, q->size, &at, q->out) && at == q->size;
  q->answer = good ? ANSWER_GIVEN : ANSWER_SHAPE;
  if (good) return;
  char *text = json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT);
  (void)snprintf(q->error, sizeof q->error, "%s", text == NULL ? "" : text);
  characters_show(q->error);
  free(text);
}

bool system_ask(System *system, Mode mode, uint32_t count, Query *queries) {
  const json_t *answers;
  if (count == 0) return true;
  char *line = query_line(++system->id, mode, count, queries);
  if (line == NULL) return complain(system, "limit: out of memory", "");
  json_t *answer = wire_ask_line(&system->child, line, (double)system->id, system->timeout, system->stopped);
  free(line);
  answer = take_list(system, answer, "answers", count, &answers);
  for (uint32_t k = 0; answer != NULL && k < count; k++) take_answer(json_array_get(answers, k), &queries[k]);
  json_decref(answer);
  return answer != NULL;
}
