/* adjudge system: programs of spaces and files before another system of automatic differentiation. */
#include "verify/campaign/clock.h"
#include "verify/campaign/destination.h"
#include "verify/cli/campaigns.h"
#include "verify/cli/subjects.h"
#include "verify/system/hunt_report.h"
#include "verify/system/reproduction.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TIMEOUT 30u
#define MEMORY 16384u
#define BATCH 64u
#define SHRINKS 25u
#define QUIET_SECONDS 10.0 /* between lines of progress when they go to no terminal */

typedef struct Progress {
  double begun, shown;
} Progress;

static void show_progress(void *state, uint64_t done, uint64_t of, uint32_t finds) {
  Progress *progress = state;
  bool terminal = isatty(STDERR_FILENO) != 0;
  double now = clock_seconds(), rate = (double)done / (now - progress->begun + 1e-9);
  if (now - progress->shown < (terminal ? 0.2 : QUIET_SECONDS)) return;
  progress->shown = now;
  (void)fprintf(stderr,
                terminal ? "\r%llu of %llu programs, %.0f a second, %.0f s left, %u findings "
                         : "%llu of %llu programs, %.0f a second, %.0f s left, %u findings\n",
                (unsigned long long)done, (unsigned long long)of, rate, (double)(of - done) / (rate + 1e-9), finds);
}

static bool take_modes(const Arguments *arguments, HuntOptions *options) {
  const Given *given;
  for (int m = 0; m < MODE_COUNT; m++)
    options->wanted[m] = m == MODE_VALUE || options_nth(arguments, "mode", 0) == NULL;
  for (uint32_t k = 0; (given = options_nth(arguments, "mode", k)) != NULL; k++) {
    for (int m = 0; m < MODE_COUNT; m++)
      options->wanted[m] = options->wanted[m] || strcmp(given->value, mode_name((Mode)m)) == 0;
  }
  return true;
}

/* A mode that is asked for by its name is one that the system has. */
static bool has_modes(const Arguments *arguments, const System *system) {
  const Given *given;
  for (uint32_t k = 0; (given = options_nth(arguments, "mode", k)) != NULL; k++) {
    for (int m = 0; m < MODE_COUNT; m++) {
      if (system->offers[m] || strcmp(given->value, mode_name((Mode)m)) != 0) continue;
      cli_error(arguments, "--mode %s: the system has no such mode", given->value);
      return false;
    }
  }
  return true;
}

/* A construct that the system is found wrong about is left out, so that others are seen. */
static bool leave_out(const Arguments *arguments, System *system) {
  const Given *given;
  for (uint32_t k = 0; (given = options_nth(arguments, "without", k)) != NULL; k++) {
    bool known = false;
    for (uint32_t c = 0; c < CONSTRUCT_ALL; c++) {
      if (c == CONSTRUCT_COUNT || strcmp(construct_name((Construct)c), given->value) != 0) continue;
      known = system->without[c] = true;
    }
    if (known) continue;
    cli_error(arguments, "--without %s: there is no such construct", given->value);
    return false;
  }
  return true;
}

/* A file for each finding that has code: 1-vjp.py, ... */
static bool write_reproductions(const Arguments *arguments, const System *system, const HuntReport *report) {
  const char *folder = options_text(arguments, "reproduce", NULL), *suffix = reproduction_suffix(system);
  if (folder == NULL) return true;
  bool good = mkdir(folder, 0777) == 0 || errno == EEXIST;
  for (uint32_t i = 0; good && suffix != NULL && i < report->finds; i++) {
    char path[4096];
    if (report->find[i].code == NULL) continue;
    (void)snprintf(path, sizeof path, "%s/%u-%s.%s", folder, i + 1, mode_name(report->find[i].mode), suffix);
    FILE *file = fopen(path, "w");
    good = file != NULL && fputs(report->find[i].code, file) >= 0;
    if (file != NULL) good = fclose(file) == 0 && good;
  }
  if (!good) cli_error(arguments, "cannot write to '%s': %s", folder, strerror(errno));
  return good;
}

static bool write_report(const Arguments *arguments, json_t *json, Destination *to) {
  const char *path = options_text(arguments, "report", NULL);
  if (path == NULL) return true;
  bool good = json != NULL && json_dumpf(json, to->file, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) == 0 &&
              fputc('\n', to->file) != EOF && destination_commit(to);
  if (!good) cli_error(arguments, "%s: the report could not be written", path);
  return good;
}

static ExitCode tell(const Arguments *arguments, const System *system, const HuntReport *report, const char *scope,
                     Destination *to) {
  Account account = hunt_account(report);
  hunt_print(system, report, scope, arguments->out);
  account_print(&account, arguments->out);
  json_t *json = hunt_json(system, report, scope, options_count(arguments, "seed", 1));
  bool written = write_report(arguments, json, to);
  json_decref(json);
  written = write_reproductions(arguments, system, report) && written;
  return written ? (ExitCode)account_exit(&account, options_flag(arguments, "strict")) : EXIT_USAGE;
}

static ExitCode hunt_subjects(const Arguments *arguments, Subjects *subjects, Destination *to) {
  Progress progress = {clock_seconds(), clock_seconds()};
  HuntOptions options = {.seed = options_count(arguments, "seed", 1),
                         .batch = (uint32_t)options_count(arguments, "batch", BATCH),
                         .shrinks = (uint32_t)options_count(arguments, "findings", SHRINKS),
                         .jobs = worker_count(arguments),
                         .progress = options_flag(arguments, "quiet") ? NULL : show_progress,
                         .state = &progress};
  System system = {.command = arguments->operands[0],
                   .timeout = (double)options_count(arguments, "timeout", TIMEOUT),
                   .memory = options_count(arguments, "memory", MEMORY),
                   .cpu = options_count(arguments, "cpu", 0),
                   .stopped = campaign_interrupted};
  HuntReport report = {0};
  ExitCode code = EXIT_USAGE;
  (void)take_modes(arguments, &options);
  if (!leave_out(arguments, &system)) {
    code = EXIT_USAGE;
  } else if (!system_start(&system)) {
    report.interrupted = campaign_interrupted();
    if (report.interrupted)
      code = tell(arguments, &system, &report, subjects->scope.name, to);
    else
      cli_error(arguments, "%s", system.child.message);
  } else if (has_modes(arguments, &system)) {
    bool good = hunt(&system, subjects->store, &subjects->scope, &options, &report);
    if (!good) cli_error(arguments, "limit: out of memory");
    code = tell(arguments, &system, &report, subjects->scope.name, to);
    if (!good) code = EXIT_USAGE;
  }
  hunt_free(&report);
  system_stop(&system);
  return code;
}

static ExitCode run_system(const Arguments *arguments) {
  Subjects subjects;
  Destination to = {NULL, NULL, NULL};
  const char *path = options_text(arguments, "report", NULL);
  ExitCode code = EXIT_USAGE;
  campaign_handle_signals();
  if (path != NULL && !destination_open(&to, path)) {
    cli_error(arguments, "%s: %s", path, destination_error());
    return EXIT_USAGE;
  }
  if (subjects_open(&subjects, arguments, 1, options_text(arguments, "space", NULL)))
    code = hunt_subjects(arguments, &subjects, &to);
  subjects_close(&subjects);
  destination_abandon(&to);
  return code;
}

static const Option system_options[] = {
    {.name = "space",
     .kind = OPTION_TEXT,
     .value = "SPACE",
     .help = "the programs of a space, or with --sample random ones"},
    OPTIONS_SUBJECTS,
    {.name = "mode",
     .kind = OPTION_CHOICE,
     .repeated = true,
     .value = "value|jvp|vjp|hessian",
     .help = "only this mode, or these (default: all that the system has)"},
    {.name = "without",
     .kind = OPTION_TEXT,
     .repeated = true,
     .value = "CONSTRUCT",
     .help = "no programs with this one, as if the system lacked it"},
    {.name = "batch",
     .kind = OPTION_COUNT,
     .value = "B",
     .help = "programs at a time (default: 64)",
     .least = 1,
     .most = 256},
    OPTION_JOBS,
    {.name = "findings",
     .kind = OPTION_COUNT,
     .value = "N",
     .help = "failing programs of a mode that are made small (default: 25)",
     .most = UINT32_MAX},
    {.name = "timeout",
     .kind = OPTION_COUNT,
     .value = "S",
     .help = "seconds for the answer to a batch (default: 30)",
     .least = 1,
     .most = 86400},
    {.name = "memory",
     .kind = OPTION_COUNT,
     .value = "MIB",
     .help = "address space of the system; 0: no limit (default: 16384)",
     .most = UINT32_MAX},
    {.name = "cpu",
     .kind = OPTION_COUNT,
     .value = "S",
     .help = "processor time of the system, after which it is started again (default: no limit)",
     .most = UINT32_MAX},
    {.name = "report", .kind = OPTION_OUTPUT, .value = "FILE", .help = "write the report as JSON"},
    {.name = "reproduce",
     .kind = OPTION_TEXT,
     .value = "DIR",
     .help = "write a program in the system's language for each finding"},
    {.name = "strict", .kind = OPTION_FLAG, .help = "exit code 1 where AD differs from the derivative of the function"},
    {.name = "quiet", .kind = OPTION_FLAG, .help = "no progress"},
    {.name = NULL}};
static const char *const system_examples[] = {
    "system 'python3 tests/systems/dual.py' --space poly,size=5",
    "system '/usr/bin/python3 tests/systems/torch_system.py' --space analytic --sample 1000 --reproduce found",
    "system './adapter' f.adj --mode vjp", NULL};
const Command command_system = {
    .name = "system",
    .summary = "programs before another system of automatic differentiation",
    .operands = "ADAPTER [SPACE|FILE...]",
    .options = system_options,
    .examples = system_examples,
    .details =
        "ADAPTER is a command that answers by JSON Lines for a system (verify/system/README.md). The value of each\n"
        "program is compared with what is certified first, and then its derivatives in each mode. A program that the\n"
        "system answers wrongly, or that ends it, is made small on the system; findings that come to one smallest\n"
        "program are one. At a tie an answer that is a derivative of the path by some convention differs, and one\n"
        "that is none is refuted.",
    .run = run_system,
};
