/* Somebody else's file is tested as a compiler has it, proved as Frama-C has it, and read by libclang.  What one of
 * them may see and another not would be a proof of something else: annotations, assembly, lines for the preprocessor
 * other than macros and known headers, and names that a compiler or a header defines, or that are pasted together. */
#include "verify/cli/certify_taken.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* A copy in which lines that are continued are one; NULL without memory. */
static char *join_lines(const char *text) {
  char *joined = strdup(text), *to = joined;
  for (const char *c = text; joined != NULL && *c != '\0';) {
    size_t skip = c[0] == '\\' ? strspn(c + 1, " \t\r\f\v") + 1 : 0;
    if (skip > 0 && c[skip] == '\n')
      c += skip + 1;
    else
      *to++ = *c++;
  }
  if (to != NULL) *to = '\0';
  return joined;
}

/* Comments as one blank each, so that none stands within a line for the preprocessor; strings as they are. */
static void blank_comments(char *text) {
  char *to = text;
  for (const char *c = text; *c != '\0';) {
    const char *end = NULL;
    if (c[0] == '/' && c[1] == '*')
      end = strstr(c + 2, "*/"), end = end == NULL ? c + strlen(c) : end + 2;
    else if (c[0] == '/' && c[1] == '/')
      end = c + strcspn(c, "\n");
    if (end != NULL) {
      c = end;
      *to++ = ' ';
      continue;
    }
    const char quote = *c;
    *to++ = *c++;
    if (quote != '"' && quote != '\'') continue;
    while (*c != '\0' && *c != '\n' && *c != quote) {
      if (*c == '\\' && c[1] != '\0' && c[1] != '\n') *to++ = *c++;
      *to++ = *c++;
    }
    if (*c == quote) *to++ = *c++;
  }
  *to = '\0';
}

/* Without annotations, which are comments. */
static const char *find_annotation(const char *text) {
  static const char *const words[] = {"/*@", "//@"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(text, words[i]) != NULL) return words[i];
  return NULL;
}

/* What may be another word, or another number, to each of them. */
static const char *find_other(const char *text) {
  static const char *const words[] = {"?\?/", "?\?=", "?\?'", "%:", "##", "asm", "_Pragma", "\\u", "\\U"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(text, words[i]) != NULL) return words[i];
  for (const char *c = text; (c = strstr(c, "__")) != NULL; c++)
    if (c == text || !is_word(c[-1])) return "__";
  return NULL;
}

/* "#include <math.h>", "#define ...", "#undef ...".  Of other headers a proof has not the same macros. */
static bool is_taken_line(const char *line, bool proves) {
  static const char *const headers[] = {"math.h>", "stdlib.h>", "string.h>", "stdio.h>", "stddef.h>", "float.h>"};
  const size_t known = proves ? 1 : sizeof headers / sizeof *headers;
  line += strspn(line, " \t");
  if (strncmp(line, "define", 6) == 0 || strncmp(line, "undef", 5) == 0) return true;
  if (strncmp(line, "include", 7) != 0) return false;
  line += 7 + strspn(line + 7, " \t");
  if (*line != '<') return false;
  for (size_t i = 0; i < known; i++) {
    size_t length = strlen(headers[i]);
    if (strncmp(line + 1, headers[i], length) == 0 && line[1 + length + strspn(line + 1 + length, " \t\r")] == '\n')
      return true;
  }
  return false;
}

/* The first line for the preprocessor that is not taken. */
static const char *find_line(const char *text, bool proves) {
  for (const char *line = text; *line != '\0';) {
    const char *begin = line + strspn(line, " \t\r\f\v");
    if (*begin == '#' && !is_taken_line(begin + 1, proves)) return begin;
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
  return NULL;
}

bool certify_is_taken(const Arguments *arguments, const char *text) {
  char *joined = join_lines(text);
  if (joined == NULL) {
    cli_error(arguments, "limit: out of memory");
    return false;
  }
  const char *found = find_annotation(joined);
  if (found == NULL) blank_comments(joined), found = find_other(joined);
  if (found == NULL) found = find_line(joined, options_flag(arguments, "prove"));
  if (found != NULL)
    cli_error(arguments, "what has '%.*s' in it is not taken: the proof would be of something else",
              (int)strcspn(found, "\r\n"), found);
  free(joined);
  return found == NULL;
}
