/* Dop and Dop^t as matrices over a semiring. */
#include "semantics/chad/monoid/analysis.h"
#include "semantics/chad/monoid/table.h"
#include "semantics/tables/cases.h"

#include <string.h>

typedef struct LabelBlock {
  const Derivation *occurrence;
  uint32_t operands, first, edges; /* scalars in `operand`; labels first .. first + edges - 1 */
  bool linear;
  const Scalar *operand, *derivative;
  struct LabelBlock *next;
} LabelBlock;

Analysis analysis_static(Ring *ring) {
  Scalar one = ring_integer(ring, 1);
  return (Analysis){.ring = ring, .table = ANALYSIS_WEIGHTS, .linear = one, .other = one};
}

bool analysis_label(const AnalysisLabels *labels, uint32_t k, Scalar *derivative, bool *linear) {
  for (const LabelBlock *block = labels->blocks; block != NULL; block = block->next) {
    if (k < block->first || k - block->first >= block->edges) continue;
    *derivative = block->derivative[k - block->first];
    *linear = block->linear;
    return true;
  }
  return false;
}

/* ---------------------------------------------------------------- edges -- */

typedef struct Edge {
  uint32_t operand, from, to;
} Edge;

static uint32_t edge_count(const OpNode *op) {
  switch (op_info(op->code)->shape) {
  case SHAPE_EACH:
  case SHAPE_SUM:
  case SHAPE_REPLICATE: return op->n;
  case SHAPE_EACH2:
  case SHAPE_DOT:
  case SHAPE_SCALE: return 2 * op->n;
  case SHAPE_MATVEC: return 2 * op->n * op->m;
  case SHAPE_CONST:
  case SHAPE_ANY_OF_INTS:
  case SHAPE_GIVEN:
  case SHAPE_SLOPE: return 0;
  }
  return 0;
}

/* Edge k: the first operand's stand first. */
static inline Edge edge_at(OpShape shape, uint32_t n, uint32_t m, uint32_t k) {
  uint32_t half = n * m;
  switch (shape) {
  case SHAPE_EACH: return (Edge){0, k, k};
  case SHAPE_SUM: return (Edge){0, k, 0};
  case SHAPE_REPLICATE: return (Edge){0, 0, k};
  case SHAPE_EACH2: return k < n ? (Edge){0, k, k} : (Edge){1, k - n, k - n};
  case SHAPE_DOT: return k < n ? (Edge){0, k, 0} : (Edge){1, k - n, 0};
  case SHAPE_SCALE: return k < n ? (Edge){0, 0, k} : (Edge){1, k - n, k - n};
  case SHAPE_MATVEC: return k < half ? (Edge){0, k, k / n} : (Edge){1, (k - half) % n, (k - half) / n};
  case SHAPE_CONST:
  case SHAPE_ANY_OF_INTS:
  case SHAPE_GIVEN:
  case SHAPE_SLOPE: return (Edge){0, 0, 0};
  }
  return (Edge){0, 0, 0};
}

/* -------------------------------------------------------------- weights -- */

/* Whether its derivative does not depend on the point. */
static bool is_linear(OpCode code) {
  return code == OP_ADD || code == OP_SUB || code == OP_NEG || code == OP_SUM || code == OP_REPLICATE;
}

/* The elements that pick out the derivatives of an operation at each component: for
 * Dop those by its operand i are the image of 1 at operand i and 0 elsewhere. */
static Status basis_element(Machine *machine, const OpNode *op, bool transpose, uint32_t i, const MonoidElement **out) {
  const MonoidElement *part[OP_MAX_ARITY] = {NULL};
  uint32_t parts = transpose ? 1 : op->arity;
  for (uint32_t k = 0; k < parts; k++) {
    Scalar *scalars, value = ring_integer(machine->ring, transpose || k == i ? 1 : 0);
    uint32_t n = type_node(&machine->store->types, transpose ? op->result : op->operand[k])->n;
    TRY(element_vector(machine, n, &scalars, &part[k]));
    for (uint32_t j = 0; j < n; j++) scalars[j] = value;
  }
  *out = part[0];
  return parts == 1 ? STATUS_OK : element_pair(machine, part[0], part[1], out);
}

/* Derivatives of operations on components apart, from the body of Dop or Dop^t at ones. */
static Status componentwise(Machine *machine, const OpNode *op, bool transpose, const Hom *body, Scalar *out) {
  Machine plain = *machine;
  plain.analysis = NULL;
  for (uint32_t i = 0; i < op->arity; i++) {
    const MonoidElement *at, *image;
    TRY(basis_element(&plain, op, transpose, i, &at));
    TRY(hom_apply(&plain, body, at, &image));
    if (transpose && op->arity == 2) {
      if (image->kind != ELEMENT_PAIR) return STATUS_STUCK;
      image = image->parts[i];
    }
    if (image->kind != ELEMENT_VECTOR || image->count != op->n) return STATUS_STUCK;
    memcpy(out + (size_t)i * op->n, image->scalars, op->n * sizeof *out);
  }
  return ring_take_status(plain.ring);
}

/* The partial derivative on every edge, over the machine's ring. */
static Status derivatives(Machine *machine, const OpNode *op, bool transpose, const Hom *body,
                          const Scalar *const *operand, Scalar *out) {
  OpShape shape = op_info(op->code)->shape;
  uint32_t edges = edge_count(op), half = shape == SHAPE_MATVEC ? op->n * op->m : op->n;
  if (shape == SHAPE_EACH || shape == SHAPE_EACH2) return componentwise(machine, op, transpose, body, out);
  for (uint32_t k = 0; k < edges; k++) {
    if (shape == SHAPE_SUM || shape == SHAPE_REPLICATE)
      out[k] = ring_integer(machine->ring, 1);
    else if (k < half) /* bilinear: the other factor */
      out[k] = operand[1][shape == SHAPE_MATVEC ? k % op->n : k];
    else
      out[k] = operand[0][shape == SHAPE_SCALE ? 0 : k - half];
  }
  return ring_take_status(machine->ring);
}

static bool same_operands(Ring *ring, const LabelBlock *block, const Scalar *operand, uint32_t count) {
  if (block->operands != count) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (!ring_equal(ring, block->operand[i], operand[i])) return false;
  }
  return true;
}

/* One generator for each occurrence, operands and edge: the same again at the same. */
static Status labels(Machine *machine, const Table *table, const Scalar *derivative, Scalar *out) {
  const Analysis *analysis = machine->analysis;
  AnalysisLabels *known = analysis->labels;
  uint32_t edges = edge_count(table->op), count = 0;
  for (uint32_t i = 0; i < table->op->arity; i++) count += type_node(&machine->store->types, table->op->operand[i])->n;
  Scalar *copy = arena_array(known->arena, (size_t)count + edges, sizeof *copy);
  if (copy == NULL) return STATUS_LIMIT;
  uint32_t at = 0;
  for (uint32_t i = 0; i < table->op->arity; i++) {
    uint32_t n = type_node(&machine->store->types, table->op->operand[i])->n;
    for (uint32_t j = 0; j < n; j++) copy[at++] = table->operand[i][j];
  }
  LabelBlock *block = known->blocks;
  while (block != NULL && (block->occurrence != table->occurrence || !same_operands(machine->ring, block, copy, count)))
    block = block->next;
  if (block == NULL) {
    block = arena_alloc(known->arena, sizeof *block);
    if (block == NULL || edges > ANALYSIS_LABELS_MOST - known->count) return STATUS_LIMIT;
    memcpy(copy + count, derivative, edges * sizeof *copy);
    *block = (LabelBlock){table->occurrence,          count, known->count, edges,
                          is_linear(table->op->code), copy,  copy + count, known->blocks};
    known->blocks = block;
    known->count += edges;
  }
  for (uint32_t k = 0; k < edges; k++) out[k] = polynomial_generator(analysis->ring, block->first + k);
  return ring_take_status(analysis->ring);
}

static Status weights(Machine *machine, const Table *table, Scalar *out) {
  const Analysis *analysis = machine->analysis;
  uint32_t edges = edge_count(table->op);
  Scalar *derivative, zero = ring_integer(machine->ring, 0);
  if (analysis->table == ANALYSIS_WEIGHTS) {
    /* [[Dop]]_K weighs each operand read */
    RULE(ALT_WEIGHTS);
    Scalar weight = analysis->other;
    if (is_linear(table->op->code))
      weight = analysis->linear;
    else if (analysis->weight != NULL && !op_is_function(table->op->code))
      weight = analysis->weight[table->op->code];
    for (uint32_t k = 0; k < edges; k++) out[k] = weight;
    return STATUS_OK;
  }
  derivative = analysis->table == ANALYSIS_DERIVATIVE ? out : arena_array(machine->arena, edges, sizeof *derivative);
  if (derivative == NULL) return STATUS_LIMIT;
  TRY(derivatives(machine, table->op, table->transpose, table->body, table->operand, derivative));
  if (analysis->table == ANALYSIS_LABELS) {
    /* [[Dop]]_N[X] is a matrix of generators */
    RULE(ALT_LABELS);
    return labels(machine, table, derivative, out);
  }
  if (analysis->table == ANALYSIS_DERIVATIVE) {
    /* [[Dop]]_K is the Jacobian, K being the ring of the primals */
    RULE(ALT_DERIVATIVE);
    return STATUS_OK;
  }
  /* [[Dop]]_K = [d_i op(x) /= 0] */
  RULE(ALT_POINTWISE);
  for (uint32_t k = 0; k < edges; k++)
    out[k] = ring_integer(analysis->ring, ring_equal(machine->ring, derivative[k], zero) ? 0 : 1);
  return ring_take_status(machine->ring);
}

Status table_weights(Machine *machine, const Table *table, const Scalar **out) {
  Scalar *made = arena_array(machine->arena, edge_count(table->op), sizeof *made);
  if (made == NULL) return STATUS_LIMIT;
  *out = made;
  return weights(machine, table, made);
}

/* ---------------------------------------------------------- application -- */

/* A vector of zeros over K. */
static Status zeros(Machine *machine, uint32_t n, Scalar **scalars, const MonoidElement **out) {
  Scalar zero = ring_integer(machine->analysis->ring, 0);
  TRY(element_vector(machine, n, scalars, out));
  for (uint32_t i = 0; i < n; i++) (*scalars)[i] = zero;
  return STATUS_OK;
}

static inline void add_product(Ring *ring, Scalar weight, Scalar v, Scalar *w) {
  *w = ring_add(ring, *w, ring_mul(ring, weight, v));
}

/* w_to = sum of weight * v_operand,from */
static Status apply_forward(Machine *machine, const OpNode *op, const Scalar *weight, const MonoidElement *v,
                            const MonoidElement **out) {
  const TypeTable *types = &machine->store->types;
  Ring *ring = machine->analysis->ring;
  const MonoidElement *part[OP_MAX_ARITY] = {v, v};
  uint32_t arity = op->arity == 2 ? 2 : 1;
  OpShape shape = op_info(op->code)->shape;
  Scalar *w;
  if (arity == 2) {
    if (v->kind != ELEMENT_PAIR) return STATUS_STUCK;
    part[0] = v->parts[0];
    part[1] = v->parts[1];
  }
  for (uint32_t i = 0; i < arity; i++) {
    if (part[i]->kind != ELEMENT_VECTOR || part[i]->count != type_node(types, op->operand[i])->n) return STATUS_STUCK;
  }
  TRY(zeros(machine, type_node(types, op->result)->n, &w, out));
  for (uint32_t k = 0, edges = edge_count(op); k < edges; k++) {
    Edge e = edge_at(shape, op->n, op->m, k);
    add_product(ring, weight[k], part[e.operand]->scalars[e.from], &w[e.to]);
  }
  return ring_take_status(ring);
}

/* w_operand,from = sum of weight * v_to */
static Status apply_transpose(Machine *machine, const OpNode *op, const Scalar *weight, const MonoidElement *v,
                              const MonoidElement **out) {
  const TypeTable *types = &machine->store->types;
  Ring *ring = machine->analysis->ring;
  const MonoidElement *part[OP_MAX_ARITY] = {NULL};
  uint32_t arity = op->arity == 2 ? 2 : 1;
  OpShape shape = op_info(op->code)->shape;
  Scalar *w[OP_MAX_ARITY];
  if (v->kind != ELEMENT_VECTOR || v->count != type_node(types, op->result)->n) return STATUS_STUCK;
  for (uint32_t i = 0; i < arity; i++) TRY(zeros(machine, type_node(types, op->operand[i])->n, &w[i], &part[i]));
  for (uint32_t k = 0, edges = edge_count(op); k < edges; k++) {
    Edge e = edge_at(shape, op->n, op->m, k);
    add_product(ring, weight[k], v->scalars[e.to], &w[e.operand][e.from]);
  }
  *out = part[0];
  if (arity == 2) TRY(element_pair(machine, part[0], part[1], out));
  return ring_take_status(ring);
}

Status table_apply(Machine *machine, const Hom *hom, const MonoidElement *v, const MonoidElement **out) {
  const OpTable *ops = &machine->store->ops;
  const LopNode *lop = lop_node(ops, (LopId){hom->number});
  OpNode op = *op_node(ops, lop->op);
  /* an application outside the analysis that denoted it */
  if (machine->analysis == NULL) return STATUS_STUCK;
  if (lop->code == LOP_TRANSPOSE) return apply_transpose(machine, &op, hom->a, v, out);
  return apply_forward(machine, &op, hom->a, v, out);
}
