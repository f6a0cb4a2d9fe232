/* The report as JUnit XML: a suite for each scope, a case for each law and
 * engine.  A case fails when refuted, and is skipped when nothing was decided. */
#include "ad/engine.h"
#include "verify/campaign/markup.h"
#include "verify/campaign/report.h"

static const Refutation *refutation_of(const ReportScope *scope, LawId law, int slot) {
  for (uint32_t i = 0; i < scope->refutation_count; i++) {
    const Witness *witness = &scope->refutations[i].witness;
    if (witness->law == law && witness->engine == slot) return &scope->refutations[i];
  }
  return NULL;
}

static void write_failure(FILE *out, const ReportScope *scope, LawId law, int slot, const uint64_t *n) {
  const Refutation *refutation = refutation_of(scope, law, slot);
  (void)fprintf(out, "    <failure message=\"%llu instances refuted: ", (unsigned long long)n[OUTCOME_REFUTED]);
  markup_text(out, law_info(law)->statement);
  (void)fputs("\">", out);
  if (refutation != NULL) {
    const Witness *w = refutation->shrunk.present ? &refutation->shrunk : &refutation->witness;
    const char *program = refutation->shrunk_program != NULL ? refutation->shrunk_program : refutation->program;
    markup_text(out, program != NULL ? program : "");
    (void)fputs("\ninput (", out);
    markup_text(out, w->input);
    (void)fputs(")\nexpected (", out);
    markup_text(out, w->expected);
    (void)fputs(")\nfound (", out);
    markup_text(out, w->found);
    (void)fputs(")\nagain: adjudge ", out);
    markup_text(out, refutation->replay);
    (void)fputs("\n", out);
  }
  (void)fputs("</failure>\n", out);
}

static void write_case(FILE *out, const ReportScope *scope, LawId law, int slot, const uint64_t *n) {
  (void)fputs("   <testcase classname=\"", out);
  markup_text(out, scope->scope.name);
  (void)fputs("\" name=\"", out);
  markup_text(out, law_info(law)->name);
  if (slot > 0) (void)fprintf(out, " %s", engines[slot - 1]->name);
  if (n[OUTCOME_REFUTED] > 0) {
    (void)fputs("\">\n", out);
    write_failure(out, scope, law, slot, n);
    (void)fputs("   </testcase>\n", out);
  } else if (n[OUTCOME_PROVED] + n[OUTCOME_HOLDS] == 0) {
    (void)fputs("\"><skipped message=\"nothing decided\"/></testcase>\n", out);
  } else {
    (void)fputs("\"/>\n", out);
  }
}

static void write_suite(FILE *out, const ReportScope *scope) {
  const Tally *tally = &scope->result.tally;
  unsigned tests = 0, failures = 0, skipped = 0;
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int slot = 0; slot < LAW_ENGINES; slot++) {
      const uint64_t *n = tally->count[law][slot];
      if (outcomes_none(n)) continue;
      tests++;
      failures += n[OUTCOME_REFUTED] > 0;
      skipped += n[OUTCOME_REFUTED] == 0 && n[OUTCOME_PROVED] + n[OUTCOME_HOLDS] == 0;
    }
  }
  (void)fputs("  <testsuite name=\"", out);
  markup_text(out, scope->scope.name);
  (void)fprintf(out, "\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n", tests, failures,
                scope->result.crashed, skipped);
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int slot = 0; slot < LAW_ENGINES; slot++) {
      if (!outcomes_none(tally->count[law][slot])) write_case(out, scope, (LawId)law, slot, tally->count[law][slot]);
    }
  }
  (void)fputs("  </testsuite>\n", out);
}

bool report_write_junit(const Report *report, const char *path) {
  FILE *out = fopen(path, "w");
  if (out == NULL) return false;
  (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"adjudge\">\n", out);
  for (uint32_t i = 0; i < report->count; i++) write_suite(out, &report->scopes[i]);
  (void)fputs("</testsuites>\n", out);
  bool good = ferror(out) == 0;
  return fclose(out) == 0 && good;
}
