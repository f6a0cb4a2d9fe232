/* What reading FPCore shares.  Private to semantics/fpcore. */
#ifndef ADJUDGE_FPCORE_IMPORTER_H
#define ADJUDGE_FPCORE_IMPORTER_H

#include "semantics/sexpr/importer.h"

/* A name that is bound: what it is called in the definition, and its shape. */
struct Variable {
  const char *name; /* in the program, not ended by NUL */
  uint32_t length;
  const char *target;
  Shape shape;
  Variable *outer;
  bool is_size; /* of an argument: it may be the length of an array */
};

/* A program, which later ones may call where it was read. */
typedef struct Core {
  const char *name, *target;
  bool read; /* not while it is, and not where it is refused */
  uint32_t length, arguments;
  const Shape *shape; /* of each argument */
  Shape result;
  struct Core *before;
} Core;

/* ---- names.c */

/* Binds the word, in front of `outer`; NULL at a limit, or if it is no word. */
Variable *variable_bind(Importer *importer, Sexpr *word, Shape shape, Variable *outer);
Variable *variable_find(Variable *scope, const Sexpr *word);

/* ---- infer.c */

typedef struct Operator {
  const char *name;
  uint32_t operands;
  const char *meaning; /* NULL: the function of that name */
} Operator;

/* NULL if there is none of that name. */
const Operator *operator_find(const Sexpr *word);
const Core *core_find(const Importer *importer, const Sexpr *word);
/* The comparisons and their opposites: "<", "<=", ">", ">=", "==" and "!="; NULL for another word. */
const char *comparison_of(const Sexpr *word);
/* Whether all numbers of an expression that is made of numbers alone are whole. */
bool is_written_whole(const Sexpr *s);
/* Finds the shape of each part; refuses what has none. */
bool infer(Importer *importer, Sexpr *s, Variable *scope);
/* The shape of an argument or length: a number or a name of a size. */
bool infer_length(Importer *importer, Sexpr *s, Variable *scope, const char **out);
bool infer_as(Importer *importer, Sexpr *s, Variable *scope, Sort sort);

/* ---- write.c */

/* Writes an expression with shapes, as that sort, in brackets where it is more than a word. */
void write_term(Importer *importer, const Sexpr *s, Sort sort);
/* Writes the inside of a condition, without its edges; `negated`: of its opposite. */
void write_inside(Importer *importer, const Sexpr *s, bool negated);

/* ---- numbers.c */

/* Whether it is written without fraction and exponent. */
bool number_is_whole(const Sexpr *s);
/* Writes it exactly; refuses what is no number, or too long. */
void write_number(Importer *importer, const Sexpr *s);

#endif
