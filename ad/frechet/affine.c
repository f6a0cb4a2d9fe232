/* Affine interpretation f^[1](x) = (f x, f'(x)), Fig. 1: the rules of Thm. 4.1 with
 * their values. */
#include "ad/frechet/frechet.h"

#include "semantics/core/rules.h"

typedef struct Affine {
  Machine *machine;
  HilTerms *terms;
} Affine;

static Status affine(Affine *at, HilFunId f, const HilVector *x, HilVector *fx, HilMapId *d);

static Status give(Affine *at, HilMapId map, HilMapId *d) {
  *d = map;
  return hil_terms_status(at->terms);
}

static Status affine_comp(Affine *at, const HilFun *f, const HilVector *x, HilVector *gfx, HilMapId *d) {
  HilVector fx;
  HilMapId inner, outer;
  Status status = affine(at, f->b, x, &fx, &inner);
  if (status == STATUS_OK) status = affine(at, f->a, &fx, gfx, &outer);
  return status == STATUS_OK ? give(at, hilmap_comp(at->terms, outer, inner), d) : status;
}

/*   (w, d) = unzip ((Pi f_y^[1]) x) */
static Status affine_members(Affine *at, const HilFun *f, const HilVector *x, HilVector *w, HilMapId *d) {
  HilTerms *terms = at->terms;
  uint32_t n = hil_width(&terms->spaces, f->cod);
  HilVector *parts = arena_array(at->machine->arena, n, sizeof *parts), part;
  HilMapId *members = arena_array(at->machine->arena, n, sizeof *members);
  if (parts == NULL || members == NULL) return STATUS_LIMIT;
  for (uint32_t y = 0; y < n; y++) {
    Status status = hil_coordinate(at->machine, x, n, y, &part);
    HilFunId member = f->kind == HILFUN_MAP ? f->a : hil_fun_member(terms, f, y);
    if (status == STATUS_OK) status = affine(at, member, &part, &parts[y], &members[y]);
    if (status != STATUS_OK) return status;
  }
  Status status = hil_tuple(at->machine, &terms->spaces, f->cod, parts, w);
  if (status != STATUS_OK) return status;
  HilIndex index = hil_space(&terms->spaces, f->cod)->index;
  return give(at, hilmap_par(terms, HILMAP_DELTA, index, members), d);
}

/*   (u<>) . pi2 + (<>v) . pi1 */
static Status affine_bilinear(Affine *at, const HilFun *f, const HilVector *x, HilMapId *d) {
  HilTerms *terms = at->terms;
  HilVector u, v;
  Status status = hil_coordinate(at->machine, x, 2, 0, &u);
  if (status == STATUS_OK) status = hil_coordinate(at->machine, x, 2, 1, &v);
  if (status != STATUS_OK) return status;
  HilMapId left = hil_section_left(terms, at->machine, f->bilinear, &u);
  HilMapId right = hil_section_right(terms, at->machine, f->bilinear, &v);
  HilMapId second = hilmap_comp(terms, left, hilmap_proj(terms, f->dom, 1));
  HilMapId first = hilmap_comp(terms, right, hilmap_proj(terms, f->dom, 0));
  return give(at, hilmap_plus(terms, second, first), d);
}

/*   (p'(a) ·) */
static Status affine_prim(Affine *at, const HilFun *f, const HilVector *x, HilMapId *d) {
  HilFactor a;
  HilVector *slope = arena_alloc(at->terms->arena, sizeof *slope);
  if (slope == NULL) return STATUS_LIMIT;
  Status status = hil_real(at->machine, x, &a);
  if (status != STATUS_OK) return status;
  Scalar at_a =
      a.kind == HIL_FACTOR_SCALAR ? a.scalar : ring_integer(at->machine->ring, a.kind == HIL_FACTOR_ONE ? 1 : 0);
  status = frechet_slope(at->machine, f->op, f->constant, at_a, slope);
  if (status != STATUS_OK) return status;
  return give(at, hilmap_multiple(at->terms, slope, f->dom), d);
}

/* The branch taken at x; the condition is not differentiated. */
static Status affine_if(Affine *at, const HilFun *f, const HilVector *x, HilVector *fx, HilMapId *d) {
  HilVector condition;
  HilFactor c;
  Ring *ring = at->machine->ring;
  Status status = hil_eval(at->machine, at->terms, f->a, x, &condition);
  if (status == STATUS_OK) status = hil_real(at->machine, &condition, &c);
  if (status != STATUS_OK) return status;
  Scalar zero = ring_integer(ring, 0);
  bool negative = c.kind == HIL_FACTOR_SCALAR && ring_test(ring, RING_LESS, c.scalar, zero);
  status = ring_take_status(ring);
  return status == STATUS_OK ? affine(at, negative ? f->b : f->c, x, fx, d) : status;
}

static Status affine_rule(Affine *at, HilFunId id, const HilFun *f, const HilVector *x, HilVector *fx, HilMapId *d) {
  Status status;
  switch (f->kind) {
  /* (g o f)^[1](x) = let (fx,f'x) = f^[1] x; (gfx,g'fx) = g^[1] fx in (gfx, g'fx . f'x) */
  case HILFUN_COMP: RULE(FR_COMP); return affine_comp(at, f, x, fx, d);
  /* (Pi f_y)^[1](x) = let (w,d) = unzip ((Pi f_y^[1]) x) in (w, Delta d) */
  case HILFUN_PAR:
  case HILFUN_MAP: RULE(FR_PARALLEL); return affine_members(at, f, x, fx, d);
  case HILFUN_IF: RULE(FR_IF); return affine_if(at, f, x, fx, d);
  case HILFUN_LINEAR:
  case HILFUN_BILINEAR:
  case HILFUN_CONST:
  case HILFUN_GIVEN:
  case HILFUN_PRIM: break;
  case HILFUN_KIND_COUNT: return STATUS_STUCK;
  }
  status = hil_eval(at->machine, at->terms, id, x, fx);
  if (status != STATUS_OK) return status;
  switch (f->kind) {
  /* h^[1](x) = (h x, h)                                                  */
  case HILFUN_LINEAR: RULE(FR_LINEAR); return give(at, f->map, d);
  /* <>^[1](x) = let (u,v) = x in (u <> v, (u<>) . pi2 + (<>v) . pi1)     */
  case HILFUN_BILINEAR: RULE(FR_BILINEAR); return affine_bilinear(at, f, x, d);
  /* K_w^[1](x) = (w, 0)                                                  */
  case HILFUN_CONST: RULE(FR_CONST); return give(at, hilmap_zero(at->terms, f->dom, f->cod), d);
  /* p^[1](x) = (p x, (p'x ·))                                            */
  case HILFUN_PRIM: RULE(FR_PRIM); return affine_prim(at, f, x, d);
  /* p^[1](x) = (p x, the matrices that are claimed)                      */
  case HILFUN_GIVEN: RULE(FR_GIVEN); return frechet_given(at->machine, at->terms, f, x, false, d);
  case HILFUN_COMP:
  case HILFUN_PAR:
  case HILFUN_MAP:
  case HILFUN_IF:
  case HILFUN_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status affine(Affine *at, HilFunId id, const HilVector *x, HilVector *fx, HilMapId *d) {
  if (at->machine->depth == 0 || at->machine->fuel == 0) return STATUS_LIMIT;
  at->machine->depth--;
  at->machine->fuel--;
  HilFun f = *hil_fun(at->terms, id);
  Status status = affine_rule(at, id, &f, x, fx, d);
  at->machine->depth++;
  return status;
}

Status frechet_affine(Machine *machine, HilTerms *terms, HilFunId f, const HilVector *x, HilVector *fx,
                      HilMapId *derivative) {
  Affine at = {machine, terms};
  return affine(&at, f, x, fx, derivative);
}
