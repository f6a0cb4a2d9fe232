/* Z3 is called here and nowhere else: in a process that may be killed. */
#include "verify/truth/smt_child.h"

#include "semantics/memory/text_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <z3.h>

/* Bits of an interval around an algebraic number. */
#define PRECISION 40u
#define NAME_SIZE 16

static bool read_all(int socket, void *data, size_t size) {
  unsigned char *next = data;
  while (size > 0) {
    ssize_t moved = read(socket, next, size);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) return false;
    next += moved;
    size -= (size_t)moved;
  }
  return true;
}

static bool write_all(int socket, const void *data, size_t size) {
  const unsigned char *next = data;
  while (size > 0) {
    ssize_t moved = write(socket, next, size);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) return false;
    next += moved;
    size -= (size_t)moved;
  }
  return true;
}

static void send_answer(int socket, const char *answer, size_t size) {
  uint32_t length = (uint32_t)size;
  if (!write_all(socket, &length, sizeof length) || !write_all(socket, answer, size)) _exit(0);
}

static void send_letter(int socket, int letter) {
  char answer = (char)letter;
  send_answer(socket, &answer, 1);
}

/* Writes "LOW HIGH" of a real in the model; false when it is no number. */
static bool write_value(Z3_context context, Z3_model model, uint32_t i, FILE *out) {
  char name[NAME_SIZE];
  Z3_ast value = NULL;
  (void)snprintf(name, sizeof name, "x%u", i);
  Z3_ast constant = Z3_mk_const(context, Z3_mk_string_symbol(context, name), Z3_mk_real_sort(context));
  if (!Z3_model_eval(context, model, constant, true, &value) || value == NULL) return false;
  if (Z3_is_algebraic_number(context, value)) {
    Z3_ast low = Z3_get_algebraic_number_lower(context, value, PRECISION);
    (void)fprintf(out, "\n%s ", Z3_get_numeral_string(context, low));
    Z3_ast high = Z3_get_algebraic_number_upper(context, value, PRECISION);
    (void)fprintf(out, "%s", Z3_get_numeral_string(context, high));
    return Z3_get_error_code(context) == Z3_OK;
  }
  if (!Z3_is_numeral_ast(context, value)) return false;
  (void)fprintf(out, "\n%s ", Z3_get_numeral_string(context, value));
  (void)fprintf(out, "%s", Z3_get_numeral_string(context, value));
  return Z3_get_error_code(context) == Z3_OK;
}

/* A model that cannot be written without an error is lost; one that holds something else than numbers is no answer. */
static void send_model(int socket, Z3_context context, Z3_solver solver, uint32_t count) {
  char *answer = NULL;
  size_t size = 0;
  FILE *out = text_stream_open(&answer, &size);
  if (out == NULL) _exit(1);
  Z3_model model = Z3_solver_get_model(context, solver);
  bool good = model != NULL;
  if (good) Z3_model_inc_ref(context, model);
  (void)fputc(SMT_SAYS_SAT, out);
  for (uint32_t i = 0; i < count && good; i++) good = write_value(context, model, i, out);
  bool lost = model == NULL || Z3_get_error_code(context) != Z3_OK || ferror(out) != 0;
  if (model != NULL) Z3_model_dec_ref(context, model);
  if (fclose(out) != 0) _exit(1);
  if (lost)
    send_letter(socket, SMT_SAYS_LOST);
  else if (good && size <= SMT_ANSWER_MOST)
    send_answer(socket, answer, size);
  else
    send_letter(socket, SMT_SAYS_UNKNOWN);
  free(answer);
}

/* Whether the solver gave up by itself: its steps were used up, or its procedure is not complete.  Any other reason,
 * and none at all, is of a solver that lacked something (memory, for one): it might answer the next time. */
static bool gave_up(Z3_context context, Z3_solver solver) {
  static const char *const reasons[] = {"resource limit", "canceled", "incomplete", "failed to show goal"};
  const char *why = Z3_solver_get_reason_unknown(context, solver);
  if (Z3_get_error_code(context) != Z3_OK || why == NULL) return false;
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (strstr(why, reasons[i]) != NULL) return true;
  return false;
}

/* A solver without preprocessing of other kinds, in a context of its own. */
static void answer_question(int socket, const char *text, uint32_t count, uint32_t steps) {
  Z3_config config = Z3_mk_config();
  Z3_context context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(context, NULL);
  Z3_solver solver = Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, "QF_NRA"));
  Z3_solver_inc_ref(context, solver);
  Z3_params params = Z3_mk_params(context);
  Z3_params_inc_ref(context, params);
  Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "rlimit"), steps);
  Z3_solver_set_params(context, solver, params);
  Z3_params_dec_ref(context, params);
  Z3_solver_from_string(context, solver, text);
  bool read = Z3_get_error_code(context) == Z3_OK;
  Z3_lbool found = read ? Z3_solver_check(context, solver) : Z3_L_UNDEF;
  bool sound = read && Z3_get_error_code(context) == Z3_OK;
  if (sound && found == Z3_L_TRUE)
    send_model(socket, context, solver, count);
  else if (sound && found == Z3_L_FALSE)
    send_letter(socket, SMT_SAYS_UNSAT);
  else
    send_letter(socket, sound && gave_up(context, solver) ? SMT_SAYS_UNKNOWN : SMT_SAYS_LOST);
  Z3_solver_dec_ref(context, solver);
  Z3_del_context(context);
}

/* Handlers are the parent's; a child that fails dies. */
static void restore_signals(void) {
  static const int fatal[] = {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS};
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) (void)signal(fatal[i], SIG_DFL);
  (void)signal(SIGINT, SIG_IGN); /* the parent's to answer, as is SIGHUP */
  (void)signal(SIGHUP, SIG_IGN);
  (void)signal(SIGTERM, SIG_DFL);
  (void)signal(SIGPIPE, SIG_IGN);
}

static int asked_by;

/* The solver ends the process when its allocations are used up. */
static void answer_at_exit(void) {
  send_letter(asked_by, SMT_SAYS_UNKNOWN);
  _exit(0);
}

static void limit_work(int socket, SmtLimits limits) {
  char limit[NAME_SIZE];
  (void)snprintf(limit, sizeof limit, "%u", limits.megabytes);
  Z3_global_param_set("memory_max_size", limit);
  if (limits.allocations == 0) return;
  asked_by = socket;
  (void)close(STDERR_FILENO); /* it says so there */
  if (open("/dev/null", O_WRONLY) < 0 || atexit(answer_at_exit) != 0) _exit(1);
  (void)snprintf(limit, sizeof limit, "%u", limits.allocations);
  Z3_global_param_set("memory_max_alloc_count", limit);
}

/* What the solver says as it dies is no message to the user, and would stand in the middle of one. */
static void silence(void) {
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0 || dup2(nowhere, STDERR_FILENO) < 0) (void)close(STDERR_FILENO);
  if (nowhere >= 0) (void)close(nowhere);
}

/* A context takes two tables of 8.5 MB, which the next question's takes again: they are not given back to the system,
 * whose fresh pages cost as much as a small question. */
static void keep_memory(void) {
  (void)mallopt(M_MMAP_THRESHOLD, 32 << 20);
  (void)mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

void smt_serve(int socket, SmtLimits limits) {
  SmtQuestion question;
  restore_signals();
  silence();
  keep_memory();
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit_work(socket, limits);
  while (read_all(socket, &question, sizeof question)) {
    if (question.length > SMT_QUESTION_MOST) return;
    char *text = malloc((size_t)question.length + 1);
    if (text == NULL || !read_all(socket, text, question.length)) return;
    text[question.length] = '\0';
    answer_question(socket, text, question.count, limits.steps);
    free(text);
  }
}
