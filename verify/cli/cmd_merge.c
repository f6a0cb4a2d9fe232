/* adjudge merge: the report of a space from the reports of its parts. */
#include "verify/campaign/merge.h"
#include "verify/cli/campaigns.h"

#include <string.h>

static ExitCode run_merge(const Arguments *arguments) {
  Merge merge;
  ReportFiles files;
  char error[MERGE_ERROR];
  memset(&merge, 0, sizeof merge);
  bool good = campaign_open_reports(arguments, &files);
  for (uint32_t i = 0; i < arguments->operand_count && good; i++) {
    good = merge_add(&merge, arguments->operands[i], error);
    if (!good) cli_error(arguments, "%s: %s", arguments->operands[i], error);
  }
  merge_name_missing(&merge);
  ExitCode code = good ? campaign_finish(arguments, &merge.report, &files) : EXIT_USAGE;
  campaign_abandon_reports(&files);
  merge_free(&merge);
  return code;
}

static const Option merge_options[] = {
    OPTIONS_REPORTS,
    {.name = "allow-undecided", .kind = OPTION_FLAG, .help = "exit code 0 though some instances are undecided"},
    OPTION_STRICT,
    {.name = "full", .kind = OPTION_FLAG, .help = "beside the page a table of each law and engine"},
    {.name = NULL},
};
static const char *const merge_examples[] = {"merge part1.json part2.json --report whole.json",
                                             "merge part*.json --html whole.html", NULL};
const Command command_merge = {
    .name = "merge",
    .summary = "one report from the reports of the parts of spaces",
    .operands = "REPORT.json...",
    .options = merge_options,
    .examples = merge_examples,
    .details = "The parts are runs of 'adjudge bmc --shard k/n --report PART.json' with one seed, or of 'sample' or\n"
               "'verify', on one machine or many. All parts of a space give the report that one run of the space\n"
               "gives, to the byte. Parts that are missing are counted and named as --shard takes them, and the exit\n"
               "code is then 4; refused are parts that overlap, that are\n"
               "incomplete, that do not add up, or that another build, seed or other options made.",
    .run = run_merge,
};
