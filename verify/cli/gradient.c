#include "verify/cli/gradient.h"

#include "verify/campaign/campaign.h"
#include "verify/cli/c_reader.h"
#include "verify/cli/campaigns.h"
#include "verify/cli/files.h"
#include "verify/cli/gradient_text.h"
#include "verify/cli/session.h"
#include "verify/primitive/judge.h"

#include <stdlib.h>
#include <string.h>

#define TERM_LIMIT ((uint32_t)1 << 24)
#define SAMPLES 200u

typedef struct Judging {
  const Arguments *arguments;
  const char *path;
  Gradient gradient;
  PrimitiveReport report;
} Judging;

/* ------------------------------------------------------------- what is said */

/* "xb[1]", and where it is assigned: "f.c:9:3", or both places of an if. */
static void print_component(const Judging *j, int component, FILE *out) {
  for (uint32_t k = 0; k < j->gradient.count; k++) {
    const GradientArgument *a = &j->gradient.argument[k];
    int count = a->length < 0 ? 1 : a->length;
    if (component >= count || a->output == NULL) {
      component -= count;
      continue;
    }
    const json_t *places = json_array_get(json_object_get(a->output, "by"), (size_t)component);
    size_t n;
    const json_t *place;
    (void)fputs(c_text(a->output, "name"), out);
    if (a->length >= 0) (void)fprintf(out, "[%d]", component);
    json_array_foreach(places, n, place)(void)
        fprintf(out, "%s%s:%d:%d", n == 0 ? ", assigned at " : " or ", j->path,
                (int)json_integer_value(json_array_get(place, 0)), (int)json_integer_value(json_array_get(place, 1)));
    return;
  }
}

/* x = [1, 2], fb = 1 */
static void print_input(const Judging *j, const Finding *f, FILE *out) {
  uint32_t at = 0;
  if (f->inputs == 0) {
    (void)fputs(f->input, out);
    return;
  }
  for (uint32_t k = 0; k < j->gradient.count; k++) {
    const GradientArgument *a = &j->gradient.argument[k];
    (void)fprintf(out, "%s%s = %s", k > 0 ? ", " : "", a->name, a->length < 0 ? "" : "[");
    for (int i = 0; i < (a->length < 0 ? 1 : a->length) && at < f->inputs; i++) {
      char number[40];
      print_doubles(1, &f->x[at++], number, sizeof number);
      (void)fprintf(out, "%s%s", i > 0 ? ", " : "", number);
    }
    if (a->length >= 0) (void)fputc(']', out);
  }
}

static void print_line(FILE *out, const char *label, const char *text) {
  if (text[0] != '\0') (void)fprintf(out, "  %-12s %s\n", label, text);
}

static void print_refutation(const Judging *j, const PropertyResult *result, FILE *out) {
  const Finding *f = &result->finding[JUDGED_WRONG];
  if (!f->present) return;
  if (f->component >= 0) {
    (void)fprintf(out, "  %-12s ", "component");
    print_component(j, f->component, out);
    (void)fputc('\n', out);
  } else {
    print_line(out, "what", f->what);
  }
  (void)fprintf(out, "  %-12s ", "input");
  print_input(j, f, out);
  (void)fputc('\n', out);
  if (f->component >= 0 && f->seed[0] != '\0' && strcmp(f->seed, "1") != 0) print_line(out, "times", f->seed);
  print_line(out, "certified", f->certain);
  print_line(out, "found", f->found);
  print_line(out, "", f->error);
  for (int i = 0; i < 64; i++) {
    if ((result->wrong >> i & 1) == 0 || i == f->component) continue;
    (void)fprintf(out, "  %-12s ", "wrong too");
    print_component(j, i, out);
    (void)fputc('\n', out);
  }
}

/* What the reader notes of a function: numbers that are not doubles, powers that are read in part. */
static void print_reading(const json_t *function, const char *key, FILE *out) {
  const char *note = c_text(function, key), *what = strstr(note, ": note: ");
  if (what == NULL) return;
  (void)fprintf(out, "  %-12s %s, at %.*s\n", "note", what + strlen(": note: "), (int)(what - note), note);
}

/* Where nothing could be said: that the gradient holds elsewhere is no word on it. */
static void print_open(const Judging *j, PropertyId property, const char *what, FILE *out) {
  const PropertyResult *result = &j->report.result[property];
  const Finding *open = &result->finding[JUDGED_UNDECIDED];
  if (!open->present) return;
  (void)fprintf(out, "  %-12s %s at ", "note", what);
  print_input(j, open, out);
  unsigned long long others = (unsigned long long)result->count[JUDGED_UNDECIDED] - 1;
  if (others > 0) (void)fprintf(out, ", nor at %llu more", others);
  (void)fputc('\n', out);
}

static void print_notes(const Judging *j, FILE *out) {
  const Gradient *g = &j->gradient;
  print_reading(g->primal, "note", out);
  print_reading(g->gradient, "note", out);
  print_reading(g->primal, "cut", out);
  const Finding *kink = &j->report.result[PROPERTY_DOMAIN].finding[JUDGED_UNDECLARED];
  if (kink->present) {
    (void)fprintf(out, "  %-12s not differentiable at ", "note");
    print_input(j, kink, out);
    (void)fputc('\n', out);
  }
  if (property_verdict(&j->report.result[PROPERTY_VJP]) == VERDICT_HOLDS) {
    print_open(j, PROPERTY_DOMAIN, "not decided whether it is differentiable", out);
    print_open(j, PROPERTY_VJP, "nothing is certified of the gradient", out);
  }
  for (uint32_t k = 0; k < g->unclaimed_count; k++)
    (void)fprintf(out, "  %-12s no derivative is claimed by %s\n", "note", g->unclaimed[k]);
  for (uint32_t k = 0; k < g->unjudged_count; k++) {
    const char *name = c_text(g->unjudged[k], "name");
    (void)fprintf(out, "  %-12s no gradient, not judged: %s\n", "note", name[0] == '\0' ? "what is returned" : name);
  }
}

static void print_claims(const Judging *j, FILE *out) {
  const char *before = "";
  for (uint32_t k = 0; k < j->gradient.count; k++) {
    const GradientArgument *a = &j->gradient.argument[k];
    if (a->output == NULL) continue;
    (void)fprintf(out, "%s%s (%s)", before, a->name, c_text(a->output, "name"));
    before = ", ";
  }
}

/* Whole numbers among the arguments are fixed: a verdict is about these alone. */
static void print_sizes(const Judging *j, const char *before, FILE *out) {
  const char *of_primal = c_text(j->gradient.primal, "sizes"), *of_gradient = c_text(j->gradient.gradient, "sizes");
  bool both = strcmp(of_primal, of_gradient) != 0 && of_primal[0] != '\0' && of_gradient[0] != '\0';
  const char *first = of_primal[0] == '\0' ? of_gradient : of_primal;
  if (first[0] != '\0') (void)fprintf(out, "%s with %s%s%s", before, first, both ? ", " : "", both ? of_gradient : "");
}

/* What a verdict for all inputs is about. */
static void print_extent(const Judging *j, PropertyVerdict verdict, FILE *out) {
  bool partial = json_is_true(json_object_get(j->gradient.primal, "partial")) ||
                 json_is_true(json_object_get(j->gradient.gradient, "partial"));
  if (verdict != VERDICT_PROVED && verdict != VERDICT_DECIDED) return;
  (void)fputs(", for all inputs", out);
  print_sizes(j, "", out);
  (void)fprintf(out, "%s%s", partial ? " at which all that they compute is defined" : "",
                verdict == VERDICT_PROVED ? ": certificates checked" : ", by a tier");
}

static ExitCode conclude(const Judging *j) {
  const PropertyResult *result = &j->report.result[PROPERTY_VJP];
  PropertyVerdict verdict = property_verdict(result);
  FILE *out = j->arguments->out;
  if (verdict == VERDICT_NOT_ASKED) verdict = VERDICT_UNDECIDED;
  (void)fprintf(out, "%s: %s, the derivative of %s by ", j->path, c_text(j->gradient.gradient, "name"),
                c_text(j->gradient.primal, "name"));
  print_claims(j, out);
  (void)fprintf(out, ": %s", verdict_name(verdict));
  print_extent(j, verdict, out);
  if (verdict == VERDICT_HOLDS)
    (void)fprintf(out, " at %llu certified values", (unsigned long long)result->count[JUDGED_HOLDS]);
  if (verdict == VERDICT_HOLDS) print_sizes(j, ",", out);
  (void)fputc('\n', out);
  print_refutation(j, result, out);
  print_notes(j, out);
  if (j->report.interrupted) {
    (void)fputs("incomplete: the campaign was interrupted\n", out);
    return verdict == VERDICT_REFUTED ? EXIT_REFUTED : EXIT_INCOMPLETE;
  }
  switch (verdict) {
  case VERDICT_PROVED:
  case VERDICT_DECIDED:
  case VERDICT_HOLDS: return EXIT_HELD;
  case VERDICT_REFUTED:
  case VERDICT_UNSTABLE: return EXIT_REFUTED;
  case VERDICT_DIFFERS:
  case VERDICT_UNDECIDED:
  case VERDICT_NOT_ASKED: break;
  }
  return EXIT_UNDECIDED;
}

/* ------------------------------------------------------------------- judging */

static bool judge(Judging *j, const Primitive *primitive) {
  CampaignOptions options = {.seed = options_count(j->arguments, "seed", 1),
                             .samples = SAMPLES,
                             .first_only = true,
                             .stopped = campaign_interrupted};
  Rule *rule = rule_of_code(primitive);
  campaign_handle_signals();
  Status status = rule == NULL ? STATUS_LIMIT : campaign_primitive(primitive, rule, &options, &j->report);
  if (rule != NULL) rule->free(rule);
  if (status == STATUS_OK) return true;
  cli_error(j->arguments, "%s: limit: out of memory", j->path);
  return false;
}

/* Which inputs are seeds; false without memory. */
static bool mark_seeds(const Gradient *g, Primitive *primitive) {
  uint32_t at = 0;
  primitive->scales = calloc((size_t)primitive->inputs + 1, sizeof *primitive->scales);
  for (uint32_t k = 0; k < g->count && primitive->scales != NULL; k++) {
    for (int i = 0; i < (g->argument[k].length < 0 ? 1 : g->argument[k].length) && at < primitive->inputs; i++)
      primitive->scales[at++] = g->argument[k].seed;
  }
  return primitive->scales != NULL;
}

static ExitCode judge_text(Judging *j, const char *text, size_t length) {
  Store *store = store_new(TERM_LIMIT);
  TextError error;
  Primitive primitive;
  ExitCode code = EXIT_USAGE;
  if (store == NULL) {
    cli_error(j->arguments, "limit: out of memory");
    return code;
  }
  Status status = primitive_read(store, j->path, text, length, NULL, 0, &primitive, &error);
  if (status != STATUS_OK)
    cli_text_error(j->arguments, j->path, &error, status);
  else if (!mark_seeds(&j->gradient, &primitive))
    cli_error(j->arguments, "limit: out of memory");
  else if (judge(j, &primitive))
    code = conclude(j);
  primitive_free(&primitive);
  store_free(store);
  return code;
}

/* The function of that name; NULL, having said why it was refused. */
static const json_t *take(const Judging *j, const json_t *answer, const char *name) {
  size_t k;
  const json_t *entry;
  json_array_foreach(json_object_get(answer, "functions"), k, entry) {
    if (strcmp(c_text(entry, "name"), name) == 0) return entry;
  }
  json_array_foreach(json_object_get(answer, "refused"), k, entry) {
    cli_error(j->arguments, "%s", json_string_value(entry));
  }
  return NULL;
}

static ExitCode judge_both(Judging *j, const json_t *answer, const char *const *names) {
  size_t length = 0;
  Gradient *g = &j->gradient;
  g->primal = take(j, answer, names[0]);
  g->gradient = g->primal == NULL ? NULL : take(j, answer, names[1]);
  if (g->primal == NULL || g->gradient == NULL) return EXIT_USAGE;
  if (!session_sizes_known(j->arguments, c_sized(j->arguments, answer))) return EXIT_USAGE;
  char *text = gradient_text(g, &length);
  if (text == NULL)
    cli_error(j->arguments, "%s: %s", j->path, g->message[0] == '\0' ? "limit: out of memory" : g->message);
  ExitCode code = text == NULL ? EXIT_USAGE : judge_text(j, text, length);
  free(text);
  return code;
}

ExitCode gradient_judge(const Arguments *arguments) {
  const char *const names[] = {options_text(arguments, "function", NULL), options_text(arguments, "gradient", NULL)};
  bool one = arguments->operand_count == 1 && path_ends(arguments->operands[0], ".c");
  if (!one || names[0] == NULL || options_nth(arguments, "function", 1) != NULL) {
    cli_error(arguments, "--gradient takes one C file, and its primal: verify f.c --function f --gradient f_b");
    return EXIT_USAGE;
  }
  if (options_idle(arguments, "def|certificates|space|sample|shard|" CAMPAIGN_RUNS,
                   "--gradient judges one function alone"))
    return EXIT_USAGE;
  Judging *j = calloc(1, sizeof *j);
  json_t *answer = j == NULL ? NULL : c_read(arguments, arguments->operands[0], names, 2);
  ExitCode code = EXIT_USAGE;
  if (answer != NULL) {
    j->arguments = arguments;
    j->path = arguments->operands[0];
    code = judge_both(j, answer, names);
  }
  json_decref(answer);
  free(j);
  return code;
}
