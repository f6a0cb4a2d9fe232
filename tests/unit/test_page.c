/* The page of a report, as a person reads it: of a report whose numbers are written here, each line of it at several
 * widths. */
#include "ad/engine.h"
#include "tests/unit/reports.h"
#include "verify/campaign/page.h"

static const char *label(void *state, Rank k) {
  (void)state, (void)k;
  return "f.adj";
}
/* The second fills the column with its file's name, the last is longer. */
static const char *title(void *state, Rank k) {
  static const char *const names[] = {"square", "a name of forty-one letters, with its end",
                                      "a name of forty-two letters, with its ends"};
  (void)state;
  return names[k];
}

/* A report on three programs of a file and on a space; `total` is what is told of both. */
typedef struct Told {
  ReportScope scopes[2];
  ProgramVerdict programs[3];
  Refutation refuted, differ[2];
  Report report;
  Tally total;
} Told;

static void set(Tally *tally, LawId law, int slot, Outcome outcome, uint64_t count) {
  tally->count[law][slot][outcome] = count;
  tally->instances[outcome] += count;
  tally->looked[law][slot] = tally->programs;
}

static int last_slot(void) {
  int slot = 0;
  while (engines[slot] != NULL) slot++;
  return slot;
}

static Told *told_new(void) {
  Told *t = calloc(1, sizeof *t);
  assert_non_null(t);
  t->report = (Report){.command = "verify", .seed = 3, .scopes = t->scopes, .count = 2};
  t->scopes[0].scope = (Scope){.name = "programs of files", .count = 3, .label = label, .title = title};
  t->scopes[1].scope = (Scope){.name = "exhaustive poly,size=6", .count = 12000};
  t->scopes[0].result = (ScopeResult){.programs = t->programs, .done = 3};
  t->scopes[1].result.done = 12000;
  t->programs[0] = (ProgramVerdict){.tried = true, .found = FOR_ALL_DECIDED, .proved = true};
  t->programs[1] = (ProgramVerdict){.tried = true, .found = FOR_ALL_OPEN};
  t->programs[2] = (ProgramVerdict){.tried = true, .found = FOR_ALL_SYMBOLIC};
  t->total.programs = 12003;
  return t;
}

static bool print(const Report *report, FILE *out) {
  const Told *t = (const Told *)((const char *)report - offsetof(Told, report));
  page_print(report, &t->total, out, false);
  return true;
}

static char *page_at(const Told *t, const char *columns) {
  assert_int_equal(setenv("COLUMNS", columns, 1), 0);
  return text_of(&t->report, print);
}

static void assert_page(const Told *t, const char *expected) {
  char *text = page_at(t, "80");
  assert_string_equal(text, expected);
  free(text);
}

/* At a width these lines are there. */
static void assert_lines(const Told *t, const char *columns, const char *expected) {
  char *text = page_at(t, columns);
  if (strstr(text, expected) == NULL) fail_msg("%s columns: not there: %s\nin %s", columns, expected, text);
  free(text);
}

static void quiet(Told *t) {
  set(&t->total, LAW_AD_FWD, 1, OUTCOME_PROVED, 1200);
  set(&t->total, LAW_AD_FWD, last_slot(), OUTCOME_HOLDS, 7);
  set(&t->total, LAW_SMOOTH, 0, OUTCOME_DECIDED, 1);
  set(&t->total, LAW_XENG, 4, OUTCOME_REFUSED, 5);
}

/* What nobody asked about and what did not happen is not mentioned. */
static void test_quiet(void **state) {
  (void)state;
  Told *t = told_new();
  quiet(t);
  assert_page(t, "adjudge verify, seed 3: nothing refuted\n"
                 "\n"
                 "Looked at                               programs      proved     decided\n"
                 "  programs of files                            3           0           0\n"
                 "  exhaustive poly,size=6                  12,000           0           0\n"
                 "  by 2 laws and 2 engines, for all inputs: 1,200 instances proved by checked\n"
                 "  certificates, 1 decided by a tier; 7 hold where tried\n"
                 "\n"
                 "Laws by systems                 no engine chad combinatory dual\n"
                 "  kinks, ties and edges             D\n"
                 "  D is the derivative                      P                h\n"
                 "  engines agree                                     -\n"
                 "  P all proved, by certificates; D all decided for all inputs, some by no\n"
                 "  certificate; h holds where tried; - only skips\n"
                 "\n"
                 "For all inputs\n"
                 "  nothing was asked for all inputs\n"
                 "  PROVED         f.adj: square                                     certificates checked; T2k, "
                 "Kronecker substitution\n"
                 "  not decided    f.adj: a name of forty-one letters, with its end  normal forms with atoms differ, "
                 "which decides nothing\n"
                 "  DECIDED        f.adj: a name of forty-two letters, with its ends  T2, normal forms\n"
                 "\n"
                 "Not looked at\n"
                 "  instances skipped: 0 outside the domain, 0 not available in the ring, 0 at a\n"
                 "  limit, 5 not in the engine's language\n");
  t->total.for_all[FOR_ALL_DECIDED] = 3;
  assert_lines(t, "80", "\nFor all inputs\n  programs: 3 polynomials\n  PROVED ");
  assert_lines(t, "79",
               "\nLooked at                              programs      proved     decided\n"
               "  programs of files                           3           0           0\n");
  assert_lines(t, "40",
               "\nLooked at         programs      proved     decided\n"
               "  programs of files             3           0           0\n"
               "  exhaustive poly,size=6        12,000           0           0\n");
  assert_lines(t, "63",
               "\nLaws by systems                 no engine chad combinatory dual\n"
               "  kinks, ties and edges             D\n"
               "  D is the derivative                      P                h\n"
               "  engines agree                                     -\n");
  assert_lines(t, "62",
               "\nLaws by systems                 0 1 2 5\n"
               "  kinks, ties and edges         D\n"
               "  D is the derivative             P   h\n"
               "  engines agree                     -\n"
               "  P all proved, by certificates; D all decided for all inputs,\n"
               "  some by no certificate; h holds where tried; - only skips; 0\n"
               "  no engine; 1 chad; 2 combinatory; 5 dual\n");
  free(t);
}

static void refute(Refutation *r, Outcome outcome, LawId law, int engine) {
  Witness *w = &r->witness;
  w->present = true, w->outcome = outcome, w->law = law, w->engine = engine;
  (void)snprintf(w->input, sizeof w->input, "1/2");
  (void)snprintf(w->expected, sizeof w->expected, "2");
  (void)snprintf(w->found, sizeof w->found, "3");
  (void)snprintf(w->what, sizeof w->what, "what is compared");
}

/* All that can happen, once. */
static void test_loud(void **state) {
  (void)state;
  static char shrunk[] = "def f (x : real) = x * x", program[] = "def f (x : real) = x * x + 0";
  Told *t = told_new();
  ReportScope *space = &t->scopes[1];
  t->total.merged = 1, t->total.audited = 2;
  space->result.tally.merged = 1;
  space->result.tally.for_all[FOR_ALL_DECIDED] = 9, space->result.tally.certified = 3;
  space->result.done = 11999, space->result.lost = 1, space->result.deaths = 1, space->result.interrupted = true;
  refute(&t->refuted, OUTCOME_REFUTED, LAW_AD_FWD, 1);
  t->refuted.program = program, t->refuted.shrunk_program = shrunk, t->refuted.shrunk_size = 3;
  (void)snprintf(t->refuted.witness.tangent, WITNESS_TEXT, "1");
  (void)snprintf(t->refuted.witness.cotangent, WITNESS_TEXT, "-1");
  (void)snprintf(t->refuted.certified, sizeof t->refuted.certified, "[2 +/- 1e-20]");
  (void)snprintf(t->refuted.rules, sizeof t->refuted.rules, "FWD_OP (CHAD 7.4)");
  (void)snprintf(t->refuted.replay, sizeof t->refuted.replay, "replay poly,size=6:1");
  t->scopes[0].refutations = &t->refuted, t->scopes[0].refutation_count = 1;
  Refutation *two = t->differ;
  refute(&two[0], OUTCOME_DIFFERS, LAW_KINK, 1), refute(&two[1], OUTCOME_DIFFERS, LAW_SMOOTH, 0);
  (void)snprintf(two[0].witness.evaluator, sizeof two[0].witness.evaluator, "applied");
  space->refutations = two, space->refutation_count = 2;
  set(&t->total, LAW_AD_FWD, 1, OUTCOME_REFUTED, 1), set(&t->total, LAW_KINK, 1, OUTCOME_DIFFERS, 1);
  set(&t->total, LAW_AD_REV, 2, OUTCOME_UNDECIDED, 1), set(&t->total, LAW_AD_DOT, 1, OUTCOME_UNDECIDED, 2000);
  set(&t->total, LAW_AD_DOT, 2, OUTCOME_UNDECIDED, 1);
  set(&t->total, LAW_AD_REV, 2, OUTCOME_HOLDS, 1), set(&t->total, LAW_XENG, 0, OUTCOME_LIMIT, 4);
  set(&t->total, LAW_XENG, 0, OUTCOME_DOMAIN, 1), set(&t->total, LAW_XENG, 0, OUTCOME_UNABLE, 2);
  t->total.looked[LAW_AD_DOT][1] = 12002, t->total.looked[LAW_AD_DOT][2] = 1, t->total.looked[LAW_XENG][0] = 1;
  for (int k = 0; k < FOR_ALL_COUNT; k++) t->total.for_all[k] = (uint64_t)k + 1;
  t->total.certified = 1;
  static const LawId on[] = {LAW_AD_FWD, LAW_XENG, LAW_TIERS, LAW_PRINT};
  for (size_t k = 0; k < sizeof on / sizeof *on; k++) t->report.options.laws.on[on[k]] = true;
  assert_page(
      t, "adjudge verify, seed 3: REFUTED: 1 instances, incomplete\n"
         "\n"
         "Looked at                           programs      proved     decided  by merging\n"
         "  programs of files                        3           0           0           0\n"
         "  exhaustive poly,size=6       11,999 of 12,000           0           9           1\n"
         "  by 5 laws and 2 engines, for all inputs: 0 instances proved by checked\n"
         "  certificates, 0 decided by a tier; 1 hold where tried\n"
         "  by merging: for 1 programs the laws about meanings follow from others of the\n"
         "  same meaning, and no other law was asked; 2 more, drawn by the seed, were\n"
         "  looked at all the same, and bore that out\n"
         "\n"
         "Laws by systems                 no engine chad\n"
         "  kinks, ties and edges                    ~\n"
         "  D is the derivative                      X\n"
         "  engines agree                     ?\n"
         "  X refuted; ~ AD differs from the derivative; ? nothing decided\n"
         "\n"
         "Refuted: of each law the first in each scope\n"
         "\n"
         "  REFUTED AD-FWD: the forward derivative is the Jacobian applied to the tangent (CHAD Thm. 8.3)\n"
         "    engine chad-forward, evaluator -, what is compared\n"
         "    smallest program found, 3 nodes:\n"
         "      def f (x : real) = x * x\n"
         "    from: def f (x : real) = x * x + 0\n"
         "    at input  (1/2)\n"
         "    tangent   (1)\n"
         "    cotangent (-1)\n"
         "    expected  (2)\n"
         "    found     (3)\n"
         "    certified [2 +/- 1e-20]\n"
         "    rules     FWD_OP (CHAD 7.4)\n"
         "    again: adjudge replay poly,size=6:1\n"
         "\n"
         "Differs: where AD and the derivative of the function part\n"
         "  1 instances, at boundaries of tests and edges of domains: facts about AD, no\n"
         "  passes and no failures (--strict makes them so)\n"
         "\n"
         "  DIFFERS KINK: where no derivative exists every engine gives one convention, the declared one if there is "
         "one (design: conventions at kinks)\n"
         "    engine chad-forward, evaluator applied, what is compared\n"
         "    at input  (1/2)\n"
         "    expected  (2)\n"
         "    found     (3)\n"
         "\n"
         "  1 more laws and scopes: --full\n"
         "\n"
         "For all inputs\n"
         "  programs: 1 polynomials, 2 by normal forms, 3 region by region, 4 but for a\n"
         "  thin set, 5 left open, 6 too large, 7 defined nowhere, 8 outside the fragment;\n"
         "  not decided, but certified at a point: 1\n"
         "  PROVED         f.adj: square                                     certificates checked; T2k, Kronecker "
         "substitution\n"
         "  not decided    f.adj: a name of forty-one letters, with its end  normal forms with atoms differ, which "
         "decides nothing\n"
         "  DECIDED        f.adj: a name of forty-two letters, with its ends  T2, normal forms\n"
         "\n"
         "Undecided: neither decided nor refuted, and no pass\n"
         "  instances: AD-REV 1, AD-DOT 2,001\n"
         "\n"
         "Not looked at\n"
         "  instances skipped: 1 outside the domain, 2 not available in the ring, 4 at a\n"
         "  limit, 0 not in the engine's language\n"
         "  2 of the 5 laws with an instance looked at a part of the programs: --full\n"
         "  tells n of N\n"
         "  laws without an instance: TIERS PRINT\n"
         "  exhaustive poly,size=6: 1 programs could not be made, were not judged to the end, or ended each worker\n"
         "  exhaustive poly,size=6: 1 workers died (killed, out of memory, or a defect): others did their work again\n"
         "  exhaustive poly,size=6: interrupted: the counts are what was established until then\n");
  free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_quiet), cmocka_unit_test(test_loud)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
