#include "verify/campaign/page.h"

#include "ad/engine.h"
#include "verify/campaign/families.h"
#include "verify/campaign/figures.h"
#include "verify/campaign/programs.h"
#include "verify/campaign/terminal.h"

#include <stdlib.h>
#include <string.h>

#define TITLE 29 /* of a row of the matrix */
#define NAME 512
#define FEW 12 /* programs of files that are listed all */

static Paint paint_of(Mark mark) {
  static const Paint paints[MARK_COUNT] = {
      [MARK_SKIPPED] = PAINT_FAINT, [MARK_OPEN] = PAINT_OPEN,     [MARK_PART] = PAINT_OPEN,
      [MARK_HOLDS] = PAINT_GOOD,    [MARK_PROVED] = PAINT_GOOD,   [MARK_DECIDED] = PAINT_GOOD,
      [MARK_MIXED] = PAINT_GOOD,    [MARK_DIFFERS] = PAINT_APART, [MARK_REFUTED] = PAINT_BAD};
  return paints[mark];
}

static void heading(const Terminal *t, const char *text) {
  (void)fputc('\n', t->out);
  terminal_paint(t, PAINT_STRONG, "%s", text);
  (void)fputc('\n', t->out);
}

/* ------------------------------------------------------------ looked at -- */

static void print_answer(const Terminal *t, const Report *report, const Tally *total) {
  char a[FIGURE_SIZE];
  uint64_t refuted = tally_total(total, OUTCOME_REFUTED);
  bool missing = report_account(report, (ReportGate){.allow_undecided = true}).missing > 0;
  (void)fprintf(t->out, "adjudge %s, seed %llu: ", report->command, (unsigned long long)report->seed);
  if (refuted > 0)
    terminal_paint(t, PAINT_BAD, "REFUTED: %s instances", figure(refuted, a));
  else
    terminal_paint(t, PAINT_GOOD, "nothing refuted");
  if (missing) {
    (void)fputs(", ", t->out);
    terminal_paint(t, PAINT_BAD, "incomplete");
  }
  (void)fputc('\n', t->out);
}

/* With what follows by merging, where something does in some scope. */
static void print_scope(const Terminal *t, const ReportScope *scope, bool merging) {
  char done[FIGURE_SIZE], count[FIGURE_SIZE], proved[FIGURE_SIZE], decided[FIGURE_SIZE], merged[FIGURE_SIZE];
  uint64_t all = tally_decided(&scope->result.tally), certain = tally_proved(&scope->result.tally);
  int name = t->width >= 80 ? (merging ? 28 : 32) : t->width - 48;
  bool whole = scope->result.done == scope->scope.count;
  (void)fprintf(t->out, "  %-*s ", name < 10 ? 10 : name, scope->scope.name);
  if (whole)
    (void)fprintf(t->out, "%13s", figure(scope->result.done, done));
  else
    terminal_paint(t, PAINT_BAD, "%s of %s", figure(scope->result.done, done), figure(scope->scope.count, count));
  (void)fprintf(t->out, "%12s%12s", figure(certain, proved), figure(all - certain, decided));
  if (merging) (void)fprintf(t->out, "%12s", figure(scope->result.tally.merged, merged));
  (void)fputc('\n', t->out);
}

/* What was audited of what follows by merging. */
static void print_merging(const Terminal *t, const Tally *total) {
  char merged[FIGURE_SIZE], audited[FIGURE_SIZE], line[400];
  if (total->merged == 0) return;
  (void)snprintf(line, sizeof line,
                 "by merging: for %s programs the laws about meanings follow from others of the same meaning, and no "
                 "other law was asked; %s more, drawn by the seed, were looked at all the same, and bore that out",
                 figure(total->merged, merged), figure(total->audited, audited));
  terminal_wrap(t, 2, line);
}

/* How many laws, engines and systems had instances that no engine refused. */
static void count_seen(const Tally *total, uint32_t *laws, uint32_t *slots) {
  bool seen[LAW_ENGINES] = {false};
  *laws = *slots = 0;
  for (int law = 0; law < LAW_COUNT; law++) {
    bool any = false;
    for (int slot = 0; slot < LAW_ENGINES; slot++) {
      Mark mark = mark_of(total->count[law][slot]);
      if (mark == MARK_NONE || mark == MARK_SKIPPED) continue;
      any = seen[slot] = true;
    }
    *laws += any;
  }
  for (int slot = 1; slot < LAW_ENGINES; slot++) *slots += seen[slot];
}

static void print_looked_at(const Terminal *t, const Report *report, const Tally *total) {
  char proved[FIGURE_SIZE], decided[FIGURE_SIZE], holds[FIGURE_SIZE], line[400];
  uint32_t laws, slots;
  int name = t->width >= 80 ? (total->merged > 0 ? 28 : 32) : t->width - 48;
  (void)fputc('\n', t->out);
  terminal_paint(t, PAINT_STRONG, "%-*s %13s%12s%12s", (name < 10 ? 10 : name) + 2, "Looked at", "programs", "proved",
                 "decided");
  if (total->merged > 0) terminal_paint(t, PAINT_STRONG, "%12s", "by merging");
  (void)fputc('\n', t->out);
  for (uint32_t i = 0; i < report->count; i++) print_scope(t, &report->scopes[i], total->merged > 0);
  count_seen(total, &laws, &slots);
  (void)snprintf(
      line, sizeof line,
      "by %u laws and %u engines, for all inputs: %s instances proved by checked certificates, %s decided by "
      "a tier; %s hold where tried",
      laws, slots, figure(tally_total(total, OUTCOME_PROVED), proved),
      figure(tally_total(total, OUTCOME_DECIDED), decided), figure(tally_total(total, OUTCOME_HOLDS), holds));
  terminal_wrap(t, 2, line);
  print_merging(t, total);
}

/* --------------------------------------------------------------- matrix -- */

typedef struct Matrix {
  uint64_t count[FAMILIES_MOST][SYSTEMS_MOST][OUTCOME_COUNT];
  bool row[FAMILIES_MOST], column[SYSTEMS_MOST], mark[MARK_COUNT];
} Matrix;

static void fill_matrix(const Tally *total, Matrix *matrix) {
  memset(matrix, 0, sizeof *matrix);
  for (int law = 0; law < LAW_COUNT; law++) {
    uint32_t family = family_of((LawId)law);
    for (int slot = 0; slot < LAW_ENGINES; slot++) {
      const uint64_t *n = total->count[law][slot];
      if (outcomes_none(n)) continue;
      uint32_t system = system_of(slot);
      matrix->row[family] = matrix->column[system] = true;
      for (int o = 0; o < OUTCOME_COUNT; o++) matrix->count[family][system][o] += n[o];
    }
  }
}

/* Wide: columns below the systems' names; else below numbers. */
static int column_width(uint32_t system, bool wide) {
  int length = 1;
  if (wide) (void)system_name(system, &length);
  return length;
}

static void print_columns(const Terminal *t, const Matrix *matrix, bool wide) {
  (void)fputc('\n', t->out);
  terminal_paint(t, PAINT_STRONG, "%-*s", TITLE + 2, "Laws by systems");
  for (uint32_t system = 0; system <= system_count(); system++) {
    int length;
    const char *name = system_name(system, &length);
    if (!matrix->column[system]) continue;
    if (wide)
      (void)fprintf(t->out, " %.*s", length, name);
    else
      (void)fprintf(t->out, " %u", system);
  }
  (void)fputc('\n', t->out);
}

static void print_row(const Terminal *t, Matrix *matrix, uint32_t family, bool wide) {
  int gap = TITLE - (int)strlen(family_at(family)->title);
  (void)fprintf(t->out, "  %s", family_at(family)->title);
  for (uint32_t system = 0; system <= system_count(); system++) {
    if (!matrix->column[system]) continue;
    int width = column_width(system, wide), before = (width - 1) / 2;
    Mark mark = mark_of(matrix->count[family][system]);
    matrix->mark[mark] = true;
    gap += 1 + before;
    if (mark != MARK_NONE) {
      (void)fprintf(t->out, "%*s", gap, "");
      terminal_paint(t, paint_of(mark), "%c", mark_info(mark)->symbol);
      gap = -1;
    }
    gap += width - before;
  }
  (void)fputc('\n', t->out);
}

static void print_legend(const Terminal *t, const Matrix *matrix, bool wide) {
  char line[600] = "";
  size_t used = 0;
  for (int mark = MARK_COUNT - 1; mark > MARK_NONE; mark--) {
    const MarkInfo *info = mark_info((Mark)mark);
    if (!matrix->mark[mark]) continue;
    used += (size_t)snprintf(line + used, sizeof line - used, "%s%c %s", used == 0 ? "" : "; ", info->symbol,
                             info->meaning);
  }
  for (uint32_t system = 0; system <= system_count() && !wide; system++) {
    int length;
    const char *name = system_name(system, &length);
    if (!matrix->column[system]) continue;
    used += (size_t)snprintf(line + used, sizeof line - used, "; %u %.*s", system, length, name);
  }
  terminal_wrap(t, 2, line);
}

static void print_matrix(const Terminal *t, const Tally *total) {
  Matrix *matrix = malloc(sizeof *matrix);
  if (matrix == NULL) return;
  fill_matrix(total, matrix);
  int room = TITLE + 3;
  for (uint32_t system = 0; system <= system_count(); system++) {
    int length;
    (void)system_name(system, &length);
    room += matrix->column[system] ? length + 1 : 0;
  }
  bool wide = room <= t->width + 1;
  print_columns(t, matrix, wide);
  for (uint32_t family = 0; family_at(family) != NULL; family++) {
    if (matrix->row[family]) print_row(t, matrix, family, wide);
  }
  print_legend(t, matrix, wide);
  free(matrix);
}

/* ----------------------------------------------------- refuted, differs -- */

static const char *engine_name(int slot) { return slot == 0 ? "-" : engines[slot - 1]->name; }

static void print_refutation(const Terminal *t, const Refutation *refutation) {
  const Witness *w = report_witness(refutation);
  const LawInfo *law = law_info(w->law);
  FILE *out = t->out;
  bool differs = report_differs(refutation);
  (void)fputs("\n  ", out);
  terminal_paint(t, differs ? PAINT_APART : PAINT_BAD, "%s %s", differs ? "DIFFERS" : "REFUTED", law->name);
  (void)fprintf(out, ": %s (%s)\n", law->statement, law->source);
  (void)fprintf(out, "    engine %s, evaluator %s, %s\n", engine_name(w->engine), w->evaluator[0] ? w->evaluator : "-",
                w->what);
  if (refutation->shrunk_program != NULL) {
    (void)fprintf(out, "    smallest program found, %llu nodes:\n      %s\n",
                  (unsigned long long)refutation->shrunk_size, refutation->shrunk_program);
  }
  if (refutation->program != NULL) (void)fprintf(out, "    from: %s\n", refutation->program);
  (void)fprintf(out, "    at input  (%s)\n", w->input);
  if (w->tangent[0] != '\0') (void)fprintf(out, "    tangent   (%s)\n", w->tangent);
  if (w->cotangent[0] != '\0') (void)fprintf(out, "    cotangent (%s)\n", w->cotangent);
  (void)fprintf(out, "    expected  (%s)\n    found     (%s)\n", w->expected, w->found);
  if (refutation->certified[0] != '\0') (void)fprintf(out, "    certified %s\n", refutation->certified);
  if (refutation->rules[0] != '\0') (void)fprintf(out, "    rules     %s\n", refutation->rules);
  if (refutation->replay[0] != '\0') (void)fprintf(out, "    again: adjudge %s\n", refutation->replay);
}

static uint32_t print_refutations(const Terminal *t, const Report *report, bool differences, uint32_t most) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < report->count; i++) {
    const ReportScope *scope = &report->scopes[i];
    for (uint32_t k = 0; k < scope->refutation_count; k++) {
      if (report_differs(&scope->refutations[k]) != differences) continue;
      if (most == 0)
        left++;
      else
        print_refutation(t, &scope->refutations[k]), most--;
    }
  }
  return left;
}

static void print_refuted(const Terminal *t, const Report *report, const Tally *total) {
  if (tally_total(total, OUTCOME_REFUTED) == 0) return;
  heading(t, "Refuted: of each law the first in each scope");
  (void)print_refutations(t, report, false, UINT32_MAX);
}

static void print_differs(const Terminal *t, const Report *report, const Tally *total, bool full) {
  char n[FIGURE_SIZE], line[300];
  if (tally_total(total, OUTCOME_DIFFERS) == 0) return;
  heading(t, "Differs: where AD and the derivative of the function part");
  (void)snprintf(line, sizeof line,
                 "%s instances, at boundaries of tests and edges of domains: facts about AD, no passes and no failures "
                 "(--strict makes them so)",
                 figure(tally_total(total, OUTCOME_DIFFERS), n));
  terminal_wrap(t, 2, line);
  uint32_t left = print_refutations(t, report, true, full ? UINT32_MAX : 1);
  if (left > 0) (void)fprintf(t->out, "\n  %u more laws and scopes: --full\n", left);
}

/* ----------------------------------------------------- undecided, skips -- */

static bool is_undecided(const ProgramVerdict *verdict) { return verdict->refuted || !program_is_decided(verdict); }

static void name_program(const ReportScope *scope, Rank k, char name[NAME]) {
  (void)snprintf(name, NAME, "%s: %s", scope->scope.label(scope->scope.state, k),
                 scope->scope.title(scope->scope.state, k));
}

static void print_program(const Terminal *t, const ReportScope *scope, Rank k, int width) {
  const ProgramVerdict *verdict = &scope->result.programs[k];
  char line[PROGRAM_EXPLANATION], name[NAME];
  const char *word = program_word(verdict);
  program_explain(&scope->scope, k, verdict, line, sizeof line);
  name_program(scope, k, name);
  (void)fputs("  ", t->out);
  terminal_paint(t, verdict->refuted ? PAINT_BAD : is_undecided(verdict) ? PAINT_OPEN : PAINT_GOOD, "%-14s", word);
  (void)fprintf(t->out, " %-*s  %s\n", width, name, line);
}

/* The width of the names of the programs to be listed. */
static int name_width(const ReportScope *scope, bool all) {
  char name[NAME];
  int width = 0;
  for (Rank k = 0; k < scope->scope.count; k++) {
    if (!all && !is_undecided(&scope->result.programs[k])) continue;
    name_program(scope, k, name);
    int length = (int)strlen(name);
    if (length > width && length <= 48) width = length;
  }
  return width;
}

/* Of files: all programs if they are few, else those that are not decided. */
static void print_programs(const Terminal *t, const ReportScope *scope, bool full) {
  uint32_t shown = 0, left = 0;
  if (scope->result.programs == NULL || scope->scope.label == NULL) return;
  bool all = full || scope->scope.count <= FEW;
  int width = name_width(scope, all);
  for (Rank k = 0; k < scope->scope.count; k++) {
    if (!all && !is_undecided(&scope->result.programs[k])) continue;
    if (full || shown < FEW)
      print_program(t, scope, k, width), shown++;
    else
      left++;
  }
  if (left > 0) (void)fprintf(t->out, "  and %u more that are not decided: --full\n", left);
  if (!all && shown == 0) (void)fprintf(t->out, "  all programs of files are decided: --full\n");
}

static void print_for_all(const Terminal *t, const Report *report, const Tally *total, bool full) {
  static const char *const words[FOR_ALL_COUNT] = {
      [FOR_ALL_DECIDED] = "polynomials",     [FOR_ALL_SYMBOLIC] = "by normal forms",
      [FOR_ALL_PATHS] = "region by region",  [FOR_ALL_ALMOST] = "but for a thin set",
      [FOR_ALL_OPEN] = "left open",          [FOR_ALL_GUARD] = "too large",
      [FOR_ALL_NOWHERE] = "defined nowhere", [FOR_ALL_OUTSIDE] = "outside the fragment"};
  char n[FIGURE_SIZE], line[500] = "";
  size_t used = 0;
  heading(t, "For all inputs");
  for (int i = 0; i < FOR_ALL_COUNT; i++) {
    if (total->for_all[i] == 0) continue;
    used += (size_t)snprintf(line + used, sizeof line - used, "%s%s %s", used == 0 ? "programs: " : ", ",
                             figure(total->for_all[i], n), words[i]);
  }
  if (total->certified > 0)
    (void)snprintf(line + used, sizeof line - used, "; not decided, but certified at a point: %s",
                   figure(total->certified, n));
  terminal_wrap(t, 2, used == 0 ? "nothing was asked for all inputs" : line);
  for (uint32_t i = 0; i < report->count; i++) print_programs(t, &report->scopes[i], full);
}

static void print_undecided(const Terminal *t, const Tally *total) {
  char line[8000] = "", n[FIGURE_SIZE];
  size_t used = 0;
  if (tally_total(total, OUTCOME_UNDECIDED) == 0) return;
  heading(t, "Undecided: neither decided nor refuted, and no pass");
  for (int law = 0; law < LAW_COUNT; law++) {
    uint64_t sum = 0;
    for (int slot = 0; slot < LAW_ENGINES; slot++) sum += total->count[law][slot][OUTCOME_UNDECIDED];
    if (sum == 0 || used + 80 > sizeof line) continue;
    used += (size_t)snprintf(line + used, sizeof line - used, "%s%s %s", used == 0 ? "instances: " : ", ",
                             law_info((LawId)law)->name, figure(sum, n));
  }
  terminal_wrap(t, 2, line);
}

/* The laws that had no instance though they were switched on. */
static void print_idle(const Terminal *t, const Report *report, const Tally *total) {
  char line[8000] = "laws without an instance:";
  size_t used = strlen(line), start = used;
  for (int law = 0; law < LAW_COUNT; law++) {
    bool seen = !report->options.laws.on[law];
    for (int slot = 0; slot < LAW_ENGINES && !seen; slot++) seen = !outcomes_none(total->count[law][slot]);
    LawId id = (LawId)law;
    if (seen || law_named(id, "LM-*") || law_named(id, "FR-*") || used + 40 > sizeof line) continue;
    used += (size_t)snprintf(line + used, sizeof line - used, " %s", law_info(id)->name);
  }
  if (used > start) terminal_wrap(t, 2, line);
}

/* Laws that are rotated by the program, and systems whose language has not all programs. */
static void print_parts(const Terminal *t, const Tally *total) {
  uint32_t parts = 0, all = 0;
  char line[200], n[2][FIGURE_SIZE];
  for (int law = 0; law < LAW_COUNT; law++) {
    uint64_t most = 0;
    for (int slot = 0; slot < LAW_ENGINES; slot++)
      most = total->looked[law][slot] > most ? total->looked[law][slot] : most;
    all += most > 0;
    parts += most > 0 && most < total->programs;
  }
  if (parts == 0) return;
  (void)snprintf(line, sizeof line,
                 "%s of the %s laws with an instance looked at a part of the programs: --full tells n of N",
                 figure(parts, n[0]), figure(all, n[1]));
  terminal_wrap(t, 2, line);
}

static void print_not_looked_at(const Terminal *t, const Report *report, const Tally *total) {
  char n[4][FIGURE_SIZE], line[500];
  heading(t, "Not looked at");
  (void)snprintf(line, sizeof line,
                 "instances skipped: %s outside the domain, %s not available in the ring, %s at a limit, %s not in the "
                 "engine's language",
                 figure(tally_total(total, OUTCOME_DOMAIN), n[0]), figure(tally_total(total, OUTCOME_UNABLE), n[1]),
                 figure(tally_total(total, OUTCOME_LIMIT), n[2]), figure(tally_total(total, OUTCOME_REFUSED), n[3]));
  terminal_wrap(t, 2, line);
  print_parts(t, total);
  print_idle(t, report, total);
  for (uint32_t i = 0; i < report->count; i++) {
    const ScopeResult *result = &report->scopes[i].result;
    if (result->lost > 0)
      (void)fprintf(t->out, "  %s: %s programs could not be made, were not judged to the end, or ended each worker\n",
                    report->scopes[i].scope.name, figure(result->lost, n[0]));
    if (result->deaths > 0)
      (void)fprintf(t->out, "  %s: %u workers died (killed, out of memory, or a defect): others did their work again\n",
                    report->scopes[i].scope.name, result->deaths);
    if (result->interrupted)
      (void)fprintf(t->out, "  %s: interrupted: the counts are what was established until then\n",
                    report->scopes[i].scope.name);
  }
}

void page_print(const Report *report, const Tally *total, FILE *out, bool full) {
  Terminal terminal = terminal_of(out);
  print_answer(&terminal, report, total);
  print_looked_at(&terminal, report, total);
  print_matrix(&terminal, total);
  print_refuted(&terminal, report, total);
  print_differs(&terminal, report, total, full);
  print_for_all(&terminal, report, total, full);
  print_undecided(&terminal, total);
  print_not_looked_at(&terminal, report, total);
}
