/* adjudge manual: the manual page, written from the tables of commands and options. */
#include "verify/cli/commands.h"

/* Text in roff: backslashes and leading dots and quotes mean something there. */
static void put(FILE *out, const char *text) {
  bool first = true;
  for (const char *at = text; *at != '\0'; at++) {
    if (first && (*at == '.' || *at == '\'')) fputs("\\&", out);
    if (*at == '\\')
      fputs("\\e", out);
    else if (*at == '-')
      fputs("\\-", out);
    else
      fputc(*at, out);
    first = *at == '\n';
  }
}

static void put_option(FILE *out, const Option *option) {
  fputs(".TP\n\\fB\\-\\-", out);
  put(out, option->name);
  fputs("\\fR", out);
  if (option->kind != OPTION_FLAG) {
    fputs(option->kind == OPTION_MAYBE ? "[=\\fI" : " \\fI", out);
    put(out, option->value);
    fputs(option->kind == OPTION_MAYBE ? "\\fR]" : "\\fR", out);
  }
  fputc('\n', out);
  put(out, option->help);
  fputs(option->repeated ? " (may be repeated)\n" : "\n", out);
}

static void put_command(FILE *out, const Command *command) {
  fputs(".SS adjudge ", out);
  put(out, command->name);
  fputs(" [options] ", out);
  put(out, command->operands);
  fputc('\n', out);
  put(out, command->summary);
  fputs(".\n", out);
  if (command->details != NULL) {
    fputs(".PP\n", out);
    put(out, command->details);
    fputc('\n', out);
  }
  for (const Option *option = command->options; option->name != NULL; option++) put_option(out, option);
  fputs(".PP\nExamples:\n.EX\n", out);
  for (const char *const *example = command->examples; *example != NULL; example++) {
    fputs("  adjudge ", out);
    put(out, *example);
    fputc('\n', out);
  }
  fputs(".EE\n", out);
}

static ExitCode run_manual(const Arguments *arguments) {
  FILE *out = arguments->out;
  fputs(".TH ADJUDGE 1 \"\" \"adjudge " ADJUDGE_VERSION "\" \"User Commands\"\n.SH NAME\nadjudge \\- " ADJUDGE_SUMMARY
        "\n.SH SYNOPSIS\n\\fBadjudge\\fR \\fICOMMAND\\fR [options] [operands]\n.SH COMMANDS\n",
        out);
  for (size_t i = 0; command_at(i) != NULL; i++) put_command(out, command_at(i));
  fputs(".SH EXIT STATUS\n" ADJUDGE_EXIT_CODES ".\n", out);
  return EXIT_HELD;
}

static const Option manual_options[] = {{.name = NULL}};
static const char *const manual_examples[] = {"manual | man -l -", NULL};
const Command command_manual = {
    .name = "manual",
    .summary = "the manual page, for man",
    .operands = "",
    .options = manual_options,
    .examples = manual_examples,
    .run = run_manual,
};
