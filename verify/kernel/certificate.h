/* Certificates: a program, nodes that someone claims to be its values or derivatives,
 * and steps that prove it. */
#ifndef ADJUDGE_KERNEL_CERTIFICATE_H
#define ADJUDGE_KERNEL_CERTIFICATE_H

#include "verify/kernel/claims.h"

/* Writes the derivative of the source below the certificate's nodes and checks the whole.
 * Nothing is asked of what the certificate holds; if it is accepted, what it claims is
 * so (T-CERT, proofs/laws/certificate.c) in every commutative ring.  The ghost parameters
 * stand for any ring's elements that the integers are there, any point and any direction:
 * what is accepted does not depend on them. */
/*@ requires source: \valid_read(c.source + (0 .. c.nodes - 1));
    requires numbers: \valid_read(c.number + (0 .. c.constants - 1));
    requires code: \valid(c.code + (0 .. c.total - 1));
    requires steps: \valid_read(c.step + (0 .. c.steps - 1));
    requires claims: \valid_read(c.claim + (0 .. c.claims - 1));
    requires apart: \separated(c.code + (0 .. c.total - 1), c.source + (0 .. c.nodes - 1));
    requires apart_numbers: \separated(c.code + (0 .. c.total - 1), c.number + (0 .. c.constants - 1));
    requires apart_steps: \separated(c.code + (0 .. c.total - 1), c.step + (0 .. c.steps - 1));
    requires given: \valid_read(c.given + (0 .. c.givens - 1));
    requires apart_given: \separated(c.code + (0 .. c.total - 1), c.given + (0 .. c.givens - 1));
    requires apart_claims: \separated(c.code + (0 .. c.total - 1), c.claim + (0 .. c.claims - 1));
    requires meant: numbers_meant(c.number, constant, c.constants);
    requires point: point_and_direction(both, x, dx, c.inputs);
    assigns c.code[0 .. c.total - 1];
    ensures source_kept: nodes_kept{Pre, Post}(c.source, c.nodes);
    ensures claims: \result && given_hold(c.given, c.givens, c.code, constant, both) ==>
      (\forall integer i; 0 <= i < c.claims ==> claim_holds(c, i, constant, x, dx, both)); */
bool certificate_holds(Certificate c)
    /*@ ghost (const Scalar *constant, const Scalar *x, const Scalar *dx, const Scalar *both) */;

#endif
