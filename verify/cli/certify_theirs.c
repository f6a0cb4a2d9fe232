#include "verify/cli/certify_theirs.h"

#include "verify/cli/c_reader.h"

#include <stdlib.h>
#include <string.h>

/* Whether an argument of the definition is the parameter: words of the language are called otherwise there. */
static bool is_called(const char *argument, const char *parameter) {
  size_t length = strlen(parameter);
  return strncmp(argument, parameter, length) == 0 &&
         (argument[length] == '\0' || strcmp(argument + length, "_c") == 0);
}

static uint32_t input_of(const Signature *signature, const char *argument, uint32_t i) {
  for (uint32_t k = 0; k < signature->count; k++) {
    const Parameter *p = &signature->parameter[k];
    if (p->role == ROLE_INPUTS && i < p->count && is_called(argument, p->name)) return p->first + i;
  }
  return CONTRACT_NO_INPUT;
}

/* Which input of the program each scalar that the function reads is. */
static bool find_given(Session *session, const Session *other, Contract *contract) {
  uint32_t *given = session_alloc(session, contract->theirs->inputs + 1, sizeof *given), n = 0;
  const Program *program = &other->definition->program;
  if (given == NULL) return false;
  for (uint32_t k = 0; k < program->length; k++) {
    uint32_t count = type_node(&other->store->types, program->context[k])->dim;
    for (uint32_t i = 0; i < count && n < contract->theirs->inputs; i++, n++)
      given[n] = input_of(contract->signature, session_argument(other, k), i);
  }
  contract->given = given;
  return true;
}

static bool record_theirs(Session *session, Session *other, Tape *tape, Contract *contract) {
  const char *missing = "this construct";
  Status status = tape_record(other->store, &session->arena, &other->definition->program, tape, &missing);
  contract->theirs = tape;
  /* also what comes to nothing, as in 0 * log x */
  for (uint32_t k = 0; status == STATUS_OK && k < tape->count; k++) tape->nodes[k].used = true;
  if (status == STATUS_OK) return find_given(session, other, contract);
  contract->theirs = NULL;
  if (status == STATUS_UNABLE)
    cli_error(session->arguments, "certified C has no rule for %s, which %s uses: where it is defined is not known",
              missing, contract->signature->function);
  else
    (void)session_failed(session, "certify", status);
  return false;
}

/* Whether the parameters are those that the contract is of: the signature was read as text. */
static bool has_parameters(const Signature *signature, const json_t *names) {
  bool same = json_array_size(names) == signature->count;
  for (uint32_t k = 0; same && k < signature->count; k++)
    same = strcmp(json_string_value(json_array_get(names, k)), signature->parameter[k].name) == 0;
  return same;
}

/* A function of math.h that the file has a body of: in the proof it would have the contract of the one that is meant.
 */
static const char *find_redefined(const json_t *names) {
  static const char *const known[] = {
#define PROVED_FUNCTION(code, c, logic, slope, c_slope, inside, bound) c,
#include "verify/certify/functions.def"
  };
  for (size_t k = 0; k < json_array_size(names); k++)
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      if (strcmp(json_string_value(json_array_get(names, k)), known[i]) == 0) return known[i];
  return NULL;
}

/* Whether a proof by reals, of the signature that there is, is one of what runs. */
static bool is_as_declared(const Session *session, const Signature *signature, const char *file) {
  const Arguments *arguments = session->arguments;
  const char *function = signature->function;
  json_t *answer = c_read(arguments, file, &function, 1);
  if (answer == NULL) return false;
  const json_t *read = json_array_get(json_object_get(answer, "functions"), 0);
  const char *redefined = find_redefined(json_object_get(answer, "defines")), *note = c_text(read, "note");
  bool same = has_parameters(signature, json_object_get(read, "parameters"));
  if (!same)
    cli_error(arguments, "%s: its parameters are others than those of the text '%s'", function, signature->declaration);
  if (redefined != NULL)
    cli_error(arguments, "%s: %s is a function of math.h, and the file has a body of it", file, redefined);
  if (note[0] != '\0') cli_error(arguments, "%s: a proof says nothing of what is no double", note);
  bool good = same && redefined == NULL && note[0] == '\0';
  json_decref(answer);
  return good;
}

bool certify_theirs(Session *session, Tape *tape, Contract *contract) {
  const char *file = options_text(session->arguments, "c", NULL);
  size_t length;
  NotRead not_read;
  uint64_t sized;
  char *text = c_import(session->arguments, file, IMPORT_IN_PLACE, &length, &not_read, &sized);
  const SessionText source = {.name = file, .text = text};
  Session other;
  if (text == NULL) return false;
  if (!is_as_declared(session, contract->signature, file)) {
    free(text);
    return false;
  }
  bool good = session_open_text(&other, session->arguments, &source) && record_theirs(session, &other, tape, contract);
  session_close(&other);
  free(text);
  return good;
}
