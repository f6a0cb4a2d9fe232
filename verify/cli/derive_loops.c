/* adjudge derive --emit loops: value and gradient, or the derivative along a direction, as C with loops. */
#include "verify/cli/derive_loops.h"

#include "ad/code/nest.h"
#include "semantics/memory/text_stream.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NAME_LONGEST 100u

static bool is_c_name(const char *name) {
  bool good = (isalpha((unsigned char)name[0]) != 0 || name[0] == '_') && strlen(name) <= NAME_LONGEST;
  for (const char *c = name; *c != '\0'; c++) good = good && (isalnum((unsigned char)*c) != 0 || *c == '_');
  return good;
}

static Nest *nest_make(Session *session, const bool *by) {
  Nest *nest = session_alloc(session, 1, sizeof *nest);
  if (nest == NULL) return NULL;
  memset(nest, 0, sizeof *nest);
  nest->store = session->store;
  nest->arena = &session->arena;
  nest->program = &session->definition->program;
  nest->by = by;
  return nest;
}

static Status write_code(Session *session, const NestStyle *style, const bool *by, FILE *out, const char **missing) {
  bool forward = options_flag(session->arguments, "forward");
  Nest *value = nest_make(session, by), *derivative = nest_make(session, by);
  if (value == NULL || derivative == NULL) return STATUS_LIMIT;
  Status status = nest_read(value, missing);
  if (status == STATUS_OK) status = nest_read(derivative, missing);
  if (status == STATUS_OK) status = forward ? nest_forward(derivative) : nest_reverse(derivative);
  if (status != STATUS_OK) return status;
  status = nest_write(value, style, out);
  fputc('\n', out);
  return status == STATUS_OK ? nest_write(derivative, style, out) : status;
}

/* All of it, or nothing. */
static Status write_whole(Session *session, const NestStyle *style, const bool *by, const char **missing) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = text_stream_open(&text, &size);
  if (out == NULL) return STATUS_LIMIT;
  Status status = write_code(session, style, by, out, missing);
  if (fclose(out) != 0 && status == STATUS_OK) status = STATUS_LIMIT;
  if (status == STATUS_OK) {
    nest_write_head(text, session->arguments->out);
    (void)fwrite(text, 1, size, session->arguments->out);
  }
  free(text);
  return status;
}

ExitCode derive_loops(Session *session) {
  const Arguments *arguments = session->arguments;
  const char *name = name_text(session->store, session->definition->name), *missing = "this construct";
  uint32_t length = session->definition->program.length;
  bool *by = session_alloc(session, length + 1, sizeof *by);
  const char **argument = session_alloc(session, length + 1, sizeof *argument);
  if (options_text(arguments, "engine", NULL) != NULL || options_nth(arguments, "simplify", 0) != NULL) {
    cli_error(arguments, "--emit loops is by no engine");
    return EXIT_USAGE;
  }
  if (by == NULL || argument == NULL || !session_first_order(session) || !session_choose(session, "by", by))
    return EXIT_USAGE;
  for (uint32_t k = 0; k < length; k++) argument[k] = session_argument(session, k);
  bool named = is_c_name(name);
  for (uint32_t k = 0; k < length; k++) named = named && is_c_name(argument[k]);
  for (uint32_t k = 0; k < length && named; k++) {
    argument[k] = nest_argument_name(&session->arena, argument[k]);
    if (argument[k] == NULL) return session_failed(session, "loops", STATUS_LIMIT), EXIT_USAGE;
  }
  if (!named) {
    cli_error(arguments, "%s, or an argument of it, has a name that C does not take", name);
    return EXIT_USAGE;
  }
  bool single = strcmp(options_text(arguments, "numbers", "double"), "float") == 0;
  NestStyle style = {name, argument, single ? "float" : "double", single ? "f" : ""};
  Status status = write_whole(session, &style, by, &missing);
  if (status == STATUS_OK) return EXIT_HELD;
  if (status == STATUS_UNABLE)
    cli_error(arguments, "C with loops has no rule for %s, which %s uses", missing, name);
  else
    (void)session_failed(session, "loops", status);
  return EXIT_USAGE;
}
