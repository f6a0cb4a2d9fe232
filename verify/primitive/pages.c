/* Campaigns on primitives as JUnit XML and as one HTML page, from what the JSON report says. */
#include "verify/campaign/figures.h"
#include "verify/campaign/html.h"
#include "verify/campaign/markup.h"
#include "verify/primitive/report.h"

#include <stdio.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text == NULL ? "" : text;
}

static json_int_t count_of(const json_t *object, const char *key) {
  return json_integer_value(json_object_get(object, key));
}

static bool has_verdict(const json_t *result, PropertyVerdict verdict) {
  return strcmp(text_of(result, "verdict"), verdict_name(verdict)) == 0;
}

/* NAME, or NAME n=3 k=4 */
static void write_name(const json_t *campaign, FILE *out) {
  const char *size;
  json_t *value;
  markup_text(out, text_of(campaign, "primitive"));
  json_object_foreach(json_object_get(campaign, "sizes"), size, value) {
    (void)fputc(' ', out);
    markup_text(out, size);
    (void)fprintf(out, "=%" JSON_INTEGER_FORMAT, json_integer_value(value));
  }
}

/* What a counterexample is made of, in order. */
static const struct {
  const char *key, *label;
} lines[] = {{"where", "where"},      {"input", "input"}, {"input_hexadecimal", "exactly"},
             {"seed", "(co)tangent"}, {"what", "what"},   {"certified", "certified"},
             {"found", "found"},      {"error", "error"}};

/* ---------------------------------------------------------------- JUnit -- */

static void junit_failure(const json_t *result, FILE *out) {
  const json_t *finding = json_object_get(result, "counterexample");
  (void)fprintf(out,
                "    <failure message=\"%" JSON_INTEGER_FORMAT " instances refuted: ", count_of(result, "refuted"));
  markup_text(out, property_statement_of(text_of(result, "property")));
  (void)fputs("\">", out);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const char *text = text_of(finding, lines[i].key);
    if (text[0] == '\0') continue;
    (void)fprintf(out, "%s ", lines[i].label);
    markup_text(out, text);
    (void)fputc('\n', out);
  }
  (void)fputs("</failure>\n", out);
}

static void junit_case(const json_t *campaign, const json_t *result, FILE *out) {
  (void)fputs("   <testcase classname=\"", out);
  write_name(campaign, out);
  (void)fprintf(out, "\" name=\"%s\"", text_of(result, "property"));
  if (has_verdict(result, VERDICT_REFUTED) || has_verdict(result, VERDICT_UNSTABLE)) {
    (void)fputs(">\n", out);
    junit_failure(result, out);
    (void)fputs("   </testcase>\n", out);
  } else if (has_verdict(result, VERDICT_DIFFERS)) {
    (void)fprintf(out,
                  ">\n    <properties><property name=\"differs\" value=\"%" JSON_INTEGER_FORMAT
                  "\"/></properties>\n   </testcase>\n",
                  count_of(result, "differs"));
  } else if (has_verdict(result, VERDICT_UNDECIDED) || has_verdict(result, VERDICT_NOT_ASKED)) {
    (void)fputs("><skipped message=\"", out);
    markup_text(out, has_verdict(result, VERDICT_UNDECIDED) ? "nothing decided" : text_of(result, "note"));
    (void)fputs("\"/></testcase>\n", out);
  } else {
    (void)fputs("/>\n", out);
  }
}

static void junit_suite(const json_t *campaign, FILE *out) {
  const json_t *results = json_object_get(campaign, "properties");
  unsigned failures = 0, skipped = 0;
  for (size_t i = 0; i < json_array_size(results); i++) {
    const json_t *result = json_array_get(results, i);
    failures += has_verdict(result, VERDICT_REFUTED) || has_verdict(result, VERDICT_UNSTABLE);
    skipped += has_verdict(result, VERDICT_UNDECIDED) || has_verdict(result, VERDICT_NOT_ASKED);
  }
  (void)fputs("  <testsuite name=\"", out);
  write_name(campaign, out);
  (void)fprintf(out, "\" tests=\"%zu\" failures=\"%u\" errors=\"0\" skipped=\"%u\">\n", json_array_size(results),
                failures, skipped);
  for (size_t i = 0; i < json_array_size(results); i++) junit_case(campaign, json_array_get(results, i), out);
  (void)fputs("  </testsuite>\n", out);
}

/* What was not done is an error, whatever the others gave. */
static void junit_missing(const Account *account, FILE *out) {
  if (account->missing == 0) return;
  (void)fputs("  <testsuite name=\"all of it\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n"
              "   <testcase classname=\"campaign\" name=\"everything asked is done\"><error message=\"",
              out);
  markup_text(out, account->missing_text);
  if (account->missing > 1) (void)fprintf(out, "; and %u more", account->missing - 1);
  (void)fputs("\"/></testcase>\n  </testsuite>\n", out);
}

void primitive_write_junit(const json_t *campaigns, const Account *account, FILE *out) {
  (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"adjudge campaign\">\n", out);
  for (size_t i = 0; i < json_array_size(campaigns); i++) junit_suite(json_array_get(campaigns, i), out);
  junit_missing(account, out);
  (void)fputs("</testsuites>\n", out);
}

/* ----------------------------------------------------------------- HTML -- */

/* The class of the shared style. */
static const char *class_of(const json_t *result) {
  if (has_verdict(result, VERDICT_PROVED)) return "proved";
  if (has_verdict(result, VERDICT_DECIDED)) return "decided";
  if (has_verdict(result, VERDICT_HOLDS)) return "holds";
  if (has_verdict(result, VERDICT_REFUTED) || has_verdict(result, VERDICT_UNSTABLE)) return "refuted";
  if (has_verdict(result, VERDICT_DIFFERS)) return "differs";
  return has_verdict(result, VERDICT_NOT_ASKED) ? "none" : "undecided";
}

static void html_code(const json_t *finding, const char *key, const char *language, FILE *out) {
  const char *code = text_of(finding, key);
  if (code[0] == '\0') return;
  (void)fprintf(out, "<details><summary>the same numbers in %s, without Adjudge</summary><pre>", language);
  markup_text(out, code);
  (void)fputs("</pre></details>\n", out);
}

static void html_finding(const json_t *finding, FILE *out) {
  (void)fputs("<article class=\"witness\"><dl>\n", out);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const char *text = text_of(finding, lines[i].key);
    if (text[0] == '\0') continue;
    (void)fprintf(out, "<dt>%s</dt><dd>", lines[i].label);
    markup_text(out, text);
    (void)fputs("</dd>\n", out);
  }
  (void)fputs("</dl>", out);
  html_code(finding, "python", "Python", out);
  html_code(finding, "c", "C", out);
  (void)fputs("</article>", out);
}

static void html_result(const json_t *result, FILE *out) {
  static const char *const counts[] = {"holds", "refuted", "differs", "undecided"};
  const json_t *finding = json_object_get(result, "counterexample");
  const char *before = " <small>", *verdict = text_of(result, "verdict");
  char number[FIGURE_SIZE];
  (void)fprintf(out, "<details data-find=\"\"%s><summary><span class=\"tag %s\">%s</span> <b>%s</b> ",
                json_is_object(finding) ? " open" : "", class_of(result), verdict, text_of(result, "property"));
  markup_text(out, property_statement_of(text_of(result, "property")));
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    json_int_t count = count_of(result, counts[i]);
    if (count == 0) continue;
    (void)fprintf(out, "%s%s %s", before, figure((Rank)count, number), counts[i]);
    before = ", ";
  }
  (void)fprintf(out, "%s</summary>", before[0] == ',' ? "</small>" : "");
  (void)fputs("<p>", out);
  markup_text(out, text_of(result, "note"));
  (void)fputs("</p>", out);
  if (json_is_object(finding)) html_finding(finding, out);
  (void)fputs("</details>\n", out);
}

static void html_points(const json_t *campaign, FILE *out) {
  const char *kind, *before = "; points: ";
  json_t *count;
  char number[FIGURE_SIZE];
  (void)fprintf(out, "%s calls", figure((Rank)count_of(campaign, "calls"), number));
  json_object_foreach(json_object_get(campaign, "points"), kind, count) {
    (void)fprintf(out, "%s%s %s", before, figure((Rank)json_integer_value(count), number), kind);
    before = ", ";
  }
}

static void html_campaign(const json_t *campaign, FILE *out) {
  const json_t *results = json_object_get(campaign, "properties");
  (void)fputs("<h2>", out);
  write_name(campaign, out);
  (void)fputs("</h2><p><small>", out);
  markup_text(out, text_of(campaign, "file"));
  (void)fprintf(out, ", rules: %s; ", text_of(campaign, "rules"));
  html_points(campaign, out);
  (void)fprintf(out, "%s", json_is_true(json_object_get(campaign, "interrupted")) ? " <b>interrupted</b>" : "");
  if (*text_of(campaign, "broken") != '\0') {
    (void)fputs(" <b>broken down</b>: ", out);
    markup_text(out, text_of(campaign, "broken"));
  }
  (void)fputs("</small></p>\n", out);
  (void)fputs("<pre>", out);
  markup_text(out, text_of(campaign, "source"));
  (void)fputs("</pre>", out);
  (void)fputs(text_of(campaign, "picture"), out);
  for (size_t i = 0; i < json_array_size(results); i++) html_result(json_array_get(results, i), out);
}

void primitive_write_html(const json_t *campaigns, const Account *account, FILE *out) {
  (void)fprintf(
      out,
      "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width,initial-scale=1\"><title>Adjudge campaigns</title><style>%s</style></head>"
      "<body><nav><input id=\"search\" type=\"search\" placeholder=\"search properties, verdicts, inputs\" "
      "aria-label=\"search\"><small id=\"found\"></small></nav><h1>Campaigns on primitives</h1>"
      "<p class=\"dim\"><b>PROVED</b>: for all inputs, by a certificate that a proved checker accepts. <b>DECIDED</b>: "
      "for all "
      "inputs, by a tier. "
      "<b>HOLDS</b>: at the points tried. <b>REFUTED</b>: with the simplest input found, the certified value "
      "and what the rule answered. What is not decided, or not asked, is no pass.</p>\n",
      html_style);
  if (account->missing > 0) {
    (void)fputs("<p class=\"bad\"><b>Incomplete</b>: ", out);
    markup_text(out, account->missing_text);
    (void)fputs("</p>\n", out);
  }
  for (size_t i = 0; i < json_array_size(campaigns); i++) html_campaign(json_array_get(campaigns, i), out);
  (void)fprintf(out, "<script>%s</script></body></html>\n", html_script);
}
