#include "verify/campaign/plot.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char setup[] =
    "set terminal svg size 900,300 dynamic enhanced font 'sans-serif,12' background '#ffffff' name '%s'\n"
    "set multiplot layout 1,2 margins 0.075,0.985,0.19,0.80 spacing 0.09\n"
    "set border 3 lc '#666666'\n"
    "set tics nomirror out scale 0.6 tc '#333333'\n"
    "set style fill solid 1.0 noborder\n"
    "set boxwidth 0.8\n"
    "set xlabel 'nodes of the program' tc '#333333'\n"
    "set xrange [-0.6:%u - 0.4]\n"
    "unset mytics\n"
    "set grid ytics lc '#dddddd' lt 1 lw 0.7\n"
    "set xtics (";

/* No bar is drawn for 0, which has no logarithm. */
static const char panels[] =
    "set key off\n"
    "set title 'programs of each size' offset 0,1.1 tc '#222222'\n"
    "set logscale y 10\n"
    "set format y '10^{%%T}'\n"
    "set yrange [0.7:%.0f]\n"
    "plot $data using 1:($2 > 0 ? $2 : 1/0) with boxes lc '#7a8ca3', "
    "'' using 1:($2 > 0 ? $2 : 1/0):(sprintf('%%.0f', $2)) with labels offset 0,0.6 font ',9' tc '#444444'\n"
    "unset logscale y\n"
    "set format y '%%g%%%%'\n"
    "set yrange [0:100]\n"
    "set title 'verdicts on them' offset 0,1.1 tc '#222222'\n"
    "set key at graph 0.5,1.12 center horizontal maxrows 1 samplen 1 width 1 reverse Left tc '#333333'\n"
    "set style data histograms\n"
    "set style histogram rowstacked\n"
    "plot $data using (100*$5/$2) title 'proved' lc '#2e7d4f', "
    "'' using (100*$6/$2) title 'proved outside' lc '#5aa37a', "
    "'' using (100*$7/$2) title 'holds' lc '#8fbf9f', "
    "'' using (100*$4/$2) title 'differs' lc '#8e6bbf', "
    "'' using (100*$8/$2) title 'undecided' lc '#e0a030', "
    "'' using (100*$3/$2) title 'refuted' lc '#c0392b'\n"
    "unset multiplot\n";

/* The rows that have programs, one place each, labelled by their size. */
static void write_script(FILE *out, const Tally *tally, const char *name) {
  uint64_t most = 1;
  uint32_t places = 0, every, place = 0;
  (void)fputs("$data << EOD\n", out);
  for (uint32_t row = 0; row < TALLY_SIZES; row++) {
    const uint64_t *n = tally->by_size[row];
    uint64_t sum = tally_row_total(tally, row);
    if (sum == 0) continue;
    if (sum > most) most = sum;
    (void)fprintf(out, "%u %llu", places++, (unsigned long long)sum);
    for (int v = 0; v < SIZE_VERDICTS; v++) (void)fprintf(out, " %llu", (unsigned long long)n[v]);
    (void)fputc('\n', out);
  }
  (void)fputs("EOD\n", out);
  (void)fprintf(out, setup, name, places);
  every = places > 16 ? 2 : 1;
  for (uint32_t row = 0; row < TALLY_SIZES; row++) {
    if (tally_row_total(tally, row) == 0) continue;
    if (place % every == 0)
      (void)fprintf(out, "%s'%llu%s' %u", place == 0 ? "" : ", ", (unsigned long long)tally_row_size(row),
                    row >= TALLY_EXACT ? "+" : "", place);
    place++;
  }
  (void)fputs(")\n", out);
  (void)fprintf(out, panels, 8.0 * (double)most);
}

/* Runs gnuplot on the script, its answer to the file at `path`. */
static PlotStatus run_gnuplot(FILE *script, const char *path) {
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

PlotStatus plot_sizes(const Tally *tally, const char *name, const char *path) {
  uint64_t programs = 0;
  for (uint32_t row = 0; row < TALLY_SIZES; row++) programs += tally_row_total(tally, row);
  if (programs == 0) return PLOT_NOTHING;
  FILE *script = tmpfile();
  if (script == NULL) return PLOT_FAILED;
  write_script(script, tally, name);
  PlotStatus status = PLOT_FAILED;
  if (fflush(script) == 0 && fseek(script, 0, SEEK_SET) == 0) status = run_gnuplot(script, path);
  (void)fclose(script);
  if (status != PLOT_DRAWN) (void)unlink(path);
  return status;
}

const char *plot_status_text(PlotStatus status) {
  switch (status) {
  case PLOT_DRAWN:
  case PLOT_NOTHING: break;
  case PLOT_NO_GNUPLOT: return "There is no picture: gnuplot is not installed (package gnuplot-nox).";
  case PLOT_FAILED: return "There is no picture: gnuplot failed, or its file could not be written.";
  }
  return "";
}
