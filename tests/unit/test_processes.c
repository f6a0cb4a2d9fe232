/* Other processes: questions are answered by them, in order, and by the asker where one is lost; a program that is run
 * to its end is heard to its end. */
#include "verify/enumerate/answers.h"
#include "verify/primitive/child.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ------------------------------------------------------------ answers -- */

enum { QUESTIONS = 2000 };

typedef struct Asked {
  pid_t asker, by;
  uint32_t lost; /* the question at which a process ends without an answer */
  uint32_t number;
} Asked;

/* Who answers, and a number of the question, in a key that is longer for some. */
static Answer ask(void *state, uint32_t i) {
  static Asked key[2];
  Asked *asked = state;
  if (i == asked->lost && getpid() != asked->asker) _exit(1);
  key[0] = (Asked){asked->asker, getpid(), 0, i * i};
  key[1] = key[0];
  return (Answer){i % 3 == 0, i, i % 7 == 0 ? 0 : (i % 2 + 1) * sizeof key[0], key};
}

/* How many processes answer, each answer what it is by its question. */
static uint32_t processes(uint32_t jobs, uint32_t lost) {
  Asked asked = {getpid(), 0, lost, 0};
  pid_t by[QUESTIONS];
  uint32_t count = 0;
  Answers *answers = answers_open(jobs, QUESTIONS, ask, &asked);
  assert_non_null(answers);
  for (uint32_t i = 0; i < QUESTIONS; i++) {
    Answer answer = answers_get(answers, i);
    assert_int_equal(answer.decided, i % 3 == 0);
    assert_int_equal(answer.mark, i);
    assert_int_equal(answer.length, i % 7 == 0 ? 0 : (i % 2 + 1) * sizeof(Asked));
    for (size_t k = 0; k < answer.length / sizeof(Asked); k++) {
      const Asked *key = (const Asked *)answer.key + k;
      bool known = false;
      assert_int_equal(key->number, i * i);
      for (uint32_t p = 0; p < count; p++) known = known || by[p] == key->by;
      if (!known) by[count++] = key->by;
    }
  }
  answers_close(answers);
  return count;
}

static void questions_are_shared(void **state) {
  (void)state;
  assert_int_equal(processes(0, QUESTIONS), 1);
  assert_int_equal(processes(1, QUESTIONS), 1);
  assert_int_equal(processes(2, QUESTIONS), 2);
  assert_int_equal(processes(5, QUESTIONS), 5);
}

static void what_is_lost_is_asked_here(void **state) {
  (void)state;
  assert_int_equal(processes(3, 1500), 4);
}

/* ------------------------------------------------------------ programs -- */

typedef struct Heard {
  char text[1 << 16];
  size_t length;
} Heard;

static void take(void *state, const char *text, size_t length) {
  Heard *heard = state;
  assert_true(heard->length + length < sizeof heard->text);
  memcpy(heard->text + heard->length, text, length);
  heard->length += length;
}

static int run(Heard *heard, const char *script, double seconds) {
  *heard = (Heard){.length = 0};
  return child_run((const char *const[]){"/bin/sh", "-c", script, NULL}, seconds, take, heard);
}

static void a_program_is_heard_to_its_end(void **state) {
  (void)state;
  static Heard heard;
  assert_int_equal(run(&heard, "echo one; sleep 0.1; echo two; exit 3", 3600), 3);
  assert_string_equal(heard.text, "one\ntwo\n");
  assert_int_equal(run(&heard, "i=0; while [ $i -lt 5000 ]; do echo $((1000000 + i)); i=$((i + 1)); done", 3600), 0);
  assert_int_equal(heard.length, 5000 * 8);
  assert_memory_equal(heard.text + heard.length - 8, "1004999\n", 8);
  assert_int_equal(run(&heard, "exec >&-; sleep 0.1; exit 5", 3600), 5); /* it says no more long before it ends */
  assert_int_equal(run(&heard, "kill -9 $$", 3600), -SIGKILL);
}

static void none_is_waited_for_for_ever(void **state) {
  (void)state;
  static Heard heard;
  assert_int_equal(run(&heard, "echo one; exec sleep 3600", 0.3), CHILD_LATE);
  assert_int_equal(child_run((const char *const[]){"/no/such/program", NULL}, 3600, take, &heard), 127);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(questions_are_shared),
      cmocka_unit_test(what_is_lost_is_asked_here),
      cmocka_unit_test(a_program_is_heard_to_its_end),
      cmocka_unit_test(none_is_waited_for_for_ever),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
