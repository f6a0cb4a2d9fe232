/* The entry of every program of the build with mutants: adjudge and the unit tests, linked with the library as a
 * shared object.  ADJUDGE_MUTANT=ID switches one planted error on: the program starts once more with ID's object
 * (built by build.sh) in front of the library, so that its symbols are taken for the library's.  Without it the
 * program is the sound one.  An error that would not be active ends the program with code 126.
 * ADJUDGE_CASE=NAME runs that case of a unit test alone. */
#define _GNU_SOURCE
#include "tests/mutants/mutant.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int inactive(const char *id, const char *why) {
  (void)fprintf(stderr, "mutant %s is not active: %s\n", id, why);
  return MUTANT_INACTIVE;
}

/* Starts this program again behind the mutant's object; comes back only when it cannot. */
static int start_behind(const char *id, char **words) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length < 0) return inactive(id, strerror(errno));
  path[length] = '\0';
  char *slash = strrchr(path, '/'); /* BUILD/mutants/bin/PROGRAM, and BUILD/mutants/ID/mutant.so */
  size_t folder = slash == NULL ? 0 : (size_t)(slash - path);
  if (strchr(id, '/') != NULL || folder + strlen(id) + sizeof "/..//mutant.so" > sizeof path)
    return inactive(id, "not the name of a mutant");
  (void)sprintf(path + folder, "/../%s/mutant.so", id);
  if (access(path, R_OK) != 0) return inactive(id, strerror(errno));
  if (setenv("LD_PRELOAD", path, 1) != 0 || setenv(MUTANT_PRELOADED, id, 1) != 0) return inactive(id, strerror(errno));
  (void)execv("/proc/self/exe", words);
  return inactive(id, strerror(errno));
}

static void choose_case(const char *name) {
  void (*choose)(const char *) = (void (*)(const char *))dlsym(RTLD_DEFAULT, "cmocka_set_test_filter");
  if (name != NULL && choose != NULL) choose(name);
}

int main(int count, char **words) {
  choose_case(getenv("ADJUDGE_CASE"));
  const char *id = getenv("ADJUDGE_MUTANT");
  if (id == NULL || *id == '\0') return program_main(count, words);
  const char *const *loaded = dlsym(RTLD_DEFAULT, "mutant_id");
  if (loaded == NULL)
    return getenv(MUTANT_PRELOADED) != NULL ? inactive(id, "its object was not loaded") : start_behind(id, words);
  if (strcmp(*loaded, id) != 0) return inactive(id, "another one is");
  if (mutant_probe_through_library() != MUTANT_ANSWER) return inactive(id, "the library keeps to its own symbols");
  return program_main(count, words);
}
