/* The entry of `adjudge`. */
#include "verify/cli/commands.h"
#include "verify/cli/memory.h"
#include "verify/cli/stack.h"

#include <signal.h>

typedef struct Entry {
  int count;
  char **words;
  ExitCode code;
} Entry;

static void enter(void *state) {
  Entry *entry = state;
  entry->code = cli_main(entry->count, entry->words, stdout, stderr);
}

int main(int count, char **words) {
  Entry entry = {count, words, EXIT_USAGE};
  memory_guard();
  (void)signal(SIGPIPE, SIG_IGN); /* a reader that went away is an error of writing, and said so */
  (void)signal(SIGXFSZ, SIG_IGN); /* so is a file that may not grow */
  stack_run(enter, &entry);
  return (int)entry.code;
}
