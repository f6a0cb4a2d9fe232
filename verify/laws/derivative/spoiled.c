/* SPOILED: what judges is judged.
 *
 * On one program in so many a derivative of CHAD's, or another engine's, is changed in one component, or taken away,
 * and the laws look at it once more, counting apart: each must refute it, at the point and by every tier that decides
 * for all inputs.  A law that compares a side with itself, a tolerance that is too wide, a tier that takes for decided
 * what it left open, a failure that is skipped is so refuted on the programs on which it would pass, whatever the
 * engines do. */
#include "verify/battery/subject.h"

#include <stdlib.h>
#include <string.h>

/* One program in so many, unless thorough. */
#define SPOILED_ROTATION 256u
/* Programs of more nodes take the symbolic tier too long to be asked twice. */
#define SYMBOLIC_NODES 64u
/* What enclosures are moved by, beside the largest number of the run; narrower ones tell. */
#define NUDGE 0x1p-24
#define NARROW 0x1p-40

/* 1; over enclosures, a small part of the largest number that was met. */
static Scalar nudge(const Subject *subject) {
  Ring *ring = subject->ring;
  if (ring != subject->battery->enclosure) return ring_integer(ring, 1);
  return enclosure_make(ring, NUDGE * (1 + enclosure_magnitude(ring)), 0);
}

/* Whether the law must have looked at it: it has been run in each way, and what it is compared with. */
static bool is_due(const Subject *spoiled, const Derived *derived, LawId law) {
  bool due = true;
  const Derived *partner = derived_partner(spoiled, derived);
  for (int k = 0; k < derived->runs; k++) due = due && derived->run[k].status == STATUS_OK;
  if (law == LAW_AD_DOT) due = due && derived_usable(partner) && partner->run[0].status == STATUS_OK;
  for (int e = 0; e < SUBJECT_ENGINES && law == LAW_XENG; e++) {
    for (int k = 0; k < TARGET_EVALUATORS; k++) due = due && spoiled->derived[e].run[k].status == STATUS_OK;
  }
  return due;
}

/* It has no value any more. */
static bool is_away(const Derived *derived) { return derived->spoil == SPOIL_STUCK || derived->spoil == SPOIL_OUTSIDE; }

/* Outside its domain over enclosures, which may straddle the edge of one: then it is asked once more at the point. */
static bool asked_again(const Subject *spoiled, const Derived *derived) {
  return derived->spoil == SPOIL_OUTSIDE && spoiled->ring == spoiled->battery->enclosure;
}

/* Whether a wrong derivative was seen.  Over enclosures wide ones need not tell, and some points have no certain truth.
 */
static Outcome seen_at_point(const Subject *spoiled, const Derived *derived, LawId law) {
  const uint64_t *count = spoiled->tally->count[law][derived->slot];
  if (asked_again(spoiled, derived)) return count[OUTCOME_DIFFERS] > 0 ? OUTCOME_HOLDS : OUTCOME_UNABLE;
  if (is_away(derived)) return count[OUTCOME_REFUTED] > 0 ? OUTCOME_HOLDS : OUTCOME_REFUTED;
  bool wide = spoiled->battery->widest > NARROW || count[OUTCOME_UNDECIDED] > 0;
  if (count[OUTCOME_REFUTED] > 0) return OUTCOME_HOLDS;
  if (wide && spoiled->ring == spoiled->battery->enclosure) return OUTCOME_UNABLE;
  return outcomes_passed(count) > 0 || is_due(spoiled, derived, law) ? OUTCOME_REFUTED : OUTCOME_UNABLE;
}

/* The same where passes are for all inputs: what is left open is seen too. */
static Outcome seen_for_all(const Subject *spoiled, LawId law, int slot, bool refutes) {
  const uint64_t *count = spoiled->tally->count[law][slot];
  if (outcomes_for_all(count) > 0) return OUTCOME_REFUTED;
  return count[OUTCOME_REFUTED] > 0 || !refutes ? OUTCOME_HOLDS : OUTCOME_UNABLE;
}

static void count_seen(Subject *subject, const Derived *derived, LawId law, Outcome seen, const char *tier) {
  if (seen != OUTCOME_REFUTED)
    judge_count(subject, LAW_SPOILED, derived->slot, seen);
  else
    judge_refute(subject, LAW_SPOILED, derived->slot, tier, what(law_info(law)->name), "a refutation", "none");
}

/* ------------------------------------------------------------ spoiling -- */

Status spoil(Ring *ring, const Derived *derived, Scalar by, uint32_t place, uint32_t seeds, const Scalar *seed,
             Scalar *primal, Scalar *image) {
  uint32_t last = derived->codomain - 1;
  if (derived->spoil == SPOIL_PRIMAL) primal[place] = ring_add(ring, primal[place], by);
  for (uint32_t s = 0; s < seeds && (derived->spoil == SPOIL_LINEAR || derived->spoil == SPOIL_AFFINE); s++) {
    Scalar *entry = &image[(size_t)s * derived->codomain + last];
    Scalar more = derived->spoil == SPOIL_AFFINE ? by : ring_mul(ring, by, seed[(size_t)s * derived->domain]);
    *entry = ring_add(ring, *entry, more);
  }
  if (is_away(derived)) return derived->spoil == SPOIL_STUCK ? STATUS_STUCK : STATUS_DOMAIN;
  return STATUS_OK;
}

/* The runs that there are, changed; false if there are none. */
static bool spoil_runs(Subject *spoiled, Derived *derived) {
  size_t images = (size_t)derived->seeds * derived->codomain;
  Scalar by = nudge(spoiled);
  bool any = false;
  for (int k = 0; k < derived->runs; k++) {
    Run *run = &derived->run[k];
    if (run->status != STATUS_OK) continue;
    Scalar *primal = subject_scalars(spoiled, spoiled->outputs), *image = subject_room(spoiled, images, sizeof *image);
    if (primal == NULL || image == NULL) return false;
    for (uint32_t i = 0; i < spoiled->outputs; i++) primal[i] = run->primal[i];
    for (size_t i = 0; i < images; i++) image[i] = run->image[i];
    run->status =
        spoil(spoiled->ring, derived, by, spoiled->output_slot[0], derived->seeds, derived->seed, primal, image);
    run->primal = primal;
    run->image = image;
    any = true;
  }
  return ring_take_status(spoiled->ring) == STATUS_OK && any;
}

/* ------------------------------------------------------------- judging -- */

static void forget(const Subject *spoiled) {
  memset(spoiled->tally, 0, sizeof *spoiled->tally);
  spoiled->battery->widest = 0;
}

/* What says that it is the derivative. */
static LawId claim_of(const Derived *derived) { return derived->engine->reverse ? LAW_AD_REV : LAW_AD_FWD; }

/* The laws that are to refute it, by what is changed; LAW_COUNT ends them. */
static const LawId *laws_that_see(const Subject *spoiled, const Derived *derived) {
  static const LawId primal[] = {LAW_AD_PRIMAL, LAW_COUNT};
  static const LawId affine[] = {LAW_HOM_ZERO, LAW_HOM_ADD, LAW_HOM_SCALE, LAW_COUNT};
  static const LawId forward[] = {LAW_AD_FWD, LAW_COUNT}, reverse[] = {LAW_AD_REV, LAW_AD_DOT, LAW_COUNT};
  static const LawId own_forward[] = {LAW_AD_FWD, LAW_XENG, LAW_COUNT};
  static const LawId own_reverse[] = {LAW_AD_REV, LAW_AD_DOT, LAW_XENG, LAW_COUNT};
  static const LawId defined[] = {LAW_AD_DEFINED, LAW_COUNT}, claim[] = {LAW_AD_REV, LAW_COUNT};
  bool own = derived->own != NULL && derived_usable(&spoiled->derived[derived->engine->reverse ? 1 : 0]);
  if (derived->spoil == SPOIL_PRIMAL) return primal;
  if (derived->spoil == SPOIL_AFFINE) return affine;
  if (asked_again(spoiled, derived)) return defined;
  if (is_away(derived)) return derived->engine->reverse ? claim : forward;
  if (!derived->engine->reverse) return own ? own_forward : forward;
  return own ? own_reverse : reverse;
}

static void judge_at_point(Subject *subject, Subject *spoiled, BatteryOptions *options, Derived *derived) {
  Derived whole = *derived;
  forget(spoiled);
  options->laws.on[LAW_AD_DEFINED] = asked_again(spoiled, derived);
  if (spoil_runs(spoiled, derived)) {
    laws_derivative(spoiled);
    for (const LawId *law = laws_that_see(spoiled, derived); *law != LAW_COUNT; law++)
      count_seen(subject, derived, *law, seen_at_point(spoiled, derived, *law), "at a point");
  }
  options->laws.on[LAW_AD_DEFINED] = false;
  memcpy(derived->run, whole.run, sizeof derived->run);
}

/* Of the laws that are to refute it the one that tiers decide. */
static LawId decided_law(const Subject *spoiled, const Derived *derived) {
  return is_away(derived) ? claim_of(derived) : laws_that_see(spoiled, derived)[0];
}

/* T2k, and T2. */
static void judge_for_all(Subject *subject, Subject *spoiled, const Derived *derived) {
  const LawId law = decided_law(spoiled, derived);
  forget(spoiled);
  if (spoiled->ring == spoiled->battery->field && laws_for_all(spoiled))
    count_seen(subject, derived, law, seen_for_all(spoiled, law, derived->slot, !is_away(derived)),
               "Kronecker substitution");
  if (term_size(subject->battery->store, subject->program->term) > SYMBOLIC_NODES) return;
  forget(spoiled);
  if (laws_symbolic(spoiled, false) != FOR_ALL_OUTSIDE)
    count_seen(subject, derived, law, seen_for_all(spoiled, law, derived->slot, false), "normal forms");
}

/* Of what is not the derivative there is no certificate. */
static void judge_certificates(Subject *subject, const Subject *spoiled, const Derived *derived) {
  Subject alone = *spoiled;
  alone.derived[0] = *derived;
  alone.derivations = 1;
  laws_certificates(&alone);
  Outcome seen = OUTCOME_HOLDS;
  for (int k = 0; k < derived->runs; k++) {
    if (alone.derived[0].proof[k].by_certificate) seen = OUTCOME_REFUTED;
  }
  count_seen(subject, derived, decided_law(spoiled, derived), seen, "certificates");
}

/* All that are asked, whichever the run is of. */
static const LawId asked[] = {LAW_AD_FWD,   LAW_AD_REV,  LAW_AD_DOT,    LAW_AD_PRIMAL,
                              LAW_HOM_ZERO, LAW_HOM_ADD, LAW_HOM_SCALE, LAW_XENG};

static void judge_spoiled(Subject *subject, uint32_t e, Spoil how) {
  Subject spoiled = *subject;
  BatteryOptions options = *subject->options;
  Battery *battery = subject->battery;
  Derived *derived = &spoiled.derived[e];
  ProgramVerdict verdict = battery->verdict;
  Workspace mark = subject_mark(&spoiled);
  derived->spoil = how;
  memset(derived->proof, 0, sizeof derived->proof);
  memset(derived->recorded, 0, sizeof derived->recorded);
  options.certificates = NULL;
  options.laws = (LawSet){{false}};
  for (size_t l = 0; l < sizeof asked / sizeof asked[0]; l++) options.laws.on[asked[l]] = true;
  spoiled.options = &options;
  spoiled.tally = battery->spoiled;
  spoiled.witnesses = battery->spoiled_witnesses;
  spoiled.sink = NULL;
  judge_at_point(subject, &spoiled, &options, derived);
  judge_for_all(subject, &spoiled, derived);
  if (spoiled.ring == battery->field) judge_certificates(subject, &spoiled, derived);
  subject_release(&spoiled, mark);
  bool unfinished = battery->verdict.unfinished;
  battery->verdict = verdict;
  battery->verdict.unfinished = verdict.unfinished || unfinished;
}

bool spoiled_open(Battery *battery) {
  battery->spoiled = calloc(1, sizeof *battery->spoiled);
  battery->spoiled_witnesses = calloc(LAW_COUNT, sizeof *battery->spoiled_witnesses);
  if (battery->spoiled == NULL || battery->spoiled_witnesses == NULL) return false;
  /* none is written: what is refuted here is shown to nobody */
  for (int law = 0; law < LAW_COUNT; law++)
    battery->spoiled_witnesses[law] = (Witness){.present = true, .outcome = OUTCOME_REFUTED};
  return true;
}

void spoiled_close(Battery *battery) {
  free(battery->spoiled);
  free(battery->spoiled_witnesses);
}

/* Each way of changing it. */
static void spoil_engine(Subject *subject, uint32_t e) {
  if (!derived_usable(&subject->derived[e])) return;
  for (int how = SPOIL_LINEAR; how <= SPOIL_OUTSIDE; how++) judge_spoiled(subject, e, (Spoil)how);
}

void laws_spoiled(Subject *subject) {
  bool chosen = subject->options->thorough || (uint64_t)subject->index % SPOILED_ROTATION == 5;
  if (!law_on(subject, LAW_SPOILED) || !chosen || subject->tangents == 0 || subject->cotangents == 0) return;
  uint32_t other = (uint32_t)(subject->seed % (uint64_t)subject->derivations);
  for (uint32_t e = 0; e < SUBJECT_ENGINES; e++) spoil_engine(subject, e);
  if (other >= SUBJECT_ENGINES) spoil_engine(subject, other);
}
