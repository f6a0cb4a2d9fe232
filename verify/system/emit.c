/* Residual programs in a language's words. */
#include "semantics/memory/text_stream.h"
#include "verify/system/language.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPRESSION_MOST ((size_t)1 << 16) /* bytes of one */

typedef struct Emitter {
  const Language *language;
  const Residual *residual;
  Variant variant;
  FILE *out;
  uint32_t *definition; /* of a register on the path at hand: its statement */
  uint32_t *uses;       /* of each statement */
  char **text;          /* of each statement that stands where it is used: the expression */
  uint32_t sides;       /* of conditionals that were written */
  bool failed;
} Emitter;

/* ------------------------------------------------------------- expressions -- */

static bool is_input(const Emitter *e, uint32_t reg) { return reg < e->residual->inputs; }

static const Statement *defining(const Emitter *e, uint32_t reg) {
  return is_input(e, reg) ? NULL : &e->residual->statement[e->definition[reg]];
}

static bool is_number(const Emitter *e, uint32_t reg) {
  const Statement *s = defining(e, reg);
  return s != NULL && s->construct == CONSTRUCT_NUMBER;
}

/* Whether a number stands as a literal beside this operand: the other one must be active. */
static bool takes_literal(const Emitter *e, const Statement *s, uint32_t reg) {
  bool arithmetic = (s->construct >= CONSTRUCT_ADD && s->construct <= CONSTRUCT_DIV) || construct_is_test(s->construct);
  return e->variant.literals && !e->variant.assigned && arithmetic && is_number(e, reg) &&
         !(is_number(e, s->a) && is_number(e, s->b));
}

/* Text between $ signs of a phrase. */
typedef struct Filling {
  const char *function, *expression, *variable, *results, *a, *b, *other, *sign;
  uint32_t index;
} Filling;

static void fill(FILE *out, const char *phrase, const Filling *with) {
  for (; *phrase != '\0'; phrase++) {
    const char *put = NULL;
    if (*phrase == '$') {
      put = phrase[1] == 'f'   ? with->function
            : phrase[1] == 'e' ? with->expression
            : phrase[1] == 't' ? with->variable
            : phrase[1] == 'r' ? with->results
            : phrase[1] == 'a' ? with->a
            : phrase[1] == 'b' ? with->b
            : phrase[1] == 'u' ? with->other
            : phrase[1] == 'o' ? with->sign
                               : NULL;
    }
    if (put != NULL) {
      (void)fputs(put, out);
      phrase++;
    } else if (*phrase == '$' && phrase[1] == 'i') {
      (void)fprintf(out, "%u", with->index);
      phrase++;
    } else {
      (void)fputc(*phrase, out);
    }
  }
}

static void write_literal(const Emitter *e, FILE *out, double number) {
  if (number < 0) (void)fputc('(', out);
  language_say(out, e->language->phrase[PHRASE_LITERAL], "", "", number);
  if (number < 0) (void)fputc(')', out);
}

/* Whether the construct is said by a call, whose text needs no brackets and gives them to its operands. */
static bool is_call(const Emitter *e, Construct construct) {
  if (construct == CONSTRUCT_RETURN) return true;
  char first = e->language->word[construct][0];
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
}

/* A register: an input, a variable, or what stands in its place. */
static void write_register(const Emitter *e, FILE *out, uint32_t reg, bool apart) {
  const Statement *s = defining(e, reg);
  if (s == NULL) {
    fill(out, e->language->phrase[PHRASE_INPUT], &(Filling){.index = reg});
    return;
  }
  const char *text = e->text[e->definition[reg]];
  bool bare = apart || (s->construct == CONSTRUCT_NUMBER && !signbit(s->number)) || is_call(e, s->construct);
  if (text == NULL)
    (void)fprintf(out, "t%u", reg);
  else
    (void)fprintf(out, bare ? "%s" : "(%s)", text);
}

/* In memory; NULL without it. */
static char *operand(Emitter *e, const Statement *s, uint32_t reg) {
  char *text = NULL;
  size_t size;
  FILE *out = text_stream_open(&text, &size);
  if (out == NULL) return NULL;
  if (takes_literal(e, s, reg))
    write_literal(e, out, defining(e, reg)->number);
  else
    write_register(e, out, reg, is_call(e, s->construct));
  if (fclose(out) == 0 && size < EXPRESSION_MOST) return text;
  free(text);
  return NULL;
}

static char *expression(Emitter *e, const Statement *s) {
  char *text = NULL;
  size_t size;
  uint32_t operands = construct_operands(s->construct);
  char *a = operands > 0 ? operand(e, s, s->a) : strdup(""), *b = operands > 1 ? operand(e, s, s->b) : strdup("");
  FILE *out = a == NULL || b == NULL ? NULL : text_stream_open(&text, &size);
  if (out != NULL) {
    language_say(out, e->language->word[s->construct], a, b, s->number);
    if (fclose(out) != 0) free(text), text = NULL;
  }
  free(a);
  free(b);
  if (text == NULL) e->failed = true;
  return text;
}

/* -------------------------------------------------------------- statements -- */

static void begin_line(const Emitter *e, uint32_t depth) {
  bool braces = e->language->phrase[PHRASE_FOOT] != NULL;
  if (e->language->phrase[PHRASE_HEAD] != NULL) (void)fprintf(e->out, "%*s", (int)((braces ? 2 : 4) * depth), "");
}

static void write_line(const Emitter *e, uint32_t depth, Phrase phrase, const Filling *with) {
  if (e->language->phrase[phrase] == NULL) return;
  begin_line(e, depth);
  fill(e->out, e->language->phrase[phrase], with);
  (void)fputc('\n', e->out);
}

/* Results that were said, of the function or of a side of a conditional. */
static void write_said(Emitter *e, char *const *said, const char *side, uint32_t depth) {
  char *results = NULL;
  size_t size;
  FILE *list = text_stream_open(&results, &size);
  for (uint32_t o = 0; list != NULL && o < e->residual->outputs; o++) {
    const char *text = said[o] == NULL ? "" : said[o];
    const Filling one = {.expression = text, .index = o, .variable = side};
    write_line(e, depth, side == NULL ? PHRASE_OUTPUT : PHRASE_RESULT, &one);
    (void)fprintf(list, "%s%s", o > 0 ? ", " : "", text);
    e->failed = e->failed || said[o] == NULL;
  }
  e->failed = e->failed || list == NULL || fclose(list) != 0;
  const Filling all = {.results = results, .variable = side};
  if (!e->failed) write_line(e, depth, side == NULL ? PHRASE_RETURN : PHRASE_RESULTS, &all);
  free(results);
}

static void free_said(const Emitter *e, char **said) {
  for (uint32_t o = 0; said != NULL && o < e->residual->outputs; o++) free(said[o]);
  free(said);
}

static void write_results(Emitter *e, const Statement *s, const char *side, uint32_t depth) {
  const uint32_t *result = e->residual->result + s->result;
  char **said = calloc((size_t)e->residual->outputs + 1, sizeof *said);
  for (uint32_t o = 0; said != NULL && o < e->residual->outputs; o++) said[o] = operand(e, s, result[o]);
  e->failed = e->failed || said == NULL;
  if (said != NULL) write_said(e, said, side, depth);
  free_said(e, said);
}

static bool is_assigned(const Emitter *e, const Statement *s) {
  return e->variant.assigned && e->language->phrase[PHRASE_ASSIGN] != NULL && s->construct >= CONSTRUCT_ADD &&
         s->construct <= CONSTRUCT_DIV;
}

/* Whether the statement stands where it is used: it is used once, or there are no statements. */
static bool is_inside(const Emitter *e, uint32_t i) {
  const Statement *s = &e->residual->statement[i];
  if (e->language->phrase[PHRASE_LET] == NULL) return true;
  if (s->construct == CONSTRUCT_NUMBER && e->variant.literals) return false; /* a literal, or of the system */
  return e->variant.nested && !is_assigned(e, s) && e->uses[i] == 1;
}

static void write_assigned(Emitter *e, const Statement *s, const char *variable, uint32_t depth) {
  static const char *const operators[] = {"+", "-", "*", "/"};
  char *a = operand(e, s, s->a), *b = s->a == s->b ? strdup(variable) : operand(e, s, s->b);
  const Filling with = {.variable = variable, .a = a, .b = b, .sign = operators[s->construct - CONSTRUCT_ADD]};
  e->failed = e->failed || a == NULL || b == NULL;
  if (!e->failed) write_line(e, depth, PHRASE_ASSIGN, &with);
  free(a);
  free(b);
}

static void write_statement(Emitter *e, uint32_t i, uint32_t depth) {
  const Statement *s = &e->residual->statement[i];
  char variable[24];
  e->definition[s->to] = i;
  if (e->uses[i] == 0 && s->construct == CONSTRUCT_NUMBER) return; /* a literal at each use, or used nowhere */
  (void)snprintf(variable, sizeof variable, "t%u", s->to);
  bool assigned = is_assigned(e, s);
  char *text = assigned ? NULL : expression(e, s);
  free(e->text[i]);
  e->text[i] = text != NULL && is_inside(e, i) ? text : NULL;
  if (assigned) write_assigned(e, s, variable, depth);
  if (text == NULL || e->text[i] != NULL) return;
  write_line(e, depth, PHRASE_LET, &(Filling){.expression = text, .variable = variable});
  free(text);
}

static void write_block(Emitter *e, uint32_t from, const char *side, uint32_t depth);

static void write_side(Emitter *e, uint32_t from, const char *name, uint32_t depth) {
  write_line(e, depth, PHRASE_SIDE, &(Filling){.variable = name, .index = e->residual->outputs});
  if (!e->failed) write_block(e, from, name, e->language->phrase[PHRASE_SIDE] == NULL ? depth : depth + 1);
  write_line(e, depth, PHRASE_SHUT, &(Filling){.index = 0});
}

/* A result of the conditional of a test; NULL without memory. */
static char *choice(const Emitter *e, const Statement *s, Filling with, uint32_t output) {
  char then[40], other[40], *text = NULL;
  size_t size;
  FILE *out = text_stream_open(&text, &size);
  if (out == NULL) return NULL;
  (void)snprintf(then, sizeof then, "%s[%u]", with.variable, output);
  (void)snprintf(other, sizeof other, "%s[%u]", with.other, output);
  with.variable = then;
  with.other = other;
  fill(out, e->language->phrase[PHRASE_CHOOSE_LESS + (s->construct - CONSTRUCT_LESS)], &with);
  if (fclose(out) == 0) return text;
  free(text);
  return NULL;
}

/* The sides of a test one after the other, and of each result the one of them that holds. */
static void write_conditional(Emitter *e, uint32_t i, const char *side, uint32_t depth) {
  const Statement *s = &e->residual->statement[i];
  char then[24], other[24];
  char *a = operand(e, s, s->a), *b = operand(e, s, s->b);
  char **said = calloc((size_t)e->residual->outputs + 1, sizeof *said);
  (void)snprintf(then, sizeof then, "then%u", ++e->sides);
  (void)snprintf(other, sizeof other, "else%u", e->sides);
  e->failed = e->failed || a == NULL || b == NULL || said == NULL;
  if (!e->failed) write_side(e, i + 1, then, depth);
  if (!e->failed) write_side(e, s->otherwise, other, depth);
  const Filling with = {.variable = then, .other = other, .a = a, .b = b};
  for (uint32_t o = 0; !e->failed && o < e->residual->outputs; o++) said[o] = choice(e, s, with, o);
  if (!e->failed) write_said(e, said, side, depth);
  free_said(e, said);
  free(a);
  free(b);
}

static void write_test(Emitter *e, uint32_t i, uint32_t depth) {
  const Statement *s = &e->residual->statement[i];
  char *text = expression(e, s);
  if (text == NULL) return;
  write_line(e, depth, PHRASE_IF, &(Filling){.expression = text});
  free(text);
  write_block(e, i + 1, NULL, depth + 1);
  write_line(e, depth, PHRASE_ELSE, &(Filling){.index = 0});
  if (!e->failed) write_block(e, s->otherwise, NULL, depth + 1);
  write_line(e, depth, PHRASE_END, &(Filling){.index = 0});
}

/* From a statement to the RETURNs of its path, or paths; `side`: of a conditional, or NULL. */
static void write_block(Emitter *e, uint32_t from, const char *side, uint32_t depth) {
  for (uint32_t i = from; !e->failed; i++) {
    const Statement *s = &e->residual->statement[i];
    if (s->construct == CONSTRUCT_RETURN) {
      write_results(e, s, side, depth);
      return;
    }
    if (construct_is_test(s->construct)) {
      bool conditional = e->variant.conditional && e->language->phrase[PHRASE_CHOOSE_LESS] != NULL;
      if (conditional)
        write_conditional(e, i, side, depth);
      else
        write_test(e, i, depth);
      return;
    }
    write_statement(e, i, depth);
  }
}

/* How often each statement is used as what it is: in the order of the statements each register is that of its path. */
static void count_uses(Emitter *e) {
  const Residual *r = e->residual;
  for (uint32_t i = 0; i < r->count; i++) {
    const Statement *s = &r->statement[i];
    uint32_t operands = construct_operands(s->construct);
    for (uint32_t k = 0; k < operands; k++) {
      uint32_t reg = k == 0 ? s->a : s->b;
      if (!is_input(e, reg) && !takes_literal(e, s, reg)) e->uses[e->definition[reg]]++;
    }
    for (uint32_t o = 0; s->construct == CONSTRUCT_RETURN && o < r->outputs; o++) {
      uint32_t reg = r->result[s->result + o];
      if (!is_input(e, reg)) e->uses[e->definition[reg]]++;
    }
    if (s->construct != CONSTRUCT_RETURN && !construct_is_test(s->construct)) e->definition[s->to] = i;
  }
}

bool language_write(const Language *language, const Residual *r, const char *name, Variant variant, FILE *out) {
  Emitter e = {.language = language, .residual = r, .variant = variant, .out = out};
  e.definition = calloc((size_t)r->inputs + r->count + 1, sizeof *e.definition);
  e.uses = calloc((size_t)r->count + 1, sizeof *e.uses);
  e.text = calloc((size_t)r->count + 1, sizeof *e.text);
  e.failed = e.definition == NULL || e.uses == NULL || e.text == NULL;
  if (!e.failed) {
    count_uses(&e);
    write_line(&e, 0, PHRASE_HEAD, &(Filling){.function = name});
    write_block(&e, 0, NULL, 1);
    write_line(&e, 0, PHRASE_FOOT, &(Filling){.function = name});
  }
  for (uint32_t i = 0; e.text != NULL && i < r->count; i++) free(e.text[i]);
  free(e.definition);
  free(e.uses);
  free(e.text);
  return !e.failed;
}
