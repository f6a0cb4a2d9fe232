#include "verify/system/hunt_report.h"

#include "verify/campaign/figures.h"

#include <stdlib.h>

/* ------------------------------------------------------------------- page -- */

static void print_refused(const HuntReport *r, FILE *out) {
  char number[FIGURE_SIZE];
  uint64_t all = 0;
  for (int c = 0; c < CONSTRUCT_ALL; c++) all += r->counts.refused[c];
  if (r->counts.not_real > 0)
    (void)fprintf(out, "  not of reals: %s programs, inputs or results\n", figure(r->counts.not_real, number));
  if (r->counts.too_long > 0) (void)fprintf(out, "  too long: %s programs\n", figure(r->counts.too_long, number));
  if (all == 0) return;
  (void)fprintf(out, "  refused: %s programs, by a construct that the system lacks:", figure(all, number));
  for (int c = 0; c < CONSTRUCT_ALL; c++) {
    if (r->counts.refused[c] > 0)
      (void)fprintf(out, " %s %s", construct_name((Construct)c), figure(r->counts.refused[c], number));
  }
  (void)fputc('\n', out);
}

static void print_counts(const System *system, const HuntReport *r, FILE *out) {
  char number[FIGURE_SIZE];
  (void)fprintf(out, "\n%-9s", "answers");
  for (int f = 0; f < FATES; f++) (void)fprintf(out, "%11s", fate_name((Fate)f));
  (void)fputc('\n', out);
  for (int m = 0; m < MODE_COUNT; m++) {
    if (!system->offers[m]) continue;
    (void)fprintf(out, "%-9s", mode_name((Mode)m));
    for (int f = 0; f < FATES; f++) (void)fprintf(out, "%11s", figure(r->counts.answers[m][f], number));
    (void)fputc('\n', out);
  }
}

static void print_numbers(FILE *out, const char *what, uint32_t count, const double *x) {
  if (count == 0) return;
  (void)fprintf(out, "    %-10s", what);
  for (uint32_t i = 0; i < count; i++) (void)fprintf(out, "%s%.17g", i > 0 ? ", " : "", x[i]);
  (void)fputc('\n', out);
}

static void print_failure(const Failure *f, FILE *out) {
  print_numbers(out, "at", f->inputs, f->x);
  print_numbers(out, "seed", f->seeds, f->seed);
  if (f->component >= 0)
    (void)fprintf(out, "    %-10s%s\n    %-10s%s (component %d)\n", "certified", f->certain, "found", f->found,
                  f->component);
  else
    (void)fprintf(out, "    %-10s%s\n", "found", f->error);
}

/* The table of constructs by modes: P is not there, h holds, ? undecided, X in a finding, - not asked. */
static void hunt_print_matrix(const System *system, const HuntReport *r, FILE *out) {
  (void)fprintf(out, "\n%-12s", "constructs");
  for (int m = 0; m < MODE_COUNT; m++) (void)fprintf(out, "%9s", mode_name((Mode)m));
  (void)fputc('\n', out);
  for (int c = 0; c < CONSTRUCT_ALL; c++) {
    bool there = false;
    char symbol[MODE_COUNT];
    if (c == CONSTRUCT_COUNT || c == CONSTRUCT_RETURN) continue;
    for (int m = 0; m < MODE_COUNT; m++) {
      symbol[m] = !system->offers[m] || system->lacks[c] ? '-'
                  : r->counts.held[c][m] > 0             ? 'h'
                  : r->counts.undecided[c][m] > 0        ? '?'
                                                         : ' ';
      for (uint32_t i = 0; i < r->finds; i++) {
        if (r->find[i].has[c] && (int)r->find[i].mode == m) symbol[m] = 'X';
      }
      there = there || symbol[m] == 'h' || symbol[m] == '?' || symbol[m] == 'X';
    }
    if (!there) continue;
    (void)fprintf(out, "%-12s", construct_name((Construct)c));
    for (int m = 0; m < MODE_COUNT; m++) (void)fprintf(out, "%9c", symbol[m]);
    (void)fputc('\n', out);
  }
  (void)fputs(
      "h holds where it was decided, ? nothing was decided, X in the smallest program of a finding, - not asked\n",
      out);
}

static const char *find_word(const Find *find) {
  return find->ended ? "ENDED" : find->fate == FATE_WRONG ? "REFUTED" : "FAILS";
}

static void print_find(const Find *find, uint32_t number, FILE *out) {
  char programs[FIGURE_SIZE];
  (void)fprintf(out, "\n%u. %s %s, %llu nodes; %s program%s\n    %s\n", number, find_word(find), mode_name(find->mode),
                (unsigned long long)find->size, figure(find->programs, programs), find->programs == 1 ? "" : "s",
                find->program);
  print_failure(&find->failure, out);
  (void)fprintf(out, "    %-10s%s\n", "first in", find->first == NULL ? "?" : find->first);
}

void hunt_print(const System *system, const HuntReport *r, const char *scope, FILE *out) {
  char number[FIGURE_SIZE];
  (void)fprintf(out, "%s on %s\n", system_title(system), scope);
  (void)fprintf(out, "  programs: %s, ", figure(r->counts.programs, number));
  (void)fprintf(out, "%s of them judged at %u points each\n", figure(r->counts.judged, number), TRIAL_POINTS);
  print_refused(r, out);
  print_counts(system, r, out);
  hunt_print_matrix(system, r, out);
  for (uint32_t i = 0; i < r->finds; i++) print_find(&r->find[i], i + 1, out);
  for (int m = 0; m < MODE_COUNT; m++) {
    if (!r->differs[m].present) continue;
    (void)fprintf(out, "\n%s differs from the derivative, as AD may:\n    %s\n", mode_name((Mode)m), r->differs_in[m]);
    print_failure(&r->differs[m], out);
  }
  if (r->unshrunk > 0)
    (void)fprintf(out, "\n%s failing programs more were not made small, and are in no finding: --findings\n",
                  figure(r->unshrunk, number));
}

/* ------------------------------------------------------------------- JSON -- */

static json_t *json_of(uint32_t count, const double *x) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < count; i++) (void)json_array_append_new(list, wire_number(x[i]));
  return list;
}

static json_t *find_json(const Find *find) {
  const Failure *f = &find->failure;
  json_t *one = json_pack("{s:s, s:s, s:s, s:I, s:I, s:s}", "verdict", find_word(find), "mode", mode_name(find->mode),
                          "program", find->program, "size", (json_int_t)find->size, "programs",
                          (json_int_t)find->programs, "first", find->first == NULL ? "" : find->first);
  (void)json_object_set_new(one, "at", json_of(f->inputs, f->x));
  (void)json_object_set_new(one, "seed", json_of(f->seeds, f->seed));
  (void)json_object_set_new(one, "component", json_integer(f->component));
  (void)json_object_set_new(one, "certified", json_string(f->certain));
  (void)json_object_set_new(one, "found", json_string(f->component >= 0 ? f->found : f->error));
  json_t *constructs = json_array();
  for (int c = 0; c < CONSTRUCT_ALL; c++) {
    if (c != CONSTRUCT_COUNT && c != CONSTRUCT_RETURN && find->has[c])
      (void)json_array_append_new(constructs, json_string(construct_name((Construct)c)));
  }
  (void)json_object_set_new(one, "constructs", constructs);
  if (find->code != NULL) (void)json_object_set_new(one, "reproduction", json_string(find->code));
  return one;
}

/* The first program of each mode of which an answer differs, as AD may. */
static json_t *differs_json(const HuntReport *r) {
  json_t *modes = json_object();
  for (int m = 0; m < MODE_COUNT; m++) {
    const Failure *f = &r->differs[m];
    if (!f->present || r->differs_in[m] == NULL) continue;
    json_t *one = json_pack("{s:s, s:s, s:s}", "program", r->differs_in[m], "certified", f->certain, "found",
                            f->component >= 0 ? f->found : f->error);
    (void)json_object_set_new(one, "at", json_of(f->inputs, f->x));
    (void)json_object_set_new(one, "seed", json_of(f->seeds, f->seed));
    (void)json_object_set_new(modes, mode_name((Mode)m), one);
  }
  return modes;
}

static json_t *counts_json(const HuntReport *r) {
  json_t *modes = json_object();
  for (int m = 0; m < MODE_COUNT; m++) {
    json_t *one = json_object();
    for (int f = 0; f < FATES; f++)
      (void)json_object_set_new(one, fate_name((Fate)f), json_integer((json_int_t)r->counts.answers[m][f]));
    (void)json_object_set_new(one, "failing programs", json_integer((json_int_t)r->counts.failing[m]));
    (void)json_object_set_new(modes, mode_name((Mode)m), one);
  }
  return modes;
}

static json_t *matrix_json(const HuntReport *r) {
  json_t *rows = json_object();
  for (int c = 0; c < CONSTRUCT_ALL; c++) {
    json_t *row = json_object();
    for (int m = 0; m < MODE_COUNT && c != CONSTRUCT_COUNT; m++) {
      if (r->counts.held[c][m] > 0)
        (void)json_object_set_new(row, mode_name((Mode)m), json_integer((json_int_t)r->counts.held[c][m]));
    }
    if (json_object_size(row) > 0) (void)json_object_set(rows, construct_name((Construct)c), row);
    json_decref(row);
  }
  return rows;
}

json_t *hunt_json(const System *system, const HuntReport *r, const char *scope, uint64_t seed) {
  json_t *refused = json_object(), *finds = json_array();
  for (int c = 0; c < CONSTRUCT_ALL; c++) {
    if (r->counts.refused[c] > 0)
      (void)json_object_set_new(refused, construct_name((Construct)c), json_integer((json_int_t)r->counts.refused[c]));
  }
  for (uint32_t i = 0; i < r->finds; i++) (void)json_array_append_new(finds, find_json(&r->find[i]));
  return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:I, s:o, s:o, s:o, s:o, s:o}", "system",
                   system_title(system), "scope", scope, "seed", (json_int_t)seed, "programs",
                   (json_int_t)r->counts.programs, "judged", (json_int_t)r->counts.judged, "not of reals",
                   (json_int_t)r->counts.not_real, "too long", (json_int_t)r->counts.too_long, "restarts",
                   (json_int_t)r->counts.restarts, "complete", !r->interrupted && !r->lost, "not made small",
                   (json_int_t)r->unshrunk, "refused", refused, "answers", counts_json(r), "holds", matrix_json(r),
                   "differs", differs_json(r), "findings", finds);
}
