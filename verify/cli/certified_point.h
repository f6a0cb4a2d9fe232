/* A program at an exact point, for commands that answer with certified numbers. */
#ifndef ADJUDGE_CLI_CERTIFIED_POINT_H
#define ADJUDGE_CLI_CERTIFIED_POINT_H

#include "verify/cli/session.h"
#include "verify/truth/germ.h"

typedef struct CertifiedPoint {
  Session session;
  CertifiedOptions options;
  mpq_t *x; /* `inputs` of them; NULL before they are read */
  bool *is_int;
  size_t inputs;
  Truth *truth;
  Certified *certified;
  Ring *balls; /* at the precision at which a ball prints as many digits as were asked for */
} CertifiedPoint;

#define OPTIONS_CERTIFIED                                                                                              \
  {.name = "digits", .kind = OPTION_COUNT, .value = "D", .help = "certified digits of each number (default: 15)"}, {   \
    .name = "bits", .kind = OPTION_COUNT, .value = "B", .help = "the highest precision tried (default: 4096)"          \
  }

/* Opens the session over exact rationals, and reads --digits, --bits and the point.  False, having written the error,
 * on failure; to be closed in either case. */
bool certified_point_open(CertifiedPoint *point, const Arguments *arguments, uint64_t order);
void certified_point_close(CertifiedPoint *point);
/* Rationals of the flat inputs that were read over the session's ring, to be freed: words of Ints too. */
mpq_t *certified_point_rationals(CertifiedPoint *point, const Scalar *values);
void certified_point_free_rationals(const CertifiedPoint *point, mpq_t *values);

/* The balls, by flat output, in the shape of the result's type. */
bool certified_point_write(CertifiedPoint *point, const Enclosures *numbers, uint32_t k);
void certified_point_write_ball(CertifiedPoint *point, const arb_t ball);

/* The order of the derivative that a verdict other than CERTIFIED is of. */
static inline uint32_t certified_point_stops(const Germ *germ) {
  return germ->verdict == GERM_NOT_DIFFERENTIABLE ? germ->missing : (uint32_t)(germ->certified + 1);
}

/* The verdict of answers in JSON, which the exit code below goes with: `found`, unless the digits asked for are not
 * there.
 */
const char *certified_point_verdict(Status status, const Germ *germ, const char *found);

/* Why there is no answer, or not all of it, and the exit code for it: EXIT_HELD when there is nothing to say. */
ExitCode certified_point_end(const CertifiedPoint *point, Status status, const Germ *germ);

/* cmd_hessian.c: answers with the value, the Jacobian and, with order 2, the second derivatives. */
ExitCode certified_derivatives(const Arguments *arguments, uint32_t order);

#endif
