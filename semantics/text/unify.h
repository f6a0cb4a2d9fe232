/* Monotypes with metavariables, sizes with metavariables, and unification.
 *
 * Union-find over terms (Huet): nodes that were made equal are linked, so that
 * shared types cost their number of distinct nodes.  real^n and "array of n
 * reals" are one type: an array meets real^k by n = k and element = real.  Vec T
 * is an array (or real^n) whose size is known to be TYPE_DYNAMIC.
 * Without memory the constructors answer a spare node and set `exhausted`. */
#ifndef ADJUDGE_SOURCE_UNIFY_H
#define ADJUDGE_SOURCE_UNIFY_H

#include "semantics/memory/arena.h"
#include "semantics/tables/ops.h"
#include "semantics/tables/types.h"

#include <stddef.h>

typedef struct Size Size;
struct Size {
  Size *link;     /* the size that this one was made equal to */
  bool known;     /* then `value` is it */
  bool literal;   /* of a number: 1 when nothing else says */
  bool needed;    /* must be found out: no elementwise operation alone fixes it */
  uint32_t value; /* or, when not known and has_default, the default */
  bool has_default;
  uint32_t order; /* of making, from 0 */
  Size *next;     /* all sizes, newest first */
};

typedef struct Mono Mono;
struct Mono {
  TypeKind kind; /* TYPE_NONE: a metavariable */
  bool numeric;  /* of a metavariable: Int or real^n */
  bool literal;  /* of a metavariable: the type of a number */
  Mono *link;    /* the type that this one was made equal to */
  Mono *a, *b;
  Size *n;
  uint32_t index;    /* SELF */
  const char *rigid; /* SELF: no variable of a mu, but a type that a definition is for any of: its name */
  TypeId made;       /* cache of mono_type, */
  bool tried;        /* also of its failure */
  uint32_t stamp;    /* last visit of a traversal */
  Mono *next;        /* all metavariables, newest first */
};

/* result = a op b, once two of the three are known. */
typedef struct SizeEquation SizeEquation;
struct SizeEquation {
  OpCode op; /* OP_IADD, OP_ISUB or OP_IMUL */
  Size *result, *a, *b;
  const void *place;
  SizeEquation *next;
};

typedef struct Unifier {
  TypeTable *types;
  Arena *arena;
  Mono *metas;
  Size *sizes;
  SizeEquation *equations;
  uint32_t stamp, depth;
  uint32_t mus;   /* around the types that are unified: a metavariable there is of a closed type */
  bool exhausted; /* memory or depth ran out */
  bool infinite;  /* the last unification failed for a type that would contain itself */
  Mono spare;
  Size spare_size;
} Unifier;

void unify_open(Unifier *unifier, TypeTable *types, Arena *arena);

Size *size_known(Unifier *unifier, uint32_t value);
Size *size_meta(Unifier *unifier);
Size *size_find(Size *size);
bool size_unify(Size *a, Size *b);

Mono *mono_meta(Unifier *unifier);
/* A metavariable for Int or real^n. */
Mono *mono_numeric(Unifier *unifier, bool literal);
Mono *mono_make(Unifier *unifier, TypeKind kind, Mono *a, Mono *b, Size *n);
/* The variable of a mu. */
Mono *mono_self(Unifier *unifier, uint32_t index);
/* A type that is like no other. */
Mono *mono_rigid(Unifier *unifier, const char *name);
/* Whether a variable of the mus around the type occurs in it. */
bool mono_is_open(Unifier *unifier, Mono *type);
/* T[mu a. T/a] for a closed mu a. T. */
Mono *mono_unroll(Unifier *unifier, Mono *mu);
/* The type under `by` more mus than those around it. */
Mono *mono_shift(Unifier *unifier, Mono *type, uint32_t by);
Mono *mono_real(Unifier *unifier, Size *n);
/* 1 + 1 */
Mono *mono_bool(Unifier *unifier);
/* The type that stands for this one now. */
Mono *mono_find(Mono *type);
bool mono_unify(Unifier *unifier, Mono *a, Mono *b);
/* Whether the type is Vec. */
bool mono_is_vec(Mono *type);
/* The monotype of a type. */
Mono *mono_of_type(Unifier *unifier, TypeId type);

/* result = a op b; remembered until two of the three are known. */
void size_equation(Unifier *unifier, OpCode op, Size *result, Size *a, Size *b, const void *place);
/* Solves what equations can be; the equation that cannot hold, or NULL. */
const SizeEquation *unify_solve(Unifier *unifier);
/* Fills in defaults: sizes with a default, then numbers as real, then sizes of
 * elementwise operations as 1.  The equation that then cannot hold, or NULL. */
const SizeEquation *unify_default(Unifier *unifier);

/* The type that was found; id 0 if a part is unknown or makes no type. */
TypeId mono_type(Unifier *unifier, Mono *type);
/* Whether no part is unknown. */
bool mono_is_known(Unifier *unifier, Mono *type);
/* Writes the type for messages, unknown parts as ?; always terminated. */
void mono_print(Unifier *unifier, Mono *type, char *buffer, size_t size);

#endif
