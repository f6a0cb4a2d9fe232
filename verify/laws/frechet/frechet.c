/* FR-*: Frechet derivatives and adjoints.
 *
 * The equations are not about the program: each program is asked for an instance, so
 * that a campaign goes through all of them.  FR-AFFINE, FR-AFFINE-ADJ and FR-FORWARD-ADJ
 * are about the program: at the point at hand and, where normal forms decide, for all
 * inputs and (co)tangents. */
#include "ad/frechet/frechet.h"
#include "semantics/memory/try.h"
#include "verify/battery/subject.h"
#include "verify/laws/frechet/cost.h"
#include "verify/laws/frechet/equations.h"

#include <inttypes.h>

#define STREAM_FRECHET 640
/* Of each equation when thorough. */
#define INSTANCES_THOROUGH 4u
/* One program in so many goes through the laws about programs, unless thorough. */
#define FRECHET_ROTATION 4u
/* The same of COST-TENSOR. */
#define COST_ROTATION 64u
#define FRECHET_FUEL ((uint64_t)1 << 20)
#define FRECHET_WORK ((uint64_t)20000)

/* A program as a function on Hilbert spaces, and its two interpretations at x. */
typedef struct Look {
  Subject *subject;
  const Frechet *f;
  Machine machine;
  HilTerms terms;
  const Scalar *x, *v, *w;       /* a point, a tangent and a cotangent */
  const Scalar *value, *tangent; /* f x and its derivative along v, by the truth tier */
  Scalar *primal[2], *image;     /* f x by each; f'(x) v */
  Scalar *back[2];               /* (f'(x))* w by the adjoint calculus, and by Fig. 2 */
} Look;

static Status apply(Look *look, HilMapId m, const Scalar *flat, Scalar *out) {
  HilVector vector, image;
  const HilMap *map = hil_map(&look->terms, m);
  HilSpace dom = map->dom, cod = map->cod;
  TRY(hil_map_check(&look->terms, m));
  TRY(hil_read(&look->machine, &look->terms.spaces, dom, &flat, &vector));
  TRY(hil_apply(&look->machine, &look->terms, m, &vector, &image));
  return hil_write(&look->machine, &look->terms.spaces, cod, &image, out);
}

static Status interpret(Look *look) {
  HilTerms *terms = &look->terms;
  HilVector x, fx;
  HilMapId forward, turned, reverse;
  const Scalar *flat = look->x;
  TRY(hil_terms_copy(&look->f->terms, look->machine.arena, terms));
  HilSpace dom = hil_fun(terms, look->f->f)->dom, cod = hil_fun(terms, look->f->f)->cod;
  TRY(hil_read(&look->machine, &terms->spaces, dom, &flat, &x));
  TRY(frechet_affine(&look->machine, terms, look->f->f, &x, &fx, &forward));
  TRY(hil_write(&look->machine, &terms->spaces, cod, &fx, look->primal[0]));
  TRY(frechet_affine_adjoint(&look->machine, terms, look->f->f, &x, &fx, &reverse));
  TRY(hil_write(&look->machine, &terms->spaces, cod, &fx, look->primal[1]));
  TRY(frechet_adjoint(terms, forward, &turned));
  const HilMap *there = hil_map(terms, forward), *back = hil_map(terms, reverse), *other = hil_map(terms, turned);
  if (!hil_same(there->dom, dom) || !hil_same(there->cod, cod) || !hil_same(back->dom, cod) ||
      !hil_same(back->cod, dom) || !hil_same(other->dom, cod) || !hil_same(other->cod, dom))
    return STATUS_ILL_TYPED;
  TRY(apply(look, forward, look->v, look->image));
  TRY(apply(look, turned, look->w, look->back[0]));
  return apply(look, reverse, look->w, look->back[1]);
}

/* Over a ring. */
static Status run(Look *look, Ring *ring) {
  Battery *battery = look->subject->battery;
  ArenaMark mark = arena_mark(&battery->values);
  look->machine = machine_make(battery->store, ring, &battery->values);
  look->machine.fuel = FRECHET_FUEL;
  Status status = interpret(look), left = ring_take_status(ring);
  arena_release(&battery->values, mark);
  return status != STATUS_OK ? status : left;
}

static bool room(Look *look) {
  Subject *subject = look->subject;
  look->primal[0] = subject_scalars(subject, subject->outputs);
  look->primal[1] = subject_scalars(subject, subject->outputs);
  look->image = subject_scalars(subject, subject->outputs);
  look->back[0] = subject_scalars(subject, subject->inputs);
  look->back[1] = subject_scalars(subject, subject->inputs);
  return look->primal[0] != NULL && look->primal[1] != NULL && look->image != NULL && look->back[0] != NULL &&
         look->back[1] != NULL;
}

/* ------------------------------------------------------- for all arguments -- */

static bool equal(Ring *ring, uint32_t n, const Scalar *a, const Scalar *b) {
  for (uint32_t i = 0; i < n; i++) {
    if (symbolic_equal(ring, a[i], b[i]) != SYMBOLIC_EQUAL) return false;
  }
  return true;
}

/* The same at variables, against formal derivatives; each law that is proved. */
static Status prove(Subject *subject, const Frechet *f, Ring *ring, bool proved[3]) {
  Look look = {.subject = subject, .f = f};
  uint32_t n = subject->inputs, m = subject->outputs;
  Scalar *x = subject_scalars(subject, 2 * n + m), *value = subject_scalars(subject, m);
  Scalar *tangent = subject_scalars(subject, m);
  if (x == NULL || value == NULL || tangent == NULL || !room(&look)) return STATUS_LIMIT;
  for (uint32_t i = 0; i < 2 * n + m; i++) x[i] = symbolic_variable(ring, i);
  look.x = x;
  look.v = x + n;
  look.w = x + 2 * n;
  Status status = truth_symbolic(subject->battery->truth, ring, subject->program, look.x, look.v, value, tangent);
  uint32_t obligations = symbolic_obligation_count(ring);
  if (status == STATUS_OK) status = run(&look, ring);
  if (status != STATUS_OK || !symbolic_obligations_follow(ring, obligations)) return status;
  Scalar left = inner_product(ring, m, tangent, look.w), right = inner_product(ring, n, look.v, look.back[1]);
  proved[0] = equal(ring, m, value, look.primal[0]) && equal(ring, m, tangent, look.image);
  proved[1] = equal(ring, m, value, look.primal[1]) && equal(ring, 1, &left, &right);
  proved[2] = equal(ring, m, look.primal[0], look.primal[1]) && equal(ring, n, look.back[0], look.back[1]);
  return ring_take_status(ring);
}

static void count_proved(Subject *subject, const Frechet *f, const bool held[3]) {
  static const LawId laws[] = {LAW_FR_AFFINE, LAW_FR_AFFINE_ADJ, LAW_FR_FORWARD_ADJ};
  Ring *ring = subject->battery->symbolic_large;
  bool proved[3] = {false, false, false};
  if (2 * subject->inputs + subject->outputs > symbolic_variable_count(ring)) return;
  size_t mark = ring_mark(ring);
  Workspace workspace = subject_mark(subject);
  symbolic_set_work(ring, FRECHET_WORK);
  Status status = prove(subject, f, ring, proved);
  (void)ring_take_status(ring);
  ring_release(ring, mark);
  subject_release(subject, workspace);
  for (int l = 0; l < 3; l++) {
    if (status == STATUS_OK && proved[l] && held[l] && law_on(subject, laws[l]))
      judge_count(subject, laws[l], 0, OUTCOME_DECIDED);
  }
}

/* ------------------------------------------------------------ at the point -- */

static void judge(Look *look, bool held[3]) {
  Subject *subject = look->subject;
  Ring *ring = subject->ring;
  uint32_t n = subject->inputs, m = subject->outputs;
  const char *fig1 = "Fig. 1", *fig2 = "Fig. 2";
  subject->shown_cotangent = look->w;
  if (law_on(subject, LAW_FR_AFFINE)) {
    held[0] = judge_outputs(subject, LAW_FR_AFFINE, 0, fig1, what("f x"), look->value, look->primal[0]) &&
              judge_equal(subject, LAW_FR_AFFINE, 0, fig1, what("f'(x) v"), m, look->tangent, look->image);
  }
  if (law_on(subject, LAW_FR_AFFINE_ADJ)) {
    held[1] =
        judge_outputs(subject, LAW_FR_AFFINE_ADJ, 0, fig2, what("f x"), look->value, look->primal[1]) &&
        judge_scalar(subject, LAW_FR_AFFINE_ADJ, 0, fig2, what("v (.) (f'(x))* w"),
                     inner_product(ring, m, look->tangent, look->w), inner_product(ring, n, look->v, look->back[1]));
  }
  if (law_on(subject, LAW_FR_FORWARD_ADJ)) {
    held[2] = judge_equal(subject, LAW_FR_FORWARD_ADJ, 0, fig2, what("(f'(x))* w"), n, look->back[0], look->back[1]);
  }
  subject->shown_cotangent = NULL;
}

/* One failure for the three laws. */
static void judge_failure(Subject *subject, const char *about, Status status) {
  static const LawId laws[] = {LAW_FR_AFFINE, LAW_FR_AFFINE_ADJ, LAW_FR_FORWARD_ADJ};
  for (int l = 0; l < 3; l++) {
    if (!law_on(subject, laws[l])) continue;
    if (status == STATUS_UNABLE)
      judge_count(subject, laws[l], 0, OUTCOME_REFUSED);
    else
      judge_status(subject, laws[l], 0, "", what(about), status);
  }
}

static void check_program(Subject *subject) {
  Battery *battery = subject->battery;
  const void *derivative;
  const char *missing = "";
  Status status = frechet_forward.derive(battery->store, &battery->scratch, subject->program, &derivative, &missing);
  if (status != STATUS_OK) {
    judge_failure(subject, "the transformed program", status);
    return;
  }
  Look look = {.subject = subject, .f = derivative, .x = subject->point, .v = subject->direction};
  bool held[3] = {false, false, false};
  Scalar *w = subject_scalars(subject, subject->outputs);
  look.value = subject->value;
  look.tangent = subject->truth;
  look.w = w;
  status = w == NULL || !room(&look) ? STATUS_LIMIT : STATUS_OK;
  for (uint32_t i = 0; i < subject->outputs && w != NULL; i++) w[i] = subject_random(subject, STREAM_FRECHET, i);
  if (status == STATUS_OK) status = run(&look, subject->ring);
  if (status != STATUS_OK) {
    judge_failure(subject, "the affine interpretations", status);
    return;
  }
  judge(&look, held);
  if (held[0] || held[1] || held[2]) count_proved(subject, look.f, held);
}

/* -------------------------------------------------------------- equations -- */

static void check_equation(Subject *subject, FrEquation equation, uint64_t k) {
  LawId law = (LawId)((int)LAW_FR_APPLY + (int)equation);
  Battery *battery = subject->battery;
  FrInstance instance;
  if (!law_on(subject, law)) return;
  if (battery->frechet == NULL) battery->frechet = frechet_ring_new();
  Status status = battery->frechet == NULL ? STATUS_LIMIT
                                           : frechet_equation_decide(battery->store, battery->frechet, &battery->values,
                                                                     equation, k, &instance);
  What about = {.text = "instance", .name = {""}, .number = {(uint32_t)k}};
  /* a function drawn at random may be defined nowhere, like ln . K_0: the point of the
   * program says nothing of it */
  if (status == STATUS_DOMAIN)
    judge_count(subject, law, 0, OUTCOME_DOMAIN);
  else if (status != STATUS_OK)
    judge_status(subject, law, 0, "", about, status);
  else if (instance.outcome == FR_DIFFERENT)
    judge_refute(subject, law, 0, "", about, "one normal form on both sides", instance.shown);
  else
    judge_count(subject, law, 0, instance.outcome == FR_EQUAL ? OUTCOME_DECIDED : OUTCOME_UNDECIDED);
}

/* Sizes by the program's index, so that a campaign goes through them. */
static void check_cost(Subject *subject) {
  uint64_t k = (uint64_t)subject->index / COST_ROTATION;
  uint32_t rank = 1 + (uint32_t)(k % 3), m = 1 + (uint32_t)(k / 3 % 40), n = 1 + (uint32_t)(k / 120 % 40);
  FrCost cost;
  char expected[96], found[96];
  Status status = frechet_cost_tensor(subject->battery->store, m, n, rank, &cost);
  What about = {.text = "b sin(a.x), sizes and rank", .name = {" ", " x "}, .number = {m, n}};
  if (status != STATUS_OK) {
    judge_status(subject, LAW_COST_TENSOR, 0, "", about, status);
    return;
  }
  if (cost.right) {
    judge_count(subject, LAW_COST_TENSOR, 0, OUTCOME_HOLDS);
    return;
  }
  (void)snprintf(expected, sizeof expected, "%u, %u, %u products, %u times", n + 1, n + 1 + m, m + 1 + n, rank);
  (void)snprintf(found, sizeof found,
                 "%" PRIu64 ", %" PRIu64 ", %" PRIu64 " by the rules; %" PRIu64 ", %" PRIu64 ", %" PRIu64,
                 cost.rules.formal, cost.rules.realised, cost.rules.adjoint, cost.tensor.formal, cost.tensor.realised,
                 cost.tensor.adjoint);
  judge_refute(subject, LAW_COST_TENSOR, 0, "", about, expected, found);
}

void laws_frechet(Subject *subject) {
  bool thorough = subject->options->thorough;
  uint64_t n = (uint64_t)subject->index;
  if (!thorough) check_equation(subject, (FrEquation)(n % FR_EQUATION_COUNT), n / FR_EQUATION_COUNT);
  for (int e = 0; e < FR_EQUATION_COUNT && thorough; e++) {
    for (uint64_t k = 0; k < INSTANCES_THOROUGH; k++)
      check_equation(subject, (FrEquation)e, random_word(subject->seed, STREAM_FRECHET + 1, k) >> 32);
  }
  if (law_on(subject, LAW_COST_TENSOR) && (thorough || n % COST_ROTATION == 0)) check_cost(subject);
  bool any =
      law_on(subject, LAW_FR_AFFINE) || law_on(subject, LAW_FR_AFFINE_ADJ) || law_on(subject, LAW_FR_FORWARD_ADJ);
  if (!any || (!thorough && n % FRECHET_ROTATION != 1)) return;
  Workspace workspace = subject_mark(subject);
  check_program(subject);
  subject_release(subject, workspace);
}
