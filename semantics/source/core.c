/* The first-order core of the source interpreter: identifiers, let, pairs, projections
 * and the operations on reals.  Proved: T-EVAL (proofs/laws/eval.c).
 *
 * E |- t => w reads: in the environment E the term t has the value w.  There is
 * one rule a constructor, each in one `case`; the other constructors have theirs in
 * eval.c.  The last premise of a let, and of rules there, is evaluated in the same C
 * frame, by going round the loop.
 *
 * Values and environments are made whole and never written to again, and results are
 * given back, not written where a caller says: so that none of them can change what
 * another is. */
#include "semantics/source/interpreter.h"
#include "semantics/source/operations.h"

/*@ assigns \nothing;
    ensures ok: \result.status == STATUS_OK && \result.value == value; */
static inline Result done(Value value) { return (Result){STATUS_OK, value}; }

/*@ assigns \nothing;
    ensures failed: \result.status == status; */
static inline Result failed(Status status) { return (Result){status, {VALUE_UNIT, 0, {0}, NULL}}; }

/* ------------------------------------------------------- the machine's state -- */

/* Whether there is fuel for one step more. */
/*@ assigns machine_fuel;
    ensures fuel: machine_fuel <= \old(machine_fuel);
    ensures less: \result ==> machine_fuel < \old(machine_fuel); */
static inline bool take_fuel(Machine *machine) {
  if (machine->fuel == 0) return false;
  machine->fuel--;
  return true;
}

/* Whether one call more may be nested. */
/*@ assigns machine_depth; */
static inline bool enter(Machine *machine) {
  if (machine->depth == 0) return false;
  machine->depth--;
  return true;
}

/*@ assigns machine_depth; */
static inline void leave(Machine *machine) { machine->depth++; }

/* E, x=w; NULL at the arena's limit. */
/*@ requires kept: kept_env(env) && kept(value);
    assigns values_state;
    ensures made: \result != \null ==>
      frame(\result) && \result->outer == env && \result->value == value; */
static inline const Environment *extend(Machine *machine, const Environment *env, Value value) {
  Environment *inner = bind(machine, env);
  if (inner != NULL) inner->value = value;
  return inner;
}

/* The two values; NULL at the arena's limit. */
/*@ requires kept: kept(first) && kept(second);
    assigns values_state;
    ensures made: \result != \null ==>
      cells(\result) && \result[0] == first && \result[1] == second; */
static inline const Value *two_parts(Machine *machine, Value first, Value second) {
  Value *pair = arena_alloc(machine->arena, 2 * sizeof *pair);
  if (pair == NULL) return NULL;
  pair[0] = first;
  pair[1] = second;
  return pair;
}

/* The ring's status, which is cleared. */
/*@ assigns ring_state; */
static inline Status ring_clear(Ring *ring) { return ring_take_status(ring); }

/* The real that a constant is. */
/*@ assigns ring_state;
    ensures word: member(\result.word);
    ensures literal: value(\result.word) == literal(constant, 0); */
static inline Scalar ring_constant_real(Ring *ring, const Constant *constant) {
  return ring_constant(ring, constant, 0);
}

/* Of these nothing is known but that each is a function of its operands. */
/*@ requires words: member(a.word) && member(b.word);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures quotient: value(\result.word) == quotient(value(a.word), value(b.word)); */
static inline Scalar ring_quotient(Ring *ring, Scalar a, Scalar b) { return ring_div(ring, a, b); }

/*@ requires words: member(a.word) && member(b.word);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures larger: value(\result.word) == larger(value(a.word), value(b.word)); */
static inline Scalar ring_larger(Ring *ring, Scalar a, Scalar b) { return ring_max(ring, a, b); }

/*@ requires words: member(a.word) && member(b.word);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures smaller: value(\result.word) == smaller(value(a.word), value(b.word)); */
static inline Scalar ring_smaller(Ring *ring, Scalar a, Scalar b) { return ring_min(ring, a, b); }

/*@ requires words: member(a.word);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures power: value(\result.word) == raised(exponent, value(a.word)); */
static inline Scalar ring_real_power(Ring *ring, Scalar a, const Constant *exponent) {
  return ring_power(ring, a, exponent);
}

/*@ requires words: member(a.word);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures elementary: value(\result.word) == elementary(function, value(a.word)); */
static inline Scalar ring_elementary(Ring *ring, RingFunction function, Scalar a) {
  return ring_function(ring, function, a);
}

/* -------------------------------------------------------------------- rules -- */

/*@ requires store: readable(store);
    requires term: is_term(store, t.id);
    assigns \nothing;
    ensures node: \result == term_at(store, t.id) && \valid_read(\result); */
static inline const Term *node(const Store *store, TermId t) {
  const TermTable *table = &store->terms;
  if (t.id >= TERM_DEFINITION_BIT) return &table->definitions.terms[t.id - TERM_DEFINITION_BIT];
  return &table->working.terms[t.id];
}

/*@ requires env: arena_formed && kept_env(env);
    assigns \nothing;
    ensures kept: \result.status == STATUS_OK ==> kept(\result.value);
    ensures held: \result.status == STATUS_OK ==>
      \forall integer p; 0 <= p ==> seen(\result.value, p) == held(env, index, p); */
static Result lookup(const Environment *env, uint32_t index) {
  /*@ loop invariant env: kept_env(env);
      loop invariant held: \at(env, Pre) != \null ==>
        \forall integer p; 0 <= p ==> held(env, index, p) == held(\at(env, Pre), \at(index, Pre), p);
      loop invariant none: \at(env, Pre) == \null ==> env == \null;
      loop assigns env, index;
      loop variant index; */
  for (; env != NULL && index > 0; index--) env = env->outer;
  if (env == NULL) return failed(STATUS_STUCK);
  return done(env->value);
}

/*@ requires store: \valid_read(machine) && store_formed(machine->store);
    requires read: \valid_read(t);
    requires term: is_term(machine->store, id) && t == term_at(machine->store, id) &&
      t->kind == TERM_PAIR;
    requires env: arena_formed && kept_env(env);
    assigns ring_state, values_state, machine_fuel, machine_depth, rule_state;
    ensures fuel: machine_fuel <= \old(machine_fuel);
    ensures kept: \result.status == STATUS_OK ==> kept(\result.value);
    ensures denotes: \result.status == STATUS_OK && first_order(machine->store, id) ==>
      denotes(machine->store, env, id, \result.value); */
static Result evaluate_pair(Machine *machine, const Term *t, const Environment *env)
/*@ ghost (uint32_t id) */
{
  Result first = source_result(machine, t->kid[0], env);
  if (first.status != STATUS_OK) return first;
  Result second = source_result(machine, t->kid[1], env);
  if (second.status != STATUS_OK) return second;
  const Value *pair = two_parts(machine, first.value, second.value);
  if (pair == NULL) return failed(STATUS_LIMIT);
  Value made = {VALUE_PAIR, 0, {0}, pair};
  /*@ assert end: \forall integer p; 0 <= p < 16 ==> seen(made, p) == at_end(VALUE_PAIR, rzero, p); */
  /*@ assert parts: \forall integer p; 16 <= p ==> seen(made, p) ==
        (p == first_of(rest_of(p)) ? seen(first.value, rest_of(p)) : seen(second.value, rest_of(p))); */
  return done(made);
}

/* Component k of the pair that the kid of t evaluates to. */
/*@ requires store: \valid_read(machine) && store_formed(machine->store);
    requires read: \valid_read(t);
    requires term: is_term(machine->store, id) && t == term_at(machine->store, id) &&
      (k == 0 ? t->kind == TERM_FST : k == 1 && t->kind == TERM_SND);
    requires env: arena_formed && kept_env(env);
    assigns ring_state, values_state, machine_fuel, machine_depth, rule_state;
    ensures fuel: machine_fuel <= \old(machine_fuel);
    ensures kept: \result.status == STATUS_OK ==> kept(\result.value);
    ensures denotes: \result.status == STATUS_OK && first_order(machine->store, id) ==>
      denotes(machine->store, env, id, \result.value); */
static Result project(Machine *machine, const Term *t, uint32_t k, const Environment *env)
/*@ ghost (uint32_t id) */
{
  Result pair = source_result(machine, t->kid[0], env);
  if (pair.status != STATUS_OK) return pair;
  if (pair.value.kind != VALUE_PAIR) return failed(STATUS_STUCK);
  Value whole = pair.value;
  /*@ assert parts: cells(whole.parts) && kept(whole.parts[0]) && kept(whole.parts[1]); */
  Value part = whole.parts[k];
  /*@ assert first: k == 0 ==> \forall integer p; 0 <= p ==> seen(part, p) == seen(whole, first_of(p)); */
  /*@ assert second: k == 1 ==> \forall integer p; 0 <= p ==> seen(part, p) == seen(whole, second_of(p)); */
  return done(part);
}

/* Whether the operation is one on reals. */
/*@ requires op: \valid_read(op);
    assigns \nothing;
    ensures scalar: \result <==> is_scalar(op); */
static inline bool is_scalar_operation(const OpNode *op) {
  OpCode code = op->code;
  if (op->n != 1) return false;
  bool one = is_unary(code), two = is_binary(code);
  return code == OP_CONST || one || two;
}

/* Which function an operation is. */
/*@ requires code: OP_SIN <= code <= OP_SIGN && code != OP_POW;
    assigns \nothing;
    ensures which: \result == symbol_of(code); */
static inline RingFunction function_of(OpCode code) {
  if (code == OP_SIN) return RING_SIN;
  if (code == OP_COS) return RING_COS;
  if (code == OP_TAN) return RING_TAN;
  if (code == OP_EXP) return RING_EXP;
  if (code == OP_LOG) return RING_LOG;
  if (code == OP_SQRT) return RING_SQRT;
  if (code == OP_TANH) return RING_TANH;
  if (code == OP_SIGMOID) return RING_SIGMOID;
  if (code == OP_ABS) return RING_ABS;
  return RING_SIGN;
}

/* op x; of a power its exponent. */
/*@ requires code: unary(code);
    requires words: member(x.word);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures one: value(\result.word) == of_one(code, exponent, value(x.word)); */
static inline Scalar apply_one(Ring *ring, OpCode code, const Constant *exponent, Scalar x) {
  Scalar w;
  if (code == OP_NEG) {
    w = ring_neg(ring, x);
  } else if (code == OP_POW) {
    w = ring_real_power(ring, x, exponent);
  } else {
    RingFunction function = function_of(code);
    w = ring_elementary(ring, function, x);
  }
  return w;
}

/* x op y */
/*@ requires code: binary(code);
    requires words: member(x.word) && member(y.word);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures two: value(\result.word) == of_two(code, value(x.word), value(y.word)); */
static inline Scalar apply_two(Ring *ring, OpCode code, Scalar x, Scalar y) {
  Scalar w;
  if (code == OP_ADD)
    w = ring_add(ring, x, y);
  else if (code == OP_SUB)
    w = ring_sub(ring, x, y);
  else if (code == OP_MUL)
    w = ring_mul(ring, x, y);
  else if (code == OP_DIV)
    w = ring_quotient(ring, x, y);
  else if (code == OP_MAX)
    w = ring_larger(ring, x, y);
  else
    w = ring_smaller(ring, x, y);
  return w;
}

/*@ requires store: \valid_read(machine) && store_formed(machine->store);
    requires read: \valid_read(t);
    requires term: is_term(machine->store, id) && t == term_at(machine->store, id) &&
      t->kind == TERM_OP;
    requires scalar: \valid_read(op) && op == op_at(machine->store, id) && is_scalar(op);
    requires env: arena_formed && kept_env(env);
    assigns ring_state, values_state, machine_fuel, machine_depth, rule_state;
    ensures fuel: machine_fuel <= \old(machine_fuel);
    ensures kept: \result.status == STATUS_OK ==> kept(\result.value);
    ensures denotes: \result.status == STATUS_OK && first_order(machine->store, id) ==>
      denotes(machine->store, env, id, \result.value); */
static Result evaluate_scalar(Machine *machine, const Term *t, const OpNode *op, const Environment *env)
/*@ ghost (uint32_t id) */
{
  const Store *store = machine->store;
  OpCode code = op->code;
  Scalar w;
  if (code == OP_CONST) {
    w = ring_constant_real(machine->ring, &store->constants.entries[op->constant.id]);
    /*@ assert constant: first_order(store, id) ==> \forall integer p; 0 <= p ==>
          denoted(store, env, 0, id, p) == (p < 16 ? at_end(VALUE_REAL, value(w.word), p) : rzero); */
  } else {
    bool two = is_binary(code);
    Result x = source_result(machine, t->kid[0], env);
    if (x.status != STATUS_OK) return x;
    if (x.value.kind != VALUE_REAL) return failed(STATUS_STUCK);
    /*@ assert x: seen(x.value, 0) == value(x.value.scalar.word); */
    Scalar a = x.value.scalar;
    /*@ assert first: first_order(store, id) ==>
          denoted(store, env, 0, kid_of(store, id, 0), 0) == value(a.word); */
    if (two) {
      Result y = source_result(machine, t->kid[1], env);
      if (y.status != STATUS_OK) return y;
      if (y.value.kind != VALUE_REAL) return failed(STATUS_STUCK);
      /*@ assert y: seen(y.value, 0) == value(y.value.scalar.word); */
      Scalar b = y.value.scalar;
      w = apply_two(machine->ring, code, a, b);
      /*@ assert first_still: first_order(store, id) ==>
            denoted(store, env, 0, kid_of(store, id, 0), 0) == value(a.word); */
      /*@ assert second: first_order(store, id) ==>
            denoted(store, env, 0, kid_of(store, id, 1), 0) == value(b.word); */
      /*@ assert of_two: first_order(store, id) ==> \forall integer p; 0 <= p ==>
            denoted(store, env, 0, id, p) == (p < 16 ? at_end(VALUE_REAL, value(w.word), p) : rzero); */
    } else {
      const Constant *exponent = &store->constants.entries[op->constant.id];
      w = apply_one(machine->ring, code, exponent, a);
      /*@ assert of_one: first_order(store, id) ==> \forall integer p; 0 <= p ==>
            denoted(store, env, 0, id, p) == (p < 16 ? at_end(VALUE_REAL, value(w.word), p) : rzero); */
    }
    /*@ assert of_operands: first_order(store, id) ==> \forall integer p; 0 <= p ==>
          denoted(store, env, 0, id, p) == (p < 16 ? at_end(VALUE_REAL, value(w.word), p) : rzero); */
  }
  Status status = ring_clear(machine->ring);
  if (status != STATUS_OK) return failed(status);
  Value made = {VALUE_REAL, 1, w, NULL};
  /*@ assert end: \forall integer p; 0 <= p < 16 ==> seen(made, p) == at_end(VALUE_REAL, value(w.word), p); */
  /*@ assert no_part: \forall integer p; 16 <= p ==> seen(made, p) == rzero; */
  return done(made);
}

/* In an environment in which the identifiers are the same a term denotes the same, if terms of lower rank do. */
/*@ ghost
  /@ requires store: store_formed(store);
     requires term: is_term(store, t);
     requires kids: \forall integer s, e, e2; is_term(store, s) && rank(s) < rank(t) && first_order(store, s) &&
       0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==> same_denoted(store, env, e, env2, e2, s);
     assigns \nothing;
     ensures same: \forall integer e, e2; first_order(store, t) && 0 <= e && 0 <= e2 &&
       alike(store, env, e, env2, e2) ==> same_denoted(store, env, e, env2, e2, t); @/
  void denotes_alike_at(const Store *store, const Environment *env, const Environment *env2, uint32_t t) {
    const Term *n = t >= TERM_DEFINITION_BIT ? store->terms.definitions.terms + (t - TERM_DEFINITION_BIT)
                                             : store->terms.working.terms + t;
    if (n->kind == TERM_VAR || n->kind == TERM_UNIT) {
      /@ assert same: first_order(store, t) ==>
           \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
           same_denoted(store, env, e, env2, e2, t); @/
    } else if (n->kind == TERM_LET) {
      /@ assert two: first_order(store, t) ==> is_two(store, t) &&
           first_order(store, kid_of(store, t, 0)) && first_order(store, kid_of(store, t, 1)); @/
      /@ assert first: first_order(store, t) ==>
           \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
           same_denoted(store, env, e, env2, e2, kid_of(store, t, 0)); @/
      /@ assert innermost: first_order(store, t) ==>
           \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
           \forall integer i, p; i == 0 && 0 <= p ==> meant(store, env, bound(e, kid_of(store, t, 0)), i, p) ==
             meant(store, env2, bound(e2, kid_of(store, t, 0)), i, p); @/
      /@ assert outer: first_order(store, t) ==>
           \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
           \forall integer i, p; 0 < i && 0 <= p ==> meant(store, env, bound(e, kid_of(store, t, 0)), i, p) ==
             meant(store, env2, bound(e2, kid_of(store, t, 0)), i, p); @/
      /@ assert extended: first_order(store, t) ==>
           \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
           0 <= bound(e, kid_of(store, t, 0)) && 0 <= bound(e2, kid_of(store, t, 0)) &&
           alike(store, env, bound(e, kid_of(store, t, 0)), env2, bound(e2, kid_of(store, t, 0))); @/
      /@ assert body: first_order(store, t) ==>
           \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
           same_denoted(store, env, bound(e, kid_of(store, t, 0)), env2, bound(e2, kid_of(store, t, 0)),
             kid_of(store, t, 1)); @/
      /@ assert open: first_order(store, t) ==> \forall integer e, p; 0 <= p ==>
           denoted(store, env, e, t, p) ==
             denoted(store, env, bound(e, kid_of(store, t, 0)), kid_of(store, t, 1), p) &&
           denoted(store, env2, e, t, p) ==
             denoted(store, env2, bound(e, kid_of(store, t, 0)), kid_of(store, t, 1), p); @/
      /@ assert same: first_order(store, t) ==>
           \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
           same_denoted(store, env, e, env2, e2, t); @/
    } else if (n->kind == TERM_PAIR) {
      /@ assert both: first_order(store, t) ==>
           \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
           same_denoted(store, env, e, env2, e2, kid_of(store, t, 0)) &&
           same_denoted(store, env, e, env2, e2, kid_of(store, t, 1)); @/
      /@ assert open: first_order(store, t) ==> \forall integer e, p; 0 <= p ==>
           denoted(store, env, e, t, p) == (p < 16 ? at_end(VALUE_PAIR, rzero, p) :
             p == first_of(rest_of(p)) ? denoted(store, env, e, kid_of(store, t, 0), rest_of(p)) :
             denoted(store, env, e, kid_of(store, t, 1), rest_of(p))) &&
           denoted(store, env2, e, t, p) == (p < 16 ? at_end(VALUE_PAIR, rzero, p) :
             p == first_of(rest_of(p)) ? denoted(store, env2, e, kid_of(store, t, 0), rest_of(p)) :
             denoted(store, env2, e, kid_of(store, t, 1), rest_of(p))); @/
      /@ assert same: first_order(store, t) ==>
           \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
           same_denoted(store, env, e, env2, e2, t); @/
    } else if (n->kind == TERM_FST || n->kind == TERM_SND) {
      /@ assert first: first_order(store, t) ==>
           \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
           same_denoted(store, env, e, env2, e2, kid_of(store, t, 0)); @/
      /@ assert open: first_order(store, t) ==> \forall integer e, p; 0 <= p ==>
           denoted(store, env, e, t, p) ==
             denoted(store, env, e, kid_of(store, t, 0),
               term_at(store, t)->kind == TERM_FST ? first_of(p) : second_of(p)) &&
           denoted(store, env2, e, t, p) ==
             denoted(store, env2, e, kid_of(store, t, 0),
               term_at(store, t)->kind == TERM_FST ? first_of(p) : second_of(p)); @/
      /@ assert same: first_order(store, t) ==>
           \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
           same_denoted(store, env, e, env2, e2, t); @/
    } else if (n->kind == TERM_OP) {
      /@ assert formed: formed(store, t); @/
      OpCode code = store->ops.ops[n->payload].code;
      if (code == OP_CONST) {
        /@ assert same: first_order(store, t) ==>
             \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
             same_denoted(store, env, e, env2, e2, t); @/
      } else if (code == OP_NEG || (OP_SIN <= code && code <= OP_SIGN)) {
        /@ assert first: first_order(store, t) ==>
             \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
             same_denoted(store, env, e, env2, e2, kid_of(store, t, 0)); @/
        /@ assert same: first_order(store, t) ==>
             \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
             same_denoted(store, env, e, env2, e2, t); @/
      } else if (code == OP_ADD || code == OP_SUB || code == OP_MUL || code == OP_DIV || code == OP_MAX ||
                 code == OP_MIN) {
        /@ assert both: first_order(store, t) ==>
             \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
             same_denoted(store, env, e, env2, e2, kid_of(store, t, 0)) &&
             same_denoted(store, env, e, env2, e2, kid_of(store, t, 1)); @/
        /@ assert same: first_order(store, t) ==>
             \forall integer e, e2; 0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==>
             same_denoted(store, env, e, env2, e2, t); @/
      }
    }
  }
*/

/* In an environment in which the identifiers are the same, terms denote the same. */
/*@ ghost
  /@ requires store: store_formed(store);
     assigns \nothing;
     ensures same: \forall integer t, e, e2; is_term(store, t) && first_order(store, t) && 0 <= e && 0 <= e2 &&
       alike(store, env, e, env2, e2) ==> same_denoted(store, env, e, env2, e2, t); @/
  void denotes_alike(const Store *store, const Environment *env, const Environment *env2) {
    /@ loop invariant range: 0 <= r <= 4294967296;
       loop invariant same: \forall integer t, e, e2; is_term(store, t) && rank(t) < r && first_order(store, t) &&
         0 <= e && 0 <= e2 && alike(store, env, e, env2, e2) ==> same_denoted(store, env, e, env2, e2, t);
       loop assigns r;
       loop variant 4294967296 - r; @/
    for (uint64_t r = 0; r < 4294967296; r++) {
      uint32_t t = (uint32_t)(r >= TERM_DEFINITION_BIT ? r - TERM_DEFINITION_BIT : r + TERM_DEFINITION_BIT);
      /@ assert only: rank(t) == r && \forall integer s; is_term(store, s) && rank(s) == r ==> s == t; @/
      uint32_t place = t >= TERM_DEFINITION_BIT ? t - TERM_DEFINITION_BIT : t;
      uint32_t count = t >= TERM_DEFINITION_BIT ? store->terms.definitions.count : store->terms.working.count;
      if (0 < place && place < count) denotes_alike_at(store, env, env2, t);
    }
  }
*/

/* The value of let x = t in s is that of s in E, x=w. */
/*@ ghost
  /@ requires store: store_formed(store);
     requires let: is_term(store, t) && term_at(store, t)->kind == TERM_LET;
     requires inner: inner != \null && inner->outer == env;
     requires bound: first_order(store, t) ==> denotes(store, env, kid_of(store, t, 0), inner->value);
     assigns \nothing;
     ensures body: first_order(store, t) ==>
       first_order(store, kid_of(store, t, 1)) &&
       \forall integer p; 0 <= p ==>
         denoted(store, inner, 0, kid_of(store, t, 1), p) == denoted(store, env, 0, t, p); @/
  void denotes_let(const Store *store, const Environment *env, const Environment *inner, uint32_t t) {
    denotes_alike(store, inner, env);
    /@ assert kid: first_order(store, t) ==> is_two(store, t) &&
         first_order(store, kid_of(store, t, 1)) && 0 <= bound(0, kid_of(store, t, 0)); @/
    /@ assert innermost: first_order(store, t) ==> \forall integer p; 0 <= p ==>
         meant(store, inner, 0, 0, p) == meant(store, env, bound(0, kid_of(store, t, 0)), 0, p); @/
    /@ assert outer: first_order(store, t) ==> \forall integer i, p; 0 < i && 0 <= p ==>
         meant(store, inner, 0, i, p) == meant(store, env, bound(0, kid_of(store, t, 0)), i, p); @/
    /@ assert alike: first_order(store, t) ==>
         alike(store, inner, 0, env, bound(0, kid_of(store, t, 0))); @/
    /@ assert same: first_order(store, t) ==>
         same_denoted(store, inner, 0, env, bound(0, kid_of(store, t, 0)), kid_of(store, t, 1)); @/
  }
*/

/*@ requires store: \valid_read(machine) && store_formed(machine->store);
    requires term: is_term(machine->store, id.id);
    requires env: arena_formed && kept_env(env);
    assigns ring_state, values_state, machine_fuel, machine_depth, rule_state;
    ensures fuel: machine_fuel <= \old(machine_fuel);
    ensures kept: \result.status == STATUS_OK ==> kept(\result.value);
    ensures denotes: \result.status == STATUS_OK && first_order(machine->store, id.id) ==>
      denotes(machine->store, env, id.id, \result.value); */
static Result evaluate_rule(Machine *machine, TermId id, const Environment *env) {
  const Store *store = machine->store;
  /*@ loop invariant fuel: machine_fuel <= \at(machine_fuel, Pre);
      loop invariant term: is_term(machine->store, id.id);
      loop invariant env: kept_env(env);
      loop invariant last: first_order(machine->store, \at(id.id, Pre)) ==>
        first_order(machine->store, id.id) &&
        \forall integer p; 0 <= p ==> denoted(machine->store, env, 0, id.id, p) ==
          denoted(machine->store, \at(env, Pre), 0, \at(id.id, Pre), p);
      loop assigns id, env, ring_state, values_state, machine_fuel, machine_depth, rule_state;
      loop variant machine_fuel; */
  while (take_fuel(machine)) {
    const Term *t = node(store, id);
    switch (t->kind) {
    /* --------------
     * E |- x => E(x)                                                       */
    case TERM_VAR: {
      RULE(SRCE_VAR);
      Result result = lookup(env, t->payload);
      return result;
    }
    /* E |- t => w   E, x=w |- s => u
     * ------------------------------
     * E |- let x = t in s => u                                             */
    case TERM_LET: {
      RULE(SRCE_LET);
      Result result = source_result(machine, t->kid[0], env);
      if (result.status != STATUS_OK) return result;
      const Environment *inner = extend(machine, env, result.value);
      if (inner == NULL) return failed(STATUS_LIMIT);
      //@ ghost denotes_let(machine->store, env, inner, id.id);
      id = t->kid[1];
      env = inner;
      continue;
    }
    /* E |- ti => ci
     * --------------------------------------
     * E |- op(t1,...,tk) => [[op]](c1,...,ck)                              */
    case TERM_OP: {
      RULE(SRCE_OP);
      const OpNode *op = &store->ops.ops[t->payload];
      if (!is_scalar_operation(op)) break;
      Result result = evaluate_scalar(machine, t, op, env) /*@ ghost (id.id) */;
      return result;
    }
    /* ------------
     * E |- () => ()                                                        */
    case TERM_UNIT: {
      RULE(SRCE_UNIT);
      Value unit = {VALUE_UNIT, 0, {0}, NULL};
      return done(unit);
    }
    /* E |- t => w   E |- s => u
     * -------------------------
     * E |- (t, s) => (w, u)                                                */
    case TERM_PAIR: {
      RULE(SRCE_PAIR);
      Result result = evaluate_pair(machine, t, env) /*@ ghost (id.id) */;
      return result;
    }
    /* E |- t => (w, u)
     * ----------------
     * E |- fst t => w                                                      */
    case TERM_FST: {
      RULE(SRCE_FST);
      Result result = project(machine, t, 0, env) /*@ ghost (id.id) */;
      return result;
    }
    /* E |- t => (w, u)
     * ----------------
     * E |- snd t => u                                                      */
    case TERM_SND: {
      RULE(SRCE_SND);
      Result result = project(machine, t, 1, env) /*@ ghost (id.id) */;
      return result;
    }
    case TERM_LAM:
    case TERM_APP:
    case TERM_MAP:
    case TERM_ZIPWITH:
    case TERM_BUILD:
    case TERM_INDEX:
    case TERM_INL:
    case TERM_INR:
    case TERM_MATCH:
    case TERM_ITERATE:
    case TERM_WHILE:
    case TERM_FOLD:
    case TERM_SCAN:
    case TERM_TOTAL:
    case TERM_GATHER:
    case TERM_SCATTER:
    case TERM_VBUILD:
    case TERM_LENGTH:
    case TERM_FILTER:
    case TERM_APPEND:
    case TERM_VSCATTER:
    case TERM_LETREC:
    case TERM_ROLL:
    case TERM_UNROLL:
    case TERM_LVAR:
    case TERM_LETV:
    case TERM_LOP:
    case TERM_COPOWER:
    case TERM_CASE:
    case TERM_LLAM:
    case TERM_LAPP:
    case TERM_ZERO:
    case TERM_PLUS:
    case TERM_LSUM:
    case TERM_ONEHOT:
    case TERM_BIGSUM:
    case TERM_LITER:
    case TERM_DMAP:
    case TERM_DMAPT:
    case TERM_NONE:
    case TERM_KIND_COUNT: break;
    }
    Step step = source_step(machine, t, env);
    if (step.last.id == 0) return step.result;
    id = step.last;
    env = step.env;
  }
  return failed(STATUS_LIMIT);
}

Result source_result(Machine *machine, TermId t, const Environment *env) {
  if (!enter(machine)) return failed(STATUS_LIMIT);
  Result result = evaluate_rule(machine, t, env);
  leave(machine);
  return result;
}
