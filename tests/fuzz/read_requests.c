/* Requests to `adjudge serve`, for a table of one rule. */
#include "verify/cli/cmd_serve.c"

#include "tests/fuzz/readers.h"

static int value(const double *x, double *y) {
  y[0] = 2 * x[0];
  return ADJUDGE_OK;
}

static int jvp(const double *x, const double *v, double *out) {
  out[0] = 2 * v[0];
  return x[0] > 0 ? ADJUDGE_OK : ADJUDGE_UNDEFINED;
}

/* As `answer` has it, without a fork for the calls. */
static void read_request(Server *server, const json_t *request) {
  const json_t *batch = json_object_get(request, "batch");
  if (batch == NULL) json_decref(answer(server, request));
  for (size_t i = 0; i < json_array_size(batch); i++) {
    for (int call = 0; call < CALLS; call++) json_decref(call_one(server, call, json_array_get(batch, i)));
  }
}

void read_requests(const char *text, size_t length) {
  static const adjudge_rule rules[] = {{.name = "f", .value = value, .jvp = jvp}, {.name = NULL}};
  Server server = {.rules = rules};
  for (size_t at = 0; at < length;) {
    const char *end = memchr(text + at, '\n', length - at);
    size_t line = end == NULL ? length - at : (size_t)(end - text) - at;
    json_t *request = json_loadb(text + at, line, 0, NULL);
    if (request != NULL) read_request(&server, request);
    json_decref(request);
    at += line + 1;
  }
}
