/* The interface of text.h: modules, terms and types from text. */
#include "semantics/text/text.h"

#include "semantics/text/elaborate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Failing leaves no working term behind. */
static Status close_reader(Reader *reader, uint32_t mark) {
  Status status = reader->status, building = store_take_status(reader->store);
  if (status == STATUS_OK && building != STATUS_OK) {
    reader_fail(reader, building, (Span){0, 0}, "the term is too large");
    status = building;
  }
  if (status != STATUS_OK) store_release(reader->store, mark);
  reader->store->status = reader->before;
  reader_close(reader);
  return status;
}

/* --------------------------------------------------------------- modules -- */

static bool fail_twice(Reader *reader, Span at, NameId name) {
  reader_fail(reader, STATUS_ILL_TYPED, at, "'%.40s' is defined twice", name_text(reader->store, name));
  return false;
}

/* One more than the largest id of a name that the file gives something. */
static uint32_t count_names(const SyntaxDefinition *first, const SyntaxData *data) {
  uint32_t most = 0;
  for (const SyntaxDefinition *d = first; d != NULL; d = d->next) most = d->name.id > most ? d->name.id : most;
  for (const SyntaxData *d = data; d != NULL; d = d->next) {
    most = d->name.id > most ? d->name.id : most;
    for (const SyntaxConstructor *c = d->constructors; c != NULL; c = c->next) {
      most = c->name.id > most ? c->name.id : most;
      for (const SyntaxConstructorField *f = c->fields; f != NULL; f = f->next)
        most = f->name.id > most && f->name.id < NAME_HIDDEN ? f->name.id : most;
    }
  }
  return most + 1;
}

/* Those of a record: of its one constructor. */
static bool name_fields(Reader *reader, const SyntaxData *data, Named *named) {
  const SyntaxConstructor *c = data->constructors;
  uint32_t k = 0;
  for (const SyntaxConstructorField *f = c == NULL ? NULL : c->fields; f != NULL; f = f->next, k++) {
    if (f->name.id == 0) return true;
    Named *field = &named[f->name.id];
    if (field->definition != NULL || field->constructor != NULL || field->record != NULL)
      return fail_twice(reader, f->span, f->name);
    field->record = c;
    field->field = k;
  }
  return true;
}

/* Data types have names of their own; constructors share theirs with definitions. */
static bool name_all(Reader *reader, const SyntaxDefinition *first, const SyntaxData *data, Named *named) {
  for (const SyntaxDefinition *d = first; d != NULL; d = d->next) {
    if (named[d->name.id].definition != NULL) return fail_twice(reader, d->span, d->name);
    named[d->name.id].definition = d;
  }
  for (const SyntaxData *d = data; d != NULL; d = d->next) {
    if (named[d->name.id].data != NULL) return fail_twice(reader, d->span, d->name);
    named[d->name.id].data = d;
    for (const SyntaxConstructor *c = d->constructors; c != NULL; c = c->next) {
      Named *other = &named[c->name.id];
      if (other->definition != NULL) return fail_twice(reader, other->definition->span, c->name);
      if (other->constructor != NULL) return fail_twice(reader, c->span, c->name);
      other->constructor = c;
      if (d->constructor_count > 1 && c->fields != NULL && c->fields->name.id != 0) {
        reader_fail(reader, STATUS_ILL_TYPED, c->span, "fields have names where the data type has one constructor");
        return false;
      }
    }
  }
  for (const SyntaxData *d = data; d != NULL; d = d->next)
    if (!name_fields(reader, d, named)) return false;
  return true;
}

static bool fail_untyped(Elaborator *e, Span at, Mono *type, const char *what) {
  if (e->unifier.exhausted || mono_is_known(&e->unifier, type))
    reader_fail(e->reader, STATUS_LIMIT, at, "the type of %.40s is too large", what);
  else
    elaborate_fail(e, at, "cannot infer the type of %.40s; annotate it", what);
  return false;
}

/* Types of the arguments, now that they are known. */
static bool fill_context(Elaborator *e, const SyntaxDefinition *d, Mono **parameters, Definition *out) {
  uint32_t count = d->parameter_count;
  TypeId *context = calloc(count + 1, sizeof *context);
  out->arguments = calloc(count + 1, sizeof *out->arguments);
  out->program.context = context;
  out->program.length = count;
  if (context == NULL || out->arguments == NULL) return reader_exhausted(e->reader), false;
  for (uint32_t i = 0; i < count; i++) {
    context[i] = mono_type(&e->unifier, parameters[i]);
    out->arguments[i] = d->parameters[i].name;
    if (type_is_none(context[i]))
      return fail_untyped(e, d->parameters[i].span, parameters[i], name_text(e->store, d->parameters[i].name));
  }
  return true;
}

/* Of one that is for any type, whether it is. */
static bool check_definition(Elaborator *e, const SyntaxDefinition *d) {
  Mono **parameters = reader_alloc(e->reader, (d->parameter_count + 1) * sizeof(Mono *)), *result = NULL;
  return parameters != NULL && elaborate_definition(e, d, TYPES_RIGID, parameters, &result) != NULL &&
         elaborate_solve(e);
}

static bool read_definition(Elaborator *e, const SyntaxDefinition *d, Definition *out) {
  Mono **parameters = reader_alloc(e->reader, (d->parameter_count + 1) * sizeof(Mono *)), *result = NULL;
  out->name = d->name;
  Draft *body = parameters == NULL ? NULL : elaborate_definition(e, d, TYPES_GIVEN, parameters, &result);
  if (body == NULL) return false;
  if (!elaborate_solve(e) || !fill_context(e, d, parameters, out) || !elaborate_finish(e, d->body)) return false;
  out->program.term = body->made;
  out->program.type = mono_type(&e->unifier, result);
  return !type_is_none(out->program.type) || fail_untyped(e, d->body->span, result, "the result");
}

/* What elaborating begins with: the names of the file, and sizes. */
typedef struct File {
  const SyntaxDefinition *first;
  const SyntaxData *data;
  const Named *named;
  uint32_t names;
  const SizeOverride *overrides;
  uint32_t override_count;
} File;

static void open_for(Elaborator *e, Reader *reader, const File *file, const SyntaxDefinition *definition) {
  elaborate_open(e, reader);
  e->definitions = definition == NULL ? NULL : file->first;
  e->definition = definition;
  e->data = file->data;
  e->named = file->named;
  e->names = file->names;
  e->overrides = file->overrides;
  e->override_count = file->override_count;
}

static bool elaborate_all_data(Reader *reader, const File *file) {
  Elaborator e;
  open_for(&e, reader, file, NULL);
  for (const SyntaxData *d = file->data; d != NULL; d = d->next)
    if (!elaborate_check_data(&e, d)) return false;
  return true;
}

/* Whether a definition has a size of that name. */
static bool has_size(const Reader *reader, const SyntaxDefinition *d, const char *name) {
  for (uint32_t i = 0; i < d->size_count; i++) {
    if (strcmp(name_text(reader->store, d->sizes[i].name), name) == 0) return true;
  }
  return false;
}

static bool read_definitions(Reader *reader, const SizeOverride *overrides, uint32_t override_count, Module *module) {
  SyntaxDefinition *first = NULL;
  SyntaxData *data = NULL;
  if (!reader_split(reader) || !parse_file(reader, &first, &data)) return false;
  File file = {first, data, NULL, count_names(first, data), overrides, override_count};
  Named *named = reader_alloc(reader, file.names * sizeof *named);
  if (named == NULL || !name_all(reader, first, data, named)) return false;
  file.named = named;
  if (!elaborate_all_data(reader, &file)) return false;
  uint32_t count = 0, line = 1, at = 0;
  for (const SyntaxDefinition *d = first; d != NULL; d = d->next) count++;
  module->definitions = calloc(count + 1, sizeof *module->definitions);
  if (module->definitions == NULL) return reader_exhausted(reader), false;
  for (const SyntaxDefinition *d = first; d != NULL; d = d->next) {
    Elaborator e;
    open_for(&e, reader, &file, d);
    if (d->type_count > 0 && !check_definition(&e, d)) return false;
    open_for(&e, reader, &file, d);
    Definition *out = &module->definitions[module->count++];
    for (; at < d->span.start; at++) line += reader->text[at] == '\n';
    out->line = line;
    out->column = reader_column(reader, d->span.start);
    if (!read_definition(&e, d, out)) return false;
    for (uint32_t k = 0; k < override_count && k < 64; k++)
      module->sized |= (uint64_t)has_size(reader, d, overrides[k].name) << k;
  }
  return true;
}

Status text_read_module(Store *store, const char *file_name, const char *text, size_t length,
                        const SizeOverride *overrides, uint32_t override_count, Module *module, TextError *error) {
  Reader reader;
  uint32_t mark = store_mark(store);
  *module = (Module){.definitions = NULL};
  if (reader_open(&reader, store, file_name, text, length, false, error))
    (void)read_definitions(&reader, overrides, override_count, module);
  Status status = close_reader(&reader, mark);
  if (status != STATUS_OK) text_free_module(module);
  return status;
}

void text_free_module(Module *module) {
  for (uint32_t i = 0; i < module->count; i++) {
    free((void *)(uintptr_t)module->definitions[i].program.context); // NOLINT(performance-no-int-to-ptr): drops const
    free(module->definitions[i].arguments);
  }
  free(module->definitions);
  *module = (Module){.definitions = NULL};
}

const Definition *text_find(const Store *store, const Module *module, const char *name) {
  if (name == NULL) return module->count == 0 ? NULL : &module->definitions[module->count - 1];
  for (uint32_t i = 0; i < module->count; i++) {
    if (strcmp(name_text(store, module->definitions[i].name), name) == 0) return &module->definitions[i];
  }
  return NULL;
}

/* ----------------------------------------------------------------- terms -- */

static const SizeBinding *given_sizes(Elaborator *e, const TermText *source) {
  const SizeBinding *sizes = NULL;
  for (uint32_t i = 0; i < source->size_count; i++) {
    const char *name = source->sizes[i].name;
    sizes =
        size_bind(e, sizes, name_make(e->store, name, strlen(name)), size_known(&e->unifier, source->sizes[i].value));
  }
  return sizes;
}

static bool read_term(Elaborator *e, const TermText *source, TermId *t, TypeId *type) {
  Syntax *s = reader_split(e->reader) ? parse_whole_term(e->reader) : NULL;
  if (s == NULL) return false;
  Place place = {NULL, 0, given_sizes(e, source), NULL};
  for (uint32_t i = 0; i < source->context_length; i++) {
    NameId name = source->names == NULL ? text_context_name(e->store, i) : source->names[i];
    if (name.id == 0) name = syntax_hidden(e->reader);
    place = place_bind(e, &place, name, mono_of_type(&e->unifier, source->context[i]));
  }
  if (!type_is_none(source->domain)) place.domain = mono_of_type(&e->unifier, source->domain);
  Mono *expected =
      type_is_none(source->expected) ? mono_meta(&e->unifier) : mono_of_type(&e->unifier, source->expected);
  Draft *draft = elaborate(e, &place, s, expected);
  if (draft == NULL || !elaborate_finish(e, s)) return false;
  *t = draft->made;
  *type = mono_type(&e->unifier, expected);
  return !type_is_none(*type) || fail_untyped(e, s->span, expected, "the term");
}

Status text_read_term(Store *store, const TermText *source, TermId *t, TypeId *type, TextError *error) {
  Reader reader;
  uint32_t mark = store_mark(store);
  *t = TERM_NONE_ID;
  *type = (TypeId){0};
  if (reader_open(&reader, store, source->origin, source->text, source->length, source->target, error)) {
    Elaborator e;
    reader.has_parameter = source->parameter != NULL;
    if (reader.has_parameter) reader.parameter = *source->parameter;
    elaborate_open(&e, &reader);
    (void)read_term(&e, source, t, type);
  }
  Status status = close_reader(&reader, mark);
  if (status != STATUS_OK) *t = TERM_NONE_ID;
  return status;
}

Status text_read_type(Store *store, const char *text, size_t length, TypeId *type, TextError *error) {
  Reader reader;
  *type = (TypeId){0};
  if (reader_open(&reader, store, "type", text, length, true, error) && reader_split(&reader)) {
    Elaborator e;
    elaborate_open(&e, &reader);
    Syntax *s = parse_whole_type(&reader);
    Mono *mono = s == NULL ? NULL : elaborate_any_type(&e, s);
    if (mono != NULL && unify_solve(&e.unifier) == NULL) *type = mono_type(&e.unifier, mono);
    if (mono != NULL && type_is_none(*type)) reader_fail(&reader, STATUS_LIMIT, s->span, "the type is too large");
  }
  return close_reader(&reader, store_mark(store));
}

NameId text_context_name(Store *store, uint32_t position) {
  char text[16];
  int length = snprintf(text, sizeof text, "x%u", position + 1);
  return name_make(store, text, (size_t)length);
}
