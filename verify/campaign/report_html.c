/* The report as one self-contained HTML page. */
#include "ad/engine.h"
#include "verify/campaign/markup.h"
#include "verify/campaign/programs.h"
#include "verify/campaign/report.h"

static const char style[] =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}"
    "h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}table{border-collapse:collapse;width:100%}"
    "td,th{padding:.15em .6em;text-align:right;border-bottom:1px solid #ddd}"
    "td:nth-child(-n+2),th:nth-child(-n+2){text-align:left}tr.refuted{background:#fdd}"
    "pre{background:#f6f6f6;padding:.7em;overflow-x:auto}.bad{border-left:4px solid #c33;padding-left:1em}"
    ".sum{font-size:1.1em}code{background:#f6f6f6}";

static void write_row(FILE *out, const Tally *tally, LawId law, int slot) {
  const uint64_t *n = tally->count[law][slot];
  if (outcomes_none(n)) return;
  (void)fprintf(out, "<tr%s><td title=\"", n[OUTCOME_REFUTED] > 0 ? " class=\"refuted\"" : "");
  markup_text(out, law_info(law)->statement);
  (void)fputs(" — ", out);
  markup_text(out, law_info(law)->source);
  (void)fputs("\">", out);
  markup_text(out, law_info(law)->name);
  (void)fprintf(out, "</td><td>%s</td>", slot > 0 ? engines[slot - 1]->name : "–");
  for (int o = 0; o < OUTCOME_COUNT; o++) (void)fprintf(out, "<td>%llu</td>", (unsigned long long)n[o]);
  (void)fputs("</tr>\n", out);
}

static void write_pair(FILE *out, const char *name, const char *text) {
  if (text == NULL || text[0] == '\0') return;
  (void)fprintf(out, "%-12s", name);
  markup_text(out, text);
  (void)fputc('\n', out);
}

static void write_refutation(FILE *out, const Refutation *refutation) {
  const Witness *w = refutation->shrunk.present ? &refutation->shrunk : &refutation->witness;
  const LawInfo *law = law_info(w->law);
  (void)fputs("<div class=\"bad\"><p><b>REFUTED ", out);
  markup_text(out, law->name);
  (void)fputs("</b>: ", out);
  markup_text(out, law->statement);
  (void)fputs(" (", out);
  markup_text(out, law->source);
  (void)fputs(")</p><pre>", out);
  write_pair(out, "smallest", refutation->shrunk_program);
  write_pair(out, "from", refutation->program);
  write_pair(out, "engine", w->engine > 0 ? engines[w->engine - 1]->name : "");
  write_pair(out, "evaluator", w->evaluator);
  write_pair(out, "compared", w->what);
  write_pair(out, "input", w->input);
  write_pair(out, "tangent", w->tangent);
  write_pair(out, "cotangent", w->cotangent);
  write_pair(out, "expected", w->expected);
  write_pair(out, "found", w->found);
  write_pair(out, "certified", refutation->certified);
  (void)fputs("</pre><p>Again: <code>adjudge ", out);
  markup_text(out, refutation->replay);
  (void)fputs("</code></p></div>\n", out);
}

static void write_scope(FILE *out, const ReportScope *scope) {
  const ScopeResult *result = &scope->result;
  char done[48], count[48];
  (void)rank_print(result->done, done, sizeof done);
  (void)rank_print(scope->scope.count, count, sizeof count);
  (void)fputs("<h2>", out);
  markup_text(out, scope->scope.name);
  (void)fprintf(out, "</h2><p>%s of %s programs%s.</p>\n", done, count, result->interrupted ? "; interrupted" : "");
  if (scope->scope.details[0] != '\0') {
    (void)fputs("<pre>", out);
    markup_text(out, scope->scope.details);
    (void)fputs("</pre>\n", out);
  }
  for (uint32_t i = 0; i < scope->refutation_count; i++) write_refutation(out, &scope->refutations[i]);
  (void)fputs("<table><tr><th>law</th><th>engine</th>", out);
  for (int o = 0; o < OUTCOME_COUNT; o++) (void)fprintf(out, "<th>%s</th>", outcome_name((Outcome)o));
  (void)fputs("</tr>\n", out);
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int slot = 0; slot < LAW_ENGINES; slot++) write_row(out, &result->tally, (LawId)law, slot);
  }
  (void)fputs("</table>\n", out);
  programs_write_html(scope, out);
}

static uint64_t total(const Report *report, Outcome outcome) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < report->count; i++) sum += tally_total(&report->scopes[i].result.tally, outcome);
  return sum;
}

bool report_write_html(const Report *report, const char *path) {
  FILE *out = fopen(path, "w");
  if (out == NULL) return false;
  (void)fprintf(out,
                "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Adjudge report</title>"
                "<style>%s</style></head><body><h1>Adjudge report</h1><p class=\"sum\">seed %llu:",
                style, (unsigned long long)report->seed);
  for (int o = 0; o < OUTCOME_COUNT; o++) {
    (void)fprintf(out, "%s %llu %s", o == 0 ? "" : ",", (unsigned long long)total(report, (Outcome)o),
                  outcome_name((Outcome)o));
  }
  (void)fputs(
      ".</p><p><b>proved</b>: for all inputs. <b>holds</b>: at the inputs tried. <b>domain</b>, <b>unable</b> "
      "and <b>limit</b> are skips: they and <b>undecided</b> are never passes. Point at a law to read it.</p>\n",
      out);
  for (uint32_t i = 0; i < report->count; i++) write_scope(out, &report->scopes[i]);
  (void)fputs("</body></html>\n", out);
  bool good = ferror(out) == 0;
  return fclose(out) == 0 && good;
}
