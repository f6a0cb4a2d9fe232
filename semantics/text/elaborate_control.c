/* Sums, conditionals, iteration and array combinators. */
#include "semantics/text/elaborate.h"

/* These forms are Cartesian, but for case, bigsum and liter. */
static bool need_cartesian(Elaborator *e, const Place *place, const Syntax *s) {
  if (!place_is_linear(place)) return true;
  return elaborate_fail(e, s->span, "this is Cartesian, but a linear term is needed here");
}

static Draft *with_third(Draft *draft, Draft *third) {
  if (draft != NULL) draft->kid[2] = third;
  return draft;
}

/* -------------------------------------------------------------------- sums -- */

static Draft *injection_draft(Elaborator *e, const Syntax *s, Draft *t, bool right, Mono *sum) {
  Draft *draft = t == NULL ? NULL : draft_make(e, right ? TERM_INR : TERM_INL, s, t, NULL);
  if (draft != NULL) draft->type = sum;
  return draft;
}

/* G |- t : T  =>  inl t : T + S, and inr */
static Draft *elaborate_injection(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *a = NULL, *b = NULL;
  if (!need_cartesian(e, place, s)) return NULL;
  if (!mono_split(e, TYPE_SUM, expected, &a, &b)) {
    Mono *sum = mono_make(&e->unifier, TYPE_SUM, mono_meta(&e->unifier), mono_meta(&e->unifier), NULL);
    (void)elaborate_expect(e, s->span, sum, expected);
    return NULL;
  }
  Draft *t = elaborate(e, place, s->kid[0], s->code == 0 ? a : b);
  return injection_draft(e, s, t, s->code == 1, expected);
}

/* true = inl (), false = inr () */
static Draft *elaborate_truth(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *sum = mono_bool(&e->unifier);
  if (!need_cartesian(e, place, s) || !elaborate_expect(e, s->span, sum, expected)) return NULL;
  return injection_draft(e, s, draft_make(e, TERM_UNIT, s, NULL, NULL), s->code == 1, sum);
}

static Syntax *truth(Elaborator *e, const Syntax *s, bool value) {
  Syntax *node = syntax_make(e->reader, SYNTAX_TRUTH, s->span, NULL, NULL);
  if (node != NULL) node->code = value ? 0 : 1;
  return node;
}

/* if b then t else s, standing where `at` does */
static Syntax *conditional(Elaborator *e, const Syntax *at, Syntax *b, Syntax *t, Syntax *s) {
  bool good = b != NULL && t != NULL && s != NULL;
  Syntax *node = good ? syntax_make(e->reader, SYNTAX_MATCH, at->span, b, s) : NULL;
  if (node == NULL) return NULL;
  node->kid[2] = t;
  node->code = 1;
  node->name = syntax_hidden(e->reader);
  node->name2 = syntax_hidden(e->reader);
  return node;
}

/* not a = if a then false else true;  a and b = if a then b else false;
 * a or b = if a then true else b */
static Draft *elaborate_logic(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_cartesian(e, place, s)) return NULL;
  Syntax *a = s->kid[0], *b = s->kid[1];
  Syntax *node = s->code == 0   ? conditional(e, s, a, truth(e, s, false), truth(e, s, true))
                 : s->code == 1 ? conditional(e, s, a, b, truth(e, s, false))
                                : conditional(e, s, a, truth(e, s, true), b);
  return node == NULL ? NULL : elaborate(e, place, node, expected);
}

/* Branches of more nodes are not written twice. */
#define COPIED 256u

/* The nodes of a branch once its conditions are written out, up to the limit. */
static uint32_t weight(const Syntax *s, uint32_t left) {
  uint32_t all = 1;
  if (s == NULL || left == 0) return 0;
  for (int k = 0; k < 4 && all < left; k++) {
    bool twice = s->kind == SYNTAX_MATCH && s->kid[0]->kind == SYNTAX_LOGIC;
    all += (twice ? 2 : 1) * weight(s->kid[k], left - all);
  }
  return all;
}

/* A condition made of conditions becomes nested conditionals, which every engine that has conditionals takes:
 * if not a then t else s = if a then s else t;  if a and b then t else s = if a then (if b then t else s) else s;
 * if a or b then t else s = if a then t else (if b then t else s) */
static const Syntax *open_condition(Elaborator *e, const Syntax *s) {
  while (s != NULL && s->kid[0]->kind == SYNTAX_LOGIC) {
    const Syntax *c = s->kid[0];
    Syntax *t = s->kid[2], *u = s->kid[1];
    if (c->code == 0) {
      s = conditional(e, s, c->kid[0], u, t);
      continue;
    }
    if (weight(c->code == 1 ? u : t, COPIED) >= COPIED) return s;
    Syntax *inner = conditional(e, s, c->kid[1], t, u);
    s = c->code == 1 ? conditional(e, s, c->kid[0], inner, u) : conditional(e, s, c->kid[0], t, inner);
  }
  return s;
}

/* G |- r : T + S   G, x:T |- t : R   G, y:S |- s : R  =>  case r of {inl x -> t; inr y -> s} : R,
 * t and s in either judgement; if b then t else s has no names, and r : 1 + 1 */
static Draft *elaborate_match(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  bool is_if = s->code == 1;
  if (is_if && (s = open_condition(e, s)) == NULL) return NULL;
  Mono *a = mono_meta(&e->unifier), *b = mono_meta(&e->unifier);
  Mono *sum = is_if ? mono_bool(&e->unifier) : mono_make(&e->unifier, TYPE_SUM, a, b, NULL);
  Place cartesian = place_cartesian(place);
  Draft *r = elaborate(e, &cartesian, s->kid[0], sum);
  if (r == NULL) return NULL;
  Place left = place_bind(e, place, s->name, is_if ? sum->a : a);
  Place right = place_bind(e, place, s->name2, is_if ? sum->b : b);
  Draft *t = elaborate(e, &left, s->kid[is_if ? 2 : 1], expected);
  Draft *u = t == NULL ? NULL : elaborate(e, &right, s->kid[is_if ? 1 : 2], expected);
  Draft *draft = u == NULL ? NULL : with_third(draft_make(e, TERM_MATCH, s, r, t), u);
  if (draft == NULL) return NULL;
  draft->name = s->name;
  draft->name2 = s->name2;
  return draft;
}

/* -------------------------------------------------------------------- data -- */

/* The type is mu a. T by now, or this fails. */
static bool need_mu(Elaborator *e, Span at, Mono *type) {
  char is[256];
  type = mono_find(type);
  if (type->kind == TYPE_MU) return true;
  elaborate_describe(e, type, is, sizeof is);
  if (type->kind == TYPE_NONE) return elaborate_fail(e, at, "the data type is not known here; annotate it");
  return elaborate_fail(e, at, "this is %s, but data mu a. T are needed here", is);
}

/* G |- t : T[mu a. T/a]  =>  roll t : mu a. T */
static Draft *elaborate_roll(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_cartesian(e, place, s) || !need_mu(e, s->span, expected)) return NULL;
  Draft *t = elaborate(e, place, s->kid[0], mono_unroll(&e->unifier, expected));
  Draft *draft = t == NULL ? NULL : draft_make(e, TERM_ROLL, s, t, NULL);
  if (draft != NULL) draft->type = expected;
  return draft;
}

/* G |- t : mu a. T  =>  unroll t : T[mu a. T/a] */
static Draft *elaborate_unroll(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *mu = mono_meta(&e->unifier);
  Draft *t = need_cartesian(e, place, s) ? elaborate(e, place, s->kid[0], mu) : NULL;
  if (t == NULL || !need_mu(e, s->kid[0]->span, mu)) return NULL;
  if (!elaborate_expect(e, s->span, mono_unroll(&e->unifier, mu), expected)) return NULL;
  return draft_make(e, TERM_UNROLL, s, t, NULL);
}

/* --------------------------------------------------- iteration and recursion -- */

/* G |- k : Int   G |- s : T   G, x:T |- t : T  =>  iterate k (x. t) s : T */
static Draft *elaborate_iterate(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_cartesian(e, place, s)) return NULL;
  Draft *k = elaborate(e, place, s->kid[2], int_type(e));
  Draft *start = k == NULL ? NULL : elaborate(e, place, s->kid[0], expected);
  Place inner = place_bind(e, place, s->name, expected);
  Draft *body = start == NULL ? NULL : elaborate(e, &inner, s->kid[1], expected);
  Draft *draft = body == NULL ? NULL : with_third(draft_make(e, TERM_ITERATE, s, k, start), body);
  if (draft != NULL) draft->name = s->name;
  return draft;
}

/* G |- s : T   G, x:T |- b : 1 + 1   G, x:T |- t : T  =>  while (x. b) (x. t) s : T */
static Draft *elaborate_while(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_cartesian(e, place, s)) return NULL;
  Draft *start = elaborate(e, place, s->kid[0], expected);
  Place guard_place = place_bind(e, place, s->name2, expected), inner = place_bind(e, place, s->name, expected);
  Draft *guard = start == NULL ? NULL : elaborate(e, &guard_place, s->kid[2], mono_bool(&e->unifier));
  Draft *body = guard == NULL ? NULL : elaborate(e, &inner, s->kid[1], expected);
  Draft *draft = body == NULL ? NULL : with_third(draft_make(e, TERM_WHILE, s, start, guard), body);
  if (draft != NULL) draft->name = s->name;
  return draft;
}

/* G, f:T -> S, x:T |- s : S   G, f:T -> S |- t : R  =>  letrec f (x : T) : S = s in t : R */
static Draft *elaborate_letrec(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_cartesian(e, place, s)) return NULL;
  Mono *domain = elaborate_type(e, place->sizes, s->kid[2], false);
  Mono *codomain = domain == NULL ? NULL : elaborate_type(e, place->sizes, s->kid[3], false);
  if (codomain == NULL) return NULL;
  Mono *function = mono_make(&e->unifier, TYPE_FUN, domain, codomain, NULL);
  Place with_f = place_bind(e, place, s->name, function), with_x = place_bind(e, &with_f, s->name2, domain);
  Draft *body = elaborate(e, &with_x, s->kid[0], codomain);
  Draft *rest = body == NULL ? NULL : elaborate(e, &with_f, s->kid[1], expected);
  Draft *draft = rest == NULL ? NULL : draft_make(e, TERM_LETREC, s, body, rest);
  if (draft == NULL) return NULL;
  draft->name = s->name;
  draft->type = function;
  return draft;
}

/* ---------------------------------------------------------- array combinators -- */

/* G |- s : R   G |- as : T^n   G, a:R, x:T |- t : R  =>  fold (a x. t) s as : R, scan : R^(n+1) */
static Draft *elaborate_fold(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_cartesian(e, place, s)) return NULL;
  bool scan = s->code == 1;
  Mono *state = scan ? mono_meta(&e->unifier) : expected, *element = mono_meta(&e->unifier);
  Size *n = elaborate_needed_size(e);
  if (scan) {
    Size *prefixes = elaborate_needed_size(e);
    size_equation(&e->unifier, OP_IADD, prefixes, n, size_known(&e->unifier, 1), s);
    if (!elaborate_expect(e, s->span, array_type(e, state, prefixes), expected)) return NULL;
  }
  Draft *start = elaborate(e, place, s->kid[0], state);
  Draft *array = start == NULL ? NULL : elaborate(e, place, s->kid[3], array_type(e, element, n));
  Place one = place_bind(e, place, s->name, state), two = place_bind(e, &one, s->name2, element);
  Draft *body = array == NULL ? NULL : elaborate(e, &two, s->kid[1], state);
  Draft *draft = body == NULL ? NULL : with_third(draft_make(e, scan ? TERM_SCAN : TERM_FOLD, s, start, array), body);
  if (draft == NULL) return NULL;
  draft->name = s->name;
  draft->name2 = s->name2;
  return draft;
}

/* G |- t : T^n  =>  total t : T */
static Draft *elaborate_total(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_cartesian(e, place, s)) return NULL;
  Draft *t = elaborate(e, place, s->kid[0], array_type(e, expected, elaborate_needed_size(e)));
  Draft *draft = t == NULL ? NULL : draft_make(e, TERM_TOTAL, s, t, NULL);
  if (draft != NULL) draft->type = expected;
  return draft;
}

/* G |- is : Int^m   G |- as : T^n  =>  gather is as : T^m */
static Draft *elaborate_gather(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_cartesian(e, place, s)) return NULL;
  Mono *element = mono_meta(&e->unifier);
  Size *m = elaborate_needed_size(e), *n = elaborate_needed_size(e);
  if (!elaborate_expect(e, s->span, array_type(e, element, m), expected)) return NULL;
  Draft *indices = elaborate(e, place, s->kid[0], array_type(e, int_type(e), m));
  Draft *array = indices == NULL ? NULL : elaborate(e, place, s->kid[1], array_type(e, element, n));
  Draft *draft = array == NULL ? NULL : draft_make(e, TERM_GATHER, s, indices, array);
  /* both arrays' types, for the term is made only where both are Vec or neither is */
  if (draft != NULL)
    draft->type = mono_make(&e->unifier, TYPE_PROD, array_type(e, element, m), array_type(e, element, n), NULL);
  return draft;
}

/* G |- is : Int^m   G |- as : T^m  =>  scatter n is as : T^n */
static Draft *elaborate_scatter(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_cartesian(e, place, s)) return NULL;
  Mono *element = mono_meta(&e->unifier);
  Size *m = elaborate_needed_size(e), *n = elaborate_size(e, place->sizes, s->kid[3]);
  if (n == NULL || !elaborate_expect(e, s->span, array_type(e, element, n), expected)) return NULL;
  Draft *indices = elaborate(e, place, s->kid[0], array_type(e, int_type(e), m));
  Draft *array = indices == NULL ? NULL : elaborate(e, place, s->kid[1], array_type(e, element, m));
  Draft *draft = array == NULL ? NULL : draft_make(e, TERM_SCATTER, s, indices, array);
  if (draft == NULL) return NULL;
  draft->type = array_type(e, element, n);
  draft->n = m;
  return draft;
}

/* ---------------------------------------------------------- linear iteration -- */

static bool need_linear(Elaborator *e, const Place *place, const Syntax *s) {
  if (place_is_linear(place)) return true;
  return elaborate_fail(e, s->span, "this is linear, but a Cartesian term is needed here");
}

/* G |- k : Int   G, i:Int; v |- t : R_  =>  bigsum k (i. t) : R_ */
static Draft *elaborate_bigsum(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_linear(e, place, s)) return NULL;
  Place cartesian = place_cartesian(place), inner = place_bind(e, place, s->name, int_type(e));
  Draft *k = elaborate(e, &cartesian, s->kid[0], int_type(e));
  Draft *body = k == NULL ? NULL : elaborate(e, &inner, s->kid[1], expected);
  Draft *draft = body == NULL ? NULL : draft_make(e, TERM_BIGSUM, s, k, body);
  if (draft == NULL) return NULL;
  draft->name = s->name;
  draft->type = expected;
  return draft;
}

/* G |- k : Int   G, i:Int; v:S_ |- t : S_   G; v |- s : S_  =>  liter k (i. t) s : S_ */
static Draft *elaborate_liter(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_linear(e, place, s)) return NULL;
  Place cartesian = place_cartesian(place), linear = place_linear(place, expected);
  Place inner = place_bind(e, &linear, s->name, int_type(e));
  Draft *k = elaborate(e, &cartesian, s->kid[0], int_type(e));
  Draft *start = k == NULL ? NULL : elaborate(e, place, s->kid[2], expected);
  Draft *body = start == NULL ? NULL : elaborate(e, &inner, s->kid[1], expected);
  Draft *draft = body == NULL ? NULL : with_third(draft_make(e, TERM_LITER, s, k, start), body);
  if (draft != NULL) draft->name = s->name;
  return draft;
}

Draft *elaborate_control(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  switch ((int)s->kind) {
  case SYNTAX_INJECTION: return elaborate_injection(e, place, s, expected);
  case SYNTAX_TRUTH: return elaborate_truth(e, place, s, expected);
  case SYNTAX_LOGIC: return elaborate_logic(e, place, s, expected);
  case SYNTAX_MATCH: return elaborate_match(e, place, s, expected);
  case SYNTAX_ITERATE: return elaborate_iterate(e, place, s, expected);
  case SYNTAX_WHILE: return elaborate_while(e, place, s, expected);
  case SYNTAX_FOLD: return elaborate_fold(e, place, s, expected);
  case SYNTAX_TOTAL: return elaborate_total(e, place, s, expected);
  case SYNTAX_GATHER: return elaborate_gather(e, place, s, expected);
  case SYNTAX_SCATTER: return elaborate_scatter(e, place, s, expected);
  case SYNTAX_ROLL:
    return s->code == 0 ? elaborate_roll(e, place, s, expected) : elaborate_unroll(e, place, s, expected);
  case SYNTAX_LETREC: return elaborate_letrec(e, place, s, expected);
  case SYNTAX_BIGSUM: return elaborate_bigsum(e, place, s, expected);
  default: return elaborate_liter(e, place, s, expected);
  }
}
