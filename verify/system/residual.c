#include "verify/system/residual.h"

#include "semantics/rings/formula.h"
#include "semantics/rings/ring_pool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define STEPS ((uint64_t)100000)
#define INPUTS_MOST 256u

/* ------------------------------------------------------------ the ring -- */

/* A scalar is a register.  On a run after the first, what comes before the test whose answer has changed is there
 * already: nothing is written until that test. */
typedef struct WritingRing {
  Ring ring;
  Residual *to;
  uint32_t next; /* register */
  uint32_t taken, decided;
  bool answer[RESIDUAL_TESTS];
  uint32_t test[RESIDUAL_TESTS]; /* its statement */
} WritingRing;

static WritingRing *self(const Ring *ring) { return (WritingRing *)ring; }

/* The next statement to be filled in; NULL, with the ring's status, at a limit. */
static Statement *append(Ring *ring) {
  Residual *r = self(ring)->to;
  if (r->count == r->capacity) {
    uint32_t capacity = r->capacity == 0 ? 64 : 2 * r->capacity;
    Statement *grown = capacity > RESIDUAL_STATEMENTS ? NULL : realloc(r->statement, capacity * sizeof *grown);
    if (grown == NULL) {
      ring_fail(ring, STATUS_LIMIT);
      return NULL;
    }
    r->statement = grown;
    r->capacity = capacity;
  }
  return &r->statement[r->count++];
}

static bool is_written(const WritingRing *w) { return w->taken < w->decided; }

static Scalar push(Ring *ring, Statement statement) {
  WritingRing *w = self(ring);
  statement.to = w->next++;
  Statement *place = is_written(w) ? NULL : append(ring);
  if (place != NULL) *place = statement;
  return (Scalar){statement.to};
}

static Scalar two(Ring *ring, Construct construct, Scalar a, Scalar b) {
  return push(ring, (Statement){.construct = construct, .a = (uint32_t)a.word, .b = (uint32_t)b.word});
}

static Scalar number(Ring *ring, double value) {
  return push(ring, (Statement){.construct = CONSTRUCT_NUMBER, .number = value});
}
static Scalar integer(Ring *ring, int64_t n) { return number(ring, (double)n); }
/* The double nearest to a constant; 1e400 and 1e-400 have none. */
static double nearest(Ring *ring, const Constant *c, uint32_t index) {
  double value = c->nearest[index];
  if (!isfinite(value) || (value == 0 && mpq_sgn(c->exact[index]) != 0)) ring_fail(ring, STATUS_UNABLE);
  return value;
}
static Scalar constant(Ring *ring, const Constant *c, uint32_t index) {
  return number(ring, nearest(ring, c, c->length == 1 ? 0 : index));
}
static Scalar add(Ring *ring, Scalar a, Scalar b) { return two(ring, CONSTRUCT_ADD, a, b); }
static Scalar sub(Ring *ring, Scalar a, Scalar b) { return two(ring, CONSTRUCT_SUB, a, b); }
static Scalar mul(Ring *ring, Scalar a, Scalar b) { return two(ring, CONSTRUCT_MUL, a, b); }
static Scalar divide(Ring *ring, Scalar a, Scalar b) { return two(ring, CONSTRUCT_DIV, a, b); }
static Scalar larger(Ring *ring, Scalar a, Scalar b) { return two(ring, CONSTRUCT_MAX, a, b); }
static Scalar smaller(Ring *ring, Scalar a, Scalar b) { return two(ring, CONSTRUCT_MIN, a, b); }
static Scalar neg(Ring *ring, Scalar a) { return two(ring, CONSTRUCT_NEG, a, a); }
static Scalar function(Ring *ring, RingFunction f, Scalar a) { return two(ring, construct_of_function(f), a, a); }

static Scalar power(Ring *ring, Scalar a, const Constant *exponent) {
  return push(ring, (Statement){.construct = CONSTRUCT_POWER,
                                .a = (uint32_t)a.word,
                                .b = (uint32_t)a.word,
                                .number = nearest(ring, exponent, 0)});
}

/* Functions with parameters have no name in other languages. */
static Scalar call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  const FunctionInfo *info = function_info((FunctionCode)f->function);
  if (info->parameters > 0) ring_fail(ring, STATUS_UNABLE);
  return two(ring, CONSTRUCT_CALL(f->function), a, info->operands == 1 ? a : b);
}

static bool test(Ring *ring, RingTest question, Scalar a, Scalar b) {
  WritingRing *w = self(ring);
  if (is_written(w)) return w->answer[w->taken++];
  Statement *place = w->decided == RESIDUAL_TESTS ? NULL : append(ring);
  if (place == NULL) {
    ring_fail(ring, STATUS_LIMIT);
    return true;
  }
  *place = (Statement){.construct = construct_of_test(question), .a = (uint32_t)a.word, .b = (uint32_t)b.word};
  w->test[w->decided] = w->to->count - 1;
  w->answer[w->decided++] = true;
  w->taken++;
  return true;
}

static int compare(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return (a.word > b.word) - (a.word < b.word);
}
static size_t mark_of(const Ring *ring) { return self(ring)->next; }
static void release(Ring *ring, size_t mark) { (void)ring, (void)mark; }
static int print(Ring *ring, Scalar a, char *buffer, size_t size) {
  (void)ring;
  return snprintf(buffer, size, "t%u", (uint32_t)a.word);
}
static void destroy(Ring *ring) { (void)ring; }

static const RingOps writing = {.name = "residual",
                                .traits = RING_ORDERED | RING_FIELD | RING_ANALYTIC | RING_WHOLE_FUNCTIONS,
                                RING_OPERATIONS_HERE};

/* ------------------------------------------------------------- the tree -- */

static bool are_reals(const TypeTable *types, TypeId type) {
  const TypeNode *node = type_node(types, type);
  if (node->dim == TYPE_NOT_FLAT) return false;
  if (node->kind == TYPE_PROD) return are_reals(types, node->a) && are_reals(types, node->b);
  if (node->kind == TYPE_ARRAY) return are_reals(types, node->a);
  return node->kind == TYPE_REAL || node->kind == TYPE_UNIT;
}

bool program_is_real(const TypeTable *types, const Program *program, uint32_t *inputs, uint32_t *outputs) {
  uint64_t all = 0;
  if (!are_reals(types, program->type)) return false;
  for (uint32_t k = 0; k < program->length; k++) {
    if (!are_reals(types, program->context[k])) return false;
    all += type_node(types, program->context[k])->dim;
  }
  *outputs = type_node(types, program->type)->dim;
  *inputs = all > UINT32_MAX ? UINT32_MAX : (uint32_t)all;
  return true;
}

/* The end of a path: RETURN, with the registers of the results. */
static Status end_path(WritingRing *w, const Scalar *result) {
  Residual *r = w->to;
  uint32_t *grown = realloc(r->result, ((size_t)(r->returns + 1) * r->outputs + 1) * sizeof *grown);
  Statement *place = append(&w->ring);
  if (grown != NULL) r->result = grown;
  if (grown == NULL || place == NULL) return STATUS_LIMIT;
  *place = (Statement){.construct = CONSTRUCT_RETURN, .result = r->returns * r->outputs};
  for (uint32_t o = 0; o < r->outputs; o++) r->result[place->result + o] = (uint32_t)result[o].word;
  r->returns++;
  return STATUS_OK;
}

/* Whether there is a path that was not run: the last test that was answered yes is answered no. */
static bool next_path(WritingRing *w) {
  while (w->decided > 0 && !w->answer[w->decided - 1]) w->decided--;
  if (w->decided == 0) return false;
  w->answer[w->decided - 1] = false;
  w->to->statement[w->test[w->decided - 1]].otherwise = w->to->count;
  return true;
}

static Status run_paths(WritingRing *w, Store *store, Arena *arena, const Program *program, Scalar *scalars) {
  Residual *r = w->to;
  Status status;
  do {
    Machine machine = machine_make(store, &w->ring, arena);
    ArenaMark mark = arena_mark(arena);
    machine.fuel = STEPS;
    w->next = r->inputs;
    w->taken = 0;
    for (uint32_t i = 0; i < r->inputs; i++) scalars[i] = (Scalar){i};
    status = source_evaluator.eval(&machine, program, scalars, scalars + r->inputs);
    arena_release(arena, mark);
    if (status == STATUS_OK) status = ring_take_status(&w->ring);
    if (status == STATUS_OK) status = end_path(w, scalars + r->inputs);
  } while (status == STATUS_OK && next_path(w));
  return status;
}

Status residual_make(Store *store, Arena *arena, const Program *program, Residual *r) {
  r->count = r->returns = 0;
  if (!program_is_real(&store->types, program, &r->inputs, &r->outputs)) return STATUS_UNABLE;
  if (r->inputs > INPUTS_MOST || r->outputs > INPUTS_MOST) return STATUS_LIMIT;
  Scalar *scalars = calloc((size_t)r->inputs + r->outputs + 1, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  WritingRing w = {.ring = {.ops = &writing}, .to = r};
  Status status = run_paths(&w, store, arena, program, scalars);
  free(scalars);
  return status;
}

void residual_free(Residual *r) {
  free(r->statement);
  free(r->result);
  *r = (Residual){0};
}
