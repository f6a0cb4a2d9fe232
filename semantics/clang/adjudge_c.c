/* adjudge-c: functions of a C file as terms, for `adjudge`, which starts it.
 *
 *   adjudge-c FILE.c [--function NAME]... [--size n=3]...
 *
 * A program of its own, so that libclang is loaded where C is read and nowhere else, and that what bytes of a
 * stranger do to it ends no command.  One line of JSON on the standard output:
 *
 *   {"functions": [{"name": "f", "line": 3, "sizes": "n = 3", "partial": false, "note": "", "cut": "",
 *                   "body": "let ...", "parameters": ["x", "y"],
 *                   "arguments": [{"name": "x", "target": "x", "length": 3}],
 *                   "outputs": [{"name": "", "length": -1, "by": [[7, 3], ...]}]}],
 *    "refused": ["f.c:9:3: error: ..."], "missing": ["g"], "defines": ["f"], "sizes": ["n"], "error": "..."}
 *
 * A function with whole numbers among its arguments has "general" too:
 *
 *   {"sizes": "n = 3", "arguments": [{"target": "x", "length": "n"}], "body": "let .."}
 *
 * the definition for any size, a length of "" being a real; or {"refusal": "f.c:4:3: error: ..."} where there is none.
 * `defines`: every function that the file has a body of; `sizes`: the whole numbers among the arguments of those that
 * are asked for. A length of -1 is a real, not an array; `by` has for each scalar the line and column of the
 * assignments that gave it its value; partial: it computes what is not defined everywhere; note: on numbers that are
 * not doubles; cut: on powers that are not read at all reals.  `error`: nothing could be read. */
#include "semantics/clang/runner.h"
#include "semantics/text/json_text.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define ARENA_BYTES ((size_t)1 << 30)
#define ADDRESS_BYTES ((rlim_t)4 << 30)
#define PROCESSOR_SECONDS 60
#define FILE_MOST ((size_t)4 << 20)
#define NAMES_MOST 64u

typedef struct Asked {
  const char *path;
  const char *function[NAMES_MOST];
  bool found[NAMES_MOST];
  Size size[NAMES_MOST];
  uint32_t function_count, size_count;
} Asked;

static json_t *places(const Cell *cell) {
  json_t *by = json_array();
  for (int k = 0; k < PLACES_MOST; k++) {
    if (cell->by[k].line == 0) continue;
    (void)json_array_append_new(by, json_pack("[i, i]", (int)cell->by[k].line, (int)cell->by[k].column));
  }
  return by;
}

static json_t *output_json(const Output *output) {
  json_t *by = json_array();
  for (uint32_t k = 0; k < output->count; k++) (void)json_array_append_new(by, places(&output->cell[k]));
  return json_pack("{s:s, s:i, s:o}", "name", output->name, "length", output->is_array ? (int)output->count : -1, "by",
                   by);
}

/* The definition for any size, or why there is none. */
static json_t *general_json(Runner *m, const General *g) {
  json_t *arguments = json_array();
  for (uint32_t i = 0; g->body != NULL && i < g->input_count; i++) {
    const Input *input = &g->inputs[i];
    const Length *length = length_of_general(g, input->name);
    if (input->pointer && !input->read) continue;
    const char *text = length == NULL || length->length == NULL ? "" : index_term(m, length->length);
    (void)json_array_append_new(arguments, json_pack("{s:s, s:s}", "target", input->target, "length", text));
  }
  if (g->body == NULL) {
    json_decref(arguments);
    return json_pack("{s:s}", "refusal", g->refusal == NULL ? "" : g->refusal);
  }
  return json_pack("{s:s, s:o, s:s}", "sizes", g->sizes, "arguments", arguments, "body", g->body);
}

/* An argument that a pointer is, and that is not read, is none. */
static json_t *function_json(const Function *f) {
  json_t *arguments = json_array(), *outputs = json_array();
  for (uint32_t i = 0; i < f->input_count; i++) {
    const Input *input = &f->inputs[i];
    if (input->pointer && !input->read) continue;
    (void)json_array_append_new(arguments, json_pack("{s:s, s:s, s:i}", "name", input->name, "target", input->target,
                                                     "length", input_is_array(input) ? (int)input->count : -1));
  }
  for (uint32_t k = 0; k < f->output_count; k++) (void)json_array_append_new(outputs, output_json(&f->outputs[k]));
  return json_pack("{s:s, s:i, s:s, s:b, s:s, s:s, s:s, s:o, s:o}", "name", f->name, "line", (int)f->place.line,
                   "sizes", f->sizes, "partial", f->partial, "note", f->note, "cut", f->cut, "body", f->body,
                   "arguments", arguments, "outputs", outputs);
}

/* All of them, as they are called, in order: `arguments` are those that are read. */
static json_t *parameters(Runner *m, CXCursor function) {
  json_t *names = json_array();
  int count = clang_Cursor_getNumArguments(function);
  for (int k = 0; k < count; k++) {
    CXCursor parameter = clang_Cursor_getArgument(function, (unsigned)k);
    (void)json_array_append_new(names, json_string(runner_keep(m, clang_getCursorSpelling(parameter))));
  }
  return names;
}

/* Those of its arguments that are whole numbers. */
static void add_sizes(Runner *m, CXCursor function, json_t *sizes) {
  int count = clang_Cursor_getNumArguments(function);
  for (int k = 0; k < count; k++) {
    CXCursor parameter = clang_Cursor_getArgument(function, (unsigned)k);
    if (type_is_whole(clang_getCursorType(parameter)))
      (void)json_array_append_new(sizes, json_string(runner_keep(m, clang_getCursorSpelling(parameter))));
  }
}

static bool is_asked(Asked *asked, const char *name) {
  bool found = asked->function_count == 0;
  for (uint32_t k = 0; k < asked->function_count; k++) {
    if (strcmp(asked->function[k], name) != 0) continue;
    found = asked->found[k] = true;
  }
  return found;
}

static void read_one(Runner *m, CXCursor cursor, Asked *asked, json_t *answer) {
  ArenaMark mark = arena_mark(&m->arena);
  const char *name = runner_keep(m, clang_getCursorSpelling(cursor));
  Function function;
  (void)json_array_append_new(json_object_get(answer, "defines"), json_string(name));
  if (is_asked(asked, name)) {
    add_sizes(m, cursor, json_object_get(answer, "sizes"));
    if (function_read(m, cursor, &function)) {
      function_generalise(m, cursor, &function);
      json_t *read = function_json(&function);
      if (function.general != NULL) (void)json_object_set_new(read, "general", general_json(m, function.general));
      (void)json_object_set_new(read, "parameters", parameters(m, cursor));
      (void)json_array_append_new(json_object_get(answer, "functions"), read);
    } else
      (void)json_array_append_new(json_object_get(answer, "refused"), json_text(m->refusal));
    (void)json_object_set_new(answer, "last_refused", json_boolean(m->refusal != NULL));
    free(m->refusal);
    m->refusal = NULL;
  }
  arena_release(&m->arena, mark);
}

/* The definitions of the file, not those of its headers. */
static void read_functions(Runner *m, Asked *asked, json_t *answer) {
  Children c = children_of(m, clang_getTranslationUnitCursor(m->unit));
  for (uint32_t k = 0; k < c.count; k++) {
    CXSourceLocation at = clang_getCursorLocation(c.child[k]);
    bool here = clang_Location_isFromMainFile(at) != 0;
    if (here && clang_getCursorKind(c.child[k]) == CXCursor_FunctionDecl && clang_isCursorDefinition(c.child[k]))
      read_one(m, c.child[k], asked, answer);
  }
  for (uint32_t k = 0; k < asked->function_count; k++) {
    if (!asked->found[k])
      (void)json_array_append_new(json_object_get(answer, "missing"), json_text(asked->function[k]));
  }
}

/* The first error of clang, if there is one. */
static bool complain(Runner *m, json_t *answer) {
  for (unsigned k = 0; k < clang_getNumDiagnostics(m->unit); k++) {
    CXDiagnostic diagnostic = clang_getDiagnostic(m->unit, k);
    bool error = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
    Place place = {1, 1, 0, NULL};
    clang_getFileLocation(clang_getDiagnosticLocation(diagnostic), &place.file, &place.line, &place.column,
                          &place.offset);
    const char *text = error ? runner_keep(m, clang_getDiagnosticSpelling(diagnostic)) : "";
    clang_disposeDiagnostic(diagnostic);
    if (!error) continue;
    (void)refuse_at(m, place, "%s", text);
    json_set_text(answer, "error", m->refusal);
    return true;
  }
  return false;
}

/* NULL, with the reason, if it cannot be read. */
static char *read_file(const char *path, size_t *length, const char **reason) {
  char *bytes = malloc(FILE_MOST + 1);
  errno = 0;
  FILE *file = fopen(path, "rb");
  *length = file == NULL || bytes == NULL ? 0 : fread(bytes, 1, FILE_MOST + 1, file);
  bool failed = bytes == NULL || file == NULL || ferror(file) != 0;
  *reason = bytes == NULL         ? "limit: out of memory"
            : failed              ? strerror(errno)
            : *length > FILE_MOST ? "limit: it is larger than 4 MiB"
                                  : NULL;
  if (file != NULL) (void)fclose(file);
  if (*reason == NULL) {
    bytes[*length] = '\0';
    return bytes;
  }
  free(bytes);
  return NULL;
}

static void set_error(Runner *m, json_t *answer, const char *said) {
  json_set_text(answer, "error", runner_text(m, "%s: %s", m->path, said));
}

/* Beside the file, where Tapenade's code includes it; not over one that is there.  Its path, or NULL. */
static const char *place_header(Runner *m, const char *name, struct CXUnsavedFile *file) {
  const char *slash = strrchr(m->path, '/');
  const char *path = runner_text(m, "%.*s%s", slash == NULL ? 0 : (int)(slash + 1 - m->path), m->path, name);
  if (access(path, F_OK) == 0) return NULL;
  *file = (struct CXUnsavedFile){path, stack_header, (unsigned long)strlen(stack_header)};
  return path;
}

static void read_unit(Runner *m, Asked *asked, json_t *answer) {
  const char *slash = strrchr(m->path, '/');
  const char *folder = slash == NULL ? "." : runner_text(m, "%.*s", (int)(slash + 1 - m->path), m->path);
  const char *words[] = {"-xc", "-std=gnu17", "-idirafter", folder};
  struct CXUnsavedFile unsaved[3] = {{m->opened, m->source, (unsigned long)m->source_length}};
  unsigned count = 1;
  count += place_header(m, "adStack.h", &unsaved[count]) != NULL;
  count += place_header(m, "adBuffer.h", &unsaved[count]) != NULL;
  CXIndex index = clang_createIndex(0, 0);
  enum CXErrorCode code = clang_parseTranslationUnit2(index, m->opened, words, 4, unsaved, count, 0, &m->unit);
  if (code != CXError_Success)
    set_error(m, answer, runner_text(m, "clang cannot read it (%d)", (int)code));
  else if (!complain(m, answer))
    read_functions(m, asked, answer);
  if (code == CXError_Success) clang_disposeTranslationUnit(m->unit);
  clang_disposeIndex(index);
}

static bool parse(int count, char **words, Asked *asked) {
  for (int i = 1; i < count; i++) {
    bool pair = i + 1 < count;
    char *equals = pair ? strchr(words[i + 1], '=') : NULL;
    if (pair && strcmp(words[i], "--function") == 0 && asked->function_count < NAMES_MOST) {
      asked->function[asked->function_count++] = words[++i];
    } else if (equals != NULL && strcmp(words[i], "--size") == 0 && asked->size_count < NAMES_MOST) {
      *equals = '\0';
      asked->size[asked->size_count++] = (Size){words[++i], strtoll(equals + 1, NULL, 10)};
    } else if (asked->path == NULL) {
      asked->path = words[i];
    } else {
      return false;
    }
  }
  return asked->path != NULL;
}

/* What clang says as it dies is no message to the user. */
static void limit_work(void) {
  const struct rlimit time = {PROCESSOR_SECONDS, PROCESSOR_SECONDS};
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) (void)dup2(nowhere, STDERR_FILENO), (void)close(nowhere);
#if !defined(__SANITIZE_ADDRESS__) /* which needs all the address space */
  const struct rlimit memory = {ADDRESS_BYTES, ADDRESS_BYTES};
  (void)setrlimit(RLIMIT_AS, &memory);
#endif
  (void)setrlimit(RLIMIT_CPU, &time);
}

int main(int count, char **words) {
  Asked asked = {.path = NULL};
  Runner m = {.path = NULL};
  if (!parse(count, words, &asked)) {
    (void)fputs("usage: adjudge-c FILE.c [--function NAME]... [--size n=3]...\n", stderr);
    return 2;
  }
  limit_work();
  arena_init(&m.arena, ARENA_BYTES);
  m.path = asked.path;
  m.opened = m.path[0] == '-' ? runner_text(&m, "./%s", m.path) : m.path;
  m.sizes = asked.size;
  m.size_count = asked.size_count;
  const char *reason;
  char *source = read_file(asked.path, &m.source_length, &reason);
  json_t *answer = json_pack("{s:[], s:[], s:[], s:[], s:[]}", "functions", "refused", "missing", "defines", "sizes");
  m.source = source;
  if (source == NULL)
    set_error(&m, answer, runner_text(&m, "cannot be read: %s", reason));
  else
    read_unit(&m, &asked, answer);
  bool good = answer != NULL && json_dumpf(answer, stdout, JSON_COMPACT) == 0 && fputc('\n', stdout) != EOF;
  json_decref(answer);
  arena_free(&m.arena);
  free(m.refusal);
  free(source);
  return good && fflush(stdout) == 0 ? 0 : 1;
}
