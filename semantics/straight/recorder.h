/* The recorder of straight-line programs: they grow by a node at a time, proved
 * (T-GRAD, proofs/laws/recorder.c).  Whatever is asked of it, what it holds is a
 * straight-line program: each node above its operands, inputs first. */
#ifndef ADJUDGE_STRAIGHT_RECORDER_H
#define ADJUDGE_STRAIGHT_RECORDER_H

#include "semantics/straight/recorded.h"

/* Room for `limit` nodes, obtained at once; what is never written costs no memory.
 * False without memory. */
/*@ requires recorder: \valid(r);
    requires limit: limit < RECORDER_NONE;
    assigns *r;
    ensures sound: \result ==> recorder_sound(r) && r->limit == limit && r->nodes == 0; */
bool recorder_init(StraightRecorder *r, uint32_t limit);
void recorder_free(StraightRecorder *r);

/* Forgets all nodes. */
/*@ requires sound: recorder_sound(r);
    assigns r->nodes, r->constants, r->inputs;
    ensures sound: recorder_sound(r);
    ensures empty: r->nodes == 0; */
void recorder_begin(StraightRecorder *r);

/* Each of these answers the new node, or RECORDER_NONE at the limit, and then
 * nothing has changed; nodes and constants that were there stay. */

/* The next input: before all nodes that are none. */
/*@ requires sound: recorder_sound(r);
    assigns r->nodes, r->inputs, r->code[r->nodes];
    ensures sound: recorder_sound(r);
    ensures asked: \result != RECORDER_NONE ==> \result == \old(r->inputs) && recorder_at(r, \result, STRAIGHT_INPUT,
   \result, 0); ensures grown: recorder_grown{Pre, Here}(r, \result); ensures kept: recorder_kept{Pre, Here}(r,
   \old(r->nodes)); */
uint32_t recorder_input(StraightRecorder *r);

/*@ requires sound: recorder_sound(r);
    assigns r->nodes, r->constants, r->code[r->nodes], r->constant[r->constants];
    ensures sound: recorder_sound(r);
    ensures asked: \result != RECORDER_NONE ==> r->constants == \old(r->constants) + 1 &&
      recorder_at(r, \result, STRAIGHT_CONSTANT, \old(r->constants), 0);
    ensures same: \result != RECORDER_NONE ==>
      r->constant[\old(r->constants)].constant == constant.constant &&
      r->constant[\old(r->constants)].index == constant.index &&
      r->constant[\old(r->constants)].integer == constant.integer;
    ensures grown: recorder_grown{Pre, Here}(r, \result);
    ensures kept: recorder_kept{Pre, Here}(r, \old(r->nodes)); */
uint32_t recorder_constant(StraightRecorder *r, StraightConstant constant);

/* An operation on nodes; RECORDER_NONE too if an operand is none.  Of STRAIGHT_NEG b is 0. */
/*@ requires sound: recorder_sound(r);
    requires operation: STRAIGHT_ADD <= code <= STRAIGHT_NEG;
    assigns r->nodes, r->code[r->nodes];
    ensures sound: recorder_sound(r);
    ensures asked: \result != RECORDER_NONE ==> recorder_at(r, \result, code, a, b) && a < \result && b < \result;
    ensures grown: recorder_grown{Pre, Here}(r, \result);
    ensures kept: recorder_kept{Pre, Here}(r, \old(r->nodes)); */
uint32_t recorder_operation(StraightRecorder *r, StraightCode code, uint64_t a, uint64_t b);

#endif
