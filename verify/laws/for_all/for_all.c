/* The AD laws for all inputs: polynomial programs, by Kronecker substitution
 * (tier T2k).
 *
 * Both sides are polynomials in the inputs; they are equal for all inputs when
 * they are at the Kronecker point.  Linearity in the seed is one identity,
 * f(a) = sum_i a_i f(e_i) for seeds a of variables, and with it basis seeds
 * suffice: AD-FWD, AD-REV and HOM-* hold for all seeds too.
 *
 * What a checked certificate says already is evaluated too on one program in so many: a
 * difference there is a finding of TIERS. */
#include "semantics/memory/try.h"
#include "verify/battery/subject.h"

#define FOR_ALL_INPUTS 8u
#define FOR_ALL_SEEDS 8u
/* One program in so many, unless thorough. */
#define CERTIFIED_ROTATION 16u

/* One derivative in one evaluator, at basis seeds and at the seed of variables. */
typedef struct Image {
  const Derived *derived;
  int k;         /* the way it is run */
  uint32_t m, n; /* dimensions of its linear part */
  Scalar *seed, *primal, *image;
  bool out;   /* a system with a language of its own that could not run over the ring */
  bool known; /* by a checked certificate: not evaluated */
} Image;

static Status run_over(Subject *subject, Ring *ring, const Scalar *input, const Image *image) {
  Battery *battery = subject->battery;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, ring, &battery->values);
  Status status =
      derived_eval(image->derived, image->k, &machine, input, image->m + 1, image->seed, image->primal, image->image);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(ring);
  return status != STATUS_OK ? status : left;
}

/* Basis seeds, then the seed whose entries `variable` gives. */
static void fill_seeds(Ring *ring, const KroneckerPoint *point, bool bounds, Image *image) {
  Scalar zero = ring_integer(ring, 0), one = ring_integer(ring, 1);
  for (uint32_t s = 0; s < image->m; s++) {
    for (uint32_t i = 0; i < image->m; i++) image->seed[s * image->m + i] = i == s ? one : zero;
  }
  for (uint32_t i = 0; i < image->m; i++) {
    image->seed[image->m * image->m + i] = bounds ? bound_make((Bound){0, 1, 0}) : kronecker_seed(point, ring, i);
  }
}

static bool open_image(Subject *subject, int e, int k, Image *image) {
  const Derived *derived = &subject->derived[e];
  *image = (Image){.derived = derived, .k = k, .m = derived->domain, .n = derived->codomain};
  image->seed = subject_scalars(subject, (image->m + 1) * image->m);
  image->image = subject_scalars(subject, (image->m + 1) * image->n);
  image->primal = subject_scalars(subject, subject->outputs);
  return image->seed != NULL && image->image != NULL && image->primal != NULL;
}

/* Bounds of what the evaluator computes widen the point. */
static Status bound_image(Subject *subject, const Scalar *input, KroneckerPoint *point, Image *image) {
  Ring *ring = kronecker_bounds(subject->battery->kronecker);
  fill_seeds(ring, point, true, image);
  TRY(run_over(subject, ring, input, image));
  for (uint32_t i = 0; i < subject->outputs; i++) kronecker_widen(point, image->primal[i]);
  for (uint32_t i = 0; i < (image->m + 1) * image->n; i++) kronecker_widen(point, image->image[i]);
  /* the sum that linearity compares with has m terms of one degree more */
  Bound sum = {point->degree, point->seeds > 1 ? point->seeds : 1, point->digit - 3 + image->m};
  kronecker_widen(point, bound_make(sum));
  return STATUS_OK;
}

static ProofToken token_of(const Subject *subject, LawId law, const Image *image) {
  return derived_proof(subject, law, image->derived->slot, image->k);
}

/* f(a) = sum_i a_i f(e_i) */
static bool check_linear(Subject *subject, const Image *image) {
  Ring *ring = subject->ring;
  const Scalar *found = image->image + (size_t)image->m * image->n, *a = image->seed + (size_t)image->m * image->m;
  Scalar *expected = subject_scalars(subject, image->n);
  if (expected == NULL) return false;
  for (uint32_t j = 0; j < image->n; j++) {
    expected[j] = ring_integer(ring, 0);
    for (uint32_t i = 0; i < image->m; i++) {
      expected[j] = ring_add(ring, expected[j], ring_mul(ring, a[i], image->image[(size_t)i * image->n + j]));
    }
  }
  static const LawId laws[] = {LAW_HOM_ZERO, LAW_HOM_ADD, LAW_HOM_SCALE};
  bool holds = true;
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
    holds =
        judge_decided(subject, laws[l], image->derived->slot, derived_evaluator(image->derived, image->k),
                      what("f(a) = sum_i a_i f(e_i)"), image->n, expected, found, token_of(subject, laws[l], image)) &&
        holds;
  }
  return holds;
}

/* The image of the basis against the columns of truth, transposed in reverse. */
static bool check_truth(Subject *subject, const Image *image, const Scalar *columns) {
  const Derived *derived = image->derived;
  LawId law = derived->engine->reverse ? LAW_AD_REV : LAW_AD_FWD;
  Scalar *expected = subject_scalars(subject, image->m * image->n);
  if (expected == NULL) return false;
  for (uint32_t i = 0; i < image->m; i++) {
    for (uint32_t j = 0; j < image->n; j++) {
      /* columns[k * outputs + o] is the derivative of output o by input k */
      expected[i * image->n + j] =
          derived->engine->reverse ? columns[j * subject->outputs + i] : columns[i * subject->outputs + j];
    }
  }
  return judge_decided(subject, law, derived->slot, derived_evaluator(image->derived, image->k),
                       what("the Jacobian at basis seeds"), image->m * image->n, expected, image->image,
                       token_of(subject, law, image));
}

static Status check_image(Subject *subject, const KroneckerPoint *point, const Scalar *input, const Scalar *value,
                          const Scalar *columns, Image *image) {
  fill_seeds(subject->ring, point, false, image);
  TRY(run_over(subject, subject->ring, input, image));
  (void)judge_decided(subject, LAW_AD_PRIMAL, image->derived->slot, derived_evaluator(image->derived, image->k),
                      what("primal"), subject->outputs, value, image->primal, token_of(subject, LAW_AD_PRIMAL, image));
  (void)check_linear(subject, image);
  (void)check_truth(subject, image, columns);
  return STATUS_OK;
}

/* AD-DOT: the matrices that both modes give are one another's transposes. */
static void check_dot(Subject *subject, const Image *forward, const Image *reverse) {
  uint32_t n = forward->m, m = reverse->m;
  Scalar *expected = subject_scalars(subject, n * m);
  if (expected == NULL || forward->k != reverse->k) return;
  for (uint32_t i = 0; i < m; i++) {
    for (uint32_t j = 0; j < n; j++) expected[i * n + j] = forward->image[j * m + i];
  }
  (void)judge_decided(subject, LAW_AD_DOT, reverse->derived->slot, derived_evaluator(reverse->derived, reverse->k),
                      what("<J e_i, e_j> = <e_i, J^t e_j>"), n * m, expected, reverse->image,
                      token_of(subject, LAW_AD_DOT, reverse));
}

/* What follows from the certificate of the image. */
static void count_known(Subject *subject, const Image *image) {
  LawId law = image->derived->engine->reverse ? LAW_AD_REV : LAW_AD_FWD;
  const LawId laws[] = {LAW_AD_PRIMAL, LAW_HOM_ZERO, LAW_HOM_ADD, LAW_HOM_SCALE, law};
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
    if (law_on(subject, laws[l]))
      judge_count(subject, laws[l], image->derived->slot, gate_outcome(token_of(subject, laws[l], image)));
  }
}

static void count_known_dot(Subject *subject, const Image *reverse) {
  if (law_on(subject, LAW_AD_DOT))
    judge_count(subject, LAW_AD_DOT, reverse->derived->slot, gate_outcome(token_of(subject, LAW_AD_DOT, reverse)));
}

static bool is_chad(const Image *image) {
  return image->derived->engine == &chad_forward || image->derived->engine == &chad_reverse;
}

/* The images of CHAD's two modes are compared with one another: both are known, or none is. */
static void find_known(const Subject *subject, Image *images, uint32_t count) {
  bool audited = subject->options->thorough || (uint64_t)subject->index % CERTIFIED_ROTATION == 3;
  bool both = true;
  for (uint32_t i = 0; i < count; i++) {
    images[i].known = !audited && token_of(subject, LAW_AD_PRIMAL, &images[i]).by_certificate;
    if (is_chad(&images[i])) both = both && images[i].known;
  }
  for (uint32_t i = 0; i < count; i++) {
    if (is_chad(&images[i])) images[i].known = both;
  }
}

static void check_dots(Subject *subject, const Image *images, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    bool forward = images[i].derived->engine == &chad_forward;
    for (uint32_t j = 0; j < count && forward; j++) {
      if (images[j].derived->engine != &chad_reverse || images[i].k != images[j].k) continue;
      if (images[i].known)
        count_known_dot(subject, &images[j]);
      else
        check_dot(subject, &images[i], &images[j]);
    }
  }
}

/* The bounds of the source and of all images that are evaluated. */
static Status find_bounds(Subject *subject, KroneckerPoint *point, Scalar *value, Image *images, uint32_t count) {
  Kronecker *kronecker = subject->battery->kronecker;
  uint32_t inputs = subject->inputs, seeds = 0;
  Scalar *input = subject_scalars(subject, inputs);
  if (input == NULL) return STATUS_LIMIT;
  TRY(kronecker_source_bounds(kronecker, subject->program, inputs, value));
  for (uint32_t i = 0; i < subject->outputs; i++) kronecker_widen(point, value[i]);
  /* derivatives have larger bounds: where the source does not fit nothing will */
  if (!kronecker_fits(point, 1, 0)) return STATUS_LIMIT;
  for (uint32_t i = 0; i < inputs; i++) input[i] = bound_make((Bound){1, 0, 0});
  for (uint32_t i = 0; i < count; i++) {
    if (images[i].known) continue;
    Status status = bound_image(subject, input, point, &images[i]);
    images[i].out = status != STATUS_OK && images[i].derived->own != NULL;
    if (status != STATUS_OK && !images[i].out) return status;
    if (images[i].m > seeds) seeds = images[i].m;
  }
  return kronecker_fits(point, 1, seeds) ? STATUS_OK : STATUS_LIMIT;
}

static bool all_known(const Image *images, uint32_t count) {
  bool all = true;
  for (uint32_t i = 0; i < count; i++) all = all && images[i].known;
  return all;
}

/* Bounds, then the point, then truth and every derivative at the point that is not known. */
static Status check_point(Subject *subject, Image *images, uint32_t count) {
  Kronecker *kronecker = subject->battery->kronecker;
  Ring *rational = kronecker_rationals(kronecker);
  uint32_t inputs = subject->inputs, outputs = subject->outputs;
  KroneckerPoint point = kronecker_point(inputs);
  Scalar *input = subject_scalars(subject, inputs), *value = subject_scalars(subject, outputs);
  Scalar *columns = subject_scalars(subject, inputs * outputs);
  if (input == NULL || value == NULL || columns == NULL) return STATUS_LIMIT;
  TRY(find_bounds(subject, &point, value, images, count));
  if (all_known(images, count)) return STATUS_OK;
  for (uint32_t k = 0; k < inputs; k++)
    TRY(kronecker_truth(kronecker, subject->program, &point, k, value, columns + (size_t)k * outputs));
  for (uint32_t i = 0; i < inputs; i++) input[i] = kronecker_input(&point, rational, i);
  subject->ring = rational;
  subject->point = input;
  for (uint32_t i = 0; i < count; i++) {
    if (!images[i].out && !images[i].known) TRY(check_image(subject, &point, input, value, columns, &images[i]));
  }
  return STATUS_OK;
}

static Status check_images(Subject *subject, Image *images, uint32_t count) {
  find_known(subject, images, count);
  TRY(check_point(subject, images, count));
  for (uint32_t i = 0; i < count; i++) {
    if (images[i].known) count_known(subject, &images[i]);
  }
  check_dots(subject, images, count);
  return STATUS_OK;
}

/* The ways of running each usable derivative: all when thorough, else one. */
static Status open_images(Subject *subject, Image *images, uint32_t *count) {
  *count = 0;
  for (int e = 0; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    for (int k = 0; k < derived->runs && derived_usable(derived); k++) {
      bool chosen = (int)((uint64_t)subject->index % (uint64_t)derived->runs) == k;
      if (!subject->options->thorough && !chosen) continue;
      if (!open_image(subject, e, k, &images[(*count)++])) return STATUS_LIMIT;
    }
  }
  return STATUS_OK;
}

bool laws_for_all(Subject *subject) {
  Subject all = *subject; /* over another ring, at another point */
  Image images[SUBJECT_DERIVED + SUBJECT_ENGINES * TARGET_EVALUATORS];
  uint32_t count = 0;
  size_t mark = ring_mark(kronecker_rationals(subject->battery->kronecker));
  /* Ints have no tangent; a program without inputs has nothing to prove */
  bool fits = subject->inputs == subject->tangents && subject->outputs == subject->cotangents && subject->inputs > 0 &&
              subject->inputs <= FOR_ALL_INPUTS && subject->outputs > 0 && subject->outputs <= FOR_ALL_SEEDS;
  Status status = fits ? open_images(subject, images, &count) : STATUS_UNABLE;
  all.direction = NULL;
  if (status == STATUS_OK) status = check_images(&all, images, count);
  ring_release(kronecker_rationals(subject->battery->kronecker), mark);
  return status == STATUS_OK;
}
