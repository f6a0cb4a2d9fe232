/* Skeletons: values of data without their numbers.
 *
 * A list, a tree, a sum or a Vec is no value of a first-order type, but among those of one skeleton (so many entries,
 * that branch) it is: the numbers in their order.  A program that takes or gives data is, skeleton by skeleton, a
 * program of first-order types, and its derivative is that among values of the same skeleton. */
#ifndef ADJUDGE_VERIFY_SKELETON_H
#define ADJUDGE_VERIFY_SKELETON_H

#include "semantics/evaluator.h"

typedef enum SkeletonKind {
  SKELETON_FLAT, /* a value of a first-order type */
  SKELETON_PAIR, /* part[0], part[1] */
  SKELETON_INL,  /* part[0]; below likewise */
  SKELETON_INR,
  SKELETON_ROLL,
  SKELETON_ARRAY, /* n entries, each part[0] */
  SKELETON_VEC,
} SkeletonKind;

typedef struct Skeleton {
  SkeletonKind kind;
  TypeId type, flat; /* of the values; of their numbers, which is first-order */
  uint32_t n;        /* entries */
  const struct Skeleton *part[2];
} Skeleton;

/* NULL without memory, beyond the limits of types, or where a part is NULL. */
const Skeleton *skeleton_flat(Arena *arena, Store *store, TypeId type);
const Skeleton *skeleton_pair(Arena *arena, Store *store, const Skeleton *a, const Skeleton *b);
/* INL and INR of the sum, ROLL of the mu; ARRAY and VEC, of n > 0 entries. */
const Skeleton *skeleton_of(Arena *arena, Store *store, SkeletonKind kind, TypeId type, uint32_t n,
                            const Skeleton *part);

/* The value that has these numbers, a term of type `flat` that may be repeated. */
TermId skeleton_value(Store *store, const Skeleton *skeleton, TermId numbers);
/* The numbers of the value, which may be repeated too; without a value where it has another skeleton. */
TermId skeleton_numbers(Store *store, const Skeleton *skeleton, TermId value);

/* Of numbers of a pair's skeleton those of part k. */
TermId skeleton_part_numbers(Store *store, const Skeleton *pair, int k, TermId numbers);

/* The first skeletons of a type, the smallest first: so many as there is room for, or are within a fixed size.  Their
 * number; 0 of types with functions. */
uint32_t skeletons_of(Arena *arena, Store *store, TypeId type, const Skeleton **out, uint32_t room);

/* The skeleton of what the program of first-order arguments gives at the input; none where that has no value. */
const Skeleton *skeleton_of_result(Machine *machine, Arena *arena, const Program *program, const Scalar *input);

/* "[_, _]", "inl _": numbers are _. */
void skeleton_print(const Store *store, const Skeleton *skeleton, char *out, size_t size);

#endif
