/* The typing judgements: each rule accepts what it should and refuses what
 * breaks one premise. */
#include "semantics/chad/linear/typing.h"
#include "semantics/source/typing.h"
#include "tests/unit/build.h"
#include "tests/unit/control_programs.h"

/* Contexts used below, innermost identifier last. */
#define GAMMA(...) (TypeId[]){__VA_ARGS__}, (uint32_t)(sizeof((TypeId[]){__VA_ARGS__}) / sizeof(TypeId))

static void same_type(Status status, TypeId type, TypeId expected, int line) {
  char got[200], wanted[200];
  (void)type_print(&S->types, type, got, sizeof got);
  (void)type_print(&S->types, expected, wanted, sizeof wanted);
  if (status != STATUS_OK) fail_msg("line %d: %s, expected %s", line, status_name(status), wanted);
  if (!type_equal(type, expected)) fail_msg("line %d: %s, expected %s", line, got, wanted);
}

static void source_accepts(int line, const TypeId *context, uint32_t length, TermId t, TypeId expected) {
  TypeId type = {0};
  Status status = source_infer(S, context, length, t, &type);
  same_type(status, type, expected, line);
  status = linear_infer_cartesian(S, context, length, t, &type); /* the target language has all of the source */
  same_type(status, type, expected, line);
}

static void source_refuses(int line, const TypeId *context, uint32_t length, TermId t) {
  TypeId type;
  Status status = source_infer(S, context, length, t, &type);
  if (status != STATUS_ILL_TYPED) fail_msg("line %d: source: %s", line, status_name(status));
}

static void both_refuse(int line, const TypeId *context, uint32_t length, TermId t) {
  source_refuses(line, context, length, t);
  TypeId type;
  Status status = linear_infer_cartesian(S, context, length, t, &type);
  if (status != STATUS_ILL_TYPED) fail_msg("line %d: target: %s", line, status_name(status));
}

static void linear_accepts(int line, const TypeId *context, uint32_t length, TypeId domain, TermId t, TypeId expected) {
  TypeId type = {0};
  Status status = linear_infer_linear(S, context, length, domain, t, &type);
  same_type(status, type, expected, line);
}

static void linear_refuses(int line, const TypeId *context, uint32_t length, TypeId domain, TermId t) {
  TypeId type;
  Status status = linear_infer_linear(S, context, length, domain, t, &type);
  if (status != STATUS_ILL_TYPED) fail_msg("line %d: linear: %s", line, status_name(status));
}

#define SOURCE(context, t, type) source_accepts(__LINE__, context, t, type)
#define REFUSED(context, t) both_refuse(__LINE__, context, t)
#define LINEAR(context, domain, t, type) linear_accepts(__LINE__, context, domain, t, type)
#define NOT_LINEAR(context, domain, t) linear_refuses(__LINE__, context, domain, t)
#define EMPTY NULL, 0

static int set_up(void **state) {
  (void)state;
  S = store_new(1u << 20);
  return S == NULL ? -1 : 0;
}

static int tear_down(void **state) {
  (void)state;
  store_free(S);
  return 0;
}

/* ------------------------------------------------- Fig. 3, and Cartesian Fig. 5 -- */

static void identifiers_and_let(void **state) {
  (void)state;
  SOURCE(GAMMA(R(2), R(3)), var(0), R(3));
  SOURCE(GAMMA(R(2), R(3)), var(1), R(2));
  REFUSED(GAMMA(R(2), R(3)), var(2));
  REFUSED(EMPTY, var(0));
  SOURCE(GAMMA(R(2)), let(pair(var(0), unit()), fst(var(0))), R(2));
  SOURCE(GAMMA(R(2)), let(unit(), var(1)), R(2));
  REFUSED(GAMMA(R(2)), let(var(1), unit()));
  REFUSED(GAMMA(R(2)), let(unit(), var(2)));
}

static void operations(void **state) {
  (void)state;
  SOURCE(GAMMA(R(1)), mul(var(0), number(2, 1)), R(1));
  SOURCE(GAMMA(R(3)), op1(OP_SUM, 3, var(0)), R(1));
  SOURCE(GAMMA(R(6), R(3)), term_op(S, the_op(OP_MATVEC, 3, 2), var(1), var(0)), R(2));
  SOURCE(EMPTY, op2(OP_IADD, 0, literal(2), literal(3)), integer());
  SOURCE(EMPTY, op1(OP_TOREAL, 0, literal(2)), R(1));
  REFUSED(GAMMA(R(2)), mul(var(0), number(2, 1)));
  REFUSED(GAMMA(R(1)), mul(number(2, 1), pair(var(0), var(0))));
  REFUSED(GAMMA(R(1)), op1(OP_TOREAL, 0, var(0)));
  /* an operand too many, an operand too few, no operation */
  OpId neg = the_op(OP_NEG, 1, 0);
  REFUSED(GAMMA(R(1)), term_make(S, TERM_OP, neg.id, NAME_NONE, var(0), var(0), TERM_NONE_ID, TERM_NONE_ID));
  REFUSED(GAMMA(R(1)), term_make(S, TERM_OP, neg.id, NAME_NONE, TERM_NONE_ID, var(0), TERM_NONE_ID, TERM_NONE_ID));
  REFUSED(GAMMA(R(1)), term_make(S, TERM_OP, 9999, NAME_NONE, var(0), TERM_NONE_ID, TERM_NONE_ID, TERM_NONE_ID));
}

static void products(void **state) {
  (void)state;
  SOURCE(EMPTY, unit(), one());
  SOURCE(GAMMA(R(1), R(2)), pair(var(0), var(1)), prod(R(2), R(1)));
  SOURCE(GAMMA(prod(R(1), R(2))), fst(var(0)), R(1));
  SOURCE(GAMMA(prod(R(1), R(2))), snd(var(0)), R(2));
  REFUSED(EMPTY, pair(var(0), unit()));
  REFUSED(EMPTY, pair(unit(), var(0)));
  REFUSED(GAMMA(R(2)), fst(var(0)));
  REFUSED(GAMMA(R(2)), snd(var(0)));
}

static void functions(void **state) {
  (void)state;
  SOURCE(GAMMA(R(2)), lam(R(1), pair(var(0), var(1))), fun(R(1), prod(R(1), R(2))));
  SOURCE(GAMMA(fun(R(1), R(2)), R(1)), app(var(1), var(0)), R(2));
  REFUSED(EMPTY, lam(L(1), unit()));
  REFUSED(EMPTY, lam((TypeId){60000}, unit()));
  REFUSED(GAMMA(R(1)), app(var(0), var(0)));
  REFUSED(GAMMA(fun(R(1), R(2)), R(2)), app(var(1), var(0)));
  /* a linear function is a type of the target language only */
  TypeId type;
  TermId t = lam(lfun(L(1), L(1)), unit());
  source_refuses(__LINE__, EMPTY, t);
  assert_int_equal(linear_infer_cartesian(S, EMPTY, t, &type), STATUS_OK);
  source_refuses(__LINE__, GAMMA(lfun(L(1), L(1))), unit());
  source_refuses(__LINE__, GAMMA(fun(R(1), lfun(L(1), L(1)))), unit());
  REFUSED(GAMMA(L(1)), unit());
  REFUSED(GAMMA((TypeId){60000}), unit());
  REFUSED(GAMMA((TypeId){0}), unit());
}

static void arrays(void **state) {
  (void)state;
  TypeId pairs = array(prod(R(1), R(2)), 3);
  SOURCE(GAMMA(R(3)), map(mul(var(0), var(0)), var(0)), R(3));
  SOURCE(GAMMA(pairs), map(fst(var(0)), var(0)), R(3));
  SOURCE(GAMMA(R(3)), map(pair(var(0), unit()), var(0)), array(prod(R(1), one()), 3));
  SOURCE(GAMMA(R(3)), map(lam(R(1), add(var(0), var(1))), var(0)), array(fun(R(1), R(1)), 3));
  REFUSED(GAMMA(one()), map(unit(), var(0)));
  REFUSED(GAMMA(pairs), map(mul(var(0), var(0)), var(0)));
  SOURCE(GAMMA(R(3), pairs), zipwith(pair(var(1), snd(var(0))), var(1), var(0)), array(prod(R(1), R(2)), 3));
  REFUSED(GAMMA(R(3), R(2)), zipwith(add(var(1), var(0)), var(1), var(0)));
  REFUSED(GAMMA(R(3), one()), zipwith(var(1), var(1), var(0)));
  REFUSED(GAMMA(R(3), pairs), zipwith(add(var(1), var(0)), var(1), var(0)));
  SOURCE(EMPTY, build(4, op1(OP_TOREAL, 0, var(0))), R(4));
  SOURCE(GAMMA(R(2)), build(4, var(1)), array(R(2), 4));
  SOURCE(GAMMA(R(2)), build(0, var(1)), array(R(2), 0));
  REFUSED(EMPTY, build(4, add(var(0), var(0))));
  SOURCE(GAMMA(R(3)), at(literal(0), var(0)), R(1));
  SOURCE(GAMMA(pairs), at(literal(7), var(0)), prod(R(1), R(2)));
  REFUSED(GAMMA(R(3)), at(number(0, 1), var(0)));
  REFUSED(GAMMA(prod(R(3), R(3))), at(literal(0), var(0)));
}

static void linear_functions(void **state) {
  (void)state;
  TypeId type = {0};
  TermId doubled = llam(L(2), plus(v(), v()));
  assert_int_equal(linear_infer_cartesian(S, EMPTY, doubled, &type), STATUS_OK);
  assert_true(type_equal(type, lfun(L(2), L(2))));
  source_refuses(__LINE__, EMPTY, doubled);
  REFUSED(EMPTY, llam(R(2), v()));
  REFUSED(EMPTY, llam(L(2), fst(v())));
  assert_int_equal(linear_infer_cartesian(S, EMPTY, map(pair(var(0), llam(L(1), v())), number(1, 3)), &type),
                   STATUS_OK);
  assert_true(type_equal(type, array(prod(R(1), lfun(L(1), L(1))), 3)));
}

/* Each constructor of the linear judgement is no Cartesian term. */
static void cartesian_refuses_linear(void **state) {
  (void)state;
  REFUSED(GAMMA(R(1)), v());
  REFUSED(GAMMA(R(1)), letv(v(), v()));
  REFUSED(GAMMA(R(1)), lop0(LOP_NEG, 1, 0, v()));
  REFUSED(GAMMA(R(1)), copower(var(0), v()));
  REFUSED(GAMMA(R(1)), fold(L(1), zero(copow(R(1), L(1))), v()));
  REFUSED(GAMMA(R(1)), lapp(llam(L(1), v()), v()));
  REFUSED(GAMMA(R(1)), zero(L(1)));
  REFUSED(GAMMA(R(1)), plus(zero(L(1)), zero(L(1))));
  REFUSED(GAMMA(R(1)), lsum(zero(L(2))));
  REFUSED(GAMMA(R(1)), onehot(2, literal(0), zero(L(1))));
  REFUSED(GAMMA(R(1)), term_dmap(S, NAME_NONE, snd(v()), var(0), v(), v()));
  REFUSED(GAMMA(R(1)), term_dmapt(S, NAME_NONE, pair(v(), v()), var(0), v(), v()));
  REFUSED(GAMMA(R(1)), TERM_NONE_ID);
}

/* -------------------------------------------------------- Fig. 5, linear judgement -- */

static void linear_core(void **state) {
  (void)state;
  LINEAR(EMPTY, L(2), v(), L(2));
  NOT_LINEAR(EMPTY, R(2), v());
  NOT_LINEAR(GAMMA(R(2)), L(2), var(0));
  NOT_LINEAR(EMPTY, L(2), number(1, 1));
  NOT_LINEAR(GAMMA(R(2)), L(2), map(var(0), var(0)));
  NOT_LINEAR(GAMMA(R(2)), L(2), zipwith(var(0), var(0), var(0)));
  NOT_LINEAR(EMPTY, L(2), llam(L(2), v()));
  LINEAR(GAMMA(R(1)), L(1), let(mul(var(0), var(0)), lop1(LOP_SCALE, 1, 0, var(0), v())), L(1));
  NOT_LINEAR(GAMMA(R(1)), L(1), let(v(), v()));
  NOT_LINEAR(GAMMA(R(1)), L(1), let(var(0), var(0)));
  LINEAR(EMPTY, L(1), letv(pair(v(), v()), snd(v())), L(1));
  NOT_LINEAR(EMPTY, L(1), letv(snd(v()), v()));
  NOT_LINEAR(EMPTY, prod_(L(1), L(1)), letv(fst(v()), snd(v())));
  LINEAR(EMPTY, L(2), zero(copow(R(1), L(1))), copow(R(1), L(1)));
  NOT_LINEAR(EMPTY, L(2), zero(R(1)));
  NOT_LINEAR(EMPTY, L(2), zero((TypeId){60000}));
  LINEAR(EMPTY, L(2), plus(v(), zero(L(2))), L(2));
  NOT_LINEAR(EMPTY, L(2), plus(v(), zero(L(1))));
  NOT_LINEAR(EMPTY, L(2), plus(fst(v()), v()));
}

static void linear_operations(void **state) {
  (void)state;
  LINEAR(EMPTY, L(3), lop0(LOP_NEG, 3, 0, v()), L(3));
  LINEAR(GAMMA(R(3)), L(3), lop1(LOP_DOT, 3, 0, var(0), v()), L(1));
  LINEAR(GAMMA(R(6)), L(2), lop1(LOP_MATVEC_T, 3, 2, var(0), v()), L(3));
  LopId derivative = lop_derivative(&S->ops, &S->types, the_op(OP_MUL, 2, 0));
  LopId transpose = lop_transpose(&S->ops, &S->types, the_op(OP_MUL, 2, 0));
  LINEAR(GAMMA(R(2), R(2)), L(2), term_lop(S, derivative, var(1), var(0), pair(v(), v())), L(2));
  LINEAR(GAMMA(R(2), R(2)), L(2), term_lop(S, transpose, var(1), var(0), v()), prod_(L(2), L(2)));
  NOT_LINEAR(GAMMA(R(2), R(2)), L(2), term_lop(S, derivative, var(1), var(0), v()));
  NOT_LINEAR(GAMMA(R(2), R(1)), L(2), term_lop(S, transpose, var(1), var(0), v()));
  NOT_LINEAR(GAMMA(R(2)), L(3), lop1(LOP_DOT, 3, 0, var(0), v()));
  NOT_LINEAR(GAMMA(R(3)), L(2), lop1(LOP_DOT, 3, 0, var(0), v()));
  LopId neg = lop_make(&S->ops, &S->types, LOP_NEG, 1, 0);
  NOT_LINEAR(GAMMA(R(1)), L(1), term_make(S, TERM_LOP, neg.id, NAME_NONE, var(0), TERM_NONE_ID, TERM_NONE_ID, v()));
  NOT_LINEAR(EMPTY, L(1), term_make(S, TERM_LOP, 9999, NAME_NONE, TERM_NONE_ID, TERM_NONE_ID, TERM_NONE_ID, v()));
}

static void linear_products_and_powers(void **state) {
  (void)state;
  TypeId both = prod_(L(1), L(2));
  LINEAR(EMPTY, L(1), unit(), one_());
  LINEAR(EMPTY, both, pair(snd(v()), fst(v())), prod_(L(2), L(1)));
  NOT_LINEAR(EMPTY, L(1), fst(v()));
  NOT_LINEAR(EMPTY, L(1), snd(v()));
  NOT_LINEAR(EMPTY, L(1), pair(fst(v()), v()));
  NOT_LINEAR(EMPTY, L(1), pair(v(), fst(v())));
  LINEAR(EMPTY, L(1), lam(R(1), lop1(LOP_SCALE, 1, 0, var(0), v())), power(R(1), L(1)));
  NOT_LINEAR(EMPTY, L(1), lam(L(1), v()));
  NOT_LINEAR(EMPTY, L(1), lam(R(1), var(0)));
  LINEAR(GAMMA(R(1)), power(R(1), L(2)), app(v(), var(0)), L(2));
  NOT_LINEAR(GAMMA(R(2)), power(R(1), L(2)), app(v(), var(0)));
  NOT_LINEAR(GAMMA(R(1)), L(1), app(v(), var(0)));
  NOT_LINEAR(EMPTY, power(R(1), L(2)), app(v(), v()));
}

static void linear_copowers(void **state) {
  (void)state;
  TypeId keyed = copow(R(2), L(1));
  LINEAR(GAMMA(R(2)), L(1), copower(var(0), v()), keyed);
  NOT_LINEAR(GAMMA(R(2)), L(1), copower(v(), v()));
  NOT_LINEAR(GAMMA(R(2)), L(1), copower(var(0), var(0)));
  LINEAR(EMPTY, keyed, fold(L(2), v(), lop1(LOP_ALONG, 2, 0, var(0), v())), L(2));
  NOT_LINEAR(EMPTY, keyed, fold(L(1), v(), lop1(LOP_ALONG, 2, 0, var(0), v())));
  NOT_LINEAR(EMPTY, L(1), fold(L(1), v(), v()));
  NOT_LINEAR(EMPTY, keyed, fold(L(1), v(), snd(v())));
  LINEAR(GAMMA(lfun(L(1), L(2))), L(1), lapp(var(0), v()), L(2));
  NOT_LINEAR(GAMMA(lfun(L(1), L(2))), L(2), lapp(var(0), v()));
  NOT_LINEAR(GAMMA(fun(R(1), R(2))), L(1), lapp(var(0), v()));
}

static void linear_arrays(void **state) {
  (void)state;
  TypeId rows = array_(prod_(L(1), L(2)), 3);
  LINEAR(EMPTY, L(1), build(3, v()), L(3));
  LINEAR(EMPTY, L(2), build(3, v()), array_(L(2), 3));
  LINEAR(EMPTY, L(3), build(3, at(var(0), v())), L(3));
  NOT_LINEAR(EMPTY, L(1), build(3, var(0)));
  LINEAR(EMPTY, rows, at(literal(1), v()), prod_(L(1), L(2)));
  NOT_LINEAR(EMPTY, L(1), at(v(), v()));
  NOT_LINEAR(EMPTY, prod_(L(1), L(2)), at(literal(0), v()));
  NOT_LINEAR(GAMMA(R(1)), rows, at(var(0), v()));
  LINEAR(EMPTY, rows, lsum(v()), prod_(L(1), L(2)));
  LINEAR(EMPTY, L(4), lsum(v()), L(1));
  NOT_LINEAR(EMPTY, one_(), lsum(v()));
  LINEAR(EMPTY, L(1), onehot(4, literal(9), v()), L(4));
  LINEAR(EMPTY, L(2), onehot(4, literal(9), v()), array_(L(2), 4));
  NOT_LINEAR(GAMMA(R(1)), L(1), onehot(4, var(0), v()));
  NOT_LINEAR(EMPTY, L(1), onehot(4, literal(0), fst(v())));
}

static void derivatives_of_map(void **state) {
  (void)state;
  TermId t = lop1(LOP_SCALE, 1, 0, var(0), snd(v())), r = lop0(LOP_NEG, 3, 0, v());
  LINEAR(GAMMA(R(3)), L(3), term_dmap(S, NAME_NONE, t, var(0), r, v()), L(3));
  NOT_LINEAR(GAMMA(R(2)), L(3), term_dmap(S, NAME_NONE, t, var(0), r, v()));
  NOT_LINEAR(GAMMA(one()), L(3), term_dmap(S, NAME_NONE, t, var(0), r, v()));
  NOT_LINEAR(GAMMA(array(one(), 3)), L(3), term_dmap(S, NAME_NONE, zero(L(1)), var(0), r, v()));
  NOT_LINEAR(GAMMA(R(3)), L(3), term_dmap(S, NAME_NONE, fst(v()), var(0), r, v()));
  NOT_LINEAR(GAMMA(R(3)), L(3), term_dmap(S, NAME_NONE, t, var(0), fst(v()), v()));
  NOT_LINEAR(GAMMA(R(3)), L(2), term_dmap(S, NAME_NONE, t, var(0), r, v()));
  TermId back = pair(zero(L(3)), lop1(LOP_SCALE, 1, 0, var(0), v()));
  LINEAR(GAMMA(R(3)), L(3), term_dmapt(S, NAME_NONE, back, var(0), r, v()), L(3));
  NOT_LINEAR(GAMMA(R(2)), L(3), term_dmapt(S, NAME_NONE, back, var(0), r, v()));
  NOT_LINEAR(GAMMA(R(3)), L(3), term_dmapt(S, NAME_NONE, v(), var(0), r, v()));
  NOT_LINEAR(GAMMA(R(3)), L(3), term_dmapt(S, NAME_NONE, back, var(0), zero(L(2)), v()));
  NOT_LINEAR(GAMMA(R(3)), L(1), term_dmapt(S, NAME_NONE, back, var(0), r, v()));
}

/* -------------------------------------------------------------------- limits -- */

static TermId nested(uint32_t levels) {
  TermId t = unit();
  for (uint32_t i = 0; i < levels; i++) t = let(unit(), t);
  return t;
}

static void limits(void **state) {
  (void)state;
  TypeId type;
  assert_int_equal(source_infer(S, NULL, 0, nested(19000), &type), STATUS_OK);
  assert_int_equal(source_infer(S, NULL, 0, nested(30000), &type), STATUS_LIMIT);
  assert_int_equal(linear_infer_cartesian(S, NULL, 0, nested(30000), &type), STATUS_LIMIT);
  assert_int_equal(linear_infer_linear(S, NULL, 0, L(1), nested(30000), &type), STATUS_LIMIT);
  assert_int_equal(source_infer(S, NULL, 0, build(TYPE_MAX_LENGTH + 1, unit()), &type), STATUS_LIMIT);
  TermId wide = build(TYPE_MAX_LENGTH, build(2, op1(OP_TOREAL, 0, var(0))));
  assert_int_equal(source_infer(S, NULL, 0, wide, &type), STATUS_LIMIT);
  assert_int_equal(store_take_status(S), STATUS_OK); /* every term above was a term */
}

/* Programs of the source are programs of the target. */
static void sums_iteration_and_combinators(void **state) {
  (void)state;
  for (uint32_t k = 0; k < CONTROL_PROGRAMS; k++) {
    Module module;
    Program p = read_control_program(S, k, &module);
    TypeId type;
    assert_int_equal(source_infer(S, p.context, p.length, p.term, &type), STATUS_OK);
    assert_true(type_equal(type, p.type));
    assert_int_equal(linear_infer_cartesian(S, p.context, p.length, p.term, &type), STATUS_OK);
    assert_true(type_equal(type, p.type));
    text_free_module(&module);
  }
}

/* In both languages: what the rules of sums, iteration and combinators refuse. */
static void ill_typed_control(void **state) {
  (void)state;
  TypeId sum = type_sum(&S->types, R(1), one()), truth = type_bool(&S->types), real[] = {R(1)}, type;
  TermId x = var(0), yes = term_inl(S, truth, unit()), three = build(3, op1(OP_TOREAL, 0, var(0)));
  TermId ints = build(2, var(0)), r = term_inl(S, sum, x);
  TypeId cell = type_sum(&S->types, one(), prod(R(1), type_self(&S->types, 0))), list = type_mu(&S->types, cell);
  const TermId wrong[] = {
      term_inl(S, sum, unit()),
      term_inr(S, sum, x),
      term_inl(S, R(1), x),
      term_match(S, NAME_NONE, NAME_NONE, x, x, x),
      term_match(S, NAME_NONE, NAME_NONE, r, var(0), var(0)), /* real and 1 */
      term_iterate(S, NAME_NONE, x, var(0), x),
      term_iterate(S, NAME_NONE, literal(1), unit(), x),
      term_while(S, NAME_NONE, var(0), var(0), x),
      term_while(S, NAME_NONE, yes, unit(), x),
      term_fold(S, NAME_NONE, NAME_NONE, unit(), x, three),
      term_fold(S, NAME_NONE, NAME_NONE, var(1), x, unit()),
      term_scan(S, NAME_NONE, NAME_NONE, unit(), x, three),
      term_total(S, R(2), three),
      term_total(S, R(1), unit()),
      term_gather(S, three, three),
      term_gather(S, ints, unit()),
      term_scatter(S, R(2), ints, three), /* 2 and 3 */
      term_scatter(S, array(integer(), 2), ints, build(2, x)),
      term_scatter(S, R(2), three, three),
      term_letrec(S, NAME_NONE, R(1), x, x),
      term_letrec(S, NAME_NONE, fun(R(1), R(1)), unit(), x),
      op2(OP_LESS, 0, x, literal(1)),
      term_roll(S, R(1), x),
      term_roll(S, list, x),
      term_roll(S, list, term_inl(S, cell, unit())), /* an open sum */
      term_unroll(S, x),
      term_unroll(S, unit()),
      lam(type_self(&S->types, 0), x),
      term_inl(S, cell, unit()),
      term_inl(S, type_sum(&S->types, R(1), type_self(&S->types, 0)), x),
  };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    if (source_infer(S, real, 1, wrong[k], &type) != STATUS_ILL_TYPED ||
        linear_infer_cartesian(S, real, 1, wrong[k], &type) != STATUS_ILL_TYPED)
      fail_msg("term %zu is typed", k);
  }
  /* the source has no sum of sums, of functions or of Ints */
  TermId booleans = build(2, yes);
  assert_int_equal(source_infer(S, real, 1, term_total(S, truth, booleans), &type), STATUS_ILL_TYPED);
  assert_int_equal(source_infer(S, real, 1, term_total(S, integer(), ints), &type), STATUS_ILL_TYPED);
}

static void linear_control(void **state) {
  (void)state;
  TypeId truth = type_bool(&S->types), real[] = {R(1)}, type;
  TermId x = var(0), test = op2(OP_LESS, 0, x, number(2, 1)), yes = term_inl(S, truth, unit());
  TermId scaled = lop1(LOP_SCALE, 1, 0, var(1), v());
  struct {
    TermId t;
    TypeId domain, type;
    Status status;
  } cases[] = {
      {term_match(S, NAME_NONE, NAME_NONE, test, scaled, v()), L(1), L(1), STATUS_OK},
      {term_match(S, NAME_NONE, NAME_NONE, test, scaled, unit()), L(1), L(1), STATUS_ILL_TYPED},
      {term_match(S, NAME_NONE, NAME_NONE, x, scaled, v()), L(1), L(1), STATUS_ILL_TYPED},
      {term_bigsum(S, NAME_NONE, L(1), literal(3), scaled), L(1), L(1), STATUS_OK},
      {term_bigsum(S, NAME_NONE, L(2), literal(3), scaled), L(1), L(2), STATUS_ILL_TYPED},
      {term_bigsum(S, NAME_NONE, L(1), x, scaled), L(1), L(1), STATUS_ILL_TYPED},
      {term_liter(S, NAME_NONE, literal(3), pair(snd(v()), fst(v())), pair(v(), zero(L(1)))), L(1), prod_(L(1), L(1)),
       STATUS_OK},
      {term_liter(S, NAME_NONE, literal(3), v(), pair(v(), zero(L(1)))), L(1), prod_(L(1), L(1)), STATUS_OK},
      {term_liter(S, NAME_NONE, literal(3), fst(v()), pair(v(), zero(L(1)))), L(1), L(1), STATUS_ILL_TYPED},
      {term_liter(S, NAME_NONE, x, v(), v()), L(1), L(1), STATUS_ILL_TYPED},
      {yes, L(1), L(1), STATUS_ILL_TYPED},
      {term_iterate(S, NAME_NONE, literal(1), var(0), x), L(1), L(1), STATUS_ILL_TYPED},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Status status = linear_infer_linear(S, real, 1, cases[k].domain, cases[k].t, &type);
    if (status != cases[k].status) fail_msg("case %zu: %s", k, status_name(status));
    if (status == STATUS_OK) assert_true(type_equal(type, cases[k].type));
  }
  assert_int_equal(linear_infer_cartesian(S, real, 1, cases[3].t, &type), STATUS_ILL_TYPED);
  assert_int_equal(source_infer(S, real, 1, cases[6].t, &type), STATUS_ILL_TYPED);
}

/* Vec: vbuild, length, filter, append and vscatter, and the forms on arrays. */
static void dynamic_arrays(void **state) {
  (void)state;
  TypeId reals = type_vec(&S->types, R(1)), ints = type_vec(&S->types, integer());
  TypeId context[] = {R(1), integer(), reals, ints}, type;
  TermId x = var(3), k = var(2), xs = var(1), is = var(0);
  const struct {
    TermId t;
    TypeId type;
  } good[] = {
      {term_vbuild(S, NAME_NONE, k, var(4)), reals},
      {term_vbuild(S, NAME_NONE, k, unit()), type_vec(&S->types, one())},
      {term_length(S, xs), integer()},
      {term_filter(S, NAME_NONE, op2(OP_LESS, 0, var(0), var(4)), xs), reals},
      {term_append(S, xs, xs), reals},
      {term_vscatter(S, R(1), k, is, xs), reals},
      {map(pair(var(0), var(4)), xs), type_vec(&S->types, prod(R(1), R(1)))},
      {zipwith(var(0), xs, is), ints},
      {at(k, xs), R(1)},
      {term_fold(S, NAME_NONE, NAME_NONE, add(var(0), var(1)), x, xs), R(1)},
      {term_scan(S, NAME_NONE, NAME_NONE, add(var(0), var(1)), x, xs), reals},
      {term_total(S, R(1), xs), R(1)},
      {term_gather(S, is, xs), reals},
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    assert_int_equal(source_infer(S, context, 4, good[i].t, &type), STATUS_OK);
    assert_true(type_equal(type, good[i].type));
    assert_int_equal(linear_infer_cartesian(S, context, 4, good[i].t, &type), STATUS_OK);
    assert_true(type_equal(type, good[i].type));
  }
  const TermId wrong[] = {
      term_vbuild(S, NAME_NONE, x, x),
      term_length(S, x),
      term_length(S, build(2, x)),
      term_filter(S, NAME_NONE, var(0), xs),
      term_filter(S, NAME_NONE, term_inl(S, type_bool(&S->types), unit()), build(2, x)),
      term_append(S, xs, is),
      term_append(S, build(2, x), build(2, x)),
      term_append(S, xs, build(2, x)),
      term_vscatter(S, R(1), x, is, xs),
      term_vscatter(S, R(1), k, xs, xs),
      term_vscatter(S, R(1), k, is, is),
      term_vscatter(S, integer(), k, is, is),
      term_vscatter(S, reals, k, is, xs),
      zipwith(var(0), xs, build(2, x)),
      zipwith(var(0), xs, build(0, x)),
      term_gather(S, is, build(2, x)),
      term_gather(S, build(2, literal(0)), xs),
      term_scatter(S, R(2), is, xs),
      term_total(S, integer(), is),
      add(xs, xs),
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    if (source_infer(S, context, 4, wrong[i], &type) != STATUS_ILL_TYPED ||
        linear_infer_cartesian(S, context, 4, wrong[i], &type) != STATUS_ILL_TYPED)
      fail_msg("program %zu was typed", i);
  }
}

static void every_rule_was_used(void **state) {
  (void)state;
  assert_rules_used("SRCT_");
  assert_rules_used("LINC_");
  assert_rules_used("LINL_");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(identifiers_and_let),
      cmocka_unit_test(operations),
      cmocka_unit_test(products),
      cmocka_unit_test(functions),
      cmocka_unit_test(arrays),
      cmocka_unit_test(linear_functions),
      cmocka_unit_test(cartesian_refuses_linear),
      cmocka_unit_test(linear_core),
      cmocka_unit_test(linear_operations),
      cmocka_unit_test(linear_products_and_powers),
      cmocka_unit_test(linear_copowers),
      cmocka_unit_test(linear_arrays),
      cmocka_unit_test(derivatives_of_map),
      cmocka_unit_test(limits),
      cmocka_unit_test(sums_iteration_and_combinators),
      cmocka_unit_test(ill_typed_control),
      cmocka_unit_test(linear_control),
      cmocka_unit_test(dynamic_arrays),
      cmocka_unit_test(every_rule_was_used),
  };
  return cmocka_run_group_tests_name("typing", tests, set_up, tear_down);
}
