/* The typing judgement of linear maps, m : V |-> W.
 *
 * Nodes carry their types; the judgement states each again from its parts, and
 * refuses a node that says otherwise: the printed rules of caddie have maps that
 * do not type. */
#include "semantics/combinatory/maps.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

static Status check(PfMapTable *table, PfMapId m, uint32_t depth, PfArrow *type);

static TypeTable *types_of(PfMapTable *table) { return &table->store->types; }

static Status check_two(PfMapTable *table, const PfMap *m, uint32_t depth, PfArrow *a, PfArrow *b) {
  TRY(check(table, m->a, depth, a));
  return check(table, m->b, depth, b);
}

static Status check_comp(PfMapTable *table, const PfMap *m, uint32_t depth, PfArrow *type) {
  PfArrow a, b;
  TRY(check_two(table, m, depth, &a, &b));
  *type = (PfArrow){b.dom, a.cod};
  return type_equal(b.cod, a.dom) ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status check_par(PfMapTable *table, const PfMap *m, uint32_t depth, PfArrow *type) {
  PfArrow a, b;
  TRY(check_two(table, m, depth, &a, &b));
  *type = (PfArrow){type_prod(types_of(table), a.dom, b.dom), type_prod(types_of(table), a.cod, b.cod)};
  return STATUS_OK;
}

static Status check_if(PfMapTable *table, const PfMap *m, uint32_t depth, PfArrow *type) {
  PfArrow a, b;
  TRY(check_two(table, m, depth, &a, &b));
  *type = a;
  return type_equal(a.dom, b.dom) && type_equal(a.cod, b.cod) ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status check_family(PfMapTable *table, const PfMap *m, uint32_t depth, PfArrow *type) {
  TypeId v = pf_element_type(types_of(table), m->dom, m->n), w = pf_element_type(types_of(table), m->cod, m->n);
  *type = (PfArrow){m->dom, m->cod};
  if (type_is_none(v) || type_is_none(w)) return STATUS_ILL_TYPED;
  for (uint32_t i = 0; i < m->n; i++) {
    PfArrow member;
    TRY(check(table, pfmap_member(table, m, i), depth, &member));
    if (!type_equal(member.dom, v) || !type_equal(member.cod, w)) return STATUS_ILL_TYPED;
  }
  return STATUS_OK;
}

/* e has the type of the operand that it takes the place of. */
static Status check_section(PfMapTable *table, const PfMap *m, PfArrow *type) {
  bool left = m->kind == PFMAP_LEFT;
  PfBilinearType form = pf_bilinear_type(types_of(table), m->bilinear, m->n, m->m);
  TypeId operand = left ? form.left : form.right;
  *type = (PfArrow){left ? form.right : form.left, form.result};
  bool fits = !type_is_none(operand) && m->value.parts == NULL && m->value.n == type_node(types_of(table), operand)->n;
  return fits && !(left && m->bilinear == BILINEAR_OUTER) ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status check_zip(PfMapTable *table, const PfMap *m, TypeId arrays, TypeId pairs) {
  TypeId left, right, v, w;
  if (!pf_is_product(types_of(table), arrays, &left, &right)) return STATUS_ILL_TYPED;
  TypeId pair = pf_element_type(types_of(table), pairs, m->n);
  if (type_is_none(pair) || !pf_is_product(types_of(table), pair, &v, &w)) return STATUS_ILL_TYPED;
  bool fits =
      type_equal(left, type_array(types_of(table), v, m->n)) && type_equal(right, type_array(types_of(table), w, m->n));
  return fits ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status check_array(PfMapTable *table, const PfMap *m, PfArrow *type) {
  bool makes = m->kind == PFMAP_REPL || m->kind == PFMAP_PUT;
  TypeId v = makes ? m->dom : m->cod, array = type_array(types_of(table), v, m->n);
  *type = makes ? (PfArrow){v, array} : (PfArrow){array, v};
  bool place = m->kind == PFMAP_AT || m->kind == PFMAP_PUT;
  return !place || m->k < m->n ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status check_rule(PfMapTable *table, const PfMap *m, uint32_t depth, PfArrow *type) {
  TypeTable *types = types_of(table);
  TypeId a, b;
  *type = (PfArrow){m->dom, m->cod};
  switch (m->kind) {
  /* 0 : V |-> W                                                          */
  case PFMAP_ZERO: RULE(PFM_ZERO); return STATUS_OK;
  /* Id : V |-> V;  ~ : V |-> V                                           */
  case PFMAP_ID:
  case PFMAP_NEG: RULE(PFM_ID); return type_equal(m->dom, m->cod) ? STATUS_OK : STATUS_ILL_TYPED;
  /* Delta : V |-> V*V                                                    */
  case PFMAP_DUP:
    RULE(PFM_DUP);
    type->cod = type_prod(types, m->dom, m->dom);
    return STATUS_OK;
  /* (+) : V*V |-> V                                                      */
  case PFMAP_ADD:
    RULE(PFM_ADD);
    type->dom = type_prod(types, m->cod, m->cod);
    return STATUS_OK;
  /* pi1 : A*B |-> A;  pi2 : A*B |-> B                                    */
  case PFMAP_FST:
  case PFMAP_SND:
    RULE(PFM_FST);
    if (!pf_is_product(types_of(table), m->dom, &a, &b)) return STATUS_ILL_TYPED;
    type->cod = m->kind == PFMAP_FST ? a : b;
    return STATUS_OK;
  /* m1 : A |-> B   m2 : C |-> D
   * ---------------------------
   * m1 (+) m2 : A*C |-> B*D                                              */
  case PFMAP_PAR: RULE(PFM_PAR); return check_par(table, m, depth, type);
  /* m1 : V |-> W   m2 : U |-> V
   * ---------------------------
   * m1 . m2 : U |-> W                                                    */
  case PFMAP_COMP: RULE(PFM_COMP); return check_comp(table, m, depth, type);
  /* <> : A*B -> C bilinear   e : A       <> : A*B -> C bilinear   e : B
   * ------------------------------       ------------------------------
   * (e <>) : B |-> C                     (<> e) : A |-> C                */
  case PFMAP_LEFT:
  case PFMAP_RIGHT: RULE(PFM_SECTION); return check_section(table, m, type);
  /* m1 : V |-> W   m2 : V |-> W
   * ---------------------------------
   * if e then m1 M else m2 M : V |-> W                                   */
  case PFMAP_IF: RULE(PFM_IF); return check_if(table, m, depth, type);
  /* mi : V |-> W, i = 1..n
   * -------------------------
   * <m1,...,mn> : V^n |-> W^n                                            */
  case PFMAP_FAMILY: RULE(PFM_FAMILY); return check_family(table, m, depth, type);
  /* repl n, put k : V |-> V^n;  sum n, at k : V^n |-> V, k < n           */
  case PFMAP_REPL:
  case PFMAP_PUT:
  case PFMAP_SUM:
  case PFMAP_AT: RULE(PFM_ARRAY); return check_array(table, m, type);
  /* zip : V^n * W^n |-> (V*W)^n, and unzip back                          */
  case PFMAP_ZIP: RULE(PFM_ZIP); return check_zip(table, m, m->dom, m->cod);
  case PFMAP_UNZIP: RULE(PFM_UNZIP); return check_zip(table, m, m->cod, m->dom);
  case PFMAP_KIND_COUNT: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

static Status check(PfMapTable *table, PfMapId id, uint32_t depth, PfArrow *type) {
  if (id.id == 0) return STATUS_ILL_TYPED;
  if (depth == 0) return STATUS_LIMIT;
  const PfMap m = *pfmap_get(table, id);
  TRY(check_rule(table, &m, depth - 1, type));
  bool said = type_equal(type->dom, m.dom) && type_equal(type->cod, m.cod);
  return said && !type_is_none(m.dom) && !type_is_none(m.cod) ? STATUS_OK : STATUS_ILL_TYPED;
}

Status pfmap_check(PfMapTable *table, PfMapId m, TypeId *dom, TypeId *cod) {
  PfArrow type;
  table->store->types.exhausted = false;
  Status status = check(table, m, PF_DEPTH, &type);
  if (status != STATUS_OK) return store_judged(table->store, status);
  *dom = type.dom;
  *cod = type.cod;
  return STATUS_OK;
}
