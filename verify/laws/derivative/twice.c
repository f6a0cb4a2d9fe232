/* AD-TWICE at a point: derivatives of derivatives.
 *
 * The derivative of t at a seed is a source program again (ad/twice), which both
 * modes of CHAD differentiate: four compositions.  Beside them every engine's first
 * derivative is run on dual numbers x + eps u, whose eps part is its derivative
 * along u, with no second transformation.  The truth is D^2[[t]](x)[v, u], from
 * interpolation on a line over F_p or from jets of balls, by
 *   D^2 f[v, u] = (D^2 f[v + u, v + u] - D^2 f[v - u, v - u]) / 4. */
#include "verify/laws/derivative/twice.h"
#include "verify/battery/replay.h"

#include "ad/twice/source_form.h"
#include "ad/twice/unfold.h"
#include "semantics/chad/linear/typing.h"
#include "semantics/memory/try.h"
#include "semantics/source/typing.h"
#include "verify/truth/germ.h"

#include <string.h>

#define STREAM_ACROSS 192 /* of random words */
#define STREAM_COTANGENT 193
#define HESSIAN_MOST 8u /* basis vectors at which symmetry is looked at */
#define CERTIFIED_BITS 424

/* What a program's second derivatives are checked with. */
typedef struct Second {
  Subject *subject;
  const Scalar *v; /* the direction of the subject */
  Scalar *u, *w;   /* another direction, and a cotangent */
  Scalar *mixed;   /* D^2[[t]](x)[v, u], real outputs */
} Second;

/* ------------------------------------------------------------- truth -- */

/* v + sign u at the real places of the flat input; those of Ints are read nowhere. */
static void line_through(const Second *second, int sign, Scalar *flat) {
  const Subject *subject = second->subject;
  Ring *ring = subject->ring;
  for (uint32_t i = 0; i < subject->tangents; i++) {
    Scalar a = second->v[i], b = second->u[i];
    flat[subject->input_slot[i]] = sign > 0 ? ring_add(ring, a, b) : ring_sub(ring, a, b);
  }
}

static Status field_truth(const Second *second, Scalar *flat, Scalar *out[2]) {
  const Subject *subject = second->subject;
  Scalar *value = subject_scalars(second->subject, subject->outputs);
  Scalar *slope = subject_scalars(second->subject, subject->outputs);
  if (value == NULL || slope == NULL) return STATUS_LIMIT;
  Status status = STATUS_OK;
  for (int s = 0; s < 2 && status == STATUS_OK; s++) {
    line_through(second, s == 0 ? 1 : -1, flat);
    status = truth_field_second(subject->battery->truth, subject->program, subject->point, flat, value, slope, out[s]);
  }
  return status;
}

/* The exact double of an enclosure that is a point, or the word of an Int. */
static void exact_input(const Subject *subject, const Scalar *flat, bool ints, mpq_t *out) {
  for (uint32_t i = 0; i < subject->inputs; i++) mpq_set_si(out[i], ints ? scalar_to_int(flat[i]) : 0, 1);
  for (uint32_t i = 0; i < subject->tangents; i++) {
    uint32_t slot = subject->input_slot[i];
    mpq_set_d(out[slot], enclosure_value(subject->ring, flat[slot]));
  }
}

/* A ball as an enclosure: its midpoint, rounded, and a radius that allows for it. */
static Scalar enclose(Ring *ring, const arb_t ball) {
  double middle = arf_get_d(arb_midref(ball), ARF_RND_NEAR);
  arb_t rest;
  arb_init(rest);
  arb_set_d(rest, middle);
  arb_sub(rest, ball, rest, CERTIFIED_BITS);
  mag_t radius;
  mag_init(radius);
  arb_get_mag(radius, rest);
  double bound = mag_get_d(radius) * (1 + 0x1p-20);
  mag_clear(radius);
  arb_clear(rest);
  return enclosure_make(ring, middle, bound);
}

static Status certified_truth(const Second *second, Scalar *flat, Scalar *out[2]) {
  const Subject *subject = second->subject;
  CertifiedOptions options = {.order = 2, .digits = CERTIFIED_DIGITS, .limit = CERTIFIED_BITS};
  Germ germ;
  uint32_t n = subject->inputs;
  mpq_t *x = subject_room(subject, 2 * (size_t)n, sizeof *x);
  if (x == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < 2 * n; i++) mpq_init(x[i]);
  exact_input(subject, subject->point, true, x);
  germ_init(&germ);
  Status status = STATUS_OK;
  for (int s = 0; s < 2 && status == STATUS_OK; s++) {
    line_through(second, s == 0 ? 1 : -1, flat);
    exact_input(subject, flat, false, x + n);
    status = truth_germ(subject->battery->certified, subject->program, (const mpq_t *)x, (const mpq_t *)(x + n),
                        &options, &germ);
    if (status == STATUS_OK && germ.verdict == GERM_UNDECIDED) status = STATUS_LIMIT;
    if (status == STATUS_OK && germ.verdict != GERM_CERTIFIED) status = STATUS_DOMAIN;
    /* what cancels to 0 has no digits: the enclosure is good all the same */
    if (status == STATUS_LIMIT && germ.verdict == GERM_CERTIFIED) status = STATUS_OK;
    for (uint32_t o = 0; o < subject->outputs && status == STATUS_OK; o++) {
      out[s][o] = enclose(subject->ring, enclosure_of(&germ.numbers, o, 2));
    }
  }
  germ_clear(&germ);
  for (uint32_t i = 0; i < 2 * n; i++) mpq_clear(x[i]);
  return status;
}

static Status find_mixed(Second *second) {
  Subject *subject = second->subject;
  Ring *ring = subject->ring;
  Scalar *flat = subject_scalars(subject, subject->inputs);
  Scalar *out[2] = {subject_scalars(subject, subject->outputs), subject_scalars(subject, subject->outputs)};
  if (flat == NULL || out[0] == NULL || out[1] == NULL) return STATUS_LIMIT;
  TRY(ring == subject->battery->field ? field_truth(second, flat, out) : certified_truth(second, flat, out));
  for (uint32_t o = 0; o < subject->cotangents; o++) {
    uint32_t slot = subject->output_slot[o];
    Scalar difference = ring_sub(ring, out[0][slot], out[1][slot]);
    second->mixed[o] = ring_div(ring, difference, ring_integer(ring, 4));
  }
  return ring_take_status(ring);
}

static Status second_open(Second *second) {
  Subject *subject = second->subject;
  second->v = subject->direction;
  second->u = subject_scalars(subject, subject->tangents);
  second->w = subject_scalars(subject, subject->cotangents);
  second->mixed = subject_scalars(subject, subject->cotangents);
  if (second->u == NULL || second->w == NULL || second->mixed == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < subject->tangents; i++) second->u[i] = subject_random(subject, STREAM_ACROSS, i);
  for (uint32_t i = 0; i < subject->cotangents; i++) second->w[i] = subject_random(subject, STREAM_COTANGENT, i);
  return find_mixed(second);
}

/* --------------------------------------------------------- compositions -- */

const char *composition_name(const Composition *composition) {
  static const char *const names[2][2] = {{"forward over forward", "forward over reverse"},
                                          {"reverse over forward", "reverse over reverse"}};
  return names[composition->second->reverse][composition->first->engine->reverse];
}

static bool refuse(Subject *subject, const Composition *composition, const char *stated, Status status) {
  int slot = composition->first->slot;
  if (status == STATUS_UNABLE)
    judge_count(subject, LAW_AD_TWICE, slot, OUTCOME_REFUSED);
  else if (status == STATUS_OK)
    judge_refute(subject, LAW_AD_TWICE, slot, "", what(composition_name(composition)), stated, "another type");
  else
    judge_status(subject, LAW_AD_TWICE, slot, "", what(composition_name(composition)), status);
  return false;
}

/* Derivatives of this many nodes and more are simplified, and so is what is made of
 * them: CHAD as published grows with each nesting of redexes. */
#define SIMPLIFY_FROM 400u
#define SIMPLIFY_STEPS 100000u

static Status simplified(Store *store, Program *program) {
  return simplify(store, program, SIMPLIFY_ALL, SIMPLIFY_STEPS, &program->term, NULL);
}

/* D1(t) at a seed, as a source program.  Where D1(t) has copowers, which that
 * language lacks, D1 of t without functions: beta reduction takes them away, and D1
 * respects it (FUN-FWD, FUN-REV). */
static Status make_form(Subject *subject, const Derived *derived, TypeId *contexts, Program *form) {
  Store *store = subject->battery->store;
  Program first = derived->program, source = *subject->program;
  bool large = term_size(store, first.term) >= SIMPLIFY_FROM;
  Status status = large ? simplified(store, &first) : STATUS_OK;
  if (status == STATUS_OK) status = source_form(store, &first, contexts, form);
  if (status == STATUS_UNABLE) {
    TypeId *context = subject_room(subject, source.length, sizeof *context);
    status = context == NULL ? STATUS_LIMIT : unfold_functions(store, &source, SIMPLIFY_STEPS, &source.term);
    if (status == STATUS_OK) status = derived->engine->transform(store, &source, context, &first);
    if (status == STATUS_OK) status = source_form(store, &first, contexts, form);
  }
  return status == STATUS_OK && large ? simplified(store, form) : status;
}

/* Makes it, of CHAD's derivative `e` (0 forward, 1 in reverse): what fails, or is ill
 * typed, has been counted under AD-TWICE when it answers false. */
static bool composition_make(Subject *subject, int e, bool reverse, Composition *out) {
  Store *store = subject->battery->store;
  *out = (Composition){.first = &subject->derived[e], .second = reverse ? &chad_reverse : &chad_forward};
  size_t length = (size_t)subject->program->length + 1;
  TypeId *contexts = subject_room(subject, 2 * length, sizeof *contexts), type;
  Program form;
  if (contexts == NULL) return refuse(subject, out, "", STATUS_LIMIT);
  Status status = make_form(subject, out->first, contexts, &form);
  if (status != STATUS_OK) return refuse(subject, out, "", status);
  status = source_infer(store, form.context, form.length, form.term, &type);
  if (status != STATUS_OK || !type_equal(type, form.type))
    return refuse(subject, out, "the type of an image, as a source program", status);
  status = out->second->transform(store, &form, contexts + length, &out->program);
  if (status != STATUS_OK) return refuse(subject, out, "", status);
  status = linear_infer_cartesian(store, out->program.context, out->program.length, out->program.term, &type);
  if (status != STATUS_OK || !type_equal(type, derivative_type(store, out->second, &form)))
    return refuse(subject, out, "the type of a second derivative", status);
  out->seed = out->first->domain;
  out->image = out->first->codomain;
  out->domain = reverse ? out->image : subject->tangents + out->seed;
  out->codomain = reverse ? subject->tangents + out->seed : out->image;
  return true;
}

Status composition_run(Subject *subject, const Composition *composition, int k, const Scalar *input, uint32_t seeds,
                       const Scalar *seed, Scalar *primal, Scalar *image) {
  Battery *battery = subject->battery;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, subject->ring, &battery->values);
  Status status = target_evaluators[k]->eval_linear(&machine, &composition->program, input, seeds, seed, primal, image);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(subject->ring);
  return status != STATUS_OK ? status : left;
}

/* -------------------------------------------------------------- checks -- */

/* Seeds of a composition, each of `domain` scalars: what the second derivative is
 * asked for at both arguments of the first, then basis vectors along the input. */
static Scalar *seeds_of(const Second *second, const Composition *c, uint32_t *count) {
  Subject *subject = second->subject;
  bool symmetry = c->first->engine->reverse && !c->second->reverse;
  uint32_t n = subject->tangents, basis = symmetry ? (n < HESSIAN_MOST ? n : HESSIAN_MOST) : 0;
  *count = (c->second->reverse ? 1 : 2) + basis;
  Scalar *seed = subject_scalars(subject, *count * c->domain);
  if (seed == NULL) return NULL;
  if (c->second->reverse) {
    memcpy(seed, c->first->engine->reverse ? second->v : second->w, c->domain * sizeof *seed);
    return seed;
  }
  for (uint32_t i = 0; i < *count * c->domain; i++) seed[i] = ring_integer(subject->ring, 0);
  memcpy(seed, second->u, n * sizeof *seed);
  memcpy(seed + c->domain + n, c->first->engine->reverse ? second->w : second->v, c->seed * sizeof *seed);
  for (uint32_t b = 0; b < basis; b++) seed[(2 + b) * c->domain + b] = ring_integer(subject->ring, 1);
  return seed;
}

/* One number, or one vector, against what the truth says that it is. */
typedef struct Assertion {
  const Second *second;
  const Composition *composition;
  const char *evaluator;
} Assertion;

static void claim_scalar(const Assertion *claim, Scalar expected, Scalar found) {
  (void)judge_scalar(claim->second->subject, LAW_AD_TWICE, claim->composition->first->slot, claim->evaluator,
                     what(composition_name(claim->composition)), expected, found);
}

static void claim_vector(const Assertion *claim, const char *about, uint32_t length, const Scalar *expected,
                         const Scalar *found) {
  (void)judge_equal(claim->second->subject, LAW_AD_TWICE, claim->composition->first->slot, claim->evaluator,
                    what(about), length, expected, found);
}

/* H_ij = H_ji, H_i being the image of the i-th basis vector. */
static void claim_symmetric(const Assertion *claim, uint32_t basis, const Scalar *hessian) {
  Subject *subject = claim->second->subject;
  uint32_t n = subject->tangents, pairs = 0;
  Scalar *upper = subject_scalars(subject, basis * basis), *lower = subject_scalars(subject, basis * basis);
  if (upper == NULL || lower == NULL) return;
  for (uint32_t i = 0; i < basis; i++) {
    for (uint32_t j = i + 1; j < basis; j++) {
      upper[pairs] = hessian[i * n + j];
      lower[pairs++] = hessian[j * n + i];
    }
  }
  if (pairs > 0) claim_vector(claim, "the Hessian is symmetric", pairs, upper, lower);
}

/* The image under D2: at a tangent (u, 0) of the input it is D^2 f, at one of the
 * seed it is D f; in reverse both at once. */
static void check_image(const Assertion *claim, uint32_t seeds, const Scalar *image) {
  const Second *second = claim->second;
  const Composition *c = claim->composition;
  Subject *subject = second->subject;
  uint32_t n = subject->tangents, m = subject->cotangents;
  Scalar mixed = inner_product(subject->ring, m, second->w, second->mixed),
         first = inner_product(subject->ring, m, second->w, subject->truth);
  const Scalar *next = image + (c->second->reverse ? n : c->codomain);
  if (!c->second->reverse && !c->first->engine->reverse) {
    claim_vector(claim, composition_name(c), m, second->mixed, image);
    claim_vector(claim, composition_name(c), m, subject->truth, next);
    return;
  }
  claim_scalar(claim, mixed, inner_product(subject->ring, n, c->second->reverse ? second->u : second->v, image));
  if (c->second->reverse && c->first->engine->reverse)
    claim_vector(claim, composition_name(c), m, subject->truth, next);
  else
    claim_scalar(claim, first, inner_product(subject->ring, n, second->v, next));
  if (seeds > 2) claim_symmetric(claim, seeds - 2, image + 2 * (size_t)c->codomain);
}

static void check_composition(const Second *second, const Composition *c, int k) {
  Subject *subject = second->subject;
  Assertion claim = {second, c, target_evaluators[k]->name};
  uint32_t seeds = 0;
  const Scalar *seed = seeds_of(second, c, &seeds);
  Scalar *input = subject_scalars(subject, subject->inputs + c->seed);
  Scalar *primal = subject_scalars(subject, c->image), *image = subject_scalars(subject, seeds * c->codomain);
  if (seed == NULL || input == NULL || primal == NULL || image == NULL) return;
  memcpy(input, subject->point, subject->inputs * sizeof *input);
  memcpy(input + subject->inputs, c->first->engine->reverse ? second->w : second->v, c->seed * sizeof *input);
  Status status = composition_run(subject, c, k, input, seeds, seed, primal, image);
  if (status != STATUS_OK)
    judge_status(subject, LAW_AD_TWICE, c->first->slot, claim.evaluator, what(composition_name(c)), status);
  else
    check_image(&claim, seeds, image);
}

/* ----------------------------------------------------------- dual numbers -- */

/* By the evaluator, or as it was recorded. */
static Status run_dual(Subject *subject, Derived *derived, int k, Ring *dual, const Scalar *input, const Scalar *seed,
                       Scalar *primal, Scalar *image) {
  Battery *battery = subject->battery;
  uint32_t number = subject_evaluates(subject) ? RECORDING_NONE : derived_record(subject, derived, k);
  Status status;
  if (number != RECORDING_NONE) {
    Recording recording = recordings_get(battery->recordings, number);
    return replay(subject, dual, &recording, input, 1, seed, primal, image);
  }
  ArenaMark values = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, dual, &battery->values);
  status = derived_eval(derived, k, &machine, input, 1, seed, primal, image);
  arena_release(&battery->values, values);
  Status left = ring_take_status(dual);
  return status != STATUS_OK ? status : left;
}

/* D1 of any engine, run at x + eps u with a seed that does not move. */
static void check_dual(const Second *second, Derived *derived, int k) {
  Subject *subject = second->subject;
  Battery *battery = subject->battery;
  Ring *dual = subject->ring == battery->field ? battery->field_dual : battery->enclosure_dual;
  const Scalar *along = derived->engine->reverse ? second->w : second->v;
  Scalar *input = subject_scalars(subject, subject->inputs), *seed = subject_scalars(subject, derived->domain);
  Scalar *primal = subject_scalars(subject, subject->outputs), *image = subject_scalars(subject, derived->codomain);
  if (input == NULL || seed == NULL || primal == NULL || image == NULL) return;
  size_t mark = ring_mark(dual);
  Scalar zero = ring_integer(subject->ring, 0);
  memcpy(input, subject->point, subject->inputs * sizeof *input); /* Ints */
  for (uint32_t i = 0; i < subject->tangents; i++) {
    uint32_t slot = subject->input_slot[i];
    input[slot] = dual_make(dual, subject->point[slot], second->u[i]);
  }
  for (uint32_t i = 0; i < derived->domain; i++) seed[i] = dual_make(dual, along[i], zero);
  Status status = run_dual(subject, derived, k, dual, input, seed, primal, image);
  for (uint32_t i = 0; i < derived->codomain && status == STATUS_OK; i++) image[i] = dual_epsilon(dual, image[i]);
  const char *evaluator = derived_evaluator(derived, k);
  What about = what(derived->engine->reverse ? "reverse on dual numbers" : "forward on dual numbers");
  if (status != STATUS_OK)
    judge_status(subject, LAW_AD_TWICE, derived->slot, evaluator, about, status);
  else if (derived->engine->reverse) {
    (void)judge_scalar(subject, LAW_AD_TWICE, derived->slot, evaluator, about,
                       inner_product(subject->ring, subject->cotangents, second->w, second->mixed),
                       inner_product(subject->ring, subject->tangents, second->v, image));
  } else
    (void)judge_equal(subject, LAW_AD_TWICE, derived->slot, evaluator, about, derived->codomain, second->mixed, image);
  ring_release(dual, mark);
}

/* --------------------------------------------------------------- rotation -- */

/* Unless thorough, one composition in one evaluator, in turn; of larger programs
 * one in so many, and of those that are looked at one in so many is proved too. */
#define TWICE_SMALL 5u
#define TWICE_ROTATION 16u
#define PROOF_ROTATION 4u
#define STREAM_TURN 194

static bool in_turn(const Subject *subject) {
  return subject->options->thorough || term_size(subject->battery->store, subject->program->term) <= TWICE_SMALL ||
         random_word(0, STREAM_TURN, (uint64_t)subject->index) % TWICE_ROTATION == 0;
}

/* Which of the looks at a program are taken at this point. */
typedef struct Look {
  bool thorough;    /* every composition, in every evaluator */
  bool prove;       /* for all inputs too */
  Composition *one; /* which is looked at unless thorough, at both points; NULL first until it is made */
} Look;

/* The composition, which does not depend on the point; NULL, and counted, where it cannot be made. */
static const Composition *composition_of(const Second *second, Look look, int e, bool reverse, Composition *own) {
  Subject *subject = second->subject;
  Composition *made = look.thorough ? own : look.one;
  if (!look.thorough && made->first != NULL) return made;
  if (derived_usable(&subject->derived[e]) && composition_make(subject, e, reverse, made)) return made;
  made->first = NULL;
  return NULL;
}

static void check_twice(const Second *second, Look look, int e, bool reverse) {
  Subject *subject = second->subject;
  uint64_t turn = (uint64_t)subject->index / 4;
  Workspace mark = subject_mark(subject);
  Composition own;
  const Composition *composition = composition_of(second, look, e, reverse, &own);
  for (int k = 0; k < TARGET_EVALUATORS && composition != NULL; k++) {
    if (!look.thorough && turn % TARGET_EVALUATORS != (uint64_t)k) continue;
    check_composition(second, composition, k);
    if (look.prove) twice_prove(subject, composition, k);
  }
  if (look.thorough) subject_release(subject, mark);
}

static void check_duals(const Second *second, Look look) {
  Subject *subject = second->subject;
  for (int e = 0; e < subject->derivations; e++) {
    Derived *derived = &subject->derived[e];
    if (!derived_usable(derived)) continue;
    int chosen = (int)((uint64_t)subject->index / 4 % (uint64_t)derived->runs);
    bool turn = e >= SUBJECT_ENGINES || (uint64_t)subject->index % 2 == (uint64_t)e;
    for (int k = 0; k < derived->runs; k++) {
      if (look.thorough || (turn && k == chosen)) check_dual(second, derived, k);
    }
  }
}

static void check_point(Subject *subject, Look look) {
  Second second = {.subject = subject};
  Workspace mark = subject_mark(subject);
  Status status = second_open(&second);
  if (status != STATUS_OK) judge_status(subject, LAW_AD_TWICE, 0, "", what("D^2[[t]](x)[v, u]"), status);
  for (int turn = 0; turn < 4 && status == STATUS_OK; turn++) {
    if (look.thorough || (uint64_t)subject->index % 4 == (uint64_t)turn)
      check_twice(&second, look, turn % 2, turn >= 2);
  }
  if (status == STATUS_OK) check_duals(&second, look);
  if (look.thorough) subject_release(subject, mark);
}

/* Rational programs at the origin too, where powers lose their derivatives when a
 * guard is wrong: random residues are never 0.  Over F_p there are no kinks. */
static void check_origin(const Subject *located, Look look) {
  Subject subject = *located;
  Scalar *point = subject_scalars(&subject, subject.inputs);
  subject.point = subject_scalars(&subject, subject.inputs);
  subject.value = subject_scalars(&subject, subject.outputs);
  subject.truth = subject_scalars(&subject, subject.cotangents);
  if (point == NULL || subject.point == NULL || subject.value == NULL || subject.truth == NULL) return;
  memcpy(point, located->point, subject.inputs * sizeof *point); /* Ints stay */
  for (uint32_t i = 0; i < subject.tangents; i++) point[subject.input_slot[i]] = ring_integer(subject.ring, 0);
  if (subject_move(&subject, point) == STATUS_OK) check_point(&subject, look);
}

void laws_twice(Subject *subject) {
  Composition one = {.first = NULL};
  Look look = {.thorough = subject->options->thorough, .one = &one};
  if (!law_on(subject, LAW_AD_TWICE) || subject->tangents == 0 || subject->cotangents == 0) return;
  if (!in_turn(subject)) return;
  look.prove = look.thorough || (uint64_t)subject->index / 12 % PROOF_ROTATION == 0;
  Workspace mark = subject_mark(subject);
  check_point(subject, look);
  look.prove = false;
  if (subject->ring == subject->battery->field) check_origin(subject, look);
  subject_release(subject, mark);
}
