/* Part of each mutant's shared object: sees that the program takes every symbol from it that it was built to
 * replace, or ends the program.  MUTANT_ID and the list MUTANT_SYMBOLS come from build.sh. */
#define _GNU_SOURCE
#include "tests/mutants/mutant.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *mutant_id = MUTANT_ID;

int mutant_probe(void) { return MUTANT_ANSWER; }

static const char *const replaced[] = {
#include MUTANT_SYMBOLS
    NULL};

static void inactive(const char *symbol, const char *why) {
  (void)fprintf(stderr, "mutant %s is not active: %s %s\n", MUTANT_ID, symbol, why);
  _exit(MUTANT_INACTIVE);
}

__attribute__((constructor)) static void check_active(void) {
  Dl_info own, taken;
  /* programs that this one starts are none of the mutant's */
  (void)unsetenv("LD_PRELOAD");
  (void)unsetenv(MUTANT_PRELOADED);
  if (dladdr(replaced, &own) == 0) inactive("it", "cannot be found in memory");
  if (replaced[0] == NULL) inactive("nothing", "is replaced");
  for (size_t k = 0; replaced[k] != NULL; k++) {
    void *now = dlsym(RTLD_DEFAULT, replaced[k]), *before = dlsym(RTLD_NEXT, replaced[k]);
    if (now == NULL || dladdr(now, &taken) == 0 || taken.dli_fbase != own.dli_fbase)
      inactive(replaced[k], "is taken from elsewhere");
    if (before == NULL) inactive(replaced[k], "replaces nothing of the library");
  }
}
