#define _GNU_SOURCE
#include "semantics/memory/text_stream.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 256u

typedef struct TextStream {
  char **text;
  size_t *size;
  size_t room;
  bool lost; /* some of it */
} TextStream;

static bool make_room(TextStream *stream, size_t more) {
  size_t needed = *stream->size + more + 1, room = stream->room;
  while (room < needed && room <= SIZE_MAX / 2) room *= 2;
  if (room == stream->room) return true;
  char *text = room < needed ? NULL : realloc(*stream->text, room);
  if (text == NULL) return false;
  *stream->text = text;
  stream->room = room;
  return true;
}

static ssize_t put(void *cookie, const char *bytes, size_t length) {
  TextStream *stream = cookie;
  if (stream->lost || !make_room(stream, length)) {
    stream->lost = true;
    return 0;
  }
  memcpy(*stream->text + *stream->size, bytes, length);
  *stream->size += length;
  (*stream->text)[*stream->size] = '\0';
  return (ssize_t)length;
}

/* Where it is, for ftell; it goes nowhere else. */
static int place(void *cookie, off64_t *offset, int whence) {
  const TextStream *stream = cookie;
  if (whence != SEEK_CUR || *offset != 0) return -1;
  *offset = (off64_t)*stream->size;
  return 0;
}

static int finish(void *cookie) {
  bool lost = ((TextStream *)cookie)->lost;
  free(cookie);
  return lost ? EOF : 0;
}

FILE *text_stream_open(char **text, size_t *size) {
  TextStream *stream = malloc(sizeof *stream);
  char *room = calloc(1, FIRST_ROOM);
  FILE *file = NULL;
  if (stream != NULL && room != NULL) {
    *stream = (TextStream){text, size, FIRST_ROOM, false};
    file = fopencookie(stream, "w", (cookie_io_functions_t){.write = put, .seek = place, .close = finish});
  }
  if (file == NULL) {
    free(stream);
    free(room);
    return NULL;
  }
  *text = room;
  *size = 0;
  return file;
}
