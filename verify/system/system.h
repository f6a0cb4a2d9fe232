/* A system under test: another program, asked by JSON Lines to differentiate programs by its own means.
 *
 *   > {"id": 1, "call": "describe"}
 *   < {"id": 1, "system": "PyTorch 1.13.1", "modes": ["value", "jvp", "vjp", "hessian"], "constructs": ["+", "*", ...]}
 *   > {"id": 2, "call": "load", "programs": [{"inputs": 2, "outputs": 1, "code": [...]}, ...]}
 *   < {"id": 2, "loaded": [true, {"error": "..."}, ...]}
 *   > {"id": 3, "call": "vjp", "batch": [{"program": 0, "at": [1.5, 2.0], "seed": [1.0]}, ...]}
 *   < {"id": 3, "at": 0}
 *   < {"id": 3, "answers": [[2.0, 1.5], null, {"error": "..."}, ...]}
 *
 * Before it begins with a program it may say so, "at" and its number, lest one that ends it has to be looked for.
 * A program is a residual program (program_json.h).  A system that compiles says so in its description,
 * "source": {"language": "c++", "literals": true, "nested": true}, and each program has its text as "source", the
 * function f0, f1, ... by its number in the list.  An answer is a list: of the outputs (value, jvp), of the inputs
 * (vjp), or rows of the second derivatives of one output, which the query names (hessian); null where the system
 * says that it is undefined.  Programs are forgotten at the next load. */
#ifndef ADJUDGE_VERIFY_SYSTEM_H
#define ADJUDGE_VERIFY_SYSTEM_H

#include "verify/primitive/primitive.h"
#include "verify/primitive/wire.h"
#include "verify/system/language.h"

typedef enum Mode { MODE_VALUE, MODE_JVP, MODE_VJP, MODE_HESSIAN, MODE_COUNT } Mode;
const char *mode_name(Mode mode);

typedef enum Answer { ANSWER_GIVEN, ANSWER_NULL, ANSWER_ERROR, ANSWER_SHAPE } Answer;

#define SYSTEM_TEXT 200

/* One question about a loaded program. */
typedef struct Query {
  uint32_t program, point, inputs, seeds, size; /* size: numbers of the answer */
  uint32_t output;                              /* hessian */
  const double *x, *seed;
  double *out;
  Answer answer;
  char error[SYSTEM_TEXT]; /* of an answer that is none */
} Query;

typedef struct System {
  Child child;
  const char *command;
  double timeout;
  double start;    /* seconds that the last start took: of one that compiles as long as an answer may take */
  uint64_t memory; /* MiB of address space; 0: no limit */
  uint64_t cpu;    /* seconds of processor time, from start to start; 0: no limit */
  bool (*stopped)(void);
  json_int_t id;
  bool offers[MODE_COUNT];
  bool lacks[CONSTRUCT_ALL], without[CONSTRUCT_ALL]; /* without: left out by the caller */
  bool described; /* it has said what it offers, and is to say the same when it is started again */
  json_t *description;
} System;

/* Another one of the same command and limits, not started, which is to offer the same. */
System system_like(const System *system, bool (*stopped)(void));
/* Starts it and asks what it is; false with child.message. */
bool system_start(System *system);
void system_stop(System *system);
const char *system_title(const System *system);

/* Loads programs; loaded[k] is empty, or says why it was not.  False with child.message: it hung, died or babbled. */
bool system_load(System *system, uint32_t count, const Residual *const *programs, char (*loaded)[SYSTEM_TEXT]);
bool system_ask(System *system, Mode mode, uint32_t count, Query *queries);

/* The variant of programs that it compiles, or by its "variant" does as an interpreter: plain statements else. */
Variant system_variant(const System *system);
/* Of its numbers: "precision": "single", or else double. */
const Format *system_format(const System *system);
/* The construct of a program that the system says it lacks; NULL: none. */
const char *system_refuses(const System *system, const Residual *residual);

#endif
