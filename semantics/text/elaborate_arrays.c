/* Array constructs, in either judgement where they have one. */
#include "semantics/text/elaborate.h"

/* G, x:T |- t : S   G |- s : T^n  =>  map (x. t) s : S^n */
Draft *elaborate_map(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (place_is_linear(place)) return fail_cartesian(e, s, "map");
  Mono *from = mono_meta(&e->unifier), *to = mono_meta(&e->unifier);
  Size *n = elaborate_needed_size(e);
  if (!elaborate_expect(e, s->span, array_type(e, to, n), expected)) return NULL;
  Draft *array = elaborate(e, place, s->kid[0], array_type(e, from, n));
  if (array == NULL) return NULL;
  Place inner = place_bind(e, place, s->name, from);
  Draft *body = elaborate(e, &inner, s->kid[1], to);
  Draft *map = body == NULL ? NULL : draft_make(e, TERM_MAP, s, array, body);
  if (map != NULL) map->name = s->name;
  return map;
}

/* G, x:T, y:R |- t : S   G |- a : T^n   G |- b : R^n  =>  zipWith (x y. t) a b : S^n */
Draft *elaborate_zipwith(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (place_is_linear(place)) return fail_cartesian(e, s, "zipWith");
  Mono *x = mono_meta(&e->unifier), *y = mono_meta(&e->unifier), *to = mono_meta(&e->unifier);
  Size *n = elaborate_needed_size(e);
  if (!elaborate_expect(e, s->span, array_type(e, to, n), expected)) return NULL;
  Draft *a = elaborate(e, place, s->kid[0], array_type(e, x, n));
  Draft *b = a == NULL ? NULL : elaborate(e, place, s->kid[3], array_type(e, y, n));
  if (b == NULL) return NULL;
  Place one = place_bind(e, place, s->name, x), two = place_bind(e, &one, s->name2, y);
  Draft *body = elaborate(e, &two, s->kid[1], to);
  Draft *zip = body == NULL ? NULL : draft_make(e, TERM_ZIPWITH, s, a, b);
  if (zip == NULL) return NULL;
  zip->kid[2] = body;
  zip->name = s->name;
  zip->name2 = s->name2;
  return zip;
}

/* An array type of either judgement, of the size. */
static bool expect_array(Elaborator *e, const Place *place, const Syntax *s, Size *n, Mono **element, Mono *expected) {
  *element = mono_meta(&e->unifier);
  TypeKind kind = place_is_linear(place) ? TYPE_LARRAY : TYPE_ARRAY;
  return elaborate_expect(e, s->span, mono_make(&e->unifier, kind, *element, NULL, n), expected);
}

/* G, i:Int |- t : T  =>  build n (i. t) : T^n, in either judgement */
Draft *elaborate_build(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *element = NULL;
  Size *n = elaborate_size(e, place->sizes, s->kid[3]);
  if (n == NULL || !expect_array(e, place, s, n, &element, expected)) return NULL;
  Place inner = place_bind(e, place, s->name, mono_make(&e->unifier, TYPE_INT, NULL, NULL, NULL));
  Draft *body = elaborate(e, &inner, s->kid[1], element);
  Draft *build = body == NULL ? NULL : draft_make(e, TERM_BUILD, s, body, NULL);
  if (build == NULL) return NULL;
  build->name = s->name;
  build->n = n;
  return build;
}

static Draft *elaborate_int(Elaborator *e, const Place *place, const Syntax *s) {
  Place cartesian = place_cartesian(place);
  return elaborate(e, &cartesian, s, mono_make(&e->unifier, TYPE_INT, NULL, NULL, NULL));
}

/* G |- i : Int   t : T^n  =>  t ! i : T, in either judgement */
Draft *elaborate_index(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  TypeKind kind = place_is_linear(place) ? TYPE_LARRAY : TYPE_ARRAY;
  Mono *array = mono_make(&e->unifier, kind, expected, NULL, elaborate_needed_size(e));
  Draft *t = elaborate(e, place, s->kid[0], array);
  Draft *i = t == NULL ? NULL : elaborate_int(e, place, s->kid[1]);
  return i == NULL ? NULL : draft_make(e, TERM_INDEX, s, i, t);
}

/* G |- i : Int   t : T_  =>  onehot n i t : (T_)^n */
Draft *elaborate_onehot(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!place_is_linear(place)) {
    elaborate_fail(e, s->span, "onehot is linear, but a Cartesian term is needed here");
    return NULL;
  }
  Mono *element = NULL;
  Size *n = elaborate_size(e, place->sizes, s->kid[3]);
  if (n == NULL || !expect_array(e, place, s, n, &element, expected)) return NULL;
  Draft *i = elaborate_int(e, place, s->kid[0]);
  Draft *t = i == NULL ? NULL : elaborate(e, place, s->kid[1], element);
  Draft *onehot = t == NULL ? NULL : draft_make(e, TERM_ONEHOT, s, i, t);
  if (onehot != NULL) onehot->n = n;
  return onehot;
}

/* t : (T_)^n  =>  sum t : T_ */
Draft *elaborate_lsum(Elaborator *e, const Place *place, const Syntax *s, const Syntax *t, Mono *expected) {
  Mono *array = mono_make(&e->unifier, TYPE_LARRAY, expected, NULL, elaborate_needed_size(e));
  Draft *draft = elaborate(e, place, t, array);
  return draft == NULL ? NULL : draft_make(e, TERM_LSUM, s, draft, NULL);
}
