/* The report as one self-contained HTML page: what a person asks first, then what was
 * refuted, where AD and the derivative part, laws by engines, law by law, scopes. */
#include "ad/engine.h"
#include "semantics/memory/text_stream.h"
#include "verify/campaign/figures.h"
#include "verify/campaign/html.h"
#include "verify/campaign/markup.h"
#include "verify/campaign/version.h"

#include <stdlib.h>

/* ---------------------------------------------------------- refutations -- */

static void write_pair(FILE *out, const char *name, const char *text) {
  if (text == NULL || text[0] == '\0') return;
  (void)fprintf(out, "<dt>%s</dt><dd>", name);
  markup_text(out, text);
  (void)fputs("</dd>\n", out);
}

static void write_command(FILE *out, const char *replay) {
  if (replay[0] == '\0') return;
  (void)fputs("<dt>again</dt><dd>adjudge ", out);
  markup_text(out, replay);
  (void)fputs(" <button data-copy=\"adjudge ", out);
  markup_text(out, replay);
  (void)fputs("\">copy</button></dd>", out);
}

/* Code of another language that computes the numbers again. */
static void write_code(FILE *out, const char *language, const char *code) {
  if (code == NULL) return;
  (void)fprintf(out, "<details><summary>the same numbers in %s, without Adjudge</summary><pre>", language);
  markup_text(out, code);
  (void)fputs("</pre></details>", out);
}

static void write_refutation(FILE *out, const Refutation *refutation) {
  const Witness *w = report_witness(refutation);
  const LawInfo *law = law_info(w->law);
  bool differs = report_differs(refutation);
  (void)fprintf(out, "<article class=\"witness%s\" data-find=\"\"><b>%s ", differs ? " apart" : "",
                differs ? "DIFFERS" : "REFUTED");
  (void)fprintf(out, "<a href=\"#%s\">%s</a></b>: ", law->name, law->name);
  markup_text(out, law->statement);
  (void)fputs(" <small>(", out);
  markup_text(out, law->source);
  (void)fputs(")</small><dl>\n", out);
  write_pair(out, "smallest program", refutation->shrunk_program);
  write_pair(out, "found in", refutation->program);
  write_pair(out, "engine", w->engine > 0 ? engines[w->engine - 1]->name : NULL);
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
  write_command(out, refutation->replay);
  (void)fputs("</dl>", out);
  const char *picture = refutation->again.text[REPRODUCED_PICTURE];
  if (picture != NULL) (void)fputs(picture, out);
  write_code(out, "Python", refutation->again.text[REPRODUCED_PYTHON]);
  write_code(out, "C", refutation->again.text[REPRODUCED_C]);
  (void)fputs("</article>\n", out);
}

/* The refutations of each scope, or its differences, under a heading. */
static void write_refutations(FILE *out, const Report *report, bool differences, const char *heading) {
  for (uint32_t i = 0; i < report->count; i++) {
    const ReportScope *scope = &report->scopes[i];
    uint32_t different = report_differences(scope);
    if ((differences ? different : scope->refutation_count - different) == 0) continue;
    (void)fputs(heading, out);
    heading = "";
    (void)fputs("<h3>In ", out);
    markup_text(out, scope->scope.name);
    (void)fputs(", the first of each law</h3>\n", out);
    for (uint32_t k = 0; k < scope->refutation_count; k++) {
      if (report_differs(&scope->refutations[k]) == differences) write_refutation(out, &scope->refutations[k]);
    }
  }
}

static const char apart[] =
    "<h2 id=\"differs\">Where AD and the derivative part</h2><p>At a boundary of a test, or at the edge of a domain, "
    "the "
    "derivative of the function is not what differentiation of its program gives: the smallest programs found, with "
    "the "
    "point and both numbers. That is a fact about AD by program transformation, and no error of the engine.</p>\n";

/* --------------------------------------------------- what a person asks -- */

static void write_number(FILE *out, uint64_t n, const char *what) {
  char number[FIGURE_SIZE];
  if (n > 0) (void)fprintf(out, "<p>%s %s</p>", figure(n, number), what);
}

static void write_right(FILE *out, const Tally *total) {
  char number[FIGURE_SIZE];
  uint64_t refuted = tally_total(total, OUTCOME_REFUTED);
  (void)fputs("<div class=\"card\"><h3>Is it right?</h3>", out);
  if (refuted > 0)
    (void)fprintf(out, "<p class=\"big bad\"><a class=\"bad\" href=\"#refuted\">%s refuted</a></p>",
                  figure(refuted, number));
  else
    (void)fputs("<p class=\"big good\">nothing refuted</p>", out);
  write_number(out, tally_total(total, OUTCOME_PROVED),
               "instances of laws proved for all inputs, by checked certificates");
  write_number(out, tally_total(total, OUTCOME_DECIDED), "decided for all inputs by a tier");
  write_number(out, tally_total(total, OUTCOME_HOLDS), "hold where tried");
  write_number(out, tally_total(total, OUTCOME_DIFFERS), "differ from the derivative, which is no pass and no failure");
  (void)fputs("</div>\n", out);
}

static void write_looked_at(FILE *out, const Report *report, const Tally *total) {
  char number[FIGURE_SIZE];
  uint64_t proved = tally_proved(total);
  (void)fprintf(out, "<div class=\"card\"><h3>What was looked at?</h3><p class=\"big\">%s programs</p>",
                figure(total->programs, number));
  write_number(out, proved, "of them proved for all inputs, by checked certificates");
  write_number(out, tally_decided(total) - proved, "decided for all inputs by a tier");
  write_number(out, total->certified, "others certified at a point");
  write_number(out, total->merged, "not looked at: laws about meanings follow from programs of the same meaning");
  (void)fprintf(out, "<p>in <a href=\"#scopes\">%u scopes</a></p></div>\n", report->count);
}

static void write_not_looked_at(FILE *out, const Report *report, const Tally *total) {
  bool missing = report_account(report, (ReportGate){.allow_undecided = true}).missing > 0;
  (void)fputs("<div class=\"card\"><h3>What was not?</h3>", out);
  (void)fprintf(out, "<p class=\"big%s\">%s</p>", missing ? " bad" : "",
                missing             ? "incomplete"
                : total->merged > 0 ? "every program was checked, or is of the meaning of one that was"
                                    : "every program was checked");
  write_number(out, tally_total(total, OUTCOME_UNDECIDED), "instances undecided");
  write_number(out, tally_total(total, OUTCOME_DOMAIN), "skipped: outside the domain");
  write_number(out, tally_total(total, OUTCOME_UNABLE), "skipped: not available in the ring");
  write_number(out, tally_total(total, OUTCOME_LIMIT), "skipped: at a limit");
  write_number(out, tally_total(total, OUTCOME_REFUSED), "skipped: not in the engine's language");
  (void)fputs("</div>\n", out);
}

static void write_head(FILE *out, const Report *report, const Tally *total) {
  bool refuted = tally_total(total, OUTCOME_REFUTED) > 0, differs = tally_total(total, OUTCOME_DIFFERS) > 0;
  (void)fprintf(
      out,
      "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width,initial-scale=1\"><title>Adjudge: %s</title><style>%s</style></head><body>",
      refuted ? "refuted" : "nothing refuted", html_style);
  (void)fprintf(out,
                "<nav>%s%s<a href=\"#map\">laws by engines</a><a href=\"#laws\">law by law</a>"
                "%s<a href=\"#scopes\">programs</a><input id=\"search\" type=\"search\" placeholder=\"search laws, "
                "programs, witnesses\" aria-label=\"search\"><small id=\"found\"></small></nav>\n",
                refuted ? "<a href=\"#refuted\">refuted</a>" : "", differs ? "<a href=\"#differs\">differs</a>" : "",
                report->plots != NULL ? "<a href=\"#plots\">costs</a>" : "");
  (void)fputs("<h1>Adjudge report</h1><p><small>adjudge " ADJUDGE_VERSION " ", out);
  markup_text(out, report->command);
  (void)fprintf(out, ", seed %llu, build %s</small></p>\n<div class=\"cards\">", (unsigned long long)report->seed,
                adjudge_source());
  write_right(out, total);
  write_looked_at(out, report, total);
  write_not_looked_at(out, report, total);
  (void)fputs(
      "</div><p class=\"dim\"><b>proved</b>: for all inputs, by a certificate that a proved checker accepts. "
      "<b>decided</b>: "
      "for all inputs, by a tier. <b>holds</b>: at the inputs tried. <b>refuted</b>: with "
      "a witness that others can recompute. <b>differs</b>: from the derivative of the function, for certain, where "
      "AD gives another number or none. Skips and <b>undecided</b> are never passes. Array sizes are fixed.</p>\n",
      out);
}

static void write_scopes(FILE *out, const Report *report) {
  char done[FIGURE_SIZE], proved[FIGURE_SIZE], decided[FIGURE_SIZE];
  (void)fputs(
      "<h2 id=\"scopes\">Programs</h2><div class=\"wide\"><table><tr><th>scope</th><th>programs</th><th>proved</th>"
      "<th>decided</th></tr>\n",
      out);
  for (uint32_t i = 0; i < report->count; i++) {
    const ReportScope *scope = &report->scopes[i];
    uint64_t all = tally_decided(&scope->result.tally), certain = tally_proved(&scope->result.tally);
    (void)fprintf(out, "<tr><td><a href=\"#scope%u\">", i + 1);
    markup_text(out, scope->scope.name);
    (void)fprintf(out, "</a></td><td>%s</td><td>%s</td><td>%s</td></tr>\n", figure(scope->result.done, done),
                  figure(certain, proved), figure(all - certain, decided));
  }
  (void)fputs("</table></div>\n", out);
  for (uint32_t i = 0; i < report->count; i++) html_scope(out, &report->scopes[i], i);
}

static void write_page(FILE *out, const Report *report, const Tally *total) {
  write_head(out, report, total);
  write_refutations(out, report, false, "<h2 id=\"refuted\">Refuted</h2>\n");
  write_refutations(out, report, true, apart);
  html_map(out, total);
  html_laws(out, total);
  if (report->plots != NULL) (void)fputs(report->plots, out);
  write_scopes(out, report);
  (void)fprintf(out, "<script>%s</script></body></html>\n", html_script);
}

/* Into memory first: what it holds of single programs depends on how long the rest is. */
bool report_write_html(const Report *report, FILE *out) {
  Tally *total = calloc(1, sizeof *total);
  char *text = NULL;
  size_t size = 0;
  FILE *page = total == NULL ? NULL : text_stream_open(&text, &size);
  if (page != NULL) {
    for (uint32_t i = 0; i < report->count; i++) tally_add(total, &report->scopes[i].result.tally);
    write_page(page, report, total);
  }
  bool good = page != NULL && fclose(page) == 0;
  if (good) (void)fwrite(text, 1, size, out);
  free(text);
  free(total);
  return good;
}
