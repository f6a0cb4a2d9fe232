/* The beta-eta+ equations of CHAD Figs. 4 and 6 as rewriting anywhere in a
 * program: what the laws BE-* and FUN-* compare.
 *
 * A place is a position of the program (a subterm, in preorder; the children of
 * Dmap in the order s, u, t, r) together with one way to use the equation there.
 * Ways at one position come in the order listed.  `0_` and `v` stand only in
 * the linear judgement; an unmarked place is in either judgement, the products
 * and functions being also linear products and powers.
 *
 *   LET_BETA      let x = t in s  ~>  s[t/x]
 *   UNIT_ETA      t : 1, not ()  ~>  ();   () ~> x with the innermost x : 1 of the
 *                 context, in the linear judgement () ~> v if v : 1_, else 0_
 *   FST_BETA, SND_BETA            fst (t, s) ~> t,  snd (t, s) ~> s
 *   PAIR_ETA      each t of product type  ~>  (fst t, snd t)
 *   FUN_BETA      (\x. t) s  ~>  t[s/x]
 *   CASE_BETA     case inl t of {inl x -> s; inr y -> r} ~> s[t/x], inr with r[t/y]
 *   ROLL_BETA     unroll (roll t) ~> t
 *   ROLL_ETA      each t of type mu a. T  ~>  roll (unroll t)
 *   LETREC        letrec f = \x. s in t  ~>  let f = letrec f = \x. s in \x. s in t
 *   ITERATE       at a literal k: one step taken off
 *   FOLD, SCAN, TOTAL    over at most 4 entries, written out; TOTAL of real^n only
 *   GATHER, SCATTER      as build, GATHER of Vec as vbuild; SCATTER of real^n only
 *   VBUILD, LENGTH, FILTER, APPEND, VSCATTER      to the right side of the equation;
 *                 VSCATTER of real^n only
 *   CASE_ETA      each t of sum type  ~>  case t of {inl x -> inl x; inr y -> inr y}
 *   WHILE         one step taken off, behind its test
 *   MAP, ZIPWITH  as build, of Vec as vbuild
 *   BUILD, INDEX  of 1 to 4 entries, written out; of terms without v only
 *   FUN_ETA       each t of function or power type  ~>  \x. t x
 *   LETV_BETA, COPOWER_BETA, LFUN_BETA    the redex of Fig. 6 to its contractum
 *   COPOWER_ETA   (1) each s of copower type  ~>  case s of !y >< v -> !y >< v
 *                 (2) r(s) ~> case s of !y >< v -> r(!y >< v), r a constructor whose
 *                     only child with the same v is s, not under a binder
 *                 (3) \v. t with v of copower type
 *                     ~> \v. case v of !y >< v -> t[!y >< v/v]
 *   LFUN_ETA      each t of type S_ -o R_  ~>  \v. t @ v
 *   PLUS_ZERO     t + 0_ ~> t; and each linear t ~> t + 0_
 *   ZERO_PLUS     0_ + t ~> t; and each linear t ~> 0_ + t
 *   PLUS_ASSOC    (t + s) + r ~> t + (s + r), and t + (s + r) ~> (t + s) + r
 *   PLUS_COMM     t + s ~> s + t
 *   LINEAR_ZERO   (1) a linear constructor other than 0_ whose children with the
 *                     same v are all 0_ (and (), which has none)  ~>  0_
 *                 (2) \v. t ~> \v. t + t[0_/v]
 *   LINEAR_PLUS   (1) r(s + s') ~> r(s) + r(s'), r as in COPOWER_ETA (2)
 *                 (2) \v. t ~> \v. t[(fst v, 0_)/v] + t[(0_, snd v)/v] if v is of
 *                     product type (with PAIR_ETA and the zero laws), else
 *                     \v. (let v = v in t) + (let v = 0_ in t)                   */
#ifndef ADJUDGE_VERIFY_REWRITE_H
#define ADJUDGE_VERIFY_REWRITE_H

#include "semantics/evaluator.h"

typedef enum EquationId {
#define EQUATION(id, law, figure, formula) EQUATION_##id,
#include "verify/rewrite/equations.def"
#undef EQUATION
  EQUATION_COUNT
} EquationId;

typedef struct EquationInfo {
  const char *law, *figure, *formula;
  bool target; /* an equation of the linear target language only (Fig. 6) */
  bool theory; /* of Figs. 4 and 6, which normal forms decide: arrays, iteration and sums have others */
} EquationInfo;

const EquationInfo *equation_info(EquationId equation);

/* Places of all equations in one program after another: a program is walked
 * once, and each rewriting costs the depth of its place.  Memory is kept. */
typedef struct Rewriter Rewriter;

Rewriter *rewriter_new(void); /* NULL without memory */
void rewriter_free(Rewriter *rewriter);
/* Surveys a well-typed Cartesian program; `target` says in which language.  The
 * program's terms and context are to stay as long as it is looked at.  On
 * failure it has no places. */
MUST_CHECK Status rewriter_open(Rewriter *rewriter, Store *store, const Program *program, bool target);
/* How many places the equation has in the program. */
uint32_t rewriter_places(const Rewriter *rewriter, EquationId equation);
/* The program rewritten by the equation at its `place`-th place in preorder
 * (beta left to right; eta right to left, i.e. expanding; commutativity and
 * associativity either way).  *result is id 0 when there are no more places. */
MUST_CHECK Status rewriter_at(Rewriter *rewriter, EquationId equation, uint32_t place, TermId *result);

/* An equal program in which the equation has a place: takes at most `steps`
 * beta steps (each an instance of an equation) at the first redexes, lets last,
 * until there is one.  Derivatives name most of their parts by lets, so that few
 * redexes show at once.  *result is the program's own term if the equation has a
 * place there, and id 0 if none came up, also when the term grew too large. */
MUST_CHECK Status rewrite_expose(Store *store, const Program *program, bool target, EquationId equation, uint32_t steps,
                                 TermId *result);

#endif
