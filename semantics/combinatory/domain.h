/* Value domains: what the scalars of points and of sections are.
 *
 * D and the linear maps are parametric in it: numbers of a ring give values at a
 * point, residual terms give code (ad/combinatory/residual.h).  A failure is
 * sticky in `status`. */
#ifndef ADJUDGE_POINTFREE_DOMAIN_H
#define ADJUDGE_POINTFREE_DOMAIN_H

#include "semantics/evaluator.h"

typedef struct PfDomain PfDomain;

/* Which branches of a condition run. */
typedef enum PfChoice { PF_FIRST, PF_SECOND, PF_BOTH } PfChoice;

typedef struct PfDomainOps {
  Scalar (*integer)(PfDomain *domain, int64_t n);
  Scalar (*constant)(PfDomain *domain, ConstantId constant, uint32_t i);
  /* NEG, POW (with its exponent), or a function of one real */
  Scalar (*unary)(PfDomain *domain, OpCode op, ConstantId exponent, Scalar a);
  Scalar (*binary)(PfDomain *domain, OpCode op, Scalar a, Scalar b); /* ADD, SUB, MUL */
  /* A declared operation at one or two vectors, whole. */
  void (*given)(PfDomain *domain, OpId op, const Scalar *x, const Scalar *y, Scalar *out);
  Scalar (*name)(PfDomain *domain, Scalar a); /* names a shared result: let v = a */
  /* A scalar of a section, where sections are in another domain than the map's
   * argument; else itself. */
  Scalar (*load)(PfDomain *domain, Scalar a);
  /* Where both branches run, each does in a block of its own, and the results are
   * joined.  `again` is a block with the bindings that this one starts with, or 0. */
  PfChoice (*choose)(PfDomain *domain, Scalar condition);
  uint32_t (*open)(PfDomain *domain, uint32_t again);
  void (*close)(PfDomain *domain);
  void (*join)(PfDomain *domain, Scalar condition, const uint32_t block[2], uint32_t n, const Scalar *first,
               const Scalar *second, Scalar *out);
  /* Before component i of many alike, and after the last (i = UINT32_MAX). */
  void (*component)(PfDomain *domain, uint32_t i);
} PfDomainOps;

struct PfDomain {
  const PfDomainOps *ops;
  Status status;
};

static inline void pf_domain_fail(PfDomain *domain, Status status) {
  if (domain->status == STATUS_OK) domain->status = status;
}

/* The numbers of a ring; sections hold words of the ring, or, if `loaded` is not
 * NULL, places in that table of words. */
typedef struct PfNumbers {
  PfDomain domain;
  Store *store;
  Ring *ring;
  const Scalar *loaded;
} PfNumbers;
PfNumbers pf_numbers(Store *store, Ring *ring, const Scalar *loaded);

/* Whether the scalar is negative; UNABLE in a ring without order. */
MUST_CHECK Status pf_negative(Ring *ring, Scalar a, bool *negative);

#endif
