/* Characters of files and words of any bytes. */
#ifndef ADJUDGE_SOURCE_CHARACTERS_H
#define ADJUDGE_SOURCE_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character at the place: its code point and number of bytes; 0 bytes when
 * what stands there is not UTF-8 (RFC 3629). */
uint32_t character_read(const char *text, uint32_t at, uint32_t end, uint32_t *point);

/* Controls, and characters that hide or reorder others: not to be shown as they are. */
bool character_hides(uint32_t point);
/* Whether all of it is UTF-8 that can be shown as it is. */
bool characters_shown(const char *text);
/* Makes it so, in its place: a character that was cut off at the end is left out, lines and tabs become blanks, and
 * what else is not to be shown '?', one for each byte. */
void characters_show(char *text);

/* As one word for a shell: in quotes, unless it is of letters, digits and the like alone.  False where it has no room.
 */
bool characters_quote(const char *text, char *out, size_t room);

#endif
