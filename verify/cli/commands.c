#include "verify/cli/commands.h"

#include "semantics/text/suggest.h"
#include "verify/cli/files.h"

#include <poll.h>
#include <signal.h>
#include <string.h>

static const Command *const commands[] = {
    &command_check,     &command_eval,     &command_derive,        &command_jvp,    &command_vjp,      &command_grad,
    &command_jacobian,  &command_hessian,  &command_truth,         &command_cost,   &command_sparsity, &command_analyse,
    &command_equal,     &command_verify,   &command_bmc,           &command_sample, &command_replay,   &command_list,
    &command_merge,     &command_campaign, &command_new_primitive, &command_init,   &command_zoo,      &command_serve,
    &command_engines,   &command_laws,     &command_maps,          &command_rules,  &command_errata,   &command_plot,
    &command_open,      &command_manual,   &command_completions,   &command_import, &command_emit,     &command_system,
    &command_gradbench, &command_certify,  &command_fmt,
};
#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

const Command *command_at(size_t i) { return i < COMMAND_COUNT ? commands[i] : NULL; }

/* ------------------------------------------------------------------ help -- */

static void print_help(FILE *out) {
  fputs("adjudge: " ADJUDGE_SUMMARY "\n\nusage: adjudge COMMAND [options] [operands]\n\n", out);
  for (size_t i = 0; i < COMMAND_COUNT; i++) fprintf(out, "  %-14s %s\n", commands[i]->name, commands[i]->summary);
  fputs("\n  -V, --version  print the version\n"
        "  -h, --help     print this help; after a command, the help of that command, as 'adjudge help COMMAND'\n\n"
        "exit codes: " ADJUDGE_EXIT_CODES "\n",
        out);
}

static void print_command_help(FILE *out, const Command *command) {
  fprintf(out, "adjudge %s: %s\n\nusage: adjudge %s [options] %s\n", command->name, command->summary, command->name,
          command->operands);
  if (command->details != NULL) fprintf(out, "\n%s\n", command->details);
  fputs("\noptions:\n", out);
  options_help(out, command->options);
  fputs("  -h, --help                   print this help\n\nexamples:\n", out);
  for (const char *const *example = command->examples; *example != NULL; example++)
    fprintf(out, "  adjudge %s\n", *example);
}

static const Command *find_command(const char *name, FILE *err) {
  char nearest[64];
  Suggestion near = suggestion_of(name);
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    if (strcmp(commands[i]->name, name) == 0) return commands[i];
    suggest(&near, commands[i]->name);
  }
  fprintf(err, "adjudge: unknown command '%s'%s\nTry 'adjudge --help'.\n", name,
          suggestion_text(&near, "", nearest, sizeof nearest));
  return NULL;
}

/* adjudge help [COMMAND] */
static ExitCode help(int count, char **words, FILE *out, FILE *err) {
  if (count == 0) {
    print_help(out);
    return EXIT_HELD;
  }
  const Command *command = find_command(words[0], err);
  if (command == NULL) return EXIT_USAGE;
  print_command_help(out, command);
  return EXIT_HELD;
}

/* ------------------------------------------------------------------- runs -- */

/* How many operands the synopsis names: all of them, or but for those that may be left out. */
static uint32_t synopsis_count(const char *synopsis, bool optional) {
  uint32_t count = 0;
  for (const char *word = synopsis; *word != '\0'; word += strspn(word, " ")) {
    if (optional || *word != '[') count++;
    word += strcspn(word, " ");
  }
  return count;
}

/* Whether --function, if it is given, has a C file to choose from. */
static bool functions_apply(const Arguments *arguments) {
  bool apply = !options_flag(arguments, "function") || options_flag(arguments, "c");
  for (uint32_t k = 0; k < arguments->operand_count; k++)
    apply = apply || path_ends(arguments->operands[k], ".c") || path_is_folder(arguments->operands[k]);
  if (!apply) cli_error(arguments, "option --function is of C files, and none is given; --def NAME is of any");
  return apply;
}

static ExitCode run_command(const Command *command, int count, char **words, FILE *out, FILE *err) {
  Arguments arguments = {.out = out, .err = err};
  ExitCode code = EXIT_USAGE;
  uint32_t most = strstr(command->operands, "...") != NULL ? UINT32_MAX : synopsis_count(command->operands, true);
  if (!options_parse(command->options, count, words, &arguments)) {
    fprintf(err, "Try 'adjudge %s --help'.\n", command->name);
  } else if (arguments.operand_count < synopsis_count(command->operands, false)) {
    cli_error(&arguments, "%s: missing operand: adjudge %s [options] %s", command->name, command->name,
              command->operands);
  } else if (arguments.operand_count > most) {
    cli_error(&arguments, "%s: too many operands, from '%s' on: adjudge %s [options] %s", command->name,
              arguments.operands[most], command->name, command->operands);
  } else if (functions_apply(&arguments)) {
    code = command->run(&arguments);
  }
  options_free(&arguments);
  return code;
}

static bool is_one_of(const char *word, const char *first, const char *second) {
  return strcmp(word, first) == 0 || strcmp(word, second) == 0;
}

/* Whether the reader of the pipe went away. */
static bool is_unread(FILE *out) {
  struct pollfd pipe = {.fd = fileno(out), .events = POLLOUT};
  return poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0;
}

/* An answer that could not be written was not given.  A reader that has seen enough,
 * `adjudge rules | head`, is told nothing: the program ends as others do then. */
static ExitCode finish(ExitCode code, FILE *out, FILE *err) {
  if (fflush(out) == 0 && ferror(out) == 0) return code;
  if (is_unread(out)) {
    (void)signal(SIGPIPE, SIG_DFL);
    (void)raise(SIGPIPE);
  }
  fputs("adjudge: the output could not be written\n", err);
  return EXIT_USAGE;
}

ExitCode cli_main(int count, char **words, FILE *out, FILE *err) {
  if (count < 2) {
    print_help(err);
    return EXIT_USAGE;
  }
  if (strcmp(words[1], "help") == 0) return finish(help(count - 2, words + 2, out, err), out, err);
  if (is_one_of(words[1], "-h", "--help")) return finish(help(0, NULL, out, err), out, err);
  if (is_one_of(words[1], "-V", "--version")) {
    fprintf(out, "adjudge %s\n", ADJUDGE_VERSION);
    return finish(EXIT_HELD, out, err);
  }
  const Command *command = find_command(words[1], err);
  if (command == NULL) return EXIT_USAGE;
  for (int i = 2; i < count && strcmp(words[i], "--") != 0; i++) {
    if (!is_one_of(words[i], "-h", "--help")) continue;
    print_command_help(out, command);
    return finish(EXIT_HELD, out, err);
  }
  return finish(run_command(command, count - 2, words + 2, out, err), out, err);
}
