/* t => w in the linear judgement (CHAD Fig. 7 with the Decision on canonical
 * values): the values of `t` as matrices applied to the linear identifier. */
#include "semantics/chad/linear/arrays.h"
#include "semantics/chad/linear/cartesian.h"
#include "semantics/chad/linear/derivatives.h"
#include "semantics/chad/linear/values.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/rules.h"

/* The value of a linear term, to be substituted for v. */
static Status evaluate_for_v(Run *run, TermId t, Environment *env, Linear *v, Linear **w) {
  *w = arena_alloc(run->machine->arena, sizeof **w);
  if (*w == NULL) return STATUS_LIMIT;
  (*w)->type = (TypeId){0};
  (*w)->term = TERM_NONE_ID;
  return operational_linear(run, t, env, v, &(*w)->value);
}

/* A configuration: what remains to be run in the frame. */
typedef struct State {
  TermId t;
  Environment *env;
  Linear *v;
  bool again;
} State;

static Status go_on(State *state, TermId t, Environment *env, Linear *v) {
  *state = (State){t, env, v, true};
  return STATUS_OK;
}

/* ------------------------------------------------------------ linear operations -- */

static Status step_lop(Run *run, const Term *t, State *state, Value *out) {
  LopId id = term_lop_payload(t);
  LopNode lop = *lop_node(&run->machine->store->ops, id);
  Environment *operands = NULL;
  Linear *w;
  Status status = STATUS_OK;
  for (uint32_t i = 0; i < lop.arity && status == STATUS_OK; i++) {
    Value c;
    status = operational_cartesian(run, t->kid[i], state->env, &c);
    if (status == STATUS_OK) status = substitute_value(run, operands, &c, &operands);
  }
  if (status == STATUS_OK) status = evaluate_for_v(run, t->kid[3], state->env, state->v, &w);
  if (status != STATUS_OK) return status;
  if (lop.code != LOP_DERIVATIVE && lop.code != LOP_TRANSPOSE) {
    RULE(OPER_LOP);
    return matrix_apply(run, id, operands == NULL ? NULL : &operands->value, &w->value, out);
  }
  RULE(OPER_LOP_DERIVED);
  TermId body;
  status = lop_body(run->machine->store, id, &body);
  return status != STATUS_OK ? status : go_on(state, body, operands, w);
}

/* ------------------------------------------------- products, powers and copowers -- */

static Status linear_pair(Run *run, const Term *t, const State *state, Value *out) {
  Value *parts = arena_alloc(run->machine->arena, 2 * sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  Status status = operational_linear(run, t->kid[0], state->env, state->v, &parts[0]);
  if (status == STATUS_OK) status = operational_linear(run, t->kid[1], state->env, state->v, &parts[1]);
  *out = (Value){VALUE_LINEAR_PAIR, 0, {0}, parts};
  return status;
}

static Status linear_projection(Run *run, const Term *t, uint32_t component, const State *state, Value *out) {
  Status status = operational_linear(run, t->kid[0], state->env, state->v, out);
  if (status == STATUS_OK && out->kind != VALUE_LINEAR_PAIR) return STATUS_STUCK;
  if (status == STATUS_OK) *out = value_parts(out)[component];
  return status;
}

static Status linear_lam(Run *run, TermId t, const State *state, Value *out) {
  Closure *closure = arena_alloc(run->machine->arena, sizeof *closure);
  if (closure == NULL) return STATUS_LIMIT;
  *closure = (Closure){state->env, state->v};
  *out = (Value){VALUE_POWER, t.id, {0}, closure};
  return STATUS_OK;
}

static Status apply_power(Run *run, const Value *function, const Value *argument, Value *out);

/* \x. 0_ and \x. (s1 + s2) at an argument. */
static Status apply_sum(Run *run, const Value *function, const Value *argument, Value *out) {
  const Value *parts = value_parts(function);
  Value first, second;
  Status status = apply_power(run, &parts[0], argument, &first);
  if (status == STATUS_OK) status = apply_power(run, &parts[1], argument, &second);
  return status == STATUS_OK ? canonical_plus(run, &first, &second, out) : status;
}

static Status apply_power(Run *run, const Value *function, const Value *argument, Value *out) {
  Machine *machine = run->machine;
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = STATUS_STUCK;
  if (function->kind == VALUE_POWER) {
    const Closure *closure = function->data;
    Environment *env;
    status = substitute_value(run, closure->env, argument, &env);
    TermId body = term(machine->store, (TermId){function->n})->kid[0];
    if (status == STATUS_OK) status = operational_linear(run, body, env, closure->v, out);
  } else if (function->kind == VALUE_POWER_ZERO) {
    status = canonical_zero(run, type_node(&machine->store->types, (TypeId){function->n})->b, out);
  } else if (function->kind == VALUE_POWER_SUM) {
    status = apply_sum(run, function, argument, out);
  }
  machine->depth++;
  return status;
}

static Status linear_app(Run *run, const Term *t, const State *state, Value *out) {
  Value function, argument;
  Status status = operational_linear(run, t->kid[0], state->env, state->v, &function);
  if (status == STATUS_OK) status = operational_cartesian(run, t->kid[1], state->env, &argument);
  return status == STATUS_OK ? apply_power(run, &function, &argument, out) : status;
}

static Status linear_copower(Run *run, const Term *t, const State *state, Value *out) {
  Cell *cell = arena_alloc(run->machine->arena, sizeof *cell);
  if (cell == NULL) return STATUS_LIMIT;
  cell->next = NULL;
  Status status = operational_cartesian(run, t->kid[0], state->env, &cell->key);
  if (status == STATUS_OK) status = operational_linear(run, t->kid[1], state->env, state->v, &cell->weight);
  *out = (Value){VALUE_COPOWER, 1, {0}, cell};
  return status;
}

/* s[wk/y, uk/v] => rk, and r1 + (r2 + (... rn)). */
static Status fold(Run *run, const Value *list, TermId s, Environment *outer, Value *out) {
  Value *images = arena_array(run->machine->arena, list->n, sizeof *images);
  if (images == NULL) return STATUS_LIMIT;
  uint32_t n = 0;
  for (const Cell *cell = value_cells(list); cell != NULL; cell = cell->next) {
    Environment *env;
    Linear *v = arena_alloc(run->machine->arena, sizeof *v);
    TRY(v == NULL ? STATUS_LIMIT : substitute_value(run, outer, &cell->key, &env));
    *v = (Linear){cell->weight, {0}, {0}};
    TRY(operational_linear(run, s, env, v, &images[n++]));
  }
  *out = images[n - 1];
  Status status = STATUS_OK;
  for (uint32_t k = n - 1; k-- > 0 && status == STATUS_OK;) {
    Value tail = *out;
    status = canonical_plus(run, &images[k], &tail, out);
  }
  return status;
}

static Status step_case(Run *run, const Term *t, State *state, Value *out) {
  Value list;
  TRY(operational_linear(run, t->kid[0], state->env, state->v, &list));
  if (list.kind != VALUE_COPOWER) return STATUS_STUCK;
  if (list.n == 0) {
    RULE(OPER_CASE_NONE);
    return canonical_zero(run, term_type_payload(t), out);
  }
  if (list.n > 1) {
    RULE(OPER_CASE_MORE);
    return fold(run, &list, t->kid[1], state->env, out);
  }
  RULE(OPER_CASE_ONE);
  const Cell *cell = value_cells(&list);
  Environment *env;
  Linear *v = arena_alloc(run->machine->arena, sizeof *v);
  TRY(v == NULL ? STATUS_LIMIT : substitute_value(run, state->env, &cell->key, &env));
  *v = (Linear){cell->weight, {0}, {0}};
  return go_on(state, t->kid[1], env, v);
}

static Status step_lapp(Run *run, const Term *t, State *state) {
  Value function;
  Linear *w;
  Status status = operational_cartesian(run, t->kid[0], state->env, &function);
  if (status == STATUS_OK && function.kind != VALUE_LINEAR_FUNCTION) status = STATUS_STUCK;
  if (status == STATUS_OK) status = evaluate_for_v(run, t->kid[1], state->env, state->v, &w);
  if (status != STATUS_OK) return status;
  return go_on(state, term(run->machine->store, (TermId){function.n})->kid[0], function.data, w);
}

static Status step_let(Run *run, const Term *t, State *state) {
  Value value;
  Environment *env;
  Status status = operational_cartesian(run, t->kid[0], state->env, &value);
  if (status == STATUS_OK) status = substitute_value(run, state->env, &value, &env);
  return status == STATUS_OK ? go_on(state, t->kid[1], env, state->v) : status;
}

static Status step_letv(Run *run, const Term *t, State *state) {
  Linear *w;
  Status status = evaluate_for_v(run, t->kid[0], state->env, state->v, &w);
  return status == STATUS_OK ? go_on(state, t->kid[1], state->env, w) : status;
}

static Status linear_plus(Run *run, const Term *t, const State *state, Value *out) {
  Value first, second;
  Status status = operational_linear(run, t->kid[0], state->env, state->v, &first);
  if (status == STATUS_OK) status = operational_linear(run, t->kid[1], state->env, state->v, &second);
  return status == STATUS_OK ? canonical_plus(run, &first, &second, out) : status;
}

static Status step_match(Run *run, const Term *t, State *state) {
  Value sum;
  Environment *env;
  TermId branch;
  TRY(cartesian_branch(run, t, state->env, &env, &branch, &sum));
  if (sum.kind == VALUE_INL)
    RULE(OPER_LINEAR_MATCH_LEFT);
  else
    RULE(OPER_LINEAR_MATCH_RIGHT);
  return go_on(state, branch, env, state->v);
}

/* -------------------------------------------------------------------- rules -- */

static Status linear_step(Run *run, State *state, Value *out) {
  const Term t = *term(run->machine->store, state->t); /* a copy: lop_body may move the definitions */
  const LinearArrays at = {run, state->env, state->v};
  state->again = false;
  switch (t.kind) {
  /* [w/v]
   * ------  at first w is the row blocks of id_N arranged by P_
   * v => w                                                               */
  case TERM_LVAR:
    RULE(OPER_V);
    *out = state->v->value;
    return STATUS_OK;
  /* t => w   s[w/x] => u
   * --------------------
   * let x = t in s => u                                                  */
  case TERM_LET: RULE(OPER_LINEAR_LET); return step_let(run, &t, state);
  /* t => w   s[w/v] => u
   * --------------------
   * let v = t in s => u                                                  */
  case TERM_LETV: RULE(OPER_LETV); return step_letv(run, &t, state);
  /* ti => ci   s => lc                                      ti => ci   s => w   body[ci/xi, w/v] => u
   * ----------------------------------------------------    -----------------------------------------
   * lop(t1,...,tk; s) => split [[lop]](c1,...,ck) after lc  lop(t1,...,tk; s) => u, Dop and Dop^t    */
  case TERM_LOP: return step_lop(run, &t, state, out);
  /* --------
   * () => ()                                                             */
  case TERM_UNIT:
    RULE(OPER_LINEAR_UNIT);
    *out = (Value){VALUE_LINEAR_UNIT, 0, {0}, NULL};
    return STATUS_OK;
  /* t => w   s => u
   * ----------------
   * (t, s) => (w, u)                                                     */
  case TERM_PAIR: RULE(OPER_LINEAR_PAIR); return linear_pair(run, &t, state, out);
  /* t => (w, u)
   * -----------
   * fst t => w                                                           */
  case TERM_FST: RULE(OPER_LINEAR_FST); return linear_projection(run, &t, 0, state, out);
  /* t => (w, u)
   * -----------
   * snd t => u                                                           */
  case TERM_SND: RULE(OPER_LINEAR_SND); return linear_projection(run, &t, 1, state, out);
  /* --------------
   * \x. t => \x. t                                                       */
  case TERM_LAM: RULE(OPER_LINEAR_LAM); return linear_lam(run, state->t, state, out);
  /* t => \x. r   s => w   r[w/x] => u
   * ---------------------------------
   * t s => u                                                             */
  case TERM_APP: RULE(OPER_LINEAR_APP); return linear_app(run, &t, state, out);
  /* t => w   s => u
   * ----------------------
   * !t >< s => [!w >< u]                                                 */
  case TERM_COPOWER: RULE(OPER_COPOWER); return linear_copower(run, &t, state, out);
  /* t => [!w1 >< u1,...,!wn >< un]   s[wk/y, uk/v] => rk
   * ----------------------------------------------------
   * case t of !y >< v -> s => r1 + (r2 + (... rn)), 0_ if n = 0          */
  case TERM_CASE: return step_case(run, &t, state, out);
  /* t => \v. r   s => w   r[w/v] => u
   * ---------------------------------
   * t @ s => u                                                           */
  case TERM_LAPP: RULE(OPER_LAPP); return step_lapp(run, &t, state);
  /* ----------------
   * 0_ => 0 by type                                                      */
  case TERM_ZERO: return canonical_zero(run, term_type_payload(&t), out);
  /* t => w   s => u
   * -----------------------
   * t + s => w + u by type                                               */
  case TERM_PLUS: RULE(OPER_PLUS); return linear_plus(run, &t, state, out);
  /* t[k/i] => wk, k = 0..n-1
   * ------------------------
   * build n (i. t) => [wk]                                               */
  case TERM_BUILD: RULE(OPER_LINEAR_BUILD); return linear_build(&at, &t, out);
  /* i => k   t => [wj]
   * ------------------  k < n; else outside the domain
   * index i t => wk                                                      */
  case TERM_INDEX: RULE(OPER_LINEAR_INDEX); return linear_index(&at, &t, out);
  /* t => [wk]
   * ----------------------------
   * sum t => w0 + (w1 + (...)), 0_ if n = 0                              */
  case TERM_LSUM: RULE(OPER_LSUM); return linear_sum(&at, &t, out);
  /* i => k   t => w
   * ------------------------------------
   * onehot n i t => [0_,...,w,...,0_], w at k if k < n                   */
  case TERM_ONEHOT: RULE(OPER_ONEHOT); return linear_onehot(&at, &t, out);
  /* s => [ci]   u => w   r[w/v] => [bi]   t[ci/x, (w, bi)/v] => ai
   * --------------------------------------------------------------
   * Dmap(x.t, s, v.r; u) => [ai]                                         */
  case TERM_DMAP: RULE(OPER_DMAP); return linear_dmap(&at, &t, out);
  /* s => [ci]   u => [ui]   t[ci/x, ui/v] => (ai, bi)   r[[bi]/v] => w
   * ------------------------------------------------------------------
   * Dmap^t(x.t, s, v.r; u) => a1 + (... (an + w))                        */
  case TERM_DMAPT: RULE(OPER_DMAPT); return linear_dmapt(&at, &t, out);
  /* r => inl w   t[w/x] => u                       r => inr w   s[w/y] => u
   * ---------------------------------------        ---------------------------------------
   * case r of {inl x -> t; inr y -> s} => u        case r of {inl x -> t; inr y -> s} => u  */
  case TERM_MATCH: return step_match(run, &t, state);
  /* k => n   t[i/x] => wi
   * --------------------------------------
   * bigsum k (i. t) => w0 + ... + w(n-1), 0_ if n <= 0                   */
  case TERM_BIGSUM: RULE(OPER_BIGSUM); return linear_bigsum(&at, &t, out);
  /* k => n   s => w0   t[i/x, wi/v] => w(i+1)
   * -----------------------------------------  w0 for n <= 0
   * liter k (i. t) s => wn                                               */
  case TERM_LITER: RULE(OPER_LITER); return linear_liter(&at, &t, out);
  case TERM_ANY_CARTESIAN: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status operational_linear(Run *run, TermId t, Environment *env, Linear *v, Value *out) {
  Machine *machine = run->machine;
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  State state = {t, env, v, true};
  Status status = STATUS_OK;
  while (status == STATUS_OK && state.again) {
    if (machine->fuel == 0) {
      status = STATUS_LIMIT;
      break;
    }
    machine->fuel--;
    status = linear_step(run, &state, out);
  }
  machine->depth++;
  return status;
}
