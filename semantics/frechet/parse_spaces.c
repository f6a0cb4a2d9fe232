/* The grammar of index sets, spaces, and definitions around their bodies. */
#include "semantics/frechet/reading.h"

#include <string.h>

HilMark hil_peek(const HilParser *parser) { return hil_mark(parser->at); }

const Sexpr *hil_next(HilParser *parser) {
  if (parser->at == NULL) return NULL;
  parser->before = parser->at;
  parser->at = parser->at->next;
  return parser->before;
}

bool hil_wanted(HilParser *parser, const char *what) {
  if (parser->at == NULL) return HIL_REFUSE(parser->reading, parser->before->span, "%s is expected behind this", what);
  return HIL_REFUSE(parser->reading, parser->at->span, "%s is expected here", what);
}

bool hil_take(HilParser *parser, HilMark mark, const char *what) {
  if (hil_peek(parser) == mark) return hil_next(parser) != NULL;
  return hil_wanted(parser, what);
}

bool hil_enter(HilParser *parser) {
  if (parser->depth < READER_NESTING) return parser->depth++ < READER_NESTING;
  reader_fail(parser->reading->reader, STATUS_LIMIT, parser->before->span, "limit: nested deeper than %u",
              READER_NESTING);
  return false;
}

/* ------------------------------------------------------------- index sets -- */

bool hil_whole(HilReading *reading, const Sexpr *word, const char *digits, uint32_t length, uint32_t *out) {
  uint64_t n = 0;
  bool good = length > 0;
  for (uint32_t i = 0; i < length && n <= HIL_MAX_INDEX; i++) {
    good = good && digits[i] >= '0' && digits[i] <= '9';
    n = 10 * n + (uint64_t)(digits[i] - '0');
  }
  *out = (uint32_t)n;
  if (!good) return HIL_REFUSE(reading, word->span, "a whole number is expected here");
  if (n <= HIL_MAX_INDEX) return true;
  reader_fail(reading->reader, STATUS_LIMIT, word->span, "limit: an index beyond %u", HIL_MAX_INDEX);
  return false;
}

static const HilIndex no_index = {0};
static const HilSpace no_space = {0};

static HilIndex parse_indexes(HilParser *parser);

/* The digits of ℕ_n or N_n; NULL of other words. */
static const char *bound_of(const Sexpr *word, uint32_t *length) {
  static const char *const naturals[] = {"ℕ_", "N_"};
  for (size_t i = 0; word != NULL && word->kind == SEXPR_WORD && i < 2; i++) {
    size_t before = strlen(naturals[i]);
    if (word->length < before || memcmp(word->text, naturals[i], before) != 0) continue;
    *length = word->length - (uint32_t)before;
    return word->text + before;
  }
  return NULL;
}

/* n, ℕ_n, or in brackets what has a sign */
static HilIndex parse_index_atom(HilParser *parser) {
  const Sexpr *word = parser->at;
  HilMark open = hil_peek(parser);
  HilIndex x = no_index;
  uint32_t n, length = 0;
  HilSpaces *spaces = &parser->reading->terms->spaces;
  const char *bound = bound_of(word, &length);
  if (bound != NULL || (word != NULL && word->kind == SEXPR_NUMBER)) {
    (void)hil_next(parser);
    if (bound != NULL)
      return hil_whole(parser->reading, word, bound, length, &n) ? hil_index_naturals(spaces, n) : no_index;
    return hil_whole(parser->reading, word, word->text, word->length, &n) ? hil_index_number(spaces, n) : no_index;
  }
  if (open != MARK_LPAREN && open != MARK_LBRACE) return (void)hil_wanted(parser, "an index set"), no_index;
  (void)hil_next(parser);
  if (hil_enter(parser)) {
    x = parse_indexes(parser);
    parser->depth--;
  }
  bool brace = open == MARK_LBRACE;
  return x.id != 0 && hil_take(parser, brace ? MARK_RBRACE : MARK_RPAREN, brace ? "'}'" : "')'") ? x : no_index;
}

/* X + Y of X × Y, from the left */
static HilIndex parse_indexes(HilParser *parser) {
  HilSpaces *spaces = &parser->reading->terms->spaces;
  HilIndex sum = no_index;
  for (;;) {
    HilIndex x = parse_index_atom(parser);
    while (x.id != 0 && hil_peek(parser) == MARK_CROSS) {
      (void)hil_next(parser);
      HilIndex y = parse_index_atom(parser);
      x = y.id == 0 ? y : hil_index_times(spaces, x, y);
    }
    if (x.id == 0) return x;
    sum = sum.id == 0 ? x : hil_index_plus(spaces, sum, x);
    if (hil_peek(parser) != MARK_PLUS) return sum;
    (void)hil_next(parser);
  }
}

HilIndex hil_parse_index(HilParser *parser) { return parse_index_atom(parser); }

/* ----------------------------------------------------------------- spaces -- */

/* Always false. */
static bool too_many(HilParser *parser, const char *what) {
  reader_fail(parser->reading->reader, STATUS_LIMIT, parser->before->span, "limit: more than %u %s", HIL_ARGUMENTS_MOST,
              what);
  return false;
}

/* (V, W, ...), of a direct sum over X */
static HilSpace parse_members(HilParser *parser, HilIndex x) {
  uint32_t n = hil_index(&parser->reading->terms->spaces, x)->size, k = 0;
  if (n > HIL_ARGUMENTS_MOST) return (void)too_many(parser, "spaces"), no_space;
  HilSpace *parts = reader_alloc(parser->reading->reader, (n + 1) * sizeof *parts);
  if (parts == NULL || !hil_take(parser, MARK_LPAREN, "'('")) return no_space;
  while (k < n) {
    parts[k] = hil_parse_space(parser);
    if (parts[k].id == 0) return no_space;
    if (++k < n && !hil_take(parser, MARK_COMMA, "',' and the next space")) return no_space;
  }
  if (!hil_take(parser, MARK_RPAREN, "')'")) return no_space;
  return hil_space_direct(&parser->reading->terms->spaces, x, parts);
}

static HilSpace parse_space_atom(HilParser *parser) {
  HilSpaces *spaces = &parser->reading->terms->spaces;
  HilMark mark = hil_peek(parser);
  if (parser->at != NULL && hil_is_zero(parser->at)) return (void)hil_next(parser), hil_space_zero(spaces);
  if (mark == MARK_REAL) return (void)hil_next(parser), hil_space_real(spaces);
  if (mark != MARK_SUM && mark != MARK_LPAREN) return (void)hil_wanted(parser, "a space"), no_space;
  (void)hil_next(parser);
  if (mark == MARK_SUM) {
    HilIndex x = hil_parse_index(parser);
    return x.id == 0 ? no_space : parse_members(parser, x);
  }
  HilSpace v = hil_parse_space(parser);
  return v.id != 0 && hil_take(parser, MARK_RPAREN, "')'") ? v : no_space;
}

static HilSpace parse_copower(HilParser *parser) {
  HilSpace v = parse_space_atom(parser);
  while (v.id != 0 && hil_peek(parser) == MARK_CARET) {
    (void)hil_next(parser);
    HilIndex x = hil_parse_index(parser);
    v = x.id == 0 ? no_space : hil_space_power(&parser->reading->terms->spaces, x, v);
  }
  return v;
}

static HilSpace parse_tensor(HilParser *parser) {
  HilSpace v = parse_copower(parser);
  while (v.id != 0 && hil_peek(parser) == MARK_TENSOR) {
    (void)hil_next(parser);
    HilSpace w = parse_copower(parser);
    v = w.id == 0 ? w : hil_space_tensor(&parser->reading->terms->spaces, v, w);
  }
  return v;
}

/* V × W × ..., over as many */
static HilSpace parse_sum(HilParser *parser) {
  HilSpaces *spaces = &parser->reading->terms->spaces;
  HilSpace *parts = NULL, v = parse_tensor(parser);
  uint32_t n = 1;
  for (; v.id != 0 && (hil_peek(parser) == MARK_CROSS || hil_peek(parser) == MARK_SUM); n++) {
    (void)hil_next(parser);
    if (parts == NULL) parts = reader_alloc(parser->reading->reader, HIL_ARGUMENTS_MOST * sizeof *parts);
    if (n == HIL_ARGUMENTS_MOST) return (void)too_many(parser, "spaces"), no_space;
    if (parts == NULL) return no_space;
    parts[0] = n == 1 ? v : parts[0];
    v = parts[n] = parse_tensor(parser);
  }
  return v.id == 0 || n == 1 ? v : hil_space_direct(spaces, hil_index_number(spaces, n), parts);
}

HilSpace hil_parse_space(HilParser *parser) {
  HilSpace v = no_space;
  if (hil_enter(parser)) {
    v = parse_sum(parser);
    parser->depth--;
  }
  return v;
}

/* ------------------------------------------------------------ definitions -- */

bool hil_is_name(const Sexpr *word) {
  char c = word != NULL && word->kind == SEXPR_WORD ? word->text[0] : '\0';
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) && hil_mark(word) == MARK_NONE;
}

/* (x : V) (y : W) ... */
static bool parse_arguments(HilParser *parser, HilDefined *defined) {
  HilReading *reading = parser->reading;
  defined->arguments = reader_alloc(reading->reader, HIL_ARGUMENTS_MOST * sizeof(const Sexpr *));
  defined->spaces = reader_alloc(reading->reader, HIL_ARGUMENTS_MOST * sizeof *defined->spaces);
  if (defined->arguments == NULL || defined->spaces == NULL) return false;
  while (hil_peek(parser) == MARK_LPAREN) {
    uint32_t k = defined->count++;
    (void)hil_next(parser);
    if (k == HIL_ARGUMENTS_MOST) return too_many(parser, "arguments");
    if (!hil_is_name(parser->at)) return hil_wanted(parser, "the name of an argument");
    defined->arguments[k] = hil_next(parser);
    for (uint32_t i = 0; i < k; i++)
      if (sexpr_same(defined->arguments[i], defined->arguments[k]))
        return HIL_REFUSE(reading, defined->arguments[k]->span, "this argument is there twice");
    if (!hil_take(parser, MARK_COLON, "':' and a space")) return false;
    defined->spaces[k] = hil_parse_space(parser);
    if (defined->spaces[k].id == 0 || !hil_take(parser, MARK_RPAREN, "')'")) return false;
  }
  HilSpaces *spaces = &reading->terms->spaces;
  defined->dom = defined->count == 1
                     ? defined->spaces[0]
                     : hil_space_direct(spaces, hil_index_number(spaces, defined->count), defined->spaces);
  return true;
}

/* : V -> W, : V -o W, : V ->2 W without arguments, : W with them */
static bool parse_signature(HilParser *parser, HilDefined *defined) {
  if (hil_peek(parser) == MARK_LPAREN && !parse_arguments(parser, defined)) return false;
  if (!hil_take(parser, MARK_COLON, "':' and the space of the result")) return false;
  if (defined->count == 0) {
    defined->dom = hil_parse_space(parser);
    HilMark mark = hil_peek(parser);
    if (defined->dom.id == 0) return false;
    if (mark != MARK_TO && mark != MARK_LINEAR && mark != MARK_BILINEAR)
      return hil_wanted(parser, "'→', '⊸' or '→₂' and the space of the result");
    defined->arrow = mark == MARK_LINEAR ? ARROW_LINEAR : mark == MARK_BILINEAR ? ARROW_BILINEAR : ARROW_FUNCTION;
    (void)hil_next(parser);
  }
  defined->cod = hil_parse_space(parser);
  return defined->cod.id != 0;
}

bool hil_parse(HilReading *reading, HilDefined *defined) {
  HilParser parser = {.reading = reading, .at = defined->list->first, .before = defined->list->first};
  if (hil_peek(&parser) != MARK_DEF)
    return HIL_REFUSE(reading, parser.at->span, "a definition is expected here: def f (x : R) : R = ln o sin");
  (void)hil_next(&parser);
  if (!hil_is_name(parser.at)) return hil_wanted(&parser, "the name of the definition");
  defined->name = hil_next(&parser);
  if (!parse_signature(&parser, defined) || !hil_take(&parser, MARK_EQUALS, "'=' and a term")) return false;
  defined->body = hil_parse_term(&parser);
  if (defined->body == NULL) return false;
  return parser.at == NULL || HIL_REFUSE(reading, parser.at->span, "this word ends no term and begins none");
}
