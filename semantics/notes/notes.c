/* Definitions of the notes' language, one by one: each sees those before it. */
#include "semantics/notes/notes.h"

#include "semantics/notes/translation.h"

#include <string.h>

#define SIZE_DEFAULT "3" /* of a length that is open */

/* ------------------------------------------------------------------- types -- */

/* n of Vec n, a size of the definition: that of the name, or one of its own. */
static const char *size_text(NotesWords *words, const Sexpr *name, const Sexpr *parameter) {
  NotesFunction *f = words->function;
  Importer *importer = words->importer;
  for (uint32_t k = 0; name != NULL && k < f->sizes; k++) {
    if (f->written[k] != NULL && sexpr_same(f->written[k], name)) return f->size[k];
  }
  if (f->sizes == NOTES_PARAMETERS) {
    (void)REFUSE(importer, words->before, "no more than %u lengths are read here", NOTES_PARAMETERS);
    return NULL;
  }
  const char *text = name != NULL ? compose(importer, "%.*s", (int)name->length, name->text)
                                  : compose(importer, "n_%.*s", (int)parameter->length, parameter->text);
  const char *size = name_invent(importer, text, (uint32_t)strlen(text));
  f->written[f->sizes] = name;
  return size == NULL ? NULL : (f->size[f->sizes++] = size);
}

static NotesType *parse_type(NotesWords *words, const Sexpr *parameter);

static bool names_type(const Sexpr *word) {
  static const char *const types[] = {"R", "ℝ", "N", "ℕ", "B", "𝔹", "Vec", "("};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (word != NULL && sexpr_is(word, types[i])) return true;
  }
  return false;
}

static NotesType *parse_vector(NotesWords *words, const Sexpr *parameter) {
  const char *length = NULL;
  if (notes_is_whole(words->at)) {
    const Sexpr *number = notes_next(words);
    if (number->text[0] == '0' || number->length > 5)
      return (void)REFUSE(words->importer, number, "a length is from 1 to 99999"), NULL;
    length = compose(words->importer, "%.*s", (int)number->length, number->text);
  } else if (notes_is_name(words->at) && !names_type(words->at))
    length = size_text(words, notes_next(words), parameter);
  else
    length = size_text(words, NULL, parameter);
  NotesType *entry = length == NULL ? NULL : parse_type(words, parameter);
  return entry == NULL ? NULL : notes_vector(words->importer, entry, length);
}

static NotesType *parse_tuple(NotesWords *words, const Sexpr *parameter) {
  NotesType *part[NOTES_PARAMETERS];
  uint32_t count = 0;
  while (!notes_at(words, ")")) {
    if (count > 0 && !notes_take(words, ",")) return NULL;
    if (count == NOTES_PARAMETERS)
      return (void)REFUSE(words->importer, words->before, "no more than %u parts are read here", NOTES_PARAMETERS),
             NULL;
    part[count] = parse_type(words, parameter);
    if (part[count++] == NULL) return NULL;
    if (notes_at(words, "-o") || notes_at(words, "⊸") || notes_at(words, "->") || notes_at(words, "→"))
      return (void)REFUSE(words->importer, words->at, "a program takes no functions and no linear maps"), NULL;
  }
  (void)notes_next(words);
  return count == 1 ? part[0] : notes_tuple(words->importer, part, count);
}

static NotesType *choose_type(NotesWords *words, const Sexpr *parameter) {
  const Sexpr *at = words->at;
  if (!names_type(at)) return (void)notes_expected(words, "a type"), NULL;
  (void)notes_next(words);
  if (sexpr_is(at, "R") || sexpr_is(at, "ℝ")) return notes_type(words->importer, NOTES_REAL);
  if (sexpr_is(at, "N") || sexpr_is(at, "ℕ")) return notes_type(words->importer, NOTES_WHOLE);
  if (sexpr_is(at, "B") || sexpr_is(at, "𝔹")) return notes_type(words->importer, NOTES_TEST);
  return sexpr_is(at, "Vec") ? parse_vector(words, parameter) : parse_tuple(words, parameter);
}

static NotesType *parse_type(NotesWords *words, const Sexpr *parameter) {
  if (!notes_nests(words, 0)) return NULL;
  words->depth++;
  NotesType *type = choose_type(words, parameter);
  words->depth--;
  return type;
}

/* -------------------------------------------------------------- parameters -- */

static bool parse_parameter(NotesWords *words, NotesFunction *f) {
  if (f->parameters == NOTES_PARAMETERS)
    return REFUSE(words->importer, words->before, "no more than %u parameters are read here", NOTES_PARAMETERS);
  if (!notes_is_name(words->at)) return notes_expected(words, "a name");
  NotesVariable *variable = &f->parameter[f->parameters];
  variable->name = notes_next(words);
  for (uint32_t k = 0; k < f->parameters; k++) {
    if (sexpr_same(f->parameter[k].name, variable->name))
      return REFUSE(words->importer, variable->name, "two parameters have this name");
  }
  variable->target = name_invent(words->importer, variable->name->text, variable->name->length);
  variable->outer = f->parameters == 0 ? NULL : variable - 1;
  bool typed = notes_at(words, ":") && notes_next(words) != NULL;
  variable->type = typed ? parse_type(words, variable->name) : notes_type(words->importer, NOTES_REAL);
  f->parameters++;
  return variable->target != NULL && variable->type != NULL;
}

/* f(x : T, ...) = */
static bool parse_head(NotesWords *words, NotesFunction *f) {
  if (notes_at(words, "fun") && words->at->next != NULL) (void)notes_next(words);
  if (!notes_is_name(words->at)) return notes_expected(words, "a definition, as f(x) = x * x,");
  f->name = notes_next(words);
  for (const NotesFunction *other = f->before; other != NULL; other = other->before) {
    if (sexpr_same(other->name, f->name)) return REFUSE(words->importer, f->name, "a definition before has this name");
  }
  words->importer->programs = f; /* refused ones too, which nothing is to call */
  f->target = name_invent(words->importer, f->name->text, f->name->length);
  if (f->target == NULL || !notes_take(words, "(")) return false;
  do {
    if (!parse_parameter(words, f)) return false;
  } while (notes_at(words, ",") && notes_next(words) != NULL);
  return notes_take(words, ")") && notes_take(words, "=");
}

/* ------------------------------------------------------------- definitions -- */

static void write_function(Importer *importer, const NotesFunction *f, const char *body) {
  put(importer, "def %s", f->target);
  for (uint32_t k = 0; k < f->sizes; k++) put(importer, "%s%s = " SIZE_DEFAULT, k == 0 ? " {" : ", ", f->size[k]);
  if (f->sizes > 0) put(importer, "}");
  for (uint32_t k = 0; k < f->parameters; k++)
    put(importer, " (%s : %s)", f->parameter[k].target, notes_type_text(importer, f->parameter[k].type));
  put(importer, " = %s\n", body);
}

static bool import_function(Importer *importer, Sexpr *list, ImportLayout layout, const char **name) {
  (void)layout;
  NotesFunction *f = reader_alloc(&importer->reader, sizeof *f);
  if (f == NULL) return false;
  f->before = importer->programs;
  NotesWords words = {.importer = importer, .function = f, .at = list->first, .before = list->first};
  if (!parse_head(&words, f)) return false;
  NotesValue body = notes_expression(&words, &f->parameter[f->parameters - 1]);
  if (body.text == NULL) return false;
  if (words.at != NULL) return REFUSE(importer, words.at, "this word ends no expression and begins none");
  f->result = body.type;
  write_function(importer, f, body.text);
  *name = f->target;
  return reader_ok(&importer->reader);
}

Status notes_import(Store *store, const char *file, const char *text, size_t length, ImportLayout layout, Import *out,
                    TextError *error) {
  static const ImportLanguage notes = {.read = notes_read, .program = import_function, .example = "f(x) = x * x"};
  return import_text(&notes, store, file, text, length, layout, out, error);
}
