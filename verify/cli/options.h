/* Command-line options, declared as tables: one parser and one help text serve
 * every command. */
#ifndef ADJUDGE_CLI_OPTIONS_H
#define ADJUDGE_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum OptionKind {
  OPTION_FLAG,    /* --name */
  OPTION_TEXT,    /* --name VALUE or --name=VALUE */
  OPTION_COUNT,   /* the same, an unsigned decimal number */
  OPTION_CHOICE,  /* the same, one of the words of `value`, which are separated by | */
  OPTION_INPUT,   /* the same, a file that is read */
  OPTION_COMMAND, /* the same, a command for the shell, whose words may be files that are read */
  OPTION_OUTPUT,  /* the same, a file that is written, which is none that is read, and no program */
  OPTION_MAYBE    /* --name or --name=VALUE */
} OptionKind;

typedef struct Option {
  const char *name; /* without the dashes; NULL ends a table */
  OptionKind kind;
  bool repeated;     /* may be given more than once */
  const char *value; /* what the help calls its value */
  const char *help;
  uint64_t least, most; /* OPTION_COUNT: its range; a `most` of 0 is none */
} Option;

/* One option as given. */
typedef struct Given {
  const Option *option;
  const char *value; /* NULL for a flag */
  uint64_t count;    /* OPTION_COUNT */
} Given;

/* The words after the command's name, and where its answers and errors go. */
typedef struct Arguments {
  FILE *out, *err;
  const Option *table;
  Given *given;
  uint32_t given_count;
  const char **operands;
  uint32_t operand_count;
} Arguments;

/* Reads `count` words by the table into *arguments, whose `out` and `err` are
 * set.  On a bad option, and where an output would be written over what is read or over a program, writes an error
 * and answers false.  To be freed with
 * options_free in either case. */
bool options_parse(const Option *table, int count, char **words, Arguments *arguments);
void options_free(Arguments *arguments);

/* Whether two names are of one regular file that is there. */
bool is_same_file(const char *a, const char *b);

/* Whether the option was given. */
bool options_flag(const Arguments *arguments, const char *name);
/* Whether one of the options "a|b" is given where none of them does anything; if so, says why. */
bool options_idle(const Arguments *arguments, const char *names, const char *why);
/* Its (last) value, or `otherwise`. */
const char *options_text(const Arguments *arguments, const char *name, const char *otherwise);
/* A decimal number of at most 2^64 - 1; false for any other text. */
bool options_parse_count(const char *text, uint64_t *count);
uint64_t options_count(const Arguments *arguments, const char *name, uint64_t otherwise);
/* The k-th use of a repeated option, from 0; NULL beyond the last. */
const Given *options_nth(const Arguments *arguments, const char *name, uint32_t k);
/* Whether the path leads to a file that is an operand, or that an option reads, or a word of a command. */
bool options_reads(const Arguments *arguments, const char *path);
/* One line for each option of the table. */
void options_help(FILE *out, const Option *table);

/* Writes "adjudge: ...", and a line end, to the error stream. */
void cli_error(const Arguments *arguments, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
