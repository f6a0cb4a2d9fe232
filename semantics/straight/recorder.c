#include "semantics/straight/recorder.h"

#include <stdlib.h>

/* Memory for that many nodes and constants; code is NULL if there is none. */
/*@ requires recorder: \valid(r);
    assigns r->code, r->constant;
    ensures code: r->code != \null ==> \valid(r->code + (0 .. limit - 1));
    ensures constant: r->code != \null ==> \valid(r->constant + (0 .. limit - 1));
    ensures apart: r->code != \null ==> \separated(r, r->code + (0 .. limit - 1), r->constant + (0 .. limit - 1)); */
static void recorder_room(StraightRecorder *r, uint32_t limit) {
  size_t count = limit == 0 ? 1 : limit;
  r->code = malloc(count * sizeof *r->code);
  r->constant = malloc(count * sizeof *r->constant);
  if (r->code == NULL || r->constant == NULL) recorder_free(r);
}

bool recorder_init(StraightRecorder *r, uint32_t limit) {
  recorder_room(r, limit);
  r->limit = limit;
  r->nodes = 0;
  r->constants = 0;
  r->inputs = 0;
  return r->code != NULL;
}

void recorder_free(StraightRecorder *r) {
  free(r->code);
  free(r->constant);
  r->code = NULL;
  r->constant = NULL;
}

void recorder_begin(StraightRecorder *r) {
  r->nodes = 0;
  r->constants = 0;
  r->inputs = 0;
}

/* A node on top of those there are. */
/*@ requires space: recorder_space(r) && r->nodes < r->limit;
    assigns r->nodes, r->code[r->nodes];
    ensures next: \result == \old(r->nodes);
    ensures at: recorder_at(r, \result, code, a, b);
    ensures grown: r->nodes == \old(r->nodes) + 1;
    ensures kept: recorder_kept{Pre, Here}(r, \old(r->nodes)); */
static uint32_t push(StraightRecorder *r, StraightCode code, uint32_t a, uint32_t b) {
  uint32_t node = r->nodes;
  r->code[node].code = code;
  r->code[node].a = a;
  r->code[node].b = b;
  r->nodes = node + 1;
  /*@ assert kept_a: \forall integer k; 0 <= k < node ==> r->code[k].a == \at(r->code[k].a, Pre); */
  /*@ assert kept_b: \forall integer k; 0 <= k < node ==> r->code[k].b == \at(r->code[k].b, Pre); */
  /*@ assert kept_constants: \forall integer c; 0 <= c < r->constants ==>
        r->constant[c].index == \at(r->constant[c].index, Pre); */
  return node;
}

uint32_t recorder_input(StraightRecorder *r) {
  if (r->nodes >= r->limit || r->nodes != r->inputs) return RECORDER_NONE;
  /*@ assert inputs: \forall integer k; 0 <= k < r->nodes ==> r->code[k].code == STRAIGHT_INPUT && r->code[k].a == k; */
  uint32_t node = push(r, STRAIGHT_INPUT, r->nodes, 0);
  r->inputs = r->nodes;
  /*@ assert older: \forall integer k; 0 <= k < node ==> straight_node(r->code, r->inputs, r->constants, k); */
  /*@ assert newest: straight_node(r->code, r->inputs, r->constants, node); */
  return node;
}

/* A constant after those there are. */
/*@ requires sound: recorder_sound(r) && r->constants < r->limit;
    assigns r->constants, r->constant[r->constants];
    ensures next: \result == \old(r->constants) && r->constants == \old(r->constants) + 1;
    ensures same: r->constant[\result].constant == constant.constant &&
      r->constant[\result].index == constant.index && r->constant[\result].integer == constant.integer;
    ensures nodes: straight(r->code, r->inputs, r->constants, r->nodes);
    ensures kept: recorder_kept{Pre, Here}(r, r->nodes); */
static uint32_t keep(StraightRecorder *r, StraightConstant constant) {
  uint32_t place = r->constants;
  r->constant[place].constant = constant.constant;
  r->constant[place].index = constant.index;
  r->constant[place].integer = constant.integer;
  r->constants = place + 1;
  /*@ assert fields: r->inputs == \at(r->inputs, Pre) && r->nodes == \at(r->nodes, Pre) && r->code == \at(r->code, Pre)
     && r->constants == \at(r->constants, Pre) + 1; */
  /*@ assert kept_a: \forall integer k; 0 <= k < r->nodes ==> r->code[k].a == \at(r->code[k].a, Pre); */
  /*@ assert kept_b: \forall integer k; 0 <= k < r->nodes ==> r->code[k].b == \at(r->code[k].b, Pre); */
  /*@ assert kept_code: \forall integer k; 0 <= k < r->nodes ==> r->code[k].code == \at(r->code[k].code, Pre); */
  /*@ assert node: \forall integer k; 0 <= k < r->nodes ==>
        straight_node{Pre}(r->code, r->inputs, place, k) && straight_node(r->code, r->inputs, r->constants, k); */
  return place;
}

uint32_t recorder_constant(StraightRecorder *r, StraightConstant constant) {
  if (r->nodes >= r->limit) return RECORDER_NONE;
  uint32_t place = keep(r, constant);
  //@ ghost Kept: ;
  uint32_t node = push(r, STRAIGHT_CONSTANT, place, 0);
  /*@ assert fields: r->inputs == \at(r->inputs, Pre) && r->nodes == node + 1 && r->code == \at(r->code, Pre) &&
        r->constants == \at(r->constants, Pre) + 1; */
  /*@ assert still: recorder_kept{Kept, Here}(r, node); */
  /*@ assert space: recorder_space(r) && r->limit == \at(r->limit, Pre) && r->constants <= r->nodes; */
  /*@ assert older: \forall integer k; 0 <= k < node ==>
        straight_node{Kept}(r->code, r->inputs, r->constants, k) && straight_node(r->code, r->inputs, r->constants, k);
   */
  /*@ assert newest: straight_node(r->code, r->inputs, r->constants, node); */
  /*@ assert code: \forall integer k; 0 <= k < node ==> r->code[k].code == \at(r->code[k].code, Pre) &&
        r->code[k].a == \at(r->code[k].a, Pre) && r->code[k].b == \at(r->code[k].b, Pre); */
  /*@ assert constant: \forall integer c; 0 <= c < place ==> r->constant[c].index == \at(r->constant[c].index, Pre) &&
        r->constant[c].integer == \at(r->constant[c].integer, Pre) &&
        r->constant[c].constant == \at(r->constant[c].constant, Pre); */
  /*@ assert places: node == \at(r->nodes, Pre) && place == \at(r->constants, Pre); */
  /*@ assert kept: recorder_kept{Pre, Here}(r, node); */
  return node;
}

uint32_t recorder_operation(StraightRecorder *r, StraightCode code, uint64_t a, uint64_t b) {
  if (r->nodes >= r->limit || a >= r->nodes || b >= r->nodes) return RECORDER_NONE;
  uint32_t node = push(r, code, (uint32_t)a, (uint32_t)b);
  /*@ assert older: \forall integer k; 0 <= k < node ==>
        straight_node{Pre}(r->code, r->inputs, r->constants, k) && straight_node(r->code, r->inputs, r->constants, k);
   */
  /*@ assert newest: straight_node(r->code, r->inputs, r->constants, node); */
  return node;
}
