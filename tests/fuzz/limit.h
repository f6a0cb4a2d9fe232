/* What one input may take before it ends the program: it hangs. */
#ifndef ADJUDGE_TESTS_FUZZ_LIMIT_H
#define ADJUDGE_TESTS_FUZZ_LIMIT_H

#include <sys/time.h>
#include <unistd.h>

#define LIMIT_ASLEEP 1800u /* seconds, of what waits and does no work */

/* Seconds of processor time from here on: how busy the machine is decides nothing. */
static inline void limit_input(int seconds) {
  const struct itimerval limit = {.it_value.tv_sec = seconds};
  (void)setitimer(ITIMER_PROF, &limit, NULL);
  (void)alarm(LIMIT_ASLEEP);
}

#endif
