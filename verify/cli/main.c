/* The entry of `adjudge`. */
#include "verify/cli/commands.h"

#include <sys/resource.h>

/* Evaluation depth is checked and bounded (MACHINE_DEPTH), and this much stack
 * is enough for the bound; the usual 8 MB are not. */
#define STACK_BYTES ((rlim_t)256 << 20)

static void raise_stack_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= STACK_BYTES) return;
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= STACK_BYTES ? STACK_BYTES : limit.rlim_max;
  /* A refusal leaves the old limit, which only deep programs notice. */
  (void)setrlimit(RLIMIT_STACK, &limit);
}

int main(int count, char **words) {
  raise_stack_limit();
  return (int)cli_main(count, words, stdout, stderr);
}
