/* Programs as source text of other languages, each language a table of words: constructs and phrases with the text that
 * says them (python.def and its neighbours). */
#ifndef ADJUDGE_VERIFY_LANGUAGE_H
#define ADJUDGE_VERIFY_LANGUAGE_H

#include "verify/system/residual.h"

#include <stdio.h>

/* In a text $a and $b are the operands, $n is a number, $e an expression, $t a variable, $i an index, $f the function's
 * name, $r the results between commas; $z is a number without a point where it is an integer. */
typedef enum Phrase {
  PHRASE_COMMENT, /* what begins one, to the end of the line */
  PHRASE_HEAD,
  PHRASE_FOOT,
  PHRASE_INPUT,   /* the input $i */
  PHRASE_LITERAL, /* a number of the language's own, where CONSTRUCT_NUMBER is one of the system's */
  PHRASE_LET,     /* none: everything is one expression */
  PHRASE_IF,
  PHRASE_ELSE,
  PHRASE_END,
  PHRASE_OUTPUT,  /* a statement for each result */
  PHRASE_ASSIGN,  /* $t is $a, and then $t op= $b, whose operator is $o */
  PHRASE_SIDE,    /* of a conditional: opens one of two sides, with $i results that are to be in $t */
  PHRASE_RESULT,  /* the result $i of the side $t */
  PHRASE_RESULTS, /* or all of them */
  PHRASE_SHUT,
  PHRASE_CHOOSE_LESS, /* the conditional: of $a < $b, $t where it holds and $u elsewhere */
  PHRASE_CHOOSE_LESS_EQUAL,
  PHRASE_CHOOSE_EQUAL,
  PHRASE_RETURN,
  PHRASE_COUNT
} Phrase;

typedef struct Language {
  const char *name, *what;
  const char *word[CONSTRUCT_ALL], *phrase[PHRASE_COUNT]; /* NULL: the language has none */
} Language;

typedef enum LanguageId {
  LANGUAGE_PYTHON,
  LANGUAGE_TORCH,
  LANGUAGE_TFJS,
  LANGUAGE_NUMPY,
  LANGUAGE_SYMPY,
  LANGUAGE_CPP,
  LANGUAGE_C,
  LANGUAGE_JAVASCRIPT,
  LANGUAGE_INFIX,
  LANGUAGE_COUNT
} LanguageId;

extern const Language languages[LANGUAGE_COUNT];
const Language *language_find(const char *name); /* NULL: there is none */

/* Each variant of a program is another run of a system: */
typedef struct Variant {
  bool literals;    /* numbers beside something active are the language's own */
  bool nested;      /* what is used once stands where it is used, and not in a statement of its own */
  bool assigned;    /* `t = a; t op= b`, where twice the same operand is t itself */
  bool conditional; /* tests are the system's conditional, of which both sides are computed */
} Variant;

/* The first construct that the language lacks, by its name; NULL where it has all. */
const char *language_lacks(const Language *language, const Residual *residual);
/* The definition of a function of that name.  False without memory, and where one expression would be too long. */
bool language_write(const Language *language, const Residual *residual, const char *name, Variant variant, FILE *out);

/* A word with these operands, and the number where it has one. */
void language_say(FILE *out, const char *word, const char *a, const char *b, double number);
/* A number that reads back as the same one, and is no integer of a language. */
void language_number(double number, char out[40]);

#endif
