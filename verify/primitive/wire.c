#include "verify/primitive/wire.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *wire_number(double x) {
  if (isfinite(x)) return json_real(x);
  return json_string(isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
}

bool wire_read_number(const json_t *json, double *x) {
  if (json_is_number(json)) {
    *x = json_number_value(json);
    return true;
  }
  const char *text = json_string_value(json);
  char *rest;
  if (text == NULL || *text == '\0') return false;
  *x = strtod(text, &rest);
  return *rest == '\0';
}

json_t *wire_ask(Child *child, const json_t *request, double timeout, bool (*stopped)(void)) {
  json_error_t error;
  size_t length;
  char *line = request == NULL ? NULL : json_dumps(request, JSON_COMPACT | JSON_REAL_PRECISION(17));
  char *ended = line == NULL ? NULL : realloc(line, strlen(line) + 2);
  if (ended == NULL) {
    free(line);
    (void)snprintf(child->message, sizeof child->message, "limit: out of memory");
    return NULL;
  }
  (void)strcat(ended, "\n");
  bool good = child_exchange(child, ended, strlen(ended), timeout, stopped, &length);
  free(ended);
  if (!good) return NULL;
  json_t *answer = json_loadb(child->buffer, length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
  json_t *id = json_object_get(answer, "id");
  if (!json_is_number(id) || json_number_value(id) != json_number_value(json_object_get(request, "id"))) {
    const char *what = answer == NULL ? "not a line of JSON: " : "not an answer to the request: ";
    (void)snprintf(child->message, sizeof child->message, "%s%.*s", what, (int)(length < 120 ? length : 120),
                   child->buffer);
    json_decref(answer);
    return NULL;
  }
  child_take_line(child, length);
  return answer;
}
