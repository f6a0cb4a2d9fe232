#include "verify/cli/sparsity.h"

#include "ad/chad/chad.h"
#include "semantics/chad/monoid/analysis.h"
#include "semantics/rings/rings.h"
#include "verify/truth/varied.h"

#include <string.h>

/* The flat places of the real scalars of a value of the type, which starts at *slot. */
static void real_slots(const TypeTable *types, TypeId type, uint32_t *slot, uint32_t *slots, uint32_t *count) {
  const TypeNode *node = type_node(types, type);
  if (node->kind == TYPE_INT) (*slot)++;
  for (uint32_t i = 0; node->kind == TYPE_REAL && i < node->n; i++) slots[(*count)++] = (*slot)++;
  if (node->kind == TYPE_PROD) {
    real_slots(types, node->a, slot, slots, count);
    real_slots(types, node->b, slot, slots, count);
  }
  for (uint32_t i = 0; node->kind == TYPE_ARRAY && i < node->n; i++) real_slots(types, node->a, slot, slots, count);
}

bool pattern_slots(Session *session, Pattern *pattern) {
  const Program *program = &session->definition->program;
  const TypeTable *types = &session->store->types;
  uint64_t inputs = 0;
  uint32_t slot = 0;
  *pattern = (Pattern){.rows = 0};
  for (uint32_t k = 0; k < program->length; k++) inputs += type_node(types, program->context[k])->dim;
  if (inputs > TYPE_MAX_LENGTH) return false;
  pattern->inputs = (uint32_t)inputs;
  pattern->outputs = type_node(types, program->type)->dim;
  pattern->column_slot = session_alloc(session, inputs, sizeof *pattern->column_slot);
  pattern->row_slot = session_alloc(session, type_node(types, program->type)->dim, sizeof *pattern->row_slot);
  if (pattern->column_slot == NULL || pattern->row_slot == NULL) return false;
  for (uint32_t k = 0; k < program->length; k++)
    real_slots(types, program->context[k], &slot, pattern->column_slot, &pattern->columns);
  slot = 0;
  real_slots(types, program->type, &slot, pattern->row_slot, &pattern->rows);
  return true;
}

/* The most columns (or rows) of a pattern in one walk over a derivative. */
#define LANES 1024u

/* Some of the unit vectors of the derivative's domain: the lanes first .. first + count - 1. */
typedef struct Lanes {
  uint32_t all, others; /* components of domain and codomain */
  uint32_t first, count;
} Lanes;

/* ---------------------------------------------------------------- branches -- */

/* The most runs with other answers, and tests in one run. */
#define BRANCHES_MOST 512u
#define TESTS_MOST 64u

/* Answers to tests on reals that are chosen, not computed: all are tried in turn.  What is not defined in a branch
 * that the inputs do not take is a number all the same: a static pattern looks at none. */
typedef struct Branches {
  const RingOps *ops; /* the ring's own */
  bool answer[TESTS_MOST];
  uint32_t answers, taken;
  bool full; /* there are more tests than that */
} Branches;

static Branches branches;

static bool branch_test(Ring *ring, RingTest test, Scalar a, Scalar b) {
  if (branches.taken == TESTS_MOST) {
    branches.full = true;
    return branches.ops->test(ring, test, a, b);
  }
  if (branches.taken == branches.answers) branches.answer[branches.answers++] = false;
  return branches.answer[branches.taken++];
}

static Scalar defined(Ring *ring, Status before, Scalar a) {
  if (ring->status != STATUS_DOMAIN) return a;
  ring->status = before;
  return ring_integer(ring, 1);
}

static Scalar branch_div(Ring *ring, Scalar a, Scalar b) {
  Status before = ring->status;
  return defined(ring, before, branches.ops->div(ring, a, b));
}

static Scalar branch_function(Ring *ring, RingFunction function, Scalar a) {
  Status before = ring->status;
  return defined(ring, before, branches.ops->function(ring, function, a));
}

static Scalar branch_call(Ring *ring, const RingCall *call, Scalar a, Scalar b) {
  Status before = ring->status;
  return defined(ring, before, branches.ops->call(ring, call, a, b));
}

static Scalar branch_power(Ring *ring, Scalar a, const Constant *exponent) {
  Status before = ring->status;
  return defined(ring, before, branches.ops->power(ring, a, exponent));
}

/* The next answers; false when all have been given. */
static bool branches_next(void) {
  while (branches.answers > 0 && branches.answer[branches.answers - 1]) branches.answers--;
  if (branches.answers == 0) return false;
  branches.answer[branches.answers - 1] = true;
  return true;
}

/* One walk over the derivative, at the sum of unit vectors, each in a lane of its own. */
static Status walk_over(Session *session, Ring *bits, const Program *derivative, const Scalar *input, bool pointwise,
                        Lanes lanes, uint64_t *words) {
  Scalar *seed = session_alloc(session, lanes.all, sizeof *seed);
  Scalar *image = session_alloc(session, lanes.others, sizeof *image);
  Scalar *primal =
      session_alloc(session, type_node(&session->store->types, session->definition->program.type)->dim, sizeof *primal);
  if (seed == NULL || image == NULL || primal == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < lanes.all; i++)
    seed[i] = i - lanes.first < lanes.count ? bits_lane(bits, i - lanes.first) : ring_integer(bits, 0);
  Analysis analysis = analysis_static(bits);
  if (pointwise) analysis.table = ANALYSIS_POINTWISE;
  Machine machine = session_machine(session);
  machine.analysis = &analysis;
  Status status = ring_take_status(bits);
  if (status == STATUS_OK) status = monoid_evaluator.eval_linear(&machine, derivative, input, 1, seed, primal, image);
  for (uint32_t k = 0; status == STATUS_OK && k < (lanes.count + 63) / 64; k++)
    for (uint32_t i = 0; i < lanes.others; i++) words[(size_t)k * lanes.others + i] |= bits_word(bits, image[i], k);
  return status;
}

static Status walk_once(Session *session, const Program *derivative, const Scalar *input, bool pointwise, Lanes lanes,
                        uint64_t *words) {
  ArenaMark mark = arena_mark(&session->arena);
  Ring *bits = ring_bits_new(lanes.count);
  if (bits == NULL) return STATUS_LIMIT;
  Status status = walk_over(session, bits, derivative, input, pointwise, lanes, words);
  ring_destroy(bits);
  arena_release(&session->arena, mark);
  return status;
}

/* At the point, over enclosures of the numbers there: what doubles round to 0 (1 - tanh^2 x at 30) is an entry. */
static Status walk_pointwise(Session *session, const Program *derivative, const Scalar *input, const Pattern *pattern,
                             Lanes lanes, uint64_t *words) {
  Ring *doubles = session->ring, *enclosures = ring_enclosure_new();
  Scalar *enclosed = session_alloc(session, pattern->inputs, sizeof *enclosed);
  Status status = STATUS_LIMIT;
  if (enclosures != NULL && enclosed != NULL) {
    memcpy(enclosed, input, pattern->inputs * sizeof *enclosed);
    for (uint32_t k = 0; k < pattern->columns; k++) {
      uint32_t slot = pattern->column_slot[k];
      enclosed[slot] = enclosure_make(enclosures, scalar_to_double(input[slot]), 0);
    }
    session->ring = enclosures;
    status = walk_once(session, derivative, enclosed, true, lanes, words);
    session->ring = doubles;
  }
  if (enclosures != NULL) ring_destroy(enclosures);
  return status;
}

/* Static, along one branch.  One that reads beyond an array gives no value, whatever the reals are, and has no
 * entries. */
static Status walk_branch(Session *session, const Program *derivative, const Scalar *input, Lanes lanes,
                          uint64_t *words, bool *defined) {
  Status status = walk_once(session, derivative, input, false, lanes, words);
  (void)ring_take_status(session->ring);
  *defined = *defined || status == STATUS_OK;
  return status == STATUS_DOMAIN ? STATUS_OK : status;
}

/* At the point, and static along every branch; of more than are run that of the point is one, which the pattern is
 * checked by.  The program is undefined if no branch is defined. */
static Status walk(Session *session, const Program *derivative, const Scalar *input, Lanes lanes, Pattern *pattern,
                   bool pointwise, uint64_t *words) {
  if (pointwise) return walk_pointwise(session, derivative, input, pattern, lanes, words);
  Ring *ring = session->ring;
  RingOps ops = *ring->ops;
  branches = (Branches){.ops = ring->ops};
  ops.test = branch_test;
  ops.div = branch_div;
  ops.function = branch_function;
  ops.power = branch_power;
  ops.call = branch_call;
  ring->ops = &ops;
  Status status = STATUS_OK;
  uint32_t runs = 0;
  bool more = true, defined = false;
  for (; more && status == STATUS_OK && runs < BRANCHES_MOST; runs++) {
    branches.taken = 0;
    status = walk_branch(session, derivative, input, lanes, words, &defined);
    pattern->tests = pattern->tests || branches.taken > 0;
    more = branches_next();
  }
  ring->ops = branches.ops;
  bool all = !more && !branches.full;
  pattern->all = pattern->all && all;
  if (status == STATUS_OK && !all) status = walk_branch(session, derivative, input, lanes, words, &defined);
  return status == STATUS_OK && !defined ? STATUS_DOMAIN : status;
}

Status pattern_make(Session *session, const Scalar *input, bool reverse, bool pointwise, Pattern *pattern) {
  const Program *source = &session->definition->program;
  Program derivative;
  TypeId *contexts = session_alloc(session, source->length, sizeof *contexts);
  if (contexts == NULL || !pattern_slots(session, pattern)) return STATUS_LIMIT;
  pattern->by_rows = reverse;
  pattern->all = true;
  Status status = (reverse ? chad_reverse : chad_forward).transform(session->store, source, contexts, &derivative);
  if (status != STATUS_OK) return status;
  uint32_t lanes = reverse ? pattern->rows : pattern->columns, others = reverse ? pattern->columns : pattern->rows;
  uint32_t words = (lanes + 63) / 64;
  pattern->words = session_alloc(session, (size_t)words * others, sizeof *pattern->words);
  if (pattern->words == NULL) return STATUS_LIMIT;
  memset(pattern->words, 0, (size_t)words * others * sizeof *pattern->words);
  for (uint32_t word = 0; word < words && status == STATUS_OK; word += LANES / 64) {
    Lanes some = {.all = lanes, .others = others, .first = 64 * word, .count = lanes - 64 * word};
    if (some.count > LANES) some.count = LANES;
    status = walk(session, &derivative, input, some, pattern, pointwise, pattern->words + (size_t)word * others);
  }
  return status;
}

Varied pattern_varied(const Pattern *pattern, Ring *ring, Ring *variation) {
  return (Varied){.ring = ring,
                  .variation = variation,
                  .make = dual_make,
                  .take = dual_epsilon,
                  .input_slot = pattern->column_slot,
                  .output_slot = pattern->row_slot,
                  .inputs = pattern->inputs,
                  .outputs = pattern->outputs,
                  .columns = pattern->columns,
                  .rows = pattern->rows};
}

/* Counts what is not 0 in one column, and looks for it in the pattern.  A NaN, of numbers that are too large, may stand
 * for 0 (0 * infinity): such a column is not compared as a whole. */
static void check_column(Ring *reals, const Scalar *derivative, const Pattern *pattern, uint32_t column,
                         PatternCheck *check) {
  Scalar zero = ring_integer(reals, 0);
  bool whole = true;
  for (uint32_t row = 0; row < pattern->rows; row++) {
    bool none = ring_test(reals, RING_EQUAL, derivative[row], zero), number = ring_take_status(reals) == STATUS_OK;
    whole = whole && number;
    if (!number || none) continue;
    check->nonzero++;
    if (check->outside || pattern_has(pattern, row, column)) continue;
    check->outside = true;
    check->row = row;
    check->column = column;
  }
  (*(whole ? &check->columns : &check->undefined))++;
}

Status pattern_check(Session *session, const Scalar *input, const Pattern *pattern, uint32_t columns,
                     PatternCheck *check) {
  const Program *source = &session->definition->program;
  uint32_t taken = 0;
  Ring *duals = ring_dual_new(session->ring);
  Varied varied = pattern_varied(pattern, duals, session->ring);
  Scalar *room = session_alloc(session, (size_t)pattern->inputs + pattern->outputs, sizeof *room);
  Scalar *derivative = session_alloc(session, pattern->rows, sizeof *derivative);
  Status status = duals == NULL || room == NULL || derivative == NULL ? STATUS_LIMIT : STATUS_OK;
  *check = (PatternCheck){0};
  if (columns > pattern->columns) columns = pattern->columns;
  for (; status == STATUS_OK && taken < columns; taken++) {
    uint32_t column = (uint32_t)((uint64_t)taken * pattern->columns / columns);
    size_t mark = ring_mark(duals);
    ArenaMark memory = arena_mark(&session->arena);
    Machine machine = session_machine(session);
    machine.ring = duals;
    status = varied_column(&machine, source, &varied, input, column, room, derivative);
    if (status == STATUS_OK) {
      check_column(session->ring, derivative, pattern, column, check);
    } else if (status == STATUS_DOMAIN) {
      check->undefined++;
      status = STATUS_OK;
    }
    arena_release(&session->arena, memory);
    ring_release(duals, mark);
  }
  if (duals != NULL) ring_destroy(duals);
  return status;
}

uint32_t pattern_next(const Pattern *pattern, uint32_t row, uint32_t column, bool set) {
  while (column < pattern->columns && pattern_has(pattern, row, column) != set) column++;
  return column;
}

uint64_t pattern_entries(const Pattern *pattern) {
  uint64_t count = 0;
  for (uint32_t row = 0; row < pattern->rows; row++)
    for (uint32_t column = 0; column < pattern->columns; column++) count += pattern_has(pattern, row, column);
  return count;
}

bool pattern_group(const Session *session, const Pattern *pattern, uint32_t *k, PatternGroup *group) {
  const Program *program = &session->definition->program;
  uint32_t slot = 0;
  *group = (PatternGroup){.name = ""};
  for (uint32_t i = 0; i < program->length; i++) {
    slot += type_node(&session->store->types, program->context[i])->dim;
    group->first = group->end;
    while (group->end < pattern->columns && pattern->column_slot[group->end] < slot) group->end++;
    if (i < *k || group->end == group->first) continue;
    group->name = session_argument(session, i);
    *k = i + 1;
    return true;
  }
  return false;
}
