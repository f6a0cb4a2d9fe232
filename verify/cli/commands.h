/* The commands of `adjudge`, and how the program is entered. */
#ifndef ADJUDGE_CLI_COMMANDS_H
#define ADJUDGE_CLI_COMMANDS_H

#include "verify/cli/options.h"

#define ADJUDGE_VERSION "0.1.0"

/* Exit codes of every command. */
typedef enum ExitCode {
  EXIT_HELD = 0,     /* all held; the answer was given */
  EXIT_REFUTED = 1,  /* something was refuted */
  EXIT_USAGE = 2,    /* bad usage or bad input */
  EXIT_UNDECIDED = 3 /* nothing refuted, but something undecided */
} ExitCode;

#define COMMAND_ANY_OPERANDS UINT32_MAX

typedef struct Command {
  const char *name, *summary;
  const char *operands; /* their form in the synopsis */
  uint32_t least_operands, most_operands;
  const Option *options;       /* ends with a NULL name; --help is added */
  const char *const *examples; /* ends with NULL: what stands after `adjudge ` */
  const char *details;         /* a paragraph for the help; may be NULL */
  ExitCode (*run)(const Arguments *arguments);
} Command;

extern const Command command_check, command_eval, command_derive, command_jvp, command_vjp, command_grad,
    command_jacobian, command_rules, command_verify, command_bmc, command_sample, command_replay, command_laws,
    command_maps, command_engines, command_campaign, command_new_primitive, command_serve, command_truth, command_equal,
    command_cost, command_merge, command_sparsity;

/* Runs `adjudge` with these words (words[0] is the program's name); answers and
 * errors go to the two streams. */
ExitCode cli_main(int count, char **words, FILE *out, FILE *err);

#endif
