/* Inside the symbolic ring; for verify/truth alone. */
#ifndef ADJUDGE_VERIFY_SYMBOLIC_INTERNAL_H
#define ADJUDGE_VERIFY_SYMBOLIC_INTERNAL_H

#include "semantics/rings/functions.h"
#include "semantics/rings/ring_pool.h"
#include "verify/truth/flint_compat.h"
#include "verify/truth/path.h"
#include "verify/truth/ring_symbolic.h"

typedef enum AtomKind {
  ATOM_COS, /* the next atom is the sine of the same argument */
  ATOM_SIN,
  ATOM_EXP,
  ATOM_LOG,
  ATOM_SQRT,
  ATOM_TANH,
  ATOM_SIGMOID,
  ATOM_POWER,
  ATOM_CALL /* a function of the library */
} AtomKind;

#define ATOM_NAME_SIZE 64

typedef struct Atom {
  AtomKind kind;
  Scalar argument;
  int64_t numerator; /* ATOM_POWER: the exponent, between 0 and 1; ATOM_CALL: the order, or 0 */
  uint64_t denominator;
  FunctionCode function;      /* ATOM_CALL */
  fmpz_mpoly_q_struct square; /* what the square equals: ATOM_SIN, ATOM_SQRT */
  size_t created;             /* scalars of the pool before it was made */
  char name[ATOM_NAME_SIZE];
} Atom;

typedef struct Obligation {
  SymbolicObligation what;
  size_t created;
} Obligation;

typedef struct SymbolicRing {
  Ring ring;
  RingPool pool;      /* of fmpz_mpoly_q_struct */
  size_t initialised; /* items below this index are initialised, and reused */
  fmpz_mpoly_ctx_t context;
  uint32_t variables, atom_capacity, generators;
  slong max_length;
  uint64_t work;            /* what is left, in products of terms */
  uint64_t *stamp, stamped; /* of each scalar one of its own (symbolic_once.c); how many there were */
  size_t stamps;            /* room for so many */
  struct OnceResult *once;  /* what operations gave */
  uint32_t places, kept;    /* of once; how many results there were */
  struct OnceFactored *factored;
  uint32_t next_factored;
  Atom *atoms;
  uint32_t atom_count;
  Obligation *obligations;
  uint32_t obligation_count, obligation_capacity;
  Ring *numbers;      /* enclosures, for what has no variables */
  Path *path;         /* answers tests on signs; NULL: none */
  const char **names; /* of the generators, for printing */
  char *variable_names;
} SymbolicRing;

static inline SymbolicRing *symbolic_self(const Ring *ring) { return (SymbolicRing *)ring; }

/* The quotient of a scalar: valid until the next scalar is made.  It is not to be changed, since others may have the
 * scalar too. */
static inline const fmpz_mpoly_q_struct *symbolic_at(const Ring *ring, Scalar a) {
  return ring_pool_item(&symbolic_self(ring)->pool, a);
}
/* The same of one that is being made. */
static inline fmpz_mpoly_q_struct *symbolic_making(const Ring *ring, Scalar a) {
  return ring_pool_item(&symbolic_self(ring)->pool, a);
}

/* The sign of the leading coefficient; 0 of the polynomial 0, which has none. */
static inline int symbolic_lead_sign(const fmpz_mpoly_struct *p) { return p->length == 0 ? 0 : fmpz_sgn(p->coeffs); }

/* The order is lexicographic with generator 0 highest: variables come last, and
 * the newest atom is above all others. */
static inline slong symbolic_variable_generator(const SymbolicRing *self, uint32_t i) {
  return (slong)(self->generators - 1 - i);
}
static inline slong symbolic_atom_generator(const SymbolicRing *self, uint32_t atom) {
  return (slong)(self->generators - 1 - self->variables - atom);
}

/* A quotient to write to, NULL at the limit.  It moves the pool: operands are
 * looked up afterwards. */
fmpz_mpoly_q_struct *symbolic_fresh(Ring *ring, Scalar *scalar);
/* The quotient written, with squares replaced; 0, and DOMAIN when its
 * denominator is 0, LIMIT when it is too large. */
Scalar symbolic_settle(Ring *ring, Scalar scalar);
/* Whether polynomials of these lengths may be multiplied: it is taken off the
 * work left, each operation besides as so many products. */
#define SYMBOLIC_OPERATION_WORK 16u
static inline bool symbolic_product_fits(Ring *ring, slong a, slong b) {
  SymbolicRing *self = symbolic_self(ring);
  uint64_t products = (uint64_t)a * (uint64_t)b, cost = products + SYMBOLIC_OPERATION_WORK;
  if (products > (uint64_t)self->max_length * (uint64_t)self->max_length || cost > self->work) return false;
  self->work -= cost;
  return true;
}
/* symbolic_once.c: what is computed once. */
typedef enum SymbolicOperation {
  ONCE_NONE,
  ONCE_SUM,
  ONCE_DIFFERENCE,
  ONCE_PRODUCT,
  ONCE_OPPOSITE,
  ONCE_QUOTIENT,
  ONCE_VARIABLE,
  ONCE_ATOM,
  ONCE_NUMBER
} SymbolicOperation;
bool symbolic_once_init(SymbolicRing *self);
void symbolic_once_free(SymbolicRing *self);
/* Of a new scalar; false without memory. */
bool symbolic_stamp(SymbolicRing *self, Scalar scalar);
/* What the operation gave, that depends on two words alone, the stamps of its operands if it has some. */
bool symbolic_find(Ring *ring, SymbolicOperation operation, uint64_t a, uint64_t b, Scalar *result);
/* Keeps it, unless it failed: `work` was left before it.  The result. */
Scalar symbolic_keep(Ring *ring, SymbolicOperation operation, uint64_t a, uint64_t b, uint64_t work, Scalar result);
/* The operation on two scalars, computed where it was not. */
Scalar symbolic_once(Ring *ring, SymbolicOperation operation, Scalar (*compute)(Ring *, Scalar, Scalar), Scalar a,
                     Scalar b);
/* The factors of p by their multiplicities, valid until the next are asked for; NULL: they were not found. */
const fmpz_mpoly_factor_struct *symbolic_squarefree(Ring *ring, const fmpz_mpoly_struct *p);

/* a / b without an obligation. */
Scalar symbolic_quotient(Ring *ring, Scalar a, Scalar b);
Scalar symbolic_generator(Ring *ring, slong generator);
/* Replaces squares of atoms; false when the denominator becomes 0 (DOMAIN) or
 * at a limit, the status being the ring's. */
bool symbolic_reduce(Ring *ring, fmpz_mpoly_q_struct *item);
/* Whether the normal form of a - b is zero; leaves the ring as it was. */
bool symbolic_same(Ring *ring, Scalar a, Scalar b);
/* The sign of a constant; 2 when the scalar is not one. */
int symbolic_constant_sign(const Ring *ring, Scalar a);

/* symbolic_bounds.c: what the ranges of variables and atoms say of a polynomial,
 * in the region of the ring's path. */
typedef enum Bounds { BOUNDS_NONE, BOUNDS_POSITIVE, BOUNDS_NOT_NEGATIVE, BOUNDS_NEGATIVE, BOUNDS_NOT_POSITIVE } Bounds;
Bounds symbolic_bounds(const Ring *ring, const fmpz_mpoly_struct *p);

/* symbolic_numbers.c: marks the atoms of a and of their arguments (atom_count
 * places); whether any variable occurs in them. */
#define SYMBOLIC_MAX_ATOMS 1000u
bool symbolic_mark_atoms(const Ring *ring, Scalar a, bool *atoms);
/* Whether no variable occurs, in the arguments of atoms neither. */
bool symbolic_is_number(const Ring *ring, Scalar a);
/* The sign of a number; 0 when it is not known. */
int symbolic_number_sign(const Ring *ring, Scalar a);
/* The same of atom k, whose argument is a number. */
int symbolic_atom_sign(const Ring *ring, uint32_t k);
/* The sign of a number, if it is known: by enclosures, then by calcium. */
bool symbolic_number_decides(const Ring *ring, Scalar a, int *sign);
/* symbolic_evaluate.c: a with other scalars of the ring for some variables; what it divides by then, and
 * takes to be positive, are obligations.  The status says whether it has a value. */
Scalar symbolic_replace(Ring *ring, Scalar a, uint32_t count, const PathReplaced *replaced);
/* p where each generator g that occurs has the value values[g]. */
Scalar symbolic_polynomial_at(Ring *ring, const fmpz_mpoly_struct *p, const Scalar *values);
/* Whether p = c x + q with a number c and no x in q, in the arguments of its atoms neither. */
bool symbolic_occurs_once(const Ring *ring, const fmpz_mpoly_struct *p, uint32_t variable);
/* Whether the variable occurs in the argument of atom k, or of atoms in it. */
bool symbolic_argument_has(const Ring *ring, uint32_t k, uint32_t variable);
/* symbolic_evaluate of atom k. */
Scalar symbolic_evaluate_atom(const Ring *ring, uint32_t k, Ring *into, uint32_t count, const Scalar *point);

/* symbolic_atoms.c: the ring's functions and powers. */
Scalar symbolic_function(Ring *ring, RingFunction function, Scalar a);
Scalar symbolic_power(Ring *ring, Scalar a, const Constant *exponent);
/* log a and sqrt a, where another condition says that a > 0. */
Scalar symbolic_logarithm(Ring *ring, Scalar a);
Scalar symbolic_root(Ring *ring, Scalar a);
/* The atom of a function of one operand, with its order where it has one. */
Scalar symbolic_call_atom(Ring *ring, FunctionCode function, int64_t order, Scalar a);
/* symbolic_functions.c: the library of functions; whether its atom is defined where its argument is positive. */
Scalar symbolic_call(Ring *ring, const RingCall *call, Scalar a, Scalar b);
bool symbolic_call_needs_positive(const Atom *atom);
/* Notes where the atom of a function is defined and differentiable; whether that is everywhere. */
void symbolic_call_require(Ring *ring, FunctionCode function, Scalar argument);
bool symbolic_call_is_analytic(FunctionCode function);
/* The atom's function at an argument over another ring. */
Scalar symbolic_call_atom_into(const Atom *atom, Ring *into, Scalar argument);
/* symbolic_domain.c: p /= 0 over its content, the leading coefficient made positive; the sign taken out. */
int symbolic_make_primitive(const Ring *ring, fmpz_mpoly_struct *p);
/* Notes a condition, or DOMAIN when a constant violates it. */
void symbolic_require(Ring *ring, SymbolicCondition condition, Scalar argument);

#endif
