/* The derivative of a session's program by an engine: the transformed program,
 * and its Jacobian applied to seeds by a target evaluator. */
#ifndef ADJUDGE_CLI_DERIVATIVE_H
#define ADJUDGE_CLI_DERIVATIVE_H

#include "ad/engine.h"
#include "verify/cli/session.h"

#define OPTION_ENGINE(default_name)                                                                                    \
  {                                                                                                                    \
    .name = "engine", .kind = OPTION_TEXT, .value = "NAME",                                                            \
    .help = "the AD system (default: " default_name "); see 'adjudge engines'"                                         \
  }
#define OPTION_SIMPLIFY                                                                                                \
  {                                                                                                                    \
    .name = "simplify", .kind = OPTION_MAYBE, .value = "rule,...",                                                     \
    .help = "simplify by these rules of Table 1 (default: by all)"                                                     \
  }

typedef struct Derivative {
  const Engine *engine;
  Program program;  /* of type D(T)1 * (a -o b), */
  const void *own;  /* or a derivative in the engine's own language */
  TypeId *tangents; /* D(Ti)2 of each argument */
  TypeId tangent;   /* D(T)2 of the result */
  uint32_t inputs;  /* scalars in all `tangents` */
  uint32_t outputs; /* scalars in `tangent` */
} Derivative;

/* The engine of dual numbers that keeps least, of the same direction, with its derivative of the session's program,
 * which is first-order; NULL if it is `engine`, or has none. */
const Engine *derivative_other(Session *session, const Engine *engine, const void **own);

/* The engine that --engine names, else `otherwise`; NULL, having written the error, where none is called so. */
const Engine *derivative_engine(const Arguments *arguments, const Engine *otherwise);

/* Transforms the session's program by the engine of --engine, else `otherwise`,
 * and simplifies it when --simplify says so; leaves out the tangents.  False,
 * having written the error, on failure. */
bool derivative_make(Session *session, const Engine *otherwise, Derivative *derivative);

/* Fills in the types of tangents (of cotangents, in reverse) and their sizes;
 * the program must be first-order. */
bool derivative_tangents(Session *session, Derivative *derivative);

/* A value of the primal and `count` products with the Jacobian J: J s for each
 * seed s of `inputs` scalars (forward), or s J for each seed of `outputs`
 * scalars (reverse), whatever the engine's direction: against it the whole
 * Jacobian is computed. */
MUST_CHECK Status derivative_products(Session *session, const Derivative *derivative, const Evaluator *evaluator,
                                      const Scalar *input, bool reverse, uint32_t count, const Scalar *seeds,
                                      Scalar *primal, Scalar *products);

#endif
