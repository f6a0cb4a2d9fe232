/* The denotation of linear derivations: homomorphisms, built from those of
 * hom.h.  The domain of each is the monoid of d->domain. */
#include "semantics/chad/monoid/analysis.h"
#include "semantics/chad/monoid/table.h"
#include "semantics/tables/cases.h"

/* [[t]]e ; hom, for the linear subterm t. */
static OWN_FRAME Status after(Machine *machine, const Derivation *t, const Environment *e, Hom hom, const Hom **out) {
  const Hom *f, *g;
  TRY(denote_linear(machine, t, e, &f));
  TRY(hom_new(machine, hom, &g));
  return hom_compose(machine, f, g, out);
}

/* Two homomorphisms from one domain: f + g, (f, g). */
static OWN_FRAME Status both(Machine *machine, const Derivation *d, const Environment *e, HomKind kind,
                             const Hom **out) {
  const Hom *f, *g;
  TRY(denote_linear(machine, d->kid[0], e, &f));
  TRY(denote_linear(machine, d->kid[1], e, &g));
  return hom_new(machine, (Hom){.kind = kind, .codomain = d->type, .a = f, .b = g}, out);
}

static OWN_FRAME Status linear_let(Machine *machine, const Derivation *d, const Environment *e, const Hom **out) {
  const MonoidElement *bound;
  TRY(denote_cartesian(machine, d->kid[0], e, &bound));
  Family body = {d->kid[1], e};
  return family_hom(machine, &body, bound, out);
}

static OWN_FRAME Status linear_letv(Machine *machine, const Derivation *d, const Environment *e, const Hom **out) {
  const Hom *f, *g;
  TRY(denote_linear(machine, d->kid[0], e, &f));
  TRY(denote_linear(machine, d->kid[1], e, &g));
  return hom_compose(machine, f, g, out);
}

static OWN_FRAME Status linear_lapp(Machine *machine, const Derivation *d, const Environment *e, const Hom **out) {
  const MonoidElement *g;
  const Hom *f;
  TRY(denote_cartesian(machine, d->kid[0], e, &g));
  TRY(denote_linear(machine, d->kid[1], e, &f));
  if (g->kind != ELEMENT_HOM) return STATUS_STUCK;
  return hom_compose(machine, f, element_as_function(g)->hom, out);
}

/* The same over another semiring.  Elementary operations that stand outside a Dop have no
 * table: UNABLE. */
static OWN_FRAME Status table_operation(Machine *machine, const Derivation *d, const Environment *e, const Hom **out) {
  LopNode lop = *lop_node(&machine->store->ops, (LopId){d->payload});
  OpNode op = *op_node(&machine->store->ops, lop.op);
  Table table = {.op = &op, .transpose = lop.code == LOP_TRANSPOSE, .occurrence = d};
  const Scalar *weights;
  if (d->body == NULL) return STATUS_UNABLE;
  bool read = machine->analysis->table != ANALYSIS_WEIGHTS;
  Environment bound[OP_MAX_ARITY];
  for (uint32_t i = 0; read && i < lop.arity; i++) {
    const MonoidElement *operand;
    TRY(denote_cartesian(machine, d->kid[i], e, &operand));
    table.operand[i] = operand->scalars;
    bound[i] = (Environment){operand, i == 0 ? NULL : &bound[i - 1]};
  }
  if (read) {
    Machine plain = *machine;
    plain.analysis = NULL;
    TRY(denote_linear(&plain, d->body, lop.arity == 0 ? NULL : &bound[lop.arity - 1], &table.body));
  }
  TRY(table_weights(machine, &table, &weights));
  return hom_new(machine, (Hom){.kind = HOM_TABLE, .number = d->payload, .codomain = d->type, .a = weights}, out);
}

/* [[lop]] at its operands: elementary, or the denotation of the body of Dop or
 * Dop^t at them. */
static OWN_FRAME Status operation(Machine *machine, const Derivation *d, const Environment *e, const Hom **out) {
  const MonoidElement *operand = NULL;
  uint32_t arity = lop_node(&machine->store->ops, (LopId){d->payload})->arity;
  Environment *bound = arena_array(machine->arena, OP_MAX_ARITY, sizeof *bound);
  if (bound == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < arity; i++) {
    TRY(denote_cartesian(machine, d->kid[i], e, &operand));
    bound[i] = (Environment){operand, i == 0 ? NULL : &bound[i - 1]};
  }
  if (d->body != NULL) return denote_linear(machine, d->body, arity == 0 ? NULL : &bound[arity - 1], out);
  return hom_new(machine, (Hom){.kind = HOM_LOP, .number = d->payload, .a = operand, .codomain = d->type}, out);
}

static OWN_FRAME Status linear_lop(Machine *machine, const Derivation *d, const Environment *e, const Hom **out) {
  const Hom *f, *g;
  TRY(machine->analysis != NULL ? table_operation(machine, d, e, &g) : operation(machine, d, e, &g));
  TRY(denote_linear(machine, d->kid[3], e, &f));
  return hom_compose(machine, f, g, out);
}

/* !k (x) - and evaluation at k, after a linear subterm. */
static OWN_FRAME Status linear_keyed(Machine *machine, const Derivation *d, const Environment *e, HomKind kind,
                                     const Derivation *key, const Derivation *t, const Hom **out) {
  const MonoidElement *at;
  TRY(denote_cartesian(machine, key, e, &at));
  return after(machine, t, e, (Hom){.kind = kind, .codomain = d->type, .a = at}, out);
}

/* Projection and injection of arrays. */
static OWN_FRAME Status linear_indexed(Machine *machine, const Derivation *d, const Environment *e, HomKind kind,
                                       const Hom **out) {
  const MonoidElement *index;
  TRY(denote_cartesian(machine, d->kid[0], e, &index));
  return after(machine, d->kid[1], e, (Hom){.kind = kind, .codomain = d->type, .a = index}, out);
}

static OWN_FRAME Status linear_build(Machine *machine, const Derivation *d, const Environment *e, const Hom **out) {
  uint32_t n = type_node(&machine->store->types, d->type)->n;
  Family body = {d->kid[0], e};
  const Hom **tuple = arena_array(machine->arena, n, sizeof *tuple);
  if (tuple == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n; i++) {
    const MonoidElement *index;
    TRY(element_int(machine, i, &index));
    TRY(family_hom(machine, &body, index, &tuple[i]));
  }
  return hom_new(machine, (Hom){.kind = HOM_TUPLE, .codomain = d->type, .number = n, .a = tuple}, out);
}

/* [[u]]e ; (id, [[r]]e) ; map of the [[t]](e, s_i), and the dual of that map. */
static OWN_FRAME Status linear_map(Machine *machine, const Derivation *d, const Environment *e, HomKind kind,
                                   const Hom **out) {
  const MonoidElement *array, *entry;
  const Hom *identity, *pairing, *given, *r;
  TRY(denote_cartesian(machine, d->kid[0], e, &array));
  TRY(denote_linear(machine, d->kid[2], e, &r));
  Family body = {d->kid[1], e};
  const Hom **tuple = arena_array(machine->arena, array->count, sizeof *tuple);
  if (tuple == NULL) return STATUS_LIMIT;
  Hom hom = {.kind = kind, .codomain = d->type, .number = array->count, .a = tuple, .b = r};
  for (uint32_t i = 0; i < array->count; i++) {
    TRY(element_entry(machine, array, i, &entry));
    TRY(family_hom(machine, &body, entry, &tuple[i]));
  }
  if (kind == HOM_MAP_DUAL) return after(machine, d->kid[3], e, hom, out);
  TRY(hom_new(machine, (Hom){.kind = HOM_IDENTITY}, &identity));
  TRY(hom_new(machine, (Hom){.kind = HOM_PAIRING, .a = identity, .b = r}, &pairing));
  TRY(denote_linear(machine, d->kid[3], e, &given));
  TRY(hom_compose(machine, given, pairing, &pairing));
  TRY(hom_new(machine, hom, &given));
  return hom_compose(machine, pairing, given, out);
}

static Status linear_node(Machine *machine, const Derivation *d, const Environment *e, const Hom **out) {
  Hom zero = {.kind = HOM_ZERO, .codomain = d->type};
  switch (d->kind) {
  /* [[v]]e = id */
  case TERM_LVAR: RULE(MON_LVAR); return hom_new(machine, (Hom){.kind = HOM_IDENTITY}, out);
  /* [[let x = t in s]]e = [[s]](e, [[t]]e) */
  case TERM_LET: RULE(MON_LLET); return linear_let(machine, d, e, out);
  /* [[let v = t in s]]e = [[t]]e ; [[s]]e */
  case TERM_LETV: RULE(MON_LETV); return linear_letv(machine, d, e, out);
  /* [[lop(t; s)]]e = [[s]]e ; [[lop]]([[t]]e) */
  case TERM_LOP: RULE(MON_LOP); return linear_lop(machine, d, e, out);
  /* [[()]]e = 0;  [[0_]]e = 0 */
  case TERM_UNIT:
  case TERM_ZERO: RULE(MON_ZERO_HOM); return hom_new(machine, zero, out);
  /* [[t + s]]e = [[t]]e + [[s]]e */
  case TERM_PLUS: RULE(MON_PLUS_HOM); return both(machine, d, e, HOM_SUM, out);
  /* [[(t, s)]]e = ([[t]]e, [[s]]e);  [[fst t]]e = [[t]]e ; fst, snd alike */
  case TERM_PAIR: RULE(MON_LPAIR); return both(machine, d, e, HOM_PAIRING, out);
  case TERM_FST: RULE(MON_LFST); return after(machine, d->kid[0], e, (Hom){.kind = HOM_FST}, out);
  case TERM_SND: RULE(MON_LSND); return after(machine, d->kid[0], e, (Hom){.kind = HOM_SND}, out);
  /* [[\y. t]]e = Psi(k |-> [[t]](e, k)) */
  case TERM_LAM:
    RULE(MON_LLAMBDA);
    return hom_new(machine, (Hom){.kind = HOM_ABSTRACTION, .codomain = d->type, .a = d->kid[0], .b = e}, out);
  /* [[t s]]e = [[t]]e ; evaluation at [[s]]e */
  case TERM_APP: RULE(MON_LAPPLY); return linear_keyed(machine, d, e, HOM_EVALUATION, d->kid[1], d->kid[0], out);
  /* [[!t (x) s]]e = y |-> ![[t]]e (x) [[s]]e(y) */
  case TERM_COPOWER: RULE(MON_TENSOR); return linear_keyed(machine, d, e, HOM_TENSOR, d->kid[0], d->kid[1], out);
  /* [[case t of !y (x) v -> s]]e = [[t]]e ; Phi^-1(k |-> [[s]](e, k)) */
  case TERM_CASE: {
    RULE(MON_CASE);
    Hom elimination = {.kind = HOM_ELIMINATION, .codomain = d->type, .a = d->kid[1], .b = e};
    return after(machine, d->kid[0], e, elimination, out);
  }
  /* [[t . s]]e = [[s]]e ; [[t]]e */
  case TERM_LAPP: RULE(MON_LAPP); return linear_lapp(machine, d, e, out);
  /* [[build n (i. t)]]e = ([[t]](e, 0), ..., [[t]](e, n-1)) */
  case TERM_BUILD: RULE(MON_LBUILD); return linear_build(machine, d, e, out);
  /* [[index i t]]e = [[t]]e ; projection at [[i]]e */
  case TERM_INDEX: RULE(MON_LINDEX); return linear_indexed(machine, d, e, HOM_ENTRY, out);
  /* [[onehot n i t]]e = [[t]]e ; injection at [[i]]e, 0 if that is out of range */
  case TERM_ONEHOT: RULE(MON_ONEHOT); return linear_indexed(machine, d, e, HOM_INJECTION, out);
  /* [[sum t]]e = [[t]]e ; sum */
  case TERM_LSUM:
    RULE(MON_LSUM);
    return after(machine, d->kid[0], e, (Hom){.kind = HOM_ARRAY_SUM, .codomain = d->type}, out);
  /* [[Dmap(x.t, s, v.r; u)]]e(v)_i = [[t]](e, s_i)(u, r(u)_i) */
  case TERM_DMAP: RULE(MON_DMAP); return linear_map(machine, d, e, HOM_MAP, out);
  /* [[Dmap^t(x.t, s, v.r; u)]]e(v) = sum_i fst([[t]](e, s_i)(u_i)) + r((snd([[t]](e, s_i)(u_i)))_i) */
  case TERM_DMAPT: RULE(MON_DMAPT); return linear_map(machine, d, e, HOM_MAP_DUAL, out);
  case TERM_MATCH:
  case TERM_BIGSUM:
  case TERM_LITER: return denote_linear_control(machine, d, e, out);
  case TERM_ANY_CARTESIAN: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status denote_linear(Machine *machine, const Derivation *d, const Environment *environment, const Hom **out) {
  TRY(machine_enter(machine));
  Status status = linear_node(machine, d, environment, out);
  machine_leave(machine);
  return status;
}
