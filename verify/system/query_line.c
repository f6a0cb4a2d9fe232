#include "verify/system/query_line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MOST 32u /* characters of one */
#define PLACES 251u

/* Text that grows.  It takes long to write a number, and a batch asks for the same ones again and again. */
typedef struct Line {
  char *text;
  size_t used, room;
  bool failed;
  struct Written {
    double number;
    uint32_t length; /* 0: none */
    char text[NUMBER_MOST];
  } written[PLACES];
} Line;

static bool make_room(Line *line, size_t more) {
  if (line->used + more < line->room) return true;
  size_t room = 2 * (line->used + more) + 4096;
  char *grown = line->failed ? NULL : realloc(line->text, room);
  line->failed = grown == NULL;
  if (line->failed) return false;
  line->text = grown;
  line->room = room;
  return true;
}

static void put_text(Line *line, const char *text, size_t length) {
  if (!make_room(line, length + 1)) return;
  memcpy(line->text + line->used, text, length + 1);
  line->used += length;
}
static void put(Line *line, const char *text) { put_text(line, text, strlen(text)); }

static void put_integer(Line *line, const char *before, json_int_t number) {
  char text[NUMBER_MOST], *digit = text + sizeof text - 1;
  *digit = '\0';
  do *--digit = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  put(line, before);
  put(line, digit);
}

static void write_number(struct Written *place, double x) {
  if (isfinite(x))
    (void)snprintf(place->text, sizeof place->text, "%.17g", x);
  else
    (void)snprintf(place->text, sizeof place->text, isnan(x) ? "\"nan\"" : x > 0 ? "\"inf\"" : "\"-inf\"");
  if (strpbrk(place->text, ".en") == NULL) (void)strcat(place->text, ".0");
  place->number = x;
  place->length = (uint32_t)strlen(place->text);
}

static void put_number(Line *line, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  struct Written *place = &line->written[(bits ^ bits >> 47) % PLACES];
  if (place->length == 0 || memcmp(&place->number, &x, sizeof x) != 0) write_number(place, x);
  put_text(line, place->text, place->length);
}

static void put_list(Line *line, const char *before, uint32_t count, const double *x) {
  put(line, before);
  for (uint32_t i = 0; i < count; i++) {
    put(line, i == 0 ? "[" : ",");
    put_number(line, x[i]);
  }
  put(line, count == 0 ? "[]" : "]");
}

char *query_line(json_int_t id, Mode mode, uint32_t count, const Query *queries) {
  Line line = {.text = NULL};
  put_integer(&line, "{\"id\":", id);
  put(&line, ",\"call\":\"");
  put(&line, mode_name(mode));
  put(&line, "\",\"batch\":[");
  for (uint32_t k = 0; k < count; k++) {
    const Query *q = &queries[k];
    put_integer(&line, k > 0 ? ",{\"program\":" : "{\"program\":", q->program);
    put_list(&line, ",\"at\":", q->inputs, q->x);
    if (mode == MODE_JVP || mode == MODE_VJP) put_list(&line, ",\"seed\":", q->seeds, q->seed);
    if (mode == MODE_HESSIAN) put_integer(&line, ",\"output\":", q->output);
    put(&line, "}");
  }
  put(&line, "]}\n");
  if (!line.failed) return line.text;
  free(line.text);
  return NULL;
}
