/* Terms of the language as text, and names in them. */
#include "semantics/clang/runner.h"
#include "semantics/text/lexer.h"
#include "semantics/text/syntax.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NAME_LENGTH 60
#define CONSTANT_LENGTH 40 /* a longer one has a name */

Text *text_new(Runner *m) { return runner_alloc(m, 1, sizeof(Text)); }

void text_add(Runner *m, Text *text, const char *format, ...) {
  va_list arguments;
  char small[256];
  va_start(arguments, format);
  int length = vsnprintf(small, sizeof small, format, arguments);
  va_end(arguments);
  if (length < 0 || is_refused(m)) return;
  if (text->length + (size_t)length > TEXT_MOST) {
    (void)refuse_at(m, (Place){1, 1, 0, NULL}, "limit: a definition of more than %zu bytes", TEXT_MOST);
    return;
  }
  if (text->length + (size_t)length + 1 > text->room) {
    size_t room = 2 * (text->length + (size_t)length + 1) + 256;
    char *grown = runner_alloc(m, room, 1);
    if (text->length > 0) memcpy(grown, text->bytes, text->length);
    text->bytes = grown;
    text->room = room;
  }
  va_start(arguments, format);
  (void)vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
  va_end(arguments);
  text->length += (size_t)length;
}

/* Where the name is, or would be. */
static TakenName *find_name(const Runner *m, const char *text) {
  uint32_t hash = 2166136261u;
  for (const char *c = text; *c != '\0'; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
  uint32_t at = hash & (m->name_room - 1);
  while (m->names[at].text != NULL && strcmp(m->names[at].text, text) != 0) at = (at + 1) & (m->name_room - 1);
  return &m->names[at];
}

static TakenName *add_name(Runner *m, const char *text) {
  if (2 * (m->name_count + 1) > m->name_room) {
    TakenName *old = m->names;
    uint32_t room = m->name_room;
    m->name_room = room == 0 ? 256 : 2 * room;
    m->names = runner_alloc(m, m->name_room, sizeof *m->names);
    for (uint32_t i = 0; i < room; i++) {
      if (old[i].text != NULL) *find_name(m, old[i].text) = old[i];
    }
  }
  TakenName *name = find_name(m, text);
  if (name->text == NULL) {
    *name = (TakenName){text, 2, m->ways};
    m->name_count++;
  }
  return name;
}

static bool is_word(const char *name) {
  size_t length = strlen(name);
  return lexer_reserved(name, length, true) || syntax_operation(name, length) != OP_CODE_COUNT ||
         strcmp(name, "v") == 0; /* what the linear identifier is called */
}

/* With letters, digits and low lines alone. */
static void write_stem(const char *like, char stem[NAME_LENGTH + 2]) {
  size_t used = 0;
  if (!isalpha((unsigned char)like[0])) stem[used++] = 'x';
  for (const char *c = like; *c != '\0' && used < NAME_LENGTH; c++)
    stem[used++] = isalnum((unsigned char)*c) ? *c : '_';
  stem[used] = '\0';
}

/* Its first name, as those of a function's arguments differ; name_take then takes it. */
const char *size_target(Runner *m, const char *name) {
  char stem[NAME_LENGTH + 2];
  write_stem(name, stem);
  return runner_text(m, is_word(stem) ? "%s_2" : "%s", stem);
}

const char *name_take(Runner *m, const char *like) {
  char stem[NAME_LENGTH + 2];
  write_stem(like, stem);
  bool fresh = m->name_room == 0 || find_name(m, stem)->text == NULL;
  const char *name = runner_text(m, "%s", stem);
  TakenName *first = add_name(m, name);
  if (fresh && !is_word(name)) return name;
  uint32_t k = first->next;
  do name = runner_text(m, "%s_%u", stem, k++);
  while (find_name(m, name)->text != NULL || is_word(name));
  first->next = k;
  (void)add_name(m, name);
  return name;
}

void name_everywhere(Runner *m, const char *name) { find_name(m, name)->ways = 0; }

uint32_t term_ways(const Runner *m, const char *term) {
  uint32_t most = 0;
  char name[NAME_LENGTH + 32];
  for (const char *c = term; *c != '\0' && m->name_room > 0;) {
    size_t length = 0;
    while (isalnum((unsigned char)c[length]) || c[length] == '_') length++;
    if (length > 0 && length < sizeof name && isalpha((unsigned char)*c)) {
      (void)snprintf(name, sizeof name, "%.*s", (int)length, c);
      const TakenName *found = find_name(m, name);
      if (found->text != NULL && found->ways > most) most = found->ways;
    }
    c += length > 0 ? length : 1;
  }
  return most;
}

bool term_is_number(const char *term) {
  bool negative = strncmp(term, "(-", 2) == 0;
  size_t length = strspn(term + (negative ? 2 : 0), "0123456789.");
  return length > 0 && strcmp(term + (negative ? 2 : 0) + length, negative ? ")" : "") == 0;
}

bool term_is_constant(const char *term) {
  static const char digits[] = "0123456789.";
  if (strlen(term) > CONSTANT_LENGTH || term[strspn(term, "0123456789.+-*/() ")] != '\0') return false;
  for (const char *c = term; (c = strchr(c, '/')) != NULL;) {
    c += strspn(c, "/ ");
    if (strncmp(c, "(-", 2) == 0) c += 2;
    if (strspn(c, "0.") == strspn(c, digits)) return false; /* by 0, or by what is computed and may be 0 */
  }
  return strpbrk(term, digits) != NULL;
}

/* A name or a constant. */
static bool is_atom(const char *term) {
  if (term_is_constant(term)) return true;
  for (const char *c = term; *c != '\0'; c++) {
    if (!isalnum((unsigned char)*c) && *c != '_' && *c != '.') return false;
  }
  return true;
}

const char *let_write(Runner *m, const char *like, const char *term) {
  if (is_refused(m) || is_atom(term)) return term;
  const char *name = name_take(m, like);
  text_add(m, m->out, "let %s = %s in\n", name, term);
  return name;
}
