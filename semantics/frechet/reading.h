/* What reading the text of Frechet's language shares.  Private to semantics/frechet.
 *
 * A definition is a list of words (words.c), parsed to a tree (parse.c, parse_spaces.c), which at its domain is a
 * function, a linear function or a vector (elaborate*.c), and then written in the source language (to_source*.c). */
#ifndef ADJUDGE_HILBERT_READING_H
#define ADJUDGE_HILBERT_READING_H

#include "semantics/frechet/text.h"
#include "semantics/sexpr/sexpr.h"

/* ---- words.c */

typedef enum HilMark {
  MARK_NONE,
  MARK_DEF,
  MARK_COLON,
  MARK_EQUALS,
  MARK_TO,       /* -> */
  MARK_LINEAR,   /* -o */
  MARK_BILINEAR, /* ->2 */
  MARK_LPAREN,
  MARK_RPAREN,
  MARK_LBRACE,
  MARK_RBRACE,
  MARK_LBRACKET,
  MARK_RBRACKET,
  MARK_LANGLE,
  MARK_RANGLE,
  MARK_COMMA,
  MARK_CARET,
  MARK_PLUS,
  MARK_MINUS,
  MARK_CROSS,    /* x, of spaces, index sets and functions */
  MARK_SUM,      /* (+) of spaces */
  MARK_TENSOR,   /* (x) */
  MARK_CONTRACT, /* ** */
  MARK_TIMES,    /* . */
  MARK_INNER,    /* (.) */
  MARK_MATRIX,   /* star */
  MARK_VECTORS,  /* the product on R^3 */
  MARK_COMP,     /* o */
  MARK_AFTER,    /* . of linear functions */
  MARK_REAL,
  MARK_UNDER,
  MARK_PARALLEL,
  MARK_DELTA,
  MARK_SIGMA,
  MARK_CONST,
  MARK_IF,
  MARK_THEN,
  MARK_ELSE
} HilMark;

HilMark hil_mark(const Sexpr *word);
/* The words of the next definition, def the first of them. */
Sexpr *hil_words(Reader *reader, uint32_t *at);

/* ---- parse.c */

typedef enum HilTreeKind {
  TREE_NUMBER,
  TREE_WORD,     /* a name of a linear function, a definition or a function of one real */
  TREE_INJ,      /* iota_n, of a vector if there is one */
  TREE_PROJ,     /* pi_n */
  TREE_REP,      /* rep_X */
  TREE_INFIX,    /* two, by the mark */
  TREE_POWER,    /* f^X */
  TREE_EXPONENT, /* _^k */
  TREE_FAMILY,   /* Pi, Delta, <>, [] by the mark */
  TREE_LIST,     /* (u, v), (u) of one is u */
  TREE_RED,
  TREE_CONST,    /* K w */
  TREE_OPERATOR, /* (+), by the mark, or of a definition */
  TREE_LEFT,     /* (w +) */
  TREE_RIGHT,    /* (+ w) */
  TREE_TYPED,    /* (f : V -> W), -o by the mark */
  TREE_IF
} HilTreeKind;

typedef struct HilTree HilTree;
struct HilTree {
  HilTreeKind kind;
  HilMark mark;
  const Sexpr *word; /* its first; of an operator that is a definition, that */
  Span span;
  HilTree *first, *last, *next;
  uint32_t count, depth, n; /* n of a part from 0; of RED, how many rules */
  HilIndex index;
  HilRule *rules;
  HilSpace dom, cod; /* TYPED */
  bool brackets;     /* stand around it */
};

typedef enum HilArrow { ARROW_FUNCTION, ARROW_LINEAR, ARROW_BILINEAR } HilArrow;

#define HIL_ARGUMENTS_MOST 1000u
#define HIL_SIZE_MOST ((uint64_t)1 << 20) /* nodes of a function, what is shared counted at each place */

typedef struct HilDefined HilDefined;
struct HilDefined {
  const Sexpr *list, *name;
  HilArrow arrow;
  const Sexpr **arguments; /* their names; none where only the domain is given */
  uint32_t count;
  HilSpace *spaces; /* of the arguments */
  HilSpace dom, cod;
  HilTree *body;
  HilFunId f;
  const HilDefined *before;
};

/* Of a file. */
typedef struct HilReading {
  Reader *reader;
  HilTerms *terms;
  Machine machine;           /* over rationals where one is open, for sections of literals */
  const HilDefined *defined; /* the last first */
} HilReading;

/* The first failure, with its place; always false. */
#define HIL_REFUSE(reading, at, ...) (reader_fail((reading)->reader, STATUS_ILL_TYPED, (at), __VA_ARGS__), false)

typedef struct HilParser {
  HilReading *reading;
  const Sexpr *at, *before; /* the next word, NULL at the end; the one before it */
  uint32_t depth;
} HilParser;

/* What is next, and whether it is that; take passes it or refuses. */
HilMark hil_peek(const HilParser *parser);
const Sexpr *hil_next(HilParser *parser);
bool hil_take(HilParser *parser, HilMark mark, const char *what);
/* Always false. */
bool hil_wanted(HilParser *parser, const char *what);
/* False at a depth that is a limit; else to be left again. */
bool hil_enter(HilParser *parser);

/* ---- parse_spaces.c */

/* Begins with a letter, and is no mark. */
bool hil_is_name(const Sexpr *word);
HilIndex hil_parse_index(HilParser *parser);
HilSpace hil_parse_space(HilParser *parser);
/* A whole number below HIL_MAX_INDEX from the digits; false, refused, for others. */
bool hil_whole(HilReading *reading, const Sexpr *word, const char *digits, uint32_t length, uint32_t *out);

/* ---- parse_relations.c */

/* (x,y), of places or of sums of variables. */
bool hil_parse_pair(HilParser *parser, HilRule *rule);
/* Whether it is of one number each: of a product they count its places. */
bool hil_rule_is_pair(const HilRule *rule);

HilTree *hil_parse_term(HilParser *parser);
/* pi2, iota1, red, rep_3 */
bool hil_is_part_word(const Sexpr *word);
/* Reads all of the list but for what its body means. */
bool hil_parse(HilReading *reading, HilDefined *defined);

/* ---- elaborate.c: at a domain; the codomain may be none */

bool hil_define(HilReading *reading, HilDefined *defined);
const HilDefined *hil_defined(const HilReading *reading, const Sexpr *name);
HilMapId hil_elaborate_map(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod);
HilMapId hil_elaborate_section(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod);
/* By the mark, of operands in these spaces, the first and the second of a pair; none, refused, where it is none of
 * them. */
HilBilinearId hil_elaborate_bilinear(HilReading *reading, const HilTree *tree, HilSpace u, HilSpace v);
/* h . ** . (g1 x g2) */
HilBilinearId hil_elaborate_chain(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod);
/* Whether it is a chain of . with ** in it. */
bool hil_is_chain(const HilTree *tree);
/* 0 as it is written. */
static inline bool hil_is_zero(const Sexpr *word) { return word->length == 1 && word->text[0] == '0'; }

/* ---- texts.c */

/* Of a new file, with terms in the arena; NULL at a limit. */
HilReading *hil_reading_new(Reader *reader, Arena *arena, HilTerms *terms);
/* Without tensors, an argument and a result are numbers that can be given. */
bool hil_is_program(const HilReading *reading, const HilDefined *defined);

/* ---- elaborate_vectors.c */

/* The space of a vector that tells it; none. */
HilSpace hil_vector_space(HilReading *reading, const HilTree *tree);
const HilVector *hil_elaborate_vector(HilReading *reading, const HilTree *tree, HilSpace space);
/* The number that the word is; false, refused, for n/0. */
bool hil_number(HilReading *reading, const Sexpr *word, mpq_t out);
/* With literals alone; NULL, with a failure of the terms, at a limit. */
const HilVector *hil_vector_literal(HilReading *reading, const HilVector *v);
/* "V" as text, in memory of the reader. */
const char *hil_space_text(HilReading *reading, HilSpace v);

#endif
