/* Expressions of the notes' language: operators, let, if and what stands alone. */
#include "semantics/notes/calls.h"

#include <stdlib.h>
#include <string.h>

const NotesValue notes_refused = {.text = NULL};

const Sexpr *notes_next(NotesWords *words) {
  words->before = words->at;
  words->at = words->at->next;
  return words->before;
}

bool notes_at(const NotesWords *words, const char *word) { return words->at != NULL && sexpr_is(words->at, word); }

bool notes_expected(NotesWords *words, const char *what) {
  if (words->at == NULL) return REFUSE(words->importer, words->before, "%s is expected behind this", what);
  return REFUSE(words->importer, words->at, "%s is expected here", what);
}

bool notes_take(NotesWords *words, const char *word) {
  if (notes_at(words, word)) return notes_next(words) != NULL;
  return notes_expected(words, compose(words->importer, "'%s'", word));
}

NotesValue notes_refuse_type(NotesWords *words, const Sexpr *at, NotesType *type, const char *what) {
  if (reader_ok(&words->importer->reader))
    (void)REFUSE(words->importer, at, "this is %s, but %s is expected", notes_type_name(words->importer, type), what);
  return notes_refused;
}

NotesValue notes_value(const char *text, NotesType *type) {
  return type == NULL ? notes_refused : (NotesValue){.text = text, .type = type};
}

/* ------------------------------------------------------------- operators -- */

typedef NotesValue (*Rule)(NotesWords *words, const NotesVariable *scope);

bool notes_nests(NotesWords *words, uint32_t deeper) {
  if (words->depth + deeper < READER_NESTING) return true;
  reader_fail(&words->importer->reader, STATUS_LIMIT, words->before->span, "limit: nested deeper than %u",
              READER_NESTING);
  return false;
}

/* What a rule reads that may stand in itself. */
static NotesValue nested(NotesWords *words, Rule rule, const NotesVariable *scope) {
  if (!notes_nests(words, 0)) return notes_refused;
  words->depth++;
  NotesValue value = rule(words, scope);
  words->depth--;
  return value;
}

static const char *whole_operator(const Sexpr *word) {
  static const char *const whole[] = {"mod", "div", "imin", "imax"};
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
    if (word != NULL && sexpr_is(word, whole[i])) return whole[i];
  }
  return NULL;
}

/* The length that an operation on lengths is, of numbers a number; NULL where one is none, or too large for any. */
static const char *size_of(NotesWords *words, const char *mark, const char *a, const char *b) {
  char *end = NULL;
  if (a == NULL || b == NULL || strcmp(mark, "/") == 0) return NULL;
  long long x = strtoll(a, &end, 10), y = *end == '\0' ? strtoll(b, &end, 10) : 0, found = 0;
  if (*end != '\0') return compose(words->importer, "(%s %s %s)", a, mark, b);
  bool overflow = *mark == '+'   ? __builtin_add_overflow(x, y, &found)
                  : *mark == '-' ? __builtin_sub_overflow(x, y, &found)
                                 : __builtin_mul_overflow(x, y, &found);
  return overflow || found < 0 ? NULL : compose(words->importer, "%lld", found);
}

/* a + b, of reals, of whole numbers or of vectors of reals. */
static NotesValue arithmetic(NotesWords *words, const Sexpr *at, const char *mark, NotesValue a, NotesValue b) {
  if (a.text == NULL || b.text == NULL) return notes_refused;
  if (!notes_same(a.type, b.type))
    return notes_refuse_type(words, at, b.type, notes_type_name(words->importer, a.type));
  NotesType *type = notes_is(a.type);
  bool divides = *mark == '/', known = type->kind == NOTES_NUMBER || type->kind == NOTES_WHOLE;
  if ((!known || divides) && !notes_flat(type))
    return notes_refuse_type(words, at, type, divides ? "R or a vector of R" : "R, N or a vector of R");
  NotesValue value = notes_value(compose(words->importer, "(%s %s %s)", a.text, mark, b.text), type);
  value.size = known ? size_of(words, mark, a.size, b.size) : NULL;
  return value;
}

static NotesValue whole_arithmetic(NotesWords *words, const Sexpr *at, const char *name, NotesValue a, NotesValue b) {
  NotesType *whole = notes_type(words->importer, NOTES_WHOLE);
  if (a.text == NULL || b.text == NULL || whole == NULL) return notes_refused;
  if (!notes_same(a.type, whole)) return notes_refuse_type(words, at, a.type, "N");
  if (!notes_same(b.type, whole)) return notes_refuse_type(words, at, b.type, "N");
  return notes_value(compose(words->importer, "(%s %s %s)", name, a.text, b.text), whole);
}

static NotesValue parse_atom(NotesWords *words, const NotesVariable *scope);

static NotesValue parse_product(NotesWords *words, const NotesVariable *scope) {
  NotesValue value = nested(words, parse_atom, scope);
  for (uint32_t n = 0; value.text != NULL && words->at != NULL; n++) { /* so deep it is nested to the left */
    const Sexpr *at = words->at;
    const char *whole = whole_operator(at), *mark = sexpr_is(at, "*") ? "*" : sexpr_is(at, "/") ? "/" : NULL;
    if (whole == NULL && mark == NULL) break;
    if (!notes_nests(words, n)) return notes_refused;
    (void)notes_next(words);
    NotesValue other = nested(words, parse_atom, scope);
    value =
        whole != NULL ? whole_arithmetic(words, at, whole, value, other) : arithmetic(words, at, mark, value, other);
  }
  return value;
}

static NotesValue parse_sum(NotesWords *words, const NotesVariable *scope) {
  NotesValue value = parse_product(words, scope);
  for (uint32_t n = 0; value.text != NULL && (notes_at(words, "+") || notes_at(words, "-")); n++) {
    if (!notes_nests(words, n)) return notes_refused;
    const Sexpr *at = notes_next(words);
    value = arithmetic(words, at, sexpr_is(at, "+") ? "+" : "-", value, parse_product(words, scope));
  }
  return value;
}

static const char *comparison(const Sexpr *word) {
  static const char *const marks[][2] = {{"<", "<"},   {"<=", "<="}, {"==", "=="}, {">", ">"}, {">=", ">="},
                                         {"/=", "/="}, {"≤", "<="},  {"≥", ">="},  {"≠", "/="}};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    if (word != NULL && sexpr_is(word, marks[i][0])) return marks[i][1];
  }
  return NULL;
}

static NotesValue parse_comparison(NotesWords *words, const NotesVariable *scope) {
  NotesValue a = parse_sum(words, scope);
  const Sexpr *at = words->at;
  const char *mark = comparison(at);
  if (a.text == NULL || mark == NULL) return a;
  (void)notes_next(words);
  NotesValue b = parse_sum(words, scope);
  if (b.text == NULL) return b;
  if (!notes_same(a.type, b.type))
    return notes_refuse_type(words, at, b.type, notes_type_name(words->importer, a.type));
  if (notes_is(a.type)->kind > NOTES_WHOLE) return notes_refuse_type(words, at, a.type, "R or N");
  return notes_value(compose(words->importer, "(%s %s %s)", a.text, mark, b.text),
                     notes_type(words->importer, NOTES_TEST));
}

NotesValue notes_expression(NotesWords *words, const NotesVariable *scope) {
  return nested(words, parse_comparison, scope);
}

/* --------------------------------------------------------------- binding -- */

bool notes_bind(NotesWords *words, const Sexpr *name, NotesType *type, const NotesVariable *outer, NotesVariable *out) {
  *out = (NotesVariable){.name = name, .type = type, .outer = outer};
  out->target = name_invent(words->importer, name->text, name->length);
  return out->target != NULL;
}

const Sexpr *notes_take_name(NotesWords *words) {
  if (notes_is_name(words->at)) return notes_next(words);
  (void)notes_expected(words, "a name");
  return NULL;
}

/* let x = e in e, let { x = e } e */
static NotesValue parse_let(NotesWords *words, const NotesVariable *scope) {
  (void)notes_next(words);
  bool braces = notes_at(words, "{") && notes_next(words) != NULL;
  const Sexpr *name = notes_take_name(words);
  if (name == NULL || !notes_take(words, "=")) return notes_refused;
  NotesValue value = notes_expression(words, scope);
  if (value.text == NULL || !notes_take(words, braces ? "}" : "in")) return notes_refused;
  if (braces && notes_at(words, "in")) (void)notes_next(words);
  NotesVariable variable;
  if (!notes_bind(words, name, value.type, scope, &variable)) return notes_refused;
  variable.size = value.size;
  NotesValue body = notes_expression(words, &variable);
  if (body.text == NULL) return notes_refused;
  return notes_value(compose(words->importer, "(let %s = %s in %s)", variable.target, value.text, body.text),
                     body.type);
}

static NotesValue choose(NotesWords *words, const Sexpr *at, NotesValue test, NotesValue yes, NotesValue no) {
  if (test.text == NULL || yes.text == NULL || no.text == NULL) return notes_refused;
  if (notes_is(test.type)->kind != NOTES_TEST) return notes_refuse_type(words, at, test.type, "B");
  if (!notes_same(yes.type, no.type))
    return notes_refuse_type(
        words, at, no.type,
        compose(words->importer, "%s, as the other branch has,", notes_type_name(words->importer, yes.type)));
  return notes_value(compose(words->importer, "(if %s then %s else %s)", test.text, yes.text, no.text), yes.type);
}

/* if b then e else e, if(b, e, e) */
static NotesValue parse_if(NotesWords *words, const NotesVariable *scope) {
  const Sexpr *start = notes_next(words);
  NotesWords look = *words; /* no test is a tuple of three */
  if (notes_at(words, "(") && notes_skip_brackets(&look) == 2) {
    NotesValue part[3];
    return notes_arguments(words, scope, 3, part) ? choose(words, start, part[0], part[1], part[2]) : notes_refused;
  }
  NotesValue test = notes_expression(words, scope);
  if (test.text == NULL || !notes_take(words, "then")) return notes_refused;
  NotesValue yes = notes_expression(words, scope);
  if (yes.text == NULL || !notes_take(words, "else")) return notes_refused;
  return choose(words, start, test, yes, notes_expression(words, scope));
}

/* ----------------------------------------------------------------- atoms -- */

/* (e, ...): of one that; of none the unit. */
static NotesValue parse_tuple(NotesWords *words, const NotesVariable *scope) {
  Importer *importer = words->importer;
  NotesValue *part = reader_alloc(&importer->reader, NOTES_PARAMETERS * sizeof *part);
  const char *text[NOTES_PARAMETERS];
  NotesType *type[NOTES_PARAMETERS];
  uint32_t count = part == NULL ? 0 : notes_list(words, scope, NOTES_PARAMETERS, part);
  if (part == NULL || !reader_ok(&importer->reader)) return notes_refused;
  if (count == 1) return part[0];
  for (uint32_t k = 0; k < count; k++) {
    text[k] = part[k].text;
    type[k] = part[k].type;
  }
  NotesValue value = notes_value(pair_text(importer, text, count), notes_tuple(importer, type, count));
  value.count = count;
  value.part = part;
  return value;
}

static NotesValue parse_number(NotesWords *words) {
  const Sexpr *word = notes_next(words);
  bool whole = notes_is_whole(word);
  const char *text = compose(words->importer, "%.*s", (int)word->length, word->text);
  const char *bar = strchr(text, '/');
  if (bar != NULL && strspn(bar + 1, "0") == strlen(bar + 1)) {
    (void)REFUSE(words->importer, word, "a number is not divided by 0");
    return notes_refused;
  }
  NotesValue value = notes_value(whole ? text : compose(words->importer, "(%s)", text),
                                 notes_type(words->importer, whole ? NOTES_NUMBER : NOTES_REAL));
  value.size = whole ? text : NULL;
  return value;
}

static NotesValue parse_opposite(NotesWords *words, const NotesVariable *scope) {
  const Sexpr *at = notes_next(words);
  NotesValue value = nested(words, parse_atom, scope);
  if (value.text == NULL) return value;
  NotesType *type = notes_is(value.type);
  bool digits = value.text[strspn(value.text, "0123456789")] == '\0';
  bool number = type->kind == NOTES_WHOLE || type->kind == NOTES_NUMBER;
  if (!number && !notes_flat(type)) return notes_refuse_type(words, at, type, "R, N or a vector of R");
  bool whole = type->kind == NOTES_WHOLE || (number && !digits); /* or so it may become */
  return notes_value(compose(words->importer, whole ? "(0 - %s)" : "(-%s)", value.text), type);
}

static NotesValue choose_atom(NotesWords *words, const NotesVariable *scope) {
  const Sexpr *at = words->at;
  if (at != NULL && at->kind == SEXPR_NUMBER) return parse_number(words);
  if (notes_at(words, "(")) return parse_tuple(words, scope);
  if (notes_at(words, "-")) return parse_opposite(words, scope);
  if (notes_at(words, "let")) return parse_let(words, scope);
  if (notes_at(words, "if")) return parse_if(words, scope);
  uint32_t part = 0;
  if (notes_is_name(at) || notes_is_projection(at, &part)) return notes_named(words, scope);
  if (notes_at(words, "\\") || notes_at(words, "λ"))
    (void)REFUSE(words->importer, at, "a lambda stands under build and fold alone");
  else
    (void)notes_expected(words, "an expression");
  return notes_refused;
}

static NotesValue parse_atom(NotesWords *words, const NotesVariable *scope) {
  NotesValue value = choose_atom(words, scope);
  while (value.text != NULL && notes_at(words, "[")) value = notes_index(words, scope, value);
  return value;
}
