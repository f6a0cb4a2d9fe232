/* Linear functions: meaning, adjoints, unitary operators. */
#include "verify/laws/frechet/sides.h"

#define DEPTH 2u /* of the parts of a map */

static Status drawn(FrSides *s, HilMapKind kind, HilMapId *out) {
  s->map = *out = draw_map(&s->draw, kind, DEPTH);
  return out->id == 0 ? STATUS_LIMIT : hil_map_check(sides_terms(s), *out);
}

/* Instance k has the construct k, k + 26, ... outermost. */
static HilMapKind kind_of(const FrSides *s) { return (HilMapKind)(s->k % HILMAP_KIND_COUNT); }
static HilMapKind unitary_of(const FrSides *s) {
  return (HilMapKind)(HILMAP_UNIT_L + s->k % (HILMAP_KIND_COUNT - HILMAP_UNIT_L));
}

/* f v = M(f) v */
static Status apply(FrSides *s) {
  HilMapId f;
  FrArgument v;
  Scalar *found, *expected;
  TRY(drawn(s, kind_of(s), &f));
  TRY(sides_argument(s, sides_dom(s, f), &v));
  TRY(sides_apply(s, f, &v.vector, &found));
  TRY(sides_matrix_times(s, f, v.flat, &expected));
  return sides_compare(s, sides_dim(s, sides_cod(s, f)), expected, found);
}

/* f v (.) w = v (.) f* w */
static Status dot(FrSides *s) {
  HilMapId f, adjoint;
  FrArgument v, w;
  Scalar *image, *back;
  TRY(drawn(s, kind_of(s), &f));
  TRY(sides_adjoint(s, f, &adjoint));
  TRY(sides_argument(s, sides_dom(s, f), &v));
  TRY(sides_argument(s, sides_cod(s, f), &w));
  TRY(sides_apply(s, f, &v.vector, &image));
  TRY(sides_apply(s, adjoint, &w.vector, &back));
  Scalar left = sides_inner(s, sides_dim(s, w.space), image, w.flat);
  Scalar right = sides_inner(s, sides_dim(s, v.space), v.flat, back);
  return sides_compare(s, 1, &left, &right);
}

/* f* w = sum_i (f e_i (.) w) e_i, e_i the unit vectors */
static Status alone(FrSides *s) {
  HilMapId f, adjoint;
  FrArgument w;
  HilVector unit;
  Scalar *found, *image;
  Ring *ring = s->draw.machine.ring;
  TRY(drawn(s, kind_of(s), &f));
  TRY(sides_adjoint(s, f, &adjoint));
  TRY(sides_argument(s, sides_cod(s, f), &w));
  TRY(sides_apply(s, adjoint, &w.vector, &found));
  uint32_t n = sides_dim(s, sides_dom(s, f)), m = sides_dim(s, w.space);
  Scalar *expected = sides_scalars(s, n), *flat = sides_scalars(s, n);
  if (expected == NULL || flat == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j < n; j++) flat[j] = ring_integer(ring, i == j);
    TRY(draw_formal(&s->draw, sides_dom(s, f), flat, &unit));
    TRY(sides_apply(s, f, &unit, &image));
    expected[i] = sides_inner(s, m, image, w.flat);
  }
  return sides_compare(s, n, expected, found);
}

/* M(f*) = M(f)^t */
static Status turned(FrSides *s, HilMapKind kind) {
  HilMapId f, adjoint;
  Dense dense = sides_dense(s);
  Matrix m, turned_over, found;
  Ring *ring = s->draw.machine.ring;
  TRY(drawn(s, kind, &f));
  TRY(sides_adjoint(s, f, &adjoint));
  TRY(dense_matrix(&dense, f, &m));
  TRY(dense_transpose(&dense, &m, &turned_over));
  TRY(dense_matrix(&dense, adjoint, &found));
  uint32_t n = m.rows * m.columns;
  for (uint32_t i = 0; i < n; i++) {
    Scalar a = cell_scalar(ring, turned_over.cells[i]), b = cell_scalar(ring, found.cells[i]);
    TRY(sides_compare(s, 1, &a, &b));
  }
  return STATUS_OK;
}

static HilMapKind inverse(HilMapKind kind) {
  uint32_t place = (uint32_t)(kind - HILMAP_UNIT_L);
  if (kind == HILMAP_TRANSPOSE) return kind; /* else each stands beside its inverse */
  bool after = kind > HILMAP_TRANSPOSE;
  return (HilMapKind)(HILMAP_UNIT_L + (after ? ((place - 1) ^ 1u) + 1 : place ^ 1u));
}

/* U^-1 (U v) = v and U (U^-1 w) = w */
static Status undone(FrSides *s) {
  HilMapId u, back;
  FrArgument v, w;
  Scalar *found, *again;
  HilVector image;
  TRY(drawn(s, unitary_of(s), &u));
  HilSpace dom = sides_dom(s, u), cod = sides_cod(s, u);
  back = hilmap_unitary_between(sides_terms(s), inverse(hil_map(sides_terms(s), u)->kind), cod, dom);
  TRY(hil_terms_status(sides_terms(s)));
  TRY(hil_map_check(sides_terms(s), back));
  TRY(sides_argument(s, dom, &v));
  TRY(sides_argument(s, cod, &w));
  TRY(hil_apply(&s->draw.machine, sides_terms(s), u, &v.vector, &image));
  TRY(sides_apply(s, back, &image, &found));
  TRY(hil_apply(&s->draw.machine, sides_terms(s), back, &w.vector, &image));
  TRY(sides_apply(s, u, &image, &again));
  TRY(sides_compare(s, sides_dim(s, dom), v.flat, found));
  return sides_compare(s, sides_dim(s, cod), w.flat, again);
}

/* U v (.) U w = v (.) w, on the left as formal vectors */
static Status isometry(FrSides *s) {
  HilMapId u;
  FrArgument v, w;
  HilVector uv, uw;
  HilFactor inner;
  Machine *machine = &s->draw.machine;
  TRY(drawn(s, unitary_of(s), &u));
  TRY(sides_argument(s, sides_dom(s, u), &v));
  TRY(sides_argument(s, sides_dom(s, u), &w));
  TRY(hil_apply(machine, sides_terms(s), u, &v.vector, &uv));
  TRY(hil_apply(machine, sides_terms(s), u, &w.vector, &uw));
  TRY(hil_inner(machine, &s->draw.terms.spaces, sides_cod(s, u), &uv, &uw, &inner));
  Scalar found = inner.kind == HIL_FACTOR_SCALAR ? inner.scalar
                                                 : ring_integer(machine->ring, inner.kind == HIL_FACTOR_ONE ? 1 : 0);
  Scalar expected = sides_inner(s, sides_dim(s, v.space), v.flat, w.flat);
  return sides_compare(s, 1, &expected, &found);
}

Status frechet_map_sides(FrSides *s, FrEquation equation) {
  static const struct {
    FrEquation equation;
    HilMapKind kind;
  } adjoints[] = {
      {FR_EQUATION_ADJ_ID, HILMAP_ID},       {FR_EQUATION_ADJ_COMP, HILMAP_COMP},
      {FR_EQUATION_ADJ_ZERO, HILMAP_ZERO},   {FR_EQUATION_ADJ_INJ, HILMAP_INJ},
      {FR_EQUATION_ADJ_PROJ, HILMAP_PROJ},   {FR_EQUATION_ADJ_PAR, HILMAP_PAR},
      {FR_EQUATION_ADJ_DELTA, HILMAP_DELTA}, {FR_EQUATION_ADJ_MAP, HILMAP_MAP},
      {FR_EQUATION_ADJ_TUPLE, HILMAP_TUPLE}, {FR_EQUATION_ADJ_COTUPLE, HILMAP_COTUPLE},
      {FR_EQUATION_ADJ_PLUS, HILMAP_PLUS},   {FR_EQUATION_ADJ_RED, HILMAP_RED},
      {FR_EQUATION_ADJ_LEFT, HILMAP_LEFT},   {FR_EQUATION_ADJ_RIGHT, HILMAP_RIGHT},
  };
  for (size_t i = 0; i < sizeof adjoints / sizeof *adjoints; i++) {
    if (adjoints[i].equation == equation) return turned(s, adjoints[i].kind);
  }
  if (equation == FR_EQUATION_ADJ_UNITARY) return turned(s, unitary_of(s));
  if (equation == FR_EQUATION_APPLY) return apply(s);
  if (equation == FR_EQUATION_DOT) return dot(s);
  if (equation == FR_EQUATION_ADJ_UNIQUE) return alone(s);
  if (equation == FR_EQUATION_INVERSE) return undone(s);
  if (equation == FR_EQUATION_ISOMETRY) return isometry(s);
  return STATUS_UNABLE;
}
