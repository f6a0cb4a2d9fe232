/* 0, +, sums and multiples at each linear type, as source terms (CHAD 9.2: by
 * recursion on the type). */
#include "ad/twice/form.h"
#include "semantics/tables/cases.h"

static TermId path_term(const Form *form, const Path *path) {
  Store *s = form->store;
  switch (path->step) {
  case PATH_ROOT: return form_var(form, path->level);
  case PATH_FST: return term_fst(s, path_term(form, path->base));
  case PATH_SND: return term_snd(s, path_term(form, path->base));
  case PATH_INDEX: return term_index(s, form_var(form, path->level), path_term(form, path->base));
  case PATH_APPLY: return term_app(s, path_term(form, path->base), form_var(form, path->level));
  }
  return TERM_NONE_ID;
}

TermId form_op(Form *form, OpCode code, uint32_t n, uint32_t m, TermId x, TermId y) {
  return term_op(form->store, op_make(&form->store->ops, &form->store->types, code, n, m), x, y);
}

TermId form_int(Form *form, int64_t value) {
  OpId op = op_make_int(&form->store->ops, &form->store->types, value);
  return term_op(form->store, op, TERM_NONE_ID, TERM_NONE_ID);
}

/* What is done at a real array; at other types it goes on by components. */
typedef struct Fold {
  enum { FOLD_ZERO, FOLD_PLUS, FOLD_SUM, FOLD_SCALED } what;
  uint32_t n;     /* SUM: how many */
  uint32_t level; /* SCALED: of the factor */
  Path *at;       /* SUM: the index */
} Fold;

/* The sum of n real arrays of length m: build m (j. sum (build n (i. part ! j))). */
static TermId sum_of_reals(Form *form, const Fold *fold, uint32_t m, const Path *part) {
  Store *s = form->store;
  uint32_t j = m == 1 ? 0 : form_open(form);
  Path entry = {part, PATH_INDEX, j};
  fold->at->level = form_open(form);
  TermId row = path_term(form, m == 1 ? part : &entry);
  form_close(form, 1);
  TermId sum = form_op(form, OP_SUM, fold->n, 0, term_build(s, NAME_NONE, fold->n, row), TERM_NONE_ID);
  if (m == 1) return sum;
  form_close(form, 1);
  return term_build(s, NAME_NONE, m, sum);
}

static TermId at_reals(Form *form, const Fold *fold, uint32_t m, const Path *a, const Path *b) {
  Store *s = form->store;
  switch (fold->what) {
  case FOLD_ZERO: {
    ConstantId zero = constant_from_ratio(&s->constants, 0, 1);
    return term_op(s, op_make_constant(&s->ops, &s->types, m, zero), TERM_NONE_ID, TERM_NONE_ID);
  }
  case FOLD_PLUS: return form_op(form, OP_ADD, m, 0, path_term(form, a), path_term(form, b));
  case FOLD_SUM: return sum_of_reals(form, fold, m, a);
  case FOLD_SCALED: return form_op(form, OP_SCALE, m, 0, form_var(form, fold->level), path_term(form, a));
  }
  return TERM_NONE_ID;
}

static Status fold_type(Form *form, const Fold *fold, TypeId type, const Path *a, const Path *b, TermId *out);

static Status fold_pair(Form *form, const Fold *fold, const TypeNode *node, const Path *a, const Path *b, TermId *out) {
  Path a1 = {a, PATH_FST, 0}, a2 = {a, PATH_SND, 0}, b1 = {b, PATH_FST, 0}, b2 = {b, PATH_SND, 0};
  TermId first, second;
  TRY(fold_type(form, fold, node->a, &a1, &b1, &first));
  TRY(fold_type(form, fold, node->b, &a2, &b2, &second));
  *out = term_pair(form->store, first, second);
  return STATUS_OK;
}

/* \x. fold (a x) (b x) */
static Status fold_function(Form *form, const Fold *fold, const TypeNode *node, const Path *a, const Path *b,
                            TermId *out) {
  TypeId domain;
  TermId body;
  TRY(form_type(form, node->a, &domain));
  uint32_t x = form_open(form);
  Path ax = {a, PATH_APPLY, x}, bx = {b, PATH_APPLY, x};
  TRY(fold_type(form, fold, node->b, &ax, &bx, &body));
  form_close(form, 1);
  *out = term_lam(form->store, NAME_NONE, domain, body);
  return STATUS_OK;
}

/* build n (i. fold (a ! i) (b ! i)) */
static Status fold_array(Form *form, const Fold *fold, const TypeNode *node, const Path *a, const Path *b,
                         TermId *out) {
  TermId body;
  uint32_t i = form_open(form);
  Path ai = {a, PATH_INDEX, i}, bi = {b, PATH_INDEX, i};
  TRY(fold_type(form, fold, node->a, &ai, &bi, &body));
  form_close(form, 1);
  *out = term_build(form->store, NAME_NONE, node->n, body);
  return STATUS_OK;
}

static Status fold_type(Form *form, const Fold *fold, TypeId type, const Path *a, const Path *b, TermId *out) {
  const TypeNode node = *type_node(&form->store->types, type); /* a copy: types are made below */
  if (form->nesting == 0) return STATUS_LIMIT;
  form->nesting--;
  Status status = STATUS_ILL_TYPED;
  switch (node.kind) {
  case TYPE_LREAL:
    *out = at_reals(form, fold, node.n, a, b);
    status = STATUS_OK;
    break;
  case TYPE_LUNIT:
    *out = term_unit(form->store);
    status = STATUS_OK;
    break;
  case TYPE_LPROD: status = fold_pair(form, fold, &node, a, b, out); break;
  case TYPE_POWER: status = fold_function(form, fold, &node, a, b, out); break;
  case TYPE_LARRAY: status = fold_array(form, fold, &node, a, b, out); break;
  case TYPE_COPOWER: status = STATUS_UNABLE; break;
  case TYPE_ANY_CARTESIAN: break;
  }
  form->nesting++;
  return status;
}

Status form_zero(Form *form, TypeId type, TermId *out) {
  Fold fold = {.what = FOLD_ZERO};
  Path none = {0};
  return fold_type(form, &fold, type, &none, &none, out);
}

Status form_plus(Form *form, TypeId type, const Path *a, const Path *b, TermId *out) {
  Fold fold = {.what = FOLD_PLUS};
  return fold_type(form, &fold, type, a, b, out);
}

Status form_sum(Form *form, TypeId type, uint32_t n, Path *at, const Path *part, TermId *out) {
  Fold fold = {.what = FOLD_SUM, .n = n, .at = at};
  return fold_type(form, &fold, type, part, part, out);
}

Status form_scaled(Form *form, TypeId type, uint32_t level, const Path *a, TermId *out) {
  Fold fold = {.what = FOLD_SCALED, .level = level};
  return fold_type(form, &fold, type, a, a, out);
}
