/* Adj : (V |-> W) => (W |-> V). */
#include "ad/combinatory/combinatory.h"

#include "semantics/memory/try.h"
#include "semantics/tables/printed.h"

static Status adjoint(PfMapTable *table, PfMapId id, uint32_t depth, PfMapId *out);

static Status give(PfMapTable *table, PfMapId map, PfMapId *out) {
  *out = map;
  return table->status;
}

/*   (Id_A (+) 0_{A,B}) . Delta, or (0_{B,A} (+) Id_B) . Delta */
static PfMapId coprojection(PfMapTable *table, const PfMap *m) {
  TypeNode pair = *type_node(&table->store->types, m->dom);
  bool first = m->kind == PFMAP_FST;
  PfMapId identity = pfmap_identity(table, m->cod);
  PfMapId zero = pfmap_zero(table, m->cod, first ? pair.b : pair.a);
  PfMapId both = first ? pfmap_par(table, identity, zero) : pfmap_par(table, zero, identity);
  return pfmap_comp(table, both, pfmap_dup(table, m->cod));
}

/* M : m x n, row-major, to n x m. */
static Status transposed(PfMapTable *table, const PfMap *m, PfValue *out) {
  Scalar *scalars = arena_array(table->arena, m->value.n, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  if (m->value.n != m->n * m->m) return STATUS_STUCK;
  for (uint32_t j = 0; j < m->m; j++) {
    for (uint32_t i = 0; i < m->n; i++) {
      scalars[(size_t)i * m->m + j] = m->value.scalars[(size_t)j * m->n + i];
    }
  }
  *out = pf_vector(m->value.n, scalars);
  return STATUS_OK;
}

static Status adjoint_matrix(PfMapTable *table, const PfMap *m, PfMapId *out) {
  PfValue matrix;
  TRY(transposed(table, m, &matrix));
  return give(table, pfmap_left(table, BILINEAR_MATVEC, m->m, m->n, &matrix), out);
}

static Status adjoint_section(PfMapTable *table, const PfMap *m, PfMapId *out) {
  bool left = m->kind == PFMAP_LEFT;
  switch (m->bilinear) {
  /* Adj (e*) = (e*)   Adj (*e) = (*e)                                    */
  case BILINEAR_TIMES:
    RULE(ADJ_TIMES);
    return give(table,
                left ? pfmap_left(table, m->bilinear, m->n, 0, &m->value)
                     : pfmap_right(table, m->bilinear, m->n, 0, &m->value),
                out);
  /* Adj (e·) = Adj (·e) = (⋉e)                                           */
  case BILINEAR_DOT:
    RULE(ADJ_DOT);
    if (as_printed(RULE_ADJ_DOT)) return give(table, pfmap_right(table, BILINEAR_TIMES, m->n, 0, &m->value), out);
    return give(table, pfmap_right(table, BILINEAR_SCALE, m->n, 0, &m->value), out);
  /* Adj (r⋉) = (r⋉)   Adj (⋉e) = (·e)                                    */
  case BILINEAR_SCALE:
    RULE(ADJ_SCALE);
    return give(table,
                left ? pfmap_left(table, BILINEAR_SCALE, m->n, 0, &m->value)
                     : pfmap_right(table, BILINEAR_DOT, m->n, 0, &m->value),
                out);
  /* Adj (e×) = (×e)   Adj (×e) = (e×)                                    */
  case BILINEAR_CROSS:
    RULE(ADJ_CROSS);
    return give(table,
                left ? pfmap_right(table, BILINEAR_CROSS, m->n, 0, &m->value)
                     : pfmap_left(table, BILINEAR_CROSS, m->n, 0, &m->value),
                out);
  /* Adj (M★) = (Mᵀ★)   Adj (★x) = (⊗x)                                   */
  case BILINEAR_MATVEC:
    RULE(ADJ_MATVEC);
    if (left) return adjoint_matrix(table, m, out);
    return give(table, pfmap_right(table, BILINEAR_OUTER, m->n, m->m, &m->value), out);
  /* Adj (⊗x) = (★x)                                                      */
  case BILINEAR_OUTER:
    RULE(ADJ_OUTER);
    if (left) return STATUS_ILL_TYPED;
    return give(table, pfmap_right(table, BILINEAR_MATVEC, m->n, m->m, &m->value), out);
  case BILINEAR_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status adjoint_family(PfMapTable *table, const PfMap *m, uint32_t depth, PfMapId *out) {
  PfMapId *members = arena_array(table->arena, m->n, sizeof *members);
  TypeTable *types = &table->store->types;
  if (members == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < m->n; i++) {
    TRY(adjoint(table, pfmap_member(table, m, i), depth, &members[i]));
  }
  TypeId v = type_element(types, m->dom), w = type_element(types, m->cod);
  return give(table, pfmap_family(table, w, v, m->n, members), out);
}

/* zip and unzip of V^n * W^n, the type given. */
static Status adjoint_zip(PfMapTable *table, const PfMap *m, TypeId arrays, PfMapId *out) {
  TypeTable *types = &table->store->types;
  TypeNode pair = *type_node(types, arrays);
  TypeId v = type_element(types, pair.a), w = type_element(types, pair.b);
  return give(table, m->kind == PFMAP_ZIP ? pfmap_unzip(table, m->n, v, w) : pfmap_zip(table, m->n, v, w), out);
}

static Status adjoint_two(PfMapTable *table, const PfMap *m, uint32_t depth, PfMapId *a, PfMapId *b) {
  TRY(adjoint(table, m->a, depth, a));
  return adjoint(table, m->b, depth, b);
}

static Status adjoint_rule(PfMapTable *table, const PfMap *m, uint32_t depth, PfMapId *out) {
  PfMapId a, b;
  switch (m->kind) {
  /* Adj 0_{V,W} = 0_{W,V}                                                */
  case PFMAP_ZERO: RULE(ADJ_ZERO); return give(table, pfmap_zero(table, m->cod, m->dom), out);
  /* Adj Id = Id   Adj ~ = ~                                              */
  case PFMAP_ID: RULE(ADJ_ID); return give(table, pfmap_identity(table, m->dom), out);
  case PFMAP_NEG: RULE(ADJ_NEG); return give(table, pfmap_neg(table, m->dom), out);
  /* Adj Delta = (+)   Adj (+) = Delta                                    */
  case PFMAP_DUP: RULE(ADJ_DUP); return give(table, pfmap_add(table, m->dom), out);
  case PFMAP_ADD: RULE(ADJ_ADD); return give(table, pfmap_dup(table, m->cod), out);
  /* Adj (pi1 : A*B |-> A) = (Id_A (+) 0_{A,B}) . Delta
   * Adj (pi2 : A*B |-> B) = (0_{B,A} (+) Id_B) . Delta                   */
  case PFMAP_FST:
  case PFMAP_SND: RULE(ADJ_PROJ); return give(table, coprojection(table, m), out);
  /* Adj (m1 . m2) = Adj m2 . Adj m1                                      */
  case PFMAP_COMP:
    RULE(ADJ_COMP);
    TRY(adjoint_two(table, m, depth, &a, &b));
    return give(table, pfmap_comp(table, b, a), out);
  /* Adj (m1 (+) m2) = Adj m1 (+) Adj m2                                  */
  case PFMAP_PAR:
    RULE(ADJ_PAR);
    TRY(adjoint_two(table, m, depth, &a, &b));
    return give(table, pfmap_par(table, a, b), out);
  case PFMAP_LEFT:
  case PFMAP_RIGHT: return adjoint_section(table, m, out);
  /* Adj (if e then m1 M else m2 M) = if e then Adj m1 M else Adj m2 M    */
  case PFMAP_IF:
    RULE(ADJ_IF);
    TRY(adjoint_two(table, m, depth, &a, &b));
    return give(table, pfmap_if(table, m->condition, m->block, a, b), out);
  /* Adj <mi> = <Adj mi>                                                  */
  case PFMAP_FAMILY: RULE(ADJ_FAMILY); return adjoint_family(table, m, depth, out);
  /* Adj (repl n) = sum n   Adj (sum n) = repl n                          */
  case PFMAP_REPL: RULE(ADJ_REPL); return give(table, pfmap_sum(table, m->n, m->dom), out);
  case PFMAP_SUM: RULE(ADJ_SUM); return give(table, pfmap_repl(table, m->n, m->cod), out);
  /* Adj zip = unzip   Adj unzip = zip                                    */
  case PFMAP_ZIP: RULE(ADJ_ZIP); return adjoint_zip(table, m, m->dom, out);
  case PFMAP_UNZIP: RULE(ADJ_UNZIP); return adjoint_zip(table, m, m->cod, out);
  /* Adj (at k) = put k   Adj (put k) = at k                              */
  case PFMAP_AT: RULE(ADJ_AT); return give(table, pfmap_put(table, m->n, m->k, m->cod), out);
  case PFMAP_PUT: RULE(ADJ_PUT); return give(table, pfmap_at(table, m->n, m->k, m->dom), out);
  case PFMAP_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status adjoint(PfMapTable *table, PfMapId id, uint32_t depth, PfMapId *out) {
  if (id.id == 0) return STATUS_ILL_TYPED;
  if (depth == 0) return STATUS_LIMIT;
  const PfMap m = *pfmap_get(table, id); /* the table may move */
  return adjoint_rule(table, &m, depth - 1, out);
}

Status combinatory_adjoint(PfMapTable *table, PfMapId m, PfMapId *out) { return adjoint(table, m, PF_DEPTH, out); }
