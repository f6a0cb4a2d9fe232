/* Terms that engines of dual numbers, linear maps and Hilbert spaces print (Engine.print), read back by the grammar of
 * each, and compared with the term that is run: what people are shown, not what was run. */
#ifndef ADJUDGE_VERIFY_PRINTED_TREE_H
#define ADJUDGE_VERIFY_PRINTED_TREE_H

#include "ad/dualnum/dualnum.h"
#include "ad/frechet/frechet.h"
#include "ad/linmap/linmap.h"

/* A word, and what stands under it, in order. */
typedef struct Tree Tree;
struct Tree {
  const char *word;
  uint32_t length, kids;
  Tree *kid, *next; /* the first one, and the next beside it */
};

typedef struct TreeReader TreeReader;
struct TreeReader {
  const char *at;
  Arena *arena;
  Tree *(*one)(TreeReader *r); /* a term of the grammar */
  uint32_t depth;              /* left */
  Status status;
};

TreeReader tree_reader(const char *text, Arena *arena, Tree *(*one)(TreeReader *r));
/* A term, no deeper than is printed. */
Tree *tree_term(TreeReader *r);
/* The rest of a list of terms, to its closing bracket, under `of`. */
Tree *tree_list(TreeReader *r, Tree *of);
/* The rest of a let: x = t, what is `between`, and s, as kids of "let". */
Tree *tree_let(TreeReader *r, const char *between);
/* OK at the end of the text. */
MUST_CHECK Status tree_end(TreeReader *r);

Tree *tree_make(TreeReader *r, const char *word, size_t length);
/* Adds a kid after the others. */
void tree_add(Tree *tree, Tree *kid);
Tree *tree_fail(TreeReader *r, Status status);
void tree_skip(TreeReader *r);
/* Whether the text comes next, after space; then it is passed. */
bool tree_accept(TreeReader *r, const char *text);
void tree_expect(TreeReader *r, const char *text);
/* A number between two texts, with no digit after it. */
void tree_expect_number(TreeReader *r, const char *before, uint32_t n, const char *after);
/* printed_parameters comes next. */
void tree_expect_parameters(TreeReader *r, const Store *store, OpCode code, ConstantId parameters);
/* Whether there is nothing more to follow, as where the text says that it is too deep. */
bool tree_is_over(TreeReader *r);
/* The word up to one of `ends`, or space. */
Tree *tree_word(TreeReader *r, const char *ends);
bool tree_is(const Tree *tree, const char *word);
const Tree *tree_kid(const Tree *tree, uint32_t k);

/* Names of identifiers in scope, by level. */
#define SCOPE_ROOM 1024u
typedef struct PrintedScope {
  const Tree *name[SCOPE_ROOM];
  uint32_t symbol[SCOPE_ROOM];
  uint32_t count;
} PrintedScope;
bool scope_push(PrintedScope *scope, const Tree *name, uint32_t symbol);
/* Whether the name is that of the symbol: the innermost so called. */
bool scope_is(const PrintedScope *scope, const Tree *name, uint32_t symbol);
/* The constant's numbers as printed: p/q, or [p/q,...] for one that is a part of an operation. */
bool printed_constant(const Constant *constant, bool bare, char *text, size_t size);
/* The parameters of a function of the library, as [2][3]; nothing of other operations.  False: they are longer. */
#define PARAMETERS_ROOM 256
bool printed_parameters(const Store *store, OpCode code, ConstantId parameters, char *text, size_t size);

/* OK if the text is that of the term; ILL_TYPED if not, LIMIT if it is too large to say. */
MUST_CHECK Status printed_dual(const char *text, Arena *arena, const DualProgram *program);
/* Besides, its function is written as text that is read again (frechet/text.h). */
MUST_CHECK Status printed_frechet(const char *text, Arena *arena, Store *store, const Frechet *derivative);
MUST_CHECK Status printed_linmap(const char *text, Arena *arena, const LinmapShown *shown);

#endif
