/* adjudge merge: the report of a space from the reports of its parts. */
#include "verify/campaign/merge.h"
#include "verify/cli/campaigns.h"

#include <string.h>

static ExitCode finish(const Arguments *arguments, const Merge *merge) {
  bool complete = true;
  report_print(&merge->report, arguments->out, options_flag(arguments, "full"));
  for (uint32_t i = 0; i < merge->report.count; i++) {
    char missing[48];
    Rank count = merge_missing(merge, i);
    if (count == 0) continue;
    complete = false;
    (void)rank_print(count, missing, sizeof missing);
    fprintf(arguments->out, "missing: %s programs of %s are in no report\n", missing,
            merge->report.scopes[i].scope.name);
  }
  if (!campaign_write_reports(arguments, &merge->report)) return EXIT_USAGE;
  int code = report_exit_code(&merge->report, options_flag(arguments, "allow-undecided"));
  return code == 0 && !complete ? EXIT_UNDECIDED : (ExitCode)code;
}

static ExitCode run_merge(const Arguments *arguments) {
  Merge merge;
  char error[MERGE_ERROR];
  bool good = true;
  memset(&merge, 0, sizeof merge);
  for (uint32_t i = 0; i < arguments->operand_count && good; i++) {
    good = merge_add(&merge, arguments->operands[i], error);
    if (!good) cli_error(arguments, "%s: %s", arguments->operands[i], error);
  }
  ExitCode code = good ? finish(arguments, &merge) : EXIT_USAGE;
  merge_free(&merge);
  return code;
}

static const Option merge_options[] = {
    {.name = "report", .kind = OPTION_TEXT, .value = "FILE", .help = "write the report as JSON"},
    {.name = "junit", .kind = OPTION_TEXT, .value = "FILE", .help = "write the report as JUnit XML"},
    {.name = "html", .kind = OPTION_TEXT, .value = "FILE", .help = "write the report as one HTML page"},
    {.name = "allow-undecided", .kind = OPTION_FLAG, .help = "exit code 0 though some instances are undecided"},
    {.name = "full", .kind = OPTION_FLAG, .help = "a row for each equation and each simplification"},
    {.name = NULL},
};
static const char *const merge_examples[] = {"merge part1.json part2.json --report whole.json",
                                             "merge part*.json --html whole.html", NULL};
const Command command_merge = {
    .name = "merge",
    .summary = "one report from the reports of the parts of spaces",
    .operands = "REPORT.json...",
    .least_operands = 1,
    .most_operands = COMMAND_ANY_OPERANDS,
    .options = merge_options,
    .examples = merge_examples,
    .details = "The parts are runs of 'adjudge bmc --shard k/n --report PART.json' with one seed, on one machine or\n"
               "many. All parts of a space give the report that one run of the space gives, to the byte. Parts that\n"
               "are missing are counted, and the exit code is then 3; parts that overlap are refused.",
    .run = run_merge,
};
