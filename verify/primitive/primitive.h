/* A primitive under examination: its type, its meaning, its domain and kinks,
 * and the derivative rules claimed for it.
 *
 *   -- softplus.prim
 *   primitive softplus (x : real) : real
 *   value  = log (1 + exp x)
 *   jvp    = scale(sigmoid x; v)
 *   vjp    = scale(sigmoid x; v)
 *
 * Lines, each a word, `=` and its text; a line that begins with a blank goes on:
 *   primitive NAME {n = 3} (x : T) ... : T   first; sizes as in definitions; NAME may be that of
 *           a function, since no term can say it
 *   value   a source term, or `library erf`: a certified function (library.h)
 *   jvp     a linear term: v is the tangent, left-nested pairs of those of the arguments
 *   vjp     the same: v is the cotangent of the result
 *   domain  t > s, t >= s, t < s, t <= s or t /= s; repeated: all hold; at every index of arrays
 *   kink    t = s : g; h  there the value is defined but not differentiable, and g, or h, is the
 *           gradient declared by convention; `any`: any of the hull of those around; of
 *           arrays, at some index
 *   inactive x            an argument that has no derivative
 *   removable t = s       there the value is the term's limit, of a primitive with one real input
 *   branch  t = s         where the implementation changes its formula
 *   linear, bilinear      a claim, without a text
 *   limits                a claim: at infinite inputs value and slopes are their limits, where there are any
 *   ulps    how far rules over binary64 may be off (default 64)
 *   precision single      points and answers are those of binary32; double is the default
 *   range   1e-3 1e3      for |x| between these no overflow or underflow is excused
 *   accuracy 6            decimal digits that every answer has to keep
 *   sizes   n = 0 1 4     campaigns also run at these
 * jvp and vjp may be left out when a program brings them. */
#ifndef ADJUDGE_VERIFY_PRIMITIVE_H
#define ADJUDGE_VERIFY_PRIMITIVE_H

#include "semantics/text/text.h"
#include "verify/primitive/library.h"

#define PRIMITIVE_CONDITIONS 32u
#define PRIMITIVE_SIZES 8u
#define PRIMITIVE_SIZE_VALUES 16u
#define PRIMITIVE_ULPS 64.0
#define KINK_VALUES 8u

typedef enum Relation { RELATION_LESS, RELATION_LESS_EQUAL, RELATION_EQUAL, RELATION_NOT_EQUAL } Relation;

/* The numbers of a machine: the unit roundoff, the smallest and the largest, and the
 * exponent of what is beyond. */
typedef struct Format {
  double unit, least, largest;
  int exponent;
} Format;

extern const Format format_double, format_single;

/* left R right at every index, in the context of the arguments. */
typedef struct Condition {
  Relation relation;
  Program left, right; /* of one type: real or real^n */
  uint32_t line;
} Condition;

typedef struct Kink {
  Condition where;
  bool any;                      /* whatever the gradients around span */
  Program gradient[KINK_VALUES]; /* flat, as many reals as the tangents */
  uint32_t gradients;
} Kink;

/* Where a text of the file begins, from 1; line 0: there is none. */
typedef struct PrimitivePlace {
  uint32_t line, column;
} PrimitivePlace;

/* Which texts have a place: of those that may be repeated the first. */
typedef enum PrimitiveText {
  PRIMITIVE_HEADER,
  PRIMITIVE_VALUE,
  PRIMITIVE_JVP,
  PRIMITIVE_VJP,
  PRIMITIVE_DOMAIN,
  PRIMITIVE_KINK,
  PRIMITIVE_CLAIM, /* linear, bilinear */
  PRIMITIVE_TEXTS
} PrimitiveText;

/* A size of the header, and the values at which the campaign runs besides. */
typedef struct PrimitiveSize {
  char name[32];
  uint32_t value;
  uint32_t others[PRIMITIVE_SIZE_VALUES], other_count;
} PrimitiveSize;

typedef struct Primitive {
  Store *store;
  const char *file;
  char *name;
  Module module;
  const Definition *definition;   /* the arguments, the type and, unless there is a library function, the value */
  Module wider;                   /* the same where no size is 1: there real^n is an array, as it is written */
  const LibraryFunction *library; /* or NULL */
  bool has_jvp, has_vjp;
  Program forward, reverse; /* T * (D(G)2 -o D(T)2) and T * (D(T)2 -o D(G)2), where there are rules */
  Program alone[2];         /* 1 * the rule of jvp, of vjp: where the value is the limit of the term, which has none */
  uint32_t inputs, outputs; /* flat dimensions, Ints included */
  bool *is_real;            /* of each input; the others are Ints */
  bool *inactive;           /* of each argument */
  bool *scales;             /* of each input: a seed, which the rest is times; or NULL */
  uint32_t tangents, cotangents;        /* of them, real and active */
  uint32_t *input_place, *output_place; /* flat place of each real one */
  Condition domain[PRIMITIVE_CONDITIONS], branch[PRIMITIVE_CONDITIONS], removable[PRIMITIVE_CONDITIONS];
  Kink kink[PRIMITIVE_CONDITIONS];
  uint32_t domain_count, branch_count, removable_count, kink_count;
  bool linear, bilinear, limits;
  const Format *format;
  double ulps;
  double range[2]; /* of |x|; the second 0: none is declared */
  double accuracy; /* decimal digits; 0: none are declared */
  PrimitiveSize size[PRIMITIVE_SIZES];
  uint32_t size_count;
  PrimitivePlace place[PRIMITIVE_TEXTS];
} Primitive;

/* Reads a specification.  `text` may hold any bytes; sizes in `overrides` replace
 * those of the header.  On failure `error` says where: ILL_TYPED, or LIMIT.  To be
 * freed in either case. */
MUST_CHECK Status primitive_read(Store *store, const char *file, const char *text, size_t length,
                                 const SizeOverride *overrides, uint32_t override_count, Primitive *primitive,
                                 TextError *error);
/* A program as a primitive without rules and without a name: of real inputs, so many, and real results.  False without
 * memory; to be freed in either case. */
bool primitive_of_program(Store *store, const Program *program, uint32_t inputs, Primitive *primitive);
/* What is run for the rule: with the value, or alone where that may be a limit. */
static inline const Program *primitive_rule(const Primitive *primitive, bool reverse) {
  if (primitive->removable_count > 0) return &primitive->alone[reverse];
  return reverse ? &primitive->reverse : &primitive->forward;
}
/* Whether x, of `inputs` doubles, gives each Int a whole number that a double is without rounding. */
bool primitive_takes(const Primitive *primitive, const double *x);
/* Its definition at sizes of which none is 1; at its own where it is no definition there. */
const Definition *primitive_wider(const Primitive *primitive);
void primitive_free(Primitive *primitive);

#endif
