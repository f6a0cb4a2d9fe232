/* Building terms by hand in tests: short names over core/store.h.  Every
 * function works in the one store `S` of the test program. */
#ifndef ADJUDGE_TESTS_BUILD_H
#define ADJUDGE_TESTS_BUILD_H

#include "semantics/evaluator.h"
#include "semantics/rings/rings.h"
#include "semantics/tables/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define UNUSED_OK __attribute__((unused))

static UNUSED_OK Store *S;

/* Types: R and L are real^n and real_^n; a trailing underscore is linear. */
static inline TypeId R(uint32_t n) { return type_real(&S->types, n); }
static inline TypeId L(uint32_t n) { return type_linear_real(&S->types, n); }
static inline TypeId one(void) { return type_unit(&S->types); }
static inline TypeId one_(void) { return type_linear_unit(&S->types); }
static inline TypeId integer(void) { return type_int(&S->types); }
static inline TypeId prod(TypeId a, TypeId b) { return type_prod(&S->types, a, b); }
static inline TypeId prod_(TypeId a, TypeId b) { return type_linear_prod(&S->types, a, b); }
static inline TypeId fun(TypeId a, TypeId b) { return type_fun(&S->types, a, b); }
static inline TypeId lfun(TypeId a, TypeId b) { return type_lfun(&S->types, a, b); }
static inline TypeId power(TypeId a, TypeId b) { return type_power(&S->types, a, b); }
static inline TypeId copow(TypeId a, TypeId b) { return type_copower(&S->types, a, b); }
static inline TypeId array(TypeId a, uint32_t n) { return type_array(&S->types, a, n); }
static inline TypeId array_(TypeId a, uint32_t n) { return type_linear_array(&S->types, a, n); }

/* Terms of either language. */
static inline TermId var(uint32_t index) { return term_var(S, index); }
static inline TermId let(TermId t, TermId s) { return term_let(S, NAME_NONE, t, s); }
static inline TermId unit(void) { return term_unit(S); }
static inline TermId pair(TermId t, TermId s) { return term_pair(S, t, s); }
static inline TermId fst(TermId t) { return term_fst(S, t); }
static inline TermId snd(TermId t) { return term_snd(S, t); }
static inline TermId lam(TypeId type, TermId t) { return term_lam(S, NAME_NONE, type, t); }
static inline TermId app(TermId t, TermId s) { return term_app(S, t, s); }
static inline TermId map(TermId body, TermId s) { return term_map(S, NAME_NONE, body, s); }
static inline TermId zipwith(TermId body, TermId a, TermId b) {
  return term_zipwith(S, NAME_NONE, NAME_NONE, body, a, b);
}
static inline TermId build(uint32_t n, TermId t) { return term_build(S, NAME_NONE, n, t); }
static inline TermId at(TermId i, TermId t) { return term_index(S, i, t); }
/* Terms of the target language. */
static inline TermId v(void) { return term_lvar(S); }
static inline TermId letv(TermId t, TermId s) { return term_letv(S, t, s); }
static inline TermId copower(TermId t, TermId s) { return term_copower(S, t, s); }
static inline TermId fold(TypeId result, TermId t, TermId s) { return term_case(S, NAME_NONE, result, t, s); }
static inline TermId llam(TypeId type, TermId t) { return term_llam(S, type, t); }
static inline TermId lapp(TermId t, TermId s) { return term_lapp(S, t, s); }
static inline TermId zero(TypeId type) { return term_zero(S, type); }
static inline TermId plus(TermId t, TermId s) { return term_plus(S, t, s); }
static inline TermId lsum(TermId t) { return term_lsum(S, t); }
static inline TermId onehot(uint32_t n, TermId i, TermId t) { return term_onehot(S, n, i, t); }

/* Operations: at size n (and m). */
static inline OpId the_op(OpCode code, uint32_t n, uint32_t m) { return op_make(&S->ops, &S->types, code, n, m); }
static inline TermId op1(OpCode code, uint32_t n, TermId x) { return term_op(S, the_op(code, n, 0), x, TERM_NONE_ID); }
static inline TermId op2(OpCode code, uint32_t n, TermId x, TermId y) { return term_op(S, the_op(code, n, 0), x, y); }
static inline TermId add(TermId x, TermId y) { return op2(OP_ADD, 1, x, y); }
static inline TermId mul(TermId x, TermId y) { return op2(OP_MUL, 1, x, y); }
/* The constant value/1 in real^n, and an integer. */
static inline TermId number(int64_t value, uint32_t n) {
  ConstantId constant = constant_from_ratio(&S->constants, value, 1);
  return term_op(S, op_make_constant(&S->ops, &S->types, n, constant), TERM_NONE_ID, TERM_NONE_ID);
}
static inline TermId literal(int64_t value) {
  return term_op(S, op_make_int(&S->ops, &S->types, value), TERM_NONE_ID, TERM_NONE_ID);
}
static inline TermId lop0(LopCode code, uint32_t n, uint32_t m, TermId s) {
  return term_lop(S, lop_make(&S->ops, &S->types, code, n, m), TERM_NONE_ID, TERM_NONE_ID, s);
}
static inline TermId lop1(LopCode code, uint32_t n, uint32_t m, TermId x, TermId s) {
  return term_lop(S, lop_make(&S->ops, &S->types, code, n, m), x, TERM_NONE_ID, s);
}

/* That every rule whose id begins so was used by the tests before. */
static inline void assert_rules_used(const char *prefix) {
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    const char *id = rule_info((RuleId)rule)->id;
    if (strncmp(id, prefix, strlen(prefix)) == 0 && rule_hits[rule] == 0) fail_msg("no test uses rule %s", id);
  }
}

/* A closed, or context-given, program. */
static inline Program program_of(TermId t, const TypeId *context, uint32_t length, TypeId type) {
  return (Program){t, context, length, type};
}

#endif
