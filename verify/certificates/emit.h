/* Certificates of derivatives: from the recordings of a program and of what an engine
 * makes of it to claims and the steps that prove them.  Nothing rests on this code. */
#ifndef ADJUDGE_CERTIFICATES_EMIT_H
#define ADJUDGE_CERTIFICATES_EMIT_H

#include "verify/certificates/asked.h"
#include "verify/certificates/expand.h"

#define EMIT_MOST_CLAIMS ASKED_MOST

/* Makes certificates one after another; the last one stands until the next. */
typedef struct Emitter {
  Expansion expansion;
  StraightNode *source;
  Claim claim[EMIT_MOST_CLAIMS];
} Emitter;

bool emitter_init(Emitter *emitter);
void emitter_free(Emitter *emitter);

/* The program of a certificate: the recorded one, and in reverse with an input more for each
 * output, its cotangent, and the sum of each output times its cotangent, the pairing. */
typedef struct Emission {
  Emitter *emitter;
  bool reverse;
  uint32_t point, inputs, nodes,
      zero; /* inputs of the recorded program; inputs, nodes and the constant 0 of this one */
  uint32_t output[EMIT_MOST_CLAIMS], outputs;
  uint32_t pairing;
} Emission;

/* Copies the recorded program, so that the recorder can go on with the derivative.  False for
 * constants that are no integers of 32 bits, and at a limit. */
bool emit_source(Emitter *emitter, const Recording *source, bool reverse, Emission *emission);

/* The derivative has the inputs of the program, then in reverse the cotangents, else a direction.
 * Claims that each primal is the program's, and forward that each image is the derivative of an
 * output; in reverse that the sum of each image times its tangent and each primal times its
 * cotangent's tangent is the derivative of the pairing: that images are the transpose.  False if
 * that is not proved; *out points into the emitter. */
bool emit_derivative(Emission *emission, const Recording *derivative, Certificate *out);

#endif
