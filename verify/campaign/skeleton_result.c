/* The skeleton of a program's result: the program is asked, branch by branch, which one its result is. */
#include "verify/campaign/skeleton.h"

#include "semantics/tables/cases.h"

#define STEPS_MOST 1024u /* from the result to a part of it */
#define OTHER 2u         /* what a question answers off its way */

typedef enum Step { STEP_FST, STEP_SND, STEP_INL, STEP_INR, STEP_UNROLL, STEP_ENTRY } Step;

typedef struct Question {
  Machine *machine;
  Arena *arena;
  const Program *program;
  const Scalar *input;
  Step step[STEPS_MOST];
  uint32_t entry[STEPS_MOST];
  uint32_t depth;
} Question;

static TermId whole(Store *store, uint32_t value) {
  return term_op(store, op_make_int(&store->ops, &store->types, value), TERM_NONE_ID, TERM_NONE_ID);
}

/* What is asked of the part: 0 for inl, 1 for inr; the length of a Vec. */
static TermId observed(Store *store, TypeKind kind, TermId part) {
  if (kind == TYPE_VEC) return term_length(store, part);
  return term_match(store, (NameId){0}, (NameId){0}, part, whole(store, 0), whole(store, 1));
}

/* The question about the part of `value` that the steps from k on lead to. */
static TermId asked(const Question *q, TypeKind kind, uint32_t k, TermId value) {
  Store *store = q->machine->store;
  const NameId none = {0};
  for (; k < q->depth; k++) {
    switch (q->step[k]) {
    case STEP_FST: value = term_fst(store, value); break;
    case STEP_SND: value = term_snd(store, value); break;
    case STEP_UNROLL: value = term_unroll(store, value); break;
    case STEP_ENTRY: value = term_index(store, whole(store, q->entry[k]), value); break;
    case STEP_INL:
      return term_match(store, none, none, value, asked(q, kind, k + 1, term_var(store, 0)), whole(store, OTHER));
    case STEP_INR:
      return term_match(store, none, none, value, whole(store, OTHER), asked(q, kind, k + 1, term_var(store, 0)));
    }
  }
  return observed(store, kind, value);
}

/* The answer; false where there is none. */
static bool ask(Question *q, TypeKind kind, uint32_t *answer) {
  Store *store = q->machine->store;
  uint32_t mark = store_mark(store);
  ArenaMark values = arena_mark(q->machine->arena);
  Program program = *q->program;
  program.term = term_let(store, (NameId){0}, program.term, asked(q, kind, 0, term_var(store, 0)));
  program.type = type_int(&store->types);
  Scalar out;
  Status status = store_take_status(store);
  if (status == STATUS_OK) status = source_evaluator.eval(q->machine, &program, q->input, &out);
  arena_release(q->machine->arena, values);
  store_release(store, mark);
  if (status != STATUS_OK) return false;
  *answer = (uint32_t)scalar_to_int(out);
  return true;
}

static const Skeleton *part(Question *q, TypeId type);

static const Skeleton *part_after(Question *q, Step step, uint32_t entry, TypeId type) {
  if (q->depth == STEPS_MOST) return NULL;
  q->step[q->depth] = step;
  q->entry[q->depth++] = entry;
  const Skeleton *found = part(q, type);
  q->depth--;
  return found;
}

static bool same(const Skeleton *a, const Skeleton *b) {
  if (a == NULL || b == NULL) return a == b;
  return a->kind == b->kind && a->n == b->n && type_equal(a->type, b->type) && same(a->part[0], b->part[0]) &&
         same(a->part[1], b->part[1]);
}

/* Entries of several skeletons are none. */
static const Skeleton *entries(Question *q, SkeletonKind kind, TypeId type, uint32_t n) {
  Store *store = q->machine->store;
  TypeId element = type_element(&store->types, type);
  const Skeleton *first = n == 0 ? NULL : part_after(q, STEP_ENTRY, 0, element);
  bool flat = first != NULL && first->kind == SKELETON_FLAT;
  for (uint32_t k = 1; k < n && !flat && first != NULL; k++)
    if (!same(part_after(q, STEP_ENTRY, k, element), first)) first = NULL;
  return skeleton_of(q->arena, store, kind, type, n, first);
}

static const Skeleton *part(Question *q, TypeId type) {
  Store *store = q->machine->store;
  TypeNode node = *type_node(&store->types, type);
  uint32_t answer = 0;
  if (node.dim != TYPE_NOT_FLAT) return skeleton_flat(q->arena, store, type);
  switch (node.kind) {
  case TYPE_PROD: {
    const Skeleton *a = part_after(q, STEP_FST, 0, node.a);
    return a == NULL ? NULL : skeleton_pair(q->arena, store, a, part_after(q, STEP_SND, 0, node.b));
  }
  case TYPE_SUM: {
    if (!ask(q, node.kind, &answer) || answer >= OTHER) return NULL;
    const Skeleton *there = part_after(q, answer == 0 ? STEP_INL : STEP_INR, 0, answer == 0 ? node.a : node.b);
    return skeleton_of(q->arena, store, answer == 0 ? SKELETON_INL : SKELETON_INR, type, 0, there);
  }
  case TYPE_MU: {
    const Skeleton *inner = part_after(q, STEP_UNROLL, 0, type_unroll(&store->types, type));
    return skeleton_of(q->arena, store, SKELETON_ROLL, type, 0, inner);
  }
  case TYPE_ARRAY: return entries(q, SKELETON_ARRAY, type, node.n);
  case TYPE_VEC: return ask(q, node.kind, &answer) ? entries(q, SKELETON_VEC, type, answer) : NULL;
  case TYPE_FUN:
  case TYPE_SELF:
  case TYPE_LFUN:
  case TYPE_NONE:
  case TYPE_REAL:
  case TYPE_UNIT:
  case TYPE_INT:
  case TYPE_ANY_LINEAR: break;
  }
  return NULL;
}

const Skeleton *skeleton_of_result(Machine *machine, Arena *arena, const Program *program, const Scalar *input) {
  Question *q = arena_alloc(arena, sizeof *q);
  if (q == NULL) return NULL;
  *q = (Question){.machine = machine, .arena = arena, .program = program, .input = input};
  return part(q, program->type);
}
