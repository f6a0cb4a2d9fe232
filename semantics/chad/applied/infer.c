/* Typing of the applied language: the lambda-calculus of CHAD Fig. 3 and the
 * API of Fig. 8.  The translation is judged by it (law TYP-PRES), so it looks
 * at the annotations but trusts none of them. */
#include "semantics/chad/applied/applied.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

typedef struct Scope {
  AppliedTypeId type;
  const struct Scope *outer;
} Scope;

typedef struct Typer {
  Machine *machine;
  AppliedTables *tables;
} Typer;

static Status infer(Typer *ty, const Scope *scope, AppliedTermId t, AppliedTypeId *type);

static Status give(AppliedTypeId type, AppliedTypeId *out) {
  *out = type;
  return type.id == 0 ? STATUS_LIMIT : STATUS_OK;
}

/* The parts of a type of that kind. */
static Status expect(const Typer *ty, AppliedTypeId type, AppliedTypeKind kind, AppliedTypeId *a, AppliedTypeId *b) {
  const AppliedType *node = applied_type(ty->tables, type);
  if (node->kind != kind) return STATUS_ILL_TYPED;
  *a = node->a;
  *b = node->b;
  return STATUS_OK;
}

static Status equal(AppliedTypeId a, AppliedTypeId b) {
  return applied_type_equal(a, b) && a.id != 0 ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status expect_int(const Typer *ty, AppliedTypeId type) {
  return applied_type(ty->tables, type)->kind == APPLIED_TYPE_INT ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status element_of(const Typer *ty, AppliedTypeId array, AppliedTypeId *element) {
  *element = applied_type_element(ty->tables, array);
  return element->id == 0 ? STATUS_ILL_TYPED : STATUS_OK;
}

static Status make_two(Typer *ty, AppliedTypeKind kind, AppliedTypeId a, AppliedTypeId b, AppliedTypeId *out) {
  return give(applied_type_make(ty->tables, kind, a, b, 0), out);
}

/* ------------------------------------------------- the lambda-calculus -- */

static OWN_FRAME Status infer_var(const Scope *scope, uint32_t index, AppliedTypeId *type) {
  for (; index > 0 && scope != NULL; index--) scope = scope->outer;
  if (scope == NULL) return STATUS_ILL_TYPED;
  return give(scope->type, type);
}

static OWN_FRAME Status infer_let(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  Scope inner = {.outer = scope};
  TRY(infer(ty, scope, t->kid[0], &inner.type));
  return infer(ty, &inner, t->kid[1], type);
}

/* Operands of these source types. */
static OWN_FRAME Status infer_operands(Typer *ty, const Scope *scope, const AppliedTerm *t, uint32_t arity,
                                       const TypeId *operands) {
  for (uint32_t i = 0; i < arity; i++) {
    AppliedTypeId operand;
    TRY(infer(ty, scope, t->kid[i], &operand));
    TRY(equal(operand, applied_translate_type(ty->tables, ty->machine->store, operands[i])));
  }
  return STATUS_OK;
}

static OWN_FRAME Status infer_op(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  const OpNode *op = op_node(&ty->machine->store->ops, (OpId){t->payload});
  TRY(infer_operands(ty, scope, t, op->arity, op->operand));
  return give(applied_translate_type(ty->tables, ty->machine->store, op->result), type);
}

static OWN_FRAME Status infer_projection(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId pair, a, b;
  TRY(infer(ty, scope, t->kid[0], &pair));
  TRY(expect(ty, pair, APPLIED_TYPE_PROD, &a, &b));
  return give(t->kind == APPLIED_FST ? a : b, type);
}

static OWN_FRAME Status infer_two(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *a,
                                  AppliedTypeId *b) {
  TRY(infer(ty, scope, t->kid[0], a));
  return infer(ty, scope, t->kid[1], b);
}

static OWN_FRAME Status infer_app(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId function, argument, a;
  TRY(infer_two(ty, scope, t, &function, &argument));
  TRY(expect(ty, function, APPLIED_TYPE_FUN, &a, type));
  return equal(a, argument);
}

/* map, zipWith, build: the body, under one or two identifiers, is an element of
 * the annotated array, and the arrays are as long. */
static OWN_FRAME Status infer_array(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  uint32_t arrays = t->kind == APPLIED_BUILD ? 0 : t->kind == APPLIED_MAP ? 1 : 2;
  Scope inner[2];
  AppliedTypeId element, body;
  const Scope *innermost = scope;
  TRY(element_of(ty, t->type, &element));
  for (uint32_t i = 0; i < arrays; i++) {
    AppliedTypeId array;
    TRY(infer(ty, scope, t->kid[i], &array));
    inner[i] = (Scope){.outer = innermost};
    TRY(element_of(ty, array, &inner[i].type));
    if (applied_type(ty->tables, array)->n != applied_type(ty->tables, t->type)->n) return STATUS_ILL_TYPED;
    innermost = &inner[i];
  }
  if (arrays == 0) {
    AppliedTypeId none = {0}, integer = applied_type_make(ty->tables, APPLIED_TYPE_INT, none, none, 0);
    inner[0] = (Scope){integer, scope};
    innermost = &inner[0];
  }
  TRY(infer(ty, innermost, t->kid[arrays], &body));
  TRY(equal(body, element));
  return give(t->type, type);
}

static OWN_FRAME Status infer_index(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId index, array;
  TRY(infer_two(ty, scope, t, &index, &array));
  TRY(expect_int(ty, index));
  return element_of(ty, array, type);
}

/* ------------------------------------------------------------- the API -- */

/* 0 and + exist at linear types only: Int has none. */
static OWN_FRAME Status infer_plus(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId a, b;
  TRY(infer_two(ty, scope, t, &a, &b));
  TRY(equal(a, t->type));
  TRY(equal(b, t->type));
  return give(t->type, type);
}

static OWN_FRAME Status infer_lop(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  const Store *store = ty->machine->store;
  const LopNode *lop = lop_node(&store->ops, (LopId){t->payload});
  TRY(infer_operands(ty, scope, t, lop->arity, lop->operand));
  AppliedTypeId ldom = applied_translate_type(ty->tables, store, lop->ldom);
  TRY(make_two(ty, APPLIED_TYPE_LFUN, ldom, applied_translate_type(ty->tables, store, lop->cdom), type));
  bool has_body = lop->code == LOP_DERIVATIVE || lop->code == LOP_TRANSPOSE;
  if (has_body != (t->kid[2].id != 0)) return STATUS_ILL_TYPED;
  if (!has_body) return STATUS_OK;
  Scope operands[OP_MAX_ARITY];
  AppliedTypeId body;
  for (uint32_t i = 0; i < lop->arity; i++)
    operands[i] = (Scope){applied_translate_type(ty->tables, store, lop->operand[i]), i == 0 ? NULL : &operands[i - 1]};
  TRY(infer(ty, lop->arity == 0 ? NULL : &operands[lop->arity - 1], t->kid[2], &body));
  return equal(body, *type);
}

static OWN_FRAME Status infer_seq(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId first, second, a, b, c, d;
  TRY(infer_two(ty, scope, t, &first, &second));
  TRY(expect(ty, first, APPLIED_TYPE_LFUN, &a, &b));
  TRY(expect(ty, second, APPLIED_TYPE_LFUN, &c, &d));
  TRY(equal(b, c));
  return make_two(ty, APPLIED_TYPE_LFUN, a, d, type);
}

static OWN_FRAME Status infer_lpair(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId first, second, a, b, c, d, product;
  TRY(infer_two(ty, scope, t, &first, &second));
  TRY(expect(ty, first, APPLIED_TYPE_LFUN, &a, &b));
  TRY(expect(ty, second, APPLIED_TYPE_LFUN, &c, &d));
  TRY(equal(a, c));
  TRY(make_two(ty, APPLIED_TYPE_PROD, b, d, &product));
  return make_two(ty, APPLIED_TYPE_LFUN, a, product, type);
}

/* t : T -> LFun(S, R), for lswap, lcopowfold and lbuild. */
static OWN_FRAME Status infer_family(Typer *ty, const Scope *scope, AppliedTermId t, AppliedTypeId *key,
                                     AppliedTypeId *domain, AppliedTypeId *codomain) {
  AppliedTypeId function, linear;
  TRY(infer(ty, scope, t, &function));
  TRY(expect(ty, function, APPLIED_TYPE_FUN, key, &linear));
  return expect(ty, linear, APPLIED_TYPE_LFUN, domain, codomain);
}

static OWN_FRAME Status infer_of_family(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId key, domain, codomain, element, other;
  TRY(infer_family(ty, scope, t->kid[0], &key, &domain, &codomain));
  if (t->kind == APPLIED_LSWAP) {
    TRY(make_two(ty, APPLIED_TYPE_FUN, key, codomain, &other));
    return make_two(ty, APPLIED_TYPE_LFUN, domain, other, type);
  }
  if (t->kind == APPLIED_LFOLD) {
    TRY(equal(codomain, t->type));
    TRY(make_two(ty, APPLIED_TYPE_COPOWER, key, domain, &other));
    return make_two(ty, APPLIED_TYPE_LFUN, other, codomain, type);
  }
  TRY(expect_int(ty, key));
  TRY(element_of(ty, t->type, &element));
  TRY(equal(element, codomain));
  return make_two(ty, APPLIED_TYPE_LFUN, domain, t->type, type);
}

/* leval_t : LFun(T -> S, S) and {(t, -)} : LFun(S, Copower(T, S)) for t : T */
static OWN_FRAME Status infer_keyed(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId key, a, b;
  bool is_eval = t->kind == APPLIED_LEVAL;
  TRY(infer(ty, scope, t->kid[0], &key));
  TRY(expect(ty, t->type, is_eval ? APPLIED_TYPE_FUN : APPLIED_TYPE_COPOWER, &a, &b));
  TRY(equal(key, a));
  return is_eval ? make_two(ty, APPLIED_TYPE_LFUN, t->type, b, type)
                 : make_two(ty, APPLIED_TYPE_LFUN, b, t->type, type);
}

/* lindex t, lsum and lonehot t at an array type, t : Int */
static OWN_FRAME Status infer_of_array(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId index, element;
  if (t->kind != APPLIED_LSUM) {
    TRY(infer(ty, scope, t->kid[0], &index));
    TRY(expect_int(ty, index));
  }
  TRY(element_of(ty, t->type, &element));
  return t->kind == APPLIED_LONEHOT ? make_two(ty, APPLIED_TYPE_LFUN, element, t->type, type)
                                    : make_two(ty, APPLIED_TYPE_LFUN, t->type, element, type);
}

static OWN_FRAME Status infer_lprojection(Typer *ty, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId a, b;
  TRY(expect(ty, t->type, APPLIED_TYPE_PROD, &a, &b));
  return make_two(ty, APPLIED_TYPE_LFUN, t->type, t->kind == APPLIED_LFST ? a : b, type);
}

static OWN_FRAME Status infer_lfun(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId a, b;
  TRY(infer(ty, scope, t->kid[0], type));
  return expect(ty, *type, APPLIED_TYPE_LFUN, &a, &b);
}

/* ------------------------------------- sums, iteration and array combinators -- */

/* t under one more identifier, of the type expected. */
static OWN_FRAME Status check_under(Typer *ty, const Scope *scope, AppliedTypeId bound, AppliedTermId t,
                                    AppliedTypeId expected) {
  Scope inner = {bound, scope};
  AppliedTypeId type;
  TRY(infer(ty, &inner, t, &type));
  return equal(type, expected);
}

static OWN_FRAME Status infer_injection(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId component, a, b;
  TRY(expect(ty, t->type, APPLIED_TYPE_SUM, &a, &b));
  TRY(infer(ty, scope, t->kid[0], &component));
  TRY(equal(component, t->kind == APPLIED_INL ? a : b));
  return give(t->type, type);
}

static OWN_FRAME Status infer_match(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId sum, a, b;
  TRY(infer(ty, scope, t->kid[0], &sum));
  TRY(expect(ty, sum, APPLIED_TYPE_SUM, &a, &b));
  Scope left = {a, scope};
  TRY(infer(ty, &left, t->kid[1], type));
  return check_under(ty, scope, b, t->kid[2], *type);
}

static OWN_FRAME Status infer_iterate(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId count;
  TRY(infer_two(ty, scope, t, &count, type));
  TRY(expect_int(ty, count));
  return check_under(ty, scope, *type, t->kid[2], *type);
}

static OWN_FRAME Status infer_while(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId none = {0}, unit = applied_type_make(ty->tables, APPLIED_TYPE_UNIT, none, none, 0);
  TRY(infer(ty, scope, t->kid[0], type));
  TRY(check_under(ty, scope, *type, t->kid[1], applied_type_make(ty->tables, APPLIED_TYPE_SUM, unit, unit, 0)));
  return check_under(ty, scope, *type, t->kid[2], *type);
}

static OWN_FRAME Status infer_fold(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId state, array, element, none = {0};
  TRY(infer_two(ty, scope, t, &state, &array));
  TRY(element_of(ty, array, &element));
  Scope outer = {state, scope};
  TRY(check_under(ty, &outer, element, t->kid[2], state));
  if (t->kind == APPLIED_SCAN)
    state = applied_type_make(ty->tables, APPLIED_TYPE_ARRAY, state, none,
                              type_length_after(applied_type(ty->tables, array)->n));
  TRY(equal(state, t->type));
  return give(t->type, type);
}

/* total, gather and scatter against the annotated result. */
static OWN_FRAME Status infer_combinator(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId first, second, element, result;
  TRY(infer(ty, scope, t->kid[0], &first));
  TRY(element_of(ty, first, &element));
  if (t->kind == APPLIED_TOTAL) {
    TRY(equal(element, t->type));
    return give(t->type, type);
  }
  uint32_t m = applied_type(ty->tables, first)->n;
  TRY(expect_int(ty, element));
  TRY(infer(ty, scope, t->kid[1], &second));
  TRY(element_of(ty, second, &element));
  TRY(element_of(ty, t->type, &result));
  TRY(equal(element, result));
  uint32_t n = applied_type(ty->tables, t->kind == APPLIED_GATHER ? t->type : second)->n;
  bool dynamic = applied_type(ty->tables, second)->n == TYPE_DYNAMIC;
  return m == n && dynamic == (applied_type(ty->tables, t->type)->n == TYPE_DYNAMIC) ? give(t->type, type)
                                                                                     : STATUS_ILL_TYPED;
}

/* The translation of T[mu a. T/a], for that of mu a. T. */
static OWN_FRAME Status unrolled(Typer *ty, AppliedTypeId mu, AppliedTypeId *type) {
  const AppliedType *node = applied_type(ty->tables, mu);
  if (node->kind != APPLIED_TYPE_MU) return STATUS_ILL_TYPED;
  Store *store = ty->machine->store;
  return give(applied_translate_type(ty->tables, store, type_unroll(&store->types, (TypeId){node->n})), type);
}

static OWN_FRAME Status infer_roll(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId inner, wanted;
  TRY(infer(ty, scope, t->kid[0], &inner));
  if (t->kind == APPLIED_UNROLL) return unrolled(ty, inner, type);
  TRY(unrolled(ty, t->type, &wanted));
  TRY(equal(inner, wanted));
  return give(t->type, type);
}

static OWN_FRAME Status infer_letrec(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId a, b;
  TRY(expect(ty, t->type, APPLIED_TYPE_FUN, &a, &b));
  Scope inner = {t->type, scope};
  TRY(check_under(ty, &inner, a, t->kid[0], b));
  return infer(ty, &inner, t->kid[1], type);
}

/* ------------------------------------------------------------ dynamic arrays -- */

/* Vec a at the element type a. */
static AppliedTypeId vec_of(Typer *ty, AppliedTypeId element) {
  return applied_type_make(ty->tables, APPLIED_TYPE_ARRAY, element, (AppliedTypeId){0}, TYPE_DYNAMIC);
}

static OWN_FRAME Status check(Typer *ty, const Scope *scope, AppliedTermId t, AppliedTypeId expected) {
  AppliedTypeId type;
  TRY(infer(ty, scope, t, &type));
  return equal(type, expected);
}

/* Against the annotated result, Vec element; but length is of any Vec. */
static OWN_FRAME Status infer_vec(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  const AppliedTypeId none = {0};
  AppliedTypeId integer = applied_type_make(ty->tables, APPLIED_TYPE_INT, none, none, 0), element, array;
  AppliedTypeId unit = applied_type_make(ty->tables, APPLIED_TYPE_UNIT, none, none, 0);
  if (t->kind == APPLIED_LENGTH) {
    TRY(infer(ty, scope, t->kid[0], &array));
    return applied_type(ty->tables, array)->n == TYPE_DYNAMIC ? give(integer, type) : STATUS_ILL_TYPED;
  }
  TRY(element_of(ty, t->type, &element));
  TRY(equal(t->type, vec_of(ty, element)));
  bool counted = t->kind == APPLIED_VBUILD || t->kind == APPLIED_VSCATTER;
  TRY(check(ty, scope, t->kid[0], counted ? integer : t->type));
  if (t->kind == APPLIED_VBUILD) TRY(check_under(ty, scope, integer, t->kid[1], element));
  if (t->kind == APPLIED_APPEND) TRY(check(ty, scope, t->kid[1], t->type));
  if (t->kind == APPLIED_VSCATTER) TRY(check(ty, scope, t->kid[1], vec_of(ty, integer)));
  if (t->kind == APPLIED_VSCATTER) TRY(check(ty, scope, t->kid[2], t->type));
  if (t->kind == APPLIED_FILTER)
    TRY(check_under(ty, scope, element, t->kid[1], applied_type_make(ty->tables, APPLIED_TYPE_SUM, unit, unit, 0)));
  return give(t->type, type);
}

/* k : Int and t : Int -> LFun(S, R), for lbigsum and, with R = S, liter */
static OWN_FRAME Status infer_counted(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId count, key, domain, codomain;
  TRY(infer(ty, scope, t->kid[0], &count));
  TRY(expect_int(ty, count));
  TRY(infer_family(ty, scope, t->kid[1], &key, &domain, &codomain));
  TRY(expect_int(ty, key));
  TRY(equal(codomain, t->type));
  if (t->kind == APPLIED_LITER) TRY(equal(domain, codomain));
  return make_two(ty, APPLIED_TYPE_LFUN, domain, codomain, type);
}

static Status infer_node(Typer *ty, const Scope *scope, const AppliedTerm *t, AppliedTypeId *type) {
  AppliedTypeId a, b;
  switch (t->kind) {
  /* The rules of Fig. 3, and those of arrays. */
  case APPLIED_VAR: RULE(APPI_CARTESIAN); return infer_var(scope, t->payload, type);
  case APPLIED_LET: return infer_let(ty, scope, t, type);
  case APPLIED_OP: return infer_op(ty, scope, t, type);
  case APPLIED_UNIT:
    return give(applied_type_make(ty->tables, APPLIED_TYPE_UNIT, (AppliedTypeId){0}, (AppliedTypeId){0}, 0), type);
  case APPLIED_PAIR: TRY(infer_two(ty, scope, t, &a, &b)); return make_two(ty, APPLIED_TYPE_PROD, a, b, type);
  case APPLIED_FST:
  case APPLIED_SND: return infer_projection(ty, scope, t, type);
  case APPLIED_LAM: {
    Scope inner = {t->type, scope};
    TRY(infer(ty, &inner, t->kid[0], &b));
    return make_two(ty, APPLIED_TYPE_FUN, t->type, b, type);
  }
  case APPLIED_APP: return infer_app(ty, scope, t, type);
  case APPLIED_MAP:
  case APPLIED_ZIPWITH:
  case APPLIED_BUILD: return infer_array(ty, scope, t, type);
  case APPLIED_INDEX: return infer_index(ty, scope, t, type);
  case APPLIED_INL:
  case APPLIED_INR: return infer_injection(ty, scope, t, type);
  case APPLIED_MATCH: return infer_match(ty, scope, t, type);
  case APPLIED_ITERATE: return infer_iterate(ty, scope, t, type);
  case APPLIED_WHILE: return infer_while(ty, scope, t, type);
  case APPLIED_FOLD:
  case APPLIED_SCAN: return infer_fold(ty, scope, t, type);
  case APPLIED_TOTAL:
  case APPLIED_GATHER:
  case APPLIED_SCATTER: return infer_combinator(ty, scope, t, type);
  case APPLIED_ROLL:
  case APPLIED_UNROLL: return infer_roll(ty, scope, t, type);
  case APPLIED_LETREC: return infer_letrec(ty, scope, t, type);
  case APPLIED_VBUILD:
  case APPLIED_LENGTH:
  case APPLIED_FILTER:
  case APPLIED_APPEND:
  case APPLIED_VSCATTER: return infer_vec(ty, scope, t, type);
  /* The types of Fig. 8; each stands beside its constructor in terms.def. */
  case APPLIED_ZERO: return give(t->type, type);
  case APPLIED_PLUS: return infer_plus(ty, scope, t, type);
  case APPLIED_LOP: return infer_lop(ty, scope, t, type);
  case APPLIED_LFUN: RULE(APPI_API); return infer_lfun(ty, scope, t, type);
  case APPLIED_LID: return make_two(ty, APPLIED_TYPE_LFUN, t->type, t->type, type);
  case APPLIED_LSEQ: return infer_seq(ty, scope, t, type);
  case APPLIED_LPAIR: return infer_lpair(ty, scope, t, type);
  case APPLIED_LSWAP:
  case APPLIED_LFOLD:
  case APPLIED_LBUILD: return infer_of_family(ty, scope, t, type);
  case APPLIED_LEVAL:
  case APPLIED_LSINGLE: return infer_keyed(ty, scope, t, type);
  case APPLIED_LBIGSUM:
  case APPLIED_LITER: return infer_counted(ty, scope, t, type);
  case APPLIED_LFST:
  case APPLIED_LSND: return infer_lprojection(ty, t, type);
  case APPLIED_LINDEX:
  case APPLIED_LSUM:
  case APPLIED_LONEHOT: return infer_of_array(ty, scope, t, type);
  case APPLIED_NONE:
  case APPLIED_KIND_COUNT: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

static Status infer(Typer *ty, const Scope *scope, AppliedTermId t, AppliedTypeId *type) {
  *type = (AppliedTypeId){0};
  if (ty->machine->depth < APPLIED_LEVEL || ty->machine->fuel == 0) return STATUS_LIMIT;
  ty->machine->depth -= APPLIED_LEVEL;
  ty->machine->fuel--;
  Status status = infer_node(ty, scope, applied_term(ty->tables, t), type);
  ty->machine->depth += APPLIED_LEVEL;
  return status;
}

Status applied_infer(Machine *machine, AppliedTables *tables, const AppliedTypeId *context, uint32_t length,
                     AppliedTermId t, AppliedTypeId *type) {
  Typer ty = {machine, tables};
  uint32_t depth = machine->depth;
  Scope *scopes = arena_array(tables->arena, length, sizeof *scopes);
  if (scopes == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < length; i++) scopes[i] = (Scope){context[i], i == 0 ? NULL : &scopes[i - 1]};
  Status status = infer(&ty, length == 0 ? NULL : &scopes[length - 1], t, type);
  machine->depth = depth;
  return status;
}

Status applied_check(Machine *machine, const Program *program) {
  AppliedTables tables;
  AppliedTermId term;
  AppliedTypeId inferred;
  TypeId type;
  TRY(applied_tables_init(&tables, machine->arena));
  TRY(applied_translate(machine, &tables, program, &term, &type));
  AppliedTypeId *context = arena_array(machine->arena, program->length, sizeof *context);
  if (context == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < program->length; i++) {
    context[i] = applied_translate_type(&tables, machine->store, program->context[i]);
    if (context[i].id == 0) return STATUS_LIMIT;
  }
  TRY(applied_infer(machine, &tables, context, program->length, term, &inferred));
  return equal(inferred, applied_translate_type(&tables, machine->store, program->type));
}
