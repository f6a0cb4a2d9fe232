#include "verify/primitive/specification_lines.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MOST ((size_t)1 << 20)

Status reading_fail(Reading *r, const Entry *e, const char *message, const char *detail) {
  int length = 0;
  while (e != NULL && e->begin + (size_t)length < r->length && r->shown[e->begin + (size_t)length] != '\n') length++;
  r->error->line = e == NULL ? 0 : e->line;
  r->error->column = e == NULL ? 0 : 1;
  if (e == NULL)
    (void)snprintf(r->error->message, sizeof r->error->message, "%s: error: %s%s", r->primitive->file, message, detail);
  else
    (void)snprintf(r->error->message, sizeof r->error->message, "%s:%u:1: error: %s%s\n  %.*s\n  ^", r->primitive->file,
                   e->line, message, detail, length > 200 ? 200 : length, r->shown + e->begin);
  return STATUS_ILL_TYPED;
}

static size_t line_end(const Reading *r, size_t at) {
  while (at < r->length && r->file[at] != '\n') at++;
  return at;
}

/* A comment ends with its line: blanks in its place. */
static void blank_comments(Reading *r) {
  for (size_t i = 0; i + 1 < r->length; i++) {
    if (r->file[i] != '-' || r->file[i + 1] != '-') continue;
    for (; i < r->length && r->file[i] != '\n'; i++) r->file[i] = ' ';
  }
}

Reading *reading_new(Primitive *primitive, const char *text, size_t length, TextError *error) {
  Reading *r = calloc(1, sizeof *r + 2 * (length + 1));
  if (r == NULL) return NULL;
  r->primitive = primitive;
  r->shown = text;
  r->file = r->blank + length + 1;
  memcpy(r->file, text, length);
  r->length = length;
  r->error = error;
  blank_comments(r);
  return r;
}

bool line_is_blank(const Reading *r, size_t begin, size_t end) {
  while (begin < end && isspace((unsigned char)r->file[begin])) begin++;
  return begin == end;
}

static Status split_entry(Reading *r, size_t begin, size_t end, uint32_t line) {
  Entry *e = &r->entry[r->count];
  *e = (Entry){.begin = begin, .text = end, .end = end, .line = line};
  if (r->count == ENTRIES) {
    *e = r->entry[0];
    return reading_fail(r, e, "limit: too many lines", "");
  }
  while (begin + e->word < end && (isalnum((unsigned char)r->file[begin + e->word]) || r->file[begin + e->word] == '_'))
    e->word++;
  size_t at = begin + e->word;
  while (at < end && (r->file[at] == ' ' || r->file[at] == '\t')) at++;
  if (r->count == 0)
    e->text = begin + e->word; /* the header has its `=` in the braces */
  else if (at < end && r->file[at] == '=')
    e->text = at + 1;
  else if (!line_is_blank(r, at, end))
    return reading_fail(r, e, "expected `word = text`, such as `jvp = scale(2 * x; v)`", "");
  r->count++;
  return e->word > 0 ? STATUS_OK : reading_fail(r, e, "expected a word at the beginning of the line", "");
}

Status reading_split(Reading *r) {
  if (r->length > FILE_MOST) return reading_fail(r, NULL, "limit: the file is too large", "");
  uint32_t line = 1;
  for (size_t at = 0; at < r->length; line++) {
    size_t end = line_end(r, at);
    bool goes_on = r->count > 0 && (r->file[at] == ' ' || r->file[at] == '\t');
    if (line_is_blank(r, at, end)) {
      /* nothing */
    } else if (goes_on) {
      r->entry[r->count - 1].end = end;
    } else {
      Status status = split_entry(r, at, end, line);
      if (status != STATUS_OK) return status;
    }
    at = end + 1;
  }
  static const Entry nowhere = {.line = 1};
  return r->count > 0 ? STATUS_OK
                      : reading_fail(r, &nowhere, "the file is empty: expected `primitive NAME (x : real) : real`", "");
}

bool word_is(const Reading *r, const Entry *e, const char *word) {
  return strlen(word) == e->word && memcmp(r->file + e->begin, word, e->word) == 0;
}

const Entry *find_entry(const Reading *r, const char *word) {
  for (uint32_t k = 1; k < r->count; k++) {
    if (word_is(r, &r->entry[k], word)) return &r->entry[k];
  }
  return NULL;
}

bool entry_text(const Reading *r, const Entry *e, char *text, size_t size) {
  size_t length = e->end - e->text;
  if (length >= size) return false;
  memcpy(text, r->file + e->text, length);
  text[length] = '\0';
  return strlen(text) == length;
}
