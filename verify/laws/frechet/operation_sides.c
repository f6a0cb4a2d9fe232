/* Tensors, and operations made of red_R and of contraction. */
#include "verify/laws/frechet/sides.h"

static Ring *ring_of(const FrSides *s) { return s->draw.machine.ring; }
static HilSpaces *spaces_of(FrSides *s) { return &s->draw.terms.spaces; }

static Scalar scalar_of(const FrSides *s, HilFactor k) {
  return k.kind == HIL_FACTOR_SCALAR ? k.scalar : ring_integer(ring_of(s), k.kind == HIL_FACTOR_ONE ? 1 : 0);
}

/* Below 4 elements, and a space. */
static HilIndex number_of(FrSides *s, uint32_t *n) {
  *n = (uint32_t)(s->k % 4);
  return hil_index_number(spaces_of(s), *n);
}

/* m v in coordinates, shown if they differ. */
static Status image(FrSides *s, HilMapId m, const HilVector *v, Scalar **out) {
  s->map = m;
  TRY(hil_terms_status(sides_terms(s)));
  TRY(hil_map_check(sides_terms(s), m));
  return sides_apply(s, m, v, out);
}

/* ---------------------------------------------------------------- tensors -- */

/* u (.) v of formal vectors of any shape. */
static Status inner(FrSides *s) {
  Dense dense = sides_dense(s);
  HilSpace space = draw_space(&s->draw, 2);
  const HilVector *u = draw_vector(&s->draw, space, 3), *v = draw_vector(&s->draw, space, 3);
  uint32_t n = sides_dim(s, space);
  Cell *a = arena_array(s->draw.machine.arena, n + 1, sizeof *a),
       *b = arena_array(s->draw.machine.arena, n + 1, sizeof *b);
  HilFactor k;
  if (u == NULL || v == NULL || a == NULL || b == NULL) return STATUS_LIMIT;
  TRY(hil_check(spaces_of(s), space, u));
  TRY(hil_inner(&s->draw.machine, spaces_of(s), space, u, v, &k));
  TRY(dense_vector(&dense, space, u, a));
  TRY(dense_vector(&dense, space, v, b));
  Scalar found = scalar_of(s, k), expected = cell_scalar(ring_of(s), cells_inner(ring_of(s), n, a, b));
  return sides_compare(s, 1, &expected, &found);
}

/* w * x in coordinates, by semantics/frechet. */
static Status contracted(FrSides *s, HilSpace wv, HilSpace vu, const HilVector *w, const HilVector *x, HilSpace wu,
                         Scalar **out) {
  HilVector product;
  *out = sides_scalars(s, sides_dim(s, wu));
  if (*out == NULL) return STATUS_LIMIT;
  TRY(hil_contract(&s->draw.machine, spaces_of(s), wv, vu, w, x, &product));
  return hil_write(&s->draw.machine, spaces_of(s), wu, &product, *out);
}

/* (w(x)v) * (v'(x)u) = (v (.) v')·(w(x)u) */
static Status contract(FrSides *s) {
  FrArgument w, v, v2, u;
  HilVector left, right;
  Scalar *found;
  HilSpace wide = draw_space(&s->draw, 1), inside = draw_space(&s->draw, 1), far = draw_space(&s->draw, 1);
  TRY(sides_argument(s, wide, &w));
  TRY(sides_argument(s, inside, &v));
  TRY(sides_argument(s, inside, &v2));
  TRY(sides_argument(s, far, &u));
  TRY(hil_tensor(&s->draw.machine, &w.vector, &v.vector, &left));
  TRY(hil_tensor(&s->draw.machine, &v2.vector, &u.vector, &right));
  HilSpace wv = hil_space_tensor(spaces_of(s), wide, inside), vu = hil_space_tensor(spaces_of(s), inside, far);
  HilSpace wu = hil_space_tensor(spaces_of(s), wide, far);
  TRY(contracted(s, wv, vu, &left, &right, wu, &found));
  uint32_t rows = sides_dim(s, wide), columns = sides_dim(s, far);
  Scalar *expected = sides_scalars(s, rows * columns), k = sides_inner(s, sides_dim(s, inside), v.flat, v2.flat);
  if (expected == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < rows * columns; i++)
    expected[i] = ring_mul(ring_of(s), k, ring_mul(ring_of(s), w.flat[i / columns], u.flat[i % columns]));
  return sides_compare(s, rows * columns, expected, found);
}

/* The value on formal sums, and on the same tensors written over a basis. */
static Status universal(FrSides *s) {
  Dense dense = sides_dense(s);
  HilSpace w = draw_space(&s->draw, 0), v = draw_space(&s->draw, 0), u = draw_space(&s->draw, 0);
  HilSpace wv = hil_space_tensor(spaces_of(s), w, v), vu = hil_space_tensor(spaces_of(s), v, u);
  HilSpace wu = hil_space_tensor(spaces_of(s), w, u);
  const HilVector *a = draw_vector(&s->draw, wv, 3), *b = draw_vector(&s->draw, vu, 3);
  HilVector again;
  Matrix left = {.rows = sides_dim(s, w), .columns = sides_dim(s, v)}, product;
  Matrix right = {.rows = left.columns, .columns = sides_dim(s, u)};
  left.cells = arena_array(s->draw.machine.arena, left.rows * left.columns + 1, sizeof *left.cells);
  right.cells = arena_array(s->draw.machine.arena, right.rows * right.columns + 1, sizeof *right.cells);
  Scalar *coordinates = sides_scalars(s, left.rows * left.columns), *expected = sides_scalars(s, sides_dim(s, wu));
  Scalar *found, *other;
  if (a == NULL || b == NULL || left.cells == NULL || right.cells == NULL || coordinates == NULL || expected == NULL)
    return STATUS_LIMIT;
  TRY(dense_vector(&dense, wv, a, left.cells));
  TRY(dense_vector(&dense, vu, b, right.cells));
  TRY(dense_product(&dense, &left, &right, &product));
  for (uint32_t i = 0; i < left.rows * left.columns; i++) coordinates[i] = cell_scalar(ring_of(s), left.cells[i]);
  for (uint32_t i = 0; i < sides_dim(s, wu); i++) expected[i] = cell_scalar(ring_of(s), product.cells[i]);
  TRY(draw_formal(&s->draw, wv, coordinates, &again));
  TRY(contracted(s, wv, vu, a, b, wu, &found));
  TRY(contracted(s, wv, vu, &again, b, wu, &other));
  TRY(sides_compare(s, sides_dim(s, wu), expected, found));
  return sides_compare(s, sides_dim(s, wu), expected, other);
}

/* ------------------------------------------------------------- from red_R -- */

/* red_R at v : V^X, by pairs (x, y) for which `of` holds. */
static Status reduced(FrSides *s, HilSpace v, HilIndex x, HilIndex y, bool (*of)(uint32_t, uint32_t), HilMapId *out) {
  HilPair pairs[64];
  uint32_t nx = hil_index(spaces_of(s), x)->size, ny = hil_index(spaces_of(s), y)->size, count = 0;
  for (uint32_t i = 0; i < nx * ny && i < 64; i++) {
    if (of(i / ny, i % ny)) pairs[count++] = (HilPair){i / ny, i % ny};
  }
  s->map = *out = hilmap_red(sides_terms(s), v, x, y, count, pairs);
  return hil_terms_status(sides_terms(s));
}

static bool always(uint32_t x, uint32_t y) {
  (void)x;
  (void)y;
  return true;
}
static bool below(uint32_t x, uint32_t y) { return x <= y; }

/* n copies of v, and the n-th part of a sum, by the ring. */
static Scalar *copies(FrSides *s, uint32_t n, uint32_t dim, const Scalar *v) {
  Scalar *out = sides_scalars(s, n * dim);
  for (uint32_t i = 0; i < n * dim && out != NULL; i++) out[i] = v[i % dim];
  return out;
}
/* sum over x from..to-1 of the parts of v. */
static Scalar *sum_of(FrSides *s, uint32_t from, uint32_t to, uint32_t dim, const Scalar *v) {
  Scalar *out = sides_scalars(s, dim);
  for (uint32_t i = 0; i < dim && out != NULL; i++) {
    out[i] = ring_integer(ring_of(s), 0);
    for (uint32_t x = from; x < to; x++) out[i] = ring_add(ring_of(s), out[i], v[x * dim + i]);
  }
  return out;
}

/* rep_Y, Y having n elements: red_(1 x Y) . iota, and the derived term. */
static Status copied(FrSides *s, HilIndex y, uint32_t n) {
  HilTerms *terms = sides_terms(s);
  FrArgument v;
  HilMapId red;
  Scalar *found, *derived;
  HilSpace space = draw_space(&s->draw, 1);
  HilIndex one = hil_index_number(spaces_of(s), 1);
  TRY(sides_argument(s, space, &v));
  TRY(reduced(s, space, one, y, always, &red));
  TRY(image(s, hilmap_comp(terms, red, hilmap_inj(terms, sides_dom(s, red), 0)), &v.vector, &found));
  TRY(image(s, hilmap_rep(terms, y, space), &v.vector, &derived));
  Scalar *expected = copies(s, n, sides_dim(s, space), v.flat);
  if (expected == NULL) return STATUS_LIMIT;
  TRY(sides_compare(s, n * sides_dim(s, space), expected, found));
  return sides_compare(s, n * sides_dim(s, space), expected, derived);
}

static Status rep(FrSides *s) {
  HilIndex y = draw_index(&s->draw);
  return copied(s, y, hil_index(spaces_of(s), y)->size);
}
static Status dup(FrSides *s) { return copied(s, hil_index_number(spaces_of(s), 2), 2); }

static Status sum(FrSides *s) {
  HilTerms *terms = sides_terms(s);
  FrArgument v;
  HilMapId red;
  Scalar *found, *derived;
  HilSpace space = draw_space(&s->draw, 0);
  HilIndex y = draw_index(&s->draw), one = hil_index_number(spaces_of(s), 1);
  TRY(sides_argument(s, hil_space_power(spaces_of(s), y, space), &v));
  TRY(reduced(s, space, y, one, always, &red));
  TRY(image(s, hilmap_comp(terms, hilmap_proj(terms, sides_cod(s, red), 0), red), &v.vector, &found));
  TRY(image(s, hilmap_sum(terms, y, space), &v.vector, &derived));
  Scalar *expected = sum_of(s, 0, hil_index(spaces_of(s), y)->size, sides_dim(s, space), v.flat);
  if (expected == NULL) return STATUS_LIMIT;
  TRY(sides_compare(s, sides_dim(s, space), expected, found));
  return sides_compare(s, sides_dim(s, space), expected, derived);
}

/* u + v = Sigma_2 (u, v), and (f + g) v = Sigma_2 (<f, g> v) */
static Status plus(FrSides *s) {
  HilTerms *terms = sides_terms(s);
  FrArgument pair, v;
  HilMapId both[2];
  Scalar *found, *left, *right;
  HilSpace space = draw_space(&s->draw, 1), dom = draw_space(&s->draw, 1);
  HilIndex two = hil_index_number(spaces_of(s), 2);
  for (int i = 0; i < 2; i++) both[i] = draw_map_between(&s->draw, dom, space);
  TRY(sides_argument(s, hil_space_power(spaces_of(s), two, space), &pair));
  TRY(sides_argument(s, dom, &v));
  TRY(image(s, hilmap_sum(terms, two, space), &pair.vector, &found));
  Scalar *expected = sum_of(s, 0, 2, sides_dim(s, space), pair.flat);
  if (expected == NULL) return STATUS_LIMIT;
  TRY(sides_compare(s, sides_dim(s, space), expected, found));
  HilMapId tuple = hilmap_tuple(terms, dom, two, both);
  TRY(image(s, hilmap_comp(terms, hilmap_sum(terms, two, space), tuple), &v.vector, &left));
  TRY(image(s, hilmap_plus(terms, both[0], both[1]), &v.vector, &right));
  return sides_compare(s, sides_dim(s, space), left, right);
}

/* scan_n v = (v_1 + ... + v_i)_i, scan_n* v = (v_i + ... + v_n)_i */
static Status scan(FrSides *s) {
  FrArgument v;
  HilMapId red, adjoint;
  Scalar *found, *back;
  uint32_t n;
  HilIndex x = number_of(s, &n);
  HilSpace space = draw_space(&s->draw, 0);
  uint32_t dim = sides_dim(s, space);
  TRY(sides_argument(s, hil_space_power(spaces_of(s), x, space), &v));
  TRY(reduced(s, space, x, x, below, &red));
  TRY(image(s, red, &v.vector, &found));
  TRY(sides_adjoint(s, red, &adjoint));
  TRY(image(s, adjoint, &v.vector, &back));
  for (uint32_t i = 0; i < n; i++) {
    Scalar *prefix = sum_of(s, 0, i + 1, dim, v.flat), *suffix = sum_of(s, i, n, dim, v.flat);
    if (prefix == NULL || suffix == NULL) return STATUS_LIMIT;
    TRY(sides_compare(s, dim, prefix, found + i * dim));
    TRY(sides_compare(s, dim, suffix, back + i * dim));
  }
  return STATUS_OK;
}

/* (red_R v)_y = sum of v_x, and (red_R* w)_x = sum of w_y, over (x,y) in R */
static Status relation(FrSides *s) {
  FrRelation r = frechet_relation(s->k);
  HilPair pairs[FR_MOST_RELATION * FR_MOST_RELATION];
  uint32_t count = 0;
  HilIndex x = hil_index_number(spaces_of(s), r.nx), y = hil_index_number(spaces_of(s), r.ny);
  HilSpace real = hil_space_real(spaces_of(s));
  FrArgument v, w;
  HilMapId adjoint;
  Scalar *found, *back, *to = sides_scalars(s, r.ny), *from = sides_scalars(s, r.nx);
  if (to == NULL || from == NULL) return STATUS_LIMIT;
  TRY(sides_argument(s, hil_space_power(spaces_of(s), x, real), &v));
  TRY(sides_argument(s, hil_space_power(spaces_of(s), y, real), &w));
  for (uint32_t i = 0; i < r.ny; i++) to[i] = ring_integer(ring_of(s), 0);
  for (uint32_t i = 0; i < r.nx; i++) from[i] = ring_integer(ring_of(s), 0);
  for (uint32_t i = 0; i < r.nx * r.ny; i++) {
    uint32_t a = i / r.ny, b = i % r.ny;
    if ((r.bits >> i & 1) == 0) continue;
    pairs[count++] = (HilPair){a, b};
    to[b] = ring_add(ring_of(s), to[b], v.flat[a]);
    from[a] = ring_add(ring_of(s), from[a], w.flat[b]);
  }
  HilMapId red = hilmap_red(sides_terms(s), real, x, y, count, pairs);
  TRY(image(s, red, &v.vector, &found));
  TRY(sides_adjoint(s, red, &adjoint));
  TRY(sides_apply(s, adjoint, &w.vector, &back));
  TRY(sides_compare(s, r.ny, to, found));
  TRY(sides_compare(s, r.nx, from, back));
  return s->outcome == FR_DIFFERENT ? STATUS_OK : frechet_ruled_relation(s);
}

/* V(x)W^Y -o (V(x)W)^Y: transpose, distrib, transpose each. */
static HilMapId distribute_right(FrSides *s, HilSpace dom, HilIndex y) {
  HilTerms *terms = sides_terms(s);
  HilMapId first = hilmap_unitary(terms, HILMAP_TRANSPOSE, dom);
  HilMapId second = hilmap_unitary(terms, HILMAP_DISTRIB, sides_cod(s, first));
  HilMapId each = hilmap_unitary(terms, HILMAP_TRANSPOSE, hil_part(spaces_of(s), sides_cod(s, second), 0));
  return hilmap_comp(terms, hilmap_map(terms, y, each), hilmap_comp(terms, second, first));
}

/* curry = [red_{(y,(x,y)) | y} . right distrib]_x . distrib, and uncurry undoes it. */
static Status uncurry(FrSides *s) {
  HilTerms *terms = sides_terms(s);
  uint32_t nx = 1 + draw_choice(&s->draw, 2), ny = 1 + draw_choice(&s->draw, 3);
  HilIndex x = hil_index_number(spaces_of(s), nx), y = hil_index_number(spaces_of(s), ny);
  HilIndex xy = hil_index_times(spaces_of(s), x, y);
  HilSpace v = draw_space(&s->draw, 0), w = hil_space_real(spaces_of(s));
  HilSpace vx = hil_space_power(spaces_of(s), x, v), wy = hil_space_power(spaces_of(s), y, w);
  HilSpace dom = hil_space_tensor(spaces_of(s), vx, wy), vw = hil_space_tensor(spaces_of(s), v, w);
  HilMapId members[2];
  FrArgument t;
  Scalar *found, *derived, *back;
  for (uint32_t i = 0; i < nx; i++) {
    HilPair pairs[3];
    for (uint32_t j = 0; j < ny; j++) pairs[j] = (HilPair){j, i * ny + j};
    HilMapId right = distribute_right(s, hil_space_tensor(spaces_of(s), v, wy), y);
    members[i] = hilmap_comp(terms, hilmap_red(terms, vw, y, xy, ny, pairs), right);
  }
  HilMapId all = hilmap_cotuple(terms, hil_space_power(spaces_of(s), xy, vw), x, members);
  HilMapId m = hilmap_comp(terms, all, hilmap_unitary(terms, HILMAP_DISTRIB, dom));
  HilMapId curry = hilmap_unitary(terms, HILMAP_CURRY, dom);
  HilMapId both = hilmap_comp(terms, hilmap_unitary(terms, HILMAP_UNCURRY, sides_cod(s, curry)), m);
  TRY(sides_argument(s, dom, &t));
  TRY(image(s, curry, &t.vector, &found));
  TRY(image(s, both, &t.vector, &back));
  TRY(image(s, m, &t.vector, &derived));
  TRY(sides_compare(s, sides_dim(s, dom), derived, found));
  return sides_compare(s, sides_dim(s, dom), t.flat, back);
}

/* --------------------------------------------------------- derived adjoints -- */

/* rep* = Sigma, Sigma* = rep */
static Status adjoint_of_rep(FrSides *s) {
  HilTerms *terms = sides_terms(s);
  FrArgument many, one;
  HilMapId of_rep, of_sum;
  Scalar *summed, *repeated;
  HilSpace space = draw_space(&s->draw, 0);
  HilIndex y = draw_index(&s->draw);
  uint32_t n = hil_index(spaces_of(s), y)->size, dim = sides_dim(s, space);
  TRY(sides_argument(s, hil_space_power(spaces_of(s), y, space), &many));
  TRY(sides_argument(s, space, &one));
  TRY(sides_adjoint(s, hilmap_rep(terms, y, space), &of_rep));
  TRY(sides_adjoint(s, hilmap_sum(terms, y, space), &of_sum));
  TRY(image(s, of_rep, &many.vector, &summed));
  TRY(image(s, of_sum, &one.vector, &repeated));
  Scalar *sums = sum_of(s, 0, n, dim, many.flat), *expected = copies(s, n, dim, one.flat);
  if (sums == NULL || expected == NULL) return STATUS_LIMIT;
  TRY(sides_compare(s, dim, sums, summed));
  return sides_compare(s, n * dim, expected, repeated);
}

/* The adjoint of m at a new argument of its codomain. */
static Status adjoint_at(FrSides *s, HilMapId m, FrArgument *w, Scalar **out) {
  HilMapId adjoint;
  s->map = m;
  TRY(hil_terms_status(sides_terms(s)));
  TRY(sides_adjoint(s, m, &adjoint));
  TRY(sides_argument(s, sides_cod(s, m), w));
  return sides_apply(s, adjoint, &w->vector, out);
}

/* (k·)* = (k·), (·v)* = (v (.)), (v (.))* = (·v) */
static Status scaling(FrSides *s) {
  HilTerms *terms = sides_terms(s);
  Machine *machine = &s->draw.machine;
  FrArgument v, k, w;
  Scalar *found;
  HilSpace space = draw_space(&s->draw, 1);
  uint32_t n = sides_dim(s, space);
  Scalar *expected = sides_scalars(s, n);
  TRY(sides_argument(s, space, &v));
  TRY(sides_argument(s, hil_space_real(spaces_of(s)), &k));
  if (expected == NULL) return STATUS_LIMIT;
  TRY(adjoint_at(s, hilmap_multiple(terms, &k.vector, space), &w, &found));
  for (uint32_t i = 0; i < n; i++) expected[i] = ring_mul(ring_of(s), k.flat[0], w.flat[i]);
  TRY(sides_compare(s, n, expected, found));
  TRY(adjoint_at(s, hil_section_right(terms, machine, hil_bilinear_multiple(terms, space), &v.vector), &w, &found));
  Scalar dot = sides_inner(s, n, v.flat, w.flat);
  TRY(sides_compare(s, 1, &dot, found));
  TRY(adjoint_at(s, hil_section_left(terms, machine, hil_bilinear_inner(terms, space), &v.vector), &w, &found));
  for (uint32_t i = 0; i < n; i++) expected[i] = ring_mul(ring_of(s), v.flat[i], w.flat[0]);
  return sides_compare(s, n, expected, found);
}

/* u x v */
static void cross(Ring *ring, const Scalar *u, const Scalar *v, Scalar *out) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = ring_sub(ring, ring_mul(ring, u[j], v[k]), ring_mul(ring, u[k], v[j]));
  }
}

/* (e x)* = (x e) */
static Status adjoint_of_cross(FrSides *s) {
  HilTerms *terms = sides_terms(s);
  FrArgument e, w;
  Scalar *found, expected[3];
  HilSpace space = hil_space_power(spaces_of(s), hil_index_number(spaces_of(s), 3), hil_space_real(spaces_of(s)));
  TRY(sides_argument(s, space, &e));
  TRY(adjoint_at(s, hil_section_left(terms, &s->draw.machine, hil_bilinear_cross(terms), &e.vector), &w, &found));
  cross(ring_of(s), w.flat, e.flat, expected);
  return sides_compare(s, 3, expected, found);
}

Status frechet_operation_sides(FrSides *s, FrEquation equation) {
  static Status (*const sides[FR_EQUATION_COUNT])(FrSides *) = {
      [FR_EQUATION_INNER] = inner,
      [FR_EQUATION_CONTRACT] = contract,
      [FR_EQUATION_UNIVERSAL] = universal,
      [FR_EQUATION_REP] = rep,
      [FR_EQUATION_SUM] = sum,
      [FR_EQUATION_PLUS] = plus,
      [FR_EQUATION_DUP] = dup,
      [FR_EQUATION_SCAN] = scan,
      [FR_EQUATION_UNCURRY] = uncurry,
      [FR_EQUATION_ADJ_REP] = adjoint_of_rep,
      [FR_EQUATION_ADJ_SCALING] = scaling,
      [FR_EQUATION_ADJ_CROSS] = adjoint_of_cross,
      [FR_EQUATION_RED] = relation,
  };
  return sides[equation] == NULL ? STATUS_UNABLE : sides[equation](s);
}
