/* A gradient in C and its primal as the specification of a primitive whose reverse rule is the gradient.
 *
 * Of f with results r_1, ..., r_m the gradient g has for an argument x of f an output, which claims to be the
 * derivative of  F = s_1 . r_1 + ... + s_m . r_m + b . x  by x: the seeds s are those arguments of g that f has not
 * (none: F is r_1), and b is what stands in the output before, if g reads it (it adds then).  F is a function of all of
 * them, and of s and b its derivatives are r and x: so the rule of F is right if and only if g is. */
#ifndef ADJUDGE_CLI_GRADIENT_TEXT_H
#define ADJUDGE_CLI_GRADIENT_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#define GRADIENT_MOST 64u /* arguments and outputs of either */
#define GRADIENT_MESSAGE 300

/* An argument of F, in the order of the specification. */
typedef struct GradientArgument {
  const char *name;     /* in C */
  int length;           /* -1: a real */
  const json_t *output; /* of g: the claim; NULL: none is made, or it is a seed or b */
  bool seed;
} GradientArgument;

typedef struct Gradient {
  const json_t *primal, *gradient; /* as adjudge-c describes them */
  GradientArgument argument[GRADIENT_MOST];
  uint32_t count;
  const json_t *unjudged[GRADIENT_MOST]; /* outputs of g that are no gradient: the value, seeds that are cleared */
  uint32_t unjudged_count;
  const char *unclaimed[GRADIENT_MOST]; /* arguments of f by which no derivative is claimed */
  uint32_t unclaimed_count;
  char message[GRADIENT_MESSAGE]; /* why they do not go together */
} Gradient;

/* Whether an output is called as the gradient by that argument: xb, x_b, dx, gx, gradx, x_bar ... for x. */
bool gradient_is_named_after(const char *output, const char *argument);

/* The specification, to be freed; NULL with a message. */
char *gradient_text(Gradient *gradient, size_t *length);

#endif
