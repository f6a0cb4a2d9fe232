/* Tier T1 by interpolation on a line, and what all tiers share.
 *
 * g(s) = [[t]](x + s v) is a polynomial, or a quotient of two, in s.  A
 * polynomial of degree d is known from its values at 0..d, and its derivative at
 * 0 is a fixed linear combination of them.  Nothing here knows a derivative of
 * any operation: a quotient N/D is a formal power series g with g D = N, whose
 * first two coefficients are compared. */
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "verify/truth/truth_internal.h"

#include <stdlib.h>
#include <string.h>

#define TRUTH_ARENA ((size_t)1 << 30)

Truth *truth_new(Store *store) {
  Truth *truth = calloc(1, sizeof *truth);
  if (truth == NULL) return NULL;
  truth->store = store;
  arena_init(&truth->arena, TRUTH_ARENA);
  truth->field = ring_field_new();
  truth->degrees = ring_degree_new();
  truth->fractions = ring_fraction_new();
  truth->straight = ring_straight_new(TRUTH_MOST_NODES);
  if (truth->field == NULL || truth->degrees == NULL || truth->fractions == NULL || truth->straight == NULL) {
    truth_free(truth);
    return NULL;
  }
  return truth;
}

void truth_free(Truth *truth) {
  if (truth == NULL) return;
  truth_free_duals(truth);
  if (truth->field != NULL) ring_destroy(truth->field);
  if (truth->degrees != NULL) ring_destroy(truth->degrees);
  if (truth->fractions != NULL) ring_destroy(truth->fractions);
  if (truth->straight != NULL) ring_destroy(truth->straight);
  for (uint32_t d = 0; d <= TRUTH_MAX_DEGREE; d++) free(truth->weights[d]);
  arena_free(&truth->arena);
  free(truth);
}

/* -------------------------------------------------------- flat layouts -- */

#define LAYOUT_DEPTH 1000u

/* Whether each scalar of a flat value of the type is an Int's word. */
static Status mark_ints(const TypeTable *types, TypeId type, bool *is_int, uint32_t depth) {
  const TypeNode *node = type_node(types, type);
  if (depth == 0) return STATUS_LIMIT;
  switch (node->kind) {
  case TYPE_REAL: memset(is_int, 0, node->n); return STATUS_OK;
  case TYPE_UNIT: return STATUS_OK;
  case TYPE_INT: *is_int = true; return STATUS_OK;
  case TYPE_PROD: {
    Status status = mark_ints(types, node->a, is_int, depth - 1);
    return status != STATUS_OK ? status : mark_ints(types, node->b, is_int + type_node(types, node->a)->dim, depth - 1);
  }
  case TYPE_ARRAY: {
    uint32_t size = type_node(types, node->a)->dim;
    if (node->dim == 0) return STATUS_OK;
    Status status = mark_ints(types, node->a, is_int, depth - 1);
    for (uint32_t i = 1; i < node->n && status == STATUS_OK; i++) memcpy(is_int + (size_t)i * size, is_int, size);
    return status;
  }
  case TYPE_ANY_UNSIZED:
  case TYPE_ANY_LINEAR: break;
  }
  return STATUS_ILL_TYPED;
}

/* Adds the type's dimension; ILL_TYPED for a type that is not first-order. */
static Status add_dim(const TypeTable *types, TypeId type, size_t *dim) {
  const TypeNode *node = type_node(types, type);
  if (type_is_none(type) || node->dim == TYPE_NOT_FLAT) return STATUS_ILL_TYPED;
  *dim += node->dim;
  return STATUS_OK;
}

Status truth_layout(Truth *truth, const Program *program, Layout *layout) {
  const TypeTable *types = &truth->store->types;
  Status status = STATUS_OK;
  *layout = (Layout){0};
  for (uint32_t i = 0; i < program->length && status == STATUS_OK; i++) {
    status = add_dim(types, program->context[i], &layout->inputs);
  }
  if (status == STATUS_OK) status = add_dim(types, program->type, &layout->outputs);
  if (status != STATUS_OK) return status;
  layout->input_is_int = arena_array(&truth->arena, layout->inputs, sizeof(bool));
  layout->output_is_int = arena_array(&truth->arena, layout->outputs, sizeof(bool));
  layout->input = arena_array(&truth->arena, layout->inputs, sizeof(Scalar));
  layout->output = arena_array(&truth->arena, layout->outputs, sizeof(Scalar));
  if (layout->input_is_int == NULL || layout->output_is_int == NULL || layout->input == NULL || layout->output == NULL)
    return STATUS_LIMIT;
  bool *next = layout->input_is_int;
  for (uint32_t i = 0; i < program->length && status == STATUS_OK; i++) {
    status = mark_ints(types, program->context[i], next, LAYOUT_DEPTH);
    next += type_node(types, program->context[i])->dim;
  }
  return status != STATUS_OK ? status : mark_ints(types, program->type, layout->output_is_int, LAYOUT_DEPTH);
}

Status truth_run(Truth *truth, Ring *ring, const Program *program, const Layout *layout) {
  Machine machine = machine_make(truth->store, ring, &truth->arena);
  ArenaMark mark = arena_mark(&truth->arena);
  Status status = source_evaluator.eval(&machine, program, layout->input, layout->output);
  arena_release(&truth->arena, mark);
  Status left = ring_take_status(ring);
  return status != STATUS_OK ? status : left;
}

/* --------------------------------------------------------------- weights -- */

/* The weights w with p'(0) = sum_j w[j] p(j) for every polynomial p of degree at
 * most d: the derivatives at 0 of the Lagrange basis at 0..d, which are
 * w[j] = (-1)^(j+1) C(d, j) / j for j > 0; constants fix w[0] = -(w[1] + ...).
 * Then those of p''(0): the basis is s q(s) with q(0) = w[j] and
 * q'(0) = -w[j] (1/1 + ... + 1/d - 1/j), so that they are 2 q'(0). */
const uint64_t *truth_weights(Truth *truth, uint32_t degree) {
  if (degree > TRUTH_MAX_DEGREE) return NULL;
  if (truth->weights[degree] != NULL) return truth->weights[degree];
  uint64_t *weights = malloc(2 * ((size_t)degree + 1) * sizeof *weights);
  if (weights == NULL) return NULL;
  uint64_t *second = weights + degree + 1;
  uint64_t binomial = 1, harmonic = 0;
  weights[0] = second[0] = 0;
  for (uint32_t j = 1; j <= degree; j++) harmonic = field_add(harmonic, field_inverse(j));
  for (uint32_t j = 1; j <= degree; j++) {
    uint64_t inverse = field_inverse(j);
    binomial = field_mul(field_mul(binomial, degree - j + 1), inverse);
    uint64_t weight = field_mul(binomial, inverse);
    weights[j] = j % 2 == 1 ? weight : field_neg(weight);
    second[j] = field_mul(field_add(weights[j], weights[j]), field_sub(inverse, harmonic));
    weights[0] = field_sub(weights[0], weights[j]);
    second[0] = field_sub(second[0], second[j]);
  }
  truth->weights[degree] = weights;
  return weights;
}

/* ---------------------------------------------------------------- degree -- */

/* Degrees in s of the program on the line; an input that does not move has
 * degree 0.  *polynomial: no division but by constants. */
static Status line_degree(Truth *truth, const Program *program, const Layout *layout, const Scalar *v,
                          Recorded *recorded, TruthReport *report, bool *polynomial) {
  degree_reset(truth->degrees);
  for (size_t i = 0; i < layout->inputs; i++) {
    if (!layout->input_is_int[i]) layout->input[i] = degree_make(v[i].word == 0 ? 0 : 1, 0);
  }
  TRY(truth_rerun(truth, truth->degrees, program, layout, recorded));
  *report = (TruthReport){0};
  for (size_t i = 0; i < layout->outputs; i++) {
    if (layout->output_is_int[i]) continue;
    uint32_t numerator = degree_numerator(layout->output[i]), denominator = degree_denominator(layout->output[i]);
    if (denominator > report->denominator) report->denominator = denominator;
    if (numerator > report->degree) report->degree = numerator;
  }
  if (report->denominator > report->degree) report->degree = report->denominator;
  *polynomial = degree_is_polynomial(truth->degrees);
  return report->degree > TRUTH_MAX_DEGREE ? STATUS_LIMIT : STATUS_OK;
}

/* ------------------------------------------------------------ polynomials -- */

typedef struct Line {
  const Scalar *x, *v;
  Scalar *value, *derivative, *second; /* no second derivative when NULL */
  uint64_t *point;                     /* x + s v for the present s; not used at Int inputs */
} Line;

static void add_weighted(Scalar *sum, uint64_t weight, Scalar a) {
  sum->word = field_add(sum->word, field_mul(weight, a.word));
}

static Status polynomial_line(Truth *truth, const Program *program, const Layout *layout, Recorded *recorded,
                              const Line *line, uint32_t degree) {
  const uint64_t *weights = truth_weights(truth, degree);
  if (weights == NULL) return STATUS_LIMIT;
  for (uint32_t s = 0; s <= degree; s++) {
    for (size_t i = 0; i < layout->inputs; i++) {
      if (layout->input_is_int[i]) continue;
      layout->input[i].word = line->point[i];
      line->point[i] = field_add(line->point[i], line->v[i].word);
    }
    TRY(truth_rerun(truth, truth->field, program, layout, recorded));
    for (size_t i = 0; i < layout->outputs; i++) {
      if (s == 0) line->value[i] = layout->output[i];
      if (s == 0) line->derivative[i].word = 0;
      if (s == 0 && line->second != NULL) line->second[i].word = 0;
      if (layout->output_is_int[i]) continue;
      add_weighted(&line->derivative[i], weights[s], layout->output[i]);
      if (line->second != NULL) add_weighted(&line->second[i], weights[degree + 1 + s], layout->output[i]);
    }
  }
  return STATUS_OK;
}

/* -------------------------------------------------------------- quotients -- */

/* Values, first and second derivatives at 0 of numerator and denominator. */
typedef struct Quotient {
  Scalar n, d, dn, dd, ddn, ddd;
} Quotient;

/* One node: runs at the present point and adds to the numbers of each output.  At s = 0 a vanishing denominator is
 * DOMAIN; at other nodes it is the value 0 of a polynomial. */
static Status quotient_node(Truth *truth, const Program *program, const Layout *layout, const Line *line, uint32_t s,
                            uint64_t weight, uint64_t second, Quotient *quotients) {
  Ring *ring = truth->fractions;
  fraction_set_formal(ring, s != 0);
  for (size_t i = 0; i < layout->inputs; i++) {
    if (layout->input_is_int[i]) continue;
    layout->input[i] = fraction_make(ring, line->point[i], 1);
    line->point[i] = field_add(line->point[i], line->v[i].word);
  }
  Status status = truth_run(truth, ring, program, layout);
  for (size_t i = 0; i < layout->outputs && status == STATUS_OK; i++) {
    if (s == 0) line->value[i] = layout->output[i];
    if (layout->output_is_int[i]) continue;
    Scalar numerator = {fraction_numerator(ring, layout->output[i])};
    Scalar denominator = {fraction_denominator(ring, layout->output[i])};
    if (s == 0) quotients[i] = (Quotient){.n = numerator, .d = denominator};
    add_weighted(&quotients[i].dn, weight, numerator);
    add_weighted(&quotients[i].dd, weight, denominator);
    if (line->second == NULL) continue;
    add_weighted(&quotients[i].ddn, second, numerator);
    add_weighted(&quotients[i].ddd, second, denominator);
  }
  return status;
}

/* g D = N gives g = N/D, g' = (N' - g D')/D and g'' = (N'' - 2 g' D' - g D'')/D,
 * all at 0. */
static void take_quotient(const Line *line, size_t i, const Quotient *q) {
  uint64_t inverse = field_inverse(q->d.word), value = field_mul(q->n.word, inverse);
  uint64_t slope = field_mul(field_sub(q->dn.word, field_mul(value, q->dd.word)), inverse);
  line->value[i].word = value;
  line->derivative[i].word = slope;
  if (line->second == NULL) return;
  uint64_t rest = field_sub(q->ddn.word, field_mul(value, q->ddd.word));
  line->second[i].word = field_mul(field_sub(rest, field_mul(field_add(slope, slope), q->dd.word)), inverse);
}

static Status rational_line(Truth *truth, const Program *program, const Layout *layout, const Line *line,
                            uint32_t degree) {
  const uint64_t *weights = truth_weights(truth, degree);
  Quotient *quotients = arena_array(&truth->arena, layout->outputs, sizeof *quotients);
  if (weights == NULL || quotients == NULL) return STATUS_LIMIT;
  size_t mark = ring_mark(truth->fractions);
  Status status = STATUS_OK;
  for (uint32_t s = 0; s <= degree && status == STATUS_OK; s++) {
    status = quotient_node(truth, program, layout, line, s, weights[s], weights[degree + 1 + s], quotients);
    ring_release(truth->fractions, mark);
  }
  for (size_t i = 0; i < layout->outputs && status == STATUS_OK; i++) {
    line->derivative[i].word = 0;
    if (line->second != NULL) line->second[i].word = 0;
    if (!layout->output_is_int[i]) take_quotient(line, i, &quotients[i]);
  }
  return status;
}

static Status line_in_arena(Truth *truth, const Program *program, Line *line, TruthReport *report) {
  Layout layout;
  bool polynomial = false;
  TRY(truth_layout(truth, program, &layout));
  line->point = arena_array(&truth->arena, layout.inputs, sizeof *line->point);
  if (line->point == NULL) return STATUS_LIMIT;
  for (size_t i = 0; i < layout.inputs; i++) {
    layout.input[i] = line->x[i];
    line->point[i] = line->x[i].word;
  }
  Recorded recorded;
  truth_record(truth, program, &layout, &recorded);
  TRY(line_degree(truth, program, &layout, line->v, &recorded, report, &polynomial));
  return polynomial ? polynomial_line(truth, program, &layout, &recorded, line, report->degree)
                    : rational_line(truth, program, &layout, line, report->degree);
}

static Status run_line(Truth *truth, const Program *program, Line line, TruthReport *report) {
  TruthReport unread;
  ArenaMark mark = arena_mark(&truth->arena);
  Status status = line_in_arena(truth, program, &line, report != NULL ? report : &unread);
  arena_release(&truth->arena, mark);
  return status;
}

Status truth_field_line(Truth *truth, const Program *program, const Scalar *x, const Scalar *v, Scalar *value,
                        Scalar *derivative, TruthReport *report) {
  return run_line(truth, program, (Line){x, v, value, derivative, NULL, NULL}, report);
}

Status truth_field_second(Truth *truth, const Program *program, const Scalar *x, const Scalar *v, Scalar *value,
                          Scalar *derivative, Scalar *second) {
  return run_line(truth, program, (Line){x, v, value, derivative, second, NULL}, NULL);
}
