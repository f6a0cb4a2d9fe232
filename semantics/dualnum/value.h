/* Values of the dual-numbers languages and the run they live in.  Private to
 * semantics/dualnum. */
#ifndef ADJUDGE_DUAL_VALUE_H
#define ADJUDGE_DUAL_VALUE_H

#include "semantics/dualnum/dual_eval.h"
#include "semantics/tables/rules.h"

typedef enum DualValueKind {
  DUAL_VALUE_UNIT,
  DUAL_VALUE_INT,
  DUAL_VALUE_REAL,
  DUAL_VALUE_PAIR,
  DUAL_VALUE_ARRAY,
  DUAL_VALUE_INL,
  DUAL_VALUE_INR,
  DUAL_VALUE_CLOSURE,
  DUAL_VALUE_LINEAR,
  DUAL_VALUE_STAGED,
  DUAL_VALUE_ENDO,
  DUAL_VALUE_CONTRIB
} DualValueKind;

typedef struct DualValue {
  DualValueKind kind;
  uint32_t n;       /* ARRAY: the length; CLOSURE: the body */
  Scalar scalar;    /* INT, REAL */
  const void *data; /* PAIR, ARRAY, INL, INR: values; CLOSURE: environment; LINEAR, STAGED, ENDO, CONTRIB: see below */
} DualValue;

typedef struct DualEnvironment {
  DualValue value;
  const struct DualEnvironment *outer;
  uint32_t level;
} DualEnvironment;

/* Calls of one function in the gradient call of that number. */
typedef struct DualCalls {
  uint64_t gradient, calls;
} DualCalls;

/* A linear function.  One from the reals is a backpropagator, as it stands beside a
 * scalar, and counts its calls in the gradient call at hand. */
typedef struct DualLinear {
  const DualEnvironment *env;
  DualTermId body;
  DualCalls *count; /* NULL: not counted */
} DualLinear;

/* Finite maps from ids: persistent balanced trees.  A delayed call is
 * (function, argument); in a collector of cotangents the function is NULL. */
typedef struct DualTree {
  int64_t key;
  const DualLinear *function;
  Scalar argument;
  const struct DualTree *left, *right;
  uint32_t height;
} DualTree;

/* Staged c = (c, Map Int (real -o Staged c, real)) */
typedef struct DualStagedValue {
  DualValue cotangent;
  const DualTree *calls;
} DualStagedValue;

/* Endofunctions, as data: what they do when applied; NULL is the identity. */
typedef enum DualEndoKind {
  ENDO_COMPOSE, /* first . second */
  ENDO_ADD,     /* \a. value + a */
  ENDO_IN_FST,
  ENDO_IN_SND,
  ENDO_IN_ENTRY,
  ENDO_COTANGENT, /* on the cotangent of Staged */
  ENDO_CALL,      /* insert or add a call at id */
  ENDO_ONEHOT,    /* add to the cotangent of input id */
  ENDO_UPDATE     /* \_R s. r */
} DualEndoKind;

/* A resource-linear function: (E, z=w, s. r). */
typedef struct DualUpdate {
  const DualEnvironment *env;
  DualValue z;
  DualTermId body;
} DualUpdate;

typedef struct DualEndo {
  DualEndoKind kind;
  int64_t id;
  const struct DualEndo *first, *second;
  const DualLinear *function;
  const DualUpdate *update;
  DualValue value;
} DualEndo;

/* Contrib: NULL is []; an append has `first`, an entry none. */
typedef struct DualContrib {
  const struct DualContrib *first, *second;
  int64_t id;
  const struct DualContrib *entry; /* of node `id` */
  Scalar partial;
} DualContrib;

/* One run of a derivative. */
typedef struct DualRun {
  Machine *machine;
  const DualProgram *program;
  CostMeter *meter;
  uint64_t gradient; /* the number of the gradient call under way */
} DualRun;

static inline const DualValue *dual_parts(const DualValue *value) { return value->data; }
static inline DualValue dual_real_value(Scalar scalar) { return (DualValue){DUAL_VALUE_REAL, 0, scalar, NULL}; }
static inline DualValue dual_int_value(int64_t n) { return (DualValue){DUAL_VALUE_INT, 0, scalar_from_int(n), NULL}; }
static inline DualValue dual_boxed(DualValueKind kind, const void *data) { return (DualValue){kind, 0, {0}, data}; }

/* One step: LIMIT when fuel is out. */
static inline Status dual_step(DualRun *run) {
  if (run->machine->fuel == 0) return STATUS_LIMIT;
  run->machine->fuel--;
  return STATUS_OK;
}

/* ---- value.c */
MUST_CHECK Status dual_pair(DualRun *run, const DualValue *a, const DualValue *b, DualValue *out);
/* Of n values in arena memory: one number is itself. */
DualValue dual_array_value(uint32_t n, const DualValue *values);
bool dual_is_array(const DualValue *value, uint32_t *n);
const DualValue *dual_entry(const DualValue *array, uint32_t k);
/* Flat scalars in and out; the pointer moves on. */
MUST_CHECK Status dual_read(DualRun *run, DualTypeId type, const Scalar **input, DualValue *out);
MUST_CHECK Status dual_write(DualRun *run, DualTypeId type, const DualValue *value, Scalar **output);
/* The monoids of linear types. */
MUST_CHECK Status dual_zero(DualRun *run, DualTypeId type, DualValue *out);
MUST_CHECK Status dual_plus(DualRun *run, const DualValue *a, const DualValue *b, DualValue *out);

/* ---- tree.c: work is counted as steps */
/* tree with argument added at the key, where it becomes (function, argument). */
MUST_CHECK Status dual_tree_add(DualRun *run, const DualTree *tree, int64_t key, const DualLinear *function,
                                Scalar argument, const DualTree **out);
MUST_CHECK Status dual_tree_union(DualRun *run, const DualTree *a, const DualTree *b, const DualTree **out);
/* The highest entry of a tree that is not empty, and the others. */
MUST_CHECK Status dual_tree_pop(DualRun *run, const DualTree *tree, const DualTree **highest, const DualTree **rest);

/* ---- eval.c */
/* E; z=w |- t => out; z NULL in the Cartesian judgement. */
MUST_CHECK Status dual_value(DualRun *run, DualTermId t, const DualEnvironment *env, const DualValue *z,
                             DualValue *out);
/* E, x=w with w still to come; NULL at the arena's limit. */
DualEnvironment *dual_extend(DualRun *run, const DualEnvironment *env);
/* An Int by its term. */
MUST_CHECK Status dual_integer(DualRun *run, DualTermId t, const DualEnvironment *env, int64_t *n);

/* ---- arrays.c: the rules of arrays; z NULL in the Cartesian judgement */
MUST_CHECK Status dual_index_entry(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z,
                                   DualValue *out);
MUST_CHECK Status dual_build(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z,
                             DualValue *out);
/* [], snoc t s and length t. */
MUST_CHECK Status dual_vec(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out);
/* A Vec of n entries that are still to come. */
MUST_CHECK Status dual_vec_room(DualRun *run, uint32_t n, DualValue **entries, DualValue *out);
MUST_CHECK Status dual_thread(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out);
MUST_CHECK Status dual_sum(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z,
                           DualValue *out);
MUST_CHECK Status dual_onehot(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z,
                              DualValue *out);

/* ---- grouping.c */
MUST_CHECK Status dual_pointwise(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out);
/* group k is m, in time k + m. */
MUST_CHECK Status dual_group(DualRun *run, const DualTerm *t, const DualEnvironment *env, DualValue *out);

/* ---- eval.c */
/* Applies a linear function, and counts it. */
MUST_CHECK Status dual_call(DualRun *run, const DualLinear *function, const DualValue *argument, DualValue *out);

/* ---- staged.c: Staged, for D2 and D3 */
MUST_CHECK Status dual_staged_call(DualRun *run, DualTypeId type, int64_t id, const DualLinear *function,
                                   Scalar argument, DualValue *out);
MUST_CHECK Status dual_resolve(DualRun *run, const DualValue *staged, DualValue *out);

/* ---- endo.c */
MUST_CHECK Status dual_endo_make(DualRun *run, const DualEndo *endo, DualValue *out);
/* An endofunction of a cotangent type applied. */
MUST_CHECK Status dual_endo_apply(DualRun *run, const DualEndo *endo, const DualValue *value, DualValue *out);

/* ---- collect.c: the collectors */
typedef enum CollectorKind { COLLECTOR_STAGED, COLLECTOR_MAP, COLLECTOR_ARRAY } CollectorKind;
typedef struct DualCollector {
  CollectorKind kind;
  DualValue cotangent;                /* STAGED */
  const DualTree *cotangents, *calls; /* MAP; and STAGED the second */
  Scalar *gradient;                   /* ARRAY: of the inputs, */
  const DualLinear **functions;       /* and of the ids with a call */
  Scalar *arguments;
  uint32_t inputs, ids;
} DualCollector;
/* collector := endo(collector) */
MUST_CHECK Status dual_collect(DualRun *run, const DualEndo *endo, DualCollector *collector);
/* The highest call taken out and made, until there is none. */
MUST_CHECK Status dual_resolve_endo(DualRun *run, const DualEndo *endo, DualTypeId cotangent, DualValue *out);
MUST_CHECK Status dual_gather_map(DualRun *run, const DualEndo *endo, uint32_t inputs, DualValue *out);
MUST_CHECK Status dual_gather_array(DualRun *run, const DualEndo *endo, uint32_t inputs, int64_t ids, DualValue *out);
/* SAlloc: two arrays of zeros. */
MUST_CHECK Status dual_new_arrays(DualRun *run, uint32_t inputs, int64_t ids, DualCollector *collector);
/* freeze . SResolve: the calls at the ids below `last`, in falling order, and the gradient that is left. */
MUST_CHECK Status dual_freeze(DualRun *run, DualCollector *collector, int64_t last, DualValue *out);

/* ---- resource.c: resource-linear functions */
/* \_R s. r, and SAlloc n i f. */
MUST_CHECK Status dual_resource_function(DualRun *run, const DualTerm *t, const DualEnvironment *env,
                                         const DualValue *z, DualValue *out);
MUST_CHECK Status dual_alloc(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z,
                             DualValue *out);
/* s := f s, in place. */
MUST_CHECK Status dual_update(DualRun *run, const DualUpdate *f, DualCollector *s);

/* ---- contrib.c: the defunctionalised sweep */
MUST_CHECK Status dual_contrib_entry(DualRun *run, const DualValue *id_and_entry, Scalar partial, DualValue *out);
MUST_CHECK Status dual_sweep(DualRun *run, const DualContrib *contributions, uint32_t inputs, int64_t ids,
                             DualValue *out);

#endif
