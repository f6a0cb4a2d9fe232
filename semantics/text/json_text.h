/* Texts of any bytes, such as names of files, as texts of JSON, which are UTF-8. */
#ifndef ADJUDGE_SOURCE_JSON_TEXT_H
#define ADJUDGE_SOURCE_JSON_TEXT_H

#include <jansson.h>
#include <stddef.h>

/* Each byte that is no UTF-8 becomes U+FFFD.  NULL only without a text or memory. */
json_t *json_text(const char *text);
/* The same of so many bytes. */
json_t *json_text_of(const char *text, size_t length);
/* The text as the object's value of the key; null where there is none. */
void json_set_text(json_t *object, const char *key, const char *text);

#endif
