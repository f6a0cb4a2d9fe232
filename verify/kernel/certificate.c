#include "verify/kernel/certificate.h"

#include "verify/kernel/derive.h"
#include "verify/kernel/equation.h"
#include "verify/kernel/formed.h"

/* The nodes of the derivative, and above them those of the certificate, as one program. */
/*@ requires source: \valid_read(c.source + (0 .. c.nodes - 1));
    requires numbers: \valid_read(c.number + (0 .. c.constants - 1));
    requires code: \valid(c.code + (0 .. c.total - 1));
    requires apart: \separated(c.code + (0 .. c.total - 1), c.source + (0 .. c.nodes - 1));
    requires apart_numbers: \separated(c.code + (0 .. c.total - 1), c.number + (0 .. c.constants - 1));
    assigns c.code[0 .. c.total - 1];
    ensures source_kept: nodes_kept{Pre, Post}(c.source, c.nodes);
    ensures small: \result ==> c.inputs <= c.nodes < DERIVE_MOST_NODES && value_at(c.inputs, c.nodes) <= c.total;
    ensures source: \result ==> straight(c.source, c.inputs, c.constants, c.nodes);
    ensures zero: \result ==> c.zero < c.constants && c.number[c.zero] == 0;
    ensures derived: \result ==> derived(c.source, c.code, c.inputs, c.zero, c.nodes);
    ensures whole: \result ==> straight(c.code, 2 * c.inputs, c.constants, c.total); */
static bool whole_program(Certificate c) {
  if (c.nodes >= DERIVE_MOST_NODES || c.inputs > c.nodes) return false;
  if (c.zero >= c.constants || c.number[c.zero] != 0) return false;
  uint32_t room = value_node(c.inputs, c.nodes);
  if (room > c.total) return false;
  bool source = straight_formed(c.source, c.inputs, c.constants, c.nodes);
  if (!source) return false;
  derive(c.source, c.inputs, c.nodes, c.zero, c.code) /*@ ghost (c.constants) */;
  /*@ assert source: \forall integer k; 0 <= k < c.nodes ==>
        straight_node{Pre}(c.source, c.inputs, c.constants, k) && straight_node(c.source, c.inputs, c.constants, k); */
  bool whole = straight_formed(c.code, 2 * c.inputs, c.constants, c.total);
  return whole;
}

/* Whether claim i is what its step says. */
/*@ requires claims: \valid_read(c.claim + (0 .. c.claims - 1)) && i < c.claims;
    requires steps: \valid_read(c.step + (0 .. c.steps - 1));
    requires small: c.inputs <= c.nodes < DERIVE_MOST_NODES;
    assigns \nothing;
    ensures kind: \result ==> c.claim[i].kind == CLAIM_VALUE || c.claim[i].kind == CLAIM_DERIVATIVE;
    ensures places: \result ==> c.claim[i].source < c.nodes && c.claim[i].step < c.steps;
    ensures node: \result ==> c.step[c.claim[i].step].left == c.claim[i].node;
    ensures value: \result && c.claim[i].kind == CLAIM_VALUE ==>
      c.step[c.claim[i].step].right == value_at(c.inputs, c.claim[i].source);
    ensures derivative: \result && c.claim[i].kind == CLAIM_DERIVATIVE ==>
      c.step[c.claim[i].step].right == slope_at(c.inputs, c.claim[i].source); */
static bool claim_says(Certificate c, uint32_t i) {
  Claim claim = c.claim[i];
  if (claim.source >= c.nodes || claim.step >= c.steps) return false;
  if (c.step[claim.step].left != claim.node) return false;
  if (claim.kind != CLAIM_VALUE && claim.kind != CLAIM_DERIVATIVE) return false;
  uint32_t value = value_node(c.inputs, claim.source), slope = slope_node(c.inputs, claim.source);
  return c.step[claim.step].right == (claim.kind == CLAIM_VALUE ? value : slope);
}

bool certificate_holds(Certificate c) /*@ ghost (const Scalar *constant, const Scalar *x, const Scalar *dx,
                                                 const Scalar *both) */
{
  bool whole = whole_program(c);
  if (!whole) return false;
  NumberedProgram program = {c.code, c.number, c.given, c.total, c.constants, c.givens};
  bool steps = equation_steps(program, c.step, c.steps) /*@ ghost (2 * c.inputs) */;
  if (!steps) return false;
  /*@ ghost derived_means(c.source, c.inputs, c.constants, c.nodes, c.zero, c.code, constant, x, dx, both); */
  /*@ loop invariant range: 0 <= i <= c.claims;
      loop invariant claims: given_hold(c.given, c.givens, c.code, constant, both) ==>
        (\forall integer j; 0 <= j < i ==> claim_holds(c, j, constant, x, dx, both));
      loop assigns i;
      loop variant c.claims - i; */
  for (uint32_t i = 0; i < c.claims; i++) {
    bool says = claim_says(c, i);
    if (!says) return false;
    /*@ assert step: step_holds(program, c.step, c.claim[i].step); */
  }
  return true;
}
