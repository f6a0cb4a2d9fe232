#include "semantics/rings/rings.h"
#include "verify/cli/derivative.h"
#include "verify/cli/gradbench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

__asm__(".section .rodata\n"
        ".global gradbench_text\n"
        "gradbench_text: .incbin \"verify/cli/gradbench.adj\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char gradbench_text[];

#define GRADBENCH(module, function, definition, sizes, arguments, by, answer)                                          \
  {#module, #function, definition, sizes, arguments, by, GRADBENCH_##answer},
static const GradbenchFunction functions[] = {
#include "verify/cli/gradbench.def"
};

#define SIZES_MOST 8
#define ARGUMENTS_MOST 8
#define RUNS_MOST (1u << 20) /* of a call: each is a line of the answer */
#define BA_CAMERA 11
#define BA_ROW 15 /* camera, point and weight */
#define BA_SHOWN (2 * BA_ROW)

const GradbenchFunction *gradbench_find(const char *module, const char *function) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    bool named = function == NULL || strcmp(functions[i].function, function) == 0;
    if (named && strcmp(functions[i].module, module) == 0) return &functions[i];
  }
  return NULL;
}

/* One call: the definition at the sizes of the input, its arguments as they stand there. */
typedef struct Call {
  Session session;
  const GradbenchFunction *function;
  const json_t *input, *argument[ARGUMENTS_MOST];
  Derivative derivative;
  Scalar *point, *value, *seeds, *products;
  uint32_t results;
  size_t kept;       /* what of the ring is older than a run */
  uint32_t count[3]; /* of ba: cameras, points and observations; else 1 */
  Ring *base;        /* under that of dual numbers, where second derivatives are asked for */
} Call;

/* ----------------------------------------------------------------- words -- */

/* The next of words with a space between them; its length, 0 at the end. */
static size_t next_word(const char **text, char *word, size_t room) {
  size_t length;
  *text += strspn(*text, " ");
  length = strcspn(*text, " ");
  (void)snprintf(word, room, "%.*s", (int)length, *text);
  *text += length;
  return length;
}

static bool has_word(const char *text, const char *wanted) {
  char word[64];
  while (next_word(&text, word, sizeof word) > 0) {
    if (strcmp(word, wanted) == 0) return true;
  }
  return false;
}

/* ----------------------------------------------------------------- sizes -- */

/* "s", "#x", "#x.0", "#x/2" of the input; false where the input has no such size. */
static bool read_size(const json_t *input, const char *what, uint32_t *size) {
  char field[64];
  bool length = *what == '#';
  size_t end = strcspn(what + length, "./");
  (void)snprintf(field, sizeof field, "%.*s", (int)end, what + length);
  const char *rest = what + length + end;
  const json_t *json = json_object_get(input, field);
  if (strncmp(rest, ".0", 2) == 0) {
    json = json_array_get(json, 0);
    rest += 2;
  }
  if (length ? !json_is_array(json) : !json_is_integer(json)) return false;
  json_int_t number = length ? (json_int_t)json_array_size(json) : json_integer_value(json);
  if (*rest == '/') {
    json_int_t by = strtoll(rest + 1, NULL, 10);
    if (number % by != 0) return false;
    number /= by;
  }
  if (number < 0 || number > TYPE_MAX_LENGTH) return false;
  *size = (uint32_t)number;
  return true;
}

static bool open_call(Call *call, const Arguments *arguments) {
  SizeOverride sizes[SIZES_MOST];
  char names[SIZES_MOST][64];
  uint32_t count = 0;
  for (const char *text = call->function->sizes; next_word(&text, names[count], sizeof names[count]) > 0; count++) {
    char *equal = strchr(names[count], '=');
    *equal = '\0';
    sizes[count].name = names[count];
    if (!read_size(call->input, equal + 1, &sizes[count].value)) {
      bool length = equal[1] == '#';
      cli_error(arguments, "the input has no size %s from 0 to %u, which is %s%s", names[count], TYPE_MAX_LENGTH,
                length ? "the length of " : "its ", equal + 1 + length);
      return false;
    }
  }
  const SessionText text = {"gradbench.adj", gradbench_text, sizes, count, call->function->definition};
  return session_open_text(&call->session, arguments, &text);
}

static bool read_counts(Call *call) {
  static const char *const names[3] = {"n", "m", "p"};
  for (int i = 0; i < 3; i++) {
    call->count[i] = 1;
    if (strcmp(call->function->module, "ba") != 0) continue;
    if (read_size(call->input, names[i], &call->count[i]) && call->count[i] > 0) continue;
    cli_error(call->session.arguments, "the input's %s is no number from 1 to %u", names[i], TYPE_MAX_LENGTH);
    return false;
  }
  return true;
}

/* ------------------------------------------------------------- arguments -- */

/* The numbers of nested lists, in order, to at most `room` places; false where something is no number. */
static bool flatten(const json_t *json, Scalar *out, size_t room, size_t *count) {
  if (json_is_array(json)) {
    for (size_t i = 0; i < json_array_size(json); i++) {
      if (!flatten(json_array_get(json, i), out, room, count)) return false;
    }
    return true;
  }
  if (!json_is_number(json)) return false;
  if (*count < room) out[*count] = scalar_from_double(json_number_value(json));
  ++*count;
  return true;
}

static uint32_t dimension(const Call *call, uint32_t k) {
  return type_node(&call->session.store->types, call->session.definition->program.context[k])->dim;
}

static bool read_argument(Call *call, uint32_t k, const char *field, Scalar *out) {
  const char *of = *field == '\0' ? "" : "'s ";
  size_t count = 0;
  call->argument[k] = *field == '\0' ? call->input : json_object_get(call->input, field);
  if (call->argument[k] == NULL || !flatten(call->argument[k], out, dimension(call, k), &count)) {
    cli_error(call->session.arguments, "the input%s%s is no list of numbers", of, field);
    return false;
  }
  if (count == dimension(call, k)) return true;
  cli_error(call->session.arguments, "the input%s%s has %zu numbers, not %u", of, field, count, dimension(call, k));
  return false;
}

static bool read_arguments(Call *call) {
  uint32_t length = call->session.definition->program.length, dim = 0;
  const char *text = call->function->arguments;
  for (uint32_t k = 0; k < length; k++) dim += dimension(call, k);
  call->point = session_alloc(&call->session, dim, sizeof *call->point);
  if (call->point == NULL) return false;
  dim = 0;
  for (uint32_t k = 0; k < length; k++) {
    char field[64];
    (void)next_word(&text, field, sizeof field);
    if (!read_argument(call, k, field, call->point + dim)) return false;
    dim += dimension(call, k);
  }
  return true;
}

/* ------------------------------------------------------------------ runs -- */

static bool is_derivative(GradbenchAnswer answer) {
  return answer != GRADBENCH_VALUE && answer != GRADBENCH_VALUES && answer != GRADBENCH_ERRORS;
}

/* Memory and seeds: a unit for each result, whose products are the rows of the Jacobian. */
static bool prepare(Call *call) {
  Session *session = &call->session;
  const Program *program = &session->definition->program;
  call->results = type_node(&session->store->types, program->type)->dim;
  call->value = session_alloc(session, call->results, sizeof *call->value);
  if (call->value == NULL) return false;
  call->kept = ring_mark(session->ring);
  if (!is_derivative(call->function->answer)) return true;
  if (!derivative_make(session, &chad_reverse, &call->derivative) || !derivative_tangents(session, &call->derivative))
    return false;
  call->seeds = session_alloc(session, (size_t)call->results * call->results, sizeof *call->seeds);
  call->products = session_alloc(session, (size_t)call->results * call->derivative.inputs, sizeof *call->products);
  if (call->seeds == NULL || call->products == NULL) return false;
  for (uint32_t i = 0; i < call->results; i++)
    for (uint32_t j = 0; j < call->results; j++)
      call->seeds[(size_t)i * call->results + j] = ring_integer(session->ring, i == j ? 1 : 0);
  call->kept = ring_mark(session->ring);
  return true;
}

/* The point over dual numbers, which move what the derivative is by: all its entries at once. */
static bool make_dual(Call *call) {
  Session *session = &call->session;
  const char *text = call->function->arguments;
  Scalar *point = call->point;
  call->base = session->ring;
  session->ring = ring_dual_new(call->base);
  if (session->ring == NULL) {
    session->ring = call->base;
    call->base = NULL;
    cli_error(session->arguments, "limit: out of memory");
    return false;
  }
  for (uint32_t k = 0; k < session->definition->program.length; k++) {
    char field[64];
    (void)next_word(&text, field, sizeof field);
    double moved = has_word(call->function->by, field) ? 1 : 0;
    for (uint32_t i = 0; i < dimension(call, k); i++, point++)
      *point = dual_make(session->ring, *point, scalar_from_double(moved));
  }
  return true;
}

static Status run_once(Call *call) {
  Session *session = &call->session;
  ArenaMark mark = arena_mark(&session->arena);
  Status status;
  ring_release(session->ring, call->kept);
  if (call->products == NULL) {
    Machine machine = session_machine(session);
    status = source_evaluator.eval(&machine, &session->definition->program, call->point, call->value);
  } else {
    status = derivative_products(session, &call->derivative, &applied_evaluator, call->point, true, call->results,
                                 call->seeds, call->value, call->products);
  }
  arena_release(&session->arena, mark);
  return status;
}

/* Each observation is to be computed. */
static Status run_all(Call *call) {
  Status status = STATUS_OK;
  for (uint32_t i = 0; i < call->count[2] && status == STATUS_OK; i++) status = run_once(call);
  return status;
}

static double seconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A number from 0 on, 0 where the input does not say. */
static bool read_least(const Call *call, const char *field, bool whole, double *least) {
  const json_t *json = json_object_get(call->input, field);
  *least = json == NULL ? 0 : json_number_value(json);
  bool good = json == NULL || (whole ? json_is_integer(json) : json_is_number(json));
  if (good && *least >= 0) return true;
  cli_error(call->session.arguments, "the input's %s is no %snumber from 0 on", field, whole ? "whole " : "");
  return false;
}

static bool run(Call *call, json_t *timings) {
  double runs, least, sum = 0;
  if (!read_least(call, "min_runs", true, &runs) || !read_least(call, "min_seconds", false, &least)) return false;
  for (uint32_t k = 0; k == 0 || k < runs || sum < least; k++) {
    if (runs > RUNS_MOST || k == RUNS_MOST) {
      cli_error(call->session.arguments, "LIMIT: %u runs", RUNS_MOST);
      return false;
    }
    double start = seconds();
    Status status = run_all(call);
    double took = seconds() - start;
    if (status != STATUS_OK) {
      (void)session_failed(&call->session, call->products == NULL ? "source" : call->derivative.engine->name, status);
      return false;
    }
    sum += took;
    (void)json_array_append_new(timings,
                                json_pack("{s:s, s:I}", "name", "evaluate", "nanoseconds", (json_int_t)(took * 1e9)));
  }
  return true;
}

/* ---------------------------------------------------------------- answers -- */

/* A number, or null where JSON has none for it. */
static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

/* Numbers in the form of the argument that they belong to. */
static json_t *in_form(const json_t *form, const double **numbers) {
  if (!json_is_array(form)) return number(*(*numbers)++);
  json_t *list = json_array();
  for (size_t i = 0; i < json_array_size(form); i++)
    (void)json_array_append_new(list, in_form(json_array_get(form, i), numbers));
  return list;
}

static json_t *list_of(const double *numbers, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) (void)json_array_append_new(list, number(numbers[i]));
  return list;
}

/* A product as doubles; of second derivatives the quotient of the first by it. */
static double entry(const Call *call, size_t i) {
  if (call->function->answer != GRADBENCH_NEWTON) return scalar_to_double(call->products[i]);
  return scalar_to_double(dual_real(call->session.ring, call->products[i])) /
         scalar_to_double(dual_epsilon(call->session.ring, call->products[i]));
}

static json_t *value_of(const Call *call) {
  if (call->function->answer == GRADBENCH_VALUE) return number(scalar_to_double(call->value[0]));
  json_t *list = json_array();
  for (uint32_t i = 0; i < call->results; i++)
    (void)json_array_append_new(list, number(scalar_to_double(call->value[i])));
  return list;
}

/* The gradient's parts that are asked for. */
static json_t *gradient_of(const Call *call, const double *gradient) {
  const char *text = call->function->arguments;
  bool fields = call->function->answer == GRADBENCH_FIELDS, flat = call->function->answer == GRADBENCH_FLAT;
  json_t *answer = fields ? json_object() : flat ? json_array() : NULL;
  for (uint32_t k = 0; k < call->session.definition->program.length; k++) {
    char field[64];
    const double *part = gradient;
    (void)next_word(&text, field, sizeof field);
    gradient += dimension(call, k);
    if (*field != '\0' && !has_word(call->function->by, field)) continue;
    if (flat) {
      json_t *list = list_of(part, dimension(call, k));
      (void)json_array_extend(answer, list);
      json_decref(list);
    } else if (fields) {
      (void)json_object_set_new(answer, field, in_form(call->argument[k], &part));
    } else {
      answer = in_form(call->argument[k], &part);
    }
  }
  return answer;
}

static json_t *errors_of(const Call *call) {
  double error[3];
  json_int_t observations = call->count[2];
  for (int i = 0; i < 3; i++) error[i] = scalar_to_double(call->value[i]);
  return json_pack("{s:{s:o, s:I}, s:{s:o, s:I}}", "reproj_error", "elements", list_of(error, 2), "repeated",
                   observations, "w_err", "element", number(error[2]), "repeated", observations);
}

/* In compressed rows: two of BA_ROW entries for each observation, then one of a weight for each.  Observation i is of
 * camera i mod n and point i mod m; camera, point and weight of the first are the first. */
static json_t *sparse_of(const Call *call, const double *jacobian) {
  json_int_t n = call->count[0], m = call->count[1], p = call->count[2];
  json_t *rows = json_array(), *cols = json_array(), *vals = json_array();
  for (json_int_t i = 0; i < BA_SHOWN; i++) {
    json_int_t row = i / BA_ROW, at = i % BA_ROW, point = at - BA_CAMERA;
    json_int_t col = point < 0 ? at : BA_CAMERA * n + (point < 3 ? point : 3 * m);
    (void)json_array_append_new(rows, json_integer(i <= 2 * p ? BA_ROW * i : BA_ROW * 2 * p + i - 2 * p));
    (void)json_array_append_new(cols, json_integer(col));
    (void)json_array_append_new(vals, number(jacobian[row * call->derivative.inputs + at]));
  }
  (void)json_array_append_new(rows, json_integer(BA_ROW * 2 * p + p));
  (void)json_array_append_new(cols, json_integer(BA_CAMERA * n + 3 * m + p - 1));
  (void)json_array_append_new(vals, number(jacobian[2 * call->derivative.inputs + BA_ROW - 1]));
  return json_pack("{s:o, s:o, s:o}", "rows", rows, "cols", cols, "vals", vals);
}

static json_t *answer_of(Call *call) {
  GradbenchAnswer kind = call->function->answer;
  if (kind == GRADBENCH_ERRORS) return errors_of(call);
  if (!is_derivative(kind)) return value_of(call);
  size_t count = (size_t)call->results * call->derivative.inputs;
  double *entries = session_alloc(&call->session, count, sizeof *entries);
  if (entries == NULL) return NULL;
  for (size_t i = 0; i < count; i++) entries[i] = entry(call, i);
  return kind == GRADBENCH_SPARSE ? sparse_of(call, entries) : gradient_of(call, entries);
}

/* Whether every number was one that JSON has. */
static bool is_whole(const json_t *answer) {
  bool good = !json_is_null(answer);
  for (size_t i = 0; i < json_array_size(answer); i++) good = good && is_whole(json_array_get(answer, i));
  for (void *at = json_object_iter((json_t *)answer); at != NULL; at = json_object_iter_next((json_t *)answer, at))
    good = good && is_whole(json_object_iter_value(at));
  return good;
}

json_t *gradbench_call(const Arguments *arguments, const GradbenchFunction *function, const json_t *input,
                       json_t *timings) {
  Call call = {.function = function, .input = input};
  json_t *answer = NULL;
  if (open_call(&call, arguments) && read_counts(&call) && read_arguments(&call) &&
      (function->answer != GRADBENCH_NEWTON || make_dual(&call)) && prepare(&call) && run(&call, timings))
    answer = answer_of(&call);
  if (answer != NULL && !is_whole(answer)) {
    cli_error(arguments, "a number of the answer is not finite in doubles");
    json_decref(answer);
    answer = NULL;
  }
  session_close(&call.session);
  if (call.base != NULL) ring_destroy(call.base);
  return answer;
}
