/* The file, and what stands where in it. */
#include "semantics/clang/runner.h"
#include "semantics/memory/text_stream.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MOST 200

static Place place_at(CXSourceLocation location) {
  Place place = {0, 0, 0, NULL};
  clang_getFileLocation(location, &place.file, &place.line, &place.column, &place.offset);
  return place;
}

Place place_of(CXCursor cursor) { return place_at(clang_getRangeStart(clang_getCursorExtent(cursor))); }
Place place_end(CXCursor cursor) { return place_at(clang_getRangeEnd(clang_getCursorExtent(cursor))); }

void *runner_alloc(Runner *m, size_t count, size_t size) {
  void *memory = arena_array(&m->arena, count == 0 ? 1 : count, size);
  if (memory == NULL) {
    (void)puts("{\"error\": \"limit: out of memory\"}"); /* nothing goes on without it */
    exit(0);
  }
  memset(memory, 0, (count == 0 ? 1 : count) * size);
  return memory;
}

const char *runner_text(Runner *m, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = runner_alloc(m, (size_t)(length < 0 ? 0 : length) + 1, 1);
  if (length > 0) (void)vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

const char *runner_keep(Runner *m, CXString string) {
  const char *text = clang_getCString(string);
  const char *kept = runner_text(m, "%s", text == NULL ? "" : text);
  clang_disposeString(string);
  return kept;
}

/* The text of a file: the one that is read, or one that it includes. */
typedef struct Source {
  const char *text;
  size_t length;
} Source;

static bool is_main(const Runner *m, CXFile file) {
  return file == NULL || clang_File_isEqual(file, clang_getFile(m->unit, m->opened));
}

static Source source_of(const Runner *m, CXFile file) {
  Source source = {m->source, m->source_length};
  if (!is_main(m, file)) source.text = clang_getFileContents(m->unit, file, &source.length);
  return source.text == NULL ? (Source){"", 0} : source;
}

/* The line of a place, and a caret under it. */
static void show_line(const Runner *m, Place place, FILE *out) {
  Source s = source_of(m, place.file);
  size_t begin = place.offset < s.length ? place.offset : s.length;
  while (begin > 0 && s.text[begin - 1] != '\n') begin--;
  size_t end = begin;
  while (end < s.length && s.text[end] != '\n' && end - begin < LINE_MOST) end++;
  (void)fputs("\n  ", out);
  for (size_t i = begin; i < end; i++) (void)fputc(isprint((unsigned char)s.text[i]) ? s.text[i] : ' ', out);
  (void)fprintf(out, "\n  %*s^", (int)(place.offset - begin < LINE_MOST ? place.offset - begin : 0), "");
}

static const char *path_of(Runner *m, CXFile file) {
  return is_main(m, file) ? m->path : runner_keep(m, clang_getFileName(file));
}

Value refuse_at(Runner *m, Place place, const char *format, ...) {
  const Value none = {.kind = VALUE_NONE};
  size_t length = 0;
  if (is_refused(m)) return none;
  const char *path = path_of(m, place.file);
  FILE *out = text_stream_open(&m->refusal, &length);
  if (out == NULL) exit(1);
  va_list arguments;
  va_start(arguments, format);
  (void)fprintf(out, "%s:%u:%u: error: ", path, place.line, place.column);
  (void)vfprintf(out, format, arguments);
  va_end(arguments);
  show_line(m, place, out);
  if (fclose(out) != 0) exit(1);
  return none;
}

typedef struct Gathering {
  Runner *runner;
  Children children;
  uint32_t room;
} Gathering;

static enum CXChildVisitResult gather(CXCursor cursor, CXCursor parent, CXClientData data) {
  Gathering *g = data;
  (void)parent;
  if (g->children.count == g->room) {
    uint32_t room = g->room == 0 ? 4 : 2 * g->room;
    CXCursor *grown = runner_alloc(g->runner, room, sizeof *grown);
    if (g->room > 0) memcpy(grown, g->children.child, g->room * sizeof *grown);
    g->children.child = grown;
    g->room = room;
  }
  g->children.child[g->children.count++] = cursor;
  return CXChildVisit_Continue;
}

Children children_of(Runner *m, CXCursor cursor) {
  Gathering g = {.runner = m};
  (void)clang_visitChildren(cursor, gather, &g);
  return g.children;
}

/* The end of a blank or comment that begins there. */
static size_t skip_blank(const char *s, size_t at, size_t end) {
  while (at < end) {
    if (isspace((unsigned char)s[at]) || (s[at] == '\\' && at + 1 < end && s[at + 1] == '\n')) {
      at++;
    } else if (s[at] == '/' && at + 1 < end && s[at + 1] == '/') {
      while (at < end && s[at] != '\n') at++;
    } else if (s[at] == '/' && at + 1 < end && s[at + 1] == '*') {
      at += 2;
      while (at + 1 < end && !(s[at] == '*' && s[at + 1] == '/')) at++;
      at = at + 2 < end ? at + 2 : end;
    } else {
      break;
    }
  }
  return at;
}

/* What stands in a file from one place to another, without blanks and comments around it. */
static const char *stands(Runner *m, Place from, Place to) {
  Source s = source_of(m, from.file);
  size_t begin = from.offset, end = to.offset;
  bool one_file = from.file != NULL && to.file != NULL && clang_File_isEqual(from.file, to.file);
  if (!one_file || end > s.length || begin >= end) return "";
  begin = skip_blank(s.text, begin, end);
  size_t last = begin;
  for (size_t at = begin; at < end;) {
    size_t next = skip_blank(s.text, at, end);
    if (next == at)
      last = ++at;
    else
      at = next;
  }
  return runner_text(m, "%.*s", (int)(last - begin), s.text + begin);
}

/* What a macro was given stands where no operator of the macro is seen: SUB(x, y) has a comma there. */
static bool is_given(CXSourceLocation location) {
  unsigned seen = 0, written = 0;
  clang_getExpansionLocation(location, NULL, NULL, NULL, &seen);
  clang_getFileLocation(location, NULL, NULL, NULL, &written);
  return seen != written;
}

static bool is_macro_argument(CXCursor cursor) {
  CXSourceRange extent = clang_getCursorExtent(cursor);
  return is_given(clang_getRangeStart(extent)) || is_given(clang_getRangeEnd(extent));
}

const char *operator_between(Runner *m, CXCursor left, CXCursor right) {
  if (is_macro_argument(left) || is_macro_argument(right)) return "";
  return stands(m, place_end(left), place_of(right));
}
const char *operator_before(Runner *m, CXCursor whole, CXCursor operand) {
  if (is_macro_argument(operand)) return "";
  return stands(m, place_of(whole), place_of(operand));
}
const char *operator_behind(Runner *m, CXCursor whole, CXCursor operand) {
  if (is_macro_argument(operand)) return "";
  return stands(m, place_end(operand), place_end(whole));
}
const char *spelled(Runner *m, CXCursor cursor) { return stands(m, place_of(cursor), place_end(cursor)); }

bool for_header(Runner *m, CXCursor statement, unsigned semicolons[2], unsigned *close) {
  Place place = place_of(statement);
  Source s = source_of(m, place.file);
  size_t at = place.offset, end = place_end(statement).offset;
  unsigned found = 0;
  int depth = 0;
  if (end > s.length || end < at || strncmp(s.text + at, "for", 3) != 0) return false;
  for (; at < end; at++) {
    at = skip_blank(s.text, at, end);
    char c = at < end ? s.text[at] : ')';
    if (c == '\'' || c == '"') return false; /* it might hold a semicolon */
    if (c == '(') depth++;
    if (c == ')' && --depth == 0) break;
    if (c == ';' && depth == 1 && found < 2) semicolons[found++] = (unsigned)at;
  }
  *close = (unsigned)at;
  return found == 2 && at < end;
}
