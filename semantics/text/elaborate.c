#include "semantics/text/elaborate.h"

#include <stdarg.h>
#include <stdio.h>

void elaborate_open(Elaborator *e, Reader *reader) {
  *e = (Elaborator){.reader = reader, .store = reader->store, .depth = READER_DEPTH};
  e->last = &e->first;
  unify_open(&e->unifier, &reader->store->types, &reader->arena);
}

bool elaborate_fail(Elaborator *e, Span at, const char *format, ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (e->call != NULL)
    reader_fail(e->reader, STATUS_ILL_TYPED, at, "%s (in the call of '%.40s' on line %u)", message,
                name_text(e->store, e->call->name), reader_line(e->reader, e->call->span.start));
  else
    reader_fail(e->reader, STATUS_ILL_TYPED, at, "%s", message);
  return false;
}

static bool fail_limit(Elaborator *e, Span at, const char *what) {
  reader_fail(e->reader, STATUS_LIMIT, at, "%s", what);
  return false;
}

Draft *draft_make(Elaborator *e, TermKind kind, const Syntax *at, Draft *a, Draft *b) {
  if (e->reader->drafts >= ELABORATE_LIMIT) {
    fail_limit(e, at->span, "the text becomes too large a term when its calls are written out");
    return NULL;
  }
  Draft *draft = reader_alloc(e->reader, sizeof *draft);
  if (draft == NULL) return NULL;
  draft->kind = kind;
  draft->at = at;
  draft->kid[0] = a;
  draft->kid[1] = b;
  *e->last = draft;
  e->last = &draft->next;
  e->reader->drafts++;
  return draft;
}

static bool is_unknown(Mono *type) { return type == NULL || mono_find(type)->kind == TYPE_NONE; }

/* What is expected where only the outermost constructor is. */
static const char *outline(const Mono *type) {
  if (type->kind == TYPE_PROD || type->kind == TYPE_LPROD) return "a pair";
  if (type->kind == TYPE_SUM) return "a sum";
  if (type->kind == TYPE_FUN) return "a function";
  if (type->kind == TYPE_LFUN) return "a linear function";
  if (type->kind == TYPE_COPOWER) return "a copower !T >< S";
  return type->kind == TYPE_ARRAY || type->kind == TYPE_LARRAY ? "an array" : NULL;
}

void elaborate_describe(Elaborator *e, Mono *type, char *buffer, size_t size) {
  type = mono_find(type);
  bool some_vec = mono_is_vec(type) && type->a != NULL && is_unknown(type->a);
  const char *words = some_vec                                     ? "a Vec"
                      : mono_is_vec(type)                          ? NULL
                      : is_unknown(type->a) && is_unknown(type->b) ? outline(type)
                                                                   : NULL;
  if (words != NULL)
    (void)snprintf(buffer, size, "%s", words);
  else
    mono_print(&e->unifier, type, buffer, size);
}

static const char *hint(Mono *actual, Mono *expected) {
  TypeKind is = mono_find(actual)->kind, wanted = mono_find(expected)->kind;
  return is == TYPE_INT && wanted == TYPE_REAL ? "; toReal makes an Int real" : "";
}

bool elaborate_expect(Elaborator *e, Span at, Mono *actual, Mono *expected) {
  char is[256], wanted[256];
  e->unifier.infinite = false;
  if (mono_unify(&e->unifier, actual, expected)) return true;
  if (e->unifier.exhausted) return fail_limit(e, at, "the types are nested too deep");
  if (e->unifier.infinite) return elaborate_fail(e, at, "the type of this would have to contain itself");
  elaborate_describe(e, actual, is, sizeof is);
  elaborate_describe(e, expected, wanted, sizeof wanted);
  return elaborate_fail(e, at, "this is %s, but %s is expected here%s", is, wanted, hint(actual, expected));
}

const char *elaborate_name(const Elaborator *e, NameId name) {
  return name.id >= NAME_HIDDEN ? "this" : name_text(e->store, name);
}

Place place_bind(Elaborator *e, const Place *place, NameId name, Mono *type) {
  Place inner = *place;
  Binding *binding = reader_alloc(e->reader, sizeof *binding);
  if (binding == NULL) return inner;
  *binding = (Binding){name, type, place->depth, place->scope};
  inner.scope = binding;
  inner.depth++;
  return inner;
}

Place place_cartesian(const Place *place) { return place_linear(place, NULL); }

Place place_linear(const Place *place, Mono *domain) {
  Place inner = *place;
  inner.domain = domain;
  return inner;
}

bool mono_split(Elaborator *e, TypeKind kind, Mono *type, Mono **a, Mono **b) {
  type = mono_find(type);
  if (type->kind == TYPE_NONE) {
    Mono *whole = mono_make(&e->unifier, kind, mono_meta(&e->unifier), mono_meta(&e->unifier), NULL);
    if (!mono_unify(&e->unifier, type, whole)) return false;
    type = whole;
  }
  if (type->kind != kind) return false;
  *a = type->a;
  *b = type->b;
  return true;
}

/* -------------------------------------------------------- the plain forms -- */

static Draft *elaborate_unit(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  TypeKind kind = place_is_linear(place) ? TYPE_LUNIT : TYPE_UNIT;
  if (!elaborate_expect(e, s->span, mono_make(&e->unifier, kind, NULL, NULL, NULL), expected)) return NULL;
  return draft_make(e, TERM_UNIT, s, NULL, NULL);
}

static Draft *elaborate_pair(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  TypeKind kind = place_is_linear(place) ? TYPE_LPROD : TYPE_PROD;
  Mono *a = NULL, *b = NULL;
  if (!mono_split(e, kind, expected, &a, &b)) {
    Mono *pair = mono_make(&e->unifier, kind, mono_meta(&e->unifier), mono_meta(&e->unifier), NULL);
    (void)elaborate_expect(e, s->span, pair, expected);
    return NULL;
  }
  Draft *t = elaborate(e, place, s->kid[0], a);
  Draft *u = t == NULL ? NULL : elaborate(e, place, s->kid[1], b);
  return u == NULL ? NULL : draft_make(e, TERM_PAIR, s, t, u);
}

static Draft *elaborate_annotation(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *type = elaborate_type(e, place->sizes, s->kid[2], place_is_linear(place));
  if (type == NULL) return NULL;
  Draft *t = elaborate(e, place, s->kid[0], type);
  return t == NULL || !elaborate_expect(e, s->kid[0]->span, type, expected) ? NULL : t;
}

static Draft *elaborate_let(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *type = mono_meta(&e->unifier);
  Place cartesian = place_cartesian(place);
  Draft *t = elaborate(e, &cartesian, s->kid[0], type);
  if (t == NULL) return NULL;
  Place inner = place_bind(e, place, s->name, type);
  Draft *body = elaborate(e, &inner, s->kid[1], expected);
  Draft *let = body == NULL ? NULL : draft_make(e, TERM_LET, s, t, body);
  if (let != NULL) let->name = s->name;
  return let;
}

/* G, x:T |- t : S  =>  \x. t : T -> S; in a linear judgement a power. */
static Draft *elaborate_lam(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *domain = NULL, *codomain = NULL;
  TypeKind kind = place_is_linear(place) ? TYPE_POWER : TYPE_FUN;
  if (!mono_split(e, kind, expected, &domain, &codomain)) {
    char wanted[256];
    elaborate_describe(e, expected, wanted, sizeof wanted);
    elaborate_fail(e, s->span, "this is a function, but %s is expected here", wanted);
    return NULL;
  }
  if (s->kid[0] != NULL) {
    Mono *type = elaborate_type(e, place->sizes, s->kid[0], false);
    if (type == NULL || !elaborate_expect(e, s->name_span, type, domain)) return NULL;
  }
  Place inner = place_bind(e, place, s->name, domain);
  Draft *body = elaborate(e, &inner, s->kid[1], codomain);
  Draft *lambda = body == NULL ? NULL : draft_make(e, TERM_LAM, s, body, NULL);
  if (lambda == NULL) return NULL;
  lambda->name = s->name;
  lambda->type = domain;
  return lambda;
}

static Draft *elaborate_kind(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  switch (s->kind) {
  case SYNTAX_NAME:
  case SYNTAX_APP:
  case SYNTAX_SIZED:
  case SYNTAX_PROJECTION: return elaborate_spine(e, place, s, expected);
  case SYNTAX_NUMBER: return elaborate_number(e, place, s, s->constant, expected);
  case SYNTAX_VECTOR: return elaborate_vector(e, place, s, expected);
  case SYNTAX_UNIT: return elaborate_unit(e, place, s, expected);
  case SYNTAX_PAIR: return elaborate_pair(e, place, s, expected);
  case SYNTAX_BINARY: return elaborate_binary(e, place, s, expected);
  case SYNTAX_NEGATE: return elaborate_negate(e, place, s, expected);
  case SYNTAX_POWER: return elaborate_power(e, place, s, expected);
  case SYNTAX_INDEX: return elaborate_index(e, place, s, expected);
  case SYNTAX_ANNOTATION: return elaborate_annotation(e, place, s, expected);
  case SYNTAX_LET: return elaborate_let(e, place, s, expected);
  case SYNTAX_LAM: return elaborate_lam(e, place, s, expected);
  case SYNTAX_MAP: return elaborate_map(e, place, s, expected);
  case SYNTAX_ZIPWITH: return elaborate_zipwith(e, place, s, expected);
  case SYNTAX_BUILD: return elaborate_build(e, place, s, expected);
  case SYNTAX_INJECTION:
  case SYNTAX_TRUTH:
  case SYNTAX_LOGIC:
  case SYNTAX_MATCH:
  case SYNTAX_ITERATE:
  case SYNTAX_WHILE:
  case SYNTAX_FOLD:
  case SYNTAX_TOTAL:
  case SYNTAX_GATHER:
  case SYNTAX_SCATTER:
  case SYNTAX_ROLL:
  case SYNTAX_LETREC:
  case SYNTAX_BIGSUM:
  case SYNTAX_LITER: return elaborate_control(e, place, s, expected);
  case SYNTAX_VBUILD:
  case SYNTAX_LENGTH:
  case SYNTAX_FILTER:
  case SYNTAX_APPEND:
  case SYNTAX_VSCATTER: return elaborate_vec(e, place, s, expected);
  case SYNTAX_DATA_MATCH: return elaborate_data_match(e, place, s, expected);
  case SYNTAX_LVAR:
  case SYNTAX_LETV:
  case SYNTAX_LLAM:
  case SYNTAX_LOP:
  case SYNTAX_COPOWER:
  case SYNTAX_CASE:
  case SYNTAX_LAPP:
  case SYNTAX_ZERO:
  case SYNTAX_DMAP: return elaborate_target(e, place, s, expected);
  case SYNTAX_ONEHOT: return elaborate_onehot(e, place, s, expected);
  case SYNTAX_REAL:
  case SYNTAX_ONE:
  case SYNTAX_INT:
  case SYNTAX_TIMES:
  case SYNTAX_PLUS:
  case SYNTAX_BOOL:
  case SYNTAX_DATA_BRANCH:
  case SYNTAX_MU:
  case SYNTAX_TYPE_NAME:
  case SYNTAX_ARROW:
  case SYNTAX_LOLLI:
  case SYNTAX_TENSOR:
  case SYNTAX_ARRAY:
  case SYNTAX_VEC:
  case SYNTAX_SIZE:
  case SYNTAX_SIZE_NAME:
  case SYNTAX_SIZE_BINARY:
  case SYNTAX_ELEMENT:
  case SYNTAX_SIZE_ARGUMENT: break; /* not terms: the parser makes none here */
  }
  elaborate_fail(e, s->span, "a term is expected here");
  return NULL;
}

Draft *elaborate(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!reader_ok(e->reader)) return NULL;
  if (e->depth == 0 || e->unifier.exhausted) {
    fail_limit(e, s->span, e->depth == 0 ? "the term is nested too deep" : "out of memory, or types nested too deep");
    return NULL;
  }
  e->depth--;
  Draft *draft = elaborate_kind(e, place, s, expected);
  e->depth++;
  return draft;
}
