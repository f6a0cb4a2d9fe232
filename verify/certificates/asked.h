/* What a certificate must say of a recorded program and a recorded derivative: found from the
 * recordings alone, whoever wrote the certificate. */
#ifndef ADJUDGE_CERTIFICATES_ASKED_H
#define ADJUDGE_CERTIFICATES_ASKED_H

#include "semantics/straight/straight_path.h"
#include "verify/kernel/gate_check.h"

/* A recording: its nodes, and which of them are the outputs. */
typedef struct Recording {
  StraightProgram program;
  uint32_t inputs;      /* those for symbols, which come last, included */
  const Scalar *primal; /* `outputs` nodes: what the program gives */
  const Scalar *image;  /* of a derivative: `images` nodes */
  uint32_t outputs, images;
  const StraightSymbol *symbol; /* what each of `symbols` inputs stands for: an inverse or a function of a node */
  const uint32_t *slope;        /* of a program, of each that is a function the node of its derivative (slopes.h) */
  uint32_t room, symbols;       /* how many inputs there are for symbols, and that many are used */
  const StraightSign *sign;     /* that it has been recorded along, none of a derivative that its program has not */
  uint32_t signs;
} Recording;

#define ASKED_MOST 64u
#define ASKED_NONE UINT32_MAX

/* Which symbol of the program a symbol of its derivative is; or of which two inverses one is the product. */
typedef struct Matching {
  uint32_t first[STRAIGHT_SYMBOLS], second[STRAIGHT_SYMBOLS]; /* ASKED_NONE: it is one */
} Matching;

/* Where things stand in the certificate of a program with n inputs, q symbols and m outputs.
 *   its program:     inputs x, symbols, in reverse cotangents; nodes as recorded; the products of two of which
 *                    inverses of the derivative are; in reverse the pairing
 *   its nodes:       the program's derivative; products of two inverses; nodes of the derivative as recorded;
 *                    what the hypotheses say; in reverse the pairing with the tangents */
typedef struct Layout {
  uint32_t point, symbols, outputs, inputs;                        /* n, q, m, and the inputs in all */
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
  Given given[2 * STRAIGHT_SYMBOLS];
  uint32_t claims, givens;
} Question;

/* The nodes that hypotheses speak of, for `one`, the place of the constant 1, and the hypotheses: what is so of a
 * program's symbols at every point where it is defined. */
typedef struct Hypotheses {
  StraightNode node[1 + 4 * STRAIGHT_SYMBOLS];
  Given given[2 * STRAIGHT_SYMBOLS];
  uint32_t nodes, givens;
} Hypotheses;
void layout_hypotheses(const Layout *l, const Recording *source, uint32_t one, Hypotheses *out);

/* Whether the certificate's program is the recorded one, in reverse with its pairing (kernel/README.md), and
 * among its nodes are those of the recorded derivative; then *out is that its values and its derivatives are the
 * program's, by place; that each symbol in the derivative is of what the matching says; provided that
 * b q = 1 for each inverse q of b in the program, and dq = - q q db; and dy = f'(b) db for each y = f(b).  And of
 * recordings along a path, that each node whose sign the derivative asked for is one whose sign the program did, and is
 * the same. */
bool certificate_asked(const Certificate *c, const Recording *source, const Recording *derivative, bool reverse,
                       const Matching *matching, Question *out);

#endif
