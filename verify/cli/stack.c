#include "verify/cli/stack.h"

#include "verify/cli/memory.h"

#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

#define MOST ((size_t)256 << 20)
#define LEAST ((size_t)16 << 20)
/* More than any frame of ours: running over the end hits it. */
#define GUARD ((size_t)1 << 20)

static size_t bytes;

static size_t limit_of(int resource, size_t otherwise) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return otherwise;
  return (size_t)limit.rlim_cur;
}

size_t stack_bytes(void) { return bytes != 0 ? bytes : limit_of(RLIMIT_STACK, MOST); }

#if defined(__SANITIZE_ADDRESS__)
#define RAISED ((rlim_t)1 << 30) /* frames are larger */

void stack_run(void (*function)(void *), void *state) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < RAISED) {
    limit.rlim_cur = limit.rlim_max < RAISED ? limit.rlim_max : RAISED;
    (void)setrlimit(RLIMIT_STACK, &limit); /* a refusal leaves the old limit */
  }
  function(state);
}
#else

static unsigned char *lowest; /* of GUARD bytes, below the stack; NULL: the process's stack is used */
static void make_stack(void) {
  size_t room = limit_of(RLIMIT_AS, SIZE_MAX) / 8;
  void *made = MAP_FAILED;
  for (bytes = room < LEAST ? LEAST : room < MOST ? room & ~(GUARD - 1) : MOST; bytes >= LEAST; bytes /= 2) {
    made = mmap(NULL, GUARD + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK,
                -1, 0);
    if (made != MAP_FAILED) break;
  }
  if (made == MAP_FAILED || mprotect(made, GUARD, PROT_NONE) != 0) process_limit("no memory for a stack");
  lowest = made;
}

static void on_fault(int signal_number, siginfo_t *info, void *context) {
  (void)context;
  const unsigned char *place = info->si_addr;
  if (place >= lowest && place < lowest + GUARD) process_limit("the stack is exhausted");
  (void)signal(signal_number, SIG_DFL); /* a defect: it faults again, and dies of it */
}

/* The end of the stack is told on another one. */
static void tell_of_end(void) {
  static unsigned char other[1 << 16];
  stack_t alternative = {.ss_sp = other, .ss_size = sizeof other};
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  (void)sigemptyset(&action.sa_mask);
  (void)sigaltstack(&alternative, NULL);
  (void)sigaction(SIGSEGV, &action, NULL);
}

static void (*started)(void *);
static void *started_state;
static void start(void) { started(started_state); }

void stack_run(void (*function)(void *), void *state) {
  ucontext_t back, there;
  make_stack();
  tell_of_end();
  started = function;
  started_state = state;
  if (getcontext(&there) != 0) process_limit("no stack");
  there.uc_stack.ss_sp = lowest + GUARD;
  there.uc_stack.ss_size = bytes;
  there.uc_link = &back;
  makecontext(&there, start, 0);
  if (swapcontext(&back, &there) != 0) process_limit("no stack");
}
#endif
