/* What the parts of the printer share: output with a layout, and names. */
#ifndef ADJUDGE_SOURCE_PRINTER_H
#define ADJUDGE_SOURCE_PRINTER_H

#include "semantics/text/text.h"

/* The most nodes printed, and how deep. */
#define PRINTER_NODES ((uint32_t)1 << 22)
#define PRINTER_DEPTH 8000u
#define PRINTER_LENGTH ((size_t)1 << 26)
#define PRINTER_MEMORY ((size_t)1 << 28)

/* A name of the output, with how often it is in scope. */
typedef struct Word Word;
struct Word {
  Word *next; /* of its slot */
  uint32_t used;
  uint32_t suffix; /* the next number to try after this stem */
  char text[];
};

typedef struct ScopeEntry {
  Word *word; /* NULL: the identifier cannot be named */
  Word *stem;
  uint32_t suffix; /* of the stem, before this name was chosen */
} ScopeEntry;

typedef struct Printer {
  Store *store;
  Arena arena;
  PrintStyle style;
  char *buffer;
  size_t length, capacity;
  size_t column, indent;
  bool flat;      /* no line breaks */
  bool broken;    /* the next term is a let of a chain that is on several lines */
  bool measuring; /* nothing is written; `room` is what is left of the line */
  size_t room;
  bool exact; /* no type is left to a default */
  bool failed;
  bool target;                /* the words of the target language are reserved */
  uint32_t nodes, depth, mus; /* mus around the type that is printed */
  ScopeEntry *scope;
  uint32_t scope_length, scope_capacity;
  Word **slots;
} Printer;

bool printer_open(Printer *printer, Store *store, PrintStyle style);
/* The text, to be freed by the caller; NULL if the printer failed. */
char *printer_close(Printer *printer);

void print_text(Printer *printer, const char *text);
/* ASCII or Unicode, as the style says. */
void print_sign(Printer *printer, const char *ascii, const char *unicode);
void print_number(Printer *printer, uint32_t number);
/* A line break, or a space in flat text. */
void print_break(Printer *printer);

/* A context's identifier, named as the reader will have it. */
void printer_bind_given(Printer *printer, NameId name);
/* A bound identifier, its name chosen by the hint and distinct from all in
 * scope; the name. */
const char *printer_bind(Printer *printer, NameId hint);
void printer_unbind(Printer *printer);
void print_variable(Printer *printer, uint32_t index);

void print_type(Printer *printer, TypeId type);
/* A constant at real^n; `known` says that the reader will know the type. */
void print_constant(Printer *printer, ConstantId constant, uint32_t n, bool known, uint32_t level);
void print_integer(Printer *printer, int64_t value, bool known, uint32_t level);
/* An exponent: 2, (-1), (1/2). */
void print_exponent(Printer *printer, ConstantId id);
/* Number k of the constant, as an atom of a term. */
void print_part(Printer *printer, ConstantId id, uint32_t k);

/* Precedences, as the grammar of parser.c. */
enum {
  LEVEL_TERM,
  LEVEL_TENSOR,
  LEVEL_TEST,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_NEGATION,
  LEVEL_POWER,
  LEVEL_LAPPLY,
  LEVEL_APPLICATION,
  LEVEL_POSTFIX,
  LEVEL_ATOM
};

void print_term(Printer *printer, TermId t, uint32_t level, bool known);
/* (x. t) */
void print_binder(Printer *printer, NameId name, TermId body, bool known);
/* print_control.c: sums, conditionals, iteration and array combinators. */
void print_control(Printer *printer, const Term *node, bool known);
/* Whether the term is printed as `true` or `false`. */
bool print_is_truth(const Printer *printer, const Term *node);
/* print_ops.c: operations of either language. */
void print_op(Printer *printer, const Term *node, uint32_t level, bool known);
void print_lop(Printer *printer, const Term *node, bool known);
uint32_t print_op_level(const Printer *printer, const Term *node);
/* Whether the type of the term, printed alone, would need an annotation. */
bool print_is_bare(const Printer *printer, TermId t, uint32_t depth);
/* Two operands of one type. */
void print_two(Printer *printer, TermId a, uint32_t a_level, const char *between, TermId b, uint32_t b_level,
               bool known);

#endif
