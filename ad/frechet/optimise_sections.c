/* Sections of tensor contraction, and the atoms (k·) and |w*| that are made of them: linear
 * and tensor algebra, computed formally in the machine's ring. */
#include "ad/frechet/optimiser.h"

static const HilMapId none = {0};

static HilSpace tensor(Optimising *o, HilSpace v, HilSpace w) { return hil_space_tensor(&o->terms->spaces, v, w); }
static HilSpace real(Optimising *o) { return hil_space_real(&o->terms->spaces); }
static const HilSpaceNode *node(const Optimising *o, HilSpace v) { return hil_space(&o->terms->spaces, v); }

static const HilVector *keep(Optimising *o, Status status, HilVector w) {
  const HilVector *kept = status == STATUS_OK ? hil_keep(&o->machine, w) : NULL;
  if (kept == NULL) (void)frechet_fail(o, status == STATUS_OK ? STATUS_LIMIT : status);
  return kept;
}

/* u (x) v, 0 or a multiple of it. */
static bool is_simple(const HilVector *w) {
  while (w->kind == HIL_SCALE) w = w->a;
  return w->kind == HIL_TENSOR || w->kind == HIL_ZERO;
}

/* w^t */
static const HilVector *turned(Optimising *o, HilSpace space, const HilVector *w) {
  HilVector out = hil_zero;
  HilMapId u = hilmap_unitary(o->terms, HILMAP_TRANSPOSE, space);
  if (u.id == 0) return NULL;
  Status status = hil_apply(&o->machine, o->terms, u, w, &out);
  return keep(o, status, out);
}

static HilVector vector_of(HilFactor k) {
  if (k.kind == HIL_FACTOR_SCALAR) return hil_scalar(k.scalar);
  return k.kind == HIL_FACTOR_ONE ? hil_one : hil_zero;
}

/* |w| for w : R (x) R, literals staying literals. */
static const HilVector *real_of(Optimising *o, const HilVector *w) {
  HilSimples simples;
  HilFactor sum = {.kind = HIL_FACTOR_ZERO}, a, b;
  Ring *ring = o->machine.ring;
  Status status = hil_simples(&o->machine, w, &simples);
  for (uint32_t i = 0; status == STATUS_OK && i < simples.count; i++) {
    status = hil_real(&o->machine, simples.terms[i].a, &a);
    if (status == STATUS_OK) status = hil_real(&o->machine, simples.terms[i].b, &b);
    a = hil_factor_mul(ring, simples.terms[i].factor, status == STATUS_OK ? hil_factor_mul(ring, a, b) : sum);
    sum = hil_factor_add(ring, sum, a);
  }
  if (status == STATUS_OK) status = ring_take_status(ring);
  return keep(o, status, vector_of(sum));
}

/* ------------------------------------------------------------------- atoms -- */

/* The parts of |_| . section . unit. */
typedef struct Atom {
  bool there, multiple; /* (k·), else |w*| */
  HilMap section;
  HilSpace dom, cod;
} Atom;

static bool is_in(HilMapKind kind) { return kind == HILMAP_UNIT_L || kind == HILMAP_UNIT_R; }
static bool is_out(HilMapKind kind) { return kind == HILMAP_UNIT_L_INV || kind == HILMAP_UNIT_R_INV; }
static bool is_section(HilMapKind kind) { return kind == HILMAP_LEFT || kind == HILMAP_RIGHT; }

/* 1 (x) k */
static bool is_one_left(const HilVector *w) {
  return w->kind == HIL_TENSOR && w->a->kind == HIL_INTEGER && w->a->n == 1;
}

static Atom atom_at(const Optimising *o, HilMapId id) {
  const HilMap m = frechet_at(o, id);
  Atom atom = {.dom = m.dom, .cod = m.cod};
  if (m.kind != HILMAP_COMP || !is_out(frechet_at(o, m.a).kind) || !frechet_is(o, m.b, HILMAP_COMP)) return atom;
  const HilMap out = frechet_at(o, m.a), rest = frechet_at(o, m.b), in = frechet_at(o, rest.b);
  atom.section = frechet_at(o, rest.a);
  if (atom.section.kind != HILMAP_LEFT) return atom;
  atom.multiple = in.kind == HILMAP_UNIT_L && out.kind == HILMAP_UNIT_L_INV && is_one_left(atom.section.w);
  atom.there = atom.multiple || (in.kind == HILMAP_UNIT_R && out.kind == HILMAP_UNIT_R_INV);
  return atom;
}

bool frechet_is_atom(const Optimising *o, HilMapId m) { return atom_at(o, m).there; }

/* (k·)   (1·) ~> id   (0·) ~> 0 */
static HilMapId multiple(Optimising *o, const HilVector *k, HilSpace v) {
  HilFactor factor;
  if (k == NULL) return none;
  Status status = hil_real(&o->machine, k, &factor);
  if (status != STATUS_OK) return frechet_fail(o, status);
  if (factor.kind == HIL_FACTOR_ONE && frechet_may(o, FRECHET_RULE_MULTIPLE_UNIT)) return hilmap_id(o->terms, v);
  if (factor.kind == HIL_FACTOR_ZERO && frechet_may(o, FRECHET_RULE_MULTIPLE_UNIT)) return hilmap_zero(o->terms, v, v);
  k = keep(o, STATUS_OK, vector_of(factor));
  return k == NULL ? none : hilmap_multiple(o->terms, k, v);
}

/* |w*| = |_| . (w*) . (_(x)1) : V -o W for w : W (x) V   |0*| ~> 0 */
static HilMapId apply_tensor(Optimising *o, HilSpace space, const HilVector *w) {
  if (w == NULL) return none;
  HilSpace from = node(o, space)->b, to = node(o, space)->a, one = real(o);
  if (w->kind == HIL_ZERO && frechet_may(o, FRECHET_RULE_SECTION_ZERO)) return hilmap_zero(o->terms, from, to);
  HilMapId in = hilmap_unitary(o->terms, HILMAP_UNIT_R, from);
  HilMapId out = hilmap_unitary(o->terms, HILMAP_UNIT_R_INV, tensor(o, to, one));
  HilMapId section = hilmap_left(o->terms, space, w, one);
  return hilmap_comp(o->terms, out, hilmap_comp(o->terms, section, in));
}

/* What a section between units is: w : W (x) V at a vector of V, or k in R (x) R times a
 * vector of a space.
 *
 *     (w*) : V(x)U -o W(x)U,  w : W(x)V      in by R, out by R: |w*|    U = R
 *                                            in by R, out by L: |w*|    U = W = R
 *                                            in by L, out by R: |w*|    U = V = R
 *                                            in by L, out by L: (|w|·)  V = W = R
 *     (*w) : W(x)V -o W(x)U,  w : V(x)U      likewise, with w^t for w and L for R      */
HilMapId frechet_atom(Optimising *o, HilMapId out_id, HilMapId section_id, HilMapId in_id) {
  const HilMap out = frechet_at(o, out_id), m = frechet_at(o, section_id), in = frechet_at(o, in_id);
  if (!is_out(out.kind) || !is_section(m.kind) || !is_in(in.kind)) return none;
  bool left = m.kind == HILMAP_LEFT, in_r = in.kind == HILMAP_UNIT_R, out_r = out.kind == HILMAP_UNIT_R_INV;
  bool scales = left ? !in_r && !out_r : in_r && out_r;
  bool real_ends = node(o, in.dom)->kind == HIL_SPACE_REAL && node(o, out.cod)->kind == HIL_SPACE_REAL;
  scales = scales || real_ends;
  bool named = scales ? left && !in_r && !out_r && is_one_left(m.w) : left && in_r && out_r;
  if (named) {
    HilFactor factor;
    bool zero = m.w->kind == HIL_ZERO;
    if (scales && hil_real(&o->machine, m.w->b, &factor) == STATUS_OK) zero = factor.kind != HIL_FACTOR_SCALAR;
    if (!zero) return hilmap_comp(o->terms, out_id, hilmap_comp(o->terms, section_id, in_id));
    return scales ? multiple(o, m.w->b, in.dom) : apply_tensor(o, m.space, m.w);
  }
  if (!frechet_may(o, left || scales ? FRECHET_RULE_UNITS : FRECHET_RULE_RIGHT_LEFT)) return none;
  if (scales) return multiple(o, real_of(o, m.w), in.dom);
  if (left) return apply_tensor(o, m.space, m.w);
  HilSpace space = tensor(o, node(o, m.space)->b, node(o, m.space)->a);
  return apply_tensor(o, space, turned(o, m.space, m.w));
}

/* (0*) ~> 0   (*0) ~> 0 */
HilMapId frechet_section(Optimising *o, HilMapId id) {
  const HilMap m = frechet_at(o, id);
  bool zero = m.w->kind == HIL_ZERO && frechet_may(o, FRECHET_RULE_SECTION_ZERO);
  return zero ? hilmap_zero(o->terms, m.dom, m.cod) : id;
}

/* ------------------------------------------------------------ compositions -- */

/* k of (k·) */
static Status factor_of(Optimising *o, const Atom *atom, HilFactor *k) {
  return hil_real(&o->machine, atom->section.w->b, k);
}

/* (k·) . (l·) ~> (k l·)   (k·) + (l·) ~> (k + l·) */
static HilMapId combine_factors(Optimising *o, const Atom *g, const Atom *f, bool product) {
  HilFactor k, l;
  Ring *ring = o->machine.ring;
  Status status = factor_of(o, g, &k);
  if (status == STATUS_OK) status = factor_of(o, f, &l);
  if (status != STATUS_OK) return frechet_fail(o, status);
  k = product ? hil_factor_mul(ring, k, l) : hil_factor_add(ring, k, l);
  return multiple(o, keep(o, ring_take_status(ring), vector_of(k)), g->dom);
}

/* (k·) . |w*| ~> |k·w*|, and |w*| . (k·) */
static HilMapId scale_section(Optimising *o, const Atom *scale, const Atom *of) {
  HilFactor k;
  HilVector scaled = hil_zero;
  Status status = factor_of(o, scale, &k);
  if (status == STATUS_OK) status = hil_scale(&o->machine, k, of->section.w, &scaled);
  return apply_tensor(o, of->section.space, keep(o, status, scaled));
}

/* v * w : W(x)U */
static const HilVector *contract(Optimising *o, const HilMap *v, const HilMap *w, HilSpace *space) {
  HilVector product = hil_zero;
  *space = tensor(o, node(o, v->space)->a, node(o, w->space)->b);
  Status status = hil_contract(&o->machine, &o->terms->spaces, v->space, w->space, v->w, w->w, &product);
  return keep(o, status, product);
}

static HilMapId compose_atoms(Optimising *o, const Atom *g, const Atom *f) {
  HilSpace space;
  if (g->multiple && f->multiple) return frechet_may(o, FRECHET_RULE_MULTIPLES) ? combine_factors(o, g, f, true) : none;
  if (g->multiple || f->multiple) {
    const Atom *of = g->multiple ? f : g;
    if (!is_simple(of->section.w) || !frechet_may(o, FRECHET_RULE_MULTIPLE_LEFT)) return none;
    return scale_section(o, g->multiple ? g : f, of);
  }
  if (!is_simple(g->section.w) || !is_simple(f->section.w)) return none;
  bool through_real = node(o, f->cod)->kind == HIL_SPACE_REAL;
  if (!frechet_may(o, through_real ? FRECHET_RULE_RANK_ONE : FRECHET_RULE_SECTIONS)) return none;
  const HilVector *product = contract(o, &g->section, &f->section, &space);
  return apply_tensor(o, space, product);
}

/* (v*) . (w*) ~> ((v * w)*)   (*w) . (*v) ~> (*(v * w)) */
static HilMapId compose_plain(Optimising *o, const HilMap *g, const HilMap *f) {
  HilSpace space;
  if (g->kind != f->kind || !is_section(g->kind) || !is_simple(g->w) || !is_simple(f->w)) return none;
  if (!frechet_may(o, FRECHET_RULE_SECTIONS)) return none;
  bool left = g->kind == HILMAP_LEFT;
  const HilVector *w = left ? contract(o, g, f, &space) : contract(o, f, g, &space);
  if (w == NULL) return none;
  HilMapId section =
      left ? hilmap_left(o->terms, space, w, node(o, f->dom)->b) : hilmap_right(o->terms, space, w, node(o, f->dom)->a);
  return section.id == 0 ? none : frechet_section(o, section);
}

HilMapId frechet_compose_sections(Optimising *o, HilMapId g_id, HilMapId f_id) {
  Atom g = atom_at(o, g_id), f = atom_at(o, f_id);
  if (g.there && f.there) return compose_atoms(o, &g, &f);
  const HilMap v = frechet_at(o, g_id), w = frechet_at(o, f_id);
  return compose_plain(o, &v, &w);
}

/* -------------------------------------------------------------------- sums -- */

/* The side of k·(1(x)v) that is not 1, times k, in *out; on the right or on the left. */
static bool beside_one(Optimising *o, const HilVector *w, bool right, HilVector *out) {
  HilFactor k = {.kind = HIL_FACTOR_ONE};
  for (; w->kind == HIL_SCALE; w = w->a) k = hil_factor_mul(o->machine.ring, k, hil_factor(w->scalar));
  if (w->kind != HIL_TENSOR) return false;
  const HilVector *one = right ? w->a : w->b, *other = right ? w->b : w->a;
  if (one->kind != HIL_INTEGER || one->n != 1) return false;
  Status status = hil_scale(&o->machine, k, other, out);
  if (status != STATUS_OK) (void)frechet_fail(o, status);
  return status == STATUS_OK;
}

/* 1(x)v + 1(x)w ~> 1(x)(v + w)   v(x)1 + w(x)1 ~> (v + w)(x)1 */
static const HilVector *add_beside(Optimising *o, HilSpace space, const HilVector *v, const HilVector *w) {
  HilVector both[2], sum, out = hil_zero;
  for (int right = 1; right >= 0; right--) {
    if (!beside_one(o, v, right, &both[0]) || !beside_one(o, w, right, &both[1])) continue;
    if (!frechet_may(o, FRECHET_RULE_TENSOR_PLUS)) return NULL;
    HilSpace side = right ? node(o, space)->b : node(o, space)->a;
    Status status = hil_sum(&o->machine, &o->terms->spaces, side, 2, both, &sum);
    if (status == STATUS_OK) status = hil_tensor(&o->machine, right ? &hil_one : &sum, right ? &sum : &hil_one, &out);
    return keep(o, status, out);
  }
  return NULL;
}

/* v + w, formally */
static const HilVector *add(Optimising *o, HilSpace space, const HilVector *v, const HilVector *w) {
  HilVector sum = hil_zero;
  const HilVector both[2] = {*v, *w};
  const HilVector *one = add_beside(o, space, v, w);
  if (one != NULL) return one;
  Status status = hil_sum(&o->machine, &o->terms->spaces, space, 2, both, &sum);
  return keep(o, status, sum);
}

/* (k·) + id ~> (k + 1·) */
static HilMapId add_one(Optimising *o, const Atom *atom) {
  HilFactor k;
  Ring *ring = o->machine.ring;
  Status status = factor_of(o, atom, &k);
  if (status != STATUS_OK) return frechet_fail(o, status);
  k = hil_factor_add(ring, k, (HilFactor){.kind = HIL_FACTOR_ONE});
  return multiple(o, keep(o, ring_take_status(ring), vector_of(k)), atom->dom);
}

/* (v*) + (w*) ~> ((v + w)*)   (*v) + (*w) ~> (*(v + w)) */
static HilMapId add_plain(Optimising *o, const HilMap *f, const HilMap *g) {
  if (f->kind != g->kind || !is_section(f->kind) || !hil_same(f->space, g->space)) return none;
  if (!frechet_may(o, FRECHET_RULE_SECTION_PLUS)) return none;
  const HilVector *w = add(o, f->space, f->w, g->w);
  if (w == NULL) return none;
  HilMapId sum = f->kind == HILMAP_LEFT ? hilmap_left(o->terms, f->space, w, node(o, f->dom)->b)
                                        : hilmap_right(o->terms, f->space, w, node(o, f->dom)->a);
  return sum.id == 0 ? none : frechet_section(o, sum);
}

HilMapId frechet_plus_sections(Optimising *o, HilMapId f_id, HilMapId g_id) {
  Atom f = atom_at(o, f_id), g = atom_at(o, g_id);
  if (f.there && g.there && f.multiple != g.multiple) return none;
  if (f.there && g.there && f.multiple)
    return frechet_may(o, FRECHET_RULE_MULTIPLE_PLUS) ? combine_factors(o, &f, &g, false) : none;
  if (f.there && g.there) {
    if (!frechet_may(o, FRECHET_RULE_SECTION_PLUS)) return none;
    return apply_tensor(o, f.section.space, add(o, f.section.space, f.section.w, g.section.w));
  }
  bool one = (f.there && f.multiple && frechet_is(o, g_id, HILMAP_ID)) ||
             (g.there && g.multiple && frechet_is(o, f_id, HILMAP_ID));
  if (one) return frechet_may(o, FRECHET_RULE_MULTIPLE_PLUS) ? add_one(o, f.there ? &f : &g) : none;
  const HilMap v = frechet_at(o, f_id), w = frechet_at(o, g_id);
  return add_plain(o, &v, &w);
}
