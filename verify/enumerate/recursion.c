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
