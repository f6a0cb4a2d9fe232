/* What the commands that run campaigns share: options, scopes, the report. */
#ifndef ADJUDGE_CLI_CAMPAIGNS_H
#define ADJUDGE_CLI_CAMPAIGNS_H

#include "verify/campaign/destination.h"
#include "verify/campaign/scopes.h"
#include "verify/cli/commands.h"

#define MAX_JOBS 256u

#define OPTION_JOBS                                                                                                    \
  {                                                                                                                    \
    .name = "jobs", .kind = OPTION_COUNT, .value = "N", .help = "workers (default: the processors)", .least = 1,       \
    .most = MAX_JOBS                                                                                                   \
  }

#define OPTIONS_REPORTS                                                                                                \
  {.name = "report", .kind = OPTION_OUTPUT, .value = "FILE", .help = "write the report as JSON"},                      \
      {.name = "junit", .kind = OPTION_OUTPUT, .value = "FILE", .help = "write the report as JUnit XML"},              \
      {.name = "html", .kind = OPTION_OUTPUT, .value = "FILE", .help = "write the report as one HTML page"}, {         \
    .name = "sarif", .kind = OPTION_OUTPUT, .value = "FILE", .help = "write what was found as SARIF"                   \
  }

#define OPTIONS_CAMPAIGN                                                                                               \
  {.name = "seed", .kind = OPTION_COUNT, .value = "S", .help = "of points, (co)tangents and samples (default: 1)"},    \
      OPTION_JOBS,                                                                                                     \
      {.name = "law", .kind = OPTION_TEXT, .repeated = true, .value = "ID", .help = "only this law, or these: BE-*"},  \
      OPTIONS_REPORTS,                                                                                                 \
      {.name = "journal",                                                                                              \
       .kind = OPTION_OUTPUT,                                                                                          \
       .value = "FILE",                                                                                                \
       .help = "keep progress here (default: REPORT.journal, removed at the end)"},                                    \
      {.name = "resume", .kind = OPTION_FLAG, .help = "go on where the journal ends"},                                 \
      {.name = "allow-undecided", .kind = OPTION_FLAG, .help = "exit code 0 though some instances are undecided"},     \
      OPTION_STRICT,                                                                                                   \
      {.name = "thorough", .kind = OPTION_FLAG, .help = "every place of every equation, in every evaluator"},          \
      {.name = "quick",                                                                                                \
       .kind = OPTION_FLAG,                                                                                            \
       .help = "of programs of spaces value and derivatives of both modes at one point, in one evaluator"},            \
      {.name = "proofs",                                                                                               \
       .kind = OPTION_FLAG,                                                                                            \
       .help = "of programs of spaces only what is decided for all inputs, in one evaluator"},                         \
      {.name = "merging",                                                                                              \
       .kind = OPTION_COUNT,                                                                                           \
       .value = "N",                                                                                                   \
       .help = "of the programs of a space of at least N look at one of each meaning, and at 1 in 64 of the others",   \
       .least = 1,                                                                                                     \
       .most = UINT64_MAX},                                                                                            \
      {.name = "engines",                                                                                              \
       .kind = OPTION_CHOICE,                                                                                          \
       .value = "all|chad",                                                                                            \
       .help = "every engine, or CHAD's two alone (default: all)"},                                                    \
      {.name = "full",                                                                                                 \
       .kind = OPTION_FLAG,                                                                                            \
       .help = "beside the page all programs, and a table of each law and engine"},                                    \
  {                                                                                                                    \
    .name = "quiet", .kind = OPTION_FLAG, .help = "no progress"                                                        \
  }

#define OPTION_SHARD                                                                                                   \
  { .name = "shard", .kind = OPTION_TEXT, .value = "k/n", .help = "only the k-th of n equal parts" }

/* Those of these options that ask for laws, or for what becomes of them. */
#define CAMPAIGN_RUNS                                                                                                  \
  "law|report|junit|html|sarif|journal|resume|allow-undecided|strict|thorough|quick|proofs|merging|engines|full"

/* A campaign being put together.  The store and what is opened in it live until
 * it is closed. */
typedef struct CampaignPlan {
  const Arguments *arguments;
  Store *store;
  BatteryOptions options;
  ReportScope *scopes;
  uint32_t scope_count, scope_capacity;
  Space **spaces;
  uint32_t space_count;
  Sample *samples;    /* as many as spaces */
  const char **asked; /* laws by name or pattern */
  uint32_t asked_count;
  uint32_t shard, shards; /* of each space and sample */
} CampaignPlan;

/* Reads the options that campaigns share.  On failure writes the error and
 * answers false; close it in either case. */
bool campaign_open(CampaignPlan *plan, const Arguments *arguments);
void campaign_close(CampaignPlan *plan);
/* Opens a space, writing the error if the description is bad. */
Space *campaign_space(CampaignPlan *plan, const char *description);
bool campaign_add(CampaignPlan *plan, Scope scope);
/* Adds `count` random programs of the space opened last. */
bool campaign_add_sample(CampaignPlan *plan, Space *space, const char *name, uint64_t count);
/* Where the report goes in each form asked for: --report, --junit, --html, --sarif. */
#define REPORT_FORMS 4
extern const char *const report_options[REPORT_FORMS];
typedef struct ReportFiles {
  Destination form[REPORT_FORMS];
  bool written[REPORT_FORMS]; /* whole, to a regular file */
} ReportFiles;
/* Opens them before anything is run, writing the error; writes them, and leaves those
 * that were there when it cannot. */
bool campaign_open_reports(const Arguments *arguments, ReportFiles *files);
void campaign_abandon_reports(ReportFiles *files);
/* Prints the table and what is missing or undecided, writes the report: the exit code. */
ExitCode campaign_finish(const Arguments *arguments, const Report *report, ReportFiles *files);
/* Runs the scopes in order for the command of that name, and finishes. */
ExitCode campaign_execute(CampaignPlan *plan, const char *command);

/* How many --jobs. */
uint32_t worker_count(const Arguments *arguments);

#endif
