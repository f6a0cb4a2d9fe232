/* Residual programs in a language's words. */
#include "verify/system/language.h"

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
  return e->variant.literals && arithmetic && is_number(e, reg) && !(is_number(e, s->a) && is_number(e, s->b));
}

/* Text between $ signs of a phrase. */
typedef struct Filling {
  const char *function, *expression, *variable, *results;
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
  bool bare = apart || s->construct == CONSTRUCT_NUMBER || is_call(e, s->construct);
  if (text == NULL)
    (void)fprintf(out, "t%u", reg);
  else
    (void)fprintf(out, bare ? "%s" : "(%s)", text);
}

/* In memory; NULL without it. */
static char *operand(Emitter *e, const Statement *s, uint32_t reg) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
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
  FILE *out = a == NULL || b == NULL ? NULL : open_memstream(&text, &size);
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

static void write_results(Emitter *e, const Statement *s, uint32_t depth) {
  const uint32_t *result = e->residual->result + s->result;
  char *results = NULL;
  size_t size;
  FILE *list = open_memstream(&results, &size);
  for (uint32_t o = 0; list != NULL && o < e->residual->outputs; o++) {
    char *text = operand(e, s, result[o]);
    write_line(e, depth, PHRASE_OUTPUT, &(Filling){.expression = text == NULL ? "" : text, .index = o});
    (void)fprintf(list, "%s%s", o > 0 ? ", " : "", text == NULL ? "" : text);
    e->failed = e->failed || text == NULL;
    free(text);
  }
  e->failed = e->failed || list == NULL || fclose(list) != 0;
  if (!e->failed) write_line(e, depth, PHRASE_RETURN, &(Filling){.results = results});
  free(results);
}

/* Whether the statement stands where it is used: it is used once, or there are no statements. */
static bool is_inside(const Emitter *e, uint32_t i) {
  const Statement *s = &e->residual->statement[i];
  if (e->language->phrase[PHRASE_LET] == NULL) return true;
  if (s->construct == CONSTRUCT_NUMBER && e->variant.literals) return false; /* a literal, or of the system */
  return e->variant.nested && e->uses[i] == 1;
}

static void write_statement(Emitter *e, uint32_t i, uint32_t depth) {
  const Statement *s = &e->residual->statement[i];
  e->definition[s->to] = i;
  if (e->uses[i] == 0 && s->construct == CONSTRUCT_NUMBER) return; /* a literal at each use, or used nowhere */
  char *text = expression(e, s), variable[24];
  if (text == NULL) return;
  free(e->text[i]);
  e->text[i] = is_inside(e, i) ? text : NULL;
  if (e->text[i] != NULL) return;
  (void)snprintf(variable, sizeof variable, "t%u", s->to);
  write_line(e, depth, PHRASE_LET, &(Filling){.expression = text, .variable = variable});
  free(text);
}

/* From a statement to the RETURNs of its path, or paths. */
static void write_block(Emitter *e, uint32_t from, uint32_t depth) {
  const Statement *s = &e->residual->statement[from];
  for (uint32_t i = from; !e->failed; s = &e->residual->statement[++i]) {
    if (s->construct == CONSTRUCT_RETURN) {
      write_results(e, s, depth);
      return;
    }
    if (construct_is_test(s->construct)) {
      char *text = expression(e, s);
      if (text == NULL) return;
      write_line(e, depth, PHRASE_IF, &(Filling){.expression = text});
      free(text);
      write_block(e, i + 1, depth + 1);
      write_line(e, depth, PHRASE_ELSE, &(Filling){.index = 0});
      if (!e->failed) write_block(e, s->otherwise, depth + 1);
      write_line(e, depth, PHRASE_END, &(Filling){.index = 0});
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
    write_block(&e, 0, 1);
    write_line(&e, 0, PHRASE_FOOT, &(Filling){.function = name});
  }
  for (uint32_t i = 0; e.text != NULL && i < r->count; i++) free(e.text[i]);
  free(e.definition);
  free(e.uses);
  free(e.text);
  return !e.failed;
}
