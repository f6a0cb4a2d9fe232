/* AD-TWICE for all inputs: second derivatives by normal forms (tier T2).
 *
 * With inputs, both directions and the cotangent as variables, the image under D2 is
 * compared with the second formal derivative of the source's normal form. */
#include "semantics/memory/try.h"
#include "verify/laws/derivative/twice.h"

#define TWICE_WORK 100000u /* of one composition: products of terms */

typedef struct Proof {
  Subject all; /* over the symbolic ring */
  const Composition *composition;
  int k;
  uint32_t obligations;      /* of the source */
  Scalar *x, *v, *u, *w;     /* variables */
  Scalar *slope, *curvature; /* D f [v], D^2 f [v, u] */
  Scalar *weighted;          /* sum_o w_o f_o, then its gradient */
} Proof;

static Scalar *variables(Proof *proof, uint32_t *next, uint32_t count) {
  Scalar *out = subject_scalars(&proof->all, count);
  for (uint32_t i = 0; i < count && out != NULL; i++) out[i] = symbolic_variable(proof->all.ring, *next + i);
  *next += count;
  return out;
}

static Status find_truth(Proof *proof) {
  Subject *all = &proof->all;
  uint32_t n = all->inputs, m = all->outputs;
  Scalar *value = subject_scalars(all, m);
  proof->slope = subject_scalars(all, m);
  proof->curvature = subject_scalars(all, m);
  if (value == NULL || proof->slope == NULL || proof->curvature == NULL) return STATUS_LIMIT;
  TRY(truth_symbolic(all->battery->truth, all->ring, all->program, proof->x, proof->v, value, proof->slope));
  proof->obligations = symbolic_obligation_count(all->ring);
  symbolic_derivatives(all->ring, m, proof->slope, n, proof->u, proof->curvature);
  proof->weighted = value; /* w f */
  value[0] = inner_product(all->ring, m, proof->w, value);
  return ring_take_status(all->ring);
}

/* The gradient of g, a normal form in the inputs. */
static Scalar *gradient(Proof *proof, Scalar g) {
  Subject *all = &proof->all;
  uint32_t n = all->inputs;
  Scalar *unit = subject_scalars(all, n), *out = subject_scalars(all, n);
  if (unit == NULL || out == NULL) return NULL;
  for (uint32_t i = 0; i < n; i++) unit[i] = ring_integer(all->ring, 0);
  for (uint32_t i = 0; i < n; i++) {
    unit[i] = ring_integer(all->ring, 1);
    symbolic_derivatives(all->ring, 1, &g, n, unit, &out[i]);
    unit[i] = ring_integer(all->ring, 0);
  }
  return ring_take_status(all->ring) == STATUS_OK ? out : NULL;
}

/* Both sides, vectors of `length`; 0 when there is nothing to compare. */
typedef struct Sides {
  const Scalar *expected, *found;
  uint32_t length;
} Sides;

static Outcome compare(const Proof *proof, Sides sides) {
  bool unknown = sides.expected == NULL;
  for (uint32_t i = 0; i < sides.length && sides.expected != NULL; i++) {
    switch (symbolic_equal(proof->all.ring, sides.expected[i], sides.found[i])) {
    case SYMBOLIC_EQUAL: continue;
    case SYMBOLIC_UNKNOWN: unknown = true; continue;
    case SYMBOLIC_DIFFERENT: return OUTCOME_REFUTED;
    }
  }
  return unknown ? OUTCOME_UNDECIDED : OUTCOME_DECIDED;
}

/* Proves, refutes, or says nothing: the point has been looked at already. */
static void decide(Proof *proof, Sides sides) {
  const Composition *c = proof->composition;
  const char *evaluator = target_evaluators[proof->k]->name;
  What about = what(composition_name(c));
  switch (compare(proof, sides)) {
  case OUTCOME_DECIDED: judge_count(&proof->all, LAW_AD_TWICE, c->first->slot, OUTCOME_DECIDED); break;
  case OUTCOME_REFUTED:
    (void)judge_decided(&proof->all, LAW_AD_TWICE, c->first->slot, evaluator, about, sides.length, sides.expected,
                        sides.found, (ProofToken){0});
    break;
  case OUTCOME_PROVED:
  case OUTCOME_HOLDS:
  case OUTCOME_UNDECIDED:
  case OUTCOME_DIFFERS:
  case OUTCOME_DOMAIN:
  case OUTCOME_UNABLE:
  case OUTCOME_LIMIT:
  case OUTCOME_REFUSED:
  case OUTCOME_COUNT: break;
  }
}

/* At (u, 0) a forward second derivative is D^2 f[v, u], or the gradient of w D f[u];
 * a reverse one at w, or v, is the gradient of w D f[v]. */
static Sides sides_of(Proof *proof, const Scalar *image) {
  const Composition *c = proof->composition;
  Subject *all = &proof->all;
  Sides sides = {proof->curvature, image, c->codomain};
  if (!c->second->reverse && !c->first->engine->reverse) return sides;
  Scalar along;
  symbolic_derivatives(all->ring, 1, proof->weighted, all->inputs, c->second->reverse ? proof->v : proof->u, &along);
  sides.expected = ring_take_status(all->ring) == STATUS_OK ? gradient(proof, along) : NULL;
  sides.length = all->inputs;
  return sides;
}

/* Runs D2 at its seed of variables. */
static Status run(Proof *proof, Scalar *image) {
  const Composition *c = proof->composition;
  Subject *all = &proof->all;
  const Scalar *first = c->first->engine->reverse ? proof->w : proof->v;
  Scalar *input = subject_scalars(all, all->inputs + c->seed), *seed = subject_scalars(all, c->domain);
  Scalar *primal = subject_scalars(all, c->image);
  if (input == NULL || seed == NULL || primal == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < all->inputs; i++) input[i] = proof->x[i];
  for (uint32_t i = 0; i < c->seed; i++) input[all->inputs + i] = first[i];
  for (uint32_t i = 0; i < c->domain; i++) {
    if (c->second->reverse)
      seed[i] = c->first->engine->reverse ? proof->v[i] : proof->w[i];
    else
      seed[i] = i < all->inputs ? proof->u[i] : ring_integer(all->ring, 0);
  }
  Status status = composition_run(all, c, proof->k, input, 1, seed, primal, image);
  bool follows = status == STATUS_OK && symbolic_obligations_follow(all->ring, proof->obligations);
  return status == STATUS_OK && !follows ? STATUS_UNABLE : status;
}

static void prove(Proof *proof) {
  Subject *all = &proof->all;
  uint32_t next = 0;
  proof->x = variables(proof, &next, all->inputs);
  proof->v = variables(proof, &next, all->tangents);
  proof->u = variables(proof, &next, all->tangents);
  proof->w = variables(proof, &next, all->cotangents);
  Scalar *image = subject_scalars(all, proof->composition->codomain);
  if (proof->x == NULL || proof->v == NULL || proof->u == NULL || proof->w == NULL || image == NULL) return;
  all->point = proof->x;
  all->direction = NULL;
  if (find_truth(proof) != STATUS_OK || run(proof, image) != STATUS_OK) return;
  decide(proof, sides_of(proof, image));
}

void twice_prove(Subject *subject, const Composition *composition, int k) {
  Battery *battery = subject->battery;
  uint32_t needed = subject->inputs + 2 * subject->tangents + subject->cotangents;
  /* Ints have no tangent */
  if (subject->inputs != subject->tangents || subject->outputs != subject->cotangents) return;
  Ring *ring = needed <= symbolic_variable_count(battery->symbolic) ? battery->symbolic : battery->symbolic_large;
  if (needed > symbolic_variable_count(ring)) return;
  Proof proof = {.all = *subject, .composition = composition, .k = k};
  size_t mark = ring_mark(ring);
  ArenaMark scratch = arena_mark(&battery->scratch);
  proof.all.ring = ring;
  symbolic_set_work(ring, TWICE_WORK);
  prove(&proof);
  (void)ring_take_status(ring);
  ring_release(ring, mark);
  arena_release(&battery->scratch, scratch);
}
