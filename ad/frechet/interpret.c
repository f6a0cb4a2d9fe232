/* The walk that both affine interpretations make. */
#include "ad/frechet/interpret.h"
#include "semantics/memory/try.h"

Status frechet_interpret_give(Interpretation *at, HilMapId map, HilMapId *d) {
  *d = map;
  return hil_terms_status(at->terms);
}

/*   (fx, inner) = f^[1] x,  (gfx, outer) = g^[1] fx */
Status frechet_interpret_comp(Interpretation *at, const HilFun *f, const HilVector *x, HilVector *gfx, HilMapId *inner,
                              HilMapId *outer) {
  HilVector fx;
  TRY(frechet_interpret(at, f->b, x, &fx, inner));
  return frechet_interpret(at, f->a, &fx, gfx, outer);
}

/*   (w, d) = unzip ((Pi f_y^[1]) x) */
Status frechet_interpret_members(Interpretation *at, const HilFun *f, const HilVector *x, HilVector *w, HilMapId *d) {
  HilTerms *terms = at->terms;
  uint32_t n = hil_width(&terms->spaces, f->cod);
  HilVector *parts = arena_array(at->machine->arena, n, sizeof *parts), part;
  HilMapId *members = arena_array(at->machine->arena, n, sizeof *members);
  if (parts == NULL || members == NULL) return STATUS_LIMIT;
  for (uint32_t y = 0; y < n; y++) {
    Status status = hil_coordinate(at->machine, x, n, y, &part);
    HilFunId member = f->kind == HILFUN_MAP ? f->a : hil_fun_member(terms, f, y);
    if (status == STATUS_OK) status = frechet_interpret(at, member, &part, &parts[y], &members[y]);
    if (status != STATUS_OK) return status;
  }
  TRY(hil_tuple(at->machine, &terms->spaces, f->cod, parts, w));
  HilIndex index = hil_space(&terms->spaces, f->cod)->index;
  return frechet_interpret_give(at, hilmap_par(terms, HILMAP_DELTA, index, members), d);
}

/*   (p'(a) ·) */
Status frechet_interpret_prim(Interpretation *at, const HilFun *f, const HilVector *x, HilMapId *d) {
  HilFactor a;
  HilVector *slope = arena_alloc(at->terms->arena, sizeof *slope);
  if (slope == NULL) return STATUS_LIMIT;
  TRY(hil_real(at->machine, x, &a));
  Scalar at_a =
      a.kind == HIL_FACTOR_SCALAR ? a.scalar : ring_integer(at->machine->ring, a.kind == HIL_FACTOR_ONE ? 1 : 0);
  TRY(frechet_slope(at->machine, f->op, f->constant, at_a, slope));
  return frechet_interpret_give(at, hilmap_multiple(at->terms, slope, f->dom), d);
}

/* The branch taken at x; the condition is not differentiated. */
Status frechet_interpret_if(Interpretation *at, const HilFun *f, const HilVector *x, HilVector *fx, HilMapId *d) {
  HilVector condition;
  HilFactor c;
  Ring *ring = at->machine->ring;
  Status status = hil_eval(at->machine, at->terms, f->a, x, &condition);
  if (status == STATUS_OK) status = hil_real(at->machine, &condition, &c);
  if (status != STATUS_OK) return status;
  Scalar zero = ring_integer(ring, 0);
  bool negative = c.kind == HIL_FACTOR_SCALAR && ring_test(ring, RING_LESS, c.scalar, zero);
  status = ring_take_status(ring);
  return status == STATUS_OK ? frechet_interpret(at, negative ? f->b : f->c, x, fx, d) : status;
}

Status frechet_interpret(Interpretation *at, HilFunId id, const HilVector *x, HilVector *fx, HilMapId *d) {
  if (at->machine->depth == 0 || at->machine->fuel == 0) return STATUS_LIMIT;
  at->machine->depth--;
  at->machine->fuel--;
  HilFun f = *hil_fun(at->terms, id);
  Status status = at->rule(at, id, &f, x, fx, d);
  at->machine->depth++;
  return status;
}
