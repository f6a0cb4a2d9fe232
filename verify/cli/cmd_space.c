/* adjudge bmc, sample and replay: campaigns on spaces of programs. */
#include "verify/campaign/figures.h"
#include "verify/campaign/programs.h"
#include "verify/cli/campaigns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TERM_LIMIT ((uint32_t)1 << 24)
#define LISTED 20u /* programs, unless more are asked for */

/* The description that --space and the options that refine it make. */
static bool read_description(const Arguments *arguments, char *out, size_t size) {
  static const char *const parts[] = {"size", "contexts", "types", "results", "ops"};
  int used = snprintf(out, size, "%s", options_text(arguments, "space", "poly"));
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    const char *value = options_text(arguments, parts[i], NULL);
    if (value == NULL || used < 0 || (size_t)used >= size) continue;
    used += snprintf(out + used, size - (size_t)used, "%s%s=%s", strchr(out, ',') == NULL ? "," : ";", parts[i], value);
  }
  if (used >= 0 && (size_t)used < size) return true;
  cli_error(arguments, "the description of the space is too long");
  return false;
}

static Space *open_described(CampaignPlan *plan, char *description, size_t size) {
  if (!read_description(plan->arguments, description, size)) return NULL;
  return campaign_space(plan, description);
}

static ExitCode describe_space(const Arguments *arguments, Space *space) {
  static char text[1 << 14];
  (void)space_describe(space, text, sizeof text);
  (void)fprintf(arguments->out, "%s", text);
  return EXIT_HELD;
}

static ExitCode run_bmc(const Arguments *arguments) {
  CampaignPlan plan;
  char description[SPACE_ID_SIZE];
  ExitCode code = EXIT_USAGE;
  bool describes = options_flag(arguments, "describe");
  if (describes && options_idle(arguments, "shard|" CAMPAIGN_RUNS, "--describe runs nothing")) return code;
  if (campaign_open(&plan, arguments)) {
    Space *space = open_described(&plan, description, sizeof description);
    if (space != NULL && describes)
      code = describe_space(arguments, space);
    else if (space != NULL &&
             campaign_add(&plan, scope_space(space, description, plan.shard, plan.shards, plan.options))) {
      code = campaign_execute(&plan, "bmc");
    }
  }
  campaign_close(&plan);
  return code;
}

static ExitCode run_sample(const Arguments *arguments) {
  CampaignPlan plan;
  char description[SPACE_ID_SIZE];
  ExitCode code = EXIT_USAGE;
  if (campaign_open(&plan, arguments)) {
    Space *space = open_described(&plan, description, sizeof description);
    uint64_t count = options_count(arguments, "count", 1000);
    if (space != NULL && campaign_add_sample(&plan, space, description, count))
      code = campaign_execute(&plan, "sample");
  }
  campaign_close(&plan);
  return code;
}

static ExitCode print_index(const Arguments *arguments, Store *store, Space *space, Rank index) {
  char number[48];
  SpaceCase program;
  uint32_t mark = store_mark(store);
  char *text = space_unrank(space, index, &program) == STATUS_OK ? program_print(store, &program.program) : NULL;
  (void)rank_print(index, number, sizeof number);
  if (text != NULL)
    (void)fprintf(arguments->out, "%s: %s\n", number, text);
  else
    cli_error(arguments, "limit: the program %s of the space is too large to be printed", number);
  free(text);
  store_release(store, mark);
  return text != NULL ? EXIT_HELD : EXIT_USAGE;
}

static ExitCode list_programs(const Arguments *arguments, Store *store, Space *space, Rank first) {
  uint64_t most = options_count(arguments, "count", LISTED);
  Rank left = space_count(space) - first, count = left < most ? left : most;
  ExitCode code = EXIT_HELD;
  for (Rank k = 0; k < count && code == EXIT_HELD; k++) code = print_index(arguments, store, space, first + k);
  return code;
}

static ExitCode run_list(const Arguments *arguments) {
  char error[1024], total[FIGURE_SIZE];
  Rank first = 0;
  const char *from = options_text(arguments, "first", "0");
  Store *store = store_new(TERM_LIMIT);
  Space *space = store == NULL ? NULL : space_open(store, arguments->operands[0], error, sizeof error);
  ExitCode code = EXIT_USAGE;
  if (store == NULL)
    cli_error(arguments, "limit: out of memory");
  else if (space == NULL)
    cli_error(arguments, "%s", error);
  else if (!rank_parse(from, &first) || first >= space_count(space))
    cli_error(arguments, "--first takes the index of a program of the space, of which there are %s, not '%s'",
              figure(space_count(space), total), from);
  else
    code = list_programs(arguments, store, space, first);
  space_close(space);
  store_free(store);
  return code;
}

static ExitCode run_replay(const Arguments *arguments) {
  CampaignPlan plan;
  ExitCode code = EXIT_USAGE;
  const char *id = arguments->operands[0], *colon = strrchr(id, ':');
  char description[SPACE_ID_SIZE];
  Rank index = 0;
  char count[FIGURE_SIZE];
  bool opened = campaign_open(&plan, arguments);
  if (colon == NULL || (size_t)(colon - id) >= sizeof description || !rank_parse(colon + 1, &index)) {
    cli_error(arguments, "replay takes SPACE:INDEX, not '%s'", id);
    opened = false;
  }
  if (opened) {
    memcpy(description, id, (size_t)(colon - id));
    description[colon - id] = '\0';
    plan.options.thorough = true;
    Space *space = campaign_space(&plan, description);
    if (space != NULL && index >= space_count(space))
      cli_error(arguments, "the space has no program %s: it has %s, from 0 on", colon + 1,
                figure(space_count(space), count));
    else if (space != NULL && campaign_add(&plan, scope_case(space, id, index, plan.options)) &&
             print_index(arguments, plan.store, space, index) == EXIT_HELD) {
      code = campaign_execute(&plan, "replay");
    }
  }
  campaign_close(&plan);
  return code;
}

#define OPTIONS_SPACE                                                                                                  \
  {.name = "space", .kind = OPTION_TEXT, .value = "SPACE", .help = "a preset or a description (default: poly)"},       \
      {.name = "size", .kind = OPTION_TEXT, .value = "N", .help = "programs of at most N nodes"},                      \
      {.name = "types", .kind = OPTION_TEXT, .value = "T,...", .help = "types of intermediate values"},                \
      {.name = "contexts", .kind = OPTION_TEXT, .value = "T,..|...", .help = "contexts, separated by |"},              \
      {.name = "results", .kind = OPTION_TEXT, .value = "T,...", .help = "types of results"}, {                        \
    .name = "ops", .kind = OPTION_TEXT, .value = "+,*,...", .help = "operations and constants"                         \
  }

static const Option bmc_options[] = {
    OPTIONS_SPACE,
    OPTION_SHARD,
    {.name = "describe", .kind = OPTION_FLAG, .help = "say what the space holds, and stop"},
    OPTIONS_CAMPAIGN,
    {.name = NULL},
};
static const char *const bmc_examples[] = {"bmc --space poly --size 6",
                                           "bmc --size 5 --types 'real,real*real,real->real'",
                                           "bmc --space array --shard 1/4 --report part1.json", NULL};
const Command command_bmc = {
    .name = "bmc",
    .summary = "all laws on every program of a bounded space",
    .operands = "",
    .options = bmc_options,
    .examples = bmc_examples,
    .run = run_bmc,
};

static const Option sample_options[] = {
    OPTIONS_SPACE,  {.name = "count", .kind = OPTION_COUNT, .value = "M", .help = "how many (default: 1000)"},
    OPTION_SHARD,   OPTIONS_CAMPAIGN,
    {.name = NULL},
};
static const char *const sample_examples[] = {"sample --space mixed --size 20 --count 5000 --seed 7",
                                              "sample --space higher --count 1000 --law AD-HIGH", NULL};
const Command command_sample = {
    .name = "sample",
    .summary = "all laws on uniformly random programs of a space",
    .operands = "",
    .options = sample_options,
    .examples = sample_examples,
    .run = run_sample,
};

static const Option list_options[] = {
    {.name = "first", .kind = OPTION_TEXT, .value = "INDEX", .help = "from this one on (default: 0)"},
    {.name = "count", .kind = OPTION_COUNT, .value = "M", .help = "how many (default: 20)"},
    {.name = NULL},
};
static const char *const list_examples[] = {"list poly,size=3", "list control,size=5 --first 1000 --count 5", NULL};
const Command command_list = {
    .name = "list",
    .summary = "programs of a space, by index",
    .operands = "SPACE",
    .options = list_options,
    .examples = list_examples,
    .run = run_list,
};

static const Option replay_options[] = {OPTIONS_CAMPAIGN, {.name = NULL}};
static const char *const replay_examples[] = {"replay poly,size=6:12345", "replay poly:42 --law AD-REV --seed 7", NULL};
const Command command_replay = {
    .name = "replay",
    .summary = "one program of a space again, as a report named it",
    .operands = "SPACE:INDEX",
    .options = replay_options,
    .examples = replay_examples,
    .run = run_replay,
};
