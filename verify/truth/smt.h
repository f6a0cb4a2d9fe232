/* Z3 in a child process, asked over a socket.
 *
 * The child is forked at the first question and serves many.  Each question is
 * one set of assertions over the reals (QF_NRA) in a context of its own, so that
 * answers do not depend on the questions before.  A question that takes too long
 * or too much memory, or whose child dies, is answered SMT_LIMIT; the child is
 * killed, and the next question starts another.  No answer but SMT_UNSAT and
 * SMT_SAT decides anything. */
#ifndef ADJUDGE_VERIFY_SMT_H
#define ADJUDGE_VERIFY_SMT_H

#include <gmp.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct Smt Smt;

typedef enum SmtAnswer {
  SMT_UNSAT,
  SMT_SAT,
  SMT_UNKNOWN, /* the solver gave up */
  SMT_LIMIT    /* of time or memory, or the child died */
} SmtAnswer;

/* A real of a model: low = high when it is rational, else an algebraic number
 * between the two. */
typedef struct SmtValue {
  mpq_t low, high;
} SmtValue;

/* A question may take so many milliseconds and megabytes; NULL without memory. */
Smt *smt_new(uint32_t milliseconds, uint32_t megabytes);
void smt_free(Smt *smt);

/* Declarations and assertions in SMT-LIB 2.  Of a model the reals x0, ...,
 * x(count-1) are written to `value`, which is initialised by the caller. */
SmtAnswer smt_check(Smt *smt, const char *text, uint32_t count, SmtValue *value);

/* Questions asked so far, by answer. */
uint64_t smt_count(const Smt *smt, SmtAnswer answer);
/* The child's process id; 0 when there is none. */
pid_t smt_child(const Smt *smt);

#endif
