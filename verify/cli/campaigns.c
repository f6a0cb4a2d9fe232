#include "verify/cli/campaigns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TERM_LIMIT ((uint32_t)1 << 24)
#define MAX_JOBS 256u
#define MAX_SPACES 64u

/* Switches on the laws of a name, or of a prefix ending in *. */
static bool switch_on(LawSet *laws, const char *name) {
  size_t length = strlen(name);
  bool found = false, prefix = length > 0 && name[length - 1] == '*';
  for (int law = 0; law < LAW_COUNT; law++) {
    const char *own = law_info((LawId)law)->name;
    if (prefix ? strncmp(own, name, length - 1) != 0 : strcmp(own, name) != 0) continue;
    laws->on[law] = true;
    found = true;
  }
  return found;
}

static EngineChoice read_engines(const Arguments *arguments) {
  const char *text = options_text(arguments, "engines", "rotate");
  return strcmp(text, "all") == 0 ? ENGINES_ALL : strcmp(text, "chad") == 0 ? ENGINES_CHAD : ENGINES_ROTATE;
}

static bool read_laws(CampaignPlan *plan) {
  const Arguments *arguments = plan->arguments;
  plan->options.laws = law_set_all();
  if (options_nth(arguments, "law", 0) == NULL) return true;
  memset(&plan->options.laws, 0, sizeof plan->options.laws);
  for (uint32_t k = 0; options_nth(arguments, "law", k) != NULL; k++) {
    const char *name = options_nth(arguments, "law", k)->value;
    if (switch_on(&plan->options.laws, name)) continue;
    cli_error(arguments, "no law '%s'; see 'adjudge laws'", name);
    return false;
  }
  return true;
}

bool campaign_open(CampaignPlan *plan, const Arguments *arguments) {
  memset(plan, 0, sizeof *plan);
  plan->arguments = arguments;
  plan->options.seed = options_count(arguments, "seed", 1);
  plan->options.engines = read_engines(arguments);
  plan->options.thorough = options_flag(arguments, "thorough");
  plan->options.quick = options_flag(arguments, "quick");
  plan->options.proofs = options_flag(arguments, "proofs");
  plan->store = store_new(TERM_LIMIT);
  plan->spaces = calloc(MAX_SPACES, sizeof(Space *));
  plan->samples = calloc(MAX_SPACES, sizeof *plan->samples);
  if (plan->store == NULL || plan->spaces == NULL || plan->samples == NULL) {
    cli_error(arguments, "limit: out of memory");
    return false;
  }
  return read_laws(plan);
}

void campaign_close(CampaignPlan *plan) {
  Report report = {.scopes = plan->scopes, .count = plan->scope_count};
  report_free(&report);
  for (uint32_t i = 0; i < plan->space_count; i++) space_close(plan->spaces[i]);
  free(plan->spaces);
  free(plan->samples);
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
  if (plan->scope_count == plan->scope_capacity) {
    uint32_t capacity = plan->scope_capacity == 0 ? 8 : 2 * plan->scope_capacity;
    ReportScope *scopes = realloc(plan->scopes, capacity * sizeof *scopes);
    if (scopes == NULL) {
      cli_error(plan->arguments, "limit: out of memory");
      return false;
    }
    plan->scopes = scopes;
    plan->scope_capacity = capacity;
  }
  memset(&plan->scopes[plan->scope_count], 0, sizeof *plan->scopes);
  plan->scopes[plan->scope_count++].scope = scope;
  return true;
}

bool campaign_add_sample(CampaignPlan *plan, Space *space, const char *name, uint64_t count) {
  Sample *sample = &plan->samples[plan->space_count - 1];
  *sample = (Sample){space, plan->options.seed};
  return campaign_add(plan, scope_sample(sample, name, count, plan->options));
}

static uint32_t worker_count(const Arguments *arguments) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  uint64_t jobs = options_count(arguments, "jobs", processors < 1 ? 1 : (uint64_t)processors);
  return jobs < 1 ? 1 : jobs > MAX_JOBS ? MAX_JOBS : (uint32_t)jobs;
}

bool campaign_write_reports(const Arguments *arguments, const Report *report) {
  static const struct {
    const char *option;
    bool (*write)(const Report *report, const char *path);
  } forms[] = {{"report", report_write_json}, {"junit", report_write_junit}, {"html", report_write_html}};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const char *path = options_text(arguments, forms[i].option, NULL);
    if (path == NULL || forms[i].write(report, path)) continue;
    cli_error(arguments, "%s: %s", path, strerror(errno));
    return false;
  }
  return true;
}

ExitCode campaign_execute(CampaignPlan *plan) {
  const Arguments *arguments = plan->arguments;
  uint32_t begun = 0;
  campaign_handle_signals();
  while (begun < plan->scope_count && !campaign_interrupted()) {
    ReportScope *scope = &plan->scopes[begun++];
    bool quiet = options_flag(arguments, "quiet");
    if (!campaign_run(plan->store, &scope->scope, worker_count(arguments), !quiet, &scope->result) ||
        !report_refutations(plan->store, scope)) {
      cli_error(arguments, "cannot start workers: %s", strerror(errno));
      return EXIT_USAGE;
    }
  }
  Report report = {"verify", plan->options.seed, plan->scopes, begun};
  report_print(&report, arguments->out, options_flag(arguments, "full"));
  if (begun < plan->scope_count) {
    (void)fprintf(arguments->out, "interrupted: %u of %u scopes were begun\n", begun, plan->scope_count);
  }
  if (!campaign_write_reports(arguments, &report)) return EXIT_USAGE;
  int code = report_exit_code(&report, options_flag(arguments, "allow-undecided"));
  return code == 0 && (begun < plan->scope_count || begun == 0) ? EXIT_UNDECIDED : (ExitCode)code;
}
