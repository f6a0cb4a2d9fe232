#include "verify/cli/gnuplot.h"

#include "verify/campaign/destination.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Writes all that comes to a file: gnuplot itself ends with 0 where a disk is full. */
static bool copy(int from, int to) {
  char bytes[1 << 14];
  for (;;) {
    ssize_t count = read(from, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    for (ssize_t done = 0; done < count;) {
      ssize_t wrote = write(to, bytes + done, (size_t)(count - done));
      if (wrote < 0 && errno != EINTR) return false;
      if (wrote > 0) done += wrote;
    }
  }
}

/* Its answer to the file that is open. */
static PlotStatus run(FILE *script, int file) {
  char *arguments[] = {(char[]){"gnuplot"}, NULL};
  posix_spawn_file_actions_t actions;
  pid_t pid = 0;
  int ended = 0, ends[2];
  if (pipe(ends) != 0) return PLOT_FAILED;
  if (posix_spawn_file_actions_init(&actions) != 0) return close(ends[0]), close(ends[1]), PLOT_FAILED;
  bool good = posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO) == 0 &&
              posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0 &&
              posix_spawn_file_actions_addclose(&actions, ends[0]) == 0 &&
              posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0;
  int failure = good ? posix_spawnp(&pid, arguments[0], &actions, NULL, arguments, environ) : EINVAL;
  (void)posix_spawn_file_actions_destroy(&actions);
  (void)close(ends[1]);
  bool written = failure == 0 && copy(ends[0], file);
  int why = errno;
  (void)close(ends[0]);
  if (failure != 0) return failure == ENOENT ? PLOT_NO_GNUPLOT : PLOT_FAILED;
  while (waitpid(pid, &ended, 0) < 0) {
    if (errno != EINTR) return PLOT_FAILED;
  }
  if (!written) return errno = why, PLOT_UNWRITTEN;
  if (WIFEXITED(ended) && WEXITSTATUS(ended) == 127) return PLOT_NO_GNUPLOT;
  return WIFEXITED(ended) && WEXITSTATUS(ended) == 0 ? PLOT_DRAWN : PLOT_FAILED;
}

PlotStatus gnuplot_run(FILE *script, const char *path) {
  Destination to;
  if (!destination_open(&to, path)) return PLOT_UNWRITTEN;
  bool whole = fflush(script) == 0 && ferror(script) == 0 && fseek(script, 0, SEEK_SET) == 0;
  PlotStatus status = whole ? run(script, fileno(to.file)) : PLOT_NO_ROOM;
  if (status == PLOT_DRAWN) return destination_commit(&to) ? PLOT_DRAWN : PLOT_UNWRITTEN;
  int why = errno;
  destination_abandon(&to);
  errno = why;
  return status;
}

const char *plot_status_text(PlotStatus status) {
  switch (status) {
  case PLOT_DRAWN: break;
  case PLOT_NO_GNUPLOT: return "gnuplot is not installed (package gnuplot-nox)";
  case PLOT_NO_ROOM: return "no room for a temporary file";
  case PLOT_FAILED: return "gnuplot failed";
  case PLOT_UNWRITTEN: return destination_error();
  }
  return "";
}
