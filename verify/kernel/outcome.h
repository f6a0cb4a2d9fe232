/* What became of one instance of a law. */
#ifndef ADJUDGE_KERNEL_OUTCOME_H
#define ADJUDGE_KERNEL_OUTCOME_H

/* Only PROVED, DECIDED and HOLDS are passes; DIFFERS is a fact about differentiation of
 * programs, at a boundary or the edge of a domain, and no error of the engine: neither a
 * pass nor a refutation. */
typedef enum Outcome {
  OUTCOME_PROVED,    /* for all inputs, by a certificate that was checked (gate.h) */
  OUTCOME_DECIDED,   /* for all inputs, by a tier, whose code is tested, not proved */
  OUTCOME_HOLDS,     /* at the inputs tried */
  OUTCOME_REFUTED,   /* with a witness */
  OUTCOME_UNDECIDED, /* enclosures overlap but are too wide to mean anything */
  OUTCOME_DIFFERS,   /* for certain from the derivative of the function: with a witness */
  OUTCOME_DOMAIN,    /* skipped: no point of the domain was found */
  OUTCOME_UNABLE,    /* skipped: the ring lacks an operation */
  OUTCOME_LIMIT,     /* skipped: fuel, memory, depth or degree */
  OUTCOME_REFUSED,   /* skipped: the engine lacks a construct of the program, and says so */
  OUTCOME_COUNT
} Outcome;

#endif
