/* What the writers of revf$ and revr$ share: pieces of text, types, and arithmetic by type.
 * Private to ad/linmap. */
#ifndef ADJUDGE_AD_LINMAP_SPLIT_CODE_H
#define ADJUDGE_AD_LINMAP_SPLIT_CODE_H

#include "ad/linmap/split.h"

/* A piece of text; NULL after a failure. */
typedef const char *Piece;

typedef struct SplitCode {
  Arena *arena;
  const Store *store;
  const Split *split;
  const char *name; /* of the definitions */
  uint32_t fresh;   /* the number of the next identifier */
  Status status;    /* of the first failure */
} SplitCode;

/* Tuples nest to the left, one thing is its own tuple, and none is (). */
Piece piece(SplitCode *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
Piece piece_fail(SplitCode *c, Status status);
Piece piece_fresh(SplitCode *c);
/* Part k of n. */
Piece piece_part(SplitCode *c, Piece tuple, uint32_t k, uint32_t n);
Piece piece_tuple(SplitCode *c, const Piece *parts, uint32_t n);
/* t |> x, t of n things; and back from n + 1 things, the first n and the last. */
Piece piece_extend(SplitCode *c, Piece t, Piece x, uint32_t n);
Piece piece_initial(SplitCode *c, Piece t, uint32_t n);
Piece piece_last(SplitCode *c, Piece t, uint32_t n);
/* Types: T, dT and X; 0 of dT, and some value of X. */
Piece piece_type(SplitCode *c, const LmType *type, bool tangent);
Piece piece_record(SplitCode *c, const SplitType *type);
Piece piece_zero(SplitCode *c, const LmType *type, bool tangent);
Piece piece_some(SplitCode *c, const SplitType *type);

/* An exact number, in brackets. */
Piece piece_number(SplitCode *c, ConstantId constant);
/* a + b at dT. */
Piece piece_add(SplitCode *c, const LmType *type, Piece a, Piece b);
/* The text of p(e), and of acc + dt .R dp with what p recorded; pieces that are short. */
Piece piece_primitive(SplitCode *c, const LmTerm *p, Piece e);
Piece piece_back(SplitCode *c, const LmTerm *p, Piece record, Piece dt, Piece acc);

/* Writes the definitions NAME_f0 and NAME_r0 and so on, and of the last one
 *   NAME (t : T) (dt : dR) : R * dT
 * which runs both, as a file of the source language.  UNABLE: a function of it has no text. */
MUST_CHECK Status split_write(Arena *arena, const Store *store, const Split *split, const char *name, FILE *out);

#endif
