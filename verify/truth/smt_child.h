/* The solver's side of verify/truth/smt.c. */
#ifndef ADJUDGE_VERIFY_SMT_CHILD_H
#define ADJUDGE_VERIFY_SMT_CHILD_H

#include <stdint.h>

/* A question is this record and then `length` bytes of SMT-LIB 2; an answer is its
 * length, in 32 bits, a letter, and for SAT one line "LOW HIGH" for each value. */
typedef struct SmtQuestion {
  uint32_t length, count;
} SmtQuestion;

#define SMT_QUESTION_MOST ((uint32_t)1 << 24) /* bytes */
#define SMT_ANSWER_MOST ((uint32_t)1 << 20)

enum { SMT_SAYS_UNSAT = 'u', SMT_SAYS_SAT = 's', SMT_SAYS_UNKNOWN = 'k', SMT_SAYS_LOST = 'l' };

/* What the child may take: for each question steps of the solver; in all megabytes and, where not 0,
 * allocations as the solver counts them. */
typedef struct SmtLimits {
  uint32_t steps, megabytes, allocations;
} SmtLimits;

/* Answers questions until the socket is closed.  Allocations that are used up are an answer, SMT_SAYS_UNKNOWN, and the
 * child's end. */
void smt_serve(int socket, SmtLimits limits);

#endif
