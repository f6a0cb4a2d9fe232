/* Certificates of derivatives: from the recordings of a program and of what an engine
 * makes of it to claims and the steps that prove them.  Nothing rests on this code. */
#ifndef ADJUDGE_CERTIFICATES_EMIT_H
#define ADJUDGE_CERTIFICATES_EMIT_H

#include "verify/certificates/asked.h"
#include "verify/certificates/expand.h"

/* Makes certificates one after another; the last one stands until the next. */
typedef struct Emitter {
  Expansion expansion;
  StraightNode *source;
  uint32_t nodes;
  Claim claim[ASKED_MOST];
  Hypotheses hypotheses;
} Emitter;

bool emitter_init(Emitter *emitter);
void emitter_free(Emitter *emitter);

/* Which symbols of the program those of the derivative are, guessed by values modulo p. */
bool matching_guess(const Recording *source, const Recording *derivative, Matching *out);

/* A certificate that is laid out, and claims, as certificate_asked wants: the derivative has the inputs of
 * the program, then in reverse the cotangents, else a direction.  False if one claim is not proved, and
 * at a limit; *out points into the emitter. */
bool emit_certificate(Emitter *emitter, const Recording *source, const Recording *derivative, bool reverse,
                      const Matching *matching, Certificate *out);

#endif
