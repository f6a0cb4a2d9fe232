/* Functions: meaning, the rules of differentiation by Fig. 1 and by Fig. 2. */
#include "verify/laws/frechet/sides.h"
#include "verify/truth/ring_symbolic.h"

#define DEPTH 2u /* of the parts of a function */

static Ring *ring_of(const FrSides *s) { return s->draw.machine.ring; }
static HilSpace dom_of(const FrSides *s, HilFunId f) { return hil_fun(&s->draw.terms, f)->dom; }
static HilSpace cod_of(const FrSides *s, HilFunId f) { return hil_fun(&s->draw.terms, f)->cod; }

/* A function and its argument. */
typedef struct At {
  HilFunId f;
  FrArgument x;
  uint32_t inputs, outputs;
} At;

static Status at_function(FrSides *s, HilFunId f, At *at) {
  s->function = at->f = f;
  if (f.id == 0) return STATUS_LIMIT;
  TRY(hil_terms_status(sides_terms(s)));
  TRY(hil_fun_check(sides_terms(s), f));
  at->inputs = sides_dim(s, dom_of(s, f));
  at->outputs = sides_dim(s, cod_of(s, f));
  return sides_argument(s, dom_of(s, f), &at->x);
}

static Status drawn(FrSides *s, HilFunKind kind, At *at) {
  return at_function(s, draw_function(&s->draw, kind, DEPTH), at);
}

/* f x by coordinates. */
static Status value(FrSides *s, const At *at, Scalar **out) {
  Dense dense = sides_dense(s);
  Cell *x = sides_cells(s, at->inputs, at->x.flat);
  Cell *y = arena_array(s->draw.machine.arena, at->outputs + 1, sizeof *y);
  *out = sides_scalars(s, at->outputs);
  if (x == NULL || y == NULL || *out == NULL) return STATUS_LIMIT;
  TRY(dense_value(&dense, at->f, x, y));
  for (uint32_t i = 0; i < at->outputs; i++) (*out)[i] = cell_scalar(ring_of(s), y[i]);
  return STATUS_OK;
}

/* d (n of y) / d x . v, by formal differentiation in the variables of x alone. */
static Status derived(FrSides *s, const At *at, uint32_t n, const Scalar *y, const Scalar *v, Scalar *out) {
  Ring *ring = ring_of(s);
  Scalar along[DRAW_VARIABLES];
  uint32_t place;
  for (uint32_t i = 0; i < DRAW_VARIABLES; i++) along[i] = ring_integer(ring, 0);
  for (uint32_t i = 0; i < at->inputs; i++) {
    if (!symbolic_is_variable(ring, at->x.flat[i], &place)) return STATUS_STUCK;
    along[place] = v[i];
  }
  symbolic_derivatives(ring, n, y, DRAW_VARIABLES, along, out);
  return ring_take_status(ring);
}

/* f x in coordinates, by what ad/frechet or hil_eval gave. */
static Status written(FrSides *s, const At *at, const HilVector *fx, Scalar **out) {
  *out = sides_scalars(s, at->outputs);
  if (*out == NULL) return STATUS_LIMIT;
  return hil_write(&s->draw.machine, &s->draw.terms.spaces, cod_of(s, at->f), fx, *out);
}

typedef Status (*Interpretation)(Machine *machine, HilTerms *terms, HilFunId f, const HilVector *x, HilVector *fx,
                                 HilMapId *map);

/* f^[1](x) or f^[1r](x), its second part typed: f x in coordinates, and that map. */
static Status interpreted(FrSides *s, const At *at, Interpretation of, Scalar **fx, HilMapId *map) {
  HilVector image;
  bool reverse = of == frechet_affine_adjoint;
  TRY(of(&s->draw.machine, sides_terms(s), at->f, &at->x.vector, &image, map));
  TRY(hil_map_check(sides_terms(s), *map));
  HilSpace from = reverse ? cod_of(s, at->f) : dom_of(s, at->f), to = reverse ? dom_of(s, at->f) : cod_of(s, at->f);
  if (!hil_same(sides_dom(s, *map), from) || !hil_same(sides_cod(s, *map), to)) return STATUS_ILL_TYPED;
  return written(s, at, &image, fx);
}

/* f^[1](x) is f x and D f (x) . v */
static Status forward(FrSides *s, HilFunKind kind) {
  At at;
  FrArgument v;
  HilMapId map;
  Scalar *fx, *found, *y;
  TRY(drawn(s, kind, &at));
  TRY(sides_argument(s, dom_of(s, at.f), &v));
  TRY(value(s, &at, &y));
  TRY(interpreted(s, &at, frechet_affine, &fx, &map));
  TRY(sides_apply(s, map, &v.vector, &found));
  Scalar *expected = sides_scalars(s, at.outputs);
  if (expected == NULL) return STATUS_LIMIT;
  TRY(derived(s, &at, at.outputs, y, v.flat, expected));
  TRY(sides_compare(s, at.outputs, y, fx));
  return sides_compare(s, at.outputs, expected, found);
}

/* The partial derivatives of y (.) w by x. */
static Status partials(FrSides *s, const At *at, const Scalar *y, const Scalar *w, Scalar **out) {
  Scalar *along = sides_scalars(s, at->inputs), pairing = sides_inner(s, at->outputs, y, w);
  *out = sides_scalars(s, at->inputs);
  if (along == NULL || *out == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < at->inputs; i++) {
    for (uint32_t j = 0; j < at->inputs; j++) along[j] = ring_integer(ring_of(s), i == j);
    TRY(derived(s, at, 1, &pairing, along, &(*out)[i]));
  }
  return STATUS_OK;
}

/* f^[1r](x) is f x and w |-> the partial derivatives of f x (.) w */
static Status reverse(FrSides *s, HilFunKind kind) {
  At at;
  FrArgument w;
  HilMapId map;
  Scalar *fx, *found, *y, *expected;
  TRY(drawn(s, kind, &at));
  TRY(sides_argument(s, cod_of(s, at.f), &w));
  TRY(value(s, &at, &y));
  TRY(interpreted(s, &at, frechet_affine_adjoint, &fx, &map));
  TRY(sides_apply(s, map, &w.vector, &found));
  TRY(partials(s, &at, y, w.flat, &expected));
  TRY(sides_compare(s, at.outputs, y, fx));
  return sides_compare(s, at.inputs, expected, found);
}

/* Instance k has the construct k, k + 7, ... outermost. */
static HilFunKind kind_of(const FrSides *s) { return (HilFunKind)(s->k % HILFUN_IF); }

static Status eval(FrSides *s) {
  At at;
  HilVector image;
  Scalar *expected, *found;
  TRY(drawn(s, kind_of(s), &at));
  TRY(value(s, &at, &expected));
  TRY(hil_eval(&s->draw.machine, sides_terms(s), at.f, &at.x.vector, &image));
  TRY(written(s, &at, &image, &found));
  return sides_compare(s, at.outputs, expected, found);
}

/* (f'(x))*(1) for f : V -> R */
static Status gradient(FrSides *s) {
  HilTerms *terms = sides_terms(s);
  At at;
  HilMapId map, adjoint;
  Scalar *fx, *found, *y, *expected, one = ring_integer(ring_of(s), 1);
  HilFunId g = draw_function(&s->draw, kind_of(s), DEPTH);
  if (g.id == 0) return STATUS_LIMIT;
  HilMapId onto = draw_map_between(&s->draw, cod_of(s, g), hil_space_real(&terms->spaces));
  TRY(at_function(s, hilfun_comp(terms, hilfun_linear(terms, onto), g), &at));
  TRY(value(s, &at, &y));
  TRY(interpreted(s, &at, frechet_affine, &fx, &map));
  TRY(sides_adjoint(s, map, &adjoint));
  TRY(sides_apply(s, adjoint, &hil_one, &found));
  TRY(partials(s, &at, y, &one, &expected));
  return sides_compare(s, at.inputs, expected, found);
}

/* (f'(x))* from f^[1](x) by the adjoint calculus, and from f^[1r](x) */
static Status turned(FrSides *s) {
  At at;
  FrArgument w;
  HilMapId map, adjoint, other;
  Scalar *fx, *gx, *left, *right;
  TRY(drawn(s, kind_of(s), &at));
  TRY(sides_argument(s, cod_of(s, at.f), &w));
  TRY(interpreted(s, &at, frechet_affine, &fx, &map));
  TRY(interpreted(s, &at, frechet_affine_adjoint, &gx, &other));
  TRY(sides_adjoint(s, map, &adjoint));
  TRY(sides_apply(s, adjoint, &w.vector, &left));
  TRY(sides_apply(s, other, &w.vector, &right));
  TRY(sides_compare(s, at.outputs, fx, gx));
  return sides_compare(s, at.inputs, left, right);
}

/* f at a point given by coordinates, in semantics/frechet. */
static Status evaluated(FrSides *s, const At *at, const Scalar *x, Scalar **out) {
  HilVector point, image;
  TRY(draw_formal(&s->draw, dom_of(s, at->f), x, &point));
  TRY(hil_eval(&s->draw.machine, sides_terms(s), at->f, &point, &image));
  return written(s, at, &image, out);
}

/* f'(x) v = f (x + v) - f x and f x - f'(x) x = f 0 for an affine f */
static Status unique(FrSides *s) {
  Ring *ring = ring_of(s);
  At at;
  FrArgument v;
  HilMapId map;
  Scalar *fx, *moved, *origin, *along_v, *along_x;
  s->draw.affine = true;
  TRY(drawn(s, s->k % 2 == 0 ? HILFUN_COMP : HILFUN_PAR, &at));
  TRY(sides_argument(s, dom_of(s, at.f), &v));
  TRY(interpreted(s, &at, frechet_affine, &fx, &map));
  TRY(sides_apply(s, map, &v.vector, &along_v));
  TRY(sides_apply(s, map, &at.x.vector, &along_x));
  Scalar *sum = sides_scalars(s, at.inputs), *zero = sides_scalars(s, at.inputs);
  if (sum == NULL || zero == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < at.inputs; i++) {
    sum[i] = ring_add(ring, at.x.flat[i], v.flat[i]);
    zero[i] = ring_integer(ring, 0);
  }
  TRY(evaluated(s, &at, sum, &moved));
  TRY(evaluated(s, &at, zero, &origin));
  for (uint32_t i = 0; i < at.outputs; i++) {
    moved[i] = ring_sub(ring, moved[i], fx[i]);
    fx[i] = ring_sub(ring, fx[i], along_x[i]);
  }
  TRY(sides_compare(s, at.outputs, moved, along_v));
  return sides_compare(s, at.outputs, origin, fx);
}

/* f'(x + t v) v = d f (x + t v) / d t, t a variable */
static Status gateaux(FrSides *s) {
  Ring *ring = ring_of(s);
  At at;
  FrArgument v, t;
  HilMapId map;
  Scalar *y, *fx, *found, along[DRAW_VARIABLES];
  uint32_t place;
  TRY(drawn(s, kind_of(s), &at));
  TRY(sides_argument(s, dom_of(s, at.f), &v));
  TRY(sides_argument(s, hil_space_real(&s->draw.terms.spaces), &t));
  if (!symbolic_is_variable(ring, t.flat[0], &place)) return STATUS_STUCK;
  for (uint32_t i = 0; i < DRAW_VARIABLES; i++) along[i] = ring_integer(ring, i == place);
  for (uint32_t i = 0; i < at.inputs; i++)
    at.x.flat[i] = ring_add(ring, at.x.flat[i], ring_mul(ring, t.flat[0], v.flat[i]));
  TRY(draw_formal(&s->draw, dom_of(s, at.f), at.x.flat, &at.x.vector));
  TRY(evaluated(s, &at, at.x.flat, &y));
  TRY(interpreted(s, &at, frechet_affine, &fx, &map));
  TRY(sides_apply(s, map, &v.vector, &found));
  Scalar *expected = sides_scalars(s, at.outputs);
  if (expected == NULL) return STATUS_LIMIT;
  symbolic_derivatives(ring, at.outputs, y, DRAW_VARIABLES, along, expected);
  return sides_compare(s, at.outputs, expected, found);
}

/* ------------------------------------------------------------- vocabulary -- */

/* k·v, u (.) v, u (x) v, M * x, u x v */
typedef enum Product { MULTIPLE, INNER, TENSOR, MATRIX, CROSS, PRODUCTS } Product;

static HilBilinearId product_of(FrSides *s, Product product, HilSpace u, HilSpace v, uint32_t m, uint32_t n) {
  HilTerms *terms = sides_terms(s);
  switch (product) {
  case MULTIPLE: return hil_bilinear_multiple(terms, v);
  case INNER: return hil_bilinear_inner(terms, v);
  case TENSOR: /* (u(x)1) * (1(x)v) */
    return hil_bilinear(terms, hilmap_id(terms, hil_space_tensor(&terms->spaces, u, v)),
                        hilmap_unitary(terms, HILMAP_UNIT_R, u), hilmap_unitary(terms, HILMAP_UNIT_L, v));
  case MATRIX: return hil_bilinear_matrix(terms, m, n);
  case CROSS: return hil_bilinear_cross(terms);
  case PRODUCTS: return (HilBilinearId){0};
  }
  return (HilBilinearId){0};
}

static void formula(FrSides *s, Product product, uint32_t inputs, uint32_t outputs, const Scalar *u, uint32_t n,
                    Scalar *out) {
  Ring *ring = ring_of(s);
  const Scalar *v = u + (inputs - n);
  for (uint32_t i = 0; i < outputs; i++) {
    uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
    if (product == MULTIPLE) out[i] = ring_mul(ring, u[0], v[i]);
    if (product == INNER) out[i] = sides_inner(s, n, u, v);
    if (product == TENSOR) out[i] = ring_mul(ring, u[i / n], v[i % n]);
    if (product == MATRIX) out[i] = sides_inner(s, n, u + i * n, v);
    if (product == CROSS) out[i] = ring_sub(ring, ring_mul(ring, u[j], v[k]), ring_mul(ring, u[k], v[j]));
  }
}

static Status vocabulary(FrSides *s) {
  HilTerms *terms = sides_terms(s);
  At at;
  HilVector image;
  Scalar *found;
  Product product = (Product)(s->k % PRODUCTS);
  uint32_t m = 1 + draw_choice(&s->draw, 3), n = 1 + draw_choice(&s->draw, 3);
  HilSpace u = draw_space(&s->draw, 0), v = draw_space(&s->draw, 1);
  HilBilinearId bilinear = product_of(s, product, u, v, m, n);
  TRY(hil_terms_status(terms));
  uint32_t last = sides_dim(s, hil_map(terms, terms->bilinears[bilinear.id].g2)->dom);
  TRY(at_function(s, hilfun_bilinear(terms, bilinear), &at));
  TRY(hil_eval(&s->draw.machine, terms, at.f, &at.x.vector, &image));
  TRY(written(s, &at, &image, &found));
  Scalar *expected = sides_scalars(s, at.outputs);
  if (expected == NULL) return STATUS_LIMIT;
  formula(s, product, at.inputs, at.outputs, at.x.flat, last, expected);
  return sides_compare(s, at.outputs, expected, found);
}

Status frechet_function_sides(FrSides *s, FrEquation equation) {
  static const struct {
    FrEquation forward, reverse;
    HilFunKind kind;
  } rules[] = {
      {FR_EQUATION_D_COMP, FR_EQUATION_R_COMP, HILFUN_COMP},
      {FR_EQUATION_D_CONST, FR_EQUATION_R_CONST, HILFUN_CONST},
      {FR_EQUATION_D_LINEAR, FR_EQUATION_R_LINEAR, HILFUN_LINEAR},
      {FR_EQUATION_D_BILINEAR, FR_EQUATION_R_BILINEAR, HILFUN_BILINEAR},
      {FR_EQUATION_D_PARALLEL, FR_EQUATION_R_PARALLEL, HILFUN_PAR},
      {FR_EQUATION_D_MAP, FR_EQUATION_R_MAP, HILFUN_MAP},
      {FR_EQUATION_D_PRIM, FR_EQUATION_R_PRIM, HILFUN_PRIM},
  };
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    if (rules[i].forward == equation) return forward(s, rules[i].kind);
    if (rules[i].reverse == equation) return reverse(s, rules[i].kind);
  }
  if (equation == FR_EQUATION_EVAL) return eval(s);
  if (equation == FR_EQUATION_GRADIENT) return gradient(s);
  if (equation == FR_EQUATION_TURNED) return turned(s);
  if (equation == FR_EQUATION_UNIQUE) return unique(s);
  if (equation == FR_EQUATION_GATEAUX) return gateaux(s);
  if (equation == FR_EQUATION_VOCABULARY) return vocabulary(s);
  return STATUS_UNABLE;
}
