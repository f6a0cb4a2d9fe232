/* AD-FWD, AD-REV, AD-DOT, AD-PRIMAL, HOM-* and XENG. */
#include "verify/battery/subject.h"
#include "verify/laws/boundary/boundary.h"

static const Scalar *image_of(const Derived *derived, const Run *run, uint32_t seed) {
  return run->image + (size_t)seed * derived->codomain;
}

static const Scalar *seed_of(const Derived *derived, uint32_t seed) {
  return derived->seed + (size_t)seed * derived->domain;
}

/* HOM-ZERO: f(0) = 0;  HOM-ADD: f(a + b) = f(a) + f(b);  HOM-SCALE: f(c a) = c f(a) */
static void laws_homomorphism(Subject *subject, const Derived *derived, const Run *run, const char *evaluator) {
  Ring *ring = subject->ring;
  uint32_t n = derived->codomain;
  Scalar *expected = subject_scalars(subject, n);
  if (expected == NULL) return;
  for (uint32_t i = 0; i < n; i++) expected[i] = ring_integer(ring, 0);
  (void)judge_equal(subject, LAW_HOM_ZERO, derived->slot, evaluator, what("f(0)"), n, expected,
                    image_of(derived, run, SEED_ZERO));
  const Scalar *a = image_of(derived, run, SEED_A), *b = image_of(derived, run, SEED_B);
  for (uint32_t i = 0; i < n; i++) expected[i] = ring_add(ring, a[i], b[i]);
  (void)judge_equal(subject, LAW_HOM_ADD, derived->slot, evaluator, what("f(a + b)"), n, expected,
                    image_of(derived, run, SEED_SUM));
  for (uint32_t i = 0; i < n; i++) expected[i] = ring_mul(ring, ring_integer(ring, SEED_SCALE), a[i]);
  (void)judge_equal(subject, LAW_HOM_SCALE, derived->slot, evaluator, what("f(7 a)"), n, expected,
                    image_of(derived, run, SEED_SCALED));
}

/* AD-FWD: image of the direction = truth.
 * AD-REV: <truth, w> = <direction, image of w>, for every cotangent seed w. */
void judge_against_truth(Subject *subject, LawId law, const Derived *derived, const Run *run, const char *evaluator) {
  if (!derived->engine->reverse) {
    (void)judge_equal(subject, law, derived->slot, evaluator, what("J v"), derived->codomain, subject->truth,
                      image_of(derived, run, SEED_A));
    return;
  }
  bool holds = true;
  for (uint32_t s = 0; s < derived->seeds && holds; s++) {
    What about = {"<J v, w>", {", cotangent seed"}, {s}};
    Scalar expected = inner_product(subject->ring, subject->cotangents, subject->truth, seed_of(derived, s));
    Scalar found = inner_product(subject->ring, subject->tangents, subject->direction, image_of(derived, run, s));
    subject->shown_cotangent = seed_of(derived, s);
    holds = judge_scalar(subject, law, derived->slot, evaluator, about, expected, found);
  }
  subject->shown_cotangent = NULL;
}

/* AD-DOT: <J v, w> = <v, J^t w> on pairs of seeds, one system for both modes. */
static void law_dot(Subject *subject, const Derived *forward, const Derived *reverse, int k) {
  const Run *f = &forward->run[k < forward->runs ? k : 0], *r = &reverse->run[k];
  uint32_t m = forward->seeds < 16 ? forward->seeds : 16, n = reverse->seeds < 16 ? reverse->seeds : 16;
  bool holds = true;
  if (f->status != STATUS_OK || r->status != STATUS_OK) return;
  for (uint32_t i = SEED_A; i < m; i++) {
    /* every direction against a random cotangent, and one random direction
     * against every cotangent */
    for (uint32_t j = SEED_A; j < n && holds; j++) {
      if (i != SEED_A && j != SEED_A) continue;
      Scalar left = inner_product(subject->ring, subject->cotangents, image_of(forward, f, i), seed_of(reverse, j));
      Scalar right = inner_product(subject->ring, subject->tangents, seed_of(forward, i), image_of(reverse, r, j));
      What about = {"<J v, w> = <v, J^t w>", {", tangent seed", ", cotangent seed"}, {i, j}};
      subject->shown_tangent = seed_of(forward, i);
      subject->shown_cotangent = seed_of(reverse, j);
      holds = judge_scalar(subject, LAW_AD_DOT, reverse->slot, derived_evaluator(reverse, k), about, left, right);
    }
  }
  subject->shown_tangent = subject->shown_cotangent = NULL;
}

/* XENG: the images of all seeds are those of CHAD in the same mode. */
static void law_engines_agree(Subject *subject, const Derived *derived, const Run *run) {
  const Derived *chad = &subject->derived[derived->engine->reverse ? 1 : 0];
  const Run *other = &chad->run[(uint64_t)subject->index % TARGET_EVALUATORS];
  if (!derived_usable(chad) || other->status != STATUS_OK) return;
  bool holds = true;
  for (uint32_t s = 0; s < derived->seeds && holds; s++) {
    What about = {"the image under both engines", {", seed"}, {s}};
    if (derived->engine->reverse)
      subject->shown_cotangent = seed_of(derived, s);
    else
      subject->shown_tangent = seed_of(derived, s);
    holds = judge_equal(subject, LAW_XENG, derived->slot, "", about, derived->codomain, image_of(chad, other, s),
                        image_of(derived, run, s));
  }
  subject->shown_tangent = subject->shown_cotangent = NULL;
}

static void laws_of_run(Subject *subject, const Derived *derived, int k) {
  const Run *run = &derived->run[k];
  const char *evaluator = derived_evaluator(derived, k);
  LawId law = derived->engine->reverse ? LAW_AD_REV : LAW_AD_FWD;
  if (run->status != STATUS_OK) {
    judge_status(subject, law, derived->slot, evaluator, what("evaluation"), run->status);
    return;
  }
  (void)judge_outputs(subject, LAW_AD_PRIMAL, derived->slot, evaluator, what("primal"), subject->value, run->primal);
  laws_homomorphism(subject, derived, run, evaluator);
  judge_against_truth(subject, law, derived, run, evaluator);
  if (derived->own != NULL) law_engines_agree(subject, derived, run);
}

/* AD-DEFINED at the point, where truth is narrow and an engine had no value: over exact numbers and balls, which tell
 * whether that is its own doing or that of an enclosure which straddles the edge of a domain. */
static void judge_undefined(Subject *subject) {
  Convention told;
  if (subject->inputs != subject->tangents || subject->outputs != subject->cotangents) return;
  mpq_t *x = subject_room(subject, subject->inputs, sizeof *x);
  if (x == NULL) return;
  for (uint32_t i = 0; i < subject->inputs; i++) mpq_init(x[i]);
  subject_exact_point(subject, x);
  (void)laws_at(subject, (const mpq_t *)x, UINT32_MAX, &told);
  for (uint32_t i = 0; i < subject->inputs; i++) mpq_clear(x[i]);
}

static bool is_undefined(const Subject *subject) {
  bool undefined = false;
  for (int e = 0; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    for (int k = 0; derived_usable(derived) && k < derived->runs; k++)
      undefined = undefined || derived->run[k].status == STATUS_DOMAIN;
  }
  return undefined;
}

void laws_derivative(Subject *subject) {
  for (int e = 0; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    if (!derived_usable(derived)) continue;
    for (int k = 0; k < derived->runs; k++) laws_of_run(subject, derived, k);
    const Derived *partner = derived_partner(subject, derived);
    for (int k = 0; k < derived->runs && derived->engine->reverse && derived_usable(partner); k++) {
      law_dot(subject, partner, derived, k);
    }
  }
  if (subject->ring == subject->battery->enclosure && is_undefined(subject)) judge_undefined(subject);
}
