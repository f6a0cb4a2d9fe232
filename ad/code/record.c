/* The ring that records. */
#include "ad/code/record.h"

#include "semantics/rings/ring_pool.h"

#include <stdio.h>
#include <stdlib.h>

static RecordRing *self(const Ring *ring) { return (RecordRing *)ring; }
static const TapeNode *at(const Ring *ring, Scalar a) { return &self(ring)->nodes[a.word]; }

Scalar record_refuse(Ring *ring, const char *missing) {
  if (self(ring)->missing == NULL) self(ring)->missing = missing;
  ring_fail(ring, STATUS_UNABLE);
  return (Scalar){0};
}

static bool is_same(const TapeNode *x, const TapeNode *y) {
  return x->op == y->op && x->a == y->a && x->b == y->b && x->f == y->f && x->numerator == y->numerator &&
         x->denominator == y->denominator;
}

/* The node that there is, or a new one. */
Scalar record_put(Ring *ring, TapeNode node) {
  RecordRing *record = self(ring);
  for (uint32_t i = 0; i < record->count; i++)
    if (is_same(&record->nodes[i], &node)) return (Scalar){i};
  if (record->count == TAPE_MOST) {
    ring_fail(ring, STATUS_LIMIT);
    return (Scalar){0};
  }
  record->nodes[record->count] = node;
  return (Scalar){record->count++};
}

static Scalar number(Ring *ring, int64_t numerator, int64_t denominator) {
  return record_put(ring, (TapeNode){.op = TAPE_NUMBER, .numerator = numerator, .denominator = denominator});
}

static Scalar integer(Ring *ring, int64_t n) { return number(ring, n, 1); }

static bool is_number(const Ring *ring, Scalar a, int64_t n) {
  const TapeNode *node = at(ring, a);
  return node->op == TAPE_NUMBER && node->numerator == n && node->denominator == 1;
}

/* Numbers that doubles have: a quotient of two such is written as one. */
static Scalar constant(Ring *ring, const Constant *c, uint32_t index) {
  const mpq_t *q = &c->exact[c->length == 1 ? 0 : index];
  bool fits = mpz_sizeinbase(mpq_numref(*q), 2) <= 53 && mpz_sizeinbase(mpq_denref(*q), 2) <= 53;
  if (!fits) return record_refuse(ring, "a constant of more than 53 bits");
  return number(ring, mpz_get_si(mpq_numref(*q)), mpz_get_si(mpq_denref(*q)));
}

static Scalar binary(Ring *ring, TapeOp op, Scalar a, Scalar b) {
  return record_put(ring, (TapeNode){.op = op, .a = (uint32_t)a.word, .b = (uint32_t)b.word});
}

/* 0 + a, a - 0, 0 a and 1 a are no nodes. */
static Scalar add(Ring *ring, Scalar a, Scalar b) {
  if (is_number(ring, a, 0)) return b;
  return is_number(ring, b, 0) ? a : binary(ring, TAPE_PLUS, a, b);
}

static Scalar negative(Ring *ring, Scalar a) {
  const TapeNode *node = at(ring, a);
  if (node->op == TAPE_NUMBER) return number(ring, -node->numerator, node->denominator);
  return binary(ring, TAPE_NEGATIVE, a, (Scalar){0});
}

static Scalar subtract(Ring *ring, Scalar a, Scalar b) {
  if (is_number(ring, a, 0)) return negative(ring, b);
  return is_number(ring, b, 0) ? a : binary(ring, TAPE_MINUS, a, b);
}

static Scalar multiply(Ring *ring, Scalar a, Scalar b) {
  if (is_number(ring, a, 0) || is_number(ring, b, 1)) return a;
  return is_number(ring, a, 1) || is_number(ring, b, 0) ? b : binary(ring, TAPE_TIMES, a, b);
}

static Scalar inverse(Ring *ring, Scalar a) {
  if (is_number(ring, a, 0)) return record_refuse(ring, "1 / 0");
  return is_number(ring, a, 1) ? a : binary(ring, TAPE_INVERSE, a, (Scalar){0});
}

static Scalar divide(Ring *ring, Scalar a, Scalar b) { return multiply(ring, a, inverse(ring, b)); }

static Scalar function(Ring *ring, RingFunction f, Scalar a);

/* sin a / cos a; what is recorded first does not hang on the compiler's order of arguments, here and below. */
static Scalar tangent(Ring *ring, Scalar a) {
  Scalar cosine = function(ring, RING_COS, a);
  return divide(ring, function(ring, RING_SIN, a), cosine);
}

/* 1 / (1 + exp (-a)) */
static Scalar sigmoid(Ring *ring, Scalar a) {
  Scalar power = function(ring, RING_EXP, negative(ring, a));
  return inverse(ring, add(ring, integer(ring, 1), power));
}

static Scalar function(Ring *ring, RingFunction f, Scalar a) {
  TapeNode node = {.op = TAPE_FUNCTION, .a = (uint32_t)a.word, .f = f};
  switch (f) {
  case RING_SIN:
  case RING_COS:
  case RING_EXP:
  case RING_LOG:
  case RING_SQRT:
  case RING_TANH: return record_put(ring, node);
  case RING_TAN: return tangent(ring, a);
  case RING_SIGMOID: return sigmoid(ring, a);
  case RING_ABS: return record_refuse(ring, "abs");
  case RING_SIGN: return record_refuse(ring, "sign");
  }
  return record_refuse(ring, "this function");
}

static Scalar power(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t n;
  if (ring_exponent(exponent, &n) != EXPONENT_INTEGER) return record_refuse(ring, "a power that is no whole number");
  return ring_integer_power(ring, a, n);
}

static Scalar call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  (void)f, (void)a, (void)b;
  return record_refuse(ring, "a function of the library");
}

static Scalar order(Ring *ring, Scalar a, Scalar b) {
  (void)a, (void)b;
  return record_refuse(ring, "max and min");
}

static bool test(Ring *ring, RingTest question, Scalar a, Scalar b) {
  (void)question, (void)a, (void)b;
  (void)record_refuse(ring, "a test of reals");
  return false;
}

static int print(Ring *ring, Scalar a, char *buffer, size_t size) {
  (void)ring;
  return snprintf(buffer, size, "v%u", (uint32_t)a.word);
}

static void nothing(Ring *ring) { (void)ring; }

const RingOps record_ops = {.name = "record",
                            .integer = integer,
                            .constant = constant,
                            .add = add,
                            .sub = subtract,
                            .mul = multiply,
                            .neg = negative,
                            .div = divide,
                            .function = function,
                            .power = power,
                            .call = call,
                            .max = order,
                            .min = order,
                            .test = test,
                            .compare = ring_compare_words,
                            .print = print,
                            .destroy = nothing,
                            RING_NO_STACK};

/* --------------------------------------------------------------- programs -- */

static uint32_t operands(TapeOp op) {
  switch (op) {
  case TAPE_INPUT:
  case TAPE_ENTRY:
  case TAPE_ACCUMULATOR:
  case TAPE_SIZE:
  case TAPE_NUMBER: return 0;
  case TAPE_PLUS:
  case TAPE_MINUS:
  case TAPE_FOLD:
  case TAPE_TIMES: return 2;
  case TAPE_NEGATIVE:
  case TAPE_INVERSE:
  case TAPE_SUM:
  case TAPE_FUNCTION: return 1;
  }
  return 0;
}

/* Of the node by that of its operands; a sum leaves a loop. */
static uint32_t depth_of(const Tape *tape, const TapeNode *node) {
  if (node->op == TAPE_ACCUMULATOR) return 1;
  if (node->op == TAPE_ENTRY) return tape->extent[node->a] == EXTENT_ROWS ? 1 : 2;
  if (operands(node->op) == 0 || node->op == TAPE_FOLD) return 0;
  uint32_t depth = tape->nodes[node->a].depth;
  if (node->op == TAPE_SUM) return depth > 0 ? depth - 1 : 0;
  uint32_t other = operands(node->op) > 1 ? tape->nodes[node->b].depth : 0;
  return depth > other ? depth : other;
}

void record_mark(Tape *tape) {
  for (uint32_t i = 0; i < tape->count; i++) {
    TapeNode *node = &tape->nodes[i];
    uint32_t n = operands(node->op);
    bool entry = node->op == TAPE_ENTRY || node->op == TAPE_ACCUMULATOR;
    node->depth = depth_of(tape, node);
    node->active = entry || node->op == TAPE_INPUT || (n > 0 && tape->nodes[node->a].active) ||
                   (n > 1 && tape->nodes[node->b].active);
    node->sized =
        node->op == TAPE_SIZE || (n > 0 && tape->nodes[node->a].sized) || (n > 1 && tape->nodes[node->b].sized);
  }
  for (uint32_t j = 0; j < tape->outputs; j++) tape->nodes[tape->output[j]].used = true;
  for (uint32_t i = tape->count; i-- > 0;) {
    const TapeNode *node = &tape->nodes[i];
    if (!node->used) continue;
    if (operands(node->op) > 0) tape->nodes[node->a].used = true;
    if (operands(node->op) > 1) tape->nodes[node->b].used = true;
  }
}

/* Whether all scalars of a first-order type are reals. */
static bool has_reals_only(const TypeTable *types, TypeId type) {
  const TypeNode *node = type_node(types, type);
  if (node->kind == TYPE_INT) return false;
  if (node->kind == TYPE_PROD) return has_reals_only(types, node->a) && has_reals_only(types, node->b);
  return type_is_none(node->a) || has_reals_only(types, node->a);
}

static Status shape(const Store *store, const Program *program, Tape *tape, const char **missing) {
  bool reals = has_reals_only(&store->types, program->type);
  tape->outputs = type_node(&store->types, program->type)->dim;
  for (uint32_t k = 0; k < program->length; k++) {
    reals = reals && has_reals_only(&store->types, program->context[k]);
    tape->inputs += type_node(&store->types, program->context[k])->dim;
    if (tape->inputs > TAPE_MOST) return STATUS_LIMIT;
  }
  *missing = "an Int among arguments or results";
  return reals ? STATUS_OK : STATUS_UNABLE;
}

Status tape_record(Store *store, Arena *arena, const Program *program, Tape *tape, const char **missing) {
  *tape = (Tape){0};
  Status status = shape(store, program, tape, missing);
  if (status != STATUS_OK) return status;
  RecordRing record = {.ring = {.ops = &record_ops}};
  Machine machine = machine_make(store, &record.ring, arena);
  Scalar *input = arena_array(arena, tape->inputs, sizeof *input);
  Scalar *output = arena_array(arena, tape->outputs, sizeof *output);
  tape->output = arena_array(arena, tape->outputs, sizeof *tape->output);
  tape->nodes = record.nodes = arena_array(arena, TAPE_MOST, sizeof *tape->nodes);
  if (input == NULL || output == NULL || tape->output == NULL || tape->nodes == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < tape->inputs; i++) input[i] = record_put(&record.ring, (TapeNode){.op = TAPE_INPUT, .a = i});
  status = source_evaluator.eval(&machine, program, input, output);
  if (status == STATUS_OK) status = ring_take_status(&record.ring);
  *missing = record.missing == NULL ? "this construct" : record.missing;
  if (status != STATUS_OK) return status;
  tape->count = record.count;
  for (uint32_t j = 0; j < tape->outputs; j++) tape->output[j] = (uint32_t)output[j].word;
  record_mark(tape);
  return STATUS_OK;
}
