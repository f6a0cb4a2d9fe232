/* The functions of GradBench's modules and their derivatives, by an engine: one call of its protocol. */
#ifndef ADJUDGE_CLI_GRADBENCH_H
#define ADJUDGE_CLI_GRADBENCH_H

#include "verify/cli/options.h"

#include <jansson.h>

typedef enum GradbenchAnswer {
  GRADBENCH_VALUE,    /* a number */
  GRADBENCH_VALUES,   /* a list */
  GRADBENCH_GRADIENT, /* in the form of the argument */
  GRADBENCH_FIELDS,   /* an object: by argument, in its form */
  GRADBENCH_FLAT,     /* one list */
  GRADBENCH_NEWTON,   /* gradient over the diagonal of the Hessian, which has no other entries */
  GRADBENCH_ERRORS,   /* of ba: the errors, which all observations share */
  GRADBENCH_SPARSE    /* of ba: the Jacobian in compressed rows, its first 30 entries and its last */
} GradbenchAnswer;

typedef struct GradbenchFunction {
  const char *module, *function, *definition, *sizes, *arguments, *by;
  GradbenchAnswer answer;
} GradbenchFunction;

/* NULL: there is none of that name; `function` NULL: any of the module. */
const GradbenchFunction *gradbench_find(const char *module, const char *function);

/* Calls it with the input as often as the input's min_runs and min_seconds say, by the engine of --engine; answers the
 * output, and appends what each call took to `timings`.  NULL, having written why to arguments->err. */
json_t *gradbench_call(const Arguments *arguments, const GradbenchFunction *function, const json_t *input,
                       json_t *timings);

#endif
