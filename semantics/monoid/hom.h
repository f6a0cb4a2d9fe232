/* Homomorphisms of commutative monoids as objects: built by these functions,
 * each a construction of CMon, and applied to elements afterwards. */
#ifndef ADJUDGE_MONOID_HOM_H
#define ADJUDGE_MONOID_HOM_H

#include "semantics/monoid/element.h"

typedef enum HomKind {
  HOM_IDENTITY,
  HOM_COMPOSITE,   /* g after f */
  HOM_ZERO,        /* the constant 0 of codomain */
  HOM_SUM,         /* f + g */
  HOM_PAIRING,     /* (f, g) */
  HOM_FST,         /* the first projection */
  HOM_SND,         /* the second projection */
  HOM_TENSOR,      /* y |-> !key (x) y */
  HOM_ELIMINATION, /* Phi^-1 of a family: sum !k (x) y |-> sum f(k)(y) */
  HOM_ABSTRACTION, /* Psi of a family: y |-> k |-> f(k)(y) */
  HOM_EVALUATION,  /* f |-> f(key) */
  HOM_LOP,         /* an elementary linear operation at its operand, the key */
  HOM_TABLE,       /* Dop or Dop^t over another semiring, by its weights */
  HOM_TUPLE,       /* y |-> (f_0(y), ..., f_(n-1)(y)), an array of codomain */
  HOM_ENTRY,       /* the projection of arrays at index */
  HOM_ARRAY_SUM,   /* the sum of an array's entries */
  HOM_INJECTION,   /* the injection into arrays at index; 0 out of range */
  HOM_BIG_SUM,     /* y |-> f_0(y) + ... + f_(n-1)(y) */
  HOM_CHAIN,       /* f_(n-1) after ... after f_0 */
  HOM_MAP,         /* (y, z) |-> (f_0(y, z_0), ..., f_(n-1)(y, z_(n-1))) */
  HOM_MAP_DUAL,    /* z |-> sum_i fst f_i(z_i) + g((snd f_i(z_i))_i) */
  HOM_UNDEFINED    /* has no value anywhere, for the reason `status` */
} HomKind;

struct Hom {
  HomKind kind;
  Status status;
  TypeId codomain;
  LopId lop;
  int64_t index;
  const Hom *f, *g;
  const MonoidElement *key;
  Family family;
  const Hom **tuple;
  uint32_t count;
  const Scalar *weights;
};

MUST_CHECK Status hom_new(Machine *machine, Hom hom, const Hom **out);
/* g after f; identities vanish. */
MUST_CHECK Status hom_compose(Machine *machine, const Hom *f, const Hom *g, const Hom **out);

#endif
