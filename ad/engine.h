/* Engines: AD systems that transform programs. */
#ifndef ADJUDGE_AD_ENGINE_H
#define ADJUDGE_AD_ENGINE_H

#include "semantics/core/evaluator.h"

typedef struct Engine {
  const char *name;
  bool reverse; /* the linear part takes cotangents of the result */
  /* From G |- t : T to D(G)1 |- D(t) : D(T)1 * (D(G)2 -o D(T)2), in reverse
   * D(T)2 -o D(G)2.  `contexts` has room for source->length types and becomes
   * the context of *derivative.  The source must be well typed. */
  MUST_CHECK Status (*transform)(Store *store, const Program *source, TypeId *contexts, Program *derivative);
} Engine;

extern const Engine chad_forward, chad_reverse;

/* Engines in the order of the report, NULL-terminated. */
extern const Engine *const engines[];
/* The engine of that name, or NULL. */
const Engine *engine_find(const char *name);

#endif
