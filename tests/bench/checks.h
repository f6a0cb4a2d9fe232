/* How long one check of one program takes. */
#ifndef ADJUDGE_TESTS_BENCH_CHECKS_H
#define ADJUDGE_TESTS_BENCH_CHECKS_H

/* Random programs of 15 operations on 4 inputs, polynomial, rational and
 * transcendental: the quick check (value, gradient of 4 by both modes, and truth at a
 * random point, in one evaluator), and the proof for all inputs. */
void bench_checks(void);
/* Programs of a space, all laws: the mean, and the slowest. */
void bench_slowest(const char *space);

#endif
