/* Laws by engines: a map, and each law with its figures. */
#include "ad/engine.h"
#include "verify/campaign/families.h"
#include "verify/campaign/figures.h"
#include "verify/campaign/html.h"
#include "verify/campaign/markup.h"

#define NO_ENGINE 1u
#define CHAD 2u

static bool is_one(uint32_t bits) { return bits != 0 && (bits & (bits - 1)) == 0; }

/* In which table the law stands: systems as bits, those of which it has instances; of
 * several systems all of them, and of CHAD with what asks no engine beside it. */
static uint32_t systems_of(const Tally *total, int law) {
  uint32_t systems = 0, all = (2u << system_count()) - 1;
  for (int slot = 0; slot < LAW_ENGINES; slot++) {
    if (!outcomes_none(total->count[law][slot])) systems |= 1u << system_of(slot);
  }
  uint32_t asked = systems & ~NO_ENGINE;
  if (asked == 0) return systems;
  return !is_one(asked) ? all : asked == CHAD ? CHAD | NO_ENGINE : systems;
}

static bool slot_seen(const Tally *total, uint32_t systems, int slot) {
  for (int law = 0; law < LAW_COUNT; law++) {
    if (systems_of(total, law) == systems && !outcomes_none(total->count[law][slot])) return true;
  }
  return false;
}

static void write_cell(FILE *out, const uint64_t n[OUTCOME_COUNT]) {
  char number[FIGURE_SIZE];
  Mark mark = mark_of(n);
  if (mark == MARK_NONE) {
    (void)fputs("<td class=\"none\">·</td>", out);
    return;
  }
  (void)fprintf(out, "<td class=\"%s\" title=\"", mark_info(mark)->word);
  for (int o = 0; o < OUTCOME_COUNT; o++) {
    if (n[o] > 0) (void)fprintf(out, "%s %s ", figure(n[o], number), outcome_name((Outcome)o));
  }
  (void)fprintf(out, "\">%c</td>", mark_info(mark)->symbol);
}

static void write_row(FILE *out, const Tally *total, int law, const bool *columns) {
  const LawInfo *info = law_info((LawId)law);
  (void)fputs("<tr data-find=\"", out);
  markup_text(out, info->name);
  (void)fputc(' ', out);
  markup_text(out, info->statement);
  (void)fprintf(out, "\"><td><a href=\"#%s\" title=\"", info->name);
  markup_text(out, info->statement);
  (void)fprintf(out, "\">%s</a></td>", info->name);
  for (int slot = 0; slot < LAW_ENGINES; slot++) {
    if (columns[slot]) write_cell(out, total->count[law][slot]);
  }
  (void)fputs("</tr>\n", out);
}

static void write_table(FILE *out, const Tally *total, uint32_t systems) {
  bool columns[LAW_ENGINES];
  (void)fputs("<div class=\"wide maps\"><table class=\"map\"><thead><tr><th>law</th>", out);
  for (int slot = 0; slot < LAW_ENGINES; slot++) {
    columns[slot] = slot_seen(total, systems, slot);
    if (columns[slot]) (void)fprintf(out, "<th>%s</th>", slot == 0 ? "no engine" : engines[slot - 1]->name);
  }
  (void)fputs("</tr></thead><tbody>\n", out);
  for (int law = 0; law < LAW_COUNT; law++) {
    if (systems_of(total, law) == systems) write_row(out, total, law, columns);
  }
  (void)fputs("</tbody></table></div>\n", out);
}

/* Laws that ask no engine: one cell each, in a flowing list. */
static void write_alone(FILE *out, const Tally *total) {
  char number[FIGURE_SIZE];
  (void)fputs("<h3>Laws that ask no engine</h3><p>", out);
  for (int law = 0; law < LAW_COUNT; law++) {
    const uint64_t *n = total->count[law][0];
    if (systems_of(total, law) != NO_ENGINE) continue;
    Mark mark = mark_of(n);
    const LawInfo *info = law_info((LawId)law);
    (void)fprintf(out, "<span class=\"key\" data-find=\"");
    markup_text(out, info->name);
    (void)fputc(' ', out);
    markup_text(out, info->statement);
    (void)fprintf(out, "\"><span class=\"%s\">%c</span><a href=\"#%s\">%s</a> <small>%s</small></span> ",
                  mark_info(mark)->word, mark_info(mark)->symbol, info->name, info->name,
                  figure(outcomes_passed(n), number));
  }
  (void)fputs("</p>\n", out);
}

static void write_key(FILE *out) {
  (void)fputs("<p>", out);
  for (int mark = MARK_COUNT - 1; mark > MARK_NONE; mark--) {
    const MarkInfo *info = mark_info((Mark)mark);
    (void)fprintf(out, "<span class=\"key\"><span class=\"%s\">%c</span>%s</span> ", info->word, info->symbol,
                  info->meaning);
  }
  (void)fputs("</p>\n", out);
}

void html_map(FILE *out, const Tally *total) {
  (void)fputs("<h2 id=\"map\">Laws by engines</h2>\n", out);
  write_key(out);
  for (uint32_t systems = 2u << system_count(); systems-- > CHAD;) {
    bool any = false;
    for (int law = 0; law < LAW_COUNT && !any; law++) any = systems_of(total, law) == systems;
    if (any) write_table(out, total, systems);
  }
  bool alone = false;
  for (int law = 0; law < LAW_COUNT && !alone; law++) alone = systems_of(total, law) == NO_ENGINE;
  if (alone) write_alone(out, total);
}

/* --------------------------------------------------------- law by law -- */

/* A row an engine, a column for each outcome that came up. */
static void write_figures(FILE *out, const Tally *total, int law) {
  char number[FIGURE_SIZE];
  bool seen[OUTCOME_COUNT] = {false};
  for (int slot = 0; slot < LAW_ENGINES; slot++) {
    for (int o = 0; o < OUTCOME_COUNT; o++) seen[o] = seen[o] || total->count[law][slot][o] > 0;
  }
  (void)fputs("<div class=\"wide\"><table><tr><th>engine</th>", out);
  for (int o = 0; o < OUTCOME_COUNT; o++) {
    if (seen[o]) (void)fprintf(out, "<th>%s</th>", outcome_name((Outcome)o));
  }
  (void)fputs("</tr>\n", out);
  for (int slot = 0; slot < LAW_ENGINES; slot++) {
    const uint64_t *n = total->count[law][slot];
    if (outcomes_none(n)) continue;
    (void)fprintf(out, "<tr><td>%s</td>", slot == 0 ? "none" : engines[slot - 1]->name);
    for (int o = 0; o < OUTCOME_COUNT; o++) {
      if (seen[o]) (void)fprintf(out, "<td>%s</td>", figure(n[o], number));
    }
    (void)fputs("</tr>\n", out);
  }
  (void)fputs("</table></div>", out);
}

static void write_law(FILE *out, const Tally *total, int law) {
  const LawInfo *info = law_info((LawId)law);
  (void)fprintf(out, "<details id=\"%s\" data-find=\"\"><summary><b>%s</b> ", info->name, info->name);
  markup_text(out, info->statement);
  (void)fputs("</summary><p><small>source: ", out);
  markup_text(out, info->source);
  (void)fputs("<br>sides: ", out);
  markup_text(out, info->sides);
  (void)fputs("</small></p>", out);
  write_figures(out, total, law);
  (void)fputs("</details>\n", out);
}

void html_laws(FILE *out, const Tally *total) {
  (void)fputs("<h2 id=\"laws\">Law by law</h2>\n", out);
  for (uint32_t family = 0; family_at(family) != NULL; family++) {
    bool any = false;
    for (int law = 0; law < LAW_COUNT; law++) {
      if (family_of((LawId)law) != family || systems_of(total, law) == 0) continue;
      if (!any) (void)fprintf(out, "<h3>%s</h3>\n", family_at(family)->title);
      any = true;
      write_law(out, total, law);
    }
  }
}
