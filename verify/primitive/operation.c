#include "verify/primitive/operation.h"

#include "semantics/chad/linear/derivatives.h"

#include <string.h>

#define ARENA_LIMIT ((size_t)64 << 20)
#define FUEL ((uint64_t)1 << 28)
#define DEPTH 2000u

static uint32_t length_of(const Store *store, TypeId type) { return type_node(&store->types, type)->n; }

static Machine machine_of(PrimitiveOperation *self, Ring *ring) {
  Machine machine = machine_make(self->primitive->store, ring, &self->arena);
  machine.fuel = FUEL;
  machine.depth = DEPTH;
  return machine;
}

/* The operands one after another. */
static Scalar *join(PrimitiveOperation *self, const Scalar *x, const Scalar *y) {
  const Program *program = &self->primitive->definition->program;
  uint32_t n = length_of(self->primitive->store, program->context[0]), all = self->primitive->inputs;
  Scalar *input = arena_array(&self->arena, (size_t)all + 1, sizeof *input);
  if (input == NULL) return NULL;
  if (n > 0) memcpy(input, x, n * sizeof *input);
  if (all > n) memcpy(input + n, y, (all - n) * sizeof *input);
  return input;
}

static Status left_over(Ring *ring, Status status) {
  Status left = ring_take_status(ring);
  return status != STATUS_OK ? status : left;
}

/* [[p]]: its value, a source term. */
static Status value(void *state, Ring *ring, const Scalar *x, const Scalar *y, Scalar *out) {
  PrimitiveOperation *self = state;
  ArenaMark mark = arena_mark(&self->arena);
  Machine machine = machine_of(self, ring);
  const Scalar *input = join(self, x, y);
  Status status =
      input == NULL ? STATUS_LIMIT : source_evaluator.eval(&machine, &self->primitive->definition->program, input, out);
  arena_release(&self->arena, mark);
  return left_over(ring, status);
}

/* Basis vectors first..first+count-1 of a space of `size` dimensions. */
static Scalar *basis(PrimitiveOperation *self, Ring *ring, uint32_t first, uint32_t count, uint32_t size) {
  Scalar *seed = arena_array(&self->arena, (size_t)count * size + 1, sizeof *seed);
  Scalar zero = ring_integer(ring, 0), one = ring_integer(ring, 1);
  for (uint32_t k = 0; seed != NULL && k < count; k++) {
    for (uint32_t i = 0; i < size; i++) seed[(size_t)k * size + i] = i == first + k ? one : zero;
  }
  return seed;
}

/* The rule at every basis vector: jvp gives columns, vjp rows of the whole matrix. */
static Status matrix(PrimitiveOperation *self, Ring *ring, const Scalar *input, uint32_t first, uint32_t columns,
                     Scalar *out) {
  const Primitive *p = self->primitive;
  Machine machine = machine_of(self, ring);
  uint32_t m = p->outputs, n = p->inputs, seeds = self->reverse ? m : columns, height = self->reverse ? n : m;
  const Scalar *seed = self->reverse ? basis(self, ring, 0, m, m) : basis(self, ring, first, columns, n);
  Scalar *primal = arena_array(&self->arena, (size_t)m + 1, sizeof *primal);
  Scalar *image = arena_array(&self->arena, (size_t)seeds * height + 1, sizeof *image);
  if (input == NULL || seed == NULL || primal == NULL || image == NULL) return STATUS_LIMIT;
  Status status = operational_evaluator.eval_linear(&machine, self->reverse ? &p->reverse : &p->forward, input, seeds,
                                                    seed, primal, image);
  for (uint32_t i = 0; status == STATUS_OK && i < m; i++) {
    for (uint32_t j = 0; j < columns; j++)
      out[(size_t)i * columns + j] = self->reverse ? image[(size_t)i * n + first + j] : image[(size_t)j * m + i];
  }
  return status;
}

static Status slope(void *state, Ring *ring, uint32_t k, const Scalar *x, const Scalar *y, Scalar *out) {
  PrimitiveOperation *self = state;
  const Program *program = &self->primitive->definition->program;
  ArenaMark mark = arena_mark(&self->arena);
  uint32_t first = k == 0 ? 0 : length_of(self->primitive->store, program->context[0]);
  uint32_t columns = length_of(self->primitive->store, program->context[k]);
  Status status = matrix(self, ring, join(self, x, y), first, columns, out);
  arena_release(&self->arena, mark);
  return left_over(ring, status);
}

/* The rule as a linear term: \v. is taken off. */
static TermId rule_body(const Store *store, const Program *rule) {
  return term(store, term(store, rule->term)->kid[1])->kid[0];
}

/* Reads the bodies of all Dop in the term, so that no evaluation makes definitions; false beyond limits. */
static bool read_bodies(Store *store, TermId id, uint32_t depth) {
  if (id.id == 0) return true;
  if (depth == 0) return false;
  const Term t = *term(store, id); /* a copy: reading moves the definitions */
  TermId body;
  if (t.kind == TERM_LOP && lop_body(store, term_lop_payload(&t), &body) == STATUS_LIMIT) return false;
  for (int k = 0; k < TERM_KIDS; k++) {
    if (!read_bodies(store, t.kid[k], depth - 1)) return false;
  }
  return true;
}

static const char *refusal(const Primitive *p) {
  const TypeTable *types = &p->store->types;
  const Program *program = &p->definition->program;
  if (p->library != NULL) return "a library function has no term";
  if (program->length == 0 || program->length > OP_MAX_ARITY) return "it has not one or two arguments";
  if (type_kind(types, program->type) != TYPE_REAL) return "its result is no vector of reals";
  for (uint32_t k = 0; k < program->length; k++) {
    if (type_kind(types, program->context[k]) != TYPE_REAL) return "an argument is no vector of reals";
  }
  return NULL;
}

void primitive_operation_open(PrimitiveOperation *operation, const Primitive *primitive, bool reverse) {
  Store *store = primitive->store;
  *operation = (PrimitiveOperation){.primitive = primitive, .reverse = reverse, .reason = refusal(primitive)};
  arena_init(&operation->arena, ARENA_LIMIT);
  if (operation->reason != NULL) return;
  const Program *program = &primitive->definition->program;
  TermId body = rule_body(store, reverse ? &primitive->reverse : &primitive->forward);
  OpGiven given = {.name = primitive->name,
                   .arity = program->length,
                   .result = program->type,
                   .state = operation,
                   .value = value,
                   .slope = slope,
                   .derivative = reverse ? 0 : body.id,
                   .transpose = reverse ? body.id : 0};
  for (uint32_t k = 0; k < program->length; k++) given.operand[k] = program->context[k];
  if (read_bodies(store, body, DEPTH)) operation->op = op_make_given(&store->ops, &store->types, &given);
  if (operation->op.id == 0) operation->reason = "limit: out of memory or depth";
}

void primitive_operation_close(PrimitiveOperation *operation) { arena_free(&operation->arena); }

TermId primitive_operation_term(const PrimitiveOperation *operation) {
  Store *store = operation->primitive->store;
  uint32_t arity = op_node(&store->ops, operation->op)->arity;
  TermId last = term_var(store, 0);
  return arity == 1 ? term_op(store, operation->op, last, TERM_NONE_ID)
                    : term_op(store, operation->op, term_var(store, 1), last);
}
