#include "semantics/text/reader.h"

#include "semantics/text/characters.h"
#include "semantics/text/hints.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* How many columns of the source line a message shows. */
#define WINDOW 100u

bool reader_open(Reader *reader, Store *store, const char *origin, const char *text, size_t length, bool target,
                 TextError *error) {
  *reader = (Reader){.store = store, .origin = origin, .text = text, .target = target, .error = error};
  arena_init(&reader->arena, READER_MEMORY);
  reader->before = store_take_status(store);
  *error = (TextError){.line = 0};
  if (length > READER_MAX_LENGTH) {
    reader_fail(reader, STATUS_LIMIT, (Span){0, 0}, "the text is longer than %zu bytes", READER_MAX_LENGTH);
    return false;
  }
  reader->length = (uint32_t)length;
  return true;
}

void reader_close(Reader *reader) { arena_free(&reader->arena); }

void *reader_alloc(Reader *reader, size_t size) {
  void *memory = arena_alloc(&reader->arena, size);
  if (memory == NULL) return reader_exhausted(reader), NULL;
  return memset(memory, 0, size);
}

void reader_exhausted(Reader *reader) {
  if (reader->status != STATUS_OK) return;
  reader->status = STATUS_LIMIT;
  (void)snprintf(reader->error->message, sizeof reader->error->message, "%s: error: out of memory",
                 reader->origin == NULL ? "text" : reader->origin);
}

/* ------------------------------------------------------------- messages -- */

typedef struct Out {
  char *buffer;
  size_t size, length;
} Out;

static void put_char(Out *out, char c) {
  if (out->length + 1 < out->size) out->buffer[out->length++] = c;
  out->buffer[out->length] = '\0';
}

static void put_text(Out *out, const char *text) {
  for (; *text != '\0'; text++) put_char(out, *text);
}

/* Bytes of the character at the place; a byte that is not UTF-8 is one. */
static uint32_t step(const char *text, uint32_t at, uint32_t end) {
  uint32_t point = 0, length = character_read(text, at, end, &point);
  return length == 0 ? 1 : length;
}

/* One character made safe to show: a tab is a space, what cannot be shown '?'. */
static void put_shown(Out *out, const char *text, uint32_t at, uint32_t end) {
  uint32_t point = 0, length = character_read(text, at, end, &point);
  if (length == 0 || (character_hides(point) && point != '\t')) {
    put_char(out, '?');
    return;
  }
  for (uint32_t i = 0; i < length; i++) put_char(out, point == '\t' ? ' ' : text[at + i]);
}

static uint32_t columns(const char *text, uint32_t from, uint32_t to) {
  uint32_t count = 0;
  for (; from < to; count++) from += step(text, from, to);
  return count;
}

/* Moves by so many characters, within from..to. */
static uint32_t advance(const char *text, uint32_t from, uint32_t to, uint32_t by) {
  for (; from < to && by > 0; by--) from += step(text, from, to);
  return from;
}

static uint32_t line_start_of(const char *text, uint32_t at) {
  while (at > 0 && text[at - 1] != '\n') at--;
  return at;
}

/* The line of the place, cut to a window, and a caret under the place. */
static void put_source(Out *out, const char *text, uint32_t length, Span at) {
  uint32_t line_start = line_start_of(text, at.start), line_end = at.start;
  while (line_end < length && text[line_end] != '\n' && text[line_end] != '\r') line_end++;
  uint32_t before = columns(text, line_start, at.start);
  uint32_t skipped = before > WINDOW * 3 / 4 ? before - WINDOW / 2 : 0;
  uint32_t from = advance(text, line_start, at.start, skipped), to = advance(text, from, line_end, WINDOW);
  put_text(out, skipped > 0 ? "  ..." : "  ");
  for (uint32_t i = from; i < to; i += step(text, i, to)) put_shown(out, text, i, to);
  put_text(out, to < line_end ? "...\n  " : "\n  ");
  if (skipped > 0) put_text(out, "   ");
  for (uint32_t i = columns(text, from, at.start); i > 0; i--) put_char(out, ' ');
  uint32_t end = at.end < to ? at.end : to;
  put_char(out, '^');
  for (uint32_t i = end > at.start ? columns(text, at.start, end) : 1; i > 1; i--) put_char(out, '~');
}

uint32_t reader_line(const Reader *reader, uint32_t at) {
  uint32_t line = 1;
  for (uint32_t i = 0; i < at; i++) line += reader->text[i] == '\n';
  return line;
}

uint32_t reader_column(const Reader *reader, uint32_t at) {
  return columns(reader->text, line_start_of(reader->text, at), at) + 1;
}

void reader_fail(Reader *reader, Status status, Span at, const char *format, ...) {
  if (reader->status != STATUS_OK) return;
  reader->status = status;
  TextError *error = reader->error;
  if (at.start > reader->length) at.start = reader->length;
  error->line = reader_line(reader, at.start);
  error->column = reader_column(reader, at.start);
  error->start = at.start;
  error->end = at.end;
  char message[TEXT_MESSAGE_SIZE / 2], place[32];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  Out out = {error->message, sizeof error->message, 0};
  const char *origin = reader->origin == NULL ? "text" : reader->origin;
  uint32_t origin_length = (uint32_t)strnlen(origin, 200);
  for (uint32_t i = 0; i < origin_length; i += step(origin, i, origin_length))
    put_shown(&out, origin, i, origin_length);
  (void)snprintf(place, sizeof place, ":%u:%u: error: ", error->line, error->column);
  put_text(&out, place);
  hint_prefer(reader->text, reader->length, at.start, at.end, message);
  put_text(&out, message);
  const char *hint = hint_for(reader->text, reader->length, at.start, at.end, message);
  if (hint[0] != '\0') put_text(&out, "; ");
  put_text(&out, hint);
  put_char(&out, '\n');
  put_source(&out, reader->text, reader->length, at);
}

void text_error_show(TextError *error, const char *text, size_t length) {
  char *message_end = strchr(error->message, '\n');
  if (error->line == 0 || message_end == NULL || error->end > length) return;
  Out out = {error->message, sizeof error->message, (size_t)(message_end + 1 - error->message)};
  put_source(&out, text, (uint32_t)length, (Span){error->start, error->end});
}
