/* Normal forms without variables: numbers, whose signs an enclosure knows. */
#include "semantics/rings/rings.h"
#include "verify/truth/calcium_roots.h"
#include "verify/truth/symbolic_internal.h"

#include <calcium/ca.h>
#include <calcium/ca_vec.h>
#include <math.h>

#define NUMBER_BITS 4096 /* of balls for a number that is not 0 */

static bool has_variable(const SymbolicRing *self, const fmpz_mpoly_struct *p) {
  bool found = false;
  for (uint32_t i = 0; i < self->variables && !found; i++)
    found = fmpz_mpoly_degree_si(p, symbolic_variable_generator(self, i), self->context) > 0;
  return found;
}

/* The denominator is 1 most of the time, and a number has no generator to look for. */
static void mark_generators(const SymbolicRing *self, const fmpz_mpoly_struct *p, bool *atoms, bool *variables) {
  if (fmpz_mpoly_is_fmpz(p, self->context)) return;
  for (uint32_t k = 0; k < self->atom_count; k++) {
    if (!atoms[k] && fmpz_mpoly_degree_si(p, symbolic_atom_generator(self, k), self->context) > 0) atoms[k] = true;
  }
  *variables = *variables || has_variable(self, p);
}

bool symbolic_mark_atoms(const Ring *ring, Scalar a, bool *atoms) {
  const SymbolicRing *self = symbolic_self(ring);
  bool variables = false;
  for (uint32_t k = 0; k < self->atom_count; k++) atoms[k] = false;
  mark_generators(self, &symbolic_at(ring, a)->num, atoms, &variables);
  mark_generators(self, &symbolic_at(ring, a)->den, atoms, &variables);
  for (uint32_t k = self->atom_count; k-- > 0;) { /* arguments hold older atoms alone */
    if (!atoms[k]) continue;
    const fmpz_mpoly_q_struct *argument = symbolic_at(ring, self->atoms[k].argument);
    mark_generators(self, &argument->num, atoms, &variables);
    mark_generators(self, &argument->den, atoms, &variables);
  }
  return variables;
}

bool symbolic_is_number(const Ring *ring, Scalar a) {
  bool atoms[SYMBOLIC_MAX_ATOMS];
  return !has_variable(symbolic_self(ring), &symbolic_at(ring, a)->num) && !symbolic_mark_atoms(ring, a, atoms);
}

/* The sign of what was found over `numbers`, which is released; 0 when it is not known. */
static int take_sign(Ring *numbers, Scalar found, size_t mark) {
  bool good = ring_take_status(numbers) == STATUS_OK;
  double value = good ? enclosure_value(numbers, found) : 0, bound = good ? enclosure_bound(numbers, found) : 0;
  ring_release(numbers, mark);
  if (!isfinite(value) || !(fabs(value) > bound)) return 0;
  return value < 0 ? -1 : 1;
}

int symbolic_number_sign(const Ring *ring, Scalar a) {
  Ring *numbers = symbolic_self(ring)->numbers;
  size_t mark = ring_mark(numbers);
  return take_sign(numbers, symbolic_evaluate(ring, a, numbers, 0, NULL), mark);
}

int symbolic_atom_sign(const Ring *ring, uint32_t k) {
  Ring *numbers = symbolic_self(ring)->numbers;
  size_t mark = ring_mark(numbers);
  return take_sign(numbers, symbolic_evaluate_atom(ring, k, numbers, 0, NULL), mark);
}

/* ------------------------------------------------------------- calcium -- */

/* The value of a polynomial in atoms that are numbers. */
static void polynomial_number(const SymbolicRing *self, const fmpz_mpoly_struct *p, ca_ptr atoms, ca_t out,
                              ca_ctx_t context) {
  ca_t product, power;
  fmpz_t coefficient;
  ca_init(product, context);
  ca_init(power, context);
  fmpz_init(coefficient);
  ca_zero(out, context);
  for (slong t = 0; t < p->length; t++) {
    fmpz_mpoly_get_term_coeff_fmpz(coefficient, p, t, self->context);
    ca_set_fmpz(product, coefficient, context);
    for (uint32_t k = 0; k < self->atom_count; k++) {
      ulong e = fmpz_mpoly_get_term_var_exp_ui(p, t, symbolic_atom_generator(self, k), self->context);
      if (e == 0) continue;
      ca_pow_ui(power, atoms + k, e, context);
      ca_mul(product, product, power, context);
    }
    ca_add(out, out, product, context);
  }
  ca_clear(product, context);
  ca_clear(power, context);
  fmpz_clear(coefficient);
}

static void item_number(const SymbolicRing *self, Scalar a, ca_ptr atoms, ca_t out, ca_ctx_t context) {
  const fmpz_mpoly_q_struct *item = symbolic_at(&self->ring, a);
  ca_t below;
  ca_init(below, context);
  polynomial_number(self, &item->num, atoms, out, context);
  polynomial_number(self, &item->den, atoms, below, context);
  ca_div(out, out, below, context);
  ca_clear(below, context);
}

/* (e^(2u) - 1)/(e^(2u) + 1) from u, and 1/(1 + e^-u). */
static void tanh_number(ca_t u, ca_ctx_t context) {
  ca_t below;
  ca_init(below, context);
  ca_mul_ui(u, u, 2, context);
  ca_exp(u, u, context);
  ca_add_ui(below, u, 1, context);
  ca_sub_ui(u, u, 1, context);
  ca_div(u, u, below, context);
  ca_clear(below, context);
}

static void atom_number(const Atom *atom, ca_t u, ca_ctx_t context) {
  fmpq_t exponent;
  switch (atom->kind) {
  case ATOM_COS: ca_cos(u, u, context); return;
  case ATOM_SIN: ca_sin(u, u, context); return;
  case ATOM_EXP: ca_exp(u, u, context); return;
  case ATOM_LOG: ca_log(u, u, context); return;
  case ATOM_SQRT: calcium_root(u, u, context); return;
  case ATOM_TANH: tanh_number(u, context); return;
  case ATOM_SIGMOID:
    ca_neg(u, u, context);
    ca_exp(u, u, context);
    ca_add_ui(u, u, 1, context);
    ca_inv(u, u, context);
    return;
  case ATOM_POWER:
    fmpq_init(exponent);
    fmpq_set_si(exponent, atom->numerator, atom->denominator);
    calcium_power(u, u, exponent, context);
    fmpq_clear(exponent);
    return;
  case ATOM_CALL: ca_unknown(u, context); return;
  }
}

/* The sign of a number that is not 0, by balls; 0 when they do not tell. */
static int ball_number_sign(const ca_t number, ca_ctx_t context) {
  int sign = 0;
  acb_t ball;
  acb_init(ball);
  for (slong bits = 64; bits <= NUMBER_BITS && sign == 0; bits *= 4) {
    ca_get_acb(ball, number, bits, context);
    if (arb_is_positive(acb_realref(ball))) sign = 1;
    if (arb_is_negative(acb_realref(ball))) sign = -1;
  }
  acb_clear(ball);
  return sign;
}

bool symbolic_number_decides(const Ring *ring, Scalar a, int *sign) {
  const SymbolicRing *self = symbolic_self(ring);
  bool needed[SYMBOLIC_MAX_ATOMS];
  *sign = symbolic_number_sign(ring, a);
  if (*sign != 0) return true;
  ca_ctx_t context;
  ca_ctx_init(context);
  ca_ptr atoms = _ca_vec_init((slong)self->atom_count + 1, context), number = atoms + self->atom_count;
  (void)symbolic_mark_atoms(ring, a, needed);
  for (uint32_t k = 0; k < self->atom_count; k++) {
    if (!needed[k]) continue;
    item_number(self, self->atoms[k].argument, atoms, atoms + k, context);
    atom_number(&self->atoms[k], atoms + k, context);
  }
  item_number(self, a, atoms, number, context);
  bool zero = ca_check_is_zero(number, context) == T_TRUE;
  if (!zero) *sign = ball_number_sign(number, context);
  _ca_vec_clear(atoms, (slong)self->atom_count + 1, context);
  ca_ctx_clear(context);
  return zero || *sign != 0;
}
