#include "verify/primitive/child.h"

#include "verify/campaign/clock.h"

#include <errno.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#define PIECE 4096
#define WAIT_MS 20 /* between looks at a child that writes nothing */

typedef enum ReadEnd { READ_SOME, READ_NOTHING, READ_CLOSED } ReadEnd;

static ReadEnd read_piece(const Child *child, void (*take)(void *state, const char *text, size_t length), void *state) {
  char piece[PIECE];
  struct pollfd file = {.fd = child->from, .events = POLLIN};
  if (child->from < 0 || poll(&file, 1, WAIT_MS) <= 0) return READ_NOTHING;
  ssize_t got = read(child->from, piece, sizeof piece);
  if (got < 0) return errno == EAGAIN || errno == EINTR ? READ_NOTHING : READ_CLOSED;
  if (got == 0) return READ_CLOSED;
  take(state, piece, (size_t)got);
  return READ_SOME;
}

/* Nothing is read any more; it may run on, and is looked at as often. */
static void close_output(Child *child) {
  if (child->from >= 0) (void)close(child->from);
  child->from = -1;
  (void)poll(NULL, 0, WAIT_MS);
}

int child_run(const char *const *words, double seconds, void (*take)(void *state, const char *text, size_t length),
              void *state) {
  Child child = {.to = -1, .from = -1};
  double deadline = clock_seconds() + seconds;
  int status = 0, code = CHILD_LATE;
  if (!child_start(&child, words)) return CHILD_NOT_RUN;
  (void)close(child.to); /* it reads nothing */
  child.to = -1;
  while (clock_seconds() < deadline) {
    ReadEnd end = read_piece(&child, take, state);
    if (end == READ_SOME) continue;
    if (code != CHILD_LATE) break; /* what it wrote before it ended is read */
    if (end == READ_CLOSED || child.from < 0) close_output(&child);
    pid_t done = waitpid(child.pid, &status, WNOHANG);
    if (done < 0 && errno != EINTR) code = CHILD_NOT_RUN;
    if (done == child.pid) code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  if (code != CHILD_LATE) child.pid = 0; /* waited for */
  child_stop(&child);
  return code;
}
