/* Many files of C by one process: the reader of adjudge-c, text after text.
 *
 *   read_many < TEXTS
 *
 * TEXTS are lines "LENGTH", each with so many bytes behind it.  For each one line: the answer of adjudge-c for a file
 * case.c with these bytes, or {"died": SIGNAL}; the reader runs in a child that is started anew where it has died. */
#define main adjudge_c_main
#include "semantics/clang/adjudge_c.c"
#undef main

#include "tests/fuzz/limit.h"

#include <sys/mman.h>
#include <sys/wait.h>

#define TEXTS_A_CHILD 500u /* clang keeps some of what it has read */
#define SECONDS 30

/* The next text of the standard input; NULL at its end. */
static char *next_text(size_t *length) {
  char line[32];
  if (fgets(line, sizeof line, stdin) == NULL) return NULL;
  *length = strtoul(line, NULL, 10);
  char *bytes = malloc(*length + 1);
  if (bytes == NULL || fread(bytes, 1, *length, stdin) != *length) abort();
  bytes[*length] = '\0';
  return bytes;
}

static void answer_one(char *text, size_t length) {
  Asked asked = {.path = "case.c"};
  Runner m = {.path = asked.path, .source = text, .source_length = length};
  json_t *answer = json_pack("{s:[], s:[], s:[]}", "functions", "refused", "missing");
  arena_init(&m.arena, ARENA_BYTES);
  limit_input(SECONDS);
  read_unit(&m, &asked, answer);
  if (answer == NULL || json_dumpf(answer, stdout, JSON_COMPACT) != 0 || putchar('\n') == EOF || fflush(stdout) != 0)
    abort();
  json_decref(answer);
  arena_free(&m.arena);
  free(m.refusal);
}

typedef struct Texts {
  char **text;
  size_t *length;
  size_t count;
} Texts;

static void child(const Texts *texts, size_t first, size_t end, volatile size_t *done) {
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) (void)dup2(nowhere, STDERR_FILENO);
  for (size_t i = first; i < end; i++) {
    answer_one(texts->text[i], texts->length[i]);
    *done = i + 1;
  }
  _exit(0);
}

static void read_all(const Texts *texts, volatile size_t *done) {
  while (*done < texts->count) {
    size_t first = *done, end = first + TEXTS_A_CHILD < texts->count ? first + TEXTS_A_CHILD : texts->count;
    int status = 0;
    (void)fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) child(texts, first, end, done);
    if (pid < 0 || waitpid(pid, &status, 0) != pid) abort();
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
    (void)printf("\n{\"died\": %d}\n", WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status));
    (*done)++;
  }
}

int main(void) {
  Texts texts = {NULL, NULL, 0};
  size_t *done = mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), length;
  if (done == MAP_FAILED) return 2;
  for (char *text; (text = next_text(&length)) != NULL; texts.count++) {
    texts.text = realloc(texts.text, (texts.count + 1) * sizeof *texts.text);
    texts.length = realloc(texts.length, (texts.count + 1) * sizeof *texts.length);
    if (texts.text == NULL || texts.length == NULL) return 2;
    texts.text[texts.count] = text;
    texts.length[texts.count] = length;
  }
  read_all(&texts, done);
  return fflush(stdout) == 0 ? 0 : 1;
}
