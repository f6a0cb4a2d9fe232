/* Recursion in a space: not any letrec, most of which have no end, but
 *
 *   recurse k s (n r. t) = letrec g = \n. if n <= 0 then s else let r = g (n - 1) in t in g k
 *
 * whose production has the kids k : Int, s : T and t : T under n : Int, r : T. */
#include "verify/enumerate/grammar.h"

/* Where s and t stand: under g, n and what the test binds, t under r too. */
enum { G_UNDER_TEST = 2, N_UNDER_TEST = 1, DEEPER = 3 };

static TermId int_op(Store *store, OpCode code, TermId x, int64_t k) {
  OpId op = op_make(&store->ops, &store->types, code, 0, 0), literal = op_make_int(&store->ops, &store->types, k);
  return term_op(store, op, x, term_op(store, literal, TERM_NONE_ID, TERM_NONE_ID));
}

TermId recursion_make(Store *store, TypeId function, const TermId *kids) {
  TermId test = int_op(store, OP_ILESSEQ, term_var(store, 0), 0);
  TermId s = term_shift(store, kids[1], 0, DEEPER);
  /* G, n, r to G, g, n, (), r */
  TermId t = term_shift(store, term_shift(store, kids[2], 1, 1), 3, 1);
  TermId call =
      term_app(store, term_var(store, G_UNDER_TEST), int_op(store, OP_ISUB, term_var(store, N_UNDER_TEST), 1));
  TermId body = term_match(store, NAME_NONE, NAME_NONE, test, s, term_let(store, NAME_NONE, call, t));
  TermId start = term_app(store, term_var(store, 0), term_shift(store, kids[0], 0, 1));
  return term_letrec(store, NAME_NONE, function, body, start);
}

/* t moved back, where the `count` identifiers from `index` on do not occur; id 0 if they do. */
static TermId moved_back(Store *store, TermId t, uint32_t index, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (term_occurrences(store, t, index + i) != 0) return TERM_NONE_ID;
  }
  return term_shift(store, t, index, -(int32_t)count);
}

bool recursion_parts(Store *store, TermId whole, TermId *kids) {
  const Term letrec = *term(store, whole);
  const Term body = *term(store, letrec.kid[0]), start = *term(store, letrec.kid[1]);
  if (body.kind != TERM_MATCH || start.kind != TERM_APP) return false;
  const Term rest = *term(store, body.kid[2]);
  if (rest.kind != TERM_LET) return false;
  kids[0] = moved_back(store, start.kid[1], 0, 1);
  kids[1] = moved_back(store, body.kid[1], 0, DEEPER);
  TermId t = moved_back(store, rest.kid[1], 3, 1);
  kids[2] = t.id == 0 ? t : moved_back(store, t, 1, 1);
  if (kids[0].id == 0 || kids[1].id == 0 || kids[2].id == 0) return false;
  return term_equal(store, recursion_make(store, term_type_payload(&letrec), kids), whole);
}
