/* What the texts of C with loops share. */
#ifndef ADJUDGE_VERIFY_CERTIFY_LOOPS_H
#define ADJUDGE_VERIFY_CERTIFY_LOOPS_H

#include "verify/certify/code.h"
#include "verify/certify/increment.h"

typedef enum SumOf { SUM_VALUE, SUM_DERIVATIVE, SUM_REST } SumOf;

/* The first terms of a sum, or what a fold has of the first entries, as many as `taken`; at X of a value. */
void loops_partial(const Contract *to, SumOf of, uint32_t k, Side side, const char *taken);
/* The same of weights times derivatives, where the result is an array. */
void loops_weighted(const Contract *to, const char *taken);
/* "for all x that are in memory ==>"; and all directions, and gradients that hold what is in memory so far: "i", the
 * cells below i, "i, n", those from i on. */
void loops_any(const Contract *to, bool directions, const char *gradients);
bool loops_has(const Contract *to, bool arrays);
/* Constants of the logic for arguments, at x and X, and a direction. */
void loops_constants(const Contract *to);
void loops_declaration(const Contract *to);

#endif
