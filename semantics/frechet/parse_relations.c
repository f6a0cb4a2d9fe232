/* The grammar of a pair of a relation: places, or sums of variables that stand for every natural number from 1 on. */
#include "semantics/frechet/reading.h"

typedef struct Variables {
  const Sexpr *name[HIL_RULE_VARIABLES];
  HilRule *rule;
} Variables;

/* Always false. */
static bool beyond(HilParser *parser, const Sexpr *word, const char *what, uint32_t limit) {
  reader_fail(parser->reading->reader, STATUS_LIMIT, word->span, "limit: %s than %u", what, limit);
  return false;
}

/* `times` more of the variable. */
static bool add_variable(HilParser *parser, Variables *variables, const Sexpr *word, uint32_t times, HilSum *sum) {
  HilRule *rule = variables->rule;
  uint32_t v = 0;
  while (v < rule->variables && !sexpr_same(variables->name[v], word)) v++;
  if (v == HIL_RULE_VARIABLES) return beyond(parser, word, "more variables of a pair", HIL_RULE_VARIABLES);
  if (v == rule->variables) variables->name[rule->variables++] = word;
  if (times > HIL_MAX_INDEX - sum->times[v]) return beyond(parser, word, "a larger multiple", HIL_MAX_INDEX);
  sum->times[v] += times;
  return true;
}

/* 3, i, 2 · i, with its sign */
static bool parse_summand(HilParser *parser, Variables *variables, bool minus, HilSum *sum) {
  const Sexpr *word = parser->at;
  uint32_t times = 1;
  if (word != NULL && word->kind == SEXPR_NUMBER) {
    bool sign = word->text[0] == '-';
    if (!hil_whole(parser->reading, word, word->text + sign, word->length - sign, &times)) return false;
    minus = minus != sign;
    (void)hil_next(parser);
    if (hil_peek(parser) != MARK_TIMES) {
      sum->constant += minus ? -(int64_t)times : (int64_t)times;
      return true;
    }
    (void)hil_next(parser);
    word = parser->at;
  }
  if (!hil_is_name(word)) return hil_wanted(parser, "a place, or a variable for each");
  (void)hil_next(parser);
  if (minus) return HIL_REFUSE(parser->reading, word->span, "a variable of a pair is added, not subtracted");
  return add_variable(parser, variables, word, times, sum);
}

static bool parse_place_sum(HilParser *parser, Variables *variables, HilSum *sum) {
  bool minus = false, more = true;
  for (uint32_t summands = 1; more; summands++) {
    if (summands > HIL_ARGUMENTS_MOST) return beyond(parser, parser->before, "more summands", HIL_ARGUMENTS_MOST);
    if (!parse_summand(parser, variables, minus, sum)) return false;
    HilMark mark = hil_peek(parser);
    minus = mark == MARK_MINUS;
    bool number = parser->at != NULL && parser->at->kind == SEXPR_NUMBER && parser->at->text[0] == '-'; /* i -1 */
    more = minus || mark == MARK_PLUS || number;
    if (more && !number) (void)hil_next(parser);
  }
  return true;
}

/* A place of a product of sets is one for each: (i, j), ((i, j), k). */
static bool parse_side(HilParser *parser, Variables *variables, uint32_t side) {
  HilRule *rule = variables->rule;
  if (hil_peek(parser) == MARK_LPAREN) {
    if (!hil_enter(parser)) return false;
    do {
      (void)hil_next(parser);
      if (!parse_side(parser, variables, side)) return false;
    } while (hil_peek(parser) == MARK_COMMA);
    parser->depth--;
    return hil_take(parser, MARK_RPAREN, "',' or ')'");
  }
  if (rule->places[side] == HIL_RULE_PLACES)
    return beyond(parser, parser->before, "more places of a product", HIL_RULE_PLACES);
  return parse_place_sum(parser, variables, &rule->sums[side][rule->places[side]++]);
}

bool hil_rule_is_pair(const HilRule *rule) {
  return rule->variables == 0 && rule->places[0] == 1 && rule->places[1] == 1;
}

bool hil_parse_pair(HilParser *parser, HilRule *rule) {
  Variables variables = {.rule = rule};
  *rule = (HilRule){.variables = 0};
  if (!hil_take(parser, MARK_LPAREN, "a pair (x,y)")) return false;
  for (uint32_t side = 0; side < 2; side++) {
    const Sexpr *word = parser->at;
    if (!parse_side(parser, &variables, side)) return false;
    bool constant = rule->variables == 0 && rule->places[side] == 1;
    if (constant && rule->sums[side][0].constant < 1)
      return HIL_REFUSE(parser->reading, word->span, "a place from 1 on is expected here");
    if (!hil_take(parser, side == 0 ? MARK_COMMA : MARK_RPAREN, side == 0 ? "','" : "')'")) return false;
  }
  return true;
}
