/* Elaboration: from syntax to terms, with types inferred on the way.
 *
 * Syntax becomes drafts, term nodes whose types and sizes may still hold
 * metavariables; when all equations are solved, drafts become terms.  Which of
 * the two judgements a piece of syntax stands in is known from its place. */
#ifndef ADJUDGE_SOURCE_ELABORATE_H
#define ADJUDGE_SOURCE_ELABORATE_H

#include "semantics/text/syntax.h"
#include "semantics/text/unify.h"

/* The most nodes that one text may become, calls written out. */
#define ELABORATE_LIMIT ((uint32_t)1 << 20)

typedef struct Draft Draft;
struct Draft {
  TermKind kind;
  Draft *kid[TERM_KIDS];
  NameId name, name2;
  uint32_t index; /* VAR */
  Mono *type;     /* LAM, LLAM, CASE, ZERO; of overloaded operations and numbers */
  Size *n, *m;
  OpCode op;
  LopCode lop;
  ConstantId constant;
  const Syntax *at;
  Draft *next; /* in order of making: operands first */
  TermId made;
};

/* A size of a definition in one use of it, for messages. */
typedef struct SizeUse SizeUse;
struct SizeUse {
  Size *size;
  NameId name;
  const SyntaxDefinition *definition;
  Span at;
  bool call;
  SizeUse *next;
};

/* An identifier in scope: Cartesian, numbered from the outermost. */
typedef struct Binding Binding;
struct Binding {
  NameId name;
  Mono *type;
  uint32_t level;
  const Binding *outer;
};

typedef struct SizeBinding SizeBinding;
struct SizeBinding {
  NameId name;
  Size *size;
  const SizeBinding *outer;
};

/* A type in scope of a type: a variable of mu, or the argument of a data type. */
typedef struct TypeBinding TypeBinding;
struct TypeBinding {
  NameId name;
  Mono *type;             /* NULL: the variable of the mu that `mus` others are around */
  uint32_t mus;           /* around the binding */
  const SyntaxData *data; /* whose own name this is, or NULL */
  const TypeBinding *outer;
};

/* Where a term stands.  `depth` counts the identifiers bound outside, also
 * those that cannot be named (around the body of a definition). */
typedef struct Place {
  const Binding *scope;
  uint32_t depth;
  const SizeBinding *sizes;
  Mono *domain; /* the type of v in a linear judgement, else NULL */
} Place;

/* What a name of the file stands for, by its id. */
typedef struct Named {
  const SyntaxDefinition *definition;
  const SyntaxConstructor *constructor;
  const SyntaxData *data;
  const SyntaxConstructor *record; /* the constructor of which it is field number `field` */
  uint32_t field;
} Named;

/* How the types that a definition is for any of are taken. */
typedef enum TypeUse { TYPES_GIVEN, TYPES_RIGID, TYPES_CALLED } TypeUse;

typedef struct Elaborator {
  Reader *reader;
  Store *store;
  Unifier unifier;
  Draft *first, **last;
  uint32_t depth;
  const SyntaxDefinition *definitions, *definition; /* those before `definition` may be called */
  const Syntax *call;                               /* the outermost call whose definition's body is elaborated */
  const SizeOverride *overrides;
  SizeUse *uses; /* sizes of definitions, to be determined */
  uint32_t override_count;
  const SyntaxData *data, *data_end; /* those that types may name: from the first up to, without, the last */
  const Named *named;                /* what the first `names` ids stand for */
  uint32_t names;
  const TypeBinding *type_names; /* in scope of the type that is elaborated */
  uint32_t mus;                  /* around it */
  const SyntaxData *member;      /* the data type whose fields are elaborated */
  Mono *const *arguments;        /* its own, */
  uint32_t argument_mus;         /* around them */
} Elaborator;

void elaborate_open(Elaborator *e, Reader *reader);
/* A draft of the syntax at its place, of the expected type; NULL on an error. */
Draft *elaborate(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
/* Solves all equations and fills in defaults; false on an error. */
bool elaborate_solve(Elaborator *e);
/* Solves, turns every draft into a term and forgets them; false on an error. */
bool elaborate_finish(Elaborator *e, const Syntax *whole);

/* What the parts of the elaborator share. */
Draft *draft_make(Elaborator *e, TermKind kind, const Syntax *at, Draft *a, Draft *b);
/* Unifies, or fails with "this is ACTUAL, but EXPECTED is expected here". */
bool elaborate_expect(Elaborator *e, Span at, Mono *actual, Mono *expected);
/* A type in the words of a message: real^3, a pair, a function. */
void elaborate_describe(Elaborator *e, Mono *type, char *buffer, size_t size);
bool elaborate_fail(Elaborator *e, Span at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The text of a name, also of a hidden one. */
const char *elaborate_name(const Elaborator *e, NameId name);
Place place_bind(Elaborator *e, const Place *place, NameId name, Mono *type);
Place place_cartesian(const Place *place);
Place place_linear(const Place *place, Mono *domain);
static inline bool place_is_linear(const Place *place) { return place->domain != NULL; }
/* A type with two parts: those of the type if it has them, else new ones, to
 * which it is made equal; false (without a message) when it is something else. */
bool mono_split(Elaborator *e, TypeKind kind, Mono *type, Mono **a, Mono **b);

/* elaborate_types.c */
Mono *elaborate_type(Elaborator *e, const SizeBinding *sizes, const Syntax *s, bool linear);
/* A type of either sort, without sizes in scope. */
Mono *elaborate_any_type(Elaborator *e, const Syntax *s);
Size *elaborate_size(Elaborator *e, const SizeBinding *sizes, const Syntax *s);
const SizeBinding *size_lookup(const SizeBinding *sizes, NameId name);
const SizeBinding *size_bind(Elaborator *e, const SizeBinding *outer, NameId name, Size *size);

/* elaborate_call.c: heads with their arguments. */
Draft *elaborate_spine(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
/* Elaborates a definition by itself: the drafts of its arguments' types and body, for the types that are given to it,
 * or for any: then it makes no term. */
Draft *elaborate_definition(Elaborator *e, const SyntaxDefinition *definition, TypeUse types, Mono **parameters,
                            Mono **result);

/* elaborate_ops.c: operations of the source language. */
Draft *elaborate_known_number(Elaborator *e, const Place *place, const Syntax *s, bool pi, Mono *expected);
Draft *elaborate_number(Elaborator *e, const Place *place, const Syntax *s, ConstantId constant, Mono *expected);
Draft *elaborate_vector(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
Draft *elaborate_binary(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
Draft *elaborate_negate(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
Draft *elaborate_power(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
/* op(arguments), as many as its arity; sizes: {n} or {n = .., m = ..}, or NULL. */
Draft *elaborate_op(Elaborator *e, const Place *place, const Syntax *s, OpCode code, const Syntax *const *arguments,
                    const Syntax *sizes, Mono *expected);
uint32_t op_arity(OpCode code);
/* Types of the operands and the result over new sizes. */
typedef struct Signature {
  Size *n, *m;
  Mono *operand[OP_MAX_ARITY], *result;
} Signature;
Signature op_signature(Elaborator *e, OpCode code, const Syntax *at);
/* A size that something must determine. */
Size *elaborate_needed_size(Elaborator *e);
bool apply_sizes(Elaborator *e, const Place *place, const Syntax *sizes, Signature *signature);

/* elaborate_arrays.c */
Draft *elaborate_map(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
Draft *elaborate_zipwith(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
Draft *elaborate_build(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
Draft *elaborate_index(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
Draft *elaborate_onehot(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
Draft *elaborate_lsum(Elaborator *e, const Place *place, const Syntax *s, const Syntax *t, Mono *expected);

/* elaborate_vec.c: dynamic arrays. */
Draft *elaborate_vec(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
Mono *elaborate_vec_type(Elaborator *e, Mono *element);

/* elaborate_control.c: sums, conditionals, iteration and array combinators. */
Draft *elaborate_control(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);

/* elaborate_data.c: data types, constructors and match. */
const SyntaxData *elaborate_find_data(const Elaborator *e, NameId name);
const SyntaxConstructor *elaborate_find_constructor(const Elaborator *e, NameId name);
/* Whether the declaration is a type for all arguments; or fails. */
bool elaborate_check_data(Elaborator *e, const SyntaxData *data);
Mono *elaborate_data_type(Elaborator *e, const SyntaxData *data, Mono *const *arguments);
/* c with as many arguments as it has fields. */
Draft *elaborate_constructor(Elaborator *e, const Place *place, const Syntax *s, const SyntaxConstructor *c,
                             const Syntax *const *arguments, Mono *expected);
Draft *elaborate_data_match(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);
/* The data type of that name beside the one whose fields are elaborated, and behind it; NULL if there is none. */
Mono *elaborate_later_data(Elaborator *e, const Syntax *s);
/* Whether the arguments are those of the data type whose fields are elaborated. */
bool elaborate_own_arguments(Elaborator *e, const Syntax *s);
/* The field of a record, of which `name` is one. */
Draft *elaborate_field(Elaborator *e, const Place *place, const Syntax *s, const Named *field, const Syntax *argument,
                       Mono *expected);

/* elaborate_target.c */
Draft *elaborate_target(Elaborator *e, const Place *place, const Syntax *s, Mono *expected);

static inline Mono *int_type(Elaborator *e) { return mono_make(&e->unifier, TYPE_INT, NULL, NULL, NULL); }
static inline Mono *array_type(Elaborator *e, Mono *element, Size *n) {
  return mono_make(&e->unifier, TYPE_ARRAY, element, NULL, n);
}
static inline Draft *fail_cartesian(Elaborator *e, const Syntax *s, const char *what) {
  elaborate_fail(e, s->span, "%s is Cartesian, but a linear term is needed here", what);
  return NULL;
}

#endif
