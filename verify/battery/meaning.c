#include "verify/battery/meaning.h"

#include "verify/battery/subject.h"
#include "verify/truth/ring_sparse.h"

#include <stdlib.h>
#include <string.h>

#define ASSIGNMENTS_MOST 16u /* of Ints in scope */

struct Meanings {
  Battery *battery;
  uint32_t indices;
  Ring *ring;
  Tally *tally; /* of what is derived: read by nobody */
  Witness *witnesses;
  unsigned char *key;
  size_t length, capacity;
};

/* A program at one assignment of its Ints. */
typedef struct Case {
  Scalar *input, *value;
  Scalar *forward, *reverse; /* what images of the tangent and the cotangent of variables must be */
  uint32_t divided;          /* which inputs each run divides by */
} Case;

typedef struct Deciding {
  Meanings *meanings;
  Subject subject;
  bool *real; /* output places */
  Case cases[ASSIGNMENTS_MOST];
  uint32_t count;
} Deciding;

Meanings *meanings_new(Battery *battery, uint32_t indices) {
  Meanings *meanings = calloc(1, sizeof *meanings);
  if (meanings == NULL) return NULL;
  *meanings = (Meanings){.battery = battery, .indices = indices, .ring = ring_sparse_new()};
  meanings->tally = calloc(1, sizeof *meanings->tally);
  meanings->witnesses = calloc(LAW_COUNT, sizeof *meanings->witnesses);
  if (meanings->ring != NULL && meanings->tally != NULL && meanings->witnesses != NULL) return meanings;
  meanings_free(meanings);
  return NULL;
}

void meanings_free(Meanings *meanings) {
  if (meanings == NULL) return;
  if (meanings->ring != NULL) ring_destroy(meanings->ring);
  free(meanings->tally);
  free(meanings->witnesses);
  free(meanings->key);
  free(meanings);
}

/* -------------------------------------------------------------------- key -- */

static bool put(Meanings *meanings, const void *bytes, size_t size) {
  if (meanings->length + size > meanings->capacity) {
    size_t capacity = 2 * (meanings->length + size);
    unsigned char *key = realloc(meanings->key, capacity);
    if (key == NULL) return false;
    meanings->key = key;
    meanings->capacity = capacity;
  }
  memcpy(meanings->key + meanings->length, bytes, size);
  meanings->length += size;
  return true;
}

static bool put_polynomial(Meanings *meanings, Scalar a) {
  uint32_t count = 0;
  const SparseTerm *terms = sparse_terms(meanings->ring, a, &count);
  bool good = put(meanings, &count, sizeof count);
  for (uint32_t i = 0; i < count && good; i++) {
    good = put(meanings, &terms[i].monomial, sizeof terms[i].monomial) &&
           put(meanings, &terms[i].coefficient, sizeof terms[i].coefficient) &&
           put(meanings, &terms[i].below, sizeof terms[i].below);
  }
  return good;
}

static bool put_values(const Deciding *deciding) {
  Meanings *meanings = deciding->meanings;
  bool good = true;
  for (uint32_t c = 0; c < deciding->count && good; c++) {
    good = put(meanings, &deciding->cases[c].divided, sizeof deciding->cases[c].divided);
    for (uint32_t i = 0; i < deciding->subject.outputs && good; i++) {
      Scalar value = deciding->cases[c].value[i];
      good = deciding->real[i] ? put_polynomial(meanings, value) : put(meanings, &value.word, sizeof value.word);
    }
  }
  return good;
}

/* ----------------------------------------------------------------- values -- */

static Machine machine(const Deciding *deciding) {
  Battery *battery = deciding->meanings->battery;
  return machine_make(battery->store, deciding->meanings->ring, &battery->values);
}

static bool succeeded(const Deciding *deciding, Status status) {
  Status left = ring_take_status(deciding->meanings->ring);
  return status == STATUS_OK && left == STATUS_OK;
}

static bool evaluate(const Deciding *deciding, const Evaluator *evaluator, const Scalar *input, Scalar *value) {
  Arena *values = &deciding->meanings->battery->values;
  ArenaMark mark = arena_mark(values);
  Machine runs = machine(deciding);
  Status status = evaluator->eval(&runs, deciding->subject.program, input, value);
  arena_release(values, mark);
  return succeeded(deciding, status);
}

static bool same_values(const Deciding *deciding, const Scalar *a, const Scalar *b) {
  for (uint32_t i = 0; i < deciding->subject.outputs; i++) {
    bool same = deciding->real[i] ? ring_equal(deciding->meanings->ring, a[i], b[i]) : a[i].word == b[i].word;
    if (!same) return false;
  }
  return true;
}

/* Variables for reals; for Ints the digits of `number`. */
static void fill_input(Deciding *deciding, uint32_t number, Scalar *input) {
  Subject *subject = &deciding->subject;
  uint32_t real = 0;
  for (uint32_t i = 0; i < subject->inputs; i++) {
    if (real < subject->tangents && subject->input_slot[real] == i) {
      input[i] = sparse_variable(deciding->meanings->ring, real++);
      continue;
    }
    input[i] = scalar_from_int((int64_t)(number % deciding->meanings->indices));
    number /= deciding->meanings->indices;
  }
}

/* The derivative of the value along the tangent, and under the cotangent, whose variables are behind the inputs'. */
static void fill_images(Deciding *deciding, Case *at) {
  Subject *subject = &deciding->subject;
  Ring *ring = deciding->meanings->ring;
  uint32_t n = subject->tangents, m = subject->cotangents;
  for (uint32_t i = 0; i < m; i++) at->forward[i] = ring_integer(ring, 0);
  for (uint32_t j = 0; j < n; j++) {
    at->reverse[j] = ring_integer(ring, 0);
    for (uint32_t i = 0; i < m; i++) {
      Scalar partial = sparse_derivative(ring, at->value[subject->output_slot[i]], j);
      Scalar along = ring_mul(ring, partial, sparse_variable(ring, n + j));
      at->forward[i] = ring_add(ring, at->forward[i], along);
      at->reverse[j] = ring_add(ring, at->reverse[j], ring_mul(ring, partial, sparse_variable(ring, n + i)));
    }
  }
}

static bool make_case(Deciding *deciding, uint32_t number, Case *at) {
  Subject *subject = &deciding->subject;
  Scalar *other = subject_scalars(subject, subject->outputs);
  *at = (Case){subject_scalars(subject, subject->inputs), subject_scalars(subject, subject->outputs),
               subject_scalars(subject, subject->cotangents), subject_scalars(subject, subject->tangents), 0};
  if (other == NULL || at->input == NULL || at->value == NULL || at->forward == NULL || at->reverse == NULL)
    return false;
  fill_input(deciding, number, at->input);
  if (!evaluate(deciding, &source_evaluator, at->input, at->value)) return false;
  at->divided = sparse_take_divided(deciding->meanings->ring);
  for (int k = 0; k < TARGET_EVALUATORS; k++) {
    if (!evaluate(deciding, target_evaluators[k], at->input, other) || !same_values(deciding, at->value, other) ||
        sparse_take_divided(deciding->meanings->ring) != at->divided)
      return false;
  }
  fill_images(deciding, at);
  return succeeded(deciding, STATUS_OK);
}

/* ------------------------------------------------------------ derivatives -- */

/* Whether the k-th way of running the derivative gives the value and the image that it must. */
static bool right_at(Deciding *deciding, const Derived *derived, int k, const Case *at) {
  Subject *subject = &deciding->subject;
  Ring *ring = deciding->meanings->ring;
  Arena *values = &deciding->meanings->battery->values;
  bool reverse = derived->engine->reverse;
  uint32_t domain = reverse ? subject->cotangents : subject->tangents;
  uint32_t codomain = reverse ? subject->tangents : subject->cotangents;
  Scalar *seed = subject_scalars(subject, domain), *image = subject_scalars(subject, codomain);
  Scalar *primal = subject_scalars(subject, subject->outputs);
  if (seed == NULL || image == NULL || primal == NULL) return false;
  for (uint32_t i = 0; i < domain; i++) seed[i] = sparse_variable(ring, subject->tangents + i);
  ArenaMark mark = arena_mark(values);
  Machine runs = machine(deciding);
  Status status = derived_eval(derived, k, &runs, at->input, 1, seed, primal, image);
  arena_release(values, mark);
  if (sparse_take_divided(ring) != at->divided) return false; /* it is defined elsewhere */
  if (!succeeded(deciding, status) || !same_values(deciding, at->value, primal)) return false;
  const Scalar *expected = reverse ? at->reverse : at->forward;
  for (uint32_t i = 0; i < codomain; i++) {
    if (!ring_equal(ring, expected[i], image[i])) return false;
  }
  return true;
}

static bool right(Deciding *deciding, const Derived *derived) {
  Workspace mark = subject_mark(&deciding->subject);
  bool good = true;
  for (int k = 0; k < derived->runs && good; k++) {
    for (uint32_t c = 0; c < deciding->count && good; c++) {
      good = right_at(deciding, derived, k, &deciding->cases[c]);
      subject_release(&deciding->subject, mark);
    }
  }
  return good;
}

/* What every engine derives is right; *engines: those that derive it. */
static bool derivatives_right(Deciding *deciding, uint32_t *engines_found) {
  Subject *subject = &deciding->subject;
  *engines_found = 0;
  subject->ring = NULL; /* derived, and not run */
  subject_derive(subject);
  subject->ring = deciding->meanings->ring;
  for (int e = 0; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    if (derived->status == STATUS_UNABLE) continue;
    if (!derived_usable(derived) || !right(deciding, derived)) return false;
    *engines_found |= (uint32_t)1 << (derived->slot - 1);
  }
  /* An engine may refuse a term for the Ints in its scope alone, and have the program that binds them: of such a term
   * nothing is known for it. */
  bool refused = *engines_found != ((uint32_t)1 << subject->derivations) - 1;
  return !refused || subject->inputs == subject->tangents;
}

/* ---------------------------------------------------------------- deciding -- */

/* How many assignments the Ints in scope have; 0: too many, or any. */
static uint32_t count_cases(const Deciding *deciding) {
  const Subject *subject = &deciding->subject;
  uint32_t indices = deciding->meanings->indices, count = 1;
  for (uint32_t i = subject->tangents; i < subject->inputs && count <= ASSIGNMENTS_MOST; i++) count *= indices;
  return count > ASSIGNMENTS_MOST ? 0 : count;
}

static bool decide(Deciding *deciding, uint32_t *engines_found) {
  Subject *subject = &deciding->subject;
  if (subject_measure(subject) != STATUS_OK) return false;
  uint32_t n = subject->tangents, m = subject->cotangents;
  deciding->count = count_cases(deciding);
  deciding->real = subject_room(subject, subject->outputs + 1, sizeof *deciding->real);
  /* an Int may be asked for as a literal: which engine has a program that it stands in is not its value's to say */
  if (m < subject->outputs) return false;
  if (deciding->real == NULL || deciding->count == 0 || n + (n > m ? n : m) > SPARSE_VARIABLES) return false;
  sparse_begin(deciding->meanings->ring, n + (n > m ? n : m));
  memset(deciding->real, 0, subject->outputs * sizeof *deciding->real);
  for (uint32_t i = 0; i < m; i++) deciding->real[subject->output_slot[i]] = true;
  for (uint32_t c = 0; c < deciding->count; c++) {
    if (!make_case(deciding, c, &deciding->cases[c])) return false;
  }
  return derivatives_right(deciding, engines_found);
}

bool meaning_decide(Meanings *meanings, const Program *program, Meaning *out) {
  static const BatteryOptions options = {.engines = ENGINES_ALL, .proofs = true};
  Battery *battery = meanings->battery;
  if (!program_is_flat(battery->store, program)) return false;
  Deciding deciding = {.meanings = meanings,
                       .subject = {.battery = battery,
                                   .options = &options,
                                   .program = program,
                                   .tally = meanings->tally,
                                   .witnesses = meanings->witnesses,
                                   .ring = meanings->ring}};
  Workspace mark = subject_mark(&deciding.subject);
  uint32_t engines_found = 0;
  meanings->length = 0;
  bool decided =
      decide(&deciding, &engines_found) && put(meanings, &engines_found, sizeof engines_found) && put_values(&deciding);
  *out = (Meaning){meanings->key, meanings->length, engines_found};
  (void)ring_take_status(meanings->ring);
  deciding.subject.ring = meanings->ring;
  subject_release(&deciding.subject, mark);
  return decided && store_take_status(battery->store) == STATUS_OK;
}

bool meaning_gives_any(LawId law) {
  static const LawId laws[] = {LAW_AD_PRIMAL, LAW_AD_FWD,  LAW_AD_REV,    LAW_AD_DOT,  LAW_XENG,
                               LAW_HOM_ZERO,  LAW_HOM_ADD, LAW_HOM_SCALE, LAW_SEM_ADEQ};
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
    if (laws[i] == law) return true;
  }
  return false;
}

bool meaning_gives(LawId law, int slot, uint32_t engines_found) {
  if (slot == 0) return law == LAW_SEM_ADEQ;
  if ((engines_found >> (slot - 1) & 1) == 0) return false;
  const Engine *engine = engines[slot - 1];
  if (law == LAW_AD_PRIMAL || law == LAW_HOM_ZERO || law == LAW_HOM_ADD || law == LAW_HOM_SCALE) return true;
  if (law == LAW_AD_FWD) return !engine->reverse;
  if (law == LAW_AD_REV || law == LAW_AD_DOT) return engine->reverse;
  if (law == LAW_SEM_ADEQ) return engine->transform != NULL;
  return law == LAW_XENG && engine->transform == NULL;
}
