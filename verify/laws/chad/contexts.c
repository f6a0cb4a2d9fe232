/* CONTEXT: terms that have one meaning are equal in every context (CHAD Lemma 5.8, Thm. 5.10).
 *
 * The pairs are equal for another reason than an equation used at one place: a program and its normal form; a program
 * and itself with the operands of its operations exchanged, which is algebra; and the derivatives of these, the
 * derivative's normal form, and what the simplifier makes of it.  The contexts are frames, one or two of them, around a
 * hole of the program's type, functions too, that may bind what the program takes; and what observes the whole at
 * first-order types. */
#include "ad/simplify/simplify.h"
#include "semantics/memory/try.h"
#include "verify/battery/subject.h"
#include "verify/normal/normal.h"
#include "verify/rewrite/observe.h"

/* Unless thorough, one program in so many, in one context. */
#define CONTEXT_ROTATION 8u
#define CONTEXT_TURN 5u
#define CONTEXT_STEPS ((uint64_t)1 << 14)
#define CONTEXT_SIZE 400u /* nodes of the largest program that is looked at */
#define CONTEXT_SMALL                                                                                                  \
  20u /* and of the largest that is put into all contexts when thorough; else into one of each frame */
#define CONTEXT_SEEDS 3u

/* ----------------------------------------------------------------- frames -- */

typedef enum Frame {
  FRAME_NONE,    /* [ ] */
  FRAME_LET,     /* let f = [ ] in fst (f, f) */
  FRAME_SHADOW,  /* let x = x + x in [ ], x what the program takes last */
  FRAME_TWICE,   /* let h = \x. [ ] in (h x, h (x + x)) */
  FRAME_BRANCH,  /* if 0 < 1 then [ ] else [ ] */
  FRAME_ENTRY,   /* (build 2 (i. [ ])) ! 1 */
  FRAME_HANDED,  /* (\g. \y. g y) [ ]           of functions */
  FRAME_COMPOSE, /* let f = [ ] in \y. f (f y)  of functions of a type to itself */
  FRAME_COUNT
} Frame;

/* In a witness, before the frame's number. */
static const char *const frame_names[FRAME_COUNT] = {" in no frame,",
                                                     " in a let, frame",
                                                     " where x is bound anew, frame",
                                                     " in \\x, applied twice, frame",
                                                     " in a conditional, frame",
                                                     " in an array, frame",
                                                     " handed to a function, frame",
                                                     " composed with itself, frame"};

/* x + x of the identifier with this index, or itself where its type has no sum. */
static TermId doubled(Store *store, TypeId type, uint32_t index) {
  const TypeNode node = *type_node(&store->types, type);
  TermId x = term_var(store, index);
  if (node.kind != TYPE_REAL) return x;
  return term_op(store, op_make(&store->ops, &store->types, OP_ADD, node.n, 0), x, x);
}

static TermId integer(Store *store, int64_t n) {
  return term_op(store, op_make_int(&store->ops, &store->types, n), TERM_NONE_ID, TERM_NONE_ID);
}

/* Around a program that takes something: x is its last. */
static TermId bind_again(Store *store, Frame frame, const Program *program) {
  TypeId last = program->context[program->length - 1];
  TermId under = term_shift(store, program->term, 1, 1); /* the hole's x is the one that is bound here */
  if (frame == FRAME_SHADOW) return term_let(store, NAME_NONE, doubled(store, last, 0), under);
  TermId h = term_var(store, 0), first = term_app(store, h, term_var(store, 1));
  TermId both = term_pair(store, first, term_app(store, h, doubled(store, last, 1)));
  return term_let(store, NAME_NONE, term_lam(store, NAME_NONE, last, under), both);
}

static TermId branch(Store *store, TermId t) {
  OpId less = op_make(&store->ops, &store->types, OP_ILESS, 1, 0); /* of Ints: not all rings have an order */
  TermId under = term_shift(store, t, 0, 1), test = term_op(store, less, integer(store, 0), integer(store, 1));
  return term_match(store, NAME_NONE, NAME_NONE, test, under, under);
}

static TermId entry(Store *store, TermId t) {
  return term_index(store, integer(store, 1), term_build(store, NAME_NONE, 2, term_shift(store, t, 0, 1)));
}

static TermId around_function(Store *store, Frame frame, TypeId type, TermId t) {
  const TypeNode function = *type_node(&store->types, type);
  TermId f = term_var(store, 1), y = term_var(store, 0), call = term_app(store, f, y);
  if (frame == FRAME_COMPOSE)
    return term_let(store, NAME_NONE, t, term_lam(store, NAME_NONE, function.a, term_app(store, f, call)));
  return term_app(store, term_lam(store, NAME_NONE, type, term_lam(store, NAME_NONE, function.a, call)), t);
}

/* The program in the frame, in the same context; false where the frame does not fit. */
static bool plug(Store *store, Frame frame, Program *program) {
  const TypeNode type = *type_node(&store->types, program->type);
  TermId both = term_pair(store, term_var(store, 0), term_var(store, 0));
  switch (frame) {
  case FRAME_NONE: return true;
  case FRAME_LET: program->term = term_let(store, NAME_NONE, program->term, term_fst(store, both)); return true;
  case FRAME_SHADOW:
  case FRAME_TWICE:
    if (program->length == 0) return false;
    program->term = bind_again(store, frame, program);
    if (frame == FRAME_TWICE) program->type = type_prod(&store->types, program->type, program->type);
    return true;
  case FRAME_BRANCH: program->term = branch(store, program->term); return true;
  case FRAME_ENTRY: program->term = entry(store, program->term); return true;
  case FRAME_HANDED:
  case FRAME_COMPOSE:
    if (type.kind != TYPE_FUN || (frame == FRAME_COMPOSE && !type_equal(type.a, type.b))) return false;
    program->term = around_function(store, frame, program->type, program->term);
    return true;
  case FRAME_COUNT: break;
  }
  return false;
}

/* ---------------------------------------------------------------- algebra -- */

/* x o y as y o x, x - y as x + (-y): what no equation of Figs. 4 and 6 does. */
static TermId exchanged_op(Store *store, OpId id, TermId x, TermId y) {
  const OpNode op = *op_node(&store->ops, id);
  switch ((int)op.code) {
  case OP_ADD:
  case OP_MUL:
  case OP_MAX:
  case OP_MIN:
  case OP_DOT: return term_op(store, id, y, x);
  case OP_SUB: {
    TermId negative = term_op(store, op_make(&store->ops, &store->types, OP_NEG, op.n, 0), y, TERM_NONE_ID);
    return term_op(store, op_make(&store->ops, &store->types, OP_ADD, op.n, 0), x, negative);
  }
  default: return term_op(store, id, x, y);
  }
}

static TermId exchanged(Store *store, TermId t) {
  const Term node = *term(store, t);
  TermId kid[TERM_KIDS];
  for (int i = 0; i < TERM_KIDS; i++) kid[i] = node.kid[i].id == 0 ? TERM_NONE_ID : exchanged(store, node.kid[i]);
  if (node.kind == TERM_OP) return exchanged_op(store, (OpId){node.payload}, kid[0], kid[1]);
  return term_make(store, node.kind, node.payload, node.name, kid[0], kid[1], kid[2], kid[3]);
}

/* ------------------------------------------------------------ in a context -- */

typedef struct Context {
  Frame inner, outer;
} Context;

static What in(const char *text, Context context) {
  return (What){text, {frame_names[context.inner], frame_names[context.outer]}, {context.inner, context.outer}};
}

/* The program in the context, closed and observed; `types` has room for its context.  OK and `*fits` false where a
 * frame does not fit. */
static Status observed(Subject *subject, Context context, const Program *program, TypeId *types, Program *seen,
                       bool *linear, bool *fits) {
  Store *store = subject->battery->store;
  Program plugged = *program, closed;
  *fits = plug(store, context.inner, &plugged) && plug(store, context.outer, &plugged);
  if (!*fits) return STATUS_OK;
  TRY(observe_close(store, &plugged, subject->seed, types, &closed));
  return observe_program(store, &closed, subject->seed, seen, linear);
}

static void compare_values(Subject *inner, const char *text, Context context, const Program *other) {
  Battery *battery = inner->battery;
  for (int k = 0; k <= TARGET_EVALUATORS; k++) {
    const Evaluator *evaluator = k == 0 ? &source_evaluator : target_evaluators[k - 1];
    Scalar *value = subject_scalars(inner, inner->outputs);
    if (value == NULL) return;
    ArenaMark mark = arena_mark(&battery->values);
    Machine machine = machine_make(battery->store, inner->ring, &battery->values);
    Status status = evaluator->eval(&machine, other, inner->point, value);
    arena_release(&battery->values, mark);
    if (status != STATUS_OK)
      judge_status(inner, LAW_CONTEXT, 0, evaluator->name, in(text, context), status);
    else
      (void)judge_outputs(inner, LAW_CONTEXT, 0, evaluator->name, in(text, context), inner->value, value);
  }
}

/* C[t] in the source evaluator against C[s] in each. */
static void check_source(Subject *subject, const char *text, Context context, const Program *other) {
  TypeId *types = subject_room(subject, subject->program->length, sizeof *types);
  Program left, right;
  bool linear = false, fits = false;
  Status status =
      types == NULL ? STATUS_LIMIT : observed(subject, context, subject->program, types, &left, &linear, &fits);
  if (status == STATUS_OK && fits) status = observed(subject, context, other, types, &right, &linear, &fits);
  if (status == STATUS_OK && !fits) return;
  Subject inner = *subject;
  inner.program = &left;
  inner.ring = NULL;
  if (status == STATUS_OK) status = subject_locate(&inner);
  if (status == STATUS_OK)
    compare_values(&inner, text, context, &right);
  else
    judge_status(subject, LAW_CONTEXT, 0, source_evaluator.name, in(text, context), status);
}

/* ------------------------------------------------------------- derivatives -- */

/* The images of a few seeds under C[d], observed; dimensions and seeds of `derived` are set by the first. */
static Status images(Subject *subject, const Evaluator *evaluator, const Program *seen, Derived *derived,
                     Scalar **image) {
  Store *store = subject->battery->store;
  const TypeNode *pair = type_node(&store->types, seen->type), *map = type_node(&store->types, pair->b);
  derived->domain = type_node(&store->types, map->a)->dim;
  derived->codomain = type_node(&store->types, map->b)->dim;
  if (derived->seed == NULL) TRY(subject_seed(subject, derived));
  Scalar *primal = subject_scalars(subject, type_node(&store->types, pair->a)->dim);
  *image = subject_scalars(subject, CONTEXT_SEEDS * derived->codomain);
  if (primal == NULL || *image == NULL) return STATUS_LIMIT;
  ArenaMark mark = arena_mark(&subject->battery->values);
  Machine machine = machine_make(store, subject->ring, &subject->battery->values);
  Status status = evaluator->eval_linear(&machine, seen, subject->point, CONTEXT_SEEDS, derived->seed, primal, *image);
  arena_release(&subject->battery->values, mark);
  return status;
}

/* C[d] against C[e], each in one target evaluator and the next. */
static void check_linear(Subject *subject, const Derived *derived, const char *text, Context context,
                         const Program *other) {
  TypeId *types = subject_room(subject, subject->program->length, sizeof *types);
  Program left, right;
  bool linear = false, fits = false;
  Scalar *expected = NULL, *found = NULL;
  Derived seeds = {.engine = &chad_reverse}; /* random ones: the direction is not of this domain */
  uint64_t turn = (uint64_t)subject->index / CONTEXT_ROTATION;
  const Evaluator *one = target_evaluators[turn % TARGET_EVALUATORS];
  const Evaluator *two = target_evaluators[(turn + turn / TARGET_EVALUATORS) % TARGET_EVALUATORS];
  Status status =
      types == NULL ? STATUS_LIMIT : observed(subject, context, &derived->program, types, &left, &linear, &fits);
  if (status == STATUS_OK && fits) status = observed(subject, context, other, types, &right, &linear, &fits);
  if (status == STATUS_OK && (!fits || !linear)) return;
  if (status == STATUS_OK) status = images(subject, one, &left, &seeds, &expected);
  if (status == STATUS_DOMAIN) { /* the context may ask for it at another point */
    judge_count(subject, LAW_CONTEXT, derived->slot, OUTCOME_DOMAIN);
    return;
  }
  if (status == STATUS_OK) status = images(subject, two, &right, &seeds, &found);
  if (status == STATUS_OK)
    (void)judge_equal(subject, LAW_CONTEXT, derived->slot, two->name, in(text, context), CONTEXT_SEEDS * seeds.codomain,
                      expected, found);
  else
    judge_status(subject, LAW_CONTEXT, derived->slot, two->name, in(text, context), status);
}

/* A normal form, or what the simplifier makes; id 0 where there is none. */
static TermId normal_of(Subject *subject, const Program *program) {
  TermId form = TERM_NONE_ID;
  Status status = normal_form(subject->battery->store, &subject->battery->values, CONTEXT_STEPS, program, &form);
  return status == STATUS_OK ? form : TERM_NONE_ID;
}

static void check_derivative(Subject *subject, const Derived *derived, Context context, TermId algebra) {
  Store *store = subject->battery->store;
  Program source = *subject->program, other = derived->program;
  other.term = normal_of(subject, &derived->program);
  if (other.term.id != 0) check_linear(subject, derived, "the derivative's normal form", context, &other);
  Status status = simplify(store, &derived->program, SIMPLIFY_ALL, CONTEXT_STEPS, &other.term, NULL);
  if (status == STATUS_OK) check_linear(subject, derived, "the derivative, simplified", context, &other);
  TypeId *types = subject_room(subject, source.length, sizeof *types);
  source.term = algebra;
  if (types == NULL || subject->given[derived->engine->reverse ? 1 : 0] != NULL) return;
  if (derived->engine->transform(store, &source, types, &other) == STATUS_OK)
    check_linear(subject, derived, "the derivative of the program with operands exchanged", context, &other);
}

static void check_context(Subject *subject, Context context) {
  Store *store = subject->battery->store;
  Workspace mark = subject_mark(subject);
  Program other = *subject->program;
  TermId algebra = exchanged(store, subject->program->term);
  other.term = normal_of(subject, subject->program);
  if (other.term.id != 0) check_source(subject, "the normal form", context, &other);
  other.term = algebra;
  check_source(subject, "operands exchanged", context, &other);
  for (int e = 0; e < SUBJECT_ENGINES && program_is_flat(store, subject->program); e++) {
    const Derived *derived = &subject->derived[e];
    if (derived_usable(derived)) check_derivative(subject, derived, context, algebra);
  }
  subject_release(subject, mark);
}

void laws_contexts(Subject *subject) {
  uint64_t turn = (uint64_t)subject->index / CONTEXT_ROTATION, size;
  bool thorough = subject->options->thorough;
  if (!law_on(subject, LAW_CONTEXT)) return;
  size = term_size(subject->battery->store, subject->program->term);
  if (size > CONTEXT_SIZE) return;
  if (!thorough && (uint64_t)subject->index % CONTEXT_ROTATION != CONTEXT_TURN) return;
  uint64_t contexts = !thorough ? 1 : size <= CONTEXT_SMALL ? FRAME_COUNT * FRAME_COUNT : FRAME_COUNT;
  for (uint64_t k = 0; k < contexts; k++) {
    uint64_t at = contexts == 1             ? turn % (FRAME_COUNT * FRAME_COUNT)
                  : contexts == FRAME_COUNT ? k * FRAME_COUNT + (k + turn) % FRAME_COUNT
                                            : k;
    check_context(subject, (Context){(Frame)(at % FRAME_COUNT), (Frame)(at / FRAME_COUNT)});
  }
}
