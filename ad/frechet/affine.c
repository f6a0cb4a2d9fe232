/* Affine interpretation f^[1](x) = (f x, f'(x)), Fig. 1: the rules of Thm. 4.1 with
 * their values. */
#include "ad/frechet/interpret.h"

#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

static Status affine_comp(Interpretation *at, const HilFun *f, const HilVector *x, HilVector *gfx, HilMapId *d) {
  HilMapId inner, outer;
  TRY(frechet_interpret_comp(at, f, x, gfx, &inner, &outer));
  return frechet_interpret_give(at, hilmap_comp(at->terms, outer, inner), d);
}

/*   (u<>) . pi2 + (<>v) . pi1 */
static Status affine_bilinear(Interpretation *at, const HilFun *f, const HilVector *x, HilMapId *d) {
  HilTerms *terms = at->terms;
  HilVector u, v;
  TRY(hil_coordinate(at->machine, x, 2, 0, &u));
  TRY(hil_coordinate(at->machine, x, 2, 1, &v));
  HilMapId left = hil_section_left(terms, at->machine, f->bilinear, &u);
  HilMapId right = hil_section_right(terms, at->machine, f->bilinear, &v);
  HilMapId second = hilmap_comp(terms, left, hilmap_proj(terms, f->dom, 1));
  HilMapId first = hilmap_comp(terms, right, hilmap_proj(terms, f->dom, 0));
  return frechet_interpret_give(at, hilmap_plus(terms, second, first), d);
}

static Status affine_rule(Interpretation *at, HilFunId id, const HilFun *f, const HilVector *x, HilVector *fx,
                          HilMapId *d) {
  switch (f->kind) {
  /* (g o f)^[1](x) = let (fx,f'x) = f^[1] x; (gfx,g'fx) = g^[1] fx in (gfx, g'fx . f'x) */
  case HILFUN_COMP: RULE(FR_COMP); return affine_comp(at, f, x, fx, d);
  /* (Pi f_y)^[1](x) = let (w,d) = unzip ((Pi f_y^[1]) x) in (w, Delta d) */
  case HILFUN_PAR:
  case HILFUN_MAP: RULE(FR_PARALLEL); return frechet_interpret_members(at, f, x, fx, d);
  case HILFUN_IF: RULE(FR_IF); return frechet_interpret_if(at, f, x, fx, d);
  case HILFUN_LINEAR:
  case HILFUN_BILINEAR:
  case HILFUN_CONST:
  case HILFUN_GIVEN:
  case HILFUN_PRIM: break;
  case HILFUN_KIND_COUNT: return STATUS_STUCK;
  }
  TRY(hil_eval(at->machine, at->terms, id, x, fx));
  switch (f->kind) {
  /* h^[1](x) = (h x, h)                                                  */
  case HILFUN_LINEAR: RULE(FR_LINEAR); return frechet_interpret_give(at, f->map, d);
  /* <>^[1](x) = let (u,v) = x in (u <> v, (u<>) . pi2 + (<>v) . pi1)     */
  case HILFUN_BILINEAR: RULE(FR_BILINEAR); return affine_bilinear(at, f, x, d);
  /* K_w^[1](x) = (w, 0)                                                  */
  case HILFUN_CONST: RULE(FR_CONST); return frechet_interpret_give(at, hilmap_zero(at->terms, f->dom, f->cod), d);
  /* p^[1](x) = (p x, (p'x ·))                                            */
  case HILFUN_PRIM: RULE(FR_PRIM); return frechet_interpret_prim(at, f, x, d);
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

Status frechet_affine(Machine *machine, HilTerms *terms, HilFunId f, const HilVector *x, HilVector *fx,
                      HilMapId *derivative) {
  Interpretation at = {machine, terms, affine_rule};
  return frechet_interpret(&at, f, x, fx, derivative);
}
