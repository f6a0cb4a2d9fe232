/* Dynamic arrays: Vec T is an array whose size is TYPE_DYNAMIC, so that map,
 * indexing and the other forms on arrays are read for both alike. */
#include "semantics/text/elaborate.h"

Mono *elaborate_vec_type(Elaborator *e, Mono *element) {
  return mono_make(&e->unifier, TYPE_ARRAY, element, NULL, size_known(&e->unifier, TYPE_DYNAMIC));
}

static bool need_vec(Elaborator *e, const Syntax *s, Mono *element, Mono *expected) {
  return elaborate_expect(e, s->span, elaborate_vec_type(e, element), expected);
}

/* G |- k : Int   G, i:Int |- t : T  =>  vbuild k (i. t) : Vec T */
static Draft *elaborate_vbuild(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *element = mono_meta(&e->unifier);
  if (!need_vec(e, s, element, expected)) return NULL;
  Draft *k = elaborate(e, place, s->kid[0], int_type(e));
  Place inner = place_bind(e, place, s->name, int_type(e));
  Draft *body = k == NULL ? NULL : elaborate(e, &inner, s->kid[1], element);
  Draft *draft = body == NULL ? NULL : draft_make(e, TERM_VBUILD, s, k, body);
  if (draft != NULL) draft->name = s->name;
  return draft;
}

/* G |- t : Vec T  =>  length t : Int */
static Draft *elaborate_length(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!elaborate_expect(e, s->span, int_type(e), expected)) return NULL;
  Draft *t = elaborate(e, place, s->kid[0], elaborate_vec_type(e, mono_meta(&e->unifier)));
  return t == NULL ? NULL : draft_make(e, TERM_LENGTH, s, t, NULL);
}

/* G |- t : Vec T   G, x:T |- b : 1 + 1  =>  filter (x. b) t : Vec T */
static Draft *elaborate_filter(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *element = mono_meta(&e->unifier);
  if (!need_vec(e, s, element, expected)) return NULL;
  Draft *t = elaborate(e, place, s->kid[0], elaborate_vec_type(e, element));
  Place inner = place_bind(e, place, s->name, element);
  Draft *test = t == NULL ? NULL : elaborate(e, &inner, s->kid[1], mono_bool(&e->unifier));
  Draft *draft = test == NULL ? NULL : draft_make(e, TERM_FILTER, s, t, test);
  if (draft != NULL) draft->name = s->name;
  return draft;
}

/* G |- t : Vec T   G |- s : Vec T  =>  append t s : Vec T */
static Draft *elaborate_append(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *element = mono_meta(&e->unifier);
  if (!need_vec(e, s, element, expected)) return NULL;
  Draft *first = elaborate(e, place, s->kid[0], elaborate_vec_type(e, element));
  Draft *second = first == NULL ? NULL : elaborate(e, place, s->kid[1], elaborate_vec_type(e, element));
  return second == NULL ? NULL : draft_make(e, TERM_APPEND, s, first, second);
}

/* G |- k : Int   G |- is : Vec Int   G |- as : Vec T  =>  vscatter k is as : Vec T */
static Draft *elaborate_vscatter(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *element = mono_meta(&e->unifier);
  if (!need_vec(e, s, element, expected)) return NULL;
  Draft *k = elaborate(e, place, s->kid[2], int_type(e));
  Draft *indices = k == NULL ? NULL : elaborate(e, place, s->kid[0], elaborate_vec_type(e, int_type(e)));
  Draft *array = indices == NULL ? NULL : elaborate(e, place, s->kid[1], elaborate_vec_type(e, element));
  Draft *draft = array == NULL ? NULL : draft_make(e, TERM_VSCATTER, s, k, indices);
  if (draft == NULL) return NULL;
  draft->kid[2] = array;
  draft->type = element;
  return draft;
}

Draft *elaborate_vec(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (place_is_linear(place)) {
    elaborate_fail(e, s->span, "this is Cartesian, but a linear term is needed here");
    return NULL;
  }
  switch ((int)s->kind) {
  case SYNTAX_VBUILD: return elaborate_vbuild(e, place, s, expected);
  case SYNTAX_LENGTH: return elaborate_length(e, place, s, expected);
  case SYNTAX_FILTER: return elaborate_filter(e, place, s, expected);
  case SYNTAX_APPEND: return elaborate_append(e, place, s, expected);
  default: return elaborate_vscatter(e, place, s, expected);
  }
}
