#include "verify/cli/options.h"

#include "semantics/text/characters.h"
#include "semantics/text/suggest.h"
#include "verify/cli/files.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MESSAGE_SIZE 16384

/* Messages quote files and words of any bytes: what a terminal would obey, and what is no text, is shown as '?'. */
static void put_shown(FILE *err, const char *text) {
  uint32_t end = (uint32_t)strlen(text), length, point = 0;
  for (uint32_t at = 0; at < end; at += length) {
    length = character_read(text, at, end, &point);
    bool shown = length > 0 && (!character_hides(point) || point == '\n' || point == '\t');
    if (length == 0) length = 1;
    if (shown)
      fwrite(text + at, 1, length, err);
    else
      fputc('?', err);
  }
}

void cli_error(const Arguments *arguments, const char *format, ...) {
  char text[MESSAGE_SIZE];
  va_list values;
  va_start(values, format);
  bool whole = vsnprintf(text, sizeof text, format, values) < (int)sizeof text;
  va_end(values);
  fputs("adjudge: ", arguments->err);
  put_shown(arguments->err, text);
  fputs(whole ? "\n" : "...\n", arguments->err);
}

/* Whether `word` is one of the words of `choices`, which | separates. */
static bool is_choice(const char *choices, const char *word) {
  size_t length = strlen(word);
  for (const char *at = choices;; at++) {
    size_t here = strcspn(at, "|");
    if (here == length && memcmp(at, word, length) == 0) return true;
    at += here;
    if (*at == '\0') return false;
  }
}

static void unknown_option(const Arguments *arguments, const char *word) {
  char name[64], nearest[64];
  (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
  char option_word[64];
  Suggestion near = suggestion_of(name + strspn(name, "-"));
  for (const Option *option = arguments->table; option->name != NULL; option++) suggest(&near, option->name);
  suggest(&near, "help");
  if (near.best != NULL) {
    (void)snprintf(option_word, sizeof option_word, "--%.60s", near.best);
    near.best = option_word;
  }
  cli_error(arguments, "unknown option '%s'%s", word, suggestion_text(&near, "", nearest, sizeof nearest));
}

bool options_parse_count(const char *text, uint64_t *count) {
  if (*text == '\0' || strspn(text, "0123456789") != strlen(text)) return false;
  errno = 0;
  unsigned long long number = strtoull(text, NULL, 10);
  *count = number;
  return errno == 0;
}

static const Option *find(const Option *table, const char *name, size_t length) {
  for (const Option *option = table; option->name != NULL; option++)
    if (strlen(option->name) == length && memcmp(option->name, name, length) == 0) return option;
  return NULL;
}

/* Whether the number is one, and within the option's bounds; else writes the error. */
static bool keep_count(const Arguments *arguments, const Option *option, const char *text, uint64_t *count) {
  char most[32] = "2^64 - 1";
  if (option->most != 0) (void)snprintf(most, sizeof most, "%llu", (unsigned long long)option->most);
  bool number = options_parse_count(text, count);
  if (number && *count >= option->least && (option->most == 0 || *count <= option->most)) return true;
  cli_error(arguments,
            number ? "option --%s: %s is not from %llu to %s" : "option --%s: '%s' is not a number from %llu to %s",
            option->name, text, (unsigned long long)option->least, most);
  return false;
}

/* Checks the value against the option's kind and keeps it. */
static bool keep(Arguments *arguments, const Option *option, const char *value) {
  const char *text = value == NULL ? "" : value;
  Given given = {option, value, 0};
  if (!option->repeated && options_flag(arguments, option->name)) {
    cli_error(arguments, "option --%s is given twice", option->name);
    return false;
  }
  if (option->kind == OPTION_COUNT && !keep_count(arguments, option, text, &given.count)) return false;
  if (option->kind == OPTION_CHOICE && !is_choice(option->value, text)) {
    cli_error(arguments, "option --%s: '%s' is not one of %s", option->name, text, option->value);
    return false;
  }
  arguments->given[arguments->given_count++] = given;
  return true;
}

/* One word that begins with a dash; *next is the word after it, and is moved on
 * when it was this option's value. */
static bool parse_option(Arguments *arguments, const char *word, char ***next, char **end) {
  size_t length = strcspn(word + 2, "=");
  const Option *option = word[1] == '-' ? find(arguments->table, word + 2, length) : NULL;
  const char *value = option != NULL && word[2 + length] == '=' ? word + 3 + length : NULL;
  if (option == NULL) {
    unknown_option(arguments, word);
    return false;
  }
  if (option->kind == OPTION_FLAG) {
    if (value == NULL) return keep(arguments, option, NULL);
    cli_error(arguments, "option --%s takes no value", option->name);
    return false;
  }
  if (value == NULL && option->kind != OPTION_MAYBE) {
    if (*next == end) {
      cli_error(arguments, "option --%s needs a value: %s", option->name, option->value);
      return false;
    }
    value = *(*next)++;
  }
  return keep(arguments, option, value);
}

/* ------------------------------------------------------ what is written -- */

bool is_same_file(const char *a, const char *b) {
  struct stat one, other;
  return stat(a, &one) == 0 && stat(b, &other) == 0 && S_ISREG(one.st_mode) && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

/* Whether a word of the command is that file, which then is run, or read by what is run. */
static bool is_word_of(const char *path, const char *command) {
  static const char between[] = " \t\n'\"=;|&<>()";
  char word[PATH_MAX];
  for (const char *at = command + strspn(command, between); *at != '\0'; at += strspn(at, between)) {
    size_t length = strcspn(at, between);
    (void)snprintf(word, sizeof word, "%.*s", (int)length, at);
    if (is_same_file(path, word)) return true;
    at += length;
  }
  return false;
}

/* Whether a file of programs or of rules is there: one of a folder that is read, or one that was meant to be. */
static bool is_source(const char *path) {
  return path_ends(path, PROGRAM_SUFFIXES "|.prim|.sr|.cert|.h|.hpp|.cpp|.so|.py|.js|.mjs") && access(path, F_OK) == 0;
}

bool options_reads(const Arguments *arguments, const char *path) {
  bool read = false;
  for (uint32_t k = 0; k < arguments->operand_count; k++)
    read = read || is_same_file(path, arguments->operands[k]) ||
           (access(arguments->operands[k], F_OK) != 0 && is_word_of(path, arguments->operands[k]));
  for (uint32_t k = 0; k < arguments->given_count; k++) {
    const Given *given = &arguments->given[k];
    read = read || (given->option->kind == OPTION_INPUT && is_same_file(path, given->value)) ||
           (given->option->kind == OPTION_COMMAND && is_word_of(path, given->value));
  }
  return read;
}

/* No output goes to a file that is read, nor over a program. */
static bool spares_inputs(const Arguments *arguments) {
  for (uint32_t k = 0; k < arguments->given_count; k++) {
    const char *name = arguments->given[k].option->name, *path = arguments->given[k].value;
    if (arguments->given[k].option->kind != OPTION_OUTPUT || path == NULL) continue;
    if (strcmp(path, "-") == 0) {
      cli_error(arguments, "--%s: '-' is no file: /dev/stdout is the standard output, ./- a file of that name", name);
      return false;
    }
    if (!options_reads(arguments, path) && !is_source(path)) continue;
    cli_error(arguments, "--%s: %s is %s: it would be written over", name, path,
              is_source(path) ? "a program that is there" : "read");
    return false;
  }
  return true;
}

bool options_parse(const Option *table, int count, char **words, Arguments *arguments) {
  size_t room = count > 0 ? (size_t)count : 1;
  arguments->table = table;
  arguments->given_count = arguments->operand_count = 0;
  arguments->given = malloc(room * sizeof *arguments->given);
  arguments->operands = malloc(room * sizeof *arguments->operands);
  if (arguments->given == NULL || arguments->operands == NULL) {
    cli_error(arguments, "limit: out of memory");
    return false;
  }
  bool only_operands = false;
  for (char **next = words, **end = words + count; next < end;) {
    const char *word = *next++;
    if (only_operands || word[0] != '-' || word[1] == '\0') {
      arguments->operands[arguments->operand_count++] = word;
    } else if (strcmp(word, "--") == 0) {
      only_operands = true;
    } else if (!parse_option(arguments, word, &next, end)) {
      return false;
    }
  }
  return spares_inputs(arguments);
}

void options_free(Arguments *arguments) {
  free(arguments->given);
  free(arguments->operands);
  arguments->given = NULL;
  arguments->operands = NULL;
}

const Given *options_nth(const Arguments *arguments, const char *name, uint32_t k) {
  for (uint32_t i = 0; i < arguments->given_count; i++)
    if (strcmp(arguments->given[i].option->name, name) == 0 && k-- == 0) return &arguments->given[i];
  return NULL;
}

bool options_flag(const Arguments *arguments, const char *name) { return options_nth(arguments, name, 0) != NULL; }

bool options_idle(const Arguments *arguments, const char *names, const char *why) {
  for (uint32_t k = 0; k < arguments->given_count; k++) {
    const char *name = arguments->given[k].option->name;
    if (!is_choice(names, name)) continue;
    cli_error(arguments, "option --%s does nothing here: %s", name, why);
    return true;
  }
  return false;
}

const char *options_text(const Arguments *arguments, const char *name, const char *otherwise) {
  const char *value = otherwise;
  for (uint32_t k = 0; options_nth(arguments, name, k) != NULL; k++) value = options_nth(arguments, name, k)->value;
  return value;
}

uint64_t options_count(const Arguments *arguments, const char *name, uint64_t otherwise) {
  const Given *given = options_nth(arguments, name, 0);
  return given == NULL ? otherwise : given->count;
}

void options_help(FILE *out, const Option *table) {
  for (const Option *option = table; option->name != NULL; option++) {
    char form[160];
    const char *open = option->kind == OPTION_MAYBE ? "[=" : " ", *close = option->kind == OPTION_MAYBE ? "]" : "";
    if (option->kind == OPTION_FLAG) open = "";
    snprintf(form, sizeof form, "--%s%s%s%s", option->name, open, option->kind == OPTION_FLAG ? "" : option->value,
             close);
    bool wide = strlen(form) > 28;
    if (wide) fprintf(out, "  %s\n", form);
    fprintf(out, "  %-28s %s%s\n", wide ? "" : form, option->help, option->repeated ? " (may be repeated)" : "");
  }
}
