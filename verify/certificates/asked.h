/* What a certificate must say of a recorded program and a recorded derivative: found from the
 * recordings alone, whoever wrote the certificate. */
#ifndef ADJUDGE_CERTIFICATES_ASKED_H
#define ADJUDGE_CERTIFICATES_ASKED_H

#include "semantics/core/straight_code.h"
#include "verify/kernel/claims.h"

/* A recording: its nodes, and which of them are the outputs. */
typedef struct Recording {
  StraightProgram program;
  uint32_t inputs;
  const Scalar *primal; /* `outputs` nodes: what the program gives */
  const Scalar *image;  /* of a derivative: `images` nodes */
  uint32_t outputs, images;
} Recording;

#define ASKED_MOST 64u

/* The constant as an integer of 64 bits; false if it is none. */
bool recorded_integer(const StraightConstant *constant, int64_t *number);

/* Whether the two are node by node one program with one result. */
bool recorded_same(const Recording *a, const Recording *b);

/* Whether the certificate's program is the recorded one, in reverse with its pairing (kernel/README.md), and
 * its first nodes above the derivative of that the recorded derivative; then asked[0 .. *count - 1] is
 * that its values and its derivatives are the program's, by place.  At most ASKED_MOST. */
bool certificate_asked(const Certificate *c, const Recording *source, const Recording *derivative, bool reverse,
                       Claim *asked, uint32_t *count);

#endif
