/* caddie's grammar.  Words that no rule takes refuse the definition, at the first of them. */
#include "semantics/cad/translation.h"

typedef struct Parser {
  Importer *importer;
  const Sexpr *at, *before; /* the next word, NULL at the end; the one before it */
  uint32_t depth;
} Parser;

static CadTerm *parse_sum(Parser *parser);

static const Sexpr *next_word(Parser *parser) {
  parser->before = parser->at;
  parser->at = parser->at->next;
  return parser->before;
}

/* Always NULL. */
static void *refuse(Parser *parser, const char *what) {
  const Sexpr *at = parser->at;
  if (at == NULL)
    (void)REFUSE(parser->importer, parser->before, "%s is expected behind this", what);
  else
    (void)REFUSE(parser->importer, at, "%s is expected here", what);
  return NULL;
}

static bool take(Parser *parser, const char *word) {
  if (parser->at != NULL && sexpr_is(parser->at, word)) return next_word(parser) != NULL;
  return refuse(parser, compose(parser->importer, "'%s'", word)) != NULL;
}

static bool is_name(const Sexpr *word) {
  char c = word != NULL && word->kind == SEXPR_WORD ? word->text[0] : '\0';
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') && !cad_is_keyword(word);
}

static const Sexpr *take_name(Parser *parser) {
  return is_name(parser->at) ? next_word(parser) : refuse(parser, "a name");
}

static bool is_whole(const Sexpr *word) {
  for (uint32_t k = 0; k < word->length; k++) {
    if (word->text[k] == '.') return false;
  }
  return true;
}

static const Sexpr *take_number(Parser *parser, bool whole) {
  if (parser->at != NULL && parser->at->kind == SEXPR_NUMBER && is_whole(parser->at) == whole) return next_word(parser);
  return refuse(parser, whole ? "a whole number" : "a number with a point, as 2.0,");
}

/* -------------------------------------------------------------------- trees -- */

/* NULL at a limit. */
static CadTerm *new_term(Parser *parser, CadTermKind kind, const Sexpr *word, uint32_t start) {
  CadTerm *term = reader_alloc(&parser->importer->reader, sizeof *term);
  if (term != NULL)
    *term = (CadTerm){.kind = kind, .word = word, .span = {start, parser->before->span.end}, .depth = 1};
  return term;
}

/* The term with that part as its last; NULL if there is none of either, or at a limit. */
static CadTerm *with(Parser *parser, CadTerm *term, CadTerm *part) {
  if (term == NULL || part == NULL) return NULL;
  *(term->last == NULL ? &term->first : &term->last->next) = part;
  term->last = part;
  term->count++;
  if (term->depth <= part->depth) term->depth = part->depth + 1;
  term->span.end = parser->before->span.end;
  if (term->depth <= READER_NESTING) return term;
  reader_fail(&parser->importer->reader, STATUS_LIMIT, term->span, "limit: nested deeper than %u", READER_NESTING);
  return NULL;
}

/* (e, ...), [e, ...]: of one in round brackets, that. */
static CadTerm *parse_list(Parser *parser, CadTermKind kind, const char *close) {
  uint32_t start = next_word(parser)->span.start;
  CadTerm *parts = new_term(parser, kind, NULL, start);
  do parts = with(parser, parts, parse_sum(parser));
  while (parts != NULL && parser->at != NULL && sexpr_is(parser->at, ",") && next_word(parser) != NULL);
  if (parts == NULL || !take(parser, close)) return NULL;
  parts->span.end = parser->before->span.end;
  return kind == CAD_PARTS && parts->count == 1 ? parts->first : parts;
}

/* -------------------------------------------------------------------- atoms -- */

static bool begins_atom(const Sexpr *word) {
  static const char *const first[] = {"(", "[", "#", "let", "map", "iota", "pow", "red"};
  if (word == NULL) return false;
  for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
    if (sexpr_is(word, first[i])) return true;
  }
  return word->kind == SEXPR_NUMBER || is_name(word);
}

static CadTerm *parse_atom(Parser *parser);

/* x, f e */
static CadTerm *parse_name(Parser *parser) {
  const Sexpr *word = next_word(parser);
  bool called = begins_atom(parser->at);
  CadTerm *term = new_term(parser, called ? CAD_CALL : CAD_NAME, word, word->span.start);
  return called ? with(parser, term, parse_atom(parser)) : term;
}

/* let x = e in e end */
static CadTerm *parse_let(Parser *parser) {
  uint32_t start = next_word(parser)->span.start;
  const Sexpr *name = take_name(parser);
  if (name == NULL || !take(parser, "=")) return NULL;
  CadTerm *term = with(parser, new_term(parser, CAD_LET, name, start), parse_sum(parser));
  if (term == NULL || !take(parser, "in")) return NULL;
  term = with(parser, term, parse_sum(parser));
  if (term == NULL || !take(parser, "end")) return NULL;
  term->span.end = parser->before->span.end;
  return term;
}

/* map (fn x => e) e */
static CadTerm *parse_map(Parser *parser) {
  uint32_t start = next_word(parser)->span.start;
  if (!take(parser, "(") || !take(parser, "fn")) return NULL;
  const Sexpr *name = take_name(parser);
  if (name == NULL || !take(parser, "=>")) return NULL;
  CadTerm *term = with(parser, new_term(parser, CAD_MAP, name, start), parse_sum(parser));
  return term != NULL && take(parser, ")") ? with(parser, term, parse_atom(parser)) : NULL;
}

/* #2 e, pow 2.0 e, iota 3 */
static CadTerm *parse_numbered(Parser *parser, CadTermKind kind) {
  uint32_t start = next_word(parser)->span.start;
  const Sexpr *number = take_number(parser, kind != CAD_POWER);
  CadTerm *term = number == NULL ? NULL : new_term(parser, kind, number, start);
  return term == NULL || kind == CAD_IOTA ? term : with(parser, term, parse_atom(parser));
}

/* 0, which is of any type; 0.0 is a real. */
static bool is_zero(const Sexpr *number) { return number->length == 1 && number->text[0] == '0'; }

static CadTerm *parse_number(Parser *parser) {
  const Sexpr *word = next_word(parser);
  return new_term(parser, is_zero(word) ? CAD_ZERO : CAD_NUMBER, word, word->span.start);
}

static CadTerm *choose_atom(Parser *parser) {
  const Sexpr *word = parser->at;
  if (!begins_atom(word)) return refuse(parser, "an expression");
  if (word->kind == SEXPR_NUMBER) return parse_number(parser);
  if (sexpr_is(word, "(")) return parse_list(parser, CAD_PARTS, ")");
  if (sexpr_is(word, "[")) return parse_list(parser, CAD_LIST, "]");
  if (sexpr_is(word, "#")) return parse_numbered(parser, CAD_PROJECT);
  if (sexpr_is(word, "pow")) return parse_numbered(parser, CAD_POWER);
  if (sexpr_is(word, "iota")) return parse_numbered(parser, CAD_IOTA);
  if (sexpr_is(word, "let")) return parse_let(parser);
  if (sexpr_is(word, "map")) return parse_map(parser);
  if (!sexpr_is(word, "red")) return parse_name(parser);
  (void)REFUSE(parser->importer, word, "a reduction by a relation has no value in caddie");
  return NULL;
}

/* What a rule reads that may stand in itself. */
static CadTerm *nested(Parser *parser, CadTerm *(*rule)(Parser *parser)) {
  if (parser->depth == READER_NESTING) {
    reader_fail(&parser->importer->reader, STATUS_LIMIT, parser->before->span, "limit: nested deeper than %u",
                READER_NESTING);
    return NULL;
  }
  parser->depth++;
  CadTerm *term = rule(parser);
  parser->depth--;
  return term;
}

static CadTerm *parse_atom(Parser *parser) { return nested(parser, choose_atom); }

/* ---------------------------------------------------------------- operators -- */

static CadTerm *two(Parser *parser, CadTermKind kind, CadTerm *a, CadTerm *b) {
  if (a == NULL || b == NULL) return NULL;
  return with(parser, with(parser, new_term(parser, kind, NULL, a->span.start), a), b);
}

/* e * e * e, and e *> e * e of what follows */
static CadTerm *parse_product(Parser *parser) {
  CadTerm *term = parse_atom(parser);
  while (term != NULL && parser->at != NULL) {
    if (sexpr_is(parser->at, "*")) {
      (void)next_word(parser);
      term = two(parser, CAD_MUL, term, parse_atom(parser));
    } else if (sexpr_is(parser->at, "*>")) {
      (void)next_word(parser);
      term = two(parser, CAD_SCALE, term, nested(parser, parse_product));
    } else
      break;
  }
  return term;
}

static CadTerm *parse_sum(Parser *parser) {
  CadTerm *term = parse_product(parser);
  while (term != NULL && parser->at != NULL) {
    bool adds = sexpr_is(parser->at, "+");
    if (!adds && !sexpr_is(parser->at, "-")) break;
    (void)next_word(parser);
    term = two(parser, adds ? CAD_ADD : CAD_SUB, term, parse_product(parser));
  }
  return term;
}

bool cad_parse(Importer *importer, CadFunction *function) {
  Parser parser = {.importer = importer, .at = function->list->first, .before = function->list->first};
  if (!sexpr_is(parser.at, "fun")) return REFUSE(importer, parser.at, "a definition is expected here: fun f x = x * x");
  (void)next_word(&parser);
  function->name = take_name(&parser);
  function->argument.name = function->name == NULL ? NULL : take_name(&parser);
  if (function->argument.name == NULL || !take(&parser, "=")) return false;
  function->body = parse_sum(&parser);
  if (function->body == NULL) return false;
  return parser.at == NULL || REFUSE(importer, parser.at, "this word ends no expression and begins none");
}
