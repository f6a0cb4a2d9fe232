/* Bounds of polynomials from the ranges of their variables and atoms. */
#include "verify/truth/path.h"
#include "verify/truth/symbolic_internal.h"

/* An end of a range: a number, or none; `open`: the end itself is not reached. */
typedef struct End {
  bool none, open;
  int number;
} End;

typedef struct Range {
  End low, high;
} Range;

static const Range reals = {{.none = true}, {.none = true}};
static const Range positive = {{.open = true}, {.none = true}};
static const Range negative = {{.none = true}, {.open = true}};
static const Range not_negative = {{.none = false}, {.none = true}};
static const Range unit = {{.open = true}, {.open = true, .number = 1}};
static const Range negative_unit = {{.open = true, .number = -1}, {.open = true}};
static const Range closed_unit = {{.open = false}, {.number = 1}};
static const Range symmetric = {{.number = -1}, {.number = 1}};
static const Range open_symmetric = {{.open = true, .number = -1}, {.open = true, .number = 1}};

/* Ranges of generators, found when asked for. */
#define RANGES_MOST 128u /* generators; in rings with more all are reals */
#define RANGES_DEPTH 6u  /* of atoms in arguments of atoms */

typedef struct Ranges {
  const Ring *ring;
  uint32_t depth;
  bool known[RANGES_MOST];
  Range range[RANGES_MOST];
} Ranges;

static Bounds bounds_within(const Ring *ring, const fmpz_mpoly_struct *p, uint32_t depth);

static Bounds argument_bounds(const Ranges *ranges, const Atom *atom) {
  const fmpz_mpoly_q_struct *item = symbolic_at(ranges->ring, atom->argument);
  Bounds above = bounds_within(ranges->ring, &item->num, ranges->depth);
  if (fmpz_mpoly_is_one(&item->den, symbolic_self(ranges->ring)->context)) return above;
  return bounds_within(ranges->ring, &item->den, ranges->depth) == BOUNDS_POSITIVE ? above : BOUNDS_NONE;
}

static Range atom_range(const Ranges *ranges, const Atom *atom) {
  switch (atom->kind) {
  case ATOM_COS:
  case ATOM_SIN: return symmetric;
  case ATOM_TANH:
    switch (argument_bounds(ranges, atom)) {
    case BOUNDS_POSITIVE: return unit;
    case BOUNDS_NEGATIVE: return negative_unit;
    case BOUNDS_NOT_NEGATIVE:
    case BOUNDS_NOT_POSITIVE:
    case BOUNDS_NONE: return open_symmetric;
    }
    return open_symmetric;
  case ATOM_SIGMOID: return unit;
  case ATOM_EXP:
  case ATOM_SQRT: /* its argument is positive by its obligation */
  case ATOM_POWER: return positive;
  case ATOM_CALL:
  case ATOM_LOG: break;
  }
  return reals;
}

/* What the guards of the path say of the generator by itself. */
static Range guard_range(const Ring *ring, slong g) {
  const SymbolicRing *self = symbolic_self(ring);
  for (uint32_t i = 0; self->path != NULL && i < self->path->length; i++) {
    const PathStep *step = &self->path->step[i];
    if (!fmpz_mpoly_is_gen(&symbolic_at(ring, step->guard)->num, g, self->context)) continue;
    if (step->signs == SIGNS_PLUS) return positive;
    if (step->signs == SIGNS_MINUS) return negative;
    if (step->signs == (SIGNS_PLUS | SIGNS_ZERO)) return not_negative;
  }
  return reals;
}

static Range find_range(const Ranges *ranges, slong g) {
  const SymbolicRing *self = symbolic_self(ranges->ring);
  Range said = guard_range(ranges->ring, g);
  slong atom = (slong)(self->generators - 1 - self->variables) - g;
  if (atom < 0) return said;
  Range range = atom_range(ranges, &self->atoms[atom]);
  if (symbolic_is_number(ranges->ring, self->atoms[atom].argument)) { /* the sign is enough */
    int sign = symbolic_atom_sign(ranges->ring, (uint32_t)atom);
    if (sign != 0) said = sign > 0 ? positive : negative;
  }
  if (!said.low.none && (range.low.none || range.low.number < 0)) range.low = said.low;
  if (!said.high.none && (range.high.none || range.high.number > 0)) range.high = said.high;
  return range;
}

static Range generator_range(Ranges *ranges, uint32_t g) {
  if (g >= RANGES_MOST) return reals;
  if (!ranges->known[g]) ranges->range[g] = find_range(ranges, (slong)g);
  ranges->known[g] = true;
  return ranges->range[g];
}

/* Of g^e, e > 0, where every end is -1, 0, 1 or none. */
static Range range_power(Range range, ulong e) {
  if (e % 2 == 1) return range;
  bool above = !range.low.none && range.low.number >= 0, below = !range.high.none && range.high.number <= 0;
  bool strict = (above && range.low.open) || (below && range.high.open);
  bool bounded = above ? !range.high.none : below ? !range.low.none : !range.low.none && !range.high.none;
  Range power = bounded ? closed_unit : not_negative;
  power.low.open = strict;
  if (bounded) power.high.open = above ? range.high.open : below ? range.low.open : range.low.open && range.high.open;
  return power;
}

/* The end of a product at which |.| is largest or smallest, of factors that are
 * not negative: 1 or 0, or none. */
static Range range_product(Range a, Range b) {
  bool a_above = !a.low.none && a.low.number >= 0, b_above = !b.low.none && b.low.number >= 0;
  bool a_below = !a.high.none && a.high.number <= 0, b_below = !b.high.none && b.high.number <= 0;
  bool bounded = !a.low.none && !a.high.none && !b.low.none && !b.high.none;
  Range product = bounded ? symmetric : reals;
  if ((a_above && b_above) || (a_below && b_below)) {
    product.low = (End){.open = (a_above ? a.low.open : a.high.open) && (b_above ? b.low.open : b.high.open)};
  } else if ((a_above && b_below) || (a_below && b_above)) {
    product.high = (End){.open = (a_above ? a.low.open : a.high.open) && (b_above ? b.low.open : b.high.open)};
  }
  return product;
}

static Range term_range(Ranges *ranges, const fmpz_mpoly_struct *p, slong t) {
  const SymbolicRing *self = symbolic_self(ranges->ring);
  Range product = {{.number = 1}, {.number = 1}};
  bool first = true;
  for (uint32_t g = 0; g < self->generators; g++) {
    ulong e = fmpz_mpoly_get_term_var_exp_ui(p, t, (slong)g, self->context);
    if (e == 0) continue;
    Range power = range_power(generator_range(ranges, g), e);
    product = first ? power : range_product(product, power);
    first = false;
  }
  return product;
}

/* sum += coefficient * end */
static void add_end(fmpz_t sum, const fmpz_t coefficient, End end, bool *none, bool *open) {
  *none = *none || end.none;
  *open = *open || end.open;
  if (end.number > 0) fmpz_add(sum, sum, coefficient);
  if (end.number < 0) fmpz_sub(sum, sum, coefficient);
}

static Bounds bounds_within(const Ring *ring, const fmpz_mpoly_struct *p, uint32_t depth) {
  const SymbolicRing *self = symbolic_self(ring);
  Ranges ranges = {.ring = ring, .depth = depth - 1};
  if (depth == 0) return BOUNDS_NONE;
  fmpz_t low, high, coefficient;
  bool no_low = false, no_high = false, low_open = false, high_open = false;
  fmpz_init(low);
  fmpz_init(high);
  fmpz_init(coefficient);
  for (slong t = 0; t < p->length && !(no_low && no_high); t++) {
    Range range = term_range(&ranges, p, t);
    fmpz_mpoly_get_term_coeff_fmpz(coefficient, p, t, self->context);
    bool upright = fmpz_sgn(coefficient) > 0;
    add_end(low, coefficient, upright ? range.low : range.high, &no_low, &low_open);
    add_end(high, coefficient, upright ? range.high : range.low, &no_high, &high_open);
  }
  Bounds bounds = BOUNDS_NONE;
  if (!no_low && fmpz_sgn(low) >= 0)
    bounds = fmpz_sgn(low) > 0 || low_open ? BOUNDS_POSITIVE : BOUNDS_NOT_NEGATIVE;
  else if (!no_high && fmpz_sgn(high) <= 0)
    bounds = fmpz_sgn(high) < 0 || high_open ? BOUNDS_NEGATIVE : BOUNDS_NOT_POSITIVE;
  fmpz_clear(low);
  fmpz_clear(high);
  fmpz_clear(coefficient);
  return bounds;
}

Bounds symbolic_bounds(const Ring *ring, const fmpz_mpoly_struct *p) { return bounds_within(ring, p, RANGES_DEPTH); }
