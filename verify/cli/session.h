/* What a command on one program needs: the program read from its file, a ring,
 * memory, and the flat values of its arguments. */
#ifndef ADJUDGE_CLI_SESSION_H
#define ADJUDGE_CLI_SESSION_H

#include "semantics/evaluator.h"
#include "semantics/text/text.h"
#include "verify/cli/commands.h"
#include "verify/cli/values.h"

typedef struct Session {
  const Arguments *arguments;
  const char *file;
  Store *store;
  Module module;
  const Definition *definition; /* the one chosen with --def */
  Ring *ring;
  RingChoice choice;
  OutputFormat format;
  Arena arena; /* inputs, results and the values of evaluation */
} Session;

#define OPTION_FUNCTION                                                                                                \
  {                                                                                                                    \
    .name = "function", .kind = OPTION_TEXT, .repeated = true, .value = "NAME",                                        \
    .help = "of a C file only this function"                                                                           \
  }
/* Rows of option tables that commands on a program share. */
#define OPTIONS_DEFINITION                                                                                             \
  {.name = "def", .kind = OPTION_TEXT, .value = "NAME", .help = "the definition (default: the last)"},                 \
      OPTION_FUNCTION, {                                                                                               \
    .name = "size", .kind = OPTION_TEXT, .repeated = true, .value = "n=3", .help = "fix a size parameter"              \
  }
#define OPTIONS_POINT                                                                                                  \
  {.name = "at", .kind = OPTION_TEXT, .repeated = true, .value = "x=1.5", .help = "the value of an argument"}, {       \
    .name = "input", .kind = OPTION_INPUT, .value = "FILE", .help = "values of arguments: a JSON object by name"       \
  }
#define OPTION_FORMAT                                                                                                  \
  { .name = "format", .kind = OPTION_CHOICE, .value = "text|json", .help = "form of the answer (default: text)" }
#define OPTIONS_INPUT                                                                                                  \
  OPTIONS_POINT,                                                                                                       \
      {.name = "ring", .kind = OPTION_CHOICE, .value = RING_CHOICES, .help = "the scalars (default: double)"},         \
      OPTION_FORMAT

/* Reads the module of the first operand, chooses the definition, makes ring and
 * arena.  On failure writes the error and answers false; close it in either
 * case. */
bool session_open(Session *session, const Arguments *arguments);
/* The same over this ring, for commands without --ring. */
bool session_open_over(Session *session, const Arguments *arguments, RingChoice choice);
/* The same as session_open with more sizes fixed, two at most, up to the first without a name; NULL for none. */
bool session_open_grown(Session *session, const Arguments *arguments, const SizeOverride *sizes);
/* The same of a text that is no file, over doubles. */
typedef struct SessionText {
  const char *name, *text;
  const SizeOverride *sizes;
  uint32_t size_count;
  const char *definition;
} SessionText;
bool session_open_text(Session *session, const Arguments *arguments, const SessionText *source);
void session_close(Session *session);

/* Reads a module alone: for commands on several files. */
bool session_read_module(const Arguments *arguments, Store *store, const char *path, Module *module);
/* The same, and refuses a file without definitions: nothing in it was asked for what is said of all files. */
bool session_read_programs(const Arguments *arguments, Store *store, const char *path, Module *module);
#define SESSION_SIZES 64u
/* The --size options, in order. */
typedef struct GivenSizes {
  SizeOverride size[SESSION_SIZES];
  char name[SESSION_SIZES][64];
  uint32_t count;
} GivenSizes;
/* False, having written the error, where one is malformed or given twice. */
bool session_sizes(const Arguments *arguments, GivenSizes *out);
/* Whether each --size is of some definition: `sized` is Module's, of all files together.  Else the error is written. */
bool session_sizes_known(const Arguments *arguments, uint64_t sized);

/* Whether the last definition is the last program of the file, where it is taken as no name is given; else the error is
 * written. */
bool session_last_read(const Arguments *arguments, const char *file, const Module *module, const char *name);
/* Says that the module has no definition of that name, and which may have been meant. */
void session_no_definition(const Arguments *arguments, const Store *store, const char *file, const Module *module,
                           const char *name);

/* Memory of the session; NULL, having written the error, at the limit. */
void *session_alloc(Session *session, size_t count, size_t size);

/* Which options give the values, of what types. */
typedef struct InputSource {
  const char *option, *file_option; /* NAME=VALUE; FILE.json */
  const char *what;                 /* "argument", "tangent of argument" */
  const TypeId *types;              /* one for each argument of the definition */
  bool optional;                    /* zero where not given, if any is */
} InputSource;

/* The flat values, argument after argument; NULL, having written the error,
 * when one is missing, unknown, given twice, or has the wrong shape. */
Scalar *session_inputs(Session *session, const InputSource *source);

/* Reads one value given as text. */
bool session_read_value(Session *session, const char *what, TypeId type, const char *text, size_t length, Scalar *out);

/* The evaluator that --evaluator names, else `otherwise`. */
#define EVALUATOR_CHOICES "source|operational|applied|monoid"
#define TARGET_EVALUATOR_CHOICES "operational|applied|monoid"
const Evaluator *session_evaluator(const Arguments *arguments, const Evaluator *otherwise);

/* The object of a file of values by the names of arguments; NULL, having written the error, where it is none. */
json_t *session_values(const Arguments *arguments, const char *path);

/* Whether arguments and result of the definition are first-order, so that they
 * can be given and shown; else writes the error.  Lists and Vecs that are given have
 * lengths, and `definition` is then the one that takes arrays of these. */
bool session_first_order(Session *session);

/* Says why an evaluation has no answer, and the exit code for it. */
ExitCode session_failed(const Session *session, const char *evaluator, Status status);

/* A machine of the session's store and ring.  It goes as deep as the stack has
 * room for: MACHINE_DEPTH is made for 8 MB. */
Machine session_machine(Session *session);

/* Writes a value in the chosen format. */
void session_write(const Session *session, TypeId type, const Scalar *value);

const char *session_argument(const Session *session, uint32_t k);
/* The arguments that an option names, all without it; false, having written the error, for a name that is none. */
bool session_choose(const Session *session, const char *option, bool *chosen);
#define OPTION_WRT                                                                                                     \
  { .name = "wrt", .kind = OPTION_TEXT, .repeated = true, .value = "NAME", .help = OPTION_WRT_HELP }
#define OPTION_WRT_HELP "by this argument, with the others held constant (default: by all)"

#endif
