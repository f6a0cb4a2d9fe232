/* The report as JUnit XML: a suite for each scope, a case for each law and
 * engine.  A case fails when refuted, and is skipped when nothing was decided;
 * differences from the derivative of the function are told, and fail nothing. */
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

static void write_witness(FILE *out, const Refutation *refutation) {
  if (refutation == NULL) return;
  const Witness *w = report_witness(refutation);
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

static void write_failure(FILE *out, const ReportScope *scope, LawId law, int slot, const uint64_t *n) {
  (void)fprintf(out, "    <failure message=\"%llu instances refuted: ", (unsigned long long)n[OUTCOME_REFUTED]);
  markup_text(out, law_info(law)->statement);
  (void)fputs("\">", out);
  write_witness(out, refutation_of(scope, law, slot));
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
  } else if (n[OUTCOME_DIFFERS] > 0) {
    (void)fprintf(out, "\">\n    <properties><property name=\"differs\" value=\"%llu\"/></properties>\n",
                  (unsigned long long)n[OUTCOME_DIFFERS]);
    (void)fputs("    <system-out>", out);
    write_witness(out, refutation_of(scope, law, slot));
    (void)fputs("</system-out>\n   </testcase>\n", out);
  } else if (outcomes_passed(n) == 0) {
    (void)fputs("\"><skipped message=\"nothing decided\"/></testcase>\n", out);
  } else {
    (void)fputs("\"/>\n", out);
  }
}

/* Programs that were not checked are an error, whatever the others gave. */
static void write_missing(FILE *out, const ReportScope *scope, const char *missing) {
  (void)fputs("   <testcase classname=\"", out);
  markup_text(out, scope->scope.name);
  (void)fputs("\" name=\"every program is checked\"><error message=\"", out);
  markup_text(out, missing);
  (void)fputs("\"/></testcase>\n", out);
}

static void write_suite(FILE *out, const ReportScope *scope) {
  const Tally *tally = &scope->result.tally;
  unsigned tests = 0, failures = 0, skipped = 0, missing;
  Account account = {.refuted = false};
  report_account_programs(&account, scope);
  missing = account.missing;
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int slot = 0; slot < LAW_ENGINES; slot++) {
      const uint64_t *n = tally->count[law][slot];
      if (outcomes_none(n)) continue;
      tests++;
      failures += n[OUTCOME_REFUTED] > 0;
      skipped += n[OUTCOME_REFUTED] + n[OUTCOME_DIFFERS] + outcomes_passed(n) == 0;
    }
  }
  (void)fputs("  <testsuite name=\"", out);
  markup_text(out, scope->scope.name);
  (void)fprintf(out, "\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n", tests + missing, failures,
                missing, skipped);
  if (missing > 0) write_missing(out, scope, account.missing_text);
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int slot = 0; slot < LAW_ENGINES; slot++) {
      if (!outcomes_none(tally->count[law][slot])) write_case(out, scope, (LawId)law, slot, tally->count[law][slot]);
    }
  }
  (void)fputs("  </testsuite>\n", out);
}

void report_write_junit(const Report *report, FILE *out) {
  (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"adjudge\">\n", out);
  for (uint32_t i = 0; i < report->count; i++) write_suite(out, &report->scopes[i]);
  (void)fputs("</testsuites>\n", out);
}
