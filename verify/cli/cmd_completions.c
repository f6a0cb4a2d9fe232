/* adjudge completions: scripts that complete commands, options and their values in
 * a shell, written from the tables of commands and options. */
#include "verify/cli/commands.h"

#include <string.h>

static void put_commands(FILE *out) {
  for (size_t i = 0; command_at(i) != NULL; i++) fprintf(out, "%s ", command_at(i)->name);
}

/* The words of `choices` with spaces for |. */
static void put_choices(FILE *out, const char *choices) {
  for (const char *at = choices; *at != '\0'; at++) fputc(*at == '|' ? ' ' : *at, out);
}

/* Of text between single quotes. */
static void put_quoted(FILE *out, const char *text) {
  for (const char *at = text; *at != '\0'; at++) {
    if (*at == '\'' || *at == '\\') fputc('\\', out);
    fputc(*at, out);
  }
}

static void bash_command(FILE *out, const Command *command) {
  fprintf(out, "  %s)\n    case $before in\n", command->name);
  for (const Option *option = command->options; option->name != NULL; option++) {
    if (option->kind != OPTION_CHOICE) continue;
    fprintf(out, "    --%s) COMPREPLY=($(compgen -W '", option->name);
    put_choices(out, option->value);
    fputs("' -- \"$word\")); return ;;\n", out);
  }
  fputs("    esac\n    options='--help", out);
  for (const Option *option = command->options; option->name != NULL; option++) fprintf(out, " --%s", option->name);
  fputs("' ;;\n", out);
}

static void put_bash(FILE *out) {
  fputs("# bash completion of adjudge\n_adjudge() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=\n"
        "  if [ \"$COMP_CWORD\" = 1 ] || { [ \"$COMP_CWORD\" = 2 ] && [ \"$before\" = help ]; }; then\n"
        "    COMPREPLY=($(compgen -W 'help ",
        out);
  put_commands(out);
  fputs("' -- \"$word\"))\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n", out);
  for (size_t i = 0; command_at(i) != NULL; i++) bash_command(out, command_at(i));
  fputs("  esac\n  case $word in\n  -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
        "  *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n  esac\n}\ncomplete -o filenames -F _adjudge adjudge\n",
        out);
}

static void fish_option(FILE *out, const Command *command, const Option *option) {
  fprintf(out, "complete -c adjudge -n '__fish_seen_subcommand_from %s' -l %s", command->name, option->name);
  if (option->kind != OPTION_FLAG && option->kind != OPTION_MAYBE) fputs(" -r", out);
  if (option->kind == OPTION_CHOICE) {
    fputs(" -f -a '", out);
    put_choices(out, option->value);
    fputc('\'', out);
  }
  fputs(" -d '", out);
  put_quoted(out, option->help);
  fputs("'\n", out);
}

static void put_fish(FILE *out) {
  fputs("# fish completion of adjudge\n", out);
  for (size_t i = 0; command_at(i) != NULL; i++) {
    const Command *command = command_at(i);
    fprintf(out, "complete -c adjudge -n __fish_use_subcommand -f -a %s -d '", command->name);
    put_quoted(out, command->summary);
    fputs("'\n", out);
    for (const Option *option = command->options; option->name != NULL; option++) fish_option(out, command, option);
  }
}

static ExitCode run_completions(const Arguments *arguments) {
  const char *shell = arguments->operands[0];
  if (strcmp(shell, "bash") == 0) {
    put_bash(arguments->out);
  } else if (strcmp(shell, "zsh") == 0) {
    fputs("#compdef adjudge\nautoload -U +X bashcompinit && bashcompinit\n", arguments->out);
    put_bash(arguments->out);
  } else if (strcmp(shell, "fish") == 0) {
    put_fish(arguments->out);
  } else {
    cli_error(arguments, "completions: '%s' is not one of bash, zsh, fish", shell);
    return EXIT_USAGE;
  }
  return EXIT_HELD;
}

static const Option completions_options[] = {{.name = NULL}};
static const char *const completions_examples[] = {
    "completions bash > ~/.local/share/bash-completion/completions/adjudge",
    "completions fish > ~/.config/fish/completions/adjudge.fish", NULL};
const Command command_completions = {
    .name = "completions",
    .summary = "a script that completes commands and options in a shell",
    .operands = "bash|zsh|fish",
    .options = completions_options,
    .examples = completions_examples,
    .run = run_completions,
};
