/* Functions drawn at random. */
#include "verify/laws/frechet/generate.h"

#define NONE ((HilFunId){0})
#define TRIES 64u

static ConstantId exponent(Draw *draw, int64_t n) {
  mpq_t value;
  mpq_init(value);
  mpq_set_si(value, n, 1);
  ConstantId constant = constant_intern(&draw->machine.store->constants, &value, 1);
  mpq_clear(value);
  return constant;
}

static HilFunId primitive(Draw *draw) {
  static const OpCode ops[] = {OP_SIN, OP_COS, OP_EXP, OP_LOG, OP_TANH, OP_TAN, OP_SIGMOID};
  static const int64_t exponents[] = {2, 3, -1, 1, 0};
  uint32_t k = draw_choice(draw, 12);
  if (k < 7) return hilfun_prim(&draw->terms, ops[k], (ConstantId){0});
  return hilfun_prim(&draw->terms, OP_POW, exponent(draw, exponents[k - 7]));
}

/* h . * . (g1 x g2) between maps drawn. */
static HilBilinearId by_definition(Draw *draw) {
  HilTerms *terms = &draw->terms;
  HilSpaces *spaces = &terms->spaces;
  HilSpace w = draw_space(draw, 0), v = draw_space(draw, 0), u = draw_space(draw, 0);
  HilMapId g1 = draw_map_between(draw, draw_space(draw, 0), hil_space_tensor(spaces, w, v));
  HilMapId g2 = draw_map_between(draw, draw_space(draw, 0), hil_space_tensor(spaces, v, u));
  return hil_bilinear(terms, draw_map_from(draw, hil_space_tensor(spaces, w, u), 1), g1, g2);
}

static HilFunId bilinear(Draw *draw) {
  HilTerms *terms = &draw->terms;
  uint32_t rows;
  switch (draw_choice(draw, 7)) {
  case 0: return hilfun_bilinear(terms, hil_bilinear_multiple(terms, draw_space(draw, 1)));
  case 1: return hilfun_bilinear(terms, hil_bilinear_inner(terms, draw_space(draw, 1)));
  case 2:
    rows = 1 + draw_choice(draw, 3);
    return hilfun_bilinear(terms, hil_bilinear_matrix(terms, rows, 1 + draw_choice(draw, 2)));
  case 3: return hilfun_bilinear(terms, hil_bilinear_cross(terms));
  default: return hilfun_bilinear(terms, by_definition(draw));
  }
}

static HilFunId parallel(Draw *draw, HilSpace dom, uint32_t depth) {
  HilTerms *terms = &draw->terms;
  HilFunId members[4];
  uint32_t n = hil_width(&terms->spaces, dom);
  if (n > 4) return NONE;
  for (uint32_t x = 0; x < n; x++) members[x] = draw_function_from(draw, hil_part(&terms->spaces, dom, x), depth);
  return hilfun_par(terms, hil_space(&terms->spaces, dom)->index, n, members);
}

/* g o f, or <f, g>, which is (f x g) o rep_2 */
static HilFunId composed(Draw *draw, HilSpace dom, uint32_t depth) {
  HilTerms *terms = &draw->terms;
  HilFunId f = draw_function_from(draw, dom, depth);
  if (f.id == 0) return NONE;
  if (draw_choice(draw, 3) == 0) return hilfun_tuple2(terms, f, draw_function_from(draw, dom, depth));
  return hilfun_comp(terms, draw_function_from(draw, hil_fun(terms, f)->cod, depth), f);
}

/* <> o <f, g> and two maps into the spaces of <>, so that products occur inside. */
static HilFunId product(Draw *draw, HilSpace dom) {
  HilTerms *terms = &draw->terms;
  HilFunId both = bilinear(draw);
  HilSpace sum = hil_fun(terms, both)->dom;
  if (both.id == 0) return NONE;
  HilMapId u = draw_map_between(draw, dom, hil_part(&terms->spaces, sum, 0));
  HilMapId v = draw_map_between(draw, dom, hil_part(&terms->spaces, sum, 1));
  return hilfun_comp(terms, both, hilfun_tuple2(terms, hilfun_linear(terms, u), hilfun_linear(terms, v)));
}

static HilFunId construct(Draw *draw, HilFunKind kind, HilSpace dom, uint32_t depth) {
  HilTerms *terms = &draw->terms;
  const HilSpaceNode node = *hil_space(&terms->spaces, dom);
  bool sum = node.kind == HIL_SPACE_DIRECT;
  HilSpace cod;
  if (kind != HILFUN_LINEAR && kind != HILFUN_CONST && kind != HILFUN_PRIM && kind != HILFUN_BILINEAR && depth == 0)
    return NONE;
  switch (kind) {
  case HILFUN_COMP: return composed(draw, dom, depth - 1);
  case HILFUN_PAR: return sum ? parallel(draw, dom, depth - 1) : NONE;
  case HILFUN_MAP:
    if (!sum || !node.uniform || hil_width(&terms->spaces, dom) == 0) return NONE;
    return hilfun_map(terms, node.index, draw_function_from(draw, node.a, depth - 1));
  case HILFUN_LINEAR: return hilfun_linear(terms, draw_map_from(draw, dom, 1));
  case HILFUN_BILINEAR: return draw->affine ? NONE : product(draw, dom);
  case HILFUN_CONST: cod = draw_space(draw, 1); return hilfun_const(terms, dom, cod, draw_vector(draw, cod, 1));
  case HILFUN_PRIM: return !draw->affine && hil_same(dom, hil_space_real(&terms->spaces)) ? primitive(draw) : NONE;
  case HILFUN_IF:
  case HILFUN_GIVEN: /* declared for one store, not drawn */
  case HILFUN_KIND_COUNT: return NONE;
  }
  return NONE;
}

static bool fits(Draw *draw, HilFunId f) {
  const HilTerms *terms = &draw->terms;
  if (f.id == 0 || hil_terms_status(terms) != STATUS_OK || hil_fun_check(terms, f) != STATUS_OK) return false;
  return hil_space(&terms->spaces, hil_fun(terms, f)->dom)->dim <= DRAW_MOST_DIM &&
         hil_space(&terms->spaces, hil_fun(terms, f)->cod)->dim <= DRAW_MOST_DIM;
}

static HilFunId attempt(Draw *draw, HilFunKind kind, HilSpace dom, uint32_t depth) {
  HilTerms saved = draw->terms;
  HilFunId f = construct(draw, kind, dom, depth);
  if (fits(draw, f)) return f;
  if (hil_terms_status(&draw->terms) != STATUS_LIMIT) draw->terms = saved;
  return NONE;
}

HilFunId draw_function_from(Draw *draw, HilSpace dom, uint32_t depth) {
  for (uint32_t i = 0; i < 6; i++) {
    HilFunId f = attempt(draw, (HilFunKind)draw_choice(draw, HILFUN_GIVEN), dom, depth);
    if (f.id != 0) return f;
  }
  return attempt(draw, HILFUN_LINEAR, dom, 0);
}

HilFunId draw_function(Draw *draw, HilFunKind kind, uint32_t depth) {
  HilSpaces *spaces = &draw->terms.spaces;
  for (uint32_t i = 0; i < TRIES; i++) {
    HilTerms saved = draw->terms;
    uint32_t variables = draw->variables;
    HilSpace dom = draw_space(draw, 1);
    if (kind == HILFUN_PRIM) dom = hil_space_real(spaces);
    if (kind == HILFUN_PAR || kind == HILFUN_MAP) {
      HilIndex x = draw_index(draw);
      dom = hil_space_power(spaces, x, draw_space(draw, 0));
    }
    HilFunId f = kind == HILFUN_BILINEAR ? bilinear(draw) : attempt(draw, kind, dom, depth);
    if (fits(draw, f)) return f;
    draw->variables = variables;
    if (hil_terms_status(&draw->terms) == STATUS_LIMIT) return NONE;
    draw->terms = saved;
  }
  return NONE;
}
