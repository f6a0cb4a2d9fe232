/* A program that is asked line by line over two pipes: what it answers, how it ended where it did not, and that
 * nothing of it is left. */
#include "verify/primitive/child.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LONG_ENOUGH 600.0 /* seconds, which nothing here takes */

static Child start(const char *script) {
  const char *const words[] = {"/bin/sh", "-c", script, NULL};
  Child child = {.pid = 0};
  assert_true(child_start(&child, words));
  assert_true(child.pid > 0 && child.guard > 0);
  return child;
}

static void stop(Child *child) {
  child_stop(child);
  assert_true(child->pid == 0 && child->guard == 0 && child->to == -1 && child->from == -1);
  free(child->buffer);
}

/* The answer to a line, to be freed; NULL: with a message. */
static char *ask(Child *child, const char *line) {
  size_t length = 0;
  if (!child_exchange(child, line, strlen(line), LONG_ENOUGH, NULL, &length)) return NULL;
  char *answer = strndup(child->buffer, length);
  child_take_line(child, length);
  return answer;
}

static void assert_answer(Child *child, const char *line, const char *expected) {
  char *answer = ask(child, line);
  if (answer == NULL) fail_msg("%s", child->message);
  assert_string_equal(answer, expected);
  free(answer);
}

/* A line for a line; of more lines than were asked for the next are there without being asked. */
static void answers_in_order(void **state) {
  (void)state;
  Child child = start("while read -r word; do echo \"got $word\"; done");
  assert_answer(&child, "one\n", "got one");
  assert_answer(&child, "two\n", "got two");
  assert_false(child.late);
  stop(&child);
  child = start("read -r word; echo first; echo; echo third; read -r word; echo \"$word\"");
  assert_answer(&child, "a\n", "first");
  assert_answer(&child, "", "");
  assert_answer(&child, "", "third");
  assert_answer(&child, "b\n", "b");
  stop(&child);
}

/* Lines that are longer than what a pipe holds, there and back. */
static void long_lines(void **state) {
  (void)state;
  enum { LONG = 1 << 20 };
  char *line = malloc(LONG + 2);
  assert_non_null(line);
  for (int i = 0; i < LONG; i++) line[i] = (char)('a' + i % 26);
  memcpy(line + LONG, "\n", 2);
  Child child = start("exec cat");
  for (int times = 0; times < 2; times++) {
    size_t length = 0;
    assert_true(child_exchange(&child, line, LONG + 1, LONG_ENOUGH, NULL, &length));
    assert_int_equal(length, LONG);
    assert_memory_equal(child.buffer, line, LONG + 1);
    child_take_line(&child, length);
    assert_int_equal(child.used, 0);
  }
  stop(&child);
  free(line);
}

/* How it ended, though what it has started holds its pipe; after that it is not asked any more. */
static void ends_are_told(void **state) {
  (void)state;
  static const struct {
    const char *script, *message;
  } table[] = {
      {"exit 3", "the program ended before it answered: exit code 3"},
      {"read -r word; exit 0", "the program ended before it answered: exit code 0"},
      {"kill -9 $$", "the program ended before it answered: killed by signal 9"},
      {"sleep 1000 & exit 4", "the program ended before it answered: exit code 4"},
      {"exec /nonexistent/program 2> /dev/null", "the program ended before it answered: exit code 127"},
      {"echo half of a line | tr -d '\\n'", "the program ended before it answered: exit code 0"},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Child child = start(table[k].script);
    assert_null(ask(&child, "a line\n"));
    assert_string_equal(child.message, table[k].message);
    assert_int_equal(child.pid, 0);
    assert_false(child.late);
    assert_null(ask(&child, "a line\n"));
    assert_string_equal(child.message, "the program is not running");
    stop(&child);
  }
  const char *const words[] = {"/nonexistent/program", NULL}, *const none[] = {NULL};
  Child child = {.pid = 0};
  assert_false(child_start(&child, none));
  assert_true(child_start(&child, words));
  assert_null(ask(&child, "a line\n"));
  assert_string_equal(child.message, "the program ended before it answered: exit code 127");
  stop(&child);
}

static bool always(void) { return true; }

/* One that does not answer is late, or is not waited for. */
static void silence(void **state) {
  (void)state;
  size_t length = 0;
  Child child = start("exec sleep 1000");
  assert_false(child_exchange(&child, "a\n", 2, LONG_ENOUGH, always, &length));
  assert_string_equal(child.message, "interrupted");
  assert_false(child.late);
  assert_false(child_exchange(&child, "a\n", 2, 0, NULL, &length));
  assert_string_equal(child.message, "no answer in time: the program hangs");
  assert_true(child.late);
  stop(&child);
}

/* Whether the process is there and has not ended. */
static bool lives(long pid) {
  char path[64], text[256] = "";
  (void)snprintf(path, sizeof path, "/proc/%ld/stat", pid);
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  bool read = fgets(text, sizeof text, file) != NULL;
  (void)fclose(file);
  const char *rest = read ? strrchr(text, ')') : NULL;
  return rest != NULL && rest[2] != 'Z' && rest[2] != 'X';
}

/* What it has started ends with it. */
static void nothing_is_left(void **state) {
  (void)state;
  Child child = start("sleep 1000 & echo $!; exec sleep 1000");
  char *answer = ask(&child, "");
  assert_non_null(answer);
  long started = strtol(answer, NULL, 10), own = child.pid, guard = child.guard;
  free(answer);
  assert_true(started > 0 && lives(started) && lives(own) && lives(guard));
  stop(&child);
  assert_false(lives(own) || lives(guard));
  while (lives(started)) (void)usleep(1000); /* it was killed, and ends when it is looked at */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_in_order), cmocka_unit_test(long_lines),      cmocka_unit_test(ends_are_told),
      cmocka_unit_test(silence),          cmocka_unit_test(nothing_is_left),
  };
  (void)signal(SIGPIPE, SIG_IGN); /* as the program does: some end before they are asked */
  return cmocka_run_group_tests(tests, NULL, NULL);
}
