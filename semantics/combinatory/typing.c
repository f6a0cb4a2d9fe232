/* The typing judgement of point-free terms, p : V -> W.
 *
 * Nodes carry their types; the judgement states each again from its parts, and
 * refuses a node that says otherwise. */
#include "semantics/combinatory/pointfree.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

static Status check(PfTable *table, PfId p, uint32_t depth, PfArrow *type);

static TypeTable *types_of(PfTable *table) { return &table->store->types; }

TypeId pf_element_type(TypeTable *types, TypeId array, uint32_t n) {
  const TypeNode *node = type_node(types, array);
  return (node->kind == TYPE_REAL || node->kind == TYPE_ARRAY) && node->n == n ? type_element(types, array)
                                                                               : (TypeId){0};
}

bool pf_is_product(const TypeTable *types, TypeId type, TypeId *a, TypeId *b) {
  const TypeNode *node = type_node(types, type);
  *a = node->a;
  *b = node->b;
  return node->kind == TYPE_PROD;
}

/* q : U -> V, p : V -> W */
static Status check_comp(PfTable *table, const PfTerm *t, uint32_t depth, PfArrow *type) {
  PfArrow p, q;
  TRY(check(table, t->a, depth, &p));
  TRY(check(table, t->b, depth, &q));
  *type = (PfArrow){q.dom, p.cod};
  return type_equal(q.cod, p.dom) ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status check_par(PfTable *table, const PfTerm *t, uint32_t depth, PfArrow *type) {
  PfArrow p, q;
  TRY(check(table, t->a, depth, &p));
  TRY(check(table, t->b, depth, &q));
  *type = (PfArrow){type_prod(types_of(table), p.dom, q.dom), type_prod(types_of(table), p.cod, q.cod)};
  return STATUS_OK;
}

static Status check_if(PfTable *table, const PfTerm *t, uint32_t depth, PfArrow *type) {
  PfArrow condition, p, q;
  TRY(check(table, t->a, depth, &condition));
  TRY(check(table, t->b, depth, &p));
  TRY(check(table, t->c, depth, &q));
  *type = p;
  bool real = type_equal(condition.cod, type_real(types_of(table), 1));
  bool same = type_equal(p.dom, q.dom) && type_equal(p.cod, q.cod) && type_equal(condition.dom, p.dom);
  return real && same ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status check_family(PfTable *table, const PfTerm *t, uint32_t depth, PfArrow *type) {
  TypeId v = pf_element_type(types_of(table), t->dom, t->n), w = pf_element_type(types_of(table), t->cod, t->n);
  *type = (PfArrow){t->dom, t->cod};
  if (type_is_none(v) || type_is_none(w)) return STATUS_ILL_TYPED;
  for (uint32_t i = 0; i < t->n; i++) {
    PfArrow member;
    TRY(check(table, pf_member(table, t, i), depth, &member));
    if (!type_equal(member.dom, v) || !type_equal(member.cod, w)) return STATUS_ILL_TYPED;
  }
  return STATUS_OK;
}

static Status check_map(PfTable *table, const PfTerm *t, uint32_t depth, PfArrow *type) {
  PfArrow p;
  TRY(check(table, t->a, depth, &p));
  *type = (PfArrow){type_array(types_of(table), p.dom, t->n), type_array(types_of(table), p.cod, t->n)};
  return STATUS_OK;
}

static Status check_zip(PfTable *table, const PfTerm *t, PfArrow *type) {
  TypeId left, right;
  if (!pf_is_product(types_of(table), t->dom, &left, &right)) return STATUS_ILL_TYPED;
  TypeId v = pf_element_type(types_of(table), left, t->n), w = pf_element_type(types_of(table), right, t->n);
  *type = (PfArrow){t->dom, type_array(types_of(table), type_prod(types_of(table), v, w), t->n)};
  return STATUS_OK;
}

/* A constant has the length of its type, or one number for every index. */
static Status check_const(PfTable *table, const PfTerm *t, PfArrow *type) {
  *type = (PfArrow){t->dom, t->cod};
  const TypeNode *cod = type_node(types_of(table), t->cod);
  if (cod->kind == TYPE_UNIT) return t->constant.id == 0 ? STATUS_OK : STATUS_ILL_TYPED;
  if (cod->kind != TYPE_REAL || t->constant.id == 0) return STATUS_ILL_TYPED;
  uint32_t length = constant_get(&table->store->constants, t->constant)->length;
  return length == 1 || length == cod->n ? STATUS_OK : STATUS_ILL_TYPED;
}

static PfArrow endo(TypeId v) { return (PfArrow){v, v}; }

static Status check_rule(PfTable *table, const PfTerm *t, uint32_t depth, PfArrow *type) {
  TypeTable *types = types_of(table);
  TypeId a, b;
  switch (t->kind) {
  /* p : V -> W   q : U -> V
   * -----------------------
   * p o q : U -> W                                                       */
  case PF_COMP: RULE(PFT_COMP); return check_comp(table, t, depth, type);
  /* p : A -> B   q : C -> D
   * -----------------------
   * p x q : A*C -> B*D                                                   */
  case PF_PAR: RULE(PFT_PAR); return check_par(table, t, depth, type);
  /* pi1 : A*B -> A                                                       */
  case PF_FST:
    RULE(PFT_FST);
    if (!pf_is_product(types_of(table), t->dom, &a, &b)) return STATUS_ILL_TYPED;
    *type = (PfArrow){t->dom, a};
    return STATUS_OK;
  /* pi2 : A*B -> B                                                       */
  case PF_SND:
    RULE(PFT_SND);
    if (!pf_is_product(types_of(table), t->dom, &a, &b)) return STATUS_ILL_TYPED;
    *type = (PfArrow){t->dom, b};
    return STATUS_OK;
  /* e : B
   * --------------
   * K e : A -> B                                                         */
  case PF_CONST: RULE(PFT_CONST); return check_const(table, t, type);
  /* Delta : V -> V*V                                                     */
  case PF_DUP:
    RULE(PFT_DUP);
    *type = (PfArrow){t->dom, type_prod(types, t->dom, t->dom)};
    return STATUS_OK;
  /* Id : V -> V                                                          */
  case PF_ID:
    RULE(PFT_ID);
    *type = endo(t->dom);
    return STATUS_OK;
  /* rho : real^n -> real^n                                               */
  case PF_UNARY:
    RULE(PFT_UNARY);
    *type = endo(type_real(types, t->n));
    return pf_is_unary(t->op) && (t->op == OP_POW || op_parameters(t->op) > 0) == (t->constant.id != 0)
               ? STATUS_OK
               : STATUS_ILL_TYPED;
  /* p : real^n1 * real^n2 -> real^m, as it was declared                  */
  case PF_GIVEN: {
    RULE(PFT_GIVEN);
    const OpNode op = *op_node(&table->store->ops, (OpId){t->k});
    *type = (PfArrow){op.arity == 2 ? type_prod(types, op.operand[0], op.operand[1]) : op.operand[0], op.result};
    return op.code == OP_GIVEN || op_is_function(op.code) ? STATUS_OK : STATUS_ILL_TYPED;
  }
  /* ~ : real^n -> real^n                                                 */
  case PF_NEG:
    RULE(PFT_NEG);
    *type = endo(type_real(types, t->n));
    return STATUS_OK;
  /* (+), (-) : V*V -> V                                                  */
  case PF_ADD:
  case PF_SUB:
    RULE(PFT_ADD);
    *type = (PfArrow){type_prod(types, t->cod, t->cod), t->cod};
    return STATUS_OK;
  /* <> : A*B -> C for a bilinear <>; the outer product is a section only */
  case PF_BINARY: {
    RULE(PFT_BINARY);
    PfBilinearType operands = pf_bilinear_type(types, t->bilinear, t->n, t->m);
    *type = (PfArrow){type_prod(types, operands.left, operands.right), operands.result};
    return t->bilinear != BILINEAR_OUTER ? STATUS_OK : STATUS_ILL_TYPED;
  }
  /* p0 : V -> real   p : V -> W   q : V -> W
   * ----------------------------------------
   * if p0 then p else q : V -> W                                         */
  case PF_IF: RULE(PFT_IF); return check_if(table, t, depth, type);
  /* p : V -> W
   * ----------------
   * map p : V^n -> W^n                                                   */
  case PF_MAP: RULE(PFT_MAP); return check_map(table, t, depth, type);
  /* pi : V -> W, i = 1..n
   * -------------------------
   * <p1,...,pn> : V^n -> W^n                                             */
  case PF_FAMILY: RULE(PFT_FAMILY); return check_family(table, t, depth, type);
  /* repl n : V -> V^n                                                    */
  case PF_REPL:
    RULE(PFT_REPL);
    *type = (PfArrow){t->dom, type_array(types, t->dom, t->n)};
    return STATUS_OK;
  /* sum n : V^n -> V                                                     */
  case PF_SUM:
    RULE(PFT_SUM);
    *type = (PfArrow){type_array(types, t->cod, t->n), t->cod};
    return STATUS_OK;
  /* zip : V^n * W^n -> (V*W)^n                                           */
  case PF_ZIP: RULE(PFT_ZIP); return check_zip(table, t, type);
  /* at k : V^n -> V                                                      */
  case PF_AT:
    RULE(PFT_AT);
    *type = (PfArrow){type_array(types, t->cod, t->n), t->cod};
    return STATUS_OK;
  case PF_KIND_COUNT: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

static Status check(PfTable *table, PfId p, uint32_t depth, PfArrow *type) {
  if (p.id == 0) return STATUS_ILL_TYPED;
  if (depth == 0) return STATUS_LIMIT;
  const PfTerm t = *pf_term(table, p);
  TRY(check_rule(table, &t, depth - 1, type));
  bool flat = type_node(types_of(table), t.dom)->source && type_node(types_of(table), t.cod)->source &&
              type_node(types_of(table), t.dom)->dim != TYPE_NOT_FLAT;
  bool said = type_equal(type->dom, t.dom) && type_equal(type->cod, t.cod);
  return flat && said && !type_is_none(t.dom) && !type_is_none(t.cod) ? STATUS_OK : STATUS_ILL_TYPED;
}

Status pf_check(PfTable *table, PfId p, TypeId *dom, TypeId *cod) {
  PfArrow type;
  table->store->types.exhausted = false;
  Status status = check(table, p, PF_DEPTH, &type);
  if (status != STATUS_OK) return store_judged(table->store, status);
  *dom = type.dom;
  *cod = type.cod;
  return STATUS_OK;
}
