#include "semantics/ks/ks.h"

#include "semantics/ks/translation.h"

#include <string.h>

#define SIZES_MOST 1000u /* of one definition */
#define SIZE_DEFAULT "3" /* of a length */

/* (def name type arguments body) */
typedef struct Parts {
  const Sexpr *name, *result, *arguments, *body;
  const KsType *given; /* that [name type] says; or NULL */
} Parts;

static bool take_apart(Importer *importer, const Sexpr *list, Parts *parts) {
  const Sexpr *s = list->first->next;
  if (sexpr_count(list) != 5) return REFUSE(importer, list, "a definition has four parts: (def f Float (x : Float) e)");
  *parts = (Parts){.result = s->next, .arguments = s->next->next, .body = s->next->next->next};
  parts->name = ks_function_name(importer, s, &parts->given);
  if (parts->name == NULL) return false;
  return parts->arguments->kind == SEXPR_LIST ||
         REFUSE(importer, parts->arguments, "arguments are expected here: ((x : Float) ...)");
}

/* --------------------------------------------------------------- arguments -- */

static bool is_argument(const Sexpr *first) {
  return first != NULL && first->kind == SEXPR_WORD && first->next != NULL && sexpr_is(first->next, ":") &&
         first->next->next != NULL;
}

static bool bind_argument(Importer *importer, const Sexpr *first, const Sexpr *at, KsFunction *function,
                          const Binding **scope) {
  if (!is_argument(first)) return REFUSE(importer, at, "an argument is expected here: (x : Float)");
  for (const Binding *b = *scope; b != NULL; b = b->outer) {
    if (b->length == first->length && memcmp(b->name, first->text, b->length) == 0)
      return REFUSE(importer, first, "this name stands twice among the arguments");
  }
  const KsType *type = ks_type_words(importer, first->next->next);
  if (type == NULL) return false;
  if (function->size_count + KS_RANK * type->nodes > SIZES_MOST)
    return REFUSE(importer, at, "limit: arguments of more than %u lengths", SIZES_MOST);
  type = ks_type_sized(importer, type, first, function->sizes, &function->size_count);
  *scope = type == NULL ? NULL : ks_bind(importer, first, (Value){type, NULL, NULL}, *scope);
  return *scope != NULL;
}

/* (x : T) or ((x : T) ...) */
static bool bind_arguments(Importer *importer, const Sexpr *list, KsFunction *function, const Binding **scope) {
  bool one = is_argument(list->first);
  function->arguments = one ? 1 : sexpr_count(list);
  const KsType **types = reader_alloc(&importer->reader, (function->arguments + 1) * sizeof *types);
  function->sizes = reader_alloc(&importer->reader, (SIZES_MOST + 1) * sizeof *function->sizes);
  if (types == NULL || function->sizes == NULL) return false;
  const Sexpr *argument = one ? list : list->first;
  for (uint32_t k = 0; k < function->arguments; k++, argument = argument->next) {
    const Sexpr *first = argument->kind == SEXPR_LIST ? argument->first : NULL;
    if (!bind_argument(importer, first, argument, function, scope)) return false;
    types[k] = (*scope)->value.type;
  }
  function->argument = one ? types[0] : ks_tuple(importer, types, function->arguments);
  if (function->arguments == 1) function->argument = types[0];
  return function->argument != NULL;
}

/* -------------------------------------------------------------- definitions -- */

static void put_arguments(Importer *importer, const Binding *argument) {
  if (argument == NULL) return;
  put_arguments(importer, argument->outer);
  put(importer, " (%s : %s)", argument->value.text, ks_type_text(importer, argument->value.type));
}

static void put_header(Importer *importer, const KsFunction *function, const Binding *scope) {
  put(importer, "def %s", function->target);
  for (uint32_t k = 0; k < function->size_count; k++)
    put(importer, "%s%s = " SIZE_DEFAULT, k == 0 ? " {" : ", ", function->sizes[k]);
  if (function->size_count > 0) put(importer, "}");
  put_arguments(importer, scope);
  put(importer, " : %s = ", ks_type_text(importer, function->result));
}

/* letrec f'' (p' : T) : R = let (x, y) = p' in e in f'' (x, y) */
static void put_recursion(Importer *importer, const KsFunction *function, const Binding *scope, const char *body) {
  const char **names = reader_alloc(&importer->reader, (function->arguments + 1) * sizeof *names);
  if (names == NULL) return;
  for (uint32_t k = function->arguments; k-- > 0 && scope != NULL; scope = scope->outer) names[k] = scope->value.text;
  const char *pattern = pair_text(importer, names, function->arguments);
  put(importer, "letrec %s'' (p' : %s) : %s = ", function->target, ks_type_text(importer, function->argument),
      ks_type_text(importer, function->result));
  if (function->arguments > 0) put(importer, "let %s = p' in ", pattern);
  put(importer, "%s in %s'' %s\n", body, function->target, pattern);
}

/* The body, which may call what is being defined. */
static bool read_body(Importer *importer, const Parts *parts, KsFunction *function, const Binding *scope, Value *body) {
  function->open = true;
  bool good = ks_term(importer, parts->body, scope, body);
  function->open = false;
  if (!good || ks_type_fits(body->type, function->result)) return good;
  return REFUSE(importer, parts->body, "this is %s, but %s is said to be given", ks_type_name(importer, body->type),
                ks_type_name(importer, function->result));
}

/* A name that was refused is taken too: no definition before it that is called so is meant by it. */
static void add_function(Importer *importer, const Sexpr *name, KsFunction *function) {
  function->name = name->text;
  function->length = name->length;
  function->refused = true;
  function->before = importer->programs;
  importer->programs = function;
}

static bool read_definition(Importer *importer, const Sexpr *list, const char **name) {
  Parts parts;
  const Binding *scope = NULL;
  Value body;
  KsFunction *function = reader_alloc(&importer->reader, sizeof *function);
  if (function == NULL || !take_apart(importer, list, &parts)) return false;
  add_function(importer, parts.name, function);
  function->target = name_invent(importer, parts.name->text, parts.name->length);
  function->result = ks_type_read(importer, parts.result);
  if (function->target == NULL || function->result == NULL ||
      !bind_arguments(importer, parts.arguments, function, &scope))
    return false;
  if (parts.given != NULL && !ks_type_fits(parts.given, function->argument))
    return REFUSE(importer, parts.arguments, "its name says that it takes %s", ks_type_name(importer, parts.given));
  function->refused = false;
  function->refused = !read_body(importer, &parts, function, scope, &body);
  if (function->refused) return false;
  function->result = body.type;
  put_header(importer, function, scope);
  if (function->recursive)
    put_recursion(importer, function, scope, body.text);
  else
    put(importer, "%s\n", body.text);
  *name = function->target;
  return reader_ok(&importer->reader);
}

/* Derivatives are asked for, not defined. */
static bool read_request(Importer *importer, const Sexpr *list) {
  const KsType *argument;
  if (sexpr_count(list) != 3 || list->first->next->kind != SEXPR_WORD)
    return REFUSE(importer, list, "the request of a derivative has two parts: (gdef rev [f Float])");
  return ks_function_name(importer, list->first->next->next, &argument) != NULL;
}

static bool read_program(Importer *importer, Sexpr *list, ImportLayout layout, const char **name) {
  (void)layout;
  if (sexpr_heads(list, "def")) return read_definition(importer, list, name);
  if (sexpr_heads(list, "gdef")) return read_request(importer, list);
  if (sexpr_heads(list, "edef")) return REFUSE(importer, list, "an edef is defined outside of the file");
  if (sexpr_heads(list, "rule")) return REFUSE(importer, list, "a rule rewrites programs and is none");
  return REFUSE(importer, list, "a definition is expected here: (def f Float (x : Float) e)");
}

Status ks_import(Store *store, const char *file, const char *text, size_t length, ImportLayout layout, Import *out,
                 TextError *error) {
  static const ImportLanguage ks = {
      .read = sexpr_read, .program = read_program, .example = "(def f Float (x : Float) (mul x x))"};
  return import_text(&ks, store, file, text, length, layout, out, error);
}
