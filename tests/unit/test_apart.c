/* Work in a process of its own: what it wrote counts, however it ends. */
#include "verify/campaign/apart.h"
#include "verify/campaign/campaign.h"
#include "verify/cli/commands.h"
#include "verify/cli/stack.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static volatile int *steps;

static void finish(void *state) { *steps += *(int *)state; }
static void crash(void *state) {
  finish(state);
  (void)raise(SIGKILL); /* the test library handles SIGSEGV */
}
static void loop(void *state) {
  finish(state);
  for (volatile uint64_t i = 0;; i++) continue;
}
static void give_up(void *state) {
  finish(state);
  _exit(4);
}

static int set_up(void **state) {
  (void)state;
  steps = apart_memory(sizeof *steps);
  return steps == NULL;
}

static int tear_down(void **state) {
  (void)state;
  apart_memory_free((void *)steps, sizeof *steps);
  return 0;
}

static void test_ends(void **state) {
  (void)state;
  int by = 3;
  assert_int_equal(apart_run(finish, &by, 10), APART_DONE);
  assert_int_equal(*steps, 3);
  assert_int_equal(apart_run(crash, &by, 10), APART_DIED);
  assert_int_equal(*steps, 6);
  assert_int_equal(apart_run(give_up, &by, 10), APART_DIED);
  assert_int_equal(*steps, 9);
  assert_int_equal(apart_run(loop, &by, 1), APART_LIMIT);
  assert_int_equal(*steps, 12);
}

/* A run that nohup began goes on when its terminal is gone. */
static void test_nohup(void **state) {
  (void)state;
  (void)signal(SIGHUP, SIG_IGN);
  campaign_handle_signals();
  assert_int_equal(raise(SIGHUP), 0);
  assert_false(campaign_interrupted());
  (void)signal(SIGHUP, SIG_DFL);
  campaign_handle_signals();
  assert_int_equal(raise(SIGHUP), 0);
  assert_true(campaign_interrupted());
}

#ifndef __SANITIZE_ADDRESS__ /* which has the signal itself */
/* Deeper than any stack: the process says so and ends, and does not crash. */
static void descend(void *state) {
  volatile unsigned char frame[4096];
  frame[0] = (unsigned char)*(int *)state;
  if (frame[0] != 0) descend(state); /* always */
  *(int *)state = frame[0];
}

static void test_end_of_the_stack(void **state) {
  char said[200] = "";
  int ends[2], by = 1, ended = 0;
  (void)state;
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    (void)dup2(ends[1], STDERR_FILENO);
    (void)signal(SIGSEGV, SIG_DFL); /* the test library's handler needs a stack */
    stack_run(descend, &by);
    _exit(0);
  }
  (void)close(ends[1]);
  assert_int_equal(waitpid(child, &ended, 0), child);
  assert_true(read(ends[0], said, sizeof said - 1) >= 0);
  (void)close(ends[0]);
  assert_string_equal(said, "adjudge: limit: the stack is exhausted\n");
  assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == EXIT_USAGE);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_ends, set_up, tear_down),
#ifndef __SANITIZE_ADDRESS__
      cmocka_unit_test(test_end_of_the_stack),
#endif
      cmocka_unit_test(test_nohup),
  };
  return cmocka_run_group_tests_name("apart", tests, NULL, NULL);
}
