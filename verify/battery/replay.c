#include "verify/battery/replay.h"
#include "semantics/straight/ring_straight.h"

#include <string.h>

/* ------------------------------------------------------------ recording -- */

/* One program in so many is run at each seed by its evaluators, unless thorough; any turn would do. */
#define EVALUATED_ROTATION 16u
#define EVALUATED_TURN 7u

bool subject_evaluates(const Subject *subject) {
  bool records = subject->ring == subject->battery->field && subject->inputs == subject->tangents &&
                 subject->outputs == subject->cotangents;
  return !records || subject->options->thorough || (uint64_t)subject->index % EVALUATED_ROTATION == EVALUATED_TURN;
}

/* The derivative, or a program in its place, at a point and a direction, or cotangent, of variables. */
static Status record(Subject *subject, const Derived *derived, int k, const Program *program, Recording *out) {
  Battery *battery = subject->battery;
  uint32_t n = subject->inputs, m = derived->domain;
  Scalar *input = subject_scalars(subject, n), *seed = subject_scalars(subject, m);
  Scalar *primal = subject_scalars(subject, subject->outputs), *image = subject_scalars(subject, derived->codomain);
  if (input == NULL || seed == NULL || primal == NULL || image == NULL) return STATUS_LIMIT;
  straight_begin_symbols(battery->straight, n, m, STRAIGHT_SYMBOLS);
  for (uint32_t i = 0; i < n; i++) input[i] = (Scalar){i};
  for (uint32_t i = 0; i < m; i++) seed[i] = (Scalar){n + i};
  Machine machine = machine_make(battery->store, battery->straight, &battery->values);
  ArenaMark mark = arena_mark(&battery->values);
  battery->straight->operations = 0;
  Status status = program == NULL ? derived_eval(derived, k, &machine, input, 1, seed, primal, image)
                                  : target_evaluators[k]->eval_linear(&machine, program, input, 1, seed, primal, image);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(battery->straight);
  *out = straight_recording(battery->straight, n + m, subject->outputs);
  out->primal = primal, out->image = image, out->images = derived->codomain;
  return status != STATUS_OK ? status : left;
}

Status derivative_recording(Subject *subject, const Derived *derived, int k, Recording *out) {
  return record(subject, derived, k, NULL, out);
}

uint32_t derived_record(Subject *subject, Derived *derived, int k) {
  Recorded *recorded = &derived->recorded[k];
  Recording recording;
  if (recorded->tried) return recorded->number;
  Workspace mark = subject_mark(subject);
  *recorded = (Recorded){.tried = true, .number = RECORDING_NONE};
  if (record(subject, derived, k, NULL, &recording) == STATUS_OK)
    recorded->number = recordings_keep(subject->battery->recordings, &recording);
  recorded->operations = subject->battery->straight->operations;
  subject_release(subject, mark);
  return recorded->number;
}

/* -------------------------------------------------------------- replaying -- */

/* The values of nodes at a point and one seed after another. */
typedef struct Replay {
  Ring *ring;
  const Recording *recording;
  Scalar *constant, *value; /* of each constant, and node */
  bool *moves;              /* with the seed */
  bool *named;              /* there is a symbol of it */
  uint32_t first;           /* input for symbols */
} Replay;

static Scalar operation(const Replay *r, StraightNode node) {
  const Scalar *value = r->value;
  switch (node.code) {
  case STRAIGHT_INPUT: break;
  case STRAIGHT_CONSTANT: return r->constant[node.a];
  case STRAIGHT_ADD: return ring_add(r->ring, value[node.a], value[node.b]);
  case STRAIGHT_SUB: return ring_sub(r->ring, value[node.a], value[node.b]);
  case STRAIGHT_MUL: return ring_mul(r->ring, value[node.a], value[node.b]);
  case STRAIGHT_NEG: return ring_neg(r->ring, value[node.a]);
  }
  return (Scalar){0};
}

static bool moves(const Replay *r, StraightNode node) {
  bool operands = node.code != STRAIGHT_INPUT && node.code != STRAIGHT_CONSTANT;
  return operands && (r->moves[node.a] || (node.code != STRAIGHT_NEG && r->moves[node.b]));
}

static Scalar value_of_symbol(Ring *ring, uint32_t what, Scalar of) {
  if (what == STRAIGHT_INVERSE) return ring_div(ring, ring_integer(ring, 1), of);
  ring_fail(ring, STATUS_UNABLE); /* exact rings have no functions */
  return of;
}

/* The inputs that stand for symbols of node k, and for symbols of those. */
static void run_symbols(Replay *r, uint32_t k, bool moving) {
  for (uint32_t j = 0; j < r->recording->symbols; j++) {
    const StraightSymbol *symbol = &r->recording->symbol[j];
    uint32_t input = r->first + j;
    if (symbol->of != k) continue;
    r->moves[input] = r->moves[k];
    if (r->moves[k] == moving) r->value[input] = value_of_symbol(r->ring, symbol->what, r->value[k]);
    if (r->named[input]) run_symbols(r, input, moving);
  }
}

/* The nodes that move with the seed, or those that do not, which come first and then stay. */
static void run(Replay *r, bool moving) {
  const StraightProgram *program = &r->recording->program;
  for (uint32_t k = 0; k < program->nodes; k++) {
    StraightNode node = program->code[k];
    if (node.code != STRAIGHT_INPUT) {
      if (!moving) r->moves[k] = moves(r, node);
      if (r->moves[k] == moving) r->value[k] = operation(r, node);
    }
    if ((k < r->first || k >= r->recording->inputs) && r->named[k]) run_symbols(r, k, moving);
  }
}

static bool open_replay(Subject *subject, Replay *r) {
  const StraightProgram *program = &r->recording->program;
  r->constant = subject_scalars(subject, program->constants);
  r->value = subject_scalars(subject, program->nodes);
  r->moves = subject_room(subject, program->nodes, sizeof *r->moves);
  r->named = subject_room(subject, program->nodes, sizeof *r->named);
  if (r->constant == NULL || r->value == NULL || r->moves == NULL || r->named == NULL) return false;
  memset(r->named, 0, program->nodes * sizeof *r->named);
  for (uint32_t j = 0; j < r->recording->symbols; j++) r->named[r->recording->symbol[j].of] = true;
  return true;
}

Status replay(Subject *subject, Ring *ring, const Recording *recording, const Scalar *input, uint32_t seeds,
              const Scalar *seed, Scalar *primal, Scalar *image) {
  Battery *battery = subject->battery;
  Replay r = {.ring = ring, .recording = recording, .first = recording->inputs - recording->room};
  uint32_t n = subject->inputs, m = r.first - n;
  ArenaMark mark = arena_mark(&battery->scratch);
  if (!open_replay(subject, &r)) return STATUS_LIMIT;
  Status status = straight_constants(ring, &recording->program, r.constant);
  for (uint32_t i = 0; i < recording->inputs; i++) r.moves[i] = i >= n && i < r.first;
  for (uint32_t i = 0; i < n; i++) r.value[i] = input[i];
  if (status == STATUS_OK) run(&r, false);
  for (uint32_t s = 0; s < seeds && status == STATUS_OK; s++) {
    for (uint32_t i = 0; i < m; i++) r.value[n + i] = seed[(size_t)s * m + i];
    run(&r, true);
    for (uint32_t i = 0; i < recording->images; i++)
      image[(size_t)s * recording->images + i] = r.value[recording->image[i].word];
    status = ring_take_status(ring);
  }
  for (uint32_t o = 0; o < recording->outputs; o++) primal[o] = r.value[recording->primal[o].word];
  arena_release(&battery->scratch, mark);
  return status;
}

/* --------------------------------------------------------------- programs -- */

static bool find_recording(Subject *subject, Derived *derived, int k, const Program *program, Recording *out) {
  Battery *battery = subject->battery;
  if (program != NULL) return record(subject, derived, k, program, out) == STATUS_OK;
  uint32_t number = derived_record(subject, derived, k);
  if (number == RECORDING_NONE) return false;
  *out = recordings_get(battery->recordings, number);
  return true;
}

bool subject_replayed(Subject *subject, Derived *derived, int k, const Program *program, uint32_t seeds, Run *run) {
  Battery *battery = subject->battery;
  ArenaMark mark = arena_mark(&battery->scratch);
  Recording recording;
  if (subject_evaluates(subject)) return false;
  bool good = find_recording(subject, derived, k, program, &recording);
  if (good) {
    run->status =
        replay(subject, subject->ring, &recording, subject->point, seeds, derived->seed, run->primal, run->image);
    run->operations = program == NULL ? derived->recorded[k].operations : battery->straight->operations;
    run->recorded = true;
  }
  arena_release(&battery->scratch, mark);
  return good;
}
