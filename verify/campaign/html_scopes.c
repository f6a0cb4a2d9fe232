/* A scope on the page: what it holds, programs and verdicts by size, programs of files. */
#include "verify/campaign/figures.h"
#include "verify/campaign/html.h"
#include "verify/campaign/markup.h"
#include "verify/campaign/programs.h"

#define BAR_WIDTH 34
#define BAR_HEIGHT 110
#define PAGE_BYTES_FOR_PROGRAMS 430000L /* written so far: the whole is to stay below 500,000 */

static void write_for_all(FILE *out, const Tally *tally) {
  static const char *const words[FOR_ALL_COUNT] = {
      [FOR_ALL_DECIDED] = "polynomials",     [FOR_ALL_SYMBOLIC] = "by normal forms",
      [FOR_ALL_PATHS] = "by regions",        [FOR_ALL_ALMOST] = "but for a thin set",
      [FOR_ALL_OPEN] = "left open",          [FOR_ALL_GUARD] = "too large",
      [FOR_ALL_NOWHERE] = "defined nowhere", [FOR_ALL_OUTSIDE] = "outside the fragment"};
  char number[FIGURE_SIZE];
  const char *before = "<p>For all inputs: ";
  for (int i = 0; i < FOR_ALL_COUNT; i++) {
    if (tally->for_all[i] == 0) continue;
    (void)fprintf(out, "%s%s %s", before, figure(tally->for_all[i], number), words[i]);
    before = ", ";
  }
  if (before[0] == ',') (void)fputs(".</p>\n", out);
}

/* A bar of a size: its verdicts in percent, from the worst on. */
static void write_bar(FILE *out, const Tally *tally, uint32_t row, uint32_t place) {
  static const char *const classes[SIZE_VERDICTS] = {
      [SIZE_REFUTED] = "refuted",     [SIZE_DIFFERS] = "differs", [SIZE_PROVED] = "proved",
      [SIZE_DECIDED] = "decided",     [SIZE_OUTSIDE] = "mixed",   [SIZE_HOLDS] = "holds",
      [SIZE_UNDECIDED] = "undecided", [SIZE_MERGED] = "merging"};
  double sum = (double)tally_row_total(tally, row), y = 0;
  char number[FIGURE_SIZE];
  uint32_t x = place * BAR_WIDTH;
  for (int v = 0; v < SIZE_VERDICTS; v++) {
    double height = BAR_HEIGHT * (double)tally->by_size[row][v] / sum;
    if (tally->by_size[row][v] == 0) continue;
    (void)fprintf(out,
                  "<rect class=\"%s\" x=\"%u\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"><title>%s %s</title></rect>",
                  classes[v], x + 2, y + 4, BAR_WIDTH - 4, height, figure(tally->by_size[row][v], number), classes[v]);
    y += height;
  }
  (void)fprintf(out, "<text x=\"%u\" y=\"%d\" text-anchor=\"middle\">%llu%s</text>", x + BAR_WIDTH / 2, BAR_HEIGHT + 18,
                (unsigned long long)tally_row_size(row), row >= TALLY_EXACT ? "+" : "");
}

static void write_counts(FILE *out, const Tally *tally) {
  char number[FIGURE_SIZE];
  const char *before = "<p><small>programs of each size: ";
  for (uint32_t row = 0; row < TALLY_SIZES; row++) {
    if (tally_row_total(tally, row) == 0) continue;
    (void)fprintf(out, "%s%llu%s: %s", before, (unsigned long long)tally_row_size(row), row >= TALLY_EXACT ? "+" : "",
                  figure(tally_row_total(tally, row), number));
    before = ", ";
  }
  (void)fputs("</small></p>\n", out);
}

static void write_sizes(FILE *out, const Tally *tally) {
  uint32_t places = 0;
  for (uint32_t row = 0; row < TALLY_SIZES; row++) places += tally_row_total(tally, row) > 0;
  if (places == 0) return;
  (void)fprintf(out,
                "<svg width=\"%u\" viewBox=\"0 0 %u %d\" role=\"img\"><title>verdicts by size of the program, in "
                "percent</title>",
                places * BAR_WIDTH, places * BAR_WIDTH, BAR_HEIGHT + 24);
  for (uint32_t row = 0, place = 0; row < TALLY_SIZES; row++) {
    if (tally_row_total(tally, row) > 0) write_bar(out, tally, row, place++);
  }
  (void)fputs("</svg>\n", out);
  write_counts(out, tally);
}

/* A program: its verdict, and what was made about it as long as the page has room. */
static void write_program(FILE *out, const ReportScope *scope, Rank k) {
  const ProgramVerdict *verdict = &scope->result.programs[k];
  const Definition *definition =
      scope->scope.definition == NULL ? NULL : scope->scope.definition(scope->scope.state, k);
  const char *file = scope->scope.label(scope->scope.state, k), *name = scope->scope.title(scope->scope.state, k);
  char line[PROGRAM_EXPLANATION];
  program_explain(&scope->scope, k, verdict, line, sizeof line);
  (void)fprintf(out, "<details data-find=\"\"><summary><span class=\"tag %s\">%s</span> <b>",
                verdict->refuted              ? "refuted"
                : verdict->proved             ? "proved"
                : program_is_decided(verdict) ? "decided"
                                              : "undecided",
                program_word(verdict));
  markup_text(out, name);
  (void)fputs("</b> <small>", out);
  markup_text(out, file);
  if (definition != NULL) (void)fprintf(out, ":%u", definition->line);
  (void)fputs("; ", out);
  markup_text(out, line);
  (void)fputs("</small></summary>", out);
  bool room = ftell(out) < PAGE_BYTES_FOR_PROGRAMS;
  if (scope->page != NULL && scope->page[k] != NULL && room) (void)fputs(scope->page[k], out);
  (void)fputs("<p>", out);
  if (scope->page != NULL && !room)
    (void)fputs("The page is full: <code>adjudge plot</code>, <code>derive</code>. ", out);
  (void)fputs("Again: <code>adjudge verify ", out);
  markup_text(out, file);
  (void)fputs("</code></p></details>\n", out);
}

static void write_programs(FILE *out, const ReportScope *scope) {
  if (scope->result.programs == NULL || scope->scope.label == NULL) return;
  for (Rank k = 0; k < scope->scope.count; k++) write_program(out, scope, k);
}

void html_scope(FILE *out, const ReportScope *scope, uint32_t k) {
  const ScopeResult *result = &scope->result;
  char done[FIGURE_SIZE], count[FIGURE_SIZE], lost[FIGURE_SIZE];
  (void)fprintf(out, "<h3 id=\"scope%u\">", k + 1);
  markup_text(out, scope->scope.name);
  (void)fprintf(out, "</h3><p>%s of %s programs%s.</p>\n", figure(result->done, done),
                figure(scope->scope.count, count), result->interrupted ? "; interrupted" : "");
  if (result->done != scope->scope.count) {
    (void)fputs("<p class=\"bad\">Incomplete: not every program was checked", out);
    if (result->lost > 0)
      (void)fprintf(out, "; %s could not be made, were not judged to the end, or ended each worker",
                    figure(result->lost, lost));
    (void)fputs(".</p>\n", out);
  }
  write_for_all(out, &result->tally);
  if (scope->scope.details[0] != '\0') {
    (void)fputs("<details><summary>what it holds</summary><pre>", out);
    markup_text(out, scope->scope.details);
    (void)fputs("</pre></details>\n", out);
  }
  write_sizes(out, &result->tally);
  write_programs(out, scope);
}
