/* What a certificate must say of a recorded program and a recorded derivative: found from the
 * recordings alone, whoever wrote the certificate. */
#ifndef ADJUDGE_CERTIFICATES_ASKED_H
#define ADJUDGE_CERTIFICATES_ASKED_H

#include "semantics/core/rings.h"
#include "verify/kernel/gate_check.h"

/* A recording: its nodes, and which of them are the outputs. */
typedef struct Recording {
  StraightProgram program;
  uint32_t inputs;      /* those for inverses, which come last, included */
  const Scalar *primal; /* `outputs` nodes: what the program gives */
  const Scalar *image;  /* of a derivative: `images` nodes */
  uint32_t outputs, images;
  const uint32_t *inverse_of; /* of each of `inverses` inputs the node that it is the inverse of */
  uint32_t room, inverses;    /* how many inputs there are for inverses, and that many are used */
} Recording;

#define ASKED_MOST 64u
#define ASKED_NONE UINT32_MAX

/* Which inverses of the program an inverse of its derivative is the product of: one, or two. */
typedef struct Matching {
  uint32_t first[STRAIGHT_INVERSES], second[STRAIGHT_INVERSES]; /* ASKED_NONE: of one */
} Matching;

/* Where things stand in the certificate of a program with n inputs, q inverses and m outputs.
 *   its program:     inputs x, inverses, in reverse cotangents; nodes as recorded; the products of two of which
 *                    inverses of the derivative are; in reverse the pairing
 *   its nodes:       the program's derivative; products of two inverses; nodes of the derivative as recorded;
 *                    what the hypotheses say; in reverse the pairing with the tangents */
typedef struct Layout {
  uint32_t point, inverses, outputs, inputs;                       /* n, q, m, and the inputs in all */
  uint32_t products, pairing, nodes;                               /* in the program, and its size */
  uint32_t below, derivative, hypotheses, pulled;                  /* among the nodes */
  uint32_t source_input[ASKED_MOST], derivative_input[ASKED_MOST]; /* where the inputs of recordings stand */
  uint32_t source_up, derivative_up; /* how much higher other nodes stand than they were recorded, modulo 2^32 */
} Layout;

/* False at a limit, and for recordings that do not fit one another, or the matching. */
bool layout_make(const Recording *source, const Recording *derivative, bool reverse, const Matching *matching,
                 Layout *out);
uint32_t layout_source(const Layout *l, const Recording *source, uint64_t node);
uint32_t layout_derivative(const Layout *l, const Recording *derivative, uint64_t node);
void layout_pairing(const Layout *l, uint32_t *cotangent, uint32_t *tangent);

/* The constant as an integer of 64 bits; false if it is none. */
bool recorded_integer(const StraightConstant *constant, int64_t *number);

/* Whether the two are node by node one program with one result. */
bool recorded_same(const Recording *a, const Recording *b);

typedef struct Question {
  Claim claim[ASKED_MOST];
  Given given[2 * STRAIGHT_INVERSES];
  uint32_t claims, givens;
} Question;

/* Whether the certificate's program is the recorded one, in reverse with its pairing (kernel/README.md), and
 * among its nodes are those of the recorded derivative; then *out is that its values and its derivatives are the
 * program's, by place; that each inverse in the derivative is of what the matching says; provided that
 * b q = 1 for each inverse q of b in the program, and dq = - q q db. */
bool certificate_asked(const Certificate *c, const Recording *source, const Recording *derivative, bool reverse,
                       const Matching *matching, Question *out);

#endif
