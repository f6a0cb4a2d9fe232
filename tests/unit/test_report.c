/* The HTML page: texts of programs are escaped, every part of a refutation is there,
 * counts by size add up, and without gnuplot the page says so. */
#include "verify/campaign/plot.h"
#include "verify/campaign/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A page written and read back, malloc'ed; its pictures are removed. */
static char *page_of(ReportScope *scope) {
  char path[] = "/tmp/adjudge-report-XXXXXX.html", picture[64];
  int descriptor = mkstemps(path, 5);
  assert_true(descriptor >= 0);
  Report report = {.command = "test", .seed = 7, .scopes = scope, .count = 1};
  assert_true(report_write_html(&report, path));
  FILE *file = fdopen(descriptor, "r");
  assert_non_null(file);
  char *text = calloc(1, 1 << 20);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
  (void)fclose(file);
  (void)snprintf(picture, sizeof picture, "%.*s-sizes-1.svg", (int)strlen(path) - 5, path);
  (void)unlink(picture);
  (void)unlink(path);
  return text;
}

static ReportScope *scope_new(void) {
  ReportScope *scope = calloc(1, sizeof *scope);
  assert_non_null(scope);
  scope->scope = (Scope){.name = "a <b>scope</b> & more", .space = "", .count = 12};
  (void)snprintf(scope->scope.details, sizeof scope->scope.details, "types: <script>alert(1)</script>");
  scope->result.done = 12;
  Tally *tally = &scope->result.tally;
  tally->programs = 12;
  tally->by_size[1][SIZE_PROVED] = 4;
  tally->by_size[2][SIZE_HOLDS] = 7;
  tally->by_size[tally_size_row(100)][SIZE_REFUTED] = 1;
  tally->count[LAW_AD_FWD][1][OUTCOME_HOLDS] = tally->instances[OUTCOME_HOLDS] = 123;
  tally->count[LAW_AD_FWD][1][OUTCOME_REFUTED] = tally->instances[OUTCOME_REFUTED] = 1;
  return scope;
}

static void test_rows(void **state) {
  (void)state;
  for (uint64_t size = 0; size < 40; size++) {
    assert_int_equal(tally_size_row(size), size < TALLY_EXACT ? size : TALLY_EXACT);
  }
  assert_int_equal(tally_size_row(63), TALLY_EXACT);
  assert_int_equal(tally_size_row(64), TALLY_EXACT + 1);
  assert_int_equal(tally_size_row(UINT64_MAX), TALLY_SIZES - 1);
  for (uint32_t row = 0; row < TALLY_SIZES; row++) assert_int_equal(tally_size_row(tally_row_size(row)), row);
}

static void test_page(void **state) {
  (void)state;
  ReportScope *scope = scope_new();
  Refutation refutation;
  memset(&refutation, 0, sizeof refutation);
  Witness *w = &refutation.witness;
  w->present = true;
  w->law = LAW_AD_FWD;
  w->engine = 1;
  refutation.program = (char[]){"def f (x : real) = x < 1 && \"<img>\""};
  (void)snprintf(w->evaluator, sizeof w->evaluator, "applied");
  (void)snprintf(w->input, sizeof w->input, "0.5 +/- 0");
  (void)snprintf(w->expected, sizeof w->expected, "11.25");
  (void)snprintf(w->found, sizeof w->found, "-11.25 <");
  (void)snprintf(refutation.certified, sizeof refutation.certified, "f(x) = [1.5 +/- 1e-20]");
  (void)snprintf(refutation.rules, sizeof refutation.rules, "FWD_OP (CHAD 7.4)");
  (void)snprintf(refutation.replay, sizeof refutation.replay, "replay 'poly,size=3:1' --law AD-FWD");
  scope->refutations = &refutation;
  scope->refutation_count = 1;
  char *page = page_of(scope);
  static const char *const there[] = {"a &lt;b&gt;scope&lt;/b&gt; &amp; more",
                                      "types: &lt;script&gt;",
                                      "x &lt; 1 &amp;&amp; &quot;&lt;img&gt;&quot;",
                                      "REFUTED AD-FWD",
                                      "CHAD Thm. 8.3",
                                      "chad-forward",
                                      "applied",
                                      "0.5 +/- 0",
                                      "11.25",
                                      "-11.25 &lt;",
                                      "f(x) = [1.5 +/- 1e-20]",
                                      "FWD_OP (CHAD 7.4)",
                                      "adjudge replay ",
                                      "poly,size=3:1",
                                      "1 refuted<br>123 holds",
                                      "</body></html>"};
  static const char *const absent[] = {"<script", "<img", "<b>scope"};
  for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
    if (strstr(page, there[i]) == NULL) fail_msg("not in the page: %s", there[i]);
  }
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
    if (strstr(page, absent[i]) != NULL) fail_msg("in the page: %s", absent[i]);
  }
  free(page);
  free(scope);
}

/* With gnuplot there is a picture, without it a sentence; either way a page. */
static void test_pictures(void **state) {
  (void)state;
  ReportScope *scope = scope_new();
  char path[] = "/tmp/adjudge-plot-XXXXXX", *kept = getenv("PATH");
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  (void)close(descriptor);
  PlotStatus status = plot_sizes(&scope->result.tally, "a1", path);
  assert_true(status == PLOT_DRAWN || status == PLOT_NO_GNUPLOT);
  char *page = page_of(scope);
  assert_true((strstr(page, "<svg") != NULL) == (status == PLOT_DRAWN));
  assert_null(strstr(page, "<?xml"));
  free(page);
  char *copy = strdup(kept == NULL ? "" : kept);
  assert_non_null(copy);
  assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
  assert_int_equal(plot_sizes(&scope->result.tally, "a1", path), PLOT_NO_GNUPLOT);
  page = page_of(scope);
  assert_int_equal(setenv("PATH", copy, 1), 0);
  assert_null(strstr(page, "<svg"));
  assert_non_null(strstr(page, "gnuplot is not installed"));
  free(page);
  free(copy);
  memset(scope->result.tally.by_size, 0, sizeof scope->result.tally.by_size);
  assert_int_equal(plot_sizes(&scope->result.tally, "a1", path), PLOT_NOTHING);
  (void)unlink(path);
  free(scope);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_page),
      cmocka_unit_test(test_pictures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
