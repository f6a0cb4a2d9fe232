/* Adjoint affine interpretation f^[1r](x) = (f x, (f'(x))*), Fig. 2: its own rules, not
 * the adjoint of what Fig. 1 gives. */
#include "ad/frechet/interpret.h"

#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

static Status affine_comp(Interpretation *at, const HilFun *f, const HilVector *x, HilVector *gfx, HilMapId *d) {
  HilMapId inner, outer;
  TRY(frechet_interpret_comp(at, f, x, gfx, &inner, &outer));
  return frechet_interpret_give(at, hilmap_comp(at->terms, inner, outer), d);
}

/* (g u)^t, transposed, kept with the terms. */
static Status transposed(Interpretation *at, HilMapId g, const HilVector *u, const HilVector **out) {
  HilTerms *terms = at->terms;
  HilVector w, turned;
  Machine there = *at->machine;
  there.arena = terms->arena;
  HilMapId transpose = hilmap_unitary(terms, HILMAP_TRANSPOSE, hil_map(terms, g)->cod);
  Status status = hil_terms_status(terms);
  if (status == STATUS_OK) status = hil_apply(&there, terms, g, u, &w);
  if (status == STATUS_OK) status = hil_apply(&there, terms, transpose, &w, &turned);
  at->machine->fuel = there.fuel;
  if (status != STATUS_OK) return status;
  *out = hil_keep(&there, turned);
  return *out == NULL ? STATUS_LIMIT : STATUS_OK;
}

static HilSpace turned_space(HilTerms *terms, HilMapId g) {
  HilSpaceNode t = *hil_space(&terms->spaces, hil_map(terms, g)->cod);
  return hil_space_tensor(&terms->spaces, t.b, t.a);
}

/*   (u<>)* = g2* . ((g1 u)^t *) . h*     (<>v)* = g1* . (* (g2 v)^t) . h* */
static Status adjoint_section(Interpretation *at, const HilBilinear *b, bool left, const HilVector *u, HilMapId *out) {
  HilTerms *terms = at->terms;
  const HilVector *w;
  HilMapId h, g;
  TRY(transposed(at, left ? b->g1 : b->g2, u, &w));
  TRY(frechet_adjoint(terms, b->h, &h));
  TRY(frechet_adjoint(terms, left ? b->g2 : b->g1, &g));
  HilSpaceNode product = *hil_space(&terms->spaces, hil_map(terms, b->h)->dom); /* W(x)U */
  HilMapId section = left ? hilmap_left(terms, turned_space(terms, b->g1), w, product.b)
                          : hilmap_right(terms, turned_space(terms, b->g2), w, product.a);
  return frechet_interpret_give(at, hilmap_comp(terms, g, hilmap_comp(terms, section, h)), out);
}

/*   iota2 . (u<>)* + iota1 . (<>v)* */
static Status affine_bilinear(Interpretation *at, const HilFun *f, const HilVector *x, HilMapId *d) {
  HilTerms *terms = at->terms;
  HilVector u, v;
  HilMapId left, right;
  HilBilinear b = terms->bilinears[f->bilinear.id];
  TRY(hil_coordinate(at->machine, x, 2, 0, &u));
  TRY(hil_coordinate(at->machine, x, 2, 1, &v));
  TRY(adjoint_section(at, &b, true, &u, &left));
  TRY(adjoint_section(at, &b, false, &v, &right));
  HilMapId second = hilmap_comp(terms, hilmap_inj(terms, f->dom, 1), left);
  HilMapId first = hilmap_comp(terms, hilmap_inj(terms, f->dom, 0), right);
  return frechet_interpret_give(at, hilmap_plus(terms, second, first), d);
}

static Status affine_rule(Interpretation *at, HilFunId id, const HilFun *f, const HilVector *x, HilVector *fx,
                          HilMapId *d) {
  switch (f->kind) {
  /* (g o f)^[1r](x) = let (fx,f'xa) = f^[1r] x; (gfx,g'fxa) = g^[1r] fx in (gfx, f'xa . g'fxa) */
  case HILFUN_COMP: RULE(FR_ADJ_COMP); return affine_comp(at, f, x, fx, d);
  /* (Pi f_y)^[1r](x) = let (w,d) = unzip ((Pi f_y^[1r]) x) in (w, Delta d) */
  case HILFUN_PAR:
  case HILFUN_MAP: RULE(FR_ADJ_PARALLEL); return frechet_interpret_members(at, f, x, fx, d);
  case HILFUN_IF: RULE(FR_ADJ_IF); return frechet_interpret_if(at, f, x, fx, d);
  case HILFUN_LINEAR:
  case HILFUN_BILINEAR:
  case HILFUN_CONST:
  case HILFUN_GIVEN:
  case HILFUN_PRIM: break;
  case HILFUN_KIND_COUNT: return STATUS_STUCK;
  }
  TRY(hil_eval(at->machine, at->terms, id, x, fx));
  switch (f->kind) {
  /* h^[1r](x) = (h x, h*)                                                */
  case HILFUN_LINEAR: RULE(FR_ADJ_LINEAR); return frechet_adjoint(at->terms, f->map, d);
  /* <>^[1r](x) = let (u,v) = x in (u <> v, iota2 . (u<>)* + iota1 . (<>v)*) */
  case HILFUN_BILINEAR: RULE(FR_ADJ_BILINEAR); return affine_bilinear(at, f, x, d);
  /* K_w^[1r](x) = (w, 0)                                                 */
  case HILFUN_CONST: RULE(FR_ADJ_CONST); return frechet_interpret_give(at, hilmap_zero(at->terms, f->cod, f->dom), d);
  /* p^[1r](x) = (p x, (p'x ·))                                           */
  case HILFUN_PRIM: RULE(FR_ADJ_PRIM); return frechet_interpret_prim(at, f, x, d);
  /* p^[1r](x) = (p x, the transposes of the matrices that are claimed)   */
  case HILFUN_GIVEN: RULE(FR_ADJ_GIVEN); return frechet_given(at->machine, at->terms, f, x, true, d);
  case HILFUN_COMP:
  case HILFUN_PAR:
  case HILFUN_MAP:
  case HILFUN_IF:
  case HILFUN_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status frechet_affine_adjoint(Machine *machine, HilTerms *terms, HilFunId f, const HilVector *x, HilVector *fx,
                              HilMapId *adjoint) {
  Interpretation at = {machine, terms, affine_rule};
  return frechet_interpret(&at, f, x, fx, adjoint);
}
