/* The entry of `adjudge`. */
#include "verify/cli/commands.h"
#include "verify/cli/memory.h"
#include "verify/cli/stack.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

typedef struct Entry {
  int count;
  char **words;
  ExitCode code;
} Entry;

static void enter(void *state) {
  Entry *entry = state;
  entry->code = cli_main(entry->count, entry->words, stdout, stderr);
}

/* What was closed at the start stays unusable: a report that is opened would get its number, and the words meant for
 * it. */
static void hold_streams(void) {
  static const int unusable[] = {[STDIN_FILENO] = O_WRONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_RDONLY};
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", unusable[stream]) != stream) _exit(EXIT_USAGE);
}

int main(int count, char **words) {
  Entry entry = {count, words, EXIT_USAGE};
  hold_streams();
  memory_guard();
  (void)signal(SIGPIPE, SIG_IGN); /* a reader that went away is an error of writing, and said so */
  (void)signal(SIGXFSZ, SIG_IGN); /* so is a file that may not grow */
  stack_run(enter, &entry);
  return (int)entry.code;
}
