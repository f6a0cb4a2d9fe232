/* Campaigns of the program itself, in processor time of all its processes: answers of a shared object a second, judged,
 * and the whole of a campaign on a rule that is a term, which is proved. */
#include "tests/bench/campaigns.h"

#include "tests/bench/setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define EXAMPLE "tests/campaigns/c/softplus"

static const char *folder(void) {
  const char *build = getenv("BUILD");
  return build == NULL ? "build" : build;
}

static double of_children(void) {
  struct rusage usage;
  (void)getrusage(RUSAGE_CHILDREN, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

/* Runs a campaign; the seconds it took, and how many answers it asked for. */
static double campaign(const char *arguments, unsigned long *calls) {
  char command[512], line[512];
  double begun = of_children();
  (void)snprintf(command, sizeof command, "%s/adjudge campaign %s 2>&1", folder(), arguments);
  FILE *out = popen(command, "r");
  *calls = 0;
  while (out != NULL && fgets(line, sizeof line, out) != NULL) {
    const char *at = strstr(line, "undecided at ");
    if (at != NULL && (at = strstr(at, "; ")) != NULL) *calls += strtoul(at + 2, NULL, 10);
  }
  if (out == NULL || pclose(out) != 0 || *calls == 0) bench_fail(command);
  return of_children() - begun;
}

void bench_campaigns(void) {
  char command[512], arguments[512];
  unsigned long calls;
  (void)snprintf(command, sizeof command,
                 "cc -O2 -shared -fPIC -Iverify/primitive -o %s/bench-softplus.so " EXAMPLE ".c -lm", folder());
  if (system(command) != 0) bench_fail(command);
  (void)snprintf(arguments, sizeof arguments, "--quiet --samples 10000 " EXAMPLE ".prim --library %s/bench-softplus.so",
                 folder());
  double seconds = campaign(arguments, &calls);
  (void)printf("campaigns, processor time of all processes\n");
  (void)printf("  --library  %10.0f answers/s, judged (%lu answers)\n", (double)calls / seconds, calls);
  seconds = campaign("tests/campaigns/right/squared_norm.prim", &calls);
  (void)printf("  a term     %10.2f s to its verdict\n", seconds);
}
