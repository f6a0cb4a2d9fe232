#include "verify/primitive/wire.h"

#include "semantics/text/characters.h"
#include "verify/campaign/clock.h"

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

/* The next line, an object with that id; NULL with the child's message. */
static json_t *take_object(Child *child, const char *line, double id, double timeout, bool (*stopped)(void)) {
  json_error_t error;
  size_t length;
  if (!child_exchange(child, line, strlen(line), timeout, stopped, &length)) return NULL;
  json_t *answer = json_loadb(child->buffer, length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
  json_t *its = json_object_get(answer, "id");
  if (!json_is_number(its) || json_number_value(its) != id) {
    const char *what = answer == NULL ? "not a line of JSON: " : "not an answer to the request: ";
    (void)snprintf(child->message, sizeof child->message, "%s%.*s", what, (int)(length < 120 ? length : 120),
                   child->buffer);
    characters_show(child->message);
    json_decref(answer);
    return NULL;
  }
  child_take_line(child, length);
  return answer;
}

json_t *wire_ask(Child *child, const json_t *request, double timeout, bool (*stopped)(void)) {
  char *line = request == NULL ? NULL : json_dumps(request, JSON_COMPACT | JSON_REAL_PRECISION(17));
  char *ended = line == NULL ? NULL : realloc(line, strlen(line) + 2);
  if (ended == NULL) {
    free(line);
    (void)snprintf(child->message, sizeof child->message, "limit: out of memory");
    return NULL;
  }
  (void)strcat(ended, "\n");
  json_t *answer = wire_ask_line(child, ended, json_number_value(json_object_get(request, "id")), timeout, stopped);
  free(ended);
  return answer;
}

json_t *wire_ask_line(Child *child, const char *line, double id, double timeout, bool (*stopped)(void)) {
  double deadline = clock_seconds() + timeout;
  const json_t *at;
  child->at = -1;
  child->late = false;
  json_t *answer = take_object(child, line, id, timeout, stopped);
  while ((at = json_object_get(answer, "at")) != NULL) {
    double place = json_number_value(at);
    child->at = place >= 0 && place < INT32_MAX ? (int64_t)place : -1;
    json_decref(answer);
    double left = deadline - clock_seconds();
    answer = left > 0 ? take_object(child, "", id, left, stopped) : NULL;
    if (left <= 0) (void)child_complain_late(child);
  }
  return answer;
}
