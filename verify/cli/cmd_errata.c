/* adjudge errata: misprints of the papers, each run on a program that shows it.
 *
 * Every line that is a number comes from a command of this program, run as a user
 * would run it: the certified derivative, the corrected rule, and the printed one. */
#include "ad/chad/chad.h"
#include "semantics/memory/text_stream.h"
#include "semantics/tables/printed.h"
#include "verify/cli/commands.h"
#include "verify/cli/memory.h"
#include "verify/truth/arb_compat.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define ERRATUM_INPUTS 5
#define ERRATUM_NUMBERS 16
#define ERRATUM_WORDS 40
#define ERRATUM_ORDER 16
#define ERRATUM_PROGRAM 400

typedef struct Erratum {
  const char *id, *what, *program;
  RuleId rule;                             /* as printed; RULE_COUNT for a claim */
  const char *where, *printed, *corrected; /* of a claim; those of a rule stand with it */
  const char *engine, *evaluator;          /* of a rule; the evaluator NULL for the engine's own language */
  const char *by_print, *by_correction;    /* of a claim: programs */
  uint32_t order;                          /* of a claim: of the derivative that it is about */
  const char *input[ERRATUM_INPUTS];       /* ends with NULL */
} Erratum;

static const Erratum errata[] = {
#define ERRATUM_RULE(id, what, engine, evaluator, program, ...)                                                        \
  {#id, what, program, RULE_##id, NULL, NULL, NULL, engine, evaluator, NULL, NULL, 1, {__VA_ARGS__}},
#define ERRATUM_CLAIM(id, where, what, printed, corrected, program, order, by_print, by_correction, ...)               \
  {#id,  what, program,  RULE_COUNT,    where, printed,      corrected,                                                \
   NULL, NULL, by_print, by_correction, order, {__VA_ARGS__}},
#include "verify/cli/errata.def"
#undef ERRATUM_CLAIM
#undef ERRATUM_RULE
};
#define ERRATA (sizeof errata / sizeof *errata)

/* What a command answered. */
typedef struct Answer {
  ExitCode code;
  char *numbers;                 /* JSON: the Jacobian, the derivative or the value */
  char *error;                   /* what it said else */
  char *number[ERRATUM_NUMBERS]; /* flat */
  uint32_t count;
} Answer;

static void answer_free(Answer *answer) {
  for (uint32_t k = 0; k < answer->count; k++) free(answer->number[k]);
  free(answer->numbers);
  free(answer->error);
}

/* ---------------------------------------------------------------- running -- */

typedef struct Words {
  char *word[ERRATUM_WORDS];
  int count;
} Words;

static void add_word(Words *words, const char *word) {
  if (words->count < ERRATUM_WORDS) words->word[words->count++] = (char *)word;
}

static void add_option(Words *words, const char *option, const char *value) {
  if (value == NULL) return;
  add_word(words, option);
  add_word(words, value);
}

static bool is_direction(const Erratum *erratum, const char *input) {
  return erratum->rule == RULE_COUNT && input[0] == 'd';
}

/* What follows the command's name, with directions as directions, or as inputs of a claim. */
static void add_inputs(Words *words, const Erratum *erratum, bool claim) {
  for (uint32_t k = 0; k < ERRATUM_INPUTS && erratum->input[k] != NULL; k++) {
    bool direction = is_direction(erratum, erratum->input[k]);
    if (direction && !claim && erratum->order == 0) continue;
    add_option(words, direction && !claim ? "--tangent" : "--at", erratum->input[k] + (direction && !claim));
  }
}

static void flatten(Answer *answer, const json_t *value) {
  for (size_t i = 0; i < json_array_size(value); i++) flatten(answer, json_array_get(value, i));
  if (json_is_array(value)) return;
  if (answer->count == ERRATUM_NUMBERS) return;
  char *text = json_is_string(value) ? strdup(json_string_value(value)) : json_dumps(value, JSON_ENCODE_ANY);
  if (text == NULL) process_limit("out of memory");
  answer->number[answer->count++] = text;
}

/* The part of the answer that is meant: all of it, or what stands under the key. */
static void read_answer(Answer *answer, const char *out, const char *key) {
  json_t *json = json_loads(out, JSON_DECODE_ANY, NULL);
  if (json == NULL) process_limit("out of memory"); /* the command wrote JSON */
  const json_t *part = key != NULL ? json_object_get(json, key) : json;
  if (part != NULL && key != NULL && strcmp(key, "derivatives") == 0) part = json_array_get(part, 0);
  if (part != NULL) flatten(answer, part);
  answer->numbers = part == NULL ? NULL : json_dumps(part, JSON_ENCODE_ANY);
  if (part != NULL && answer->numbers == NULL) process_limit("out of memory");
  json_decref(json);
}

/* "adjudge: f: ill-typed: a well-typed program has no value in ...": of that the second word. */
static char *why(const char *text) {
  for (int colon = 0; colon < 2; colon++) {
    const char *next = strstr(text, ": ");
    if (next != NULL) text = next + 2;
  }
  return strndup(text, strcspn(text, ":\n"));
}

static FILE *open_text(char **text, size_t *size) {
  FILE *stream = text_stream_open(text, size);
  if (stream != NULL) return stream;
  process_limit("out of memory");
}

/* Ends the process if what was said is not all there. */
static void close_whole(FILE *stream, char *const *text) {
  bool whole = ferror(stream) == 0;
  whole = fclose(stream) == 0 && whole;
  if (!whole || *text == NULL) process_limit("out of memory");
}

static Answer run(Words *words, const char *key) {
  char *out = NULL, *err = NULL;
  size_t size;
  FILE *out_stream = open_text(&out, &size), *err_stream = open_text(&err, &size);
  Answer answer = {.code = cli_main(words->count, words->word, out_stream, err_stream)};
  close_whole(out_stream, &out);
  close_whole(err_stream, &err);
  if (strstr(err, ": limit: ") != NULL || strstr(err, ": LIMIT") != NULL)
    process_limit("a command that an erratum asks met a limit");
  if (answer.code == EXIT_HELD) read_answer(&answer, out, key);
  answer.error = why(err);
  free(out);
  free(err);
  return answer;
}

static Answer run_certified(const Erratum *erratum) {
  char program[ERRATUM_PROGRAM], order[ERRATUM_ORDER];
  Words words = {.count = 0};
  bool rule = erratum->rule != RULE_COUNT;
  (void)snprintf(program, sizeof program, "=%s", erratum->program);
  (void)snprintf(order, sizeof order, "%u", erratum->order);
  add_word(&words, "adjudge");
  add_word(&words, rule ? "jacobian" : "truth");
  add_word(&words, program);
  if (rule)
    add_word(&words, "--certified");
  else
    add_option(&words, "--order", order);
  add_option(&words, "--format", "json");
  add_inputs(&words, erratum, false);
  return run(&words, rule ? "jacobian" : erratum->order == 0 ? "value" : "derivatives");
}

/* The engine, or the claim as a program. */
static Answer run_found(const Erratum *erratum, const char *claim) {
  char program[ERRATUM_PROGRAM];
  Words words = {.count = 0};
  bool rule = erratum->rule != RULE_COUNT;
  (void)snprintf(program, sizeof program, "=%s", rule ? erratum->program : claim);
  add_word(&words, "adjudge");
  add_word(&words, rule ? "jacobian" : "eval");
  add_word(&words, program);
  add_option(&words, "--engine", erratum->engine);
  add_option(&words, "--evaluator", erratum->evaluator);
  add_option(&words, "--ring", "rational");
  add_option(&words, "--format", "json");
  add_inputs(&words, erratum, true);
  return run(&words, rule ? "jacobian" : NULL);
}

/* The engine with its rule as printed, which is off again when this returns. */
static Answer run_printed(const Erratum *erratum) {
  if (erratum->rule == RULE_COUNT) return run_found(erratum, erratum->by_print);
  rule_printed = erratum->rule;
  Answer answer = run_found(erratum, NULL);
  const char *fault = chad_rules_fault();
  if (fault != NULL) {
    free(answer.error);
    answer.error = strndup(fault, strcspn(fault, "\n"));
  }
  rule_printed = RULE_COUNT;
  return answer;
}

/* ---------------------------------------------------------------- judging -- */

static bool lies_in(const char *number, const char *ball) {
  arb_t enclosure;
  fmpq_t exact;
  arb_init(enclosure);
  fmpq_init(exact);
  bool inside = arb_set_str(enclosure, ball, 128) == 0 && fmpq_set_str(exact, number, 10) == 0 &&
                arb_contains_fmpq(enclosure, exact) != 0;
  fmpq_clear(exact);
  arb_clear(enclosure);
  return inside;
}

/* Whether each number found lies in the certified one. */
static bool agrees(const Answer *certified, const Answer *found) {
  bool good = certified->code == EXIT_HELD && found->code == EXIT_HELD && certified->count == found->count;
  for (uint32_t k = 0; k < certified->count && good; k++) good = lies_in(found->number[k], certified->number[k]);
  return good;
}

/* ---------------------------------------------------------------- writing -- */

/* Numbers are strings of JSON, without the quotes here. */
static void write_found(FILE *out, const char *what, const Answer *answer) {
  fprintf(out, "    %-12s ", what);
  if (answer->code != EXIT_HELD) fprintf(out, "refused: %s", answer->error == NULL ? "" : answer->error);
  for (const char *at = answer->numbers; at != NULL && *at != '\0'; at++)
    if (*at != '"') fputc(*at, out);
  fputc('\n', out);
}

static void write_erratum(FILE *out, const Erratum *erratum) {
  bool rule = erratum->rule != RULE_COUNT;
  const RuleInfo *info = rule ? rule_info(erratum->rule) : NULL;
  fprintf(out, "## %s: %s\n\n%s.\n\n", rule ? info->figure : erratum->where, erratum->id, erratum->what);
  fprintf(out, "    as printed   %s\n", rule ? rule_place(erratum->rule).print : erratum->printed);
  fprintf(out, "    corrected    %s\n\n", rule ? info->statement : erratum->corrected);
  fprintf(out, "    program      %s\n", erratum->program);
  fputs("    input       ", out);
  for (uint32_t k = 0; k < ERRATUM_INPUTS && erratum->input[k] != NULL; k++) fprintf(out, " %s", erratum->input[k]);
  fputs(erratum->input[0] == NULL ? " none\n" : "\n", out);
  if (rule) fprintf(out, "    engine       %s\n", erratum->engine);
}

/* One erratum: true if the correction agrees with what is certified and the print does not. */
static bool show(FILE *out, const Erratum *erratum) {
  Answer certified = run_certified(erratum), corrected = run_found(erratum, erratum->by_correction);
  Answer printed = run_printed(erratum);
  write_erratum(out, erratum);
  write_found(out, "certified", &certified);
  write_found(out, "corrected", &corrected);
  write_found(out, "printed", &printed);
  bool right = agrees(&certified, &corrected), wrong = !agrees(&certified, &printed);
  if (!right) fputs("    NOT SHOWN: the corrected rule does not give the certified number\n", out);
  if (!wrong) fputs("    NOT SHOWN: the printed rule gives the certified number\n", out);
  fputc('\n', out);
  answer_free(&certified);
  answer_free(&corrected);
  answer_free(&printed);
  return right && wrong;
}

static bool wanted(const Arguments *arguments, const char *id) {
  if (arguments->operand_count == 0) return true;
  for (uint32_t i = 0; i < arguments->operand_count; i++)
    if (strcmp(id, arguments->operands[i]) == 0) return true;
  return false;
}

static const char heading[] =
    "# Errata\n\n"
    "Written by `adjudge errata`, which runs each line: the derivative as certified, by no engine; the rule as it is\n"
    "corrected here; and the rule as the paper prints it, which a typing judgement may refuse. `make rules` compares\n"
    "this page with what the command writes. The papers are in [README.md](README.md); `adjudge rules ID` has more on\n"
    "a rule.\n\n";

static ExitCode run_errata(const Arguments *arguments) {
  uint32_t found = 0, failed = 0;
  if (arguments->operand_count == 0) fputs(heading, arguments->out);
  for (size_t i = 0; i < ERRATA; i++) {
    if (!wanted(arguments, errata[i].id)) continue;
    found++;
    failed += !show(arguments->out, &errata[i]);
  }
  fprintf(arguments->out, "%u misprints, %u not shown\n", found, failed);
  if (found > 0) return failed == 0 ? EXIT_HELD : EXIT_REFUTED;
  cli_error(arguments, "no erratum is called '%s'; 'adjudge errata' shows them all", arguments->operands[0]);
  return EXIT_USAGE;
}

static const Option errata_options[] = {{.name = NULL}};
static const char *const errata_examples[] = {"errata", "errata REV_PAIR NOTES_F2", NULL};
const Command command_errata = {
    .name = "errata",
    .summary = "misprints of the papers, each run on a program that it gets wrong",
    .operands = "[ID...]",
    .options = errata_options,
    .examples = errata_examples,
    .details = "Exit code 1 when a printed rule gives the certified number after all, or the corrected one does not.",
    .run = run_errata,
};
