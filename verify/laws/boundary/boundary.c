/* SMOOTH and AD-DEFINED at one rational point, where truth is known by germs.
 *
 * AD differentiates the path that a program takes; the derivative knows nothing of
 * paths.  Where the two part, at a tie or at the edge of what an operation is defined
 * on, an engine differs: a fact about AD, and no error of the engine.  A rule that
 * somebody gives claims the derivative, and is refuted where it gives another. */
#include "verify/laws/boundary/boundary.h"

#include <stdlib.h>
#include <string.h>

#define DIGITS 30 /* of the truth: more than balls_agree asks for */
#define FIRST_BITS 106
#define MOST_BITS 424

typedef struct Site {
  Subject *subject;
  Subject at;  /* the same, its point over the rationals, for witnesses */
  Subject run; /* the same, its point over the ring of the run */
  const mpq_t *x;
  SiteTruth truth;
  arb_ptr found;   /* by an engine: in the order of the truth */
  bool irrational; /* the rationals lacked what an engine does */
} Site;

/* ------------------------------------------------------------------ truth -- */

static void site_truth_init(SiteTruth *truth) {
  *truth = (SiteTruth){.columns = NULL};
  germ_init(&truth->germ);
}

static void site_truth_clear(SiteTruth *truth) {
  if (truth->columns != NULL) _arb_vec_clear(truth->columns, (slong)truth->entries);
  germ_clear(&truth->germ);
}

static Status find_column(Subject *subject, const mpq_t *x, uint32_t input, SiteTruth *truth) {
  CertifiedOptions options = {.order = 1, .digits = DIGITS, .limit = MOST_BITS};
  mpq_t *v = arena_array(&subject->battery->scratch, subject->inputs, sizeof *v);
  if (v == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < subject->inputs; i++) mpq_init(v[i]), mpq_set_ui(v[i], i == input, 1);
  Status status =
      truth_germ(subject->battery->certified, subject->program, x, (const mpq_t *)v, &options, &truth->germ);
  for (uint32_t i = 0; i < subject->inputs; i++) mpq_clear(v[i]);
  if (status == STATUS_LIMIT && truth->germ.verdict == GERM_CERTIFIED) status = STATUS_OK;
  for (uint32_t o = 0; o < subject->outputs && status == STATUS_OK && truth->germ.verdict == GERM_CERTIFIED; o++)
    arb_set(truth->columns + (size_t)input * subject->outputs + o, enclosure_of(&truth->germ.numbers, o, 1));
  return status;
}

/* Every column at x; the truth was initialised. */
static GermVerdict site_truth(Subject *subject, const mpq_t *x, SiteTruth *truth) {
  bool tied = false;
  truth->entries = (size_t)subject->inputs * subject->outputs;
  truth->columns = _arb_vec_init((slong)truth->entries);
  truth->germ.verdict = GERM_CERTIFIED;
  for (uint32_t i = 0; i < subject->inputs && truth->germ.verdict == GERM_CERTIFIED; i++) {
    if (find_column(subject, x, i, truth) != STATUS_OK) truth->germ.verdict = GERM_UNDECIDED;
    tied = tied || truth->germ.tied;
  }
  truth->germ.tied = tied;
  return truth->germ.verdict;
}

/* ------------------------------------------------------------------- runs -- */

bool site_place(Subject *at, const mpq_t *x, Ring *ring) {
  at->ring = ring;
  at->point = subject_scalars(at, at->inputs);
  for (uint32_t i = 0; at->point != NULL && i < at->inputs; i++) {
    if (ring == at->battery->rational)
      at->point[i] = rational_make(ring, x[i]);
    else
      at->point[i] = ball_make_rational(ring, x[i]);
  }
  return at->point != NULL;
}

Status site_run(Subject *at, const Derived *derived, int k, Scalar *image) {
  Battery *battery = at->battery;
  uint32_t m = derived->domain;
  Scalar *seed = subject_scalars(at, m * m), *primal = subject_scalars(at, at->outputs);
  if (seed == NULL || primal == NULL) return STATUS_LIMIT;
  for (uint32_t s = 0; s < m; s++) {
    for (uint32_t i = 0; i < m; i++) seed[s * m + i] = ring_integer(at->ring, i == s);
  }
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, at->ring, &battery->values);
  Status status = derived_eval(derived, k, &machine, at->point, m, seed, primal, image);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(at->ring);
  return status == STATUS_OK ? left : status;
}

static void take_entry(const Subject *at, Scalar from, arb_t out) {
  mpq_t number;
  if (at->ring != at->battery->rational) {
    arb_set(out, ball_get(at->ring, from));
    return;
  }
  mpq_init(number);
  rational_get(at->ring, from, number);
  ball_set_rational(out, number, MOST_BITS);
  mpq_clear(number);
}

/* Over the rationals, or over balls: what is DOMAIN for certain stays so. */
static Status run_over(Site *site, const Derived *derived, int k, Ring *ring) {
  Subject *at = &site->run;
  size_t mark = ring_mark(ring);
  ArenaMark scratch = arena_mark(&at->battery->scratch);
  Scalar *image = subject_scalars(at, at->inputs * at->outputs);
  bool balls = ring == at->battery->balls;
  if (balls) (void)ball_take_imprecise(ring);
  Status status = image == NULL || !site_place(at, site->x, ring) ? STATUS_LIMIT : site_run(at, derived, k, image);
  if (balls && ball_take_imprecise(ring)) status = STATUS_UNABLE;
  for (uint32_t i = 0; i < at->inputs && status == STATUS_OK; i++) {
    for (uint32_t o = 0; o < at->outputs; o++) {
      uint32_t slot = derived->engine->reverse ? o * at->inputs + i : i * at->outputs + o;
      take_entry(at, image[slot], site->found + (size_t)i * at->outputs + o);
    }
  }
  arena_release(&at->battery->scratch, scratch);
  ring_release(ring, mark);
  return status;
}

/* --------------------------------------------------------------- verdicts -- */

static Agreement compare(const Site *site) {
  Agreement worst = AGREE;
  arb_t largest;
  arb_init(largest);
  for (size_t k = 0; k < site->truth.entries; k++) ball_widen(largest, site->truth.columns + k);
  for (size_t k = 0; k < site->truth.entries; k++) ball_widen(largest, site->found + k);
  for (size_t k = 0; k < site->truth.entries && worst != DISAGREE; k++) {
    Agreement one = balls_agree(site->truth.columns + k, site->found + k, largest);
    if (one != AGREE) worst = one;
  }
  arb_clear(largest);
  return worst;
}

static Status find_enclosed(Site *site, const Derived *derived, int k, slong bits, Agreement *agreement) {
  ball_set_precision(site->subject->battery->balls, bits);
  Status status = run_over(site, derived, k, site->subject->battery->balls);
  *agreement = status == STATUS_OK ? compare(site) : UNCLEAR;
  return status;
}

/* The numbers of one engine, exactly or at rising precision.  What the rationals lacked for one engine they lack for
 * most: balls come first then, and stand where they agree with the truth. */
static Status find_numbers(Site *site, const Derived *derived, int k, Agreement *agreement) {
  Battery *battery = site->subject->battery;
  if (site->irrational && find_enclosed(site, derived, k, FIRST_BITS, agreement) == STATUS_OK && *agreement == AGREE)
    return STATUS_OK;
  Status status = run_over(site, derived, k, battery->rational);
  site->irrational = site->irrational || status == STATUS_UNABLE;
  *agreement = status == STATUS_OK ? compare(site) : UNCLEAR;
  for (slong bits = FIRST_BITS; bits <= MOST_BITS && (status == STATUS_UNABLE || *agreement == UNCLEAR); bits *= 2) {
    if (status == STATUS_DOMAIN || status == STATUS_STUCK || status == STATUS_ILL_TYPED) break;
    status = find_enclosed(site, derived, k, bits, agreement);
  }
  return status;
}

static void print_columns(size_t count, arb_srcptr columns, char *out) {
  size_t used = 0;
  out[0] = '\0';
  for (size_t k = 0; k < count && used + 48 < WITNESS_TEXT; k++) {
    if (k > 0) used += (size_t)snprintf(out + used, WITNESS_TEXT - used, ", ");
    (void)ball_print(columns + k, 20, out + used, WITNESS_TEXT - used);
    used = strlen(out);
  }
}

/* Whether it stands in the place of CHAD's: forward is the first of them. */
static bool is_given(const Subject *subject, const Derived *derived) {
  return subject->rules != NULL && derived->slot <= SUBJECT_ENGINES && subject->given[derived->slot - 1] != NULL;
}

/* The engine gives `found`: another number, or none. */
static void part(Site *site, LawId law, const Derived *derived, int k, const char *found) {
  char expected[WITNESS_TEXT];
  Subject *at = &site->at;
  LawId claim = derived->engine->reverse ? LAW_AD_REV : LAW_AD_FWD;
  bool given = is_given(at, derived), tied = site->truth.germ.tied || law == LAW_AD_DEFINED;
  print_columns(site->truth.entries, site->truth.columns, expected);
  if (given || !tied)
    judge_refute(at, claim, derived->slot, derived_evaluator(derived, k), what("the derivative at a point"), expected,
                 found);
  else
    judge_differs(at, law, derived->slot, derived_evaluator(derived, k), what("the derivative at a point"), NULL,
                  expected, found);
}

static void count(const Site *site, LawId law, const Derived *derived, Outcome outcome) {
  if (law_on(site->subject, law)) judge_count(site->subject, law, derived->slot, outcome);
}

static void judge_numbers(Site *site, const Derived *derived, int k, Agreement agreement, Convention *told) {
  char found[WITNESS_TEXT];
  count(site, LAW_AD_DEFINED, derived, OUTCOME_HOLDS);
  told->engines++;
  told->agreeing += agreement == AGREE;
  switch (agreement) {
  case AGREE:
    if (site->truth.germ.tied) count(site, LAW_SMOOTH, derived, OUTCOME_HOLDS);
    break;
  case UNCLEAR:
    if (site->truth.germ.tied) count(site, LAW_SMOOTH, derived, OUTCOME_UNDECIDED);
    break;
  case DISAGREE:
    print_columns(site->truth.entries, site->found, found);
    part(site, LAW_SMOOTH, derived, k, found);
    break;
  }
}

/* Whether it is code that may compute numbers where it has no value. */
static bool may_compute(const Site *site, const Derived *derived) {
  const GivenRules *rules = site->subject->rules;
  return is_given(site->subject, derived) && rules->computes != NULL && rules->computes(rules->state, site->x);
}

static void judge_engine(Site *site, const Derived *derived, int k, Convention *told) {
  Agreement agreement = UNCLEAR;
  Status status = find_numbers(site, derived, k, &agreement);
  switch (status) {
  case STATUS_OK: judge_numbers(site, derived, k, agreement, told); break;
  case STATUS_DOMAIN:
    told->engines++;
    if (may_compute(site, derived))
      count(site, LAW_AD_DEFINED, derived, OUTCOME_UNDECIDED);
    else
      part(site, LAW_AD_DEFINED, derived, k, "no value");
    break;
  case STATUS_LIMIT: count(site, LAW_AD_DEFINED, derived, OUTCOME_LIMIT); break;
  case STATUS_UNABLE: count(site, LAW_AD_DEFINED, derived, OUTCOME_UNABLE); break;
  case STATUS_STUCK:
  case STATUS_ILL_TYPED:
    judge_status(&site->at, LAW_AD_DEFINED, derived->slot, derived_evaluator(derived, k), what("evaluation"), status);
    break;
  }
}

/* f has a derivative at x. */
static void judge_smooth(Site *site, Convention *told) {
  Subject *subject = site->subject;
  site->found = _arb_vec_init((slong)site->truth.entries);
  for (int e = 0; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    for (int k = 0; derived_usable(derived) && k < derived->runs; k++) {
      bool chosen = (uint64_t)subject->index % (uint64_t)derived->runs == (uint64_t)k;
      if (subject->options->thorough || chosen) judge_engine(site, derived, k, told);
    }
  }
  _arb_vec_clear(site->found, (slong)site->truth.entries);
}

GermVerdict laws_at(Subject *subject, const mpq_t *x, uint32_t entry, Convention *told) {
  Battery *battery = subject->battery;
  ArenaMark scratch = arena_mark(&battery->scratch);
  size_t mark = ring_mark(battery->rational);
  Site site = {.subject = subject, .at = *subject, .run = *subject, .x = x};
  *told = (Convention){0};
  site_truth_init(&site.truth);
  GermVerdict verdict = site_truth(subject, x, &site.truth);
  bool exempt =
      subject->rules != NULL && subject->rules->exempt != NULL && subject->rules->exempt(subject->rules->state, x);
  if (!exempt && site_place(&site.at, x, battery->rational)) {
    site.at.direction = NULL;
    if (verdict == GERM_CERTIFIED) judge_smooth(&site, told);
    if (verdict == GERM_NOT_DIFFERENTIABLE && subject->rules == NULL) laws_kink(&site.at, x, entry, told);
    /* a kink that the specification does not declare is to be declared: no refutation */
    if (verdict == GERM_NOT_DIFFERENTIABLE && subject->rules != NULL)
      judge_count(subject, LAW_AD_DEFINED, 0, OUTCOME_UNDECIDED);
    if (verdict == GERM_UNDECIDED && law_on(subject, LAW_SMOOTH))
      judge_count(subject, LAW_SMOOTH, 0, OUTCOME_UNDECIDED);
  }
  told->smooth = verdict == GERM_CERTIFIED;
  told->jump = verdict == GERM_NOT_DIFFERENTIABLE && site.truth.germ.jump;
  if (told->smooth && entry < site.truth.entries)
    (void)ball_print(site.truth.columns + entry, 20, told->text, sizeof told->text);
  site_truth_clear(&site.truth);
  ring_release(battery->rational, mark);
  arena_release(&battery->scratch, scratch);
  return verdict;
}
