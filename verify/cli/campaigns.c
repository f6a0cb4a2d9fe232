#include "verify/cli/campaigns.h"

#include "verify/campaign/header.h"
#include "verify/campaign/journal.h"
#include "verify/campaign/plots.h"
#include "verify/campaign/program_pages.h"

#include "semantics/memory/growing.h"
#include "semantics/text/suggest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TERM_LIMIT ((uint32_t)1 << 24)
#define MAX_SPACES 64u

/* Switches on the laws of a name, or of a prefix ending in *. */
static bool switch_on(LawSet *laws, const char *name) {
  bool found = false;
  for (int law = 0; law < LAW_COUNT; law++) {
    if (!law_named((LawId)law, name)) continue;
    laws->on[law] = true;
    found = true;
  }
  return found;
}

static EngineChoice read_engines(const Arguments *arguments) {
  const char *text = options_text(arguments, "engines", engine_choice_names[ENGINES_ALL]);
  return strcmp(text, engine_choice_names[ENGINES_CHAD]) == 0 ? ENGINES_CHAD : ENGINES_ALL;
}

/* "k/n", 1 <= k <= n */
static bool read_shard(CampaignPlan *plan) {
  const char *text = options_text(plan->arguments, "shard", "1/1");
  char rest = '\0';
  bool good = sscanf(text, "%9u/%9u%c", &plan->shard, &plan->shards, &rest) == 2 && plan->shard >= 1;
  if (good && plan->shard <= plan->shards) return true;
  cli_error(plan->arguments, "--shard takes k/n with 1 <= k <= n, not '%s'", text);
  return false;
}

static void unknown_law(const Arguments *arguments, const char *name) {
  char nearest[64];
  Suggestion near = suggestion_of(name);
  for (int law = 0; law < LAW_COUNT; law++) suggest(&near, law_info((LawId)law)->name);
  cli_error(arguments, "no law '%s'%s", name, suggestion_text(&near, "; see 'adjudge laws'", nearest, sizeof nearest));
}

static bool read_laws(CampaignPlan *plan) {
  const Arguments *arguments = plan->arguments;
  plan->options.laws = law_set_all();
  if (options_nth(arguments, "law", 0) == NULL) return true;
  memset(&plan->options.laws, 0, sizeof plan->options.laws);
  for (uint32_t k = 0; options_nth(arguments, "law", k) != NULL; k++) {
    const char *name = options_nth(arguments, "law", k)->value;
    plan->asked[plan->asked_count++] = name;
    if (switch_on(&plan->options.laws, name)) continue;
    unknown_law(arguments, name);
    return false;
  }
  return true;
}

bool campaign_open(CampaignPlan *plan, const Arguments *arguments) {
  memset(plan, 0, sizeof *plan);
  campaign_handle_signals();
  plan->arguments = arguments;
  plan->options.seed = options_count(arguments, "seed", 1);
  plan->options.engines = read_engines(arguments);
  plan->options.thorough = options_flag(arguments, "thorough");
  plan->options.quick = options_flag(arguments, "quick");
  plan->options.merging = options_count(arguments, "merging", 0);
  plan->options.proofs = options_flag(arguments, "proofs");
  plan->store = store_new(TERM_LIMIT);
  plan->spaces = calloc(MAX_SPACES, sizeof(Space *));
  plan->samples = calloc(MAX_SPACES, sizeof *plan->samples);
  plan->asked = calloc((size_t)arguments->given_count + 1, sizeof *plan->asked);
  if (plan->store == NULL || plan->asked == NULL || plan->spaces == NULL || plan->samples == NULL) {
    cli_error(arguments, "limit: out of memory");
    return false;
  }
  /* Meanings are of all engines. */
  if (plan->options.merging > 0 && plan->options.engines != ENGINES_ALL) {
    cli_error(arguments, "--merging is of all engines: leave --engines away");
    return false;
  }
  return read_shard(plan) && read_laws(plan);
}

void campaign_close(CampaignPlan *plan) {
  Report report = {.scopes = plan->scopes, .count = plan->scope_count};
  report_free(&report);
  for (uint32_t i = 0; i < plan->space_count; i++) space_close(plan->spaces[i]);
  free(plan->spaces);
  free(plan->samples);
  free(plan->asked);
  store_free(plan->store);
}

Space *campaign_space(CampaignPlan *plan, const char *description) {
  char error[SPACE_ID_SIZE] = "too many spaces";
  Space *space = plan->space_count < MAX_SPACES ? space_open(plan->store, description, error, sizeof error) : NULL;
  if (space == NULL)
    cli_error(plan->arguments, "%s", error);
  else
    plan->spaces[plan->space_count++] = space;
  return space;
}

bool campaign_add(CampaignPlan *plan, Scope scope) {
  ReportScope *scopes = heap_room(plan->scopes, plan->scope_count, &plan->scope_capacity, 8, sizeof *scopes);
  if (scopes == NULL) {
    cli_error(plan->arguments, "limit: out of memory");
    return false;
  }
  plan->scopes = scopes;
  memset(&plan->scopes[plan->scope_count], 0, sizeof *plan->scopes);
  plan->scopes[plan->scope_count++].scope = scope;
  return true;
}

bool campaign_add_sample(CampaignPlan *plan, Space *space, const char *name, uint64_t count) {
  Sample *sample = &plan->samples[plan->space_count - 1];
  *sample = (Sample){space, plan->options.seed};
  return campaign_add(plan, scope_sample(sample, name, count, plan->shard, plan->shards, plan->options));
}

uint32_t worker_count(const Arguments *arguments) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  uint64_t jobs = options_count(arguments, "jobs", processors < 1 ? 1 : (uint64_t)processors);
  return jobs < 1 ? 1 : jobs > MAX_JOBS ? MAX_JOBS : (uint32_t)jobs;
}

/* What the exit code lets pass: --allow-undecided, --strict. */
static ReportGate campaign_gate(const Arguments *arguments) {
  return (ReportGate){.allow_undecided = options_flag(arguments, "allow-undecided"),
                      .strict = options_flag(arguments, "strict")};
}

static bool write_junit(const Report *report, FILE *out) {
  report_write_junit(report, out);
  return true;
}

const char *const report_options[REPORT_FORMS] = {"report", "junit", "html", "sarif"};

static bool (*const writers[REPORT_FORMS])(const Report *report, FILE *out) = {report_write_json, write_junit,
                                                                               report_write_html, report_write_sarif};

bool campaign_open_reports(const Arguments *arguments, ReportFiles *files) {
  *files = (ReportFiles){0};
  for (int i = 0; i < REPORT_FORMS; i++) {
    const char *path = options_text(arguments, report_options[i], NULL);
    if (path == NULL || destination_open(&files->form[i], path)) continue;
    cli_error(arguments, "%s: %s", path, destination_error());
    campaign_abandon_reports(files);
    return false;
  }
  if (destinations_part(files->form, REPORT_FORMS)) return true;
  cli_error(arguments, "two reports would be written to one file");
  campaign_abandon_reports(files);
  return false;
}

/* Says where the reports went. */
static void print_places(const Arguments *arguments, const ReportFiles *files) {
  const char *before = "report: ";
  for (int i = 0; i < REPORT_FORMS; i++) {
    if (!files->written[i]) continue;
    (void)fprintf(arguments->out, "%s%s", before, options_text(arguments, report_options[i], ""));
    before = ", ";
  }
  if (before[0] == ',') (void)fputc('\n', arguments->out);
}

static bool campaign_write_reports(const Arguments *arguments, const Report *report, ReportFiles *files) {
  bool good = true;
  for (int i = 0; i < REPORT_FORMS && good; i++) {
    Destination *to = &files->form[i];
    if (to->file == NULL) continue;
    const char *path = options_text(arguments, report_options[i], NULL);
    bool regular = to->path != NULL;
    errno = 0;
    good = writers[i](report, to->file) && destination_commit(to);
    files->written[i] = good && regular;
    if (!good) cli_error(arguments, "%s: %s", path, errno == 0 ? "limit: out of memory" : strerror(errno));
  }
  print_places(arguments, files);
  campaign_abandon_reports(files);
  return good;
}

void campaign_abandon_reports(ReportFiles *files) {
  for (int i = 0; i < REPORT_FORMS; i++) destination_abandon(&files->form[i]);
}

/* The journal of the run: --journal FILE, else REPORT.journal.  False, having written
 * the error, when one is asked for and cannot be had; NULL in *journal for none. */
static bool open_journal(const Arguments *arguments, const Report *report, const ReportFiles *files,
                         Journal **journal) {
  const char *path = options_text(arguments, "journal", NULL), *beside = options_text(arguments, "report", NULL);
  bool resume = options_flag(arguments, "resume"), regular = files->form[0].temporary != NULL;
  char error[JOURNAL_ERROR], *line = header_line(report);
  size_t room = beside == NULL ? 1 : strlen(beside) + 9;
  char *own = malloc(room);
  *journal = NULL;
  bool good = own != NULL && line != NULL;
  if (good && path == NULL && regular) {
    (void)snprintf(own, room, "%s.journal", beside);
    path = own;
  }
  if (!good)
    cli_error(arguments, "limit: out of memory");
  else if (path != NULL && !destinations_leave(files->form, REPORT_FORMS, path)) {
    good = false;
    cli_error(arguments, "%s: a report is written there, and no journal", path);
  } else if (path != NULL) {
    *journal = journal_open(path, line, resume, error);
    good = *journal != NULL;
    if (!good) cli_error(arguments, "%s", error);
  } else if (resume) {
    good = false;
    cli_error(arguments, "--resume needs --journal FILE or --report FILE: progress is kept in FILE, FILE.journal");
  }
  if (good && *journal != NULL && journal_torn(*journal) > 0)
    (void)fprintf(stderr, "adjudge: %llu lines of the journal are torn: their programs are checked again\n",
                  (unsigned long long)journal_torn(*journal));
  free(own);
  free(line);
  return good;
}

/* Every scope in order; those that an interruption kept from beginning have nothing done.  *lacks: parts of a page
 * were not made. */
static bool run_scopes(CampaignPlan *plan, Journal *journal, bool *lacks) {
  const Arguments *arguments = plan->arguments;
  bool quiet = options_flag(arguments, "quiet"), paged = options_text(arguments, "html", NULL) != NULL;
  for (uint32_t i = 0; i < plan->scope_count; i++) {
    ReportScope *scope = &plan->scopes[i];
    CampaignJournal where = {journal, i};
    if (!campaign_run(plan->store, &scope->scope, worker_count(arguments), !quiet, where, &scope->result) ||
        !report_refutations(plan->store, scope)) {
      cli_error(arguments, "cannot start workers: %s", strerror(errno));
      return false;
    }
    *lacks = *lacks || (paged && !program_pages_make(plan->store, scope));
  }
  return true;
}

/* Time is for people: it never stands in what a seed determines. */
static void tell_time(const CampaignPlan *plan) {
  double seconds = 0, programs = 0;
  for (uint32_t i = 0; i < plan->scope_count; i++) {
    seconds += plan->scopes[i].result.seconds;
    programs += (double)plan->scopes[i].result.done;
  }
  if (seconds >= 1) (void)fprintf(stderr, "%.0f programs in %.1f s\n", programs, seconds);
}

ExitCode campaign_finish(const Arguments *arguments, const Report *report, ReportFiles *files) {
  Account account = report_account(report, campaign_gate(arguments));
  if (!report_print(report, arguments->out, options_flag(arguments, "full"))) {
    cli_error(arguments, "limit: out of memory");
    return EXIT_USAGE;
  }
  account_print(&account, arguments->out);
  if (!campaign_write_reports(arguments, report, files)) return EXIT_USAGE;
  return (ExitCode)account_exit(&account, campaign_gate(arguments).strict);
}

/* Whether there is a space whose programs may be merged, if that is asked for. */
static bool merging_applies(const CampaignPlan *plan) {
  for (uint32_t i = 0; i < plan->scope_count; i++)
    if (plan->scopes[i].scope.walked != NULL) return true;
  return !options_idle(plan->arguments, "merging", "programs of spaces are merged, and there is no space");
}

ExitCode campaign_execute(CampaignPlan *plan, const char *command) {
  const Arguments *arguments = plan->arguments;
  Report report = {.command = command,
                   .seed = plan->options.seed,
                   .options = plan->options,
                   .asked = plan->asked,
                   .asked_count = plan->asked_count,
                   .scopes = plan->scopes,
                   .count = plan->scope_count};
  ReportFiles files;
  Journal *journal = NULL;
  ExitCode code = EXIT_USAGE;
  if (!merging_applies(plan) || !campaign_open_reports(arguments, &files)) return EXIT_USAGE;
  if (open_journal(arguments, &report, &files, &journal) && run_scopes(plan, journal, &report.page_lacks)) {
    if (!options_flag(arguments, "quiet")) tell_time(plan);
    bool paged = options_text(arguments, "html", NULL) != NULL;
    char *plots = paged ? plots_make(plan->store, plan->scopes, plan->scope_count) : NULL;
    report.plots = plots;
    report.page_lacks = report.page_lacks || (paged && plots == NULL);
    report.journal_lacks =
        options_text(arguments, "journal", NULL) != NULL && journal != NULL && journal_error(journal)[0] != '\0';
    code = campaign_finish(arguments, &report, &files);
    free(plots);
  }
  campaign_abandon_reports(&files);
  /* --journal is the user's to remove; the one beside a report goes when that is whole */
  journal_close(journal, options_text(arguments, "journal", NULL) == NULL && code != EXIT_USAGE &&
                             code != EXIT_INCOMPLETE && !campaign_interrupted());
  return code;
}
