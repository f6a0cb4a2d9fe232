#include "semantics/fpcore/fpcore.h"
#include "semantics/fpcore/importer.h"

#include <string.h>

#define SIZE_DEFAULT "3" /* of a length that a program leaves open */

/* (FPCore name? (argument ...) :property value ... body) */
typedef struct Parts {
  Sexpr *name, *arguments, *body;
  const Sexpr *title, *domain, *precision;
} Parts;

static void note_property(Parts *parts, const Sexpr *key, Sexpr *value) {
  if (sexpr_is(key, ":name") && value->kind == SEXPR_STRING) parts->title = value;
  if (sexpr_is(key, ":pre")) parts->domain = value;
  if (sexpr_is(key, ":precision")) parts->precision = value;
}

static bool take_apart(Importer *importer, Sexpr *core, Parts *parts) {
  *parts = (Parts){.name = NULL};
  if (!sexpr_heads(core, "FPCore"))
    return REFUSE(importer, core, "a program is expected here: (FPCore (x ...) ... body)");
  Sexpr *s = core->first->next;
  if (s != NULL && s->kind == SEXPR_WORD) parts->name = s, s = s->next;
  parts->arguments = s;
  if (s == NULL || s->kind != SEXPR_LIST)
    return REFUSE(importer, core, "its arguments are expected here: (FPCore (x ...)");
  for (s = s->next; s != NULL && s->kind == SEXPR_WORD && s->text[0] == ':'; s = s->next->next) {
    if (s->next == NULL) return REFUSE(importer, s, "this property has no value");
    if (sexpr_is(s, ":pre") && parts->domain != NULL) return REFUSE(importer, s, "this property stands twice");
    note_property(parts, s, s->next);
  }
  parts->body = s;
  if (s == NULL) return REFUSE(importer, core, "this program has no body");
  return s->next == NULL || REFUSE(importer, s->next, "the end of the program is expected here");
}

/* ------------------------------------------------------------- arguments -- */

/* x, (x 3 n) or (! :property value ... x); its name and the lengths after it. */
static Sexpr *argument_name(Importer *importer, Sexpr *argument) {
  Sexpr *name = argument->kind == SEXPR_LIST ? argument->first : argument;
  while (name != NULL && sexpr_is(name, "!")) {
    name = name->next;
    while (name != NULL && name->kind == SEXPR_WORD && name->text[0] == ':' && name->next != NULL)
      name = name->next->next;
    if (name != NULL && name->kind == SEXPR_LIST) name = name->first;
  }
  if (name == NULL) (void)REFUSE(importer, argument, "an argument is expected here");
  return name;
}

/* A length that is a name is a size of the definition, the same wherever it stands. */
static bool bind_length(Importer *importer, Sexpr *length, Variable **sizes, const char **out) {
  if (length->kind == SEXPR_WORD && variable_find(*sizes, length) == NULL) {
    Variable *size = variable_bind(importer, length, (Shape){.sort = SORT_WHOLE}, *sizes);
    if (size == NULL) return false;
    size->is_size = true;
    *sizes = size;
  }
  return infer_length(importer, length, *sizes, out);
}

/* A real, or an array where there are lengths. */
static bool shape_argument(Importer *importer, Sexpr *lengths, Variable **sizes, Shape *shape) {
  *shape = (Shape){.sort = lengths == NULL ? SORT_REAL : SORT_ARRAY};
  for (Sexpr *length = lengths; length != NULL; length = length->next) {
    if (shape->rank == SHAPE_RANK) return REFUSE(importer, length, "limit: arrays of rank over %u", SHAPE_RANK);
    if (!bind_length(importer, length, sizes, &shape->dim[shape->rank++])) return false;
  }
  return true;
}

static bool bind_arguments(Importer *importer, const Sexpr *list, Core *core, Variable **sizes, Variable **scope) {
  Shape *shapes = reader_alloc(&importer->reader, (sexpr_count(list) + 1) * sizeof *shapes);
  if (shapes == NULL) return false;
  core->shape = shapes;
  for (Sexpr *argument = list->first; argument != NULL; argument = argument->next, core->arguments++) {
    Sexpr *name = argument_name(importer, argument);
    Sexpr *lengths = name == NULL || name == argument ? NULL : name->next;
    if (name == NULL || !shape_argument(importer, lengths, sizes, &shapes[core->arguments])) return false;
  }
  *scope = *sizes;
  uint32_t k = 0;
  for (Sexpr *argument = list->first; argument != NULL; argument = argument->next) {
    Sexpr *name = argument_name(importer, argument);
    Variable *same = name->kind == SEXPR_WORD ? variable_find(*scope, name) : NULL;
    if (same != NULL) return REFUSE(importer, name, "this name stands twice among the arguments");
    *scope = variable_bind(importer, name, shapes[k++], *scope);
    if (*scope == NULL) return false;
  }
  return true;
}

static void write_sizes(Importer *importer, const Variable *size, bool first) {
  if (size == NULL) return;
  write_sizes(importer, size->outer, false);
  put(importer, "%s%s = " SIZE_DEFAULT, size->outer == NULL ? " {" : ", ", size->target);
  if (first) put(importer, "}");
}

/* real^n^m is an array of m arrays of n. */
static void write_type(Importer *importer, const Shape *shape) {
  for (uint32_t k = 1; k < shape->rank; k++) put(importer, "(");
  put(importer, "real");
  for (uint32_t k = shape->rank; k-- > 0;) put(importer, k == 0 ? "^%s" : "^%s)", shape->dim[k]);
}

static void write_arguments(Importer *importer, const Sexpr *list) {
  for (Sexpr *argument = list->first; argument != NULL; argument = argument->next) {
    const Variable *variable = argument_name(importer, argument)->variable;
    put(importer, " (%s : ", variable->target);
    write_type(importer, &variable->shape);
    put(importer, ")");
  }
}

/* -------------------------------------------------------------- definitions -- */

/* The body inside of the domain; outside it has no value. */
static void write_body(Importer *importer, const Parts *parts) {
  const Shape *shape = &parts->body->shape;
  Sort sort = shape->sort == SORT_ARRAY ? SORT_ARRAY : SORT_REAL;
  if (parts->domain == NULL) {
    write_term(importer, parts->body, sort);
    return;
  }
  put(importer, "if ");
  write_inside(importer, parts->domain, false);
  put(importer, " then ");
  write_term(importer, parts->body, sort);
  put(importer, " else ");
  for (uint32_t k = 0; k < shape->rank; k++) put(importer, "build %s (k. ", shape->dim[k]);
  put(importer, "log (-1)");
  for (uint32_t k = 0; k < shape->rank; k++) put(importer, ")");
}

static const char *core_name(Importer *importer, const Parts *parts, uint32_t line) {
  char numbered[32];
  (void)snprintf(numbered, sizeof numbered, "fpcore_%u", line);
  const Sexpr *name = parts->name != NULL ? parts->name : parts->title;
  if (name == NULL || name->length == 0) return name_invent(importer, numbered, (uint32_t)strlen(numbered));
  return name_invent(importer, name->text, name->length);
}

/* A name that was refused is taken too: no program before it that is called so is meant by it. */
static void add_core(Importer *importer, const Parts *parts, Core *core) {
  if (parts->name == NULL) return;
  core->name = parts->name->text, core->length = parts->name->length;
  core->before = importer->programs;
  importer->programs = core;
}

static bool write_core(Importer *importer, Sexpr *list, ImportLayout layout, const char **name) {
  Parts parts;
  Variable *sizes = NULL, *scope = NULL;
  Core *core = reader_alloc(&importer->reader, sizeof *core);
  if (core == NULL) return false;
  bool apart = take_apart(importer, list, &parts);
  add_core(importer, &parts, core);
  if (!apart) return false;
  core->target = core_name(importer, &parts, reader_line(&importer->reader, list->span.start));
  if (core->target == NULL || !bind_arguments(importer, parts.arguments, core, &sizes, &scope)) return false;
  if (parts.domain != NULL && !infer_as(importer, (Sexpr *)parts.domain, scope, SORT_TEST)) return false;
  if (!infer(importer, parts.body, scope)) return false;
  if (parts.body->shape.sort == SORT_TEST) return REFUSE(importer, parts.body, "a test has no derivative");
  if (layout == IMPORT_FOR_READING) {
    put_comment(importer, "", parts.title);
    put_comment(importer, "domain: the inside of ", parts.domain);
    put_comment(importer, "over the reals, not ", parts.precision);
  }
  put(importer, "def %s", core->target);
  write_sizes(importer, sizes, true);
  write_arguments(importer, parts.arguments);
  put(importer, " = ");
  write_body(importer, &parts);
  put(importer, "\n");
  if (!reader_ok(&importer->reader)) return false;
  core->result = parts.body->shape.sort == SORT_ARRAY ? parts.body->shape : (Shape){.sort = SORT_REAL};
  core->read = true;
  *name = core->target;
  return true;
}

Status fpcore_import(Store *store, const char *file, const char *text, size_t length, ImportLayout layout, Import *out,
                     TextError *error) {
  static const ImportLanguage fpcore = {.read = sexpr_read, .program = write_core, .example = "(FPCore (x) (* x x))"};
  return import_text(&fpcore, store, file, text, length, layout, out, error);
}
