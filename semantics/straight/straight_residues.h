/* Values modulo p, at a point drawn once, of the nodes of a recording that has symbols. */
#ifndef ADJUDGE_STRAIGHT_STRAIGHT_RESIDUES_H
#define ADJUDGE_STRAIGHT_STRAIGHT_RESIDUES_H

#include "semantics/straight/ring_straight.h"

/* A residue that may not be used as that of a number: of a function, which is any word, or of an inverse of 0. */
#define RESIDUE_LOOSE ((uint64_t)1 << 63)

/* Of an input; those of the point are the same in all recordings. */
uint64_t residue_of_input(uint32_t i, uint32_t point);
uint64_t residue_of_symbol(uint32_t what, uint64_t of);
/* Of a constant or an operation on nodes whose residues are known. */
uint64_t residue_of_node(const StraightNode *node, const StraightConstant *constant, const uint64_t *residue);

#endif
