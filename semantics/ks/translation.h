/* What translating ksc's language shares.  Private to semantics/ks.
 *
 * An expression becomes its type and its text, in brackets where it is more than a word.  Names that templates of this
 * folder bind end in a prime, which names of programs never do: none captures another. */
#ifndef ADJUDGE_KS_TRANSLATION_H
#define ADJUDGE_KS_TRANSLATION_H

#include "semantics/sexpr/importer.h"

/* ---- types.c */

#define KS_RANK 4u

typedef enum KsKind { KS_FLOAT, KS_INTEGER, KS_BOOL, KS_TUPLE, KS_TENSOR } KsKind;

typedef struct KsType KsType;
struct KsType {
  KsKind kind;
  uint32_t count;              /* of a tuple's parts; of a tensor's indices */
  const KsType **part;         /* of a tuple; of a tensor, the type of its entries */
  const char *length[KS_RANK]; /* of a tensor: sizes, or NULL where they are values */
  uint32_t nodes;              /* how many types it is made of */
};

/* NULL at a limit. */
const KsType *ks_type(Importer *importer, KsKind kind);
const KsType *ks_tuple(Importer *importer, const KsType *const *parts, uint32_t count);
const KsType *ks_tensor(Importer *importer, const KsType *entry, const char *const *lengths, uint32_t rank);
/* Reads Float or (Vec Float); lengths are open.  NULL if it is refused. */
const KsType *ks_type_read(Importer *importer, const Sexpr *s);
/* The same of the words in the brackets. */
const KsType *ks_type_words(Importer *importer, const Sexpr *first);
/* The same with a size for every length, called like `name`, which are put behind sizes[*count]. */
const KsType *ks_type_sized(Importer *importer, const KsType *type, const Sexpr *name, const char **sizes,
                            uint32_t *count);
/* Lengths in it, which become other texts: those of `from`, `count` of them. */
const KsType *ks_type_replaced(Importer *importer, const KsType *type, const char *const *from, const char *const *to,
                               uint32_t count);
/* The same type but for lengths. */
bool ks_type_fits(const KsType *a, const KsType *b);
bool ks_type_same(const KsType *a, const KsType *b);
bool ks_type_has(const KsType *type, KsKind kind);
/* Of a tensor: whether its lengths are sizes. */
bool ks_type_fixed(const KsType *type);
/* In the language. */
const char *ks_type_text(Importer *importer, const KsType *type);
/* In ksc. */
const char *ks_type_name(Importer *importer, const KsType *type);

/* ---- terms.c */

typedef struct Value {
  const KsType *type;
  const char *text;
  const char *const *sizes; /* of an Integer, or of each of a tuple of them: the size that it is; NULL: none known */
} Value;

typedef struct Binding Binding;
struct Binding {
  const char *name; /* in the program, not ended by NUL */
  uint32_t length;
  Value value;
  const Binding *outer;
};

/* A name for what it is bound to; NULL at a limit or if it is no word. */
const Binding *ks_bind(Importer *importer, const Sexpr *word, Value value, const Binding *outer);
/* False if it is refused. */
bool ks_term(Importer *importer, const Sexpr *s, const Binding *scope, Value *out);
const char *const *ks_one_size(Importer *importer, const char *size);

/* ---- forms.c */

/* The form of that word; NULL if there is none. */
typedef bool (*KsForm)(Importer *importer, const Sexpr *s, const Binding *scope, Value *out);
KsForm ks_form(const Sexpr *head);
/* get$2$3: 2 of 3. */
bool ks_projection(const Sexpr *head, uint32_t *part, uint32_t *of);

/* ---- calls.c */

/* A definition that was read, or is being read: `open`, or was refused, whose argument may be NULL: not known. */
typedef struct KsFunction KsFunction;
struct KsFunction {
  const char *name, *target;
  uint32_t length;
  const KsType *argument; /* of one, its type; else the tuple of all */
  uint32_t arguments;
  const char **sizes; /* of its arguments */
  uint32_t size_count;
  const KsType *result;
  bool open, recursive, refused;
  KsFunction *before;
};

/* The word of `f`, or of `[f (Tuple Float Float)]` with what it takes, NULL for the first; refuses others, among them
 * derivatives. */
const Sexpr *ks_function_name(Importer *importer, const Sexpr *s, const KsType **argument);
bool ks_call(Importer *importer, const Sexpr *s, const Binding *scope, Value *out);

#endif
