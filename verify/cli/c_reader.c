#include "verify/cli/c_reader.h"

#include "semantics/memory/text_stream.h"
#include "semantics/text/characters.h"
#include "semantics/text/lexer.h"
#include "semantics/text/syntax.h"
#include "verify/cli/session.h"
#include "verify/primitive/child.h"

#include <stdlib.h>
#include <string.h>

#define READER "adjudge-c"
#define SECONDS 120.0
#define FOLDER_MOST 4200
#define WORDS_MOST 160

/* adjudge-c FILE --function f --size n=3 */
static void write_words(const Arguments *arguments, const char *program, const char *path, const char *const *functions,
                        uint32_t count, const char **words) {
  uint32_t n = 0;
  words[n++] = program;
  words[n++] = path;
  for (uint32_t k = 0; k < count; k++) words[n++] = "--function", words[n++] = functions[k];
  const Given *size;
  for (uint32_t k = 0; (size = options_nth(arguments, "size", k)) != NULL && n + 3 < WORDS_MOST; k++)
    words[n++] = "--size", words[n++] = size->value;
  words[n] = NULL;
}

/* One line of JSON; NULL with a message. */
static json_t *ask(Child *child, const char *const *words) {
  size_t length = 0;
  json_error_t error;
  if (!child_start(child, words)) {
    (void)snprintf(child->message, sizeof child->message, "it cannot be started");
    return NULL;
  }
  if (!child_exchange(child, "", 0, SECONDS, NULL, &length)) return NULL;
  json_t *answer = json_loadb(child->buffer, length, 0, &error);
  if (answer == NULL) (void)snprintf(child->message, sizeof child->message, "it does not answer in JSON");
  return answer;
}

/* Whether something was read, and all that was asked for is there; else writes why not. */
static bool is_usable(const Arguments *arguments, const char *path, const json_t *answer) {
  const char *error = json_string_value(json_object_get(answer, "error"));
  const json_t *missing = json_object_get(answer, "missing");
  if (error != NULL) cli_error(arguments, "%s", error);
  for (size_t k = 0; error == NULL && k < json_array_size(missing); k++)
    cli_error(arguments, "%s: no function is called '%s'", path, json_string_value(json_array_get(missing, k)));
  return error == NULL && json_array_size(missing) == 0;
}

json_t *c_read(const Arguments *arguments, const char *path, const char *const *functions, uint32_t count) {
  char program[FOLDER_MOST + 16], folder[FOLDER_MOST];
  const char *words[WORDS_MOST];
  Child child = {.to = -1, .from = -1};
  GivenSizes sizes;
  if (!session_sizes(arguments, &sizes)) return NULL;
  if (!package_find(READER, folder, sizeof folder)) {
    cli_error(arguments, "%s: the reader of C, " READER ", is not beside adjudge: install it, or run make", path);
    return NULL;
  }
  (void)snprintf(program, sizeof program, "%s/" READER, folder);
  write_words(arguments, program, path, functions, count, words);
  json_t *answer = ask(&child, words);
  if (answer == NULL) cli_error(arguments, "%s: LIMIT: the reader of C: %s", path, child.message);
  child_stop(&child);
  free(child.buffer);
  if (answer != NULL && is_usable(arguments, path, answer)) return answer;
  json_decref(answer);
  return NULL;
}

/* ------------------------------------------------------------ definitions -- */

const char *c_text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text == NULL ? "" : text;
}

int c_length(const json_t *object) { return (int)json_integer_value(json_object_get(object, "length")); }

/* Words of the language are no names of definitions. */
static void write_name(const char *name, FILE *out) {
  size_t length = strlen(name);
  bool taken = lexer_reserved(name, length, false) || syntax_operation(name, length) != OP_CODE_COUNT;
  (void)fprintf(out, "%s%s", name, taken ? "_c" : "");
}

/* For any size, if there is such a definition; NULL else. */
static const json_t *general_of(const json_t *function) {
  const json_t *general = json_object_get(function, "general");
  return json_object_get(general, "body") == NULL ? NULL : general;
}

/* {n = 3} (x : real^n) (s : real) */
static void write_general_header(const json_t *general, FILE *out) {
  size_t k;
  const json_t *argument;
  (void)fprintf(out, " {%s}", c_text(general, "sizes"));
  json_array_foreach(json_object_get(general, "arguments"), k, argument) {
    const char *length = c_text(argument, "length");
    (void)fprintf(out, " (%s : real%s%s)", c_text(argument, "target"), length[0] == '\0' ? "" : "^", length);
  }
  (void)fputs(" =", out);
}

static void write_header(const json_t *function, FILE *out) {
  size_t k;
  const json_t *argument;
  (void)fputs("def ", out);
  write_name(c_text(function, "name"), out);
  if (general_of(function) != NULL) {
    write_general_header(general_of(function), out);
    return;
  }
  json_array_foreach(json_object_get(function, "arguments"), k, argument) {
    int length = c_length(argument);
    (void)fprintf(out, length < 0 ? " (%s : real)" : " (%s : real^%d)", c_text(argument, "target"), length);
  }
  (void)fputs(" =", out);
}

/* A line each, or all in one. */
static void write_body(const char *body, bool lines, FILE *out) {
  (void)fputs(lines ? "\n  " : " ", out);
  for (const char *c = body; *c != '\0'; c++) {
    if (*c != '\n')
      (void)fputc(*c, out);
    else
      (void)fputs(lines ? "\n  " : " ", out);
  }
  (void)fputc('\n', out);
}

/* What it gives, in order, for people. */
static void write_comment(const char *path, const json_t *function, FILE *out) {
  size_t k;
  const json_t *output;
  const char *sizes = c_text(function, "sizes");
  char *shown = strdup(path); /* a name may have lines */
  if (shown != NULL) characters_show(shown);
  (void)fprintf(out, "-- %s:%d%s%s: gives", shown == NULL ? "" : shown,
                (int)json_integer_value(json_object_get(function, "line")), sizes[0] == '\0' ? "" : ", ", sizes);
  free(shown);
  json_array_foreach(json_object_get(function, "outputs"), k, output) {
    const char *name = c_text(output, "name");
    (void)fprintf(out, "%s %s", k > 0 ? "," : "", name[0] == '\0' ? "what it returns" : name);
  }
  const char *alone = c_text(json_object_get(function, "general"), "refusal");
  if (alone[0] != '\0') (void)fprintf(out, "; for these sizes alone: %s", alone);
  static const char *const notes[] = {"note", "cut"};
  for (k = 0; k < sizeof notes / sizeof *notes; k++) {
    const char *note = strstr(c_text(function, notes[k]), "note: ");
    (void)fprintf(out, "%s%s", note == NULL ? "" : "; ", note == NULL ? "" : note + strlen("note: "));
  }
  (void)fputc('\n', out);
}

static void write_functions(const char *path, const json_t *answer, ImportLayout layout, FILE *out) {
  size_t k;
  const json_t *function;
  json_int_t line = 1;
  json_array_foreach(json_object_get(answer, "functions"), k, function) {
    if (layout == IMPORT_FOR_READING) write_comment(path, function, out);
    for (json_int_t at = json_integer_value(json_object_get(function, "line")); layout == IMPORT_IN_PLACE && line < at;
         line++)
      (void)fputc('\n', out);
    write_header(function, out);
    const json_t *general = general_of(function);
    write_body(c_text(general != NULL ? general : function, "body"), layout == IMPORT_FOR_READING, out);
    line++;
  }
}

uint64_t c_sized(const Arguments *arguments, const json_t *answer) {
  size_t n;
  const json_t *name;
  uint64_t sized = 0;
  const Given *given;
  for (uint32_t k = 0; (given = options_nth(arguments, "size", k)) != NULL; k++) {
    size_t length = strcspn(given->value, "=");
    json_array_foreach(json_object_get(answer, "sizes"), n, name) {
      const char *text = json_string_value(name);
      sized |= (uint64_t)(strlen(text) == length && strncmp(text, given->value, length) == 0) << k;
    }
  }
  return sized;
}

char *c_import(const Arguments *arguments, const char *path, ImportLayout layout, size_t *length, NotRead *not_read,
               uint64_t *sized) {
  const char *functions[C_FUNCTIONS_MOST];
  uint32_t count = 0;
  for (const Given *given; (given = options_nth(arguments, "function", count)) != NULL; count++) {
    if (count == C_FUNCTIONS_MOST) {
      cli_error(arguments, "limit: more than %u --function options", C_FUNCTIONS_MOST);
      return NULL;
    }
    functions[count] = given->value;
  }
  json_t *answer = c_read(arguments, path, functions, count);
  if (answer == NULL) return NULL;
  const json_t *refused = json_object_get(answer, "refused"), *found = json_object_get(answer, "functions");
  size_t read = json_array_size(found);
  *not_read = (NotRead){(uint32_t)json_array_size(refused), json_is_true(json_object_get(answer, "last_refused"))};
  *sized = c_sized(arguments, answer);
  for (size_t k = 0; k < not_read->count; k++)
    cli_error(arguments, "%s", json_string_value(json_array_get(refused, k)));
  char *text = NULL;
  if (read == 0 && not_read->count == 0) cli_error(arguments, "%s: the file has no function with a body", path);
  FILE *out = read == 0 || (count > 0 && not_read->count > 0) ? NULL : text_stream_open(&text, length);
  if (out != NULL) write_functions(path, answer, layout, out);
  if (out != NULL && fclose(out) != 0) cli_error(arguments, "limit: out of memory");
  json_decref(answer);
  return text;
}
