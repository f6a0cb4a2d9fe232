/* adjudge certify: C with the contract that it is a gradient, and the proof. */
#include "semantics/text/characters.h"
#include "verify/certify/contract.h"
#include "verify/cli/certify_signature.h"
#include "verify/cli/certify_theirs.h"
#include "verify/cli/files.h"
#include "verify/cli/session.h"
#include "verify/primitive/child.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The rules of increments, the proof's command, and how it is made, as they stand in each folder. */
__asm__(".section .rodata\n"
        ".global certify_increments, certify_vectors, certify_matrices, certify_prove\n"
        "certify_increments: .incbin \"verify/certify/increments.h.in\"\n"
        ".byte 0\n"
        "certify_vectors: .incbin \"verify/certify/vectors.h.in\"\n"
        ".byte 0\n"
        "certify_matrices: .incbin \"verify/certify/matrices.h.in\"\n"
        ".byte 0\n"
        "certify_prove: .incbin \"verify/certify/prove.sh.in\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char certify_increments[], certify_vectors[], certify_matrices[], certify_prove[];

static void write_increments(const Contract *to) { fputs(certify_increments, to->out); }
static void write_vectors(const Contract *to) { fputs(certify_vectors, to->out); }
static void write_matrices(const Contract *to) { fputs(certify_matrices, to->out); }
static void write_prove(const Contract *to) { fputs(certify_prove, to->out); }

static void write_makefile(const Contract *to) {
  const char *flags =
      to->signature->theirs == NULL ? "-std=c99 -O3 -Wall -Wextra -Wconversion -Werror" : "-std=gnu99 -O2";
  fprintf(to->out,
          "%s.o: %s.c %s.h\n\t$(CC) %s -c $< -o $@\n\n"
          "prove: # Frama-C, why3 and provers: every goal, or exit code 1\n\tsh prove.sh %s %s\n\n"
          "%s_test: %s_test.c %s.c %s.h\n\t$(CC) %s $< -lm -o $@\n\n"
          "test: %s_test # beside certified values\n\t./%s_test\n\n.PHONY: prove test\n",
          to->name, to->name, to->name, flags, to->name, to->signature->function, to->name, to->name, to->name,
          to->name, flags, to->name, to->name);
}

static void write_code(const Contract *to) {
  if (to->signature->theirs == NULL)
    contract_code(to);
  else
    contract_theirs(to);
}

typedef struct FolderFile {
  const char *suffix; /* of NAME, or a name */
  bool named;
  void (*write)(const Contract *to);
} FolderFile;

#define PATH_ROOM 4096
static const FolderFile header = {".h", true, contract_header}, increments = {"increments.h", false, write_increments};

/* Its path; false where it has none. */
static bool find_path(const char *folder, const Contract *contract, const FolderFile *file, char *path, size_t room) {
  int length = snprintf(path, room, "%s/%s%s", folder, file->named ? contract->name : "", file->suffix);
  return length >= 0 && (size_t)length < room;
}

/* Files of a folder without increments.h are somebody else's, and what is read is never written over. */
static bool may_write(const Arguments *arguments, const char *folder, const Contract *contract,
                      const FolderFile *file) {
  char path[PATH_ROOM], own[PATH_ROOM];
  bool ours = find_path(folder, contract, &increments, own, sizeof own) && access(own, F_OK) == 0;
  if (!find_path(folder, contract, file, path, sizeof path) || access(path, F_OK) != 0 ||
      (ours && !options_reads(arguments, path)))
    return true;
  cli_error(arguments, "%s is there, and is not written over: --emit a folder of its own", path);
  return false;
}

static bool write_file(const Arguments *arguments, const char *folder, Contract contract, const FolderFile *file) {
  char path[PATH_ROOM];
  contract.out = find_path(folder, &contract, file, path, sizeof path) ? fopen(path, "w") : NULL;
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
  static const FolderFile code = {".c", true, write_code}, increment = {"_increment.c", true, contract_increment},
                          prove = {"prove.sh", false, write_prove}, make = {"Makefile", false, write_makefile},
                          test = {"_test.c", true, contract_test}, vectors = {"vectors.h", false, write_vectors},
                          matrices = {"matrices.h", false, write_matrices};
  const FolderFile *all[] = {&code,
                             &increment,
                             &increments,
                             &prove,
                             &make,
                             &header,
                             contract_loops(contract) ? &vectors : &test,
                             contract->tape->nested ? &matrices : NULL};
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
    cli_error(arguments, "%s: %s", folder, strerror(errno));
    return false;
  }
  bool good = true;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    good = good && (all[i] == NULL || may_write(arguments, folder, contract, all[i]));
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    good = good && (all[i] == NULL || write_file(arguments, folder, *contract, all[i]));
  return good;
}

/* The last line of an answer, cut to its room. */
typedef struct LastLine {
  char text[400];
  size_t length;
  bool ended;
} LastLine;

static void take_character(LastLine *line, char c) {
  if (line->ended) line->length = 0;
  line->ended = c == '\n';
  if (!line->ended && line->length + 1 < sizeof line->text) line->text[line->length++] = c;
  line->text[line->length] = '\0';
}

typedef struct Answer {
  FILE *out;
  LastLine *last; /* or NULL */
} Answer;

static void take_answer(void *state, const char *text, size_t length) {
  const Answer *answer = state;
  (void)fwrite(text, 1, length, answer->out);
  for (size_t i = 0; answer->last != NULL && i < length; i++) take_character(answer->last, text[i]);
}

/* Runs a command in the folder, its answer written: as child_run does, which also says why not. */
static int __attribute__((format(printf, 5, 6)))
run_in(const Arguments *arguments, const char *folder, LastLine *last, double seconds, const char *words, ...) {
  char command[8192], quoted[6144];
  va_list list;
  va_start(list, words);
  bool fits = characters_quote(folder, quoted, sizeof quoted);
  int length = fits ? snprintf(command, sizeof command, "unset CDPATH && cd -- %s && exec 2>&1 && ", quoted) : 0;
  size_t used = (size_t)length;
  fits = fits && vsnprintf(command + used, sizeof command - used, words, list) < (int)(sizeof command - used);
  va_end(list);
  if (!fits) {
    cli_error(arguments, "limit: the folder's name is too long for a shell");
    return CHILD_NOT_RUN;
  }
  Answer answer = {arguments->out, last};
  fflush(arguments->out);
  int code = child_run((const char *const[]){"/bin/sh", "-c", command, NULL}, seconds, take_answer, &answer);
  if (code == CHILD_NOT_RUN) cli_error(arguments, "sh: %s", strerror(errno));
  return code;
}

/* Runs prove.sh, whose exit code says what was proved. */
static ExitCode prove(const Arguments *arguments, const Contract *contract, const char *folder) {
  int code =
      run_in(arguments, folder, NULL, HUGE_VAL, "sh prove.sh %s %s", contract->name, contract->signature->function);
  return code == 0 ? EXIT_HELD : code == 1 ? EXIT_UNDECIDED : EXIT_INCOMPLETE;
}

/* Compiles and runs the test: its time, processor time, memory and files have limits. */
#define LIMITS "ulimit -S -t 20 && ulimit -H -t 25 && ulimit -v 4000000 && ulimit -f 100000 && exec "
#define SECONDS 300.0

/* What the test writes last, whatever the function does. */
static bool is_conclusion(const Contract *contract, const char *line) {
  const char *function = contract->signature->function;
  size_t length = strlen(function);
  return strncmp(line, function, length) == 0 && line[length] == ':' && strstr(line, " certified point") != NULL;
}

/* *adds: whether the function adds to what the gradient was. */
static ExitCode test(const Arguments *arguments, const Contract *contract, const char *folder, bool *adds) {
  *adds = false;
  /* a make that runs us would have its jobs shared */
  if (run_in(arguments, folder, NULL, SECONDS, "unset MAKEFLAGS && " LIMITS "make -s %s_test", contract->name) != 0) {
    cli_error(arguments, "%s does not compile", contract->signature->function);
    return EXIT_INCOMPLETE;
  }
  LastLine last = {.length = 0};
  int code = run_in(arguments, folder, &last, SECONDS, LIMITS "./%s_test", contract->name);
  if (code == 2) return EXIT_UNDECIDED;
  if ((code == 0 || code == 1) && is_conclusion(contract, last.text)) {
    *adds = strstr(last.text, CERTIFIED_ADDS) != NULL;
    return code == 0 ? EXIT_HELD : EXIT_REFUTED;
  }
  if (code == -SIGXCPU || code == CHILD_LATE)
    cli_error(arguments, "%s does not return in the time that it is given", contract->signature->function);
  else if (code < 0)
    cli_error(arguments, "%s ends the program: %s", contract->signature->function, strsignal(-code));
  else
    cli_error(arguments, "%s ends the program, with code %d", contract->signature->function, code);
  return EXIT_INCOMPLETE;
}

#define NAME_LONGEST 100u
/* Whether files and functions of C can have the name, and no header that stands beside has it. */
static bool is_c_name(const char *name) {
  static const char *const taken[] = {"increments", "vectors", "matrices"};
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
    if (strcmp(name, taken[i]) == 0) return false;
  }
  return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(name) &&
         strlen(name) <= NAME_LONGEST;
}

/* "x" of a real, "a_0", "a_1" of others: one for each scalar of the arguments; NULL without memory. */
static const char *const *components(Session *session, uint32_t inputs) {
  char **names = session_alloc(session, inputs, sizeof *names);
  uint32_t n = 0;
  for (uint32_t k = 0; names != NULL && k < session->definition->program.length; k++) {
    const TypeNode *type = type_node(&session->store->types, session->definition->program.context[k]);
    for (uint32_t i = 0; i < type->dim; i++, n++) {
      const char *argument = session_argument(session, k);
      size_t room = strlen(argument) + 12;
      names[n] = session_alloc(session, room, 1);
      if (names[n] == NULL) return NULL;
      (void)snprintf(names[n], room, type->kind == TYPE_REAL && type->dim == 1 ? "%s" : "%s_%u", argument, i);
      for (char *c = names[n]; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c)) *c = '_';
    }
  }
  return (const char *const *)names;
}

#define ROWS 8u
#define ROW_WORK 64u /* derivatives asked for */

/* Points to test at, of the signature that there is. */
static Status find_rows(Session *session, const Contract *contract, CertifiedRows *rows) {
  const Signature *signature = contract->signature;
  bool seeds = false;
  for (uint32_t k = 0; k < signature->count; k++) seeds = seeds || signature->parameter[k].role == ROLE_SEEDS;
  uint32_t wanted = ROW_WORK / contract->tape->inputs;
  wanted = wanted < 1 ? 1 : wanted > ROWS ? ROWS : wanted;
  return rows_certified(session->store, &session->arena, &session->definition->program, contract->tape, seeds, wanted,
                        rows);
}

/* What stands for sizes that are kept: programs come out the same with other numbers. */
static const TapeSizes kept_numbers[] = {{1009, 1019}, {1013, 1021}};

/* The sizes that are kept, "n" or "m,n", by numbers that stand for any: programs come out the same with others. */
typedef struct Kept {
  char text[128];
  SizeOverride size[3]; /* the last has no name */
} Kept;

/* With those numbers; false, with a message, if the text names no sizes, or more. */
static bool keep(const Arguments *arguments, const TapeSizes *numbers, Kept *kept) {
  *kept = (Kept){0};
  const char *text = options_text(arguments, "loop", NULL);
  if (text == NULL) return true;
  int length = snprintf(kept->text, sizeof kept->text, "%s", text);
  char *second = strchr(kept->text, ',');
  if (second != NULL) *second++ = '\0';
  bool good = length < (int)sizeof kept->text && kept->text[0] != '\0' &&
              (second == NULL || (second[0] != '\0' && strchr(second, ',') == NULL && strcmp(kept->text, second) != 0));
  if (!good) cli_error(arguments, "certify: --loop '%s' is not the name of a size, or of two as in m,n", text);
  kept->size[0] = (SizeOverride){kept->text, numbers->rows};
  kept->size[1] = (SizeOverride){second, numbers->columns};
  return good;
}

/* real^1009 as real^n: what is another number in the text of the program with other sizes is a size. No name is longer
 * than its number. */
static void name_sizes(char *text, const char *other) {
  const TapeSizes kept = kept_numbers[0];
  const uint32_t number[3] = {kept.rows * kept.columns, kept.rows, kept.columns};
  static const char *const name[3] = {"(n*m)", "n", "m"};
  char *out = text;
  if (strlen(text) != strlen(other)) return;
  while (*text != '\0') {
    size_t digits = strspn(text, "0123456789"), length = digits == 0 ? 1 : digits;
    const char *written = NULL;
    bool other_number = digits > 0 && strncmp(text, other, digits) != 0;
    for (uint32_t k = 0; k < 3 && other_number; k++)
      if (strtoul(text, NULL, 10) == number[k]) written = name[k];
    size_t put = written == NULL ? length : strlen(written);
    memmove(out, written == NULL ? text : written, put);
    out += put, text += length, other += length;
  }
  *out = '\0';
}

/* Whether the contract is silent about components, which are named. */
static bool has_missing(const Arguments *arguments, const Contract *contract) {
  const Signature *signature = contract->signature;
  bool missing = false;
  for (uint32_t i = 0; i < contract->tape->inputs; i++) {
    bool given = false;
    for (uint32_t k = 0; k < signature->count; k++) {
      const Parameter *p = &signature->parameter[k];
      given = given || (p->role == ROLE_GRADIENT && i >= p->first && i - p->first < p->count);
    }
    if (!given)
      fprintf(arguments->out, "%s: no parameter is the gradient by %s, of which nothing is said\n", signature->function,
              contract->component[i]);
    missing = missing || !given;
  }
  return missing;
}

/* Whether a point was found at which the program is defined; with --loop of a few rows and columns. */
static bool has_point(const Arguments *arguments, const Contract *contract) {
  static const TapeSizes few = {3, 2};
  if (!contract_loops(contract)) return contract->rows->count > 0;
  const char *missing;
  Session session;
  Tape tape;
  Kept kept;
  CertifiedRows rows;
  if (!keep(arguments, &few, &kept)) return false;
  bool found = session_open_grown(&session, arguments, kept.size);
  found = found &&
          tape_record(session.store, &session.arena, &session.definition->program, &tape, &missing) == STATUS_OK &&
          rows_certified(session.store, &session.arena, &session.definition->program, &tape, false, 1, &rows) ==
              STATUS_OK &&
          rows.count > 0;
  session_close(&session);
  return found;
}

/* Of a program that is defined nowhere every contract is proved. */
static ExitCode conclude_ours(const Arguments *arguments, const Contract *contract, const char *folder) {
  if (!options_flag(arguments, "prove")) return EXIT_HELD;
  ExitCode proved = prove(arguments, contract, folder);
  if (proved != EXIT_HELD || has_point(arguments, contract)) return proved;
  fprintf(arguments->out, "%s: no point was found at which it is defined: the contract may be of nothing\n",
          contract->name);
  return EXIT_UNDECIDED;
}

/* What was asked, after the folder is written.  Theirs is tested also where it is proved: a contract says nothing of a
 * function that does not return; and first, as it shows whether the contract is of what sets the gradient or adds to
 * it. */
static ExitCode conclude_theirs(Session *session, Contract *contract, Signature *signature, const char *folder) {
  const Arguments *arguments = session->arguments;
  Tape theirs;
  bool proves = options_flag(arguments, "prove");
  fprintf(arguments->out, "%s is %stested:\n", signature->function, proves ? "" : "not proved, it is ");
  ExitCode whole = has_missing(arguments, contract) ? EXIT_INCOMPLETE : EXIT_HELD;
  ExitCode tested = test(arguments, contract, folder, &signature->adds);
  if (tested == EXIT_HELD && proves && !certify_theirs(session, &theirs, contract)) {
    fprintf(arguments->out, "%s: not proved: what it computes is not known\n", signature->function);
    return EXIT_UNDECIDED;
  }
  if (!write_file(arguments, folder, *contract, &header)) return EXIT_INCOMPLETE;
  ExitCode proved = proves ? prove(arguments, contract, folder) : EXIT_HELD;
  return tested != EXIT_HELD ? tested : proved != EXIT_HELD ? proved : whole;
}

static char *text_of(const Session *session) {
  return text_print_definition(session->store, session->definition, (PrintStyle){.width = 100});
}

/* `other` is the text of the program with other sizes; NULL without loops. */
static ExitCode write_and_conclude(Session *session, Contract *contract, Signature *signature, const char *other) {
  const Arguments *arguments = session->arguments;
  const char *folder = options_text(arguments, "emit", NULL), *file = options_text(arguments, "c", NULL);
  size_t length;
  char *theirs = file == NULL ? NULL : file_read(arguments, file, &length);
  char *source = text_of(session);
  CertifiedRows rows;
  ExitCode code = EXIT_USAGE;
  if (source != NULL && other != NULL) name_sizes(source, other);
  contract->source = source == NULL ? "" : source;
  contract->rows = &rows;
  if (file == NULL) signature_ours(contract, signature);
  bool good = file == NULL ||
              (theirs != NULL &&
               certify_signature(session, contract->tape, options_text(arguments, "function", ""), theirs, signature));
  Status status = good && !contract_loops(contract) ? find_rows(session, contract, &rows) : STATUS_OK;
  if (status != STATUS_OK)
    code = session_failed(session, "certify", status);
  else if (good && write_folder(arguments, folder, contract))
    code = file == NULL ? conclude_ours(arguments, contract, folder)
                        : conclude_theirs(session, contract, signature, folder);
  contract->rows = NULL;
  free(source);
  free(theirs);
  return code;
}

/* What is asked for goes together. */
static bool is_asked_well(Session *session) {
  const Arguments *arguments = session->arguments;
  bool theirs = options_text(arguments, "c", NULL) != NULL;
  const char *name = name_text(session->store, session->definition->name);
  if (options_text(arguments, "emit", NULL) == NULL) {
    cli_error(arguments, "certify: --emit FOLDER says where to write");
  } else if (theirs &&
             (options_nth(arguments, "function", 0) == NULL || options_nth(arguments, "function", 1) != NULL)) {
    cli_error(arguments, "certify: --function NAME says which one function of the file is the gradient");
  } else if (theirs && options_text(arguments, "loop", NULL) != NULL) {
    cli_error(arguments, "certify: --c is of sizes that are numbers, without --loop: --size gives others");
  } else if (!is_c_name(name)) {
    cli_error(arguments, "certify: '%s' is no name of a file of C here", name);
  } else {
    return session_first_order(session);
  }
  return false;
}

static Status record(Session *session, const Kept *kept, Tape *tape, const char **missing) {
  const Program *program = &session->definition->program;
  const TapeSizes sizes = {kept->size[0].value, kept->size[1].name == NULL ? 0 : kept->size[1].value};
  return kept->size[0].name == NULL ? tape_record(session->store, &session->arena, program, tape, missing)
                                    : tape_record_loop(session->store, &session->arena, program, sizes, tape, missing);
}

static bool is_same_tape(const Tape *a, const Tape *b) {
  bool same = a->count == b->count && a->each == b->each && a->output[0] == b->output[0];
  for (uint32_t k = 0; same && k < a->count; k++) {
    const TapeNode *x = &a->nodes[k], *y = &b->nodes[k];
    same = x->op == y->op && x->a == y->a && x->b == y->b && x->f == y->f && x->numerator == y->numerator &&
           x->denominator == y->denominator;
  }
  return same;
}

/* Whether the program is the same of another size, with its text of that, to be freed. */
static bool is_of_any_size(const Arguments *arguments, const Tape *tape, char **text) {
  const char *missing;
  Session session;
  Tape other;
  Kept again;
  bool same = keep(arguments, &kept_numbers[1], &again) && session_open_grown(&session, arguments, again.size) &&
              record(&session, &again, &other, &missing) == STATUS_OK && is_same_tape(tape, &other);
  *text = same ? text_of(&session) : NULL;
  if (!same)
    cli_error(arguments, "the program is not the same whatever the size %s", options_text(arguments, "loop", NULL));
  session_close(&session);
  return same;
}

static ExitCode certify(Session *session, const Kept *kept) {
  const Arguments *arguments = session->arguments;
  const char *missing = "this construct", *name = name_text(session->store, session->definition->name);
  Tape tape;
  if (!is_asked_well(session)) return EXIT_USAGE;
  Status status = record(session, kept, &tape, &missing);
  if (status == STATUS_UNABLE) {
    cli_error(arguments, "certified C has no rule for %s, which %s uses", missing, name);
    return EXIT_USAGE;
  }
  if (status != STATUS_OK) return session_failed(session, "certify", status);
  if (tape.inputs == 0 || tape.outputs == 0) {
    cli_error(arguments, "%s has no argument, or no result, that moves", name);
    return EXIT_USAGE;
  }
  char *other = NULL;
  if (tape.extent != NULL && !is_of_any_size(arguments, &tape, &other)) return EXIT_USAGE;
  Signature signature;
  Contract contract = {.tape = &tape, .name = name, .signature = &signature, .index = "i"};
  if (tape.extent == NULL) contract.component = components(session, tape.inputs);
  bool good = tape.extent != NULL || contract.component != NULL;
  ExitCode code = good ? write_and_conclude(session, &contract, &signature, other) : EXIT_USAGE;
  free(other);
  return code;
}

static ExitCode run_certify(const Arguments *arguments) {
  Session session;
  Kept kept;
  if (!keep(arguments, &kept_numbers[0], &kept)) return EXIT_USAGE;
  bool open = session_open_grown(&session, arguments, kept.size);
  ExitCode code = open ? certify(&session, &kept) : EXIT_USAGE;
  session_close(&session);
  return code;
}

static const Option certify_options[] = {
    OPTIONS_DEFINITION,
    {.name = "c",
     .kind = OPTION_INPUT,
     .value = "FILE.c",
     .help = "of somebody else's gradient, --function of that file: its contract, and a test beside certified values"},
    {.name = "loop",
     .kind = OPTION_TEXT,
     .value = "n",
     .help =
         "keep the size n a parameter: a loop, proved for every n, in place of statements for each entry; m,n: of a "
         "matrix, with m rows"},
    {.name = "emit", .kind = OPTION_TEXT, .value = "FOLDER", .help = "where to write NAME.h, NAME.c and their proof"},
    {.name = "prove",
     .kind = OPTION_FLAG,
     .help = "prove the contract with Frama-C: exit code 0 if every goal is proved"},
    {.name = NULL},
};
static const char *const certify_examples[] = {"certify tests/corpus/fig1b.adj --emit fig1b",
                                               "certify tests/corpus/caddie.adj --def lncos --emit lncos --prove",
                                               "certify tests/certify/loops.adj --def squares --loop n --emit squares",
                                               "certify tests/corpus/leastsquares.adj --loop m,n --emit squares",
                                               "certify f.adj --c theirs.c --function f_b --emit f --prove",
                                               NULL};
const Command command_certify = {
    .name = "certify",
    .summary = "value and gradient in C with a contract that says so, and its proof",
    .operands = "FILE",
    .options = certify_options,
    .examples = certify_examples,
    .details =
        "NAME.h states what the program means, node by node, and what a derivative is: v(x + h d) = v(x) +\n"
        "h d(x, d) + h h r(x, d, h). NAME.c has the value and the gradient, statement by statement; it is C99.\n"
        "Frama-C's WP proves both of all real numbers: rounding is not its subject. Loops of fixed sizes are\n"
        "unrolled, or one of any size n is a loop with --loop n, and a matrix times a vector two with --loop m,n;\n"
        "what asks for the sign of a real is refused by name.\n"
        "With --c the contract is of somebody else's function, by components; which parameter is what its name\n"
        "says (x, xb, dx, g, y, a factor of the result). It is run beside certified values too, which also\n"
        "shows whether it sets the gradient or adds to it (*xb += ...): the contract is of what it does. Exit code 1\n"
        "says that it differs; 3, that goals are open or no certified point was found; 4, that a component of the\n"
        "gradient has no parameter, or something else that was asked was not done.",
    .run = run_certify,
};
