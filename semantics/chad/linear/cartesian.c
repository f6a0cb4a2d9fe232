/* t => w for closed Cartesian terms of the target language (CHAD Fig. 7). */
#include "semantics/chad/linear/cartesian.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/rules.h"

static Status identifier(const Environment *env, uint32_t index, Value *out) {
  const Environment *found = environment_at(env, index);
  if (found == NULL) return STATUS_STUCK;
  *out = found->value;
  return STATUS_OK;
}

static Status projection(Run *run, TermId t, Environment *env, uint32_t component, Value *out) {
  Status status = operational_cartesian(run, t, env, out);
  if (status == STATUS_OK && out->kind != VALUE_PAIR) return STATUS_STUCK;
  if (status == STATUS_OK) *out = value_parts(out)[component];
  return status;
}

static Status pairing(Run *run, const Term *t, Environment *env, Value *out) {
  Value *parts = arena_alloc(run->machine->arena, 2 * sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  Status status = operational_cartesian(run, t->kid[0], env, &parts[0]);
  if (status == STATUS_OK) status = operational_cartesian(run, t->kid[1], env, &parts[1]);
  *out = (Value){VALUE_PAIR, 0, {0}, parts};
  return status;
}

/* --------------------------------------------------------------- operations -- */

/* Whether the value is a constant of the type; then its scalars. */
static bool constant_scalars(const Store *store, TypeId type, const Value *value, const Scalar **scalars) {
  const TypeNode *node = type_node(&store->types, type);
  bool is_int = value->kind == VALUE_INT;
  *scalars = is_int ? &value->scalar : value_scalars(value);
  if (is_int) return node->kind == TYPE_INT;
  return value->kind == VALUE_REALS && node->kind == TYPE_REAL && node->n == value->n;
}

static Status operation(Run *run, const Term *t, Environment *env, Value *out) {
  const Store *store = run->machine->store;
  const OpNode *op = op_node(&store->ops, term_op_payload(t));
  const Scalar *c[OP_MAX_ARITY] = {NULL, NULL};
  Value operands[OP_MAX_ARITY];
  for (uint32_t i = 0; i < op->arity; i++) {
    TRY(operational_cartesian(run, t->kid[i], env, &operands[i]));
    if (!constant_scalars(store, op->operand[i], &operands[i], &c[i])) return STATUS_STUCK;
  }
  if (op_is_test(op)) {
    Scalar holds;
    Status status =
        op_value(&store->ops, &store->constants, run->machine->ring, term_op_payload(t), c[0], c[1], &holds);
    return status == STATUS_OK ? cartesian_truth(run, scalar_to_int(holds) != 0, op->result, out) : status;
  }
  const TypeNode *type = type_node(&store->types, op->result);
  Scalar *image = arena_array(run->machine->arena, type->dim, sizeof *image);
  if (image == NULL) return STATUS_LIMIT;
  *out = (Value){type->kind == TYPE_INT ? VALUE_INT : VALUE_REALS, type->n, {0}, image};
  Status status = op_value(&store->ops, &store->constants, run->machine->ring, term_op_payload(t), c[0], c[1], image);
  if (type->kind == TYPE_INT) out->scalar = image[0];
  return status;
}

/* ------------------------------------------------------------------- arrays -- */

Status cartesian_array_of(Run *run, bool dynamic, Value *values, uint32_t n, Value *out) {
  bool reals = !dynamic && values[0].kind == VALUE_REALS && values[0].n == 1;
  *out = (Value){dynamic ? VALUE_VEC : VALUE_ARRAY, n, {0}, values};
  if (!reals) return STATUS_OK;
  Scalar *scalars = arena_array(run->machine->arena, n, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n; k++) {
    if (values[k].kind != VALUE_REALS || values[k].n != 1) return STATUS_STUCK;
    scalars[k] = value_scalars(&values[k])[0];
  }
  *out = (Value){VALUE_REALS, n, {0}, scalars};
  return STATUS_OK;
}

Status cartesian_none(Run *run, bool dynamic, TypeId element, Value *out) {
  TypeId type = type_array(&run->machine->store->types, element, dynamic ? TYPE_DYNAMIC : 0);
  TypeKind kind = type_kind(&run->machine->store->types, type);
  *out = (Value){dynamic ? VALUE_VEC : kind == TYPE_REAL ? VALUE_REALS : VALUE_ARRAY, 0, {type.id}, NULL};
  return type_is_none(type) ? STATUS_LIMIT : STATUS_OK;
}

Status cartesian_no_body(Run *run, bool dynamic, Environment *env, const TypeId *bound, uint32_t count, TermId body,
                         Value *out) {
  TypeId element;
  TRY(canonical_infer(run, env, bound, count, NULL, body, &element));
  return cartesian_none(run, dynamic, element, out);
}

static Status entry_type(Run *run, const Value *array, TypeId *type) {
  Status status = canonical_type(run, array, type);
  if (status == STATUS_OK) *type = type_element(&run->machine->store->types, *type);
  return status;
}

/* The common part of map (one array) and zipWith (two); two Vec of different
 * lengths are outside the domain. */
static Status each(Run *run, const Value *arrays, uint32_t count, TermId body, Environment *env, Value *out) {
  uint32_t n = arrays[0].n;
  bool dynamic = arrays[0].kind == VALUE_VEC;
  TypeId types[2];
  for (uint32_t i = 0; i < count; i++) {
    if (!is_array(&arrays[i])) return STATUS_STUCK;
    if (arrays[i].n != n) return dynamic ? STATUS_DOMAIN : STATUS_STUCK;
    TRY(n == 0 ? entry_type(run, &arrays[i], &types[i]) : STATUS_OK);
  }
  if (n == 0) return cartesian_no_body(run, dynamic, env, types, count, body, out);
  Value *values = arena_array(run->machine->arena, n, sizeof *values);
  if (values == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n; k++) {
    Environment *inner = env;
    for (uint32_t i = 0; i < count; i++) {
      inner = substitute(run, inner);
      if (inner == NULL) return STATUS_LIMIT;
      inner->value = entry(&arrays[i], k);
    }
    TRY(run_entry(run, body, inner, &values[k]));
  }
  return cartesian_array_of(run, dynamic, values, n, out);
}

static Status mapping(Run *run, const Term *t, uint32_t count, Environment *env, Value *out) {
  Value arrays[2] = {{.kind = VALUE_UNIT}, {.kind = VALUE_UNIT}};
  for (uint32_t i = 0; i < count; i++) {
    TRY(run_entry(run, t->kid[i], env, &arrays[i]));
  }
  return each(run, arrays, count, t->kid[count], env, out);
}

static Status building(Run *run, const Term *t, Environment *env, Value *out) {
  uint32_t n = t->payload;
  TypeId index = type_int(&run->machine->store->types);
  if (n == 0) return cartesian_no_body(run, false, env, &index, 1, t->kid[0], out);
  Value *values = arena_array(run->machine->arena, n, sizeof *values);
  if (values == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n; k++) {
    Environment *inner = substitute(run, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = (Value){VALUE_INT, 0, scalar_from_int(k), NULL};
    TRY(run_entry(run, t->kid[0], inner, &values[k]));
  }
  return cartesian_array_of(run, false, values, n, out);
}

static Status indexing(Run *run, const Term *t, Environment *env, Value *out) {
  Value index, array;
  TRY(operational_cartesian(run, t->kid[0], env, &index));
  TRY(operational_cartesian(run, t->kid[1], env, &array));
  if (index.kind != VALUE_INT || !is_array(&array)) return STATUS_STUCK;
  int64_t k = scalar_to_int(index.scalar);
  if (k < 0 || k >= array.n) return STATUS_DOMAIN;
  *out = entry(&array, (uint32_t)k);
  return STATUS_OK;
}

/* -------------------------------------------------------------------- rules -- */

/* The premise that ends a rule is run in the same frame: *t and *env move on to
 * it, and *again says so. */
static Status cartesian_step(Run *run, TermId *t, Environment **env, bool *again, Value *out) {
  const Term *node = term(run->machine->store, *t);
  Environment *inner;
  Status status;
  *again = false;
  switch (node->kind) {
  /* [w/x]
   * ------
   * x => w                                                               */
  case TERM_VAR: RULE(OPER_VAR); return identifier(*env, node->payload, out);
  /* t => w   s[w/x] => u
   * --------------------
   * let x = t in s => u                                                  */
  case TERM_LET:
    RULE(OPER_LET);
    inner = substitute(run, *env);
    status = inner == NULL ? STATUS_LIMIT : operational_cartesian(run, node->kid[0], *env, &inner->value);
    *t = node->kid[1];
    *env = inner;
    *again = true;
    return status;
  /* ti => ci
   * ---------------------------------
   * op(t1,...,tk) => [[op]](c1,...,ck)                                   */
  case TERM_OP: RULE(OPER_OP); return operation(run, node, *env, out);
  /* --------
   * () => ()                                                             */
  case TERM_UNIT:
    RULE(OPER_UNIT);
    *out = (Value){VALUE_UNIT, 0, {0}, NULL};
    return STATUS_OK;
  /* t => w   s => u
   * ----------------
   * (t, s) => (w, u)                                                     */
  case TERM_PAIR: RULE(OPER_PAIR); return pairing(run, node, *env, out);
  /* t => (w, u)
   * -----------
   * fst t => w                                                           */
  case TERM_FST: RULE(OPER_FST); return projection(run, node->kid[0], *env, 0, out);
  /* t => (w, u)
   * -----------
   * snd t => u                                                           */
  case TERM_SND: RULE(OPER_SND); return projection(run, node->kid[0], *env, 1, out);
  /* --------------
   * \x. t => \x. t                                                       */
  case TERM_LAM:
    RULE(OPER_LAM);
    *out = (Value){VALUE_FUNCTION, t->id, {0}, *env};
    return STATUS_OK;
  /* t => \x. r   s => w   r[w/x] => u
   * ---------------------------------
   * t s => u                                                             */
  case TERM_APP: {
    RULE(OPER_APP);
    Value function;
    TRY(operational_cartesian(run, node->kid[0], *env, &function));
    if (function.kind != VALUE_FUNCTION) return STATUS_STUCK;
    inner = substitute(run, (Environment *)function.data);
    status = inner == NULL ? STATUS_LIMIT : operational_cartesian(run, node->kid[1], *env, &inner->value);
    *t = term(run->machine->store, (TermId){function.n})->kid[0];
    *env = inner;
    *again = true;
    return status;
  }
  /* s => [ak]   t[ak/x] => wk
   * -------------------------
   * map(x. t, s) => [wk]                                                 */
  case TERM_MAP: RULE(OPER_MAP); return mapping(run, node, 1, *env, out);
  /* a => [ak]   b => [bk]   t[ak/x, bk/y] => wk
   * -------------------------------------------
   * zipWith(x y. t, a, b) => [wk]                                        */
  case TERM_ZIPWITH: RULE(OPER_ZIPWITH); return mapping(run, node, 2, *env, out);
  /* t[k/i] => wk, k = 0..n-1
   * ------------------------
   * build n (i. t) => [wk]                                               */
  case TERM_BUILD: RULE(OPER_BUILD); return building(run, node, *env, out);
  /* i => k   t => [wj]
   * ------------------  k < n; else outside the domain
   * index i t => wk                                                      */
  case TERM_INDEX: RULE(OPER_INDEX); return indexing(run, node, *env, out);
  /* --------------
   * \v. t => \v. t                                                       */
  case TERM_LLAM:
    RULE(OPER_LLAM);
    *out = (Value){VALUE_LINEAR_FUNCTION, t->id, {0}, *env};
    return STATUS_OK;
  /* t => w                t => w
   * --------------        --------------
   * inl t => inl w        inr t => inr w                                  */
  case TERM_INL: RULE(OPER_INL); return cartesian_injection(run, node, *env, out);
  case TERM_INR: RULE(OPER_INR); return cartesian_injection(run, node, *env, out);
  /* r => inl w   t[w/x] => u                       r => inr w   s[w/y] => u
   * ---------------------------------------        ---------------------------------------
   * case r of {inl x -> t; inr y -> s} => u        case r of {inl x -> t; inr y -> s} => u  */
  case TERM_MATCH: {
    Value sum;
    status = cartesian_branch(run, node, *env, env, t, &sum);
    *again = true;
    if (status != STATUS_OK) return status;
    if (sum.kind == VALUE_INL)
      RULE(OPER_MATCH_LEFT);
    else
      RULE(OPER_MATCH_RIGHT);
    return STATUS_OK;
  }
  /* k => n   s => w0   t[wi/x] => w(i+1)
   * ------------------------------------  w0 for n <= 0
   * iterate k (x. t) s => wn                                             */
  case TERM_ITERATE: RULE(OPER_ITERATE); return cartesian_iterate(run, node, *env, out);
  /* s => w0   b[wi/x] => inl () for i < n, inr () for n   t[wi/x] => w(i+1)
   * ------------------------------------------------------------------------
   * while (x. b) (x. t) s => wn                                          */
  case TERM_WHILE: RULE(OPER_WHILE); return cartesian_while(run, node, *env, out);
  /* s => w0   as => [ai]   t[wi/a, ai/x] => w(i+1)
   * ----------------------------------------------
   * fold (a x. t) s as => wn,   scan (a x. t) s as => [w0,...,wn]        */
  case TERM_FOLD: RULE(OPER_FOLD); return cartesian_fold(run, node, *env, out);
  case TERM_SCAN: RULE(OPER_SCAN); return cartesian_scan(run, node, *env, out);
  /* t => [wi]
   * ----------------------------
   * total t => w0 + ... + w(n-1)                                         */
  case TERM_TOTAL: RULE(OPER_TOTAL); return cartesian_total(run, node, *env, out);
  /* is => [kj]   as => [wi]            is => [ki]   as => [wi]
   * -----------------------  kj < n    -------------------------------------
   * gather is as => [w(kj)]            scatter n is as => [sum of wi, ki = j] */
  case TERM_GATHER: RULE(OPER_GATHER); return cartesian_gather(run, node, *env, out);
  case TERM_SCATTER: RULE(OPER_SCATTER); return cartesian_scatter(run, node, *env, out);
  /* k => n   t[k/i] => wk, k = 0..n-1
   * ---------------------------------  [] for n <= 0
   * vbuild k (i. t) => [wk]                                              */
  case TERM_VBUILD: RULE(OPER_VBUILD); return cartesian_vbuild(run, node, *env, out);
  /* t => [w0,...,w(n-1)]
   * --------------------
   * length t => n                                                        */
  case TERM_LENGTH: RULE(OPER_LENGTH); return cartesian_length(run, node, *env, out);
  /* t => [wk]   b[wk/x] => inl () for the k = k0 < ... < km alone
   * --------------------------------------------------------------
   * filter (x. b) t => [w(k0),...,w(km)]                                 */
  case TERM_FILTER: RULE(OPER_FILTER); return cartesian_filter(run, node, *env, out);
  /* t => [w0,...]   s => [u0,...]
   * -----------------------------
   * append t s => [w0,...,u0,...]                                        */
  case TERM_APPEND: RULE(OPER_APPEND); return cartesian_append(run, node, *env, out);
  /* k => n   is => [ki]   as => [wi]
   * --------------------------------  ki < n
   * vscatter k is as => [sum of wi, ki = j]                              */
  case TERM_VSCATTER: RULE(OPER_VSCATTER); return cartesian_vscatter(run, node, *env, out);
  /* t[(letrec f = \x. s in f)/f] => w
   * ---------------------------------
   * letrec f = \x. s in t => w                                           */
  case TERM_LETREC:
    RULE(OPER_LETREC);
    inner = substitute(run, *env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = (Value){VALUE_FUNCTION, t->id, {0}, inner};
    inner->type = term_type_payload(node);
    *t = node->kid[1];
    *env = inner;
    *again = true;
    return STATUS_OK;
  /* t => w                    t => roll w
   * ----------------          -------------
   * roll t => roll w          unroll t => w                              */
  case TERM_ROLL: RULE(OPER_ROLL); return cartesian_roll(run, node, *env, out);
  case TERM_UNROLL: RULE(OPER_UNROLL); return cartesian_unroll(run, node, *env, out);
  case TERM_ANY_LINEAR: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status operational_cartesian(Run *run, TermId t, Environment *env, Value *out) {
  Machine *machine = run->machine;
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status;
  bool again;
  do {
    if (machine->fuel == 0) {
      status = STATUS_LIMIT;
      break;
    }
    machine->fuel--;
    status = cartesian_step(run, &t, &env, &again, out);
  } while (status == STATUS_OK && again);
  machine->depth++;
  return status;
}
