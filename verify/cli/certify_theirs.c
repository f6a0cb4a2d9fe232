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

bool certify_theirs(Session *session, Tape *tape, Contract *contract) {
  const char *file = options_text(session->arguments, "c", NULL);
  size_t length;
  uint32_t refused;
  char *text = c_import(session->arguments, file, IMPORT_IN_PLACE, &length, &refused);
  const SessionText source = {.name = file, .text = text};
  Session other;
  if (text == NULL) return false;
  bool good = session_open_text(&other, session->arguments, &source) && record_theirs(session, &other, tape, contract);
  session_close(&other);
  free(text);
  return good;
}
