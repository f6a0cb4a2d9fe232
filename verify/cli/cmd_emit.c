/* adjudge emit: programs as source text of other languages, and as JSON for interpreters. */
#include "ad/code/c_words.h"
#include "semantics/memory/growing.h"
#include "verify/campaign/account.h"
#include "verify/campaign/programs.h"
#include "verify/cli/subjects.h"
#include "verify/system/language.h"
#include "verify/system/program_json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_LIMIT ((size_t)1 << 26)

typedef struct Emission {
  const Arguments *arguments;
  const Language *language; /* NULL: JSON */
  Variant variant;
  Subjects subjects;
  Arena arena;
  Residual residual;
  char **names; /* of functions that were written */
  uint32_t name_count, name_room;
  uint32_t lacking[CONSTRUCT_ALL], others; /* programs that were refused, by the construct that the language lacks */
} Emission;

/* Of a program that was refused: the construct, or else why. */
static void refuse(Emission *e, const char *name, const char *construct, const char *why) {
  const char *mark = e->language == NULL ? "# " : e->language->phrase[PHRASE_COMMENT];
  for (uint32_t c = 0; construct != NULL && c < CONSTRUCT_ALL; c++) {
    if (c != CONSTRUCT_COUNT && strcmp(construct_name((Construct)c), construct) == 0) {
      e->lacking[c]++;
      break;
    }
  }
  if (construct == NULL) e->others++;
  if (mark != NULL && e->language != NULL)
    (void)fprintf(e->arguments->out, "%srefused: %s: %s\n\n", mark, name, construct == NULL ? why : construct);
}

/* Words of another language than C, which no function of any is called by. */
static const char reserved[] =
    "alignas alignof and and_eq asm async bitand bitor catch char16_t char32_t char8_t class co_await co_return "
    "co_yield compl concept consteval constexpr constinit const_cast decltype delete dynamic_cast explicit export "
    "final friend mutable namespace new noexcept not not_eq operator or or_eq override private protected public "
    "reinterpret_cast requires static_assert static_cast std template this thread_local throw try typeid typename "
    "using virtual wchar_t xor xor_eq "
    "None True False as assert await def del elif except from global import in is lambda nonlocal pass raise with "
    "yield "
    "arguments debugger eval extends finally function implements instanceof interface let null of package super "
    "undefined var main";

/* What <math.h> declares, in float and long double with an ending. */
static const char mathematics[] =
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh drem erf erfc exp exp10 exp2 expm1 fabs fdim "
    "finite floor fma fmax fmin fmod frexp gamma hypot ilogb isinf isnan j0 j1 jn ldexp lgamma lgamma_r llrint "
    "llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder remquo "
    "rint round scalb scalbln scalbn signgam signbit significand sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn";

static bool is_mathematics(const char *name) {
  char base[24];
  size_t length = strlen(name);
  if (length < 2 || length >= sizeof base) return false;
  (void)memcpy(base, name, length);
  base[length - (name[length - 1] == 'f' || name[length - 1] == 'l')] = '\0';
  return text_has_word(mathematics, name) || text_has_word(mathematics, base);
}

/* Whether another function of this text has the name, or it stands for something else in the language. */
static bool is_taken(const Emission *e, const char *name) {
  bool taken = c_reserves(name) || text_has_word(reserved, name) || is_mathematics(name);
  for (int k = 0; k < PHRASE_COUNT; k++) taken = taken || text_has_word(e->language->phrase[k], name);
  for (int c = 0; c < CONSTRUCT_ALL; c++) taken = taken || text_has_word(e->language->word[c], name);
  for (uint32_t i = 0; i < e->name_count; i++) taken = taken || strcmp(e->names[i], name) == 0;
  return taken;
}

/* A name of a function: letters, digits and _ alone, and of no other; false without memory. */
static bool make_identifier(Emission *e, char *name, size_t room) {
  for (char *at = name; *at != '\0'; at++)
    if (!is_of_name(*at)) *at = '_';
  if (e->subjects.space != NULL) return true; /* a space and an index */
  size_t length = strlen(name);
  for (uint32_t n = 0; is_taken(e, name); n++) {
    if (++length < room)
      (void)strcpy(name + length - 1, "_");
    else
      (void)snprintf(name + room - 12, 12, "_%" PRIu32, n);
  }
  char **names = heap_room(e->names, e->name_count, &e->name_room, 16, sizeof *names);
  if (names == NULL) return false;
  e->names = names;
  e->names[e->name_count] = strdup(name);
  return e->names[e->name_count++] != NULL;
}

static bool write_json(const Emission *e, const char *name, const char *text) {
  json_t *program = program_json(&e->residual);
  bool good = program != NULL && json_object_set_new(program, "name", json_string(name)) == 0 &&
              json_object_set_new(program, "source", json_string(text)) == 0 &&
              json_dumpf(program, e->arguments->out, JSON_COMPACT | JSON_REAL_PRECISION(17)) == 0;
  (void)fputc('\n', e->arguments->out);
  json_decref(program);
  return good;
}

static bool write_source(Emission *e, char *name, size_t room, const char *text) {
  FILE *out = e->arguments->out;
  const char *mark = e->language->phrase[PHRASE_COMMENT];
  for (const char *line = text; mark != NULL && *line != '\0';) {
    size_t length = strcspn(line, "\n");
    (void)fprintf(out, "%s%.*s\n", mark, (int)length, line);
    line += length + (line[length] == '\n');
  }
  bool good = make_identifier(e, name, room) && language_write(e->language, &e->residual, name, e->variant, out);
  if (mark != NULL) (void)fputc('\n', out);
  return good;
}

/* False without memory. */
static bool emit_one(Emission *e, Rank k) {
  char name[SPACE_ID_SIZE + 64];
  SpaceCase program;
  Store *store = e->subjects.store;
  subjects_name(&e->subjects, k, name, sizeof name);
  Status status = subjects_take(&e->subjects, k, &program);
  if (status == STATUS_OK) status = residual_make(store, &e->arena, &program.program, &e->residual);
  if (status != STATUS_OK) {
    refuse(e, name, NULL,
           status == STATUS_UNABLE
               ? "inputs, results or a function that are none of reals, or a number that no double holds"
               : status_name(status));
    return true;
  }
  const char *lacking = e->language == NULL ? NULL : language_lacks(e->language, &e->residual);
  if (lacking != NULL) {
    refuse(e, name, lacking, NULL);
    return true;
  }
  char *text = program_print(store, &program.program);
  bool good =
      text != NULL && (e->language == NULL ? write_json(e, name, text) : write_source(e, name, sizeof name, text));
  free(text);
  return good;
}

/* What was refused, by name. */
static ExitCode finish(const Emission *e) {
  Account account = {0};
  uint32_t not_read = e->subjects.corpus.not_read;
  if (not_read > 0) account_missing(&account, "%u program%s could not be read", not_read, not_read == 1 ? "" : "s");
  if (e->others > 0)
    account_missing(&account, "%u program%s none of reals or of doubles, or too long", e->others,
                    e->others == 1 ? " is" : "s are");
  for (uint32_t c = 0; c < CONSTRUCT_ALL; c++) {
    if (e->lacking[c] > 0)
      account_missing(&account, "%u program%s %s, which %s lacks", e->lacking[c],
                      e->lacking[c] == 1 ? " has" : "s have", construct_name((Construct)c), e->language->name);
  }
  account_print(&account, e->arguments->err);
  return (ExitCode)account_exit(&account, false);
}

/* Whether something is asked of the text that the language has no way to follow. */
static bool has_idle_option(const Arguments *arguments, const Language *language) {
  if (language == NULL) return options_idle(arguments, "numbers|nested|assigned|conditional", "JSON is one form alone");
  return (language->phrase[PHRASE_ASSIGN] == NULL &&
          options_idle(arguments, "assigned", "the language has no operations in place")) ||
         (language->phrase[PHRASE_CHOOSE_LESS] == NULL &&
          options_idle(arguments, "conditional", "the language has no conditional of its own"));
}

static ExitCode run_emit(const Arguments *arguments) {
  const char *language = options_text(arguments, "language", "python");
  Emission e = {.arguments = arguments, .language = language_find(language)};
  e.variant = (Variant){.literals = strcmp(options_text(arguments, "numbers", "system"), "literal") == 0,
                        .nested = options_flag(arguments, "nested"),
                        .assigned = options_flag(arguments, "assigned"),
                        .conditional = options_flag(arguments, "conditional")};
  if (has_idle_option(arguments, e.language)) return EXIT_USAGE;
  arena_init(&e.arena, ARENA_LIMIT);
  bool good = subjects_open(&e.subjects, arguments, 0, NULL);
  for (Rank k = 0; good && k < e.subjects.scope.count; k++) {
    uint32_t mark = store_mark(e.subjects.store);
    good = emit_one(&e, k);
    store_release(e.subjects.store, mark);
    if (!good) cli_error(arguments, "limit: out of memory");
  }
  for (uint32_t i = 0; i < e.name_count; i++) free(e.names[i]);
  free(e.names);
  residual_free(&e.residual);
  arena_free(&e.arena);
  ExitCode code = good ? finish(&e) : EXIT_USAGE;
  subjects_close(&e.subjects);
  return code;
}

static const Option emit_options[] = {
    {.name = "language",
     .kind = OPTION_CHOICE,
     .value = "python|torch|tfjs|numpy|sympy|c++|c|javascript|infix|json",
     .help = "of the text (default: python)"},
    {.name = "numbers",
     .kind = OPTION_CHOICE,
     .value = "system|literal",
     .help = "numbers of the system, T(2.0), or literals beside what is active"},
    {.name = "nested", .kind = OPTION_FLAG, .help = "no statement of its own for what is used once"},
    {.name = "assigned",
     .kind = OPTION_FLAG,
     .help = "t = a; t op= b, where twice the same operand is t (python, torch, c++)"},
    {.name = "conditional", .kind = OPTION_FLAG, .help = "the system's own conditional for tests (torch, tfjs, c++)"},
    OPTIONS_SUBJECTS,
    {.name = NULL}};
static const char *const emit_examples[] = {"emit f.adj",
                                            "emit control,size=5 --language c++ --count 100",
                                            "emit analytic --sample 20 --language torch --nested",
                                            "emit f.adj --language c++ --assigned --conditional",
                                            "emit f.adj --language json",
                                            NULL};
const Command command_emit = {
    .name = "emit",
    .summary = "programs as functions in the language of another system",
    .operands = "SPACE|FILE...",
    .options = emit_options,
    .examples = emit_examples,
    .details =
        "What is written computes with real numbers and tests of them alone: pairs, functions, arrays and loops\n"
        "are done with before. What is shared stays shared, and what nothing needs is computed. JSON is for\n"
        "interpreters: verify/system/README.md. A program with a construct that the language lacks is refused by\n"
        "its name, and then the exit code is 4.",
    .run = run_emit,
};
