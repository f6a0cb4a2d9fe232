/* What the texts of C with loops share. */
#ifndef ADJUDGE_VERIFY_CERTIFY_LOOPS_H
#define ADJUDGE_VERIFY_CERTIFY_LOOPS_H

#include "verify/certify/code.h"
#include "verify/certify/increment.h"

typedef enum SumOf { SUM_VALUE, SUM_DERIVATIVE, SUM_REST } SumOf;

/* Where the entry of an argument stands: "i", "j", "i * m + j". */
void loops_cell(const Contract *to, uint32_t input);
/* How many cells of an argument there are when so much of the loop over i is done: all, of "n"; or of that over j in
 * it, of "j", "j + 1", "m". */
void loops_cells(const Contract *to, uint32_t input, const char *taken);
/* " + inner(G0, d0, i)" of each array; as it was before cell j was added to where that is done row after row. */
void loops_gradients(const Contract *to, const char *taken, bool as_before);
/* The first terms of a sum, or what a fold has of the first entries, as many as `taken`; at X of a value. */
void loops_partial(const Contract *to, SumOf of, uint32_t k, Side side, const char *taken);
/* The same of weights times derivatives, where the result is an array. */
void loops_weighted(const Contract *to, const char *taken);
/* All of what is differentiated: those of all rounds, or the one number times its weight. */
void loops_whole_derivative(const Contract *to);
/* "for all x that are in memory ==>"; and all directions, and gradients that hold what is in memory so far: "i", the
 * cells below i, "i, n", those from i on. */
void loops_any(const Contract *to, bool directions, const char *gradients);
static inline bool loops_array(const Tape *tape, uint32_t input) { return tape->extent[input] != EXTENT_ONE; }
/* Where row i begins and ends in a matrix. */
void loops_rows(const Contract *to);
/* Constants of the logic for arguments, at x and X, and a direction. */
void loops_constants(const Contract *to);
void loops_declaration(const Contract *to);

#endif
