#include "verify/campaign/programs.h"

#include "semantics/text/json_text.h"
#include "semantics/text/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define LINE 512
#define RENAMED (LINE - 12) /* with what stands around it in a line */

bool program_is_decided(const ProgramVerdict *verdict) { return verdict->tried && for_all_decided(verdict->found); }

NameId program_argument(Store *store, uint32_t i) {
  char text[16];
  int length = i < 3 ? snprintf(text, sizeof text, "%c", (int)('x' + i)) : snprintf(text, sizeof text, "x%u", i + 1);
  return name_make(store, text, (size_t)length);
}

char *program_print(Store *store, const Program *program) {
  PrintStyle style = {.unicode = false, .width = 0};
  Definition definition = {.name = name_make(store, "program", 7), .program = *program};
  definition.arguments = calloc(program->length == 0 ? 1 : program->length, sizeof *definition.arguments);
  if (definition.arguments == NULL) return NULL;
  for (uint32_t i = 0; i < program->length; i++) definition.arguments[i] = program_argument(store, i);
  char *text = text_print_definition(store, &definition, style);
  free(definition.arguments);
  return text;
}

const char *program_word(const ProgramVerdict *verdict) {
  if (verdict->refuted) return "REFUTED";
  if (verdict->proved) return "PROVED";
  if (program_is_decided(verdict)) return "DECIDED";
  if (verdict->tried && verdict->found == FOR_ALL_ALMOST) return "DECIDED OUTSIDE";
  if (verdict->tried && verdict->found == FOR_ALL_NOWHERE) return "empty domain";
  return verdict->certified ? "certified" : "not decided";
}

static const char *found_text(const ProgramVerdict *verdict) {
  if (!verdict->tried) return verdict->reason != NULL ? verdict->reason : "it was not looked at";
  switch (verdict->found) {
  case FOR_ALL_DECIDED: return "T2k, Kronecker substitution";
  case FOR_ALL_SYMBOLIC: return "T2, normal forms";
  case FOR_ALL_PATHS: return "T2, normal forms in each region of inputs";
  case FOR_ALL_ALMOST: return "T2, normal forms in each region of inputs, its boundaries left out";
  case FOR_ALL_OPEN:
    return verdict->reason != NULL ? verdict->reason : "normal forms with atoms differ, which decides nothing";
  case FOR_ALL_GUARD: return "numbers or normal forms would be too long";
  case FOR_ALL_NOWHERE: return "T2: at no input is it defined, so that there is nothing to prove";
  case FOR_ALL_OUTSIDE: return verdict->reason != NULL ? verdict->reason : "outside the fragment";
  case FOR_ALL_COUNT: break;
  }
  return "";
}

/* `text` with the ring's names x0, x1, ... of the flat inputs replaced, and its
 * cos[x0] written cos(x); it ends in dots where it has no room. */
static void rename_inputs(const Scope *scope, Rank index, const char *text, char *out, size_t size) {
  size_t used = 0;
  while (*text != '\0' && used + 1 < size) {
    char token[64], name[64];
    size_t length = 0;
    while (length + 1 < sizeof token && isalnum((unsigned char)text[length])) length++;
    if (length == 0) {
      char c = *text++;
      out[used++] = c == '[' ? '(' : c == ']' ? ')' : c;
      continue;
    }
    memcpy(token, text, length);
    token[length] = '\0';
    text += length;
    bool input = token[0] == 'x' && length > 1 && strspn(token + 1, "0123456789") == length - 1;
    if (input && scope->input != NULL)
      scope->input(scope->state, index, (uint32_t)strtoul(token + 1, NULL, 10), name, sizeof name);
    else
      memcpy(name, token, length + 1);
    int wrote = snprintf(out + used, size - used, "%s", name);
    used += wrote < 0 ? 0 : (size_t)wrote < size - used ? (size_t)wrote : size - used - 1;
  }
  out[used] = '\0';
  if (*text != '\0' || used + 1 == size) memcpy(out + size - 4, "...", 4);
}

/* Numbers of kinks and jumps are of what is known: what is not is named beside them. */
static void boundaries_text(const ProgramVerdict *verdict, char *out, size_t size) {
  char edges[32] = "", unknown[32] = "";
  if (verdict->edges > 0) (void)snprintf(edges, sizeof edges, ", edges: %u", verdict->edges);
  if (verdict->unknown > 0) (void)snprintf(unknown, sizeof unknown, ", undecided: %u", verdict->unknown);
  (void)snprintf(out, size, "; regions: %u, kinks: %u, jumps: %u%s%s%s", verdict->regions, verdict->kinks,
                 verdict->jumps, edges, unknown, verdict->unread ? ", others not looked at" : "");
}

void program_explain(const Scope *scope, Rank index, const ProgramVerdict *verdict, char *out, size_t size) {
  char lost[RENAMED], regions[LINE] = "", outside[LINE] = "", undefined[2 * LINE] = "";
  if (verdict->undefined[0] != '\0') {
    rename_inputs(scope, index, verdict->undefined, lost, sizeof lost);
    (void)snprintf(undefined, sizeof undefined, "; where the source is defined: not on {%s}", lost);
  }
  if (verdict->regions > 0) boundaries_text(verdict, regions, sizeof regions);
  if (verdict->found == FOR_ALL_ALMOST) {
    rename_inputs(scope, index, verdict->outside, lost, sizeof lost);
    (void)snprintf(outside, sizeof outside, "{%s}: ", lost);
  }
  int wrote =
      snprintf(out, size, "%s%s%s%s%s%s", outside, verdict->proved ? "certificates checked; " : "", found_text(verdict),
               undefined, regions, verdict->certified ? "; holds at a point, certified (T3)" : "");
  if (wrote < 0 || (size_t)wrote >= size || verdict->lost[0] == '\0') return;
  rename_inputs(scope, index, verdict->lost, lost, sizeof lost);
  (void)snprintf(out + wrote, size - (size_t)wrote,
                 "; only where %s: elsewhere the program is undefined, its normal form is not", lost);
}

json_t *programs_json(const ReportScope *scope) {
  json_t *list = json_array();
  for (Rank k = 0; scope->result.programs != NULL && scope->scope.label != NULL && k < scope->scope.count; k++) {
    const ProgramVerdict *verdict = &scope->result.programs[k];
    json_t *object = json_object();
    char line[PROGRAM_EXPLANATION], lost[RENAMED];
    program_explain(&scope->scope, k, verdict, line, sizeof line);
    rename_inputs(&scope->scope, k, verdict->lost, lost, sizeof lost);
    json_set_text(object, "file", scope->scope.label(scope->scope.state, k));
    json_set_text(object, "program", scope->scope.title(scope->scope.state, k));
    json_set_text(object, "verdict", program_word(verdict));
    json_set_text(object, "because", line);
    json_set_text(object, "defined_only_where", lost);
    (void)json_array_append_new(list, object);
  }
  return list;
}
