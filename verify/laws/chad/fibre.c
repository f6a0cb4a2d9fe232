/* SUM-FIBRE: of a value inl x the tangents and cotangents that occur have 0 in the
 * component of inr, and the other way round (rules/extensions, Sums).
 *
 * Sums do not cross the evaluators' interface, so the law is about the subterms of a
 * program, each in a context closed to first-order types:
 *   forward, at r : T + S        let d = D(r) in case fst d of
 *                                {inl x -> ((), \v. (0_, snd (snd d @ v))); inr y -> ...}
 *   reverse, at t under x : T+S  let d = (let x = inl y in D(t)) in ((), \v. snd (x's part of (snd d @ v)))
 * are 0 for all tangents of the context and all cotangents of t, inr alike. */
#include "verify/battery/subject.h"
#include "verify/rewrite/observe.h"

#include <string.h>

#define STREAM_FIBRE 448
/* One program in so many, unless thorough, and the most subterms of one program. */
#define FIBRE_ROTATION 4u
#define FIBRE_TURN 3u
#define FIBRE_PLACES 16u
#define FIBRE_CONTEXT 16u

/* A subterm: r of sum type, or t in a context with one sum. */
typedef struct Site {
  Program program;
  TypeId context[FIBRE_CONTEXT];
  uint32_t place; /* of the sum in the context */
  bool reverse;
} Site;

typedef struct Sites {
  Store *store;
  Site site[FIBRE_PLACES];
  uint32_t count;
} Sites;

static bool is_flat_sum(const Store *store, TypeId type) {
  const TypeNode *node = type_node(&store->types, type);
  return node->kind == TYPE_SUM && type_is_flat(store, node->a) && type_is_flat(store, node->b);
}

/* The place of the only identifier of the context that is not first-order, if that is
 * a sum of first-order types; else `length`. */
static uint32_t sum_of_context(const Store *store, const TypeId *context, uint32_t length) {
  uint32_t place = length;
  for (uint32_t k = 0; k < length; k++) {
    if (type_is_flat(store, context[k])) continue;
    if (place != length || !is_flat_sum(store, context[k])) return length;
    place = k;
  }
  return place;
}

static void add_site(Sites *sites, const Positions *positions, TermId t, TypeId type, bool reverse, uint32_t place) {
  if (sites->count == FIBRE_PLACES) return;
  Site *site = &sites->site[sites->count++];
  *site = (Site){.program = {t, site->context, positions->length, type}, .place = place, .reverse = reverse};
  memcpy(site->context, positions->context, positions->length * sizeof *site->context);
}

static bool visit(void *visitor, Positions *positions, uint32_t position, TermId t, TypeId domain, const TypeId *kids) {
  Sites *sites = visitor;
  (void)kids;
  TypeId type = positions->at[position].type;
  if (!type_is_none(domain) || positions->length > FIBRE_CONTEXT) return true;
  uint32_t place = sum_of_context(sites->store, positions->context, positions->length);
  bool flat = type_is_flat(sites->store, type);
  if (flat && place < positions->length && term_occurrences(sites->store, t, positions->length - 1 - place) > 0) {
    add_site(sites, positions, t, type, true, place);
  }
  if (is_flat_sum(sites->store, type)) add_site(sites, positions, t, type, false, 0);
  return true;
}

/* ------------------------------------------------------------- the terms -- */

/* (), \v. t as a term and its type */
static Program observed(Store *store, TermId t, TypeId domain, TypeId codomain) {
  TypeTable *types = &store->types;
  TypeId type = type_prod(types, type_unit(types), type_lfun(types, domain, codomain));
  return (Program){term_pair(store, term_unit(store), term_llam(store, domain, t)), NULL, 0, type};
}

/* snd d @ v with d at that index */
static TermId image_of(Store *store, uint32_t d) {
  return term_lapp(store, term_snd(store, term_var(store, d)), term_lvar(store));
}

/* The component of the branch not taken, and 0 in the other, of D(r). */
static Program forward_term(Store *store, const Program *r, TermId derivative) {
  TypeId domain = chad_context_tangent(store, CHAD_FORWARD, r->context, r->length);
  TypeId codomain = chad_tangent(store, CHAD_FORWARD, r->type);
  const TypeNode sum = *type_node(&store->types, codomain);
  TermId right = term_pair(store, term_zero(store, sum.a), term_snd(store, image_of(store, 1)));
  TermId left = term_pair(store, term_fst(store, image_of(store, 1)), term_zero(store, sum.b));
  Program taken = observed(store, right, domain, codomain), other = observed(store, left, domain, codomain);
  TermId match = term_match(store, NAME_NONE, NAME_NONE, term_fst(store, term_var(store, 0)), taken.term, other.term);
  return (Program){term_let(store, NAME_NONE, derivative, match), r->context, r->length, taken.type};
}

/* All identifiers bound anew, the sum to inl or inr of what now stands in its place. */
static TermId with_injection(Store *store, const Site *site, bool left, TermId derivative) {
  uint32_t length = site->program.length;
  TypeId primal = chad_primal(store, CHAD_REVERSE, site->context[site->place]);
  TermId bound = derivative;
  for (uint32_t k = length; k-- > 0;) {
    TermId same = term_var(store, length - 1);
    if (k == site->place) same = left ? term_inl(store, primal, same) : term_inr(store, primal, same);
    bound = term_let(store, NAME_NONE, same, bound);
  }
  return bound;
}

/* The cotangent of the branch not taken of the sum in the context; `context` has room. */
static Program reverse_term(Store *store, const Site *site, bool left, TypeId *context, TermId derivative) {
  uint32_t length = site->program.length;
  const TypeNode sum = *type_node(&store->types, site->context[site->place]);
  TypeId domain = chad_tangent(store, CHAD_REVERSE, site->program.type);
  TypeId codomain = chad_tangent(store, CHAD_REVERSE, left ? sum.b : sum.a);
  memcpy(context, site->context, length * sizeof *context);
  context[site->place] = left ? sum.a : sum.b;
  TermId part = image_of(store, 0);
  for (uint32_t k = length - 1; k > site->place; k--) part = term_fst(store, part);
  part = term_snd(store, part);
  Program found = observed(store, left ? term_snd(store, part) : term_fst(store, part), domain, codomain);
  TermId whole = term_let(store, NAME_NONE, with_injection(store, site, left, derivative), found.term);
  return (Program){whole, context, length, found.type};
}

/* -------------------------------------------------------------- the runs -- */

/* Random values of the type: small numbers for Ints. */
static uint32_t fill(Subject *subject, TypeId type, Scalar *point, uint32_t at) {
  const TypeNode *node = type_node(&subject->battery->store->types, type);
  switch ((int)node->kind) {
  case TYPE_INT:
    point[at] = scalar_from_int((int64_t)(random_word(subject->seed, STREAM_FIBRE, at) % 3));
    return at + 1;
  case TYPE_REAL:
    for (uint32_t k = 0; k < node->n; k++) point[at + k] = subject_random(subject, STREAM_FIBRE, at + k);
    return at + node->n;
  case TYPE_PROD: return fill(subject, node->b, point, fill(subject, node->a, point, at));
  case TYPE_ARRAY:
    for (uint32_t k = 0; k < node->n; k++) at = fill(subject, node->a, point, at);
    return at;
  default: return at;
  }
}

static uint32_t dimension(const Store *store, const Program *program) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < program->length; k++) n += type_node(&store->types, program->context[k])->dim;
  return n;
}

/* The observation at a point of its own context: all images are 0. */
static void judge_zero(Subject *subject, const Engine *engine, const Program *observation, const char *text) {
  Store *store = subject->battery->store;
  const TypeNode linear = *type_node(&store->types, type_node(&store->types, observation->type)->b);
  Derived derived = {.engine = engine, .slot = engine_slot(engine)};
  derived.domain = type_node(&store->types, linear.a)->dim;
  derived.codomain = type_node(&store->types, linear.b)->dim;
  uint32_t inputs = dimension(store, observation);
  if (derived.domain == 0 || derived.codomain == 0) return;
  Subject here = *subject;
  here.outputs = 0;
  Scalar *point = subject_scalars(subject, inputs), *direction = subject_scalars(subject, derived.domain);
  if (point == NULL || direction == NULL) return;
  for (uint32_t k = 0, at = 0; k < observation->length; k++) at = fill(subject, observation->context[k], point, at);
  for (uint32_t k = 0; k < derived.domain; k++) direction[k] = subject_random(subject, STREAM_FIBRE + 1, k);
  here.point = point;
  here.direction = direction;
  Status status = subject_seed(&here, &derived);
  const Evaluator *evaluator = target_evaluators[(uint64_t)subject->index % TARGET_EVALUATORS];
  Run run = {.status = status};
  if (status == STATUS_OK) run = subject_run(&here, evaluator, observation, &derived, derived.seeds);
  if (run.status == STATUS_DOMAIN) /* the point is the subterm's own: of the program's nothing is known here */
    judge_count(subject, LAW_SUM_FIBRE, derived.slot, OUTCOME_DOMAIN);
  else if (run.status != STATUS_OK)
    judge_status(subject, LAW_SUM_FIBRE, derived.slot, evaluator->name, what(text), run.status);
  if (run.status != STATUS_OK) return;
  uint32_t length = derived.seeds * derived.codomain;
  Scalar *zero = subject_scalars(subject, length);
  if (zero == NULL) return;
  for (uint32_t k = 0; k < length; k++) zero[k] = ring_integer(subject->ring, 0);
  (void)judge_equal(subject, LAW_SUM_FIBRE, derived.slot, evaluator->name, what(text), length, zero, run.image);
}

static void check_forward(Subject *subject, const Site *site) {
  Store *store = subject->battery->store;
  TypeId contexts[FIBRE_CONTEXT], primals[FIBRE_CONTEXT];
  Program closed, derivative;
  Status status = observe_close(store, &site->program, subject->seed, contexts, &closed);
  if (status == STATUS_OK) status = chad_forward.transform(store, &closed, primals, &derivative);
  if (status != STATUS_OK) return; /* TYP-PRES says so of the whole program */
  Program observation = forward_term(store, &closed, derivative.term);
  if (store_take_status(store) != STATUS_OK) return;
  judge_zero(subject, &chad_forward, &observation, "tangent of the branch not taken");
}

static void check_reverse(Subject *subject, const Site *site) {
  Store *store = subject->battery->store;
  TypeId primals[FIBRE_CONTEXT], context[FIBRE_CONTEXT];
  Program derivative;
  if (chad_reverse.transform(store, &site->program, primals, &derivative) != STATUS_OK) return;
  for (int left = 0; left < 2; left++) {
    Program observation = reverse_term(store, site, left == 1, context, derivative.term);
    if (store_take_status(store) != STATUS_OK) return;
    judge_zero(subject, &chad_reverse, &observation, "cotangent of the branch not taken");
  }
}

void laws_fibre(Subject *subject) {
  Store *store = subject->battery->store;
  if (!law_on(subject, LAW_SUM_FIBRE)) return;
  if (!subject->options->thorough && (uint64_t)subject->index % FIBRE_ROTATION != FIBRE_TURN) return;
  Sites sites = {.store = store};
  Positions *positions = &subject->battery->positions;
  positions->visit = visit;
  positions->visitor = &sites;
  Status status = positions_type(positions, store, subject->program, false);
  if (status != STATUS_OK) return; /* too deep, or large: the equations of the program say so */
  for (uint32_t k = 0; k < sites.count; k++) {
    Workspace mark = subject_mark(subject);
    if (sites.site[k].reverse)
      check_reverse(subject, &sites.site[k]);
    else
      check_forward(subject, &sites.site[k]);
    subject_release(subject, mark);
  }
}
