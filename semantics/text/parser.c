/* Terms and files.  The functions are named by the grammar:
 *
 *   term     := let pattern [: type] = term in term | \ pattern+. term | case.. | if.. | letrec.. | match.. | tensor
 *   tensor   := '!' sum '><' tensor | either
 *   either   := both ('or' both)*
 *   both     := truth ('and' truth)*
 *   truth    := 'not' truth | test
 *   test     := sum (('<' | '<=' | '>' | '>=' | '==' | '/=') sum)?
 *   sum      := product (('+' | '-') product)*
 *   product  := negation (('*' | '/' | '.*') negation)*
 *   negation := '-' negation | power
 *   power    := lapply ('^' exponent)*
 *   lapply   := application ('@' lapply)?
 *   application := postfix postfix*
 *   postfix  := atom ('!' atom)*                                             */
#include "semantics/text/syntax.h"

static Span join(const Syntax *a, const Syntax *b) { return (Span){a->span.start, b->span.end}; }

static Syntax *parse_tensor(Reader *reader);

/* -------------------------------------------------------------- patterns -- */

/* A chain of binders whose last body is still to come. */
typedef struct Chain {
  Syntax *first, *last;
} Chain;

static void chain_add(Chain *chain, Syntax *node) {
  if (chain->first == NULL)
    chain->first = node;
  else
    chain->last->kid[1] = node;
  chain->last = node;
}

typedef struct Pattern Pattern;
struct Pattern {
  NameId name; /* of a pair: hidden */
  Span span;
  Syntax *type;
  Pattern *left, *right; /* of a pair */
};

static Pattern *parse_pattern(Reader *reader);

static Pattern *pattern_pair(Reader *reader, Pattern *left, Pattern *right, uint32_t start) {
  Pattern *pair = left == NULL || right == NULL ? NULL : reader_alloc(reader, sizeof *pair);
  if (pair == NULL) return NULL;
  pair->left = left;
  pair->right = right;
  pair->span = (Span){start, parser_last_end(reader)};
  pair->name = syntax_hidden(reader);
  return pair;
}

/* ( pattern [: type] (, pattern)* ); pairs nest to the left. */
static Pattern *parse_bracketed_pattern(Reader *reader) {
  TokenKind close = parser_kind(reader) == TOKEN_LANGLE ? TOKEN_RANGLE : TOKEN_RPAREN;
  uint32_t start = parser_take(reader).start;
  Pattern *pattern = parse_pattern(reader);
  while (pattern != NULL && parser_accept(reader, TOKEN_COMMA))
    pattern = pattern_pair(reader, pattern, parse_pattern(reader), start);
  if (pattern != NULL && parser_accept(reader, TOKEN_COLON)) {
    pattern->type = parse_type(reader);
    if (pattern->type == NULL) return NULL;
  }
  return pattern != NULL && parser_expect(reader, close, "')'") ? pattern : NULL;
}

static Pattern *parse_pattern(Reader *reader) {
  Pattern *pattern = NULL;
  if (!parser_enter(reader)) return NULL;
  if (parser_kind(reader) == TOKEN_LPAREN || parser_kind(reader) == TOKEN_LANGLE) {
    pattern = parse_bracketed_pattern(reader);
  } else if ((pattern = reader_alloc(reader, sizeof *pattern)) != NULL) {
    if (!parser_binder(reader, &pattern->name, &pattern->span)) pattern = NULL;
  }
  parser_leave(reader);
  return pattern;
}

static bool chain_let(Reader *reader, Chain *chain, const Pattern *pattern, Syntax *bound);

/* let x = fst z in let y = snd z in ..., for the pair z; `at` is what is taken
 * apart, for messages. */
static bool chain_pair(Reader *reader, Chain *chain, const Pattern *pair, Span at) {
  for (uint32_t side = 0; side < 2; side++) {
    Syntax *project = syntax_make(reader, SYNTAX_PROJECTION, at, NULL, NULL);
    Syntax *z = syntax_name(reader, pair->name, at);
    if (project == NULL || z == NULL) return false;
    project->code = side;
    Syntax *part = syntax_make(reader, SYNTAX_APP, at, project, z);
    if (part == NULL || !chain_let(reader, chain, side == 0 ? pair->left : pair->right, part)) return false;
  }
  return true;
}

static void set_binder(Syntax *node, const Pattern *pattern) {
  node->name = pattern->name;
  node->name_span = pattern->span;
}

static bool chain_let(Reader *reader, Chain *chain, const Pattern *pattern, Syntax *bound) {
  if (pattern->type != NULL) {
    bound = syntax_make(reader, SYNTAX_ANNOTATION, bound->span, bound, NULL);
    if (bound == NULL) return false;
    bound->kid[2] = pattern->type;
  }
  Syntax *let = syntax_make(reader, SYNTAX_LET, bound->span, bound, NULL);
  if (let == NULL) return false;
  set_binder(let, pattern);
  chain_add(chain, let);
  return pattern->left == NULL || chain_pair(reader, chain, pattern, bound->span);
}

/* ---------------------------------------------------------- binding forms -- */

/* let pattern [: type] = term in, let v = term in */
static bool parse_let(Reader *reader, Chain *chain) {
  uint32_t start = parser_take(reader).start;
  bool linear = parser_accept(reader, TOKEN_LINEAR);
  Pattern *pattern = linear ? NULL : parse_pattern(reader);
  if (!linear && pattern == NULL) return false;
  if (!linear && parser_accept(reader, TOKEN_COLON) && (pattern->type = parse_type(reader)) == NULL) return false;
  if (!parser_expect(reader, TOKEN_EQUALS, "'='")) return false;
  Syntax *bound = parse_term(reader), *previous = chain->last;
  if (bound == NULL || !parser_expect(reader, TOKEN_IN, "'in'")) return false;
  if (linear) {
    Syntax *let = syntax_make(reader, SYNTAX_LETV, bound->span, bound, NULL);
    if (let == NULL) return false;
    chain_add(chain, let);
  } else if (!chain_let(reader, chain, pattern, bound)) {
    return false;
  }
  (previous == NULL ? chain->first : previous->kid[1])->span.start = start;
  return true;
}

static bool chain_lambda(Reader *reader, Chain *chain, uint32_t start) {
  Pattern *pattern = parse_pattern(reader);
  if (pattern == NULL) return false;
  Syntax *lambda = syntax_make(reader, SYNTAX_LAM, (Span){start, parser_last_end(reader)}, pattern->type, NULL);
  if (lambda == NULL) return false;
  set_binder(lambda, pattern);
  chain_add(chain, lambda);
  return pattern->left == NULL || chain_pair(reader, chain, pattern, pattern->span);
}

/* \v. or \v : type. or \(v : type). */
static bool chain_linear_lambda(Reader *reader, Chain *chain, uint32_t start) {
  bool bracket = parser_accept(reader, TOKEN_LPAREN);
  (void)parser_take(reader);
  Syntax *type = NULL;
  if (parser_accept(reader, TOKEN_COLON) && (type = parse_type(reader)) == NULL) return false;
  if (bracket && !parser_expect(reader, TOKEN_RPAREN, "')'")) return false;
  Syntax *lambda = syntax_make(reader, SYNTAX_LLAM, (Span){start, parser_last_end(reader)}, type, NULL);
  if (lambda != NULL) chain_add(chain, lambda);
  return lambda != NULL;
}

static bool parse_lambda(Reader *reader, Chain *chain) {
  uint32_t start = parser_take(reader).start;
  do {
    bool bracketed = parser_kind(reader) == TOKEN_LPAREN && parser_peek(reader, 1)->kind == TOKEN_LINEAR;
    bool linear = bracketed || parser_kind(reader) == TOKEN_LINEAR;
    if (!(linear ? chain_linear_lambda(reader, chain, start) : chain_lambda(reader, chain, start))) return false;
  } while (parser_kind(reader) != TOKEN_DOT && parser_kind(reader) != TOKEN_END);
  return parser_expect(reader, TOKEN_DOT, "'.'");
}

/* case term of !y >< v ->, or the whole of case term of {...}: then *closed is it */
static bool parse_case(Reader *reader, Chain *chain, Syntax **closed) {
  uint32_t start = parser_take(reader).start;
  Syntax *scrutinee = parse_term(reader);
  Syntax *node = scrutinee == NULL ? NULL : syntax_make(reader, SYNTAX_CASE, scrutinee->span, scrutinee, NULL);
  if (node == NULL || !parser_expect(reader, TOKEN_OF, "'of'")) return false;
  node->span.start = start;
  if (parser_kind(reader) == TOKEN_LBRACE || !reader->target) {
    node->kind = SYNTAX_MATCH;
    *closed = node;
    return parse_branches(reader, node);
  }
  if (!parser_expect(reader, TOKEN_BANG, "'!' or '{'")) return false;
  if (!parser_binder(reader, &node->name, &node->name_span)) return false;
  chain_add(chain, node);
  return parser_expect(reader, TOKEN_TENSOR, "'><'") && parser_expect(reader, TOKEN_LINEAR, "'v'") &&
         parser_expect(reader, TOKEN_ARROW, "'->'");
}

/* if term then term else */
static bool parse_if(Reader *reader, Chain *chain) {
  Syntax *node = syntax_make(reader, SYNTAX_MATCH, parser_take(reader), NULL, NULL);
  if (node == NULL || (node->kid[0] = parse_term(reader)) == NULL) return false;
  node->code = 1;
  node->name = syntax_hidden(reader);
  node->name2 = syntax_hidden(reader);
  if (!parser_expect(reader, TOKEN_THEN, "'then'") || (node->kid[2] = parse_term(reader)) == NULL) return false;
  chain_add(chain, node);
  return parser_expect(reader, TOKEN_ELSE, "'else'");
}

static bool chain_letrec(Reader *reader, Chain *chain) {
  Syntax *last = NULL, *node = parse_letrec(reader, &last);
  if (node == NULL) return false;
  chain_add(chain, node);
  chain->last = last;
  return true;
}

/* Binding forms are read in a loop: long chains of lets are no nesting. */
Syntax *parse_term(Reader *reader) {
  Chain chain = {NULL, NULL};
  Syntax *closed = NULL;
  if (!parser_enter(reader)) return NULL;
  bool ok = true, binding = true;
  while (ok && binding && closed == NULL) {
    TokenKind kind = parser_kind(reader);
    if (kind == TOKEN_LET)
      ok = parse_let(reader, &chain);
    else if (kind == TOKEN_LAMBDA)
      ok = parse_lambda(reader, &chain);
    else if (kind == TOKEN_CASE)
      ok = parse_case(reader, &chain, &closed);
    else if (kind == TOKEN_IF)
      ok = parse_if(reader, &chain);
    else if (kind == TOKEN_LETREC)
      ok = chain_letrec(reader, &chain);
    else if (kind == TOKEN_MATCH)
      ok = (closed = parse_data_match(reader)) != NULL;
    else
      binding = false;
  }
  Syntax *body = !ok ? NULL : closed != NULL ? closed : parse_tensor(reader);
  parser_leave(reader);
  if (body == NULL || chain.first == NULL) return body;
  chain.last->kid[1] = body;
  for (Syntax *node = chain.first; node != body; node = node->kid[1]) node->span.end = body->span.end;
  return chain.first;
}

/* ----------------------------------------------------------------- atoms -- */

static Syntax *parse_name(Reader *reader) {
  Span span = parser_take(reader);
  NameId name = name_make(reader->store, reader->text + span.start, span.end - span.start);
  if (name.id == 0) return reader_exhausted(reader), NULL;
  Syntax *node = syntax_name(reader, name, span);
  if (node == NULL || parser_kind(reader) != TOKEN_LBRACE) return node;
  node->kind = SYNTAX_SIZED;
  node->kid[0] = parse_size_arguments(reader);
  node->span.end = parser_last_end(reader);
  return node->kid[0] == NULL ? NULL : node;
}

/* term [: type] */
static Syntax *parse_annotated(Reader *reader) {
  Syntax *t = parse_term(reader);
  if (t == NULL || !parser_accept(reader, TOKEN_COLON)) return t;
  Syntax *type = parse_type(reader);
  if (type == NULL) return NULL;
  Syntax *node = syntax_make(reader, SYNTAX_ANNOTATION, (Span){t->span.start, type->span.end}, t, NULL);
  if (node != NULL) node->kid[2] = type;
  return node;
}

/* ( ), ( t ), ( t : T ), ( t, s, ... ); tuples nest to the left. */
static Syntax *parse_bracket(Reader *reader) {
  bool angle = parser_kind(reader) == TOKEN_LANGLE;
  TokenKind close = angle ? TOKEN_RANGLE : TOKEN_RPAREN;
  Span span = parser_take(reader);
  if (parser_kind(reader) == close)
    return syntax_make(reader, SYNTAX_UNIT, (Span){span.start, parser_take(reader).end}, NULL, NULL);
  Syntax *t = parse_annotated(reader);
  bool pair = false;
  while (t != NULL && parser_accept(reader, TOKEN_COMMA)) {
    Syntax *s = parse_annotated(reader);
    t = s == NULL ? NULL : syntax_make(reader, SYNTAX_PAIR, join(t, s), t, s);
    pair = true;
  }
  if (t == NULL || (angle && !pair && !parser_expect(reader, TOKEN_COMMA, "','"))) return NULL;
  if (!parser_expect(reader, close, angle ? "a closing angle bracket" : "')'")) return NULL;
  if (pair) t->span = (Span){span.start, parser_last_end(reader)};
  return t;
}

static Syntax *parse_leaf(Reader *reader, SyntaxKind kind, uint32_t code) {
  Syntax *leaf = syntax_make(reader, kind, parser_take(reader), NULL, NULL);
  if (leaf != NULL) leaf->code = code;
  return leaf;
}

static Syntax *parse_number_term(Reader *reader) {
  Syntax *number = parse_leaf(reader, SYNTAX_NUMBER, 0);
  if (number == NULL) return NULL;
  number->constant = parse_number(reader, number->span);
  return number->constant.id == 0 ? NULL : number;
}

static bool starts_atom(const Reader *reader) {
  TokenKind kind = parser_kind(reader);
  return kind == TOKEN_NAME || kind == TOKEN_NUMBER || kind == TOKEN_LPAREN || kind == TOKEN_LANGLE ||
         kind == TOKEN_LBRACKET || kind == TOKEN_FST || kind == TOKEN_SND || kind == TOKEN_LINEAR ||
         kind == TOKEN_LINEAR_ZERO || kind == TOKEN_DMAP || kind == TOKEN_TRUE || kind == TOKEN_FALSE;
}

static void fail_atom(Reader *reader) {
  TokenKind kind = parser_kind(reader);
  bool form = kind == TOKEN_MAP || kind == TOKEN_ZIPWITH || kind == TOKEN_BUILD || kind == TOKEN_ONEHOT ||
              kind == TOKEN_BIGSUM || kind == TOKEN_LITER || parse_at_control(reader);
  parser_fail_here(reader, form || parse_at_binding(reader) ? "a term in parentheses" : "a term");
}

static Syntax *parse_atom(Reader *reader) {
  if (!starts_atom(reader)) return fail_atom(reader), NULL;
  TokenKind kind = parser_kind(reader);
  if (kind == TOKEN_LPAREN || kind == TOKEN_LANGLE) return parse_bracket(reader);
  if (parse_at_lop(reader)) return parse_lop(reader);
  if (kind == TOKEN_NAME) return parse_name(reader);
  if (kind == TOKEN_NUMBER) return parse_number_term(reader);
  if (kind == TOKEN_LBRACKET) return parse_vector(reader);
  if (kind == TOKEN_LINEAR) return parse_leaf(reader, SYNTAX_LVAR, 0);
  if (kind == TOKEN_LINEAR_ZERO) return parse_leaf(reader, SYNTAX_ZERO, 0);
  if (kind == TOKEN_DMAP) return parse_dmap(reader);
  if (kind == TOKEN_TRUE || kind == TOKEN_FALSE) return parse_leaf(reader, SYNTAX_TRUTH, kind == TOKEN_FALSE);
  return parse_leaf(reader, SYNTAX_PROJECTION, kind == TOKEN_SND);
}

Syntax *parse_postfix(Reader *reader) {
  Syntax *t = parse_atom(reader);
  while (t != NULL && parser_accept(reader, TOKEN_BANG)) {
    Syntax *i = parse_atom(reader);
    t = i == NULL ? NULL : syntax_make(reader, SYNTAX_INDEX, (Span){t->span.start, parser_last_end(reader)}, t, i);
  }
  return t;
}

/* ---------------------------------------------------------- array builders -- */

/* f x for each identifier: map f s is map (x. f x) s. */
static bool apply_function(Reader *reader, Syntax *node, uint32_t binders) {
  Syntax *body = parse_postfix(reader);
  for (uint32_t i = 0; body != NULL && i < binders; i++) {
    NameId name = syntax_hidden(reader);
    Syntax *x = syntax_name(reader, name, body->span);
    *(i == 0 ? &node->name : &node->name2) = name;
    body = x == NULL ? NULL : syntax_make(reader, SYNTAX_APP, body->span, body, x);
  }
  node->kid[1] = body;
  return body != NULL;
}

/* (x. t) or (x y. t) into the node, or a function term. */
bool parse_function(Reader *reader, Syntax *node, uint32_t binders) {
  bool named = parser_kind(reader) == TOKEN_LPAREN;
  for (uint32_t i = 1; i <= binders; i++) named = named && parser_peek(reader, i)->kind == TOKEN_NAME;
  if (!named || parser_peek(reader, binders + 1)->kind != TOKEN_DOT) return apply_function(reader, node, binders);
  Span second;
  (void)parser_take(reader);
  if (!parser_binder(reader, &node->name, &node->name_span)) return false;
  if (binders == 2 && !parser_binder(reader, &node->name2, &second)) return false;
  (void)parser_take(reader);
  node->kid[1] = parse_term(reader);
  return node->kid[1] != NULL && parser_expect(reader, TOKEN_RPAREN, "')'");
}

static Syntax *parse_map(Reader *reader) {
  bool zip = parser_kind(reader) == TOKEN_ZIPWITH;
  Syntax *node = syntax_make(reader, zip ? SYNTAX_ZIPWITH : SYNTAX_MAP, parser_take(reader), NULL, NULL);
  if (node == NULL || !parse_function(reader, node, zip ? 2 : 1)) return NULL;
  node->kid[0] = parse_postfix(reader);
  if (node->kid[0] == NULL) return NULL;
  if (zip && (node->kid[3] = parse_postfix(reader)) == NULL) return NULL;
  node->span.end = parser_last_end(reader);
  return node;
}

static Syntax *parse_build(Reader *reader) {
  Syntax *node = syntax_make(reader, SYNTAX_BUILD, parser_take(reader), NULL, NULL);
  if (node == NULL || (node->kid[3] = parse_size_atom(reader)) == NULL) return NULL;
  if (!parse_function(reader, node, 1)) return NULL;
  node->span.end = parser_last_end(reader);
  return node;
}

static Syntax *parse_application(Reader *reader) {
  TokenKind kind = parser_kind(reader);
  Syntax *t = parse_at_control(reader)                     ? parse_control(reader)
              : kind == TOKEN_MAP || kind == TOKEN_ZIPWITH ? parse_map(reader)
              : kind == TOKEN_BUILD                        ? parse_build(reader)
              : kind == TOKEN_ONEHOT                       ? parse_onehot(reader)
              : kind == TOKEN_BIGSUM                       ? parse_bigsum(reader)
              : kind == TOKEN_LITER                        ? parse_liter(reader)
                                                           : parse_postfix(reader);
  while (t != NULL && starts_atom(reader)) {
    Syntax *s = parse_postfix(reader);
    t = s == NULL ? NULL : syntax_make(reader, SYNTAX_APP, (Span){t->span.start, parser_last_end(reader)}, t, s);
  }
  return t;
}

/* ------------------------------------------------------------- operators -- */

static Syntax *parse_lapply(Reader *reader) {
  if (!parser_enter(reader)) return NULL;
  Syntax *t = parse_application(reader);
  if (t != NULL && parser_accept(reader, TOKEN_AT)) {
    Syntax *s = parse_lapply(reader);
    t = s == NULL ? NULL : syntax_make(reader, SYNTAX_LAPP, join(t, s), t, s);
  }
  parser_leave(reader);
  return t;
}

/* exponent := ['-'] atom */
static Syntax *parse_exponent(Reader *reader) {
  Span minus = parser_peek(reader, 0)->span;
  bool negative = parser_accept(reader, TOKEN_MINUS);
  Syntax *atom = parse_atom(reader);
  if (atom == NULL || !negative) return atom;
  return syntax_make(reader, SYNTAX_NEGATE, (Span){minus.start, atom->span.end}, atom, NULL);
}

static Syntax *parse_power(Reader *reader) {
  Syntax *t = parse_lapply(reader);
  while (t != NULL && parser_accept(reader, TOKEN_CARET)) {
    Syntax *exponent = parse_exponent(reader);
    if (exponent == NULL) return NULL;
    t = syntax_make(reader, SYNTAX_POWER, (Span){t->span.start, parser_last_end(reader)}, t, NULL);
    if (t == NULL) return NULL;
    if (!parse_is_constant(reader, exponent)) {
      t->kid[1] = exponent;
      continue;
    }
    t->constant = parse_constant(reader, exponent);
    if (t->constant.id == 0) return NULL;
  }
  return t;
}

/* A binding form may be the last operand: it reaches as far as it can. */
bool parse_at_binding(const Reader *reader) {
  TokenKind kind = parser_kind(reader);
  return kind == TOKEN_LET || kind == TOKEN_LAMBDA || kind == TOKEN_CASE || kind == TOKEN_IF || kind == TOKEN_LETREC ||
         kind == TOKEN_MATCH;
}

static Syntax *parse_negation(Reader *reader) {
  if (parse_at_binding(reader)) return parse_term(reader);
  Span minus = parser_peek(reader, 0)->span;
  if (!parser_accept(reader, TOKEN_MINUS)) return parse_power(reader);
  if (!parser_enter(reader)) return NULL;
  Syntax *t = parse_negation(reader);
  parser_leave(reader);
  return t == NULL ? NULL : syntax_make(reader, SYNTAX_NEGATE, (Span){minus.start, t->span.end}, t, NULL);
}

static Syntax *binary(Reader *reader, OpCode op, Syntax *left, Syntax *right) {
  Syntax *node = right == NULL ? NULL : syntax_make(reader, SYNTAX_BINARY, join(left, right), left, right);
  if (node != NULL) node->op = op;
  return node;
}

static Syntax *parse_product(Reader *reader) {
  Syntax *left = parse_negation(reader);
  for (;;) {
    TokenKind kind = parser_kind(reader);
    if (left == NULL || (kind != TOKEN_TIMES && kind != TOKEN_DIVIDE && kind != TOKEN_SCALE)) return left;
    (void)parser_take(reader);
    OpCode op = kind == TOKEN_TIMES ? OP_MUL : kind == TOKEN_DIVIDE ? OP_DIV : OP_SCALE;
    left = binary(reader, op, left, parse_negation(reader));
  }
}

static Syntax *parse_sum(Reader *reader) {
  Syntax *left = parse_product(reader);
  for (;;) {
    TokenKind kind = parser_kind(reader);
    if (left == NULL || (kind != TOKEN_PLUS && kind != TOKEN_MINUS)) return left;
    (void)parser_take(reader);
    left = binary(reader, kind == TOKEN_PLUS ? OP_ADD : OP_SUB, left, parse_product(reader));
  }
}

static Syntax *logic(Reader *reader, uint32_t code, Span span, Syntax *a, Syntax *b) {
  Syntax *node = syntax_make(reader, SYNTAX_LOGIC, span, a, b);
  if (node != NULL) node->code = code;
  return node;
}

static bool at_test(const Reader *reader) {
  TokenKind kind = parser_kind(reader);
  return kind == TOKEN_LESS || kind == TOKEN_LESS_EQUAL || kind == TOKEN_GREATER || kind == TOKEN_GREATER_EQUAL ||
         kind == TOKEN_SAME || kind == TOKEN_DIFFERENT;
}

/* Comparisons do not associate.  t > s is s < t, and t /= s is not (t == s). */
static Syntax *parse_test(Reader *reader) {
  Syntax *left = parse_sum(reader);
  if (left == NULL || !at_test(reader)) return left;
  TokenKind kind = parser_kind(reader);
  (void)parser_take(reader);
  Syntax *right = parse_sum(reader);
  if (right == NULL) return NULL;
  Span span = join(left, right);
  if (at_test(reader)) return parser_fail_here(reader, "'and' (comparisons do not chain)"), NULL;
  bool turned = kind == TOKEN_GREATER || kind == TOKEN_GREATER_EQUAL;
  Syntax *node = syntax_make(reader, SYNTAX_BINARY, span, left, right);
  if (node == NULL) return NULL;
  node->code = turned;
  node->op = kind == TOKEN_LESS || kind == TOKEN_GREATER     ? OP_LESS
             : kind == TOKEN_SAME || kind == TOKEN_DIFFERENT ? OP_EQUAL
                                                             : OP_LESSEQ;
  return kind == TOKEN_DIFFERENT ? logic(reader, 0, span, node, NULL) : node;
}

static Syntax *parse_truth(Reader *reader) {
  if (parser_kind(reader) != TOKEN_NOT) return parse_test(reader);
  uint32_t start = parser_take(reader).start;
  if (!parser_enter(reader)) return NULL;
  Syntax *t = parse_truth(reader);
  parser_leave(reader);
  return t == NULL ? NULL : logic(reader, 0, (Span){start, t->span.end}, t, NULL);
}

static Syntax *parse_both(Reader *reader) {
  Syntax *left = parse_truth(reader);
  while (left != NULL && parser_accept(reader, TOKEN_AND)) {
    Syntax *right = parse_truth(reader);
    left = right == NULL ? NULL : logic(reader, 1, join(left, right), left, right);
  }
  return left;
}

static Syntax *parse_either(Reader *reader) {
  Syntax *left = parse_both(reader);
  while (left != NULL && parser_accept(reader, TOKEN_OR)) {
    Syntax *right = parse_both(reader);
    left = right == NULL ? NULL : logic(reader, 2, join(left, right), left, right);
  }
  return left;
}

static Syntax *parse_tensor(Reader *reader) {
  Span bang = parser_peek(reader, 0)->span;
  if (!parser_accept(reader, TOKEN_BANG)) return parse_either(reader);
  if (!parser_enter(reader)) return NULL;
  Syntax *t = parse_sum(reader);
  Syntax *s = t == NULL || !parser_expect(reader, TOKEN_TENSOR, "'><'") ? NULL
              : parse_at_binding(reader)                                ? parse_term(reader)
                                                                        : parse_tensor(reader);
  parser_leave(reader);
  return s == NULL ? NULL : syntax_make(reader, SYNTAX_COPOWER, (Span){bang.start, s->span.end}, t, s);
}

Syntax *parse_whole_term(Reader *reader) {
  Syntax *t = parse_term(reader);
  return t == NULL || !parser_expect(reader, TOKEN_END, "the end of the term") ? NULL : t;
}
