#include "verify/cli/forked.h"

#include "verify/cli/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void become_fork(void (*work)(const void *state, FILE *out), const void *state, int to, pid_t parent) {
  int none = open("/dev/null", O_RDONLY);
  FILE *out = fdopen(to, "w");
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  if (out == NULL) process_limit("out of memory");
  if (none < 0 || dup2(none, STDIN_FILENO) < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    process_limit("no file can be opened");
  (void)close(none);
  work(state, out);
  (void)fflush(out);
  (void)fflush(stdout); /* what somebody else's code has printed */
  _exit(0);
}

bool forked_start(Forked *forked, void (*work)(const void *state, FILE *out), const void *state) {
  int ends[2];
  pid_t parent = getpid();
  *forked = (Forked){0};
  if (pipe(ends) != 0) return false;
  (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  (void)fflush(NULL);
  forked->pid = fork();
  if (forked->pid == 0) become_fork(work, state, ends[1], parent);
  int why = errno;
  (void)close(ends[1]);
  if (forked->pid > 0) forked->lines = fdopen(ends[0], "r");
  if (forked->pid > 0 && forked->lines == NULL) process_limit("out of memory");
  if (forked->pid < 0) (void)close(ends[0]);
  errno = why;
  return forked->pid > 0;
}

json_t *forked_next(Forked *forked) {
  ssize_t length = getline(&forked->line, &forked->room, forked->lines);
  return length <= 0 ? NULL : json_loadb(forked->line, (size_t)length, JSON_DECODE_ANY, NULL);
}

int forked_end(Forked *forked) {
  int status = 0;
  (void)fclose(forked->lines);
  free(forked->line);
  while (waitpid(forked->pid, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}
