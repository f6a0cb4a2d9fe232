/* What terms evaluate to on the way to their normal forms, and the parts that
 * normal forms are made of.  Private to verify/normal.
 *
 * On failure every function answers NULL (or an unchanged list) and
 * normal->status says why; given NULL it answers NULL. */
#ifndef ADJUDGE_VERIFY_NORMAL_DOMAIN_H
#define ADJUDGE_VERIFY_NORMAL_DOMAIN_H

#include "verify/normal/normal.h"

typedef struct Normal {
  Store *store;
  Arena *arena;
  uint64_t steps;
  uint32_t depth; /* nested calls left */
  uint32_t fresh; /* the next identifier */
  Status status;
} Normal;

/* ---- parts of normal forms: terms in which bound identifiers have unique names */

typedef struct Node Node;

/* case scrutinee of !y >< v -> ...: the v inside is the one bound here. */
typedef struct Case {
  const Node *scrutinee;
  uint32_t y;
  const struct Case *next; /* inside this one */
} Case;

/* A summand: cases, outermost first, around a chain that uses v once. */
typedef struct Element {
  const Case *cases;
  const Node *core;
  const struct Element *next;
} Element;

struct Node {
  TermKind kind;      /* PLUS: a sum of any number of elements */
  uint32_t payload;   /* as in terms.def; VAR: the unique name; PLUS: the type */
  uint32_t binder[2]; /* the names bound in the child that binds */
  const Node *kid[TERM_KIDS];
  const Element *summands;
  const Case *cases; /* CASE: those around kid[0], results of the type in payload */
};

/* ---- values */

typedef struct Value Value;
typedef struct Linear Linear;

typedef struct Env {
  const Value *value;
  const struct Env *next; /* of the identifiers further out */
} Env;

typedef enum ValueKind { VALUE_UNIT, VALUE_PAIR, VALUE_FUN, VALUE_LFUN, VALUE_NEUTRAL } ValueKind;

/* Of the Cartesian judgement. */
struct Value {
  ValueKind kind;
  TypeId type;        /* NEUTRAL: its own; FUN, LFUN: of the argument */
  const Value *a, *b; /* PAIR */
  const Env *env;     /* FUN, LFUN */
  TermId body;
  const Node *node; /* NEUTRAL, and every value of type real^n, Int, T^n */
};

typedef enum LinearKind {
  LINEAR_ZERO,
  LINEAR_PLUS,    /* a + b */
  LINEAR_CASES,   /* cases around a */
  LINEAR_PAIR,    /* (a, b) */
  LINEAR_LAM,     /* \y. body in env, with v = a */
  LINEAR_COPOWER, /* !key >< a */
  LINEAR_NEUTRAL
} LinearKind;

/* Of the linear judgement, at a value of v.  At type 1_ all are zero. */
struct Linear {
  LinearKind kind;
  TypeId type; /* ZERO, NEUTRAL: its own; LAM: of the argument */
  const Linear *a, *b;
  const Value *key;
  const Env *env;
  TermId body;
  const Node *node;
  const Case *cases;
};

typedef struct Elements {
  Element *first, *last;
} Elements;

/* ---- domain.c: making them */

/* Counts a step and a nested call; false at a limit. */
bool normal_enter(Normal *normal);
static inline void normal_leave(Normal *normal) { normal->depth++; }
/* Records the first failure; NULL. */
void *normal_fail(Normal *normal, Status status);
Node *normal_node_make(Normal *normal, TermKind kind, uint32_t payload);
const Node *normal_node_unary(Normal *normal, TermKind kind, uint32_t payload, const Node *a);
const Node *normal_node_binary(Normal *normal, TermKind kind, const Node *a, const Node *b);
/* `cases` around `core`, of that type. */
const Node *normal_node_cases(Normal *normal, const Case *cases, const Node *core, TypeId type);
const Env *normal_env_bind(Normal *normal, const Env *env, const Value *value);
const Value *normal_value_neutral(Normal *normal, const Node *node, TypeId type);
/* A new identifier: its name in *name. */
const Value *normal_value_fresh(Normal *normal, TypeId type, uint32_t *name);
const Linear *normal_linear_zero(Normal *normal, TypeId type);
const Linear *normal_linear_plus(Normal *normal, const Linear *a, const Linear *b);
const Linear *normal_linear_cases(Normal *normal, const Case *cases, const Linear *a);
const Linear *normal_linear_neutral(Normal *normal, const Node *node, TypeId type);
/* v itself, at that type. */
const Linear *normal_linear_v(Normal *normal, TypeId type);
/* `outer` around `inner`. */
const Case *normal_cases_append(Normal *normal, const Case *outer, const Case *inner);
/* A component of a type: `second` or first; none (and ILL_TYPED) unless of that kind. */
TypeId normal_part(Normal *normal, TypeId type, TypeKind kind, bool second);

/* ---- cartesian.c */

const Value *normal_value_of(Normal *normal, const Env *env, TermId t);
const Value *normal_value_select(Normal *normal, const Value *value, bool second);
const Value *normal_value_apply(Normal *normal, const Value *function, const Value *argument);
const Linear *normal_value_apply_linear(Normal *normal, const Value *function, const Linear *argument);

/* ---- linear.c */

const Linear *normal_linear_of(Normal *normal, const Env *env, const Linear *v, TermId t);
const Linear *normal_linear_select(Normal *normal, const Linear *value, bool second);
const Linear *normal_linear_apply(Normal *normal, const Linear *power, const Value *argument);
/* The sum over the elements e of `value` of make(context, e), of type `result`. */
typedef const Node *ElementMake(Normal *normal, const void *context, const Node *element);
const Linear *normal_linear_map_elements(Normal *normal, TypeId type, const Linear *value, TypeId result,
                                         ElementMake *make, const void *context);

/* ---- reify.c */

TypeId normal_value_type(Normal *normal, const Value *value);
TypeId normal_linear_type(Normal *normal, const Linear *value);
/* The normal form of a value of that type, eta-long. */
const Node *normal_value_reify(Normal *normal, TypeId type, const Value *value);
const Node *normal_linear_reify(Normal *normal, TypeId type, const Linear *value);
/* Appends the elements that the value is the sum of. */
void normal_linear_elements(Normal *normal, TypeId type, const Linear *value, Elements *out);
/* An element of `type` under a binder \z or build n (z. -): the cases outside that do not mention z. */
Element normal_element_bind(Normal *normal, TermKind kind, uint32_t payload, uint32_t z, TypeId type,
                            const Element *element);

/* ---- readback.c */

/* The term, in a context of `length` identifiers with the names 0..length-1. */
TermId normal_node_term(Normal *normal, const Node *node, uint32_t length);

#endif
