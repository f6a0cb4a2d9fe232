/* Elements of the sets and monoids that types denote, and homomorphisms. */
#ifndef ADJUDGE_MONOID_ELEMENT_H
#define ADJUDGE_MONOID_ELEMENT_H

#include "semantics/chad/monoid/derivation.h"
#include "semantics/chad/monoid/monoid.h"
#include "semantics/memory/try.h"

typedef enum ElementKind {
  ELEMENT_VECTOR, /* of R^n, as a set or as a monoid: count scalars */
  ELEMENT_UNIT,
  ELEMENT_INT,
  ELEMENT_PAIR,     /* parts[0], parts[1] */
  ELEMENT_ARRAY,    /* count parts; of a Vec, too */
  ELEMENT_INL,      /* of a disjoint union: parts[0], from the left */
  ELEMENT_INR,      /* or from the right */
  ELEMENT_FUNCTION, /* of a set of functions: a family of elements */
  ELEMENT_HOM,      /* of T_ -o S_ */
  /* Powers: functions from keys to elements of `type`. */
  ELEMENT_POWER_ZERO,  /* k |-> 0 */
  ELEMENT_POWER_PLUS,  /* k |-> parts[0](k) + parts[1](k) */
  ELEMENT_POWER_IMAGE, /* k |-> f(k)(parts[0]), f a family of homomorphisms */
  /* Copowers: count entries, keys at parts[2i], elements at parts[2i+1]. */
  ELEMENT_FINITE_MAP, /* keys in strictly ascending order, no element 0 */
  ELEMENT_FORMAL_SUM  /* in the order of summation */
} ElementKind;

/* An environment of a context; the innermost identifier first. */
typedef struct Environment {
  const MonoidElement *element;
  const struct Environment *outer;
} Environment;

/* A derivation under one more identifier, in its environment: a function from
 * the identifier's set to elements, or to homomorphisms. */
typedef struct Family {
  const Derivation *body;
  const Environment *environment;
} Family;

typedef struct Hom Hom;

struct MonoidElement {
  ElementKind kind;
  uint32_t count;
  TypeId type; /* powers: of the values; copowers: the copower */
  const Scalar *scalars;
  const MonoidElement **parts;
};

/* HOM, which has a hom; FUNCTION and POWER_IMAGE, which have a family. */
typedef struct FunctionElement {
  MonoidElement element;
  const Hom *hom;
  Family family;
} FunctionElement;

static inline const FunctionElement *element_as_function(const MonoidElement *element) {
  return (const FunctionElement *)(const void *)element;
}

/* element.c */
MUST_CHECK Status element_new(Machine *machine, MonoidElement element, const MonoidElement **out);
MUST_CHECK Status element_function(Machine *machine, FunctionElement function, const MonoidElement **out);
MUST_CHECK Status element_vector(Machine *machine, uint32_t n, Scalar **scalars, const MonoidElement **out);
MUST_CHECK Status element_int(Machine *machine, int64_t n, const MonoidElement **out);
MUST_CHECK Status element_pair(Machine *machine, const MonoidElement *a, const MonoidElement *b,
                               const MonoidElement **out);
/* `count` parts to be filled in. */
MUST_CHECK Status element_parts(Machine *machine, size_t count, const MonoidElement ***parts);
/* An array of `type` of these parts: a vector if they are scalars; of a Vec, count parts. */
MUST_CHECK Status element_array(Machine *machine, TypeId type, uint32_t count, const MonoidElement **parts,
                                const MonoidElement **out);
/* Entry i of an array or vector; DOMAIN out of range. */
MUST_CHECK Status element_entry(Machine *machine, const MonoidElement *array, int64_t i, const MonoidElement **out);
/* The function of a power at a key, or of a set of functions. */
MUST_CHECK Status element_at(Machine *machine, const MonoidElement *function, const MonoidElement *key,
                             const MonoidElement **out);

/* finite_map.c */
MUST_CHECK Status map_zero(Machine *machine, TypeId copower, const MonoidElement **out);
MUST_CHECK Status map_singleton(Machine *machine, TypeId copower, const MonoidElement *key,
                                const MonoidElement *element, const MonoidElement **out);
MUST_CHECK Status map_plus(Machine *machine, TypeId copower, const MonoidElement *a, const MonoidElement *b,
                           const MonoidElement **out);

/* denote.c: the value of a family at a key. */
MUST_CHECK Status family_element(Machine *machine, const Family *family, const MonoidElement *key,
                                 const MonoidElement **out);
MUST_CHECK Status family_hom(Machine *machine, const Family *family, const MonoidElement *key, const Hom **out);
/* e, element */
MUST_CHECK Status environment_extend(Machine *machine, const Environment *outer, const MonoidElement *element,
                                     const Environment **out);
/* denote_control.c: sums, iteration and array combinators. */
MUST_CHECK Status denote_control(Machine *machine, const Derivation *d, const Environment *e,
                                 const MonoidElement **out);
/* denote_vec.c: dynamic arrays. */
MUST_CHECK Status denote_vec(Machine *machine, const Derivation *d, const Environment *e, const MonoidElement **out);
/* denote_control.c: the n sums of the entries by their indices. */
MUST_CHECK Status denote_scattered(Machine *machine, TypeId element, uint32_t n, const MonoidElement *indices,
                                   const MonoidElement *array, const MonoidElement ***sums);
MUST_CHECK Status denote_linear_control(Machine *machine, const Derivation *d, const Environment *e, const Hom **out);
/* inl () or inr () */
MUST_CHECK Status element_truth(Machine *machine, bool holds, const MonoidElement **out);
MUST_CHECK Status denote_cartesian(Machine *machine, const Derivation *d, const Environment *environment,
                                   const MonoidElement **out);
MUST_CHECK Status denote_linear(Machine *machine, const Derivation *d, const Environment *environment, const Hom **out);

/* hom.c */
MUST_CHECK Status hom_apply(Machine *machine, const Hom *hom, const MonoidElement *element, const MonoidElement **out);

/* One level of recursion and one step.  The machine's depth is made for small
 * frames; ours take up to 400 bytes, so that one of our levels is counted as
 * two, and 8 MB of stack suffice. */
#define MONOID_LEVEL 2u

static inline Status machine_enter(Machine *machine) {
  if (machine->depth < MONOID_LEVEL || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth -= MONOID_LEVEL;
  machine->fuel--;
  return STATUS_OK;
}

static inline void machine_leave(Machine *machine) { machine->depth += MONOID_LEVEL; }

#endif
