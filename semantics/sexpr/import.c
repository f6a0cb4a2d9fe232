#include "semantics/memory/text_stream.h"
#include "semantics/sexpr/importer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void definition_too_long(Importer *importer) {
  reader_fail(&importer->reader, STATUS_ILL_TYPED, importer->program,
              "limit: this program as a definition has more than %zu bytes", TEXT_MOST);
}

void put(Importer *importer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vfprintf(importer->out, format, arguments);
  va_end(arguments);
  importer->written += length > 0 ? (size_t)length : 0;
  if (length < 0) reader_exhausted(&importer->reader);
  if (importer->written > TEXT_MOST) definition_too_long(importer);
}

void put_comment(Importer *importer, const char *before, const Sexpr *s) {
  bool blank = false;
  if (s == NULL) return;
  uint32_t length = s->kind == SEXPR_LIST ? s->span.end - s->span.start : s->length;
  put(importer, "-- %s", before);
  for (uint32_t i = 0; i < length; i++) {
    char c = s->text[i];
    bool space = c == ' ' || (c >= '\0' && c < ' ') || c == 0x7f;
    if (!space) put(importer, "%s%c", blank ? " " : "", c);
    blank = space;
  }
  put(importer, "\n");
}

static bool add_refusal(Import *out, const TextError *error) {
  char **refusal = realloc(out->refusal, (out->refused.count + 1) * sizeof *refusal);
  if (refusal == NULL) return false;
  out->refusal = refusal;
  refusal[out->refused.count] = strdup(error->message);
  return refusal[out->refused.count++] != NULL;
}

/* Ends a text that was written to memory; false where some of it is not there. */
static bool close_text(FILE *file, char *const *text) {
  bool written = ferror(file) == 0;
  return fclose(file) == 0 && written && *text != NULL;
}

/* Where definitions go. */
typedef struct Definitions {
  ImportLayout layout;
  FILE *file;
  uint32_t line; /* that is written next */
  Import *out;
} Definitions;

static void add_definition(Definitions *to, const char *text, uint32_t line) {
  for (; to->layout == IMPORT_IN_PLACE && to->line < line; to->line++) (void)fputc('\n', to->file);
  if (to->layout == IMPORT_FOR_READING && to->out->read > 0) (void)fputc('\n', to->file);
  (void)fputs(text, to->file);
  to->line++;
  to->out->read++;
}

/* One program: its definition, or why it is refused. */
static bool import_program(const ImportLanguage *language, Importer *importer, Sexpr *list, Definitions *to) {
  char *text = NULL;
  size_t size = 0;
  const char *name = NULL;
  Reader *reader = &importer->reader;
  uint32_t names = importer->name_count;
  importer->out = text_stream_open(&text, &size);
  importer->written = 0;
  importer->program = list->span;
  if (importer->out == NULL) return reader_exhausted(reader), false;
  bool good = language->program(importer, list, to->layout, &name);
  if (!close_text(importer->out, &text)) reader_exhausted(reader);
  importer->name_count = names; /* arguments and variables are another definition's */
  if (good && reader_ok(reader)) {
    to->out->refused.last = false;
    if (name != NULL) {
      add_definition(to, text, reader_line(reader, list->span.start));
      importer->names[importer->name_count++] = name;
    }
  } else if (reader->status == STATUS_ILL_TYPED && add_refusal(to->out, reader->error)) {
    to->out->refused.last = true;
    reader->status = STATUS_OK;
    *reader->error = (TextError){.line = 0};
  } else
    reader_exhausted(reader);
  free(text);
  return reader_ok(reader);
}

static void import_all(const ImportLanguage *language, Importer *importer, Definitions *to) {
  Sexpr *programs = NULL, **next = &programs;
  for (uint32_t at = 0; (*next = language->read(&importer->reader, &at)) != NULL;) next = &(*next)->next;
  if (!reader_ok(&importer->reader) || (language->prepare != NULL && !language->prepare(importer, programs))) return;
  for (Sexpr *list = programs; list != NULL; list = list->next) {
    if (!import_program(language, importer, list, to)) return;
  }
  if (to->out->read + to->out->refused.count == 0 && reader_ok(&importer->reader))
    reader_fail(&importer->reader, STATUS_ILL_TYPED, (Span){0, 0}, "the file has no program: %s", language->example);
}

Status import_text(const ImportLanguage *language, Store *store, const char *file, const char *text, size_t length,
                   ImportLayout layout, Import *out, TextError *error) {
  Importer importer = {.programs = NULL};
  size_t size = 0;
  *out = (Import){.text = NULL};
  FILE *definitions = text_stream_open(&out->text, &size);
  if (definitions == NULL) return STATUS_LIMIT;
  if (reader_open(&importer.reader, store, file, text, length, false, error)) {
    Definitions to = {layout, definitions, 1, out};
    importer.names = reader_alloc(&importer.reader, (NAMES_MOST + 1) * sizeof *importer.names);
    if (importer.names != NULL) import_all(language, &importer, &to);
  }
  Status status = importer.reader.status;
  reader_close(&importer.reader);
  return !close_text(definitions, &out->text) && status == STATUS_OK ? STATUS_LIMIT : status;
}

void import_free(Import *import) {
  for (uint32_t i = 0; i < import->refused.count; i++) free(import->refusal[i]);
  free(import->refusal);
  free(import->text);
  *import = (Import){.text = NULL};
}
