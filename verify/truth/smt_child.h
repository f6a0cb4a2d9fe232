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

/* Answers questions until the socket is closed, within the limits of smt_new. */
void smt_serve(int socket, uint32_t steps, uint32_t megabytes);

#endif
