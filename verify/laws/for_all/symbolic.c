/* The AD laws for all inputs: rational and analytic programs, by normal forms
 * (tier T2).
 *
 * Source and derivatives run over the symbolic ring, inputs and seeds being
 * variables of it.  What has one normal form is equal for all inputs, and all
 * seeds, where the source program is differentiable, provided that the
 * derivative is defined there: its obligations must follow from the source's.
 * Different normal forms refute only where no atom occurs.
 *
 * A program with tests on signs is taken along each of its paths (regions.h);
 * where an equality is asked truth is that of the leaves beside it (joins.h). */
#include "verify/laws/for_all/joins.h"
#include "verify/laws/for_all/regions.h"
#include "verify/truth/atlas.h"

#include <stdio.h>
#include <string.h>

#define SYMBOLIC_WORK 100000u            /* of one program: products of terms, */
#define REGIONS_WORK (2 * SYMBOLIC_WORK) /* and of all its paths without equalities, */
#define EDGES 4u                         /* times as much with; */
#define THOROUGH 4u                      /* times as much for a program that is looked at thoroughly */

/* One derivative in one evaluator, at a seed of variables. */
typedef struct Image {
  const Derived *derived;
  int k;          /* the way it is run */
  uint32_t first; /* variable of its seed */
  Scalar *seed, *primal, *image;
  bool run;
} Image;

typedef struct Proof {
  Subject *subject;     /* over the symbolic ring, its point the variables */
  Scalar *columns;      /* d output / d x_i: columns[i * outputs + o] */
  uint32_t obligations; /* of the source */
  bool open;            /* something was not decided */
  bool bare;            /* some derivative is undefined on a leaf on which the source is defined */
  Regions *regions;     /* the paths, and what is proved along them */
  Joins joins;          /* truth on the leaf of so many choices, where the source's own columns are not */
  uint32_t joined;
} Proof;

/* Why something is open: the first reason is told. */
static void leave_open(Proof *proof, const char *reason) {
  ProgramVerdict *verdict = &proof->subject->battery->verdict;
  proof->open = true;
  if (verdict->reason == NULL) verdict->reason = reason;
}

static const char *status_reason(Status status) {
  if (status == STATUS_LIMIT) return "normal forms of a derivative would be too long";
  if (status == STATUS_DOMAIN) return "a derivative is undefined where the program is defined";
  return "a derivative is not shown to be defined wherever the program is";
}

/* Two vectors of rational functions that differ. */
static void refute(Proof *proof, LawId law, const Image *image, What about, uint32_t length, const Scalar *expected,
                   const Scalar *found) {
  Subject at;
  Scalar *sides[2] = {subject_scalars(proof->subject, length), subject_scalars(proof->subject, length)};
  leave_open(proof, "normal forms differ, and no point was found that shows it");
  if (sides[0] == NULL || sides[1] == NULL) return;
  memcpy(sides[0], expected, length * sizeof *expected);
  memcpy(sides[1], found, length * sizeof *found);
  if (!regions_refute(proof->regions, &at, length, sides[0], sides[1])) return;
  ProofToken token = derived_proof(proof->subject, law, image->derived->slot, image->k);
  (void)judge_decided(&at, law, image->derived->slot, derived_evaluator(image->derived, image->k), about, length,
                      sides[0], sides[1], token);
}

/* Whether two normal forms are one where the leaf's equalities hold. */
static bool is_one_on_leaf(const Proof *proof, Scalar a, Scalar b) {
  Ring *ring = proof->subject->ring;
  const Path *leaf = &proof->regions->path;
  if (!path_has_equality(leaf) || ring->status != STATUS_OK) return false;
  bool one = path_vanishes(ring, leaf, ring_sub(ring, a, b));
  return ring_take_status(ring) == STATUS_OK && one;
}

/* Proves, refutes, or leaves open. */
static void decide(Proof *proof, LawId law, const Image *image, What about, uint32_t length, const Scalar *expected,
                   const Scalar *found) {
  Subject *subject = proof->subject;
  int slot = image->derived->slot;
  bool open = false;
  for (uint32_t i = 0; i < length; i++) {
    SymbolicVerdict equal = symbolic_equal(subject->ring, expected[i], found[i]);
    if (equal != SYMBOLIC_EQUAL && is_one_on_leaf(proof, expected[i], found[i])) continue;
    switch (equal) {
    case SYMBOLIC_EQUAL: continue;
    case SYMBOLIC_UNKNOWN: open = true; continue;
    case SYMBOLIC_DIFFERENT: break;
    }
    refute(proof, law, image, about, length, expected, found);
    return;
  }
  if (open)
    leave_open(proof, "normal forms with atoms differ, which decides nothing");
  else
    regions_prove(proof->regions, law, slot, image->k);
}

/* sum_i a[i stride] b[i] */
static Scalar weighted(Ring *ring, uint32_t length, const Scalar *a, uint32_t stride, const Scalar *b) {
  Scalar sum = ring_integer(ring, 0);
  for (uint32_t i = 0; i < length; i++) sum = ring_add(ring, sum, ring_mul(ring, a[i * stride], b[i]));
  return sum;
}

/* A normal form linear in the seed: f(0) = 0, f(a + b) = f(a) + f(b), f(c a) = c f(a). */
static void prove_linear(Proof *proof, const Image *image) {
  static const LawId laws[] = {LAW_HOM_ZERO, LAW_HOM_ADD, LAW_HOM_SCALE};
  const Derived *derived = image->derived;
  for (uint32_t i = 0; i < derived->codomain; i++) {
    if (symbolic_is_linear(proof->subject->ring, image->image[i], image->first, derived->domain)) continue;
    proof->open = true;
    return;
  }
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
    regions_prove(proof->regions, laws[l], derived->slot, image->k);
  }
}

/* One image, and what it is an image of. */
typedef struct Expected {
  Subject *subject;
  const Image *image;
} Expected;

/* AD-FWD: sum_i a_i dt/dx_i.  AD-REV: (sum_o w_o dt_o/dx_i)_i. */
static void expect(void *state, const Scalar *columns, Scalar *out) {
  const Expected *expected = state;
  Subject *subject = expected->subject;
  const Derived *derived = expected->image->derived;
  bool reverse = derived->engine->reverse;
  for (uint32_t i = 0; i < derived->codomain; i++) {
    const Scalar *start = columns + (reverse ? (size_t)i * subject->outputs : i);
    out[i] = weighted(subject->ring, derived->domain, start, reverse ? 1 : subject->outputs, expected->image->seed);
  }
}

/* What truth is on the leaf: the source's own columns, or, true, those of the leaves beside it. */
static bool find_joins(Proof *proof) {
  Subject *subject = proof->subject;
  Regions *regions = proof->regions;
  if (proof->joined == regions->path.taken) return true;
  if (regions_is_open(regions)) {
    regions->touched = regions->touched && path_touches(subject->ring, &regions->path, &regions->path);
    return false;
  }
  Piece own = {.value = subject->value, .columns = proof->columns};
  joins_find(subject, &regions->path, &own, proof->obligations, &proof->joins);
  proof->joined = regions->path.taken;
  return true;
}

static void prove_derivative(Proof *proof, const Image *image) {
  Subject *subject = proof->subject;
  const Derived *derived = image->derived;
  LawId law = derived->engine->reverse ? LAW_AD_REV : LAW_AD_FWD;
  Expected state = {subject, image};
  Scalar *expected = subject_scalars(subject, derived->codomain);
  if (expected == NULL) {
    proof->open = true;
    return;
  }
  if (find_joins(proof)) {
    if (joins_agree(subject, &proof->regions->path, &proof->joins, derived->codomain, image->image, expect, &state))
      regions_prove(proof->regions, law, derived->slot, image->k);
    else
      proof->open = true;
    return;
  }
  expect(&state, proof->columns, expected);
  if (subject->ring->status != STATUS_OK) {
    proof->open = true;
    return;
  }
  decide(proof, law, image, what("the derivative at all inputs and seeds"), derived->codomain, expected, image->image);
}

/* AD-DOT: <J v, w> = <v, J^t w> with v and w of variables. */
static void prove_dot(Proof *proof, const Image *forward, const Image *reverse) {
  Subject *subject = proof->subject;
  if (!forward->run || !reverse->run) return;
  Scalar left = weighted(subject->ring, subject->cotangents, forward->image, 1, reverse->seed);
  Scalar right = weighted(subject->ring, subject->tangents, reverse->image, 1, forward->seed);
  decide(proof, LAW_AD_DOT, reverse, what("<J v, w> = <v, J^t w>"), 1, &left, &right);
}

/* ------------------------------------------------------------------ runs -- */

static bool open_image(Subject *subject, int e, int k, uint32_t first, Image *image) {
  const Derived *derived = &subject->derived[e];
  *image = (Image){.derived = derived, .k = k, .first = first};
  image->seed = subject_scalars(subject, derived->domain);
  image->image = subject_scalars(subject, derived->codomain);
  image->primal = subject_scalars(subject, subject->outputs);
  if (image->seed == NULL || image->image == NULL || image->primal == NULL) return false;
  for (uint32_t i = 0; i < derived->domain; i++) image->seed[i] = symbolic_variable(subject->ring, first + i);
  return true;
}

/* Runs the derivative: not OK unless it is defined wherever the source is. */
static Status run_image(Proof *proof, Image *image) {
  Subject *subject = proof->subject;
  Battery *battery = subject->battery;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, subject->ring, &battery->values);
  Status status =
      derived_eval(image->derived, image->k, &machine, subject->point, 1, image->seed, image->primal, image->image);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(subject->ring);
  if (status == STATUS_OK) status = left;
  if (status == STATUS_OK && !symbolic_obligations_follow(subject->ring, proof->obligations)) status = STATUS_UNABLE;
  return status;
}

static void check_image(Proof *proof, Image *image) {
  Subject *subject = proof->subject;
  Path before = proof->regions->path;
  Status status = run_image(proof, image);
  if (status != STATUS_OK) { /* what it asked where it is not defined says nothing of the others */
    regions_forget(proof->regions, &before);
    leave_open(proof, status_reason(status));
    proof->bare = proof->bare || status == STATUS_DOMAIN;
    return;
  }
  image->run = true;
  decide(proof, LAW_AD_PRIMAL, image, what("primal at all inputs"), subject->outputs, subject->value, image->primal);
  prove_linear(proof, image);
  prove_derivative(proof, image);
}

/* Seeds of tangents are the variables after the inputs, those of cotangents the
 * next: every derivative of one mode shares them. */
static void check_derived(Proof *proof, int e, int k, Image *image) {
  Subject *subject = proof->subject;
  const Derived *derived = &subject->derived[e];
  uint32_t first = subject->inputs + (derived->engine->reverse ? subject->tangents : 0);
  if (derived_usable(derived) && open_image(subject, e, k, first, image))
    check_image(proof, image);
  else
    proof->open = true;
}

static void check_evaluator(Proof *proof, int k) {
  Image images[SUBJECT_ENGINES] = {{0}};
  for (int e = 0; e < SUBJECT_ENGINES; e++) check_derived(proof, e, k, &images[e]);
  prove_dot(proof, &images[0], &images[1]);
}

/* Systems with a language of their own; what such a system refused, or could not
 * run over this ring, leaves the verdict on the others as it is; that it is undefined
 * where the program is defined does not. */
static void check_systems(Proof *proof) {
  bool open = proof->open, edge = path_has_equality(&proof->regions->path);
  proof->bare = false;
  for (int e = SUBJECT_ENGINES; e < proof->subject->derivations; e++) {
    Image image = {0};
    if (derived_usable(&proof->subject->derived[e])) check_derived(proof, e, 0, &image);
  }
  proof->open = open || (proof->bare && !edge);
}

/* ----------------------------------------------------------------- truth -- */

/* The source's value and its derivatives by each input. */
static Status find_truth(Proof *proof) {
  Path *path = &proof->regions->path;
  Status status = joins_run(proof->subject, proof->subject->value, proof->columns);
  path->domain = proof->obligations = symbolic_obligation_count(proof->subject->ring);
  path->source = path->length;
  return status;
}

/* TIERS: the normal forms read at the point are what the other tier found there,
 * and a normal form is not equal to another. */
static void check_tiers(Proof *proof, Subject *located) {
  Ring *ring = located->ring, *symbolic = proof->subject->ring;
  uint32_t n = located->inputs, outputs = located->outputs;
  Scalar *value = subject_scalars(located, outputs), *derivative = subject_scalars(located, outputs);
  if (value == NULL || derivative == NULL || !law_on(located, LAW_TIERS)) return;
  for (uint32_t o = 0; o < outputs; o++) {
    value[o] = symbolic_evaluate(symbolic, proof->subject->value[o], ring, n, located->point);
    derivative[o] = ring_integer(ring, 0);
    for (uint32_t i = 0; i < n; i++) {
      Scalar column = symbolic_evaluate(symbolic, proof->columns[i * outputs + o], ring, n, located->point);
      derivative[o] = ring_add(ring, derivative[o], ring_mul(ring, column, located->direction[i]));
    }
  }
  if (ring_take_status(ring) != STATUS_OK) return; /* wider than the tier at the point: no news */
  (void)judge_equal(located, LAW_TIERS, 0, "symbolic", what("value"), outputs, located->value, value);
  (void)judge_equal(located, LAW_TIERS, 0, "symbolic", what("D[[t]](x) . v"), outputs, located->truth, derivative);
  Scalar other = ring_add(symbolic, proof->subject->value[0], symbolic_variable(symbolic, n));
  if (symbolic_equal(symbolic, proof->subject->value[0], other) == SYMBOLIC_EQUAL) {
    judge_refute(located, LAW_TIERS, 0, "symbolic", what("a fresh variable added"), "another normal form", "the same");
  }
}

#define LONGEST_CONDITION 24u
static const char *const condition_text[] = {[SYMBOLIC_NONZERO] = " /= 0",
                                             [SYMBOLIC_POSITIVE] = " > 0",
                                             [SYMBOLIC_ROOT] = " >= 0",
                                             [SYMBOLIC_CUBIC] = "",
                                             [SYMBOLIC_GAMMA] = " no whole number <= 0"};

/* Notes on the verdict what the normal form of the program has lost, on this leaf. */
static void note_lost(const Proof *proof) {
  Subject *subject = proof->subject;
  const Path *path = &proof->regions->path;
  char leaf[ATLAS_TEXT];
  path_text(subject->ring, path, leaf, sizeof leaf);
  for (uint32_t k = 0; k < proof->obligations; k++) {
    char condition[VERDICT_TEXT], whole[VERDICT_TEXT + ATLAS_TEXT];
    SymbolicObligation what = symbolic_obligation(subject->ring, k);
    if (!symbolic_obligation_lost(subject->ring, k, subject->outputs, subject->value)) continue;
    int length = ring_print(subject->ring, what.argument, condition, sizeof condition - LONGEST_CONDITION);
    if (length < 0 || (size_t)length >= sizeof condition - LONGEST_CONDITION) memcpy(condition, "...", 4);
    strcat(condition, condition_text[what.condition]);
    (void)snprintf(whole, sizeof whole, "%s%s%s", condition, path->length == 0 ? "" : " if ",
                   path->length == 0 ? "" : leaf);
    verdict_add(subject->battery->verdict.lost, path->length == 0 ? ", " : "; ", whole);
  }
}

/* Along one path. */
static RegionVerdict prove(Proof *proof, Subject *located) {
  Subject *subject = proof->subject;
  subject->point = subject_scalars(subject, subject->inputs);
  subject->value = subject_scalars(subject, subject->outputs);
  proof->columns = subject_scalars(subject, subject->inputs * subject->outputs);
  if (subject->point == NULL || subject->value == NULL || proof->columns == NULL) return REGION_LIMIT;
  for (uint32_t i = 0; i < subject->inputs; i++) subject->point[i] = symbolic_variable(subject->ring, i);
  subject->direction = NULL;
  proof->open = false;
  proof->joined = UINT32_MAX;
  Status status = find_truth(proof);
  PathPlace place = regions_locate(proof->regions, located);
  if (status == STATUS_DOMAIN && place == PATH_INSIDE) {
    judge_refute(located, LAW_TIERS, 0, "symbolic", what("a point of the domain was found"), "a normal form",
                 "defined nowhere");
  }
  if (status != STATUS_OK) {
    return status == STATUS_LIMIT ? REGION_LIMIT : status == STATUS_DOMAIN ? REGION_UNDEFINED : REGION_UNABLE;
  }
  if (place == PATH_INSIDE) check_tiers(proof, located);
  if (subject->options->thorough) note_lost(proof);
  regions_find_roots(proof->regions);
  for (int k = 0; k < TARGET_EVALUATORS; k++) {
    bool chosen = (int)((uint64_t)subject->index % TARGET_EVALUATORS) == k;
    if (subject->options->thorough || chosen) check_evaluator(proof, k);
  }
  check_systems(proof);
  return proof->open ? REGION_OPEN : REGION_DECIDED;
}

/* Over one of the rings; GUARD, with nothing counted, when it has too little room
 * for the source. */
static ForAll prove_over(Subject *subject, Ring *ring, bool again) {
  Subject all = *subject;
  Regions regions;
  Proof proof = {.subject = &all, .regions = &regions};
  if (subject->inputs + subject->tangents + subject->cotangents > symbolic_variable_count(ring)) return FOR_ALL_GUARD;
  all.ring = ring;
  regions_open(&regions, &all);
  uint64_t work = REGIONS_WORK * (subject->options->thorough ? THOROUGH : 1);
  regions.edge_work = EDGES * work;
  subject->battery->verdict.reason = NULL;
  subject->battery->verdict.undefined[0] = subject->battery->verdict.outside[0] = '\0';
  do {
    size_t mark = ring_mark(ring);
    ArenaMark scratch = arena_mark(&subject->battery->scratch);
    regions_enter(&regions);
    uint64_t given = work < SYMBOLIC_WORK ? work : SYMBOLIC_WORK;
    symbolic_set_work(ring, given);
    RegionVerdict verdict = prove(&proof, subject);
    uint64_t used = given - symbolic_work_left(ring);
    if (path_has_equality(&regions.path))
      regions.edge_work -= used < regions.edge_work ? used : regions.edge_work;
    else
      work -= used;
    (void)ring_take_status(ring);
    regions_leave(&regions, subject, verdict);
    arena_release(&subject->battery->scratch, scratch);
    ring_release(ring, mark);
  } while (regions_next(&regions));
  ForAll found = regions_close(&regions, subject, again);
  if (!again) leaf_points_judge(&regions.points, subject);
  leaf_points_free(&regions.points);
  return found;
}

ForAll laws_symbolic(Subject *subject, bool again) {
  /* Ints have no tangent; a program without inputs has nothing to prove */
  if (subject->inputs != subject->tangents || subject->outputs != subject->cotangents || subject->inputs == 0 ||
      subject->outputs == 0) {
    return FOR_ALL_OUTSIDE;
  }
  ForAll found = prove_over(subject, subject->battery->symbolic, again);
  return found == FOR_ALL_GUARD ? prove_over(subject, subject->battery->symbolic_large, again) : found;
}
