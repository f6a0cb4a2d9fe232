/* The meaning of CL, Fig. 10: t <> c. */
#include "semantics/linmap/cl.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

Status cl_extend(LmEval *eval, const LmValue *t, const LmValue *x, LmValue *out) {
  LmValue wide;
  TRY(lm_value_parts(eval, LM_VALUE_TUPLE, t->n + 1, &wide));
  for (uint32_t k = 0; k < t->n; k++) wide.part[k] = t->part[k];
  wide.part[t->n] = *x;
  *out = wide;
  return STATUS_OK;
}

Status cl_apply(LmEval *eval, const ClProgram *program, const ClTerm *f, const LmValue *t, LmValue *out) {
  if (f->leaf->kind == LM_CALL) return cl_run(eval, program, f->leaf->n, t, out);
  return linmap_prim_value(eval, f->leaf, t, out);
}

static Status literal(LmEval *eval, const LmTerm *k, LmValue *out) {
  Ring *ring = eval->machine->ring;
  if (k->kind == LM_NAT) {
    *out = (LmValue){.kind = LM_VALUE_NAT, .scalar = scalar_from_int(k->integer)};
    return STATUS_OK;
  }
  const Constant *constant = constant_get(&eval->machine->store->constants, k->constant);
  *out = (LmValue){.kind = LM_VALUE_REAL, .scalar = ring_constant(ring, constant, 0)};
  return ring_take_status(ring);
}

static Status select_parts(LmEval *eval, const ClTerm *c, const LmValue *t, LmValue *out) {
  LmValue selection;
  Status status = lm_value_parts(eval, LM_VALUE_TUPLE, c->n, &selection);
  for (uint32_t k = 0; k < c->n && status == STATUS_OK; k++) selection.part[k] = t->part[c->selected[k]];
  *out = selection;
  return status;
}

static Status tuple(LmEval *eval, const ClProgram *program, const ClTerm *c, const LmValue *t, LmValue *out) {
  LmValue parts;
  Status status = lm_value_parts(eval, LM_VALUE_TUPLE, c->count, &parts);
  for (uint32_t k = 0; k < c->count && status == STATUS_OK; k++)
    status = cl_eval(eval, program, c->kid[k], t, &parts.part[k]);
  *out = parts;
  return status;
}

static Status build(LmEval *eval, const ClProgram *program, const ClTerm *c, const LmValue *t, LmValue *out) {
  LmValue size, vector, wide;
  Status status = cl_eval(eval, program, c->kid[0], t, &size);
  if (status == STATUS_OK && scalar_to_int(size.scalar) != c->n) return STATUS_STUCK;
  if (status == STATUS_OK) status = lm_value_parts(eval, LM_VALUE_VEC, c->n, &vector);
  for (uint32_t k = 0; status == STATUS_OK && k < c->n; k++) {
    LmValue i = {.kind = LM_VALUE_NAT, .scalar = scalar_from_int(k)};
    status = cl_extend(eval, t, &i, &wide);
    if (status == STATUS_OK) status = cl_eval(eval, program, c->kid[1], &wide, &vector.part[k]);
  }
  if (status == STATUS_OK) *out = vector;
  return status;
}

static Status fold(LmEval *eval, const ClProgram *program, const ClTerm *c, const LmValue *t, LmValue *out) {
  LmValue acc, v, step, wide;
  Status status = cl_eval(eval, program, c->kid[1], t, &acc);
  if (status == STATUS_OK) status = cl_eval(eval, program, c->kid[2], t, &v);
  for (uint32_t k = 0; status == STATUS_OK && k < v.n; k++) {
    status = lm_value_pair(eval, &acc, &v.part[k], &step);
    if (status == STATUS_OK) status = cl_extend(eval, t, &step, &wide);
    if (status == STATUS_OK) status = cl_eval(eval, program, c->kid[0], &wide, &acc);
  }
  *out = acc;
  return status;
}

static Status eval_rule(LmEval *eval, const ClProgram *program, const ClTerm *c, const LmValue *t, LmValue *out) {
  LmValue z;
  switch (c->kind) {
  /* t <> I = t                                                              */
  case CL_I:
    RULE(CLS_I);
    *out = *t;
    return STATUS_OK;
  /* t <> K(k) = k                                                           */
  case CL_K: RULE(CLS_K); return literal(eval, c->leaf, out);
  /* t <> P[i1,...,im/n] = (pi_i1 t,...,pi_im t)                             */
  case CL_P: RULE(CLS_P); return select_parts(eval, c, t, out);
  /* t <> F(f) = f(t)                                                        */
  case CL_F: RULE(CLS_F); return cl_apply(eval, program, c, t, out);
  /* t <> (c1;c2) = let z = t <> c1 in z <> c2                               */
  case CL_SEQ:
    RULE(CLS_SEQ);
    TRY(cl_eval(eval, program, c->kid[0], t, &z));
    return cl_eval(eval, program, c->kid[1], &z, out);
  /* t <> (c1,...,cn) = (t <> c1,...,t <> cn)                                */
  case CL_TUPLE: RULE(CLS_TUPLE); return tuple(eval, program, c, t, out);
  /* t <> IF(c1,c2,c3) = if t <> c1 then t <> c2 else t <> c3                */
  case CL_IF:
    RULE(CLS_IF);
    TRY(cl_eval(eval, program, c->kid[0], t, &z));
    return cl_eval(eval, program, c->kid[z.scalar.word != 0 ? 1 : 2], t, out);
  /* t <> L(x,cr,cb) = let x = t <> cr in (t |> x) <> cb                     */
  case CL_LET:
    RULE(CLS_LET);
    TRY(cl_eval(eval, program, c->kid[0], t, &z));
    TRY(cl_extend(eval, t, &z, &z));
    return cl_eval(eval, program, c->kid[1], &z, out);
  /* t <> B(cs,i,ce) = build (t <> cs) (\i. (t |> i) <> ce)                  */
  case CL_BUILD: RULE(CLS_BUILD); return build(eval, program, c, t, out);
  /* t <> FO(x,ce,ca,cv) = fold (\x. (t |> x) <> ce) (t <> ca) (t <> cv)     */
  case CL_FOLD: RULE(CLS_FOLD); return fold(eval, program, c, t, out);
  case CL_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status cl_eval(LmEval *eval, const ClProgram *program, const ClTerm *c, const LmValue *t, LmValue *out) {
  Machine *machine = eval->machine;
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = eval_rule(eval, program, c, t, out);
  machine->depth++;
  return status;
}

Status cl_run(LmEval *eval, const ClProgram *program, uint32_t definition, const LmValue *argument, LmValue *out) {
  LmValue none = {.kind = LM_VALUE_TUPLE}, context;
  TRY(cl_extend(eval, &none, argument, &context));
  return cl_eval(eval, program, program->body[definition], &context, out);
}
