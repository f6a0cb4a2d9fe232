/* From drafts to terms, once types and sizes are known. */
#include "semantics/text/elaborate.h"

static bool fail_equation(Elaborator *e, const SizeEquation *equation) {
  const Syntax *at = equation->place;
  const Size *sizes[] = {size_find(equation->result), size_find(equation->a), size_find(equation->b)};
  for (int i = 0; i < 3; i++) {
    if (sizes[i]->known && sizes[i]->value == TYPE_DYNAMIC)
      return elaborate_fail(e, at->span, "no size is computed from the length of a Vec");
  }
  const Size *result = size_find(equation->result), *a = size_find(equation->a), *b = size_find(equation->b);
  if (equation->op == OP_IMUL && at->kind != SYNTAX_SIZE_BINARY && result->known && b->known && b->value > 0)
    return elaborate_fail(e, at->span, "a matrix of %u entries has no rows of length %u", result->value, b->value);
  if (result->known && a->known && b->known)
    return elaborate_fail(e, at->span, "the sizes %u, %u and %u do not fit together here", result->value, a->value,
                          b->value);
  return elaborate_fail(e, at->span, "this size is negative or too large, or does not fit the others");
}

static bool size_of(Elaborator *e, const Draft *draft, Size *size, uint32_t *value) {
  *value = 0;
  if (size == NULL) return true;
  size = size_find(size);
  *value = size->value;
  if (size->known && *value == TYPE_DYNAMIC)
    return elaborate_fail(e, draft->at->span, "this needs a static length, but a Vec's is known at run time only");
  if (size->known) return true;
  return elaborate_fail(e, draft->at->span, "the size of this is not determined; annotate it, as in (t : real^3)");
}

static NameId shown_name(NameId name) { return name.id >= NAME_HIDDEN ? NAME_NONE : name; }

static TypeId type_of(Elaborator *e, const Draft *draft) {
  TypeId type = mono_type(&e->unifier, draft->type);
  Span at = draft->at->span;
  if (!type_is_none(type)) return type;
  if (e->unifier.exhausted || mono_is_known(&e->unifier, draft->type))
    reader_fail(e->reader, STATUS_LIMIT, at, "the type of this is too large");
  else if (draft->kind == TERM_LAM && draft->name.id < NAME_HIDDEN && draft->name.id != 0)
    elaborate_fail(e, draft->at->kind == SYNTAX_LAM ? draft->at->name_span : at,
                   "cannot infer the type of %.40s; annotate it, as in (%.40s : real)",
                   name_text(e->store, draft->name), name_text(e->store, draft->name));
  else
    elaborate_fail(e, at, "cannot infer the type of this; annotate it, as in (t : T)");
  return (TypeId){0};
}

/* ------------------------------------------------------------ operations -- */

static OpId fail_op(Elaborator *e, const Draft *draft) {
  reader_fail(e->reader, STATUS_LIMIT, draft->at->span, "the sizes of this operation are too large");
  return (OpId){0};
}

static OpId make_int(Elaborator *e, const Draft *draft, int64_t value) {
  OpId op = op_make_int(&e->store->ops, &e->store->types, value);
  return op.id == 0 ? fail_op(e, draft) : op;
}

static OpId literal_int(Elaborator *e, const Draft *draft) {
  const Constant *c = constant_get(&e->store->constants, draft->constant);
  if (!mpz_fits_slong_p(mpq_numref(c->exact[0]))) {
    elaborate_fail(e, draft->at->span, "this number is too large for an Int");
    return (OpId){0};
  }
  return make_int(e, draft, mpz_get_si(mpq_numref(c->exact[0])));
}

static OpCode int_code(OpCode code) {
  if (code == OP_LESS) return OP_ILESS;
  if (code == OP_LESSEQ) return OP_ILESSEQ;
  if (code == OP_EQUAL) return OP_IEQUAL;
  return code == OP_ADD ? OP_IADD : code == OP_SUB ? OP_ISUB : OP_IMUL;
}

/* x < y of reals */
static OpId test_op(Elaborator *e, const Draft *draft, uint32_t n) {
  if (n == 1) return op_make(&e->store->ops, &e->store->types, draft->op, 0, 0);
  elaborate_fail(e, draft->at->span, "what is compared is real or Int, not real^%u", n);
  return (OpId){0};
}

/* Numbers and + - *, whose types decide what they are. */
static OpId overloaded_op(Elaborator *e, const Draft *draft) {
  OpTable *ops = &e->store->ops;
  TypeTable *types = &e->store->types;
  TypeId type = type_of(e, draft);
  if (type_is_none(type)) return (OpId){0};
  if (type_kind(types, type) == TYPE_VEC) {
    elaborate_fail(e, draft->at->span, "numbers and operations are of real^n, not of Vec; use map or zipWith");
    return (OpId){0};
  }
  bool integer = type_kind(types, type) == TYPE_INT, constant = draft->op == OP_CONST;
  uint32_t n = type_node(types, type)->n;
  if (integer && constant) return literal_int(e, draft);
  bool test = op_info(draft->op)->shape == SHAPE_TEST;
  if (test && !integer && n != 1) return test_op(e, draft, n);
  OpId op = constant  ? op_make_constant(ops, types, n, draft->constant)
            : integer ? op_make(ops, types, int_code(draft->op), 0, 0)
            : test    ? test_op(e, draft, n)
                      : op_make(ops, types, draft->op, n, 0);
  return op.id == 0 ? fail_op(e, draft) : op;
}

/* The operation of a draft OP, or the one whose derivative a draft LOP is. */
static OpId draft_op(Elaborator *e, const Draft *draft) {
  OpTable *ops = &e->store->ops;
  TypeTable *types = &e->store->types;
  uint32_t n = 0, m = 0;
  if (draft->type != NULL) return overloaded_op(e, draft);
  if (!size_of(e, draft, draft->n, &n) || !size_of(e, draft, draft->m, &m)) return (OpId){0};
  if (draft->op == OP_INT) return make_int(e, draft, n);
  bool constant = draft->op == OP_POW || op_is_function(draft->op);
  OpId op = constant ? op_make_each(ops, types, draft->op, n, draft->constant) : op_make(ops, types, draft->op, n, m);
  return op.id == 0 ? fail_op(e, draft) : op;
}

static LopId draft_lop(Elaborator *e, const Draft *draft) {
  OpTable *ops = &e->store->ops;
  TypeTable *types = &e->store->types;
  LopId lop = {0};
  uint32_t n = 0, m = 0;
  if (draft->lop == LOP_DERIVATIVE || draft->lop == LOP_TRANSPOSE) {
    OpId op = draft_op(e, draft);
    if (op.id == 0) return lop;
    lop = draft->lop == LOP_DERIVATIVE ? lop_derivative(ops, types, op) : lop_transpose(ops, types, op);
  } else if (size_of(e, draft, draft->n, &n) && size_of(e, draft, draft->m, &m)) {
    lop = lop_make(ops, types, draft->lop, n, m);
  }
  if (lop.id == 0) (void)fail_op(e, draft); /* keeps an earlier message */
  return lop;
}

/* ----------------------------------------------------------------- terms -- */

static TermId make_op(Elaborator *e, const Draft *d, TermId a, TermId b) {
  OpId op = draft_op(e, d);
  return op.id == 0 ? TERM_NONE_ID : term_op(e->store, op, a, b);
}

static TermId make_lop(Elaborator *e, const Draft *d, TermId a, TermId b, TermId s) {
  LopId lop = draft_lop(e, d);
  return lop.id == 0 ? TERM_NONE_ID : term_lop(e->store, lop, a, b, s);
}

/* Binders that carry a type or a size. */
static TermId make_typed(Elaborator *e, const Draft *d, TermId a, TermId b, TermId c) {
  Store *store = e->store;
  uint32_t n = 0;
  if (d->kind == TERM_BUILD || d->kind == TERM_ONEHOT) {
    if (!size_of(e, d, d->n, &n)) return TERM_NONE_ID;
    return d->kind == TERM_BUILD ? term_build(store, shown_name(d->name), n, a) : term_onehot(store, n, a, b);
  }
  TypeId type = type_of(e, d);
  if (type_is_none(type)) return TERM_NONE_ID;
  if (d->kind == TERM_INL) return term_inl(store, type, a);
  if (d->kind == TERM_ROLL) return term_roll(store, type, a);
  if (d->kind == TERM_INR) return term_inr(store, type, a);
  if (d->kind == TERM_TOTAL) return term_total(store, type, a);
  if (d->kind == TERM_SCATTER) {
    uint32_t m = 0;
    return size_of(e, d, d->n, &m) ? term_scatter(store, type, a, b) : TERM_NONE_ID;
  }
  if (d->kind == TERM_VSCATTER) return term_vscatter(store, type, a, b, c);
  if (d->kind == TERM_LETREC) return term_letrec(store, shown_name(d->name), type, a, b);
  if (d->kind == TERM_BIGSUM) return term_bigsum(store, shown_name(d->name), type, a, b);
  if (d->kind == TERM_LAM) return term_lam(store, shown_name(d->name), type, a);
  if (d->kind == TERM_LLAM) return term_llam(store, type, a);
  if (d->kind == TERM_CASE) return term_case(store, shown_name(d->name), type, a, b);
  return term_zero(store, type);
}

static TermId make_term(Elaborator *e, const Draft *d, const TermId *kid) {
  Store *store = e->store;
  NameId name = shown_name(d->name);
  switch (d->kind) {
  case TERM_VAR: return term_var(store, d->index);
  case TERM_LET: return term_let(store, name, kid[0], kid[1]);
  case TERM_OP: return make_op(e, d, kid[0], kid[1]);
  case TERM_UNIT: return term_unit(store);
  case TERM_PAIR: return term_pair(store, kid[0], kid[1]);
  case TERM_FST: return term_fst(store, kid[0]);
  case TERM_SND: return term_snd(store, kid[0]);
  case TERM_APP: return term_app(store, kid[0], kid[1]);
  case TERM_MAP: return term_map(store, name, kid[1], kid[0]);
  case TERM_ZIPWITH: return term_zipwith(store, name, shown_name(d->name2), kid[2], kid[0], kid[1]);
  case TERM_INDEX: return term_index(store, kid[0], kid[1]);
  case TERM_MATCH: return term_match(store, name, shown_name(d->name2), kid[0], kid[1], kid[2]);
  case TERM_ITERATE: return term_iterate(store, name, kid[0], kid[2], kid[1]);
  case TERM_WHILE: return term_while(store, name, kid[1], kid[2], kid[0]);
  case TERM_FOLD: return term_fold(store, name, shown_name(d->name2), kid[2], kid[0], kid[1]);
  case TERM_SCAN: return term_scan(store, name, shown_name(d->name2), kid[2], kid[0], kid[1]);
  case TERM_GATHER:
    if (mono_is_vec(d->type->a) == mono_is_vec(d->type->b)) return term_gather(store, kid[0], kid[1]);
    elaborate_fail(e, d->at->span, "gather takes indices and entries in two Vec, or in two arrays of static length");
    break;
  case TERM_VBUILD: return term_vbuild(store, name, kid[0], kid[1]);
  case TERM_LENGTH: return term_length(store, kid[0]);
  case TERM_FILTER: return term_filter(store, name, kid[1], kid[0]);
  case TERM_APPEND: return term_append(store, kid[0], kid[1]);
  case TERM_UNROLL: return term_unroll(store, kid[0]);
  case TERM_LITER: return term_liter(store, name, kid[0], kid[2], kid[1]);
  case TERM_LVAR: return term_lvar(store);
  case TERM_LETV: return term_letv(store, kid[0], kid[1]);
  case TERM_LOP: return make_lop(e, d, kid[0], kid[1], kid[3]);
  case TERM_COPOWER: return term_copower(store, kid[0], kid[1]);
  case TERM_LAPP: return term_lapp(store, kid[0], kid[1]);
  case TERM_PLUS: return term_plus(store, kid[0], kid[1]);
  case TERM_LSUM: return term_lsum(store, kid[0]);
  case TERM_DMAP: return term_dmap(store, name, kid[1], kid[0], kid[2], kid[3]);
  case TERM_DMAPT: return term_dmapt(store, name, kid[1], kid[0], kid[2], kid[3]);
  case TERM_INL:
  case TERM_INR:
  case TERM_TOTAL:
  case TERM_SCATTER:
  case TERM_VSCATTER:
  case TERM_ROLL:
  case TERM_LETREC:
  case TERM_BIGSUM:
  case TERM_LAM:
  case TERM_LLAM:
  case TERM_BUILD:
  case TERM_ONEHOT:
  case TERM_CASE:
  case TERM_ZERO: return make_typed(e, d, kid[0], kid[1], kid[2]);
  case TERM_NONE:
  case TERM_KIND_COUNT: break;
  }
  return TERM_NONE_ID;
}

/* Every size of a definition must have been found. */
static bool check_uses(Elaborator *e) {
  for (const SizeUse *use = e->uses; use != NULL; use = use->next) {
    if (size_find(use->size)->known) continue;
    const char *name = name_text(e->store, use->name), *of = name_text(e->store, use->definition->name);
    if (use->call)
      return elaborate_fail(e, use->at, "this call does not determine the size %.40s; write %.40s {%.40s = 3}", name,
                            of, name);
    return elaborate_fail(e, use->at, "the size %.40s has no value; give a default, as in {%.40s = 3}", name, name);
  }
  e->uses = NULL;
  return true;
}

bool elaborate_solve(Elaborator *e) {
  const SizeEquation *wrong = unify_default(&e->unifier);
  if (wrong != NULL) return fail_equation(e, wrong);
  return check_uses(e);
}

/* Drafts stand in order of making, operands first: no recursion. */
bool elaborate_finish(Elaborator *e, const Syntax *whole) {
  if (!elaborate_solve(e)) return false;
  for (Draft *d = e->first; d != NULL && reader_ok(e->reader) && !e->unifier.exhausted; d = d->next) {
    TermId kid[TERM_KIDS] = {TERM_NONE_ID, TERM_NONE_ID, TERM_NONE_ID, TERM_NONE_ID};
    for (int i = 0; i < TERM_KIDS; i++) {
      if (d->kid[i] != NULL) kid[i] = d->kid[i]->made;
    }
    d->made = make_term(e, d, kid);
    if (d->made.id != 0) continue;
    reader_fail(e->reader, STATUS_LIMIT, d->at->span, "the term is too large");
  }
  e->first = NULL;
  e->last = &e->first;
  if (e->unifier.exhausted)
    reader_fail(e->reader, STATUS_LIMIT, whole->span, "out of memory, or types nested too deep");
  return reader_ok(e->reader);
}
