/* Formal differentiation, by FLINT on polynomials and the chain rule on atoms. */
#include "verify/truth/truth_symbolic.h"

#include "semantics/rings/function_slopes.h"
#include "verify/truth/symbolic_internal.h"
#include "verify/truth/truth_internal.h"

#include <stdlib.h>
#include <string.h>

/* From function_slopes.c, which is written apart from what engines have. */
static Scalar call_slope(Ring *ring, const Atom *atom, Scalar u, Scalar f) {
  mpq_t order;
  mpq_init(order);
  mpq_set_si(order, atom->numerator, 1);
  const RingCall call = {atom->function, (const mpq_t *)&order};
  uint32_t obligations = symbolic_self(ring)->obligation_count;
  Scalar slope = function_slope(ring, &call, 0, u, u, f);
  symbolic_self(ring)->obligation_count = obligations;
  mpq_clear(order);
  return slope;
}

/* d f(u) / d u of each atom, from calculus: the one table of derivatives here. */
static Scalar atom_slope(Ring *ring, uint32_t k) {
  const SymbolicRing *self = symbolic_self(ring);
  const Atom *atom = &self->atoms[k];
  Scalar u = atom->argument, f = symbolic_generator(ring, symbolic_atom_generator(self, k)), one = RING_POOL_ONE;
  switch (atom->kind) {
  case ATOM_COS: return ring_neg(ring, symbolic_generator(ring, symbolic_atom_generator(self, k + 1)));
  case ATOM_SIN: return symbolic_generator(ring, symbolic_atom_generator(self, k - 1));
  case ATOM_EXP: return f;
  case ATOM_LOG: return symbolic_quotient(ring, one, u);
  case ATOM_SQRT: return symbolic_quotient(ring, one, ring_add(ring, f, f));
  case ATOM_TANH: return ring_sub(ring, one, ring_mul(ring, f, f));
  case ATOM_SIGMOID: return ring_mul(ring, f, ring_sub(ring, one, f));
  case ATOM_POWER: { /* (u^c)' = c u^c / u */
    Scalar top = ring_mul(ring, ring_integer(ring, atom->numerator), f);
    return symbolic_quotient(ring, top, ring_mul(ring, ring_integer(ring, (int64_t)atom->denominator), u));
  }
  case ATOM_CALL: return call_slope(ring, atom, u, f);
  }
  return one;
}

/* sum_g dp/dg slope[g], over the generators that move. */
static Scalar polynomial_slope(Ring *ring, const fmpz_mpoly_struct *original, const Scalar *slope) {
  const SymbolicRing *self = symbolic_self(ring);
  Scalar sum = RING_POOL_ZERO;
  fmpz_mpoly_t p; /* the pool moves */
  fmpz_mpoly_init(p, self->context);
  fmpz_mpoly_set(p, original, self->context);
  for (uint32_t g = 0; g < self->generators; g++) {
    if (slope[g].word == 0 || fmpz_mpoly_degree_si(p, (slong)g, self->context) <= 0) continue;
    Scalar partial;
    fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &partial);
    if (item == NULL) break;
    fmpz_mpoly_derivative(&item->num, p, (slong)g, self->context);
    fmpz_mpoly_one(&item->den, self->context);
    sum = ring_add(ring, sum, ring_mul(ring, partial, slope[g]));
  }
  fmpz_mpoly_clear(p, self->context);
  return sum;
}

/* q = n/d: q' = (n' - q d')/d. */
static Scalar quotient_slope(Ring *ring, Scalar q, const Scalar *slope) {
  const SymbolicRing *self = symbolic_self(ring);
  Scalar denominator, above = polynomial_slope(ring, &symbolic_at(ring, q)->num, slope);
  if (fmpz_mpoly_is_one(&symbolic_at(ring, q)->den, self->context)) return above;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &denominator);
  if (item == NULL) return RING_POOL_ZERO;
  fmpz_mpoly_set(&item->num, &symbolic_at(ring, q)->den, self->context);
  fmpz_mpoly_one(&item->den, self->context);
  Scalar below = polynomial_slope(ring, &symbolic_at(ring, denominator)->num, slope);
  return symbolic_quotient(ring, ring_sub(ring, above, ring_mul(ring, q, below)), denominator);
}

static void mark_atoms(const Ring *ring, Scalar a, bool *needed) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, a);
  for (uint32_t k = 0; k < self->atom_count; k++) {
    slong g = symbolic_atom_generator(self, k);
    if (fmpz_mpoly_degree_si(&item->num, g, self->context) > 0 ||
        fmpz_mpoly_degree_si(&item->den, g, self->context) > 0)
      needed[k] = true;
  }
}

/* The slopes of the atoms that occur in the results, or in what these hold: arguments hold older atoms
 * alone.  Slopes make new atoms, which are none of these. */
static void atom_slopes(Ring *ring, uint32_t outputs, const Scalar *a, Scalar *slope, bool *needed) {
  const SymbolicRing *self = symbolic_self(ring);
  const uint32_t atoms = self->atom_count;
  for (uint32_t i = 0; i < outputs; i++) mark_atoms(ring, a[i], needed);
  for (uint32_t k = atoms; k-- > 0;) {
    if (needed[k]) mark_atoms(ring, self->atoms[k].argument, needed);
  }
  for (uint32_t k = 0; k < atoms; k++) {
    if (!needed[k]) continue;
    Scalar inner = quotient_slope(ring, self->atoms[k].argument, slope);
    Scalar outer = inner.word == 0 ? inner : ring_mul(ring, atom_slope(ring, k), inner);
    slope[symbolic_atom_generator(self, k)] = outer;
  }
}

void symbolic_derivatives(Ring *ring, uint32_t outputs, const Scalar *a, uint32_t count, const Scalar *v, Scalar *out) {
  const SymbolicRing *self = symbolic_self(ring);
  Scalar *slope = calloc(self->generators, sizeof *slope); /* all 0 */
  bool *needed = calloc((size_t)self->atom_count + 1, sizeof *needed);
  if (slope == NULL || needed == NULL || count > self->variables)
    ring_fail(ring, STATUS_LIMIT);
  else {
    for (uint32_t i = 0; i < count; i++) slope[symbolic_variable_generator(self, i)] = v[i];
    atom_slopes(ring, outputs, a, slope, needed);
    for (uint32_t i = 0; i < outputs; i++) out[i] = quotient_slope(ring, a[i], slope);
  }
  free(slope);
  free(needed);
}

/* The direction by variable of the ring; ILL_TYPED unless the reals of x are
 * variables, each once. */
static Status direction_of(const Ring *ring, const Layout *layout, const Scalar *x, const Scalar *v, Scalar *direction,
                           bool *met) {
  for (size_t i = 0; i < layout->inputs; i++) {
    uint32_t variable = 0;
    if (layout->input_is_int[i]) continue;
    if (!symbolic_is_variable(ring, x[i], &variable) || met[variable]) return STATUS_ILL_TYPED;
    met[variable] = true;
    direction[variable] = v[i];
  }
  return STATUS_OK;
}

static Status differentiate(Ring *ring, const Layout *layout, uint32_t variables, const Scalar *direction,
                            Scalar *value, Scalar *derivative) {
  for (size_t i = 0; i < layout->outputs; i++) {
    value[i] = layout->output[i];
    /* an Int's word is no scalar: 0 stands for it */
    if (layout->output_is_int[i]) layout->output[i] = RING_POOL_ZERO;
  }
  symbolic_derivatives(ring, (uint32_t)layout->outputs, layout->output, variables, direction, derivative);
  return ring_take_status(ring);
}

Status truth_symbolic(Truth *truth, Ring *symbolic, const Program *program, const Scalar *x, const Scalar *v,
                      Scalar *value, Scalar *derivative) {
  uint32_t variables = symbolic_self(symbolic)->variables;
  ArenaMark mark = arena_mark(&truth->arena);
  Layout layout;
  Status status = truth_layout(truth, program, &layout);
  Scalar *direction = arena_array(&truth->arena, variables, sizeof *direction);
  bool *met = arena_array(&truth->arena, variables, sizeof *met);
  if (status == STATUS_OK && (direction == NULL || met == NULL)) status = STATUS_LIMIT;
  if (status == STATUS_OK) {
    memset(direction, 0, variables * sizeof *direction);
    memset(met, 0, variables * sizeof *met);
    status = direction_of(symbolic, &layout, x, v, direction, met);
  }
  if (status == STATUS_OK) {
    for (size_t i = 0; i < layout.inputs; i++) layout.input[i] = x[i];
    status = truth_run(truth, symbolic, program, &layout);
  }
  if (status == STATUS_OK) status = differentiate(symbolic, &layout, variables, direction, value, derivative);
  arena_release(&truth->arena, mark);
  return status;
}
