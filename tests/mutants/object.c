/* Part of each mutant's shared object, BUILD/mutants/ID/mutant.so: sees that the program takes every symbol from it
 * that it was built to replace, or ends the program.  Their names stand in the file `symbols` beside it (build.sh).
 * And that what is changed ends no process but its own: its calls of kill come here. */
#define _GNU_SOURCE
#include "tests/mutants/mutant.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[4096];
const char *mutant_id = path;

int mutant_probe(void) { return MUTANT_ANSWER; }

static void inactive(const char *symbol, const char *why) {
  (void)fprintf(stderr, "mutant %s is not active: %s %s\n", mutant_id, symbol, why);
  _exit(MUTANT_INACTIVE);
}

static void check_symbol(const char *symbol, const void *base) {
  Dl_info taken;
  void *now = dlsym(RTLD_DEFAULT, symbol), *before = dlsym(RTLD_NEXT, symbol);
  if (now == NULL || dladdr(now, &taken) == 0 || taken.dli_fbase != base) inactive(symbol, "is taken from elsewhere");
  if (before == NULL) inactive(symbol, "replaces nothing of the library");
}

__attribute__((constructor)) static void check_active(void) {
  Dl_info own;
  char symbol[256];
  /* programs that this one starts are none of the mutant's */
  (void)unsetenv("LD_PRELOAD");
  (void)unsetenv(MUTANT_PRELOADED);
  if (dladdr(path, &own) == 0 || strlen(own.dli_fname) >= sizeof path) inactive("it", "cannot be found in memory");
  (void)strcpy(path, own.dli_fname);
  char *slash = strrchr(path, '/');
  if (slash == NULL || (size_t)(slash - path) + sizeof "/symbols" > sizeof path) inactive("it", "is in no folder");
  (void)strcpy(slash, "/symbols");
  FILE *symbols = fopen(path, "r");
  *slash = '\0';
  mutant_id = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
  size_t count = 0;
  for (; symbols != NULL && fscanf(symbols, "%255s", symbol) == 1; count++) check_symbol(symbol, own.dli_fbase);
  if (count == 0) inactive("nothing", "is replaced");
  (void)fclose(symbols);
}

/* A child, or its group, or the group that this process has made for itself. */
static bool is_own(pid_t pid) {
  siginfo_t info;
  if (pid == 0) return getpgrp() == getpid();
  pid_t process = pid < 0 ? -pid : pid;
  return process > 1 && waitid(P_PID, (id_t)process, &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) == 0;
}

/* The linker gives the calls of kill to __wrap_kill (build.sh). */
// NOLINTBEGIN(bugprone-reserved-identifier)
int __real_kill(pid_t pid, int number);
int __wrap_kill(pid_t pid, int number);

int __wrap_kill(pid_t pid, int number) {
  if (is_own(pid)) return __real_kill(pid, number);
  errno = ESRCH;
  return -1;
}
// NOLINTEND(bugprone-reserved-identifier)
