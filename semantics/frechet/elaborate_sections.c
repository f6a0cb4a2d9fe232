/* Bilinear functions that are written out, and their sections at vectors. */
#include "semantics/frechet/elaborate.h"
#include "semantics/rings/rings.h"

#define RATIONAL_BITS 65536u

static const HilMapId no_map = {0};
static const HilSpace no_space = {0};
static const HilBilinearId no_bilinear = {0};

static const HilSpaceNode *node_of(HilReading *reading, HilSpace v) { return hil_space(spaces_of(reading), v); }

/* ---------------------------------------------------------------- operators -- */

/* u ⊗ v = (u⊗1) ∗ (1⊗v) */
static HilBilinearId tensor(HilTerms *terms, HilSpace u, HilSpace v) {
  return hil_bilinear(terms, hilmap_id(terms, hil_space_tensor(&terms->spaces, u, v)),
                      hilmap_unitary(terms, HILMAP_UNIT_R, u), hilmap_unitary(terms, HILMAP_UNIT_L, v));
}

/* w ∗ x on (W⊗V) × (V⊗U) */
static HilBilinearId contraction(HilTerms *terms, HilSpace w, HilSpace x) {
  const HilSpaceNode *left = hil_space(&terms->spaces, w), *right = hil_space(&terms->spaces, x);
  if (left->kind != HIL_SPACE_TENSOR || right->kind != HIL_SPACE_TENSOR || !hil_same(left->b, right->a))
    return no_bilinear;
  HilSpace product = hil_space_tensor(&terms->spaces, left->a, right->b);
  return hil_bilinear(terms, hilmap_id(terms, product), hilmap_id(terms, w), hilmap_id(terms, x));
}

/* M ⋆ x for M of ℝ^(mn), by rows, or of ℝ^{m × n} */
static HilBilinearId matrix(HilTerms *terms, HilSpace m, HilSpace x) {
  HilSpaces *spaces = &terms->spaces;
  HilSpace real = hil_space_real(spaces);
  if (!hil_is_direct(spaces, m) || !hil_is_power(spaces, m, real) || !hil_is_power(spaces, x, real)) return no_bilinear;
  uint32_t n = hil_width(spaces, x), all = hil_width(spaces, m);
  const HilIndexNode index = *hil_index(spaces, hil_space(spaces, m)->index);
  if (index.kind == HIL_INDEX_NUMBER)
    return n == 0 || all % n != 0 || hil_space(spaces, x)->index.id != hil_index_number(spaces, n).id
               ? no_bilinear
               : hil_bilinear_matrix(terms, all / n, n);
  if (index.kind != HIL_INDEX_TIMES || index.b.id != hil_space(spaces, x)->index.id || all == 0) return no_bilinear;
  HilMapId units = hilmap_map(terms, hil_space(spaces, m)->index, hilmap_unitary(terms, HILMAP_UNIT_L, real));
  HilMapId places = hilmap_unitary(terms, HILMAP_UNCURRY, hil_map(terms, units)->cod);
  HilSpace rows = hil_space_power(spaces, index.a, real);
  return hil_bilinear(terms, hilmap_unitary(terms, HILMAP_UNIT_R_INV, hil_space_tensor(spaces, rows, real)),
                      hilmap_comp(terms, places, units), hilmap_unitary(terms, HILMAP_UNIT_R, x));
}

static HilBilinearId operator_at(HilReading *reading, const HilTree *tree, HilSpace u, HilSpace v) {
  HilTerms *terms = reading->terms;
  HilSpace real = hil_space_real(&terms->spaces);
  HilSpace three = hil_space_power(&terms->spaces, hil_upto(reading, 3), real);
  switch ((int)tree->mark) {
  case MARK_TIMES: return hil_same(u, real) ? hil_bilinear_multiple(terms, v) : no_bilinear;
  case MARK_INNER: return hil_same(u, v) ? hil_bilinear_inner(terms, v) : no_bilinear;
  case MARK_TENSOR: return tensor(terms, u, v);
  case MARK_CONTRACT: return contraction(terms, u, v);
  case MARK_MATRIX: return matrix(terms, u, v);
  case MARK_VECTORS: return hil_same(u, three) && hil_same(v, three) ? hil_bilinear_cross(terms) : no_bilinear;
  default: return no_bilinear;
  }
}

HilBilinearId hil_elaborate_bilinear(HilReading *reading, const HilTree *tree, HilSpace u, HilSpace v) {
  HilBilinearId b = no_bilinear;
  if (tree->mark != MARK_NONE) {
    b = operator_at(reading, tree, u, v);
  } else {
    const HilDefined *defined = hil_defined(reading, tree->word);
    if (defined == NULL || defined->arrow != ARROW_BILINEAR)
      return (void)HIL_REFUSE(reading, tree->word->span, "no bilinear definition before, U × V →₂ W, is called so"),
             no_bilinear;
    HilSpace both = hil_space_pair(spaces_of(reading), u, v);
    if (hil_same(both, defined->dom)) b = hil_fun(reading->terms, defined->f)->bilinear;
  }
  if (b.id == 0 && hil_terms_status(reading->terms) == STATUS_OK)
    (void)HIL_REFUSE(reading, tree->span, "this operator does not apply to %s and %s", hil_space_text(reading, u),
                     hil_space_text(reading, v));
  return b;
}

/* -------------------------------------------------------------------- chains -- */

static bool is_contraction(const HilTree *tree) { return tree->kind == TREE_OPERATOR && tree->mark == MARK_CONTRACT; }
static bool is_after(const HilTree *tree) { return tree->kind == TREE_INFIX && tree->mark == MARK_AFTER; }

bool hil_is_chain(const HilTree *tree) {
  for (; is_after(tree); tree = tree_second(tree))
    if (is_contraction(tree->first)) return true;
  return is_contraction(tree);
}

/* g1 × g2 at the two parts. */
static bool operands(HilReading *reading, const HilTree *tree, HilSpace dom, HilMapId both[2]) {
  HilSpace u, v;
  if (!hil_expect_pair(reading, tree, dom, &u, &v)) return false;
  if (is_contraction(tree)) {
    both[0] = hilmap_id(reading->terms, u);
    both[1] = hilmap_id(reading->terms, v);
    return true;
  }
  bool pair = tree->kind == TREE_INFIX ? tree->mark == MARK_CROSS
                                       : tree->kind == TREE_FAMILY && tree->mark == MARK_PARALLEL && tree->count == 2;
  if (!pair) return HIL_REFUSE(reading, tree->span, "behind ∗ two linear functions stand, as in h • ∗ • (g1 × g2)");
  both[0] = hil_elaborate_map(reading, tree->first, u, no_space);
  both[1] = both[0].id == 0 ? no_map : hil_elaborate_map(reading, tree_second(tree), v, no_space);
  return both[1].id != 0;
}

/* What stands before ∗, at W ⊗ U. */
static HilMapId outer(HilReading *reading, const HilTree *tree, HilSpace product, HilSpace cod) {
  if (!is_after(tree)) return hilmap_id(reading->terms, product);
  if (is_contraction(tree->first)) return hilmap_id(reading->terms, product);
  const HilTree *rest = tree_second(tree);
  bool last = is_contraction(rest) || (is_after(rest) && is_contraction(rest->first));
  if (last) return hil_elaborate_map(reading, tree->first, product, cod);
  HilMapId f = outer(reading, rest, product, no_space);
  HilMapId g = f.id == 0 ? f : hil_elaborate_map(reading, tree->first, hil_map(reading->terms, f)->cod, cod);
  return g.id == 0 ? g : hilmap_comp(reading->terms, g, f);
}

HilBilinearId hil_elaborate_chain(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  HilTerms *terms = reading->terms;
  const HilTree *at = tree;
  HilMapId both[2];
  while (is_after(at) && !is_contraction(at->first)) at = tree_second(at);
  if (!operands(reading, is_after(at) ? tree_second(at) : at, dom, both)) return no_bilinear;
  HilSpace w = hil_map(terms, both[0])->cod, x = hil_map(terms, both[1])->cod;
  const HilSpaceNode left = *node_of(reading, w), right = *node_of(reading, x);
  if (left.kind != HIL_SPACE_TENSOR || right.kind != HIL_SPACE_TENSOR || !hil_same(left.b, right.a))
    return (void)HIL_REFUSE(reading, at->span, "∗ does not apply to %s and %s", hil_space_text(reading, w),
                            hil_space_text(reading, x)),
           no_bilinear;
  HilMapId h = outer(reading, tree, hil_space_tensor(spaces_of(reading), left.a, right.b), cod);
  if (h.id == 0 || !hil_expect_space(reading, tree, hil_map(terms, h)->cod, cod)) return no_bilinear;
  return hil_bilinear(terms, h, both[0], both[1]);
}

/* ------------------------------------------------------------------ sections -- */

/* The space of M of (M ⋆) : ℝ^X ⊸ ℝ^Y, and of x of (⋆ x) : ℝ^(mn) ⊸ ℝ^m, ℝ^{X × Y} ⊸ ℝ^X; none where these do not
 * tell it. */
static HilSpace matrix_operand(HilReading *reading, bool left, HilSpace dom, HilSpace cod) {
  HilSpaces *spaces = spaces_of(reading);
  HilSpace real = hil_space_real(spaces);
  bool powers = cod.id != 0 && hil_is_direct(spaces, dom) && hil_is_direct(spaces, cod) &&
                hil_is_power(spaces, dom, real) && hil_is_power(spaces, cod, real);
  if (!powers) return no_space;
  HilIndex x = node_of(reading, dom)->index, y = node_of(reading, cod)->index;
  const HilIndexNode from = *hil_index(spaces, x), to = *hil_index(spaces, y);
  bool numbers = from.kind == HIL_INDEX_NUMBER && to.kind == HIL_INDEX_NUMBER;
  if (left) {
    HilIndex places = hil_index_times(spaces, y, x); /* of ℝ^(mn) where both are numbers */
    if (places.id != 0 && numbers) places = hil_index_number(spaces, hil_index(spaces, places)->size);
    return places.id == 0 ? no_space : hil_space_power(spaces, places, real);
  }
  if (from.kind == HIL_INDEX_TIMES) return hil_space_power(spaces, from.b, real);
  if (!numbers || to.size == 0 || from.size % to.size != 0) return no_space;
  return hil_space_power(spaces, hil_index_number(spaces, from.size / to.size), real);
}

/* The space of the vector, by the operator, the other operand's space and the result's; none where the vector must tell
 * it. */
static HilSpace vector_space(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  const HilSpaceNode from = *node_of(reading, dom), to = *node_of(reading, cod);
  bool left = tree->kind == TREE_LEFT, tensors = cod.id != 0 && to.kind == HIL_SPACE_TENSOR;
  const HilDefined *defined = tree->mark == MARK_NONE ? hil_defined(reading, tree->word) : NULL;
  if (defined != NULL && defined->arrow == ARROW_BILINEAR)
    return hil_part(spaces_of(reading), defined->dom, left ? 0 : 1);
  switch ((int)tree->mark) {
  case MARK_TIMES: return left ? hil_space_real(spaces_of(reading)) : cod;
  case MARK_INNER:
  case MARK_VECTORS: return dom;
  case MARK_MATRIX: return matrix_operand(reading, left, dom, cod);
  case MARK_TENSOR: return !tensors ? no_space : left ? to.a : to.b;
  case MARK_CONTRACT:
    if (!tensors || from.kind != HIL_SPACE_TENSOR) return no_space;
    return left ? hil_space_tensor(spaces_of(reading), to.a, from.a)
                : hil_space_tensor(spaces_of(reading), from.b, to.b);
  default: return no_space;
  }
}

/* (w∗), (∗w) themselves. */
static HilMapId contracted(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace space, const HilVector *w) {
  const HilSpaceNode from = *node_of(reading, dom), node = *node_of(reading, space);
  bool left = tree->kind == TREE_LEFT, tensors = from.kind == HIL_SPACE_TENSOR && node.kind == HIL_SPACE_TENSOR;
  if (!tensors || !hil_same(left ? node.b : node.a, left ? from.a : from.b))
    return (void)HIL_REFUSE(reading, tree->span, "∗ does not apply to %s and %s",
                            hil_space_text(reading, left ? space : dom), hil_space_text(reading, left ? dom : space)),
           no_map;
  return left ? hilmap_left(reading->terms, space, w, from.b) : hilmap_right(reading->terms, space, w, from.a);
}

/* (u⋄) = h • (g1 u ∗) • g2, (⋄v) = h • (∗ g2 v) • g1, with what is a number again as a literal. */
static HilMapId section(HilReading *reading, const HilTree *tree, HilBilinearId b, const HilVector *w) {
  HilTerms *terms = reading->terms;
  Machine *machine = &reading->machine;
  bool left = tree->kind == TREE_LEFT;
  const HilVector *literal = NULL;
  machine->ring = ring_rational_new(RATIONAL_BITS);
  if (machine->ring == NULL) return reader_exhausted(reading->reader), no_map;
  HilMapId m = left ? hil_section_left(terms, machine, b, w) : hil_section_right(terms, machine, b, w);
  HilMap *middle = &terms->maps[hil_map(terms, hil_map(terms, m)->b)->a.id];
  if (hil_terms_status(terms) == STATUS_OK) literal = hil_vector_literal(reading, middle->w);
  ring_destroy(machine->ring);
  if (literal == NULL) return no_map;
  middle->w = literal;
  return m;
}

static bool is_one(const HilVector *v) { return v->kind == HIL_INTEGER && v->n == 1; }

HilMapId hil_elaborate_section(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  bool left = tree->kind == TREE_LEFT;
  HilSpace space = vector_space(reading, tree, dom, cod);
  if (space.id == 0) space = hil_vector_space(reading, tree->first);
  if (space.id == 0)
    return (void)HIL_REFUSE(reading, tree->first->span,
                            "of which space this vector is does not stand here; write (%s : V ⊸ W)",
                            left ? "(w ⊗)" : "(⊗ w)"),
           no_map;
  const HilVector *w = hil_elaborate_vector(reading, tree->first, space);
  if (w == NULL) return no_map;
  bool real = node_of(reading, space)->kind == HIL_SPACE_REAL;
  if (tree->mark == MARK_CONTRACT) return contracted(reading, tree, dom, space, w);
  if (tree->mark == MARK_TENSOR && real && is_one(w))
    return hilmap_unitary(reading->terms, left ? HILMAP_UNIT_L : HILMAP_UNIT_R, dom);
  if (tree->mark == MARK_TIMES && left) return hilmap_multiple(reading->terms, w, dom);
  HilBilinearId b = hil_elaborate_bilinear(reading, tree, left ? space : dom, left ? dom : space);
  return b.id == 0 ? no_map : section(reading, tree, b, w);
}
