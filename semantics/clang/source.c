/* The file, and what stands where in it. */
#include "semantics/clang/runner.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MOST 200

static Place place_at(CXSourceLocation location) {
  Place place = {0, 0, 0};
  clang_getFileLocation(location, NULL, &place.line, &place.column, &place.offset);
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

/* The line of a place, and a caret under it. */
static void show_line(const Runner *m, Place place, FILE *out) {
  size_t begin = place.offset < m->source_length ? place.offset : m->source_length;
  while (begin > 0 && m->source[begin - 1] != '\n') begin--;
  size_t end = begin;
  while (end < m->source_length && m->source[end] != '\n' && end - begin < LINE_MOST) end++;
  (void)fputs("\n  ", out);
  for (size_t i = begin; i < end; i++) (void)fputc(isprint((unsigned char)m->source[i]) ? m->source[i] : ' ', out);
  (void)fprintf(out, "\n  %*s^", (int)(place.offset - begin < LINE_MOST ? place.offset - begin : 0), "");
}

Value refuse_at(Runner *m, Place place, const char *format, ...) {
  const Value none = {.kind = VALUE_NONE};
  size_t length = 0;
  if (is_refused(m)) return none;
  FILE *out = open_memstream(&m->refusal, &length);
  if (out == NULL) exit(1);
  va_list arguments;
  va_start(arguments, format);
  (void)fprintf(out, "%s:%u:%u: error: ", m->path, place.line, place.column);
  (void)vfprintf(out, format, arguments);
  va_end(arguments);
  show_line(m, place, out);
  if (fclose(out) != 0) exit(1);
  for (char *c = m->refusal; *c != '\0'; c++) {
    if ((unsigned char)*c >= 0x80) *c = '?'; /* bytes of the file may be no text */
  }
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
static unsigned skip_blank(const Runner *m, unsigned at, unsigned end) {
  const char *s = m->source;
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

/* What stands in the file from begin to end, without blanks and comments around it. */
static const char *stands(Runner *m, unsigned begin, unsigned end) {
  if (end > m->source_length || begin >= end) return "";
  begin = skip_blank(m, begin, end);
  unsigned last = begin;
  for (unsigned at = begin; at < end;) {
    unsigned next = skip_blank(m, at, end);
    if (next == at)
      last = ++at;
    else
      at = next;
  }
  return runner_text(m, "%.*s", (int)(last - begin), m->source + begin);
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
  return stands(m, place_end(left).offset, place_of(right).offset);
}
const char *operator_before(Runner *m, CXCursor whole, CXCursor operand) {
  if (is_macro_argument(operand)) return "";
  return stands(m, place_of(whole).offset, place_of(operand).offset);
}
const char *operator_behind(Runner *m, CXCursor whole, CXCursor operand) {
  if (is_macro_argument(operand)) return "";
  return stands(m, place_end(operand).offset, place_end(whole).offset);
}
const char *spelled(Runner *m, CXCursor cursor) { return stands(m, place_of(cursor).offset, place_end(cursor).offset); }

bool for_header(Runner *m, CXCursor statement, unsigned semicolons[2], unsigned *close) {
  unsigned at = place_of(statement).offset, end = place_end(statement).offset, found = 0;
  int depth = 0;
  if (end > m->source_length || strncmp(m->source + at, "for", 3) != 0) return false;
  for (; at < end; at++) {
    at = skip_blank(m, at, end);
    char c = at < end ? m->source[at] : ')';
    if (c == '\'' || c == '"') return false; /* it might hold a semicolon */
    if (c == '(') depth++;
    if (c == ')' && --depth == 0) break;
    if (c == ';' && depth == 1 && found < 2) semicolons[found++] = at;
  }
  *close = at;
  return found == 2 && at < end;
}
