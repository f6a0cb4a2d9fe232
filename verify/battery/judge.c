/* Comparing two sides of a law, and counting the outcome. */
#include "verify/battery/subject.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* An enclosure decides "equal" only when it is narrow: to 2^-20 of the value,
 * or to 2^-40 of the largest number the run met (a difference that cancels to
 * zero has no digits of its own). */
#define NARROW_TO_VALUE 0x1p-20
#define NARROW_TO_RUN 0x1p-40

void judge_count(Subject *subject, LawId law, int slot, Outcome outcome) {
  Battery *battery = subject->battery;
  if (battery->looked[law][slot] != battery->checked && subject->tally != battery->spoiled) {
    battery->looked[law][slot] = battery->checked;
    subject->tally->looked[law][slot]++;
  }
  subject->tally->count[law][slot][outcome]++;
  subject->tally->instances[outcome]++;
}

/* Their values are numbers always; where nothing is known the width is infinite, and so not narrow. */
static Outcome compare_enclosures(Subject *subject, Scalar a, Scalar b) {
  Ring *ring = subject->ring;
  double va = enclosure_value(ring, a), vb = enclosure_value(ring, b);
  double width = enclosure_bound(ring, a) + enclosure_bound(ring, b);
  double value = fmax(fabs(va), fabs(vb)), run = enclosure_magnitude(ring);
  if (fabs(va - vb) > width) return OUTCOME_REFUTED;
  if (width > NARROW_TO_VALUE * value && width > NARROW_TO_RUN * run) return OUTCOME_UNDECIDED;
  if (run > 0) subject->battery->widest = fmax(subject->battery->widest, width / run);
  double relative = value > 0 ? width / fmax(value, run * NARROW_TO_VALUE) : 0;
  if (relative > subject->tally->widest) subject->tally->widest = relative;
  return OUTCOME_HOLDS;
}

Outcome verdict_scalars(Subject *subject, Scalar a, Scalar b) {
  if (subject->ring == subject->battery->enclosure) return compare_enclosures(subject, a, b);
  return ring_equal(subject->ring, a, b) ? OUTCOME_HOLDS : OUTCOME_REFUTED;
}

static const Places all_real = {NULL, 0};
static Places input_places(const Subject *subject) { return (Places){subject->input_slot, subject->tangents}; }
static Places output_places(const Subject *subject) { return (Places){subject->output_slot, subject->cotangents}; }

static void print_vector(Subject *subject, uint32_t length, const Scalar *vector, Places places, char *out) {
  size_t used = 0;
  uint32_t next = 0;
  out[0] = '\0';
  for (uint32_t i = 0; i < length; i++) {
    char text[WITNESS_TEXT / 2];
    if (place_is_real(places, i, &next))
      (void)ring_print(subject->ring, vector[i], text, sizeof text);
    else
      (void)snprintf(text, sizeof text, "%lld", (long long)scalar_to_int(vector[i]));
    bool fits = used + strlen(text) + sizeof ", , ..." <= WITNESS_TEXT;
    used += (size_t)snprintf(out + used, WITNESS_TEXT - used, "%s%s", i == 0 ? "" : ", ", fits ? text : "...");
    if (!fits) return;
  }
}

/* A scalar of the subject's ring as the rational that it is; false if it is none. */
static bool exact_scalar(const Subject *subject, Scalar a, mpq_t out) {
  const Battery *battery = subject->battery;
  if (subject->ring == battery->rational) {
    rational_get(subject->ring, a, out);
    return true;
  }
  if (subject->ring != battery->enclosure || enclosure_bound(subject->ring, a) != 0) return false;
  mpq_set_d(out, enclosure_value(subject->ring, a));
  return true;
}

/* Exactly, or not at all. */
static void print_exact(const Subject *subject, uint32_t length, const Scalar *vector, Places places, char *out) {
  mpq_t number;
  size_t used = 0;
  uint32_t next = 0;
  bool good = true;
  mpq_init(number);
  out[0] = '\0';
  for (uint32_t i = 0; i < length && good; i++) {
    bool is_real = place_is_real(places, i, &next);
    mpq_set_si(number, is_real ? 0 : scalar_to_int(vector[i]), 1);
    good = !is_real || exact_scalar(subject, vector[i], number);
    int wrote = good ? gmp_snprintf(out + used, WITNESS_TEXT - used, "%s%Qd", i == 0 ? "" : ", ", number) : -1;
    good = wrote >= 0 && (size_t)wrote < WITNESS_TEXT - used;
    if (good) used += (size_t)wrote;
  }
  if (!good) out[0] = '\0';
  mpq_clear(number);
}

static void print_what(What about, bool residues, char *out, size_t size) {
  static const char modulus[] = ", modulo 2^61 - 1"; /* of all numbers that are shown */
  size_t used = 0;
  size -= residues ? sizeof modulus : 0;
  int wrote = snprintf(out, size, "%s", about.text);
  for (int i = 0; i < 2 && wrote >= 0 && used + (size_t)wrote < size && about.name[i] != NULL; i++) {
    used += (size_t)wrote;
    wrote = snprintf(out + used, size - used, "%s %u", about.name[i], about.number[i]);
  }
  if (residues) strcat(out, modulus);
}

bool witness_before(const Witness *a, const Witness *b) {
  if (!a->present || !b->present) return a->present;
  if (a->outcome != b->outcome) return a->outcome == OUTCOME_REFUTED;
  return a->index < b->index;
}

/* The witness to fill in, or NULL when one that comes before it stands. */
static Witness *open_witness(Subject *subject, Outcome outcome, LawId law, int slot, const char *evaluator,
                             What about) {
  bool shown = subject->ring != NULL; /* there is none where no point was found */
  Witness *witness = &subject->witnesses[law], found = {.present = true, .outcome = outcome, .index = subject->index};
  judge_count(subject, law, slot, outcome);
  if (!witness_before(&found, witness)) return NULL;
  *witness = found;
  witness->law = law;
  witness->engine = slot;
  witness->seed = subject->options->seed;
  (void)snprintf(witness->evaluator, sizeof witness->evaluator, "%s", evaluator);
  print_what(about, shown && subject->ring == subject->battery->field, witness->what, sizeof witness->what);
  if (shown && subject->point != NULL)
    print_vector(subject, subject->inputs, subject->point, input_places(subject), witness->input);
  const Scalar *tangent = subject->shown_tangent != NULL ? subject->shown_tangent : subject->direction;
  const Scalar *cotangent = subject->shown_cotangent;
  if (tangent != NULL && shown) print_vector(subject, subject->tangents, tangent, all_real, witness->tangent);
  if (cotangent != NULL && shown) print_vector(subject, subject->cotangents, cotangent, all_real, witness->cotangent);
  if (shown && subject->point != NULL)
    print_exact(subject, subject->inputs, subject->point, input_places(subject), witness->exact_input);
  if (tangent != NULL && shown) print_exact(subject, subject->tangents, tangent, all_real, witness->exact_tangent);
  if (cotangent != NULL && shown)
    print_exact(subject, subject->cotangents, cotangent, all_real, witness->exact_cotangent);
  return witness;
}

void judge_refute(Subject *subject, LawId law, int slot, const char *evaluator, What about, const char *expected,
                  const char *found) {
  if (!law_on(subject, law)) return;
  Witness *witness = open_witness(subject, OUTCOME_REFUTED, law, slot, evaluator, about);
  if (witness == NULL) return;
  (void)snprintf(witness->expected, sizeof witness->expected, "%s", expected);
  (void)snprintf(witness->found, sizeof witness->found, "%s", found);
}

void judge_differs(Subject *subject, LawId law, int slot, const char *evaluator, What about, const char *point,
                   const char *expected, const char *found) {
  if (!law_on(subject, law)) return;
  Witness *witness = open_witness(subject, OUTCOME_DIFFERS, law, slot, evaluator, about);
  if (witness == NULL) return;
  if (point != NULL) {
    (void)snprintf(witness->input, sizeof witness->input, "%s", point);
    witness->exact_input[0] = '\0';
  }
  (void)snprintf(witness->expected, sizeof witness->expected, "%s", expected);
  (void)snprintf(witness->found, sizeof witness->found, "%s", found);
}

/* For all inputs, by canonical forms; or at one point, which is for all where both sides were found to be one. */
static Outcome compare(Subject *subject, bool canonical, uint32_t length, Places places, const Scalar *expected,
                       const Scalar *found) {
  if (canonical) return verdict_decided(subject->ring, length, expected, found);
  Outcome outcome = verdict_holds(subject, length, places, expected, found);
  return outcome == OUTCOME_HOLDS && subject->for_all ? OUTCOME_DECIDED : outcome;
}

/* A certificate that was checked, and a tier that refutes what it says: one of them is wrong. */
static void judge_conflict(Subject *subject, int slot, const char *evaluator, What about) {
  judge_refute(subject, LAW_TIERS, slot, evaluator, about, "what a checked certificate says", "a difference");
}

/* Compares and counts, an equality that is decided by what the token says of it. */
static bool judge_as(Subject *subject, bool canonical, ProofToken token, LawId law, int slot, const char *evaluator,
                     What about, uint32_t length, Places places, const Scalar *expected, const Scalar *found) {
  if (!law_on(subject, law)) return true;
  if (subject->ring->status == STATUS_LIMIT) { /* what the ring gave since then is no scalar */
    (void)!ring_take_status(subject->ring);
    judge_count(subject, law, slot, OUTCOME_LIMIT);
    return false;
  }
  Outcome worst = compare(subject, canonical, length, places, expected, found);
  if (worst != OUTCOME_REFUTED) {
    judge_count(subject, law, slot, worst == OUTCOME_DECIDED ? gate_outcome(token) : worst);
    return worst != OUTCOME_UNDECIDED;
  }
  if (token.by_certificate) judge_conflict(subject, slot, evaluator, about);
  Witness *witness = open_witness(subject, OUTCOME_REFUTED, law, slot, evaluator, about);
  if (witness != NULL) {
    print_vector(subject, length, expected, places, witness->expected);
    print_vector(subject, length, found, places, witness->found);
  }
  return false;
}

bool judge_equal(Subject *subject, LawId law, int slot, const char *evaluator, What about, uint32_t length,
                 const Scalar *expected, const Scalar *found) {
  return judge_as(subject, false, (ProofToken){0}, law, slot, evaluator, about, length, all_real, expected, found);
}

bool judge_outputs(Subject *subject, LawId law, int slot, const char *evaluator, What about, const Scalar *expected,
                   const Scalar *found) {
  return judge_as(subject, false, (ProofToken){0}, law, slot, evaluator, about, subject->outputs,
                  output_places(subject), expected, found);
}

bool judge_decided(Subject *subject, LawId law, int slot, const char *evaluator, What about, uint32_t length,
                   const Scalar *expected, const Scalar *found, ProofToken token) {
  return judge_as(subject, true, token, law, slot, evaluator, about, length, all_real, expected, found);
}

bool judge_scalar(Subject *subject, LawId law, int slot, const char *evaluator, What about, Scalar expected,
                  Scalar found) {
  return judge_equal(subject, law, slot, evaluator, about, 1, &expected, &found);
}

void judge_status(Subject *subject, LawId law, int slot, const char *evaluator, What about, Status status) {
  if (!law_on(subject, law)) return;
  switch (status) {
  case STATUS_OK: return;
  case STATUS_UNABLE: judge_count(subject, law, slot, OUTCOME_UNABLE); return;
  case STATUS_LIMIT: judge_count(subject, law, slot, OUTCOME_LIMIT); return;
  case STATUS_DOMAIN:
    /* Over doubles an enclosure may straddle the edge of a domain; over an exact
     * ring the truth tier found the derivative defined at this very point. */
    if (subject->ring == subject->battery->enclosure) {
      judge_count(subject, law, slot, OUTCOME_DOMAIN);
      return;
    }
    judge_refute(subject, law, slot, evaluator, about, "a value", status_name(status));
    return;
  case STATUS_STUCK:
  case STATUS_ILL_TYPED: judge_refute(subject, law, slot, evaluator, about, "a value", status_name(status)); return;
  }
}
