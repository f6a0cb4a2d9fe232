/* letrec, and letrec of several functions that call one another:
 *
 *   letrec f (x : T) : S = s with g (y : U) : V = t in r
 *
 * is one function of nothing that gives them all, each as it is called for,
 *
 *   letrec h (u : 1) : (T -> S) * (U -> V) = let f = \x. fst (h ()) x in let g = \y. snd (h ()) y in (\x. s, \y. t) in
 *   let f = \x. fst (h ()) x in let g = \y. snd (h ()) y in r
 *
 * so that every evaluator and engine that has letrec has it.                 */
#include "semantics/text/syntax.h"

/* name (argument : domain) : codomain = body */
typedef struct Function {
  NameId name, argument;
  Span span;
  Syntax *domain, *codomain, *body;
  struct Function *next;
} Function;

static Function *parse_one(Reader *reader) {
  Function *f = reader_alloc(reader, sizeof *f);
  Span argument;
  if (f == NULL || !parser_binder(reader, &f->name, &f->span)) return NULL;
  if (!parser_expect(reader, TOKEN_LPAREN, "'('") || !parser_binder(reader, &f->argument, &argument)) return NULL;
  if (!parser_expect(reader, TOKEN_COLON, "':'") || (f->domain = parse_type(reader)) == NULL) return NULL;
  if (!parser_expect(reader, TOKEN_RPAREN, "')'") || !parser_expect(reader, TOKEN_COLON, "':'")) return NULL;
  if ((f->codomain = parse_type(reader)) == NULL || !parser_expect(reader, TOKEN_EQUALS, "'='")) return NULL;
  return (f->body = parse_term(reader)) == NULL ? NULL : f;
}

/* f, and those after it, in order; *count of them. */
static Function *parse_all(Reader *reader, uint32_t *count) {
  Function *first = parse_one(reader), *last = first;
  for (*count = 1; last != NULL && parser_accept(reader, TOKEN_WITH); ++*count) {
    last->next = parse_one(reader);
    last = last->next;
  }
  return last == NULL ? NULL : first;
}

static Syntax *lambda(Reader *reader, const Function *f, Syntax *body) {
  Syntax *node = body == NULL ? NULL : syntax_make(reader, SYNTAX_LAM, f->span, f->domain, body);
  if (node != NULL) node->name = f->argument;
  if (node != NULL) node->name_span = f->span;
  return node;
}

static Syntax *apply(Reader *reader, Span at, Syntax *f, Syntax *x) {
  return f == NULL || x == NULL ? NULL : syntax_make(reader, SYNTAX_APP, at, f, x);
}

static Syntax *project(Reader *reader, Span at, uint32_t side, Syntax *of) {
  Syntax *node = syntax_make(reader, SYNTAX_PROJECTION, at, NULL, NULL);
  if (node != NULL) node->code = side;
  return apply(reader, at, node, of);
}

/* \x. (the k-th of n that h () gives) x; pairs nest to the left. */
static Syntax *as_called_for(Reader *reader, NameId h, const Function *f, uint32_t k, uint32_t n) {
  Syntax *all =
      apply(reader, f->span, syntax_name(reader, h, f->span), syntax_make(reader, SYNTAX_UNIT, f->span, NULL, NULL));
  for (uint32_t at = n - 1; at > 0 && at >= k; at--) all = project(reader, f->span, at == k ? 1 : 0, all);
  return lambda(reader, f, apply(reader, f->span, all, syntax_name(reader, f->argument, f->span)));
}

/* let f = .. in let g = .. in, the body still to come: the last one. */
static Syntax *chain_lets(Reader *reader, NameId h, const Function *first, uint32_t n, Syntax **begin) {
  Syntax *last = NULL;
  uint32_t k = 0;
  for (const Function *f = first; f != NULL; f = f->next) {
    Syntax *bound = as_called_for(reader, h, f, k++, n);
    Syntax *let = bound == NULL ? NULL : syntax_make(reader, SYNTAX_LET, f->span, bound, NULL);
    if (let == NULL) return NULL;
    let->name = f->name;
    *(last == NULL ? begin : &last->kid[1]) = let;
    last = let;
  }
  return last;
}

static Syntax *type_of(Reader *reader, const Function *f) {
  return syntax_make(reader, SYNTAX_ARROW, f->span, f->domain, f->codomain);
}

/* (\x. s, \y. t), or (T -> S) * (U -> V) */
static Syntax *tuple(Reader *reader, const Function *first, bool types) {
  Syntax *all = NULL;
  for (const Function *f = first; f != NULL; f = f->next) {
    Syntax *one = types ? type_of(reader, f) : lambda(reader, f, f->body);
    if (one == NULL) return NULL;
    all = all == NULL ? one : syntax_make(reader, types ? SYNTAX_TIMES : SYNTAX_PAIR, f->span, all, one);
    if (all == NULL) return NULL;
  }
  return all;
}

/* letrec h (u : 1) : types = lets in functions in lets in; *last is the last let. */
static Syntax *mutual(Reader *reader, Span span, const Function *first, uint32_t n, Syntax **last) {
  Syntax *node = syntax_make(reader, SYNTAX_LETREC, span, NULL, NULL);
  if (node == NULL) return NULL;
  node->name = syntax_hidden(reader);
  node->name2 = syntax_hidden(reader);
  node->kid[2] = syntax_make(reader, SYNTAX_ONE, span, NULL, NULL);
  node->kid[3] = tuple(reader, first, true);
  Syntax *inner = chain_lets(reader, node->name, first, n, &node->kid[0]), *functions = tuple(reader, first, false);
  *last = chain_lets(reader, node->name, first, n, &node->kid[1]);
  if (node->kid[2] == NULL || node->kid[3] == NULL || inner == NULL || functions == NULL || *last == NULL) return NULL;
  inner->kid[1] = functions;
  return node;
}

static bool distinct(Reader *reader, const Function *first) {
  for (const Function *f = first; f != NULL; f = f->next) {
    for (const Function *g = f->next; g != NULL; g = g->next) {
      if (g->name.id != f->name.id) continue;
      reader_fail(reader, STATUS_ILL_TYPED, g->span, "two functions of this letrec have one name");
      return false;
    }
  }
  return true;
}

Syntax *parse_letrec(Reader *reader, Syntax **last) {
  Span span = parser_take(reader);
  uint32_t count = 0;
  Function *f = parse_all(reader, &count);
  if (f == NULL || !distinct(reader, f) || !parser_expect(reader, TOKEN_IN, count == 1 ? "'in' or 'with'" : "'in'"))
    return NULL;
  if (count > 1) return mutual(reader, span, f, count, last);
  Syntax *node = syntax_make(reader, SYNTAX_LETREC, span, f->body, NULL);
  if (node == NULL) return NULL;
  node->name = f->name;
  node->name2 = f->argument;
  node->kid[2] = f->domain;
  node->kid[3] = f->codomain;
  *last = node;
  return node;
}
