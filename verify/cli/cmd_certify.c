/* adjudge certify: C with the contract that it is a gradient, and the proof. */
#include "verify/certify/contract.h"
#include "verify/cli/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* The rules of increments, the proof's command, and how it is made, as they stand in each folder. */
__asm__(".section .rodata\n"
        ".global certify_increments, certify_prove\n"
        "certify_increments: .incbin \"verify/certify/increments.h.in\"\n"
        ".byte 0\n"
        "certify_prove: .incbin \"verify/certify/prove.sh.in\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char certify_increments[], certify_prove[];

static void write_increments(const Contract *to) { fputs(certify_increments, to->out); }
static void write_prove(const Contract *to) { fputs(certify_prove, to->out); }

static void write_makefile(const Contract *to) {
  fprintf(to->out,
          "%s.o: %s.c %s.h\n\t$(CC) -std=c99 -O3 -Wall -Wextra -Wconversion -Werror -c $< -o $@\n\n"
          "prove: # Frama-C, why3 and provers: every goal, or exit code 1\n\tsh prove.sh %s\n.PHONY: prove\n",
          to->name, to->name, to->name, to->name);
}

typedef struct FolderFile {
  const char *suffix; /* of NAME, or a name */
  bool named;
  void (*write)(const Contract *to);
} FolderFile;

static bool write_file(const Arguments *arguments, const char *folder, Contract contract, const FolderFile *file) {
  char path[4096];
  int length = snprintf(path, sizeof path, "%s/%s%s", folder, file->named ? contract.name : "", file->suffix);
  contract.out = length < (int)sizeof path ? fopen(path, "w") : NULL;
  if (contract.out == NULL) {
    cli_error(arguments, "%s: %s", path, strerror(errno));
    return false;
  }
  file->write(&contract);
  bool good = ferror(contract.out) == 0;
  good = fclose(contract.out) == 0 && good;
  if (!good) cli_error(arguments, "%s: could not be written", path);
  return good;
}

static bool write_folder(const Arguments *arguments, const char *folder, const Contract *contract) {
  static const FolderFile files[] = {
      {".h", true, contract_header},
      {".c", true, contract_code},
      {"_increment.c", true, contract_increment},
      {"increments.h", false, write_increments},
      {"prove.sh", false, write_prove},
      {"Makefile", false, write_makefile},
  };
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
    cli_error(arguments, "%s: %s", folder, strerror(errno));
    return false;
  }
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
    if (!write_file(arguments, folder, *contract, &files[i])) return false;
  return true;
}

/* Runs prove.sh, whose exit code says what was proved. */
static ExitCode prove(const Arguments *arguments, const char *folder, const char *name) {
  char command[8192];
  if (strchr(folder, '\'') != NULL ||
      snprintf(command, sizeof command, "sh '%s/prove.sh' %s", folder, name) >= (int)sizeof command) {
    cli_error(arguments, "the folder's name cannot be handed to a shell");
    return EXIT_USAGE;
  }
  fflush(arguments->out);
  FILE *answer = popen(command, "r");
  if (answer == NULL) {
    cli_error(arguments, "sh: %s", strerror(errno));
    return EXIT_INCOMPLETE;
  }
  for (int c = fgetc(answer); c != EOF; c = fgetc(answer)) fputc(c, arguments->out);
  int status = pclose(answer);
  if (!WIFEXITED(status) || WEXITSTATUS(status) == 2) return EXIT_INCOMPLETE;
  return WEXITSTATUS(status) == 0 ? EXIT_HELD : EXIT_UNDECIDED;
}

/* Whether files and functions of C can have the name. */
static bool is_c_name(const char *name) {
  return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(name) &&
         strcmp(name, "increments") != 0;
}

static ExitCode certify(Session *session) {
  const Arguments *arguments = session->arguments;
  const char *folder = options_text(arguments, "emit", NULL), *missing = "this construct";
  const char *name = name_text(session->store, session->definition->name);
  Tape tape;
  if (folder == NULL) {
    cli_error(arguments, "certify: --emit FOLDER says where to write");
    return EXIT_USAGE;
  }
  if (!is_c_name(name)) {
    cli_error(arguments, "certify: '%s' is no name of a file of C here", name);
    return EXIT_USAGE;
  }
  if (!session_first_order(session)) return EXIT_USAGE;
  Status status = tape_record(session->store, &session->arena, &session->definition->program, &tape, &missing);
  if (status == STATUS_UNABLE) {
    cli_error(arguments, "certified C has no rule for %s, which %s uses", missing, name);
    return EXIT_USAGE;
  }
  if (status != STATUS_OK) return session_failed(session, "certify", status);
  if (tape.inputs == 0 || tape.outputs == 0) {
    cli_error(arguments, "%s has no argument, or no result, that moves", name);
    return EXIT_USAGE;
  }
  char *source = text_print_definition(session->store, session->definition, (PrintStyle){.width = 100});
  Contract contract = {&tape, name, source == NULL ? "" : source, NULL};
  bool good = write_folder(arguments, folder, &contract);
  free(source);
  if (!good) return EXIT_USAGE;
  return options_flag(arguments, "prove") ? prove(arguments, folder, name) : EXIT_HELD;
}

static ExitCode run_certify(const Arguments *arguments) {
  Session session;
  ExitCode code = session_open(&session, arguments) ? certify(&session) : EXIT_USAGE;
  session_close(&session);
  return code;
}

static const Option certify_options[] = {
    OPTIONS_DEFINITION,
    {.name = "emit", .kind = OPTION_TEXT, .value = "FOLDER", .help = "where to write NAME.h, NAME.c and their proof"},
    {.name = "prove",
     .kind = OPTION_FLAG,
     .help = "prove the contract with Frama-C: exit code 0 if every goal is proved"},
    {.name = NULL},
};
static const char *const certify_examples[] = {"certify tests/corpus/fig1b.adj --emit fig1b",
                                               "certify tests/corpus/caddie.adj --def lncos --emit lncos --prove",
                                               NULL};
const Command command_certify = {
    .name = "certify",
    .summary = "value and gradient in C with a contract that says so, and its proof",
    .operands = "FILE",
    .least_operands = 1,
    .most_operands = 1,
    .options = certify_options,
    .examples = certify_examples,
    .details = "NAME.h states what the program means, node by node, and what a derivative is: v(x + h d) = v(x) +\n"
               "h d(x, d) + h h r(x, d, h). NAME.c has the value and the gradient, statement by statement; it is C99.\n"
               "Frama-C's WP proves both of all real numbers: rounding is not its subject. Loops of fixed sizes are\n"
               "unrolled; what asks for the sign of a real is refused by name.",
    .run = run_certify,
};
