/* The report as one self-contained HTML page: what was refuted, laws by engines, and
 * each scope with what it covered and a picture. */
#include "ad/engine.h"
#include "verify/campaign/markup.h"
#include "verify/campaign/plot.h"
#include "verify/campaign/programs.h"
#include "verify/campaign/report.h"

#include <stdlib.h>
#include <string.h>

static const char style[] =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:76em;margin:2em auto;padding:0 1em;color:#222}"
    "h1{font-size:1.6em;margin-bottom:.2em}h2{font-size:1.2em;margin-top:2.2em;border-bottom:2px solid #ddd}"
    "table{border-collapse:collapse}td,th{padding:.15em .7em;text-align:right;border-bottom:1px solid #ddd}"
    "th{background:#f3f3f3;position:sticky;top:0}td:nth-child(-n+2),th:nth-child(-n+2){text-align:left}"
    ".wide{overflow-x:auto}.wide table{width:100%}table.laws td:nth-child(n+2){text-align:center;white-space:nowrap}"
    "table.laws th:nth-child(n+2){text-align:center}table.laws "
    "td:first-child{white-space:nowrap;position:sticky;left:0;"
    "background:#fff}td.proved{background:#cfe8d6}td.holds{background:#e6f3ea}"
    "td.undecided{background:#fbeccb}td.differs{background:#ddd3ee}td.refuted,tr.refuted "
    "td{background:#f6c6c0}td.none{color:#bbb}"
    "pre{background:#f6f6f6;padding:.7em;overflow-x:auto;margin:.5em 0}"
    ".bad{border-left:4px solid #c33;padding-left:1em;margin:1em 0}.apart{border-color:#8e6bbf}.bad "
    "th{background:none;position:static}"
    ".bad th,.bad td{text-align:left;vertical-align:top;font-weight:normal}.bad th{color:#666;white-space:nowrap}"
    ".bad td{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere}"
    ".sum span{display:inline-block;padding:.3em .9em;margin:.2em .5em .2em 0;border-radius:.3em;background:#f3f3f3}"
    ".sum .red{background:#f6c6c0}.sum .green{background:#cfe8d6}code{background:#f6f6f6}"
    "summary{cursor:pointer;margin:.6em 0}small{color:#666}svg{max-width:100%;height:auto}";

static const char *engine_text(int slot) { return slot > 0 ? engines[slot - 1]->name : "–"; }

/* ---------------------------------------------------------- refutations -- */

static void write_pair(FILE *out, const char *name, const char *text) {
  if (text == NULL || text[0] == '\0') return;
  (void)fprintf(out, "<tr><th>%s</th><td>", name);
  markup_text(out, text);
  (void)fputs("</td></tr>\n", out);
}

static void write_refutation(FILE *out, const Refutation *refutation) {
  const Witness *w = report_witness(refutation);
  const LawInfo *law = law_info(w->law);
  (void)fputs(report_differs(refutation) ? "<div class=\"bad apart\"><b>DIFFERS " : "<div class=\"bad\"><b>REFUTED ",
              out);
  markup_text(out, law->name);
  (void)fputs("</b>: ", out);
  markup_text(out, law->statement);
  (void)fputs(" (", out);
  markup_text(out, law->source);
  (void)fputs(")<table>\n", out);
  write_pair(out, "smallest program", refutation->shrunk_program);
  write_pair(out, "found in", refutation->program);
  write_pair(out, "engine", engine_text(w->engine));
  write_pair(out, "rules applied", refutation->rules);
  write_pair(out, "evaluator", w->evaluator);
  write_pair(out, "compared", w->what);
  write_pair(out, "input", w->input);
  write_pair(out, "exactly", w->exact_input);
  write_pair(out, "tangent", w->tangent);
  write_pair(out, "cotangent", w->cotangent);
  write_pair(out, "expected", w->expected);
  write_pair(out, "found", w->found);
  write_pair(out, "certified", refutation->certified);
  (void)fputs("<tr><th>again</th><td>adjudge ", out);
  markup_text(out, refutation->replay);
  (void)fputs("</td></tr></table></div>\n", out);
}

/* The refutations of each scope, or its differences, under a heading. */
static void write_refutations(FILE *out, const Report *report, bool differences, const char *heading) {
  for (uint32_t i = 0; i < report->count; i++) {
    const ReportScope *scope = &report->scopes[i];
    uint32_t different = report_differences(scope);
    if ((differences ? different : scope->refutation_count - different) == 0) continue;
    (void)fputs(heading, out);
    heading = "";
    (void)fputs("<p>In ", out);
    markup_text(out, scope->scope.name);
    (void)fputs(", the first of each law:</p>\n", out);
    for (uint32_t k = 0; k < scope->refutation_count; k++) {
      if (report_differs(&scope->refutations[k]) == differences) write_refutation(out, &scope->refutations[k]);
    }
  }
}

static const char apart[] =
    "<h2>Where AD and the derivative part</h2><p>At a boundary of a test, or at the edge of a domain, the derivative "
    "of the function is not what differentiation of its program gives: the smallest programs found, with the point "
    "and both numbers. That is a fact about AD by program transformation, and no error of the engine.</p>\n";

/* ------------------------------------------------------ laws by engines -- */

static bool engine_seen(const Tally *tally, int slot) {
  for (int law = 0; law < LAW_COUNT; law++) {
    if (!outcomes_none(tally->count[law][slot])) return true;
  }
  return false;
}

static bool law_seen(const Tally *tally, int law) {
  for (int slot = 0; slot < LAW_ENGINES; slot++) {
    if (!outcomes_none(tally->count[law][slot])) return true;
  }
  return false;
}

/* 1234567 as 1.2M. */
static void write_short(FILE *out, uint64_t n) {
  if (n < 10000)
    (void)fprintf(out, "%llu", (unsigned long long)n);
  else if (n < 1000000)
    (void)fprintf(out, "%.0fk", (double)n / 1e3);
  else
    (void)fprintf(out, "%.1fM", (double)n / 1e6);
}

/* The worst that happened colours the cell; all counts stand in its title. */
static void write_cell(FILE *out, const uint64_t *n) {
  static const Outcome shown[] = {OUTCOME_REFUTED, OUTCOME_DIFFERS, OUTCOME_PROVED, OUTCOME_HOLDS, OUTCOME_UNDECIDED};
  if (outcomes_none(n)) {
    (void)fputs("<td class=\"none\">·</td>", out);
    return;
  }
  const char *class = n[OUTCOME_REFUTED] > 0     ? "refuted"
                      : n[OUTCOME_DIFFERS] > 0   ? "differs"
                      : n[OUTCOME_UNDECIDED] > 0 ? "undecided"
                      : n[OUTCOME_PROVED] > 0    ? "proved"
                      : n[OUTCOME_HOLDS] > 0     ? "holds"
                                                 : "undecided";
  (void)fprintf(out, "<td class=\"%s\" title=\"", class);
  for (int o = 0; o < OUTCOME_COUNT; o++) {
    if (n[o] > 0) (void)fprintf(out, "%llu %s ", (unsigned long long)n[o], outcome_name((Outcome)o));
  }
  (void)fputs("\">", out);
  const char *before = "";
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
    if (n[shown[i]] == 0) continue;
    (void)fputs(before, out);
    write_short(out, n[shown[i]]);
    (void)fprintf(out, " %s", outcome_name(shown[i]));
    before = "<br>";
  }
  if (before[0] == '\0') (void)fputs("skipped", out);
  (void)fputs("</td>", out);
}

static void write_law_name(FILE *out, LawId law) {
  (void)fputs("<td title=\"", out);
  markup_text(out, law_info(law)->statement);
  (void)fputs(" — ", out);
  markup_text(out, law_info(law)->source);
  (void)fputs("\">", out);
  markup_text(out, law_info(law)->name);
  (void)fputs("</td>", out);
}

static void write_laws_by_engines(FILE *out, const Tally *tally) {
  (void)fputs("<h2>Laws by engines</h2><div class=\"wide\"><table class=\"laws\"><tr><th>law</th>", out);
  for (int slot = 0; slot < LAW_ENGINES; slot++) {
    if (engine_seen(tally, slot)) (void)fprintf(out, "<th>%s</th>", slot == 0 ? "no engine" : engine_text(slot));
  }
  (void)fputs("</tr>\n", out);
  for (int law = 0; law < LAW_COUNT; law++) {
    if (!law_seen(tally, law)) continue;
    (void)fputs("<tr>", out);
    write_law_name(out, (LawId)law);
    for (int slot = 0; slot < LAW_ENGINES; slot++) {
      if (engine_seen(tally, slot)) write_cell(out, tally->count[law][slot]);
    }
    (void)fputs("</tr>\n", out);
  }
  (void)fputs("</table></div>\n", out);
}

/* --------------------------------------------------------------- scopes -- */

static void write_row(FILE *out, const Tally *tally, LawId law, int slot) {
  const uint64_t *n = tally->count[law][slot];
  if (outcomes_none(n)) return;
  (void)fprintf(out, "<tr%s>", n[OUTCOME_REFUTED] > 0 ? " class=\"refuted\"" : "");
  write_law_name(out, law);
  (void)fprintf(out, "<td>%s</td>", engine_text(slot));
  for (int o = 0; o < OUTCOME_COUNT; o++) (void)fprintf(out, "<td>%llu</td>", (unsigned long long)n[o]);
  (void)fputs("</tr>\n", out);
}

static void write_counts(FILE *out, const Tally *tally) {
  (void)fputs("<details><summary>every count</summary><div class=\"wide\"><table><tr><th>law</th><th>engine</th>", out);
  for (int o = 0; o < OUTCOME_COUNT; o++) (void)fprintf(out, "<th>%s</th>", outcome_name((Outcome)o));
  (void)fputs("</tr>\n", out);
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int slot = 0; slot < LAW_ENGINES; slot++) write_row(out, tally, (LawId)law, slot);
  }
  (void)fputs("</table></div></details>\n", out);
}

/* Copies a picture into the page, from its <svg on: the XML declaration stays behind. */
static bool embed(FILE *out, const char *path) {
  char line[4096];
  bool inside = false;
  FILE *picture = fopen(path, "r");
  if (picture == NULL) return false;
  while (fgets(line, sizeof line, picture) != NULL) {
    const char *from = inside ? line : strstr(line, "<svg");
    if (from == NULL) continue;
    inside = true;
    (void)fputs(from, out);
  }
  (void)fclose(picture);
  return inside;
}

/* The picture of the k-th scope, beside the page at `path` and in it. */
static void write_picture(FILE *out, const ReportScope *scope, uint32_t k, const char *path) {
  size_t length = strlen(path), room = length + 32;
  char name[32], *file = malloc(room);
  if (file == NULL) return;
  if (length > 5 && strcmp(path + length - 5, ".html") == 0) length -= 5;
  (void)snprintf(file, room, "%.*s-sizes-%u.svg", (int)length, path, k + 1);
  (void)snprintf(name, sizeof name, "sizes%u", k + 1);
  PlotStatus status = plot_sizes(&scope->result.tally, name, file);
  if (status == PLOT_DRAWN && !embed(out, file)) status = PLOT_FAILED;
  if (status != PLOT_DRAWN && status != PLOT_NOTHING)
    (void)fprintf(out, "<p><small>%s</small></p>\n", plot_status_text(status));
  free(file);
}

static void write_for_all(FILE *out, const Tally *tally) {
  const uint64_t *n = tally->for_all;
  uint64_t decided = tally_proved(tally);
  uint64_t tried = decided + n[FOR_ALL_ALMOST] + n[FOR_ALL_OPEN] + n[FOR_ALL_GUARD] + n[FOR_ALL_OUTSIDE];
  if (tried == 0) return;
  (void)fprintf(out,
                "<p>For all inputs: <b>%llu of %llu</b> programs decided (%llu polynomials, %llu by normal forms, %llu "
                "by regions), %llu but for a thin set, %llu open, %llu too large, %llu outside the fragment.</p>\n",
                (unsigned long long)decided, (unsigned long long)tried, (unsigned long long)n[FOR_ALL_DECIDED],
                (unsigned long long)n[FOR_ALL_SYMBOLIC], (unsigned long long)n[FOR_ALL_PATHS],
                (unsigned long long)n[FOR_ALL_ALMOST], (unsigned long long)n[FOR_ALL_OPEN],
                (unsigned long long)n[FOR_ALL_GUARD], (unsigned long long)n[FOR_ALL_OUTSIDE]);
}

static void write_scope(FILE *out, const ReportScope *scope, uint32_t k, const char *path) {
  const ScopeResult *result = &scope->result;
  char done[48], count[48];
  (void)rank_print(result->done, done, sizeof done);
  (void)rank_print(scope->scope.count, count, sizeof count);
  (void)fputs("<h2>", out);
  markup_text(out, scope->scope.name);
  (void)fprintf(out, "</h2><p>%s of %s programs%s.</p>\n", done, count, result->interrupted ? "; interrupted" : "");
  if (result->done != scope->scope.count) {
    (void)fputs("<p class=\"bad\">Incomplete: not every program was checked", out);
    if (result->lost > 0)
      (void)fprintf(out, "; %llu could not be made, were not judged to the end, or ended each worker",
                    (unsigned long long)result->lost);
    (void)fputs(".</p>\n", out);
  }
  write_for_all(out, &result->tally);
  if (scope->scope.details[0] != '\0') {
    (void)fputs("<pre>", out);
    markup_text(out, scope->scope.details);
    (void)fputs("</pre>\n", out);
  }
  write_picture(out, scope, k, path);
  write_counts(out, &result->tally);
  programs_write_html(scope, out);
}

/* ----------------------------------------------------------------- page -- */

static void write_summary(FILE *out, const Report *report, const Tally *total) {
  uint64_t refuted = tally_total(total, OUTCOME_REFUTED);
  (void)fprintf(out, "<h1>Adjudge report</h1><p><small>%s, seed %llu</small></p><p class=\"sum\">", report->command,
                (unsigned long long)report->seed);
  if (refuted > 0)
    (void)fprintf(out, "<span class=\"red\"><b>%llu refuted</b></span>", (unsigned long long)refuted);
  else
    (void)fputs("<span class=\"green\"><b>nothing refuted</b></span>", out);
  if (report_account(report, (ReportGate){.allow_undecided = true}).missing > 0)
    (void)fputs("<span class=\"red\"><b>incomplete</b></span>", out);
  (void)fprintf(out, "<span>%llu programs</span>", (unsigned long long)total->programs);
  for (int o = 0; o < OUTCOME_COUNT; o++) {
    uint64_t n = tally_total(total, (Outcome)o);
    if (o != OUTCOME_REFUTED && n > 0)
      (void)fprintf(out, "<span>%llu %s</span>", (unsigned long long)n, outcome_name((Outcome)o));
  }
  (void)fputs(
      "</p><p><b>proved</b>: for all inputs. <b>holds</b>: at the inputs tried. <b>refuted</b>: with a witness that "
      "others can recompute. <b>differs</b>: from the derivative of the function, for certain, where AD gives another "
      "number or none; no pass, and no error of an engine. <b>domain</b>, <b>unable</b>, <b>limit</b> and "
      "<b>refused</b> are skips: they and "
      "<b>undecided</b> are never passes. Array sizes are fixed. Point at a law to read it, at a cell for its "
      "counts.</p>\n",
      out);
}

bool report_write_html(const Report *report, FILE *out, const char *path) {
  Tally *total = calloc(1, sizeof *total);
  if (total == NULL) return false;
  for (uint32_t i = 0; i < report->count; i++) tally_add(total, &report->scopes[i].result.tally);
  (void)fprintf(out,
                "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Adjudge report</title>"
                "<style>%s</style></head><body>",
                style);
  write_summary(out, report, total);
  write_refutations(out, report, false, "<h2>Refuted</h2>\n");
  write_refutations(out, report, true, apart);
  write_laws_by_engines(out, total);
  for (uint32_t i = 0; i < report->count; i++) write_scope(out, &report->scopes[i], i, path);
  (void)fputs("</body></html>\n", out);
  free(total);
  return true;
}
