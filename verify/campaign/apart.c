#include "verify/campaign/apart.h"

#include "verify/campaign/campaign.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAUSE_MS 3
#define GRACE_MS 2000 /* after an interruption */

static _Noreturn void become_child(void (*work)(void *state), void *state, unsigned seconds, pid_t parent) {
  struct rlimit limit = {seconds, seconds + 1};
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  (void)signal(SIGINT, SIG_IGN); /* the parent's to answer */
  (void)signal(SIGHUP, SIG_IGN);
  (void)signal(SIGTERM, SIG_DFL);
  (void)setrlimit(RLIMIT_CPU, &limit);
  work(state);
  _exit(0);
}

static ApartEnd ended(int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return APART_DONE;
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU ? APART_LIMIT : APART_DIED;
}

static ApartEnd await(pid_t pid) {
  int status = 0;
  for (unsigned grace = 0; grace < GRACE_MS; grace += campaign_interrupted() ? PAUSE_MS : 0) {
    pid_t done = waitpid(pid, &status, WNOHANG);
    if (done == pid) return ended(status);
    if (done < 0 && errno != EINTR) return APART_DIED;
    struct timespec pause = {0, PAUSE_MS * 1000000L};
    (void)nanosleep(&pause, NULL);
  }
  (void)kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return APART_STOPPED;
}

ApartEnd apart_run(void (*work)(void *state), void *state, unsigned seconds) {
  pid_t parent = getpid();
  (void)fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) become_child(work, state, seconds, parent);
  return pid < 0 ? APART_NONE : await(pid);
}

void *apart_memory(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void apart_memory_free(void *memory, size_t size) {
  if (memory != NULL) (void)munmap(memory, size);
}
