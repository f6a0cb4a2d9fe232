/* The entry of `adjudge`. */
#include "verify/cli/commands.h"

#include <gmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

/* How deep evaluation goes follows the stack (session_machine); the other limits
 * on depth are made for 8 MB. */
#if defined(__SANITIZE_ADDRESS__)
#define STACK_BYTES ((rlim_t)1 << 30) /* frames are larger */
#else
#define STACK_BYTES ((rlim_t)256 << 20)
#endif

static void raise_stack_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= STACK_BYTES) return;
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= STACK_BYTES ? STACK_BYTES : limit.rlim_max;
  /* A refusal leaves the old limit, which only deep programs notice. */
  (void)setrlimit(RLIMIT_STACK, &limit);
}

/* GMP cannot do without memory, and would abort: so the program ends, and says
 * why.  A worker that ends so counts as one that died. */
static void *have(void *memory) {
  static const char message[] = "adjudge: limit: out of memory for numbers\n";
  if (memory != NULL) return memory;
  ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
  _exit(written > 0 ? EXIT_USAGE : EXIT_REFUTED);
}

static void *number_new(size_t size) { return have(malloc(size)); }
static void number_free(void *memory, size_t size) {
  (void)size;
  free(memory);
}
static void *number_resize(void *memory, size_t before, size_t size) {
  (void)before;
  return have(realloc(memory, size));
}

int main(int count, char **words) {
  raise_stack_limit();
  mp_set_memory_functions(number_new, number_resize, number_free);
  (void)signal(SIGPIPE, SIG_IGN); /* a reader that went away is an error of writing, and said so */
  return (int)cli_main(count, words, stdout, stderr);
}
