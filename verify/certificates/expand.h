/* Proofs by expansion: every node of a polynomial program is a sum of monomials.
 *
 * What the steps say is checked by verify/kernel; nothing rests on this code. */
#ifndef ADJUDGE_CERTIFICATES_EXPAND_H
#define ADJUDGE_CERTIFICATES_EXPAND_H

#include "verify/kernel/steps.h"

/* No step: the two nodes are one. */
#define EXPAND_NO_STEP UINT32_MAX

/* The node `left` is the node `right`, by a step. */
typedef struct Equality {
  uint32_t left, right, step;
} Equality;

#define EXPAND_MOST_CANCELS 16u

/* A program that grows by nodes and steps.  Nodes that are made here are made once. */
typedef struct Expansion {
  StraightNode *code;
  int64_t *number; /* of constants */
  Step *step;
  Equality *sum;  /* of each node, its sum of monomials once it is known */
  uint32_t *slot; /* of interned nodes */
  uint32_t nodes, constants, steps, given, depth, slots;
  Equality cancel[EXPAND_MOST_CANCELS]; /* monomials that are 1, by hypotheses */
  uint32_t cancels, zero, one;          /* nodes of the numbers; 0: not made yet */
  bool full;                            /* at a limit: what came since then is no proof */
} Expansion;

#define EXPAND_MOST_NODES (1u << 17)
#define EXPAND_MOST_STEPS (1u << 18)
#define EXPAND_MOST_NUMBERS 256u

/* Room for all of it; the memory is taken as it is written. */
bool expansion_init(Expansion *e);
void expansion_free(Expansion *e);
/* Forgets all. */
void expansion_begin(Expansion *e);
/* The caller has written this many nodes. */
void expansion_given(Expansion *e, uint32_t nodes);
/* The place of the constant, which stands once; full unless it is of 32 bits, and at a limit. */
uint32_t expansion_number(Expansion *e, int64_t number);

/* Another node on the caller's: it is not looked for among those there are. */
uint32_t expansion_push(Expansion *e, StraightCode code, uint32_t a, uint32_t b);

/* Take hypothesis h, that a product is 1, or that an input is a node, into the sums to come.  The
 * caller's nodes are all there. */
void expansion_cancel(Expansion *e, const Given *given, uint32_t h);
void expansion_substitute(Expansion *e, const Given *given, uint32_t h);

/* A step that says that the nodes are equal; EXPAND_NO_STEP if their sums of monomials differ,
 * or at a limit.  The caller's nodes are all there. */
uint32_t expansion_prove(Expansion *e, uint32_t left, uint32_t right);

#endif
