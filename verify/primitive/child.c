#include "verify/primitive/child.h"

#include "verify/campaign/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_MOST ((size_t)64 << 20)
#define PATH_MOST 4096
#define PIPE_MOST 65536 /* what a pipe holds */
#define POLL_SECONDS 0.2

static bool complain(Child *child, const char *what, const char *detail) {
  (void)snprintf(child->message, sizeof child->message, "%s%s", what, detail);
  return false;
}

bool child_complain_late(Child *child) {
  child->late = true;
  return complain(child, "no answer in time: the program hangs", "");
}

/* What a rule includes or imports, and the variable by which its language looks for it. */
static const struct {
  const char *variable, *file;
} packages[] = {
    {"PATH", "adjudge"}, {"PYTHONPATH", "adjudge_rule.py"}, {"NODE_PATH", "adjudge_rule.js"}, {"CPATH", "adjudge.h"}};

bool package_find(const char *file, char *folder, size_t room) {
  static const char *const places[] = {
      ".",        "../lib/adjudge",         "../share/adjudge", "../include", "../verify/primitive",
      "../tests", "../../verify/primitive", "../../tests"};
  char self[PATH_MOST], path[2 * PATH_MOST];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length < 0) return false;
  self[length] = '\0';
  char *name = strrchr(self, '/');
  if (name == NULL) return false;
  *name = '\0';
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    (void)snprintf(folder, room, "%s/%s", self, places[i]);
    (void)snprintf(path, sizeof path, "%s/%s", folder, file);
    if (access(path, R_OK) == 0) return true;
  }
  return false;
}

/* In the child: a rule finds Adjudge's packages, wherever they are. */
static void show_packages(void) {
  char folder[PATH_MOST + 32], path[4 * PATH_MOST];
  for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
    const char *before = getenv(packages[i].variable);
    if (!package_find(packages[i].file, folder, sizeof folder)) continue;
    (void)snprintf(path, sizeof path, "%s%s%s", folder, before == NULL || *before == '\0' ? "" : ":",
                   before == NULL ? "" : before);
    (void)setenv(packages[i].variable, path, 1);
  }
}

static void end_process(pid_t pid) {
  if (pid <= 0) return;
  (void)kill(pid, SIGKILL);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
}

void child_stop(Child *child) {
  if (child->to > 0) (void)close(child->to);
  if (child->from > 0) (void)close(child->from);
  child->to = child->from = -1;
  if (child->guard > 0) (void)kill(-child->guard, SIGKILL);
  end_process(child->pid);
  end_process(child->guard);
  child->pid = child->guard = 0;
}

/* The guard waits for the signal that says that its parent is gone, and then ends its
 * process group: the child, and what the child has started. */
static pid_t guard_start(void) {
  pid_t parent = getpid(), pid = fork();
  if (pid == 0) {
    sigset_t gone;
    int number;
    (void)sigemptyset(&gone);
    (void)sigaddset(&gone, SIGTERM);
    (void)sigprocmask(SIG_BLOCK, &gone, NULL);
    (void)signal(SIGINT, SIG_IGN);
    (void)signal(SIGHUP, SIG_IGN);
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == parent) (void)sigwait(&gone, &number);
    (void)kill(0, SIGKILL);
    _exit(0);
  }
  if (pid > 0) (void)setpgid(pid, pid);
  return pid;
}

bool child_start(Child *child, const char *const *words) {
  int in[2], out[2];
  if (words[0] == NULL) return false;             /* there was no memory to keep it */
  pid_t parent = getpid(), guard = guard_start(); /* before there are pipes that it would keep open */
  bool one = pipe(in) == 0, two = one && pipe(out) == 0;
  if (!two) {
    if (one) (void)close(in[0]), (void)close(in[1]);
    end_process(guard);
    return false;
  }
  pid_t pid = guard > 0 ? fork() : -1;
  if (pid == 0) {
    (void)setpgid(0, guard);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    (void)signal(SIGPIPE, SIG_DFL);
    (void)signal(SIGXFSZ, SIG_DFL);
    (void)signal(SIGINT, SIG_IGN); /* Ctrl-C ends the campaign, which ends the child */
    (void)signal(SIGHUP, SIG_IGN);
    (void)signal(SIGTERM, SIG_DFL);
    if (dup2(in[0], STDIN_FILENO) < 0 || dup2(out[1], STDOUT_FILENO) < 0) _exit(127);
    (void)close(in[0]), (void)close(in[1]), (void)close(out[0]), (void)close(out[1]);
    show_packages();
    (void)execv(words[0], (char *const *)words); /* which does not change them */
    _exit(127);
  }
  (void)close(in[0]), (void)close(out[1]);
  child->pid = pid, child->guard = guard, child->to = in[1], child->from = out[0];
  child->used = 0;
  if (pid < 0) {
    child_stop(child);
    return false;
  }
  (void)setpgid(pid, guard);
  (void)fcntl(child->to, F_SETFL, O_NONBLOCK);
  (void)fcntl(child->from, F_SETFL, O_NONBLOCK);
  (void)fcntl(child->to, F_SETFD, FD_CLOEXEC);
  (void)fcntl(child->from, F_SETFD, FD_CLOEXEC);
  return true;
}

static bool make_room(Child *child) {
  if (child->room - child->used > PIPE_MOST) return true;
  size_t room = child->room == 0 ? 1 << 17 : 2 * child->room;
  char *grown = room > 2 * ANSWER_MOST ? NULL : realloc(child->buffer, room);
  if (grown == NULL) return false;
  child->buffer = grown;
  child->room = room;
  return true;
}

/* How a child ended that has closed its output: most have ended, or will at once. */
static pid_t wait_briefly(pid_t pid, int *code) {
  const struct timespec pause = {.tv_nsec = 10000000};
  pid_t done = waitpid(pid, code, WNOHANG);
  for (int i = 0; i < 50 && done == 0; i++) {
    (void)nanosleep(&pause, NULL);
    done = waitpid(pid, code, WNOHANG);
  }
  return done;
}

static bool complain_end(Child *child, bool ended, int code) {
  char text[80] = "";
  if (ended) {
    child->pid = 0;
    if (WIFSIGNALED(code))
      (void)snprintf(text, sizeof text, ": killed by signal %d", WTERMSIG(code));
    else
      (void)snprintf(text, sizeof text, ": exit code %d", WEXITSTATUS(code));
  }
  return complain(child, "the program ended before it answered", text);
}

/* 1 a line is there, 0 not yet, -1 with a complaint. */
static int read_some(Child *child, size_t searched) {
  if (!make_room(child)) {
    (void)complain(child, "the answer is longer than 64 MB", "");
    return -1;
  }
  ssize_t got = read(child->from, child->buffer + child->used, child->room - child->used - 1);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (got < 0) (void)complain(child, "its output cannot be read: ", strerror(errno));
  if (got < 0) return -1;
  if (got == 0) {
    int code = 0;
    bool ended = wait_briefly(child->pid, &code) == child->pid;
    (void)complain_end(child, ended, code);
    return -1;
  }
  child->used += (size_t)got;
  return memchr(child->buffer + searched, '\n', child->used - searched) != NULL;
}

/* Both ways at once, since either pipe may be full. */
bool child_exchange(Child *child, const char *line, size_t length, double timeout, bool (*stopped)(void),
                    size_t *answer) {
  double deadline = clock_seconds() + timeout;
  size_t sent = 0, searched = 0;
  if (child->pid <= 0) return complain(child, "the program is not running", "");
  bool there = length == 0 && child->used > 0 && memchr(child->buffer, '\n', child->used) != NULL;
  while (!there) {
    double left = deadline - clock_seconds();
    if (left <= 0) return child_complain_late(child);
    if (stopped != NULL && stopped()) return complain(child, "interrupted", "");
    struct pollfd files[2] = {{.fd = child->from, .events = POLLIN}, {.fd = child->to, .events = POLLOUT}};
    /* a signal may come just before: not for long */
    int wait = left < POLL_SECONDS ? (int)(left * 1000) + 1 : (int)(POLL_SECONDS * 1000);
    int ready = poll(files, sent < length ? 2 : 1, wait);
    int code = 0;
    if (ready < 0 && errno != EINTR) return complain(child, "poll: ", strerror(errno));
    /* what it has started may keep the pipe open when it has ended */
    bool ended = ready == 0 && waitpid(child->pid, &code, WNOHANG) == child->pid;
    if (ended) { /* and may have answered since it was looked at */
      there = read_some(child, searched) > 0;
      (void)complain_end(child, true, code);
      if (!there) return false;
    }
    if (ready <= 0) continue;
    if ((files[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
      int found = read_some(child, searched);
      if (found < 0) return false;
      there = found > 0;
      searched = child->used;
    }
    if (!there && sent < length && (files[1].revents & (POLLOUT | POLLERR | POLLHUP)) != 0) {
      ssize_t wrote = write(child->to, line + sent, length - sent);
      if (wrote < 0 && errno != EAGAIN && errno != EINTR)
        sent = length; /* it no longer reads: what it said last is still to be read */
      else if (wrote > 0)
        sent += (size_t)wrote;
    }
  }
  *answer = (size_t)((char *)memchr(child->buffer, '\n', child->used) - child->buffer);
  return true;
}

void child_take_line(Child *child, size_t length) {
  child->used -= length + 1;
  memmove(child->buffer, child->buffer + length + 1, child->used);
}
