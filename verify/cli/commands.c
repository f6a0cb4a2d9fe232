#include "verify/cli/commands.h"

#include <string.h>

static const Command *const commands[] = {
    &command_check,    &command_eval,    &command_derive, &command_jvp,      &command_vjp,      &command_grad,
    &command_jacobian, &command_truth,   &command_cost,   &command_sparsity, &command_equal,    &command_verify,
    &command_bmc,      &command_sample,  &command_replay, &command_merge,    &command_campaign, &command_new_primitive,
    &command_serve,    &command_engines, &command_laws,   &command_maps,     &command_rules,
};
#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static void print_help(FILE *out) {
  fputs("adjudge: reference semantics and verifier for automatic differentiation\n\n"
        "usage: adjudge COMMAND [options] [operands]\n\n",
        out);
  for (size_t i = 0; i < COMMAND_COUNT; i++) fprintf(out, "  %-14s %s\n", commands[i]->name, commands[i]->summary);
  fputs(
      "\n  --version  print the version\n"
      "  --help     print this help; after a command, the help of that command\n\n"
      "exit codes: 0 all held, 1 something refuted, 2 bad usage or input, 3 nothing refuted but something undecided\n",
      out);
}

static void print_command_help(FILE *out, const Command *command) {
  fprintf(out, "adjudge %s: %s\n\nusage: adjudge %s [options] %s\n", command->name, command->summary, command->name,
          command->operands);
  if (command->details != NULL) fprintf(out, "\n%s\n", command->details);
  fputs("\noptions:\n", out);
  options_help(out, command->options);
  fputs("  --help                       print this help\n\nexamples:\n", out);
  for (const char *const *example = command->examples; *example != NULL; example++)
    fprintf(out, "  adjudge %s\n", *example);
}

static ExitCode run_command(const Command *command, int count, char **words, FILE *out, FILE *err) {
  Arguments arguments = {.out = out, .err = err};
  ExitCode code = EXIT_USAGE;
  if (!options_parse(command->options, count, words, &arguments)) {
    fprintf(err, "Try 'adjudge %s --help'.\n", command->name);
  } else if (arguments.operand_count < command->least_operands) {
    cli_error(&arguments, "%s: missing operand: adjudge %s [options] %s", command->name, command->name,
              command->operands);
  } else if (arguments.operand_count > command->most_operands) {
    cli_error(&arguments, "%s: too many operands, from '%s' on", command->name,
              arguments.operands[command->most_operands]);
  } else {
    code = command->run(&arguments);
  }
  options_free(&arguments);
  return code;
}

static const Command *find_command(const char *name) {
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    if (strcmp(commands[i]->name, name) == 0) return commands[i];
  return NULL;
}

/* An answer that could not be written was not given. */
static ExitCode finish(ExitCode code, FILE *out, FILE *err) {
  if (fflush(out) == 0 && ferror(out) == 0) return code;
  fputs("adjudge: the output could not be written\n", err);
  return EXIT_USAGE;
}

ExitCode cli_main(int count, char **words, FILE *out, FILE *err) {
  if (count < 2) {
    print_help(err);
    return EXIT_USAGE;
  }
  if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "help") == 0) {
    print_help(out);
    return finish(EXIT_HELD, out, err);
  }
  if (strcmp(words[1], "--version") == 0) {
    fprintf(out, "adjudge %s\n", ADJUDGE_VERSION);
    return finish(EXIT_HELD, out, err);
  }
  const Command *command = find_command(words[1]);
  if (command == NULL) {
    fprintf(err, "adjudge: unknown command '%s'\nTry 'adjudge --help'.\n", words[1]);
    return EXIT_USAGE;
  }
  for (int i = 2; i < count && strcmp(words[i], "--") != 0; i++) {
    if (strcmp(words[i], "--help") != 0) continue;
    print_command_help(out, command);
    return finish(EXIT_HELD, out, err);
  }
  return finish(run_command(command, count - 2, words + 2, out, err), out, err);
}
