/* The commands of `adjudge`, and how the program is entered. */
#ifndef ADJUDGE_CLI_COMMANDS_H
#define ADJUDGE_CLI_COMMANDS_H

#include "verify/campaign/version.h"
#include "verify/cli/options.h"
#define ADJUDGE_SUMMARY "reference semantics and verifier for automatic differentiation"

/* Exit codes of every command, and what the help says of them. */
#define ADJUDGE_EXIT_CODES                                                                                             \
  "0 all held, 1 something refuted, 2 bad usage or input, 3 nothing refuted but something undecided, "                 \
  "4 nothing refuted but something asked was not done"

typedef enum ExitCode {
  EXIT_HELD = 0,      /* all held; the answer was given */
  EXIT_REFUTED = 1,   /* something was refuted */
  EXIT_USAGE = 2,     /* bad usage or bad input */
  EXIT_UNDECIDED = 3, /* nothing refuted, but something undecided */
  EXIT_INCOMPLETE = 4 /* nothing refuted, but something asked was not done */
} ExitCode;

typedef struct Command {
  const char *name, *summary;
  const char *operands;        /* the synopsis: FILE is one, [FILE] one or none, FILE... or [FILE...] any number */
  const Option *options;       /* ends with a NULL name; --help is added */
  const char *const *examples; /* ends with NULL: what stands after `adjudge ` */
  const char *details;         /* a paragraph for the help; may be NULL */
  ExitCode (*run)(const Arguments *arguments);
} Command;

#define OPTION_STRICT                                                                                                  \
  { .name = "strict", .kind = OPTION_FLAG, .help = "exit code 1 where AD differs from the derivative of the function" }

extern const Command command_check, command_fmt, command_eval, command_derive, command_jvp, command_vjp, command_grad,
    command_jacobian, command_hessian, command_rules, command_verify, command_bmc, command_sample, command_replay,
    command_list, command_laws, command_maps, command_engines, command_campaign, command_new_primitive, command_serve,
    command_zoo, command_truth, command_equal, command_cost, command_merge, command_sparsity, command_analyse,
    command_manual, command_completions, command_open, command_plot, command_init, command_errata, command_import,
    command_emit, command_system, command_gradbench, command_certify;

/* The commands in the order of the help; NULL beyond the last. */
const Command *command_at(size_t i);

/* Runs `adjudge` with these words (words[0] is the program's name); answers and
 * errors go to the two streams. */
ExitCode cli_main(int count, char **words, FILE *out, FILE *err);

#endif
