/* What the commands that run campaigns share: options, scopes, the report. */
#ifndef ADJUDGE_CLI_CAMPAIGNS_H
#define ADJUDGE_CLI_CAMPAIGNS_H

#include "verify/campaign/scopes.h"
#include "verify/cli/commands.h"

#define OPTIONS_CAMPAIGN                                                                                               \
  {.name = "seed", .kind = OPTION_COUNT, .value = "S", .help = "of points, (co)tangents and samples (default: 1)"},    \
      {.name = "jobs", .kind = OPTION_COUNT, .value = "N", .help = "workers (default: the processors)"},               \
      {.name = "law", .kind = OPTION_TEXT, .repeated = true, .value = "ID", .help = "only this law, or these: BE-*"},  \
      {.name = "report", .kind = OPTION_TEXT, .value = "FILE", .help = "write the report as JSON"},                    \
      {.name = "junit", .kind = OPTION_TEXT, .value = "FILE", .help = "write the report as JUnit XML"},                \
      {.name = "html", .kind = OPTION_TEXT, .value = "FILE", .help = "write the report as one HTML page"},             \
      {.name = "allow-undecided", .kind = OPTION_FLAG, .help = "exit code 0 though some instances are undecided"},     \
      {.name = "thorough", .kind = OPTION_FLAG, .help = "every place of every equation, in every evaluator"},          \
      {.name = "quick",                                                                                                \
       .kind = OPTION_FLAG,                                                                                            \
       .help = "value and derivatives of both modes at one point, in one evaluator"},                                  \
      {.name = "proofs", .kind = OPTION_FLAG, .help = "only what is decided for all inputs, in one evaluator"},        \
      {.name = "engines",                                                                                              \
       .kind = OPTION_CHOICE,                                                                                          \
       .value = "rotate|all|chad",                                                                                     \
       .help = "beside CHAD: one engine in turn by program, all, or none (default: rotate; all with --thorough)"},     \
      {.name = "full", .kind = OPTION_FLAG, .help = "a row for each equation and each simplification"}, {              \
    .name = "quiet", .kind = OPTION_FLAG, .help = "no progress"                                                        \
  }

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
  Sample *samples; /* as many as spaces */
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
/* Writes the report in each form asked for: --report, --junit, --html. */
bool campaign_write_reports(const Arguments *arguments, const Report *report);
/* Runs the scopes in order, prints the table, writes the report. */
ExitCode campaign_execute(CampaignPlan *plan);

#endif
