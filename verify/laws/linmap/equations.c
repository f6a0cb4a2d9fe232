/* Instances of the equations of linear maps, and deciding them. */
#include "verify/laws/linmap/equations.h"

#include "semantics/memory/try.h"
#include "verify/laws/linmap/sides.h"
#include "verify/truth/ring_symbolic.h"

const char *linmap_equation_law(LmEquation equation) {
  static const char *const laws[LM_EQUATION_COUNT] = {
#define LM_EQUATION(id, law, source, formula) [LM_EQUATION_##id] = law,
#include "verify/laws/linmap/equations.def"
#undef LM_EQUATION
  };
  return laws[equation];
}

/* --------------------------------------------------------- spaces and forms -- */

/* R, (R,R), Vec 2 R, (), (N,R), Vec 2 (R,N) */
#define SHAPES 6u
static const LmType *shape(LmBuilder *b, uint32_t k) {
  const LmType *real = lm_real(b), *nat = lm_nat(b);
  if (k == 0) return real;
  if (k == 1) return lm_pair_type(b, real, real);
  if (k == 2) return lm_vec_type(b, real, 2);
  if (k == 3) return lm_tuple_type(b, NULL, 0);
  if (k == 4) return lm_pair_type(b, nat, real);
  return lm_vec_type(b, lm_pair_type(b, real, nat), 2);
}

/* Forms of maps: general, 0, through R, sum, transposed, scaled, rows, columns. */
#define FORMS 8u
/* General maps at all triples of spaces, each with one of four numbers; then all
 * triples of forms at two triples of spaces.  Each by . and by .R. */
#define GENERAL ((uint64_t)SHAPES * SHAPES * SHAPES)
#define FORMED ((uint64_t)FORMS * FORMS * FORMS)
#define INDICES 4u

const LmTerm *linmap_sides_variable(Sides *s, const LmType *type) {
  LmSides *out = s->out;
  LmSymbol x = lm_fresh(s->b);
  if (out->variables == LM_SIDES_VARIABLES) {
    s->b->status = STATUS_LIMIT;
    return NULL;
  }
  out->symbol[out->variables] = x;
  out->type[out->variables++] = type;
  return lm_var(s->b, x, type);
}

/* A matrix of variables, put together by rows and these by columns. */
static const LmTerm *row(Sides *s, const LmType *from) {
  LmBuilder *b = s->b;
  const LmType *real = lm_real(b);
  const LmTerm *maps[2] = {NULL, NULL};
  if (from->kind == LM_TYPE_REAL) return lm_scale(b, real, linmap_sides_variable(s, real));
  if (from->dim == 0) return lm_zero(b, from, real);
  uint32_t n = from->n < 2 ? from->n : 2;
  for (uint32_t k = 0; k < n; k++) maps[k] = row(s, from->part[from->kind == LM_TYPE_VEC ? 0 : k]);
  if (from->kind == LM_TYPE_TUPLE) return lm_hcat(b, maps, n, real);
  LmSymbol i = lm_fresh(b);
  const LmTerm *test = lm_prim2(b, LM_PRIM_EQ, lm_var(b, i, lm_nat(b)), lm_natural(b, 0));
  return lm_hcatv(b, lm_build(b, i, lm_natural(b, n), n, lm_if(b, test, maps[0], maps[1])));
}
static const LmTerm *general(Sides *s, const LmType *from, const LmType *to) {
  LmBuilder *b = s->b;
  const LmTerm *maps[2] = {NULL, NULL};
  if (to->kind == LM_TYPE_REAL) return row(s, from);
  if (to->dim == 0) return lm_zero(b, from, to);
  uint32_t n = to->n < 2 ? to->n : 2;
  for (uint32_t k = 0; k < n; k++) maps[k] = general(s, from, to->part[to->kind == LM_TYPE_VEC ? 0 : k]);
  if (to->kind == LM_TYPE_TUPLE) return lm_vcat(b, maps, n, from);
  LmSymbol i = lm_fresh(b);
  const LmTerm *test = lm_prim2(b, LM_PRIM_EQ, lm_var(b, i, lm_nat(b)), lm_natural(b, 0));
  return lm_vcatv(b, lm_build(b, i, lm_natural(b, n), n, lm_if(b, test, maps[0], maps[1])));
}

/* By the binders L and L' where the spaces are vectors, else general. */
static const LmTerm *bound_form(Sides *s, const LmType *from, const LmType *to, bool rows) {
  LmBuilder *b = s->b;
  const LmType *vector = rows ? to : from;
  if (vector->kind != LM_TYPE_VEC) return general(s, from, to);
  const LmTerm *first = general(s, rows ? from : from->part[0], rows ? to->part[0] : to);
  const LmTerm *second = general(s, rows ? from : from->part[0], rows ? to->part[0] : to);
  LmSymbol i = lm_fresh(b);
  const LmTerm *test = lm_prim2(b, LM_PRIM_EQ, lm_var(b, i, lm_nat(b)), lm_natural(b, 0));
  const LmTerm *map = lm_if(b, test, first, second);
  return rows ? lm_lambda(b, i, vector->n, map) : lm_tlambda(b, i, vector->n, map);
}

const LmTerm *linmap_sides_map(Sides *s, uint32_t which, const LmType *from, const LmType *to) {
  LmBuilder *b = s->b;
  const LmType *real = lm_real(b);
  const LmTerm *f;
  if (from == NULL || to == NULL || b->status != STATUS_OK) return NULL;
  switch (s->form[which]) {
  case 1: return lm_zero(b, from, to);
  case 2: f = general(s, from, real); return lm_compose(b, general(s, real, to), f);
  case 3: f = row(s, from), f = lm_compose(b, general(s, real, to), f); return lm_plus(b, general(s, from, to), f);
  case 4: return lm_transpose(b, general(s, to, from));
  case 5: f = general(s, from, to); return lm_compose(b, lm_scale(b, to, linmap_sides_variable(s, real)), f);
  case 6: return bound_form(s, from, to, true);
  case 7: return bound_form(s, from, to, false);
  default: return general(s, from, to);
  }
}

/* --------------------------------------------------------------- instances -- */

uint64_t linmap_equation_instances(LmEquation equation) {
  (void)equation;
  return 2 * (GENERAL + 2 * FORMED);
}

/* A map as its image of a vector of variables. */
static const LmTerm *applied(Sides *s, const LmTerm *map, const LmTerm *x, bool reverse) {
  return reverse ? lm_rapply(s->b, x, map) : lm_apply(s->b, map, x);
}

Status linmap_equation_sides(LmBuilder *b, LmEquation equation, uint64_t k, LmSides *sides) {
  bool reverse = k % 2 == 1;
  uint64_t place = k / 2;
  Sides s = {.b = b, .out = sides, .index = (int64_t)(place % INDICES)};
  uint64_t spaces = place;
  *sides = (LmSides){.left = NULL};
  if (place >= GENERAL) {
    place -= GENERAL;
    for (uint32_t m = 0; m < 3; m++, place /= FORMS) s.form[m] = (uint32_t)(place % FORMS);
    spaces = place == 0 ? 0 + 2 * SHAPES + SHAPES * SHAPES : 1 + 0 * SHAPES + 2 * SHAPES * SHAPES;
  }
  s.a = shape(b, (uint32_t)(spaces % SHAPES));
  s.c = shape(b, (uint32_t)(spaces / SHAPES % SHAPES));
  s.d = shape(b, (uint32_t)(spaces / SHAPES / SHAPES % SHAPES));
  if (equation == LM_EQUATION_PICK) s.index %= 2;
  if (b->status == STATUS_OK) linmap_sides_fill(&s, equation);
  if (sides->left == NULL || sides->right == NULL) return b->status == STATUS_OK ? STATUS_LIMIT : b->status;
  const LmType *type = sides->left->type;
  if (type->kind == LM_TYPE_MAP) {
    const LmTerm *x = linmap_sides_variable(&s, lm_tangent(b, type->part[reverse ? 1 : 0]));
    sides->left = applied(&s, sides->left, x, reverse);
    sides->right = applied(&s, sides->right, x, reverse);
  }
  return b->status;
}

/* ----------------------------------------------------------------- deciding -- */

/* Both sides under lambda over their variables, so that the checker sees them: the
 * definitions x -> left and x -> right, x the tuple of all variables. */
static Status typed(LmBuilder *b, const LmSides *sides) {
  LmSymbol x = lm_fresh(b);
  const LmType *from = lm_tuple_type(b, sides->type, sides->variables);
  const LmTerm *all = from == NULL ? NULL : lm_var(b, x, from);
  LmProgram program = {0};
  for (int side = 0; side < 2; side++) {
    const LmTerm *body = side == 0 ? sides->left : sides->right;
    for (uint32_t k = sides->variables; k-- > 0;) body = lm_let(b, sides->symbol[k], lm_pi(b, k, all), body);
    (void)lm_define(b, &program, NAME_NONE, x, from, body);
  }
  return linmap_check(b, &program);
}

static Status evaluate(LmEval *eval, const LmEnvironment *environment, const LmTerm *t, Scalar **flat,
                       uint64_t *count) {
  LmValue value;
  TRY(linmap_eval(eval, t, environment, &value));
  *count = linmap_slots(t->type);
  *flat = arena_array(eval->machine->arena, *count + 1, sizeof **flat);
  if (*flat == NULL) return STATUS_LIMIT;
  Scalar *end = *flat;
  lm_value_write(&value, &end);
  return end == *flat + *count ? STATUS_OK : STATUS_STUCK;
}

Status linmap_equation_decide(LmBuilder *b, Machine *machine, const LmRep *rep, const LmSides *sides,
                              LmOutcome *outcome) {
  Ring *ring = machine->ring;
  LmEval eval = {machine, rep, NULL};
  LmEnvironment environment[LM_SIDES_VARIABLES + 1];
  uint32_t used = 0;
  uint64_t left_count = 0, right_count = 0;
  Scalar *left = NULL, *right = NULL, leaf[64];
  Status status = typed(b, sides);
  const LmEnvironment *scope = NULL;
  for (uint32_t k = 0; k < sides->variables && status == STATUS_OK; k++) {
    const Scalar *flat = leaf;
    uint64_t n = linmap_slots(sides->type[k]);
    if (used + n > symbolic_variable_count(ring) || n > 64) return STATUS_LIMIT;
    for (uint64_t i = 0; i < n; i++) leaf[i] = symbolic_variable(ring, used++);
    environment[k] = (LmEnvironment){.outer = scope, .x = sides->symbol[k]};
    status = lm_value_read(&eval, sides->type[k], &flat, &environment[k].value);
    scope = &environment[k];
  }
  if (status == STATUS_OK) status = evaluate(&eval, scope, sides->left, &left, &left_count);
  if (status == STATUS_OK) status = evaluate(&eval, scope, sides->right, &right, &right_count);
  if (status != STATUS_OK) return status;
  *outcome = left_count == right_count ? LM_EQUAL : LM_DIFFERENT;
  for (uint64_t i = 0; i < left_count && *outcome == LM_EQUAL; i++) {
    SymbolicVerdict verdict = symbolic_equal(ring, left[i], right[i]);
    if (verdict != SYMBOLIC_EQUAL) *outcome = verdict == SYMBOLIC_DIFFERENT ? LM_DIFFERENT : LM_UNKNOWN;
  }
  return ring_take_status(ring);
}
