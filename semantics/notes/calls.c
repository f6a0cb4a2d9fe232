/* Calls: of definitions, of what the notes build in, and of the library. */
#include "semantics/notes/calls.h"

#include "semantics/rings/functions.h"

#include <stdlib.h>
#include <string.h>

#define LENGTH_MOST 100000

/* ------------------------------------------------------------- arguments -- */

/* 1 where a bracket opens, -1 where one closes. */
static int bracket(const Sexpr *word) {
  bool opens = sexpr_is(word, "(") || sexpr_is(word, "[") || sexpr_is(word, "{");
  return opens ? 1 : -(sexpr_is(word, ")") || sexpr_is(word, "]") || sexpr_is(word, "}"));
}

uint32_t notes_skip_brackets(NotesWords *words) {
  uint32_t commas = 0;
  int depth = 0;
  do {
    const Sexpr *word = notes_next(words);
    depth += bracket(word);
    commas += depth == 1 && sexpr_is(word, ",");
  } while (words->at != NULL && depth > 0);
  return commas;
}

uint32_t notes_list(NotesWords *words, const NotesVariable *scope, uint32_t most, NotesValue *out) {
  uint32_t count = 0;
  if (!notes_take(words, "(")) return 0;
  while (!notes_at(words, ")")) {
    if (count > 0 && !notes_take(words, ",")) return 0;
    if (count == most) {
      (void)REFUSE(words->importer, words->before, "no more than %u parts are read here", most);
      return 0;
    }
    out[count] = notes_expression(words, scope);
    if (out[count++].text == NULL) return 0;
  }
  (void)notes_next(words);
  return count;
}

bool notes_arguments(NotesWords *words, const NotesVariable *scope, uint32_t count, NotesValue *out) {
  const Sexpr *at = words->before;
  uint32_t found = notes_list(words, scope, count, out);
  if (!reader_ok(&words->importer->reader)) return false;
  return found == count || REFUSE(words->importer, at, "%u operands are expected behind this", count);
}

static bool is_whole(NotesType *type) {
  static NotesType whole = {.kind = NOTES_WHOLE, .size = 1};
  return notes_same(type, &whole);
}

/* ----------------------------------------------------------------- vectors -- */

static NotesValue entry_of(NotesWords *words, const Sexpr *at, NotesValue index, NotesValue vector) {
  NotesType *type = vector.text == NULL ? NULL : notes_is(vector.type);
  if (index.text == NULL || type == NULL) return notes_refused;
  if (type->kind != NOTES_VECTOR) return notes_refuse_type(words, at, type, "a vector");
  if (!is_whole(index.type)) return notes_refuse_type(words, at, index.type, "N");
  return notes_value(compose(words->importer, "(%s ! %s)", vector.text, index.text), type->part[0]);
}

NotesValue notes_index(NotesWords *words, const NotesVariable *scope, NotesValue vector) {
  const Sexpr *at = notes_next(words);
  NotesValue index = notes_expression(words, scope);
  return index.text == NULL || !notes_take(words, "]") ? notes_refused : entry_of(words, at, index, vector);
}

static bool take_lambda(NotesWords *words, const Sexpr **name) {
  if (!notes_at(words, "λ") && !notes_take(words, "\\")) return false;
  if (notes_at(words, "λ")) (void)notes_next(words);
  *name = notes_take_name(words);
  return *name != NULL && notes_take(words, ".");
}

/* A length from 1 to LENGTH_MOST, or one that is a size. */
static bool is_length(const char *size) {
  char *end = NULL;
  if (size == NULL) return false;
  long long length = strtoll(size, &end, 10);
  return *end != '\0' || (length > 0 && length <= LENGTH_MOST);
}

/* build(n, \i. e) */
static NotesValue call_build(NotesWords *words, const NotesVariable *scope, const Sexpr *at) {
  Importer *importer = words->importer;
  const Sexpr *name = NULL;
  if (!notes_take(words, "(")) return notes_refused;
  const Sexpr *where = words->at;
  NotesValue length = notes_expression(words, scope);
  if (length.text == NULL) return length;
  if (!is_whole(length.type)) return notes_refuse_type(words, at, length.type, "N");
  if (!is_length(length.size)) {
    (void)REFUSE(importer, where, "a length is a number from 1 to %d, or made of sz, so that it is known", LENGTH_MOST);
    return notes_refused;
  }
  if (!notes_take(words, ",") || !take_lambda(words, &name)) return notes_refused;
  NotesVariable index;
  NotesType *whole = notes_type(importer, NOTES_WHOLE);
  if (whole == NULL || !notes_bind(words, name, whole, scope, &index)) return notes_refused;
  NotesValue entry = notes_expression(words, &index);
  if (entry.text == NULL || !notes_take(words, ")")) return notes_refused;
  return notes_value(compose(importer, "(build %s (%s. %s))", length.size, index.target, entry.text),
                     notes_vector(importer, entry.type, length.size));
}

/* The body of fold's lambda, when what it goes through is known. */
static NotesValue fold_body(NotesWords *words, const NotesVariable *scope, const Sexpr *at, NotesValue start,
                            NotesValue vector) {
  Importer *importer = words->importer;
  const Sexpr *name = NULL;
  if (!take_lambda(words, &name)) return notes_refused;
  NotesType *part[] = {start.type, notes_is(vector.type)->part[0]};
  NotesVariable pair;
  NotesType *type = notes_tuple(importer, part, 2);
  if (type == NULL || !notes_bind(words, name, type, scope, &pair)) return notes_refused;
  NotesValue body = notes_expression(words, &pair);
  if (body.text == NULL) return body;
  if (!notes_same(body.type, start.type))
    return notes_refuse_type(words, at, body.type, notes_type_name(importer, start.type));
  return notes_value(compose(importer, "(fold (a' x'. let %s = (a', x') in %s) %s %s)", pair.target, body.text,
                             start.text, vector.text),
                     start.type);
}

/* fold(\x. e, acc, v): the lambda is read after the others. */
static NotesValue call_fold(NotesWords *words, const NotesVariable *scope, const Sexpr *at) {
  if (!notes_take(words, "(")) return notes_refused;
  NotesWords lambda = *words;
  int depth = 0;
  while (words->at != NULL && (depth > 0 || (bracket(words->at) >= 0 && !sexpr_is(words->at, ","))))
    depth += bracket(notes_next(words));
  if (!notes_take(words, ",")) return notes_refused;
  NotesValue start = notes_expression(words, scope);
  if (start.text == NULL || !notes_take(words, ",")) return notes_refused;
  NotesValue vector = notes_expression(words, scope);
  if (vector.text == NULL || !notes_take(words, ")")) return notes_refused;
  if (notes_is(vector.type)->kind != NOTES_VECTOR) return notes_refuse_type(words, at, vector.type, "a vector");
  NotesValue value = fold_body(&lambda, scope, at, start, vector);
  if (value.text != NULL && !notes_at(&lambda, ",")) (void)notes_expected(&lambda, "','");
  return reader_ok(&words->importer->reader) ? value : notes_refused;
}

/* Of vectors entry by entry. */
static NotesValue call_sum(NotesWords *words, const Sexpr *at, NotesValue vector) {
  NotesType *type = notes_is(vector.type), *entry = type->kind == NOTES_VECTOR ? notes_is(type->part[0]) : type;
  if (type->kind != NOTES_VECTOR || !notes_flat(entry))
    return notes_refuse_type(words, at, type, "a vector of R, or of vectors of R,");
  if (entry->kind != NOTES_VECTOR) return notes_value(compose(words->importer, "(sum %s)", vector.text), entry);
  return notes_value(
      compose(words->importer, "(fold (a' x'. a' + x') (build %s (k'. 0)) %s)", entry->length, vector.text), entry);
}

static NotesValue call_size(NotesWords *words, const Sexpr *at, NotesValue vector) {
  NotesType *type = notes_is(vector.type);
  if (type->kind != NOTES_VECTOR) return notes_refuse_type(words, at, type, "a vector");
  NotesValue value = notes_value(type->length, notes_type(words->importer, NOTES_WHOLE));
  value.size = type->length;
  return value;
}

static NotesValue call_to_real(NotesWords *words, const Sexpr *at, NotesValue whole) {
  if (!is_whole(whole.type)) return notes_refuse_type(words, at, whole.type, "N");
  return notes_value(compose(words->importer, "(toReal %s)", whole.text), notes_type(words->importer, NOTES_REAL));
}

/* --------------------------------------------------------------- functions -- */

static NotesValue of_reals(NotesWords *words, const Sexpr *at, const char *name, uint32_t count,
                           const NotesValue *part) {
  const char *text = name;
  for (uint32_t k = 0; k < count; k++) {
    if (!notes_flat(part[k].type)) return notes_refuse_type(words, at, part[k].type, "R or a vector of R");
    if (k > 0 && !notes_same(part[0].type, part[k].type))
      return notes_refuse_type(words, at, part[k].type, notes_type_name(words->importer, part[0].type));
    text = compose(words->importer, "%s %s", text, part[k].text);
  }
  return notes_value(compose(words->importer, "(%s)", text), part[0].type);
}

/* [c], the sign among them; NULL where there is none, or it was refused. */
static const char *take_parameter(NotesWords *words) {
  if (!notes_take(words, "[")) return NULL;
  bool negative = notes_at(words, "-") && notes_next(words) != NULL;
  if (words->at == NULL || words->at->kind != SEXPR_NUMBER) return notes_expected(words, "a number"), NULL;
  const Sexpr *word = notes_next(words);
  const char *text = compose(words->importer, negative ? "(-(%.*s))" : "(%.*s)", (int)word->length, word->text);
  return notes_take(words, "]") ? text : NULL;
}

static NotesValue call_power(NotesWords *words, const NotesVariable *scope, const Sexpr *at) {
  NotesValue base;
  const char *exponent = take_parameter(words);
  if (exponent == NULL || !notes_arguments(words, scope, 1, &base)) return notes_refused;
  if (!notes_flat(base.type)) return notes_refuse_type(words, at, base.type, "R or a vector of R");
  return notes_value(compose(words->importer, "(%s^%s)", base.text, exponent), base.type);
}

/* The library's: betainc[2][3](x). */
static NotesValue call_library(NotesWords *words, const NotesVariable *scope, const Sexpr *at, FunctionCode code) {
  const FunctionInfo *info = function_info(code);
  const char *name = info->name;
  NotesValue part[FUNCTION_MAX_OPERANDS];
  for (uint32_t k = 0; k < info->parameters; k++) {
    const char *parameter = take_parameter(words);
    if (parameter == NULL) return notes_refused;
    name = compose(words->importer, "%s %s", name, parameter);
  }
  return notes_arguments(words, scope, info->operands, part) ? of_reals(words, at, name, info->operands, part)
                                                             : notes_refused;
}

/* n of π_{k,n}; 0 where it is not said. */
static bool read_count(NotesWords *words, const Sexpr *at, uint32_t *of) {
  const char *comma = memchr(at->text, ',', at->length), *end = at->text + at->length - 1;
  *of = 0;
  if (comma == NULL) return true;
  const char *digit = comma + 1;
  for (; digit < end && *digit >= '0' && *digit <= '9' && *of < 1000; digit++)
    *of = 10 * *of + (uint32_t)(*digit - '0');
  return (digit == end && *of > 0) || REFUSE(words->importer, at, "a projection is π_{2,3}, the second of three");
}

static NotesValue call_projection(NotesWords *words, const NotesVariable *scope, const Sexpr *at, uint32_t k) {
  NotesValue of;
  uint32_t said;
  if (!read_count(words, at, &said) || !notes_arguments(words, scope, 1, &of)) return notes_refused;
  NotesType *type = notes_is(of.type);
  if (type->kind != NOTES_TUPLE) return notes_refuse_type(words, at, type, "a tuple");
  if (said > 0 && said != type->count) {
    (void)REFUSE(words->importer, at, "this is of a tuple of %u, not of %u", said, type->count);
    return notes_refused;
  }
  if (k == 0 || k > type->count) {
    (void)REFUSE(words->importer, at, "a tuple of %u has no part %u", type->count, k);
    return notes_refused;
  }
  if (type->count == 1) return of;
  return notes_value(part_text(words->importer, of.text, k, type->count), type->part[k - 1]);
}

/* -------------------------------------------------------------- definitions -- */

/* The operands by the definition's parameters: as they are, of one tuple its parts, or all of them as one. */
static bool match_operands(NotesWords *words, const NotesFunction *f, uint32_t count, NotesValue *part,
                           const char **bound) {
  Importer *importer = words->importer;
  if (count == f->parameters) return true;
  if (f->parameters == 1) {
    NotesType *type[NOTES_PARAMETERS];
    const char *text[NOTES_PARAMETERS];
    for (uint32_t k = 0; k < count; k++) {
      type[k] = part[k].type;
      text[k] = part[k].text;
    }
    part[0] = notes_value(pair_text(importer, text, count), notes_tuple(importer, type, count));
    return part[0].text != NULL;
  }
  const NotesValue whole = count == 1 ? part[0] : notes_refused;
  NotesType *tuple = count == 1 ? notes_is(whole.type) : NULL;
  if (tuple == NULL || tuple->kind != NOTES_TUPLE || tuple->count != f->parameters)
    return REFUSE(importer, words->before, "%u operands are expected", f->parameters);
  if (whole.count == 0) *bound = whole.text;
  for (uint32_t k = 0; k < tuple->count; k++) {
    if (whole.count > 0)
      part[k] = whole.part[k];
    else
      part[k] = notes_value(part_text(importer, "p'", k + 1, tuple->count), tuple->part[k]);
  }
  return true;
}

static NotesValue call_definition(NotesWords *words, const NotesVariable *scope, const Sexpr *at,
                                  const NotesFunction *f) {
  Importer *importer = words->importer;
  NotesValue part[NOTES_PARAMETERS];
  const char *length[NOTES_PARAMETERS] = {NULL}, *bound = NULL, *text = f->target;
  if (f->result == NULL) {
    (void)REFUSE(importer, at,
                 f == words->function ? "a definition does not call itself" : "this definition is not read");
    return notes_refused;
  }
  uint32_t count = notes_list(words, scope, NOTES_PARAMETERS, part);
  if (!reader_ok(&importer->reader) || !match_operands(words, f, count, part, &bound)) return notes_refused;
  for (uint32_t k = 0; k < f->parameters; k++) {
    if (!notes_find_lengths(f->parameter[k].type, part[k].type, f->sizes, f->size, length))
      return notes_refuse_type(words, at, part[k].type, notes_type_name(importer, f->parameter[k].type));
    text = compose(importer, "%s %s", text, part[k].text);
  }
  NotesType *result = notes_with_lengths(importer, f->result, f->sizes, f->size, length);
  if (bound == NULL) return notes_value(compose(importer, "(%s)", text), result);
  return notes_value(compose(importer, "(let p' = %s in %s)", bound, text), result);
}

/* The definition of that name, also the one that is being read, and those that were refused. */
static const NotesFunction *find_definition(const NotesWords *words, const Sexpr *name) {
  const NotesFunction *f = words->function;
  while (f != NULL && !sexpr_same(f->name, name)) f = f->before;
  return f;
}

/* ------------------------------------------------------------------- names -- */

/* Functions of reals that are called as they are in the language. */
static uint32_t plain_operands(const Sexpr *name) {
  static const char *const one[] = {"sin", "cos", "tan", "exp", "log", "sqrt", "tanh", "sigmoid", "sign", "abs"};
  for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
    if (sexpr_is(name, one[i])) return 1;
  }
  return sexpr_is(name, "max") || sexpr_is(name, "min") ? 2 : 0;
}

static NotesValue call_built_in(NotesWords *words, const NotesVariable *scope, const Sexpr *at) {
  NotesValue part[2];
  uint32_t plain = plain_operands(at), projected = 0;
  if (sexpr_is(at, "build")) return call_build(words, scope, at);
  if (sexpr_is(at, "fold")) return call_fold(words, scope, at);
  if (sexpr_is(at, "pow") && notes_at(words, "[")) return call_power(words, scope, at);
  if (notes_is_projection(at, &projected)) return call_projection(words, scope, at, projected);
  if (plain > 0)
    return notes_arguments(words, scope, plain, part)
               ? of_reals(words, at, compose(words->importer, "%.*s", (int)at->length, at->text), plain, part)
               : notes_refused;
  if (sexpr_is(at, "ixR"))
    return notes_arguments(words, scope, 2, part) ? entry_of(words, at, part[0], part[1]) : notes_refused;
  FunctionCode code = function_find(at->text, at->length);
  if (code != FUNCTION_COUNT) return call_library(words, scope, at, code);
  bool sum = sexpr_is(at, "sum"), size = sexpr_is(at, "sz"), real = sexpr_is(at, "toReal");
  if (!sum && !size && !real && !sexpr_is(at, "neg")) {
    (void)REFUSE(words->importer, at, "'%.*s' is no variable, no function of programs, and no definition before",
                 (int)(at->length < 60 ? at->length : 60), at->text);
    return notes_refused;
  }
  if (!notes_arguments(words, scope, 1, part)) return notes_refused;
  if (sum) return call_sum(words, at, part[0]);
  if (size) return call_size(words, at, part[0]);
  return real ? call_to_real(words, at, part[0]) : of_reals(words, at, "-", 1, part);
}

NotesValue notes_named(NotesWords *words, const NotesVariable *scope) {
  const Sexpr *at = notes_next(words);
  const NotesVariable *variable = scope;
  while (variable != NULL && !sexpr_same(variable->name, at)) variable = variable->outer;
  if (variable != NULL) return (NotesValue){.text = variable->target, .type = variable->type, .size = variable->size};
  const NotesFunction *f = find_definition(words, at);
  return f != NULL ? call_definition(words, scope, at, f) : call_built_in(words, scope, at);
}
