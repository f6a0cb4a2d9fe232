#include "verify/enumerate/answers.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define FEW 512u /* questions, that one process answers in the time of starting more */

/* A process, and what it writes; NULL: it is gone. */
typedef struct Answerer {
  pid_t pid;
  FILE *said;
} Answerer;

struct Answers {
  Ask *ask;
  void *state;
  uint32_t count, jobs; /* processes; 0: none but this */
  void *key;            /* of the last answer, as it was read */
  size_t capacity;
  Answerer by[];
};

static bool say(FILE *out, Answer answer) {
  return fwrite(&answer, sizeof answer, 1, out) == 1 && fwrite(answer.key, 1, answer.length, out) == answer.length;
}

static void answer_share(const Answers *answers, uint32_t job, int into, pid_t parent) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  FILE *out = getppid() == parent ? fdopen(into, "wb") : NULL;
  bool good = out != NULL;
  for (uint32_t i = job; i < answers->count && good; i += answers->jobs)
    good = say(out, answers->ask(answers->state, i));
  if (good) (void)fclose(out); /* what is not heard is asked again */
  _exit(0);
}

static void start(Answers *answers, uint32_t job) {
  int ends[2];
  pid_t parent = getpid();
  if (pipe(ends) != 0) return;
  (void)fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    (void)close(ends[0]);
    answer_share(answers, job, ends[1], parent);
  }
  (void)close(ends[1]);
  answers->by[job] = (Answerer){pid, pid > 0 ? fdopen(ends[0], "rb") : NULL};
  if (answers->by[job].said == NULL) (void)close(ends[0]);
}

Answers *answers_open(uint32_t jobs, uint32_t count, Ask *ask, void *state) {
  if (jobs < 2 || count < FEW) jobs = 0;
  Answers *answers = calloc(1, sizeof *answers + jobs * sizeof *answers->by);
  if (answers == NULL) return NULL;
  answers->ask = ask;
  answers->state = state;
  answers->count = count;
  answers->jobs = jobs;
  for (uint32_t job = 0; job < jobs; job++) start(answers, job);
  return answers;
}

static bool hear(Answers *answers, FILE *said, Answer *answer) {
  if (fread(answer, sizeof *answer, 1, said) != 1) return false;
  if (answer->length > answers->capacity) {
    void *key = realloc(answers->key, answer->length);
    if (key == NULL) return false;
    answers->key = key;
    answers->capacity = answer->length;
  }
  answer->key = answers->key;
  return answer->length == 0 || fread(answers->key, 1, answer->length, said) == answer->length;
}

/* The end of one that is not heard to its end too: it may be waiting to be. */
static void dismiss(Answerer *answerer) {
  if (answerer->said != NULL) (void)fclose(answerer->said);
  if (answerer->pid > 0) {
    (void)kill(answerer->pid, SIGKILL);
    (void)waitpid(answerer->pid, NULL, 0);
  }
  *answerer = (Answerer){0, NULL};
}

Answer answers_get(Answers *answers, uint32_t i) {
  Answerer *answerer = answers->jobs == 0 ? NULL : &answers->by[i % answers->jobs];
  Answer answer;
  if (answerer != NULL && answerer->said != NULL) {
    if (hear(answers, answerer->said, &answer)) return answer;
    dismiss(answerer);
  }
  return answers->ask(answers->state, i);
}

void answers_close(Answers *answers) {
  if (answers == NULL) return;
  for (uint32_t job = 0; job < answers->jobs; job++) dismiss(&answers->by[job]);
  free(answers->key);
  free(answers);
}
