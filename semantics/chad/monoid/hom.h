/* Homomorphisms of commutative monoids as objects: built by these functions,
 * each a construction of CMon, and applied to elements afterwards. */
#ifndef ADJUDGE_MONOID_HOM_H
#define ADJUDGE_MONOID_HOM_H

#include "semantics/chad/monoid/element.h"

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

/* Small, and all of one size: a derivative is millions of them.  a and b are, by kind:
 *   COMPOSITE, SUM, PAIRING                 the homomorphisms f and g
 *   TENSOR, EVALUATION, LOP                 the element that is the key
 *   ENTRY, INJECTION                        the element that is the index
 *   ELIMINATION, ABSTRACTION                the body and the environment of the family
 *   TABLE                                   the weights
 *   TUPLE, BIG_SUM, CHAIN, MAP, MAP_DUAL    the array of f_i; of MAP_DUAL, g */
struct Hom {
  HomKind kind;
  uint32_t number; /* of f_i; of LOP and TABLE: the LopId */
  TypeId codomain;
  Status status; /* UNDEFINED */
  const void *a, *b;
};

static inline const Hom *const *hom_tuple(const Hom *hom) { return hom->a; }
static inline Family hom_family(const Hom *hom) { return (Family){hom->a, hom->b}; }
static inline int64_t hom_index(const Hom *hom) { return scalar_to_int(((const MonoidElement *)hom->a)->scalars[0]); }

/* One of those that carry nothing is the same for all. */
MUST_CHECK Status hom_new(Machine *machine, Hom hom, const Hom **out);
/* g after f; identities vanish. */
MUST_CHECK Status hom_compose(Machine *machine, const Hom *f, const Hom *g, const Hom **out);

/* [[op]], by definitions of its own (operations.c): takes and gives what op_value does. */
MUST_CHECK Status denote_operation(Machine *machine, OpId op, const Scalar *x, const Scalar *y, Scalar *out);

#endif
