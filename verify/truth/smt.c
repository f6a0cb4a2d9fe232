/* The parent's side: questions, deadlines, and the end of children. */
#include "verify/truth/smt.h"

#include "verify/truth/smt_child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What the child said to a question, which it would say again: its steps are counted, and its context is new.  Both
 * rules of a program, and both rings, ask the same. */
typedef struct Remembered {
  char *text, *answer; /* NULL: nothing */
  uint32_t count;
  bool hard; /* it needed more than the first steps */
} Remembered;

#define REMEMBERED 1024u /* questions, each in the place that its hash gives it */

struct Smt {
  uint32_t steps, milliseconds, megabytes;
  uint32_t hard; /* questions that may still need more than the first steps */
  pid_t child;   /* 0: none */
  int socket;
  bool (*stopped)(void); /* NULL: it never is */
  uint64_t count[SMT_LOST + 1];
  Remembered remembered[REMEMBERED];
};

Smt *smt_new(uint32_t steps, uint32_t milliseconds, uint32_t megabytes) {
  Smt *smt = calloc(1, sizeof *smt);
  if (smt == NULL) return NULL;
  smt->steps = steps;
  smt->milliseconds = milliseconds;
  smt->megabytes = megabytes;
  smt->socket = -1;
  smt_renew(smt);
  return smt;
}

void smt_stop_when(Smt *smt, bool (*stopped)(void)) { smt->stopped = stopped; }

static bool is_stopped(const Smt *smt) { return smt->stopped != NULL && smt->stopped(); }

void smt_renew(Smt *smt) { smt->hard = SMT_HARD; }

static void end_child(Smt *smt) {
  if (smt->child > 0) {
    (void)kill(smt->child, SIGKILL);
    while (waitpid(smt->child, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  if (smt->socket >= 0) (void)close(smt->socket);
  smt->child = 0;
  smt->socket = -1;
}

void smt_free(Smt *smt) {
  if (smt == NULL) return;
  end_child(smt);
  for (uint32_t k = 0; k < REMEMBERED; k++) {
    free(smt->remembered[k].text);
    free(smt->remembered[k].answer);
  }
  free(smt);
}

uint64_t smt_count(const Smt *smt, SmtAnswer answer) { return smt->count[answer]; }
pid_t smt_child(const Smt *smt) { return smt->child; }

static bool start_child(Smt *smt, SmtLimits limits) {
  int pair[2];
  pid_t parent = getpid();
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return false;
  (void)fflush(NULL); /* a solver without memory ends by exit(), which would write it twice */
  pid_t child = fork();
  if (child == 0) {
    (void)close(pair[0]);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* no child outlives its parent */
    if (getppid() != parent) _exit(0);
    smt_serve(pair[1], limits);
    _exit(0);
  }
  (void)close(pair[1]);
  if (child < 0) {
    (void)close(pair[0]);
    return false;
  }
  smt->child = child;
  smt->socket = pair[0];
  return true;
}

/* ------------------------------------------------------------ transfer -- */

static int64_t now_milliseconds(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

#define LOOK_AGAIN 250 /* milliseconds, after which somebody may have stopped it */

/* Sends all that is at `from`, or receives it into `into`, before the deadline. */
static bool transfer(const Smt *smt, const char *from, char *into, size_t size, int64_t deadline) {
  bool sending = from != NULL;
  while (size > 0) {
    int64_t left = deadline - now_milliseconds();
    struct pollfd ready = {.fd = smt->socket, .events = sending ? POLLOUT : POLLIN};
    if (left <= 0 || is_stopped(smt)) return false;
    int found = poll(&ready, 1, (int)(left < LOOK_AGAIN ? left : LOOK_AGAIN));
    if (found == 0) continue;
    if (found < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    ssize_t moved = sending ? send(smt->socket, from, size, MSG_NOSIGNAL | MSG_DONTWAIT)
                            : recv(smt->socket, into, size, MSG_DONTWAIT);
    if (moved < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (moved <= 0) return false; /* the child is gone */
    if (sending)
      from += moved;
    else
      into += moved;
    size -= (size_t)moved;
  }
  return true;
}

/* The answer's lines, malloc'ed; NULL when none came in time. */
static char *ask(const Smt *smt, const char *text, uint32_t count) {
  int64_t deadline = now_milliseconds() + smt->milliseconds;
  size_t length = strlen(text);
  SmtQuestion question = {(uint32_t)length, count};
  uint32_t size = 0;
  if (!transfer(smt, (const char *)&question, NULL, sizeof question, deadline)) return NULL;
  if (!transfer(smt, text, NULL, length, deadline)) return NULL;
  if (!transfer(smt, NULL, (char *)&size, sizeof size, deadline) || size == 0 || size > SMT_ANSWER_MOST) return NULL;
  char *answer = malloc((size_t)size + 1);
  if (answer == NULL) return NULL;
  answer[size] = '\0';
  if (transfer(smt, NULL, answer, size, deadline)) return answer;
  free(answer);
  return NULL;
}

/* "LOW HIGH" on each line after the first. */
static bool read_values(char *answer, uint32_t count, SmtValue *value) {
  char *line = strchr(answer, '\n');
  for (uint32_t i = 0; i < count; i++) {
    char *low = line == NULL ? NULL : line + 1, *high = low == NULL ? NULL : strchr(low, ' ');
    if (high == NULL) return false;
    *high++ = '\0';
    line = strchr(high, '\n');
    if (line != NULL) *line = '\0';
    if (mpq_set_str(value[i].low, low, 10) != 0 || mpq_set_str(value[i].high, high, 10) != 0) return false;
    if (mpz_sgn(mpq_denref(value[i].low)) == 0 || mpz_sgn(mpq_denref(value[i].high)) == 0) return false;
    mpq_canonicalize(value[i].low);
    mpq_canonicalize(value[i].high);
  }
  return true;
}

static SmtAnswer answer_of(char *answer, uint32_t count, SmtValue *value) {
  switch (answer[0]) {
  case SMT_SAYS_UNSAT: return SMT_UNSAT;
  case SMT_SAYS_SAT: return read_values(answer, count, value) ? SMT_SAT : SMT_UNKNOWN;
  case SMT_SAYS_UNKNOWN: return SMT_UNKNOWN;
  default: return SMT_LOST;
  }
}

static Remembered *remembered_place(Smt *smt, const char *text) {
  uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
  for (const char *at = text; *at != '\0'; at++) hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
  return &smt->remembered[hash % REMEMBERED];
}

/* A copy of the answer to this very question; NULL when it is not remembered. */
static char *recall(Smt *smt, const char *text, uint32_t count, bool *hard) {
  const Remembered *place = remembered_place(smt, text);
  bool same = place->text != NULL && place->count == count && strcmp(place->text, text) == 0;
  *hard = same && place->hard;
  return same ? strdup(place->answer) : NULL;
}

/* Answers that are final; without memory nothing is remembered. */
static void remember(Smt *smt, const char *text, uint32_t count, const char *answer, bool hard) {
  Remembered *place = remembered_place(smt, text);
  if (answer[0] != SMT_SAYS_UNSAT && answer[0] != SMT_SAYS_SAT && answer[0] != SMT_SAYS_UNKNOWN) return;
  free(place->text), free(place->answer);
  *place = (Remembered){.text = NULL};
  char *question = strdup(text), *known = strdup(answer);
  if (question != NULL && known != NULL)
    *place = (Remembered){.text = question, .answer = known, .count = count, .hard = hard};
  else
    free(question), free(known);
}

/* Of the child that serves many questions, in few steps. */
static char *ask_first(Smt *smt, const char *text, uint32_t count) {
  SmtLimits limits = {.steps = smt->steps < SMT_FIRST_STEPS ? smt->steps : SMT_FIRST_STEPS,
                      .megabytes = smt->megabytes};
  if (smt->child <= 0 && !start_child(smt, limits)) return NULL;
  char *answer = ask(smt, text, count);
  if (answer == NULL || answer[0] == SMT_SAYS_LOST) end_child(smt);
  return answer;
}

/* Of a child of its own, which has counted nothing yet, in all steps. */
static char *ask_alone(const Smt *smt, const char *text, uint32_t count) {
  SmtLimits limits = {.steps = smt->steps, .megabytes = smt->megabytes, .allocations = SMT_ALLOCATIONS};
  Smt alone = {.milliseconds = smt->milliseconds, .socket = -1, .stopped = smt->stopped};
  char *answer = start_child(&alone, limits) ? ask(&alone, text, count) : NULL;
  end_child(&alone);
  return answer;
}

/* Counts a hard question; whether it was one too many. */
static bool is_too_hard(Smt *smt) {
  if (smt->hard == 0) return true;
  smt->hard--;
  return false;
}

static SmtAnswer ask_child(Smt *smt, const char *text, uint32_t count, SmtValue *value) {
  bool hard = false;
  if (text == NULL) return SMT_LOST;
  if (strlen(text) > SMT_QUESTION_MOST) return SMT_UNKNOWN;
  char *answer = recall(smt, text, count, &hard);
  if (answer != NULL) {
    if (hard && is_too_hard(smt)) answer[0] = SMT_SAYS_UNKNOWN;
  } else {
    answer = ask_first(smt, text, count);
    hard = answer != NULL && answer[0] == SMT_SAYS_UNKNOWN && smt->steps > SMT_FIRST_STEPS;
    bool last = hard && is_too_hard(smt); /* nothing is remembered, since another program may ask */
    if (hard && !last) {
      free(answer);
      answer = ask_alone(smt, text, count);
    }
    if (answer != NULL && !last) remember(smt, text, count, answer, hard);
  }
  SmtAnswer found = answer == NULL ? SMT_LOST : answer_of(answer, count, value);
  free(answer);
  return found;
}

SmtAnswer smt_check(Smt *smt, const char *text, uint32_t count, SmtValue *value) {
  SmtAnswer found = ask_child(smt, text, count, value);
  if (found == SMT_LOST && !is_stopped(smt)) found = ask_child(smt, text, count, value);
  if (found == SMT_LOST && is_stopped(smt)) found = SMT_UNKNOWN;
  smt->count[found]++;
  return found;
}
