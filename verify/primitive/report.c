#include "verify/primitive/report.h"

#include "semantics/memory/text_stream.h"
#include "semantics/text/json_text.h"
#include "verify/campaign/artist.h"
#include "verify/campaign/host_code.h"

#include <stdlib.h>
#include <string.h>

static void print_sizes(const Primitive *p, FILE *out) {
  for (uint32_t k = 0; k < p->size_count; k++)
    (void)fprintf(out, "%s%s = %u", k == 0 ? " with " : ", ", p->size[k].name, p->size[k].value);
}

static void print_line(FILE *out, const char *label, const char *text) {
  if (text[0] != '\0') (void)fprintf(out, "      %-14s %s\n", label, text);
}

static void print_finding(const Finding *f, FILE *out) {
  if (!f->present) return;
  print_line(out, "where", f->where);
  print_line(out, "input", f->input);
  if (strcmp(f->input, f->hexadecimal) != 0) print_line(out, "", f->hexadecimal);
  print_line(out, "(co)tangent", f->seed);
  print_line(out, "what", f->what);
  print_line(out, "certified", f->certain);
  print_line(out, "found", f->found);
  print_line(out, "", f->error);
}

/* Of every class that is no pass how many and the first; of a wrong one the witness. */
static void print_class(const PropertyResult *r, Judgement judgement, FILE *out) {
  const Finding *f = &r->finding[judgement];
  if (r->count[judgement] == 0) return;
  (void)fprintf(out, "      %llu of %llu instances %s", (unsigned long long)r->count[judgement],
                (unsigned long long)property_total(r), judgement_name(judgement));
  if (judgement == JUDGED_WRONG || judgement == JUDGED_UNSTABLE || judgement == JUDGED_UNDECLARED) {
    (void)fprintf(out, "; the simplest:\n");
    print_finding(f, out);
    return;
  }
  if (judgement == JUDGED_LOSES) (void)fprintf(out, ", keeping %d digits or more", (int)r->digits);
  if (f->present) (void)fprintf(out, ", such as at %s", f->input);
  if (f->present && f->found[0] != '\0') (void)fprintf(out, ": certified %s, found %s", f->certain, f->found);
  (void)fprintf(out, "\n");
}

static void print_result(PropertyId property, const PropertyResult *r, FILE *out) {
  static const Judgement order[] = {JUDGED_WRONG, JUDGED_UNSTABLE, JUDGED_UNDECLARED, JUDGED_DIFFERS,
                                    JUDGED_LOSES, JUDGED_ILL,      JUDGED_RANGE,      JUDGED_UNDECIDED};
  PropertyVerdict verdict = property_verdict(r);
  char count[64] = "";
  if (verdict == VERDICT_HOLDS)
    (void)snprintf(count, sizeof count, " %llu", (unsigned long long)(r->count[JUDGED_HOLDS] + r->count[JUDGED_LOSES]));
  (void)fprintf(out, "  %-13s %s%-*s", property_name(property), verdict_name(verdict),
                (int)(18 - strlen(verdict_name(verdict))), count);
  if (verdict == VERDICT_NOT_ASKED) {
    (void)fprintf(out, "%s\n", r->reason);
    return;
  }
  (void)fprintf(out, "%s\n", property_statement(property));
  if (r->reason[0] != '\0') (void)fprintf(out, "      note: %s\n", r->reason);
  if (verdict == VERDICT_HOLDS && r->worst > 1) (void)fprintf(out, "      off by at most %.3g ulps\n", r->worst);
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) print_class(r, order[i], out);
}

/* Over all properties, in one line. */
static void print_summary(const PrimitiveReport *report, FILE *out) {
  bool first = true;
  (void)fprintf(out, "  in all:");
  for (int j = 0; j < JUDGEMENTS; j++) {
    uint64_t count = 0;
    for (int i = 0; i < PROPERTY_COUNT; i++) count += report->result[i].count[j];
    if (count == 0) continue;
    (void)fprintf(out, "%s %llu %s", first ? "" : ",", (unsigned long long)count, judgement_name((Judgement)j));
    first = false;
  }
  (void)fprintf(out, "\n");
  for (int call = 0; call < RULE_CALLS; call++) {
    if (report->box[call] >= 0)
      (void)fprintf(out, "  %s judged without overflow or underflow for |x| from 2^-%d to 2^%d\n",
                    rule_call_name((RuleCall)call), report->box[call], report->box[call]);
  }
  if (report->outside > 0)
    (void)fprintf(out, "  note: %llu calls failed where nothing is claimed, the first %s\n",
                  (unsigned long long)report->outside, report->outside_example);
  if (report->unrepeated > 0)
    (void)fprintf(out, "  note: the rule ended %u time%s, and not when the same calls were asked again: %s\n",
                  report->unrepeated, report->unrepeated == 1 ? "" : "s", report->unrepeated_example);
  if (report->broken[0] != '\0')
    (void)fprintf(out, "  broken down: the counts are what was established until then: %s\n", report->broken);
}

void primitive_report_print(const Primitive *primitive, const Rule *rule, const PrimitiveReport *report, FILE *out) {
  uint64_t points = 0;
  (void)fprintf(out, "\n%s (%s, rules: %s)", primitive->name, primitive->file, rule->kind);
  print_sizes(primitive, out);
  (void)fprintf(out, "\n");
  for (int i = 0; i < PROPERTY_COUNT; i++) print_result((PropertyId)i, &report->result[i], out);
  for (int i = 0; i < POINT_KINDS; i++) points += report->points[i];
  (void)fprintf(out, "  %llu points (", (unsigned long long)points);
  for (int i = 0; i < POINT_KINDS; i++)
    (void)fprintf(out, "%s%llu %s", i == 0 ? "" : ", ", (unsigned long long)report->points[i],
                  point_kind_name((PointKind)i));
  (void)fprintf(out, "): defined at %llu, undefined at %llu, undecided at %llu; %llu calls\n",
                (unsigned long long)report->defined, (unsigned long long)report->undefined,
                (unsigned long long)report->undecided, (unsigned long long)report->calls);
  print_summary(report, out);
  if (report->points_full) (void)fprintf(out, "  limit: more points were left out\n");
  if (report->interrupted) (void)fprintf(out, "  interrupted: the counts are what was established until then\n");
}

/* ---------------------------------------------------------------- JSON -- */

static void set(json_t *object, const char *key, json_t *value) { (void)json_object_set_new(object, key, value); }

static json_t *text_or_null(const char *text) { return text[0] == '\0' ? json_null() : json_text(text); }

static json_t *json_finding(const Finding *f) {
  if (!f->present) return json_null();
  json_t *object = json_object();
  set(object, "where", text_or_null(f->where));
  set(object, "input", text_or_null(f->input));
  set(object, "input_hexadecimal", text_or_null(f->hexadecimal));
  set(object, "seed", text_or_null(f->seed));
  set(object, "what", text_or_null(f->what));
  set(object, "certified", text_or_null(f->certain));
  set(object, "found", text_or_null(f->found));
  set(object, "error", text_or_null(f->error));
  return object;
}

/* The witness of what is wrong, or else unstable. */
static const Finding *headline(const PropertyResult *r) {
  return &r->finding[r->count[JUDGED_WRONG] > 0 ? JUDGED_WRONG : JUDGED_UNSTABLE];
}

static json_t *json_classes(const PropertyResult *r) {
  json_t *object = json_object();
  for (int j = 0; j < JUDGEMENTS; j++) {
    if (r->count[j] == 0 || j == JUDGED_HOLDS) continue;
    json_t *one = json_object();
    set(one, "count", json_integer((json_int_t)r->count[j]));
    set(one, "example", json_finding(&r->finding[j]));
    set(object, judgement_name((Judgement)j), one);
  }
  return object;
}

/* Whether the finding is about the reverse rule: by what was compared. */
static bool is_reverse(const Finding *f) {
  static const char *const words[] = {"vjp", "cotangent", "AD-REV", "reverse"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strstr(f->what, words[i]) != NULL) return true;
  }
  return false;
}

/* Which text of the file it is about: a property of both rules is about the one that was
 * found wrong. */
static PrimitiveText text_of_property(const PrimitiveReport *report, PropertyId property) {
  static const PrimitiveText texts[PROPERTY_COUNT] = {
      [PROPERTY_VALUE] = PRIMITIVE_VALUE,   [PROPERTY_JVP] = PRIMITIVE_JVP,   [PROPERTY_VJP] = PRIMITIVE_VJP,
      [PROPERTY_DOMAIN] = PRIMITIVE_DOMAIN, [PROPERTY_KINK] = PRIMITIVE_KINK, [PROPERTY_CLAIM] = PRIMITIVE_CLAIM};
  const Finding *f = headline(&report->result[property]);
  if (texts[property] != PRIMITIVE_HEADER || !f->present) return texts[property];
  if (property == PROPERTY_DOT)
    return report->result[PROPERTY_JVP].count[JUDGED_WRONG] > 0 ? PRIMITIVE_JVP : PRIMITIVE_VJP;
  return is_reverse(f) ? PRIMITIVE_VJP : PRIMITIVE_JVP;
}

/* Where it is; the header's place if the file does not say it, since a program does. */
static PrimitivePlace place_of(const Primitive *primitive, const PrimitiveReport *report, PropertyId property) {
  PrimitivePlace place = primitive->place[text_of_property(report, property)];
  return place.line > 0 ? place : primitive->place[PRIMITIVE_HEADER];
}

static json_t *json_result(const Primitive *primitive, const PrimitiveReport *report, PropertyId property) {
  const PropertyResult *r = &report->result[property];
  json_t *object = json_object();
  uint64_t undecided = r->count[JUDGED_UNDECIDED] + r->count[JUDGED_ILL] + r->count[JUDGED_RANGE];
  PrimitivePlace place = place_of(primitive, report, property);
  set(object, "property", json_string(property_name(property)));
  set(object, "line", json_integer((json_int_t)place.line));
  set(object, "column", json_integer((json_int_t)place.column));
  set(object, "verdict", json_string(verdict_name(property_verdict(r))));
  set(object, "holds", json_integer((json_int_t)(r->count[JUDGED_HOLDS] + r->count[JUDGED_LOSES])));
  set(object, "refuted", json_integer((json_int_t)(r->count[JUDGED_WRONG] + r->count[JUDGED_UNSTABLE])));
  set(object, "differs", json_integer((json_int_t)r->count[JUDGED_DIFFERS]));
  set(object, "undecided", json_integer((json_int_t)(undecided + r->count[JUDGED_UNDECLARED])));
  set(object, "worst_ulps", json_real(r->worst));
  set(object, "note", text_or_null(r->reason));
  set(object, "counterexample", json_finding(headline(r)));
  set(object, "classes", json_classes(r));
  return object;
}

/* What the primitive means at a counterexample, as code of other languages. */
static void attach_code(const Primitive *primitive, Artist *artist, PropertyId property, const Finding *f,
                        json_t *result) {
  static const char *const keys[] = {[HOST_PYTHON] = "python", [HOST_C] = "c"};
  char comment[1200];
  bool jvp = property == PROPERTY_JVP, vjp = property == PROPERTY_VJP;
  json_t *example = json_object_get(result, "counterexample");
  if (!json_is_object(example) || primitive->library != NULL || !(jvp || vjp)) return;
  (void)snprintf(comment, sizeof comment,
                 "%s: the value and derivatives of what it means, without Adjudge.\n%s, %s\ncertified %s\nfound     %s",
                 primitive->name, property_name(property), f->what, f->certain, f->found);
  HostPoint point = {f->hexadecimal[0] != '\0' ? f->hexadecimal : f->input, jvp ? f->seed : NULL, vjp ? f->seed : NULL,
                     comment, false};
  for (int language = HOST_PYTHON; language <= HOST_C; language++) {
    char *code =
        host_code(primitive->store, &artist->arena, &primitive->definition->program, &point, (HostLanguage)language);
    if (code != NULL) set(example, keys[language], text_or_null(code));
    free(code);
  }
}

static char *picture_of(const Primitive *primitive, Artist *artist) {
  InputNames names;
  char *text = NULL;
  size_t size;
  FILE *out = primitive->library != NULL ? NULL : text_stream_open(&text, &size);
  if (out == NULL) return NULL;
  if (input_names(primitive->store, primitive->definition, &names))
    (void)artist_draw(artist, &primitive->definition->program, &names, NULL, out);
  input_names_free(&names);
  if (fclose(out) == 0) return text;
  free(text);
  return NULL;
}

/* For pages: a picture, and code beside counterexamples. */
static void attach(const Primitive *primitive, const PrimitiveReport *report, json_t *object, json_t *results) {
  Artist artist;
  if (artist_open(&artist, primitive->store)) {
    char *picture = picture_of(primitive, &artist);
    if (picture != NULL) set(object, "picture", text_or_null(picture));
    free(picture);
    for (int i = 0; i < PROPERTY_COUNT; i++)
      attach_code(primitive, &artist, (PropertyId)i, headline(&report->result[i]), json_array_get(results, (size_t)i));
  }
  artist_close(&artist);
}

json_t *primitive_report_json(const Primitive *primitive, const Rule *rule, const PrimitiveReport *report) {
  json_t *object = json_object(), *results = json_array(), *points = json_object(), *sizes = json_object();
  if (object == NULL || results == NULL || points == NULL || sizes == NULL) return NULL;
  for (int i = 0; i < PROPERTY_COUNT; i++)
    (void)json_array_append_new(results, json_result(primitive, report, (PropertyId)i));
  for (int i = 0; i < POINT_KINDS; i++)
    set(points, point_kind_name((PointKind)i), json_integer((json_int_t)report->points[i]));
  for (uint32_t k = 0; k < primitive->size_count; k++)
    set(sizes, primitive->size[k].name, json_integer((json_int_t)primitive->size[k].value));
  set(object, "primitive", text_or_null(primitive->name));
  set(object, "file", text_or_null(primitive->file));
  set(object, "rules", json_string(rule->kind));
  set(object, "sizes", sizes);
  set(object, "properties", results);
  set(object, "points", points);
  set(object, "calls", json_integer((json_int_t)report->calls));
  set(object, "interrupted", json_boolean(report->interrupted));
  set(object, "broken", text_or_null(report->broken));
  set(object, "ended_unrepeated", json_integer((json_int_t)report->unrepeated));
  attach(primitive, report, object, results);
  return object;
}
