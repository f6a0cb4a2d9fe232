/* revf$ and revr$ of every construct of CL.
 *
 * revr adds into an accumulator in dS that whoever asks owns: a let extends it, and
 * what was gathered for the new variable goes on back. */
#include "ad/linmap/split.h"

#include "semantics/tables/rules.h"

/* ---------------------------------------------------------------- the type X -- */

static const SplitType *make_type(LmBuilder *b, SplitType shape) {
  SplitType *type = arena_alloc(b->arena, sizeof *type);
  if (type == NULL)
    b->status = STATUS_LIMIT;
  else
    *type = shape;
  return type;
}

/* (X1,...,Xn), in pairs after the second. */
static const SplitType *record_types(LmBuilder *b, const Split *split, const ClTerm *c) {
  const SplitType *rest = make_type(b, (SplitType){.kind = SPLIT_NOTHING});
  for (uint32_t k = c->count; k-- > 0;) {
    const SplitType *first = split_record_type(b, split, c->kid[k]);
    rest = make_type(b, (SplitType){.kind = SPLIT_TUPLE, .n = 2, .part = {first, rest}});
  }
  return rest;
}

const SplitType *split_record_type(LmBuilder *b, const Split *split, const ClTerm *c) {
  SplitType type = {.kind = SPLIT_NOTHING};
  if (b->status != STATUS_OK) return NULL;
  switch (c->kind) {
  case CL_I:
  case CL_K:
  case CL_P: return make_type(b, type);
  case CL_F: return c->leaf->kind == LM_CALL ? split->record[c->leaf->n] : split_prim_type(b, c->leaf);
  case CL_SEQ:
  case CL_LET:
    type = (SplitType){.kind = SPLIT_TUPLE, .n = 2};
    for (int k = 0; k < 2; k++) type.part[k] = split_record_type(b, split, c->kid[k]);
    return make_type(b, type);
  case CL_TUPLE: return record_types(b, split, c);
  case CL_IF:
    type = (SplitType){.kind = SPLIT_EITHER, .n = 2};
    for (int k = 0; k < 2; k++) type.part[k] = split_record_type(b, split, c->kid[k + 1]);
    return make_type(b, type);
  case CL_BUILD:
    type = (SplitType){.kind = SPLIT_VEC, .n = c->n, .part = {split_record_type(b, split, c->kid[1])}};
    return make_type(b, type);
  case CL_FOLD: {
    const SplitType *step = split_record_type(b, split, c->kid[0]);
    type = (SplitType){.kind = SPLIT_TUPLE, .n = 3};
    for (int k = 0; k < 2; k++) type.part[k] = split_record_type(b, split, c->kid[k + 1]);
    type.part[2] = make_type(b, (SplitType){.kind = SPLIT_VEC, .n = c->kid[2]->to->n, .part = {step}});
    return make_type(b, type);
  }
  case CL_KIND_COUNT: break;
  }
  return NULL;
}

static bool value_conforms(const LmType *type, const LmValue *value) {
  switch (type->kind) {
  case LM_TYPE_NAT: return value->kind == LM_VALUE_NAT;
  case LM_TYPE_BOOL: return value->kind == LM_VALUE_BOOL;
  case LM_TYPE_REAL: return value->kind == LM_VALUE_REAL;
  case LM_TYPE_TUPLE:
  case LM_TYPE_VEC:
    if (value->n != type->n || value->kind != (type->kind == LM_TYPE_VEC ? LM_VALUE_VEC : LM_VALUE_TUPLE)) return false;
    for (uint32_t k = 0; k < type->n; k++)
      if (!value_conforms(type->part[type->kind == LM_TYPE_VEC ? 0 : k], &value->part[k])) return false;
    return true;
  case LM_TYPE_MAP: return false;
  }
  return false;
}

bool split_conforms(const SplitType *type, const SplitRecord *record) {
  if (type->kind != record->kind) return false;
  if (type->kind == SPLIT_VALUE) return value_conforms(type->type, &record->value);
  if (type->kind == SPLIT_EITHER) return record->n < 2 && split_conforms(type->part[record->n], record->part);
  if (record->n != (type->kind == SPLIT_NOTHING ? 0 : type->n)) return false;
  for (uint32_t k = 0; k < record->n; k++)
    if (!split_conforms(type->part[type->kind == SPLIT_VEC ? 0 : k], &record->part[k])) return false;
  return true;
}

void split_print_type(const SplitType *type, FILE *out) {
  if (type->kind == SPLIT_VALUE) {
    linmap_print_type(type->type, out);
    return;
  }
  if (type->kind == SPLIT_VEC) {
    fprintf(out, "Vec %u ", type->n);
    split_print_type(type->part[0], out);
    return;
  }
  fputc('(', out);
  for (uint32_t k = 0; k < type->n; k++) {
    if (k != 0) fputs(type->kind == SPLIT_EITHER ? " + " : ", ", out);
    split_print_type(type->part[k], out);
  }
  fputc(')', out);
}

Status split_make(LmBuilder *b, const LmProgram *program, ClPruning pruning, Split *out) {
  Status status = linmap_to_cl(b, program, pruning, &out->program);
  if (status == STATUS_OK) status = cl_check(b, &out->program);
  if (status != STATUS_OK) return status;
  out->record = arena_array(b->arena, program->count, sizeof *out->record);
  if (out->record == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < program->count && b->status == STATUS_OK; k++)
    out->record[k] = split_record_type(b, out, out->program.body[k]);
  return b->status;
}

/* ---------------------------------------------------------------- forward -- */

static Status revf(LmEval *eval, const Split *split, const ClTerm *c, const LmValue *t, LmValue *out, SplitRecord *x);

static Status record_parts(LmEval *eval, SplitKind kind, uint32_t n, SplitRecord *x) {
  *x = (SplitRecord){.kind = kind, .n = n};
  x->part = arena_array(eval->machine->arena, (size_t)n + 1, sizeof *x->part);
  return x->part == NULL ? STATUS_LIMIT : STATUS_OK;
}

static Status revf_call(LmEval *eval, const Split *split, const ClTerm *c, const LmValue *t, LmValue *out,
                        SplitRecord *x) {
  if (c->leaf->kind != LM_CALL) {
    Status status = split_prim_record(eval, c->leaf, t, x);
    return status == STATUS_OK ? cl_apply(eval, &split->program, c, t, out) : status;
  }
  LmValue none = {.kind = LM_VALUE_TUPLE}, context;
  Status status = cl_extend(eval, &none, t, &context);
  return status == STATUS_OK ? revf(eval, split, split->program.body[c->leaf->n], &context, out, x) : status;
}

static Status revf_tuple(LmEval *eval, const Split *split, const ClTerm *c, const LmValue *t, LmValue *out,
                         SplitRecord *x) {
  LmValue parts;
  Status status = lm_value_parts(eval, LM_VALUE_TUPLE, c->count, &parts);
  for (uint32_t k = 0; k < c->count && status == STATUS_OK; k++) {
    status = record_parts(eval, SPLIT_TUPLE, 2, x);
    if (status == STATUS_OK) status = revf(eval, split, c->kid[k], t, &parts.part[k], &x->part[0]);
    if (status == STATUS_OK) x = &x->part[1];
  }
  *x = (SplitRecord){.kind = SPLIT_NOTHING};
  *out = parts;
  return status;
}

static Status revf_build(LmEval *eval, const Split *split, const ClTerm *c, const LmValue *t, LmValue *out,
                         SplitRecord *x) {
  LmValue vector, wide;
  Status status = record_parts(eval, SPLIT_VEC, c->n, x);
  if (status == STATUS_OK) status = lm_value_parts(eval, LM_VALUE_VEC, c->n, &vector);
  for (uint32_t k = 0; k < c->n && status == STATUS_OK; k++) {
    LmValue i = {.kind = LM_VALUE_NAT, .scalar = scalar_from_int(k)};
    status = cl_extend(eval, t, &i, &wide);
    if (status == STATUS_OK) status = revf(eval, split, c->kid[1], &wide, &vector.part[k], &x->part[k]);
  }
  if (status == STATUS_OK) *out = vector;
  return status;
}

static Status revf_fold(LmEval *eval, const Split *split, const ClTerm *c, const LmValue *t, LmValue *out,
                        SplitRecord *x) {
  LmValue acc, v = {0}, step, wide;
  Status status = record_parts(eval, SPLIT_TUPLE, 3, x);
  if (status == STATUS_OK) status = revf(eval, split, c->kid[1], t, &acc, &x->part[0]);
  if (status == STATUS_OK) status = revf(eval, split, c->kid[2], t, &v, &x->part[1]);
  if (status == STATUS_OK) status = record_parts(eval, SPLIT_VEC, v.n, &x->part[2]);
  for (uint32_t k = 0; status == STATUS_OK && k < v.n; k++) {
    status = lm_value_pair(eval, &acc, &v.part[k], &step);
    if (status == STATUS_OK) status = cl_extend(eval, t, &step, &wide);
    if (status == STATUS_OK) status = revf(eval, split, c->kid[0], &wide, &acc, &x->part[2].part[k]);
  }
  *out = acc;
  return status;
}

/* Both of a composition or a let. */
static Status revf_two(LmEval *eval, const Split *split, const ClTerm *c, const LmValue *t, LmValue *out,
                       SplitRecord *x) {
  LmValue z;
  Status status = record_parts(eval, SPLIT_TUPLE, 2, x);
  if (status == STATUS_OK) status = revf(eval, split, c->kid[0], t, &z, &x->part[0]);
  if (status == STATUS_OK && c->kind == CL_LET) status = cl_extend(eval, t, &z, &z);
  return status == STATUS_OK ? revf(eval, split, c->kid[1], &z, out, &x->part[1]) : status;
}

static Status revf_if(LmEval *eval, const Split *split, const ClTerm *c, const LmValue *t, LmValue *out,
                      SplitRecord *x) {
  LmValue test;
  Status status = cl_eval(eval, &split->program, c->kid[0], t, &test);
  if (status == STATUS_OK) status = record_parts(eval, SPLIT_EITHER, 1, x);
  if (status != STATUS_OK) return status;
  x->n = test.scalar.word != 0 ? 0 : 1;
  return revf(eval, split, c->kid[1 + x->n], t, out, x->part);
}

static Status revf(LmEval *eval, const Split *split, const ClTerm *c, const LmValue *t, LmValue *out, SplitRecord *x) {
  Machine *machine = eval->machine;
  Status status = STATUS_STUCK;
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  *x = (SplitRecord){.kind = SPLIT_NOTHING};
  switch (c->kind) {
  case CL_I:
  case CL_K:
  case CL_P: status = cl_eval(eval, &split->program, c, t, out); break;
  case CL_F: status = revf_call(eval, split, c, t, out, x); break;
  case CL_SEQ:
  case CL_LET: status = revf_two(eval, split, c, t, out, x); break;
  case CL_TUPLE: status = revf_tuple(eval, split, c, t, out, x); break;
  case CL_IF: status = revf_if(eval, split, c, t, out, x); break;
  case CL_BUILD: status = revf_build(eval, split, c, t, out, x); break;
  case CL_FOLD: status = revf_fold(eval, split, c, t, out, x); break;
  case CL_KIND_COUNT: break;
  }
  machine->depth++;
  return status;
}

/* ------------------------------------------------------------------- back -- */

static Status revr(LmEval *eval, const Split *split, const ClTerm *c, const SplitRecord *x, const LmValue *dt,
                   LmValue *acc);

/* (acc |> 0) goes back through c, what is gathered for the last stays in *last. */
static Status revr_under(LmEval *eval, const Split *split, const ClTerm *c, const SplitRecord *x, const LmValue *dt,
                         LmValue *acc, LmValue *last) {
  LmValue zero, wide;
  Status status = lm_value_zero(eval, c->from->part[acc->n], &zero);
  if (status == STATUS_OK) status = cl_extend(eval, acc, &zero, &wide);
  if (status == STATUS_OK) status = revr(eval, split, c, x, dt, &wide);
  if (status != STATUS_OK) return status;
  for (uint32_t k = 0; k < acc->n; k++) acc->part[k] = wide.part[k];
  *last = wide.part[acc->n];
  return STATUS_OK;
}

static Status revr_seq(LmEval *eval, const Split *split, const ClTerm *c, const SplitRecord *x, const LmValue *dt,
                       LmValue *acc) {
  LmValue middle;
  Status status = lm_value_zero(eval, c->kid[0]->to, &middle);
  if (status == STATUS_OK) status = revr(eval, split, c->kid[1], &x->part[1], dt, &middle);
  return status == STATUS_OK ? revr(eval, split, c->kid[0], &x->part[0], &middle, acc) : status;
}

static Status revr_call(LmEval *eval, const Split *split, const ClTerm *c, const SplitRecord *x, const LmValue *dt,
                        LmValue *acc) {
  if (c->leaf->kind != LM_CALL) return split_prim_back(eval, c->leaf, x, dt, acc);
  LmValue none = {.kind = LM_VALUE_TUPLE}, context;
  Status status = cl_extend(eval, &none, acc, &context);
  if (status == STATUS_OK) status = revr(eval, split, split->program.body[c->leaf->n], x, dt, &context);
  if (status == STATUS_OK) *acc = context.part[0];
  return status;
}

static Status revr_tuple(LmEval *eval, const Split *split, const ClTerm *c, const SplitRecord *x, const LmValue *dt,
                         LmValue *acc) {
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < c->count && status == STATUS_OK; k++, x = &x->part[1])
    status = revr(eval, split, c->kid[k], &x->part[0], &dt->part[k], acc);
  return status;
}

static Status revr_let(LmEval *eval, const Split *split, const ClTerm *c, const SplitRecord *x, const LmValue *dt,
                       LmValue *acc) {
  LmValue dr;
  Status status = revr_under(eval, split, c->kid[1], &x->part[1], dt, acc, &dr);
  return status == STATUS_OK ? revr(eval, split, c->kid[0], &x->part[0], &dr, acc) : status;
}

static Status revr_build(LmEval *eval, const Split *split, const ClTerm *c, const SplitRecord *x, const LmValue *dt,
                         LmValue *acc) {
  LmValue dropped;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < c->n && status == STATUS_OK; k++)
    status = revr_under(eval, split, c->kid[1], &x->part[k], &dt->part[k], acc, &dropped);
  return status;
}

static Status revr_fold(LmEval *eval, const Split *split, const ClTerm *c, const SplitRecord *x, const LmValue *dt,
                        LmValue *acc) {
  const SplitRecord *steps = &x->part[2];
  LmValue da = *dt, dv, both;
  Status status = lm_value_zero(eval, c->kid[2]->to, &dv);
  for (uint32_t k = steps->n; status == STATUS_OK && k-- > 0;) {
    status = revr_under(eval, split, c->kid[0], &steps->part[k], &da, acc, &both);
    if (status != STATUS_OK) return status;
    da = both.part[0];
    dv.part[k] = both.part[1];
  }
  if (status == STATUS_OK) status = revr(eval, split, c->kid[1], &x->part[0], &da, acc);
  return status == STATUS_OK ? revr(eval, split, c->kid[2], &x->part[1], &dv, acc) : status;
}

/* Parts selected twice add up. */
static Status revr_prune(LmEval *eval, const ClTerm *c, const LmValue *dt, LmValue *acc) {
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < c->n && status == STATUS_OK; k++)
    status = lm_value_accumulate(eval, &acc->part[c->selected[k]], &dt->part[k]);
  return status;
}

/* acc += revr(x, dt) */
static Status revr_rule(LmEval *eval, const Split *split, const ClTerm *c, const SplitRecord *x, const LmValue *dt,
                        LmValue *acc) {
  switch (c->kind) {
  /* revr I ((), dt) = dt                                                    */
  case CL_I: RULE(SPL_I); return lm_value_accumulate(eval, acc, dt);
  /* revr K(k) ((), dt) = 0                                                  */
  case CL_K: RULE(SPL_K); return STATUS_OK;
  /* revr P[..] ((), dt): scatter, adding                                    */
  case CL_P: RULE(SPL_P); return revr_prune(eval, c, dt, acc);
  /* revr F(p) (x, dt) = dt .R dp;  revr F(f) = revr$f                       */
  case CL_F: RULE(SPL_F); return revr_call(eval, split, c, x, dt, acc);
  /* revr (c1;c2) ((x1,x2), dt) = revr c1 (x1, revr c2 (x2, dt))             */
  case CL_SEQ: RULE(SPL_SEQ); return revr_seq(eval, split, c, x, dt, acc);
  /* revr (c1,..,cn) (x, dt) = Sum_i revr ci (xi, dti)                       */
  case CL_TUPLE: RULE(SPL_TUPLE); return revr_tuple(eval, split, c, x, dt, acc);
  /* revr IF (inl x2, dt) = revr c2 (x2, dt), inr alike                      */
  case CL_IF: RULE(SPL_IF); return revr(eval, split, c->kid[1 + x->n], x->part, dt, acc);
  /* revr L ((xr,xb), dt) = let ds |> dr = revr cb (xb, dt) in ds + revr cr (xr, dr) */
  case CL_LET: RULE(SPL_LET); return revr_let(eval, split, c, x, dt, acc);
  /* revr B (x, dt) = Sum_i drop-last (revr ce (x[i], dt[i]))                */
  case CL_BUILD: RULE(SPL_BUILD); return revr_build(eval, split, c, x, dt, acc);
  /* revr FO: i from n-1 down, (dsi |> (da,dv[i])) = revr ce (x[i], da);
   * Sum ds + revr ca (xa, da) + revr cv (xv, dv)                            */
  case CL_FOLD: RULE(SPL_FOLD); return revr_fold(eval, split, c, x, dt, acc);
  case CL_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status revr(LmEval *eval, const Split *split, const ClTerm *c, const SplitRecord *x, const LmValue *dt,
                   LmValue *acc) {
  Machine *machine = eval->machine;
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = revr_rule(eval, split, c, x, dt, acc);
  machine->depth++;
  Status left = ring_take_status(machine->ring);
  return status != STATUS_OK ? status : left;
}

/* --------------------------------------------------------------------- f -- */

Status split_forward(LmEval *eval, const Split *split, const LmValue *argument, LmValue *value, SplitRecord *record) {
  LmValue none = {.kind = LM_VALUE_TUPLE}, context;
  Status status = cl_extend(eval, &none, argument, &context);
  const ClTerm *body = split->program.body[split->program.count - 1];
  return status == STATUS_OK ? revf(eval, split, body, &context, value, record) : status;
}

Status split_back(LmEval *eval, const Split *split, const SplitRecord *record, const LmValue *dt, LmValue *ds) {
  const ClTerm *body = split->program.body[split->program.count - 1];
  LmValue context;
  Status status = lm_value_zero(eval, body->from, &context);
  if (status == STATUS_OK) status = revr(eval, split, body, record, dt, &context);
  if (status == STATUS_OK) *ds = context.part[0];
  return status;
}
