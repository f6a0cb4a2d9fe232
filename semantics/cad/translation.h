/* What translating caddie's language shares.  Private to semantics/cad.
 *
 * A definition is read as a list of words (lex.c), parsed to a tree (parse.c) whose types are found (infer.c) by
 * unification (types.c), and which is written (write.c).  Names that templates of this folder bind end in a prime,
 * which names of programs never do: none captures another. */
#ifndef ADJUDGE_CAD_TRANSLATION_H
#define ADJUDGE_CAD_TRANSLATION_H

#include "semantics/sexpr/importer.h"

#define CAD_PART_MOST 99u /* of a tuple that is projected from */

/* ---- types.c */

typedef enum CadKind { CAD_OPEN, CAD_REAL, CAD_TUPLE, CAD_ARRAY, CAD_LENGTH } CadKind;

typedef struct CadType CadType;
struct CadType {
  CadKind kind;
  bool more;         /* of a tuple: parts may follow those that are projected */
  uint32_t count;    /* of a tuple's parts */
  CadType **part;    /* of a tuple; of an array, its entries and its length */
  CadType *is;       /* what was found: of OPEN, and of a tuple with more parts */
  const char *text;  /* of a length: the number, or the size that it is */
  const void *owner; /* the definition whose size it is */
};

typedef struct CadFound CadFound;
struct CadFunction;

/* Of a file. */
typedef struct Cad {
  Importer *importer;
  struct CadFunction *functions; /* the last first */
  struct CadFunction *to_write;  /* the first first */
  CadFound *found;               /* since a definition began, to be forgotten if it is refused */
  uint32_t work;                 /* on types so far */
} Cad;

/* NULL at a limit. */
CadType *cad_type(Cad *cad, CadKind kind);
CadType *cad_tuple(Cad *cad, CadType *const *parts, uint32_t count);
/* One with those parts at least, all of them open. */
CadType *cad_tuple_open(Cad *cad, uint32_t count);
CadType *cad_array(Cad *cad, CadType *entry, CadType *length);
CadType *cad_length(Cad *cad, uint32_t length);
/* What is known of it. */
CadType *cad_type_is(CadType *type);
/* Makes them the same; refuses the place where they are not. */
bool cad_unify(Cad *cad, Span at, CadType *type, CadType *expected);
void cad_forget(Cad *cad);
/* A function's types with lengths of their own, for a call with that.  Where they are open the call narrows them, but
 * for lengths; where what is given is open too, both are one from now on. */
bool cad_instance(Cad *cad, Span at, CadType *given, CadType **argument, CadType **result);
/* False, at a limit, when types were too much work. */
bool cad_works(Cad *cad);

/* ---- parse.c */

typedef enum CadTermKind {
  CAD_NUMBER,
  CAD_ZERO,
  CAD_NAME,
  CAD_LET,
  CAD_ADD,
  CAD_SUB,
  CAD_MUL,
  CAD_SCALE,
  CAD_CALL,
  CAD_PARTS,
  CAD_PROJECT,
  CAD_MAP,
  CAD_IOTA,
  CAD_POWER,
  CAD_LIST
} CadTermKind;

typedef struct CadBinding CadBinding;
struct CadBinding {
  const Sexpr *name;
  CadType *type;
  const char *target; /* in the language; from when it is written */
  const CadBinding *outer;
};

typedef struct CadPrimitive {
  const char *name, *operands;
  char result;
  const char *meaning;
} CadPrimitive;

typedef struct CadTerm CadTerm;
struct CadTerm {
  CadTermKind kind;
  Span span;
  const Sexpr *word;            /* a number, a name, what is called, or what is bound */
  CadTerm *first, *last, *next; /* its parts; the next of its parent's */
  uint32_t count, depth;
  CadType *type;
  CadBinding *binding;                /* that a name is of, or that it makes; NULL for pi */
  const struct CadFunction *function; /* that is called; or: */
  const CadPrimitive *primitive;
};

/* fun f x = e */
typedef struct CadFunction CadFunction;
struct CadFunction {
  const Sexpr *list, *name;
  CadBinding argument;
  CadTerm *body;
  CadType *result;
  const char *target; /* from when it was written */
  TextError *refusal; /* why it is not read, or NULL */
  CadFunction *before, *after;
};

/* Reads name, argument and body of the list; false if it is refused. */
bool cad_parse(Importer *importer, CadFunction *function);

/* ---- lex.c */

/* The words of the next definition, fun the first of them. */
Sexpr *cad_read(Reader *reader, uint32_t *at);
bool cad_is_keyword(const Sexpr *word);

/* ---- infer.c */

/* Types of all definitions of the file, those that are refused but for. */
bool cad_infer(Importer *importer, const Sexpr *programs);

#endif
