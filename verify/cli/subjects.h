/* The programs that a command works through one by one: of files, of a space, or random ones of a space. */
#ifndef ADJUDGE_CLI_SUBJECTS_H
#define ADJUDGE_CLI_SUBJECTS_H

#include "verify/campaign/scopes.h"
#include "verify/cli/files.h"
#include "verify/cli/session.h"

#define OPTIONS_SUBJECTS                                                                                               \
  {.name = "def", .kind = OPTION_TEXT, .value = "NAME", .help = "of files, only this definition"},                     \
      {.name = "first", .kind = OPTION_COUNT, .value = "INDEX", .help = "from this program on, by index"},             \
      {.name = "count",                                                                                                \
       .kind = OPTION_COUNT,                                                                                           \
       .value = "M",                                                                                                   \
       .help = "so many programs at most",                                                                             \
       .least = 1,                                                                                                     \
       .most = UINT32_MAX},                                                                                            \
      {.name = "sample",                                                                                               \
       .kind = OPTION_COUNT,                                                                                           \
       .value = "N",                                                                                                   \
       .help = "of a space, N random programs",                                                                        \
       .least = 1,                                                                                                     \
       .most = UINT32_MAX},                                                                                            \
  {                                                                                                                    \
    .name = "seed", .kind = OPTION_COUNT, .value = "S", .help = "of what is random (default: 1)"                       \
  }

typedef struct Subjects {
  Store *store;
  Paths paths;
  Module *modules;
  Corpus corpus;
  Space *space;
  Sample sample;
  Scope scope;
} Subjects;

/* The operands from number `skip` on, which are files or folders, or one description of a space; `space` where there
 * is none (NULL: nothing is).  On failure writes the error and answers false; close it in either case. */
bool subjects_open(Subjects *subjects, const Arguments *arguments, uint32_t skip, const char *space);
void subjects_close(Subjects *subjects);

/* The k-th program, k < scope.count, of working terms. */
MUST_CHECK Status subjects_take(Subjects *subjects, Rank k, SpaceCase *out);
/* What it is called: "poly:17", or "f" of a file. */
void subjects_name(const Subjects *subjects, Rank k, char *out, size_t size);

#endif
