#include "semantics/text/json_text.h"

#include "semantics/text/characters.h"

#include <stdlib.h>
#include <string.h>

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */
#define REPLACEMENT (sizeof replacement - 1)

json_t *json_text_of(const char *text, size_t length) {
  json_t *whole = json_stringn(text, length);
  if (whole != NULL) return whole;
  char *shown = malloc(REPLACEMENT * length + 1);
  if (shown == NULL) return NULL;
  size_t used = 0;
  uint32_t step, point;
  for (uint32_t at = 0; at < length; at += step) {
    step = character_read(text, at, (uint32_t)length, &point);
    memcpy(shown + used, step > 0 ? text + at : replacement, step > 0 ? step : REPLACEMENT);
    used += step > 0 ? step : REPLACEMENT;
    if (step == 0) step = 1;
  }
  json_t *made = json_stringn(shown, used);
  free(shown);
  return made;
}

json_t *json_text(const char *text) { return text == NULL ? NULL : json_text_of(text, strlen(text)); }

void json_set_text(json_t *object, const char *key, const char *text) {
  (void)json_object_set_new(object, key, text == NULL ? json_null() : json_text(text));
}
