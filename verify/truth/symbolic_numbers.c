/* Normal forms without variables: numbers, whose signs an enclosure knows. */
#include "semantics/core/rings.h"
#include "verify/truth/symbolic_internal.h"

#include <math.h>

static void mark_generators(const SymbolicRing *self, const fmpz_mpoly_struct *p, bool *atoms, bool *variables) {
  for (uint32_t k = 0; k < self->atom_count; k++) {
    if (!atoms[k] && fmpz_mpoly_degree_si(p, symbolic_atom_generator(self, k), self->context) > 0) atoms[k] = true;
  }
  for (uint32_t i = 0; i < self->variables && !*variables; i++) {
    *variables = fmpz_mpoly_degree_si(p, symbolic_variable_generator(self, i), self->context) > 0;
  }
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
  return !symbolic_mark_atoms(ring, a, atoms);
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
