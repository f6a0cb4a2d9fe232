/* adjudge rules: the rules that the code implements, with their figures; and of one all that is known. */
#include "ad/chad/scheme.h"
#include "semantics/tables/printed.h"
#include "semantics/text/suggest.h"
#include "verify/cli/commands.h"

#include <string.h>

/* semantics/rules.md, which `make rules` holds against the code: the functions, tests and proofs of each rule */
__asm__(".section .rodata\n"
        ".global rules_page\n"
        "rules_page: .incbin \"semantics/rules.md\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char rules_page[];

static bool wanted(const Arguments *arguments, const char *id) {
  if (arguments->operand_count == 0) return true;
  for (uint32_t i = 0; i < arguments->operand_count; i++)
    if (strncmp(id, arguments->operands[i], strlen(arguments->operands[i])) == 0) return true;
  return false;
}

static ExitCode unknown(const Arguments *arguments, const char *prefix) {
  char nearest[64];
  Suggestion near = suggestion_of(prefix);
  for (unsigned rule = 0; rule < RULE_COUNT; rule++) suggest(&near, rule_info((RuleId)rule)->id);
  cli_error(arguments, "no rule has an id that begins with '%s'%s", prefix,
            suggestion_text(&near, "; 'adjudge rules' lists them all", nearest, sizeof nearest));
  return EXIT_USAGE;
}

/* --------------------------------------------------------------- one rule -- */

/* The cells of its row after the third: functions, tests, proof.  NULL when the page has none. */
static const char *cells_of(const char *id) {
  char head[64];
  (void)snprintf(head, sizeof head, "\n| %s | ", id);
  const char *cell = strstr(rules_page, head);
  for (int k = 0; k < 3 && cell != NULL; k++) {
    cell = strstr(cell + 1, " | ");
    if (cell != NULL) cell += 2;
  }
  return cell;
}

/* A cell without the marks of links, up to the next; `[name](../file)` is `name (file)`. */
static const char *write_cell(FILE *out, const char *label, const char *cell) {
  const char *end = strstr(cell, " |");
  fprintf(out, "  %-12s ", label);
  for (cell += strspn(cell, " "); cell < end; cell++) {
    if (*cell == '[' || *cell == '`') continue;
    if (*cell != ']') {
      fputc(*cell, out);
      continue;
    }
    fputs(" (", out);
    cell += strlen("](../") - 1;
  }
  fputc('\n', out);
  return end + 2;
}

/* The typing rule that a rule of CHAD is read with: each form that it has. */
static void write_judgements(FILE *out, RuleId rule) {
  for (int mode = 0; mode < 2; mode++) {
    size_t count;
    const RuleText *text = rule_texts(mode == 0 ? CHAD_FORWARD : CHAD_REVERSE, &count);
    bool first = true;
    for (size_t i = 0; i < count; i++) {
      if (text[i].rule != rule) continue;
      fprintf(out, "  %-12s %s\n", "judgement", text[i].judgement);
      if (!first) fprintf(out, "  %-12s %s\n", "and then", text[i].statement);
      first = false;
    }
  }
}

static void write_rule(FILE *out, RuleId rule) {
  const RuleInfo *info = rule_info(rule);
  RulePlace place = rule_place(rule);
  const char *cell = cells_of(info->id);
  fprintf(out, "%s\n  %-12s %s\n  %-12s %s\n", info->id, "figure", info->figure, "statement", info->statement);
  if (place.print != NULL) fprintf(out, "  %-12s %s\n", "as printed", place.print);
  if (place.print != NULL) fprintf(out, "  %-12s adjudge errata %s\n", "shown by", info->id);
  write_judgements(out, rule);
  fprintf(out, "  %-12s %s:%u\n", "stated", place.file, place.line);
  if (cell == NULL) return;
  cell = write_cell(out, "run by", cell);
  cell = write_cell(out, "tests", cell);
  (void)write_cell(out, "proof", cell);
}

/* The rule whose whole ID is the one operand; RULE_COUNT: there is none. */
static RuleId the_rule(const Arguments *arguments) {
  unsigned rule = 0;
  if (arguments->operand_count != 1) return RULE_COUNT;
  while (rule < RULE_COUNT && strcmp(rule_info((RuleId)rule)->id, arguments->operands[0]) != 0) rule++;
  return (RuleId)rule;
}

static ExitCode run_rules(const Arguments *arguments) {
  uint32_t shown = 0;
  if (the_rule(arguments) != RULE_COUNT) {
    write_rule(arguments->out, the_rule(arguments));
    return EXIT_HELD;
  }
  for (unsigned rule = 0; rule < RULE_COUNT; rule++) {
    const RuleInfo *info = rule_info((RuleId)rule);
    if (!wanted(arguments, info->id)) continue;
    fprintf(arguments->out, "%-24s %-24s %s\n", info->id, info->figure, info->statement);
    shown++;
  }
  if (shown != 0) return EXIT_HELD;
  return unknown(arguments, arguments->operands[0]);
}

static const Option rules_options[] = {{.name = NULL}};
static const char *const rules_examples[] = {"rules", "rules SRCT_ FWD_", "rules REV_PAIR", NULL};
const Command command_rules = {
    .name = "rules",
    .summary = "list the rules of the sheets, with the figure each comes from",
    .operands = "[PREFIX...]",
    .options = rules_options,
    .examples = rules_examples,
    .details = "One whole ID shows the rule in full: its figure, whether and how the print was corrected, where it is\n"
               "stated and what runs it, the tests that exercise it, and the theorem about it.",
    .run = run_rules,
};
