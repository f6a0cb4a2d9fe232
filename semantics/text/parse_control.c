/* Sums, iteration and array combinators:
 *
 *   control := (inl | inr | total | roll | unroll) postfix | iterate postfix function postfix
 *            | while function function postfix | (fold | scan) function2 postfix postfix
 *            | gather postfix postfix | scatter size postfix postfix
 *            | vbuild postfix function | length postfix | filter function postfix
 *            | append postfix postfix | vscatter postfix postfix postfix
 *   branches := '{' inl name '->' term ';' inr name '->' term '}'               */
#include "semantics/text/syntax.h"

bool parse_at_control(const Reader *reader) {
  TokenKind kind = parser_kind(reader);
  return kind == TOKEN_INL || kind == TOKEN_INR || kind == TOKEN_TOTAL || kind == TOKEN_ITERATE ||
         kind == TOKEN_WHILE || kind == TOKEN_FOLD || kind == TOKEN_SCAN || kind == TOKEN_GATHER ||
         kind == TOKEN_SCATTER || kind == TOKEN_VBUILD || kind == TOKEN_LENGTH || kind == TOKEN_FILTER ||
         kind == TOKEN_APPEND || kind == TOKEN_VSCATTER || kind == TOKEN_ROLL || kind == TOKEN_UNROLL;
}

/* inl x -> term, for each of the two. */
static bool parse_branch(Reader *reader, TokenKind injection, const char *what, NameId *name, Span *span,
                         Syntax **body) {
  if (!parser_expect(reader, injection, what) || !parser_binder(reader, name, span)) return false;
  if (!parser_expect(reader, TOKEN_ARROW, "'->'")) return false;
  *body = parse_term(reader);
  return *body != NULL;
}

bool parse_branches(Reader *reader, Syntax *node) {
  Span second;
  if (!parser_expect(reader, TOKEN_LBRACE, "'{'")) return false;
  if (!parse_branch(reader, TOKEN_INL, "'inl'", &node->name, &node->name_span, &node->kid[1])) return false;
  if (!parser_expect(reader, TOKEN_SEMICOLON, "';'")) return false;
  if (!parse_branch(reader, TOKEN_INR, "'inr'", &node->name2, &second, &node->kid[2])) return false;
  if (!parser_expect(reader, TOKEN_RBRACE, "'}'")) return false;
  node->span.end = parser_last_end(reader);
  return true;
}

/* while (x. b) (x. t) s: the guard is read as the body of a node of its own. */
static bool parse_while(Reader *reader, Syntax *node) {
  Syntax *guard = syntax_make(reader, SYNTAX_WHILE, node->span, NULL, NULL);
  if (guard == NULL || !parse_function(reader, guard, 1) || !parse_function(reader, node, 1)) return false;
  node->kid[2] = guard->kid[1];
  node->name2 = guard->name;
  node->kid[0] = parse_postfix(reader);
  return node->kid[0] != NULL;
}

static bool parse_operand(Reader *reader, Syntax *node, int kid) {
  node->kid[kid] = parse_postfix(reader);
  return node->kid[kid] != NULL;
}

static bool parse_operands(Reader *reader, Syntax *node, TokenKind kind) {
  switch ((int)kind) {
  case TOKEN_ITERATE:
    node->kind = SYNTAX_ITERATE;
    return parse_operand(reader, node, 2) && parse_function(reader, node, 1) && parse_operand(reader, node, 0);
  case TOKEN_WHILE: node->kind = SYNTAX_WHILE; return parse_while(reader, node);
  case TOKEN_FOLD:
  case TOKEN_SCAN:
    node->kind = SYNTAX_FOLD;
    node->code = kind == TOKEN_SCAN;
    return parse_function(reader, node, 2) && parse_operand(reader, node, 0) && parse_operand(reader, node, 3);
  case TOKEN_TOTAL: node->kind = SYNTAX_TOTAL; return parse_operand(reader, node, 0);
  case TOKEN_SCATTER:
    node->kind = SYNTAX_SCATTER;
    if ((node->kid[3] = parse_size_atom(reader)) == NULL) return false;
    return parse_operand(reader, node, 0) && parse_operand(reader, node, 1);
  case TOKEN_VBUILD:
    node->kind = SYNTAX_VBUILD;
    return parse_operand(reader, node, 0) && parse_function(reader, node, 1);
  case TOKEN_LENGTH: node->kind = SYNTAX_LENGTH; return parse_operand(reader, node, 0);
  case TOKEN_FILTER:
    node->kind = SYNTAX_FILTER;
    return parse_function(reader, node, 1) && parse_operand(reader, node, 0);
  case TOKEN_APPEND:
    node->kind = SYNTAX_APPEND;
    return parse_operand(reader, node, 0) && parse_operand(reader, node, 1);
  case TOKEN_VSCATTER:
    node->kind = SYNTAX_VSCATTER;
    return parse_operand(reader, node, 2) && parse_operand(reader, node, 0) && parse_operand(reader, node, 1);
  case TOKEN_ROLL:
  case TOKEN_UNROLL:
    node->kind = SYNTAX_ROLL;
    node->code = kind == TOKEN_UNROLL;
    return parse_operand(reader, node, 0);
  case TOKEN_GATHER:
    node->kind = SYNTAX_GATHER;
    return parse_operand(reader, node, 0) && parse_operand(reader, node, 1);
  default: node->code = kind == TOKEN_INR; return parse_operand(reader, node, 0);
  }
}

Syntax *parse_control(Reader *reader) {
  TokenKind kind = parser_kind(reader);
  Syntax *node = syntax_make(reader, SYNTAX_INJECTION, parser_take(reader), NULL, NULL);
  if (node == NULL || !parser_enter(reader)) return NULL;
  bool read = parse_operands(reader, node, kind);
  parser_leave(reader);
  node->span.end = parser_last_end(reader);
  return read ? node : NULL;
}
