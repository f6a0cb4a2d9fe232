/* Functions of the applied language at work: closures, 0 and + of functions,
 * and the API of LFun and Copower (CHAD Fig. 8, section 9.2). */
#include "semantics/chad/applied/value.h"

/* ------------------------------------------- elementary linear operations -- */

/* sum_k x[k * x_step] y[k * y_step] over n terms */
static Scalar product_sum(Ring *ring, const Scalar *x, size_t x_step, const Scalar *y, size_t y_step, uint32_t n) {
  Scalar sum = n == 0 ? ring_integer(ring, 0) : ring_mul(ring, x[0], y[0]);
  for (uint32_t k = 1; k < n; k++) sum = ring_add(ring, sum, ring_mul(ring, x[k * x_step], y[k * y_step]));
  return sum;
}

/* [[lop]](x)(v), the formulas of lops.def; lengths are those of the types. */
static Status lop_apply(Ring *ring, const LopNode *lop, const Scalar *x, const Scalar *v, Scalar *w) {
  uint32_t n = lop->n, m = lop->m;
  switch (lop->code) {
  case LOP_NEG:
    for (uint32_t i = 0; i < n; i++) w[i] = ring_neg(ring, v[i]);
    break;
  case LOP_SCALE:
    for (uint32_t i = 0; i < n; i++) w[i] = ring_mul(ring, x[i], v[i]);
    break;
  case LOP_SCALAR:
    for (uint32_t i = 0; i < n; i++) w[i] = ring_mul(ring, x[0], v[i]);
    break;
  case LOP_ALONG:
    for (uint32_t i = 0; i < n; i++) w[i] = ring_mul(ring, x[i], v[0]);
    break;
  case LOP_DOT: w[0] = product_sum(ring, x, 1, v, 1, n); break;
  case LOP_MATVEC:
    for (uint32_t j = 0; j < m; j++) w[j] = product_sum(ring, x + (size_t)j * n, 1, v, 1, n);
    break;
  case LOP_MATVEC_T:
    for (uint32_t i = 0; i < n; i++) w[i] = product_sum(ring, x + i, n, v, 1, m);
    break;
  case LOP_APPLY:
    for (uint32_t j = 0; j < m; j++) w[j] = product_sum(ring, v + (size_t)j * n, 1, x, 1, n);
    break;
  case LOP_OUTER:
    for (uint32_t j = 0; j < m; j++)
      for (uint32_t i = 0; i < n; i++) w[(size_t)j * n + i] = ring_mul(ring, v[j], x[i]);
    break;
  case LOP_DERIVATIVE:
  case LOP_TRANSPOSE:
  case LOP_CODE_COUNT: return STATUS_STUCK;
  }
  return ring_take_status(ring);
}

/* lop(t) v = [[lop]](t)(v) */
static OWN_FRAME Status apply_lop(Interpreter *in, const Value *function, const Value *v, const Value **out) {
  const Store *store = in->machine->store;
  const LopNode *lop = lop_node(&store->ops, (LopId){function->id});
  const Value *x = function->a;
  Scalar *w;
  TRY(spread_dense(in, v, &v));
  if (v->kind != VALUE_REAL || v->count != type_node(&store->types, lop->ldom)->n) return STATUS_STUCK;
  if (lop->arity == 1 &&
      (x == NULL || x->kind != VALUE_REAL || x->count != type_node(&store->types, lop->operand[0])->n))
    return STATUS_STUCK;
  TRY(value_real(in, type_node(&store->types, lop->cdom)->n, &w, out));
  return lop_apply(in->machine->ring, lop, lop->arity == 1 ? value_scalars(x) : value_scalars(v), value_scalars(v), w);
}

/* --------------------------------------------------------- combinators -- */

/* a at x, the result at y: \x. \y. t of lswap and of lcopowfold. */
static OWN_FRAME Status apply_twice(Interpreter *in, const Value *a, const Value *x, const Value *y,
                                    const Value **out) {
  const Value *function;
  TRY(value_apply(in, a, x, &function));
  return value_apply(in, function, y, out);
}

/* The entries of a list in order. */
static OWN_FRAME Status list_entries(Interpreter *in, const Value *list, const Value ***entries) {
  uint32_t found = 0, waiting = 0;
  const Value **stack = arena_array(in->machine->arena, (size_t)list->count + 1, sizeof *stack);
  *entries = arena_array(in->machine->arena, list->count, sizeof **entries);
  if (stack == NULL || *entries == NULL) return STATUS_LIMIT;
  while (list != NULL) {
    if (list->kind == VALUE_APPEND) {
      stack[waiting++] = list->b;
      list = list->a;
      continue;
    }
    if (list->kind == VALUE_ENTRY) (*entries)[found++] = list;
    list = waiting == 0 ? NULL : stack[--waiting];
  }
  return STATUS_OK;
}

/* lcopowfold t z = fold (t (fst x) (snd x) + acc) over x in z from acc = 0;
 * one entry gives its image. */
static OWN_FRAME Status apply_fold(Interpreter *in, const Value *function, const Value *list, const Value **out) {
  const Value **entries, *image;
  if (list->kind < VALUE_NIL) return STATUS_STUCK;
  if (list->kind == VALUE_NIL) return value_zero(in, function->type, out);
  if (list->kind == VALUE_ENTRY) return apply_twice(in, function->a, list->a, list->b, out);
  TRY(list_entries(in, list, &entries));
  uint32_t k = list->count - 1;
  TRY(apply_twice(in, function->a, entries[k]->a, entries[k]->b, out));
  while (k-- > 0) {
    TRY(apply_twice(in, function->a, entries[k]->a, entries[k]->b, &image));
    TRY(value_plus(in, function->type, image, *out, out));
  }
  return STATUS_OK;
}

/* -------------------------------------------------------------- arrays -- */

static Status component(const Value *pair, int i, const Value **out) {
  if (pair->kind != VALUE_PAIR) return STATUS_STUCK;
  *out = i == 0 ? pair->a : pair->b;
  return STATUS_OK;
}

/* Whether a function is \i. lindex i ;l lfst, or lsnd, as the transpose of a map parts its pairs: after lid, or not. */
static bool is_part(const Interpreter *in, const Value *function, int *part) {
  if (function->kind != VALUE_CLOSURE) return false;
  const AppliedTerm *body = applied_term(in->tables, (AppliedTermId){function->id});
  if (body->kind != APPLIED_LSEQ) return false;
  const AppliedTerm *entry = applied_term(in->tables, body->kid[0]), *then = applied_term(in->tables, body->kid[1]);
  if (entry->kind == APPLIED_LSEQ && applied_term(in->tables, entry->kid[0])->kind == APPLIED_LID)
    entry = applied_term(in->tables, entry->kid[1]);
  if (entry->kind != APPLIED_LINDEX || (then->kind != APPLIED_LFST && then->kind != APPLIED_LSND)) return false;
  const AppliedTerm *index = applied_term(in->tables, entry->kid[0]);
  *part = then->kind == APPLIED_LFST ? 0 : 1;
  return index->kind == APPLIED_VAR && index->payload == 0;
}

/* That component of each entry of v. */
static OWN_FRAME Status build_parts(Interpreter *in, AppliedTypeId type, int part, const Value *v, const Value **out) {
  uint32_t n = applied_type(in->tables, type)->n;
  const Value *pair, *item;
  Making making;
  RULE(APPE_LINDEX);
  RULE(APPE_LSEQ);
  TRY(making_begin(in, type, n, &making));
  making.scratch = false;
  for (uint32_t k = 0; k < n; k++) {
    TRY(value_index(in, v, k, &pair));
    TRY(component(pair, part, &item));
    TRY(making_put(in, &making, k, item));
  }
  return making_end(in, &making, out);
}

static OWN_FRAME Status apply_build(Interpreter *in, const Value *function, const Value *v, const Value **out) {
  uint32_t n = applied_type(in->tables, function->type)->n;
  const Value *i, *item;
  Making making;
  int part;
  if (is_part(in, function->a, &part)) return build_parts(in, function->type, part, v, out);
  TRY(making_begin(in, function->type, n, &making));
  for (uint32_t k = 0; k < n; k++) {
    making_entry(in, &making);
    TRY(value_int(in, k, &i));
    TRY(apply_twice(in, function->a, i, v, &item));
    TRY(making_put(in, &making, k, item));
  }
  return making_end(in, &making, out);
}

static OWN_FRAME Status apply_sum(Interpreter *in, const Value *function, const Value *array, const Value **out) {
  AppliedTypeId element = applied_type_element(in->tables, function->type);
  const Value *item;
  TRY(spread_dense(in, array, &array));
  if (array->kind != VALUE_REAL && array->kind != VALUE_ARRAY) return STATUS_STUCK;
  if (array->count == 0) return value_zero(in, element, out);
  TRY(value_index(in, array, (int64_t)array->count - 1, out));
  for (uint32_t k = array->count - 1; k-- > 0;) {
    TRY(value_index(in, array, k, &item));
    TRY(value_plus(in, element, item, *out, out));
  }
  return STATUS_OK;
}

/* t at 0, ..., k-1 of `function` = lbigsum k t and liter k t. */
static OWN_FRAME Status apply_big_sum(Interpreter *in, const Value *function, const Value *v, const Value **out) {
  const Value *i, *image;
  if (value_at(function->a)->kind != VALUE_INT) return STATUS_STUCK;
  int64_t count = scalar_to_int(value_scalars(function->a)[0]);
  if (count <= 0) return value_zero(in, function->type, out);
  for (int64_t k = 0; k < count; k++) {
    TRY(value_int(in, k, &i));
    TRY(apply_twice(in, function->b, i, v, &image));
    if (k == 0)
      *out = image;
    else
      TRY(value_plus(in, function->type, *out, image, out));
  }
  return STATUS_OK;
}

static OWN_FRAME Status apply_iteration(Interpreter *in, const Value *function, const Value *v, const Value **out) {
  const Value *i;
  if (value_at(function->a)->kind != VALUE_INT) return STATUS_STUCK;
  *out = v;
  for (int64_t k = 0; k < scalar_to_int(value_scalars(function->a)[0]); k++) {
    TRY(value_int(in, k, &i));
    TRY(apply_twice(in, function->b, i, *out, out));
  }
  return STATUS_OK;
}

/* --------------------------------------------------------- application -- */

static OWN_FRAME Status apply_closure(Interpreter *in, const Value *function, const Value *argument,
                                      const Value **out) {
  Env *env = arena_alloc(in->machine->arena, sizeof *env);
  if (env == NULL) return STATUS_LIMIT;
  *env = (Env){argument, value_env(function)};
  return applied_eval_term(in, (AppliedTermId){function->id}, env, out);
}

/* What is left to do with the value of an application, the innermost first.  The
 * derivative of an iteration is as many compositions, pairs and sums inside one another
 * as it has steps: they wait here, in the arena, and not on the stack. */
typedef enum FrameKind {
  FRAME_THEN,    /* apply `function` to it */
  FRAME_AT,      /* apply it to `value` */
  FRAME_FIRST,   /* it is the first of `function` = lpair(t, s) or t + s, at `value` */
  FRAME_SECOND,  /* it is the second component, `value` the first */
  FRAME_SUMMAND, /* it is the second summand, `value` the first */
} FrameKind;

struct Frame {
  FrameKind kind;
  const Value *function, *value;
  struct Frame *below;
};

/* An application of `function` to `value`, or its result: `value`. */
typedef struct Application {
  bool done;
  const Value *function, *value;
  struct Frame *top;
} Application;

static Status go_on(Application *at, const Value *function) {
  at->function = function;
  at->done = false;
  return STATUS_OK;
}

/* Goes on with `next` at the present value, and does the rest with the result. */
static Status descend(Interpreter *in, Application *at, FrameKind kind, const Value *rest, const Value *next) {
  struct Frame *frame = in->spare;
  if (frame != NULL)
    in->spare = frame->below;
  else
    frame = arena_alloc(in->machine->arena, sizeof *frame);
  if (frame == NULL) return STATUS_LIMIT;
  *frame = (struct Frame){kind, rest, at->value, at->top};
  at->top = frame;
  return go_on(at, next);
}

/* Does what is left to do first, with the value. */
static Status resume(Interpreter *in, Application *at) {
  struct Frame *frame = at->top;
  const Value *function = frame->function, *value = frame->value;
  if (frame->kind == FRAME_FIRST) {
    *frame =
        (struct Frame){function->kind == VALUE_LPAIR ? FRAME_SECOND : FRAME_SUMMAND, function, at->value, frame->below};
    at->value = value;
    return go_on(at, function->b);
  }
  at->top = frame->below;
  frame->below = in->spare;
  in->spare = frame;
  if (frame->kind == FRAME_SECOND)
    return value_make(in, (Value){.kind = VALUE_PAIR, .a = value, .b = at->value}, &at->value);
  if (frame->kind == FRAME_SUMMAND) return value_plus(in, function->type, value, at->value, &at->value);
  if (frame->kind == FRAME_THEN) return go_on(at, function);
  TRY(go_on(at, at->value));
  at->value = value;
  return STATUS_OK;
}

/* The function that a delayed one is, at the same value. */
static OWN_FRAME Status force(Interpreter *in, Application *at, const Value *delayed) {
  const Value **forced = value_forced(delayed);
  if (*forced == NULL) {
    const Value *function;
    Elsewhere back;
    bool outlives = scratch_outlives(in, delayed);
    if (outlives) scratch_keep(in, &back);
    Status status = applied_eval_term(in, (AppliedTermId){delayed->id}, value_env(delayed), &function);
    if (outlives) scratch_kept(in, &back);
    TRY(status);
    *forced = function;
  }
  return go_on(at, *forced);
}

/* a x b of \x. a x b, at the value x. */
static Status turn(Interpreter *in, Application *at, const Value *swapped) {
  TRY(descend(in, at, FRAME_AT, NULL, swapped->a));
  at->top->value = swapped->b;
  return STATUS_OK;
}

/* One step of an application: the function's value at the value, or another application. */
static Status apply_node(Interpreter *in, Application *at) {
  const Value *f = at->function, *v = at->value, **out = &at->value;
  at->done = true;
  switch (f->kind) {
  /* (\x. t) v = t[v/x];  0 and + of functions are pointwise */
  case VALUE_CLOSURE: return apply_closure(in, f, v, out);
  case VALUE_ZERO_FUN: return value_zero(in, f->type, out);
  case VALUE_PLUS_FUN: return descend(in, at, FRAME_FIRST, f, f->a);
  case VALUE_SWAPPED: return turn(in, at, f);
  /* t : LFun as a function */
  case VALUE_DELAYED: RULE(APPE_LFUN); return force(in, at, f);
  /* lop(t) v = [[lop]](t)(v) */
  case VALUE_LOP: RULE(APPE_LOP); return apply_lop(in, f, v, out);
  /* lid v = v */
  case VALUE_LID: RULE(APPE_LID); return STATUS_OK;
  /* (t ;l s) v = s (t v) */
  case VALUE_LSEQ: RULE(APPE_LSEQ); return descend(in, at, FRAME_THEN, f->b, f->a);
  /* (lswap t) v = \x. t x v */
  case VALUE_LSWAP: RULE(APPE_LSWAP); return value_make(in, (Value){.kind = VALUE_SWAPPED, .a = f->a, .b = v}, out);
  /* leval_t v = v t */
  case VALUE_LEVAL:
    RULE(APPE_LEVAL);
    at->value = f->a;
    return go_on(at, v);
  /* {(t, -)} v = [(t, v)] */
  case VALUE_LSINGLE:
    RULE(APPE_LSINGLE);
    return value_make(in, (Value){.kind = VALUE_ENTRY, .count = 1, .a = f->a, .b = v}, out);
  /* lcopowfold t z = fold (t (fst x) (snd x) + acc) over x in z from acc = 0 */
  case VALUE_LFOLD: RULE(APPE_LFOLD); return apply_fold(in, f, v, out);
  /* lfst (v, w) = v,  lsnd (v, w) = w */
  case VALUE_LFST: RULE(APPE_LFST); return component(v, 0, out);
  case VALUE_LSND: RULE(APPE_LSND); return component(v, 1, out);
  /* lpair(t, s) v = (t v, s v) */
  case VALUE_LPAIR: RULE(APPE_LPAIR); return descend(in, at, FRAME_FIRST, f, f->a);
  /* (lbuild n t) v = [t 0 v, ..., t (n-1) v] */
  case VALUE_LBUILD: RULE(APPE_LBUILD); return apply_build(in, f, v, out);
  /* (lindex i) v = v_i */
  case VALUE_LINDEX: RULE(APPE_LINDEX); return value_index(in, v, scalar_to_int(value_scalars(f->a)[0]), out);
  /* lsum v = v_0 + (... + v_(n-1)) */
  case VALUE_LSUM: RULE(APPE_LSUM); return apply_sum(in, f, v, out);
  /* (lonehot i) v = [0, ..., v, ..., 0] */
  case VALUE_LONEHOT: RULE(APPE_LONEHOT); return spread_onehot(in, f->type, f->a, v, out);
  /* (lbigsum k t) v = t 0 v + ... + t (k-1) v */
  case VALUE_LBIGSUM: RULE(APPE_LBIGSUM); return apply_big_sum(in, f, v, out);
  /* (liter k t) v = t (k-1) (... (t 0 v)) */
  case VALUE_LITER: RULE(APPE_LITER); return apply_iteration(in, f, v, out);
  case VALUE_REAL:
  case VALUE_UNIT:
  case VALUE_INL:
  case VALUE_INR:
  case VALUE_PAIR:
  case VALUE_INT:
  case VALUE_ARRAY:
  case VALUE_ONEHOT:
  case VALUE_SUM:
  case VALUE_NIL:
  case VALUE_ENTRY:
  case VALUE_APPEND: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status apply_all(Interpreter *in, Application *at) {
  TRY(apply_node(in, at));
  while (!at->done || at->top != NULL) {
    if (at->done) {
      TRY(resume(in, at));
      continue;
    }
    if (in->machine->fuel == 0) return STATUS_LIMIT;
    in->machine->fuel--;
    TRY(apply_node(in, at));
  }
  return STATUS_OK;
}

Status value_apply(Interpreter *in, const Value *function, const Value *argument, const Value **out) {
  Application at = {false, function, argument, NULL};
  TRY(interpreter_enter(in));
  Status status = apply_all(in, &at);
  interpreter_leave(in);
  *out = at.value;
  return status;
}
