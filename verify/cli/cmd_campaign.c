/* adjudge campaign: properties of primitives that somebody brings. */
#include "semantics/text/json_text.h"
#include "verify/campaign/campaign.h"
#include "verify/campaign/clock.h"
#include "verify/cli/campaign_sarif.h"
#include "verify/cli/campaigns.h"
#include "verify/cli/commands.h"
#include "verify/cli/files.h"
#include "verify/primitive/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TERM_LIMIT ((uint32_t)1 << 22)
#define SAMPLES 400u
#define TIMEOUT 30u
#define QUIET_SECONDS 10.0 /* between lines of progress when they go to no terminal */

typedef struct Run {
  const Arguments *arguments;
  json_t *reports; /* an array */
  Account account;
  const char *name; /* of the primitive at hand */
  const char *text; /* of its file */
  size_t length;
  double shown; /* when progress was */
} Run;

/* On a terminal one line that is written over; elsewhere a line now and then. */
static void show_progress(void *state, const char *what, uint64_t done, uint64_t of) {
  Run *run = state;
  bool terminal = isatty(STDERR_FILENO) != 0;
  double now = clock_seconds();
  if (now - run->shown < (terminal ? 0.2 : QUIET_SECONDS)) return;
  run->shown = now;
  (void)fprintf(stderr, terminal ? "\r%-28.28s %" PRIu64 " of %" PRIu64 " %s " : "%s: %" PRIu64 " of %" PRIu64 " %s\n",
                run->name, done, of, what);
}

static void end_progress(const Run *run) {
  if (!options_flag(run->arguments, "quiet") && isatty(STDERR_FILENO) != 0) (void)fprintf(stderr, "\r%60s\r", "");
}

/* This program once more, serving the shared object. */
static Rule *rule_of_library(const Primitive *primitive, const char *path, double timeout) {
  char self[4096];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length < 0) return NULL;
  self[length] = '\0';
  const char *const words[] = {self, "serve", path, NULL};
  return rule_of_process(primitive, "shared object", words, timeout, campaign_interrupted);
}

/* The rules that the options name; NULL, having written the error, when there are none. */
static Rule *open_rule(const Run *run, const Primitive *primitive) {
  const char *program = options_text(run->arguments, "exec", NULL),
             *library = options_text(run->arguments, "library", NULL);
  const char *const shell[] = {"/bin/sh", "-c", program, NULL};
  double timeout = (double)options_count(run->arguments, "timeout", TIMEOUT);
  Rule *rule = program != NULL   ? rule_of_process(primitive, "program", shell, timeout, campaign_interrupted)
               : library != NULL ? rule_of_library(primitive, library, timeout)
                                 : rule_of_text(primitive);
  if (rule == NULL) {
    cli_error(run->arguments, "%s: limit: out of memory", primitive->file);
  } else if (rule->message[0] != '\0') {
    cli_error(run->arguments, "%s: %s", primitive->file, rule->message);
  } else if (!rule->offers[RULE_JVP] && !rule->offers[RULE_VJP]) {
    cli_error(run->arguments, "%s: there is no rule to check: give jvp or vjp in the file, or a program by --exec",
              primitive->file);
  } else {
    return rule;
  }
  if (rule != NULL) rule->free(rule);
  return NULL;
}

static bool campaign_at(Run *run, const Primitive *primitive) {
  Rule *rule = open_rule(run, primitive);
  if (rule == NULL) return false;
  PrimitiveReport *report = calloc(1, sizeof *report);
  CampaignOptions options = {.seed = options_count(run->arguments, "seed", 1),
                             .samples = (uint32_t)options_count(run->arguments, "samples", SAMPLES),
                             .stopped = campaign_interrupted,
                             .progress = options_flag(run->arguments, "quiet") ? NULL : show_progress,
                             .state = run};
  run->name = primitive->name;
  run->shown = clock_seconds();
  Status status = report == NULL ? STATUS_LIMIT : campaign_primitive(primitive, rule, &options, report);
  end_progress(run);
  if (status == STATUS_OK) {
    primitive_report_print(primitive, rule, report, run->arguments->out);
    json_t *made = primitive_report_json(primitive, rule, report);
    if (made != NULL) (void)json_object_set_new(made, "source", json_text_of(run->text, run->length));
    (void)json_array_append_new(run->reports, made);
    Account account = primitive_report_account(primitive, report);
    account_add(&run->account, &account);
  } else {
    cli_error(run->arguments, "%s: limit: out of memory", primitive->file);
  }
  rule->free(rule);
  free(report);
  return status == STATUS_OK;
}

/* Reads the file with one size changed (or none), and runs. */
static bool campaign_with(Run *run, const char *path, const char *text, size_t length, const SizeOverride *override,
                          Primitive *first) {
  Store *store = store_new(TERM_LIMIT);
  TextError error;
  Primitive primitive;
  if (store == NULL) {
    cli_error(run->arguments, "limit: out of memory");
    return false;
  }
  Status status = primitive_read(store, path, text, length, override, override == NULL ? 0 : 1, &primitive, &error);
  bool good = status == STATUS_OK;
  if (good)
    good = campaign_at(run, &primitive);
  else
    cli_text_error(run->arguments, path, &error, status);
  if (good && first != NULL) { /* what the caller needs is plain data */
    *first = primitive;
    first->store = NULL;
  }
  primitive_free(&primitive);
  store_free(store);
  return good;
}

static bool campaign_file(Run *run, const char *path) {
  size_t length;
  char *text = file_read(run->arguments, path, &length);
  Primitive *plain = calloc(1, sizeof *plain);
  run->text = text;
  run->length = length;
  bool good = text != NULL && plain != NULL && campaign_with(run, path, text, length, NULL, plain);
  for (uint32_t k = 0; good && k < plain->size_count; k++) {
    for (uint32_t i = 0; good && i < plain->size[k].other_count && !campaign_interrupted(); i++) {
      SizeOverride override = {plain->size[k].name, plain->size[k].others[i]};
      good = campaign_with(run, path, text, length, &override, NULL);
    }
  }
  free(plain);
  free(text);
  return good;
}

static void write_json(const json_t *campaigns, const Account *account, FILE *out) {
  json_t *root = json_pack("{s:s, s:b, s:s, s:O}", "adjudge", ADJUDGE_VERSION, "complete", account->missing == 0,
                           "missing", account->missing_text, "campaigns", (json_t *)campaigns);
  bool good = root != NULL && json_dumpf(root, out, JSON_INDENT(2)) == 0 && fputc('\n', out) != EOF;
  if (!good && ferror(out) == 0) errno = ENOMEM; /* else what is closed says why */
  json_decref(root);
}

static void (*const writers[REPORT_FORMS])(const json_t *campaigns, const Account *account, FILE *out) = {
    write_json, primitive_write_junit, primitive_write_html, campaign_write_sarif};

static bool write_reports(const Run *run, ReportFiles *files) {
  for (int i = 0; i < REPORT_FORMS; i++) {
    Destination *to = &files->form[i];
    if (to->file == NULL) continue;
    errno = 0;
    writers[i](run->reports, &run->account, to->file);
    if (errno != ENOMEM && destination_commit(to)) continue;
    cli_error(run->arguments, "%s: %s", options_text(run->arguments, report_options[i], ""), strerror(errno));
    return false;
  }
  return true;
}

/* Every file, whatever became of those before. */
static void run_files(Run *run, const Paths *paths) {
  for (uint32_t k = 0; k < paths->count; k++) {
    if (campaign_interrupted())
      account_missing(&run->account, "%.200s: interrupted before it was begun", paths->path[k]);
    else if (!campaign_file(run, paths->path[k]))
      account_missing(&run->account, "%.200s: %s", paths->path[k],
                      campaign_interrupted() ? "the campaign was interrupted" : "there was no campaign, see the error");
    else if (campaign_interrupted())
      account_missing(&run->account, "%.200s: the campaign was interrupted", paths->path[k]);
  }
}

static ExitCode run_campaign(const Arguments *arguments) {
  Run run = {.arguments = arguments, .reports = json_array()};
  ReportFiles files = {0};
  Paths paths = {0};
  bool idle = options_flag(arguments, "exec") ? options_idle(arguments, "library", "the rules are those of --exec")
                                              : !options_flag(arguments, "library") &&
                                                    options_idle(arguments, "timeout", "it is of --exec and --library");
  if (idle) return EXIT_USAGE;
  campaign_handle_signals();
  bool good =
      run.reports != NULL && campaign_open_reports(arguments, &files) && paths_collect(arguments, ".prim", &paths);
  if (good) run_files(&run, &paths);
  /* where no file could be used, that is bad input */
  bool nothing = json_array_size(run.reports) == 0 && !campaign_interrupted();
  if (good && !nothing) account_print(&run.account, arguments->out);
  good = good && write_reports(&run, &files);
  campaign_abandon_reports(&files);
  paths_free(&paths);
  json_decref(run.reports);
  return good && !nothing ? (ExitCode)account_exit(&run.account, options_flag(arguments, "strict")) : EXIT_USAGE;
}

static const Option campaign_options[] = {
    {.name = "seed", .kind = OPTION_COUNT, .value = "S", .help = "of random points and seeds (default: 1)"},
    {.name = "samples", .kind = OPTION_COUNT, .value = "N", .help = "random points (default: 400)", .most = UINT32_MAX},
    {.name = "exec",
     .kind = OPTION_COMMAND,
     .value = "COMMAND",
     .help = "the rules are those of a program that talks JSON Lines"},
    {.name = "library",
     .kind = OPTION_INPUT,
     .value = "FILE.so",
     .help = "the rules are those of a shared object: see adjudge.h"},
    {.name = "timeout",
     .kind = OPTION_COUNT,
     .value = "S",
     .help = "seconds for one answer of either (default: 30)",
     .least = 1,
     .most = 86400},
    OPTIONS_REPORTS,
    OPTION_STRICT,
    {.name = "quiet", .kind = OPTION_FLAG, .help = "no progress"},
    {.name = NULL},
};
static const char *const campaign_examples[] = {"campaign softplus.prim",
                                                "campaign softplus.prim --exec 'python3 my_rule.py'", NULL};
const Command command_campaign = {
    .name = "campaign",
    .summary = "properties of a primitive that you bring, with the smallest counterexample",
    .operands = "FILE.prim|FOLDER...",
    .options = campaign_options,
    .examples = campaign_examples,
    .run = run_campaign,
};
