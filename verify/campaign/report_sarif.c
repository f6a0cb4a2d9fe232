/* The report as SARIF: refutations are errors, differences notes, programs that were not
 * checked warnings. */
#include "ad/engine.h"
#include "verify/campaign/report.h"
#include "verify/campaign/sarif.h"

static bool add_refutation(json_t *log, const ReportScope *scope, const Refutation *refutation) {
  char message[8 * WITNESS_TEXT];
  const Witness *w = report_witness(refutation);
  const Scope *s = &scope->scope;
  const char *program = refutation->shrunk_program != NULL ? refutation->shrunk_program : refutation->program;
  int wrote =
      snprintf(message, sizeof message, "%s\n%s\ninput (%s)\nexpected (%s)\nfound (%s)%s%s",
               w->engine > 0 ? engines[w->engine - 1]->name : "no engine", program != NULL ? program : "", w->input,
               w->expected, w->found, refutation->replay[0] == '\0' ? "" : "\nagain: adjudge ", refutation->replay);
  if (wrote < 0) return false; /* too long a program is cut */
  const Definition *definition = s->definition == NULL ? NULL : s->definition(s->state, refutation->witness.index);
  return sarif_add(log,
                   &(SarifFinding){.rule = law_info(w->law)->name,
                                   .statement = law_info(w->law)->statement,
                                   .level = report_differs(refutation) ? "note" : "error",
                                   .message = message,
                                   .file = s->label == NULL ? NULL : s->label(s->state, refutation->witness.index),
                                   .line = definition == NULL ? 0 : definition->line,
                                   .column = definition == NULL ? 0 : definition->column,
                                   .name = s->title == NULL ? s->name : s->title(s->state, refutation->witness.index)});
}

static bool add_missing(json_t *log, const ReportScope *scope) {
  Account account = {.refuted = false};
  report_account_programs(&account, scope);
  return account.missing == 0 || sarif_add(log, &(SarifFinding){.rule = "incomplete",
                                                                .statement = "every program is checked",
                                                                .level = "warning",
                                                                .message = account.missing_text,
                                                                .name = scope->scope.name});
}

bool report_write_sarif(const Report *report, FILE *out) {
  json_t *log = sarif_new();
  bool good = log != NULL;
  for (uint32_t i = 0; i < report->count && good; i++) {
    const ReportScope *scope = &report->scopes[i];
    good = add_missing(log, scope);
    for (uint32_t k = 0; k < scope->refutation_count && good; k++)
      good = add_refutation(log, scope, &scope->refutations[k]);
  }
  if (good) return sarif_write(log, out);
  json_decref(log);
  return false;
}
