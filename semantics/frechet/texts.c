/* Functions that were read, with the programs that were written for them. */
#include "semantics/frechet/reading.h"
#include "semantics/tables/kept.h"

#include <stdlib.h>
#include <string.h>

HilReading *hil_reading_new(Reader *reader, Arena *arena, HilTerms *terms) {
  HilReading *reading = terms == NULL ? NULL : reader_alloc(reader, sizeof *reading);
  if (reading == NULL) return NULL;
  *reading = (HilReading){.reader = reader, .terms = terms};
  reading->machine = machine_make(reader->store, NULL, arena);
  if (hil_terms_init(terms, arena) == STATUS_OK) return reading;
  reader_exhausted(reader);
  return NULL;
}

bool hil_is_program(const HilReading *reading, const HilDefined *defined) {
  const HilSpaces *spaces = &reading->terms->spaces;
  return hil_space(spaces, defined->dom)->dense && hil_space(spaces, defined->cod)->dense;
}

/* The next definition, if it is a program; what is refused is left out. */
static bool read_next(HilReading *reading, Sexpr *list, const Module *module, HilTexts *out) {
  Reader *reader = reading->reader;
  HilDefined *defined = reader_alloc(reader, sizeof *defined);
  if (defined == NULL) return false;
  defined->list = list;
  if (hil_define(reading, defined)) {
    if (!hil_is_program(reading, defined)) return true;
    if (out->count == module->count) return reader->status = STATUS_STUCK, false;
    HilText *text = &out->text[out->count];
    *text = (HilText){.f = defined->f, .program = module->definitions[out->count].program};
    TypeId *context = arena_array(&out->arena, text->program.length + 1, sizeof *context);
    if (context == NULL) return reader_exhausted(reader), false;
    memcpy(context, text->program.context, text->program.length * sizeof *context);
    text->program.context = context;
    out->count++;
    return true;
  }
  if (reader->status != STATUS_ILL_TYPED) return false;
  reader->status = STATUS_OK;
  *reader->error = (TextError){.line = 0};
  return true;
}

static void free_all(void *kept) {
  HilTexts *texts = kept;
  for (HilTexts *next; texts != NULL; texts = next) {
    next = texts->next;
    arena_free(&texts->arena);
    free(texts);
  }
}

static Status read_all(Reader *reader, const Module *module, HilTexts *out) {
  uint32_t at = 0;
  HilReading *reading = hil_reading_new(reader, &out->arena, &out->terms);
  out->text = arena_array(&out->arena, (size_t)module->count + 1, sizeof *out->text);
  if (reading == NULL || out->text == NULL) return STATUS_LIMIT;
  for (Sexpr *list; (list = hil_words(reader, &at)) != NULL;)
    if (!read_next(reading, list, module, out)) break;
  bool all = reader->status != STATUS_OK || out->count == module->count;
  return all ? reader->status : STATUS_STUCK; /* a definition has no function: a defect of the importer */
}

Status hil_texts_keep(Store *store, const char *file, const char *text, size_t length, const Module *module) {
  Reader reader;
  TextError error;
  Status status = STATUS_LIMIT;
  HilTexts *out = calloc(1, sizeof *out);
  if (out == NULL) return STATUS_LIMIT;
  arena_init(&out->arena, READER_MEMORY);
  if (reader_open(&reader, store, file, text, length, false, &error)) status = read_all(&reader, module, out);
  reader_close(&reader);
  if (status != STATUS_OK) {
    free_all(out);
    return status;
  }
  StoreKept *kept = store_kept(store);
  out->next = kept->kept;
  *kept = (StoreKept){out, free_all};
  return STATUS_OK;
}

static bool same(const Program *a, const Program *b) {
  bool equal = a->term.id == b->term.id && a->length == b->length && type_equal(a->type, b->type);
  for (uint32_t i = 0; equal && i < a->length; i++) equal = type_equal(a->context[i], b->context[i]);
  return equal;
}

HilFunId hil_text_of(Store *store, const Program *program, const HilTerms **terms) {
  for (const HilTexts *texts = store_kept(store)->kept; texts != NULL; texts = texts->next) {
    for (uint32_t i = 0; i < texts->count; i++) {
      if (!same(&texts->text[i].program, program)) continue;
      *terms = &texts->terms;
      return texts->text[i].f;
    }
  }
  return (HilFunId){0};
}

Status hil_text_read(Store *store, const char *text, size_t length, Arena *arena, HilTerms *terms, HilFunId *f,
                     TextError *error) {
  Reader reader;
  uint32_t at = 0;
  *f = (HilFunId){0};
  if (reader_open(&reader, store, "text", text, length, false, error)) {
    HilReading *reading = hil_reading_new(&reader, arena, terms);
    Sexpr *list = reading == NULL ? NULL : hil_words(&reader, &at);
    HilDefined *defined = list == NULL ? NULL : reader_alloc(&reader, sizeof *defined);
    if (defined != NULL) {
      defined->list = list;
      if (hil_define(reading, defined)) *f = defined->f;
    } else if (reading != NULL)
      reader_fail(&reader, STATUS_ILL_TYPED, (Span){0, 0}, "a definition is expected");
  }
  Status status = reader.status;
  reader_close(&reader);
  return status;
}

/* A function of the library without parameters, of two reals or arrays. */
static bool has_name(const Store *store, OpId given) {
  OpCode op = op_node(&store->ops, given)->code;
  return op_is_function(op) && op_parameters(op) == 0;
}

/* A level of a function that is written takes up to four of what is read. */
#define READABLE_DEPTH (READER_NESTING / 4)

static bool nested(const HilTerms *terms, HilFunId f) {
  ArenaMark mark = arena_mark(terms->arena);
  const uint64_t *depths = hil_fun_depths(terms, terms->arena);
  bool deep = depths == NULL || depths[f.id] > READABLE_DEPTH;
  arena_release(terms->arena, mark);
  return deep;
}

Status hil_fun_readable(const HilTerms *terms, const Store *store, HilFunId f) {
  for (uint32_t i = 1; i <= f.id; i++) {
    const HilFun *part = &terms->functions[i];
    if (part->kind == HILFUN_GIVEN && !has_name(store, part->given)) return STATUS_UNABLE;
    if (part->kind == HILFUN_PRIM && op_parameters(part->op) != 0) return STATUS_UNABLE;
    if (part->kind == HILFUN_MAP && hil_width(&terms->spaces, part->dom) == 0) return STATUS_UNABLE;
  }
  return nested(terms, f) ? STATUS_LIMIT : STATUS_OK;
}
