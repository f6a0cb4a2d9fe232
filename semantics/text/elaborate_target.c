/* Forms of the linear target language, CHAD Fig. 5. */
#include "semantics/text/elaborate.h"

#include <string.h>

static Draft *need_linear(Elaborator *e, const Syntax *s, const char *what) {
  elaborate_fail(e, s->span, "%s is linear, but a Cartesian term is needed here", what);
  return NULL;
}

/* G; v:T_ |- v : T_ */
static Draft *elaborate_lvar(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!elaborate_expect(e, s->span, place->domain, expected)) return NULL;
  return draft_make(e, TERM_LVAR, s, NULL, NULL);
}

/* G; v:T_ |- t : S_   G; v:S_ |- s : R_  =>  let v = t in s : R_ */
static Draft *elaborate_letv(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *type = mono_meta(&e->unifier);
  Draft *t = elaborate(e, place, s->kid[0], type);
  Place inner = place_linear(place, type);
  Draft *body = t == NULL ? NULL : elaborate(e, &inner, s->kid[1], expected);
  return body == NULL ? NULL : draft_make(e, TERM_LETV, s, t, body);
}

/* G; v:T_ |- t : S_  =>  \v. t : T_ -o S_ */
static Draft *elaborate_llam(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *domain = NULL, *codomain = NULL;
  if (!mono_split(e, TYPE_LFUN, expected, &domain, &codomain)) {
    char wanted[256];
    elaborate_describe(e, expected, wanted, sizeof wanted);
    elaborate_fail(e, s->span, "this is a linear function, but %s is expected here", wanted);
    return NULL;
  }
  if (s->kid[0] != NULL) {
    Mono *type = elaborate_type(e, place->sizes, s->kid[0], true);
    if (type == NULL || !elaborate_expect(e, s->kid[0]->span, type, domain)) return NULL;
  }
  Place inner = place_linear(place, domain);
  Draft *body = elaborate(e, &inner, s->kid[1], codomain);
  Draft *lambda = body == NULL ? NULL : draft_make(e, TERM_LLAM, s, body, NULL);
  if (lambda != NULL) lambda->type = domain;
  return lambda;
}

/* G |- t : T   G; v |- s : S_  =>  !t >< s : !T >< S_ */
static Draft *elaborate_copower(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *key = NULL, *value = NULL;
  if (!mono_split(e, TYPE_COPOWER, expected, &key, &value)) {
    Mono *own = mono_make(&e->unifier, TYPE_COPOWER, mono_meta(&e->unifier), mono_meta(&e->unifier), NULL);
    (void)elaborate_expect(e, s->span, own, expected);
    return NULL;
  }
  Place cartesian = place_cartesian(place);
  Draft *t = elaborate(e, &cartesian, s->kid[0], key);
  Draft *u = t == NULL ? NULL : elaborate(e, place, s->kid[1], value);
  return u == NULL ? NULL : draft_make(e, TERM_COPOWER, s, t, u);
}

/* G; v |- t : !T >< S_   G, y:T; v:S_ |- s : R_  =>  case t of !y >< v -> s : R_ */
static Draft *elaborate_case(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *key = mono_meta(&e->unifier), *value = mono_meta(&e->unifier);
  Draft *t = elaborate(e, place, s->kid[0], mono_make(&e->unifier, TYPE_COPOWER, key, value, NULL));
  if (t == NULL) return NULL;
  Place linear = place_linear(place, value), inner = place_bind(e, &linear, s->name, key);
  Draft *body = elaborate(e, &inner, s->kid[1], expected);
  Draft *draft = body == NULL ? NULL : draft_make(e, TERM_CASE, s, t, body);
  if (draft == NULL) return NULL;
  draft->name = s->name;
  draft->type = expected;
  return draft;
}

/* G |- t : S_ -o T_   G; v |- s : S_  =>  t @ s : T_ */
static Draft *elaborate_lapp(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *domain = mono_meta(&e->unifier);
  Place cartesian = place_cartesian(place);
  Draft *t = elaborate(e, &cartesian, s->kid[0], mono_make(&e->unifier, TYPE_LFUN, domain, expected, NULL));
  Draft *u = t == NULL ? NULL : elaborate(e, place, s->kid[1], domain);
  return u == NULL ? NULL : draft_make(e, TERM_LAPP, s, t, u);
}

static Draft *elaborate_zero(Elaborator *e, const Syntax *s, Mono *expected) {
  Draft *draft = draft_make(e, TERM_ZERO, s, NULL, NULL);
  if (draft != NULL) draft->type = expected;
  return draft;
}

/* ------------------------------------------------------ linear operations -- */

/* The linear type of the same length. */
static Mono *linear_of(Elaborator *e, const Mono *real) {
  return mono_make(&e->unifier, TYPE_LREAL, NULL, NULL, real->n);
}

/* What lop is over its sizes: CDom, LDom and the Cartesian operands. */
typedef struct LopSignature {
  Signature cartesian;
  uint32_t arity;
  Mono *ldom, *cdom;
} LopSignature;

/* real_^n1 * ... * real_^nk over the real operands of the operation. */
static Mono *tangents(Elaborator *e, const LopSignature *s) {
  Mono *product = NULL;
  for (uint32_t i = 0; i < s->arity; i++) {
    const Mono *operand = mono_find(s->cartesian.operand[i]);
    if (operand->kind != TYPE_REAL) continue;
    Mono *tangent = linear_of(e, operand);
    product = product == NULL ? tangent : mono_make(&e->unifier, TYPE_LPROD, product, tangent, NULL);
  }
  return product;
}

static bool sign_derivative(Elaborator *e, const Syntax *s, LopSignature *out) {
  out->cartesian = op_signature(e, s->op, s);
  out->arity = op_arity(s->op);
  Mono *inputs = tangents(e, out);
  if (inputs == NULL) return elaborate_fail(e, s->span, "'%s' has no derivative", op_info(s->op)->name);
  Mono *output = linear_of(e, mono_find(out->cartesian.result));
  out->ldom = s->code == LOP_DERIVATIVE ? inputs : output;
  out->cdom = s->code == LOP_DERIVATIVE ? output : inputs;
  return true;
}

static Size *shape_size(Elaborator *e, const char *shape, const Signature *sizes, Size *area) {
  if (strcmp(shape, "n") == 0) return sizes->n;
  if (strcmp(shape, "m") == 0) return sizes->m;
  return strcmp(shape, "mn") == 0 ? area : size_known(&e->unifier, 1);
}

static bool lop_has_shape(const LopInfo *info, const char *shape) {
  return strcmp(info->cartesian, shape) == 0 || strcmp(info->ldom, shape) == 0 || strcmp(info->cdom, shape) == 0;
}

static void sign_elementary(Elaborator *e, const Syntax *s, LopSignature *out) {
  const LopInfo *info = lop_info((LopCode)s->code);
  Size *area = NULL;
  *out = (LopSignature){.arity = info->cartesian[0] != '\0'};
  out->cartesian.n = elaborate_needed_size(e);
  if (lop_has_shape(info, "mn")) {
    area = elaborate_needed_size(e);
    out->cartesian.m = elaborate_needed_size(e);
    size_equation(&e->unifier, OP_IMUL, area, out->cartesian.m, out->cartesian.n, s);
  }
  if (out->arity == 1)
    out->cartesian.operand[0] = mono_real(&e->unifier, shape_size(e, info->cartesian, &out->cartesian, area));
  out->ldom = mono_make(&e->unifier, TYPE_LREAL, NULL, NULL, shape_size(e, info->ldom, &out->cartesian, area));
  out->cdom = mono_make(&e->unifier, TYPE_LREAL, NULL, NULL, shape_size(e, info->cdom, &out->cartesian, area));
}

static bool lop_arguments(Elaborator *e, const Place *place, const Syntax *s, const LopSignature *signature,
                          Draft *operands[OP_MAX_ARITY]) {
  Place cartesian = place_cartesian(place);
  uint32_t given = (s->kid[0] != NULL) + (uint32_t)(s->kid[1] != NULL);
  if (given != signature->arity)
    return elaborate_fail(e, s->span, "this linear operation has %u Cartesian operand%s, but %u %s given",
                          signature->arity, signature->arity == 1 ? "" : "s", given, given == 1 ? "is" : "are");
  for (uint32_t i = 0; i < given; i++) {
    operands[i] = elaborate(e, &cartesian, s->kid[i], signature->cartesian.operand[i]);
    if (operands[i] == NULL) return false;
  }
  return true;
}

/* G |- ti : real^ni   G; v |- s : LDom(lop)  =>  lop(t1..tk; s) : CDom(lop) */
static Draft *elaborate_lop(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  LopSignature signature;
  Draft *operands[OP_MAX_ARITY] = {NULL, NULL};
  bool derivative = s->code == LOP_DERIVATIVE || s->code == LOP_TRANSPOSE;
  if (derivative && !sign_derivative(e, s, &signature)) return NULL;
  if (!derivative) sign_elementary(e, s, &signature);
  if (!apply_sizes(e, place, s->kid[3], &signature.cartesian)) return NULL;
  if (!elaborate_expect(e, s->span, signature.cdom, expected)) return NULL;
  if (!lop_arguments(e, place, s, &signature, operands)) return NULL;
  Draft *linear = elaborate(e, place, s->kid[2], signature.ldom);
  Draft *draft = linear == NULL ? NULL : draft_make(e, TERM_LOP, s, operands[0], operands[1]);
  if (draft == NULL) return NULL;
  draft->kid[3] = linear;
  draft->lop = (LopCode)s->code;
  draft->op = s->op;
  draft->constant = s->constant;
  draft->n = signature.cartesian.n;
  draft->m = signature.cartesian.m;
  return draft;
}

/* -------------------------------------------------------------- Dmap, Dmap^t -- */

/* The types of Dmap and Dmap^t: see rules/chad.md, section 10. */
typedef struct DmapTypes {
  Mono *row, *body_domain, *body, *rest_domain, *rest, *argument, *result;
} DmapTypes;

static DmapTypes dmap_types(Elaborator *e, bool transpose, Size *n) {
  Unifier *u = &e->unifier;
  Mono *real = mono_make(u, TYPE_LREAL, NULL, NULL, size_known(u, 1)),
       *vector = mono_make(u, TYPE_LREAL, NULL, NULL, n);
  Mono *context = mono_meta(u), *both = mono_make(u, TYPE_LPROD, context, real, NULL);
  Mono *row = mono_real(u, n);
  if (transpose) return (DmapTypes){row, real, both, vector, context, vector, context};
  return (DmapTypes){row, both, real, context, vector, context, vector};
}

static Draft *elaborate_dmap(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Size *n = elaborate_needed_size(e);
  DmapTypes types = dmap_types(e, s->code == 1, n);
  if (!elaborate_expect(e, s->span, types.result, expected)) return NULL;
  Place cartesian = place_cartesian(place), body = place_linear(place, types.body_domain);
  Place inner = place_bind(e, &body, s->name, mono_real(&e->unifier, size_known(&e->unifier, 1)));
  Place rest = place_linear(place, types.rest_domain);
  Draft *array = elaborate(e, &cartesian, s->kid[0], types.row);
  Draft *t = array == NULL ? NULL : elaborate(e, &inner, s->kid[1], types.body);
  Draft *r = t == NULL ? NULL : elaborate(e, &rest, s->kid[2], types.rest);
  Draft *u = r == NULL ? NULL : elaborate(e, place, s->kid[3], types.argument);
  Draft *draft = u == NULL ? NULL : draft_make(e, s->code == 1 ? TERM_DMAPT : TERM_DMAP, s, array, t);
  if (draft == NULL) return NULL;
  draft->kid[2] = r;
  draft->kid[3] = u;
  draft->name = s->name;
  return draft;
}

static Draft *elaborate_linear(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (s->kind == SYNTAX_LVAR) return elaborate_lvar(e, place, s, expected);
  if (s->kind == SYNTAX_LETV) return elaborate_letv(e, place, s, expected);
  if (s->kind == SYNTAX_LOP) return elaborate_lop(e, place, s, expected);
  if (s->kind == SYNTAX_COPOWER) return elaborate_copower(e, place, s, expected);
  if (s->kind == SYNTAX_CASE) return elaborate_case(e, place, s, expected);
  if (s->kind == SYNTAX_LAPP) return elaborate_lapp(e, place, s, expected);
  if (s->kind == SYNTAX_ZERO) return elaborate_zero(e, s, expected);
  return elaborate_dmap(e, place, s, expected);
}

static const char *form_of(SyntaxKind kind) {
  if (kind == SYNTAX_LVAR) return "v";
  if (kind == SYNTAX_LETV) return "let v";
  if (kind == SYNTAX_LOP) return "a linear operation";
  if (kind == SYNTAX_COPOWER) return "!t >< s";
  if (kind == SYNTAX_CASE) return "case";
  if (kind == SYNTAX_LAPP) return "t @ s";
  return kind == SYNTAX_ZERO ? "0_" : "Dmap";
}

Draft *elaborate_target(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  bool lambda = s->kind == SYNTAX_LLAM;
  if (lambda && place_is_linear(place)) return fail_cartesian(e, s, "a linear function");
  if (lambda) return elaborate_llam(e, place, s, expected);
  if (place_is_linear(place)) return elaborate_linear(e, place, s, expected);
  return need_linear(e, s, form_of(s->kind));
}
