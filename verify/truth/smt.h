/* Z3 in a child process, asked over a socket.
 *
 * The child is forked at the first question and serves many.  Each question is
 * one set of assertions over the reals (QF_NRA) in a context of its own, so that
 * answers do not depend on the questions before.  What a question may take is counted in
 * steps of the solver, so that the answer is the same on every machine, however busy:
 * beyond them it is SMT_UNKNOWN.  Some steps are long (a resultant is one, and so is a root of
 * it), so that what needs more than SMT_FIRST_STEPS is asked again of a child of its own, whose
 * allocations are counted too; of such questions a program has SMT_HARD.  A child that dies, that has no memory left,
 * or that is not ready by a deadline made for machines that hang, is killed, and another one is asked once more; if
 * that is lost too the answer is SMT_LOST, which whoever reports counts as work not done.  No answer but SMT_UNSAT and
 * SMT_SAT decides anything. */
#ifndef ADJUDGE_VERIFY_SMT_H
#define ADJUDGE_VERIFY_SMT_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct Smt Smt;

typedef enum SmtAnswer {
  SMT_UNSAT,
  SMT_SAT,
  SMT_UNKNOWN, /* the solver gave up, or its steps were used up */
  SMT_LOST     /* no answer: it might be another one the next time */
} SmtAnswer;

/* A real of a model: low = high when it is rational, else an algebraic number
 * between the two. */
typedef struct SmtValue {
  mpq_t low, high;
} SmtValue;

/* What a question may take where nobody says otherwise: some seconds of work. */
#define SMT_STEPS 500000u
#define SMT_MILLISECONDS 120000u
#define SMT_MEGABYTES 512u
/* Steps that are never long, in a child that serves many questions. */
#define SMT_FIRST_STEPS 50000u
/* Allocations, as the solver counts them in a child of its own: some seconds of work. */
#define SMT_ALLOCATIONS 100000000u
/* Questions between two smt_renew that may need more than the first steps; others are SMT_UNKNOWN. */
#define SMT_HARD 4u

/* A question may take so many steps of the solver, as it counts them (about half a million a
 * second), and so many milliseconds and megabytes; NULL without memory. */
Smt *smt_new(uint32_t steps, uint32_t milliseconds, uint32_t megabytes);
void smt_free(Smt *smt);
/* From when `stopped` says so on, within a quarter of a second, every answer that is not remembered is SMT_UNKNOWN;
 * NULL: never. */
void smt_stop_when(Smt *smt, bool (*stopped)(void));
/* From here on another program asks: it has all of its hard questions. */
void smt_renew(Smt *smt);

/* Declarations and assertions in SMT-LIB 2; NULL: there was no memory to write them, and the
 * answer is SMT_LOST.  Of a model the reals x0, ...,
 * x(count-1) are written to `value`, which is initialised by the caller. */
SmtAnswer smt_check(Smt *smt, const char *text, uint32_t count, SmtValue *value);

/* Questions asked so far, by answer. */
uint64_t smt_count(const Smt *smt, SmtAnswer answer);
/* The child's process id; 0 when there is none. */
pid_t smt_child(const Smt *smt);

#endif
