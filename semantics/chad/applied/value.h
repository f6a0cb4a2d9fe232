/* Values of the applied language, CHAD section 9.2: LFun as functions,
 * Copower as lists of pairs. */
#ifndef ADJUDGE_APPLIED_VALUE_H
#define ADJUDGE_APPLIED_VALUE_H

#include "semantics/chad/applied/applied.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

typedef enum ValueKind {
  VALUE_REAL, /* count scalars at a */
  VALUE_UNIT,
  VALUE_PAIR,  /* (a, b) */
  VALUE_INT,   /* a scalar at a */
  VALUE_ARRAY, /* count items at a */
  /* Arrays of `type` that are 0 nearly everywhere, kept as sums until one looks at
   * their entries, so that lonehot and + take constant time. */
  VALUE_ONEHOT, /* b at the Int a, 0 elsewhere */
  VALUE_SUM,    /* a + b; count bounds the summands */
  VALUE_INL,    /* inl a */
  VALUE_INR,    /* inr a */
  /* Functions; LFun(T, S) is a function as T -> S is. */
  VALUE_CLOSURE,  /* \x. term, in the Env a */
  VALUE_ZERO_FUN, /* \x. 0_type */
  VALUE_PLUS_FUN, /* \x. a x +_type b x */
  VALUE_SWAPPED,  /* \x. a x b */
  /* Functions of LFun only. */
  VALUE_DELAYED, /* term in the Env a, kept once it ran */
  VALUE_LOP,     /* id of the lop, operand a */
  VALUE_LID,
  VALUE_LSEQ,    /* a ;l b */
  VALUE_LSWAP,   /* lswap a */
  VALUE_LEVAL,   /* leval at a */
  VALUE_LSINGLE, /* {(a, -)} */
  VALUE_LFOLD,   /* lcopowfold a, result of `type` */
  VALUE_LFST,
  VALUE_LSND,
  VALUE_LPAIR,   /* lpair(a, b) */
  VALUE_LBUILD,  /* lbuild a, result of `type` */
  VALUE_LINDEX,  /* index in id's place: a is an Int */
  VALUE_LSUM,    /* of `type` */
  VALUE_LONEHOT, /* a is an Int, result of `type` */
  VALUE_LBIGSUM, /* lbigsum a b, result of `type` */
  VALUE_LITER,   /* liter a b */
  /* Lists, as trees of appends, so that + takes constant time; count entries. */
  VALUE_NIL,
  VALUE_ENTRY, /* [(a, b)] */
  VALUE_APPEND /* a then b */
} ValueKind;

typedef struct AppliedValue Value;

/* An environment: the innermost identifier first. */
typedef struct Env {
  const Value *value;
  const struct Env *outer;
} Env;

/* Small, and all of one size: an iteration's derivative is a million of them.  What a and
 * b are is said at the kinds; Values unless something else is. */
struct AppliedValue {
  ValueKind kind;
  uint32_t count; /* scalars, items or entries */
  uint32_t id;    /* CLOSURE, DELAYED: the term; LOP: the LopId */
  AppliedTypeId type;
  const void *a, *b;
};

/* ONEHOT, SUM and DELAYED: what they are, once it was asked for. */
typedef struct Forceable {
  Value value;
  const Value *forced;
  uint64_t entry; /* the Scratch's when it was made */
} Forceable;

static inline const Value *value_at(const void *part) { return part; }
static inline const Scalar *value_scalars(const Value *value) { return value->a; }
static inline const Value *const *value_items(const Value *value) { return value->a; }
static inline const Env *value_env(const Value *value) { return value->a; }
static inline Forceable *value_forceable_of(const Value *value) { return (Forceable *)(void *)value; }
static inline const Value **value_forced(const Value *value) { return &value_forceable_of(value)->forced; }

/* Memory for an entry of an array; scratch.c. */
typedef struct Scratch {
  Arena arena[2];
  bool ready;              /* they are arenas */
  uint32_t depth;          /* entries around what is made now */
  uint64_t entry, entries; /* the innermost of them, 0 for none; how many there have been */
} Scratch;

typedef struct Interpreter {
  Machine *machine;
  AppliedTables *tables;
  struct Frame *spare; /* linear.c: frames to be used again */
  Scratch scratch;
} Interpreter;

/* Where values were made before. */
typedef struct Elsewhere {
  Arena *arena;
  struct Frame *spare;
  uint32_t depth;
  uint64_t entry;
  ArenaMark mark;
} Elsewhere;

/* An array that is made entry by entry. */
typedef struct Making {
  AppliedTypeId type, element;
  uint32_t n;
  Scalar *scalars; /* of real^n, which is `reals` */
  const Value *reals, **items;
  bool scratch; /* entries have memory of their own: so long as their values were small */
  Elsewhere back;
} Making;

/* values.c: making values, 0 and + by recursion on the type. */
MUST_CHECK Status value_make(Interpreter *in, Value value, const Value **out);
/* ONEHOT, SUM or DELAYED, not yet forced. */
MUST_CHECK Status value_forceable(Interpreter *in, Value value, const Value **out);
/* real^n with its scalars to be filled in. */
MUST_CHECK Status value_real(Interpreter *in, uint32_t n, Scalar **scalars, const Value **out);
MUST_CHECK Status value_int(Interpreter *in, int64_t n, const Value **out);
/* An array of `type` from its items, as many as it has: for real^n of scalars. */
MUST_CHECK Status value_array(Interpreter *in, AppliedTypeId type, uint32_t count, const Value *const *items,
                              const Value **out);
/* Entry i of real^n or of an array; DOMAIN out of range. */
MUST_CHECK Status value_index(Interpreter *in, const Value *array, int64_t i, const Value **out);
MUST_CHECK Status value_zero(Interpreter *in, AppliedTypeId type, const Value **out);
MUST_CHECK Status value_plus(Interpreter *in, AppliedTypeId type, const Value *a, const Value *b, const Value **out);
/* scratch.c */
void scratch_open(Interpreter *in);
void scratch_close(Interpreter *in);
/* What is made from here on stays to the end of the evaluation. */
void scratch_keep(Interpreter *in, Elsewhere *back);
void scratch_kept(Interpreter *in, const Elsewhere *back);
/* An array of `type`, of n entries: begun, then for each one making_entry, its evaluation and making_put, and ended. */
MUST_CHECK Status making_begin(Interpreter *in, AppliedTypeId type, uint32_t n, Making *making);
void making_entry(Interpreter *in, Making *making);
MUST_CHECK Status making_put(Interpreter *in, Making *making, uint32_t k, const Value *value);
MUST_CHECK Status making_end(Interpreter *in, const Making *making, const Value **out);
/* Whether a forceable value was made outside of the entry that is made now. */
static inline bool scratch_outlives(const Interpreter *in, const Value *value) {
  return value_forceable_of(value)->entry != in->scratch.entry;
}
/* spread.c: lonehot i v, and a + b of arrays of which one is such a sum. */
MUST_CHECK Status spread_onehot(Interpreter *in, AppliedTypeId type, const Value *i, const Value *v, const Value **out);
MUST_CHECK Status spread_plus(Interpreter *in, AppliedTypeId type, const Value *a, const Value *b, const Value **out);
/* The array that a value is, with its entries; other values are left. */
MUST_CHECK Status spread_dense(Interpreter *in, const Value *value, const Value **out);
static inline bool value_is_spread(const Value *value) {
  return value->kind == VALUE_ONEHOT || value->kind == VALUE_SUM;
}
/* The first-order values of the interface, flat. */
MUST_CHECK Status value_from_flat(Interpreter *in, AppliedTypeId type, const Scalar **flat, const Value **out);
MUST_CHECK Status value_to_flat(Interpreter *in, const Value *value, Scalar **flat, Scalar *end);

/* linear.c: functions at work. */
MUST_CHECK Status value_apply(Interpreter *in, const Value *function, const Value *argument, const Value **out);
/* interpret_control.c: sums, iteration and array combinators. */
MUST_CHECK Status applied_eval_control(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out);
/* interpret_vec.c: dynamic arrays. */
MUST_CHECK Status applied_eval_vec(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out);
/* interpret_control.c: is and as, Ints and entries. */
MUST_CHECK Status applied_eval_indexed(Interpreter *in, AppliedTermId is, AppliedTermId as, const Env *env,
                                       const Value **indices, const Value **array);
/* The n sums of the entries by their indices. */
MUST_CHECK Status applied_scatter(Interpreter *in, AppliedTypeId element, uint32_t n, const Value *indices,
                                  const Value *array, const Value ***items);
MUST_CHECK Status value_truth(Interpreter *in, bool holds, const Value **out);
/* interpret.c */
MUST_CHECK Status env_bind(Interpreter *in, const Value *value, const Env *outer, const Env **out);
MUST_CHECK Status applied_eval_term(Interpreter *in, AppliedTermId t, const Env *env, const Value **out);

/* One level of recursion and one step, and the way back.  A level here takes
 * as much stack as three of the machine's are meant to. */
static inline Status interpreter_enter(Interpreter *in) {
  if (in->machine->depth < APPLIED_LEVEL || in->machine->fuel == 0) return STATUS_LIMIT;
  in->machine->depth -= APPLIED_LEVEL;
  in->machine->fuel--;
  return STATUS_OK;
}

static inline void interpreter_leave(Interpreter *in) { in->machine->depth += APPLIED_LEVEL; }

#endif
