/* The grammar of terms and vectors, which is one: what a tree is says where it stands. */
#include "semantics/frechet/reading.h"

#include <string.h>

static HilTree *parse_atom(HilParser *parser);

/* Always NULL. */
static HilTree *expected(HilParser *parser, const char *what) {
  (void)hil_wanted(parser, what);
  return NULL;
}

/* -------------------------------------------------------------------- trees -- */

/* From that word to what was read last; NULL at a limit. */
static HilTree *new_tree(HilParser *parser, HilTreeKind kind, const Sexpr *word) {
  HilTree *tree = reader_alloc(parser->reading->reader, sizeof *tree);
  if (tree != NULL)
    *tree = (HilTree){.kind = kind,
                      .word = word,
                      .mark = hil_mark(word),
                      .span = {word->span.start, parser->before->span.end},
                      .depth = 1};
  return tree;
}

/* The tree with that part as its last; NULL if there is none of either, or at a limit. */
static HilTree *with(HilParser *parser, HilTree *tree, HilTree *part) {
  if (tree == NULL || part == NULL) return NULL;
  *(tree->last == NULL ? &tree->first : &tree->last->next) = part;
  tree->last = part;
  tree->count++;
  if (tree->depth <= part->depth) tree->depth = part->depth + 1;
  if (part->span.start < tree->span.start) tree->span.start = part->span.start;
  tree->span.end = parser->before->span.end;
  if (tree->depth <= READER_NESTING) return tree;
  reader_fail(parser->reading->reader, STATUS_LIMIT, tree->span, "limit: nested deeper than %u", READER_NESTING);
  return NULL;
}

static HilTree *closed(HilParser *parser, HilTree *tree, HilMark close, const char *what) {
  if (tree == NULL || !hil_take(parser, close, what)) return NULL;
  tree->span.end = parser->before->span.end;
  return tree;
}

/* t, ... up to the bracket */
static HilTree *parse_members(HilParser *parser, HilTree *tree, HilMark close, const char *what) {
  if (tree != NULL && hil_peek(parser) != close) {
    tree = with(parser, tree, hil_parse_term(parser));
    while (tree != NULL && hil_peek(parser) == MARK_COMMA) {
      (void)hil_next(parser);
      tree = with(parser, tree, hil_parse_term(parser));
    }
  }
  return closed(parser, tree, close, what);
}

/* ----------------------------------------------------------------- operators -- */

static bool is_operator(HilMark mark) {
  return mark == MARK_PLUS || mark == MARK_MINUS || mark == MARK_TENSOR || mark == MARK_CONTRACT ||
         mark == MARK_TIMES || mark == MARK_INNER || mark == MARK_MATRIX || mark == MARK_VECTORS;
}

static bool is_part(const Sexpr *word, const char *greek, const char *ascii, uint32_t *digits) {
  size_t length = strlen(greek), other = strlen(ascii);
  if (word == NULL || word->kind != SEXPR_WORD) return false;
  *digits = (uint32_t)length;
  if (word->length >= length && memcmp(word->text, greek, length) == 0) return true;
  *digits = (uint32_t)other;
  return word->length > other && memcmp(word->text, ascii, other) == 0 && word->text[other] >= '0' &&
         word->text[other] <= '9';
}

bool hil_is_part_word(const Sexpr *word) {
  uint32_t digits;
  if (is_part(word, "π", "pi", &digits) || is_part(word, "ι", "iota", &digits)) return true;
  return sexpr_is(word, "red_") || sexpr_is(word, "red") || (word->length >= 4 && memcmp(word->text, "rep_", 4) == 0);
}

/* What may be a definition's. */
static bool is_name(const Sexpr *word) { return hil_is_name(word) && !hil_is_part_word(word); }

static bool begins_atom(const Sexpr *word) {
  HilMark mark = hil_mark(word);
  if (word == NULL) return false;
  if (word->kind == SEXPR_NUMBER) return true;
  return mark == MARK_NONE || mark == MARK_LPAREN || mark == MARK_LBRACKET || mark == MARK_LANGLE ||
         mark == MARK_PARALLEL || mark == MARK_DELTA || mark == MARK_SIGMA || mark == MARK_CONST || mark == MARK_UNDER;
}

static bool closes(const Sexpr *word) { return hil_mark(word) == MARK_RPAREN; }

/* An operator, or a definition that is used as one. */
static HilTree *operator_of(HilParser *parser, HilTreeKind kind, const Sexpr *word) {
  return new_tree(parser, kind, word);
}

/* -------------------------------------------------------------------- atoms -- */

/* (if f < 0 then g else h) */
static HilTree *parse_if(HilParser *parser) {
  HilTree *tree = new_tree(parser, TREE_IF, hil_next(parser));
  tree = with(parser, tree, hil_parse_term(parser));
  if (tree == NULL || !hil_take(parser, MARK_LANGLE, "'< 0'")) return NULL;
  if (parser->at == NULL || !hil_is_zero(parser->at)) return expected(parser, "0");
  (void)hil_next(parser);
  if (!hil_take(parser, MARK_THEN, "'then'")) return NULL;
  tree = with(parser, tree, hil_parse_term(parser));
  if (tree == NULL || !hil_take(parser, MARK_ELSE, "'else'")) return NULL;
  tree = with(parser, tree, hil_parse_term(parser));
  return closed(parser, tree, MARK_RPAREN, "')'");
}

/* : V -> W) */
static HilTree *parse_typed(HilParser *parser, HilTree *term) {
  (void)hil_next(parser);
  HilSpace dom = hil_parse_space(parser);
  if (dom.id == 0) return NULL;
  const Sexpr *arrow = parser->at;
  if (hil_peek(parser) != MARK_TO && hil_peek(parser) != MARK_LINEAR) return expected(parser, "'→' or '⊸'");
  (void)hil_next(parser);
  HilSpace cod = hil_parse_space(parser);
  HilTree *tree = cod.id == 0 ? NULL : with(parser, new_tree(parser, TREE_TYPED, arrow), term);
  if (tree != NULL) {
    tree->dom = dom;
    tree->cod = cod;
  }
  return closed(parser, tree, MARK_RPAREN, "')'");
}

/* What stands behind the first term in brackets. */
static HilTree *parse_rest(HilParser *parser, const Sexpr *open, HilTree *term) {
  const Sexpr *word = parser->at;
  HilMark mark = hil_mark(word);
  if (term == NULL) return NULL;
  if (mark == MARK_COLON) return parse_typed(parser, term);
  if (word != NULL && closes(word->next) && (is_operator(mark) || is_name(word))) {
    (void)hil_next(parser);
    return closed(parser, with(parser, operator_of(parser, TREE_LEFT, word), term), MARK_RPAREN, "')'");
  }
  if (mark != MARK_COMMA) {
    term = closed(parser, term, MARK_RPAREN, "')'");
    if (term != NULL) term->brackets = true;
    return term;
  }
  HilTree *list = with(parser, new_tree(parser, TREE_LIST, open), term);
  (void)hil_next(parser);
  return parse_members(parser, list, MARK_RPAREN, "')'");
}

static HilTree *parse_brackets(HilParser *parser) {
  const Sexpr *open = hil_next(parser), *word = parser->at;
  if (hil_peek(parser) == MARK_IF) return parse_if(parser);
  if (closes(word)) return parse_members(parser, new_tree(parser, TREE_LIST, open), MARK_RPAREN, "')'");
  bool applied = word != NULL && begins_atom(word->next);
  if (word != NULL && is_operator(hil_mark(word)) && (closes(word->next) || applied)) {
    (void)hil_next(parser);
    HilTree *tree = operator_of(parser, closes(parser->at) ? TREE_OPERATOR : TREE_RIGHT, word);
    if (!closes(parser->at)) tree = with(parser, tree, hil_parse_term(parser));
    return closed(parser, tree, MARK_RPAREN, "')'");
  }
  if (is_name(word) && applied && !is_name(word->next)) {
    (void)hil_next(parser);
    HilTree *tree = with(parser, operator_of(parser, TREE_RIGHT, word), hil_parse_term(parser));
    return closed(parser, tree, MARK_RPAREN, "')'");
  }
  return parse_rest(parser, open, hil_parse_term(parser));
}

/* red_{(x,y),...} */
static HilTree *parse_red(HilParser *parser) {
  HilTree *tree = new_tree(parser, TREE_RED, hil_next(parser));
  uint32_t capacity = 0;
  if (tree == NULL || !hil_take(parser, MARK_LBRACE, "'{'")) return NULL;
  while (hil_peek(parser) != MARK_RBRACE) {
    if (tree->n > 0 && !hil_take(parser, MARK_COMMA, "',' or '}'")) return NULL;
    if (tree->n == capacity) {
      capacity = 2 * capacity + 8;
      HilRule *rules = reader_alloc(parser->reading->reader, capacity * sizeof *rules);
      if (rules == NULL) return NULL;
      if (tree->n > 0) memcpy(rules, tree->rules, tree->n * sizeof *rules);
      tree->rules = rules;
    }
    if (!hil_parse_pair(parser, &tree->rules[tree->n])) return NULL;
    tree->n++;
  }
  return closed(parser, tree, MARK_RBRACE, "'}'");
}

/* rep_3, rep_{2 × 3} */
static HilTree *parse_rep(HilParser *parser) {
  const Sexpr *word = hil_next(parser);
  uint32_t n, length = word->length - 4;
  HilTree *tree = new_tree(parser, TREE_REP, word);
  if (tree == NULL) return NULL;
  if (length == 0)
    tree->index = hil_parse_index(parser);
  else if (hil_whole(parser->reading, word, word->text + 4, length, &n))
    tree->index = hil_index_number(&parser->reading->terms->spaces, n);
  tree->span.end = parser->before->span.end;
  return tree->index.id == 0 ? NULL : tree;
}

/* _^k */
static HilTree *parse_exponent(HilParser *parser) {
  const Sexpr *word = hil_next(parser);
  if (!hil_take(parser, MARK_CARET, "'^' and a number")) return NULL;
  if (parser->at == NULL || parser->at->kind != SEXPR_NUMBER) return expected(parser, "a number");
  HilTree *number = new_tree(parser, TREE_NUMBER, hil_next(parser));
  return with(parser, new_tree(parser, TREE_EXPONENT, word), number);
}

/* pi_k, iota_k, iota_k u */
static HilTree *parse_part(HilParser *parser, HilTreeKind kind, uint32_t digits) {
  const Sexpr *word = hil_next(parser);
  uint32_t n, other;
  HilTree *tree = new_tree(parser, kind, word);
  if (tree == NULL || !hil_whole(parser->reading, word, word->text + digits, word->length - digits, &n)) return NULL;
  if (n == 0) return (void)HIL_REFUSE(parser->reading, word->span, "places are counted from 1"), NULL;
  tree->n = n - 1;
  const Sexpr *next = parser->at;
  bool vector = next != NULL &&
                (next->kind == SEXPR_NUMBER || hil_mark(next) == MARK_LPAREN || is_part(next, "ι", "iota", &other));
  return kind == TREE_INJ && vector ? with(parser, tree, parse_atom(parser)) : tree;
}

static HilTree *parse_family(HilParser *parser) {
  HilMark mark = hil_peek(parser);
  HilTree *tree = new_tree(parser, TREE_FAMILY, hil_next(parser));
  if (mark == MARK_LANGLE) return parse_members(parser, tree, MARK_RANGLE, "'⟩'");
  if (mark == MARK_LBRACKET) return parse_members(parser, tree, MARK_RBRACKET, "']'");
  if (!hil_take(parser, MARK_LPAREN, "'('")) return NULL;
  return parse_members(parser, tree, MARK_RPAREN, "')'");
}

static HilTree *parse_word(HilParser *parser) {
  const Sexpr *word = parser->at;
  uint32_t digits;
  if (is_part(word, "π", "pi", &digits)) return parse_part(parser, TREE_PROJ, digits);
  if (is_part(word, "ι", "iota", &digits)) return parse_part(parser, TREE_INJ, digits);
  if (sexpr_is(word, "red_") || sexpr_is(word, "red")) return parse_red(parser);
  if (word->length >= 4 && memcmp(word->text, "rep_", 4) == 0) return parse_rep(parser);
  return new_tree(parser, TREE_WORD, hil_next(parser));
}

static HilTree *choose_atom(HilParser *parser) {
  const Sexpr *word = parser->at;
  if (word == NULL) return expected(parser, "a term");
  if (word->kind == SEXPR_NUMBER) return new_tree(parser, TREE_NUMBER, hil_next(parser));
  switch ((int)hil_mark(word)) {
  case MARK_LPAREN: return parse_brackets(parser);
  case MARK_LBRACKET:
  case MARK_LANGLE:
  case MARK_PARALLEL:
  case MARK_DELTA: return parse_family(parser);
  case MARK_CONST: (void)hil_next(parser); return with(parser, new_tree(parser, TREE_CONST, word), parse_atom(parser));
  case MARK_UNDER: return parse_exponent(parser);
  case MARK_CONTRACT: return operator_of(parser, TREE_OPERATOR, hil_next(parser));
  case MARK_SIGMA: return new_tree(parser, TREE_WORD, hil_next(parser));
  case MARK_NONE: return parse_word(parser);
  default: return expected(parser, "a term");
  }
}

static HilTree *parse_atom(HilParser *parser) {
  if (!hil_enter(parser)) return NULL;
  HilTree *tree = choose_atom(parser);
  parser->depth--;
  if (tree != NULL && tree->span.end < parser->before->span.end) tree->span.end = parser->before->span.end;
  return tree;
}

/* ------------------------------------------------------------------- levels -- */

static HilTree *parse_power(HilParser *parser) {
  HilTree *tree = parse_atom(parser);
  while (tree != NULL && hil_peek(parser) == MARK_CARET) {
    const Sexpr *word = hil_next(parser);
    HilIndex x = hil_parse_index(parser);
    tree = x.id == 0 ? NULL : with(parser, new_tree(parser, TREE_POWER, word), tree);
    if (tree != NULL) tree->index = x;
  }
  return tree;
}

/* g ∘ f, g • f, from the right: an operand at a time, so that a long one is no deep recursion */
static HilTree *parse_composition(HilParser *parser) {
  HilTree *g = parse_power(parser);
  HilMark mark = hil_peek(parser);
  if (g == NULL || (mark != MARK_COMP && mark != MARK_AFTER)) return g;
  const Sexpr *word = hil_next(parser);
  if (!hil_enter(parser)) return NULL;
  HilTree *f = parse_composition(parser);
  parser->depth--;
  return with(parser, with(parser, new_tree(parser, TREE_INFIX, word), g), f);
}

/* Of what binds more, operators of a level between, from the left; not one before a bracket, which makes a section. */
static HilTree *parse_level(HilParser *parser, uint32_t level) {
  static const HilMark marks[4][6] = {{MARK_TENSOR},
                                      {MARK_TIMES, MARK_INNER, MARK_MATRIX, MARK_CONTRACT, MARK_VECTORS},
                                      {MARK_CROSS},
                                      {MARK_PLUS, MARK_MINUS}};
  HilTree *tree = level == 0 ? parse_composition(parser) : parse_level(parser, level - 1);
  for (;;) {
    HilMark mark = hil_peek(parser);
    bool here = false;
    for (uint32_t i = 0; i < 6; i++) here = here || (mark != MARK_NONE && marks[level][i] == mark);
    if (tree == NULL || !here || closes(parser->at->next)) return tree;
    const Sexpr *word = hil_next(parser);
    HilTree *other = level == 0 ? parse_composition(parser) : parse_level(parser, level - 1);
    tree = with(parser, with(parser, new_tree(parser, TREE_INFIX, word), tree), other);
  }
}

HilTree *hil_parse_term(HilParser *parser) {
  if (!hil_enter(parser)) return NULL;
  HilTree *tree = parse_level(parser, 3);
  parser->depth--;
  return tree;
}
