#include "verify/cli/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static PlotStatus run(FILE *script, const char *path) {
  char *arguments[] = {(char[]){"gnuplot"}, NULL};
  posix_spawn_file_actions_t actions;
  pid_t pid = 0;
  int ended = 0;
  if (posix_spawn_file_actions_init(&actions) != 0) return PLOT_FAILED;
  bool good =
      posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO) == 0 &&
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_TRUNC, 0666) == 0 &&
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0;
  int failure = good ? posix_spawnp(&pid, arguments[0], &actions, NULL, arguments, environ) : EINVAL;
  (void)posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return failure == ENOENT ? PLOT_NO_GNUPLOT : PLOT_FAILED;
  while (waitpid(pid, &ended, 0) < 0) {
    if (errno != EINTR) return PLOT_FAILED;
  }
  if (WIFEXITED(ended) && WEXITSTATUS(ended) == 127) return PLOT_NO_GNUPLOT;
  return WIFEXITED(ended) && WEXITSTATUS(ended) == 0 ? PLOT_DRAWN : PLOT_FAILED;
}

PlotStatus gnuplot_run(FILE *script, const char *path) {
  PlotStatus status = PLOT_FAILED;
  if (fflush(script) == 0 && fseek(script, 0, SEEK_SET) == 0) status = run(script, path);
  if (status != PLOT_DRAWN) (void)unlink(path);
  return status;
}

const char *plot_status_text(PlotStatus status) {
  switch (status) {
  case PLOT_DRAWN: break;
  case PLOT_NO_GNUPLOT: return "gnuplot is not installed (package gnuplot-nox)";
  case PLOT_FAILED: return "gnuplot failed, or the file cannot be written";
  }
  return "";
}
