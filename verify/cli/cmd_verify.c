/* adjudge verify: all laws on the programs of files, and on spaces and samples. */
#include "verify/campaign/shaped.h"
#include "verify/cli/campaigns.h"
#include "verify/cli/files.h"
#include "verify/cli/gradient.h"
#include "verify/cli/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHAPES_BYTES ((size_t)1 << 30)

/* The files to read: operands, and the *.adj of operands that are folders. */
typedef struct Files {
  Paths paths;
  Module *modules;
} Files;

static bool read_files(CampaignPlan *plan, Files *files) {
  const Arguments *arguments = plan->arguments;
  if (!paths_collect(arguments, PROGRAM_SUFFIXES, &files->paths)) return false;
  files->modules = calloc(files->paths.count + 1, sizeof *files->modules);
  if (files->modules == NULL) return false;
  uint64_t sized = 0;
  for (uint32_t i = 0; i < files->paths.count; i++) {
    const char *path = files->paths.path[i];
    if (!session_read_programs(arguments, plan->store, path, &files->modules[i])) return false;
    sized |= files->modules[i].sized;
  }
  return session_sizes_known(arguments, sized);
}

/* The definitions of the files: all, or those that --def names, each of which must be there. */
static bool choose_definitions(const CampaignPlan *plan, const Files *files, Corpus *corpus) {
  const Arguments *arguments = plan->arguments;
  uint32_t k = 0;
  do {
    const Given *given = options_nth(arguments, "def", k);
    const char *name = given == NULL ? NULL : given->value;
    uint32_t before = corpus->count;
    for (uint32_t i = 0; i < files->paths.count; i++) {
      if (!corpus_add(corpus, plan->store, files->paths.path[i], &files->modules[i], name)) return false;
    }
    if (name != NULL && corpus->count == before) {
      cli_error(arguments, "no definition of these files is called '%s'; 'adjudge check' lists them", name);
      return false;
    }
  } while (options_nth(arguments, "def", ++k) != NULL);
  for (uint32_t i = 0; i < files->paths.count && options_nth(arguments, "def", 0) == NULL; i++)
    corpus->not_read += files->modules[i].refused;
  return true;
}

/* Programs of lists, trees, sums and Vecs as programs of their numbers. */
static bool shape_definitions(const CampaignPlan *plan, Corpus *corpus, Arena *arena) {
  if (corpus_shape(corpus, plan->store, arena)) return true;
  cli_error(plan->arguments, "limit: out of memory for the programs of data");
  return false;
}

static void free_files(Files *files) {
  for (uint32_t i = 0; i < files->paths.count && files->modules != NULL; i++) text_free_module(&files->modules[i]);
  free(files->modules);
  paths_free(&files->paths);
}

/* "SPACE:COUNT" */
static bool add_sample(CampaignPlan *plan, const char *text) {
  const char *colon = strrchr(text, ':');
  char description[SPACE_ID_SIZE];
  uint64_t count = 0;
  if (colon == NULL || !options_parse_count(colon + 1, &count) || count == 0 ||
      (size_t)(colon - text) >= sizeof description) {
    cli_error(plan->arguments, "--sample takes SPACE:COUNT, not '%s'", text);
    return false;
  }
  memcpy(description, text, (size_t)(colon - text));
  description[colon - text] = '\0';
  Space *space = campaign_space(plan, description);
  return space != NULL && campaign_add_sample(plan, space, text, count);
}

/* The folder of certificates, made if it is not there. */
static bool open_certificates(CampaignPlan *plan) {
  const char *folder = options_text(plan->arguments, "certificates", NULL);
  plan->options.certificates = folder;
  if (folder == NULL) return true;
  bool made = mkdir(folder, 0777) == 0, there = !made && errno == EEXIST;
  if (there && !path_is_folder(folder))
    errno = ENOTDIR;
  else if ((made || there) && access(folder, W_OK | X_OK) == 0)
    return true;
  cli_error(plan->arguments, "cannot write certificates to '%s': %s", folder, strerror(errno));
  return false;
}

static bool add_scopes(CampaignPlan *plan, Corpus *corpus) {
  const Arguments *arguments = plan->arguments;
  BatteryOptions thorough = plan->options;
  thorough.quick = thorough.proofs = false;
  thorough.thorough = true; /* programs of files are few: leave nothing out */
  if (corpus->count > 0 && !campaign_add(plan, scope_corpus(plan->store, corpus, thorough))) return false;
  for (uint32_t k = 0; options_nth(arguments, "space", k) != NULL; k++) {
    const char *description = options_nth(arguments, "space", k)->value;
    Space *space = campaign_space(plan, description);
    if (space == NULL || !campaign_add(plan, scope_space(space, description, plan->shard, plan->shards, plan->options)))
      return false;
  }
  for (uint32_t k = 0; options_nth(arguments, "sample", k) != NULL; k++) {
    if (!add_sample(plan, options_nth(arguments, "sample", k)->value)) return false;
  }
  if (plan->shards > 1 && corpus->count > 0) {
    cli_error(arguments, "--shard takes parts of spaces and samples: check files in a run of their own");
    return false;
  }
  if (plan->scope_count == 0) cli_error(arguments, "nothing to verify: name files, --space or --sample");
  return plan->scope_count > 0;
}

/* How many derivatives that are decided for all inputs have a certificate. */
static void print_certificates(const CampaignPlan *plan) {
  uint64_t with = 0, without = 0;
  for (uint32_t i = 0; i < plan->scope_count; i++) {
    with += plan->scopes[i].result.tally.certificates[0];
    without += plan->scopes[i].result.tally.certificates[1];
  }
  (void)printf("certificates: of %llu derivatives; without one, decided by a tier alone: %llu\n",
               (unsigned long long)with, (unsigned long long)without);
}

/* Where programs were not judged to the end, whether that is because the folder takes no more. */
static void tell_unwritten(const CampaignPlan *plan) {
  static const char bytes[1 << 16];
  char path[4096];
  const char *folder = plan->options.certificates;
  uint64_t lost = 0;
  for (uint32_t i = 0; i < plan->scope_count; i++) lost += plan->scopes[i].result.lost;
  if (lost == 0 || snprintf(path, sizeof path, "%s/probe.%ld", folder, (long)getpid()) >= (int)sizeof path) return;
  FILE *file = fopen(path, "wb");
  bool good = file != NULL && fwrite(bytes, 1, sizeof bytes, file) == sizeof bytes;
  int why = errno;
  if (file != NULL && fclose(file) != 0 && good) good = false, why = errno;
  (void)remove(path);
  if (!good) cli_error(plan->arguments, "certificates are missing in '%s': %s", folder, strerror(why));
}

static ExitCode run_verify(const Arguments *arguments) {
  CampaignPlan plan;
  Files files = {.modules = NULL};
  Corpus corpus = {0};
  Arena arena;
  ExitCode code = EXIT_USAGE;
  if (options_flag(arguments, "gradient")) return gradient_judge(arguments);
  arena_init(&arena, SHAPES_BYTES);
  if (campaign_open(&plan, arguments) && open_certificates(&plan) && read_files(&plan, &files) &&
      choose_definitions(&plan, &files, &corpus) && shape_definitions(&plan, &corpus, &arena) &&
      add_scopes(&plan, &corpus)) {
    code = campaign_execute(&plan, "verify");
    if (plan.options.certificates != NULL) print_certificates(&plan), tell_unwritten(&plan);
  }
  corpus_free(&corpus);
  arena_free(&arena);
  free_files(&files);
  campaign_close(&plan);
  return code;
}

static const Option verify_options[] = {
    OPTION_SHARD,
    {.name = "space", .kind = OPTION_TEXT, .repeated = true, .value = "SPACE", .help = "every program of a space"},
    {.name = "sample", .kind = OPTION_TEXT, .repeated = true, .value = "SPACE:N", .help = "N random programs of it"},
    {.name = "def",
     .kind = OPTION_TEXT,
     .repeated = true,
     .value = "NAME",
     .help = "only this definition of the files"},
    OPTION_FUNCTION,
    {.name = "gradient",
     .kind = OPTION_TEXT,
     .value = "NAME",
     .help = "judge this function of a C file as the gradient of that of --function, and nothing else"},
    {.name = "size", .kind = OPTION_TEXT, .repeated = true, .value = "n=3", .help = "fix a size parameter"},
    {.name = "certificates",
     .kind = OPTION_TEXT,
     .value = "FOLDER",
     .help = "write a certificate of each derivative of a polynomial that is decided for all inputs (adjudge-check)"},
    OPTIONS_CAMPAIGN,
    {.name = NULL},
};
static const char *const verify_examples[] = {
    "verify tests/corpus",
    "verify my.adj --def f",
    "verify my.adj --law AD-REV --law AD-DOT",
    "verify tests/corpus --space poly --sample mixed:20000 --report report.json",
    "verify f.c --function f --gradient f_b",
    NULL};
const Command command_verify = {
    .name = "verify",
    .summary = "all laws on the programs of files, of spaces, of samples",
    .operands = "[FILE|FOLDER]...",
    .options = verify_options,
    .examples = verify_examples,
    .details = "Exit code 0: all held; 1: something was refuted; 2: bad usage or input; 3: nothing refuted, but\n"
               "something undecided; 4: nothing refuted, but some programs were not checked (interrupted, for one).",
    .run = run_verify,
};
