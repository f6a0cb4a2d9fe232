/* A primitive as an operation in programs: every engine differentiates programs that
 * it stands in by the rule that it claims, and by nothing else.
 *
 * Each placement (nested, under map, captured, in a fold, ...) goes through all
 * engines, with a right rule and with a wrong one. */
#include "semantics/chad/linear/derivatives.h"
#include "tests/unit/programs.h"
#include "tests/unit/specification.h"
#include "verify/battery/battery.h"
#include "verify/primitive/operation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ad/engine.h"

typedef struct Case {
  const char *name, *value, *jvp, *vjp; /* after `primitive f` */
  const char *argument, *result;        /* types of f, as a function in programs */
  const char *context, *type, *program; /* of f : argument -> result and x : context */
  const char *wrong_jvp, *wrong_vjp;
} Case;

#define SOFTPLUS                                                                                                       \
  "(x : real) : real\nvalue = log (1 + exp x)\n", "scale(sigmoid x; v)", "scale(sigmoid x; v)", "real", "real"
#define SOFTPLUS_WRONG "scale(1 - sigmoid x; v)", "scale(1 - sigmoid x; v)"
#define CUBE "(x : real) : real\nvalue = x ^ 3\n", "scale(3 * x * x; v)", "scale(3 * x * x; v)", "real", "real"
#define CUBE_WRONG "scale(3 * x; v)", "scale(3 * x; v)"
#define QUADRATIC                                                                                                      \
  "(x : real) (y : real) : real\nvalue = x * x + x * y\n", "scale(2 * x + y; fst v) + scale(x; snd v)",                \
      "(scale(2 * x + y; v), scale(x; v))", "real * real", "real"
#define QUADRATIC_WRONG "scale(2 * x + y; fst v) + scale(y; snd v)", "(scale(2 * x + y; v), scale(y; v))"
#define SWIRL                                                                                                          \
  "(x : real^2) (y : real) : real^3\nvalue = [x ! 0 * y, x ! 1, x ! 0 * x ! 1]\n",                                     \
      "matvec([y, 0, 0, 1, x ! 1, x ! 0]; fst v) + along([x ! 0, 0, 0]; snd v)",                                       \
      "(matvec^t([y, 0, 0, 1, x ! 1, x ! 0]; v), dot([x ! 0, 0, 0]; v))", "real^2 * real", "real^3"
#define SWIRL_WRONG                                                                                                    \
  "matvec([y, 0, 0, 1, x ! 1, x ! 1]; fst v) + along([x ! 0, 0, 0]; snd v)",                                           \
      "(matvec^t([y, 0, 0, 1, x ! 1, x ! 1]; v), dot([x ! 0, 0, 0]; v))"
#define NORM "(x : real^3) : real\nvalue = dot x x\n", "dot(2 .* x; v)", "along(2 .* x; v)", "real^3", "real"
#define NORM_WRONG "dot(x; v)", "along(x; v)"

static const Case cases[] = {
    {"alone", CUBE, "real", "real", "f x", CUBE_WRONG},
    {"nested", CUBE, "real", "real", "f (x * f x)", CUBE_WRONG},
    {"shared", SOFTPLUS, "real", "real", "let y = f x in y * y + f y", SOFTPLUS_WRONG},
    {"under map", CUBE, "real^3", "real", "sum (map (z. f z * z) x)", CUBE_WRONG},
    {"under build", SOFTPLUS, "real^3", "real", "sum (build 3 (i. f (x ! i)))", SOFTPLUS_WRONG},
    {"in a fold", CUBE, "real^2", "real", "fold (a z. a * f z) 2 x", CUBE_WRONG},
    {"captured", CUBE, "real", "real", "(\\y. y * f x) (f x)", CUBE_WRONG},
    {"in a branch", SOFTPLUS, "real", "real", "if 0 < x then f x else f (f x)", SOFTPLUS_WRONG},
    {"two operands", QUADRATIC, "real * real", "real", "f x * f (snd x, fst x)", QUADRATIC_WRONG},
    {"two operands made of one", QUADRATIC, "real", "real", "f (x, x * x)", QUADRATIC_WRONG},
    {"a vector and a real", SWIRL, "real^2 * real", "real^3", "f x", SWIRL_WRONG},
    {"a vector, nested", SWIRL, "real^2 * real", "real", "sum (f (fst x, sum (f x)))", SWIRL_WRONG},
    {"a vector to a real", NORM, "real^3", "real", "f ((f x) .* x)", NORM_WRONG},
};

typedef struct Setting {
  Store *store;
  Primitive primitive;
  PrimitiveOperation operation[2];
  TypeId context[2], type; /* f, x */
  TermId program;
} Setting;

static TypeId read_type(Store *store, const char *text) {
  char line[256];
  (void)snprintf(line, sizeof line, "def t (x : %s) = 0", text);
  Module module = module_read(store, line);
  TypeId type = text_find(store, &module, NULL)->program.context[0];
  text_free_module(&module);
  return type;
}

static void open_setting(Setting *s, const Case *c, const char *jvp, const char *vjp) {
  TextError error;
  TypeId type;
  s->store = store_new(1u << 20);
  assert_non_null(s->store);
  specification_read(s->store, &s->primitive, "primitive p %sjvp = %s\nvjp = %s\n", c->value, jvp, vjp);
  for (int mode = 0; mode < 2; mode++) {
    primitive_operation_open(&s->operation[mode], &s->primitive, mode == 1);
    if (s->operation[mode].op.id == 0) fail_msg("%s: %s", c->name, s->operation[mode].reason);
  }
  s->context[0] = type_fun(&s->store->types, read_type(s->store, c->argument), read_type(s->store, c->result));
  s->context[1] = read_type(s->store, c->context);
  s->type = read_type(s->store, c->type);
  const NameId names[] = {name_make(s->store, "f", 1), name_make(s->store, "x", 1)};
  const TermText source = {.text = c->program,
                           .length = strlen(c->program),
                           .origin = c->name,
                           .context = s->context,
                           .names = names,
                           .context_length = 2,
                           .expected = s->type};
  Status status = text_read_term(s->store, &source, &s->program, &type, &error);
  if (status != STATUS_OK) fail_msg("%s", error.message);
}

static void close_setting(Setting *s) {
  for (int mode = 0; mode < 2; mode++) primitive_operation_close(&s->operation[mode]);
  primitive_free(&s->primitive);
  store_free(s->store);
}

/* The program with f := \z. body, where body has the arguments of the primitive. */
static Program with_function(const Setting *s, TermId body) {
  Store *store = s->store;
  const Program *value = &s->primitive.definition->program;
  TypeId argument = value->context[0];
  if (value->length == 2) {
    argument = type_prod(&store->types, argument, value->context[1]);
    TermId second = term_let(store, NAME_NONE, term_snd(store, term_var(store, 1)), body);
    body = term_let(store, NAME_NONE, term_fst(store, term_var(store, 0)), second);
  }
  TermId function = term_lam(store, NAME_NONE, argument, body);
  return (Program){term_subst(store, s->program, 1, function), s->context + 1, 1, s->type};
}

/* What becomes of the program with these rules, by engine. */
static Tally *check(const Case *c, const char *jvp, const char *vjp) {
  Setting s;
  open_setting(&s, c, jvp, vjp);
  Battery *battery = battery_new(s.store);
  Tally *tally = calloc(1, sizeof *tally);
  Witness *witnesses = calloc(LAW_COUNT, sizeof *witnesses);
  assert_true(battery != NULL && tally != NULL && witnesses != NULL);
  const Program source = with_function(&s, s.primitive.definition->program.term);
  const Program forward = with_function(&s, primitive_operation_term(&s.operation[0]));
  const Program reverse = with_function(&s, primitive_operation_term(&s.operation[1]));
  const GivenRules rules = {.with_forward = &forward, .with_reverse = &reverse};
  battery_check_rules(battery, &source, &rules, 1, tally, witnesses);
  battery_free(battery);
  free(witnesses);
  close_setting(&s);
  return tally;
}

static const uint64_t *row_of(const Tally *tally, int engine) {
  return tally->count[engines[engine]->reverse ? LAW_AD_REV : LAW_AD_FWD][engine + 1];
}

static bool refuses(const Tally *tally, int engine) {
  return tally->count[LAW_TYP_PRES][engine + 1][OUTCOME_REFUSED] > 0;
}

static void right_rules_hold_in_every_engine(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Case *c = &cases[i];
    Tally *tally = check(c, c->jvp, c->vjp);
    assert_int_equal(tally_total(tally, OUTCOME_REFUTED), 0);
    for (int e = 0; engines[e] != NULL; e++) {
      const uint64_t *row = row_of(tally, e);
      if (!refuses(tally, e) && outcomes_passed(row) == 0)
        fail_msg("%s: %s decides nothing", c->name, engines[e]->name);
    }
    free(tally);
  }
}

/* The rule of one mode alone is wrong: every engine of that mode sees it in its own row, and none of the other. */
static void a_wrong_rule_is_refuted_by_every_engine(void **state) {
  (void)state;
  uint32_t seen[LAW_ENGINES] = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Case *c = &cases[i];
    Tally *forward = check(c, c->wrong_jvp, c->vjp), *reverse = check(c, c->jvp, c->wrong_vjp);
    for (int e = 0; engines[e] != NULL; e++) {
      const Tally *tally = engines[e]->reverse ? reverse : forward, *other = engines[e]->reverse ? forward : reverse;
      if (refuses(tally, e)) continue;
      if (row_of(tally, e)[OUTCOME_REFUTED] == 0) fail_msg("%s: %s does not see it", c->name, engines[e]->name);
      if (row_of(other, e)[OUTCOME_REFUTED] > 0) fail_msg("%s: %s sees the other rule", c->name, engines[e]->name);
      seen[e]++;
    }
    free(forward);
    free(reverse);
  }
  for (int e = 0; engines[e] != NULL; e++) {
    if (seen[e] < 8) fail_msg("%s takes %u of the programs only", engines[e]->name, seen[e]);
  }
}

/* Of the operation of a mode the derivative of that mode is claimed, and no other. */
static void each_mode_claims_its_rule_alone(void **state) {
  (void)state;
  Setting s;
  open_setting(&s, &cases[0], cases[0].jvp, cases[0].vjp);
  for (int mode = 0; mode < 2; mode++) {
    TermId body;
    LopId derivative = lop_derivative(&s.store->ops, &s.store->types, s.operation[mode].op);
    LopId transpose = lop_transpose(&s.store->ops, &s.store->types, s.operation[mode].op);
    assert_int_equal(lop_body(s.store, derivative, &body), mode == 0 ? STATUS_OK : STATUS_STUCK);
    assert_int_equal(lop_body(s.store, transpose, &body), mode == 1 ? STATUS_OK : STATUS_STUCK);
  }
  close_setting(&s);
}

static void what_is_no_vector_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *reason;
  } refused[] = {
      {"primitive p (x : real * real) : real\nvalue = fst x\njvp = fst v\n", "an argument is no vector of reals"},
      {"primitive p (x : real) : real * real\nvalue = (x, x)\njvp = (v, v)\n", "its result is no vector of reals"},
      {"primitive p (x : real) (y : real) (z : real) : real\nvalue = x\njvp = fst (fst v)\n",
       "it has not one or two arguments"},
      {"primitive p (x : real) : real\nvalue = library erf\njvp = v\n", "a library function has no term"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    Store *store = store_new(1u << 16);
    Primitive primitive;
    PrimitiveOperation operation;
    specification_read(store, &primitive, "%s", refused[i].text);
    primitive_operation_open(&operation, &primitive, false);
    assert_int_equal(operation.op.id, 0);
    assert_string_equal(operation.reason, refused[i].reason);
    primitive_operation_close(&operation);
    primitive_free(&primitive);
    store_free(store);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_rules_hold_in_every_engine),
      cmocka_unit_test(a_wrong_rule_is_refuted_by_every_engine),
      cmocka_unit_test(each_mode_claims_its_rule_alone),
      cmocka_unit_test(what_is_no_vector_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
