/* Dual numbers, stage by stage: what stands beside a scalar.
 *
 * An operation makes (op(x1..xn), body), where the body is a sum over operands:
 *   forward            d_k op(x1..xn)(dx_k)                     a tangent
 *   naive              d_k (d_k op(x1..xn)(z))                  under \_z
 *   D2, D3, arrays     SCall d_k (d_k op(x1..xn)(z))            under \_z, with an ID
 *   resource           \_R s. SCall d_k (d_k op(x1..xn)(z)) s   under \_z, with an ID
 *   defunctionalised   [(i_k, c_k, d_k op(x1..xn)(1))]          with an ID
 *   vectorised         d_k op(x1..xn)(v_k!j) for each j         tangents            */
#include "ad/dualnum/transform.h"

static DualTypeId codomain(Dualnum *d) { return dual_codomain(d->table, d->stage, d->context); }

/* ((value, (i, f)), i + 1) */
static DualTermId with_id(Dualnum *d, DualTermId value, DualTermId f) {
  DualTermId pair = t_pair(d, value, t_pair(d, t_var(d, d->id), f));
  OpId add = op_make(&d->store->ops, &d->store->types, OP_IADD, 0, 0);
  return t_pair(d, pair, t_op(d, add, t_var(d, d->id), t_int(d, 1)));
}

DualTermId number_make(Dualnum *d, DualTermId value, DualTermId body) {
  switch (d->stage) {
  case DUAL_FORWARD: RULE(DN_FORWARD); return t_pair(d, value, body);
  case DUAL_VECTORISED: RULE(DN_VECTORISED); return t_pair(d, value, body);
  case DUAL_RESOURCE: RULE(DN_RESOURCE); return with_id(d, value, t_llam(d, dual_type_real(d->table), body));
  case DUAL_NAIVE: RULE(DN_NAIVE); return t_pair(d, value, t_llam(d, dual_type_real(d->table), body));
  case DUAL_STAGED: RULE(DN_STAGED); return with_id(d, value, t_llam(d, dual_type_real(d->table), body));
  case DUAL_CAYLEY:
  case DUAL_MAP:
  case DUAL_ARRAYS: RULE(DN_CAYLEY); return with_id(d, value, t_llam(d, dual_type_real(d->table), body));
  case DUAL_DEFUNCTIONALISED: RULE(DN_CONTRIB); return with_id(d, value, body);
  case DUAL_TAPE:
  case DUAL_STAGE_COUNT: break;
  }
  return dual_fail(d, STATUS_STUCK);
}

/* d_k op(x, y)(v!j) for each j, or v */
static DualTermId along_all(Dualnum *d, DualTermId v, OpId op, uint32_t k, DualTermId x, DualTermId y) {
  if (op.id == 0) return v;
  DualTermId j = t_var(d, dual_open(d));
  DualTermId entry = dual_term(d->table, DUAL_TERM_PARTIAL, op.id, (DualTypeId){k}, x, y, t_index(d, j, v));
  dual_close(d);
  return t_build(d, dual_reals(d->table, d->context), entry);
}

/* The second half of the operand's number, given what goes into it; `partial` makes
 * it of a cotangent, or is plain when op is none. */
static DualTermId carry(Dualnum *d, DualTermId number, OpId op, uint32_t k, DualTermId x, DualTermId y) {
  DualTermId second = t_snd(d, number), into = second;
  if (d->stage == DUAL_VECTORISED) return along_all(d, second, op, k, x, y);
  if (d->stage == DUAL_DEFUNCTIONALISED)
    into = t_real(d, 1);
  else if (d->stage != DUAL_FORWARD)
    into = t_z(d);
  if (op.id != 0) into = dual_term(d->table, DUAL_TERM_PARTIAL, op.id, (DualTypeId){k}, x, y, into);
  switch (d->stage) {
  case DUAL_FORWARD: return into;
  case DUAL_NAIVE: return t_make(d, DUAL_TERM_LAPP, second, into);
  case DUAL_STAGED:
  case DUAL_CAYLEY:
  case DUAL_MAP:
  case DUAL_ARRAYS:
  case DUAL_RESOURCE: return t_typed(d, DUAL_TERM_SCALL, 0, codomain(d), second, into);
  case DUAL_DEFUNCTIONALISED: return t_make(d, DUAL_TERM_ENTRY, second, into);
  case DUAL_VECTORISED:
  case DUAL_TAPE:
  case DUAL_STAGE_COUNT: break;
  }
  return dual_fail(d, STATUS_STUCK);
}

DualTermId number_through(Dualnum *d, DualTermId number, OpId op, uint32_t k, DualTermId x, DualTermId y) {
  return carry(d, number, op, k, x, y);
}
DualTermId number_plain(Dualnum *d, DualTermId number) {
  return carry(d, number, (OpId){0}, 0, (DualTermId){0}, (DualTermId){0});
}

/* By resource-linear functions the state is passed from one to the next: it is used once. */
DualTermId number_zero(Dualnum *d) { return d->stage == DUAL_RESOURCE ? t_rlam(d, t_s(d)) : t_zero(d, codomain(d)); }
DualTermId number_plus(Dualnum *d, DualTermId a, DualTermId b) {
  if (d->stage != DUAL_RESOURCE) return t_make(d, DUAL_TERM_PLUS, a, b);
  return t_rlam(d, t_rapp(d, a, t_rapp(d, b, t_s(d))));
}
static DualTermId iterated(Dualnum *d, uint32_t n, DualTermId count, DualTermId body) {
  return t_rlam(d, dual_term(d->table, DUAL_TERM_RITERATE, n, (DualTypeId){0}, body, t_s(d), count));
}
DualTermId number_sum(Dualnum *d, uint32_t n, DualTermId body) {
  return d->stage == DUAL_RESOURCE ? iterated(d, n, (DualTermId){0}, body) : t_sum(d, n, codomain(d), body);
}
DualTermId number_sum_to(Dualnum *d, DualTermId count, DualTermId body) {
  return d->stage == DUAL_RESOURCE ? iterated(d, 0, count, body) : t_sum_to(d, count, codomain(d), body);
}
