/* What the parts of C with loops share: values, and the way back through a loop. */
#ifndef ADJUDGE_VERIFY_CERTIFY_LOOPS_BACK_H
#define ADJUDGE_VERIFY_CERTIFY_LOOPS_BACK_H

#include "verify/certify/loops.h"

/* One of the loops, on the way back. */
typedef struct Loop {
  const Contract *to;
  uint32_t k;     /* what it is of */
  uint32_t depth; /* of its body: 2 of that over j */
  bool each;      /* its rounds have weights of their own, ti */
  const char *index, *next;
} Loop;

/* ------------------------------------------------------------------ values -- */

/* The index of an argument's entry: "i", "j", or "k", which is i * m + j. */
const char *loops_place(const Tape *tape, uint32_t input);
void loops_values(const Contract *to);
/* What stands so deep in loops, at the beginning of a round. */
void loops_body_values(const Contract *to, uint32_t depth);
/* The beginning of what declares a loop's index, before the loop, which begins with what is answered; and after it. */
const char *loops_first(const Contract *to, const char *index);
void loops_last(const Contract *to, const char *index, const char *size);
/* Invariants: the arguments are as they were; and what a fold has before the entries of a range waits. */
void loops_kept(const Contract *to);
void loops_waiting(const Contract *to, uint32_t k, const char *range);
/* The first array: in the cells of its gradient the values of the accumulator wait. */
uint32_t loops_waiting_in(const Tape *tape);
uint32_t loops_accumulator(const Tape *tape);
/* The accumulator's value, from "r" and a node or from "g" and an argument. */
void loops_accumulator_statement(const Contract *to, const char *from, uint32_t k);

/* ------------------------------------------------------------------- loops -- */

Loop loops_loop(const Contract *to, uint32_t depth);
/* What the loop over i is of: a sum, a fold, or an array, the result; and the sum over j in it. */
uint32_t loops_outer_of(const Tape *tape);
uint32_t loops_inner_of(const Tape *tape);
/* Whether the node stands outside of the loop, and an operation in it uses it. */
bool loops_is_outer(const Tape *tape, uint32_t j);
/* The body's result, and what it is multiplied by. */
uint32_t loops_result(const Loop *loop);
/* Whether what the rounds are multiplied by is a number of which the proof knows no more than that. */
bool loops_factor(const Loop *loop);
/* Whether a cell of the gradient by that input is added to in each row; others are set once. */
bool loops_is_added(const Tape *tape, uint32_t input);

/* ------------------------------------------------- terms of the statements -- */

/* The derivative of this round, and of the rounds that are taken. */
void loops_derivative_here(const Loop *loop);
void loops_derivative_so_far(const Loop *loop, const char *taken);
/* What the gradients have of the cells that are taken; and, with a letter, of what is outside of the loop. */
void loops_gradients_so_far(const Contract *to, const char *taken);
void loops_outer_terms(const Contract *to, const char *letter);
void loops_assigned(const Loop *loop);

/* ---------------------------------------------------- a round, on the way back -- */

void loops_begin(const Contract *to);
void loops_body_adjoints(Sweep *sweep, const Loop *loop);
/* The cells of gradients that are stored; what each is; what the round adds, and how sums go on: steps for a prover. */
void loops_stores(const Loop *loop);
void loops_stored_cells(const Loop *loop, const char *holds, const char *range);
void loops_part(const Loop *loop, const char *range);
/* " + times(at(G0, i), at(d0, i))" of each array that has cells in the round. */
void loops_cells_here(const Loop *loop);
/* How sums over entries are with the cells of the round, for all vectors. */
void loops_grown(const Loop *loop);
void loops_sum_steps(const Loop *loop);
void loops_add_contributions(const Contract *to);
/* What the loop gives to what is outside of it. */
void loops_end(Sweep *sweep);

/* Whole loops; and before the function, what holds before and after each round of a sum's. */
void loops_sum_adjoint(Sweep *sweep);
void loops_fold_adjoint(Sweep *sweep);
void loops_balance_predicate(const Contract *to, uint32_t depth);

#endif
