/* Making a subject: a point of the domain, the truth there, the derivatives. */
#include "verify/battery/subject.h"
#include "semantics/tables/cases.h"

#include <math.h>
#include <string.h>

#define POINT_ATTEMPTS 16u

const Evaluator *const target_evaluators[TARGET_EVALUATORS] = {&operational_evaluator, &applied_evaluator,
                                                               &monoid_evaluator};

/* Streams of random words: one for each use. */
enum { STREAM_POINT = 16, STREAM_DIRECTION = 64 };

bool type_is_flat(const Store *store, TypeId type) {
  return type.id != 0 && type_node(&store->types, type)->dim != TYPE_NOT_FLAT;
}

bool program_is_flat(const Store *store, const Program *program) {
  for (uint32_t i = 0; i < program->length; i++) {
    if (!type_is_flat(store, program->context[i])) return false;
  }
  return type_is_flat(store, program->type);
}

void *subject_room(const Subject *subject, size_t count, size_t size) {
  void *room = arena_array(&subject->battery->scratch, count, size);
  if (room == NULL) subject->battery->verdict.unfinished = true;
  return room;
}

Scalar *subject_scalars(Subject *subject, uint32_t count) { return subject_room(subject, count, sizeof(Scalar)); }

Workspace subject_mark(const Subject *subject) {
  return (Workspace){store_mark(subject->battery->store), arena_mark(&subject->battery->scratch),
                     ring_mark(subject->ring)};
}

void subject_release(Subject *subject, Workspace mark) {
  store_release(subject->battery->store, mark.terms);
  arena_release(&subject->battery->scratch, mark.scratch);
  ring_release(subject->ring, mark.scalars);
}

/* A random scalar: any residue; over doubles a multiple of 2^-20 in (-2, 2). */
Scalar subject_random(Subject *subject, uint64_t stream, uint64_t index) {
  uint64_t word = random_word(subject->seed, stream, index);
  if (subject->ring == subject->battery->field) return (Scalar){field_reduce(word)};
  int64_t small = (int64_t)(word >> 43) - ((int64_t)1 << 20);
  if (subject->ring == subject->battery->enclosure) {
    return enclosure_make(subject->ring, (double)small * 0x1p-19, 0.0);
  }
  return ring_integer(subject->ring, small % 32);
}

/* ---------------------------------------------------- real coordinates -- */

/* Writes the flat places of the real scalars of `type`, from `at`; returns the
 * number written. */
static uint32_t real_slots(const Store *store, TypeId type, uint32_t at, uint32_t *slots) {
  const TypeNode *node = type_node(&store->types, type);
  uint32_t count = 0;
  switch (node->kind) {
  case TYPE_REAL:
    for (uint32_t i = 0; i < node->n; i++) slots[count++] = at + i;
    return count;
  case TYPE_PROD:
    count = real_slots(store, node->a, at, slots);
    return count + real_slots(store, node->b, at + type_node(&store->types, node->a)->dim, slots + count);
  case TYPE_ARRAY:
    for (uint32_t i = 0; i < node->n; i++) {
      count += real_slots(store, node->a, at + i * type_node(&store->types, node->a)->dim, slots + count);
    }
    return count;
  case TYPE_ANY_UNSIZED:
  case TYPE_ANY_LINEAR:
  case TYPE_UNIT:
  case TYPE_INT: return 0;
  }
  return 0;
}

Status subject_measure(Subject *subject) {
  const Store *store = subject->battery->store;
  const Program *program = subject->program;
  subject->inputs = 0;
  for (uint32_t i = 0; i < program->length; i++) {
    subject->inputs += type_node(&store->types, program->context[i])->dim;
  }
  subject->outputs = type_node(&store->types, program->type)->dim;
  subject->input_slot = subject_room(subject, subject->inputs, sizeof(uint32_t));
  subject->output_slot = subject_room(subject, subject->outputs, sizeof(uint32_t));
  if (subject->input_slot == NULL || subject->output_slot == NULL) return STATUS_LIMIT;
  uint32_t at = 0, count = 0;
  for (uint32_t i = 0; i < program->length; i++) {
    count += real_slots(store, program->context[i], at, subject->input_slot + count);
    at += type_node(&store->types, program->context[i])->dim;
  }
  subject->tangents = count;
  subject->cotangents = real_slots(store, program->type, 0, subject->output_slot);
  return STATUS_OK;
}

/* --------------------------------------------------- points and truth -- */

/* A real of the attempt: residues are all alike, but over doubles domains are
 * found by looking at positive, small and large numbers too, or about a point of them. */
static Scalar draw_real(Subject *subject, uint32_t attempt, uint32_t slot) {
  static const double scales[] = {1, 0.125, 4, 16}, distances[] = {0x1p-4, 0x1p-10, 0.5, 0x1p-18};
  Scalar drawn = subject_random(subject, STREAM_POINT + attempt, slot);
  if (subject->ring != subject->battery->enclosure) return drawn;
  double value = enclosure_value(subject->ring, drawn);
  if (subject->near != NULL)
    return enclosure_make(subject->ring, subject->near[slot] + value * distances[attempt % 4], 0.0);
  value *= scales[attempt / 2 % 4];
  return enclosure_make(subject->ring, attempt % 2 == 1 ? fabs(value) : value, 0.0);
}

/* Random reals at the real places, small Ints at the others. */
static void draw_point(Subject *subject, uint32_t attempt) {
  for (uint32_t i = 0; i < subject->inputs; i++) {
    subject->point[i] = scalar_from_int((int64_t)(random_word(subject->seed, STREAM_POINT + attempt, i) % 3));
  }
  for (uint32_t i = 0; i < subject->tangents; i++) {
    uint32_t slot = subject->input_slot[i];
    subject->point[slot] = draw_real(subject, attempt, slot);
  }
}

static Status field_truth(Subject *subject, const Scalar *full, Scalar *derivative) {
  Truth *truth = subject->battery->truth;
  TruthReport report = {0, 0};
  Status status = truth_field_line(truth, subject->program, subject->point, full, subject->value, derivative, &report);
  if (status == STATUS_OK) {
    uint32_t degree = report.degree > report.denominator ? report.degree : report.denominator;
    subject->tally->degree[degree < 15 ? degree : 15]++;
  }
  if (status != STATUS_LIMIT) return status;
  return truth_field_dual(truth, subject->program, subject->point, full, subject->value, derivative);
}

static Status enclosure_truth(Subject *subject, const Scalar *full, Scalar *derivative) {
  Ring *ring = subject->ring;
  double *x = subject_room(subject, subject->inputs, sizeof *x);
  double *v = subject_room(subject, subject->inputs, sizeof *v);
  if (x == NULL || v == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < subject->inputs; i++) x[i] = (double)scalar_to_int(subject->point[i]); /* Ints */
  memset(v, 0, subject->inputs * sizeof *v);
  for (uint32_t i = 0; i < subject->tangents; i++) {
    uint32_t slot = subject->input_slot[i];
    x[slot] = enclosure_value(ring, subject->point[slot]);
    v[slot] = enclosure_value(ring, full[slot]);
  }
  return truth_enclosure_dual(subject->battery->truth, ring, subject->program, x, v, subject->value, derivative);
}

/* The truth at the present point along `direction`, into `truth`. */
static Status subject_truth(Subject *subject, const Scalar *direction, Scalar *truth) {
  Scalar *full = subject_scalars(subject, subject->inputs), *derivative = subject_scalars(subject, subject->outputs);
  if (full == NULL || derivative == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < subject->inputs; i++) full[i] = ring_integer(subject->ring, 0);
  for (uint32_t i = 0; i < subject->tangents; i++) full[subject->input_slot[i]] = direction[i];
  Status status = STATUS_OK;
  if (subject->ring == subject->battery->field)
    status = field_truth(subject, full, derivative);
  else if (subject->ring == subject->battery->enclosure)
    status = enclosure_truth(subject, full, derivative);
  else {
    status = truth_rational_dual(subject->battery->truth, subject->ring, subject->program, subject->point, full,
                                 subject->value, derivative);
  }
  if (status != STATUS_OK) return status;
  for (uint32_t i = 0; i < subject->cotangents; i++) truth[i] = derivative[subject->output_slot[i]];
  return STATUS_OK;
}

void subject_exact_point(const Subject *subject, mpq_t *x) {
  for (uint32_t i = 0; i < subject->inputs; i++) mpq_set_si(x[i], scalar_to_int(subject->point[i]), 1); /* Ints */
  for (uint32_t i = 0; i < subject->tangents; i++) {
    uint32_t slot = subject->input_slot[i];
    mpq_set_d(x[slot], enclosure_value(subject->ring, subject->point[slot]));
  }
}

Status subject_move(Subject *subject, const Scalar *point) {
  for (uint32_t i = 0; i < subject->inputs; i++) subject->point[i] = point[i];
  return subject_truth(subject, subject->direction, subject->truth);
}

/* Another point may do: one in the domain, or where enclosures decide the tests. */
static bool is_of_the_point(const Subject *subject, Status status) {
  return status == STATUS_DOMAIN || (status == STATUS_UNABLE && subject->ring == subject->battery->enclosure);
}

/* Keeps the point at hand, the first at which there was none of a value and its derivative. */
static void keep_passed(Subject *subject) {
  if (subject->passed != NULL) return;
  subject->passed = subject_scalars(subject, subject->inputs);
  subject->passed_over = subject->ring;
  for (uint32_t i = 0; subject->passed != NULL && i < subject->inputs; i++) subject->passed[i] = subject->point[i];
}

static Status locate_over(Subject *subject, Ring *ring) {
  subject->ring = ring;
  Status status = STATUS_DOMAIN;
  /* what counts as narrow must not depend on the programs met before */
  if (ring == subject->battery->enclosure) enclosure_reset_magnitude(ring);
  for (uint32_t attempt = 0; attempt < POINT_ATTEMPTS && is_of_the_point(subject, status); attempt++) {
    draw_point(subject, attempt);
    for (uint32_t i = 0; i < subject->tangents; i++) {
      subject->direction[i] = subject_random(subject, STREAM_DIRECTION + attempt, i);
    }
    status = subject_truth(subject, subject->direction, subject->truth);
    if (status == STATUS_DOMAIN) keep_passed(subject);
  }
  return status;
}

Status subject_locate(Subject *subject) {
  Status status = subject_measure(subject);
  if (status != STATUS_OK) return status;
  subject->point = subject_scalars(subject, subject->inputs);
  subject->value = subject_scalars(subject, subject->outputs);
  subject->direction = subject_scalars(subject, subject->tangents);
  subject->truth = subject_scalars(subject, subject->cotangents);
  if (subject->point == NULL || subject->value == NULL || subject->direction == NULL || subject->truth == NULL) {
    return STATUS_LIMIT;
  }
  if (subject->ring != NULL) return locate_over(subject, subject->ring);
  status = locate_over(subject, subject->battery->field);
  return status == STATUS_UNABLE ? locate_over(subject, subject->battery->enclosure) : status;
}

bool subject_ring(Subject *subject, Ring *ring) {
  subject->ring = ring;
  subject->inputs = subject->outputs = subject->tangents = subject->cotangents = 0;
  subject->point = subject->direction = subject_scalars(subject, 1);
  return subject->point != NULL;
}
